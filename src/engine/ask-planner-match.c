/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MATCH and what comes with it, written so that SQLite can search, and soon. It changes what a statement's text looks
 * like, never what it means: MATCH on a table for which an outer join may give NULLs, and the best few by rank.
 *
 * SQLite searches an FTS5 table only where it knows, while it plans, that a row is wanted: not in WHERE where the table is
 * on the right of a LEFT JOIN, and there not in ON either where the table is read through a view, as one is that a
 * steward renamed. "d LEFT JOIN p ON c AND p.p MATCH 'x'" becomes "d LEFT JOIN (SELECT … FROM p WHERE p.p MATCH 'x'
 * LIMIT -1) AS p ON c AND p.found". The LIMIT keeps SQLite from taking the parentheses apart again.
 *
 * FTS5 takes ORDER BY rank upon itself. It knows of no LIMIT: it ranks and sorts all rows, with the places of all words in
 * each. By "ORDER BY +rank" it is SQLite that sorts, which keeps no more rows than the LIMIT wants.
 */
#include "config.h"

#include "engine/ask-plan.h"

/* A column that is 1 where there is a row. */
#define FOUND "askdata_found"

typedef struct
{
  AskSqlTree *tree;
  gboolean changed;
} Matches;

/* One table, and what is looked for in it. */
typedef struct
{
  Matches *all;
  AskSqlFrom *from;
  const char *name; /* in the statement */
  AskSqlExpr *taken; /* nullable */
} Match;

/* Whether something stands beside the table in the same SELECT, or in one around it that joins it. */
typedef struct
{
  const AskSqlCore *core;
  gboolean depends;
} Right;

static gboolean
look_at_right (AskSqlExpr *expr, gpointer data)
{
  Right *self = data;

  self->depends = self->depends || expr->alias != NULL || (expr->from != NULL && expr->from->core == self->core);
  return !self->depends;
}

static gboolean
is_match (const Match *self, const AskSqlExpr *expr)
{
  Right right = { self->from->core, FALSE };
  AskSqlVisit visit = { .expr = look_at_right, .user_data = &right };

  if (expr->op != ASK_OP_MATCH || expr->negated || expr->left == NULL || expr->right == NULL
      || expr->left->kind != ASK_EXPR_COLUMN || expr->left->from != self->from)
    return FALSE;
  ask_sql_walk_expr (expr->right, &visit);
  return !right.depends;
}

/* Takes what is looked for out of @expr, which is true where a row was found in its place. */
static AskSqlExpr *
take (Match *self, AskSqlExpr *expr)
{
  if (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND)
    {
      expr->left = take (self, expr->left);
      expr->right = take (self, expr->right);
      return expr;
    }
  if (!is_match (self, expr))
    return expr;
  self->taken = ask_sql_tree_new_and (self->all->tree, self->taken, expr);
  return ask_sql_tree_new_column (self->all->tree, self->name, FOUND);
}

static gboolean
holds (const AskSqlFrom *item, const AskSqlFrom *from)
{
  gboolean found = item == from;

  for (guint i = 0; item->kind == ASK_FROM_JOIN && i < item->items.n && !found; i++)
    found = holds (item->items.items[i], from);
  return found;
}

/* Rows of the table that do not match are not missed where the condition ends the whole row, or where it only says
 * which of the table's rows are joined. They are where it says which rows of others join the table's. */
static void
take_from_items (Match *self, AskSqlFroms *items)
{
  gboolean before = FALSE;

  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];
      const gboolean inside = holds (item, self->from);

      if (item->kind == ASK_FROM_JOIN)
        take_from_items (self, &item->items);
      if (item->on != NULL
          && (item->join == ASK_JOIN_INNER || item->join == ASK_JOIN_CROSS || (item->join == ASK_JOIN_LEFT && inside)
              || (item->join == ASK_JOIN_RIGHT && before)))
        item->on = take (self, item->on);
      before = before || inside;
    }
}

static AskSqlSelect *
make_search (Match *self, AskSqlFrom *table)
{
  AskSqlTree *tree = self->all->tree;
  AskSqlSelect *select;
  guint n = 1;

  for (guint i = 0; i < self->from->n_columns; i++)
    n += self->from->used[i] != FALSE;
  select = ask_sql_tree_new_select (tree, table, n);
  n = 0;
  for (guint i = 0; i < self->from->n_columns; i++)
    if (self->from->used[i])
      {
        select->cores[0]->results[n].expr = ask_sql_tree_new_column (tree, self->name, self->from->columns[i].name);
        select->cores[0]->results[n++].alias = self->from->columns[i].name;
      }
  select->cores[0]->results[n].expr = ask_sql_tree_new_one (tree);
  select->cores[0]->results[n].alias = FOUND;
  select->cores[0]->where = self->taken;
  select->limit = ask_sql_tree_new_expr (tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });
  select->limit->value = ask_value_integer (-1);
  select->limit->literal = "-1";
  return select;
}

/* "docs.passages.text" names nothing any more, "passages.text" does. */
static gboolean
drop_schema (AskSqlExpr *expr, gpointer data)
{
  const Match *self = data;

  if (expr->kind == ASK_EXPR_COLUMN && expr->from == self->from && expr->table != NULL)
    {
      expr->schema = NULL;
      expr->table = self->name;
    }
  return TRUE;
}

static void
search_apart (Match *self)
{
  AskSqlFrom *from = self->from;
  AskSqlFrom *table = ask_sql_tree_alloc (self->all->tree, sizeof *table);
  AskSqlVisit drop = { .expr = drop_schema, .user_data = self };

  ask_sql_walk_select (self->all->tree->select, &drop);
  ask_sql_walk_expr (self->taken, &drop);
  *table = *from;
  table->join = ASK_JOIN_FIRST;
  table->natural = table->null_supplying = FALSE;
  table->on = NULL;
  table->using = NULL;
  table->alias = self->name;
  from->select = make_search (self, table);
  from->kind = ASK_FROM_SELECT;
  from->alias = self->name;
  from->schema = from->name = NULL;
  from->catalog_table = NULL;
  self->all->changed = TRUE;
}

static void
look_at_items (Matches *self, AskSqlCore *core, AskSqlFroms *items)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *item = items->items[i];
      Match match = { self, item, ask_sql_from_get_name (item), NULL };

      if (item->kind == ASK_FROM_JOIN)
        look_at_items (self, core, &item->items);
      if (item->kind != ASK_FROM_TABLE || item->catalog_table == NULL || !item->null_supplying || item->uses_rowid
          || item->indexed_by != NULL)
        continue;
      take_from_items (&match, &core->from);
      if (core->where != NULL)
        core->where = take (&match, core->where);
      if (match.taken != NULL)
        search_apart (&match);
    }
}

static gboolean
look_at_select (AskSqlSelect *select, gpointer data)
{
  for (guint i = 0; i < select->n_cores; i++)
    look_at_items (data, select->cores[i], &select->cores[i]->from);
  return TRUE;
}

/**
 * ask_planner_search_apart:
 * @tree: analysed
 *
 * Returns: whether anything had to be written otherwise
 */
gboolean
ask_planner_search_apart (AskSqlTree *tree)
{
  Matches self = { tree, FALSE };
  AskSqlVisit visit = { .select = look_at_select, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  return self.changed;
}

static gboolean
is_rank (const AskSqlExpr *expr)
{
  const AskSqlColumn *column;

  if (expr->kind != ASK_EXPR_COLUMN || expr->from == NULL || expr->from->catalog_table == NULL || expr->column < 0)
    return FALSE;
  column = expr->from->catalog_table->columns->pdata[expr->column];
  return column->unlisted && column->data == NULL && g_ascii_strcasecmp (column->name, "rank") == 0;
}

static gboolean
leave_to_sqlite (AskSqlSelect *select, gpointer data)
{
  Matches *self = data;
  AskSqlExpr *rank = select->order.n == 1 ? select->order.items[0].expr : NULL;
  AskSqlExpr *plus;

  if (select->limit == NULL || select->n_cores != 1 || rank == NULL
      || !is_rank (rank->alias != NULL ? rank->alias : rank))
    return TRUE;
  plus = ask_sql_tree_new_expr (self->tree, ASK_EXPR_UNARY, rank->span);
  plus->op = ASK_OP_POSITIVE;
  plus->left = rank;
  select->order.items[0].expr = plus;
  self->changed = TRUE;
  return TRUE;
}

/**
 * ask_planner_rank_few:
 * @tree: analysed
 *
 * Returns: whether an ORDER BY rank had to be written otherwise
 */
gboolean
ask_planner_rank_few (AskSqlTree *tree)
{
  Matches self = { tree, FALSE };
  AskSqlVisit visit = { .select = leave_to_sqlite, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  return self.changed;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins for ClickHouse, in the one form that old and new versions understand alike and that is right whatever engines
 * the tables have:
 *
 *   sale GLOBAL ALL INNER JOIN (SELECT toInt64(id) AS ask_1_k1, name AS ask_1_2 FROM product WHERE …) AS ask_t1
 *     ON toInt64(product) = ask_1_k1
 *
 * GLOBAL computes the right side once, in front, and takes it to each shard of a Distributed table on the left; without
 * it each shard would join with its own part only. Version 18.16 knows no qualified name on a shard, so every name is
 * the only one of its kind; it takes no keys of two types; and it fills a key of the right side with zeros where a LEFT
 * JOIN finds nothing, so a key is a column of its own that nothing else names. A third table is joined with a subquery
 * of the first two.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/* What every name of ours begins with, and no column of the tables may. */
#define OURS "ask_"

#define MAX_ITEMS 32

/* One of the conditions that AND connects, of WHERE or of ON. */
typedef struct
{
  AskSqlExpr *expr;
  AskSqlFrom *left; /* nullable: of ON of this LEFT JOIN */
  guint64 items; /* what it names: a bit for each */
  gboolean done;
} Condition;

typedef struct
{
  AskSqlPrint *print;
  AskSqlPrintScope *scope;
  AskSqlFroms *froms;
  GArray *conditions; /* Condition */
  GPtrArray *joined; /* AskSqlFrom */
  guint64 done; /* the same as bits */
  const char *text;
} Join;

/* What becomes of one item on the right. */
typedef struct
{
  AskSqlFrom *from;
  AskSqlPrintItem *item;
  GPtrArray *outputs;
  GPtrArray *on;
  GPtrArray *where;
} Side;

/* What an expression names. */
typedef struct
{
  const AskSqlFroms *froms;
  guint64 items;
  const AskSqlFrom *from; /* nullable */
  gboolean *columns; /* of @from */
} Named;

static gboolean
note_column (AskSqlExpr *expr, gpointer data)
{
  Named *named = data;
  guint i = 0;

  if (expr->kind != ASK_EXPR_COLUMN)
    return TRUE;
  expr = ask_sql_print_resolve (expr);
  if (expr->kind != ASK_EXPR_COLUMN)
    {
      const AskSqlVisit visit = { .expr = note_column, .user_data = named };

      ask_sql_walk_expr (expr, &visit);
      return FALSE;
    }
  while (i < named->froms->n && named->froms->items[i] != expr->from)
    i++;
  named->items |= G_GUINT64_CONSTANT (1) << i;
  if (named->from != NULL && named->from == expr->from && expr->column >= 0)
    named->columns[expr->column] = TRUE;
  return FALSE;
}

static void
add_conditions (Join *join, AskSqlExpr *expr, AskSqlFrom *left)
{
  Condition condition = { .expr = expr, .left = left };
  Named named = { .froms = join->froms };
  const AskSqlVisit visit = { .expr = note_column, .user_data = &named };

  if (expr == NULL)
    return;
  if (expr->kind == ASK_EXPR_BINARY && expr->op == ASK_OP_AND)
    {
      add_conditions (join, expr->left, left);
      add_conditions (join, expr->right, left);
      return;
    }
  ask_sql_walk_expr (expr, &visit);
  condition.items = named.items;
  g_array_append_val (join->conditions, condition);
}

static guint64
bit_of (const Join *join, const AskSqlFrom *from)
{
  for (guint i = 0; i < join->froms->n; i++)
    if (join->froms->items[i] == from)
      return G_GUINT64_CONSTANT (1) << i;
  return 0;
}

/* Whether it says of two columns that they are equal: one of @from, one of what is joined already. */
static gboolean
find_key (const Join *join, const Condition *condition, const AskSqlFrom *from, AskSqlExpr **left, AskSqlExpr **right)
{
  const AskSqlExpr *expr = condition->expr;

  if (condition->done || condition->left != (from->join == ASK_JOIN_LEFT ? from : NULL) || expr->kind != ASK_EXPR_BINARY
      || expr->op != ASK_OP_EQUAL)
    return FALSE;
  *left = ask_sql_print_resolve (expr->left);
  *right = ask_sql_print_resolve (expr->right);
  if ((*left)->from == from)
    {
      AskSqlExpr *swap = *left;

      *left = *right;
      *right = swap;
    }
  return (*left)->kind == ASK_EXPR_COLUMN && (*right)->kind == ASK_EXPR_COLUMN && (*right)->from == from
         && (bit_of (join, (*left)->from) & join->done) != 0;
}

/* Of a Distributed table, and of whatever else has no parts of its own, nobody knows it (-1): it counts as the largest.
 */
static guint64
count_rows (const AskSqlFrom *from)
{
  return (guint64) from->catalog_table->rows;
}

/* Where all joins are inner ones the largest table is read as it comes, and the others are kept in memory. */
static AskSqlFrom *
pick_first (const Join *join)
{
  AskSqlFrom *first = join->froms->items[0];

  for (guint i = 1; i < join->froms->n; i++)
    if (join->froms->items[i]->join == ASK_JOIN_LEFT)
      return first;
  for (guint i = 1; i < join->froms->n; i++)
    if (count_rows (join->froms->items[i]) > count_rows (first))
      first = join->froms->items[i];
  return first;
}

/* The next one in the order of the text that an equality connects with what is there. No LEFT JOIN is passed over. */
static AskSqlFrom *
pick_next (const Join *join)
{
  AskSqlExpr *left;
  AskSqlExpr *right;

  for (guint i = 0; i < join->froms->n; i++)
    {
      AskSqlFrom *from = join->froms->items[i];

      if ((bit_of (join, from) & join->done) != 0)
        continue;
      for (guint c = 0; c < join->conditions->len; c++)
        if (find_key (join, &g_array_index (join->conditions, Condition, c), from, &left, &right))
          return from;
      if (from->join == ASK_JOIN_LEFT)
        break;
    }
  ask_sql_print_refuse_server (join->print, "A join needs an equality of two columns in");
  return NULL;
}

static gboolean
check_item (AskSqlPrint *self, const AskSqlFrom *from)
{
  const AskSqlTable *table = from->catalog_table;

  if (table == NULL || ask_sql_print_get_relation (from) != NULL)
    return ask_sql_print_refuse_server (self, "Rows of ours do not travel to");
  if (self->options->source == NULL || g_strcmp0 (table->source, self->options->source) != 0)
    return ask_sql_print_refuse (self, "A table belongs to another source");
  if (from->uses_rowid)
    return ask_sql_print_refuse_server (self, "A rowid has no equal in");
  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *column = table->columns->pdata[i];

      if (g_ascii_strncasecmp (column->remote != NULL ? column->remote : column->name, OURS, strlen (OURS)) == 0)
        return ask_sql_print_refuse_server (self, "A column's name begins as our own names do in a join for");
    }
  return TRUE;
}

static const char *
get_table (AskSqlPrint *self, const AskSqlFrom *from)
{
  const AskSqlTable *table = from->catalog_table;

  return table->remote != NULL ? table->remote : ask_sql_print_quote (self, table->name);
}

static AskSqlPrintItem *
add_item (Join *join, AskSqlFrom *from)
{
  AskSqlPrintItem *item = ask_sql_print_add_item (join->print, join->scope, from, from->join == ASK_JOIN_LEFT);

  item->bare = TRUE;
  g_hash_table_insert (join->print->items, from, item);
  join->print->item = item;
  g_ptr_array_add (join->joined, from);
  join->done |= bit_of (join, from);
  return item;
}

/* @columns: (out caller-allocates): which columns of @from stand in what is not written yet */
static void
find_needed (const Join *join, const AskSqlFrom *from, gboolean *columns)
{
  const AskSqlCore *core = join->scope->core;
  const AskSqlOrder *order = join->scope->order;
  Named named = { .froms = join->froms, .from = from, .columns = columns };
  const AskSqlVisit visit = { .expr = note_column, .user_data = &named };

  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].star != 0)
      memcpy (columns, from->used, from->n_columns * sizeof *columns);
    else
      ask_sql_walk_expr (core->results[i].expr, &visit);
  for (guint i = 0; i < core->group_by.n; i++)
    ask_sql_walk_expr (core->group_by.items[i], &visit);
  if (core->having != NULL)
    ask_sql_walk_expr (core->having, &visit);
  for (guint i = 0; order != NULL && i < order->n; i++)
    ask_sql_walk_expr (order->items[i].expr, &visit);
  for (guint i = 0; i < join->conditions->len; i++)
    if (!g_array_index (join->conditions, Condition, i).done)
      ask_sql_walk_expr (g_array_index (join->conditions, Condition, i).expr, &visit);
}

/* What is still needed of @from becomes a result of a subquery, and is called so from now on. */
static gboolean
move_columns (Join *join, AskSqlFrom *from, GPtrArray *outputs)
{
  AskSqlPrint *self = join->print;
  AskSqlPrintItem *item = ask_sql_print_find_item (self, from);
  g_autofree gboolean *needed = g_new0 (gboolean, from->n_columns + 1);
  AskSqlRep *shapes = g_new0 (AskSqlRep, from->n_columns + 1);

  g_ptr_array_add (self->garbage, shapes);
  find_needed (join, from, needed);
  for (guint i = 0; i < from->n_columns; i++)
    {
      g_autofree char *name = ask_sql_print_dup_bare_name (item, i);
      const char *quoted = ask_sql_print_quote (self, name);

      shapes[i].kind = ASK_REP_OPAQUE;
      if (!needed[i])
        continue;
      if (!ask_sql_print_column (self, from, (int) i, &shapes[i]))
        return FALSE;
      if (item->shapes == NULL)
        quoted = FILL2 ("{a} AS {b}", shapes[i].text, quoted);
      g_ptr_array_add (outputs, (gpointer) quoted);
    }
  item->shapes = shapes;
  item->n_shapes = from->n_columns;
  return TRUE;
}

/* @sql: a subquery up to its conditions. Returns: (nullable): with them; %NULL with the reason set */
static const char *
print_where (AskSqlPrint *self, GPtrArray *exprs, const char *sql)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  for (guint i = 0; i < exprs->len; i++)
    {
      const char *text = ask_sql_print_condition (self, exprs->pdata[i]);

      if (text == NULL)
        return NULL;
      g_ptr_array_add (texts, (gpointer) text);
    }
  return texts->len > 0 ? FILL2 ("{a} WHERE {b}", sql, ask_sql_print_join (self, texts, " AND ")) : sql;
}

/* What is joined already becomes a subquery, with the conditions that can be told by now. It has a column at least, that
 * of the key of what comes next. */
static gboolean
wrap (Join *join)
{
  AskSqlPrint *self = join->print;
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  g_autoptr (GPtrArray) where = g_ptr_array_new ();
  g_autofree char *alias = g_strdup_printf (OURS "q%u", join->joined->len);
  const char *sql;

  for (guint i = 0; i < join->conditions->len; i++)
    {
      Condition *condition = &g_array_index (join->conditions, Condition, i);

      if (condition->done || condition->left != NULL || (condition->items & ~join->done) != 0 || condition->items == 0)
        continue;
      condition->done = TRUE;
      g_ptr_array_add (where, condition->expr);
    }
  /* By the names that they have within. */
  if ((sql = print_where (self, where, FILL1 (" FROM {a}", join->text))) == NULL)
    return FALSE;
  for (guint i = 0; i < join->joined->len; i++)
    if (!move_columns (join, join->joined->pdata[i], outputs))
      return FALSE;
  join->text = FILL3 ("(SELECT {a}{b}) AS {c}", ask_sql_print_join (self, outputs, ", "), sql,
                      ask_sql_print_quote (self, alias));
  return TRUE;
}

/* Returns: whether the columns are equal there where they are here; else the reason is set, or, of an inner join, it
 * is left to WHERE */
static gboolean
add_key (Join *join, Side *side, Condition *condition, AskSqlExpr *left, AskSqlExpr *right)
{
  AskSqlPrint *self = join->print;
  g_autofree char *name = g_strdup_printf (OURS "%u_k%u", side->item->index, side->on->len + 1);
  const char *quoted = ask_sql_print_quote (self, name);
  AskSqlRep a;
  AskSqlRep b;

  if (!ask_sql_print_column (self, left->from, left->column, &a)
      || !ask_sql_print_column (self, right->from, right->column, &b)
      || ask_sql_print_compare (self, ASK_OP_EQUAL, &a, &b) == NULL)
    return FALSE;
  if (a.kind != b.kind || (a.kind != ASK_REP_INTEGER && a.kind != ASK_REP_TEXT))
    /* 0.0 and -0.0 are two keys. */
    return side->from->join != ASK_JOIN_LEFT
           || ask_sql_print_refuse_server (self, "Only integers and texts are keys of a LEFT JOIN in");
  if (a.kind == ASK_REP_INTEGER)
    {
      a.text = FILL1 (self->ops->widen, a.text);
      b.text = FILL1 (self->ops->widen, b.text);
    }
  g_ptr_array_add (side->outputs, (gpointer) FILL2 ("{a} AS {b}", b.text, quoted));
  g_ptr_array_add (side->on, (gpointer) FILL2 ("{a} = {b}", a.text, quoted));
  condition->done = TRUE;
  return TRUE;
}

/* Gives each condition its place: a key, the subquery on the right, or WHERE. */
static gboolean
place_conditions (Join *join, Side *side)
{
  AskSqlFrom *outer = side->from->join == ASK_JOIN_LEFT ? side->from : NULL;
  guint64 own = bit_of (join, side->from);

  for (guint i = 0; i < join->conditions->len; i++)
    {
      Condition *condition = &g_array_index (join->conditions, Condition, i);
      AskSqlExpr *left;
      AskSqlExpr *right;

      if (condition->done || condition->left != outer)
        continue;
      if (condition->items == own)
        {
          condition->done = TRUE;
          g_ptr_array_add (side->where, condition->expr);
        }
      else if (find_key (join, condition, side->from, &left, &right) && !add_key (join, side, condition, left, right))
        return FALSE;
      if (outer != NULL && !condition->done)
        return ask_sql_print_refuse_server (
          join->print,
          "A condition of a LEFT JOIN is neither an equality nor of the right table alone, and not written for");
    }
  return side->on->len > 0
         || ask_sql_print_refuse_server (join->print, "Only integers and texts are keys of a join in");
}

static gboolean
join_next (Join *join)
{
  AskSqlPrint *self = join->print;
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();
  g_autoptr (GPtrArray) on = g_ptr_array_new ();
  g_autoptr (GPtrArray) where = g_ptr_array_new ();
  Side side = { .outputs = outputs, .on = on, .where = where };
  g_autofree char *alias = NULL;
  const char *sql;

  if ((side.from = pick_next (join)) == NULL || (join->joined->len > 1 && !wrap (join)))
    return FALSE;
  side.item = add_item (join, side.from);
  if (!place_conditions (join, &side)
      || (sql = print_where (self, where, FILL1 (" FROM {a}", get_table (self, side.from)))) == NULL
      || !move_columns (join, side.from, outputs))
    return FALSE;
  alias = g_strdup_printf (OURS "t%u", side.item->index);
  sql = FILL3 ("(SELECT {a}{b}) AS {c}", ask_sql_print_join (self, outputs, ", "), sql,
               ask_sql_print_quote (self, alias));
  join->text = FILL3 (side.from->join == ASK_JOIN_LEFT ? "{a} GLOBAL ALL LEFT JOIN {b} ON {c}"
                                                       : "{a} GLOBAL ALL INNER JOIN {b} ON {c}",
                      join->text, sql, ask_sql_print_join (self, on, " AND "));
  return TRUE;
}

static const char *
print_joins (Join *join)
{
  AskSqlFrom *first;

  for (guint i = 0; i < join->froms->n; i++)
    {
      AskSqlFrom *from = join->froms->items[i];
      AskSqlFrom *outer = from->join == ASK_JOIN_LEFT ? from : NULL;

      if (!check_item (join->print, from))
        return NULL;
      add_conditions (join, from->on, outer);
      for (guint n = 0; n < from->equalities.n; n++)
        add_conditions (join, from->equalities.items[n], outer);
    }
  add_conditions (join, join->scope->core->where, NULL);
  first = pick_first (join);
  add_item (join, first);
  join->text = get_table (join->print, first);
  while (join->joined->len < join->froms->n)
    if (!join_next (join))
      return NULL;
  for (guint i = 0; i < join->conditions->len; i++)
    if (!g_array_index (join->conditions, Condition, i).done)
      g_ptr_array_add (join->scope->late, g_array_index (join->conditions, Condition, i).expr);
  join->scope->took_where = TRUE;
  return join->text;
}

/**
 * ask_sql_print_clickhouse_from:
 * @self: a printer of ClickHouse's dialect
 * @scope: of a core with several tables, comma, INNER, CROSS or LEFT between; gets what is left of their conditions
 *
 * Returns: (transfer none) (nullable): what stands after FROM; %NULL with the reason set
 */
const char *
ask_sql_print_clickhouse_from (AskSqlPrint *self, AskSqlPrintScope *scope)
{
  g_autoptr (GArray) conditions = g_array_new (FALSE, TRUE, sizeof (Condition));
  g_autoptr (GPtrArray) joined = g_ptr_array_new ();
  Join join
    = { .print = self, .scope = scope, .froms = &scope->core->from, .conditions = conditions, .joined = joined };

  if (scope->core->from.n > MAX_ITEMS)
    {
      ask_sql_print_refuse_server (self, "So many tables are not joined in");
      return NULL;
    }
  return print_joins (&join);
}

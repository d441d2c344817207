/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One column name and what it means: SQLite's lookupName(), step by step, so that the verdict is the
 * same: the tables of a SELECT, its rowids, its result columns' aliases, then the SELECTs around it;
 * at last a double-quoted word is a string, and TRUE and FALSE are numbers.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"

#include <string.h>

#define MAX_MERGED 64 /* tables in a join, SQLite's own limit */

/* From here on SQLite sees the rowids of tables in a join in parentheses, and calls a rowid that more
 * than one table has ambiguous; older ones look for it further out. */
#define ROWIDS_IN_JOINS (ASK_SQLITE_VERSION >= 3046000)

static gboolean
is_rowid (const char *name)
{
  static const char *const names[] = { "rowid", "oid", "_rowid_", NULL };

  return ask_sql_name_is_one_of (name, names);
}

static gboolean
has_rowid (const AskSqlFrom *from)
{
  if (from->catalog_table != NULL)
    return from->catalog_table->has_rowid;
  return from->cte == NULL && from->kind != ASK_FROM_TABLE;
}

/* Of "db.a.b.x" SQLite takes "a" for the table: behind parentheses nothing means a table with a dot. */
static gboolean
has_dot (const AskSqlEntry *entry)
{
  return entry->table != NULL && strchr (entry->table, '.') != NULL;
}

static gboolean
entry_matches (const AskSqlEntry *entry, AskSqlName name)
{
  if (has_dot (entry) || (name.schema != NULL && !ask_sql_same_name (entry->schema, name.schema)))
    return FALSE;
  if (name.table != NULL && !ask_sql_same_name (entry->table, name.table))
    return FALSE;
  return ask_sql_same_name (entry->name, name.name);
}

/* What has been found of a name in one SELECT so far. */
typedef struct
{
  guint count;
  const AskSqlItem *item;
  AskSqlExpr *target; /* of an entry */
  int column;
  AskSqlExpr *merged[MAX_MERGED];
  guint n_merged;
} Match;

static AskSqlExpr *
bind_match (AskSqlAnalyser *self, const Match *match, AskSqlSpan span)
{
  if (match->target == NULL)
    return ask_sql_item_bind (self, match->item, (guint) match->column, span);
  return ask_sql_tree_copy_expr (self->tree, match->target);
}

/* One more table has the name: which of them is meant? FALSE where the one before stays. */
static gboolean
takes_over (AskSqlAnalyser *self, Match *match, const AskSqlItem *item, const char *name)
{
  if (match->count == 0)
    return TRUE;
  if (!ask_sql_item_is_using (self, item, name))
    match->n_merged = 0;
  else if (!item->right)
    return FALSE;
  else if (!item->left)
    {
      match->count = 0;
      match->n_merged = 0;
    }
  else if (match->n_merged < MAX_MERGED)
    match->merged[match->n_merged++] = bind_match (self, match, (AskSqlSpan) { 0, 0 });
  return TRUE;
}

/* The tables of a join in parentheses, whose columns stand together. */
static void
match_rowids (const AskSqlItem *item, AskSqlName name, AskSqlRowids *rowids)
{
  const AskSqlFrom *before = NULL;

  for (guint i = 0; i < item->n_entries; i++)
    {
      const AskSqlEntry *entry = &item->entries[i];
      AskSqlFrom *from = entry->target->from;

      if (from == NULL || from == before || (name.schema != NULL && !ask_sql_same_name (entry->schema, name.schema))
          || (name.table != NULL && !ask_sql_same_name (entry->table, name.table)))
        continue;
      before = from;
      if (!has_rowid (from))
        continue;
      rowids->n++;
      rowids->from = from;
    }
}

static void
match_item (AskSqlAnalyser *self, const AskSqlItem *item, AskSqlName name, Match *match, AskSqlRowids *rowids)
{
  int column;

  if (item->nested)
    {
      gboolean hit = FALSE;

      for (guint i = 0; i < item->n_entries; i++)
        {
          const AskSqlEntry *entry = &item->entries[i];

          if (!entry_matches (entry, name) || !takes_over (self, match, item, name.name))
            continue;
          match->count++;
          match->item = item;
          match->target = entry->target;
          hit = TRUE;
          if (entry->using_term)
            break;
        }
      if (ROWIDS_IN_JOINS && match->count == 0 && rowids != NULL && is_rowid (name.name))
        match_rowids (item, name, rowids);
      if (hit || name.table == NULL)
        return;
    }
  if (name.table != NULL)
    {
      if (name.schema != NULL && !ask_sql_same_name (item->schema, name.schema))
        return;
      if (!ask_sql_same_name (item->name, name.table))
        return;
    }
  column = ask_sql_item_find_column (item, name.name);
  if (column >= 0)
    {
      if (!takes_over (self, match, item, name.name))
        return;
      match->count++;
      match->item = item;
      match->target = item->nested ? item->entries[column].target : NULL;
      match->column = column;
    }
  else if (match->count == 0 && rowids != NULL && !item->nested && has_rowid (item->from))
    {
      rowids->n++;
      rowids->from = item->from;
    }
}

static AskSqlExpr *
make_coalesce (AskSqlAnalyser *self, Match *match, AskSqlSpan span)
{
  AskSqlExpr *call = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, span);

  call->name = "coalesce";
  call->list.n = match->n_merged + 1;
  call->list.items = ask_sql_tree_alloc (self->tree, call->list.n * sizeof (AskSqlExpr *));
  memcpy (call->list.items, match->merged, match->n_merged * sizeof (AskSqlExpr *));
  call->list.items[match->n_merged] = bind_match (self, match, span);
  return call;
}

/**
 * ask_sql_items_match:
 * @name: of a column
 * @expr: (nullable): a COLUMN to be bound where there is one meaning
 * @rowids: (nullable) (inout): takes the tables that have only a rowid to give
 *
 * Looks at one FROM clause only.
 *
 * Returns: how many columns it could mean; 1 for those that USING merges
 */
guint
ask_sql_items_match (AskSqlAnalyser *self, const AskSqlItems *list, AskSqlName name, AskSqlExpr *expr,
                     AskSqlRowids *rowids)
{
  Match match;

  match.count = 0;
  match.item = NULL;
  match.target = NULL;
  match.column = -1;
  match.n_merged = 0;
  for (guint i = 0; i < list->n; i++)
    match_item (self, &list->items[i], name, &match, rowids);
  if (match.count == 0)
    return 0;
  if (match.count > 1)
    {
      if (match.n_merged != match.count - 1)
        return match.count;
      if (expr != NULL)
        {
          expr->alias = make_coalesce (self, &match, expr->span);
          expr->merged = TRUE;
        }
      return 1;
    }
  if (expr == NULL)
    return 1;
  if (match.target != NULL)
    {
      expr->from = match.target->from;
      expr->column = match.target->column;
      expr->alias = match.target->alias;
      expr->merged = match.target->merged;
    }
  else
    {
      expr->from = match.item->from;
      expr->column = match.column;
    }
  return 1;
}

static guint
count_work (const AskSqlItems *list)
{
  guint work = 1;

  for (guint i = 0; i < list->n; i++)
    work += ask_sql_item_count_work (&list->items[i]);
  return work;
}

static guint
count_hops (const AskSqlCore *from, const AskSqlCore *to)
{
  guint hops = 0;

  while (from != NULL && from != to)
    {
      from = from->parent;
      hops++;
    }
  return hops;
}

static void
note_outer (AskSqlScope *inner, AskSqlScope *outer, AskSqlExpr *expr)
{
  expr->depth = count_hops (inner->core, outer->core);
  for (AskSqlCore *core = inner->core; core != NULL && core != outer->core; core = core->parent)
    core->correlated = TRUE;
}

static gboolean
match_alias (AskSqlAnalyser *self, AskSqlScope *top, AskSqlScope *scope, AskSqlExpr *expr, gboolean *failed)
{
  for (guint i = 0; i < scope->core->n_outputs; i++)
    {
      const AskSqlNamed *named = &scope->named[i];
      AskSqlExpr *meant = scope->core->outputs[i].expr;

      if (!named->alias || !ask_sql_same_name (scope->core->outputs[i].name, expr->name))
        continue;
      if (!scope->allow_aggregate && named->has_aggregate)
        *failed
          = !ask_sql_misuse (self, expr->span, "“%s” stands for an aggregate, which cannot be used here", expr->name);
      else if (named->has_window && (!scope->allow_window || scope != top))
        *failed = !ask_sql_misuse (self, expr->span, "“%s” stands for a window function, which cannot be used here",
                                   expr->name);
      else if (ask_sql_expr_get_width (meant) != 1)
        *failed = !ask_sql_misuse (self, expr->span, "“%s” stands for several values, not for one", expr->name);
      /* Its aggregates are computed after WHERE and GROUP BY have done their work. */
      else if (named->has_aggregate && scope->phase == ASK_PHASE_WHERE)
        *failed = !ask_sql_misuse (self, expr->span,
                                   "“%s” stands for an aggregate, which cannot be used in WHERE; "
                                   "use HAVING",
                                   expr->name);
      expr->alias = meant;
      if (named->has_aggregate)
        scope->has_aggregate = TRUE;
      if (named->has_window)
        scope->has_window = TRUE;
      return TRUE;
    }
  return FALSE;
}

static gboolean
found_nothing (AskSqlAnalyser *self, AskSqlExpr *expr)
{
  if (expr->table == NULL && expr->quoted)
    {
      expr->is_string = TRUE;
      return TRUE;
    }
  if (expr->table == NULL && expr->bare && ask_sql_name_is_truth (expr->name))
    {
      expr->kind = ASK_EXPR_LITERAL;
      expr->literal = expr->name;
      expr->value = ask_value_integer (ask_sql_same_name (expr->name, "true"));
      return TRUE;
    }
  if (expr->schema != NULL)
    return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_COLUMN, expr->span, ask_sql_expr_get_name (expr),
                          "there is no column “%s.%s.%s” here", expr->schema, expr->table, expr->name);
  if (expr->table != NULL)
    return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_COLUMN, expr->span, ask_sql_expr_get_name (expr),
                          "there is no column “%s.%s” here", expr->table, expr->name);
  return ask_sql_found (self, ASK_SQL_ERROR_UNKNOWN_COLUMN, expr->span, ask_sql_expr_get_name (expr),
                        "there is no column “%s” here", expr->name);
}

/**
 * ask_sql_resolve_column:
 * @scope: (nullable): where it stands; %NULL for LIMIT, which sees no names
 * @expr: a COLUMN
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_column (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr)
{
  AskSqlRowids rowids = { 0, NULL };

  expr->from = NULL;
  expr->alias = NULL;
  expr->merged = FALSE;
  expr->column = -1;
  expr->depth = 0;
  expr->is_string = FALSE;
  for (AskSqlScope *at = scope; at != NULL; at = at->outer)
    {
      if (!ask_sql_go_on (self, count_work (&at->list)))
        return FALSE;

      guint count = ask_sql_items_match (self, &at->list, ask_sql_expr_get_name (expr), expr, &rowids);

      if (ROWIDS_IN_JOINS && count == 0 && rowids.n > 1 && is_rowid (expr->name))
        count = rowids.n;
      if (count > 1)
        return ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, expr->span, ask_sql_expr_get_name (expr),
                              "“%s” is a column of more than one table; write which one is meant", expr->name);
      if (count == 0 && rowids.n == 1 && is_rowid (expr->name))
        {
          expr->from = rowids.from;
          expr->column = -1;
          count = 1;
        }
      if (count == 0 && at->aliases && expr->table == NULL)
        {
          gboolean failed = FALSE;

          if (match_alias (self, scope, at, expr, &failed))
            count = 1;
          if (failed)
            return FALSE;
        }
      if (count == 1)
        {
          note_outer (scope, at, expr);
          return TRUE;
        }
    }

  gboolean metric = FALSE;
  gboolean go_on = ask_sql_resolve_metric (self, scope, expr, &metric);

  return metric ? go_on : found_nothing (self, expr);
}

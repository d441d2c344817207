/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Metrics: a name that is no column, no alias and nothing further out may be a figure of a table in
 * FROM. The expression behind it is put into the tree in its place, with its columns bound to that table, and
 * resolved like what is written. Last of all, so that a metric that is added to a schema never changes what a
 * statement meant before.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-definition-private.h"

typedef struct
{
  const AskSqlExpr *expr;
  const AskSqlItem *item;
  const AskSqlMetric *metric;
  guint count;
} Search;

static void
search_items (Search *self, const AskSqlItems *list)
{
  for (guint i = 0; i < list->n; i++)
    {
      const AskSqlItem *item = &list->items[i];
      const AskSqlTable *table = item->from->catalog_table;
      const AskSqlMetric *metric;

      if (item->inner != NULL)
        search_items (self, item->inner);
      if (item->nested || table == NULL
          || (self->expr->table != NULL && !ask_sql_same_name (item->name, self->expr->table))
          || (self->expr->schema != NULL && !ask_sql_same_name (item->schema, self->expr->schema)))
        continue;
      metric = ask_sql_table_find_metric (table, self->expr->name);
      if (metric == NULL)
        continue;
      self->item = item;
      self->metric = metric;
      self->count++;
    }
}

static gboolean
misuse (AskSqlAnalyser *self, const AskSqlExpr *expr, const char *why)
{
  return ask_sql_found (self, ASK_SQL_ERROR_MISUSE, expr->span, ask_sql_expr_get_name (expr), "the metric “%s” %s",
                        expr->name, why);
}

/* Why it may not stand here; NULL where it may. */
static const char *
find_misuse (const AskSqlScope *scope, const AskSqlScope *at)
{
  if (at->phase == ASK_PHASE_WHERE || scope->phase == ASK_PHASE_WHERE)
    return "is computed from many rows, so it cannot be used in WHERE or ON; use HAVING";
  if (at->phase == ASK_PHASE_GROUP)
    return "is computed from the rows of a group, so nothing can be grouped by it";
  if (!scope->allow_aggregate || !at->allow_aggregate)
    return "is an aggregate already and stands inside another one; leave the outer one out";
  if (at->phase == ASK_PHASE_ORDER && !at->core->has_aggregate)
    return "stands in ORDER BY of a SELECT that has no GROUP BY; add one, or select it too";
  return NULL;
}

/* NULLs are no values to these, so what an outer join adds does not count. */
static gboolean
leaves_null_out (const AskSqlExpr *call)
{
  static const char *const names[]
    = { "avg", "count", "group_concat", "max", "min", "string_agg", "sum", "total", NULL };

  return !call->star && call->list.n > 0 && ask_sql_name_is_one_of (call->name, names)
         && ask_sql_definition_is_strict (call->list.items[0]);
}

typedef struct
{
  AskSqlTree *tree;
  const AskSqlItem *item;
  const char *presence; /* nullable */
  gboolean failed;
} Guarded;

/* An outer join gives a row of NULLs where the table has none: count(*) would count it. */
static gboolean
guard_aggregate (AskSqlExpr *expr, gpointer data)
{
  Guarded *self = data;
  AskSqlExpr *there;

  if (!ask_sql_expr_is_aggregate (expr))
    return TRUE;
  if (expr->filter != NULL ? ask_sql_definition_is_strict (expr->filter) : leaves_null_out (expr))
    return FALSE;
  if (self->presence == NULL)
    {
      self->failed = TRUE;
      return FALSE;
    }
  there = ask_sql_tree_new_column (self->tree, self->item->name, self->presence);
  if (expr->star)
    {
      AskSqlExpr **args = ask_sql_tree_alloc (self->tree, sizeof *args);

      args[0] = there;
      expr->star = FALSE;
      expr->list = (AskSqlExprs) { args, 1 };
      return FALSE;
    }

  AskSqlExpr *test = ask_sql_tree_new_expr (self->tree, ASK_EXPR_IS_NULL, (AskSqlSpan) { 0, 0 });

  test->negated = TRUE;
  test->left = there;
  expr->filter = ask_sql_tree_new_and (self->tree, expr->filter, test);
  return FALSE;
}

typedef struct
{
  AskSqlSpan span;
  const AskSqlFrom *from;
  gboolean other;
} Look;

static gboolean
set_span (AskSqlExpr *expr, gpointer data)
{
  expr->span = ((Look *) data)->span;
  return TRUE;
}

static gboolean
count_node (AskSqlExpr *expr, gpointer data)
{
  ++*(guint *) data;
  return TRUE;
}

static gboolean
check_from (AskSqlExpr *expr, gpointer data)
{
  Look *look = data;

  look->other = look->other || (expr->kind == ASK_EXPR_COLUMN && expr->from != look->from);
  return TRUE;
}

/* What goes to the place of the metric's name; NULL with a problem noted, and whether to go on. */
static AskSqlExpr *
make_meant (AskSqlAnalyser *self, const Search *search, const AskSqlExpr *expr, gboolean *go_on)
{
  const AskSqlItem *item = search->item;
  const AskSqlTable *table = item->from->catalog_table;
  const AskSqlMetric *metric = search->metric;
  g_autofree char *problem = NULL;
  Guarded guarded = { self->tree, item, ask_sql_table_get_presence (table), FALSE };
  Look look = { .span = expr->span };
  AskSqlVisit guard = { .expr = guard_aggregate, .user_data = &guarded };
  AskSqlVisit place = { .expr = set_span, .user_data = &look };
  AskSqlVisit count = { .expr = count_node, .user_data = &self->n_defined };
  AskSqlExpr *meant = NULL;

  if (metric->expression != NULL)
    meant = ask_sql_definition_bind (self->tree, metric->expression, table, item->name, &problem);
  if (meant == NULL)
    {
      *go_on = ask_sql_misuse (self, expr->span, "the metric “%s” of “%s” cannot be used: %s", metric->name,
                               table->name, metric->problem != NULL ? metric->problem : problem);
      return NULL;
    }
  if (item->from->null_supplying)
    ask_sql_walk_expr (meant, &guard);
  if (guarded.failed)
    {
      *go_on = ask_sql_misuse (self, expr->span,
                               "the metric “%s” would count rows that are not there, since an outer join may "
                               "leave “%s” out and none of its columns is always filled; compute it in a "
                               "subquery first",
                               metric->name, item->name);
      return NULL;
    }
  ask_sql_walk_expr (meant, &place);
  ask_sql_walk_expr (meant, &count);
  if (self->n_defined > ASK_SQL_MAX_DEFINED)
    {
      *go_on = ask_sql_end (self, ASK_SQL_ERROR_TOO_LARGE, expr->span,
                            "the metric “%s” of “%s” makes the statement too large: with what metrics stand "
                            "for it has more than %u parts; name fewer of them, or define them in a simpler way",
                            metric->name, table->name, ASK_SQL_MAX_DEFINED);
      return NULL;
    }
  return meant;
}

/**
 * ask_sql_resolve_metric:
 * @scope: (nullable): where it stands
 * @expr: a COLUMN of which nothing else has been found; becomes what the metric means
 * @found: (out): whether there is a metric of that name; where not, nothing is changed
 *
 * Returns: whether to go on
 */
gboolean
ask_sql_resolve_metric (AskSqlAnalyser *self, AskSqlScope *scope, AskSqlExpr *expr, gboolean *found)
{
  Search search = { .expr = expr };
  AskSqlScope *at = scope;
  const char *why;
  gboolean go_on;

  for (; at != NULL; at = at->outer)
    {
      search_items (&search, &at->list);
      if (search.count > 0)
        break;
    }
  *found = search.count > 0;
  if (!*found)
    return TRUE;
  if (search.count > 1)
    return ask_sql_found (self, ASK_SQL_ERROR_AMBIGUOUS, expr->span, ask_sql_expr_get_name (expr),
                          "“%s” is a metric of more than one table; write which one is meant", expr->name);
  why = find_misuse (scope, at);
  if (why != NULL)
    return misuse (self, expr, why);
  if (self->metrics >= ASK_SQL_MAX_METRICS)
    return misuse (self, expr, "is made from itself in a circle");

  const AskSqlItem item = *search.item;
  const char *name = search.metric->name;
  Look look = { .from = item.from };
  AskSqlVisit visit = { .expr = check_from, .user_data = &look };

  AskSqlExpr *meant = make_meant (self, &search, expr, &go_on);

  if (meant == NULL)
    return go_on;
  *expr = *meant;
  expr->metric = TRUE;
  expr->metric_unit = search.metric->unit;
  self->tree->rewritten = TRUE;
  self->metrics++;
  go_on = ask_sql_resolve_expr (self, scope, expr);
  self->metrics--;
  if (!go_on)
    return FALSE;
  if (!ask_sql_expr_has (expr, ask_sql_expr_is_aggregate))
    return ask_sql_misuse (self, expr->span,
                           "the metric “%s” of “%s” has no aggregate, so it is no figure of many rows", name,
                           item.from->catalog_table->name);
  ask_sql_walk_expr (expr, &visit);
  if (look.other)
    return ask_sql_misuse (self, expr->span,
                           "the metric “%s” cannot be told apart from names around it; give “%s” another "
                           "name with AS",
                           name, item.name);
  return TRUE;
}

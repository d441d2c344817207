/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Terms of a SELECT as those of steps. What the steps have no word for becomes SQL of its own, never something else. A
 * form that the other direction writes is recognised by writing it and comparing.
 */
#include "config.h"

#include "explore/ask-build-private.h"

#include <string.h>

#include "sql/ask-sql-printer.h"
#include "understand/interpret/ask-draft.h"

/* Aliases that stand for aliases. */
#define MAX_DEPTH 20

static void read_term (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term, guint depth);

static gboolean
is_call_of (const AskSqlExpr *expr, const char *name)
{
  return expr->kind == ASK_EXPR_FUNCTION && g_ascii_strcasecmp (expr->name, name) == 0;
}

/* ---- fields */

static const AskBuildItem *
get_item (AskBuildReader *reader, guint i)
{
  return &g_array_index (reader->items, AskBuildItem, i);
}

static gboolean
find_in_item (const AskBuildItem *item, const char *name, gboolean metric, AskBuildTerm *term)
{
  const AskAttribute *attribute = !metric ? ask_entity_find_attribute (item->entity, name) : NULL;
  const AskMetric *figure = metric ? ask_entity_find_metric (item->entity, name) : NULL;
  const char *found = attribute != NULL ? attribute->name : figure != NULL ? figure->name : NULL;

  if (found == NULL)
    return FALSE;
  ask_build_term_clear (term);
  term->kind = ASK_BUILD_TERM_FIELD;
  term->item = g_strdup (item->name);
  term->name = g_strdup (found);
  return TRUE;
}

static gboolean
find_once (AskBuildReader *reader, const AskSqlExpr *expr, gboolean metric, AskBuildTerm *term)
{
  guint n = 0;

  for (guint i = 0; i < reader->items->len; i++)
    {
      const AskBuildItem *item = get_item (reader, i);

      if (expr->table == NULL || g_ascii_strcasecmp (item->name, expr->table) == 0)
        n += find_in_item (item, expr->name, metric, term);
    }
  return n == 1;
}

static const AskBuildColumn *
find_calculated (AskBuildReader *reader, const char *name)
{
  for (guint i = 0; reader->calculated != NULL && i < reader->calculated->len; i++)
    {
      const AskBuildColumn *column = reader->calculated->pdata[i];

      if (g_ascii_strcasecmp (column->alias, name) == 0)
        return column;
    }
  return NULL;
}

/*
 * ask_build_find_field:
 * @expr: of the text, not analysed
 * @term: (inout): gets the attribute, the metric, or the calculated column
 *
 * Returns: whether it is one
 */
gboolean
ask_build_find_field (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term)
{
  const AskBuildColumn *calculated;

  if (expr->kind != ASK_EXPR_COLUMN || expr->schema != NULL)
    return FALSE;
  if (find_once (reader, expr, FALSE, term) || (term->name == NULL && find_once (reader, expr, TRUE, term)))
    return TRUE;
  calculated = expr->table == NULL && term->name == NULL ? find_calculated (reader, expr->name) : NULL;
  ask_build_term_clear (term);
  if (calculated == NULL)
    return FALSE;
  term->kind = ASK_BUILD_TERM_FIELD;
  term->name = g_strdup (calculated->alias);
  return TRUE;
}

/* ask_build_find_result: Returns: (nullable): the result that AS gave the name @expr */
const AskSqlResult *
ask_build_find_result (AskBuildReader *reader, const AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_COLUMN || expr->table != NULL)
    return NULL;
  for (guint i = 0; i < reader->core->n_results; i++)
    {
      const AskSqlResult *result = &reader->core->results[i];

      if (result->alias != NULL && g_ascii_strcasecmp (result->alias, expr->name) == 0)
        return result;
    }
  return NULL;
}

/* ---- what sums up */

typedef struct
{
  AskBuildReader *reader;
  gboolean found;
} Search;

static gboolean
is_aggregate (const AskSqlExpr *expr)
{
  static const char *const names[]
    = { "avg", "count", "group_concat", "json_group_array", "json_group_object", "total", "sum", "string_agg", NULL };
  g_autofree char *name = NULL;

  if (expr->kind != ASK_EXPR_FUNCTION || expr->window != NULL)
    return FALSE;
  name = g_ascii_strdown (expr->name, -1);
  return g_strv_contains (names, name)
         || (expr->list.n == 1 && (strcmp (name, "min") == 0 || strcmp (name, "max") == 0));
}

static gboolean
look_for_sum (AskSqlExpr *expr, gpointer data)
{
  Search *self = data;
  g_auto (AskBuildTerm) term = { 0 };

  if (is_aggregate (expr))
    self->found = TRUE;
  else if (expr->kind == ASK_EXPR_COLUMN && ask_build_find_field (self->reader, expr, &term) && term.item != NULL)
    for (guint i = 0; i < self->reader->items->len; i++)
      if (strcmp (get_item (self->reader, i)->name, term.item) == 0
          && ask_entity_find_attribute (get_item (self->reader, i)->entity, term.name) == NULL)
        self->found = TRUE;
  return !self->found;
}

/* ask_build_expr_sums_up: Returns: whether it has an aggregate or a metric of this SELECT */
gboolean
ask_build_expr_sums_up (AskBuildReader *reader, const AskSqlExpr *expr)
{
  Search search = { reader, FALSE };
  const AskSqlVisit visit = { .expr = look_for_sum, .select = ask_build_pass_select, .user_data = &search };

  ask_sql_walk_expr ((AskSqlExpr *) expr, &visit);
  return search.found;
}

static AskBuildFunction
find_function (const AskSqlExpr *expr)
{
  static const char *const names[] = { NULL, "count", NULL, "sum", "avg", "min", "max" };

  if (!is_aggregate (expr) || expr->filter != NULL || (!expr->star && expr->list.n != 1))
    return ASK_BUILD_PLAIN;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL && is_call_of (expr, names[i]))
      {
        if (!expr->distinct)
          return (AskBuildFunction) i;
        return i == ASK_BUILD_COUNT ? ASK_BUILD_COUNT_DISTINCT : ASK_BUILD_PLAIN;
      }
  return ASK_BUILD_PLAIN;
}

/* ---- parts of times */

static gboolean
keep_column (AskSqlExpr *expr, gpointer data)
{
  const AskSqlExpr **found = data;

  if (expr->kind == ASK_EXPR_COLUMN && *found == NULL)
    *found = expr;
  return TRUE;
}

static gboolean
is_strftime (const AskSqlExpr *expr)
{
  return is_call_of (expr, "strftime");
}

/* Which part it gives of the one attribute that it names. */
static gboolean
read_part (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term)
{
  const AskSqlExpr *column = NULL;
  const AskSqlVisit visit = { .expr = keep_column, .select = ask_build_pass_select, .user_data = &column };
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  if (expr->kind == ASK_EXPR_COLUMN || !ask_sql_expr_has (expr, is_strftime))
    return FALSE;
  ask_sql_walk_expr ((AskSqlExpr *) expr, &visit);
  if (column == NULL)
    return FALSE;
  text = ask_sql_print_expr (expr);
  name = ask_sql_print_expr (column);
  for (AskTimePart part = ASK_TIME_YEAR; part <= ASK_TIME_HOUR; part++)
    {
      g_autoptr (GString) written = g_string_new (NULL);
      AskSqlExpr *again = NULL;
      g_autoptr (AskSqlTree) tree = NULL;
      g_autofree char *plain = NULL;

      ask_draft_append_part (written, part, name);
      tree = ask_build_parse_expression (written->str, &again, NULL);
      plain = tree != NULL ? ask_sql_print_expr (again) : NULL;
      if (g_strcmp0 (plain, text) == 0 && ask_build_find_field (reader, column, term) && term->item != NULL)
        {
          term->part = part;
          return TRUE;
        }
    }
  ask_build_term_clear (term);
  return FALSE;
}

/* ---- terms */

static void
take_expression (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term)
{
  ask_build_term_clear (term);
  term->kind = ASK_BUILD_TERM_EXPRESSION;
  term->name = ask_sql_print_expr (expr);
}

/* What a calculated column computes is that column. */
static void
name_calculated (AskBuildReader *reader, AskBuildTerm *term)
{
  if (term->kind == ASK_BUILD_TERM_FIELD && term->part == ASK_TIME_WHOLE)
    return;
  for (guint i = 0; reader->calculated != NULL && i < reader->calculated->len; i++)
    {
      const AskBuildColumn *column = reader->calculated->pdata[i];

      if (ask_build_term_equal (&column->term, term))
        {
          ask_build_term_clear (term);
          term->kind = ASK_BUILD_TERM_FIELD;
          term->name = g_strdup (column->alias);
          return;
        }
    }
}

static void
read_summary (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildFunction function, AskBuildTerm *term)
{
  if (expr->star)
    term->kind = ASK_BUILD_TERM_ALL;
  else
    read_term (reader, expr->list.items[0], term, MAX_DEPTH);
  term->function = function;
}

static void
read_term (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term, guint depth)
{
  AskBuildFunction function = find_function (expr);
  const AskSqlResult *result;

  ask_build_term_clear (term);
  if (function != ASK_BUILD_PLAIN && (!expr->star || function == ASK_BUILD_COUNT))
    {
      read_summary (reader, expr, function, term);
      return;
    }
  if (ask_build_find_field (reader, expr, term))
    return;
  result = depth < MAX_DEPTH ? ask_build_find_result (reader, expr) : NULL;
  if (result != NULL && result->expr != NULL)
    {
      read_term (reader, result->expr, term, depth + 1);
      return;
    }
  if (!read_part (reader, expr, term))
    take_expression (reader, expr, term);
  name_calculated (reader, term);
}

/*
 * ask_build_read_term:
 * @expr: of the text, not analysed
 * @term: (inout): gets what it is, SQL at worst
 */
void
ask_build_read_term (AskBuildReader *reader, const AskSqlExpr *expr, AskBuildTerm *term)
{
  read_term (reader, expr, term, 0);
}

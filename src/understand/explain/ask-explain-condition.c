/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has to hold, in words. ANDs and ORs that stand in each other are in parentheses.
 */
#include "config.h"

#include "understand/explain/ask-explain-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-printer.h"
#include "understand/explain/ask-span.h"

/* Of a list of values as many are said. */
#define MAX_VALUES 100
/* Two bounds of one period stand no farther from each other. */
#define MAX_APART 16

static gboolean
is_binary (const AskSqlExpr *expr, AskSqlOp op)
{
  return expr->kind == ASK_EXPR_BINARY && expr->op == op;
}

static const char *
get_text (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT ? expr->value.text : NULL;
}

/* ---- comparisons */

static gboolean
find_op (AskSqlOp op, AskDraftOp *found)
{
  switch (op)
    {
    case ASK_OP_EQUAL:
    case ASK_OP_IS:
      *found = ASK_DRAFT_EQUAL;
      return TRUE;
    case ASK_OP_NOT_EQUAL:
    case ASK_OP_IS_NOT:
      *found = ASK_DRAFT_NOT_EQUAL;
      return TRUE;
    case ASK_OP_LESS:
      *found = ASK_DRAFT_LESS;
      return TRUE;
    case ASK_OP_LESS_EQUAL:
      *found = ASK_DRAFT_LESS_EQUAL;
      return TRUE;
    case ASK_OP_GREATER:
      *found = ASK_DRAFT_GREATER;
      return TRUE;
    case ASK_OP_GREATER_EQUAL:
      *found = ASK_DRAFT_GREATER_EQUAL;
      return TRUE;
    default:
      return FALSE;
    }
}

/* (nullable): the unit of what is compared: of an attribute, or of what sums it up */
static const char *
find_unit (const AskSqlExpr *expr)
{
  static const char *const same[] = { "sum", "avg", "min", "max", "total", NULL };
  const AskEntity *entity;
  const AskAttribute *attribute;
  g_autofree char *name = expr->kind == ASK_EXPR_FUNCTION ? g_ascii_strdown (expr->name, -1) : NULL;

  if (name != NULL && expr->list.n == 1 && g_strv_contains (same, name))
    expr = expr->list.items[0];
  attribute = ask_schema_reader_find_attribute (expr, &entity);
  return attribute != NULL && attribute->unit != NULL && attribute->unit[0] != '\0' ? attribute->unit : NULL;
}

/* A value beside what it is compared with: "March", "5 kg". */
static char *
name_compared (AskExplain *self, const AskSqlExpr *with, const AskSqlExpr *value)
{
  AskTimePart part;
  g_autofree char *words = NULL;
  const char *unit;

  if (ask_explain_find_time (with, &part) != NULL)
    words = ask_explain_time_value (with, part, value);
  if (words != NULL)
    return g_steal_pointer (&words);
  words = ask_explain_value (self, value);
  unit
    = value->kind == ASK_EXPR_LITERAL && (value->value.kind == ASK_VALUE_INTEGER || value->value.kind == ASK_VALUE_REAL)
        ? find_unit (with)
        : NULL;
  return unit != NULL ? g_strdup_printf ("%s %s", words, unit) : g_steal_pointer (&words);
}

/* "day in 2025" for a year, a month or a day of a time; NULL where it is something else */
static char *
say_time (AskExplain *self, const AskSqlExpr *left, AskDraftOp op, const AskSqlExpr *right)
{
  AskTimePart part;
  const AskSqlExpr *time = op == ASK_DRAFT_EQUAL ? ask_explain_find_time (left, &part) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  g_autofree char *first = NULL;
  g_autofree char *after = NULL;
  guint year;
  guint month;

  if (time == NULL || right->kind != ASK_EXPR_LITERAL || (part != ASK_TIME_YEAR && part != ASK_TIME_MONTH))
    return NULL;
  name = ask_explain_value (self, time);
  value = ask_value_to_text (&right->value);
  if (strlen (value) != (part == ASK_TIME_YEAR ? 4 : 7) || strspn (value, "0123456789") != 4
      || (part == ASK_TIME_MONTH && (value[4] != '-' || strspn (value + 5, "0123456789") != 2)))
    return NULL;
  year = (guint) g_ascii_strtoull (value, NULL, 10);
  month = part == ASK_TIME_MONTH ? (guint) g_ascii_strtoull (value + 5, NULL, 10) : 1;
  first = g_strdup_printf ("%04u-%02u-01", year, month);
  if (part == ASK_TIME_YEAR)
    after = g_strdup_printf ("%04u-01-01", year + 1);
  else
    after = g_strdup_printf ("%04u-%02u-01", year + month / 12, month % 12 + 1);
  return ask_explain_period (name, first, after);
}

static char *
say_comparison (AskExplain *self, const AskSqlExpr *expr)
{
  const AskSqlExpr *left = expr->left;
  const AskSqlExpr *right = expr->right;
  AskSqlOp op = expr->op;
  AskDraftOp meant;
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;

  /* "5 < price" is "price above 5". */
  if (left->kind == ASK_EXPR_LITERAL && right->kind != ASK_EXPR_LITERAL)
    {
      op = ask_sql_op_get_mirrored (op);
      left = expr->right;
      right = expr->left;
    }
  if (!find_op (op, &meant))
    return ask_explain_as_it_is (expr);
  value = say_time (self, left, meant, right);
  if (value != NULL)
    return g_steal_pointer (&value);
  name = ask_explain_value (self, left);
  value = name_compared (self, left, right);
  return ask_reading_say (meant, name, value, NULL);
}

static char *
say_between (AskExplain *self, const AskSqlExpr *expr)
{
  const char *from = get_text (expr->list.items[0]);
  const char *to = get_text (expr->list.items[1]);
  const AskEntity *entity;
  const AskAttribute *attribute = ask_schema_reader_find_attribute (expr->left, &entity);
  g_autofree char *name = ask_explain_value (self, expr->left);
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *after = NULL;

  /* Of days the last one belongs to the period, of moments only its midnight. */
  if (!expr->negated && from != NULL && to != NULL && attribute != NULL
      && (attribute->meaning == ASK_MEANING_DATE || attribute->type == ASK_TYPE_DATE)
      && ask_explain_next_day (to, &after))
    {
      char *period = ask_explain_period (name, from, after);

      if (period != NULL)
        return period;
    }
  first = name_compared (self, expr->left, expr->list.items[0]);
  last = name_compared (self, expr->left, expr->list.items[1]);
  return ask_reading_say (expr->negated ? ASK_DRAFT_NOT_BETWEEN : ASK_DRAFT_BETWEEN, name, first, last);
}

/* ---- patterns and lists */

static const char *
get_pattern_words (gboolean begins, gboolean ends, gboolean negated)
{
  if (begins && ends)
    return negated ? _ ("%s does not contain %s") : _ ("%s contains %s");
  if (ends)
    return negated ? _ ("%s does not begin with %s") : _ ("%s begins with %s");
  return negated ? _ ("%s does not end with %s") : _ ("%s ends with %s");
}

static char *
say_like (AskExplain *self, const AskSqlExpr *expr)
{
  const char *pattern = expr->op == ASK_OP_LIKE && expr->escape == NULL ? get_text (expr->right) : NULL;
  gsize length = pattern != NULL ? strlen (pattern) : 0;
  gboolean begins = length > 1 && pattern[0] == '%';
  gboolean ends = length > 1 && pattern[length - 1] == '%';
  g_autofree char *name = ask_explain_value (self, expr->left);
  g_autofree char *value = NULL;

  if (begins || ends)
    {
      g_autofree char *inner = g_strndup (pattern + begins, length - begins - ends);
      AskSqlExpr text = *expr->right;

      if (inner[0] != '\0' && strpbrk (inner, "%_") == NULL)
        {
          text.value.text = inner;
          value = ask_explain_value (self, &text);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          return g_strdup_printf (get_pattern_words (begins, ends, expr->negated), name, value);
#pragma GCC diagnostic pop
        }
    }
  if (expr->escape != NULL || (expr->op != ASK_OP_LIKE && expr->op != ASK_OP_GLOB))
    return ask_explain_as_it_is (expr);
  value = ask_explain_value (self, expr->right);
  return ask_reading_say (expr->negated ? ASK_DRAFT_NOT_LIKE : ASK_DRAFT_LIKE, name, value, NULL);
}

static char *
say_list (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *name = ask_explain_value (self, expr->left);
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = MIN (expr->list.n, MAX_VALUES);

  if (n == 0)
    return g_strdup (expr->negated ? _ ("always") : _ ("never"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = name_compared (self, expr->left, expr->list.items[i]);

      g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", value);
    }
  if (n == 1)
    return ask_reading_say (expr->negated ? ASK_DRAFT_NOT_EQUAL : ASK_DRAFT_EQUAL, name, all->str, NULL);
  if (n < expr->list.n)
    {
      g_autofree char *more = g_strdup_printf ("%u", expr->list.n - n);

      g_string_append (all, ", ");
      /* Translators: a number of values that are not listed */
      g_string_append_printf (all, _ ("%s more"), more);
    }
  /* Translators: a name, and a list of values */
  return g_strdup_printf (expr->negated ? _ ("%s is none of %s") : _ ("%s is one of %s"), name, all->str);
}

static char *
say_among (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *name = ask_explain_value (self, expr->left);
  g_autofree char *select = NULL;

  if (expr->select == NULL)
    return ask_explain_as_it_is (expr);
  select = ask_explain_select (self, expr->select);
  return ask_reading_say (expr->negated ? ASK_DRAFT_NOT_IN : ASK_DRAFT_IN, name, select, NULL);
}

static char *
say_exists (AskExplain *self, const AskSqlExpr *expr, gboolean negated)
{
  g_autofree char *select = NULL;

  self->only_rows = expr->select->n_cores == 1 && expr->select->n_ctes == 0;
  select = ask_explain_select (self, expr->select);
  /* Translators: a query, in parentheses, that has a row or none */
  return g_strdup_printf (negated ? _ ("there is none: %s") : _ ("there is one: %s"), select);
}

static char *
say_not (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *inner = NULL;

  if (expr->left->kind == ASK_EXPR_EXISTS)
    return say_exists (self, expr->left, TRUE);
  inner = ask_explain_condition (self, expr->left);
  /* Translators: a condition that must not hold */
  return g_strdup_printf (_ ("not (%s)"), inner);
}

static gboolean
is_null (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_NULL;
}

static char *
say_empty (AskExplain *self, const AskSqlExpr *expr, gboolean negated)
{
  g_autofree char *name = ask_explain_value (self, expr->left);

  return ask_reading_say (negated ? ASK_DRAFT_IS_NOT_NULL : ASK_DRAFT_IS_NULL, name, NULL, NULL);
}

/* A value that is taken for yes or no. */
static char *
say_truth (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *name = NULL;
  gboolean truth;

  if (expr->kind == ASK_EXPR_LITERAL && ask_sql_expr_is_truth (expr, &truth))
    return g_strdup (truth ? _ ("always") : _ ("never"));
  name = ask_explain_value (self, expr);
  /* Translators: something that is yes or no */
  return g_strdup_printf (_ ("%s is true"), name);
}

static char *
say_one (AskExplain *self, const AskSqlExpr *expr)
{
  AskDraftOp op;

  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      if ((expr->op == ASK_OP_IS || expr->op == ASK_OP_IS_NOT) && is_null (expr->right))
        return say_empty (self, expr, expr->op == ASK_OP_IS_NOT);
      return find_op (expr->op, &op) ? say_comparison (self, expr) : say_truth (self, expr);
    case ASK_EXPR_IS_NULL:
      return say_empty (self, expr, expr->negated);
    case ASK_EXPR_BETWEEN:
      return say_between (self, expr);
    case ASK_EXPR_LIKE:
      return say_like (self, expr);
    case ASK_EXPR_IN_LIST:
      return say_list (self, expr);
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
      return say_among (self, expr);
    case ASK_EXPR_EXISTS:
      return say_exists (self, expr, FALSE);
    case ASK_EXPR_UNARY:
      return expr->op == ASK_OP_NOT ? say_not (self, expr) : say_truth (self, expr);
    case ASK_EXPR_LITERAL:
    case ASK_EXPR_PARAMETER:
    case ASK_EXPR_COLUMN:
    case ASK_EXPR_SELECT:
    case ASK_EXPR_CASE:
    case ASK_EXPR_CAST:
    case ASK_EXPR_COLLATE:
    case ASK_EXPR_FUNCTION:
    case ASK_EXPR_ROW:
    default:
      return say_truth (self, expr);
    }
}

/* ---- AND and OR */

static void
collect (const AskSqlExpr *expr, AskSqlOp op, GPtrArray *parts)
{
  if (!is_binary (expr, op))
    {
      g_ptr_array_add (parts, (gpointer) expr);
      return;
    }
  collect (expr->left, op, parts);
  collect (expr->right, op, parts);
}

static const char *
get_bound (const AskSqlExpr *expr, AskSqlOp op)
{
  return is_binary (expr, op) ? get_text (expr->right) : NULL;
}

/* Two bounds that mean a year, a month or a day: said as one, and the other is taken out. */
static char *
say_period (AskExplain *self, GPtrArray *parts, guint at)
{
  const AskSqlExpr *lower = parts->pdata[at];
  const char *first = get_bound (lower, ASK_OP_GREATER_EQUAL);

  for (guint i = at + 1; first != NULL && i < MIN (parts->len, at + 1 + MAX_APART); i++)
    {
      const AskSqlExpr *upper = parts->pdata[i];
      const char *after = get_bound (upper, ASK_OP_LESS);

      if (after != NULL && ask_sql_expr_equal (lower->left, upper->left))
        {
          g_autofree char *name = ask_explain_value (self, lower->left);
          char *period = ask_explain_period (name, first, after);

          if (period != NULL)
            {
              g_ptr_array_remove_index (parts, i);
              return period;
            }
        }
    }
  return NULL;
}

static gboolean
is_now (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT && strcmp (expr->value.text, "now") == 0;
}

/* Two bounds that move on with today, next to each other: "day in the last 30 days". */
static char *
say_span (AskExplain *self, GPtrArray *parts, guint at)
{
  const AskSqlExpr *lower = parts->pdata[at];
  const AskSqlExpr *upper = at + 1 < parts->len ? parts->pdata[at + 1] : NULL;
  g_autofree char *from = NULL;
  g_autofree char *before = NULL;
  g_autofree char *name = NULL;
  AskSpan span;

  if (upper == NULL || !is_binary (lower, ASK_OP_GREATER_EQUAL) || !is_binary (upper, ASK_OP_LESS)
      || !ask_sql_expr_has (lower->right, is_now) || !ask_sql_expr_equal (lower->left, upper->left))
    return NULL;
  from = ask_sql_print_expr (lower->right);
  before = ask_sql_print_expr (upper->right);
  if (!ask_span_find (from, before, &span))
    return NULL;
  g_ptr_array_remove_index (parts, at + 1);
  name = ask_explain_value (self, lower->left);
  return ask_span_to_words (&span, name);
}

static char *
say_all (AskExplain *self, const AskSqlExpr *expr, gboolean joined)
{
  AskSqlOp op = is_binary (expr, ASK_OP_OR) ? ASK_OP_OR : ASK_OP_AND;
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_autoptr (GString) all = g_string_new (NULL);

  collect (expr, op, parts);
  for (guint i = 0; i < parts->len; i++)
    {
      const AskSqlExpr *part = parts->pdata[i];
      gboolean inner = parts->len > 1 && (is_binary (part, ASK_OP_AND) || is_binary (part, ASK_OP_OR));
      g_autofree char *words = NULL;

      if (joined && op == ASK_OP_AND && ask_explain_is_join (self, part))
        continue;
      if (op == ASK_OP_AND)
        words = say_period (self, parts, i);
      if (op == ASK_OP_AND && words == NULL)
        words = say_span (self, parts, i);
      if (words == NULL)
        words = is_binary (part, ASK_OP_AND) || is_binary (part, ASK_OP_OR) ? say_all (self, part, FALSE)
                                                                            : say_one (self, part);
      if (all->len > 0)
        g_string_append_printf (all, " %s ", op == ASK_OP_OR ? _ ("or") : _ ("and"));
      g_string_append_printf (all, inner ? "(%s)" : "%s", words);
    }
  return g_strdup (all->str);
}

/** ask_explain_condition: Returns: (transfer full): what has to hold */
char *
ask_explain_condition (AskExplain *self, const AskSqlExpr *expr)
{
  return say_all (self, expr, FALSE);
}

/**
 * ask_explain_conditions:
 * @expr: of a WHERE, or of an ON
 *
 * Returns: (transfer full) (nullable): what has to hold beyond the relationships that FROM follows; %NULL for nothing
 */
char *
ask_explain_conditions (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *words = say_all (self, expr, TRUE);

  return words[0] != '\0' ? g_steal_pointer (&words) : NULL;
}

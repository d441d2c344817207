/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is computed, in words. What has none is shown as it is, in quotes.
 */
#include "config.h"

#include "understand/explain/ask-explain-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"
#include "sql/ask-sql-printer.h"

static gboolean
is_called (const AskSqlExpr *expr, const char *name)
{
  return g_ascii_strcasecmp (expr->name, name) == 0;
}

/** ask_explain_as_it_is: Returns: (transfer full): @expr as SQL, in quotes */
char *
ask_explain_as_it_is (const AskSqlExpr *expr)
{
  g_autofree char *sql = ask_sql_print_expr (expr);

  return ask_explain_quote (sql);
}

/**
 * ask_explain_values:
 * @list: values
 * @last: what stands between them
 *
 * Returns: (transfer full): all of them
 */
char *
ask_explain_values (AskExplain *self, const AskSqlExprs *list, const char *last)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < list->n; i++)
    {
      g_autofree char *value = ask_explain_value (self, list->items[i]);

      g_string_append_printf (all, "%s%s", i > 0 ? last : "", value);
    }
  return g_strdup (all->str);
}

/* ---- values that were written */

/* Whether it can stand among words without quotes. */
static gboolean
is_plain (const char *text)
{
  gsize length = strlen (text);

  if (length == 0 || text[0] == ' ' || text[length - 1] == ' ' || !g_utf8_validate (text, -1, NULL))
    return FALSE;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isalnum (g_utf8_get_char (p)) && !g_unichar_ismark (g_utf8_get_char (p))
        && strchr (" -.:/_@+'&", *p) == NULL)
      return FALSE;
  return TRUE;
}

static char *
name_literal (const AskSqlExpr *expr)
{
  switch (expr->value.kind)
    {
    case ASK_VALUE_NULL:
      /* Translators: no value */
      return g_strdup (_ ("nothing"));
    case ASK_VALUE_TEXT:
      return is_plain (expr->value.text) ? g_strdup (expr->value.text) : ask_explain_quote (expr->value.text);
    case ASK_VALUE_BLOB:
      return ask_explain_as_it_is (expr);
    default:
      return expr->literal != NULL ? g_strdup (expr->literal) : ask_value_to_text (&expr->value);
    }
}

/* ---- arithmetic */

static const char *
get_sign (AskSqlOp op)
{
  switch (op)
    {
    case ASK_OP_ADD:
      return "+";
    case ASK_OP_SUBTRACT:
      return "−";
    case ASK_OP_MULTIPLY:
      return "×";
    case ASK_OP_DIVIDE:
      return "/";
    default:
      return NULL;
    }
}

static char *
name_operand (AskExplain *self, const AskSqlExpr *expr, gboolean bare)
{
  g_autofree char *name = ask_explain_value (self, expr);

  return !bare && expr->kind == ASK_EXPR_BINARY ? g_strdup_printf ("(%s)", name) : g_steal_pointer (&name);
}

static gboolean
is_julian (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION && expr->list.n == 1 && is_called (expr, "julianday");
}

/* Whether it is yes or no. */
static gboolean
is_condition (const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_BINARY:
      return expr->op >= ASK_OP_OR && expr->op <= ASK_OP_GREATER_EQUAL;
    case ASK_EXPR_UNARY:
      return expr->op == ASK_OP_NOT;
    case ASK_EXPR_IS_NULL:
    case ASK_EXPR_BETWEEN:
    case ASK_EXPR_LIKE:
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
    case ASK_EXPR_EXISTS:
      return TRUE;
    default:
      return FALSE;
    }
}

static char *
name_binary (AskExplain *self, const AskSqlExpr *expr)
{
  const char *sign = get_sign (expr->op);
  g_autofree char *left = NULL;
  g_autofree char *right = NULL;

  if (expr->op == ASK_OP_SUBTRACT && is_julian (expr->left) && is_julian (expr->right))
    {
      left = ask_explain_value (self, expr->right->list.items[0]);
      right = ask_explain_value (self, expr->left->list.items[0]);
      return g_strdup_printf (_ ("days from %s to %s"), left, right);
    }
  if (sign == NULL && expr->op != ASK_OP_CONCAT)
    return ask_explain_as_it_is (expr);
  left = name_operand (self, expr->left, expr->left->op == expr->op || expr->left->op == ASK_OP_CONCAT);
  right = name_operand (self, expr->right, expr->op == ASK_OP_CONCAT && expr->right->op == ASK_OP_CONCAT);
  if (sign != NULL)
    return g_strdup_printf ("%s %s %s", left, sign, right);
  /* Translators: two texts, one behind the other */
  return g_strdup_printf (_ ("%s followed by %s"), left, right);
}

/* ---- CASE */

static char *
name_case (AskExplain *self, const AskSqlExpr *expr)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i + 1 < expr->list.n; i += 2)
    {
      g_autofree char *value = ask_explain_value (self, expr->list.items[i + 1]);
      g_autofree char *when = NULL;

      if (expr->left != NULL)
        {
          g_autofree char *base = ask_explain_value (self, expr->left);
          g_autofree char *with = ask_explain_value (self, expr->list.items[i]);

          when = ask_reading_say (ASK_DRAFT_EQUAL, base, with, NULL);
        }
      else
        when = ask_explain_condition (self, expr->list.items[i]);
      if (i > 0)
        g_string_append (all, "; ");
      /* Translators: a value, and where it holds */
      g_string_append_printf (all, _ ("%s where %s"), value, when);
    }
  if (expr->right != NULL)
    {
      g_autofree char *other = ask_explain_value (self, expr->right);

      g_string_append (all, "; ");
      /* Translators: a value that holds everywhere else */
      g_string_append_printf (all, _ ("else %s"), other);
    }
  return g_strdup_printf ("(%s)", all->str);
}

/* ---- aggregates */

static gboolean
is_integer (const AskSqlExpr *expr, gint64 number)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_INTEGER && expr->value.integer == number;
}

/* sum (CASE WHEN a THEN 1 ELSE 0 END): the rows where something holds */
static const AskSqlExpr *
find_counted (const AskSqlExpr *expr)
{
  const AskSqlExpr *inner = expr->list.n == 1 ? expr->list.items[0] : NULL;

  if (inner == NULL || inner->kind != ASK_EXPR_CASE || inner->left != NULL || inner->list.n != 2 || expr->distinct)
    return NULL;
  if (is_called (expr, "sum") && is_integer (inner->list.items[1], 1) && inner->right != NULL
      && is_integer (inner->right, 0))
    return inner->list.items[0];
  if (is_called (expr, "count") && inner->list.items[1]->kind == ASK_EXPR_LITERAL
      && inner->list.items[1]->value.kind != ASK_VALUE_NULL && inner->right == NULL)
    return inner->list.items[0];
  return NULL;
}

static char *
name_rows (AskExplain *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autofree char *name = NULL;

  if (self->core != NULL)
    ask_sql_core_get_items (self->core, items);
  if (items->len != 1 || ((const AskSqlFrom *) items->pdata[0])->catalog_table == NULL)
    return g_strdup (_ ("number of rows"));
  name = ask_explain_item (items->pdata[0]);
  return ask_reading_name_count (name);
}

/* (nullable): where there are words for it */
static char *
name_aggregate (AskExplain *self, const AskSqlExpr *expr)
{
  static const struct
  {
    const char *name;
    AskDraftAggregate aggregate;
  } known[] = { { "count", ASK_DRAFT_COUNT }, { "sum", ASK_DRAFT_SUM }, { "total", ASK_DRAFT_SUM },
                { "avg", ASK_DRAFT_AVG },     { "min", ASK_DRAFT_MIN }, { "max", ASK_DRAFT_MAX } };
  const AskSqlExpr *counted = find_counted (expr);
  g_autofree char *name = NULL;

  if (counted != NULL)
    {
      g_autofree char *rows = name_rows (self);

      name = ask_explain_condition (self, counted);
      /* Translators: a figure, and of which rows it is made */
      return g_strdup_printf (_ ("%s (only where %s)"), rows, name);
    }
  if (is_called (expr, "count")
      && (expr->star
          || (expr->list.n == 1 && expr->list.items[0]->kind == ASK_EXPR_LITERAL
              && expr->list.items[0]->value.kind != ASK_VALUE_NULL && !expr->distinct)))
    return name_rows (self);
  if (expr->list.n == 0)
    return NULL;
  name = ask_explain_value (self, expr->list.items[0]);
  if (expr->distinct && !is_called (expr, "count"))
    {
      g_autofree char *each = g_steal_pointer (&name);

      name = g_strdup_printf (_ ("different %s"), each);
    }
  if (is_called (expr, "group_concat") || is_called (expr, "string_agg"))
    return g_strdup_printf (_ ("list of %s"), name);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (expr->list.n == 1 && is_called (expr, known[i].name))
      return ask_reading_name_aggregate (known[i].aggregate, expr->distinct, name);
  return NULL;
}

/* ---- windows */

static const AskSqlWindow *
find_window (const AskSqlCore *core, const char *name)
{
  for (guint i = 0; core != NULL && name != NULL && i < core->n_windows; i++)
    if (g_ascii_strcasecmp (core->windows[i]->name, name) == 0)
      return core->windows[i];
  return NULL;
}

/* (nullable): where there are words for it */
static char *
name_over (AskExplain *self, const AskSqlExpr *expr)
{
  static const struct
  {
    const char *name;
    const char *words;
    guint n;
  } known[] = { { "row_number", N_ ("row number"), 0 },    { "rank", N_ ("rank"), 0 },
                { "dense_rank", N_ ("rank"), 0 },          { "lag", N_ ("%s of the row before"), 1 },
                { "lead", N_ ("%s of the row after"), 1 }, { "first_value", N_ ("first %s"), 1 },
                { "last_value", N_ ("last %s"), 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (is_called (expr, known[i].name) && expr->list.n == known[i].n)
      {
        g_autofree char *name = known[i].n > 0 ? ask_explain_value (self, expr->list.items[0]) : NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        return name != NULL ? g_strdup_printf (_ (known[i].words), name) : g_strdup (_ (known[i].words));
#pragma GCC diagnostic pop
      }
  return name_aggregate (self, expr);
}

static char *
name_window (AskExplain *self, const AskSqlExpr *expr)
{
  const AskSqlWindow *window = expr->window;
  const AskSqlWindow *base = find_window (self->core, window->base);
  const AskSqlExprs *partition = &window->partition;
  const AskSqlOrder *order = &window->order;
  g_autofree char *name = name_over (self, expr);
  g_autoptr (GString) over = g_string_new (NULL);

  if (name == NULL || window->has_frame || (window->base != NULL && base == NULL)
      || (base != NULL && (base->has_frame || base->base != NULL)))
    return ask_explain_as_it_is (expr);
  if (base != NULL && partition->n == 0)
    partition = &base->partition;
  if (base != NULL && order->n == 0)
    order = &base->order;
  if (partition->n > 0)
    {
      g_autofree char *each = ask_explain_values (self, partition, ", ");

      /* Translators: of what there is one group each */
      g_string_append_printf (over, _ ("for each %s"), each);
    }
  for (guint i = 0; i < order->n; i++)
    {
      g_autofree char *by = ask_explain_value (self, order->items[i].expr);

      g_string_append (over, over->len > 0 ? "; " : "");
      g_string_append_printf (over, order->items[i].descending ? _ ("by %s, largest first") : _ ("by %s"), by);
    }
  return g_strdup_printf ("%s (%s)", name, over->len > 0 ? over->str : _ ("over all rows"));
}

/* ---- functions */

/* (nullable): where there are words for it */
static char *
name_now (const AskSqlExpr *expr)
{
  const AskSqlExpr *of = expr->list.n == 1 ? expr->list.items[0] : NULL;
  gboolean now = of != NULL && of->kind == ASK_EXPR_LITERAL && of->value.kind == ASK_VALUE_TEXT
                 && g_ascii_strcasecmp (of->value.text, "now") == 0;

  if (is_called (expr, "current_date") || (now && is_called (expr, "date")))
    return g_strdup (_ ("today"));
  if (is_called (expr, "current_timestamp") || (now && is_called (expr, "datetime")))
    return g_strdup (_ ("now"));
  return NULL;
}

/* (nullable): where there are words for it */
static char *
name_plain_call (AskExplain *self, const AskSqlExpr *expr)
{
  static const struct
  {
    const char *name;
    guint n;
    const char *words;
  } known[] = { { "round", 1, N_ ("%s rounded") },
                { "round", 2, N_ ("%s rounded to %s digits") },
                { "lower", 1, N_ ("%s in small letters") },
                { "fold", 1, N_ ("%s without capitals and accents") },
                { "upper", 1, N_ ("%s in capitals") },
                { "trim", 1, N_ ("%s without spaces around it") },
                { "length", 1, N_ ("length of %s") },
                { "abs", 1, N_ ("%s without its sign") },
                { "coalesce", 2, N_ ("%s (%s where it is empty)") },
                { "ifnull", 2, N_ ("%s (%s where it is empty)") },
                { "nullif", 2, N_ ("%s (nothing where it is %s)") } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (is_called (expr, known[i].name) && expr->list.n == known[i].n)
      {
        g_autofree char *first = ask_explain_value (self, expr->list.items[0]);
        g_autofree char *second = known[i].n > 1 ? ask_explain_value (self, expr->list.items[1]) : NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        return second != NULL ? g_strdup_printf (_ (known[i].words), first, second)
                              : g_strdup_printf (_ (known[i].words), first);
#pragma GCC diagnostic pop
      }
  return NULL;
}

static char *
name_call (AskExplain *self, const AskSqlExpr *expr)
{
  AskTimePart part;
  const AskSqlExpr *time;
  g_autofree char *name = NULL;

  if (expr->window != NULL)
    return name_window (self, expr);
  if (expr->is_aggregate)
    {
      name = name_aggregate (self, expr);
      if (name == NULL)
        return ask_explain_as_it_is (expr);
    }
  else
    {
      time = ask_explain_find_time (expr, &part);
      if (time != NULL)
        {
          g_autofree char *of = ask_explain_value (self, time);

          return ask_reading_name_part (part, of);
        }
      name = name_now (expr);
      if (name == NULL)
        name = name_plain_call (self, expr);
      return name != NULL ? g_steal_pointer (&name) : ask_explain_as_it_is (expr);
    }
  if (expr->filter != NULL)
    {
      g_autofree char *all = g_steal_pointer (&name);
      g_autofree char *where = ask_explain_condition (self, expr->filter);

      name = g_strdup_printf (_ ("%s (only where %s)"), all, where);
    }
  return g_steal_pointer (&name);
}

static char *
name_collated (AskExplain *self, const AskSqlExpr *expr)
{
  g_autofree char *name = ask_explain_value (self, expr->left);

  if (g_ascii_strcasecmp (expr->name, "NOCASE") == 0)
    return g_strdup_printf (_ ("%s in small or large letters"), name);
  return g_ascii_strcasecmp (expr->name, "BINARY") == 0 ? g_steal_pointer (&name) : ask_explain_as_it_is (expr);
}

/**
 * ask_explain_value:
 * @expr: an expression
 *
 * Returns: (transfer full): what it gives
 */
char *
ask_explain_value (AskExplain *self, const AskSqlExpr *expr)
{
  AskTimePart part;
  const AskSqlExpr *time;
  g_autofree char *inner = NULL;

  if (is_condition (expr))
    {
      inner = ask_explain_condition (self, expr);
      /* Translators: a condition whose truth is shown */
      return g_strdup_printf (_ ("whether %s"), inner);
    }
  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
      return name_literal (expr);
    case ASK_EXPR_COLUMN:
      return expr->is_string ? g_strdup (expr->name) : ask_explain_column (expr);
    case ASK_EXPR_BINARY:
    case ASK_EXPR_CAST:
      time = ask_explain_find_time (expr, &part);
      inner = time != NULL ? ask_explain_value (self, time) : NULL;
      if (inner != NULL)
        return ask_reading_name_part (part, inner);
      return expr->kind == ASK_EXPR_CAST ? ask_explain_value (self, expr->left) : name_binary (self, expr);
    case ASK_EXPR_UNARY:
      if (expr->op != ASK_OP_NEGATIVE && expr->op != ASK_OP_POSITIVE)
        return ask_explain_as_it_is (expr);
      inner = name_operand (self, expr->left, FALSE);
      return g_strdup_printf ("%s%s", expr->op == ASK_OP_NEGATIVE ? "-" : "", inner);
    case ASK_EXPR_SELECT:
      return ask_explain_select (self, expr->select);
    case ASK_EXPR_CASE:
      return name_case (self, expr);
    case ASK_EXPR_COLLATE:
      return name_collated (self, expr);
    case ASK_EXPR_FUNCTION:
      return name_call (self, expr);
    case ASK_EXPR_ROW:
      inner = ask_explain_values (self, &expr->list, ", ");
      return g_strdup_printf ("(%s)", inner);
    default:
      return ask_explain_as_it_is (expr);
    }
}

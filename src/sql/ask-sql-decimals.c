/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQLite has no decimals: they are texts under the collation "decimal" here. SQLite forgets what a column
 * is as soon as a function or a subquery gives its value, and beside a number it would round one of the
 * two: a real to a text of 15 digits, or the decimal to a double. This writes down what is meant. It
 * changes nothing that servers are sent.
 *
 * Where a decimal meets a number, the number becomes the decimal that it is: a literal the one that is
 * written ('0.00001'), anything else what ask_decimal() makes of it, see base/ask-decimal.c. All that is then
 * compared, sorted or shown is digits.
 */
#include "config.h"

#include "sql/ask-sql-decimals-private.h"

#include "base/ask-decimal.h"

#include <string.h>

#define NUMBER_TO_DECIMAL "ask_decimal"

static gboolean
is_null (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_NULL;
}

/**
 * ask_sql_expr_dup_digits:
 * @expr: any expression
 *
 * Returns: (transfer full) (nullable): the digits of a literal number, as they are written and not as the
 *   double next to them, perhaps with a sign; %NULL for anything else
 */
char *
ask_sql_expr_dup_digits (const AskSqlExpr *expr)
{
  const AskSqlExpr *literal = expr;
  gboolean negative = FALSE;
  g_autofree char *digits = NULL;

  if (expr->kind == ASK_EXPR_UNARY && (expr->op == ASK_OP_NEGATIVE || expr->op == ASK_OP_POSITIVE))
    {
      negative = expr->op == ASK_OP_NEGATIVE;
      literal = expr->left;
    }
  if (literal->kind != ASK_EXPR_LITERAL)
    return NULL;
  if (literal->value.kind == ASK_VALUE_INTEGER)
    digits = g_strdup_printf ("%" G_GINT64_FORMAT, literal->value.integer);
  else if (literal->value.kind == ASK_VALUE_REAL && literal->literal != NULL)
    digits = ask_decimal_write_out (literal->literal, strlen (literal->literal));
  if (digits == NULL || !negative)
    return g_steal_pointer (&digits);
  /* Of 0 and of the least integer there is no other one. */
  if (digits[0] == '-')
    return g_strdup (digits + 1);
  return strspn (digits, "0.") == strlen (digits) ? g_steal_pointer (&digits) : g_strconcat ("-", digits, NULL);
}

static AskSqlExpr *
new_text (AskSqlTree *tree, const char *text)
{
  AskSqlExpr *expr = ask_sql_tree_new_expr (tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });
  g_autofree char *quoted = g_strdup_printf ("'%s'", text);

  expr->literal = ask_sql_tree_strdup (tree, quoted, -1);
  expr->value = ask_value_text (ask_sql_tree_strdup (tree, text, -1), -1);
  expr->type = ASK_TYPE_TEXT;
  return expr;
}

/* Whether it is, or may be, a number that is no decimal yet. */
static gboolean
may_be_number (const AskSqlExpr *expr)
{
  if (ask_sql_expr_is_decimal (expr) || is_null (expr) || expr->kind == ASK_EXPR_COLLATE || expr->kind == ASK_EXPR_ROW
      || (expr->kind == ASK_EXPR_FUNCTION && ask_sql_same_name (expr->name, NUMBER_TO_DECIMAL)))
    return FALSE;
  return expr->type == ASK_TYPE_INTEGER || expr->type == ASK_TYPE_REAL || expr->type == ASK_TYPE_BOOLEAN
         || expr->type == ASK_TYPE_DECIMAL || expr->type == ASK_TYPE_ANY;
}

static AskSqlExpr *
new_cast (AskSqlTree *tree, AskSqlExpr *expr, const char *type)
{
  AskSqlExpr *cast = ask_sql_tree_new_expr (tree, ASK_EXPR_CAST, expr->span);

  cast->name = type;
  cast->left = expr;
  cast->type = ASK_TYPE_ANY;
  return cast;
}

/* A value that has TEXT affinity and the collation, whatever @expr was. */
static AskSqlExpr *
collate (AskSqlTree *tree, AskSqlExpr *expr)
{
  AskSqlExpr *collated = ask_sql_tree_new_expr (tree, ASK_EXPR_COLLATE, expr->span);

  collated->left = new_cast (tree, expr, "TEXT");
  collated->name = "decimal";
  collated->nullable = expr->nullable;
  collated->type = ASK_TYPE_DECIMAL;
  collated->affinity = ASK_AFFINITY_TEXT;
  collated->collation = "decimal";
  return collated;
}

/* The decimal that a number is; what is one already, or surely no number, stays. */
static AskSqlExpr *
become_decimal (AskSqlDecimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *call;
  g_autofree char *digits = NULL;

  if (!may_be_number (expr))
    return expr;
  self->changed = TRUE;
  digits = ask_sql_expr_dup_digits (expr);
  if (digits != NULL)
    return new_text (self->tree, digits);
  call = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, expr->span);
  call->name = NUMBER_TO_DECIMAL;
  call->list.items = ask_sql_tree_alloc (self->tree, sizeof *call->list.items);
  call->list.items[0] = expr;
  call->list.n = 1;
  call->type = ASK_TYPE_DECIMAL;
  call->nullable = expr->nullable;
  return call;
}

/* Where one of them is a decimal, the other one becomes one. */
static void
meet (AskSqlDecimals *self, AskSqlExpr **a, AskSqlExpr **b)
{
  if (ask_sql_expr_is_decimal (*a))
    *b = become_decimal (self, *b);
  else if (ask_sql_expr_is_decimal (*b))
    *a = become_decimal (self, *a);
}

/* As a decimal by whose collation others are compared, too. */
static AskSqlExpr *
become_collated (AskSqlDecimals *self, AskSqlExpr *expr)
{
  return collate (self->tree, become_decimal (self, expr));
}

/* One value against several: where any of them is a decimal, all become one. */
static void
meet_all (AskSqlDecimals *self, AskSqlExpr **one, AskSqlExpr **items, guint n, guint step)
{
  gboolean any = ask_sql_expr_is_decimal (*one);

  for (guint i = 0; i < n; i += step)
    any = any || ask_sql_expr_is_decimal (items[i]);
  if (!any)
    return;
  if (may_be_number (*one))
    *one = become_collated (self, *one);
  for (guint i = 0; i < n; i += step)
    items[i] = become_decimal (self, items[i]);
}

static void
become_output (AskSqlDecimals *self, AskSqlCore *core, guint i)
{
  AskSqlOutput *output = &core->outputs[i];
  gboolean star = FALSE;

  for (guint r = 0; r < core->n_rows; r++)
    if (may_be_number (core->rows[r].items[i]))
      core->rows[r].items[i] = become_collated (self, core->rows[r].items[i]);
  for (guint r = 0; r < core->n_results; r++)
    star = star || core->results[r].star > 0;
  if (star)
    ask_sql_write_stars_out (self->tree, core);
  if (core->n_rows == 0 && i < core->n_results)
    {
      AskSqlResult *result = &core->results[i];

      if (result->alias == NULL)
        result->alias = output->name;
      result->expr = become_collated (self, result->expr);
      self->changed = TRUE;
    }
  output->type = ASK_TYPE_DECIMAL;
  output->affinity = ASK_AFFINITY_TEXT;
  output->collation = "decimal";
}

/* The SELECTs of a compound, of which some give decimals. */
static gboolean
spell_compound (AskSqlSelect *select, gpointer data)
{
  AskSqlDecimals *self = data;

  for (guint i = 0; select->n_cores > 1 && i < select->cores[0]->n_outputs; i++)
    if (ask_sql_outputs_are_decimals (select, i))
      for (guint c = 0; c < select->n_cores; c++)
        if (!ask_sql_output_is_decimal (&select->cores[c]->outputs[i]))
          become_output (self, select->cores[c], i);
  for (guint c = 0; c < select->n_cores; c++)
    ask_sql_decimals_join (self, select->cores[c]);
  return TRUE;
}

/* Values against the columns of a subquery. */
static void
meet_select (AskSqlDecimals *self, AskSqlExpr **values, guint n, AskSqlSelect *select)
{
  g_autofree AskSqlOutput *outputs = g_new0 (AskSqlOutput, MAX (n, 1));

  if (select == NULL || select->n_cores == 0 || select->cores[0]->n_outputs != n)
    return;
  ask_sql_type_outputs (select, outputs, n);
  for (guint i = 0; i < n; i++)
    {
      const AskSqlExpr output = { .kind = ASK_EXPR_COLUMN, .type = outputs[i].type };

      if (ask_sql_output_is_decimal (&outputs[i]) && may_be_number (values[i]))
        values[i] = become_collated (self, values[i]);
      else if (ask_sql_expr_is_decimal (values[i]) && !ask_sql_output_is_decimal (&outputs[i])
               && may_be_number (&output))
        for (guint c = 0; c < select->n_cores; c++)
          become_output (self, select->cores[c], i);
    }
}

static void
meet_values_and_select (AskSqlDecimals *self, AskSqlExpr **side, AskSqlSelect *select)
{
  if ((*side)->kind == ASK_EXPR_ROW)
    meet_select (self, (*side)->list.items, (*side)->list.n, select);
  else
    meet_select (self, side, 1, select);
}

static gboolean
is_truth (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && ask_sql_name_is_truth (expr->literal);
}

/* "id = number", of an integer and a decimal, stays one that both sides can be looked up by: the decimal's
 * whole part is the integer, and the decimal is no more than it. */
static gboolean
spell_key (AskSqlDecimals *self, AskSqlExpr *expr)
{
  gboolean mirrored = ask_sql_expr_is_decimal (expr->left);
  AskSqlExpr *number = mirrored ? expr->right : expr->left;
  AskSqlExpr *decimal = mirrored ? expr->left : expr->right;
  AskSqlExpr *halves[2];

  if (expr->op != ASK_OP_EQUAL || number->kind != ASK_EXPR_COLUMN || number->type != ASK_TYPE_INTEGER
      || number->from == NULL || decimal->kind != ASK_EXPR_COLUMN || !ask_sql_expr_is_decimal (decimal))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (halves); i++)
    {
      halves[i] = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, expr->span);
      halves[i]->op = ASK_OP_EQUAL;
      halves[i]->type = ASK_TYPE_BOOLEAN;
    }
  halves[0]->left = number;
  halves[0]->right = new_cast (self->tree, decimal, "INTEGER");
  halves[1]->left = decimal;
  halves[1]->right = become_decimal (self, number);
  expr->op = ASK_OP_AND;
  expr->left = halves[0];
  expr->right = halves[1];
  return TRUE;
}

static void
spell_binary (AskSqlDecimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *left = expr->left;
  AskSqlExpr *right = expr->right;

  switch ((int) expr->op)
    {
    case ASK_OP_IS:
    case ASK_OP_IS_NOT:
      /* "price IS TRUE" compares nothing. */
      if (ask_sql_expr_has (left, is_truth) || ask_sql_expr_has (right, is_truth))
        return;
      break;
    case ASK_OP_EQUAL:
    case ASK_OP_NOT_EQUAL:
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      break;
    default:
      return;
    }
  if (left->kind == ASK_EXPR_ROW && right->kind == ASK_EXPR_ROW)
    for (guint i = 0; i < MIN (left->list.n, right->list.n); i++)
      meet (self, &left->list.items[i], &right->list.items[i]);
  else if (left->kind == ASK_EXPR_ROW && right->kind == ASK_EXPR_SELECT)
    meet_select (self, left->list.items, left->list.n, right->select);
  else if (left->kind == ASK_EXPR_SELECT && right->kind == ASK_EXPR_ROW)
    meet_select (self, right->list.items, right->list.n, left->select);
  else if (!spell_key (self, expr))
    meet (self, &expr->left, &expr->right);
}

/* The values of "(a, b) IN ((1, 2), (3, 4))", place by place, or of "a IN (1, 2)". */
static void
spell_list (AskSqlDecimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *left = expr->left;
  g_autofree AskSqlExpr **items = g_new (AskSqlExpr *, MAX (expr->list.n, 1));

  if (left->kind != ASK_EXPR_ROW)
    {
      meet_all (self, &expr->left, expr->list.items, expr->list.n, 1);
      return;
    }
  for (guint place = 0; place < left->list.n; place++)
    {
      for (guint i = 0; i < expr->list.n; i++)
        {
          if (expr->list.items[i]->kind != ASK_EXPR_ROW || place >= expr->list.items[i]->list.n)
            return;
          items[i] = expr->list.items[i]->list.items[place];
        }
      meet_all (self, &left->list.items[place], items, expr->list.n, 1);
      for (guint i = 0; i < expr->list.n; i++)
        expr->list.items[i]->list.items[place] = items[i];
    }
}

/* "nullif(5, price)" gives no decimal, and compares one: CASE WHEN '5' = price THEN NULL ELSE 5 END. */
static void
spell_nullif (AskSqlDecimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *value = expr->list.items[0];
  AskSqlExpr *equal;
  AskSqlExpr *null;

  if (!ask_sql_expr_is_decimal (expr->list.items[1]) || !may_be_number (value))
    return;
  equal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_BINARY, expr->span);
  equal->op = ASK_OP_EQUAL;
  equal->left = value;
  equal->right = expr->list.items[1];
  equal->type = ASK_TYPE_BOOLEAN;
  null = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, expr->span);
  null->literal = "NULL";
  expr->kind = ASK_EXPR_CASE;
  expr->name = NULL;
  expr->list.items[0] = equal;
  expr->list.items[1] = null;
  expr->right = ask_sql_tree_copy_expr (self->tree, value);
  self->changed = TRUE;
}

/* The values that a decimal is chosen from. */
static void
become_choices (AskSqlDecimals *self, AskSqlExpr *expr)
{
  static const char *const all[] = { "coalesce", "ifnull", "max", "min", "nullif", NULL };
  static const char *const third[] = { "lag", "lead", NULL };
  guint first = 0;
  guint step = 1;

  if (expr->kind == ASK_EXPR_SELECT)
    return;
  if (expr->kind == ASK_EXPR_CASE)
    {
      first = 1;
      step = 2;
      if (expr->right != NULL)
        expr->right = become_decimal (self, expr->right);
    }
  else if (ask_sql_name_is_one_of (expr->name, third))
    first = 2;
  else if (ask_sql_same_name (expr->name, "iif"))
    first = 1;
  else if (!ask_sql_name_is_one_of (expr->name, all))
    return;
  for (guint i = first; i < expr->list.n; i += step)
    expr->list.items[i] = become_decimal (self, expr->list.items[i]);
}

/* What gives a decimal, in its place, wherever that is: others point at it, too. */
static void
spell_decimal (AskSqlDecimals *self, AskSqlExpr *expr)
{
  AskSqlExpr *inner = ask_sql_tree_new_expr (self->tree, expr->kind, expr->span);

  become_choices (self, expr);
  *inner = *expr;
  inner->is_decimal = FALSE;
  *expr = *collate (self->tree, inner);
  self->changed = TRUE;
}

static gboolean
spell (AskSqlExpr *expr, gpointer data)
{
  AskSqlDecimals *self = data;

  switch ((int) expr->kind)
    {
    case ASK_EXPR_BINARY:
      spell_binary (self, expr);
      break;
    case ASK_EXPR_BETWEEN:
      meet_all (self, &expr->left, expr->list.items, expr->list.n, 1);
      break;
    case ASK_EXPR_IN_LIST:
      spell_list (self, expr);
      break;
    case ASK_EXPR_IN_SELECT:
      meet_values_and_select (self, &expr->left, expr->select);
      break;
    case ASK_EXPR_CASE:
      if (expr->left != NULL)
        meet_all (self, &expr->left, expr->list.items, expr->list.n - expr->list.n % 2, 2);
      break;
    case ASK_EXPR_FUNCTION:
      if (!expr->is_decimal && expr->list.n == 2 && ask_sql_same_name (expr->name, "nullif"))
        spell_nullif (self, expr);
      break;
    default:
      break;
    }
  if (expr->is_decimal)
    spell_decimal (self, expr);
  return TRUE;
}

/**
 * ask_sql_spell_decimals:
 * @tree: analysed; not for servers any more
 *
 * Writes "CAST (max(price) AS TEXT) COLLATE decimal" for max(price) of decimals and its like, and "price >
 * '0.5'" for "price > 0.5": only so does SQLite compare, sort and group decimals as the numbers that they are.
 *
 * Returns: whether there was anything to write
 */
gboolean
ask_sql_spell_decimals (AskSqlTree *tree)
{
  AskSqlDecimals self = { .tree = tree };
  AskSqlVisit visit = { .expr = spell, .select = spell_compound, .user_data = &self };

  ask_sql_walk_select (tree->select, &visit);
  return self.changed;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expressions of the remote printers, but functions: each gives a text of the server and what its
 * value means here. Where SQLite's meaning depends on a value's type at run time, or the server's
 * differs, it refuses.
 */
#include "config.h"

#include "sql/ask-sql-print-private.h"

#include <string.h>

/* Beyond this a statement is not worth a try; it also bounds what printing twice costs. */
#define MAX_WORK 200000

static AskSqlPrintScope *
innermost (AskSqlPrint *self)
{
  return self->scopes->len > 0 ? g_ptr_array_index (self->scopes, self->scopes->len - 1) : NULL;
}

/* Within 32 bits, so that a sum of two is exact as a double. */
static gboolean
is_tiny (const AskSqlRep *rep)
{
  if (rep->kind == ASK_REP_BOOLEAN)
    return TRUE;
  if (rep->kind != ASK_REP_INTEGER)
    return FALSE;
  if (rep->literal != NULL)
    return ABS (rep->literal->integer) <= 1048576;
  return rep->narrow && rep->small;
}

static gboolean
print_arithmetic (AskSqlPrint *self, AskSqlOp op, const AskSqlRep *a, const AskSqlRep *b, AskSqlRep *rep)
{
  static const char *const operators[]
    = { [ASK_OP_ADD] = "({a} + {b})", [ASK_OP_SUBTRACT] = "({a} - {b})", [ASK_OP_MULTIPLY] = "({a} * {b})" };
  gboolean integers;
  const char *template;

  *rep = (AskSqlRep) { .kind = ASK_REP_NULL, .text = "NULL" };
  if (a->kind == ASK_REP_NULL || b->kind == ASK_REP_NULL)
    return TRUE;
  if (!ask_sql_rep_is_number (a) || !ask_sql_rep_is_number (b))
    return ask_sql_print_refuse (self, "Arithmetic on something that is no number");
  integers = (a->kind == ASK_REP_INTEGER || a->kind == ASK_REP_BOOLEAN)
             && (b->kind == ASK_REP_INTEGER || b->kind == ASK_REP_BOOLEAN);
  rep->constant = a->constant && b->constant;
  if (integers)
    {
      template = op == ASK_OP_DIVIDE                  ? self->ops->divide_integer
                 : op == ASK_OP_SUBTRACT && !b->small ? self->ops->subtract_integer
                 : op == ASK_OP_REMAINDER             ? self->ops->remainder
                 : op == ASK_OP_BIT_AND               ? self->ops->bit_and
                 : op == ASK_OP_BIT_OR                ? self->ops->bit_or
                                                      : operators[op];
      rep->kind = ASK_REP_INTEGER;
      rep->type = ASK_TYPE_INTEGER;
      rep->text = FILL2 (template, ask_sql_rep_to_integer (self, a), ask_sql_rep_to_integer (self, b));
      if (op == ASK_OP_DIVIDE)
        rep->small = a->small;
      else if (op == ASK_OP_REMAINDER)
        rep->small = a->small || b->small;
      else if (op == ASK_OP_ADD || op == ASK_OP_SUBTRACT)
        rep->small = is_tiny (a) && is_tiny (b);
      else if (op == ASK_OP_MULTIPLY)
        rep->small = is_tiny (a) && is_tiny (b) && (a->literal != NULL || b->literal != NULL);
      return TRUE;
    }
  if (op == ASK_OP_REMAINDER || op == ASK_OP_BIT_AND || op == ASK_OP_BIT_OR)
    return ask_sql_print_refuse (self, "A real is used where integers belong");
  /* An integer in some rows stays one unless a real is beside it. */
  if (a->loose || b->loose)
    {
      gboolean real = (!a->loose && (a->kind == ASK_REP_REAL || a->kind == ASK_REP_NUMERIC))
                      || (!b->loose && (b->kind == ASK_REP_REAL || b->kind == ASK_REP_NUMERIC));

      if (!real && op == ASK_OP_DIVIDE)
        return ask_sql_print_refuse (self, "A division is of integers in some rows and of reals in "
                                           "others");
      rep->loose = !real;
    }
  rep->kind = ASK_REP_REAL;
  rep->type = ASK_TYPE_REAL;
  template = op == ASK_OP_DIVIDE ? self->ops->divide_real : operators[op];
  {
    const char *left = ask_sql_rep_to_number (self, a);
    const char *right = ask_sql_rep_to_number (self, b);

    if (a->kind == ASK_REP_INTEGER || a->kind == ASK_REP_BOOLEAN)
      left = FILL1 (self->ops->to_real, left);
    if (b->kind == ASK_REP_INTEGER || b->kind == ASK_REP_BOOLEAN)
      right = FILL1 (self->ops->to_real, right);
    rep->text = FILL2 (template, left, right);
  }
  return TRUE;
}

static gboolean
print_binary (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;
  AskSqlRep b;
  const char *left;
  const char *right;
  gboolean truth;

  switch (expr->op)
    {
    case ASK_OP_AND:
    case ASK_OP_OR:
      if ((left = ask_sql_print_condition (self, expr->left)) == NULL
          || (right = ask_sql_print_condition (self, expr->right)) == NULL)
        return FALSE;
      ask_sql_rep_set_condition (rep, FILL2 (expr->op == ASK_OP_AND ? "({a} AND {b})" : "({a} OR {b})", left, right));
      return TRUE;
    case ASK_OP_IS:
    case ASK_OP_IS_NOT:
      /* TRUE and FALSE there ask for the truth of the left side. */
      if (ask_sql_expr_is_truth (expr->right, &truth))
        {
          if ((left = ask_sql_print_condition (self, expr->left)) == NULL)
            return FALSE;
          ask_sql_rep_set_condition (rep, FILL1 (expr->op == ASK_OP_IS
                                                   ? (truth ? "({a} IS TRUE)" : "({a} IS FALSE)")
                                                   : (truth ? "({a} IS NOT TRUE)" : "({a} IS NOT FALSE)"),
                                                 left));
          rep->not_null = TRUE;
          return TRUE;
        }
      G_GNUC_FALLTHROUGH;
    case ASK_OP_EQUAL:
    case ASK_OP_NOT_EQUAL:
    case ASK_OP_LESS:
    case ASK_OP_LESS_EQUAL:
    case ASK_OP_GREATER:
    case ASK_OP_GREATER_EQUAL:
      if (!ask_sql_print_operand (self, expr->left, &a) || !ask_sql_print_operand (self, expr->right, &b)
          || (left = ask_sql_print_compare (self, expr->op, &a, &b)) == NULL)
        return FALSE;
      ask_sql_rep_set_condition (rep, left);
      rep->not_null = expr->op == ASK_OP_IS || expr->op == ASK_OP_IS_NOT;
      return TRUE;
    case ASK_OP_CONCAT:
      if (!ask_sql_print_value (self, expr->left, &a) || !ask_sql_print_value (self, expr->right, &b))
        return FALSE;
      *rep = (AskSqlRep) { .kind = ASK_REP_NULL, .text = "NULL" };
      if (a.kind == ASK_REP_NULL || b.kind == ASK_REP_NULL)
        return TRUE;
      if ((left = ask_sql_rep_to_text (self, &a)) == NULL || (right = ask_sql_rep_to_text (self, &b)) == NULL)
        return FALSE;
      *rep = (AskSqlRep) { .kind = ASK_REP_TEXT,
                           .type = ASK_TYPE_TEXT,
                           .constant = a.constant && b.constant,
                           .text = FILL2 (self->ops->concat, left, right) };
      return TRUE;
    case ASK_OP_ADD:
    case ASK_OP_SUBTRACT:
    case ASK_OP_MULTIPLY:
    case ASK_OP_DIVIDE:
    case ASK_OP_REMAINDER:
    case ASK_OP_BIT_AND:
    case ASK_OP_BIT_OR:
      return ask_sql_print_value (self, expr->left, &a) && ask_sql_print_value (self, expr->right, &b)
             && print_arithmetic (self, expr->op, &a, &b, rep);
    default:
      return ask_sql_print_refuse (self, "An operator has no equal on a server");
    }
}

static gboolean
print_unary (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;
  const char *text;

  switch (expr->op)
    {
    case ASK_OP_NOT:
      if ((text = ask_sql_print_condition (self, expr->left)) == NULL)
        return FALSE;
      ask_sql_rep_set_condition (rep, FILL1 ("(NOT {a})", text));
      return TRUE;
    case ASK_OP_POSITIVE:
      if (!ask_sql_print_value (self, expr->left, rep))
        return FALSE;
      rep->affinity = ASK_AFFINITY_NONE;
      return TRUE;
    case ASK_OP_NEGATIVE:
      if (!ask_sql_print_value (self, expr->left, &a))
        return FALSE;
      if (a.literal != NULL
          && (a.literal->kind == ASK_VALUE_REAL
              || (a.literal->kind == ASK_VALUE_INTEGER && a.literal->integer != G_MININT64)))
        {
          AskValue *value = ask_sql_tree_alloc (self->tree, sizeof *value);

          *value = a.literal->kind == ASK_VALUE_REAL ? ask_value_real (-a.literal->real)
                                                     : ask_value_integer (-a.literal->integer);
          ask_sql_rep_literal (self, value, rep);
          rep->written = expr;
          return TRUE;
        }
      if (a.kind == ASK_REP_NULL)
        {
          *rep = a;
          return TRUE;
        }
      if (!ask_sql_rep_is_number (&a))
        return ask_sql_print_refuse (self, "Arithmetic on something that is no number");
      /* MariaDB makes a decimal of the negative of a constant that it cannot look at yet, as of (- (? + ?)). Of a
       * real, 0 - 0.0 would lose the sign. */
      text = ask_sql_rep_to_number (self, &a);
      text = !ask_sql_rep_is_integral (&a) || a.loose
               ? FILL1 ("(- {a})", text)
               : FILL2 (a.small ? "({a} - {b})" : self->ops->subtract_integer, "0", text);
      *rep = (AskSqlRep) { .kind = a.kind == ASK_REP_BOOLEAN   ? ASK_REP_INTEGER
                                   : a.kind == ASK_REP_NUMERIC ? ASK_REP_REAL
                                                               : a.kind,
                           .small = a.small,
                           .loose = a.loose,
                           .constant = a.constant,
                           .text = text };
      rep->type = rep->kind == ASK_REP_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
      return TRUE;
    case ASK_OP_BIT_NOT:
      if (!ask_sql_print_value (self, expr->left, &a))
        return FALSE;
      if (a.kind != ASK_REP_INTEGER)
        return ask_sql_print_refuse (self, "Bits of something that is no integer");
      *rep = (AskSqlRep) { .kind = ASK_REP_INTEGER,
                           .type = ASK_TYPE_INTEGER,
                           .constant = a.constant,
                           .text = FILL1 (self->ops->bit_not, ask_sql_rep_to_integer (self, &a)) };
      return TRUE;
    default:
      return ask_sql_print_refuse (self, "An operator has no equal on a server");
    }
}

static gboolean
print_case (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  g_autofree AskSqlRep *results = g_new0 (AskSqlRep, expr->list.n / 2 + 1);
  g_autofree const char **conditions = g_new0 (const char *, expr->list.n / 2 + 1);
  AskSqlRep target = { .kind = ASK_REP_NULL, .not_null = TRUE };
  AskSqlRep base;
  gboolean decimal = FALSE;
  gboolean literal = FALSE;
  guint n = expr->list.n / 2;
  GString *text;

  if (expr->left != NULL && !ask_sql_print_operand (self, expr->left, &base))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      if (expr->left == NULL)
        conditions[i] = ask_sql_print_condition (self, expr->list.items[2 * i]);
      else
        {
          AskSqlRep when;

          if (!ask_sql_print_operand (self, expr->list.items[2 * i], &when))
            return FALSE;
          decimal = decimal || when.kind == ASK_REP_DECIMAL;
          literal = literal || when.literal != NULL;
          if (!ask_sql_print_check_decimals (self, &base, decimal, literal))
            return FALSE;
          conditions[i] = ask_sql_print_compare (self, ASK_OP_EQUAL, &base, &when);
        }
      if (conditions[i] == NULL || !ask_sql_print_value (self, expr->list.items[2 * i + 1], &results[i])
          || !ask_sql_rep_unify (self, &target, &results[i]))
        return FALSE;
    }
  if (expr->right != NULL)
    {
      if (!ask_sql_print_value (self, expr->right, &results[n]) || !ask_sql_rep_unify (self, &target, &results[n]))
        return FALSE;
    }
  else
    target.not_null = FALSE;
  *rep = target;
  rep->affinity = ASK_AFFINITY_NONE;
  rep->constant = FALSE;
  if (target.kind == ASK_REP_NULL)
    {
      rep->text = "NULL";
      return TRUE;
    }
  text = g_string_new ("(CASE");
  for (guint i = 0; i <= n; i++)
    {
      const char *result = "NULL";

      if ((i < n || expr->right != NULL) && (result = ask_sql_rep_convert (self, &results[i], &target)) == NULL)
        {
          g_string_free (text, TRUE);
          return FALSE;
        }
      if (i < n)
        g_string_append_printf (text, " WHEN %s THEN %s", conditions[i], result);
      else if (expr->right != NULL)
        g_string_append_printf (text, " ELSE %s", result);
    }
  g_string_append (text, " END)");
  rep->text = ask_sql_print_keep (self, g_string_free (text, FALSE));
  if (rep->kind == ASK_REP_BOOLEAN && rep->type == ASK_TYPE_BOOLEAN)
    rep->type = ASK_TYPE_INTEGER;
  return TRUE;
}

static gboolean
print_cast (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlAffinity affinity = ask_sql_affinity_from_type (expr->name);
  AskSqlRep a;
  const char *text;

  if (!ask_sql_print_value (self, expr->left, &a))
    return FALSE;
  if (a.kind == ASK_REP_NULL)
    {
      *rep = a;
      return TRUE;
    }
  *rep = (AskSqlRep) { .not_null = a.not_null, .constant = a.constant, .affinity = affinity };
  switch (affinity)
    {
    case ASK_AFFINITY_TEXT:
      if ((text = ask_sql_rep_to_text (self, &a)) == NULL)
        return FALSE;
      rep->kind = ASK_REP_TEXT;
      rep->type = ASK_TYPE_TEXT;
      rep->text = text;
      rep->digits = a.digits;
      return TRUE;
    case ASK_AFFINITY_INTEGER:
    case ASK_AFFINITY_NUMERIC:
    case ASK_AFFINITY_REAL:
      if (a.kind == ASK_REP_INTEGER || a.kind == ASK_REP_BOOLEAN)
        {
          gboolean real = affinity == ASK_AFFINITY_REAL;

          rep->kind = real ? ASK_REP_REAL : ASK_REP_INTEGER;
          rep->type = real ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
          rep->small = a.small || a.kind == ASK_REP_BOOLEAN;
          rep->text = ask_sql_rep_to_integer (self, &a);
          if (real)
            rep->text = FILL1 (self->ops->to_real, rep->text);
          return TRUE;
        }
      if (a.kind == ASK_REP_TEXT && a.digits)
        {
          rep->kind = affinity == ASK_AFFINITY_REAL ? ASK_REP_REAL : ASK_REP_INTEGER;
          rep->type = affinity == ASK_AFFINITY_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
          rep->small = TRUE;
          rep->text = FILL1 (affinity == ASK_AFFINITY_REAL ? self->ops->to_real : self->ops->widen, a.text);
          return TRUE;
        }
      if (a.kind == ASK_REP_REAL || a.kind == ASK_REP_NUMERIC)
        {
          if (affinity == ASK_AFFINITY_REAL && !a.loose)
            {
              rep->kind = ASK_REP_REAL;
              rep->type = ASK_TYPE_REAL;
              rep->text = ask_sql_rep_to_number (self, &a);
              return TRUE;
            }
          if (affinity == ASK_AFFINITY_INTEGER)
            {
              rep->kind = ASK_REP_INTEGER;
              rep->type = ASK_TYPE_INTEGER;
              rep->text = FILL1 (self->ops->truncate, ask_sql_rep_to_number (self, &a));
              return TRUE;
            }
        }
      break;
    default:
      break;
    }
  return ask_sql_print_refuse (self, "CAST is lenient here and strict on a server");
}

/* HAVING names no column there that is not grouped by as it stands; but all rows of a group have one
 * value of what it is grouped by. */
static void
to_having (AskSqlPrint *self, const AskSqlPrintScope *scope, AskSqlRep *rep)
{
  if (scope->in_having && !self->ops->postgres && rep->kind != ASK_REP_NULL && rep->literal == NULL)
    rep->text = FILL1 ("MIN({a})", rep->text);
}

static gboolean
is_grouped_by (AskSqlPrintScope *scope, AskSqlExpr *expr)
{
  for (guint i = 0; i < scope->groups->len; i++)
    if (ask_sql_print_same (g_ptr_array_index (scope->groups, i), expr))
      return TRUE;
  return FALSE;
}

/* A column of a SELECT that groups has one value for each group, or there is no telling which. */
static gboolean
print_column (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlPrintItem *item;
  AskSqlPrintScope *scope;

  if (expr->alias != NULL)
    {
      if (!ask_sql_print_operand (self, expr->alias, rep))
        return FALSE;
      return TRUE;
    }
  if (expr->is_string)
    {
      AskValue *value = ask_sql_tree_alloc (self->tree, sizeof *value);

      *value = ask_value_text (expr->name, -1);
      ask_sql_rep_literal (self, value, rep);
      return TRUE;
    }
  if (expr->from == NULL)
    return ask_sql_print_refuse (self, "A name was not resolved");
  self->saw_column = TRUE;
  if (!ask_sql_print_column (self, expr->from, expr->column, rep))
    return FALSE;
  item = ask_sql_print_find_item (self, expr->from);
  scope = item != NULL ? item->scope : NULL;
  if (scope == NULL || !scope->grouped || scope->in_aggregate > 0)
    return TRUE;
  rep->raw = NULL;
  if (scope->in_having && scope != innermost (self) && !self->ops->postgres)
    return ask_sql_print_refuse_server (self, "A subquery in HAVING cannot name groups in");
  if (is_grouped_by (scope, expr))
    return TRUE;
  if (scope->groups->len == 0 || !ask_sql_print_is_determined (self, scope, expr->from, expr->column))
    return ask_sql_print_refuse (self, "A column stands beside an aggregate without being grouped, "
                                       "and any row of the group may give it");
  for (guint i = 0; i < scope->extra->len; i++)
    if (g_str_equal (g_ptr_array_index (scope->extra, i), rep->text))
      {
        to_having (self, scope, rep);
        return TRUE;
      }
  g_ptr_array_add (scope->extra, (gpointer) rep->text);
  to_having (self, scope, rep);
  return TRUE;
}

static gboolean
print_select_value (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  g_autoptr (GArray) shapes = NULL;
  const char *select;

  if (ask_sql_print_lookup (self, expr->select, rep))
    return TRUE;
  shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
  select = ask_sql_print_query (self, expr->select, ASK_SELECT_VALUE, NULL, shapes);
  if (select == NULL)
    return FALSE;
  if (shapes->len != 1)
    return ask_sql_print_refuse (self, "A subquery has several columns");
  self->saw_column = TRUE;
  ask_sql_rep_set_reference (self, &g_array_index (shapes, AskSqlRep, 0), FILL1 ("({a})", select), rep);
  rep->raw = NULL;
  rep->not_null = FALSE;
  return TRUE;
}

static gboolean
print_any (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlRep a;
  const char *text;
  g_autoptr (GArray) shapes = NULL;

  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
      ask_sql_rep_literal (self, &expr->value, rep);
      rep->written = expr;
      return self->reason == NULL;
    case ASK_EXPR_COLUMN:
      return print_column (self, expr, rep);
    case ASK_EXPR_UNARY:
      return print_unary (self, expr, rep);
    case ASK_EXPR_BINARY:
      return print_binary (self, expr, rep);
    case ASK_EXPR_IS_NULL:
      if (!ask_sql_print_operand (self, expr->left, &a))
        return FALSE;
      if (a.kind == ASK_REP_NULL)
        text = expr->negated ? self->ops->false_word : self->ops->true_word;
      else if (self->ops->postgres)
        text = FILL1 (expr->negated ? "({a} IS NOT NULL)" : "({a} IS NULL)", a.text);
      /* There "0000-00-00" IS NULL where the column cannot be NULL. */
      else if (a.kind == ASK_REP_DATE || a.kind == ASK_REP_STAMP)
        text = FILL1 (expr->negated ? "(NOT ({a} <=> NULL))" : "({a} <=> NULL)", a.text);
      else
        text = FILL1 (expr->negated ? "({a} IS NOT NULL)" : "({a} IS NULL)", a.raw != NULL ? a.raw : a.text);
      ask_sql_rep_set_condition (rep, text);
      rep->not_null = TRUE;
      return TRUE;
    case ASK_EXPR_BETWEEN:
      return ask_sql_print_between (self, expr, rep);
    case ASK_EXPR_LIKE:
      return ask_sql_print_like (self, expr, rep);
    case ASK_EXPR_IN_LIST:
      return ask_sql_print_in_list (self, expr, rep);
    case ASK_EXPR_IN_SELECT:
      return ask_sql_print_in_select (self, expr, rep);
    case ASK_EXPR_EXISTS:
      shapes = g_array_new (FALSE, TRUE, sizeof (AskSqlRep));
      text = ask_sql_print_query (self, expr->select, ASK_SELECT_EXISTS, NULL, shapes);
      if (text == NULL)
        return FALSE;
      self->saw_column = TRUE;
      ask_sql_rep_set_condition (rep, FILL1 ("(EXISTS ({a}))", text));
      rep->not_null = TRUE;
      return TRUE;
    case ASK_EXPR_SELECT:
      return print_select_value (self, expr, rep);
    case ASK_EXPR_CASE:
      return print_case (self, expr, rep);
    case ASK_EXPR_CAST:
      return print_cast (self, expr, rep);
    case ASK_EXPR_COLLATE:
      if (!ask_sql_print_operand (self, expr->left, rep))
        return FALSE;
      if (g_ascii_strcasecmp (expr->name, "binary") == 0 && rep->kind != ASK_REP_DECIMAL)
        {
          rep->no_case = FALSE;
          rep->binary = TRUE;
        }
      else if (g_ascii_strcasecmp (expr->name, "nocase") == 0 && ask_sql_rep_is_text (rep))
        rep->no_case = TRUE;
      else
        return ask_sql_print_refuse_server (self, "This collation has no equal in");
      return TRUE;
    case ASK_EXPR_FUNCTION:
      return ask_sql_print_function (self, expr, rep);
    case ASK_EXPR_PARAMETER:
      return ask_sql_print_refuse (self, "A parameter has no value");
    case ASK_EXPR_IN_TABLE:
      return ask_sql_print_refuse (self, "IN names a table");
    case ASK_EXPR_ROW:
      return ask_sql_print_refuse (self, "Row values are compared here");
    default:
      return ask_sql_print_refuse (self, "An expression has no equal on a server");
    }
}

/**
 * ask_sql_print_operand:
 * @rep: (out): may be under COLLATE NOCASE, which only comparisons and orders understand
 *
 * Returns: whether @expr prints; else the reason is set
 */
gboolean
ask_sql_print_operand (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  AskSqlPrintScope *scope = innermost (self);
  const char *why;
  gboolean printed;

  if (self->reason != NULL)
    return FALSE;
  if (++self->work > MAX_WORK)
    return ask_sql_print_refuse (self, "The statement is too large to be written for a server");
  why = self->ops->refuse_expr != NULL ? self->ops->refuse_expr (expr) : NULL;
  if (why != NULL)
    return ask_sql_print_refuse_server (self, why);
  *rep = (AskSqlRep) { .kind = ASK_REP_NULL, .text = "NULL" };
  if (scope != NULL && scope->grouped && scope->in_aggregate == 0 && is_grouped_by (scope, expr))
    {
      scope->in_aggregate++;
      printed = print_any (self, expr, rep);
      scope->in_aggregate--;
      rep->raw = NULL;
      to_having (self, scope, rep);
    }
  else
    printed = print_any (self, expr, rep);
  if (printed && expr->is_decimal)
    {
      if (rep->kind != ASK_REP_DECIMAL)
        return ask_sql_print_refuse (self, "A decimal stands beside numbers of another type");
      rep->affinity = ASK_AFFINITY_TEXT;
    }
  return printed && self->reason == NULL;
}

/**
 * ask_sql_print_value:
 *
 * Like ask_sql_print_operand(), but of a value that is neither compared nor sorted by.
 */
gboolean
ask_sql_print_value (AskSqlPrint *self, AskSqlExpr *expr, AskSqlRep *rep)
{
  if (!ask_sql_print_operand (self, expr, rep))
    return FALSE;
  if (rep->no_case)
    return ask_sql_print_refuse (self, "COLLATE NOCASE reaches further than one comparison");
  return TRUE;
}

/** ask_sql_print_condition: Returns: (transfer none) (nullable): true, false or NULL */
const char *
ask_sql_print_condition (AskSqlPrint *self, AskSqlExpr *expr)
{
  AskSqlRep rep;

  if (!ask_sql_print_operand (self, expr, &rep))
    return NULL;
  return ask_sql_rep_to_condition (self, &rep);
}

/**
 * ask_sql_print_list:
 * @reps: (out) (transfer full): one more than @list has
 */
gboolean
ask_sql_print_list (AskSqlPrint *self, const AskSqlExprs *list, AskSqlRep **reps)
{
  g_autofree AskSqlRep *values = g_new0 (AskSqlRep, list->n + 1);

  for (guint i = 0; i < list->n; i++)
    if (!ask_sql_print_value (self, list->items[i], &values[i]))
      return FALSE;
  *reps = g_steal_pointer (&values);
  return TRUE;
}

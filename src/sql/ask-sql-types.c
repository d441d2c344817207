/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known of a value without computing it: its type, whether it may be NULL, and what SQLite
 * compares it by: affinity (sqlite3ExprAffinity) and collation (sqlite3ExprCollSeq). Types are what
 * is declared or follows from it; where that is not sure, the type is ANY.
 */
#include "config.h"

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-function-private.h"
#include "sql/ask-sql-name-private.h"

static gboolean
is_number (AskType type)
{
  return type == ASK_TYPE_INTEGER || type == ASK_TYPE_REAL || type == ASK_TYPE_BOOLEAN;
}

static AskType
agree (AskType a, AskType b)
{
  return a == b ? a : ASK_TYPE_ANY;
}

static gboolean
is_null_literal (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_NULL;
}

static gboolean
any_nullable (const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    if (list->items[i]->nullable)
      return TRUE;
  return FALSE;
}

static gboolean
all_nullable (const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    if (!list->items[i]->nullable)
      return FALSE;
  return TRUE;
}

/* The type of a choice between values: NULL fits any. */
static AskType
agree_all (AskSqlExpr *const *items, guint n, guint step, guint start)
{
  AskType type = ASK_TYPE_ANY;
  gboolean first = TRUE;

  for (guint i = start; i < n; i += step)
    {
      if (is_null_literal (items[i]))
        continue;
      type = first ? items[i]->type : agree (type, items[i]->type);
      first = FALSE;
    }
  return type;
}

static void
type_literal (AskSqlExpr *expr)
{
  static const AskType types[] = {
    [ASK_VALUE_NULL] = ASK_TYPE_ANY,  [ASK_VALUE_INTEGER] = ASK_TYPE_INTEGER, [ASK_VALUE_REAL] = ASK_TYPE_REAL,
    [ASK_VALUE_TEXT] = ASK_TYPE_TEXT, [ASK_VALUE_BLOB] = ASK_TYPE_BLOB,
  };

  expr->type = types[expr->value.kind];
  if (ask_sql_name_is_truth (expr->literal))
    expr->type = ASK_TYPE_BOOLEAN;
  expr->nullable = expr->value.kind == ASK_VALUE_NULL;
}

static void
type_column (AskSqlExpr *expr)
{
  if (expr->is_string)
    {
      expr->type = ASK_TYPE_TEXT;
      return;
    }
  if (expr->alias != NULL)
    {
      expr->type = expr->alias->type;
      expr->affinity = expr->alias->affinity;
      expr->collation = expr->alias->collation;
      expr->nullable = expr->alias->nullable;
      return;
    }
  if (expr->from == NULL)
    {
      expr->nullable = TRUE;
      return;
    }
  if (expr->column < 0)
    {
      expr->type = ASK_TYPE_INTEGER;
      expr->affinity = ASK_AFFINITY_INTEGER;
      expr->nullable = expr->from->null_supplying || expr->from->kind == ASK_FROM_SELECT;
      return;
    }
  if ((guint) expr->column >= expr->from->n_columns)
    return;

  const AskSqlOutput *column = &expr->from->columns[expr->column];

  expr->type = column->type;
  expr->affinity = column->affinity;
  expr->collation = column->collation;
  expr->nullable = column->nullable || expr->from->null_supplying;
}

static void
type_binary (AskSqlExpr *expr)
{
  const AskSqlExpr *left = expr->left;
  const AskSqlExpr *right = expr->right;

  expr->nullable = left->nullable || right->nullable;
  switch ((int) expr->op)
    {
    case ASK_OP_IS:
    case ASK_OP_IS_NOT:
      expr->type = ASK_TYPE_BOOLEAN;
      expr->nullable = FALSE;
      break;
    case ASK_OP_ADD:
    case ASK_OP_SUBTRACT:
    case ASK_OP_MULTIPLY:
      if (is_number (left->type) && is_number (right->type))
        expr->type = left->type == ASK_TYPE_REAL || right->type == ASK_TYPE_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
      break;
    case ASK_OP_DIVIDE:
    case ASK_OP_REMAINDER: /* by zero it is NULL */
      if (is_number (left->type) && is_number (right->type))
        expr->type = left->type == ASK_TYPE_REAL || right->type == ASK_TYPE_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
      expr->nullable = TRUE;
      break;
    case ASK_OP_BIT_AND:
    case ASK_OP_BIT_OR:
    case ASK_OP_SHIFT_LEFT:
    case ASK_OP_SHIFT_RIGHT:
      expr->type = ASK_TYPE_INTEGER;
      break;
    case ASK_OP_CONCAT:
      expr->type = ASK_TYPE_TEXT;
      break;
    case ASK_OP_EXTRACT:
      expr->type = ASK_TYPE_JSON;
      expr->nullable = TRUE;
      break;
    case ASK_OP_EXTRACT_TEXT:
      expr->nullable = TRUE;
      break;
    default:
      expr->type = ASK_TYPE_BOOLEAN;
      break;
    }
}

static void
type_unary (AskSqlExpr *expr)
{
  expr->nullable = expr->left->nullable;
  switch ((int) expr->op)
    {
    case ASK_OP_NOT:
      expr->type = ASK_TYPE_BOOLEAN;
      break;
    case ASK_OP_BIT_NOT:
      expr->type = ASK_TYPE_INTEGER;
      break;
    case ASK_OP_POSITIVE: /* does nothing, but is no column any more */
      expr->type = expr->left->type;
      expr->collation = expr->left->collation;
      break;
    default:
      if (is_number (expr->left->type))
        expr->type = expr->left->type == ASK_TYPE_REAL ? ASK_TYPE_REAL : ASK_TYPE_INTEGER;
      break;
    }
}

static void
type_case (AskSqlExpr *expr)
{
  AskType type = agree_all (expr->list.items, expr->list.n, 2, 1);

  expr->nullable = expr->right == NULL || expr->right->nullable;
  for (guint i = 1; i < expr->list.n; i += 2)
    expr->nullable |= expr->list.items[i]->nullable;
  if (expr->right != NULL && !is_null_literal (expr->right))
    type = expr->list.n > 0 && agree_all (expr->list.items, expr->list.n, 2, 1) == ASK_TYPE_ANY
             ? ASK_TYPE_ANY
             : agree (type, expr->right->type);
  expr->type = type;
}

/* What CAST gives: the type that SQLite makes of its name by the affinity. */
static AskType
type_of_cast (AskSqlAffinity affinity)
{
  switch (affinity)
    {
    case ASK_AFFINITY_TEXT:
      return ASK_TYPE_TEXT;
    case ASK_AFFINITY_INTEGER:
      return ASK_TYPE_INTEGER;
    case ASK_AFFINITY_REAL:
      return ASK_TYPE_REAL;
    case ASK_AFFINITY_BLOB:
      return ASK_TYPE_BLOB;
    case ASK_AFFINITY_NONE:
    case ASK_AFFINITY_NUMERIC:
      break;
    }
  return ASK_TYPE_ANY;
}

static void
type_function (AskSqlExpr *expr)
{
  gboolean exists;
  const AskSqlFunction *function = ask_sql_function_find (expr->name, expr->list.n, &exists);
  static const AskType types[] = {
    [ASK_RESULT_ANY] = ASK_TYPE_ANY,           [ASK_RESULT_INTEGER] = ASK_TYPE_INTEGER,
    [ASK_RESULT_REAL] = ASK_TYPE_REAL,         [ASK_RESULT_TEXT] = ASK_TYPE_TEXT,
    [ASK_RESULT_BOOLEAN] = ASK_TYPE_BOOLEAN,   [ASK_RESULT_ARGUMENT] = ASK_TYPE_ANY,
    [ASK_RESULT_SUM] = ASK_TYPE_ANY,           [ASK_RESULT_DATE] = ASK_TYPE_DATE,
    [ASK_RESULT_DATETIME] = ASK_TYPE_DATETIME, [ASK_RESULT_JSON] = ASK_TYPE_JSON,
  };
  static const char *const never_null[]
    = { "count", "dense_rank", "ntile", "pi", "quote", "random", "rank", "row_number", "total", "typeof", NULL };
  /* NULL only where an argument is. */
  static const char *const null_for_null[]
    = { "abs", "fold", "instr", "length", "lower", "replace", "round", "trim", "upper", NULL };

  expr->nullable = TRUE;
  if (function == NULL)
    return;
  expr->type = types[function->result];
  if (function->result == ASK_RESULT_ARGUMENT && expr->list.n > 0)
    expr->type = agree_all (expr->list.items, expr->list.n, 1, 0);
  /* The sum of booleans is a count; that of anything but whole numbers is a real. */
  if (function->result == ASK_RESULT_SUM)
    {
      AskType type = expr->list.items[0]->type;

      expr->type = type == ASK_TYPE_REAL                                  ? ASK_TYPE_REAL
                   : type == ASK_TYPE_INTEGER || type == ASK_TYPE_BOOLEAN ? ASK_TYPE_INTEGER
                                                                          : ASK_TYPE_ANY;
    }
  if (ask_sql_name_is_one_of (expr->name, never_null) || expr->without_parentheses)
    expr->nullable = FALSE;
  else if (ask_sql_same_name (expr->name, "coalesce") || ask_sql_same_name (expr->name, "ifnull"))
    expr->nullable = all_nullable (&expr->list);
  else if (ask_sql_name_is_one_of (expr->name, null_for_null))
    expr->nullable = any_nullable (&expr->list);
}

/** ask_sql_expr_is_decimal: Returns: whether SQLite compares @expr as a decimal */
gboolean
ask_sql_expr_is_decimal (const AskSqlExpr *expr)
{
  return expr->type == ASK_TYPE_DECIMAL && ask_sql_same_name (expr->collation, "decimal");
}

/** ask_sql_output_is_decimal: Returns: whether SQLite compares @output as a decimal */
gboolean
ask_sql_output_is_decimal (const AskSqlOutput *output)
{
  return output->type == ASK_TYPE_DECIMAL && ask_sql_same_name (output->collation, "decimal");
}

static gboolean
all_give_numbers (AskSqlExpr *const *items, guint n, guint step)
{
  for (guint i = 0; i < n; i += step)
    if (!ask_sql_expr_gives_number (items[i]))
      return FALSE;
  return TRUE;
}

/**
 * ask_sql_expr_gives_number:
 * @expr: whose type is set
 *
 * Returns: whether it is surely a number, or NULL; what is computed of decimals is one, too, though nobody knows
 *   which kind
 */
gboolean
ask_sql_expr_gives_number (const AskSqlExpr *expr)
{
  static const char *const functions[] = { "abs", "avg", "round", "sign", "sum", "total", NULL };
  static const char *const choices[] = { "coalesce", "ifnull", "max", "min", NULL };
  AskSqlOutput output = { 0 };

  if (is_number (expr->type) || is_null_literal (expr))
    return TRUE;
  switch ((int) expr->kind)
    {
    case ASK_EXPR_COLUMN:
      if (expr->alias != NULL)
        return ask_sql_expr_gives_number (expr->alias);
      return expr->from != NULL && expr->column >= 0 && (guint) expr->column < expr->from->n_columns
             && expr->from->columns[expr->column].number;
    case ASK_EXPR_SELECT:
      if (expr->select->cores[0]->n_outputs == 1)
        ask_sql_type_outputs (expr->select, &output, 1);
      return output.number;
    case ASK_EXPR_CASE:
      return expr->list.n > 1 && all_give_numbers (expr->list.items + 1, expr->list.n - 1, 2)
             && (expr->right == NULL || ask_sql_expr_gives_number (expr->right));
    case ASK_EXPR_UNARY:
      return expr->op == ASK_OP_NEGATIVE;
    case ASK_EXPR_BINARY:
      return expr->op == ASK_OP_ADD || expr->op == ASK_OP_SUBTRACT || expr->op == ASK_OP_MULTIPLY
             || expr->op == ASK_OP_DIVIDE || expr->op == ASK_OP_REMAINDER;
    case ASK_EXPR_FUNCTION:
      return ask_sql_name_is_one_of (expr->name, functions)
             || (expr->list.n > 0 && ask_sql_name_is_one_of (expr->name, choices)
                 && all_give_numbers (expr->list.items, expr->list.n, 1));
    default:
      return FALSE;
    }
}

/* Decimals, and numbers: "coalesce(price, 0.5)". */
static gboolean
choose_decimals (AskSqlExpr *const *items, guint n, guint step, const AskSqlExpr *otherwise, gboolean any)
{
  for (guint i = 0; i < n || otherwise != NULL; i += step)
    {
      const AskSqlExpr *item = i < n ? items[i] : otherwise;

      if (i >= n)
        otherwise = NULL;
      if (ask_sql_expr_is_decimal (item))
        any = TRUE;
      else if (!ask_sql_expr_gives_number (item))
        return FALSE;
    }
  return any;
}

static gboolean
gives_decimal (const AskSqlExpr *expr)
{
  static const char *const extremes[] = { "max", "min", NULL };
  static const char *const choices[] = { "coalesce", "ifnull", NULL };
  static const char *const offsets[] = { "lag", "lead", NULL };
  static const char *const firsts[] = { "first_value", "last_value", "nth_value", NULL };
  AskSqlExpr *const *items = expr->list.items;
  guint n = expr->list.n;
  AskSqlOutput output = { 0 };

  switch ((int) expr->kind)
    {
    case ASK_EXPR_SELECT:
      if (expr->select->cores[0]->n_outputs != 1)
        return FALSE;
      ask_sql_type_outputs (expr->select, &output, 1);
      return ask_sql_output_is_decimal (&output);
    case ASK_EXPR_CASE:
      return n > 1 && choose_decimals (items + 1, n - 1, 2, expr->right, FALSE);
    case ASK_EXPR_FUNCTION:
      if (ask_sql_name_is_one_of (expr->name, extremes))
        return choose_decimals (items, n, 1, NULL, FALSE);
      if (ask_sql_name_is_one_of (expr->name, choices))
        return choose_decimals (items, n, 1, NULL, FALSE);
      if (ask_sql_name_is_one_of (expr->name, firsts))
        return n > 0 && ask_sql_expr_is_decimal (items[0]);
      if (ask_sql_name_is_one_of (expr->name, offsets))
        return n > 0 && ask_sql_expr_is_decimal (items[0]) && (n < 3 || choose_decimals (items + 2, 1, 1, NULL, TRUE));
      if (ask_sql_same_name (expr->name, "nullif"))
        return n == 2 && ask_sql_expr_is_decimal (items[0]) && choose_decimals (items, n, 1, NULL, FALSE);
      return ask_sql_same_name (expr->name, "iif") && n == 3 && choose_decimals (items + 1, 2, 1, NULL, FALSE);
    default:
      return FALSE;
    }
}

/**
 * ask_sql_type_expr:
 * @expr: a node whose names and children are resolved
 *
 * Sets what is known of its value. Of decimals that a function chooses between it is what they are, not what
 * SQLite knows: see ask_sql_spell_decimals().
 */
void
ask_sql_type_expr (AskSqlExpr *expr)
{
  expr->type = ASK_TYPE_ANY;
  expr->affinity = ASK_AFFINITY_NONE;
  expr->collation = NULL;
  expr->nullable = TRUE;
  switch (expr->kind)
    {
    case ASK_EXPR_LITERAL:
      type_literal (expr);
      break;
    case ASK_EXPR_PARAMETER:
      break;
    case ASK_EXPR_COLUMN:
      expr->nullable = FALSE;
      type_column (expr);
      break;
    case ASK_EXPR_UNARY:
      type_unary (expr);
      break;
    case ASK_EXPR_BINARY:
      type_binary (expr);
      break;
    case ASK_EXPR_IS_NULL:
    case ASK_EXPR_EXISTS:
      expr->type = ASK_TYPE_BOOLEAN;
      expr->nullable = FALSE;
      break;
    case ASK_EXPR_BETWEEN:
      expr->type = ASK_TYPE_BOOLEAN;
      expr->nullable = expr->left->nullable || any_nullable (&expr->list);
      break;
    case ASK_EXPR_LIKE:
      expr->type = ASK_TYPE_BOOLEAN;
      expr->nullable
        = expr->left->nullable || expr->right->nullable || (expr->escape != NULL && expr->escape->nullable);
      break;
    case ASK_EXPR_IN_LIST:
    case ASK_EXPR_IN_SELECT:
    case ASK_EXPR_IN_TABLE:
      expr->type = ASK_TYPE_BOOLEAN;
      expr->nullable = expr->kind != ASK_EXPR_IN_LIST || expr->left->nullable || any_nullable (&expr->list);
      break;
    case ASK_EXPR_SELECT:
      if (expr->select->cores[0]->n_outputs > 0)
        {
          AskSqlOutput output = { 0 };

          ask_sql_type_outputs (expr->select, &output, 1);
          expr->type = output.type;
          expr->affinity = output.type == ASK_TYPE_DECIMAL
                             ? output.affinity
                             : expr->select->cores[expr->select->n_cores - 1]->outputs[0].affinity;
          /* SQLite does not look for a collation inside. */
        }
      break;
    case ASK_EXPR_CASE:
      type_case (expr);
      break;
    case ASK_EXPR_CAST:
      expr->affinity = ask_sql_affinity_from_type (expr->name);
      expr->type = type_of_cast (expr->affinity);
      expr->collation = expr->left->collation;
      expr->nullable = expr->left->nullable;
      break;
    case ASK_EXPR_COLLATE:
      expr->type = expr->left->type;
      expr->affinity = expr->left->affinity;
      expr->collation = ask_sql_same_name (expr->name, "binary") ? NULL : expr->name;
      expr->nullable = expr->left->nullable;
      break;
    case ASK_EXPR_FUNCTION:
      type_function (expr);
      break;
    case ASK_EXPR_ROW:
      if (expr->list.n > 0)
        {
          expr->affinity = expr->list.items[0]->affinity;
          expr->collation = expr->list.items[0]->collation;
        }
      break;
    }
  /* SQLite would compare the texts of the decimals: the greatest price of 9 and 10 would be 9. */
  expr->is_decimal = gives_decimal (expr);
  if (expr->is_decimal)
    {
      expr->type = ASK_TYPE_DECIMAL;
      expr->affinity = ASK_AFFINITY_TEXT;
      expr->collation = "decimal";
    }
}

/**
 * ask_sql_type_bound:
 * @expr: made by the analysis itself: columns that are bound, their coalesce() and equality
 */
void
ask_sql_type_bound (AskSqlExpr *expr)
{
  if (expr == NULL)
    return;
  if (expr->kind == ASK_EXPR_COLUMN && expr->alias != NULL)
    ask_sql_type_bound (expr->alias);
  ask_sql_type_bound (expr->left);
  ask_sql_type_bound (expr->right);
  for (guint i = 0; i < expr->list.n; i++)
    ask_sql_type_bound (expr->list.items[i]);
  ask_sql_type_expr (expr);
  /* What is not written cannot be written otherwise. */
  if (expr->is_decimal)
    {
      expr->is_decimal = FALSE;
      expr->affinity = ASK_AFFINITY_NONE;
      expr->collation = NULL;
    }
}

/**
 * ask_sql_outputs_are_decimals:
 * @i: a place among the outputs of @select, a compound
 *
 * Returns: whether some of its SELECTs give decimals there, and all others decimals or numbers
 */
gboolean
ask_sql_outputs_are_decimals (const AskSqlSelect *select, guint i)
{
  gboolean any = FALSE;

  for (guint c = 0; c < select->n_cores; c++)
    {
      const AskSqlCore *core = select->cores[c];
      const AskSqlOutput *output = i < core->n_outputs ? &core->outputs[i] : NULL;

      if (output == NULL)
        return FALSE;
      if (ask_sql_output_is_decimal (output))
        any = TRUE;
      else if (!is_number (output->type) && !output->number)
        return FALSE;
    }
  return any;
}

/**
 * ask_sql_affinity_get_group:
 * @affinity: of a column or an expression
 *
 * Returns: %ASK_AFFINITY_NUMERIC for INTEGER and REAL, which compare as it does; @affinity itself for the others
 */
AskSqlAffinity
ask_sql_affinity_get_group (AskSqlAffinity affinity)
{
  return affinity == ASK_AFFINITY_INTEGER || affinity == ASK_AFFINITY_REAL ? ASK_AFFINITY_NUMERIC : affinity;
}

/**
 * ask_sql_select_compares_alike:
 * @select: analysed
 *
 * Where the SELECTs of a compound differ in affinity or collation, which of them counts is up to where it stands: of
 * a value and of IN the last one, in a FROM the first one, and there not in all versions of SQLite.
 *
 * Returns: whether all of them would compare @column alike
 */
gboolean
ask_sql_select_compares_alike (const AskSqlSelect *select, guint column)
{
  const AskSqlOutput *first = select->cores[0]->outputs + column;

  for (guint i = 1; i < select->n_cores; i++)
    {
      const AskSqlOutput *output = select->cores[i]->outputs + column;

      if (column >= select->cores[i]->n_outputs
          || ask_sql_affinity_get_group (output->affinity) != ask_sql_affinity_get_group (first->affinity)
          || !ask_sql_same_name (output->collation != NULL ? output->collation : "BINARY",
                                 first->collation != NULL ? first->collation : "BINARY"))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_sql_type_outputs:
 * @select: has at least one SELECT; each of them is typed
 * @outputs: (array length=n) (inout): the columns of the whole, whose names stay
 * @n: how many columns; those that the first SELECT does not have stay as they are
 *
 * What all SELECTs of a compound together give: types that differ become ANY, a value may be NULL
 * where the first gives it, or one that a UNION adds. Affinity and collation are the first one's, as SQLite 3.40
 * has it. Decimals and numbers together are decimals: see ask_sql_spell_decimals().
 */
void
ask_sql_type_outputs (AskSqlSelect *select, AskSqlOutput *outputs, guint n)
{
  const AskSqlCore *first = select->cores[0];

  for (guint i = 0; i < n && i < first->n_outputs; i++)
    {
      outputs[i].type = first->outputs[i].type;
      outputs[i].affinity = first->outputs[i].affinity;
      outputs[i].collation = first->outputs[i].collation;
      outputs[i].nullable = first->outputs[i].nullable;
      outputs[i].number = first->outputs[i].number;
      outputs[i].expr = first->outputs[i].expr;
      for (guint c = 1; c < select->n_cores; c++)
        {
          const AskSqlCore *core = select->cores[c];

          if (i >= core->n_outputs)
            continue;
          if (core->outputs[i].type != outputs[i].type)
            outputs[i].type = ASK_TYPE_ANY;
          outputs[i].number = outputs[i].number && core->outputs[i].number;
          if (core->compound == ASK_COMPOUND_UNION || core->compound == ASK_COMPOUND_UNION_ALL)
            outputs[i].nullable |= core->outputs[i].nullable;
        }
      if (select->n_cores > 1 && ask_sql_outputs_are_decimals (select, i))
        {
          outputs[i].type = ASK_TYPE_DECIMAL;
          outputs[i].affinity = ASK_AFFINITY_TEXT;
          outputs[i].collation = "decimal";
        }
    }
}

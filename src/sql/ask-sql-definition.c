/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions: the expressions of calculated columns and metrics. They are read and checked once, when
 * the catalogue is filled, and copied into each statement that names them. Nothing here looks at a
 * statement as a whole; what a name in a definition means is decided by its table alone.
 */
#include "config.h"

#include "sql/ask-sql-definition-private.h"

#include "sql/ask-sql-analysis-private.h"
#include "sql/ask-sql-function-private.h"

#include <string.h>

#define PREFIX "SELECT "

typedef struct
{
  gboolean metric;
  guint n_aggregates;
  guint in_aggregate;
  char *problem;
} Check;

static void set_problem (Check *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
set_problem (Check *self, const char *format, ...)
{
  va_list args;

  if (self->problem != NULL)
    return;
  va_start (args, format);
  self->problem = g_strdup_vprintf (format, args);
  va_end (args);
}

/**
 * ask_sql_expr_is_aggregate:
 *
 * Returns: whether it is a call of an aggregate, by its name and the number of its arguments: nothing has
 *   to be analysed
 */
gboolean
ask_sql_expr_is_aggregate (const AskSqlExpr *expr)
{
  gboolean exists;
  const AskSqlFunction *function;

  if (expr->kind != ASK_EXPR_FUNCTION || expr->window != NULL)
    return FALSE;
  function = ask_sql_function_find (expr->name, expr->list.n, &exists);
  return function != NULL && function->kind == ASK_FUNCTION_AGGREGATE;
}

static gboolean
check_node (AskSqlExpr *expr, gpointer data)
{
  Check *self = data;
  gboolean exists;

  if (expr->select != NULL || expr->kind == ASK_EXPR_IN_TABLE)
    set_problem (self, "it has a subquery; make that a query entity of its own");
  else if (expr->kind == ASK_EXPR_PARAMETER)
    set_problem (self, "it has a parameter, %s", expr->name);
  else if (expr->window != NULL)
    set_problem (self, "it has a window function, %s()", expr->name);
  else if (expr->kind == ASK_EXPR_FUNCTION && ask_sql_function_find (expr->name, expr->list.n, &exists) == NULL)
    set_problem (self, exists ? "%s() does not take so many arguments" : "there is no function %s()", expr->name);
  else if (ask_sql_expr_is_aggregate (expr))
    {
      self->n_aggregates++;
      if (!self->metric)
        set_problem (self, "it has an aggregate, %s(), which only a metric may have", expr->name);
    }
  return self->problem == NULL;
}

static gboolean
is_one_expression (const AskSqlSelect *select)
{
  const AskSqlCore *core = select->cores[0];

  return select->n_ctes == 0 && select->n_cores == 1 && select->order.n == 0 && select->limit == NULL
         && core->n_results == 1 && core->results[0].star == 0 && core->results[0].alias == NULL && core->from.n == 0
         && core->where == NULL && core->group_by.n == 0 && core->having == NULL && core->n_windows == 0
         && core->n_rows == 0 && !core->distinct && !core->all;
}

/**
 * ask_sql_definition_parse:
 * @text: an expression
 * @metric: it may, and should, have aggregates
 * @problem: (out) (transfer full): why it cannot be used, without a full stop
 *
 * Returns: (transfer full) (nullable): "SELECT @text"; %NULL with @problem set
 */
AskSqlTree *
ask_sql_definition_parse (const char *text, gboolean metric, char **problem)
{
  g_autofree char *sql = g_strconcat (PREFIX, text, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  Check check = { .metric = metric };
  AskSqlVisit visit = { .expr = check_node, .user_data = &check };

  *problem = NULL;
  if (tree == NULL)
    {
      const char *words = strstr (error->message, ": ");
      gsize length;

      /* Line and column count the word that was put in front. */
      words = words != NULL ? words + 2 : error->message;
      length = strlen (words);
      *problem = g_strndup (words, length - (length > 0 && words[length - 1] == '.'));
      return NULL;
    }
  if (!is_one_expression (tree->select))
    {
      *problem = g_strdup ("it is more than one expression");
      return NULL;
    }
  ask_sql_walk_expr (tree->select->cores[0]->results[0].expr, &visit);
  *problem = check.problem;
  return *problem == NULL ? g_steal_pointer (&tree) : NULL;
}

/** ask_sql_definition_get: Returns: (transfer none): the expression itself */
const AskSqlExpr *
ask_sql_definition_get (const AskSqlTree *self)
{
  return self->select->cores[0]->results[0].expr;
}

static gboolean
is_collate (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLLATE;
}

/**
 * ask_sql_definition_collates:
 *
 * Returns: whether a collation is written in it. A view's column has it as if it were declared, which gives
 *   way to one that is written
 */
gboolean
ask_sql_definition_collates (const AskSqlExpr *expr)
{
  return ask_sql_expr_has (expr, is_collate);
}

static gboolean
is_column (const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_COLUMN;
}

/**
 * ask_sql_definition_is_plain:
 *
 * Returns: whether the expression means the same in the place of a view's column that it defines: it
 *   gives the same value each time, writes no collation, and is no number, which ORDER BY would take for a
 *   place
 */
gboolean
ask_sql_definition_is_plain (const AskSqlExpr *expr)
{
  return ask_sql_expr_has (expr, is_column) && !ask_sql_definition_collates (expr)
         && ask_sql_expr_is_deterministic (expr);
}

static gboolean
is_strict_function (const AskSqlExpr *expr)
{
  static const char *const names[]
    = { "abs",     "ceil",      "ceiling", "date",    "datetime",  "exp",      "floor",  "fold",
        "instr",   "julianday", "length",  "ln",      "log10",     "lower",    "ltrim",  "mod",
        "replace", "round",     "rtrim",   "sign",    "sqrt",      "strftime", "substr", "substring",
        "time",    "trim",      "trunc",   "unicode", "unixepoch", "upper",    NULL };

  return ask_sql_name_is_one_of (expr->name, names);
}

static gboolean
any_strict (const AskSqlExprs *list)
{
  for (guint i = 0; i < list->n; i++)
    if (ask_sql_definition_is_strict (list->items[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_sql_definition_is_strict:
 * @expr: over columns of one table
 *
 * Returns: whether it is certainly NULL where all its columns are: what an outer join makes of a row that
 *   is not there
 */
gboolean
ask_sql_definition_is_strict (const AskSqlExpr *expr)
{
  switch (expr->kind)
    {
    case ASK_EXPR_COLUMN:
      return !(expr->table == NULL && expr->bare && ask_sql_name_is_truth (expr->name));
    case ASK_EXPR_UNARY:
    case ASK_EXPR_CAST:
    case ASK_EXPR_COLLATE:
      return ask_sql_definition_is_strict (expr->left);
    case ASK_EXPR_BINARY:
      switch ((int) expr->op)
        {
        case ASK_OP_IS:
        case ASK_OP_IS_NOT:
        case ASK_OP_EXTRACT:
        case ASK_OP_EXTRACT_TEXT:
          return FALSE;
        case ASK_OP_AND:
        case ASK_OP_OR:
          return ask_sql_definition_is_strict (expr->left) && ask_sql_definition_is_strict (expr->right);
        default:
          return ask_sql_definition_is_strict (expr->left) || ask_sql_definition_is_strict (expr->right);
        }
    case ASK_EXPR_LIKE:
      return (expr->op == ASK_OP_LIKE || expr->op == ASK_OP_GLOB)
             && (ask_sql_definition_is_strict (expr->left) || ask_sql_definition_is_strict (expr->right));
    case ASK_EXPR_IN_LIST:
      return expr->list.n > 0 && ask_sql_definition_is_strict (expr->left);
    case ASK_EXPR_BETWEEN:
      return ask_sql_definition_is_strict (expr->left);
    case ASK_EXPR_FUNCTION:
      return is_strict_function (expr) && any_strict (&expr->list);
    default:
      return FALSE;
    }
}

typedef struct
{
  AskSqlTree *tree;
  const AskSqlTable *table;
  const char *item;
  char *problem;
} Bind;

static gboolean
is_truth (const AskSqlExpr *expr, const AskSqlTable *table)
{
  return expr->table == NULL && expr->bare && ask_sql_name_is_truth (expr->name)
         && ask_sql_table_find_column (table, expr->name) < 0;
}

static gboolean
bind_node (AskSqlExpr *expr, gpointer data)
{
  Bind *self = data;

  expr->span = (AskSqlSpan) { 0, 0 };
  if (expr->kind != ASK_EXPR_COLUMN || self->problem != NULL || is_truth (expr, self->table))
    return TRUE;
  if ((expr->table != NULL && !ask_sql_same_name (expr->table, self->table->name))
      || (ask_sql_table_find_column (self->table, expr->name) < 0
          && ask_sql_table_find_metric (self->table, expr->name) == NULL))
    {
      self->problem
        = g_strdup_printf ("it names “%s%s%s”, which is nothing of “%s”", expr->table != NULL ? expr->table : "",
                           expr->table != NULL ? "." : "", expr->name, self->table->name);
      return TRUE;
    }
  expr->schema = NULL;
  expr->table = self->item;
  expr->bare = FALSE;
  return TRUE;
}

/**
 * ask_sql_definition_bind:
 * @tree: gets the copy
 * @table: the names are of
 * @item: what @table is called in the SELECT that the copy is for; borrowed, as long as @tree lives
 * @problem: (out) (transfer full): without a full stop
 *
 * Returns: (transfer none) (nullable): a copy whose names are all of @item; %NULL with @problem set
 */
AskSqlExpr *
ask_sql_definition_bind (AskSqlTree *tree, const AskSqlTree *definition, const AskSqlTable *table, const char *item,
                         char **problem)
{
  AskSqlExpr *copy = ask_sql_tree_copy_expr (tree, ask_sql_definition_get (definition));
  Bind bind = { tree, table, item, NULL };
  AskSqlVisit visit = { .expr = bind_node, .user_data = &bind };

  ask_sql_walk_expr (copy, &visit);
  *problem = bind.problem;
  return bind.problem == NULL ? copy : NULL;
}

typedef struct
{
  const AskSqlTable *table;
  GPtrArray *path; /* AskSqlColumn */
  GHashTable *sound; /* AskSqlColumn, with all that it names */
  gboolean found;
} Circle;

static void follow (Circle *self, const AskSqlColumn *column);

static gboolean
follow_node (AskSqlExpr *expr, gpointer data)
{
  Circle *self = data;
  int place = expr->kind == ASK_EXPR_COLUMN ? ask_sql_table_find_column (self->table, expr->name) : -1;

  if (place >= 0 && !self->found)
    follow (self, self->table->columns->pdata[place]);
  return !self->found;
}

static void
follow (Circle *self, const AskSqlColumn *column)
{
  AskSqlVisit visit = { .expr = follow_node, .user_data = self };

  /* What goes deeper is refused as such. */
  if (column->expression == NULL || self->path->len > ASK_SQL_MAX_ROUNDS || g_hash_table_contains (self->sound, column))
    return;
  self->found = g_ptr_array_find (self->path, column, NULL);
  if (self->found)
    return;
  g_ptr_array_add (self->path, (gpointer) column);
  ask_sql_walk_expr ((AskSqlExpr *) ask_sql_definition_get (column->expression), &visit);
  g_ptr_array_set_size (self->path, (int) self->path->len - 1);
  if (!self->found)
    g_hash_table_add (self->sound, (gpointer) column);
}

/**
 * ask_sql_definition_find_circle:
 * @sound: a set of columns that are known to be in no circle; grows
 *
 * Returns: whether @column is calculated from itself, or from what is
 */
gboolean
ask_sql_definition_find_circle (const AskSqlTable *table, const AskSqlColumn *column, GHashTable *sound)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  Circle circle = { table, path, sound, FALSE };

  follow (&circle, column);
  return circle.found;
}

/**
 * ask_sql_table_get_presence:
 *
 * Returns: (nullable): a column that is NULL only where an outer join has no row of the table
 */
const char *
ask_sql_table_get_presence (const AskSqlTable *table)
{
  const char *found = NULL;

  for (guint i = 0; i < table->columns->len; i++)
    {
      const AskSqlColumn *column = table->columns->pdata[i];

      /* Each call gives the rows that equal its argument, and nothing equals NULL. */
      if (column->required != NULL)
        return column->name;
      if (!column->nullable && !column->calculated && (found == NULL || column->key == 1))
        found = column->name;
    }
  return found;
}

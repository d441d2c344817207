/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the calls of a statement, from the innermost outwards. What asks about rows (qa) is answered at once and becomes a
 * literal; what asks of each value becomes _answer (number, value). "t::c" is the column c of the item of FROM that is, or is
 * an alias of, t.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

/* The SELECTs around an expression, and the core of each that it stands in. */
typedef struct _Scope Scope;
struct _Scope
{
  const Scope *outer; /* nullable */
  AskSqlSelect *select;
  guint n_ctes; /* of @select, that may be named here */
  AskSqlCore *core; /* nullable */
};

typedef struct
{
  AskBlend *blend;
  AskSqlTree *tree;
  GError **error;
} Finder;

static gboolean find_in_expr (Finder *self, AskSqlExpr *expr, const Scope *scope);
static gboolean find_in_select (Finder *self, AskSqlSelect *select, const Scope *outer);

/* A sentence with the name of the function. @words: marked with N_() */
#define FAIL(self, call, words) \
  (ask_error_set ((self)->error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL, words, (call)->name), FALSE)

static gboolean
find_in_list (Finder *self, const AskSqlExprs *list, const Scope *scope)
{
  for (guint i = 0; i < list->n; i++)
    if (!find_in_expr (self, list->items[i], scope))
      return FALSE;
  return TRUE;
}

static gboolean
find_in_order (Finder *self, const AskSqlOrder *order, const Scope *scope)
{
  for (guint i = 0; i < order->n; i++)
    if (!find_in_expr (self, order->items[i].expr, scope))
      return FALSE;
  return TRUE;
}

static gboolean
find_in_from (Finder *self, const AskSqlFroms *items, const Scope *scope)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];

      if ((from->select != NULL && !find_in_select (self, from->select, scope))
          || !find_in_list (self, &from->args, scope) || !find_in_from (self, &from->items, scope)
          || !find_in_expr (self, from->on, scope))
        return FALSE;
    }
  return TRUE;
}

static const AskSqlFrom *
find_item (const AskSqlFroms *items, const char *table)
{
  for (guint i = 0; i < items->n; i++)
    {
      const AskSqlFrom *from = items->items[i];
      const AskSqlFrom *within = find_item (&from->items, table);

      if (within != NULL)
        return within;
      if ((from->alias != NULL && g_ascii_strcasecmp (from->alias, table) == 0)
          || (from->name != NULL && g_ascii_strcasecmp (from->name, table) == 0))
        return from;
    }
  return NULL;
}

/* @expr: "t::c" becomes the column. Returns: whether it is one, or no such text */
static gboolean
take_column (Finder *self, const AskSqlExpr *call, AskSqlExpr *expr, const Scope *scope)
{
  const char *end
    = expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT ? strstr (expr->value.text, "::") : NULL;
  g_autofree char *table = end != NULL ? g_strndup (expr->value.text, (gsize) (end - expr->value.text)) : NULL;
  const AskSqlFrom *from = NULL;

  if (end == NULL)
    return TRUE;
  for (; scope != NULL && from == NULL; scope = scope->outer)
    if (scope->core != NULL)
      from = find_item (&scope->core->from, table);
  if (from == NULL)
    return FAIL (self, call, N_ ("%s names a table with “::” that is not in its FROM."));
  *expr = *ask_sql_tree_new_column (self->tree, from->alias != NULL ? from->alias : from->name, end + 2);
  return TRUE;
}

/* @select with the CTEs that may be named where it stands, as a statement of its own. */
static AskSqlTree *
make_statement (Finder *self, AskSqlSelect *select, const Scope *scope)
{
  AskSqlSelect whole = *select;
  g_autoptr (GPtrArray) ctes = g_ptr_array_new ();

  for (guint i = 0; i < select->n_ctes; i++)
    g_ptr_array_add (ctes, select->ctes[i]);
  for (; scope != NULL; scope = scope->outer)
    for (guint i = scope->n_ctes; i > 0; i--)
      {
        gboolean hidden = FALSE;

        for (guint c = 0; c < ctes->len; c++)
          hidden = hidden
                   || g_ascii_strcasecmp (((AskSqlCte *) ctes->pdata[c])->name, scope->select->ctes[i - 1]->name) == 0;
        if (!hidden)
          g_ptr_array_insert (ctes, 0, scope->select->ctes[i - 1]);
        whole.recursive = whole.recursive || scope->select->recursive;
      }
  whole.ctes = (AskSqlCte **) ctes->pdata;
  whole.n_ctes = ctes->len;
  return ask_sql_tree_extract (self->tree, &whole);
}

static AskRows *
read_select (Finder *self, AskSqlSelect *select, const Scope *scope)
{
  g_autoptr (AskSqlTree) statement = make_statement (self, select, scope);

  return ask_blend_read (self->blend, statement, self->error);
}

static AskRows *
read_column (Finder *self, const AskSqlExpr *call, const char *text, const Scope *scope)
{
  const char *end = strstr (text, "::");
  g_autofree char *name = g_strndup (text, (gsize) (end - text));
  g_autofree char *table = ask_sql_quote_name (name);
  g_autofree char *column = ask_sql_quote_name (end + 2);
  g_autofree char *sql = g_strdup_printf ("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL", column, table, column);
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, self->error);

  return tree != NULL ? read_select (self, tree->select, NULL) : NULL;
}

/* options: 'a;b', a list, a column or a SELECT. */
static gboolean
take_options (Finder *self, const AskSqlExpr *call, AskSqlExpr *expr, const Scope *scope, AskRows **options)
{
  AskRows *rows = NULL;

  if (expr->kind == ASK_EXPR_SELECT)
    rows = read_select (self, expr->select, scope);
  else if (expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT
           && strstr (expr->value.text, "::") != NULL)
    rows = read_column (self, call, expr->value.text, scope);
  else
    {
      g_auto (GStrv) words = expr->kind == ASK_EXPR_LITERAL && expr->value.kind == ASK_VALUE_TEXT
                               ? g_strsplit (expr->value.text, ";", -1)
                               : NULL;

      if (words == NULL && expr->kind != ASK_EXPR_ROW)
        return FAIL (self, call, N_ ("The options of %s are neither 'a;b', a list, 'table::column' nor a SELECT."));
      rows = ask_rows_new ();
      ask_rows_add_column (rows, "option", ASK_TYPE_ANY);
      for (guint i = 0; words != NULL && words[i] != NULL; i++)
        {
          AskValue value = ask_value_text (g_strstrip (words[i]), -1);

          ask_rows_append (rows, &value);
        }
      for (guint i = 0; words == NULL && i < expr->list.n; i++)
        ask_rows_append (rows, &expr->list.items[i]->value);
    }
  *options = rows;
  return rows != NULL;
}

static AskSqlExpr *
make_literal (Finder *self, const AskValue *value)
{
  AskSqlExpr *literal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

  literal->value = *value;
  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    literal->value.text = ask_sql_tree_strdup (self->tree, value->text, (gssize) value->length);
  return literal;
}

/* One value; several become a list, which stands behind IN only. */
static gboolean
take_answer (Finder *self, AskSqlExpr *expr, const AskRows *answers)
{
  gsize n = ask_rows_get_n_rows (answers);

  if (n == 1)
    {
      *expr = *make_literal (self, ask_rows_get (answers, 0, 0));
      return TRUE;
    }
  if (n == 0)
    {
      *expr = *make_literal (self, &ASK_NULL_INIT);
      return TRUE;
    }
  expr->kind = ASK_EXPR_ROW;
  expr->list = (AskSqlExprs) { ask_sql_tree_alloc (self->tree, n * sizeof (AskSqlExpr *)), (guint) n };
  for (gsize i = 0; i < n; i++)
    expr->list.items[i] = make_literal (self, ask_rows_get (answers, i, 0));
  return TRUE;
}

static gboolean
answer_question (Finder *self, AskSqlExpr *expr, AskBlendCall *call, AskSqlSelect *select, const Scope *scope)
{
  g_autoptr (AskRows) rows = select != NULL ? read_select (self, select, scope) : ask_rows_new ();
  g_autoptr (AskRows) answers = ask_rows_new ();
  const AskBlendQuestion question
    = { call->text, call->options, self->blend->dry ? NULL : ask_engine_get_stop (self->blend->engine) };

  ask_rows_add_column (answers, "answer", ASK_TYPE_ANY);
  if (rows == NULL)
    return FALSE;
  if (self->blend->dry)
    return take_answer (self, expr, answers);
  call->n_asked = ask_rows_get_n_rows (rows);
  call->n_rounds = 1;
  self->blend->n_values += call->n_asked;
  return call->function->runner->qa (call->function, &question, rows, answers, self->error)
         && take_answer (self, expr, answers);
}

/* ask_blend_call_free: frees an AskBlendCall */
void
ask_blend_call_free (gpointer data)
{
  AskBlendCall *self = data;

  g_free (self->text);
  g_clear_pointer (&self->options, ask_rows_unref);
  g_free (self);
}

static void
become_lookup (Finder *self, AskSqlExpr *expr, guint number, GPtrArray *values)
{
  const AskValue value = ask_value_integer (number);
  AskSqlExpr *node = ask_sql_tree_new_expr (self->tree, ASK_EXPR_FUNCTION, expr->span);

  node->name = ASK_EXTERNAL_ANSWER;
  node->list
    = (AskSqlExprs) { ask_sql_tree_alloc (self->tree, (values->len + 1) * sizeof (AskSqlExpr *)), values->len + 1 };
  node->list.items[0] = make_literal (self, &value);
  for (guint i = 0; i < values->len; i++)
    node->list.items[i + 1] = values->pdata[i];
  *expr = *node;
}

static gboolean
take_call (Finder *self, AskSqlExpr *expr, const Scope *scope)
{
  AskBlendFunction *function = ask_blend_find (self->blend, expr);
  AskBlendCall *call;
  AskSqlSelect *select = NULL;
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  guint n_wanted;

  if (function == NULL)
    return FAIL (self, expr, N_ ("There is no function %s. Give one with --function NAME=map:COMMAND."));
  call = g_new0 (AskBlendCall, 1);
  call->function = function;
  g_ptr_array_add (self->blend->calls, call);
  call->number = self->blend->calls->len;
  for (guint i = 0; i < expr->list.n; i++)
    {
      const char *name = expr->argument_names != NULL ? expr->argument_names[i] : NULL;
      AskSqlExpr *value = expr->list.items[i];

      if (name != NULL && g_ascii_strcasecmp (name, "options") == 0)
        {
          if (!take_options (self, expr, value, scope, &call->options))
            return FALSE;
        }
      else if (name != NULL && g_ascii_strcasecmp (name, "left_on") != 0 && g_ascii_strcasecmp (name, "right_on") != 0
               && g_ascii_strcasecmp (name, "question") != 0 && g_ascii_strcasecmp (name, "value") != 0)
        return FAIL (
          self, expr,
          N_ (
            "%s has an argument with a name that it does not know. It knows question, value, options, left_on and right_on."));
      else if (function->shape == ASK_BLEND_QA && value->kind == ASK_EXPR_SELECT)
        select = value->select;
      else
        {
          if (function->shape != ASK_BLEND_QA && !take_column (self, expr, value, scope))
            return FALSE;
          g_ptr_array_add (values, value);
        }
    }
  n_wanted = function->shape == ASK_BLEND_MAP ? 1 : function->shape == ASK_BLEND_JOIN ? 2 : 0;
  /* The question stands before the values, and behind the two of a join. */
  if (values->len == n_wanted + 1)
    {
      guint at = function->shape == ASK_BLEND_JOIN ? 2 : 0;
      AskSqlExpr *text = values->pdata[at];

      if (text->kind != ASK_EXPR_LITERAL || text->value.kind != ASK_VALUE_TEXT)
        return FAIL (self, expr, N_ ("The question of %s is no text in quotes."));
      call->text = g_strndup (text->value.text, text->value.length);
      g_ptr_array_remove_index (values, at);
    }
  if (values->len != n_wanted)
    return function->shape == ASK_BLEND_MAP ? FAIL (self, expr, N_ ("%s wants a question and a value: f('…', column)."))
           : function->shape == ASK_BLEND_QA
             ? FAIL (self, expr, N_ ("%s wants a question and rows: f('…', (SELECT …))."))
             : FAIL (self, expr, N_ ("%s wants columns of two tables: f(a.x, b.y)."));
  if (function->shape == ASK_BLEND_QA)
    return answer_question (self, expr, call, select, scope);
  call->answers = ask_blend_get_answers (self->blend, call);
  become_lookup (self, expr, call->number, values);
  return TRUE;
}

static gboolean
is_call (Finder *self, const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION
         && (expr->braced || expr->argument_names != NULL || ask_blend_find (self->blend, expr) != NULL);
}

static gboolean
find_in_expr (Finder *self, AskSqlExpr *expr, const Scope *scope)
{
  for (; expr != NULL; expr = expr->left)
    {
      gboolean call = is_call (self, expr);

      if (!find_in_expr (self, expr->right, scope) || !find_in_expr (self, expr->escape, scope)
          || !find_in_expr (self, expr->filter, scope))
        return FALSE;
      /* Rows that are asked about are a statement of their own. */
      for (guint i = 0; i < expr->list.n; i++)
        if (!(call && expr->list.items[i]->kind == ASK_EXPR_SELECT) && !find_in_expr (self, expr->list.items[i], scope))
          return FALSE;
      if (expr->select != NULL && expr->kind != ASK_EXPR_IN_TABLE && !find_in_select (self, expr->select, scope))
        return FALSE;
      if (expr->window != NULL
          && (!find_in_list (self, &expr->window->partition, scope)
              || !find_in_order (self, &expr->window->order, scope)))
        return FALSE;
      if (call && !take_call (self, expr, scope))
        return FALSE;
      /* What a function gives as a list is the list. */
      if (expr->kind == ASK_EXPR_IN_LIST && expr->list.n == 1 && expr->list.items[0]->kind == ASK_EXPR_ROW
          && (expr->left == NULL || expr->left->kind != ASK_EXPR_ROW))
        expr->list = expr->list.items[0]->list;
    }
  return TRUE;
}

static gboolean
find_in_core (Finder *self, AskSqlCore *core, const Scope *scope)
{
  for (guint i = 0; i < core->n_results; i++)
    if (!find_in_expr (self, core->results[i].expr, scope))
      return FALSE;
  for (guint i = 0; i < core->n_rows; i++)
    if (!find_in_list (self, &core->rows[i], scope))
      return FALSE;
  return find_in_from (self, &core->from, scope) && find_in_expr (self, core->where, scope)
         && find_in_list (self, &core->group_by, scope) && find_in_expr (self, core->having, scope);
}

/* Takes out the CTEs that nothing names: nothing is asked for them. */
static void
drop_unused (AskSqlSelect *select)
{
  for (guint i = select->n_ctes; i > 0; i--)
    {
      AskSqlSelect rest = *select;
      AskSqlCte *cte = select->ctes[i - 1];
      g_autofree AskSqlCte **others = g_new (AskSqlCte *, select->n_ctes);
      g_autoptr (GHashTable) names = NULL;
      GHashTableIter iter;
      gpointer name;
      gboolean used = FALSE;
      guint n = 0;

      for (guint c = 0; c < select->n_ctes; c++)
        if (c != i - 1)
          others[n++] = select->ctes[c];
      rest.ctes = others;
      rest.n_ctes = n;
      names = ask_sql_select_find_names (&rest);
      g_hash_table_iter_init (&iter, names);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        used = used || g_ascii_strcasecmp (name, cte->name) == 0;
      if (used)
        continue;
      memcpy (select->ctes, others, n * sizeof *others);
      select->n_ctes = n;
    }
}

static gboolean
find_in_select (Finder *self, AskSqlSelect *select, const Scope *outer)
{
  Scope scope = { outer, select, 0, NULL };

  drop_unused (select);
  for (; scope.n_ctes < select->n_ctes; scope.n_ctes++)
    if (!find_in_select (self, select->ctes[scope.n_ctes]->select, &scope))
      return FALSE;
  for (guint i = 0; i < select->n_cores; i++)
    {
      scope.core = select->cores[i];
      if (!find_in_core (self, select->cores[i], &scope))
        return FALSE;
    }
  return find_in_order (self, &select->order, &scope) && find_in_expr (self, select->limit, &scope)
         && find_in_expr (self, select->offset, &scope);
}

/* Results keep the names that they have as they were written. */
static void
keep_names (AskSqlTree *tree)
{
  AskSqlCore *core = tree->select->cores[0];

  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].expr != NULL && core->results[i].alias == NULL
        && core->results[i].expr->kind != ASK_EXPR_COLUMN)
      {
        g_autofree char *text = ask_sql_print_expr (core->results[i].expr);

        core->results[i].alias = ask_sql_tree_strdup (tree, text, -1);
      }
}

/**
 * ask_blend_replace_calls:
 * @tree: changed in place: _answer() stands for each call of a value, literals for answers about rows
 * @error: %ASK_BLEND_ERROR, or as of ask_engine_query()
 *
 * Returns: whether each call could be read, and those about rows answered
 */
gboolean
ask_blend_replace_calls (AskBlend *self, AskSqlTree *tree, GError **error)
{
  Finder finder = { self, tree, error };

  keep_names (tree);
  return find_in_select (&finder, tree->select, NULL);
}

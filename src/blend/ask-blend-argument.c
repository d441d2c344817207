/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a call's arguments say: its question, its values, how an answer has to look, and what is told beside the values.
 */
#include "config.h"

#include "blend/ask-blend-call-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "engine/ask-external.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

/* Values that a search finds where nobody says. */
#define DEFAULT_FOUND 10

/* Of an estimate: notes what is told with the values, or what a question is about. */
static void
note_read (AskBlendFinder *self, const AskBlendTaking *taking, AskSqlSelect *select)
{
  g_autoptr (AskSqlTree) statement = ask_blend_make_statement (self, select, taking->scope);
  AskBlendCall *call = taking->call;

  if (select == taking->rows)
    {
      g_free (call->rows);
      call->rows = ask_sql_print_select (statement->select);
      return;
    }
  if (call->told == NULL)
    call->told = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (call->told, ask_sql_print_select (statement->select));
}

/* @origins: (out) (nullable) (transfer full): what they were read from. Returns: (transfer full) (nullable): no rows in a dry
 * run */
AskRows *
ask_blend_read_select (AskBlendFinder *self, const AskBlendTaking *taking, AskSqlSelect *select, GPtrArray **origins)
{
  const AskBlendScope *scope = taking->scope;
  g_autoptr (AskSqlTree) statement = NULL;

  *origins = NULL;
  if (!ask_blend_check_alone (self, taking, select))
    return NULL;
  if (self->blend->dry)
    {
      AskSqlExpr *exists = ask_sql_tree_new_expr (self->tree, ASK_EXPR_EXISTS, (AskSqlSpan) { 0, 0 });

      exists->select = select;
      g_ptr_array_add (taking->read, exists);
      if (!ask_blend_find_in_select (self, select, scope))
        return NULL;
      if (self->blend->estimates)
        note_read (self, taking, select);
      return ask_rows_new ();
    }
  statement = ask_blend_make_statement (self, select, scope);
  return ask_blend_read (self->blend, statement, origins, self->error);
}

/* As ask_blend_read_select(), for what is told with the values. */
static gboolean
read_told (AskBlendFinder *self, const AskBlendTaking *taking, AskSqlSelect *select, AskRows **rows)
{
  GPtrArray *origins;

  g_clear_pointer (rows, ask_rows_unref);
  *rows = ask_blend_read_select (self, taking, select, &origins);
  g_ptr_array_add (taking->call->origins, origins);
  return *rows != NULL;
}

/* options: 'a;b', a list, a column or a SELECT. */
static gboolean
take_options (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  const char *text, *end;
  AskBlendCall *call = taking->call;

  /* "a;b" and "t::c": no column is called so. */
  if (taking->expr->braced && expr->kind == ASK_EXPR_COLUMN
      && (strstr (expr->name, "::") != NULL || strchr (expr->name, ';') != NULL))
    ask_blend_take_words (self, expr);
  text = ask_blend_get_text (expr);
  end = text != NULL ? strstr (text, "::") : NULL;
  if (expr->kind == ASK_EXPR_SELECT)
    return read_told (self, taking, expr->select, &call->options);
  /* The answer to another question, which nobody asked yet. */
  if (self->blend->dry && ask_blend_get_number (expr) > 0)
    return TRUE;
  if (end != NULL)
    {
      g_autofree char *table = g_strndup (text, (gsize) (end - text));
      AskSqlSelect *select
        = ask_blend_select_column (self, ask_blend_find_around (taking->scope, table), table, end + 2);

      return select != NULL && ask_blend_check_names (self, select, taking->scope)
             && read_told (self, taking, select, &call->options);
    }
  if (expr->kind == ASK_EXPR_COLUMN)
    {
      AskSqlSelect *select = ask_blend_find_column_values (self, expr, taking->scope);

      return select != NULL
               ? ask_blend_check_names (self, select, taking->scope) && read_told (self, taking, select, &call->options)
               : ASK_BLEND_REFUSE (self, taking->expr,
                                   N_ ("The options of %s name a column that is not in its FROM, or in several "
                                       "of its tables: options='table::column'."));
    }
  if (text == NULL && expr->kind != ASK_EXPR_ROW)
    return ASK_BLEND_REFUSE (self, taking->expr,
                             N_ ("The options of %s are neither 'a;b', a list, 'table::column' nor a SELECT."));

  g_auto (GStrv) words = text != NULL ? g_strsplit (text, ";", -1) : NULL;

  g_clear_pointer (&call->options, ask_rows_unref);
  call->options = ask_rows_new ();
  ask_rows_add_column (call->options, "option", ASK_TYPE_ANY);
  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    {
      AskValue value = ask_value_text (g_strstrip (words[i]), -1);

      ask_rows_append (call->options, &value);
    }
  for (guint i = 0; words == NULL && i < expr->list.n; i++)
    ask_rows_append (call->options, &expr->list.items[i]->value);
  return TRUE;
}

/* context: a SELECT, whose rows are told with each value; or columns, each value with its own. Of a question about rows it is
 * these rows. */
static gboolean
take_context (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  if (taking->call->function->shape == ASK_BLEND_QA && taking->rows == NULL && expr->kind == ASK_EXPR_SELECT)
    {
      taking->rows = expr->select;
      return TRUE;
    }
  if (!taking->call->function->runner->knows_forms)
    return ASK_BLEND_REFUSE (self, taking->expr,
                             N_ ("The context of %s is the SELECT that it is asked about, or it is none."));
  if (expr->kind == ASK_EXPR_SELECT)
    return read_told (self, taking, expr->select, &taking->call->context);
  for (guint i = 0; i < (expr->kind == ASK_EXPR_ROW ? expr->list.n : 1); i++)
    {
      AskSqlExpr *column = expr->kind == ASK_EXPR_ROW ? expr->list.items[i] : expr;

      if (!ask_blend_take_column (self, taking->expr, column, taking->scope))
        return FALSE;
      g_ptr_array_add (taking->values, column);
    }
  return TRUE;
}

static gboolean
take_few_shot (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  if (expr->kind != ASK_EXPR_SELECT || !read_told (self, taking, expr->select, &taking->call->examples))
    return expr->kind == ASK_EXPR_SELECT
             ? FALSE
             : ASK_BLEND_REFUSE (self, taking->expr,
                                 N_ ("The few_shot of %s is a SELECT or VALUES of two columns: value and answer."));
  return self->blend->dry || ask_rows_get_n_columns (taking->call->examples) >= 2
         || ASK_BLEND_REFUSE (self, taking->expr,
                              N_ ("The few_shot of %s is a SELECT or VALUES of two columns: value and answer."));
}

static gboolean
take_value (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  gboolean asks_rows = taking->call->function->shape == ASK_BLEND_QA;

  if (asks_rows && expr->kind == ASK_EXPR_SELECT)
    {
      taking->rows = expr->select;
      return TRUE;
    }
  if (!asks_rows && !ask_blend_take_column (self, taking->expr, expr, taking->scope))
    return FALSE;
  g_ptr_array_add (taking->values, expr);
  return TRUE;
}

static gboolean
take_question (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr)
{
  ask_blend_take_words (self, expr);
  if (ask_blend_get_text (expr) == NULL)
    return ASK_BLEND_REFUSE (self, taking->expr, N_ ("The question of %s is no text in quotes."));
  g_free (taking->call->text);
  taking->call->text = g_strndup (expr->value.text, expr->value.length);
  return TRUE;
}

/* Everybody knows the first of them; the others say how an answer has to look, and what is told. */
static const struct
{
  const char *name;
  gboolean (*take) (AskBlendFinder *self, AskBlendTaking *taking, AskSqlExpr *expr);
  gboolean wants_forms;
} arguments[] = {
  { "question", take_question, FALSE },
  { "value", take_value, FALSE },
  { "left_on", take_value, FALSE },
  { "right_on", take_value, FALSE },
  { "options", take_options, FALSE },
  { "context", take_context, FALSE },
  { "return_type", ask_blend_take_return_type, TRUE },
  { "quantifier", ask_blend_take_quantifier, TRUE },
  { "regex", ask_blend_take_regex, TRUE },
  { "batch_size", ask_blend_take_batch_size, TRUE },
  { "k", ask_blend_take_k, TRUE },
  { "few_shot", take_few_shot, TRUE },
  { "on_error", ask_blend_take_on_error, TRUE },
};

static gboolean
take_named (AskBlendFinder *self, AskBlendTaking *taking, const char *name, AskSqlExpr *expr, gboolean *infers)
{
  gboolean knows_forms = taking->call->function->runner->knows_forms;

  if (knows_forms && g_ascii_strcasecmp (name, "infer_gen_constraints") == 0)
    {
      *infers = expr->kind != ASK_EXPR_COLUMN || g_ascii_strcasecmp (expr->name, "false") != 0;
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (arguments); i++)
    if (g_ascii_strcasecmp (arguments[i].name, name) == 0 && (knows_forms || !arguments[i].wants_forms))
      return arguments[i].take (self, taking, expr);
  return knows_forms
           ? ASK_BLEND_REFUSE (
             self, taking->expr,
             N_ ("%s has an argument with a name that it does not know. It knows question, value, options, left_on, "
                 "right_on, context, return_type, quantifier, regex, batch_size, few_shot, on_error and "
                 "infer_gen_constraints."))
           : ASK_BLEND_REFUSE (
             self, taking->expr,
             N_ ("%s has an argument with a name that it does not know. It knows question, value, options, left_on "
                 "and right_on."));
}

/* What the call does not say itself its place says. */
static gboolean
take_hint (AskBlendFinder *self, const AskBlendTaking *taking, AskBlendHint hint)
{
  AskBlendCall *call = taking->call;
  AskSqlSelect *select;

  if (call->form.type == ASK_BLEND_TYPE_ANY)
    call->form.type = hint.type;
  if (hint.example != NULL && call->form.example == NULL)
    call->form.example = g_strdup (hint.example);
  if (hint.like == NULL || call->options != NULL || call->form.type != ASK_BLEND_TYPE_ANY)
    return TRUE;
  select = hint.like->kind == ASK_EXPR_SELECT ? hint.like->select
                                              : ask_blend_find_column_values (self, hint.like, taking->scope);
  if (select == NULL)
    return TRUE;
  call->options = ask_blend_read_select (self, taking, select, &call->inferred_from);
  /* Where nobody can tell what they were read from they are not used. */
  if (call->options != NULL && call->inferred_from == NULL)
    g_clear_pointer (&call->options, ask_rows_unref);
  else if (call->options == NULL)
    return FALSE;
  return TRUE;
}

/* The question stands before the values, and behind the two of a join; options stand behind the value of what picks. */
static gboolean
take_places (AskBlendFinder *self, AskBlendTaking *taking)
{
  AskBlendFunction *function = taking->call->function;
  GPtrArray *values = taking->values;
  guint n_wanted = function->shape == ASK_BLEND_MAP ? 1 : function->shape == ASK_BLEND_JOIN ? 2 : 0;
  guint at = function->shape == ASK_BLEND_JOIN ? 2 : 0;

  if (values->len > n_wanted && taking->call->text == NULL)
    {
      if (!take_question (self, taking, values->pdata[at]))
        return FALSE;
      g_ptr_array_remove_index (values, at);
    }
  if (function->runner->search != NULL)
    {
      if (values->len == 2 && !ask_blend_take_k (self, taking, values->pdata[1]))
        return FALSE;
      if (values->len == 2)
        g_ptr_array_remove_index (values, 1);
      if (taking->call->batch == 0)
        taking->call->batch = DEFAULT_FOUND;
      return (values->len == 1 && taking->call->text != NULL
              && ((AskSqlExpr *) values->pdata[0])->kind == ASK_EXPR_COLUMN)
             || ASK_BLEND_REFUSE (self, taking->expr,
                                  N_ ("%s is called as llm_search('…', column, k), with k from 1 to 10000."));
    }
  if (taking->call->text == NULL && function->runner->knows_forms && function->shape != ASK_BLEND_JOIN)
    return ASK_BLEND_REFUSE (self, taking->expr, N_ ("%s asks nothing: its question is missing."));
  if (function->picks && values->len == 2 && taking->call->options == NULL)
    {
      if (!take_options (self, taking, values->pdata[1]))
        return FALSE;
      g_ptr_array_remove_index (values, 1);
    }
  if (values->len == n_wanted || (function->shape == ASK_BLEND_MAP && values->len > 1 && function->runner->knows_forms))
    return TRUE;
  return function->shape == ASK_BLEND_MAP
           ? ASK_BLEND_REFUSE (self, taking->expr, N_ ("%s wants a question and a value: f('…', column)."))
         : function->shape == ASK_BLEND_QA
           ? ASK_BLEND_REFUSE (self, taking->expr, N_ ("%s wants a question and rows: f('…', (SELECT …))."))
           : ASK_BLEND_REFUSE (self, taking->expr, N_ ("%s wants columns of two tables: f(a.x, b.y)."));
}

/* The item of FROM that a column is of. */
static const AskSqlFrom *
find_item_of (const AskBlendTaking *taking, const AskSqlExpr *column)
{
  const AskSqlFrom *item = NULL;

  for (const AskBlendScope *scope = taking->scope; scope != NULL && item == NULL; scope = scope->outer)
    {
      const AskSqlFroms *from = scope->core != NULL ? &scope->core->from : NULL;

      if (from != NULL && column->table != NULL)
        item = ask_blend_find_item (from, column->table);
      else if (from != NULL && from->n == 1 && from->items[0]->items.n == 0)
        item = from->items[0];
    }
  return item;
}

/* Returns: (transfer full) (nullable): the SELECT of what is searched */
static AskSqlTree *
find_searched (AskBlendFinder *self, const AskBlendTaking *taking)
{
  const AskSqlExpr *column = taking->values->pdata[0];
  const AskSqlFrom *item = find_item_of (taking, column);
  AskSqlSelect *select = item != NULL && (item->kind == ASK_FROM_TABLE || item->kind == ASK_FROM_SELECT)
                           ? ask_blend_select_column (self, item, NULL, column->name)
                           : NULL;
  g_autoptr (AskSqlTree) statement = NULL;
  g_autofree char *text = NULL;

  if (select != NULL)
    {
      statement = ask_blend_make_statement (self, select, taking->scope);
      text = ask_sql_print_select (statement->select);
    }
  /* What waits for answers cannot be read yet. */
  if (text == NULL || strstr (text, ASK_EXTERNAL_ANSWER) != NULL)
    {
      ask_error_set (self->error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                     N_ (
                       "%s searches a column of one table, or of one subquery that calls no function itself. Write the "
                       "name of the table before that of the column."),
                     taking->expr->name);
      return NULL;
    }
  return g_steal_pointer (&statement);
}

/* ask_blend_read_searched: @origins: (out) (nullable) (transfer full): what they were read from. Returns: (transfer full)
 * (nullable): the distinct values of the column that is searched, as it is in its table or in the rows of FROM that it is of */
AskRows *
ask_blend_read_searched (AskBlendFinder *self, const AskBlendTaking *taking, GPtrArray **origins)
{
  g_autoptr (AskSqlTree) statement = find_searched (self, taking);

  return statement != NULL ? ask_blend_read (self->blend, statement, origins, self->error) : NULL;
}

/* ask_blend_note_rows: of an estimate: notes what a search looks through. Returns: %FALSE where it looks through nothing */
gboolean
ask_blend_note_rows (AskBlendFinder *self, const AskBlendTaking *taking)
{
  g_autoptr (AskSqlTree) statement = NULL;

  if (!self->blend->estimates || taking->call->function->runner->search == NULL)
    return TRUE;
  statement = find_searched (self, taking);
  if (statement != NULL)
    taking->call->rows = ask_sql_print_select (statement->select);
  return statement != NULL;
}

gboolean
ask_blend_take_arguments (AskBlendFinder *self, AskBlendTaking *taking, AskBlendHint hint)
{
  const AskSqlExpr *expr = taking->expr;
  AskBlendCall *call = taking->call;
  gboolean infers = call->function->runner->knows_forms || call->function->shape == ASK_BLEND_QA;

  for (guint i = 0; i < expr->list.n; i++)
    {
      const char *name = expr->argument_names != NULL ? expr->argument_names[i] : NULL;

      if (name != NULL ? !take_named (self, taking, name, expr->list.items[i], &infers)
                       : !take_value (self, taking, expr->list.items[i]))
        return FALSE;
    }
  if (!take_places (self, taking) || (infers && !take_hint (self, taking, hint)))
    return FALSE;
  call->n_values = taking->values->len;
  return TRUE;
}

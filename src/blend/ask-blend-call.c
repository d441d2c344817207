/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the calls of a statement, from the innermost outwards. What asks about rows (qa) is answered at once and becomes a
 * literal; what asks of each value becomes _answer (number, value). "t::c" is the column c of the item of FROM that is, or is
 * an alias of, t.
 *
 * In a dry run nothing is asked, and each call becomes _answer() of all that it reads, so that whoever looks at the statement
 * sees it: rows and options stand there as EXISTS (SELECT …).
 */
#include "config.h"

#include "blend/ask-blend-call-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "sql/ask-sql-lexer.h"
#include "sql/ask-sql-printer.h"

static gboolean find_in_expr (AskBlendFinder *self, AskSqlExpr *expr, const AskBlendScope *scope, AskBlendHint hint);

static const AskBlendHint no_hint = { ASK_BLEND_TYPE_ANY, NULL, NULL };
static const AskBlendHint truth = { ASK_BLEND_TYPE_TRUTH, NULL, NULL };
static const AskBlendHint whole = { ASK_BLEND_TYPE_INTEGER, NULL, NULL };

static gboolean
find_in_list (AskBlendFinder *self, const AskSqlExprs *list, const AskBlendScope *scope)
{
  for (guint i = 0; i < list->n; i++)
    if (!find_in_expr (self, list->items[i], scope, no_hint))
      return FALSE;
  return TRUE;
}

static gboolean
find_in_order (AskBlendFinder *self, const AskSqlOrder *order, const AskBlendScope *scope)
{
  for (guint i = 0; i < order->n; i++)
    if (!find_in_expr (self, order->items[i].expr, scope, no_hint))
      return FALSE;
  return TRUE;
}

static gboolean
find_in_window (AskBlendFinder *self, const AskSqlWindow *window, const AskBlendScope *scope)
{
  return find_in_list (self, &window->partition, scope) && find_in_order (self, &window->order, scope)
         && find_in_expr (self, window->start_expr, scope, whole)
         && find_in_expr (self, window->end_expr, scope, whole);
}

static gboolean
find_in_from (AskBlendFinder *self, const AskSqlFroms *items, const AskBlendScope *scope)
{
  for (guint i = 0; i < items->n; i++)
    {
      AskSqlFrom *from = items->items[i];

      if ((from->select != NULL && !ask_blend_find_in_select (self, from->select, scope))
          || !find_in_list (self, &from->args, scope) || !find_in_from (self, &from->items, scope)
          || !find_in_expr (self, from->on, scope, truth))
        return FALSE;
    }
  return TRUE;
}

static AskSqlExpr *
make_literal (AskBlendFinder *self, const AskValue *value)
{
  AskSqlExpr *literal = ask_sql_tree_new_expr (self->tree, ASK_EXPR_LITERAL, (AskSqlSpan) { 0, 0 });

  literal->value = *value;
  if (value->kind == ASK_VALUE_TEXT || value->kind == ASK_VALUE_BLOB)
    literal->value.text = ask_sql_tree_strdup (self->tree, value->text, (gssize) value->length);
  return literal;
}

/* One value; several become a list, which stands behind IN only. None is NULL, and behind IN the empty list. */
static gboolean
take_answer (AskBlendFinder *self, AskSqlExpr *expr, const AskRows *answers)
{
  gsize n = ask_rows_get_n_rows (answers);

  self->empty = n == 0;
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

/* Where no list can stand, it is one value as that of a map is: a JSON array. */
static void
note_list (AskBlendFinder *self, const AskBlendCall *call, const AskRows *answers)
{
  gsize n = ask_rows_get_n_rows (answers);
  g_autoptr (GString) json = NULL;

  if (call->form.most == 0 && n <= 1)
    return;
  json = g_string_new ("[");
  for (gsize i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_value (json, ask_rows_get (answers, i, 0));
    }
  g_string_append_c (json, ']');
  self->list = ask_sql_tree_strdup (self->tree, json->str, -1);
}

/* @expr: was a call where one value stands */
static void
take_one_value (AskBlendFinder *self, AskSqlExpr *expr)
{
  AskValue value = self->list != NULL ? ask_value_text (self->list, -1) : ASK_NULL_INIT;

  if (self->list != NULL)
    *expr = *make_literal (self, &value);
}

static gboolean
answer_question (AskBlendFinder *self, const AskBlendTaking *taking)
{
  AskBlendCall *call = taking->call;
  g_auto (AskBlendQuestion) question = { NULL };
  g_autoptr (GPtrArray) origins = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autoptr (AskRows) answers = ask_rows_new ();
  g_autoptr (GByteArray) kept = g_byte_array_new ();
  gboolean good;

  if (taking->rows != NULL)
    rows = ask_blend_read_select (self, taking, taking->rows, &origins);
  else
    {
      rows = ask_rows_new ();
      origins = g_ptr_array_new ();
    }
  if (rows == NULL)
    return FALSE;
  ask_blend_note_told (self->blend, origins);
  ask_rows_add_column (answers, "answer", ASK_TYPE_ANY);
  call->n_asked = ask_rows_get_n_rows (rows);
  call->n_rounds = 1;
  self->blend->n_values += call->n_asked;
  question = ask_blend_begin_question (self->blend, call, origins);
  question.kept = kept;
  ask_blend_log_question (call, &question);
  good = call->function->runner->qa (call->function, &question, rows, answers, self->error);
  ask_blend_log_qa (call, &question, rows, answers);
  note_list (self, call, answers);
  return good && take_answer (self, taking->expr, answers);
}

/* ask_blend_call_free: frees an AskBlendCall */
void
ask_blend_call_free (gpointer data)
{
  AskBlendCall *self = data;

  g_clear_error (&self->tally.note);
  ask_inquiry_free (self->asked);
  g_clear_pointer (&self->logged, g_hash_table_unref);
  g_free (self->text);
  g_free (self->form.example);
  g_free (self->form.pattern);
  g_clear_pointer (&self->options, ask_rows_unref);
  g_clear_pointer (&self->context, ask_rows_unref);
  g_clear_pointer (&self->examples, ask_rows_unref);
  g_ptr_array_unref (self->origins);
  g_clear_pointer (&self->inferred_from, g_ptr_array_unref);
  g_clear_pointer (&self->told, g_ptr_array_unref);
  g_free (self->rows);
  g_free (self);
}

static void
become_lookup (AskBlendFinder *self, AskSqlExpr *expr, guint number, GPtrArray *values)
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

static void
origins_free (gpointer data)
{
  if (data != NULL)
    g_ptr_array_unref (data);
}

/* Options, context and examples, whose values an answer may hold. A model is told options that were only inferred where these may
 * leave; a program is told them in any case. */
static void
note_told (AskBlend *self, const AskBlendCall *call)
{
  for (guint i = 0; i < call->origins->len && !self->dry; i++)
    ask_blend_note_told (self, call->origins->pdata[i]);
  if (call->inferred_from != NULL && call->function->runner->estimate == NULL && !self->dry)
    ask_blend_note_told (self, call->inferred_from);
}

static gboolean
take_call (AskBlendFinder *self, AskSqlExpr *expr, const AskBlendScope *scope, AskBlendHint hint)
{
  AskBlendFunction *function = ask_blend_find (self->blend, expr);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  g_autoptr (GPtrArray) read = g_ptr_array_new ();
  AskBlendCall *call;
  AskBlendTaking taking;

  if (function == NULL)
    return ASK_BLEND_REFUSE (self, expr, N_ ("There is no function %s. Give one with --function NAME=map:COMMAND."));
  if (expr->distinct || expr->filter != NULL || expr->window != NULL)
    return ASK_BLEND_REFUSE (self, expr,
                             N_ ("%s gives a value for each value: it takes no DISTINCT, no FILTER and no OVER."));
  self->list = NULL;
  call = g_new0 (AskBlendCall, 1);
  call->function = function;
  call->text = g_strdup (function->question);
  call->form = (AskBlendForm) { function->form.type != ASK_BLEND_TYPE_ANY ? function->form.type : function->type,
                                function->form.least, function->form.most, g_strdup (function->form.example),
                                g_strdup (function->form.pattern) };
  call->options = function->options != NULL ? ask_rows_ref (function->options) : NULL;
  call->examples = function->examples != NULL ? ask_rows_ref (function->examples) : NULL;
  call->origins = g_ptr_array_new_with_free_func (origins_free);
  g_ptr_array_add (self->blend->calls, call);
  call->number = self->blend->calls->len;
  taking = (AskBlendTaking) { call, expr, scope, values, read, NULL };
  if (!ask_blend_take_arguments (self, &taking, hint))
    return FALSE;
  note_told (self->blend, call);
  call->asked = ask_inquiry_new (function->name, call->text);
  if (self->blend->dry)
    {
      GPtrArray *origins;
      g_autoptr (AskRows) rows
        = taking.rows != NULL ? ask_blend_read_select (self, &taking, taking.rows, &origins) : NULL;

      if (taking.rows != NULL && rows == NULL)
        return FALSE;
      if (!ask_blend_note_rows (self, &taking))
        return FALSE;
      g_ptr_array_extend (values, read, NULL, NULL);
    }
  else if (function->shape == ASK_BLEND_QA)
    return answer_question (self, &taking);
  else if (function->runner->search != NULL)
    {
      g_autoptr (GPtrArray) origins = NULL;
      g_autoptr (AskRows) rows = ask_blend_read_searched (self, &taking, &origins);

      if (rows == NULL || !ask_blend_take_found (self->blend, call, rows, origins, self->error))
        return FALSE;
      ask_blend_note_told (self->blend, origins);
    }
  become_lookup (self, expr, call->number, values);
  return TRUE;
}

static gboolean
is_call (AskBlendFinder *self, const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION
         && (expr->braced || expr->argument_names != NULL || ask_blend_find (self->blend, expr) != NULL);
}

static gboolean
find_in_child (AskBlendFinder *self, AskSqlExpr *parent, AskSqlExpr *child, const AskBlendScope *scope,
               AskBlendHint hint)
{
  return child == NULL || find_in_expr (self, child, scope, ask_blend_find_hint (self->tree, parent, child, hint));
}

static gboolean
find_in_expr (AskBlendFinder *self, AskSqlExpr *expr, const AskBlendScope *scope, AskBlendHint hint)
{
  while (expr != NULL)
    {
      gboolean call = is_call (self, expr);
      gboolean behind_in = expr->kind == ASK_EXPR_IN_LIST && expr->list.n == 1 && is_call (self, expr->list.items[0]);
      AskBlendHint left = expr->left != NULL ? ask_blend_find_hint (self->tree, expr, expr->left, hint) : no_hint;

      if (!find_in_child (self, expr, expr->right, scope, hint)
          || !find_in_child (self, expr, expr->escape, scope, hint)
          || !find_in_child (self, expr, expr->filter, scope, hint))
        return FALSE;
      /* Rows that are asked about are a statement of their own. */
      for (guint i = 0; i < expr->list.n; i++)
        {
          gboolean one = expr->kind == ASK_EXPR_FUNCTION && !call && is_call (self, expr->list.items[i]);

          if (!(call && expr->list.items[i]->kind == ASK_EXPR_SELECT)
              && !find_in_child (self, expr, expr->list.items[i], scope, hint))
            return FALSE;
          if (one)
            take_one_value (self, expr->list.items[i]);
        }
      if (expr->select != NULL && expr->kind != ASK_EXPR_IN_TABLE
          && !ask_blend_find_in_select (self, expr->select, scope))
        return FALSE;
      if (expr->window != NULL && !find_in_window (self, expr->window, scope))
        return FALSE;
      if (call && !take_call (self, expr, scope, hint))
        return FALSE;
      /* What a function gives as a list is the list. */
      if (behind_in && self->empty)
        expr->list.n = 0;
      if (expr->kind == ASK_EXPR_IN_LIST && expr->list.n == 1 && expr->list.items[0]->kind == ASK_EXPR_ROW
          && (expr->left == NULL || expr->left->kind != ASK_EXPR_ROW))
        expr->list = expr->list.items[0]->list;
      expr = expr->left;
      hint = left;
    }
  return TRUE;
}

static gboolean
find_in_core (AskBlendFinder *self, AskSqlCore *core, const AskBlendScope *scope)
{
  for (guint i = 0; i < core->n_results; i++)
    {
      gboolean one = core->results[i].expr != NULL && is_call (self, core->results[i].expr);

      if (!find_in_expr (self, core->results[i].expr, scope, no_hint))
        return FALSE;
      if (one)
        take_one_value (self, core->results[i].expr);
    }
  for (guint i = 0; i < core->n_rows; i++)
    {
      if (!find_in_list (self, &core->rows[i], scope))
        return FALSE;
      if (core->rows[i].n == 1 && core->rows[i].items[0]->kind == ASK_EXPR_ROW)
        core->rows[i] = core->rows[i].items[0]->list;
    }
  for (guint i = 0; i < core->n_windows; i++)
    if (!find_in_window (self, core->windows[i], scope))
      return FALSE;
  return find_in_from (self, &core->from, scope) && find_in_expr (self, core->where, scope, truth)
         && find_in_list (self, &core->group_by, scope) && find_in_expr (self, core->having, scope, truth);
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

/* In a dry run a row that is asked for has as many columns as it has names. */
static void
fill_row (AskBlendFinder *self, AskSqlCte *cte)
{
  AskSqlCore *core = cte->select->cores[0];
  AskSqlExprs row = { NULL, 0 };

  if (!self->blend->dry || cte->columns == NULL || core->n_rows != 1 || core->rows[0].n != 1
      || ask_blend_get_number (core->rows[0].items[0]) == 0)
    return;
  row.n = g_strv_length ((char **) cte->columns);
  row.items = ask_sql_tree_alloc (self->tree, row.n * sizeof *row.items);
  for (guint i = 0; i < row.n; i++)
    row.items[i] = i == 0 ? core->rows[0].items[0] : make_literal (self, &ASK_NULL_INIT);
  core->rows[0] = row;
}

gboolean
ask_blend_find_in_select (AskBlendFinder *self, AskSqlSelect *select, const AskBlendScope *outer)
{
  AskBlendScope scope = { outer, select, 0, NULL };

  drop_unused (select);
  for (; scope.n_ctes < select->n_ctes; scope.n_ctes++)
    {
      if (!ask_blend_find_in_select (self, select->ctes[scope.n_ctes]->select, &scope))
        return FALSE;
      fill_row (self, select->ctes[scope.n_ctes]);
    }
  for (guint i = 0; i < select->n_cores; i++)
    {
      scope.core = select->cores[i];
      if (!find_in_core (self, select->cores[i], &scope))
        return FALSE;
    }
  return find_in_order (self, &select->order, &scope) && find_in_expr (self, select->limit, &scope, whole)
         && find_in_expr (self, select->offset, &scope, whole);
}

/* Results keep the names that SQLite gives them: their text as it is written. */
static void
keep_names (AskSqlTree *tree)
{
  AskSqlCore *core = tree->select->cores[0];

  for (guint i = 0; i < core->n_results; i++)
    if (core->results[i].expr != NULL && core->results[i].alias == NULL
        && core->results[i].expr->kind != ASK_EXPR_COLUMN)
      {
        AskSqlSpan span = core->results[i].expr->span;

        core->results[i].alias = ask_sql_tree_strdup (tree, tree->text + span.start, (gssize) (span.end - span.start));
      }
}

/* Where the place of a call says nothing of its answers, that of another call with the same question does: it is asked once. */
static void
share_answers (AskBlend *self, guint first)
{
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];

      for (guint other = first; other < self->calls->len && call->form.type == ASK_BLEND_TYPE_ANY; other++)
        {
          const AskBlendCall *same = self->calls->pdata[other];

          if (same->function == call->function && g_strcmp0 (same->text, call->text) == 0)
            call->form.type = same->form.type;
        }
    }
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];

      if (call->function->shape != ASK_BLEND_QA && call->function->runner->search == NULL)
        call->answers = ask_blend_get_answers (self, call);
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
  AskBlendFinder finder = { self, tree, FALSE, NULL, error };
  guint first = self->calls->len;

  keep_names (tree);
  if (!ask_blend_find_in_select (&finder, tree->select, NULL))
    return FALSE;
  if (!self->dry)
    share_answers (self, first);
  return TRUE;
}

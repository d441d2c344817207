/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The functions of a session, and a statement with calls of them, from the first to its last answer.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-json.h"
#include "sql/ask-sql-printer.h"

/** ask_blend_new: Returns: (transfer full): no functions yet */
AskBlend *
ask_blend_new (void)
{
  AskBlend *self = g_new0 (AskBlend, 1);

  self->functions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_blend_function_free);
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_blend_answers_free);
  self->calls = g_ptr_array_new_with_free_func (ask_blend_call_free);
  self->awaited = g_hash_table_new (NULL, NULL);
  self->told = ask_origins_new ();
  return self;
}

/** ask_blend_free: frees @self; the sessions that it was attached to are gone, or run nothing any more */
void
ask_blend_free (AskBlend *self)
{
  g_ptr_array_unref (self->calls);
  g_hash_table_unref (self->awaited);
  g_ptr_array_unref (self->told);
  g_hash_table_unref (self->answers);
  g_hash_table_unref (self->functions);
  g_free (self);
}

/** ask_blend_add_function: @function: (transfer full): takes the place of one of the same name, whatever its case */
void
ask_blend_add_function (AskBlend *self, AskBlendFunction *function)
{
  g_hash_table_replace (self->functions, g_ascii_strdown (function->name, -1), function);
}

/** ask_blend_count_values: Returns: how many values, or rows of questions, functions were given, ever */
guint64
ask_blend_count_values (const AskBlend *self)
{
  return self->n_values;
}

/* ask_blend_find: Returns: (nullable) (transfer none): the function that @call names */
AskBlendFunction *
ask_blend_find (AskBlend *self, const AskSqlExpr *call)
{
  g_autofree char *name = g_ascii_strdown (call->name, -1);

  return g_hash_table_lookup (self->functions, name);
}

static void
append_rows (GString *key, const AskRows *rows)
{
  g_string_append_c (key, '[');
  for (gsize r = 0; rows != NULL && r < ask_rows_get_n_rows (rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
      {
        g_string_append_c (key, i == 0 ? ';' : ',');
        ask_json_append_value (key, ask_rows_get (rows, r, i));
      }
  g_string_append_c (key, ']');
}

/* ask_blend_get_answers: Returns: (transfer none): what was answered to the same question */
AskBlendAnswers *
ask_blend_get_answers (AskBlend *self, const AskBlendCall *call)
{
  g_autoptr (GString) key = g_string_new ("[");
  AskBlendAnswers *answers;

  ask_json_append_string (key, call->function->name, -1);
  g_string_append_printf (key, ",%u,%u,%u,", call->form.type, call->form.least, call->form.most);
  ask_json_append_string (key, call->form.pattern != NULL ? call->form.pattern : "", -1);
  if (call->text != NULL)
    ask_json_append_string (key, call->text, -1);
  append_rows (key, call->options);
  append_rows (key, call->context);
  append_rows (key, call->examples);
  answers = g_hash_table_lookup (self->answers, key->str);
  if (answers == NULL)
    {
      answers = ask_blend_answers_new ();
      g_hash_table_insert (self->answers, g_strdup (key->str), answers);
    }
  return answers;
}

/* ask_blend_begin_question: @origins: (nullable) (element-type AskOrigin): of values; %NULL where nobody can tell. Returns: what
 * @call asks now; it borrows what it is made of */
AskBlendQuestion
ask_blend_begin_question (AskBlend *self, AskBlendCall *call, GPtrArray *origins)
{
  GPtrArray *all = g_ptr_array_new ();

  g_ptr_array_add (all, origins);
  g_ptr_array_extend (all, call->origins, NULL, NULL);
  return (AskBlendQuestion) { .text = call->text,
                              .form = &call->form,
                              .options = call->options,
                              .context = call->context,
                              .examples = call->examples,
                              .batch = call->batch,
                              .lenient = call->lenient,
                              .strict = call->strict,
                              .origins = all,
                              .inferred_from = call->inferred_from,
                              .engine = self->engine,
                              .tally = &call->tally,
                              .asked = call->asked,
                              .cancellable = ask_engine_get_stop (self->engine) };
}

/* ask_blend_end_question: frees what @question does not borrow */
void
ask_blend_end_question (AskBlendQuestion *question)
{
  g_clear_pointer (&question->origins, g_ptr_array_unref);
}

/* ask_blend_rewrite: the calls of @tree are answered as far as can be foreseen. Returns: (transfer full) (nullable): its text
 * with _answer() for them */
char *
ask_blend_rewrite (AskBlend *self, AskSqlTree *tree, GError **error)
{
  guint first = self->calls->len;

  if (!ask_blend_replace_calls (self, tree, error))
    return NULL;
  /* Those about rows are answered, and those of subqueries that were asked about are gone. */
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];

      call->resolved = call->resolved || call->answers == NULL;
    }
  return (self->dry || ask_blend_resolve (self, tree, first, error)) ? ask_sql_print_select (tree->select) : NULL;
}

/* ask_blend_note_told: @origins: (nullable) (element-type AskOrigin): what a call is told, beside the values that stand in the text */
void
ask_blend_note_told (AskBlend *self, const GPtrArray *origins)
{
  if (origins != NULL)
    ask_origins_add (self->told, origins);
  else
    self->told_unknown = TRUE;
}

/* @origins: (nullable): what a text reads, in which answers stand. Returns: (transfer full) (nullable): what its rows are made from;
 * %NULL where nobody can tell */
static GPtrArray *
trace (AskBlend *self, const GPtrArray *origins)
{
  return origins != NULL && !self->told_unknown ? ask_engine_trace_origins (self->engine, origins, self->told) : NULL;
}

/* ask_blend_read_part: as ask_engine_read_part(). @origins: (out) (nullable) (transfer full): with what the answers in @sql are made
 * from */
AskRows *
ask_blend_read_part (AskBlend *self, const char *sql, GPtrArray **origins, GError **error)
{
  g_autoptr (GPtrArray) read = NULL;
  AskRows *rows = ask_engine_read_part (self->engine, sql, &read, error);

  *origins = trace (self, read);
  return rows;
}

/* @origins: (nullable): of what was run */
static gboolean
settle_from (AskBlend *self, guint first, GPtrArray *origins, gboolean *again, GError **error)
{
  *again = FALSE;
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];
      g_autoptr (AskRows) missed = NULL;
      gsize n;

      /* What a search did not find is not near. */
      if (!call->unforeseen || call->function->runner->search != NULL)
        continue;
      missed = ask_blend_answers_take_missed (call->answers, call->n_values);
      if (!ask_blend_ask_missed (self, call, missed, origins, &n, error))
        return FALSE;
      *again = *again || n > 0;
    }
  return TRUE;
}

/* ask_blend_read: @origins: (out) (nullable) (transfer full): what they were read from. Returns: (transfer full) (nullable): the
 * rows of a SELECT that a question is about, which may have calls of its own */
AskRows *
ask_blend_read (AskBlend *self, AskSqlTree *tree, GPtrArray **origins, GError **error)
{
  guint first = self->calls->len;
  g_autofree char *text = ask_blend_rewrite (self, tree, error);
  g_autoptr (AskRows) rows = NULL;
  gboolean again = TRUE;

  *origins = NULL;
  if (text == NULL)
    return NULL;
  while (again)
    {
      g_clear_pointer (&rows, ask_rows_unref);
      g_clear_pointer (origins, g_ptr_array_unref);
      rows = ask_blend_read_part (self, text, origins, error);
      if (rows == NULL || !settle_from (self, first, *origins, &again, error))
        return NULL;
    }
  for (guint i = first; i < self->calls->len; i++)
    ((AskBlendCall *) self->calls->pdata[i])->resolved = TRUE;
  return g_steal_pointer (&rows);
}

static gboolean
is_call (const AskSqlExpr *function, gpointer data)
{
  return ask_blend_find (data, function) != NULL;
}

/* ask_blend_begin: a statement of @engine is under way, of which nothing is known yet */
void
ask_blend_begin (AskBlend *self, AskEngine *engine, gboolean dry)
{
  g_ptr_array_set_size (self->calls, 0);
  g_ptr_array_set_size (self->told, 0);
  self->told_unknown = FALSE;
  self->engine = engine;
  self->dry = dry;
}

static char *
begin (AskEngine *engine, AskSqlTree *tree, gboolean dry, gpointer data, GError **error)
{
  ask_blend_begin (data, engine, dry);
  return ask_blend_rewrite (data, tree, error);
}

static gboolean
lookup (gint64 number, const AskValue *values, guint n, AskValue *answer, gpointer data, GError **error)
{
  AskBlend *self = data;
  AskBlendCall *call;
  const AskValue *known;

  call = number >= 1 && number <= self->calls->len ? self->calls->pdata[number - 1] : NULL;
  if (call == NULL || (n == 0 && call->answers != NULL))
    {
      ask_error_set_literal (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                             N_ ("_answer() is for calls of functions, and is not called itself."));
      return FALSE;
    }
  if (answer == NULL || call->answers == NULL)
    return TRUE;
  if (values[0].kind == ASK_VALUE_NULL
      || (call->function->shape == ASK_BLEND_JOIN && values[n - 1].kind == ASK_VALUE_NULL))
    return TRUE;
  known = ask_blend_answers_find (call->answers, values, n);
  if (known != NULL)
    *answer = *known;
  else if (call->function->shape == ASK_BLEND_JOIN)
    *answer = ask_value_integer (0);
  else if (call->unforeseen)
    ask_blend_answers_miss (call->answers, values, n);
  return TRUE;
}

static gboolean
settle (GPtrArray *origins, gboolean *again, gpointer data, GError **error)
{
  g_autoptr (GPtrArray) traced = trace (data, origins);

  return settle_from (data, 0, traced, again, error);
}

static const GPtrArray *
get_told (gpointer data)
{
  const AskBlend *self = data;

  return self->told_unknown ? NULL : self->told;
}

static const AskExternal external = { is_call, begin, lookup, settle, get_told, ask_blend_end, ask_blend_estimate };

/**
 * ask_blend_attach:
 * @self: lives as long as @engine, and is attached to one session at a time
 * @engine: its statements may call the functions of @self
 */
void
ask_blend_attach (AskBlend *self, AskEngine *engine)
{
  ask_engine_set_external (engine, &external, self);
}

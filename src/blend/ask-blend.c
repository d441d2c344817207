/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement with external functions, from its calls to its last answer. Calls are answered from the inside out; of several
 * conditions under AND the one with the fewest values first, so that the others see only what passed. Where a LIMIT ends the
 * statement, values are asked for until enough rows are there.
 */
#include "config.h"

#include "blend/ask-blend-private.h"

#include <glib/gi18n.h>
#include <string.h>

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
  return self;
}

/** ask_blend_free: frees @self; the sessions that it was attached to are gone, or run nothing any more */
void
ask_blend_free (AskBlend *self)
{
  g_ptr_array_unref (self->calls);
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

/* ask_blend_get_answers: Returns: (transfer none): what was answered to the same question */
AskBlendAnswers *
ask_blend_get_answers (AskBlend *self, const AskBlendCall *call)
{
  g_autoptr (GString) key = g_string_new ("[");
  AskBlendAnswers *answers;

  ask_json_append_string (key, call->function->name, -1);
  g_string_append_c (key, ',');
  if (call->text != NULL)
    ask_json_append_string (key, call->text, -1);
  for (gsize i = 0; call->options != NULL && i < ask_rows_get_n_rows (call->options); i++)
    {
      g_string_append_c (key, ',');
      ask_json_append_value (key, ask_rows_get (call->options, i, 0));
    }
  answers = g_hash_table_lookup (self->answers, key->str);
  if (answers == NULL)
    {
      answers = ask_blend_answers_new ();
      g_hash_table_insert (self->answers, g_strdup (key->str), answers);
    }
  return answers;
}

/* The first @max of @values that are not known; NULL is never asked about, and 0 is no limit. */
static AskValue *
find_unknown (AskBlendAnswers *answers, const AskRows *values, gsize max, gsize *n)
{
  AskValue *unknown = g_new (AskValue, ask_rows_get_n_rows (values) + 1);

  *n = 0;
  for (gsize i = 0; i < ask_rows_get_n_rows (values) && (max == 0 || *n < max); i++)
    {
      const AskValue *value = ask_rows_get (values, i, 0);

      if (value->kind != ASK_VALUE_NULL && ask_blend_answers_find (answers, value, 1) == NULL)
        unknown[(*n)++] = *value;
    }
  return unknown;
}

static gboolean
ask_of (AskBlend *self, AskBlendCall *call, const AskValue *values, gsize n, GError **error)
{
  const AskBlendQuestion question = { call->text, call->options, ask_engine_get_stop (self->engine) };
  g_autoptr (AskRows) answers = ask_rows_new ();

  if (n == 0)
    return TRUE;
  ask_rows_add_column (answers, "answer", ASK_TYPE_ANY);
  call->n_rounds++;
  call->n_asked += n;
  self->n_values += n;
  if (!call->function->runner->map (call->function, &question, values, n, answers, error))
    return FALSE;
  for (gsize i = 0; i < n; i++)
    ask_blend_answers_add (call->answers, &values[i], 1, ask_rows_get (answers, i, 0));
  return TRUE;
}

static gboolean
ask_values (AskBlend *self, AskBlendCall *call, const AskRows *values, gsize max, gsize *n, GError **error)
{
  g_autofree AskValue *unknown = find_unknown (call->answers, values, max, n);

  return ask_of (self, call, unknown, *n, error);
}

/* Returns: (transfer full) (nullable): the values that @call needs; %NULL with @error unset where only a run tells */
static AskRows *
read_need (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, guint value, GError **error)
{
  g_autofree char *sql = ask_blend_find_need (self, tree, call, value, NULL);

  return sql != NULL ? ask_engine_read_part (self->engine, sql, error) : NULL;
}

static gboolean
ask_join (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, GError **error)
{
  const AskBlendQuestion question = { call->text, call->options, ask_engine_get_stop (self->engine) };
  GError *failure = NULL;
  g_autoptr (AskRows) left = read_need (self, tree, call, 0, &failure);
  g_autoptr (AskRows) right = left != NULL ? read_need (self, tree, call, 1, &failure) : NULL;
  g_autoptr (AskRows) pairs = ask_rows_new ();
  const AskValue yes = ask_value_integer (1);

  if (right == NULL)
    {
      if (failure != NULL)
        g_propagate_error (error, failure);
      else
        ask_error_set (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                       N_ ("%s joins columns of two tables of one FROM, and does not stand so here."),
                       call->function->name);
      return FALSE;
    }
  ask_rows_add_column (pairs, "left", ASK_TYPE_ANY);
  ask_rows_add_column (pairs, "right", ASK_TYPE_ANY);
  call->n_asked = ask_rows_get_n_rows (left) + ask_rows_get_n_rows (right);
  self->n_values += call->n_asked;
  call->n_rounds = 1;
  if (!call->function->runner->join (call->function, &question, left, right, pairs, error))
    return FALSE;
  for (gsize i = 0; i < ask_rows_get_n_rows (pairs); i++)
    ask_blend_answers_add (call->answers, ask_rows_get_row (pairs, i), 2, &yes);
  return TRUE;
}

/* What one call would be asked for now. */
typedef struct
{
  AskBlendCall *call;
  AskRows *values;
  gsize n_unknown;
  guint turn;
} Candidate;

static void
candidate_clear (Candidate *self)
{
  g_clear_pointer (&self->values, ask_rows_unref);
  self->call = NULL;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Candidate, candidate_clear)

static gboolean
find_candidate (AskBlend *self, AskSqlTree *tree, AskBlendCall *call, Candidate *candidate, GError **error)
{
  g_autofree char *sql = ask_blend_find_need (self, tree, call, 0, &candidate->turn);
  g_autofree AskValue *unknown = NULL;

  candidate->call = call;
  if (sql == NULL)
    return TRUE;
  candidate->values = ask_engine_read_part (self->engine, sql, error);
  if (candidate->values == NULL)
    return FALSE;
  unknown = find_unknown (call->answers, candidate->values, 0, &candidate->n_unknown);
  return TRUE;
}

/* Answers what is next: of all calls whose turn it is the one with the fewest values, as they are written. @done: (out): none is
 * left that can be foreseen */
static gboolean
resolve_next (AskBlend *self, AskSqlTree *tree, guint first, gboolean *done, GError **error)
{
  g_auto (Candidate) best = { NULL };
  gsize n;

  *done = FALSE;
  for (guint i = self->calls->len; i > first; i--)
    {
      AskBlendCall *call = self->calls->pdata[i - 1];
      g_auto (Candidate) candidate = { NULL };

      if (call->resolved || call->unforeseen)
        continue;
      if (call->function->shape == ASK_BLEND_JOIN)
        {
          call->resolved = TRUE;
          return ask_join (self, tree, call, error);
        }
      if (!find_candidate (self, tree, call, &candidate, error))
        return FALSE;
      if (candidate.values == NULL)
        call->unforeseen = candidate.turn != ASK_BLEND_NOT_YET;
      else if (best.call == NULL || candidate.turn < best.turn
               || (candidate.turn == best.turn && candidate.n_unknown < best.n_unknown))
        {
          candidate_clear (&best);
          best = candidate;
          candidate.values = NULL;
        }
    }
  if (best.call == NULL)
    {
      *done = TRUE;
      /* What waits for them can be foreseen no better. */
      for (guint i = first; i < self->calls->len; i++)
        {
          AskBlendCall *call = self->calls->pdata[i];

          call->unforeseen = call->unforeseen || !call->resolved;
        }
      return TRUE;
    }
  best.call->resolved = TRUE;
  return ask_values (self, best.call, best.values, 0, &n, error);
}

/* Asks for a few values at a time until @enough rows are there. The calls count as answered while rows are counted: what is
 * not known makes no row. */
static gboolean
resolve_until (AskBlend *self, AskSqlTree *tree, guint first, guint64 enough, GError **error)
{
  g_autofree char *text = ask_sql_print_select (tree->select);
  g_autofree char *count = g_strdup_printf ("SELECT count(*) FROM (%s)", text);
  gint64 limit = tree->select->limit->value.integer;
  gsize step = enough;

  for (;;)
    {
      g_autoptr (AskRows) counted = ask_engine_read_part (self->engine, count, error);
      gsize asked = 0;

      if (counted == NULL)
        return FALSE;
      if (ask_rows_get (counted, 0, 0)->integer >= limit)
        break;
      /* The last one first: it needs the values that passed all others. */
      for (guint i = self->calls->len; i > first && asked == 0; i--)
        {
          AskBlendCall *call = self->calls->pdata[i - 1];
          g_autoptr (AskRows) values = NULL;

          for (guint other = first; other < self->calls->len; other++)
            ((AskBlendCall *) self->calls->pdata[other])->resolved = other + 1 < i;
          values = read_need (self, tree, call, 0, error);
          if (values == NULL || !ask_values (self, call, values, step, &asked, error))
            return FALSE;
        }
      if (asked == 0)
        break;
      step *= 2;
    }
  for (guint i = first; i < self->calls->len; i++)
    ((AskBlendCall *) self->calls->pdata[i])->resolved = TRUE;
  return TRUE;
}

/* ask_blend_rewrite: the calls of @tree are answered as far as can be foreseen. Returns: (transfer full) (nullable): its text
 * with _answer() for them */
char *
ask_blend_rewrite (AskBlend *self, AskSqlTree *tree, GError **error)
{
  guint first = self->calls->len;
  guint64 enough;
  gboolean done = FALSE;

  if (!ask_blend_replace_calls (self, tree, error))
    return NULL;
  /* Those about rows are answered, and those of subqueries that were asked about are gone. */
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];

      call->resolved = call->resolved || call->answers == NULL;
    }
  if (!self->dry)
    {
      enough = ask_blend_find_enough (self, tree, first);
      if (enough > 0 ? !resolve_until (self, tree, first, enough, error) : FALSE)
        return NULL;
      while (enough == 0 && !done)
        if (!resolve_next (self, tree, first, &done, error))
          return NULL;
    }
  return ask_sql_print_select (tree->select);
}

static gboolean
settle_from (AskBlend *self, guint first, gboolean *again, GError **error)
{
  *again = FALSE;
  for (guint i = first; i < self->calls->len; i++)
    {
      AskBlendCall *call = self->calls->pdata[i];
      g_autoptr (AskRows) missed = NULL;
      gsize n;

      if (!call->unforeseen)
        continue;
      missed = ask_blend_answers_take_missed (call->answers);
      if (!ask_values (self, call, missed, 0, &n, error))
        return FALSE;
      *again = *again || n > 0;
    }
  return TRUE;
}

/* ask_blend_read: Returns: (transfer full) (nullable): the rows of a SELECT that a question is about, which may have calls of
 * its own; no rows in a dry run */
AskRows *
ask_blend_read (AskBlend *self, AskSqlTree *tree, GError **error)
{
  guint first = self->calls->len;
  g_autofree char *text = ask_blend_rewrite (self, tree, error);
  g_autoptr (AskRows) rows = NULL;
  gboolean again = TRUE;

  if (text == NULL)
    return NULL;
  if (self->dry)
    return ask_rows_new ();
  while (again)
    {
      g_clear_pointer (&rows, ask_rows_unref);
      rows = ask_engine_read_part (self->engine, text, error);
      if (rows == NULL || !settle_from (self, first, &again, error))
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

static char *
begin (AskEngine *engine, AskSqlTree *tree, gboolean dry, gpointer data, GError **error)
{
  AskBlend *self = data;
  char *text;

  g_ptr_array_set_size (self->calls, 0);
  self->engine = engine;
  self->dry = dry;
  text = ask_blend_rewrite (self, tree, error);
  return text;
}

static gboolean
lookup (gint64 number, const AskValue *values, guint n, AskValue *answer, gpointer data, GError **error)
{
  AskBlend *self = data;
  AskBlendCall *call;
  const AskValue *known;

  if (number < 1 || number > self->calls->len || n == 0)
    {
      ask_error_set_literal (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL,
                             N_ ("_answer() is for calls of functions, and is not called itself."));
      return FALSE;
    }
  if (answer == NULL)
    return TRUE;
  call = self->calls->pdata[number - 1];
  for (guint i = 0; i < n; i++)
    if (values[i].kind == ASK_VALUE_NULL)
      return TRUE;
  known = ask_blend_answers_find (call->answers, values, n);
  if (known != NULL)
    *answer = *known;
  else if (call->function->shape == ASK_BLEND_JOIN)
    *answer = ask_value_integer (0);
  else if (call->unforeseen)
    ask_blend_answers_miss (call->answers, values);
  return TRUE;
}

static gboolean
settle (gboolean *again, gpointer data, GError **error)
{
  return settle_from (data, 0, again, error);
}

/* "starts_with ('A', …): 43 values in 1 round" */
static void
end (GString *notes, gpointer data)
{
  AskBlend *self = data;
  GHashTableIter iter;
  gpointer function;

  for (guint i = 0; i < self->calls->len; i++)
    {
      const AskBlendCall *call = self->calls->pdata[i];

      if (notes->len > 0)
        g_string_append_c (notes, '\n');
      g_string_append_printf (notes, "%s (%s%s%s…): %" G_GUINT64_FORMAT " %s in %u %s", call->function->name,
                              call->text != NULL ? "'" : "", call->text != NULL ? call->text : "",
                              call->text != NULL ? "', " : "", call->n_asked,
                              call->function->shape == ASK_BLEND_QA ? "rows" : "values", call->n_rounds,
                              call->n_rounds == 1 ? "round" : "rounds");
    }
  g_hash_table_iter_init (&iter, self->functions);
  while (g_hash_table_iter_next (&iter, NULL, &function))
    if (((AskBlendFunction *) function)->runner->finish != NULL)
      ((AskBlendFunction *) function)->runner->finish (function);
  self->engine = NULL;
}

static const AskExternal external = { is_call, begin, lookup, settle, end };

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

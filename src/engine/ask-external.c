/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine's side of external functions: finds their calls, lets their maker begin and end, and gives SQLite the answers.
 */
#include "config.h"

#include "engine/ask-external.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "engine/ask-fetch.h"
#include "engine/ask-statement.h"
#include "sql/ask-sql-guard.h"

/**
 * ask_engine_set_external:
 * @self: a session that runs nothing
 * @external: (nullable) (transfer none): lives as long as the session; %NULL for no external functions
 * @data: for its functions
 */
void
ask_engine_set_external (AskEngine *self, const AskExternal *external, gpointer data)
{
  self->external = external;
  self->external_data = data;
}

/** ask_engine_get_stop: Returns: (transfer none) (nullable): cancelled when the statement under way is to end; %NULL where none is */
GCancellable *
ask_engine_get_stop (AskEngine *self)
{
  return self->run != NULL ? self->run->stop : NULL;
}

/**
 * ask_engine_hold_deadline:
 * @self: runs a statement
 *
 * The time until ask_engine_release_deadline() is not the statement's: whoever is waited for has time-outs of its own.
 */
void
ask_engine_hold_deadline (AskEngine *self)
{
  self->run->held_at = g_get_monotonic_time ();
  ask_deadline_hold (self->run->clock);
}

/** ask_engine_release_deadline: @self: after ask_engine_hold_deadline() */
void
ask_engine_release_deadline (AskEngine *self)
{
  AskRun *run = self->run;

  if (run->deadline != 0)
    run->deadline += g_get_monotonic_time () - run->held_at;
  ask_deadline_release (run->clock);
}

typedef struct
{
  AskEngine *engine;
  gboolean found;
} Search;

/**
 * ask_engine_get_asked:
 * @self: a session
 *
 * Returns: (transfer none) (element-type AskInquiry): what external functions were asked for the last statement, which may have
 *   failed after that: what left has left. It holds until the next statement
 */
GPtrArray *
ask_engine_get_asked (AskEngine *self)
{
  return self->asked;
}

/** ask_engine_is_external_call: Returns: whether @expr is a call of something that is computed outside */
gboolean
ask_engine_is_external_call (AskEngine *self, const AskSqlExpr *expr)
{
  return expr->kind == ASK_EXPR_FUNCTION
         && (expr->braced || expr->argument_names != NULL
             || (self->external != NULL && self->external->is_call (expr, self->external_data)));
}

static gboolean
look_at (AskSqlExpr *expr, gpointer data)
{
  Search *search = data;

  if (ask_engine_is_external_call (search->engine, expr))
    search->found = TRUE;
  return !search->found;
}

/** ask_external_has_calls: Returns: whether @tree calls something that is computed outside */
gboolean
ask_external_has_calls (AskEngine *self, AskSqlTree *tree)
{
  Search search = { self, FALSE };
  const AskSqlVisit visit = { .expr = look_at, .user_data = &search };

  if (!tree->flat)
    ask_sql_walk_select (tree->select, &visit);
  return search.found;
}

/**
 * ask_external_begin:
 * @tree: it has calls
 * @dry: nothing is asked and nothing read
 *
 * Returns: (transfer full): the statement with _answer() for each call, or %NULL
 */
char *
ask_external_begin (AskEngine *self, AskSqlTree *tree, gboolean dry, GError **error)
{
  if (self->external != NULL)
    return self->external->begin (self, tree, dry, self->external_data, error);
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME,
                 N_ ("“{{…}}” and named arguments are for functions that a language model or another program computes, "
                     "and none is set up here."));
  return NULL;
}

/* What calls were told is not all in the text that ran: answers to questions about rows stand there as they are. */
static void
note_told (AskEngine *self, AskPlan *plan)
{
  const GPtrArray *told = self->external->told (self->external_data);
  g_autoptr (GPtrArray) origins = plan->origins != NULL && told != NULL ? ask_origins_new () : NULL;

  if (origins != NULL)
    {
      ask_origins_add (origins, plan->origins);
      ask_origins_add (origins, told);
    }
  g_clear_pointer (&plan->origins, g_ptr_array_unref);
  plan->origins = g_steal_pointer (&origins);
}

static void
end (AskEngine *self, AskPlan *plan)
{
  g_autoptr (GString) notes = g_string_new (NULL);
  g_autoptr (GPtrArray) hints = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_sql_hint_free);

  if (plan != NULL)
    note_told (self, plan);
  self->external->end (notes, hints, self->asked, self->external_data);
  if (plan != NULL && plan->hints == NULL)
    plan->hints = g_ptr_array_ref (hints);
  else if (plan != NULL)
    g_ptr_array_extend_and_steal (plan->hints, g_steal_pointer (&hints));
  if (plan == NULL || notes->len == 0)
    return;
  if (plan->root->note != NULL)
    {
      g_string_append_c (notes, '\n');
      g_string_append (notes, plan->root->note);
    }
  g_free (plan->root->note);
  plan->root->note = g_strdup (notes->str);
}

/**
 * ask_external_read:
 * @tree: one SELECT as somebody wrote it, with calls
 * @plan: (out) (transfer full) (nullable): what ran where
 * @cancellable: (nullable): the caller's
 *
 * Runs the statement within the run under way, until no answer is missing. Each round knows one more answer at least, so there
 * is a last one; the deadline may end it before.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_external_read (AskEngine *self, AskSqlTree *tree, AskPlan **plan, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = ask_external_begin (self, tree, FALSE, error);
  g_autoptr (AskRows) rows = NULL;
  g_autoptr (AskSqlTree) written = NULL;
  gboolean again = text != NULL;
  gboolean good = again;

  while (good && again)
    {
      g_clear_pointer (&rows, ask_rows_unref);
      g_clear_pointer (plan, ask_plan_free);
      rows = ask_statement_read (self, text, plan, cancellable, error);
      good = rows != NULL
             && self->external->settle (*plan != NULL ? (*plan)->origins : NULL, &again, self->external_data, error);
    }
  /* Parts of it ran meanwhile. What calls to APIs were made with is told in the text as somebody wrote it. */
  written = good ? ask_statement_parse (self, tree->text, NULL, NULL) : NULL;
  if (written != NULL)
    ask_engine_note_named (self, written);
  if (self->external != NULL)
    end (self, good ? *plan : NULL);
  return good ? g_steal_pointer (&rows) : NULL;
}

/**
 * ask_engine_read_part:
 * @sql: one SELECT over the relational view, with _answer() where answers are known
 * @origins: (out) (optional) (nullable) (transfer full) (element-type AskOrigin): what it reads; %NULL where nobody can tell
 * @error: as ask_engine_query()
 *
 * Runs a text within the statement under way, its deadline and its memory, for whoever computes external functions. How many
 * rows the statement may have says nothing of how many its parts need.
 *
 * Returns: (transfer full): all rows, or %NULL
 */
AskRows *
ask_engine_read_part (AskEngine *self, const char *sql, GPtrArray **origins, GError **error)
{
  const AskLimits limits = { G_MAXSIZE, self->run->limits.max_bytes, 0 };
  g_autoptr (AskPlan) plan = NULL;
  AskRows *rows;

  self->run->nested++;
  rows = ask_statement_read_part (self, sql, &limits, &plan, error);
  self->run->nested--;
  if (origins != NULL)
    *origins = plan != NULL && plan->origins != NULL ? g_ptr_array_ref (plan->origins) : NULL;
  return rows;
}

/**
 * ask_engine_analyse:
 * @tree: annotated in place, as by ask_sql_analyse()
 * @error: %ASK_SQL_ERROR
 *
 * Returns: whether every name in @tree is one of the relational view
 */
gboolean
ask_engine_analyse (AskEngine *self, AskSqlTree *tree, GError **error)
{
  return ask_sql_analyse (tree, ask_engine_get_catalog (self), error);
}

/**
 * ask_external_answer:
 * @context: of the call; its user data is the session
 * @n: how many @arguments
 * @arguments: the number of a call, and values
 *
 * What SQLite calls for _answer (number, value…).
 */
void
ask_external_answer (sqlite3_context *context, int n, sqlite3_value **arguments)
{
  AskEngine *self = sqlite3_user_data (context);
  g_autofree AskValue *values = g_new0 (AskValue, MAX (n, 1));
  g_autoptr (GError) error = NULL;
  AskValue answer = ASK_NULL_INIT;

  for (int i = 1; i < n; i++)
    values[i - 1] = ask_engine_read_value (arguments[i]);
  if (self->external == NULL || self->run == NULL)
    return;
  /* In a shadow rows are missing, so nothing that is looked up there counts. */
  if (!self->external->lookup (sqlite3_value_int64 (arguments[0]), values, (guint) n - 1,
                               self->run->shadow ? NULL : &answer, self->external_data, &error))
    {
      sqlite3_result_error (context, error->message, -1);
      if (self->run->failure == NULL)
        self->run->failure = g_steal_pointer (&error);
    }
  else if (!self->run->shadow)
    ask_engine_give_value (context, &answer);
}

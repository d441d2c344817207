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

/* Runs per statement: one, and one for each round of values that could not be foreseen. A round without a new answer ends
 * them before. */
#define MAX_RUNS 1000

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

/** ask_engine_get_stop: Returns: (transfer none): cancelled when the statement under way is to end */
GCancellable *
ask_engine_get_stop (AskEngine *self)
{
  return self->run->stop;
}

typedef struct
{
  AskEngine *engine;
  gboolean found;
} Search;

static gboolean
look_at (AskSqlExpr *expr, gpointer data)
{
  Search *search = data;
  const AskExternal *external = search->engine->external;

  if (expr->kind == ASK_EXPR_FUNCTION
      && (expr->braced || expr->argument_names != NULL
          || (external != NULL && external->is_call (expr, search->engine->external_data))))
    search->found = TRUE;
  return !search->found;
}

/** ask_external_has_calls: Returns: whether @tree calls something that is computed outside */
gboolean
ask_external_has_calls (AskEngine *self, AskSqlTree *tree)
{
  Search search = { self, FALSE };
  const AskSqlVisit visit = { .expr = look_at, .user_data = &search };

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

static void
end (AskEngine *self, AskPlan *plan)
{
  g_autoptr (GString) notes = g_string_new (NULL);

  self->external->end (notes, self->external_data);
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
 * Runs the statement within the run under way, until no answer is missing.
 *
 * Returns: (transfer full): the rows, or %NULL
 */
AskRows *
ask_external_read (AskEngine *self, AskSqlTree *tree, AskPlan **plan, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = ask_external_begin (self, tree, FALSE, error);
  g_autoptr (AskRows) rows = NULL;
  gboolean again = text != NULL;
  gboolean good = again;

  for (guint i = 0; good && again; i++)
    {
      g_clear_pointer (&rows, ask_rows_unref);
      g_clear_pointer (plan, ask_plan_free);
      rows = ask_statement_read (self, text, plan, cancellable, error);
      good = rows != NULL && i < MAX_RUNS && self->external->settle (&again, self->external_data, error);
    }
  if (self->external != NULL)
    end (self, good ? *plan : NULL);
  return good ? g_steal_pointer (&rows) : NULL;
}

/**
 * ask_engine_read_part:
 * @sql: one SELECT over the relational view, with _answer() where answers are known
 * @error: as ask_engine_query(); %ASK_ENGINE_ERROR_LIMIT where it has more rows than the statement may have
 *
 * Runs a text within the statement under way and its limits, for whoever computes external functions.
 *
 * Returns: (transfer full): all rows, or %NULL
 */
AskRows *
ask_engine_read_part (AskEngine *self, const char *sql, GError **error)
{
  g_autoptr (AskPlan) plan = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autofree char *most = NULL;

  self->run->nested++;
  rows = ask_statement_read_part (self, sql, &plan, error);
  self->run->nested--;
  if (rows == NULL || !ask_rows_get_truncated (rows))
    return g_steal_pointer (&rows);
  most = g_strdup_printf ("%" G_GSIZE_FORMAT, self->run->limits.max_rows);
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                 N_ ("A function that is computed outside would be asked for more than %s values. Ask for less with a "
                     "condition."),
                 most);
  return NULL;
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
    sqlite3_result_error (context, error->message, -1);
  else if (!self->run->shadow)
    ask_engine_give_value (context, &answer);
}

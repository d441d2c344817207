/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of a statement that was prepared: from SQLite, or straight from the server that computes all of it.
 * What is too much for the memory that is allowed is an error, what is too many rows is marked.
 */
#include "config.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "engine/ask-budget.h"
#include "engine/ask-statement.h"

/* So few names are compared one by one. */
#define MAX_FEW 16

static gboolean
has_column (const AskRows *rows, const char *name)
{
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    if (ask_text_equal_no_case (ask_rows_get_column (rows, i)->name, name))
      return TRUE;
  return FALSE;
}

/* Names of columns, whatever their case, each with the last number that was tried behind it. */
static GHashTable *
names_new (const AskRows *rows)
{
  GHashTable *names = g_hash_table_new (ask_text_hash_no_case, ask_text_equal_no_case);

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    g_hash_table_insert (names, (gpointer) ask_rows_get_column (rows, i)->name, GUINT_TO_POINTER (1));
  return names;
}

/* Names for columns that can all be told apart: "id", "id_2". @names: (inout) (nullable): those of @rows, once they are
 * many or two of them are the same */
static void
add_column (AskRows *rows, GHashTable **names, const char *name, AskType type)
{
  const char *base = name != NULL && name[0] != '\0' ? name : "column";
  g_autofree char *numbered = NULL;
  guint column = ask_rows_get_n_columns (rows);
  GHashTable *taken;
  guint last;

  if (*names == NULL && column < MAX_FEW && !has_column (rows, base))
    {
      ask_rows_add_column (rows, base, type);
      return;
    }
  if (*names == NULL)
    *names = names_new (rows);
  taken = *names;
  last = GPOINTER_TO_UINT (g_hash_table_lookup (taken, base));
  if (last > 0)
    {
      do
        {
          g_free (numbered);
          numbered = g_strdup_printf ("%s_%u", base, ++last);
        }
      while (g_hash_table_contains (taken, numbered));
      g_hash_table_insert (taken, (gpointer) base, GUINT_TO_POINTER (last));
    }
  ask_rows_add_column (rows, numbered != NULL ? numbered : base, type);
  g_hash_table_insert (taken, (gpointer) ask_rows_get_column (rows, column)->name, GUINT_TO_POINTER (1));
}

static gboolean
take_row (AskRows *rows, const AskValue *cells, gsize max_bytes, GError **error)
{
  ask_rows_append (rows, cells);
  if (ask_rows_get_size (rows) <= max_bytes)
    return TRUE;
  ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT,
                 N_ ("The result fills more than %u MiB of memory. Ask for less with a condition or fewer columns."),
                 (guint) (max_bytes >> 20));
  return FALSE;
}

/* @plan: (nullable): where SQLite runs a text of our own in the place of the one that was asked */
static void
add_columns (AskRows *rows, sqlite3_stmt *statement, const AskPlan *plan)
{
  int n = sqlite3_column_count (statement);
  g_autoptr (GHashTable) taken = NULL;

  for (int i = 0; i < n; i++)
    add_column (rows, &taken,
                plan != NULL && plan->n_names == (guint) n ? plan->names[i] : sqlite3_column_name (statement, i),
                ask_catalog_type_from_sql (sqlite3_column_decltype (statement, i)));
}

static gboolean
read_local (AskEngine *self, sqlite3_stmt *statement, AskRows *rows, const AskLimits *limits, GCancellable *cancellable,
            GError **error)
{
  g_autofree AskValue *cells = g_new (AskValue, sqlite3_column_count (statement));
  /* What is computed on the way to the answer is nobody's page. */
  gboolean pauses = self->pause != NULL && self->run->nested == 0;
  int code;

  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    {
      if (ask_rows_get_n_rows (rows) >= limits->max_rows)
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
      ask_sqlite_read_row (statement, cells);
      if (!take_row (rows, cells, limits->max_bytes, error))
        return FALSE;
      if (pauses && ask_rows_get_n_rows (rows) % self->pause_every == 0
          && !self->pause (rows, self->run->calls, self->pause_data))
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
    }
  return code == SQLITE_DONE || ask_statement_failed (self, code, cancellable, error);
}

/* All of it runs at a server: its rows are the result's, without a detour through SQLite. */
static gboolean
read_whole (AskEngine *self, const AskPlan *plan, AskRows *rows, const AskLimits *limits, GError **error)
{
  AskFragment *fragment = plan->whole;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (GHashTable) taken = NULL;
  AskBudget *budget = ask_budgets_get (self->budgets, fragment->source);
  const AskValue *cells;
  AskStep step;

  g_assert (plan->n_names == fragment->printed->n_types);
  for (guint i = 0; i < plan->n_names; i++)
    add_column (rows, &taken, plan->names[i], fragment->printed->types[i]);
  cursor = ask_fragment_open (self, fragment, NULL, error);
  if (cursor == NULL)
    return FALSE;
  while ((step = ask_cursor_next (cursor, &cells, NULL, self->run->stop, error)) == ASK_STEP_ROW)
    {
      if (ask_rows_get_n_rows (rows) >= limits->max_rows)
        {
          ask_rows_set_truncated (rows, TRUE);
          return TRUE;
        }
      if (!ask_budget_take_row (budget, error)
          || (ask_rows_get_n_rows (rows) == 0 && !ask_fragment_check_columns (fragment, cursor, FALSE, error))
          || !ask_fragment_take_row (fragment, cells, error) || !take_row (rows, cells, limits->max_bytes, error))
        return FALSE;
    }
  if (step != ASK_STEP_DONE)
    return FALSE;
  ask_fragment_note_end (fragment);
  return TRUE;
}

static guint
count_tables (GHashTable *tables, const char *server)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (tables, server));
}

/* Whether its one query is all that its server is asked. What was asked before and belongs to the answer has
 * said so: the outermost statement names more of the server's tables than that part did. */
static gboolean
stands_alone (const AskRun *run, const AskStatement *statement)
{
  const char *server;

  if (statement->statement != NULL)
    return FALSE;
  if (run->nested == 0)
    return TRUE;
  server = statement->plan->whole->source;
  return run->tables != NULL && statement->plan->tables != NULL
         && count_tables (run->tables, server) == count_tables (statement->plan->tables, server);
}

/**
 * ask_statement_read_rows:
 * @statement: begun
 * @limits: of rows and memory
 * @cancellable: (nullable): the caller's
 *
 * Runs to its end what was prepared.
 *
 * Returns: (transfer full): the rows, or %NULL with @error set
 */
AskRows *
ask_statement_read_rows (AskEngine *self, const AskStatement *statement, const AskLimits *limits,
                         GCancellable *cancellable, GError **error)
{
  AskRun *run = self->run;
  g_autoptr (AskRows) rows = ask_rows_new ();
  const AskStepped outer = run->reading;
  gboolean ours = statement->plan != NULL && (statement->plan->rewritten || statement->sql == NULL);
  gboolean good;

  run->reading = (AskStepped) { .sql = statement->local,
                                .alone = stands_alone (run, statement),
                                .limited = (statement->traits & ASK_SQL_HAS_LIMIT) != 0 };
  if (statement->statement == NULL)
    good = read_whole (self, statement->plan, rows, limits, error);
  else
    {
      add_columns (rows, statement->statement, ours ? statement->plan : NULL);
      good = read_local (self, statement->statement, rows, limits, cancellable, error);
    }
  g_clear_pointer (&run->reading.shadow, sqlite3_finalize);
  run->reading = outer;
  if (!good)
    return NULL;
  ask_rows_infer_types (rows);
  return g_steal_pointer (&rows);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trying many small queries over files of this machine: no plan, no calls, a limit of SQLite's steps. Whoever
 * understands a question looks at what a hundred candidates give, and asks the best one for good.
 */
#include "config.h"

#include "base/ask-error.h"
#include "engine/ask-engine-private.h"
#include "engine/ask-external.h"
#include "engine/ask-plan.h"
#include "engine/ask-statement.h"
#include "source/sqlite/ask-sqlite-view.h"
#include "sql/ask-sql-parser.h"

#include <glib/gi18n.h>

/* Of the rows of one trial. */
#define MAX_BYTES ((gsize) 64 << 20)
/* Virtual machine steps between two looks at the clock. */
#define STEPS_A_LOOK 1000

typedef struct
{
  guint64 looks;
  GCancellable *cancellable;
} Trial;

static int
on_progress (void *data)
{
  Trial *trial = data;

  return trial->looks-- == 0 || g_cancellable_is_cancelled (trial->cancellable);
}

static gboolean
read_rows (sqlite3_stmt *statement, AskRows *rows, gsize max_rows, gboolean *large)
{
  g_autofree AskValue *cells = g_new (AskValue, MAX (sqlite3_column_count (statement), 1));
  int code;

  for (int i = 0; i < sqlite3_column_count (statement); i++)
    ask_rows_add_column (rows, sqlite3_column_name (statement, i), ASK_TYPE_ANY);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW && ask_rows_get_n_rows (rows) < max_rows)
    {
      ask_sqlite_read_row (statement, cells);
      ask_rows_append (rows, cells);
      *large = ask_rows_get_size (rows) > MAX_BYTES;
      if (*large)
        return FALSE;
    }
  if (code == SQLITE_ROW)
    ask_rows_set_truncated (rows, TRUE);
  return code == SQLITE_ROW || code == SQLITE_DONE;
}

/* Metrics and calculated attributes become what they mean. */
static gboolean
define (AskEngine *self, AskSqlTree *tree, AskDefinition *definition, GError **error)
{
  if (!ask_engine_names_defined (self, tree))
    return TRUE;
  return ask_sql_analyse (tree, self->catalog, error) && ask_engine_define (self, tree, NULL, definition, error);
}

/**
 * ask_engine_is_local:
 * @self: a session
 * @source: a source's name
 *
 * Returns: whether its tables are files of this machine, so that ask_engine_try() reads them
 */
gboolean
ask_engine_is_local (AskEngine *self, const char *source)
{
  const AskSourceConfig *config = g_hash_table_lookup (self->configs, source);

  return config == NULL || config->kind->ensure_file != NULL;
}

static gboolean
lie_here (AskEngine *self, const GPtrArray *origins)
{
  for (guint i = 0; i < origins->len; i++)
    {
      const AskOrigin *origin = origins->pdata[i];

      if (origin->entity == NULL || !ask_engine_is_local (self, origin->entity->source))
        return FALSE;
    }
  return origins->len > 0;
}

static AskRows *
try_text (AskEngine *self, const char *sql, gsize max_rows, Trial *trial, GError **error)
{
  g_autoptr (AskRows) rows = NULL;
  sqlite3_stmt *statement = NULL;
  gboolean large = FALSE;
  gboolean read = FALSE;

  /* A quoted name that is not there is an error, no text: nobody has resolved the names. */
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_progress_handler (self->db, STEPS_A_LOOK, on_progress, trial);
  if (sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL) == SQLITE_OK && statement != NULL
      && sqlite3_stmt_readonly (statement))
    {
      rows = ask_rows_new ();
      read = read_rows (statement, rows, max_rows, &large);
    }
  if (!read && !g_cancellable_set_error_if_cancelled (trial->cancellable, error))
    {
      if (large)
        ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT, N_ ("The rows are too large to be tried."));
      else if (sqlite3_errcode (self->db) == SQLITE_INTERRUPT)
        ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT, N_ ("The query takes too long to be tried."));
      else
        ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED, N_ ("SQLite says: %s."),
                       sqlite3_errmsg (self->db));
    }
  sqlite3_finalize (statement);
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DQS_DML, 1, NULL);
  ask_engine_watch (self);
  return read ? g_steal_pointer (&rows) : NULL;
}

/**
 * ask_engine_try:
 * @self: a session that runs nothing
 * @sql: one SELECT over tables for which ask_engine_is_local() holds; it may name what a steward defined over them
 * @max_rows: further rows are not read, which ask_rows_get_truncated() says
 * @max_steps: of SQLite's virtual machine, about
 * @cancellable: (nullable): a way to stop
 * @error: %ASK_ENGINE_ERROR_LIMIT where it takes more steps; %ASK_ENGINE_ERROR_FAILED and others as of ask_engine_query()
 *
 * Runs @sql as it stands, or what it means. The rows are as good as those of ask_engine_query(), but nothing is told of how they
 * came about, and of several trials in a row only the first looks whether tables of files have changed.
 *
 * Returns: (transfer full): the rows
 */
AskRows *
ask_engine_try (AskEngine *self, const char *sql, gsize max_rows, guint64 max_steps, GCancellable *cancellable,
                GError **error)
{
  Trial trial = { max_steps / STEPS_A_LOOK, cancellable };
  g_autoptr (AskSqlTree) tree = NULL;
  g_auto (AskDefinition) definition = { NULL, NULL };
  gboolean prepared;

  g_return_val_if_fail (self->run == NULL, NULL);
  tree = ask_sql_parse (sql, -1, error);
  if (tree == NULL || !define (self, tree, &definition, error))
    return NULL;
  self->trying = TRUE;
  prepared = ask_engine_prepare_names (self, tree, error);
  self->trying = FALSE;
  if (!prepared)
    return NULL;
  return try_text (self, definition.sql != NULL ? definition.sql : sql, max_rows, &trial, error);
}

/**
 * ask_engine_preview:
 * @self: a session that runs nothing
 * @sql: one SELECT over the relational view
 * @max_rows: as of ask_engine_try()
 * @max_steps: as of ask_engine_try()
 * @cancellable: (nullable): a way to stop
 * @error: as of ask_engine_try(); %ASK_ENGINE_ERROR_REFUSED where it reads more than files of this machine, or nothing
 *
 * As ask_engine_try(), for a query of which nobody knows yet what it reads: no server is asked.
 *
 * Returns: (transfer full): the rows
 */
AskRows *
ask_engine_preview (AskEngine *self, const char *sql, gsize max_rows, guint64 max_steps, GCancellable *cancellable,
                    GError **error)
{
  Trial trial = { max_steps / STEPS_A_LOOK, cancellable };
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (GPtrArray) origins = ask_origins_new ();
  g_auto (AskDefinition) definition = { NULL, NULL };

  g_return_val_if_fail (self->run == NULL, NULL);
  tree = ask_sql_parse (sql, -1, error);
  if (tree == NULL || !ask_sql_analyse (tree, ask_engine_get_catalog (self), error))
    return NULL;
  ask_origins_note (origins, tree);
  if (!ask_engine_define (self, tree, origins, &definition, error))
    return NULL;
  if (!lie_here (self, origins))
    {
      ask_error_set (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED,
                     "It reads more than files of this machine, or nothing.");
      return NULL;
    }
  if (!ask_engine_prepare_names (self, tree, error))
    return NULL;
  return try_text (self, definition.sql != NULL ? definition.sql : sql, max_rows, &trial, error);
}

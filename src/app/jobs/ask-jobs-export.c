/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes tables through the table room, and tables as tab-separated text for the clipboard.
 */
#include "config.h"

#include "app/jobs/ask-jobs-export.h"

#include <glib/gi18n.h>

#include "agent/ask-spend.h"
#include "app/jobs/ask-job.h"
#include "base/ask-delimited.h"
#include "base/ask-error.h"
#include "table/ask-table-copy.h"
#include "table/ask-table-export.h"

/* Of a statement that is run again for a file; a sheet of a workbook has about as many. */
#define MOST_ROWS 1000000
/* Rows copied between two looks at the cancellable. */
#define ROWS_A_CHUNK 4096

typedef struct
{
  AskRows *rows;
  char *title; /* nullable */
  char *path;
} ExportRequest;

static void
export_request_free (gpointer data)
{
  ExportRequest *self = data;

  ask_rows_unref (self->rows);
  g_free (self->title);
  g_free (self->path);
  g_free (self);
}

static ExportRequest *
export_request_new (AskRows *rows, const char *title, const char *path)
{
  ExportRequest *self = g_new0 (ExportRequest, 1);

  self->rows = ask_rows_ref (rows);
  self->title = g_strdup (title);
  self->path = g_strdup (path);
  return self;
}

/* Returns: whether it was written; %FALSE with @error set */
static gboolean
write_table (AskRows *rows, const char *title, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) failure = NULL;
  AskTableFormat format = ASK_TABLE_CSV;

  ask_table_format_from_path (path, &format);
  if (ask_table_export (rows, title, path, format, cancellable, &failure))
    return TRUE;
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    g_set_error (error, failure->domain, failure->code, _ ("The table could not be saved: %s"),
                 ask_error_get_words (failure));
  return FALSE;
}

static gpointer
save_table_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  ExportRequest *request = data;

  return GINT_TO_POINTER (write_table (request->rows, request->title, request->path, cancellable, error));
}

typedef struct
{
  AskArrangement *arrangement;
  guint *columns;
  guint n_columns;
  char *sql; /* nullable */
  char *title; /* nullable */
  char *path;
} GridRequest;

static void
grid_request_free (gpointer data)
{
  GridRequest *self = data;

  ask_arrangement_unref (self->arrangement);
  g_free (self->columns);
  g_free (self->sql);
  g_free (self->title);
  g_free (self->path);
  g_free (self);
}

/* Returns: (transfer full): all rows of @sql, in its order; %NULL with @error set */
static AskArrangement *
run_again (AskWorkspace *workspace, const char *sql, GCancellable *cancellable, GError **error)
{
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskSpending) spending = NULL;
  g_autoptr (AskResult) result = NULL;

  if (engine == NULL)
    return NULL;
  limits.max_rows = MOST_ROWS;
  spending = ask_spending_new (workspace, &(AskSpendingRules) { 0 });
  result = ask_spending_query (spending, engine, &(AskSpendingQuery) { sql, &limits, NULL }, cancellable, error);
  return result != NULL ? ask_arrangement_new (result->rows, NULL, cancellable, error) : NULL;
}

static gpointer
save_grid_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  GridRequest *request = data;
  g_autoptr (AskArrangement) all = request->sql != NULL ? run_again (workspace, request->sql, cancellable, error)
                                                        : ask_arrangement_ref (request->arrangement);
  g_autoptr (AskRows) rows = NULL;
  AskSavedGrid *saved;
  AskBlock block = { .columns = request->columns, .n_columns = request->n_columns };

  if (all == NULL)
    return NULL;
  block.arrangement = all;
  block.to = ask_arrangement_get_n_rows (all);
  rows = ask_block_dup_rows (&block);
  if (!write_table (rows, request->title, request->path, cancellable, error))
    return NULL;
  saved = g_new (AskSavedGrid, 1);
  *saved = (AskSavedGrid) { block.to, ask_rows_get_truncated (ask_arrangement_get_rows (all)) };
  return saved;
}

/**
 * ask_jobs_save_grid:
 * @what: copied
 *
 * The statement passes the same gate as any other.
 *
 * Returns: (transfer full): the job. Gives AskSavedGrid
 */
AskJob *
ask_jobs_save_grid (const AskSaveGrid *what)
{
  GridRequest *request = g_new0 (GridRequest, 1);

  request->arrangement = ask_arrangement_ref (what->arrangement);
  request->columns = g_memdup2 (what->columns, what->n_columns * sizeof *what->columns);
  request->n_columns = what->n_columns;
  request->sql = g_strdup (what->sql);
  request->title = g_strdup (what->title);
  request->path = g_strdup (what->path);
  return ask_job_new (save_grid_job, g_free, request, grid_request_free);
}

/**
 * ask_jobs_save_table:
 * @rows: what is written; shared
 * @title: (nullable): what the sheet of a workbook is called
 * @path: its ending says how; CSV where it says nothing
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_save_table (AskRows *rows, const char *title, const char *path)
{
  return ask_job_new (save_table_job, NULL, export_request_new (rows, title, path), export_request_free);
}

static gpointer
table_text_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  ExportRequest *request = data;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_rows = ask_rows_get_n_rows (request->rows);

  ask_delimited_append_header (text, request->rows, ASK_DELIMITED_TAB);
  for (gsize i = 0; i < n_rows; i += ROWS_A_CHUNK)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      ask_delimited_append_rows (text, request->rows, i, MIN (i + ROWS_A_CHUNK, n_rows), ASK_DELIMITED_TAB);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/** ask_jobs_table_text: makes tab-separated text of @rows, which spreadsheets paste. Gives text */
AskJob *
ask_jobs_table_text (AskRows *rows)
{
  return ask_job_new (table_text_job, g_free, export_request_new (rows, NULL, NULL), export_request_free);
}

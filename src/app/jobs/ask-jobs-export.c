/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes tables through the table room, and tables as tab-separated text for the clipboard.
 */
#include "config.h"

#include "app/jobs/ask-jobs-export.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-job.h"
#include "base/ask-delimited.h"
#include "base/ask-error.h"
#include "table/ask-table-export.h"

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

static gpointer
save_table_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  ExportRequest *request = data;
  g_autoptr (GError) failure = NULL;
  AskTableFormat format = ASK_TABLE_CSV;

  ask_table_format_from_path (request->path, &format);
  if (ask_table_export (request->rows, request->title, request->path, format, cancellable, &failure))
    return GINT_TO_POINTER (TRUE);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&failure));
  else
    g_set_error (error, failure->domain, failure->code, _ ("The table could not be saved: %s"),
                 ask_error_get_words (failure));
  return NULL;
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

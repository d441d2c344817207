/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of a spreadsheet's preview. No workspace is needed, and nothing is kept.
 */
#include "config.h"

#include "app/jobs/ask-jobs-sheet.h"

#include "app/jobs/ask-job.h"
#include "store/ask-api-config.h"

typedef struct
{
  const AskSourceKind *kind;
  char *location;
  AskSheetOptions options;
  guint n_rows;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  ask_sheet_options_clear (&request->options);
  g_free (request->location);
  g_free (request);
}

static gpointer
preview_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  /* A path as a registration takes it; the source has no name yet. */
  AskSourceConfig *config = ask_tried_config_new (request->kind, "file", request->location, NULL, NULL, error);
  AskSheetPreview *preview
    = config != NULL ? ask_sheet_preview_new (config->location, &request->options, request->n_rows, cancellable, error)
                     : NULL;

  g_clear_pointer (&config, ask_source_config_unref);
  return preview;
}

/**
 * ask_jobs_preview_sheet:
 * @kind: whose files have a preview
 * @location: a path, as a person typed or chose it
 * @options: how the file is to be read; copied
 * @n_rows: how many rows to read at most
 *
 * Reads the beginning of the file. It needs no workspace.
 *
 * Returns: (transfer full): the job; gives AskSheetPreview
 */
AskJob *
ask_jobs_preview_sheet (const AskSourceKind *kind, const char *location, const AskSheetOptions *options, guint n_rows)
{
  Request *request = g_new0 (Request, 1);

  request->kind = kind;
  request->location = g_strdup (location);
  request->options = *options;
  request->options.sheet = g_strdup (options->sheet);
  request->options.encoding = g_strdup (options->encoding);
  request->n_rows = n_rows;
  return ask_job_new (preview_job, (GDestroyNotify) ask_sheet_preview_free, request, request_free);
}

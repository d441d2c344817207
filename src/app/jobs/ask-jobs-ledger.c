/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ledger for the window. What is deleted is what was shown: entries that came since then stay.
 */
#include "config.h"

#include "app/jobs/ask-jobs-ledger.h"

#include "store/ask-workspace-ledger.h"

typedef struct
{
  AskLedgerFilter filter;
  char *text;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->text);
  g_free (self);
}

static Request *
request_new (gint64 id, const char *text, gint64 until)
{
  Request *self = g_new0 (Request, 1);

  self->text = g_strdup (text);
  self->filter = (AskLedgerFilter) { .id = id, .text = self->text, .until = until };
  return self;
}

static void
free_entries (gpointer entries)
{
  g_ptr_array_unref (entries);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_ledger (workspace, &((Request *) data)->filter, error);
}

/**
 * ask_jobs_list_ledger:
 * @text: (nullable): stands in the host, the address, the question or a name
 *
 * Returns: (transfer full): the job; gives a GPtrArray of AskLedgerEntry, the last one first
 */
AskJob *
ask_jobs_list_ledger (const char *text)
{
  return ask_job_new (list_job, free_entries, request_new (0, text, 0), request_free);
}

static void
free_bytes (gpointer bytes)
{
  g_bytes_unref (bytes);
}

static gpointer
read_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskLedgerBody body;

  return ask_workspace_get_ledger_body (workspace, ((Request *) data)->filter.id, &body, error);
}

/**
 * ask_jobs_read_ledger:
 * @id: of an entry
 *
 * Returns: (transfer full): the job; gives GBytes: what was sent, none where it is not kept
 */
AskJob *
ask_jobs_read_ledger (gint64 id)
{
  return ask_job_new (read_job, free_bytes, request_new (id, NULL, 0), request_free);
}

static gpointer
delete_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  guint n;

  return GINT_TO_POINTER (ask_workspace_delete_ledger (workspace, &((Request *) data)->filter, &n, error));
}

/**
 * ask_jobs_delete_ledger:
 * @id: of the only entry; 0 for all that @text and @until leave
 * @text: (nullable): as of ask_jobs_list_ledger()
 * @until: those before this time, µs since 1970, UTC; 0 for all
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_delete_ledger (gint64 id, const char *text, gint64 until)
{
  return ask_job_new (delete_job, NULL, request_new (id, text, until), request_free);
}

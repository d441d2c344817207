/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of documents on the screen. What is shown of a source's last reading is read from its index alone; a
 * document that is opened has its folder looked at first.
 */
#include "config.h"

#include "app/jobs/ask-jobs-documents.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "store/ask-source-notes.h"

typedef struct
{
  char *source;
  guint most;
} OverviewRequest;

static void
overview_request_free (gpointer data)
{
  g_free (((OverviewRequest *) data)->source);
  g_free (data);
}

static gpointer
overview_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const OverviewRequest *request = data;
  g_autofree char *index = NULL;

  if (!ask_workspace_find_index (workspace, request->source, &index, cancellable, error))
    return NULL;
  if (index != NULL)
    return ask_document_overview_new (index, request->most, error);
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                         N_ ("These documents were not read on this computer yet. Read them now."));
  return NULL;
}

/**
 * ask_jobs_documents_overview:
 * @source: of documents
 * @most: notes of documents
 *
 * Returns: (transfer full): the job; gives AskDocumentOverview
 */
AskJob *
ask_jobs_documents_overview (const char *source, guint most)
{
  OverviewRequest *request = g_new0 (OverviewRequest, 1);

  request->source = g_strdup (source);
  request->most = most;
  return ask_job_new (overview_job, (GDestroyNotify) ask_document_overview_free, request, overview_request_free);
}

static gpointer
read_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_reading_open (workspace, data, cancellable, error);
}

/** ask_jobs_read_document: @wanted: copied. Finds the document as it is now. Gives AskReading */
AskJob *
ask_jobs_read_document (const AskReadingWanted *wanted)
{
  return ask_job_new (read_job, (GDestroyNotify) ask_reading_unref, ask_reading_wanted_copy (wanted),
                      (GDestroyNotify) ask_reading_wanted_free);
}

typedef struct
{
  AskReading *reading;
  char *words;
} FindRequest;

static void
find_request_free (gpointer data)
{
  FindRequest *request = data;

  ask_reading_unref (request->reading);
  g_free (request->words);
  g_free (request);
}

static gpointer
find_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const FindRequest *request = data;

  return ask_reading_find (request->reading, request->words, cancellable, error);
}

/** ask_jobs_find_in_document: @reading: with a document; @words: of a person, or the right side of a MATCH. Needs no workspace.
 * Gives (element-type AskDocumentHit) GArray */
AskJob *
ask_jobs_find_in_document (AskReading *reading, const char *words)
{
  FindRequest *request = g_new0 (FindRequest, 1);

  request->reading = ask_reading_ref (reading);
  request->words = g_strdup (words);
  return ask_job_new (find_job, (GDestroyNotify) g_array_unref, request, find_request_free);
}

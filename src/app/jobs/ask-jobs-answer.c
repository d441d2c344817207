/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only collecting reads the workspace. A file is opened, and its tables are asked, without one.
 */
#include "config.h"

#include "app/jobs/ask-jobs-answer.h"

/* What the jobs here are told. */
typedef struct
{
  AskOutcome *outcome;
  AskBundle *bundle;
  gboolean bodies;
  char *path;
  char *sql;
  guint row;
  guint column;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_pointer (&self->outcome, ask_outcome_unref);
  g_clear_pointer (&self->bundle, ask_bundle_free);
  g_free (self->path);
  g_free (self->sql);
  g_free (self);
}

static gpointer
collect_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return ask_bundle_collect (workspace, request->outcome->answer, request->bodies, error);
}

/**
 * ask_jobs_collect_answer:
 * @outcome: with an answer
 * @bodies: what was sent goes in, too
 *
 * Makes what would be saved; nothing is written.
 *
 * Returns: (transfer full): the job; gives AskBundle
 */
AskJob *
ask_jobs_collect_answer (AskOutcome *outcome, gboolean bodies)
{
  Request *request = g_new0 (Request, 1);

  request->outcome = ask_outcome_ref (outcome);
  request->bodies = bodies;
  return ask_job_new (collect_job, (GDestroyNotify) ask_bundle_free, request, request_free);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return GINT_TO_POINTER (ask_bundle_save (request->bundle, request->path, cancellable, error));
}

/**
 * ask_jobs_save_answer:
 * @bundle: (transfer full): what ask_jobs_collect_answer() gave
 * @path: of the file
 *
 * Returns: (transfer full): the job that writes it
 */
AskJob *
ask_jobs_save_answer (AskBundle *bundle, const char *path)
{
  Request *request = g_new0 (Request, 1);

  request->bundle = bundle;
  request->path = g_strdup (path);
  return ask_job_new (save_job, NULL, request, request_free);
}

static gpointer
open_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskBundle) bundle = ask_bundle_open (request->path, cancellable, error);
  g_autoptr (GError) problem = NULL;
  AskOutcome *outcome;

  if (bundle == NULL)
    return NULL;
  outcome = ask_outcome_new (bundle->answer, ask_bundle_draw (bundle, &problem));
  /* A result that no rule can draw is still a table. */
  if (problem != NULL)
    g_info ("No chart: %s", problem->message);
  outcome->file = g_strdup (request->path);
  outcome->saved = g_steal_pointer (&bundle);
  return outcome;
}

/** ask_jobs_open_answer: @path: of a file that may be anything. Reads it. Gives AskOutcome */
AskJob *
ask_jobs_open_answer (const char *path)
{
  Request *request = g_new0 (Request, 1);

  request->path = g_strdup (path);
  return ask_job_new (open_job, (GDestroyNotify) ask_outcome_unref, request, request_free);
}

static gpointer
find_behind_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  AskProvenancePlace place = { .row = request->row, .column = request->column };
  g_autoptr (AskProvenance) behind = ask_bundle_find_behind (request->outcome->saved, &place, cancellable, error);

  return behind != NULL ? ask_outcome_new (ask_provenance_to_answer (behind, &place), NULL) : NULL;
}

/**
 * ask_jobs_find_behind_saved:
 * @outcome: of a file
 * @row: of its answer's rows
 * @column: of its columns
 *
 * Looks for the rows behind a cell as far as the file has them.
 *
 * Returns: (transfer full): the job; gives AskOutcome, as of ask_jobs_find_behind()
 */
AskJob *
ask_jobs_find_behind_saved (AskOutcome *outcome, guint row, guint column)
{
  Request *request = g_new0 (Request, 1);

  request->outcome = ask_outcome_ref (outcome);
  request->row = row;
  request->column = column;
  return ask_job_new (find_behind_job, (GDestroyNotify) ask_outcome_unref, request, request_free);
}

static gpointer
query_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return ask_bundle_query (request->outcome->saved, request->sql, cancellable, error);
}

/**
 * ask_jobs_query_saved:
 * @outcome: of a file
 * @sql: one SELECT over its tables
 *
 * Returns: (transfer full): the job that runs it; gives AskResult
 */
AskJob *
ask_jobs_query_saved (AskOutcome *outcome, const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->outcome = ask_outcome_ref (outcome);
  request->sql = g_strdup (sql);
  return ask_job_new (query_job, (GDestroyNotify) ask_result_free, request, request_free);
}

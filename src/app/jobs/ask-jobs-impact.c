/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the impact test. It saves nothing: neither a version, nor a result, nor a question.
 */
#include "config.h"

#include "app/jobs/ask-jobs-impact.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-job.h"
#include "base/ask-error.h"

/** ask_impact_sides_free: frees @self */
void
ask_impact_sides_free (AskImpactSides *self)
{
  g_clear_pointer (&self->before.rows, ask_rows_unref);
  g_clear_pointer (&self->after.rows, ask_rows_unref);
  g_free (self->before.words);
  g_free (self->after.words);
  g_free (self);
}

typedef struct
{
  gint64 before;
  gint64 after;
  char *sql_before;
  char *sql_after;
  AskJobTarget *target;
  AskImpactProgress on_progress;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->sql_before);
  g_free (self->sql_after);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_free (self);
}

typedef struct
{
  AskImpactProgress on_progress;
  guint n_done;
  guint n_all;
} News;

static void
deliver (gpointer object, gpointer data)
{
  const News *news = data;

  news->on_progress (object, news->n_done, news->n_all);
}

static void
report (const AskImpact *impact, guint n_done, guint n_all, gpointer data)
{
  Request *request = data;
  News *news = g_new0 (News, 1);

  news->on_progress = request->on_progress;
  news->n_done = n_done;
  news->n_all = n_all;
  ask_job_post (request->target, deliver, news, g_free);
}

static gpointer
impact_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskSchema) before = ask_workspace_load_schema_version (workspace, request->before, error);
  g_autoptr (AskSchema) after
    = before != NULL ? ask_workspace_load_schema_version (workspace, request->after, error) : NULL;

  AskImpactTrial trial = { before, after, report, request };

  return after != NULL ? ask_impact_find (workspace, &trial, cancellable, error) : NULL;
}

/**
 * ask_jobs_impact:
 * @target: (type GObject): who is told the news, while it lives
 * @before: number of the version that people ask with
 * @after: number of the one to be tried
 * @on_progress: called on the main thread after each question while @target lives
 *
 * Asks everything under both versions.
 *
 * Returns: (transfer full): the job; gives (element-type AskImpact) GPtrArray
 */
AskJob *
ask_jobs_impact (gpointer target, gint64 before, gint64 after, AskImpactProgress on_progress)
{
  Request *request = g_new0 (Request, 1);

  request->before = before;
  request->after = after;
  request->on_progress = on_progress;
  request->target = ask_job_target_new (target);
  return ask_job_new (impact_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

/* That a side has no answer is what it says; only a stopped query is an error. */
static gboolean
ask_side (AskWorkspace *workspace, gint64 version, const char *sql, AskImpactSide *side, GCancellable *cancellable,
          GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) result = NULL;

  if (sql == NULL)
    {
      side->words = g_strdup (_ ("Nothing answers it here."));
      return TRUE;
    }
  if ((schema = ask_workspace_load_schema_version (workspace, version, error)) == NULL)
    return FALSE;
  engine = ask_workspace_open_engine_on (workspace, schema, &failure);
  if (engine != NULL)
    result = ask_engine_query (engine, sql, NULL, NULL, cancellable, &failure);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (result != NULL)
    side->rows = ask_rows_ref (result->rows);
  else
    {
      if (engine != NULL)
        ask_engine_add_hint (engine, sql, failure);
      side->words = g_strdup (ask_error_get_words (failure));
    }
  return TRUE;
}

static gpointer
sides_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskImpactSides) sides = g_new0 (AskImpactSides, 1);

  if (!ask_side (workspace, request->before, request->sql_before, &sides->before, cancellable, error)
      || !ask_side (workspace, request->after, request->sql_after, &sides->after, cancellable, error))
    return NULL;
  return g_steal_pointer (&sides);
}

/**
 * ask_jobs_impact_sides:
 * @before: number of the earlier version
 * @after: number of the later one
 * @impact: a question, with the SQL that answers it under either
 *
 * Runs both.
 *
 * Returns: (transfer full): the job; gives AskImpactSides, where a side that fails is no error
 */
AskJob *
ask_jobs_impact_sides (gint64 before, gint64 after, const AskImpact *impact)
{
  Request *request = g_new0 (Request, 1);

  request->before = before;
  request->after = after;
  request->sql_before = g_strdup (impact->sql_before);
  request->sql_after = g_strdup (impact->sql_after);
  return ask_job_new (sides_job, (GDestroyNotify) ask_impact_sides_free, request, request_free);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart belongs to one thread, so a job chooses its own: the one that a window draws is never drawn by a job.
 */
#include "config.h"

#include "app/jobs/ask-jobs-chart.h"

#include "engine/ask-engine.h"
#include "store/ask-workspace-looks.h"

typedef struct
{
  AskRows *rows;
  char *question;
  char *wish;
  AskChartLook *look;
  gint64 history_id;
  AskChartPaper paper;
  char **palette;
  char *path; /* of a file, or what is asked */
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->question);
  g_free (self->wish);
  ask_chart_look_free (self->look);
  g_strfreev (self->palette);
  g_free (self->path);
  g_free (self);
}

static Request *
request_new (const AskChartAsked *asked, const AskChartLook *look)
{
  Request *self = g_new0 (Request, 1);

  if (asked != NULL)
    {
      self->rows = ask_rows_ref (asked->rows);
      self->question = g_strdup (asked->question);
      self->wish = g_strdup (asked->wish);
    }
  self->look = ask_chart_look_copy (look);
  return self;
}

/** ask_chart_drawn_free: @self: (nullable): what a job gave. Frees it with what was not taken. */
void
ask_chart_drawn_free (AskChartDrawn *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_free (self);
}

static gpointer
draw_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskChartDrawn) drawn = g_new0 (AskChartDrawn, 1);

  drawn->chart = ask_chart_choose_with (request->rows, request->question, request->wish, request->look, error);
  if (drawn->chart == NULL)
    return NULL;
  drawn->choices = ask_chart_list_choices (drawn->chart, request->question, error);
  return drawn->choices != NULL ? g_steal_pointer (&drawn) : NULL;
}

/**
 * ask_jobs_draw_chart:
 * @asked: what the chart is of
 * @look: (nullable): what was changed
 *
 * Chooses the chart, and finds out which kinds could be drawn instead. It needs no workspace.
 *
 * Returns: (transfer full): the job; gives AskChartDrawn
 */
AskJob *
ask_jobs_draw_chart (const AskChartAsked *asked, const AskChartLook *look)
{
  return ask_job_new (draw_job, (GDestroyNotify) ask_chart_drawn_free, request_new (asked, look), request_free);
}

static gpointer
query_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskResult) result
    = engine != NULL ? ask_engine_query (engine, request->path, NULL, NULL, cancellable, error) : NULL;

  return result != NULL ? ask_rows_ref (result->rows) : NULL;
}

/**
 * ask_jobs_query_rows:
 * @sql: one SELECT over the relational view: that of an answer, by a finer unit of time
 *
 * Returns: (transfer full): the job that runs it; gives AskRows
 */
AskJob *
ask_jobs_query_rows (const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->path = g_strdup (sql);
  return ask_job_new (query_job, (GDestroyNotify) ask_rows_unref, request, request_free);
}

static gpointer
keep_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autofree char *text = ask_chart_look_is_empty (request->look) ? NULL : ask_chart_look_to_text (request->look);

  return GINT_TO_POINTER (ask_workspace_set_look (workspace, request->history_id, text, error));
}

/**
 * ask_jobs_keep_look:
 * @history_id: an answer of the history
 * @look: (nullable): what was changed of its chart
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_keep_look (gint64 history_id, const AskChartLook *look)
{
  Request *request = request_new (NULL, look);

  request->history_id = history_id;
  return ask_job_new (keep_job, NULL, request, request_free);
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskChart) chart
    = ask_chart_choose_with (request->rows, request->question, request->wish, request->look, error);

  return chart != NULL
           ? GINT_TO_POINTER (ask_chart_export_on (chart, request->path, &request->paper, cancellable, error))
           : NULL;
}

/**
 * ask_jobs_save_chart:
 * @asked: what the chart is of
 * @look: (nullable): what was changed
 * @paper: how large, and in which colours
 * @path: ends in .png, .svg, .pdf or .vl.json
 *
 * Draws the chart to the file. It needs no workspace.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_save_chart (const AskChartAsked *asked, const AskChartLook *look, const AskChartPaper *paper, const char *path)
{
  Request *request = request_new (asked, look);

  request->paper = *paper;
  request->palette = g_strdupv ((char **) paper->palette);
  request->paper.palette = (const char *const *) request->palette;
  request->path = g_strdup (path);
  return ask_job_new (save_job, NULL, request, request_free);
}

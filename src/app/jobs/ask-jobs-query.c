/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the SQL page and of every editor. What runs goes through the same gate as a question's queries.
 * That a run cannot be kept in the history fails nothing.
 */
#include "config.h"

#include "app/jobs/ask-jobs-query.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-preview.h"
#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "blend/ask-blend-question.h"
#include "engine/ask-cost.h"
#include "engine/ask-external.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-parameter.h"
#include "sql/ask-sql-split.h"
#include "store/ask-workspace-functions.h"
#include "understand/value/ask-value-diagnose.h"

#define CURRENT "window/query-tab"
/* Between two news of calls, µs. */
#define BETWEEN_NEWS 150000

/** ask_query_problem_free: @self: (transfer full): a problem */
void
ask_query_problem_free (AskQueryProblem *self)
{
  g_free (self->words);
  g_free (self);
}

/** ask_query_desk_free: @self: (nullable) (transfer full): what the page begins with */
void
ask_query_desk_free (AskQueryDesk *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->verified, g_ptr_array_unref);
  g_clear_pointer (&self->functions, g_ptr_array_unref);
  g_clear_pointer (&self->tabs, g_ptr_array_unref);
  g_free (self->current);
  g_free (self);
}

/** ask_query_plan_free: @self: (nullable) (transfer full): a plan */
void
ask_query_plan_free (AskQueryPlan *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->root, ask_plan_node_free);
  g_free (self->words);
  g_free (self->cost);
  g_free (self);
}

/** ask_query_outcome_free: @self: (nullable) (transfer full): what came of a query */
void
ask_query_outcome_free (AskQueryOutcome *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_free (self->empty);
  g_clear_pointer (&self->asked, g_ptr_array_unref);
  g_free (self);
}

/* What the jobs here are told. */
typedef struct
{
  char *sql;
  char *written;
  gsize max_rows;
  guint max;
  gint64 id;
  GPtrArray *tabs;
  GPtrArray *removed;
  AskJobTarget *target;
  AskCostFunc on_cost;
  AskQueryCallsFunc on_calls;
  gint64 told_at;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->sql);
  g_free (self->written);
  g_clear_pointer (&self->tabs, g_ptr_array_unref);
  g_clear_pointer (&self->removed, g_ptr_array_unref);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_free (self);
}

/* The statement alone, where it stands in the text, so that its places and lines are those of the text. */
static char *
dup_in_place (const char *text, const AskSqlSpan *span)
{
  char *alone = g_strndup (text, span->end);

  for (char *p = alone; p < alone + span->start; p++)
    if (*p != '\n')
      *p = ' ';
  return alone;
}

static void
add_problem (GPtrArray *problems, const char *text, const AskSqlSpan *span, const AskSqlHint *hint)
{
  AskQueryProblem *problem = g_new0 (AskQueryProblem, 1);
  gsize length = strlen (text);
  gsize start = hint->span.end > 0 ? hint->span.start : span->start;
  gsize end = hint->span.end > 0 ? hint->span.end : span->end;

  /* What is missing at the end is shown at the last character. */
  end = MIN (MAX (end, start + 1), length);
  start = MIN (start, end > 0 ? end - 1 : 0);
  problem->start = (guint) g_utf8_strlen (text, (gssize) start);
  problem->end = MAX ((guint) g_utf8_strlen (text, (gssize) end), problem->start + 1);
  problem->warning = hint->level == ASK_HINT_WARNING;
  problem->words = g_strdup (hint->words);
  g_ptr_array_add (problems, problem);
}

/* Returns: the functions that SQL may call, which outlive @engine; %NULL with @error set */
static AskBlend *
open_functions (AskWorkspace *workspace, AskSpending *spending, AskEngine *engine, GError **error)
{
  return ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .spending = spending }, NULL,
                                   engine, error);
}

static gpointer
check_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const char *text = ((Request *) data)->sql;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (GArray) spans = ask_sql_split (text);
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_query_problem_free);

  if (engine == NULL || (blend = open_functions (workspace, NULL, engine, error)) == NULL)
    return NULL;
  for (guint i = 0; i < spans->len; i++)
    {
      const AskSqlSpan *span = &g_array_index (spans, AskSqlSpan, i);
      g_autofree char *alone = dup_in_place (text, span);
      g_autoptr (GPtrArray) hints = ask_engine_guard (engine, alone);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      for (guint h = 0; h < hints->len; h++)
        add_problem (problems, text, span, hints->pdata[h]);
    }
  return g_steal_pointer (&problems);
}

/**
 * ask_jobs_check_sql:
 * @text: statements, finished or not
 *
 * Looks for what is wrong with them. Nothing is run.
 *
 * Returns: (transfer full): the job; gives (element-type AskQueryProblem) GPtrArray, statement by statement
 */
AskJob *
ask_jobs_check_sql (const char *text)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (text);
  return ask_job_new (check_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
list_parameters_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);

  return engine != NULL ? ask_engine_list_parameters (engine, ((Request *) data)->sql) : NULL;
}

/**
 * ask_jobs_list_parameters:
 * @sql: one statement
 *
 * Finds its parameters with what they are compared with.
 *
 * Returns: (transfer full): the job; gives (element-type AskSqlParameter) GPtrArray
 */
AskJob *
ask_jobs_list_parameters (const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (sql);
  return ask_job_new (list_parameters_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
explain_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const char *sql = ((Request *) data)->sql;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskQueryPlan) plan = g_new0 (AskQueryPlan, 1);
  g_autoptr (AskPreview) preview = NULL;

  if (engine == NULL || (blend = open_functions (workspace, NULL, engine, error)) == NULL)
    return NULL;
  plan->root = ask_engine_explain (engine, sql, cancellable, error);
  if (plan->root == NULL)
    {
      if (error != NULL && *error != NULL)
        ask_engine_add_hint (engine, sql, *error);
      return NULL;
    }
  preview = ask_preview_of_query (workspace, engine, sql, cancellable, error);
  if (preview == NULL)
    return NULL;
  plan->words = g_strdup (preview->words);
  plan->cost = ask_preview_to_lines (preview);
  return g_steal_pointer (&plan);
}

/**
 * ask_jobs_explain_query:
 * @sql: one statement, without parameters
 *
 * Finds out what would run where, and what it will cost. Nothing is run.
 *
 * Returns: (transfer full): the job; gives AskQueryPlan
 */
AskJob *
ask_jobs_explain_query (const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (sql);
  return ask_job_new (explain_job, (GDestroyNotify) ask_query_plan_free, request, request_free);
}

static gboolean
ask_cost (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer user_data, GError **error)
{
  const Request *request = user_data;

  return ask_cost_wait_ask (preview, caps, request->target, request->on_cost, cancellable, error);
}

typedef struct
{
  AskQueryCallsFunc on_calls;
  guint64 calls;
} CallsNews;

static void
deliver_calls (gpointer object, gpointer data)
{
  const CallsNews *news = data;

  news->on_calls (object, news->calls);
}

static void
note_calls (guint64 calls, gpointer data)
{
  Request *request = data;
  gint64 now = g_get_monotonic_time ();
  CallsNews *news;

  if (now - request->told_at < BETWEEN_NEWS)
    return;
  request->told_at = now;
  news = g_new0 (CallsNews, 1);
  news->on_calls = request->on_calls;
  news->calls = calls;
  ask_job_post (request->target, deliver_calls, news, g_free);
}

static void
keep_run (AskWorkspace *workspace, const Request *request, gint64 started, const AskResult *result, const GError *error)
{
  g_autoptr (GError) failure = NULL;
  AskQueryRun run
    = { .sql = request->written, .ran_at = started, .elapsed_ms = (double) (g_get_real_time () - started) / 1000.0 };

  if (result != NULL)
    {
      run.n_rows = (gint64) ask_rows_get_n_rows (result->rows);
      run.truncated = ask_rows_get_truncated (result->rows);
    }
  else
    run.error = (char *) (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? _ ("Stopped.")
                                                                                    : ask_error_get_words (error));
  if (!ask_workspace_add_query_run (workspace, &run, &failure))
    g_info ("A run was not kept: %s", failure->message);
}

/* Why there is no row: that nothing was found says nothing. */
static char *
explain_empty (AskEngine *engine, const char *sql, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) reasons = ask_value_diagnose (engine, sql, cancellable, NULL);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; reasons != NULL && i < reasons->len; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? "\n" : "", ((const AskEmptyReason *) reasons->pdata[i])->text);
  return words->len > 0 ? g_string_free (g_steal_pointer (&words), FALSE) : NULL;
}

static AskQueryOutcome *
make_outcome (AskEngine *engine, AskResult *result, const char *sql, GCancellable *cancellable)
{
  AskQueryOutcome *outcome = g_new0 (AskQueryOutcome, 1);
  g_autoptr (GError) no_chart = NULL;

  outcome->result = result;
  /* Before a further statement asks for anything. */
  outcome->asked = g_ptr_array_ref (ask_engine_get_asked (engine));
  if (ask_rows_get_n_rows (result->rows) == 0)
    outcome->empty = explain_empty (engine, sql, cancellable);
  else
    {
      outcome->chart = ask_chart_choose (result->rows, NULL, &no_chart);
      if (no_chart != NULL)
        g_info ("No chart: %s", no_chart->message);
    }
  return outcome;
}

static gpointer
run_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  gint64 started = g_get_real_time ();
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskSpending) spending
    = ask_spending_new (workspace, &(AskSpendingRules) { .on_preview = ask_cost, .user_data = request });
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (GError) failure = NULL;
  AskResult *result;

  if (engine == NULL || (blend = open_functions (workspace, spending, engine, error)) == NULL)
    return NULL;
  limits.max_rows = request->max_rows;
  if (request->on_calls != NULL)
    ask_engine_set_called (engine, note_calls, request);
  result
    = ask_spending_query (spending, engine, &(AskSpendingQuery) { request->sql, &limits, NULL }, cancellable, &failure);
  if (result == NULL)
    ask_engine_add_hint (engine, request->sql, failure);
  keep_run (workspace, request, started, result, failure);
  if (result != NULL)
    return make_outcome (engine, result, request->sql, cancellable);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

/**
 * ask_jobs_run_query:
 * @target: (type GObject): who is told the news, while it lives
 * @asking: what is run
 *
 * Runs one SELECT over the relational view and keeps in the history that it ran.
 *
 * Returns: (transfer full): the job; gives AskQueryOutcome
 */
AskJob *
ask_jobs_run_query (gpointer target, const AskQueryAsking *asking)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (asking->sql);
  request->written = g_strdup (asking->written);
  request->max_rows = asking->max_rows;
  request->on_cost = asking->on_cost;
  request->on_calls = asking->on_calls;
  request->target = ask_job_target_new (target);
  return ask_job_new (run_job, (GDestroyNotify) ask_query_outcome_free, request, request_free);
}

static gpointer
load_desk_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskQueryDesk) desk = g_new0 (AskQueryDesk, 1);

  desk->schema = ask_workspace_load_schema (workspace, error);
  if (desk->schema == NULL)
    return NULL;
  desk->verified = ask_workspace_list_verified (workspace, error);
  if (desk->verified == NULL)
    return NULL;
  desk->functions = ask_workspace_list_functions (workspace, error);
  if (desk->functions == NULL)
    return NULL;
  desk->tabs = ask_workspace_list_query_tabs (workspace, error);
  if (desk->tabs == NULL)
    return NULL;
  desk->current = ask_workspace_get_setting (workspace, CURRENT);
  return g_steal_pointer (&desk);
}

/** ask_jobs_load_query_desk: reads what the SQL page begins with. Gives AskQueryDesk */
AskJob *
ask_jobs_load_query_desk (void)
{
  return ask_job_new (load_desk_job, (GDestroyNotify) ask_query_desk_free, NULL, NULL);
}

static gpointer
save_tabs_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return GINT_TO_POINTER (ask_workspace_save_query_tabs (workspace, request->tabs, request->removed, error)
                          && ask_workspace_set_setting (workspace, CURRENT, request->written, error));
}

/**
 * ask_jobs_save_query_tabs:
 * @tabs: (transfer full) (element-type AskQueryTab): in their order
 * @removed: (transfer full) (element-type utf8): ids of those that were closed
 * @current: (nullable): the id of the one that is looked at
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_save_query_tabs (GPtrArray *tabs, GPtrArray *removed, const char *current)
{
  Request *request = g_new0 (Request, 1);

  request->tabs = tabs;
  request->removed = removed;
  request->written = g_strdup (current);
  return ask_job_new (save_tabs_job, NULL, request, request_free);
}

static gpointer
list_runs_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return ask_workspace_list_query_runs (workspace, request->written, request->max, error);
}

/**
 * ask_jobs_list_query_runs:
 * @words: (nullable): that stand in the SQL
 * @max: how many at most
 *
 * Returns: (transfer full): the job; gives (element-type AskQueryRun) GPtrArray, the newest first
 */
AskJob *
ask_jobs_list_query_runs (const char *words, guint max)
{
  Request *request = g_new0 (Request, 1);

  request->written = g_strdup (words);
  request->max = max;
  return ask_job_new (list_runs_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
remove_run_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (ask_workspace_remove_query_run (workspace, ((Request *) data)->id, error));
}

/** ask_jobs_remove_query_run: @id: of one run, or 0 for all. Returns: (transfer full): the job, which forgets it */
AskJob *
ask_jobs_remove_query_run (gint64 id)
{
  Request *request = g_new0 (Request, 1);

  request->id = id;
  return ask_job_new (remove_run_job, NULL, request, request_free);
}

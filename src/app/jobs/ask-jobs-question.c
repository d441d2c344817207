/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the Ask and History views. Every function that ends in _job runs in a
 * worker thread; progress goes to the main thread as plain copies, because the trace belongs to the
 * thread that writes it.
 */
#include "config.h"

#include "app/jobs/ask-jobs-question.h"

#include <glib/gi18n.h>

#include "agent/ask-provenance.h"
#include "app/jobs/ask-job.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "blend/ask-blend-question.h"
#include "store/ask-sample.h"
#include "store/ask-workspace-looks.h"
#include "understand/complete/ask-complete.h"
#include "understand/interpret/ask-suggest.h"

/* Of a choice that is not taken yet: as many as one looks at, and no longer than a moment. */
#define MAX_PREVIEW_ROWS 3
#define PREVIEW_STEPS 600000

static void
rows_unref (gpointer rows)
{
  g_clear_pointer ((AskRows **) &rows, ask_rows_unref);
}

/** ask_outcome_new: Returns: (transfer full): takes @answer and, nullable, @chart */
AskOutcome *
ask_outcome_new (AskAnswer *answer, AskChart *chart)
{
  AskOutcome *self = g_new0 (AskOutcome, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->answer = answer;
  self->chart = chart;
  self->previews = g_ptr_array_new_with_free_func (rows_unref);
  return self;
}

/** ask_outcome_ref: Returns: (transfer full): @self */
AskOutcome *
ask_outcome_ref (AskOutcome *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_outcome_unref: frees it when nobody holds it any more. */
void
ask_outcome_unref (AskOutcome *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->chart, ask_chart_unref);
  g_ptr_array_unref (self->previews);
  if (self->saved != NULL)
    ask_bundle_free (self->saved);
  else
    g_clear_pointer (&self->answer, ask_answer_free);
  g_free (self->file);
  g_free (self);
}

/** ask_overview_free: frees it with its lists. */
void
ask_overview_free (AskOverview *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->verified, g_ptr_array_unref);
  g_free (self->sample);
  g_free (self->model_name);
  g_free (self->model_host);
  g_free (self);
}

/* What the jobs here are told. */
typedef struct
{
  gint64 id;
  gsize at;
  guint max;
  guint reading;
  gint64 follow;
  char *take;
  char *sql;
  gboolean learn;
  char *question;
  char *only;
  char *text;
  AskJobTarget *target;
  AskAskingNews news;
  AskProvenancePlace place;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->take);
  g_free (self->sql);
  g_free (self->question);
  g_free (self->only);
  g_free (self->text);
  g_clear_pointer (&self->target, ask_job_target_unref);
  if (self->place.rows != NULL)
    ask_rows_unref ((AskRows *) self->place.rows);
  g_clear_pointer (&self->place.steps, g_ptr_array_unref);
  g_free (self);
}

typedef struct
{
  AskStepFunc on_step;
  guint n;
  char *kind;
  char *title;
} StepNews;

static void
step_news_free (gpointer data)
{
  StepNews *self = data;

  g_free (self->kind);
  g_free (self->title);
  g_free (self);
}

static void
deliver_step (gpointer object, gpointer data)
{
  const StepNews *news = data;

  news->on_step (object, news->n, news->kind, news->title);
}

static void
report_step (const AskTraceStep *step, gpointer user_data)
{
  Request *request = user_data;
  StepNews *news;

  if (request->news.on_step == NULL)
    return;
  news = g_new0 (StepNews, 1);
  news->on_step = request->news.on_step;
  news->n = step->n;
  news->kind = g_strdup (step->kind);
  news->title = g_strdup (step->title);
  ask_job_post (request->target, deliver_step, news, step_news_free);
}

/* A model that thinks for minutes is seen to do so. */
static void
report_arrival (const AskTraceStep *step, guint64 n_chars, gpointer user_data)
{
  g_autofree char *count = ask_number_count (n_chars);
  AskTraceStep told = *step;
  g_autofree char *title = NULL;

  /* Translators: "Asked llama3.1", and how much of its reply has come so far. */
  title = g_strdup_printf (_ ("%s: %s characters so far"), step->title, count);
  told.title = title;
  report_step (&told, user_data);
}

static gboolean
ask_cost (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer user_data, GError **error)
{
  const Request *request = user_data;

  return ask_cost_wait_ask (preview, caps, request->target, request->news.on_cost, cancellable, error);
}

static gboolean
ask_consent (const AskConsent *consent, AskConsentAnswer *answer, GCancellable *cancellable, gpointer user_data,
             GError **error)
{
  const Request *request = user_data;

  return ask_cost_wait_ask_consent (consent, answer, request->target, request->news.on_cost, cancellable, error);
}

typedef struct
{
  AskValuesFunc on_values;
  gsize n_done;
  gsize n;
} ValuesNews;

static void
deliver_values (gpointer object, gpointer data)
{
  const ValuesNews *news = data;

  news->on_values (object, news->n_done, news->n);
}

static void
report_values (gsize n_done, gsize n, gpointer user_data)
{
  const Request *request = user_data;
  ValuesNews *news;

  if (request->news.on_values == NULL)
    return;
  news = g_new0 (ValuesNews, 1);
  *news = (ValuesNews) { request->news.on_values, n_done, n };
  ask_job_post (request->target, deliver_values, news, g_free);
}

/* The functions that the question's SQL may call. */
static gpointer
attach (AskWorkspace *workspace, AskEngine *engine, AskModel *model, AskSpending *spending, gpointer data,
        GError **error)
{
  return ask_blend_open (
    &(AskBlendModelOptions) {
      .workspace = workspace, .model = model, .spending = spending, .on_progress = report_values, .user_data = data },
    NULL, engine, error);
}

static void
detach (gpointer blend)
{
  ask_blend_free (blend);
}

static gboolean
has_step (const AskAnswer *answer, const char *kind)
{
  for (guint i = 0; i < answer->steps->len; i++)
    if (g_strcmp0 (((AskTraceStep *) answer->steps->pdata[i])->kind, kind) == 0)
      return TRUE;
  return FALSE;
}

static const char *
name_chart (AskChartKind kind)
{
  switch (kind)
    {
    case ASK_CHART_VALUE:
      return _ ("Showed one number");
    case ASK_CHART_BAR:
    case ASK_CHART_BAR_HORIZONTAL:
      return _ ("Drew a bar chart");
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
      return _ ("Drew a line chart");
    case ASK_CHART_GROUPED_BAR:
      return _ ("Drew a grouped bar chart");
    case ASK_CHART_PIE:
      return _ ("Drew a pie chart");
    case ASK_CHART_SCATTER:
      return _ ("Drew a scatter chart");
    case ASK_CHART_TABLE:
      return _ ("Showed a table");
    default:
      return _ ("Drew a chart");
    }
}

/**
 * ask_outcome_draw:
 * @look: (nullable): what was changed of the chart, as JSON; one that cannot be read changes nothing
 *
 * Chooses the chart of its answer. Profiling a million rows takes a moment, so it is done here and not by the widget. A
 * result that no rule can draw is still a table.
 */
void
ask_outcome_draw (AskOutcome *self, const char *look)
{
  AskAnswer *answer = self->answer;
  g_autoptr (AskChartLook) changed = look != NULL ? ask_chart_look_from_text (look, NULL) : NULL;

  if (answer->rows != NULL && ask_rows_get_n_rows (answer->rows) > 0)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      AskTraceStep *step;

      self->chart = ask_chart_choose_with (answer->rows, answer->question, answer->wish, changed, &error);
      if (self->chart == NULL)
        g_info ("No chart: %s", error->message);
      else if (!has_step (answer, "chart"))
        {
          step = ask_answer_add_step (answer, "chart", name_chart (ask_chart_get_kind (self->chart)),
                                      ask_chart_get_reason (self->chart));
          if (step != NULL)
            step->elapsed_ms = (double) (g_get_monotonic_time () - start) / 1000.0;
        }
    }
}

/* The first rows of each choice that is a query over files of this machine: no server is asked for what nobody has
 * chosen. */
static gboolean
add_previews (AskOutcome *outcome, AskWorkspace *workspace, GCancellable *cancellable, GError **error)
{
  GPtrArray *choices = outcome->answer->choices;
  g_autoptr (AskEngine) engine = NULL;

  if (choices->len == 0)
    return TRUE;
  engine = ask_workspace_open_engine (workspace, error);
  if (engine == NULL)
    return FALSE;
  for (guint i = 0; i < choices->len; i++)
    {
      const AskAnswerChoice *choice = choices->pdata[i];
      AskRows *rows = NULL;

      /* One that takes long has no preview. */
      if (choice->sql != NULL)
        rows = ask_engine_preview (engine, choice->sql, MAX_PREVIEW_ROWS, PREVIEW_STEPS, cancellable, NULL);
      g_ptr_array_add (outcome->previews, rows);
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gpointer
ask_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (GError) no_model = NULL;
  g_autoptr (AskModel) model = ask_agent_open_model (workspace, &no_model);
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskOutcome) outcome = NULL;
  AskAnswer *answer;

  options.reading = request->reading;
  options.follow = request->follow;
  options.take = request->take;
  options.sql = request->sql;
  options.learn = request->learn || request->take != NULL;
  options.only = request->only;
  options.on_progress = report_step;
  options.on_arrival = report_arrival;
  if (request->news.on_cost != NULL)
    {
      options.on_preview = ask_cost;
      options.on_consent = ask_consent;
    }
  options.user_data = request;
  options.attach = attach;
  options.detach = detach;
  options.attach_data = request;
  /* A model that cannot be opened must not keep verified questions from being answered. */
  answer = ask_agent_ask (workspace, model, request->question, &options, cancellable, error);
  if (answer == NULL)
    return NULL;
  if (no_model != NULL && answer->status != ASK_STATUS_ANSWERED)
    {
      char *text = g_strdup_printf ("%s %s", no_model->message, answer->text != NULL ? answer->text : "");

      g_free (answer->text);
      answer->text = text;
    }
  outcome = ask_outcome_new (answer, NULL);
  ask_outcome_draw (outcome, NULL);
  return add_previews (outcome, workspace, cancellable, error) ? g_steal_pointer (&outcome) : NULL;
}

/**
 * ask_jobs_ask:
 * @target: (type GObject): who is told the news, while it lives
 * @question: in plain language
 * @how: (nullable): which of its readings is meant, and what it leans on
 * @news: (nullable): whom it tells
 *
 * Asks, with the verified questions first, then here, then the workspace's model.
 *
 * Returns: (transfer full): the job; gives AskOutcome
 */
AskJob *
ask_jobs_ask (gpointer target, const char *question, const AskAsking *how, const AskAskingNews *news)
{
  Request *request = g_new0 (Request, 1);

  if (how != NULL)
    {
      request->reading = (guint) ABS (how->reading);
      request->learn = how->reading > 0;
      request->follow = how->follow;
      request->take = g_strdup (how->take);
      request->sql = g_strdup (how->sql);
      request->only = g_strdup (how->only);
    }
  request->question = g_strdup (question);
  if (news != NULL)
    request->news = *news;
  request->target = ask_job_target_new (target);
  return ask_job_new (ask_job, (GDestroyNotify) ask_outcome_unref, request, request_free);
}

static gpointer
suggest_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);

  return engine != NULL ? ask_suggest_questions (workspace, engine, ((Request *) data)->max, cancellable, error) : NULL;
}

/**
 * ask_jobs_suggest_questions:
 * @max: how many at most
 *
 * Finds questions to begin with. The first reading of each is what it means.
 *
 * Returns: (transfer full): the job; gives (element-type utf8) GPtrArray
 */
AskJob *
ask_jobs_suggest_questions (guint max)
{
  Request *request = g_new0 (Request, 1);

  request->max = max;
  return ask_job_new (suggest_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
complete_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return ask_complete (workspace, request->text, request->at, request->max, error);
}

/**
 * ask_jobs_complete:
 * @text: the beginning of a question
 * @at: the cursor's place in it, in bytes
 * @max: how many at most
 *
 * Finds what can follow there.
 *
 * Returns: (transfer full): the job; gives (element-type AskCompletion) GPtrArray
 */
AskJob *
ask_jobs_complete (const char *text, gsize at, guint max)
{
  Request *request = g_new0 (Request, 1);

  request->text = g_strdup (text);
  request->at = at;
  request->max = max;
  return ask_job_new (complete_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gboolean
is_local (const char *host)
{
  return g_strcmp0 (host, "localhost") == 0 || g_strcmp0 (host, "::1") == 0
         || (host != NULL && g_str_has_prefix (host, "127."));
}

static gpointer
overview_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskOverview) overview = g_new0 (AskOverview, 1);
  g_autoptr (GPtrArray) sources = ask_workspace_list_sources (workspace, error);
  g_autofree char *url = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GUri) uri = NULL;

  if (sources == NULL)
    return NULL;
  overview->n_sources = sources->len;
  overview->verified = ask_workspace_list_verified (workspace, error);
  if (overview->verified == NULL || !ask_workspace_find_sample (workspace, &overview->sample, error))
    return NULL;
  url = ask_workspace_get_setting (workspace, "model/url");
  name = ask_workspace_get_setting (workspace, "model/name");
  if (url != NULL && *url != '\0' && name != NULL && *name != '\0')
    {
      uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
      overview->model_name = g_steal_pointer (&name);
      if (uri != NULL && g_uri_get_host (uri) != NULL)
        overview->model_host = is_local (g_uri_get_host (uri))
                                 /* Translators: the language model runs on this computer. */
                                 ? g_strdup (_ ("local"))
                                 : g_strdup (g_uri_get_host (uri));
    }
  return g_steal_pointer (&overview);
}

/** ask_jobs_overview: reads what the window shows before anything is asked. Gives AskOverview */
AskJob *
ask_jobs_overview (void)
{
  return ask_job_new (overview_job, (GDestroyNotify) ask_overview_free, NULL, NULL);
}

static gpointer
find_behind_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (AskBlend) blend = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskProvenance) behind = NULL;

  /* Kept answers are enough: nobody is asked for a cell. */
  if (engine != NULL)
    blend = ask_blend_open_for_query (&(AskBlendModelOptions) { .workspace = workspace, .kept_only = TRUE }, NULL,
                                      engine, error);
  behind = blend != NULL ? ask_provenance_find (engine, &request->place, NULL, cancellable, error) : NULL;

  return behind != NULL ? ask_outcome_new (ask_provenance_to_answer (behind, &request->place), NULL) : NULL;
}

/**
 * ask_jobs_find_behind:
 * @sql: of an answer
 * @rows: what it gave, or a part of that
 * @steps: (nullable) (element-type AskTraceStep): of the answer, which is not changed meanwhile
 * @row: of them
 * @column: of their columns
 *
 * Looks for the rows behind a cell.
 *
 * Returns: (transfer full): the job; gives AskOutcome, an answer of one step with the rows and what brought them
 */
AskJob *
ask_jobs_find_behind (const char *sql, AskRows *rows, GPtrArray *steps, guint row, guint column)
{
  Request *request = g_new0 (Request, 1);

  request->text = g_strdup (sql);
  request->place = (AskProvenancePlace) { request->text, ask_rows_ref (rows), row, column,
                                          steps != NULL ? g_ptr_array_ref (steps) : NULL };
  return ask_job_new (find_behind_job, (GDestroyNotify) ask_outcome_unref, request, request_free);
}

static gpointer
reopen_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (workspace, request->id, error);
  g_autofree char *look = NULL;
  AskOutcome *outcome;
  AskAnswer *answer;

  if (entry == NULL || !ask_workspace_get_look (workspace, request->id, &look, error))
    return NULL;
  answer = ask_answer_from_json (entry->answer, error);
  if (answer == NULL)
    return NULL;
  answer->history_id = entry->id;
  outcome = ask_outcome_new (answer, NULL);
  ask_outcome_draw (outcome, look);
  return outcome;
}

/**
 * ask_jobs_reopen:
 * @history_id: of an earlier question
 *
 * Reads its answer back; nothing is asked again.
 *
 * Returns: (transfer full): the job; gives AskOutcome
 */
AskJob *
ask_jobs_reopen (gint64 history_id)
{
  Request *request = g_new0 (Request, 1);

  request->id = history_id;
  return ask_job_new (reopen_job, (GDestroyNotify) ask_outcome_unref, request, request_free);
}

static gpointer
verify_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;

  return ask_workspace_add_verified (workspace, request->question, request->text, error);
}

/**
 * ask_jobs_verify:
 * @question: in a person's words; one that is verified already takes the new SQL
 * @sql: what answers it; it is known to run
 *
 * Saves the pair as verified.
 *
 * Returns: (transfer full): the job; gives AskVerified
 */
AskJob *
ask_jobs_verify (const char *question, const char *sql)
{
  Request *request = g_new0 (Request, 1);

  request->question = g_strdup (question);
  request->text = g_strdup (sql);
  return ask_job_new (verify_job, (GDestroyNotify) ask_verified_free, request, request_free);
}

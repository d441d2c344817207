/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of functions. What is tried goes through the same gate and the same rule of consent as any query. Answers
 * are kept, so a trial is not paid for again when all rows are asked about.
 */
#include "config.h"

#include "app/jobs/ask-jobs-function.h"

#include <glib/gi18n.h>

#include "agent/ask-spend.h"
#include "base/ask-error.h"
#include "blend/ask-blend-own.h"
#include "blend/ask-blend-question.h"
#include "store/ask-program.h"

/** ask_function_trial_free: @self: (nullable) (transfer full): what came of a trial */
void
ask_function_trial_free (AskFunctionTrial *self)
{
  if (self == NULL)
    return;
  g_free (self->no_model);
  g_free (self->refused);
  g_free (self->entity);
  g_free (self->attribute);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self->cost);
  g_free (self);
}

/* @trial: (nullable): while it is tried */
typedef struct
{
  char *sql;
  char *from;
  char *column;
  guint index;
  AskOwnFunction *asked;
  gboolean all;
  char *name;
  AskJobTarget *target;
  AskCostFunc on_cost;
  AskFunctionTrial *trial;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->sql);
  g_free (self->from);
  g_free (self->column);
  g_free (self->name);
  g_clear_pointer (&self->asked, ask_own_function_free);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_free (self);
}

static char *
write_trial (const Request *request, guint n)
{
  return ask_blend_write_trial (&(AskBlendColumn) { request->sql, request->from, request->column, request->index },
                                request->asked, n);
}

static gboolean
ask_cost (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer user_data, GError **error)
{
  const Request *request = user_data;

  return ask_cost_wait_ask (preview, caps, request->target, request->on_cost, cancellable, error);
}

/* What all values cost is only found out: nothing of them leaves. What sources cost for that is asked as ever. */
static gboolean
note_cost (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer user_data, GError **error)
{
  const Request *request = user_data;

  if (preview->model == NULL)
    return ask_cost (preview, caps, cancellable, user_data, error);
  request->trial->cost = ask_preview_to_lines (preview);
  request->trial->n_left = preview->model->n_values;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Nothing was to be asked");
  return FALSE;
}

static void
note_withheld (const char *entity, const char *attribute, gpointer data)
{
  AskFunctionTrial *trial = ((Request *) data)->trial;

  if (trial->entity != NULL)
    return;
  trial->entity = g_strdup (entity);
  trial->attribute = g_strdup (attribute);
}

typedef struct
{
  AskWorkspace *workspace;
  AskModel *model;
  const AskSpendingRules *rules;
} Setting;

static AskResult *
run (Request *request, const Setting *setting, const char *sql, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskSpending) spending = ask_spending_new (setting->workspace, setting->rules);
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (setting->workspace, error);
  const AskBlendModelOptions options = { .workspace = setting->workspace,
                                         .model = setting->model,
                                         .spending = spending,
                                         .on_withheld = note_withheld,
                                         .user_data = request };
  g_autoptr (AskBlend) blend = engine != NULL ? ask_blend_open (&options, NULL, engine, error) : NULL;
  AskBlendFunction *own = NULL;
  AskResult *result;

  if (blend == NULL)
    return NULL;
  if (request->asked->name != NULL)
    {
      /* As it would be, in place of a version that is kept. */
      own = ask_blend_make_own (request->asked, &options, error);
      if (own == NULL)
        return NULL;
      ask_blend_add_function (blend, own);
    }
  result = ask_spending_query (spending, engine, &(AskSpendingQuery) { sql, NULL, NULL }, cancellable, error);
  /* Before the functions that it calls. */
  g_clear_pointer (&engine, ask_engine_free);
  return result;
}

/* Returns: whether it is known what all values cost */
static gboolean
find_cost (AskWorkspace *workspace, Request *request, AskModel *model, GCancellable *cancellable, GError **error)
{
  const AskSpendingRules rules = { .on_preview = note_cost, .user_data = request, .shows_values = TRUE };
  g_autofree char *sql = write_trial (request, G_MAXINT);
  g_autoptr (GError) failure = NULL;
  AskResult *result = run (request, &(Setting) { workspace, model, &rules }, sql, cancellable, &failure);

  if (result != NULL)
    ask_result_free (result);
  if (result != NULL || request->trial->cost != NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gpointer
try_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  const AskSpendingRules rules = { .on_preview = ask_cost, .user_data = request };
  g_autoptr (AskFunctionTrial) trial = g_new0 (AskFunctionTrial, 1);
  g_autofree char *sql = write_trial (request, ASK_FUNCTION_TRIED);
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskModel) model = ask_agent_open_model (workspace, &failure);
  AskResult *result;

  request->trial = trial;
  if (model == NULL && request->asked->command == NULL)
    {
      trial->no_model = g_strdup (failure != NULL ? ask_error_get_words (failure)
                                                  : _ ("No language model is set. Set one in Preferences."));
      return g_steal_pointer (&trial);
    }
  result = run (request, &(Setting) { workspace, model, &rules }, sql, cancellable, &failure);
  if (result == NULL && g_error_matches (failure, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CONSENT))
    {
      trial->refused = g_strdup (ask_error_get_words (failure));
      return g_steal_pointer (&trial);
    }
  if (result == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  trial->rows = ask_rows_ref (result->rows);
  ask_result_free (result);
  if (request->all && !find_cost (workspace, request, model, cancellable, error))
    return NULL;
  return g_steal_pointer (&trial);
}

/**
 * ask_jobs_try_function:
 * @target: (type GObject): who is told the news, while it lives
 * @asking: what is tried
 *
 * Asks about the first values, each once.
 *
 * Returns: (transfer full): the job; gives AskFunctionTrial
 */
AskJob *
ask_jobs_try_function (gpointer target, const AskFunctionAsking *asking)
{
  Request *request = g_new0 (Request, 1);

  request->sql = g_strdup (asking->column.sql);
  request->from = g_strdup (asking->column.from);
  request->column = g_strdup (asking->column.name);
  request->index = asking->column.index;
  request->asked = ask_own_function_copy (asking->asked);
  /* What cannot be said in a call needs a function. */
  if (request->asked->name == NULL && request->asked->model != NULL)
    request->asked->name = g_strdup ("tried_function");
  request->all = asking->all;
  request->on_cost = asking->on_cost;
  request->target = ask_job_target_new (target);
  return ask_job_new (try_job, (GDestroyNotify) ask_function_trial_free, request, request_free);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_list_functions (workspace, error);
}

/** ask_jobs_list_functions: reads what a steward defined. Gives (element-type AskOwnFunction) GPtrArray, by name */
AskJob *
ask_jobs_list_functions (void)
{
  return ask_job_new (list_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

/* A program is kept with its whole path, since a window may be opened from anywhere. */
static gboolean
find_program (AskOwnFunction *asked, GError **error)
{
  g_autoptr (AskProgram) program = NULL;

  if (asked->command == NULL)
    return TRUE;
  program = ask_program_read (asked->command, error);
  if (program == NULL)
    return FALSE;
  g_free (asked->command);
  asked->command = g_strdup (program->command);
  return TRUE;
}

static gpointer
save_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskOwnFunction *asked = ((Request *) data)->asked;

  return GINT_TO_POINTER (find_program (asked, error) && ask_workspace_save_function (workspace, asked, error));
}

/** ask_jobs_save_function: @function: with a name. Returns: (transfer full): the job, which keeps it as a new version */
AskJob *
ask_jobs_save_function (const AskOwnFunction *function)
{
  Request *request = g_new0 (Request, 1);

  request->asked = ask_own_function_copy (function);
  return ask_job_new (save_job, NULL, request, request_free);
}

static gpointer
remove_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (ask_workspace_remove_function (workspace, ((Request *) data)->name, error));
}

/** ask_jobs_remove_function: @name: of a function. Returns: (transfer full): the job, which takes it away; its versions stay */
AskJob *
ask_jobs_remove_function (const char *name)
{
  Request *request = g_new0 (Request, 1);

  request->name = g_strdup (name);
  return ask_job_new (remove_job, NULL, request, request_free);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads, saves and tests the model's settings. The key goes to the Secret Service and nowhere
 * else.
 */
#include "config.h"

#include "app/jobs/ask-jobs-model.h"

#include <glib/gi18n.h>
#include <string.h>

#include "agent/ask-agent.h"
#include "agent/ask-model-check.h"
#include "app/jobs/ask-job.h"
#include "llm/ask-openai-url.h"
#include "store/ask-secrets.h"

/** ask_model_form_free: wipes the key, then frees. */
void
ask_model_form_free (AskModelForm *self)
{
  if (self == NULL)
    return;
  if (self->key != NULL)
    explicit_bzero (self->key, strlen (self->key));
  g_free (self->key);
  g_free (self->url);
  g_free (self->name);
  g_free (self->key_env);
  g_free (self->embeddings);
  g_free (self);
}

static gpointer
load_model_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskModelForm *form = g_new0 (AskModelForm, 1);

  form->url = ask_workspace_get_setting (workspace, "model/url");
  form->name = ask_workspace_get_setting (workspace, "model/name");
  form->key_env = ask_workspace_get_setting (workspace, "model/key-env");
  form->embeddings = ask_workspace_get_setting (workspace, "model/embeddings");
  form->here_first = ask_agent_is_here_first (workspace);
  return form;
}

/** ask_jobs_load_model: reads the settings; the key is not read. Gives AskModelForm, members may be %NULL */
AskJob *
ask_jobs_load_model (void)
{
  return ask_job_new (load_model_job, (GDestroyNotify) ask_model_form_free, NULL, NULL);
}

typedef struct
{
  AskModelForm *form;
  gboolean test;
} SaveRequest;

static void
save_request_free (gpointer data)
{
  ask_model_form_free (((SaveRequest *) data)->form);
  g_free (data);
}

static gpointer
save_model_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  SaveRequest *request = data;
  AskModelForm *form = request->form;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (AskModelCheck) check = NULL;

  if (!ask_openai_check_secrets (form->url, form->name, form->key_env, error)
      || !ask_openai_check_secrets (NULL, form->embeddings, NULL, error))
    return NULL;
  if (form->key != NULL && *form->key != '\0'
      && !ask_secrets_store (ask_workspace_get_path (workspace), "model", _ ("AskData: key of the language model"),
                             form->key, cancellable, error))
    return NULL;
  if (!ask_workspace_set_setting (workspace, "model/url", form->url, error)
      || !ask_workspace_set_setting (workspace, "model/name", form->name, error)
      || !ask_workspace_set_setting (workspace, "model/key-env", form->key_env, error)
      || !ask_workspace_set_setting (workspace, "model/embeddings", form->embeddings, error))
    return NULL;
  if (!request->test)
    return g_strdup (_ ("Saved."));
  if (form->url == NULL || *form->url == '\0')
    return g_strdup (_ ("No model is set. Answers are worked out on this computer."));
  model = ask_agent_open_model (workspace, error);
  if (model == NULL)
    {
      if (error != NULL && *error == NULL)
        g_set_error_literal (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                             _ ("The model needs a server address and a name. Fill in both."));
      return NULL;
    }
  check = ask_model_check (workspace, model, cancellable, error);
  return check != NULL ? ask_model_check_to_words (check) : NULL;
}

/**
 * ask_jobs_save_model:
 * @form: (transfer full): what to save
 * @test: whether to ask the model a word afterwards
 *
 * Returns: (transfer full): the job; gives text, a sentence that says that all is well
 */
AskJob *
ask_jobs_save_model (AskModelForm *form, gboolean test)
{
  SaveRequest *request = g_new0 (SaveRequest, 1);

  request->form = form;
  request->test = test;
  return ask_job_new (save_model_job, g_free, request, save_request_free);
}

static gpointer
set_here_first_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (
    ask_workspace_set_setting (workspace, "model/answer-here-first", GPOINTER_TO_INT (data) ? "on" : "off", error));
}

/**
 * ask_jobs_set_here_first:
 * @here_first: whether what is sure is answered here although there is a model
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_set_here_first (gboolean here_first)
{
  return ask_job_new (set_here_first_job, NULL, GINT_TO_POINTER (here_first), NULL);
}

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
#include "base/ask-error.h"
#include "llm/ask-openai-find.h"
#include "llm/ask-openai-url.h"

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
  g_free (self->small);
  g_free (self->context_length);
  g_free (self->form);
  g_free (self->form_words);
  g_free (self);
}

/* By AskModelSwitch. */
static const char *const switches[ASK_MODEL_N_SWITCHES]
  = { "model/answer-here-first", "model/facts", "model/reading", "model/diagnosis" };

static gpointer
load_model_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  AskModelForm *form = g_new0 (AskModelForm, 1);
  g_autofree char *candidates = NULL;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (GError) failure = NULL;

  form->url = ask_workspace_get_setting (workspace, "model/url");
  form->name = ask_workspace_get_setting (workspace, "model/name");
  form->key_env = ask_workspace_get_setting (workspace, "model/key-env");
  form->embeddings = ask_workspace_get_setting (workspace, "model/embeddings");
  form->small = ask_workspace_get_setting (workspace, "model/small-name");
  form->context_length = ask_workspace_get_setting (workspace, "model/context-length");
  form->form = ask_workspace_get_setting (workspace, "model/form");
  model = ask_agent_open_model (workspace, &failure);
  if (model != NULL)
    form->form_words = ask_model_check_form_to_words (workspace, model);
  else if (failure != NULL)
    g_debug ("The model cannot be asked now: %s", failure->message);
  candidates = ask_workspace_get_setting (workspace, "model/candidates");
  form->candidates = candidates != NULL ? (guint) g_ascii_strtoull (candidates, NULL, 10) : 1;
  for (guint i = 0; i < ASK_MODEL_N_SWITCHES; i++)
    {
      g_autofree char *setting = ask_workspace_get_setting (workspace, switches[i]);

      form->on[i] = g_strcmp0 (setting, "off") != 0;
    }
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

/* How the model is asked, beside which one it is. */
static gboolean
save_ways (AskWorkspace *workspace, const AskModelForm *form, GError **error)
{
  const char *length = form->context_length != NULL && *form->context_length != '\0' ? form->context_length : NULL;
  const char *small = form->small != NULL && *form->small != '\0' ? form->small : NULL;
  g_autofree char *candidates = form->candidates > 1 ? g_strdup_printf ("%u", form->candidates) : NULL;
  g_autofree char *before = ask_workspace_get_setting (workspace, "model/small-name");

  if (length != NULL && !g_ascii_string_to_unsigned (length, 10, ASK_CONTEXT_LEAST_LENGTH, G_MAXINT, NULL, NULL))
    {
      ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                     N_ ("How much the model reads is a number of tokens, %d at least. Leave it empty to ask the "
                         "model's server."),
                     ASK_CONTEXT_LEAST_LENGTH);
      return FALSE;
    }
  /* Another small model is on the server of the large one; the command line can set another server. */
  if (g_strcmp0 (before, small) != 0 && !ask_workspace_set_setting (workspace, "model/small-url", NULL, error))
    return FALSE;
  return ask_workspace_set_setting (workspace, "model/small-name", small, error)
         && ask_workspace_set_setting (workspace, "model/context-length", length, error)
         && ask_workspace_set_setting (workspace, "model/form", form->form, error)
         && ask_workspace_set_setting (workspace, "model/candidates", candidates, error);
}

static gpointer
save_model_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  SaveRequest *request = data;
  AskModelForm *form = request->form;
  g_autoptr (AskModel) model = NULL;
  g_autoptr (AskModelCheck) check = NULL;

  if (!ask_openai_check_secrets (form->url, form->name, form->key_env, error)
      || !ask_openai_check_secrets (NULL, form->embeddings, NULL, error)
      || !ask_openai_check_secrets (NULL, form->small, NULL, error) || !save_ways (workspace, form, error))
    return NULL;
  if (form->key != NULL && *form->key != '\0'
      && !ask_agent_keep_model_key (workspace, form->url, form->key, cancellable, error))
    return NULL;
  if (!ask_agent_set_model (workspace, form->url, form->name, form->key_env, error)
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

typedef struct
{
  AskModelSwitch which;
  gboolean on;
} SwitchRequest;

static gpointer
set_switch_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const SwitchRequest *request = data;

  return GINT_TO_POINTER (
    ask_workspace_set_setting (workspace, switches[request->which], request->on ? "on" : "off", error));
}

/**
 * ask_jobs_set_model_switch:
 * @which: one of what can be switched
 * @on: whether it is to be on
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_set_model_switch (AskModelSwitch which, gboolean on)
{
  SwitchRequest *request = g_new0 (SwitchRequest, 1);

  request->which = which;
  request->on = on;
  return ask_job_new (set_switch_job, NULL, request, g_free);
}

static gpointer
find_models_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_openai_find (NULL, cancellable, error);
}

/** ask_jobs_find_models: looks for models on this computer; gives a GPtrArray of AskFoundServer */
AskJob *
ask_jobs_find_models (void)
{
  return ask_job_new (find_models_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

typedef struct
{
  AskModelForm *form;
  gboolean asked;
} ListRequest;

static void
list_request_free (gpointer data)
{
  ask_model_form_free (((ListRequest *) data)->form);
  g_free (data);
}

/* What is typed by and by names many servers.
 * Returns: (nullable): the key that may be sent */
static char *
find_key (AskWorkspace *workspace, const ListRequest *request, GCancellable *cancellable)
{
  const AskModelForm *form = request->form;

  if (request->asked && form->key != NULL && *form->key != '\0')
    return g_strdup (form->key);
  if (request->asked && form->key_env != NULL && *form->key_env != '\0')
    return g_strdup (g_getenv (form->key_env));
  return ask_agent_find_model_key (workspace, form->url, cancellable, NULL);
}

static gpointer
list_models_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const ListRequest *request = data;
  g_autofree char *key = find_key (workspace, request, cancellable);
  AskOpenaiOptions options = { .url = request->form->url, .model = "any", .key = key };
  g_autoptr (AskModel) client = NULL;
  g_autoptr (AskFoundServer) server = g_new0 (AskFoundServer, 1);

  if (ask_openai_check_secrets (options.url, NULL, NULL, error))
    client = ask_openai_new (&options, error);
  if (client != NULL)
    server->models = ask_openai_list (ASK_OPENAI (client), &server->kind, cancellable, error);
  if (key != NULL)
    explicit_bzero (key, strlen (key));
  if (server->models == NULL)
    return NULL;
  ask_found_server_drop_embedders (server);
  server->url = g_strdup (options.url);
  return g_steal_pointer (&server);
}

/**
 * ask_jobs_list_models:
 * @form: (transfer full): whose address, key and variable count
 * @asked: a person wants the list with the key that stands in @form; else no key is sent but the kept one, and that only to
 *   the server that it is kept for
 *
 * Returns: (transfer full): the job; gives #AskFoundServer, the models that a server says it has
 */
AskJob *
ask_jobs_list_models (AskModelForm *form, gboolean asked)
{
  ListRequest *request = g_new0 (ListRequest, 1);

  request->form = form;
  request->asked = asked;
  return ask_job_new (list_models_job, (GDestroyNotify) ask_found_server_free, request, list_request_free);
}

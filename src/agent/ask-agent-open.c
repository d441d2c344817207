/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The workspace's language model. Its key comes from an environment variable or from the Secret
 * Service, and goes nowhere but into the model's client.
 */
#include "config.h"

#include "agent/ask-agent.h"

#include "base/ask-error.h"

#include <glib/gi18n.h>
#include "store/ask-secrets.h"

/* Under what a model's key stands in the Secret Service. */
#define MODEL_SECRET "model"

/*
 * @name_key: the setting that says which of the server's models
 * @own_url: (nullable): another server, which does not get the first one's key
 *
 * Returns: (transfer full) (nullable): a client
 */
static AskModel *
open_client (AskWorkspace *workspace, const char *name_key, const char *own_url, GError **error)
{
  g_autofree char *url = own_url != NULL ? g_strdup (own_url) : ask_workspace_get_setting (workspace, "model/url");
  g_autofree char *name = ask_workspace_get_setting (workspace, name_key);
  g_autofree char *variable = ask_workspace_get_setting (workspace, "model/key-env");
  g_autofree char *seconds = ask_workspace_get_setting (workspace, "model/time-out");
  g_autofree char *secret = NULL;
  const char *key = NULL;

  if (url == NULL || url[0] == '\0')
    return NULL;
  if (name == NULL || name[0] == '\0')
    {
      ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                     N_ ("The language model at %s has no name. Set one in Preferences or with "
                         "“askdata-cli model set”."),
                     url);
      return NULL;
    }
  if (own_url != NULL)
    g_clear_pointer (&variable, g_free);
  if (variable != NULL && variable[0] != '\0')
    {
      key = g_getenv (variable);
      if (key == NULL || key[0] == '\0')
        {
          ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                         N_ ("The environment variable %s, which should hold the key of the language "
                             "model, is not set. Set it and start AskData again."),
                         variable);
          return NULL;
        }
    }
  else if (own_url == NULL)
    {
      g_autoptr (GError) none = NULL;

      secret = ask_secrets_lookup (ask_workspace_get_path (workspace), MODEL_SECRET, NULL, &none);
      /* No service, or no secret in it: most local models need none, and one that does says so. */
      if (secret == NULL && none != NULL)
        g_debug ("No key for the model: %s", none->message);
      key = secret;
    }

  AskOpenaiOptions options = { .url = url, .model = name, .key = key, .stream = TRUE };

  if (seconds != NULL)
    options.time_out_ms = (guint) MIN (g_ascii_strtoull (seconds, NULL, 10), ASK_MODEL_MAX_TIME_OUT) * 1000;

  return ask_openai_new (&options, error);
}

/**
 * ask_agent_open_model:
 * @workspace: whose settings say which model
 * @error: %ASK_LLM_ERROR_CONFIG where the URL is none, or the variable that should hold the key is
 *   not set
 *
 * Makes a client from the settings "model/url", "model/name" and "model/key-env". It does not
 * connect. Without "model/key-env" the key is looked up in the Secret Service; a model that needs
 * none, such as a local one, works where there is no such service.
 *
 * Returns: (transfer full) (nullable): the model; %NULL without @error where none is set
 */
AskModel *
ask_agent_open_model (AskWorkspace *workspace, GError **error)
{
  return open_client (workspace, "model/name", NULL, error);
}

/**
 * ask_agent_open_small_model:
 * @workspace: whose settings say which model chooses tables for the large one
 * @error: as of ask_agent_open_model()
 *
 * The setting "model/small-name" names it, on the server of the model, or on that of "model/small-url", which gets no key.
 *
 * Returns: (transfer full) (nullable): the model; %NULL without @error where none is set
 */
AskModel *
ask_agent_open_small_model (AskWorkspace *workspace, GError **error)
{
  g_autofree char *name = ask_workspace_get_setting (workspace, "model/small-name");
  g_autofree char *url = ask_workspace_get_setting (workspace, "model/small-url");

  if (name == NULL || *name == '\0')
    return NULL;
  return open_client (workspace, "model/small-name", url != NULL && *url != '\0' ? url : NULL, error);
}

/**
 * ask_agent_open_embedder:
 * @workspace: whose settings say which model makes embeddings
 * @error: as of ask_agent_open_model()
 *
 * The server is that of the model; the setting "model/embeddings" names the model on it.
 *
 * Returns: (transfer full) (nullable): the server; %NULL without @error where none is set
 */
AskOpenai *
ask_agent_open_embedder (AskWorkspace *workspace, GError **error)
{
  g_autofree char *name = ask_workspace_get_setting (workspace, "model/embeddings");
  AskModel *model = name != NULL && *name != '\0' ? open_client (workspace, "model/embeddings", NULL, error) : NULL;

  return model != NULL ? ASK_OPENAI (model) : NULL;
}

/**
 * ask_agent_is_here_first:
 * @workspace: whose setting it is
 *
 * Returns: whether what is sure is answered here although there is a model: the setting "model/answer-here-first",
 *   which is on unless it says "off"
 */
gboolean
ask_agent_is_here_first (AskWorkspace *workspace)
{
  g_autofree char *setting = ask_workspace_get_setting (workspace, "model/answer-here-first");

  return g_strcmp0 (setting, "off") != 0;
}

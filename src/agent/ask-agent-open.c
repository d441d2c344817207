/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The workspace's language model. Its key comes from an environment variable or from the Secret
 * Service, and goes nowhere but into the model's client.
 */
#include "config.h"

#include "agent/ask-agent.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "llm/ask-openai-url.h"
#include "store/ask-secrets.h"

/* Under what a model's key stands in the Secret Service. */
#define MODEL_SECRET "model"
/* The setting that says for which server that key was given; "" for none. Where it is not set, for the one that is. */
#define KEY_SERVER "model/key-server"

/* Returns: (transfer full) (nullable): the server that the kept key was given for */
static char *
dup_key_server (AskWorkspace *workspace)
{
  char *server = ask_workspace_get_setting (workspace, KEY_SERVER);

  return server != NULL ? server : ask_workspace_get_setting (workspace, "model/url");
}

/**
 * ask_agent_find_model_key:
 * @workspace: whose settings say where the model's key is
 * @url: the address of a model's server
 * @cancellable: (nullable): stops the look into the Secret Service
 * @error: %ASK_LLM_ERROR_CONFIG where the variable that should hold the key is not set
 *
 * A key goes to the server that it was given for, and to no other one.
 *
 * Returns: (transfer full) (nullable): the key that is kept for the server at @url; %NULL without @error where none is
 */
char *
ask_agent_find_model_key (AskWorkspace *workspace, const char *url, GCancellable *cancellable, GError **error)
{
  g_autofree char *server = ask_workspace_get_setting (workspace, "model/url");
  g_autofree char *variable = ask_workspace_get_setting (workspace, "model/key-env");
  g_autofree char *key_server = dup_key_server (workspace);
  g_autoptr (GError) none = NULL;
  char *key;

  if (variable != NULL && *variable != '\0')
    {
      const char *value = g_getenv (variable);

      if (!ask_openai_url_is_same (server, url))
        return NULL;
      if (value == NULL || *value == '\0')
        ask_error_set (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG,
                       N_ ("The environment variable %s, which should hold the key of the language "
                           "model, is not set. Set it and start AskData again."),
                       variable);
      return value != NULL && *value != '\0' ? g_strdup (value) : NULL;
    }
  if (!ask_openai_url_is_same (key_server, url))
    return NULL;
  key = ask_secrets_lookup (ask_workspace_get_path (workspace), MODEL_SECRET, cancellable, &none);
  /* No service, or no secret in it: most local models need none, and one that does says so. */
  if (key == NULL && none != NULL)
    g_debug ("No key for the model: %s", none->message);
  return key;
}

/**
 * ask_agent_keep_model_key:
 * @workspace: whose model it is
 * @url: the address of the server that the key is given for
 * @key: goes to the Secret Service and nowhere else
 * @cancellable: (nullable): stops the call
 * @error: %ASK_STORE_ERROR_SECRET where no Secret Service runs, or %ASK_STORE_ERROR_WRITE
 *
 * Returns: whether the key is kept
 */
gboolean
ask_agent_keep_model_key (AskWorkspace *workspace, const char *url, const char *key, GCancellable *cancellable,
                          GError **error)
{
  g_autofree char *before = dup_key_server (workspace);

  /* Between the two steps the key is for nobody: a failure must not leave one that goes to the wrong server. */
  if (!ask_workspace_set_setting (workspace, KEY_SERVER, "", error))
    return FALSE;
  if (!ask_secrets_store (ask_workspace_get_path (workspace), MODEL_SECRET, _ ("AskData: key of the language model"),
                          key, cancellable, error))
    {
      ask_workspace_set_setting (workspace, KEY_SERVER, before, NULL);
      return FALSE;
    }
  return ask_workspace_set_setting (workspace, KEY_SERVER, url, error);
}

/**
 * ask_agent_set_model:
 * @workspace: whose model it is
 * @url: (nullable): the address of its server; %NULL or "" for no model
 * @name: (nullable): its name there
 * @variable: (nullable): of the environment, which holds the key for that server
 * @error: %ASK_STORE_ERROR_WRITE
 *
 * A key that is kept for an earlier server stays kept, for that one.
 *
 * Returns: whether the settings are on disk
 */
gboolean
ask_agent_set_model (AskWorkspace *workspace, const char *url, const char *name, const char *variable, GError **error)
{
  g_autofree char *key_server = dup_key_server (workspace);

  return (key_server == NULL || *key_server == '\0'
          || ask_workspace_set_setting (workspace, KEY_SERVER, key_server, error))
         && ask_workspace_set_setting (workspace, "model/url", url, error)
         && ask_workspace_set_setting (workspace, "model/name", name, error)
         && ask_workspace_set_setting (workspace, "model/key-env", variable, error);
}

/*
 * @name: (nullable): which of the server's models
 * @own_url: (nullable): another server, which does not get the first one's key
 *
 * Returns: (transfer full) (nullable): a client
 */
static AskModel *
open_client (AskWorkspace *workspace, const char *name, const char *own_url, GError **error)
{
  g_autofree char *url = own_url != NULL ? g_strdup (own_url) : ask_workspace_get_setting (workspace, "model/url");
  g_autofree char *seconds = ask_workspace_get_setting (workspace, "model/time-out");
  g_autofree char *key = NULL;
  g_autoptr (GError) local = NULL;

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
  if (own_url == NULL && (key = ask_agent_find_model_key (workspace, url, NULL, &local)) == NULL && local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return NULL;
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
  g_autofree char *name = ask_workspace_get_setting (workspace, "model/name");

  return open_client (workspace, name, NULL, error);
}

/**
 * ask_agent_open_named_model:
 * @workspace: whose settings say which server
 * @name: one of its models
 * @error: as of ask_agent_open_model()
 *
 * Returns: (transfer full) (nullable): the model; %NULL without @error where no server is set
 */
AskModel *
ask_agent_open_named_model (AskWorkspace *workspace, const char *name, GError **error)
{
  return open_client (workspace, name, NULL, error);
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
  return open_client (workspace, name, url != NULL && *url != '\0' ? url : NULL, error);
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
  AskModel *model = name != NULL && *name != '\0' ? open_client (workspace, name, NULL, error) : NULL;

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

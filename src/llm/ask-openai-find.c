/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks for language models on this computer. A port where nobody listens refuses at once; one where something else
 * listens, or nothing answers, is passed over.
 */
#include "config.h"

#include "llm/ask-openai-find.h"

/* Ollama, llama.cpp, LM Studio. */
#define USUAL_PORTS "11434,8080,1234"
/* A port where something listens that says nothing. */
#define TIME_OUT_MS 1500
#define MAX_PORTS 16

/**
 * ask_found_server_free:
 * @self: (nullable): to free
 */
void
ask_found_server_free (AskFoundServer *self)
{
  if (self == NULL)
    return;
  g_free (self->url);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_free (self);
}

/** ask_found_server_drop_embedders: @self: a server; leaves those of its models that chat */
void
ask_found_server_drop_embedders (AskFoundServer *self)
{
  for (guint i = self->models->len; i > 0; i--)
    if (((AskModelFacts *) self->models->pdata[i - 1])->embeds)
      g_ptr_array_remove_index (self->models, i - 1);
}

/* @port: a number. Returns: (nullable): what is there */
static AskFoundServer *
look_at (const char *port, GCancellable *cancellable)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%s/v1", port);
  AskOpenaiOptions options = { .url = url, .model = "any", .time_out_ms = TIME_OUT_MS };
  g_autoptr (GError) failure = NULL;
  g_autoptr (AskModel) client = ask_openai_new (&options, &failure);
  g_autoptr (AskFoundServer) server = g_new0 (AskFoundServer, 1);

  if (client != NULL)
    server->models = ask_openai_list (ASK_OPENAI (client), &server->kind, cancellable, &failure);
  if (server->models == NULL)
    {
      g_debug ("No model at %s: %s", url, failure->message);
      return NULL;
    }
  ask_found_server_drop_embedders (server);
  server->url = g_steal_pointer (&url);
  return g_steal_pointer (&server);
}

/**
 * ask_openai_find:
 * @ports: (nullable): numbers between commas; %NULL for what the environment's %ASK_FIND_PORTS says, else those of
 *   Ollama, llama.cpp and LM Studio
 * @cancellable: (nullable): stops within 100 ms
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Blocks, usually for milliseconds, for some seconds where a port is silent.
 *
 * Returns: (transfer full) (element-type AskFoundServer): the servers that list models; empty where there are none
 */
GPtrArray *
ask_openai_find (const char *ports, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_found_server_free);
  const char *told = ports != NULL ? ports : g_getenv (ASK_FIND_PORTS);
  g_auto (GStrv) each = g_strsplit (told != NULL ? told : USUAL_PORTS, ",", MAX_PORTS);

  for (guint i = 0; each[i] != NULL; i++)
    {
      guint64 port;
      AskFoundServer *server;

      if (!g_ascii_string_to_unsigned (g_strstrip (each[i]), 10, 1, G_MAXUINT16, &port, NULL))
        continue;
      server = look_at (each[i], cancellable);
      if (server != NULL)
        g_ptr_array_add (found, server);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&found);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-sample-api: serves the logistics of the sample company on 127.0.0.1. One thread: every
 * answer is ready in memory, and a delay is a timer, so a slow call never holds up another. It must
 * never listen on another address.
 */
#include "config.h"

#include "ask-sample-collections.h"
#include "ask-sample-sales-file.h"
#include "ask-sample-yaml.h"
#include "sample-resources.h"

#include <glib-unix.h>
#include <libsoup/soup.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#define DEFAULT_PORT 8765
#define DEFAULT_KEY "nordpfad-demo"
#define DOCUMENT "/com/example/AskData/sample/openapi.yaml"

typedef struct
{
  char *key;
  gint delay_ms;
  gboolean log;
  GPtrArray *collections; /* AskSampleResource */
  GBytes *yaml;
  char *json;
  GMainLoop *loop;
} Api;

/* A message that waits for its delay to pass. */
typedef struct
{
  SoupServerMessage *message;
  gulong finished_id;
  guint timer_id;
} Delayed;

static void
delayed_free (Delayed *delayed)
{
  g_signal_handler_disconnect (delayed->message, delayed->finished_id);
  g_object_unref (delayed->message);
  g_free (delayed);
}

static gboolean
on_delay_passed (gpointer data)
{
  Delayed *delayed = data;
  SoupServerMessage *message = g_object_ref (delayed->message);

  delayed_free (delayed);
  soup_server_message_unpause (message);
  g_object_unref (message);
  return G_SOURCE_REMOVE;
}

/* The caller went away first. */
static void
on_finished_early (SoupServerMessage *message, gpointer data)
{
  Delayed *delayed = data;

  g_source_remove (delayed->timer_id);
  delayed_free (delayed);
}

static void
delay (SoupServerMessage *message, guint ms)
{
  Delayed *delayed = g_new0 (Delayed, 1);

  delayed->message = g_object_ref (message);
  delayed->finished_id
    = g_signal_connect (message, "finished", G_CALLBACK (on_finished_early), delayed);
  delayed->timer_id = g_timeout_add (ms, on_delay_passed, delayed);
  soup_server_message_pause (message);
}

static void
reply (SoupServerMessage *message, guint status, const char *type, const char *text, gsize length)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, text, length);
}

static void
refuse (SoupServerMessage *message, guint status, const char *code, const char *sentence)
{
  g_autofree char *json = ask_sample_error_to_json (code, sentence);

  reply (message, status, "application/json", json, strlen (json));
}

static AskSampleResource *
find_collection (Api *api, const char *path)
{
  for (guint i = 0; i < api->collections->len; i++)
    {
      AskSampleResource *resource = g_ptr_array_index (api->collections, i);

      if (strcmp (ask_sample_resource_get_path (resource), path) == 0)
        return resource;
    }
  return NULL;
}

static gboolean
has_key (Api *api, SoupServerMessage *message)
{
  const char *key
    = soup_message_headers_get_one (soup_server_message_get_request_headers (message), "X-Api-Key");

  return g_strcmp0 (key, api->key) == 0;
}

static void
answer (Api *api, SoupServerMessage *message, const char *path, GHashTable *query)
{
  const char *method = soup_server_message_get_method (message);
  AskSampleResource *resource = find_collection (api, path);
  g_autofree char *json = NULL;
  gsize length;
  guint status;

  if (strcmp (method, "GET") != 0 && strcmp (method, "HEAD") != 0)
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                    "GET, HEAD");
      refuse (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "method_not_allowed",
              "This API is for reading. Only GET is allowed.");
    }
  else if (strcmp (path, "/openapi.yaml") == 0)
    {
      const char *yaml = g_bytes_get_data (api->yaml, &length);

      reply (message, SOUP_STATUS_OK, "application/yaml", yaml, length);
    }
  else if (strcmp (path, "/openapi.json") == 0)
    reply (message, SOUP_STATUS_OK, "application/json", api->json, strlen (api->json));
  else if (g_str_has_prefix (path, "/v1/") && !has_key (api, message))
    refuse (message, SOUP_STATUS_UNAUTHORIZED, "unauthorized",
            "This call needs the API's key in the header X-Api-Key.");
  else if (resource == NULL)
    refuse (message, SOUP_STATUS_NOT_FOUND, "not_found",
            "There is nothing here. See /openapi.yaml.");
  else
    {
      json = ask_sample_resource_answer (resource, query, &status);
      reply (message, status, "application/json", json, strlen (json));
    }
}

static void
on_request (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           data)
{
  Api *api = data;

  answer (api, message, path, query);
  if (api->log)
    {
      g_autofree char *uri
        = g_uri_to_string_partial (soup_server_message_get_uri (message), G_URI_HIDE_NONE);

      g_printerr ("%s %s %u\n", soup_server_message_get_method (message), uri,
                  soup_server_message_get_status (message));
    }
  if (api->delay_ms > 0 && g_str_has_prefix (path, "/v1/"))
    delay (message, (guint) api->delay_ms);
}

static gboolean
on_signal (gpointer data)
{
  Api *api = data;

  g_main_loop_quit (api->loop);
  return G_SOURCE_CONTINUE;
}

static guint
get_port (SoupServer *server)
{
  GSList *uris = soup_server_get_uris (server);
  guint port = uris == NULL ? 0 : (guint) g_uri_get_port (uris->data);

  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return port;
}

static gboolean
announce (guint port, const char *port_file, GError **error)
{
  /* Whoever waits for the file finds the whole number in it: it is renamed into place. */
  if (port_file != NULL)
    {
      g_autofree char *text = g_strdup_printf ("%u\n", port);

      if (!g_file_set_contents (port_file, text, -1, error))
        return FALSE;
    }
  g_print ("askdata-sample-api: listening on http://127.0.0.1:%u/\n", port);
  fflush (stdout);
  return TRUE;
}

static gboolean
load_document (Api *api, GError **error)
{
  const char *yaml;
  gsize length;

  api->yaml = g_resources_lookup_data (DOCUMENT, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  if (api->yaml == NULL)
    return FALSE;
  yaml = g_bytes_get_data (api->yaml, &length);
  api->json = ask_sample_yaml_to_json (yaml, length, error);
  return api->json != NULL;
}

static gboolean
serve (Api *api, guint port, const char *port_file, GError **error)
{
  g_autoptr (SoupServer) server
    = soup_server_new ("server-header", "askdata-sample-api ", NULL);
  guint term_id;
  guint interrupt_id;
  gboolean served;

  soup_server_add_handler (server, NULL, on_request, api, NULL);
  if (!soup_server_listen_local (server, port, SOUP_SERVER_LISTEN_IPV4_ONLY, error))
    {
      g_prefix_error (error, "Port %u of 127.0.0.1 can't be used. Choose another with --port: ",
                      port);
      return FALSE;
    }

  /* Before anybody knows of us, so that whoever asks at once to end is heard. */
  term_id = g_unix_signal_add (SIGTERM, on_signal, api);
  interrupt_id = g_unix_signal_add (SIGINT, on_signal, api);
  served = announce (get_port (server), port_file, error);
  if (served)
    g_main_loop_run (api->loop);
  g_source_remove (term_id);
  g_source_remove (interrupt_id);
  soup_server_disconnect (server);
  return served;
}

static void
api_clear (Api *api)
{
  g_free (api->key);
  g_free (api->json);
  g_clear_pointer (&api->yaml, g_bytes_unref);
  g_clear_pointer (&api->collections, g_ptr_array_unref);
  g_clear_pointer (&api->loop, g_main_loop_unref);
}

int
main (int argc, char **argv)
{
  Api api = { 0 };
  gint port = DEFAULT_PORT;
  gint seed = ASK_SAMPLE_DEFAULT_SEED;
  g_autofree char *port_file = NULL;
  g_autofree char *data_file = NULL;
  const GOptionEntry entries[] = {
    { "port", 0, 0, G_OPTION_ARG_INT, &port, "Port on 127.0.0.1; 0 takes any that is free (8765)",
      "N" },
    { "key", 0, 0, G_OPTION_ARG_STRING, &api.key,
      "What X-Api-Key has to say (" DEFAULT_KEY ")", "KEY" },
    { "delay", 0, 0, G_OPTION_ARG_INT, &api.delay_ms, "How long each call takes at least", "MS" },
    { "port-file", 0, 0, G_OPTION_ARG_FILENAME, &port_file, "Write the port there once it listens",
      "FILE" },
    { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "Whose logistics to serve (1)", "N" },
    { "data", 0, 0, G_OPTION_ARG_FILENAME, &data_file,
      "Serve the logistics that belong to this file of askdata-sample-data", "FILE.sqlite" },
    { "log", 0, 0, G_OPTION_ARG_NONE, &api.log, "Name each call on stderr", NULL },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean done;

  setlocale (LC_ALL, "");
  g_option_context_set_summary (context, "Serves the logistics of Nordpfad Outdoor, a made-up "
                                         "company, as a REST API on 127.0.0.1.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("askdata-sample-api: %s\n", error->message);
      api_clear (&api);
      return 2;
    }
  if (argc != 1 || port < 0 || port > G_MAXUINT16 || seed < 0 || api.delay_ms < 0)
    {
      g_printerr ("askdata-sample-api: wrong usage: a port is from 0 to 65535, a seed and a delay "
                  "are not negative, and there are no other arguments. See --help.\n");
      api_clear (&api);
      return 2;
    }

  if (api.key == NULL)
    api.key = g_strdup (DEFAULT_KEY);
  api.loop = g_main_loop_new (NULL, FALSE);
  sample_register_resource ();
  done = load_document (&api, &error);
  if (done && data_file != NULL)
    {
      guint seed_of_file = 0;

      done = ask_sample_sales_file_read_seed (data_file, &seed_of_file, &error);
      seed = (gint) seed_of_file;
    }
  if (done)
    {
      g_autoptr (AskSampleCompany) company = ask_sample_company_new ((guint) seed);

      api.collections = ask_sample_collections_new (company);
    }
  done = done && serve (&api, (guint) port, port_file, &error);
  if (!done)
    g_printerr ("askdata-sample-api: %s\n", error->message);
  sample_unregister_resource ();
  api_clear (&api);
  return done ? 0 : 1;
}

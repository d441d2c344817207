/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks another system: it is posted the question with its sources, and answers with SQL or with rows. What it says is
 * judged as it is; what it cannot say is no error of the trial.
 */
#include "config.h"

#include "bench/ask-trial.h"

#include <libsoup/soup.h>
#include <string.h>

#include "base/ask-json-builder.h"
#include "base/ask-json.h"

#define TIME_OUT_S 600

/* {"question", "sources": [{"name", "kind": "sqlite", "path"}, {"name", "kind": "openapi", "url"}]} */
static char *
print_question (AskTrialRun *run, const AskTrialQuestion *question, guint variant)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autoptr (JsonNode) node = NULL;

  json_builder_begin_object (json);
  ask_json_add_string (json, "question", question->text);
  ask_json_begin_array (json, "sources");
  for (guint i = 0; question->offered[i] != NULL; i++)
    for (guint api = 0; api < 2; api++)
      {
        const char *name = question->offered[i];
        g_autofree char *rest = ask_trial_dup_path (run->trial, name, variant, TRUE);
        g_autofree char *path = g_canonicalize_filename (rest, NULL);
        g_autofree char *url = ask_trial_server_dup_url (run->server, name, variant);

        if (api && ask_trial_find (run->trial, name)->tables->len == 0)
          continue;
        json_builder_begin_object (json);
        ask_json_add_string (json, "name", name);
        ask_json_add_string (json, "kind", api ? "openapi" : "sqlite");
        ask_json_add_string (json, api ? "url" : "path", api ? url : path);
        json_builder_end_object (json);
      }
  json_builder_end_array (json);
  json_builder_end_object (json);
  node = json_builder_get_root (json);
  return ask_json_to_string (node, FALSE);
}

static char *
read_cell (JsonNode *node)
{
  AskValue value = ASK_NULL_INIT;

  if (JSON_NODE_HOLDS_VALUE (node))
    {
      GType type = json_node_get_value_type (node);

      value = type == G_TYPE_STRING    ? ask_value_text (json_node_get_string (node), -1)
              : type == G_TYPE_DOUBLE  ? ask_value_real (json_node_get_double (node))
              : type == G_TYPE_BOOLEAN ? ask_value_integer (json_node_get_boolean (node))
                                       : ask_value_integer (json_node_get_int (node));
    }
  return ask_trial_cell (&value);
}

static GPtrArray *
read_rows (JsonArray *array)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint r = 0; r < json_array_get_length (array); r++)
    {
      JsonNode *item = json_array_get_element (array, r);
      GPtrArray *row = g_ptr_array_new_with_free_func (g_free);

      if (JSON_NODE_HOLDS_ARRAY (item))
        for (guint c = 0; c < json_array_get_length (json_node_get_array (item)); c++)
          g_ptr_array_add (row, read_cell (json_array_get_element (json_node_get_array (item), c)));
      else
        g_ptr_array_add (row, read_cell (item));
      g_ptr_array_add (rows, row);
    }
  return rows;
}

static void
read_answer (AskTrialAnswer *answer, JsonObject *object)
{
  JsonArray *rows = ask_json_get_array (object, "rows");
  JsonArray *sources = ask_json_get_array (object, "sources");
  const char *status = ask_json_get_string (object, "status");

  answer->sql = g_strdup (ask_json_get_string (object, "sql"));
  answer->rows = rows != NULL ? read_rows (rows) : NULL;
  answer->tokens = ask_json_get_integer (object, "tokens", 0);
  answer->text = g_strdup (ask_json_get_string (object, "text"));
  for (guint i = 0; sources != NULL && i < json_array_get_length (sources); i++)
    if (ask_json_element_string (sources, i) != NULL)
      g_ptr_array_add (answer->sources, g_strdup (ask_json_element_string (sources, i)));
  answer->status = g_strdup (status != NULL                        ? status
                             : answer->sql != NULL || rows != NULL ? "answered"
                                                                   : "unanswerable");
}

/**
 * ask_trial_post:
 * @run: with an address
 * @question: of the trial
 * @variant: from 0
 * @error: the address is none, or nobody answers there
 *
 * Returns: (transfer full) (nullable): what the system answers; an answer in another form is a failed one
 */
AskTrialAnswer *
ask_trial_post (AskTrialRun *run, const AskTrialQuestion *question, guint variant, GError **error)
{
  g_autofree char *body = print_question (run, question, variant);
  g_autoptr (SoupSession) session = soup_session_new_with_options ("timeout", TIME_OUT_S, NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", run->post);
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));
  g_autoptr (GBytes) reply = NULL;
  g_autoptr (JsonNode) node = NULL;
  AskTrialAnswer *answer;
  gint64 start = g_get_monotonic_time ();

  if (message == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "“%s” is no address.", run->post);
      return NULL;
    }
  soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  reply = soup_session_send_and_read (session, message, NULL, error);
  if (reply == NULL)
    {
      g_prefix_error (error, "%s: ", run->post);
      return NULL;
    }
  answer = ask_trial_answer_new ();
  answer->ms = (double) (g_get_monotonic_time () - start) / 1000.0;
  answer->sent = (gint64) strlen (body);
  node = ask_json_parse (g_bytes_get_data (reply, NULL), (gssize) g_bytes_get_size (reply), NULL);
  if (soup_message_get_status (message) == SOUP_STATUS_OK && node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    read_answer (answer, json_node_get_object (node));
  else
    {
      answer->status = g_strdup ("failed");
      answer->text
        = g_strdup_printf ("It answered with status %u and no JSON object.", soup_message_get_status (message));
    }
  return answer;
}

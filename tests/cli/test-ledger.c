/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli ledger: what arrived at a model's server, at an API and for embeddings stands in it byte for byte, and no
 * key does, wherever keys went.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli-fixture.h"
#include "support/ask-test-model.h"
#include "support/ask-test-shipments.h"

#define QUESTION "Which carriers reach store 3?"
#define MODEL_KEY "sk-cnry-model-0042"
#define API_KEY "cnry-api-0043"
#define API_TOKEN "cnry-token-0044"

static const char *const replies[]
  = { "Thought: look\nAction: query\nAction Input: SELECT carrier FROM shipment WHERE store_id = 3",
      "Final Answer: SELECT carrier FROM shipment WHERE store_id = 3", NULL };

typedef struct
{
  Cli cli;
  AskTestServer *api;
  AskTestModel *model;
} Ledger;

static void
add_api (Ledger *self)
{
  g_autofree char *url = NULL;
  g_autofree char *path = cli_path (&self->cli, "api.json");
  g_autofree char *spec = NULL;

  self->api = ask_test_server_new (NULL, NULL);
  ask_test_server_add_json (self->api, "/shipment", "[{\"shipment_id\":1,\"store_id\":3,\"carrier\":\"Blue\"}]");
  url = ask_test_server_dup_url (self->api, "");
  spec = g_strdup_printf (ASK_TEST_SHIPMENTS, url);
  g_assert_true (g_file_set_contents (path, spec, -1, NULL));
  cli_run_good (&self->cli, "source", "add", "openapi", "logistics", path, "--header", "X-Token: $ASKDATA_TEST_TOKEN",
                "--header", "?api_key: $ASKDATA_TEST_API_KEY", NULL);
}

static void
open_ledger (Ledger *self, const char *const *script)
{
  g_setenv ("ASKDATA_TEST_MODEL_KEY", MODEL_KEY, TRUE);
  g_setenv ("ASKDATA_TEST_API_KEY", API_KEY, TRUE);
  g_setenv ("ASKDATA_TEST_TOKEN", API_TOKEN, TRUE);
  cli_open (&self->cli);
  cli_add_sqlite (&self->cli, "shop",
                  "CREATE TABLE store (store_id INTEGER PRIMARY KEY, city TEXT);"
                  "INSERT INTO store VALUES (3, 'cnry_city')");
  add_api (self);
  self->model = ask_test_model_new (script);
  ask_test_model_set_key (self->model, MODEL_KEY);
  ask_test_model_set_embeddings (self->model, 64, NULL);
  cli_run_good (&self->cli, "model", "set", "--url", ask_test_model_get_url (self->model), "--model", "scripted",
                "--embeddings", "minilm", "--answer-here-first", "off", "--key-env", "ASKDATA_TEST_MODEL_KEY", NULL);
}

static void
close_ledger (Ledger *self)
{
  ask_test_model_free (self->model);
  ask_test_server_free (self->api);
  cli_close (&self->cli);
}

static JsonNode *
list (Ledger *self, const char *kind)
{
  cli_run_good (&self->cli, "ledger", "--kind", kind, "--format", "json", NULL);
  return cli_get_json (&self->cli);
}

static JsonObject *
get (JsonNode *entries, guint i)
{
  return json_array_get_object_element (json_node_get_array (entries), i);
}

/* The server's requests to @path, in the order they came. */
static GPtrArray *
list_requests (AskTestServer *server, const char *path)
{
  GPtrArray *all = ask_test_server_dup_requests (server);

  for (guint i = all->len; i-- > 0;)
    if (strcmp (((AskTestRequest *) all->pdata[i])->path, path) != 0)
      g_ptr_array_remove_index (all, i);
  return all;
}

/* Each request that arrived at the model's server stands in the ledger as it arrived, the last first, and no other. */
static void
assert_all (Ledger *self)
{
  AskTestServer *server = ask_test_model_get_server (self->model);
  g_autofree char *host = g_strdup_printf ("127.0.0.1:%u", ask_test_server_get_port (server));
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);
  g_autoptr (JsonNode) entries = NULL;

  g_assert_cmpuint (ask_test_server_count (server, "/v1/chat/completions"), >=, 2);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/embeddings"), >=, 2);
  cli_run_good (&self->cli, "ledger", "--host", host, "--format", "json", NULL);
  entries = cli_get_json (&self->cli);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (entries)), ==, requests->len);
  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = requests->pdata[requests->len - 1 - i];
      JsonObject *entry = get (entries, i);
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, ask_json_get_integer (entry, "id", 0));
      gsize size = request->body != NULL ? g_bytes_get_size (request->body) : 0;

      g_assert_cmpstr (ask_json_get_string (entry, "address"), ==, request->path);
      g_assert_cmpstr (ask_json_get_string (entry, "method"), ==, request->method);
      cli_run_good (&self->cli, "ledger", "show", id, NULL);
      if (size > 0)
        g_assert_cmpmem (self->cli.out, strlen (self->cli.out), g_bytes_get_data (request->body, NULL), size);
      else
        g_assert_cmpstr (self->cli.out, ==, request->path);
      g_assert_cmpint (ask_json_get_integer (entry, "bytes", 0), ==, strlen (self->cli.out));
      if (strcmp (request->path, "/v1/chat/completions") != 0 && strcmp (request->path, "/v1/embeddings") != 0)
        continue;
      g_assert_cmpstr (ask_json_get_string (entry, "question"), ==, QUESTION);
      g_assert_cmpint (ask_json_get_integer (entry, "history_id", 0), ==, 1);
      g_assert_cmpint (ask_json_get_integer (entry, "status", 0), ==, 200);
    }
}

static gboolean
names (JsonObject *entry, const char *name)
{
  JsonArray *list_of = ask_json_get_array (entry, "names");

  for (guint i = 0; i < json_array_get_length (list_of); i++)
    if (g_strcmp0 (ask_json_element_string (list_of, i), name) == 0)
      return TRUE;
  return FALSE;
}

static void
test_what_arrived_is_what_is_kept (void)
{
  Ledger ledger;
  g_autoptr (JsonNode) models = NULL;
  g_autoptr (JsonNode) calls = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  guint n_asked = 0;

  open_ledger (&ledger, replies);
  cli_run_good (&ledger.cli, "ask", QUESTION, NULL);
  assert_all (&ledger);
  models = list (&ledger, "model");
  g_assert_true (names (get (models, 0), "shipment.carrier"));
  g_assert_true (names (get (models, 0), "store.city"));

  calls = list (&ledger, "api");
  requests = list_requests (ledger.api, "/shipment");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (calls)), ==, requests->len);
  g_assert_cmpuint (requests->len, >=, 1);
  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = requests->pdata[requests->len - 1 - i];
      JsonObject *entry = get (calls, i);
      g_autofree char *arrived = g_strdup_printf ("%s?%s", request->path, request->query);
      g_autoptr (GString) expected = g_string_new (arrived);
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, ask_json_get_integer (entry, "id", 0));
      gboolean asked = strstr (arrived, "store_id=3") != NULL;
      JsonArray *values = ask_json_get_array (entry, "values");

      /* The key arrived, and is all that is not shown. */
      g_assert_cmpuint (g_string_replace (expected, API_KEY, "•••", 0), ==, 1);
      cli_run_good (&ledger.cli, "ledger", "show", id, NULL);
      g_assert_cmpstr (ledger.cli.out, ==, expected->str);
      g_assert_cmpstr (ask_json_get_string (entry, "source"), ==, "logistics");
      g_assert_true (names (entry, "shipment"));
      g_assert_cmpuint (json_array_get_length (values), ==, asked ? 1 : 0);
      n_asked += asked;
      if (asked)
        {
          JsonObject *value = json_array_get_object_element (values, 0);

          g_assert_cmpstr (ask_json_get_string (value, "of"), ==, "shipment.store_id");
          g_assert_cmpint (ask_json_get_integer (value, "values", 0), ==, 1);
          g_assert_cmpstr (ask_json_get_string (value, "consent"), ==, "query");
        }
    }
  g_assert_cmpuint (n_asked, >, 0);

  /* A query of no question is there, too. */
  cli_run_good (&ledger.cli, "query", "SELECT count(*) FROM shipment", NULL);
  g_clear_pointer (&calls, json_node_unref);
  calls = list (&ledger, "api");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (calls)), ==, requests->len + 1);
  g_assert_null (ask_json_get_string (get (calls, 0), "question"));
  close_ledger (&ledger);
}

/* Whatever the folder's files hold, as SQLite keeps it and made small again. */
static void
assert_no_key (Ledger *self)
{
  static const char *const keys[] = { MODEL_KEY, API_KEY, API_TOKEN, CLI_KEY };
  g_autoptr (JsonNode) entries = NULL;
  g_autofree char *all = NULL;

  cli_run_good (&self->cli, "ledger", "--format", "json", NULL);
  all = g_strdup (self->cli.out);
  entries = cli_get_json (&self->cli);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (entries)), >, 4);
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    g_assert_null (strstr (all, keys[k]));
  for (guint i = 0; i < json_array_get_length (json_node_get_array (entries)); i++)
    {
      g_autofree char *id = g_strdup_printf ("%" G_GINT64_FORMAT, ask_json_get_integer (get (entries, i), "id", 0));

      cli_run_good (&self->cli, "ledger", "show", id, NULL);
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        g_assert_null (strstr (self->cli.out, keys[k]));
    }
}

static void
test_no_key_is_kept (void)
{
  Ledger ledger;
  g_autofree char *url = NULL;
  g_autoptr (GPtrArray) requests = NULL;

  open_ledger (&ledger, replies);
  cli_run_good (&ledger.cli, "ask", QUESTION, NULL);
  /* Whatever comes of it, the key goes along. */
  cli_run (&ledger.cli, "model", "test", NULL);
  cli_run_good (&ledger.cli, "source", "test", "logistics", NULL);
  /* A document behind a key in its address, with a password in it. */
  url = g_strdup_printf ("http://127.0.0.1:%u/gone.json?api_key=%s", ask_test_server_get_port (ledger.api), API_KEY);
  g_assert_cmpint (cli_run (&ledger.cli, "source", "add", "openapi", "gone", url, NULL), !=, 0);
  /* They did go out. */
  g_assert_true (ask_test_model_received (ledger.model, MODEL_KEY));
  requests = list_requests (ledger.api, "/shipment");
  g_assert_nonnull (strstr (((AskTestRequest *) requests->pdata[0])->query, API_KEY));
  assert_no_key (&ledger);
  close_ledger (&ledger);
}

static void
test_what_failed_left_too (void)
{
  Ledger ledger;
  g_autoptr (JsonNode) entries = NULL;
  JsonObject *entry;

  open_ledger (&ledger, replies);
  ask_test_model_set_key (ledger.model, "another");
  cli_run (&ledger.cli, "ask", QUESTION, NULL);
  entries = list (&ledger, "model");
  g_assert_cmpuint (json_array_get_length (json_node_get_array (entries)), >=, 1);
  entry = get (entries, 0);
  g_assert_cmpint (ask_json_get_integer (entry, "status", 0), ==, 401);
  g_assert_cmpstr (ask_json_get_string (entry, "question"), ==, QUESTION);
  g_assert_cmpstr (ask_json_get_string (entry, "body"), ==, "kept");

  /* Nobody is there. */
  cli_run_good (&ledger.cli, "model", "set", "--url", "http://127.0.0.1:9/v1", "--model", "none", NULL);
  cli_run (&ledger.cli, "ask", QUESTION, NULL);
  cli_run_good (&ledger.cli, "ledger", "--host", "127.0.0.1:9", NULL);
  g_assert_nonnull (strstr (ledger.cli.out, "no answer:"));
  close_ledger (&ledger);
}

static void
test_list_totals_and_delete (void)
{
  Ledger ledger;
  g_autofree char *host = NULL;

  open_ledger (&ledger, replies);
  cli_run_good (&ledger.cli, "ledger", "delete", "--all", NULL);
  cli_run_good (&ledger.cli, "ask", QUESTION, NULL);
  host = g_strdup_printf ("127.0.0.1:%u", ask_test_server_get_port (ledger.api));
  cli_run_good (&ledger.cli, "ledger", "--host", host, NULL);
  g_assert_nonnull (strstr (ledger.cli.out, "  api         "));
  g_assert_nonnull (strstr (ledger.cli.out, "values  shipment.store_id: 1, which the query needs"));
  g_assert_nonnull (strstr (ledger.cli.out, QUESTION));
  g_assert_null (strstr (ledger.cli.out, "  model "));
  cli_run_good (&ledger.cli, "ledger", "--question", "1", "--format", "csv", NULL);
  g_assert_true (g_str_has_prefix (ledger.cli.out, "id,at,kind,host,"));
  cli_run_good (&ledger.cli, "ledger", "--until", "2020-12-31", NULL);
  g_assert_cmpstr (ledger.cli.out, ==, "");
  cli_run_good (&ledger.cli, "ledger", "totals", NULL);
  g_assert_nonnull (strstr (ledger.cli.out, "model       "));
  g_assert_nonnull (strstr (ledger.cli.out, "embeddings  "));
  g_assert_nonnull (strstr (ledger.cli.out, " requests"));

  g_assert_cmpint (cli_run (&ledger.cli, "ledger", "--since", "yesterday", NULL), ==, 2);
  g_assert_nonnull (strstr (ledger.cli.err, "“yesterday” is no day"));
  g_assert_cmpint (cli_run (&ledger.cli, "ledger", "--kind", "mail", NULL), ==, 2);
  g_assert_cmpint (cli_run (&ledger.cli, "ledger", "show", "99", NULL), ==, 1);
  g_assert_nonnull (strstr (ledger.cli.err, "There is no ledger entry 99"));
  g_assert_cmpint (cli_run (&ledger.cli, "ledger", "delete", NULL), ==, 2);
  g_assert_cmpint (cli_run (&ledger.cli, "ledger", "delete", "99", NULL), ==, 1);
  cli_run_good (&ledger.cli, "ledger", "delete", "--before", "2020-01-01", NULL);
  g_assert_cmpstr (ledger.cli.out, ==, "Deleted 0 entries\n");
  cli_run_good (&ledger.cli, "ledger", "delete", "--all", NULL);
  cli_run_good (&ledger.cli, "ledger", NULL);
  g_assert_cmpstr (ledger.cli.out, ==, "");
  close_ledger (&ledger);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/ledger/what-arrived-is-what-is-kept", test_what_arrived_is_what_is_kept);
  g_test_add_func ("/cli/ledger/no-key-is-kept", test_no_key_is_kept);
  g_test_add_func ("/cli/ledger/what-failed-left-too", test_what_failed_left_too);
  g_test_add_func ("/cli/ledger/list-totals-and-delete", test_list_totals_and_delete);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample API over real HTTP: its key, its pages of four kinds, its filters, its errors, its
 * document, and that a delay of one call does not hold up another.
 */
#include "config.h"

#include "sample-support.h"

#include <string.h>
#include <yaml.h>

static SampleApi *shared; /* one server for the tests that only read */

static const char *
error_code (JsonNode *node)
{
  JsonObject *error = json_object_get_object_member (json_node_get_object (node), "error");

  g_assert_nonnull (error);
  g_assert_cmpint (strlen (json_object_get_string_member (error, "message")), >, 15);
  return json_object_get_string_member (error, "code");
}

static void
test_key (void)
{
  static const char *const keys[] = { NULL, "", "wrong", "nordpfad-demo" };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (JsonNode) node = NULL;
      guint status;

      shared->key = keys[i];
      node = sample_api_get (shared, "/v1/shipments", &status);
      shared->key = SAMPLE_TEST_KEY;
      g_assert_cmpuint (status, ==, 401);
      g_assert_cmpstr (error_code (node), ==, "unauthorized");
    }
}

static const struct
{
  const char *path;
  guint status;
  const char *code;
  const char *word; /* of the message */
} refusals[] = {
  { "/v1/stock", 400, "missing_parameter", "warehouse_id" },
  { "/v1/stock?product_id=3", 400, "missing_parameter", "warehouse_id" },
  { "/v1/stock?warehouse_id=", 400, "missing_parameter", "warehouse_id" },
  { "/v1/stock?warehouse_id=HAM&product_id=x", 400, "bad_parameter", "product_id" },
  { "/v1/stock?warehouse_id=HAM&limit=101", 400, "bad_parameter", "limit" },
  { "/v1/stock?warehouse_id=HAM&offset=-1", 400, "bad_parameter", "offset" },
  { "/v1/shipments?order_id=12x", 400, "bad_parameter", "order_id" },
  { "/v1/shipments?order_id=99999999999999999999", 400, "bad_parameter", "order_id" },
  { "/v1/shipments?status=asleep", 400, "bad_parameter", "pending" },
  { "/v1/shipments?page=0", 400, "bad_parameter", "page" },
  { "/v1/shipments?per_page=1001", 400, "bad_parameter", "1000" },
  { "/v1/carriers?cursor=nonsense", 400, "bad_parameter", "nonsense" },
  { "/v1/claims?reason=%22%5C", 400, "bad_parameter", "\"\\" },
  { "/v1/nothing", 404, "not_found", "openapi" },
  { "/", 404, "not_found", "openapi" },
};

static void
test_refusals (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    {
      guint status;
      g_autoptr (JsonNode) node = sample_api_get (shared, refusals[i].path, &status);
      JsonObject *error = json_object_get_object_member (json_node_get_object (node), "error");

      g_test_message ("%s", refusals[i].path);
      g_assert_cmpuint (status, ==, refusals[i].status);
      g_assert_cmpstr (error_code (node), ==, refusals[i].code);
      g_assert_nonnull (
        strstr (json_object_get_string_member (error, "message"), refusals[i].word));
    }
}

static void
test_reading_only (void)
{
  g_autofree char *uri = g_strconcat (shared->base, "/v1/carriers", NULL);
  g_autoptr (SoupMessage) message = soup_message_new ("DELETE", uri);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body = NULL;

  soup_message_headers_replace (soup_message_get_request_headers (message), "X-Api-Key",
                                SAMPLE_TEST_KEY);
  body = soup_session_send_and_read (shared->session, message, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (soup_message_get_status (message), ==, 405);
}

/* Every row once: @member is a key; with @with, the two together are. */
static void
check_unique (JsonArray *rows, const char *member, const char *with)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      g_autofree char *one = json_to_string (json_object_get_member (row, member), FALSE);
      g_autofree char *other
        = with == NULL ? NULL : json_to_string (json_object_get_member (row, with), FALSE);

      g_assert_true (g_hash_table_add (seen, g_strdup_printf ("%s/%s", one, other)));
    }
}

static void
check_same (JsonArray *one, JsonArray *other)
{
  g_autoptr (JsonNode) one_node = json_node_new (JSON_NODE_ARRAY);
  g_autoptr (JsonNode) other_node = json_node_new (JSON_NODE_ARRAY);

  json_node_set_array (one_node, one);
  json_node_set_array (other_node, other);
  g_assert_true (json_node_equal (one_node, other_node));
}

static void
test_pages_by_number (void)
{
  g_autoptr (JsonArray) all = sample_api_get_shipments (shared, 1000, "");
  g_autoptr (JsonArray) some = sample_api_get_shipments (shared, 300, "&status=lost");
  g_autoptr (JsonArray) slowly = sample_api_get_shipments (shared, 7, "&status=lost");
  g_autoptr (JsonNode) beyond = sample_api_get (shared, "/v1/shipments?page=9999", NULL);

  g_assert_cmpuint (json_array_get_length (all), >, 10000);
  g_assert_cmpuint (json_array_get_length (all), <, 15000);
  check_unique (all, "shipment_id", NULL);
  g_assert_cmpuint (json_array_get_length (some), >, 20);
  check_same (some, slowly);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (
                      json_node_get_object (beyond), "data")),
                    ==, 0);
}

static void
test_pages_by_offset (void)
{
  g_autoptr (JsonArray) all = sample_api_get_stock (shared, 100);
  g_autoptr (JsonArray) slowly = sample_api_get_stock (shared, 37);

  g_assert_cmpuint (json_array_get_length (all), >, 900);
  check_unique (all, "warehouse_id", "product_id");
  check_same (all, slowly);
}

static void
test_pages_by_cursor (void)
{
  g_autoptr (JsonArray) all = sample_api_get_carriers (shared, 5);
  g_autoptr (JsonArray) slowly = sample_api_get_carriers (shared, 1);

  g_assert_cmpuint (json_array_get_length (all), ==, 7);
  check_unique (all, "carrier_id", NULL);
  check_same (all, slowly);
}

static void
test_pages_by_link (void)
{
  g_autoptr (JsonArray) all = sample_api_get_claims (shared, 200);
  g_autoptr (JsonArray) slowly = sample_api_get_claims (shared, 11);

  g_assert_cmpuint (json_array_get_length (all), >, 200);
  check_unique (all, "claim_id", NULL);
  check_same (all, slowly);
}

static void
test_link_keeps_filters (void)
{
  g_autofree char *path = g_strdup ("/v1/claims?reason=lost&limit=5");
  guint n_rows = 0;
  guint n_pages = 0;

  while (path != NULL)
    {
      g_autoptr (JsonNode) node = sample_api_get (shared, path, NULL);
      JsonObject *envelope = json_node_get_object (node);
      JsonArray *rows = json_object_get_array_member (envelope, "data");

      for (guint i = 0; i < json_array_get_length (rows); i++, n_rows++)
        g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (rows, i),
                                                        "reason"),
                         ==, "lost");
      n_pages++;
      g_free (path);
      path = g_strdup (json_object_get_string_member_with_default (envelope, "next", NULL));
    }
  g_assert_cmpuint (n_pages, >, 3);
  g_assert_cmpuint (n_rows, >, 15);
}

/* A filter gives just the rows that a look at all of them gives. */
static void
test_filters (void)
{
  static const struct
  {
    const char *filters;
    const char *member;
    const char *json; /* the value in each row */
  } cases[] = {
    { "&carrier_id=04", "carrier_id", "\"04\"" },
    { "&warehouse_id=LYS", "warehouse_id", "\"LYS\"" },
    { "&status=pending", "status", "\"pending\"" },
    { "&order_id=198", "order_id", "198" }, /* an order that was forgotten */
    { "&order_id=2", "order_id", "2" },
    { "&order_id=0002", "order_id", "2" },
    { "&shipment_id=77", "shipment_id", "77" },
    { "&carrier_id=4", "carrier_id", "\"4\"" }, /* text: 4 is not 04 */
    { "&shoe_size=43&carrier_id=07", "carrier_id", "\"07\"" }, /* unknown ones are ignored */
  };
  g_autoptr (JsonArray) all = sample_api_get_shipments (shared, 1000, "");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonArray) rows = sample_api_get_shipments (shared, 1000, cases[i].filters);
      g_autoptr (JsonArray) expected = json_array_new ();

      for (guint j = 0; j < json_array_get_length (all); j++)
        {
          JsonObject *row = json_array_get_object_element (all, j);
          g_autofree char *value
            = json_to_string (json_object_get_member (row, cases[i].member), FALSE);

          if (strcmp (value, cases[i].json) == 0)
            json_array_add_element (expected, json_node_copy (json_array_get_element (all, j)));
        }
      g_test_message ("%s: %u rows", cases[i].filters, json_array_get_length (rows));
      check_same (rows, expected);
    }
}

static void
test_two_filters (void)
{
  g_autoptr (JsonArray) rows
    = sample_api_get_shipments (shared, 1000, "&carrier_id=06&warehouse_id=LYS");

  g_assert_cmpuint (json_array_get_length (rows), >, 100);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      g_assert_cmpstr (json_object_get_string_member (row, "carrier_id"), ==, "06");
      g_assert_cmpstr (json_object_get_string_member (row, "warehouse_id"), ==, "LYS");
    }
}

/* An unquoted comma in a line of YAML makes a keyword of half a sentence. */
static void
check_keywords (JsonObject *properties)
{
  static const char *const keywords[]
    = { "type",  "format",     "description", "nullable", "enum",
        "items", "properties", "$ref",        NULL };
  g_autoptr (GList) attributes = json_object_get_values (properties);

  for (GList *a = attributes; a != NULL; a = a->next)
    {
      g_autoptr (GList) words = json_object_get_members (json_node_get_object (a->data));

      for (GList *w = words; w != NULL; w = w->next)
        g_assert_true (g_strv_contains (keywords, w->data));
    }
}

/* Rows hold what the document says, member for member. */
static void
check_members (JsonObject *schemas, const char *name, JsonArray *rows)
{
  JsonObject *properties
    = json_object_get_object_member (json_object_get_object_member (schemas, name), "properties");

  g_assert_nonnull (properties);
  check_keywords (properties);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      g_autoptr (GList) members = json_object_get_members (row);

      g_assert_cmpuint (json_object_get_size (row), ==, json_object_get_size (properties));
      for (GList *m = members; m != NULL; m = m->next)
        g_assert_true (json_object_has_member (properties, m->data));
    }
}

static void
test_document (void)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonArray) shipments = sample_api_get_shipments (shared, 1000, "");
  g_autoptr (JsonArray) claims = sample_api_get_claims (shared, 200);
  g_autoptr (JsonArray) carriers = sample_api_get_carriers (shared, 5);
  g_autoptr (JsonArray) warehouses = sample_api_get_warehouses (shared);
  g_autoptr (JsonArray) stock = sample_api_get_stock (shared, 100);
  JsonObject *root;
  JsonObject *schemas;

  shared->key = NULL; /* whoever registers the API reads its document first */
  node = sample_api_get (shared, "/openapi.json", NULL);
  shared->key = SAMPLE_TEST_KEY;
  root = json_node_get_object (node);
  g_assert_cmpstr (json_object_get_string_member (root, "openapi"), ==, "3.0.3");
  g_assert_cmpuint (json_object_get_size (json_object_get_object_member (root, "paths")), ==, 5);
  schemas = json_object_get_object_member (json_object_get_object_member (root, "components"),
                                           "schemas");
  check_members (schemas, "Shipment", shipments);
  check_members (schemas, "Claim", claims);
  check_members (schemas, "Carrier", carriers);
  check_members (schemas, "Warehouse", warehouses);
  check_members (schemas, "Stock", stock);
}

static void
test_document_is_yaml (void)
{
  g_autofree char *text = NULL;
  yaml_parser_t parser;
  yaml_document_t document;
  yaml_node_t *root;

  text = sample_api_get_text (shared, "/openapi.yaml", NULL);
  g_assert_true (yaml_parser_initialize (&parser));
  yaml_parser_set_input_string (&parser, (const unsigned char *) text, strlen (text));
  g_assert_true (yaml_parser_load (&parser, &document));
  root = yaml_document_get_root_node (&document);
  g_assert_nonnull (root);
  g_assert_cmpint (root->type, ==, YAML_MAPPING_NODE);
  yaml_document_delete (&document);
  yaml_parser_delete (&parser);
}

/* Every shipment belongs to an order of the web shop in the sales file of the same seed. */
static void
test_fits_sales (void)
{
  char *folder = sample_make_folder ();
  g_autofree char *sales = sample_make_data (folder, "sales.sqlite", "5");
  g_autoptr (SampleApi) api = sample_api_start ((const char *[]) { "--data", sales, NULL });
  g_autoptr (SampleApi) by_seed = sample_api_start ((const char *[]) { "--seed", "5", NULL });
  g_autoptr (JsonArray) rows = sample_api_get_shipments (api, 1000, "");
  g_autoptr (JsonArray) same = sample_api_get_shipments (by_seed, 1000, "");
  sqlite3 *db = sample_open (sales, SQLITE_OPEN_READONLY);
  sqlite3_stmt *statement = NULL;

  check_same (rows, same);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT ordered_on FROM orders WHERE order_id = ?"
                                       " AND channel = 'online' AND status <> 'cancelled'",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      const char *shipped = json_object_get_string_member_with_default (row, "shipped_on", NULL);
      const char *ordered;

      sqlite3_bind_int64 (statement, 1, json_object_get_int_member (row, "order_id"));
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
      ordered = (const char *) sqlite3_column_text (statement, 0);
      if (shipped != NULL)
        g_assert_cmpstr (ordered, <=, shipped);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  sample_remove_folder (folder);
}

/* Writes a GET, and does not wait for what comes back. */
static GSocketConnection *
ask_and_leave (SampleApi *api, const char *path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *request
    = g_strdup_printf ("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: " SAMPLE_TEST_KEY "\r\n\r\n", path);
  g_autoptr (GError) error = NULL;
  GSocketConnection *connection = g_socket_client_connect_to_uri (client, api->base, 80, NULL, &error);

  g_assert_no_error (error);
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), request,
                             strlen (request), NULL, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

/* Eight calls wait for an hour each; a ninth, to what has no delay, is answered meanwhile. */
static void
test_delay_in_parallel (void)
{
  g_autoptr (SampleApi) api = sample_api_start ((const char *[]) { "--delay", "3600000", NULL });
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *document = NULL;
  guint status = 0;

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *path = g_strdup_printf ("/v1/shipments?order_id=%u", i + 1);

      g_ptr_array_add (waiting, ask_and_leave (api, path));
    }
  document = sample_api_get_text (api, "/openapi.json", &status);
  g_assert_cmpuint (status, ==, 200);
  for (guint i = 0; i < waiting->len; i++)
    g_assert_cmpint (g_socket_condition_check (g_socket_connection_get_socket (waiting->pdata[i]), G_IO_IN), ==, 0);
}

static void
test_delay (void)
{
  g_autoptr (SampleApi) api = sample_api_start ((const char *[]) { "--delay", "300", NULL });
  gint64 started = g_get_monotonic_time ();
  g_autoptr (JsonNode) node = sample_api_get (api, "/v1/carriers", NULL);

  g_assert_nonnull (node);
  g_assert_cmpint (g_get_monotonic_time () - started, >=, 300 * 1000);
}

/* Whoever asked has gone when the delay is over. */
static void
test_delay_of_a_caller_who_left (void)
{
  g_autoptr (SampleApi) api = sample_api_start ((const char *[]) { "--delay", "200", NULL });
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GSocketConnection) connection = ask_and_leave (api, "/v1/carriers");

      g_usleep (20 * 1000);
      g_io_stream_close (G_IO_STREAM (connection), NULL, &error);
      g_assert_no_error (error);
    }
  /* It still answers, after the delays of those who left are over too. */
  node = sample_api_get (api, "/v1/carriers", NULL);
  g_assert_nonnull (node);
}

static void
test_port_file (void)
{
  char *folder = sample_make_folder ();
  g_autofree char *path = g_build_filename (folder, "port", NULL);
  g_autoptr (SampleApi) api = sample_api_start ((const char *[]) { "--port-file", path, NULL });
  g_autofree char *text = NULL;
  g_autofree char *base = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  base = g_strdup_printf ("http://127.0.0.1:%s", g_strchomp (text));
  g_assert_cmpstr (api->base, ==, base);
  sample_remove_folder (folder);
}

static void
test_port_taken (void)
{
  g_autofree char *program = sample_program ("askdata-sample-api");
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  g_autoptr (GSubprocess) process
    = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, program, "--port",
                        strrchr (shared->base, ':') + 1, NULL);

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 1);
  g_assert_nonnull (strstr (said, "--port"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  shared = sample_api_start (NULL);

  g_test_add_func ("/sample/api/without-the-key-nothing-is-served", test_key);
  g_test_add_func ("/sample/api/a-wrong-request-is-refused-in-words", test_refusals);
  g_test_add_func ("/sample/api/only-reading-is-allowed", test_reading_only);
  g_test_add_func ("/sample/api/pages/every-row-comes-once-by-number", test_pages_by_number);
  g_test_add_func ("/sample/api/pages/every-row-comes-once-by-offset", test_pages_by_offset);
  g_test_add_func ("/sample/api/pages/every-row-comes-once-by-cursor", test_pages_by_cursor);
  g_test_add_func ("/sample/api/pages/every-row-comes-once-by-link", test_pages_by_link);
  g_test_add_func ("/sample/api/pages/a-link-keeps-its-filters", test_link_keeps_filters);
  g_test_add_func ("/sample/api/a-filter-gives-just-its-rows", test_filters);
  g_test_add_func ("/sample/api/two-filters-both-hold", test_two_filters);
  g_test_add_func ("/sample/api/document/the-document-describes-what-is-served", test_document);
  g_test_add_func ("/sample/api/document/the-document-is-yaml-too", test_document_is_yaml);
  g_test_add_func ("/sample/api/every-shipment-belongs-to-an-order", test_fits_sales);
  g_test_add_func ("/sample/api/delay/each-call-waits-for-it", test_delay);
  g_test_add_func ("/sample/api/delay/a-delayed-call-holds-up-no-other", test_delay_in_parallel);
  g_test_add_func ("/sample/api/delay/a-caller-who-left-does-no-harm", test_delay_of_a_caller_who_left);
  g_test_add_func ("/sample/api/port/the-port-is-written-into-a-file", test_port_file);
  g_test_add_func ("/sample/api/port/a-port-that-is-taken-is-told", test_port_taken);
  status = g_test_run ();

  sample_api_stop (shared);
  return status;
}

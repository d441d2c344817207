/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * APIs that want a cookie, a user or a client: registered, asked, and given other keys later, with a
 * Secret Service of the test's own. After each the files of the workspace, the answers and all messages
 * are searched for the secrets. And POSTs that only read: kept, used at a refresh, taken back.
 */
#include "config.h"

#include "store-fixture.h"

#include <string.h>

#include "store/ask-source-row.h"
#include "store/ask-workspace.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

#define SECRET "canary-9b1d/secret"
#define OTHER "canary-77/other"
#define TOKEN "canary-token"

static char *self_path;

typedef struct
{
  const char *scheme; /* of the specification */
  const char *header; /* what the API wants */
  const char *value; /* %s is the secret */
  gboolean basic; /* the value is in base64 */
  const char *line;
  const char *record;
} Way;

static const Way ways[] = {
  { "{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"sid\"}", "cookie", "sid=%s", FALSE,
    "cookie sid: %s", "cookie sid" },
  { "{\"type\":\"http\",\"scheme\":\"basic\"}", "authorization", "ana@shop:%s", TRUE,
    "basic ana@shop: %s", "basic ana@shop" },
  { "{\"type\":\"http\",\"scheme\":\"bearer\"}", "authorization", "Bearer %s", FALSE,
    "header Authorization: Bearer %s", "header Authorization" },
  { "{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-Pass\"}", "x-pass", "%s", FALSE, "header X-Pass: %s",
    "header X-Pass" },
  { "{\"type\":\"apiKey\",\"in\":\"query\",\"name\":\"pass\"}", NULL, "%s", FALSE, "query pass: %s",
    "query pass" },
  { "{\"type\":\"oauth2\",\"flows\":{\"clientCredentials\":{\"tokenUrl\":\"@TOKEN@\","
    "\"scopes\":{\"read\":\"all\"}}}}",
    "authorization", "me:%s", TRUE, "client me: %s", "client me" },
};

typedef struct
{
  const Way *way;
  const char *secret; /* the one that is right now */
  guint n_tokens;
} Door;

static char *
fill (const char *form, const char *secret)
{
  g_auto (GStrv) halves = g_strsplit (form, "%s", 2);

  return g_strconcat (halves[0], secret, halves[1], NULL);
}

static char *
wanted_value (const Door *door, const char *secret)
{
  g_autofree char *plain = fill (door->way->value, secret);
  g_autofree char *encoded = g_base64_encode ((const guchar *) plain, strlen (plain));

  return door->way->basic ? g_strconcat ("Basic ", encoded, NULL) : g_steal_pointer (&plain);
}

static gboolean
is_client (const Door *door)
{
  return g_str_has_prefix (door->way->line, "client");
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Door *door = data;
  g_autofree char *escaped = g_uri_escape_string (door->secret, NULL, FALSE);
  g_autofree char *wanted = wanted_value (door, is_client (door) ? escaped : door->secret);
  g_autofree char *param = ask_test_request_dup_param (request, "pass");
  const char *got = door->way->header != NULL
                      ? ask_test_request_get_header (request, door->way->header)
                      : param;
  g_autofree char *token = g_strdup_printf ("Bearer " TOKEN "-%u", door->n_tokens);

  if (strcmp (request->path, "/token") == 0)
    {
      if (g_strcmp0 (got, wanted) == 0)
        {
          g_autofree char *json = g_strdup_printf ("{\"access_token\":\"" TOKEN "-%u\"}",
                                                   ++door->n_tokens);

          ask_test_reply_set (reply, 200, "application/json", json, -1);
        }
      else
        ask_test_reply_set (reply, 401, "application/json", "{\"error\":\"invalid_client\"}", -1);
      return;
    }
  if (g_strcmp0 (got, is_client (door) ? token : wanted) != 0)
    {
      ask_test_reply_set (reply, 401, "text/plain", "no", -1);
      return;
    }
  if (strcmp (request->path, "/v1/parcels/search") == 0)
    {
      gsize length;
      const char *body = g_bytes_get_data (request->body, &length);

      g_assert_cmpstr (request->method, ==, "POST");
      g_assert_true (length >= 2 && *body == '{');
      ask_test_reply_set (reply, 200, "application/json", "[{\"no\":7,\"city\":\"Rome\"}]", -1);
      return;
    }
  ask_test_reply_set (reply, 200, "application/json",
                      "[{\"id\":1,\"state\":\"Lost\"},{\"id\":2,\"state\":null}]", -1);
}

static const char spec_form[]
  = "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},"
    "\"servers\":[{\"url\":\"@URL@\"}],"
    "\"components\":{\"securitySchemes\":{\"k\":@SCHEME@}},\"security\":[{\"k\":[]}],"
    "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":\"listParcels\","
    "\"responses\":{\"200\":{\"description\":\"x\",\"content\":{\"application/json\":{\"schema\":"
    "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"id\":{\"type\":\"integer\"},\"state\":{\"type\":\"string\"}}}}}}}}}},"
    "\"/parcels/search\":{\"post\":{\"operationId\":\"searchParcels\",\"requestBody\":{\"content\":"
    "{\"application/json\":{\"schema\":{\"type\":\"object\",\"properties\":{"
    "\"city\":{\"type\":\"string\"}}}}}},"
    "\"responses\":{\"200\":{\"description\":\"x\",\"content\":{\"application/json\":{\"schema\":"
    "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
    "\"no\":{\"type\":\"integer\"},\"city\":{\"type\":\"string\"}}}}}}}}}}}}";

static char *
write_spec (StoreFixture *fixture, AskTestServer *server, const Way *way)
{
  char *path = store_fixture_file (fixture, "spec.json");
  g_autofree char *url = ask_test_server_dup_url (server, "/v1");
  g_autofree char *token = ask_test_server_dup_url (server, "/token");
  g_autoptr (GString) text = g_string_new (spec_form);

  g_string_replace (text, "@URL@", url, 1);
  g_string_replace (text, "@SCHEME@", way->scheme, 1);
  g_string_replace (text, "@TOKEN@", token, 1);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

static void
assert_no_canary (const char *text)
{
  if (text != NULL && strstr (text, "canary") != NULL)
    g_error ("A secret in “%s”", text);
}

static void
assert_clean (StoreFixture *fixture, const GError *error)
{
  g_autofree char *basic = g_base64_encode ((const guchar *) "ana@shop:" SECRET,
                                            strlen ("ana@shop:" SECRET));

  assert_no_canary (error != NULL ? error->message : NULL);
  g_assert_false (store_tree_contains (fixture->folder, "canary"));
  g_assert_false (store_tree_contains (fixture->folder, basic));
}

static guint
query (AskWorkspace *workspace, const char *sql, GError **error)
{
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, error);
  g_autoptr (AskResult) result
    = engine != NULL ? ask_engine_query (engine, sql, NULL, NULL, NULL, error) : NULL;

  if (result == NULL)
    return G_MAXUINT;
  for (guint i = 0; i < result->calls->len; i++)
    {
      const AskCall *call = result->calls->pdata[i];

      assert_no_canary (call->url);
      assert_no_canary (call->body);
      assert_no_canary (call->arguments);
    }
  return (guint) ask_rows_get_n_rows (result->rows);
}

static AskSourceRecord *
add (AskWorkspace *workspace, const char *spec, const char *line, GPtrArray **notes, GError **error)
{
  const char *lines[] = { line, NULL };
  g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, lines, error);

  return options != NULL
           ? ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "parcels", spec, NULL, options },
                                       notes, NULL, error)
           : NULL;
}

/* Beside a spreadsheet, whose copy and temporary files must not hold what the API was asked with. */
static void
join_sheet (StoreFixture *fixture, AskWorkspace *workspace)
{
  g_autofree char *path = store_fixture_file (fixture, "towns.csv");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  g_assert_true (g_file_set_contents (path, "parcel,town\n1,Rome\n2,Oslo\n", -1, &error));
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sheet_kind, "towns", path },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (query (workspace, "SELECT id, town FROM parcels JOIN towns ON parcel = id ORDER BY town", &error),
                    ==, 2);
  g_assert_no_error (error);
}

static void
try_way (const Way *way, gboolean variable)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { way, SECRET, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, way);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *wrong = fill (way->line, "canary-wrong");
  g_autofree char *right = fill (way->line, variable ? "$ASK_TEST_SECRET" : SECRET);
  g_autofree char *other = fill (way->line, OTHER);
  g_autofree char *expected
    = variable ? g_strconcat (way->record,
                              g_str_has_prefix (way->value, "Bearer") ? "=Bearer $ASK_TEST_SECRET"
                                                                      : "=$ASK_TEST_SECRET",
                              NULL)
               : g_strdup (way->record);
  const char *const wrong_lines[] = { wrong, NULL };
  const char *const other_lines[] = { other, NULL };
  g_autoptr (GPtrArray) wrong_options = ask_test_options (&ask_rest_kind, wrong_lines, NULL);
  g_autoptr (GPtrArray) other_options = ask_test_options (&ask_rest_kind, other_lines, NULL);
  g_autofree char *said = NULL;

  g_test_message ("%s", way->line);
  g_setenv ("ASK_TEST_SECRET", SECRET, TRUE);

  /* Without a key, and with a wrong one, nothing is saved. */
  g_assert_null (add (workspace, spec, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  g_assert_nonnull (strstr (error->message, "The API asks for "));
  g_clear_error (&error);
  g_assert_null (add (workspace, spec, wrong, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  assert_clean (fixture, error);
  g_clear_error (&error);

  record = add (workspace, spec, right, NULL, &error);
  g_assert_no_error (error);
  said = ask_test_describe_options (record->options);
  g_assert_true (g_str_has_prefix (said, expected));
  g_assert_cmpuint (record->options->len, ==, is_client (&door) ? 2 : 1);
  g_assert_cmpuint (query (workspace, "SELECT * FROM parcels", &error), ==, 2);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_test_source (workspace, "parcels", NULL, &error));
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
  g_assert_no_error (error);
  join_sheet (fixture, workspace);
  assert_clean (fixture, NULL);

  /* The API changes its mind: the reason in words, and other keys, which are tried first. */
  door.secret = OTHER;
  door.n_tokens++;
  g_assert_cmpuint (query (workspace, "SELECT * FROM parcels", &error), ==, G_MAXUINT);
  g_assert_nonnull (error);
  assert_clean (fixture, error);
  if (is_client (&door))
    g_assert_nonnull (strstr (error->message, "token endpoint refused the client id or secret. Correct "
                                              "them in Sources."));
  g_clear_error (&error);
  g_assert_false (ask_workspace_set_keys (workspace, "parcels", wrong_options, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  assert_clean (fixture, error);
  g_clear_error (&error);
  g_assert_true (ask_workspace_set_keys (workspace, "parcels", other_options, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (query (workspace, "SELECT * FROM parcels", &error), ==, 2);
  g_assert_no_error (error);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM stale_secret"), ==, 0);
  g_assert_true (ask_workspace_remove_source (workspace, "parcels", &error));
  g_assert_no_error (error);
  g_clear_pointer (&workspace, ask_workspace_close);
  assert_clean (fixture, NULL);
}

static void
test_in_session (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    for (guint variable = 0; variable < 2; variable++)
      try_way (&ways[i], variable == 1);
}

static void
test_ways (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  store_run_in_session (fixture, self_path, "/store/sign-in/in-a-session-each-way-to-sign-in-works", "canary");
}

/* A specification that sends the client's secret elsewhere is not believed; a person is. */
static void
test_token_elsewhere (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { &ways[5], SECRET, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autoptr (AskTestServer) other = ask_test_server_new (serve, &door);
  g_autofree char *elsewhere = ask_test_server_dup_url (other, "/token");
  g_autofree char *scheme = g_strdup_printf (
    "{\"type\":\"oauth2\",\"flows\":{\"clientCredentials\":{\"tokenUrl\":\"%s\",\"scopes\":{}}}}",
    elsewhere);
  Way way = ways[5];
  g_autofree char *spec = NULL;
  gboolean told = FALSE;
  g_autofree char *token_line = g_strconcat ("token-url: ", elsewhere, NULL);
  const char *const lines[] = { "client me: $ASK_TEST_SECRET", token_line, NULL };
  g_autoptr (GPtrArray) options = NULL;
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  g_setenv ("ASK_TEST_SECRET", SECRET, TRUE);
  way.scheme = scheme;
  spec = write_spec (fixture, server, &way);
  options = ask_test_options (&ask_rest_kind, lines, &error);
  g_assert_no_error (error);
  g_assert_null (add (workspace, spec, lines[0], NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "another place than the API itself"));
  g_assert_cmpuint (ask_test_server_count (other, NULL), ==, 0);
  g_clear_error (&error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "parcels", spec, NULL, options },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_server_count (other, "/token"), ==, 1);

  /* A later specification does not move it. */
  g_free (spec);
  spec = write_spec (fixture, server, &ways[5]);
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", &notes, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_server_count (server, "/token"), ==, 0);
  for (guint i = 0; i < notes->len; i++)
    told = told || strstr (notes->pdata[i], "says that tokens come from") != NULL;
  g_assert_true (told);
  assert_clean (fixture, NULL);
}

/* A POST is sent only once somebody said that it only reads. */
static void
test_reads (void)
{
  static const char *const list[] = { "GET /parcels", NULL };
  static const Way open = { "{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-Pass\"}", "x-pass",
                            "%s", FALSE, "X-Pass: %s", "header:X-Pass" };
  static const char *const reads[] = { "POST /parcels/search", NULL };
  static const char *const gone[] = { "POST /gone", NULL };
  static const char *const bad[] = { "a\nb", NULL };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { &open, SECRET, 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, &open);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRow) row = NULL;
  AskSourceConfig *config;
  g_autoptr (AskSourceRecord) record = NULL;
  const AskEntity *search = NULL;
  g_autofree char *sql = NULL;

  g_setenv ("ASK_TEST_SECRET", SECRET, TRUE);
  record = add (workspace, spec, "header X-Pass: $ASK_TEST_SECRET", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (record->n_entities, ==, 1);
  g_assert_cmpuint (record->reads->len, ==, 0);

  g_assert_false (ask_workspace_set_reads (workspace, "nowhere", reads, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);
  g_assert_false (ask_workspace_set_reads (workspace, "parcels", bad, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (ask_workspace_set_reads (workspace, "parcels", NULL, reads, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);

  g_assert_true (ask_workspace_set_reads (workspace, "Parcels", reads, NULL, &error));
  g_assert_true (ask_workspace_set_reads (workspace, "parcels", reads, NULL, &error));
  g_assert_true (ask_workspace_set_reads (workspace, "parcels", gone, NULL, &error));
  g_assert_no_error (error);
  sources = ask_workspace_list_sources (workspace, &error);
  record = (ask_source_record_free (record), g_ptr_array_steal_index (sources, 0));
  g_assert_cmpuint (record->reads->len, ==, 2);
  g_assert_cmpstr (record->reads->pdata[0], ==, "POST /parcels/search");
  g_assert_cmpuint (record->options->len, ==, 2);
  g_assert_true (ask_workspace_set_pages (workspace, "parcels", gone, NULL, NULL, &error));
  g_assert_true (ask_workspace_set_order (workspace, "parcels", gone, NULL, &error));
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", &notes, NULL, &error));
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, &error);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (entity->operation->method != NULL)
        search = entity;
    }
  g_assert_nonnull (search);
  sql = g_strdup_printf ("SELECT * FROM \"%s\" WHERE city = 'Rome'", search->name);
  g_assert_cmpuint (query (workspace, sql, &error), ==, 1);
  g_assert_no_error (error);
  /* What was said of an operation that is gone is told, with what takes it back. */
  for (guint i = 0; i < notes->len; i++)
    if (strstr (notes->pdata[i], "has no operation “POST /gone”") != NULL)
      g_string_append (told, strstr (notes->pdata[i], "--"));
  g_assert_cmpstr (told->str, ==, "--writes.--unsaid.--distrust-order.");
  g_assert_true (ask_workspace_set_pages (workspace, "parcels", NULL, NULL, gone, &error));
  g_assert_true (ask_workspace_set_order (workspace, "parcels", NULL, gone, &error));

  /* Taken back, it is not sent any more, though its entity is still there. */
  g_assert_true (ask_workspace_set_reads (workspace, "parcels", NULL, reads, &error));
  g_assert_no_error (error);
  ask_test_server_forget (server);
  g_assert_cmpuint (query (workspace, sql, &error), ==, G_MAXUINT);
  g_assert_nonnull (strstr (error->message, "--reads 'POST /parcels/search'"));
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 0);
  g_clear_error (&error);

  /* What was said of an operation's rows is kept beside it, takes the place of what was said before, and can be
   * taken back. */
  g_assert_false (ask_workspace_set_pages (workspace, "parcels", list, list, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (ask_workspace_set_pages (workspace, "parcels", NULL, list, NULL, &error));
  g_assert_true (ask_workspace_set_pages (workspace, "parcels", list, NULL, NULL, &error));
  g_assert_no_error (error);
  g_ptr_array_unref (sources);
  sources = ask_workspace_list_sources (workspace, &error);
  record = (ask_source_record_free (record), g_ptr_array_steal_index (sources, 0));
  g_assert_cmpuint (record->whole->len, ==, 1);
  g_assert_cmpuint (record->follow->len, ==, 0);
  g_assert_cmpstr (record->whole->pdata[0], ==, "GET /parcels");
  g_assert_true (ask_workspace_set_pages (workspace, "parcels", NULL, NULL, list, &error));
  g_assert_false (ask_workspace_set_pages (workspace, "parcels", NULL, NULL, list, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_clear_error (&error);

  /* And so is that its order can be trusted. */
  g_assert_true (ask_workspace_set_order (workspace, "parcels", list, NULL, &error));
  g_assert_true (ask_workspace_set_order (workspace, "parcels", list, NULL, &error));
  g_ptr_array_unref (sources);
  sources = ask_workspace_list_sources (workspace, &error);
  record = (ask_source_record_free (record), g_ptr_array_steal_index (sources, 0));
  g_assert_cmpuint (record->trust_order->len, ==, 1);
  g_assert_cmpstr (record->trust_order->pdata[0], ==, "GET /parcels");
  row = ask_workspace_get_source (workspace, "parcels", &error);
  config = ask_source_row_dup_config (row, workspace, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (config->trust_order[0], ==, "GET /parcels");
  ask_source_config_unref (config);
  g_assert_true (ask_workspace_set_order (workspace, "parcels", NULL, list, &error));
  g_assert_false (ask_workspace_set_order (workspace, "parcels", NULL, list, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "that its order can be trusted"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  self_path = g_canonicalize_filename (argv[0], NULL);
  if (g_getenv ("ASK_TEST_SESSION") != NULL)
    g_test_add_func ("/store/sign-in/in-a-session-each-way-to-sign-in-works", test_in_session);
  else
    {
      store_without_session ();
      g_test_add_func ("/store/sign-in/each-way-to-sign-in-works", test_ways);
      g_test_add_func ("/store/sign-in/a-secret-goes-elsewhere-only-on-a-person-s-word", test_token_elsewhere);
      g_test_add_func ("/store/sign-in/a-post-is-sent-once-it-is-said-to-read", test_reads);
    }

  int result = g_test_run ();

  g_free (self_path);
  return result;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Registering, refreshing, testing and removing sources: all of it is saved or nothing, and no key
 * stands in the file. APIs are served by a local server; keys are tried with a keyring of the
 * test's own.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <glib/gstdio.h>
#include <string.h>

#include "store-fixture.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

#define SECRET "geheim-8c61f0d2"

static char *self_path;

static const char shop_sql[]
    = "CREATE TABLE \"t 'stores' 🙂\" (id INTEGER PRIMARY KEY, \"the city\" TEXT, opened DATE,"
      "  note JSON, serial TEXT, seen TEXT, \"{}\" TEXT);"
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)"
      " INSERT INTO \"t 'stores' 🙂\" SELECT i, CASE i % 3 WHEN 0 THEN 'Lyon' WHEN 1 THEN "
      "'Zürich'"
      "  ELSE NULL END, (2020 + i % 4) || '-05-17', '{\"a\":1}', 's' || i,"
      "  strftime ('%Y-%m-%dT%H:%M:%SZ', 1500000000 + i * 10000, 'unixepoch'), 'brace' FROM n;"
      "CREATE TABLE person (person_id TEXT PRIMARY KEY, name TEXT, long TEXT);"
      "INSERT INTO person VALUES ('P1', 'Ada', printf ('%.*c', 100, 'x')), ('P2', 'Bob', ' ');";

static char *
make_shop (StoreFixture *fixture)
{
  char *path = store_fixture_file (fixture, "shop 'n' \"co\" 🙂; DROP TABLE source.sqlite");

  store_exec (path, shop_sql);
  return path;
}

static void
add_shop (AskWorkspace *workspace, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (AskSourceRecord) record
    = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, "shop", path }, &notes, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (record);
  for (guint i = 0; i < notes->len; i++)
    g_test_message ("%s", (char *) g_ptr_array_index (notes, i));
  g_assert_cmpuint (notes->len, ==, 0);
}

static guint
count_hits (AskWorkspace *workspace, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hits = ask_workspace_find_value (workspace, text, &error);

  g_assert_no_error (error);
  return hits->len;
}

static void
test_add_sqlite (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  const AskSourceRecord *record;

  g_assert_cmpint (g_chdir (fixture->folder), ==, 0);
  add_shop (workspace, name);
  g_assert_cmpint (g_chdir (before), ==, 0);

  sources = ask_workspace_list_sources (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  record = g_ptr_array_index (sources, 0);
  g_assert_cmpstr (record->name, ==, "shop");
  g_assert_true (record->kind == &ask_sqlite_kind);
  g_assert_cmpstr (record->location, ==, path);
  g_assert_null (record->base_url);
  g_assert_null (record->problem);
  g_assert_cmpuint (record->options->len, ==, 0);
  g_assert_cmpuint (record->n_entities, ==, 2);
  g_assert_cmpint (record->added_at, >, 0);

  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (schema->entities->len, ==, 2);

  g_assert_cmpuint (count_hits (workspace, "zurich"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "ada"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "brace"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "p1"), ==, 1);

  /* 2020 is a year of the date and of the moment; serial numbers, JSON and long texts are no words.
   */
  g_assert_cmpuint (count_hits (workspace, "2020"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2017"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "2020-05-17"), ==, 0);
  g_assert_cmpuint (count_hits (workspace, "s17"), ==, 0);
  g_assert_cmpuint (count_hits (workspace, "{\"a\":1}"), ==, 0);
  g_assert_cmpint (
      store_get_integer (fixture->path, "SELECT count(*) FROM value WHERE length(value) > 80"), ==,
      0);
}

static void
assert_nothing_saved (StoreFixture *fixture)
{
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT (SELECT count(*) FROM source)"
                                                     " + (SELECT count(*) FROM schema_version)"
                                                     " + (SELECT count(*) FROM value_column)"
                                                     " + (SELECT count(*) FROM value)"
                                                     " + (SELECT count(*) FROM stale_secret)"),
                   ==, 0);
  store_assert_whole (fixture->path);
}

static void
assert_refused (StoreFixture *fixture, const AskSourceKind *kind, const char *name, const char *location,
                const char *base_url, const char *header, GQuark domain, int code,
                const char *words)
{
  const char *lines[] = { header, NULL };
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  /* A header is an option of APIs only. */
  g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, lines, &error);
  g_autoptr (AskSourceRecord) record = NULL;

  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { kind, name, location, base_url, options },
                                     &notes, NULL, &error);

  g_assert_null (record);
  g_assert_null (notes);
  g_assert_error (error, domain, code);
  if (strstr (error->message, words) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, words);
  g_assert_null (strstr (error->message, SECRET));
  assert_nothing_saved (fixture);
}

static void
test_refused (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autofree char *text = store_fixture_file (fixture, "letter.txt");
  g_autofree char *missing = store_fixture_file (fixture, "missing.sqlite");

  g_assert_true (g_file_set_contents (text, "Dear aunt, how are you? I am well.\n", -1, NULL));

  assert_refused (fixture, &ask_sqlite_kind, "a b", path, NULL, NULL, ASK_SOURCE_ERROR,
                  ASK_SOURCE_ERROR_CONFIG, "a b");
  assert_refused (fixture, &ask_sqlite_kind, "x'; DROP TABLE source; --", path, NULL, NULL,
                  ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG, "short name");
  assert_refused (fixture, &ask_sqlite_kind, "", path, NULL, NULL, ASK_SOURCE_ERROR,
                  ASK_SOURCE_ERROR_CONFIG, "short name");
  assert_refused (fixture, &ask_sqlite_kind, "shop", "", NULL, NULL, ASK_SOURCE_ERROR,
                  ASK_SOURCE_ERROR_CONFIG, "shop");
  assert_refused (fixture, &ask_sqlite_kind, "shop", missing, NULL, NULL, ASK_SOURCE_ERROR,
                  ASK_SOURCE_ERROR_UNREACHABLE, "missing.sqlite");
  assert_refused (fixture, &ask_sqlite_kind, "shop", text, NULL, NULL, ASK_SOURCE_ERROR,
                  ASK_SOURCE_ERROR_NOT_A_DATABASE, "letter.txt");
  assert_refused (fixture, &ask_sqlite_kind, "shop", path, NULL, "header X-Key: " SECRET, ASK_STORE_ERROR,
                  ASK_STORE_ERROR_INVALID, "takes no header");
  assert_refused (fixture, &ask_sqlite_kind, "shop", path, "http://x", NULL, ASK_STORE_ERROR,
                  ASK_STORE_ERROR_INVALID, "takes no base URL");
  assert_refused (fixture, &ask_rest_kind, "api", "https://ada:" SECRET "@x.example/spec", NULL,
                  NULL, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, "carries a user or a password");
  assert_refused (fixture, &ask_rest_kind, "api", "https://x.example/spec?api_key=" SECRET, NULL,
                  NULL, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, "looks like a key (api_key)");
  assert_refused (fixture, &ask_rest_kind, "api", path, "ftp://x.example/", NULL, ASK_STORE_ERROR,
                  ASK_STORE_ERROR_INVALID, "no http or https address");
  assert_refused (fixture, &ask_rest_kind, "api", path, "/v1", NULL, ASK_STORE_ERROR,
                  ASK_STORE_ERROR_INVALID, "no http or https address");
  assert_refused (fixture, &ask_rest_kind, "api", path, "https://x:" SECRET "@y/", NULL,
                  ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID, "base URL of the source “api”");
}

static void
test_same_name (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autofree char *words = g_strdup_printf (
      "There is already a source named “shop” (sqlite, %s). Choose another name, or remove it "
      "first.",
      path);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  static const char *const names[] = { "shop", "SHOP" };

  add_shop (workspace, path);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, names[i], path },
                                               NULL, NULL, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_EXISTS);
      g_assert_cmpstr (error->message, ==, words);
    }
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM schema_version"), ==, 1);
}

static gint64
query_integer (AskWorkspace *workspace, const char *sql, GError **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, &local);
  g_autoptr (AskResult) result = NULL;

  g_assert_no_error (local);
  result = ask_engine_query (engine, sql, NULL, NULL, NULL, error);
  if (result == NULL)
    return -1;
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
  return ask_rows_get (result->rows, 0, 0)->integer;
}

static void
test_refresh (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autofree char *moved = store_fixture_file (fixture, "moved");
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (GPtrArray) sources = NULL;

  add_shop (workspace, path);
  g_assert_cmpint (query_integer (workspace, "SELECT count(*) FROM person", &error), ==, 2);
  g_assert_no_error (error);

  store_exec (path,
              "INSERT INTO person VALUES ('P3', 'Grace', NULL); CREATE TABLE town (name TEXT);"
              "INSERT INTO town VALUES ('Bern')");
  g_assert_cmpuint (count_hits (workspace, "bern"), ==, 0);
  g_assert_true (ask_workspace_refresh_source (workspace, "Shop", &notes, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_hits (workspace, "bern"), ==, 1);
  g_assert_cmpuint (count_hits (workspace, "grace"), ==, 1);
  g_assert_cmpint (query_integer (workspace, "SELECT count(*) FROM town", &error), ==, 1);
  g_assert_no_error (error);

  /* A file that vanished changes nothing but the problem. */
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  g_assert_false (ask_workspace_refresh_source (workspace, "shop", NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  sources = ask_workspace_list_sources (workspace, NULL);
  g_assert_cmpstr (((AskSourceRecord *) g_ptr_array_index (sources, 0))->problem, ==,
                   error->message);
  g_assert_cmpuint (((AskSourceRecord *) g_ptr_array_index (sources, 0))->n_entities, ==, 3);
  g_clear_error (&error);
  g_assert_cmpuint (count_hits (workspace, "bern"), ==, 1);
  g_assert_false (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  g_clear_error (&error);

  g_assert_cmpint (g_rename (moved, path), ==, 0);
  g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&sources, g_ptr_array_unref);
  sources = ask_workspace_list_sources (workspace, NULL);
  g_assert_null (((AskSourceRecord *) g_ptr_array_index (sources, 0))->problem);
}

static void
test_remove (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) schema = NULL;

  g_assert_false (ask_workspace_remove_source (workspace, "shop", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "has none yet"));
  g_clear_error (&error);
  add_shop (workspace, path);
  g_assert_false (ask_workspace_test_source (workspace, "nope", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "one of these: shop"));
  g_clear_error (&error);
  g_assert_true (ask_workspace_remove_source (workspace, "shop", &error));
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, NULL);
  g_assert_cmpuint (schema->entities->len, ==, 0);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT (SELECT count(*) FROM source)"
                                                     " + (SELECT count(*) FROM value_column)"
                                                     " + (SELECT count(*) FROM value)"),
                   ==, 0);
  add_shop (workspace, path);
}

static void
test_cancelled (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, "shop", path },
                                           NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_nothing_saved (fixture);
}

static const char spec_form[]
    = "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},"
      "\"servers\":[{\"url\":\"@URL@\"}],"
      "\"components\":{\"securitySchemes\":{\"k\":@SCHEME@}},\"security\":[{\"k\":[]}],"
      "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":\"listParcels\","
      "\"responses\":{\"200\":{\"description\":\"x\",\"content\":{\"application/json\":{\"schema\":"
      "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
      "\"id\":{\"type\":\"integer\"},"
      "\"state\":{\"type\":\"string\",\"enum\":[\"On the way\",\"Lost\"]}}}}}}}}}}}}";

#define IN_HEADER "{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"X-Parcel-Pass\"}"
#define IN_QUERY "{\"type\":\"apiKey\",\"in\":\"query\",\"name\":\"pass\"}"
#define BEARER "{\"type\":\"http\",\"scheme\":\"bearer\"}"

typedef struct
{
  char *header; /* what a request must carry, nullable */
  char *value;
} Door;

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Door *door = data;
  g_autofree char *param
      = door->header != NULL ? ask_test_request_dup_param (request, door->header) : NULL;

  if (door->header != NULL
      && g_strcmp0 (ask_test_request_get_header (request, door->header), door->value) != 0
      && g_strcmp0 (param, door->value) != 0)
    {
      ask_test_reply_set (reply, 401, "application/json", "{}", -1);
      return;
    }
  ask_test_reply_set (reply, 200, "application/json",
                      "[{\"id\":1,\"state\":\"Lost\"},{\"id\":2,\"state\":null}]", -1);
}

static char *
write_spec (StoreFixture *fixture, AskTestServer *server, const char *scheme)
{
  char *path = store_fixture_file (fixture, "spec.json");
  g_autofree char *url = ask_test_server_dup_url (server, "/v1");
  g_autoptr (GString) text = g_string_new (spec_form);

  g_string_replace (text, "@URL@", url, 1);
  g_string_replace (text, "@SCHEME@", scheme, 1);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  return path;
}

static AskSourceRecord *
add_api (AskWorkspace *workspace, const char *spec, const char *header, GPtrArray **notes,
         GError **error)
{
  const char *lines[] = { header, "header Accept-Language: de", NULL };
  g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, header != NULL ? lines : NULL, error);

  return options != NULL
           ? ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "parcels", spec, NULL, options },
                                       notes, NULL, error)
           : NULL;
}

static void
test_add_api (void)
{
  static const struct
  {
    const char *scheme;
    const char *name;
    const char *value;
    const char *header;
    const char *record;
  } cases[] = {
    { IN_HEADER, "X-Parcel-Pass", "open-sesame", "header X-Parcel-Pass: $ASK_TEST_KEY",
      "header X-Parcel-Pass=$ASK_TEST_KEY" },
    { IN_QUERY, "pass", "open-sesame", "query pass: $ASK_TEST_KEY", "query pass=$ASK_TEST_KEY" },
    { BEARER, "Authorization", "Bearer open-sesame", "header Authorization: Bearer $ASK_TEST_KEY",
      "header Authorization=Bearer $ASK_TEST_KEY" },
  };

  g_setenv ("ASK_TEST_KEY", "open-sesame", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      Door door = { (char *) cases[i].name, (char *) cases[i].value };
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
      g_autofree char *spec = write_spec (fixture, server, cases[i].scheme);
      g_autofree char *url = ask_test_server_dup_url (server, "/v1");
      g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) notes = NULL;
      g_autoptr (AskSourceRecord) record
          = add_api (workspace, spec, cases[i].header, &notes, &error);
      g_autofree char *said = NULL;
      g_autofree char *all = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (record->base_url, ==, url);
      g_assert_cmpstr (record->title, ==, "Parcels");
      g_assert_cmpuint (record->n_entities, ==, 1);
      said = ask_test_describe_options (record->options);
      all = g_strconcat (cases[i].record, ", header Accept-Language=de", NULL);
      g_assert_cmpstr (said, ==, all);
      g_assert_false (store_tree_contains (fixture->folder, "open-sesame"));
      g_assert_cmpuint (count_hits (workspace, "on the way"), ==, 1);
      g_assert_true (ask_workspace_test_source (workspace, "parcels", NULL, &error));
      g_assert_no_error (error);
      g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
      g_assert_no_error (error);
    }
}

static void
assert_not_tuned (AskWorkspace *workspace, const char *name, AskSourceTuning tuning, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_workspace_tune_source (workspace, name, &tuning, &error));
  g_assert_error (error, ASK_STORE_ERROR, code);
}

static void
query_parcels (AskEngine *engine, guint n_calls, AskCallCached cached)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
      = ask_engine_query (engine, "SELECT state FROM parcels", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 2);
  g_assert_cmpuint (result->calls->len, ==, 1);
  g_assert_cmpint (((AskCall *) result->calls->pdata[0])->cached, ==, cached);
  g_assert_cmpuint (ask_calls_count_requests (result->calls), ==, n_calls);
}

/* What is set is kept, survives a refresh, and is what the API is called with. */
static void
test_tuning (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { NULL, NULL };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autofree char *shop = make_shop (fixture);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = add_api (workspace, spec, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (record->tuning.cache_s, ==, 0);
  add_shop (workspace, shop);
  assert_not_tuned (workspace, "shop", (AskSourceTuning) { 60, -1, -1 }, ASK_STORE_ERROR_INVALID);
  assert_not_tuned (workspace, "none", (AskSourceTuning) { 60, -1, -1 }, ASK_STORE_ERROR_UNKNOWN);
  assert_not_tuned (workspace, "parcels", (AskSourceTuning) { -1, -1, 17 },
                    ASK_STORE_ERROR_INVALID);
  assert_not_tuned (workspace, "parcels", (AskSourceTuning) { G_MAXINT64, -1, -1 },
                    ASK_STORE_ERROR_INVALID);
  assert_not_tuned (workspace, "parcels", (AskSourceTuning) { -1, G_MAXINT64, -1 },
                    ASK_STORE_ERROR_INVALID);

  g_assert_true (ask_workspace_tune_source (workspace, "Parcels", &(AskSourceTuning) { 60, 1, 2 },
                                            &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_tune_source (workspace, "parcels",
                                            &(AskSourceTuning) { -1, -1, 3 }, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
  g_assert_no_error (error);
  g_clear_pointer (&workspace, ask_workspace_close);
  workspace = store_open (fixture->path);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) sources = ask_workspace_list_sources (workspace, &error);
      const AskSourceRecord *api = sources->pdata[0];
      g_autoptr (AskEngine) engine = ask_workspace_open_engine (workspace, &error);

      g_assert_no_error (error);
      g_assert_cmpint (api->tuning.cache_s, ==, i == 0 ? 60 : 0);
      g_assert_cmpint (api->tuning.max_calls, ==, 1);
      g_assert_cmpint (api->tuning.lanes, ==, 3);
      query_parcels (engine, 1, ASK_CALL_NOT_CACHED);
      query_parcels (engine, i == 0 ? 0 : 1, i == 0 ? ASK_CALL_FRESH : ASK_CALL_NOT_CACHED);

      /* The next question has a session of its own. A test asks the API itself, and a refresh
       * forgets. */
      g_clear_pointer (&engine, ask_engine_free);
      engine = ask_workspace_open_engine (workspace, &error);
      g_assert_no_error (error);
      query_parcels (engine, i == 0 ? 0 : 1, i == 0 ? ASK_CALL_FRESH : ASK_CALL_NOT_CACHED);
      g_clear_pointer (&engine, ask_engine_free);
      if (i == 0)
        {
          guint n = ask_test_server_count (server, NULL);

          g_assert_true (ask_workspace_test_source (workspace, "parcels", NULL, &error));
          g_assert_cmpuint (ask_test_server_count (server, NULL), ==, n + 1);
          g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
          engine = ask_workspace_open_engine (workspace, &error);
          g_assert_no_error (error);
          query_parcels (engine, 1, ASK_CALL_NOT_CACHED);
        }
      g_assert_true (ask_workspace_tune_source (workspace, "parcels",
                                                &(AskSourceTuning) { 0, -1, -1 }, &error));
      g_assert_no_error (error);
    }
}

static void
test_missing_key (void)
{
  static const struct
  {
    const char *scheme;
    const char *words;
  } cases[] = {
    { IN_HEADER, "asks for a key in header X-Parcel-Pass; add the header 'X-Parcel-Pass: " },
    { IN_QUERY, "asks for a key in parameter pass; add the header '?pass: " },
    { BEARER, "asks for a bearer token; add the header 'Authorization: Bearer " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      Door shut = { (char *) "X-Parcel-Pass", (char *) "open-sesame" };
      Door open = { NULL, NULL };
      g_autoptr (AskTestServer) strict = ask_test_server_new (serve, &shut);
      g_autoptr (AskTestServer) lax = ask_test_server_new (serve, &open);
      g_autofree char *strict_spec = write_spec (fixture, strict, cases[i].scheme);
      g_autofree char *lax_spec = NULL;
      g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) notes = NULL;
      g_autoptr (AskSourceRecord) record = NULL;

      record = add_api (workspace, strict_spec, NULL, &notes, &error);
      g_assert_null (record);
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      assert_nothing_saved (fixture);
      g_clear_error (&error);

      lax_spec = write_spec (fixture, lax, cases[i].scheme);
      record = add_api (workspace, lax_spec, NULL, &notes, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (notes->len, ==, 1);
      g_assert_nonnull (strstr (g_ptr_array_index (notes, 0), cases[i].words));
    }
}

/* Options that nobody can read, such as a record of version 4 that could not be typed, stop their own source only. */
static void
test_damaged (void)
{
  static const char *const damages[] = { "[\"reads:%zz\"]", "[{\"word\":\"nothing\"}]", "no JSON", "{}" };

  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      g_autofree char *path = make_shop (fixture);
      Door door = { NULL, NULL };
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
      g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
      g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
      g_autofree char *damage
        = g_strdup_printf ("UPDATE source SET options = '%s' WHERE name = 'parcels'", damages[i]);
      g_autofree char *kept = g_strdup_printf (
        "SELECT count(*) FROM source WHERE name = 'parcels' AND options = '%s'", damages[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSourceRecord) record = NULL;
      g_autoptr (GPtrArray) records = NULL;

      add_shop (workspace, path);
      record = add_api (workspace, spec, NULL, NULL, &error);
      g_assert_no_error (error);
      store_exec (fixture->path, damage);

      records = ask_workspace_list_sources (workspace, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (records->len, ==, 2);
      g_assert_null (((AskSourceRecord *) records->pdata[0])->problem);
      g_assert_nonnull (strstr (((AskSourceRecord *) records->pdata[1])->problem, "options are damaged"));
      g_assert_cmpint (query_integer (workspace, "SELECT count(*) FROM person", &error), ==, 2);
      g_assert_no_error (error);
      g_assert_true (ask_workspace_test_source (workspace, "shop", NULL, &error));
      g_assert_true (ask_workspace_refresh_source (workspace, "shop", NULL, NULL, &error));
      g_assert_no_error (error);

      /* Nothing is written over what is there. */
      g_assert_false (ask_workspace_test_source (workspace, "parcels", NULL, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN);
      g_assert_nonnull (strstr (error->message, "Remove it and add it again."));
      g_clear_error (&error);
      g_assert_false (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
      g_clear_error (&error);
      g_assert_false (
        ask_workspace_tune_source (workspace, "parcels", &(AskSourceTuning) { 300, -1, -1 }, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_OPEN);
      g_clear_error (&error);
      g_assert_cmpint (store_get_integer (fixture->path, kept), ==, 1);

      g_assert_true (ask_workspace_remove_source (workspace, "parcels", &error));
      g_assert_no_error (error);
      g_clear_pointer (&record, ask_source_record_free);
      record = add_api (workspace, spec, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_null (record->problem);
    }
}

/* A specification that changes its mind about the server does not get the keys sent there. */
static void
test_moved_api (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { (char *) "X-Parcel-Pass", (char *) "open-sesame" };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autoptr (AskTestServer) other = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autofree char *spec_again = NULL;
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  g_setenv ("ASK_TEST_KEY", "open-sesame", TRUE);
  record = add_api (workspace, spec, "header X-Parcel-Pass: $ASK_TEST_KEY", NULL, &error);
  g_assert_no_error (error);
  spec_again = write_spec (fixture, other, IN_HEADER);
  g_assert_false (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "now names another server"));
  g_assert_cmpuint (ask_test_server_count (other, "/v1/parcels"), ==, 0);
  g_clear_error (&error);
  g_assert_true (ask_workspace_test_source (workspace, "parcels", NULL, &error));
  g_assert_no_error (error);
}

/* Where there is no key, none can go astray, whatever else was said of the API. */
static void
test_moved_without_key (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { NULL, NULL };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autoptr (AskTestServer) other = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autofree char *spec_again = NULL;
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = add_api (workspace, spec, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (record);
  g_assert_true (
    ask_workspace_tune_source (workspace, "parcels", &(AskSourceTuning) { 300, -1, -1 }, &error));
  spec_again = write_spec (fixture, other, IN_HEADER);
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ask_test_server_count (other, "/v1/parcels"), >, 0);
}

/* A key that is not to be had stops the questions that need it, and no others. */
static void
test_key_gone (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = make_shop (fixture);
  Door door = { (char *) "X-Parcel-Pass", (char *) "open-sesame" };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *sql = NULL;

  g_setenv ("ASK_TEST_KEY", "open-sesame", TRUE);
  add_shop (workspace, path);
  record = add_api (workspace, spec, "header X-Parcel-Pass: $ASK_TEST_KEY", NULL, &error);
  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, NULL);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = g_ptr_array_index (schema->entities, i);

      if (entity->kind == ASK_ENTITY_API)
        sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"", entity->name);
    }
  g_assert_cmpint (query_integer (workspace, sql, &error), ==, 2);
  g_assert_no_error (error);

  g_unsetenv ("ASK_TEST_KEY");
  g_assert_cmpint (query_integer (workspace, "SELECT count(*) FROM person", &error), ==, 2);
  g_assert_no_error (error);
  g_assert_cmpint (query_integer (workspace, sql, &error), ==, -1);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "parcels"));
  g_assert_nonnull (strstr (error->message, "ASK_TEST_KEY, which is not set"));
  g_clear_error (&error);
  g_assert_false (ask_workspace_test_source (workspace, "parcels", NULL, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_setenv ("ASK_TEST_KEY", "open-sesame", TRUE);
}

/* Without a Secret Service a key in the clear is refused, also one that only the specification
 * knows to be a key. */
static void
test_no_keyring (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { (char *) "X-Parcel-Pass", (char *) SECRET };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  record = add_api (workspace, spec, "header X-Parcel-Pass: " SECRET, NULL, &error);
  g_assert_null (record);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_SECRET);
  g_assert_nonnull (strstr (error->message, "No password store (Secret Service) runs"));
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM source"), ==, 0);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM schema_version"), ==, 0);
  g_assert_false (store_tree_contains (fixture->folder, SECRET));
  g_clear_pointer (&workspace, ask_workspace_close);
  g_assert_false (store_tree_contains (fixture->folder, SECRET));
}

/* Asked without libsecret, whose own search leaves a little memory behind. */
static guint
count_secrets (AskWorkspace *workspace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) unlocked = NULL;
  g_autoptr (GVariant) locked = NULL;
  GVariantBuilder attributes;

  g_assert_no_error (error);
  g_variant_builder_init (&attributes, G_VARIANT_TYPE ("a{ss}"));
  g_variant_builder_add (&attributes, "{ss}", "workspace", ask_workspace_get_id (workspace));
  reply = g_dbus_connection_call_sync (
      bus, "org.freedesktop.secrets", "/org/freedesktop/secrets", "org.freedesktop.Secret.Service",
      "SearchItems", g_variant_new ("(a{ss})", &attributes), G_VARIANT_TYPE ("(aoao)"),
      G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  g_variant_get (reply, "(@ao@ao)", &unlocked, &locked);
  return (guint) (g_variant_n_children (unlocked) + g_variant_n_children (locked));
}

static void
test_in_session (void)
{
  g_autofree char *said = NULL;
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  Door door = { (char *) "X-Parcel-Pass", (char *) SECRET };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &door);
  g_autofree char *spec = write_spec (fixture, server, IN_HEADER);
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autofree char *sql = NULL;

  /* A registration that fails at its end leaves no key behind. */
  store_exec (fixture->path, "CREATE TRIGGER no BEFORE INSERT ON source"
                             " BEGIN SELECT RAISE (ABORT, 'no'); END");
  record = add_api (workspace, spec, "header X-Parcel-Pass: " SECRET, NULL, &error);
  g_assert_null (record);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_clear_error (&error);
  assert_nothing_saved (fixture);
  g_assert_cmpuint (count_secrets (workspace), ==, 0);
  store_exec (fixture->path, "DROP TRIGGER no");

  record = add_api (workspace, spec, "header X-Parcel-Pass: " SECRET, NULL, &error);
  g_assert_no_error (error);
  said = ask_test_describe_options (record->options);
  g_assert_cmpstr (said, ==, "header X-Parcel-Pass, header Accept-Language=de");
  g_assert_cmpuint (count_secrets (workspace), ==, 1);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM stale_secret"), ==, 0);
  g_assert_false (store_tree_contains (fixture->folder, SECRET));

  schema = ask_workspace_load_schema (workspace, NULL);
  sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"",
                         ((AskEntity *) g_ptr_array_index (schema->entities, 0))->name);
  g_assert_cmpint (query_integer (workspace, sql, &error), ==, 2);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_test_source (workspace, "parcels", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_refresh_source (workspace, "parcels", NULL, NULL, &error));
  g_assert_no_error (error);

  /* What a killed registration left is cleared with the next removal. */
  store_exec (fixture->path, "INSERT INTO stale_secret VALUES ('gone/header:X', 17)");
  g_assert_true (ask_workspace_remove_source (workspace, "parcels", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (count_secrets (workspace), ==, 0);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM stale_secret"), ==, 0);
  g_clear_pointer (&workspace, ask_workspace_close);
  g_assert_false (store_tree_contains (fixture->folder, SECRET));
}

static void
test_keyring (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  store_run_in_session (fixture, self_path, "/store/sources/in-a-session-keys-go-to-the-keyring", SECRET);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  self_path = g_canonicalize_filename (argv[0], NULL);
  if (g_getenv ("ASK_TEST_SESSION") != NULL)
    g_test_add_func ("/store/sources/in-a-session-keys-go-to-the-keyring", test_in_session);
  else
    {
      store_without_session ();
      g_test_add_func ("/store/sources/a-file-becomes-a-source", test_add_sqlite);
      g_test_add_func ("/store/sources/what-is-no-source-is-refused-and-leaves-nothing", test_refused);
      g_test_add_func ("/store/sources/a-name-is-given-once", test_same_name);
      g_test_add_func ("/store/sources/a-refresh-brings-new-tables-and-values", test_refresh);
      g_test_add_func ("/store/sources/a-removed-source-goes-with-its-schema", test_remove);
      g_test_add_func ("/store/sources/a-cancelled-registration-leaves-nothing", test_cancelled);
      g_test_add_func ("/store/sources/an-api-is-registered-with-its-key", test_add_api);
      g_test_add_func ("/store/sources/what-is-tuned-survives-a-refresh", test_tuning);
      g_test_add_func ("/store/sources/a-missing-key-is-asked-for-by-name", test_missing_key);
      g_test_add_func ("/store/sources/an-api-that-moved-gets-no-key", test_moved_api);
      g_test_add_func ("/store/sources/damaged-options-stop-their-own-source-only", test_damaged);
      g_test_add_func ("/store/sources/an-api-without-a-key-may-move", test_moved_without_key);
      g_test_add_func ("/store/sources/a-key-that-is-gone-stops-only-its-source", test_key_gone);
      g_test_add_func ("/store/sources/without-a-keyring-a-clear-key-is-refused", test_no_keyring);
      g_test_add_func ("/store/sources/keys-go-to-the-keyring", test_keyring);
    }

  int result = g_test_run ();

  g_free (self_path);
  return result;
}

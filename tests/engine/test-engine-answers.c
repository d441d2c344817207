/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers that invite a wrong row count: cells of another type than promised, a fault that only a
 * lookahead meets, lists and patterns too large to be finished. Never fewer rows without an error.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine-fixture.h"
#include "support/ask-test-kinds.h"

#define TABLES                                                                                     \
  "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"                             \
  "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "CREATE TABLE d(id INTEGER PRIMARY KEY, v);"                                                     \
  "INSERT INTO d (v) VALUES (0), (7), (1e300);"

typedef struct
{
  EngineFixture fixture;
  AskTestServer *server;
} Answers;

static void
answers_open (Answers *self, AskPagingKind paging, AskTestHandler handler)
{
  g_autofree char *url = NULL;
  AskSourceConfig *config;

  engine_fixture_open (&self->fixture, TABLES, paging);
  self->server = ask_test_server_new (handler, NULL);
  url = ask_test_server_dup_url (self->server, "");
  config = self->fixture.configs->pdata[0];
  g_free (config->base_url);
  config->base_url = g_steal_pointer (&url);
}

static void
answers_close (Answers *self)
{
  engine_fixture_close (&self->fixture);
  ask_test_server_free (self->server);
}

/* The API gives numbers as text and text as numbers, whatever it is asked for. */
static void
give_mixed (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  ask_test_reply_set (reply, 200, "application/json",
                      "{\"data\":[{\"id\":\"1\",\"g\":7,\"n\":\"07\",\"x\":-0.0},"
                      "{\"id\":2,\"g\":\"1.0e+300\",\"n\":8,\"x\":\"7.0\"},"
                      "{\"id\":3,\"g\":\"a\\u0000b\",\"n\":null,\"x\":0.5}]}",
                      -1);
}

static void
test_cells_of_another_type (void)
{
  static const struct
  {
    const char *sql;
    const char *rows;
  } cases[] = {
    { "SELECT count(*) FROM a WHERE n = 7", "1" },
    { "SELECT count(*) FROM a WHERE n IN (7, 8)", "2" },
    { "SELECT count(*) FROM a WHERE n IN ('7', 7, 7.0, 9)", "1" },
    { "SELECT count(*) FROM a WHERE id IN (1, 2)", "2" },
    { "SELECT count(*) FROM a WHERE g IN ('7', 'y')", "1" },
    { "SELECT count(*) FROM a WHERE g IN (7, 1e300)", "2" },
    { "SELECT count(*) FROM a WHERE g IN ('a' || char(0) || 'b', 'a' || char(0) || 'c')", "1" },
    { "SELECT count(*) FROM a WHERE x = 0", "1" },
    { "SELECT count(*) FROM d JOIN a ON a.x = d.v", "2" },
    { "SELECT count(*) FROM d CROSS JOIN a ON a.n = d.v", "1" },
  };
  Answers answers;

  answers_open (&answers, ASK_PAGING_NONE, give_mixed);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (answers.fixture.engine, cases[i].sql, NULL, NULL, NULL, &error);
      g_autofree char *n = NULL;

      g_assert_no_error (error);
      n = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
      if (strcmp (n, cases[i].rows) != 0)
        g_error ("%s: %s rows, not %s", cases[i].sql, n, cases[i].rows);
    }
  answers_close (&answers);
}

/* Three pages with an "id" each, of which every answer says that they are a hundred rows. */
static void
promise_too_much (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                  gpointer data)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  gint64 n = page != NULL ? g_ascii_strtoll (page, NULL, 10) : 1;
  g_autofree char *body = NULL;

  if (strcmp (request->path, "/a") != 0)
    body = g_strdup ("{\"data\":[]}");
  else if (n > 3)
    body = g_strdup ("{\"data\":[],\"total\":100}");
  else
    body = g_strdup_printf ("{\"data\":[{\"id\":%" G_GINT64_FORMAT "}],\"total\":100}", n);
  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

/* The lookahead of the join reads "a" to its end before the statement itself does. */
static void
test_fault_that_a_lookahead_meets (void)
{
  static const char *const queries[] = {
    "SELECT id FROM a",
    "SELECT a.id, c.t FROM a CROSS JOIN c ON c.a_id = a.id",
    "SELECT a.id, c.t FROM a LEFT JOIN c ON c.a_id = a.id",
  };
  Answers answers;

  answers_open (&answers, ASK_PAGING_PAGE, promise_too_much);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (answers.fixture.engine, queries[i], NULL, NULL, NULL, &error);

      if (result != NULL)
        g_error ("%s gave %" G_GSIZE_FORMAT " rows", queries[i],
                 ask_rows_get_n_rows (result->rows));
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
    }
  answers_close (&answers);
}

static void
test_too_large_to_finish (void)
{
  static const struct
  {
    const char *sql;
    AskEngineError code;
  } cases[] = {
    { "SELECT * FROM a WHERE id IN (WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s "
      "LIMIT 400000) SELECT i FROM s)",
      ASK_ENGINE_ERROR_LIMIT },
    { "SELECT 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' REGEXP '(a+)+$'",
      ASK_ENGINE_ERROR_FAILED },
  };
  Answers answers;

  answers_open (&answers, ASK_PAGING_NONE, give_mixed);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (answers.fixture.engine, cases[i].sql, NULL, NULL, NULL, &error);

      g_assert_null (result);
      g_assert_error (error, ASK_ENGINE_ERROR, (int) cases[i].code);
    }
  answers_close (&answers);
}

/* A file that was attached before has a table of the same name, which is not in the schema. */
static void
test_table_of_another_file (void)
{
  EngineFixture fixture;
  g_autofree char *path = NULL;
  g_autoptr (AskEngine) engine = NULL;
  AskEntity *entity = ask_entity_new ("e", "other", "e", ASK_ENTITY_TABLE);
  sqlite3 *db = NULL;
  GError *error = NULL;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  path = g_build_filename (fixture.folder, "other.sqlite", NULL);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "CREATE TABLE e(id); CREATE TABLE d(id, v)", NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);
  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER);
  ask_schema_add_entity (fixture.schema, entity);
  g_ptr_array_add (fixture.configs, ask_source_config_new ("other", &ask_sqlite_kind, path));
  engine = ask_engine_new (fixture.schema, fixture.configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskResult) result
        = ask_engine_query (engine, i == 0 ? "SELECT id FROM e" : "SELECT id FROM d", NULL, NULL,
                            NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, i == 0 ? 0 : 3);
    }
  g_clear_pointer (&engine, ask_engine_free);
  g_assert_cmpint (g_unlink (path), ==, 0);
  engine_fixture_close (&fixture);
}

/* A numeric column beside a text one: SQLite reads the text as a number, and an API would not. */
static void
test_number_beside_text (void)
{
  static const char *const queries[] = {
    "SELECT a.id, d.id FROM d JOIN a ON a.g = d.a_id",
    "SELECT a.id, d.id FROM d CROSS JOIN a ON a.g = d.a_id",
    "SELECT a.id, b.id FROM b CROSS JOIN a ON a.g = b.x",
    "SELECT a.id FROM a WHERE a.g IN (SELECT x FROM b)",
    "SELECT a.id FROM a WHERE a.g = 7",
    "SELECT a.id FROM a WHERE a.g IN (7, '07')",
  };
  EngineFixture fixture;

  engine_fixture_open (&fixture,
                       "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER);"
                       "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, x REAL);"
                       "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER);"
                       "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER);"
                       "INSERT INTO a VALUES (1, '7', 0), (2, '07', 0), (3, '7.0', 0), (4, 'x', 0);"
                       "INSERT INTO b VALUES (1, 0, 7.0); INSERT INTO d VALUES (1, 7), (2, 8);",
                       ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (fixture.engine, queries[i], NULL, NULL, NULL, &error);
      GString *rows, *expected = engine_fixture_plain (&fixture, queries[i]);

      g_assert_no_error (error);
      g_assert_nonnull (expected);
      g_assert_cmpuint (expected->len, >, 0);
      rows = engine_fixture_rows (result->rows);
      if (strcmp (rows->str, expected->str) != 0)
        g_error ("%s: %s, not %s", queries[i], rows->str, expected->str);
      g_string_free (rows, TRUE);
      g_string_free (expected, TRUE);
    }
  engine_fixture_close (&fixture);
}

static void
give_one_thing (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                gpointer data)
{
  guint64 id = 0;

  sscanf (request->path, "/things/%" G_GUINT64_FORMAT, &id);
  if (id % 3 == 0)
    ask_test_reply_set (reply, id % 2 == 0 ? 404 : 410, "application/json", "{}", -1);
  else
    {
      g_autofree char *body
          = g_strdup_printf ("{\"id\":%" G_GUINT64_FORMAT ",\"t\":\"t%" G_GUINT64_FORMAT "\"}", id,
                             id);

      ask_test_reply_set (reply, 200, "application/json", body, -1);
    }
}

/* Keys that the API does not know are rows that a join does not have. */
static void
test_unknown_keys (void)
{
  static const struct
  {
    const char *sql;
    const char *rows;
  } cases[] = {
    { "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)"
      " SELECT count(*), sum(id), count(DISTINCT t) FROM n JOIN thing ON thing.id = n.i",
      "20|300|20|\n" },
    { "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)"
      " SELECT count(*), count(t) FROM n LEFT JOIN thing ON thing.id = n.i",
      "30|20|\n" },
    { "SELECT t FROM thing WHERE id IN (2, 3, 4)", "\"t2\"|\n\"t4\"|\n" },
    { "SELECT count(*) FROM thing WHERE id = 3", "0|\n" },
  };
  g_autoptr (AskTestServer) server = ask_test_server_new (give_one_thing, NULL);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, "/nowhere/spec.json");
  AskEntity *entity = ask_entity_new ("thing", "shop", "getThing", ASK_ENTITY_API);

  config->base_url = ask_test_server_dup_url (server, "");
  g_ptr_array_add (configs, config);
  ask_entity_add_attribute (entity, "id", "id", ASK_TYPE_INTEGER)->key = 1;
  ask_entity_add_attribute (entity, "t", "t", ASK_TYPE_TEXT);
  entity->operation = ask_operation_new ("/things/{id}");
  entity->operation->single = TRUE;
  ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_PATH, "id", TRUE);
  ask_schema_add_entity (schema, entity);
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) result
          = ask_engine_query (engine, cases[i].sql, NULL, NULL, NULL, &error);
      GString *rows;

      g_assert_no_error (error);
      rows = engine_fixture_rows (result->rows);
      g_assert_cmpstr (rows->str, ==, cases[i].rows);
      g_string_free (rows, TRUE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/answers/cells-of-another-type-lose-no-row", test_cells_of_another_type);
  g_test_add_func ("/engine/answers/a-fault-that-a-lookahead-meets-is-an-error",
                   test_fault_that_a_lookahead_meets);
  g_test_add_func ("/engine/answers/an-answer-too-large-to-finish-is-an-error", test_too_large_to_finish);
  g_test_add_func ("/engine/answers/a-table-of-another-file-is-joined", test_table_of_another_file);
  g_test_add_func ("/engine/answers/a-number-beside-text-is-compared-as-in-sqlite", test_number_beside_text);
  g_test_add_func ("/engine/answers/unknown-keys-are-rows-without-a-partner", test_unknown_keys);
  return g_test_run ();
}

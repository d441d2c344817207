/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a file or an API that meet a server's. Where they only choose among them they travel as a list that
 * a column is looked up in, if that means the same; where they say a few things of many keys as an array and a
 * dictionary; and as a relation of values everywhere else; or they stay, and the plan says why. All must give the same.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-table.h"
#include "support/ask-test-kinds.h"

/* t: 20,000 rows, 20 for each ref from 0 to 999; wide is ref as bigint, small as smallint.
 * The files' tables: see make_file(). */
static const struct
{
  const char *sql;
  const char *expected;
  gboolean list;
} queries[] = {
  { "SELECT count(*) FROM t JOIN k ON k.n = t.ref", "6000", TRUE },
  { "SELECT count(*) FROM k JOIN t ON t.ref = k.n", "6000", TRUE },
  { "SELECT count(*), sum(t.id) > 0 FROM k, t WHERE t.wide = k.n AND t.id <= 10000", "3000", TRUE },
  { "SELECT count(*) FROM t JOIN k ON k.n = t.ref AND k.n + k.odd > 50 JOIN u ON u.id = t.ref", "5000", TRUE },
  /* What is not a choice alone, or could be another one. */
  { "SELECT count(*) FROM t JOIN twice k ON k.n = t.ref", "12000", FALSE },
  { "SELECT count(*) FROM t JOIN gaps k ON k.n = t.ref", "6000", FALSE },
  { "SELECT count(*) FROM t JOIN far k ON k.n = t.ref", "6000", FALSE },
  { "SELECT count(*) FROM t JOIN far k ON k.n = t.wide", "6000", TRUE },
  { "SELECT count(*) FROM t JOIN few k ON k.n = t.ref", "200", FALSE },
  { "SELECT count(*) FROM t JOIN k ON k.n = t.small", "6000", FALSE },
  { "SELECT count(*) FROM t JOIN k ON k.n = t.ref AND k.n < t.id", "5700", FALSE },
  { "SELECT sum(k.n) FROM t JOIN k ON k.n = t.ref", "903000", FALSE },
  { "SELECT count(*) FROM t LEFT JOIN k ON k.n = t.ref", "20000", FALSE },
  { "SELECT count(*) FROM t JOIN third k ON k.n = t.ref", "6000", TRUE },
  { "SELECT sum(k.n) FROM t JOIN third k ON k.n = t.ref", "903000", FALSE },
  { "SELECT count(*) FROM (SELECT * FROM t JOIN k ON k.n = t.ref)", "6000", FALSE },
  /* A table behind IN: the server's, a file's, and a CTE of a table's name. */
  { "SELECT count(*) FROM t WHERE ref IN u", "20000", FALSE },
  { "SELECT count(*) FROM t WHERE ref IN far", "6000", FALSE },
  { "SELECT count(*) FROM t WHERE ref NOT IN (SELECT id FROM u WHERE id IN far)", "14000", FALSE },
  { "WITH u AS (VALUES (5)) SELECT count(*) FROM t WHERE ref IN u", "20", FALSE },
};

/* What the plan has to say; NULL for nothing. */
static const struct
{
  const char *sql;
  const char *expected;
  const char *note;
} reasons[] = {
  { "SELECT count(*) FROM t JOIN k ON k.n = t.ref", "6000", NULL },
  { "SELECT count(*) FROM t JOIN c ON c.a_id = t.id AND c.a_id IN (1, 2) AND t.id < 4", "2", NULL },
  { "SELECT 6 FROM t JOIN k ON k.n = t.ref UNION SELECT 6 FROM k", "6",
    "a compound of SELECTs is put together here" },
  { "SELECT count(*) FROM t JOIN (k JOIN far f ON f.n = k.n) ON k.n = t.ref", "6000",
    "a join is in parentheses" },
  { "SELECT count(*) FROM twice k JOIN u ON u.id = k.n WHERE u.id = 5", "2",
    "more of them are elsewhere than in “shop”" },
  { "SELECT count(*) FROM k WHERE n IN (SELECT id FROM u)", "300", "no table of a server stands in its FROM" },
  { "SELECT count(*) FROM t JOIN k ON k.rowid = t.id", "300", "the rowid of “k” is needed" },
  { "SELECT count(*) FROM t JOIN json_each('[1, 2]') j ON j.value = t.id", "2",
    "“j” is a function that is called here" },
  { "SELECT count(*) FROM t JOIN mix ON mix.v = t.id", "1", "“v” has values of several kinds" },
  { "SELECT count(*) FROM t JOIN (SELECT '1' COLLATE NOCASE AS s, n FROM k) q ON q.n = t.ref AND q.s = '1'", "6000",
    "“s” of “q” compares by NOCASE" },
  { "SELECT count(*) FROM t WHERE CAST(id AS TEXT) IN (SELECT CAST(n AS TEXT) COLLATE NOCASE FROM k)", "300",
    "of a subquery compares by NOCASE" },
  { "SELECT count(*) FROM t WHERE id <= 1 + (SELECT count(*) FROM few WHERE few.n < t.ref)", "11",
    "a subquery with tables elsewhere cannot be computed first" },
  { "SELECT count(*) FROM t JOIN c ON c.a_id = t.id WHERE t.id < 4", "3",
    "only the join says which “a_id” of “c” to ask for" },
  { "SELECT count(*) FROM t JOIN c ON c.a_id = t.id AND c.a_id IN (1, t.id) WHERE t.id < 4", "3",
    "only the join says which “a_id” of “c” to ask for" },
};

/* k: 1 to 300; third: the same behind two columns; words: -200 to 1000, and what they say; twice: each twice; gaps: and a NULL; far: and one beyond 32 bits; few: 1 to 10; mix: a number and a text. c, of the API: 1 to 10. */
static void
make_file (const char *path)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db,
                "CREATE TABLE k (n INTEGER PRIMARY KEY, odd INTEGER);"
                "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 300) "
                "INSERT INTO k SELECT i, i % 2 FROM s;"
                "CREATE TABLE twice (n INTEGER); INSERT INTO twice SELECT n FROM k;"
                "INSERT INTO twice SELECT n FROM k;"
                "CREATE TABLE gaps (n INTEGER); INSERT INTO gaps SELECT n FROM k;"
                "INSERT INTO gaps VALUES (NULL);"
                "CREATE TABLE third (a TEXT, b TEXT, n INTEGER); INSERT INTO third SELECT 'a', 'b', n FROM k;"
                "CREATE TABLE far (n INTEGER); INSERT INTO far SELECT n FROM k;"
                "INSERT INTO far VALUES (3000000000);"
                "CREATE TABLE few (n INTEGER); INSERT INTO few SELECT n FROM k WHERE n <= 10;"
                "CREATE TABLE mix (v); INSERT INTO mix VALUES (1), ('x');"
                "CREATE TABLE c (a_id INTEGER); INSERT INTO c SELECT n FROM few;"
                "CREATE TABLE words (n INTEGER, word TEXT, part INTEGER, share REAL);"
                "WITH RECURSIVE s (i) AS (SELECT -200 UNION ALL SELECT i + 1 FROM s WHERE i < 1000) "
                "INSERT INTO words SELECT i, CASE WHEN i % 11 <> 0 THEN 'wörd ' || i % 7 END, i % 3, i % 2 / 4.0 "
                "FROM s ORDER BY i * 7 % 1201;"
                "CREATE TABLE holes AS SELECT * FROM words WHERE n % 7 <> 3;"
                "CREATE TABLE far_apart AS SELECT n * 3 AS n, word FROM words;"
                "CREATE TABLE doubled AS SELECT n / 2 AS n, word FROM words;"
                "CREATE TABLE unknown AS SELECT nullif(n, 5) AS n, word FROM words;"
                "CREATE TABLE top AS SELECT n + 9223372036854774807 AS n, word FROM words;"
                "CREATE TABLE wordy AS SELECT n, 'word ' || n AS word FROM words",
                NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

typedef struct
{
  AskTestPostgres *postgres;
  AskTestTable table;
  AskTestServer *api;
  char *folder;
  char *path;
  AskEngine *engine;
} Fixture;

static void
open_engine (Fixture *self)
{
  static const char *const parameters[] = { "a_id", NULL };
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  AskSourceConfig *api = ask_source_config_new ("api", &ask_rest_kind, "none");
  AskEntity *entity = ask_test_table_new_entity (&self->table, "api", "c", parameters, "a_id");

  g_ptr_array_add (configs, ask_source_config_new ("shop", &ask_postgres_kind,
                                                   ask_test_postgres_get_uri (self->postgres)));
  g_ptr_array_add (configs, ask_source_config_new ("file", &ask_sqlite_kind, self->path));
  for (guint i = 0; i < configs->len; i++)
    {
      g_autoptr (AskSource) source = ask_source_new (configs->pdata[i], &error);
      g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);

      g_assert_no_error (error);
      for (guint e = found->schema->entities->len; e-- > 0;)
        if (strcmp (((AskEntity *) found->schema->entities->pdata[e])->name, "c") == 0)
          g_ptr_array_remove_index (found->schema->entities, e);
      ask_schema_merge (schema, ((AskSourceConfig *) configs->pdata[i])->name, found->schema);
    }
  api->base_url = ask_test_server_dup_url (self->api, "");
  g_ptr_array_add (configs, api);
  entity->row_estimate = 10;
  ask_schema_add_entity (schema, entity);
  self->engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
}

static gboolean
open_fixture (Fixture *self)
{
  g_autofree char *reason = NULL;
  g_autoptr (GError) error = NULL;

  *self = (Fixture) { .postgres = ask_test_postgres_new (NULL, &reason) };
  if (self->postgres == NULL)
    {
      g_test_skip (reason);
      return FALSE;
    }
  self->folder = g_dir_make_tmp ("ask-lists-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "keys.sqlite", NULL);
  make_file (self->path);
  self->table = (AskTestTable) { .path = self->path, .page_size = 7 };
  self->api = ask_test_server_new (ask_test_table_handle, &self->table);
  ask_test_postgres_exec (self->postgres,
                          "CREATE TABLE t (id int PRIMARY KEY, ref integer, wide bigint, small smallint);"
                          "INSERT INTO t SELECT i, i % 1000, i % 1000, i % 1000 "
                          "FROM generate_series(1, 20000) i;"
                          "CREATE TABLE u (id int PRIMARY KEY);"
                          "INSERT INTO u SELECT generate_series(0, 999);"
                          "CREATE TABLE edges (ref integer, wide bigint, note text);"
                          "INSERT INTO edges VALUES (2147483647, 9223372036854775807, 'a'),"
                          " (-2147483648, -9223372036854775808, 'b'), (NULL, NULL, 'c'), (5, 5, 'd'), (-200, 1000, 'e'),"
                          " (-201, 1001, 'f'), (0, 0, 'g');"
                          "INSERT INTO edges SELECT NULL, NULL, 'z' FROM generate_series(1, 4000);"
                          "CREATE TABLE unsaid (\"a\001\" int); ANALYZE");
  open_engine (self);
  return TRUE;
}

static void
close_fixture (Fixture *self)
{
  ask_engine_free (self->engine);
  ask_test_server_free (self->api);
  ask_test_postgres_free (self->postgres);
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

static AskResult *
query (Fixture *self, const char *sql, const char *expected)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  g_autofree char *text = NULL;

  g_test_message ("%.200s", sql);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
  text = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
  g_assert_cmpstr (text, ==, expected);
  return result;
}

static void
test_choice (void)
{
  Fixture fixture;

  if (!open_fixture (&fixture))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskResult) result = query (&fixture, queries[i].sql, queries[i].expected);
      gboolean list = FALSE;

      for (guint r = 0; r < result->remote->len; r++)
        list = list || strstr (((AskRemoteQuery *) result->remote->pdata[r])->sql, "= ANY (") != NULL;
      g_assert_cmpint (list, ==, queries[i].list);
    }
  close_fixture (&fixture);
}

static void
test_reasons (void)
{
  Fixture fixture;

  if (!open_fixture (&fixture))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autoptr (AskResult) result = query (&fixture, reasons[i].sql, reasons[i].expected);
      g_autofree char *text = ask_plan_to_text (result->plan);

      g_test_message ("%s", text);
      if (reasons[i].note == NULL)
        g_assert_null (strstr (text, "rows do not travel"));
      else
        g_assert_nonnull (strstr (text, reasons[i].note));
    }
  close_fixture (&fixture);
}

/* Each is written out without push-down, too. */
static const struct
{
  const char *sql;
  gboolean lookup;
} lookups[] = {
  { "SELECT k.word, count(*), sum(t.id) FROM t JOIN words k ON k.n = t.ref GROUP BY k.word ORDER BY k.word", TRUE },
  { "SELECT k.word, k.part, k.share, min(id) FROM words k, t WHERE t.wide = k.n GROUP BY 1, 2, 3 ORDER BY 1, 2, 3", TRUE },
  { "SELECT word, id FROM t JOIN holes ON n = ref WHERE id < 400 AND part > -5 ORDER BY id", TRUE },
  { "SELECT note, word FROM edges e JOIN words k ON k.n = e.ref ORDER BY note", TRUE },
  { "SELECT note, word FROM edges e JOIN words k ON k.n = e.wide WHERE k.part = 2 OR k.part = e.ref ORDER BY note", FALSE },
  { "SELECT note, word FROM edges e JOIN words k ON k.n = e.wide ORDER BY note", TRUE },
  { "SELECT note, word FROM edges e JOIN top k ON k.n = e.wide ORDER BY note", TRUE },
  { "SELECT count(*) FROM t JOIN words a ON a.n = t.ref JOIN words b ON b.n = t.small WHERE a.part = b.part", FALSE },
  { "SELECT count(*), min(a.word || b.word) FROM t JOIN words a ON a.n = t.ref JOIN words b ON b.n = t.wide", TRUE },
  { "SELECT sum(k.n), max(k.word) FROM t JOIN words k ON k.n = t.ref", FALSE },
  { "SELECT max(k.word) FROM t JOIN far_apart k ON k.n = t.ref", FALSE },
  { "SELECT count(k.word) FROM t JOIN doubled k ON k.n = t.ref", FALSE },
  { "SELECT count(k.word) FROM t JOIN unknown k ON k.n = t.ref", FALSE },
  { "SELECT max(k.word) FROM t JOIN wordy k ON k.n = t.ref", FALSE },
  { "SELECT max(k.word) FROM t JOIN words k ON k.n = t.small", FALSE },
  { "SELECT max(k.word), count(*) FROM t LEFT JOIN words k ON k.n = t.ref", FALSE },
  { "SELECT max(k.word) FROM t JOIN words k ON k.n = t.ref WHERE k.part = 0", FALSE },
  { "SELECT max(k.word) FROM t JOIN words k ON k.n = t.ref WHERE k.n < 0", FALSE },
};

static char *
write_rows (const AskRows *rows)
{
  GString *text = g_string_new (NULL);

  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (rows); c++)
      {
        const AskValue *cell = ask_rows_get (rows, r, c);
        g_autofree char *word = cell->kind == ASK_VALUE_NULL ? NULL : ask_value_to_text (cell);

        g_string_append_printf (text, "%u:%s|", cell->kind, word != NULL ? word : "");
      }
  return g_string_free (text, FALSE);
}

static void
test_lookups (void)
{
  Fixture fixture;

  if (!open_fixture (&fixture))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (lookups); i++)
    {
      char *texts[2] = { NULL, NULL };
      gboolean lookup = FALSE;

      for (guint push = 0; push < 2; push++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (AskResult) result = NULL;

          ask_engine_set_push_down (fixture.engine, push);
          result = ask_engine_query (fixture.engine, lookups[i].sql, NULL, NULL, NULL, &error);
          g_assert_no_error (error);
          texts[push] = write_rows (result->rows);
          for (guint r = 0; r < result->remote->len; r++)
            lookup = lookup || strstr (((AskRemoteQuery *) result->remote->pdata[r])->sql, "::int4[])[") != NULL;
        }
      g_test_message ("%s", lookups[i].sql);
      g_assert_cmpstr (texts[1], ==, texts[0]);
      g_assert_cmpuint (strlen (texts[0]), >, 0);
      g_assert_cmpint (lookup, ==, lookups[i].lookup);
      g_free (texts[0]);
      g_free (texts[1]);
    }
  close_fixture (&fixture);
}

/* Conditions that have more values than a server takes are checked here. */
static void
test_many_values (void)
{
  g_autoptr (GString) sql = g_string_new ("SELECT count(*) FROM t WHERE ref IN (0");
  g_autoptr (AskResult) result = NULL;
  Fixture fixture;

  if (!open_fixture (&fixture))
    return;
  for (int i = 500; i < 40000; i++)
    g_string_append_printf (sql, ",%d", i);
  g_string_append_c (sql, ')');
  result = query (&fixture, sql->str, "10020");
  g_assert_nonnull (strstr (result->plan->note, "too many values"));
  close_fixture (&fixture);
}

/* A table whose names cannot be written in a query of the server's. */
static void
test_no_table (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  Fixture fixture;

  if (!open_fixture (&fixture))
    return;
  result = ask_engine_query (fixture.engine, "SELECT * FROM unsaid, k", NULL, NULL, NULL, &error);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED);
  g_assert_cmpstr (error->message, ==,
                   "“unsaid” of “shop” cannot be read: A name holds a control character.");
  close_fixture (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/lists/rows-that-only-choose-travel-as-a-list", test_choice);
  g_test_add_func ("/engine/lists/what-rows-say-of-many-keys-is-looked-up", test_lookups);
  g_test_add_func ("/engine/lists/the-plan-says-why-rows-do-not-travel", test_reasons);
  g_test_add_func ("/engine/lists/more-values-than-a-server-takes-are-checked-here", test_many_values);
  g_test_add_func ("/engine/lists/a-table-that-cannot-be-named-is-told", test_no_table);
  return g_test_run ();
}

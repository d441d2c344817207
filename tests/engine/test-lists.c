/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of a file that only choose among a server's: they travel as a list that a column is looked up in,
 * where that means the same, and as a relation of values everywhere else. Both must give the same counts.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-postgres.h"

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
  { "SELECT count(*) FROM (SELECT * FROM t JOIN k ON k.n = t.ref)", "6000", FALSE },
  /* A table behind IN: the server's, a file's, and a CTE of a table's name. */
  { "SELECT count(*) FROM t WHERE ref IN u", "20000", FALSE },
  { "SELECT count(*) FROM t WHERE ref IN far", "6000", FALSE },
  { "SELECT count(*) FROM t WHERE ref NOT IN (SELECT id FROM u WHERE id IN far)", "14000", FALSE },
  { "WITH u AS (VALUES (5)) SELECT count(*) FROM t WHERE ref IN u", "20", FALSE },
};

/* k: 1 to 300; twice: each twice; gaps: and a NULL; far: and one beyond 32 bits; few: 1 to 10. */
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
                "CREATE TABLE far (n INTEGER); INSERT INTO far SELECT n FROM k;"
                "INSERT INTO far VALUES (3000000000);"
                "CREATE TABLE few (n INTEGER); INSERT INTO few SELECT n FROM k WHERE n <= 10",
                NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

static AskEngine *
open_engine (AskTestPostgres *server, const char *path)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  AskEngine *engine;

  g_ptr_array_add (configs, ask_source_config_new ("shop", ASK_SOURCE_POSTGRES,
                                                   ask_test_postgres_get_uri (server)));
  g_ptr_array_add (configs, ask_source_config_new ("file", ASK_SOURCE_SQLITE, path));
  for (guint i = 0; i < configs->len; i++)
    {
      g_autoptr (AskSource) source = ask_source_new (configs->pdata[i], &error);
      g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);

      g_assert_no_error (error);
      ask_schema_merge (schema, ((AskSourceConfig *) configs->pdata[i])->name, found->schema);
    }
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  return engine;
}

static void
test_choice (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  folder = g_dir_make_tmp ("ask-lists-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (folder, "keys.sqlite", NULL);
  make_file (path);
  ask_test_postgres_exec (server,
                          "CREATE TABLE t (id int PRIMARY KEY, ref integer, wide bigint, small smallint);"
                          "INSERT INTO t SELECT i, i % 1000, i % 1000, i % 1000 "
                          "FROM generate_series(1, 20000) i;"
                          "CREATE TABLE u (id int PRIMARY KEY);"
                          "INSERT INTO u SELECT generate_series(0, 999); ANALYZE");
  engine = open_engine (server, path);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskResult) result
        = ask_engine_query (engine, queries[i].sql, NULL, NULL, NULL, &error);
      g_autofree char *text = NULL;
      gboolean list = FALSE;

      g_assert_no_error (error);
      text = ask_value_to_text (ask_rows_get (result->rows, 0, 0));
      for (guint r = 0; r < result->remote->len; r++)
        list = list || strstr (((AskRemoteQuery *) result->remote->pdata[r])->sql, "= ANY (") != NULL;
      g_test_message ("%s", queries[i].sql);
      g_assert_cmpstr (text, ==, queries[i].expected);
      g_assert_cmpint (list, ==, queries[i].list);
    }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/lists/choice", test_choice);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Views over views of a file that somebody else made: those that stand for more than any machine has are left out when
 * the file is registered, and refused where they come later. What people have in their files is read.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-bomb.h"
#include "support/ask-test-kinds.h"

#define LAST 30

/* Each names the one before, %1$d, twice. */
static const struct
{
  const char *name;
  const char *view;
} bombs[] = {
  { "joins", "CREATE VIEW v%2$d AS SELECT a.x FROM v%1$d a, v%1$d b" },
  { "compounds", "CREATE VIEW v%2$d AS SELECT x FROM v%1$d UNION ALL SELECT x FROM main.v%1$d" },
  { "columns", "CREATE VIEW v%2$d AS SELECT x + x AS x FROM v%1$d" },
  { "subqueries", "CREATE VIEW v%2$d AS SELECT (SELECT max(x) FROM [v%1$d]) AS x FROM \"v%1$d\" -- )" },
};

static void
fill (const char *path, const char *view)
{
  sqlite3 *db;

  g_remove (path);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1); CREATE VIEW v0 AS SELECT x FROM t", NULL, NULL, NULL),
                   ==, SQLITE_OK);
  for (int i = 1; view != NULL && i <= LAST; i++)
    {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      g_autofree char *sql = g_strdup_printf (view, i - 1, i);
#pragma GCC diagnostic pop

      g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    }
  sqlite3_close (db);
}

static AskIntrospection *
introspect (AskSourceConfig *config)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  AskIntrospection *found;

  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static void
test_left_out (gconstpointer data)
{
  const char *view = bombs[GPOINTER_TO_UINT (data)].view;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  AskSourceConfig *config;
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *notes = NULL;

  /* In a process that is ended where it hangs. */
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  folder = g_dir_make_tmp ("ask-views-XXXXXX", NULL);
  path = g_build_filename (folder, "f.sqlite", NULL);
  fill (path, view);
  ask_test_bomb_set_limits ();
  config = ask_source_config_new ("f", &ask_sqlite_kind, path);
  found = introspect (config);
  g_ptr_array_add (found->notes, NULL);
  notes = g_strjoinv ("\n", (char **) found->notes->pdata);
  g_assert_nonnull (strstr (notes, "The view v30 was left out: with all views behind it it has more than 100000 parts."));
  g_assert_null (ask_schema_find_entity (found->schema, "v30"));
  g_assert_nonnull (ask_schema_find_entity (found->schema, "v3"));
  g_assert_nonnull (ask_schema_find_entity (found->schema, "t"));
  ask_source_config_unref (config);
  g_remove (path);
  g_rmdir (folder);
}

typedef struct
{
  char *folder;
  char *path;
  AskEngine *engine;
} Fixture;

static void
open_fixture (Fixture *self, const char *extra)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ask-views-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "f.sqlite", NULL);
  fill (self->path, NULL);
  if (extra != NULL)
    {
      sqlite3 *db;

      g_assert_cmpint (sqlite3_open (self->path, &db), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (db, extra, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (db);
    }
  g_ptr_array_add (configs, ask_source_config_new ("f", &ask_sqlite_kind, self->path));
  found = introspect (configs->pdata[0]);
  self->engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
}

static void
close_fixture (Fixture *self)
{
  ask_engine_free (self->engine);
  g_remove (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static char *
run (Fixture *self, const char *sql, GError **error)
{
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, error);

  return result != NULL ? ask_value_to_text (ask_rows_get (result->rows, 0, 0)) : NULL;
}

/* The file was an honest one when it was registered. */
static void
test_later (gconstpointer data)
{
  const char *view = bombs[GPOINTER_TO_UINT (data)].view;
  g_autoptr (GError) error = NULL;
  g_autofree char *got = NULL;
  Fixture fixture;
  sqlite3 *db;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  open_fixture (&fixture, NULL);
  fill (fixture.path, view);
  g_assert_cmpint (sqlite3_open (fixture.path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = replace(sql, 'main.', ''); "
                                     "UPDATE sqlite_schema SET sql = 'CREATE VIEW t AS SELECT x FROM v30', type = 'view', rootpage = 0 "
                                     "WHERE name = 't'; UPDATE sqlite_schema SET sql = 'CREATE VIEW v0 AS SELECT 1 AS x' WHERE name = 'v0'",
                                 NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  ask_test_bomb_set_limits ();
  got = run (&fixture, "SELECT x FROM t", &error);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "Source “f”: its view “t” is not read"));
  close_fixture (&fixture);
}

/* It was a table when this very session read it. */
static void
test_meanwhile (void)
{
  g_autoptr (GString) sql = g_string_new ("DROP VIEW v0; DROP TABLE t; CREATE TABLE base (x INTEGER);"
                                          "CREATE VIEW v0 AS SELECT x FROM base;");
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  Fixture fixture;
  sqlite3 *db;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  open_fixture (&fixture, NULL);
  before = run (&fixture, "SELECT x FROM t", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (before, ==, "1");
  for (int i = 1; i <= LAST; i++)
    g_string_append_printf (sql, "CREATE VIEW v%d AS SELECT a.x FROM v%d a, v%d b;", i, i - 1, i - 1);
  g_string_append (sql, "CREATE VIEW t AS SELECT x FROM v30");
  g_assert_cmpint (sqlite3_open (fixture.path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  ask_test_bomb_set_limits ();
  after = run (&fixture, "SELECT x FROM t", &error);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "Source “f”: its view “t” is not read"));
  close_fixture (&fixture);
}

/* One that is allowed, in a statement that names it too often. */
static void
test_together (void)
{
  g_autoptr (GString) extra = g_string_new ("CREATE VIEW w0 AS SELECT x + x AS y FROM t");
  g_autoptr (GString) sql = g_string_new ("SELECT 1 FROM w");
  g_autoptr (GError) error = NULL;
  g_autofree char *one = NULL;
  g_autofree char *many = NULL;
  Fixture fixture;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (sql, ", (SELECT y + y + y + y + y + y + y + y AS y FROM w) AS w%u", i);
  for (guint i = 1; i < 13; i++)
    g_string_append_printf (extra, "; CREATE VIEW w%u AS SELECT y + y AS y FROM w%u", i, i - 1);
  g_string_append (extra, "; CREATE VIEW w AS SELECT y FROM w12");
  open_fixture (&fixture, extra->str);
  one = run (&fixture, "SELECT y FROM w", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (one, ==, "8192");
  many = run (&fixture, sql->str, &error);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "Use their names less often, or ask in steps."));
  close_fixture (&fixture);
}

/* As people write them. */
static void
test_read (void)
{
  static const char views[]
    = "CREATE TABLE u (k TEXT PRIMARY KEY, n REAL) WITHOUT ROWID; INSERT INTO u VALUES ('a', 1.5), ('b', 2.5);"
      "CREATE VIEW a (\"first one\", second) AS SELECT k, n FROM u; -- a comment\n"
      "CREATE VIEW b AS /* and ) another */ SELECT [first one] AS f, second * 2 AS s FROM a JOIN `t` ON x > 0;"
      "CREATE VIEW c AS WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 5) SELECT i, (SELECT max(s) FROM b) AS m FROM r;"
      "CREATE VIEW d AS SELECT *, row_number() OVER w AS nr, count(*) FILTER (WHERE i > 2) OVER () AS big FROM c WINDOW w AS (ORDER BY i DESC);"
      "CREATE VIEW e AS SELECT d.*, j.value AS v FROM d, json_each('[1, 2]') AS j WHERE d.i IN (SELECT x FROM t) AND EXISTS (SELECT * FROM u);"
      "CREATE VIEW f AS VALUES (1, 'x'), (2, 'y');"
      "CREATE VIEW g AS SELECT 'a' AS q, * FROM 'e'";
  static const char *const cases[][2] = {
    { "SELECT count(*) FROM a", "2" }, { "SELECT max(s) FROM b", "5.0" }, { "SELECT sum(i * m) FROM c", "75.0" },
    { "SELECT max(nr + big) FROM d", "8" }, { "SELECT sum(v) FROM e", "3" }, { "SELECT count(*) FROM f", "2" },
    { "SELECT max(q) FROM g", "a" },
  };
  Fixture fixture;

  open_fixture (&fixture, views);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *got = run (&fixture, cases[i][0], &error);

      g_assert_no_error (error);
      g_assert_cmpstr (got, ==, cases[i][1]);
    }
  close_fixture (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bombs); i++)
    {
      g_autofree char *left_out = g_strdup_printf ("/engine/limits/views/a-view-too-large-is-left-out/%s",
                                                   bombs[i].name);
      g_autofree char *later = g_strdup_printf ("/engine/limits/views/a-view-that-grew-later-is-refused/%s",
                                                bombs[i].name);

      g_test_add_data_func (left_out, GUINT_TO_POINTER (i), test_left_out);
      g_test_add_data_func (later, GUINT_TO_POINTER (i), test_later);
    }
  g_test_add_func ("/engine/limits/views/a-table-that-became-a-view-is-refused", test_meanwhile);
  g_test_add_func ("/engine/limits/views/views-that-are-too-much-together-are-refused", test_together);
  g_test_add_func ("/engine/limits/views/views-as-people-write-them-are-read", test_read);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A statement ends, however much it stands for: with an answer or a sentence, within the memory and the time of
 * a small process of its own, which is ended where it hangs. And a deadline is looked at in each phase: reading
 * names, putting definitions in, planning, running.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-bomb.h"
#include "support/ask-test-memory.h"
#include "support/ask-test-kinds.h"

#define DRAWN 20
#define MOST_MEMORY ((gsize) 3 << 29)

typedef struct
{
  char *folder;
  char *path;
  AskEngine *engine;
} Fixture;

static void
make_file (const char *path)
{
  g_autofree char *schema = ask_test_bomb_get_schema ();
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, schema, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static void
define (AskSchema *schema)
{
  AskEntity *o = ask_schema_find_entity (schema, "o");

  for (guint i = 0; i < ASK_TEST_BOMB_DEFINED; i++)
    {
      g_autofree char *metric = ask_test_bomb_make_metric (i);
      g_autofree char *k = g_strdup_printf ("k%u", i);
      g_autofree char *m = g_strdup_printf ("m%u", i);
      g_autofree char *q = g_strdup_printf ("q%u", i);
      AskEntity *query = ask_entity_new (q, "", "", ASK_ENTITY_QUERY);

      ask_entity_add_attribute (o, k, NULL, ASK_TYPE_INTEGER)->expression
        = ask_test_bomb_make_attribute (i);
      ask_entity_add_metric (o, m, metric);
      query->query = ask_test_bomb_make_query (i);
      ask_entity_add_attribute (query, "id", "id", ASK_TYPE_INTEGER);
      ask_schema_add_entity (schema, query);
    }
}

static void
fixture_open (Fixture *self)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskIntrospection) file = NULL;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("ask-limits-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "o.sqlite", NULL);
  make_file (self->path);
  g_ptr_array_add (configs, ask_source_config_new ("file", &ask_sqlite_kind, self->path));
  source = ask_source_new (configs->pdata[0], &error);
  g_assert_no_error (error);
  file = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  define (file->schema);
  self->engine = ask_engine_new (file->schema, configs, &error);
  g_assert_no_error (error);
}

static void
fixture_close (Fixture *self)
{
  ask_engine_free (self->engine);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

/* Returns: whether there was an answer; @error, (out), says why not. */
static gboolean
run (Fixture *self, const char *sql, guint deadline_ms, GError **error)
{
  AskLimits limits = { 1000, (gsize) 1 << 28, deadline_ms };
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, &limits, NULL, NULL, error);

  return result != NULL;
}

/* Runs it as @body does in a process of its own, where this one is not that. */
static gboolean
is_child (void)
{
  if (g_test_subprocess ())
    return TRUE;
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
  return FALSE;
}

static void
check (Fixture *self, const char *sql, gboolean refused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) unable = NULL;

  if (!run (self, sql, 3000, &error))
    {
      g_test_message ("%s", error->message);
      g_assert_cmpint (error->domain, ==, ASK_ENGINE_ERROR);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
  /* Without a run nobody sets a deadline, so that the limits alone have to end it. */
  if (!ask_engine_check (self->engine, sql, &unable))
    g_assert_cmpint (unable->domain, ==, ASK_ENGINE_ERROR);
  if (refused)
    g_assert_error (unable, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX);
  g_assert_cmpuint (ask_test_peak_memory (), <, MOST_MEMORY);
}

static void
test_bomb (gconstpointer data)
{
  const AskTestBomb *bomb = data;
  g_autofree char *sql = NULL;
  Fixture fixture;

  if (!is_child ())
    return;
  fixture_open (&fixture);
  ask_test_bomb_set_limits ();
  sql = bomb->make (bomb->n);
  check (&fixture, sql, bomb->refused);
  fixture_close (&fixture);
}

/* What the process said is shown where it fails, the statement last. */
static void
test_drawn (void)
{
  Fixture fixture;

  if (!is_child ())
    return;
  fixture_open (&fixture);
  ask_test_bomb_set_limits ();
  for (guint i = 0; i < DRAWN; i++)
    {
      g_autofree char *sql = ask_test_bomb_make_random ();

      g_test_message ("%s", sql);
      check (&fixture, sql, FALSE);
    }
  fixture_close (&fixture);
}

/* What takes longer than a millisecond in its phase, but not much in those before. */
static void
test_deadline (gconstpointer data)
{
  const AskTestBomb *slow = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *sql = slow->make (slow->n);
  Fixture fixture;

  fixture_open (&fixture);
  g_assert_false (run (&fixture, sql, 1, &error));
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE);
  g_clear_error (&error);
  /* The session goes on. */
  g_assert_true (run (&fixture, "SELECT count(*) FROM o", 0, &error));
  g_assert_no_error (error);
  fixture_close (&fixture);
}

static char *
make_names (guint n)
{
  GString *sql = g_string_new ("SELECT count(*) FROM w WHERE 1 IN (c1");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (sql, ", c%u", i % 1900);
  return g_string_free (g_string_append_c (sql, ')'), FALSE);
}

static char *
make_definitions (guint n)
{
  return g_strdup_printf ("SELECT k%u FROM o", n);
}

static char *
make_recursion (guint n)
{
  return g_strdup_printf ("WITH RECURSIVE r (n) AS (SELECT %u UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
                          n);
}

static const AskTestBomb slow[] = {
  { "names", make_names, 100000, FALSE },
  { "definitions", make_definitions, 15, FALSE },
  { "running", make_recursion, 1, FALSE },
};

/* What is far within the limits, and what people write. */
static void
test_taken (void)
{
  static const char *const taken[] = {
    "WITH c0 AS (SELECT id, x FROM o), c1 AS (SELECT a.id, b.x FROM c0 a JOIN c0 b ON a.id = b.id), "
    "c2 AS (SELECT a.id, b.x FROM c1 a JOIN c1 b ON a.id = b.id), c3 AS (SELECT a.id, b.x FROM c2 a "
    "JOIN c2 b ON a.id = b.id), c4 AS (SELECT a.id, b.x FROM c3 a JOIN c3 b ON a.id = b.id) "
    "SELECT count(*) FROM c4",
    "SELECT k3, x FROM o",
    "SELECT m3 FROM o",
    "SELECT count(*) FROM q3",
    "SELECT count(*) FROM (SELECT * FROM w) a LEFT JOIN (SELECT * FROM w) b ON a.c1 = b.c1",
    ("WITH a AS (SELECT id, x + 1 AS x FROM o), b AS (SELECT id, x * x AS x FROM a), "
     "c AS (SELECT id, x - x / 2 AS x FROM b) SELECT x, x + x FROM c ORDER BY x"),
  };
  Fixture fixture;

  fixture_open (&fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr (GError) error = NULL;

      run (&fixture, taken[i], 0, &error);
      g_assert_no_error (error);
    }
  fixture_close (&fixture);
}

/* The sentence says which limit, where, and what to do. */
static void
test_sentence (void)
{
  g_autofree char *sql = ask_test_bombs[2].make (30);
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  fixture_open (&fixture);
  g_assert_false (run (&fixture, sql, 0, &error));
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, "Line 1, column "));
  g_assert_nonnull (strstr (error->message, "“c30”"));
  g_assert_nonnull (strstr (error->message, "1000000 parts"));
  g_assert_nonnull (strstr (error->message, "ask in steps"));
  fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < ask_test_n_bombs; i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/limits/a-bomb-ends-at-a-limit/%s", ask_test_bombs[i].name);

      g_test_add_data_func (path, &ask_test_bombs[i], test_bomb);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slow); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/limits/a-slow-statement-ends-at-its-deadline/%s",
                                               slow[i].name);

      g_test_add_data_func (path, &slow[i], test_deadline);
    }
  g_test_add_func ("/engine/limits/drawn-statements-end-within-their-limits", test_drawn);
  g_test_add_func ("/engine/limits/what-people-write-is-taken", test_taken);
  g_test_add_func ("/engine/limits/the-sentence-says-which-limit-and-where", test_sentence);
  return g_test_run ();
}

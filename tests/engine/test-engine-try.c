/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Trials: what gives too much or takes too long ends with an error, and what is asked afterwards is not touched by it.
 */
#include "config.h"

#include "engine-fixture.h"
#include "sql/ask-sql-parser.h"

#define MANY_STEPS 10000000
#define ENDLESS "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c, d"

/* Ten rows. */
#define NUMBERS                                                                                                        \
  "CREATE TABLE d (id INTEGER PRIMARY KEY, t TEXT);"                                                                   \
  "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10) INSERT INTO d SELECT n, 't' || n FROM c;"

static void
open_numbers (EngineFixture *fixture)
{
  engine_fixture_open (fixture, NUMBERS, ASK_PAGING_PAGE);
}

static void
assert_refused (AskEngine *engine, const char *sql, guint64 max_steps, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_engine_try (engine, sql, 1000, max_steps, NULL, &error);

  g_test_message ("%s", error != NULL ? error->message : "no error");
  g_assert_error (error, ASK_ENGINE_ERROR, code);
  g_assert_null (rows);
}

static void
assert_rows (AskEngine *engine, const char *sql, guint n_rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = ask_engine_try (engine, sql, 1000, MANY_STEPS, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, n_rows);
}

/* 64 MiB at most: of 100 rows of 1 MiB each none is given. */
static void
test_large (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, NUMBERS "UPDATE d SET t = hex(zeroblob(524288))", ASK_PAGING_PAGE);
  assert_refused (fixture.engine, "SELECT x.t FROM d AS x, d AS y", MANY_STEPS, ASK_ENGINE_ERROR_LIMIT);
  assert_rows (fixture.engine, "SELECT t FROM d", 10);
  engine_fixture_close (&fixture);
}

static void
test_unknown_name (void)
{
  EngineFixture fixture;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  open_numbers (&fixture);
  assert_refused (fixture.engine, "SELECT \"nowhere\" FROM d", MANY_STEPS, ASK_ENGINE_ERROR_FAILED);
  assert_refused (fixture.engine, "SELECT id FROM d WHERE t = \"t1\"", MANY_STEPS, ASK_ENGINE_ERROR_FAILED);
  assert_rows (fixture.engine, "SELECT \"id\" FROM \"d\" WHERE \"t\" = 't1'", 1);
  result = ask_engine_query (fixture.engine, "SELECT \"id\" FROM d WHERE t = 't1'", NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==, 1);
  engine_fixture_close (&fixture);
}

static void
test_steps (void)
{
  EngineFixture fixture;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  open_numbers (&fixture);
  assert_refused (fixture.engine, ENDLESS, 10000, ASK_ENGINE_ERROR_LIMIT);
  /* The steps of a trial are no limit of what is asked next. */
  result = ask_engine_query (fixture.engine, "SELECT count(*) FROM d AS v, d AS w, d AS x, d AS y, d AS z", NULL, NULL,
                             NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==, 100000);
  engine_fixture_close (&fixture);
}

/* Of a choice that nobody has made yet. */
static void
test_preview (void)
{
  static const char *const refused[] = { "SELECT 1", "SELECT id FROM a", "SELECT d.id FROM d JOIN a ON a.id = d.id" };
  EngineFixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  guint before;

  engine_fixture_open (&fixture, NUMBERS "CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);",
                       ASK_PAGING_PAGE);
  before = ask_sql_count_parses ();
  rows = ask_engine_preview (fixture.engine, "SELECT t FROM d", 5, MANY_STEPS, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 5);
  g_assert_true (ask_rows_get_truncated (rows));
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (AskRows) none = ask_engine_preview (fixture.engine, refused[i], 5, MANY_STEPS, NULL, &error);

      g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_REFUSED);
      g_assert_null (none);
      g_clear_error (&error);
    }
  engine_fixture_close (&fixture);
}

static gpointer
cancel (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  EngineFixture fixture;
  GThread *thread;

  open_numbers (&fixture);
  thread = g_thread_new ("cancel", cancel, cancellable);
  rows = ask_engine_try (fixture.engine, ENDLESS, 1000, G_MAXUINT64, cancellable, &error);
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (rows);
  assert_rows (fixture.engine, "SELECT id FROM d", 10);
  engine_fixture_close (&fixture);
}

static guint
count_columns (const AskRows *rows)
{
  return rows != NULL ? ask_rows_get_n_columns (rows) : 0;
}

/* Trials in a row do not look at the file again; what is asked for good does, and so do trials after it. */
static void
test_changed (void)
{
  EngineFixture fixture;
  sqlite3 *other = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskRows) rows = NULL;
  g_autoptr (GError) error = NULL;

  open_numbers (&fixture);
  assert_rows (fixture.engine, "SELECT * FROM d", 10);
  g_assert_cmpint (sqlite3_open (fixture.path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "ALTER TABLE d ADD COLUMN later TEXT; INSERT INTO d VALUES (11, 't11', 'x')", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (other);
  assert_rows (fixture.engine, "SELECT id FROM d", 11);
  result = ask_engine_query (fixture.engine, "SELECT * FROM d", NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_columns (result->rows), ==, 2);
  rows = ask_engine_try (fixture.engine, "SELECT * FROM d", 1000, MANY_STEPS, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_columns (rows), ==, 2);
  engine_fixture_close (&fixture);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/try/rows-that-fill-too-much-are-an-error", test_large);
  g_test_add_func ("/engine/try/a-quoted-name-that-is-not-there-is-no-text", test_unknown_name);
  g_test_add_func ("/engine/try/more-steps-than-allowed-are-an-error", test_steps);
  g_test_add_func ("/engine/try/a-table-that-changed-is-seen-by-what-is-asked-for-good", test_changed);
  g_test_add_func ("/engine/try/cancel-ends-a-trial", test_cancel);
  g_test_add_func ("/engine/try/a-preview-reads-files-alone-and-its-text-once", test_preview);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of files that are no database, or not to be had: one clear sentence each, never a crash,
 * never an empty schema, and never a wait that cannot be cancelled.
 */
#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sqlite-fixture.h"

static void
check_refused (const char *path, AskSourceError code, const char *part)
{
  g_autoptr (AskSource) source = sqlite_source_new (path);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_source_introspect (source, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) code);
  g_assert_nonnull (strstr (error->message, "sales"));
  if (part != NULL)
    g_assert_nonnull (strstr (error->message, part));
  g_clear_error (&error);
  g_assert_false (ask_source_open (source, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) code);
  g_clear_error (&error);
  g_assert_false (ask_source_test (source, schema, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) code);
}

static void
write_file (const char *path, const char *bytes, gssize length)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
}

static void
test_no_database (SqliteFixture *self, gconstpointer data)
{
  g_autofree char *zeros = g_malloc0 (8192);
  const struct
  {
    const char *bytes;
    gssize length;
  } cases[] = { { "hello, I am a letter", -1 },
                { "%PDF-1.7", -1 },
                /* One byte is as good as none to SQLite, two are not. */
                { "ab", 2 },
                { "\0\0", 2 },
                { zeros, 8192 },
                { "SQLite format 2", -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *after = NULL;
      gsize length;

      gsize wanted = cases[i].length < 0 ? strlen (cases[i].bytes) : (gsize) cases[i].length;

      write_file (self->path, cases[i].bytes, (gssize) wanted);
      check_refused (self->path, ASK_SOURCE_ERROR_NOT_A_DATABASE, self->path);
      g_assert_true (g_file_get_contents (self->path, &after, &length, NULL));
      g_assert_cmpmem (after, length, cases[i].bytes, wanted);
    }
}

static void
test_missing (SqliteFixture *self, gconstpointer data)
{
  g_autofree char *below = g_build_filename (self->path, "x.db", NULL);

  check_refused (self->path, ASK_SOURCE_ERROR_UNREACHABLE, self->path);
  g_assert_false (g_file_test (self->path, G_FILE_TEST_EXISTS));
  check_refused (self->folder, ASK_SOURCE_ERROR_NOT_A_DATABASE, "folder");
  /* A file where a folder should be. */
  sqlite_make (self->path, "CREATE TABLE t (a INT)");
  check_refused (below, ASK_SOURCE_ERROR_UNREACHABLE, below);
}

static void
test_pipe (SqliteFixture *self, gconstpointer data)
{
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  check_refused (self->path, ASK_SOURCE_ERROR_NOT_A_DATABASE, NULL);
}

static void
test_denied (SqliteFixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (self->folder, "closed", NULL);
  g_autofree char *within = g_build_filename (folder, "data.db", NULL);

  if (geteuid () == 0)
    {
      g_test_skip ("root may read everything");
      return;
    }
  sqlite_make (self->path, "CREATE TABLE t (a INT)");
  g_assert_cmpint (g_chmod (self->path, 0), ==, 0);
  check_refused (self->path, ASK_SOURCE_ERROR_DENIED, self->path);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0), ==, 0);
  check_refused (within, ASK_SOURCE_ERROR_DENIED, within);
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
}

/* An empty file is an empty database to SQLite. */
static void
test_empty (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (AskIntrospection) found = NULL;
  struct stat info;

  write_file (self->path, "", 0);
  found = sqlite_introspect (self->path);
  g_assert_cmpuint (found->schema->entities->len, ==, 0);
  g_assert_cmpuint (found->notes->len, ==, 1);
  g_assert_cmpint (g_stat (self->path, &info), ==, 0);
  g_assert_cmpint (info.st_size, ==, 0);
}

static const char *const many_rows
  = "CREATE TABLE t (a INT, b TEXT); WITH n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n "
    "WHERE i < 5000) INSERT INTO t SELECT i, 'row number ' || i FROM n; CREATE INDEX x ON t (b)";

/* Reads everything, and says whether it ended well. */
static gboolean
read_file (const char *path, gsize *n_rows, GError **error)
{
  g_autoptr (AskSource) source = sqlite_source_new (path);
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, error);

  *n_rows = 0;
  if (found == NULL)
    return FALSE;
  for (guint i = 0; i < found->schema->entities->len; i++)
    {
      const AskEntity *entity = found->schema->entities->pdata[i];
      AskScan scan = { .entity = entity,
                       .columns = (const AskAttribute *const *) entity->attributes->pdata,
                       .n_columns = entity->attributes->len };
      g_autoptr (AskCursor) cursor = ask_source_scan (source, &scan, NULL, NULL, error);
      const AskValue *row;
      AskStep step;

      if (cursor == NULL)
        return FALSE;
      while ((step = ask_cursor_next (cursor, &row, NULL, NULL, error)) == ASK_STEP_ROW)
        ++*n_rows;
      if (step == ASK_STEP_FAILED)
        return FALSE;
    }
  return TRUE;
}

static void
test_damaged (SqliteFixture *self, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize length, n_rows;
  guint n_failed = 0;
  const guint n = 60;
  g_autoptr (GError) error = NULL;

  sqlite_make (self->path, many_rows);
  g_file_get_contents (self->path, &bytes, &length, NULL);
  g_assert_true (read_file (self->path, &n_rows, &error));
  g_assert_cmpuint (n_rows, ==, 5000);

  /* Half a file: its pages are missing. */
  write_file (self->path, bytes, (gssize) length / 2);
  g_assert_false (read_file (self->path, &n_rows, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE);
  g_assert_nonnull (strstr (error->message, "damaged"));

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *copy = g_memdup2 (bytes, length);
      g_autoptr (GError) fault = NULL;
      gsize at = 100 + (gsize) g_test_rand_int_range (0, (int) length - 1100);

      for (gsize b = 0; b < 1000; b++)
        copy[at + b] = (char) g_test_rand_int ();
      write_file (self->path, copy, (gssize) length);
      if (!read_file (self->path, &n_rows, &fault))
        {
          g_assert_cmpint (fault->domain, ==, ASK_SOURCE_ERROR);
          g_assert_nonnull (strstr (fault->message, "sales"));
          g_assert_true (g_utf8_validate (fault->message, -1, NULL));
          n_failed++;
        }
    }
  g_test_message ("%u of %u scribbles noticed, none fatal", n_failed, n);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (150 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

typedef struct
{
  AskSource *source;
  gint begun; /* atomic */
  gint ended; /* atomic */
  gint64 waited;
  GError *error;
} Patient;

static gpointer
wait_for_lock (gpointer data)
{
  Patient *self = data;
  gint64 started = g_get_monotonic_time ();

  g_atomic_int_set (&self->begun, TRUE);
  g_assert_null (ask_source_introspect (self->source, NULL, &self->error));
  self->waited = g_get_monotonic_time () - started;
  g_atomic_int_set (&self->ended, TRUE);
  return NULL;
}

static void
test_locked (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  Patient patient = { 0 };
  GThread *thread;
  GThread *patient_thread;
  sqlite3 *other;

  sqlite_make (self->path, "CREATE TABLE t (a INT)");
  other = sqlite_open_file (self->path);
  sqlite_run (other, "BEGIN EXCLUSIVE");
  source = sqlite_source_new (self->path);

  /* Who is not cancelled began before, and waits on after the cancelled one has come back. */
  patient.source = sqlite_source_new (self->path);
  patient_thread = g_thread_new ("patient", wait_for_lock, &patient);
  while (!g_atomic_int_get (&patient.begun))
    g_usleep (1000);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_null (ask_source_introspect (source, cancellable, &error));
  g_assert_false (g_atomic_int_get (&patient.ended));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  /* And gives up by itself, while the lock is still held. */
  g_thread_join (patient_thread);
  g_assert_error (patient.error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LOCKED);
  g_assert_nonnull (strstr (patient.error->message, self->path));
  g_test_message ("locked: an error after %.1f s", (double) patient.waited / G_USEC_PER_SEC);
  g_assert_cmpint (patient.waited, >, G_USEC_PER_SEC);
  g_clear_error (&patient.error);
  g_object_unref (patient.source);

  /* Once it is free again, the same source answers. */
  sqlite_run (other, "COMMIT");
  sqlite3_close (other);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->schema->entities->len, ==, 1);
}

static void
test_cancel (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (AskCursor) again = NULL;
  g_autoptr (GError) error = NULL;
  const AskValue *row;
  GThread *thread;

  sqlite_make (self->path, many_rows);
  source = sqlite_source_new (self->path);
  /* 125,000,000,000 rows: it would not end by itself while the test runs. */
  cursor = ask_source_query (source, "SELECT count(*) FROM t a, t b, t c", NULL, 0, cancellable,
                             &error);
  g_assert_no_error (error);
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, cancellable, &error), ==,
                   ASK_STEP_FAILED);
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  /* The connection is good for the next question. */
  again = ask_source_query (source, "SELECT count(*) FROM t", NULL, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_cursor_next (again, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  g_assert_cmpint (row[0].integer, ==, 5000);
}

static void
test_cancelled_before (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (sql, "CREATE TABLE t%u (a INT, b INT, c INT);", i);
  sqlite_make (self->path, sql->str);
  source = sqlite_source_new (self->path);
  g_assert_true (ask_source_open (source, NULL, &error));
  g_cancellable_cancel (cancellable);
  g_assert_null (ask_source_introspect (source, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_vanished (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gsize n_rows;

  sqlite_make (self->path, many_rows);
  g_assert_true (read_file (self->path, &n_rows, &error));
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  g_assert_false (read_file (self->path, &n_rows, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
}

static void
add (const char *path, void (*test) (SqliteFixture *, gconstpointer))
{
  g_test_add (path, SqliteFixture, NULL, sqlite_set_up, test, sqlite_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/source/sqlite-faults/a-file-that-is-no-database-is-refused", test_no_database);
  add ("/source/sqlite-faults/a-missing-file-is-told-and-not-made", test_missing);
  add ("/source/sqlite-faults/a-pipe-is-refused-without-waiting", test_pipe);
  add ("/source/sqlite-faults/a-file-that-may-not-be-read-is-denied", test_denied);
  add ("/source/sqlite-faults/an-empty-file-is-an-empty-database", test_empty);
  add ("/source/sqlite-faults/a-damaged-file-is-an-error-never-fewer-rows", test_damaged);
  add ("/source/sqlite-faults/a-locked-file-is-waited-for-and-told", test_locked);
  add ("/source/sqlite-faults/a-cancel-ends-a-running-query", test_cancel);
  add ("/source/sqlite-faults/a-cancelled-call-does-nothing", test_cancelled_before);
  add ("/source/sqlite-faults/a-file-that-vanished-is-told", test_vanished);
  return g_test_run ();
}

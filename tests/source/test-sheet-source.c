/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The copy behind a spreadsheet: when it is made, when it is made again, who may read it, and that nothing
 * which is not whole ever has its name, however an import ends.
 */
#include "config.h"

#include "source/sheet-fixture.h"
#include "support/ask-test-kinds.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static char *program;

static char *
copies_folder (void)
{
  return g_build_filename (sheet_folder, "cache", "askdata", "sheets", NULL);
}

static guint
count_files (const char *suffix)
{
  g_autofree char *folder = copies_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, suffix);
  return n;
}

static char *
ensure (const char *path, const char *options, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = sheet_config (path, options);
  char *copy = ask_sheet_cache_ensure (config, cancellable, error);

  ask_source_config_unref (config);
  return copy;
}

static void
forget (const char *path, const char *options)
{
  AskSourceConfig *config = sheet_config (path, options);

  ask_sheet_cache_remove (config);
  ask_source_config_unref (config);
}

static ino_t
inode (const char *path)
{
  struct stat info;

  g_assert_cmpint (stat (path, &info), ==, 0);
  return info.st_ino;
}

/* In place, as editors do that keep the inode. */
static void
rewrite_bytes (const char *path, const char *bytes, gsize length)
{
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, length, file), ==, length);
  fclose (file);
}

static void
rewrite (const char *path, const char *bytes)
{
  rewrite_bytes (path, bytes, strlen (bytes));
}

/* Until a file is old enough that its time tells any later change. */
static void
settle (void)
{
  g_usleep (80 * 1000);
}

static void
test_modes (void)
{
  g_autofree char *path = sheet_write ("modes.csv", "a,b\n1,2\n", -1);
  g_autofree char *folder = copies_folder ();
  g_autofree char *copy = ensure (path, NULL, NULL, NULL);
  struct stat info;

  g_assert_nonnull (copy);
  g_assert_cmpint (stat (copy, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  forget (path, NULL);
  g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));
  /* Twice is once. */
  forget (path, NULL);
}

static void
test_again (void)
{
  g_autofree char *path = sheet_write ("again.csv", "a,b\n1,2\n", -1);
  g_autofree char *copy = NULL;
  g_autofree char *same = NULL;
  g_autofree char *other = NULL;
  g_autofree char *rows = NULL;
  ino_t before;

  settle ();
  copy = ensure (path, NULL, NULL, NULL);
  same = ensure (path, NULL, NULL, NULL);
  other = ensure (path, "Header=no", NULL, NULL);
  g_assert_cmpstr (copy, ==, same);
  g_assert_cmpstr (copy, !=, other);
  before = inode (copy);
  g_clear_pointer (&same, g_free);
  same = ensure (path, NULL, NULL, NULL);
  g_assert_cmpint (inode (copy), ==, before);
  rewrite (path, "a,b,c\n1,2,3\n4,5,6\n");
  rows = sheet_print_rows (path, NULL, "again");
  g_assert_cmpstr (rows, ==, "1|2|3\n4|5|6");
  /* Not a copy at all any more, though it has the name. */
  rewrite (copy, "garbage");
  g_clear_pointer (&rows, g_free);
  rows = sheet_print_rows (path, NULL, "again");
  g_assert_cmpstr (rows, ==, "1|2|3\n4|5|6");
  forget (path, NULL);
  forget (path, "Header=no");
}

static void
expect_rows (const char *path, const char *table, const char *expected)
{
  g_autofree char *rows = sheet_print_rows (path, NULL, table);

  g_assert_cmpstr (rows, ==, expected);
}

/* Other bytes, as many of them, in the same inode: at once, and with the time of the old ones. */
static void
test_same_size (void)
{
  g_autofree char *path = sheet_write ("same.csv", "a\n0\n", -1);
  struct stat info;
  struct timespec times[2];

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *bytes = g_strdup_printf ("a\n%u\n", i % 10);
      g_autofree char *expected = g_strdup_printf ("%u", i % 10);

      rewrite (path, bytes);
      expect_rows (path, "same", expected);
    }
  settle ();
  expect_rows (path, "same", "9");
  g_assert_cmpint (stat (path, &info), ==, 0);
  times[0] = info.st_atim;
  times[1] = info.st_mtim;
  rewrite (path, "a\n5\n");
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  expect_rows (path, "same", "5");
  forget (path, NULL);
}

/* Another file under the name, as programs do that save into a new one, with other columns. */
static void
test_renamed (void)
{
  g_autofree char *path = sheet_write ("renamed.csv", "a,b\n1,2\n", -1);
  g_autofree char *next = sheet_write ("renamed.new", "c,a\n3,4\n", -1);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autofree char *schema = NULL;
  g_autoptr (GError) error = NULL;
  struct stat info;
  struct timespec times[2];

  settle ();
  expect_rows (path, "renamed", "1|2");
  g_assert_cmpint (stat (path, &info), ==, 0);
  times[0] = info.st_atim;
  times[1] = info.st_mtim;
  g_assert_cmpint (utimensat (AT_FDCWD, next, times, 0), ==, 0);
  g_assert_cmpint (g_rename (next, path), ==, 0);
  expect_rows (path, "renamed", "3|4");
  source = sheet_source (path, NULL);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  schema = sheet_print_schema (found->schema);
  g_assert_cmpstr (schema, ==, "renamed(c integer, a integer)");
  forget (path, NULL);
}

/* A program is still writing it, or the disk was full: an error until it is whole, never the rows so far. */
static void
test_half_written (void)
{
  static const char *const names[] = { "xlsxwriter.xlsx", "libreoffice.ods" };
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *from
        = g_build_filename (root != NULL ? root : ".", "tests", "source", "data", names[i], NULL);
      g_autofree char *bytes = NULL;
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      g_file_get_contents (from, &bytes, &length, &error);
      g_assert_no_error (error);
      path = sheet_write (names[i], bytes, (gssize) length);
      for (guint eighth = 0; eighth < 8; eighth++)
        {
          const int code = eighth == 0 ? ASK_SOURCE_ERROR_NOT_A_DATABASE : ASK_SOURCE_ERROR_MALFORMED;
          g_autofree char *copy = ensure (path, NULL, NULL, &error);

          g_assert_no_error (error);
          g_clear_pointer (&copy, g_free);
          rewrite_bytes (path, bytes, length * eighth / 8);
          copy = ensure (path, NULL, NULL, &error);
          g_assert_null (copy);
          g_assert_error (error, ASK_SOURCE_ERROR, code);
          g_clear_error (&error);
          rewrite_bytes (path, bytes, length);
        }
      forget (path, NULL);
    }
}

static gpointer
append_slowly (gpointer data)
{
  FILE *file = data;

  for (guint i = 0; i < 400; i++)
    {
      fprintf (file, "%u,more\n", i);
      fflush (file);
      g_usleep (2000);
    }
  return NULL;
}

/* A file that grows while it is read gives an error or what it was at one moment: no row in the middle lacks,
 * and what the next one gives is all. */
static void
test_growing (void)
{
  g_autoptr (GString) bytes = g_string_new ("id,name\n");
  g_autofree char *path = NULL;
  g_autofree char *rows = NULL;
  GThread *thread;
  FILE *file;
  guint n_errors = 0;

  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (bytes, "%u,some words\n", i);
  path = sheet_write ("growing.csv", bytes->str, (gssize) bytes->len);
  file = fopen (path, "a");
  thread = g_thread_new ("append", append_slowly, file);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *copy = ensure (path, NULL, NULL, &error);

      if (copy != NULL)
        continue;
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
      g_assert_nonnull (strstr (error->message, "while it was read. Try again."));
      n_errors++;
    }
  g_thread_join (thread);
  fclose (file);
  g_assert_cmpuint (n_errors, >, 0);
  rows = sheet_print_rows (path, NULL, "growing");
  g_assert_true (g_str_has_suffix (rows, "\n398|'more'\n399|'more'"));
  forget (path, NULL);
}

static void
test_unreadable (void)
{
  g_autofree char *path = sheet_write ("closed.csv", "a\n1\n", -1);
  g_autoptr (GError) error = NULL;

  if (geteuid () == 0)
    {
      g_test_skip ("root may read any file");
      return;
    }
  expect_rows (path, "closed", "1");
  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  g_assert_null (ensure (path, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  g_assert_nonnull (strstr (error->message, "may not read"));
  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  expect_rows (path, "closed", "1");
  forget (path, NULL);
}

/* Who reads goes on reading what was there when it was opened. */
static void
test_readers (void)
{
  g_autofree char *path = sheet_write ("readers.csv", "a\n1\n", -1);
  g_autofree char *copy = ensure (path, NULL, NULL, NULL);
  g_autofree char *now = NULL;
  g_autoptr (sqlite3_stmt) statement = NULL;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open_v2 (copy, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT a FROM readers", -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  rewrite (path, "a\n22\n");
  now = sheet_print_rows (path, NULL, "readers");
  g_assert_cmpstr (now, ==, "22");
  sqlite3_reset (statement);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, 1);
  g_clear_pointer (&statement, sqlite3_finalize);
  sqlite3_close (db);
  forget (path, NULL);
}

/* A file that can no longer be read leaves the last good copy out of queries. */
static void
test_broken_later (void)
{
  g_autofree char *path = sheet_write ("broken.csv", "a,b\n1,2\n", -1);
  g_autofree char *copy = ensure (path, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (copy);
  rewrite (path, "a,b\n1,2,3\n");
  g_assert_null (ensure (path, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_null (ensure (path, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  g_assert_cmpuint (count_files (".new"), ==, 0);
  forget (path, NULL);
}

static void
test_no_place (void)
{
  static const struct
  {
    const char *place;
    int code;
  } cases[] = { { "nowhere.csv", ASK_SOURCE_ERROR_UNREACHABLE }, { ".", ASK_SOURCE_ERROR_NOT_A_DATABASE },
                { "/dev/null", ASK_SOURCE_ERROR_NOT_A_DATABASE } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = *cases[i].place == '/'
                                ? g_strdup (cases[i].place)
                                : g_build_filename (sheet_folder, cases[i].place, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_null (ensure (path, NULL, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, cases[i].code);
    }
}

static char *
write_large (const char *name, guint n_rows)
{
  g_autoptr (GString) bytes = g_string_new ("id,name,amount\n");

  for (guint i = 0; i < n_rows; i++)
    g_string_append_printf (bytes, "%u,customer %u,%u.5\n", i, i % 100, i);
  return sheet_write (name, bytes->str, (gssize) bytes->len);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (20 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* How many bytes this thread has read so far, of whatever. */
static guint64
count_bytes_read (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *rchar;

  g_file_get_contents ("/proc/thread-self/io", &text, NULL, &error);
  g_assert_no_error (error);
  rchar = strstr (text, "rchar: ");
  g_assert_nonnull (rchar);
  return g_ascii_strtoull (rchar + strlen ("rchar: "), NULL, 10);
}

static void
test_cancelled (void)
{
  g_autofree char *path = write_large ("cancelled.csv", 400000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;
  guint64 before = count_bytes_read ();
  guint64 n_cancelled;
  guint64 n_whole;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  g_assert_null (ensure (path, NULL, cancellable, &error));
  n_cancelled = count_bytes_read () - before;
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (count_files (".new"), ==, 0);
  g_clear_error (&error);
  /* It did not read to the end first. */
  before = count_bytes_read ();
  copy = ensure (path, NULL, NULL, &error);
  g_assert_no_error (error);
  n_whole = count_bytes_read () - before;
  g_test_message ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " bytes read", n_cancelled, n_whole);
  g_assert_cmpuint (n_cancelled, <, n_whole);
  forget (path, NULL);
}

/* Whether some process writes a copy just now: it holds the lock. */
static gboolean
is_written (void)
{
  g_autofree char *folder = copies_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while (!found && dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      int fd = g_str_has_suffix (name, ".new") ? open (path, O_RDONLY | O_CLOEXEC) : -1;

      found = fd >= 0 && flock (fd, LOCK_SH | LOCK_NB) != 0;
      if (fd >= 0)
        close (fd);
    }
  return found || count_files (".sqlite") > 0;
}

/* Killed at any moment: nothing has the name but what is whole, and what was left goes with the next. */
static void
test_killed (void)
{
  g_autofree char *path = write_large ("killed.csv", 400000);
  g_autofree char *rows = NULL;
  g_autofree char *copy = NULL;
  guint n_left = 0;

  for (guint i = 0; i < 8; i++)
    {
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GError) error = NULL;

      process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--import", path,
                                  sheet_folder, NULL);
      g_assert_no_error (error);
      /* What the last one left is swept away before the next begins to write. */
      for (guint wait = 0; wait < 5000 && !is_written (); wait++)
        g_usleep (1000);
      g_usleep (20000 * i);
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      g_assert_cmpuint (count_files (".new"), <=, 1);
      n_left += count_files (".new");
      /* It was faster this time. */
      if (count_files (".sqlite") > 0)
        forget (path, NULL);
    }
  /* Else nothing was killed in the middle. */
  g_assert_cmpuint (n_left, >, 0);
  copy = ensure (path, NULL, NULL, NULL);
  g_assert_cmpuint (count_files (".new"), ==, 0);
  rows = sheet_print_rows (path, NULL, "killed");
  g_assert_true (g_str_has_suffix (rows, "\n399999|'customer 99'|399999.5"));
  forget (path, NULL);
}

static gpointer
ensure_in_thread (gpointer path)
{
  return ensure (path, NULL, NULL, NULL);
}

/* Each makes a copy of its own, or finds one; all of them are whole. */
static void
test_together (void)
{
  g_autofree char *path = write_large ("together.csv", 20000);
  GThread *threads[4];
  g_autofree char *rows = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("import", ensure_in_thread, path);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *copy = g_thread_join (threads[i]);

      g_assert_nonnull (copy);
    }
  rows = sheet_print_rows (path, NULL, "together");
  g_assert_true (g_str_has_suffix (rows, "\n19999|'customer 99'|19999.5"));
  g_assert_cmpuint (count_files (".new"), ==, 0);
  forget (path, NULL);
}

static void
test_interface (void)
{
  g_autofree char *path = sheet_write ("my orders.csv", "id,name\n1,Ann\n2,Bob\n", -1);
  g_autoptr (AskSource) source = sheet_source (path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskIntrospection) found = ask_source_introspect (source, NULL, &error);
  const AskEntity *entity;

  g_assert_no_error (error);
  g_assert_cmpstr (found->title, ==, "my orders.csv");
  g_assert_cmpuint (found->schema->entities->len, ==, 1);
  entity = found->schema->entities->pdata[0];
  g_assert_cmpstr (entity->name, ==, "my orders");
  g_assert_cmpstr (entity->table, ==, "my orders");
  g_assert_cmpint (entity->row_estimate, ==, 2);
  g_assert_cmpint (ask_source_capability (source), ==, ASK_CAPABILITY_ATTACH);
  g_assert_true (ask_source_test (source, found->schema, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (ask_sheet_kind.word, ==, "sheet");
  forget (path, NULL);
}

int
main (int argc, char **argv)
{
  if (argc == 4 && strcmp (argv[1], "--import") == 0)
    {
      g_autofree char *cache = g_build_filename (argv[3], "cache", NULL);
      g_autofree char *copy = NULL;

      g_setenv ("XDG_CACHE_HOME", cache, TRUE);
      copy = ensure (argv[2], NULL, NULL, NULL);
      return copy != NULL ? 0 : 1;
    }
  program = argv[0];
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/sheet-source/the-copy-is-its-owner-s-alone", test_modes);
  g_test_add_func ("/source/sheet-source/a-changed-file-is-copied-again", test_again);
  g_test_add_func ("/source/sheet-source/other-bytes-of-the-same-size-are-noticed", test_same_size);
  g_test_add_func ("/source/sheet-source/another-file-under-the-name-is-noticed", test_renamed);
  g_test_add_func ("/source/sheet-source/a-half-written-file-is-an-error", test_half_written);
  g_test_add_func ("/source/sheet-source/a-growing-file-lacks-no-row-in-the-middle", test_growing);
  g_test_add_func ("/source/sheet-source/a-file-that-may-not-be-read-is-denied", test_unreadable);
  g_test_add_func ("/source/sheet-source/who-reads-goes-on-reading-the-old-copy", test_readers);
  g_test_add_func ("/source/sheet-source/a-broken-file-takes-its-copy-out", test_broken_later);
  g_test_add_func ("/source/sheet-source/what-is-no-file-is-refused", test_no_place);
  g_test_add_func ("/source/sheet-source/a-cancelled-import-stops-reading-and-leaves-nothing", test_cancelled);
  g_test_add_func ("/source/sheet-source/a-killed-import-leaves-no-half-copy", test_killed);
  g_test_add_func ("/source/sheet-source/four-imports-at-once-are-all-whole", test_together);
  g_test_add_func ("/source/sheet-source/a-sheet-is-a-source-with-one-table", test_interface);
  return sheet_end (g_test_run ());
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Opening a workspace: what is refused and left alone, what is made, what happens beside another
 * program, on a full disk and in a folder that may not be written. Settings.
 */
#include "config.h"

#include "store/ask-workspace-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store-fixture.h"

static void
test_make (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = g_build_filename (fixture->folder, "a", "b 'q\" é🙂; DROP TABLE x",
                                            "work space.askdata", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (AskWorkspace) workspace = store_open (path);
  g_autofree char *id = g_strdup (ask_workspace_get_id (workspace));
  struct stat info;

  g_assert_cmpstr (ask_workspace_get_path (workspace), ==, path);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (folder, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpuint (strlen (id), ==, 32);

  g_clear_pointer (&workspace, ask_workspace_close);
  g_assert_cmpint (store_get_integer (path, "PRAGMA application_id"), ==,
                   ASK_WORKSPACE_APPLICATION_ID);
  g_assert_cmpint (store_get_integer (path, "PRAGMA user_version"), ==, STORE_NEWEST_VERSION);
  g_assert_cmpint (store_get_integer (path, "SELECT count(*) FROM pragma_journal_mode"
                                            " WHERE journal_mode = 'wal'"),
                   ==, 1);

  workspace = store_open (path);
  g_assert_cmpstr (ask_workspace_get_id (workspace), ==, id);
}

static void
test_relative (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *before = g_get_current_dir ();
  g_autoptr (AskWorkspace) workspace = NULL;

  g_assert_cmpint (g_chdir (fixture->folder), ==, 0);
  workspace = store_open ("w.askdata");
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_assert_true (g_path_is_absolute (ask_workspace_get_path (workspace)));
  g_assert_true (g_file_test (ask_workspace_get_path (workspace), G_FILE_TEST_IS_REGULAR));
}

static void
test_durable (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  gint64 value;

  g_assert_true (ask_workspace_get_integer (workspace, "", "PRAGMA synchronous", &value, NULL));
  g_assert_cmpint (value, ==, 2);
  g_assert_true (ask_workspace_get_integer (workspace, "", "PRAGMA foreign_keys", &value, NULL));
  g_assert_cmpint (value, ==, 1);
  g_assert_true (ask_workspace_get_integer (workspace, "", "PRAGMA busy_timeout", &value, NULL));
  g_assert_cmpint (value, ==, 5000);
}

static void
assert_refused (const char *path, AskStoreError code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);

  g_assert_error (error, ASK_STORE_ERROR, (int) code);
  g_assert_null (workspace);
  if (strstr (error->message, words) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, words);
}

static void
assert_untouched (const char *path, const char *before, gsize length)
{
  g_autofree char *after = NULL;
  gsize after_length;

  g_assert_true (g_file_get_contents (path, &after, &after_length, NULL));
  g_assert_cmpmem (after, after_length, before, length);
}

static void
test_no_database (void)
{
  static const char *const contents[] = {
    "x",
    ("This is a letter to my aunt, and longer than a hundred bytes, so that a database's header "
     "would find room in it, if it were one."),
    "SQLite format 3",
  };

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();

      g_assert_true (g_file_set_contents (fixture->path, contents[i], -1, NULL));
      assert_refused (fixture->path, ASK_STORE_ERROR_OPEN, "no AskData workspace");
      assert_untouched (fixture->path, contents[i], strlen (contents[i]));
    }
}

static void
test_other_program (void)
{
  static const char *const databases[] = {
    "CREATE TABLE orders (id)",
    "PRAGMA application_id = 252006673; CREATE TABLE t (x)",
    "PRAGMA journal_mode = WAL; CREATE TABLE t (x)",
    "PRAGMA user_version = 1; CREATE TABLE setting (key, value)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (databases); i++)
    {
      g_autoptr (StoreFixture) fixture = store_fixture_new ();
      g_autofree char *before = NULL;
      gsize length;

      store_exec (fixture->path, databases[i]);
      g_assert_true (g_file_get_contents (fixture->path, &before, &length, NULL));
      assert_refused (fixture->path, ASK_STORE_ERROR_OPEN, "of another program");
      assert_untouched (fixture->path, before, length);
    }
}

static void
test_later_version (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *before = NULL;
  gsize length;

  ask_workspace_close (store_open (fixture->path));
  store_exec (fixture->path, "UPDATE setting SET value = '7.5.0' WHERE key = 'workspace/program';"
                             "CREATE TABLE later (x); PRAGMA user_version = 99");
  g_assert_true (g_file_get_contents (fixture->path, &before, &length, NULL));
  assert_refused (fixture->path, ASK_STORE_ERROR_OPEN, "of version 99");
  assert_refused (fixture->path, ASK_STORE_ERROR_OPEN, "AskData 7.5.0 or later");
  assert_untouched (fixture->path, before, length);
}

static void
test_damaged (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *bytes = NULL;
  gsize length;

  ask_workspace_close (store_open (fixture->path));
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  memset (bytes + 100, 0x5a, length - 100);
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  assert_refused (fixture->path, ASK_STORE_ERROR_OPEN, "is damaged");
}

static void
test_no_file (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *pipe = store_fixture_file (fixture, "pipe");
  g_autofree char *file = store_fixture_file (fixture, "file");
  g_autofree char *below = g_build_filename (file, "workspace.askdata", NULL);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_true (g_file_set_contents (file, "x", 1, NULL));
  assert_refused (fixture->folder, ASK_STORE_ERROR_OPEN, "a folder");
  assert_refused (pipe, ASK_STORE_ERROR_OPEN, "a device");
  assert_refused (below, ASK_STORE_ERROR_OPEN, "cannot be opened");
  assert_refused ("", ASK_STORE_ERROR_OPEN, "empty name");
}

/* Runs @check in a child that is not root, since root may write everywhere. */
static void
as_ordinary_user (StoreFixture *fixture, void (*check) (StoreFixture *))
{
  int status;
  pid_t child;

  if (geteuid () == 0)
    {
      g_assert_cmpint (chown (fixture->folder, 65534, 65534), ==, 0);
      if (g_file_test (fixture->path, G_FILE_TEST_EXISTS))
        g_assert_cmpint (chown (fixture->path, 65534, 65534), ==, 0);
    }
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      if (geteuid () == 0 && (setgid (65534) != 0 || setuid (65534) != 0))
        _exit (2);
      check (fixture);
      _exit (0);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

static void
refuse_to_make (StoreFixture *fixture)
{
  g_autofree char *below = g_build_filename (fixture->folder, "new", "workspace.askdata", NULL);

  assert_refused (fixture->path, ASK_STORE_ERROR_WRITE, "cannot be made");
  assert_refused (below, ASK_STORE_ERROR_WRITE, "cannot be made");
}

static void
test_read_only_folder (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
  as_ordinary_user (fixture, refuse_to_make);
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
}

static void
refuse_to_write (StoreFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (fixture->path, &error);

  g_assert_null (workspace);
  g_assert_nonnull (error);
  g_assert_true (error->domain == ASK_STORE_ERROR);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_assert_nonnull (strstr (error->message, "folder"));
}

static void
refuse_read_only_file (StoreFixture *fixture)
{
  assert_refused (fixture->path, ASK_STORE_ERROR_WRITE, "may not be written");
}

static void
test_read_only_file (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();

  ask_workspace_close (store_open (fixture->path));
  g_assert_cmpint (g_chmod (fixture->path, 0400), ==, 0);
  as_ordinary_user (fixture, refuse_read_only_file);

  /* A file that may be written in a folder that may not: no place for the -wal. */
  g_assert_cmpint (g_chmod (fixture->path, 0600), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0500), ==, 0);
  as_ordinary_user (fixture, refuse_to_write);
  g_assert_cmpint (g_chmod (fixture->folder, 0700), ==, 0);
}

static void
test_locked (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;
  sqlite3 *other = NULL;

  g_assert_cmpint (sqlite3_open (fixture->path, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_false (ask_workspace_set_setting (workspace, "a", "1", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "Another program is using"));

  /* Who only reads does not wait. */
  list = ask_workspace_list_verified (workspace, NULL);
  g_assert_nonnull (list);
  g_assert_cmpint (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_true (ask_workspace_set_setting (workspace, "a", "1", NULL));
  sqlite3_close (other);
}

static void
test_two_at_once (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) one = store_open (fixture->path);
  g_autoptr (AskWorkspace) two = store_open (fixture->path);
  g_autofree char *seen = NULL;

  g_assert_cmpstr (ask_workspace_get_id (one), ==, ask_workspace_get_id (two));
  g_assert_true (ask_workspace_set_setting (one, "model/name", "llama", NULL));
  seen = ask_workspace_get_setting (two, "model/name");
  g_assert_cmpstr (seen, ==, "llama");
}

static gpointer
open_and_write (gpointer data)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskWorkspace) workspace = ask_workspace_open (data, &error);

      g_assert_no_error (error);
      ask_workspace_add_history (workspace, &(AskHistoryRecord) { "q", "answered", NULL, 1 }, &error);
      g_assert_no_error (error);
    }
  return NULL;
}

/* A new file that everybody opens at the same moment becomes one workspace. */
static void
test_threads (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("open", open_and_write, fixture->path);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM history"), ==, 80);
  store_assert_whole (fixture->path);
}

static void
test_full (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autofree char *large = g_strnfill (4 << 20, 'x');
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  struct rlimit before;
  struct rlimit small;

  g_assert_true (ask_workspace_set_setting (workspace, "kept", "yes", NULL));
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  small = before;
  small.rlim_cur = 1 << 20;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  g_assert_cmpint (ask_workspace_add_history (workspace, &(AskHistoryRecord) { "q", "answered", NULL, 1, large }, &error),
                   ==, 0);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "the answer was not kept"));

  kept = ask_workspace_get_setting (workspace, "kept");
  g_assert_cmpstr (kept, ==, "yes");
  g_clear_error (&error);
  g_assert_cmpint (ask_workspace_add_history (workspace, &(AskHistoryRecord) { "q", "answered", NULL, 1, large }, &error),
                   >, 0);
  g_assert_no_error (error);
  g_clear_pointer (&workspace, ask_workspace_close);
  store_assert_whole (fixture->path);
  g_assert_cmpint (store_get_integer (fixture->path, "SELECT count(*) FROM history"), ==, 1);
}

/* SQLite's own word for a full disk. */
static void
test_no_room (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autofree char *large = g_strnfill (1 << 20, 'x');
  g_autoptr (GError) error = NULL;

  g_assert_true (ask_workspace_exec (workspace, "", "PRAGMA max_page_count = 64", NULL));
  g_assert_false (ask_workspace_set_setting (workspace, "large", large, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "no room left"));
  g_assert_true (ask_workspace_set_setting (workspace, "small", "x", NULL));
  store_assert_whole (fixture->path);
}

static void
test_vanished (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  g_assert_false (ask_workspace_set_setting (workspace, "a", "1", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "moved or deleted"));
}

static void
test_settings (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autoptr (AskWorkspace) workspace = store_open (fixture->path);
  static const char *const values[]
      = { "", "x", "it's \"quoted\"", "🙂 é\n'); DROP TABLE setting;" };
  g_autofree char *gone = NULL;

  g_assert_null (ask_workspace_get_setting (workspace, "prompt/answer"));
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autofree char *read = NULL;

      g_assert_true (ask_workspace_set_setting (workspace, "prompt/answer", values[i], NULL));
      read = ask_workspace_get_setting (workspace, "prompt/answer");
      g_assert_cmpstr (read, ==, values[i]);
    }
  g_assert_true (ask_workspace_set_setting (workspace, "prompt/answer", NULL, NULL));
  gone = ask_workspace_get_setting (workspace, "prompt/answer");
  g_assert_null (gone);
  g_assert_true (ask_workspace_set_setting (workspace, "never/was", NULL, NULL));
}

static void
test_default_path (void)
{
  g_autofree char *path = ask_workspace_get_default_path ();

  g_assert_true (g_str_has_suffix (path, "/askdata/workspace.askdata"));
}

/* Whether @workspace is in another state than when @state was read; @state is the new one then. */
static gboolean
has_changed (AskWorkspace *workspace, char **state)
{
  g_autoptr (GError) error = NULL;
  char *now = ask_workspace_get_state (workspace, &error);
  gboolean changed = g_strcmp0 (now, *state) != 0;

  g_assert_no_error (error);
  g_assert_nonnull (now);
  g_free (*state);
  *state = now;
  return changed;
}

static void
test_state (void)
{
  g_autoptr (StoreShop) shop = store_shop_new ("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
                                               "INSERT INTO customers VALUES (1, 'Ada')");
  g_autoptr (AskWorkspace) other = store_open (shop->fixture->path);
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (AskVerified) edited = NULL;
  g_autofree char *state = NULL;
  AskHistoryRecord record = { "How many?", "answered", "3", 1, "{}" };

  g_assert_true (has_changed (other, &state));
  g_assert_false (has_changed (shop->workspace, &state));
  g_assert_cmpint (ask_workspace_add_history (shop->workspace, &record, NULL), >, 0);
  g_assert_true (ask_workspace_set_setting (shop->workspace, "a", "b", NULL));
  g_assert_false (has_changed (other, &state));

  pair = ask_workspace_add_verified (shop->workspace, "How many?", "SELECT count(*) FROM customers", NULL);
  g_assert_true (has_changed (other, &state));
  edited = ask_workspace_edit_verified (shop->workspace, pair->id, "How many?", "SELECT count(name) FROM customers", NULL);
  g_assert_nonnull (edited);
  g_assert_true (has_changed (other, &state));
  g_assert_true (ask_workspace_remove_verified (shop->workspace, pair->id, NULL));
  g_assert_true (has_changed (other, &state));

  store_exec (shop->shop, "INSERT INTO customers VALUES (2, 'Bo')");
  g_assert_true (ask_workspace_refresh_source (shop->workspace, "shop", NULL, NULL, NULL));
  g_assert_true (has_changed (other, &state));
  g_assert_true (ask_workspace_remove_source (shop->workspace, "shop", NULL));
  g_assert_true (has_changed (other, &state));
  g_assert_false (has_changed (shop->workspace, &state));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/workspace/a-new-workspace-is-its-owner-s-alone", test_make);
  g_test_add_func ("/store/workspace/a-relative-path-becomes-absolute", test_relative);
  g_test_add_func ("/store/workspace/what-is-saved-is-on-the-disk", test_durable);
  g_test_add_func ("/store/workspace/a-file-that-is-no-database-is-left-alone", test_no_database);
  g_test_add_func ("/store/workspace/another-program-s-database-is-left-alone", test_other_program);
  g_test_add_func ("/store/workspace/a-later-version-s-file-is-left-alone", test_later_version);
  g_test_add_func ("/store/workspace/a-damaged-file-is-refused", test_damaged);
  g_test_add_func ("/store/workspace/what-is-no-file-is-refused", test_no_file);
  g_test_add_func ("/store/workspace/a-folder-that-may-not-be-written-is-told", test_read_only_folder);
  g_test_add_func ("/store/workspace/a-file-that-may-not-be-written-is-told", test_read_only_file);
  g_test_add_func ("/store/workspace/a-locked-workspace-is-told", test_locked);
  g_test_add_func ("/store/workspace/two-programs-share-one-workspace", test_two_at_once);
  g_test_add_func ("/store/workspace/a-new-file-opened-four-times-is-one", test_threads);
  g_test_add_func ("/store/workspace/a-full-disk-loses-nothing-saved", test_full);
  g_test_add_func ("/store/workspace/no-room-left-is-told", test_no_room);
  g_test_add_func ("/store/workspace/a-deleted-workspace-is-told", test_vanished);
  g_test_add_func ("/store/workspace/settings-keep-any-text", test_settings);
  g_test_add_func ("/store/workspace/its-state-says-what-questions-are-about", test_state);
  g_test_add_func ("/store/workspace/the-default-path-is-the-user-s-own", test_default_path);
  return g_test_run ();
}

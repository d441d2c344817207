/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While a window is open, what changes in a folder of documents is read without anybody asking.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "app/sources/ask-source-keeper.h"
#include "store/ask-workspace.h"
#include "support/ask-test-folder.h"
#include "support/ask-test-kinds.h"

static char *folder; /* of all tests, with the cache */

static void
put (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, "docs", name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static char *
add_documents (void)
{
  char *path = g_build_filename (folder, "w.askdata", NULL);
  g_autofree char *place = g_build_filename (folder, "docs", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;

  put ("a.txt", "alpha");
  workspace = ask_workspace_open (path, &error);
  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { ask_source_kinds_find ("documents"), "docs", place },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  return path;
}

/* What the index has, without a look at the folder. */
static int
count_documents (void)
{
  g_autofree char *cache = g_build_filename (g_get_user_cache_dir (), "askdata", "documents", NULL);
  g_autoptr (GDir) dir = g_dir_open (cache, 0, NULL);
  int n = -1;

  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (cache, name, NULL);
      sqlite3 *db = NULL;
      sqlite3_stmt *statement = NULL;

      if (!g_str_has_suffix (name, ".sqlite"))
        continue;
      g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT count(*) FROM documents", -1, &statement, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
      n = sqlite3_column_int (statement, 0);
      sqlite3_finalize (statement);
      sqlite3_close (db);
    }
  return n;
}

static void
count (AskSourceKeeper *keeper, const char *name, guint *n)
{
  g_assert_cmpstr (name, ==, "docs");
  (*n)++;
}

static void
run (guint *n, guint until, guint most_ms)
{
  const gint64 end = g_get_monotonic_time () + most_ms * G_TIME_SPAN_MILLISECOND;

  while (*n < until && g_get_monotonic_time () < end)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (2000);
}

static void
test_change (void)
{
  g_autofree char *path = add_documents ();
  g_autoptr (AskSession) session = ask_session_new (path);
  g_autoptr (AskSourceKeeper) keeper = ask_source_keeper_new (session);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  guint n = 0;

  g_signal_connect (keeper, "read", G_CALLBACK (count), &n);
  ask_source_keeper_look (keeper);
  /* It finds out what to watch. */
  run (&n, 1, 1500);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (count_documents (), ==, 1);
  put ("below/b.txt", "beta");
  run (&n, 1, 20000);
  g_assert_cmpint (count_documents (), ==, 2);
  /* One that was removed is not looked at any more. */
  workspace = ask_workspace_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_remove_source (workspace, "docs", &error));
  ask_source_keeper_look (keeper);
  run (&n, 99, 1000);
  n = 0;
  put ("c.txt", "gamma");
  run (&n, 1, 1500);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (count_documents (), ==, -1);
  g_object_run_dispose (G_OBJECT (keeper));
}

int
main (int argc, char **argv)
{
  int code;

  folder = ask_test_folder_new ("askdata-test-XXXXXX");
  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/ask-source-keeper/what-changes-is-read-unasked", test_change);
  code = g_test_run ();
  ask_test_folder_remove (folder);
  g_free (folder);
  return code;
}

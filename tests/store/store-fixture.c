/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The folder of a test, and a second connection of SQLite's own to look at what AskData wrote.
 */
#include "config.h"

#include "store-fixture.h"
#include "support/ask-test-kinds.h"

#include <glib/gstdio.h>
#include <string.h>

StoreFixture *
store_fixture_new (void)
{
  StoreFixture *self = g_new0 (StoreFixture, 1);
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-store-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "workspace.askdata", NULL);
  return self;
}

void
store_fixture_free (StoreFixture *self)
{
  store_remove_tree (self->folder);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

char *
store_fixture_file (StoreFixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/* store_shop_new: @sql makes the file's tables */
StoreShop *
store_shop_new (const char *sql)
{
  StoreShop *self = g_new0 (StoreShop, 1);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  self->fixture = store_fixture_new ();
  self->shop = store_fixture_file (self->fixture, "shop.sqlite");
  store_exec (self->shop, sql);
  self->workspace = store_open (self->fixture->path);
  record = ask_workspace_add_source (self->workspace, &(AskNewSource) { &ask_sqlite_kind, "shop", self->shop },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

void
store_shop_free (StoreShop *self)
{
  ask_workspace_close (self->workspace);
  store_fixture_free (self->fixture);
  g_free (self->shop);
  g_free (self);
}

AskWorkspace *
store_open (const char *path)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (workspace);
  return workspace;
}

void
store_exec (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 5000);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

gint64
store_get_integer (const char *path, const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  gint64 value;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 5000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  value = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return value;
}

void
store_assert_whole (const char *path)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_busy_timeout (db, 5000);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "PRAGMA integrity_check", -1, &statement, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpstr ((const char *) sqlite3_column_text (statement, 0), ==, "ok");
  sqlite3_finalize (statement);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "PRAGMA foreign_key_check", -1, &statement, NULL), ==,
                   SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_finalize (statement);
  sqlite3_close (db);
}

void
store_remove_tree (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        store_remove_tree (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

/* Whether the bytes of @text stand in any file of the workspace: database, -wal, -shm. */
gboolean
store_tree_contains (const char *folder, const char *text)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      if (!g_str_has_prefix (name, "workspace.askdata")
          || !g_file_get_contents (path, &bytes, &length, NULL))
        continue;
      if (memmem (bytes, length, text, strlen (text)) != NULL)
        return TRUE;
    }
  return FALSE;
}

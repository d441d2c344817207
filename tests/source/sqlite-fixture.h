/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of SQLite files share: a private folder, files made from SQL, and a source.
 */
#pragma once

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

typedef struct
{
  char *folder;
  char *path; /* "data.db" in it */
} SqliteFixture;

static inline void
sqlite_set_up (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-test-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "data.db", NULL);
}

static inline void
sqlite_tear_down (SqliteFixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        g_assert_cmpint (g_rmdir (path), ==, 0);
      else
        g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static inline sqlite3 *
sqlite_open_file (const char *path)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  return db;
}

static inline void
sqlite_run (sqlite3 *db, const char *sql)
{
  char *problem = NULL;

  if (sqlite3_exec (db, sql, NULL, NULL, &problem) != SQLITE_OK)
    g_error ("%s\n%s", problem, sql);
}

static inline void
sqlite_make (const char *path, const char *sql)
{
  sqlite3 *db = sqlite_open_file (path);

  sqlite_run (db, sql);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static inline AskSource *
sqlite_source_new (const char *path)
{
  AskSourceConfig *config = ask_source_config_new ("sales", &ask_sqlite_kind, path);
  AskSource *source = ask_sqlite_source_new (config);

  ask_source_config_unref (config);
  return source;
}

static inline AskIntrospection *
sqlite_introspect (const char *path)
{
  g_autoptr (AskSource) source = sqlite_source_new (path);
  g_autoptr (GError) error = NULL;
  AskIntrospection *found = ask_source_introspect (source, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (found);
  return found;
}

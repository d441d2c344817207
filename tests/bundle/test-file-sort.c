/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a file is, told by what stands in it.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "bundle/ask-bundle-private.h"
#include "bundle/ask-file-sort.h"
#include "support/ask-test-kinds.h"
#include "store/ask-workspace.h"

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("askdata-sort-XXXXXX", NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static char *
write_file (Fixture *self, const char *name, const char *text, gssize length)
{
  char *path = g_build_filename (self->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, length, NULL));
  return path;
}

static char *
write_database (Fixture *self, const char *name, guint32 application)
{
  char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *sql = g_strdup_printf ("PRAGMA application_id = %d; CREATE TABLE t (a)", (int) application);
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  return path;
}

static void
check (const char *path, AskFileSort expected, const char *word)
{
  g_autoptr (GError) error = NULL;
  const AskSourceKind *kind;
  AskFileSort sort;

  g_assert_true (ask_file_sort_find (path, &sort, &kind, &error));
  g_assert_no_error (error);
  g_assert_cmpint (sort, ==, expected);
  g_assert_cmpstr (kind != NULL ? kind->word : NULL, ==, word);
}

static void
test_content (Fixture *self, gconstpointer data)
{
  g_autofree char *plain = write_database (self, "notes.txt", 0);
  g_autofree char *answer = write_database (self, "a.db", ASK_BUNDLE_ID);
  g_autofree char *board = write_database (self, "b.db", ASK_BUNDLE_BOARD_ID);
  g_autofree char *workspace = g_build_filename (self->folder, "w.sqlite", NULL);
  g_autofree char *sheet = write_file (self, "t.CSV", "a,b\n1,2\n", -1);
  g_autofree char *book = write_file (self, "b.xlsx", "PK\3\4 anything", -1);
  g_autofree char *ods = write_file (self, "without-ending",
                                     "PK\3\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                                     "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
                                     30 + 54);
  g_autofree char *letter = write_file (self, "letter.docx", "PK\3\4 word", -1);
  g_autofree char *json = write_file (self, "a.json", "{\n  \"info\": {},\n  \"openapi\": \"3.1.0\"}", -1);
  g_autofree char *swagger = write_file (self, "s.json", "{\"swagger\":\"2.0\"}", -1);
  g_autofree char *yaml = write_file (self, "a.yaml", "# the shop\ninfo:\n  title: x\nopenapi: 3.0.3\n", -1);
  GError *error = NULL;

  ask_workspace_close (ask_workspace_open (workspace, &error));
  g_assert_no_error (error);
  check (plain, ASK_FILE_SOURCE, "sqlite");
  check (answer, ASK_FILE_ANSWER, NULL);
  check (board, ASK_FILE_BOARD, NULL);
  check (workspace, ASK_FILE_WORKSPACE, NULL);
  check (sheet, ASK_FILE_SOURCE, "sheet");
  check (book, ASK_FILE_SOURCE, "sheet");
  check (ods, ASK_FILE_SOURCE, "sheet");
  check (letter, ASK_FILE_SOURCE, "documents");
  check (json, ASK_FILE_SOURCE, "openapi");
  check (swagger, ASK_FILE_SOURCE, "openapi");
  check (yaml, ASK_FILE_SOURCE, "openapi");
  /* A folder is one of documents. */
  check (self->folder, ASK_FILE_SOURCE, "documents");
}

/* What is damaged is still meant as what its name says. */
static void
test_name (Fixture *self, gconstpointer data)
{
  g_autofree char *answer = write_file (self, "a.askanswer", "broken", -1);
  g_autofree char *board = write_file (self, "a.askboard", "broken", -1);
  g_autofree char *workspace = write_file (self, "a.askdata", "broken", -1);

  check (board, ASK_FILE_BOARD, NULL);
  check (answer, ASK_FILE_ANSWER, NULL);
  check (workspace, ASK_FILE_WORKSPACE, NULL);
}

static void
check_refused (const char *path, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  const AskSourceKind *kind;
  AskFileSort sort;

  g_assert_false (ask_file_sort_find (path, &sort, &kind, &error));
  g_assert_error (error, ASK_STORE_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autofree char *missing = g_build_filename (self->folder, "nothing.csv", NULL);
  g_autofree char *empty = write_file (self, "empty.csv", "", 0);
  g_autofree char *picture = write_file (self, "picture.png", "\x89PNG\r\n", -1);
  g_autofree char *records = write_file (self, "records.json", "[{\"openapis\": 1}]", -1);
  g_autofree char *letter = write_file (self, "letter.zip", "PK\3\4 word", -1);

  check_refused (missing, ASK_STORE_ERROR_OPEN, "cannot be read");
  check_refused (empty, ASK_STORE_ERROR_OPEN, "is empty");
  check_refused ("/dev/null", ASK_STORE_ERROR_OPEN, "is no file");
  check_refused (picture, ASK_STORE_ERROR_INVALID, "picture.png");
  check_refused (records, ASK_STORE_ERROR_INVALID, "no OpenAPI document");
  check_refused (letter, ASK_STORE_ERROR_INVALID, "letter.zip");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/bundle/file-sort/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("content-tells-before-the-name-does", test_content);
  ADD ("a-damaged-file-of-ours-is-one-by-name", test_name);
  ADD ("what-nobody-reads-says-why", test_refused);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a passage's rank is, beside bm25() of FTS5: the same to the last bit, and the same rows in the same order, for drawn
 * words, phrases and operators over drawn documents, also after documents changed and went.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "source/sheet-fixture.h"

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-source.h"
#include "source/document/ask-document-tokenizer.h"

#define N_DOCUMENTS 60
#define N_QUERIES 400

/* Few words are frequent: the first is in nearly every passage, and the last ones in hardly any. */
static const char *
draw_word (void)
{
  static const char *const words[]
    = { "the",       "of",     "notice", "period",  "Verträge", "der",    "die",    "houses",  "running",   "run",
        "agreement", "tenant", "lease",  "heading", "Zahlung",  "monate", "rarely", "granite", "zeppelins", "x1" };
  const double drawn = g_test_rand_double ();

  return words[(guint) (drawn * drawn * G_N_ELEMENTS (words))];
}

static void
add_words (GString *text, gint n)
{
  for (; n > 0; n--)
    {
      g_string_append (text, draw_word ());
      g_string_append (text, g_test_rand_int_range (0, 9) == 0 ? ". " : " ");
    }
}

/* Headings, short passages, and now and then one of more tokens than a rowid tells. */
static void
write_document (const char *folder, guint i)
{
  g_autofree char *name = g_strdup_printf ("%u.md", i);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint n = g_test_rand_int_range (1, 8); n > 0; n--)
    {
      if (g_test_rand_bit ())
        {
          g_string_append (text, "# ");
          add_words (text, g_test_rand_int_range (1, 6));
          g_string_append (text, "\n\n");
        }
      add_words (text, g_test_rand_int_range (1, 150));
      g_string_append (text, "\n\n");
    }
  if (i % 10 == 0)
    {
      g_string_append (text, "\n\n# the ");
      add_words (text, 1500);
      g_string_append (text, "\n\nnotice\n");
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
}

/* Returns: (transfer full): what stands on the right of MATCH. No NEAR: over a long passage bm25() of SQLite 3.40 itself does not
 * say the same of it twice. */
static char *
draw_match (void)
{
  static const char *const forms[]
    = { "?",  "? AND ?", "? OR ?",         "? NOT ?",          "\"? ?\"",       "heading : ?", "? AND ? AND ?",
        "?*", "^?",      "(? OR ?) AND ?", "text : \"?\" + ?", "? OR text : ?", "the AND ?" };
  GString *match = g_string_new (NULL);

  for (const char *form = forms[g_test_rand_int_range (0, G_N_ELEMENTS (forms))]; *form != '\0'; form++)
    if (*form == '?')
      g_string_append (match, draw_word ());
    else
      g_string_append_c (match, *form);
  return g_string_free (match, FALSE);
}

static sqlite3 *
open_index (const char *path)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_add_tokenizer (db, NULL), ==, SQLITE_OK);
  return db;
}

/* Returns: (transfer full): the rows of @sql, a line each; its only parameter is @match */
static char *
run (sqlite3 *db, const char *sql, const char *match)
{
  GString *rows = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  g_assert_cmpint (code, ==, SQLITE_OK);
  sqlite3_bind_text (statement, 1, match, -1, SQLITE_STATIC);
  while ((code = sqlite3_step (statement)) == SQLITE_ROW)
    g_string_append_printf (rows, "%s %a\n", (const char *) sqlite3_column_text (statement, 0),
                            sqlite3_column_double (statement, 1));
  if (code != SQLITE_DONE)
    g_error ("%s, %s: %s", sql, match, sqlite3_errmsg (db));
  sqlite3_finalize (statement);
  return g_string_free (rows, FALSE);
}

/* Returns: how many of the queries found something */
static guint
compare (const char *path)
{
  static const char *const pairs[][2] = {
    { "SELECT rowid, rank FROM passages WHERE passages MATCH ?1 ORDER BY rank",
      "SELECT rowid, bm25 (passages) FROM passages WHERE passages MATCH ?1 ORDER BY bm25 (passages), rowid" },
    { "SELECT rowid, rank FROM passages WHERE passages MATCH ?1 ORDER BY +rank LIMIT 5",
      "SELECT rowid, bm25 (passages) FROM passages WHERE passages MATCH ?1 ORDER BY bm25 (passages), rowid LIMIT 5" },
    { "SELECT p.rowid, rank FROM documents AS d JOIN passages AS p ON p.document = d.id WHERE passages MATCH ?1 "
      "ORDER BY p.rowid",
      "SELECT rowid, bm25 (passages) FROM passages WHERE passages MATCH ?1 ORDER BY rowid" },
  };
  sqlite3 *db = open_index (path);
  guint n_found = 0;

  for (guint i = 0; i < N_QUERIES; i++)
    {
      g_autofree char *match = draw_match ();

      for (guint k = 0; k < G_N_ELEMENTS (pairs); k++)
        {
          g_autofree char *ours = run (db, pairs[k][0], match);
          g_autofree char *theirs = run (db, pairs[k][1], match);

          g_assert_cmpstr (ours, ==, theirs);
          n_found += k == 0 && *ours != '\0';
        }
    }
  sqlite3_close (db);
  return n_found;
}

/* Most rowids tell a passage's length, and that of a very long one does not. */
static void
expect_lengths (const char *path)
{
  sqlite3 *db = open_index (path);
  sqlite3_stmt *statement = NULL;
  guint n_told = 0, n_untold = 0;

  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT id FROM passages_docsize", -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    if (sqlite3_column_int64 (statement, 0) % 1024 > 0)
      n_told++;
    else
      n_untold++;
  sqlite3_finalize (statement);
  sqlite3_close (db);
  g_assert_cmpuint (n_told, >, 100);
  g_assert_cmpuint (n_untold, >, 0);
}

static void
test_rank (void)
{
  g_autofree char *folder = g_build_filename (sheet_folder, "rank", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  AskSourceConfig *config;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < N_DOCUMENTS; i++)
    write_document (folder, i);
  config = ask_source_config_new ("docs", &ask_document_kind, folder);
  path = ask_document_cache_ensure (config, NULL, &error);
  g_assert_no_error (error);
  expect_lengths (path);
  g_assert_cmpuint (compare (path), >, N_QUERIES / 2);
  for (guint i = 0; i < N_DOCUMENTS; i += 3)
    {
      g_autofree char *name = g_strdup_printf ("%u.md", i);
      g_autofree char *file = g_build_filename (folder, name, NULL);

      if (i % 2 == 0)
        g_assert_cmpint (g_unlink (file), ==, 0);
      else
        write_document (folder, i);
    }
  g_free (path);
  path = ask_document_cache_ensure (config, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (compare (path), >, N_QUERIES / 2);
  ask_source_config_unref (config);
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/document-rank/it-is-that-of-bm25-to-the-last-bit", test_rank);
  return sheet_end (g_test_run ());
}

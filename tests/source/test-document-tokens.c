/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tokenizer of passages beside the one of FTS5 whose place it takes: over real English, and over drawn letters of all
 * scripts, both give the same words at the same places. German is stemmed as German, and what is taken away is gone.
 */
#include "config.h"

#include "source/sheet-fixture.h"

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-source.h"
#include "source/document/ask-document-tokenizer.h"
#include "source/sqlite/ask-sqlite-source.h"

static void
execute (sqlite3 *db, const char *sql)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
}

static sqlite3 *
open_both (void)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_add_tokenizer (db, NULL), ==, SQLITE_OK);
  /* Twice does no harm. */
  g_assert_cmpint (ask_document_add_tokenizer (db, NULL), ==, SQLITE_OK);
  execute (db, "CREATE VIRTUAL TABLE ours USING fts5 (text, tokenize = 'askdata');"
               "CREATE VIRTUAL TABLE theirs USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2');"
               "CREATE VIRTUAL TABLE ours_words USING fts5vocab (ours, instance);"
               "CREATE VIRTUAL TABLE theirs_words USING fts5vocab (theirs, instance)");
  return db;
}

static void
put (sqlite3 *db, const char *table, const char *text, gsize length)
{
  g_autofree char *sql = g_strdup_printf ("INSERT INTO %s VALUES (?1)", table);
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  sqlite3_bind_text (statement, 1, text, (int) length, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
  sqlite3_finalize (statement);
}

static gint64
count (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  gint64 n;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK || sqlite3_step (statement) != SQLITE_ROW)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  n = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return n;
}

static void
expect_same (sqlite3 *db)
{
  g_assert_cmpint (count (db, "SELECT count(*) FROM (SELECT * FROM ours_words EXCEPT SELECT * FROM theirs_words)"), ==,
                   0);
  g_assert_cmpint (count (db, "SELECT count(*) FROM (SELECT * FROM theirs_words EXCEPT SELECT * FROM ours_words)"), ==,
                   0);
}

/* The pages of this program: what they have of other languages are names and examples. */
static void
test_english (void)
{
  static const char *const pages[]
    = { "README.md",        "src/README.md", "src/CONTRIBUTING.md", "src/source/README.md",
        "doc/questions.md", "doc/schema.md", "doc/web-apis.md",     "LICENSE" };
  sqlite3 *db = open_both ();

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", pages[i], NULL);
      g_autofree char *text = NULL;
      g_auto (GStrv) paragraphs = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      paragraphs = g_strsplit (text, "\n\n", -1);
      for (guint k = 0; paragraphs[k] != NULL; k++)
        {
          put (db, "ours", paragraphs[k], strlen (paragraphs[k]));
          put (db, "theirs", paragraphs[k], strlen (paragraphs[k]));
        }
    }
  g_assert_cmpint (count (db, "SELECT count(*) FROM ours_words"), >, 20000);
  expect_same (db);
  sqlite3_close (db);
}

/* None of them says that a text is German: "é", "İ" and an "ñ" that ends a word would be "ein", and a "k" before "e", "İ", "T"
 * would be "keit". */
static char *
draw_text (void)
{
  static const char *const parts[] = {
    "a",  "e",  "running", "ies", "T", "Ning", "0", "99", " ",      " ",      ".", "-",      "'",
    "\n", "é",  "É",       "ñq",  "ž", "ø",    "ł", "λ",  "ώ",      "Ω",      "Д", "й",      "中",
    "文", "か", "が",      "א",   "ا", "ﬁ",    "²", "½",  "\u0301", "\u00a0", "–", "“",      "€",
    "😀",  "İ",  "ı",       "Ǆ",   "ﬀ", "_",    "@", "\t", "cl",     "ly",     "q", "\u200d", "\u0308",
  };
  GString *text = g_string_new (NULL);

  for (gint n = g_test_rand_int_range (0, 200); n > 0; n--)
    g_string_append (text, parts[g_test_rand_int_range (0, G_N_ELEMENTS (parts))]);
  return g_string_free (text, FALSE);
}

static void
test_drawn (void)
{
  sqlite3 *db = open_both ();

  for (guint round = 0; round < 2000; round++)
    {
      g_autofree char *text = draw_text ();

      put (db, "ours", text, strlen (text));
      put (db, "theirs", text, strlen (text));
    }
  g_assert_cmpint (count (db, "SELECT count(*) FROM ours_words"), >, 20000);
  expect_same (db);
  sqlite3_close (db);
}

static void
expect_found (sqlite3 *db, const char *match, gint64 n)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM ours WHERE ours MATCH '%s'", match);

  if (count (db, sql) != n)
    g_error ("%s: found %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, match, count (db, sql), n);
}

static void
test_german (void)
{
  sqlite3 *db = open_both ();
  static const char *const texts[] = {
    "Die Kündigung der Verträge ist bis zum 30. Juni möglich.",
    "Kündigungsfristen",
    "The tenants were given notices about the houses in Vienna.",
    "Zahlungen an Lieferanten",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    put (db, "ours", texts[i], strlen (texts[i]));
  expect_found (db, "Kündigungen", 1);
  expect_found (db, "kundigung vertrag", 1);
  expect_found (db, "\"Kündigung der Vertrag\"", 1);
  expect_found (db, "Kündigungsfrist", 1);
  expect_found (db, "kündig*", 2);
  expect_found (db, "tenant notice house", 1);
  expect_found (db, "Zahlung Lieferant", 1);
  expect_found (db, "NEAR(Kündigungen Verträgen, 2)", 1);
  /* Hits are marked where they stand. */
  g_assert_cmpint (count (db,
                          "SELECT highlight (ours, 0, '[', ']') LIKE 'Die [Kündigung] der [Verträge] ist%' FROM ours "
                          "WHERE ours MATCH 'Kündigungen Vertrags'"),
                   ==, 1);
  execute (db, "INSERT INTO ours (ours) VALUES ('integrity-check'); DELETE FROM ours;"
               "INSERT INTO ours (ours) VALUES ('integrity-check'), ('optimize')");
  g_assert_cmpint (count (db, "SELECT count(*) FROM ours_words"), ==, 0);
  sqlite3_close (db);
}

/* Tokens that readers' threads made are those that FTS5 asks for when it looks again. */
static void
test_readers (void)
{
  g_autofree char *folder = g_build_filename (sheet_folder, "tokens", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  AskSourceConfig *config;
  sqlite3 *db = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.md", i);
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *text = draw_text ();
      g_autofree char *whole = g_strdup_printf ("# Überschrift %u\n%s\n\nDie Verträge und Zahlungen.\n\n%s", i, text,
                                                i % 2 == 0 ? "The houses and the notices." : "Grüße");

      g_assert_true (g_file_set_contents (file, whole, -1, NULL));
    }
  config = ask_source_config_new ("docs", &ask_document_kind, folder);
  path = ask_document_cache_ensure (config, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_add_tokenizer (db, NULL), ==, SQLITE_OK);
  execute (db, "INSERT INTO passages (passages) VALUES ('integrity-check')");
  g_assert_cmpint (count (db, "SELECT count(*) FROM passages WHERE passages MATCH 'vertrag'"), ==, 40);
  g_assert_cmpint (count (db, "SELECT count(*) FROM words WHERE word IN ('verträge', 'überschrift', 'the')"), ==, 3);
  sqlite3_close (db);
  ask_source_config_unref (config);
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/document-tokens/english-has-the-tokens-of-porter", test_english);
  g_test_add_func ("/source/document-tokens/all-scripts-are-divided-as-before", test_drawn);
  g_test_add_func ("/source/document-tokens/german-is-found-by-its-stems", test_german);
  g_test_add_func ("/source/document-tokens/readers-make-what-fts5-asks-for", test_readers);
  return sheet_end (g_test_run ());
}

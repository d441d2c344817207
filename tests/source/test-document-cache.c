/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The index behind a folder of documents: what can be found in it, and that each change of the folder, and nothing else,
 * changes it, whoever reads meanwhile.
 */
#include "config.h"

#include "source/document-fixture.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-cut.h"
#include "source/document/ask-document-source.h"

static char *
ensure (const char *location, GCancellable *cancellable, GError **error)
{
  AskSourceConfig *config = ask_source_config_new ("docs", &ask_sqlite_kind, location);
  char *path = ask_document_cache_ensure (config, cancellable, error);

  ask_source_config_unref (config);
  return path;
}

static char *
ensure_good (const char *location)
{
  g_autoptr (GError) error = NULL;
  char *path = ensure (location, NULL, &error);

  g_assert_no_error (error);
  return path;
}

/* Rows as "a|b\n". As the engine opens it: for reading only. */
static char *
ask (const char *path, const char *sql)
{
  g_autofree char *uri = ask_sqlite_dup_uri (path);
  GString *text = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_kind.prepare (db), ==, SQLITE_OK);
  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  while (sqlite3_step (statement) == SQLITE_ROW)
    for (int i = 0; i < sqlite3_column_count (statement); i++)
      {
        const char *cell = (const char *) sqlite3_column_text (statement, i);

        g_string_append_printf (text, "%s%c", cell != NULL ? cell : "-",
                                i + 1 < sqlite3_column_count (statement) ? '|' : '\n');
      }
  g_assert_cmpint (sqlite3_finalize (statement), ==, SQLITE_OK);
  sqlite3_close (db);
  return g_string_free (text, FALSE);
}

static void
expect (const char *path, const char *sql, const char *expected)
{
  g_autofree char *rows = ask (path, sql);

  g_assert_cmpstr (rows, ==, expected);
}

static char *
make_folder (const char *name)
{
  char *folder = g_build_filename (sheet_folder, name, NULL);
  g_autofree char *below = g_build_filename (folder, "verträge", NULL);

  g_assert_cmpint (g_mkdir_with_parents (below, 0700), ==, 0);
  return folder;
}

static void
put (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
take_away (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

/* Until files are old enough that their times tell any later change. */
static void
settle (void)
{
  g_usleep (80 * 1000);
}

static void
test_find (void)
{
  g_autofree char *folder = make_folder ("find");
  g_autofree char *path = NULL;
  g_autofree char *pdf = NULL;

  put (folder, "lease.md",
       "# Lease\nAbout it.\n## Notice\nThe notice periods are three months.\n\n## Rent\nMonthly rent.\n");
  put (folder, "verträge/miete.txt", "Die Kündigungsfrist beträgt drei Monate.\n\nGrüße aus Köln\n");
  put (folder, "picture.png", "no");
  put (folder, ".hidden.txt", "hidden");
  pdf
    = document_write_pdf ("find/frist.pdf", NULL, (const char *const[]) { "first page", "the notice was sent", NULL });
  path = ensure_good (folder);

  expect (path, "SELECT id, path, title, author, pages, note FROM documents",
          "1|frist.pdf|frist|Ana Gómez|2|-\n2|lease.md|Lease|-|-|-\n3|verträge/miete.txt|miete|-|-|-\n");
  expect (
    path, "SELECT document, number, heading, text, page FROM passages ORDER BY rowid",
    "1|1|-|first page|1\n1|2|-|the notice was sent|2\n2|1|Lease|About it.|-\n2|2|Notice|The notice periods are three "
    "months.|-\n2|3|Rent|Monthly rent.|-\n3|1|-|Die Kündigungsfrist beträgt drei Monate.\nGrüße aus Köln|-\n");
  /* Stemmed, ranked, by phrase, by prefix, without accents. */
  expect (path, "SELECT document, number FROM passages WHERE passages MATCH 'notice AND period' ORDER BY rank",
          "2|2\n");
  expect (path, "SELECT document, number FROM passages WHERE passages MATCH 'notice' ORDER BY rank", "2|2\n1|2\n");
  expect (path, "SELECT document FROM passages WHERE passages MATCH '\"drei Monate\"'", "3\n");
  expect (path, "SELECT document FROM passages WHERE passages MATCH 'kundig*'", "3\n");
  expect (path, "SELECT document FROM passages WHERE passages MATCH 'KÖLN'", "3\n");
  expect (path, "SELECT number FROM passages WHERE passages MATCH 'heading : rent'", "3\n");
  /* Parts of words. */
  expect (path, "SELECT word FROM words WHERE word LIKE '%frist%'", "kündigungsfrist\n");
  expect (path,
          "SELECT document FROM passages WHERE passages MATCH (SELECT group_concat('\"' || word || '\"', ' OR ') "
          "FROM words WHERE word LIKE '%frist%')",
          "3\n");
  expect (path, "SELECT text FROM askdata_note", "Left out: 1 of a kind that is not read.\n");
  expect (path, "SELECT count(*) FROM documents WHERE text LIKE '%hidden%'", "0\n");
}

/* Each passage says the page that it stands on, an empty page counts, and no passage runs over two. */
static void
test_pages (void)
{
  g_autofree char *folder = make_folder ("pages");
  g_autoptr (GString) words = g_string_new (NULL);
  const char *pages[] = { "alpha on the first page", "", "gamma on the third page", NULL, "omega on the fifth page", NULL };
  g_autofree char *pdf = NULL;
  g_autofree char *path = NULL;

  /* More than a passage holds. */
  for (guint i = 0; i < 50; i++)
    g_string_append_printf (words, "%sdelta %u is written on the fourth page", i > 0 ? "\n" : "", i);
  pages[3] = words->str;
  pdf = document_write_pdf ("pages/book.pdf", "Book", pages);
  path = ensure_good (folder);
  expect (path, "SELECT pages FROM documents", "5\n");
  expect (path, "SELECT page FROM passages WHERE passages MATCH 'alpha'", "1\n");
  expect (path, "SELECT page FROM passages WHERE passages MATCH 'gamma'", "3\n");
  expect (path, "SELECT page FROM passages WHERE passages MATCH 'omega'", "5\n");
  expect (path, "SELECT DISTINCT page FROM passages WHERE passages MATCH 'delta'", "4\n");
  expect (path, "SELECT count(*) FROM passages WHERE text LIKE '%third%' AND text LIKE '%fourth%'", "0\n");
  expect (path, "SELECT group_concat(DISTINCT page) FROM (SELECT page FROM passages ORDER BY number)", "1,3,4,5\n");
}

/* Names that are no UTF-8 look alike, and each file is there. */
static void
test_alike (void)
{
  g_autofree char *folder = make_folder ("alike");
  g_autofree char *path = NULL;

  put (folder, "a\xff.txt", "alpha");
  put (folder, "a\xfe.txt", "beta");
  settle ();
  path = ensure_good (folder);
  expect (path, "SELECT count(DISTINCT path), count(*) FROM documents", "2|2\n");
  expect (path, "SELECT count(*) FROM passages WHERE passages MATCH 'alpha OR beta'", "2\n");
}

/* A note about the folder follows what lies there, though no document has changed. */
static void
test_note (void)
{
  g_autofree char *folder = make_folder ("note");
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  g_autofree char *last = NULL;

  put (folder, "a.txt", "alpha");
  settle ();
  path = ensure_good (folder);
  expect (path, "SELECT count(*) FROM askdata_note", "0\n");
  put (folder, "a.png", "no");
  again = ensure_good (folder);
  expect (path, "SELECT text FROM askdata_note", "Left out: 1 of a kind that is not read.\n");
  take_away (folder, "a.png");
  last = ensure_good (folder);
  expect (path, "SELECT count(*) FROM askdata_note", "0\n");
}

/* Whatever lies in a folder, all is told of it and the rest is found. */
static void
test_bad (void)
{
  static const struct
  {
    const char *name;
    const char *bytes;
    const char *note; /* of it, a part */
  } files[] = {
    { "broken.docx", "PK\3\4nothing", "damaged" },
    { "old.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "in the format of Word before 2007" },
    { "broken.odt", "nothing", "damaged" },
    { "broken.pdf", "%PDF-1.7 nothing", "damaged, or no PDF" },
    { "empty.txt", "", "There is no text in it." },
    { "hostile.html",
      "<script>document.write('evil')</script><style>evil</style><img src='http://127.0.0.1:1/evil'><iframe "
      "srcdoc='evil'></iframe><!-- evil --><p>kept&#0;&#x202e;&lt;b&gt;<object>",
      NULL },
    { "hostile.eml",
      "Subject: =?utf-8?Q?kept?=\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\nkept "
      "too\n--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; "
      "filename=\"../../evil.exe\"\n\nevil\n",
      "evil.exe" },
    { "good.txt", "kept as well", NULL },
  };
  g_autofree char *folder = make_folder ("bad");
  g_autofree char *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    put (folder, files[i].name, files[i].bytes);
  path = ensure_good (folder);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *sql
        = g_strdup_printf ("SELECT coalesce (note, '') FROM documents WHERE path = '%s'", files[i].name);
      g_autofree char *note = ask (path, sql);

      if (files[i].note != NULL ? strstr (note, files[i].note) == NULL : strcmp (note, "\n") != 0)
        g_error ("%s: %s", files[i].name, note);
    }
  expect (path, "SELECT path FROM documents WHERE text LIKE '%kept%' ORDER BY path",
          "good.txt\nhostile.eml\nhostile.html\n");
  expect (path, "SELECT count(*) FROM documents WHERE text LIKE '%evil%'", "0\n");
}

/* A zip bomb in a .docx: what may be read of it is, within the limits, and the rest of the folder, too. */
static void
test_bomb (void)
{
  const gsize length = 80 * 1024 * 1024;
  g_autofree char *folder = make_folder ("bomb");
  g_autofree char *path = NULL;
  g_autofree char *bomb = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GString) body = g_string_sized_new (length + 1024);

  while (body->len < length)
    g_string_append (body, "<w:p><w:r><w:t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                           "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</w:t></w:r></w:p>");
  bomb = document_write_docx ("bomb/bomb.docx", body->str);
  put (folder, "good.txt", "kept");
  path = ensure_good (folder);
  note = ask (path, "SELECT note FROM documents WHERE path = 'bomb.docx'");
  if (strstr (note, "larger") == NULL && strstr (note, "longer") == NULL && strstr (note, "unpack") == NULL)
    g_error ("%s", note);
  expect (path, "SELECT path FROM documents WHERE text = 'kept'", "good.txt\n");
}

static void
test_renew (void)
{
  g_autofree char *folder = make_folder ("renew");
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  const char *all
    = "SELECT d.id, d.path, p.text FROM documents AS d JOIN passages AS p ON p.document = d.id ORDER BY 1, 2";

  put (folder, "a.txt", "alpha");
  put (folder, "b.txt", "beta");
  put (folder, "c.txt", "gamma");
  settle ();
  path = ensure_good (folder);
  expect (path, all, "1|a.txt|alpha\n2|b.txt|beta\n3|c.txt|gamma\n");

  put (folder, "a.txt", "delta");
  take_away (folder, "b.txt");
  put (folder, "d.txt", "epsilon");
  settle ();
  again = ensure_good (folder);
  g_assert_cmpstr (again, ==, path);
  expect (path, all, "1|a.txt|delta\n3|c.txt|gamma\n4|d.txt|epsilon\n");
  expect (path, "SELECT count(*) FROM passages WHERE passages MATCH 'alpha OR beta'", "0\n");
  expect (path, "SELECT document FROM passages WHERE passages MATCH 'delta'", "1\n");
}

static void
test_unchanged (void)
{
  g_autofree char *folder = make_folder ("unchanged");
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  struct stat before, after;
  g_autofree char *stamps = NULL;

  put (folder, "a.txt", "alpha");
  settle ();
  path = ensure_good (folder);
  stamps = ask (path, "SELECT stamp FROM askdata_file");
  g_assert_cmpint (stat (path, &before), ==, 0);
  g_assert_cmpint (before.st_mode & 0777, ==, 0600);
  again = ensure_good (folder);
  g_assert_cmpint (stat (path, &after), ==, 0);
  g_assert_cmpint (before.st_mtim.tv_nsec, ==, after.st_mtim.tv_nsec);
  g_assert_cmpint (before.st_ino, ==, after.st_ino);
  expect (path, "SELECT stamp FROM askdata_file", stamps);
}

/* A change that leaves size and time as they were is seen by the other time. */
static void
test_same_size (void)
{
  g_autofree char *folder = make_folder ("size");
  g_autofree char *file = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  const struct timespec old[2] = { { 1000000000, 0 }, { 1000000000, 0 } };

  put (folder, "a.txt", "alpha");
  g_assert_cmpint (utimensat (AT_FDCWD, file, old, 0), ==, 0);
  settle ();
  path = ensure_good (folder);
  expect (path, "SELECT changed FROM documents", "2001-09-09T01:46:40Z\n");
  put (folder, "a.txt", "omega");
  g_assert_cmpint (utimensat (AT_FDCWD, file, old, 0), ==, 0);
  settle ();
  again = ensure_good (folder);
  expect (path, "SELECT text FROM documents", "omega\n");
}

/* Who reads sees one state, and a writer does not wait for them. */
static void
test_while_read (void)
{
  g_autofree char *folder = make_folder ("read");
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  g_autofree char *uri = NULL;
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  guint n = 0;

  put (folder, "a.txt", "alpha");
  put (folder, "b.txt", "alpha");
  settle ();
  path = ensure_good (folder);
  uri = ask_sqlite_dup_uri (path);
  g_assert_cmpint (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_kind.prepare (db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT text FROM passages WHERE passages MATCH 'alpha'", -1, &statement,
                                       NULL),
                   ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  put (folder, "b.txt", "beta");
  put (folder, "c.txt", "alpha");
  settle ();
  again = ensure_good (folder);
  for (n = 1; sqlite3_step (statement) == SQLITE_ROW; n++)
    ;
  g_assert_cmpuint (n, ==, 2);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  expect (path, "SELECT document FROM passages WHERE passages MATCH 'alpha'", "1\n3\n");
}

static void
test_broken (void)
{
  g_autofree char *folder = make_folder ("broken");
  g_autofree char *path = NULL;
  g_autofree char *link = g_build_filename (folder, "link.txt", NULL);

  put (folder, "a.txt", "alpha");
  put (folder, "broken.pdf", "%PDF-1.4 nothing");
  put (folder, "broken.docx", "PK nothing");
  g_assert_cmpint (symlink ("/etc/passwd", link), ==, 0);
  path = ensure_good (folder);
  expect (path, "SELECT path, note LIKE '%damaged%', text FROM documents",
          "a.txt|-|alpha\nbroken.docx|1|-\nbroken.pdf|1|-\n");
  expect (path, "SELECT text FROM askdata_note", "Left out: symbolic links, which are not followed (1).\n");
}

/* What is wrong with an index is mended by making it again. */
static void
test_mended (void)
{
  g_autofree char *folder = make_folder ("mended");
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;

  put (folder, "a.txt", "alpha");
  path = ensure_good (folder);
  g_assert_true (g_file_set_contents (path, "no database", -1, NULL));
  again = ensure_good (folder);
  expect (path, "SELECT text FROM documents", "alpha\n");
}

static void
test_file (void)
{
  g_autofree char *folder = make_folder ("file");
  g_autofree char *file = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *missing = g_build_filename (folder, "b.txt", NULL);
  g_autofree char *picture = g_build_filename (folder, "p.png", NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  put (folder, "a.txt", "alpha");
  put (folder, "p.png", "p");
  path = ensure_good (file);
  expect (path, "SELECT path, text FROM documents", "a.txt|alpha\n");
  g_assert_null (ensure (missing, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  g_clear_error (&error);
  g_assert_null (ensure (picture, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (ensure (folder, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Each letter of any text is in one passage, in its order; none goes across a heading or a page. */
static void
test_cut (void)
{
  static const char *const pieces[] = { "a", "ü", ". ", " ", "\n", "€" };

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (AskDocument) document = ask_document_new ();
      g_autoptr (GArray) passages = NULL;
      gsize at = 0;
      int heading = -1;

      for (gint n = g_test_rand_int_range (0, 40); n > 0; n--)
        {
          g_autoptr (GString) text = g_string_new (NULL);

          for (gint k = g_test_rand_int_range (0, g_test_rand_bit () ? 30 : 6000); k > 0; k--)
            g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
          ask_document_add (document, g_test_rand_int_range (0, 4) == 0, (guint) n / 5, text->str, -1);
        }
      passages = ask_document_cut (document);
      for (guint i = 0; i < passages->len; i++)
        {
          const AskDocumentPassage *passage = &g_array_index (passages, AskDocumentPassage, i);
          const char *text = document->text->str + passage->start;

          g_assert_true (g_utf8_validate_len (text, passage->length, NULL));
          g_assert_cmpuint (passage->length, <=, 4800);
          if (passage->heading != heading)
            {
              const AskDocumentBlock *block
                = &g_array_index (document->blocks, AskDocumentBlock, (guint) passage->heading);

              at = MAX (at, block->start + block->length);
              heading = passage->heading;
            }
          for (; at < passage->start; at++)
            g_assert_cmpint (document->text->str[at], ==, '\n');
          g_assert_cmpuint (at, ==, passage->start);
          at += passage->length;
        }
      for (; at < document->text->len; at++)
        g_assert_cmpint (document->text->str[at], ==, '\n');
    }
}

int
main (int argc, char **argv)
{
  sheet_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/document-cache/a-passage-says-its-page", test_pages);
  g_test_add_func ("/source/document-cache/files-with-names-alike-are-all-there", test_alike);
  g_test_add_func ("/source/document-cache/notes-follow-the-folder", test_note);
  g_test_add_func ("/source/document-cache/bad-files-have-a-note-and-hide-no-others", test_bad);
  g_test_add_func ("/source/document-cache/a-zip-bomb-ends-within-limits", test_bomb);
  g_test_add_func ("/source/document-cache/passages-are-found-by-words", test_find);
  g_test_add_func ("/source/document-cache/only-what-changed-is-read", test_renew);
  g_test_add_func ("/source/document-cache/nothing-changed-writes-nothing", test_unchanged);
  g_test_add_func ("/source/document-cache/same-size-and-time-is-seen", test_same_size);
  g_test_add_func ("/source/document-cache/readers-and-writer-do-not-wait", test_while_read);
  g_test_add_func ("/source/document-cache/broken-files-keep-a-row", test_broken);
  g_test_add_func ("/source/document-cache/a-broken-index-is-made-again", test_mended);
  g_test_add_func ("/source/document-cache/one-file-or-a-sentence", test_file);
  g_test_add_func ("/source/document-cache/every-letter-is-in-one-passage", test_cut);
  return sheet_end (g_test_run ());
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A folder of text files of 20 pages becomes a source: megabytes of text a second, against the sqlite3 library, which
 * inserts the same text, cut at the same length and in memory already, into an FTS5 table of the same kind. Then queries
 * of two words by rank, and how long it takes to see that nothing, and that one file, has changed.
 *
 * Usage: ask-bench-documents [DOCUMENTS]
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "source/document/ask-document-cache.h"
#include "source/document/ask-document-source.h"
#include "source/sqlite/ask-sqlite-source.h"

#define N_WORDS 30000
#define N_PARAGRAPHS 200 /* of a document, about 20 pages */
#define N_PARAGRAPH 50 /* words */
#define N_PAIRS 3
#define LONG 5000 /* documents: one pair is long enough */
#define N_QUERIES 200

typedef struct
{
  char *folder;
  char *database;
  char **words;
  GRand *random;
  guint n_documents;
  gsize n_bytes;
} Bench;

/* What else runs on the machine does not count. @clock: of all threads, or of this one, which writes. */
static double
processor_s (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

static void
make_words (Bench *self)
{
  self->words = g_new0 (char *, N_WORDS + 1);
  for (guint i = 0; i < N_WORDS; i++)
    {
      const gint n = g_rand_int_range (self->random, 2, 12);

      self->words[i] = g_malloc0 ((gsize) n + 1);
      for (gint k = 0; k < n; k++)
        self->words[i][k] = "aeiounrstldbgmkf"[g_rand_int_range (self->random, 0, 16)];
    }
}

/* Few words are frequent, and most are rare, as in any language. */
static const char *
draw_word (Bench *self)
{
  const double drawn = g_rand_double (self->random);

  return self->words[(guint) (N_WORDS * drawn * drawn * drawn * drawn)];
}

static char *
make_text (Bench *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_PARAGRAPHS; i++)
    {
      for (guint k = 0; k < N_PARAGRAPH; k++)
        {
          g_string_append (text, draw_word (self));
          g_string_append (text, k % 12 == 11 ? ". " : " ");
        }
      g_string_append (text, "\n\n");
    }
  return g_string_free (text, FALSE);
}

static void
write_file (Bench *self, guint i)
{
  g_autofree char *name = g_strdup_printf ("%u.txt", i);
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *text = make_text (self);

  self->n_bytes += strlen (text);
  g_assert_true (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

static double
index_folder (Bench *self, gboolean anew, char **path)
{
  AskSourceConfig *config = ask_source_config_new ("docs", &ask_document_kind, self->folder);
  g_autoptr (GError) error = NULL;
  gint64 start;

  if (anew)
    ask_document_cache_remove (config);
  start = g_get_monotonic_time ();
  g_free (*path);
  *path = ask_document_cache_ensure (config, NULL, &error);
  if (*path == NULL)
    g_error ("%s", error->message);
  ask_source_config_unref (config);
  return (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
}

static void
execute (sqlite3 *db, const char *sql)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
}

/* The peer: texts are in memory, and nothing but FTS5 has to be written. */
static double
insert_texts (Bench *self, GPtrArray *texts)
{
  sqlite3 *db;
  sqlite3_stmt *statement;
  gint64 start;
  double taken;

  g_unlink (self->database);
  g_assert_cmpint (sqlite3_open (self->database, &db), ==, SQLITE_OK);
  start = g_get_monotonic_time ();
  execute (db, "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;"
               "CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'porter unicode61 remove_diacritics 2'); BEGIN");
  g_assert_cmpint (sqlite3_prepare_v2 (db, "INSERT INTO t VALUES (?1)", -1, &statement, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = texts->pdata[i];
      const gsize n = strlen (text);

      for (gsize at = 0; at < n; at += 1200)
        {
          sqlite3_bind_text (statement, 1, text + at, (int) MIN (1200, n - at), SQLITE_STATIC);
          g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
          sqlite3_reset (statement);
        }
    }
  sqlite3_finalize (statement);
  execute (db, "COMMIT");
  taken = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  sqlite3_close (db);
  g_unlink (self->database);
  return taken;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (GArray *samples)
{
  g_array_sort (samples, compare);
  return g_array_index (samples, double, samples->len / 2);
}

/* As the engine writes it (ask-planner-match.c). */
static void
search (Bench *self, const char *path)
{
  g_autofree char *uri = ask_sqlite_dup_uri (path);
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (double));
  sqlite3 *db;
  sqlite3_stmt *statement;
  gint64 n_rows = 0;

  g_assert_cmpint (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), ==, SQLITE_OK);
  g_assert_cmpint (ask_document_kind.prepare (db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT document, number, text FROM passages WHERE passages MATCH ?1 "
                                       "ORDER BY +rank LIMIT 10",
                                       -1, &statement, NULL),
                   ==, SQLITE_OK);
  for (guint i = 0; i < N_QUERIES; i++)
    {
      g_autofree char *match = g_strdup_printf ("\"%s\" AND \"%s\"", draw_word (self), draw_word (self));
      const gint64 start = g_get_monotonic_time ();
      double taken;

      sqlite3_bind_text (statement, 1, match, -1, SQLITE_STATIC);
      while (sqlite3_step (statement) == SQLITE_ROW)
        n_rows++;
      sqlite3_reset (statement);
      taken = (double) (g_get_monotonic_time () - start) / 1000;
      g_array_append_val (samples, taken);
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  g_print ("search of two words by rank: median %.2f ms", median (samples));
  g_print (", 95 of 100 within %.2f ms, %" G_GINT64_FORMAT " rows\n",
           g_array_index (samples, double, samples->len * 95 / 100), n_rows);
}

static GPtrArray *
read_texts (Bench *self)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->n_documents; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      g_ptr_array_add (texts, text);
    }
  return texts;
}

static void
measure (Bench *self)
{
  g_autoptr (GArray) ours = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) theirs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GPtrArray) texts = NULL;
  g_autofree char *path = NULL;
  const double megabytes = (double) self->n_bytes / 1e6;
  g_autoptr (GArray) ours_cpu = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) theirs_cpu = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) writing_cpu = g_array_new (FALSE, FALSE, sizeof (double));
  double taken, before, writing;

  texts = read_texts (self);
  for (guint i = 0; i < (self->n_documents >= LONG ? 1 : N_PAIRS); i++)
    {
      before = processor_s (CLOCK_PROCESS_CPUTIME_ID);
      writing = processor_s (CLOCK_THREAD_CPUTIME_ID);
      taken = index_folder (self, TRUE, &path);
      g_array_append_val (ours, taken);
      taken = processor_s (CLOCK_PROCESS_CPUTIME_ID) - before;
      g_array_append_val (ours_cpu, taken);
      taken = processor_s (CLOCK_THREAD_CPUTIME_ID) - writing;
      g_array_append_val (writing_cpu, taken);
      before = processor_s (CLOCK_PROCESS_CPUTIME_ID);
      taken = insert_texts (self, texts);
      g_array_append_val (theirs, taken);
      taken = processor_s (CLOCK_PROCESS_CPUTIME_ID) - before;
      g_array_append_val (theirs_cpu, taken);
    }
  g_print ("%u documents, %.0f MB of text\n", self->n_documents, megabytes);
  g_print ("a folder made a source: %.1f MB/s, of processor time %.1f MB/s, of the thread that writes %.1f MB/s\n",
           megabytes / median (ours), megabytes / median (ours_cpu), megabytes / median (writing_cpu));
  g_print ("sqlite3 inserting the same into FTS5: %.1f MB/s, of processor time %.1f MB/s\n",
           megabytes / median (theirs), megabytes / median (theirs_cpu));
  search (self, path);
  /* Files that were just written are read once more. */
  index_folder (self, FALSE, &path);
  g_print ("nothing changed: %.0f ms\n", index_folder (self, FALSE, &path) * 1000);
  write_file (self, self->n_documents / 2);
  g_print ("one document changed: %.0f ms\n", index_folder (self, FALSE, &path) * 1000);
}

int
main (int argc, char **argv)
{
  g_autofree char *root = g_dir_make_tmp ("askdata-bench-XXXXXX", NULL);
  g_autofree char *cache = g_build_filename (root, "cache", NULL);
  Bench bench = { .folder = g_build_filename (root, "documents", NULL),
                  .database = g_build_filename (root, "peer.sqlite", NULL),
                  .random = g_rand_new_with_seed (20),
                  .n_documents = argc > 1 ? (guint) atoi (argv[1]) : 1000 };
  AskSourceConfig *config;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_assert_cmpint (g_mkdir_with_parents (bench.folder, 0700), ==, 0);
  make_words (&bench);
  for (guint i = 0; i < bench.n_documents; i++)
    write_file (&bench, i);
  measure (&bench);

  config = ask_source_config_new ("docs", &ask_document_kind, bench.folder);
  ask_document_cache_remove (config);
  ask_source_config_unref (config);
  for (guint i = 0; i < bench.n_documents; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.txt", i);
      g_autofree char *path = g_build_filename (bench.folder, name, NULL);

      g_unlink (path);
    }
  {
    g_autofree char *documents = g_build_filename (cache, "askdata", "documents", NULL);
    g_autofree char *askdata = g_build_filename (cache, "askdata", NULL);

    g_rmdir (documents);
    g_rmdir (askdata);
    g_rmdir (cache);
  }
  g_rmdir (bench.folder);
  g_rmdir (root);
  g_strfreev (bench.words);
  g_rand_free (bench.random);
  g_free (bench.folder);
  g_free (bench.database);
  return 0;
}

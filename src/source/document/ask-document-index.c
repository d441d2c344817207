/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables:
 *
 *   documents (id, path, title, author, changed, pages, note, text)    a file each
 *   passages (document, number, heading, text, page)                   FTS5; its rowid is of ask-document-rank.c
 *   words (word)                                                       FTS5 by trigrams, each word once
 *   words_content (id, word)                                           what words reads its text from
 *   askdata_file, askdata_note, askdata_format                         what we keep for ourselves
 *
 * A word whose last document is gone stays, since finding that out would read them all; MATCH finds nothing for it.
 */
#include "config.h"

#include "source/document/ask-document-index.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "source/ask-source.h"
#include "source/document/ask-document-cut.h"
#include "source/document/ask-document-rank.h"
#include "source/document/ask-document-tokenizer.h"
#include "source/sqlite/ask-sqlite-source.h"

/* Of what is written: with another number, old files are made again. */
#define FORMAT 5

#define BUSY_MS 10000

typedef enum
{
  PUT_DOCUMENT,
  PUT_FILE,
  PUT_PASSAGE,
  LAST_WORD,
  PUT_WORD,
  PUT_PARTS,
  TOUCH_FILE,
  REMOVE_DOCUMENT,
  REMOVE_FILE,
  REMOVE_PASSAGES,
  PUT_NOTE,
  SET_ORIGIN,
  N_STATEMENTS
} Statement;

static const char *const texts[N_STATEMENTS] = {
  [PUT_DOCUMENT] = "INSERT INTO documents VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
  [PUT_FILE] = "INSERT INTO askdata_file VALUES (?1, ?2, ?3, ?4)",
  [PUT_PASSAGE] = "INSERT INTO passages (rowid, document, number, heading, text, page) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
  [LAST_WORD] = "SELECT coalesce (max (id), 0) FROM words_content",
  [PUT_WORD] = "INSERT OR IGNORE INTO words_content (word) VALUES (?1)",
  [PUT_PARTS] = "INSERT INTO words (rowid, word) SELECT id, word FROM words_content WHERE id > ?1",
  [TOUCH_FILE] = "UPDATE askdata_file SET stamp = ?3 WHERE id = ?1",
  [REMOVE_DOCUMENT] = "DELETE FROM documents WHERE id = ?1",
  [REMOVE_FILE] = "DELETE FROM askdata_file WHERE id = ?1",
  [REMOVE_PASSAGES] = "DELETE FROM passages WHERE rowid BETWEEN ?1 AND ?2",
  [PUT_NOTE] = "INSERT INTO askdata_note VALUES (?1)",
  [SET_ORIGIN] = "UPDATE askdata_format SET origin = ?1",
};

/* FTS5 merges its pieces while it writes, again and again. Here they are large, and only merged sixteen at a time, until
 * all are merged in the end. Larger ones yet would not fit the processor's cache. */
static const char *const making
  = "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536;"
    "CREATE TABLE askdata_format (format INTEGER NOT NULL, origin TEXT NOT NULL);"
    "INSERT INTO askdata_format VALUES (" G_STRINGIFY (FORMAT) ", '');"
              "CREATE TABLE askdata_file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, digest TEXT);"
              "CREATE TABLE words_content (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);"
              "CREATE TABLE askdata_note (text TEXT NOT NULL);"
              "CREATE TABLE documents (id INTEGER PRIMARY KEY, path TEXT NOT NULL, title TEXT, author TEXT, changed TEXT,"
              "  pages INTEGER, note TEXT, text TEXT);"
              "CREATE VIRTUAL TABLE passages USING fts5 (document UNINDEXED, number UNINDEXED, heading, text, page UNINDEXED,"
              "  tokenize = '" ASK_DOCUMENT_TOKENIZER "');"
              "CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = 'trigram', detail = 'none', content = 'words_content',"
              "  content_rowid = 'id');"
              "INSERT INTO passages (passages, rank) VALUES ('rank', '" ASK_DOCUMENT_RANK "()');"
              "INSERT INTO passages (passages, rank) VALUES ('hashsize', 16777216);"
              "INSERT INTO passages (passages, rank) VALUES ('automerge', 0)";

/* One piece, so that no later change has to merge more than what it brings. */
static const char *const finishing = "INSERT INTO passages (passages) VALUES ('optimize');"
                                     "INSERT INTO passages (passages, rank) VALUES ('automerge', 4)";

struct _AskDocumentIndex
{
  sqlite3 *db;
  AskDocumentTokenizer tokenizer;
  sqlite3_stmt *statements[N_STATEMENTS];
  GHashTable *words; /* those that are new, perhaps; until the next commit */
  gboolean fresh;
};

/** ask_document_state_free: @data: (transfer full) (nullable): an #AskDocumentState */
void
ask_document_state_free (gpointer data)
{
  AskDocumentState *self = data;

  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->stamp);
  g_free (self->digest);
  g_free (self);
}

/** ask_document_index_free: frees @self; what was not committed is gone */
void
ask_document_index_free (AskDocumentIndex *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_STATEMENTS; i++)
    sqlite3_finalize (self->statements[i]);
  sqlite3_close (self->db);
  g_hash_table_unref (self->words);
  g_free (self);
}

static gboolean
fail (AskDocumentIndex *self, GError **error)
{
  const int code = sqlite3_errcode (self->db);

  ask_error_set (error, ASK_SOURCE_ERROR,
                 code == SQLITE_BUSY || code == SQLITE_LOCKED ? ASK_SOURCE_ERROR_LOCKED : ASK_SOURCE_ERROR_UNREACHABLE,
                 N_ ("AskData's index of the documents could not be written (%s)."), sqlite3_errmsg (self->db));
  return FALSE;
}

static gboolean
execute (AskDocumentIndex *self, const char *sql, GError **error)
{
  return sqlite3_exec (self->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail (self, error);
}

static sqlite3_stmt *
get_statement (AskDocumentIndex *self, Statement which)
{
  if (self->statements[which] == NULL)
    sqlite3_prepare_v3 (self->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, &self->statements[which], NULL);
  return self->statements[which];
}

static void
bind_text (sqlite3_stmt *statement, int place, const char *text, gssize length)
{
  if (text != NULL)
    sqlite3_bind_text64 (statement, place, text, length < 0 ? strlen (text) : (sqlite3_uint64) length, SQLITE_STATIC,
                         SQLITE_UTF8);
  else
    sqlite3_bind_null (statement, place);
}

/* Steps a statement that gives no rows. */
static gboolean
run (AskDocumentIndex *self, sqlite3_stmt *statement, GError **error)
{
  const gboolean good = statement != NULL && sqlite3_step (statement) == SQLITE_DONE;

  if (!good)
    fail (self, error);
  sqlite3_reset (statement);
  return good;
}

/* Of the tokenizer, for what nobody else divided: headings. */
static void
take_word (const char *text, gsize length, gpointer data)
{
  ask_document_add_words (((AskDocumentIndex *) data)->words, text, length);
}

static AskDocumentIndex *
open_file (const char *path, int flags, GError **error)
{
  g_autoptr (AskDocumentIndex) self = g_new0 (AskDocumentIndex, 1);

  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (sqlite3_open_v2 (path, &self->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | flags, NULL) != SQLITE_OK)
    {
      fail (self, error);
      return NULL;
    }
  sqlite3_busy_timeout (self->db, BUSY_MS);
  self->tokenizer = (AskDocumentTokenizer) { .fresh = take_word, .data = self };
  if (ask_document_add_tokenizer (self->db, &self->tokenizer) != SQLITE_OK)
    {
      fail (self, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * ask_document_index_open:
 * @path: of one that was made earlier
 * @error: %ASK_SOURCE_ERROR_NOT_A_DATABASE where it has to be made again
 *
 * Returns: (transfer full): to be written to
 */
AskDocumentIndex *
ask_document_index_open (const char *path, GError **error)
{
  g_autoptr (AskDocumentIndex) self = open_file (path, 0, error);
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (self == NULL)
    return NULL;
  if (sqlite3_prepare_v2 (self->db, "SELECT format FROM askdata_format", -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW && sqlite3_column_int (statement, 0) == FORMAT)
    return g_steal_pointer (&self);
  ask_error_set_literal (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_NOT_A_DATABASE,
                         N_ ("AskData's index of the documents is of another version."));
  return NULL;
}

/**
 * ask_document_index_new:
 * @path: of a file that nobody else knows; empty, or not there
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: (transfer full): without documents
 */
AskDocumentIndex *
ask_document_index_new (const char *path, GError **error)
{
  g_autoptr (AskDocumentIndex) self = open_file (path, SQLITE_OPEN_CREATE, error);

  if (self == NULL)
    return NULL;
  self->fresh = TRUE;
  if (!execute (self, making, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * ask_document_index_load:
 * @next_id: (out): for a document that is not there yet
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: (transfer full) (element-type utf8 AskDocumentState): the files that are in it, by their paths
 */
GHashTable *
ask_document_index_load (AskDocumentIndex *self, gint64 *next_id, GError **error)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, ask_document_state_free);
  g_autoptr (sqlite3_stmt) statement = NULL;
  int code = sqlite3_prepare_v2 (self->db, "SELECT path, id, stamp, digest FROM askdata_file", -1, &statement, NULL);

  *next_id = 1;
  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      AskDocumentState *state;

      code = sqlite3_step (statement);
      if (code != SQLITE_ROW)
        break;
      state = g_new0 (AskDocumentState, 1);
      state->path = g_strdup ((const char *) sqlite3_column_text (statement, 0));
      state->id = sqlite3_column_int64 (statement, 1);
      state->stamp = g_strdup ((const char *) sqlite3_column_text (statement, 2));
      state->digest = g_strdup ((const char *) sqlite3_column_text (statement, 3));
      *next_id = MAX (*next_id, state->id + 1);
      g_hash_table_insert (files, state->path, state);
    }
  if (code == SQLITE_DONE)
    return g_steal_pointer (&files);
  fail (self, error);
  return NULL;
}

/**
 * ask_document_index_begin:
 * @error: %ASK_SOURCE_ERROR_LOCKED or %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether it can be written to now
 */
gboolean
ask_document_index_begin (AskDocumentIndex *self, GError **error)
{
  return execute (self, "BEGIN IMMEDIATE", error);
}

/* Words in their order, so that the index of them grows at its end; then all that are new become parts at once. */
static gboolean
put_words (AskDocumentIndex *self, GError **error)
{
  gint64 last = 0;
  sqlite3_stmt *statement = get_statement (self, LAST_WORD);
  g_autofree gpointer *words = NULL;
  guint n_words = 0;

  if (statement == NULL || sqlite3_step (statement) != SQLITE_ROW)
    return fail (self, error);
  last = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  words = g_hash_table_get_keys_as_array (self->words, &n_words);
  qsort (words, n_words, sizeof *words, ask_text_compare);
  statement = get_statement (self, PUT_WORD);
  for (guint i = 0; i < n_words; i++)
    {
      bind_text (statement, 1, words[i], -1);
      if (!run (self, statement, error))
        return FALSE;
    }
  g_hash_table_remove_all (self->words);
  statement = get_statement (self, PUT_PARTS);
  sqlite3_bind_int64 (statement, 1, last);
  return run (self, statement, error);
}

static void
expect_passage (AskDocumentIndex *self, const AskDocumentEntry *entry, guint i)
{
  const AskDocumentPassage *passage = &g_array_index (entry->passages, AskDocumentPassage, i);
  const gsize start = g_array_index (entry->tokens->starts, gsize, i);

  self->tokenizer.text = entry->document->text->str + passage->start;
  self->tokenizer.length = passage->length;
  self->tokenizer.tokens = entry->tokens->bytes->data + start;
  self->tokenizer.n_tokens = g_array_index (entry->tokens->starts, gsize, i + 1) - start;
}

static gboolean
put_passages (AskDocumentIndex *self, const AskDocumentEntry *entry, GError **error)
{
  const char *text = entry->document->text->str;
  sqlite3_stmt *statement = get_statement (self, PUT_PASSAGE);

  for (guint i = 0; i < entry->passages->len; i++)
    {
      const AskDocumentPassage *passage = &g_array_index (entry->passages, AskDocumentPassage, i);
      const guint n_tokens = entry->tokens != NULL ? g_array_index (entry->tokens->lengths, guint, i) : 0;

      sqlite3_bind_int64 (statement, 1, ask_document_make_row (entry->state->id, i + 1, n_tokens));
      sqlite3_bind_int64 (statement, 2, entry->state->id);
      sqlite3_bind_int64 (statement, 3, i + 1);
      sqlite3_bind_null (statement, 4);
      if (passage->heading >= 0)
        {
          const AskDocumentBlock *block
            = &g_array_index (entry->document->blocks, AskDocumentBlock, (guint) passage->heading);

          bind_text (statement, 4, text + block->start, (gssize) block->length);
        }
      bind_text (statement, 5, text + passage->start, (gssize) passage->length);
      sqlite3_bind_null (statement, 6);
      if (passage->page > 0)
        sqlite3_bind_int64 (statement, 6, passage->page);
      if (entry->tokens != NULL)
        expect_passage (self, entry, i);
      if (!run (self, statement, error))
        return FALSE;
    }
  self->tokenizer.text = NULL;
  return TRUE;
}

static void
take_words (AskDocumentIndex *self, GHashTable *words)
{
  GHashTableIter iter;
  gpointer word;

  g_hash_table_iter_init (&iter, words);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_add (self->words, word);
    }
}

/**
 * ask_document_index_put:
 * @entry: a document whose id is in no row
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether it is in the index now
 */
gboolean
ask_document_index_put (AskDocumentIndex *self, const AskDocumentEntry *entry, GError **error)
{
  const AskDocument *document = entry->document;
  sqlite3_stmt *statement = get_statement (self, PUT_DOCUMENT);
  g_autofree char *title = NULL;
  g_autofree char *note = NULL;

  if (document->notes->len > 0)
    {
      g_autoptr (GPtrArray) notes = g_ptr_array_copy (document->notes, NULL, NULL);

      g_ptr_array_set_free_func (notes, NULL);
      g_ptr_array_add (notes, NULL);
      note = g_strjoinv (" ", (char **) notes->pdata);
    }
  if (document->title == NULL)
    {
      title = g_path_get_basename (entry->state->path);
      if (strrchr (title, '.') > title)
        *strrchr (title, '.') = '\0';
    }
  sqlite3_bind_int64 (statement, 1, entry->state->id);
  bind_text (statement, 2, entry->state->path, -1);
  bind_text (statement, 3, document->title != NULL ? document->title : title, -1);
  bind_text (statement, 4, document->author, -1);
  bind_text (statement, 5, document->changed != NULL ? document->changed : entry->changed, -1);
  sqlite3_bind_null (statement, 6);
  if (document->pages > 0)
    sqlite3_bind_int64 (statement, 6, document->pages);
  bind_text (statement, 7, note, -1);
  bind_text (statement, 8, document->blocks->len > 0 ? document->text->str : NULL, (gssize) document->text->len);
  if (!run (self, statement, error))
    return FALSE;
  statement = get_statement (self, PUT_FILE);
  sqlite3_bind_int64 (statement, 1, entry->state->id);
  bind_text (statement, 2, entry->state->path, -1);
  bind_text (statement, 3, entry->state->stamp, -1);
  bind_text (statement, 4, entry->state->digest, -1);
  if (entry->tokens != NULL)
    take_words (self, entry->tokens->words);
  return run (self, statement, error) && put_passages (self, entry, error);
}

/**
 * ask_document_index_touch:
 * @state: of a file whose bytes are the same, though its times are not
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether it is known now
 */
gboolean
ask_document_index_touch (AskDocumentIndex *self, const AskDocumentState *state, GError **error)
{
  sqlite3_stmt *statement = get_statement (self, TOUCH_FILE);

  sqlite3_bind_int64 (statement, 1, state->id);
  bind_text (statement, 3, state->stamp, -1);
  return run (self, statement, error);
}

/**
 * ask_document_index_remove:
 * @id: of a document
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether nothing of it is there any more
 */
gboolean
ask_document_index_remove (AskDocumentIndex *self, gint64 id, GError **error)
{
  static const Statement all[] = { REMOVE_DOCUMENT, REMOVE_FILE };
  sqlite3_stmt *statement;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      statement = get_statement (self, all[i]);
      sqlite3_bind_int64 (statement, 1, id);
      if (!run (self, statement, error))
        return FALSE;
    }
  statement = get_statement (self, REMOVE_PASSAGES);
  sqlite3_bind_int64 (statement, 1, ask_document_first_row (id));
  sqlite3_bind_int64 (statement, 2, ask_document_first_row (id + 1) - 1);
  return run (self, statement, error);
}

/**
 * ask_document_index_set_notes:
 * @notes: (element-type utf8): about the source, in place of those that were there
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether they are kept
 */
gboolean
ask_document_index_set_notes (AskDocumentIndex *self, GPtrArray *notes, GError **error)
{
  if (!execute (self, "DELETE FROM askdata_note", error))
    return FALSE;
  for (guint i = 0; i < notes->len; i++)
    {
      sqlite3_stmt *statement = get_statement (self, PUT_NOTE);

      bind_text (statement, 1, notes->pdata[i], -1);
      if (!run (self, statement, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_document_index_load_notes:
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: (transfer full) (element-type utf8): what ask_document_index_set_notes() kept
 */
GPtrArray *
ask_document_index_load_notes (AskDocumentIndex *self, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (sqlite3_stmt) statement = NULL;
  int code = sqlite3_prepare_v2 (self->db, "SELECT text FROM askdata_note ORDER BY rowid", -1, &statement, NULL);

  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        g_ptr_array_add (notes, g_strdup ((const char *) sqlite3_column_text (statement, 0)));
    }
  if (code == SQLITE_DONE)
    return g_steal_pointer (&notes);
  fail (self, error);
  return NULL;
}

/**
 * ask_document_index_dup_origin:
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: (transfer full): what ask_document_index_set_origin() kept; "" of a new one
 */
char *
ask_document_index_dup_origin (AskDocumentIndex *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (sqlite3_prepare_v2 (self->db, "SELECT origin FROM askdata_format", -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    return g_strdup ((const char *) sqlite3_column_text (statement, 0));
  fail (self, error);
  return NULL;
}

/**
 * ask_document_index_set_origin:
 * @origin: what it was read from, as it is now
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Returns: whether it is kept
 */
gboolean
ask_document_index_set_origin (AskDocumentIndex *self, const char *origin, GError **error)
{
  sqlite3_stmt *statement = get_statement (self, SET_ORIGIN);

  bind_text (statement, 1, origin, -1);
  return run (self, statement, error);
}

/**
 * ask_document_index_commit:
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Writes the words of all documents that were put, too.
 *
 * From then on a new one is one that is read while it is written.
 *
 * Returns: whether all is on disk
 */
gboolean
ask_document_index_commit (AskDocumentIndex *self, GError **error)
{
  if (!put_words (self, error) || (self->fresh && !execute (self, finishing, error))
      || !execute (self, "COMMIT", error))
    return FALSE;
  if (!self->fresh)
    return TRUE;
  self->fresh = FALSE;
  return execute (self, "PRAGMA synchronous=NORMAL; PRAGMA journal_mode=WAL", error);
}

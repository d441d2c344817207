/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the index and nothing else: neither the folder nor its files. What is marked, FTS5 says itself, so it is what a
 * search finds: by stems, without accents. Texts in the index have no control characters, so two of these can stand for
 * where a hit begins and ends.
 */
#include "config.h"

#include "source/document/ask-document-reading.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "source/document/ask-document-rank.h"
#include "source/document/ask-document-tokenizer.h"
#include "source/sqlite/ask-sqlite-source.h"

#define BUSY_MS 10000
/* SQLite's steps between two looks at the cancellable. */
#define STEPS_A_LOOK 10000
/* A word that is looked for by a part of others has as many letters at least, as in a search. */
#define LEAST_PART 4
#define MAX_PARTS 200

#define BEGINS '\1'
#define ENDS '\2'

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)

static void
part_free (gpointer data)
{
  AskDocumentPart *self = data;

  g_free (self->heading);
  g_free (self->text);
  g_free (self);
}

/** ask_document_reading_free: @self: (nullable): frees it */
void
ask_document_reading_free (AskDocumentReading *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->title);
  g_free (self->author);
  g_free (self->note);
  g_ptr_array_unref (self->parts);
  g_free (self);
}

static int
on_progress (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

static gboolean
fail (sqlite3 *db, GCancellable *cancellable, GError **error)
{
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    ask_error_set (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                   N_ ("AskData's index of the documents could not be read (%s)."), sqlite3_errmsg (db));
  return FALSE;
}

/* Returns: (transfer full): the index, to be read */
static sqlite3 *
open_index (const char *index, GCancellable *cancellable, GError **error)
{
  g_autofree char *uri = ask_sqlite_dup_uri (index);
  g_autoptr (sqlite3) db = NULL;

  if (sqlite3_open_v2 (uri, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK
      || ask_document_add_tokenizer (db, NULL) != SQLITE_OK)
    {
      fail (db, cancellable, error);
      return NULL;
    }
  sqlite3_busy_timeout (db, BUSY_MS);
  if (cancellable != NULL)
    sqlite3_progress_handler (db, STEPS_A_LOOK, on_progress, cancellable);
  return g_steal_pointer (&db);
}

static char *
dup_text (sqlite3_stmt *statement, int column)
{
  return g_strdup ((const char *) sqlite3_column_text (statement, column));
}

/* Binds to ?1 and ?2 where the passages of a document are. */
static void
bind_range (sqlite3_stmt *statement, gint64 id)
{
  sqlite3_bind_int64 (statement, 1, ask_document_first_row (id));
  sqlite3_bind_int64 (statement, 2, ask_document_first_row (id + 1) - 1);
}

static gboolean
read_parts (AskDocumentReading *self, sqlite3 *db, GCancellable *cancellable, GError **error)
{
  g_autoptr (sqlite3_stmt) list = NULL;
  int code;

  if (sqlite3_prepare_v2 (
        db, "SELECT number, page, heading, text FROM passages WHERE rowid BETWEEN ?1 AND ?2 ORDER BY rowid", -1, &list,
        NULL)
      != SQLITE_OK)
    return fail (db, cancellable, error);
  bind_range (list, self->id);
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    {
      AskDocumentPart *part = g_new0 (AskDocumentPart, 1);

      part->number = sqlite3_column_int64 (list, 0);
      part->page = sqlite3_column_int64 (list, 1);
      part->heading = dup_text (list, 2);
      part->text = dup_text (list, 3);
      if (part->text == NULL)
        part->text = g_strdup ("");
      g_ptr_array_add (self->parts, part);
    }
  return code == SQLITE_DONE || fail (db, cancellable, error);
}

/**
 * ask_document_reading_load:
 * @index: the path of an index
 * @path: (nullable): of a document, as the index has it
 * @id: of a document, where @path is %NULL
 * @reading: (out) (transfer full) (nullable): the document; %NULL where it is not there
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE or %G_IO_ERROR_CANCELLED
 *
 * Blocks.
 *
 * Returns: whether the index could be read
 */
gboolean
ask_document_reading_load (const char *index, const char *path, gint64 id, AskDocumentReading **reading,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (sqlite3) db = open_index (index, cancellable, error);
  g_autoptr (AskDocumentReading) self = NULL;
  g_autoptr (sqlite3_stmt) find = NULL;
  int code;

  *reading = NULL;
  if (db == NULL)
    return FALSE;
  if (sqlite3_prepare_v2 (db,
                          path != NULL ? "SELECT id, title, author, note, path FROM documents WHERE path = ?1"
                                       : "SELECT id, title, author, note, path FROM documents WHERE id = ?1",
                          -1, &find, NULL)
      != SQLITE_OK)
    return fail (db, cancellable, error);
  if (path != NULL)
    sqlite3_bind_text (find, 1, path, -1, SQLITE_STATIC);
  else
    sqlite3_bind_int64 (find, 1, id);
  code = sqlite3_step (find);
  if (code == SQLITE_DONE)
    return TRUE;
  if (code != SQLITE_ROW)
    return fail (db, cancellable, error);
  self = g_new0 (AskDocumentReading, 1);
  self->parts = g_ptr_array_new_with_free_func (part_free);
  self->id = sqlite3_column_int64 (find, 0);
  self->path = dup_text (find, 4);
  self->title = dup_text (find, 1);
  self->author = dup_text (find, 2);
  self->note = dup_text (find, 3);
  if (self->title == NULL)
    self->title = g_path_get_basename (self->path);
  if (!read_parts (self, db, cancellable, error))
    return FALSE;
  *reading = g_steal_pointer (&self);
  return TRUE;
}

/* @marked: with BEGINS and ENDS in it */
static void
add_hits (GArray *hits, guint part, gboolean in_heading, const char *marked)
{
  AskDocumentHit hit = { part, in_heading, 0, 0 };
  gsize at = 0;

  for (const char *c = marked; c != NULL && *c != '\0'; c++)
    {
      if (*c == BEGINS)
        hit.start = at;
      else if (*c == ENDS)
        {
          hit.end = at;
          if (hit.end > hit.start)
            g_array_append_val (hits, hit);
        }
      else
        at++;
    }
}

/* Passages are in the order of their numbers. */
static gboolean
find_part (const AskDocumentReading *self, gint64 number, guint *from)
{
  while (*from < self->parts->len && ((const AskDocumentPart *) self->parts->pdata[*from])->number < number)
    ++*from;
  return *from < self->parts->len && ((const AskDocumentPart *) self->parts->pdata[*from])->number == number;
}

static gboolean
find_matches (const AskDocumentReading *self, sqlite3 *db, const char *match, GArray *hits, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (sqlite3_stmt) list = NULL;
  guint part = 0;
  int code;

  if (sqlite3_prepare_v2 (db,
                          "SELECT number, highlight (passages, 2, char (1), char (2)), "
                          "highlight (passages, 3, char (1), char (2)) FROM passages "
                          "WHERE passages MATCH ?3 AND rowid BETWEEN ?1 AND ?2 ORDER BY rowid",
                          -1, &list, NULL)
      != SQLITE_OK)
    return fail (db, cancellable, error);
  bind_range (list, self->id);
  sqlite3_bind_text (list, 3, match, -1, SQLITE_STATIC);
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    /* The index may be newer than what is read. */
    if (find_part (self, sqlite3_column_int64 (list, 0), &part))
      {
        add_hits (hits, part, TRUE, (const char *) sqlite3_column_text (list, 1));
        add_hits (hits, part, FALSE, (const char *) sqlite3_column_text (list, 2));
      }
  return code == SQLITE_DONE || fail (db, cancellable, error);
}

/* Words that have a word of @match as a part. (nullable): %NULL where there are none */
static char *
find_longer (sqlite3 *db, const char *match, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) phrases = g_strsplit_set (match, "\"", -1);
  g_autoptr (GString) longer = g_string_new (NULL);
  g_autoptr (sqlite3_stmt) list = NULL;
  int code = SQLITE_DONE;

  if (sqlite3_prepare_v2 (db, "SELECT word FROM words WHERE word LIKE '%' || ?1 || '%' LIMIT ?2", -1, &list, NULL)
      != SQLITE_OK)
    {
      fail (db, cancellable, error);
      return NULL;
    }
  /* Between quotes: each second one. */
  for (guint i = 0; phrases[i] != NULL && code == SQLITE_DONE; i++)
    {
      if (i % 2 == 0 || g_utf8_strlen (phrases[i], -1) < LEAST_PART || strpbrk (phrases[i], "%_") != NULL)
        continue;
      sqlite3_reset (list);
      sqlite3_bind_text (list, 1, phrases[i], -1, SQLITE_STATIC);
      sqlite3_bind_int (list, 2, MAX_PARTS);
      while ((code = sqlite3_step (list)) == SQLITE_ROW)
        g_string_append_printf (longer, "%s\"%s\"", longer->len > 0 ? " OR " : "", sqlite3_column_text (list, 0));
    }
  if (code != SQLITE_DONE)
    {
      fail (db, cancellable, error);
      return NULL;
    }
  return longer->len > 0 ? g_string_free (g_steal_pointer (&longer), FALSE) : NULL;
}

/**
 * ask_document_reading_find:
 * @self: a document
 * @index: the path of the index that it was read from
 * @words: words of a person, or the right side of a MATCH
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE or %G_IO_ERROR_CANCELLED
 *
 * Where the words are, by their stems; where none of them is, where longer words have them as a part. Blocks.
 *
 * Returns: (transfer full) (element-type AskDocumentHit): in the order of reading
 */
GArray *
ask_document_reading_find (const AskDocumentReading *self, const char *index, const char *words,
                           GCancellable *cancellable, GError **error)
{
  g_autofree char *match = ask_document_words_to_match (words);
  g_autoptr (GArray) hits = g_array_new (FALSE, FALSE, sizeof (AskDocumentHit));
  g_autoptr (sqlite3) db = NULL;
  g_autofree char *longer = NULL;
  g_autoptr (GError) local = NULL;

  if (match == NULL)
    return g_steal_pointer (&hits);
  db = open_index (index, cancellable, error);
  if (db == NULL || !find_matches (self, db, match, hits, cancellable, error))
    return NULL;
  if (hits->len > 0)
    return g_steal_pointer (&hits);
  longer = find_longer (db, match, cancellable, &local);
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  else if (longer == NULL || find_matches (self, db, longer, hits, cancellable, error))
    return g_steal_pointer (&hits);
  return NULL;
}

/** ask_document_overview_free: @self: (nullable): frees it */
void
ask_document_overview_free (AskDocumentOverview *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->paths);
  g_ptr_array_unref (self->notes);
  g_ptr_array_unref (self->about);
  g_free (self);
}

static gboolean
read_notes (AskDocumentOverview *self, sqlite3 *db, guint most, GError **error)
{
  g_autoptr (sqlite3_stmt) list = NULL;
  int code;

  if (sqlite3_prepare_v2 (
        db,
        "SELECT NULL, text FROM askdata_note UNION ALL SELECT * FROM (SELECT path, note FROM documents "
        "WHERE note IS NOT NULL ORDER BY path LIMIT ?1)",
        -1, &list, NULL)
      != SQLITE_OK)
    return fail (db, NULL, error);
  sqlite3_bind_int64 (list, 1, most);
  while ((code = sqlite3_step (list)) == SQLITE_ROW)
    if (sqlite3_column_type (list, 0) == SQLITE_NULL)
      g_ptr_array_add (self->about, dup_text (list, 1));
    else
      {
        g_ptr_array_add (self->paths, dup_text (list, 0));
        g_ptr_array_add (self->notes, dup_text (list, 1));
      }
  return code == SQLITE_DONE || fail (db, NULL, error);
}

/**
 * ask_document_overview_new:
 * @index: the path of an index
 * @most: notes of documents
 * @error: %ASK_SOURCE_ERROR_UNREACHABLE
 *
 * Blocks.
 *
 * Returns: (transfer full): how its documents were read
 */
AskDocumentOverview *
ask_document_overview_new (const char *index, guint most, GError **error)
{
  g_autoptr (sqlite3) db = open_index (index, NULL, error);
  g_autoptr (AskDocumentOverview) self = g_new0 (AskDocumentOverview, 1);
  g_autoptr (sqlite3_stmt) counts = NULL;

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->about = g_ptr_array_new_with_free_func (g_free);
  if (db == NULL)
    return NULL;
  if (sqlite3_prepare_v2 (db, "SELECT count(*), count(note), (SELECT count(*) FROM passages_docsize) FROM documents",
                          -1, &counts, NULL)
        != SQLITE_OK
      || sqlite3_step (counts) != SQLITE_ROW)
    {
      fail (db, NULL, error);
      return NULL;
    }
  self->n_documents = sqlite3_column_int64 (counts, 0);
  self->n_noted = sqlite3_column_int64 (counts, 1);
  self->n_passages = sqlite3_column_int64 (counts, 2);
  return read_notes (self, db, most, error) ? g_steal_pointer (&self) : NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A document that a person wants to read, at the passage that led to it.
 */
#pragma once

#include "explore/ask-browse.h"
#include "source/document/ask-document-reading.h"
#include "store/ask-workspace.h"
#include "table/ask-table-wish.h"

G_BEGIN_DECLS

/**
 * AskReadingWanted:
 * @source: (nullable): the source of the document
 * @path: (nullable): of the document, below the folder
 * @id: of the document, where @path is %NULL
 * @title: (nullable): of the document
 * @heading: (nullable): of the passage
 * @number: of the passage; 0 for the beginning of the document
 * @page: on which the passage was; 0 for none
 * @kept: (nullable): the text of the passage as it was; one that ends in "…" is its beginning
 * @words: (nullable): what was searched for
 * @foreign: it comes from a file that anybody may have made: @source means nothing here, and whichever source has the document
 *   is taken
 */
typedef struct
{
  const char *source;
  const char *path;
  gint64 id;
  const char *title;
  const char *heading;
  gint64 number;
  gint64 page;
  const char *kept;
  const char *words;
  gboolean foreign;
} AskReadingWanted;

/**
 * AskReadingState:
 * @ASK_READING_SAME: the passage stands where it stood
 * @ASK_READING_CHANGED: the document has changed, and the passage with it
 * @ASK_READING_GONE: the source has no such document any more
 * @ASK_READING_HIDDEN: a steward has hidden the text of the documents
 * @ASK_READING_UNKNOWN: no source of the workspace has the document
 */
typedef enum
{
  ASK_READING_SAME,
  ASK_READING_CHANGED,
  ASK_READING_GONE,
  ASK_READING_HIDDEN,
  ASK_READING_UNKNOWN
} AskReadingState;

/**
 * AskReading:
 * @document: (nullable): only where @state is %ASK_READING_SAME or %ASK_READING_CHANGED
 * @index: (nullable): where it was read from
 * @uri: (nullable): of its file, where that is there
 * @start: the place of the passage that was wanted in the document's parts; one past the last for none
 * @hits: (element-type AskDocumentHit): where AskReadingWanted.words are
 *
 * Never changes; shared by ask_reading_ref().
 */
typedef struct
{
  AskReadingState state;
  AskDocumentReading *document;
  char *index;
  char *uri;
  guint start;
  GArray *hits;
} AskReading;

AskReadingWanted *ask_reading_wanted_copy (const AskReadingWanted *self);
void ask_reading_wanted_free (AskReadingWanted *self);
AskReadingWanted *ask_reading_wanted_of_row (const AskSchema *schema, const AskEntity *entity, const AskRows *rows,
                                             gsize row);
char *ask_reading_words_of (const AskBrowse *browse, const AskTableWish *wish);
AskReading *ask_reading_open (AskWorkspace *workspace, const AskReadingWanted *wanted, GCancellable *cancellable,
                              GError **error);
AskReading *ask_reading_ref (AskReading *self);
void ask_reading_unref (AskReading *self);
GArray *ask_reading_find (const AskReading *self, const char *words, GCancellable *cancellable, GError **error);
char *ask_reading_dup_uri (const AskReading *self, guint part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskReadingWanted, ask_reading_wanted_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskReading, ask_reading_unref)

G_END_DECLS

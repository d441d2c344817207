/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words are searched by: for each word that was seen, what FTS5's own tokenizers make of it, and its German stem. Not
 * for other rooms.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/**
 * AskDocumentToken:
 * @start: where it begins in the word, in bytes
 * @end: where it ends
 * @english: what it is searched by: exactly what “porter unicode61 remove_diacritics 2” gives
 * @n_english: in bytes
 * @german: (nullable): what it is searched by in German; %NULL where that is the same
 * @n_german: in bytes
 */
typedef struct
{
  guint start;
  guint end;
  const char *english;
  guint n_english;
  const char *german;
  guint n_german;
} AskDocumentToken;

/**
 * AskDocumentWord:
 * @leaning: above 0 where the word says that a text is English, below 0 where it says German
 * @n_tokens: mostly 1
 * @tokens: (array length=n_tokens)
 *
 * Bytes between two ASCII characters that are neither letters nor digits.
 */
typedef struct
{
  int leaning;
  guint n_tokens;
  const AskDocumentToken *tokens;
} AskDocumentWord;

/**
 * AskDocumentPlace:
 * @word: what stands there
 * @start: where, in bytes
 */
typedef struct
{
  const AskDocumentWord *word;
  guint start;
} AskDocumentPlace;

typedef struct _AskDocumentLexicon AskDocumentLexicon;

/**
 * AskDocumentFresh:
 * @text: a word that was not seen before; not terminated
 * @length: in bytes
 * @data: as given
 */
typedef void (*AskDocumentFresh) (const char *text, gsize length, gpointer data);

AskDocumentLexicon *ask_document_lexicon_new    (fts5_api           *api,
                                                 AskDocumentFresh    fresh,
                                                 gpointer            data,
                                                 int                *code);
void                ask_document_lexicon_free   (AskDocumentLexicon *self);
GArray             *ask_document_lexicon_divide (AskDocumentLexicon *self,
                                                 const char         *text,
                                                 gsize               length,
                                                 gboolean           *german);
fts5_api           *ask_document_get_fts5       (sqlite3            *db);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentLexicon, ask_document_lexicon_free)

G_END_DECLS

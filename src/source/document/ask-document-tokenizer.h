/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The FTS5 tokenizer of passages.
 */
#pragma once

#include "source/document/ask-document-lexicon.h"

G_BEGIN_DECLS

/* As CREATE VIRTUAL TABLE names it. */
#define ASK_DOCUMENT_TOKENIZER "askdata"

/**
 * AskDocumentTokenizer:
 * @fresh: (nullable): told of words of a document that the tokenizer has not seen yet
 * @data: for @fresh
 * @text: (nullable): a cell whose tokens are known already
 * @length: of it, in bytes
 * @tokens: what ask_document_stemmer_run() gave for it
 * @n_tokens: of these, in bytes
 *
 * What somebody who writes an index tells the tokenizer.
 */
typedef struct
{
  AskDocumentFresh fresh;
  gpointer data;
  const char *text;
  gsize length;
  const guint8 *tokens;
  gsize n_tokens;
} AskDocumentTokenizer;

int ask_document_add_tokenizer (sqlite3                    *db,
                                const AskDocumentTokenizer *writer);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A document as passages, which is what people search, and as words.
 */
#pragma once

#include "source/document/ask-document.h"

G_BEGIN_DECLS

/* Passages of a document have numbers below this. */
#define ASK_DOCUMENT_MAX_PASSAGES (1 << 20)

/**
 * AskDocumentPassage:
 * @start: where it begins in AskDocument.text, in bytes
 * @length: in bytes; 0 of a heading without text
 * @heading: the place of its heading in AskDocument.blocks; -1 for none
 * @page: 0 for none
 */
typedef struct
{
  gsize start;
  gsize length;
  int heading;
  guint page;
} AskDocumentPassage;

GArray *ask_document_cut       (AskDocument *document);
void    ask_document_add_words (GHashTable  *words,
                                const char  *text,
                                gsize        length);

G_END_DECLS

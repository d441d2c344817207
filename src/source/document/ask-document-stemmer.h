/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tokens of passages, made beforehand in the threads that read files. Not for other rooms.
 */
#pragma once

#include "source/document/ask-document-cut.h"

G_BEGIN_DECLS

typedef struct _AskDocumentStemmer AskDocumentStemmer;

/**
 * AskDocumentTokens:
 * @bytes: (element-type guint8): the tokens of all passages, each a guint16 with its length and its bytes
 * @starts: (element-type gsize): where those of each passage begin, and where the last ones end
 * @lengths: (element-type guint): how many tokens each passage and its heading have together
 * @words: (element-type utf8 utf8): a set: words in lower case, with all that the stemmer had not seen before
 */
typedef struct
{
  GByteArray *bytes;
  GArray *starts;
  GArray *lengths;
  GHashTable *words;
} AskDocumentTokens;

AskDocumentStemmer *ask_document_stemmer_new  (void);
void                ask_document_stemmer_free (gpointer            data);
AskDocumentTokens  *ask_document_stemmer_run  (AskDocumentStemmer *self,
                                               const AskDocument  *document,
                                               GArray             *passages);
void                ask_document_tokens_free  (AskDocumentTokens  *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What must hold of a document, whatever bytes it was read from.
 */
#pragma once

#include "source/document/ask-document-stemmer.h"

int LLVMFuzzerTestOneInput (const guint8 *data, size_t size);

static inline void
fuzz_check_document (AskDocument *document)
{
  g_autoptr (GArray) passages = NULL;
  AskDocumentStemmer *stemmer = NULL;
  AskDocumentTokens *tokens = NULL;

  g_assert_true (g_utf8_validate_len (document->text->str, document->text->len, NULL));
  for (guint i = 0; i < document->notes->len; i++)
    g_assert_true (g_utf8_validate (document->notes->pdata[i], -1, NULL));
  for (guint i = 0; i < document->blocks->len; i++)
    {
      const AskDocumentBlock *block = &g_array_index (document->blocks, AskDocumentBlock, i);

      g_assert_cmpuint (block->start + block->length, <=, document->text->len);
    }
  passages = ask_document_cut (document);
  stemmer = ask_document_stemmer_new ();
  g_assert_nonnull (stemmer);
  tokens = ask_document_stemmer_run (stemmer, document, passages);
  g_assert_nonnull (tokens);
  g_assert_cmpuint (tokens->starts->len, ==, passages->len + 1);
  ask_document_tokens_free (tokens);
  ask_document_stemmer_free (stemmer);
}

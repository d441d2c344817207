/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From what there is to an index that says it. Not for other rooms.
 */
#pragma once

#include "source/document/ask-document-index.h"
#include "source/document/ask-document-rows.h"

G_BEGIN_DECLS

/**
 * AskDocumentFeed:
 * @folder: (nullable): files, or
 * @rows: (nullable): rows that were not read yet
 * @origin: "", or of rows what ask_document_rows_make_stamp() said before they were opened
 *
 * What an index is made of.
 */
typedef struct
{
  AskDocumentFolder *folder;
  AskDocumentRows *rows;
  const char *origin;
} AskDocumentFeed;

gboolean ask_document_update (AskDocumentIndex      *index,
                              const AskDocumentFeed *feed,
                              GCancellable          *cancellable,
                              GError               **error);

G_END_DECLS

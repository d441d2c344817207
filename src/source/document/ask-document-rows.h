/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column of another source as documents: each row is one. Not for other rooms.
 */
#pragma once

#include "source/ask-source.h"
#include "source/document/ask-document-folder.h"

G_BEGIN_DECLS

typedef struct _AskDocumentRows AskDocumentRows;

const char      *ask_document_find_column     (const char            *location);
char            *ask_document_rows_make_stamp (const AskSourceConfig *config);
AskDocumentRows *ask_document_rows_open       (const AskSourceConfig *config,
                                               GCancellable          *cancellable,
                                               GError               **error);
gboolean         ask_document_rows_next       (AskDocumentRows       *self,
                                               AskDocumentFound     **found,
                                               GCancellable          *cancellable,
                                               GError               **error);
void             ask_document_rows_free       (AskDocumentRows       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDocumentRows, ask_document_rows_free)

G_END_DECLS

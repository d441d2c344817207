/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A folder of documents as a source: an index of ours, which the engine attaches.
 */
#pragma once

#include "source/sqlite/ask-copy-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_DOCUMENT_SOURCE (ask_document_source_get_type ())
G_DECLARE_FINAL_TYPE (AskDocumentSource, ask_document_source, ASK, DOCUMENT_SOURCE, AskCopySource)

extern const AskSourceKind ask_document_kind;

AskSource *ask_document_source_new (AskSourceConfig *config);

G_END_DECLS

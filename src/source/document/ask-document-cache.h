/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQLite file that stands for a folder of documents.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

char *ask_document_cache_ensure (const AskSourceConfig *config,
                                 GCancellable          *cancellable,
                                 GError               **error);
char *ask_document_cache_find   (const AskSourceConfig *config);
void  ask_document_cache_remove (const AskSourceConfig *config);

G_END_DECLS

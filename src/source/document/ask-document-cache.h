/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The SQLite file that stands for documents.
 */
#pragma once

#include "source/ask-source.h"

G_BEGIN_DECLS

char *ask_document_cache_ensure (const AskSourceConfig *config,
                                 GCancellable          *cancellable,
                                 GError               **error);
char *ask_document_cache_find   (const AskSourceConfig *config);
char *ask_document_cache_renew  (const AskSourceConfig *config,
                                 gboolean              *read,
                                 GCancellable          *cancellable,
                                 GError               **error);
void  ask_document_cache_remove (const AskSourceConfig *config);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a file to what it says.
 */
#pragma once

#include "source/document/ask-document.h"

G_BEGIN_DECLS

/* What is larger is not read. */
#define ASK_DOCUMENT_MAX_FILE (256 * 1024 * 1024)

gboolean     ask_document_is_read (const char    *path);
AskDocument *ask_document_read    (const char    *path,
                                   char         **digest,
                                   GCancellable  *cancellable,
                                   GError       **error);

G_END_DECLS

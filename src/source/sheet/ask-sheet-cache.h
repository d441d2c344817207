/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskData's copies of spreadsheets, as SQLite files in the cache folder.
 */
#pragma once

#include <sqlite3.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

char     *ask_sheet_cache_ensure (const AskSourceConfig *config,
                                  GCancellable          *cancellable,
                                  GError               **error);
void      ask_sheet_cache_remove (const AskSourceConfig *config);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well a passage matches: exactly what FTS5's bm25() says, in less time. Not for other rooms.
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* As FTS5's option “rank” names it. */
#define ASK_DOCUMENT_RANK "_rank"

gint64 ask_document_make_row (gint64    document,
                              guint     number,
                              guint     n_tokens);
gint64 ask_document_first_row (gint64   document);
int    ask_document_add_rank  (fts5_api *api);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wish as SQL, for rows that are not all here: the statement that gave them becomes a part of one that orders and filters
 * all of them where they lie. What it gives passes the same filters here; only texts are ordered by bytes there.
 */
#pragma once

#include "table/ask-table-wish.h"

G_BEGIN_DECLS

char *ask_table_wish_to_condition (const AskTableWish *wish,
                                   const AskRows      *head,
                                   GPtrArray          *columns,
                                   gboolean            roughly);
char *ask_table_wish_to_query     (const AskTableWish *wish,
                                   const AskRows      *head,
                                   const char         *sql,
                                   gsize               max_rows);
char *ask_table_query_to_from     (const AskRows      *head,
                                   const char         *sql);
char *ask_table_query_to_answer (const AskRows *head, const char *sql);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A conversation with a model: the answers before this question, which it is told as questions and queries, and whose
 * rows its queries may read as the tables answer_1 (the last), answer_2 and so on. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_thread_load      (AskAgentRun  *run,
                               GError      **error);
char    *ask_thread_get_table (guint         place);
gboolean ask_thread_reads     (const char   *sql,
                               guint         place);
gboolean ask_thread_leans     (const char   *question);

G_END_DECLS

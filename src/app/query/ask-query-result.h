/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What came of a query: its rows as a table and as a chart, what ran where, and what one can do with them.
 */
#pragma once

#include "app/jobs/ask-jobs-query.h"
#include "app/jobs/ask-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_QUERY_RESULT (ask_query_result_get_type ())
G_DECLARE_FINAL_TYPE (AskQueryResult, ask_query_result, ASK, QUERY_RESULT, GtkWidget)

GtkWidget  *ask_query_result_new       (AskSession      *session);
void        ask_query_result_show      (AskQueryResult  *self,
                                        AskQueryOutcome *outcome,
                                        const char      *sql);
const char *ask_query_result_get_words (AskQueryResult  *self);
AskRows    *ask_query_result_get_rows  (AskQueryResult  *self);
void        ask_query_result_show_view (AskQueryResult  *self,
                                        const char      *name);

G_END_DECLS

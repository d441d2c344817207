/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One tab of the SQL page: an editor, and below it what comes of what is run.
 */
#pragma once

#include "app/jobs/ask-jobs-query.h"
#include "app/jobs/ask-session.h"
#include "app/sql/ask-sql-editor.h"

G_BEGIN_DECLS

#define ASK_TYPE_QUERY_PANE (ask_query_pane_get_type ())
G_DECLARE_FINAL_TYPE (AskQueryPane, ask_query_pane, ASK, QUERY_PANE, GtkWidget)

GtkWidget    *ask_query_pane_new        (AskSession         *session,
                                         const AskQueryTab  *tab);
void          ask_query_pane_set_desk   (AskQueryPane       *self,
                                         const AskQueryDesk *desk);
AskQueryTab  *ask_query_pane_dup_tab    (AskQueryPane       *self);
char         *ask_query_pane_dup_title  (AskQueryPane       *self);
void          ask_query_pane_set_title  (AskQueryPane       *self,
                                         const char         *title);
AskSqlEditor *ask_query_pane_get_editor (AskQueryPane       *self);
void          ask_query_pane_run        (AskQueryPane       *self);
void          ask_query_pane_explain    (AskQueryPane       *self);
gboolean      ask_query_pane_stop       (AskQueryPane       *self);
const char   *ask_query_pane_get_state  (AskQueryPane       *self);
const char   *ask_query_pane_get_words  (AskQueryPane       *self);

G_END_DECLS

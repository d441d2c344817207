/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page for SQL: tabs with statements, kept in the workspace as they are left.
 */
#pragma once

#include "app/jobs/ask-session.h"
#include "app/query/ask-query-pane.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_QUERY_VIEW (ask_query_view_get_type ())
G_DECLARE_FINAL_TYPE (AskQueryView, ask_query_view, ASK, QUERY_VIEW, GtkWidget)

GtkWidget    *ask_query_view_new      (AskSession   *session);
void          ask_query_view_open     (AskQueryView *self,
                                       const char   *sql);
void          ask_query_view_find     (AskQueryView *self);
AskQueryPane *ask_query_view_get_pane (AskQueryView *self);
guint         ask_query_view_get_n_panes (AskQueryView *self);

G_END_DECLS

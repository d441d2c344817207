/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The page where a query is built step by step: steps on the left, what they mean in words above, their SQL and their
 * rows on the right. Steps and SQL can both be edited.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_BUILD_VIEW (ask_build_view_get_type ())
G_DECLARE_FINAL_TYPE (AskBuildView, ask_build_view, ASK, BUILD_VIEW, GtkWidget)

GtkWidget *ask_build_view_new   (AskSession   *session);
void       ask_build_view_open  (AskBuildView *self,
                                 const char   *sql_or_entity);
void       ask_build_view_focus (AskBuildView *self);

G_END_DECLS

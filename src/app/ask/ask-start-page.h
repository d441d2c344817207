/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the Ask page shows while no answer stands on it.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-question.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_START_PAGE (ask_start_page_get_type ())
G_DECLARE_FINAL_TYPE (AskStartPage, ask_start_page, ASK, START_PAGE, GtkWidget)

void ask_start_page_set_session (AskStartPage *self, AskSession *session);
void ask_start_page_set_welcome (AskStartPage *self, GtkWidget *welcome);
void ask_start_page_set_overview (AskStartPage *self, AskOverview *overview);
void ask_start_page_set_problem (AskStartPage *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question is about to cost, with Run, Run with a Cap and Cancel; or which rows a model asks to see, with Once,
 * Always and No.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-cost-wait.h"

G_BEGIN_DECLS

#define ASK_TYPE_COST_VIEW (ask_cost_view_get_type ())
G_DECLARE_FINAL_TYPE (AskCostView, ask_cost_view, ASK, COST_VIEW, GtkWidget)

void ask_cost_view_show   (AskCostView *self,
                           AskCostWait *wait);
void ask_cost_view_forget (AskCostView *self);
void ask_cost_view_ask    (AskCostView *self,
                           AskCostWait *wait,
                           gboolean     wanted);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plan as a tree: what runs where, with what each place is asked for, and after the run with what it was.
 */
#pragma once

#include <gtk/gtk.h>

#include "engine/ask-plan-node.h"

G_BEGIN_DECLS

#define ASK_TYPE_PLAN_VIEW (ask_plan_view_get_type ())
G_DECLARE_FINAL_TYPE (AskPlanView, ask_plan_view, ASK, PLAN_VIEW, GtkWidget)

GtkWidget *ask_plan_view_new      (void);
void       ask_plan_view_set_plan (AskPlanView       *self,
                                   const AskPlanNode *root,
                                   const char        *words);

G_END_DECLS

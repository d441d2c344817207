/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How I got this: the steps of one answer, one of them in full.
 */
#pragma once

#include <adwaita.h>

#include "app/jobs/ask-jobs-question.h"

G_BEGIN_DECLS

#define ASK_TYPE_STEPS_WINDOW (ask_steps_window_get_type ())
G_DECLARE_FINAL_TYPE (AskStepsWindow, ask_steps_window, ASK, STEPS_WINDOW, AdwWindow)

GtkWidget *ask_steps_window_new    (AskOutcome     *outcome,
                                    const char     *path);
void       ask_steps_window_select (AskStepsWindow *self,
                                    guint           index);

G_END_DECLS

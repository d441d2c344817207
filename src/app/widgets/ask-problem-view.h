/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why there is no answer, and the ways on from there.
 */
#pragma once

#include <gtk/gtk.h>

#include "agent/ask-remedy.h"

G_BEGIN_DECLS

#define ASK_TYPE_PROBLEM_VIEW (ask_problem_view_get_type ())
G_DECLARE_FINAL_TYPE (AskProblemView, ask_problem_view, ASK, PROBLEM_VIEW, GtkWidget)

void        ask_problem_view_show      (AskProblemView *self,
                                        const char     *icon,
                                        const char     *style,
                                        const char     *words,
                                        GPtrArray      *suggestions,
                                        const char     *question);
void        ask_problem_view_set_remedy (AskProblemView *self,
                                         AskRemedy      remedy,
                                         const char    *place);
const char *ask_problem_view_get_words (AskProblemView *self);

G_END_DECLS

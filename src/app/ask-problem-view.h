/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why there is no answer, and the ways on from there.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_PROBLEM_VIEW (ask_problem_view_get_type ())
G_DECLARE_FINAL_TYPE (AskProblemView, ask_problem_view, ASK, PROBLEM_VIEW, GtkWidget)

/**
 * AskProblemWays:
 * @ASK_PROBLEM_SOURCES: a source may be the reason
 * @ASK_PROBLEM_MODEL: a language model could answer
 */
typedef enum
{
  ASK_PROBLEM_NONE = 0,
  ASK_PROBLEM_SOURCES = 1 << 0,
  ASK_PROBLEM_MODEL = 1 << 1
} AskProblemWays;

void        ask_problem_view_show      (AskProblemView *self,
                                        const char     *icon,
                                        const char     *style,
                                        const char     *words,
                                        AskProblemWays  ways,
                                        GPtrArray      *suggestions,
                                        const char     *question);
const char *ask_problem_view_get_words (AskProblemView *self);

G_END_DECLS

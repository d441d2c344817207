/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question with those of its words underlined that were taken for something, and what that is.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_QUESTION_MARKS (ask_question_marks_get_type ())
G_DECLARE_FINAL_TYPE (AskQuestionMarks, ask_question_marks, ASK, QUESTION_MARKS, GtkWidget)

GtkWidget  *ask_question_marks_new     (void);
void        ask_question_marks_show    (AskQuestionMarks *self,
                                        const char       *question,
                                        GPtrArray        *links);
const char *ask_question_marks_get_tip (AskQuestionMarks *self,
                                        guint             n);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line of a list of questions, or of words that a question goes on with.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  ASK_QUESTION_ROW_VERIFIED,
  ASK_QUESTION_ROW_IDEA,
  ASK_QUESTION_ROW_OFFERED, /* a verified one, while one types */
  ASK_QUESTION_ROW_WORD,
  ASK_QUESTION_ROW_HINT /* how a word is written */
} AskQuestionRowKind;

GtkWidget *ask_question_row_new        (const char        *question,
                                        AskQuestionRowKind kind);
void       ask_question_row_set_detail (GtkWidget         *row,
                                        const char        *detail,
                                        gboolean           shown);

G_END_DECLS

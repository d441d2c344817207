/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question may mean, to choose from: each reading in words, with how many rows it gives and the first few.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-question.h"

G_BEGIN_DECLS

#define ASK_TYPE_CHOICE_LIST (ask_choice_list_get_type ())
G_DECLARE_FINAL_TYPE (AskChoiceList, ask_choice_list, ASK, CHOICE_LIST, GtkWidget)

GtkWidget *ask_choice_list_new  (void);
void       ask_choice_list_show (AskChoiceList   *self,
                                 const AskAnswer *answer,
                                 GPtrArray       *previews);

G_END_DECLS

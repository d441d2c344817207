/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One question and what came of it: running, answered, or not answered and why.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-jobs-question.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_ANSWER_CARD (ask_answer_card_get_type ())
G_DECLARE_FINAL_TYPE (AskAnswerCard, ask_answer_card, ASK, ANSWER_CARD, GtkWidget)

GtkWidget  *ask_answer_card_new          (AskSession    *session);
void        ask_answer_card_ask          (AskAnswerCard *self,
                                          const char    *question);
void        ask_answer_card_read         (AskAnswerCard *self,
                                          const char    *question,
                                          int            reading);
void        ask_answer_card_run          (AskAnswerCard *self,
                                          const char    *question,
                                          const char    *sql);
void        ask_answer_card_follow       (AskAnswerCard *self,
                                          const char    *question,
                                          gint64         history_id);
void        ask_answer_card_open         (AskAnswerCard *self,
                                          gint64         history_id);
void        ask_answer_card_open_file    (AskAnswerCard *self,
                                          const char    *path);
void        ask_answer_card_show         (AskAnswerCard *self,
                                          AskOutcome    *outcome);
gboolean    ask_answer_card_cancel       (AskAnswerCard *self);
AskAnswer  *ask_answer_card_get_answer   (AskAnswerCard *self);
gint64      ask_answer_card_get_history_id (AskAnswerCard *self);
const char *ask_answer_card_get_question (AskAnswerCard *self);
const char *ask_answer_card_get_headline (AskAnswerCard *self);
const char *ask_answer_card_get_state    (AskAnswerCard *self);
void        ask_answer_card_show_view    (AskAnswerCard *self,
                                          const char    *name);

G_END_DECLS

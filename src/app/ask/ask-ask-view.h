/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Ask page: the question entry with its suggestions, and the answers, newest first.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/ask/ask-answer-card.h"

G_BEGIN_DECLS

#define ASK_TYPE_ASK_VIEW (ask_ask_view_get_type ())
G_DECLARE_FINAL_TYPE (AskAskView, ask_ask_view, ASK, ASK_VIEW, GtkWidget)

GtkWidget     *ask_ask_view_new          (AskSession  *session);
void           ask_ask_view_set_overview (AskAskView  *self,
                                          AskOverview *overview);
void           ask_ask_view_set_welcome  (AskAskView  *self,
                                          GtkWidget   *welcome);
void           ask_ask_view_set_problem  (AskAskView  *self,
                                          const char  *text);
void           ask_ask_view_focus        (AskAskView  *self);
void           ask_ask_view_begin_afresh (AskAskView  *self);
void           ask_ask_view_begin_about  (AskAskView  *self,
                                          const char  *entity);
AskAnswerCard *ask_ask_view_ask          (AskAskView  *self,
                                          const char  *question);
AskAnswerCard *ask_ask_view_run          (AskAskView  *self,
                                          const char  *question,
                                          const char  *sql);
AskAnswerCard *ask_ask_view_write        (AskAskView  *self,
                                          const char  *sql);
AskAnswerCard *ask_ask_view_show (AskAskView *self, AskOutcome *outcome);
AskAnswerCard *ask_ask_view_open         (AskAskView  *self,
                                          gint64       history_id);
void           ask_ask_view_open_file    (AskAskView  *self,
                                          const char  *path);
AskAnswerCard *ask_ask_view_get_newest   (AskAskView  *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is offered below a question while it is typed: verified questions that hold its words, and what can follow.
 */
#pragma once

#include "app/jobs/ask-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define ASK_TYPE_SUGGESTIONS (ask_suggestions_get_type ())
G_DECLARE_FINAL_TYPE (AskSuggestions, ask_suggestions, ASK, SUGGESTIONS, GtkPopover)

AskSuggestions *ask_suggestions_new           (GtkEntry       *entry);
void            ask_suggestions_set_session   (AskSuggestions *self,
                                               AskSession     *session);
void            ask_suggestions_set_questions (AskSuggestions *self,
                                               GPtrArray      *questions);
void            ask_suggestions_update        (AskSuggestions *self);
void            ask_suggestions_hide          (AskSuggestions *self);
gboolean        ask_suggestions_take_key      (AskSuggestions *self,
                                               guint           key);
gboolean        ask_suggestions_take_chosen   (AskSuggestions *self);

G_END_DECLS

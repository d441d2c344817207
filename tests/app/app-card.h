/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tests of answers share: a question that is asked, and a card that is done.
 */
#pragma once

#include "app-test.h"
#include "app/ask/ask-answer-card.h"

G_BEGIN_DECLS

gboolean       app_card_is_done (gpointer    card);
void           app_card_wait    (gpointer    card,
                                 const char *state);
AskAnswerCard *app_card_ask     (AskWindow  *window,
                                 const char *question,
                                 const char *state);

G_END_DECLS

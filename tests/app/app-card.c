/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions are asked by the window's action, as a person asks them; the card is the newest of the page.
 */
#include "config.h"

#include "app-card.h"

#include "app/ask/ask-ask-view.h"

/** app_card_is_done: @card: (type AskAnswerCard). Returns: whether its question no longer runs; for app_test_wait() */
gboolean
app_card_is_done (gpointer card)
{
  return !g_str_equal (ask_answer_card_get_state (card), "running");
}

/**
 * app_card_wait:
 * @card: (type AskAnswerCard): its question may run
 * @state: (nullable): the state that it has to end in
 *
 * Runs the main loop until it is done; that it never is fails the test.
 */
void
app_card_wait (gpointer card, const char *state)
{
  g_assert_true (app_test_wait (app_card_is_done, card));
  g_test_message ("%s", ask_answer_card_get_headline (card));
  if (state != NULL)
    g_assert_cmpstr (ask_answer_card_get_state (card), ==, state);
}

/**
 * app_card_ask:
 * @window: shown
 * @question: as it is typed
 * @state: (nullable): the state that its card has to end in
 *
 * Returns: (transfer none): the card, done
 */
AskAnswerCard *
app_card_ask (AskWindow *window, const char *question, const char *state)
{
  AskAnswerCard *card;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.ask", "s", question));
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (window, "ask")));
  app_card_wait (card, state);
  return card;
}

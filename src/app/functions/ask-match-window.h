/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * “Match Two Lists”: which values of two columns belong together, found by llm_join(), and each confirmed or cut with a switch.
 */
#pragma once

#include <adwaita.h>

#include "app/functions/ask-match-pairs.h"
#include "app/jobs/ask-session.h"

G_BEGIN_DECLS

#define ASK_TYPE_MATCH_WINDOW (ask_match_window_get_type ())
G_DECLARE_FINAL_TYPE (AskMatchWindow, ask_match_window, ASK, MATCH_WINDOW, AdwWindow)

GtkWidget     *ask_match_window_new       (AskSession     *session);
void           ask_match_window_choose    (AskMatchWindow *self,
                                           const char     *left,
                                           const char     *right);
void           ask_match_window_run       (AskMatchWindow *self);
AskMatchPairs *ask_match_window_get_pairs (AskMatchWindow *self);
const char    *ask_match_window_get_said  (AskMatchWindow *self);
gboolean       ask_match_window_is_busy   (AskMatchWindow *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of pairs: left, right, how each was found, and a switch that confirms or cuts it.
 */
#pragma once

#include <adwaita.h>

#include "store/ask-workspace-pairs.h"

G_BEGIN_DECLS

#define ASK_TYPE_MATCH_PAIRS (ask_match_pairs_get_type ())
G_DECLARE_FINAL_TYPE (AskMatchPairs, ask_match_pairs, ASK, MATCH_PAIRS, GtkWidget)

GtkWidget *ask_match_pairs_new       (void);
void       ask_match_pairs_set_pairs (AskMatchPairs  *self,
                                      GPtrArray      *pairs);
guint      ask_match_pairs_count     (AskMatchPairs  *self,
                                      AskPairVerdict  verdict);
void       ask_match_pairs_list      (AskMatchPairs  *self,
                                      AskPairVerdict  verdict,
                                      GArray         *numbers);
void       ask_match_pairs_correct   (AskMatchPairs  *self,
                                      gint64          pair,
                                      AskPairVerdict  verdict);

G_END_DECLS

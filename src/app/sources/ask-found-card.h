/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a source that was tried holds: how many entities, their names, and what of it cannot be used.
 */
#pragma once

#include <gtk/gtk.h>

#include "source/ask-source.h"

G_BEGIN_DECLS

#define ASK_TYPE_FOUND_CARD (ask_found_card_get_type ())
G_DECLARE_FINAL_TYPE (AskFoundCard, ask_found_card, ASK, FOUND_CARD, GtkBox)

void        ask_found_card_set_kind  (AskFoundCard           *self,
                                      const AskSourceKind    *kind);
void        ask_found_card_show      (AskFoundCard           *self,
                                      const AskIntrospection *found);
const char *ask_found_card_get_count (AskFoundCard           *self);

G_END_DECLS

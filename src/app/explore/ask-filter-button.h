/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A button that narrows rows: an attribute, how it is compared, a value. "added" (attribute, test, text) says that a
 * person wants that condition; ask_filter_button_refuse() says why it cannot be.
 */
#pragma once

#include <gtk/gtk.h>

#include "explore/ask-browse.h"

G_BEGIN_DECLS

#define ASK_TYPE_FILTER_BUTTON (ask_filter_button_get_type ())
G_DECLARE_FINAL_TYPE (AskFilterButton, ask_filter_button, ASK, FILTER_BUTTON, GtkWidget)

void ask_filter_button_set_entity (AskFilterButton *self, const AskEntity *entity);
void ask_filter_button_refuse (AskFilterButton *self, const char *words);
void ask_filter_button_done (AskFilterButton *self);
char *ask_browse_condition_to_words (const AskBrowseCondition *condition);

G_END_DECLS

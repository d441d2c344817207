/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two entries and a button: a pair that nothing found. "add" says that a person wants it.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define ASK_TYPE_MATCH_ADD (ask_match_add_get_type ())
G_DECLARE_FINAL_TYPE (AskMatchAdd, ask_match_add, ASK, MATCH_ADD, AdwPreferencesGroup)

GtkWidget *ask_match_add_new       (void);
char      *ask_match_add_dup_left  (AskMatchAdd *self);
char      *ask_match_add_dup_right (AskMatchAdd *self);
void       ask_match_add_clear     (AskMatchAdd *self);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How an attribute's values spread, as a small picture: bars of ranges, or the most frequent values with their share. It
 * says the same in words, for who does not see it.
 */
#pragma once

#include <gtk/gtk.h>

#include "explore/ask-profile.h"

G_BEGIN_DECLS

GtkWidget *ask_profile_bars_new (const AskProfileAttribute *attribute);
char *ask_profile_dup_value (const AskProfileAttribute *attribute, const AskValue *value);
char *ask_profile_dup_facts (const AskProfileAttribute *attribute);

G_END_DECLS

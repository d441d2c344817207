/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parts of an answer that a person may change, each with a list of what it may be instead.
 */
#pragma once

#include <gtk/gtk.h>

#include "agent/ask-agent.h"

G_BEGIN_DECLS

#define ASK_TYPE_READING_PARTS (ask_reading_parts_get_type ())
G_DECLARE_FINAL_TYPE (AskReadingParts, ask_reading_parts, ASK, READING_PARTS, GtkWidget)

GtkWidget *ask_reading_parts_new         (void);
gboolean   ask_reading_parts_show        (AskReadingParts *self,
                                          const AskAnswer *answer);
gboolean   ask_reading_parts_show_values (AskReadingParts *self,
                                          const AskAnswer *answer);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The values of a column as a list of boxes to tick, with how many rows have each. "chosen" says that a box was ticked or not.
 */
#pragma once

#include <adwaita.h>

#include "table/ask-pivot.h"

G_BEGIN_DECLS

#define ASK_TYPE_PIVOT_CHOICES (ask_pivot_choices_get_type ())
G_DECLARE_FINAL_TYPE (AskPivotChoices, ask_pivot_choices, ASK, PIVOT_CHOICES, AdwWindow)

GtkWidget      *ask_pivot_choices_new        (const char           *title,
                                              const AskPivotFilter *filter);
void            ask_pivot_choices_set_groups (AskPivotChoices      *self,
                                              AskRows              *groups);
void            ask_pivot_choices_fail       (AskPivotChoices      *self,
                                              const char           *words);
AskPivotFilter *ask_pivot_choices_dup_filter (AskPivotChoices      *self);

G_END_DECLS

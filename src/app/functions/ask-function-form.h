/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person asks about each value of a column, tried on five of them beside it.
 *
 * "tried" (rows, found): there are answers, and, where it was wanted, what all values cost. "changed": another thing is asked.
 */
#pragma once

#include <gtk/gtk.h>

#include "app/jobs/ask-session.h"
#include "blend/ask-blend-write.h"

G_BEGIN_DECLS

#define ASK_TYPE_FUNCTION_FORM (ask_function_form_get_type ())
G_DECLARE_FINAL_TYPE (AskFunctionForm, ask_function_form, ASK, FUNCTION_FORM, GtkWidget)

GtkWidget *ask_function_form_new (AskSession *session, gboolean defines);
void ask_function_form_set_values (AskFunctionForm *self, const AskBlendColumn *column);
void ask_function_form_set_asked (AskFunctionForm *self, const AskOwnFunction *asked);
AskOwnFunction *ask_function_form_dup_asked (AskFunctionForm *self);
gboolean ask_function_form_has_question (AskFunctionForm *self);
gboolean ask_function_form_try (AskFunctionForm *self);
void ask_function_form_stop (AskFunctionForm *self);
gboolean ask_function_form_is_trying (AskFunctionForm *self);
AskRows *ask_function_form_get_tried (AskFunctionForm *self);
const char *ask_function_form_get_said (AskFunctionForm *self);
void ask_function_form_focus (AskFunctionForm *self);

G_END_DECLS

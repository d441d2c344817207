/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question about each row of an answer: asked, tried, priced, run.
 *
 * "answered" (outcome): there are rows with the new column; whoever hears of it takes a reference. The dialog closes then.
 */
#pragma once

#include <adwaita.h>

#include "app/functions/ask-function-form.h"
#include "app/jobs/ask-jobs-question.h"

G_BEGIN_DECLS

#define ASK_TYPE_EACH_DIALOG (ask_each_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AskEachDialog, ask_each_dialog, ASK, EACH_DIALOG, AdwWindow)

GtkWidget *ask_each_dialog_new (AskSession *session, const AskBlendColumn *column);
AskFunctionForm *ask_each_dialog_get_form (AskEachDialog *self);
void ask_each_dialog_run (AskEachDialog *self);
const char *ask_each_dialog_get_said (AskEachDialog *self);

G_END_DECLS

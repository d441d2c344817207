/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saving an answer as a file: what goes in is said first, then it is asked where to.
 */
#pragma once

#include "app/jobs/ask-jobs-answer.h"
#include "app/jobs/ask-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void       ask_answer_save             (GtkWidget  *card,
                                        AskSession *session,
                                        AskOutcome *outcome);
char      *ask_answer_save_suggest_name (const char *question,
                                        const char *ending);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks which part of an answer is wrong, what it should be, and what was meant.
 */
#pragma once

#include <gtk/gtk.h>

#include "agent/ask-agent.h"

G_BEGIN_DECLS

GtkWidget *ask_complaint_new       (GtkWindow       *parent,
                                    const AskAnswer *answer);
char      *ask_complaint_dup_text  (GtkWidget       *dialog);
char      *ask_complaint_dup_words (GtkWidget       *dialog);
char      *ask_complaint_dup_parts (GtkWidget       *dialog);
char      *ask_complaint_dup_sql   (GtkWidget       *dialog);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks which part of an answer is wrong, and what was meant.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ask_complaint_new       (GtkWindow *parent,
                                    gboolean   has_parts);
char      *ask_complaint_dup_text  (GtkWidget *dialog);
char      *ask_complaint_dup_words (GtkWidget *dialog);
char      *ask_complaint_dup_parts (GtkWidget *dialog);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A claim about the rows of an answer, which a model checks.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ask_claim_dialog_present (GtkWidget *over, const char *from);

G_END_DECLS

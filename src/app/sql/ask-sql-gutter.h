/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lets an editor with line numbers go.
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

void ask_sql_gutter_number_lines (GtkSourceView *view, gboolean number);
void ask_sql_gutter_let_go (GtkSourceView *view);

G_END_DECLS

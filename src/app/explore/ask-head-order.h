/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clicks on the heads of a table whose rows are ordered elsewhere.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * AskHeadFunc:
 * @column: whose head was clicked, -1 where no order is wanted any more
 * @descending: the greatest first
 */
typedef void (*AskHeadFunc) (int column, gboolean descending, gpointer data);

void ask_head_order_watch (GtkColumnView *view, int column, gboolean descending, AskHeadFunc func, gpointer data);
void ask_head_order_unwatch (GtkColumnView *view);

G_END_DECLS

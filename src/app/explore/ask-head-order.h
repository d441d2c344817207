/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of a table whose rows are ordered elsewhere: clicks on its heads, and a menu of its attributes.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

/**
 * AskHeadFunc:
 * @column: whose head was clicked, -1 where no order is wanted any more
 * @descending: the greatest first
 */
typedef void (*AskHeadFunc) (int column, gboolean descending, gpointer data);

void ask_head_order_watch (GtkColumnView *view, int column, gboolean descending, AskHeadFunc func, gpointer data);
void ask_head_order_unwatch (GtkColumnView *view);
GMenuModel *ask_head_order_menu_new (const AskEntity *entity);

G_END_DECLS

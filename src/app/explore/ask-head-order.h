/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The order of a table whose rows are ordered elsewhere: a menu of its attributes, the hidden ones of the table among them.
 */
#pragma once

#include <gtk/gtk.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

GMenuModel *ask_head_order_menu_new (const AskEntity *entity);

G_END_DECLS

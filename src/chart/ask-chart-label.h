/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A column's name in words, for titles and axes. What the column is stands in the column.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ask_chart_name_to_label (const char *name,
                               guint       column);

G_END_DECLS

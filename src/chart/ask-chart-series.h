/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A series of numbers in one cell: what json_group_array() or group_concat() give, and lists that APIs answer.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

GArray *ask_chart_series_read (const AskValue *value);
gboolean ask_chart_series_find (const AskRows *rows, guint column);

G_END_DECLS

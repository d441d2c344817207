/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A grouped result over time as a table with a row for each group, its course in a cell.
 */
#pragma once

#include "base/ask-rows.h"

G_BEGIN_DECLS

gboolean ask_chart_trend_may_be (const AskRows *rows);
AskRows *ask_chart_trend_new    (const AskRows *rows,
                                 GError       **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same query by a finer unit of time.
 */
#pragma once

#include "chart/ask-chart-time.h"
#include "chart/ask-chart.h"

G_BEGIN_DECLS

char *ask_chart_dup_finer (AskChart     *self,
                           const char   *sql,
                           AskChartTime  unit);
gboolean ask_chart_has_times (AskChart  *self);
void  ask_chart_get_stretch (AskChart   *self,
                           gsize         place,
                           AskChartTime  finer,
                           double       *from,
                           double       *to);

G_END_DECLS

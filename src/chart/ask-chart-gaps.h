/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Missing steps of a series over time. Pure, safe on every thread.
 */
#pragma once

#include "chart/ask-chart-time.h"

G_BEGIN_DECLS

gsize ask_chart_find_gaps (AskChartTime  unit,
                           const double *positions,
                           gsize         n,
                           gsize        *missing);

G_END_DECLS

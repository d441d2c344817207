/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What columns may be where a chart is wished for.
 */
#pragma once

#include "chart/ask-chart-rules.h"

G_BEGIN_DECLS

gboolean ask_chart_relax (AskChart           *self,
                          const AskChartWish *wish,
                          const char         *question);

G_END_DECLS

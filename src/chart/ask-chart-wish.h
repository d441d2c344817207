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

gboolean ask_chart_make_amount (AskChart        *self,
                               guint            column);
void     ask_chart_make_names (AskChart         *self,
                               guint            column);

G_END_DECLS

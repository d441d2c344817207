/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parts and facts of a result, for choosing.
 */
#pragma once

#include "chart/ask-chart-rules.h"

G_BEGIN_DECLS

void     ask_chart_pick_parts   (AskChart      *self,
                                 const char    *question,
                                 gboolean       groups);
void     ask_chart_set_facts    (AskChart      *self,
                                 AskChartFacts *all);
gboolean ask_chart_names_group  (AskChart      *self,
                                 const char    *question);
gsize    ask_chart_count_labels (AskChart      *self,
                                 int            column);
gboolean ask_chart_find_course  (AskChart      *self,
                                 guint         *columns);

G_END_DECLS

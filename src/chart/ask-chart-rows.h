/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows behind what is drawn: which of the result's rows a mark stands for, and the condition over the result's columns that
 * selects them, for a query of these rows.
 */
#pragma once

#include "chart/ask-chart-scene.h"
#include "chart/ask-chart-time.h"

G_BEGIN_DECLS

/**
 * AskChartSpan:
 * @name: what people call it: "June 2025"
 * @unit: a month, a year
 * @from: days since 1970-01-01
 * @to: likewise, the first day that is not in it any more
 *
 * A stretch of time around a place, which holds other places, too.
 */
typedef struct
{
  char *name;
  AskChartTime unit;
  double from;
  double to;
} AskChartSpan;

GArray    *ask_chart_list_rows          (AskChart           *self,
                                         const AskChartPick *pick);
char      *ask_chart_dup_condition      (AskChart           *self,
                                         const AskChartPick *pick,
                                         GError            **error);
GPtrArray *ask_chart_list_spans         (AskChart           *self,
                                         const AskChartPick *pick);
GArray    *ask_chart_list_span_rows     (AskChart           *self,
                                         const AskChartSpan *span);
char      *ask_chart_dup_span_condition (AskChart           *self,
                                         const AskChartSpan *span,
                                         GError            **error);
AskRows   *ask_chart_take_rows          (AskChart           *self,
                                         const GArray       *rows);
int        ask_chart_find_cell          (AskChart           *self,
                                         const AskChartPick *pick,
                                         gsize              *row);
AskChartTime ask_chart_get_time_unit    (AskChart           *self);
int        ask_chart_get_time_column    (AskChart           *self);

G_END_DECLS

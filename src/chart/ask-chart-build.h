/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files that build charts of rows share.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

/**
 * AskChartRanked:
 * @key: what it is ranked by
 * @row: which one it is
 *
 * One of the things that are ranked: rows, labels or groups.
 */
typedef struct
{
  double key;
  gsize row;
} AskChartRanked;

void            ask_chart_note         (AskChart       *self,
                                        const char     *format,
                                        ...) G_GNUC_PRINTF (2, 3);
AskChartColumn *ask_chart_get_column   (AskChart       *self,
                                        int             column);
double          ask_chart_get_number   (AskChart       *self,
                                        gsize           row,
                                        guint           column);
AskChartSeries *ask_chart_add_series   (AskChart       *self,
                                        const char     *name,
                                        double          fill);
AskChartSeries *ask_chart_get_series   (AskChart       *self,
                                        guint           i);
void            ask_chart_place_times  (AskChart       *self,
                                        gssize         *places);
void            ask_chart_place_rows   (AskChart       *self,
                                        int             label,
                                        int             extra,
                                        gssize         *places);
void            ask_chart_place_labels (AskChart       *self,
                                        gssize         *places);
void            ask_chart_place_numbers (AskChart      *self,
                                        gssize         *places);
gsize           ask_chart_rank         (AskChartRanked *ranked,
                                        const double   *totals,
                                        gsize           n,
                                        gsize           most,
                                        gboolean        keep_order,
                                        gboolean        additive);
void            ask_chart_apply_order  (AskChart       *self,
                                        AskChartRanked *ranked,
                                        gsize           kept,
                                        int             label);
double          ask_chart_add_up       (double          sum,
                                        double          value);
void            ask_chart_note_cut     (AskChart       *self,
                                        gsize           kept,
                                        gsize           all,
                                        gboolean        other,
                                        const char     *what);
gsize           ask_chart_get_most_series (AskChart    *self);
GPtrArray      *ask_chart_index_labels (AskChart       *self,
                                        int             column,
                                        gsize          *index);

G_END_DECLS

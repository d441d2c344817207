/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the files that build charts of rows share.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

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
GPtrArray      *ask_chart_index_labels (AskChart       *self,
                                        int             column,
                                        gsize          *index);

G_END_DECLS

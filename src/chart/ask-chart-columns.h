/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a chart is made of, for those who offer to change it: its columns, its colours and its axis.
 */
#pragma once

#include "chart/ask-chart-look.h"

G_BEGIN_DECLS

/**
 * AskChartColored:
 * @name: of a series, or a part of a pie: as a look names it
 * @color: 0xRRGGBB
 * @hides: whether it can be hidden
 */
typedef struct
{
  char *name;
  guint32 color;
  gboolean hides;
} AskChartColored;

guint       ask_chart_count_columns       (AskChart            *self);
const char *ask_chart_get_column_name     (AskChart            *self,
                                           guint                column);
gboolean    ask_chart_could_draw_column   (AskChart            *self,
                                           guint                column);
gboolean    ask_chart_draws_column        (AskChart            *self,
                                           guint                column);
gboolean    ask_chart_may_begin_elsewhere (AskChart            *self);
gboolean    ask_chart_begins_at_zero      (AskChart            *self);
GPtrArray  *ask_chart_list_colors         (AskChart            *self,
                                           const AskChartTheme *theme);

G_END_DECLS

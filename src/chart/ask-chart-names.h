/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a column's name gives away: that it is an identifier, a year, a share, an average. Pure
 * functions over words; they never look at a value.
 */
#pragma once

#include <glib.h>

#include "chart/ask-chart-time.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_CHART_NAME_AGGREGATE = 1 << 0, /* "count of …", "total …": an amount whatever else it says */
  ASK_CHART_NAME_KEY = 1 << 1, /* id, code, postcode, phone */
  ASK_CHART_NAME_NUMBER = 1 << 2, /* number, no: a key when its values are unique */
  ASK_CHART_NAME_NOT_ADDITIVE = 1 << 3, /* averages, extremes, shares, prices */
  ASK_CHART_NAME_PERCENT = 1 << 4, /* percent, pct: already times 100 */
  ASK_CHART_NAME_SHARE = 1 << 5, /* share: a fraction or a percentage */
  ASK_CHART_NAME_RATE = 1 << 6 /* rate, ratio: a fraction, or no percentage at all */
} AskChartName;

AskChartName ask_chart_name_read     (const char *name);
AskChartTime ask_chart_name_get_time (const char *name);
char        *ask_chart_name_to_label (const char *name,
                                      guint       column);

G_END_DECLS

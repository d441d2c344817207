/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart for other programs: Vega-Lite.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

JsonNode *ask_chart_to_vega_lite (AskChart *self,
                                  double    width,
                                  double    height);

G_END_DECLS

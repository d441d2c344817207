/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A Vega-Lite document from the inside.
 *
 *   ask-chart-vega.c         the document: which encoding a kind has, colours, signs
 *   ask-chart-vega-rows.c    the numbers that are drawn
 *   ask-chart-vega-encode.c  channels, and kinds of one mark
 *   ask-chart-vega-layers.c  kinds of several marks
 */
#pragma once

#include "chart/ask-chart-draw.h"

G_BEGIN_DECLS

#define ASK_CHART_VEGA_QUANTITATIVE "quantitative"

/** AskChartVegaMeasure: what numbers are: @title: (nullable): their name; @unit: (nullable): what they are in */
typedef struct
{
  const char *title;
  AskChartFormat format;
  const char *unit;
} AskChartVegaMeasure;

/* ask-chart-vega-rows.c */
void ask_chart_vega_set_number (JsonObject *object, const char *name, double value);
void ask_chart_vega_set_place (AskChart *self, JsonObject *row, gsize point);
void ask_chart_vega_add_places (AskChart *self, JsonArray *values);
void ask_chart_vega_add_numbers (AskChart *self, JsonArray *values, const char *const *names);
void ask_chart_vega_add_dots (AskChart *self, JsonArray *values);
void ask_chart_vega_add_cells (AskChart *self, JsonArray *values);

/* ask-chart-vega-encode.c */
JsonObject *ask_chart_vega_add_object (JsonObject *parent, const char *name);
JsonObject *ask_chart_vega_add_channel (JsonObject *encoding, const char *channel, const char *field,
                                        const char *type);
void ask_chart_vega_set_title (JsonObject *channel, const char *title);
void ask_chart_vega_set_measure (AskChart *self, JsonObject *channel, const char *guide, AskChartVegaMeasure of);
AskChartVegaMeasure ask_chart_vega_get_measure (AskChart *self);
void ask_chart_vega_set_order (AskChart *self, JsonObject *channel);
void ask_chart_vega_set_zero (JsonObject *channel, gboolean zero);
const char *ask_chart_vega_type_of_x (AskChart *self);
void ask_chart_vega_set_mark (JsonObject *spec, const char *type);
JsonObject *ask_chart_vega_get_mark (JsonObject *spec);
void ask_chart_vega_add_color (AskChart *self, JsonObject *encoding);
void ask_chart_vega_encode_bars (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_lines (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_pie (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_dots (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_map (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_heat (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_bins (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values);

/* ask-chart-vega-layers.c */
void ask_chart_vega_encode_layers (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values);
void ask_chart_vega_encode_waterfall (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values);
void ask_chart_vega_encode_funnel (AskChart *self, JsonObject *spec, JsonObject *encoding);
void ask_chart_vega_encode_radar (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values);
void ask_chart_vega_encode_text (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chart as a Vega-Lite 5 document: its marks, its encodings and the numbers that are drawn, for other programs to
 * draw or to change. It says what is drawn and never holds a row that is not.
 */
#include "config.h"

#include "chart/ask-chart-vega-private.h"

#include <limits.h>

#include "base/ask-locale.h"
#include "chart/ask-chart-vega.h"

#define SCHEMA "https://vega.github.io/schema/vega-lite/v5.json"

static void
encode (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  switch (self->kind)
    {
    case ASK_CHART_BAR:
    case ASK_CHART_BAR_HORIZONTAL:
    case ASK_CHART_GROUPED_BAR:
    case ASK_CHART_STACKED_BAR:
    case ASK_CHART_PERCENT_BAR:
      ask_chart_vega_encode_bars (self, spec, encoding);
      ask_chart_vega_add_places (self, values);
      break;
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_AREA:
    case ASK_CHART_STACKED_AREA:
    case ASK_CHART_SLOPE:
    case ASK_CHART_SMALL_MULTIPLES:
      ask_chart_vega_encode_lines (self, spec, encoding);
      ask_chart_vega_add_places (self, values);
      break;
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      ask_chart_vega_encode_pie (self, spec, encoding);
      ask_chart_vega_add_places (self, values);
      break;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
      ask_chart_vega_encode_dots (self, spec, encoding);
      ask_chart_vega_add_dots (self, values);
      break;
    case ASK_CHART_POINT_MAP:
      ask_chart_vega_encode_map (self, spec, encoding);
      ask_chart_vega_add_dots (self, values);
      break;
    case ASK_CHART_HEAT_MAP:
      ask_chart_vega_encode_heat (self, spec, encoding);
      ask_chart_vega_add_places (self, values);
      break;
    case ASK_CHART_HISTOGRAM:
      ask_chart_vega_encode_bins (self, spec, encoding, values);
      break;
    case ASK_CHART_CANDLESTICK:
    case ASK_CHART_BOX:
    case ASK_CHART_COMBINATION:
      ask_chart_vega_encode_layers (self, spec, encoding, values);
      break;
    case ASK_CHART_WATERFALL:
      ask_chart_vega_encode_waterfall (self, spec, encoding, values);
      break;
    case ASK_CHART_FUNNEL:
      ask_chart_vega_encode_funnel (self, spec, encoding);
      ask_chart_vega_add_places (self, values);
      break;
    case ASK_CHART_RADAR:
      ask_chart_vega_encode_radar (self, spec, encoding, values);
      break;
    case ASK_CHART_VALUE:
    case ASK_CHART_TABLE:
      ask_chart_vega_encode_text (self, spec, encoding, values);
      break;
    }
}

/* The theme's colours, or those that a person chose for the series. */
static void
add_palette (AskChart *self, JsonObject *spec)
{
  const AskChartTheme *theme = ask_chart_theme_light ();
  JsonObject *config = ask_chart_vega_add_object (spec, "config");
  JsonArray *colors = json_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (theme->series); i++)
    {
      const char *name = i < self->series->len ? ((AskChartSeries *) self->series->pdata[i])->name : "";
      gpointer chosen = g_hash_table_lookup (self->look->colors, name);
      guint32 of = g_hash_table_contains (self->look->colors, name) ? GPOINTER_TO_UINT (chosen) : theme->series[i];
      g_autofree char *color = g_strdup_printf ("#%06x", of);

      json_array_add_string_element (colors, color);
    }
  json_object_set_string_member (ask_chart_vega_add_object (config, "mark"), "color",
                                 json_array_get_string_element (colors, 0));
  json_object_set_array_member (ask_chart_vega_add_object (config, "range"), "category", colors);
}

/* Numbers as they stand in the picture. */
static void
add_signs (JsonObject *spec)
{
  AskLocaleSigns signs = ask_locale_get_signs ();
  JsonObject *number
    = ask_chart_vega_add_object (ask_chart_vega_add_object (json_object_get_object_member (spec, "config"), "locale"),
                                 "number");
  g_autofree char *percent = ask_locale_add_unit ("", "%");
  JsonArray *sizes = json_array_new (), *currency = json_array_new ();

  json_object_set_string_member (number, "decimal", signs.point);
  json_object_set_string_member (number, "thousands", signs.separator);
  for (const char *size = signs.sizes; *size > 0 && *size < CHAR_MAX; size++)
    json_array_add_int_element (sizes, *size);
  json_object_set_array_member (number, "grouping", sizes);
  /* What is before and behind an amount of money: titles say that. */
  json_array_add_string_element (currency, "");
  json_array_add_string_element (currency, "");
  json_object_set_array_member (number, "currency", currency);
  json_object_set_string_member (number, "percent", percent);
}

/**
 * ask_chart_to_vega_lite:
 * @width: of the plot, in pixels; panels and text have their own size
 * @height: likewise
 *
 * Safe on any thread. The same chart gives the same document.
 *
 * Returns: (transfer full): a Vega-Lite 5 document with its data in it
 */
JsonNode *
ask_chart_to_vega_lite (AskChart *self, double width, double height)
{
  JsonObject *spec = json_object_new (), *encoding;
  JsonArray *values = json_array_new ();
  g_autofree char *description = ask_chart_describe (self);
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);
  AskChartShown shown;

  json_object_set_string_member (spec, "$schema", SCHEMA);
  json_object_set_string_member (spec, "title", self->title);
  json_object_set_string_member (spec, "description", description);
  if (self->kind != ASK_CHART_SMALL_MULTIPLES && self->kind != ASK_CHART_TABLE)
    {
      json_object_set_int_member (spec, "width", (gint64) width);
      json_object_set_int_member (spec, "height", (gint64) height);
    }
  json_object_set_array_member (ask_chart_vega_add_object (spec, "data"), "values", values);
  encoding = ask_chart_vega_add_object (spec, "encoding");
  ask_chart_shown_init (&shown, self);
  encode (&shown.chart, spec, encoding, values);
  add_palette (&shown.chart, spec);
  add_signs (spec);
  ask_chart_shown_clear (&shown);
  json_node_take_object (node, spec);
  return node;
}

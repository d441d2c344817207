/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Kinds of chart that are several marks over each other: boxes, candles, combinations, waterfalls, radars.
 */
#include "config.h"

#include "chart/ask-chart-vega-private.h"

#include <math.h>

/* One of the marks that lie on each other, from @from to @to, where it has an end. */
static JsonObject *
add_layer (AskChart *self, JsonArray *layers, const char *mark, const char *from, const char *to)
{
  JsonObject *layer = json_object_new (), *encoding = ask_chart_vega_add_object (layer, "encoding");
  JsonObject *y = ask_chart_vega_add_channel (encoding, "y", from, ASK_CHART_VEGA_QUANTITATIVE);

  ask_chart_vega_set_mark (layer, mark);
  ask_chart_vega_set_measure (self, y, "axis", ask_chart_vega_get_measure (self));
  ask_chart_vega_set_zero (y, self->kind == ASK_CHART_COMBINATION);
  if (to != NULL)
    json_object_set_string_member (ask_chart_vega_add_object (encoding, "y2"), "field", to);
  json_array_add_object_element (layers, layer);
  return layer;
}

/* Dots beyond the whiskers have a data set of their own. */
static void
add_far_dots (AskChart *self, JsonArray *layers)
{
  JsonObject *layer = add_layer (self, layers, "point", "far", NULL);
  JsonArray *values = json_array_new ();

  for (gsize i = 0; i < self->n_dots; i++)
    {
      JsonObject *row = json_object_new ();

      ask_chart_vega_set_place (self, row, (gsize) self->xs[i]);
      json_object_set_double_member (row, "far", self->ys[i]);
      json_array_add_object_element (values, row);
    }
  json_object_set_array_member (ask_chart_vega_add_object (layer, "data"), "values", values);
}

void
ask_chart_vega_encode_layers (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  static const char *const course[] = { "open", "high", "low", "close", NULL };
  static const char *const five[] = { "low", "q1", "median", "q3", "high", NULL };
  static const char *const both[] = { "bar", "line", NULL };
  JsonObject *x = ask_chart_vega_add_channel (encoding, "x", "x", "ordinal");
  JsonArray *layers = json_array_new ();

  ask_chart_vega_set_order (self, x);
  ask_chart_vega_set_title (x, self->x_label);
  json_object_set_array_member (spec, "layer", layers);
  if (self->kind == ASK_CHART_CANDLESTICK)
    {
      ask_chart_vega_add_numbers (self, values, course);
      add_layer (self, layers, "rule", "low", "high");
      add_layer (self, layers, "bar", "open", "close");
      json_object_set_string_member (ask_chart_vega_add_object (encoding, "color"), "value", "#0072b2");
      {
        JsonObject *condition
          = ask_chart_vega_add_object (json_object_get_object_member (encoding, "color"), "condition");

        json_object_set_string_member (condition, "test", "datum.close < datum.open");
        json_object_set_string_member (condition, "value", "#d55e00");
      }
      return;
    }
  if (self->kind == ASK_CHART_BOX)
    {
      ask_chart_vega_add_numbers (self, values, five);
      add_layer (self, layers, "rule", "low", "high");
      add_layer (self, layers, "bar", "q1", "q3");
      add_layer (self, layers, "tick", "median", NULL);
      if (self->n_dots > 0)
        add_far_dots (self, layers);
      return;
    }
  ask_chart_vega_add_numbers (self, values, both);
  add_layer (self, layers, "bar", "bar", NULL);
  add_layer (self, layers, "line", "line", NULL);
  for (guint s = 0; s < 2; s++)
    {
      JsonObject *part = json_object_get_object_member (json_array_get_object_element (layers, s), "encoding");

      ask_chart_vega_set_measure (self, json_object_get_object_member (part, "y"), "axis",
                                  (AskChartVegaMeasure) { ((AskChartSeries *) self->series->pdata[s])->name,
                                                          s == 0 ? self->format : self->format2,
                                                          s == 0 ? self->y_unit : self->unit2 });
      json_object_set_string_member (ask_chart_vega_add_object (part, "color"), "value",
                                     s == 0 ? "#0072b2" : "#e69f00");
    }
  json_object_set_string_member (ask_chart_vega_add_object (ask_chart_vega_add_object (spec, "resolve"), "scale"), "y",
                                 "independent");
}

void
ask_chart_vega_encode_waterfall (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  JsonObject *x = ask_chart_vega_add_channel (encoding, "x", "x", "ordinal");
  double sum = 0;

  ask_chart_vega_set_mark (spec, "bar");
  ask_chart_vega_set_order (self, x);
  ask_chart_vega_set_title (x, self->x_label);
  ask_chart_vega_set_measure (self, ask_chart_vega_add_channel (encoding, "y", "from", ASK_CHART_VEGA_QUANTITATIVE),
                              "axis", ask_chart_vega_get_measure (self));
  json_object_set_string_member (ask_chart_vega_add_object (encoding, "y2"), "field", "to");
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 0, i), from = i + 1 == self->n_points ? 0 : sum;
      JsonObject *row = json_object_new ();

      ask_chart_vega_set_place (self, row, i);
      ask_chart_vega_set_number (row, "from", isfinite (value) ? from : NAN);
      ask_chart_vega_set_number (row, "to", from + value);
      json_array_add_object_element (values, row);
      sum += isfinite (value) ? value : 0;
    }
}

void
ask_chart_vega_encode_funnel (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *y = ask_chart_vega_add_channel (encoding, "y", "x", "ordinal"),
             *x = ask_chart_vega_add_channel (encoding, "x", "value", ASK_CHART_VEGA_QUANTITATIVE);

  ask_chart_vega_set_mark (spec, "bar");
  ask_chart_vega_set_order (self, y);
  ask_chart_vega_set_title (y, self->x_label);
  json_object_set_string_member (x, "stack", "center");
  ask_chart_vega_set_measure (self, x, "axis", ask_chart_vega_get_measure (self));
}

/* Vega-Lite has no axes around a middle: a closed line goes through points of the plane. */
void
ask_chart_vega_encode_radar (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  static const char *const fields[] = { "across", "up" };

  ask_chart_vega_set_mark (spec, "line");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    json_object_set_null_member (ask_chart_vega_add_channel (encoding, i == 0 ? "x" : "y", fields[i],
                                                             ASK_CHART_VEGA_QUANTITATIVE),
                                 "axis");
  ask_chart_vega_add_channel (encoding, "order", "step", ASK_CHART_VEGA_QUANTITATIVE);
  ask_chart_vega_add_color (self, encoding);
  for (guint s = 0; s < self->series->len; s++)
    for (gsize i = 0; i <= self->n_points; i++)
      {
        gsize point = i % self->n_points;
        double angle = 2 * G_PI * (double) point / (double) self->n_points,
               value = ask_chart_get_value (self, s, point);
        JsonObject *row = json_object_new ();

        ask_chart_vega_set_place (self, row, point);
        json_object_set_string_member (row, "series", ((AskChartSeries *) self->series->pdata[s])->name);
        ask_chart_vega_set_number (row, "value", value);
        ask_chart_vega_set_number (row, "across", isfinite (value) ? sin (angle) * value : 0);
        ask_chart_vega_set_number (row, "up", isfinite (value) ? cos (angle) * value : 0);
        json_object_set_int_member (row, "step", (gint64) i);
        json_array_add_object_element (values, row);
      }
}

/* A number alone, or the rows as texts in a grid. */
void
ask_chart_vega_encode_text (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  ask_chart_vega_set_mark (spec, "text");
  ask_chart_vega_add_channel (encoding, "text", "text", "nominal");
  if (self->kind == ASK_CHART_VALUE)
    {
      guint column = g_array_index (self->y_columns, guint, 0);
      g_autofree char *text = ask_chart_dup_cell (self, 0, column);
      JsonObject *row = json_object_new ();

      json_object_set_int_member (ask_chart_vega_get_mark (spec), "fontSize", 48);
      json_object_set_string_member (row, "text", text);
      json_array_add_object_element (values, row);
      return;
    }
  json_object_set_null_member (ask_chart_vega_add_channel (encoding, "x", "column", "ordinal"), "sort");
  ask_chart_vega_add_channel (encoding, "y", "row", "ordinal");
  ask_chart_vega_add_cells (self, values);
}

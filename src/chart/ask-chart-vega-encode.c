/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What shows which column: channels with their titles, orders and scales, and the kinds of chart that have one mark.
 */
#include "config.h"

#include "chart/ask-chart-vega-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-locale.h"

JsonObject *
ask_chart_vega_add_object (JsonObject *parent, const char *name)
{
  JsonObject *object = json_object_new ();

  json_object_set_object_member (parent, name, object);
  return object;
}

/* What @channel shows: @field, which is of @type. */
JsonObject *
ask_chart_vega_add_channel (JsonObject *encoding, const char *channel, const char *field, const char *type)
{
  JsonObject *object = ask_chart_vega_add_object (encoding, channel);

  json_object_set_string_member (object, "field", field);
  json_object_set_string_member (object, "type", type);
  return object;
}

void
ask_chart_vega_set_title (JsonObject *channel, const char *title)
{
  if (title != NULL)
    json_object_set_string_member (channel, "title", title);
  else
    json_object_set_null_member (channel, "title");
}

/* What the numbers of @channel are. Its title says their unit, as Vega-Lite's ticks cannot say it once. */
void
ask_chart_vega_set_measure (AskChart *self, JsonObject *channel, const char *guide, AskChartVegaMeasure of)
{
  const char *unit = ask_chart_get_unit (self, of.format == ASK_CHART_FORMAT_PERCENT ? "%" : of.unit, of.title);
  const AskCurrency *currency = ask_locale_find_currency (unit);
  g_autofree char *title = unit != NULL && of.title != NULL
                             ? g_strdup_printf (_ ("%s (%s)"), of.title, currency != NULL ? currency->sign : unit)
                             : g_strdup (of.title);

  ask_chart_vega_set_title (channel, title);
  if (of.format == ASK_CHART_FORMAT_FRACTION && guide != NULL)
    json_object_set_string_member (ask_chart_vega_add_object (channel, guide), "format", "~%");
}

AskChartVegaMeasure
ask_chart_vega_get_measure (AskChart *self)
{
  /* Shares of the whole, whatever its unit is. */
  if (self->kind == ASK_CHART_PERCENT_BAR)
    return (AskChartVegaMeasure) { self->y_label, ASK_CHART_FORMAT_NUMBER, NULL };
  return (AskChartVegaMeasure) { self->y_label, self->format, self->y_unit };
}

/* Names in the order in which they are drawn, not in that of the alphabet. */
void
ask_chart_vega_set_order (AskChart *self, JsonObject *channel)
{
  JsonArray *order = json_array_new ();

  for (gsize i = 0; i < self->n_points; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (self, i);

      json_array_add_string_element (order, label);
    }
  json_object_set_array_member (channel, "sort", order);
}

void
ask_chart_vega_set_zero (JsonObject *channel, gboolean zero)
{
  json_object_set_boolean_member (ask_chart_vega_add_object (channel, "scale"), "zero", zero);
}

/* How the x axis of a kind is measured: lines have real times and numbers, bars have names. */
const char *
ask_chart_vega_type_of_x (AskChart *self)
{
  gboolean line = self->kind == ASK_CHART_LINE || self->kind == ASK_CHART_MULTI_LINE || self->kind == ASK_CHART_AREA
                  || self->kind == ASK_CHART_STACKED_AREA || self->kind == ASK_CHART_SMALL_MULTIPLES;

  if (line && self->temporal && !ask_chart_time_is_cyclic (self->unit))
    return "temporal";
  return line && !self->temporal && self->axis >= 0 ? ASK_CHART_VEGA_QUANTITATIVE : "ordinal";
}

void
ask_chart_vega_set_mark (JsonObject *spec, const char *type)
{
  json_object_set_string_member (ask_chart_vega_add_object (spec, "mark"), "type", type);
}

JsonObject *
ask_chart_vega_get_mark (JsonObject *spec)
{
  return json_object_get_object_member (spec, "mark");
}

void
ask_chart_vega_add_color (AskChart *self, JsonObject *encoding)
{
  JsonObject *color = ask_chart_vega_add_channel (encoding, "color", "series", "nominal");

  json_object_set_null_member (color, "sort");
  ask_chart_vega_set_title (color, self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL);
}

/* Places along one axis and values along the other; @lying swaps them. */
static void
encode_places (AskChart *self, JsonObject *encoding, gboolean lying)
{
  JsonObject *x = ask_chart_vega_add_channel (encoding, lying ? "y" : "x", "x", ask_chart_vega_type_of_x (self));
  JsonObject *y = ask_chart_vega_add_channel (encoding, lying ? "x" : "y", "value", ASK_CHART_VEGA_QUANTITATIVE);
  double min, max;

  ask_chart_vega_set_title (x, self->x_label);
  ask_chart_vega_set_measure (self, y, "axis", ask_chart_vega_get_measure (self));
  if (strcmp (ask_chart_vega_type_of_x (self), "ordinal") == 0)
    ask_chart_vega_set_order (self, x);
  ask_chart_get_range (self, self->n_points, &min, &max);
  ask_chart_vega_set_zero (y, ask_chart_needs_zero (self, min, max));
}

void
ask_chart_vega_encode_bars (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  ask_chart_vega_set_mark (spec, "bar");
  encode_places (self, encoding, self->kind == ASK_CHART_BAR_HORIZONTAL);
  if (self->kind == ASK_CHART_BAR || self->kind == ASK_CHART_BAR_HORIZONTAL)
    return;
  ask_chart_vega_add_color (self, encoding);
  if (self->kind == ASK_CHART_GROUPED_BAR)
    json_object_set_null_member (ask_chart_vega_add_channel (encoding, "xOffset", "series", "nominal"), "sort");
  else
    json_object_set_string_member (json_object_get_object_member (encoding, "y"), "stack",
                                   self->kind == ASK_CHART_PERCENT_BAR ? "normalize" : "zero");
}

void
ask_chart_vega_encode_lines (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  gboolean area = self->kind == ASK_CHART_AREA || self->kind == ASK_CHART_STACKED_AREA;

  ask_chart_vega_set_mark (spec, area ? "area" : "line");
  if (self->kind == ASK_CHART_SLOPE)
    json_object_set_boolean_member (ask_chart_vega_get_mark (spec), "point", TRUE);
  encode_places (self, encoding, FALSE);
  if (self->kind == ASK_CHART_STACKED_AREA)
    json_object_set_string_member (json_object_get_object_member (encoding, "y"), "stack", "zero");
  if (self->kind == ASK_CHART_SMALL_MULTIPLES)
    {
      JsonObject *facet = ask_chart_vega_add_channel (encoding, "facet", "series", "nominal");

      json_object_set_int_member (facet, "columns", 4);
      json_object_set_null_member (facet, "sort");
      ask_chart_vega_set_title (facet, NULL);
    }
  else if (self->kind != ASK_CHART_LINE && self->kind != ASK_CHART_AREA)
    ask_chart_vega_add_color (self, encoding);
}

void
ask_chart_vega_encode_pie (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *color;

  ask_chart_vega_set_mark (spec, "arc");
  if (self->kind == ASK_CHART_DONUT)
    json_object_set_int_member (ask_chart_vega_get_mark (spec), "innerRadius", 80);
  ask_chart_vega_set_measure (self,
                              ask_chart_vega_add_channel (encoding, "theta", "value", ASK_CHART_VEGA_QUANTITATIVE),
                              NULL, ask_chart_vega_get_measure (self));
  json_object_set_string_member (ask_chart_vega_add_channel (encoding, "order", "value", ASK_CHART_VEGA_QUANTITATIVE),
                                 "sort", "descending");
  color = ask_chart_vega_add_channel (encoding, "color", "x", "nominal");
  ask_chart_vega_set_order (self, color);
  ask_chart_vega_set_title (color, self->x_label);
}

static void
set_size (AskChart *self, JsonObject *encoding)
{
  const AskChartColumn *column = &self->profile->columns[self->size_column];

  ask_chart_vega_set_measure (self, ask_chart_vega_add_channel (encoding, "size", "size", ASK_CHART_VEGA_QUANTITATIVE),
                              "legend", (AskChartVegaMeasure) { column->label, self->format2, self->unit2 });
}

void
ask_chart_vega_encode_dots (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *x = ask_chart_vega_add_channel (encoding, "x", "x", ASK_CHART_VEGA_QUANTITATIVE);
  JsonObject *y = ask_chart_vega_add_channel (encoding, "y", "value", ASK_CHART_VEGA_QUANTITATIVE);

  ask_chart_vega_set_mark (spec, self->kind == ASK_CHART_BUBBLE ? "circle" : "point");
  ask_chart_vega_set_measure (self, x, "axis", (AskChartVegaMeasure) { self->x_label, self->x_format, self->x_unit });
  ask_chart_vega_set_measure (self, y, "axis", ask_chart_vega_get_measure (self));
  ask_chart_vega_set_zero (x, FALSE);
  ask_chart_vega_set_zero (y, FALSE);
  if (self->sizes != NULL)
    set_size (self, encoding);
  if (self->group_column >= 0)
    ask_chart_vega_add_color (self, encoding);
}

/* Dots on the globe, with nothing drawn beneath them. */
void
ask_chart_vega_encode_map (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  ask_chart_vega_set_mark (spec, "circle");
  json_object_set_string_member (ask_chart_vega_add_object (spec, "projection"), "type", "equirectangular");
  ask_chart_vega_add_channel (encoding, "longitude", "x", ASK_CHART_VEGA_QUANTITATIVE);
  ask_chart_vega_add_channel (encoding, "latitude", "value", ASK_CHART_VEGA_QUANTITATIVE);
  if (self->sizes != NULL)
    set_size (self, encoding);
  if (self->group_column >= 0)
    ask_chart_vega_add_color (self, encoding);
}

void
ask_chart_vega_encode_heat (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *x = ask_chart_vega_add_channel (encoding, "x", "x", "ordinal"),
             *y = ask_chart_vega_add_channel (encoding, "y", "series", "ordinal");

  ask_chart_vega_set_mark (spec, "rect");
  ask_chart_vega_set_order (self, x);
  ask_chart_vega_set_title (x, self->x_label);
  json_object_set_null_member (y, "sort");
  ask_chart_vega_set_title (y, self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL);
  ask_chart_vega_set_measure (self,
                              ask_chart_vega_add_channel (encoding, "color", "value", ASK_CHART_VEGA_QUANTITATIVE),
                              "legend", ask_chart_vega_get_measure (self));
}

void
ask_chart_vega_encode_bins (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  JsonObject *x = ask_chart_vega_add_channel (encoding, "x", "from", ASK_CHART_VEGA_QUANTITATIVE);

  ask_chart_vega_set_mark (spec, "bar");
  json_object_set_boolean_member (ask_chart_vega_add_object (x, "bin"), "binned", TRUE);
  ask_chart_vega_set_measure (self, x, "axis", (AskChartVegaMeasure) { self->x_label, self->x_format, self->x_unit });
  json_object_set_string_member (ask_chart_vega_add_object (encoding, "x2"), "field", "to");
  ask_chart_vega_set_title (ask_chart_vega_add_channel (encoding, "y", "value", ASK_CHART_VEGA_QUANTITATIVE),
                            self->y_label);
  for (gsize i = 0; i < self->n_points; i++)
    {
      JsonObject *row = json_object_new ();

      json_object_set_double_member (row, "from", self->positions[i]);
      json_object_set_double_member (row, "to", self->positions[i + 1]);
      json_object_set_double_member (row, "value", ask_chart_get_value (self, 0, i));
      json_array_add_object_element (values, row);
    }
}

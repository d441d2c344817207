/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chart as a Vega-Lite 5 document: its marks, its encodings and the numbers that are drawn, for other programs to
 * draw or to change. A gap is a row whose value is null. It says what is drawn and never holds a row that is not.
 *
 * Rows of places are {"x", "series", "value"}; boxes, candles and steps have their numbers beside each other.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/ask-locale.h"
#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-vega.h"

#define SCHEMA "https://vega.github.io/schema/vega-lite/v5.json"

static const char *const quantitative = "quantitative";

static JsonObject *
add_object (JsonObject *parent, const char *name)
{
  JsonObject *object = json_object_new ();

  json_object_set_object_member (parent, name, object);
  return object;
}

/* A number, or null where there is none. */
static void
set_number (JsonObject *object, const char *name, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, name, value);
  else
    json_object_set_null_member (object, name);
}

/* What @channel shows: @field, which is of @type. */
static JsonObject *
add_channel (JsonObject *encoding, const char *channel, const char *field, const char *type)
{
  JsonObject *object = add_object (encoding, channel);

  json_object_set_string_member (object, "field", field);
  json_object_set_string_member (object, "type", type);
  return object;
}

static void
set_title (JsonObject *channel, const char *title)
{
  if (title != NULL)
    json_object_set_string_member (channel, "title", title);
  else
    json_object_set_null_member (channel, "title");
}

typedef struct
{
  const char *title;
  AskChartFormat format;
  const char *unit;
} Measure;

/* What the numbers of @channel are. Its title says their unit, as Vega-Lite's ticks cannot say it once. */
static void
set_measure (AskChart *self, JsonObject *channel, const char *guide, Measure of)
{
  const char *unit = ask_chart_get_unit (self, of.format == ASK_CHART_FORMAT_PERCENT ? "%" : of.unit, of.title);
  const AskCurrency *currency = ask_locale_find_currency (unit);
  g_autofree char *title = unit != NULL && of.title != NULL
                             ? g_strdup_printf (_ ("%s (%s)"), of.title, currency != NULL ? currency->sign : unit)
                             : g_strdup (of.title);

  set_title (channel, title);
  if (of.format == ASK_CHART_FORMAT_FRACTION && guide != NULL)
    json_object_set_string_member (add_object (channel, guide), "format", "~%");
}

static Measure
get_measure (AskChart *self)
{
  /* Shares of the whole, whatever its unit is. */
  if (self->kind == ASK_CHART_PERCENT_BAR)
    return (Measure) { self->y_label, ASK_CHART_FORMAT_NUMBER, NULL };
  return (Measure) { self->y_label, self->format, self->y_unit };
}

/* Names in the order in which they are drawn, not in that of the alphabet. */
static void
set_order (AskChart *self, JsonObject *channel)
{
  JsonArray *order = json_array_new ();

  for (gsize i = 0; i < self->n_points; i++)
    {
      g_autofree char *label = ask_chart_dup_x_label (self, i);

      json_array_add_string_element (order, label);
    }
  json_object_set_array_member (channel, "sort", order);
}

static void
set_zero (JsonObject *channel, gboolean zero)
{
  json_object_set_boolean_member (add_object (channel, "scale"), "zero", zero);
}

/* How the x axis of a kind is measured: lines have real times and numbers, bars have names. */
static const char *
type_of_x (AskChart *self)
{
  gboolean line = self->kind == ASK_CHART_LINE || self->kind == ASK_CHART_MULTI_LINE || self->kind == ASK_CHART_AREA
                  || self->kind == ASK_CHART_STACKED_AREA || self->kind == ASK_CHART_SMALL_MULTIPLES;

  if (line && self->temporal && !ask_chart_time_is_cyclic (self->unit))
    return "temporal";
  return line && !self->temporal && self->axis >= 0 ? quantitative : "ordinal";
}

static void
set_moment (JsonObject *row, const char *name, double position)
{
  gint64 seconds = (gint64) round (position * 86400), days = seconds / 86400 - (seconds % 86400 < 0);
  int year, month, day, rest = (int) (seconds - days * 86400);
  g_autofree char *text = NULL;

  ask_chart_time_to_civil ((double) days, &year, &month, &day);
  text = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, rest / 3600, rest / 60 % 60, rest % 60);
  json_object_set_string_member (row, name, text);
}

static void
set_place (AskChart *self, JsonObject *row, gsize point)
{
  const char *type = type_of_x (self);
  g_autofree char *label = NULL;

  if (strcmp (type, "temporal") == 0)
    set_moment (row, "x", self->positions[point]);
  else if (type == quantitative)
    json_object_set_double_member (row, "x", self->positions[point]);
  else
    json_object_set_string_member (row, "x", label = ask_chart_dup_x_label (self, point));
}

/* A step without a row, half way to the place before, breaks a line. */
static void
add_break (AskChart *self, JsonArray *values, guint series, gsize point)
{
  const AskChartSeries *of = self->series->pdata[series];
  JsonObject *row;

  if (of->missing == NULL || of->missing[point] == 0 || point == 0 || strcmp (type_of_x (self), "temporal") != 0)
    return;
  row = json_object_new ();
  set_moment (row, "x", (self->positions[point - 1] + self->positions[point]) / 2);
  json_object_set_string_member (row, "series", of->name);
  json_object_set_null_member (row, "value");
  json_array_add_object_element (values, row);
}

static void
add_places (AskChart *self, JsonArray *values)
{
  for (guint s = 0; s < self->series->len; s++)
    for (gsize i = 0; i < self->n_points; i++)
      {
        double value = ask_chart_get_value (self, s, i);
        JsonObject *row;

        if (value == ASK_CHART_ABSENT)
          continue;
        add_break (self, values, s, i);
        row = json_object_new ();
        set_place (self, row, i);
        json_object_set_string_member (row, "series", ((AskChartSeries *) self->series->pdata[s])->name);
        set_number (row, "value", value);
        json_array_add_object_element (values, row);
      }
}

/* A row for each place with a number for each name: boxes, candles, bars of a combination. */
static void
add_numbers (AskChart *self, JsonArray *values, const char *const *names)
{
  for (gsize i = 0; i < self->n_points; i++)
    {
      JsonObject *row = json_object_new ();

      set_place (self, row, i);
      for (guint s = 0; names[s] != NULL; s++)
        set_number (row, names[s], ask_chart_get_value (self, s, i));
      json_array_add_object_element (values, row);
    }
}

static void
add_dots (AskChart *self, JsonArray *values)
{
  for (gsize i = 0; i < self->n_dots; i++)
    {
      JsonObject *row = json_object_new ();

      json_object_set_double_member (row, "x", self->xs[i]);
      json_object_set_double_member (row, "value", self->ys[i]);
      if (self->sizes != NULL)
        json_object_set_double_member (row, "size", self->sizes[i]);
      if (self->dot_series != NULL)
        json_object_set_string_member (row, "series",
                                       ((AskChartSeries *) self->series->pdata[self->dot_series[i]])->name);
      json_array_add_object_element (values, row);
    }
}

static void
add_cells (AskChart *self, JsonArray *values)
{
  for (gsize r = 0; r < ask_rows_get_n_rows (self->rows); r++)
    for (guint c = 0; c < self->profile->n_columns; c++)
      {
        g_autofree char *text = ask_chart_dup_cell (self, r, c);
        JsonObject *row = json_object_new ();

        json_object_set_int_member (row, "row", (gint64) r + 1);
        json_object_set_string_member (row, "column", self->profile->columns[c].label);
        json_object_set_string_member (row, "text", text);
        json_array_add_object_element (values, row);
      }
}

static void
set_mark (JsonObject *spec, const char *type)
{
  json_object_set_string_member (add_object (spec, "mark"), "type", type);
}

static JsonObject *
get_mark (JsonObject *spec)
{
  return json_object_get_object_member (spec, "mark");
}

static void
add_color (AskChart *self, JsonObject *encoding)
{
  JsonObject *color = add_channel (encoding, "color", "series", "nominal");

  json_object_set_null_member (color, "sort");
  set_title (color, self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL);
}

/* Places along one axis and values along the other; @lying swaps them. */
static void
encode_places (AskChart *self, JsonObject *encoding, gboolean lying)
{
  JsonObject *x = add_channel (encoding, lying ? "y" : "x", "x", type_of_x (self));
  JsonObject *y = add_channel (encoding, lying ? "x" : "y", "value", quantitative);
  double min, max;

  set_title (x, self->x_label);
  set_measure (self, y, "axis", get_measure (self));
  if (strcmp (type_of_x (self), "ordinal") == 0)
    set_order (self, x);
  ask_chart_get_range (self, self->n_points, &min, &max);
  set_zero (y, ask_chart_needs_zero (self, min, max));
}

static void
encode_bars (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  set_mark (spec, "bar");
  encode_places (self, encoding, self->kind == ASK_CHART_BAR_HORIZONTAL);
  if (self->kind == ASK_CHART_BAR || self->kind == ASK_CHART_BAR_HORIZONTAL)
    return;
  add_color (self, encoding);
  if (self->kind == ASK_CHART_GROUPED_BAR)
    json_object_set_null_member (add_channel (encoding, "xOffset", "series", "nominal"), "sort");
  else
    json_object_set_string_member (json_object_get_object_member (encoding, "y"), "stack",
                                   self->kind == ASK_CHART_PERCENT_BAR ? "normalize" : "zero");
}

static void
encode_lines (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  gboolean area = self->kind == ASK_CHART_AREA || self->kind == ASK_CHART_STACKED_AREA;

  set_mark (spec, area ? "area" : "line");
  if (self->kind == ASK_CHART_SLOPE)
    json_object_set_boolean_member (get_mark (spec), "point", TRUE);
  encode_places (self, encoding, FALSE);
  if (self->kind == ASK_CHART_STACKED_AREA)
    json_object_set_string_member (json_object_get_object_member (encoding, "y"), "stack", "zero");
  if (self->kind == ASK_CHART_SMALL_MULTIPLES)
    {
      JsonObject *facet = add_channel (encoding, "facet", "series", "nominal");

      json_object_set_int_member (facet, "columns", 4);
      json_object_set_null_member (facet, "sort");
      set_title (facet, NULL);
    }
  else if (self->kind != ASK_CHART_LINE && self->kind != ASK_CHART_AREA)
    add_color (self, encoding);
}

static void
encode_pie (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *color;

  set_mark (spec, "arc");
  if (self->kind == ASK_CHART_DONUT)
    json_object_set_int_member (get_mark (spec), "innerRadius", 80);
  set_measure (self, add_channel (encoding, "theta", "value", quantitative), NULL, get_measure (self));
  json_object_set_string_member (add_channel (encoding, "order", "value", quantitative), "sort", "descending");
  color = add_channel (encoding, "color", "x", "nominal");
  set_order (self, color);
  set_title (color, self->x_label);
}

static void
set_size (AskChart *self, JsonObject *encoding)
{
  const AskChartColumn *column = &self->profile->columns[self->size_column];

  set_measure (self, add_channel (encoding, "size", "size", quantitative), "legend",
               (Measure) { column->label, self->format2, self->unit2 });
}

static void
encode_dots (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *x = add_channel (encoding, "x", "x", quantitative);
  JsonObject *y = add_channel (encoding, "y", "value", quantitative);

  set_mark (spec, self->kind == ASK_CHART_BUBBLE ? "circle" : "point");
  set_measure (self, x, "axis", (Measure) { self->x_label, self->x_format, self->x_unit });
  set_measure (self, y, "axis", get_measure (self));
  set_zero (x, FALSE);
  set_zero (y, FALSE);
  if (self->sizes != NULL)
    set_size (self, encoding);
  if (self->group_column >= 0)
    add_color (self, encoding);
}

/* Dots on the globe, with nothing drawn beneath them. */
static void
encode_map (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  set_mark (spec, "circle");
  json_object_set_string_member (add_object (spec, "projection"), "type", "equirectangular");
  add_channel (encoding, "longitude", "x", quantitative);
  add_channel (encoding, "latitude", "value", quantitative);
  if (self->sizes != NULL)
    set_size (self, encoding);
  if (self->group_column >= 0)
    add_color (self, encoding);
}

static void
encode_heat (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *x = add_channel (encoding, "x", "x", "ordinal"), *y = add_channel (encoding, "y", "series", "ordinal");

  set_mark (spec, "rect");
  set_order (self, x);
  set_title (x, self->x_label);
  json_object_set_null_member (y, "sort");
  set_title (y, self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL);
  set_measure (self, add_channel (encoding, "color", "value", quantitative), "legend", get_measure (self));
}

static void
encode_bins (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  JsonObject *x = add_channel (encoding, "x", "from", quantitative);

  set_mark (spec, "bar");
  json_object_set_boolean_member (add_object (x, "bin"), "binned", TRUE);
  set_measure (self, x, "axis", (Measure) { self->x_label, self->x_format, self->x_unit });
  json_object_set_string_member (add_object (encoding, "x2"), "field", "to");
  set_title (add_channel (encoding, "y", "value", quantitative), self->y_label);
  for (gsize i = 0; i < self->n_points; i++)
    {
      JsonObject *row = json_object_new ();

      json_object_set_double_member (row, "from", self->positions[i]);
      json_object_set_double_member (row, "to", self->positions[i + 1]);
      json_object_set_double_member (row, "value", ask_chart_get_value (self, 0, i));
      json_array_add_object_element (values, row);
    }
}

/* One of the marks that lie on each other, from @from to @to, where it has an end. */
static JsonObject *
add_layer (AskChart *self, JsonArray *layers, const char *mark, const char *from, const char *to)
{
  JsonObject *layer = json_object_new (), *encoding = add_object (layer, "encoding");
  JsonObject *y = add_channel (encoding, "y", from, quantitative);

  set_mark (layer, mark);
  set_measure (self, y, "axis", get_measure (self));
  set_zero (y, self->kind == ASK_CHART_COMBINATION);
  if (to != NULL)
    json_object_set_string_member (add_object (encoding, "y2"), "field", to);
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

      set_place (self, row, (gsize) self->xs[i]);
      json_object_set_double_member (row, "far", self->ys[i]);
      json_array_add_object_element (values, row);
    }
  json_object_set_array_member (add_object (layer, "data"), "values", values);
}

static void
encode_layers (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  static const char *const course[] = { "open", "high", "low", "close", NULL };
  static const char *const five[] = { "low", "q1", "median", "q3", "high", NULL };
  static const char *const both[] = { "bar", "line", NULL };
  JsonObject *x = add_channel (encoding, "x", "x", "ordinal");
  JsonArray *layers = json_array_new ();

  set_order (self, x);
  set_title (x, self->x_label);
  json_object_set_array_member (spec, "layer", layers);
  if (self->kind == ASK_CHART_CANDLESTICK)
    {
      add_numbers (self, values, course);
      add_layer (self, layers, "rule", "low", "high");
      add_layer (self, layers, "bar", "open", "close");
      json_object_set_string_member (add_object (encoding, "color"), "value", "#0072b2");
      {
        JsonObject *condition = add_object (json_object_get_object_member (encoding, "color"), "condition");

        json_object_set_string_member (condition, "test", "datum.close < datum.open");
        json_object_set_string_member (condition, "value", "#d55e00");
      }
      return;
    }
  if (self->kind == ASK_CHART_BOX)
    {
      add_numbers (self, values, five);
      add_layer (self, layers, "rule", "low", "high");
      add_layer (self, layers, "bar", "q1", "q3");
      add_layer (self, layers, "tick", "median", NULL);
      if (self->n_dots > 0)
        add_far_dots (self, layers);
      return;
    }
  add_numbers (self, values, both);
  add_layer (self, layers, "bar", "bar", NULL);
  add_layer (self, layers, "line", "line", NULL);
  for (guint s = 0; s < 2; s++)
    {
      JsonObject *part = json_object_get_object_member (json_array_get_object_element (layers, s), "encoding");

      set_measure (self, json_object_get_object_member (part, "y"), "axis",
                   (Measure) { ((AskChartSeries *) self->series->pdata[s])->name, s == 0 ? self->format : self->format2,
                               s == 0 ? self->y_unit : self->unit2 });
      json_object_set_string_member (add_object (part, "color"), "value", s == 0 ? "#0072b2" : "#e69f00");
    }
  json_object_set_string_member (add_object (add_object (spec, "resolve"), "scale"), "y", "independent");
}

static void
encode_waterfall (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  JsonObject *x = add_channel (encoding, "x", "x", "ordinal");
  double sum = 0;

  set_mark (spec, "bar");
  set_order (self, x);
  set_title (x, self->x_label);
  set_measure (self, add_channel (encoding, "y", "from", quantitative), "axis", get_measure (self));
  json_object_set_string_member (add_object (encoding, "y2"), "field", "to");
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, 0, i), from = i + 1 == self->n_points ? 0 : sum;
      JsonObject *row = json_object_new ();

      set_place (self, row, i);
      set_number (row, "from", isfinite (value) ? from : NAN);
      set_number (row, "to", from + value);
      json_array_add_object_element (values, row);
      sum += isfinite (value) ? value : 0;
    }
}

static void
encode_funnel (AskChart *self, JsonObject *spec, JsonObject *encoding)
{
  JsonObject *y = add_channel (encoding, "y", "x", "ordinal"), *x = add_channel (encoding, "x", "value", quantitative);

  set_mark (spec, "bar");
  set_order (self, y);
  set_title (y, self->x_label);
  json_object_set_string_member (x, "stack", "center");
  set_measure (self, x, "axis", get_measure (self));
}

/* Vega-Lite has no axes around a middle: a closed line goes through points of the plane. */
static void
encode_radar (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  static const char *const fields[] = { "across", "up" };

  set_mark (spec, "line");
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    json_object_set_null_member (add_channel (encoding, i == 0 ? "x" : "y", fields[i], quantitative), "axis");
  add_channel (encoding, "order", "step", quantitative);
  add_color (self, encoding);
  for (guint s = 0; s < self->series->len; s++)
    for (gsize i = 0; i <= self->n_points; i++)
      {
        gsize point = i % self->n_points;
        double angle = 2 * G_PI * (double) point / (double) self->n_points,
               value = ask_chart_get_value (self, s, point);
        JsonObject *row = json_object_new ();

        set_place (self, row, point);
        json_object_set_string_member (row, "series", ((AskChartSeries *) self->series->pdata[s])->name);
        set_number (row, "value", value);
        set_number (row, "across", isfinite (value) ? sin (angle) * value : 0);
        set_number (row, "up", isfinite (value) ? cos (angle) * value : 0);
        json_object_set_int_member (row, "step", (gint64) i);
        json_array_add_object_element (values, row);
      }
}

/* A number alone, or the rows as texts in a grid. */
static void
encode_text (AskChart *self, JsonObject *spec, JsonObject *encoding, JsonArray *values)
{
  set_mark (spec, "text");
  add_channel (encoding, "text", "text", "nominal");
  if (self->kind == ASK_CHART_VALUE)
    {
      guint column = g_array_index (self->y_columns, guint, 0);
      g_autofree char *text = ask_chart_dup_cell (self, 0, column);
      JsonObject *row = json_object_new ();

      json_object_set_int_member (get_mark (spec), "fontSize", 48);
      json_object_set_string_member (row, "text", text);
      json_array_add_object_element (values, row);
      return;
    }
  json_object_set_null_member (add_channel (encoding, "x", "column", "ordinal"), "sort");
  add_channel (encoding, "y", "row", "ordinal");
  add_cells (self, values);
}

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
      encode_bars (self, spec, encoding);
      add_places (self, values);
      break;
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_AREA:
    case ASK_CHART_STACKED_AREA:
    case ASK_CHART_SLOPE:
    case ASK_CHART_SMALL_MULTIPLES:
      encode_lines (self, spec, encoding);
      add_places (self, values);
      break;
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      encode_pie (self, spec, encoding);
      add_places (self, values);
      break;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
      encode_dots (self, spec, encoding);
      add_dots (self, values);
      break;
    case ASK_CHART_POINT_MAP:
      encode_map (self, spec, encoding);
      add_dots (self, values);
      break;
    case ASK_CHART_HEAT_MAP:
      encode_heat (self, spec, encoding);
      add_places (self, values);
      break;
    case ASK_CHART_HISTOGRAM:
      encode_bins (self, spec, encoding, values);
      break;
    case ASK_CHART_CANDLESTICK:
    case ASK_CHART_BOX:
    case ASK_CHART_COMBINATION:
      encode_layers (self, spec, encoding, values);
      break;
    case ASK_CHART_WATERFALL:
      encode_waterfall (self, spec, encoding, values);
      break;
    case ASK_CHART_FUNNEL:
      encode_funnel (self, spec, encoding);
      add_places (self, values);
      break;
    case ASK_CHART_RADAR:
      encode_radar (self, spec, encoding, values);
      break;
    case ASK_CHART_VALUE:
    case ASK_CHART_TABLE:
      encode_text (self, spec, encoding, values);
      break;
    }
}

/* The theme's colours, or those that a person chose for the series. */
static void
add_palette (AskChart *self, JsonObject *spec)
{
  const AskChartTheme *theme = ask_chart_theme_light ();
  JsonObject *config = add_object (spec, "config");
  JsonArray *colors = json_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (theme->series); i++)
    {
      const char *name = i < self->series->len ? ((AskChartSeries *) self->series->pdata[i])->name : "";
      gpointer chosen = g_hash_table_lookup (self->look->colors, name);
      guint32 of = g_hash_table_contains (self->look->colors, name) ? GPOINTER_TO_UINT (chosen) : theme->series[i];
      g_autofree char *color = g_strdup_printf ("#%06x", of);

      json_array_add_string_element (colors, color);
    }
  json_object_set_string_member (add_object (config, "mark"), "color", json_array_get_string_element (colors, 0));
  json_object_set_array_member (add_object (config, "range"), "category", colors);
}

/* Numbers as they stand in the picture. */
static void
add_signs (JsonObject *spec)
{
  AskLocaleSigns signs = ask_locale_get_signs ();
  JsonObject *number = add_object (add_object (json_object_get_object_member (spec, "config"), "locale"), "number");
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
  json_object_set_array_member (add_object (spec, "data"), "values", values);
  encoding = add_object (spec, "encoding");
  ask_chart_shown_init (&shown, self);
  encode (&shown.chart, spec, encoding, values);
  add_palette (&shown.chart, spec);
  add_signs (spec);
  ask_chart_shown_clear (&shown);
  json_node_take_object (node, spec);
  return node;
}

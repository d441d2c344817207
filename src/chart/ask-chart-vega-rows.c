/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The numbers that are drawn, as rows of a Vega-Lite document. A gap is a row whose value is null.
 *
 * Rows of places are {"x", "series", "value"}; boxes, candles and steps have their numbers beside each other.
 */
#include "config.h"

#include "chart/ask-chart-vega-private.h"

#include <math.h>
#include <string.h>

/* A number, or null where there is none. */
void
ask_chart_vega_set_number (JsonObject *object, const char *name, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, name, value);
  else
    json_object_set_null_member (object, name);
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

void
ask_chart_vega_set_place (AskChart *self, JsonObject *row, gsize point)
{
  const char *type = ask_chart_vega_type_of_x (self);
  g_autofree char *label = NULL;

  if (strcmp (type, "temporal") == 0)
    set_moment (row, "x", self->positions[point]);
  else if (strcmp (type, ASK_CHART_VEGA_QUANTITATIVE) == 0)
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

  if (of->missing == NULL || of->missing[point] == 0 || point == 0
      || strcmp (ask_chart_vega_type_of_x (self), "temporal") != 0)
    return;
  row = json_object_new ();
  set_moment (row, "x", (self->positions[point - 1] + self->positions[point]) / 2);
  json_object_set_string_member (row, "series", of->name);
  json_object_set_null_member (row, "value");
  json_array_add_object_element (values, row);
}

void
ask_chart_vega_add_places (AskChart *self, JsonArray *values)
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
        ask_chart_vega_set_place (self, row, i);
        json_object_set_string_member (row, "series", ((AskChartSeries *) self->series->pdata[s])->name);
        ask_chart_vega_set_number (row, "value", value);
        json_array_add_object_element (values, row);
      }
}

/* A row for each place with a number for each name: boxes, candles, bars of a combination. */
void
ask_chart_vega_add_numbers (AskChart *self, JsonArray *values, const char *const *names)
{
  for (gsize i = 0; i < self->n_points; i++)
    {
      JsonObject *row = json_object_new ();

      ask_chart_vega_set_place (self, row, i);
      for (guint s = 0; names[s] != NULL; s++)
        ask_chart_vega_set_number (row, names[s], ask_chart_get_value (self, s, i));
      json_array_add_object_element (values, row);
    }
}

void
ask_chart_vega_add_dots (AskChart *self, JsonArray *values)
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

void
ask_chart_vega_add_cells (AskChart *self, JsonArray *values)
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

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A map of points: dots where coordinates are, on lines of latitude and longitude. Degrees are drawn as if the map were small:
 * equirectangular, true to shape in the middle. There are no outlines of countries: Debian has none that are small, plain and in
 * the public domain.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/ask-chart-build.h"
#include "chart/ask-chart-draw.h"

/* A map of one place shows this many degrees around it. */
#define LEAST_SPAN 0.02

/* The column whose values are the sizes of dots: the first amount that is no coordinate, -1 for none. */
static int
pick_size (AskChart *self)
{
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];

      if (column->role == ASK_CHART_ROLE_MEASURE && (int) i != self->parts.latitude && (int) i != self->parts.longitude
          && column->min >= 0 && column->n_finite > 0)
        return (int) i;
    }
  return -1;
}

/* The column whose values are colours: one of few values, each of which several rows have; -1 for none. */
static int
pick_group (AskChart *self)
{
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];
      gsize n = column->n_distinct + (column->n_nulls > 0);

      if (column->role == ASK_CHART_ROLE_CATEGORY && n > 1 && n <= ASK_CHART_MAX_SERIES
          && n * 2 <= ask_rows_get_n_rows (self->rows))
        return (int) i;
    }
  return -1;
}

static gboolean
get_place (AskChart *self, gsize row, double *longitude, double *latitude)
{
  *longitude = ask_chart_get_number (self, row, (guint) self->parts.longitude);
  *latitude = ask_chart_get_number (self, row, (guint) self->parts.latitude);
  return !isnan (*longitude) && !isnan (*latitude);
}

/**
 * ask_chart_build_map:
 *
 * Makes a dot of each row with coordinates, as large as its first amount that is no coordinate, and in the colour of a column
 * with few values. Of many dots every n-th is kept.
 */
void
ask_chart_build_map (AskChart *self)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows), n_places = 0, seen = 0, stride;
  int size = pick_size (self), group = pick_group (self);
  g_autofree gsize *index = g_new0 (gsize, MAX (1, n_rows));
  g_autoptr (GPtrArray) groups = NULL;
  double x, y;

  self->x_column = self->parts.longitude;
  self->x_label = g_strdup (ask_chart_get_column (self, self->parts.longitude)->label);
  self->y_label = g_strdup (ask_chart_get_column (self, self->parts.latitude)->label);
  g_array_append_vals (self->y_columns, &(guint) { (guint) self->parts.latitude }, 1);
  if (group >= 0)
    {
      groups = ask_chart_index_labels (self, group, index);
      self->group_column = group;
      for (guint i = 0; i < groups->len; i++)
        ask_chart_add_series (self, groups->pdata[i], NAN);
    }
  else
    ask_chart_add_series (self, size >= 0 ? ask_chart_get_column (self, size)->label : self->y_label, NAN);
  for (gsize row = 0; row < n_rows; row++)
    n_places += get_place (self, row, &x, &y);
  stride = MAX (1, (n_places + ASK_CHART_MAX_DOTS - 1) / ASK_CHART_MAX_DOTS);
  self->xs = g_new (double, ASK_CHART_MAX_DOTS);
  self->ys = g_new (double, ASK_CHART_MAX_DOTS);
  self->dot_series = g_new0 (guint, ASK_CHART_MAX_DOTS);
  self->dot_rows = g_new0 (gsize, ASK_CHART_MAX_DOTS);
  if (size >= 0)
    {
      self->sizes = g_new0 (double, ASK_CHART_MAX_DOTS);
      self->size_column = size;
      self->format2 = ask_chart_get_column (self, size)->format;
      self->unit2 = ask_chart_get_column (self, size)->unit;
    }
  for (gsize row = 0; row < n_rows; row++)
    {
      double amount = size >= 0 ? ask_chart_get_number (self, row, (guint) size) : 0;

      if (!get_place (self, row, &x, &y) || seen++ % stride != 0)
        continue;
      self->xs[self->n_dots] = x;
      self->ys[self->n_dots] = y;
      if (self->sizes != NULL)
        self->sizes[self->n_dots] = isnan (amount) ? 0 : amount;
      self->dot_rows[self->n_dots] = row;
      self->dot_series[self->n_dots++] = (guint) index[row];
    }
  if (stride > 1)
    ask_chart_note (self, _ ("Of %u dots an even sample of %u is drawn."), (guint) n_places, (guint) self->n_dots);
  if (n_places < n_rows)
    ask_chart_note (self,
                    ngettext ("%u row without coordinates is left out.", "%u rows without coordinates are left out.",
                              n_rows - n_places),
                    (guint) (n_rows - n_places));
}

/* Spans of one shape with the sheet: the smaller one grows. */
static void
fit (AskChart *self, AskChartBox box, double *x, double *y)
{
  double middle, wide, high, stretch, margin = self->sizes != NULL ? 1.3 : 1.08;

  if (isnan (self->look->zoom_x[0]))
    ask_chart_get_dot_range (self->xs, self->n_dots, &x[0], &x[1]);
  else
    {
      x[0] = self->look->zoom_x[0];
      x[1] = self->look->zoom_x[1];
    }
  if (isnan (self->look->zoom_y[0]))
    ask_chart_get_dot_range (self->ys, self->n_dots, &y[0], &y[1]);
  else
    {
      y[0] = self->look->zoom_y[0];
      y[1] = self->look->zoom_y[1];
    }
  middle = (y[0] + y[1]) / 2;
  stretch = MAX (cos (middle * G_PI / 180), 0.1);
  wide = MAX ((x[1] - x[0]) * margin, LEAST_SPAN);
  high = MAX ((y[1] - y[0]) * margin, LEAST_SPAN * stretch);
  if (wide * stretch / box.width > high / box.height)
    high = wide * stretch / box.width * box.height;
  else
    wide = high / box.height * box.width / stretch;
  x[0] = (x[0] + x[1] - wide) / 2;
  x[1] = x[0] + wide;
  y[0] = middle - high / 2;
  y[1] = middle + high / 2;
}

/* "52.5° N" */
static char *
name_degree (double degree, double step, gboolean north)
{
  int decimals = step >= 1 ? 0 : (int) CLAMP (ceil (-log10 (step) - 1e-9), 0, 6);
  g_autofree char *number = g_strdup_printf ("%.*f", decimals, fabs (degree));
  const char *side;

  /* TRANSLATORS: on a map: one letter each for north, south, east and west */
  side = north ? (degree < 0 ? C_ ("latitude", "S") : C_ ("latitude", "N"))
               : (degree < 0 ? C_ ("longitude", "W") : C_ ("longitude", "E"));
  return degree == 0 ? g_strdup ("0°") : g_strdup_printf ("%s° %s", number, side);
}

static void
draw_graticule (AskChartCanvas *canvas, AskChartBox plot, const AskChartScale *scale, gboolean north)
{
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double degree = ask_chart_scale_get_tick (scale, i);
      double x = plot.x + plot.width * ask_chart_scale_get (scale, degree), y = ask_chart_get_y (scale, plot, degree);
      g_autofree char *name = name_degree (degree, scale->step, north);
      double width = ask_chart_canvas_measure (canvas, name, ASK_CHART_SMALL, FALSE);

      if (north ? fabs (degree) > 90 : fabs (degree) > 360)
        continue;
      if (north)
        {
          ask_chart_canvas_rule (canvas, plot.x, y, plot.x + plot.width, y, canvas->theme->grid);
          ask_chart_canvas_text (canvas, name,
                                 (AskChartSpot) { plot.x - canvas->em * 0.4, y - canvas->em * ASK_CHART_SMALL * 0.62,
                                                  width + 1, ASK_CHART_ANCHOR_END },
                                 (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
          continue;
        }
      ask_chart_canvas_rule (canvas, x, plot.y, x, plot.y + plot.height, canvas->theme->grid);
      ask_chart_canvas_text (canvas, name,
                             (AskChartSpot) { MIN (x, plot.x + plot.width - width / 2),
                                              plot.y + plot.height + canvas->em * 0.3, width + 1,
                                              ASK_CHART_ANCHOR_CENTER },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
}

/** ask_chart_draw_map: draws a map of points into @box of @canvas. */
void
ask_chart_draw_map (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double x[2], y[2], labels = ask_chart_canvas_measure (canvas, "88.88° N", ASK_CHART_SMALL, FALSE) + canvas->em * 0.4;
  AskChartBox plot
    = { box.x + labels, box.y, MAX (box.width - labels, canvas->em), MAX (box.height - canvas->em * 1.8, canvas->em) };
  AskChartScale across, up;

  if (self->n_dots == 0 && isnan (self->look->zoom_x[0]))
    return;
  fit (self, plot, x, y);
  ask_chart_scale_init_exactly (&across, x[0], x[1], (guint) CLAMP (plot.width / (canvas->em * 6), 2, 10),
                                ASK_CHART_FORMAT_NUMBER);
  ask_chart_scale_init_exactly (&up, y[0], y[1], ask_chart_count_ticks (canvas, plot.height), ASK_CHART_FORMAT_NUMBER);
  draw_graticule (canvas, plot, &across, FALSE);
  draw_graticule (canvas, plot, &up, TRUE);
  ask_chart_canvas_mark_plot (canvas, (AskChartPlot) { plot, ASK_CHART_AXIS_NUMBERS, FALSE, -1, across, up });
  across.open = up.open = TRUE;
  ask_chart_canvas_clip (canvas, plot);
  ask_chart_draw_cloud (self, canvas, plot, &across, &up);
  cairo_restore (canvas->cr);
}

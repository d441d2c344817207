/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Charts of how values spread: bins that count them, boxes of their quartiles, and the candles of a course. Each is
 * places and series as any chart is, so that words and JSON tell them too; of boxes, what lies far out are dots.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "chart/ask-chart-build.h"
#include "chart/ask-chart-facts.h"

#define MOST_BINS 20

/* The finite values of the main measure. */
static GArray *
list_values (AskChart *self)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      double value = ask_chart_get_number (self, row, (guint) self->parts.measure);

      if (!isnan (value))
        g_array_append_val (values, value);
    }
  return values;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Of sorted values; between two of them by their distance. */
static double
quantile (GArray *sorted, double share)
{
  double at = share * (sorted->len - 1);
  guint below = (guint) floor (at), above = MIN (below + 1, sorted->len - 1);
  double low = g_array_index (sorted, double, below);

  return low + (g_array_index (sorted, double, above) - low) * (at - below);
}

static void
note_left_out (AskChart *self, gsize n_values)
{
  gsize left = ask_rows_get_n_rows (self->rows) - n_values;

  if (left > 0)
    ask_chart_note (self,
                    ngettext ("%u row without a value is left out.", "%u rows without a value are left out.", left),
                    (guint) left);
}

/**
 * ask_chart_build_bins:
 *
 * A histogram of the main measure. A bin holds what is at least its start and less than its end, the last one its end
 * too; positions are the edges, one more than there are bins. Widths are round numbers.
 */
void
ask_chart_build_bins (AskChart *self)
{
  const AskChartColumn *column = ask_chart_get_column (self, self->parts.measure);
  g_autoptr (GArray) values = list_values (self);
  guint wanted = (guint) CLAMP (ceil (sqrt (values->len)), 5, MOST_BINS);
  AskChartScale scale;
  AskChartSeries *series;

  g_array_sort (values, compare_numbers);
  ask_chart_scale_init (&scale, column->min, column->max, FALSE, wanted + 1, column->format);
  if (column->integers)
    scale.step = MAX (1, round (scale.step));
  scale.min = floor (column->min / scale.step) * scale.step;
  self->x_column = self->parts.measure;
  self->x_label = g_strdup (column->label);
  self->x_format = column->format;
  self->x_unit = column->unit;
  self->y_label = g_strdup (_ ("Count"));
  self->n_points = (gsize) CLAMP (floor ((column->max - scale.min) / scale.step) + 1, 1, 100);
  self->n_names = self->n_points;
  self->positions = g_new (double, self->n_points + 1);
  for (gsize i = 0; i <= self->n_points; i++)
    self->positions[i] = scale.min + (double) i * scale.step;
  for (gsize i = 0; i < self->n_points; i++)
    {
      g_autofree char *from = ask_chart_format_number (self->positions[i], column->format);
      g_autofree char *to = ask_chart_format_amount (self->positions[i + 1], column->format, column->unit);

      g_ptr_array_add (self->labels, column->integers && scale.step == 1 ? g_strdup (from)
                                                                         /* TRANSLATORS: two bounds: "10 to 20" */
                                                                         : g_strdup_printf (_ ("%s to %s"), from, to));
    }
  series = ask_chart_add_series (self, self->y_label, 0);
  self->row_places = g_new (gssize, MAX (1, ask_rows_get_n_rows (self->rows)));
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      double value = ask_chart_get_number (self, row, (guint) self->parts.measure);
      double place = CLAMP (floor ((value - scale.min) / scale.step), 0, (double) (self->n_points - 1));

      self->row_places[row] = isnan (value) ? -1 : (gssize) place;
      if (!isnan (value))
        series->values[(gsize) place]++;
    }
  note_left_out (self, values->len);
}

/* Puts the five numbers of sorted values at a place; what is further from the box than one and a half times its height
 * becomes a dot. */
static gsize
place_box (AskChart *self, gsize place, GArray *sorted)
{
  double q1 = quantile (sorted, 0.25), q3 = quantile (sorted, 0.75);
  double reach = 1.5 * (q3 - q1), low = q1, high = q3;
  gsize far = 0;

  for (guint i = 0; i < sorted->len; i++)
    {
      double value = g_array_index (sorted, double, i);

      if (value >= q1 - reach && value <= q3 + reach)
        {
          low = MIN (low, value);
          high = MAX (high, value);
          continue;
        }
      far++;
      if (self->n_dots == ASK_CHART_MAX_DOTS)
        continue;
      self->xs[self->n_dots] = (double) place;
      self->ys[self->n_dots++] = value;
    }
  ask_chart_get_series (self, 0)->values[place] = low;
  ask_chart_get_series (self, 1)->values[place] = q1;
  ask_chart_get_series (self, 2)->values[place] = quantile (sorted, 0.5);
  ask_chart_get_series (self, 3)->values[place] = q3;
  ask_chart_get_series (self, 4)->values[place] = high;
  return far;
}

/* Places of boxes: steps of time, names in the order of the rows, or one for all. */
static void
place_boxes (AskChart *self, const char *x, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autoptr (GPtrArray) labels = NULL;
  g_autofree gsize *index = g_new0 (gsize, MAX (1, n_rows));

  if (strcmp (x, "time") == 0)
    {
      ask_chart_place_times (self, places);
      return;
    }
  if (strcmp (x, "none") == 0)
    {
      labels = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (labels, g_strdup (ask_chart_get_column (self, self->parts.measure)->label));
    }
  else
    {
      labels = ask_chart_index_labels (self, self->parts.label, index);
      self->x_column = self->parts.label;
      self->x_label = g_strdup (ask_chart_get_column (self, self->parts.label)->label);
    }
  self->n_names = labels->len;
  self->n_points = MIN (labels->len, ASK_CHART_MAX_BARS);
  for (gsize i = 0; i < self->n_points; i++)
    g_ptr_array_add (self->labels, g_strdup (labels->pdata[i]));
  for (gsize row = 0; row < n_rows; row++)
    places[row] = index[row] < self->n_points ? (gssize) index[row] : -1;
  if (self->n_names > self->n_points)
    ask_chart_note (self, _ ("Of %u %s values the first %u are drawn."), (guint) self->n_names, self->x_label,
                    (guint) self->n_points);
}

/**
 * ask_chart_build_boxes:
 * @x: "time", "label" or "none"
 *
 * A box for each place: five series from the lower whisker to the upper one, and dots beyond these.
 */
void
ask_chart_build_boxes (AskChart *self, const char *x)
{
  const char *const names[]
    = { _ ("Lower whisker"), _ ("Lower quartile"), _ ("Median"), _ ("Upper quartile"), _ ("Upper whisker") };
  gsize n_rows = ask_rows_get_n_rows (self->rows), n_values = 0, far = 0;
  guint measure = (guint) self->parts.measure;
  g_autofree gssize *places = g_new (gssize, MAX (1, n_rows));

  g_array_append_val (self->y_columns, measure);
  self->format = ask_chart_get_column (self, self->parts.measure)->format;
  self->y_unit = ask_chart_get_column (self, self->parts.measure)->unit;
  self->y_label = g_strdup (ask_chart_get_column (self, self->parts.measure)->label);
  place_boxes (self, x, places);
  self->xs = g_new (double, ASK_CHART_MAX_DOTS);
  self->ys = g_new (double, ASK_CHART_MAX_DOTS);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ask_chart_add_series (self, names[i], ASK_CHART_ABSENT);
  {
    g_autoptr (GPtrArray) of = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

    for (gsize i = 0; i < self->n_points; i++)
      g_ptr_array_add (of, g_array_new (FALSE, FALSE, sizeof (double)));
    for (gsize row = 0; row < n_rows; row++)
      {
        double value = ask_chart_get_number (self, row, measure);

        n_values += !isnan (value);
        if (places[row] >= 0 && !isnan (value))
          g_array_append_val ((GArray *) of->pdata[places[row]], value);
      }
    for (gsize i = 0; i < self->n_points; i++)
      {
        GArray *values = of->pdata[i];

        g_array_sort (values, compare_numbers);
        if (values->len > 0)
          far += place_box (self, i, values);
      }
  }
  if (far > 0)
    ask_chart_note (self,
                    ngettext ("%u value far from the others is a dot.", "%u values far from the others are dots.", far),
                    (guint) far);
  if (far > self->n_dots)
    ask_chart_note (self, _ ("Only %u of these dots are drawn."), (guint) self->n_dots);
  self->row_places = g_steal_pointer (&places);
  note_left_out (self, n_values);
}

/** ask_chart_build_course: makes candles: the series open, high, low and close at each time. */
void
ask_chart_build_course (AskChart *self)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree gssize *places = g_new (gssize, MAX (1, n_rows));
  guint columns[4];

  if (!ask_chart_find_course (self, columns))
    g_assert_not_reached (); /* the rule asks for them */
  ask_chart_place_times (self, places);
  self->format = ask_chart_get_column (self, (int) columns[3])->format;
  self->y_unit = ask_chart_get_column (self, (int) columns[3])->unit;
  self->y_label = g_strdup (ask_chart_get_column (self, (int) columns[3])->label);
  for (guint part = 0; part < G_N_ELEMENTS (columns); part++)
    {
      AskChartSeries *series
        = ask_chart_add_series (self, ask_chart_get_column (self, (int) columns[part])->label, ASK_CHART_ABSENT);

      g_array_append_val (self->y_columns, columns[part]);
      for (gsize row = 0; row < n_rows; row++)
        if (places[row] >= 0)
          series->values[places[row]] = ask_chart_get_number (self, row, columns[part]);
    }
  self->row_places = g_steal_pointer (&places);
}

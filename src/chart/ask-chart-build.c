/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From rows to what is drawn: series at the places of ask-chart-build-places.c. It must never add
 * values up unless adding them means something, and it says in the notes whatever it leaves out.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "chart/ask-chart-build.h"
#include "chart/ask-chart-gaps.h"
#include "chart/ask-chart-thin.h"

/**
 * ask_chart_note:
 * @format: as of printf()
 *
 * A further sentence behind the reason.
 */
void
ask_chart_note (AskChart *self, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_string_append_c (self->notes, ' ');
  g_string_append_vprintf (self->notes, format, args);
  va_end (args);
}

/** ask_chart_get_column: Returns: (transfer none): what is known of @column, a place from 0 */
AskChartColumn *
ask_chart_get_column (AskChart *self, int column)
{
  return &self->profile->columns[column];
}

/** ask_chart_get_number: Returns: the cell of a measure at @row and @column, NAN where there is nothing to draw */
double
ask_chart_get_number (AskChart *self, gsize row, guint column)
{
  double number;

  if (!ask_chart_profile_get_number (self->profile, row, column, &number) || !isfinite (number))
    return NAN;
  return number;
}

/** ask_chart_add_series: Returns: (transfer none): a new last series called @name, @fill at each place */
AskChartSeries *
ask_chart_add_series (AskChart *self, const char *name, double fill)
{
  AskChartSeries *series = g_new0 (AskChartSeries, 1);

  series->name = g_strdup (name);
  series->index = self->series->len;
  series->n_names = 1;
  series->values = g_new (double, MAX (1, self->n_points));
  for (gsize i = 0; i < self->n_points; i++)
    series->values[i] = fill;
  g_ptr_array_add (self->series, series);
  return series;
}

/** ask_chart_get_series: Returns: (transfer none): the series at @i, from 0 */
AskChartSeries *
ask_chart_get_series (AskChart *self, guint i)
{
  return self->series->pdata[i];
}

static void
put (AskChartSeries *series, gssize place, double value, gboolean sum)
{
  if (place < 0)
    return;
  if (sum)
    {
      if (isinf (series->values[place]))
        series->values[place] = NAN;
      series->values[place] = ask_chart_add_up (series->values[place], value);
    }
  else if (isinf (series->values[place]))
    series->values[place] = value;
}

static void
build_groups (AskChart *self, const gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  guint measure = (guint) self->parts.measure;
  g_autofree gsize *index = g_new (gsize, MAX (1, n_rows));
  g_autoptr (GPtrArray) groups = ask_chart_index_labels (self, self->parts.group, index);
  g_autofree AskChartRanked *ranked = g_new (AskChartRanked, MAX (1, groups->len));
  g_autofree double *totals = g_new (double, MAX (1, groups->len));
  g_autofree gsize *series_of = g_new (gsize, MAX (1, groups->len));
  gboolean additive = ask_chart_get_column (self, self->parts.measure)->additive;
  gboolean time = ask_chart_get_column (self, self->parts.group)->role == ASK_CHART_ROLE_TIME;
  gboolean other;
  double position;
  gsize kept;

  self->group_column = self->parts.group;
  for (guint i = 0; i < groups->len; i++)
    totals[i] = NAN;
  if (time)
    {
      for (gsize row = 0; row < n_rows; row++)
        if (ask_chart_profile_get_position (self->profile, row, (guint) self->parts.group, &position))
          totals[index[row]] = -position;
    }
  else
    for (gsize row = 0; row < n_rows; row++)
      totals[index[row]] = ask_chart_add_up (totals[index[row]], ask_chart_get_number (self, row, measure));
  kept = ask_chart_rank (ranked, totals, groups->len, ask_chart_get_most_series (self), !time, additive);
  other = additive && kept < groups->len;
  for (guint i = 0; i < groups->len; i++)
    series_of[i] = kept;
  for (gsize i = 0; i < kept; i++)
    {
      series_of[ranked[i].row] = i;
      ask_chart_add_series (self, groups->pdata[ranked[i].row], ASK_CHART_ABSENT);
    }
  if (other)
    {
      AskChartSeries *rest = ask_chart_add_series (self, _ ("Other"), ASK_CHART_ABSENT);

      rest->other = TRUE;
      rest->n_names = groups->len - kept;
    }
  for (gsize row = 0; row < n_rows; row++)
    if (series_of[index[row]] < self->series->len)
      put (ask_chart_get_series (self, (guint) series_of[index[row]]), places[row],
           ask_chart_get_number (self, row, measure),
           (other && series_of[index[row]] == kept) || places[row] == self->other_point);
  for (gsize row = 0; row < n_rows; row++)
    index[row] = series_of[index[row]];
  self->row_series = g_steal_pointer (&index);
  if (kept < groups->len)
    ask_chart_note_cut (self, kept, groups->len, other, ask_chart_get_column (self, self->parts.group)->label);
}

/* Each line has a rhythm of its own: one product is sold every month, another in spring and autumn. */
static void
break_line (AskChart *self, AskChartSeries *series)
{
  g_autofree double *positions = g_new (double, MAX (1, self->n_points));
  g_autofree gsize *missing = g_new (gsize, MAX (1, self->n_points));
  gsize n = 0;

  for (gsize i = 0; i < self->n_points; i++)
    if (!isinf (series->values[i]))
      positions[n++] = self->positions[i];
  series->missing = g_new0 (gsize, MAX (1, self->n_points));
  self->n_missing += ask_chart_find_gaps (self->unit, positions, n, missing);
  n = 0;
  for (gsize i = 0; i < self->n_points; i++)
    if (!isinf (series->values[i]))
      series->missing[i] = missing[n++];
}

/* Missing steps leave room between standing bars, unless most of the sheet would be empty. */
static void
place_slots (AskChart *self)
{
  g_autofree gsize *slots = g_new0 (gsize, MAX (1, self->n_points));

  self->n_missing = ask_chart_find_gaps (self->unit, self->positions, self->n_points, slots);
  if (self->n_missing > self->n_points)
    return;
  for (gsize i = 1; i < self->n_points; i++)
    slots[i] += slots[i - 1] + 1;
  self->slots = g_steal_pointer (&slots);
}

/* Whether bars stand, with room for what is missing, or lie without is known when they are drawn: of both the same is
 * said. */
static void
note_gaps (AskChart *self)
{
  gsize infinite = 0, nulls = 0;

  for (guint i = 0; i < self->y_columns->len; i++)
    {
      const AskChartColumn *column = ask_chart_get_column (self, (int) g_array_index (self->y_columns, guint, i));

      infinite += column->n_infinite;
      nulls += column->n_nulls;
    }
  if (nulls > 0)
    ask_chart_note (self,
                    ngettext ("%u missing value is shown as a gap.", "%u missing values are shown as gaps.", nulls),
                    (guint) nulls);
  if (self->n_missing > 0)
    ask_chart_note (self,
                    ask_chart_is_line (self) ? ngettext ("%u step without a row is shown as a gap.",
                                                         "%u steps without a row are shown as gaps.", self->n_missing)
                                             : ngettext ("%u step without a row has no bar.",
                                                         "%u steps without a row have no bar.", self->n_missing),
                    (guint) self->n_missing);
  if (infinite > 0)
    ask_chart_note (self, ngettext ("%u infinite value is not drawn.", "%u infinite values are not drawn.", infinite),
                    (guint) infinite);
}

/* Bars and a line are two; of other kinds there are as many as can be told apart. */
static void
list_measures (AskChart *self)
{
  guint main = (guint) self->parts.measure, all = 0;
  guint most = self->kind == ASK_CHART_COMBINATION ? 2 : ASK_CHART_MAX_SERIES;

  if (self->kind == ASK_CHART_COMBINATION)
    g_array_append_val (self->y_columns, main);
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      if (self->profile->columns[i].role != ASK_CHART_ROLE_MEASURE)
        continue;
      all++;
      if (self->y_columns->len < most && (self->kind != ASK_CHART_COMBINATION || i != main))
        g_array_append_val (self->y_columns, i);
    }
  if (self->kind == ASK_CHART_COMBINATION)
    {
      const AskChartColumn *line = ask_chart_get_column (self, (int) g_array_index (self->y_columns, guint, 1));

      self->format2 = line->format;
      self->unit2 = line->unit;
    }
  if (all > self->y_columns->len)
    ask_chart_note (self, _ ("Of %u amounts the first %u are drawn."), all, self->y_columns->len);
}

/* What the values of all series are in, or NULL: bars and a line have an axis each. */
static const char *
find_unit (AskChart *self)
{
  const char *unit = ask_chart_get_column (self, (int) g_array_index (self->y_columns, guint, 0))->unit;

  for (guint i = 1; i < self->y_columns->len && self->kind != ASK_CHART_COMBINATION; i++)
    if (g_strcmp0 (ask_chart_get_column (self, (int) g_array_index (self->y_columns, guint, i))->unit, unit) != 0)
      return NULL;
  return unit;
}

/* A line over names: each is a step, and a name that a line has not got breaks it. */
static void
space_names (AskChart *self)
{
  if (self->positions == NULL)
    {
      self->positions = g_new (double, MAX (1, self->n_points));
      for (gsize i = 0; i < self->n_points; i++)
        self->positions[i] = (double) i;
    }
  for (guint s = 0; s < self->series->len; s++)
    {
      AskChartSeries *series = ask_chart_get_series (self, s);

      series->missing = g_new0 (gsize, MAX (1, self->n_points));
      for (gsize i = 0; i < self->n_points; i++)
        if (isinf (series->values[i]))
          series->values[i] = NAN;
    }
}

/* What all bars of a waterfall come to. */
static void
add_total (AskChart *self)
{
  AskChartSeries *series = ask_chart_get_series (self, 0);
  double total = NAN;

  for (gsize i = 0; i < self->n_points; i++)
    if (isfinite (series->values[i]))
      total = ask_chart_add_up (total, series->values[i]);
  if (self->temporal)
    {
      for (gsize i = 0; i < self->n_points; i++)
        g_ptr_array_add (self->labels, ask_chart_dup_x_label (self, i));
      self->temporal = FALSE;
      g_clear_pointer (&self->slots, g_free);
    }
  series->values = g_renew (double, series->values, self->n_points + 1);
  series->values[self->n_points++] = total;
  self->n_names++;
  g_ptr_array_add (self->labels, g_strdup (_ ("Total")));
}

/**
 * ask_chart_build:
 * @x: "time", "label" or "labels"
 * @by: "none", "measures" or "group"
 *
 * Fills places and series. The parts that @x and @by name exist, or the rule would not hold.
 */
void
ask_chart_build (AskChart *self, const char *x, const char *by)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree gssize *places = g_new (gssize, MAX (1, n_rows));
  gboolean group = strcmp (by, "group") == 0 && self->parts.group >= 0;
  guint main = (guint) self->parts.measure;

  if (strcmp (by, "measures") != 0)
    g_array_append_val (self->y_columns, main);
  else
    list_measures (self);
  self->format = ask_chart_get_column (self, self->parts.measure)->format;
  self->y_unit = find_unit (self);
  self->y_label = g_strdup (ask_chart_get_column (self, self->parts.measure)->label);

  if (strcmp (x, "time") == 0)
    ask_chart_place_times (self, places);
  else
    {
      int extra = strcmp (x, "labels") == 0 ? self->parts.group : -1;
      int label = self->parts.label;

      /* "first name, last name" in the order of the columns. */
      if (extra >= 0 && extra < label)
        {
          label = extra;
          extra = self->parts.label;
        }
      self->x_column = label;
      self->x_label = extra < 0 ? g_strdup (ask_chart_get_column (self, label)->label)
                                : g_strdup_printf (_ ("%s and %s"), ask_chart_get_column (self, label)->label,
                                                   ask_chart_get_column (self, extra)->label);
      if (ask_chart_is_line (self) && ask_chart_get_column (self, label)->n_finite == n_rows)
        ask_chart_place_numbers (self, places);
      else if (group)
        ask_chart_place_labels (self, places);
      else
        ask_chart_place_rows (self, label, extra, places);
    }

  if (group)
    build_groups (self, places);
  else
    for (guint i = 0; i < self->y_columns->len; i++)
      {
        guint column = g_array_index (self->y_columns, guint, i);
        const AskChartColumn *of = ask_chart_get_column (self, (int) column);
        /* Of several units on one axis, each name says its own. */
        gboolean said = self->y_unit != NULL || self->kind == ASK_CHART_COMBINATION;
        AskChartSeries *series = ask_chart_add_series (self, said ? of->label : of->title, ASK_CHART_ABSENT);

        for (gsize row = 0; row < n_rows; row++)
          put (series, places[row], ask_chart_get_number (self, row, column), places[row] == self->other_point);
      }
  if (ask_chart_is_line (self) && self->temporal && self->kind != ASK_CHART_SLOPE)
    for (guint i = 0; i < self->series->len; i++)
      break_line (self, ask_chart_get_series (self, i));
  else if (ask_chart_is_line (self))
    space_names (self);
  else if (self->temporal)
    place_slots (self);
  for (guint i = 0; i < self->series->len && ask_chart_is_line (self); i++)
    {
      AskChartSeries *series = ask_chart_get_series (self, i);

      series->thin = ask_chart_thin_new (series->values, series->missing, self->n_points);
    }
  note_gaps (self);
  self->row_places = g_steal_pointer (&places);
  if (self->kind == ASK_CHART_WATERFALL)
    add_total (self);
}

/**
 * ask_chart_dup_x_label:
 *
 * Returns: (transfer full): what stands at a place of the x axis
 */
char *
ask_chart_dup_x_label (AskChart *self, gsize point)
{
  if (self->temporal)
    return ask_chart_time_format (self->unit, self->positions[point]);
  return g_strdup (self->labels->pdata[point]);
}

/** ask_chart_get_value: Returns: the value, NAN for NULL, ASK_CHART_ABSENT for no row */
double
ask_chart_get_value (AskChart *self, guint series, gsize point)
{
  return ask_chart_get_series (self, series)->values[point];
}

/**
 * ask_chart_dup_cell:
 *
 * Returns: (transfer full): a cell as every table shows it
 */
char *
ask_chart_dup_cell (AskChart *self, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (self->rows, row, column);
  const AskChartColumn *profile = &self->profile->columns[column];

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup ("–");
  if (profile->role == ASK_CHART_ROLE_MEASURE || profile->cell.exact
      || (profile->role == ASK_CHART_ROLE_TIME && value->kind == ASK_VALUE_TEXT))
    return ask_cell_to_text (value, profile->cell);
  return ask_chart_profile_dup_label (self->profile, row, column);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From rows to what is drawn: places in order, series, the top and "Other", dots. It must never add
 * values up unless adding them means something, and it says in the notes whatever it leaves out.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "chart/ask-chart-build.h"
#include "chart/ask-chart-gaps.h"

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

typedef struct
{
  double key;
  gsize row;
} Ranked;

static int
compare_up (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_down (gconstpointer a, gconstpointer b, gpointer data)
{
  const Ranked *x = a, *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
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

static gboolean
time_at (AskChart *self, gsize row, double *position)
{
  double year;

  if (!ask_chart_profile_get_position (self->profile, row, (guint) self->parts.time, position))
    return FALSE;
  if (self->parts.time_coarse >= 0)
    {
      int y, month, day;

      if (!ask_chart_profile_get_position (self->profile, row, (guint) self->parts.time_coarse, &year))
        return FALSE;
      ask_chart_time_to_civil (year, &y, &month, &day);
      month = self->unit == ASK_CHART_TIME_QUARTER ? (int) *position * 3 - 2 : (int) *position;
      *position = ask_chart_time_from_civil (y, month, 1);
    }
  return TRUE;
}

/**
 * ask_chart_place_times:
 * @places: (out caller-allocates): for each row which place is its own, -1 for none
 *
 * Makes places of the x axis in the order of time.
 */
void
ask_chart_place_times (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree Ranked *order = g_new (Ranked, MAX (1, n_rows));
  gboolean sorted = TRUE;
  gsize n = 0;

  self->temporal = TRUE;
  self->unit = ask_chart_get_column (self, self->parts.time)->time;
  self->x_column = self->parts.time;
  self->x_label = g_strdup (ask_chart_get_column (self, self->parts.time)->label);
  if (self->parts.time_coarse >= 0)
    self->unit = self->unit == ASK_CHART_TIME_QUARTER_OF_YEAR ? ASK_CHART_TIME_QUARTER : ASK_CHART_TIME_MONTH;
  for (gsize row = 0; row < n_rows; row++)
    {
      double position;

      places[row] = -1;
      if (!time_at (self, row, &position))
        continue;
      order[n] = (Ranked) { position, row };
      sorted = sorted && (n == 0 || order[n - 1].key <= position);
      n++;
    }
  if (n < n_rows)
    ask_chart_note (self,
                    ngettext ("%u row without a %s is left out.", "%u rows without a %s are left out.", n_rows - n),
                    (guint) (n_rows - n), self->x_label);
  if (!sorted)
    g_qsort_with_data (order, (gint) n, sizeof *order, compare_up, NULL);
  self->positions = g_new (double, MAX (1, n));
  for (gsize i = 0; i < n; i++)
    {
      if (self->n_points == 0 || self->positions[self->n_points - 1] != order[i].key)
        self->positions[self->n_points++] = order[i].key;
      places[order[i].row] = (gssize) self->n_points - 1;
    }
  self->n_names = self->n_points;
}

/**
 * ask_chart_index_labels:
 * @index: (out caller-allocates): for each row which label it has
 *
 * Returns: (transfer full) (element-type utf8): distinct labels of @column in the order in which they appear
 */
GPtrArray *
ask_chart_index_labels (AskChart *self, int column, gsize *index)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *labels = g_ptr_array_new_with_free_func (g_free);
  gsize n_rows = ask_rows_get_n_rows (self->rows);

  for (gsize row = 0; row < n_rows; row++)
    {
      g_autofree char *label = ask_chart_profile_dup_label (self->profile, row, (guint) column);
      gpointer found;

      if (g_hash_table_lookup_extended (seen, label, NULL, &found))
        {
          index[row] = GPOINTER_TO_SIZE (found);
          continue;
        }
      index[row] = labels->len;
      g_hash_table_insert (seen, label, GSIZE_TO_POINTER ((gsize) labels->len));
      g_ptr_array_add (labels, g_steal_pointer (&label));
    }
  return labels;
}

/* Whether the values already rise or fall: then the query has ordered them, and its order stays. */
static gboolean
is_ordered (const Ranked *ranked, gsize n)
{
  gboolean up = TRUE, down = TRUE;

  for (gsize i = 1; i < n; i++)
    {
      if (ranked[i].key < ranked[i - 1].key)
        up = FALSE;
      if (ranked[i].key > ranked[i - 1].key)
        down = FALSE;
    }
  return up || down;
}

/* Ranks @totals; returns how many get a place of their own. What is beyond goes to Other, where it can be added up, or
 * away. */
static gsize
rank (Ranked *ranked, const double *totals, gsize n, gsize most, gboolean keep_order, gboolean additive)
{
  for (gsize i = 0; i < n; i++)
    ranked[i] = (Ranked) { isnan (totals[i]) ? -INFINITY : totals[i], i };
  if (n > most ? !is_ordered (ranked, n) : !keep_order && !is_ordered (ranked, n))
    g_qsort_with_data (ranked, (gint) n, sizeof *ranked, compare_down, NULL);
  return n <= most ? n : additive ? most - 1 : most;
}

static double
add_up (double sum, double value)
{
  if (isnan (value))
    return sum;
  return isnan (sum) || isinf (sum) ? value : sum + value;
}

/* The value that ranks a row: of the main measure, or of all of them together. */
static double
weight_of (AskChart *self, gsize row)
{
  double sum = NAN;

  for (guint i = 0; i < self->y_columns->len; i++)
    sum = add_up (sum, ask_chart_get_number (self, row, g_array_index (self->y_columns, guint, i)));
  return sum;
}

static void
note_cut (AskChart *self, gsize kept, gsize all, gboolean other, const char *what)
{
  g_autofree char *label = g_utf8_strdown (what, -1);

  if (other)
    /* TRANSLATORS: how many values, of which column, how many of them are drawn, "Other", how many that sums up */
    ask_chart_note (self, _ ("Of %u %s values the first %u are drawn; \"%s\" is the sum of the remaining %u."),
                    (guint) all, label, (guint) kept, _ ("Other"), (guint) (all - kept));
  else
    ask_chart_note (self, _ ("Of %u %s values the first %u are drawn; adding up the rest would mean nothing."),
                    (guint) all, label, (guint) kept);
}

static void
place_other (AskChart *self, gsize kept, gsize all, gboolean other)
{
  self->n_points = kept;
  self->n_names = all;
  if (!other)
    return;
  self->other_point = (int) self->n_points++;
  g_ptr_array_add (self->labels, g_strdup (_ ("Other")));
}

static gboolean
is_line (AskChart *self)
{
  return self->kind == ASK_CHART_LINE || self->kind == ASK_CHART_MULTI_LINE || self->kind == ASK_CHART_AREA
         || self->kind == ASK_CHART_STACKED_AREA || self->kind == ASK_CHART_SLOPE
         || self->kind == ASK_CHART_SMALL_MULTIPLES;
}

/* How many names have room on the x axis. A line has room for all. */
static gsize
most_places (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      return ASK_CHART_MAX_SERIES;
    case ASK_CHART_HEAT_MAP:
      return ASK_CHART_MAX_CELLS;
    default:
      return is_line (self) ? G_MAXSIZE : ASK_CHART_MAX_BARS;
    }
}

static gsize
most_series (AskChart *self)
{
  return self->kind == ASK_CHART_HEAT_MAP          ? ASK_CHART_MAX_CELLS
         : self->kind == ASK_CHART_SMALL_MULTIPLES ? ASK_CHART_MAX_PANELS
                                                   : ASK_CHART_MAX_SERIES;
}

/* Whether names stay in the order of the rows, whatever their values are. */
static gboolean
keeps_order (AskChart *self, int label)
{
  AskChartColumn *column = ask_chart_get_column (self, label);

  return column->numbered || column->role == ASK_CHART_ROLE_KEY || is_line (self) || self->kind == ASK_CHART_FUNNEL
         || self->kind == ASK_CHART_WATERFALL || self->kind == ASK_CHART_RADAR || self->kind == ASK_CHART_HEAT_MAP;
}

/* A row is a place: no label occurs twice, or each row of it has a place of its own. Only the labels that are kept are ever made. */
static void
place_rows (AskChart *self, int label, int extra, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, n_rows));
  g_autofree double *totals = g_new (double, MAX (1, n_rows));
  AskChartColumn *column = ask_chart_get_column (self, label);
  gboolean additive = ask_chart_get_column (self, self->parts.measure)->additive, other;
  gsize kept;

  for (gsize row = 0; row < n_rows; row++)
    totals[row] = weight_of (self, row);
  kept = rank (ranked, totals, n_rows, most_places (self), keeps_order (self, label), additive);
  other = additive && kept < n_rows;
  for (gsize row = 0; row < n_rows; row++)
    places[row] = other ? (gssize) kept : -1;
  for (gsize i = 0; i < kept; i++)
    {
      char *text = ask_chart_profile_dup_label (self->profile, ranked[i].row, (guint) label);

      if (extra >= 0)
        {
          g_autofree char *more = ask_chart_profile_dup_label (self->profile, ranked[i].row, (guint) extra);
          gboolean person = strstr (column->label, "first") != NULL;
          char *joined = g_strdup_printf (person ? "%s %s" : "%s · %s", text, more);

          g_free (text);
          text = joined;
        }
      g_ptr_array_add (self->labels, text);
      places[ranked[i].row] = (gssize) i;
    }
  place_other (self, kept, n_rows, other);
  if (kept < n_rows)
    note_cut (self, kept, n_rows, other, column->label);
}

/* Labels that repeat because every group has one. */
static void
place_labels (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree gsize *index = g_new (gsize, MAX (1, n_rows));
  g_autoptr (GPtrArray) labels = ask_chart_index_labels (self, self->parts.label, index);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, labels->len));
  g_autofree double *totals = g_new (double, MAX (1, labels->len));
  g_autofree gssize *place_of = g_new (gssize, MAX (1, labels->len));
  AskChartColumn *column = ask_chart_get_column (self, self->parts.label);
  gboolean additive = ask_chart_get_column (self, self->parts.measure)->additive, other;
  gsize kept;

  for (guint i = 0; i < labels->len; i++)
    totals[i] = NAN;
  for (gsize row = 0; row < n_rows; row++)
    totals[index[row]] = add_up (totals[index[row]], weight_of (self, row));
  kept = rank (ranked, totals, labels->len, most_places (self), keeps_order (self, self->parts.label), additive);
  other = additive && kept < labels->len;
  for (guint i = 0; i < labels->len; i++)
    place_of[i] = other ? (gssize) kept : -1;
  for (gsize i = 0; i < kept; i++)
    {
      place_of[ranked[i].row] = (gssize) i;
      g_ptr_array_add (self->labels, g_strdup (labels->pdata[ranked[i].row]));
    }
  for (gsize row = 0; row < n_rows; row++)
    places[row] = place_of[index[row]];
  place_other (self, kept, labels->len, other);
  if (kept < labels->len)
    note_cut (self, kept, labels->len, other, column->label);
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
      series->values[place] = add_up (series->values[place], value);
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
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, groups->len));
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
      totals[index[row]] = add_up (totals[index[row]], ask_chart_get_number (self, row, measure));
  kept = rank (ranked, totals, groups->len, most_series (self), !time, additive);
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
  if (kept < groups->len)
    note_cut (self, kept, groups->len, other, ask_chart_get_column (self, self->parts.group)->label);
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
                    is_line (self) ? ngettext ("%u step without a row is shown as a gap.",
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
    self->format2 = ask_chart_get_column (self, (int) g_array_index (self->y_columns, guint, 1))->format;
  if (all > self->y_columns->len)
    ask_chart_note (self, _ ("Of %u amounts the first %u are drawn."), all, self->y_columns->len);
}

/* Numbers on the x axis of a line, in their order. */
static void
place_numbers (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree Ranked *order = g_new (Ranked, MAX (1, n_rows));

  for (gsize row = 0; row < n_rows; row++)
    order[row] = (Ranked) { ask_chart_get_number (self, row, (guint) self->parts.label), row };
  g_qsort_with_data (order, (gint) n_rows, sizeof *order, compare_up, NULL);
  self->positions = g_new (double, MAX (1, n_rows));
  for (gsize i = 0; i < n_rows; i++)
    {
      if (self->n_points == 0 || self->positions[self->n_points - 1] != order[i].key)
        {
          self->positions[self->n_points++] = order[i].key;
          g_ptr_array_add (self->labels,
                           ask_chart_profile_dup_label (self->profile, order[i].row, (guint) self->parts.label));
        }
      places[order[i].row] = (gssize) self->n_points - 1;
    }
  self->n_names = self->n_points;
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
      total = add_up (total, series->values[i]);
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
      if (is_line (self) && ask_chart_get_column (self, label)->n_finite == n_rows)
        place_numbers (self, places);
      else if (group)
        place_labels (self, places);
      else
        place_rows (self, label, extra, places);
    }

  if (group)
    build_groups (self, places);
  else
    for (guint i = 0; i < self->y_columns->len; i++)
      {
        guint column = g_array_index (self->y_columns, guint, i);
        AskChartSeries *series = ask_chart_add_series (self, self->profile->columns[column].label, ASK_CHART_ABSENT);

        for (gsize row = 0; row < n_rows; row++)
          put (series, places[row], ask_chart_get_number (self, row, column), places[row] == self->other_point);
      }
  if (is_line (self) && self->temporal && self->kind != ASK_CHART_SLOPE)
    for (guint i = 0; i < self->series->len; i++)
      break_line (self, ask_chart_get_series (self, i));
  else if (is_line (self))
    space_names (self);
  else if (self->temporal)
    place_slots (self);
  note_gaps (self);
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
 * Returns: (transfer full): a cell as a table shows it; times as they are written in the result
 */
char *
ask_chart_dup_cell (AskChart *self, gsize row, guint column)
{
  const AskValue *value = ask_rows_get (self->rows, row, column);
  const AskChartColumn *profile = &self->profile->columns[column];
  gboolean percent = profile->format == ASK_CHART_FORMAT_FRACTION || profile->format == ASK_CHART_FORMAT_PERCENT;
  double number;

  if (value->kind == ASK_VALUE_NULL)
    return g_strdup ("–");
  if (profile->role == ASK_CHART_ROLE_MEASURE && percent && ask_value_get_number (value, &number))
    return ask_chart_format_exact (number, profile->format);
  if (profile->role == ASK_CHART_ROLE_MEASURE || profile->cell.exact)
    return ask_cell_to_text (value, profile->cell);
  if (profile->role == ASK_CHART_ROLE_TIME && value->kind == ASK_VALUE_TEXT)
    return g_utf8_make_valid (value->text, value->length);
  return ask_chart_profile_dup_label (self->profile, row, column);
}

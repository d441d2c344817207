/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From rows to what is drawn: places in order, series, the top and "Other", dots. It must never add
 * values up unless adding them means something, and it says in the notes whatever it leaves out.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "chart/ask-chart-gaps.h"
#include "chart/ask-chart-private.h"

static void note (AskChart *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A further sentence behind the reason. */
static void
note (AskChart *self, const char *format, ...)
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

static AskChartColumn *
column_of (AskChart *self, int column)
{
  return &self->profile->columns[column];
}

/* A cell of a measure: NAN where there is nothing to draw. */
static double
number_at (AskChart *self, gsize row, guint column)
{
  double number;

  if (!ask_value_get_number (ask_rows_get (self->rows, row, column), &number) || !isfinite (number))
    return NAN;
  return number;
}

static AskChartSeries *
add_series (AskChart *self, const char *name, double fill)
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

static AskChartSeries *
series_at (AskChart *self, guint i)
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

/* Places of the x axis in the order of time; @places says for each row which one, -1 for none. */
static void
place_times (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree Ranked *order = g_new (Ranked, MAX (1, n_rows));
  gboolean sorted = TRUE;
  gsize n = 0;

  self->temporal = TRUE;
  self->unit = column_of (self, self->parts.time)->time;
  self->x_column = self->parts.time;
  self->x_label = g_strdup (column_of (self, self->parts.time)->label);
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
    note (self, ngettext ("%u row without a %s is left out.", "%u rows without a %s are left out.", n_rows - n),
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

/* Distinct labels of a column in the order in which they appear; @index says which one each row has. */
static GPtrArray *
index_labels (AskChart *self, int column, gsize *index)
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
    sum = add_up (sum, number_at (self, row, g_array_index (self->y_columns, guint, i)));
  return sum;
}

static void
note_cut (AskChart *self, gsize kept, gsize all, gboolean other, const char *what)
{
  g_autofree char *label = g_utf8_strdown (what, -1);

  if (other)
    /* TRANSLATORS: how many values, of which column, how many of them are drawn, "Other", how many that sums up */
    note (self, _ ("Of %u %s values the first %u are drawn; \"%s\" is the sum of the remaining %u."), (guint) all,
          label, (guint) kept, _ ("Other"), (guint) (all - kept));
  else
    note (self, _ ("Of %u %s values the first %u are drawn; adding up the rest would mean nothing."), (guint) all,
          label, (guint) kept);
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

/* A row is a place: no label occurs twice. Only the labels that are kept are ever made. */
static void
place_rows (AskChart *self, int label, int extra, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, n_rows));
  g_autofree double *totals = g_new (double, MAX (1, n_rows));
  AskChartColumn *column = column_of (self, label);
  gboolean additive = column_of (self, self->parts.measure)->additive, other;
  gsize kept;

  for (gsize row = 0; row < n_rows; row++)
    totals[row] = weight_of (self, row);
  kept = rank (ranked, totals, n_rows, ASK_CHART_MAX_BARS, column->numbered || column->role == ASK_CHART_ROLE_KEY,
               additive);
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
  g_autoptr (GPtrArray) labels = index_labels (self, self->parts.label, index);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, labels->len));
  g_autofree double *totals = g_new (double, MAX (1, labels->len));
  g_autofree gssize *place_of = g_new (gssize, MAX (1, labels->len));
  AskChartColumn *column = column_of (self, self->parts.label);
  gboolean additive = column_of (self, self->parts.measure)->additive, other;
  gsize kept;

  for (guint i = 0; i < labels->len; i++)
    totals[i] = NAN;
  for (gsize row = 0; row < n_rows; row++)
    totals[index[row]] = add_up (totals[index[row]], weight_of (self, row));
  kept = rank (ranked, totals, labels->len, ASK_CHART_MAX_BARS, column->numbered || column->role == ASK_CHART_ROLE_KEY,
               additive);
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
  g_autoptr (GPtrArray) groups = index_labels (self, self->parts.group, index);
  g_autofree Ranked *ranked = g_new (Ranked, MAX (1, groups->len));
  g_autofree double *totals = g_new (double, MAX (1, groups->len));
  g_autofree gsize *series_of = g_new (gsize, MAX (1, groups->len));
  gboolean additive = column_of (self, self->parts.measure)->additive;
  gboolean other;
  gsize kept;

  self->group_column = self->parts.group;
  for (guint i = 0; i < groups->len; i++)
    totals[i] = NAN;
  for (gsize row = 0; row < n_rows; row++)
    totals[index[row]] = add_up (totals[index[row]], number_at (self, row, measure));
  kept = rank (ranked, totals, groups->len, ASK_CHART_MAX_SERIES, TRUE, additive);
  other = additive && kept < groups->len;
  for (guint i = 0; i < groups->len; i++)
    series_of[i] = kept;
  for (gsize i = 0; i < kept; i++)
    {
      series_of[ranked[i].row] = i;
      add_series (self, groups->pdata[ranked[i].row], ASK_CHART_ABSENT);
    }
  if (other)
    {
      AskChartSeries *rest = add_series (self, _ ("Other"), ASK_CHART_ABSENT);

      rest->other = TRUE;
      rest->n_names = groups->len - kept;
    }
  for (gsize row = 0; row < n_rows; row++)
    if (series_of[index[row]] < self->series->len)
      put (series_at (self, (guint) series_of[index[row]]), places[row], number_at (self, row, measure),
           (other && series_of[index[row]] == kept) || places[row] == self->other_point);
  if (kept < groups->len)
    note_cut (self, kept, groups->len, other, column_of (self, self->parts.group)->label);
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

static gboolean
is_line (AskChart *self)
{
  return self->kind == ASK_CHART_LINE || self->kind == ASK_CHART_MULTI_LINE;
}

/* Whether bars stand, with room for what is missing, or lie without is known when they are drawn: of both the same is
 * said. */
static void
note_gaps (AskChart *self)
{
  gsize infinite = 0, nulls = 0;

  for (guint i = 0; i < self->y_columns->len; i++)
    {
      const AskChartColumn *column = column_of (self, (int) g_array_index (self->y_columns, guint, i));

      infinite += column->n_infinite;
      nulls += column->n_nulls;
    }
  if (nulls > 0)
    note (self, ngettext ("%u missing value is shown as a gap.", "%u missing values are shown as gaps.", nulls),
          (guint) nulls);
  if (self->n_missing > 0)
    note (self,
          is_line (self)
            ? ngettext ("%u step without a row is shown as a gap.", "%u steps without a row are shown as gaps.",
                        self->n_missing)
            : ngettext ("%u step without a row has no bar.", "%u steps without a row have no bar.", self->n_missing),
          (guint) self->n_missing);
  if (infinite > 0)
    note (self, ngettext ("%u infinite value is not drawn.", "%u infinite values are not drawn.", infinite),
          (guint) infinite);
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
    for (guint i = 0; i < self->profile->n_columns; i++)
      if (self->profile->columns[i].role == ASK_CHART_ROLE_MEASURE)
        g_array_append_val (self->y_columns, i);
  self->format = column_of (self, self->parts.measure)->format;
  self->y_label = g_strdup (column_of (self, self->parts.measure)->label);

  if (strcmp (x, "time") == 0)
    place_times (self, places);
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
      self->x_label
        = extra < 0 ? g_strdup (column_of (self, label)->label)
                    : g_strdup_printf (_ ("%s and %s"), column_of (self, label)->label, column_of (self, extra)->label);
      if (group)
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
        AskChartSeries *series = add_series (self, self->profile->columns[column].label, ASK_CHART_ABSENT);

        for (gsize row = 0; row < n_rows; row++)
          put (series, places[row], number_at (self, row, column), places[row] == self->other_point);
      }
  if (is_line (self))
    for (guint i = 0; i < self->series->len; i++)
      break_line (self, series_at (self, i));
  else if (self->temporal)
    place_slots (self);
  note_gaps (self);
}

/**
 * ask_chart_build_scatter:
 * @by_group: whether dots may have the colours of a column with few values
 *
 * The first amount is across, the second up. Of many dots every n-th is kept, which shows the same
 * cloud and is the same from run to run.
 */
void
ask_chart_build_scatter (AskChart *self, gboolean by_group)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  int x = -1, y = -1, group = -1;
  g_autofree gsize *index = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  gsize n_pairs = 0, seen = 0, stride;

  for (guint i = 0; i < self->profile->n_columns && y < 0; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_MEASURE)
      {
        if (x < 0)
          x = (int) i;
        else
          y = (int) i;
      }
  self->x_column = x;
  self->x_label = g_strdup (column_of (self, x)->label);
  self->x_format = column_of (self, x)->format;
  self->y_label = g_strdup (column_of (self, y)->label);
  self->format = column_of (self, y)->format;
  g_array_append_vals (self->y_columns, &(guint) { (guint) y }, 1);
  for (guint i = 0; i < self->profile->n_columns && by_group && group < 0; i++)
    if (self->profile->columns[i].role == ASK_CHART_ROLE_CATEGORY
        && self->profile->columns[i].n_distinct + (self->profile->columns[i].n_nulls > 0) <= ASK_CHART_MAX_SERIES)
      group = (int) i;
  if (group >= 0)
    {
      index = g_new (gsize, n_rows);
      groups = index_labels (self, group, index);
      self->group_column = group;
      for (guint i = 0; i < groups->len; i++)
        add_series (self, groups->pdata[i], NAN);
    }
  else
    add_series (self, self->y_label, NAN);

  for (gsize row = 0; row < n_rows; row++)
    n_pairs += !isnan (number_at (self, row, (guint) x)) && !isnan (number_at (self, row, (guint) y));
  stride = (n_pairs + ASK_CHART_MAX_DOTS - 1) / ASK_CHART_MAX_DOTS;
  self->xs = g_new (double, ASK_CHART_MAX_DOTS);
  self->ys = g_new (double, ASK_CHART_MAX_DOTS);
  self->dot_series = g_new0 (guint, ASK_CHART_MAX_DOTS);
  for (gsize row = 0; row < n_rows; row++)
    {
      double across = number_at (self, row, (guint) x);
      double up = number_at (self, row, (guint) y);

      if (isnan (across) || isnan (up) || seen++ % stride != 0)
        continue;
      self->xs[self->n_dots] = across;
      self->ys[self->n_dots] = up;
      self->dot_series[self->n_dots++] = index != NULL ? (guint) index[row] : 0;
    }
  if (stride > 1)
    note (self, _ ("Of %u dots an even sample of %u is drawn."), (guint) n_pairs, (guint) self->n_dots);
  if (n_pairs < n_rows)
    note (self,
          ngettext ("%u row without both amounts is left out.", "%u rows without both amounts are left out.",
                    n_rows - n_pairs),
          (guint) (n_rows - n_pairs));
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
  return series_at (self, series)->values[point];
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

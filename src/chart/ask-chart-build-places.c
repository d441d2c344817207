/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The places of the x axis: in the order of time, of numbers or of values, the top and "Other". It says in the notes
 * whatever gets no place.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "chart/ask-chart-build.h"

static int
compare_up (gconstpointer a, gconstpointer b, gpointer data)
{
  const AskChartRanked *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static int
compare_down (gconstpointer a, gconstpointer b, gpointer data)
{
  const AskChartRanked *x = a, *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
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
  g_autofree AskChartRanked *order = g_new (AskChartRanked, MAX (1, n_rows));
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
      order[n] = (AskChartRanked) { position, row };
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
is_ordered (const AskChartRanked *ranked, gsize n)
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

/**
 * ask_chart_rank:
 * @ranked: (out caller-allocates): @n of them, in their order
 * @totals: what things are ranked by, @n of them
 * @most: how many have room
 * @keep_order: whether things that all have room stay as they are
 * @additive: whether the rest can be added up, for which a place is kept
 *
 * What is beyond goes to "Other", where it can be added up, or away.
 *
 * Returns: how many get a place of their own
 */
gsize
ask_chart_rank (AskChartRanked *ranked, const double *totals, gsize n, gsize most, gboolean keep_order,
                gboolean additive)
{
  for (gsize i = 0; i < n; i++)
    ranked[i] = (AskChartRanked) { isnan (totals[i]) ? -INFINITY : totals[i], i };
  if (n > most ? !is_ordered (ranked, n) : !keep_order && !is_ordered (ranked, n))
    g_qsort_with_data (ranked, (gint) n, sizeof *ranked, compare_down, NULL);
  return n <= most ? n : additive ? most - 1 : most;
}

/** ask_chart_add_up: Returns: @sum and @value, where NAN and no row add nothing */
double
ask_chart_add_up (double sum, double value)
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
    sum = ask_chart_add_up (sum, ask_chart_get_number (self, row, g_array_index (self->y_columns, guint, i)));
  return sum;
}

/**
 * ask_chart_note_cut:
 * @kept: how many things are drawn
 * @all: how many there are
 * @other: whether the rest is summed up
 * @what: the label of their column
 *
 * Says what is left out.
 */
void
ask_chart_note_cut (AskChart *self, gsize kept, gsize all, gboolean other, const char *what)
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

/** ask_chart_is_line: Returns: whether it is drawn as lines from place to place */
gboolean
ask_chart_is_line (AskChart *self)
{
  return self->kind == ASK_CHART_LINE || self->kind == ASK_CHART_MULTI_LINE || self->kind == ASK_CHART_AREA
         || self->kind == ASK_CHART_STACKED_AREA || self->kind == ASK_CHART_SLOPE
         || self->kind == ASK_CHART_SMALL_MULTIPLES;
}

/* How many names have room on the x axis. A line has room for all. */
static gsize
most_places (AskChart *self)
{
  guint wanted = self->look->most;

  if (wanted > 0 && !ask_chart_is_line (self))
    return self->kind == ASK_CHART_PIE || self->kind == ASK_CHART_DONUT ? MIN (wanted, ASK_CHART_MAX_SERIES)
                                                                        : MAX (wanted, 2);
  switch (self->kind)
    {
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      return ASK_CHART_MAX_SERIES;
    case ASK_CHART_HEAT_MAP:
      return ASK_CHART_MAX_CELLS;
    default:
      return ask_chart_is_line (self) ? G_MAXSIZE : ASK_CHART_MAX_BARS;
    }
}

/** ask_chart_get_most_series: Returns: how many groups can be told apart */
gsize
ask_chart_get_most_series (AskChart *self)
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

  return column->numbered || column->role == ASK_CHART_ROLE_KEY || ask_chart_is_line (self)
         || self->kind == ASK_CHART_FUNNEL || self->kind == ASK_CHART_WATERFALL || self->kind == ASK_CHART_RADAR
         || self->kind == ASK_CHART_HEAT_MAP;
}

/**
 * ask_chart_place_rows:
 * @label: the column of names
 * @extra: a second one, or -1
 * @places: (out caller-allocates): for each row which place is its own, -1 for none
 *
 * A row is a place: no label occurs twice, or each row of it has a place of its own. Only the labels that are kept are
 * ever made.
 */
void
ask_chart_place_rows (AskChart *self, int label, int extra, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree AskChartRanked *ranked = g_new (AskChartRanked, MAX (1, n_rows));
  g_autofree double *totals = g_new (double, MAX (1, n_rows));
  AskChartColumn *column = ask_chart_get_column (self, label);
  gboolean additive = ask_chart_get_column (self, self->parts.measure)->additive, other;
  gsize kept;

  for (gsize row = 0; row < n_rows; row++)
    totals[row] = weight_of (self, row);
  kept = ask_chart_rank (ranked, totals, n_rows, most_places (self), keeps_order (self, label), additive);
  other = additive && kept < n_rows;
  ask_chart_apply_order (self, ranked, kept, label);
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
    ask_chart_note_cut (self, kept, n_rows, other, column->label);
}

/* Labels are ranked by their own numbers; their order is told by a row of each. */
static void
order_labels (AskChart *self, AskChartRanked *ranked, gsize kept, const gsize *index)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree gsize *rows = NULL;

  if (self->look->order == ASK_CHART_ORDER_RULES)
    return;
  rows = g_new0 (gsize, MAX (1, n_rows));
  for (gsize row = n_rows; row-- > 0;)
    rows[index[row]] = row;
  for (gsize i = 0; i < kept; i++)
    ranked[i].row = rows[ranked[i].row];
  ask_chart_apply_order (self, ranked, kept, self->parts.label);
  for (gsize i = 0; i < kept; i++)
    ranked[i].row = index[ranked[i].row];
}

/**
 * ask_chart_place_labels:
 * @places: (out caller-allocates): for each row which place is its own, -1 for none
 *
 * Makes places of labels that repeat because every group has one.
 */
void
ask_chart_place_labels (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree gsize *index = g_new (gsize, MAX (1, n_rows));
  g_autoptr (GPtrArray) labels = ask_chart_index_labels (self, self->parts.label, index);
  g_autofree AskChartRanked *ranked = g_new (AskChartRanked, MAX (1, labels->len));
  g_autofree double *totals = g_new (double, MAX (1, labels->len));
  g_autofree gssize *place_of = g_new (gssize, MAX (1, labels->len));
  AskChartColumn *column = ask_chart_get_column (self, self->parts.label);
  gboolean additive = ask_chart_get_column (self, self->parts.measure)->additive, other;
  gsize kept;

  for (guint i = 0; i < labels->len; i++)
    totals[i] = NAN;
  for (gsize row = 0; row < n_rows; row++)
    totals[index[row]] = ask_chart_add_up (totals[index[row]], weight_of (self, row));
  kept
    = ask_chart_rank (ranked, totals, labels->len, most_places (self), keeps_order (self, self->parts.label), additive);
  other = additive && kept < labels->len;
  order_labels (self, ranked, kept, index);
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
    ask_chart_note_cut (self, kept, labels->len, other, column->label);
}

/**
 * ask_chart_place_numbers:
 * @places: (out caller-allocates): for each row which place is its own
 *
 * Makes places of the numbers on the x axis of a line, in their order.
 */
void
ask_chart_place_numbers (AskChart *self, gssize *places)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree AskChartRanked *order = g_new (AskChartRanked, MAX (1, n_rows));

  for (gsize row = 0; row < n_rows; row++)
    order[row] = (AskChartRanked) { ask_chart_get_number (self, row, (guint) self->parts.label), row };
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

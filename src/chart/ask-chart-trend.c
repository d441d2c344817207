/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A course is a JSON array over all times of the result, null where a group has no row, so the lines of two groups run side by
 * side. Nothing is added up and no row is left out: where that would be needed, there is no trend, and the error says why.
 */
#include "config.h"

#include "chart/ask-chart-trend.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "chart/ask-chart.h"
#include "chart/ask-chart-profile.h"

/* More steps than these are no small line. */
#define MOST_STEPS 2000
/* Of all lines together: what is drawn is looked at. */
#define MOST_CELLS 4000000

/* @groups, @measures: columns, from 0; @steps: (element-type double): the times, in their order; @keys: of each group its
 * place among @firsts; @firsts: (element-type gsize): the first row of each group; @cells: (element-type gsize): of each group
 * and step the row and one, 0 for none */
typedef struct
{
  const AskRows *rows;
  AskChartProfile *profile;
  guint time;
  GArray *groups;
  GArray *measures;
  GArray *steps;
  GHashTable *keys;
  GArray *firsts;
  gsize *cells;
} Trend;

static void
trend_free (Trend *self)
{
  ask_chart_profile_free (self->profile);
  g_array_unref (self->groups);
  g_array_unref (self->measures);
  g_array_unref (self->steps);
  g_array_unref (self->firsts);
  g_hash_table_unref (self->keys);
  g_free (self->cells);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trend, trend_free)

static Trend *
trend_new (const AskRows *rows)
{
  Trend *self = g_new0 (Trend, 1);

  self->rows = rows;
  self->profile = ask_chart_profile_new (rows);
  self->groups = g_array_new (FALSE, FALSE, sizeof (guint));
  self->measures = g_array_new (FALSE, FALSE, sizeof (guint));
  self->steps = g_array_new (FALSE, FALSE, sizeof (double));
  self->firsts = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

static gboolean
refuse (GError **error, const char *sentence)
{
  ask_error_set_literal (error, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND, sentence);
  return FALSE;
}

static gboolean
find_columns (Trend *self, GError **error)
{
  guint n_times = 0;

  for (guint i = 0; i < self->profile->n_columns; i++)
    switch (self->profile->columns[i].role)
      {
      case ASK_CHART_ROLE_TIME:
        self->time = i;
        n_times++;
        break;
      case ASK_CHART_ROLE_MEASURE:
        g_array_append_val (self->measures, i);
        break;
      case ASK_CHART_ROLE_CATEGORY:
      case ASK_CHART_ROLE_KEY:
        g_array_append_val (self->groups, i);
        break;
      case ASK_CHART_ROLE_OTHER:
      default:
        ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND, N_ ("%s has no place in a table of trends."),
                       self->profile->columns[i].label);
        return FALSE;
      }
  if (n_times != 1)
    return refuse (error, N_ ("A trend takes one column of times, and the table has none or several."));
  if (self->measures->len == 0)
    return refuse (error, N_ ("A trend takes a column of amounts, which the table has not got."));
  return TRUE;
}

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return one < other ? -1 : one > other;
}

static gboolean
find_steps (Trend *self, GError **error)
{
  guint n = 0;

  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      double step;

      if (!ask_chart_profile_get_position (self->profile, row, self->time, &step))
        {
          ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND,
                         N_ ("Some rows have no %s, so they have no place in a trend."),
                         self->profile->columns[self->time].label);
          return FALSE;
        }
      g_array_append_val (self->steps, step);
    }
  g_array_sort (self->steps, compare_steps);
  for (guint i = 0; i < self->steps->len; i++)
    if (i == 0 || g_array_index (self->steps, double, i) > g_array_index (self->steps, double, n - 1))
      g_array_index (self->steps, double, n++) = g_array_index (self->steps, double, i);
  g_array_set_size (self->steps, n);
  if (n < 2)
    return refuse (error, N_ ("A trend takes two steps of time or more."));
  if (n > MOST_STEPS)
    return refuse (error, N_ ("There are too many steps of time for small lines. Group by a coarser unit."));
  return TRUE;
}

static guint
find_group (Trend *self, gsize row)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gpointer found;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const AskValue *value = ask_rows_get (self->rows, row, g_array_index (self->groups, guint, i));
      g_autofree char *text = ask_value_to_text (value);

      g_string_append_printf (key, "%d:%" G_GSIZE_FORMAT ":%s", (int) value->kind, strlen (text), text);
    }
  if (g_hash_table_lookup_extended (self->keys, key->str, NULL, &found))
    return GPOINTER_TO_UINT (found);
  g_array_append_val (self->firsts, row);
  g_hash_table_insert (self->keys, g_strdup (key->str), GUINT_TO_POINTER (self->firsts->len - 1));
  return self->firsts->len - 1;
}

static gsize *
find_cell (Trend *self, guint group, gsize row)
{
  guint step = 0;
  double position = 0;

  ask_chart_profile_get_position (self->profile, row, self->time, &position);
  g_array_binary_search (self->steps, &position, compare_steps, &step);
  return &self->cells[(gsize) group * self->steps->len + step];
}

static gboolean
place_rows (Trend *self, GError **error)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  g_autofree guint *groups = g_new (guint, n_rows);

  for (gsize row = 0; row < n_rows; row++)
    groups[row] = find_group (self, row);
  if ((gsize) self->firsts->len * self->steps->len > MOST_CELLS)
    return refuse (error, N_ ("There are too many steps of time for small lines. Group by a coarser unit."));
  self->cells = g_new0 (gsize, (gsize) self->firsts->len * self->steps->len);
  for (gsize row = 0; row < n_rows; row++)
    {
      gsize *cell = find_cell (self, groups[row], row);

      if (*cell != 0)
        {
          ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_TREND,
                         N_ ("Several rows of a group share a %s, so their trend would be a guess."),
                         self->profile->columns[self->time].label);
          return FALSE;
        }
      *cell = row + 1;
    }
  return TRUE;
}

/* Returns: (transfer full): what a group has of a measure at each step; @last: (out): the newest of it, NULL for none */
static char *
write_course (Trend *self, guint group, guint measure, const AskValue **last)
{
  static const AskValue null = { .kind = ASK_VALUE_NULL };
  GString *text = g_string_new ("[");

  *last = &null;
  for (guint step = 0; step < self->steps->len; step++)
    {
      gsize row = self->cells[(gsize) group * self->steps->len + step];
      const AskValue *value = row > 0 ? ask_rows_get (self->rows, row - 1, measure) : &null;
      double number;
      char digits[G_ASCII_DTOSTR_BUF_SIZE];

      if (step > 0)
        g_string_append_c (text, ',');
      if (row == 0 || !ask_chart_profile_get_number (self->profile, row - 1, measure, &number) || !isfinite (number))
        {
          g_string_append (text, "null");
          continue;
        }
      *last = value;
      g_string_append (text, g_ascii_formatd (digits, sizeof digits, "%.15g", number));
    }
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

static AskRows *
make_columns (Trend *self)
{
  AskRows *made = ask_rows_new ();

  for (guint i = 0; i < self->groups->len; i++)
    {
      const AskColumn *column = ask_rows_get_column (self->rows, g_array_index (self->groups, guint, i));

      ask_rows_add_column (made, column->name, column->type);
      ask_rows_set_sense (made, i, &column->sense);
    }
  for (guint i = 0; i < self->measures->len; i++)
    {
      const AskColumn *column = ask_rows_get_column (self->rows, g_array_index (self->measures, guint, i));
      /* TRANSLATORS: the name of a column: the newest of the values that the column before draws as a line */
      g_autofree char *last = g_strdup_printf (C_ ("name of a column", "last %s"), column->name);

      ask_rows_add_column (made, column->name, ASK_TYPE_JSON);
      ask_rows_add_column (made, last, column->type);
      ask_rows_set_sense (made, self->groups->len + 2 * i + 1, &column->sense);
    }
  return made;
}

static AskRows *
make_rows (Trend *self)
{
  AskRows *made = make_columns (self);
  g_autofree AskValue *cells = g_new0 (AskValue, ask_rows_get_n_columns (made));

  for (guint group = 0; group < self->firsts->len; group++)
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
      guint n = 0;

      for (guint i = 0; i < self->groups->len; i++)
        cells[n++] = *ask_rows_get (self->rows, g_array_index (self->firsts, gsize, group),
                                    g_array_index (self->groups, guint, i));
      for (guint i = 0; i < self->measures->len; i++)
        {
          const AskValue *last;
          char *course = write_course (self, group, g_array_index (self->measures, guint, i), &last);

          g_ptr_array_add (texts, course);
          cells[n++] = ask_value_text (course, -1);
          cells[n++] = *last;
        }
      ask_rows_append (made, cells);
    }
  return made;
}

/**
 * ask_chart_trend_may_be:
 * @rows: a result
 *
 * Looks at columns alone, so that a menu can ask it.
 *
 * Returns: whether there may be a trend in it: it has a time
 */
gboolean
ask_chart_trend_may_be (const AskRows *rows)
{
  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);

      if (column->type == ASK_TYPE_DATE || column->type == ASK_TYPE_DATETIME
          || ask_meaning_is_time (column->sense.meaning))
        return ask_rows_get_n_columns (rows) > 1;
    }
  return FALSE;
}

/**
 * ask_chart_trend_new:
 * @rows: a result with a time and amounts, and perhaps names
 * @error: (nullable): ASK_CHART_ERROR_TREND: why there is no trend in it
 *
 * Blocks while there are many rows. Any thread.
 *
 * Returns: (transfer full): a row for each group, in their first order: its names, and of each amount its course and its last
 *   value; %NULL where that would leave rows out or add them up
 */
AskRows *
ask_chart_trend_new (const AskRows *rows, GError **error)
{
  g_autoptr (Trend) self = NULL;

  if (ask_rows_get_truncated (rows))
    {
      refuse (error, N_ ("The table was cut at a limit, and its trends would be cut, too."));
      return NULL;
    }
  self = trend_new (rows);
  if (!find_columns (self, error) || !find_steps (self, error) || !place_rows (self, error))
    return NULL;
  return make_rows (self);
}

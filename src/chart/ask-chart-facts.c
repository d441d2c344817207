/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a profile to parts (which column is the x axis, the groups, the amount), and from parts to facts, which
 * rules ask about. What a fact means for a picture is said in data/chart-rules.json and nowhere in this file.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "chart/ask-chart-facts.h"
#include "chart/ask-chart-series.h"

static gboolean
has_role (AskChart *self, guint column, AskChartRole role)
{
  return self->profile->columns[column].role == role;
}

static int
pick_time (AskChart *self, int *coarse)
{
  int chosen = -1, year = -1, cyclic = -1;

  *coarse = -1;
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      AskChartTime unit = self->profile->columns[i].time;

      if (!has_role (self, i, ASK_CHART_ROLE_TIME))
        continue;
      if (unit == ASK_CHART_TIME_YEAR && year < 0)
        year = (int) i;
      if ((unit == ASK_CHART_TIME_MONTH_OF_YEAR || unit == ASK_CHART_TIME_QUARTER_OF_YEAR) && cyclic < 0)
        cyclic = (int) i;
      /* "year, date": the date says all that the year says. */
      if (chosen < 0
          || (self->profile->columns[chosen].time >= ASK_CHART_TIME_MONTH && !ask_chart_time_is_cyclic (unit)
              && unit < self->profile->columns[chosen].time))
        chosen = (int) i;
    }
  if (year >= 0 && cyclic >= 0 && (chosen == year || chosen == cyclic))
    {
      *coarse = year;
      return cyclic;
    }
  return chosen;
}

static int
pick_label (AskChart *self, int not_this)
{
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  int best = -1, best_rank = 99;

  if (self->axis >= 0)
    return self->axis;
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];
      gboolean key = column->role == ASK_CHART_ROLE_KEY;
      int rank;

      if ((!key && column->role != ASK_CHART_ROLE_CATEGORY) || (int) i == not_this)
        continue;
      rank = !key ? (column->unique ? 0 : 2) : column->unique && n_rows <= ASK_CHART_MAX_BARS ? 1 : 3;
      if (rank < best_rank)
        {
          best = (int) i;
          best_rank = rank;
        }
    }
  return best;
}

static gsize
count_pair (AskChart *self, int a, int b, int c)
{
  int columns[3] = { a, b, c };

  return ask_chart_profile_count_distinct (self->profile, columns, c >= 0 ? 3 : 2);
}

/* The second dimension: the first column that together with the x axis names every row once. */
static int
pick_group (AskChart *self, int x, int x_coarse, int not_this)
{
  static const AskChartRole roles[] = { ASK_CHART_ROLE_CATEGORY, ASK_CHART_ROLE_KEY, ASK_CHART_ROLE_TIME };
  int fallback = -1;

  for (guint pass = 0; pass < G_N_ELEMENTS (roles); pass++)
    for (guint i = 0; i < self->profile->n_columns; i++)
      {
        if ((int) i == x || (int) i == x_coarse || (int) i == not_this || !has_role (self, i, roles[pass]))
          continue;
        /* A second time is a dimension only in a cycle: month and weekday, and not two dates of one thing. */
        if (roles[pass] == ASK_CHART_ROLE_TIME && !ask_chart_time_is_cyclic (self->profile->columns[i].time))
          continue;
        if (fallback < 0)
          fallback = (int) i;
        if (count_pair (self, x, (int) i, x_coarse) == ask_rows_get_n_rows (self->rows))
          return (int) i;
      }
  return fallback;
}

/* Where the x axis names each row alone, any column may colour it: the one that the question names, or the last. */
static int
pick_color (AskChart *self, int x, const char *question)
{
  g_autofree char *folded = question != NULL ? ask_text_fold (question) : NULL;
  int last = -1;

  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      g_autofree char *label = ask_text_fold (self->profile->columns[i].label);

      if ((int) i == x || !(has_role (self, i, ASK_CHART_ROLE_CATEGORY) || has_role (self, i, ASK_CHART_ROLE_KEY)))
        continue;
      if (folded != NULL && strstr (folded, label) != NULL)
        return (int) i;
      last = (int) i;
    }
  return last;
}

/**
 * ask_chart_names_group:
 * @question: (nullable): as it was asked
 *
 * Returns: whether it asks for a second column of names beside that of the x axis: "by month and region", "je Filiale"
 */
gboolean
ask_chart_names_group (AskChart *self, const char *question)
{
  static const char *const words[] = { "by", "and", "each", "every", "per", "je", "nach", "und", "pro" };
  g_autofree char *folded = ask_text_fold (question != NULL ? question : "");
  int x = self->parts.time >= 0 ? self->parts.time : self->parts.label;

  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      g_autofree char *label = ask_text_fold (self->profile->columns[i].label);
      g_autofree char *name = ask_text_fold (ask_rows_get_column (self->rows, i)->name);

      if ((int) i == x || !(has_role (self, i, ASK_CHART_ROLE_CATEGORY) || has_role (self, i, ASK_CHART_ROLE_KEY)))
        continue;
      for (guint w = 0; w < G_N_ELEMENTS (words); w++)
        {
          g_autofree char *in_words = g_strdup_printf (" %s %s", words[w], label);
          g_autofree char *as_written = g_strdup_printf (" %s %s", words[w], name);

          if (strstr (folded, in_words) != NULL || strstr (folded, as_written) != NULL)
            return TRUE;
        }
    }
  return FALSE;
}

/* The amount that the question names, or the first. */
static int
pick_measure (AskChart *self, const char *question)
{
  g_autofree char *folded = question != NULL ? ask_text_fold (question) : NULL;
  int first = -1;

  for (guint i = 0; i < self->look->y->len; i++)
    {
      int chosen = ask_rows_find_column (self->rows, self->look->y->pdata[i]);

      if (chosen >= 0 && has_role (self, (guint) chosen, ASK_CHART_ROLE_MEASURE))
        return chosen;
    }
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      g_autofree char *label = ask_text_fold (self->profile->columns[i].label);

      if (!has_role (self, i, ASK_CHART_ROLE_MEASURE))
        continue;
      if (folded != NULL && strstr (folded, label) != NULL)
        return (int) i;
      if (first < 0)
        first = (int) i;
    }
  return first;
}

/** ask_chart_count_labels: Returns: how many different names @column has, "(none)" being one */
gsize
ask_chart_count_labels (AskChart *self, int column)
{
  const AskChartColumn *profile = &self->profile->columns[column];

  return profile->n_distinct + (profile->n_nulls > 0 ? 1 : 0);
}

/* Latitude and longitude, as the columns' meanings say. */
static void
pick_coordinates (AskChart *self)
{
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      AskMeaning meaning = ask_rows_get_column (self->rows, i)->sense.meaning;
      const AskChartColumn *column = &self->profile->columns[i];

      if (column->n_finite == 0)
        continue;
      if (meaning == ASK_MEANING_LATITUDE && self->parts.latitude < 0 && column->min >= -90 && column->max <= 90)
        self->parts.latitude = (int) i;
      if (meaning == ASK_MEANING_LONGITUDE && self->parts.longitude < 0 && column->min >= -360 && column->max <= 360)
        self->parts.longitude = (int) i;
    }
}

/**
 * ask_chart_pick_parts:
 * @question: (nullable): which amount it names
 * @groups: whether groups are wished for, also where the x axis names each row alone
 *
 * Fills parts anew, from the roles of the columns.
 */
void
ask_chart_pick_parts (AskChart *self, const char *question, gboolean groups)
{
  AskChartParts *parts = &self->parts;
  gsize n_rows = ask_rows_get_n_rows (self->rows);

  *parts = (AskChartParts) { -1, -1, -1, -1, -1, -1, -1, -1 };
  pick_coordinates (self);
  parts->measure = pick_measure (self, question);
  parts->time = pick_time (self, &parts->time_coarse);
  parts->label = pick_label (self, -1);
  if (n_rows < 2)
    return;
  if (parts->time >= 0)
    {
      parts->group = pick_group (self, parts->time, parts->time_coarse, parts->time_coarse);
      if (parts->group >= 0 && parts->label >= 0 && !self->profile->columns[parts->label].unique)
        parts->label = parts->group;
      return;
    }
  if (parts->label >= 0 && self->profile->columns[parts->label].unique && groups)
    parts->group = pick_color (self, parts->label, question);
  if (parts->label < 0 || self->profile->columns[parts->label].unique)
    return;
  parts->group = pick_group (self, parts->label, -1, -1);
  if (parts->group < 0)
    return;
  if (count_pair (self, parts->label, parts->group, -1) == n_rows)
    parts->label_extra = parts->group;
  if (self->look->x == NULL && ask_chart_count_labels (self, parts->group) > ASK_CHART_MAX_SERIES
      && ask_chart_count_labels (self, parts->label) <= ASK_CHART_MAX_SERIES)
    {
      int label = parts->label;

      parts->label = parts->group;
      parts->group = label;
    }
}

static gboolean
are_comparable (AskChart *self)
{
  double smallest = INFINITY, largest = 0;
  int format = -1;

  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];
      double size = MAX (fabs (column->min), fabs (column->max));

      if (column->role != ASK_CHART_ROLE_MEASURE || column->n_finite == 0)
        continue;
      if (format >= 0 && format != (int) column->format)
        return FALSE;
      format = (int) column->format;
      if (size > 0)
        {
          smallest = MIN (smallest, size);
          largest = MAX (largest, size);
        }
    }
  return largest <= smallest * 25 || largest == 0;
}

static void
set_dimension_facts (AskChart *self, double *facts)
{
  const AskChartParts *parts = &self->parts;
  gsize n_rows = ask_rows_get_n_rows (self->rows);
  gsize points = 0, rows = n_rows;

  if (parts->time >= 0)
    {
      const AskChartColumn *time = &self->profile->columns[parts->time];

      points = time->n_distinct;
      rows = n_rows - time->n_nulls;
      if (parts->time_coarse >= 0)
        {
          points = count_pair (self, parts->time, parts->time_coarse, -1);
          rows = n_rows;
        }
      facts[ASK_CHART_FACT_CYCLIC] = parts->time_coarse < 0 && ask_chart_time_is_cyclic (time->time);
    }
  else if (parts->label >= 0)
    points = ask_chart_count_labels (self, parts->label);
  facts[ASK_CHART_FACT_POINTS] = (double) points;
  facts[ASK_CHART_FACT_REPEATED] = points < rows;
  facts[ASK_CHART_FACT_REPEATED_IN_GROUP] = points < rows;
  if (parts->group >= 0)
    {
      int x = parts->time >= 0 ? parts->time : parts->label;

      facts[ASK_CHART_FACT_GROUPS] = (double) ask_chart_count_labels (self, parts->group);
      facts[ASK_CHART_FACT_FILLED] = (double) rows / (double) MAX (1, points) / MAX (1, facts[ASK_CHART_FACT_GROUPS]);
      facts[ASK_CHART_FACT_REPEATED_IN_GROUP] = count_pair (self, x, parts->group, parts->time_coarse) < n_rows;
    }
  facts[ASK_CHART_FACT_JOINED_UNIQUE] = parts->label_extra >= 0;
  if (parts->label >= 0)
    facts[ASK_CHART_FACT_LABEL_CHARS] = self->profile->columns[parts->label].max_chars;
}

/* "order id, customer, date, amount" is a list of things, not a comparison of amounts. */
static gboolean
is_listing (AskChart *self)
{
  gboolean key = FALSE;
  guint described = 0;

  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];

      if (column->role == ASK_CHART_ROLE_KEY && column->unique)
        key = TRUE;
      else if (column->role != ASK_CHART_ROLE_MEASURE)
        described++;
    }
  return key && described >= 2;
}

/* Open, high, low and close of a course, in this order, in the words of a header. */
static const char *const course_words[][4] = {
  { "open", "eroffnung", "eroffnungskurs", "first" },
  { "high", "hoch", "hochst", "hochstkurs" },
  { "low", "tief", "tiefst", "tiefstkurs" },
  { "close", "schluss", "schlusskurs", "last" },
};

/**
 * ask_chart_find_course:
 * @columns: (out) (array fixed-size=4): the columns of open, high, low and close
 *
 * Returns: whether there is one of each, called so
 */
gboolean
ask_chart_find_course (AskChart *self, guint *columns)
{
  for (guint part = 0; part < G_N_ELEMENTS (course_words); part++)
    {
      gboolean found = FALSE;

      for (guint i = 0; i < self->profile->n_columns && !found; i++)
        {
          g_autoptr (GPtrArray) words = ask_text_words (self->profile->columns[i].label);

          for (guint w = 0; w < words->len && has_role (self, i, ASK_CHART_ROLE_MEASURE); w++)
            for (guint c = 0; c < G_N_ELEMENTS (course_words[part]); c++)
              found = found || strcmp (words->pdata[w], course_words[part][c]) == 0;
          if (found)
            columns[part] = i;
        }
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* Whether the shares of all groups add up to a whole at each time. */
static gboolean
is_whole_over_time (AskChart *self)
{
  const AskChartColumn *measure = &self->profile->columns[self->parts.measure];
  double whole = measure->format == ASK_CHART_FORMAT_PERCENT ? 100 : 1;
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_double_hash, g_double_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer sum;

  if (self->parts.time < 0 || self->parts.time_coarse >= 0 || self->parts.group < 0
      || (measure->format != ASK_CHART_FORMAT_FRACTION && measure->format != ASK_CHART_FORMAT_PERCENT))
    return FALSE;
  for (gsize row = 0; row < ask_rows_get_n_rows (self->rows); row++)
    {
      double at, value;
      double *known;

      if (!ask_chart_profile_get_position (self->profile, row, (guint) self->parts.time, &at)
          || !ask_chart_profile_get_number (self->profile, row, (guint) self->parts.measure, &value))
        return FALSE;
      known = g_hash_table_lookup (sums, &at);
      if (known == NULL)
        g_hash_table_insert (sums, g_memdup2 (&at, sizeof at), known = g_new0 (double, 1));
      *known += value;
    }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    if (fabs (*(double *) sum - whole) > whole * 0.02)
      return FALSE;
  return TRUE;
}

/* Whether the main measure falls from row to row, or stays. */
static gboolean
is_ranking (AskChart *self)
{
  double before = INFINITY, value;
  gsize n_rows = ask_rows_get_n_rows (self->rows);

  for (gsize row = 0; row < n_rows; row++)
    {
      if (!ask_chart_profile_get_number (self->profile, row, (guint) self->parts.measure, &value) || value > before)
        return FALSE;
      before = value;
    }
  return n_rows > 1;
}

static void
set_shape_facts (AskChart *self, double *facts)
{
  const AskChartColumn *measure = &self->profile->columns[self->parts.measure];
  gboolean named = facts[ASK_CHART_FACT_LABELS] > 0 || facts[ASK_CHART_FACT_TIMES] > 0;
  double rows = facts[ASK_CHART_FACT_ROWS], points = facts[ASK_CHART_FACT_POINTS];
  guint course[4];

  facts[ASK_CHART_FACT_DISTRIBUTION] = named ? points > 0 && rows >= points * 5 : rows >= 30;
  facts[ASK_CHART_FACT_WHOLE_OVER_TIME] = is_whole_over_time (self);
  facts[ASK_CHART_FACT_DEVIATION] = measure->min < 0 && measure->max > 0;
  facts[ASK_CHART_FACT_RANKING] = is_ranking (self);
  facts[ASK_CHART_FACT_OPEN_HIGH_LOW_CLOSE] = self->parts.time >= 0 && ask_chart_find_course (self, course);
  if (self->parts.label >= 0)
    facts[ASK_CHART_FACT_STEPS] = self->profile->columns[self->parts.label].n_finite > 0;
}

/**
 * ask_chart_set_facts:
 * @all: its facts are filled, its hints stay
 *
 * What rules may ask about.
 */
void
ask_chart_set_facts (AskChart *self, AskChartFacts *all)
{
  double *facts = all->facts;

  memset (facts, 0, sizeof all->facts);
  facts[ASK_CHART_FACT_KIND_NAMED] = self->kind_named;
  facts[ASK_CHART_FACT_IDENTIFIERS] = self->identifiers;
  facts[ASK_CHART_FACT_ROWS] = (double) ask_rows_get_n_rows (self->rows);
  facts[ASK_CHART_FACT_COLUMNS] = self->profile->n_columns;
  for (guint i = 0; i < self->profile->n_columns; i++)
    {
      const AskChartColumn *column = &self->profile->columns[i];

      facts[ASK_CHART_FACT_MEASURES] += column->role == ASK_CHART_ROLE_MEASURE;
      facts[ASK_CHART_FACT_TIMES] += column->role == ASK_CHART_ROLE_TIME;
      facts[ASK_CHART_FACT_LABELS] += column->role == ASK_CHART_ROLE_CATEGORY || column->role == ASK_CHART_ROLE_KEY;
      if (column->role == ASK_CHART_ROLE_MEASURE && column->min < 0)
        facts[ASK_CHART_FACT_NEGATIVE] = 1;
      facts[ASK_CHART_FACT_VALUE_CHARS] = MAX (facts[ASK_CHART_FACT_VALUE_CHARS], column->max_chars);
      if (column->role == ASK_CHART_ROLE_OTHER)
        facts[ASK_CHART_FACT_VALUE_CHARS] = 200;
    }
  if (self->parts.measure >= 0)
    {
      const AskChartColumn *measure = &self->profile->columns[self->parts.measure];

      facts[ASK_CHART_FACT_VALUES] = (double) measure->n_finite;
      facts[ASK_CHART_FACT_MISSING] = (double) (measure->n_nulls + measure->n_infinite);
      facts[ASK_CHART_FACT_ADDITIVE] = measure->additive;
      facts[ASK_CHART_FACT_WHOLE] = (measure->format == ASK_CHART_FORMAT_FRACTION && fabs (measure->sum - 1) < 0.02)
                                    || (measure->format == ASK_CHART_FORMAT_PERCENT && fabs (measure->sum - 100) < 2);
    }
  facts[ASK_CHART_FACT_COORDINATES] = self->parts.latitude >= 0 && self->parts.longitude >= 0;
  for (guint i = 0; i < self->profile->n_columns; i++)
    facts[ASK_CHART_FACT_SERIES] += ask_chart_series_find (self->rows, i) ? 1 : 0;
  facts[ASK_CHART_FACT_LISTING] = is_listing (self);
  facts[ASK_CHART_FACT_COMPARABLE] = are_comparable (self);
  set_dimension_facts (self, facts);
  if (self->parts.measure >= 0)
    set_shape_facts (self, facts);
}

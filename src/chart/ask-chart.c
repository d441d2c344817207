/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Choosing: the profile becomes parts (which column is the x axis, the groups, the amount), the
 * parts become facts, the facts find a rule, the rule becomes a chart with a title and a reason.
 * Which picture a result gets is said in data/chart-rules.json and nowhere in this file.
 */
#include "config.h"

#include "chart/ask-chart.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"
#include "chart/ask-chart-label.h"
#include "chart/ask-chart-private.h"
#include "chart/ask-chart-rules.h"

static void
series_free (gpointer data)
{
  AskChartSeries *series = data;

  g_free (series->name);
  g_free (series->values);
  g_free (series->missing);
  g_free (series);
}

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
  int fallback = -1;

  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->profile->n_columns; i++)
      {
        AskChartRole wanted = pass == 0 ? ASK_CHART_ROLE_CATEGORY : ASK_CHART_ROLE_KEY;

        if ((int) i == x || (int) i == not_this || !has_role (self, i, wanted))
          continue;
        if (fallback < 0)
          fallback = (int) i;
        if (count_pair (self, x, (int) i, x_coarse) == ask_rows_get_n_rows (self->rows))
          return (int) i;
      }
  return fallback;
}

/* The amount that the question names, or the first. */
static int
pick_measure (AskChart *self, const char *question)
{
  g_autofree char *folded = question != NULL ? ask_text_fold (question) : NULL;
  int first = -1;

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

static gsize
count_labels (AskChart *self, int column)
{
  const AskChartColumn *profile = &self->profile->columns[column];

  return profile->n_distinct + (profile->n_nulls > 0 ? 1 : 0);
}

static void
pick_parts (AskChart *self, const char *question)
{
  AskChartParts *parts = &self->parts;
  gsize n_rows = ask_rows_get_n_rows (self->rows);

  *parts = (AskChartParts) { -1, -1, -1, -1, -1, -1 };
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
  if (parts->label < 0 || self->profile->columns[parts->label].unique)
    return;
  parts->group = pick_group (self, parts->label, -1, -1);
  if (parts->group < 0)
    return;
  if (count_pair (self, parts->label, parts->group, -1) == n_rows)
    parts->label_extra = parts->group;
  if (count_labels (self, parts->group) > ASK_CHART_MAX_SERIES
      && count_labels (self, parts->label) <= ASK_CHART_MAX_SERIES)
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
    points = count_labels (self, parts->label);
  facts[ASK_CHART_FACT_POINTS] = (double) points;
  facts[ASK_CHART_FACT_REPEATED] = points < rows;
  facts[ASK_CHART_FACT_REPEATED_IN_GROUP] = points < rows;
  if (parts->group >= 0)
    {
      int x = parts->time >= 0 ? parts->time : parts->label;

      facts[ASK_CHART_FACT_GROUPS] = (double) count_labels (self, parts->group);
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

static void
set_facts (AskChart *self, AskChartFacts *all)
{
  double *facts = all->facts;

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
  facts[ASK_CHART_FACT_LISTING] = is_listing (self);
  facts[ASK_CHART_FACT_COMPARABLE] = are_comparable (self);
  set_dimension_facts (self, facts);
}

static char *
capitalise (const char *text)
{
  g_autofree char *head = NULL;

  if (*text == '\0')
    return g_strdup ("");
  head = g_utf8_strup (text, (gssize) (g_utf8_next_char (text) - text));
  return g_strconcat (head, g_utf8_next_char (text), NULL);
}

static void
add_replacement (GString *text, const char *place, const char *with)
{
  g_string_replace (text, place, with, 0);
}

static char *
make_reason (AskChart *self, const AskChartRule *rule, const AskChartFacts *facts, const char *lying)
{
  const AskChartParts *parts = &self->parts;
  int x = parts->time >= 0 && strcmp (rule->x, "label") != 0 ? parts->time : parts->label;
  const char *measure = parts->measure >= 0 ? self->profile->columns[parts->measure].label : _ ("the amount");
  const char *group = parts->group >= 0 ? self->profile->columns[parts->group].label : _ ("group");
  g_autofree char *points = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_POINTS]);
  g_autofree char *groups = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_GROUPS]);
  g_autofree char *rows = ask_number_count ((guint64) facts->facts[ASK_CHART_FACT_ROWS]);
  g_autofree char *large = capitalise (measure);
  GString *reason = g_string_new (ask_chart_reason_translate (rule->reason));

  /* "All rows are of one {x}" is about the time even where the names are the axis. */
  if (parts->time >= 0 && strcmp (rule->name, "one-time") == 0)
    x = parts->time;
  add_replacement (reason, "{points}", points);
  add_replacement (reason, "{groups}", groups);
  add_replacement (reason, "{rows}", rows);
  /* Names of columns last: they may hold braces themselves. */
  add_replacement (reason, "{x}", x >= 0 ? self->profile->columns[x].label : _ ("row"));
  add_replacement (reason, "{group}", group);
  add_replacement (reason, "{Measure}", large);
  add_replacement (reason, "{measure}", measure);
  if (lying != NULL)
    g_string_append_printf (reason, " %s", ask_chart_reason_translate (lying));
  g_string_append (reason, self->notes->str);
  if (ask_rows_get_truncated (self->rows))
    g_string_append_printf (reason, " %s", _ ("The result was cut at a limit, so the picture shows a part of it."));
  return g_string_free (reason, FALSE);
}

/* Names may be on the axis though times or single columns were what the facts counted. */
static const char *
find_lying (AskChart *self, AskChartRules *rules, const AskChartRule *rule, const AskChartFacts *facts)
{
  AskChartFacts axis = *facts;

  if (strcmp (rule->x, "labels") == 0)
    {
      axis.facts[ASK_CHART_FACT_POINTS] = facts->facts[ASK_CHART_FACT_ROWS];
      axis.facts[ASK_CHART_FACT_LABEL_CHARS]
        = self->profile->columns[self->parts.label].max_chars + self->profile->columns[self->parts.group].max_chars + 1;
    }
  else if (self->parts.label >= 0)
    axis.facts[ASK_CHART_FACT_POINTS] = (double) count_labels (self, self->parts.label);
  return ask_chart_rules_get_lying (rules, &axis);
}

/* "a, b and c", or "a, b, c and 4 more". */
static char *
make_list (AskChart *self, const guint *columns, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint shown = n > 4 ? 3 : n > 1 ? n - 1 : n;

  for (guint i = 0; i < shown; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "" : ", ",
                            self->profile->columns[columns != NULL ? columns[i] : i].label);
  if (n > 4)
    return g_strdup_printf (_ ("%s and %u more"), text->str, n - shown);
  if (n > 1)
    return g_strdup_printf (_ ("%s and %s"), text->str,
                            self->profile->columns[columns != NULL ? columns[n - 1] : n - 1].label);
  return g_strdup (text->str);
}

static char *
make_title (AskChart *self)
{
  const char *group = self->group_column >= 0 ? self->profile->columns[self->group_column].label : NULL;
  g_autofree char *what = NULL;
  g_autofree char *title = NULL;

  if (self->kind == ASK_CHART_TABLE)
    what = make_list (self, NULL, self->profile->n_columns);
  else if (self->kind == ASK_CHART_SCATTER)
    what = g_strdup (self->y_label);
  else
    what = make_list (self, (const guint *) (gpointer) self->y_columns->data, self->y_columns->len);
  if (self->x_label == NULL)
    title = group == NULL ? g_steal_pointer (&what) : g_strdup_printf (_ ("%s and %s"), what, group);
  else if (group == NULL)
    /* TRANSLATORS: what is drawn, and along what: "Revenue by month" */
    title = g_strdup_printf (C_ ("chart title", "%s by %s"), what, self->x_label);
  else if (self->kind == ASK_CHART_SCATTER)
    title = g_strdup_printf (C_ ("chart title", "%s by %s, by %s"), what, self->x_label, group);
  else
    title = g_strdup_printf (C_ ("chart title", "%s by %s and %s"), what, self->x_label, group);
  return capitalise (title);
}

/* A single value, and the names in its row as what it is the value of. */
static void
build_value (AskChart *self)
{
  guint column = self->parts.measure >= 0 ? (guint) self->parts.measure : 0;
  g_autoptr (GString) names = g_string_new (NULL);

  g_array_append_val (self->y_columns, column);
  self->format = self->profile->columns[column].format;
  for (guint i = 0; i < self->profile->n_columns; i++)
    if (i != column)
      {
        g_autofree char *name = ask_chart_profile_dup_label (self->profile, 0, i);

        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      }
  if (names->len > 0)
    g_ptr_array_add (self->labels, g_strdup (names->str));
}

/**
 * ask_chart_choose:
 * @rows: (transfer none): the result; the chart holds a reference
 * @question: (nullable): what was asked
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * As ask_chart_choose_as(), where nobody wished for a kind of chart but by the question's words.
 *
 * Returns: (transfer full): the chart, or %NULL
 */
AskChart *
ask_chart_choose (AskRows *rows, const char *question, GError **error)
{
  return ask_chart_choose_as (rows, question, NULL, error);
}

/* What the question hints at. A wish is one more hint, and the only one of those that name a kind of chart. */
static GPtrArray *
find_hints (AskChartRules *rules, const char *question, const char *wish)
{
  static const char *const kinds[] = { "table", "pie", "bar", "line", "scatter" };
  GPtrArray *hints = ask_chart_rules_get_hints (rules, question);

  for (guint i = 0; wish != NULL && i < G_N_ELEMENTS (kinds); i++)
    {
      for (guint h = hints->len; h-- > 0;)
        if (strcmp (hints->pdata[h], kinds[i]) == 0)
          g_ptr_array_remove_index (hints, h);
      if (strcmp (kinds[i], wish) == 0)
        g_ptr_array_add (hints, (gpointer) kinds[i]);
    }
  return hints;
}

/**
 * ask_chart_choose_as:
 * @rows: (transfer none): the result; the chart holds a reference
 * @question: (nullable): what was asked; words such as "trend", "share" or "as a pie" are hints
 * @wish: (nullable): the kind of chart that a person asked for, now or before: "pie", "bar", "line", "scatter" or "table"; it
 *   goes before what @question says of kinds, and rules say whether it can be had
 * @error: (nullable): ASK_CHART_ERROR_RULES
 *
 * Always finds a picture, a table at the least; it fails only when the rules are broken. May be
 * called on any thread; about 60 ns a cell.
 *
 * Returns: (transfer full): the chart, or %NULL
 */
AskChart *
ask_chart_choose_as (AskRows *rows, const char *question, const char *wish, GError **error)
{
  g_autoptr (AskChart) self = NULL;
  g_autoptr (GPtrArray) hints = NULL;
  AskChartRules *rules = ask_chart_rules_get (error);
  AskChartFacts facts = { 0 };
  AskChartRule rule;
  const char *lying = NULL;

  g_return_val_if_fail (rows != NULL, NULL);
  if (rules == NULL)
    return NULL;
  self = g_new0 (AskChart, 1);
  self->rows = ask_rows_ref (rows);
  self->profile = ask_chart_profile_new (rows);
  self->notes = g_string_new (NULL);
  self->y_columns = g_array_new (FALSE, FALSE, sizeof (guint));
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->series = g_ptr_array_new_with_free_func (series_free);
  self->x_column = self->group_column = self->other_point = -1;

  pick_parts (self, question);
  hints = find_hints (rules, question, wish);
  facts.hints = hints;
  set_facts (self, &facts);
  if (!ask_chart_rules_find (rules, &facts, &rule))
    {
      ask_error_set (error, ASK_CHART_ERROR, ASK_CHART_ERROR_RULES,
                     N_ ("No chart rule holds for this result. The last rule must hold for every result."));
      return NULL;
    }
  if (rule.kind == ASK_CHART_BAR && strcmp (rule.x, "time") != 0)
    lying = find_lying (self, rules, &rule, &facts);
  self->rule = g_strdup (rule.name);
  self->kind = lying != NULL ? ASK_CHART_BAR_HORIZONTAL : rule.kind;
  if (self->kind == ASK_CHART_VALUE)
    build_value (self);
  else if (self->kind == ASK_CHART_SCATTER)
    ask_chart_build_scatter (self, strcmp (rule.by, "group") == 0);
  else if (self->kind != ASK_CHART_TABLE)
    ask_chart_build (self, rule.x, rule.by);
  self->title = make_title (self);
  self->reason = make_reason (self, &rule, &facts, lying);
  return g_steal_pointer (&self);
}

/**
 * ask_chart_free:
 * @self: (nullable): a chart
 *
 * Frees it and lets go of the rows.
 */
void
ask_chart_free (AskChart *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->profile, ask_chart_profile_free);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->y_columns, g_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->series, g_ptr_array_unref);
  g_string_free (self->notes, TRUE);
  g_free (self->rule);
  g_free (self->title);
  g_free (self->reason);
  g_free (self->x_label);
  g_free (self->y_label);
  g_free (self->positions);
  g_free (self->slots);
  g_free (self->xs);
  g_free (self->ys);
  g_free (self->dot_series);
  g_free (self);
}

/** ask_chart_get_kind: Returns: which picture it is */
AskChartKind
ask_chart_get_kind (AskChart *self)
{
  return self->kind;
}

/** ask_chart_get_title: Returns: (transfer none): such as "Revenue by month" */
const char *
ask_chart_get_title (AskChart *self)
{
  return self->title;
}

/** ask_chart_get_reason: Returns: (transfer none): why this picture, in sentences; what was left out is named */
const char *
ask_chart_get_reason (AskChart *self)
{
  return self->reason;
}

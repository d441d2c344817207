/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The chart in words and as JSON: what a screen reader says, and what the trace keeps. Both tell
 * what is drawn, not what is in the rows.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/ask-chart-private.h"

#include "base/ask-json-builder.h"
#include "chart/ask-chart-rules.h"
#include "chart/ask-chart-scene.h"
#include "chart/ask-chart-shown.h"

/* A trace keeps the numbers of a chart that a person can read, not those of a million points. */
#define MAX_JSON_POINTS 500

typedef struct
{
  gsize lowest;
  gsize highest;
  gboolean found;
} Extremes;

static gboolean
is_pie (AskChart *self)
{
  return self->kind == ASK_CHART_PIE || self->kind == ASK_CHART_DONUT;
}

/* A hidden part of a pie keeps its place. */
static gboolean
is_hidden_part (AskChart *self, gsize point)
{
  g_autofree char *name = NULL;

  if (self->look->hidden->len == 0 || !is_pie (self))
    return FALSE;
  name = ask_chart_dup_x_label (self, point);
  return ask_chart_look_is_hidden (self->look, name);
}

static Extremes
find_extremes (AskChart *self, guint series)
{
  Extremes found = { 0, 0, FALSE };

  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = ask_chart_get_value (self, series, i);

      if (!isfinite (value) || (int) i == self->other_point || is_hidden_part (self, i)
          || (self->kind == ASK_CHART_WATERFALL && i + 1 == self->n_points))
        continue;
      if (!found.found || value < ask_chart_get_value (self, series, found.lowest))
        found.lowest = i;
      if (!found.found || value > ask_chart_get_value (self, series, found.highest))
        found.highest = i;
      found.found = TRUE;
    }
  return found;
}

static void
append_point (AskChart *self, GString *text, gboolean highest, guint series, gsize point)
{
  g_autofree char *label = ask_chart_dup_x_label (self, point);
  gboolean second = self->kind == ASK_CHART_COMBINATION && series > 0;
  g_autofree char *value
    = ask_chart_format_amount (ask_chart_get_value (self, series, point), second ? self->format2 : self->format,
                               second ? self->unit2 : self->y_unit);

  g_string_append (text, ", ");
  if (highest)
    /* TRANSLATORS: a name and its value: "highest Lyon 12,300" */
    g_string_append_printf (text, _ ("highest %s %s"), label, value);
  else
    g_string_append_printf (text, _ ("lowest %s %s"), label, value);
}

static void
append_extremes (AskChart *self, GString *text, guint series)
{
  Extremes found = find_extremes (self, series);

  if (!found.found)
    {
      g_string_append_printf (text, ", %s", _ ("no values"));
      return;
    }
  append_point (self, text, TRUE, series, found.highest);
  if (found.lowest != found.highest)
    append_point (self, text, FALSE, series, found.lowest);
}

static gsize
count_gaps (AskChart *self)
{
  gsize gaps = self->n_missing;

  for (guint s = 0; s < self->series->len; s++)
    for (gsize i = 0; i < self->n_points; i++)
      gaps += isnan (ask_chart_get_value (self, s, i)) ? 1 : 0;
  return gaps;
}

/* "5 bars" */
static char *
count_points (AskChart *self)
{
  g_autofree char *count = ask_chart_format_number ((double) self->n_points, ASK_CHART_FORMAT_NUMBER);
  gulong n = self->n_points;

  switch (self->kind)
    {
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_AREA:
    case ASK_CHART_STACKED_AREA:
    case ASK_CHART_SLOPE:
    case ASK_CHART_SMALL_MULTIPLES:
    case ASK_CHART_RADAR:
      return g_strdup_printf (ngettext ("%s point", "%s points", n), count);
    case ASK_CHART_CANDLESTICK:
      return g_strdup_printf (ngettext ("%s candle", "%s candles", n), count);
    case ASK_CHART_BOX:
      return g_strdup_printf (ngettext ("%s box", "%s boxes", n), count);
    case ASK_CHART_HEAT_MAP:
      return g_strdup_printf (ngettext ("%s column", "%s columns", n), count);
    case ASK_CHART_DONUT:
    case ASK_CHART_PIE:
      return g_strdup_printf (ngettext ("%s part", "%s parts", n), count);
    case ASK_CHART_GROUPED_BAR:
      return g_strdup_printf (ngettext ("%s group", "%s groups", n), count);
    default:
      return g_strdup_printf (ngettext ("%s bar", "%s bars", n), count);
    }
}

static void
describe_points (AskChart *self, GString *text)
{
  g_autofree char *count = count_points (self);
  gsize gaps = count_gaps (self);

  g_string_append_printf (text, ", %s", count);
  if (self->temporal && self->n_points > 1)
    {
      g_autofree char *first = ask_chart_dup_x_label (self, 0);
      g_autofree char *last = ask_chart_dup_x_label (self, self->n_points - 1);

      g_string_append_c (text, ' ');
      /* TRANSLATORS: two moments: "from Mar 2024 to Feb 2025" */
      g_string_append_printf (text, _ ("from %s to %s"), first, last);
    }
  /* One that others were hidden beside has its name. */
  if (self->series->len == 1 && (self->look->hidden->len == 0 || is_pie (self) || !ask_chart_has_keys (self)))
    append_extremes (self, text, 0);
  else
    for (guint i = 0; i < self->series->len; i++)
      {
        const AskChartSeries *series = self->series->pdata[i];

        g_string_append_printf (text, "; %s", series->name);
        append_extremes (self, text, i);
      }
  if (gaps > 0)
    {
      g_string_append (text, "; ");
      g_string_append_printf (text, ngettext ("%u without a value", "%u without a value", gaps), (guint) gaps);
    }
}

static void
describe_dots (AskChart *self, GString *text)
{
  g_autofree char *count = ask_chart_format_number ((double) self->n_dots, ASK_CHART_FORMAT_NUMBER);
  double x_min = INFINITY, x_max = -INFINITY, y_min = INFINITY, y_max = -INFINITY;

  for (gsize i = 0; i < self->n_dots; i++)
    {
      x_min = MIN (x_min, self->xs[i]);
      x_max = MAX (x_max, self->xs[i]);
      y_min = MIN (y_min, self->ys[i]);
      y_max = MAX (y_max, self->ys[i]);
    }
  g_string_append (text, ", ");
  g_string_append_printf (text, ngettext ("%s dot", "%s dots", self->n_dots), count);
  if (self->n_dots > 0)
    {
      g_autofree char *a = ask_chart_format_number (x_min, self->x_format);
      g_autofree char *b = ask_chart_format_amount (x_max, self->x_format, self->x_unit);
      g_autofree char *c = ask_chart_format_number (y_min, self->format);
      g_autofree char *d = ask_chart_format_amount (y_max, self->format, self->y_unit);

      g_string_append (text, ", ");
      /* TRANSLATORS: two columns, each with its least and its greatest value */
      g_string_append_printf (text, _ ("%s from %s to %s, %s from %s to %s"), self->x_label, a, b, self->y_label, c, d);
      if (self->size_column >= 0)
        /* TRANSLATORS: the column that says how large bubbles are */
        g_string_append_printf (text, _ (", size: %s"), self->profile->columns[self->size_column].title);
    }
}

static char *
lower_title (AskChart *self)
{
  g_autofree char *head = NULL;

  if (*self->title == '\0')
    return g_strdup (_ ("the result"));
  /* "GDP by year" keeps its capitals; "Revenue by region" continues a sentence. */
  if (g_unichar_isupper (g_utf8_get_char (g_utf8_next_char (self->title))))
    return g_strdup (self->title);
  head = g_utf8_strdown (self->title, (gssize) (g_utf8_next_char (self->title) - self->title));
  return g_strconcat (head, g_utf8_next_char (self->title), NULL);
}

/* TRANSLATORS: the title of the chart follows: "Bar chart of revenue by region" */
static char *
name_kind (AskChartKind kind, const char *title)
{
  switch (kind)
    {
    case ASK_CHART_BAR:
    case ASK_CHART_BAR_HORIZONTAL:
      return g_strdup_printf (_ ("Bar chart of %s"), title);
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
      return g_strdup_printf (_ ("Line chart of %s"), title);
    case ASK_CHART_PIE:
      return g_strdup_printf (_ ("Pie chart of %s"), title);
    case ASK_CHART_GROUPED_BAR:
      return g_strdup_printf (_ ("Grouped bar chart of %s"), title);
    case ASK_CHART_SCATTER:
      return g_strdup_printf (_ ("Scatter plot of %s"), title);
    case ASK_CHART_AREA:
      return g_strdup_printf (_ ("Area chart of %s"), title);
    case ASK_CHART_STACKED_AREA:
      return g_strdup_printf (_ ("Stacked area chart of %s"), title);
    case ASK_CHART_STACKED_BAR:
      return g_strdup_printf (_ ("Stacked bar chart of %s"), title);
    case ASK_CHART_PERCENT_BAR:
      return g_strdup_printf (_ ("Stacked bar chart, each bar 100%%, of %s"), title);
    case ASK_CHART_DONUT:
      return g_strdup_printf (_ ("Donut chart of %s"), title);
    case ASK_CHART_RADAR:
      return g_strdup_printf (_ ("Radar chart of %s"), title);
    case ASK_CHART_CANDLESTICK:
      return g_strdup_printf (_ ("Candlestick chart of %s"), title);
    case ASK_CHART_BOX:
      return g_strdup_printf (_ ("Box plot of %s"), title);
    case ASK_CHART_HISTOGRAM:
      return g_strdup_printf (_ ("Histogram of %s"), title);
    case ASK_CHART_HEAT_MAP:
      return g_strdup_printf (_ ("Heat map of %s"), title);
    case ASK_CHART_COMBINATION:
      return g_strdup_printf (_ ("Bars and a line of %s"), title);
    case ASK_CHART_BUBBLE:
      return g_strdup_printf (_ ("Bubble chart of %s"), title);
    case ASK_CHART_FUNNEL:
      return g_strdup_printf (_ ("Funnel chart of %s"), title);
    case ASK_CHART_WATERFALL:
      return g_strdup_printf (_ ("Waterfall chart of %s"), title);
    case ASK_CHART_SLOPE:
      return g_strdup_printf (_ ("Slope chart of %s"), title);
    case ASK_CHART_SMALL_MULTIPLES:
      return g_strdup_printf (_ ("Small line charts of %s"), title);
    case ASK_CHART_POINT_MAP:
      return g_strdup_printf (_ ("Map of %s"), title);
    case ASK_CHART_VALUE:
    case ASK_CHART_TABLE:
    default:
      return g_strdup_printf (_ ("Table of %s"), title);
    }
}

/* What a person took out of the picture, and can show again. */
static void
append_hidden (AskChart *self, GString *text)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = ask_chart_count_keys (self), n_hidden = 0;

  for (guint i = 0; i < n && self->look->hidden->len > 0; i++)
    {
      g_autofree char *name = ask_chart_dup_key (self, i);

      if (!ask_chart_look_is_hidden (self->look, name))
        continue;
      g_string_append_printf (names, "%s%s", n_hidden > 0 ? ", " : "", name);
      n_hidden++;
    }
  /* Where all are, all are drawn. */
  if (n_hidden == 0 || n_hidden == n)
    return;
  g_string_append (text, "; ");
  /* TRANSLATORS: names of series that are not drawn */
  g_string_append_printf (text, _ ("hidden: %s"), names->str);
}

/**
 * ask_chart_describe:
 *
 * For those who cannot see it: "Bar chart of revenue by region, 5 bars, highest Lyon 12,300, lowest
 * Bonn 120". It tells what is seen; what is hidden is named alone.
 *
 * Returns: (transfer full): one sentence without its full stop
 */
char *
ask_chart_describe (AskChart *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *title = self->kind == ASK_CHART_HISTOGRAM ? g_strdup (self->x_label) : lower_title (self);
  g_autofree char *head = name_kind (self->kind, title);
  AskChartShown shown;

  if (self->kind == ASK_CHART_VALUE)
    {
      guint column = g_array_index (self->y_columns, guint, 0);
      gboolean null = ask_rows_get (self->rows, 0, column)->kind == ASK_VALUE_NULL;
      g_autofree char *value = null ? g_strdup (_ ("no value")) : ask_chart_dup_cell (self, 0, column);

      g_string_append_printf (text, "%s: %s", self->title, value);
      if (self->labels->len > 0)
        g_string_append_printf (text, ", %s", (const char *) self->labels->pdata[0]);
      return g_string_free (text, FALSE);
    }
  g_string_append (text, head);
  ask_chart_shown_init (&shown, self);
  switch (self->kind)
    {
    case ASK_CHART_TABLE:
      {
        gsize n_rows = ask_rows_get_n_rows (self->rows);
        g_autofree char *count = ask_chart_format_number ((double) n_rows, ASK_CHART_FORMAT_NUMBER);

        g_string_append (text, ", ");
        g_string_append_printf (text, ngettext ("%s row", "%s rows", n_rows), count);
        g_string_append (text, ", ");
        g_string_append_printf (text, ngettext ("%u column", "%u columns", self->profile->n_columns),
                                self->profile->n_columns);
        break;
      }
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
    case ASK_CHART_POINT_MAP:
      describe_dots (&shown.chart, text);
      break;
    default:
      describe_points (&shown.chart, text);
      break;
    }
  ask_chart_shown_clear (&shown);
  append_hidden (self, text);
  return g_string_free (text, FALSE);
}

static void
add_column (AskChart *self, JsonBuilder *builder, int column)
{
  if (column < 0)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  ask_json_add_string (builder, "column", ask_rows_get_column (self->rows, (guint) column)->name);
  ask_json_add_string (builder, "label", self->profile->columns[column].label);
  if (self->profile->columns[column].unit != NULL)
    {
      ask_json_add_string (builder, "unit", self->profile->columns[column].unit);
    }
  json_builder_end_object (builder);
}

static void
add_series (AskChart *self, JsonBuilder *builder, guint index)
{
  const AskChartSeries *series = self->series->pdata[index];

  json_builder_begin_object (builder);
  ask_json_add_string (builder, "name", series->name);
  if (self->n_points <= MAX_JSON_POINTS && !ask_chart_has_dots (self))
    {
      ask_json_begin_array (builder, "values");
      for (gsize i = 0; i < self->n_points; i++)
        if (isfinite (series->values[i]))
          json_builder_add_double_value (builder, series->values[i]);
        else
          json_builder_add_null_value (builder);
      json_builder_end_array (builder);
    }
  json_builder_end_object (builder);
}

/**
 * ask_chart_to_json:
 *
 * {"kind", "title", "reason", "rule", "description", "x", "y": […], "group", "points",
 * "categories": […], "series": [{"name", "values"}], "look"}; categories and values are left out above
 * 500 points, "look", as of ask_chart_look_to_json(), where nothing was changed.
 *
 * Returns: (transfer full): an object
 */
JsonNode *
ask_chart_to_json (AskChart *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new_immutable ();
  g_autofree char *description = ask_chart_describe (self);

  json_builder_begin_object (builder);
  ask_json_add_string (builder, "kind", ask_chart_kind_to_string (self->kind));
  ask_json_add_string (builder, "title", self->title);
  ask_json_add_string (builder, "reason", self->reason);
  ask_json_add_string (builder, "rule", self->rule);
  ask_json_add_string (builder, "description", description);
  json_builder_set_member_name (builder, "x");
  add_column (self, builder, self->x_column);
  ask_json_begin_array (builder, "y");
  for (guint i = 0; i < self->y_columns->len; i++)
    add_column (self, builder, (int) g_array_index (self->y_columns, guint, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "group");
  add_column (self, builder, self->group_column);
  ask_json_add_integer (builder, "points", (gint64) (ask_chart_has_dots (self) ? self->n_dots : self->n_points));
  if (self->n_points > 0 && self->n_points <= MAX_JSON_POINTS)
    {
      ask_json_begin_array (builder, "categories");
      for (gsize i = 0; i < self->n_points; i++)
        {
          g_autofree char *label = ask_chart_dup_x_label (self, i);

          json_builder_add_string_value (builder, label);
        }
      json_builder_end_array (builder);
    }
  ask_json_begin_array (builder, "series");
  for (guint i = 0; i < self->series->len; i++)
    add_series (self, builder, i);
  json_builder_end_array (builder);
  if (!ask_chart_look_is_empty (self->look))
    {
      json_builder_set_member_name (builder, "look");
      json_builder_add_value (builder, ask_chart_look_to_json (self->look));
    }
  json_builder_end_object (builder);
  return json_builder_get_root (builder);
}

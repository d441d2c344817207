/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions that a form asks of a chart. Answers are about what is drawn now.
 */
#include "config.h"

#include "chart/ask-chart-columns.h"

#include "chart/ask-chart-draw.h"

/** ask_chart_count_columns: Returns: how many columns the result has */
guint
ask_chart_count_columns (AskChart *self)
{
  return ask_rows_get_n_columns (self->rows);
}

/** ask_chart_get_column_name: @column: from 0. Returns: (transfer none): its name, as a look has it */
const char *
ask_chart_get_column_name (AskChart *self, guint column)
{
  return ask_rows_get_column (self->rows, column)->name;
}

/** ask_chart_could_draw_column: @column: from 0. Returns: whether all that it has are numbers */
gboolean
ask_chart_could_draw_column (AskChart *self, guint column)
{
  const AskChartColumn *profile = &self->profile->columns[column];
  gsize n = ask_rows_get_n_rows (self->rows) - profile->n_nulls;

  return profile->n_finite > 0 && profile->n_finite + profile->n_infinite == n && !profile->boolean;
}

/** ask_chart_draws_column: @column: from 0. Returns: whether its values are amounts that are drawn now */
gboolean
ask_chart_draws_column (AskChart *self, guint column)
{
  for (guint i = 0; i < self->y_columns->len; i++)
    if (g_array_index (self->y_columns, guint, i) == column)
      return TRUE;
  return (ask_chart_has_dots (self) || self->kind == ASK_CHART_HISTOGRAM)
         && ((int) column == self->x_column || (int) column == self->size_column);
}

/** ask_chart_may_begin_elsewhere: Returns: whether the value axis may begin elsewhere than at zero: no length is a value */
gboolean
ask_chart_may_begin_elsewhere (AskChart *self)
{
  return ask_chart_may_leave_zero (self);
}

/** ask_chart_begins_at_zero: Returns: whether zero is on the value axis now */
gboolean
ask_chart_begins_at_zero (AskChart *self)
{
  double min, max;

  if (ask_chart_has_dots (self))
    ask_chart_get_dot_range (self->ys, self->n_dots, &min, &max);
  else
    ask_chart_get_range (self, self->n_points, &min, &max);
  return min <= 0 || ask_chart_needs_zero (self, min, max);
}

static void
colored_free (gpointer data)
{
  AskChartColored *colored = data;

  g_free (colored->name);
  g_free (colored);
}

/** ask_chart_list_colors: @theme: whose colours are taken where nobody chose. Returns: (transfer full) (element-type
 * AskChartColored): what has a colour of its own */
GPtrArray *
ask_chart_list_colors (AskChart *self, const AskChartTheme *theme)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (colored_free);
  gboolean pie = self->kind == ASK_CHART_PIE || self->kind == ASK_CHART_DONUT;
  AskChartCanvas canvas = { .theme = theme };
  guint n = pie ? (guint) self->n_points : self->series->len;

  if (self->kind == ASK_CHART_VALUE || self->kind == ASK_CHART_TABLE || self->kind == ASK_CHART_BOX
      || self->kind == ASK_CHART_CANDLESTICK || self->kind == ASK_CHART_HEAT_MAP || self->kind == ASK_CHART_WATERFALL
      || self->kind == ASK_CHART_SMALL_MULTIPLES)
    n = 0;
  for (guint i = 0; i < n; i++)
    {
      AskChartColored *colored = g_new0 (AskChartColored, 1);

      colored->name
        = pie ? ask_chart_dup_x_label (self, i) : g_strdup (((AskChartSeries *) self->series->pdata[i])->name);
      colored->color = pie ? ask_chart_get_part_color (self, &canvas, i) : ask_chart_get_color (self, &canvas, i);
      colored->hides = ask_chart_has_keys (self);
      g_ptr_array_add (all, colored);
    }
  return all;
}

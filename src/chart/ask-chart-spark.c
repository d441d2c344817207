/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sparkline has no axis and no text; its last value is a dot, for that is the one that stands beside it in a table.
 */
#include "config.h"

#include "chart/ask-chart-spark.h"

#include <glib/gi18n.h>
#include <math.h>

#include "chart/ask-chart-scale.h"

static void
set_color (cairo_t *cr, guint32 color)
{
  cairo_set_source_rgb (cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0);
}

static gboolean
find_range (const AskChartSpark *spark, double *min, double *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (gsize i = 0; i < spark->n_values; i++)
    if (isfinite (spark->values[i]))
      {
        *min = MIN (*min, spark->values[i]);
        *max = MAX (*max, spark->values[i]);
      }
  return *min <= *max;
}

static void
draw_bars (cairo_t *cr, double width, double height, const AskChartSpark *spark, const AskChartTheme *theme)
{
  double min, max, slot = width / (double) MAX (1, spark->n_values), zero;

  if (!find_range (spark, &min, &max))
    return;
  min = MIN (min, 0);
  max = MAX (max, 0);
  if (max == min)
    max = min + 1;
  zero = height * max / (max - min);
  for (gsize i = 0; i < spark->n_values; i++)
    {
      double value = spark->values[i], length = fabs (value) / (max - min) * height;
      gsize at = theme->right_to_left ? spark->n_values - 1 - i : i;

      if (!isfinite (value))
        continue;
      set_color (cr, theme->series[value < 0 ? 5 : 0]);
      cairo_rectangle (cr, slot * (double) at, value < 0 ? zero : zero - length, MAX (slot - 1, 1), MAX (length, 0.5));
      cairo_fill (cr);
    }
}

static void
draw_line (cairo_t *cr, double width, double height, const AskChartSpark *spark, const AskChartTheme *theme)
{
  double min, max, pad = MIN (3, height / 4), x = 0, y = 0;
  gboolean down = FALSE;

  if (!find_range (spark, &min, &max))
    return;
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 1.4);
  set_color (cr, theme->series[0]);
  for (gsize i = 0; i < spark->n_values; i++)
    {
      double share = spark->n_values > 1 ? (double) i / (double) (spark->n_values - 1) : 0.5;

      if (!isfinite (spark->values[i]))
        {
          down = FALSE;
          continue;
        }
      x = pad + (width - 2 * pad) * (theme->right_to_left ? 1 - share : share);
      y = max > min ? pad + (height - 2 * pad) * (max - spark->values[i]) / (max - min) : height / 2;
      if (down)
        cairo_line_to (cr, x, y);
      else
        cairo_move_to (cr, x, y);
      down = TRUE;
    }
  cairo_stroke (cr);
  if (spark->n_values > 0 && isfinite (spark->values[spark->n_values - 1]))
    {
      cairo_arc (cr, x, y, MIN (2.2, pad), 0, 2 * G_PI);
      cairo_fill (cr);
    }
}

/**
 * ask_chart_draw_spark:
 * @cr: (transfer none): where to; its state is put back
 * @width: in units of @cr
 * @height: likewise
 * @spark: what is drawn
 * @theme: (nullable): %NULL for ask_chart_theme_light(); the background is left to the cell
 *
 * Draws into the rectangle from 0, 0, from the least value to the greatest; bars from zero.
 */
void
ask_chart_draw_spark (cairo_t *cr, double width, double height, const AskChartSpark *spark, const AskChartTheme *theme)
{
  if (theme == NULL)
    theme = ask_chart_theme_light ();
  if (!(width > 0) || !(height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (spark->bars)
    draw_bars (cr, width, height, spark, theme);
  else
    draw_line (cr, width, height, spark, theme);
  cairo_restore (cr);
}

/** ask_chart_describe_spark: @spark: a sparkline. Returns: (transfer full): its ends and its extremes in words, for those who do
 * not see it */
char *
ask_chart_describe_spark (const AskChartSpark *spark)
{
  double ends[2] = { NAN, NAN }, min, max;
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *least = NULL;
  g_autofree char *most = NULL;

  if (!find_range (spark, &min, &max))
    return g_strdup (_ ("no values"));
  for (gsize i = 0; i < spark->n_values; i++)
    if (isfinite (spark->values[i]))
      {
        ends[0] = isnan (ends[0]) ? spark->values[i] : ends[0];
        ends[1] = spark->values[i];
      }
  first = ask_chart_format_number (ends[0], ASK_CHART_FORMAT_NUMBER);
  last = ask_chart_format_number (ends[1], ASK_CHART_FORMAT_NUMBER);
  least = ask_chart_format_number (min, ASK_CHART_FORMAT_NUMBER);
  most = ask_chart_format_number (max, ASK_CHART_FORMAT_NUMBER);
  /* TRANSLATORS: a small line in a table, in words: its first and its last value, its least and its greatest */
  return g_strdup_printf (_ ("from %s to %s, least %s, most %s"), first, last, least, most);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sheet around a plot: background, title, legend, value axis, and the themes. Draws only what
 * ask_chart_choose() decided; the size of the sheet may change the layout, never the numbers.
 */
#include "config.h"

#include "chart/ask-chart-draw.h"

#include <math.h>

/* The palette of M. Okabe and K. Ito, told apart by all kinds of colour vision; black gave way to
 * grey, and the order puts first what stands out best from the background. */
static const AskChartTheme light = {
  .background = 0xffffff,
  .text = 0x2e3436,
  .muted = 0x5e5c64,
  .grid = 0xe3e2e0,
  .series = { 0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0x77767b, 0xf0e442 },
  .text_scale = 1,
};

static const AskChartTheme dark = {
  .background = 0x242424,
  .text = 0xf6f5f4,
  .muted = 0xb8b6b1,
  .grid = 0x3d3d3d,
  .series = { 0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0xf0e442, 0xd55e00, 0x3a87c8, 0xa9a8ad },
  .text_scale = 1,
};

/** ask_chart_theme_light: Returns: (transfer none): dark text on white; copy it to change a field */
const AskChartTheme *
ask_chart_theme_light (void)
{
  return &light;
}

/** ask_chart_theme_dark: Returns: (transfer none): light text on dark grey; copy it to change a field */
const AskChartTheme *
ask_chart_theme_dark (void)
{
  return &dark;
}

/**
 * ask_chart_get_color:
 * @canvas: whose theme has the colours
 * @series: its place, from 0; the colours repeat after the eighth
 *
 * Returns: the colour of a series, as 0xRRGGBB; what is summed up as "Other" is grey, for it is no thing of its own
 */
guint32
ask_chart_get_color (AskChart *self, AskChartCanvas *canvas, guint series)
{
  const AskChartSeries *of = self->series->pdata[series];

  if (self->kind == ASK_CHART_SMALL_MULTIPLES && !of->other)
    return canvas->theme->series[0]; /* each has a place of its own, so that no colour has to tell them apart */
  /* On each other, the grey of the seventh and that of "Other" would be one. */
  if (series == 6 && ask_chart_is_stacked (self) && series + 2 == self->series->len
      && ((AskChartSeries *) self->series->pdata[7])->other)
    return canvas->theme->series[7];
  return of->other ? canvas->theme->muted : canvas->theme->series[series % G_N_ELEMENTS (canvas->theme->series)];
}

/**
 * ask_chart_count_ticks:
 * @canvas: whose lines of text the labels are as high as
 * @height: of the axis, in units of @canvas
 *
 * Returns: how many labels of a value axis have room one above the other, 2 to 8
 */
guint
ask_chart_count_ticks (AskChartCanvas *canvas, double height)
{
  return (guint) CLAMP (height / (canvas->line * 1.6), 2, 8);
}

/**
 * ask_chart_get_range:
 * @n_points: how many places are drawn, from the first
 * @min: (out): the smallest value of all series at these places
 * @max: (out): the largest one
 *
 * Both are 0 where no series has a value.
 */
void
ask_chart_get_range (AskChart *self, gsize n_points, double *min, double *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (guint i = 0; i < self->series->len; i++)
    for (gsize j = 0; j < n_points; j++)
      {
        double value = ask_chart_get_value (self, i, j), from;

        if (ask_chart_is_stacked (self))
          ask_chart_get_span (self, i, j, &from, &value);
        if (isfinite (value))
          {
            *min = MIN (*min, value);
            *max = MAX (*max, value);
          }
      }
  if (*min > *max)
    *min = *max = 0;
}

/**
 * ask_chart_needs_zero:
 * @min: the least value on the axis
 * @max: the greatest one
 *
 * The rule for baselines. Where a length is the value, the axis starts at zero. Lines, dots, boxes and candles are read by
 * their places: near zero, zero belongs on the axis; far away it would press them flat.
 *
 * Returns: whether zero has to be on the axis
 */
gboolean
ask_chart_needs_zero (AskChart *self, double min, double max)
{
  switch (self->kind)
    {
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_SMALL_MULTIPLES:
      return min <= 0 || min < max * 0.6;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
    case ASK_CHART_BOX:
    case ASK_CHART_CANDLESTICK:
      return min > 0 && min < max * 0.5;
    case ASK_CHART_SLOPE:
      return FALSE;
    default:
      return TRUE;
    }
}

/**
 * ask_chart_leaves_zero_out:
 *
 * Returns: whether the value axis starts above zero, or ends below it, which has to be told
 */
gboolean
ask_chart_leaves_zero_out (AskChart *self)
{
  double min, max;

  if (self->kind == ASK_CHART_SCATTER || self->kind == ASK_CHART_BUBBLE || self->kind == ASK_CHART_TABLE
      || self->kind == ASK_CHART_VALUE || self->series->len == 0)
    return FALSE;
  ask_chart_get_range (self, self->n_points, &min, &max);
  for (gsize i = 0; i < self->n_dots; i++)
    {
      min = MIN (min, self->ys[i]);
      max = MAX (max, self->ys[i]);
    }
  return (min > 0 || max < 0) && !ask_chart_needs_zero (self, min, max);
}

/**
 * ask_chart_draw_value_axis:
 * @canvas: what to draw on
 * @box: (inout): the plot with its labels; becomes the plot alone
 * @scale: its ticks, from the foot of @box to its top
 *
 * Labels at the start, a rule at each tick, zero stronger than the others.
 */
void
ask_chart_draw_value_axis (AskChartCanvas *canvas, AskChartBox *box, const AskChartScale *scale)
{
  double widest = 0;
  double gap = canvas->em * 0.6;

  for (guint i = 0; i < scale->n_ticks; i++)
    {
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);

      widest = MAX (widest, ask_chart_canvas_measure (canvas, label, ASK_CHART_SMALL, FALSE));
    }
  widest = MIN (widest, box->width / 3);
  for (guint i = 0; i < scale->n_ticks; i++)
    {
      double value = ask_chart_scale_get_tick (scale, i);
      double y = box->y + box->height * (1 - ask_chart_scale_get (scale, value));
      g_autofree char *label = ask_chart_scale_dup_label (scale, i);

      ask_chart_canvas_rule (canvas, box->x + widest + gap, y, box->x + box->width, y,
                             value == 0 ? canvas->theme->muted : canvas->theme->grid);
      ask_chart_canvas_text (canvas, label,
                             (AskChartSpot) { box->x + widest, y - canvas->em * ASK_CHART_SMALL * 0.62, widest + 1,
                                              ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
    }
  box->x += widest + gap;
  box->width -= widest + gap;
}

static gboolean
has_legend (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
      return self->group_column >= 0;
    case ASK_CHART_RADAR:
      return self->series->len > 1;
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_GROUPED_BAR:
    case ASK_CHART_STACKED_BAR:
    case ASK_CHART_PERCENT_BAR:
    case ASK_CHART_STACKED_AREA:
    case ASK_CHART_COMBINATION:
      return self->series->len > 0;
    default:
      return FALSE;
    }
}

static void
draw_swatch (AskChart *self, AskChartCanvas *canvas, guint series, double x, double y)
{
  double size = canvas->em * 0.75;
  double middle = y + canvas->line * 0.5;

  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, series), 1);
  if (self->kind == ASK_CHART_MULTI_LINE || (self->kind == ASK_CHART_COMBINATION && series > 0))
    ask_chart_canvas_rectangle (canvas, (AskChartBox) { x, middle - canvas->em * 0.1, size, canvas->em * 0.2 });
  else if (self->kind == ASK_CHART_SCATTER || self->kind == ASK_CHART_BUBBLE)
    {
      cairo_arc (canvas->cr, ask_chart_canvas_x (canvas, x + size / 2), middle, size / 2.4, 0, 2 * G_PI);
      cairo_fill (canvas->cr);
    }
  else
    ask_chart_canvas_rectangle (canvas, (AskChartBox) { x, middle - size / 2, size, size });
}

/* How many things the series from @first on stand for. */
static guint
count_names (AskChart *self, guint first)
{
  gsize n = 0;

  for (guint i = first; i < self->series->len; i++)
    n += ((AskChartSeries *) self->series->pdata[i])->n_names;
  return (guint) n;
}

/* Items flow like words; what has no room in the last line is counted. */
static double
draw_legend (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  guint max_lines = box.height > canvas->line * 14 ? 3 : box.height > canvas->line * 10 ? 2 : 1;
  double swatch = canvas->em * 0.75, gap = canvas->em * 0.45, between = canvas->em * 1.3;
  double more = ask_chart_canvas_measure (canvas, "+99", ASK_CHART_SMALL, FALSE) + between;
  double x = 0, widest = MIN (box.width * 0.6, canvas->em * 16);
  guint line = 0;

  for (guint i = 0; i < self->series->len; i++)
    {
      const char *name = ((AskChartSeries *) self->series->pdata[i])->name;
      double text = MIN (ask_chart_canvas_measure (canvas, name, ASK_CHART_SMALL, FALSE), widest);
      double width = swatch + gap + text;
      gboolean last = i + 1 == self->series->len;
      double room = box.width - (line + 1 == max_lines && !last ? more : 0);

      if (x > 0 && x + width > room)
        {
          if (line + 1 == max_lines)
            {
              g_autofree char *rest = g_strdup_printf ("+%u", count_names (self, i));

              ask_chart_canvas_text (canvas, rest,
                                     (AskChartSpot) { box.x + x, box.y + line * canvas->line + canvas->em * 0.06, more,
                                                      ASK_CHART_ANCHOR_START },
                                     (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->muted });
              break;
            }
          line++;
          x = 0;
        }
      draw_swatch (self, canvas, i, box.x + x, box.y + line * canvas->line);
      ask_chart_canvas_text (canvas, name,
                             (AskChartSpot) { box.x + x + swatch + gap, box.y + line * canvas->line + canvas->em * 0.06,
                                              text + 1, ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE, canvas->theme->text });
      x += width + between;
    }
  return (line + 1) * canvas->line;
}

static void
draw_plot (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  switch (self->kind)
    {
    case ASK_CHART_BAR:
    case ASK_CHART_BAR_HORIZONTAL:
    case ASK_CHART_GROUPED_BAR:
    case ASK_CHART_STACKED_BAR:
    case ASK_CHART_PERCENT_BAR:
      ask_chart_draw_bars (self, canvas, box);
      break;
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_AREA:
    case ASK_CHART_STACKED_AREA:
      ask_chart_draw_lines (self, canvas, box);
      break;
    case ASK_CHART_SMALL_MULTIPLES:
      ask_chart_draw_multiples (self, canvas, box);
      break;
    case ASK_CHART_SLOPE:
      ask_chart_draw_slopes (self, canvas, box);
      break;
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
      ask_chart_draw_dots (self, canvas, box);
      break;
    case ASK_CHART_HISTOGRAM:
      ask_chart_draw_bins (self, canvas, box);
      break;
    case ASK_CHART_BOX:
      ask_chart_draw_boxes (self, canvas, box);
      break;
    case ASK_CHART_CANDLESTICK:
      ask_chart_draw_candles (self, canvas, box);
      break;
    case ASK_CHART_HEAT_MAP:
      ask_chart_draw_heat_map (self, canvas, box);
      break;
    case ASK_CHART_COMBINATION:
      ask_chart_draw_combination (self, canvas, box);
      break;
    case ASK_CHART_WATERFALL:
      ask_chart_draw_waterfall (self, canvas, box);
      break;
    case ASK_CHART_FUNNEL:
      ask_chart_draw_funnel (self, canvas, box);
      break;
    case ASK_CHART_RADAR:
      ask_chart_draw_radar (self, canvas, box);
      break;
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
      ask_chart_draw_pie (self, canvas, box);
      break;
    case ASK_CHART_VALUE:
      ask_chart_draw_value (self, canvas, box);
      break;
    default:
      ask_chart_draw_table (self, canvas, box);
      break;
    }
}

/**
 * ask_chart_draw:
 * @cr: (transfer none): where to; its state is put back
 * @width: in units of @cr
 * @height: likewise; below 40 by 30 only the background is drawn
 * @theme: (nullable): %NULL for ask_chart_theme_light()
 *
 * Draws into the rectangle from 0, 0. Any thread may draw, each on its own @cr.
 */
void
ask_chart_draw (AskChart *self, cairo_t *cr, double width, double height, const AskChartTheme *theme)
{
  AskChartCanvas canvas;
  AskChartBox box;
  double pad;

  g_return_if_fail (self != NULL && cr != NULL);
  if (theme == NULL)
    theme = &light;
  if (!(width > 0) || !(height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  ask_chart_canvas_init (&canvas, cr, width, height, theme);
  if (!theme->transparent)
    {
      ask_chart_canvas_color (&canvas, theme->background, 1);
      cairo_paint (cr);
    }
  pad = MIN (canvas.em * 1.1, MIN (width, height) * 0.06);
  box = (AskChartBox) { pad, pad, width - 2 * pad, height - 2 * pad };
  if (width >= 40 && height >= 30)
    {
      if (self->kind != ASK_CHART_VALUE)
        {
          guint lines = height > canvas.line * 14 ? 2 : 1;
          double used = ask_chart_canvas_paragraph (&canvas, self->title, box, lines,
                                                    (AskChartStyle) { ASK_CHART_TITLE, TRUE, theme->text });

          used += canvas.em * 0.7;
          box.y += used;
          box.height -= used;
        }
      if (has_legend (self))
        {
          double used = draw_legend (self, &canvas, box) + canvas.em * 0.3;

          box.y += used;
          box.height -= used;
        }
      if (box.height > canvas.em)
        draw_plot (self, &canvas, box);
    }
  ask_chart_canvas_clear (&canvas);
  cairo_restore (cr);
}

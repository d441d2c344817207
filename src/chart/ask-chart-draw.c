/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sheet around a plot: background, title, legend, value axis, and the themes. Draws only what
 * ask_chart_choose() decided; the size of the sheet may change the layout, never the numbers.
 */
#include "config.h"

#include "chart/ask-chart-draw.h"
#include "chart/ask-chart-thin.h"

#include <math.h>
#include <string.h>

#include "base/ask-locale.h"

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
  .series = { 0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0xf0e442, 0xd55e00, 0x3a87c8, 0xe8e6e3 },
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
  const AskChartSeries *of = self->series->pdata[series], *last = self->series->pdata[self->series->len - 1];
  gpointer chosen;

  if (g_hash_table_lookup_extended (self->look->colors, of->name, NULL, &chosen))
    return GPOINTER_TO_UINT (chosen);
  if (self->kind == ASK_CHART_SMALL_MULTIPLES && !of->other)
    return canvas->theme->series[0]; /* each has a place of its own, so that no colour has to tell them apart */
  /* On each other, the grey of the seventh and that of "Other" would be one. */
  if (of->index == 6 && ask_chart_is_stacked (self) && last->other && last->index == 7)
    return canvas->theme->series[7];
  return of->other ? canvas->theme->muted : canvas->theme->series[of->index % ASK_CHART_N_COLORS];
}

/** ask_chart_set_color: @canvas: a sheet; @series: one that is seen; @alpha: from 0, unseen, to 1. Sets what is drawn with. */
void
ask_chart_set_color (AskChart *self, AskChartCanvas *canvas, guint series, double alpha)
{
  ask_chart_canvas_color (canvas, ask_chart_get_color (self, canvas, series), alpha);
  ask_chart_canvas_hatch (canvas, ((AskChartSeries *) self->series->pdata[series])->index);
}

/* Whether @title says @unit as a word of its own: "in EUR", "(€)". */
static gboolean
says_unit (const char *title, const char *unit)
{
  for (const char *at = title; (at = strstr (at, unit)) != NULL; at = g_utf8_next_char (at))
    {
      const char *before = at > title ? g_utf8_find_prev_char (title, at) : NULL;
      gboolean word = g_unichar_isalnum (g_utf8_get_char (unit));

      if (!word
          || ((before == NULL || !g_unichar_isalnum (g_utf8_get_char (before)))
              && !g_unichar_isalnum (g_utf8_get_char (at + strlen (unit)))))
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_chart_get_unit:
 * @unit: (nullable): what the values of an axis are in
 * @title: (nullable): what a person wrote beside the axis
 *
 * Returns: (transfer none) (nullable): what the axis has to say; %NULL where its title, or that of the chart, says it
 */
const char *
ask_chart_get_unit (AskChart *self, const char *unit, const char *title)
{
  const char *const titles[] = { title, self->look->title };
  const AskCurrency *currency = ask_locale_find_currency (unit);

  for (guint i = 0; i < G_N_ELEMENTS (titles) && unit != NULL; i++)
    if (titles[i] != NULL
        && (says_unit (titles[i], unit) || (currency != NULL && says_unit (titles[i], currency->sign))))
      return NULL;
  return unit;
}

/**
 * ask_chart_init_scale:
 * @scale: (out): the value axis
 * @min: the least value
 * @max: the greatest one
 * @max_ticks: how many labels have room
 * @format: how they are written
 *
 * By the rule for baselines, and by what a person chose instead. Ticks say the unit of the values, unless a title does.
 */
void
ask_chart_init_scale (AskChart *self, AskChartScale *scale, double min, double max, guint max_ticks,
                      AskChartFormat format)
{
  const AskChartLook *look = self->look;
  gboolean zoomed = !isnan (look->zoom_y[0]) && ask_chart_zooms_up (self);
  double from = zoomed ? look->zoom_y[0] : look->min, to = zoomed ? look->zoom_y[1] : look->max;

  /* A length that is cut off at its foot is no value any more. */
  if (!ask_chart_may_leave_zero (self) && from > 0)
    from = NAN;
  if (isnan (from) && isnan (to))
    {
      ask_chart_scale_init (scale, min, max, ask_chart_needs_zero (self, min, max), max_ticks, format);
      scale->unit = ask_chart_get_unit (self, self->y_unit, look->y_title);
      return;
    }
  if (isnan (from))
    from = MIN (ask_chart_needs_zero (self, min, max) ? MIN (min, 0) : min, to);
  else if (isnan (to))
    to = MAX (ask_chart_needs_zero (self, min, max) ? MAX (max, 0) : max, from);
  ask_chart_scale_init_exactly (scale, from, to, max_ticks, format);
  scale->unit = ask_chart_get_unit (self, self->y_unit, look->y_title);
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
        const AskChartBlock *block = ask_chart_thin_find (self->series->pdata[i], j, n_points);
        double value = ask_chart_get_value (self, i, j), from;

        if (block != NULL && !ask_chart_is_stacked (self))
          {
            *min = MIN (*min, block->min);
            *max = MAX (*max, block->max);
            j += ASK_CHART_THIN_BLOCK - 1;
            continue;
          }
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

/** ask_chart_may_leave_zero: Returns: whether the value axis may begin elsewhere than at zero: no length is a value */
gboolean
ask_chart_may_leave_zero (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_LINE:
    case ASK_CHART_MULTI_LINE:
    case ASK_CHART_SMALL_MULTIPLES:
    case ASK_CHART_SCATTER:
    case ASK_CHART_BUBBLE:
    case ASK_CHART_BOX:
    case ASK_CHART_CANDLESTICK:
      return TRUE;
    default:
      return FALSE;
    }
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
  /* Where a length is the value, nobody turns the rule off. */
  gboolean free = ask_chart_may_leave_zero (self);

  if (free && self->look->zero != ASK_CHART_ZERO_RULES)
    return self->look->zero == ASK_CHART_ZERO_ALWAYS;
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

/* A pie has its legend beside it. */
static gboolean
has_legend (AskChart *self)
{
  return ask_chart_has_keys (self) && self->kind != ASK_CHART_PIE && self->kind != ASK_CHART_DONUT;
}

static void
draw_swatch (AskChart *self, AskChartCanvas *canvas, guint series, double x, double y)
{
  double size = canvas->em * 0.75;
  double middle = y + canvas->line * 0.5;

  if (ask_chart_look_is_hidden (self->look, ((AskChartSeries *) self->series->pdata[series])->name))
    ask_chart_canvas_color (canvas, canvas->theme->grid, 1);
  else
    ask_chart_set_color (self, canvas, series, 1);
  if (self->kind == ASK_CHART_MULTI_LINE || (self->kind == ASK_CHART_COMBINATION && series > 0))
    ask_chart_canvas_rectangle (canvas, (AskChartBox) { x, middle - canvas->em * 0.1, size, canvas->em * 0.2 });
  else if (ask_chart_has_dots (self))
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
                             (AskChartStyle) { ASK_CHART_SMALL, FALSE,
                                               ask_chart_look_is_hidden (self->look, name) ? canvas->theme->muted
                                                                                           : canvas->theme->text });
      ask_chart_canvas_mark_key (
        canvas, (AskChartBox) { box.x + x, box.y + line * canvas->line, swatch + gap + text, canvas->line }, i);
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
    case ASK_CHART_POINT_MAP:
      ask_chart_draw_map (self, canvas, box);
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

/** ask_chart_has_no_axes: Returns: whether there is no axis that could have a title */
gboolean
ask_chart_has_no_axes (AskChart *self)
{
  switch (self->kind)
    {
    case ASK_CHART_VALUE:
    case ASK_CHART_TABLE:
    case ASK_CHART_PIE:
    case ASK_CHART_DONUT:
    case ASK_CHART_RADAR:
    case ASK_CHART_FUNNEL:
    case ASK_CHART_POINT_MAP:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Titles of axes that a person wrote, where the kind itself writes none. */
static void
draw_axis_titles (AskChart *self, AskChartCanvas *canvas, AskChartBox *box)
{
  gboolean own = self->kind == ASK_CHART_SCATTER || self->kind == ASK_CHART_BUBBLE || self->kind == ASK_CHART_HISTOGRAM;
  const AskChartStyle style = { ASK_CHART_SMALL, FALSE, canvas->theme->text };

  if (own || ask_chart_has_no_axes (self))
    return;
  if (self->look->y_title != NULL)
    {
      ask_chart_canvas_text (canvas, self->look->y_title,
                             (AskChartSpot) { box->x, box->y, box->width, ASK_CHART_ANCHOR_START }, style);
      box->y += canvas->line;
      box->height -= canvas->line;
    }
  if (self->look->x_title != NULL)
    {
      box->height -= canvas->line;
      ask_chart_canvas_text (canvas, self->look->x_title,
                             (AskChartSpot) { box->x + box->width, box->y + box->height, box->width,
                                              ASK_CHART_ANCHOR_END },
                             style);
    }
}

static void
draw_sheet (AskChart *self, AskChart *shown, AskChartCanvas *canvas)
{
  double width = canvas->width, height = canvas->height;
  double pad = MIN (canvas->em * 1.1, MIN (width, height) * 0.06);
  AskChartBox box = { pad, pad, width - 2 * pad, height - 2 * pad };

  if (width < 40 || height < 30)
    return;
  if (self->kind != ASK_CHART_VALUE && !canvas->theme->untitled)
    {
      guint lines = height > canvas->line * 14 ? 2 : 1;
      double used = ask_chart_canvas_paragraph (canvas, self->title, box, lines,
                                                (AskChartStyle) { ASK_CHART_TITLE, TRUE, canvas->theme->text });

      used += canvas->em * 0.7;
      box.y += used;
      box.height -= used;
    }
  if (has_legend (self))
    {
      double used = draw_legend (self, canvas, box) + canvas->em * 0.3;

      box.y += used;
      box.height -= used;
    }
  draw_axis_titles (self, canvas, &box);
  if (box.height > canvas->em)
    draw_plot (shown, canvas, box);
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
  ask_chart_draw_scene (self, cr, width, height, theme, NULL);
}

/**
 * ask_chart_draw_scene:
 * @cr: (transfer none): where to; its state is put back
 * @width: in units of @cr
 * @height: likewise
 * @theme: (nullable): as of ask_chart_draw()
 * @scene: (nullable): is filled with what is drawn where
 *
 * As ask_chart_draw().
 */
void
ask_chart_draw_scene (AskChart *self, cairo_t *cr, double width, double height, const AskChartTheme *theme,
                      AskChartScene *scene)
{
  AskChartCanvas canvas;
  AskChartShown shown;

  g_return_if_fail (self != NULL && cr != NULL);
  if (theme == NULL)
    theme = &light;
  if (!(width > 0) || !(height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  ask_chart_canvas_init (&canvas, cr, width, height, theme);
  canvas.scene = scene;
  if (!theme->transparent)
    {
      ask_chart_canvas_color (&canvas, theme->background, 1);
      cairo_paint (cr);
    }
  if (scene == NULL)
    {
      ask_chart_shown_init (&shown, self);
      draw_sheet (self, &shown.chart, &canvas);
      ask_chart_shown_clear (&shown);
    }
  else
    {
      ask_chart_scene_begin (scene, self);
      scene->right_to_left = theme->right_to_left;
      scene->em = canvas.em;
      scene->stroke = canvas.stroke;
      draw_sheet (self, &scene->shown.chart, &canvas);
    }
  ask_chart_canvas_clear (&canvas);
  cairo_restore (cr);
}

/** ask_chart_count_keys: Returns: how many entries the legend has, those beside a pie included; 0 where there is none */
guint
ask_chart_count_keys (AskChart *self)
{
  if (!ask_chart_has_keys (self))
    return 0;
  return has_legend (self) ? self->series->len : (guint) self->n_points;
}

/** ask_chart_dup_key: @key: from 0. Returns: (transfer full): the name of an entry of the legend, as a look hides it */
char *
ask_chart_dup_key (AskChart *self, guint key)
{
  if (has_legend (self))
    return g_strdup (((AskChartSeries *) self->series->pdata[key])->name);
  return ask_chart_dup_x_label (self, key);
}

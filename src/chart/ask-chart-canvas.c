/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text, bars and rules. Font options are fixed here, so that a picture does not depend on the
 * desktop's settings for hinting and comes out the same twice.
 */
#include "config.h"

#include "chart/ask-chart-canvas.h"

#include <math.h>

#include "base/ask-text.h"

/**
 * ask_chart_canvas_init:
 * @cr: what to draw on; borrowed, and so is @theme, until ask_chart_canvas_clear()
 * @width: of the whole sheet, in units of @cr
 * @height: likewise
 * @theme: the colours, the font and the direction of the text
 *
 * Text grows a little with the sheet, and with the theme's text scale.
 */
void
ask_chart_canvas_init (AskChartCanvas *self, cairo_t *cr, double width, double height, const AskChartTheme *theme)
{
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoContext *context;
  double growth = sqrt (MIN (width / 640, height / 400));
  double scale = theme->text_scale > 0 ? theme->text_scale : 1;

  *self = (AskChartCanvas) { .cr = cr, .width = width, .height = height, .theme = theme };
  self->stroke = CLAMP (12 * growth, 10, 20) * scale;
  self->em = theme->text_size > 0 ? theme->text_size * scale : self->stroke;
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  self->layout = pango_cairo_create_layout (cr);
  context = pango_layout_get_context (self->layout);
  pango_cairo_context_set_font_options (context, options);
  pango_context_set_round_glyph_positions (context, FALSE);
  /* Only text without letters follows this: "−8.1%" keeps its sign in front in every language. */
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  pango_layout_context_changed (self->layout);
  cairo_font_options_destroy (options);
  self->line = ceil (self->em * 1.35);
}

/** ask_chart_canvas_clear: lets go of what was made; the cairo context stays. */
void
ask_chart_canvas_clear (AskChartCanvas *self)
{
  g_clear_object (&self->layout);
}

/** ask_chart_canvas_x: Returns: @x on paper, mirrored where text runs right to left */
double
ask_chart_canvas_x (AskChartCanvas *self, double x)
{
  return self->theme->right_to_left ? self->width - x : x;
}

/** ask_chart_canvas_color: sets what is drawn with: @color as 0xRRGGBB, and @alpha from 0, unseen, to 1. */
void
ask_chart_canvas_color (AskChartCanvas *self, guint32 color, double alpha)
{
  cairo_set_source_rgba (self->cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0,
                         alpha);
  self->pattern = 0;
}

/** ask_chart_canvas_hatch: @self: a sheet whose colour is set; @pattern: of a series, from 0. What is filled until the next
 * colour is set has the pattern where the theme wants patterns; the first one is plain. */
void
ask_chart_canvas_hatch (AskChartCanvas *self, guint pattern)
{
  self->pattern = self->theme->patterns ? pattern : 0;
}

/* Parallel lines, and lines across them for every other turn. */
static void
draw_hatches (AskChartCanvas *self)
{
  static const double angles[] = { G_PI / 4, -G_PI / 4, 0, G_PI / 2 };
  guint turn = (self->pattern - 1) % G_N_ELEMENTS (angles);
  double gap = self->em * 0.5, x1, y1, x2, y2, reach;
  gboolean crossed = self->pattern > G_N_ELEMENTS (angles);

  cairo_clip_extents (self->cr, &x1, &y1, &x2, &y2);
  reach = hypot (x2 - x1, y2 - y1) / 2;
  cairo_translate (self->cr, (x1 + x2) / 2, (y1 + y2) / 2);
  cairo_set_line_width (self->cr, MAX (1, self->em * 0.12));
  for (guint pass = 0; pass < (crossed ? 2 : 1); pass++)
    {
      cairo_rotate (self->cr, pass == 0 ? angles[turn] : G_PI / 2);
      for (double y = -floor (reach / gap) * gap; y <= reach; y += gap)
        {
          cairo_move_to (self->cr, -reach, y);
          cairo_line_to (self->cr, reach, y);
        }
    }
  ask_chart_canvas_color (self, self->theme->text, 1);
  cairo_stroke (self->cr);
}

/** ask_chart_canvas_fill: @self: a sheet with a path. Fills it, with the pattern that is set. */
void
ask_chart_canvas_fill (AskChartCanvas *self)
{
  guint pattern = self->pattern;

  if (pattern == 0)
    {
      cairo_fill (self->cr);
      return;
    }
  cairo_save (self->cr);
  cairo_fill_preserve (self->cr);
  cairo_clip (self->cr);
  draw_hatches (self);
  cairo_restore (self->cr);
  self->pattern = pattern;
}

/** ask_chart_canvas_dash: @self: a sheet; @pattern: of a series, from 0. Lines are dashed from now on where the theme wants
 * patterns; the first one is whole. */
void
ask_chart_canvas_dash (AskChartCanvas *self, guint pattern)
{
  double em = self->stroke;
  const double dashes[][4] = {
    { em * 0.7, em * 0.4 }, { em * 0.16, em * 0.4 }, { em, em * 0.4, em * 0.16, em * 0.4 }, { em * 1.4, em * 0.5 }
  };
  guint turn = (pattern + G_N_ELEMENTS (dashes) - 1) % G_N_ELEMENTS (dashes);

  if (self->theme->patterns)
    cairo_set_dash (self->cr, dashes[turn], pattern == 0 ? 0 : turn == 2 ? 4 : 2, 0);
}

/** ask_chart_canvas_rectangle: fills @box. */
void
ask_chart_canvas_rectangle (AskChartCanvas *self, AskChartBox box)
{
  double x = self->theme->right_to_left ? self->width - box.x - box.width : box.x;

  cairo_rectangle (self->cr, x, box.y, box.width, box.height);
  ask_chart_canvas_fill (self);
}

/**
 * ask_chart_canvas_bar:
 * @box: what it fills, from the start of the line
 * @dx: 1 when the bar grows towards the end of the line, -1 towards the start, 0 when it stands
 * @dy: -1 when it grows up, 1 down, 0 when it lies
 *
 * Fills a bar whose far corners are rounded; the foot is square, because it stands on an axis.
 */
void
ask_chart_canvas_bar (AskChartCanvas *self, AskChartBox box, int dx, int dy)
{
  cairo_t *cr = self->cr;
  double x1 = self->theme->right_to_left ? self->width - box.x - box.width : box.x;
  double y1 = box.y, x2 = x1 + box.width, y2 = y1 + box.height;
  double length = dx != 0 ? box.width : box.height;
  double across = dx != 0 ? box.height : box.width;
  double r = MIN (self->em * 0.22, MIN (length, across / 2));
  int side = self->theme->right_to_left ? -dx : dx;
  double nw = dy < 0 || side < 0 ? r : 0, ne = dy < 0 || side > 0 ? r : 0;
  double sw = dy > 0 || side < 0 ? r : 0, se = dy > 0 || side > 0 ? r : 0;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x1 + nw, y1 + nw, nw, G_PI, 1.5 * G_PI);
  cairo_arc (cr, x2 - ne, y1 + ne, ne, -0.5 * G_PI, 0);
  cairo_arc (cr, x2 - se, y2 - se, se, 0, 0.5 * G_PI);
  cairo_arc (cr, x1 + sw, y2 - sw, sw, 0.5 * G_PI, G_PI);
  cairo_close_path (cr);
  ask_chart_canvas_fill (self);
}

/**
 * ask_chart_canvas_rule:
 * @x1: where it begins, from the start of the line
 * @y1: likewise, from the top
 * @x2: where it ends; @x1 when it is upright
 * @y2: likewise; @y1 when it is level
 * @color: as 0xRRGGBB
 *
 * Draws a hairline, level or upright, on whole pixels.
 */
void
ask_chart_canvas_rule (AskChartCanvas *self, double x1, double y1, double x2, double y2, guint32 color)
{
  double left = floor (ask_chart_canvas_x (self, x1)) + 0.5;
  double right = floor (ask_chart_canvas_x (self, x2)) + 0.5;

  ask_chart_canvas_color (self, color, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  cairo_move_to (self->cr, left, floor (y1) + 0.5);
  cairo_line_to (self->cr, right, floor (y2) + 0.5);
  cairo_stroke (self->cr);
}

static void
set_text (AskChartCanvas *self, const char *text, double size, gboolean bold)
{
  g_autofree char *line = ask_text_shorten (text, 200);
  PangoFontDescription *font
    = pango_font_description_from_string (self->theme->font != NULL ? self->theme->font : "Sans");
  PangoAttrList *attributes = pango_attr_list_new ();

  /* Figures of one width, where the font has them: columns of numbers line up. */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_font_description_set_absolute_size (font, self->em * size * PANGO_SCALE);
  pango_font_description_set_weight (font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, font);
  pango_layout_set_attributes (self->layout, attributes);
  pango_layout_set_text (self->layout, line, -1);
  pango_layout_set_width (self->layout, -1);
  pango_layout_set_height (self->layout, -1);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);
  pango_font_description_free (font);
  pango_attr_list_unref (attributes);
}

/**
 * ask_chart_canvas_measure:
 * @text: taken as one line of 200 characters at most, as it would be drawn
 * @size: in em
 * @bold: whether it is in bold type
 *
 * Returns: how wide @text is on one line
 */
double
ask_chart_canvas_measure (AskChartCanvas *self, const char *text, double size, gboolean bold)
{
  int width;

  set_text (self, text, size, bold);
  pango_layout_get_size (self->layout, &width, NULL);
  return width / (double) PANGO_SCALE;
}

/**
 * ask_chart_canvas_text:
 * @text: becomes one line of 200 characters at most
 * @spot: where it stands
 * @style: how it looks
 *
 * Returns: how wide the drawn text is
 */
double
ask_chart_canvas_text (AskChartCanvas *self, const char *text, AskChartSpot spot, AskChartStyle style)
{
  PangoRectangle logical;
  double width, left;

  if (spot.max_width < self->em * 0.5)
    return 0;
  set_text (self, text, style.size, style.bold);
  pango_layout_get_extents (self->layout, NULL, &logical);
  if (logical.width > spot.max_width * PANGO_SCALE)
    {
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (self->layout, (int) (spot.max_width * PANGO_SCALE));
      pango_layout_get_extents (self->layout, NULL, &logical);
    }
  width = logical.width / (double) PANGO_SCALE;
  left = spot.anchor == ASK_CHART_ANCHOR_START ? spot.x
         : spot.anchor == ASK_CHART_ANCHOR_END ? spot.x - width
                                               : spot.x - width / 2;
  if (self->theme->right_to_left)
    left = self->width - left - width;
  ask_chart_canvas_color (self, style.color, 1);
  cairo_move_to (self->cr, left - logical.x / (double) PANGO_SCALE, spot.y);
  pango_cairo_show_layout (self->cr, self->layout);
  return width;
}

/**
 * ask_chart_canvas_paragraph:
 * @text: 200 characters of it at most are drawn; line breaks become spaces
 * @box: from the start of the line; its height is not looked at
 * @max_lines: how many there are at most
 * @style: how it looks
 *
 * Returns: the height of the drawn text, which is wrapped and ends in an ellipsis where it is too long
 */
double
ask_chart_canvas_paragraph (AskChartCanvas *self, const char *text, AskChartBox box, guint max_lines,
                            AskChartStyle style)
{
  PangoRectangle logical;
  double left;

  set_text (self, text, style.size, style.bold);
  pango_layout_set_width (self->layout, (int) (MAX (box.width, 1) * PANGO_SCALE));
  pango_layout_set_wrap (self->layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_height (self->layout, -(int) max_lines);
  /* Left means the start of the text's own direction; the sheet's may be the other one. */
  if ((pango_layout_get_direction (self->layout, 0) == PANGO_DIRECTION_RTL) != self->theme->right_to_left)
    pango_layout_set_alignment (self->layout, PANGO_ALIGN_RIGHT);
  pango_layout_get_extents (self->layout, NULL, &logical);
  left = self->theme->right_to_left ? self->width - box.x - box.width : box.x;
  ask_chart_canvas_color (self, style.color, 1);
  cairo_move_to (self->cr, left, box.y);
  pango_cairo_show_layout (self->cr, self->layout);
  pango_layout_set_alignment (self->layout, PANGO_ALIGN_LEFT);
  return logical.height / (double) PANGO_SCALE;
}

static AskChartBox
mirror (AskChartCanvas *self, AskChartBox box)
{
  if (self->theme->right_to_left)
    box.x = self->width - box.x - box.width;
  return box;
}

/** ask_chart_canvas_clip: @box: from the start of the line. Draws only in it until cairo_restore(). */
void
ask_chart_canvas_clip (AskChartCanvas *self, AskChartBox box)
{
  box = mirror (self, box);
  cairo_save (self->cr);
  cairo_rectangle (self->cr, box.x, box.y, box.width, box.height);
  cairo_clip (self->cr);
  cairo_new_path (self->cr);
}

/** ask_chart_canvas_mark: @box: from the start of the line; @series: one that is seen, or -1; @place: likewise. Remembers that
 * they are drawn there. */
void
ask_chart_canvas_mark (AskChartCanvas *self, AskChartBox box, int series, gsize place)
{
  AskChartMark mark = { ASK_CHART_SHAPE_BOX, series, place, mirror (self, box), 0, 0, 0 };

  if (self->scene == NULL)
    return;
  /* What is as thin as a hair can still be pointed at. */
  if (mark.box.width < 3)
    {
      mark.box.x -= (3 - mark.box.width) / 2;
      mark.box.width = 3;
    }
  if (mark.box.height < 3)
    {
      mark.box.y -= (3 - mark.box.height) / 2;
      mark.box.height = 3;
    }
  g_array_append_val (self->scene->marks, mark);
}

/** ask_chart_canvas_mark_dot: @box: around a dot, on paper already; @series: one that is seen, or -1; @place: likewise, or a dot.
 * Remembers that it is drawn there. */
void
ask_chart_canvas_mark_dot (AskChartCanvas *self, AskChartBox box, int series, gsize place)
{
  AskChartMark mark = { ASK_CHART_SHAPE_DOT, series, place, box, 0, 0, 0 };

  if (self->scene != NULL)
    g_array_append_val (self->scene->marks, mark);
}

/** ask_chart_canvas_mark_part: @part: a sector, on paper already. Remembers that it is drawn there. */
void
ask_chart_canvas_mark_part (AskChartCanvas *self, const AskChartMark *part)
{
  if (self->scene != NULL)
    g_array_append_vals (self->scene->marks, part, 1);
}

/** ask_chart_canvas_mark_plot: @plot: its box from the start of the line. Remembers where it is drawn. */
void
ask_chart_canvas_mark_plot (AskChartCanvas *self, AskChartPlot plot)
{
  if (self->scene == NULL)
    return;
  plot.box = mirror (self, plot.box);
  g_array_append_val (self->scene->plots, plot);
}

/** ask_chart_canvas_mark_key: @box: of an entry of the legend, from the start of the line; @key: which one. Remembers it. */
void
ask_chart_canvas_mark_key (AskChartCanvas *self, AskChartBox box, guint key)
{
  AskChartKey entry = { mirror (self, box), key };

  if (self->scene != NULL)
    g_array_append_val (self->scene->keys, entry);
}

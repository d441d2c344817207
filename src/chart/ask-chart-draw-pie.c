/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A pie of at most eight parts, drawn as a ring, with its names beside it. Drawn only for values that are not negative;
 * parts run clockwise from noon, the largest first.
 */
#include "config.h"

#include <math.h>

#include "chart/ask-chart-draw.h"

static double
total_of (AskChart *self)
{
  double total = 0;

  for (gsize i = 0; i < self->n_points; i++)
    total += MAX (0, ask_chart_get_value (self, 0, i));
  return total;
}

/** ask_chart_get_part_color: @canvas: a sheet; @part: from 0. Returns: its colour; "Other" is grey, and the seventh beside it is
 * not */
guint32
ask_chart_get_part_color (AskChart *self, AskChartCanvas *canvas, gsize part)
{
  g_autofree char *name = ask_chart_dup_x_label (self, part);
  gpointer chosen;

  if (ask_chart_look_is_hidden (self->look, name))
    return canvas->theme->grid;
  if (g_hash_table_lookup_extended (self->look->colors, name, NULL, &chosen))
    return GPOINTER_TO_UINT (chosen);
  if ((int) part == self->other_point)
    return canvas->theme->muted;
  if (part == 6 && self->other_point == 7)
    return canvas->theme->series[7];
  return canvas->theme->series[part % G_N_ELEMENTS (canvas->theme->series)];
}

/* What all parts come to, in the middle of a ring that was asked for. */
static void
draw_total (AskChart *self, AskChartCanvas *canvas, double cx, double cy, double radius)
{
  const char *unit = ask_chart_get_unit (self, self->y_unit, NULL);
  g_autofree char *text = ask_chart_format_amount (total_of (self), self->format, unit);
  double room = radius * 1.0;

  if (ask_chart_canvas_measure (canvas, text, ASK_CHART_TITLE, TRUE) > room)
    {
      g_free (text);
      text = ask_chart_format_compact (total_of (self), self->format);
    }
  ask_chart_canvas_text (canvas, text,
                         (AskChartSpot) { cx, cy - canvas->em * ASK_CHART_TITLE * 0.62, room, ASK_CHART_ANCHOR_CENTER },
                         (AskChartStyle) { ASK_CHART_TITLE, TRUE, canvas->theme->text });
}

static void
draw_parts (AskChart *self, AskChartCanvas *canvas, double cx, double cy, double radius, double total)
{
  double from = -0.5 * G_PI;
  double x = ask_chart_canvas_x (canvas, cx);

  for (gsize i = 0; i < self->n_points; i++)
    {
      double share = total > 0 ? MAX (0, ask_chart_get_value (self, 0, i)) / total : 0;
      double to = from + share * 2 * G_PI;
      AskChartMark part;

      ask_chart_canvas_color (canvas, ask_chart_get_part_color (self, canvas, i), 1);
      ask_chart_canvas_hatch (canvas, (guint) i);
      cairo_new_path (canvas->cr);
      cairo_arc (canvas->cr, x, cy, radius, from, to);
      cairo_arc_negative (canvas->cr, x, cy, radius * 0.55, to, from);
      cairo_close_path (canvas->cr);
      ask_chart_canvas_fill (canvas);
      part = (AskChartMark) { ASK_CHART_SHAPE_SECTOR, 0,    i, { x - radius, cy - radius, 2 * radius, 2 * radius },
                              radius * 0.55,          from, to };
      if (share > 0)
        ask_chart_canvas_mark_part (canvas, &part);
      from = to;
    }
  /* Gaps between the parts, in the colour of what is behind, or none when that is not known. */
  if (canvas->theme->transparent)
    return;
  from = -0.5 * G_PI;
  ask_chart_canvas_color (canvas, canvas->theme->background, 1);
  cairo_set_line_width (canvas->cr, MAX (1.5, radius * 0.02));
  cairo_set_line_cap (canvas->cr, CAIRO_LINE_CAP_BUTT);
  for (gsize i = 0; i < self->n_points; i++)
    {
      double value = MAX (0, ask_chart_get_value (self, 0, i));

      if (value > 0 && value < total)
        {
          cairo_move_to (canvas->cr, x + cos (from) * radius * 0.5, cy + sin (from) * radius * 0.5);
          cairo_line_to (canvas->cr, x + cos (from) * (radius + 1), cy + sin (from) * (radius + 1));
          cairo_stroke (canvas->cr);
        }
      from += total > 0 ? value / total * 2 * G_PI : 0;
    }
}

/** ask_chart_draw_pie: draws a ring and its legend into @box of @canvas; the legend is below where @box is tall. */
void
ask_chart_draw_pie (AskChart *self, AskChartCanvas *canvas, AskChartBox box)
{
  double total = total_of (self);
  double row = canvas->line * 1.2;
  double names = 0, numbers = 0, shares = ask_chart_canvas_measure (canvas, "100.0%", ASK_CHART_BODY, TRUE);
  const char *unit = ask_chart_get_unit (self, self->y_unit, NULL);
  gboolean percent = self->format == ASK_CHART_FORMAT_FRACTION || self->format == ASK_CHART_FORMAT_PERCENT;
  double legend, radius, cx, cy, x, y, gap = canvas->em * 0.8, swatch = canvas->em * 0.75;
  gboolean beside;

  for (gsize i = 0; i < self->n_points; i++)
    {
      g_autofree char *name = ask_chart_dup_x_label (self, i);
      g_autofree char *number = ask_chart_format_amount (ask_chart_get_value (self, 0, i), self->format, unit);

      names = MAX (names, ask_chart_canvas_measure (canvas, name, ASK_CHART_BODY, FALSE));
      numbers = percent ? 0 : MAX (numbers, ask_chart_canvas_measure (canvas, number, ASK_CHART_BODY, FALSE) + gap);
    }
  beside = box.width > box.height * 1.15;
  /* Every part is named, in closer lines where there is little room. */
  if (beside && row * (double) self->n_points > box.height)
    row = MAX (box.height / (double) self->n_points, canvas->em * 1.1);
  if (swatch + 2 * gap + names + shares + numbers > box.width * (beside ? 0.62 : 1))
    numbers = 0;
  names = MAX (MIN (names, box.width * (beside ? 0.55 : 0.9) - swatch - 2 * gap - shares - numbers), canvas->em * 2);
  legend = swatch + gap + names + gap + shares + numbers;
  if (beside)
    {
      radius = MAX (MIN (box.height, box.width - legend - 3 * gap) / 2, canvas->em);
      cx = box.x + radius + MAX (0, (box.width - 2 * radius - 3 * gap - legend) / 2);
      cy = box.y + box.height / 2;
      x = cx + radius + 3 * gap;
      y = box.y + MAX (0, (box.height - row * (double) self->n_points) / 2);
    }
  else
    {
      radius = MAX (MIN (box.width, box.height - row * (double) self->n_points - gap) / 2, canvas->em);
      cx = box.x + box.width / 2;
      cy = box.y + radius;
      x = box.x + MAX (0, (box.width - legend) / 2);
      y = cy + radius + gap;
    }
  draw_parts (self, canvas, cx, cy, radius, total);
  if (self->kind == ASK_CHART_DONUT && radius > canvas->em * 3)
    draw_total (self, canvas, cx, cy, radius);
  for (gsize i = 0; i < self->n_points && y + MIN (row, canvas->line) <= box.y + box.height + 1; i++, y += row)
    {
      double value = ask_chart_get_value (self, 0, i);
      g_autofree char *name = ask_chart_dup_x_label (self, i);
      g_autofree char *number = ask_chart_format_amount (value, self->format, unit);
      g_autofree char *share = ask_chart_format_number (total > 0 ? value / total : 0, ASK_CHART_FORMAT_FRACTION);
      gboolean hidden = ask_chart_look_is_hidden (self->look, name);
      double at = x;

      ask_chart_canvas_color (canvas, ask_chart_get_part_color (self, canvas, i), 1);
      ask_chart_canvas_hatch (canvas, (guint) i);
      ask_chart_canvas_mark_key (canvas, (AskChartBox) { at, y, legend, row }, (guint) i);
      ask_chart_canvas_rectangle (canvas, (AskChartBox) { at, y + canvas->em * 0.3, swatch, swatch });
      at += swatch + gap;
      ask_chart_canvas_text (canvas, name, (AskChartSpot) { at, y, names + 0.5, ASK_CHART_ANCHOR_START },
                             (AskChartStyle) { ASK_CHART_BODY, FALSE, canvas->theme->text });
      at += names + gap + shares;
      ask_chart_canvas_text (canvas, hidden ? "–" : share, (AskChartSpot) { at, y, shares + 1, ASK_CHART_ANCHOR_END },
                             (AskChartStyle) { ASK_CHART_BODY, TRUE, canvas->theme->text });
      if (numbers > 0)
        ask_chart_canvas_text (canvas, hidden ? "–" : number,
                               (AskChartSpot) { at + numbers, y, numbers, ASK_CHART_ANCHOR_END },
                               (AskChartStyle) { ASK_CHART_BODY, FALSE, canvas->theme->muted });
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What stands beside a diagram: the map of the whole with the part that is seen, and the legend.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>

#include "diagram/ask-diagram-private.h"

/**
 * ask_diagram_get_overview:
 * @width: of the map, in pixels
 * @height: of the map, in pixels
 * @scale: (out): pixels of the map for one of the plane
 * @x: (out): where the map's left edge is in the plane
 * @y: (out): where its upper edge is
 *
 * How ask_diagram_draw_overview() lays the plane out: a point of the map, in pixels from its upper left corner, lies
 * in the plane at @x and @y plus that distance divided by @scale.
 */
void
ask_diagram_get_overview (AskDiagram *self, double width, double height, double *scale, double *x, double *y)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (self);
  double pad = 4;

  *scale = MIN ((width - 2 * pad) / MAX (bounds.width, 1), (height - 2 * pad) / MAX (bounds.height, 1));
  *scale = CLAMP (*scale, 1e-6, 0.25);
  *x = bounds.x + bounds.width / 2 - width / 2 / *scale;
  *y = bounds.y + bounds.height / 2 - height / 2 / *scale;
}

/**
 * ask_diagram_draw_overview:
 * @cr: takes the map at its origin, in pixels; its state is the same afterwards
 * @width: of the map, in pixels
 * @height: of the map, in pixels
 * @view: (nullable): the part of the plane that the window shows: framed
 *
 * Draws every box as a patch in the colour of its source, without lines and words.
 */
void
ask_diagram_draw_overview (AskDiagram *self, cairo_t *cr, double width, double height, const AskDiagramRect *view)
{
  double scale, x, y;
  AskDiagramFrame frame = { self, cr };

  g_return_if_fail (self != NULL && cr != NULL && width > 0 && height > 0);
  ask_diagram_settle (self);
  ask_diagram_get_overview (self, width, height, &scale, &x, &y);
  frame.area = (AskDiagramRect) { x, y, width / scale, height / scale };
  frame.scale = scale;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (!self->theme.transparent)
    {
      ask_diagram_frame_color (&frame, self->colors.background);
      cairo_paint (cr);
    }
  for (guint g = 0; g < self->groups->len; g++)
    {
      const AskDiagramGroup *group = self->groups->pdata[g];

      for (guint i = 0; i < self->boxes->len; i++)
        {
          const AskDiagramBox *box = self->boxes->pdata[i];

          if (box->source == g)
            ask_diagram_frame_rect (&frame, &box->rect, 0);
        }
      ask_diagram_frame_color (&frame, ask_diagram_mix (self->colors.background, self->colors.palette[group->color],
                                                        self->theme.high_contrast ? 1 : 0.6));
      cairo_fill (cr);
    }
  if (view != NULL)
    {
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
      cairo_rectangle (cr, 0, 0, width, height);
      ask_diagram_frame_rect (&frame, view, 0);
      cairo_set_source_rgba (cr, 0, 0, 0, self->theme.dark ? 0.35 : 0.08);
      cairo_fill (cr);
      ask_diagram_frame_rect (&frame, view, -0.5);
      ask_diagram_frame_color (&frame, self->colors.accent);
      cairo_set_line_width (cr, self->theme.high_contrast ? 2 : 1.5);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}

typedef struct
{
  AskDiagramFrame frame;
  double x;
  double y;
  double width;
} Legend;

static void
add_entry (Legend *self, guint32 fill, guint32 border, gboolean dashed, const char *words)
{
  AskDiagram *diagram = self->frame.diagram;
  double em = diagram->metrics.em, side = em * 1.1, left;
  g_autoptr (AskDiagramText) text = ask_diagram_text_new (diagram->fonts, words, FALSE, 30);
  double width = side + em * 0.5 + text->width * em;
  double dash[] = { 3, 2 };
  gboolean mirrored = diagram->theme.right_to_left;

  if (self->x > 0 && self->x + width > self->width)
    {
      self->x = 0;
      self->y += em * 1.9;
    }
  left = mirrored ? self->width - self->x - side : self->x;
  cairo_rectangle (self->frame.cr, floor (left) + 0.5, self->y + em * 0.4 + 0.5, side, side);
  ask_diagram_frame_color (&self->frame, fill);
  cairo_fill_preserve (self->frame.cr);
  ask_diagram_frame_color (&self->frame, border);
  cairo_set_dash (self->frame.cr, dash, dashed ? 2 : 0, 0);
  cairo_set_line_width (self->frame.cr, 1.2);
  cairo_stroke (self->frame.cr);
  cairo_set_dash (self->frame.cr, NULL, 0, 0);
  ask_diagram_ink_add (self->frame.ink, text, mirrored ? left - em * 0.5 - text->width * em : left + side + em * 0.5,
                       self->y + em * 1.32, em, 0xff000000 | diagram->colors.text);
  self->x += width + em * 1.6;
}

/**
 * ask_diagram_draw_legend:
 * @cr: its origin is the legend's corner; in pixels at 100 %
 * @width: where to break lines
 *
 * What the colours and signs mean: the sources, or in the coverage view the heat.
 *
 * Returns: the height that it takes
 */
double
ask_diagram_draw_legend (AskDiagram *self, cairo_t *cr, double width)
{
  g_autoptr (AskDiagramInk) ink = ask_diagram_ink_new (self->fonts, cr, TRUE);
  Legend legend = { .frame = { .diagram = self, .cr = cr, .scale = 1, .vector = TRUE, .ink = ink }, .width = width };
  const AskDiagramColors *c = &self->colors;

  g_return_val_if_fail (self != NULL && cr != NULL, 0);
  if (self->paint == ASK_DIAGRAM_PAINT_COVERAGE)
    {
      add_entry (&legend, c->body, c->border, FALSE, _ ("never asked"));
      add_entry (&legend, c->heat_low, c->border, FALSE, _ ("asked"));
      add_entry (&legend, c->heat_high, c->border, FALSE, _ ("asked most often"));
      add_entry (&legend, c->body, c->error, FALSE, _ ("failed"));
      add_entry (&legend, ask_diagram_mix (c->body, c->dim, 0.28), c->dim, TRUE,
                 _ ("hatched: something has no description"));
    }
  else
    for (guint g = 0; g < self->groups->len && self->groups->len > 1; g++)
      {
        const AskDiagramGroup *group = self->groups->pdata[g];
        gboolean api = FALSE;

        if (group->name[0] == '\0')
          {
            add_entry (&legend, ask_diagram_mix (c->body, c->dim, c->title_tint), c->dim, FALSE, _ ("queries"));
            continue;
          }
        for (guint i = 0; i < self->boxes->len && !api; i++)
          {
            const AskDiagramBox *box = self->boxes->pdata[i];

            api = box->source == g && box->entity->kind == ASK_ENTITY_API;
          }
        add_entry (&legend, ask_diagram_mix (c->body, c->palette[group->color], c->title_tint + 0.12),
                   c->palette[group->color], api, group->name);
      }
  ask_diagram_ink_show (ink);
  /* One source alone needs no words. */
  if (legend.x == 0 && legend.y == 0)
    return 0;
  return legend.y + self->metrics.em * 1.9;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A frame: what is to be seen of the plane, in layers from the ground up, at a level of detail that the scale allows.
 * Nothing outside the area is looked at. Everything of one colour in a layer is one call of cairo, and what is not
 * read is drawn as plain rectangles on whole pixels, which cairo fills without smoothing: that is what keeps 2,000
 * boxes within a frame.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

/* The smallest letters that are worth drawing, in pixels of an em. */
#define READABLE 7.0
#define TITLE_READABLE 9.5
#define BAR_HEIGHT 2.8

/* Of a group's name, in pixels, and where there is no room for that. */
#define GROUP_NAME 12.0
#define SMALL_GROUP_NAME 8.0

double
ask_diagram_frame_x (const AskDiagramFrame *self, double x)
{
  return (x - self->area.x) * self->scale;
}

double
ask_diagram_frame_y (const AskDiagramFrame *self, double y)
{
  return (y - self->area.y) * self->scale;
}

void
ask_diagram_frame_color (const AskDiagramFrame *self, guint32 color)
{
  cairo_set_source_rgb (self->cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0);
}

static void
set_alpha (const AskDiagramFrame *self, guint32 color, double alpha)
{
  cairo_set_source_rgba (self->cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0,
                         alpha);
}

/** ask_diagram_frame_rect: adds @rect of the plane to the path, on whole pixels, @grow pixels larger on each side. */
void
ask_diagram_frame_rect (const AskDiagramFrame *self, const AskDiagramRect *rect, double grow)
{
  double x1 = ask_diagram_frame_x (self, rect->x), x2 = ask_diagram_frame_x (self, rect->x + rect->width);
  double y1 = ask_diagram_frame_y (self, rect->y), y2 = ask_diagram_frame_y (self, rect->y + rect->height);

  if (!self->vector)
    {
      x1 = rint (x1);
      y1 = rint (y1);
      x2 = MAX (rint (x2), x1 + 1);
      y2 = MAX (rint (y2), y1 + 1);
    }
  cairo_rectangle (self->cr, x1 - grow, y1 - grow, x2 - x1 + 2 * grow, y2 - y1 + 2 * grow);
}

/** ask_diagram_frame_round: likewise with round corners; @radius is in the plane. */
void
ask_diagram_frame_round (const AskDiagramFrame *self, const AskDiagramRect *rect, double grow, double radius)
{
  double x1 = ask_diagram_frame_x (self, rect->x), x2 = ask_diagram_frame_x (self, rect->x + rect->width);
  double y1 = ask_diagram_frame_y (self, rect->y), y2 = ask_diagram_frame_y (self, rect->y + rect->height), r;

  if (!self->vector)
    {
      x1 = rint (x1);
      y1 = rint (y1);
      x2 = rint (x2);
      y2 = rint (y2);
    }
  x1 -= grow;
  y1 -= grow;
  x2 += grow;
  y2 += grow;
  r = MAX (MIN (radius * self->scale + grow, MIN (x2 - x1, y2 - y1) / 2), 0);
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x1 + r, y1 + r, r, G_PI, 1.5 * G_PI);
  cairo_arc (self->cr, x2 - r, y1 + r, r, -0.5 * G_PI, 0);
  cairo_arc (self->cr, x2 - r, y2 - r, r, 0, 0.5 * G_PI);
  cairo_arc (self->cr, x1 + r, y2 - r, r, 0.5 * G_PI, G_PI);
  cairo_close_path (self->cr);
}

static void
draw_groups (AskDiagramFrame *self)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramColors *colors = &diagram->colors;

  for (guint g = 0; g < diagram->groups->len && diagram->groups->len > 1; g++)
    {
      AskDiagramGroup *group = diagram->groups->pdata[g];
      guint32 color = colors->palette[group->color];

      if (!group->apart || !ask_diagram_rect_meets (&group->bounds, &self->area))
        continue;
      ask_diagram_frame_round (self, &group->bounds, 0, diagram->metrics.radius * 2);
      ask_diagram_frame_color (self, ask_diagram_mix (colors->background, color, colors->group_tint));
      cairo_fill_preserve (self->cr);
      ask_diagram_frame_color (self,
                               ask_diagram_mix (colors->background, color, diagram->theme.high_contrast ? 1 : 0.3));
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
    }
}

/* The part of @rect that is seen. */
static AskDiagramRect
see (const AskDiagramFrame *self, const AskDiagramRect *rect)
{
  double x = MAX (rect->x, self->area.x), y = MAX (rect->y, self->area.y);

  return (AskDiagramRect) { x, y, MIN (rect->x + rect->width, self->area.x + self->area.width) - x,
                            MIN (rect->y + rect->height, self->area.y + self->area.height) - y };
}

/* From afar a name goes with what is seen of its group; it gets smaller before it goes at all. */
static void
draw_group_name (AskDiagramFrame *self, const AskDiagramGroup *group)
{
  const AskDiagramColors *colors = &self->diagram->colors;
  guint32 color = colors->palette[group->color];
  AskDiagramRect seen = self->rows ? group->bounds : see (self, &group->bounds);
  double size = MAX (self->diagram->metrics.em * 1.1 * self->scale, GROUP_NAME), x, y, width;

  size = MIN (size, seen.width * self->scale / (group->title->width + 1));
  width = group->title->width * size;
  if (size < SMALL_GROUP_NAME || seen.height * self->scale < size * 2)
    return;
  x = self->diagram->theme.right_to_left ? ask_diagram_frame_x (self, seen.x + seen.width) - size / 2 - width
                                         : ask_diagram_frame_x (self, seen.x) + size / 2;
  y = ask_diagram_frame_y (self, seen.y) + size * (self->rows ? 1.7 : seen.y > group->bounds.y ? 1.15 : 0.3);
  if (!self->rows)
    {
      cairo_rectangle (self->cr, rint (x - size * 0.5), rint (y - size * 1.15), rint (width + size), rint (size * 1.6));
      ask_diagram_frame_color (self, ask_diagram_mix (colors->background, color, colors->group_tint));
      cairo_fill (self->cr);
      ask_diagram_frame_note (self, &(AskDiagramRect) { x - size * 0.5, y - size * 1.15, width + size, size * 1.6 });
    }
  ask_diagram_ink_add (self->ink, group->title, x, y, size, 0xff000000 | color);
}

/* Their names come last where boxes are small: on a patch, in letters that can be read from afar. */
static void
draw_group_names (AskDiagramFrame *self)
{
  AskDiagram *diagram = self->diagram;

  for (guint g = 0; g < diagram->groups->len && diagram->groups->len > 1; g++)
    {
      AskDiagramGroup *group = diagram->groups->pdata[g];

      if (!group->apart || !ask_diagram_rect_meets (&group->bounds, &self->area))
        continue;
      if (group->title == NULL)
        group->title = ask_diagram_text_new (diagram->fonts, group->name, TRUE, 40);
      draw_group_name (self, group);
    }
  ask_diagram_ink_show (self->ink);
}

/* Boxes level by level: within one nothing overlaps, so that it may be drawn colour by colour. */
static void
draw_levels (AskDiagramFrame *self, const GArray *found)
{
  g_autoptr (GArray) level = g_array_sized_new (FALSE, FALSE, sizeof (guint), found->len);
  guint highest = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const AskDiagramBox *box = self->diagram->boxes->pdata[g_array_index (found, guint, i)];

      highest = MAX (highest, box->level);
    }
  for (guint l = 0; l <= highest; l++)
    {
      g_array_set_size (level, 0);
      for (guint i = 0; i < found->len; i++)
        {
          guint entity = g_array_index (found, guint, i);

          if (((AskDiagramBox *) self->diagram->boxes->pdata[entity])->level == l)
            g_array_append_val (level, entity);
        }
      ask_diagram_frame_boxes (self, (const guint *) level->data, level->len);
    }
}

static void
draw_band (AskDiagramFrame *self)
{
  const AskDiagramRect *band = self->marks->band;

  if (band == NULL)
    return;
  ask_diagram_frame_rect (self, band, -0.5);
  set_alpha (self, self->diagram->colors.accent, 0.15);
  cairo_fill_preserve (self->cr);
  ask_diagram_frame_color (self, self->diagram->colors.accent);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
}

/* What is not bright lies under a veil; so do its lines, where both ends do. */
static void
draw_veil (AskDiagramFrame *self, const GArray *found)
{
  for (guint i = 0; i < found->len && self->bright != NULL; i++)
    {
      guint entity = g_array_index (found, guint, i);

      if (!self->bright[entity])
        ask_diagram_frame_rect (self, &((AskDiagramBox *) self->diagram->boxes->pdata[entity])->rect, 2);
    }
  set_alpha (self, self->diagram->colors.background, 0.78);
  cairo_fill (self->cr);
}

/* Of a frame with bright boxes: lines between two others are left out. */
static void
leave_out_lines (AskDiagramFrame *self, GArray *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->len && self->bright != NULL; i++)
    {
      guint place = g_array_index (lines, guint, i);
      const AskDiagramLine *line = &g_array_index (self->diagram->lines, AskDiagramLine, place);

      if (self->bright[line->from] && self->bright[line->to])
        g_array_index (lines, guint, n++) = place;
    }
  if (self->bright != NULL)
    g_array_set_size (lines, n);
}

/** ask_diagram_shows_rows: Returns: whether rows can be read at @scale; from farther off a box is one thing */
gboolean
ask_diagram_shows_rows (AskDiagram *self, double scale)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return self->metrics.em * scale >= READABLE;
}

/* ask_diagram_draw(), and for files: exact, with every detail whatever the scale */
void
ask_diagram_draw_whole (AskDiagram *self, cairo_t *cr, const AskDiagramRect *area, double scale,
                        const AskDiagramMarks *marks, gboolean vector)
{
  static const AskDiagramMarks no_marks = { 0 };
  AskDiagramFrame frame = { self, cr, *area, scale, marks != NULL ? marks : &no_marks, vector };
  g_autoptr (AskDiagramInk) ink = NULL;
  g_autofree guint8 *selected = g_new0 (guint8, self->boxes->len + 1);
  g_autofree guint8 *bright = NULL;
  g_autoptr (GArray) written = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  double margin = self->metrics.em;
  AskDiagramRect seen = { area->x - margin, area->y - margin, area->width + 2 * margin, area->height + 2 * margin };

  ask_diagram_settle_lines (self);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, area->width * scale, area->height * scale);
  cairo_clip (cr);
  if (!self->theme.transparent)
    {
      ask_diagram_frame_color (&frame, self->colors.background);
      cairo_paint (cr);
    }
  frame.ink = ink = ask_diagram_ink_new (self->fonts, cr, vector);
  frame.selected = selected;
  frame.written = written;
  frame.rows = vector || ask_diagram_shows_rows (self, scale);
  frame.titles = frame.rows || self->metrics.title * scale >= TITLE_READABLE;
  frame.bars = !frame.rows && frame.titles && self->metrics.row * scale >= BAR_HEIGHT;
  for (guint i = 0; i < frame.marks->n_selected; i++)
    if (frame.marks->selected[i] < self->boxes->len)
      selected[frame.marks->selected[i]] = TRUE;
  if (frame.marks->bright != NULL)
    frame.bright = bright = g_new0 (guint8, self->boxes->len + 1);
  for (guint i = 0; i < frame.marks->n_bright && bright != NULL; i++)
    if (frame.marks->bright[i] < self->boxes->len)
      bright[frame.marks->bright[i]] = TRUE;
  draw_groups (&frame);
  ask_diagram_frame_areas (&frame);
  if (frame.rows)
    draw_group_names (&frame);
  ask_diagram_index_find (self->line_index, &seen, self->found_lines);
  leave_out_lines (&frame, self->found_lines);
  ask_diagram_frame_lines (&frame, self->found_lines);
  ask_diagram_index_find (self->box_index, &seen, self->found);
  draw_levels (&frame, self->found);
  draw_veil (&frame, self->found);
  if (!frame.rows)
    draw_group_names (&frame);
  ask_diagram_frame_area_names (&frame);
  if (!frame.rows)
    ask_diagram_frame_labels (&frame);
  ask_diagram_frame_link (&frame);
  draw_band (&frame);
  cairo_restore (cr);
}

/**
 * ask_diagram_draw:
 * @cr: in pixels, its origin where @area's corner goes; an image surface is the fastest
 * @area: what is to be seen of the plane
 * @scale: pixels for one of the plane
 * @marks: (nullable): what is selected, hovered, being drawn
 *
 * Draws the background, and @area on it; clips to it. Below 7 pixels an em rows are bars; below that only names are
 * left, which then stand in the middle of their boxes in letters that can be read, or beside boxes that are too small.
 */
void
ask_diagram_draw (AskDiagram *self, cairo_t *cr, const AskDiagramRect *area, double scale, const AskDiagramMarks *marks)
{
  g_return_if_fail (self != NULL && cr != NULL && area != NULL && scale > 0);
  ask_diagram_draw_whole (self, cr, area, scale, marks, FALSE);
}

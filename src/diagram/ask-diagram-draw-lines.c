/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of a frame: their ways, the signs at their ends, their verbs. Near to they are smooth with round bends; from
 * afar they are rows of whole pixels, all of one colour in one call.
 */
#include "config.h"

#include <math.h>

#include "diagram/ask-diagram-private.h"

typedef enum
{
  TONE_HIDDEN,
  TONE_SUGGESTED,
  TONE_NORMAL,
  TONE_SUGGESTED_MARKED,
  TONE_MARKED,
  N_TONES
} Tone;

static gboolean
is_marked (Tone tone)
{
  return tone == TONE_MARKED || tone == TONE_SUGGESTED_MARKED;
}

static gboolean
is_suggested (Tone tone)
{
  return tone == TONE_SUGGESTED || tone == TONE_SUGGESTED_MARKED;
}

static gboolean
is_target (const AskDiagramTarget *target, guint relationship)
{
  return target->hit == ASK_DIAGRAM_LINE && target->relationship == (int) relationship;
}

static Tone
find_tone (const AskDiagramFrame *self, guint relationship)
{
  const AskDiagramLine *line = &g_array_index (self->diagram->lines, AskDiagramLine, relationship);
  const AskDiagramMarks *marks = self->marks;
  gboolean on_box = marks->hovered.hit != ASK_DIAGRAM_NOTHING && marks->hovered.hit != ASK_DIAGRAM_LINE
                    && marks->hovered.hit != ASK_DIAGRAM_GROUP
                    && (marks->hovered.entity == line->from || marks->hovered.entity == line->to);

  if (is_target (&marks->hovered, relationship) || is_target (&marks->selected_row, relationship)
      || is_target (&marks->focused, relationship) || self->selected[line->from] || self->selected[line->to] || on_box)
    return line->suggested ? TONE_SUGGESTED_MARKED : TONE_MARKED;
  return line->suggested ? TONE_SUGGESTED : line->hidden ? TONE_HIDDEN : TONE_NORMAL;
}

/* The way in pixels; 2 or 4 points. */
static guint
get_way (const AskDiagramFrame *self, const AskDiagramLine *line, double *xy)
{
  guint n = ask_diagram_line_get_points (line, xy);

  for (guint i = 0; i < n; i++)
    {
      xy[2 * i] = ask_diagram_frame_x (self, xy[2 * i]);
      xy[2 * i + 1] = ask_diagram_frame_y (self, xy[2 * i + 1]);
      if (!self->vector)
        {
          xy[2 * i] = floor (xy[2 * i]) + (self->rows ? 0.5 : 0);
          xy[2 * i + 1] = floor (xy[2 * i + 1]) + (self->rows ? 0.5 : 0);
        }
    }
  return n;
}

static void
add_smooth (const AskDiagramFrame *self, const double *xy, guint n)
{
  double r = self->diagram->metrics.radius * self->scale;

  cairo_move_to (self->cr, xy[0], xy[1]);
  if (n == 4)
    {
      double up = xy[5] > xy[3] ? 1 : -1, out = xy[2] > xy[0] ? 1 : -1, in = xy[6] > xy[4] ? 1 : -1;

      r = MIN (r, MIN (fabs (xy[5] - xy[3]) / 2, MIN (fabs (xy[2] - xy[0]), fabs (xy[6] - xy[4]))));
      cairo_line_to (self->cr, xy[2] - out * r, xy[3]);
      cairo_curve_to (self->cr, xy[2] - out * r * 0.45, xy[3], xy[2], xy[3] + up * r * 0.45, xy[2], xy[3] + up * r);
      cairo_line_to (self->cr, xy[4], xy[5] - up * r);
      cairo_curve_to (self->cr, xy[4], xy[5] - up * r * 0.45, xy[4] + in * r * 0.45, xy[5], xy[4] + in * r, xy[5]);
    }
  cairo_line_to (self->cr, xy[2 * n - 2], xy[2 * n - 1]);
}

/* The part from @x1, @y1 to @x2, @y2, which is upright or level, in whole dashes. */
static void
add_dashes (const AskDiagramFrame *self, double x1, double y1, double x2, double y2)
{
  gboolean level = x2 - x1 > y2 - y1;

  for (double at = level ? x1 : y1; at < (level ? x2 : y2); at += 6)
    if (level)
      cairo_rectangle (self->cr, at, y1, MIN (3, x2 - at), y2 - y1);
    else
      cairo_rectangle (self->cr, x1, at, x2 - x1, MIN (3, y2 - at));
}

static void
add_plain (const AskDiagramFrame *self, const double *xy, guint n, double width, gboolean dashed)
{
  double right = self->area.width * self->scale, bottom = self->area.height * self->scale;

  for (guint i = 0; i + 1 < n; i++)
    {
      double x1 = MIN (xy[2 * i], xy[2 * i + 2]), x2 = MAX (xy[2 * i], xy[2 * i + 2]) + width;
      double y1 = MIN (xy[2 * i + 1], xy[2 * i + 3]), y2 = MAX (xy[2 * i + 1], xy[2 * i + 3]) + width;

      if (x2 <= 0 || y2 <= 0 || x1 >= right || y1 >= bottom)
        continue;
      if (dashed)
        add_dashes (self, MAX (x1, -6 + fmod (x1, 6)), MAX (y1, -6 + fmod (y1, 6)), MIN (x2, right), MIN (y2, bottom));
      else
        cairo_rectangle (self->cr, x1, y1, x2 - x1, y2 - y1);
    }
}

/* Crow's foot notation at one end: @side is where the line leaves to. */
static void
add_end (const AskDiagramFrame *self, double x, double y, int side, gboolean many, gboolean optional)
{
  double unit = self->diagram->metrics.em * self->scale, half = unit * 0.42;
  double far = x + side * unit * (many ? 1.2 : 1.0);

  if (many)
    {
      cairo_move_to (self->cr, x + side * unit * 0.85, y);
      cairo_line_to (self->cr, x, y - half);
      cairo_move_to (self->cr, x + side * unit * 0.85, y);
      cairo_line_to (self->cr, x, y + half);
    }
  else
    {
      cairo_move_to (self->cr, x + side * unit * 0.5, y - half);
      cairo_line_to (self->cr, x + side * unit * 0.5, y + half);
    }
  if (optional)
    {
      cairo_new_sub_path (self->cr);
      cairo_arc (self->cr, far, y, unit * 0.28, 0, 2 * G_PI);
    }
  else
    {
      cairo_move_to (self->cr, far - side * unit * 0.2, y - half);
      cairo_line_to (self->cr, far - side * unit * 0.2, y + half);
    }
}

static void
add_ends (const AskDiagramFrame *self, const AskDiagramLine *line, const double *xy, guint n)
{
  /* One row of many may have none that refers to it: nobody promises otherwise. */
  add_end (self, xy[0], xy[1], line->from_side, line->many_from, TRUE);
  add_end (self, xy[2 * n - 2], xy[2 * n - 1], line->to_side, line->many_to, line->many_to || line->optional);
}

static guint32
get_tone_color (const AskDiagramFrame *self, Tone tone)
{
  const AskDiagramColors *colors = &self->diagram->colors;
  gboolean high_contrast = self->diagram->theme.high_contrast;
  guint32 color = colors->line;

  if (is_marked (tone))
    return colors->accent;
  if (tone == TONE_HIDDEN)
    return ask_diagram_mix (colors->line, colors->background, 0.5);
  if (tone == TONE_SUGGESTED && !high_contrast)
    color = ask_diagram_mix (color, colors->background, 0.3);

  /* From afar many lines would darken the picture. */
  if (!self->rows && !high_contrast)
    color = ask_diagram_mix (color, colors->background, self->titles ? 0.35 : 0.5);
  return color;
}

static void
stroke_tone (AskDiagramFrame *self, Tone tone)
{
  double zoom = MAX (MIN (self->scale, 2), 0.7);

  cairo_set_line_width (self->cr, (is_marked (tone) ? 2 : self->diagram->theme.high_contrast ? 1.5 : 1.2) * zoom);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (self->cr);
}

/* The signs at the ends are part of what is suggested, but in dashes nobody could read them. */
static void
draw_dashed (AskDiagramFrame *self, const GArray *lines, const guint8 *tones, Tone tone, gboolean ends)
{
  double zoom = MAX (MIN (self->scale, 2), 0.7);
  double dash[] = { 6 * zoom, 4 * zoom };
  double xy[8];

  cairo_set_dash (self->cr, dash, 2, 0);
  stroke_tone (self, tone);
  cairo_set_dash (self->cr, NULL, 0, 0);
  for (guint i = 0; i < lines->len && ends; i++)
    {
      const AskDiagramLine *line
        = &g_array_index (self->diagram->lines, AskDiagramLine, g_array_index (lines, guint, i));

      if (tones[i] == tone)
        add_ends (self, line, xy, get_way (self, line, xy));
    }
  stroke_tone (self, tone);
}

static void
draw_tone (AskDiagramFrame *self, const GArray *lines, const guint8 *tones, Tone tone)
{
  gboolean ends = self->diagram->metrics.em * self->scale >= 6;
  double xy[8];
  gboolean any = FALSE;

  cairo_new_path (self->cr);
  for (guint i = 0; i < lines->len; i++)
    {
      const AskDiagramLine *line
        = &g_array_index (self->diagram->lines, AskDiagramLine, g_array_index (lines, guint, i));
      guint n;

      if (tones[i] != tone)
        continue;
      any = TRUE;
      n = get_way (self, line, xy);
      if (!self->rows)
        {
          add_plain (self, xy, n, is_marked (tone) ? 2 : 1, is_suggested (tone));
          continue;
        }
      add_smooth (self, xy, n);
      if (ends && !is_suggested (tone))
        add_ends (self, line, xy, n);
    }
  if (!any)
    return;
  ask_diagram_frame_color (self, get_tone_color (self, tone));
  if (!self->rows)
    cairo_fill (self->cr);
  else if (is_suggested (tone))
    draw_dashed (self, lines, tones, tone, ends);
  else
    stroke_tone (self, tone);
}

/* What lies under the line: the tint of its source's frame, where it stays within. */
static guint32
get_ground (const AskDiagramFrame *self, const AskDiagramLine *line)
{
  const AskDiagramColors *colors = &self->diagram->colors;
  const AskDiagramBox *from = self->diagram->boxes->pdata[line->from], *to = self->diagram->boxes->pdata[line->to];
  const AskDiagramGroup *group = self->diagram->groups->pdata[from->source];

  if (from->source != to->source || !group->apart || self->diagram->groups->len < 2)
    return colors->background;
  return ask_diagram_mix (colors->background, colors->palette[group->color], colors->group_tint);
}

/* Where the verb goes on the level part from @x1 to @x2, whose end with the signs is at @foot_at: FALSE for no room. */
static gboolean
find_room (const AskDiagramFrame *self, double x1, double x2, double foot_at, double width, double *left)
{
  double foot = self->diagram->metrics.foot * self->scale * 0.85, low = MIN (x1, x2), high = MAX (x1, x2);

  if (foot_at <= low)
    low += foot;
  else
    high -= foot;
  *left = (low + high - width) / 2;
  return high - low >= width;
}

static gboolean
is_taken (const GArray *taken, const AskDiagramRect *rect)
{
  for (guint i = 0; i < taken->len; i++)
    if (ask_diagram_rect_meets (&g_array_index (taken, AskDiagramRect, i), rect))
      return TRUE;
  return FALSE;
}

/* The verb on the line's first part, which is its own, or its last, on a patch of the background; none that would lie
 * on another. */
static void
draw_verbs (AskDiagramFrame *self, const GArray *lines, const guint8 *tones)
{
  const AskDiagramColors *colors = &self->diagram->colors;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  double size = self->diagram->metrics.em * ASK_DIAGRAM_VERB * self->scale;

  for (guint i = 0; i < lines->len; i++)
    {
      const AskDiagramLine *line
        = &g_array_index (self->diagram->lines, AskDiagramLine, g_array_index (lines, guint, i));
      AskDiagramRect rect;
      double xy[8], width, left;
      guint n;

      if (line->verb == NULL || line->from == G_MAXUINT)
        continue;
      n = get_way (self, line, xy);
      width = line->verb->width * size;
      rect = (AskDiagramRect) { 0, xy[1] - size * 0.6, width + size * 0.5, size * 1.2 };
      if (!find_room (self, xy[0], xy[2], xy[0], width, &left))
        {
          if (n == 2 || !find_room (self, xy[4], xy[6], xy[6], width, &left))
            continue;
          rect.y = xy[7] - size * 0.6;
        }
      rect.x = left - size * 0.25;
      if (is_taken (taken, &rect))
        continue;
      g_array_append_val (taken, rect);
      cairo_rectangle (self->cr, rint (rect.x), rint (rect.y), rint (rect.width), rint (rect.height));
      ask_diagram_frame_color (self, get_ground (self, line));
      cairo_fill (self->cr);
      ask_diagram_ink_add (self->ink, line->verb, left, rect.y + size * 0.92, size,
                           0xff000000 | (is_marked ((Tone) tones[i]) ? colors->accent : colors->dim));
    }
  ask_diagram_ink_show (self->ink);
}

/** ask_diagram_frame_lines: draws @lines; those that are marked above the others. */
void
ask_diagram_frame_lines (AskDiagramFrame *self, const GArray *lines)
{
  g_autofree guint8 *tones = g_new (guint8, lines->len + 1);

  for (guint i = 0; i < lines->len; i++)
    {
      guint relationship = g_array_index (lines, guint, i);

      tones[i] = g_array_index (self->diagram->lines, AskDiagramLine, relationship).from == G_MAXUINT
                   ? N_TONES
                   : (guint8) find_tone (self, relationship);
    }
  for (Tone tone = TONE_HIDDEN; tone < N_TONES; tone++)
    draw_tone (self, lines, tones, tone);
  if (self->rows)
    draw_verbs (self, lines, tones);
}

/** ask_diagram_frame_link: draws the relationship that is being drawn: from its row to the pointer. */
void
ask_diagram_frame_link (AskDiagramFrame *self)
{
  const AskDiagramMarks *marks = self->marks;
  const AskDiagramBox *box;
  AskDiagramRect row;
  double x1, y1, x2 = ask_diagram_frame_x (self, marks->link_x), y2 = ask_diagram_frame_y (self, marks->link_y), reach;
  guint32 color = marks->link_refused ? self->diagram->colors.error : self->diagram->colors.accent;

  if (!marks->linking || marks->link_from.entity >= self->diagram->boxes->len)
    return;
  box = self->diagram->boxes->pdata[marks->link_from.entity];
  row = ask_diagram_box_get_row (self->diagram, box, ask_diagram_box_find_row (box, marks->link_from.attribute));
  x1 = ask_diagram_frame_x (self, marks->link_x < row.x + row.width / 2 ? row.x : row.x + row.width);
  y1 = ask_diagram_frame_y (self, row.y + row.height / 2);
  reach = MAX (fabs (x2 - x1) / 2, 24) * (marks->link_x < row.x + row.width / 2 ? -1 : 1);
  cairo_move_to (self->cr, x1, y1);
  cairo_curve_to (self->cr, x1 + reach, y1, x2 - reach, y2, x2, y2);
  ask_diagram_frame_color (self, color);
  cairo_set_line_width (self->cr, 2.5);
  cairo_stroke (self->cr);
  cairo_arc (self->cr, x1, y1, 4, 0, 2 * G_PI);
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x2, y2, 5, 0, 2 * G_PI);
  cairo_fill (self->cr);
}

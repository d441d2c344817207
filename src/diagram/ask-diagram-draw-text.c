/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is written in boxes: titles, rows, signs, and what stands for them when they are too small to be read. Texts
 * are shaped when they are first seen and kept by their box.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

/* Of names in small boxes, in pixels, and the width of a box from which on they stand in it. */
#define NAME_SIZE 8.5
#define NAME_LEADING 1.15
#define LEAST_TITLE 32
#define LEAST_INSIDE 60

/* ask_diagram_frame_bars: rows from afar: a bar as long as the name. */
void
ask_diagram_frame_bars (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramMetrics *m = &diagram->metrics;
  double height = MAX (1, rint (m->row * self->scale * 0.3)), bottom = self->area.height * self->scale;

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < n; i++)
        {
          const AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
          double first = m->title + rint (m->pad * 0.3) + m->row * 0.35;

          for (guint r = 0; r < box->rows->len; r++)
            {
              const AskDiagramRow *row = &g_array_index (box->rows, AskDiagramRow, r);
              double width = MIN (row->name_width * m->em, box->rect.width - m->sign - m->pad * 2), x, y;

              if (((row->flags & ASK_DIAGRAM_ROW_REQUIRED) != 0) != (pass == 1))
                continue;
              y = rint (ask_diagram_frame_y (self, box->rect.y + first + r * m->row));
              if (y < -height || y > bottom)
                continue;
              x = diagram->theme.right_to_left ? box->rect.x + box->rect.width - m->sign - m->pad * 0.6 - width
                                               : box->rect.x + m->sign + m->pad * 0.6;
              cairo_rectangle (self->cr, rint (ask_diagram_frame_x (self, x)), y, MAX (1, rint (width * self->scale)),
                               height);
            }
        }
      ask_diagram_frame_color (self, pass == 1 ? diagram->colors.warning
                                               : ask_diagram_mix (diagram->colors.body, diagram->colors.dim,
                                                                  diagram->theme.high_contrast ? 1 : 0.55));
      cairo_fill (self->cr);
    }
}

static const AskDiagramText *
get_note (AskDiagram *self, const AskDiagramBox *box, AskDiagramRow *row)
{
  const char *note = ask_diagram_box_get_note (box, row);
  AskDiagramText *text;

  if (row->note != NULL || note[0] == '\0')
    return row->note;
  text = g_hash_table_lookup (self->notes, note);
  if (text == NULL)
    {
      text = ask_diagram_text_new (self->fonts, note, FALSE, 9);
      g_hash_table_insert (self->notes, g_strdup (note), text);
    }
  row->note = text;
  return text;
}

static const AskDiagramText *
get_sign (AskDiagram *self, const char *sign)
{
  /* Apart from the notes by a letter that no type begins with. */
  g_autofree char *key = g_strconcat ("\x01", sign, NULL);
  AskDiagramText *text = g_hash_table_lookup (self->notes, key);

  if (text == NULL)
    {
      text = ask_diagram_text_new (self->fonts, sign, TRUE, 4);
      g_hash_table_insert (self->notes, g_steal_pointer (&key), text);
    }
  return text;
}

/* Where a text stands in its box.
 * @inset: how far from the start of the line, or how far before its end it ends
 * @baseline: in the diagram */
typedef struct
{
  double inset;
  gboolean at_start;
  double baseline;
} Place;

static void
add_text (AskDiagramFrame *self, const AskDiagramBox *box, const AskDiagramText *text, Place place, double size,
          guint32 color)
{
  double width = text->width * size, x;

  if (place.at_start != self->diagram->theme.right_to_left)
    x = ask_diagram_frame_x (self, box->rect.x + place.inset);
  else
    x = ask_diagram_frame_x (self, box->rect.x + box->rect.width - place.inset) - width;
  ask_diagram_ink_add (self->ink, text, x, ask_diagram_frame_y (self, place.baseline), size, 0xff000000 | color);
}

static void
draw_row (AskDiagramFrame *self, const AskDiagramBox *box, AskDiagramRow *row, double top, gboolean hidden,
          const AskDiagramText **signs)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramMetrics *m = &diagram->metrics;
  const AskDiagramColors *colors = &diagram->colors;
  const AskDiagramText *note = get_note (diagram, box, row), *sign = NULL;
  double baseline = top + m->row / 2 + m->em * 0.36, size = m->em * self->scale, room;
  /* On heat only the strongest can be read. */
  gboolean heated = diagram->paint == ASK_DIAGRAM_PAINT_COVERAGE;
  guint32 color = colors->text, note_color = heated ? colors->text : colors->dim, sign_color = colors->accent;

  if (row->kind == ASK_DIAGRAM_ROW_MORE)
    color = colors->dim;
  else if ((row->flags & ASK_DIAGRAM_ROW_INPUT) != 0 && (row->flags & ASK_DIAGRAM_ROW_REQUIRED) == 0)
    color = colors->dim;
  if ((row->flags & ASK_DIAGRAM_ROW_REQUIRED) != 0)
    {
      sign = signs[0];
      sign_color = note_color = colors->warning;
    }
  else if (row->kind == ASK_DIAGRAM_ROW_METRIC)
    sign = signs[1];
  else if ((row->flags & ASK_DIAGRAM_ROW_CALCULATED) != 0)
    sign = signs[2];
  else if ((row->flags & ASK_DIAGRAM_ROW_INPUT) != 0)
    {
      sign = signs[3];
      sign_color = colors->dim;
    }
  if (hidden || (row->flags & ASK_DIAGRAM_ROW_HIDDEN) != 0)
    color = note_color = sign_color = heated ? colors->dim : colors->faint;
  if (row->name == NULL)
    {
      char more[64];

      room = (box->rect.width - m->sign - m->pad * 2.2) / m->em - (note != NULL ? note->width * 0.92 + 0.6 : 0);
      row->name = ask_diagram_text_new (diagram->fonts, ask_diagram_box_get_name (box, row, more, sizeof more),
                                        (row->flags & ASK_DIAGRAM_ROW_KEY) != 0, room);
    }
  if (sign != NULL)
    {
      double inset = m->pad * 0.6 + (m->sign - sign->width * m->em) / 2 - m->pad * 0.2;

      add_text (self, box, sign, (Place) { inset, TRUE, baseline }, size, sign_color);
    }
  add_text (self, box, row->name, (Place) { m->sign + m->pad * 0.6, TRUE, baseline }, size, color);
  if (note != NULL)
    add_text (self, box, note, (Place) { m->pad, FALSE, baseline }, size * 0.92, note_color);
}

static double
get_badge_width (AskDiagram *self, const AskDiagramBox *box)
{
  const char *badge = ask_diagram_box_get_badge (box);
  const AskDiagramText *text = badge != NULL ? get_sign (self, badge) : NULL;

  if (text == NULL)
    return 0;
  return self->metrics.em * (text->width * 0.8 + 0.9 + (box->entity->kind == ASK_ENTITY_API ? 1.1 : 0));
}

static void
draw_title (AskDiagramFrame *self, AskDiagramBox *box)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramMetrics *m = &diagram->metrics;
  double room = box->rect.width - m->pad * 2 - m->sign - get_badge_width (diagram, box);
  double middle = box->rect.y + m->title / 2;
  const char *badge = ask_diagram_box_get_badge (box);

  if (box->title == NULL)
    box->title = ask_diagram_text_new (diagram->fonts, box->entity->name, TRUE, room / m->em);
  add_text (self, box, box->title, (Place) { m->pad, TRUE, middle + m->em * 0.36 }, m->em * self->scale,
            box->entity->hidden ? diagram->colors.faint : diagram->colors.text);
  if (badge != NULL)
    add_text (self, box, get_sign (diagram, badge),
              (Place) { m->pad + m->sign * 0.9 + m->em * 0.45, FALSE, middle + m->em * 0.29 },
              m->em * 0.8 * self->scale, ask_diagram_box_get_color (diagram, box));
}

/* The frames of badges, the arrows of APIs, the fold signs and the keys: strokes, all of a colour at once. */
static void
add_badge (AskDiagramFrame *self, const AskDiagramBox *box)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramMetrics *m = &diagram->metrics;
  double width = get_badge_width (diagram, box), far = m->pad + m->sign * 0.9, u = m->em * self->scale, x, y;
  AskDiagramRect rect = { 0, box->rect.y + m->title / 2 - m->em * 0.62, width, m->em * 1.24 };
  gboolean mirrored = diagram->theme.right_to_left;

  if (width == 0)
    return;
  rect.x = mirrored ? box->rect.x + far : box->rect.x + box->rect.width - far - width;
  ask_diagram_frame_round (self, &rect, -0.5, m->em * 0.5);
  if (box->entity->kind != ASK_ENTITY_API)
    return;
  x = ask_diagram_frame_x (self, mirrored ? rect.x + width - m->em * 1.35 : rect.x + m->em * 0.4);
  y = ask_diagram_frame_y (self, rect.y + rect.height / 2);
  for (int way = -1; way <= 1; way += 2)
    {
      double tip = way < 0 ? x + u * 0.95 : x, back = way < 0 ? -u * 0.25 : u * 0.25, level = y + way * u * 0.17;

      cairo_move_to (self->cr, x, level);
      cairo_line_to (self->cr, x + u * 0.95, level);
      cairo_move_to (self->cr, tip + back, level - u * 0.17);
      cairo_line_to (self->cr, tip, level);
      cairo_line_to (self->cr, tip + back, level + u * 0.17);
    }
}

static void
add_fold (AskDiagramFrame *self, const AskDiagramBox *box)
{
  const AskDiagramMetrics *m = &self->diagram->metrics;
  double u = m->em * self->scale * 0.28, far = m->pad * 0.6 + m->sign * 0.4;
  double x = ask_diagram_frame_x (self, self->diagram->theme.right_to_left ? box->rect.x + far
                                                                           : box->rect.x + box->rect.width - far);
  double y = ask_diagram_frame_y (self, box->rect.y + m->title / 2);
  double up = box->entity->collapsed ? 1 : -1;

  cairo_move_to (self->cr, x - u, y - up * u * 0.5);
  cairo_line_to (self->cr, x, y + up * u * 0.5);
  cairo_line_to (self->cr, x + u, y - up * u * 0.5);
}

static void
add_keys (AskDiagramFrame *self, const AskDiagramBox *box)
{
  const AskDiagramMetrics *m = &self->diagram->metrics;
  double u = m->em * self->scale, side = self->diagram->theme.right_to_left ? -1 : 1;

  for (guint r = 0; r < box->rows->len; r++)
    {
      const AskDiagramRow *row = &g_array_index (box->rows, AskDiagramRow, r);
      AskDiagramRect rect;
      double x, y;

      if ((row->flags & ASK_DIAGRAM_ROW_KEY) == 0 || (row->flags & ASK_DIAGRAM_ROW_REQUIRED) != 0)
        continue;
      rect = ask_diagram_box_get_row (self->diagram, box, (int) r);
      x = ask_diagram_frame_x (self, side > 0 ? rect.x + m->pad * 0.7 : rect.x + rect.width - m->pad * 0.7);
      y = ask_diagram_frame_y (self, rect.y + rect.height / 2);
      cairo_new_sub_path (self->cr);
      cairo_arc (self->cr, x + side * u * 0.27, y, u * 0.22, 0, 2 * G_PI);
      cairo_move_to (self->cr, x + side * u * 0.49, y);
      cairo_line_to (self->cr, x + side * u * 1.08, y);
      cairo_line_to (self->cr, x + side * u * 1.08, y + u * 0.24);
      cairo_move_to (self->cr, x + side * u * 0.83, y);
      cairo_line_to (self->cr, x + side * u * 0.83, y + u * 0.2);
    }
}

void
ask_diagram_frame_signs (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;

  cairo_set_line_width (self->cr, MAX (diagram->metrics.em * self->scale * 0.1, 1));
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < n; i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];

      if (ask_diagram_box_get_badge (box) == NULL)
        continue;
      add_badge (self, box);
      ask_diagram_frame_color (self, ask_diagram_box_get_color (diagram, box));
      cairo_stroke (self->cr);
    }
  for (guint i = 0; i < n; i++)
    add_fold (self, diagram->boxes->pdata[boxes[i]]);
  ask_diagram_frame_color (self, diagram->colors.dim);
  cairo_stroke (self->cr);
  for (guint i = 0; i < n; i++)
    add_keys (self, diagram->boxes->pdata[boxes[i]]);
  ask_diagram_frame_color (self, diagram->theme.dark ? 0xe5a50a : 0x9a6700);
  if (diagram->theme.high_contrast)
    ask_diagram_frame_color (self, diagram->colors.text);
  cairo_stroke (self->cr);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
}

/* Breaks the name of @box between its words into lines of @room em, the last one cut. */
static void
break_name (AskDiagram *self, AskDiagramBox *box, double room, guint max_lines, gboolean bold)
{
  const char *rest = bold ? box->entity->name : ask_diagram_box_get_short_name (self, box);

  for (guint i = 0; i < ASK_DIAGRAM_SMALL_LINES; i++)
    g_clear_pointer (&box->small[i], ask_diagram_text_free);
  for (guint i = 0; i < max_lines && *rest != '\0'; i++)
    {
      g_autofree char *line = NULL;
      const char *end = rest, *next;

      /* As many words as fit, and one at least. */
      while (i + 1 < max_lines && *end != '\0')
        {
          next = end + strcspn (end, "_ .");
          next += *next != '\0';
          line = g_strndup (rest, (gsize) (next - rest));
          if (end > rest && ask_diagram_fonts_measure (self->fonts, line, bold) > room)
            break;
          end = next;
          g_clear_pointer (&line, g_free);
        }
      g_free (line);
      line = i + 1 < max_lines ? g_strndup (rest, (gsize) (end - rest)) : g_strdup (rest);
      box->small[i] = ask_diagram_text_new (self->fonts, line, bold, room);
      rest = i + 1 < max_lines ? end : rest + strlen (rest);
    }
}

/* ask_diagram_frame_has_name: Returns: whether the name of @box has room in it */
gboolean
ask_diagram_frame_has_name (const AskDiagramFrame *self, AskDiagramBox *box)
{
  double width = box->rect.width * self->scale, height = box->rect.height * self->scale;

  if (self->rows || self->titles)
    return width >= LEAST_TITLE;
  /* In several lines only where these are long enough to say something. */
  return width >= LEAST_TITLE && height - 2 >= NAME_SIZE * NAME_LEADING
         && (width >= LEAST_INSIDE || ask_diagram_box_get_label (self->diagram, box)->width * NAME_SIZE <= width - 5);
}

/* Names in letters that can be read, however small the box: in its title, or on lines in its middle. */
void
ask_diagram_frame_names (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  double size = self->titles ? CLAMP (diagram->metrics.em * self->scale, NAME_SIZE, 11) : NAME_SIZE;
  double leading = size * NAME_LEADING;

  for (guint i = 0; i < n; i++)
    {
      AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
      double width = box->rect.width * self->scale, height = box->rect.height * self->scale, y;
      double room = floor ((width - 5) / size * 2) / 2;
      guint max_lines = self->titles ? 1 : (guint) CLAMP ((height - 2) / leading, 0, ASK_DIAGRAM_SMALL_LINES),
            lines = 0;
      int key = (int) (room * 2) * 16 + (int) max_lines * 2 + self->titles;

      if (max_lines == 0 || !ask_diagram_frame_has_name (self, box))
        continue;
      if (box->small[0] == NULL || box->small_key != key)
        {
          break_name (diagram, box, room, max_lines, self->titles);
          box->small_key = key;
        }
      while (lines < max_lines && box->small[lines] != NULL)
        lines++;
      y = self->titles ? ask_diagram_frame_y (self, box->rect.y + diagram->metrics.title / 2)
                       : ask_diagram_frame_y (self, box->rect.y) + (height - (lines - 1) * leading) / 2;
      for (guint l = 0; l < lines; l++)
        ask_diagram_ink_add (self->ink, box->small[l],
                             ask_diagram_frame_x (self, box->rect.x) + (width - box->small[l]->width * size) / 2,
                             y + size * 0.36 + l * leading, size,
                             0xff000000 | (box->entity->hidden ? diagram->colors.faint : diagram->colors.text));
    }
  ask_diagram_ink_show (self->ink);
}

static void
draw_all_rows (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramText *signs[]
    = { get_sign (diagram, "!"), get_sign (diagram, "Σ"), get_sign (diagram, "ƒ"), get_sign (diagram, "?") };

  for (guint i = 0; i < n; i++)
    {
      AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
      AskDiagramRect first = ask_diagram_box_get_row (diagram, box, 0);
      double row = diagram->metrics.row;
      /* Of a box of 300 rows only those that are seen. */
      double from = floor ((self->area.y - first.y) / row),
             to = ceil ((self->area.y + self->area.height - first.y) / row);

      draw_title (self, box);
      for (double r = MAX (from, 0); r < MIN (to, box->rows->len); r++)
        draw_row (self, box, &g_array_index (box->rows, AskDiagramRow, (guint) r), first.y + r * row,
                  box->entity->hidden, signs);
    }
  ask_diagram_ink_show (self->ink);
}

static void
draw_counts (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;

  for (guint i = 0; i < n && diagram->paint == ASK_DIAGRAM_PAINT_COVERAGE; i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
      const AskCoverage *coverage = ask_diagram_get_coverage (diagram, boxes[i]);
      /* Translators: how many questions used this entity, and how many of them failed */
      g_autofree char *words = coverage->failed > 0
                                 ? g_strdup_printf (_ ("%u asked, %u failed"), coverage->asked, coverage->failed)
                                 : g_strdup_printf (_ ("%u asked"), coverage->asked);
      g_autoptr (AskDiagramText) text = ask_diagram_text_new (diagram->fonts, words, TRUE, 24);
      double size = diagram->metrics.em * 0.85 * self->scale;

      /* Above the box, where nothing else stands. */
      ask_diagram_ink_add (self->ink, text, ask_diagram_frame_x (self, box->rect.x),
                           ask_diagram_frame_y (self, box->rect.y) - size * 0.55, size,
                           0xff000000 | (coverage->failed > 0 ? diagram->colors.error : diagram->colors.dim));
    }
  ask_diagram_ink_show (self->ink);
}

/** ask_diagram_frame_texts: writes titles and rows, and in the coverage view the counts above each box. */
void
ask_diagram_frame_texts (AskDiagramFrame *self, const guint *boxes, guint n)
{
  draw_all_rows (self, boxes, n);
  draw_counts (self, boxes, n);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes of a frame that do not overlap: bodies, titles, rows, signs, borders and marks, each layer of all boxes before
 * the next. What tells an API from a table is its border, its badge and its rows, never the colour alone.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "chart/ask-diagram-private.h"

#define HEAT_STEPS 12

/** ask_diagram_box_get_color: Returns: the colour of the box's source */
guint32
ask_diagram_box_get_color (AskDiagram *self, const AskDiagramBox *box)
{
  const AskDiagramGroup *group = self->groups->pdata[box->source];

  /* What people made of others is nobody's. */
  if (box->entity->kind == ASK_ENTITY_QUERY)
    return self->colors.dim;
  return self->colors.palette[group->color];
}

static const AskCoverage *
get_coverage (AskDiagram *self, guint entity)
{
  static const AskCoverage none = { 0 };

  if (self->paint != ASK_DIAGRAM_PAINT_COVERAGE)
    return NULL;
  return entity < self->n_coverage ? &self->coverage[entity] : &none;
}

/* Twice as often asked is one step on; 0 is never. */
static int
get_heat (AskDiagram *self, const AskCoverage *coverage)
{
  if (coverage->asked == 0 || self->max_asked == 0)
    return 0;
  return 1 + (int) lrint ((HEAT_STEPS - 1) * log2 (1 + coverage->asked) / log2 (1 + MAX (self->max_asked, 2)));
}

static guint32
get_heat_color (AskDiagram *self, int heat)
{
  if (heat == 0)
    return self->colors.body;
  return ask_diagram_mix (self->colors.heat_low, self->colors.heat_high, (heat - 1) / (double) (HEAT_STEPS - 1));
}

/* One fill for each colour. */
typedef struct
{
  guint32 color;
  guint box; /* place in the list */
} Paint;

static int
compare_paints (const void *a, const void *b)
{
  const Paint *x = a, *y = b;

  if (x->color != y->color)
    return x->color < y->color ? -1 : 1;
  return x->box < y->box ? -1 : x->box > y->box;
}

typedef void (*AddFunc) (AskDiagramFrame *self, const AskDiagramBox *box);

static void
fill_by_color (AskDiagramFrame *self, Paint *paints, const guint *boxes, guint n, AddFunc add)
{
  qsort (paints, n, sizeof *paints, compare_paints);
  for (guint i = 0; i < n; i++)
    {
      add (self, self->diagram->boxes->pdata[boxes[paints[i].box]]);
      if (i + 1 < n && paints[i + 1].color == paints[i].color)
        continue;
      ask_diagram_frame_color (self, paints[i].color);
      cairo_fill (self->cr);
    }
}

static void
add_body (AskDiagramFrame *self, const AskDiagramBox *box)
{
  if (self->rows)
    ask_diagram_frame_round (self, &box->rect, 0, self->diagram->metrics.radius);
  else
    ask_diagram_frame_rect (self, &box->rect, 0);
}

static void
add_inside (AskDiagramFrame *self, const AskDiagramBox *box)
{
  ask_diagram_frame_rect (self, &box->rect, -1);
}

static void
add_title (AskDiagramFrame *self, const AskDiagramBox *box)
{
  AskDiagramRect title = ask_diagram_box_get_row (self->diagram, box, -1);
  double x1, y1, x2, y2, r;

  if (!self->rows)
    {
      ask_diagram_frame_rect (self, &title, -1);
      return;
    }
  x1 = ask_diagram_frame_x (self, title.x);
  x2 = ask_diagram_frame_x (self, title.x + title.width);
  y1 = ask_diagram_frame_y (self, title.y);
  y2 = ask_diagram_frame_y (self, title.y + title.height);
  if (!self->vector)
    {
      x1 = rint (x1);
      x2 = rint (x2);
      y1 = rint (y1);
      y2 = rint (y2);
    }
  r = self->diagram->metrics.radius * self->scale;
  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x1 + r, y1 + r, r, G_PI, 1.5 * G_PI);
  cairo_arc (self->cr, x2 - r, y1 + r, r, -0.5 * G_PI, 0);
  if (box->rows->len == 0)
    {
      cairo_arc (self->cr, x2 - r, y2 - r, r, 0, 0.5 * G_PI);
      cairo_arc (self->cr, x1 + r, y2 - r, r, 0.5 * G_PI, G_PI);
    }
  else
    {
      cairo_line_to (self->cr, x2, y2);
      cairo_line_to (self->cr, x1, y2);
    }
  cairo_close_path (self->cr);
}

static guint32
get_body_color (AskDiagramFrame *self, guint entity, gboolean title)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramColors *colors = &diagram->colors;
  const AskDiagramBox *box = diagram->boxes->pdata[entity];
  const AskCoverage *coverage = get_coverage (diagram, entity);
  guint32 color;

  if (coverage != NULL)
    {
      color = get_heat_color (diagram, get_heat (diagram, coverage));
      return title ? ask_diagram_mix (color, colors->border, 0.15) : color;
    }
  color = ask_diagram_box_get_color (diagram, box);
  if (box->entity->hidden)
    color = ask_diagram_mix (color, colors->background, 0.6);
  if (title)
    return ask_diagram_mix (colors->body, color, colors->title_tint + (self->rows ? 0 : 0.12));
  if (!self->titles)
    return ask_diagram_mix (colors->body, color, colors->title_tint + 0.12);
  return box->entity->hidden ? ask_diagram_mix (colors->body, colors->background, 0.6) : colors->body;
}

static guint32
get_border_color (AskDiagramFrame *self, const AskDiagramBox *box)
{
  const AskDiagramColors *colors = &self->diagram->colors;
  guint32 color = ask_diagram_box_get_color (self->diagram, box);

  if (self->diagram->theme.high_contrast)
    return colors->border;
  if (box->entity->kind == ASK_ENTITY_API)
    return ask_diagram_mix (colors->border, color, 0.9);
  return ask_diagram_mix (colors->border, color, 0.35);
}

static void
draw_bodies (AskDiagramFrame *self, const guint *boxes, guint n)
{
  g_autofree Paint *paints = g_new (Paint, n + 1);

  if (self->rows && !self->vector)
    {
      /* A shadow of one call, for boxes to lie on the ground. */
      for (guint i = 0; i < n; i++)
        {
          AskDiagramRect shadow = ((AskDiagramBox *) self->diagram->boxes->pdata[boxes[i]])->rect;

          shadow.y += 2 / self->scale;
          ask_diagram_frame_round (self, &shadow, 1, self->diagram->metrics.radius);
        }
      cairo_set_source_rgba (self->cr, 0, 0, 0, self->diagram->theme.dark ? 0.3 : 0.09);
      cairo_fill (self->cr);
    }
  if (!self->rows)
    {
      /* The border is what is left around the inside. */
      for (guint i = 0; i < n; i++)
        paints[i] = (Paint) { get_border_color (self, self->diagram->boxes->pdata[boxes[i]]), i };
      fill_by_color (self, paints, boxes, n, add_body);
    }
  for (guint i = 0; i < n; i++)
    paints[i] = (Paint) { get_body_color (self, boxes[i], FALSE), i };
  fill_by_color (self, paints, boxes, n, self->rows ? add_body : add_inside);
  if (!self->titles)
    return;
  for (guint i = 0; i < n; i++)
    paints[i] = (Paint) { get_body_color (self, boxes[i], TRUE), i };
  fill_by_color (self, paints, boxes, n, add_title);
}

/* Slanting lines over what nobody has described. */
static void
draw_hatches (AskDiagramFrame *self, const guint *boxes, guint n)
{
  cairo_surface_t *tile;
  cairo_pattern_t *pattern;
  cairo_t *cr;
  gboolean any = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const AskCoverage *coverage = get_coverage (self->diagram, boxes[i]);

      if (coverage == NULL || coverage->undescribed == 0)
        continue;
      any = TRUE;
      ask_diagram_frame_rect (self, &((AskDiagramBox *) self->diagram->boxes->pdata[boxes[i]])->rect, -1);
    }
  if (!any)
    return;
  tile = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 8, 8);
  cr = cairo_create (tile);
  cairo_set_source_rgba (cr, ((self->diagram->colors.dim >> 16) & 255) / 255.0,
                         ((self->diagram->colors.dim >> 8) & 255) / 255.0, (self->diagram->colors.dim & 255) / 255.0,
                         self->diagram->theme.high_contrast ? 0.6 : 0.28);
  cairo_set_line_width (cr, 1.2);
  for (int shift = -8; shift <= 8; shift += 8)
    {
      cairo_move_to (cr, shift - 1, 9);
      cairo_line_to (cr, shift + 9, -1);
    }
  cairo_stroke (cr);
  cairo_destroy (cr);
  pattern = cairo_pattern_create_for_surface (tile);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_set_source (self->cr, pattern);
  cairo_fill (self->cr);
  cairo_pattern_destroy (pattern);
  cairo_surface_destroy (tile);
}

static gboolean
is_row (const AskDiagramTarget *target, guint entity, int attribute)
{
  return target->hit == ASK_DIAGRAM_ROW && target->entity == entity && target->attribute == attribute;
}

static void
draw_row_mark (AskDiagramFrame *self, const AskDiagramTarget *target, guint32 color, double alpha)
{
  const AskDiagramBox *box;
  AskDiagramRect rect;
  int row;

  if (target->hit != ASK_DIAGRAM_ROW || target->entity >= self->diagram->boxes->len)
    return;
  box = self->diagram->boxes->pdata[target->entity];
  row = ask_diagram_box_find_row (box, target->attribute);
  if (row < 0)
    return;
  rect = ask_diagram_box_get_row (self->diagram, box, row);
  ask_diagram_frame_rect (self, &rect, 0);
  cairo_set_source_rgba (self->cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0,
                         alpha);
  cairo_fill (self->cr);
}

static gboolean
has_box (const guint *boxes, guint n, guint entity)
{
  for (guint i = 0; i < n; i++)
    if (boxes[i] == entity)
      return TRUE;
  return FALSE;
}

static void
draw_row_marks (AskDiagramFrame *self, const guint *boxes, guint n)
{
  const AskDiagramMarks *marks = self->marks;
  const AskDiagramColors *colors = &self->diagram->colors;

  if (marks->hovered.hit == ASK_DIAGRAM_ROW && has_box (boxes, n, marks->hovered.entity))
    draw_row_mark (self, &marks->hovered, colors->accent, 0.12);
  if (marks->selected_row.hit == ASK_DIAGRAM_ROW && has_box (boxes, n, marks->selected_row.entity))
    draw_row_mark (self, &marks->selected_row, colors->accent, 0.28);
  if (marks->linking && marks->target.hit == ASK_DIAGRAM_ROW && has_box (boxes, n, marks->target.entity))
    draw_row_mark (self, &marks->target, marks->link_refused ? colors->error : colors->accent, 0.45);
}

/* Rows from afar: a bar as long as the name. */
static void
draw_bars (AskDiagramFrame *self, const guint *boxes, guint n)
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

/* Text from the start of the box's line (@from the start) or to its end. */
static void
add_text (AskDiagramFrame *self, const AskDiagramBox *box, const AskDiagramText *text, double inset, gboolean at_start,
          double baseline, double size, guint32 color)
{
  double width = text->width * size, x;

  if (at_start != self->diagram->theme.right_to_left)
    x = ask_diagram_frame_x (self, box->rect.x + inset);
  else
    x = ask_diagram_frame_x (self, box->rect.x + box->rect.width - inset) - width;
  ask_diagram_ink_add (self->ink, text, x, ask_diagram_frame_y (self, baseline), size, 0xff000000 | color);
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
      char more[32];

      room = (box->rect.width - m->sign - m->pad * 2.2) / m->em - (note != NULL ? note->width * 0.92 + 0.6 : 0);
      row->name = ask_diagram_text_new (diagram->fonts, ask_diagram_box_get_name (box, row, more, sizeof more),
                                        (row->flags & ASK_DIAGRAM_ROW_KEY) != 0, room);
    }
  if (sign != NULL)
    add_text (self, box, sign, m->pad * 0.6 + (m->sign - sign->width * m->em) / 2 - m->pad * 0.2, TRUE, baseline, size,
              sign_color);
  add_text (self, box, row->name, m->sign + m->pad * 0.6, TRUE, baseline, size, color);
  if (note != NULL)
    add_text (self, box, note, m->pad, FALSE, baseline, size * 0.92, note_color);
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
  const char *badge = ask_diagram_box_get_badge (box);

  if (box->title == NULL)
    box->title = ask_diagram_text_new (diagram->fonts, box->entity->name, TRUE, room / m->em);
  add_text (self, box, box->title, m->pad, TRUE, box->rect.y + m->title / 2 + m->em * 0.36, m->em * self->scale,
            box->entity->hidden ? diagram->colors.faint : diagram->colors.text);
  if (badge != NULL)
    add_text (self, box, get_sign (diagram, badge), m->pad + m->sign * 0.9 + m->em * 0.45, FALSE,
              box->rect.y + m->title / 2 + m->em * 0.29, m->em * 0.8 * self->scale,
              ask_diagram_box_get_color (diagram, box));
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

static void
stroke_signs (AskDiagramFrame *self, const guint *boxes, guint n)
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

/* A rule between attributes and metrics, and under the title. */
static void
fill_rules (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;

  for (guint i = 0; i < n; i++)
    {
      const AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];

      for (guint r = 1; r < box->rows->len; r++)
        {
          AskDiagramRect rect;

          if (g_array_index (box->rows, AskDiagramRow, r).kind == g_array_index (box->rows, AskDiagramRow, r - 1).kind)
            continue;
          rect = ask_diagram_box_get_row (diagram, box, (int) r);
          rect.height = 0;
          if (self->vector)
            rect.height = 1 / self->scale;
          ask_diagram_frame_rect (self, &rect, 0);
        }
    }
  ask_diagram_frame_color (self, diagram->colors.rule);
  cairo_fill (self->cr);
}

static void
stroke_borders (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  double unit = MAX (diagram->metrics.em * self->scale * 0.38, 3);
  double dashes[] = { unit, unit * 0.6 };

  for (int dashed = 0; dashed < 2; dashed++)
    {
      guint32 color = 0;
      gboolean open = FALSE;

      cairo_set_dash (self->cr, dashes, dashed ? 2 : 0, 0);
      cairo_set_line_width (self->cr, diagram->theme.high_contrast ? 2 : dashed ? 1.5 : 1);
      for (guint i = 0; i < n; i++)
        {
          const AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
          guint32 own = get_border_color (self, box);

          if ((box->entity->kind == ASK_ENTITY_API) != (dashed == 1))
            continue;
          if (open && own != color)
            {
              ask_diagram_frame_color (self, color);
              cairo_stroke (self->cr);
            }
          color = own;
          open = TRUE;
          ask_diagram_frame_round (self, &box->rect, -0.5, diagram->metrics.radius);
          /* A second line for what lies on top of tables. */
          if (box->entity->kind == ASK_ENTITY_QUERY || box->entity->kind == ASK_ENTITY_VIEW)
            ask_diagram_frame_round (self, &box->rect, diagram->theme.high_contrast ? -4.5 : -2.5,
                                     diagram->metrics.radius);
        }
      if (open)
        {
          ask_diagram_frame_color (self, color);
          cairo_stroke (self->cr);
        }
    }
  cairo_set_dash (self->cr, NULL, 0, 0);
}

static void
ring (AskDiagramFrame *self, const AskDiagramBox *box, double grow, double width, guint32 color)
{
  if (self->rows)
    ask_diagram_frame_round (self, &box->rect, grow, self->diagram->metrics.radius);
  else
    ask_diagram_frame_rect (self, &box->rect, grow);
  ask_diagram_frame_color (self, color);
  cairo_set_line_width (self->cr, width);
  cairo_stroke (self->cr);
}

static void
draw_marks (AskDiagramFrame *self, const guint *boxes, guint n)
{
  const AskDiagramMarks *marks = self->marks;
  const AskDiagramColors *colors = &self->diagram->colors;

  for (guint i = 0; i < n; i++)
    {
      const AskDiagramBox *box = self->diagram->boxes->pdata[boxes[i]];
      const AskCoverage *coverage = get_coverage (self->diagram, boxes[i]);

      if (coverage != NULL && coverage->failed > 0)
        ring (self, box, 1.5, 3, colors->error);
      if (self->selected[boxes[i]])
        ring (self, box, 1, self->diagram->theme.high_contrast ? 4 : 2.5, colors->accent);
      else if (marks->hovered.entity == boxes[i]
               && (marks->hovered.hit == ASK_DIAGRAM_BOX || marks->hovered.hit == ASK_DIAGRAM_ROW
                   || marks->hovered.hit == ASK_DIAGRAM_FOLD))
        ring (self, box, 0, 1.5, colors->accent);
      if (marks->focused.entity == boxes[i] && marks->focused.hit != ASK_DIAGRAM_NOTHING
          && marks->focused.hit != ASK_DIAGRAM_LINE)
        {
          static const double dash[] = { 4, 2 };
          int row = ask_diagram_box_find_row (box, marks->focused.hit == ASK_DIAGRAM_ROW ? marks->focused.attribute : -1);

          cairo_set_dash (self->cr, dash, 2, 0);
          if (row >= 0 && is_row (&marks->focused, boxes[i], marks->focused.attribute))
            {
              AskDiagramRect rect = ask_diagram_box_get_row (self->diagram, box, row);

              ask_diagram_frame_round (self, &rect, -1.5, self->diagram->metrics.radius / 2);
              ask_diagram_frame_color (self, colors->accent);
              cairo_set_line_width (self->cr, 2);
              cairo_stroke (self->cr);
            }
          else
            ring (self, box, 4, 2, colors->accent);
          cairo_set_dash (self->cr, NULL, 0, 0);
        }
    }
}

/* Breaks the name of @box between its words into lines of @room em, the last one cut. */
static void
break_name (AskDiagram *self, AskDiagramBox *box, double room, guint max_lines, gboolean bold)
{
  const char *rest = box->entity->name;

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

/* Names in letters that can be read, however small the box: in its title, or on lines in its middle. */
static void
draw_names (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  double size = self->titles ? CLAMP (diagram->metrics.em * self->scale, 8.5, 11) : 8.5, leading = size * 1.15;

  for (guint i = 0; i < n; i++)
    {
      AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
      double width = box->rect.width * self->scale, height = box->rect.height * self->scale, y;
      double room = floor ((width - 5) / size * 2) / 2;
      guint max_lines = self->titles ? 1 : (guint) CLAMP ((height - 2) / leading, 0, ASK_DIAGRAM_SMALL_LINES), lines = 0;
      int key = (int) (room * 2) * 16 + (int) max_lines * 2 + self->titles;

      if (width < 32 || max_lines == 0)
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
draw_texts (AskDiagramFrame *self, const guint *boxes, guint n)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramText *signs[] = { get_sign (diagram, "!"), get_sign (diagram, "Σ"), get_sign (diagram, "ƒ"),
                                    get_sign (diagram, "?") };

  for (guint i = 0; i < n; i++)
    {
      AskDiagramBox *box = diagram->boxes->pdata[boxes[i]];
      AskDiagramRect first = ask_diagram_box_get_row (diagram, box, 0);
      double row = diagram->metrics.row;
      /* Of a box of 300 rows only those that are seen. */
      double from = floor ((self->area.y - first.y) / row), to = ceil ((self->area.y + self->area.height - first.y) / row);

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
      const AskCoverage *coverage = get_coverage (diagram, boxes[i]);
      g_autofree char *asked = g_strdup_printf ("%u asked", coverage->asked);
      g_autofree char *words = coverage->failed > 0 ? g_strdup_printf ("%s, %u failed", asked, coverage->failed)
                                                    : g_strdup (asked);
      g_autoptr (AskDiagramText) text = ask_diagram_text_new (diagram->fonts, words, TRUE, 24);
      double size = diagram->metrics.em * 0.85 * self->scale;

      /* Above the box, where nothing else stands. */
      ask_diagram_ink_add (self->ink, text, ask_diagram_frame_x (self, box->rect.x),
                           ask_diagram_frame_y (self, box->rect.y) - size * 0.55, size,
                           0xff000000 | (coverage->failed > 0 ? diagram->colors.error : diagram->colors.dim));
    }
  ask_diagram_ink_show (self->ink);
}

/**
 * ask_diagram_frame_boxes:
 * @boxes: (array length=n): entities whose boxes do not overlap each other
 */
void
ask_diagram_frame_boxes (AskDiagramFrame *self, const guint *boxes, guint n)
{
  cairo_new_path (self->cr);
  draw_bodies (self, boxes, n);
  draw_hatches (self, boxes, n);
  draw_row_marks (self, boxes, n);
  if (self->bars)
    draw_bars (self, boxes, n);
  if (self->rows)
    {
      fill_rules (self, boxes, n);
      stroke_borders (self, boxes, n);
      stroke_signs (self, boxes, n);
      draw_texts (self, boxes, n);
      draw_counts (self, boxes, n);
    }
  else
    draw_names (self, boxes, n);
  draw_marks (self, boxes, n);
}

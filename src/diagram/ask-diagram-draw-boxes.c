/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boxes of a frame that do not overlap: bodies, titles, rows, signs, borders and marks, each layer of all boxes before
 * the next. What tells an API from a table is its border, its badge and its rows, never the colour alone.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

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

/** ask_diagram_get_coverage: Returns: (nullable): what is known of @entity in the coverage view; %NULL in others */
const AskCoverage *
ask_diagram_get_coverage (AskDiagram *self, guint entity)
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
  const AskCoverage *coverage = ask_diagram_get_coverage (diagram, entity);
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
      const AskCoverage *coverage = ask_diagram_get_coverage (self->diagram, boxes[i]);

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
      const AskCoverage *coverage = ask_diagram_get_coverage (self->diagram, boxes[i]);

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
          int row
            = ask_diagram_box_find_row (box, marks->focused.hit == ASK_DIAGRAM_ROW ? marks->focused.attribute : -1);

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
    ask_diagram_frame_bars (self, boxes, n);
  if (self->rows)
    {
      fill_rules (self, boxes, n);
      stroke_borders (self, boxes, n);
      ask_diagram_frame_signs (self, boxes, n);
      ask_diagram_frame_texts (self, boxes, n);
    }
  else
    ask_diagram_frame_names (self, boxes, n);
  draw_marks (self, boxes, n);
}

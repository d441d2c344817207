/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines: which rows a relationship joins, and the way from one to the other: out of the box, along a lane of its own,
 * into the other box. Two upright parts never lie on each other unless they end in the same row, so that one can
 * be followed by eye; a lane that runs behind a box is taken only where none is free.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

#define MAX_LANES 14

void
ask_diagram_line_clear (gpointer data)
{
  g_clear_pointer (&((AskDiagramLine *) data)->verb, ask_diagram_text_free);
}

static int
find_attribute (const AskEntity *entity, const GPtrArray *names)
{
  if (names->len == 0)
    return -1;
  for (guint i = 0; i < entity->attributes->len; i++)
    if (g_ascii_strcasecmp (((AskAttribute *) entity->attributes->pdata[i])->name, names->pdata[0]) == 0)
      return (int) i;
  return -1;
}

static gboolean
is_optional (const AskEntity *entity, const GPtrArray *names)
{
  for (guint i = 0; i < names->len; i++)
    {
      const AskAttribute *attribute = ask_entity_find_attribute (entity, names->pdata[i]);

      if (attribute != NULL && attribute->nullable)
        return TRUE;
    }
  return FALSE;
}

static guint
find_box (GHashTable *places, const char *name)
{
  g_autofree char *folded = g_ascii_strdown (name, -1);

  return GPOINTER_TO_UINT (g_hash_table_lookup (places, folded)) - 1;
}

static void
build_line (AskDiagram *self, GHashTable *places, guint i, GHashTable *twins)
{
  guint n = self->schema->relationships->len;
  const AskRelationship *relationship = i < n ? self->schema->relationships->pdata[i] : self->suggested->pdata[i - n];
  AskDiagramLine line
    = { .from = find_box (places, relationship->from), .to = find_box (places, relationship->to), .suggested = i >= n };
  AskDiagramBox *from, *to;
  int from_attribute, to_attribute;
  g_autofree char *key = NULL;

  /* What refers to nothing is no line; ask_schema_check() says so in words. */
  if (line.from >= self->boxes->len || line.to >= self->boxes->len)
    {
      line.from = line.to = G_MAXUINT;
      g_array_append_val (self->lines, line);
      return;
    }
  from = self->boxes->pdata[line.from];
  to = self->boxes->pdata[line.to];
  from_attribute = find_attribute (from->entity, relationship->from_attributes);
  to_attribute = find_attribute (to->entity, relationship->to_attributes);
  line.from_row = ask_diagram_box_find_end (from, from_attribute);
  line.to_row = ask_diagram_box_find_end (to, to_attribute);
  line.optional = is_optional (from->entity, relationship->from_attributes);
  line.many_from = relationship->cardinality != ASK_CARDINALITY_ONE_TO_ONE;
  line.many_to = relationship->cardinality == ASK_CARDINALITY_MANY_TO_MANY;
  line.hidden = from->entity->hidden || to->entity->hidden;
  if (line.from_row >= 0 && !line.suggested)
    g_array_index (from->rows, AskDiagramRow, line.from_row).flags |= ASK_DIAGRAM_ROW_FOREIGN;
  if (relationship->verb != NULL && relationship->verb[0] != '\0')
    line.verb = ask_diagram_text_new (self->fonts, relationship->verb, FALSE, 16);
  key = line.from < line.to || (line.from == line.to && line.from_row <= line.to_row)
          ? g_strdup_printf ("%u %d %u %d", line.from, line.from_row, line.to, line.to_row)
          : g_strdup_printf ("%u %d %u %d", line.to, line.to_row, line.from, line.from_row);
  line.twin = GPOINTER_TO_UINT (g_hash_table_lookup (twins, key));
  g_hash_table_insert (twins, g_steal_pointer (&key), GUINT_TO_POINTER (line.twin + 1));
  g_array_append_val (self->lines, line);
  g_array_append_val (from->lines, i);
  if (to != from)
    g_array_append_val (to->lines, i);
}

/* Signs of "one" and of "one or none" on each other would read as both. */
static void
mark_mixed (AskDiagram *self, guint place)
{
  const AskDiagramBox *box = self->boxes->pdata[place];

  for (guint i = 0; i < box->lines->len; i++)
    {
      AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, g_array_index (box->lines, guint, i));

      for (guint k = 0; k < box->lines->len && line->to == place && !line->mixed; k++)
        {
          const AskDiagramLine *other
            = &g_array_index (self->lines, AskDiagramLine, g_array_index (box->lines, guint, k));

          line->mixed = other->to == place && other->to_row == line->to_row && other->optional != line->optional
                        && (line->suggested || !other->suggested);
        }
    }
}

/**
 * ask_diagram_build_lines:
 * @places: (element-type utf8 guint): an entity's name in lower case → its place + 1
 *
 * Makes all lines anew; ask_diagram_route_lines() finds their ways.
 */
void
ask_diagram_build_lines (AskDiagram *self, GHashTable *places)
{
  g_autoptr (GHashTable) twins = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_array_set_size (self->lines, 0);
  for (guint i = 0; i < self->boxes->len; i++)
    {
      AskDiagramBox *box = self->boxes->pdata[i];

      g_array_set_size (box->lines, 0);
      for (guint r = 0; r < box->rows->len; r++)
        g_array_index (box->rows, AskDiagramRow, r).flags &= ~ASK_DIAGRAM_ROW_FOREIGN;
    }
  for (guint i = 0; i < self->schema->relationships->len + (self->suggested != NULL ? self->suggested->len : 0); i++)
    build_line (self, places, i, twins);
  for (guint i = 0; i < self->boxes->len; i++)
    mark_mixed (self, i);
  self->lines_dirty = TRUE;
}

static gboolean
same_pointers (const GPtrArray *a, const GPtrArray *b)
{
  guint n = a != NULL ? a->len : 0;

  return n == (b != NULL ? b->len : 0) && (n == 0 || memcmp (a->pdata, b->pdata, n * sizeof *a->pdata) == 0);
}

/**
 * ask_diagram_set_suggested:
 * @relationships: (nullable) (element-type AskRelationship): shown dashed from now on, through other schemas too; a
 *   reference is kept, and they are not changed any more
 *
 * They move nothing: lines of the schema keep their ways, the layout and the frames of sources do not know them. What
 * is the same already costs nothing.
 */
void
ask_diagram_set_suggested (AskDiagram *self, GPtrArray *relationships)
{
  g_autoptr (GHashTable) places = NULL;

  g_return_if_fail (self != NULL);
  if (same_pointers (self->suggested, relationships))
    return;
  g_clear_pointer (&self->suggested, g_ptr_array_unref);
  self->suggested = relationships != NULL ? g_ptr_array_ref (relationships) : NULL;
  places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < self->boxes->len; i++)
    g_hash_table_insert (places, g_ascii_strdown (((AskDiagramBox *) self->boxes->pdata[i])->entity->name, -1),
                         GUINT_TO_POINTER (i + 1));
  ask_diagram_build_lines (self, places);
  self->boxes_dirty = TRUE;
}

/* Upright parts by place, to keep the next one off them. */
typedef struct
{
  double x;
  double top;
  double bottom;
  guint to; /* those that end in the same place may share a lane */
  int to_row;
  double y2;
} Upright;

typedef struct
{
  AskDiagram *diagram;
  GHashTable *columns; /* x / lane → GArray of Upright */
  GArray *found;
} Router;

static GArray *
find_column (Router *router, double x, int offset, gboolean make)
{
  gpointer key = GINT_TO_POINTER ((int) floor (x / router->diagram->metrics.lane) + offset);
  GArray *column = g_hash_table_lookup (router->columns, key);

  if (column == NULL && make)
    {
      column = g_array_new (FALSE, FALSE, sizeof (Upright));
      g_hash_table_insert (router->columns, key, column);
    }
  return column;
}

static gboolean
is_lane_free (Router *router, const AskDiagramLine *line, double x)
{
  double top = MIN (line->y1, line->y2) - 3, bottom = MAX (line->y1, line->y2) + 3;

  for (int offset = -1; offset <= 1; offset++)
    {
      GArray *column = find_column (router, x, offset, FALSE);

      for (guint i = 0; column != NULL && i < column->len; i++)
        {
          const Upright *other = &g_array_index (column, Upright, i);

          if (fabs (other->x - x) < router->diagram->metrics.lane * 0.9 && other->top < bottom && top < other->bottom
              && (other->to != line->to || other->to_row != line->to_row || other->y2 != line->y2))
            return FALSE;
        }
    }
  return TRUE;
}

static guint
count_crossed (Router *router, const AskDiagramLine *line, double x)
{
  AskDiagramRect area = { x - 2, MIN (line->y1, line->y2), 4, fabs (line->y2 - line->y1) };

  ask_diagram_index_find (router->diagram->box_index, &area, router->found);
  return router->found->len;
}

static void
take_lane (Router *router, const AskDiagramLine *line)
{
  Upright upright
    = { line->bend, MIN (line->y1, line->y2), MAX (line->y1, line->y2), line->to, line->to_row, line->y2 };

  g_array_append_val (find_column (router, line->bend, 0, TRUE), upright);
}

/* Which sides the line leaves and enters by, and between what its upright part may be. */
static void
choose_sides (AskDiagram *self, AskDiagramLine *line, double *first, double *last)
{
  const AskDiagramMetrics *m = &self->metrics;
  const AskDiagramBox *from = self->boxes->pdata[line->from], *to = self->boxes->pdata[line->to];
  double left1 = from->rect.x, right1 = left1 + from->rect.width, left2 = to->rect.x, right2 = left2 + to->rect.width;
  AskDiagramRect row1 = ask_diagram_box_get_row (self, from, line->from_row);
  AskDiagramRect row2 = ask_diagram_box_get_row (self, to, line->to_row);
  double aside = line->twin == 0 ? 0 : (line->twin % 2 == 1 ? 1 : -1) * ((line->twin + 1) / 2) * m->em * 0.4;

  line->y1 = row1.y + rint (row1.height / 2) + CLAMP (aside, -m->row / 2, m->row / 2);
  line->y2 = row2.y + rint (row2.height / 2) + CLAMP (aside, -m->row / 2, m->row / 2);
  if (line->mixed)
    line->y2 += rint (m->em * (line->optional ? 0.45 : -0.45));
  if (line->from == line->to)
    {
      line->from_side = line->to_side = 1;
      if (line->y1 == line->y2)
        line->y2 = line->y1 + m->em * 0.8;
    }
  else if (right1 + 2 * m->foot <= left2)
    {
      line->from_side = 1;
      line->to_side = -1;
    }
  else if (right2 + 2 * m->foot <= left1)
    {
      line->from_side = -1;
      line->to_side = 1;
    }
  else
    line->from_side = line->to_side = fabs (right1 - right2) <= fabs (left1 - left2) ? 1 : -1;
  line->x1 = line->from_side > 0 ? right1 : left1;
  line->x2 = line->to_side > 0 ? right2 : left2;
  if (line->from_side != line->to_side)
    {
      *first = line->x1 + line->from_side * m->foot;
      *last = line->x2 - line->from_side * m->foot;
    }
  else
    {
      *first = line->from_side > 0 ? MAX (line->x1, line->x2) + m->foot : MIN (line->x1, line->x2) - m->foot;
      *last = *first + line->from_side * m->lane * MAX_LANES;
    }
}

static void
route_line (Router *router, AskDiagramLine *line)
{
  const AskDiagramMetrics *m = &router->diagram->metrics;
  double first, last, step, wish, left, right, best = G_MAXDOUBLE;

  choose_sides (router->diagram, line, &first, &last);
  step = line->from_side * m->lane;
  /* The first part is the line's own, while many may end in one row: so that is where its verb goes. */
  if (line->verb != NULL)
    {
      wish = line->x1 + line->from_side * (m->foot + (line->verb->width * ASK_DIAGRAM_VERB + 0.8) * m->em);
      if ((wish - first) * line->from_side > 0
          && (line->from_side == line->to_side || (last - wish) * line->from_side >= 0))
        first = wish;
      if (line->from_side == line->to_side)
        last = first + step * MAX_LANES;
    }
  line->bend = first;
  if (fabs (line->y1 - line->y2) >= 1)
    {
      for (int k = 0; k < MAX_LANES && best >= MAX_LANES; k++)
        {
          double x = first + k * step, cost;

          if ((last - x) * line->from_side < 0)
            break;
          cost = k + (is_lane_free (router, line, x) ? 0 : 1000) + MAX_LANES * (double) count_crossed (router, line, x);
          if (cost < best)
            {
              best = cost;
              line->bend = x;
            }
        }
      /* Before the other box, where the first lanes are behind something. */
      for (int k = 0; k < MAX_LANES && best >= MAX_LANES && line->from_side != line->to_side; k++)
        {
          double x = last - k * step, cost;

          if ((x - first) * line->from_side < 0)
            break;
          cost = MAX_LANES / 2 + k + (is_lane_free (router, line, x) ? 0 : 1000)
                 + MAX_LANES * (double) count_crossed (router, line, x);
          if (cost < best)
            {
              best = cost;
              line->bend = x;
            }
        }
      take_lane (router, line);
    }
  left = MIN (MIN (line->x1, line->x2), line->bend) - m->em;
  right = MAX (MAX (line->x1, line->x2), line->bend) + m->em;
  line->bounds
    = (AskDiagramRect) { left, MIN (line->y1, line->y2) - m->em, right - left, fabs (line->y1 - line->y2) + 2 * m->em };
}

static int
compare_lines (gconstpointer a, gconstpointer b, gpointer data)
{
  AskDiagram *self = data;
  const AskDiagramLine *x = &g_array_index (self->lines, AskDiagramLine, *(const guint *) a);
  const AskDiagramLine *y = &g_array_index (self->lines, AskDiagramLine, *(const guint *) b);
  gboolean x_up = x->y2 < x->y1, y_up = y->y2 < y->y1;

  if (x->suggested != y->suggested)
    return x->suggested ? 1 : -1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->from_side != y->from_side)
    return x->from_side - y->from_side;
  if (x_up != y_up)
    return x_up ? -1 : 1;
  /* The innermost lane to the first that turns off, so that none crosses another's first part. */
  if (x->y1 != y->y1)
    return (x->y1 < y->y1) == x_up ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

/**
 * ask_diagram_route_lines:
 * @all: else only those of boxes that were moved, and the others keep their ways
 *
 * Needs the index of the boxes to be right.
 */
void
ask_diagram_route_lines (AskDiagram *self, gboolean all)
{
  g_autoptr (GArray) order = g_array_sized_new (FALSE, FALSE, sizeof (guint), self->lines->len);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) columns = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  Router router = { self, columns, found };
  double first, last;

  for (guint i = 0; i < self->lines->len; i++)
    {
      AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, i);

      if (line->from == G_MAXUINT)
        continue;
      if (!all && !((AskDiagramBox *) self->boxes->pdata[line->from])->moved
          && !((AskDiagramBox *) self->boxes->pdata[line->to])->moved)
        {
          if (fabs (line->y1 - line->y2) >= 1)
            take_lane (&router, line);
          continue;
        }
      choose_sides (self, line, &first, &last);
      g_array_append_val (order, i);
    }
  g_array_sort_with_data (order, compare_lines, self);
  for (guint i = 0; i < order->len; i++)
    route_line (&router, &g_array_index (self->lines, AskDiagramLine, g_array_index (order, guint, i)));
  for (guint i = 0; i < self->boxes->len; i++)
    ((AskDiagramBox *) self->boxes->pdata[i])->moved = FALSE;
  self->line_index_dirty = TRUE;
}

/**
 * ask_diagram_line_get_points:
 * @xy: room for 4 points
 *
 * Returns: how many points the line has: 2 where it is straight
 */
guint
ask_diagram_line_get_points (const AskDiagramLine *self, double *xy)
{
  if (fabs (self->y1 - self->y2) < 1 && self->from_side != self->to_side)
    {
      memcpy (xy, (double[]) { self->x1, self->y1, self->x2, self->y1 }, 4 * sizeof *xy);
      return 2;
    }
  memcpy (xy, (double[]) { self->x1, self->y1, self->bend, self->y1, self->bend, self->y2, self->x2, self->y2 },
          8 * sizeof *xy);
  return 4;
}

/** ask_diagram_line_distance: Returns: from the point to the nearest of the line, in pixels at 100 % */
double
ask_diagram_line_distance (const AskDiagramLine *self, double x, double y)
{
  double xy[8], best = G_MAXDOUBLE;
  guint n = ask_diagram_line_get_points (self, xy);

  for (guint i = 0; i + 1 < n; i++)
    {
      double x1 = MIN (xy[2 * i], xy[2 * i + 2]), x2 = MAX (xy[2 * i], xy[2 * i + 2]);
      double y1 = MIN (xy[2 * i + 1], xy[2 * i + 3]), y2 = MAX (xy[2 * i + 1], xy[2 * i + 3]);

      best = MIN (best, hypot (x - CLAMP (x, x1, x2), y - CLAMP (y, y1, y2)));
    }
  return best;
}

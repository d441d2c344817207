/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The diagram as a whole: it follows the schema, knows where everything is, and finds what is at a point. What
 * moved is only noted; lines, groups and indexes are put right before somebody next asks, once for however many
 * moves.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "diagram/ask-diagram-private.h"

ASK_DEFINE_ERROR ("ask-diagram-error-quark", ask_diagram_error)

static void
free_group (gpointer data)
{
  AskDiagramGroup *group = data;

  ask_diagram_text_free (group->title);
  g_free (group->name);
  g_free (group);
}

/**
 * ask_diagram_new:
 *
 * Returns: (transfer full): a diagram of nothing in the light theme
 */
AskDiagram *
ask_diagram_new (void)
{
  AskDiagram *self = g_new0 (AskDiagram, 1);

  self->schema = ask_schema_new ();
  self->fonts = ask_diagram_fonts_new (NULL);
  self->boxes = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_diagram_box_free);
  self->lines = g_array_new (FALSE, TRUE, sizeof (AskDiagramLine));
  g_array_set_clear_func (self->lines, ask_diagram_line_clear);
  self->groups = g_ptr_array_new_with_free_func (free_group);
  self->areas = g_ptr_array_new ();
  self->notes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ask_diagram_text_free);
  self->box_index = ask_diagram_index_new ();
  self->line_index = ask_diagram_index_new ();
  self->found = g_array_new (FALSE, FALSE, sizeof (guint));
  self->found_lines = g_array_new (FALSE, FALSE, sizeof (guint));
  ask_diagram_theme_colors (&self->theme, &self->colors);
  ask_diagram_theme_metrics (&self->theme, &self->metrics);
  return self;
}

/** ask_diagram_free: @self: (nullable) (transfer full): frees it, and lets go of its schema */
void
ask_diagram_free (AskDiagram *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->boxes);
  g_array_unref (self->lines);
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->areas);
  g_hash_table_unref (self->notes);
  ask_diagram_index_free (self->box_index);
  ask_diagram_index_free (self->line_index);
  g_array_unref (self->found);
  g_array_unref (self->found_lines);
  g_clear_pointer (&self->labels, g_array_unref);
  ask_diagram_fonts_free (self->fonts);
  ask_schema_unref (self->schema);
  g_clear_pointer (&self->suggested, g_ptr_array_unref);
  g_free ((char *) self->theme.font);
  g_free (self->coverage);
  g_free (self);
}

/* By name, so that a source has the same colour in every schema that has the same sources before it. */
static guint
find_group (AskDiagram *self, const char *name)
{
  AskDiagramGroup *group;

  for (guint i = 0; i < self->groups->len; i++)
    if (strcmp (((AskDiagramGroup *) self->groups->pdata[i])->name, name) == 0)
      return i;
  group = g_new0 (AskDiagramGroup, 1);
  group->name = g_strdup (name);
  group->color = self->groups->len % G_N_ELEMENTS (self->colors.palette);
  g_ptr_array_add (self->groups, group);
  return self->groups->len - 1;
}

/* A place for what has none yet: in rows below all that is placed, source by source. */
static void
seat_unplaced (AskDiagram *self)
{
  g_autoptr (GArray) seats = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  g_autoptr (GPtrArray) boxes = g_ptr_array_new ();
  double top = 0, left = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < self->boxes->len; i++)
    {
      AskDiagramBox *box = self->boxes->pdata[i];

      if (!box->placed)
        continue;
      top = any ? MAX (top, box->rect.y + box->rect.height) : box->rect.y + box->rect.height;
      left = any ? MIN (left, box->rect.x) : box->rect.x;
      any = TRUE;
    }
  for (guint g = 0; g < self->groups->len; g++)
    for (guint i = 0; i < self->boxes->len; i++)
      {
        AskDiagramBox *box = self->boxes->pdata[i];

        if (box->placed || box->source != g)
          continue;
        g_array_append_val (seats, box->rect);
        g_ptr_array_add (boxes, box);
      }
  if (boxes->len == 0)
    return;
  ask_diagram_place_grid ((AskDiagramRect *) seats->data, seats->len, self->metrics.em * 4, 1.6);
  for (guint i = 0; i < boxes->len; i++)
    {
      AskDiagramBox *box = boxes->pdata[i];
      AskDiagramRect seat = g_array_index (seats, AskDiagramRect, i);

      box->rect.x = rint (left + seat.x);
      box->rect.y = rint (top + (any ? self->metrics.em * 6 : 0) + seat.y);
    }
}

/**
 * ask_diagram_set_schema:
 * @schema: followed from now on; a reference is kept
 *
 * Boxes of entities with the same pointer stay as they are; those with the same id keep their place where the
 * schema has none for them. A place in the schema wins over where a box was moved to. What has no place at all gets
 * one below the others until it is arranged.
 */
void
ask_diagram_set_schema (AskDiagram *self, AskSchema *schema)
{
  g_autoptr (GHashTable) old = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) boxes = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_diagram_box_free);
  gboolean unplaced = FALSE;

  g_return_if_fail (self != NULL && schema != NULL);
  for (guint i = 0; i < self->boxes->len; i++)
    {
      AskDiagramBox *box = self->boxes->pdata[i];

      g_hash_table_insert (old, box->entity->id, GUINT_TO_POINTER (i + 1));
    }
  g_ptr_array_set_size (self->groups, 0);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (old, entity->id));
      AskDiagramBox *box = place > 0 ? g_steal_pointer (&self->boxes->pdata[place - 1]) : NULL;
      AskDiagramRect rect = box != NULL ? box->rect : (AskDiagramRect) { 0 };
      gboolean placed = box != NULL && box->placed;
      guint raised = box != NULL ? box->raised : 0;

      g_hash_table_remove (old, entity->id);
      if (box == NULL || box->entity != entity)
        {
          AskDiagramBox *fresh = ask_diagram_box_new (entity);

          ask_diagram_box_free (box);
          box = fresh;
          ask_diagram_box_build (self, box);
        }
      box->rect.x = entity->placed ? rint (entity->x) : rect.x;
      box->rect.y = entity->placed ? rint (entity->y) : rect.y;
      box->placed = entity->placed || placed;
      box->raised = raised;
      box->source = find_group (self, entity->source);
      unplaced = unplaced || !box->placed;
      g_ptr_array_add (boxes, box);
      g_hash_table_insert (places, g_ascii_strdown (entity->name, -1), GUINT_TO_POINTER (i + 1));
    }
  ask_schema_ref (schema);
  ask_schema_unref (self->schema);
  self->schema = schema;
  g_ptr_array_unref (self->boxes);
  self->boxes = g_steal_pointer (&boxes);
  ask_diagram_follow_areas (self);
  if (unplaced)
    seat_unplaced (self);
  ask_diagram_build_lines (self, places);
  self->boxes_dirty = TRUE;
}

/** ask_diagram_get_schema: Returns: (transfer none): what is drawn */
AskSchema *
ask_diagram_get_schema (AskDiagram *self)
{
  return self->schema;
}

static void
rebuild (AskDiagram *self)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->boxes->len; i++)
    {
      AskDiagramBox *box = self->boxes->pdata[i];

      ask_diagram_box_build (self, box);
      g_hash_table_insert (places, g_ascii_strdown (box->entity->name, -1), GUINT_TO_POINTER (i + 1));
    }
  seat_unplaced (self);
  ask_diagram_build_lines (self, places);
  self->boxes_dirty = TRUE;
}

/**
 * ask_diagram_set_theme:
 * @theme: copied
 *
 * Another font or size measures everything anew; colours cost nothing.
 */
void
ask_diagram_set_theme (AskDiagram *self, const AskDiagramTheme *theme)
{
  gboolean same_font, same_size;

  g_return_if_fail (self != NULL && theme != NULL);
  same_font = g_strcmp0 (self->theme.font, theme->font) == 0;
  same_size = self->theme.font_size == theme->font_size;
  if (!same_font)
    {
      g_clear_pointer (&self->labels, g_array_unref);
      for (guint i = 0; i < self->boxes->len; i++)
        ask_diagram_box_forget_text (self->boxes->pdata[i]);
      for (guint i = 0; i < self->groups->len; i++)
        g_clear_pointer (&((AskDiagramGroup *) self->groups->pdata[i])->title, ask_diagram_text_free);
      for (guint i = 0; i < self->areas->len; i++)
        g_clear_pointer (&((AskDiagramArea *) self->areas->pdata[i])->title, ask_diagram_text_free);
      g_array_set_size (self->lines, 0);
      g_hash_table_remove_all (self->notes);
      ask_diagram_fonts_free (self->fonts);
      self->fonts = ask_diagram_fonts_new (theme->font);
    }
  if (!same_font)
    {
      g_free ((char *) self->theme.font);
      self->theme.font = g_strdup (theme->font);
    }
  {
    const char *font = self->theme.font;

    self->theme = *theme;
    self->theme.font = font;
  }
  ask_diagram_theme_colors (&self->theme, &self->colors);
  ask_diagram_theme_metrics (&self->theme, &self->metrics);
  if (!same_font || !same_size)
    rebuild (self);
}

/**
 * ask_diagram_set_coverage:
 * @per_entity: (array length=n) (nullable): as many as the schema has entities, in its order; copied
 * @paint: what boxes are painted by
 *
 * Holds until the next call; entities beyond @n count as never asked.
 */
void
ask_diagram_set_coverage (AskDiagram *self, const AskCoverage *per_entity, guint n, AskDiagramPaint paint)
{
  g_return_if_fail (self != NULL);
  g_free (self->coverage);
  self->coverage = per_entity != NULL ? g_memdup2 (per_entity, n * sizeof *per_entity) : NULL;
  self->n_coverage = per_entity != NULL ? n : 0;
  self->paint = paint;
  self->max_asked = 0;
  for (guint i = 0; i < self->n_coverage; i++)
    self->max_asked = MAX (self->max_asked, self->coverage[i].asked);
}

/* Boxes on boxes: each is drawn one level above the highest that lies under it. */
static void
find_levels (AskDiagram *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->boxes->len; i++)
      {
        AskDiagramBox *box = self->boxes->pdata[i];

        if ((box->raised > 0) == (pass == 1))
          g_ptr_array_add (order, GUINT_TO_POINTER (i));
        if (pass == 0)
          box->level = 0;
      }
  for (guint k = 0; k < order->len; k++)
    {
      guint i = GPOINTER_TO_UINT (order->pdata[k]);
      AskDiagramBox *box = self->boxes->pdata[i];

      ask_diagram_index_find (self->box_index, &box->rect, found);
      for (guint f = 0; f < found->len && found->len > 1; f++)
        {
          guint j = g_array_index (found, guint, f);
          const AskDiagramBox *other = self->boxes->pdata[j];
          gboolean below = other->raised != box->raised ? other->raised < box->raised : j < i;

          if (j != i && below)
            box->level = MAX (box->level, other->level + 1);
        }
    }
}

static void
unite (AskDiagramRect *all, const AskDiagramRect *rect, gboolean *any)
{
  double x2, y2;

  if (!*any)
    {
      *all = *rect;
      *any = TRUE;
      return;
    }
  x2 = MAX (all->x + all->width, rect->x + rect->width);
  y2 = MAX (all->y + all->height, rect->y + rect->height);
  all->x = MIN (all->x, rect->x);
  all->y = MIN (all->y, rect->y);
  all->width = x2 - all->x;
  all->height = y2 - all->y;
}

static void
find_groups (AskDiagram *self)
{
  double pad = self->metrics.em * 2.2;

  for (guint g = 0; g < self->groups->len; g++)
    {
      AskDiagramGroup *group = self->groups->pdata[g];

      group->n = 0;
      group->apart = group->name[0] != '\0';
    }
  for (guint i = 0; i < self->boxes->len; i++)
    {
      const AskDiagramBox *box = self->boxes->pdata[i];
      AskDiagramGroup *group = self->groups->pdata[box->source];
      gboolean any = group->n++ > 0;

      unite (&group->bounds, &box->rect, &any);
    }
  /* What is folded is not found. */
  for (guint i = 0; i < self->boxes->len; i++)
    if (((AskDiagramBox *) self->boxes->pdata[i])->folded)
      ((AskDiagramGroup *) self->groups->pdata[((AskDiagramBox *) self->boxes->pdata[i])->source])->n--;
  for (guint i = 0; i < self->lines->len; i++)
    {
      const AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, i);
      const AskDiagramBox *from = line->from != G_MAXUINT ? self->boxes->pdata[line->from] : NULL;
      gboolean any = TRUE;

      if (from != NULL && !line->suggested && from->source == ((AskDiagramBox *) self->boxes->pdata[line->to])->source)
        unite (&((AskDiagramGroup *) self->groups->pdata[from->source])->bounds, &line->bounds, &any);
    }
  for (guint g = 0; g < self->groups->len; g++)
    {
      AskDiagramGroup *group = self->groups->pdata[g];

      group->bounds = (AskDiagramRect) { group->bounds.x - pad, group->bounds.y - pad * 1.6,
                                         group->bounds.width + 2 * pad, group->bounds.height + 2.6 * pad };
      ask_diagram_index_find (self->box_index, &group->bounds, self->found);
      if (self->found->len != group->n)
        group->apart = FALSE;
    }
}

/* Puts the lines' ways and their index right. */
void
ask_diagram_settle_lines (AskDiagram *self)
{
  g_autofree AskDiagramRect *rects = NULL;

  ask_diagram_settle (self);
  if (!self->line_index_dirty)
    return;
  rects = g_new (AskDiagramRect, self->lines->len + 1);
  for (guint i = 0; i < self->lines->len; i++)
    {
      const AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, i);

      /* Lines of missing boxes, and of those in a folded area, are nowhere. */
      rects[i] = line->from != G_MAXUINT && !((AskDiagramBox *) self->boxes->pdata[line->from])->folded
                     && !((AskDiagramBox *) self->boxes->pdata[line->to])->folded
                   ? line->bounds
                   : (AskDiagramRect) { 0, 0, -1, -1 };
    }
  ask_diagram_index_fill (self->line_index, rects, self->lines->len);
  self->line_index_dirty = FALSE;
}

/* Puts everything right that follows from where the boxes are. */
void
ask_diagram_settle (AskDiagram *self)
{
  if (self->boxes_dirty)
    {
      g_autofree AskDiagramRect *rects = g_new (AskDiagramRect, self->boxes->len + 1);

      for (guint i = 0; i < self->boxes->len; i++)
        {
          const AskDiagramBox *box = self->boxes->pdata[i];

          rects[i] = box->folded ? (AskDiagramRect) { 0, 0, -1, -1 } : box->rect;
        }
      ask_diagram_index_fill (self->box_index, rects, self->boxes->len);
      g_clear_pointer (&self->labels, g_array_unref);
      find_levels (self);
      ask_diagram_route_lines (self, self->lines_dirty);
      find_groups (self);
      ask_diagram_measure_areas (self);
      self->boxes_dirty = self->lines_dirty = FALSE;
    }
}

/** ask_diagram_get_bounds: Returns: all that is drawn, frames of groups and lines included; empty for no entity */
AskDiagramRect
ask_diagram_get_bounds (AskDiagram *self)
{
  AskDiagramRect all = { 0 };
  gboolean any = FALSE;

  ask_diagram_settle (self);
  for (guint i = 0; i < self->boxes->len; i++)
    unite (&all, &((AskDiagramBox *) self->boxes->pdata[i])->rect, &any);
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, AskDiagramLine, i).from != G_MAXUINT)
      unite (&all, &g_array_index (self->lines, AskDiagramLine, i).bounds, &any);
  for (guint i = 0; i < self->areas->len; i++)
    if (((AskDiagramArea *) self->areas->pdata[i])->n > 0)
      unite (&all, &((AskDiagramArea *) self->areas->pdata[i])->bounds, &any);
  for (guint i = 0; i < self->groups->len; i++)
    if (((AskDiagramGroup *) self->groups->pdata[i])->apart)
      unite (&all, &((AskDiagramGroup *) self->groups->pdata[i])->bounds, &any);
  return all;
}

/** ask_diagram_get_box: Returns: the box of @entity, which must be one of the schema's */
AskDiagramRect
ask_diagram_get_box (AskDiagram *self, guint entity)
{
  g_return_val_if_fail (entity < self->boxes->len, ((AskDiagramRect) { 0 }));
  return ((AskDiagramBox *) self->boxes->pdata[entity])->rect;
}

/**
 * ask_diagram_get_row:
 * @entity: its place in the schema's list
 * @attribute: as in #AskDiagramTarget
 * @rect: (out): the row, in the plane; the title where the box shows none for it
 *
 * Returns: whether the row is shown
 */
gboolean
ask_diagram_get_row (AskDiagram *self, guint entity, guint attribute, AskDiagramRect *rect)
{
  const AskDiagramBox *box;
  int row;

  g_return_val_if_fail (entity < self->boxes->len, FALSE);
  box = self->boxes->pdata[entity];
  row = ask_diagram_box_find_row (box, (int) attribute);
  *rect = ask_diagram_box_get_row (self, box, row);
  return row >= 0;
}

/** ask_diagram_get_line: Returns: what the line of @relationship lies in; empty where one of its ends is missing */
AskDiagramRect
ask_diagram_get_line (AskDiagram *self, guint relationship)
{
  const AskDiagramLine *line;

  g_return_val_if_fail (relationship < self->lines->len, ((AskDiagramRect) { 0 }));
  ask_diagram_settle (self);
  line = &g_array_index (self->lines, AskDiagramLine, relationship);
  return line->from != G_MAXUINT ? line->bounds : (AskDiagramRect) { 0 };
}

static gboolean
contains (const AskDiagramRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

static gboolean
hit_box (AskDiagram *self, double x, double y, AskDiagramTarget *target)
{
  AskDiagramRect point = { x, y, 0, 0 };
  const AskDiagramBox *best = NULL;
  double fold;

  ask_diagram_index_find (self->box_index, &point, self->found);
  for (guint i = 0; i < self->found->len; i++)
    {
      guint entity = g_array_index (self->found, guint, i);
      const AskDiagramBox *box = self->boxes->pdata[entity];

      if (contains (&box->rect, x, y) && (best == NULL || box->level > best->level))
        {
          best = box;
          target->entity = entity;
        }
    }
  if (best == NULL)
    return FALSE;
  target->hit = ASK_DIAGRAM_BOX;
  fold = self->metrics.pad + self->metrics.sign;
  if (y < best->rect.y + self->metrics.title
      && (self->theme.right_to_left ? x < best->rect.x + fold : x >= best->rect.x + best->rect.width - fold))
    target->hit = ASK_DIAGRAM_FOLD;
  for (guint i = 0; i < best->rows->len; i++)
    {
      AskDiagramRect row = ask_diagram_box_get_row (self, best, (int) i);
      int attribute = g_array_index (best->rows, AskDiagramRow, i).attribute;

      if (!contains (&row, x, y))
        continue;
      target->hit = attribute >= 0 ? ASK_DIAGRAM_ROW : ASK_DIAGRAM_FOLD;
      target->attribute = attribute;
    }
  return TRUE;
}

static gboolean
hit_line (AskDiagram *self, double x, double y, double slack, AskDiagramTarget *target)
{
  AskDiagramRect area = { x - slack, y - slack, 2 * slack, 2 * slack };
  double best = slack;

  ask_diagram_index_find (self->line_index, &area, self->found);
  for (guint i = 0; i < self->found->len; i++)
    {
      guint relationship = g_array_index (self->found, guint, i);
      const AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, relationship);
      double distance = line->from != G_MAXUINT ? ask_diagram_line_distance (line, x, y) : G_MAXDOUBLE;

      if (distance > best || (distance == best && target->hit == ASK_DIAGRAM_LINE))
        continue;
      best = distance;
      target->hit = ASK_DIAGRAM_LINE;
      target->entity = line->from;
      target->relationship = (int) relationship;
    }
  return target->hit == ASK_DIAGRAM_LINE;
}

/**
 * ask_diagram_hit:
 * @x: in the plane
 * @y: in the plane
 * @slack: how far off a line may be, in pixels at 100 %: divide what the pointer needs by the scale
 * @target: (out): what is there, the topmost first: boxes, then lines, then a group's name
 */
void
ask_diagram_hit (AskDiagram *self, double x, double y, double slack, AskDiagramTarget *target)
{
  g_return_if_fail (self != NULL && target != NULL);
  *target = (AskDiagramTarget) { ASK_DIAGRAM_NOTHING, 0, -1, -1 };
  ask_diagram_settle_lines (self);
  if (hit_box (self, x, y, target) || hit_line (self, x, y, slack, target) || ask_diagram_hit_area (self, x, y, target))
    return;
  for (guint g = 0; g < self->groups->len; g++)
    {
      const AskDiagramGroup *group = self->groups->pdata[g];
      AskDiagramRect name = { group->bounds.x, group->bounds.y, group->bounds.width, self->metrics.em * 2.4 };

      if (!group->apart || self->groups->len < 2 || !contains (&name, x, y))
        continue;
      target->hit = ASK_DIAGRAM_GROUP;
      for (guint i = self->boxes->len; i-- > 0;)
        if (((AskDiagramBox *) self->boxes->pdata[i])->source == g)
          target->entity = i;
      return;
    }
}

/**
 * ask_diagram_find_boxes:
 * @area: in the plane
 *
 * Returns: (transfer full) (element-type guint): the entities whose boxes meet @area, in the schema's order
 */
GArray *
ask_diagram_find_boxes (AskDiagram *self, const AskDiagramRect *area)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  ask_diagram_settle (self);
  ask_diagram_index_find (self->box_index, area, found);
  return found;
}

/** ask_diagram_find_lines: Returns: (transfer full) (element-type guint): the relationships that may be seen in @area */
GArray *
ask_diagram_find_lines (AskDiagram *self, const AskDiagramRect *area)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  ask_diagram_settle_lines (self);
  ask_diagram_index_find (self->line_index, area, found);
  for (guint i = found->len; i-- > 0;)
    if (g_array_index (self->lines, AskDiagramLine, g_array_index (found, guint, i)).from == G_MAXUINT)
      g_array_remove_index (found, i);
  return found;
}

/** ask_diagram_list_group: Returns: (transfer full) (element-type guint): all entities of the source of @entity */
GArray *
ask_diagram_list_group (AskDiagram *self, guint entity)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_val_if_fail (entity < self->boxes->len, list);
  for (guint i = 0; i < self->boxes->len; i++)
    if (((AskDiagramBox *) self->boxes->pdata[i])->source == ((AskDiagramBox *) self->boxes->pdata[entity])->source)
      g_array_append_val (list, i);
  return list;
}

/**
 * ask_diagram_move_box:
 * @entity: its place in the schema's list
 * @x: of the left edge, in the plane; rounded to whole pixels
 * @y: of the upper edge
 *
 * For this diagram only: the schema hears of it by an edit. The box comes to lie above all others.
 */
void
ask_diagram_move_box (AskDiagram *self, guint entity, double x, double y)
{
  AskDiagramBox *box;

  g_return_if_fail (entity < self->boxes->len && isfinite (x) && isfinite (y));
  box = self->boxes->pdata[entity];
  box->rect.x = rint (x);
  box->rect.y = rint (y);
  box->placed = TRUE;
  box->raised = 1;
  box->moved = TRUE;
  self->boxes_dirty = TRUE;
}

/**
 * ask_diagram_list_moved:
 *
 * Returns: (transfer full) (element-type guint): entities whose box is not where the schema has it: what an edit has
 *   to write down after a drag or a layout. Those that only wait below the others are not among them
 */
GArray *
ask_diagram_list_moved (AskDiagram *self)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->boxes->len; i++)
    {
      const AskDiagramBox *box = self->boxes->pdata[i];

      if (box->placed
          && (!box->entity->placed || rint (box->entity->x) != box->rect.x || rint (box->entity->y) != box->rect.y))
        g_array_append_val (list, i);
    }
  return list;
}

/** ask_diagram_has_unplaced: Returns: whether some box has no place of its own: there is something to arrange */
gboolean
ask_diagram_has_unplaced (AskDiagram *self)
{
  for (guint i = 0; i < self->boxes->len; i++)
    if (!((AskDiagramBox *) self->boxes->pdata[i])->placed)
      return TRUE;
  return FALSE;
}

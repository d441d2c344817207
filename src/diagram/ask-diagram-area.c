/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Areas of the diagram: a frame around boxes that a person put together, with a name that is read from afar. A folded one
 * is a single tile in its place: its boxes and their lines are neither drawn nor found.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "diagram/ask-diagram-private.h"

/* Names of areas, in pixels, whatever the scale. */
#define LEAST_NAME 13.0
#define MOST_NAME 36.0

static void
free_area (gpointer data)
{
  AskDiagramArea *area = data;

  ask_diagram_text_free (area->title);
  g_free (area->name);
  g_free (area);
}

static int
find_area (AskDiagram *self, const char *name)
{
  for (guint i = 0; name != NULL && i < self->areas->len; i++)
    if (g_ascii_strcasecmp (((AskDiagramArea *) self->areas->pdata[i])->name, name) == 0)
      return (int) i;
  return -1;
}

/* ask_diagram_follow_areas: the areas that the schema has now, and which box is in which. */
void
ask_diagram_follow_areas (AskDiagram *self)
{
  g_clear_pointer (&self->areas, g_ptr_array_unref);
  self->areas = g_ptr_array_new_with_free_func (free_area);
  for (guint i = 0; i < self->schema->areas->len; i++)
    {
      const AskSchemaArea *from = self->schema->areas->pdata[i];
      AskDiagramArea *area = g_new0 (AskDiagramArea, 1);

      area->name = g_strdup (from->name);
      area->color = from->color % G_N_ELEMENTS (self->colors.palette);
      area->folded = from->collapsed;
      g_ptr_array_add (self->areas, area);
    }
  for (guint i = 0; i < self->boxes->len; i++)
    {
      AskDiagramBox *box = self->boxes->pdata[i];

      box->area = find_area (self, box->entity->area);
      box->folded = box->area >= 0 && ((AskDiagramArea *) self->areas->pdata[box->area])->folded;
    }
}

/* ask_diagram_measure_areas: their frames, around boxes that have moved. */
void
ask_diagram_measure_areas (AskDiagram *self)
{
  double pad = self->metrics.em * 1.2, head = self->metrics.em * 2.4;

  for (guint a = 0; a < self->areas->len; a++)
    {
      AskDiagramArea *area = self->areas->pdata[a];
      double x2 = -G_MAXDOUBLE, y2 = -G_MAXDOUBLE;

      area->n = 0;
      area->bounds = (AskDiagramRect) { G_MAXDOUBLE, G_MAXDOUBLE, 0, 0 };
      for (guint i = 0; i < self->boxes->len; i++)
        {
          const AskDiagramBox *box = self->boxes->pdata[i];

          if (box->area != (int) a)
            continue;
          area->n++;
          area->bounds.x = MIN (area->bounds.x, box->rect.x);
          area->bounds.y = MIN (area->bounds.y, box->rect.y);
          x2 = MAX (x2, box->rect.x + box->rect.width);
          y2 = MAX (y2, box->rect.y + box->rect.height);
        }
      if (area->n == 0)
        area->bounds = (AskDiagramRect) { 0, 0, -1, -1 };
      else
        area->bounds = (AskDiagramRect) { area->bounds.x - pad, area->bounds.y - pad - head,
                                          x2 - area->bounds.x + 2 * pad, y2 - area->bounds.y + 2 * pad + head };
    }
}

static gboolean
is_seen (const AskDiagramFrame *self, const AskDiagramArea *area)
{
  return area->n > 0 && ask_diagram_rect_meets (&area->bounds, &self->area);
}

/* ask_diagram_frame_areas: the frames, below lines and boxes. */
void
ask_diagram_frame_areas (AskDiagramFrame *self)
{
  const AskDiagramColors *colors = &self->diagram->colors;

  for (guint a = 0; a < self->diagram->areas->len; a++)
    {
      const AskDiagramArea *area = self->diagram->areas->pdata[a];
      guint32 color = colors->palette[area->color];

      if (!is_seen (self, area))
        continue;
      ask_diagram_frame_round (self, &area->bounds, 0, self->diagram->metrics.radius * 2);
      ask_diagram_frame_color (self, ask_diagram_mix (colors->background, color, area->folded ? 0.3 : 0.12));
      cairo_fill_preserve (self->cr);
      ask_diagram_frame_color (self, color);
      cairo_set_line_width (self->cr, self->diagram->theme.high_contrast ? 2 : 1.5);
      cairo_stroke (self->cr);
    }
}

/* The name, and of a tile how many boxes it stands for. */
static const AskDiagramText *
get_title (AskDiagram *diagram, AskDiagramArea *area)
{
  g_autofree char *words = NULL;

  if (area->title == NULL)
    {
      words = area->folded ? g_strdup_printf ("%s · %u", area->name, area->n) : g_strdup (area->name);
      area->title = ask_diagram_text_new (diagram->fonts, words, TRUE, 60);
    }
  return area->title;
}

/* ask_diagram_frame_area_names: above all boxes, in letters that can be read at every scale. */
void
ask_diagram_frame_area_names (AskDiagramFrame *self)
{
  AskDiagram *diagram = self->diagram;
  const AskDiagramColors *colors = &diagram->colors;

  for (guint a = 0; a < diagram->areas->len; a++)
    {
      AskDiagramArea *area = diagram->areas->pdata[a];
      guint32 color = colors->palette[area->color];
      const AskDiagramText *title;
      double size, width, room, x, y;

      if (!is_seen (self, area))
        continue;
      title = get_title (diagram, area);
      room = area->bounds.width * self->scale;
      size = area->folded ? CLAMP (area->bounds.height * self->scale * 0.3, LEAST_NAME, MOST_NAME)
                          : MAX (diagram->metrics.em * 1.3 * self->scale, LEAST_NAME);
      /* A tile shrinks its name down to what can be read, and no further. */
      if (title->width * size > room - size)
        size = MAX (LEAST_NAME, (room - LEAST_NAME) / title->width);
      width = title->width * size;
      if (area->folded)
        {
          x = ask_diagram_frame_x (self, area->bounds.x) + (room - width) / 2;
          y = ask_diagram_frame_y (self, area->bounds.y + area->bounds.height / 2) + size * 0.35;
        }
      else
        {
          x = diagram->theme.right_to_left
                ? ask_diagram_frame_x (self, area->bounds.x + area->bounds.width) - size - width
                : ask_diagram_frame_x (self, area->bounds.x) + size * 0.8;
          /* From afar it has no room in the frame without covering a box, and stands on it. */
          y = ask_diagram_frame_y (self, area->bounds.y)
              + (size * 1.6 <= diagram->metrics.em * 2.4 * self->scale + 4 ? size * 1.35 : -size * 0.45);
          cairo_rectangle (self->cr, rint (x - size * 0.4), rint (y - size * 1.1), rint (width + size * 0.8),
                           rint (size * 1.5));
          ask_diagram_frame_color (self, ask_diagram_mix (colors->background, color, 0.12));
          cairo_fill (self->cr);
        }
      ask_diagram_frame_note (self,
                              &(AskDiagramRect) { x - size * 0.4, y - size * 1.1, width + size * 0.8, size * 1.5 });
      ask_diagram_ink_add (self->ink, title, x, y, size, 0xff000000 | ask_diagram_mix (colors->text, color, 0.4));
    }
  ask_diagram_ink_show (self->ink);
}

/* ask_diagram_hit_area: the name of an area, or all of a folded one. */
gboolean
ask_diagram_hit_area (AskDiagram *self, double x, double y, AskDiagramTarget *target)
{
  for (guint a = self->areas->len; a > 0; a--)
    {
      const AskDiagramArea *area = self->areas->pdata[a - 1];
      double height = area->folded ? area->bounds.height : self->metrics.em * 2.4;

      if (area->n == 0 || x < area->bounds.x || x >= area->bounds.x + area->bounds.width || y < area->bounds.y
          || y >= area->bounds.y + height)
        continue;
      target->hit = ASK_DIAGRAM_AREA;
      for (guint i = self->boxes->len; i-- > 0;)
        if (((AskDiagramBox *) self->boxes->pdata[i])->area == (int) (a - 1))
          target->entity = i;
      return TRUE;
    }
  return FALSE;
}

/**
 * ask_diagram_list_area:
 * @entity: its place in the schema's list
 *
 * Returns: (transfer full) (element-type guint): all entities of the area of @entity; none where it is in no area
 */
GArray *
ask_diagram_list_area (AskDiagram *self, guint entity)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));
  int area;

  g_return_val_if_fail (entity < self->boxes->len, list);
  area = ((AskDiagramBox *) self->boxes->pdata[entity])->area;
  for (guint i = 0; i < self->boxes->len && area >= 0; i++)
    if (((AskDiagramBox *) self->boxes->pdata[i])->area == area)
      g_array_append_val (list, i);
  return list;
}

/**
 * ask_diagram_find_area:
 * @x: in the plane
 * @y: in the plane
 * @except: (nullable): the name of an area that is not meant
 *
 * Returns: (transfer none) (nullable): the name of the area whose frame holds the point
 */
const char *
ask_diagram_find_area (AskDiagram *self, double x, double y, const char *except)
{
  g_return_val_if_fail (self != NULL, NULL);
  ask_diagram_settle (self);
  for (guint a = self->areas->len; a > 0; a--)
    {
      const AskDiagramArea *area = self->areas->pdata[a - 1];

      if (area->n > 0 && x >= area->bounds.x && x < area->bounds.x + area->bounds.width && y >= area->bounds.y
          && y < area->bounds.y + area->bounds.height && g_strcmp0 (area->name, except) != 0)
        return area->name;
    }
  return NULL;
}

/**
 * ask_diagram_list_near:
 * @entity: its place in the schema's list
 * @distance: over how many relationships at most
 *
 * Suggested relationships do not count.
 *
 * Returns: (transfer full) (element-type guint): @entity first, then what is near it, the nearest first
 */
GArray *
ask_diagram_list_near (AskDiagram *self, guint entity, guint distance)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint8 *seen = g_new0 (guint8, self->boxes->len + 1);
  guint first = 0;

  g_return_val_if_fail (entity < self->boxes->len, list);
  g_array_append_val (list, entity);
  seen[entity] = TRUE;
  for (guint d = 0; d < distance; d++)
    {
      guint end = list->len;

      for (; first < end; first++)
        {
          guint here = g_array_index (list, guint, first);

          for (guint i = 0; i < self->lines->len; i++)
            {
              const AskDiagramLine *line = &g_array_index (self->lines, AskDiagramLine, i);
              guint other = line->from == here ? line->to : line->from;

              if (line->from == G_MAXUINT || line->suggested || (line->from != here && line->to != here) || seen[other])
                continue;
              seen[other] = TRUE;
              g_array_append_val (list, other);
            }
        }
    }
  return list;
}

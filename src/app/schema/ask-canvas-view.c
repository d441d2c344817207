/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which part of the plane is seen: zooming to a point, flying to a box, fitting everything, revealing what the
 * keyboard is on. It selects nothing but what it flies to.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <math.h>
#include <string.h>

/* Room left around what is fitted, in pixels of the widget. */
#define FIT_MARGIN 32.0
#define FLIGHT_MS 260

/** ask_canvas_get_scale: Returns: pixels of the widget for one of the plane */
double
ask_canvas_get_scale (AskCanvas *self)
{
  return self->scale;
}

/** ask_canvas_get_zoom: Returns: the scale for people: 1 where text is as large as in other widgets */
double
ask_canvas_get_zoom (AskCanvas *self)
{
  return self->scale / self->text;
}

/** ask_canvas_get_view: Returns: the part of the plane that is seen */
AskDiagramRect
ask_canvas_get_view (AskCanvas *self)
{
  return (AskDiagramRect) { self->x, self->y, gtk_widget_get_width (GTK_WIDGET (self)) / self->scale,
                            gtk_widget_get_height (GTK_WIDGET (self)) / self->scale };
}

/** ask_canvas_set_view: @x, @y: the upper left corner, in the plane. Nothing happens where it is there already */
void
ask_canvas_set_view (AskCanvas *self, double x, double y, double scale)
{
  scale = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  if (x == self->x && y == self->y && scale == self->scale)
    return;
  self->x = x;
  self->y = y;
  self->scale = scale;
  ask_canvas_queue_items (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  ask_canvas_view_changed (self);
}

/** ask_canvas_zoom_at: changes the scale so that the point under @x, @y (of the widget) stays there */
void
ask_canvas_zoom_at (AskCanvas *self, double scale, double x, double y)
{
  double plane_x, plane_y;

  scale = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  ask_canvas_stop_flight (self);
  ask_canvas_to_plane (self, x, y, &plane_x, &plane_y);
  ask_canvas_set_view (self, plane_x - x / scale, plane_y - y / scale, scale);
}

/**
 * ask_canvas_zoom:
 * @scale: pixels for one of the plane; kept between %ASK_CANVAS_MIN_SCALE and %ASK_CANVAS_MAX_SCALE
 *
 * Changes the scale around the middle of the view.
 */
void
ask_canvas_zoom (AskCanvas *self, double scale)
{
  ask_canvas_zoom_at (self, scale, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                      gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

/** ask_canvas_scroll_to: @x, @y: the point of the plane that comes to the middle, at once */
void
ask_canvas_scroll_to (AskCanvas *self, double x, double y)
{
  AskDiagramRect view = ask_canvas_get_view (self);

  ask_canvas_stop_flight (self);
  ask_canvas_set_view (self, x - view.width / 2, y - view.height / 2, self->scale);
}

static void
fly (double progress, gpointer data)
{
  AskCanvas *self = data;
  const double *from = self->flight_from;
  const double *to = self->flight_to;
  /* The scale moves evenly to the eye when its logarithm does. */
  double scale = from[2] * pow (to[2] / from[2], progress);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = from[0] + (to[0] - from[0]) * progress;
  double y = from[1] + (to[1] - from[1]) * progress;

  ask_canvas_set_view (self, x - width / 2 / scale, y - height / 2 / scale, scale);
}

static void
landed (AskCanvas *self)
{
  g_clear_object (&self->flight);
}

/** ask_canvas_stop_flight: the view stays where it is now */
void
ask_canvas_stop_flight (AskCanvas *self)
{
  g_autoptr (AdwAnimation) flight = g_steal_pointer (&self->flight);

  if (flight == NULL)
    return;
  g_signal_handlers_disconnect_by_func (flight, landed, self);
  adw_animation_pause (flight);
}

/* @x, @y: the point of the plane that is to be in the middle. Where the desktop wants no animations, at
 * once. */
static void
fly_to (AskCanvas *self, double x, double y, double scale)
{
  AskDiagramRect view = ask_canvas_get_view (self);

  ask_canvas_stop_flight (self);
  self->flight_from[0] = view.x + view.width / 2;
  self->flight_from[1] = view.y + view.height / 2;
  self->flight_from[2] = self->scale;
  self->flight_to[0] = x;
  self->flight_to[1] = y;
  self->flight_to[2] = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      fly (1, self);
      return;
    }
  self->flight = g_object_ref_sink (
    adw_timed_animation_new (GTK_WIDGET (self), 0, 1, FLIGHT_MS, adw_callback_animation_target_new (fly, self, NULL)));
  g_signal_connect_swapped (self->flight, "done", G_CALLBACK (landed), self);
  adw_animation_play (self->flight);
}

/* The scale in which @rect fits into so much room. */
static double
find_scale (const AskDiagramRect *rect, double width, double height)
{
  return MIN (MAX (1, width - 2 * FIT_MARGIN) / MAX (1, rect->width),
              MAX (1, height - 2 * FIT_MARGIN) / MAX (1, rect->height));
}

static void
fit_rect (AskCanvas *self, const AskDiagramRect *rect, double max_scale)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  fly_to (self, rect->x + rect->width / 2, rect->y + rect->height / 2,
          MIN (max_scale, find_scale (rect, width, height)));
}

/* ask_canvas_fit_boxes: shows those entities, at 100 % at most. */
void
ask_canvas_fit_boxes (AskCanvas *self, GArray *entities)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  AskDiagramRect all;

  for (guint i = 0; i < entities->len; i++)
    {
      AskDiagramRect box = ask_diagram_get_box (self->diagram, g_array_index (entities, guint, i));

      left = MIN (left, box.x);
      top = MIN (top, box.y);
      right = MAX (right, box.x + box.width);
      bottom = MAX (bottom, box.y + box.height);
    }
  if (entities->len == 0)
    return;
  all = (AskDiagramRect) { left, top, right - left, bottom - top };
  fit_rect (self, &all, self->text);
}

/** ask_canvas_fit: shows everything, at 100 % at most */
void
ask_canvas_fit (AskCanvas *self)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (self->diagram);

  fit_rect (self, &bounds, self->text);
}

static gboolean
target_rect (AskCanvas *self, const AskDiagramTarget *target, AskDiagramRect *rect)
{
  switch (target->hit)
    {
    case ASK_DIAGRAM_BOX:
    case ASK_DIAGRAM_FOLD:
    case ASK_DIAGRAM_GROUP:
    case ASK_DIAGRAM_AREA:
      *rect = ask_diagram_get_box (self->diagram, target->entity);
      return TRUE;
    case ASK_DIAGRAM_ROW:
      if (!ask_diagram_get_row (self->diagram, target->entity, (guint) target->attribute, rect))
        *rect = ask_diagram_get_box (self->diagram, target->entity);
      return TRUE;
    case ASK_DIAGRAM_LINE:
      *rect = ask_diagram_get_line (self->diagram, (guint) target->relationship);
      return TRUE;
    default:
      return FALSE;
    }
}

/** ask_canvas_reveal: scrolls no further than needed for @target to be seen */
void
ask_canvas_reveal (AskCanvas *self, const AskDiagramTarget *target)
{
  AskDiagramRect view = ask_canvas_get_view (self);
  double margin = FIT_MARGIN / self->scale;
  AskDiagramRect rect;
  double x = self->x;
  double y = self->y;

  if (!target_rect (self, target, &rect))
    return;
  x = MIN (MAX (x, rect.x + rect.width + margin - view.width), rect.x - margin);
  y = MIN (MAX (y, rect.y + rect.height + margin - view.height), rect.y - margin);
  if (x != self->x || y != self->y)
    fly_to (self, x + view.width / 2, y + view.height / 2, self->scale);
}

/**
 * ask_canvas_fly_to:
 * @id: of an entity
 * @attribute: (nullable): of it
 *
 * Selects it and shows it at a readable size.
 *
 * Returns: whether there is such an entity
 */
gboolean
ask_canvas_fly_to (AskCanvas *self, const char *id, const char *attribute)
{
  AskSchema *schema = ask_canvas_get_schema (self);
  AskDiagramTarget target = { ASK_DIAGRAM_BOX, 0, -1, -1 };
  AskDiagramRect rect;

  g_return_val_if_fail (ASK_IS_CANVAS (self) && id != NULL, FALSE);

  for (guint i = 0; schema != NULL && i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (strcmp (entity->id, id) != 0)
        continue;
      target.entity = i;
      for (guint a = 0; attribute != NULL && a < entity->attributes->len; a++)
        if (g_ascii_strcasecmp (((AskAttribute *) entity->attributes->pdata[a])->name, attribute) == 0)
          {
            target.hit = ASK_DIAGRAM_ROW;
            target.attribute = (int) a;
          }
      ask_canvas_select_only (self, &target);
      target_rect (self, &target, &rect);
      fly_to (self, rect.x + rect.width / 2, rect.y + rect.height / 2,
              CLAMP (self->scale, 0.8 * self->text, 1.5 * self->text));
      return TRUE;
    }
  return FALSE;
}

/** ask_canvas_fit_first: a GtkTickCallback: shows everything at once, if that was not done yet */
gboolean
ask_canvas_fit_first (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AskCanvas *self = ASK_CANVAS (widget);
  AskSchema *schema = ask_canvas_get_schema (self);
  AskDiagramRect bounds;

  if (!self->fit_when_sized || schema == NULL || schema->entities->len == 0)
    return G_SOURCE_REMOVE;
  self->fit_when_sized = FALSE;
  if (self->theme_is_old)
    ask_canvas_refresh_theme (self);
  bounds = ask_diagram_get_bounds (self->diagram);
  fit_rect (self, &bounds, self->text);
  if (self->flight != NULL)
    adw_animation_skip (self->flight);
  return G_SOURCE_REMOVE;
}

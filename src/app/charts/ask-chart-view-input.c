/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pointer and keys. Pointing tells what is there, a click chooses it, a drag zooms, a second click shows all again, and a click
 * on the legend hides a series. By keys: arrows walk places and series, Enter chooses, + and - zoom, digits are the entries of
 * the legend, and Escape goes back.
 */
#include "config.h"

#include "app/charts/ask-chart-view-private.h"

#include <math.h>

/* Shorter drags are clicks with an unsteady hand. */
#define LEAST_DRAG 8

static void
toggle_key (AskChartView *self, guint key)
{
  g_autoptr (AskChartLook) look = NULL;
  g_autofree char *name = NULL;

  if (self->chart == NULL || key >= ask_chart_count_keys (self->chart))
    return;
  name = ask_chart_dup_key (self->chart, key);
  look = ask_chart_look_copy (ask_chart_get_look (self->chart));
  ask_chart_look_set_hidden (look, name, !ask_chart_look_is_hidden (look, name));
  ask_chart_view_dress (self, look);
}

static void
moved (AskChartView *self, double x, double y)
{
  AskChartPick pick;
  guint key;

  /* GTK says again where the pointer rests when something beneath it moves: that is no motion, and keys may have gone on. */
  if (self->chart == NULL || self->drags || (x == self->pointer[0] && y == self->pointer[1]))
    return;
  self->pointer[0] = x;
  self->pointer[1] = y;
  ask_chart_view_ensure (self);
  if (ask_chart_scene_find_key (self->scene, x, y, &key))
    {
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "pointer");
      ask_chart_view_point_at (self, NULL);
      return;
    }
  gtk_widget_set_cursor (GTK_WIDGET (self), NULL);
  if (ask_chart_scene_find_at (self->scene, x, y, &pick))
    ask_chart_view_point_at (self, &pick);
  else
    ask_chart_view_point_at (self, NULL);
}

static void
left (AskChartView *self)
{
  self->pointer[0] = self->pointer[1] = -1;
  ask_chart_view_point_at (self, NULL);
}

static void
unfocused (AskChartView *self)
{
  ask_chart_view_point_at (self, NULL);
}

static gboolean
choose_now (gpointer data)
{
  AskChartView *self = data;
  AskChartPick pick = self->pressed;

  self->choosing = 0;
  if (self->chart != NULL)
    ask_chart_view_activate (self, &pick);
  return G_SOURCE_REMOVE;
}

/* Where a double click goes back, a click waits whether it becomes one: what it opens would catch the second. */
static void
choose (AskChartView *self, const AskChartPick *pick)
{
  int wait = 400;

  self->pressed = *pick;
  if (!ask_chart_look_is_zoomed (ask_chart_get_look (self->chart)))
    {
      choose_now (self);
      return;
    }
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time", &wait, NULL);
  /* A second click that is in the queue already goes first. */
  if (self->choosing == 0)
    self->choosing = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, (guint) wait, choose_now, self, NULL);
}

/* GTK counts clicks from when it looks at the first, and a window that is slow then sees two of them. The events say when the
 * hand made them. */
static gboolean
is_second (AskChartView *self, int n_press, double x, double y, GtkGestureClick *click)
{
  guint32 now = gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (click));
  int time = 400, reach = 5;
  gboolean second;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-double-click-time", &time,
                "gtk-double-click-distance", &reach, NULL);
  second = n_press > 1
           || (self->clicked != 0 && now - self->clicked <= (guint32) time && fabs (x - self->clicked_at[0]) <= reach
               && fabs (y - self->clicked_at[1]) <= reach);
  self->clicked = second ? 0 : now;
  self->clicked_at[0] = x;
  self->clicked_at[1] = y;
  return second;
}

static void
released (AskChartView *self, int n_press, double x, double y, GtkGestureClick *click)
{
  AskChartPick pick;
  guint key;
  gboolean second;

  if (self->chart == NULL)
    return;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  ask_chart_view_ensure (self);
  second = is_second (self, n_press, x, y, click);
  if (second)
    g_clear_handle_id (&self->choosing, g_source_remove);
  if (ask_chart_scene_find_key (self->scene, x, y, &key))
    toggle_key (self, key);
  else if (second)
    ask_chart_view_unzoom (self);
  else if (ask_chart_scene_find_at (self->scene, x, y, &pick))
    choose (self, &pick);
  else
    ask_chart_view_unselect (self);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, AskChartView *self)
{
  double x, y;

  if (self->chart == NULL || hypot (dx, dy) < LEAST_DRAG)
    return;
  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  self->drags = TRUE;
  self->drag[0] = x;
  self->drag[1] = y;
  self->drag[2] = x + dx;
  self->drag[3] = y + dy;
  ask_chart_view_point_at (self, NULL);
  /* No click any more. */
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, AskChartView *self)
{
  g_autoptr (AskChartLook) look = NULL;
  AskChartBox box;

  if (!self->drags)
    return;
  self->drags = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->chart == NULL)
    return;
  box = (AskChartBox) { MIN (self->drag[0], self->drag[2]), MIN (self->drag[1], self->drag[3]),
                        ABS (self->drag[2] - self->drag[0]), ABS (self->drag[3] - self->drag[1]) };
  look = ask_chart_look_copy (ask_chart_get_look (self->chart));
  if (ask_chart_scene_find_zoom (self->scene, box, look->zoom_x, look->zoom_y))
    ask_chart_view_dress (self, look);
}

/* Half of the places around the one that is pointed at, or twice as many. */
static void
zoom_by_key (AskChartView *self, gboolean closer)
{
  AskChartPick ends[2] = { { self->hover.place, -1 }, { self->hover.place, -1 } };
  AskChartPick first = { G_MAXSIZE, -1 }, last = { G_MAXSIZE, -1 };
  g_autoptr (AskChartLook) look = NULL;
  int reach = 0;
  double x1, y1, x2, y2;

  if (!closer || !self->hovers || !ask_chart_scene_walk (self->scene, &first, 1, 0)
      || !ask_chart_scene_walk (self->scene, &last, -1, 0))
    {
      ask_chart_view_unzoom (self);
      return;
    }
  reach = (int) MAX (1, (last.place - first.place) / 4);
  ask_chart_scene_walk (self->scene, &ends[0], -reach, 0);
  ask_chart_scene_walk (self->scene, &ends[1], reach, 0);
  if (!ask_chart_scene_get_middle (self->scene, &ends[0], &x1, &y1)
      || !ask_chart_scene_get_middle (self->scene, &ends[1], &x2, &y2))
    return;
  look = ask_chart_look_copy (ask_chart_get_look (self->chart));
  if (ask_chart_scene_find_zoom (self->scene,
                                 (AskChartBox) { MIN (x1, x2) - 1, MIN (y1, y2) - 1, fabs (x1 - x2) + 2,
                                                 fabs (y1 - y2) + self->height },
                                 look->zoom_x, look->zoom_y))
    ask_chart_view_dress (self, look);
}

static gboolean
walk (AskChartView *self, int places, int series)
{
  AskChartPick pick = self->hovers ? self->hover : (AskChartPick) { G_MAXSIZE, -1 };

  if (!ask_chart_scene_walk (self->scene, &pick, places, series))
    return FALSE;
  ask_chart_view_point_at (self, &pick);
  return TRUE;
}

/* Escape goes back one step at a time, and then belongs to whoever is around. */
static gboolean
go_back (AskChartView *self)
{
  if (self->drags)
    {
      self->drags = FALSE;
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return TRUE;
    }
  if (self->hovers)
    {
      ask_chart_view_point_at (self, NULL);
      return TRUE;
    }
  if (!ask_chart_look_is_zoomed (ask_chart_get_look (self->chart)))
    return FALSE;
  ask_chart_view_unzoom (self);
  return TRUE;
}

static gboolean
pressed (AskChartView *self, guint key, guint code, GdkModifierType modifiers)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  AskChartPick pick;

  if (self->chart == NULL || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  ask_chart_view_ensure (self);
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return walk (self, mirrored ? 1 : -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return walk (self, mirrored ? -1 : 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return self->hovers ? walk (self, 0, -1) : FALSE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return self->hovers ? walk (self, 0, 1) : FALSE;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return walk (self, G_MININT, 0);
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return walk (self, 1, 0) && walk (self, G_MAXINT, 0);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
    case GDK_KEY_Menu:
      if (!self->hovers)
        return FALSE;
      pick = self->hover;
      ask_chart_view_activate (self, &pick);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      zoom_by_key (self, TRUE);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom_by_key (self, FALSE);
      return TRUE;
    case GDK_KEY_Escape:
      return go_back (self);
    default:
      if (key < GDK_KEY_1 || key > GDK_KEY_9 || key - GDK_KEY_1 >= ask_chart_count_keys (self->chart))
        return FALSE;
      toggle_key (self, key - GDK_KEY_1);
      return TRUE;
    }
}

/** ask_chart_view_add_input: @self: a new area. Lets people point at it. */
void
ask_chart_view_add_input (AskChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (moved), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (left), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (unfocused), self);
  gtk_widget_add_controller (widget, focus);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pointer on the canvas. The first button moves boxes, draws relationships from row to row, and spans a band
 * on empty ground; the middle button, or the first with Space held, moves the view; the wheel scrolls, with Ctrl
 * it zooms to the pointer; two fingers pinch. Nothing here edits but by ask_canvas_commit_moves() and the link.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <math.h>

/* Pixels of the widget that a click may tremble. */
#define THRESHOLD 4.0
#define SCROLL_STEP 60.0
#define ZOOM_STEP 1.15

static gboolean
has_modifier (GtkEventController *controller, GdkModifierType modifier)
{
  return (gtk_event_controller_get_current_event_state (controller) & modifier) != 0;
}

static void
press_box (AskCanvas *self, const AskDiagramTarget *target, gboolean more)
{
  if (more)
    ask_canvas_toggle (self, target->entity);
  else if (!ask_canvas_is_selected (self, target->entity))
    ask_canvas_select_only (self, target);
  else
    {
      /* One of several: all move. */
      self->current = *target;
      if (target->hit == ASK_DIAGRAM_FOLD)
        self->current.hit = ASK_DIAGRAM_BOX;
      ask_canvas_selection_changed (self);
    }
  self->drag = ASK_DRAG_BOXES;
  g_array_set_size (self->dragged, 0);
  for (guint i = 0; i < self->selected->len; i++)
    {
      AskDiagramRect box = ask_diagram_get_box (self->diagram, g_array_index (self->selected, guint, i));

      g_array_append_val (self->dragged, box);
    }
}

static void
press_ground (AskCanvas *self, gboolean more)
{
  if (!more)
    ask_canvas_select_only (self, &(AskDiagramTarget) { 0 });
  self->drag = ASK_DRAG_BAND;
  g_array_set_size (self->band_before, 0);
  g_array_append_vals (self->band_before, self->selected->data, self->selected->len);
  ask_canvas_to_plane (self, self->press_x, self->press_y, &self->band.x, &self->band.y);
  self->band.width = self->band.height = 0;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, AskCanvas *self)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (gesture);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  gboolean more = has_modifier (controller, GDK_CONTROL_MASK) || has_modifier (controller, GDK_SHIFT_MASK);
  AskDiagramTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  ask_canvas_stop_flight (self);
  self->keyboard = FALSE;
  self->moved = FALSE;
  self->press_x = x;
  self->press_y = y;
  if (self->linking)
    {
      /* Begun with the keyboard: a click on a row ends it. */
      ask_canvas_hit (self, x, y, &target);
      if (target.hit == ASK_DIAGRAM_ROW)
        ask_canvas_link_end (self, &target);
      else
        ask_canvas_link_cancel (self);
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  if (button == GDK_BUTTON_MIDDLE || self->space)
    {
      self->drag = ASK_DRAG_PAN;
      self->view_x = self->x;
      self->view_y = self->y;
      return;
    }
  if (button != GDK_BUTTON_PRIMARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  ask_canvas_hit (self, x, y, &target);
  switch (target.hit)
    {
    case ASK_DIAGRAM_BOX:
    case ASK_DIAGRAM_FOLD:
      press_box (self, &target, more);
      break;
    case ASK_DIAGRAM_GROUP:
    case ASK_DIAGRAM_AREA:
      ask_canvas_select_only (self, &target);
      press_box (self, &target, FALSE);
      break;
    case ASK_DIAGRAM_ROW:
      if (more)
        {
          press_box (self, &(AskDiagramTarget) { ASK_DIAGRAM_BOX, target.entity, -1, -1 }, TRUE);
          break;
        }
      ask_canvas_select_only (self, &target);
      self->drag = ASK_DRAG_LINK;
      break;
    case ASK_DIAGRAM_LINE:
      ask_canvas_select_only (self, &target);
      self->drag = ASK_DRAG_NONE;
      break;
    default:
      press_ground (self, more);
    }
}

static void
span_band (AskCanvas *self, double offset_x, double offset_y)
{
  g_autoptr (GArray) inside = NULL;
  double x0, y0, x1, y1;

  ask_canvas_to_plane (self, self->press_x, self->press_y, &x0, &y0);
  ask_canvas_to_plane (self, self->press_x + offset_x, self->press_y + offset_y, &x1, &y1);
  self->band = (AskDiagramRect) { MIN (x0, x1), MIN (y0, y1), fabs (x1 - x0), fabs (y1 - y0) };
  inside = ask_diagram_find_boxes (self->diagram, &self->band);
  g_array_set_size (self->selected, 0);
  g_array_append_vals (self->selected, self->band_before->data, self->band_before->len);
  for (guint i = 0; i < inside->len; i++)
    {
      guint entity = g_array_index (inside, guint, i);

      if (!ask_canvas_is_selected (self, entity))
        g_array_append_val (self->selected, entity);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_update (GtkGestureDrag *gesture, double offset_x, double offset_y, AskCanvas *self)
{
  if (!self->moved && hypot (offset_x, offset_y) < THRESHOLD)
    return;
  if (!self->moved && self->drag == ASK_DRAG_LINK)
    ask_canvas_link_begin (self, &self->current);
  self->moved = TRUE;
  switch (self->drag)
    {
    case ASK_DRAG_PAN:
      ask_canvas_set_view (self, self->view_x - offset_x / self->scale, self->view_y - offset_y / self->scale,
                           self->scale);
      break;
    case ASK_DRAG_BOXES:
      for (guint i = 0; i < self->selected->len && i < self->dragged->len; i++)
        {
          const AskDiagramRect *from = &g_array_index (self->dragged, AskDiagramRect, i);

          ask_diagram_move_box (self->diagram, g_array_index (self->selected, guint, i),
                                from->x + offset_x / self->scale, from->y + offset_y / self->scale);
        }
      gtk_widget_queue_draw (GTK_WIDGET (self));
      break;
    case ASK_DRAG_BAND:
      span_band (self, offset_x, offset_y);
      break;
    case ASK_DRAG_LINK:
      ask_canvas_link_move (self, self->press_x + offset_x, self->press_y + offset_y);
      break;
    default:
      break;
    }
}

static void
end_band (AskCanvas *self)
{
  if (self->selected->len > 0)
    self->current
      = (AskDiagramTarget) { ASK_DIAGRAM_BOX, g_array_index (self->selected, guint, self->selected->len - 1), -1, -1 };
  ask_canvas_selection_changed (self);
}

static void
drag_end (GtkGestureDrag *gesture, double offset_x, double offset_y, AskCanvas *self)
{
  AskCanvasDrag drag = self->drag;
  AskDiagramTarget target;

  self->drag = ASK_DRAG_NONE;
  if (!self->moved)
    return;
  switch (drag)
    {
    case ASK_DRAG_BOXES:
      ask_canvas_drop_boxes (self, self->press_x + offset_x, self->press_y + offset_y);
      break;
    case ASK_DRAG_BAND:
      end_band (self);
      break;
    case ASK_DRAG_LINK:
      ask_canvas_hit (self, self->press_x + offset_x, self->press_y + offset_y, &target);
      ask_canvas_link_end (self, &target);
      break;
    default:
      break;
    }
}

/** ask_canvas_cancel_drag: all is as it was before the button went down */
void
ask_canvas_cancel_drag (AskCanvas *self)
{
  if (self->drag == ASK_DRAG_BOXES && self->moved)
    for (guint i = 0; i < self->selected->len && i < self->dragged->len; i++)
      {
        const AskDiagramRect *from = &g_array_index (self->dragged, AskDiagramRect, i);

        ask_diagram_move_box (self->diagram, g_array_index (self->selected, guint, i), from->x, from->y);
      }
  self->drag = ASK_DRAG_NONE;
  ask_canvas_link_cancel (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence, AskCanvas *self)
{
  ask_canvas_cancel_drag (self);
}

static void
released (GtkGestureClick *gesture, int n_press, double x, double y, AskCanvas *self)
{
  AskDiagramTarget target;

  if (self->moved)
    return;
  ask_canvas_hit (self, x, y, &target);
  if (target.hit == ASK_DIAGRAM_FOLD || (target.hit == ASK_DIAGRAM_BOX && n_press == 2))
    gtk_widget_activate_action (GTK_WIDGET (self), "canvas.fold", NULL);
  else if ((n_press == 2 && (target.hit == ASK_DIAGRAM_ROW || target.hit == ASK_DIAGRAM_LINE))
           || (target.hit == ASK_DIAGRAM_LINE && ask_canvas_get_suggestion (self, &target) != NULL))
    gtk_widget_activate_action (GTK_WIDGET (self), "canvas.edit", NULL);
}

static void
menu_pressed (GtkGestureClick *gesture, int n_press, double x, double y, AskCanvas *self)
{
  AskDiagramTarget target;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  ask_canvas_hit (self, x, y, &target);
  /* Of several boxes the menu is about all, wherever in one of them it is asked for. */
  if (target.hit == ASK_DIAGRAM_NOTHING || target.hit == ASK_DIAGRAM_LINE
      || (target.hit == ASK_DIAGRAM_ROW && self->selected->len < 2) || !ask_canvas_is_selected (self, target.entity))
    ask_canvas_select_only (self, &target);
  ask_canvas_popup (self, x, y);
}

static void
motion (GtkEventControllerMotion *controller, double x, double y, AskCanvas *self)
{
  gboolean still = x == self->pointer_x && y == self->pointer_y;
  AskDiagramTarget target;

  self->pointer_x = x;
  self->pointer_y = y;
  if (self->linking && self->drag == ASK_DRAG_NONE)
    {
      /* GTK tells where a pointer is that did not move, after the view did: then the keyboard leads. */
      if (!still)
        ask_canvas_link_move (self, x, y);
      return;
    }
  ask_canvas_hit (self, x, y, &target);
  if (target.hit == self->hovered.hit && target.entity == self->hovered.entity
      && target.attribute == self->hovered.attribute && target.relationship == self->hovered.relationship)
    return;
  self->hovered = target;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), self->space                     ? "grab"
                                                      : target.hit == ASK_DIAGRAM_ROW ? "crosshair"
                                                      : target.hit == ASK_DIAGRAM_FOLD || target.hit == ASK_DIAGRAM_LINE
                                                        ? "pointer"
                                                        : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave (GtkEventControllerMotion *controller, AskCanvas *self)
{
  if (self->hovered.hit == ASK_DIAGRAM_NOTHING)
    return;
  self->hovered = (AskDiagramTarget) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
scrolled (GtkEventControllerScroll *controller, double dx, double dy, AskCanvas *self)
{
  /* A wheel counts notches, a touchpad pixels. */
  double step = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL ? SCROLL_STEP : 1;
  gboolean wheel = step != 1;

  if (has_modifier (GTK_EVENT_CONTROLLER (controller), GDK_CONTROL_MASK))
    {
      ask_canvas_zoom_at (self, self->scale * pow (ZOOM_STEP, wheel ? -dy : -dy / SCROLL_STEP), self->pointer_x,
                          self->pointer_y);
      return TRUE;
    }
  if (has_modifier (GTK_EVENT_CONTROLLER (controller), GDK_SHIFT_MASK) && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  ask_canvas_stop_flight (self);
  ask_canvas_set_view (self, self->x + dx * step / self->scale, self->y + dy * step / self->scale, self->scale);
  return TRUE;
}

static void
pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, AskCanvas *self)
{
  self->pinch_scale = self->scale;
}

static void
pinched (GtkGestureZoom *gesture, double scale, AskCanvas *self)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    ask_canvas_zoom_at (self, self->pinch_scale * scale, x, y);
}

/** ask_canvas_init_pointer: gives the widget its gestures */
void
ask_canvas_init_pointer (AskCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *moves = gtk_event_controller_motion_new ();
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancelled), self);
  g_signal_connect (click, "released", G_CALLBACK (released), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect (menu, "pressed", G_CALLBACK (menu_pressed), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinched), self);
  g_signal_connect (moves, "motion", G_CALLBACK (motion), self);
  g_signal_connect (moves, "leave", G_CALLBACK (leave), self);
  g_signal_connect (wheel, "scroll", G_CALLBACK (scrolled), self);

  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_widget_add_controller (widget, moves);
  gtk_widget_add_controller (widget, wheel);
  gtk_gesture_group (drag, click);
}

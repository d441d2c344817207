/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It follows the canvas and holds nothing of its own. For the pointer only: what it does, the keyboard does on
 * the canvas itself, so assistive technology does not see it.
 */
#include "config.h"

#include "app/schema/ask-minimap.h"

#define WIDTH 168
#define HEIGHT 112

struct _AskMinimap
{
  GtkWidget parent_instance;
  AskCanvas *canvas;
};

G_DEFINE_FINAL_TYPE (AskMinimap, ask_minimap, GTK_TYPE_WIDGET)

static void
ask_minimap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskMinimap *self = ASK_MINIMAP (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  AskDiagramRect view = ask_canvas_get_view (self->canvas);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));

  ask_diagram_draw_overview (ask_canvas_get_diagram (self->canvas), cr, width, height, &view);
  cairo_destroy (cr);
}

static void
ask_minimap_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                     int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
show (AskMinimap *self, double x, double y)
{
  double scale, left, top;

  ask_diagram_get_overview (ask_canvas_get_diagram (self->canvas), gtk_widget_get_width (GTK_WIDGET (self)),
                            gtk_widget_get_height (GTK_WIDGET (self)), &scale, &left, &top);
  if (scale > 0)
    ask_canvas_scroll_to (self->canvas, (x - left) / scale, (y - top) / scale);
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, AskMinimap *self)
{
  show (self, x, y);
}

static void
drag_update (GtkGestureDrag *gesture, double offset_x, double offset_y, AskMinimap *self)
{
  double x, y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  show (self, x + offset_x, y + offset_y);
}

static void
ask_minimap_dispose (GObject *object)
{
  g_clear_object (&ASK_MINIMAP (object)->canvas);
  G_OBJECT_CLASS (ask_minimap_parent_class)->dispose (object);
}

static void
ask_minimap_class_init (AskMinimapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_minimap_dispose;
  widget_class->snapshot = ask_minimap_snapshot;
  widget_class->measure = ask_minimap_measure;
  gtk_widget_class_set_css_name (widget_class, "askminimap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ask_minimap_init (AskMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (GTK_WIDGET (self), "card");
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

/** ask_minimap_new: Returns: (transfer floating): the overview of @canvas */
GtkWidget *
ask_minimap_new (AskCanvas *canvas)
{
  AskMinimap *self = g_object_new (ASK_TYPE_MINIMAP, NULL);

  self->canvas = g_object_ref (canvas);
  g_signal_connect_object (canvas, "view-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

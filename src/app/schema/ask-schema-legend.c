/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The legend is drawn by the diagram, so that an exported picture has the same one. Here is only the piece of
 * paper for it, which is as high as the words need.
 */
#include "config.h"

#include "app/schema/ask-schema-legend.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEGEND_WIDTH 440
#define LEGEND_MARGIN 9
/* From the edges of the canvas. */
#define LEGEND_PLACE 12

static void
draw_legend (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  cairo_translate (cr, LEGEND_MARGIN, LEGEND_MARGIN);
  ask_diagram_draw_legend (ask_canvas_get_diagram (data), cr, width - 2 * LEGEND_MARGIN);
}

/**
 * ask_schema_legend_new:
 * @canvas: lives as long as the legend, in the same widget
 *
 * Returns: (transfer floating): hidden until ask_schema_legend_show()
 */
GtkWidget *
ask_schema_legend_new (AskCanvas *canvas)
{
  GtkWidget *legend = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (legend), LEGEND_WIDTH);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (legend), draw_legend, canvas, NULL);
  g_object_set_data (G_OBJECT (legend), "ask-canvas", canvas);
  gtk_widget_set_halign (legend, GTK_ALIGN_START);
  gtk_widget_set_can_target (legend, FALSE);
  gtk_widget_add_css_class (legend, "card");
  gtk_widget_add_css_class (legend, "ask-note");
  gtk_widget_set_margin_start (legend, LEGEND_PLACE);
  gtk_widget_set_margin_top (legend, LEGEND_PLACE);
  gtk_widget_set_margin_bottom (legend, LEGEND_PLACE);
  gtk_widget_set_visible (legend, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (legend), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What the colours mean"),
                                  -1);
  return legend;
}

/** ask_schema_legend_show: shows @legend as it fits the canvas's diagram now */
void
ask_schema_legend_show (GtkWidget *legend)
{
  AskDiagram *diagram = ask_canvas_get_diagram (g_object_get_data (G_OBJECT (legend), "ask-canvas"));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cr = cairo_create (surface);
  double height = ask_diagram_draw_legend (diagram, cr, LEGEND_WIDTH - 2 * LEGEND_MARGIN);

  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (legend), 2 * LEGEND_MARGIN + (int) ceil (height));
  gtk_widget_set_visible (legend, TRUE);
  gtk_widget_queue_draw (legend);
}

/** ask_schema_legend_hide: shows no @legend; its room is the diagram's again */
void
ask_schema_legend_hide (GtkWidget *legend)
{
  gtk_widget_set_visible (legend, FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows light and dark, high contrast, text size and reading direction. The chart belongs to
 * whoever set it and must outlive the area, or be unset before it is freed. It is drawn once for a size and a look, and kept:
 * what is pointed at is drawn over it.
 */
#include "config.h"

#include "app/charts/ask-chart-view-private.h"

#include <adwaita.h>
#include <string.h>

#include "app/charts/ask-chart-dress.h"
#include "app/charts/ask-chart-tip.h"
#include "chart/ask-chart-places.h"

G_DEFINE_FINAL_TYPE (AskChartView, ask_chart_view, GTK_TYPE_WIDGET)

enum
{
  ACTIVATED,
  DRESSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

#define NATURAL_WIDTH 560
#define NATURAL_HEIGHT 320
#define MINIMUM_WIDTH 160

static void
forget_picture (AskChartView *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
}

/** ask_chart_view_ensure: @self: an area. Draws the chart as it is now, unless it is drawn already. */
void
ask_chart_view_ensure (AskChartView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  AskChartTheme theme;
  cairo_t *cr;

  if (self->chart == NULL || width <= 0 || height <= 0)
    return;
  memset (&theme, 0, sizeof theme);
  ask_chart_dress_fill (widget, &theme);
  theme.untitled = self->untitled;
  if (self->surface != NULL && self->width == width && self->height == height && self->factor == factor
      && memcmp (&theme, &self->theme, sizeof theme) == 0)
    return;
  forget_picture (self);
  self->width = width;
  self->height = height;
  self->factor = factor;
  self->theme = theme;
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * factor, height * factor);
  cairo_surface_set_device_scale (self->surface, factor, factor);
  cr = cairo_create (self->surface);
  ask_chart_draw_scene (self->chart, cr, width, height, &self->theme, self->scene);
  cairo_destroy (cr);
}

static void
draw_drag (AskChartView *self, cairo_t *cr)
{
  guint32 color = self->theme.series[0];
  double x = MIN (self->drag[0], self->drag[2]), y = MIN (self->drag[1], self->drag[3]);

  cairo_rectangle (cr, x + 0.5, y + 0.5, ABS (self->drag[2] - self->drag[0]), ABS (self->drag[3] - self->drag[1]));
  cairo_set_source_rgba (cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0, 0.18);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0, (color & 255) / 255.0);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
ask_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskChartView *self = ASK_CHART_VIEW (widget);
  cairo_t *cr;

  ask_chart_view_ensure (self);
  if (self->surface == NULL)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, self->width, self->height));
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_paint (cr);
  if (self->selects)
    ask_chart_scene_draw_marker (self->scene, cr, &self->selected, &self->theme, TRUE);
  if (self->hovers)
    ask_chart_scene_draw_marker (self->scene, cr, &self->hover, &self->theme, FALSE);
  if (self->drags)
    draw_drag (self, cr);
  cairo_destroy (cr);
  gtk_widget_snapshot_child (widget, self->tip, snapshot);
}

static void
ask_chart_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  AskChartView *self = ASK_CHART_VIEW (widget);
  AskChartTheme theme;
  double height = NATURAL_HEIGHT, scale;

  if (self->small)
    {
      *minimum = *natural = 0;
      return;
    }
  ask_chart_dress_fill (widget, &theme);
  /* Larger text takes more room, but less than all that it is larger. */
  scale = theme.text_size / 15;
  if (self->chart != NULL && ask_chart_get_kind (self->chart) == ASK_CHART_VALUE)
    height = 150;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MINIMUM_WIDTH;
      *natural = NATURAL_WIDTH;
    }
  else
    *minimum = *natural = (int) (height * MAX (1, 1 + (scale - 1) * 0.5));
}

/* Beside the place, on the side where there is room. */
static void
place_tip (AskChartView *self, int width, int height)
{
  int tip_width, tip_height;
  double x, y;
  GtkAllocation at;

  if (!gtk_widget_get_visible (self->tip))
    return;
  gtk_widget_measure (self->tip, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &tip_width, NULL, NULL);
  tip_width = MIN (tip_width, MAX (width, 1));
  gtk_widget_measure (self->tip, GTK_ORIENTATION_VERTICAL, tip_width, NULL, &tip_height, NULL, NULL);
  if (!ask_chart_scene_get_middle (self->scene, &self->hover, &x, &y))
    x = y = 0;
  at.x = (int) (x + 14 + tip_width <= width ? x + 14 : x - 14 - tip_width);
  at.y = (int) (y - tip_height / 2);
  at.x = CLAMP (at.x, 0, MAX (0, width - tip_width));
  at.y = CLAMP (at.y, 0, MAX (0, height - tip_height));
  at.width = tip_width;
  at.height = tip_height;
  gtk_widget_size_allocate (self->tip, &at, -1);
}

static void
ask_chart_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  place_tip (ASK_CHART_VIEW (widget), width, height);
}

/** ask_chart_view_point_at: @self: an area; @pick: (nullable): a place, %NULL for none. Marks it, and says what stands there. */
void
ask_chart_view_point_at (AskChartView *self, const AskChartPick *pick)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);

  if (pick == NULL ? !self->hovers
                   : self->hovers && self->hover.place == pick->place && self->hover.series == pick->series)
    return;
  self->hovers = pick != NULL;
  gtk_widget_set_visible (self->tip, self->hovers);
  if (pick != NULL)
    {
      g_autofree char *text = ask_chart_dup_place_text (self->chart, pick);

      self->hover = *pick;
      ask_chart_tip_show (self->tip, self->chart, pick, &self->theme, self->height);
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    }
  else
    gtk_accessible_reset_property (accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_chart_view_dress: @self: an area; @look: what the person made of the chart. Draws it so, and tells. */
void
ask_chart_view_dress (AskChartView *self, const AskChartLook *look)
{
  ask_chart_set_look (self->chart, look);
  ask_chart_view_redraw (self);
  g_signal_emit (self, signals[DRESSED], 0);
}

/** ask_chart_view_activate: @self: an area; @pick: a place. Selects it, and tells. */
void
ask_chart_view_activate (AskChartView *self, const AskChartPick *pick)
{
  self->selects = TRUE;
  self->selected = *pick;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static void
ask_chart_view_dispose (GObject *object)
{
  AskChartView *self = ASK_CHART_VIEW (object);

  self->chart = NULL;
  self->hovers = self->selects = FALSE;
  g_clear_handle_id (&self->choosing, g_source_remove);
  g_clear_pointer (&self->tip, gtk_widget_unparent);
  g_clear_pointer (&self->scene, ask_chart_scene_free);
  forget_picture (self);
  G_OBJECT_CLASS (ask_chart_view_parent_class)->dispose (object);
}

static void
ask_chart_view_class_init (AskChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_chart_view_dispose;
  widget_class->snapshot = ask_chart_view_snapshot;
  widget_class->measure = ask_chart_view_measure;
  widget_class->size_allocate = ask_chart_view_size_allocate;
  signals[ACTIVATED]
    = g_signal_new ("activated", ASK_TYPE_CHART_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[DRESSED]
    = g_signal_new ("dressed", ASK_TYPE_CHART_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "askchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ask_chart_view_init (AskChartView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GSettings *settings = ask_chart_dress_get_settings ();

  self->scene = ask_chart_scene_new ();
  self->tip = ask_chart_tip_new ();
  gtk_widget_set_visible (self->tip, FALSE);
  gtk_widget_set_parent (self->tip, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  if (settings != NULL)
    g_signal_connect_object (settings, "changed::" ASK_CHART_COLORS_KEY, G_CALLBACK (gtk_widget_queue_draw), self,
                             G_CONNECT_SWAPPED);
  ask_chart_view_add_input (self);
}

/** ask_chart_view_new: Returns: (transfer floating): an empty area */
GtkWidget *
ask_chart_view_new (void)
{
  return g_object_new (ASK_TYPE_CHART_VIEW, NULL);
}

/**
 * ask_chart_view_set_chart:
 * @chart: (nullable) (transfer none): must live until it is replaced
 *
 * Draws @chart from now on, and gives its description to those who do not see it.
 */
void
ask_chart_view_set_chart (AskChartView *self, AskChart *chart)
{
  g_return_if_fail (ASK_IS_CHART_VIEW (self));
  ask_chart_view_point_at (self, NULL);
  self->selects = FALSE;
  self->chart = chart;
  ask_chart_view_redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/** ask_chart_view_set_small: @self: a new area; @untitled: what is around it says what it is, too. It asks for no room. */
void
ask_chart_view_set_small (AskChartView *self, gboolean untitled)
{
  g_return_if_fail (ASK_IS_CHART_VIEW (self));
  self->small = TRUE;
  self->untitled = untitled;
}

/** ask_chart_view_redraw: @self: an area whose chart has another look. Draws it anew. */
void
ask_chart_view_redraw (AskChartView *self)
{
  g_return_if_fail (ASK_IS_CHART_VIEW (self));
  ask_chart_view_point_at (self, NULL);
  self->selects = FALSE;
  forget_picture (self);
  if (self->chart != NULL)
    {
      g_autofree char *words = ask_chart_describe (self->chart);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_chart_view_get_chart: Returns: (transfer none) (nullable): what is drawn */
AskChart *
ask_chart_view_get_chart (AskChartView *self)
{
  return self->chart;
}

/** ask_chart_view_get_hovered: @pick: (out): what is pointed at. Returns: whether anything is */
gboolean
ask_chart_view_get_hovered (AskChartView *self, AskChartPick *pick)
{
  *pick = self->hover;
  return self->hovers;
}

/** ask_chart_view_get_selected: @pick: (out): what is selected. Returns: whether anything is */
gboolean
ask_chart_view_get_selected (AskChartView *self, AskChartPick *pick)
{
  *pick = self->selected;
  return self->selects;
}

/** ask_chart_view_unselect: nothing is selected from now on. */
void
ask_chart_view_unselect (AskChartView *self)
{
  self->selects = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_chart_view_get_middle: @pick: a place; @x: (out): where it is in the area; @y: (out): likewise. Returns: whether it is
 * seen */
gboolean
ask_chart_view_get_middle (AskChartView *self, const AskChartPick *pick, double *x, double *y)
{
  ask_chart_view_ensure (self);
  return self->surface != NULL && ask_chart_scene_get_middle (self->scene, pick, x, y);
}

/** ask_chart_view_zoom: @from: of the x axis, as in a look; @to: likewise. Shows that part of it. */
void
ask_chart_view_zoom (AskChartView *self, double from, double to)
{
  g_autoptr (AskChartLook) look = ask_chart_look_copy (ask_chart_get_look (self->chart));

  look->zoom_x[0] = from;
  look->zoom_x[1] = to;
  ask_chart_view_dress (self, look);
}

/** ask_chart_view_unzoom: shows all of the chart again. */
void
ask_chart_view_unzoom (AskChartView *self)
{
  g_autoptr (AskChartLook) look = NULL;

  if (self->chart == NULL || !ask_chart_look_is_zoomed (ask_chart_get_look (self->chart)))
    return;
  look = ask_chart_look_copy (ask_chart_get_look (self->chart));
  ask_chart_look_clear_zoom (look);
  ask_chart_view_dress (self, look);
}

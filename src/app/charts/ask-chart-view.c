/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows light and dark, high contrast, text size and reading direction. The chart belongs to
 * whoever set it and must outlive the area, or be unset before it is freed.
 */
#include "config.h"

#include "app/charts/ask-chart-view.h"

#include <adwaita.h>

struct _AskChartView
{
  GtkWidget parent_instance;
  AskChart *chart; /* borrowed */
};

G_DEFINE_FINAL_TYPE (AskChartView, ask_chart_view, GTK_TYPE_WIDGET)

#define NATURAL_WIDTH 560
#define NATURAL_HEIGHT 320
#define MINIMUM_WIDTH 160

/* Text at 100 % is 96 dots an inch; gtk-xft-dpi counts in 1024ths. GDK_DPI_SCALE and the desktop's
 * "large text" both arrive here. */
static double
get_text_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / 1024.0 / 96.0, 0.5, 4.0) : 1.0;
}

static guint32
pack (const GdkRGBA *colour)
{
  return ((guint32) (colour->red * 255 + 0.5) << 16) | ((guint32) (colour->green * 255 + 0.5) << 8)
         | (guint32) (colour->blue * 255 + 0.5);
}

static void
fill_theme (AskChartView *self, AskChartTheme *theme)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *style = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (style);
  PangoContext *pango = gtk_widget_get_pango_context (widget);
  GdkRGBA text;

  *theme = dark ? *ask_chart_theme_dark () : *ask_chart_theme_light ();
  theme->transparent = TRUE;
  theme->right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  theme->text_scale = get_text_scale (widget);
  theme->font = pango_font_description_get_family (pango_context_get_font_description (pango));
  if (adw_style_manager_get_high_contrast (style))
    {
      gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
      text.alpha = 1;
      theme->text = dark ? 0xffffff : 0x000000;
      theme->muted = pack (&text);
      theme->grid = dark ? 0xa0a0a0 : 0x606060;
    }
}

static void
ask_chart_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskChartView *self = ASK_CHART_VIEW (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  AskChartTheme theme;
  cairo_t *cr;

  if (self->chart == NULL || width <= 0 || height <= 0)
    return;
  fill_theme (self, &theme);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  ask_chart_draw (self->chart, cr, width, height, &theme);
  cairo_destroy (cr);
}

static void
ask_chart_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                        int *minimum_baseline, int *natural_baseline)
{
  AskChartView *self = ASK_CHART_VIEW (widget);
  double scale = get_text_scale (widget);
  double height = NATURAL_HEIGHT;

  if (self->chart != NULL && ask_chart_get_kind (self->chart) == ASK_CHART_VALUE)
    height = 150;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MINIMUM_WIDTH;
      *natural = NATURAL_WIDTH;
    }
  else
    *minimum = *natural = (int) (height * (1 + (scale - 1) * 0.5));
}

static void
ask_chart_view_dispose (GObject *object)
{
  ASK_CHART_VIEW (object)->chart = NULL;
  G_OBJECT_CLASS (ask_chart_view_parent_class)->dispose (object);
}

static void
ask_chart_view_class_init (AskChartViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_chart_view_dispose;
  widget_class->snapshot = ask_chart_view_snapshot;
  widget_class->measure = ask_chart_view_measure;
  gtk_widget_class_set_css_name (widget_class, "askchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ask_chart_view_init (AskChartView *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
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
  self->chart = chart;
  if (chart != NULL)
    {
      g_autofree char *words = ask_chart_describe (chart);

      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self), ask_chart_get_reason (chart));
    }
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

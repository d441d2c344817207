/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The series of a chart, or the parts of a pie: each can be hidden and have another colour. By keys, this is the way to the legend.
 */
#include "config.h"

#include "app/charts/ask-chart-panel-private.h"

#include <glib/gi18n.h>

#include "app/charts/ask-chart-dress.h"
#include "chart/ask-chart-columns.h"

/* More rows than these nobody looks through. */
#define MOST_KEYS 24
#define SWATCH_WIDTH 26
#define SWATCH_HEIGHT 18

static void
shown_switched (GtkSwitch *button, GParamSpec *param, AskChartPanel *self)
{
  const char *name = g_object_get_data (G_OBJECT (button), "key");

  if (self->filling)
    return;
  ask_chart_look_set_hidden (self->look, name, !gtk_switch_get_active (button));
  ask_chart_panel_changed (self);
}

static guint32
pack (const GdkRGBA *color)
{
  return (guint32) (color->red * 255 + 0.5) << 16 | (guint32) (color->green * 255 + 0.5) << 8
         | (guint32) (color->blue * 255 + 0.5);
}

static GdkRGBA
unpack (guint32 color)
{
  return (GdkRGBA) { (float) ((color >> 16) & 255) / 255.0f, (float) ((color >> 8) & 255) / 255.0f,
                     (float) (color & 255) / 255.0f, 1 };
}

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  GdkRGBA color = unpack (GPOINTER_TO_UINT (data)), edge;

  gdk_cairo_set_source_rgba (cr, &color);
  cairo_rectangle (cr, 0.5, 0.5, width - 1, height - 1);
  cairo_fill_preserve (cr);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &edge);
  gdk_cairo_set_source_rgba (cr, &edge);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
show_color (GtkWidget *button, guint32 color)
{
  g_object_set_data (G_OBJECT (button), "color", GUINT_TO_POINTER (color));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (gtk_button_get_child (GTK_BUTTON (button))), draw_swatch,
                                  GUINT_TO_POINTER (color), NULL);
}

/* What is told of may make the list anew, and with it the button: nothing of it is used behind that. */
static void
color_responded (GtkDialog *dialog, int response, GtkWidget *button)
{
  GtkWidget *self = gtk_widget_get_ancestor (button, ASK_TYPE_CHART_PANEL);
  GdkRGBA color;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (dialog), &color);
  gtk_window_destroy (GTK_WINDOW (dialog));
  if (response != GTK_RESPONSE_OK || self == NULL || ASK_CHART_PANEL (self)->look == NULL)
    return;
  show_color (button, pack (&color));
  g_hash_table_insert (ASK_CHART_PANEL (self)->look->colors, g_strdup (g_object_get_data (G_OBJECT (button), "key")),
                       GUINT_TO_POINTER (pack (&color)));
  ask_chart_panel_changed (ASK_CHART_PANEL (self));
}

/* GtkColorButton is no help: its dialog goes on to speak to a button that is gone. */
static void
color_clicked (GtkWidget *button)
{
  GtkRoot *root = gtk_widget_get_root (button);
  GdkRGBA color = unpack (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "color")));
  GtkWidget *dialog = gtk_color_chooser_dialog_new (gtk_widget_get_tooltip_text (button),
                                                    GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL);

  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (dialog), FALSE);
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (dialog), &color);
  g_signal_connect_object (dialog, "response", G_CALLBACK (color_responded), button, 0);
  g_signal_connect_object (button, "destroy", G_CALLBACK (gtk_window_destroy), dialog, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static GtkWidget *
new_color (const char *name, guint32 color)
{
  GtkWidget *button = gtk_button_new (), *swatch = gtk_drawing_area_new ();
  /* Translators: of a series of a chart. */
  g_autofree char *words = g_strdup_printf (_ ("Colour of %s"), name);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH_HEIGHT);
  gtk_button_set_child (GTK_BUTTON (button), swatch);
  show_color (button, color);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data_full (G_OBJECT (button), "key", g_strdup (name), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (color_clicked), NULL);
  return button;
}

static void
add_key (AskChartPanel *self, const char *name, guint32 color, gboolean hides)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *shown = gtk_switch_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), new_color (name, color));
  adw_preferences_group_add (self->keys, row);
  if (!hides)
    {
      g_object_unref (g_object_ref_sink (shown));
      return;
    }
  gtk_widget_set_valign (shown, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (shown), !ask_chart_look_is_hidden (self->look, name));
  gtk_widget_set_tooltip_text (shown, _ ("Whether it is drawn"));
  g_object_set_data_full (G_OBJECT (shown), "key", g_strdup (name), g_free);
  g_signal_connect (shown, "notify::active", G_CALLBACK (shown_switched), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), shown);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), shown);
}

/** ask_chart_panel_fill_keys: @self: a panel with a chart. Lists its series, unless somebody is just about them. */
void
ask_chart_panel_fill_keys (AskChartPanel *self)
{
  g_autoptr (GPtrArray) colors = NULL;
  AskChartTheme theme;

  if (self->keys != NULL && gtk_widget_get_focus_child (GTK_WIDGET (self->keys)) != NULL)
    return;
  if (self->keys != NULL)
    gtk_box_remove (self->groups, GTK_WIDGET (self->keys));
  self->keys = NULL;
  ask_chart_dress_fill (GTK_WIDGET (self), &theme);
  colors = ask_chart_list_colors (self->chart, &theme);
  if (colors->len == 0)
    return;
  self->keys = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->keys, _ ("Series and colours"));
  gtk_box_append (self->groups, GTK_WIDGET (self->keys));
  for (guint i = 0; i < MIN (colors->len, MOST_KEYS); i++)
    {
      const AskChartColored *colored = colors->pdata[i];

      add_key (self, colored->name, colored->color, colored->hides);
    }
}

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

static void
shown_switched (GtkSwitch *button, GParamSpec *param, AskChartPanel *self)
{
  const char *name = g_object_get_data (G_OBJECT (button), "key");

  if (self->filling)
    return;
  ask_chart_look_set_hidden (self->look, name, !gtk_switch_get_active (button));
  ask_chart_panel_changed (self);
}

static void
color_chosen (GtkColorButton *button, AskChartPanel *self)
{
  const char *name = g_object_get_data (G_OBJECT (button), "key");
  GdkRGBA color;
  guint32 packed;

  if (self->filling)
    return;
  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  packed = (guint32) (color.red * 255 + 0.5) << 16 | (guint32) (color.green * 255 + 0.5) << 8
           | (guint32) (color.blue * 255 + 0.5);
  g_hash_table_insert (self->look->colors, g_strdup (name), GUINT_TO_POINTER (packed));
  ask_chart_panel_changed (self);
}

/* The dialog of a GtkColorButton tells its button when it goes: it has to go first, and GTK (4.8) closes it only when the
 * button is gone already. It is known by its title. Whoever still holds the dialog has it tell once more when they let go: a
 * colour that is chosen may list the colours anew. */
static void
color_gone (GtkColorButton *button)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (toplevels); i-- > 0;)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (toplevels, i);

      if (GTK_IS_COLOR_CHOOSER_DIALOG (window)
          && g_strcmp0 (gtk_window_get_title (window), gtk_color_button_get_title (button)) == 0)
        {
          gtk_window_destroy (window);
          g_signal_handlers_disconnect_by_data (window, button);
        }
    }
}

static GtkWidget *
new_color (AskChartPanel *self, const char *name, guint32 color)
{
  GdkRGBA rgba = { ((color >> 16) & 255) / 255.0f, ((color >> 8) & 255) / 255.0f, (color & 255) / 255.0f, 1 };
  GtkWidget *button = gtk_color_button_new_with_rgba (&rgba);
  /* Translators: of a series of a chart. */
  g_autofree char *words = g_strdup_printf (_ ("Colour of %s"), name);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_color_button_set_modal (GTK_COLOR_BUTTON (button), TRUE);
  gtk_color_button_set_title (GTK_COLOR_BUTTON (button), words);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data_full (G_OBJECT (button), "key", g_strdup (name), g_free);
  g_signal_connect (button, "color-set", G_CALLBACK (color_chosen), self);
  g_signal_connect (button, "destroy", G_CALLBACK (color_gone), NULL);
  return button;
}

static void
add_key (AskChartPanel *self, const char *name, guint32 color, gboolean hides)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *shown = gtk_switch_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), new_color (self, name, color));
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

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is written is looked at before it is taken: what is no colour is said, and so is which two of them some people would
 * take for one. The latter is no reason to refuse them: charts have patterns in high contrast.
 */
#include "config.h"

#include "app/charts/ask-palette-row.h"

#include <glib/gi18n.h>

#include "app/charts/ask-chart-dress.h"
#include "base/ask-error.h"

struct _AskPaletteRow
{
  AdwPreferencesRow parent_instance;
  AdwEntryRow *entry;
  GtkLabel *said;
};

G_DEFINE_FINAL_TYPE (AskPaletteRow, ask_palette_row, ADW_TYPE_PREFERENCES_ROW)

static void
say (AskPaletteRow *self, const char *words, gboolean failed)
{
  gtk_label_set_text (self->said, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->said), words != NULL);
  if (failed)
    gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->said), "error");
}

/* Words between spaces and commas. */
static GStrv
split (const char *text)
{
  g_auto (GStrv) parts = g_strsplit_set (text, " ,;", -1);
  g_autoptr (GStrvBuilder) colors = g_strv_builder_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    if (*parts[i] != '\0')
      g_strv_builder_add (colors, parts[i]);
  return g_strv_builder_end (colors);
}

static void
applied (AskPaletteRow *self)
{
  g_auto (GStrv) colors = split (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  GSettings *settings = ask_chart_dress_get_settings ();
  guint32 palette[ASK_CHART_N_COLORS];
  g_autoptr (GError) error = NULL;
  g_autofree char *judged = NULL;
  guint n = 0;

  if (colors[0] != NULL && (n = ask_chart_palette_parse ((const char *const *) colors, palette, &error)) == 0)
    {
      say (self, ask_error_get_words (error), TRUE);
      return;
    }
  judged = ask_chart_palette_judge (palette, n);
  say (self, judged, FALSE);
  if (settings != NULL)
    g_settings_set_strv (settings, ASK_CHART_COLORS_KEY, (const char *const *) colors);
}

static void
ask_palette_row_class_init (AskPaletteRowClass *klass)
{
}

static void
ask_palette_row_init (AskPaletteRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GSettings *settings = ask_chart_dress_get_settings ();
  g_auto (GStrv) colors = settings != NULL ? g_settings_get_strv (settings, ASK_CHART_COLORS_KEY) : NULL;
  g_autofree char *text = colors != NULL ? g_strjoinv (" ", colors) : NULL;

  self->entry = ADW_ENTRY_ROW (adw_entry_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->entry), _ ("Colours of charts, such as #0072b2 #e69f00"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->entry), _ ("Two to eight; leave it empty for our own"));
  adw_entry_row_set_show_apply_button (self->entry, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
  g_signal_connect_object (self->entry, "apply", G_CALLBACK (applied), self, G_CONNECT_SWAPPED);
  self->said = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->said, TRUE);
  gtk_label_set_xalign (self->said, 0);
  gtk_widget_set_margin_start (GTK_WIDGET (self->said), 12);
  gtk_widget_set_margin_end (GTK_WIDGET (self->said), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->said), 9);
  gtk_widget_set_visible (GTK_WIDGET (self->said), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), FALSE);
  gtk_widget_set_focusable (GTK_WIDGET (self), FALSE);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One dialog for all files: it says what kind, how large and on which ground, asks where, and has a job write it. The same
 * answers give the same bytes.
 */
#include "config.h"

#include "app/charts/ask-chart-saver.h"

#include <glib/gi18n.h>

#include "app/charts/ask-chart-dress.h"
#include "app/widgets/ask-chooser.h"
#include "base/ask-error.h"

#define WIDTH 960
#define HEIGHT 600
/* The clipboard's picture, which others paste into texts: sharp on paper, too. */
#define COPY_SCALE 2

struct _AskChartSaver
{
  AdwWindow parent_instance;
  AskRows *rows;
  char *question;
  char *wish;
  AskChartLook *look;
  char *title;
  AdwComboRow *format;
  GtkSpinButton *width;
  GtkSpinButton *height;
  GtkSpinButton *scale;
  GtkSwitch *transparent;
  GtkWidget *scale_row;
  GtkWidget *ground_row;
  GtkLabel *said;
  GtkWidget *save;
};

G_DEFINE_FINAL_TYPE (AskChartSaver, ask_chart_saver, ADW_TYPE_WINDOW)

static const char *const endings[] = { ".png", ".svg", ".pdf", ".vl.json" };

static void
say (AskChartSaver *self, const char *words, gboolean failed)
{
  gtk_label_set_text (self->said, words);
  gtk_widget_set_visible (GTK_WIDGET (self->said), TRUE);
  if (failed)
    gtk_widget_add_css_class (GTK_WIDGET (self->said), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->said), "error");
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskChartSaver *self = ASK_CHART_SAVER (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (self->rows == NULL)
    return;
  gtk_widget_set_sensitive (self->save, TRUE);
  if (done)
    say (self, _ ("Chart saved"), FALSE);
  else
    say (self, ask_error_get_words (error), TRUE);
}

/** ask_chart_saver_save: @self: the dialog; @path: of the file; gets the ending of the chosen kind where it has not. Writes it. */
void
ask_chart_saver_save (AskChartSaver *self, const char *path)
{
  const char *ending = endings[adw_combo_row_get_selected (self->format)];
  g_autofree char *lower = g_ascii_strdown (path, -1);
  g_autofree char *named = g_str_has_suffix (lower, ending) ? g_strdup (path) : g_strconcat (path, ending, NULL);
  g_auto (GStrv) palette = ask_chart_dress_dup_palette ();
  const AskChartPaper paper = { gtk_spin_button_get_value (self->width), gtk_spin_button_get_value (self->height),
                                gtk_spin_button_get_value (self->scale), gtk_switch_get_active (self->transparent),
                                (const char *const *) palette };

  gtk_widget_set_sensitive (self->save, FALSE);
  say (self, _ ("Saving…"), FALSE);
  ask_job_start (ask_jobs_save_chart (&(AskChartAsked) { self->rows, self->question, self->wish }, self->look, &paper,
                                      named),
                 self, NULL, NULL, saved, NULL);
}

static void
place_chosen (gpointer owner, const char *path)
{
  AskChartSaver *self = owner;

  if (self->rows == NULL)
    return;
  if (path == NULL)
    say (self, ask_chooser_get_elsewhere (), TRUE);
  else
    ask_chart_saver_save (self, path);
}

/* Letters and digits of the title, for a name that every file system takes. */
static char *
suggest_name (AskChartSaver *self)
{
  GString *name = g_string_new (NULL);

  for (const char *c = self->title; *c != '\0' && name->len < 60; c = g_utf8_next_char (c))
    if (g_unichar_isalnum (g_utf8_get_char (c)))
      g_string_append_unichar (name, g_utf8_get_char (c));
    else if (name->len > 0 && name->str[name->len - 1] != '-')
      g_string_append_c (name, '-');
  if (name->len == 0)
    g_string_append (name, "chart");
  g_string_append (name, endings[adw_combo_row_get_selected (self->format)]);
  return g_string_free (name, FALSE);
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autofree char *name = suggest_name (ASK_CHART_SAVER (widget));

  ask_chooser_save (widget, _ ("Save the chart"), name, NULL, place_chosen);
}

static void
format_chosen (AskChartSaver *self)
{
  guint format = adw_combo_row_get_selected (self->format);

  gtk_widget_set_visible (self->scale_row, format != 3);
  gtk_widget_set_visible (self->ground_row, format != 3);
}

static GtkWidget *
add_row (AdwPreferencesGroup *group, const char *title, GtkWidget *suffix)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (suffix, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), suffix);
  adw_preferences_group_add (group, row);
  return row;
}

static GtkSpinButton *
new_spin (double least, double most, double step, double value)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, step);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value);
  return GTK_SPIN_BUTTON (spin);
}

static void
fill (AskChartSaver *self, AdwPreferencesGroup *group)
{
  g_autoptr (GtkStringList) formats = gtk_string_list_new ((const char *[]) {
    _ ("PNG, a picture"), _ ("SVG, shapes"), _ ("PDF, a page"), _ ("Vega-Lite, for other programs"), NULL });

  self->format = ADW_COMBO_ROW (adw_combo_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->format), _ ("Kind of file"));
  adw_combo_row_set_model (self->format, G_LIST_MODEL (formats));
  g_signal_connect_object (self->format, "notify::selected", G_CALLBACK (format_chosen), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (group, GTK_WIDGET (self->format));
  self->width = new_spin (100, 8000, 10, WIDTH);
  self->height = new_spin (100, 8000, 10, HEIGHT);
  self->scale = new_spin (0.5, 8, 0.5, 1);
  self->transparent = GTK_SWITCH (gtk_switch_new ());
  gtk_spin_button_set_digits (self->scale, 1);
  add_row (group, _ ("Width"), GTK_WIDGET (self->width));
  add_row (group, _ ("Height"), GTK_WIDGET (self->height));
  self->scale_row = add_row (group, _ ("Scale"), GTK_WIDGET (self->scale));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->scale_row), _ ("2 draws all of it twice as large"));
  self->ground_row = add_row (group, _ ("No background"), GTK_WIDGET (self->transparent));
}

static void
ask_chart_saver_dispose (GObject *object)
{
  AskChartSaver *self = ASK_CHART_SAVER (object);

  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->look, ask_chart_look_free);
  g_clear_pointer (&self->question, g_free);
  g_clear_pointer (&self->wish, g_free);
  g_clear_pointer (&self->title, g_free);
  G_OBJECT_CLASS (ask_chart_saver_parent_class)->dispose (object);
}

static void
ask_chart_saver_class_init (AskChartSaverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_chart_saver_dispose;
  gtk_widget_class_install_action (widget_class, "saver.save", NULL, action_save);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_chart_saver_init (AskChartSaver *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *header = adw_header_bar_new ();
  GtkWidget *page = adw_preferences_page_new (), *group = adw_preferences_group_new ();

  self->save = gtk_button_new_with_mnemonic (_ ("_Save…"));
  gtk_widget_add_css_class (self->save, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->save), "saver.save");
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->save);
  gtk_box_append (GTK_BOX (box), header);
  self->said = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->said, TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->said), FALSE);
  fill (self, ADW_PREFERENCES_GROUP (group));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (box), page);
  gtk_widget_set_margin_bottom (GTK_WIDGET (self->said), 12);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->said));
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Save the Chart"));
  gtk_window_set_default_size (GTK_WINDOW (self), 420, 460);
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
}

/**
 * ask_chart_saver_new:
 * @asked: what the chart is of
 * @look: (nullable): what is changed of it
 * @title: of the chart, for the name of the file
 *
 * Returns: (transfer none): the dialog, not yet shown
 */
GtkWidget *
ask_chart_saver_new (const AskChartAsked *asked, const AskChartLook *look, const char *title)
{
  AskChartSaver *self = g_object_new (ASK_TYPE_CHART_SAVER, NULL);

  self->rows = ask_rows_ref (asked->rows);
  self->question = g_strdup (asked->question);
  self->wish = g_strdup (asked->wish);
  self->look = ask_chart_look_copy (look);
  self->title = g_strdup (title);
  return GTK_WIDGET (self);
}

/** ask_chart_saver_copy: @widget: whose clipboard it is; @chart: what is drawn. Puts the picture there, on white. */
void
ask_chart_saver_copy (GtkWidget *widget, AskChart *chart)
{
  g_auto (GStrv) palette = ask_chart_dress_dup_palette ();
  cairo_surface_t *surface
    = ask_chart_paint (chart, &(AskChartPaper) { WIDTH, HEIGHT, COPY_SCALE, FALSE, (const char *const *) palette });
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  guint8 *pixels = g_memdup2 (cairo_image_surface_get_data (surface), stride * (gsize) height);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  /* cairo leaves the fourth byte of pixels without transparency open. */
  for (gsize i = 3; i < stride * (gsize) height; i += 4)
    pixels[G_BYTE_ORDER == G_LITTLE_ENDIAN ? i : i - 3] = 255;
  bytes = g_bytes_new_take (pixels, stride * (gsize) height);
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  cairo_surface_destroy (surface);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkSourceView for one statement. The library is set up when the first statement is shown, not at
 * start. Follows light and dark.
 */
#include "config.h"

#include "app/sql/ask-sql-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "sql/ask-sql-layout.h"

/* A longer statement scrolls. */
#define MAX_HEIGHT 360
#define MARGIN_X 12
#define MARGIN_Y 10
#define FRAME 2

struct _AskSqlView
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkWidget *view;
  GtkSourceBuffer *buffer;
  char *text;
  char *shown; /* the same, a clause a line */
};

G_DEFINE_FINAL_TYPE (AskSqlView, ask_sql_view, GTK_TYPE_WIDGET)

static void
apply_scheme (AskSqlView *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (self->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (schemes,
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
}

static GtkSizeRequestMode
ask_sql_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* A text view that wraps knows its height only after it was given a width, and a scroller cannot
 * ask for it; so the text is laid out here to the width that it will have. */
static void
ask_sql_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                      int *minimum_baseline, int *natural_baseline)
{
  AskSqlView *self = ASK_SQL_VIEW (widget);
  g_autoptr (PangoLayout) layout = NULL;
  int scroller_minimum, scroller_natural, height;

  gtk_widget_measure (self->scroller, orientation, for_size, &scroller_minimum, &scroller_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = MAX (scroller_minimum, 120);
      *natural = MAX (scroller_natural, 480);
      return;
    }
  layout = gtk_widget_create_pango_layout (self->view, self->shown);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, MAX (for_size < 0 ? 480 : for_size - 2 * MARGIN_X - FRAME - 2, 40) * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, NULL, &height);
  *minimum = *natural = MAX (scroller_minimum, MIN (height + 2 * MARGIN_Y + FRAME, MAX_HEIGHT));
}

static void
ask_sql_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (ASK_SQL_VIEW (widget)->scroller, width, height, baseline, NULL);
}

static void
ask_sql_view_dispose (GObject *object)
{
  AskSqlView *self = ASK_SQL_VIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->buffer);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->shown, g_free);
  G_OBJECT_CLASS (ask_sql_view_parent_class)->dispose (object);
}

static void
ask_sql_view_class_init (AskSqlViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_sql_view_dispose;
  GTK_WIDGET_CLASS (klass)->get_request_mode = ask_sql_view_get_request_mode;
  GTK_WIDGET_CLASS (klass)->measure = ask_sql_view_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = ask_sql_view_size_allocate;
}

static void
ask_sql_view_init (AskSqlView *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceLanguage *sql = gtk_source_language_manager_get_language (languages, "sql");
  GtkWidget *view;

  self->buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffer, sql);
  apply_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_scheme), self,
                           G_CONNECT_SWAPPED);
  view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), MARGIN_Y);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), MARGIN_Y);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), MARGIN_X);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), MARGIN_X);
  /* SQL reads from left to right in every language. */
  gtk_widget_set_direction (view, GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  self->view = view;
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_add_css_class (self->scroller, "ask-frame");
  gtk_widget_set_overflow (self->scroller, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/** ask_sql_view_new: Returns: (transfer floating): a view of @sql */
GtkWidget *
ask_sql_view_new (const char *sql)
{
  AskSqlView *self = g_object_new (ASK_TYPE_SQL_VIEW, NULL);

  self->text = g_strdup (sql != NULL ? sql : "");
  self->shown = ask_sql_lay_out (self->text);
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), self->shown, -1);
  return GTK_WIDGET (self);
}

/** ask_sql_view_get_text: Returns: (transfer none): the statement */
const char *
ask_sql_view_get_text (AskSqlView *self)
{
  g_return_val_if_fail (ASK_IS_SQL_VIEW (self), NULL);
  return self->text;
}

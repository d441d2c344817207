/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkSourceView for one statement. The library is set up when the first statement is shown, not at
 * start. Follows light and dark.
 */
#include "config.h"

#include "app/ask-sql-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

struct _AskSqlView
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkSourceBuffer *buffer;
  char *text;
};

G_DEFINE_FINAL_TYPE (AskSqlView, ask_sql_view, GTK_TYPE_WIDGET)

static void
apply_scheme (AskSqlView *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
      self->buffer,
      gtk_source_style_scheme_manager_get_scheme (schemes, dark ? "Adwaita-dark" : "Adwaita"));
}

static void
ask_sql_view_dispose (GObject *object)
{
  AskSqlView *self = ASK_SQL_VIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->buffer);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (ask_sql_view_parent_class)->dispose (object);
}

static void
ask_sql_view_class_init (AskSqlViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_sql_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
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
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (apply_scheme), self, G_CONNECT_SWAPPED);
  view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_cursor_visible (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 10);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 10);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (view), 12);
  /* SQL reads from left to right in every language. */
  gtk_widget_set_direction (view, GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("SQL"),
                                  -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), 340);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 60);
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
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), self->text, -1);
  return GTK_WIDGET (self);
}

/** ask_sql_view_get_text: Returns: (transfer none): the statement */
const char *
ask_sql_view_get_text (AskSqlView *self)
{
  g_return_val_if_fail (ASK_IS_SQL_VIEW (self), NULL);
  return self->text;
}

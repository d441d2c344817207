/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkSourceView for one statement that a person writes. Tab leaves it, as it leaves every other field; names are
 * offered while typing and with Ctrl+Space.
 *
 * ::changed: a person, or ask_sql_editor_set_text(), changed the text. ::run: Ctrl+Enter was pressed in it.
 */
#include "config.h"

#include "app/sql/ask-sql-editor.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/sql/ask-sql-completion.h"

struct _AskSqlEditor
{
  GtkWidget parent_instance;
  GtkWidget *scroller;
  GtkWidget *view;
  GtkSourceBuffer *buffer;
  AskSqlCompletion *completion;
};

G_DEFINE_FINAL_TYPE (AskSqlEditor, ask_sql_editor, GTK_TYPE_WIDGET)

static guint changed_signal;
static guint run_signal;

static void
apply_scheme (AskSqlEditor *self)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (self->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (schemes,
                                                                                  dark ? "Adwaita-dark" : "Adwaita"));
}

static void
text_changed (AskSqlEditor *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
run_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  gtk_source_completion_hide (gtk_source_view_get_completion (GTK_SOURCE_VIEW (view)));
  g_signal_emit (data, run_signal, 0);
  return TRUE;
}

/* Before the text sees the keys, which takes them for a new line, and before the list of names does. */
static void
add_keys (AskSqlEditor *self)
{
  static const guint keys[] = { GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i], GDK_CONTROL_MASK),
                                                            gtk_callback_action_new (run_pressed, self, NULL)));
  gtk_widget_add_controller (self->view, controller);
}

static gboolean
ask_sql_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (ASK_SQL_EDITOR (widget)->view);
}

static void
ask_sql_editor_dispose (GObject *object)
{
  AskSqlEditor *self = ASK_SQL_EDITOR (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->buffer);
  g_clear_object (&self->completion);
  G_OBJECT_CLASS (ask_sql_editor_parent_class)->dispose (object);
}

static void
ask_sql_editor_class_init (AskSqlEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_sql_editor_dispose;
  widget_class->grab_focus = ask_sql_editor_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  changed_signal
    = g_signal_new ("changed", ASK_TYPE_SQL_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  run_signal = g_signal_new ("run", ASK_TYPE_SQL_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ask_sql_editor_init (AskSqlEditor *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceCompletion *completion;

  self->buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffer, gtk_source_language_manager_get_language (languages, "sql"));
  apply_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_scheme), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (text_changed), self, G_CONNECT_SWAPPED);
  self->view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->view), 12);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (self->view), TRUE);
  /* SQL reads from left to right in every language. */
  gtk_widget_set_direction (self->view, GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  add_keys (self);
  self->completion = ask_sql_completion_new ();
  completion = gtk_source_view_get_completion (GTK_SOURCE_VIEW (self->view));
  gtk_source_completion_add_provider (completion, GTK_SOURCE_COMPLETION_PROVIDER (self->completion));

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 130);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), 300);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  gtk_widget_add_css_class (self->scroller, "ask-frame");
  gtk_widget_set_overflow (self->scroller, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/** ask_sql_editor_set_schema: @schema: (transfer none) (nullable): whose names are offered; shared, not changed */
void
ask_sql_editor_set_schema (AskSqlEditor *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  ask_sql_completion_set_schema (self->completion, schema);
}

/** ask_sql_editor_set_text: shows @sql; what stood there cannot be undone to. */
void
ask_sql_editor_set_text (AskSqlEditor *self, const char *sql)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  gtk_text_buffer_begin_irreversible_action (GTK_TEXT_BUFFER (self->buffer));
  gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->buffer), sql, -1);
  gtk_text_buffer_end_irreversible_action (GTK_TEXT_BUFFER (self->buffer));
}

/** ask_sql_editor_dup_text: Returns: (transfer full): what stands there, without white space around it */
char *
ask_sql_editor_dup_text (AskSqlEditor *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (ASK_IS_SQL_EDITOR (self), NULL);
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return g_strstrip (gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, FALSE));
}

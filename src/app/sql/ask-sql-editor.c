/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkSourceView for statements that a person writes. Tab leaves it, as it leaves every other field; names are offered
 * while typing and with Ctrl+Space.
 *
 * ::changed: a person, or the program, changed the text. ::run: Ctrl+Enter was pressed in it.
 */
#include "config.h"

#include "app/sql/ask-sql-editor-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/sql/ask-sql-gutter.h"
#include "sql/ask-sql-layout.h"
#include "sql/ask-sql-split.h"

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
  ask_sql_editor_check_later (self);
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
run_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  gtk_source_completion_hide (gtk_source_view_get_completion (GTK_SOURCE_VIEW (view)));
  g_signal_emit (data, run_signal, 0);
  return TRUE;
}

static gboolean
format_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  ask_sql_editor_format (data);
  return TRUE;
}

static gboolean
find_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  ask_sql_editor_find (data, FALSE);
  return TRUE;
}

static gboolean
replace_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  ask_sql_editor_find (data, TRUE);
  return TRUE;
}

static gboolean
next_pressed (GtkWidget *view, GVariant *arguments, gpointer data)
{
  ask_sql_editor_next_problem (data);
  return TRUE;
}

/* Before the text sees the keys, which takes Ctrl+Enter for a new line, and before the list of names does. */
static void
add_keys (AskSqlEditor *self)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    GtkShortcutFunc func;
  } keys[] = {
    { GDK_KEY_Return, GDK_CONTROL_MASK, run_pressed },
    { GDK_KEY_KP_Enter, GDK_CONTROL_MASK, run_pressed },
    { GDK_KEY_ISO_Enter, GDK_CONTROL_MASK, run_pressed },
    { GDK_KEY_f, GDK_CONTROL_MASK | GDK_SHIFT_MASK, format_pressed },
    { GDK_KEY_f, GDK_CONTROL_MASK, find_pressed },
    { GDK_KEY_h, GDK_CONTROL_MASK, replace_pressed },
    { GDK_KEY_F8, 0, next_pressed },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                          gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                                                            gtk_callback_action_new (keys[i].func, self, NULL)));
  gtk_widget_add_controller (self->view, controller);
}

/* GTK scrolls the margin away where the cursor is in sight already, and before the view has a height. */
static void
show_cursor (AskSqlEditor *self)
{
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  GtkTextMark *mark = gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (self->buffer));
  GdkRectangle seen, cursor;
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_mark (GTK_TEXT_BUFFER (self->buffer), &iter, mark);
  gtk_text_view_get_visible_rect (view, &seen);
  gtk_text_view_get_iter_location (view, &iter, &cursor);
  if (seen.height > 0 && (cursor.y < seen.y || cursor.y + cursor.height > seen.y + seen.height))
    gtk_text_view_scroll_mark_onscreen (view, mark);
}

static gboolean
ask_sql_editor_grab_focus (GtkWidget *widget)
{
  AskSqlEditor *self = ASK_SQL_EDITOR (widget);

  if (!gtk_widget_grab_focus (self->view))
    return FALSE;
  show_cursor (self);
  return TRUE;
}

static void
ask_sql_editor_dispose (GObject *object)
{
  AskSqlEditor *self = ASK_SQL_EDITOR (object);

  ask_sql_editor_stop_check (self);
  if (self->box != NULL)
    {
      g_autoptr (GtkWidget) view = g_object_ref (self->view);

      /* A list that is open holds its words. */
      gtk_source_completion_hide (gtk_source_view_get_completion (GTK_SOURCE_VIEW (view)));
      g_clear_pointer (&self->box, gtk_widget_unparent);
      ask_sql_gutter_let_go (GTK_SOURCE_VIEW (view));
    }
  g_clear_object (&self->buffer);
  g_clear_object (&self->completion);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->told, g_free);
  g_clear_pointer (&self->problems, g_ptr_array_unref);
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
build_view (AskSqlEditor *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();

  self->buffer = gtk_source_buffer_new (NULL);
  gtk_source_buffer_set_language (self->buffer, gtk_source_language_manager_get_language (languages, "sql"));
  apply_scheme (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_scheme), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "changed", G_CALLBACK (text_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->buffer, "notify::cursor-position", G_CALLBACK (ask_sql_editor_say), self,
                           G_CONNECT_SWAPPED);
  self->view = gtk_source_view_new_with_buffer (self->buffer);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->view), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->view), 10);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->view), 12);
  gtk_source_view_set_auto_indent (GTK_SOURCE_VIEW (self->view), TRUE);
  gtk_source_view_set_indent_width (GTK_SOURCE_VIEW (self->view), 2);
  /* SQL reads from left to right in every language. */
  gtk_widget_set_direction (self->view, GTK_TEXT_DIR_LTR);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("SQL"), -1);
  self->completion = ask_sql_completion_new ();
  gtk_source_completion_add_provider (gtk_source_view_get_completion (GTK_SOURCE_VIEW (self->view)),
                                      GTK_SOURCE_COMPLETION_PROVIDER (self->completion));
  ask_sql_editor_add_tags (self);
  add_keys (self);
}

static void
ask_sql_editor_init (AskSqlEditor *self)
{
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  build_view (self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 130);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (self->scroller), 300);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (self->scroller), TRUE);
  self->find = ASK_SQL_FIND (ask_sql_find_new (GTK_SOURCE_VIEW (self->view)));
  gtk_box_append (GTK_BOX (frame), GTK_WIDGET (self->find));
  gtk_box_append (GTK_BOX (frame), self->scroller);
  gtk_widget_add_css_class (frame, "ask-frame");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  self->said = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, "xalign", 0.0, "wrap", TRUE, "wrap-mode",
                             PANGO_WRAP_WORD_CHAR, "margin-start", 6, "margin-end", 6, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (self->box), frame);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->said));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/** ask_sql_editor_set_schema: @schema: (transfer none) (nullable): whose names are offered; shared, not changed */
void
ask_sql_editor_set_schema (AskSqlEditor *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  ask_sql_completion_set_schema (self->completion, schema);
  ask_sql_editor_check_later (self);
}

/** ask_sql_editor_set_questions: @verified: (nullable) (element-type AskVerified): whose SQL is offered to begin with */
void
ask_sql_editor_set_questions (AskSqlEditor *self, GPtrArray *verified)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  ask_sql_completion_set_questions (self->completion, verified);
}

/** ask_sql_editor_set_functions: @own: (nullable) (element-type AskOwnFunction): what a steward defined, which is offered, too */
void
ask_sql_editor_set_functions (AskSqlEditor *self, GPtrArray *own)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  ask_sql_completion_set_functions (self->completion, own);
}

/** ask_sql_editor_set_workspace: @path: (nullable): by whose names what is written is checked; %NULL for no checks */
void
ask_sql_editor_set_workspace (AskSqlEditor *self, const char *path)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  g_free (self->path);
  self->path = g_strdup (path);
  ask_sql_editor_check_later (self);
}

/** ask_sql_editor_set_page: @page: whether it fills the room that it is given and numbers its lines; else it is a field */
void
ask_sql_editor_set_page (AskSqlEditor *self, gboolean page)
{
  GtkScrolledWindow *scroller;

  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  scroller = GTK_SCROLLED_WINDOW (self->scroller);
  ask_sql_gutter_number_lines (GTK_SOURCE_VIEW (self->view), page);
  gtk_source_view_set_highlight_current_line (GTK_SOURCE_VIEW (self->view), page);
  gtk_scrolled_window_set_max_content_height (scroller, page ? -1 : 300);
  gtk_scrolled_window_set_min_content_height (scroller, page ? 60 : 130);
  gtk_scrolled_window_set_propagate_natural_height (scroller, !page);
  gtk_widget_set_vexpand (self->scroller, page);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->view), page ? 6 : 12);
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

/** ask_sql_editor_put_text: puts @sql in the place of what stands there, as a person would: it can be undone. */
void
ask_sql_editor_put_text (AskSqlEditor *self, const char *sql)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_begin_user_action (buffer);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_delete (buffer, &start, &end);
  gtk_text_buffer_insert (buffer, &start, sql, -1);
  gtk_text_buffer_end_user_action (buffer);
}

/** ask_sql_editor_dup_whole: Returns: (transfer full): what stands there, white space and all */
char *
ask_sql_editor_dup_whole (AskSqlEditor *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (ASK_IS_SQL_EDITOR (self), NULL);
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end);
  return gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, FALSE);
}

/** ask_sql_editor_dup_text: Returns: (transfer full): what stands there, without white space around it */
char *
ask_sql_editor_dup_text (AskSqlEditor *self)
{
  char *text = ask_sql_editor_dup_whole (self);

  return text != NULL ? g_strstrip (text) : NULL;
}

/**
 * ask_sql_editor_dup_chosen:
 *
 * Returns: (transfer full) (nullable): what a person means who runs: what is selected, else the statement at the cursor;
 *   %NULL where there is none
 */
char *
ask_sql_editor_dup_chosen (AskSqlEditor *self)
{
  g_autofree char *text = NULL;
  GtkTextIter start, end;
  AskSqlSpan span;

  g_return_val_if_fail (ASK_IS_SQL_EDITOR (self), NULL);
  if (gtk_text_buffer_get_selection_bounds (GTK_TEXT_BUFFER (self->buffer), &start, &end))
    {
      g_autofree char *selected = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (self->buffer), &start, &end, FALSE);

      return ask_sql_find_statement (selected, 0, &span) ? g_strstrip (g_steal_pointer (&selected)) : NULL;
    }
  text = ask_sql_editor_dup_whole (self);
  if (!ask_sql_find_statement (text, (gsize) (g_utf8_offset_to_pointer (text, ask_sql_editor_get_cursor (self)) - text),
                               &span))
    return NULL;
  return g_strndup (text + span.start, span.end - span.start);
}

/** ask_sql_editor_get_cursor: Returns: its place, in characters */
int
ask_sql_editor_get_cursor (AskSqlEditor *self)
{
  int cursor;

  g_return_val_if_fail (ASK_IS_SQL_EDITOR (self), 0);
  g_object_get (self->buffer, "cursor-position", &cursor, NULL);
  return cursor;
}

/** ask_sql_editor_set_cursor: @cursor: its new place, in characters; shown */
void
ask_sql_editor_set_cursor (AskSqlEditor *self, int cursor)
{
  GtkTextBuffer *buffer;
  GtkTextIter iter;

  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  buffer = GTK_TEXT_BUFFER (self->buffer);
  gtk_text_buffer_get_iter_at_offset (buffer, &iter, cursor);
  gtk_text_buffer_place_cursor (buffer, &iter);
  show_cursor (self);
}

/** ask_sql_editor_format: lays what stands there out anew; the cursor stays at its word, and it can be undone. */
void
ask_sql_editor_format (AskSqlEditor *self)
{
  g_autofree char *text = ask_sql_editor_dup_whole (self);
  gsize cursor = (gsize) (g_utf8_offset_to_pointer (text, ask_sql_editor_get_cursor (self)) - text);
  g_autofree char *formatted = ask_sql_format (text, &cursor);

  if (strcmp (text, formatted) == 0)
    return;
  ask_sql_editor_put_text (self, formatted);
  ask_sql_editor_set_cursor (self, (int) g_utf8_strlen (formatted, (gssize) cursor));
}

/** ask_sql_editor_find: @replace: with a second field. Shows where one searches. */
void
ask_sql_editor_find (AskSqlEditor *self, gboolean replace)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  ask_sql_find_open (self->find, replace);
}

/** ask_sql_editor_complete: offers names at the cursor. */
void
ask_sql_editor_complete (AskSqlEditor *self)
{
  g_return_if_fail (ASK_IS_SQL_EDITOR (self));
  gtk_widget_grab_focus (self->view);
  gtk_source_completion_show (gtk_source_view_get_completion (GTK_SOURCE_VIEW (self->view)));
}

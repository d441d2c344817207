/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GtkSourceView searches and replaces; this shows the fields and how many there are. Escape closes it.
 */
#include "config.h"

#include "app/sql/ask-sql-find.h"

#include <glib/gi18n.h>

struct _AskSqlFind
{
  GtkWidget parent_instance;
  GtkSourceView *view; /* not owned: it stands beside */
  GtkSourceSearchSettings *settings;
  GtkSourceSearchContext *context;

  GtkWidget *revealer;
  GtkWidget *entry;
  GtkWidget *second;
  GtkWidget *other;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (AskSqlFind, ask_sql_find, GTK_TYPE_WIDGET)

static GtkTextBuffer *
get_buffer (AskSqlFind *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

/* "2 of 5" */
static void
show_count (AskSqlFind *self)
{
  GtkTextIter start, end;
  int n = gtk_source_search_context_get_occurrences_count (self->context);
  int here = 0;
  g_autofree char *words = NULL;

  if (gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end))
    here = gtk_source_search_context_get_occurrence_position (self->context, &start, &end);
  if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) == '\0' || n < 0)
    words = g_strdup ("");
  else if (here > 0)
    /* Translators: the place of what was found, and how many places there are. */
    words = g_strdup_printf (_ ("%d of %d"), here, n);
  else
    words = g_strdup_printf (ngettext ("%d found", "%d found", (gulong) n), n);
  gtk_label_set_text (self->count, words);
  if (n == 0)
    gtk_widget_add_css_class (self->entry, "error");
  else
    gtk_widget_remove_css_class (self->entry, "error");
}

static void
select_found (AskSqlFind *self, GtkTextIter *start, GtkTextIter *end)
{
  gtk_text_buffer_select_range (get_buffer (self), start, end);
  gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (self->view), gtk_text_buffer_get_insert (get_buffer (self)));
  show_count (self);
}

static void
go (AskSqlFind *self, gboolean backward)
{
  GtkTextIter from, to, start, end;
  gboolean around;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &from, &to);
  if (backward ? gtk_source_search_context_backward (self->context, &from, &start, &end, &around)
               : gtk_source_search_context_forward (self->context, &to, &start, &end, &around))
    select_found (self, &start, &end);
}

static void
next (AskSqlFind *self)
{
  go (self, FALSE);
}

static void
previous (AskSqlFind *self)
{
  go (self, TRUE);
}

/* While it is typed, what stands at the cursor or behind it is shown. */
static void
typed (AskSqlFind *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  GtkTextIter from, to, start, end;
  gboolean around;

  gtk_source_search_settings_set_search_text (self->settings, *text != '\0' ? text : NULL);
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &from, &to);
  if (*text != '\0' && gtk_source_search_context_forward (self->context, &from, &start, &end, &around))
    select_found (self, &start, &end);
  else
    show_count (self);
}

static void
replace_one (AskSqlFind *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->other));
  GtkTextIter start, end;

  if (gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end)
      && gtk_source_search_context_replace (self->context, &start, &end, text, -1, NULL))
    {
      gtk_text_buffer_select_range (get_buffer (self), &end, &end);
      go (self, FALSE);
    }
  else
    go (self, FALSE);
}

static void
replace_all (AskSqlFind *self)
{
  gtk_source_search_context_replace_all (self->context, gtk_editable_get_text (GTK_EDITABLE (self->other)), -1, NULL);
  show_count (self);
}

static void
close_bar (AskSqlFind *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  gtk_source_search_settings_set_search_text (self->settings, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

static gboolean
escape_pressed (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  close_bar (data);
  return TRUE;
}

static void
ask_sql_find_dispose (GObject *object)
{
  AskSqlFind *self = ASK_SQL_FIND (object);

  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_object (&self->context);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (ask_sql_find_parent_class)->dispose (object);
}

static void
ask_sql_find_class_init (AskSqlFindClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_sql_find_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
add_button (AskSqlFind *self, GtkWidget *row, const char *icon, const char *label, const char *tooltip)
{
  GtkWidget *button = icon != NULL ? gtk_button_new_from_icon_name (icon) : gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_add_css_class (button, "flat");
  gtk_box_append (GTK_BOX (row), button);
  return button;
}

static GtkWidget *
add_row (GtkWidget *box)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), row);
  return row;
}

static void
ask_sql_find_init (AskSqlFind *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = add_row (box);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->entry = gtk_search_entry_new ();
  gtk_widget_set_hexpand (self->entry, TRUE);
  g_object_set (self->entry, "placeholder-text", _ ("Find"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Find"), -1);
  gtk_box_append (GTK_BOX (row), self->entry);
  self->count = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "numeric");
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->count));
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (typed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "next-match", G_CALLBACK (next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "previous-match", G_CALLBACK (previous), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (close_bar), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (add_button (self, row, "go-up-symbolic", NULL, _ ("The one before (Ctrl+Shift+G)")),
                           "clicked", G_CALLBACK (previous), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (add_button (self, row, "go-down-symbolic", NULL, _ ("The next one (Ctrl+G)")), "clicked",
                           G_CALLBACK (next), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (add_button (self, row, "window-close-symbolic", NULL, _ ("Close (Escape)")), "clicked",
                           G_CALLBACK (close_bar), self, G_CONNECT_SWAPPED);

  self->second = row = add_row (box);
  self->other = gtk_entry_new ();
  gtk_widget_set_hexpand (self->other, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->other), _ ("Replace with"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->other), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Replace with"), -1);
  gtk_box_append (GTK_BOX (row), self->other);
  g_signal_connect_object (self->other, "activate", G_CALLBACK (replace_one), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (add_button (self, row, NULL, _ ("_Replace"), NULL), "clicked", G_CALLBACK (replace_one),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (add_button (self, row, NULL, _ ("Replace _All"), NULL), "clicked", G_CALLBACK (replace_all),
                           self, G_CONNECT_SWAPPED);

  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (escape_pressed, self, NULL)));
  gtk_widget_add_controller (box, keys);
  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/** ask_sql_find_new: @view: that is searched; it outlives this. Returns: (transfer floating): the bar, closed */
GtkWidget *
ask_sql_find_new (GtkSourceView *view)
{
  AskSqlFind *self = g_object_new (ASK_TYPE_SQL_FIND, NULL);

  self->view = view;
  self->settings = gtk_source_search_settings_new ();
  gtk_source_search_settings_set_wrap_around (self->settings, TRUE);
  self->context = gtk_source_search_context_new (GTK_SOURCE_BUFFER (get_buffer (self)), self->settings);
  g_signal_connect_object (self->context, "notify::occurrences-count", G_CALLBACK (show_count), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/** ask_sql_find_open: @replace: with a second field. Begins with what is selected on one line. */
void
ask_sql_find_open (AskSqlFind *self, gboolean replace)
{
  GtkTextIter start, end;

  g_return_if_fail (ASK_IS_SQL_FIND (self));
  if (gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end)
      && gtk_text_iter_get_line (&start) == gtk_text_iter_get_line (&end))
    {
      g_autofree char *selected = gtk_text_buffer_get_text (get_buffer (self), &start, &end, FALSE);

      gtk_editable_set_text (GTK_EDITABLE (self->entry), selected);
    }
  gtk_widget_set_visible (self->second, replace);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
  gtk_widget_grab_focus (self->entry);
}

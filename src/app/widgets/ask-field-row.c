/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The row is a list box's own kind of row, so that it looks and acts like one; this object fills it. A text is
 * given with Enter, with the tick beside it or by leaving the row; a switch and a choice at once. A value set from
 * outside never counts as an edit, and never disturbs what is being typed. What was given and refused stays, marked,
 * until it is mended; Escape puts the value back.
 *
 * It has no words of its own: those of the tables that it is given are translated here, by gettext () itself, since
 * the tables' files are the ones in po/POTFILES.in.
 */
#include "config.h"

#include "app/widgets/ask-field-row.h"

#include <adwaita.h>
#include <glib/gi18n.h> /* gettext () */
#include <gtksourceview/gtksource.h>
#include <string.h>

struct _AskFieldRow
{
  GObject parent_instance;
  const AskField *field;
  char *value; /* the last one that was set or given */
  char *said; /* what the control said then: no list with a comma in a part comes back as it was */
  char *value_before; /* nullable: while "edited" is emitted: as @value and @said were */
  char *said_before;
  GtkWidget *row; /* AdwEntryRow, AdwActionRow, AdwComboRow or a box */
  GtkWidget *control; /* GtkSwitch, GtkTextView or the row itself */
  gboolean setting;
};

enum
{
  EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskFieldRow, ask_field_row, G_TYPE_OBJECT)

static char *
join_lines (const char *value)
{
  g_auto (GStrv) lines = g_strsplit (value, "\n", -1);

  return g_strjoinv (", ", lines);
}

static char *
split_commas (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);

      if (part[0] != '\0')
        g_string_append_printf (lines, "%s%s", lines->len > 0 ? "\n" : "", part);
    }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

/** ask_field_row_dup_value: Returns: (transfer full): what the control says now, as in the schema document */
char *
ask_field_row_dup_value (AskFieldRow *self)
{
  guint index;

  switch (self->field->kind)
    {
    case ASK_FIELD_TEXT:
      return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->row)));
    case ASK_FIELD_LIST:
      return split_commas (gtk_editable_get_text (GTK_EDITABLE (self->row)));
    case ASK_FIELD_SQL:
    case ASK_FIELD_NOTES:
      {
        GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->control));
        GtkTextIter start, end;

        gtk_text_buffer_get_bounds (buffer, &start, &end);
        return g_strstrip (gtk_text_buffer_get_text (buffer, &start, &end, FALSE));
      }
    case ASK_FIELD_FLAG:
      return g_strdup (gtk_switch_get_active (GTK_SWITCH (self->control)) ? "true" : "false");
    default:
      index = adw_combo_row_get_selected (ADW_COMBO_ROW (self->row));
      return g_strdup (self->field->choices[index].value);
    }
}

static void
show (AskFieldRow *self, const char *value)
{
  self->setting = TRUE;
  switch (self->field->kind)
    {
    case ASK_FIELD_TEXT:
      gtk_editable_set_text (GTK_EDITABLE (self->row), value);
      break;
    case ASK_FIELD_LIST:
      {
        g_autofree char *joined = join_lines (value);

        gtk_editable_set_text (GTK_EDITABLE (self->row), joined);
        break;
      }
    case ASK_FIELD_SQL:
    case ASK_FIELD_NOTES:
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->control)), value, -1);
      break;
    case ASK_FIELD_FLAG:
      gtk_switch_set_active (GTK_SWITCH (self->control), strcmp (value, "true") == 0);
      break;
    default:
      for (guint i = 0; self->field->choices[i].value != NULL; i++)
        if (strcmp (self->field->choices[i].value, value) == 0)
          adw_combo_row_set_selected (ADW_COMBO_ROW (self->row), i);
    }
  self->setting = FALSE;
}

static void
mark (AskFieldRow *self, gboolean refused)
{
  GtkWidget *marked = self->control != NULL ? gtk_widget_get_parent (self->control) : self->row;

  if (refused)
    gtk_widget_add_css_class (marked, "error");
  else
    gtk_widget_remove_css_class (marked, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->control != NULL ? self->control : self->row),
                               GTK_ACCESSIBLE_STATE_INVALID,
                               refused ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/** ask_field_row_dup_draft: Returns: (transfer full) (nullable): what was typed and is not given, or was refused */
char *
ask_field_row_dup_draft (AskFieldRow *self)
{
  g_autofree char *now = ask_field_row_dup_value (self);

  return strcmp (now, self->said) != 0 ? g_steal_pointer (&now) : NULL;
}

/** ask_field_row_give: emits "edited", if the control says another value than the last */
void
ask_field_row_give (AskFieldRow *self)
{
  g_autofree char *draft = NULL;

  g_return_if_fail (ASK_IS_FIELD_ROW (self));
  if (self->setting || self->value_before != NULL)
    return;
  mark (self, FALSE);
  if ((draft = ask_field_row_dup_draft (self)) == NULL)
    return;
  g_object_ref (self);
  self->value_before = self->value;
  self->said_before = self->said;
  self->value = g_strdup (draft);
  self->said = g_strdup (draft);
  g_signal_emit (self, signals[EDITED], 0, draft);
  g_clear_pointer (&self->value_before, g_free);
  g_clear_pointer (&self->said_before, g_free);
  g_object_unref (self);
}

/**
 * ask_field_row_refuse:
 *
 * For a handler of "edited": the value is the one before again. A text stays as it was typed, marked as wrong; a
 * switch or a choice goes back.
 */
void
ask_field_row_refuse (AskFieldRow *self)
{
  g_return_if_fail (ASK_IS_FIELD_ROW (self) && self->value_before != NULL);
  g_free (self->value);
  g_free (self->said);
  self->value = g_strdup (self->value_before);
  self->said = g_strdup (self->said_before);
  if (self->field->kind == ASK_FIELD_FLAG || self->field->kind == ASK_FIELD_CHOICE)
    show (self, self->value);
  else
    mark (self, TRUE);
}

static void
flag_changed (GObject *object, GParamSpec *pspec, AskFieldRow *self)
{
  ask_field_row_give (self);
}

static gboolean
is_typing (AskFieldRow *self)
{
  GtkRoot *root = gtk_widget_get_root (self->row);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, self->row);
}

/**
 * ask_field_row_set_value:
 * @value: (nullable): as in the schema document; %NULL is an empty one
 *
 * Shows it, unless a person is typing another one just now.
 */
void
ask_field_row_set_value (AskFieldRow *self, const char *value)
{
  g_autofree char *draft = NULL;

  g_return_if_fail (ASK_IS_FIELD_ROW (self));
  value = value != NULL ? value : "";
  draft = ask_field_row_dup_draft (self);
  if (strcmp (self->value, value) == 0 || (is_typing (self) && draft != NULL))
    return;
  g_free (self->value);
  self->value = g_strdup (value);
  mark (self, FALSE);
  show (self, value);
  g_free (self->said);
  self->said = ask_field_row_dup_value (self);
}

/**
 * ask_field_row_put_draft:
 * @draft: as ask_field_row_dup_draft() gave it
 *
 * Types it again; it counts as an edit once it is given.
 */
void
ask_field_row_put_draft (AskFieldRow *self, const char *draft)
{
  g_return_if_fail (ASK_IS_FIELD_ROW (self) && draft != NULL);
  show (self, draft);
}

/** ask_field_row_get_field: Returns: (transfer none): what it shows */
const AskField *
ask_field_row_get_field (AskFieldRow *self)
{
  return self->field;
}

/** ask_field_row_get_widget: Returns: (transfer none): the row, for a list box */
GtkWidget *
ask_field_row_get_widget (AskFieldRow *self)
{
  return self->row;
}

static gboolean
key_pressed (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, AskFieldRow *self)
{
  g_autofree char *draft = key == GDK_KEY_Escape ? ask_field_row_dup_draft (self) : NULL;

  if (draft == NULL)
    return FALSE;
  mark (self, FALSE);
  show (self, self->value);
  return TRUE;
}

static void
give_when_left (AskFieldRow *self, GtkWidget *widget)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed), self, 0);
  gtk_widget_add_controller (widget, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (ask_field_row_give), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, focus);
}

static GtkWidget *
make_entry (AskFieldRow *self)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), gettext (self->field->label));
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_object (row, "apply", G_CALLBACK (ask_field_row_give), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (row, "entry-activated", G_CALLBACK (ask_field_row_give), self, G_CONNECT_SWAPPED);
  give_when_left (self, row);
  return row;
}

static GtkWidget *
make_flag (AskFieldRow *self)
{
  GtkWidget *row = adw_action_row_new ();

  self->control = gtk_switch_new ();
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), gettext (self->field->label));
  if (self->field->hint != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), gettext (self->field->hint));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->control);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->control);
  g_signal_connect_object (self->control, "notify::active", G_CALLBACK (flag_changed), self, 0);
  return row;
}

static GtkWidget *
make_choice (AskFieldRow *self)
{
  g_autoptr (GtkStringList) labels = gtk_string_list_new (NULL);
  GtkWidget *row = adw_combo_row_new ();

  for (guint i = 0; self->field->choices[i].value != NULL; i++)
    gtk_string_list_append (labels, gettext (self->field->choices[i].label));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), gettext (self->field->label));
  if (self->field->hint != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), gettext (self->field->hint));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (labels));
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (flag_changed), self, 0);
  return row;
}

static void
apply_scheme (GtkSourceBuffer *buffer)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (
    buffer, gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (),
                                                        dark ? "Adwaita-dark" : "Adwaita"));
}

static GtkWidget *
make_lines (AskFieldRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label = gtk_label_new (gettext (self->field->label));
  GtkWidget *frame = gtk_scrolled_window_new ();
  GtkWidget *row;

  if (self->field->kind == ASK_FIELD_SQL)
    {
      g_autoptr (GtkSourceBuffer) buffer = gtk_source_buffer_new_with_language (
        gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "sql"));

      apply_scheme (buffer);
      g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (apply_scheme), buffer,
                               G_CONNECT_SWAPPED);
      self->control = gtk_source_view_new_with_buffer (buffer);
      gtk_text_view_set_monospace (GTK_TEXT_VIEW (self->control), TRUE);
      /* SQL reads from left to right in every language. */
      gtk_widget_set_direction (self->control, GTK_TEXT_DIR_LTR);
    }
  else
    self->control = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->control), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->control), FALSE);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (self->control), 8);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (self->control), 8);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (self->control), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (self->control), 6);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (frame), self->control);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (frame), 64);
  gtk_widget_add_css_class (frame, "ask-frame");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gettext (self->field->label), -1);
  give_when_left (self, self->control);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), frame);
  gtk_widget_set_margin_top (box, 9);
  gtk_widget_set_margin_bottom (box, 9);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  row = adw_preferences_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  return row;
}

static void
ask_field_row_dispose (GObject *object)
{
  AskFieldRow *self = ASK_FIELD_ROW (object);

  g_clear_object (&self->row);
  g_clear_pointer (&self->value, g_free);
  g_clear_pointer (&self->said, g_free);
  G_OBJECT_CLASS (ask_field_row_parent_class)->dispose (object);
}

static void
ask_field_row_class_init (AskFieldRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_field_row_dispose;

  /** AskFieldRow::edited: @value: what a person gave; see ask_field_row_refuse() */
  signals[EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_field_row_init (AskFieldRow *self)
{
}

/** ask_field_row_new: @field: static. Returns: (transfer full): a field without a value, and its row */
AskFieldRow *
ask_field_row_new (const AskField *field)
{
  AskFieldRow *self = g_object_new (ASK_TYPE_FIELD_ROW, NULL);

  self->field = field;
  self->value = g_strdup ("");
  switch (field->kind)
    {
    case ASK_FIELD_TEXT:
    case ASK_FIELD_LIST:
      self->row = make_entry (self);
      break;
    case ASK_FIELD_SQL:
    case ASK_FIELD_NOTES:
      self->row = make_lines (self);
      break;
    case ASK_FIELD_FLAG:
      self->row = make_flag (self);
      break;
    default:
      self->row = make_choice (self);
    }
  g_object_ref_sink (self->row);
  self->said = ask_field_row_dup_value (self);
  return self;
}

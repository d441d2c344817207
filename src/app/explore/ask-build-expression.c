/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A line of SQL that names columns and functions, which are offered while one types. Down and Up walk the list, Enter
 * and Tab take one, Escape closes it.
 *
 * ::changed: a person changed the text.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include "explore/ask-build-complete.h"

struct _AskBuildExpression
{
  GtkWidget parent_instance;
  AskBuildPlace place;
  GtkWidget *entry;
  GtkWidget *popover;
  GtkWidget *list;
  GPtrArray *words; /* nullable */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (AskBuildExpression, ask_build_expression, GTK_TYPE_WIDGET)

static guint changed_signal;

static gsize
get_cursor (AskBuildExpression *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));

  return (gsize) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (GTK_EDITABLE (self->entry))) - text);
}

static void
hide (AskBuildExpression *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static void
fill_list (AskBuildExpression *self)
{
  ask_build_offers_clear (self->list);
  for (guint i = 0; i < self->words->len; i++)
    {
      const AskBuildWord *word = self->words->pdata[i];
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      GtkWidget *name = gtk_label_new (word->text);
      GtkWidget *detail = gtk_label_new (word->detail);

      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_label_set_xalign (GTK_LABEL (detail), 0);
      gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (detail), 40);
      gtk_widget_add_css_class (detail, "dim-label");
      gtk_widget_add_css_class (detail, "caption");
      gtk_widget_set_visible (detail, word->detail != NULL);
      gtk_box_append (GTK_BOX (box), name);
      gtk_box_append (GTK_BOX (box), detail);
      gtk_list_box_append (GTK_LIST_BOX (self->list), box);
    }
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0));
}

static void
offer (AskBuildExpression *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gsize cursor = get_cursor (self);
  gsize begin = ask_build_find_word (text, cursor);
  g_autofree char *begun = g_strndup (text + begin, cursor - begin);

  g_clear_pointer (&self->words, g_ptr_array_unref);
  self->words = ask_build_complete (self->place.build, self->place.schema, self->place.index, begun);
  if (self->words->len == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      hide (self);
      return;
    }
  fill_list (self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
text_changed (AskBuildExpression *self)
{
  if (self->quiet)
    return;
  g_signal_emit (self, changed_signal, 0, TRUE);
  offer (self);
}

static void
take (AskBuildExpression *self, GtkListBoxRow *row)
{
  const AskBuildWord *word = row != NULL ? self->words->pdata[gtk_list_box_row_get_index (row)] : NULL;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gsize begin = ask_build_find_word (text, get_cursor (self));
  int from = (int) g_utf8_pointer_to_offset (text, text + begin);
  int at = from;

  if (word == NULL)
    return;
  self->quiet = TRUE;
  gtk_editable_delete_text (GTK_EDITABLE (self->entry), from, gtk_editable_get_position (GTK_EDITABLE (self->entry)));
  gtk_editable_insert_text (GTK_EDITABLE (self->entry), word->text, -1, &at);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), at);
  self->quiet = FALSE;
  hide (self);
  g_signal_emit (self, changed_signal, 0, TRUE);
}

static gboolean
key_pressed (AskBuildExpression *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & gtk_accelerator_get_default_mod_mask ()) != 0 || !gtk_widget_get_visible (self->popover))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_Down:
    case GDK_KEY_Up:
      ask_build_offers_move (self->list, key == GDK_KEY_Down ? 1 : -1);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Tab:
      take (self, gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)));
      return TRUE;
    case GDK_KEY_Escape:
      hide (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
ask_build_expression_dispose (GObject *object)
{
  AskBuildExpression *self = ASK_BUILD_EXPRESSION (object);

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->entry, gtk_widget_unparent);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_build_expression_parent_class)->dispose (object);
}

static void
ask_build_expression_class_init (AskBuildExpressionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_build_expression_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", ASK_TYPE_BUILD_EXPRESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
ask_build_expression_init (AskBuildExpression *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->entry = gtk_entry_new ();
  gtk_widget_add_css_class (self->entry, "monospace");
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
  self->popover = ask_build_offers_new (GTK_WIDGET (self), &self->list);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (hide), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->entry, focus);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (text_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (take), self, G_CONNECT_SWAPPED);
}

/*
 * ask_build_expression_new:
 * @place: of the step
 * @text: (nullable): what stands there
 * @label: what it is
 *
 * Returns: (transfer full): the line
 */
GtkWidget *
ask_build_expression_new (const AskBuildPlace *place, const char *text, const char *label)
{
  AskBuildExpression *self = g_object_new (ASK_TYPE_BUILD_EXPRESSION, NULL);

  self->place = *place;
  self->quiet = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text != NULL ? text : "");
  self->quiet = FALSE;
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return GTK_WIDGET (self);
}

/* ask_build_expression_get: Returns: (transfer none): what stands there */
const char *
ask_build_expression_get (AskBuildExpression *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

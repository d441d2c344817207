/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is dragged is a place: the well in the upper half of 64 bits, the index in the lower.
 */
#include "config.h"

#include "app/grid/ask-pivot-well-view.h"

#include <glib/gi18n.h>

struct _AskPivotWellView
{
  GtkWidget parent_instance;
  AskPivotWell well;
  GtkWidget *box;
  GtkWidget *title;
  GtkWidget *hint;
  GPtrArray *buttons; /* GtkWidget, not owned */
};

G_DEFINE_FINAL_TYPE (AskPivotWellView, ask_pivot_well_view, GTK_TYPE_WIDGET)

static const char *
get_title (AskPivotWell well)
{
  switch (well)
    {
    case ASK_PIVOT_ROWS:
      return _ ("Rows");
    case ASK_PIVOT_COLUMNS:
      return _ ("Columns");
    case ASK_PIVOT_VALUES:
      return _ ("Values");
    case ASK_PIVOT_FILTERS:
      return _ ("Filters");
    case ASK_PIVOT_FIELDS:
    default:
      return _ ("Fields");
    }
}

static void
put (AskPivotWellView *self, AskPivotPlace from, AskPivotWell well, guint index)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "pivot.put", "(uuuu)", from.well, from.index, well, index);
}

static gboolean
dropped (GtkDropTarget *target, const GValue *value, double x, double y, AskPivotWellView *self)
{
  guint64 place = g_value_get_uint64 (value);
  guint index = 0;

  /* Before the first button whose middle is below. */
  for (guint i = 0; i < self->buttons->len; i++)
    {
      GtkWidget *button = self->buttons->pdata[i];
      double top, left;

      if (gtk_widget_translate_coordinates (button, GTK_WIDGET (self), 0, 0, &left, &top)
          && y > top + gtk_widget_get_height (button) / 2.0)
        index = i + 1;
    }
  put (self, (AskPivotPlace) { (AskPivotWell) (place >> 32), (guint) place }, self->well, index);
  return TRUE;
}

static GdkContentProvider *
prepare (GtkDragSource *source, double x, double y, gpointer data)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  guint64 well = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-well"));
  guint64 index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-index"));

  return gdk_content_provider_new_typed (G_TYPE_UINT64, well << 32 | index);
}

static void
drag_begin (GtkDragSource *source, GdkDrag *drag, gpointer data)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (button);

  gtk_drag_source_set_icon (source, picture, 0, 0);
}

static void
add_key (GtkEventController *keys, guint key, GdkModifierType modifiers, GVariant *target)
{
  GtkShortcut *shortcut
    = gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers), gtk_named_action_new ("pivot.put"));

  gtk_shortcut_set_arguments (shortcut, target);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
}

static void
add_keys (GtkWidget *button, AskPivotPlace place)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  add_key (keys, GDK_KEY_Delete, 0, g_variant_new ("(uuuu)", place.well, place.index, ASK_PIVOT_FIELDS, 0));
  if (place.index > 0)
    add_key (keys, GDK_KEY_Up, GDK_ALT_MASK,
             g_variant_new ("(uuuu)", place.well, place.index, place.well, place.index - 1));
  add_key (keys, GDK_KEY_Down, GDK_ALT_MASK,
           g_variant_new ("(uuuu)", place.well, place.index, place.well, place.index + 2));
  gtk_widget_add_controller (button, keys);
}

static GtkWidget *
make_button (const AskPivot *pivot, const AskRows *rows, AskPivotPlace place)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autofree char *words = ask_pivot_describe (pivot, rows, place);
  g_autoptr (GMenuModel) menu = ask_pivot_menu_new (pivot, rows, place);
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (words);
  GtkWidget *arrow = gtk_image_new_from_icon_name ("pan-down-symbolic");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (button, words);
  gtk_box_append (GTK_BOX (content), label);
  gtk_box_append (GTK_BOX (content), arrow);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), content);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data (G_OBJECT (button), "ask-well", GUINT_TO_POINTER (place.well));
  g_object_set_data (G_OBJECT (button), "ask-index", GUINT_TO_POINTER (place.index));
  g_signal_connect (drag, "prepare", G_CALLBACK (prepare), NULL);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), NULL);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (drag));
  if (place.well != ASK_PIVOT_FIELDS)
    add_keys (button, place);
  return button;
}

/**
 * ask_pivot_well_view_set:
 * @pivot: what is made
 * @rows: what of
 *
 * Shows what is in the well. The focus stays at its place.
 */
void
ask_pivot_well_view_set (AskPivotWellView *self, const AskPivot *pivot, const AskRows *rows)
{
  guint n = self->well == ASK_PIVOT_FIELDS ? ask_rows_get_n_columns (rows) : ask_pivot_count (pivot, self->well);
  guint focus = G_MAXUINT;

  for (guint i = 0; i < self->buttons->len; i++)
    {
      GtkWidget *button = self->buttons->pdata[i];

      if (gtk_widget_get_focus_child (self->box) == button)
        focus = i;
      gtk_box_remove (GTK_BOX (self->box), button);
    }
  g_ptr_array_set_size (self->buttons, 0);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *button = make_button (pivot, rows, (AskPivotPlace) { self->well, i });

      gtk_box_append (GTK_BOX (self->box), button);
      g_ptr_array_add (self->buttons, button);
    }
  gtk_widget_set_visible (self->hint, n == 0);
  if (focus != G_MAXUINT && n > 0)
    gtk_widget_grab_focus (self->buttons->pdata[MIN (focus, n - 1)]);
}

static void
ask_pivot_well_view_dispose (GObject *object)
{
  AskPivotWellView *self = ASK_PIVOT_WELL_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->buttons, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_pivot_well_view_parent_class)->dispose (object);
}

static void
ask_pivot_well_view_class_init (AskPivotWellViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_pivot_well_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "askpivotwell");
}

static void
ask_pivot_well_view_init (AskPivotWellView *self)
{
  self->buttons = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->title = gtk_label_new (NULL);
  self->hint = gtk_label_new (_ ("Drag a field here"));
  gtk_label_set_xalign (GTK_LABEL (self->title), 0);
  gtk_widget_add_css_class (self->title, "heading");
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (self->hint), TRUE);
  gtk_box_append (GTK_BOX (self->box), self->title);
  gtk_box_append (GTK_BOX (self->box), self->hint);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/** ask_pivot_well_view_new: Returns: (transfer floating): an empty well */
GtkWidget *
ask_pivot_well_view_new (AskPivotWell well)
{
  AskPivotWellView *self = g_object_new (ASK_TYPE_PIVOT_WELL_VIEW, NULL);
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_UINT64, GDK_ACTION_COPY);

  self->well = well;
  gtk_label_set_text (GTK_LABEL (self->title), get_title (well));
  g_signal_connect (target, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, get_title (well), -1);
  return GTK_WIDGET (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looking at a part of many boxes, and putting boxes together: focus on an entity with its neighbours, what a search
 * leaves bright, and areas. Areas are edits like any other; what is bright is nobody's edit.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

#define MAX_DISTANCE 3

/**
 * ask_canvas_set_bright:
 * @self: a canvas
 * @entities: (nullable) (element-type guint): what stands out; all others are faint. %NULL for nothing
 */
void
ask_canvas_set_bright (AskCanvas *self, GArray *entities)
{
  g_return_if_fail (ASK_IS_CANVAS (self));
  g_clear_pointer (&self->bright, g_array_unref);
  self->bright = entities != NULL ? g_array_ref (entities) : NULL;
  self->focus = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_canvas_get_n_bright: Returns: how many entities stand out; 0 where none is faint */
guint
ask_canvas_get_n_bright (AskCanvas *self)
{
  g_return_val_if_fail (ASK_IS_CANVAS (self), 0);
  return self->bright != NULL ? self->bright->len : 0;
}

/**
 * ask_canvas_end_focus:
 * @self: a canvas
 *
 * Returns: whether something was faint, which is not so any more
 */
gboolean
ask_canvas_end_focus (AskCanvas *self)
{
  gboolean any = self->bright != NULL;

  ask_canvas_set_bright (self, NULL);
  return any;
}

static void
action_focus (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  int distance = g_variant_get_int32 (parameter);
  g_autoptr (GArray) near = NULL;

  if (self->selected->len == 0 || distance < 1 || distance > MAX_DISTANCE)
    return;
  near = ask_diagram_list_near (self->diagram, self->current.entity, (guint) distance);
  ask_canvas_set_bright (self, near);
  self->focus = (guint) distance;
  ask_canvas_fit_boxes (self, near);
}

static gboolean
commit_area (AskCanvas *self, const char *area, const char *title)
{
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < self->selected->len; i++)
    g_ptr_array_add (ids, ask_canvas_get_entity (self, g_array_index (self->selected, guint, i))->id);
  if (ask_schema_edit_set_area (draft, ids, area, &error))
    return ask_canvas_commit (self, g_steal_pointer (&draft), title, NULL);
  ask_canvas_problem (self, ask_error_get_words (error));
  return FALSE;
}

/**
 * ask_canvas_put_into_area:
 * @self: a canvas
 * @area: the name of an area, there or not
 *
 * Puts the selected entities into it, as one edit.
 */
void
ask_canvas_put_into_area (AskCanvas *self, const char *area)
{
  g_autofree char *title = NULL;

  g_return_if_fail (ASK_IS_CANVAS (self) && area != NULL);
  if (self->selected->len == 0)
    return;
  /* Translators: the name of an area. */
  title = g_strdup_printf (_ ("Put into the area %s"), area);
  commit_area (self, area, title);
}

/* ask_canvas_drop_boxes: the selected boxes were let go at @x, @y of the widget: in the frame of another area they are in
 * that one from now on. One edit. */
void
ask_canvas_drop_boxes (AskCanvas *self, double x, double y)
{
  double plane_x, plane_y;
  const char *own = self->selected->len > 0 ? ask_canvas_get_entity (self, self->current.entity)->area : NULL;

  ask_canvas_to_plane (self, x, y, &plane_x, &plane_y);
  self->joining = g_strdup (ask_diagram_find_area (self->diagram, plane_x, plane_y, own));
  ask_canvas_commit_moves (self, NULL);
  g_clear_pointer (&self->joining, g_free);
}

static void
area_answered (AdwMessageDialog *dialog, const char *response, AskCanvas *self)
{
  GtkEditable *entry = GTK_EDITABLE (adw_message_dialog_get_extra_child (dialog));

  if (g_str_equal (response, "put"))
    ask_canvas_put_into_area (self, gtk_editable_get_text (entry));
}

static void
action_area (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog, *entry;
  const char *now;

  if (self->selected->len == 0 || !GTK_IS_WINDOW (root))
    return;
  now = ask_canvas_get_entity (self, self->current.entity)->area;
  dialog = adw_message_dialog_new (GTK_WINDOW (root), _ ("Put into an Area"),
                                   _ ("Entities of one area stand in one frame. A new name makes a new area."));
  entry = gtk_entry_new ();
  gtk_editable_set_text (GTK_EDITABLE (entry), now != NULL ? now : "");
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of the area"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "put", _ ("_Put There"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "put", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "put");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (area_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_leave_area (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);

  if (self->selected->len > 0)
    commit_area (self, NULL, _ ("Taken out of the area"));
}

/* Returns: (transfer none) (nullable): the area of what is current */
static const AskSchemaArea *
get_area (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  return schema != NULL && self->selected->len > 0
           ? ask_schema_find_area (schema, ask_canvas_get_entity (self, self->current.entity)->area)
           : NULL;
}

/* Returns: (transfer full) (nullable): a draft to edit the area in that the selection is in, which is @area */
static AskSchema *
begin_area (AskCanvas *self, const AskSchemaArea **area)
{
  *area = get_area (self);
  return *area != NULL ? ask_schema_editor_begin (self->editor) : NULL;
}

static void
action_fold_area (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  const AskSchemaArea *area;
  AskSchema *draft = begin_area (self, &area);

  if (draft == NULL)
    return;
  ask_schema_edit_fold_area (draft, area->name, !area->collapsed, NULL);
  ask_canvas_commit (self, draft, area->collapsed ? _ ("Opened the area") : _ ("Folded the area"), NULL);
}

static void
action_color_area (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskCanvas *self = ASK_CANVAS (widget);
  const AskSchemaArea *area;
  AskSchema *draft = begin_area (self, &area);

  if (draft == NULL)
    return;
  ask_schema_edit_color_area (draft, area->name, (area->color + 1) % ASK_SCHEMA_AREA_COLORS, NULL);
  ask_canvas_commit (self, draft, _ ("Coloured the area"), "area-color");
}

/** ask_canvas_add_area_menu: @menu: gets what can be done with areas and the focus */
void
ask_canvas_add_area_menu (AskCanvas *self, GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) near = g_menu_new ();
  const AskSchemaArea *area = get_area (self);

  if (self->selected->len == 0)
    return;
  g_menu_append (near, _ ("Over _One Relationship"), "canvas.focus(1)");
  g_menu_append (near, _ ("Over _Two Relationships"), "canvas.focus(2)");
  g_menu_append (near, _ ("Over T_hree Relationships"), "canvas.focus(3)");
  g_menu_append_submenu (section, _ ("_Show What Is Near"), G_MENU_MODEL (near));
  g_menu_append (section, _ ("Put into an _Area…"), "canvas.area");
  if (area != NULL)
    {
      g_menu_append (section, _ ("Take _out of the Area"), "canvas.leave-area");
      g_menu_append (section, area->collapsed ? _ ("_Unfold the Area") : _ ("Fo_ld the Area"), "canvas.fold-area");
      g_menu_append (section, _ ("Another _Colour for the Area"), "canvas.color-area");
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

/** ask_canvas_install_area_actions: the actions of this file, each with its keys */
void
ask_canvas_install_area_actions (GtkWidgetClass *widget_class)
{
  static const guint digits[] = { GDK_KEY_1, GDK_KEY_2, GDK_KEY_3 };

  gtk_widget_class_install_action (widget_class, "canvas.focus", "i", action_focus);
  gtk_widget_class_install_action (widget_class, "canvas.area", NULL, action_area);
  gtk_widget_class_install_action (widget_class, "canvas.leave-area", NULL, action_leave_area);
  gtk_widget_class_install_action (widget_class, "canvas.fold-area", NULL, action_fold_area);
  gtk_widget_class_install_action (widget_class, "canvas.color-area", NULL, action_color_area);
  for (guint i = 0; i < G_N_ELEMENTS (digits); i++)
    gtk_widget_class_add_binding_action (widget_class, digits[i], 0, "canvas.focus", "i", (int) i + 1);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, 0, "canvas.area", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, GDK_SHIFT_MASK, "canvas.leave-area", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, GDK_CONTROL_MASK, "canvas.fold-area", NULL);
}

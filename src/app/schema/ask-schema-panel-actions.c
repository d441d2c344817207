/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the panel's buttons do: parts and bindings are added and taken away, suggestions taken.
 */
#include "config.h"

#include "app/schema/ask-schema-panel-private.h"

#include <glib/gi18n.h>

#include "app/schema/ask-schema-binding.h"
#include "schema/edit/ask-schema-edit.h"

/* What is new is selected, so that it can be given its own words at once. */
static void
add_part (AskSchemaPanel *self, gboolean metric)
{
  const AskEntity *entity;
  const char *wanted = metric ? _ ("new_metric") : _ ("new_attribute");
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup (wanted);
  AskDiagramTarget target = { ASK_DIAGRAM_ROW, self->target.entity, 0, -1 };

  if (self->editor == NULL)
    return;
  ask_schema_panel_give (self);
  if ((entity = ask_schema_panel_get_entity (self)) == NULL)
    return;
  for (guint n = 2; ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL;
       n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", wanted, n);
    }
  draft = ask_schema_editor_begin (self->editor);
  if (!(metric ? ask_schema_edit_set_metric (draft, entity->id, name, "expression", "count(*)", &error)
               : ask_schema_edit_add_calculated (draft, entity->id, name, "NULL", &error)))
    {
      ask_schema_panel_report (self, error);
      return;
    }
  target.attribute = (int) (metric ? entity->attributes->len + entity->metrics->len : entity->attributes->len);
  ask_schema_editor_commit (self->editor, g_steal_pointer (&draft),
                            metric ? _ ("Added a metric") : _ ("Added a calculated attribute"), NULL);
  ask_canvas_select (self->canvas, &target);
  ask_schema_panel_focus (self);
}

/** ask_schema_panel_unbind: takes the binding at @index away from the entity that is shown: one edit */
void
ask_schema_panel_unbind (AskSchemaPanel *self, guint index)
{
  const AskEntity *entity;
  const AskBinding *binding;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;

  ask_schema_panel_give (self);
  entity = ask_schema_panel_get_entity (self);
  if (entity == NULL || index >= entity->bindings->len)
    return;
  binding = entity->bindings->pdata[index];
  title = g_strdup_printf (_ ("Unbound %s from %s of %s"), entity->name, binding->table, binding->source);
  draft = ask_schema_editor_begin (self->editor);
  if (ask_schema_edit_remove_binding (draft, entity->id, index, &error))
    ask_schema_editor_commit (self->editor, g_steal_pointer (&draft), title, NULL);
  else
    ask_schema_panel_report (self, error);
}

static void
action_add_binding (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaPanel *self = ASK_SCHEMA_PANEL (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  const AskEntity *entity;
  GtkWidget *dialog;

  ask_schema_panel_give (self);
  if ((entity = ask_schema_panel_get_entity (self)) == NULL)
    return;
  dialog = ask_schema_binding_new (self->editor, entity->id);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_add_calculated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_part (ASK_SCHEMA_PANEL (widget), FALSE);
}

static void
action_add_metric (GtkWidget *widget, const char *action, GVariant *parameter)
{
  add_part (ASK_SCHEMA_PANEL (widget), TRUE);
}

/* The rows go, so the cursor goes back to where they were chosen. */
static void
action_take (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaPanel *self = ASK_SCHEMA_PANEL (widget);

  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  ask_canvas_take_suggestion (self->canvas);
}

static void
action_dismiss (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaPanel *self = ASK_SCHEMA_PANEL (widget);

  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  ask_canvas_dismiss_suggestion (self->canvas);
}

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (ASK_SCHEMA_PANEL (widget)->canvas), "canvas.remove", NULL);
}

/** ask_schema_panel_install_actions: @widget_class: of the panel, gets the actions "panel.…" */
void
ask_schema_panel_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "panel.add-calculated", NULL, action_add_calculated);
  gtk_widget_class_install_action (widget_class, "panel.add-metric", NULL, action_add_metric);
  gtk_widget_class_install_action (widget_class, "panel.add-binding", NULL, action_add_binding);
  gtk_widget_class_install_action (widget_class, "panel.take", NULL, action_take);
  gtk_widget_class_install_action (widget_class, "panel.dismiss", NULL, action_dismiss);
  gtk_widget_class_install_action (widget_class, "panel.remove", NULL, action_remove);
}

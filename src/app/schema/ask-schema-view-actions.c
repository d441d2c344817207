/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the buttons, menus and keys of the schema's page do.
 */
#include "config.h"

#include "app/schema/ask-schema-view-private.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-chooser.h"
#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit.h"

static void
action_undo_or_redo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (widget);

  if (self->editor == NULL)
    return;
  /* What is being typed is an edit, too: the last one. */
  ask_schema_panel_give (self->panel);
  if (g_str_equal (action, "schema.undo"))
    ask_schema_editor_undo (self->editor);
  else
    ask_schema_editor_redo (self->editor);
}

static void
action_zoom (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action_variant (GTK_WIDGET (ASK_SCHEMA_VIEW (widget)->canvas), "canvas.zoom", parameter);
}

static void
action_fit (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_canvas_fit (ASK_SCHEMA_VIEW (widget)->canvas);
}

static void
action_arrange (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_schema_view_arrange (ASK_SCHEMA_VIEW (widget), g_variant_get_boolean (parameter));
}

static void
action_save (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (widget);

  ask_banner_hide (self->banner);
  if (self->saver != NULL)
    ask_schema_saver_retry (self->saver);
}

/* Undo brings back what a person did here, and saves it over the other. */
static void
action_take (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (widget);

  ask_banner_hide (self->banner);
  self->give_way = TRUE;
  ask_schema_view_load (self);
}

static void
action_add_query (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSchemaView *self = ASK_SCHEMA_VIEW (widget);
  AskSchema *schema = self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup (_ ("new_query"));
  g_autofree char *sql = NULL;
  g_autofree char *id = NULL;

  if (schema == NULL || schema->entities->len == 0)
    return;
  for (guint n = 2; ask_schema_find_entity (schema, name) != NULL; n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", _ ("new_query"), n);
    }
  /* Something that stands, to be replaced in the panel. */
  sql = g_strdup ("SELECT 1 AS value");
  draft = ask_schema_editor_begin (self->editor);
  if (!ask_schema_edit_add_query_entity (draft, name, sql, &error))
    {
      ask_schema_view_show_problem (self, ask_error_get_words (error));
      return;
    }
  id = g_strdup (ask_schema_find_entity (draft, name)->id);
  ask_schema_editor_commit (self->editor, g_steal_pointer (&draft), _ ("Added a query as an entity"), NULL);
  ask_canvas_fly_to (self->canvas, id, NULL);
  ask_schema_view_open_panel (self);
}

static void
export_chosen (gpointer owner, const char *path)
{
  AskSchemaView *self = owner;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL)
    return;
  if (path == NULL)
    ask_schema_view_show_problem (self, ask_chooser_get_elsewhere ());
  else if (ask_diagram_export (ask_canvas_get_diagram (self->canvas), path, 2, NULL, &error))
    ask_session_toast (self->session, _ ("Diagram exported"));
  else
    ask_schema_view_show_problem (self, ask_error_get_words (error));
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  /* What is typed says whether it is SVG, PNG or PDF. */
  ask_chooser_save (widget, _ ("Export the Diagram"), "schema.svg", NULL, export_chosen);
}

static void
action_versions (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_schema_view_show_versions (ASK_SCHEMA_VIEW (widget), 0);
}

/** ask_schema_view_install_actions: @widget_class: of AskSchemaView, with its properties */
void
ask_schema_view_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    const char *parameter;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "schema.undo", NULL, action_undo_or_redo },
    { "schema.redo", NULL, action_undo_or_redo },
    { "schema.zoom", "i", action_zoom },
    { "schema.fit", NULL, action_fit },
    { "schema.arrange", "b", action_arrange },
    { "schema.save", NULL, action_save },
    { "schema.add-query", NULL, action_add_query },
    { "schema.export", NULL, action_export },
    { "schema.versions", NULL, action_versions },
    { "schema.take", NULL, action_take },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].parameter, actions[i].activate);
  gtk_widget_class_install_property_action (widget_class, "schema.list", "list");
  gtk_widget_class_install_property_action (widget_class, "schema.panel", "panel");
  gtk_widget_class_install_property_action (widget_class, "schema.coverage", "coverage");
  gtk_widget_class_install_property_action (widget_class, "schema.suggestions", "suggestions");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "schema.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "schema.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, GDK_CONTROL_MASK, "schema.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F9, 0, "schema.panel", NULL);
}

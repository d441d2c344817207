/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which tables there are, the schema says: those of its other entities. Columns of the same name are put together, and
 * a person may choose others. It asks no source anything; what it adds is one edit.
 */
#include "config.h"

#include "app/schema/ask-schema-binding.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit.h"

struct _AskSchemaBinding
{
  AdwWindow parent_instance;
  AskSchemaEditor *editor;
  AskSchema *schema; /* as it was when the dialog was opened */
  const AskEntity *entity; /* of @schema */
  GPtrArray *places; /* AskEntity, of @schema */

  GtkDropDown *place;
  AdwPreferencesGroup *columns;
  GPtrArray *rows; /* AdwComboRow, or NULL for what is calculated: as the entity's attributes */
  GtkWidget *add;
  GtkLabel *problem;
};

G_DEFINE_FINAL_TYPE (AskSchemaBinding, ask_schema_binding, ADW_TYPE_WINDOW)

static gboolean
is_place_of (const AskEntity *place, const char *source, const char *namespace, const char *table)
{
  return g_ascii_strcasecmp (place->source, source) == 0 && strcmp (place->table, table) == 0
         && g_strcmp0 (place->namespace, namespace) == 0;
}

/**
 * ask_schema_binding_list_places:
 * @entity: of @schema
 *
 * Returns: (transfer container) (element-type AskEntity): the entities whose table or view @entity may be bound to
 */
GPtrArray *
ask_schema_binding_list_places (AskSchema *schema, const AskEntity *entity)
{
  GPtrArray *places = g_ptr_array_new ();

  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *place = schema->entities->pdata[i];
      gboolean fits = (place->kind == ASK_ENTITY_TABLE || place->kind == ASK_ENTITY_VIEW)
                      && !is_place_of (place, entity->source, entity->namespace, entity->table);

      for (guint b = 0; fits && b < entity->bindings->len; b++)
        {
          const AskBinding *binding = entity->bindings->pdata[b];

          fits = !is_place_of (place, binding->source, binding->namespace, binding->table);
        }
      if (fits)
        g_ptr_array_add (places, place);
    }
  return places;
}

/* Where a column may be chosen, the first choice is none. */
static guint
guess_column (const AskAttribute *attribute, const AskEntity *place, GtkStringList *columns)
{
  const AskAttribute *there = attribute->column != NULL ? ask_entity_find_column (place, attribute->column) : NULL;

  if (there == NULL)
    there = ask_entity_find_attribute (place, attribute->name);
  for (guint i = 1; there != NULL && there->column != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (columns));
       i++)
    if (strcmp (gtk_string_list_get_string (columns, i), there->column) == 0)
      return i;
  return 0;
}

static void
update_add (AskSchemaBinding *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    any = any || (self->rows->pdata[i] != NULL && adw_combo_row_get_selected (self->rows->pdata[i]) > 0);
  gtk_widget_set_sensitive (self->add, any);
  gtk_label_set_text (self->problem,
                      any ? "" : _ ("No column of it is called like an attribute. Choose at least one."));
}

static void
place_chosen (AskSchemaBinding *self)
{
  guint chosen = gtk_drop_down_get_selected (self->place);
  const AskEntity *place = chosen < self->places->len ? self->places->pdata[chosen] : NULL;
  g_autoptr (GtkStringList) columns = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    if (self->rows->pdata[i] != NULL)
      adw_preferences_group_remove (self->columns, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  gtk_string_list_append (columns, _ ("in none"));
  for (guint i = 0; place != NULL && i < place->attributes->len; i++)
    if (((const AskAttribute *) place->attributes->pdata[i])->column != NULL)
      gtk_string_list_append (columns, ((const AskAttribute *) place->attributes->pdata[i])->column);
  for (guint i = 0; place != NULL && i < self->entity->attributes->len; i++)
    {
      const AskAttribute *attribute = self->entity->attributes->pdata[i];
      GtkWidget *row = NULL;

      if (attribute->expression == NULL)
        {
          row = adw_combo_row_new ();
          adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
          adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), attribute->name);
          adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (columns));
          adw_combo_row_set_selected (ADW_COMBO_ROW (row), guess_column (attribute, place, columns));
          g_signal_connect_object (row, "notify::selected", G_CALLBACK (update_add), self, G_CONNECT_SWAPPED);
          adw_preferences_group_add (self->columns, row);
        }
      g_ptr_array_add (self->rows, row);
    }
  update_add (self);
}

static void
add_clicked (AskSchemaBinding *self)
{
  const AskEntity *place = self->places->pdata[gtk_drop_down_get_selected (self->place)];
  g_autoptr (GPtrArray) columns = g_ptr_array_new ();
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);
  g_autoptr (GError) error = NULL;
  /* Translators: an entry of the list of versions: an entity, a table, its source. */
  g_autofree char *title
    = g_strdup_printf (_ ("Bound %s to %s of %s, too"), self->entity->name, place->table, place->source);

  for (guint i = 0; i < self->rows->len; i++)
    {
      guint chosen = self->rows->pdata[i] != NULL ? adw_combo_row_get_selected (self->rows->pdata[i]) : 0;
      GListModel *model = chosen > 0 ? adw_combo_row_get_model (self->rows->pdata[i]) : NULL;

      g_ptr_array_add (columns,
                       (gpointer) (chosen > 0 ? gtk_string_list_get_string (GTK_STRING_LIST (model), chosen) : ""));
    }
  g_ptr_array_add (columns, NULL);
  if (!ask_schema_edit_add_binding (draft, self->entity->id,
                                    &(AskSchemaPlace) { place->source, place->namespace, place->table, place->kind },
                                    (const char *const *) columns->pdata, &error))
    {
      gtk_label_set_text (self->problem, ask_error_get_words (error));
      return;
    }
  ask_schema_editor_commit (self->editor, g_steal_pointer (&draft), title, NULL);
  gtk_window_close (GTK_WINDOW (self));
}

static void
ask_schema_binding_dispose (GObject *object)
{
  AskSchemaBinding *self = ASK_SCHEMA_BINDING (object);

  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_ptr_array_unref);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (ask_schema_binding_parent_class)->dispose (object);
}

static void
ask_schema_binding_class_init (AskSchemaBindingClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_schema_binding_dispose;
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass),
                                               "/com/example/AskData/ui/ask-schema-binding.ui");
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), AskSchemaBinding, place);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), AskSchemaBinding, columns);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), AskSchemaBinding, add);
  gtk_widget_class_bind_template_child (GTK_WIDGET_CLASS (klass), AskSchemaBinding, problem);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), place_chosen);
  gtk_widget_class_bind_template_callback (GTK_WIDGET_CLASS (klass), add_clicked);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ask_schema_binding_init (AskSchemaBinding *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ask_schema_binding_new:
 * @id: of an entity of the editor's schema for which there is a place, see ask_schema_binding_list_places()
 *
 * Returns: (transfer full): the dialog, not shown yet
 */
GtkWidget *
ask_schema_binding_new (AskSchemaEditor *editor, const char *id)
{
  AskSchemaBinding *self = g_object_new (ASK_TYPE_SCHEMA_BINDING, NULL);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->editor = g_object_ref (editor);
  self->schema = ask_schema_ref (ask_schema_editor_get_schema (editor));
  self->entity = ask_schema_find_id (self->schema, id);
  self->places = ask_schema_binding_list_places (self->schema, self->entity);
  for (guint i = 0; i < self->places->len; i++)
    {
      const AskEntity *place = self->places->pdata[i];
      /* Translators: a table, its source. */
      g_autofree char *name = g_strdup_printf (_ ("%s in %s"), place->table, place->source);

      gtk_string_list_append (names, name);
    }
  gtk_drop_down_set_expression (self->place, gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));
  gtk_drop_down_set_enable_search (self->place, TRUE);
  gtk_drop_down_set_model (self->place, G_LIST_MODEL (names));
  /* The most likely one is a table of the same name. */
  for (guint i = self->places->len; i-- > 0;)
    if (g_ascii_strcasecmp (((const AskEntity *) self->places->pdata[i])->table, self->entity->table) == 0)
      gtk_drop_down_set_selected (self->place, i);
  place_chosen (self);
  return GTK_WIDGET (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables say which fields a part has; the values come from the schema's document, and an edit goes through
 * ask-schema-edit.h by the same names. It is filled anew when something else is selected; after an edit of the
 * same thing only the values follow, so that the cursor stays where it is.
 */
#include "config.h"

#include "app/ask-schema-panel-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "schema/ask-schema-edit.h"

enum
{
  PROBLEM,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskSchemaPanel, ask_schema_panel, GTK_TYPE_WIDGET)

static void
shown_free (gpointer data)
{
  AskShownField *self = data;

  g_object_unref (self->row);
  g_free (self->source);
  g_free (self);
}

/** ask_schema_panel_get_schema: Returns: (transfer none) (nullable): what is shown and edited */
AskSchema *
ask_schema_panel_get_schema (AskSchemaPanel *self)
{
  return self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
}

/** ask_schema_panel_get_entity: Returns: (transfer none) (nullable): what is selected, or the entity it is of */
const AskEntity *
ask_schema_panel_get_entity (AskSchemaPanel *self)
{
  AskSchema *schema = ask_schema_panel_get_schema (self);

  return schema != NULL
             && (self->target.hit == ASK_DIAGRAM_BOX || self->target.hit == ASK_DIAGRAM_ROW
                 || self->target.hit == ASK_DIAGRAM_GROUP)
             && self->target.entity < schema->entities->len
           ? schema->entities->pdata[self->target.entity]
           : NULL;
}

/** ask_schema_panel_get_attribute: Returns: (transfer none) (nullable): the attribute that is selected */
const AskAttribute *
ask_schema_panel_get_attribute (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);

  return entity != NULL && self->target.hit == ASK_DIAGRAM_ROW
             && self->target.attribute < (int) entity->attributes->len
           ? entity->attributes->pdata[self->target.attribute]
           : NULL;
}

/** ask_schema_panel_get_metric: Returns: (transfer none) (nullable): the metric that is selected */
const AskMetric *
ask_schema_panel_get_metric (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);
  int index = self->target.attribute - (entity != NULL ? (int) entity->attributes->len : 0);

  return entity != NULL && self->target.hit == ASK_DIAGRAM_ROW && index >= 0 && index < (int) entity->metrics->len
           ? entity->metrics->pdata[index]
           : NULL;
}

/** ask_schema_panel_get_relationship: Returns: (transfer none) (nullable): the relationship that is selected */
const AskRelationship *
ask_schema_panel_get_relationship (AskSchemaPanel *self)
{
  AskSchema *schema = ask_schema_panel_get_schema (self);

  return schema != NULL && self->target.hit == ASK_DIAGRAM_LINE
             && self->target.relationship < (int) schema->relationships->len
           ? schema->relationships->pdata[self->target.relationship]
           : NULL;
}

/* A member of a document's object as the edits take it. */
static char *
member_value (JsonObject *object, const AskField *field)
{
  JsonNode *node = json_object_get_member (object, field->name);
  g_autoptr (GString) lines = NULL;

  if (node == NULL)
    return field->kind == ASK_FIELD_FLAG     ? g_strdup ("false")
           : field->kind == ASK_FIELD_CHOICE ? g_strdup (field->choices[0].value)
                                             : g_strdup ("");
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      lines = g_string_new (NULL);
      for (guint i = 0; i < json_array_get_length (array); i++)
        g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", ask_json_element_string (array, i));
      return g_string_free (g_steal_pointer (&lines), FALSE);
    }
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  return g_strdup (json_node_get_string (node));
}

static JsonObject *
find_named (JsonObject *object, const char *member, const char *name)
{
  JsonArray *array = ask_json_get_array (object, member);

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (strcmp (ask_json_get_string (json_array_get_object_element (array, i), "name"), name) == 0)
      return json_array_get_object_element (array, i);
  return NULL;
}

static char *
source_value (AskSchemaPanel *self, const AskShownField *shown)
{
  const AskSchemaSource *source = ask_schema_find_source (ask_schema_panel_get_schema (self), shown->source);

  if (strcmp (ask_field_row_get_field (shown->row)->name, "description") == 0)
    return g_strdup (source != NULL && source->description != NULL ? source->description : "");
  return g_strdup (source == NULL || source->sharing == ASK_SHARING_INHERIT ? "never"
                                                                            : ask_sharing_to_string (source->sharing));
}

/* What the schema says now goes into the rows. */
static void
fill_values (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);
  const AskAttribute *attribute = ask_schema_panel_get_attribute (self);
  const AskMetric *metric = ask_schema_panel_get_metric (self);
  const AskRelationship *relationship = ask_schema_panel_get_relationship (self);
  g_autoptr (JsonNode) node = entity != NULL         ? ask_entity_to_json (entity)
                              : relationship != NULL ? ask_relationship_to_json (relationship)
                                                     : NULL;
  JsonObject *object = node != NULL ? json_node_get_object (node) : NULL;

  if (attribute != NULL)
    object = find_named (object, "attributes", attribute->name);
  else if (metric != NULL)
    object = find_named (object, "metrics", metric->name);
  for (guint i = 0; i < self->shown->len; i++)
    {
      AskShownField *shown = self->shown->pdata[i];
      g_autofree char *value = NULL;

      if (shown->about == ASK_SHOWN_SOURCE)
        value = source_value (self, shown);
      else if (object != NULL)
        value = member_value (object, ask_field_row_get_field (shown->row));
      ask_field_row_set_value (shown->row, value);
    }
}

static gboolean
apply (AskSchemaPanel *self, AskSchema *draft, const AskShownField *shown, const char *value, GError **error)
{
  const char *field = ask_field_row_get_field (shown->row)->name;

  switch (shown->about)
    {
    case ASK_SHOWN_ENTITY:
      return ask_schema_edit_set_entity (draft, ask_schema_panel_get_entity (self)->id, field, value, error);
    case ASK_SHOWN_ATTRIBUTE:
      return ask_schema_edit_set_attribute (draft, ask_schema_panel_get_entity (self)->id, ask_schema_panel_get_attribute (self)->name, field, value,
                                            error);
    case ASK_SHOWN_METRIC:
      return ask_schema_edit_set_metric (draft, ask_schema_panel_get_entity (self)->id, ask_schema_panel_get_metric (self)->name, field, value, error);
    case ASK_SHOWN_RELATIONSHIP:
      return ask_schema_edit_set_relationship (draft, (guint) self->target.relationship, field, value, error);
    case ASK_SHOWN_SOURCE:
      return ask_schema_edit_set_source (draft, shown->source, field, value, error);
    default:
      g_assert_not_reached ();
    }
}

static const char *
name_of (AskSchemaPanel *self, const AskShownField *shown)
{
  switch (shown->about)
    {
    case ASK_SHOWN_ATTRIBUTE:
      return ask_schema_panel_get_attribute (self)->name;
    case ASK_SHOWN_METRIC:
      return ask_schema_panel_get_metric (self)->name;
    case ASK_SHOWN_RELATIONSHIP:
      return ask_schema_panel_get_relationship (self)->from;
    case ASK_SHOWN_SOURCE:
      return shown->source;
    default:
      return ask_schema_panel_get_entity (self)->name;
    }
}

static void
edited (AskFieldRow *row, const char *value, AskSchemaPanel *self)
{
  const AskShownField *shown = NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;

  for (guint i = 0; i < self->shown->len && shown == NULL; i++)
    if (((AskShownField *) self->shown->pdata[i])->row == row)
      shown = self->shown->pdata[i];
  if (shown == NULL || self->editor == NULL)
    return;
  /* Translators: an entry of the list of versions: the field, and what it is of. */
  title = g_strdup_printf (_("%s of %s"), _(ask_field_row_get_field (row)->label), name_of (self, shown));
  draft = ask_schema_editor_begin (self->editor);
  if (!apply (self, draft, shown, value, &error))
    {
      g_signal_emit (self, signals[PROBLEM], 0, error->message);
      fill_values (self);
      return;
    }
  self->editing = TRUE;
  ask_schema_editor_commit (self->editor, g_steal_pointer (&draft), title, NULL);
  self->editing = FALSE;
  fill_values (self);
}

/**
 * ask_schema_panel_add_fields:
 * @group: an AdwPreferencesGroup of the panel
 * @fields: ended by one without a name; static
 * @source: (nullable): whose fields they are, of %ASK_SHOWN_SOURCE
 *
 * Adds a row for each, without its value: those are filled in for the whole panel at once.
 */
void
ask_schema_panel_add_fields (AskSchemaPanel *self, GtkWidget *group, AskShownPart about, const AskField *fields, const char *source)
{
  for (const AskField *field = fields; field->name != NULL; field++)
    {
      AskShownField *shown = g_new0 (AskShownField, 1);

      shown->about = about;
      shown->row = ask_field_row_new (field);
      shown->source = g_strdup (source);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), ask_field_row_get_widget (shown->row));
      g_ptr_array_add (self->shown, shown);
      g_signal_connect_object (shown->row, "edited", G_CALLBACK (edited), self, 0);
    }
}

/* Two fillings with the same key have the same rows. */
static char *
make_key (AskSchemaPanel *self)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);
  g_autoptr (GString) key = g_string_new (NULL);

  if (entity == NULL)
    {
      /* The faults of another version are others. */
      AskSchema *schema = ask_schema_panel_get_schema (self);

      return ask_schema_panel_get_relationship (self) != NULL
               ? g_strdup_printf ("line %d", self->target.relationship)
               : g_strdup_printf ("nothing of %p", (void *) schema);
    }
  g_string_append_printf (key, "%s %d", entity->id, self->target.hit == ASK_DIAGRAM_ROW ? self->target.attribute : -1);
  if (self->target.hit == ASK_DIAGRAM_ROW)
    return g_string_free (g_steal_pointer (&key), FALSE);
  for (guint i = 0; i < entity->attributes->len; i++)
    g_string_append_printf (key, "\n%s", ((const AskAttribute *) entity->attributes->pdata[i])->name);
  for (guint i = 0; i < entity->metrics->len; i++)
    g_string_append_printf (key, "\n%s %s", ((const AskMetric *) entity->metrics->pdata[i])->name,
                            ((const AskMetric *) entity->metrics->pdata[i])->expression);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

static void
fill (AskSchemaPanel *self)
{
  AskSchema *schema = ask_schema_panel_get_schema (self);
  g_autofree char *key = NULL;
  GtkWidget *child;

  if (schema == NULL)
    return;
  self->target = *ask_canvas_get_selected (self->canvas);
  key = make_key (self);
  if (g_strcmp0 (key, self->key) == 0)
    {
      fill_values (self);
      return;
    }
  g_free (self->key);
  self->key = g_steal_pointer (&key);
  g_ptr_array_set_size (self->shown, 0);
  while ((child = gtk_widget_get_first_child (self->page)) != NULL)
    gtk_box_remove (GTK_BOX (self->page), child);
  ask_schema_panel_build (self);
  fill_values (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

static void
schema_changed (AskSchemaPanel *self)
{
  /* After an edit from here the rows follow by themselves, once the canvas knows the new schema. */
  if (!self->editing)
    fill (self);
}

/**
 * ask_schema_panel_set_editor:
 * @editor: (transfer none): the canvas's own
 */
void
ask_schema_panel_set_editor (AskSchemaPanel *self, AskSchemaEditor *editor)
{
  g_return_if_fail (ASK_IS_SCHEMA_PANEL (self) && ASK_IS_SCHEMA_EDITOR (editor));

  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  g_set_object (&self->editor, editor);
  g_signal_connect_object (editor, "changed", G_CALLBACK (schema_changed), self, G_CONNECT_SWAPPED);
  fill (self);
}

/** ask_schema_panel_focus: puts the cursor into the first field */
void
ask_schema_panel_focus (AskSchemaPanel *self)
{
  g_return_if_fail (ASK_IS_SCHEMA_PANEL (self));
  if (self->shown->len > 0)
    gtk_widget_child_focus (ask_field_row_get_widget (((AskShownField *) self->shown->pdata[0])->row), GTK_DIR_TAB_FORWARD);
}

/* What is new is selected, so that it can be given its own words at once. */
static void
add_part (AskSchemaPanel *self, gboolean metric)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);
  const char *wanted = metric ? _("new_metric") : _("new_attribute");
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_strdup (wanted);
  AskDiagramTarget target = { ASK_DIAGRAM_ROW, self->target.entity, 0, -1 };

  if (entity == NULL || self->editor == NULL)
    return;
  for (guint n = 2;
       ask_entity_find_attribute (entity, name) != NULL || ask_entity_find_metric (entity, name) != NULL; n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_%u", wanted, n);
    }
  draft = ask_schema_editor_begin (self->editor);
  if (!(metric ? ask_schema_edit_set_metric (draft, entity->id, name, "expression", "count(*)", &error)
               : ask_schema_edit_add_calculated (draft, entity->id, name, "NULL", &error)))
    {
      g_signal_emit (self, signals[PROBLEM], 0, error->message);
      return;
    }
  target.attribute = (int) (metric ? entity->attributes->len + entity->metrics->len : entity->attributes->len);
  ask_schema_editor_commit (self->editor, g_steal_pointer (&draft),
                            metric ? _("Added a metric") : _("Added a calculated attribute"), NULL);
  ask_canvas_select (self->canvas, &target);
  ask_schema_panel_focus (self);
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

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (ASK_SCHEMA_PANEL (widget)->canvas), "canvas.remove", NULL);
}

static void
ask_schema_panel_dispose (GObject *object)
{
  AskSchemaPanel *self = ASK_SCHEMA_PANEL (object);

  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->editor);
  g_clear_object (&self->canvas);
  g_clear_pointer (&self->key, g_free);
  G_OBJECT_CLASS (ask_schema_panel_parent_class)->dispose (object);
}

static void
ask_schema_panel_class_init (AskSchemaPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_schema_panel_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "panel.add-calculated", NULL, action_add_calculated);
  gtk_widget_class_install_action (widget_class, "panel.add-metric", NULL, action_add_metric);
  gtk_widget_class_install_action (widget_class, "panel.remove", NULL, action_remove);

  /** AskSchemaPanel::problem: @message: one sentence: why an edit could not be made */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_schema_panel_init (AskSchemaPanel *self)
{
  self->shown = g_ptr_array_new_with_free_func (shown_free);
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_set_margin_top (self->page, 12);
  gtk_widget_set_margin_bottom (self->page, 24);
  gtk_widget_set_margin_start (self->page, 12);
  gtk_widget_set_margin_end (self->page, 12);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->page);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

/** ask_schema_panel_new: Returns: (transfer floating): the panel of @canvas */
GtkWidget *
ask_schema_panel_new (AskCanvas *canvas)
{
  AskSchemaPanel *self = g_object_new (ASK_TYPE_SCHEMA_PANEL, NULL);

  self->canvas = g_object_ref (canvas);
  g_signal_connect_object (canvas, "selection-changed", G_CALLBACK (schema_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables say which fields a part has; the values come from the schema's document, and an edit goes through
 * ask-schema-edit.h by the same names. It is filled anew when something else is selected; after an edit of the
 * same thing only the values follow, so that the cursor stays where it is. What is typed is given when a person
 * turns to something else, and what is refused is kept until it is mended: no text is ever thrown away.
 */
#include "config.h"

#include "app/schema/ask-schema-panel-private.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "schema/edit/ask-schema-edit.h"

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

static const AskEntity *
find_entity (AskSchema *schema, const AskDiagramTarget *target)
{
  return schema != NULL
             && (target->hit == ASK_DIAGRAM_BOX || target->hit == ASK_DIAGRAM_ROW || target->hit == ASK_DIAGRAM_GROUP
                 || target->hit == ASK_DIAGRAM_AREA)
             && target->entity < schema->entities->len
           ? schema->entities->pdata[target->entity]
           : NULL;
}

static const AskAttribute *
find_attribute (AskSchema *schema, const AskDiagramTarget *target)
{
  const AskEntity *entity = find_entity (schema, target);

  return entity != NULL && target->hit == ASK_DIAGRAM_ROW && target->attribute < (int) entity->attributes->len
           ? entity->attributes->pdata[target->attribute]
           : NULL;
}

static const AskMetric *
find_metric (AskSchema *schema, const AskDiagramTarget *target)
{
  const AskEntity *entity = find_entity (schema, target);
  int index = target->attribute - (entity != NULL ? (int) entity->attributes->len : 0);

  return entity != NULL && target->hit == ASK_DIAGRAM_ROW && index >= 0 && index < (int) entity->metrics->len
           ? entity->metrics->pdata[index]
           : NULL;
}

static const AskRelationship *
find_relationship (AskSchema *schema, const AskDiagramTarget *target)
{
  return schema != NULL && target->hit == ASK_DIAGRAM_LINE && target->relationship < (int) schema->relationships->len
           ? schema->relationships->pdata[target->relationship]
           : NULL;
}

/** ask_schema_panel_get_entity: Returns: (transfer none) (nullable): what is shown, or the entity that it is of */
const AskEntity *
ask_schema_panel_get_entity (AskSchemaPanel *self)
{
  return find_entity (self->schema, &self->target);
}

/** ask_schema_panel_get_attribute: Returns: (transfer none) (nullable): the attribute that is shown */
const AskAttribute *
ask_schema_panel_get_attribute (AskSchemaPanel *self)
{
  return find_attribute (self->schema, &self->target);
}

/** ask_schema_panel_get_metric: Returns: (transfer none) (nullable): the metric that is shown */
const AskMetric *
ask_schema_panel_get_metric (AskSchemaPanel *self)
{
  return find_metric (self->schema, &self->target);
}

/** ask_schema_panel_get_relationship: Returns: (transfer none) (nullable): the relationship that is shown */
const AskRelationship *
ask_schema_panel_get_relationship (AskSchemaPanel *self)
{
  return find_relationship (self->schema, &self->target);
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
join_lines (const GPtrArray *texts)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (lines, "%s%s", i > 0 ? "\n" : "", (const char *) texts->pdata[i]);
  return g_string_free (lines, FALSE);
}

static char *
source_value (AskSchemaPanel *self, const AskShownField *shown)
{
  const AskSchemaSource *source = ask_schema_find_source (self->schema, shown->source);

  if (strcmp (ask_field_row_get_field (shown->row)->name, "description") == 0)
    return g_strdup (source != NULL && source->description != NULL ? source->description : "");
  if (strcmp (ask_field_row_get_field (shown->row)->name, "statements") == 0)
    return source != NULL ? join_lines (source->statements) : g_strdup ("");
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

      if (shown->part == ASK_SHOWN_SOURCE)
        value = source_value (self, shown);
      else if (object != NULL)
        value = member_value (object, ask_field_row_get_field (shown->row));
      ask_field_row_set_value (shown->row, value);
    }
  ask_schema_panel_update_heading (self);
}

/* The place of what is shown in @draft, which may be of a later version. */
static guint
find_line (AskSchema *draft, const AskRelationship *relationship)
{
  guint i = 0;

  while (i < draft->relationships->len && !ask_relationship_joins_same (draft->relationships->pdata[i], relationship))
    i++;
  return i;
}

static gboolean
apply (AskSchemaPanel *self, AskSchema *draft, const AskShownField *shown, const char *value, GError **error)
{
  const char *field = ask_field_row_get_field (shown->row)->name;
  const AskEntity *entity = ask_schema_panel_get_entity (self);

  switch (shown->part)
    {
    case ASK_SHOWN_ENTITY:
      return ask_schema_edit_set_entity (draft, entity->id, field, value, error);
    case ASK_SHOWN_ATTRIBUTE:
      return ask_schema_edit_set_attribute (draft, entity->id, ask_schema_panel_get_attribute (self)->name, field,
                                            value, error);
    case ASK_SHOWN_METRIC:
      return ask_schema_edit_set_metric (draft, entity->id, ask_schema_panel_get_metric (self)->name, field, value,
                                         error);
    case ASK_SHOWN_RELATIONSHIP:
      return ask_schema_edit_set_relationship (draft, find_line (draft, ask_schema_panel_get_relationship (self)),
                                               field, value, error);
    case ASK_SHOWN_SOURCE:
      return ask_schema_edit_set_source (draft, shown->source, field, value, error);
    default:
      g_assert_not_reached ();
    }
}

/* Returns: (transfer full): as the list of versions calls it: "orders.total" */
static char *
name_of (AskSchemaPanel *self, const AskShownField *shown)
{
  const AskEntity *entity = ask_schema_panel_get_entity (self);

  switch (shown->part)
    {
    case ASK_SHOWN_ATTRIBUTE:
      return g_strconcat (entity->name, ".", ask_schema_panel_get_attribute (self)->name, NULL);
    case ASK_SHOWN_METRIC:
      return g_strconcat (entity->name, ".", ask_schema_panel_get_metric (self)->name, NULL);
    case ASK_SHOWN_RELATIONSHIP:
      {
        const AskRelationship *line = ask_schema_panel_get_relationship (self);

        return g_strconcat (line->from, " → ", line->to, NULL);
      }
    case ASK_SHOWN_SOURCE:
      return g_strdup (shown->source);
    default:
      return g_strdup (entity->name);
    }
}

/* Two fillings with the same key have the same rows, about the same thing. */
static char *
make_key (AskSchemaPanel *self, AskSchema *schema, const AskDiagramTarget *target)
{
  const AskSuggestion *suggestion = ask_canvas_get_suggestion (self->canvas, target);
  const AskEntity *entity = find_entity (schema, target);
  const AskRelationship *line = find_relationship (schema, target);
  g_autoptr (GString) key = g_string_new (NULL);

  if (suggestion != NULL)
    g_string_append_printf (key, "suggested %s ", suggestion->key);
  if (line != NULL)
    g_string_append_printf (key, "line %s %s %s %s", line->from, (char *) line->from_attributes->pdata[0], line->to,
                            (char *) line->to_attributes->pdata[0]);
  else if (entity == NULL && suggestion == NULL)
    /* The faults of another version are others. */
    g_string_append_printf (key, "nothing of %p, %p", (void *) schema, (void *) ask_canvas_get_offers (self->canvas));
  else if (entity == NULL)
    ;
  else if (find_attribute (schema, target) != NULL)
    g_string_append_printf (key, "%s attribute %s", entity->id, find_attribute (schema, target)->name);
  else if (find_metric (schema, target) != NULL)
    g_string_append_printf (key, "%s metric %s", entity->id, find_metric (schema, target)->name);
  else
    {
      g_string_append_printf (key, "%s", entity->id);
      for (guint i = 0; i < entity->attributes->len; i++)
        g_string_append_printf (key, "\n%s %d", ((const AskAttribute *) entity->attributes->pdata[i])->name,
                                ((const AskAttribute *) entity->attributes->pdata[i])->type);
      for (guint i = 0; i < entity->metrics->len; i++)
        g_string_append_printf (key, "\n%s %s", ((const AskMetric *) entity->metrics->pdata[i])->name,
                                ((const AskMetric *) entity->metrics->pdata[i])->expression);
      for (guint i = 0; i < entity->bindings->len; i++)
        g_string_append_printf (key, "\n%s %s", ((const AskBinding *) entity->bindings->pdata[i])->source,
                                ((const AskBinding *) entity->bindings->pdata[i])->table);
    }
  return g_string_free (g_steal_pointer (&key), FALSE);
}

static void
set_shown (AskSchemaPanel *self, AskSchema *schema, const AskDiagramTarget *target)
{
  ask_schema_ref (schema);
  g_clear_pointer (&self->schema, ask_schema_unref);
  self->schema = schema;
  self->target = *target;
}

/* Where a field is, in words: what was typed there is found again by them. */
static char *
place_of (AskSchemaPanel *self, const AskShownField *shown)
{
  const char *field = ask_field_row_get_field (shown->row)->name;

  return shown->part == ASK_SHOWN_SOURCE   ? g_strdup_printf ("source %s\n%s", shown->source, field)
         : shown->part == ASK_SHOWN_ENTITY ? g_strdup_printf ("%s\n%s", ask_schema_panel_get_entity (self)->id, field)
                                           : g_strdup_printf ("%s\n%s", self->key, field);
}

static void
keep_drafts (AskSchemaPanel *self)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      const AskShownField *shown = self->shown->pdata[i];
      char *draft = ask_field_row_dup_draft (shown->row);

      if (draft != NULL)
        g_hash_table_insert (self->drafts, place_of (self, shown), draft);
    }
}

static void
put_drafts (AskSchemaPanel *self)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      const AskShownField *shown = self->shown->pdata[i];
      g_autofree char *place = place_of (self, shown);
      const char *draft = g_hash_table_lookup (self->drafts, place);

      if (draft == NULL)
        continue;
      ask_field_row_put_draft (shown->row, draft);
      g_hash_table_remove (self->drafts, place);
    }
}

static void
rebuild (AskSchemaPanel *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->shown, 0);
  self->heading = NULL;
  self->first = NULL;
  while ((child = gtk_widget_get_first_child (self->page)) != NULL)
    gtk_box_remove (GTK_BOX (self->page), child);
  ask_schema_panel_build (self);
  fill_values (self);
  put_drafts (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller)), 0);
}

/* Shows what is selected in the newest version. */
static void
fill (AskSchemaPanel *self)
{
  AskSchema *schema = self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
  const AskDiagramTarget *target = ask_canvas_get_selected (self->canvas);
  g_autofree char *key = NULL;

  g_clear_handle_id (&self->fill_source, g_source_remove);
  if (schema == NULL)
    return;
  key = make_key (self, schema, target);
  if (schema == self->schema && strcmp (key, self->key) != 0)
    {
      /* A person selected something else. Where it is another version that changed what is selected, nothing is
       * given: whoever made it is not done yet. */
      ask_schema_panel_give (self);
      schema = ask_schema_editor_get_schema (self->editor);
      g_free (key);
      key = make_key (self, schema, target);
    }
  if (g_strcmp0 (key, self->key) == 0)
    {
      set_shown (self, schema, target);
      fill_values (self);
      return;
    }
  keep_drafts (self);
  set_shown (self, schema, target);
  g_free (self->key);
  self->key = g_steal_pointer (&key);
  rebuild (self);
}

static gboolean
fill_later (gpointer data)
{
  AskSchemaPanel *self = data;

  self->fill_source = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

/** ask_schema_panel_report: says why an edit could not be made */
void
ask_schema_panel_report (AskSchemaPanel *self, const GError *failure)
{
  g_signal_emit (self, signals[PROBLEM], 0, ask_error_get_words (failure));
}

static void
edited (AskFieldRow *row, const char *value, AskSchemaPanel *self)
{
  const AskField *field = ask_field_row_get_field (row);
  const AskShownField *shown = NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  g_autofree char *key = NULL;
  gboolean renames = strcmp (field->name, "name") == 0;

  for (guint i = 0; i < self->shown->len && shown == NULL; i++)
    if (((AskShownField *) self->shown->pdata[i])->row == row)
      shown = self->shown->pdata[i];
  if (shown == NULL || self->editor == NULL)
    return;
  name = name_of (self, shown);
  if (renames)
    /* Translators: an entry of the list of versions: a name, and the name that it has now. */
    title = g_strdup_printf (_ ("Renamed %s to %s"), name, value);
  else
    /* Translators: an entry of the list of versions: the field, and what it is of. */
    title = g_strdup_printf (_ ("%s of %s"), _ (field->label), name);
  draft = ask_schema_editor_begin (self->editor);
  if (!apply (self, draft, shown, value, &error))
    {
      ask_field_row_refuse (row);
      ask_schema_panel_report (self, error);
      return;
    }
  self->editing = TRUE;
  if (renames)
    ask_canvas_commit_risky (self->canvas, g_steal_pointer (&draft), title, name);
  else
    ask_schema_editor_commit (self->editor, g_steal_pointer (&draft), title, NULL);
  self->editing = FALSE;
  /* An edit of a field moves nothing: the same numbers mean the same in the new version. */
  set_shown (self, ask_schema_editor_get_schema (self->editor), &self->target);
  fill_values (self);
  key = make_key (self, self->schema, &self->target);
  if (renames)
    {
      g_free (self->key);
      self->key = g_steal_pointer (&key);
    }
  else if (strcmp (key, self->key) != 0)
    /* Other rows: not now, as the cursor may just be leaving this one. */
    self->fill_source = self->fill_source != 0 ? self->fill_source : g_idle_add (fill_later, self);
}

/**
 * ask_schema_panel_give:
 *
 * Gives to the editor what is typed and not given yet. What it refuses is told as a problem and stays typed, also
 * while something else is selected.
 */
void
ask_schema_panel_give (AskSchemaPanel *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (ASK_IS_SCHEMA_PANEL (self));
  for (guint i = 0; i < self->shown->len; i++)
    g_ptr_array_add (rows, g_object_ref (((AskShownField *) self->shown->pdata[i])->row));
  for (guint i = 0; i < rows->len; i++)
    ask_field_row_give (rows->pdata[i]);
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
ask_schema_panel_add_fields (AskSchemaPanel *self, GtkWidget *group, AskShownPart part, const AskField *fields,
                             const char *source)
{
  for (const AskField *field = fields; field->name != NULL; field++)
    {
      AskShownField *shown = g_new0 (AskShownField, 1);

      shown->part = part;
      shown->row = ask_field_row_new (field);
      shown->source = g_strdup (source);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), ask_field_row_get_widget (shown->row));
      g_ptr_array_add (self->shown, shown);
      g_signal_connect_object (shown->row, "edited", G_CALLBACK (edited), self, 0);
    }
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
    gtk_widget_child_focus (ask_field_row_get_widget (((AskShownField *) self->shown->pdata[0])->row),
                            GTK_DIR_TAB_FORWARD);
  else if (self->first != NULL)
    gtk_widget_grab_focus (self->first);
}

/* Hidden, or with another page over it, or with its window closed. */
static void
ask_schema_panel_unmap (GtkWidget *widget)
{
  ask_schema_panel_give (ASK_SCHEMA_PANEL (widget));
  GTK_WIDGET_CLASS (ask_schema_panel_parent_class)->unmap (widget);
}

static void
ask_schema_panel_dispose (GObject *object)
{
  AskSchemaPanel *self = ASK_SCHEMA_PANEL (object);

  if (self->shown != NULL)
    ask_schema_panel_give (self);
  g_clear_handle_id (&self->fill_source, g_source_remove);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->editor);
  g_clear_object (&self->canvas);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->drafts, g_hash_table_unref);
  g_clear_pointer (&self->key, g_free);
  G_OBJECT_CLASS (ask_schema_panel_parent_class)->dispose (object);
}

static void
ask_schema_panel_class_init (AskSchemaPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_schema_panel_dispose;
  widget_class->unmap = ask_schema_panel_unmap;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  ask_schema_panel_install_actions (widget_class);

  /** AskSchemaPanel::problem: @message: one sentence: why an edit could not be made */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_schema_panel_init (AskSchemaPanel *self)
{
  self->shown = g_ptr_array_new_with_free_func (shown_free);
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
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

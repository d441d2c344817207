/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tables say which fields a part has; the values come from the schema's document, and an edit goes through
 * ask-schema-edit.h by the same names. It is filled anew when something else is selected; after an edit of the
 * same thing only the values follow, so that the cursor stays where it is.
 */
#include "config.h"

#include "app/ask-schema-panel.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-field-row.h"
#include "schema/ask-schema-check.h"
#include "schema/ask-schema-edit.h"

/* An entity lists so many attributes; the canvas shows them all. */
#define MAX_LISTED 200
#define MAX_FAULTS 50

static const AskFieldChoice types[] = {
  { "text", N_ ("Text") },       { "integer", N_ ("Whole number") },  { "real", N_ ("Number") },
  { "decimal", N_ ("Decimal") }, { "boolean", N_ ("Yes or no") },     { "date", N_ ("Date") },
  { "datetime", N_ ("Moment") }, { "json", N_ ("JSON") },             { "blob", N_ ("Bytes") },
  { "any", N_ ("Anything") },    { NULL, NULL },
};

static const AskFieldChoice meanings[] = {
  { "none", N_ ("Nothing special") },   { "identifier", N_ ("Identifier") }, { "code", N_ ("Code") },
  { "name", N_ ("Name of the row") },   { "money", N_ ("Money") },           { "percentage", N_ ("Percentage") },
  { "quantity", N_ ("Quantity") },      { "date", N_ ("Date") },             { "moment", N_ ("Date and time") },
  { "year", N_ ("Year") },              { "flag", N_ ("Yes or no") },        { "email", N_ ("E-mail address") },
  { "phone", N_ ("Telephone number") }, { "url", N_ ("Web address") },       { "person", N_ ("Person") },
  { "place", N_ ("Place") },            { "country", N_ ("Country") },       { "latitude", N_ ("Latitude") },
  { "longitude", N_ ("Longitude") },    { "text", N_ ("Sentences") },        { NULL, NULL },
};

static const AskFieldChoice sharings[] = {
  { "inherit", N_ ("As its source") },
  { "never", N_ ("Never") },
  { "samples", N_ ("Examples only") },
  { "yes", N_ ("Yes") },
  { NULL, NULL },
};

static const AskFieldChoice source_sharings[] = {
  { "never", N_ ("Never") },
  { "samples", N_ ("Examples only") },
  { "yes", N_ ("Yes") },
  { NULL, NULL },
};

static const AskFieldChoice cardinalities[] = {
  { "many-to-one", N_ ("Many to one") },
  { "one-to-one", N_ ("One to one") },
  { "many-to-many", N_ ("Many to many") },
  { NULL, NULL },
};

static const AskField entity_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "hidden", N_ ("Hidden"), N_ ("Questions and models do not see it"), ASK_FIELD_FLAG, NULL },
  { "notes", N_ ("Notes for other stewards"), NULL, ASK_FIELD_NOTES, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField query_fields[] = {
  { "query", N_ ("Query"), NULL, ASK_FIELD_SQL, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField name_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField attribute_fields[] = {
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "meaning", N_ ("Meaning"), NULL, ASK_FIELD_CHOICE, meanings },
  { "unit", N_ ("Unit"), NULL, ASK_FIELD_TEXT, NULL },
  { "examples", N_ ("Examples, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { "sharing", N_ ("Values may reach a model"), NULL, ASK_FIELD_CHOICE, sharings },
  { "hidden", N_ ("Hidden"), N_ ("Questions and models do not see it"), ASK_FIELD_FLAG, NULL },
  { "sensitive", N_ ("Sensitive"), N_ ("Shown only where it is asked for by name, and never shared"), ASK_FIELD_FLAG,
    NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField type_fields[] = {
  { "type", N_ ("Type"), NULL, ASK_FIELD_CHOICE, types },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField calculated_fields[] = {
  { "expression", N_ ("Calculated as"), NULL, ASK_FIELD_SQL, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField metric_fields[] = {
  { "name", N_ ("Name"), NULL, ASK_FIELD_TEXT, NULL },
  { "expression", N_ ("Calculated as"), NULL, ASK_FIELD_SQL, NULL },
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "unit", N_ ("Unit"), NULL, ASK_FIELD_TEXT, NULL },
  { "synonyms", N_ ("Also called, separated by commas"), NULL, ASK_FIELD_LIST, NULL },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField relationship_fields[] = {
  { "verb", N_ ("Verb, such as “is placed by”"), NULL, ASK_FIELD_TEXT, NULL },
  { "cardinality", N_ ("Cardinality"), NULL, ASK_FIELD_CHOICE, cardinalities },
  { NULL, NULL, NULL, 0, NULL },
};

static const AskField source_fields[] = {
  { "description", N_ ("Description"), NULL, ASK_FIELD_NOTES, NULL },
  { "sharing", N_ ("Values may reach a model"), N_ ("Names, types and descriptions always may"), ASK_FIELD_CHOICE,
    source_sharings },
  { NULL, NULL, NULL, 0, NULL },
};

/* What a row of fields belongs to. */
typedef enum
{
  ABOUT_NOTHING,
  ABOUT_ENTITY,
  ABOUT_ATTRIBUTE,
  ABOUT_METRIC,
  ABOUT_RELATIONSHIP,
  ABOUT_SOURCE
} About;

typedef struct
{
  About about;
  AskFieldRow *row;
  char *source; /* of ABOUT_SOURCE */
} Shown;

struct _AskSchemaPanel
{
  GtkWidget parent_instance;
  AskCanvas *canvas;
  AskSchemaEditor *editor; /* nullable */

  GtkWidget *scroller;
  GtkWidget *page; /* a box of groups */
  GPtrArray *shown; /* Shown */
  GPtrArray *faults; /* AskFault; nullable */
  AskDiagramTarget target; /* what it is about */
  char *key; /* the same in words that survive a rename of nothing else */
  gboolean editing;
};

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
  Shown *self = data;

  g_object_unref (self->row);
  g_free (self->source);
  g_free (self);
}

static AskSchema *
get_schema (AskSchemaPanel *self)
{
  return self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
}

static const AskEntity *
get_entity (AskSchemaPanel *self)
{
  AskSchema *schema = get_schema (self);

  return schema != NULL
             && (self->target.hit == ASK_DIAGRAM_BOX || self->target.hit == ASK_DIAGRAM_ROW
                 || self->target.hit == ASK_DIAGRAM_GROUP)
             && self->target.entity < schema->entities->len
           ? schema->entities->pdata[self->target.entity]
           : NULL;
}

static const AskAttribute *
get_attribute (AskSchemaPanel *self)
{
  const AskEntity *entity = get_entity (self);

  return entity != NULL && self->target.hit == ASK_DIAGRAM_ROW
             && self->target.attribute < (int) entity->attributes->len
           ? entity->attributes->pdata[self->target.attribute]
           : NULL;
}

static const AskMetric *
get_metric (AskSchemaPanel *self)
{
  const AskEntity *entity = get_entity (self);
  int index = self->target.attribute - (entity != NULL ? (int) entity->attributes->len : 0);

  return entity != NULL && self->target.hit == ASK_DIAGRAM_ROW && index >= 0 && index < (int) entity->metrics->len
           ? entity->metrics->pdata[index]
           : NULL;
}

static const AskRelationship *
get_relationship (AskSchemaPanel *self)
{
  AskSchema *schema = get_schema (self);

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
source_value (AskSchemaPanel *self, const Shown *shown)
{
  const AskSchemaSource *source = ask_schema_find_source (get_schema (self), shown->source);

  if (strcmp (ask_field_row_get_field (shown->row)->name, "description") == 0)
    return g_strdup (source != NULL && source->description != NULL ? source->description : "");
  return g_strdup (source == NULL || source->sharing == ASK_SHARING_INHERIT ? "never"
                                                                            : ask_sharing_to_string (source->sharing));
}

/* What the schema says now goes into the rows. */
static void
fill_values (AskSchemaPanel *self)
{
  const AskEntity *entity = get_entity (self);
  const AskAttribute *attribute = get_attribute (self);
  const AskMetric *metric = get_metric (self);
  const AskRelationship *relationship = get_relationship (self);
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
      Shown *shown = self->shown->pdata[i];
      g_autofree char *value = NULL;

      if (shown->about == ABOUT_SOURCE)
        value = source_value (self, shown);
      else if (object != NULL)
        value = member_value (object, ask_field_row_get_field (shown->row));
      ask_field_row_set_value (shown->row, value);
    }
}

static gboolean
apply (AskSchemaPanel *self, AskSchema *draft, const Shown *shown, const char *value, GError **error)
{
  const char *field = ask_field_row_get_field (shown->row)->name;

  switch (shown->about)
    {
    case ABOUT_ENTITY:
      return ask_schema_edit_set_entity (draft, get_entity (self)->id, field, value, error);
    case ABOUT_ATTRIBUTE:
      return ask_schema_edit_set_attribute (draft, get_entity (self)->id, get_attribute (self)->name, field, value,
                                            error);
    case ABOUT_METRIC:
      return ask_schema_edit_set_metric (draft, get_entity (self)->id, get_metric (self)->name, field, value, error);
    case ABOUT_RELATIONSHIP:
      return ask_schema_edit_set_relationship (draft, (guint) self->target.relationship, field, value, error);
    case ABOUT_SOURCE:
      return ask_schema_edit_set_source (draft, shown->source, field, value, error);
    default:
      g_assert_not_reached ();
    }
}

static const char *
name_of (AskSchemaPanel *self, const Shown *shown)
{
  switch (shown->about)
    {
    case ABOUT_ATTRIBUTE:
      return get_attribute (self)->name;
    case ABOUT_METRIC:
      return get_metric (self)->name;
    case ABOUT_RELATIONSHIP:
      return get_relationship (self)->from;
    case ABOUT_SOURCE:
      return shown->source;
    default:
      return get_entity (self)->name;
    }
}

static void
edited (AskFieldRow *row, const char *value, AskSchemaPanel *self)
{
  const Shown *shown = NULL;
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;

  for (guint i = 0; i < self->shown->len && shown == NULL; i++)
    if (((Shown *) self->shown->pdata[i])->row == row)
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

static GtkWidget *
add_group (AskSchemaPanel *self, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (title != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (title, -1);

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), markup);
    }
  if (description != NULL)
    {
      g_autofree char *markup = g_markup_escape_text (description, -1);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), markup);
    }
  gtk_box_append (GTK_BOX (self->page), group);
  return group;
}

static void
add_fields (AskSchemaPanel *self, GtkWidget *group, About about, const AskField *fields, const char *source)
{
  for (const AskField *field = fields; field->name != NULL; field++)
    {
      Shown *shown = g_new0 (Shown, 1);

      shown->about = about;
      shown->row = ask_field_row_new (field);
      shown->source = g_strdup (source);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), ask_field_row_get_widget (shown->row));
      g_ptr_array_add (self->shown, shown);
      g_signal_connect_object (shown->row, "edited", G_CALLBACK (edited), self, 0);
    }
}

static void
row_activated (GtkWidget *row, AskSchemaPanel *self)
{
  int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "row"));
  AskDiagramTarget target = { ASK_DIAGRAM_ROW, self->target.entity, index, -1 };

  ask_canvas_select (self->canvas, &target);
}

static GtkWidget *
new_link (AskSchemaPanel *self, const char *title, const char *subtitle, int index)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autofree char *under = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), under);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "row", GINT_TO_POINTER (index));
  g_signal_connect_object (row, "activated", G_CALLBACK (row_activated), self, 0);
  return row;
}

static void
fill_entity (AskSchemaPanel *self, const AskEntity *entity)
{
  g_autofree char *where
    = entity->kind == ASK_ENTITY_QUERY ? g_strdup (_("A query over other entities"))
      : entity->kind == ASK_ENTITY_API
        /* Translators: a web API's name. */
        ? g_strdup_printf (_("Web API of %s"), entity->source)
        /* Translators: a table, its source. */
        : g_strdup_printf (_("%s in %s"), entity->table, entity->source);
  GtkWidget *group = add_group (self, entity->name, where);
  GtkWidget *add;

  add_fields (self, group, ABOUT_ENTITY, entity_fields, NULL);
  if (entity->kind == ASK_ENTITY_QUERY)
    add_fields (self, group, ABOUT_ENTITY, query_fields, NULL);

  group = add_group (self, _("Attributes"), NULL);
  add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_set_tooltip_text (add, _("Add a calculated attribute"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "panel.add-calculated");
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), add);
  for (guint i = 0; i < MIN (entity->attributes->len, MAX_LISTED); i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];

      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group),
                                 new_link (self, attribute->name, ask_type_to_string (attribute->type), (int) i));
    }

  group = add_group (self, _("Metrics"), NULL);
  add = gtk_button_new_from_icon_name ("list-add-symbolic");
  gtk_widget_add_css_class (add, "flat");
  gtk_widget_set_tooltip_text (add, _("Add a metric"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (add), "panel.add-metric");
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (group), add);
  for (guint i = 0; i < entity->metrics->len; i++)
    {
      const AskMetric *metric = entity->metrics->pdata[i];

      adw_preferences_group_add (
        ADW_PREFERENCES_GROUP (group),
        new_link (self, metric->name, metric->expression, (int) (entity->attributes->len + i)));
    }
  if (entity->source[0] != '\0')
    {
      /* Translators: a source's name. */
      g_autofree char *title = g_strdup_printf (_("Source %s"), entity->source);

      add_fields (self, add_group (self, title, NULL), ABOUT_SOURCE, source_fields, entity->source);
    }
}

static void
fill_attribute (AskSchemaPanel *self, const AskEntity *entity, const AskAttribute *attribute)
{
  g_autofree char *title = g_strdup_printf ("%s.%s", entity->name, attribute->name);
  GtkWidget *group = add_group (self, title, attribute->declared);

  add_fields (self, group, ABOUT_ATTRIBUTE, name_fields, NULL);
  add_fields (self, group, ABOUT_ATTRIBUTE, attribute->expression != NULL ? calculated_fields : type_fields, NULL);
  add_fields (self, group, ABOUT_ATTRIBUTE, attribute_fields, NULL);
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
fill_relationship (AskSchemaPanel *self, const AskRelationship *relationship)
{
  g_autofree char *from = join_names (relationship->from_attributes);
  g_autofree char *to = join_names (relationship->to_attributes);
  /* Translators: entity (attributes) refers to entity (attributes). */
  g_autofree char *what
    = g_strdup_printf (_("%s (%s) refers to %s (%s)"), relationship->from, from, relationship->to, to);
  GtkWidget *group = add_group (self, _("Relationship"), what);
  GtkWidget *remove = gtk_button_new_with_mnemonic (_("Re_move Relationship"));

  add_fields (self, group, ABOUT_RELATIONSHIP, relationship_fields, NULL);
  gtk_widget_add_css_class (remove, "destructive-action");
  gtk_widget_add_css_class (remove, "pill");
  gtk_widget_set_halign (remove, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "panel.remove");
  gtk_box_append (GTK_BOX (self->page), remove);
}

static void
fill_metric (AskSchemaPanel *self, const AskEntity *entity, const AskMetric *metric)
{
  g_autofree char *title = g_strdup_printf ("%s.%s", entity->name, metric->name);

  add_fields (self, add_group (self, title, _("A figure that questions can ask for by name")), ABOUT_METRIC,
              metric_fields, NULL);
}

static void
fault_activated (GtkWidget *row, AskSchemaPanel *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "fault"));
  const AskFault *fault = self->faults->pdata[index];
  const AskEntity *entity;

  if (fault->relationship >= 0)
    {
      ask_canvas_select (self->canvas, &(AskDiagramTarget) { ASK_DIAGRAM_LINE, 0, -1, fault->relationship });
      return;
    }
  if (fault->entity_id == NULL || (entity = ask_schema_find_id (get_schema (self), fault->entity_id)) == NULL)
    return;
  for (guint i = 0; fault->metric != NULL && i < entity->metrics->len; i++)
    if (g_ascii_strcasecmp (((const AskMetric *) entity->metrics->pdata[i])->name, fault->metric) == 0)
      {
        AskDiagramTarget target = { ASK_DIAGRAM_ROW, 0, (int) (entity->attributes->len + i), -1 };

        g_ptr_array_find (get_schema (self)->entities, entity, &target.entity);
        ask_canvas_select (self->canvas, &target);
        return;
      }
  ask_canvas_fly_to (self->canvas, fault->entity_id, fault->attribute);
}

static GtkWidget *
new_fault (AskSchemaPanel *self, guint index)
{
  static const char *const icons[]
    = { "dialog-error-symbolic", "dialog-warning-symbolic", "dialog-information-symbolic" };
  const AskFault *fault = self->faults->pdata[index];
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *message = g_markup_escape_text (fault->message, -1);
  g_autofree char *remedy = g_markup_escape_text (fault->remedy, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), message);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), remedy);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row), icons[fault->level]);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), fault->entity_id != NULL || fault->relationship >= 0);
  g_object_set_data (G_OBJECT (row), "fault", GUINT_TO_POINTER (index));
  g_signal_connect_object (row, "activated", G_CALLBACK (fault_activated), self, 0);
  return row;
}

/* What there is to do, the worst first: errors, warnings, and advice as far as there is room. */
static void
fill_faults (AskSchemaPanel *self, AskSchema *schema)
{
  GtkWidget *group;
  guint n = 0;
  g_autofree char *words = NULL;

  g_clear_pointer (&self->faults, g_ptr_array_unref);
  self->faults = ask_schema_check (schema);
  words = self->faults->len == 0
            ? g_strdup (_("Nothing is wrong with it"))
            : g_strdup_printf (g_dngettext (NULL, "%u thing", "%u things", self->faults->len), self->faults->len);
  group = add_group (self, _("To Look At"), words);
  for (guint level = ASK_FAULT_ERROR; level <= ASK_FAULT_ADVICE; level++)
    for (guint i = 0; i < self->faults->len && n < MAX_FAULTS; i++)
      if (((const AskFault *) self->faults->pdata[i])->level == level)
        {
          adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_fault (self, i));
          n++;
        }
}

static void
fill_nothing (AskSchemaPanel *self, AskSchema *schema)
{
  g_autofree char *count = g_strdup_printf (
    g_dngettext (NULL, "%u entity", "%u entities", schema->entities->len), schema->entities->len);

  add_group (self, _("Schema"), count);
  add_group (self, NULL,
             _("Select a box, a row or a line to edit it. Drag from one attribute to another to relate them."));
  fill_faults (self, schema);
}

/* Two fillings with the same key have the same rows. */
static char *
make_key (AskSchemaPanel *self)
{
  const AskEntity *entity = get_entity (self);
  g_autoptr (GString) key = g_string_new (NULL);

  if (entity == NULL)
    {
      /* The faults of another version are others. */
      AskSchema *schema = get_schema (self);

      return get_relationship (self) != NULL
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
  AskSchema *schema = get_schema (self);
  const AskEntity *entity;
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
  entity = get_entity (self);
  if (get_attribute (self) != NULL)
    fill_attribute (self, entity, get_attribute (self));
  else if (get_metric (self) != NULL)
    fill_metric (self, entity, get_metric (self));
  else if (entity != NULL)
    fill_entity (self, entity);
  else if (get_relationship (self) != NULL)
    fill_relationship (self, get_relationship (self));
  else
    fill_nothing (self, schema);
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
    gtk_widget_child_focus (ask_field_row_get_widget (((Shown *) self->shown->pdata[0])->row), GTK_DIR_TAB_FORWARD);
}

/* What is new is selected, so that it can be given its own words at once. */
static void
add_part (AskSchemaPanel *self, gboolean metric)
{
  const AskEntity *entity = get_entity (self);
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

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema's parts: making, finding and freeing them. Names are compared without regard
 * to ASCII case, as SQLite does. Printing is in ask-schema-print.c, the JSON document in
 * ask-schema-json.c, the merge of a refreshed source in ask-schema-merge.c.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

#include "base/ask-text.h"

G_DEFINE_QUARK (ask-schema-error-quark, ask_schema_error)

static void
attribute_free (gpointer data)
{
  AskAttribute *self = data;

  g_free (self->name);
  g_free (self->column);
  g_free (self->declared);
  g_free (self->description);
  g_ptr_array_unref (self->synonyms);
  g_ptr_array_unref (self->choices);
  g_free (self);
}

static void
parameter_free (gpointer data)
{
  AskParameter *self = data;

  g_free (self->name);
  g_free (self->attribute);
  g_free (self->fixed);
  g_free (self);
}

static void
operation_free (AskOperation *self)
{
  g_free (self->path);
  g_free (self->rows);
  g_free (self->nested);
  g_ptr_array_unref (self->parameters);
  g_free (self->paging.parameter);
  g_free (self->paging.size_parameter);
  g_free (self->paging.next);
  g_free (self);
}

/**
 * ask_entity_new:
 * @table: the table in the source, or the operation's id
 *
 * Returns: (transfer full): an entity without attributes
 */
AskEntity *
ask_entity_new (const char *name, const char *source, const char *table, AskEntityKind kind)
{
  AskEntity *self = g_new0 (AskEntity, 1);

  self->name = g_strdup (name);
  self->source = g_strdup (source);
  self->table = g_strdup (table);
  self->kind = kind;
  self->synonyms = g_ptr_array_new_with_free_func (g_free);
  self->attributes = g_ptr_array_new_with_free_func (attribute_free);
  self->row_estimate = -1;
  return self;
}

/** ask_entity_free: frees @self with its attributes and its operation */
void
ask_entity_free (AskEntity *self)
{
  g_free (self->name);
  g_free (self->source);
  g_free (self->namespace);
  g_free (self->table);
  g_free (self->description);
  g_ptr_array_unref (self->synonyms);
  g_ptr_array_unref (self->attributes);
  g_clear_pointer (&self->operation, operation_free);
  g_free (self);
}

/**
 * ask_entity_add_attribute:
 * @name: wanted name; a number is added where it is taken
 * @column: (nullable): see AskAttribute
 *
 * Returns: (transfer none): the new last attribute, nullable and without a description
 */
AskAttribute *
ask_entity_add_attribute (AskEntity *self, const char *name, const char *column, AskType type)
{
  AskAttribute *attribute = g_new0 (AskAttribute, 1);

  attribute->name = g_strdup (name);
  for (guint n = 2; ask_entity_find_attribute (self, attribute->name) != NULL; n++)
    {
      g_free (attribute->name);
      attribute->name = g_strdup_printf ("%s_%u", name, n);
    }
  attribute->column = g_strdup (column);
  attribute->type = type;
  attribute->nullable = TRUE;
  attribute->synonyms = g_ptr_array_new_with_free_func (g_free);
  attribute->choices = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->attributes, attribute);
  return attribute;
}

/** ask_entity_find_attribute: Returns: (transfer none) (nullable): by name, whatever the case */
AskAttribute *
ask_entity_find_attribute (const AskEntity *self, const char *name)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      AskAttribute *attribute = self->attributes->pdata[i];

      if (g_ascii_strcasecmp (attribute->name, name) == 0)
        return attribute;
    }
  return NULL;
}

/** ask_entity_find_column: Returns: (transfer none) (nullable): by the source's own column name */
AskAttribute *
ask_entity_find_column (const AskEntity *self, const char *column)
{
  for (guint i = 0; i < self->attributes->len; i++)
    {
      AskAttribute *attribute = self->attributes->pdata[i];

      if (attribute->column != NULL && g_ascii_strcasecmp (attribute->column, column) == 0)
        return attribute;
    }
  return NULL;
}

/** ask_operation_new: Returns: (transfer full): a GET of @path without parameters or pages */
AskOperation *
ask_operation_new (const char *path)
{
  AskOperation *self = g_new0 (AskOperation, 1);

  self->path = g_strdup (path);
  self->parameters = g_ptr_array_new_with_free_func (parameter_free);
  self->paging.first = 1;
  return self;
}

/**
 * ask_operation_add_parameter:
 * @attribute: (nullable): the attribute that it equals
 *
 * Returns: (transfer none): the new last parameter
 */
AskParameter *
ask_operation_add_parameter (AskOperation *self, const char *name, AskParameterPlace place,
                             const char *attribute, gboolean required)
{
  AskParameter *parameter = g_new0 (AskParameter, 1);

  parameter->name = g_strdup (name);
  parameter->place = place;
  parameter->attribute = g_strdup (attribute);
  parameter->required = required;
  g_ptr_array_add (self->parameters, parameter);
  return parameter;
}

/**
 * ask_operation_find_parameter_use:
 * @use: how the attribute has to stand to what is sent
 *
 * Returns: (transfer none) (nullable): the first parameter that binds @attribute in this way
 */
AskParameter *
ask_operation_find_parameter_use (const AskOperation *self, const char *attribute,
                                  AskParameterUse use)
{
  for (guint i = 0; i < self->parameters->len; i++)
    {
      AskParameter *parameter = self->parameters->pdata[i];

      if (parameter->attribute != NULL && parameter->use == use
          && g_ascii_strcasecmp (parameter->attribute, attribute) == 0)
        return parameter;
    }
  return NULL;
}

/** ask_operation_find_parameter_for: Returns: (transfer none) (nullable): what @attribute equals */
AskParameter *
ask_operation_find_parameter_for (const AskOperation *self, const char *attribute)
{
  return ask_operation_find_parameter_use (self, attribute, ASK_PARAMETER_EQUALS);
}

/** ask_relationship_free: frees @self */
void
ask_relationship_free (AskRelationship *self)
{
  g_free (self->from);
  g_ptr_array_unref (self->from_attributes);
  g_free (self->to);
  g_ptr_array_unref (self->to_attributes);
  g_free (self->verb);
  g_free (self);
}

/** ask_schema_new: Returns: (transfer full): an empty schema */
AskSchema *
ask_schema_new (void)
{
  AskSchema *self = g_new0 (AskSchema, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entities = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_entity_free);
  self->relationships = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_free);
  return self;
}

/** ask_schema_ref: Returns: (transfer full): @self */
AskSchema *
ask_schema_ref (AskSchema *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_schema_unref: frees it when nobody holds it any more */
void
ask_schema_unref (AskSchema *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->entities);
  g_ptr_array_unref (self->relationships);
  g_free (self);
}

/** ask_schema_copy: Returns: (transfer full): a deep copy, to be changed */
AskSchema *
ask_schema_copy (AskSchema *self)
{
  g_autoptr (JsonNode) document = ask_schema_to_json (self);
  g_autoptr (GError) error = NULL;
  AskSchema *copy = ask_schema_from_json (document, &error);

  /* Our own document reads back; if not, the printer and the reader have come apart. */
  g_assert_no_error (error);
  return copy;
}

/** ask_schema_find_entity: Returns: (transfer none) (nullable): by name, whatever the case */
AskEntity *
ask_schema_find_entity (AskSchema *self, const char *name)
{
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *entity = self->entities->pdata[i];

      if (g_ascii_strcasecmp (entity->name, name) == 0)
        return entity;
    }
  return NULL;
}

/**
 * ask_schema_add_entity:
 * @entity: (transfer full): where its name is taken, it becomes "source_name", then numbered
 *
 * Returns: (transfer none): @entity
 */
AskEntity *
ask_schema_add_entity (AskSchema *self, AskEntity *entity)
{
  if (ask_schema_find_entity (self, entity->name) != NULL)
    {
      g_autofree char *wanted = g_strdup_printf ("%s_%s", entity->source, entity->name);

      g_free (entity->name);
      entity->name = g_strdup (wanted);
      for (guint n = 2; ask_schema_find_entity (self, entity->name) != NULL; n++)
        {
          g_free (entity->name);
          entity->name = g_strdup_printf ("%s_%u", wanted, n);
        }
    }
  g_ptr_array_add (self->entities, entity);
  return entity;
}

/**
 * ask_schema_add_relationship:
 *
 * Each @from refers to one @to. Further attribute pairs may be appended to what is returned.
 *
 * Returns: (transfer none): the new last relationship
 */
AskRelationship *
ask_schema_add_relationship (AskSchema *self, const char *from, const char *from_attribute,
                             const char *to, const char *to_attribute)
{
  AskRelationship *relationship = g_new0 (AskRelationship, 1);

  relationship->from = g_strdup (from);
  relationship->from_attributes = g_ptr_array_new_with_free_func (g_free);
  relationship->to = g_strdup (to);
  relationship->to_attributes = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (relationship->from_attributes, g_strdup (from_attribute));
  g_ptr_array_add (relationship->to_attributes, g_strdup (to_attribute));
  g_ptr_array_add (self->relationships, relationship);
  return relationship;
}

static gboolean
is_of_source (AskSchema *self, const char *entity, const char *source)
{
  AskEntity *found = ask_schema_find_entity (self, entity);

  return found == NULL || strcmp (found->source, source) == 0;
}

/**
 * ask_schema_remove_source:
 *
 * Takes out the entities of @source and every relationship that touches one.
 */
void
ask_schema_remove_source (AskSchema *self, const char *source)
{
  for (guint i = self->relationships->len; i-- > 0;)
    {
      AskRelationship *relationship = self->relationships->pdata[i];

      if (is_of_source (self, relationship->from, source)
          || is_of_source (self, relationship->to, source))
        g_ptr_array_remove_index (self->relationships, i);
    }
  for (guint i = self->entities->len; i-- > 0;)
    if (strcmp (((AskEntity *) self->entities->pdata[i])->source, source) == 0)
      g_ptr_array_remove_index (self->entities, i);
}

typedef struct
{
  const char *name;
  guint distance;
} Near;

static int
compare_near (gconstpointer a, gconstpointer b)
{
  const Near *na = a;
  const Near *nb = b;

  if (na->distance != nb->distance)
    return na->distance < nb->distance ? -1 : 1;
  return strcmp (na->name, nb->name);
}

/**
 * ask_schema_nearest_names:
 * @name: what somebody wrote
 * @max: at most so many
 *
 * Returns: (transfer container) (element-type utf8): entity names that may have been meant, best
 *   first; they belong to @self
 */
GPtrArray *
ask_schema_nearest_names (AskSchema *self, const char *name, guint max)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (Near));
  GPtrArray *names = g_ptr_array_new ();
  guint far = MAX (2, (guint) g_utf8_strlen (name, -1) / 3);
  g_autofree char *folded = ask_text_fold (name);
  g_autofree char *stem = ask_text_stem (folded);

  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *entity = self->entities->pdata[i];
      Near candidate = { entity->name, ask_text_edit_distance (name, entity->name) };
      g_autofree char *entity_folded = ask_text_fold (entity->name);
      g_autofree char *entity_stem = ask_text_stem (entity_folded);

      if (strcmp (stem, entity_stem) == 0)
        candidate.distance = 0;
      else if (candidate.distance > far
               && (strstr (entity_folded, folded) != NULL || strstr (folded, entity_folded) != NULL))
        candidate.distance = far;
      for (guint s = 0; s < entity->synonyms->len; s++)
        candidate.distance
          = MIN (candidate.distance, ask_text_edit_distance (name, entity->synonyms->pdata[s]));
      if (candidate.distance <= far)
        g_array_append_val (near, candidate);
    }
  g_array_sort (near, compare_near);
  for (guint i = 0; i < MIN (near->len, max); i++)
    g_ptr_array_add (names, (gpointer) g_array_index (near, Near, i).name);
  return names;
}

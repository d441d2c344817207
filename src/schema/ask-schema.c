/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema as a whole: making, finding, sharing and freeing. Names are compared without regard
 * to ASCII case, as SQLite does. Its parts are in ask-entity.c, printing in ask-schema-print.c, the JSON
 * document in ask-schema-json.c, the merge of a refreshed source in ask-schema-merge.c.
 */
#include "config.h"

#include "schema/ask-schema.h"
#include "schema/ask-schema-index.h"

#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"

ASK_DEFINE_ERROR ("ask-schema-error-quark", ask_schema_error)

static void
source_free (gpointer data)
{
  AskSchemaSource *self = data;

  g_free (self->name);
  g_free (self->description);
  g_ptr_array_unref (self->statements);
  g_free (self);
}

static void
area_free (gpointer data)
{
  g_free (((AskSchemaArea *) data)->name);
  g_free (data);
}

static void
question_free (gpointer data)
{
  AskSchemaQuestion *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_free (self->verified_by);
  g_free (self);
}

/** ask_schema_new: Returns: (transfer full): an empty schema */
AskSchema *
ask_schema_new (void)
{
  AskSchema *self = g_new0 (AskSchema, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->entities = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_entity_unref);
  self->relationships = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_relationship_unref);
  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->areas = g_ptr_array_new_with_free_func (area_free);
  self->questions = g_ptr_array_new_with_free_func (question_free);
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
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->areas);
  g_ptr_array_unref (self->questions);
  g_free (self->notes);
  g_free (self);
}

/**
 * ask_schema_fork:
 *
 * Returns: (transfer full): a schema to be edited, which shares every part with @self until
 *   ask_schema_own_entity() and its like give it its own
 */
AskSchema *
ask_schema_fork (AskSchema *self)
{
  AskSchema *fork = ask_schema_new ();

  for (guint i = 0; i < self->entities->len; i++)
    g_ptr_array_add (fork->entities, ask_entity_ref (self->entities->pdata[i]));
  for (guint i = 0; i < self->relationships->len; i++)
    g_ptr_array_add (fork->relationships, ask_relationship_ref (self->relationships->pdata[i]));
  for (guint i = 0; i < self->sources->len; i++)
    {
      const AskSchemaSource *source = self->sources->pdata[i];

      ask_schema_source_take_over (ask_schema_own_source (fork, source->name), source);
    }
  for (guint i = 0; i < self->questions->len; i++)
    {
      const AskSchemaQuestion *question = self->questions->pdata[i];
      AskSchemaQuestion *copy = g_new0 (AskSchemaQuestion, 1);

      copy->question = g_strdup (question->question);
      copy->sql = g_strdup (question->sql);
      copy->verified_by = g_strdup (question->verified_by);
      copy->verified_at = question->verified_at;
      g_ptr_array_add (fork->questions, copy);
    }
  ask_schema_copy_areas (fork, self);
  fork->notes = g_strdup (self->notes);
  return fork;
}

/** ask_schema_copy: Returns: (transfer full): a deep copy, all of it to be changed */
AskSchema *
ask_schema_copy (AskSchema *self)
{
  AskSchema *copy = ask_schema_fork (self);

  for (guint i = 0; i < copy->entities->len; i++)
    ask_schema_own_entity (copy, ((AskEntity *) copy->entities->pdata[i])->id);
  for (guint i = 0; i < copy->relationships->len; i++)
    ask_schema_own_relationship (copy, i);
  return copy;
}

/** ask_schema_find_id: Returns: (transfer none) (nullable): the entity whose AskEntity.id is @id */
AskEntity *
ask_schema_find_id (AskSchema *self, const char *id)
{
  for (guint i = 0; i < self->entities->len; i++)
    if (strcmp (((AskEntity *) self->entities->pdata[i])->id, id) == 0)
      return self->entities->pdata[i];
  return NULL;
}

/**
 * ask_schema_own_entity:
 * @self: a schema that nobody else holds yet
 * @id: of one of its entities
 *
 * Returns: (transfer none) (nullable): the entity, which no other schema holds, to be changed; %NULL
 *   where there is none
 */
AskEntity *
ask_schema_own_entity (AskSchema *self, const char *id)
{
  AskEntity *entity = ask_schema_find_id (self, id);
  AskEntity *copy;
  guint index;

  if (entity == NULL || g_atomic_ref_count_compare (&entity->ref_count, 1))
    return entity;
  copy = ask_entity_copy (entity);
  g_ptr_array_find (self->entities, entity, &index);
  ask_entity_unref (entity);
  return self->entities->pdata[index] = copy;
}

/**
 * ask_schema_own_relationship:
 * @self: a schema that nobody else holds yet
 * @index: its place in the schema's list, which must have it
 *
 * Returns: (transfer none): the relationship, which no other schema holds, to be changed
 */
AskRelationship *
ask_schema_own_relationship (AskSchema *self, guint index)
{
  AskRelationship *relationship = self->relationships->pdata[index];

  if (g_atomic_ref_count_compare (&relationship->ref_count, 1))
    return relationship;
  self->relationships->pdata[index] = ask_relationship_copy (relationship);
  ask_relationship_unref (relationship);
  return self->relationships->pdata[index];
}

/** ask_schema_find_source: Returns: (transfer none) (nullable): what is said of the source @name */
AskSchemaSource *
ask_schema_find_source (AskSchema *self, const char *name)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (g_ascii_strcasecmp (((AskSchemaSource *) self->sources->pdata[i])->name, name) == 0)
      return self->sources->pdata[i];
  return NULL;
}

/**
 * ask_schema_own_source:
 * @self: a schema that nobody else holds yet
 * @name: of the source, in any case
 *
 * Returns: (transfer none): what is said of it, to be changed; made where there is nothing yet
 */
AskSchemaSource *
ask_schema_own_source (AskSchema *self, const char *name)
{
  AskSchemaSource *source = ask_schema_find_source (self, name);

  if (source != NULL)
    return source;
  source = g_new0 (AskSchemaSource, 1);
  source->statements = g_ptr_array_new_with_free_func (g_free);
  source->name = g_strdup (name);
  g_ptr_array_add (self->sources, source);
  return source;
}

/**
 * ask_schema_source_take_over:
 * @self: its name stays
 * @other: (nullable): what is said of it is said of @self instead of what was; %NULL for nothing
 */
void
ask_schema_source_take_over (AskSchemaSource *self, const AskSchemaSource *other)
{
  ask_text_set (&self->description, other != NULL ? other->description : NULL);
  g_ptr_array_unref (self->statements);
  self->statements = other != NULL ? ask_text_copy_all (other->statements) : g_ptr_array_new_with_free_func (g_free);
  self->sharing = other != NULL ? other->sharing : ASK_SHARING_INHERIT;
}

/** ask_schema_source_says: @self: any. Returns: whether anything is said of the source */
gboolean
ask_schema_source_says (const AskSchemaSource *self)
{
  return self->description != NULL || self->statements->len > 0 || self->sharing != ASK_SHARING_INHERIT;
}

/**
 * ask_schema_source_equal:
 * @a: (nullable): %NULL where nothing is said
 * @b: (nullable): likewise
 *
 * Returns: whether the same is said of both
 */
gboolean
ask_schema_source_equal (const AskSchemaSource *a, const AskSchemaSource *b)
{
  guint n_a = a != NULL ? a->statements->len : 0;
  guint n_b = b != NULL ? b->statements->len : 0;

  if (g_strcmp0 (a != NULL ? a->description : NULL, b != NULL ? b->description : NULL) != 0 || n_a != n_b
      || (a != NULL ? a->sharing : ASK_SHARING_INHERIT) != (b != NULL ? b->sharing : ASK_SHARING_INHERIT))
    return FALSE;
  for (guint i = 0; i < n_a; i++)
    if (strcmp (a->statements->pdata[i], b->statements->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}

/**
 * ask_schema_get_sharing:
 * @attribute: of @entity
 *
 * Returns: whether its values may reach a model: never %ASK_SHARING_INHERIT
 */
AskSharing
ask_schema_get_sharing (AskSchema *self, const AskEntity *entity, const AskAttribute *attribute)
{
  AskSchemaSource *source;

  if (attribute->sensitive || attribute->hidden || entity->hidden)
    return ASK_SHARING_NEVER;
  if (attribute->sharing != ASK_SHARING_INHERIT)
    return attribute->sharing;
  source = ask_schema_find_source (self, entity->source);
  return source != NULL && source->sharing != ASK_SHARING_INHERIT ? source->sharing : ASK_SHARING_NEVER;
}

/** ask_schema_find_entity: Returns: (transfer none) (nullable): the one called @name, whatever the case */
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
 * ask_schema_find_attribute:
 * @self: a schema
 * @place: "entity.attribute"; either name may have dots itself
 * @entity: (out) (nullable) (transfer none): whose it is; %NULL where there is none
 *
 * Returns: (transfer none) (nullable): the attribute
 */
AskAttribute *
ask_schema_find_attribute (AskSchema *self, const char *place, AskEntity **entity)
{
  for (const char *dot = strchr (place, '.'); dot != NULL; dot = strchr (dot + 1, '.'))
    {
      g_autofree char *name = g_strndup (place, (gsize) (dot - place));
      AskAttribute *attribute;

      *entity = ask_schema_find_entity (self, name);
      attribute = *entity != NULL ? ask_entity_find_attribute (*entity, dot + 1) : NULL;
      if (attribute != NULL)
        return attribute;
    }
  *entity = NULL;
  return NULL;
}

static gboolean
is_name_taken (AskSchema *self, const AskSchemaIndex *index, const char *name)
{
  return (index != NULL ? ask_schema_index_find (index, name) : ask_schema_find_entity (self, name)) != NULL;
}

static gboolean
is_id_taken (AskSchema *self, const AskSchemaIndex *index, const char *id)
{
  return (index != NULL ? ask_schema_index_find_id (index, id) : ask_schema_find_id (self, id)) != NULL;
}

static void
give_id (AskSchema *self, const AskSchemaIndex *index, AskEntity *entity)
{
  g_autofree char *wanted
    = entity->source[0] == '\0'
        ? g_strdup (entity->name)
        : g_strjoin (".", entity->source, entity->namespace != NULL ? entity->namespace : entity->table,
                     entity->namespace != NULL ? entity->table : NULL, NULL);

  entity->id = g_strdup (wanted);
  for (guint n = 2; is_id_taken (self, index, entity->id); n++)
    {
      g_free (entity->id);
      entity->id = g_strdup_printf ("%s~%u", wanted, n);
    }
}

/**
 * ask_schema_name_entity:
 * @schema: a schema
 * @index: (nullable): of @schema
 * @entity: is about to be added: gets a name that no other has, and an id
 */
void
ask_schema_name_entity (AskSchema *schema, const AskSchemaIndex *index, AskEntity *entity)
{
  if (is_name_taken (schema, index, entity->name))
    {
      g_autofree char *wanted = g_strdup_printf ("%s_%s", entity->source, entity->name);

      g_free (entity->name);
      entity->name = g_strdup (wanted);
      for (guint n = 2; is_name_taken (schema, index, entity->name); n++)
        {
          g_free (entity->name);
          entity->name = g_strdup_printf ("%s_%u", wanted, n);
        }
    }
  if (entity->id == NULL)
    give_id (schema, index, entity);
}

/**
 * ask_schema_add_entity:
 * @entity: (transfer full): where its name is taken, it becomes "source_name", then numbered; it gets
 *   an id where it has none
 *
 * Returns: (transfer none): @entity
 */
AskEntity *
ask_schema_add_entity (AskSchema *self, AskEntity *entity)
{
  ask_schema_name_entity (self, NULL, entity);
  g_ptr_array_add (self->entities, entity);
  return entity;
}

/**
 * ask_schema_add_relationship:
 * @from: an entity's name: the one that holds the key
 * @from_attribute: the name of one of its attributes
 * @to: the name of the entity that is referred to
 * @to_attribute: the name of its attribute that @from_attribute equals
 *
 * Each @from refers to one @to. Further attribute pairs may be appended to what is returned. No name is checked.
 *
 * Returns: (transfer none): the new last relationship
 */
AskRelationship *
ask_schema_add_relationship (AskSchema *self, const char *from, const char *from_attribute, const char *to,
                             const char *to_attribute)
{
  AskRelationship *relationship = g_new0 (AskRelationship, 1);

  g_atomic_ref_count_init (&relationship->ref_count);
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

      if (is_of_source (self, relationship->from, source) || is_of_source (self, relationship->to, source))
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
        candidate.distance = MIN (candidate.distance, ask_text_edit_distance (name, entity->synonyms->pdata[s]));
      if (candidate.distance <= far)
        g_array_append_val (near, candidate);
    }
  g_array_sort (near, compare_near);
  for (guint i = 0; i < MIN (near->len, max); i++)
    g_ptr_array_add (names, (gpointer) g_array_index (near, Near, i).name);
  return names;
}

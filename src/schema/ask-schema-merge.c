/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The merge of what a source is now into a schema that people have worked on. It must never lose a
 * name, a description, a synonym or a relationship that somebody wrote for what still exists.
 */
#include "config.h"

#include "schema/ask-schema.h"

#include <string.h>

#include "base/ask-text.h"

static AskEntity *
find_bound (AskSchema *self, const AskEntity *other)
{
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *entity = self->entities->pdata[i];

      if (strcmp (entity->source, other->source) == 0 && strcmp (entity->table, other->table) == 0
          && g_strcmp0 (entity->namespace, other->namespace) == 0)
        return entity;
    }
  return NULL;
}

static void
add_relationship_once (AskSchema *self, AskRelationship *relationship)
{
  for (guint i = 0; i < self->relationships->len; i++)
    if (ask_relationship_joins_same (self->relationships->pdata[i], relationship))
      {
        ask_relationship_unref (relationship);
        return;
      }
  g_ptr_array_add (self->relationships, relationship);
}

/* An entity that another one's attribute points at by name: "customer_id" at customers.customer_id
 * or customers.id. Only the key of one attribute can be meant. */
static const AskAttribute *
referred_key (const AskEntity *entity, const char *attribute)
{
  const AskAttribute *key = NULL;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *candidate = entity->attributes->pdata[i];

      if (candidate->key == 0)
        continue;
      if (key != NULL)
        return NULL;
      key = candidate;
    }
  if (key == NULL)
    return NULL;
  if (g_ascii_strcasecmp (key->name, attribute) == 0)
    return g_ascii_strcasecmp (key->name, "id") == 0 ? NULL : key;

  g_autofree char *folded = ask_text_fold (attribute);
  g_autofree char *name = ask_text_fold (entity->name);

  if (g_ascii_strcasecmp (key->name, "id") != 0 || !g_str_has_suffix (folded, "_id"))
    return NULL;

  g_autofree char *singular = g_strndup (folded, strlen (folded) - 3);
  g_autofree char *name_stem = ask_text_stem (name);
  g_autofree char *stem = ask_text_stem (singular);

  return strcmp (stem, name_stem) == 0 ? key : NULL;
}

static gboolean
is_related (AskSchema *self, const char *from, const char *attribute)
{
  for (guint i = 0; i < self->relationships->len; i++)
    {
      AskRelationship *relationship = self->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, from) == 0
          && g_ascii_strcasecmp (relationship->from_attributes->pdata[0], attribute) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Sources do not know of each other: what relates a shipment to an order is only the name of the
 * key. One candidate is taken; of several none is, since a wrong join is worse than none. */
static void
relate_across_sources (AskSchema *self, const char *source)
{
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *from = self->entities->pdata[i];

      for (guint a = 0; a < from->attributes->len; a++)
        {
          AskAttribute *attribute = from->attributes->pdata[a];
          const AskAttribute *key = NULL;
          const AskEntity *to = NULL;
          guint found = 0;

          if (is_related (self, from->name, attribute->name))
            continue;
          for (guint j = 0; j < self->entities->len; j++)
            {
              AskEntity *other = self->entities->pdata[j];
              const AskAttribute *candidate = NULL;

              if (strcmp (other->source, from->source) != 0
                  && (strcmp (other->source, source) == 0 || strcmp (from->source, source) == 0))
                candidate = referred_key (other, attribute->name);
              if (candidate == NULL)
                continue;
              key = candidate;
              to = other;
              found++;
            }
          if (found == 1)
            ask_schema_add_relationship (self, from->name, attribute->name, to->name, key->name);
        }
    }
}

/* What an attribute of a fresh import was before: the same column, or the same input of the API. */
static AskAttribute *
find_before (const AskEntity *old, const AskEntity *fresh, const AskAttribute *attribute)
{
  const AskParameter *parameter;

  if (attribute->column != NULL)
    return ask_entity_find_column (old, attribute->column);
  if (fresh->operation == NULL || old->operation == NULL)
    return NULL;
  parameter = ask_operation_find_parameter_for (fresh->operation, attribute->name);
  for (guint i = 0; parameter != NULL && i < old->operation->parameters->len; i++)
    {
      const AskParameter *candidate = old->operation->parameters->pdata[i];

      if (candidate->place == parameter->place && candidate->attribute != NULL
          && strcmp (candidate->name, parameter->name) == 0)
        return ask_entity_find_attribute (old, candidate->attribute);
    }
  return NULL;
}

static void
keep_synonyms (GPtrArray *fresh, GPtrArray *old)
{
  for (guint i = 0; i < old->len; i++)
    {
      gboolean there = FALSE;

      for (guint f = 0; f < fresh->len && !there; f++)
        there = g_ascii_strcasecmp (fresh->pdata[f], old->pdata[i]) == 0;
      if (!there)
        g_ptr_array_add (fresh, g_strdup (old->pdata[i]));
    }
}

/* @from and @to are names of @n attributes; all at once, so that two can change places. */
static void
rename_strings (GPtrArray *strings, char **from, char **to, guint n)
{
  for (guint s = 0; s < strings->len; s++)
    for (guint i = 0; i < n; i++)
      if (g_ascii_strcasecmp (strings->pdata[s], from[i]) == 0)
        {
          g_free (strings->pdata[s]);
          strings->pdata[s] = g_strdup (to[i]);
          break;
        }
}

static gboolean
is_among (char **names, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (names[i] != NULL && g_ascii_strcasecmp (names[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* The names that people gave to attributes, there and wherever the import speaks of them. */
static void
keep_attribute_names (AskSchema *imported, AskEntity *fresh, const AskEntity *old)
{
  guint n = fresh->attributes->len;
  g_auto (GStrv) from = g_new0 (char *, n + 1);
  g_auto (GStrv) to = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      AskAttribute *attribute = fresh->attributes->pdata[i];
      AskAttribute *before = find_before (old, fresh, attribute);

      from[i] = g_strdup (attribute->name);
      if (before != NULL && !is_among (to, n, before->name))
        to[i] = g_strdup (before->name);
    }
  /* What is new gets out of their way. */
  for (guint i = 0; i < n; i++)
    for (guint number = 1; to[i] == NULL; number++)
      {
        g_autofree char *name = number == 1 ? g_strdup (from[i])
                                            : g_strdup_printf ("%s_%u", from[i], number);

        if (!is_among (to, n, name))
          to[i] = g_steal_pointer (&name);
      }
  for (guint i = 0; i < imported->relationships->len; i++)
    {
      AskRelationship *relationship = imported->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, fresh->name) == 0)
        rename_strings (relationship->from_attributes, from, to, n);
      if (g_ascii_strcasecmp (relationship->to, fresh->name) == 0)
        rename_strings (relationship->to_attributes, from, to, n);
    }
  for (guint p = 0; fresh->operation != NULL && p < fresh->operation->parameters->len; p++)
    {
      AskParameter *parameter = fresh->operation->parameters->pdata[p];

      for (guint i = 0; parameter->attribute != NULL && i < n; i++)
        if (g_ascii_strcasecmp (parameter->attribute, from[i]) == 0)
          {
            g_free (parameter->attribute);
            parameter->attribute = g_strdup (to[i]);
            break;
          }
    }
  for (guint s = 0; fresh->operation != NULL && s < fresh->operation->sorts->len; s++)
    {
      AskSort *sort = fresh->operation->sorts->pdata[s];

      for (guint i = 0; i < n; i++)
        if (g_ascii_strcasecmp (sort->attribute, from[i]) == 0)
          {
            g_free (sort->attribute);
            sort->attribute = g_strdup (to[i]);
            break;
          }
    }
  for (guint i = 0; i < n; i++)
    {
      AskAttribute *attribute = fresh->attributes->pdata[i];

      g_free (attribute->name);
      attribute->name = g_strdup (to[i]);
    }
}

static void
keep_edits (AskSchema *imported, AskEntity *fresh, const AskEntity *old)
{
  if (old->description != NULL && fresh->description == NULL)
    fresh->description = g_strdup (old->description);
  keep_synonyms (fresh->synonyms, old->synonyms);
  for (guint i = 0; i < fresh->attributes->len; i++)
    {
      AskAttribute *attribute = fresh->attributes->pdata[i];
      AskAttribute *before = find_before (old, fresh, attribute);

      if (before == NULL)
        continue;
      if (before->description != NULL && attribute->description == NULL)
        attribute->description = g_strdup (before->description);
      keep_synonyms (attribute->synonyms, before->synonyms);
    }
  keep_attribute_names (imported, fresh, old);
}

static void
rename_in_relationships (AskSchema *imported, const char *from, const char *to)
{
  for (guint i = 0; i < imported->relationships->len; i++)
    {
      AskRelationship *relationship = imported->relationships->pdata[i];

      if (g_ascii_strcasecmp (relationship->from, from) == 0)
        {
          g_free (relationship->from);
          relationship->from = g_strdup (to);
        }
      if (g_ascii_strcasecmp (relationship->to, from) == 0)
        {
          g_free (relationship->to);
          relationship->to = g_strdup (to);
        }
    }
}

static void
take_entity (AskSchema *self, AskSchema *imported, AskEntity *entity, const AskEntity *old)
{
  g_autofree char *name = g_strdup (entity->name);

  if (old != NULL)
    {
      keep_edits (imported, entity, old);
      g_free (entity->name);
      entity->name = g_strdup (old->name);
      g_free (entity->id);
      entity->id = g_strdup (old->id);
    }
  ask_schema_add_entity (self, entity);
  if (g_ascii_strcasecmp (name, entity->name) != 0)
    {
      /* Marked first so that a swap of two names does not run together. */
      g_autofree char *mark = g_strdup_printf ("\001%s", entity->name);

      rename_in_relationships (imported, name, mark);
    }
}

/**
 * ask_schema_merge:
 * @imported: what @source is now; emptied
 *
 * Puts the entities of @source in the place of those that it had. Entities and attributes keep their
 * names, and the descriptions and synonyms that people wrote. Relationships to other sources stay where both ends
 * still exist, and new ones are found by the names of keys.
 */
void
ask_schema_merge (AskSchema *self, const char *source, AskSchema *imported)
{
  g_autoptr (AskSchema) before = ask_schema_copy (self);
  guint kept;

  ask_schema_remove_source (self, source);
  kept = self->entities->len;
  /* Those that people may have named come first, so that no new one takes their name. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < imported->entities->len; i++)
      {
        AskEntity *entity = imported->entities->pdata[i];
        AskEntity *old = find_bound (before, entity);

        if ((old != NULL) == (pass == 0))
          take_entity (self, imported, entity, old);
      }
  /* In the source's own order all the same. */
  for (guint i = 0; i < imported->entities->len; i++)
    self->entities->pdata[kept + i] = imported->entities->pdata[i];
  g_ptr_array_set_free_func (imported->entities, NULL);
  g_ptr_array_set_size (imported->entities, 0);
  g_ptr_array_set_free_func (imported->entities, (GDestroyNotify) ask_entity_unref);

  while (imported->relationships->len > 0)
    {
      AskRelationship *relationship = g_ptr_array_steal_index (imported->relationships, 0);

      if (relationship->from[0] == '\001')
        memmove (relationship->from, relationship->from + 1, strlen (relationship->from));
      if (relationship->to[0] == '\001')
        memmove (relationship->to, relationship->to + 1, strlen (relationship->to));
      add_relationship_once (self, relationship);
    }

  while (before->relationships->len > 0)
    {
      AskRelationship *relationship = g_ptr_array_steal_index (before->relationships, 0);
      AskEntity *from = ask_schema_find_entity (self, relationship->from);
      AskEntity *to = ask_schema_find_entity (self, relationship->to);
      gboolean whole = from != NULL && to != NULL;

      for (guint i = 0; whole && i < relationship->from_attributes->len; i++)
        whole = ask_entity_find_attribute (from, relationship->from_attributes->pdata[i]) != NULL
                && ask_entity_find_attribute (to, relationship->to_attributes->pdata[i]) != NULL;
      if (whole)
        add_relationship_once (self, relationship);
      else
        ask_relationship_unref (relationship);
    }
  relate_across_sources (self, source);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships between entities of different sources, found by the names of keys when a source is imported. It
 * never guesses between two candidates, and brings nothing back that somebody took out.
 */
#include "config.h"

#include "schema/merge/ask-schema-merge-private.h"

#include <string.h>

#include "base/ask-text.h"

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

static gboolean
was_there (AskSchema *before, const AskEntity *entity, const AskAttribute *attribute)
{
  const AskEntity *old = ask_schema_find_id (before, entity->id);

  return old != NULL && ask_entity_find_attribute (old, attribute->name) != NULL;
}

/* ask_merge_relate_across:
 * @before: the schema before the refresh: what was there is not related again, since somebody may have taken that
 *   relationship out
 *
 * Sources do not know of each other: what relates a shipment to an order is only the name of the
 * key. One candidate is taken; of several none is, since a wrong join is worse than none. */
void
ask_merge_relate_across (AskSchema *self, AskSchema *before, const char *source)
{
  gboolean alone = TRUE;

  for (guint i = 0; i < self->entities->len && alone; i++)
    alone = strcmp (((AskEntity *) self->entities->pdata[i])->source, source) == 0;
  if (alone)
    return;
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *from = self->entities->pdata[i];

      for (guint a = 0; a < from->attributes->len; a++)
        {
          AskAttribute *attribute = from->attributes->pdata[a];
          const AskAttribute *key = NULL;
          const AskEntity *to = NULL;
          guint found = 0;

          if (attribute->expression != NULL)
            continue;
          for (guint j = 0; j < self->entities->len && found < 2; j++)
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
          if (found == 1 && !is_related (self, from->name, attribute->name)
              && !(was_there (before, from, attribute) && was_there (before, to, key)))
            ask_schema_add_relationship (self, from->name, attribute->name, to->name, key->name);
        }
    }
}

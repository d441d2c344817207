/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships between entities of different sources, found by the names of keys when a source is imported. It
 * never guesses between two candidates, and brings nothing back that somebody took out.
 */
#include "config.h"

#include "schema/merge/ask-schema-merge-private.h"

#include <string.h>

#include "base/ask-text.h"
#include "schema/ask-schema-index.h"

/* Entities by how an attribute of another one points at them: "customer_id" at customers.customer_id or
 * customers.id. */
typedef struct
{
  GHashTable *keys; /* name of the key, in small letters, which is not "id" → GPtrArray of AskEntity */
  GHashTable *stems; /* stem of the name of an entity whose key is "id" → GPtrArray of AskEntity */
} Referred;

static GHashTable *
new_lists (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
}

static void
referred_clear (Referred *self)
{
  g_clear_pointer (&self->keys, g_hash_table_unref);
  g_clear_pointer (&self->stems, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Referred, referred_clear)

/* Only the key of one attribute can be meant. */
static const AskAttribute *
find_only_key (const AskEntity *entity)
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
  return key;
}

static void
add_to (GHashTable *lists, char *key, AskEntity *entity)
{
  GPtrArray *list = g_hash_table_lookup (lists, key);

  if (list == NULL)
    g_hash_table_insert (lists, g_strdup (key), list = g_ptr_array_new ());
  g_ptr_array_add (list, entity);
  g_free (key);
}

static void
referred_add (Referred *self, AskEntity *entity)
{
  const AskAttribute *key = find_only_key (entity);
  g_autofree char *name = NULL;

  if (key == NULL)
    return;
  if (g_ascii_strcasecmp (key->name, "id") != 0)
    {
      add_to (self->keys, g_ascii_strdown (key->name, -1), entity);
      return;
    }
  name = ask_text_fold (entity->name);
  add_to (self->stems, ask_text_stem (name), entity);
}

/* Those that @attribute points at; of two nobody knows which. Returns: how many, at most 2 */
static guint
find_referred (const Referred *self, const char *attribute, AskEntity **to)
{
  g_autofree char *key = g_ascii_strdown (attribute, -1);
  g_autofree char *folded = ask_text_fold (attribute);
  const GPtrArray *by_key = g_hash_table_lookup (self->keys, key);
  const GPtrArray *by_name = NULL;
  guint n = by_key != NULL ? by_key->len : 0;

  if (g_str_has_suffix (folded, "_id"))
    {
      g_autofree char *singular = g_strndup (folded, strlen (folded) - 3);
      g_autofree char *stem = ask_text_stem (singular);

      by_name = g_hash_table_lookup (self->stems, stem);
      n += by_name != NULL ? by_name->len : 0;
    }
  if (n == 1)
    *to = by_key != NULL ? by_key->pdata[0] : by_name->pdata[0];
  return MIN (n, 2);
}

static gboolean
list_has_source (const GPtrArray *entities, const char *source)
{
  for (guint i = 0; entities != NULL && i < entities->len; i++)
    if (strcmp (((AskEntity *) entities->pdata[i])->source, source) == 0)
      return TRUE;
  return FALSE;
}

/* Whether @attribute has a key of its name in its own @source, its own entity's or another one's: "CustomerID" of a
 * database's customers, and of its views, does not lead to what another database calls so. */
static gboolean
is_at_home (const Referred *home, const char *source, const char *attribute)
{
  g_autofree char *key = g_ascii_strdown (attribute, -1);

  return list_has_source (g_hash_table_lookup (home->keys, key), source);
}

static gboolean
may_be_equal (AskType a, AskType b)
{
  gboolean text = a == ASK_TYPE_TEXT || b == ASK_TYPE_TEXT;
  gboolean number = a == ASK_TYPE_INTEGER || b == ASK_TYPE_INTEGER || a == ASK_TYPE_REAL || b == ASK_TYPE_REAL;

  return !(text && number);
}

static char *
relation_key (const char *from, const char *attribute)
{
  g_autofree char *key = g_strjoin ("\001", from, attribute, NULL);

  return g_ascii_strdown (key, -1);
}

/* What each relationship starts from. */
static GHashTable *
collect_related (AskSchema *self)
{
  GHashTable *related = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->relationships->len; i++)
    {
      const AskRelationship *relationship = self->relationships->pdata[i];

      g_hash_table_add (related, relation_key (relationship->from, relationship->from_attributes->pdata[0]));
    }
  return related;
}

static gboolean
was_there (const AskSchemaIndex *before, const AskEntity *entity, const AskAttribute *attribute)
{
  const AskEntity *old = ask_schema_index_find_id (before, entity->id);

  return old != NULL && ask_entity_find_attribute (old, attribute->name) != NULL;
}

/* ask_merge_relate_across:
 * @before: the schema before the refresh: what was there is not related again, since somebody may have taken that
 *   relationship out
 *
 * Sources do not know of each other: what relates a shipment to an order is only the name of the key. One candidate is
 * taken; of several none is, since a wrong join is worse than none. Web APIs are often keyed by the things of a database,
 * and send numbers as text; two tables are related only where their types agree, and where the name leads to no key of its own
 * source. What their values say is suggested later (ask_infer_suggest()). */
void
ask_merge_relate_across (AskSchema *self, AskSchema *before, const char *source)
{
  g_auto (Referred) here = { new_lists (), new_lists () };
  g_auto (Referred) elsewhere = { new_lists (), new_lists () };
  g_autoptr (AskSchemaIndex) old = NULL;
  g_autoptr (GHashTable) related = NULL;
  gboolean alone = TRUE;

  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *entity = self->entities->pdata[i];
      gboolean of_source = strcmp (entity->source, source) == 0;

      alone = alone && of_source;
      referred_add (of_source ? &here : &elsewhere, entity);
    }
  if (alone)
    return;
  old = ask_schema_index_new (before);
  related = collect_related (self);
  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntity *from = self->entities->pdata[i];
      gboolean of_source = strcmp (from->source, source) == 0;
      const Referred *referred = of_source ? &elsewhere : &here;

      for (guint a = 0; a < from->attributes->len; a++)
        {
          AskAttribute *attribute = from->attributes->pdata[a];
          g_autofree char *relation = NULL;
          const AskAttribute *key;
          AskEntity *to = NULL;

          if (attribute->expression != NULL || find_referred (referred, attribute->name, &to) != 1)
            continue;
          key = find_only_key (to);
          if (from->kind != ASK_ENTITY_API && to->kind != ASK_ENTITY_API
              && (!may_be_equal (attribute->type, key->type)
                  || is_at_home (of_source ? &here : &elsewhere, from->source, attribute->name)))
            continue;
          relation = relation_key (from->name, attribute->name);
          if (g_hash_table_contains (related, relation)
              || (was_there (old, from, attribute) && was_there (old, to, key)))
            continue;
          ask_schema_add_relationship (self, from->name, attribute->name, to->name, key->name);
          g_hash_table_add (related, g_steal_pointer (&relation));
        }
    }
}

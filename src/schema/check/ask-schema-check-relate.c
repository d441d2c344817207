/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships: both ends have to be there, values of their attributes have to be able to be equal, and what is said to
 * be one has to be told apart by them. What the values are nobody looks at here.
 */
#include "config.h"

#include "schema/check/ask-schema-check-private.h"

/* Values of different classes are never equal; text may hold anything but bytes. */
typedef enum
{
  CLASS_ANY,
  CLASS_NUMBER,
  CLASS_DATE,
  CLASS_MOMENT,
  CLASS_BYTES,
  CLASS_JSON
} ValueClass;

static ValueClass
classify (AskType type)
{
  switch (type)
    {
    case ASK_TYPE_INTEGER:
    case ASK_TYPE_REAL:
    case ASK_TYPE_DECIMAL:
    case ASK_TYPE_BOOLEAN:
      return CLASS_NUMBER;
    case ASK_TYPE_DATE:
      return CLASS_DATE;
    case ASK_TYPE_DATETIME:
      return CLASS_MOMENT;
    case ASK_TYPE_BLOB:
      return CLASS_BYTES;
    case ASK_TYPE_JSON:
      return CLASS_JSON;
    case ASK_TYPE_ANY:
    case ASK_TYPE_TEXT:
      return CLASS_ANY;
    }
  return CLASS_ANY;
}

/* ask_check_can_be_equal: Returns: whether a value of one type can be one of the other */
gboolean
ask_check_can_be_equal (AskType a, AskType b)
{
  ValueClass left = classify (a);
  ValueClass right = classify (b);

  if ((a == ASK_TYPE_TEXT && right == CLASS_BYTES) || (b == ASK_TYPE_TEXT && left == CLASS_BYTES))
    return FALSE;
  return left == right || left == CLASS_ANY || right == CLASS_ANY;
}

static const AskAttribute *
find_end (AskSchemaCheck *self, int index, const char *entity_name, const char *name)
{
  const AskEntity *entity = ask_check_find (self, entity_name);
  const AskAttribute *attribute = entity != NULL ? ask_entity_find_attribute (entity, name) : NULL;

  if (attribute == NULL)
    ask_check_add (self, ASK_FAULT_ERROR, "Remove the relationship, and draw it again.",
                   "A relationship joins by “%s” of “%s”, which is not there.", name, entity_name)
      ->relationship
      = index;
  return attribute;
}

/* Returns: whether it joins */
static gboolean
check_relationship (AskSchemaCheck *self, int index, const AskRelationship *relationship)
{
  const char *ends[] = { relationship->from, relationship->to };
  guint n_before = self->faults->len;

  for (guint i = 0; i < 2; i++)
    if (ask_check_find (self, ends[i]) == NULL)
      {
        ask_check_add (self, ASK_FAULT_ERROR, "Remove the relationship.",
                       "A relationship leads from “%s” to “%s”, and there is no entity “%s”.", relationship->from,
                       relationship->to, ends[i])
          ->relationship
          = index;
        return FALSE;
      }
  if (relationship->from_attributes->len != relationship->to_attributes->len || relationship->from_attributes->len == 0)
    {
      ask_check_add (self, ASK_FAULT_ERROR, "Remove the relationship, and draw it again.",
                     "The relationship of “%s” to “%s” joins %u attributes with %u.", relationship->from,
                     relationship->to, relationship->from_attributes->len, relationship->to_attributes->len)
        ->relationship
        = index;
      return FALSE;
    }
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    {
      const AskAttribute *from = find_end (self, index, relationship->from, relationship->from_attributes->pdata[i]);
      const AskAttribute *to = find_end (self, index, relationship->to, relationship->to_attributes->pdata[i]);

      if (from != NULL && to != NULL && !ask_check_can_be_equal (from->type, to->type))
        ask_check_add (self, ASK_FAULT_WARNING, "Join by other attributes, or correct the type of one of them.",
                       "The relationship of “%s” to “%s” joins “%s” (%s) with “%s” (%s), whose values are never equal.",
                       relationship->from, relationship->to, from->name, ask_type_to_string (from->type), to->name,
                       ask_type_to_string (to->type))
          ->relationship
          = index;
    }
  return self->faults->len == n_before;
}

/* Whether @names hold all of the key of @entity; also where it has none, which is said of it elsewhere. */
static gboolean
holds_key (const AskEntity *entity, GPtrArray *names)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      const AskAttribute *attribute = entity->attributes->pdata[i];
      gboolean found = attribute->key == 0;

      for (guint n = 0; !found && n < names->len; n++)
        found = g_ascii_strcasecmp (names->pdata[n], attribute->name) == 0;
      if (!found)
        return FALSE;
    }
  return TRUE;
}

/* Where several rows answer one, sums over the join count them several times. */
static void
check_cardinality (AskSchemaCheck *self, int index, const AskRelationship *relationship)
{
  const AskEntity *to = ask_check_find (self, relationship->to);

  if (to == NULL || relationship->cardinality == ASK_CARDINALITY_MANY_TO_MANY
      || holds_key (to, relationship->to_attributes))
    return;
  ask_check_add (self, ASK_FAULT_ADVICE,
                 "Where several rows may match, set its cardinality to many to many, or join by the whole key.",
                 "The relationship of “%s” to “%s” finds one row by what is not the key of “%s”.", relationship->from,
                 relationship->to, relationship->to)
    ->relationship
    = index;
}

static char *
dup_joined (const AskRelationship *relationship)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n%s", relationship->from, relationship->to);
  for (guint i = 0; i < MIN (relationship->from_attributes->len, relationship->to_attributes->len); i++)
    g_string_append_printf (text, "\n%s\n%s", (const char *) relationship->from_attributes->pdata[i],
                            (const char *) relationship->to_attributes->pdata[i]);
  return g_ascii_strdown (text->str, -1);
}

/* ask_check_relationships: all of them, in the order of the document */
void
ask_check_relationships (AskSchemaCheck *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->schema->relationships->len; i++)
    {
      const AskRelationship *relationship = self->schema->relationships->pdata[i];

      if (!g_hash_table_add (seen, dup_joined (relationship)))
        ask_check_add (self, ASK_FAULT_WARNING, "Remove one of them.",
                       "“%s” and “%s” are related twice by the same attributes.", relationship->from, relationship->to)
          ->relationship
          = (int) i;
      else if (check_relationship (self, (int) i, relationship))
        check_cardinality (self, (int) i, relationship);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Relationships: both ends have to be there, and values of their attributes have to be able to be equal. What the
 * values are nobody looks at here.
 */
#include "config.h"

#include "schema/ask-schema-check-private.h"

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

static gboolean
can_be_equal (AskType a, AskType b)
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
      ->relationship = index;
  return attribute;
}

static void
check_relationship (AskSchemaCheck *self, int index, const AskRelationship *relationship)
{
  const char *ends[] = { relationship->from, relationship->to };

  for (guint i = 0; i < 2; i++)
    if (ask_check_find (self, ends[i]) == NULL)
      {
        ask_check_add (self, ASK_FAULT_ERROR, "Remove the relationship.",
                       "A relationship leads from “%s” to “%s”, and there is no entity “%s”.", relationship->from,
                       relationship->to, ends[i])
          ->relationship = index;
        return;
      }
  if (relationship->from_attributes->len != relationship->to_attributes->len || relationship->from_attributes->len == 0)
    {
      ask_check_add (self, ASK_FAULT_ERROR, "Remove the relationship, and draw it again.",
                     "The relationship of “%s” to “%s” joins %u attributes with %u.", relationship->from, relationship->to,
                     relationship->from_attributes->len, relationship->to_attributes->len)
        ->relationship = index;
      return;
    }
  for (guint i = 0; i < relationship->from_attributes->len; i++)
    {
      const AskAttribute *from = find_end (self, index, relationship->from, relationship->from_attributes->pdata[i]);
      const AskAttribute *to = find_end (self, index, relationship->to, relationship->to_attributes->pdata[i]);

      if (from != NULL && to != NULL && !can_be_equal (from->type, to->type))
        ask_check_add (self, ASK_FAULT_WARNING, "Join by other attributes, or correct the type of one of them.",
                       "The relationship of “%s” to “%s” joins “%s” (%s) with “%s” (%s), whose values are never equal.",
                       relationship->from, relationship->to, from->name, ask_type_to_string (from->type), to->name,
                       ask_type_to_string (to->type))
          ->relationship = index;
    }
}

/* ask_check_relationships: all of them, in the order of the document */
void
ask_check_relationships (AskSchemaCheck *self)
{
  for (guint i = 0; i < self->schema->relationships->len; i++)
    check_relationship (self, (int) i, self->schema->relationships->pdata[i]);
}

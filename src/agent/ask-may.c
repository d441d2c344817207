/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row goes only where all that it was made from may go, whatever for it was read.
 */
#include "config.h"

#include "agent/ask-may.h"

#include "schema/names/ask-schema-names.h"

/**
 * ask_may_find_entity:
 * @schema: as it is now
 * @id: of an entity of another version of it
 *
 * Returns: (transfer none) (nullable): the entity in @schema
 */
const AskEntity *
ask_may_find_entity (AskSchema *schema, const char *id)
{
  for (guint i = 0; i < schema->entities->len; i++)
    if (g_str_equal (((AskEntity *) schema->entities->pdata[i])->id, id))
      return schema->entities->pdata[i];
  return NULL;
}

static gboolean
may_attribute (AskSchema *schema, const AskEntity *entity, const AskAttribute *attribute)
{
  /* What is made of others goes where all of those go, unless somebody said no to it itself. */
  if ((attribute->expression != NULL || entity->kind == ASK_ENTITY_QUERY) && attribute->sharing == ASK_SHARING_INHERIT)
    return !attribute->sensitive && !attribute->hidden && !entity->hidden;
  return ask_schema_get_sharing (schema, entity, attribute) == ASK_SHARING_YES;
}

/**
 * ask_may_rows_of:
 * @schema: as it is now
 * @id: of an entity
 * @attribute: (nullable): a name; %NULL for the entity's rows as such
 *
 * Returns: whether rows that were made from it may leave; %FALSE where it is gone
 */
gboolean
ask_may_rows_of (AskSchema *schema, const char *id, const char *attribute)
{
  const AskEntity *entity = ask_may_find_entity (schema, id);
  const AskAttribute *there;

  if (entity == NULL)
    return FALSE;
  if (attribute != NULL)
    {
      there = ask_entity_find_attribute (entity, attribute);
      return there != NULL && may_attribute (schema, entity, there);
    }
  for (guint i = 0; i < entity->attributes->len; i++)
    if (!may_attribute (schema, entity, entity->attributes->pdata[i]))
      return FALSE;
  return TRUE;
}

/* A draft may call the same column otherwise, and another one so: what is shared is the column. */
static gboolean
may (AskSchema *schema, const AskOrigin *origin)
{
  const AskEntity *entity = origin->step == NULL ? ask_may_find_entity (schema, origin->entity->id) : NULL;
  const AskAttribute *there;

  if (entity == NULL || origin->attribute == NULL)
    return entity != NULL && ask_may_rows_of (schema, entity->id, NULL);
  there = ask_entity_match_attribute (origin->entity, origin->attribute, entity);
  return there != NULL && may_attribute (schema, entity, there);
}

/**
 * ask_may_find_first:
 * @schema: as it is now
 * @origins: (element-type AskOrigin): what rows were made from
 *
 * Returns: (transfer none) (nullable): of @origins the first that keeps the rows here; %NULL where they may leave
 */
const AskOrigin *
ask_may_find_first (AskSchema *schema, const GPtrArray *origins)
{
  for (guint i = 0; i < origins->len; i++)
    if (!may (schema, origins->pdata[i]))
      return origins->pdata[i];
  return NULL;
}

/**
 * ask_may_find_withheld:
 * @schema: as it is now
 * @origins: (element-type AskOrigin): what rows were made from
 *
 * Returns: (transfer full) (nullable): names, with commas, of what keeps the rows here; %NULL where they may leave
 */
char *
ask_may_find_withheld (AskSchema *schema, const GPtrArray *origins)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < origins->len; i++)
    {
      const AskOrigin *origin = origins->pdata[i];
      const char *attribute = origin->attribute != NULL ? origin->attribute->name : NULL;

      if (may (schema, origin))
        continue;
      g_string_append_printf (names, "%s%s%s%s", names->len > 0 ? ", " : "",
                              origin->step != NULL ? origin->step : origin->entity->name, attribute != NULL ? "." : "",
                              attribute != NULL ? attribute : "");
    }
  return g_string_free (names, names->len == 0);
}

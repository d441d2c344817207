/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names that a person typed or clicked. What a steward has hidden is told apart from what does not exist, since both
 * want something else to be done.
 */
#include "config.h"

#include "explore/ask-explore.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/* So many names that are like one that does not exist. */
#define MAX_NEAREST 3

ASK_DEFINE_ERROR ("ask-explore-error-quark", ask_explore_error)

/**
 * ask_explore_find_entity:
 * @schema: all entities
 * @name: whatever its case
 * @error: %ASK_EXPLORE_ERROR_UNKNOWN with names that are like it, %ASK_EXPLORE_ERROR_HIDDEN
 *
 * Returns: (transfer none): the entity, as long as @schema lives; %NULL with @error set
 */
const AskEntity *
ask_explore_find_entity (AskSchema *schema, const char *name, GError **error)
{
  const AskEntity *entity = ask_schema_find_entity (schema, name);
  g_autoptr (GPtrArray) nearest = NULL;

  if (entity != NULL && !entity->hidden)
    return entity;
  if (entity != NULL)
    {
      ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN,
                     N_ ("“%s” is hidden. Whoever looks after the data can show it on the Schema page."), entity->name);
      return NULL;
    }
  nearest = ask_schema_nearest_names (schema, name, MAX_NEAREST);
  if (nearest->len > 0)
    {
      g_ptr_array_add (nearest, NULL);

      g_autofree char *names = g_strjoinv (", ", (char **) nearest->pdata);

      ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_UNKNOWN,
                     N_ ("There is no entity “%s”. Names that are like it: %s."), name, names);
    }
  else
    ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_UNKNOWN,
                   N_ ("There is no entity “%s”. The Schema page has all names."), name);
  return NULL;
}

/**
 * ask_explore_find_attribute:
 * @entity: whose attribute it is
 * @name: whatever its case
 * @error: %ASK_EXPLORE_ERROR_UNKNOWN, %ASK_EXPLORE_ERROR_HIDDEN
 *
 * Returns: (transfer none): the attribute, as long as @entity lives; %NULL with @error set
 */
const AskAttribute *
ask_explore_find_attribute (const AskEntity *entity, const char *name, GError **error)
{
  const AskAttribute *attribute = ask_entity_find_attribute (entity, name);

  if (attribute != NULL && !attribute->hidden)
    return attribute;
  if (attribute != NULL)
    ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_HIDDEN,
                   N_ ("“%s” of “%s” is hidden. Whoever looks after the data can show it on the Schema page."),
                   attribute->name, entity->name);
  else
    ask_error_set (error, ASK_EXPLORE_ERROR, ASK_EXPLORE_ERROR_UNKNOWN, N_ ("“%s” has no attribute “%s”."),
                   entity->name, name);
  return NULL;
}

/**
 * ask_explore_is_shown:
 * @attribute: of any entity
 *
 * What is sensitive is shown only where it is asked for by name.
 *
 * Returns: whether its values are shown without being asked for
 */
gboolean
ask_explore_is_shown (const AskAttribute *attribute)
{
  return !attribute->hidden && !attribute->sensitive;
}

/** ask_explore_list_attributes: Returns: (transfer container) (element-type AskAttribute): those of @entity that are
 * shown, in its order */
GPtrArray *
ask_explore_list_attributes (const AskEntity *entity)
{
  GPtrArray *shown = g_ptr_array_new ();

  for (guint i = 0; i < entity->attributes->len; i++)
    if (ask_explore_is_shown (entity->attributes->pdata[i]))
      g_ptr_array_add (shown, entity->attributes->pdata[i]);
  return shown;
}

/** ask_explore_list_key: Returns: (transfer container) (element-type AskAttribute): the key of @entity in its order,
 * hidden ones, too; empty where it has none */
GPtrArray *
ask_explore_list_key (const AskEntity *entity)
{
  GPtrArray *key = g_ptr_array_new ();

  for (guint place = 1; place <= entity->attributes->len; place++)
    for (guint i = 0; i < entity->attributes->len; i++)
      if (((AskAttribute *) entity->attributes->pdata[i])->key == place)
        g_ptr_array_add (key, entity->attributes->pdata[i]);
  return key;
}

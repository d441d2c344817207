/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each end of a relationship gives a condition on the rows of the other end. A key that is NULL belongs to nothing, as in
 * a join.
 */
#include "config.h"

#include "explore/ask-related.h"

#include <glib/gi18n.h>
#include <string.h>

static void
add_relation (GPtrArray *relations, AskSchema *schema, const AskRelationship *relationship, gboolean forward)
{
  const AskEntity *other = ask_schema_find_entity (schema, forward ? relationship->to : relationship->from);
  AskRelation *relation;

  if (other == NULL || other->hidden)
    return;
  relation = g_new0 (AskRelation, 1);
  relation->relationship = relationship;
  relation->forward = forward;
  relation->other = other;
  g_ptr_array_add (relations, relation);
}

/**
 * ask_related_list:
 * @schema: all relationships; it has to live as long as what is returned
 * @entity: whose rows they belong to
 *
 * A relationship of an entity to itself is there twice: the manager, and those who are managed.
 *
 * Returns: (transfer full) (element-type AskRelation): those to entities that are shown: first what a row refers to, then
 *   what refers to it
 */
GPtrArray *
ask_related_list (AskSchema *schema, const AskEntity *entity)
{
  GPtrArray *relations = g_ptr_array_new_with_free_func (g_free);

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < schema->relationships->len; i++)
      {
        const AskRelationship *relationship = schema->relationships->pdata[i];
        const char *own = side == 0 ? relationship->from : relationship->to;

        if (g_ascii_strcasecmp (own, entity->name) == 0)
          add_relation (relations, schema, relationship, side == 0);
      }
  return relations;
}

/** ask_relation_get_own: Returns: (transfer none) (element-type utf8): the attributes of the row's own entity */
GPtrArray *
ask_relation_get_own (const AskRelation *self)
{
  return self->forward ? self->relationship->from_attributes : self->relationship->to_attributes;
}

/** ask_relation_get_others: Returns: (transfer none) (element-type utf8): the attributes of the other entity */
GPtrArray *
ask_relation_get_others (const AskRelation *self)
{
  return self->forward ? self->relationship->to_attributes : self->relationship->from_attributes;
}

static char *
join_names (GPtrArray *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (char *) names->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ask_relation_to_words:
 * @self: a relationship, seen from one end
 *
 * Two relationships between the same entities differ in the attributes that refer, so these stand beside the name:
 * "order (customer_id)".
 *
 * Returns: (transfer full): it for a person
 */
char *
ask_relation_to_words (const AskRelation *self)
{
  g_autofree char *names = join_names (self->relationship->from_attributes);

  /* Translators: an entity, and the attributes that refer: "order (customer_id)". */
  return g_strdup_printf (_ ("%s (%s)"), self->other->name, names);
}

/**
 * ask_related_browse:
 * @self: of the entity that @page is of
 * @page: rows, with what relationships need
 * @row: one of them, from 0
 *
 * Returns: (transfer full) (nullable): the other entity's rows that belong to it; %NULL where a part of its key is empty,
 *   so that none does
 */
AskBrowse *
ask_related_browse (const AskRelation *self, const AskBrowsePage *page, gsize row)
{
  g_autoptr (AskBrowse) browse = ask_browse_new (self->other->name);
  GPtrArray *own = ask_relation_get_own (self);
  GPtrArray *others = ask_relation_get_others (self);

  for (guint i = 0; i < own->len && i < others->len; i++)
    {
      const AskValue *value = ask_browse_page_get (page, row, own->pdata[i]);

      if (value == NULL || value->kind == ASK_VALUE_NULL)
        return NULL;
      ask_browse_add_condition (browse, others->pdata[i], ASK_BROWSE_IS, value);
      ((AskBrowseCondition *) browse->conditions->pdata[i])->joins = TRUE;
    }
  return g_steal_pointer (&browse);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists of objects in the rows of an entity become entities of their own: the items of orders are
 * order_item, with the order's key beside the members of each. They are read by the same calls. A
 * row that nothing identifies has no children, since nobody could tell whose they are; lists in lists
 * stay JSON. A child has no key: one object may lie in the lists of several rows.
 */
#include "config.h"

#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* A list of objects in the rows of @parent.
 * @key: (nullable): what tells one row of @parent from another
 * @noun: what one of them is called
 * @member: that holds the list
 * @description: (nullable): what the document says of it
 * @row: the shape of its objects */
typedef struct
{
  const AskEntity *parent;
  const AskAttribute *key;
  const char *noun;
  const char *member;
  const char *description;
  const AskOpenapiShape *row;
} List;

/* What the key of an order is called in its items: order_id for id, and for order_id. */
static char *
dup_key_name (const AskAttribute *key, const char *noun)
{
  static const char *const vague[] = { "id", "uuid", "guid", "sid", "key", "code", "slug", "name", "ref", NULL };
  g_autofree char *norm = ask_openapi_dup_norm (key->column);
  g_autofree char *singular = NULL;

  if (!g_strv_contains (vague, norm))
    return g_strdup (key->name);
  singular = ask_openapi_dup_singular (noun);
  return g_strconcat (singular, "_", norm, NULL);
}

static gboolean
has_member (const AskOpenapiShape *row, const char *name)
{
  g_autofree char *wanted = ask_openapi_dup_norm (name);

  for (guint i = 0; i < row->properties->len; i++)
    {
      g_autofree char *norm = ask_openapi_dup_norm (((AskOpenapiShapeProperty *) row->properties->pdata[i])->name);

      if (strcmp (norm, wanted) == 0)
        return TRUE;
    }
  return FALSE;
}

/* An attribute of the row around, as @wanted or, where the row itself has one of that name, as
 * order_@wanted; parent_order_id where that is in it already. */
static AskAttribute *
carry (AskEntity *child, const AskAttribute *from, const char *wanted, const List *list)
{
  g_autofree char *column = from->column != NULL ? g_strconcat ("../", from->column, NULL) : NULL;
  g_autofree char *singular = ask_openapi_dup_singular (list->noun);
  g_autofree char *start = g_strconcat (singular, "_", NULL);
  g_autofree char *longer = g_strconcat (g_str_has_prefix (wanted, start) ? "parent_" : start, wanted, NULL);
  g_autofree char *name = ask_openapi_dup_attribute_name (child, has_member (list->row, wanted) ? longer : wanted);
  AskAttribute *attribute = ask_entity_add_attribute (child, name, column, from->type);

  attribute->declared = g_strdup (from->declared);
  attribute->nullable = from->nullable;
  attribute->description = g_strdup (from->description);
  for (guint i = 0; i < from->choices->len; i++)
    g_ptr_array_add (attribute->choices, g_strdup (g_ptr_array_index (from->choices, i)));
  return attribute;
}

/* The calls are the parent's. What must be given to them is an attribute here too, and so is what
 * they leave out where nothing is given. */
static void
copy_operation (AskEntity *child, const List *list)
{
  const AskEntity *parent = list->parent;
  const AskOperation *from = parent->operation;
  AskOperation *to = ask_operation_new (from->path);
  g_autoptr (GHashTable) carried = g_hash_table_new (g_direct_hash, g_direct_equal);

  child->operation = to;
  to->rows = g_strdup (from->rows);
  to->nested = g_strdup (list->member);
  to->single = from->single;
  to->method = g_strdup (from->method);
  to->paging.kind = from->paging.kind;
  to->paging.in_body = from->paging.in_body;
  to->paging.parameter = g_strdup (from->paging.parameter);
  to->paging.size_parameter = g_strdup (from->paging.size_parameter);
  to->paging.size = from->paging.size;
  to->paging.least = from->paging.least;
  to->paging.first = from->paging.first;
  to->paging.next = g_strdup (from->paging.next);
  if (list->key != NULL)
    {
      g_autofree char *name = dup_key_name (list->key, list->noun);

      g_hash_table_insert (carried, (gpointer) list->key, carry (child, list->key, name, list));
    }
  for (guint i = 0; i < from->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (from->parameters, i);
      AskAttribute *of = parameter->attribute != NULL ? ask_entity_find_attribute (parent, parameter->attribute) : NULL;
      AskAttribute *here = of != NULL ? g_hash_table_lookup (carried, of) : NULL;
      AskParameter *copy;

      /* What nothing is bound to is bound in the parent, where it is known. */
      if (of == NULL && parameter->fixed == NULL)
        continue;
      if (of != NULL && here == NULL)
        {
          if (!parameter->required && !parameter->narrows)
            continue;
          here = carry (child, of, of->name, list);
          g_hash_table_insert (carried, of, here);
        }
      copy = ask_operation_add_parameter (to, parameter->name, parameter->place, here != NULL ? here->name : NULL,
                                          parameter->required);
      copy->type = parameter->type;
      copy->use = parameter->use;
      copy->style = parameter->style;
      copy->max_items = parameter->max_items;
      copy->narrows = parameter->narrows;
      copy->fixed = g_strdup (parameter->fixed);
    }
}

static gboolean
is_record (AskOpenapiContext *context, const AskOpenapiShape *row)
{
  for (guint i = 0; i < row->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (row->properties, i);
      g_autoptr (AskOpenapiShape) shape = ask_openapi_shape_new_for_parts (context, property->parts);

      if (!shape->write_only && ask_openapi_shape_get_type (shape) != ASK_TYPE_JSON)
        return TRUE;
    }
  return FALSE;
}

/* By the key of the row around; one row without a key is told by the one input that its call takes. */
static void
relate (AskSchema *schema, const AskEntity *child, const List *list)
{
  const AskEntity *parent = list->parent;
  const AskAttribute *key = list->key;
  const AskAttribute *input = NULL;

  if (key != NULL)
    {
      ask_schema_add_relationship (schema, child->name,
                                   ((AskAttribute *) g_ptr_array_index (child->attributes, 0))->name, parent->name,
                                   key->name);
      return;
    }
  for (guint i = 0; i < child->operation->parameters->len; i++)
    {
      const AskParameter *parameter = g_ptr_array_index (child->operation->parameters, i);
      const AskParameter *same = g_ptr_array_index (parent->operation->parameters, i);

      if (!parameter->required || parameter->attribute == NULL)
        continue;
      if (input != NULL || g_strcmp0 (parameter->name, same->name) != 0 || same->attribute == NULL)
        return;
      input = ask_entity_find_attribute (child, parameter->attribute);
      key = ask_entity_find_attribute (parent, same->attribute);
    }
  if (input != NULL && key != NULL)
    ask_schema_add_relationship (schema, child->name, input->name, parent->name, key->name);
}

static void
add_child (AskOpenapiContext *context, AskSchema *schema, const List *list)
{
  const AskEntity *parent = list->parent;
  g_autofree char *singular = ask_openapi_dup_singular (parent->name);
  g_autofree char *member = ask_openapi_dup_snake (list->member);
  g_autofree char *one = ask_openapi_dup_singular (member);
  g_autofree char *joined = g_strdup_printf ("%s_%s", singular, one);
  g_autofree char *name = ask_openapi_dup_snake (joined);
  g_autofree char *table = g_strdup_printf ("%s#%s", parent->table, list->member);
  g_autofree char *unique = g_strdup (name);
  AskEntity *child;

  for (guint n = 2; ask_schema_find_entity (schema, unique) != NULL; n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s_%u", name, n);
    }
  child = ask_entity_new (unique, parent->source, table, ASK_ENTITY_API);
  child->description = ask_openapi_dup_sentence (list->description);
  if (child->description == NULL)
    child->description = g_strdup_printf ("What “%s” of %s holds.", list->member, parent->name);
  copy_operation (child, list);
  ask_openapi_add_attributes (context, child, NULL, list->row);
  ask_openapi_add_columns (context, child, list->row);
  ask_schema_add_entity (schema, child);
  relate (schema, child, list);
}

/**
 * ask_openapi_add_children:
 * @context: of the import; gets notes
 * @schema: takes the entities and their relationships
 * @parent: an entity of @schema
 * @row: the shape of its rows
 *
 * Adds an entity for each list of objects in a row of @parent.
 */
void
ask_openapi_add_children (AskOpenapiContext *context, AskSchema *schema, const AskEntity *parent,
                          const AskOpenapiShape *row)
{
  const AskAttribute *key = ask_openapi_get_key (parent);
  g_autofree char *noun = ask_openapi_dup_noun (parent->operation->path, parent->name);

  for (guint i = 0; (key != NULL || parent->operation->single) && i < row->properties->len; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (row->properties, i);
      g_autoptr (AskOpenapiShape) list = NULL;
      g_autoptr (AskOpenapiShape) items = NULL;
      g_autofree char *snake = ask_openapi_dup_snake (property->name);

      if (strchr (property->name, '.') != NULL || *snake == '\0' || ask_openapi_is_link (property->name))
        continue;
      list = ask_openapi_shape_new_for_parts (context, property->parts);
      if (list->write_only || !ask_openapi_shape_is_array (list) || list->items->len == 0)
        continue;
      items = ask_openapi_shape_new_for_parts (context, list->items);
      if (!ask_openapi_shape_is_object (items) || items->intricate || !is_record (context, items))
        continue;
      add_child (context, schema,
                 &(List) { .parent = parent,
                           .key = key,
                           .noun = noun,
                           .member = property->name,
                           .description = list->description != NULL ? list->description : items->description,
                           .row = items });
    }
}

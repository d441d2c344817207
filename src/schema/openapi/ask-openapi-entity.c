/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of a row become the attributes of an entity, one of them its key. The members of
 * objects in it become attributes too, after all others, beside the object's own JSON: queries that
 * use the JSON go on as they are.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-draft.h"

#include <string.h>

/* SQLite holds 2000 columns; a question is not asked over more than these. */
#define MAX_ATTRIBUTES 1000
/* What is deeper, larger or more stays JSON only. */
#define MAX_LEVELS 3
#define MAX_MEMBERS 20
#define MAX_COLUMNS 60

/**
 * ask_openapi_add_sentence:
 * @text: (inout) (nullable): a description
 * @format: of printf(): the sentence, with its full stop
 *
 * Adds a sentence to @text, which gets a full stop of its own where it ends without one.
 */
void
ask_openapi_add_sentence (char **text, const char *format, ...)
{
  va_list args;
  g_autofree char *sentence = NULL;
  char *joined;
  gsize length = *text != NULL ? strlen (*text) : 0;

  va_start (args, format);
  sentence = g_strdup_vprintf (format, args);
  va_end (args);
  if (length == 0)
    joined = g_steal_pointer (&sentence);
  else
    joined = g_strconcat (*text, strchr (".!?", (*text)[length - 1]) != NULL ? " " : ". ", sentence, NULL);
  g_free (*text);
  *text = joined;
}

/**
 * ask_openapi_dup_attribute_name:
 * @wanted: the name of a member or a parameter
 *
 * Letters, digits and underscores stay; "@type" becomes "type", "first-name" "first_name".
 *
 * Returns: (transfer full): a name that @entity does not have yet
 */
char *
ask_openapi_dup_attribute_name (const AskEntity *entity, const char *wanted)
{
  g_autoptr (GString) name = g_string_new (NULL);
  g_autoptr (GString) unique = NULL;
  glong n_chars = 0;

  for (const char *p = wanted; *p != '\0' && n_chars < 100; p = g_utf8_next_char (p), n_chars++)
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isalnum (c) || c == '_')
        g_string_append_unichar (name, c);
      else if (name->len > 0 && name->str[name->len - 1] != '_')
        g_string_append_c (name, '_');
    }
  while (name->len > 1 && name->str[name->len - 1] == '_' && !g_str_has_suffix (wanted, "_"))
    g_string_truncate (name, name->len - 1);
  if (name->len == 0)
    g_string_append (name, "value");
  if (g_ascii_isdigit (name->str[0]))
    g_string_prepend_c (name, '_');
  unique = g_string_new (name->str);
  for (guint n = 2; ask_entity_find_attribute (entity, unique->str) != NULL; n++)
    g_string_printf (unique, "%s_%u", name->str, n);
  return g_strdup (unique->str);
}

static gboolean
says_unique (const char *description)
{
  g_autofree char *lower = description != NULL ? g_ascii_strdown (description, -1) : NULL;

  return lower != NULL
         && (strstr (lower, "unique identifier") != NULL || strstr (lower, "unique id") != NULL
             || strstr (lower, "uniquely identif") != NULL || strstr (lower, "unique key") != NULL);
}

static gboolean
can_be_key (const AskAttribute *attribute)
{
  return attribute->column != NULL
         && (attribute->type == ASK_TYPE_TEXT || attribute->type == ASK_TYPE_INTEGER
             || attribute->type == ASK_TYPE_ANY);
}

/* 3 for id, 2 for order_id of orders, 1 for what is described as a unique identifier of it. "The
 * unique identifier of the customer" under the name customer_id is somebody else's. */
static int
key_rank (const AskAttribute *attribute, const char *noun)
{
  static const char *const ids[] = { "id", "uuid", "guid", "sid", NULL };
  g_autofree char *norm = NULL;
  g_autofree char *words = NULL;

  if (!can_be_key (attribute))
    return 0;
  norm = ask_openapi_dup_norm (attribute->column);
  words = ask_openapi_dup_snake (attribute->column);
  if (strcmp (norm, "id") == 0)
    return 4;
  if (g_strv_contains (ids, norm))
    return 3;
  if (g_str_has_suffix (words, "_id") || g_str_has_suffix (words, "_uuid"))
    {
      g_autofree char *rest = g_strndup (words, (gsize) (strrchr (words, '_') - words));

      return ask_openapi_same_noun (rest, noun) ? 2 : 0;
    }
  return says_unique (attribute->description);
}

static void
choose_key (AskEntity *entity, const char *noun)
{
  AskAttribute *best = NULL;
  int best_rank = 0;

  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = g_ptr_array_index (entity->attributes, i);
      int rank = key_rank (attribute, noun);

      if (rank > best_rank)
        {
          best = attribute;
          best_rank = rank;
        }
    }
  if (best == NULL)
    return;
  best->key = 1;
  best->nullable = FALSE;
}

static void
add_attribute (AskEntity *entity, const char *wanted, const char *column, const AskOpenapiShape *shape,
               gboolean nullable)
{
  g_autofree char *name = ask_openapi_dup_attribute_name (entity, wanted);
  AskAttribute *attribute = ask_entity_add_attribute (entity, name, column, ask_openapi_shape_get_type (shape));

  attribute->declared = ask_openapi_shape_dup_declared (shape);
  attribute->nullable = nullable;
  attribute->description = ask_openapi_dup_sentence (shape->description);
  for (guint i = 0; i < shape->choices->len; i++)
    g_ptr_array_add (attribute->choices, g_strdup (g_ptr_array_index (shape->choices, i)));
}

/**
 * ask_openapi_add_attributes:
 * @context: of the import; gets a note where rows have too many members
 * @entity: without attributes yet
 * @noun: (nullable): what the entity is called, for its key ("orders" has "order_id"); %NULL for rows
 *   that nothing tells apart
 * @row: the shape of its rows
 *
 * Fills @entity; members that are only written are left out.
 */
void
ask_openapi_add_attributes (AskOpenapiContext *context, AskEntity *entity, const char *noun, const AskOpenapiShape *row)
{
  for (guint i = 0; i < row->properties->len && entity->attributes->len < MAX_ATTRIBUTES; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (row->properties, i);
      g_autoptr (AskOpenapiShape) shape = ask_openapi_shape_new_for_parts (context, property->parts);

      if (!shape->write_only)
        add_attribute (entity, property->name, property->name, shape, shape->nullable || !property->required);
    }
  if (row->properties->len > MAX_ATTRIBUTES)
    g_ptr_array_add (context->notes, g_strdup_printf ("%s: only the first %d of its %u members became attributes.",
                                                      entity->name, MAX_ATTRIBUTES, row->properties->len));
  if (noun != NULL)
    choose_key (entity, noun);
}

/**
 * ask_openapi_add_value:
 * @entity: whose rows are values
 * @shape: of one of them
 *
 * Adds the one attribute that holds it.
 */
void
ask_openapi_add_value (AskEntity *entity, const AskOpenapiShape *shape)
{
  add_attribute (entity, "value", ".", shape, shape->nullable);
}

typedef struct
{
  AskOpenapiContext *context;
  AskEntity *entity;
  GPtrArray *path; /* JsonObject: the schemas around, so that none is looked into from within */
  guint n_columns;
} Columns;

/* Remembers the schemas of @property. Returns FALSE where one of them is around it already. */
static gboolean
enter (Columns *self, const AskOpenapiShapeProperty *property)
{
  guint before = self->path->len;

  for (guint i = 0; i < property->parts->len; i++)
    {
      JsonObject *schema = g_array_index (property->parts, AskOpenapiShapePart, i).schema;

      while (schema != NULL && ask_openapi_get_ref (schema) != NULL && self->path->len < before + 16)
        {
          JsonObject *target = ask_openapi_resolve (self->context, schema);

          if (target == schema)
            break;
          schema = target;
        }
      if (schema == NULL)
        continue;
      if (g_ptr_array_find (self->path, schema, NULL))
        {
          g_ptr_array_set_size (self->path, (int) before);
          return FALSE;
        }
      g_ptr_array_add (self->path, schema);
    }
  return TRUE;
}

/* How many members have one value; 0 where the object is no small record. */
static guint
count_plain (AskOpenapiContext *context, const AskOpenapiShape *object)
{
  guint n = 0;

  for (guint i = 0; i < object->properties->len && n <= MAX_MEMBERS; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (object->properties, i);
      g_autoptr (AskOpenapiShape) shape = ask_openapi_shape_new_for_parts (context, property->parts);

      n += ask_openapi_shape_get_type (shape) != ASK_TYPE_JSON;
    }
  return n <= MAX_MEMBERS ? n : 0;
}

/* An object that only separates what a row is from what it is about: JSON:API's "attributes", GeoJSON's
 * "properties". Its members are called as they are. */
static gboolean
is_transparent (const AskOpenapiShape *row, const char *name)
{
  return (strcmp (name, "attributes") == 0 && g_hash_table_contains (row->by_name, "type")
          && g_hash_table_contains (row->by_name, "id"))
         || (strcmp (name, "properties") == 0 && g_hash_table_contains (row->by_name, "geometry"));
}

static void
add_members (Columns *self, const AskOpenapiShape *object, const char *column, const char *name, gboolean nullable,
             guint level)
{
  for (guint i = 0; i < object->properties->len && self->n_columns < MAX_COLUMNS; i++)
    {
      AskOpenapiShapeProperty *property = g_ptr_array_index (object->properties, i);
      g_autoptr (AskOpenapiShape) shape = NULL;
      g_autofree char *inner_column = NULL;
      g_autofree char *inner_name = NULL;
      gboolean optional;
      guint before = self->path->len;

      /* A dot in a name cannot be told from the dots between names. */
      if (*property->name == '\0' || strchr (property->name, '.') != NULL || ask_openapi_is_link (property->name)
          || self->entity->attributes->len >= MAX_ATTRIBUTES)
        continue;
      shape = ask_openapi_shape_new_for_parts (self->context, property->parts);
      if (shape->write_only)
        continue;
      inner_column = column != NULL ? g_strconcat (column, ".", property->name, NULL) : g_strdup (property->name);
      inner_name = name != NULL ? g_strconcat (name, "_", property->name, NULL) : g_strdup (property->name);
      optional = nullable || shape->nullable || !property->required;
      if (ask_openapi_shape_get_type (shape) != ASK_TYPE_JSON)
        {
          if (level == 0)
            continue;
          add_attribute (self->entity, inner_name, inner_column, shape, optional);
          self->n_columns++;
        }
      else if (ask_openapi_shape_is_object (shape) && level + 1 < MAX_LEVELS
               && ((level == 0 && is_transparent (object, property->name)) || count_plain (self->context, shape) > 0)
               && enter (self, property))
        {
          add_members (self, shape, inner_column,
                       level == 0 && is_transparent (object, property->name) ? NULL : inner_name, optional, level + 1);
          g_ptr_array_set_size (self->path, (int) before);
        }
    }
}

/**
 * ask_openapi_add_columns:
 * @context: of the import, to follow references
 * @entity: with the attributes of its rows
 * @row: the shape of its rows
 *
 * Adds what objects in a row hold: address_city, with the column "address.city". Of objects with up to 20
 * such members, down to three names, 60 in all; the rest is in the objects' own JSON only.
 */
void
ask_openapi_add_columns (AskOpenapiContext *context, AskEntity *entity, const AskOpenapiShape *row)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  Columns columns = { context, entity, path, 0 };

  add_members (&columns, row, NULL, NULL, FALSE, 0);
}

/** ask_openapi_get_key: Returns: (transfer none) (nullable): the first attribute of the key of @entity that rows have */
AskAttribute *
ask_openapi_get_key (const AskEntity *entity)
{
  for (guint i = 0; i < entity->attributes->len; i++)
    {
      AskAttribute *attribute = entity->attributes->pdata[i];

      if (attribute->key == 1 && attribute->column != NULL)
        return attribute;
    }
  return NULL;
}

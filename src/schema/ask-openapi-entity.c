/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The members of a row become the attributes of an entity, one of them its key.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-private.h"

#include <string.h>

/* SQLite holds 2000 columns; a question is not asked over more than these. */
#define MAX_ATTRIBUTES 1000

/**
 * ask_openapi_add_sentence:
 * @text: (inout) (nullable): a description
 *
 * Adds a sentence to @text.
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
    joined = g_strconcat (*text, strchr (".!?", (*text)[length - 1]) != NULL ? " " : ". ", sentence,
                          NULL);
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
  while (name->len > 1 && name->str[name->len - 1] == '_'
         && !g_str_has_suffix (wanted, "_"))
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
             || strstr (lower, "uniquely identif") != NULL
             || strstr (lower, "unique key") != NULL);
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

/**
 * ask_openapi_add_attributes:
 * @noun: what the entity is called, for its key ("orders" has "order_id")
 * @row: the shape of its rows
 *
 * Fills @entity; members that are only written are left out.
 */
void
ask_openapi_add_attributes (AskOpenapiContext *context, AskEntity *entity, const char *noun,
                            const AskShape *row)
{
  for (guint i = 0; i < row->properties->len && entity->attributes->len < MAX_ATTRIBUTES; i++)
    {
      AskShapeProperty *property = g_ptr_array_index (row->properties, i);
      g_autoptr (AskShape) shape = ask_shape_new_for_parts (context, property->parts);
      g_autofree char *name = NULL;
      AskAttribute *attribute;

      if (shape->write_only)
        continue;
      name = ask_openapi_dup_attribute_name (entity, property->name);
      attribute
        = ask_entity_add_attribute (entity, name, property->name, ask_shape_get_type (shape));
      attribute->declared = ask_shape_dup_declared (shape);
      attribute->nullable = shape->nullable || !property->required;
      attribute->description = ask_openapi_dup_sentence (shape->description);
      for (guint j = 0; j < shape->choices->len; j++)
        g_ptr_array_add (attribute->choices, g_strdup (g_ptr_array_index (shape->choices, j)));
    }
  if (row->properties->len > MAX_ATTRIBUTES)
    g_ptr_array_add (context->notes,
                     g_strdup_printf ("%s: only the first %d of its %u members became attributes.",
                                      entity->name, MAX_ATTRIBUTES, row->properties->len));
  choose_key (entity, noun);
}

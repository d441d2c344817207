/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values from schemas: the same schema and row give the same value, whoever asks. It follows references
 * between files, allOf, oneOf and anyOf, and ends in circles by leaving the member out. It must never
 * use the importer. Nodes that are returned are the caller's; places borrow from the files.
 */
#include "config.h"

#include "support/ask-test-openapi-private.h"

#include <string.h>

#include "schema/openapi/ask-document.h"

#define MAX_DEPTH 9
#define MAX_HOPS 30

static JsonNode *
load (AskTestFiles *files, const char *path)
{
  JsonNode *tree = g_hash_table_lookup (files->trees, path);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  if (tree != NULL)
    return tree;
  if (!g_file_get_contents (path, &text, &length, &error)
      || (tree = ask_document_parse (text, length, path, &error)) == NULL)
    {
      g_test_message ("A reference leads nowhere: %s", error->message);
      return NULL;
    }
  g_hash_table_insert (files->trees, g_strdup (path), tree);
  return tree;
}

static JsonNode *
follow_pointer (JsonNode *node, const char *pointer)
{
  g_autofree char *decoded = g_uri_unescape_string (pointer, NULL);
  g_auto (GStrv) parts = g_strsplit (decoded != NULL ? decoded : pointer, "/", -1);

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL && node != NULL; i++)
    {
      g_autoptr (GString) part = g_string_new (parts[i]);

      g_string_replace (part, "~1", "/", 0);
      g_string_replace (part, "~0", "~", 0);
      if (JSON_NODE_HOLDS_OBJECT (node))
        node = json_object_get_member (json_node_get_object (node), part->str);
      else if (JSON_NODE_HOLDS_ARRAY (node)
               && g_ascii_strtoull (part->str, NULL, 10) < json_array_get_length (json_node_get_array (node)))
        node = json_array_get_element (json_node_get_array (node), g_ascii_strtoull (part->str, NULL, 10));
      else
        node = NULL;
    }
  return node;
}

/** ask_test_place_resolve: Returns: where @place's references lead; its node is %NULL where nowhere */
AskTestPlace
ask_test_place_resolve (AskTestFiles *files, AskTestPlace place)
{
  for (guint hops = 0; hops < MAX_HOPS && place.node != NULL && JSON_NODE_HOLDS_OBJECT (place.node); hops++)
    {
      JsonObject *object = json_node_get_object (place.node);
      JsonNode *ref = json_object_get_member (object, "$ref");
      const char *text = ref != NULL && JSON_NODE_HOLDS_VALUE (ref) ? json_node_get_string (ref) : NULL;
      const char *hash;

      if (text == NULL)
        return place;
      hash = strchr (text, '#');
      if (hash != text)
        {
          g_autofree char *folder = g_path_get_dirname (place.file);
          g_autofree char *name = hash != NULL ? g_strndup (text, hash - text) : g_strdup (text);
          g_autofree char *path = g_canonicalize_filename (name, folder);
          gpointer kept;

          if (load (files, path) == NULL)
            return (AskTestPlace) { NULL, place.file };
          g_hash_table_lookup_extended (files->trees, path, &kept, NULL);
          place.file = kept;
        }
      place.node = load (files, place.file);
      if (hash != NULL)
        place.node = follow_pointer (place.node, hash + 1);
    }
  return place;
}

/** ask_test_place_get: Returns: the member of what @place leads to, resolved */
AskTestPlace
ask_test_place_get (AskTestFiles *files, AskTestPlace place, const char *member)
{
  place = ask_test_place_resolve (files, place);
  if (place.node == NULL || !JSON_NODE_HOLDS_OBJECT (place.node))
    return (AskTestPlace) { NULL, place.file };
  place.node = json_object_get_member (json_node_get_object (place.node), member);
  return ask_test_place_resolve (files, place);
}

const char *
ask_test_place_string (AskTestFiles *files, AskTestPlace place, const char *member)
{
  AskTestPlace found = ask_test_place_get (files, place, member);

  return found.node != NULL && JSON_NODE_HOLDS_VALUE (found.node)
             && json_node_get_value_type (found.node) == G_TYPE_STRING
           ? json_node_get_string (found.node)
           : NULL;
}

/** ask_test_dup_norm: Returns: (transfer full): without case and punctuation */
char *
ask_test_dup_norm (const char *name)
{
  GString *norm = g_string_new (NULL);

  for (; *name != '\0'; name++)
    if (g_ascii_isalnum (*name) || (*name & 0x80) != 0)
      g_string_append_c (norm, g_ascii_tolower (*name));
  return g_string_free (norm, FALSE);
}

/** ask_test_dup_scalar: Returns: (transfer full) (nullable): as it stands in a URL */
char *
ask_test_dup_scalar (JsonNode *node)
{
  GType type;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  type = json_node_get_value_type (node);
  if (type == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (type == G_TYPE_BOOLEAN)
    return g_strdup (json_node_get_boolean (node) ? "true" : "false");
  if (type == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  return ask_real_to_text (json_node_get_double (node));
}

static guint
get_length (AskTestPlace list)
{
  return list.node != NULL && JSON_NODE_HOLDS_ARRAY (list.node)
           ? json_array_get_length (json_node_get_array (list.node))
           : 0;
}

static AskTestPlace
get_element (AskTestFiles *files, AskTestPlace list, guint n)
{
  list.node = json_array_get_element (json_node_get_array (list.node), n);
  return ask_test_place_resolve (files, list);
}

/** ask_test_schema_type: Returns: (nullable): what a schema says that values are, null apart */
const char *
ask_test_schema_type (AskTestFiles *files, AskTestPlace schema)
{
  AskTestPlace type = ask_test_place_get (files, schema, "type");
  const char *text = ask_test_place_string (files, schema, "type");

  for (guint i = 0; i < get_length (type); i++)
    {
      const char *one = json_node_get_string (get_element (files, type, i).node);

      if (g_strcmp0 (one, "null") != 0)
        return one;
    }
  if (text != NULL)
    return text;
  if (ask_test_place_get (files, schema, "properties").node != NULL)
    return "object";
  return ask_test_place_get (files, schema, "items").node != NULL ? "array" : NULL;
}

static gboolean
says (AskTestFiles *files, AskTestPlace schema, const char *member)
{
  AskTestPlace found = ask_test_place_get (files, schema, member);

  return found.node != NULL && JSON_NODE_HOLDS_VALUE (found.node) && json_node_get_boolean (found.node);
}

static gboolean
may_be_null (AskTestFiles *files, AskTestPlace schema)
{
  AskTestPlace type = ask_test_place_get (files, schema, "type");

  for (guint i = 0; i < get_length (type); i++)
    if (g_strcmp0 (json_node_get_string (get_element (files, type, i).node), "null") == 0)
      return TRUE;
  return says (files, schema, "nullable") || says (files, schema, "x-nullable");
}

static gboolean
get_number (AskTestFiles *files, AskTestPlace schema, const char *member, gint64 *number)
{
  AskTestPlace found = ask_test_place_get (files, schema, member);
  GType type;

  if (found.node == NULL || !JSON_NODE_HOLDS_VALUE (found.node))
    return FALSE;
  type = json_node_get_value_type (found.node);
  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = type == G_TYPE_INT64 ? json_node_get_int (found.node) : (gint64) json_node_get_double (found.node);
  return TRUE;
}

static gboolean
is_identifier (const char *norm)
{
  return g_str_has_suffix (norm, "id");
}

static gboolean
is_always (AskTestMaker *self, const char *norm)
{
  return self->always != NULL && g_hash_table_contains (self->always, norm);
}

/* An own identifier tells rows apart; those of others come again and again. */
static guint
choose_number (AskTestMaker *self, const char *norm, guint row)
{
  if (strcmp (norm, "id") == 0 || strcmp (norm, "sid") == 0 || strcmp (norm, "uuid") == 0
      || strcmp (norm, "guid") == 0)
    return self->base + row + 1;
  return is_identifier (norm) ? row % 3 + 1 : self->base + row + 1;
}

static JsonNode *
make_string (AskTestMaker *self, AskTestPlace schema, const char *name, guint row)
{
  const char *format = ask_test_place_string (self->files, schema, "format");
  g_autofree char *norm = ask_test_dup_norm (name);
  guint number = choose_number (self, norm, row);
  g_autofree char *text = NULL;

  if (g_strcmp0 (format, "date") == 0)
    text = g_strdup_printf ("20%02u-%02u-%02u", number / 28 / 12 % 90 + 10, number / 28 % 12 + 1, number % 28 + 1);
  else if (g_strcmp0 (format, "date-time") == 0)
    text = g_strdup_printf ("2024-%02u-%02uT10:%02u:00Z", number / 28 % 12 + 1, number % 28 + 1, number % 60);
  else if (g_strcmp0 (format, "uuid") == 0)
    text = g_strdup_printf ("00000000-0000-4000-8000-%012u", number);
  else if (g_strcmp0 (format, "email") == 0)
    text = g_strdup_printf ("person%u@example.com", number);
  else if (g_strcmp0 (format, "uri") == 0 || g_strcmp0 (format, "url") == 0)
    text = g_strdup_printf ("https://example.com/%s/%u", norm, number);
  else if (is_identifier (norm))
    text = g_strdup_printf ("id%u", number);
  else
    /* Now and then what a query string and JSON have to escape. */
    text = g_strdup_printf (row % 3 == 1 ? "%s \"é\" & ü=%u" : "%s %u", name, number);
  return json_node_init_string (json_node_alloc (), text);
}

static JsonNode *
make_integer (AskTestMaker *self, AskTestPlace schema, const char *name, guint row)
{
  const char *format = ask_test_place_string (self->files, schema, "format");
  g_autofree char *norm = ask_test_dup_norm (name);
  gint64 number = choose_number (self, norm, row), least = 0, most;
  gboolean capped = get_number (self->files, schema, "maximum", &most);

  if (get_number (self->files, schema, "minimum", &least) && least > 0 && number < least && !is_identifier (norm))
    number += least;
  if (capped && most >= least && number > most)
    number = least + number % (most - least + 1);
  /* Digits that a double would lose. */
  else if (!capped && g_strcmp0 (format, "int64") == 0 && !is_identifier (norm))
    number += G_GINT64_CONSTANT (9007199254740992);
  return json_node_init_int (json_node_alloc (), number);
}

static gboolean
fits (const char *type, JsonNode *value)
{
  GType held;

  if (value == NULL || !JSON_NODE_HOLDS_VALUE (value))
    return FALSE;
  held = json_node_get_value_type (value);
  return (g_strcmp0 (type, "string") == 0 && held == G_TYPE_STRING)
         || (g_strcmp0 (type, "integer") == 0 && held == G_TYPE_INT64)
         || (g_strcmp0 (type, "number") == 0 && (held == G_TYPE_INT64 || held == G_TYPE_DOUBLE))
         || (g_strcmp0 (type, "boolean") == 0 && held == G_TYPE_BOOLEAN);
}

static JsonNode *
make_scalar (AskTestMaker *self, AskTestPlace schema, const char *type, const char *name, guint row)
{
  g_autofree char *norm = ask_test_dup_norm (name);

  if (row == 0 && !is_identifier (norm))
    {
      AskTestPlace example = ask_test_place_get (self->files, schema, "example");
      AskTestPlace examples = ask_test_place_get (self->files, schema, "examples");

      if (fits (type, example.node))
        return json_node_copy (example.node);
      if (get_length (examples) > 0
          && fits (type, json_array_get_element (json_node_get_array (examples.node), 0)))
        return json_node_copy (json_array_get_element (json_node_get_array (examples.node), 0));
    }
  if (g_strcmp0 (type, "boolean") == 0)
    return json_node_init_boolean (json_node_alloc (), row % 2 == 0);
  if (g_strcmp0 (type, "integer") == 0)
    return make_integer (self, schema, name, row);
  if (g_strcmp0 (type, "number") == 0)
    return json_node_init_double (json_node_alloc (), choose_number (self, norm, row) + 0.25);
  return make_string (self, schema, name, row);
}

static JsonNode *
make_array (AskTestMaker *self, AskTestPlace schema, const char *name, const char *path, guint row)
{
  AskTestPlace items = ask_test_place_get (self->files, schema, "items");
  gboolean whole = g_strcmp0 (self->list, path) == 0;
  guint n = whole ? self->n_rows : 1 + row % 2;
  g_autofree char *inner = g_strconcat (path, "[]", NULL);
  JsonArray *array = json_array_new ();
  JsonNode *made;

  for (guint i = 0; i < n && items.node != NULL; i++)
    {
      JsonNode *element = ask_test_make (self, items, name, inner, whole ? i : row * 2 + i);

      if (element != NULL)
        json_array_add_element (array, element);
    }
  made = json_node_init_array (json_node_alloc (), array);
  json_array_unref (array);
  return made;
}

static gboolean
is_required (AskTestFiles *files, AskTestPlace schema, const char *name)
{
  AskTestPlace required = ask_test_place_get (files, schema, "required");

  for (guint i = 0; i < get_length (required); i++)
    if (g_strcmp0 (json_node_get_string (get_element (files, required, i).node), name) == 0)
      return TRUE;
  return FALSE;
}

/* What any part of a combined schema requires, the others have to have, too. */
static void
add_required (AskTestMaker *self, AskTestPlace schema, GHashTable *names, guint level)
{
  static const char *const kinds[] = { "allOf", "oneOf", "anyOf" };
  AskTestPlace place = ask_test_place_resolve (self->files, schema);
  AskTestPlace required = ask_test_place_get (self->files, place, "required");

  for (guint i = 0; i < get_length (required); i++)
    g_hash_table_add (names, (gpointer) json_node_get_string (get_element (self->files, required, i).node));
  for (guint k = 0; level < 4 && k < G_N_ELEMENTS (kinds); k++)
    {
      AskTestPlace parts = ask_test_place_get (self->files, place, kinds[k]);

      for (guint i = 0; i < get_length (parts); i++)
        add_required (self, get_element (self->files, parts, i), names, level + 1);
    }
}

static void
add_properties (AskTestMaker *self, AskTestPlace schema, const char *path, guint row, JsonObject *object)
{
  AskTestPlace properties = ask_test_place_get (self->files, schema, "properties");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (properties.node == NULL || !JSON_NODE_HOLDS_OBJECT (properties.node))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (properties.node));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      AskTestPlace property = ask_test_place_resolve (self->files, (AskTestPlace) { node, properties.file });
      g_autofree char *inner = *path != '\0' ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
      g_autofree char *norm = ask_test_dup_norm (name);
      JsonNode *made;

      if (says (self->files, property, "writeOnly"))
        continue;
      /* What need not be there sometimes is not; with what stands around the rows it always is. */
      if (row % 4 == 3 && !is_identifier (norm) && !is_always (self, norm) && !is_required (self->files, schema, name)
          && (self->required == NULL || !g_hash_table_contains (self->required, name)))
        continue;
      made = ask_test_make (self, property, name, inner, row);
      if (made != NULL)
        json_object_set_member (object, name, made);
    }
}

static void
add_members (JsonObject *object, JsonObject *more)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, more);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (object, name, json_node_copy (node));
}

/* allOf, and of oneOf and anyOf another one for each row. %NULL where there is nothing of the kind. */
static JsonNode *
make_combined (AskTestMaker *self, AskTestPlace schema, const char *name, const char *path, guint row)
{
  static const char *const kinds[] = { "allOf", "oneOf", "anyOf" };
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) other = NULL;
  g_autoptr (GHashTable) required = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *around = self->required;
  gboolean any = FALSE;

  if (around != NULL)
    {
      GHashTableIter iter;
      gpointer outer;

      g_hash_table_iter_init (&iter, around);
      while (g_hash_table_iter_next (&iter, &outer, NULL))
        g_hash_table_add (required, outer);
    }
  add_required (self, schema, required, 0);
  self->required = required;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      AskTestPlace parts = ask_test_place_get (self->files, schema, kinds[k]);
      guint n = get_length (parts);

      for (guint i = 0; i < n; i++)
        {
          g_autoptr (JsonNode) made = NULL;

          if (k > 0 && i != row % n)
            continue;
          made = ask_test_make (self, get_element (self->files, parts, i), name, path, row);
          if (made != NULL && JSON_NODE_HOLDS_OBJECT (made))
            {
              any = TRUE;
              add_members (object, json_node_get_object (made));
            }
          else if (made != NULL && (other == NULL || JSON_NODE_HOLDS_NULL (other)))
            {
              g_clear_pointer (&other, json_node_unref);
              other = g_steal_pointer (&made);
            }
        }
    }
  if (any)
    add_properties (self, schema, path, row, object);
  self->required = around;
  if (!any)
    return g_steal_pointer (&other);
  return json_node_init_object (json_node_alloc (), object);
}

/**
 * ask_test_make:
 * @name: of the member that it is for
 * @path: dotted; lists add "[]"
 * @row: which one of its list it belongs to
 *
 * Returns: (transfer full) (nullable): %NULL where it would never end, or where nothing is said
 */
JsonNode *
ask_test_make (AskTestMaker *self, AskTestPlace schema, const char *name, const char *path, guint row)
{
  AskTestPlace choices, fixed;
  const char *type;
  g_autofree char *norm = ask_test_dup_norm (name);
  JsonNode *made = NULL;

  schema = ask_test_place_resolve (self->files, schema);
  if (schema.node == NULL || !JSON_NODE_HOLDS_OBJECT (schema.node) || self->stack->len > MAX_DEPTH
      || g_ptr_array_find (self->stack, schema.node, NULL))
    return NULL;
  fixed = ask_test_place_get (self->files, schema, "const");
  if (fixed.node != NULL)
    return json_node_copy (fixed.node);
  type = ask_test_schema_type (self->files, schema);
  if (g_strcmp0 (type, "null") == 0
      || (row % 5 == 4 && !is_identifier (norm) && !is_always (self, norm) && !g_str_has_suffix (path, "[]")
          && may_be_null (self->files, schema)))
    return json_node_new (JSON_NODE_NULL);
  choices = ask_test_place_get (self->files, schema, "enum");
  if (get_length (choices) > 0)
    {
      JsonNode *choice = get_element (self->files, choices, row % get_length (choices)).node;

      /* YAML reads an unquoted "on" or 1 in another way than the document's author. */
      return type == NULL || JSON_NODE_HOLDS_NULL (choice) || fits (type, choice)
               ? json_node_copy (choice)
               : make_scalar (self, schema, type, name, row);
    }
  g_ptr_array_add (self->stack, schema.node);
  made = make_combined (self, schema, name, path, row);
  if (made == NULL && g_strcmp0 (type, "object") == 0)
    {
      JsonObject *object = json_object_new ();

      add_properties (self, schema, path, row, object);
      made = json_node_init_object (json_node_alloc (), object);
      json_object_unref (object);
    }
  else if (made == NULL && g_strcmp0 (type, "array") == 0)
    made = make_array (self, schema, name, path, row);
  else if (made == NULL && type != NULL)
    made = make_scalar (self, schema, type, name, row);
  g_ptr_array_remove_index (self->stack, self->stack->len - 1);
  return made;
}

typedef struct
{
  GPtrArray *found; /* utf8 */
  GPtrArray *objects; /* utf8, with the places beside them */
  GArray *places; /* AskTestPlace */
} ListSearch;

static void
search_lists (AskTestFiles *files, AskTestPlace schema, const char *prefix, guint level, ListSearch *search)
{
  static const char *const kinds[] = { "allOf", "oneOf", "anyOf" };
  AskTestPlace properties = ask_test_place_get (files, schema, "properties");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  for (guint k = 0; k < G_N_ELEMENTS (kinds) && level < 6; k++)
    {
      AskTestPlace parts = ask_test_place_get (files, schema, kinds[k]);

      for (guint i = 0; i < get_length (parts); i++)
        search_lists (files, get_element (files, parts, i), prefix, level + 1, search);
    }
  if (properties.node == NULL || !JSON_NODE_HOLDS_OBJECT (properties.node))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (properties.node));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      AskTestPlace property = ask_test_place_resolve (files, (AskTestPlace) { node, properties.file });
      const char *type = ask_test_schema_type (files, property);
      g_autofree char *path = prefix != NULL ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);

      if (g_strcmp0 (type, "array") == 0)
        {
          const char *inner = ask_test_schema_type (files, ask_test_place_get (files, property, "items"));

          /* Lists of plain values are columns, or what a call went wrong with. */
          if (inner == NULL || strcmp (inner, "object") == 0)
            g_ptr_array_add (search->found, g_steal_pointer (&path));
        }
      else if (prefix == NULL && (type == NULL || strcmp (type, "object") == 0))
        {
          g_ptr_array_add (search->objects, g_steal_pointer (&path));
          g_array_append_val (search->places, property);
        }
    }
}

/**
 * ask_test_find_list:
 * @path: the operation's, with {parameters}
 * @paged: the operation has parameters for pages, so that it is about a list
 *
 * Returns: (transfer full) (nullable): dotted place of the list that an answer is about; "" where it is
 *   the answer; %NULL where it is about one thing, or nobody can tell
 */
char *
ask_test_find_list (AskTestFiles *files, AskTestPlace schema, const char *path, gboolean paged)
{
  static const char *const usual[] = { "data", "results", "items", "entries", "value", "values", "docs", NULL };
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) objects = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (AskTestPlace));
  ListSearch search = { found, objects, places };
  const char *last = strrchr (path, '/');
  AskTestPlace properties;

  schema = ask_test_place_resolve (files, schema);
  properties = ask_test_place_get (files, schema, "properties");
  if (g_strcmp0 (ask_test_schema_type (files, schema), "array") == 0)
    return g_strdup ("");
  /* What has an identifier is one thing, whatever lists it has. */
  if (!paged
      && ((last != NULL && strchr (last, '{') != NULL) || ask_test_place_get (files, properties, "id").node != NULL))
    return NULL;
  search_lists (files, schema, NULL, 0, &search);
  if (found->len == 0 && objects->len == 1)
    search_lists (files, g_array_index (places, AskTestPlace, 0), objects->pdata[0], 0, &search);
  if (found->len == 1)
    return g_strdup (found->pdata[0]);
  for (guint i = 0; i < found->len; i++)
    if (g_strv_contains (usual, found->pdata[i])
        || (last != NULL && g_ascii_strcasecmp (last + 1, found->pdata[i]) == 0))
      return g_strdup (found->pdata[i]);
  return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * References: "#/components/schemas/Pet" in the document itself, "pets.yaml#/Pet" and URLs through
 * the loader that was handed in. Each further document is loaded once and owned by the context until
 * the import ends; without a loader none is. Nothing here opens anything.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-context.h"

#include <string.h>

#define MAX_HOPS 32
/* A specification of 1,600 files is in use; whoever has more than these can be asked to bundle it. */
#define MAX_FILES 4000

struct _AskOpenapiFile
{
  char *uri; /* nullable */
  JsonNode *node; /* nullable: it could not be loaded, and problem says why */
  gboolean owned;
  char *problem;
  GHashTable *found; /* JSON pointer → JsonNode, those that were looked up */
  GHashTable *anchors; /* nullable: $anchor and $id → JsonNode; made when one is asked for */
};

static void
file_free (gpointer data)
{
  AskOpenapiFile *file = data;

  if (file->owned)
    g_clear_pointer (&file->node, json_node_unref);
  g_free (file->uri);
  g_free (file->problem);
  g_hash_table_unref (file->found);
  g_clear_pointer (&file->anchors, g_hash_table_unref);
  g_free (file);
}

static AskOpenapiFile *
file_new (const char *uri, JsonNode *node)
{
  AskOpenapiFile *file = g_new0 (AskOpenapiFile, 1);

  file->uri = g_strdup (uri);
  file->node = node;
  file->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return file;
}

/**
 * ask_openapi_context_start:
 * @document: outlives the context
 * @options: (nullable): likewise
 *
 * Makes @context ready to follow references.
 */
void
ask_openapi_context_start (AskOpenapiContext *context, JsonNode *document, const AskOpenapiOptions *options)
{
  static const AskOpenapiOptions none = { 0 };
  const char *location;

  context->options = options != NULL ? options : &none;
  location = context->options->location;
  context->root_node = document;
  context->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, file_free);
  context->homes = g_hash_table_new (NULL, NULL);
  context->made = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  context->file = file_new (location, document);
  g_hash_table_insert (context->files, context->file->uri != NULL ? context->file->uri : (char *) "", context->file);
}

/** ask_openapi_context_end: frees the documents that were loaded */
void
ask_openapi_context_end (AskOpenapiContext *context)
{
  g_clear_pointer (&context->homes, g_hash_table_unref);
  g_clear_pointer (&context->files, g_hash_table_unref);
  g_clear_pointer (&context->made, g_ptr_array_unref);
}

/**
 * ask_openapi_set_problem:
 * @context: of the import; its earlier problem is forgotten
 * @format: of printf(): a part of a sentence, for brackets behind the reason
 *
 * Keeps the detail of a refusal until it is told.
 */
void
ask_openapi_set_problem (AskOpenapiContext *context, const char *format, ...)
{
  va_list args;
  char *problem;

  va_start (args, format);
  problem = g_strdup_vprintf (format, args);
  va_end (args);
  g_free (context->problem);
  context->problem = problem;
}

/** ask_openapi_get_ref: Returns: (transfer none) (nullable): what @object refers to */
const char *
ask_openapi_get_ref (JsonObject *object)
{
  const char *ref = ask_json_get_string (object, "$ref");

  return ref != NULL ? ref : ask_json_get_string (object, "$dynamicRef");
}

typedef void (*Visit) (JsonNode *node, gpointer data);

/* Bounded in depth, as every document is. */
static void
walk (JsonNode *node, Visit visit, gpointer data)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      JsonNode *member;

      visit (node, data);
      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, NULL, &member))
        walk (member, visit, data);
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        walk (json_array_get_element (array, i), visit, data);
    }
}

typedef struct
{
  AskOpenapiContext *context;
  AskOpenapiFile *file;
} Home;

/* What refers to something has to know from where. */
static void
note_home (JsonNode *node, gpointer data)
{
  Home *home = data;
  JsonObject *object = json_node_get_object (node);

  if (ask_openapi_get_ref (object) != NULL)
    g_hash_table_insert (home->context->homes, object, home->file);
}

static void
note_anchor (JsonNode *node, gpointer data)
{
  static const char *const members[] = { "$anchor", "$dynamicAnchor", "$id" };
  JsonObject *object = json_node_get_object (node);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char *name = ask_json_get_string (object, members[i]);

      if (name != NULL && !g_hash_table_contains (data, name))
        g_hash_table_insert (data, (gpointer) name, node);
    }
}

static JsonNode *
find_anchor (AskOpenapiFile *file, const char *name)
{
  if (file->anchors == NULL)
    {
      file->anchors = g_hash_table_new (g_str_hash, g_str_equal);
      walk (file->node, note_anchor, file->anchors);
    }
  return g_hash_table_lookup (file->anchors, name);
}

static AskOpenapiFile *
load (AskOpenapiContext *context, const char *uri, const char *from)
{
  const AskOpenapiOptions *options = context->options;
  AskOpenapiFile *file = g_hash_table_lookup (context->files, uri);
  g_autoptr (GError) error = NULL;
  Home home = { context, NULL };

  if (file != NULL)
    return file;
  file = home.file = file_new (uri, NULL);
  g_hash_table_insert (context->files, file->uri, file);
  if (g_hash_table_size (context->files) > MAX_FILES)
    {
      file->problem = g_strdup_printf ("the document refers to more than %d others", MAX_FILES);
      return file;
    }
  file->node = options->load (uri, from, options->user_data, &error);
  file->owned = TRUE;
  if (file->node != NULL)
    walk (file->node, note_home, &home);
  else
    {
      g_autofree char *shown = ask_text_shorten (error != NULL ? error->message : "it cannot be loaded", 200);

      /* It becomes part of a sentence. */
      if (g_str_has_suffix (shown, "."))
        shown[strlen (shown) - 1] = '\0';
      file->problem = g_strdup (shown);
    }
  return file;
}

static JsonNode *
step (JsonNode *node, const char *token)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_object_get_member (json_node_get_object (node), token);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      guint64 index;

      if (g_ascii_string_to_unsigned (token, 10, 0, G_MAXUINT32, &index, NULL) && index < json_array_get_length (array))
        return json_array_get_element (array, (guint) index);
    }
  return NULL;
}

static JsonNode *find (AskOpenapiContext *context, AskOpenapiFile *from, const char *ref, guint depth);

/* A JSON pointer (RFC 6901) as a fragment of a URL. "components: {schemas: {$ref: all.yaml}}" is
 * looked through, as many write it. */
static JsonNode *
follow (AskOpenapiContext *context, AskOpenapiFile *file, const char *pointer, guint depth)
{
  g_auto (GStrv) tokens = NULL;
  JsonNode *node = g_hash_table_lookup (file->found, pointer);

  if (node != NULL)
    return node;
  tokens = g_strsplit (pointer, "/", -1);
  node = file->node;
  for (guint i = 1; node != NULL && tokens[0] != NULL && tokens[i] != NULL; i++)
    {
      g_autofree char *plain = g_uri_unescape_string (tokens[i], NULL);
      g_autoptr (GString) token = g_string_new (plain != NULL ? plain : tokens[i]);
      JsonNode *next;
      const char *ref;

      g_string_replace (token, "~1", "/", 0);
      g_string_replace (token, "~0", "~", 0);
      next = step (node, token->str);
      ref = JSON_NODE_HOLDS_OBJECT (node) ? ask_openapi_get_ref (json_node_get_object (node)) : NULL;
      if (next == NULL && ref != NULL && depth < MAX_HOPS)
        {
          AskOpenapiFile *home = g_hash_table_lookup (context->homes, json_node_get_object (node));
          JsonNode *target = find (context, home != NULL ? home : context->file, ref, depth + 1);

          next = target != NULL ? step (target, token->str) : NULL;
        }
      node = next;
    }
  if (node != NULL)
    g_hash_table_insert (file->found, g_strdup (pointer), node);
  return node;
}

static AskOpenapiFile *
find_file (AskOpenapiContext *context, AskOpenapiFile *from, const char *place, const char *shown)
{
  g_autofree char *uri = NULL;
  AskOpenapiFile *file;

  if (from->uri == NULL || context->options->load == NULL)
    {
      ask_openapi_set_problem (context, "“%s” stands in another file", shown);
      return NULL;
    }
  uri = g_uri_resolve_relative (from->uri, place, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL)
    {
      ask_openapi_set_problem (context, "“%s” is no address of a document", shown);
      return NULL;
    }
  file = load (context, uri, from->uri);
  if (file->node == NULL)
    {
      ask_openapi_set_problem (context, "“%s” cannot be read: %s", shown, file->problem);
      return NULL;
    }
  return file;
}

/* What @ref means where it stands in @from; NULL, with the problem, where it leads nowhere. */
static JsonNode *
find (AskOpenapiContext *context, AskOpenapiFile *from, const char *ref, guint depth)
{
  const char *fragment = strchr (ref, '#');
  g_autofree char *place = fragment != NULL ? g_strndup (ref, (gsize) (fragment - ref)) : g_strdup (ref);
  g_autofree char *shown = ask_text_shorten (ref, 80);
  AskOpenapiFile *file = from;
  JsonNode *node = NULL;

  fragment = fragment != NULL ? fragment + 1 : "";
  if (*place != '\0')
    {
      node = find_anchor (from, place);
      if (node != NULL && *fragment == '\0')
        return node;
      file = find_file (context, from, place, shown);
      if (file == NULL)
        return NULL;
    }
  if (*fragment == '\0' || *fragment == '/')
    node = follow (context, file, fragment, depth);
  else
    {
      node = find_anchor (file, fragment);
      if (node == NULL)
        {
          ask_openapi_set_problem (context, "“%s” is no reference by path", shown);
          return NULL;
        }
    }
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      ask_openapi_set_problem (context, "“%s” is not in the document", shown);
      return NULL;
    }
  return node;
}

/**
 * ask_openapi_resolve:
 * @context: of the import; loads other documents where it may
 * @object: (nullable): any object of the document, or of one that it refers to
 *
 * Follows "$ref" to what it means, from one reference to the next.
 *
 * Returns: (transfer none) (nullable): @object itself where it is no reference, else what it refers
 *   to; %NULL where that leads in a circle or nowhere, with context->problem
 */
JsonObject *
ask_openapi_resolve (AskOpenapiContext *context, JsonObject *object)
{
  for (guint hop = 0; object != NULL && hop < MAX_HOPS; hop++)
    {
      const char *ref = ask_openapi_get_ref (object);
      AskOpenapiFile *home;
      JsonNode *node;

      if (ref == NULL)
        return object;
      home = g_hash_table_lookup (context->homes, object);
      node = find (context, home != NULL ? home : context->file, ref, 0);
      if (node == NULL)
        return NULL;
      object = json_node_get_object (node);
    }
  if (object != NULL)
    ask_openapi_set_problem (context, "“%s” refers to itself in a circle", ask_openapi_get_ref (object));
  return NULL;
}

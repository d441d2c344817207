/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a document says of itself in several places: names of components, references and where they lead,
 * paths and their parameters. Further documents may be loaded for that; nothing is changed.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-openapi-validate.h"

/* An entry that is nothing but a reference has to lead somewhere. */
static void
check_target (AskValidation *self, JsonObject *object, AskRuleKind kind)
{
  JsonObject *target = ask_openapi_resolve (self->context, object);
  JsonNode *node = json_object_get_member (object, "$ref");
  const char *ref = ask_json_get_string (object, "$ref");

  if (node != NULL && !ask_validation_is_text (node))
    ask_validation_fault (self, "“$ref” must be a text, and is %s", ask_validation_describe (node));
  else if (target == NULL)
    {
      /* A schema that is missing leaves an answer less described; the rest is of use. */
      if (kind != ASK_KIND_SCHEMA)
        ask_validation_fault (self, "the reference leads nowhere: %s", self->context->problem);
      g_clear_pointer (&self->context->problem, g_free);
    }
  else if (ref != NULL && *ref != '#' && kind == ASK_KIND_SCHEMA && target != object
           && ask_validation_is_text (json_object_get_member (target, "type"))
           && json_object_has_member (target, "name") && self->version == ASK_OPENAPI_30)
    ask_validation_fault (self, "the schema “%s” has a “name”, which OpenAPI 3.0 does not know", ref);
}

static void
check_targets (AskValidation *self, JsonObject *holder, const char *member, AskRuleKind kind)
{
  JsonObject *map = ask_json_get_object (holder, member);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  gsize before;

  if (map == NULL)
    return;
  before = ask_validation_enter (self, member);
  json_object_iter_init_ordered (&iter, map);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    if (JSON_NODE_HOLDS_OBJECT (node) && json_object_has_member (json_node_get_object (node), "$ref"))
      {
        gsize inner = ask_validation_enter (self, name);

        check_target (self, json_node_get_object (node), kind);
        ask_validation_leave (self, inner);
      }
  ask_validation_leave (self, before);
}

/** ask_validate_components: checks the names in @components, and where its references lead */
void
ask_validate_components (AskValidation *self, JsonObject *components)
{
  static const char *const parts[] = { "schemas", "responses",       "parameters", "examples", "requestBodies",
                                       "headers", "securitySchemes", "links",      "callbacks" };
  gsize before = ask_validation_enter (self, "components");

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      JsonObject *map = ask_json_get_object (components, parts[i]);
      JsonObjectIter iter;
      const char *name;
      gsize inner = ask_validation_enter (self, parts[i]);

      if (map != NULL)
        {
          json_object_iter_init_ordered (&iter, map);
          while (json_object_iter_next_ordered (&iter, &name, NULL))
            if (*name == '\0'
                || strspn (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789._-$")
                     != strlen (name))
              ask_validation_fault (self,
                                    "“%s” is no name for a component: use letters, digits, “.”, "
                                    "“-” and “_”",
                                    name);
        }
      ask_validation_leave (self, inner);
      check_targets (self, components, parts[i], i == 0 ? ASK_KIND_SCHEMA : ASK_KIND_NONE);
    }
  ask_validation_leave (self, before);
}

/** ask_validate_duplicates: checks that no two parameters of @holder have one name in one place */
void
ask_validate_duplicates (AskValidation *self, JsonObject *holder)
{
  JsonArray *list = ask_json_get_array (holder, "parameters");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize before = ask_validation_enter (self, "parameters");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      JsonObject *target = object != NULL ? ask_openapi_resolve (self->context, object) : NULL;
      const char *name = ask_json_get_string (target, "name");
      const char *in = ask_json_get_string (target, "in");
      gsize inner = ask_validation_enter_index (self, i);

      g_clear_pointer (&self->context->problem, g_free);
      if (name != NULL && in != NULL && !g_hash_table_add (seen, g_strconcat (in, ":", name, NULL)))
        ask_validation_fault (self, "the parameter “%s” in the %s is there twice", name, in);
      ask_validation_leave (self, inner);
    }
  ask_validation_leave (self, before);
}

static void
collect_path_names (AskOpenapiContext *context, JsonObject *holder, GHashTable *names)
{
  JsonArray *list = ask_json_get_array (holder, "parameters");

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      JsonObject *target = object != NULL ? ask_openapi_resolve (context, object) : NULL;
      const char *name = ask_json_get_string (target, "name");

      g_clear_pointer (&context->problem, g_free);
      if (name != NULL && g_strcmp0 (ask_json_get_string (target, "in"), "path") == 0)
        g_hash_table_add (names, (gpointer) name);
    }
}

/* An operation that declares parameters of its path, and not all of them, is mistaken about the
 * others; one that declares none at all is merely brief. */
static void
check_path (AskValidation *self, const char *path, JsonObject *item, JsonObject *operation)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  collect_path_names (self->context, item, names);
  collect_path_names (self->context, operation, names);
  if (g_hash_table_size (names) == 0)
    return;
  for (const char *p = strchr (path, '{'); p != NULL; p = strchr (p, '{'))
    {
      const char *end = strpbrk (p + 1, "{}");
      g_autofree char *name = NULL;

      if (end == NULL || *end != '}')
        return;
      name = g_strndup (p + 1, (gsize) (end - p - 1));
      if (!g_hash_table_contains (names, name))
        ask_validation_fault (self, "no parameter is declared for “{%s}” of the path", name);
      p = end;
    }
}

/** ask_validate_paths: checks the paths of the document, and that their parameters are declared */
void
ask_validate_paths (AskValidation *self)
{
  static const char *const methods[] = { "get", "put", "post", "delete", "options", "head", "patch", "trace" };
  JsonObject *paths = ask_json_get_object (self->context->root, "paths");
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;
  gsize before;

  check_targets (self, self->context->root, "paths", ASK_KIND_ITEM);
  if (paths == NULL)
    return;
  before = ask_validation_enter (self, "paths");
  json_object_iter_init_ordered (&iter, paths);
  while (json_object_iter_next_ordered (&iter, &path, &node))
    {
      JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      gsize inner = ask_validation_enter (self, path);

      for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
        {
          JsonObject *operation = ask_validation_is_extension (path) ? NULL : ask_json_get_object (item, methods[i]);
          gsize at = ask_validation_enter (self, methods[i]);

          if (operation != NULL)
            check_path (self, path, item, operation);
          ask_validation_leave (self, at);
        }
      if (item != NULL)
        ask_validate_duplicates (self, item);
      ask_validation_leave (self, inner);
    }
  ask_validation_leave (self, before);
}

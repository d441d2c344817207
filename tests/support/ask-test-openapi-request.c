/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the generated server refuses: parameters that are missing, wrong or unknown, and calls without their key.
 * It must never allow what the document does not.
 */
#include "config.h"

#include "support/ask-test-openapi-served.h"

#include <string.h>

/* A reason to refuse @value, or NULL. */
static char *
check_value (AskTestOpenapi *self, const AskTestParameter *parameter, const char *value)
{
  AskTestPlace schema = parameter->schema, choices;
  const char *type = ask_test_schema_type (&self->files, schema);
  gint64 number, bound;
  double real;
  char *end;

  if (g_strcmp0 (type, "integer") == 0)
    {
      if (!g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL))
        return g_strdup_printf ("“%s” of “%s” is no integer", value, parameter->name);
      bound = ask_test_served_get_bound (self, parameter, "maximum", G_MAXINT64);
      if (number > bound)
        return g_strdup_printf ("“%s” is %s, and may be %" G_GINT64_FORMAT " at most", parameter->name, value, bound);
      bound = ask_test_served_get_bound (self, parameter, "minimum", G_MININT64);
      if (number < bound)
        return g_strdup_printf ("“%s” is %s, and may be %" G_GINT64_FORMAT " at least", parameter->name, value, bound);
    }
  if (g_strcmp0 (type, "number") == 0)
    {
      real = g_ascii_strtod (value, &end);
      if (*end != '\0' || end == value || real != real)
        return g_strdup_printf ("“%s” of “%s” is no number", value, parameter->name);
    }
  if (g_strcmp0 (type, "boolean") == 0 && strcmp (value, "true") != 0 && strcmp (value, "false") != 0)
    return g_strdup_printf ("“%s” of “%s” is no boolean", value, parameter->name);
  choices = ask_test_place_get (&self->files, schema, "enum");
  if (ask_test_served_is_plain (type) && choices.node != NULL && JSON_NODE_HOLDS_ARRAY (choices.node))
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (choices.node)); i++)
        {
          g_autofree char *choice
            = ask_test_dup_scalar (json_array_get_element (json_node_get_array (choices.node), i));

          if (g_strcmp0 (choice, value) == 0)
            return NULL;
        }
      return g_strdup_printf ("“%s” is no choice of “%s”", value, parameter->name);
    }
  return NULL;
}

/* What "security" needs; with @config it is given, else looked for in @request. */
gboolean
ask_test_served_meet_scheme (AskTestOpenapi *self, const char *name, const AskTestRequest *request, AskSourceConfig *config)
{
  AskTestPlace holder = self->two ? ask_test_place_get (&self->files, self->root, "securityDefinitions")
                                  : ask_test_place_get (&self->files,
                                                        ask_test_place_get (&self->files, self->root, "components"),
                                                        "securitySchemes");
  AskTestPlace scheme = ask_test_place_get (&self->files, holder, name);
  const char *type = ask_test_place_string (&self->files, scheme, "type");
  const char *in = ask_test_place_string (&self->files, scheme, "in");
  const char *parameter = ask_test_place_string (&self->files, scheme, "name");
  const char *way = ask_test_place_string (&self->files, scheme, "scheme");
  gboolean basic = g_strcmp0 (type, "basic") == 0 || (way != NULL && g_ascii_strcasecmp (way, "basic") == 0);
  g_autofree char *sent = NULL;
  g_autofree char *cookie = NULL;
  const char *header;

  if (g_strcmp0 (type, "apiKey") == 0 && parameter != NULL)
    {
      if (g_strcmp0 (in, "query") == 0)
        {
          if (config != NULL)
            ask_source_config_add_query (config, parameter, ASK_TEST_SECRET);
          sent = request != NULL ? ask_test_request_dup_param (request, parameter) : NULL;
          return g_strcmp0 (sent, ASK_TEST_SECRET) == 0;
        }
      if (g_strcmp0 (in, "cookie") == 0)
        {
          if (config != NULL)
            ask_source_config_add_cookie (config, parameter, ASK_TEST_SECRET);
          cookie = g_strdup_printf ("%s=" ASK_TEST_SECRET, parameter);
          header = request != NULL ? ask_test_request_get_header (request, "cookie") : NULL;
          return header != NULL && strstr (header, cookie) != NULL;
        }
      if (config != NULL)
        ask_source_config_add_header (config, parameter, ASK_TEST_SECRET);
      sent = g_ascii_strdown (parameter, -1);
      return request != NULL && g_strcmp0 (ask_test_request_get_header (request, sent), ASK_TEST_SECRET) == 0;
    }
  header = request != NULL ? ask_test_request_get_header (request, "authorization") : NULL;
  if (config != NULL && basic)
    ask_source_config_add_basic (config, "tester", ASK_TEST_SECRET);
  else if (config != NULL)
    ask_source_config_add_header (config, "Authorization", "Bearer " ASK_TEST_SECRET);
  return header != NULL && (basic ? g_str_has_prefix (header, "Basic ") : strcmp (header, "Bearer " ASK_TEST_SECRET) == 0);
}

JsonArray *
ask_test_served_get_security (AskTestOpenapi *self, const AskTestOperation *operation)
{
  AskTestPlace security = { NULL, NULL };

  if (operation != NULL)
    security = ask_test_place_get (&self->files, operation->node, "security");
  if (security.node == NULL)
    security = ask_test_place_get (&self->files, self->root, "security");
  return security.node != NULL && JSON_NODE_HOLDS_ARRAY (security.node) ? json_node_get_array (security.node) : NULL;
}

gboolean
ask_test_served_is_allowed (AskTestOpenapi *self, const AskTestOperation *operation, const AskTestRequest *request)
{
  JsonArray *security = ask_test_served_get_security (self, operation);

  for (guint i = 0; security != NULL && i < json_array_get_length (security); i++)
    {
      g_autoptr (GList) names = json_object_get_members (json_array_get_object_element (security, i));
      gboolean all = TRUE;

      for (GList *l = names; l != NULL; l = l->next)
        all = all && ask_test_served_meet_scheme (self, l->data, request, NULL);
      if (all)
        return TRUE;
    }
  return security == NULL || json_array_get_length (security) == 0;
}

static void
add_body_arguments (GHashTable *arguments, JsonObject *object, const char *prefix)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    {
      char *path = prefix != NULL ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);
      char *text = ask_test_dup_scalar (node);

      if (JSON_NODE_HOLDS_OBJECT (node))
        add_body_arguments (arguments, json_node_get_object (node), path);
      g_hash_table_insert (arguments, path, text != NULL ? text : json_to_string (node, FALSE));
    }
}

/* Returns why the document does not allow it, or NULL, and what was sent by the parameters' names. */
char *
ask_test_served_read_arguments (AskTestOpenapi *self, const AskTestOperation *operation, GMatchInfo *match, const AskTestRequest *request,
                GHashTable *arguments)
{
  g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);
  guint capture = 1;
  char *reason;

  for (const char *at = strchr (operation->path, '{'); at != NULL && strchr (at, '}') != NULL; at = strchr (at + 1, '{'))
    {
      g_autofree char *raw = g_match_info_fetch (match, capture++);

      g_hash_table_insert (arguments, g_strndup (at + 1, strchr (at, '}') - at - 1), g_uri_unescape_string (raw, NULL));
    }
  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      g_autofree char *name = pair[0] != NULL ? g_uri_unescape_string (pair[0], NULL) : NULL;
      g_autofree char *value = pair[0] != NULL && pair[1] != NULL ? g_uri_unescape_string (pair[1], NULL) : NULL;
      g_autofree char *plain = NULL;
      const char *bracket, *before;

      if (name == NULL || *name == '\0')
        continue;
      bracket = strchr (name, '[');
      if (ask_test_served_find_parameter (operation, name, "query") == NULL && bracket != NULL)
        {
          plain = g_strndup (name, bracket - name);
          if (ask_test_served_find_parameter (operation, plain, "query") != NULL && strcmp (bracket, "[]") != 0)
            {
              g_hash_table_insert (arguments, g_strdup (name), g_strdup (value != NULL ? value : ""));
              g_hash_table_insert (arguments, g_steal_pointer (&plain), g_strdup (value != NULL ? value : ""));
              continue;
            }
        }
      before = g_hash_table_lookup (arguments, plain != NULL ? plain : name);
      g_hash_table_insert (arguments, g_strdup (plain != NULL ? plain : name),
                           before != NULL ? g_strconcat (before, ",", value, NULL) : g_strdup (value != NULL ? value : ""));
    }
  if (request->body != NULL && g_bytes_get_size (request->body) > 0)
    {
      g_autoptr (JsonParser) parser = json_parser_new_immutable ();
      gsize length;
      const char *text = g_bytes_get_data (request->body, &length);

      if (!json_parser_load_from_data (parser, text, length, NULL)
          || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
        return g_strdup ("the body is no JSON object");
      add_body_arguments (arguments, json_node_get_object (json_parser_get_root (parser)), NULL);
    }
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);
      g_autofree char *lower = g_ascii_strdown (parameter->name, -1);
      const char *value;

      if (strcmp (parameter->in, "header") == 0 && ask_test_request_get_header (request, lower) != NULL)
        g_hash_table_insert (arguments, g_strdup (parameter->name),
                             g_strdup (ask_test_request_get_header (request, lower)));
      value = g_hash_table_lookup (arguments, parameter->name);
      if (value == NULL && parameter->required && strcmp (parameter->in, "cookie") != 0)
        return g_strdup_printf ("“%s” is missing", parameter->name);
      if (value != NULL && (reason = check_value (self, parameter, value)) != NULL)
        return reason;
    }
  return NULL;
}

/* No parameter that the document does not have, a key apart. */
char *
ask_test_served_find_stranger (const AskTestOperation *operation, const AskTestRequest *request)
{
  g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      g_autofree char *name = pair[0] != NULL ? g_uri_unescape_string (pair[0], NULL) : NULL;
      g_autofree char *plain = NULL;

      if (name == NULL || *name == '\0' || ask_test_served_find_parameter (operation, name, "query") != NULL
          || g_strcmp0 (pair[1], ASK_TEST_SECRET) == 0 || strcmp (name, "_from") == 0)
        continue;
      plain = g_strndup (name, strcspn (name, "["));
      if (ask_test_served_find_parameter (operation, plain, "query") == NULL)
        return g_strdup_printf ("“%s” is no parameter", name);
    }
  return NULL;
}

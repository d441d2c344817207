/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an API is and what it asks for: the first server's URL, and the first kind of key or token
 * that AskData can send. No secret stands in a document, and none is read here.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/ask-openapi-private.h"

#include <string.h>

static char *
dup_variable (JsonObject *variables, const char *name)
{
  JsonObject *variable = ask_json_get_object (variables, name);
  JsonArray *values = ask_json_get_array (variable, "enum");
  JsonNode *fallback = variable != NULL ? json_object_get_member (variable, "default") : NULL;

  if (fallback == NULL && values != NULL && json_array_get_length (values) > 0)
    fallback = json_array_get_element (values, 0);
  return ask_shape_dup_scalar (fallback);
}

/* The first server's URL with its variables filled in, without "/" at its end; NULL where there is
 * none, or where a variable has no value. */
static char *
dup_server_url (JsonObject *holder)
{
  JsonArray *servers = ask_json_get_array (holder, "servers");
  JsonObject *server = servers != NULL && json_array_get_length (servers) > 0
                         ? ask_json_element_object (servers, 0)
                         : NULL;
  const char *url = ask_json_get_string (server, "url");
  g_autoptr (GString) filled = g_string_new (NULL);

  if (url == NULL)
    return NULL;
  while (*url != '\0')
    {
      const char *end = *url == '{' ? strchr (url, '}') : NULL;
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;

      if (end == NULL)
        {
          g_string_append_c (filled, *url++);
          continue;
        }
      name = g_strndup (url + 1, (gsize) (end - url - 1));
      value = dup_variable (ask_json_get_object (server, "variables"), name);
      if (value == NULL)
        return NULL;
      g_string_append (filled, value);
      url = end + 1;
    }
  while (filled->len > 1 && filled->str[filled->len - 1] == '/')
    g_string_truncate (filled, filled->len - 1);
  return filled->len > 0 ? g_strdup (filled->str) : NULL;
}

static gboolean
has_servers (JsonObject *holder)
{
  JsonArray *servers = ask_json_get_array (holder, "servers");

  return servers != NULL && json_array_get_length (servers) > 0;
}

/**
 * ask_openapi_dup_operation_url:
 *
 * Returns: (transfer full) (nullable): the base URL of @operation: its own, else its path's, else
 *   the document's
 */
char *
ask_openapi_dup_operation_url (JsonObject *root, JsonObject *item, JsonObject *operation)
{
  return dup_server_url (has_servers (operation) ? operation : has_servers (item) ? item : root);
}

/**
 * ask_openapi_dup_base_url:
 *
 * Returns: (transfer full) (nullable): the base URL of most GET operations, of several the first;
 *   without operations the document's
 */
char *
ask_openapi_dup_base_url (AskOpenapiContext *context)
{
  JsonObject *paths = ask_json_get_object (context->root, "paths");
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *best = dup_server_url (context->root);
  guint most = 0;
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;

  if (paths == NULL)
    return best;
  /* Two rounds, so that of two with the same count the one that comes first wins. */
  for (int round = 0; round < 2; round++)
    {
      json_object_iter_init_ordered (&iter, paths);
      while (json_object_iter_next_ordered (&iter, &path, &node))
        {
          JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
          JsonObject *operation = ask_json_get_object (item, "get");
          g_autofree char *url = NULL;
          guint count;

          if (operation == NULL)
            continue;
          url = ask_openapi_dup_operation_url (context->root, item, operation);
          if (url == NULL)
            continue;
          count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, url));
          if (round == 0)
            g_hash_table_insert (counts, g_steal_pointer (&url), GUINT_TO_POINTER (count + 1));
          else if (count > most)
            {
              most = count;
              g_free (best);
              best = g_steal_pointer (&url);
            }
        }
    }
  return best;
}

static void
note (AskOpenapiContext *context, const char *name, const char *what)
{
  g_autofree char *shown = ask_text_shorten (name, 60);
  g_autofree char *sentence
    = g_strdup_printf ("The API can ask for “%s”, %s.", shown, what);

  if (!g_ptr_array_find_with_equal_func (context->notes, sentence, g_str_equal, NULL))
    g_ptr_array_add (context->notes, g_steal_pointer (&sentence));
}

/* Whether AskData can send what the scheme @name asks for; then context->auth says it. */
static gboolean
try_scheme (AskOpenapiContext *context, JsonObject *schemes, const char *name)
{
  JsonObject *scheme = ask_json_get_object (schemes, name);
  const char *type, *in, *parameter, *http;

  if (scheme != NULL)
    scheme = ask_openapi_resolve (context, scheme);
  type = ask_json_get_string (scheme, "type");
  in = ask_json_get_string (scheme, "in");
  parameter = ask_json_get_string (scheme, "name");
  http = ask_json_get_string (scheme, "scheme");
  if (g_strcmp0 (type, "apiKey") == 0 && parameter != NULL && *parameter != '\0'
      && (g_strcmp0 (in, "header") == 0 || g_strcmp0 (in, "query") == 0))
    {
      context->auth = strcmp (in, "header") == 0 ? ASK_AUTH_HEADER : ASK_AUTH_QUERY;
      context->auth_name = g_strdup (parameter);
      return TRUE;
    }
  if (g_strcmp0 (type, "http") == 0 && http != NULL && g_ascii_strcasecmp (http, "bearer") == 0)
    {
      context->auth = ASK_AUTH_BEARER;
      return TRUE;
    }
  if (g_strcmp0 (type, "oauth2") == 0 || g_strcmp0 (type, "openIdConnect") == 0)
    note (context, name, "an OAuth 2 sign-in, which AskData does not do; a token that you have "
                         "obtained elsewhere can be given as a bearer token");
  else if (g_strcmp0 (type, "apiKey") == 0)
    note (context, name, "a key in a cookie, which AskData does not send");
  else if (g_strcmp0 (type, "http") == 0)
    note (context, name, "an HTTP sign-in other than by bearer token, which AskData does not do");
  else
    note (context, name, "which AskData does not know");
  return FALSE;
}

static gboolean
is_oauth (AskOpenapiContext *context, JsonObject *schemes, const char *name)
{
  JsonObject *scheme = ask_json_get_object (schemes, name);
  const char *type;

  if (scheme != NULL)
    scheme = ask_openapi_resolve (context, scheme);
  type = ask_json_get_string (scheme, "type");
  return g_strcmp0 (type, "oauth2") == 0 || g_strcmp0 (type, "openIdConnect") == 0;
}

/* "security" is a list of alternatives, each with the names of all schemes that it needs. */
static void
collect_names (JsonObject *holder, GPtrArray *names)
{
  JsonArray *security = ask_json_get_array (holder, "security");

  for (guint i = 0; security != NULL && i < json_array_get_length (security); i++)
    {
      JsonObject *requirement = ask_json_element_object (security, i);
      JsonObjectIter iter;
      const char *name;
      JsonNode *scopes;

      if (requirement == NULL)
        continue;
      json_object_iter_init_ordered (&iter, requirement);
      while (json_object_iter_next_ordered (&iter, &name, &scopes))
        if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
          g_ptr_array_add (names, (gpointer) name);
    }
}

/**
 * ask_openapi_find_auth:
 *
 * Sets context->auth and auth_name from the security that the document asks for as a whole, else
 * for its GET operations; notes what AskData cannot send.
 */
void
ask_openapi_find_auth (AskOpenapiContext *context)
{
  JsonObject *schemes = ask_json_get_object (ask_json_get_object (context->root, "components"),
                                             "securitySchemes");
  JsonObject *paths = ask_json_get_object (context->root, "paths");
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  JsonObjectIter iter;
  const char *path;
  JsonNode *item;

  if (schemes == NULL)
    return;
  collect_names (context->root, names);
  if (paths != NULL)
    {
      json_object_iter_init_ordered (&iter, paths);
      while (json_object_iter_next_ordered (&iter, &path, &item))
        if (JSON_NODE_HOLDS_OBJECT (item))
          collect_names (ask_json_get_object (json_node_get_object (item), "get"), names);
    }
  for (guint i = 0; i < names->len; i++)
    if (try_scheme (context, schemes, g_ptr_array_index (names, i)))
      return;
  /* A token from an OAuth sign-in is sent as any bearer token is. */
  for (guint i = 0; i < names->len; i++)
    if (is_oauth (context, schemes, g_ptr_array_index (names, i)))
      context->auth = ASK_AUTH_BEARER;
}

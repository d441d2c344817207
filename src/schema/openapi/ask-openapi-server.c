/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where an API is and what it asks for: the servers' URLs, of which the first counts, and the first kind of key
 * or token that AskData can send. No secret stands in a document, and none is read here.
 */
#include "config.h"

#include "base/ask-text.h"
#include "schema/openapi/ask-openapi-shape.h"

#include <string.h>

/* Addresses to choose from: a person chooses among few. */
#define MAX_SERVERS 40

static char *
dup_variable (JsonObject *variables, const char *name)
{
  JsonObject *variable = ask_json_get_object (variables, name);
  JsonArray *values = ask_json_get_array (variable, "enum");
  JsonNode *fallback = variable != NULL ? json_object_get_member (variable, "default") : NULL;

  if (fallback == NULL && values != NULL && json_array_get_length (values) > 0)
    fallback = json_array_get_element (values, 0);
  return ask_openapi_shape_dup_scalar (fallback);
}

/* Swagger 2.0: "https" where it is among the schemes, else the first of them; where no host is said,
 * it is that of the document. */
static char *
dup_host_url (JsonObject *root)
{
  JsonArray *schemes = ask_json_get_array (root, "schemes");
  const char *host = ask_json_get_string (root, "host");
  const char *path = ask_json_get_string (root, "basePath");
  const char *scheme = NULL;
  g_autofree char *rest = NULL;

  for (guint i = 0; schemes != NULL && i < json_array_get_length (schemes); i++)
    {
      const char *one = ask_json_element_string (schemes, i);

      if (g_strcmp0 (one, "https") == 0 || (scheme == NULL && g_strcmp0 (one, "http") == 0))
        scheme = one;
    }
  rest = g_strdup (path != NULL ? path : "");
  while (g_str_has_suffix (rest, "/"))
    rest[strlen (rest) - 1] = '\0';
  if (host == NULL || *host == '\0')
    return path != NULL && *path == '/' ? g_strdup (*rest != '\0' ? rest : "/") : NULL;
  if (strpbrk (host, " /?#@") != NULL)
    return NULL;
  return g_strdup_printf ("%s://%s%s%s", scheme != NULL ? scheme : "https", host,
                          *rest != '\0' && *rest != '/' ? "/" : "", rest);
}

/* A server's URL with its variables filled in, without "/" at its end; NULL where it has none, or where a variable
 * has no value.
 *
 * @variable: (nullable): one that has @value and not its default */
static char *
fill_url (JsonObject *server, const char *variable, const char *value)
{
  const char *url = ask_json_get_string (server, "url");
  g_autoptr (GString) filled = g_string_new (NULL);

  if (url == NULL)
    return NULL;
  while (*url != '\0')
    {
      const char *end = *url == '{' ? strchr (url, '}') : NULL;
      g_autofree char *name = NULL;
      g_autofree char *part = NULL;

      if (end == NULL)
        {
          g_string_append_c (filled, *url++);
          continue;
        }
      name = g_strndup (url + 1, (gsize) (end - url - 1));
      part = g_strcmp0 (name, variable) == 0 ? g_strdup (value)
                                             : dup_variable (ask_json_get_object (server, "variables"), name);
      if (part == NULL)
        return NULL;
      g_string_append (filled, part);
      url = end + 1;
    }
  while (filled->len > 1 && filled->str[filled->len - 1] == '/')
    g_string_truncate (filled, filled->len - 1);
  return filled->len > 0 ? g_strdup (filled->str) : NULL;
}

static char *
dup_server_url (JsonObject *holder)
{
  JsonArray *servers = ask_json_get_array (holder, "servers");
  JsonObject *server
    = servers != NULL && json_array_get_length (servers) > 0 ? ask_json_element_object (servers, 0) : NULL;

  if (ask_json_get_string (server, "url") == NULL && json_object_has_member (holder, "swagger"))
    return dup_host_url (holder);
  return fill_url (server, NULL, NULL);
}

/* @url: (transfer full) (nullable) */
static void
add_url (GPtrArray *urls, char *url)
{
  if (url == NULL || urls->len >= MAX_SERVERS || g_ptr_array_find_with_equal_func (urls, url, g_str_equal, NULL))
    g_free (url);
  else
    g_ptr_array_add (urls, url);
}

/**
 * ask_openapi_list_servers:
 * @root: the document; Swagger 2.0 has no servers
 *
 * Returns: (transfer full) (element-type utf8): the URLs at which the document says that the API is, as
 *   AskOpenapi.servers has them
 */
GPtrArray *
ask_openapi_list_servers (JsonObject *root)
{
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);
  JsonArray *servers = ask_json_get_array (root, "servers");

  for (guint i = 0; servers != NULL && i < json_array_get_length (servers); i++)
    {
      JsonObject *server = ask_json_element_object (servers, i);
      JsonObject *variables = ask_json_get_object (server, "variables");
      JsonObjectIter iter;
      const char *name;
      JsonNode *node;

      add_url (urls, fill_url (server, NULL, NULL));
      if (variables == NULL)
        continue;
      json_object_iter_init_ordered (&iter, variables);
      while (json_object_iter_next_ordered (&iter, &name, &node))
        {
          JsonArray *values = ask_json_get_array (ask_json_get_object (variables, name), "enum");

          for (guint v = 0; values != NULL && v < json_array_get_length (values); v++)
            {
              g_autofree char *value = ask_openapi_shape_dup_scalar (json_array_get_element (values, v));

              if (value != NULL)
                add_url (urls, fill_url (server, name, value));
            }
        }
    }
  return urls;
}

static gboolean
has_servers (JsonObject *holder)
{
  JsonArray *servers = ask_json_get_array (holder, "servers");

  return servers != NULL && json_array_get_length (servers) > 0;
}

/**
 * ask_openapi_dup_operation_url:
 * @root: the document
 * @item: the path item
 * @operation: the operation in it
 *
 * Returns: (transfer full) (nullable): the base URL of @operation: its own, else its path's, else
 *   the document's
 */
char *
ask_openapi_dup_operation_url (JsonObject *root, JsonObject *item, JsonObject *operation)
{
  return dup_server_url (has_servers (operation) ? operation : has_servers (item) ? item : root);
}

/* Where the document came from; NULL where that is no server's address, to which a URL could be relative. */
static const char *
find_location (AskOpenapiContext *context)
{
  const char *location = context->options != NULL ? context->options->location : NULL;

  return location != NULL
             && (g_ascii_strncasecmp (location, "http://", 7) == 0
                 || g_ascii_strncasecmp (location, "https://", 8) == 0)
           ? location
           : NULL;
}

/* A person may have written "/" at its end, and what is relative here has been made absolute there. */
static gboolean
is_chosen (AskOpenapiContext *context, const char *url)
{
  const char *chosen = context->options != NULL ? context->options->base_url : NULL;
  const char *location = find_location (context);
  g_autofree char *absolute
    = location != NULL ? g_uri_resolve_relative (location, url, G_URI_FLAGS_ENCODED, NULL) : g_strdup (url);
  gsize length = absolute != NULL ? strlen (absolute) : 0;

  while (length > 0 && absolute[length - 1] == '/')
    length--;
  return length > 0 && chosen != NULL && strncmp (chosen, absolute, length) == 0
         && (chosen[length] == '\0' || (chosen[length] == '/' && chosen[length + 1] == '\0'));
}

/* Where a GET operation is; NULL where @node holds none, or where its address is incomplete.
 *
 * @found: (out): whether there is one */
static char *
dup_get_url (JsonObject *root, JsonNode *node, gboolean *found)
{
  JsonObject *item = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonObject *operation = ask_json_get_object (item, "get");

  *found = operation != NULL;
  return *found ? ask_openapi_dup_operation_url (root, item, operation) : NULL;
}

/* The URL that most GET operations have, of several the first. */
static char *
dup_most_common (JsonObject *root, JsonObject *paths)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char *best = NULL;
  guint most = 0;

  /* Two rounds, so that of two with the same count the one that comes first wins. */
  for (int round = 0; round < 2; round++)
    {
      JsonObjectIter iter;
      const char *path;
      JsonNode *node;

      json_object_iter_init_ordered (&iter, paths);
      while (json_object_iter_next_ordered (&iter, &path, &node))
        {
          gboolean found;
          g_autofree char *url = dup_get_url (root, node, &found);
          guint count = url != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, url)) : 0;

          if (url != NULL && round == 0)
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

/**
 * ask_openapi_dup_base_url:
 * @context: with the document and what the steward told; its own base URL is not looked at
 *
 * Returns: (transfer full) (nullable): the base URL that the steward chose, where a GET operation has it; else
 *   the document's own, however many operations are elsewhere; where the document has none, or no GET operation
 *   is there, that of most of them
 */
char *
ask_openapi_dup_base_url (AskOpenapiContext *context)
{
  JsonObject *paths = ask_json_get_object (context->root, "paths");
  g_autofree char *own = dup_server_url (context->root);
  gboolean told = context->options != NULL && context->options->base_url != NULL;
  gboolean used = paths == NULL;
  JsonObjectIter iter;
  const char *path;
  JsonNode *node;
  char *common;

  if (paths != NULL)
    {
      json_object_iter_init_ordered (&iter, paths);
      while (json_object_iter_next_ordered (&iter, &path, &node))
        {
          gboolean found;
          g_autofree char *url = dup_get_url (context->root, node, &found);

          if (url != NULL && is_chosen (context, url))
            return g_steal_pointer (&url);
          used = used || (found && g_strcmp0 (url, own) == 0);
        }
    }
  /* A document without servers is of the server that it came from, or of the one that the steward told. Else only
   * the operations that name a server can be called. */
  told = told || (find_location (context) != NULL && !has_servers (context->root));
  if (used && (paths == NULL || own != NULL || told))
    return g_steal_pointer (&own);
  common = dup_most_common (context->root, paths);
  return common != NULL ? common : g_steal_pointer (&own);
}

static void
note (AskOpenapiContext *context, const char *name, const char *what)
{
  g_autofree char *shown = ask_text_shorten (name, 60);
  g_autofree char *sentence = g_strdup_printf ("The API can ask for “%s”, %s.", shown, what);

  if (!g_ptr_array_find_with_equal_func (context->notes, sentence, g_str_equal, NULL))
    g_ptr_array_add (context->notes, g_steal_pointer (&sentence));
}

/* The flow of OAuth 2 that a program can do without a person: client credentials. In Swagger 2.0 it
 * is called "application", and the scheme is the flow. */
static JsonObject *
find_flow (JsonObject *scheme)
{
  JsonObject *flows = ask_json_get_object (scheme, "flows");

  if (flows == NULL)
    return g_strcmp0 (ask_json_get_string (scheme, "flow"), "application") == 0 ? scheme : NULL;
  return ask_json_get_object (flows, "clientCredentials");
}

static void
take_flow (AskOpenapiContext *context, JsonObject *flow)
{
  context->auth = ASK_AUTH_OAUTH2;
  context->token_url = g_strdup (ask_json_get_string (flow, "tokenUrl"));
}

static gboolean
take_key (AskOpenapiContext *context, JsonObject *scheme)
{
  static const struct
  {
    const char *in;
    AskAuthKind kind;
  } places[] = { { "header", ASK_AUTH_HEADER }, { "query", ASK_AUTH_QUERY }, { "cookie", ASK_AUTH_COOKIE } };
  const char *in = ask_json_get_string (scheme, "in");
  const char *name = ask_json_get_string (scheme, "name");

  for (guint i = 0; name != NULL && *name != '\0' && i < G_N_ELEMENTS (places); i++)
    if (g_strcmp0 (in, places[i].in) == 0)
      {
        context->auth = places[i].kind;
        context->auth_name = g_strdup (name);
        return TRUE;
      }
  return FALSE;
}

/* Whether AskData can send what the scheme @name asks for; then context->auth says it. */
static gboolean
try_scheme (AskOpenapiContext *context, JsonObject *schemes, const char *name)
{
  JsonObject *scheme = ask_json_get_object (schemes, name);
  const char *type, *http;

  if (scheme != NULL)
    scheme = ask_openapi_resolve (context, scheme);
  g_clear_pointer (&context->problem, g_free);
  type = ask_json_get_string (scheme, "type");
  http = ask_json_get_string (scheme, "scheme");
  if (g_strcmp0 (type, "apiKey") == 0 && take_key (context, scheme))
    return TRUE;
  if (g_strcmp0 (type, "http") == 0 && http != NULL && g_ascii_strcasecmp (http, "bearer") == 0)
    {
      context->auth = ASK_AUTH_BEARER;
      return TRUE;
    }
  if (g_strcmp0 (type, "basic") == 0
      || (g_strcmp0 (type, "http") == 0 && http != NULL && g_ascii_strcasecmp (http, "basic") == 0))
    {
      context->auth = ASK_AUTH_BASIC;
      return TRUE;
    }
  if (g_strcmp0 (type, "oauth2") == 0)
    {
      JsonObject *flow = find_flow (scheme);

      if (flow != NULL && ask_json_get_string (flow, "tokenUrl") != NULL)
        {
          take_flow (context, flow);
          return TRUE;
        }
      note (context, name,
            "an OAuth 2 sign-in by a person, which AskData does not do; a token that you "
            "have obtained elsewhere can be given as a bearer token");
    }
  else if (g_strcmp0 (type, "openIdConnect") == 0)
    note (context, name,
          "an OpenID sign-in, which AskData does not do; a token that you have "
          "obtained elsewhere can be given as a bearer token");
  else if (g_strcmp0 (type, "http") == 0)
    note (context, name,
          "an HTTP sign-in other than by password or bearer token, which AskData does not "
          "do");
  else if (g_strcmp0 (type, "mutualTLS") == 0)
    note (context, name, "a certificate of the caller, which AskData does not send");
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
  g_clear_pointer (&context->problem, g_free);
  type = ask_json_get_string (scheme, "type");
  return g_strcmp0 (type, "oauth2") == 0 || g_strcmp0 (type, "openIdConnect") == 0;
}

static void
add_scopes (AskOpenapiContext *context, JsonObject *requirement, const char *name)
{
  JsonArray *scopes = ask_json_get_array (requirement, name);

  for (guint i = 0; scopes != NULL && i < json_array_get_length (scopes); i++)
    {
      const char *scope = ask_json_element_string (scopes, i);

      if (scope != NULL && *scope != '\0'
          && !g_ptr_array_find_with_equal_func (context->scopes, scope, g_str_equal, NULL))
        g_ptr_array_add (context->scopes, g_strdup (scope));
    }
}

/* The scopes that @holder asks for of the scheme @name. */
static void
collect_scopes (AskOpenapiContext *context, JsonObject *holder, const char *name)
{
  JsonArray *security = ask_json_get_array (holder, "security");

  for (guint i = 0; security != NULL && i < json_array_get_length (security); i++)
    {
      JsonObject *requirement = ask_json_element_object (security, i);

      if (requirement != NULL)
        add_scopes (context, requirement, name);
    }
}

/* Only what reading asks for: a token for writing would be worth more to a thief. */
static void
find_scopes (AskOpenapiContext *context, JsonObject *paths, const char *name)
{
  JsonObjectIter iter;
  const char *path;
  JsonNode *item;

  collect_scopes (context, context->root, name);
  if (paths == NULL)
    return;
  json_object_iter_init_ordered (&iter, paths);
  while (json_object_iter_next_ordered (&iter, &path, &item))
    if (JSON_NODE_HOLDS_OBJECT (item))
      collect_scopes (context, ask_json_get_object (json_node_get_object (item), "get"), name);
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
 * @context: of the import; gets auth, auth_name, token_url, scopes and notes
 *
 * Finds how to sign in from the security that the document asks for as a whole, else for its GET operations; notes
 * what AskData cannot send.
 */
void
ask_openapi_find_auth (AskOpenapiContext *context)
{
  JsonObject *schemes = context->version == ASK_OPENAPI_2
                          ? ask_json_get_object (context->root, "securityDefinitions")
                          : ask_json_get_object (ask_json_get_object (context->root, "components"), "securitySchemes");
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
      {
        if (context->auth == ASK_AUTH_OAUTH2)
          find_scopes (context, paths, g_ptr_array_index (names, i));
        return;
      }
  /* A token from an OAuth sign-in is sent as any bearer token is. */
  for (guint i = 0; i < names->len; i++)
    if (is_oauth (context, schemes, g_ptr_array_index (names, i)))
      context->auth = ASK_AUTH_BEARER;
}

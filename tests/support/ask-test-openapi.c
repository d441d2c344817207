/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves a document's operations: finds the one that a request is for, refuses what the document does not
 * allow (400, 401, 404), makes the whole answer and cuts the page out of it. It must never use the
 * importer, nor answer with less than the document lets a client get. Requests come on several threads;
 * one lock guards everything that is made.
 */
#include "config.h"

#include "support/ask-test-openapi-served.h"

#include <string.h>

#include "schema/openapi/ask-document.h"

static void
refuse (AskTestOpenapi *self, const AskTestRequest *request, AskTestReply *reply, guint status, const char *reason)
{
  g_free (self->refusal);
  self->refusal = g_strdup_printf ("%u for %s %s%s%s: %s", status, request->method, request->path,
                                   request->query != NULL ? "?" : "", request->query != NULL ? request->query : "", reason);
  ask_test_reply_set (reply, status, "application/json", "{\"error\":\"refused\"}", -1);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer user_data)
{
  AskTestOpenapi *self = user_data;
  g_autoptr (GHashTable) arguments = NULL;
  g_autoptr (JsonNode) answer = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *text = NULL;
  const AskTestOperation *best = NULL;

  g_mutex_lock (&self->lock);
  self->n_calls++;
  for (guint i = 0; i < self->operations->len; i++)
    {
      const AskTestOperation *operation = g_ptr_array_index (self->operations, i);
      g_autoptr (GMatchInfo) match = NULL;
      g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *fault = NULL;
      gboolean better = best == NULL || operation->n_literal > best->n_literal;

      if (strcmp (operation->method, request->method) != 0
          || !g_regex_match (operation->regex, request->path, 0, &match)
          || (!better && operation->n_literal < best->n_literal))
        continue;
      fault = ask_test_served_read_arguments (self, operation, match, request, read);
      if (fault == NULL)
        fault = ask_test_served_find_stranger (operation, request);
      if (better || (fault == NULL && (reason != NULL || operation->parameters->len > best->parameters->len)))
        {
          best = operation;
          g_free (reason);
          reason = g_steal_pointer (&fault);
          g_clear_pointer (&arguments, g_hash_table_unref);
          arguments = g_steal_pointer (&read);
        }
    }
  if (best == NULL)
    refuse (self, request, reply, 404, "no operation is there");
  else if (!ask_test_served_is_allowed (self, best, request))
    refuse (self, request, reply, 401, "the key is missing");
  else
    {
      answer = reason == NULL ? ask_test_served_dup_answer (self, best, arguments) : NULL;
      if (reason == NULL && answer == NULL)
        refuse (self, request, reply, 404, "the document does not say what is answered");
      else if (reason == NULL)
        reason = ask_test_served_cut_page (self, best, arguments, request, answer, reply);
      if (reason != NULL)
        refuse (self, request, reply, 400, reason);
      else if (answer != NULL)
        {
          text = json_to_string (answer, FALSE);
          ask_test_reply_set (reply, 200, "application/json", text, -1);
        }
    }
  g_mutex_unlock (&self->lock);
}

/**
 * ask_test_openapi_new:
 * @path: of the document; others that it refers to are read from the same file system
 *
 * Returns: (transfer full) (nullable): a server on 127.0.0.1; %NULL where the file cannot be read
 */
AskTestOpenapi *
ask_test_openapi_new (const char *path, GError **error)
{
  static const char *const methods[] = { "get", "post" };
  g_autofree char *file = g_canonicalize_filename (path, NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  AskTestOpenapi *self;
  AskTestPlace paths;
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;
  gsize length;

  if (!g_file_get_contents (file, &text, &length, error)
      || (root = ask_document_parse (text, length, file, error)) == NULL)
    return NULL;
  self = g_new0 (AskTestOpenapi, 1);
  g_mutex_init (&self->lock);
  self->files.trees = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) json_node_unref);
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->operations = g_ptr_array_new_with_free_func (ask_test_served_operation_free);
  self->root.node = root;
  self->root.file = g_intern_string (file);
  g_hash_table_insert (self->files.trees, g_strdup (file), g_steal_pointer (&root));
  self->two = ask_test_place_string (&self->files, self->root, "swagger") != NULL;
  paths = ask_test_place_get (&self->files, self->root, "paths");
  if (paths.node != NULL && JSON_NODE_HOLDS_OBJECT (paths.node))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (paths.node));
      while (json_object_iter_next_ordered (&iter, &name, &node))
        for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
          ask_test_served_add_operation (self, ask_test_place_resolve (&self->files, (AskTestPlace) { node, paths.file }), name, methods[m]);
    }
  self->server = ask_test_server_new (serve, self);
  return self;
}

/** ask_test_openapi_free: Stops the server. */
void
ask_test_openapi_free (AskTestOpenapi *self)
{
  ask_test_server_free (self->server);
  g_ptr_array_unref (self->operations);
  g_hash_table_unref (self->answers);
  g_hash_table_unref (self->files.trees);
  g_mutex_clear (&self->lock);
  g_free (self->refusal);
  g_free (self);
}

/** ask_test_openapi_dup_url: Returns: (transfer full): what the document's paths are relative to */
char *
ask_test_openapi_dup_url (AskTestOpenapi *self)
{
  return ask_test_server_dup_url (self->server, "");
}

/**
 * ask_test_openapi_authorize:
 * @config: gets every key that any operation asks for
 *
 * Returns: whether the document asks for one at all
 */
gboolean
ask_test_openapi_authorize (AskTestOpenapi *self, AskSourceConfig *config)
{
  g_autoptr (GHashTable) given = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint o = 0; o <= self->operations->len; o++)
    {
      JsonArray *security = ask_test_served_get_security (self, o > 0 ? self->operations->pdata[o - 1] : NULL);

      for (guint i = 0; security != NULL && i < json_array_get_length (security) && i < 1; i++)
        {
          g_autoptr (GList) names = json_object_get_members (json_array_get_object_element (security, i));

          for (GList *l = names; l != NULL; l = l->next)
            if (g_hash_table_add (given, (gpointer) g_intern_string (l->data)))
              ask_test_served_meet_scheme (self, l->data, NULL, config);
        }
    }
  return g_hash_table_size (given) > 0;
}

/** ask_test_openapi_needs_key: Returns: whether nothing at @path is answered without a key */
gboolean
ask_test_openapi_needs_key (AskTestOpenapi *self, const char *path)
{
  gboolean needs = FALSE;

  for (guint i = 0; i < self->operations->len; i++)
    {
      const AskTestOperation *operation = self->operations->pdata[i];

      if (strcmp (operation->path, path) != 0)
        continue;
      if (ask_test_served_is_allowed (self, operation, NULL))
        return FALSE;
      needs = TRUE;
    }
  return needs;
}

/**
 * ask_test_openapi_answer:
 * @path: as the document writes it
 * @arguments: (nullable): values by the parameters' names, in the path, the query and the body
 *
 * Returns: (transfer full) (nullable): the whole answer, all pages of it; %NULL where there is none
 */
JsonNode *
ask_test_openapi_answer (AskTestOpenapi *self, const char *method, const char *path, GHashTable *arguments)
{
  const AskTestOperation *operation = ask_test_served_find_operation (self, method, path, NULL, arguments);
  JsonNode *answer;

  if (operation == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  answer = ask_test_served_dup_answer (self, operation, arguments);
  g_mutex_unlock (&self->lock);
  return answer;
}

/**
 * ask_test_openapi_dup_argument:
 * @n: which of several
 *
 * Returns: (transfer full) (nullable): a value that the operation takes for its parameter; %NULL where
 *   it has no such parameter
 */
char *
ask_test_openapi_dup_argument (AskTestOpenapi *self, const char *method, const char *path, const char *name, guint n)
{
  const AskTestOperation *operation = ask_test_served_find_operation (self, method, path, name, NULL);
  AskTestParameter *parameter = operation != NULL ? ask_test_served_find_parameter (operation, name, NULL) : NULL;
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  AskTestMaker maker = { .files = &self->files, .stack = stack };
  g_autoptr (JsonNode) made = NULL;
  AskTestPlace schema;
  char *text;

  if (parameter == NULL)
    return NULL;
  schema = parameter->schema;
  if (g_strcmp0 (ask_test_schema_type (&self->files, schema), "array") == 0)
    schema = ask_test_place_get (&self->files, schema, "items");
  g_mutex_lock (&self->lock);
  /* The third row's text needs no escaping. */
  made = ask_test_make (&maker, schema, name, name, n + 2);
  g_mutex_unlock (&self->lock);
  text = ask_test_dup_scalar (made);
  return text != NULL ? text : g_strdup_printf ("id%u", n + 1);
}

/** ask_test_openapi_get_n_calls: Returns: requests that came, refused ones too */
guint
ask_test_openapi_get_n_calls (AskTestOpenapi *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_calls;
  g_mutex_unlock (&self->lock);
  return n;
}

/** ask_test_openapi_get_n_later: Returns: requests for pages after the first */
guint
ask_test_openapi_get_n_later (AskTestOpenapi *self)
{
  guint n;

  g_mutex_lock (&self->lock);
  n = self->n_later;
  g_mutex_unlock (&self->lock);
  return n;
}

/** ask_test_openapi_dup_refusal: Returns: (transfer full) (nullable): the last request that was refused, and why */
char *
ask_test_openapi_dup_refusal (AskTestOpenapi *self)
{
  char *refusal;

  g_mutex_lock (&self->lock);
  refusal = g_strdup (self->refusal);
  g_mutex_unlock (&self->lock);
  return refusal;
}

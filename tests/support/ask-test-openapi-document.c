/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The operations of a document, for the generated server: their parameters, what they answer with, and how they
 * hand out pages. It must never use the importer. Places borrow from the files.
 */
#include "config.h"

#include "support/ask-test-openapi-served.h"

#include <string.h>

#define N_ROWS 7
#define MOST_FULL 100

static void
parameter_free (gpointer data)
{
  AskTestParameter *self = data;

  g_free (self->name);
  g_free (self->in);
  g_free (self);
}

void
ask_test_served_operation_free (gpointer data)
{
  AskTestOperation *self = data;

  g_free (self->method);
  g_free (self->path);
  g_free (self->list);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_ptr_array_unref (self->parameters);
  g_free (self);
}

AskTestParameter *
ask_test_served_find_parameter (const AskTestOperation *operation, const char *name, const char *in)
{
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);

      if (strcmp (parameter->name, name) == 0 && (in == NULL || strcmp (parameter->in, in) == 0))
        return parameter;
    }
  return NULL;
}

static AskTestParameter *
add_parameter (AskTestOperation *operation, const char *name, const char *in, gboolean required, AskTestPlace schema)
{
  AskTestParameter *parameter = ask_test_served_find_parameter (operation, name, in);

  if (parameter == NULL)
    {
      parameter = g_new0 (AskTestParameter, 1);
      parameter->name = g_strdup (name);
      parameter->in = g_strdup (in);
      g_ptr_array_add (operation->parameters, parameter);
    }
  parameter->required = required;
  parameter->schema = schema;
  return parameter;
}

static gboolean
get_flag (AskTestOpenapi *self, AskTestPlace place, const char *member)
{
  AskTestPlace found = ask_test_place_get (&self->files, place, member);

  return found.node != NULL && JSON_NODE_HOLDS_VALUE (found.node) && json_node_get_boolean (found.node);
}

static AskTestPlace
get_json_media (AskTestOpenapi *self, AskTestPlace holder)
{
  AskTestPlace content = ask_test_place_get (&self->files, holder, "content");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (content.node != NULL && JSON_NODE_HOLDS_OBJECT (content.node))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (content.node));
      while (json_object_iter_next_ordered (&iter, &name, &node))
        if (strstr (name, "json") != NULL)
          return ask_test_place_resolve (&self->files, (AskTestPlace) { node, content.file });
    }
  return (AskTestPlace) { NULL, holder.file };
}

static void
read_parameters (AskTestOpenapi *self, AskTestOperation *operation, AskTestPlace holder)
{
  AskTestPlace list = ask_test_place_get (&self->files, holder, "parameters");

  if (list.node == NULL || !JSON_NODE_HOLDS_ARRAY (list.node))
    return;
  for (guint i = 0; i < json_array_get_length (json_node_get_array (list.node)); i++)
    {
      AskTestPlace one = ask_test_place_resolve (
        &self->files,
        (AskTestPlace) { json_array_get_element (json_node_get_array (list.node), i), list.file });
      const char *name = ask_test_place_string (&self->files, one, "name");
      const char *in = ask_test_place_string (&self->files, one, "in");
      AskTestPlace schema;

      if (name == NULL || in == NULL || strcmp (in, "body") == 0 || strcmp (in, "formData") == 0)
        continue;
      schema = self->two ? one : ask_test_place_get (&self->files, one, "schema");
      if (schema.node == NULL)
        schema = ask_test_place_get (&self->files, get_json_media (self, one), "schema");
      add_parameter (operation, name, in, get_flag (self, one, "required") || strcmp (in, "path") == 0, schema)
        ->description = ask_test_place_string (&self->files, one, "description");
    }
}

/* The members of a POST's body, objects in it by dotted names. */
static void
read_body (AskTestOpenapi *self, AskTestOperation *operation, AskTestPlace schema, const char *prefix, guint level)
{
  AskTestPlace properties = ask_test_place_get (&self->files, schema, "properties");
  AskTestPlace required = ask_test_place_get (&self->files, schema, "required");
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  if (properties.node == NULL || !JSON_NODE_HOLDS_OBJECT (properties.node) || level > 3)
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (properties.node));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      AskTestPlace one = ask_test_place_resolve (&self->files, (AskTestPlace) { node, properties.file });
      g_autofree char *path = prefix != NULL ? g_strconcat (prefix, ".", name, NULL) : g_strdup (name);
      gboolean needed = FALSE;

      for (guint i = 0; prefix == NULL && required.node != NULL
                        && i < json_array_get_length (json_node_get_array (required.node));
           i++)
        needed = needed || strcmp (json_array_get_string_element (json_node_get_array (required.node), i), name) == 0;
      add_parameter (operation, path, "body", needed, one)->description
        = ask_test_place_string (&self->files, one, "description");
      if (g_strcmp0 (ask_test_schema_type (&self->files, one), "object") == 0)
        read_body (self, operation, one, path, level + 1);
    }
}

const char *const ask_test_served_offset_names[] = { "offset", "skip", "pageoffset", "startindex", "startat", "startoffset",
                                            "start", NULL };
const char *const ask_test_served_page_names[] = { "page", "pagenumber", "pagenum", "pageno", "pageindex", "currentpage", "p",
                                          NULL };
const char *const ask_test_served_size_names[] = { "perpage", "pagesize", "limit", "size", "pagelimit", "maxresults", "maxitems",
                                          "count", "top", "take", "rows", NULL };
const char *const ask_test_served_cursor_names[] = { "cursor", "pagetoken", "nexttoken", "nextpagetoken", "nextcursor", "marker",
                                            "after", "continuationtoken", "pagecursor", NULL };

AskTestParameter *
ask_test_served_find_paging (AskTestOpenapi *self, const AskTestOperation *operation, const char *const *names, gboolean counted)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < operation->parameters->len; i++)
      {
        AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);
        gboolean in_body = strcmp (parameter->in, "body") == 0;
        const char *dot = in_body ? strrchr (parameter->name, '.') : NULL;
        g_autofree char *norm = ask_test_dup_norm (dot != NULL ? dot + 1 : parameter->name);
        const char *type = ask_test_schema_type (&self->files, parameter->schema);

        if ((in_body || strcmp (parameter->in, "query") == 0) && strcmp (norm, names[n]) == 0
            && (!counted || g_strcmp0 (type, "integer") == 0 || g_strcmp0 (type, "number") == 0))
          return parameter;
      }
  return NULL;
}

/* An offset without a size is the place of something else, such as a cursor in a text. */
AskTestParameter *
ask_test_served_find_offset (AskTestOpenapi *self, const AskTestOperation *operation)
{
  return ask_test_served_find_paging (self, operation, ask_test_served_size_names, TRUE) != NULL ? ask_test_served_find_paging (self, operation, ask_test_served_offset_names, TRUE) : NULL;
}

static void
read_answer (AskTestOpenapi *self, AskTestOperation *operation)
{
  static const char *const statuses[] = { "200", "2XX", "2xx", "201", "203", "default" };
  AskTestPlace responses = ask_test_place_get (&self->files, operation->node, "responses");
  AskTestPlace answer = { NULL, responses.file }, media;

  for (guint i = 0; i < G_N_ELEMENTS (statuses) && answer.node == NULL; i++)
    answer = ask_test_place_get (&self->files, responses, statuses[i]);
  media = self->two ? answer : get_json_media (self, answer);
  operation->schema = ask_test_place_get (&self->files, media, "schema");
  operation->link_header
    = ask_test_place_get (&self->files, ask_test_place_get (&self->files, answer, "headers"), "Link").node != NULL;
  if (operation->schema.node == NULL)
    {
      operation->example = self->two
                             ? ask_test_place_get (&self->files, ask_test_place_get (&self->files, answer, "examples"),
                                                   "application/json")
                                 .node
                             : ask_test_place_get (&self->files, media, "example").node;
      if (operation->example == NULL)
        {
          AskTestPlace examples = ask_test_place_get (&self->files, media, "examples");
          g_autoptr (GList) names = examples.node != NULL && JSON_NODE_HOLDS_OBJECT (examples.node)
                                      ? json_object_get_members (json_node_get_object (examples.node))
                                      : NULL;

          if (names != NULL)
            operation->example
              = ask_test_place_get (&self->files, ask_test_place_get (&self->files, examples, names->data), "value").node;
        }
    }
  else
    operation->list = ask_test_find_list (&self->files, operation->schema, operation->path,
                                          ask_test_served_find_paging (self, operation, ask_test_served_size_names, TRUE) != NULL
                                            || ask_test_served_find_paging (self, operation, ask_test_served_page_names, TRUE) != NULL
                                            || ask_test_served_find_paging (self, operation, ask_test_served_cursor_names, FALSE) != NULL);
}

/* "/items#links" is another answer of "/items": what is behind the # is never sent. */
static GRegex *
make_regex (const char *path)
{
  g_autoptr (GString) pattern = g_string_new ("^");

  for (const char *at = path; *at != '\0' && *at != '#';)
    {
      const char *end = *at == '{' ? strchr (at, '}') : NULL;

      if (end != NULL)
        {
          g_string_append (pattern, "([^/]+?)");
          at = end + 1;
        }
      else
        {
          g_autofree char *escaped = g_regex_escape_string (at, 1);

          g_string_append (pattern, escaped);
          at++;
        }
    }
  g_string_append (pattern, "/?$");
  return g_regex_new (pattern->str, 0, 0, NULL);
}

gint64
ask_test_served_get_bound (AskTestOpenapi *self, const AskTestParameter *parameter, const char *member, gint64 otherwise)
{
  AskTestPlace found = { NULL, NULL };
  g_autofree char *text = NULL;
  gint64 number;

  if (parameter != NULL)
    found = ask_test_place_get (&self->files, parameter->schema, member);
  text = ask_test_dup_scalar (found.node);
  return text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL) ? number : otherwise;
}

void
ask_test_served_add_operation (AskTestOpenapi *self, AskTestPlace item, const char *path, const char *method)
{
  AskTestPlace node = ask_test_place_get (&self->files, item, method);
  AskTestOperation *operation;
  gint64 most;

  if (node.node == NULL)
    return;
  operation = g_new0 (AskTestOperation, 1);
  operation->method = g_ascii_strup (method, -1);
  operation->path = g_strdup (path);
  operation->regex = make_regex (path);
  operation->parameters = g_ptr_array_new_with_free_func (parameter_free);
  operation->node = node;
  for (const char *at = path; *at != '\0' && *at != '#'; at++)
    {
      if (*at == '{' && strchr (at, '}') != NULL)
        at = strchr (at, '}');
      else
        operation->n_literal++;
    }
  read_parameters (self, operation, item);
  read_parameters (self, operation, node);
  if (strcmp (method, "post") == 0)
    read_body (self, operation,
               ask_test_place_get (&self->files,
                                   get_json_media (self, ask_test_place_get (&self->files, node, "requestBody")),
                                   "schema"),
               NULL, 0);
  read_answer (self, operation);
  /* Every fourth has more than two of the largest pages, where those can be full. */
  most = ask_test_served_get_bound (self, ask_test_served_find_paging (self, operation, ask_test_served_size_names, TRUE), "maximum", 0);
  operation->n_rows = most > 0 && most <= MOST_FULL && self->operations->len % 4 == 0
                          && (ask_test_served_find_paging (self, operation, ask_test_served_page_names, TRUE) != NULL
                              || ask_test_served_find_offset (self, operation) != NULL)
                        ? (guint) most * 2 + 1
                        : N_ROWS;
  g_ptr_array_add (self->operations, operation);
}

gboolean
ask_test_served_is_paging (AskTestOpenapi *self, const AskTestOperation *operation, const AskTestParameter *parameter)
{
  return parameter == ask_test_served_find_paging (self, operation, ask_test_served_size_names, TRUE)
         || parameter == ask_test_served_find_paging (self, operation, ask_test_served_page_names, TRUE)
         || parameter == ask_test_served_find_offset (self, operation)
         || parameter == ask_test_served_find_paging (self, operation, ask_test_served_cursor_names, FALSE);
}

/* Of several with the same path, the one that has the parameters @name, or @arguments. */
AskTestOperation *
ask_test_served_find_operation (AskTestOpenapi *self, const char *method, const char *path, const char *name, GHashTable *arguments)
{
  AskTestOperation *found = NULL;
  gsize length = strcspn (path, "#");

  for (guint i = 0; i < self->operations->len; i++)
    {
      AskTestOperation *operation = g_ptr_array_index (self->operations, i);
      gboolean fits = strcmp (operation->method, method) == 0 && strcspn (operation->path, "#") == length
                      && strncmp (operation->path, path, length) == 0;

      for (guint p = 0; fits && arguments != NULL && p < operation->parameters->len; p++)
        {
          const AskTestParameter *parameter = operation->parameters->pdata[p];

          /* Where to begin is for whoever reads pages. */
          fits = !parameter->required || ask_test_served_is_paging (self, operation, parameter) || g_hash_table_contains (arguments, parameter->name);
        }
      if (fits && (name == NULL || ask_test_served_find_parameter (operation, name, NULL) != NULL)
          && (found == NULL || (arguments != NULL && operation->parameters->len > found->parameters->len)))
        found = operation;
    }
  return found;
}

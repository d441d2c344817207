/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Serves a document's operations: finds the one that a request is for, refuses what the document does not
 * allow (400, 401, 404), makes the whole answer and cuts the page out of it. It must never use the
 * importer, nor answer with less than the document lets a client get. Requests come on several threads;
 * one lock guards everything that is made.
 */
#include "config.h"

#include "support/ask-test-openapi.h"

#include <string.h>

#include "schema/ask-document.h"
#include "support/ask-test-openapi-private.h"
#include "support/ask-test-server.h"

#define SECRET "opensesame"
#define N_ROWS 7
#define N_ON_PAGE 3
#define MOST_FULL 100

/**
 * Parameter:
 * @in: as the document says; "body" for a member of a POST's body, whose @name is dotted
 * @schema: of one value; of an array in 2.0 and 3.x that of the array
 */
typedef struct
{
  char *name;
  char *in;
  gboolean required;
  AskTestPlace schema;
  const char *description;
} Parameter;

typedef struct
{
  char *method;
  char *path;
  GRegex *regex;
  gsize n_literal;
  GPtrArray *parameters; /* Parameter */
  AskTestPlace node;
  AskTestPlace schema; /* of the answer */
  JsonNode *example; /* nullable: the answer where there is no schema */
  gboolean link_header;
  char *list; /* nullable */
  guint n_rows;
} Operation;

struct _AskTestOpenapi
{
  AskTestFiles files;
  AskTestPlace root;
  gboolean two;
  GPtrArray *operations;
  GHashTable *answers; /* method, path and arguments → JSON text, since copies of nodes share what is in them */
  AskTestServer *server;
  GMutex lock;
  guint n_calls;
  guint n_later;
  char *refusal;
};

static void
parameter_free (gpointer data)
{
  Parameter *self = data;

  g_free (self->name);
  g_free (self->in);
  g_free (self);
}

static void
operation_free (gpointer data)
{
  Operation *self = data;

  g_free (self->method);
  g_free (self->path);
  g_free (self->list);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_ptr_array_unref (self->parameters);
  g_free (self);
}

static Parameter *
find_parameter (const Operation *operation, const char *name, const char *in)
{
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      Parameter *parameter = g_ptr_array_index (operation->parameters, i);

      if (strcmp (parameter->name, name) == 0 && (in == NULL || strcmp (parameter->in, in) == 0))
        return parameter;
    }
  return NULL;
}

static Parameter *
add_parameter (Operation *operation, const char *name, const char *in, gboolean required, AskTestPlace schema)
{
  Parameter *parameter = find_parameter (operation, name, in);

  if (parameter == NULL)
    {
      parameter = g_new0 (Parameter, 1);
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
read_parameters (AskTestOpenapi *self, Operation *operation, AskTestPlace holder)
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
read_body (AskTestOpenapi *self, Operation *operation, AskTestPlace schema, const char *prefix, guint level)
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

static const char *const offset_names[] = { "offset", "skip", "pageoffset", "startindex", "startat", "startoffset",
                                            "start", NULL };
static const char *const page_names[] = { "page", "pagenumber", "pagenum", "pageno", "pageindex", "currentpage", "p",
                                          NULL };
static const char *const size_names[] = { "perpage", "pagesize", "limit", "size", "pagelimit", "maxresults", "maxitems",
                                          "count", "top", "take", "rows", NULL };
static const char *const cursor_names[] = { "cursor", "pagetoken", "nexttoken", "nextpagetoken", "nextcursor", "marker",
                                            "after", "continuationtoken", "pagecursor", NULL };

static Parameter *
find_paging (AskTestOpenapi *self, const Operation *operation, const char *const *names, gboolean counted)
{
  for (guint n = 0; names[n] != NULL; n++)
    for (guint i = 0; i < operation->parameters->len; i++)
      {
        Parameter *parameter = g_ptr_array_index (operation->parameters, i);
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
static Parameter *
find_offset (AskTestOpenapi *self, const Operation *operation)
{
  return find_paging (self, operation, size_names, TRUE) != NULL ? find_paging (self, operation, offset_names, TRUE) : NULL;
}

static void
read_answer (AskTestOpenapi *self, Operation *operation)
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
                                          find_paging (self, operation, size_names, TRUE) != NULL
                                            || find_paging (self, operation, page_names, TRUE) != NULL
                                            || find_paging (self, operation, cursor_names, FALSE) != NULL);
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

static gint64
get_bound (AskTestOpenapi *self, const Parameter *parameter, const char *member, gint64 otherwise)
{
  AskTestPlace found = { NULL, NULL };
  g_autofree char *text = NULL;
  gint64 number;

  if (parameter != NULL)
    found = ask_test_place_get (&self->files, parameter->schema, member);
  text = ask_test_dup_scalar (found.node);
  return text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL) ? number : otherwise;
}

static void
add_operation (AskTestOpenapi *self, AskTestPlace item, const char *path, const char *method)
{
  AskTestPlace node = ask_test_place_get (&self->files, item, method);
  Operation *operation;
  gint64 most;

  if (node.node == NULL)
    return;
  operation = g_new0 (Operation, 1);
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
  most = get_bound (self, find_paging (self, operation, size_names, TRUE), "maximum", 0);
  operation->n_rows = most > 0 && most <= MOST_FULL && self->operations->len % 4 == 0
                          && (find_paging (self, operation, page_names, TRUE) != NULL
                              || find_offset (self, operation) != NULL)
                        ? (guint) most * 2 + 1
                        : N_ROWS;
  g_ptr_array_add (self->operations, operation);
}

static gboolean
is_paging (AskTestOpenapi *self, const Operation *operation, const Parameter *parameter)
{
  return parameter == find_paging (self, operation, size_names, TRUE)
         || parameter == find_paging (self, operation, page_names, TRUE)
         || parameter == find_offset (self, operation)
         || parameter == find_paging (self, operation, cursor_names, FALSE);
}

/* Of several with the same path, the one that has the parameters @name, or @arguments. */
static Operation *
find_operation (AskTestOpenapi *self, const char *method, const char *path, const char *name, GHashTable *arguments)
{
  Operation *found = NULL;
  gsize length = strcspn (path, "#");

  for (guint i = 0; i < self->operations->len; i++)
    {
      Operation *operation = g_ptr_array_index (self->operations, i);
      gboolean fits = strcmp (operation->method, method) == 0 && strcspn (operation->path, "#") == length
                      && strncmp (operation->path, path, length) == 0;

      for (guint p = 0; fits && arguments != NULL && p < operation->parameters->len; p++)
        {
          const Parameter *parameter = operation->parameters->pdata[p];

          /* Where to begin is for whoever reads pages. */
          fits = !parameter->required || is_paging (self, operation, parameter) || g_hash_table_contains (arguments, parameter->name);
        }
      if (fits && (name == NULL || find_parameter (operation, name, NULL) != NULL)
          && (found == NULL || (arguments != NULL && operation->parameters->len > found->parameters->len)))
        found = operation;
    }
  return found;
}

/* Identifiers that an argument of the path stands for in what comes back. */
static gboolean
names_argument (const Operation *operation, const char *parameter, const char *member, gboolean single)
{
  static const char *const ends[] = { "start", "end", "from", "until", "since", "min", "max", "before", "after" };
  g_autofree char *wanted = ask_test_dup_norm (parameter);
  g_autofree char *norm = ask_test_dup_norm (member);
  g_autofree char *braced = g_strdup_printf ("{%s}", parameter);
  const char *place = strstr (operation->path, braced);
  gboolean last = place == NULL || strchr (place, '/') == NULL;

  /* From where to where is no value of a row. */
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_prefix (wanted, ends[i]))
      return FALSE;
  if (!last && (strcmp (wanted, "id") == 0 || strcmp (wanted, "uuid") == 0))
    {
      g_autofree char *before = g_strndup (operation->path, place - operation->path - 1);
      const char *slash = strrchr (before, '/');
      g_autofree char *noun = ask_test_dup_norm (slash != NULL ? slash + 1 : before);
      gsize length = strlen (noun);

      /* {uuid} in /agents/{uuid}/versions is an agent_uuid. */
      if (length > 1 && noun[length - 1] == 's')
        noun[--length] = '\0';
      return g_str_has_prefix (norm, noun) && strcmp (norm + length, wanted) == 0;
    }
  if (strcmp (wanted, "id") == 0 || strcmp (wanted, "sid") == 0)
    return single && last && strcmp (norm, wanted) == 0;
  if (strcmp (norm, wanted) == 0)
    return TRUE;
  return single && last && g_str_has_suffix (wanted, "id") && strcmp (norm, "id") == 0;
}

static void
echo_argument (const Operation *operation, const Parameter *parameter, const char *value, JsonObject *row,
               gboolean single)
{
  g_autoptr (GList) names = json_object_get_members (row);

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *member = json_object_get_member (row, l->data);
      gint64 number;

      if (!JSON_NODE_HOLDS_VALUE (member) || !names_argument (operation, parameter->name, l->data, single))
        continue;
      if (json_node_get_value_type (member) == G_TYPE_STRING)
        json_object_set_string_member (row, l->data, value);
      else if (json_node_get_value_type (member) == G_TYPE_INT64
               && g_ascii_string_to_signed (value, 10, G_MININT64, G_MAXINT64, &number, NULL))
        json_object_set_int_member (row, l->data, number);
    }
}

static JsonNode *
find_member (JsonNode *node, const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, ".", -1);

  if (*path == '\0')
    return node;
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node) && json_object_has_member (json_node_get_object (node), path))
    return json_object_get_member (json_node_get_object (node), path);
  for (guint i = 0; parts[i] != NULL && node != NULL; i++)
    node = JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_member (json_node_get_object (node), parts[i]) : NULL;
  return node;
}

/* Says how @path's list is called in the one object that holds it: see find_member(). */
static JsonArray *
find_list (const Operation *operation, JsonNode *answer)
{
  JsonNode *node = operation->list != NULL ? find_member (answer, operation->list) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Rows that have not the value of a parameter of the same name go, if rows have such a thing at all. */
static void
filter (JsonArray *list, const char *name, const char *value, gboolean required)
{
  g_auto (GStrv) wanted = g_strsplit (value, ",", -1);
  gboolean any = FALSE;

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *row = json_array_get_element (list, i);
      JsonNode *member = JSON_NODE_HOLDS_OBJECT (row) ? json_object_get_member (json_node_get_object (row), name) : NULL;

      g_autofree char *text = ask_test_dup_scalar (member);

      /* A required one without any row of that value means something else by the same name. */
      any = any || (text != NULL && (!required || g_strv_contains ((const char *const *) wanted, text)));
    }
  for (guint i = json_array_get_length (list); any && i-- > 0;)
    {
      JsonNode *row = json_array_get_element (list, i);
      JsonNode *member = JSON_NODE_HOLDS_OBJECT (row) ? json_object_get_member (json_node_get_object (row), name) : NULL;
      g_autofree char *text = ask_test_dup_scalar (member);

      if (text == NULL || (strcmp (text, value) != 0 && !g_strv_contains ((const char *const *) wanted, text)))
        json_array_remove_element (list, i);
    }
}

/* A member that is any text takes the choices of the parameter of its name. */
static void
choose_values (AskTestOpenapi *self, const Parameter *parameter, JsonArray *list)
{
  AskTestPlace choices = ask_test_place_get (&self->files, parameter->schema, "enum");
  g_autofree char *made = g_strconcat (parameter->name, " ", NULL);
  guint n = choices.node != NULL && JSON_NODE_HOLDS_ARRAY (choices.node)
              ? json_array_get_length (json_node_get_array (choices.node))
              : 0;

  for (guint i = 0; n > 0 && i < json_array_get_length (list); i++)
    {
      JsonNode *row = json_array_get_element (list, i);
      JsonNode *member
        = JSON_NODE_HOLDS_OBJECT (row) ? json_object_get_member (json_node_get_object (row), parameter->name) : NULL;
      g_autofree char *text = ask_test_dup_scalar (member);

      if (text != NULL && g_str_has_prefix (text, made))
        json_object_set_member (json_node_get_object (row), parameter->name,
                                json_node_copy (json_array_get_element (json_node_get_array (choices.node), i % n)));
    }
}

static gboolean
is_plain (const char *type)
{
  return type != NULL && (strcmp (type, "string") == 0 || strcmp (type, "integer") == 0 || strcmp (type, "boolean") == 0);
}

/* Of one value, or a list of values any of which will do. */
static gboolean
is_filter (AskTestOpenapi *self, const Parameter *parameter)
{
  const char *type = ask_test_schema_type (&self->files, parameter->schema);

  if (g_strcmp0 (type, "array") == 0)
    type = ask_test_schema_type (&self->files, ask_test_place_get (&self->files, parameter->schema, "items"));
  return is_plain (type);
}

static const char *const everything[] = { "", "all", "any", "both", "none", NULL };

/* All of it, before it is cut into pages. */
static JsonNode *
make_answer (AskTestOpenapi *self, const Operation *operation, GHashTable *arguments)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  g_autoptr (GHashTable) always = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  AskTestMaker maker = { .files = &self->files, .list = operation->list, .n_rows = operation->n_rows, .always = always,
                         .stack = stack };
  JsonNode *answer;
  JsonArray *list;

  if (operation->schema.node == NULL && operation->example == NULL)
    return NULL;
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const Parameter *parameter = g_ptr_array_index (operation->parameters, i);
      const char *value = arguments != NULL ? g_hash_table_lookup (arguments, parameter->name) : NULL;

      if (strcmp (parameter->in, "path") == 0 || parameter->required)
        g_hash_table_add (always, ask_test_dup_norm (parameter->name));
      if (strcmp (parameter->in, "path") == 0 && value != NULL)
        maker.base = (maker.base * 31 + g_str_hash (value)) % 1000;
    }
  if (operation->schema.node != NULL)
    answer = ask_test_make (&maker, operation->schema, "value", "", 0);
  else
    {
      g_autofree char *text = json_to_string (operation->example, FALSE);

      answer = json_from_string (text, NULL);
    }
  if (answer == NULL)
    return NULL;
  list = find_list (operation, answer);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const Parameter *parameter = g_ptr_array_index (operation->parameters, i);
      const char *value = arguments != NULL ? g_hash_table_lookup (arguments, parameter->name) : NULL;

      if (strcmp (parameter->in, "path") == 0 && value != NULL && list != NULL)
        {
          for (guint r = 0; r < json_array_get_length (list); r++)
            if (JSON_NODE_HOLDS_OBJECT (json_array_get_element (list, r)))
              echo_argument (operation, parameter, value, json_array_get_object_element (list, r), FALSE);
        }
      else if ((strcmp (parameter->in, "path") == 0 || parameter->required) && value != NULL && list == NULL
               && JSON_NODE_HOLDS_OBJECT (answer))
        {
          g_autoptr (GList) members = NULL;

          echo_argument (operation, parameter, value, json_node_get_object (answer), TRUE);
          members = json_object_get_values (json_node_get_object (answer));
          for (GList *l = members; l != NULL; l = l->next)
            if (JSON_NODE_HOLDS_OBJECT (l->data))
              echo_argument (operation, parameter, value, json_node_get_object (l->data), TRUE);
            else if (JSON_NODE_HOLDS_ARRAY (l->data))
              for (guint r = 0; r < json_array_get_length (json_node_get_array (l->data)); r++)
                if (JSON_NODE_HOLDS_OBJECT (json_array_get_element (json_node_get_array (l->data), r)))
                  echo_argument (operation, parameter, value,
                                 json_array_get_object_element (json_node_get_array (l->data), r), FALSE);
        }
      else if (strcmp (parameter->in, "query") == 0 && list != NULL && !is_paging (self, operation, parameter)
               && is_filter (self, parameter))
        {
          AskTestPlace otherwise = ask_test_place_get (&self->files, parameter->schema, "default");
          g_autofree char *text = value != NULL ? g_strdup (value) : ask_test_dup_scalar (otherwise.node);

          choose_values (self, parameter, list);
          if (text != NULL && (value != NULL || !g_strv_contains (everything, text)))
            filter (list, parameter->name, text, parameter->required);
        }
    }
  return answer;
}

static JsonNode *
dup_answer (AskTestOpenapi *self, const Operation *operation, GHashTable *arguments)
{
  g_autoptr (GString) key = g_string_new (operation->method);
  const char *text;

  g_string_append_printf (key, " %s", operation->path);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const Parameter *parameter = g_ptr_array_index (operation->parameters, i);
      const char *value = arguments != NULL ? g_hash_table_lookup (arguments, parameter->name) : NULL;

      if (value != NULL && (!is_paging (self, operation, parameter) || strcmp (parameter->in, "path") == 0))
        g_string_append_printf (key, "\n%s=%s", parameter->name, value);
    }
  text = g_hash_table_lookup (self->answers, key->str);
  if (text == NULL)
    {
      g_autoptr (JsonNode) answer = make_answer (self, operation, arguments);
      char *made = answer != NULL ? json_to_string (answer, FALSE) : NULL;

      if (made == NULL)
        return NULL;
      g_hash_table_insert (self->answers, g_strdup (key->str), made);
      text = made;
    }
  return json_from_string (text, NULL);
}

/* A reason to refuse @value, or NULL. */
static char *
check_value (AskTestOpenapi *self, const Parameter *parameter, const char *value)
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
      bound = get_bound (self, parameter, "maximum", G_MAXINT64);
      if (number > bound)
        return g_strdup_printf ("“%s” is %s, and may be %" G_GINT64_FORMAT " at most", parameter->name, value, bound);
      bound = get_bound (self, parameter, "minimum", G_MININT64);
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
  if (is_plain (type) && choices.node != NULL && JSON_NODE_HOLDS_ARRAY (choices.node))
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
static gboolean
meet_scheme (AskTestOpenapi *self, const char *name, const AskTestRequest *request, AskSourceConfig *config)
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
            ask_source_config_add_query (config, parameter, SECRET);
          sent = request != NULL ? ask_test_request_dup_param (request, parameter) : NULL;
          return g_strcmp0 (sent, SECRET) == 0;
        }
      if (g_strcmp0 (in, "cookie") == 0)
        {
          if (config != NULL)
            ask_source_config_add_cookie (config, parameter, SECRET);
          cookie = g_strdup_printf ("%s=" SECRET, parameter);
          header = request != NULL ? ask_test_request_get_header (request, "cookie") : NULL;
          return header != NULL && strstr (header, cookie) != NULL;
        }
      if (config != NULL)
        ask_source_config_add_header (config, parameter, SECRET);
      sent = g_ascii_strdown (parameter, -1);
      return request != NULL && g_strcmp0 (ask_test_request_get_header (request, sent), SECRET) == 0;
    }
  header = request != NULL ? ask_test_request_get_header (request, "authorization") : NULL;
  if (config != NULL && basic)
    ask_source_config_add_basic (config, "tester", SECRET);
  else if (config != NULL)
    ask_source_config_add_header (config, "Authorization", "Bearer " SECRET);
  return header != NULL && (basic ? g_str_has_prefix (header, "Basic ") : strcmp (header, "Bearer " SECRET) == 0);
}

static JsonArray *
get_security (AskTestOpenapi *self, const Operation *operation)
{
  AskTestPlace security = { NULL, NULL };

  if (operation != NULL)
    security = ask_test_place_get (&self->files, operation->node, "security");
  if (security.node == NULL)
    security = ask_test_place_get (&self->files, self->root, "security");
  return security.node != NULL && JSON_NODE_HOLDS_ARRAY (security.node) ? json_node_get_array (security.node) : NULL;
}

static gboolean
is_allowed (AskTestOpenapi *self, const Operation *operation, const AskTestRequest *request)
{
  JsonArray *security = get_security (self, operation);

  for (guint i = 0; security != NULL && i < json_array_get_length (security); i++)
    {
      g_autoptr (GList) names = json_object_get_members (json_array_get_object_element (security, i));
      gboolean all = TRUE;

      for (GList *l = names; l != NULL; l = l->next)
        all = all && meet_scheme (self, l->data, request, NULL);
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
static char *
read_arguments (AskTestOpenapi *self, const Operation *operation, GMatchInfo *match, const AskTestRequest *request,
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
      if (find_parameter (operation, name, "query") == NULL && bracket != NULL)
        {
          plain = g_strndup (name, bracket - name);
          if (find_parameter (operation, plain, "query") != NULL && strcmp (bracket, "[]") != 0)
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
      const Parameter *parameter = g_ptr_array_index (operation->parameters, i);
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
static char *
find_stranger (const Operation *operation, const AskTestRequest *request)
{
  g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (pairs[i], "=", 2);
      g_autofree char *name = pair[0] != NULL ? g_uri_unescape_string (pair[0], NULL) : NULL;
      g_autofree char *plain = NULL;

      if (name == NULL || *name == '\0' || find_parameter (operation, name, "query") != NULL
          || g_strcmp0 (pair[1], SECRET) == 0 || strcmp (name, "_from") == 0)
        continue;
      plain = g_strndup (name, strcspn (name, "["));
      if (find_parameter (operation, plain, "query") == NULL)
        return g_strdup_printf ("“%s” is no parameter", name);
    }
  return NULL;
}

/**
 * Page:
 * @numbered: cursors are numbers
 * @link: of the next page, absolute; %NULL after the last
 */
typedef struct
{
  guint from, size, n_rows;
  gboolean numbered;
  char *link;
} Page;

/* Fills in what stands around the rows and tells of pages. Never inside a list. */
static void
tell_page (JsonObject *object, const Page *page, const char *parent, guint level)
{
  g_autoptr (GList) names = json_object_get_members (object);
  gboolean more = page->link != NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (object, l->data);
      g_autofree char *norm = ask_test_dup_norm (l->data);
      gboolean text = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
      gboolean number = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) != G_TYPE_BOOLEAN && !text;

      if (JSON_NODE_HOLDS_OBJECT (node) && level < 3)
        tell_page (json_node_get_object (node), page, norm, level + 1);
      else if (text && (strstr (norm, "token") != NULL || strstr (norm, "cursor") != NULL || strstr (norm, "marker") != NULL
                        || (strcmp (norm, "after") == 0 && g_strcmp0 (parent, "cursors") == 0))
               && strstr (norm, "prev") == NULL)
        {
          g_autofree char *token = g_strdup_printf (page->numbered ? "%u" : "from%u", page->from + page->size);

          if (more)
            json_object_set_string_member (object, l->data, token);
          else
            json_object_remove_member (object, l->data);
        }
      else if (text && (g_str_has_prefix (norm, "next") || (strcmp (norm, "href") == 0 && g_strcmp0 (parent, "next") == 0)))
        {
          if (!more)
            json_object_set_null_member (object, l->data);
          else if (g_str_has_suffix (norm, "uri"))
            json_object_set_string_member (object, l->data, strchr (strstr (page->link, "//") + 2, '/'));
          else
            json_object_set_string_member (object, l->data, page->link);
        }
      else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN
               && (strstr (norm, "more") != NULL || strcmp (norm, "hasnext") == 0))
        json_object_set_boolean_member (object, l->data, more);
      else if (number && (strstr (norm, "total") != NULL || strcmp (norm, "count") == 0 || strcmp (norm, "numresults") == 0
                          || strcmp (norm, "hits") == 0))
        json_object_set_int_member (object, l->data,
                                    strstr (norm, "page") != NULL ? (page->n_rows + page->size - 1) / page->size
                                                                  : page->n_rows);
    }
}

/* Whether the schema around the list names a place for what comes next: a link's, or a cursor's. */
static gboolean
names_next (JsonNode *answer, gboolean cursor, const char *parent, guint level)
{
  g_autoptr (GList) names = JSON_NODE_HOLDS_OBJECT (answer) ? json_object_get_members (json_node_get_object (answer)) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonNode *node = json_object_get_member (json_node_get_object (answer), l->data);
      g_autofree char *norm = ask_test_dup_norm (l->data);
      gboolean text = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;

      if (text && cursor
          && (strstr (norm, "nexttoken") != NULL || strstr (norm, "nextpagetoken") != NULL
              || strstr (norm, "nextcursor") != NULL || strstr (norm, "nextmarker") != NULL
              || (strcmp (norm, "after") == 0 && g_strcmp0 (parent, "cursors") == 0)))
        return TRUE;
      if (text && !cursor
          && (strcmp (norm, "next") == 0 || strcmp (norm, "nexturl") == 0 || strcmp (norm, "nextlink") == 0
              || strcmp (norm, "nextpageuri") == 0 || strcmp (norm, "nextpageurl") == 0
              || (strcmp (norm, "href") == 0 && g_strcmp0 (parent, "next") == 0)))
        return TRUE;
      if (JSON_NODE_HOLDS_OBJECT (node) && level < 3 && names_next (node, cursor, norm, level + 1))
        return TRUE;
    }
  return FALSE;
}

/* Cuts the page that was asked for out of @answer. Returns a reason to refuse, or NULL. */
static char *
cut_page (AskTestOpenapi *self, const Operation *operation, GHashTable *arguments, const AskTestRequest *request,
          JsonNode *answer, AskTestReply *reply)
{
  Parameter *size = find_paging (self, operation, size_names, TRUE);
  Parameter *number = find_paging (self, operation, page_names, TRUE);
  Parameter *offset = find_offset (self, operation);
  Parameter *cursor = find_paging (self, operation, cursor_names, FALSE);
  const char *sized = size != NULL ? g_hash_table_lookup (arguments, size->name) : NULL;
  const char *numbered = number != NULL ? g_hash_table_lookup (arguments, number->name) : NULL;
  const char *skipped = offset != NULL ? g_hash_table_lookup (arguments, offset->name) : NULL;
  const char *marked = cursor != NULL ? g_hash_table_lookup (arguments, cursor->name) : NULL;
  g_autofree char *from = ask_test_request_dup_param (request, "_from");
  JsonArray *list = find_list (operation, answer);
  gboolean links = names_next (answer, FALSE, NULL, 0) || operation->link_header;
  gboolean cursors = cursor != NULL && names_next (answer, TRUE, NULL, 0);
  Page page = { 0 };
  g_autofree char *query = NULL;
  g_autofree char *base = NULL;

  if (list == NULL)
    return NULL;
  page.n_rows = json_array_get_length (list);
  page.numbered = cursor != NULL && g_strcmp0 (ask_test_schema_type (&self->files, cursor->schema), "integer") == 0;
  page.size = sized != NULL ? (guint) g_ascii_strtoull (sized, NULL, 10) : (guint) get_bound (self, size, "default", N_ON_PAGE);
  if (number == NULL && offset == NULL && (links || cursors))
    page.size = MIN (page.size, N_ON_PAGE);
  else if (number == NULL && offset == NULL)
    page.size = page.n_rows;
  page.size = MAX (page.size, 1);
  if (number != NULL)
    {
      gint64 first = get_bound (self, number, "default", get_bound (self, number, "minimum", 1) == 0 ? 0 : 1);
      gint64 wanted = numbered != NULL ? g_ascii_strtoll (numbered, NULL, 10) : first;

      if (wanted > first)
        page.from = (guint) (wanted - first) * page.size;
    }
  if (skipped != NULL)
    page.from = (guint) g_ascii_strtoull (skipped, NULL, 10);
  if (marked != NULL && *marked != '\0')
    {
      if (!page.numbered && !g_str_has_prefix (marked, "from"))
        return g_strdup_printf ("“%s” is no cursor of this API", marked);
      page.from = (guint) g_ascii_strtoull (marked + (page.numbered ? 0 : 4), NULL, 10);
    }
  if (from != NULL)
    page.from = (guint) g_ascii_strtoull (from, NULL, 10);
  if (page.from > 0)
    self->n_later++;
  if (page.from + page.size < page.n_rows)
    {
      g_auto (GStrv) pairs = g_strsplit (request->query != NULL ? request->query : "", "&", -1);
      g_autoptr (GString) kept = g_string_new (NULL);

      for (guint i = 0; pairs[i] != NULL; i++)
        if (*pairs[i] != '\0' && !g_str_has_prefix (pairs[i], "_from=") && strstr (pairs[i], SECRET) == NULL)
          g_string_append_printf (kept, "%s&", pairs[i]);
      base = ask_test_server_dup_url (self->server, request->path);
      page.link = g_strdup_printf ("%s?%s_from=%u", base, kept->str, page.from + page.size);
    }
  if (JSON_NODE_HOLDS_OBJECT (answer))
    tell_page (json_node_get_object (answer), &page, NULL, 0);
  if (page.link != NULL && operation->link_header)
    {
      g_autofree char *header = g_strdup_printf ("<%s>; rel=\"next\"", page.link);

      ask_test_reply_add_header (reply, "Link", header);
    }
  g_free (page.link);
  for (guint i = page.n_rows; i-- > 0;)
    if (i < page.from || i >= page.from + page.size)
      json_array_remove_element (list, i);
  return NULL;
}

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
  const Operation *best = NULL;

  g_mutex_lock (&self->lock);
  self->n_calls++;
  for (guint i = 0; i < self->operations->len; i++)
    {
      const Operation *operation = g_ptr_array_index (self->operations, i);
      g_autoptr (GMatchInfo) match = NULL;
      g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autofree char *fault = NULL;
      gboolean better = best == NULL || operation->n_literal > best->n_literal;

      if (strcmp (operation->method, request->method) != 0
          || !g_regex_match (operation->regex, request->path, 0, &match)
          || (!better && operation->n_literal < best->n_literal))
        continue;
      fault = read_arguments (self, operation, match, request, read);
      if (fault == NULL)
        fault = find_stranger (operation, request);
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
  else if (!is_allowed (self, best, request))
    refuse (self, request, reply, 401, "the key is missing");
  else
    {
      answer = reason == NULL ? dup_answer (self, best, arguments) : NULL;
      if (reason == NULL && answer == NULL)
        refuse (self, request, reply, 404, "the document does not say what is answered");
      else if (reason == NULL)
        reason = cut_page (self, best, arguments, request, answer, reply);
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
  self->operations = g_ptr_array_new_with_free_func (operation_free);
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
          add_operation (self, ask_test_place_resolve (&self->files, (AskTestPlace) { node, paths.file }), name, methods[m]);
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
      JsonArray *security = get_security (self, o > 0 ? self->operations->pdata[o - 1] : NULL);

      for (guint i = 0; security != NULL && i < json_array_get_length (security) && i < 1; i++)
        {
          g_autoptr (GList) names = json_object_get_members (json_array_get_object_element (security, i));

          for (GList *l = names; l != NULL; l = l->next)
            if (g_hash_table_add (given, (gpointer) g_intern_string (l->data)))
              meet_scheme (self, l->data, NULL, config);
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
      const Operation *operation = self->operations->pdata[i];

      if (strcmp (operation->path, path) != 0)
        continue;
      if (is_allowed (self, operation, NULL))
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
  const Operation *operation = find_operation (self, method, path, NULL, arguments);
  JsonNode *answer;

  if (operation == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  answer = dup_answer (self, operation, arguments);
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
  const Operation *operation = find_operation (self, method, path, name, NULL);
  Parameter *parameter = operation != NULL ? find_parameter (operation, name, NULL) : NULL;
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

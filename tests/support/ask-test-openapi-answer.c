/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whole answers of the generated server: made from the schema, true to the arguments of the call. It must never
 * hand out a node that it keeps: copies of nodes share what is in them.
 */
#include "config.h"

#include "support/ask-test-openapi-served.h"

#include <string.h>

/* Identifiers that an argument of the path stands for in what comes back. */
static gboolean
names_argument (const AskTestOperation *operation, const char *parameter, const char *member, gboolean single)
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
echo_argument (const AskTestOperation *operation, const AskTestParameter *parameter, const char *value, JsonObject *row,
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
JsonArray *
ask_test_served_find_list (const AskTestOperation *operation, JsonNode *answer)
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
choose_values (AskTestOpenapi *self, const AskTestParameter *parameter, JsonArray *list)
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

gboolean
ask_test_served_is_plain (const char *type)
{
  return type != NULL && (strcmp (type, "string") == 0 || strcmp (type, "integer") == 0 || strcmp (type, "boolean") == 0);
}

/* Of one value, or a list of values any of which will do. */
static gboolean
is_filter (AskTestOpenapi *self, const AskTestParameter *parameter)
{
  const char *type = ask_test_schema_type (&self->files, parameter->schema);

  if (g_strcmp0 (type, "array") == 0)
    type = ask_test_schema_type (&self->files, ask_test_place_get (&self->files, parameter->schema, "items"));
  return ask_test_served_is_plain (type);
}

static const char *const everything[] = { "", "all", "any", "both", "none", NULL };

/* All of it, before it is cut into pages. */
static JsonNode *
make_answer (AskTestOpenapi *self, const AskTestOperation *operation, GHashTable *arguments)
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
      const AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);
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
  list = ask_test_served_find_list (operation, answer);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);
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
      else if (strcmp (parameter->in, "query") == 0 && list != NULL && !ask_test_served_is_paging (self, operation, parameter)
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

JsonNode *
ask_test_served_dup_answer (AskTestOpenapi *self, const AskTestOperation *operation, GHashTable *arguments)
{
  g_autoptr (GString) key = g_string_new (operation->method);
  const char *text;

  g_string_append_printf (key, " %s", operation->path);
  for (guint i = 0; i < operation->parameters->len; i++)
    {
      const AskTestParameter *parameter = g_ptr_array_index (operation->parameters, i);
      const char *value = arguments != NULL ? g_hash_table_lookup (arguments, parameter->name) : NULL;

      if (value != NULL && (!ask_test_served_is_paging (self, operation, parameter) || strcmp (parameter->in, "path") == 0))
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

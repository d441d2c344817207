/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headers and query parameters of an API: parsed from "K: V", kept as "header:K", "header:K=$V" or
 * "header:K=text". Messages name a header and never its value, since nobody knows yet whether that
 * is a secret.
 */
#include "config.h"

#include "store/ask-header.h"

#include <string.h>

/**
 * ask_header_free:
 * @self: (nullable) (transfer full): a header; its value is wiped
 */
void
ask_header_free (AskHeader *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  if (self->value != NULL)
    explicit_bzero (self->value, strlen (self->value));
  g_free (self->value);
  g_free (self);
}

/**
 * ask_header_name_is_secret:
 * @name: of a header or a query parameter
 *
 * Returns: whether its value is one that is not for everybody's eyes
 */
gboolean
ask_header_name_is_secret (const char *name)
{
  static const char *const marks[]
      = { "key", "token", "secret", "auth", "password", "cookie", "credential", "session",
          "signature" };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      if (strstr (lower, marks[i]) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* The name of the variable in "$NAME" or "Scheme $NAME"; %NULL where it is neither. */
static const char *
find_variable (const char *value)
{
  const char *dollar = value;

  while (g_ascii_isalnum (*dollar) || *dollar == '-' || *dollar == '_')
    dollar++;
  if (dollar > value)
    {
      if (*dollar != ' ')
        return NULL;
      while (*dollar == ' ')
        dollar++;
    }
  if (*dollar != '$' || !(g_ascii_isalpha (dollar[1]) || dollar[1] == '_'))
    return NULL;
  for (const char *p = dollar + 1; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p) && *p != '_')
        return NULL;
    }
  return dollar + 1;
}

/** ask_header_is_variable: Returns: whether @value is "$NAME" and nothing else */
gboolean
ask_header_is_variable (const char *value)
{
  return *value == '$' && find_variable (value) == value + 1;
}

/** ask_header_get_place: Returns: (transfer none): "header", "query" or "password" */
const char *
ask_header_get_place (const AskHeader *self)
{
  return self->password ? "password" : self->query ? "query" : "header";
}

/* Returns: (transfer full): "header “X-Key”", for a message */
static char *
describe (const AskHeader *self)
{
  if (self->password)
    return g_strdup ("password");
  return g_strdup_printf ("%s “%s”", self->query ? "parameter" : "header", self->name);
}

/**
 * ask_header_dup_variable:
 * @self: of kind %ASK_HEADER_VARIABLE
 * @error: %ASK_STORE_ERROR_INVALID where the variable is not set, is empty or holds a line break
 *
 * Returns: (transfer full): the value with the variable's text in its place
 */
char *
ask_header_dup_variable (const AskHeader *self, GError **error)
{
  const char *name = find_variable (self->value);
  const char *text;

  g_return_val_if_fail (name != NULL, NULL);

  text = g_getenv (name);
  if (text == NULL || *text == '\0')
    {
      g_autofree char *what = describe (self);

      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The %s takes its value from the environment variable %s, which is not set. "
                   "Set it and start AskData again.",
                   what, name);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL) || strpbrk (text, "\r\n") != NULL)
    {
      g_autofree char *what = describe (self);

      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The environment variable %s, for the %s, holds a line break or is not UTF-8. Set "
                   "it to one line.",
                   name, what);
      return NULL;
    }

  g_autofree char *before = g_strndup (self->value, (gsize) (name - 1 - self->value));

  return g_strconcat (before, text, NULL);
}

static gboolean
name_is_good (const char *name, gboolean query)
{
  if (*name == '\0')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    {
      /* RFC 9110's token for headers; a record's "=" ends a parameter's name. */
      if (query ? (guchar) *p <= ' ' || *p == '=' || *p == '&' || *p == '#' || *p == 0x7f
                : !g_ascii_isalnum (*p) && strchr ("!#$%&'*+-.^_`|~", *p) == NULL)
        return FALSE;
    }
  return g_utf8_validate (name, -1, NULL);
}

/* Line breaks would begin another header, and NUL cannot be here. */
static gboolean
value_is_good (const char *value)
{
  for (const char *p = value; *p != '\0'; p++)
    {
      if (((guchar) *p < ' ' && *p != '\t') || *p == 0x7f)
        return FALSE;
    }
  return g_utf8_validate (value, -1, NULL);
}

static AskHeader *
parse_line (const char *line, guint number, GError **error)
{
  g_autoptr (AskHeader) header = g_new0 (AskHeader, 1);
  const char *colon = strchr (line, ':');

  header->query = *line == '?';
  if (header->query)
    line++;
  header->name = colon != NULL ? g_strstrip (g_strndup (line, (gsize) (colon - line))) : NULL;
  if (header->name == NULL || !name_is_good (header->name, header->query))
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "Header %u is not of the form 'Name: value' (or '?name: value' for a query "
                   "parameter). Write it as in --header 'X-Api-Key: $MY_KEY'.",
                   number);
      return NULL;
    }
  header->value = g_strstrip (g_strdup (colon + 1));
  if (*header->value == '\0')
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The %s “%s” has no value. If it comes from a variable, put it in single quotes "
                   "so that AskData sees its name: --header '%s%s: $MY_KEY'.",
                   header->query ? "parameter" : "header", header->name, header->query ? "?" : "",
                   header->name);
      return NULL;
    }
  if (!value_is_good (header->value))
    {
      g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                   "The value of the %s “%s” holds a control character or is not UTF-8. Give it on "
                   "one line.",
                   header->query ? "parameter" : "header", header->name);
      return NULL;
    }
  if (find_variable (header->value) != NULL)
    {
      g_autofree char *text = NULL;

      header->kind = ASK_HEADER_VARIABLE;
      text = ask_header_dup_variable (header, error);
      if (text == NULL)
        return NULL;
      explicit_bzero (text, strlen (text));
    }
  else
    header->kind
        = ask_header_name_is_secret (header->name) ? ASK_HEADER_SECRET : ASK_HEADER_PLAIN;
  return g_steal_pointer (&header);
}

/**
 * ask_headers_find:
 * @name: whatever the case for headers, exact for query parameters
 *
 * Returns: (transfer none) (nullable): the one of that name
 */
AskHeader *
ask_headers_find (GPtrArray *headers, gboolean query, const char *name)
{
  for (guint i = 0; i < headers->len; i++)
    {
      AskHeader *header = g_ptr_array_index (headers, i);

      if (header->query == query
          && (query ? strcmp (header->name, name) : g_ascii_strcasecmp (header->name, name)) == 0)
        return header;
    }
  return NULL;
}

/**
 * ask_headers_parse:
 * @lines: (nullable) (array zero-terminated=1): "K: V", "K: $VARIABLE", "K: Bearer $VARIABLE",
 *   "?parameter: V"
 * @error: %ASK_STORE_ERROR_INVALID
 *
 * Returns: (transfer container) (element-type AskHeader): in their order
 */
GPtrArray *
ask_headers_parse (const char *const *lines, GError **error)
{
  g_autoptr (GPtrArray) headers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      g_autoptr (AskHeader) header = parse_line (lines[i], i + 1, error);

      if (header == NULL)
        return NULL;
      if (ask_headers_find (headers, header->query, header->name) != NULL)
        {
          g_set_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID,
                       "The %s “%s” is given twice. Give it once.",
                       header->query ? "parameter" : "header", header->name);
          return NULL;
        }
      g_ptr_array_add (headers, g_steal_pointer (&header));
    }
  return g_steal_pointer (&headers);
}

/**
 * ask_header_to_record:
 *
 * Returns: (transfer full): as AskSourceRecord.secrets has it; never a secret's value
 */
char *
ask_header_to_record (const AskHeader *self)
{
  const char *place = ask_header_get_place (self);

  return self->kind == ASK_HEADER_SECRET
             ? g_strdup_printf ("%s:%s", place, self->name)
             : g_strdup_printf ("%s:%s=%s", place, self->name, self->value);
}

/**
 * ask_headers_to_records:
 *
 * Returns: (transfer container) (element-type utf8): AskSourceRecord.secrets
 */
GPtrArray *
ask_headers_to_records (GPtrArray *headers)
{
  GPtrArray *records = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < headers->len; i++)
    g_ptr_array_add (records, ask_header_to_record (g_ptr_array_index (headers, i)));
  return records;
}

/**
 * ask_headers_to_json:
 *
 * Returns: (transfer full): the records as a JSON array, for the workspace file
 */
char *
ask_headers_to_json (GPtrArray *headers)
{
  GString *json = g_string_new ("[");

  for (guint i = 0; i < headers->len; i++)
    {
      g_autofree char *record = ask_header_to_record (g_ptr_array_index (headers, i));

      if (i > 0)
        g_string_append_c (json, ',');
      ask_json_append_string (json, record, -1);
    }
  g_string_append_c (json, ']');
  return g_string_free (json, FALSE);
}

static AskHeader *
parse_record (const char *record)
{
  g_autoptr (AskHeader) header = NULL;
  const char *name;
  const char *equals;

  if (g_str_has_prefix (record, "header:"))
    name = record + strlen ("header:");
  else if (g_str_has_prefix (record, "query:"))
    name = record + strlen ("query:");
  else if (g_str_has_prefix (record, "password:"))
    name = record + strlen ("password:");
  else
    return NULL;
  header = g_new0 (AskHeader, 1);
  header->query = *record == 'q';
  header->password = *record == 'p';
  equals = strchr (name, '=');
  header->name = equals != NULL ? g_strndup (name, (gsize) (equals - name)) : g_strdup (name);
  if (!name_is_good (header->name, header->query))
    return NULL;
  if (equals == NULL)
    {
      header->kind = ASK_HEADER_SECRET;
      return g_steal_pointer (&header);
    }
  header->value = g_strdup (equals + 1);
  header->kind = find_variable (header->value) != NULL ? ASK_HEADER_VARIABLE : ASK_HEADER_PLAIN;
  return g_steal_pointer (&header);
}

/**
 * ask_headers_from_json:
 * @json: what ask_headers_to_json() wrote
 *
 * Returns: (transfer container) (element-type AskHeader) (nullable): the headers, secrets without
 *   their values; %NULL where the file holds something else
 */
GPtrArray *
ask_headers_from_json (const char *json)
{
  g_autoptr (GPtrArray) headers
      = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_header_free);
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  JsonArray *array;

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      const char *record = ask_json_element_string (array, i);
      AskHeader *header = record != NULL ? parse_record (record) : NULL;

      if (header == NULL)
        return NULL;
      g_ptr_array_add (headers, header);
    }
  return g_steal_pointer (&headers);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * JSON helpers over json-glib. The printer is ours because json-glib writes 0.1 as
 * 0.10000000000000001, and a value keeps its digits here.
 */
#include "config.h"

#include "base/ask-json.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-name.h"

#define MAX_DEPTH 512

ASK_DEFINE_ERROR ("ask-json-error-quark", ask_json_error)

/* json-glib 1.6 calls itself for each level and knows no limit: a document of brackets alone would
 * end the program. */
static gboolean
is_too_deep (const char *text, gsize length)
{
  guint depth = 0;
  gboolean in_string = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      char c = text[i];

      if (in_string && c == '\\')
        i++;
      else if (c == '"')
        in_string = !in_string;
      else if (!in_string && (c == '[' || c == '{') && ++depth > MAX_DEPTH)
        return TRUE;
      else if (!in_string && (c == ']' || c == '}') && depth > 0)
        depth--;
    }
  return FALSE;
}

/**
 * ask_json_parse:
 * @text: UTF-8
 * @length: bytes, or -1
 * @error: %ASK_JSON_ERROR_SYNTAX with the line
 *
 * At most 512 levels of nesting are read.
 *
 * Returns: (transfer full): the document, or %NULL
 */
JsonNode *
ask_json_parse (const char *text, gssize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) local = NULL;
  gsize bytes = length < 0 ? strlen (text) : (gsize) length;

  if (!g_utf8_validate (text, (gssize) bytes, NULL))
    {
      ask_error_set_literal (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX, N_ ("The text is not UTF-8."));
      return NULL;
    }
  if (is_too_deep (text, bytes))
    {
      ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX,
                     N_ ("Not JSON that can be used: it has more than %d levels of nesting."), MAX_DEPTH);
      return NULL;
    }
  if (!json_parser_load_from_data (parser, text, (gssize) bytes, &local))
    {
      /* Later versions of json-glib quote what they stumbled over, line ends and all. */
      ask_error_set (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX, N_ ("Not JSON: %s"),
                     g_strdelimit (local->message, "\r\n", ' '));
      return NULL;
    }

  JsonNode *root = json_parser_steal_root (parser);

  if (root == NULL)
    ask_error_set_literal (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX, N_ ("Not JSON: the text is empty."));
  else
    /* Not json_parser_new_immutable(): json-glib 1.10 aborts in it on some text that is no JSON. */
    json_node_seal (root);
  return root;
}

/* g_utf8_validate() and g_utf8_make_valid() stop at NUL bytes, which JSON can carry, escaped. */
static GString *
repair (const char *text, gsize length)
{
  GString *valid = g_string_sized_new (length);

  for (gsize i = 0; i < length;)
    {
      const char *nul = memchr (text + i, '\0', length - i);
      gsize n = nul != NULL ? (gsize) (nul - text) - i : length - i;
      g_autofree char *part = g_utf8_make_valid (text + i, (gssize) n);

      g_string_append (valid, part);
      if (nul != NULL)
        g_string_append_c (valid, '\0');
      i += n + 1;
    }
  return valid;
}

/**
 * ask_json_append_string:
 * @json: where to
 * @text: bytes; what is not UTF-8 becomes U+FFFD
 * @length: bytes, or -1
 *
 * Appends a JSON string with its quotes.
 */
void
ask_json_append_string (GString *json, const char *text, gssize length)
{
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  g_autoptr (GString) valid = NULL;

  if (!g_utf8_validate (text, (gssize) n, NULL))
    {
      valid = repair (text, n);
      text = valid->str;
      n = valid->len;
    }
  g_string_append_c (json, '"');
  for (gsize i = 0, start = 0; i <= n; i++)
    {
      guchar c = i < n ? (guchar) text[i] : 0;

      if (i < n && c >= 0x20 && c != '"' && c != '\\' && c != 0x7f)
        continue;
      g_string_append_len (json, text + start, (gssize) (i - start));
      start = i + 1;
      if (i == n)
        break;
      switch (c)
        {
        case '"':
          g_string_append (json, "\\\"");
          break;
        case '\\':
          g_string_append (json, "\\\\");
          break;
        case '\n':
          g_string_append (json, "\\n");
          break;
        case '\r':
          g_string_append (json, "\\r");
          break;
        case '\t':
          g_string_append (json, "\\t");
          break;
        default:
          g_string_append_printf (json, "\\u%04x", c);
        }
    }
  g_string_append_c (json, '"');
}

/**
 * ask_json_append_value:
 * @json: gets the cell
 * @value: the cell; what of a text is not UTF-8 becomes U+FFFD
 *
 * Appends a cell: NULL is null, numbers with their exact digits, text and bytes (in hexadecimal)
 * as strings. An infinity, which JSON cannot write, becomes 9e999 as SQLite writes it.
 */
void
ask_json_append_value (GString *json, const AskValue *value)
{
  switch (value->kind)
    {
    case ASK_VALUE_NULL:
      g_string_append (json, "null");
      break;
    case ASK_VALUE_INTEGER:
      g_string_append_printf (json, "%" G_GINT64_FORMAT, value->integer);
      break;
    case ASK_VALUE_REAL:
      if (isinf (value->real))
        g_string_append (json, value->real < 0 ? "-9e999" : "9e999");
      else
        {
          g_autofree char *digits = ask_real_to_text (value->real);

          g_string_append (json, digits);
        }
      break;
    case ASK_VALUE_TEXT:
      ask_json_append_string (json, value->text, value->length);
      break;
    default:
      {
        g_autofree char *hex = ask_value_to_text (value);

        ask_json_append_string (json, hex, -1);
      }
    }
}

static void
append_member (GString *json, const char *name, const char *value)
{
  if (value == NULL)
    return;
  g_string_append_printf (json, ",\"%s\":", name);
  ask_json_append_string (json, value, -1);
}

static void
append_sense (GString *json, const AskSense *sense)
{
  if (sense->meaning != ASK_MEANING_NONE)
    append_member (json, "meaning", ask_meaning_to_string (sense->meaning));
  append_member (json, "unit", sense->unit);
  append_member (json, "entity", sense->entity);
  append_member (json, "attribute", sense->attribute);
  if (sense->adding != ASK_ADDING_UNKNOWN)
    g_string_append_printf (json, ",\"adds_up\":%s", sense->adding == ASK_ADDING_YES ? "true" : "false");
}

/* A member that says nothing is as good as none: traces of earlier programs have none of them. */
static void
read_sense (JsonObject *object, AskSense *sense)
{
  JsonNode *adding = json_object_get_member (object, "adds_up");

  ask_meaning_from_string (ask_json_get_string (object, "meaning"), &sense->meaning);
  sense->unit = ask_json_get_string (object, "unit");
  sense->entity = ask_json_get_string (object, "entity");
  sense->attribute = ask_json_get_string (object, "attribute");
  if (adding != NULL && JSON_NODE_HOLDS_VALUE (adding) && json_node_get_value_type (adding) == G_TYPE_BOOLEAN)
    sense->adding = json_node_get_boolean (adding) ? ASK_ADDING_YES : ASK_ADDING_NO;
}

/**
 * ask_json_read_column:
 * @object: (nullable): one of the columns that ask_json_append_rows() wrote, perhaps by an earlier program
 *
 * Adds the column to @rows, which has no rows yet.
 */
void
ask_json_read_column (JsonObject *object, AskRows *rows)
{
  const char *name = object != NULL ? ask_json_get_string (object, "name") : NULL;
  AskType type = ASK_TYPE_ANY;
  AskSense sense = { 0 };

  name = name != NULL ? name : "";
  if (object != NULL)
    {
      ask_type_from_string (ask_json_get_string (object, "type"), &type);
      read_sense (object, &sense);
    }
  ask_sense_complete (&sense, name, type);
  ask_sense_intern (&sense);
  ask_rows_add_column (rows, name, type);
  ask_rows_set_sense (rows, ask_rows_get_n_columns (rows) - 1, &sense);
}

/**
 * ask_json_append_rows:
 * @json: gets the members
 * @rows: a result set
 * @max_rows: print no more than these
 *
 * Appends `"columns":[{"name","type"}],"rows":[[…]]`, members without the braces around them. What is known of a
 * column's values stands there, too: "meaning", "unit", and "entity" with "attribute", which they came from.
 */
void
ask_json_append_rows (GString *json, const AskRows *rows, gsize max_rows)
{
  guint n_columns = ask_rows_get_n_columns (rows);
  gsize n_rows = MIN (ask_rows_get_n_rows (rows), max_rows);

  g_string_append (json, "\"columns\":[");
  for (guint i = 0; i < n_columns; i++)
    {
      const AskColumn *column = ask_rows_get_column (rows, i);

      g_string_append (json, i > 0 ? ",{\"name\":" : "{\"name\":");
      ask_json_append_string (json, column->name, -1);
      g_string_append_printf (json, ",\"type\":\"%s\"", ask_type_to_string (column->type));
      append_sense (json, &column->sense);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "],\"rows\":[");
  for (gsize r = 0; r < n_rows; r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      g_string_append (json, r > 0 ? ",[" : "[");
      for (guint i = 0; i < n_columns; i++)
        {
          if (i > 0)
            g_string_append_c (json, ',');
          ask_json_append_value (json, &cells[i]);
        }
      g_string_append_c (json, ']');
    }
  g_string_append_c (json, ']');
}

static void
new_line (GString *json, int indent)
{
  if (indent >= 0)
    g_string_append_printf (json, "\n%*s", 2 * indent, "");
}

static void append_node (GString *json, JsonNode *node, int indent);

static void
append_object (GString *json, JsonObject *object, int indent)
{
  int inner = indent < 0 ? -1 : indent + 1;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;
  gboolean first = TRUE;

  g_string_append_c (json, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member))
    {
      if (!first)
        g_string_append_c (json, ',');
      first = FALSE;
      new_line (json, inner);
      ask_json_append_string (json, name, -1);
      g_string_append (json, indent < 0 ? ":" : ": ");
      append_node (json, member, inner);
    }
  if (!first)
    new_line (json, indent);
  g_string_append_c (json, '}');
}

static void
append_array (GString *json, JsonArray *array, int indent)
{
  int inner = indent < 0 ? -1 : indent + 1;
  guint n = json_array_get_length (array);

  g_string_append_c (json, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      new_line (json, inner);
      append_node (json, json_array_get_element (array, i), inner);
    }
  if (n > 0)
    new_line (json, indent);
  g_string_append_c (json, ']');
}

static void
append_scalar (GString *json, JsonNode *node)
{
  GType type = json_node_get_value_type (node);
  AskValue value;

  if (type == G_TYPE_BOOLEAN)
    {
      g_string_append (json, json_node_get_boolean (node) ? "true" : "false");
      return;
    }
  if (type == G_TYPE_STRING)
    value = ask_value_text (json_node_get_string (node), -1);
  else if (type == G_TYPE_DOUBLE)
    value = ask_value_real (json_node_get_double (node));
  else
    value = ask_value_integer (json_node_get_int (node));
  ask_json_append_value (json, &value);
}

/* @indent is -1 where everything stands on one line. */
static void
append_node (GString *json, JsonNode *node, int indent)
{
  switch (JSON_NODE_TYPE (node))
    {
    case JSON_NODE_OBJECT:
      append_object (json, json_node_get_object (node), indent);
      break;
    case JSON_NODE_ARRAY:
      append_array (json, json_node_get_array (node), indent);
      break;
    case JSON_NODE_NULL:
      g_string_append (json, "null");
      break;
    default:
      append_scalar (json, node);
    }
}

/**
 * ask_json_to_string:
 * @node: of any type
 * @pretty: one member a line, two spaces a level
 *
 * Members keep their order, so the same document gives the same text.
 *
 * Returns: (transfer full): the text
 */
char *
ask_json_to_string (JsonNode *node, gboolean pretty)
{
  GString *json = g_string_new (NULL);

  append_node (json, node, pretty ? 0 : -1);
  return g_string_free (json, FALSE);
}

static JsonNode *
get_value (JsonObject *object, const char *member, GType type)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != type)
    return NULL;
  return node;
}

/**
 * ask_json_get_string:
 * @object: (nullable): %NULL has no members
 * @member: its name
 *
 * Returns: (transfer none) (nullable): the member, where it is a string
 */
const char *
ask_json_get_string (JsonObject *object, const char *member)
{
  JsonNode *node = get_value (object, member, G_TYPE_STRING);

  return node != NULL ? json_node_get_string (node) : NULL;
}

/**
 * ask_json_get_integer:
 * @object: (nullable): %NULL has no members
 * @member: its name
 * @fallback: what is taken where there is none, or one of another type
 *
 * Returns: the member, where it is an integer, else @fallback
 */
gint64
ask_json_get_integer (JsonObject *object, const char *member, gint64 fallback)
{
  JsonNode *node = get_value (object, member, G_TYPE_INT64);

  return node != NULL ? json_node_get_int (node) : fallback;
}

/**
 * ask_json_get_boolean:
 * @object: (nullable): %NULL has no members
 * @member: its name
 * @fallback: what is taken where there is none, or one of another type
 *
 * Returns: the member, where it is a boolean, else @fallback
 */
gboolean
ask_json_get_boolean (JsonObject *object, const char *member, gboolean fallback)
{
  JsonNode *node = get_value (object, member, G_TYPE_BOOLEAN);

  return node != NULL ? json_node_get_boolean (node) : fallback;
}

/**
 * ask_json_get_object:
 * @object: (nullable): %NULL has no members
 * @member: its name
 *
 * Returns: (transfer none) (nullable): the member, where it is an object
 */
JsonObject *
ask_json_get_object (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * ask_json_get_array:
 * @object: (nullable): %NULL has no members
 * @member: its name
 *
 * Returns: (transfer none) (nullable): the member, where it is an array
 */
JsonArray *
ask_json_get_array (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/**
 * ask_json_set_string:
 * @object: gets the member, in the place of one of that name
 * @member: its name
 * @value: (nullable): %NULL leaves @object as it is, so that what is not known is no member
 */
void
ask_json_set_string (JsonObject *object, const char *member, const char *value)
{
  if (value != NULL)
    json_object_set_string_member (object, member, value);
}

/**
 * ask_json_set_strings:
 * @object: gets the member, in the place of one of that name
 * @member: its name
 * @strings: (element-type utf8): the elements of the array that it is; where there is none, @object is left as it is
 */
void
ask_json_set_strings (JsonObject *object, const char *member, const GPtrArray *strings)
{
  JsonArray *array;

  if (strings->len == 0)
    return;
  array = json_array_new ();
  for (guint i = 0; i < strings->len; i++)
    json_array_add_string_element (array, strings->pdata[i]);
  json_object_set_array_member (object, member, array);
}

/**
 * ask_json_take_object:
 * @object: (transfer full)
 *
 * Returns: (transfer full): a node that holds it
 */
JsonNode *
ask_json_take_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  return node;
}

/**
 * ask_json_take_array:
 * @array: (transfer full)
 *
 * Returns: (transfer full): a node that holds it
 */
JsonNode *
ask_json_take_array (JsonArray *array)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  return node;
}

/**
 * ask_json_element_object:
 * @array: of anything
 * @index: from 0, below its length
 *
 * Returns: (transfer none) (nullable): the element, where it is an object
 */
JsonObject *
ask_json_element_object (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  return JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * ask_json_element_string:
 * @array: of anything
 * @index: from 0, below its length
 *
 * Returns: (transfer none) (nullable): the element, where it is a string
 */
const char *
ask_json_element_string (JsonArray *array, guint index)
{
  JsonNode *node = json_array_get_element (array, index);

  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  return json_node_get_string (node);
}

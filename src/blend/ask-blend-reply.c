/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model wrote is looked at with patience, since models wrap JSON in words and fences, and taken with none: an answer of
 * another form is no answer.
 */
#include "config.h"

#include "blend/ask-blend-reply.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"

static JsonNode *
parse_between (const char *text, char open, char close)
{
  const char *start = strchr (text, open);
  const char *end = strrchr (text, close);

  return start != NULL && end != NULL && end > start ? ask_json_parse (start, end - start + 1, NULL) : NULL;
}

/**
 * ask_blend_reply_read:
 * @text: a reply, perhaps with words or a fence around what was asked for
 *
 * Returns: (transfer full) (nullable): an object or an array; %NULL where there is none
 */
JsonNode *
ask_blend_reply_read (const char *text)
{
  const char *object = strchr (text, '{');
  const char *array = strchr (text, '[');
  gboolean array_first = array != NULL && (object == NULL || array < object);
  JsonNode *node = array_first ? parse_between (text, '[', ']') : parse_between (text, '{', '}');

  return node != NULL ? node : array_first ? parse_between (text, '{', '}') : parse_between (text, '[', ']');
}

/**
 * ask_blend_reply_find:
 * @reply: (nullable): of ask_blend_reply_read()
 * @number: of a value, from 1
 * @n: how many were asked about
 *
 * Returns: (transfer none) (nullable): its answer; a list is one where it has as many items as there were values
 */
JsonNode *
ask_blend_reply_find (JsonNode *reply, guint number, guint n)
{
  g_autofree char *key = g_strdup_printf ("%u", number);

  if (reply == NULL)
    return NULL;
  if (JSON_NODE_HOLDS_OBJECT (reply))
    return json_object_get_member (json_node_get_object (reply), key);
  if (JSON_NODE_HOLDS_ARRAY (reply) && json_array_get_length (json_node_get_array (reply)) == n)
    return json_array_get_element (json_node_get_array (reply), number - 1);
  return NULL;
}

static JsonNode *
make_integer (gint64 integer)
{
  return json_node_init_int (json_node_alloc (), integer);
}

static JsonNode *
make_text (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

static gboolean
is_text (JsonNode *node)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING;
}

/* A word or a number as text. Returns: (transfer full) (nullable) */
static char *
to_text (JsonNode *node)
{
  if (!JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  return is_text (node) ? g_strdup (json_node_get_string (node)) : ask_json_to_string (node, FALSE);
}

static JsonNode *
fit_truth (JsonNode *node)
{
  static const char *const yes[] = { "true", "yes", "1", "ja", "wahr", NULL };
  static const char *const no[] = { "false", "no", "0", "nein", "falsch", NULL };
  g_autofree char *text = to_text (node);
  g_autofree char *word = text != NULL ? g_strstrip (g_ascii_strdown (text, -1)) : NULL;

  if (word == NULL)
    return NULL;
  if (g_strv_contains (yes, word))
    return make_integer (1);
  return g_strv_contains (no, word) ? make_integer (0) : NULL;
}

static JsonNode *
fit_number (JsonNode *node, gboolean whole)
{
  g_autofree char *text = to_text (node);
  g_autofree char *plain = text != NULL ? g_strstrip (g_strdup (text)) : NULL;
  gint64 integer;
  double number;
  char *end = NULL;

  if (plain == NULL || *plain == '\0' || g_strcmp0 (plain, "true") == 0 || g_strcmp0 (plain, "false") == 0)
    return NULL;
  if (g_ascii_string_to_signed (plain[0] == '+' ? plain + 1 : plain, 10, G_MININT64, G_MAXINT64, &integer, NULL))
    return make_integer (integer);
  number = g_ascii_strtod (plain, &end);
  if (end == plain || *end != '\0' || !isfinite (number))
    return NULL;
  if (!whole)
    return json_node_init_double (json_node_alloc (), number);
  return number == trunc (number) && fabs (number) < 9e15 ? make_integer ((gint64) number) : NULL;
}

static JsonNode *
fit_date (JsonNode *node)
{
  g_autofree char *text = to_text (node);
  guint year, month, day;
  char after;

  if (text == NULL || strlen (text) != strlen ("2026-11-23")
      || sscanf (text, "%4u-%2u-%2u%c", &year, &month, &day, &after) != 3
      || !g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return NULL;
  return make_text (text);
}

static JsonNode *
fit_substring (JsonNode *node, const AskValue *value)
{
  g_autofree char *text = to_text (node);
  g_autofree char *whole = value != NULL ? ask_value_to_text (value) : NULL;

  return text != NULL && whole != NULL && strstr (whole, text) != NULL ? make_text (text) : NULL;
}

static JsonNode *
fit_type (JsonNode *node, AskBlendType type, const AskValue *value)
{
  g_autofree char *text = NULL;

  switch (type)
    {
    case ASK_BLEND_TYPE_TRUTH:
      return fit_truth (node);
    case ASK_BLEND_TYPE_INTEGER:
      return fit_number (node, TRUE);
    case ASK_BLEND_TYPE_NUMBER:
      return fit_number (node, FALSE);
    case ASK_BLEND_TYPE_DATE:
      return fit_date (node);
    case ASK_BLEND_TYPE_SUBSTRING:
      return fit_substring (node, value);
    case ASK_BLEND_TYPE_TEXT:
      text = to_text (node);
      return text != NULL ? make_text (text) : NULL;
    case ASK_BLEND_TYPE_JSON:
      text = ask_json_to_string (node, FALSE);
      return make_text (text);
    case ASK_BLEND_TYPE_ANY:
      break;
    }
  if (!JSON_NODE_HOLDS_VALUE (node))
    {
      text = ask_json_to_string (node, FALSE);
      return make_text (text);
    }
  return json_node_get_value_type (node) == G_TYPE_BOOLEAN ? make_integer (json_node_get_boolean (node))
                                                           : json_node_copy (node);
}

/* One of the options, as it is written there. */
static JsonNode *
fit_option (JsonNode *node, const AskRows *options)
{
  g_autofree char *text = to_text (node);
  g_autofree char *folded = text != NULL ? ask_text_fold (text) : NULL;

  for (int exact = 1; text != NULL && exact >= 0; exact--)
    for (gsize i = 0; i < ask_rows_get_n_rows (options); i++)
      {
        const AskValue *option = ask_rows_get (options, i, 0);
        g_autofree char *written = ask_value_to_text (option);
        g_autofree char *other = !exact && written != NULL ? ask_text_fold (written) : NULL;

        if (written == NULL || strcmp (exact ? written : other, exact ? text : folded) != 0)
          continue;
        if (option->kind == ASK_VALUE_INTEGER)
          return make_integer (option->integer);
        if (option->kind == ASK_VALUE_REAL)
          return json_node_init_double (json_node_alloc (), option->real);
        return make_text (written);
      }
  return NULL;
}

static JsonNode *
fit_one (JsonNode *node, const AskBlendForm *form, const AskRows *options, const AskValue *value)
{
  g_autoptr (JsonNode) fitting = options != NULL ? fit_option (node, options) : fit_type (node, form->type, value);
  g_autofree char *text = fitting != NULL && form->pattern != NULL ? to_text (fitting) : NULL;

  if (fitting == NULL || (text != NULL && !g_regex_match_simple (form->pattern, text, G_REGEX_DOLLAR_ENDONLY, 0)))
    return NULL;
  return g_steal_pointer (&fitting);
}

static JsonNode *
fit_list (JsonNode *node, const AskBlendForm *form, const AskRows *options, const AskValue *value)
{
  g_autoptr (JsonArray) items = json_array_new ();
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 1;

  if (n < form->least || n > form->most)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *item = array != NULL ? json_array_get_element (array, i) : node;
      JsonNode *fitting = fit_one (item, form, options, value);

      if (fitting == NULL)
        return NULL;
      json_array_add_element (items, fitting);
    }
  return ask_json_take_array (g_steal_pointer (&items));
}

/**
 * ask_blend_reply_fit:
 * @answer: as the model gave it
 * @form: how it has to look
 * @options: (nullable): what it, or each item of a list, has to be one of
 * @value: (nullable): that it is about
 *
 * Returns: (transfer full) (nullable): the answer as it is written in SQL: null, a number, a text, or an array where the form is
 *   a list; %NULL where it is of another form
 */
JsonNode *
ask_blend_reply_fit (JsonNode *answer, const AskBlendForm *form, const AskRows *options, const AskValue *value)
{
  if (JSON_NODE_HOLDS_NULL (answer))
    return json_node_init_null (json_node_alloc ());
  return form->most > 0 ? fit_list (answer, form, options, value) : fit_one (answer, form, options, value);
}

/**
 * ask_blend_reply_append:
 * @rows: of one column
 * @fitting: of ask_blend_reply_fit(); an array is written as JSON
 */
void
ask_blend_reply_append (AskRows *rows, JsonNode *fitting)
{
  AskValue value = ASK_NULL_INIT;
  g_autofree char *text = NULL;

  if (JSON_NODE_HOLDS_VALUE (fitting))
    {
      GType type = json_node_get_value_type (fitting);

      if (type == G_TYPE_STRING)
        value = ask_value_text (json_node_get_string (fitting), -1);
      else if (type == G_TYPE_BOOLEAN)
        value = ask_value_integer (json_node_get_boolean (fitting));
      else if (type == G_TYPE_DOUBLE)
        value = ask_value_real (json_node_get_double (fitting));
      else
        value = ask_value_integer (json_node_get_int (fitting));
    }
  else if (!JSON_NODE_HOLDS_NULL (fitting))
    {
      text = ask_json_to_string (fitting, FALSE);
      value = ask_value_text (text, -1);
    }
  ask_rows_append (rows, &value);
}

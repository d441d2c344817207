/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the JSON helpers. json-glib reads what they write, and says whether it is the same.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-json.h"

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_json_parse (text, -1, &error);

  g_assert_no_error (error);
  return node;
}

/* json-glib's strings end at a NUL; this reads the escapes by hand. */
static GString *
read_string (const char *json)
{
  GString *text = g_string_new (NULL);
  const char *p = json;

  g_assert_cmpint (*p++, ==, '"');
  while (*p != '"')
    {
      g_assert_cmpuint ((guchar) *p, >=, 0x20);
      if (*p != '\\')
        {
          g_string_append_c (text, *p++);
          continue;
        }
      p++;
      if (*p == 'u')
        {
          g_autofree char *digits = g_strndup (p + 1, 4);

          g_string_append_unichar (text, (gunichar) g_ascii_strtoull (digits, NULL, 16));
          p += 5;
          continue;
        }
      g_string_append_c (text, *p == 'n' ? '\n' : *p == 'r' ? '\r' : *p == 't' ? '\t' : *p);
      p++;
    }
  g_assert_cmpint (p[1], ==, '\0');
  return text;
}

static void
test_append_string (void)
{
  for (guint c = 0; c < 256; c++)
    {
      char bytes[3] = { 'a', (char) c, 'z' };
      g_autoptr (GString) json = g_string_new (NULL);
      GString *back;

      ask_json_append_string (json, bytes, 3);
      g_assert_true (g_utf8_validate_len (json->str, json->len, NULL));
      back = read_string (json->str);
      if (c < 0x80)
        g_assert_cmpmem (back->str, back->len, bytes, 3);
      else
        g_assert_cmpstr (back->str, ==, "a\xef\xbf\xbdz");
      g_string_free (back, TRUE);
    }
}

static void
test_append_string_repairs (void)
{
  const struct
  {
    const char *bytes;
    gssize length;
    const char *json;
  } cases[] = { { "", -1, "\"\"" },
                { "\0", 1, "\"\\u0000\"" },
                { "a\0b\0", 4, "\"a\\u0000b\\u0000\"" },
                { "\xff\0\xfe", 3, "\"\xef\xbf\xbd\\u0000\xef\xbf\xbd\"" },
                { "é\0\xc3", 4, "\"é\\u0000\xef\xbf\xbd\"" },
                { "\xf0\x9f\x98\x80", -1, "\"\xf0\x9f\x98\x80\"" },
                { "\x7f\x1f\"\\/", -1, "\"\\u007f\\u001f\\\"\\\\/\"" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      ask_json_append_string (json, cases[i].bytes, cases[i].length);
      g_assert_cmpstr (json->str, ==, cases[i].json);
    }
}

static void
test_append_value (void)
{
  const struct
  {
    AskValue value;
    const char *json;
  } cases[] = { { ASK_NULL_INIT, "null" },
                { ask_value_integer (G_MAXINT64), "9223372036854775807" },
                { ask_value_integer (G_MININT64), "-9223372036854775808" },
                { ask_value_real (0.1), "0.1" },
                { ask_value_real (2.0), "2.0" },
                { ask_value_real (1e300), "1e+300" },
                { ask_value_real (INFINITY), "9e999" },
                { ask_value_real (-INFINITY), "-9e999" },
                { ask_value_text ("07", -1), "\"07\"" },
                { ask_value_text ("a\0b", 3), "\"a\\u0000b\"" },
                { ask_value_blob ((const guint8 *) "\1\xff", 2), "\"01FF\"" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) json = g_string_new (NULL);

      ask_json_append_value (json, &cases[i].value);
      g_assert_cmpstr (json->str, ==, cases[i].json);
    }
}

static void
test_append_rows (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (JsonNode) node = NULL;
  AskValue cells[2] = { ask_value_integer (1), ask_value_text ("a\"b", -1) };

  ask_rows_add_column (rows, "n\"1", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "t", ASK_TYPE_TEXT);
  for (guint i = 0; i < 3; i++)
    ask_rows_append (rows, cells);
  ask_json_append_rows (json, rows, 2);
  g_string_append_c (json, '}');
  g_assert_cmpstr (json->str, ==,
                   "{\"columns\":[{\"name\":\"n\\\"1\",\"type\":\"integer\"},"
                   "{\"name\":\"t\",\"type\":\"text\"}],\"rows\":[[1,\"a\\\"b\"],[1,\"a\\\"b\"]]}");
  node = parse (json->str);
  g_assert_nonnull (node);
}

static JsonNode *
random_node (guint depth)
{
  switch (g_test_rand_int_range (0, depth > 0 ? 7 : 5))
    {
    case 0:
      return json_node_init_null (json_node_alloc ());
    case 1:
      return json_node_init_boolean (json_node_alloc (), g_test_rand_bit ());
    case 2:
      return json_node_init_int (json_node_alloc (),
                                 (gint64) ((guint64) g_test_rand_int () << 31) ^ g_test_rand_int ());
    case 3:
      return json_node_init_double (json_node_alloc (), g_test_rand_double_range (-1e9, 1e9));
    case 4:
      {
        static const char *const texts[] = { "", "a\"b\\c", "é😀", "\n\t\r\x01", "</script>", "07" };

        return json_node_init_string (json_node_alloc (),
                                      texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
      }
    case 5:
      {
        JsonArray *array = json_array_new ();
        JsonNode *node = json_node_alloc ();

        for (int i = g_test_rand_int_range (0, 5); i > 0; i--)
          json_array_add_element (array, random_node (depth - 1));
        json_node_init_array (node, array);
        json_array_unref (array);
        return node;
      }
    default:
      {
        JsonObject *object = json_object_new ();
        JsonNode *node = json_node_alloc ();

        for (int i = g_test_rand_int_range (0, 5); i > 0; i--)
          {
            g_autofree char *name = g_strdup_printf ("m\"%d é", g_test_rand_int_range (0, 50));

            json_object_set_member (object, name, random_node (depth - 1));
          }
        json_node_init_object (node, object);
        json_object_unref (object);
        return node;
      }
    }
}

static void
test_print_round_trip (void)
{
  const guint n = 2000;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (JsonNode) node = random_node (5);
      g_autofree char *compact = ask_json_to_string (node, FALSE);
      g_autofree char *pretty = ask_json_to_string (node, TRUE);
      g_autoptr (JsonNode) from_compact = parse (compact);
      g_autoptr (JsonNode) from_pretty = parse (pretty);
      g_autofree char *again = ask_json_to_string (from_pretty, FALSE);

      g_assert_true (json_node_equal (node, from_compact));
      g_assert_true (json_node_equal (node, from_pretty));
      g_assert_cmpstr (again, ==, compact);
      g_assert_null (strchr (compact, '\n'));
    }
  g_test_message ("%u random documents printed and read back", n);
}

static void
test_print (void)
{
  const char *compact = "{\"b\":1,\"a\":[1.5,true,null,{}],\"c\":{\"d\":[]}}";
  g_autoptr (JsonNode) node = parse (compact);
  g_autofree char *text = ask_json_to_string (node, FALSE);
  g_autofree char *pretty = ask_json_to_string (node, TRUE);

  /* Members in their own order: the same document gives the same text. */
  g_assert_cmpstr (text, ==, compact);
  g_assert_cmpstr (pretty, ==,
                   "{\n  \"b\": 1,\n  \"a\": [\n    1.5,\n    true,\n    null,\n    {}\n  ],\n"
                   "  \"c\": {\n    \"d\": []\n  }\n}");
}

static void
test_parse_refuses (void)
{
  g_autofree char *deep = g_strnfill (2000000, '[');
  g_autoptr (GString) deep_objects = g_string_new (NULL);
  const struct
  {
    const char *text;
    gssize length;
  } cases[] = { { "", -1 },         { "   ", -1 },    { "{", -1 },     { "{\"a\":}", -1 },
                { "[1,2", -1 },     { "nonsense", -1 }, { "\"\xff\"", -1 }, { "{}\0", 3 },
                { deep, -1 },       { "<html>", -1 } };

  for (guint i = 0; i < 200000; i++)
    g_string_append (deep_objects, "{\"a\":");
  for (guint i = 0; i < G_N_ELEMENTS (cases) + 1; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node
        = i < G_N_ELEMENTS (cases) ? ask_json_parse (cases[i].text, cases[i].length, &error)
                                   : ask_json_parse (deep_objects->str, -1, &error);

      g_assert_null (node);
      g_assert_error (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX);
      g_assert_cmpuint (strlen (error->message), >, 10);
    }
}

/* Brackets within strings are no levels. */
static void
test_parse_depth (void)
{
  g_autofree char *brackets = g_strnfill (5000, '[');
  g_autofree char *in_string = g_strdup_printf ("[\"\\\"%s\", \"\\\\\", \"%s\"]", brackets,
                                                brackets);
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autoptr (JsonNode) first = parse (in_string);
  g_autoptr (JsonNode) second = NULL;

  for (guint i = 0; i < 200; i++)
    g_string_append (nested, "[");
  for (guint i = 0; i < 200; i++)
    g_string_append (nested, "]");
  second = parse (nested->str);
  g_assert_nonnull (first);
  g_assert_nonnull (second);
}

static void
test_members (void)
{
  g_autoptr (JsonNode) node
    = parse ("{\"s\":\"x\",\"i\":5,\"d\":1.5,\"b\":true,\"n\":null,\"o\":{\"a\":1},\"a\":[{},\"y\","
             "3]}");
  JsonObject *object = json_node_get_object (node);
  static const char *const names[] = { "s", "i", "d", "b", "n", "o", "a", "missing" };
  JsonArray *array;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i];

      g_assert_cmpstr (ask_json_get_string (object, name), ==, i == 0 ? "x" : NULL);
      g_assert_cmpint (ask_json_get_integer (object, name, -9), ==, i == 1 ? 5 : -9);
      g_assert_cmpint (ask_json_get_boolean (object, name, FALSE), ==, i == 3);
      g_assert_cmpint (ask_json_get_object (object, name) != NULL, ==, i == 5);
      g_assert_cmpint (ask_json_get_array (object, name) != NULL, ==, i == 6);
    }
  g_assert_null (ask_json_get_string (NULL, "s"));
  g_assert_cmpint (ask_json_get_integer (NULL, "i", 7), ==, 7);
  g_assert_null (ask_json_get_object (NULL, "o"));
  g_assert_null (ask_json_get_array (NULL, "a"));
  array = ask_json_get_array (object, "a");
  g_assert_nonnull (ask_json_element_object (array, 0));
  g_assert_null (ask_json_element_object (array, 1));
  g_assert_cmpstr (ask_json_element_string (array, 1), ==, "y");
  g_assert_null (ask_json_element_string (array, 0));
  g_assert_null (ask_json_element_string (array, 2));
}

/* What is not known and what is empty is no member. */
static void
test_set (void)
{
  JsonObject *object = json_object_new ();
  JsonArray *array = json_array_new ();
  g_autoptr (GPtrArray) strings = g_ptr_array_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  ask_json_set_strings (object, "none", strings);
  g_ptr_array_add (strings, (gpointer) "x");
  g_ptr_array_add (strings, (gpointer) "");
  ask_json_set_string (object, "b", "1");
  ask_json_set_string (object, "gone", NULL);
  ask_json_set_strings (object, "a", strings);
  json_array_add_object_element (array, object);
  node = ask_json_take_array (array);
  text = ask_json_to_string (node, FALSE);
  g_assert_cmpstr (text, ==, "[{\"b\":\"1\",\"a\":[\"x\",\"\"]}]");
  json_node_unref (g_steal_pointer (&node));
  node = ask_json_take_object (json_object_new ());
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/json/every-byte-is-written-as-valid-utf-8", test_append_string);
  g_test_add_func ("/base/json/broken-utf-8-is-repaired", test_append_string_repairs);
  g_test_add_func ("/base/json/each-value-is-written-exactly", test_append_value);
  g_test_add_func ("/base/json/rows-are-written-up-to-a-limit", test_append_rows);
  g_test_add_func ("/base/json/random-documents-print-and-read-back", test_print_round_trip);
  g_test_add_func ("/base/json/members-are-printed-in-their-own-order", test_print);
  g_test_add_func ("/base/json/what-is-no-json-is-refused", test_parse_refuses);
  g_test_add_func ("/base/json/brackets-within-strings-are-no-levels", test_parse_depth);
  g_test_add_func ("/base/json/a-member-of-another-type-counts-as-missing", test_members);
  g_test_add_func ("/base/json/what-is-unknown-or-empty-becomes-no-member", test_set);
  return g_test_run ();
}

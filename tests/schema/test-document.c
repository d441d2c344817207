/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Specification documents: JSON and YAML become one tree, what is neither gets a sentence, and
 * nothing that anybody can write brings the reader down.
 */
#include "config.h"

#include <string.h>

#include "schema/openapi/ask-document.h"

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = ask_document_parse (text, strlen (text), "spec", &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);
  return node;
}

static void
assert_json (const char *text, const char *expected)
{
  g_autoptr (JsonNode) node = parse (text);
  g_autofree char *json = ask_json_to_string (node, FALSE);

  g_assert_cmpstr (json, ==, expected);
}

static void
test_values (void)
{
  static const struct
  {
    const char *text, *json;
  } cases[] = {
    /* JSON */
    { "{\"a\": 1, \"b\": [true, null, \"x\", 0.5]}", "{\"a\":1,\"b\":[true,null,\"x\",0.5]}" },
    { " \n[1]", "[1]" },
    { "\xef\xbb\xbf{\"a\":1}", "{\"a\":1}" },
    { "{\"a\":1,\"a\":2}", "{\"a\":2}" },
    { "{\"n\": 18446744073709551615}", "{\"n\":\"18446744073709551615\"}" },
    { "{\"n\": 9223372036854775807}", "{\"n\":9223372036854775807}" },
    { "{\"n\": -9223372036854775808}", "{\"n\":-9223372036854775808}" },
    { "{\"n\": [-9223372036854775809]}", "{\"n\":[\"-9223372036854775809\"]}" },
    { "{\"n\": 12345678901234567890.5}", "{\"n\":1.2345678901234567e+19}" },
    { "{\"t\": \"18446744073709551615 \\\" 18446744073709551615\"}",
      "{\"t\":\"18446744073709551615 \\\" 18446744073709551615\"}" },
    { "{\"t\": \"\\ud83d\\ude00\"}", "{\"t\":\"\xf0\x9f\x98\x80\"}" },
    /* YAML scalars: those of 1.2 */
    { "a: 1\nb: -2\nc: +3\nd: 0x1F\ne: 0o17", "{\"a\":1,\"b\":-2,\"c\":3,\"d\":31,\"e\":15}" },
    { "a: 1.5\nb: 1e3\nc: .5\nd: -1.\n", "{\"a\":1.5,\"b\":1000.0,\"c\":0.5,\"d\":-1.0}" },
    { "a: true\nb: False\nc: NULL\nd: ~\ne:\n",
      "{\"a\":true,\"b\":false,\"c\":null,\"d\":null,\"e\":null}" },
    { "a: no\nb: yes\nc: on\nd: off\ne: y\n",
      "{\"a\":\"no\",\"b\":\"yes\",\"c\":\"on\",\"d\":\"off\",\"e\":\"y\"}" },
    { "a: 2024-01-02\nb: 2024-01-02T03:04:05Z\nc: 12:30\n",
      "{\"a\":\"2024-01-02\",\"b\":\"2024-01-02T03:04:05Z\",\"c\":\"12:30\"}" },
    { "a: \"1\"\nb: 'true'\nc: ! 5\nd: !!str 7\n",
      "{\"a\":\"1\",\"b\":\"true\",\"c\":\"5\",\"d\":\"7\"}" },
    { "a: !!int \"5\"\nb: !!bool \"true\"\nc: !Thing 5\n", "{\"a\":5,\"b\":true,\"c\":\"5\"}" },
    { "a: 07\nb: 007.5\nc: 1_000\n", "{\"a\":\"07\",\"b\":7.5,\"c\":\"1_000\"}" },
    { "a: 18446744073709551616\nb: 9223372036854775807\n",
      "{\"a\":\"18446744073709551616\",\"b\":9223372036854775807}" },
    { "a: 1.0.0\nb: .inf\nc: .nan\nd: 1e999\n",
      "{\"a\":\"1.0.0\",\"b\":\".inf\",\"c\":\".nan\",\"d\":\"1e999\"}" },
    { "a: |\n  one\n  two\nb: >\n  one\n  two\n", "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\\n\"}" },
    { "200: ok\ntrue: t\n~: n\n1.5: x\n",
      "{\"200\":\"ok\",\"true\":\"t\",\"~\":\"n\",\"1.5\":\"x\"}" },
    { "a: 1\na: 2\n", "{\"a\":2}" },
    { "{a: b, c: [1, two]}", "{\"a\":\"b\",\"c\":[1,\"two\"]}" },
    { "# only\n---\na: 1\n...\n", "{\"a\":1}" },
    { "- a\n-\n  - b\n", "[\"a\",[\"b\"]]" },
    { "just words", "\"just words\"" },
    /* Aliases and merges */
    { "a: &x {b: 1}\nc: *x\nd: [*x, *x]\n",
      "{\"a\":{\"b\":1},\"c\":{\"b\":1},\"d\":[{\"b\":1},{\"b\":1}]}" },
    { "base: &b {x: 1, y: 2}\nown:\n  <<: *b\n  y: 3\n",
      "{\"base\":{\"x\":1,\"y\":2},\"own\":{\"y\":3,\"x\":1}}" },
    { "a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc:\n  <<: [*a, *b]\n",
      "{\"a\":{\"x\":1},\"b\":{\"x\":2,\"z\":3},\"c\":{\"x\":1,\"z\":3}}" },
    { "a:\n  <<: 5\n  \"<<\": 6\n", "{\"a\":{\"<<\":6}}" },
    { "a: &k key\n*k : 1\n", "{\"a\":\"key\",\"key\":1}" },
    { "a: &x 1\nb: &x 2\nc: *x\n", "{\"a\":1,\"b\":2,\"c\":2}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_json (cases[i].text, cases[i].json);
}

static void
test_utf16 (void)
{
  static const char bytes[] = "\xff\xfe" "a\0:\0 \0" "1\0";
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = ask_document_parse (bytes, sizeof bytes - 1, "spec", &error);
  g_autofree char *json = NULL;

  g_assert_no_error (error);
  json = ask_json_to_string (node, FALSE);
  g_assert_cmpstr (json, ==, "{\"a\":1}");
}

static void
assert_refused (const char *text, gsize length, AskSchemaError code, const char *needle)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = ask_document_parse (text, length, "my.yaml", &error);

  g_assert_null (node);
  g_assert_error (error, ASK_SCHEMA_ERROR, (int) code);
  if (strstr (error->message, needle) == NULL || !g_str_has_prefix (error->message, "my.yaml"))
    g_error ("“%s” lacks “%s”", error->message, needle);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    AskSchemaError code;
    const char *needle;
  } cases[] = {
    { "", ASK_SCHEMA_ERROR_NOT_A_SPEC, "empty" },
    { " \n\t ", ASK_SCHEMA_ERROR_NOT_A_SPEC, "empty" },
    { "# a comment\n", ASK_SCHEMA_ERROR_NOT_A_SPEC, "nothing but comments" },
    { "<!DOCTYPE html><html><body>Hi</body></html>", ASK_SCHEMA_ERROR_NOT_A_SPEC,
      "this is a web page, not a specification" },
    { "\n <HTML>", ASK_SCHEMA_ERROR_NOT_A_SPEC, "web page" },
    { "<?xml version='1.0'?><wsdl/>", ASK_SCHEMA_ERROR_NOT_A_SPEC, "XML" },
    { "%PDF-1.4", ASK_SCHEMA_ERROR_NOT_A_SPEC, "PDF" },
    { "PK\003\004rest", ASK_SCHEMA_ERROR_NOT_A_SPEC, "ZIP" },
    { "SQLite format 3", ASK_SCHEMA_ERROR_NOT_A_SPEC, "SQLite database" },
    { "a: 1\nb: caf\xe9\n", ASK_SCHEMA_ERROR_DOCUMENT, "line 2, column 7: the text is not UTF-8" },
    { "{\"a\": 1,\n \"b\" 2}", ASK_SCHEMA_ERROR_DOCUMENT, "line 2" },
    { "{\"a\": [1, 2", ASK_SCHEMA_ERROR_DOCUMENT, "not valid JSON" },
    { "{", ASK_SCHEMA_ERROR_DOCUMENT, "line 1" },
    { "a: 1\nb: [1, 2\nc: 3\n", ASK_SCHEMA_ERROR_DOCUMENT, "line 3" },
    { "a: 1\n  b: 2\n", ASK_SCHEMA_ERROR_DOCUMENT, "line 2, column 4" },
    { "a: \"x\n", ASK_SCHEMA_ERROR_DOCUMENT, "not valid YAML" },
    { "a: *nobody\n", ASK_SCHEMA_ERROR_DOCUMENT, "line 1, column 4: the alias “*nobody”" },
    { "a: &x\n  b: *x\n", ASK_SCHEMA_ERROR_DOCUMENT, "stands inside what it refers to" },
    { "&x [*x]", ASK_SCHEMA_ERROR_DOCUMENT, "stands inside what it refers to" },
    { "? [a, b]\n: 1\n", ASK_SCHEMA_ERROR_DOCUMENT, "a key must be a word" },
    { "a: &x [1]\n*x : 1\n", ASK_SCHEMA_ERROR_DOCUMENT, "no text" },
    { "a: 1\n---\nb: 2\n", ASK_SCHEMA_ERROR_DOCUMENT, "line 2, column 1: a second document" },
    { "a: \"x\\0y\"\n", ASK_SCHEMA_ERROR_DOCUMENT, "NUL" },
    { "a: \x01\n", ASK_SCHEMA_ERROR_DOCUMENT, "not valid YAML" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_refused (cases[i].text, strlen (cases[i].text), cases[i].code, cases[i].needle);
  assert_refused ("a\0b: 1", 6, ASK_SCHEMA_ERROR_NOT_A_SPEC, "binary");
  assert_refused ("\x89PNG\r\n\x1a\n\0\0", 10, ASK_SCHEMA_ERROR_NOT_A_SPEC, "a picture");
}

static char *
repeat (const char *text, guint n)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

static void
test_deep (void)
{
  static const struct
  {
    const char *opening, *closing;
  } kinds[] = { { "[", "]" }, { "{\"a\":", "}" }, { "{a: ", "}" }, { "- ", "" } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *fine_open = repeat (kinds[i].opening, 150);
      g_autofree char *fine_close = repeat (kinds[i].closing, 150);
      g_autofree char *fine = g_strconcat (fine_open, "1", fine_close, NULL);
      g_autofree char *deep = repeat (kinds[i].opening, 100000);
      g_autoptr (JsonNode) node = parse (fine);

      g_assert_false (JSON_NODE_HOLDS_VALUE (node));
      assert_refused (deep, strlen (deep), ASK_SCHEMA_ERROR_DOCUMENT, "");
    }
}

/* Nine aliases of nine aliases of …: a few hundred bytes that would be 9^12 values. */
static void
test_bomb (void)
{
  g_autoptr (GString) text = g_string_new ("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
  g_autoptr (GString) merged = g_string_new ("a0: &a0 {x: 1, y: 2}\n");
  g_autoptr (GString) deep = g_string_new ("a0: &a0 {x: 1}\n");

  for (guint i = 1; i <= 12; i++)
    {
      g_string_append_printf (text, "a%u: &a%u [", i, i);
      g_string_append_printf (merged, "a%u: &a%u {<<: [", i, i);
      for (guint j = 0; j < 9; j++)
        {
          g_string_append_printf (text, "%s*a%u", j > 0 ? ", " : "", i - 1);
          g_string_append_printf (merged, "%s*a%u", j > 0 ? ", " : "", i - 1);
        }
      g_string_append (text, "]\n");
      g_string_append_printf (merged, "], k%u: *a%u}\n", i, i - 1);
    }
  for (guint i = 1; i <= 250; i++)
    g_string_append_printf (deep, "a%u: &a%u {n: *a%u}\n", i, i, i - 1);
  assert_refused (text->str, text->len, ASK_SCHEMA_ERROR_DOCUMENT, "2000000 values");
  assert_refused (merged->str, merged->len, ASK_SCHEMA_ERROR_DOCUMENT, "2000000 values");
  assert_refused (deep->str, deep->len, ASK_SCHEMA_ERROR_DOCUMENT, "200 levels");
}

static void
test_nameless (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_document_parse (NULL, 0, NULL, &error));
  g_assert_error (error, ASK_SCHEMA_ERROR, ASK_SCHEMA_ERROR_NOT_A_SPEC);
  g_assert_true (g_str_has_prefix (error->message, "The document: "));
}

/* Whatever bytes come: a tree or an error, and never both or neither. */
static void
test_mutations (void)
{
  static const char *const seeds[] = {
    "{\"openapi\":\"3.0.0\",\"paths\":{\"/a\":{\"get\":{}}},\"n\":[1,2.5,true,null,\"\\u00e9\"]}",
    "openapi: 3.1.0\nx: &a {b: [1, 2], c: 'd'}\ny:\n  <<: *a\n  z: |\n    text\n  w: \"q\\n\"\n",
    "? key\n: - !!str 1\n  - &x 2\n  - *x\n  - {a: b, c: [d]}\n",
  };
  guint n_trees = 0, n_errors = 0;

  for (guint i = 0; i < 6000; i++)
    {
      const char *seed = seeds[i % G_N_ELEMENTS (seeds)];
      g_autoptr (GString) text = g_string_new (seed);
      guint n_changes = (guint) g_test_rand_int_range (1, 6);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = NULL;

      for (guint j = 0; j < n_changes; j++)
        {
          gsize at = (gsize) g_test_rand_int_range (0, (gint) MAX (text->len, 1));
          static const char marks[] = "{}[]:,\"'*&!|>-? \n\t#0aZ\\<%@`";

          switch (g_test_rand_int_range (0, 5))
            {
            case 0:
              text->str[at] = (char) g_test_rand_int_range (0, 256);
              break;
            case 1:
              text->str[at] = marks[g_test_rand_int_range (0, sizeof marks - 1)];
              break;
            case 2:
              if (text->len > 1)
                g_string_erase (text, (gssize) at, 1);
              break;
            case 3:
              g_string_insert_len (text, (gssize) at, seed, (gssize) MIN (strlen (seed), 9));
              break;
            default:
              g_string_truncate (text, MAX (at, 1));
              break;
            }
        }
      node = ask_document_parse (text->str, text->len, "mutant", &error);
      g_assert_true ((node == NULL) == (error != NULL));
      n_trees += node != NULL;
      n_errors += error != NULL;
      if (error != NULL)
        g_assert_true (error->domain == ASK_SCHEMA_ERROR && g_utf8_validate (error->message, -1, NULL));
    }
  g_test_message ("%u trees, %u errors", n_trees, n_errors);
  g_assert_cmpuint (n_trees, >, 100);
  g_assert_cmpuint (n_errors, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/schema/document/json-and-yaml-become-one-tree", test_values);
  g_test_add_func ("/schema/document/utf-16-is-read-as-text", test_utf16);
  g_test_add_func ("/schema/document/what-is-neither-json-nor-yaml-is-refused", test_refused);
  g_test_add_func ("/schema/document/nesting-without-end-is-refused", test_deep);
  g_test_add_func ("/schema/document/aliases-that-multiply-are-refused", test_bomb);
  g_test_add_func ("/schema/document/a-document-without-a-name-is-called-so", test_nameless);
  g_test_add_func ("/schema/document/any-bytes-give-a-tree-or-an-error", test_mutations);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the streaming JSON reader: the same tokens however the bytes arrive, json-glib's own
 * reading of random documents, and an error for everything that is no whole document.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "base/ask-json-reader.h"

static void
append_value (GString *log, const AskValue *value)
{
  static const char kinds[] = { 'n', 'i', 'r', 't', 'b' };

  g_string_append_c (log, kinds[value->kind]);
  ask_json_append_value (log, value);
}

/* All tokens of the document as text, or its error; bytes arrive in the given pieces. */
static char *
read_all (const char *text, gsize length, const gsize *cuts, guint n_cuts, gboolean cells)
{
  g_autoptr (AskJsonReader) reader = ask_json_reader_new ();
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);
  gsize at = 0;
  guint cut = 0;
  gboolean ended = FALSE;
  gboolean in_cell = FALSE;

  for (;;)
    {
      AskJsonToken token;

      /* A cell that was begun is gone on with. */
      in_cell = in_cell || (cells && ask_json_reader_get_depth (reader) == 1);
      token = in_cell ? ask_json_reader_next_cell (reader, &error)
                      : ask_json_reader_next (reader, &error);
      in_cell = in_cell && token == ASK_JSON_TOKEN_MORE;

      g_assert_cmpint (token == ASK_JSON_TOKEN_ERROR, ==, error != NULL);
      switch (token)
        {
        case ASK_JSON_TOKEN_ERROR:
          g_assert_error (error, ASK_JSON_ERROR, ASK_JSON_ERROR_SYNTAX);
          g_string_append (log, "!");
          return g_string_free (log, FALSE);
        case ASK_JSON_TOKEN_MORE:
          g_assert_false (ended);
          if (at == length)
            {
              ask_json_reader_push_end (reader);
              ended = TRUE;
            }
          else
            {
              gsize to = cut < n_cuts ? cuts[cut++] : length;

              ask_json_reader_push (reader, text + at, to - at);
              at = to;
            }
          break;
        case ASK_JSON_TOKEN_NAME:
          g_string_append_c (log, 'N');
          ask_json_append_string (log, ask_json_reader_get_name (reader), -1);
          break;
        case ASK_JSON_TOKEN_VALUE:
          append_value (log, ask_json_reader_get_value (reader));
          break;
        case ASK_JSON_TOKEN_END:
          g_assert_true (ended);
          g_assert_cmpuint (ask_json_reader_get_depth (reader), ==, 0);
          g_string_append_c (log, '$');
          return g_string_free (log, FALSE);
        default:
          g_string_append_c (log, "??{}[]"[token]);
        }
    }
}

static char *
read_whole (const char *text)
{
  return read_all (text, strlen (text), NULL, 0, FALSE);
}

static void
test_tokens (void)
{
  static const struct
  {
    const char *text;
    const char *log;
  } cases[] = {
    { "[]", "[]$" },
    { " { } ", "{}$" },
    { "{\"a\" : 1 , \"b\":[true,false,null]}", "{N\"a\"i1N\"b\"[i1i0nnull]}$" },
    { "\"x\"", "t\"x\"$" },
    { "1", "i1$" },
    { "-0", "i0$" },
    { "0.1", "r0.1$" },
    { "1e2", "r100.0$" },
    { "1.0", "r1.0$" },
    { "9223372036854775807", "i9223372036854775807$" },
    { "-9223372036854775808", "i-9223372036854775808$" },
    { "9223372036854775808", "t\"9223372036854775808\"$" },
    { "-123456789012345678901234567890", "t\"-123456789012345678901234567890\"$" },
    { "9007199254740993", "i9007199254740993$" },
    { "1e999", "t\"1e999\"$" },
    { "12345678901234567890.12", "t\"12345678901234567890.12\"$" },
    { "0.10000000000000001", "r0.1$" },
    { "\"07\"", "t\"07\"$" },
    { "\"\\u00e9\\ud83d\\ude00\\n\\/\"", "t\"é😀\\n/\"$" },
    { "\"\\u0000\"", "t\"\\u0000\"$" },
    { "\"\\ud83d\"", "t\"\xef\xbf\xbd\"$" },
    { "\"\\ude00x\"", "t\"\xef\xbf\xbdx\"$" },
    { "\"\\ud83d\\u0041\"", "t\"\xef\xbf\xbd" "A\"$" },
    { "\"\\ud83d\\ud83d\\ude00\"", "t\"\xef\xbf\xbd😀\"$" },
    { "\xef\xbb\xbf[1]", "[i1]$" },
    { "{\"a\":{\"a\":{}},\"a\":[[]]}", "{N\"a\"{N\"a\"{}}N\"a\"[[]]}$" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *log = read_whole (cases[i].text);

      g_assert_cmpstr (log, ==, cases[i].log);
    }
}

static const char *const broken[] = {
  "",          " ",        "[",         "]",          "{",          "}",          "[1",
  "[1,",       "[1,]",     "[,1]",      "[1 2]",      "{\"a\"}",    "{\"a\":}",   "{\"a\" 1}",
  "{a:1}",     "{1:1}",    "{\"a\":1,}", "{,}",       "[1]]",       "[1}",        "{\"a\":1]",
  "tru",       "truex",    "nul",       "NULL",       "True",       "01",         "-",
  "+1",        "1.",       ".5",        "1e",         "1e+",        "0x10",       "NaN",
  "Infinity",  "-Infinity", "'a'",      "\"",         "\"\\\"",     "\"\\x\"",    "\"\\u12\"",
  "\"\\u12g4\"", "\"\n\"", "\"\t\"",    "\"a\x01\"",  "\"\xff\"",   "\"\xc3\"",   "\"\xed\xa0\x80\"",
  "[1]x",      "1 2",      "[1][2]",    "// c\n1",    "/* c */ 1",  "{\"a\"\f:1}", "[1\f]",
  "\v1",       "<!DOCTYPE html><html></html>", "\xef\xbb[1]", "\xef\xbb\xbf", "[\"a\" \"b\"]",
  "{\"a\":1 \"b\":2}", "[--1]", "[1-]", "[\302\2401]",
};

static void
test_broken (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *log = read_whole (broken[i]);

      if (!g_str_has_suffix (log, "!"))
        g_test_message ("taken as JSON: %s", broken[i]);
      g_assert_true (g_str_has_suffix (log, "!"));
    }
}

static void
test_error_place (void)
{
  static const struct
  {
    const char *text;
    const char *part;
  } cases[] = { { "[1,\n x]", "byte 6" },
                { "[1,", "the end of the text" },
                { "<html>", "byte 1" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskJsonReader) reader = ask_json_reader_new ();
      g_autoptr (GError) error = NULL;

      ask_json_reader_push (reader, cases[i].text, strlen (cases[i].text));
      ask_json_reader_push_end (reader);
      while (error == NULL)
        ask_json_reader_next (reader, &error);
      g_assert_nonnull (strstr (error->message, cases[i].part));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
}

/* The message goes into errors that are shown, logged and told to models: what stands in the answer
 * does not go along. */
static void
test_error_holds_no_data (void)
{
  g_autoptr (AskJsonReader) reader = ask_json_reader_new ();
  g_autoptr (GError) error = NULL;

  ask_json_reader_push (reader, "[secret-of-somebody]", 20);
  ask_json_reader_push_end (reader);
  while (error == NULL)
    ask_json_reader_next (reader, &error);
  g_assert_null (strstr (error->message, "secret"));
}

static const char document[]
  = "\xef\xbb\xbf {\"data\": [ {\"id\" : 9223372036854775808, \"näme\":\"a\\\"\\\\\\u00e9\\ud83d"
    "\\ude00é😀\", \"x\": -1.5e-3, \"t\":true,\"f\":false , \"n\":null, \"o\": {\"k\" : [1, {} , "
    "\"}\\\\\"]}}, {}, [ ] ], \"total\": 12 }\n";

static void
test_every_split (void)
{
  const gsize length = sizeof document - 1;

  for (int cells = 0; cells < 2; cells++)
    {
      g_autofree char *whole = read_all (document, length, NULL, 0, cells);
      g_autofree gsize *each = g_new (gsize, length);
      g_autofree char *bytes = NULL;

      g_assert_true (g_str_has_suffix (whole, "$"));
      for (gsize i = 0; i < length; i++)
        each[i] = i + 1;
      bytes = read_all (document, length, each, (guint) length, cells);
      g_assert_cmpstr (bytes, ==, whole);
      for (gsize i = 0; i <= length; i++)
        for (gsize j = i; j <= length; j += 1 + length / 40)
          {
            gsize cuts[2] = { i, j };
            g_autofree char *log = read_all (document, length, cuts, 2, cells);

            g_assert_cmpstr (log, ==, whole);
          }
    }
  g_test_message ("%" G_GSIZE_FORMAT " bytes split everywhere", length);
}

static void
test_broken_splits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      gsize length = strlen (broken[i]);
      g_autofree char *whole = read_whole (broken[i]);

      for (gsize cut = 0; cut <= length; cut++)
        {
          g_autofree char *log = read_all (broken[i], length, &cut, 1, FALSE);

          g_assert_cmpstr (log, ==, whole);
        }
    }
}

/* A connection that is cut must never look like a short document. */
static void
test_truncated (void)
{
  const gsize length = sizeof document - 1;
  gsize whole_from = length;

  while (document[whole_from - 1] != '}')
    whole_from--;
  for (gsize end = 0; end < whole_from; end++)
    {
      g_autofree char *log = read_all (document, end, NULL, 0, FALSE);
      g_autofree char *cells = read_all (document, end, NULL, 0, TRUE);

      g_assert_true (g_str_has_suffix (log, "!"));
      g_assert_true (g_str_has_suffix (cells, "!"));
    }
}

static void
test_long_numbers (void)
{
  const gsize lengths[] = { 40, 4094, 4095, 4096, 4097, 9000 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *digits = g_strnfill (lengths[i], '7');
      g_autofree char *text = g_strdup_printf ("[%s]", digits);
      gsize length = strlen (text);
      g_autofree char *whole = read_whole (text);

      for (gsize cut = 4000; cut < length; cut += 13)
        {
          g_autofree char *log = read_all (text, length, &cut, 1, FALSE);

          g_assert_cmpstr (log, ==, whole);
        }
    }
}

static void
append_node (GString *log, JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      g_string_append_c (log, '{');
      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          g_string_append_c (log, 'N');
          ask_json_append_string (log, name, -1);
          append_node (log, member);
        }
      g_string_append_c (log, '}');
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      g_string_append_c (log, '[');
      for (guint i = 0; i < json_array_get_length (array); i++)
        append_node (log, json_array_get_element (array, i));
      g_string_append_c (log, ']');
    }
  else
    {
      AskValue value = ASK_NULL_INIT;

      if (JSON_NODE_HOLDS_VALUE (node))
        switch (json_node_get_value_type (node))
          {
          case G_TYPE_STRING:
            value = ask_value_text (json_node_get_string (node), -1);
            break;
          case G_TYPE_DOUBLE:
            value = ask_value_real (json_node_get_double (node));
            break;
          case G_TYPE_BOOLEAN:
            value = ask_value_integer (json_node_get_boolean (node));
            break;
          default:
            value = ask_value_integer (json_node_get_int (node));
          }
      append_value (log, &value);
    }
}

static void
append_space (GString *text)
{
  static const char spaces[] = " \n\t\r";

  while (g_test_rand_int_range (0, 4) == 0)
    g_string_append_c (text, spaces[g_test_rand_int_range (0, 4)]);
}

static void
append_random (GString *text, guint depth)
{
  static const char *const scalars[]
    = { "null",  "true",   "false",  "0",      "-12",        "3.25",           "1e3",
        "-2E-2", "\"\"",   "\"a b\"", "\"\\\"\\\\\"", "\"\\u00e9\\n\"", "\"\\ud83d\\ude00\"",
        "\"é\"", "9007199254740993", "-9223372036854775808", "\"[{\"" };

  append_space (text);
  switch (depth > 0 ? g_test_rand_int_range (0, 4) : 0)
    {
    case 1:
    case 2:
      g_string_append_c (text, '[');
      append_space (text);
      for (int i = 0, n = g_test_rand_int_range (0, 5); i < n; i++)
        {
          if (i > 0)
            g_string_append_c (text, ',');
          append_random (text, depth - 1);
        }
      g_string_append_c (text, ']');
      break;
    case 3:
      g_string_append_c (text, '{');
      append_space (text);
      for (int i = 0, n = g_test_rand_int_range (0, 5); i < n; i++)
        {
          g_string_append_printf (text, "%s\"k%d\"", i > 0 ? "," : "", i);
          append_space (text);
          g_string_append_c (text, ':');
          append_random (text, depth - 1);
        }
      g_string_append_c (text, '}');
      break;
    default:
      g_string_append (text, scalars[g_test_rand_int_range (0, G_N_ELEMENTS (scalars))]);
    }
  append_space (text);
}

static void
test_random (void)
{
  const guint n = 2000;
  gsize bytes = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = NULL;
      g_autofree char *log = NULL;
      gsize cuts[3] = { 0 };

      append_random (text, 5);
      node = ask_json_parse (text->str, (gssize) text->len, &error);
      g_assert_no_error (error);
      append_node (expected, node);
      g_string_append_c (expected, '$');
      cuts[1] = (gsize) g_test_rand_int_range (0, (int) text->len + 1);
      cuts[2] = (gsize) g_test_rand_int_range ((int) cuts[1], (int) text->len + 1);
      log = read_all (text->str, text->len, cuts, 3, FALSE);
      g_assert_cmpstr (log, ==, expected->str);
      bytes += text->len;
    }
  g_test_message ("%u random documents, %" G_GSIZE_FORMAT " bytes, as json-glib reads them", n,
                  bytes);
}

/* SQLite's judgement; json-glib takes comments and refuses halves of surrogate pairs. It looks
 * neither at UTF-8 nor beyond a NUL. */
static gboolean
is_json (sqlite3_stmt *statement, const GString *text)
{
  gboolean mark = g_str_has_prefix (text->str, "\xef\xbb\xbf");
  const char *from = mark ? text->str + 3 : text->str;
  gsize length = text->len - (mark ? 3 : 0);
  gboolean valid;

  sqlite3_bind_text (statement, 1, from, (int) length, SQLITE_TRANSIENT);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  valid = sqlite3_column_int (statement, 0);
  sqlite3_reset (statement);
  return valid && g_utf8_validate_len (from, length, NULL);
}

/* SQLite 3.40 takes ["a"] for the name of a member, since a string ends it. */
static gboolean
is_taken_by_mistake (const GString *text)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  return !json_parser_load_from_data (parser, text->str, (gssize) text->len, NULL);
}

/* Whatever comes, the reader ends, and says END exactly where SQLite says that it is JSON. */
static void
test_mutations (void)
{
  sqlite3 *db;
  sqlite3_stmt *statement;
  const guint n = 20000;
  guint valid = 0;

  g_assert_cmpint (sqlite3_open (":memory:", &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, "SELECT json_valid(?1)", -1, &statement, NULL), ==,
                   SQLITE_OK);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GString) text = g_string_new_len (document, sizeof document - 1);
      g_autofree char *log = NULL;
      g_autofree char *cells = NULL;
      gsize cut;

      for (int m = g_test_rand_int_range (1, 5); m > 0 && text->len > 0; m--)
        {
          static const char bytes[] = "\"\\{}[],:0e-+.tnu \xff\xc3\x80";
          gsize at = (gsize) g_test_rand_int_range (0, (int) text->len);

          switch (g_test_rand_int_range (0, 4))
            {
            case 0:
              g_string_erase (text, (gssize) at, 1);
              break;
            case 1:
              text->str[at] = (char) g_test_rand_int_range (0, 256);
              break;
            case 2:
              g_string_insert_c (text, (gssize) at,
                                 bytes[g_test_rand_int_range (0, sizeof bytes)]);
              break;
            default:
              g_string_truncate (text, at);
            }
        }
      cut = (gsize) g_test_rand_int_range (0, (int) text->len + 1);
      log = read_all (text->str, text->len, NULL, 0, FALSE);
      cells = read_all (text->str, text->len, &cut, 1, TRUE);
      g_assert_cmpint (log[strlen (log) - 1], ==, cells[strlen (cells) - 1]);
      if (!g_str_has_suffix (log, "$") && is_json (statement, text) && is_taken_by_mistake (text))
        continue;
      if (g_str_has_suffix (log, "$") != is_json (statement, text))
        g_test_message ("the text in question is %s", text->str);
      g_assert_cmpint (g_str_has_suffix (log, "$"), ==, is_json (statement, text));
      valid += g_str_has_suffix (log, "$");
    }
  sqlite3_finalize (statement);
  sqlite3_close (db);
  g_test_message ("%u mutations, %u of them still JSON", n, valid);
}

static void
test_deep (void)
{
  const guint depths[] = { 511, 512, 513, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    for (int cells = 0; cells < 2; cells++)
      {
        g_autofree char *open = g_strnfill (depths[i], '[');
        g_autofree char *close = g_strnfill (depths[i], ']');
        g_autofree char *text = g_strconcat (open, close, NULL);
        g_autofree char *log = read_all (text, strlen (text), NULL, 0, cells);

        g_assert_true (g_str_has_suffix (log, depths[i] <= 512 ? "$" : "!"));
      }
}

static void
test_cells (void)
{
  static const struct
  {
    const char *cell;
    const char *compact;
  } cases[] = {
    { " { \"a\" : [ 1 , 2.50 ] , \"b\" : { } } ", "{\"a\":[1,2.50],\"b\":{}}" },
    { "[ ]", "[]" },
    { "[ \"a b\" , \" \\\" \" ]", "[\"a b\",\" \\\" \"]" },
    { "[9223372036854775808, 1E5]", "[9223372036854775808,1E5]" },
    { "[\"\\ud83d\\ude00\", \"é\"]", "[\"\\ud83d\\ude00\",\"é\"]" },
    { "{ \"k\\n\" :null}", "{\"k\\n\":null}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("[%s,%s]", cases[i].cell, cases[i].cell);
      gsize length = strlen (text);

      for (gsize cut = 0; cut <= length; cut++)
        {
          g_autoptr (AskJsonReader) reader = ask_json_reader_new ();
          g_autoptr (GError) error = NULL;
          AskJsonToken token;
          guint n = 0;

          ask_json_reader_push (reader, text, cut);
          while ((token = ask_json_reader_next (reader, &error)) == ASK_JSON_TOKEN_MORE)
            ask_json_reader_push (reader, text + cut, length - cut);
          g_assert_cmpint (token, ==, ASK_JSON_TOKEN_BEGIN_ARRAY);
          while ((token = ask_json_reader_next_cell (reader, &error)) != ASK_JSON_TOKEN_END_ARRAY)
            {
              g_assert_no_error (error);
              if (token == ASK_JSON_TOKEN_MORE)
                ask_json_reader_push (reader, text + cut, length - cut);
              else
                {
                  const AskValue *value = ask_json_reader_get_value (reader);

                  g_assert_cmpint (token, ==, ASK_JSON_TOKEN_VALUE);
                  g_assert_cmpuint (value->kind, ==, ASK_VALUE_TEXT);
                  g_assert_cmpstr (value->text, ==, cases[i].compact);
                  g_assert_cmpuint (value->length, ==, strlen (cases[i].compact));
                  n++;
                }
            }
          g_assert_cmpuint (n, ==, 2);
          ask_json_reader_push_end (reader);
          g_assert_cmpint (ask_json_reader_next (reader, &error), ==, ASK_JSON_TOKEN_END);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/json-reader/each-value-is-its-token", test_tokens);
  g_test_add_func ("/base/json-reader/broken-json-is-refused", test_broken);
  g_test_add_func ("/base/json-reader/broken-json-is-refused-wherever-it-is-cut", test_broken_splits);
  g_test_add_func ("/base/json-reader/an-error-says-where-it-is", test_error_place);
  g_test_add_func ("/base/json-reader/an-error-holds-no-data", test_error_holds_no_data);
  g_test_add_func ("/base/json-reader/tokens-are-the-same-however-bytes-arrive", test_every_split);
  g_test_add_func ("/base/json-reader/a-cut-document-is-never-a-short-one", test_truncated);
  g_test_add_func ("/base/json-reader/long-numbers-survive-every-split", test_long_numbers);
  g_test_add_func ("/base/json-reader/random-documents-read-as-json-glib-reads-them", test_random);
  g_test_add_func ("/base/json-reader/what-sqlite-calls-json-is-taken-and-nothing-else", test_mutations);
  g_test_add_func ("/base/json-reader/more-than-512-levels-are-refused", test_deep);
  g_test_add_func ("/base/json-reader/a-cell-is-its-json-without-white-space", test_cells);
  return g_test_run ();
}

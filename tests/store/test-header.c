/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Headers as people type them: parsed, judged secret or not, kept without the secret, and resolved.
 */
#include "config.h"

#include "store/ask-header.h"

#include <string.h>

static void
test_parse (void)
{
  static const struct
  {
    const char *line;
    const char *record;
  } cases[] = {
    { "Accept: application/json", "header:Accept=application/json" },
    { "Accept:text", "header:Accept=text" },
    { "  X-Region :  a = b; c  ", "header:X-Region=a = b; c" },
    { "X-Api-Key: topsecret", "header:X-Api-Key" },
    { "x-api-key: topsecret", "header:x-api-key" },
    { "Authorization: Bearer topsecret", "header:Authorization" },
    { "Cookie: a=topsecret", "header:Cookie" },
    { "X-Auth: topsecret", "header:X-Auth" },
    { "X-Client-Secret: topsecret", "header:X-Client-Secret" },
    { "X-Password: topsecret", "header:X-Password" },
    { "X-Session-Token: topsecret", "header:X-Session-Token" },
    { "X-Api-Key: $ASK_TEST_KEY", "header:X-Api-Key=$ASK_TEST_KEY" },
    { "Authorization: Bearer $ASK_TEST_KEY", "header:Authorization=Bearer $ASK_TEST_KEY" },
    { "Accept: $ASK_TEST_KEY", "header:Accept=$ASK_TEST_KEY" },
    { "X-Price: $5", "header:X-Price=$5" },
    { "?api_key: topsecret", "query:api_key" },
    { "?lang: de", "query:lang=de" },
    { "?filter[x]: $ASK_TEST_KEY", "query:filter[x]=$ASK_TEST_KEY" },
    { "@cookie sid: topsecret", "cookie:sid" },
    { "@cookie sid: $ASK_TEST_KEY", "cookie:sid=$ASK_TEST_KEY" },
    { "@basic ana@shop=1 %: topsecret", "basic:ana@shop%3D1 %25" },
    { "@basic Zoë: $ASK_TEST_KEY", "basic:Zoë=$ASK_TEST_KEY" },
    { "@basic= ana: $ASK_TEST_KEY", "basic:ana" },
    { "@basic ana: topsecret $ASK_TEST_KEY", "basic:ana" },
    { "@client api://me:7: topsecret", "client:api://me:7" },
    { "@client me: $ASK_TEST_KEY", "client:me=$ASK_TEST_KEY" },
    { "@reads: POST /a/{b}?x=1", "reads:POST /a/{b}%3Fx%3D1" },
  };

  g_setenv ("ASK_TEST_KEY", "resolved", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *lines[] = { cases[i].line, NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) headers = ask_headers_parse (lines, &error);
      g_autoptr (GPtrArray) again = NULL;
      g_autofree char *json = NULL;
      g_autofree char *record = NULL;

      g_assert_no_error (error);
      g_assert_cmpuint (headers->len, ==, 1);
      json = ask_headers_to_json (headers);
      g_assert_null (strstr (json, "topsecret"));
      g_assert_null (strstr (json, "resolved"));
      again = ask_headers_from_json (json);
      g_assert_nonnull (again);
      record = ask_header_to_record (g_ptr_array_index (again, 0));
      g_assert_cmpstr (record, ==, cases[i].record);
      g_assert_cmpint (((AskHeader *) g_ptr_array_index (again, 0))->kind, ==,
                       ((AskHeader *) g_ptr_array_index (headers, 0))->kind);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *lines[3];
    const char *words;
  } cases[] = {
    { { "topsecret" }, "Header 1 is not of the form" },
    { { ": topsecret" }, "Header 1 is not of the form" },
    { { "?: topsecret" }, "Header 1 is not of the form" },
    { { "Accept: x", "Two Words: topsecret" }, "Header 2 is not of the form" },
    { { "?a=b: topsecret" }, "Header 1 is not of the form" },
    { { "" }, "Header 1 is not of the form" },
    { { "X-Api-Key:" }, "“X-Api-Key” has no value" },
    { { "X-Api-Key: topsecret\r\nHost: evil" }, "control character" },
    { { "X-Api-Key: topsecret\xff" }, "not UTF-8" },
    { { "X-Api-Key: $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "Authorization: Bearer $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "X-Api-Key: $ASK_TEST_EMPTY" }, "ASK_TEST_EMPTY, which is not set" },
    { { "X-Api-Key: $ASK_TEST_LINES" }, "holds a line break" },
    { { "Accept: topsecret", "ACCEPT: b" }, "given twice" },
    { { "@basic ana: topsecret", "@basic bob: topsecret" }, "given twice" },
    { { "@cookie a: topsecret", "@cookie a: topsecret" }, "given twice" },
    { { "@cookie a: top;secret" }, "semicolon" },
    { { "@cookie a b: topsecret" }, "Header 1 is not of the form" },
    { { "@basic : topsecret" }, "the user is empty" },
    { { "@basic a:b: topsecret" }, "holds a colon" },
    { { "@basic ana: " }, "password of “ana” is empty" },
    { { "@basic ana" }, "Header 1 is not of the form" },
    { { "@other ana: topsecret" }, "Header 1 is not of the form" },
    { { "@client me: $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "@client me: topsecret\nX: y" }, "control character" },
    { { "@client me: topsecret", "@basic ana: topsecret" }, "two ways to sign in" },
    { { "Authorization: topsecret", "@basic ana: topsecret" }, "two ways to sign in" },
    { { "@token-url: https://topsecret.example" }, "go with a client's id" },
    { { "@scope: topsecret" }, "go with a client's id" },
    { { "@reads: " }, "Header 1 is not of the form" },
  };

  g_unsetenv ("ASK_TEST_UNSET");
  g_setenv ("ASK_TEST_EMPTY", "", TRUE);
  g_setenv ("ASK_TEST_LINES", "topsecret\nHost: evil", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) headers = ask_headers_parse (cases[i].lines, &error);

      g_assert_null (headers);
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
      if (strstr (error->message, cases[i].words) == NULL)
        g_error ("\"%s\" does not say \"%s\"", error->message, cases[i].words);
      g_assert_null (strstr (error->message, "topsecret"));
    }
}

static void
test_variable (void)
{
  static const char *const lines[]
      = { "X-Api-Key: $ASK_TEST_KEY", "Authorization: Bearer $ASK_TEST_KEY", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) headers = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *later = NULL;

  g_setenv ("ASK_TEST_KEY", "a b$c", TRUE);
  headers = ask_headers_parse (lines, &error);
  g_assert_no_error (error);
  one = ask_header_dup_variable (g_ptr_array_index (headers, 0), &error);
  two = ask_header_dup_variable (g_ptr_array_index (headers, 1), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (one, ==, "a b$c");
  g_assert_cmpstr (two, ==, "Bearer a b$c");
  g_unsetenv ("ASK_TEST_KEY");
  later = ask_header_dup_variable (g_ptr_array_index (headers, 0), &error);
  g_assert_null (later);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

static void
test_damaged_records (void)
{
  static const char *const records[]
      = { "", "{}", "[1]", "[\"X-Api-Key\"]", "[\"header:\"]", "[\"header:a b\"]", "[null]" };

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    g_assert_null (ask_headers_from_json (records[i]));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/header/a-typed-line-becomes-a-header", test_parse);
  g_test_add_func ("/store/header/a-line-that-is-no-header-is-refused", test_refused);
  g_test_add_func ("/store/header/a-variable-is-put-in-when-it-is-used", test_variable);
  g_test_add_func ("/store/header/damaged-records-are-refused", test_damaged_records);
  return g_test_run ();
}

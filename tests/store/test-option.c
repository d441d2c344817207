/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Options as people type them: judged secret or not, kept without the secret, and resolved.
 */
#include "config.h"

#include "store/ask-option.h"

#include <string.h>

#include "support/ask-test-kinds.h"
#include "support/ask-test-options.h"

typedef struct
{
  const char *word;
  const char *name;
  const char *text;
  const char *json;
} Case;

static void
test_typed (void)
{
  static const Case cases[] = {
    { "header", "Accept", "application/json", "\"name\":\"Accept\",\"text\":\"application/json\"" },
    { "header", "X-Api-Key", "topsecret", "\"name\":\"X-Api-Key\",\"keyring\":true" },
    { "header", "x-api-key", "topsecret", "\"keyring\":true" },
    { "header", "Authorization", "Bearer topsecret", "\"keyring\":true" },
    { "header", "Cookie", "a=topsecret", "\"keyring\":true" },
    { "header", "X-Auth", "topsecret", "\"keyring\":true" },
    { "header", "X-Client-Secret", "topsecret", "\"keyring\":true" },
    { "header", "X-Password", "topsecret", "\"keyring\":true" },
    { "header", "X-Session-Token", "topsecret", "\"keyring\":true" },
    { "header", "X-Api-Key", "$ASK_TEST_KEY", "\"variable\":\"$ASK_TEST_KEY\"" },
    { "header", "Authorization", "Bearer $ASK_TEST_KEY", "\"variable\":\"Bearer $ASK_TEST_KEY\"" },
    { "header", "Accept", "$ASK_TEST_KEY", "\"variable\":\"$ASK_TEST_KEY\"" },
    { "header", "X-Price", "$5", "\"text\":\"$5\"" },
    { "query", "api_key", "topsecret", "\"keyring\":true" },
    { "query", "lang", "de", "\"text\":\"de\"" },
    { "query", "filter[x]", "$ASK_TEST_KEY", "\"variable\":\"$ASK_TEST_KEY\"" },
    { "cookie", "sid", "topsecret", "\"keyring\":true" },
    { "cookie", "sid", "$ASK_TEST_KEY", "\"variable\":\"$ASK_TEST_KEY\"" },
    { "basic", "ana@shop=1 %", "topsecret", "\"name\":\"ana@shop=1 %\",\"keyring\":true" },
    { "basic", "Zoë", "$ASK_TEST_KEY", "\"name\":\"Zoë\",\"variable\":\"$ASK_TEST_KEY\"" },
    { "basic", "ana", "topsecret $ASK_TEST_KEY", "\"keyring\":true" },
    { "client", "api://me:7", "topsecret", "\"name\":\"api://me:7\",\"keyring\":true" },
    { "client", "me", "$ASK_TEST_KEY", "\"variable\":\"$ASK_TEST_KEY\"" },
    { "reads", "", "POST /a/{b}?x=1", "\"list\":[\"POST /a/{b}?x=1\"]" },
    { "lenient", "", "YES", "\"choice\":\"yes\"" },
    { "cache", "", "300", "\"number\":300" },
    { "lanes", "", "16", "\"number\":16" },
  };

  g_setenv ("ASK_TEST_KEY", "resolved", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) options = ask_source_options_new ();
      g_autoptr (GPtrArray) again = NULL;
      g_autofree char *json = NULL;
      gboolean damaged;
      g_autofree char *same = NULL;
      g_autofree char *word = g_strdup_printf ("\"option\":\"%s\"", cases[i].word);
      g_autoptr (GError) error = NULL;

      ask_options_add_typed (options, &ask_rest_kind,
                             &(AskTypedOption) { cases[i].word, cases[i].name, cases[i].text },
                             &error);
      g_assert_no_error (error);
      g_assert_cmpuint (options->len, ==, 1);
      json = ask_options_to_json (options);
      g_assert_null (strstr (json, "topsecret"));
      g_assert_null (strstr (json, "resolved"));
      g_assert_nonnull (strstr (json, word));
      if (strstr (json, cases[i].json) == NULL)
        g_error ("%s is not in %s", cases[i].json, json);
      again = ask_options_from_json (&ask_rest_kind, json, &damaged);
      g_assert_false (damaged);
      same = ask_options_to_json (again);
      g_assert_cmpstr (same, ==, json);
    }
}

/* A secret from standard input is no variable, whatever it looks like. */
static void
test_verbatim (void)
{
  const AskOptionSpec *spec = ask_source_kind_find_option (&ask_rest_kind, "basic");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSourceOption) option = ask_option_new_typed (spec, "ana", "$ASK_TEST_UNSET", TRUE, &error);

  g_assert_no_error (error);
  g_assert_cmpint (option->keep, ==, ASK_OPTION_KEYRING);
  g_assert_cmpstr (option->text, ==, "$ASK_TEST_UNSET");
}

static void
test_lines (void)
{
  static const struct
  {
    const char *word;
    const char *line;
    const char *said; /* nullable: refused */
  } cases[] = {
    { "header", "Accept:text", "header Accept=text" },
    { "header", "  X-Region :  a = b; c  ", "header X-Region=a = b; c" },
    { "header", "?lang: de", "query lang=de" },
    { "cookie", "sid: topsecret", "cookie sid" },
    { "header", "topsecret", NULL },
    { "header", ": topsecret", NULL },
    { "header", "?: topsecret", NULL },
    { "header", "Two Words: topsecret", NULL },
    { "header", "?a=b: topsecret", NULL },
    { "header", "", NULL },
    { "cookie", "a b: topsecret", NULL },
    { "cookie", "?a: topsecret", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) options = ask_source_options_new ();
      g_autofree char *said = NULL;
      g_autoptr (GError) error = NULL;

      ask_options_add_line (options, &ask_rest_kind, cases[i].word, cases[i].line, &error);
      if (cases[i].said == NULL)
        {
          g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
          g_assert_nonnull (strstr (error->message, "not of the form"));
          g_assert_null (strstr (error->message, "topsecret"));
          continue;
        }
      g_assert_no_error (error);
      said = ask_test_describe_options (options);
      g_assert_cmpstr (said, ==, cases[i].said);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *lines[3]; /* as of ask_test_options() */
    const char *words;
  } cases[] = {
    { { "header X-Api-Key: " }, "“X-Api-Key” has no value" },
    { { "header X-Api-Key: topsecret\r\nHost: evil" }, "control character" },
    { { "header X-Api-Key: topsecret\xff" }, "not UTF-8" },
    { { "header X-Api-Key: $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "header Authorization: Bearer $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "header X-Api-Key: $ASK_TEST_EMPTY" }, "ASK_TEST_EMPTY, which is not set" },
    { { "header X-Api-Key: $ASK_TEST_LINES" }, "holds a line break" },
    { { "header Accept: topsecret", "header ACCEPT: b" }, "given twice" },
    { { "header Two Words: topsecret" }, "name of a header" },
    { { "basic ana: topsecret", "basic bob: topsecret" }, "given twice" },
    { { "cookie a: topsecret", "cookie a: topsecret" }, "given twice" },
    { { "cookie a: top;secret" }, "semicolon" },
    { { "basic : topsecret" }, "the user is empty" },
    { { "basic a:b: topsecret" }, "holds a colon" },
    { { "basic ana: " }, "password of “ana” is empty" },
    { { "other ana: topsecret" }, "takes no “other”" },
    { { "client me: $ASK_TEST_UNSET" }, "ASK_TEST_UNSET, which is not set" },
    { { "client me: topsecret\nX: y" }, "control character" },
    { { "client me: topsecret", "basic ana: topsecret" }, "two ways to sign in" },
    { { "header Authorization: topsecret", "basic ana: topsecret" }, "two ways to sign in" },
    { { "token-url: https://topsecret.example" }, "go with a client's id" },
    { { "scope: topsecret" }, "go with a client's id" },
    { { "reads: " }, "is empty" },
    { { "lenient: perhaps" }, "yes or no" },
    { { "cache: soon" }, "whole number of 0 or more" },
    { { "cache: 31536001" }, "the most is 31536000" },
    { { "lanes: 0" }, "whole number of 1 or more" },
    { { "lanes: 99999999999999999999" }, "the most is 16" },
    { { "lanes: 4", "lanes: 5" }, "given twice" },
  };

  g_unsetenv ("ASK_TEST_UNSET");
  g_setenv ("ASK_TEST_EMPTY", "", TRUE);
  g_setenv ("ASK_TEST_LINES", "topsecret\nHost: evil", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) options = ask_test_options (&ask_rest_kind, cases[i].lines, &error);

      g_assert_null (options);
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
      = { "header X-Api-Key: $ASK_TEST_KEY", "header Authorization: Bearer $ASK_TEST_KEY", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) options = NULL;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *later = NULL;

  g_setenv ("ASK_TEST_KEY", "a b$c", TRUE);
  options = ask_test_options (&ask_rest_kind, lines, &error);
  g_assert_no_error (error);
  one = ask_option_dup_variable (g_ptr_array_index (options, 0), &error);
  two = ask_option_dup_variable (g_ptr_array_index (options, 1), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (one, ==, "a b$c");
  g_assert_cmpstr (two, ==, "Bearer a b$c");
  g_unsetenv ("ASK_TEST_KEY");
  later = ask_option_dup_variable (g_ptr_array_index (options, 0), &error);
  g_assert_null (later);
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
}

static void
test_damaged (void)
{
  static const char *const records[] = {
    "",
    "{}",
    "[1]",
    "[null]",
    "[\"X-Api-Key\"]",
    "[{}]",
    "[{\"option\":\"header\"}]",
    "[{\"option\":\"header\",\"name\":\"a b\",\"text\":\"x\"}]",
    "[{\"option\":\"header\",\"name\":\"a\"}]",
    "[{\"option\":\"cookie\",\"name\":\"a\",\"text\":\"in the clear\"}]",
    "[{\"option\":\"lanes\",\"text\":\"4\"}]",
    "[{\"option\":\"lanes\",\"number\":\"4\"}]",
    "[{\"option\":\"lenient\",\"choice\":\"perhaps\"}]",
    "[{\"option\":\"reads\",\"list\":[1]}]",
    "[{\"option\":\"reads\",\"list\":\"GET /x\"}]",
    "[{\"option\":\"delimiter\",\"text\":\";\"}]",
  };
  g_autoptr (GPtrArray) some = NULL;
  gboolean damaged;

  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      g_autoptr (GPtrArray) read = ask_options_from_json (&ask_rest_kind, records[i], &damaged);

      g_assert_true (damaged);
      g_assert_cmpuint (read->len, ==, 0);
    }
  /* What is good beside it is read. */
  some = ask_options_from_json (&ask_rest_kind, "[{\"option\":\"lanes\",\"number\":4},7]", &damaged);
  g_assert_true (damaged);
  g_assert_cmpuint (some->len, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/option/what-is-typed-is-kept-without-its-secret", test_typed);
  g_test_add_func ("/store/option/standard-input-is-no-variable", test_verbatim);
  g_test_add_func ("/store/option/a-line-has-a-name-and-a-value", test_lines);
  g_test_add_func ("/store/option/what-cannot-be-is-refused-without-its-value", test_refused);
  g_test_add_func ("/store/option/a-variable-is-read-each-time", test_variable);
  g_test_add_func ("/store/option/damaged-options-are-not-read", test_damaged);
  return g_test_run ();
}

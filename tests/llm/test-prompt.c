/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of prompt templates.
 */
#include "config.h"

#include <string.h>

#include "llm/ask-prompt.h"

static const struct
{
  const char *name;
  const char *text;
  const char *expected; /* NULL: an error */
} cases[] = {
  { "none", "No place here.", "No place here." },
  { "empty", "", "" },
  { "one", "Today is {{today}}.", "Today is 1 May." },
  { "spaces", "{{ today }}{{today}}", "1 May1 May" },
  { "not-again", "{{evil}}", "{{today}} {{unknown}}" },
  { "nothing", "[{{nothing}}]", "[]" },
  { "unknown", "a {{what}} b", NULL },
  { "case", "{{Today}}", NULL },
  { "open", "a {{ b", "a {{ b" },
  { "json", "{\"a\":{\"b\":{}}} {{today}}", "{\"a\":{\"b\":{}}} 1 May" },
  { "triple", "{{{today}}}", "{1 May}" },
  { "no-name", "{{}} {{1}} {{a b}}", "{{}} {{1}} {{a b}}" },
  { "unicode", "ü{{today}}🙂", "ü1 May🙂" },
};

static void
test_expand (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *out
      = ask_prompt_expand (cases[i].text, &error, "today", "1 May", "evil",
                           "{{today}} {{unknown}}", "nothing", NULL, NULL);

  g_assert_cmpstr (out, ==, cases[i].expected);
  if (cases[i].expected == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (error->message, "{{"));
    }
  else
    g_assert_no_error (error);
}

static void
test_table (void)
{
  g_autoptr (GHashTable) values = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;

  g_hash_table_insert (values, (gpointer) "a", (gpointer) "1");

  g_autofree char *out = ask_prompt_expand_table ("{{a}}{{a}}", values, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (out, ==, "11");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/llm/prompt/a-template-is-filled-in/", cases[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_expand);
    }
  g_test_add_func ("/llm/prompt/a-template-is-filled-from-a-table", test_table);
  return g_test_run ();
}

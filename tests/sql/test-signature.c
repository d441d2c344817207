/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people are told of a function's arguments is what it takes.
 */
#include "config.h"

#include "sql/ask-sql-signature.h"

#include <string.h>

#include "sql/ask-sql-function-private.h"

static gboolean
takes (const char *name, guint n)
{
  gboolean exists;

  return ask_sql_function_find (name, n, &exists) != NULL;
}

/* With all that is named, without what may be left out, and with more where it says so. */
static void
test_arguments (void)
{
  g_autoptr (GArray) list = ask_sql_list_signatures ();

  g_assert_cmpuint (list->len, >, 90);
  for (guint i = 0; i < list->len; i++)
    {
      const AskSqlSignature *signature = &g_array_index (list, AskSqlSignature, i);
      g_auto (GStrv) names = g_strsplit (signature->arguments, ", ", -1);
      guint n = g_strv_length (names);
      guint n_left_out = 0;
      gboolean more = strstr (signature->arguments, "…") != NULL;

      for (guint a = 0; a < n; a++)
        n_left_out += g_str_has_suffix (names[a], "?");
      g_test_message ("%s (%s)", signature->name, signature->arguments);
      g_assert_true (takes (signature->name, n));
      g_assert_true (takes (signature->name, n - n_left_out));
      g_assert_true (!more || takes (signature->name, n + 2));
      g_assert_true (more || !takes (signature->name, n + 1));
    }
}

static void
test_found (void)
{
  AskSqlSignature signature;

  g_assert_true (ask_sql_find_signature ("SUBSTR", &signature));
  g_assert_cmpstr (signature.name, ==, "substr");
  g_assert_cmpstr (signature.arguments, ==, "text, start, length?");
  g_assert_false (signature.aggregate);
  g_assert_true (ask_sql_find_signature ("sum", &signature));
  g_assert_true (signature.aggregate);
  g_assert_true (ask_sql_find_signature ("row_number", &signature));
  g_assert_true (signature.window);
  g_assert_false (ask_sql_find_signature ("load_extension", &signature));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/signature/arguments-are-those-that-it-takes", test_arguments);
  g_test_add_func ("/sql/signature/only-what-may-run-is-found", test_found);
  return g_test_run ();
}

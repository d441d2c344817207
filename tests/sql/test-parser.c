/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the parser and of the SQLite printer: statements and what they are printed as.
 */
#include "config.h"

#include "sql/ask-sql-printer.h"

static void
test_print (void)
{
  static const struct
  {
    const char *sql;
    const char *printed; /* NULL where it is the same */
  } cases[] = {
    { "SELECT 1", NULL },
    { ";;select 1;;", "SELECT 1" },
    { "SELECT (NOT a) IS NULL, NOT a IS NULL, - -1", NULL },
    { "SELECT [a b], \"a b\", true, [true]", "SELECT `a b`, \"a b\", true, `true`" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (cases[i].sql, -1, &error);
      g_autofree char *printed = NULL;

      g_assert_no_error (error);
      printed = ask_sql_print_select (tree->select);
      g_assert_cmpstr (printed, ==, cases[i].printed != NULL ? cases[i].printed : cases[i].sql);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/parser/print", test_print);
  return g_test_run ();
}

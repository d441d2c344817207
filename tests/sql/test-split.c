/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several statements in one text, and which of them a person means who stands somewhere in it.
 */
#include "config.h"

#include "sql/ask-sql-split.h"

#include <string.h>

static void
test_split (void)
{
  static const struct
  {
    const char *sql;
    const char *statements; /* with bars between them */
  } cases[] = {
    { "", "" },
    { " ; ;; ", "" },
    { "-- only; a comment\n/* ; */", "" },
    { "SELECT 1", "SELECT 1" },
    { " SELECT 1 ;\n", "SELECT 1" },
    { "SELECT ';' ; SELECT \";\" -- ;\n, 2; -- end", "SELECT ';'|SELECT \";\" -- ;\n, 2" },
    { "-- first\nSELECT 1; /* second */ SELECT 2", "SELECT 1|SELECT 2" },
    { "SELECT 'open; SELECT 2", "SELECT 'open; SELECT 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) spans = ask_sql_split (cases[i].sql);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint s = 0; s < spans->len; s++)
        {
          const AskSqlSpan *span = &g_array_index (spans, AskSqlSpan, s);

          g_string_append_printf (text, "%s%.*s", s > 0 ? "|" : "", (int) (span->end - span->start),
                                  cases[i].sql + span->start);
        }
      g_assert_cmpstr (text->str, ==, cases[i].statements);
    }
}

/* "^" is the cursor. */
static void
test_find (void)
{
  static const struct
  {
    const char *sql;
    const char *statement; /* nullable */
  } cases[] = {
    { "^", NULL },
    { "-- nothing^", NULL },
    { "^SELECT 1; SELECT 2", "SELECT 1" },
    { "SELECT 1;^ SELECT 2", "SELECT 1" },
    { "SELECT 1; ^SELECT 2", "SELECT 2" },
    { "SELECT 1; SEL^ECT 2", "SELECT 2" },
    { "SELECT 1;^\nSELECT 2", "SELECT 1" },
    { "SELECT 1;  ^\nSELECT 2", "SELECT 1" },
    { "SELECT 1;\n^\nSELECT 2", "SELECT 2" },
    { "SELECT 1;\n-- the se^cond\nSELECT 2", "SELECT 2" },
    { "SELECT 1;\nSELECT 2;\n\n^", "SELECT 2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i].sql, "^", 2);
      g_autofree char *sql = g_strjoinv ("", parts);
      AskSqlSpan span;

      g_assert_cmpint (ask_sql_find_statement (sql, strlen (parts[0]), &span), ==, cases[i].statement != NULL);
      if (cases[i].statement != NULL)
        {
          g_autofree char *found = g_strndup (sql + span.start, span.end - span.start);

          g_assert_cmpstr (found, ==, cases[i].statement);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/split/semicolons-part-statements", test_split);
  g_test_add_func ("/sql/split/the-statement-at-the-cursor-is-meant", test_find);
  return g_test_run ();
}

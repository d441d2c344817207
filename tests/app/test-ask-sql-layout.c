/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line breaks for SQL change white space between tokens and nothing else.
 */
#include "config.h"

#include "app/sql/ask-sql-layout.h"
#include "sql/ask-sql-lexer.h"

static void
test_golden (void)
{
  static const struct
  {
    const char *sql;
    const char *expected;
  } cases[] = {
    { "SELECT 1", "SELECT 1" },
    { "SELECT a\nFROM t WHERE this is long enough to be laid out but was laid out before",
      "SELECT a\nFROM t WHERE this is long enough to be laid out but was laid out before" },
    { "SELECT name, sum(total) FROM orders LEFT JOIN lines ON a = b WHERE x = 'from y' GROUP BY 1",
      "SELECT name, sum(total)\nFROM orders\nLEFT JOIN lines ON a = b\nWHERE x = 'from y'\n"
      "GROUP BY 1" },
    { "SELECT left(name, 3), extract_from(a) FROM people WHERE id IN (SELECT id FROM late)",
      "SELECT left(name, 3), extract_from(a)\nFROM people\nWHERE id IN (SELECT id\n  FROM late)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = ask_sql_lay_out (cases[i].sql);

      g_assert_cmpstr (shown, ==, cases[i].expected);
    }
}

/* Whatever comes, the tokens stay the same, in the same order. */
static void
test_tokens_stay (void)
{
  static const char *const pieces[] = { "SELECT", "FROM", "(", ")", "'it''s'", "\"from\"", "x",
                                        "LEFT", "JOIN", "left", ",", "=", "1.5", "WITH", "UNION" };

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);
      g_autofree char *shown = NULL;
      g_autoptr (GArray) before = NULL;
      g_autoptr (GArray) after = NULL;
      int n = g_test_rand_int_range (0, 80);

      for (int i = 0; i < n; i++)
        g_string_append_printf (
            sql, "%s ", pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      shown = ask_sql_lay_out (sql->str);
      before = ask_sql_tokenize (sql->str);
      after = ask_sql_tokenize (shown);
      g_assert_cmpuint (before->len, ==, after->len);
      for (guint i = 0; i < before->len; i++)
        {
          const AskSqlToken *a = &g_array_index (before, AskSqlToken, i);
          const AskSqlToken *b = &g_array_index (after, AskSqlToken, i);

          g_assert_cmpmem (sql->str + a->start, a->length, shown + b->start, b->length);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/ask-sql-layout/long-sql-is-broken-into-lines", test_golden);
  g_test_add_func ("/app/ask-sql-layout/no-layout-changes-a-token", test_tokens_stay);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Layouts of SQL change white space between tokens and the case of reserved words, and nothing else.
 */
#include "config.h"

#include "sql/ask-sql-layout.h"

#include <string.h>

#include "sql/ask-sql-lexer.h"

static void
test_lay_out (void)
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

/* "|" is the cursor. */
static void
test_format (void)
{
  static const struct
  {
    const char *sql;
    const char *expected;
  } cases[] = {
    { "select  a ,b|  from t  where a=1", "SELECT a, b|\nFROM t\nWHERE a = 1" },
    { "select a -- the f|irst\nfrom t", "SELECT a -- the f|irst\nFROM t" },
    { "-- what it is\nselect a from t |", "-- what it is\nSELECT a\nFROM t|" },
    { "select /* here */ a from t; |select 2", "SELECT /* here */ a\nFROM t;\n\n|SELECT 2" },
    { "select left ( name,2 ) from t left outer join u using (id)|",
      "SELECT left (name, 2)\nFROM t\nLEFT OUTER JOIN u USING (id)|" },
    { "with x as (select a from t) sel|ect * from x", "WITH x AS (SELECT a\n  FROM t)\nSEL|ECT *\nFROM x" },
    { "select customer_id, customer_name, customer_city, customer_country, count(*), sum(amount - discount) f|rom t",
      "SELECT customer_id,\n  customer_name,\n  customer_city,\n  customer_country,\n  count(*),\n"
      "  sum(amount - discount)\nF|ROM t" },
    { "|select 1 from t where amount between 100 and 2000000 and customer_country = 'Germany' or customer_city = 'Lyon'",
      "|SELECT 1\nFROM t\nWHERE amount BETWEEN 100 AND 2000000\n  AND customer_country = 'Germany'\n"
      "  OR customer_city = 'Lyon'" },
    { "", "" },
    { "  -- nothing  |", "-- nothing  |" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i].sql, "|", 2);
      g_autofree char *sql = g_strjoinv ("", parts);
      gsize cursor = parts[0] != NULL ? strlen (parts[0]) : 0;
      g_autofree char *formatted = ask_sql_format (sql, &cursor);
      g_autofree char *again = NULL;
      g_autofree char *shown = NULL;

      g_assert_cmpuint (cursor, <=, strlen (formatted));
      shown = g_strdup_printf ("%.*s%s%s", (int) cursor, formatted, strchr (cases[i].sql, '|') != NULL ? "|" : "",
                               formatted + cursor);
      g_assert_cmpstr (shown, ==, cases[i].expected);
      again = ask_sql_format (formatted, NULL);
      g_assert_cmpstr (again, ==, formatted);
    }
}

/* Whatever comes, the tokens stay the same, in the same order, and the cursor at its token. */
static void
assert_tokens_stay (const char *sql, const char *shown, gboolean any_case)
{
  g_autoptr (GArray) before = ask_sql_tokenize (sql);
  g_autoptr (GArray) after = ask_sql_tokenize (shown);

  g_assert_cmpuint (before->len, ==, after->len);
  for (guint i = 0; i < before->len; i++)
    {
      const AskSqlToken *a = &g_array_index (before, AskSqlToken, i);
      const AskSqlToken *b = &g_array_index (after, AskSqlToken, i);

      if (any_case && a->kind == ASK_SQL_WORD)
        {
          g_assert_cmpuint (a->length, ==, b->length);
          g_assert_cmpint (g_ascii_strncasecmp (sql + a->start, shown + b->start, a->length), ==, 0);
        }
      else
        g_assert_cmpmem (sql + a->start, a->length, shown + b->start, b->length);
    }
}

static void
test_tokens_stay (void)
{
  static const char *const pieces[] = { "SELECT",
                                        "FROM",
                                        "(",
                                        ")",
                                        "'it''s'",
                                        "\"from\"",
                                        "x",
                                        "LEFT",
                                        "JOIN",
                                        "left",
                                        ",",
                                        "=",
                                        "1.5",
                                        "WITH",
                                        "UNION",
                                        ";",
                                        "-- a b\n",
                                        "/* c\n d */",
                                        "AND",
                                        "between",
                                        "or",
                                        "\n",
                                        "order",
                                        "by",
                                        "a_long_name_of_a_column",
                                        "NATURAL",
                                        "||",
                                        "-" };

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);
      g_autofree char *shown = NULL;
      g_autofree char *formatted = NULL;
      int n = g_test_rand_int_range (0, 80);
      gsize cursor;

      for (int i = 0; i < n; i++)
        g_string_append_printf (sql, "%s ", pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      cursor = (gsize) g_test_rand_int_range (0, (gint32) sql->len + 1);
      shown = ask_sql_lay_out (sql->str);
      assert_tokens_stay (sql->str, shown, FALSE);
      formatted = ask_sql_format (sql->str, &cursor);
      assert_tokens_stay (sql->str, formatted, TRUE);
      g_assert_cmpuint (cursor, <=, strlen (formatted));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/layout/long-sql-is-broken-into-lines", test_lay_out);
  g_test_add_func ("/sql/layout/a-format-keeps-comments-and-the-cursor", test_format);
  g_test_add_func ("/sql/layout/no-layout-changes-a-token", test_tokens_stay);
  return g_test_run ();
}

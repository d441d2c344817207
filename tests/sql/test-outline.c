/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is known at the cursor of a statement that is being written.
 */
#include "config.h"

#include "sql/ask-sql-outline.h"

#include <string.h>

static const char *const clauses[] = { "start", "select", "from", "on", "where", "group", "having", "order", "limit" };

/* Each table has the columns x and TABLE_id. */
static void
add_columns (const char *schema, const char *table, GPtrArray *columns, gpointer data)
{
  g_ptr_array_add (columns, g_strdup ("x"));
  g_ptr_array_add (columns, g_strdup_printf ("%s_id", table));
}

static void
append_items (GString *text, const char *what, GPtrArray *items, guint n_own)
{
  for (guint i = 0; i < items->len; i++)
    {
      const AskSqlOutlineItem *item = items->pdata[i];

      g_string_append_printf (text, "%s %s%s%s%s",
                              i == 0       ? what
                              : i == n_own ? " /"
                                           : ",",
                              item->name, item->table != NULL ? "=" : "", item->schema != NULL ? item->schema : "",
                              item->schema != NULL ? "." : "");
      if (item->table != NULL)
        g_string_append (text, item->table);
      for (guint c = 0; item->columns != NULL && c < item->columns->len; c++)
        g_string_append_printf (text, "%s%s", c == 0 ? "(" : " ", (char *) item->columns->pdata[c]);
      if (item->columns != NULL)
        g_string_append (text, item->columns->len > 0 ? ")" : "()");
    }
}

/* Returns: (transfer full): "clause [table|operand|on] [typed] [qualifier.] items … ctes … aliases … call … compared …" */
static char *
describe (const char *sql, gsize cursor)
{
  g_autoptr (AskSqlOutline) outline = ask_sql_outline_new (sql, cursor, add_columns, NULL);
  GString *text = g_string_new (NULL);

  if (outline->nothing)
    return g_string_free (g_string_append (text, "nothing"), FALSE);
  g_string_append_printf (text, "%s%s", clauses[outline->clause],
                          outline->wants_table     ? " table"
                          : outline->after_on      ? " on"
                          : outline->wants_operand ? " operand"
                                                   : "");
  if (outline->qualifier != NULL || *outline->typed != '\0' || outline->quote != 0)
    g_string_append_printf (text, " [%s%s%.1s%s]", outline->qualifier != NULL ? outline->qualifier : "",
                            outline->qualifier != NULL ? "." : "", &outline->quote, outline->typed);
  append_items (text, " items", outline->items, outline->n_own);
  append_items (text, " ctes", outline->ctes, G_MAXUINT);
  for (guint i = 0; i < outline->aliases->len; i++)
    g_string_append_printf (text, "%s %s", i == 0 ? " aliases" : ",", (char *) outline->aliases->pdata[i]);
  if (outline->function != NULL)
    g_string_append_printf (text, " call %s %u", outline->function, outline->argument);
  if (outline->compared != NULL)
    g_string_append_printf (text, " compared %s%s%s", outline->compared_with != NULL ? outline->compared_with : "",
                            outline->compared_with != NULL ? "." : "", outline->compared);
  return g_string_free (text, FALSE);
}

/* "^" is the cursor. */
static const struct
{
  const char *sql;
  const char *known;
} cases[] = {
  { "^", "start operand" },
  { "SEL^", "start operand [SEL]" },
  { "SELECT ^", "select operand" },
  { "SELECT co^ FROM city", "select operand [co] items city=city" },
  { "SELECT c.^ FROM city c", "select operand [c.] items c=city" },
  { "SELECT c.na^ FROM city AS c, sales.orders o", "select operand [c.na] items c=city, o=sales.orders" },
  { "SELECT country FROM cus^", "from table [cus]" },
  { "SELECT country FROM ^ WHERE 1", "from table" },
  { "SELECT country FROM city ^", "from items city=city" },
  { "SELECT country FROM city WHERE ^", "where operand items city=city" },
  { "SELECT country FROM city WHERE x ^", "where items city=city" },
  { "SELECT * FROM a JOIN b ON ^", "on on items a=a, b=b" },
  { "SELECT * FROM a LEFT JOIN b ON a.x = b.^", "on operand [b.] items a=a, b=b compared a.x" },
  { "SELECT * FROM a JOIN b USING (^)", "on operand items a=a, b=b" },
  { "SELECT * FROM a x LEFT JOIN ^", "from table items x=a" },
  { "SELECT sum(a.x) AS total, 2 two FROM a GROUP BY 1 ORDER BY to^",
    "order operand [to] items a=a aliases total, two" },
  { "SELECT * FROM t WHERE id IN (SELECT ^ FROM u)", "select operand items u=u / t=t" },
  { "SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.x = t.^)",
    "where operand [t.] items u=u / t=t compared u.x" },
  { "SELECT ^ FROM (SELECT a, b.c, count(*) AS n FROM b) AS s, t", "select operand items s(a c n), t=t" },
  { "SELECT * FROM (SELECT ^ FROM b) s JOIN t", "select operand items b=b" },
  { "SELECT s.^ FROM (SELECT * FROM b) s", "select operand [s.] items s(x b_id)" },
  { "SELECT s.^ FROM (SELECT b.*, 1 AS one FROM a, b) s", "select operand [s.] items s(one x b_id)" },
  { "WITH late AS (SELECT id, name FROM orders), w (p, q) AS (SELECT 1, 2) SELECT ^ FROM late l",
    "select operand items l(id name) ctes late(id name), w(p q)" },
  { "WITH late AS (SELECT id FROM orders) SELECT * FROM l^", "from table [l] ctes late(id)" },
  { "WITH late AS (SELECT ^ FROM orders) SELECT 1", "select operand items orders=orders ctes late()" },
  { "SELECT a FROM t UNION SELECT ^ FROM u", "select operand items u=u" },
  { "SELECT ^ FROM t UNION SELECT b FROM u", "select operand items t=t" },
  { "SELECT substr(name, ^ FROM t", "select operand items t=t call substr 1" },
  { "SELECT round(sum(^), 2) FROM t", "select operand items t=t call sum 0" },
  { "SELECT * FROM t WHERE country = 'Ger^", "where operand ['Ger] items t=t compared country" },
  { "SELECT * FROM t o WHERE o.country IN ('France', ^) AND 1",
    "where operand items o=t compared o.country" },
  { "SELECT \"or^ FROM orders", "select operand [\"or] items orders=orders" },
  { "SELECT 1; SELECT ^ FROM b; SELECT 3 FROM c", "select operand items b=b" },
  { "SELECT 1 -- not he^re\nFROM t", "nothing" },
  { "SELECT 12^ FROM t", "nothing" },
  { "SELECT :na^ FROM t", "nothing" },
  { ") ) FROM ^ ( (", "from table" },
};

static void
test_known (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i].sql, "^", 2);
      g_autofree char *sql = g_strjoinv ("", parts);
      g_autofree char *known = describe (sql, strlen (parts[0]));

      g_test_message ("%s", cases[i].sql);
      g_assert_cmpstr (known, ==, cases[i].known);
    }
}

/* Any text, cut anywhere, and the cursor anywhere. */
static void
test_any (void)
{
  static const char *const pieces[]
    = { "SELECT", "FROM", "(",        ")", ",", ".",     "t", "WITH", "AS", "JOIN",     "ON",   "WHERE", "'",     "\"",
        "--",     "\n",   "GROUP BY", "*", "=", "UNION", "x", "IN",   ";",  "ORDER BY", "sum(", "LIMIT", "USING", "é" };

  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (GString) sql = g_string_new (NULL);
      g_autofree char *known = NULL;
      int n = g_test_rand_int_range (0, 40);

      for (int i = 0; i < n; i++)
        g_string_append_printf (sql, "%s%s", pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))],
                                g_test_rand_bit () ? " " : "");
      known = describe (sql->str, (gsize) g_test_rand_int_range (0, (gint32) sql->len + 1));
      g_assert_nonnull (known);
    }
}

/* No text is so deep that reading it ends the program. */
static void
test_deep (void)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autofree char *known = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append (sql, "(SELECT ");
  known = describe (sql->str, sql->len);
  g_assert_true (g_str_has_prefix (known, "select"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/outline/names-are-known-at-the-cursor", test_known);
  g_test_add_func ("/sql/outline/any-text-has-an-outline", test_any);
  g_test_add_func ("/sql/outline/deep-text-is-read-flat", test_deep);
  return g_test_run ();
}

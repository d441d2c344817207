/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where SQLite has to be told that a value is a decimal, and where it knows. That the rows are then right,
 * test-engine-mixed says.
 */
#include "config.h"

#include "sql/ask-sql-printer.h"

static const struct
{
  const char *sql;
  const char *spelled; /* nullable: nothing to say */
} cases[] = {
  { "SELECT price FROM t ORDER BY price", NULL },
  { "SELECT max(n), coalesce(id, 0), count(price), sum(price), price * 2 FROM t", NULL },
  { "SELECT max(price COLLATE BINARY), (SELECT price COLLATE NOCASE) FROM t", NULL },
  { "SELECT coalesce(price, n), coalesce(price, id / 2.0), max(price, n) FROM t", NULL },
  { "SELECT * FROM t FULL JOIN t AS u USING (price) ORDER BY price", NULL },
  { "SELECT max(price) FROM t", "SELECT CAST(max(price) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT max(price) AS m FROM t GROUP BY id HAVING m > 5 ORDER BY m",
    "SELECT CAST(max(price) AS TEXT) COLLATE decimal AS m FROM t GROUP BY id HAVING m > 5 ORDER BY m" },
  { "SELECT id FROM t GROUP BY id ORDER BY min(price) DESC",
    "SELECT id FROM t GROUP BY id ORDER BY CAST(min(price) AS TEXT) COLLATE decimal DESC" },
  { "SELECT coalesce(price, 0.5, NULL) FROM t", "SELECT CAST(coalesce(price, 0.5, NULL) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT nullif(price, 7), max(price, id) FROM t",
    "SELECT CAST(nullif(price, CAST(7 AS TEXT)) AS TEXT) COLLATE decimal, "
    "CAST(max(price, CAST(id AS TEXT)) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT CASE WHEN id THEN price ELSE 0 END FROM t",
    "SELECT CAST(CASE WHEN id THEN price ELSE 0 END AS TEXT) COLLATE decimal FROM t" },
  { "SELECT lag(price, 1, 0) OVER (ORDER BY id) FROM t",
    "SELECT CAST(lag(price, 1, 0) OVER (ORDER BY id) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT id FROM t WHERE (SELECT max(q.price) FROM t AS q) = price",
    "SELECT id FROM t WHERE CAST((SELECT CAST(max(q.price) AS TEXT) COLLATE decimal FROM t AS q) AS TEXT) COLLATE decimal = price" },
  { "SELECT q.m FROM (SELECT coalesce(max(price), 0) AS m FROM t) AS q WHERE q.m > 1",
    "SELECT q.m FROM (SELECT CAST(coalesce(CAST(max(price) AS TEXT) COLLATE decimal, 0) AS TEXT) COLLATE decimal AS m FROM t) AS q "
    "WHERE q.m > 1" },
};

static AskSqlCatalog *
make_catalog (void)
{
  AskSqlCatalog *catalog = ask_sql_catalog_new ();
  AskSqlTable *table = ask_sql_catalog_add_table (catalog, "one", "t");
  AskSqlColumn *price;

  ask_sql_table_add_column (table, "id", ASK_TYPE_INTEGER, "INTEGER");
  price = ask_sql_table_add_column (table, "price", ASK_TYPE_DECIMAL, "TEXT");
  price->collation = g_strdup ("decimal");
  ask_sql_table_add_column (table, "n", ASK_TYPE_TEXT, "TEXT");
  return catalog;
}

static void
test_spelled (void)
{
  g_autoptr (AskSqlCatalog) catalog = make_catalog ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (cases[i].sql, -1, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      ask_sql_analyse (tree, catalog, &error);
      g_assert_no_error (error);
      g_test_message ("%s", cases[i].sql);
      g_assert_cmpint (ask_sql_spell_decimals (tree), ==, cases[i].spelled != NULL);
      text = ask_sql_print_select (tree->select);
      g_assert_cmpstr (text, ==, cases[i].spelled != NULL ? cases[i].spelled : cases[i].sql);
      /* It says it once. */
      g_assert_false (ask_sql_spell_decimals (tree));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/decimals/spelled", test_spelled);
  return g_test_run ();
}

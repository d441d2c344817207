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
  { "SELECT coalesce(price, n), max(price, n) FROM t", NULL },
  { "SELECT * FROM t FULL JOIN t AS u USING (price) ORDER BY price", NULL },
  { "SELECT max(price) FROM t", "SELECT CAST(max(price) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT max(price) AS m FROM t GROUP BY id HAVING m > 5 ORDER BY m",
    "SELECT CAST(max(price) AS TEXT) COLLATE decimal AS m FROM t GROUP BY id HAVING m > '5' ORDER BY m" },
  { "SELECT id FROM t GROUP BY id ORDER BY min(price) DESC",
    "SELECT id FROM t GROUP BY id ORDER BY CAST(min(price) AS TEXT) COLLATE decimal DESC" },
  { "SELECT coalesce(price, 0.5, NULL) FROM t", "SELECT CAST(coalesce(price, '0.5', NULL) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT nullif(price, 7), max(price, id) FROM t",
    "SELECT CAST(nullif(price, '7') AS TEXT) COLLATE decimal, "
    "CAST(max(price, ask_decimal(id)) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT nullif(7, price) FROM t", "SELECT CASE WHEN '7' = price THEN NULL ELSE 7 END FROM t" },
  { "SELECT CASE WHEN id THEN price ELSE 0 END FROM t",
    "SELECT CAST(CASE WHEN id THEN price ELSE '0' END AS TEXT) COLLATE decimal FROM t" },
  { "SELECT lag(price, 1, 0) OVER (ORDER BY id) FROM t",
    "SELECT CAST(lag(price, 1, '0') OVER (ORDER BY id) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT id FROM t WHERE (SELECT max(q.price) FROM t AS q) = price",
    "SELECT id FROM t WHERE CAST((SELECT CAST(max(q.price) AS TEXT) COLLATE decimal FROM t AS q) AS TEXT) COLLATE decimal = price" },
  { "SELECT q.m FROM (SELECT coalesce(max(price), 0) AS m FROM t) AS q WHERE q.m > 1",
    "SELECT q.m FROM (SELECT CAST(coalesce(CAST(max(price) AS TEXT) COLLATE decimal, '0') AS TEXT) COLLATE decimal AS m FROM t) AS q "
    "WHERE q.m > '1'" },
  /* Literals beside a decimal are the digits that are written. */
  { "SELECT id FROM t WHERE price > 0.00001", "SELECT id FROM t WHERE price > '0.00001'" },
  { "SELECT id FROM t WHERE 1e-6 < price", "SELECT id FROM t WHERE '0.000001' < price" },
  { "SELECT id FROM t WHERE price >= 9223372036854775808", "SELECT id FROM t WHERE price >= '9223372036854775808'" },
  { "SELECT id FROM t WHERE +price > -2.50", "SELECT id FROM t WHERE +price > '-2.5'" },
  { "SELECT id FROM t WHERE price = 0x10", "SELECT id FROM t WHERE price = '16'" },
  { "SELECT id FROM t WHERE price = -0.0", "SELECT id FROM t WHERE price = '0.0'" },
  { "SELECT id FROM t WHERE price = '1e2' OR price IS NULL OR price IS TRUE", NULL },
  { "SELECT id FROM t WHERE price = 5 COLLATE BINARY AND n = 5 AND id > 0.5", NULL },
  /* All other numbers become decimals on the way. */
  { "SELECT price < x FROM t", "SELECT price < ask_decimal(x) FROM t" },
  { "SELECT x / 2 = price FROM t", "SELECT ask_decimal(x / 2) = price FROM t" },
  { "SELECT price = id FROM t", "SELECT id = CAST(price AS INTEGER) AND price = ask_decimal(id) FROM t" },
  { "SELECT price <> id FROM t", "SELECT price <> ask_decimal(id) FROM t" },
  { "SELECT price BETWEEN 1 AND x FROM t", "SELECT price BETWEEN '1' AND ask_decimal(x) FROM t" },
  { "SELECT 5 BETWEEN price AND 10 FROM t", "SELECT CAST('5' AS TEXT) COLLATE decimal BETWEEN price AND '10' FROM t" },
  { "SELECT price IN (1, NULL, 0.1), x IN (price, 2) FROM t",
    "SELECT price IN ('1', NULL, '0.1'), CAST(ask_decimal(x) AS TEXT) COLLATE decimal IN (price, '2') FROM t" },
  { "SELECT (price, id) IN ((1, 2), (3, 4)), (price, id) = (id, 1) FROM t",
    "SELECT (price, id) IN (('1', 2), ('3', 4)), (price, id) = (ask_decimal(id), 1) FROM t" },
  { "SELECT id FROM t WHERE price IN (SELECT x FROM t)",
    "SELECT id FROM t WHERE price IN (SELECT CAST(ask_decimal(x) AS TEXT) COLLATE decimal AS x FROM t)" },
  { "SELECT id FROM t WHERE x IN (SELECT price FROM t)",
    "SELECT id FROM t WHERE CAST(ask_decimal(x) AS TEXT) COLLATE decimal IN (SELECT price FROM t)" },
  { "SELECT CASE price WHEN 1 THEN 'a' WHEN x THEN 'b' END, CASE 1.5 WHEN price THEN 1 WHEN 2 THEN 3 END FROM t",
    "SELECT CASE price WHEN '1' THEN 'a' WHEN ask_decimal(x) THEN 'b' END, "
    "CASE CAST('1.5' AS TEXT) COLLATE decimal WHEN price THEN 1 WHEN '2' THEN 3 END FROM t" },
  { "SELECT coalesce(x, price), max(price, 0.00001), iif(id, x * 2, price) FROM t",
    "SELECT CAST(coalesce(ask_decimal(x), price) AS TEXT) COLLATE decimal, CAST(max(price, '0.00001') AS TEXT) COLLATE decimal, "
    "CAST(iif(id, ask_decimal(x * 2), price) AS TEXT) COLLATE decimal FROM t" },
  { "SELECT x FROM t UNION SELECT price FROM t ORDER BY 1",
    "SELECT CAST(ask_decimal(x) AS TEXT) COLLATE decimal AS x FROM t UNION SELECT price FROM t ORDER BY 1" },
  { "SELECT * FROM (SELECT price FROM t UNION ALL SELECT * FROM (SELECT 1.50 AS y)) AS q WHERE q.price < 2",
    "SELECT * FROM (SELECT price FROM t UNION ALL SELECT CAST(ask_decimal(y) AS TEXT) COLLATE decimal AS y FROM (SELECT 1.50 AS y)) AS q "
    "WHERE q.price < '2'" },
  { "SELECT price FROM t EXCEPT VALUES (1), (NULL), (2.5)",
    "SELECT price FROM t EXCEPT VALUES (CAST('1' AS TEXT) COLLATE decimal), (NULL), (CAST('2.5' AS TEXT) COLLATE decimal)" },
  { "SELECT y, z FROM (SELECT x AS y, 1 AS z FROM t) AS s JOIN (SELECT price AS y FROM t) AS u USING (y)",
    "SELECT s.y AS y, z AS z FROM (SELECT x AS y, 1 AS z FROM t) AS s JOIN (SELECT price AS y FROM t) AS u ON ask_decimal(s.y) = u.y" },
  { "SELECT * FROM (SELECT price AS y, 1 AS z FROM t) AS s NATURAL JOIN (SELECT id AS y FROM t) AS u",
    "SELECT s.y AS y, s.z AS z FROM (SELECT price AS y, 1 AS z FROM t) AS s JOIN (SELECT id AS y FROM t) AS u "
    "ON u.y = CAST(s.y AS INTEGER) AND s.y = ask_decimal(u.y)" },
  { "SELECT y FROM (SELECT x AS y FROM t) AS s FULL JOIN (SELECT price AS y FROM t) AS u USING (y) JOIN (SELECT price AS y FROM t) AS v "
    "USING (y) WHERE y > 1",
    "SELECT CAST(coalesce(ask_decimal(s.y), u.y) AS TEXT) COLLATE decimal AS y FROM (SELECT x AS y FROM t) AS s FULL JOIN (SELECT price AS y FROM t) AS u "
    "ON ask_decimal(s.y) = u.y JOIN (SELECT price AS y FROM t) AS v "
    "ON CAST(coalesce(ask_decimal(s.y), u.y) AS TEXT) COLLATE decimal = v.y "
    "WHERE CAST(coalesce(ask_decimal(s.y), u.y) AS TEXT) COLLATE decimal > '1'" },
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
  ask_sql_table_add_column (table, "x", ASK_TYPE_REAL, "REAL");
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
  g_test_add_func ("/sql/decimals/decimals-are-spelled-where-sqlite-must-be-told", test_spelled);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Definitions put in the place of their names: the exact statements that come of it, what the guardrails
 * say of names that are used wrongly, and definitions that cannot be used.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-define.h"
#include "sql/ask-sql-guard.h"
#include "sql/ask-sql-printer.h"

#define SCHEMA                                                                                    \
  "CREATE TABLE customer (id INTEGER PRIMARY KEY NOT NULL, name TEXT, secret TEXT);"               \
  "CREATE TABLE orders (id INTEGER PRIMARY KEY NOT NULL, customer_id INTEGER"                      \
  "  REFERENCES customer (id), price REAL, cost REAL, note TEXT);"                                 \
  "CREATE TABLE line (order_id INTEGER REFERENCES orders (id), quantity INTEGER);"                 \
  "CREATE TABLE loose (x INT, y INT);"

static AskSqlCatalog *
make_catalog (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  AskSqlCatalog *catalog = ask_fixture_make_catalog (db);
  AskSqlTable *orders = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "orders");
  AskSqlTable *customer = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "customer");
  AskSqlTable *loose = (AskSqlTable *) ask_sql_catalog_find_table (catalog, NULL, "loose");
  AskSqlTable *large = ask_sql_catalog_add_table (catalog, "defined", "large");
  AskSqlTable *again = ask_sql_catalog_add_table (catalog, "defined", "again");
  AskSqlTable *once = ask_sql_catalog_add_table (catalog, "defined", "once");
  AskSqlTable *gone = ask_sql_catalog_add_table (catalog, "defined", "gone");
  AskSqlColumn *secret = customer->columns->pdata[2];

  secret->unlisted = secret->hidden = TRUE;
  ask_sql_table_add_calculated (orders, "margin", ASK_TYPE_REAL, "price - cost");
  ask_sql_table_add_calculated (orders, "label", ASK_TYPE_TEXT, "coalesce(note, 'none')");
  ask_sql_table_add_calculated (orders, "ping", ASK_TYPE_REAL, "pong + 1");
  ask_sql_table_add_calculated (orders, "pong", ASK_TYPE_REAL, "ping - 1");
  ask_sql_table_add_calculated (orders, "sum_up", ASK_TYPE_REAL, "sum(price)");
  ask_sql_table_add_calculated (orders, "sneaky", ASK_TYPE_REAL, "1 FROM customer");
  ask_sql_table_add_calculated (orders, "deep", ASK_TYPE_REAL, "(SELECT 1)");
  ask_sql_table_add_calculated (orders, "typo", ASK_TYPE_REAL, "prize * 2");
  for (guint i = orders->columns->len - 6; i < orders->columns->len; i++)
    ((AskSqlColumn *) orders->columns->pdata[i])->unlisted = TRUE;
  ask_sql_table_add_metric (orders, "revenue", "sum(price)");
  ask_sql_table_add_metric (orders, "profit", "sum(margin)");
  ask_sql_table_add_metric (orders, "order_count", "count(*)");
  ask_sql_table_add_metric (orders, "mean", "revenue / order_count");
  ask_sql_table_add_metric (orders, "round_trip", "round_trip + 1");
  ask_sql_table_add_metric (orders, "plain", "price * 2");
  ask_sql_table_add_metric (loose, "pairs", "count(*)");
  ask_sql_table_set_query (large, "SELECT id AS number, margin FROM orders WHERE margin > 100");
  large->has_rowid = again->has_rowid = once->has_rowid = gone->has_rowid = FALSE;
  ask_sql_table_add_column (large, "id", ASK_TYPE_INTEGER, NULL)->remote = g_strdup ("number");
  ask_sql_table_add_column (large, "margin", ASK_TYPE_REAL, NULL);
  ask_sql_table_set_query (again, "SELECT id FROM once");
  ask_sql_table_add_column (again, "id", ASK_TYPE_INTEGER, NULL);
  ask_sql_table_set_query (once, "SELECT id FROM again");
  ask_sql_table_add_column (once, "id", ASK_TYPE_INTEGER, NULL);
  ask_sql_table_set_query (gone, "SELECT id FROM orders");
  ask_sql_table_add_column (gone, "id", ASK_TYPE_INTEGER, NULL);
  ask_sql_table_add_column (gone, "left_out", ASK_TYPE_INTEGER, NULL);
  sqlite3_close (db);
  return catalog;
}

#define SAME NULL

/* @becomes: SAME where nothing is changed; a text that ends with a full stop is the error. */
static const struct
{
  const char *sql;
  const char *becomes;
} cases[] = {
  { "SELECT price FROM orders", SAME },
  { "SELECT count(*) FROM orders", SAME },
  { "SELECT margin FROM orders",
    "SELECT orders.price - orders.cost AS margin FROM orders" },
  { "SELECT o.margin AS m FROM orders o WHERE MARGIN > 2 ORDER BY m, margin",
    "SELECT o.price - o.cost AS m FROM orders AS o WHERE o.price - o.cost > 2 ORDER BY m, "
    "o.price - o.cost" },
  { "SELECT margin * 2 FROM orders",
    "SELECT (orders.price - orders.cost) * 2 AS \"margin * 2\" FROM orders" },
  /* NULL for a row that is not there is NULL without a price, too. */
  { "SELECT margin FROM customer c LEFT JOIN orders ON customer_id = c.id",
    "SELECT orders.price - orders.cost AS margin FROM customer AS c LEFT JOIN orders ON customer_id "
    "= c.id" },
  /* coalesce() would not be. */
  { "SELECT label FROM customer c LEFT JOIN orders o ON customer_id = c.id",
    "SELECT label FROM customer AS c LEFT JOIN (SELECT orders.customer_id AS customer_id, "
    "coalesce(orders.note, 'none') AS label FROM orders) AS o ON customer_id = c.id" },
  { "SELECT * FROM customer",
    "SELECT customer.id AS id, customer.name AS name FROM customer" },
  { "SELECT secret FROM customer", SAME },
  { "SELECT *, secret FROM customer AS c WHERE secret = 'x'",
    "SELECT c.id AS id, c.name AS name, secret FROM customer AS c WHERE secret = 'x'" },
  { "SELECT c.* FROM customer AS c JOIN line",
    "SELECT c.id AS id, c.name AS name FROM customer AS c JOIN line" },
  { "SELECT id IN customer FROM line", "there is no column “id” here." },
  { "SELECT 1 FROM customer a NATURAL JOIN customer b",
    "SELECT 1 AS \"1\" FROM customer AS a JOIN customer AS b USING (id, name)" },
  { "SELECT * FROM large",
    "SELECT large.id AS id, large.margin AS margin FROM (SELECT q.number AS id, q.margin AS margin "
    "FROM (SELECT id AS number, orders.price - orders.cost AS margin FROM orders WHERE orders.price "
    "- orders.cost > 100) AS q) AS large" },
  /* A CTE does not come between a query and its tables. */
  { "WITH orders AS (SELECT 1 AS x) SELECT x, id FROM orders, large",
    "WITH \"orders 2\" AS (SELECT 1 AS x) SELECT x, id FROM \"orders 2\" AS orders, (SELECT "
    "q.number AS id FROM (SELECT id AS number, orders.price - orders.cost AS margin FROM orders "
    "WHERE orders.price - orders.cost > 100) AS q) AS large" },
  { "SELECT revenue FROM orders", "SELECT sum(orders.price) AS revenue FROM orders" },
  { "SELECT customer_id, o.revenue FROM orders o GROUP BY customer_id HAVING revenue > 5 ORDER BY "
    "o.revenue DESC",
    "SELECT customer_id, sum(o.price) AS revenue FROM orders AS o GROUP BY customer_id HAVING "
    "sum(o.price) > 5 ORDER BY sum(o.price) DESC" },
  { "SELECT profit, mean FROM orders",
    "SELECT sum(orders.price - orders.cost) AS profit, sum(orders.price) / count(*) AS mean FROM "
    "orders" },
  { "SELECT c.name, order_count FROM customer c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY "
    "c.id",
    "SELECT c.name, count(o.id) AS order_count FROM customer AS c LEFT JOIN orders AS o ON "
    "o.customer_id = c.id GROUP BY c.id" },
  /* What a statement said before there was a metric it says still. */
  { "SELECT price AS revenue FROM orders WHERE revenue > 5", SAME },
  { "SELECT customer_id, revenue FROM orders GROUP BY 1 UNION SELECT 1, 2 ORDER BY revenue",
    "SELECT customer_id, sum(orders.price) AS revenue FROM orders GROUP BY 1 UNION SELECT 1 AS "
    "\"1\", 2 AS \"2\" ORDER BY revenue" },
  { "SELECT customer_id, rank() OVER (ORDER BY revenue) AS place FROM orders GROUP BY 1",
    "SELECT customer_id, rank() OVER (ORDER BY sum(orders.price)) AS place FROM orders GROUP BY 1" },
  /* The inner item is called like the outer one's table. */
  { "SELECT (SELECT max(margin) FROM line AS orders) FROM orders",
    "SELECT (SELECT max(margin) AS \"max(margin)\" FROM line AS orders) AS \"(SELECT max(margin) "
    "FROM line AS orders)\" FROM (SELECT orders.price - orders.cost AS margin FROM orders) AS "
    "orders" },

  { "SELECT id FROM orders WHERE revenue > 5",
    "the metric “revenue” is computed from many rows, so it cannot be used in WHERE or ON; use "
    "HAVING." },
  { "SELECT customer_id FROM orders GROUP BY 1 HAVING EXISTS (SELECT 1 FROM line WHERE quantity < revenue)",
    "the metric “revenue” is computed from many rows, so it cannot be used in WHERE or ON; use "
    "HAVING." },
  { "SELECT sum(revenue) FROM orders",
    "the metric “revenue” is an aggregate already and stands inside another one; leave the outer one "
    "out." },
  { "SELECT id FROM orders GROUP BY revenue",
    "the metric “revenue” is computed from the rows of a group, so nothing can be grouped by it." },
  { "SELECT id FROM orders ORDER BY revenue",
    "the metric “revenue” stands in ORDER BY of a SELECT that has no GROUP BY; add one, or select it "
    "too." },
  { "SELECT revenue FROM orders a, orders b",
    "“revenue” is a metric of more than one table; write which one is meant." },
  { "SELECT pairs FROM customer LEFT JOIN loose",
    "the metric “pairs” would count rows that are not there, since an outer join may leave “loose” "
    "out and none of its columns is always filled; compute it in a subquery first." },
  { "SELECT round_trip FROM orders", "the metric “round_trip” is made from itself in a circle." },
  { "SELECT plain FROM orders",
    "the metric “plain” of “orders” has no aggregate, so it is no figure of many rows." },
  { "SELECT ping FROM orders",
    "“ping” of “orders” is calculated from itself in a circle." },
  { "SELECT sum_up FROM orders",
    "“sum_up” of “orders” cannot be calculated: it has an aggregate, sum(), which only a metric may "
    "have." },
  { "SELECT sneaky FROM orders",
    "“sneaky” of “orders” cannot be calculated: it is more than one expression." },
  { "SELECT deep FROM orders",
    "“deep” of “orders” cannot be calculated: it has a subquery; make that a query entity of its "
    "own." },
  { "SELECT typo FROM orders",
    "“typo” of “orders” cannot be calculated: it names “prize”, which is nothing of “orders”." },
  { "SELECT * FROM again", "“again” is made from itself in a circle." },
  { "SELECT left_out FROM gone",
    "The query that “gone” stands for no longer gives a column “left_out”." },
};

static void
test_cases (void)
{
  AskSqlCatalog *catalog = make_catalog ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree = ask_sql_parse (cases[i].sql, -1, &error);
      g_autofree char *sql = NULL;
      gboolean changed = FALSE;

      g_assert_no_error (error);
      if (!ask_sql_define (tree, catalog, &changed, &error))
        {
          const char *words = g_str_has_prefix (error->message, "Line ")
                                ? strstr (error->message, ": ") + 2
                                : error->message;

          g_assert_cmpstr (words, ==, cases[i].becomes);
          continue;
        }
      sql = changed ? ask_sql_print_select (tree->select) : NULL;
      g_assert_cmpstr (sql, ==, cases[i].becomes);

      /* A second time there is nothing left to do. */
      if (changed)
        {
          g_autoptr (AskSqlTree) twice = ask_sql_parse (sql, -1, &error);

          g_assert_no_error (error);
          g_assert_true (ask_sql_define (twice, catalog, &changed, &error));
          g_assert_no_error (error);
          g_assert_false (changed);
        }
    }
  ask_sql_catalog_unref (catalog);
}

/* Two of them stand for queries, one of them twice: their texts were read when the catalogue was filled. */
static void
test_parses (void)
{
  AskSqlCatalog *catalog = make_catalog ();
  guint before = ask_sql_count_parses ();

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSqlTree) tree
        = ask_sql_parse ("SELECT a.id, profit FROM large AS a, large AS b, orders", -1, &error);
      gboolean changed;

      g_assert_true (ask_sql_define (tree, catalog, &changed, &error));
      g_assert_no_error (error);
      g_assert_true (changed);
    }
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 3);
  ask_sql_catalog_unref (catalog);
}

static const struct
{
  const char *sql;
  const char *hints;
} hints[] = {
  { "SELECT margin, label FROM orders", "" },
  { "SELECT customer_id, revenue FROM orders GROUP BY 1", "" },
  { "SELECT revenu FROM orders",
    "Error: “revenu” is not in orders. Did you mean “revenue”?\n" },
  { "SELECT margn FROM orders",
    "Error: “margn” is not in orders. Did you mean “margin”?\n" },
  { "SELECT revenue FROM orders a JOIN orders b ON a.id = b.id",
    "Error: “revenue” is a column of more than one table here. Write “a.revenue” or “b.revenue”.\n" },
  /* What is hidden is offered to nobody. */
  { "SELECT secre FROM customer", "Error: “secre” is not in customer.\n" },
  { "SELECT secret FROM customer", "" },
  { "SELECT id FROM orders WHERE revenue > 5",
    "Error: The metric “revenue” is computed from many rows, so it cannot be used in WHERE or ON; use "
    "HAVING.\n" },
  { "SELECT revenue FROM orders o JOIN line l ON l.order_id = o.id",
    "Warning: sum() counts rows of o several times: each meets several rows of l. Compute it in a "
    "subquery before the join, or leave the join out where it only filters (use EXISTS).\n" },
};

static void
test_guard (void)
{
  AskSqlCatalog *catalog = make_catalog ();

  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      g_autoptr (GPtrArray) found = ask_sql_guard (hints[i].sql, catalog);
      g_autofree char *text = ask_sql_hints_to_text (found);

      g_assert_cmpstr (text, ==, hints[i].hints);
    }
  ask_sql_catalog_unref (catalog);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sql/define/a-defined-name-becomes-its-expression", test_cases);
  g_test_add_func ("/sql/define/texts-of-definitions-are-parsed-once", test_parses);
  g_test_add_func ("/sql/define/wrong-uses-of-definitions-are-told", test_guard);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the guardrails: their exact words for statements such as people and models write, and
 * that they call none of Spider's gold queries wrong that SQLite takes.
 */
#include "config.h"

#include <string.h>

#include "ask-sql-fixture.h"
#include "sql/ask-sql-guard.h"

#define SCHEMA                                                                                    \
  "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"                         \
  "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer (id),"    \
  "  ordered_on TEXT, total REAL);"                                                               \
  "CREATE TABLE line (order_id INTEGER REFERENCES orders (id), product_id INTEGER"                \
  "  REFERENCES product (id), quantity INTEGER, PRIMARY KEY (order_id, product_id));"             \
  "CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT, price REAL);"                         \
  "CREATE TABLE payment (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (id),"        \
  "  amount REAL);"                                                                               \
  "CREATE TABLE museum (name TEXT, town TEXT, visitors INTEGER);"                                 \
  "CREATE TABLE forecast (town TEXT, day TEXT, rain REAL);"

static AskSqlCatalog *
make_catalog (void)
{
  sqlite3 *db = ask_fixture_open (NULL, SCHEMA);
  AskSqlCatalog *catalog = ask_fixture_make_catalog (db);
  const AskSqlTable *museum = ask_sql_catalog_find_table (catalog, NULL, "museum");
  const AskSqlTable *forecast = ask_sql_catalog_find_table (catalog, NULL, "forecast");
  const AskSqlTable *customer = ask_sql_catalog_find_table (catalog, NULL, "customer");
  AskSqlColumn *city = customer->columns->pdata[2];

  ((AskSqlColumn *) museum->columns->pdata[0])->required = g_strdup ("name");
  ((AskSqlColumn *) forecast->columns->pdata[0])->required = g_strdup ("q");
  city->synonyms = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (city->synonyms, g_strdup ("municipality"));
  sqlite3_close (db);
  return catalog;
}

static const struct
{
  const char *sql;
  const char *hints;
} cases[] = {
  { "SELECT name FROM customer",
    "" },
  { "SELECT nam FROM customer",
    "Error: “nam” is not in customer. Did you mean “name”?\n" },
  { "SELECT * UNION ALL SELECT name FROM customer ORDER BY name",
    "Error: “*” needs a FROM.\n" },
  { "SELECT municipality FROM customer",
    "Error: “municipality” is not in customer. Did you mean “city”?\n" },
  { "SELECT customerName FROM orders",
    "Error: “customerName” is not in orders. Did you mean “customer_id”?\n" },
  { "SELECT city FROM orders",
    "Error: “city” is not in orders; customer has it, joined by orders.customer_id = "
    "customer.id.\n" },
  { "SELECT o.city FROM orders o JOIN customer c ON c.id = o.customer_id",
    "Error: “city” is not in o (orders). Write “c.city”.\n" },
  { "SELECT x.city FROM orders o JOIN customer c ON c.id = o.customer_id",
    "Error: “x.city”: no table of this query is called “x” here. Did you mean “c.city”?\n" },
  { "SELECT price FROM orders o",
    "Error: “price” is not in o (orders); product has it.\n" },
  { "SELECT t.* FROM orders t NATURAL LEFT JOIN customer t",
    "Error: “t.*” could be two tables; give one of them another name with AS.\n" },
  { "SELECT o.wibble FROM orders o",
    "Error: “wibble” is not in o (orders).\n" },
  { "SELECT 1 FROM custmer",
    "Error: There is no table “custmer”. Did you mean “customer”?\n" },
  { "SELECT 1 FROM Customers",
    "Error: There is no table “Customers”. Did you mean “customer”?\n" },
  { "SELECT x, y FROM wibble WHERE z = 1",
    "Error: There is no table “wibble”. There are “customer”, “forecast”, “line”, "
    "“museum”, “orders”, “payment” and “product”.\n" },
  { "SELECT nam, cty FROM customer",
    "Error: “nam” is not in customer. Did you mean “name”?\n"
    "Error: “cty” is not in customer. Did you mean “city”?\n" },
  { "SELECT id FROM customer c JOIN orders o ON c.id = o.customer_id",
    "Error: “id” is a column of more than one table here. Write “c.id” or “o.id”.\n" },
  { "SELECT now()",
    "Error: There is no function now(); write datetime('now').\n" },
  { "SELECT year(ordered_on) FROM orders",
    "Error: There is no function year(); write CAST(strftime('%Y', x) AS INTEGER).\n" },
  { "SELECT date_trunc('month', ordered_on) FROM orders",
    "Error: There is no function date_trunc(); write strftime('%Y-%m-01', x) for the "
    "month, strftime('%Y-01-01', x) for the year.\n" },
  { "SELECT median(total) FROM orders",
    "Error: There is no function median(); order the values with row_number() in a "
    "subquery, and take the average of the middle ones.\n" },
  { "SELECT uper(name) FROM customer",
    "Error: There is no function uper(). Did you mean upper()?\n" },
  { "SELECT frobnicate(name) FROM customer",
    "Error: There is no function frobnicate(). Use SQLite's functions.\n" },
  { "SELECT substr(name) FROM customer",
    "Error: Substr() does not take 1 argument.\n" },
  { "SELECT len(name) FROM customer",
    "Error: There is no function len(); write length(x).\n" },
  { "SELECT TOP 5 name FROM customer",
    "Error: SQLite has no TOP; put LIMIT and the number at the end.\n" },
  { "SELECT name FROM customer WHERE name ILIKE 'a%'",
    "Error: There is no ILIKE; LIKE ignores case already.\n" },
  { "SELECT total::int FROM orders",
    "Error: There is no x::type; write CAST(x AS type).\n" },
  { "SELECT name FROM customer WHERE id > ALL (SELECT 1)",
    "Error: There is no comparison with ALL (SELECT …); compare with (SELECT max(x) …).\n" },
  { "SELECT FROM customer",
    "Error: Line 1, column 8: found “FROM” where an expression was expected.\n" },
  { "DELETE FROM customer",
    "Error: Line 1, column 1: DELETE is not allowed here: only one SELECT is.\n" },
  { "SELECT customer_id FROM orders WHERE sum(total) > 5 GROUP BY customer_id",
    "Error: The aggregate sum() cannot be used in WHERE or ON; use HAVING.\n" },
  { "SELECT customer_id FROM orders WHERE count(*) > 5",
    "Error: The aggregate count() cannot be used in WHERE or ON; use HAVING.\n" },
  { "SELECT sum(max(total)) FROM orders",
    "Error: The aggregate max() stands inside another aggregate; compute it in a subquery "
    "first.\n" },
  { "SELECT customer_id, ordered_on, sum(total) FROM orders GROUP BY customer_id",
    "Warning: “ordered_on” is neither grouped by nor in an aggregate, so it is of any one "
    "row of the group. Add it to GROUP BY, or write max(ordered_on).\n" },
  { "SELECT avg(id) FROM customer",
    "Warning: customer.id tells rows apart; its average means nothing. Use the column that holds the amount, or "
    "count(DISTINCT id) for how many there are.\n" },
  { "SELECT city, sum(CAST(customer_id AS REAL)) FROM orders JOIN customer ON customer.id = customer_id GROUP BY city",
    "Warning: orders.customer_id tells rows apart; its sum means nothing. Use the column that holds the amount, or "
    "count(DISTINCT customer_id) for how many there are.\n" },
  { "SELECT avg(total), max(id), count(id) FROM orders",
    "" },
  { "SELECT name FROM customer WHERE id > (SELECT avg(id) FROM orders)",
    "Warning: orders.id tells rows apart; its average means nothing. Use the column that holds the amount, or "
    "count(DISTINCT id) for how many there are.\n" },
  { "SELECT ordered_on, sum(total) FROM orders",
    "Warning: “ordered_on” stands beside an aggregate, so it is of any one row. Add GROUP "
    "BY ordered_on, or leave it out.\n" },
  { "SELECT ordered_on, max(total) FROM orders",
    "" },
  { "SELECT c.name, c.city, count(*) FROM customer c JOIN orders o ON o.customer_id = c.id "
    "GROUP BY c.id",
    "" },
  { "SELECT c.name, count(*) FROM customer c JOIN orders o ON o.customer_id = c.id GROUP "
    "BY o.customer_id",
    "" },
  { "SELECT city, count(*) FROM customer WHERE city = 'Bonn'",
    "" },
  { "SELECT * FROM museum",
    "Error: museum can only be asked with its “name”. Add a condition museum.name = …, or "
    "join it by a column that gives it.\n" },
  { "SELECT * FROM museum WHERE name = 'Plaza'",
    "" },
  { "SELECT * FROM museum WHERE name IN ('Plaza', 'Prado')",
    "" },
  { "SELECT * FROM museum WHERE name LIKE 'P%'",
    "Error: museum can only be asked with its “name”. Add a condition museum.name = …, or "
    "join it by a column that gives it.\n" },
  { "SELECT * FROM museum WHERE name > 'P'",
    "Error: museum can only be asked with its “name”. Add a condition museum.name = …, or "
    "join it by a column that gives it.\n" },
  { "SELECT * FROM museum m JOIN forecast f ON f.town = m.town WHERE m.name = 'Plaza'",
    "" },
  { "SELECT * FROM museum m JOIN forecast f ON f.town = m.town",
    "Error: museum can only be asked with its “name”. Add a condition m.name = …, or join "
    "it by a column that gives it.\n"
    "Error: forecast can only be asked with its “town”. Add a condition f.town = …, or "
    "join it by a column that gives it.\n" },
  { "SELECT * FROM customer c LEFT JOIN forecast f ON f.town = c.city",
    "" },
  { "SELECT * FROM customer c WHERE EXISTS (SELECT 1 FROM forecast f WHERE f.town = c.city)",
    "" },
  { "SELECT * FROM forecast WHERE town IN (SELECT city FROM customer)",
    "" },
  { "SELECT c.name, o.total FROM customer c, orders o",
    "Warning: c and o are joined without a condition, so that each row of one meets every "
    "row of the other. Add ON o.customer_id = c.id.\n" },
  { "SELECT 1 FROM customer, product",
    "Warning: customer and product are joined without a condition, so that each row of one "
    "meets every row of the other. Add a condition, or write CROSS JOIN if that is meant.\n" },
  { "SELECT 1 FROM customer CROSS JOIN product",
    "" },
  { "SELECT 1 FROM customer c, (SELECT max(total) AS m FROM orders) q",
    "" },
  { "SELECT name FROM customer c, orders o WHERE c.id = o.customer_id",
    "" },
  { "SELECT sum(o.total) FROM orders o JOIN line l ON l.order_id = o.id",
    "Warning: sum() counts rows of o several times: each meets several rows of l. Compute "
    "it in a subquery before the join, or leave the join out where it only filters (use "
    "EXISTS).\n" },
  { "SELECT o.id, sum(o.total) FROM orders o JOIN line l ON l.order_id = o.id GROUP BY o.id",
    "Warning: sum() counts rows of o several times: each meets several rows of l. Compute "
    "it in a subquery before the join, or leave the join out where it only filters (use "
    "EXISTS).\n" },
  { "SELECT sum(o.total) FROM orders o JOIN customer c ON c.id = o.customer_id",
    "" },
  { "SELECT sum(l.quantity * p.price) FROM line l JOIN product p ON p.id = l.product_id",
    "" },
  { "SELECT sum(p.price) FROM line l JOIN product p ON p.id = l.product_id",
    "Warning: sum() counts rows of p several times: each meets several rows of l. Compute "
    "it in a subquery before the join, or leave the join out where it only filters (use "
    "EXISTS).\n" },
  { "SELECT max(o.total), count(DISTINCT o.id) FROM orders o JOIN line l ON l.order_id = "
    "o.id",
    "" },
  { "SELECT sum(l.quantity) FROM orders o JOIN line l ON l.order_id = o.id JOIN payment p "
    "ON p.order_id = o.id",
    "Warning: sum() counts rows of l several times: each meets several rows of p. Compute "
    "it in a subquery before the join, or leave the join out where it only filters (use "
    "EXISTS).\n" },
  { "SELECT count(*) FROM orders o JOIN line l ON l.order_id = o.id JOIN payment p ON "
    "p.order_id = o.id",
    "Warning: The joins pair rows of l with rows of another table that have nothing to do "
    "with them, so count(*) counts pairs. Count in a subquery for each table, or use "
    "count(DISTINCT …).\n" },
  { "SELECT count(*) FROM orders o JOIN line l ON l.order_id = o.id",
    "" },
  { "SELECT l.product_id, sum(o.total) FROM orders o JOIN line l ON l.order_id = o.id "
    "GROUP BY l.product_id, l.order_id",
    "" },
  { "SELECT sum(o.total) FROM orders o WHERE EXISTS (SELECT 1 FROM line l WHERE l.order_id "
    "= o.id)",
    "" },
  { "SELECT sum(o.total) FROM orders o JOIN (SELECT order_id, count(*) n FROM line GROUP "
    "BY order_id) q ON q.order_id = o.id",
    "" },
  { "SELECT c.nosuch FROM customer c JOIN orders o ON c.id = o.customer_id",
    "Error: “nosuch” is not in c (customer).\n" },
  { "SELECT name FROM customer GROUP BY city HAVING nam = 'x'",
    "Error: “nam” is not in customer. Did you mean “name”?\n" },
  { "SELECT * FROM customer JOIN orders USING (customer_id)",
    "Error: “customer_id” is not in customer or orders. Did you mean “orders.customer_id”, "
    "“customer.id” or “orders.id”?\n" },
  { "SELECT name FROM customer ORDER BY 3",
    "Error: Term 1 of ORDER BY asks for column 3, but there are columns 1 to 1.\n" },
  { "SELECT name FROM customer UNION SELECT id, name FROM product",
    "Error: The SELECTs of a compound must have as many columns: 1 and 2.\n" },
  { "SELECT id FROM customer WHERE id IN (SELECT id, name FROM product)",
    "Error: IN compares 1 value with 2 columns; they must be as many.\n" },
  { "SELECT row_number() FROM customer",
    "Error: Row_number() needs OVER (…).\n" },
  { "SELECT count(*) FROM customer HAVING city = 'x' AND wibble = 2",
    "Error: “wibble” is not in customer.\n" },
  { "WITH q AS (SELECT nam FROM customer) SELECT * FROM q",
    "Error: “nam” is not in customer or q. Did you mean “q.nam” or “customer.name”?\n" },
  { "SELECT c.id, (SELECT sum(o.total) FROM orders o JOIN line l ON l.order_id = o.id "
    "WHERE o.customer_id = c.id) FROM customer c",
    "Warning: sum() counts rows of o several times: each meets several rows of l. Compute "
    "it in a subquery before the join, or leave the join out where it only filters (use "
    "EXISTS).\n" },
};

static void
test_words (void)
{
  g_autoptr (AskSqlCatalog) catalog = make_catalog ();
  gboolean print = g_getenv ("ASKDATA_PRINT_HINTS") != NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) hints = ask_sql_guard (cases[i].sql, catalog);
      g_autofree char *text = ask_sql_hints_to_text (hints);

      if (print)
        g_test_message ("%s\n%s", cases[i].sql, text);
      if (strcmp (text, cases[i].hints) != 0)
        {
          g_test_message ("%s\n  says     %s  expected %s", cases[i].sql, text, cases[i].hints);
          g_test_fail ();
        }
      for (guint h = 0; h < hints->len; h++)
        {
          const AskSqlHint *hint = hints->pdata[h];

          g_assert_cmpuint (hint->span.end, <=, strlen (cases[i].sql));
          g_assert_cmpuint (hint->span.start, <=, hint->span.end);
        }
    }
}

static void
test_suggestions (void)
{
  static const struct
  {
    const char *sql;
    AskSqlHintKind kind;
    const char *suggestions;
  } wanted[] = {
    { "SELECT nam FROM customer", ASK_HINT_UNKNOWN_COLUMN, "name" },
    { "SELECT city FROM orders", ASK_HINT_UNKNOWN_COLUMN, "customer.city" },
    { "SELECT 1 FROM custmer", ASK_HINT_UNKNOWN_TABLE, "customer" },
    { "SELECT id FROM customer c JOIN orders o ON c.id = o.customer_id", ASK_HINT_AMBIGUOUS,
      "c.id o.id" },
    { "SELECT now()", ASK_HINT_UNKNOWN_FUNCTION, "datetime('now')" },
    { "SELECT 1 FROM customer, orders", ASK_HINT_CROSS_JOIN, "orders.customer_id = customer.id" },
  };
  g_autoptr (AskSqlCatalog) catalog = make_catalog ();

  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (GPtrArray) hints = ask_sql_guard (wanted[i].sql, catalog);
      g_autoptr (GString) text = g_string_new (NULL);
      const AskSqlHint *hint;

      g_assert_cmpuint (hints->len, ==, 1);
      hint = hints->pdata[0];
      g_assert_cmpint (hint->kind, ==, wanted[i].kind);
      for (guint s = 0; s < hint->suggestions->len; s++)
        g_string_append_printf (text, "%s%s", s > 0 ? " " : "",
                                (const char *) hint->suggestions->pdata[s]);
      g_assert_cmpstr (text->str, ==, wanted[i].suggestions);
    }
}

static const char *const kinds[] = { "syntax", "table", "column", "ambiguous", "function",
                                     "aggregate", "parameter", "cross join", "fan-out", "sum of key", "bare" };

typedef struct
{
  guint n;
  guint hints[G_N_ELEMENTS (kinds)];
} Counts;

static void
look_at_query (sqlite3 *db, const AskSqlCatalog *catalog, const char *name, const char *sql,
               gpointer data)
{
  Counts *counts = data;
  g_autofree char *message = NULL;
  gboolean good = ask_fixture_prepare (db, sql, &message) == ASK_FIXTURE_GOOD;
  g_autoptr (GPtrArray) hints = ask_sql_guard (sql, catalog);

  counts->n++;
  for (guint h = 0; h < hints->len; h++)
    {
      const AskSqlHint *hint = hints->pdata[h];

      counts->hints[hint->kind]++;
      if (g_getenv ("ASKDATA_PRINT_HINTS") != NULL)
        g_test_message ("[%s] %s: %s\n    %s", kinds[hint->kind], name, sql, hint->message);
    }
  if (good != (hints->len == 0 || ((AskSqlHint *) hints->pdata[0])->level != ASK_HINT_ERROR))
    {
      g_test_message ("%s\n  SQLite: %s", sql, message);
      g_test_fail ();
    }
}

static void
test_spider (void)
{
  Counts counts = { 0 };

  if (!ask_fixture_foreach_spider (look_at_query, &counts))
    return;
  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (counts.hints[k] > 0)
      g_test_message ("%s: %u hints in %u gold queries", kinds[k], counts.hints[k], counts.n);
  /* They are right, so whatever is said of them is a false alarm, or nearly one. */
  g_assert_cmpuint (counts.hints[ASK_HINT_CROSS_JOIN], <, counts.n / 100);
  g_assert_cmpuint (counts.hints[ASK_HINT_FAN_OUT], <, counts.n / 40);
  g_assert_cmpuint (counts.hints[ASK_HINT_SUM_OF_KEY], <, counts.n / 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  g_test_add_func ("/sql/guard/each-mistake-gets-its-exact-words", test_words);
  g_test_add_func ("/sql/guard/a-mistake-comes-with-a-suggestion", test_suggestions);
  g_test_add_func ("/sql/guard/spider-s-queries-raise-hardly-an-alarm", test_spider);
  return g_test_run ();
}

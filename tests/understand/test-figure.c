/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of groups as few words say them. What each becomes over one shop; that nothing is read where a word is left over;
 * and that a sum over very many rows is a reading, though a trial of it would take too long.
 */
#include "understand-shop.h"

#include <string.h>

static const char shop_sql[]
    = "CREATE TABLE clients (client_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, country TEXT);"
      "CREATE TABLE categories (category_id INTEGER PRIMARY KEY, category_name TEXT);"
      "CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, added_on DATE,"
      "  category_id INTEGER REFERENCES categories);"
      "CREATE TABLE customer_orders (order_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients, order_date DATE,"
      "  order_status_code TEXT, ship_country TEXT, freight REAL);"
      "CREATE TABLE order_lines (line_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES customer_orders,"
      "  product_id INTEGER REFERENCES products, quantity INTEGER, unit_price REAL, returned_on DATE);"
      "CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region_description TEXT);"
      "CREATE TABLE territories (territory_id INTEGER PRIMARY KEY, region_id INTEGER REFERENCES regions);"
      "INSERT INTO regions VALUES (1, 'North'), (2, 'South'); INSERT INTO territories VALUES (1, 1), (2, 1), (3, 2);"
      "CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, tag_name TEXT);"
      "CREATE TABLE product_tags (product_id INTEGER REFERENCES products, tag_id INTEGER REFERENCES tags,"
      "  PRIMARY KEY (product_id, tag_id));"
      "INSERT INTO clients VALUES (1, 'Ann', 'Hill', 'France'), (2, 'Bob', 'Reed', 'Spain'), (3, 'Cy', 'Ford', 'Spain');"
      "INSERT INTO categories VALUES (1, 'Light'), (2, 'Floor');"
      "INSERT INTO products VALUES (1, 'Lamp', '2020-01-01', 1), (2, 'Rug', '2021-01-01', 2), (3, 'Bulb', '2022-01-01', 1);"
      "INSERT INTO customer_orders VALUES (1, 1, '2024-03-04', 'S', 'Peru', 5), (2, 1, '2025-03-05', 'O', 'Chile', 7),"
      "  (3, 2, '2025-05-06', 'S', 'Peru', 9);"
      "INSERT INTO order_lines VALUES (1, 1, 1, 2, 10, NULL), (2, 2, 2, 1, 80, '2025-04-01'), (3, 3, 1, 3, 10, NULL);"
      "INSERT INTO tags VALUES (1, 'new'), (2, 'sale'); INSERT INTO product_tags VALUES (1, 1), (2, 1), (2, 2);";

/* Parts that the first reading's SQL has to have, with "|" between them. */
static const struct
{
  const char *question;
  const char *parts;
} cases[] = {
  { "revenue by category", "category_name|sum(|unit_price * |quantity|GROUP BY" },
  { "sales per client", "first_name|last_name|sum(|GROUP BY|client_id" },
  { "orders by status", "SELECT order_status_code, count(*) FROM customer_orders GROUP BY order_status_code" },
  { "orders by country", "SELECT ship_country, count(*) FROM customer_orders GROUP BY ship_country" },
  { "freight per country", "country, sum(|freight)|GROUP BY|country" },
  { "orders per customer", "first_name|last_name|count(*)|GROUP BY|client_id" },
  { "revenue in 2025", "sum(|order_date >= '2025-01-01'|order_date < '2026-01-01'" },
  { "units sold per category", "category_name|sum(|quantity|GROUP BY" },
  { "products per tag", "tag_name|count(*)|product_tags|GROUP BY|tag_id" },
  { "territories per region", "SELECT T1.region_description, count(*) FROM|GROUP BY T1.region_id" },
  { "which products sold best", "product_name|sum(|quantity|DESC" },
  { "who is our best customer", "first_name|last_name|ORDER BY sum(|DESC LIMIT 1" },
  { "best customers", "first_name|last_name|sum(|ORDER BY sum(|DESC" },
  { "top 2 customers by revenue", "first_name|sum(|DESC LIMIT 2" },
  { "which customer spent the most?", "first_name|GROUP BY|ORDER BY sum(|DESC LIMIT 1" },
  { "best selling category", "category_name|ORDER BY sum(|quantity|DESC LIMIT 1" },
  { "latest order of each customer", "first_name|max(|order_date|GROUP BY" },
  { "first order of every customer", "first_name|min(|order_date|GROUP BY" },
  { "average order value", "sum(unit_price * quantity) * 1.0 / count(DISTINCT order_id)" },
  { "average order value by country", "ship_country|count(DISTINCT |GROUP BY" },
};

static AskInterpretation *
read_question (UnderstandReader *reader, const char *question)
{
  g_autoptr (GError) error = NULL;
  AskInterpretation *found = ask_interpreter_read (reader->interpreter, question, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static void
test_readings (void)
{
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&reader, cases[i].question);
      g_auto (GStrv) parts = g_strsplit (cases[i].parts, "|", -1);
      const char *at;

      g_assert_cmpuint (found->readings->len, >, 0);
      at = ((const AskQuestionReading *) found->readings->pdata[0])->sql;
      g_test_message ("%s: %s", cases[i].question, at);
      for (guint p = 0; parts[p] != NULL && at != NULL; p++)
        {
          at = strstr (at, parts[p]);
          if (at == NULL)
            g_test_fail_printf ("%s lacks “%s”", cases[i].question, parts[p]);
          else
            at += strlen (parts[p]);
        }
    }
  understand_reader_close (&reader);
}

/* What a figure of lines is worked out of is asked, never told, and read back as the same. */
static void
test_average (void)
{
  UnderstandReader reader;
  g_autoptr (AskInterpretation) found = NULL;
  g_autoptr (AskQuestionReading) again = NULL;
  g_autoptr (GError) error = NULL;
  const AskQuestionReading *first;

  understand_reader_open (&reader, shop_sql);
  found = read_question (&reader, "average order value");
  first = found->readings->pdata[0];
  g_assert_false (found->confident);
  g_assert_nonnull (strstr (first->words, "revenue (unit price × quantity) ÷ different order id"));
  again = ask_interpreter_recall (reader.interpreter, first->sql, "", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->sql, ==, first->sql);
  understand_reader_close (&reader);
}

/* A key is a number that nobody sums or takes an average of, whatever it is called. */
static void
test_keys (void)
{
  static const char *const questions[]
    = { "total order id per client", "average client id", "sum of product ids by category", "average order per client",
        "total clients by country" };
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskInterpretation) found = read_question (&reader, questions[i]);

      for (guint r = 0; r < found->readings->len; r++)
        {
          const char *sql = ((const AskQuestionReading *) found->readings->pdata[r])->sql;

          g_assert_false (g_regex_match_simple ("(sum|avg)\\((T[0-9]\\.)?[a-z_]*_id\\)", sql, G_REGEX_CASELESS, 0));
        }
    }
  understand_reader_close (&reader);
}

/* A trial ends after some steps; what it was of is no worse for that. */
static void
test_slow (void)
{
  g_autofree char *sql
    = g_strconcat (shop_sql,
                   "WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 60000)"
                   " INSERT INTO order_lines SELECT i, 1 + i % 3, 1 + i % 3, 1 + i % 7, 10, NULL FROM n;",
                   NULL);
  UnderstandReader reader;
  g_autoptr (AskInterpretation) found = NULL;

  understand_reader_open (&reader, sql);
  found = read_question (&reader, "revenue by category");
  g_assert_cmpuint (found->readings->len, >, 0);
  g_assert_nonnull (strstr (((const AskQuestionReading *) found->readings->pdata[0])->sql, "unit_price * "));
  understand_reader_close (&reader);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/figure/few-words-are-a-figure-of-groups", test_readings);
  g_test_add_func ("/understand/figure/the-value-of-an-order-is-asked-and-read-back", test_average);
  g_test_add_func ("/understand/figure/keys-are-not-summed", test_keys);
  g_test_add_func ("/understand/figure/what-takes-long-is-still-a-reading", test_slow);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Revenue that nobody defined: of the prices and quantities of what was sold. It is asked, never told, its words say how it
 * is worked out, and its SQL is read back as the same.
 */
#include "understand-shop.h"

#include <string.h>

static const char shop_sql[]
    = "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, placed DATE);"
      "CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT, category TEXT);"
      "CREATE TABLE order_line (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders,"
      "  product_id INTEGER REFERENCES product, qty INTEGER, unit_price REAL, %s discount REAL NOT NULL);"
      "INSERT INTO customer VALUES (1, 'Ann', 'Paris'), (2, 'Bob', 'Lyon');"
      "INSERT INTO orders VALUES (1, 1, '2024-03-04'), (2, 1, '2024-03-05'), (3, 2, '2025-05-06');"
      "INSERT INTO product VALUES (1, 'Lamp', 'Light'), (2, 'Rug', 'Floor');"
      "INSERT INTO order_line (order_id, product_id, qty, unit_price, discount) VALUES (1, 1, 2, 10, 0), (2, 2, 1, 80, 0.1),"
      "  (3, 1, 3, 10, 0.05);";

static void
open_shop (UnderstandReader *reader, const char *more)
{
  g_autofree char *sql = g_strdup_printf (shop_sql, more);

  understand_reader_open (reader, sql);
}

static void
test_asked (void)
{
  static const char *const questions[] = { "revenue by category", "total sales per month", "Umsatz pro Jahr" };
  UnderstandReader reader;

  open_shop (&reader, "");
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskInterpretation) found = ask_interpreter_read (reader.interpreter, questions[i], NULL, &error);
      g_autoptr (AskQuestionReading) again = NULL;
      const AskQuestionReading *first;

      g_assert_no_error (error);
      g_assert_cmpuint (found->readings->len, >, 0);
      first = found->readings->pdata[0];
      g_test_message ("%s: %s", questions[i], first->sql);
      g_assert_nonnull (strstr (first->sql, "unit_price * "));
      g_assert_nonnull (strstr (first->sql, "discount))"));
      g_assert_nonnull (strstr (first->words, "revenue (unit price × qty × (1 − discount))"));
      g_assert_false (found->confident);
      again = ask_interpreter_recall (reader.interpreter, first->sql, "", &error);
      if (again == NULL)
        {
          /* A part of a time is not read back, whatever is counted. */
          g_assert_nonnull (strstr (first->sql, "strftime"));
          continue;
        }
      g_assert_cmpstr (again->sql, ==, first->sql);
      g_assert_cmpstr (again->words, ==, first->words);
    }
  understand_reader_close (&reader);
}

/* An attribute that is called so is what is meant. */
static void
test_taken (void)
{
  UnderstandReader reader;

  open_shop (&reader, "revenue REAL,");
  g_assert_cmpuint (reader.shop.domain->metrics->len, ==, 0);
  understand_reader_close (&reader);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/revenue/it-is-asked-with-its-words", test_asked);
  g_test_add_func ("/understand/revenue/an-attribute-of-the-name-is-meant", test_taken);
  return g_test_run ();
}

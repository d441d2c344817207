/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is preferred beside what was learned: tables to views, an order's own date to others, dates of birth for ages.
 */
#include "config.h"

#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-prefer.h"

#include "understand-shop.h"

static const char *const shop_sql
  = "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, shipped_date DATE, order_date DATE, amount REAL);"
    "CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT, birth_date DATE, hire_date DATE);"
    "CREATE VIEW order_totals AS SELECT order_id, amount FROM orders;"
    "INSERT INTO orders VALUES (1, '2025-02-03', '2025-02-01', 5);"
    "INSERT INTO staff VALUES (1, 'Ada', '1990-01-01', '2020-01-01');";

static void
set_up (UnderstandShop *self, gconstpointer data)
{
  understand_shop_open (self, shop_sql);
  understand_shop_make_domain (self);
}

static void
tear_down (UnderstandShop *self, gconstpointer data)
{
  understand_shop_close (self);
}

/* How many preferences speak against @sql. */
static int
count_against (UnderstandShop *self, const char *text, const char *sql)
{
  g_autoptr (AskQuestion) question = understand_shop_ask (self, text);
  g_autoptr (GPtrArray) candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_candidate_free);
  g_autofree float *changes = NULL;
  AskCandidate *candidate = g_new0 (AskCandidate, 1);
  AskGuess guess = { .domain = self->domain, .question = question };

  candidate->draft = understand_shop_read (self, sql);
  g_ptr_array_add (candidates, candidate);
  changes = ask_candidates_prefer (&guess, candidates);
  return changes != NULL ? (int) (-changes[0] / 2) : 0;
}

static void
test_preferred (UnderstandShop *self, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *sql;
    int against;
  } cases[] = {
    { "total amount of orders", "SELECT sum(amount) FROM orders", 0 },
    { "total amount of orders", "SELECT sum(amount) FROM order_totals", 1 },
    { "total amount of order totals", "SELECT sum(amount) FROM order_totals", 0 },
    { "orders in 2025", "SELECT order_id FROM orders WHERE order_date >= '2025-01-01'", 0 },
    { "orders in 2025", "SELECT order_id FROM orders WHERE shipped_date >= '2025-01-01'", 1 },
    { "orders shipped in 2025", "SELECT order_id FROM orders WHERE shipped_date >= '2025-01-01'", 0 },
    { "when was the last order", "SELECT max(shipped_date) FROM orders", 1 },
    { "oldest staff", "SELECT name FROM staff ORDER BY birth_date LIMIT 1", 0 },
    { "oldest staff", "SELECT name FROM staff ORDER BY birth_date DESC LIMIT 1", 1 },
    { "oldest staff", "SELECT name FROM staff ORDER BY hire_date LIMIT 1", 1 },
    { "youngest staff", "SELECT name FROM staff ORDER BY birth_date DESC LIMIT 1", 0 },
    /* Of a person nobody says which date is meant. */
    { "staff since 2019", "SELECT name FROM staff WHERE hire_date >= '2019-01-01'", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s: %s", cases[i].text, cases[i].sql);
      g_assert_cmpint (count_against (self, cases[i].text, cases[i].sql), ==, cases[i].against);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/understand/prefer/what-nobody-names-comes-later", UnderstandShop, NULL, set_up, test_preferred,
              tear_down);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli schema suggest: relationships that nobody declared, offered, accepted and dismissed.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

static void
open_shop (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "shop",
                  "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                  "CREATE TABLE orders (id INTEGER PRIMARY KEY, cust_id INTEGER, product_id INTEGER, total INTEGER);"
                  "CREATE TABLE products (product_id INTEGER PRIMARY KEY, title TEXT);"
                  "INSERT INTO customers VALUES (1, 'Ada', 1), (2, 'Bo', 2), (3, 'Cy', 3), (4, 'Di', 4), (5, 'Ed', 5);"
                  "INSERT INTO products VALUES (1, 'tea'), (2, 'jam');"
                  "INSERT INTO orders VALUES (1, 1, 1, 10), (2, 2, 1, 5), (3, 3, 2, 7), (4, 4, 9, 1), (5, 5, 8, 2)");
}

static gboolean
says (Cli *cli, const char *text)
{
  return strstr (cli->out, text) != NULL;
}

/* Returns: (transfer full): the relationships that are offered, in their order */
static GPtrArray *
list (Cli *cli)
{
  g_autoptr (JsonNode) node = NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  cli_run_good (cli, "schema", "suggest", "--format", "json", NULL);
  node = cli_get_json (cli);
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    {
      JsonObject *one = json_array_get_object_element (json_node_get_array (node), i);

      g_assert_cmpfloat (json_object_get_double_member (one, "confidence"), >=, 0.6);
      g_assert_cmpfloat (json_object_get_double_member (one, "confidence"), <=, 0.99);
      if (strcmp (ask_json_get_string (one, "kind"), "relationship") == 0)
        g_ptr_array_add (names, g_strdup_printf ("%s.%s", ask_json_get_string (one, "from"),
                                                 json_array_get_string_element (
                                                   json_object_get_array_member (one, "from_attributes"), 0)));
    }
  return names;
}

static void
test_offered (void)
{
  Cli cli;
  g_autoptr (GPtrArray) first = NULL;
  g_autoptr (GPtrArray) second = NULL;

  open_shop (&cli);
  g_assert_true (says (&cli, "relationship"));
  g_assert_true (says (&cli, "likely: askdata-cli schema suggest"));
  cli_run_good (&cli, "schema", "suggest", NULL);
  g_assert_true (says (&cli, "orders.cust_id → customers.id"));
  g_assert_true (says (&cli, "cust_id looks like the key of customers; all 5 values occur there."));
  first = list (&cli);
  g_assert_cmpuint (first->len, >=, 1);
  g_assert_cmpstr (first->pdata[0], ==, "orders.cust_id");

  /* Nothing is there that nobody accepted. */
  cli_run_good (&cli, "schema", "show", "--format", "json", NULL);
  g_assert_false (says (&cli, "\"cust_id\"\n        ]"));
  g_assert_cmpint (cli_run (&cli, "schema", "suggest", "--accept", "99", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "schema", "suggest", "--accept", "1", "--dismiss", "1", NULL), ==, 2);
  g_assert_cmpint (cli_run (&cli, "schema", "suggest", "--accept-all-above", "much", NULL), ==, 2);

  cli_run_good (&cli, "schema", "suggest", "--accept", "1", NULL);
  g_assert_true (says (&cli, "Accepted orders.cust_id → customers.id"));
  cli_run_good (&cli, "schema", "versions", NULL);
  g_assert_true (says (&cli, "Accepted orders.cust_id → customers.id"));
  cli_run_good (&cli, "schema", "show", "--format", "mermaid", NULL);
  g_assert_true (says (&cli, "cust_id"));
  second = list (&cli);
  g_assert_cmpuint (second->len, ==, first->len - 1);
  g_assert_false (g_ptr_array_find_with_equal_func (second, "orders.cust_id", g_str_equal, NULL));
  cli_close (&cli);
}

static void
test_dismissed (void)
{
  Cli cli;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GPtrArray) again = NULL;

  open_shop (&cli);
  before = list (&cli);
  cli_run_good (&cli, "schema", "suggest", "--dismiss", "1", NULL);
  g_assert_true (says (&cli, "Dismissed orders.cust_id → customers.id"));
  after = list (&cli);
  g_assert_cmpuint (after->len, ==, before->len - 1);
  /* A new name does not bring it back. */
  cli_run_good (&cli, "schema", "rename", "orders.cust_id", "buyer", NULL);
  cli_run_good (&cli, "schema", "rename", "orders", "purchases", NULL);
  again = list (&cli);
  g_assert_cmpuint (again->len, ==, after->len);
  cli_run_good (&cli, "schema", "suggest", "--recall", NULL);
  g_assert_true (says (&cli, "purchases.buyer → customers.id"));
  cli_run_good (&cli, "schema", "suggest", "--accept-all-above", "0.8", NULL);
  g_assert_true (says (&cli, "Accepted purchases.buyer → customers.id"));
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/suggest/an-undeclared-relationship-is-offered-and-taken", test_offered);
  g_test_add_func ("/cli/suggest/what-is-dismissed-is-not-offered-again", test_dismissed);
  return g_test_run ();
}

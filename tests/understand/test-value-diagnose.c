/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why a query gives no row: the part that is to blame is named, with what there is without it.
 */
#include "config.h"

#include "understand/value/ask-value-diagnose.h"

#include <string.h>

#include "store/store-fixture.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-table.h"

static const char *const shop_sql
    = "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
      "INSERT INTO customers VALUES (1, 'Ada', 'Lyon'), (2, 'Bo', 'Ulm '), (3, 'Cy', 'Bonn');"
      "CREATE TABLE orders (id INTEGER, customer_id INTEGER, status TEXT, total INTEGER, code TEXT);"
      "INSERT INTO orders VALUES (1, 1, 'shipped', 10, 'a'), (2, 1, 'shipped', 20, 'b'), (3, 2, 'open', 30, 'c'),"
      " (4, 9, 'lost', 40, 'd');"
      "CREATE TABLE codes (code TEXT, word TEXT); INSERT INTO codes VALUES ('A ', 'x'), ('B', 'y');"
      "CREATE TABLE vacant (id INTEGER)";

static GPtrArray *
diagnose (AskEngine *engine, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);
  GPtrArray *reasons;

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 0);
  reasons = ask_value_diagnose (engine, sql, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < reasons->len; i++)
    g_test_message ("%s → %s", sql, ((AskEmptyReason *) reasons->pdata[i])->text);
  return reasons;
}

static void
test_reasons (void)
{
  static const struct
  {
    const char *sql;
    AskEmptyKind kind;
    const char *what;
    gint64 without;
    gint64 loose;
    const char *text;
  } cases[] = {
    { "SELECT id FROM orders WHERE status = 'shiped'", ASK_EMPTY_CONDITION, "status = 'shiped'", 4, 0,
      "No row of orders has status 'shiped'. Without that condition there are 4 rows." },
    { "SELECT id FROM orders WHERE status = 'SHIPPED' AND total > 15", ASK_EMPTY_CONDITION, "status = 'SHIPPED'", 3, 2,
      "No row of orders has status 'SHIPPED'. Without regard to case and outer blanks 2 rows do. Without that condition "
      "there are 3 rows." },
    { "SELECT name FROM customers AS c WHERE c.city = 'Ulm'", ASK_EMPTY_CONDITION, "c.city = 'Ulm'", 3, 1, "1 row does." },
    { "SELECT sum(total) FROM orders WHERE total > 100 GROUP BY status ORDER BY 1 LIMIT 3", ASK_EMPTY_CONDITION,
      "total > 100", 4, -1, "No row of orders fulfils “total > 100”." },
    { "SELECT 1 FROM orders WHERE status = 'open' AND total < 15", ASK_EMPTY_TOGETHER, NULL, -1, -1,
      "Each condition has rows, and no row fulfils all of them." },
    { "SELECT 1 FROM orders WHERE total > 5 AND status = 'open' AND total < 15", ASK_EMPTY_TOGETHER,
      "status = 'open' AND total < 15", 4, -1, "No row fulfils both “status = 'open'” and “total < 15”." },
    { "SELECT 1 FROM orders AS o JOIN codes AS k ON o.code = k.code", ASK_EMPTY_JOIN, "o.code = k.code", -1, 2,
      "No row of codes joins with orders by “o.code = k.code”." },
    { "SELECT 1 FROM customers JOIN orders ON customers.id = orders.customer_id WHERE status = 'lost'",
      ASK_EMPTY_CONDITION, "status = 'lost'", 3, -1, "“status = 'lost'” holds for 1 row of orders, and it does not join." },
    { "SELECT 1 FROM customers, vacant", ASK_EMPTY_TABLE, "vacant", -1, -1, "There is no row in vacant." },
    { "SELECT 1 FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE status = 'opne')", ASK_EMPTY_CONDITION,
      "id IN (SELECT customer_id FROM orders WHERE status = 'opne')", 3, -1, "No row of customers fulfils" },
    { "SELECT 1 FROM (SELECT id FROM orders WHERE status = 'opne') AS s", ASK_EMPTY_TABLE, "s", -1, -1,
      "There is no row in s." },
    { "SELECT status FROM orders GROUP BY status HAVING count(*) > 5", ASK_EMPTY_HAVING, "count(*) > 5", 4, -1,
      "There are 4 rows, and no group of them fulfils “count(*) > 5”." },
    { "SELECT id FROM orders LIMIT 5 OFFSET 10", ASK_EMPTY_LIMIT, NULL, 4, -1, "There are 4 rows, and LIMIT" },
    { "SELECT count(*) FROM orders HAVING count(*) > 5", ASK_EMPTY_HAVING, "count(*) > 5", 4, -1, "no group" },
    { "SELECT name FROM customers INTERSECT SELECT status FROM orders LIMIT 3", ASK_EMPTY_SIDES, NULL, -1, -1,
      "Its sides give rows, and INTERSECT leaves none of them." },
    { "SELECT id FROM customers INTERSECT SELECT id FROM orders WHERE status = 'x'", ASK_EMPTY_CONDITION, "status = 'x'",
      4, 0, "No row of orders has status 'x'." },
    { "SELECT id FROM customers EXCEPT SELECT id FROM orders", ASK_EMPTY_SIDES, NULL, -1, -1, "EXCEPT" },
    { "WITH o AS (SELECT * FROM orders) SELECT 1 FROM o WHERE o.status = 'x'", ASK_EMPTY_CONDITION, "o.status = 'x'", 4, 0,
      "No row of o has status 'x'." },
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) reasons = diagnose (engine, cases[i].sql);
      const AskEmptyReason *first;

      g_assert_cmpuint (reasons->len, >, 0);
      first = reasons->pdata[0];
      g_assert_cmpint (first->kind, ==, cases[i].kind);
      g_assert_cmpstr (first->what, ==, cases[i].what);
      g_assert_cmpint (first->without, ==, cases[i].without);
      g_assert_cmpint (first->loose, ==, cases[i].loose);
      if (strstr (first->text, cases[i].text) == NULL)
        g_error ("“%s” is not in: %s", cases[i].text, first->text);
    }
}

/* What is inside of parentheses is looked at, too. */
static void
test_inner (void)
{
  static const char *const queries[] = {
    "SELECT 1 FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE status = 'opne')",
    "SELECT 1 FROM (SELECT id FROM orders WHERE status = 'opne') AS s",
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GPtrArray) reasons = diagnose (engine, queries[i]);

      g_assert_cmpuint (reasons->len, ==, 2);
      g_assert_cmpstr (((AskEmptyReason *) reasons->pdata[1])->what, ==, "status = 'opne'");
    }
}

/* What cannot be looked into is an error or says nothing; Cancel ends it. */
static void
test_limits (void)
{
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (shop->workspace, &error);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GPtrArray) reasons = NULL;

  g_assert_no_error (error);
  g_assert_null (ask_value_diagnose (engine, "SELECT nowhere FROM orders", NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (ask_value_diagnose (engine, "SELECT id FROM orders WHERE status = 'x'", cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  reasons = ask_value_diagnose (engine, "SELECT 1 WHERE 0", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reasons->len, ==, 0);
}

/* What OFFSET leaves out, or what is empty for another reason, was not emptied by INTERSECT. */
static void
test_unions (void)
{
  static const char *const queries[] = {
    "SELECT id FROM customers UNION SELECT id FROM orders LIMIT 5 OFFSET 10",
    "SELECT id FROM customers UNION ALL SELECT id FROM orders LIMIT 5 OFFSET 10",
    "SELECT id FROM customers INTERSECT SELECT id FROM orders LIMIT 5 OFFSET 10",
    "SELECT id FROM customers UNION SELECT id FROM orders EXCEPT SELECT id FROM orders EXCEPT SELECT id FROM customers",
  };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GPtrArray) reasons = diagnose (engine, queries[i]);

      for (guint r = 0; r < reasons->len; r++)
        g_assert_cmpint (((AskEmptyReason *) reasons->pdata[r])->kind, !=, ASK_EMPTY_SIDES);
    }
}

/* A steward's query over an API: to diagnose it would call the API again. */
static void
test_api (void)
{
  static const char *const parameters[] = { "id", NULL };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  g_autofree char *path = store_fixture_file (fixture, "table.sqlite");
  AskTestTable table = { .path = path, .paging = ASK_PAGING_PAGE, .page_size = 7 };
  g_autoptr (AskTestServer) server = ask_test_server_new (ask_test_table_handle, &table);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, "none");
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GPtrArray) reasons = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autoptr (GError) error = NULL;
  AskEntity *query;

  store_exec (path, "CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT); INSERT INTO a VALUES (1, 'x'), (2, 'y')");
  config->base_url = ask_test_server_dup_url (server, "");
  g_ptr_array_add (configs, config);
  ask_schema_add_entity (schema, ask_test_table_new_entity (&table, "api", "a", parameters, NULL));
  query = ask_schema_add_entity (schema, ask_entity_new ("few", "", "", ASK_ENTITY_QUERY));
  query->query = g_strdup ("SELECT id, g FROM a");
  ask_entity_add_attribute (query, "id", "id", ASK_TYPE_ANY);
  ask_entity_add_attribute (query, "g", "g", ASK_TYPE_ANY);
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  ask_test_server_forget (server);
  reasons = ask_value_diagnose (engine, "SELECT id FROM few WHERE g = 'z'", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reasons->len, ==, 0);
  requests = ask_test_server_dup_requests (server);
  g_assert_cmpuint (requests->len, ==, 0);
}

/* Drawn queries over drawn conditions: each reason that names a condition as one that no row fulfils is true. */
static void
test_drawn (void)
{
  static const char *const conditions[] = { "status = 'open'", "status = 'opne'", "total > 25", "total < 15", "total > 99",
                                            "customer_id = 1", "id IN (1, 4)", "code LIKE 'd%'", "status <> 'lost'",
                                            "(total > 35 OR id = 2)" };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (shop->workspace, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (GString) sql = g_string_new ("SELECT id FROM orders WHERE ");
      g_autoptr (AskResult) result = NULL;
      g_autoptr (GPtrArray) reasons = NULL;
      gint32 n = g_test_rand_int_range (1, 5);

      for (gint32 c = 0; c < n; c++)
        g_string_append_printf (sql, "%s%s", c > 0 ? " AND " : "",
                                conditions[g_test_rand_int_range (0, G_N_ELEMENTS (conditions))]);
      result = ask_engine_query (engine, sql->str, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      if (ask_rows_get_n_rows (result->rows) > 0)
        continue;
      reasons = diagnose (engine, sql->str);
      g_assert_cmpuint (reasons->len, >, 0);
      for (guint r = 0; r < reasons->len; r++)
        {
          const AskEmptyReason *reason = reasons->pdata[r];
          g_autofree char *check = g_strdup_printf ("SELECT id FROM orders WHERE %s", reason->what);
          g_autoptr (AskResult) alone = NULL;

          if (reason->what == NULL || reason->without < 0)
            continue;
          alone = ask_engine_query (engine, check, NULL, NULL, NULL, &error);
          g_assert_no_error (error);
          if (reason->kind == ASK_EMPTY_CONDITION)
            g_assert_cmpuint (ask_rows_get_n_rows (alone->rows), ==, 0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/value-diagnose/the-part-that-is-to-blame-is-named", test_reasons);
  g_test_add_func ("/understand/value-diagnose/a-query-within-is-looked-at-too", test_inner);
  g_test_add_func ("/understand/value-diagnose/what-cannot-be-counted-is-not-said", test_limits);
  g_test_add_func ("/understand/value-diagnose/a-union-is-not-emptied-by-intersect", test_unions);
  g_test_add_func ("/understand/value-diagnose/a-query-over-an-api-does-not-call-it", test_api);
  g_test_add_func ("/understand/value-diagnose/what-is-said-is-true", test_drawn);
  return g_test_run ();
}

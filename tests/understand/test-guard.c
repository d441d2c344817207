/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Clients without sales", where one sale lacks its client: NOT IN over a NULL gives no row at all, so no draft is printed
 * with one. Over a file and over a web API; and what is printed is read back as what was meant.
 */
#include "understand-shop.h"

#include <string.h>

#include "sql/ask-sql-parser.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-table.h"

static const char shop_sql[]
    = "CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
      "CREATE TABLE sale (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client, amount REAL, keeper_id INTEGER NOT NULL);"
      "INSERT INTO client VALUES (1, 'Ann'), (2, 'Bo'), (3, 'Cy'), (4, 'Di');"
      "INSERT INTO sale VALUES (1, 1, 5, 2), (2, NULL, 90, 2), (3, 2, 70, 2), (4, NULL, 20, 2);";

typedef struct
{
  const char *sql;
  const char *printed;
  const char *rows;
} Case;

static const Case cases[] = {
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale)",
    "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale WHERE client_id IS NOT NULL)", "Cy Di" },
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale WHERE amount > 10)",
    "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale WHERE amount > 10 AND client_id IS NOT NULL)",
    "Ann Cy Di" },
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale WHERE amount > 80 OR amount = 5)",
    "SELECT name FROM client WHERE id NOT IN "
    "(SELECT client_id FROM sale WHERE (amount = 5 OR amount > 80) AND client_id IS NOT NULL)",
    "Bo Cy Di" },
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale GROUP BY client_id HAVING count(*) = 1)",
    "SELECT name FROM client WHERE id NOT IN "
    "(SELECT client_id FROM sale WHERE client_id IS NOT NULL GROUP BY client_id HAVING count(*) = 1)",
    "Cy Di" },
  { "SELECT name FROM client WHERE id NOT IN (SELECT max(client_id) FROM sale GROUP BY amount)",
    "SELECT name FROM client WHERE id NOT IN (SELECT max(client_id) FROM sale WHERE client_id IS NOT NULL GROUP BY amount)",
    "Cy Di" },
  /* The two largest: one of them has no client. */
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale ORDER BY amount DESC LIMIT 2)",
    "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM "
    "(SELECT client_id FROM sale ORDER BY amount DESC LIMIT 2) WHERE client_id IS NOT NULL)",
    "Ann Cy Di" },
  { "SELECT name FROM client WHERE id NOT IN (SELECT client_id FROM sale UNION SELECT keeper_id FROM sale)",
    "SELECT name FROM client WHERE id NOT IN "
    "(SELECT client_id FROM sale WHERE client_id IS NOT NULL UNION SELECT keeper_id FROM sale)",
    "Cy Di" },
  /* Declared never to be NULL, and a set, which takes NULL for a value as any other. */
  { "SELECT name FROM client WHERE id NOT IN (SELECT keeper_id FROM sale)",
    "SELECT name FROM client WHERE id NOT IN (SELECT keeper_id FROM sale)", "Ann Cy Di" },
  { "SELECT id FROM client EXCEPT SELECT client_id FROM sale", "SELECT id FROM client EXCEPT SELECT client_id FROM sale",
    "3 4" },
  { "SELECT name FROM client WHERE id IN (SELECT client_id FROM sale)",
    "SELECT name FROM client WHERE id IN (SELECT client_id FROM sale)", "Ann Bo" },
};

static AskDraft *
read_draft (AskDomain *domain, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSqlTree) tree = ask_sql_parse (sql, -1, &error);
  AskDraft *draft;

  g_assert_no_error (error);
  draft = ask_draft_from_tree (domain, tree, &error);
  g_assert_no_error (error);
  return draft;
}

static void
check_rows (AskEngine *engine, const char *sql, const char *expected)
{
  const AskLimits limits = { 100, 1 << 20, 10000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, &limits, NULL, NULL, &error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *joined = NULL;

  g_assert_no_error (error);
  for (gsize i = 0; i < ask_rows_get_n_rows (result->rows); i++)
    g_ptr_array_add (names, ask_value_to_text (ask_rows_get (result->rows, i, 0)));
  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (" ", (char **) names->pdata);
  g_assert_cmpstr (joined, ==, expected);
}

static void
check_cases (AskDomain *domain, AskEngine *engine)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskDraft) draft = read_draft (domain, cases[i].sql);
      g_autofree char *printed = ask_draft_to_sql (draft, domain, 0);
      g_autoptr (AskDraft) again = NULL;

      g_assert_cmpstr (printed, ==, cases[i].printed);
      check_rows (engine, printed, cases[i].rows);
      again = read_draft (domain, printed);
      g_assert_true (ask_draft_equal (draft, again));
    }
}

static void
test_file (void)
{
  UnderstandReader reader;

  understand_reader_open (&reader, shop_sql);
  check_cases (reader.shop.domain, reader.engine);
  understand_reader_close (&reader);
}

static void
test_api (void)
{
  static const char *const parameters[] = { "id", NULL };
  g_autoptr (StoreShop) shop = store_shop_new (shop_sql);
  g_autofree char *path = store_fixture_file (shop->fixture, "served.sqlite");
  AskTestTable table = { .path = path, .paging = ASK_PAGING_PAGE, .page_size = 3 };
  g_autoptr (AskTestServer) server = ask_test_server_new (ask_test_table_handle, &table);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  AskSourceConfig *config = ask_source_config_new ("api", &ask_rest_kind, "none");
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskDomain) domain = NULL;
  g_autoptr (GError) error = NULL;
  AskEntity *sale;

  store_exec (path, shop_sql);
  config->base_url = ask_test_server_dup_url (server, "");
  g_ptr_array_add (configs, config);
  ask_schema_add_entity (schema, ask_test_table_new_entity (&table, "api", "client", parameters, NULL));
  sale = ask_schema_add_entity (schema, ask_test_table_new_entity (&table, "api", "sale", parameters, NULL));
  ask_entity_find_attribute (sale, "keeper_id")->nullable = FALSE;
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  domain = ask_domain_new (shop->workspace, schema, NULL, &error);
  g_assert_no_error (error);
  check_cases (domain, engine);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/guard/not-in-a-file", test_file);
  g_test_add_func ("/understand/guard/not-in-a-web-api", test_api);
  return g_test_run ();
}

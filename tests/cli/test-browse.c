/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli browse and profile: what is in an entity, for people and for other programs.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

static const char shop[]
  = "CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "INSERT INTO city VALUES (1, 'Ulm'), (2, 'Bonn'), (3, 'Jena');"
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city_id INTEGER REFERENCES city (id), zip TEXT);"
    "INSERT INTO customer VALUES (1, 'Ana', 1, '89073'), (2, 'Bo ', 1, '89073'), (3, 'Cy', 2, 'D-53111'),"
    "  (4, NULL, NULL, '07743'), (5, 'Eve', 9, NULL);";

static void
test_browse (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop", shop);
  cli_run_good (&cli, "browse", "customer", "--rows", "2", "--page", "2", "--columns", "id,name", "--format", "csv",
                NULL);
  g_assert_cmpstr (cli.out, ==, "id,name\r\n3,Cy\r\n4,\r\n");
  cli_run_good (&cli, "browse", "customer", "--order", "-city_id,name", "--where", "id < 5", "--columns", "id",
                "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "id\r\n3\r\n1\r\n2\r\n4\r\n");
  g_assert_cmpint (cli_run (&cli, "browse", "customer", "--rows", "4", NULL), ==, 0);
  g_assert_nonnull (strstr (cli.err, "Rows 1 to 4; there may be more"));
  g_assert_cmpint (cli_run (&cli, "browse", "customer", "--page", "7", NULL), ==, 0);
  g_assert_nonnull (strstr (cli.err, "No rows on this page"));
  cli_close (&cli);
}

static void
test_browse_json (void)
{
  g_autoptr (JsonNode) json = NULL;
  JsonObject *page;
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop", shop);
  cli_run_good (&cli, "browse", "city", "--rows", "2", "--format", "json", NULL);
  json = cli_get_json (&cli);
  page = json_node_get_object (json);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (page, "rows")), ==, 2);
  g_assert_true (json_object_get_boolean_member (page, "more"));
  g_assert_cmpstr (json_object_get_string_member (page, "sql"), ==, "SELECT id, name FROM city ORDER BY id LIMIT 2");
  cli_close (&cli);
}

static void
test_profile (void)
{
  g_autoptr (JsonNode) json = NULL;
  JsonObject *profile, *zip, *match;
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop", shop);
  cli_run_good (&cli, "profile", "customer", "--format", "json", NULL);
  json = cli_get_json (&cli);
  profile = json_node_get_object (json);
  g_assert_cmpint (json_object_get_int_member (profile, "rows"), ==, 5);
  g_assert_cmpstr (json_object_get_string_member (profile, "sample"), ==, "all");
  zip = json_array_get_object_element (json_object_get_array_member (profile, "attributes"), 3);
  g_assert_cmpstr (json_object_get_string_member (zip, "name"), ==, "zip");
  g_assert_cmpint (json_object_get_int_member (zip, "empty"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (zip, "distinct"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (zip, "look_like_numbers"), ==, 3);
  match = json_array_get_object_element (json_object_get_array_member (profile, "relationships"), 0);
  g_assert_cmpint (json_object_get_int_member (match, "checked"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (match, "found"), ==, 2);
  cli_close (&cli);
}

static void
test_profile_text (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop", shop);
  cli_run_good (&cli, "profile", "customer", NULL);
  g_assert_nonnull (strstr (cli.out, "customer (shop): 5 rows\nKey: id; tells all rows apart\n"));
  g_assert_nonnull (strstr (cli.out, "1 with outer blanks"));
  g_assert_nonnull (strstr (cli.out, "customer (city_id) → city (id): 2 of 3 values found (67 %)\n"));
  cli_run_good (&cli, "profile", "customer", "--sample", "2", NULL);
  g_assert_nonnull (strstr (cli.out, "customer (shop): 5 rows; 2 rows, the first ones, were looked at\n"));
  cli_close (&cli);
}

/* Money, dates and shares stand there as everywhere: with their unit, and as people write them. */
static void
test_profile_units (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop",
                  "CREATE TABLE bill (id INTEGER PRIMARY KEY, amount_eur REAL, weight_kg INTEGER, paid DATE);"
                  "INSERT INTO bill VALUES (1001, 712165.79, 1200, '2024-05-31'), (1002, 12.5, 3, '2024-06-01');");
  cli_run_good (&cli, "profile", "bill", NULL);
  g_assert_nonnull (strstr (cli.out, "€712,165.79"));
  g_assert_nonnull (strstr (cli.out, "1,200\302\240kg"));
  g_assert_nonnull (strstr (cli.out, "1001"));
  cli_run_good (&cli, "profile", "bill", "--format", "json", NULL);
  g_assert_nonnull (strstr (cli.out, "712165.79"));
  cli_close (&cli);
}

static void
test_api (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sample (&cli);
  g_assert_cmpint (cli_run (&cli, "browse", "shipments", "--rows", "3", NULL), ==, 0);
  g_assert_nonnull (strstr (cli.err, "Rows 1 to 3; there may be more; 1 call\n"));
  g_assert_cmpint (cli_run (&cli, "browse", "stock", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "only for a given value. Say which: warehouse_id."));
  g_assert_cmpint (cli_run (&cli, "browse", "stock", "--where", "warehouse_id = 'HAM'", "--rows", "2", NULL), ==, 0);
  cli_close (&cli);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *words[6];
    int code;
    const char *says;
  } cases[] = {
    { { "browse" }, 2, "ENTITY" },
    { { "browse", "custmer" }, 1, "There is no entity “custmer”. Names that are like it: customer." },
    { { "browse", "customer", "--order", "size" }, 1, "“customer” has no attribute “size”." },
    { { "browse", "customer", "--page", "0" }, 2, "--page" },
    { { "browse", "customer", "--format", "xml" }, 2, "xml" },
    { { "profile", "nowhere" }, 1, "There is no entity “nowhere”." },
    { { "profile", "customer", "--sample", "5", "--all" }, 2, "--sample" },
  };
  Cli cli;

  cli_open (&cli);
  cli_add_sqlite (&cli, "shop", shop);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (cli_run_words (&cli, (char **) cases[i].words), ==, cases[i].code);
      g_assert_nonnull (strstr (cli.err, cases[i].says));
    }
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/browse/pages-are-ordered-and-narrowed", test_browse);
  g_test_add_func ("/cli/browse/json-has-the-query-and-what-follows", test_browse_json);
  g_test_add_func ("/cli/browse/a-profile-is-there-for-programs", test_profile);
  g_test_add_func ("/cli/browse/a-profile-is-there-for-people", test_profile_text);
  g_test_add_func ("/cli/browse/a-profile-has-units-and-groups-of-digits", test_profile_units);
  g_test_add_func ("/cli/browse/an-api-s-calls-are-told", test_api);
  g_test_add_func ("/cli/browse/what-is-wrong-is-said", test_refusals);
  return g_test_run ();
}

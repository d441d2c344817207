/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A steward's day on the command line: edits and the way back, verified questions over the time, and
 * what a change would do before it is made.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

static void
exec (Cli *cli, const char *sql)
{
  g_autofree char *path = cli_path (cli, "shop.sqlite");
  sqlite3 *db = NULL;
  char *message = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  sqlite3_exec (db, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
  sqlite3_close (db);
}

static void
open_shop (Cli *cli)
{
  g_autofree char *path = NULL;

  cli_open (cli);
  path = cli_path (cli, "shop.sqlite");
  exec (cli, "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
             "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, total INTEGER);"
             "INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo');"
             "INSERT INTO orders VALUES (1, 1, 10), (2, 1, 5), (3, 2, 7)");
  cli_run_good (cli, "source", "add", "sqlite", "shop", path, NULL);
}

static void
assert_says (Cli *cli, const char *text)
{
  if (strstr (cli->out, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->out);
}

static void
assert_fails (Cli *cli, int code, const char *text)
{
  g_assert_cmpint (code, ==, 1);
  if (strstr (cli->err, text) == NULL)
    g_error ("“%s” is not in: %s", text, cli->err);
}

static char *
read_file (Cli *cli, const char *name)
{
  g_autofree char *path = cli_path (cli, name);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static void
test_edits (void)
{
  Cli cli;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *file = NULL;
  g_autofree char *again = NULL;

  open_shop (&cli);
  file = cli_path (&cli, "first.json");
  again = cli_path (&cli, "again.json");
  cli_run_good (&cli, "schema", "export", file, NULL);
  cli_run_good (&cli, "verified", "add", "Sales?", "SELECT sum(total) AS sales FROM orders", NULL);
  cli_run_good (&cli, "schema", "set", "orders", "description", "What was bought", NULL);
  cli_run_good (&cli, "schema", "set", "orders.total", "unit", "EUR", NULL);
  cli_run_good (&cli, "schema", "set", "orders.total", "synonyms", "amount\nprice", NULL);
  cli_run_good (&cli, "schema", "set", "--source", "shop", "sharing", "samples", NULL);
  cli_run_good (&cli, "schema", "set", "orders.double", "expression", "total * 2", NULL);
  cli_run_good (&cli, "schema", "metric", "orders", "revenue", "sum(total)", NULL);
  cli_run_good (&cli, "schema", "set", "orders.revenue", "unit", "EUR", NULL);
  cli_run_good (&cli, "schema", "relate", "orders.customer_id", "customers.id", "--verb", "is placed by", NULL);
  cli_run_good (&cli, "schema", "query", "large", "SELECT id, double FROM orders WHERE total > 1", NULL);
  cli_run_good (&cli, "query", "SELECT count(*) FROM large", NULL);
  cli_run_good (&cli, "schema", "bind", "orders", "backup", "orders", NULL);
  assert_fails (&cli, cli_run (&cli, "schema", "bind", "orders", "backup", "other", "--away", NULL), "not bound");
  cli_run_good (&cli, "schema", "bind", "orders", "backup", "orders", "--away", NULL);
  cli_run_good (&cli, "schema", "remove", "large", NULL);
  cli_run_good (&cli, "schema", "rename", "orders", "purchases", NULL);
  cli_run_good (&cli, "schema", "rename", "purchases.total", "amount", NULL);
  cli_run_good (&cli, "schema", "show", "--format", "json", NULL);
  {
    static const char *const said[]
      = { "What was bought", "\"amount\"",  "\"purchases\"", "\"is placed by\"",       "\"sum(amount)\"",
          "\"amount * 2\"",  "\"samples\"", "\"EUR\"",       "\"id\": \"shop.orders\"" };

    for (guint i = 0; i < G_N_ELEMENTS (said); i++)
      assert_says (&cli, said[i]);
  }

  /* What people saved follows, and still runs. */
  cli_run_good (&cli, "verified", "run", NULL);
  assert_says (&cli, "new");
  cli_run_good (&cli, "schema", "check", NULL);

  assert_fails (&cli, cli_run (&cli, "schema", "set", "purchases", "colour", "red", NULL), "colour");
  assert_fails (&cli, cli_run (&cli, "schema", "rename", "purchases", "customers", NULL), "customers");
  assert_fails (&cli, cli_run (&cli, "schema", "metric", "purchases", "bad", "sum(", NULL), "");
  assert_fails (&cli, cli_run (&cli, "schema", "relate", "purchases.nothing", "customers.id", NULL),
                "purchases.nothing");
  assert_fails (&cli, cli_run (&cli, "schema", "set", "purchase", "notes", "x", NULL), "Did you mean purchases?");

  /* Every edit is a version, which says what it was; and there is a way back. */
  cli_run_good (&cli, "schema", "versions", NULL);
  assert_says (&cli, "Renamed purchases.total to amount");
  assert_says (&cli, "Added source shop");
  cli_run_good (&cli, "schema", "diff", NULL);
  assert_says (&cli, "name changed from “total” to “amount”");
  cli_run_good (&cli, "schema", "diff", file, NULL);
  assert_says (&cli, "name changed from “orders” to “purchases”");
  cli_run_good (&cli, "schema", "diff", "1", "2", "--format", "json", NULL);
  {
    g_autoptr (JsonNode) node = cli_get_json (&cli);

    g_assert_cmpuint (json_array_get_length (json_node_get_array (node)), ==, 1);
  }
  cli_run_good (&cli, "schema", "versions", "--format", "json", NULL);
  {
    g_autoptr (JsonNode) node = cli_get_json (&cli);

    g_assert_cmpuint (json_array_get_length (json_node_get_array (node)), ==, 15);
  }
  cli_run_good (&cli, "schema", "restore", "1", NULL);
  cli_run_good (&cli, "verified", "run", NULL);
  assert_says (&cli, "same");
  cli_run_good (&cli, "verified", "remove", "1", NULL);
  cli_run_good (&cli, "schema", "export", again, NULL);
  first = read_file (&cli, "first.json");
  second = read_file (&cli, "again.json");
  g_assert_cmpstr (first, ==, second);
  cli_run_good (&cli, "schema", "relate", "orders.customer_id", "customers.id", NULL);
  cli_run_good (&cli, "schema", "unrelate", "orders.customer_id", "customers.id", NULL);
  assert_fails (&cli, cli_run (&cli, "schema", "unrelate", "orders.customer_id", "customers.id", NULL),
                "no relationship");
  cli_close (&cli);
}

static void
test_verified (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "verified", "add", "Sales by customer?",
                "SELECT name, sum(total) AS sales FROM orders JOIN customers ON customers.id ="
                " customer_id GROUP BY name",
                NULL);
  cli_run_good (&cli, "verified", "add", "Customers?", "SELECT name FROM customers", NULL);
  cli_run_good (&cli, "verified", "run", "--all", NULL);
  cli_run_good (&cli, "verified", "run", "1", NULL);
  assert_says (&cli, "same");
  exec (&cli, "INSERT INTO orders VALUES (4, 1, 1)");
  assert_fails (&cli, cli_run (&cli, "verified", "run", "--format", "json", NULL),
                "1 of 2 verified questions give something else");
  {
    g_autoptr (JsonNode) node = cli_get_json (&cli);
    JsonObject *run = ask_json_element_object (json_node_get_array (node), 0);

    g_assert_cmpstr (ask_json_get_string (run, "status"), ==, "different");
    g_assert_cmpint (ask_json_get_integer (run, "changed", 0), ==, 1);
    g_assert_cmpstr (ask_json_get_string (run, "message"), ==, "1 row changed");
  }
  cli_run_good (&cli, "verified", "run", "--update", NULL);
  assert_says (&cli, "1 row changed");
  cli_run_good (&cli, "verified", "run", NULL);

  cli_run_good (&cli, "verified", "edit", "2", "--question", "Who buys?", NULL);
  cli_run_good (&cli, "verified", "list", NULL);
  assert_says (&cli, "Who buys?");
  assert_fails (&cli, cli_run (&cli, "verified", "edit", "2", "--sql", "SELECT nam FROM customers", NULL), "name");
  exec (&cli, "DROP TABLE orders");
  assert_fails (&cli, cli_run (&cli, "verified", "run", NULL), "1 of 2 verified questions failed");
  assert_says (&cli, "failed");
  assert_fails (&cli, cli_run (&cli, "schema", "check", NULL), "The schema has 1 error;");
  assert_says (&cli, "\nerror: Verified question 1 (Sales by customer?)");
  cli_close (&cli);
}

static void
test_impact (void)
{
  Cli cli;
  g_autofree char *file = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GString) other = NULL;

  open_shop (&cli);
  file = cli_path (&cli, "schema.json");
  cli_run_good (&cli, "verified", "add", "Sales?", "SELECT sum(total) AS sales FROM orders", NULL);
  cli_run_good (&cli, "verified", "add", "Orders?", "SELECT count(*) AS n FROM orders", NULL);
  cli_run_good (&cli, "schema", "metric", "orders", "revenue", "sum(total)", NULL);
  cli_run_good (&cli, "schema", "export", file, NULL);
  cli_run_good (&cli, "schema", "impact", file, NULL);
  g_assert_cmpstr (cli.out, ==, "2 of 2 answers to verified questions stay the same.\n");

  /* Another column under the same name. */
  text = read_file (&cli, "schema.json");
  other = g_string_new (text);
  g_assert_cmpuint (g_string_replace (other, "\"column\": \"total\"", "\"column\": \"id\"", 0), ==, 1);
  g_assert_true (g_file_set_contents (file, other->str, -1, NULL));
  cli_run_good (&cli, "schema", "impact", file, NULL);
  assert_says (&cli, "different");
  assert_says (&cli, "1 row changed");
  assert_says (&cli, "1 of 2 answers to verified questions stays the same.");

  /* None at all. */
  g_string_assign (other, text);
  g_assert_cmpuint (g_string_replace (other, "\"name\": \"total\"", "\"name\": \"weight\"", 0), ==, 1);
  g_string_replace (other, "\"column\": \"total\"", "\"column\": \"customer_id\"", 0);
  g_assert_true (g_file_set_contents (file, other->str, -1, NULL));
  assert_fails (&cli, cli_run (&cli, "schema", "impact", file, "--format", "json", NULL), "1 answer would be lost");
  {
    g_autoptr (JsonNode) node = cli_get_json (&cli);
    JsonObject *object = json_node_get_object (node);
    JsonObject *question = ask_json_element_object (ask_json_get_array (object, "questions"), 0);
    JsonObject *item = ask_json_element_object (ask_json_get_array (object, "breaks"), 0);

    g_assert_cmpstr (ask_json_get_string (question, "impact"), ==, "fails");
    g_assert_cmpstr (ask_json_get_string (item, "name"), ==, "orders.revenue");
  }

  /* Nothing of it was saved. */
  cli_run_good (&cli, "schema", "diff", NULL);
  assert_says (&cli, "orders.revenue: metric added");
  cli_close (&cli);
}

static void
test_drift (void)
{
  Cli cli;

  open_shop (&cli);
  cli_run_good (&cli, "verified", "add", "Sales?", "SELECT sum(total) AS sales FROM orders", NULL);
  cli_run_good (&cli, "schema", "drift", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  exec (&cli, "ALTER TABLE orders RENAME COLUMN total TO amount");
  cli_run_good (&cli, "source", "refresh", "shop", NULL);
  cli_run_good (&cli, "schema", "drift", NULL);
  assert_says (&cli, "orders.total: attribute removed");
  assert_says (&cli, "orders.amount: attribute added");
  assert_says (&cli, "breaks Sales?: ");
  cli_run_unread (&cli, "schema", "drift", "--seen", NULL);
  g_assert_cmpint (cli.code, ==, 1);
  cli_run_good (&cli, "schema", "drift", "SHOP", "--seen", NULL);
  assert_says (&cli, "orders.total: attribute removed");
  cli_run_good (&cli, "schema", "drift", NULL);
  g_assert_cmpstr (cli.out, ==, "");
  assert_fails (&cli, cli_run (&cli, "schema", "drift", "nowhere", NULL), "nowhere");
  cli_close (&cli);
}

static void
test_round_trip (void)
{
  Cli cli, other;
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *three = NULL;
  g_autofree char *file = NULL;
  g_autofree char *again = NULL;
  g_autofree char *back = NULL;

  open_shop (&cli);
  cli_open (&other);
  file = cli_path (&cli, "one.json");
  again = cli_path (&other, "two.json");
  back = cli_path (&cli, "three.json");
  cli_run_good (&cli, "verified", "add", "Zebras \"é🙂\"?", "SELECT 'it''s' AS \"é🙂\"", NULL);
  cli_run_good (&cli, "verified", "add", "Orders?", "SELECT count(*) FROM orders", NULL);
  cli_run_good (&cli, "schema", "export", file, NULL);
  cli_run_good (&other, "schema", "import", file, NULL);
  assert_says (&other, "2 verified questions");
  cli_run_good (&other, "schema", "export", again, NULL);
  cli_run_good (&cli, "schema", "import", again, NULL);
  cli_run_good (&cli, "schema", "export", back, NULL);
  one = read_file (&cli, "one.json");
  two = read_file (&other, "two.json");
  three = read_file (&cli, "three.json");
  g_assert_cmpstr (one, ==, two);
  g_assert_cmpstr (one, ==, three);
  cli_close (&other);
  cli_close (&cli);
}

/* A document and a picture on standard output are what they are in a file, and a link to a file stays one. */
static void
test_places (void)
{
  Cli cli;
  g_autofree char *file = NULL;
  g_autofree char *link = NULL;
  g_autofree char *text = NULL;

  open_shop (&cli);
  file = cli_path (&cli, "one.json");
  link = cli_path (&cli, "link.json");
  g_assert_cmpint (symlink ("one.json", link), ==, 0);
  cli_run_good (&cli, "schema", "export", link, NULL);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  text = read_file (&cli, "one.json");
  cli_run_good (&cli, "schema", "export", "-", NULL);
  g_assert_cmpstr (cli.out, ==, text);
  cli_run_good (&cli, "schema", "export", "/dev/stdout", NULL);
  g_assert_cmpstr (cli.out, ==, text);
  cli_run_good (&cli, "schema", "draw", "-o", "-", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "<?xml"));
  cli_run_good (&cli, "chart", "SELECT 1 AS n", "-o", "-", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "<?xml"));
  g_assert_true (g_str_has_suffix (cli.out, "</svg>\n"));
  cli_run_good (&cli, "ask", "How many orders are there?", "--trace", "-", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "{"));
  g_assert_true (g_str_has_suffix (cli.out, "}\n"));
  g_unlink (link);
  cli_close (&cli);
}

static void
test_doctor (void)
{
  Cli cli;

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "schema", "doctor", NULL);
  assert_says (&cli, "logistics");
  g_assert_null (strstr (cli.out, "sales:"));
  g_assert_null (strstr (cli.out, CLI_KEY));
  cli_run_good (&cli, "schema", "doctor", "logistics", "--format", "json", NULL);
  {
    g_autoptr (JsonNode) node = cli_get_json (&cli);

    g_assert_nonnull (ask_json_get_object (json_node_get_object (node), "logistics"));
  }
  assert_fails (&cli, cli_run (&cli, "schema", "doctor", "sales", NULL), "no report");
  cli_close (&cli);
}

/* Areas are made, changed and taken away by words, and travel with an export. */
static void
test_areas (void)
{
  Cli cli;
  g_autofree char *path = NULL;

  open_shop (&cli);
  path = cli_path (&cli, "schema.json");
  cli_run_good (&cli, "schema", "area", "Trade", "orders", "customers", "--color", "3", NULL);
  cli_run_good (&cli, "schema", "area", "Trade", "--fold", "--rename", "Business", NULL);
  cli_run_good (&cli, "schema", "export", path, NULL);
  cli_run_good (&cli, "schema", "area", "", "orders", "customers", NULL);
  cli_run_good (&cli, "schema", "show", "--format", "json", NULL);
  g_assert_null (strstr (cli.out, "Business"));
  cli_run_good (&cli, "schema", "import", path, NULL);
  cli_run_good (&cli, "schema", "show", "--format", "json", NULL);
  assert_says (&cli, "Business");
  assert_fails (&cli, cli_run (&cli, "schema", "area", "Nowhere", "--fold", NULL), "There is no area “Nowhere”");
  assert_fails (&cli, cli_run (&cli, "schema", "area", "Business", NULL), "Nothing is said");
  cli_close (&cli);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/steward/an-edit-can-be-taken-back", test_edits);
  g_test_add_func ("/cli/steward/a-changed-result-is-told-and-found-good", test_verified);
  g_test_add_func ("/cli/steward/the-impact-says-what-would-change", test_impact);
  g_test_add_func ("/cli/steward/drift-is-told-until-it-is-seen", test_drift);
  g_test_add_func ("/cli/steward/verified-questions-move-to-another-workspace", test_round_trip);
  g_test_add_func ("/cli/steward/standard-output-gets-what-a-file-gets", test_places);
  g_test_add_func ("/cli/steward/the-doctor-tells-of-apis-without-keys", test_doctor);
  g_test_add_func ("/cli/steward/areas-are-made-changed-and-exported", test_areas);
  return g_test_run ();
}

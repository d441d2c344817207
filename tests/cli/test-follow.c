/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * askdata-cli ask --follow and --take: questions that lean on an earlier answer, and parts of it that are changed.
 */
#include "config.h"

#include <string.h>

#include "cli-fixture.h"

static void
open_sales (Cli *cli)
{
  cli_open (cli);
  cli_add_sqlite (cli, "sales",
                  "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
                  "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, amount REAL);"
                  "INSERT INTO customer VALUES (1, 'Ann', 'Paris'), (2, 'Bob', 'Lyon'), (3, 'Cy', 'Lyon');"
                  "INSERT INTO orders VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, 3, 40), (5, 3, 50)");
}

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_follow (void)
{
  Cli cli;

  open_sales (&cli);
  cli_run_good (&cli, "ask", "how many orders are there?", NULL);
  cli_run_good (&cli, "ask", "--follow", "last", "and by city", NULL);
  assert_has (cli.out, "As before, and for each city.\n");
  assert_has (cli.out, "Lyon has the most rows: 3");
  cli_run_good (&cli, "ask", "--follow", "1", "what about Paris?", NULL);
  cli_run_good (&cli, "ask", "--follow", "2", "as a pie", "--format", "json", NULL);

  g_autoptr (JsonNode) node = cli_get_json (&cli);
  JsonObject *object = json_node_get_object (node);

  g_assert_cmpint (ask_json_get_integer (object, "follows", 0), ==, 2);
  g_assert_cmpstr (ask_json_get_string (object, "wish"), ==, "pie");
  g_assert_cmpstr (ask_json_get_string (ask_json_get_object (object, "chart"), "kind"), ==, "pie");
  cli_run_good (&cli, "ask", "--follow", "2", "als Ringdiagramm", "--format", "json", NULL);

  g_autoptr (JsonNode) ring = cli_get_json (&cli);

  object = json_node_get_object (ring);
  g_assert_cmpstr (ask_json_get_string (object, "wish"), ==, "donut");
  g_assert_cmpstr (ask_json_get_string (ask_json_get_object (object, "chart"), "kind"), ==, "donut");
  cli_close (&cli);
}

/* The first question, and those that go on from it set in below it. */
static void
test_history (void)
{
  Cli cli;
  g_auto (GStrv) lines = NULL;

  open_sales (&cli);
  cli_run_good (&cli, "ask", "how many orders are there?", NULL);
  cli_run_good (&cli, "ask", "how many customers are there?", NULL);
  cli_run_good (&cli, "ask", "--follow", "1", "and by city", NULL);
  cli_run_good (&cli, "history", NULL);
  lines = g_strsplit (cli.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  g_assert_true (g_str_has_prefix (lines[0], "   1  ") && g_str_has_suffix (lines[0], "  how many orders are there?"));
  g_assert_true (g_str_has_prefix (lines[1], "   3  ") && g_str_has_suffix (lines[1], "    ↳ and by city"));
  g_assert_true (g_str_has_prefix (lines[2], "   2  "));
  cli_close (&cli);
}

static void
test_take (void)
{
  Cli cli;

  open_sales (&cli);
  cli_run_good (&cli, "ask", "how many orders are there?", NULL);
  cli_run_good (&cli, "trace", "1", NULL);
  assert_has (cli.out, "“ask --follow 1 --take P.A”");
  assert_has (cli.out, " 1  Counted: orders\n    1.1  ");
  assert_has (cli.out, "sum of amount\n");
  for (guint a = 1; a < 9; a++)
    {
      g_autofree char *place = g_strdup_printf ("1.%u", a);

      cli_run_good (&cli, "ask", "--follow", "1", "--take", place, NULL);
      if (strstr (cli.out, "sum of amount instead of number of orders") != NULL)
        break;
      g_assert_cmpuint (a, <, 8);
    }
  assert_has (cli.out, "150.0\n");
  cli_close (&cli);
}

/* A verified value that the data does not have. */
static void
test_value (void)
{
  Cli cli;

  open_sales (&cli);
  cli_run_good (&cli, "verified", "add", "Our people", "SELECT count(*) AS n FROM customer WHERE city = 'Lyoon'", NULL);
  cli_run_good (&cli, "ask", "our people", NULL);
  assert_has (cli.out, "No row of customer has “Lyoon” as its city. Did you mean: Lyon? Take one with --follow 1 --take 1.N");
  cli_run_good (&cli, "ask", "--follow", "1", "--take", "1.1", NULL);
  assert_has (cli.out, "As before, and “Lyon” instead of “Lyoon”.");
  assert_has (cli.out, "Counted: customer. Only where: city is Lyon.");
  cli_close (&cli);
}

static void
test_wrong (void)
{
  static const char *const usage[][6] = {
    { "ask", "--take", "1.1" },
    { "ask", "--follow", "x", "only 2025" },
    { "ask", "--follow", "0", "only 2025" },
    { "ask", "--follow", "1", "--take", "1.1", "how many orders" },
    { "ask", "--follow", "1" },
  };
  static const char *const failures[][6] = {
    { "ask", "--follow", "last", "only 2025" }, /* nothing was asked yet */
    { "ask", "--follow", "7", "only 2025" },
    { "ask", "--follow", "7", "--take", "1.1" },
  };
  Cli cli;

  open_sales (&cli);
  for (guint i = 0; i < G_N_ELEMENTS (usage); i++)
    g_assert_cmpint (cli_run (&cli, usage[i][0], usage[i][1], usage[i][2], usage[i][3], usage[i][4], usage[i][5], NULL), ==,
                     2);
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    g_assert_cmpint (cli_run (&cli, failures[i][0], failures[i][1], failures[i][2], failures[i][3], failures[i][4],
                              failures[i][5], NULL),
                     ==, 1);
  cli_run_good (&cli, "ask", "how many orders are there?", NULL);
  g_assert_cmpint (cli_run (&cli, "ask", "--follow", "1", "--take", "9.9", NULL), ==, 1);
  assert_has (cli.err, "9.9");
  g_assert_cmpint (cli_run (&cli, "ask", "--follow", "1", "--take", "sum", NULL), ==, 1);
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/follow/a-question-changes-an-earlier-answer", test_follow);
  g_test_add_func ("/cli/follow/history-keeps-a-conversation-together", test_history);
  g_test_add_func ("/cli/follow/a-part-is-changed-by-its-number", test_take);
  g_test_add_func ("/cli/follow/a-value-that-is-not-there-is-asked-about", test_value);
  g_test_add_func ("/cli/follow/wrong-numbers-are-told", test_wrong);
  return g_test_run ();
}

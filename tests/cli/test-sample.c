/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sample by the whole way: registered, imported, asked, answered. Every verified question gives
 * the rows that tests/sample computed without AskData.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "cli-fixture.h"
#include "store/ask-workspace-looks.h"

static void
assert_same_rows (const char *question, JsonArray *got, JsonArray *expected)
{
  for (guint r = 0; r < json_array_get_length (expected); r++)
    {
      JsonArray *row = json_array_get_array_element (got, r);
      JsonArray *wanted = json_array_get_array_element (expected, r);

      g_assert_cmpuint (json_array_get_length (row), ==, json_array_get_length (wanted));
      for (guint c = 0; c < json_array_get_length (wanted); c++)
        {
          JsonNode *a = json_array_get_element (row, c);
          JsonNode *b = json_array_get_element (wanted, c);
          g_autofree char *text_a = json_to_string (a, FALSE);
          g_autofree char *text_b = json_to_string (b, FALSE);

          /* Sums of reals may differ in their last digit with the order of the rows. */
          if (JSON_NODE_HOLDS_VALUE (a) && JSON_NODE_HOLDS_VALUE (b)
              && json_node_get_value_type (a) == G_TYPE_DOUBLE
              && fabs (json_node_get_double (a) - json_node_get_double (b)) < 1e-6)
            continue;
          if (strcmp (text_a, text_b) != 0)
            g_error ("%s: row %u, column %u is %s, not %s", question, r, c, text_a, text_b);
        }
    }
}

static gboolean
has (JsonArray *array, const char *word)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (g_strcmp0 (ask_json_element_string (array, i), word) == 0)
      return TRUE;
  return FALSE;
}

static JsonArray *
read_pairs (JsonNode **document)
{
  g_autofree char *path
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "sample", "verified.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  *document = ask_json_parse (text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_array (*document);
}

static void
test_verified_questions (void)
{
  g_autofree char *file
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "sample", "verified.json", NULL);
  g_autoptr (JsonNode) document = NULL;
  JsonArray *pairs = read_pairs (&document);
  guint n_both = 0;
  Cli cli;

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "verified", "import", file, NULL);
  /* A second time adds nothing. */
  cli_run_good (&cli, "verified", "import", file, NULL);
  g_assert_true (g_str_has_prefix (cli.out, "Kept 0 new"));
  g_assert_cmpuint (json_array_get_length (pairs), >=, 15);
  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      JsonObject *expect = json_object_get_object_member (pair, "expect");
      const char *question = json_object_get_string_member (pair, "question");
      JsonArray *needs = json_object_get_array_member (pair, "needs");
      gboolean cut = json_object_has_member (expect, "n_rows");
      JsonArray *expected
        = json_object_get_array_member (expect, cut ? "first_rows" : "rows");
      gint64 n_rows = cut ? json_object_get_int_member (expect, "n_rows")
                          : (gint64) json_array_get_length (expected);
      g_autofree char *shouted = g_utf8_strup (question, -1);
      g_autoptr (JsonNode) node = NULL;
      JsonObject *answer, *table;
      JsonArray *rows;

      cli_run_good (&cli, "ask", shouted, "--format", "json", NULL);
      node = cli_get_json (&cli);
      answer = json_node_get_object (node);
      g_assert_cmpstr (json_object_get_string_member (answer, "status"), ==, "answered");
      g_assert_nonnull (ask_json_get_object (answer, "chart"));
      table = json_object_get_object_member (answer, "answer");
      rows = json_object_get_array_member (table, "rows");
      g_assert_cmpint (json_array_get_length (rows), ==, n_rows);
      assert_same_rows (question, rows, expected);
      if (has (needs, "sales") && has (needs, "logistics"))
        {
          JsonArray *sources = ask_json_get_array (answer, "sources");

          n_both++;
          g_assert_true (has (sources, "sales") && has (sources, "logistics"));
          g_assert_cmpint (json_object_get_int_member (
                             json_object_get_object_member (answer, "stats"), "api_requests"),
                           >, 0);
        }
    }
  g_assert_cmpuint (n_both, >=, 6);
  cli_close (&cli);
}

static void
assert_first_cell (Cli *cli, const char *question, const char *sql)
{
  g_autoptr (JsonNode) asked = NULL;
  g_autoptr (JsonNode) queried = NULL;
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;

  cli_run_good (cli, "ask", question, "--format", "json", NULL);
  asked = cli_get_json (cli);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (asked), "status"), ==,
                   "answered");
  cli_run_good (cli, "query", sql, "--format", "json", NULL);
  queried = cli_get_json (cli);
  a = json_to_string (json_object_get_member (
                        json_object_get_object_member (json_node_get_object (asked), "answer"),
                        "rows"),
                      FALSE);
  b = json_to_string (json_object_get_member (json_node_get_object (queried), "rows"), FALSE);
  g_assert_cmpstr (a, ==, b);
}

static void
test_other_values (void)
{
  g_autofree char *file
    = g_build_filename (g_getenv ("ASKDATA_SOURCE_ROOT"), "data", "sample", "verified.json", NULL);
  Cli cli;

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "verified", "import", file, NULL);
  /* Another city and another year than the pair has; the database is one source... */
  assert_first_cell (&cli, "revenue in hamburg in 2024?",
                     "SELECT ROUND(SUM(l.line_total), 2) FROM order_lines l JOIN orders o USING "
                     "(order_id) JOIN stores s USING (store_id) WHERE s.city = 'Hamburg' AND "
                     "o.ordered_on LIKE '2024%' AND o.status <> 'cancelled'");
  /* ...and the API another, whose values nobody has read yet. */
  assert_first_cell (&cli, "How many shipments to Leipzig arrived late in 2024?",
                     "SELECT COUNT(*) FROM shipments s JOIN orders o USING (order_id) JOIN "
                     "customers c USING (customer_id) WHERE c.city = 'Leipzig' AND "
                     "s.delivered_on > s.promised_on AND s.delivered_on LIKE '2024%'");
  g_assert_cmpint (cli_run (&cli, "ask", "Revenue in Atlantis in 2024", NULL), ==, 0);
  g_assert_nonnull (strstr (cli.out, "Atlantis"));
  g_assert_nonnull (strstr (cli.out, "You can ask:"));
  cli_close (&cli);
}

static char *
read_chart (Cli *cli)
{
  g_autofree char *path = cli_path (cli, "earlier.vl.json");
  char *text = NULL;

  cli_run_good (cli, "trace", "1", "--chart", path, NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* An earlier answer's chart is drawn with what was changed of it in the window. */
static void
check_look (Cli *cli)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (cli->workspace, &error);
  g_autofree char *before = read_chart (cli);
  g_autofree char *after = NULL;

  g_assert_no_error (error);
  g_assert_true (ask_workspace_set_look (workspace, 1, "{\"kind\":\"pie\",\"title\":\"Ours\"}", &error));
  after = read_chart (cli);
  g_assert_null (strstr (before, "\"arc\""));
  g_assert_nonnull (strstr (after, "\"arc\""));
  g_assert_nonnull (strstr (after, "\"Ours\""));
}

static void
test_charts_and_traces (void)
{
  Cli cli;
  g_autofree char *trace = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  static const struct
  {
    const char *name;
    const char *magic;
  } files[] = { { "chart.png", "\x89PNG" }, { "chart.svg", "<?xml" }, { "chart.pdf", "%PDF" } };

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "verified", "add", "Orders by channel",
                "SELECT channel, count(*) AS orders FROM orders GROUP BY channel ORDER BY 1", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = cli_path (&cli, files[i].name);
      g_autofree char *bytes = NULL;

      cli_run_good (&cli, "ask", "orders by channel", "--chart", path, NULL);
      g_file_get_contents (path, &bytes, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_str_has_prefix (bytes, files[i].magic));
    }
  trace = cli_path (&cli, "trace.json");
  cli_run_good (&cli, "ask", "orders by channel", "--trace", trace, NULL);
  g_file_get_contents (trace, &text, NULL, &error);
  g_assert_no_error (error);
  node = ask_json_parse (text, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (json_array_get_length (
                      json_object_get_array_member (json_node_get_object (node), "steps")),
                    >=, 3);
  cli_run_good (&cli, "history", NULL);
  g_assert_nonnull (strstr (cli.out, "orders by channel"));
  check_look (&cli);
  cli_run_good (&cli, "trace", "1", NULL);
  g_assert_nonnull (strstr (cli.out, "SELECT channel"));
  cli_run_good (&cli, "trace", "1", "--cell", "1,2", NULL);
  g_assert_nonnull (strstr (cli.out, "Only where: channel is"));
  g_assert_nonnull (strstr (cli.out, "Read from sales"));
  cli_run_good (&cli, "trace", "1", "--cell", "1,2", "--format", "json", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "{\"cell\":{\"row\":1,\"column\":2,"));
  g_assert_cmpint (cli_run (&cli, "trace", "1", "--cell", "999,1", NULL), ==, 1);
  g_assert_nonnull (strstr (cli.err, "no such cell"));
  g_assert_cmpint (cli_run (&cli, "trace", "1", "--cell", "0,x", NULL), ==, 2);
  cli_run_good (&cli, "explain", "SELECT count(*) FROM orders WHERE channel = 'web'", NULL);
  g_assert_cmpstr (cli.out, ==, "Counted: orders. Only where: channel is web.\n");
  g_assert_cmpint (cli_run (&cli, "explain", "SELECT nothing", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "trace", "4711", NULL), ==, 1);
  g_assert_cmpint (cli_run (&cli, "trace", "first", NULL), ==, 2);
  cli_close (&cli);
}

static void
test_query_formats (void)
{
  Cli cli;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *stats;

  cli_open (&cli);
  cli_add_sample (&cli);
  cli_run_good (&cli, "query",
                "SELECT carrier_id, count(*) AS n, 0.1 AS x, NULL AS no FROM shipments WHERE "
                "carrier_id IN ('01', '02') GROUP BY 1",
                "--format", "json", NULL);
  g_assert_true (g_str_has_prefix (cli.out, "{\"columns\":[{\"name\":\"carrier_id\",\"type\":\"text\","
                                            "\"meaning\":\"identifier\",\"entity\":\"shipments\","
                                            "\"attribute\":\"carrier_id\"},{\"name\":\"n\",\"type\":\"integer\","
                                            "\"meaning\":\"quantity\",\"adds_up\":true},"));
  g_assert_nonnull (strstr (cli.out, "[\"01\","));
  g_assert_nonnull (strstr (cli.out, ",0.1,null]"));
  node = cli_get_json (&cli);
  stats = json_object_get_object_member (json_node_get_object (node), "stats");
  g_assert_cmpint (json_object_get_int_member (stats, "api_requests"), >, 1);
  g_assert_cmpint (json_object_get_int_member (stats, "rows_fetched"), >, 1000);
  g_assert_cmpstr (json_object_get_string_member (
                     json_array_get_object_element (
                       json_object_get_array_member (stats, "remote"), 0),
                     "source"),
                   ==, "logistics");
  g_assert_false (json_object_get_boolean_member (json_node_get_object (node), "truncated"));

  cli_run_good (&cli, "query", "SELECT 'a,b' AS \"c\"\"d\", 2 AS e", "--format", "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "\"c\"\"d\",e\r\n\"a,b\",2\r\n");
  cli_run_good (&cli, "query", "SELECT order_id FROM orders", "--max-rows", "2", "--format",
                "csv", NULL);
  g_assert_cmpstr (cli.out, ==, "order_id\r\n1\r\n2\r\n");
  g_assert_nonnull (strstr (cli.err, "more rows than 2"));
  cli_run_good (&cli, "query", "SELECT 1 AS one", NULL);
  g_assert_cmpstr (cli.out, ==, "one\n───\n  1\n");
  cli_run_good (&cli, "query", "--explain", "SELECT * FROM stock WHERE warehouse_id = 'HAM' LIMIT 1",
                NULL);
  g_assert_nonnull (strstr (cli.err, "stock(warehouse_id => 'HAM')"));
  g_assert_null (strstr (cli.err, CLI_KEY));
  cli_close (&cli);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/sample/every-verified-question-gives-its-rows", test_verified_questions);
  g_test_add_func ("/cli/sample/a-verified-question-takes-other-values", test_other_values);
  g_test_add_func ("/cli/sample/charts-and-traces-are-written", test_charts_and_traces);
  g_test_add_func ("/cli/sample/each-format-gives-the-same-rows", test_query_formats);
  return g_test_run ();
}

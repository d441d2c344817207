/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The expected answers of data/sample/verified.json, by a path that shares nothing with AskData: all
 * rows of the API, fetched over HTTP, become plain tables beside those of the sales file, and the
 * sqlite3 library runs the SQL. A few figures are computed a third time, by loops.
 *
 * With ASKDATA_SAMPLE_REGENERATE=FILE the answers are not compared but written, with their
 * questions, to FILE: do that after a change of the generator, and look at the difference.
 */
#include "config.h"

#include "sample-support.h"

#include <math.h>
#include <string.h>

#define MAX_STORED_ROWS 30
#define FIRST_ROWS 5

static char *folder;
static sqlite3 *db; /* sales and logistics in one */
static JsonNode *verified;

static struct
{
  JsonArray *shipments;
  JsonArray *claims;
  JsonArray *carriers;
  JsonArray *warehouses;
  JsonArray *stock;
} logistics;

/* A result: columns and rows as JSON arrays. */
typedef struct
{
  JsonArray *columns;
  JsonArray *rows; /* of arrays */
} Answer;

static void
answer_clear (Answer *answer)
{
  json_array_unref (answer->columns);
  json_array_unref (answer->rows);
}

static void
run_sql (const char *sql)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
}

static void
bind_json (sqlite3_stmt *statement, int index, JsonNode *node)
{
  if (JSON_NODE_HOLDS_NULL (node))
    sqlite3_bind_null (statement, index);
  else if (!JSON_NODE_HOLDS_VALUE (node))
    {
      g_autofree char *text = json_to_string (node, FALSE);

      sqlite3_bind_text (statement, index, text, -1, SQLITE_TRANSIENT);
    }
  else if (json_node_get_value_type (node) == G_TYPE_INT64)
    sqlite3_bind_int64 (statement, index, json_node_get_int (node));
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    sqlite3_bind_double (statement, index, json_node_get_double (node));
  else
    sqlite3_bind_text (statement, index, json_node_get_string (node), -1, SQLITE_TRANSIENT);
}

/* A plain table with a column for each member; no declared types, so that values stay as they
 * came. */
static void
load_table (const char *table, JsonArray *rows)
{
  JsonObject *first = json_array_get_object_element (rows, 0);
  g_autoptr (GList) members = json_object_get_members (first);
  g_autoptr (GString) create = g_string_new (NULL);
  g_autoptr (GString) insert = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;

  g_string_append_printf (create, "CREATE TABLE %s (", table);
  g_string_append_printf (insert, "INSERT INTO %s VALUES (", table);
  for (GList *m = members; m != NULL; m = m->next)
    {
      g_string_append_printf (create, "%s%s", m == members ? "" : ", ", (char *) m->data);
      g_string_append (insert, m == members ? "?" : ", ?");
    }
  g_string_append_c (create, ')');
  g_string_append_c (insert, ')');
  run_sql (create->str);
  g_assert_cmpint (sqlite3_prepare_v2 (db, insert->str, -1, &statement, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      int index = 1;

      for (GList *m = members; m != NULL; m = m->next)
        bind_json (statement, index++, json_object_get_member (row, m->data));
      g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_DONE);
      sqlite3_reset (statement);
    }
  sqlite3_finalize (statement);
}

static JsonNode *
cell_to_json (sqlite3_stmt *statement, int column)
{
  JsonNode *node = json_node_new (JSON_NODE_VALUE);

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      json_node_set_int (node, sqlite3_column_int64 (statement, column));
      break;
    case SQLITE_FLOAT:
      json_node_set_double (node, sqlite3_column_double (statement, column));
      break;
    case SQLITE_TEXT:
      json_node_set_string (node, (const char *) sqlite3_column_text (statement, column));
      break;
    default:
      json_node_init_null (node);
    }
  return node;
}

static Answer
ask (const char *sql)
{
  Answer answer = { json_array_new (), json_array_new () };
  sqlite3_stmt *statement = NULL;
  int rc;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (db));
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    json_array_add_string_element (answer.columns, sqlite3_column_name (statement, i));
  while ((rc = sqlite3_step (statement)) == SQLITE_ROW)
    {
      JsonArray *row = json_array_new ();

      for (int i = 0; i < sqlite3_column_count (statement); i++)
        json_array_add_element (row, cell_to_json (statement, i));
      json_array_add_array_element (answer.rows, row);
    }
  g_assert_cmpint (rc, ==, SQLITE_DONE);
  sqlite3_finalize (statement);
  return answer;
}

/* The fewest digits that read back as the same number. */
static void
append_cell (GString *json, JsonNode *cell)
{
  g_autofree char *text = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double real;

  if (!JSON_NODE_HOLDS_VALUE (cell) || json_node_get_value_type (cell) != G_TYPE_DOUBLE)
    {
      text = json_to_string (cell, FALSE);
      g_string_append (json, text);
      return;
    }
  real = json_node_get_double (cell);
  g_ascii_formatd (number, sizeof number, "%.15g", real);
  if (g_ascii_strtod (number, NULL) != real)
    g_ascii_dtostr (number, sizeof number, real);
  g_string_append (json, number);
  if (strpbrk (number, ".e") == NULL)
    g_string_append (json, ".0");
}

static void
append_cells (GString *json, JsonArray *cells)
{
  g_string_append_c (json, '[');
  for (guint i = 0; i < json_array_get_length (cells); i++)
    {
      if (i > 0)
        g_string_append (json, ", ");
      append_cell (json, json_array_get_element (cells, i));
    }
  g_string_append_c (json, ']');
}

/* Of all rows, a line each; reals to four decimals, so that the order of adding does not show. */
static char *
checksum_rows (JsonArray *rows)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);

      for (guint j = 0; j < json_array_get_length (row); j++)
        {
          JsonNode *cell = json_array_get_element (row, j);
          char number[G_ASCII_DTOSTR_BUF_SIZE];

          if (j > 0)
            g_string_append_c (text, '\t');
          if (JSON_NODE_HOLDS_VALUE (cell) && json_node_get_value_type (cell) == G_TYPE_DOUBLE)
            g_string_append (text, g_ascii_formatd (number, sizeof number, "%.4f",
                                                    json_node_get_double (cell)));
          else
            append_cell (text, cell);
        }
      g_string_append_c (text, '\n');
    }
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, (gssize) text->len);
}

static void
append_member (GString *json, const char *name, JsonObject *object)
{
  g_autofree char *text = json_to_string (json_object_get_member (object, name), FALSE);

  g_string_append_printf (json, "    \"%s\": %s,\n", name, text);
}

static void
append_expect (GString *json, const Answer *answer)
{
  guint n_rows = json_array_get_length (answer->rows);
  guint n_stored = n_rows > MAX_STORED_ROWS ? FIRST_ROWS : n_rows;

  g_string_append (json, "    \"expect\": {\n      \"columns\": ");
  append_cells (json, answer->columns);
  if (n_rows > MAX_STORED_ROWS)
    {
      g_autofree char *checksum = checksum_rows (answer->rows);

      g_string_append_printf (json, ",\n      \"n_rows\": %u,\n      \"sha256\": \"%s\"", n_rows,
                              checksum);
    }
  g_string_append_printf (json, ",\n      \"%s\": [\n",
                          n_rows > MAX_STORED_ROWS ? "first_rows" : "rows");
  for (guint i = 0; i < n_stored; i++)
    {
      g_string_append (json, "        ");
      append_cells (json, json_array_get_array_element (answer->rows, i));
      g_string_append (json, i + 1 < n_stored ? ",\n" : "\n");
    }
  g_string_append (json, "      ]\n    }\n");
}

static void
regenerate (const char *path)
{
  JsonArray *pairs = json_node_get_array (verified);
  g_autoptr (GString) json = g_string_new ("[\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      Answer answer = ask (json_object_get_string_member (pair, "sql"));

      g_string_append (json, "  {\n");
      append_member (json, "question", pair);
      append_member (json, "sql", pair);
      append_member (json, "needs", pair);
      append_expect (json, &answer);
      g_string_append (json, i + 1 < json_array_get_length (pairs) ? "  },\n" : "  }\n");
      answer_clear (&answer);
    }
  g_string_append (json, "]\n");
  g_file_set_contents (path, json->str, (gssize) json->len, &error);
  g_assert_no_error (error);
}

static void
check_cell (JsonNode *cell, JsonNode *expected)
{
  if (JSON_NODE_HOLDS_VALUE (cell) && json_node_get_value_type (cell) == G_TYPE_DOUBLE)
    {
      g_assert_cmpint (json_node_get_value_type (expected), ==, G_TYPE_DOUBLE);
      g_assert_cmpfloat_with_epsilon (json_node_get_double (cell), json_node_get_double (expected),
                                      0.0001);
    }
  else
    g_assert_true (json_node_equal (cell, expected));
}

static void
check_rows (JsonArray *rows, JsonArray *expected, guint n_rows)
{
  g_assert_cmpuint (json_array_get_length (expected), ==, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      JsonArray *row = json_array_get_array_element (rows, i);
      JsonArray *expected_row = json_array_get_array_element (expected, i);

      g_assert_cmpuint (json_array_get_length (row), ==, json_array_get_length (expected_row));
      for (guint j = 0; j < json_array_get_length (row); j++)
        check_cell (json_array_get_element (row, j), json_array_get_element (expected_row, j));
    }
}

static void
test_pair (gconstpointer data)
{
  JsonObject *pair = json_array_get_object_element (json_node_get_array (verified),
                                                    GPOINTER_TO_UINT (data));
  JsonObject *expect = json_object_get_object_member (pair, "expect");
  Answer answer = ask (json_object_get_string_member (pair, "sql"));
  guint n_rows = json_array_get_length (answer.rows);

  g_test_message ("%s", json_object_get_string_member (pair, "question"));
  g_assert_nonnull (expect);
  g_assert_cmpuint (n_rows, >, 0);
  g_assert_cmpuint (json_array_get_length (answer.columns), ==,
                    json_array_get_length (json_object_get_array_member (expect, "columns")));
  for (guint i = 0; i < json_array_get_length (answer.columns); i++)
    g_assert_cmpstr (
      json_array_get_string_element (answer.columns, i), ==,
      json_array_get_string_element (json_object_get_array_member (expect, "columns"), i));

  if (n_rows > MAX_STORED_ROWS)
    {
      g_autofree char *checksum = checksum_rows (answer.rows);

      g_assert_cmpint (json_object_get_int_member (expect, "n_rows"), ==, n_rows);
      check_rows (answer.rows, json_object_get_array_member (expect, "first_rows"), FIRST_ROWS);
      g_assert_cmpstr (json_object_get_string_member (expect, "sha256"), ==, checksum);
    }
  else
    check_rows (answer.rows, json_object_get_array_member (expect, "rows"), n_rows);
  answer_clear (&answer);
}

/* Rows that another order of joining could swap would make the answer a matter of luck: run each
 * query with SQLite's planner told to reverse what the query leaves open. */
static void
test_order_is_total (void)
{
  JsonArray *pairs = json_node_get_array (verified);

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      const char *sql = json_object_get_string_member (pair, "sql");
      Answer one;
      Answer other;

      one = ask (sql);
      run_sql ("PRAGMA reverse_unordered_selects = ON");
      other = ask (sql);
      run_sql ("PRAGMA reverse_unordered_selects = OFF");
      check_rows (one.rows, other.rows, json_array_get_length (one.rows));
      answer_clear (&one);
      answer_clear (&other);
    }
}

static gboolean
needs (JsonObject *pair, const char *source)
{
  JsonArray *sources = json_object_get_array_member (pair, "needs");

  for (guint i = 0; i < json_array_get_length (sources); i++)
    if (strcmp (json_array_get_string_element (sources, i), source) == 0)
      return TRUE;
  return FALSE;
}

/* What a pair needs is what its SQL names. */
static void
test_needs (void)
{
  static const struct
  {
    const char *source;
    const char *tables;
  } sources[] = {
    { "sales", "\\b(FROM|JOIN) (customers|stores|products|orders|order_lines)\\b" },
    { "logistics", "\\b(FROM|JOIN) (shipments|claims|carriers|warehouses|stock)\\b" },
  };
  JsonArray *pairs = json_node_get_array (verified);
  g_autoptr (GHashTable) questions = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_both = 0;

  g_assert_cmpuint (json_array_get_length (pairs), >=, 18);
  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      const char *sql = json_object_get_string_member (pair, "sql");

      g_assert_true (g_hash_table_add (
        questions, (gpointer) json_object_get_string_member (pair, "question")));
      for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
        g_assert_cmpint (g_regex_match_simple (sources[s].tables, sql, 0, 0), ==,
                         needs (pair, sources[s].source));
      n_both += needs (pair, "sales") && needs (pair, "logistics") ? 1 : 0;
    }
  g_assert_cmpuint (n_both, >=, 8);
}

/* A year or a name in single quotes has to stand in the question, so that it can be exchanged for
 * another. Codes of the schema ('cancelled', 'online', '%Y') are no such values. */
static void
test_values_are_spelled_out (void)
{
  JsonArray *pairs = json_node_get_array (verified);
  g_autoptr (GRegex) literals = g_regex_new ("'([0-9A-ZÄÖÜ][^']*)'", G_REGEX_DEFAULT, 0, NULL);
  guint n_values = 0;

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      g_autoptr (GMatchInfo) match = NULL;

      g_regex_match (literals, json_object_get_string_member (pair, "sql"), 0, &match);
      for (; g_match_info_matches (match); g_match_info_next (match, NULL), n_values++)
        {
          g_autofree char *value = g_match_info_fetch (match, 1);

          g_assert_nonnull (strstr (json_object_get_string_member (pair, "question"), value));
        }
    }
  g_assert_cmpuint (n_values, >, 15);
}

/* The expected answer to a question: its only cell, or the number beside @name. */
static double
expected (const char *question, const char *name)
{
  JsonArray *pairs = json_node_get_array (verified);

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonObject *pair = json_array_get_object_element (pairs, i);
      JsonArray *rows;

      if (strcmp (json_object_get_string_member (pair, "question"), question) != 0)
        continue;
      rows = json_object_get_array_member (json_object_get_object_member (pair, "expect"), "rows");
      for (guint r = 0; r < json_array_get_length (rows); r++)
        {
          JsonArray *row = json_array_get_array_element (rows, r);

          if (name == NULL)
            return json_array_get_double_element (row, 0);
          if (strcmp (json_array_get_string_element (row, 0), name) == 0)
            return json_array_get_double_element (row, 1);
        }
    }
  g_error ("No such pair: %s", question);
}

/* Each row of a query without joins, sums or conditions. */
static sqlite3_stmt *
every (const char *sql)
{
  sqlite3_stmt *statement = NULL;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  return statement;
}

/* Whole cents, order by order. */
static void
test_revenue_by_hand (void)
{
  g_autoptr (GHashTable) of_2025 = g_hash_table_new (NULL, NULL);
  sqlite3_stmt *orders = every ("SELECT order_id, ordered_on, status FROM orders");
  sqlite3_stmt *lines = every ("SELECT order_id, line_total FROM order_lines");
  gint64 cents = 0;

  while (sqlite3_step (orders) == SQLITE_ROW)
    if (strncmp ((const char *) sqlite3_column_text (orders, 1), "2025-", 5) == 0
        && strcmp ((const char *) sqlite3_column_text (orders, 2), "cancelled") != 0)
      g_hash_table_add (of_2025, GINT_TO_POINTER (sqlite3_column_int (orders, 0)));
  while (sqlite3_step (lines) == SQLITE_ROW)
    if (g_hash_table_contains (of_2025, GINT_TO_POINTER (sqlite3_column_int (lines, 0))))
      cents += llround (sqlite3_column_double (lines, 1) * 100);
  sqlite3_finalize (orders);
  sqlite3_finalize (lines);

  g_assert_cmpint (cents, ==, llround (expected ("What was our revenue in 2025?", NULL) * 100));
}

static const char *
text_of (JsonObject *object, const char *member)
{
  return json_object_get_string_member_with_default (object, member, "");
}

static void
test_late_by_hand (void)
{
  gint64 total = 0;

  for (guint c = 0; c < json_array_get_length (logistics.carriers); c++)
    {
      JsonObject *carrier = json_array_get_object_element (logistics.carriers, c);
      gint64 late = 0;

      for (guint i = 0; i < json_array_get_length (logistics.shipments); i++)
        {
          JsonObject *shipment = json_array_get_object_element (logistics.shipments, i);

          if (strcmp (text_of (shipment, "carrier_id"), text_of (carrier, "carrier_id")) == 0
              && strcmp (text_of (shipment, "delivered_on"), text_of (shipment, "promised_on")) > 0)
            late++;
        }
      g_assert_cmpint (late, ==,
                       (gint64) expected ("Which carriers delivered late most often?",
                                          text_of (carrier, "carrier_name")));
      total += late;
    }
  g_assert_cmpint (total, >, 500);
}

/* Both sources: online orders of 2025 less those that a carrier took. */
static void
test_not_shipped_by_hand (void)
{
  g_autoptr (GHashTable) shipped = g_hash_table_new (NULL, NULL);
  sqlite3_stmt *orders = every ("SELECT order_id, ordered_on, status, channel FROM orders");
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (logistics.shipments); i++)
    {
      JsonObject *shipment = json_array_get_object_element (logistics.shipments, i);

      if (*text_of (shipment, "shipped_on") != '\0')
        g_hash_table_add (
          shipped, GINT_TO_POINTER ((gint) json_object_get_int_member (shipment, "order_id")));
    }
  while (sqlite3_step (orders) == SQLITE_ROW)
    if (strncmp ((const char *) sqlite3_column_text (orders, 1), "2025", 4) == 0
        && strcmp ((const char *) sqlite3_column_text (orders, 2), "cancelled") != 0
        && strcmp ((const char *) sqlite3_column_text (orders, 3), "online") == 0
        && !g_hash_table_contains (shipped, GINT_TO_POINTER (sqlite3_column_int (orders, 0))))
      n++;
  sqlite3_finalize (orders);

  g_assert_cmpuint (
    n, ==, (guint) expected ("How many online orders of 2025 have not been shipped?", NULL));
}

/* Both sources, with the API's required parameter. */
static void
test_stock_value_by_hand (void)
{
  g_autoptr (GHashTable) costs = g_hash_table_new (NULL, NULL);
  sqlite3_stmt *products = every ("SELECT product_id, cost_price FROM products");

  while (sqlite3_step (products) == SQLITE_ROW)
    g_hash_table_insert (costs, GINT_TO_POINTER (sqlite3_column_int (products, 0)),
                         GINT_TO_POINTER ((gint) lround (sqlite3_column_double (products, 1) * 100)));
  sqlite3_finalize (products);

  for (guint w = 0; w < json_array_get_length (logistics.warehouses); w++)
    {
      JsonObject *warehouse = json_array_get_object_element (logistics.warehouses, w);
      gint64 cents = 0;

      for (guint i = 0; i < json_array_get_length (logistics.stock); i++)
        {
          JsonObject *stock = json_array_get_object_element (logistics.stock, i);

          if (strcmp (text_of (stock, "warehouse_id"), text_of (warehouse, "warehouse_id")) == 0)
            cents += json_object_get_int_member (stock, "on_hand")
                     * GPOINTER_TO_INT (g_hash_table_lookup (
                       costs, GINT_TO_POINTER (
                                (gint) json_object_get_int_member (stock, "product_id"))));
        }
      g_assert_cmpint (cents, ==,
                       llround (expected ("Stock value by warehouse",
                                          text_of (warehouse, "warehouse_name"))
                                * 100));
    }
}

static void
set_up (void)
{
  g_autofree char *sales = NULL;
  const char *root = g_getenv ("ASKDATA_SOURCE_ROOT");
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SampleApi) api = sample_api_start (NULL);

  if (root == NULL)
    g_error ("Set ASKDATA_SOURCE_ROOT to the folder of the sources, or use `meson test`.");
  path = g_build_filename (root, "data", "sample", "verified.json", NULL);
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  verified = json_from_string (text, &error);
  g_assert_no_error (error);

  folder = sample_make_folder ();
  sales = sample_make_data (folder, "both.sqlite", "1");
  db = sample_open (sales, SQLITE_OPEN_READWRITE);
  logistics.shipments = sample_api_get_shipments (api, 1000, "");
  logistics.claims = sample_api_get_claims (api, 200);
  logistics.carriers = sample_api_get_carriers (api, 5);
  logistics.warehouses = sample_api_get_warehouses (api);
  logistics.stock = sample_api_get_stock (api, 100);
  run_sql ("BEGIN");
  load_table ("shipments", logistics.shipments);
  load_table ("claims", logistics.claims);
  load_table ("carriers", logistics.carriers);
  load_table ("warehouses", logistics.warehouses);
  load_table ("stock", logistics.stock);
  run_sql ("COMMIT");
}

static void
tear_down (void)
{
  sqlite3_close (db);
  json_array_unref (logistics.shipments);
  json_array_unref (logistics.claims);
  json_array_unref (logistics.carriers);
  json_array_unref (logistics.warehouses);
  json_array_unref (logistics.stock);
  json_node_unref (verified);
  sample_remove_folder (folder);
}

int
main (int argc, char **argv)
{
  const char *target = g_getenv ("ASKDATA_SAMPLE_REGENERATE");
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  set_up ();
  if (target != NULL)
    {
      regenerate (target);
      g_print ("1..0 # SKIP written to %s, nothing compared\n", target);
    }
  else
    {
      for (guint i = 0; i < json_array_get_length (json_node_get_array (verified)); i++)
        {
          g_autofree char *path = g_strdup_printf ("/sample/verified/the-answer-is-as-expected/%02u", i + 1);

          g_test_add_data_func (path, GUINT_TO_POINTER (i), test_pair);
        }
      g_test_add_func ("/sample/verified/no-expected-order-is-a-matter-of-luck", test_order_is_total);
      g_test_add_func ("/sample/verified/what-a-pair-needs-is-what-it-names", test_needs);
      g_test_add_func ("/sample/verified/values-are-spelled-out", test_values_are_spelled_out);
      g_test_add_func ("/sample/verified/by-hand/revenue-counts-the-same-by-hand", test_revenue_by_hand);
      g_test_add_func ("/sample/verified/by-hand/late-shipments-count-the-same-by-hand", test_late_by_hand);
      g_test_add_func ("/sample/verified/by-hand/orders-not-shipped-count-the-same-by-hand",
                       test_not_shipped_by_hand);
      g_test_add_func ("/sample/verified/by-hand/the-value-of-stock-counts-the-same-by-hand",
                       test_stock_value_by_hand);
      status = g_test_run ();
    }
  tear_down ();
  return status;
}

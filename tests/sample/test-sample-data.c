/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The sales file: the same bytes for the same seed, keys that hold, the right size, and the oddities
 * that README.md promises.
 */
#include "config.h"

#include "sample-support.h"

#include <glib/gstdio.h>
#include <string.h>

static char *folder;
static char *sales;

static char *
checksum_of (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
}

static void
test_same_bytes (void)
{
  g_autofree char *again = sample_make_data (folder, "again.sqlite", "1");
  g_autofree char *one = checksum_of (sales);
  g_autofree char *other = checksum_of (again);

  g_assert_cmpstr (one, ==, other);
}

static void
test_seed_matters (void)
{
  g_autofree char *another = sample_make_data (folder, "another.sqlite", "2");
  g_autofree char *one = checksum_of (sales);
  g_autofree char *other = checksum_of (another);
  sqlite3 *db = sample_open (another, SQLITE_OPEN_READONLY);

  g_assert_cmpstr (one, !=, other);
  g_assert_cmpint (sample_query_integer (db, "PRAGMA user_version"), ==, 2);
  g_assert_cmpint (sample_query_integer (db, "SELECT COUNT(*) FROM pragma_foreign_key_check"), ==,
                   0);
  sqlite3_close (db);
}

/* What a query counts has to lie between two numbers, both included. */
static const struct
{
  const char *path;
  const char *sql;
  gint64 low;
  gint64 high;
} counts[] = {
  { "sizes/customers", "SELECT COUNT(*) FROM customers", 5000, 5500 },
  { "sizes/stores", "SELECT COUNT(*) FROM stores", 16, 16 },
  { "sizes/products", "SELECT COUNT(*) FROM products", 200, 300 },
  { "sizes/orders", "SELECT COUNT(*) FROM orders", 30000, 42000 },
  { "sizes/order-lines", "SELECT COUNT(*) FROM order_lines", 95000, 110000 },
  { "keys/foreign-keys-hold", "SELECT COUNT(*) FROM pragma_foreign_key_check", 0, 0 },
  { "keys/foreign-keys-declared",
    "SELECT COUNT(*) FROM sqlite_schema m, pragma_foreign_key_list (m.name)"
    " WHERE m.type = 'table'",
    4, 4 },
  { "keys/whole", "SELECT COUNT(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'", 1,
    1 },
  { "rows/every-order-has-lines",
    "SELECT COUNT(*) FROM orders WHERE order_id NOT IN (SELECT order_id FROM order_lines)", 0, 0 },
  { "rows/days-are-iso",
    "SELECT COUNT(*) FROM orders WHERE ordered_on IS NOT date (ordered_on)"
    " OR ordered_on NOT BETWEEN '2023-01-01' AND '2025-12-31'",
    0, 0 },
  { "rows/every-month-has-orders",
    "SELECT COUNT(DISTINCT substr (ordered_on, 1, 7)) FROM orders", 36, 36 },
  { "rows/line-totals-add-up",
    "SELECT COUNT(*) FROM order_lines"
    " WHERE abs (line_total - quantity * unit_price * (100 - discount_percent) / 100.0) > 0.0051",
    0, 0 },
  { "rows/returned-after-bought",
    "SELECT COUNT(*) FROM order_lines JOIN orders USING (order_id) WHERE returned_on <= ordered_on",
    0, 0 },
  { "rows/no-sale-on-sunday",
    "SELECT COUNT(*) FROM orders WHERE channel = 'store' AND strftime ('%w', ordered_on) = '0'", 0,
    0 },
  { "rows/no-sale-before-introduction",
    "SELECT COUNT(*) FROM order_lines JOIN orders USING (order_id) JOIN products USING (product_id)"
    " WHERE ordered_on < introduced_on OR ordered_on >= discontinued_on",
    0, 0 },
  { "types/leading-zeros",
    "SELECT COUNT(*) FROM customers WHERE postcode = '01067' AND typeof (postcode) = 'text'"
    " AND customer_no LIKE '0%'",
    10, 5000 },
  { "types/skus-are-text", "SELECT COUNT(*) FROM products WHERE typeof (sku) <> 'text'", 0, 0 },
  { "types/prices-are-real",
    "SELECT COUNT(*) FROM order_lines WHERE typeof (unit_price) <> 'real'"
    " OR typeof (line_total) <> 'real'",
    0, 0 },
  { "types/names-have-apostrophes", "SELECT COUNT(*) FROM customers WHERE name LIKE '%''%'", 50,
    1000 },
  { "types/names-have-umlauts", "SELECT COUNT(*) FROM customers WHERE name GLOB '*[äöüßéøåæ]*'", 500,
    5000 },
  { "oddities/store-closed", "SELECT COUNT(*) FROM stores WHERE closed_on IS NOT NULL", 1, 1 },
  { "oddities/no-sale-after-closing",
    "SELECT COUNT(*) FROM orders JOIN stores USING (store_id) WHERE ordered_on > closed_on", 0, 0 },
  { "oddities/product-comes-back",
    "SELECT 100 * SUM(returned_quantity) / SUM(quantity) FROM order_lines"
    " JOIN products USING (product_id) WHERE product_name = 'Névé Winter Boot'",
    28, 45 },
  { "oddities/price-error",
    "SELECT COUNT(*) FROM order_lines JOIN products USING (product_id) JOIN orders USING (order_id)"
    " WHERE product_name = 'Zugspitz Four-Person Tent' AND ordered_on LIKE '2024-03-%'"
    " AND unit_price < list_price / 9",
    50, 200 },
  { "oddities/bulk-customer",
    "SELECT COUNT(*) FROM orders JOIN customers USING (customer_id) JOIN order_lines"
    " USING (order_id) WHERE name = 'Klaus-Dieter D''Hondt' AND kind = 'private' AND quantity > 100",
    6, 8 },
  { "oddities/open-orders", "SELECT COUNT(*) FROM orders WHERE status = 'open'", 80, 400 },
};

static void
test_count (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  sqlite3 *db = sample_open (sales, SQLITE_OPEN_READONLY);
  gint64 count = sample_query_integer (db, counts[i].sql);

  g_test_message ("%s: %" G_GINT64_FORMAT, counts[i].path, count);
  g_assert_cmpint (count, >=, counts[i].low);
  g_assert_cmpint (count, <=, counts[i].high);
  sqlite3_close (db);
}

static void
test_checks_hold (void)
{
  static const char *const wrong[] = {
    "INSERT INTO orders VALUES (0, 1, NULL, 'store', '2025-01-01', 'completed')",
    "INSERT INTO orders VALUES (0, 1, NULL, 'online', '2025-01-01', 'sleeping')",
    "INSERT INTO order_lines VALUES (1, 99, 1, 0, 1.0, 0, 0.0, 0, NULL, NULL)",
    "INSERT INTO order_lines VALUES (1, 99, 1, 1, 1.0, 0, 1.0, 2, '2025-01-01', 'defect')",
    "INSERT INTO order_lines VALUES (1, 99, 100000, 1, 1.0, 0, 1.0, 0, NULL, NULL)",
    "UPDATE customers SET customer_no = '000001'",
  };
  g_autofree char *copy = sample_make_data (folder, "checks.sqlite", "1");
  sqlite3 *db = sample_open (copy, SQLITE_OPEN_READWRITE);

  g_assert_cmpint (sqlite3_exec (db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL), ==, SQLITE_OK);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_cmpint (sqlite3_exec (db, wrong[i], NULL, NULL, NULL), ==, SQLITE_CONSTRAINT);
  sqlite3_close (db);
}

/* Runs the generator and hands back what it said; the exit status has to be @status. */
static char *
run_generator (const char *const *arguments, int status)
{
  g_autofree char *program = sample_program ("askdata-sample-data");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  char *said = NULL;

  g_strv_builder_add (builder, program);
  g_strv_builder_addv (builder, (const char **) arguments);
  argv = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *) argv, G_SUBPROCESS_FLAGS_STDERR_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, status);
  return said;
}

static void
test_keeps_other_files (void)
{
  g_autofree char *path = g_build_filename (folder, "letter.txt", NULL);
  g_autofree char *text = NULL;
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, "Dear all,\n", -1, &error);
  g_assert_no_error (error);
  said = run_generator ((const char *[]) { path, NULL }, 1);
  g_assert_nonnull (strstr (said, "letter.txt"));
  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "Dear all,\n");
}

static void
test_wrong_usage (void)
{
  g_autofree char *none = run_generator ((const char *[]) { NULL }, 2);
  g_autofree char *seed = run_generator ((const char *[]) { "x", "--seed", "many", NULL }, 2);
  g_autofree char *place
    = run_generator ((const char *[]) { "/nonexistent/folder/x.sqlite", NULL }, 1);

  g_assert_nonnull (strstr (none, "--help"));
  g_assert_nonnull (strstr (seed, "many"));
  g_assert_nonnull (strstr (place, "/nonexistent/folder/x.sqlite"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sample_make_folder ();
  sales = sample_make_data (folder, "sales.sqlite", "1");

  g_test_add_func ("/sample/data/one-seed-gives-the-same-bytes", test_same_bytes);
  g_test_add_func ("/sample/data/another-seed-gives-other-data", test_seed_matters);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *path = g_strconcat ("/sample/data/the-numbers-are-those-promised/", counts[i].path, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_count);
    }
  g_test_add_func ("/sample/data/the-tables-refuse-wrong-rows", test_checks_hold);
  g_test_add_func ("/sample/data/another-file-is-not-overwritten", test_keeps_other_files);
  g_test_add_func ("/sample/data/wrong-usage-is-refused-in-words", test_wrong_usage);
  status = g_test_run ();

  g_free (sales);
  sample_remove_folder (folder);
  return status;
}

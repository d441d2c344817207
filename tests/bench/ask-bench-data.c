/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The data that is measured on, made from a seed: a shop with customers and orders.
 */
#include "config.h"

#include "bench/ask-bench.h"
#include "source/sqlite/ask-sqlite-source.h"

#define N_CUSTOMERS 20000

static gboolean
execute (sqlite3 *db, const char *sql, GError **error)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s", sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
fill (sqlite3 *db, guint n_rows, GError **error)
{
  static const char *const statuses[] = { "open", "shipped", "delivered", "returned", "cancelled" };
  static const char *const cities[] = { "Lyon", "Porto", "Gdansk", "Bergen", "Graz", "Turku" };
  g_autoptr (GRand) random = g_rand_new_with_seed (20250102);
  g_autoptr (sqlite3_stmt) customer = NULL;
  g_autoptr (sqlite3_stmt) order = NULL;

  if (!execute (db,
                "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;"
                "CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
                "CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, day TEXT,"
                " amount REAL, status TEXT)",
                error))
    return FALSE;
  sqlite3_prepare_v2 (db, "INSERT INTO customers VALUES (?, ?, ?)", -1, &customer, NULL);
  sqlite3_prepare_v2 (db, "INSERT INTO orders VALUES (?, ?, ?, ?, ?)", -1, &order, NULL);
  for (int i = 1; i <= N_CUSTOMERS; i++)
    {
      g_autofree char *name = g_strdup_printf ("Customer %d", i);
      const char *city = cities[g_rand_int_range (random, 0, G_N_ELEMENTS (cities))];

      sqlite3_bind_int (customer, 1, i);
      sqlite3_bind_text (customer, 2, name, -1, SQLITE_STATIC);
      sqlite3_bind_text (customer, 3, city, -1, SQLITE_STATIC);
      sqlite3_step (customer);
      sqlite3_reset (customer);
    }
  for (guint i = 1; i <= n_rows; i++)
    {
      char day[32];

      g_snprintf (day, sizeof day, "%d-%02d-%02d", g_rand_int_range (random, 2022, 2026),
                  g_rand_int_range (random, 1, 13), g_rand_int_range (random, 1, 29));
      sqlite3_bind_int (order, 1, (int) i);
      sqlite3_bind_int (order, 2, g_rand_int_range (random, 1, N_CUSTOMERS + 1));
      sqlite3_bind_text (order, 3, day, -1, SQLITE_STATIC);
      if (g_rand_int_range (random, 0, 50) == 0)
        sqlite3_bind_null (order, 4);
      else
        sqlite3_bind_double (order, 4, g_rand_int_range (random, 100, 50000) / 100.0);
      sqlite3_bind_text (order, 5, statuses[g_rand_int_range (random, 0, 5)], -1, SQLITE_STATIC);
      if (sqlite3_step (order) != SQLITE_DONE)
        break;
      sqlite3_reset (order);
    }
  g_clear_pointer (&customer, sqlite3_finalize);
  g_clear_pointer (&order, sqlite3_finalize);
  return execute (db, "COMMIT; ANALYZE", error);
}

/**
 * ask_bench_make_file:
 * @path: of a file that is not there yet
 * @n_rows: orders; customers are N_CUSTOMERS
 * @error: %G_IO_ERROR_FAILED
 *
 * Makes a shop: the same one for the same @n_rows, on every machine.
 *
 * Returns: whether it is there
 */
gboolean
ask_bench_make_file (const char *path, guint n_rows, GError **error)
{
  sqlite3 *db = NULL;
  gboolean good = sqlite3_open (path, &db) == SQLITE_OK;

  if (!good)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, sqlite3_errmsg (db));
  good = good && fill (db, n_rows, error);
  sqlite3_close (db);
  return good;
}

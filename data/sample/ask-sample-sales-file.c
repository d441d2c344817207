/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes the sales of the sample company as a SQLite file: one transaction, prepared statements, and
 * the same bytes for the same seed. Money is REAL euros with two decimals, because that is what
 * people ask in ("over 500 euros"); the generator computes in whole cents, and cents / 100.0 is the
 * nearest double on every machine.
 */
#include "config.h"

#include "ask-sample-sales-file.h"

#include "ask-sample-day.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

/* Tells our files from others: "AskS". The seed is the user_version beside it. */
#define APPLICATION_ID 0x41736b53

/* Places in the header of a SQLite file, and its size. */
#define HEADER_USER_VERSION 60
#define HEADER_APPLICATION_ID 68
#define HEADER_WRITER_VERSION 96
#define HEADER_SIZE 100

static const char tables[]
  = "CREATE TABLE customers (\n"
    "  -- People and companies with a customer card or an account in the web shop.\n"
    "  customer_id INTEGER PRIMARY KEY,\n"
    "  customer_no TEXT NOT NULL UNIQUE, -- as printed on the card, with leading zeros: 000417\n"
    "  name TEXT NOT NULL,\n"
    "  kind TEXT NOT NULL CHECK (kind IN ('private', 'business')),\n"
    "  city TEXT NOT NULL,\n"
    "  postcode TEXT NOT NULL, -- text: 01067 is in Dresden\n"
    "  country TEXT NOT NULL, -- in English: Germany, Austria, France, Denmark, …\n"
    "  newsletter BOOLEAN NOT NULL CHECK (newsletter IN (0, 1)),\n"
    "  customer_since DATE NOT NULL\n"
    ");\n"
    "CREATE TABLE stores (\n"
    "  -- The shops. The web shop is none of them: its orders have no store.\n"
    "  store_id INTEGER PRIMARY KEY,\n"
    "  store_name TEXT NOT NULL UNIQUE,\n"
    "  city TEXT NOT NULL,\n"
    "  postcode TEXT NOT NULL,\n"
    "  country TEXT NOT NULL,\n"
    "  opened_on DATE NOT NULL,\n"
    "  closed_on DATE CHECK (closed_on > opened_on), -- NULL while it is open\n"
    "  floor_area_m2 INTEGER NOT NULL CHECK (floor_area_m2 > 0)\n"
    ");\n"
    "CREATE TABLE products (\n"
    "  -- The range of goods.\n"
    "  product_id INTEGER PRIMARY KEY,\n"
    "  sku TEXT NOT NULL UNIQUE, -- article number, with leading zeros: 0042-TNT\n"
    "  product_name TEXT NOT NULL,\n"
    "  category TEXT NOT NULL, -- Tents, Footwear, Jackets, …\n"
    "  brand TEXT NOT NULL,\n"
    "  list_price REAL NOT NULL CHECK (list_price > 0), -- euros, of 2025, before discounts\n"
    "  cost_price REAL NOT NULL CHECK (cost_price > 0), -- euros that we pay for one\n"
    "  weight_kg REAL NOT NULL,\n"
    "  introduced_on DATE NOT NULL,\n"
    "  discontinued_on DATE -- NULL while it is sold\n"
    ");\n"
    "CREATE TABLE orders (\n"
    "  -- Purchases, in a store or in the web shop.\n"
    "  order_id INTEGER PRIMARY KEY,\n"
    "  customer_id INTEGER REFERENCES customers (customer_id), -- NULL: bought without a card\n"
    "  store_id INTEGER REFERENCES stores (store_id), -- NULL: bought in the web shop\n"
    "  channel TEXT NOT NULL CHECK (channel IN ('store', 'online')),\n"
    "  ordered_on DATE NOT NULL,\n"
    "  status TEXT NOT NULL CHECK (status IN ('completed', 'open', 'cancelled')),"
    " -- open: paid, not all of it sent\n"
    "  CHECK ((channel = 'online') = (store_id IS NULL))\n"
    ");\n"
    "CREATE TABLE order_lines (\n"
    "  -- What was bought. Revenue is the sum of line_total over orders that are not cancelled.\n"
    "  order_id INTEGER NOT NULL REFERENCES orders (order_id),\n"
    "  line_no INTEGER NOT NULL CHECK (line_no > 0),\n"
    "  product_id INTEGER NOT NULL REFERENCES products (product_id),\n"
    "  quantity INTEGER NOT NULL CHECK (quantity > 0),\n"
    "  unit_price REAL NOT NULL CHECK (unit_price >= 0), -- euros for one, before the discount\n"
    "  discount_percent INTEGER NOT NULL CHECK (discount_percent BETWEEN 0 AND 90),\n"
    "  line_total REAL NOT NULL CHECK (line_total >= 0), -- euros for all, after the discount\n"
    "  returned_quantity INTEGER NOT NULL DEFAULT 0"
    " CHECK (returned_quantity BETWEEN 0 AND quantity),\n"
    "  returned_on DATE CHECK ((returned_on IS NULL) = (returned_quantity = 0)),\n"
    "  return_reason TEXT CHECK ((return_reason IS NULL) = (returned_quantity = 0)),\n"
    "  PRIMARY KEY (order_id, line_no)\n"
    ");\n";

/* After the rows: faster, and the pages come out in order. */
static const char indexes[]
  = "CREATE INDEX customers_by_city ON customers (city);\n"
    "CREATE INDEX products_by_category ON products (category);\n"
    "CREATE INDEX orders_by_customer ON orders (customer_id);\n"
    "CREATE INDEX orders_by_store ON orders (store_id);\n"
    "CREATE INDEX orders_by_day ON orders (ordered_on);\n"
    "CREATE INDEX order_lines_by_product ON order_lines (product_id);\n";

static const char *const order_statuses[] = { "completed", "open", "cancelled" };

static gboolean
fail (sqlite3 *db, const char *path, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               "The sample could not be written to “%s”: %s. Check the folder's space and rights.",
               path, sqlite3_errmsg (db));
  return FALSE;
}

static gboolean
run (sqlite3 *db, const char *path, const char *sql, GError **error)
{
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    return fail (db, path, error);
  return TRUE;
}

/* Columns in order, one letter each: i integer, t text, e cents as euros, w grams as kilograms,
 * d day, n nullable integer (negative is NULL). A NULL text and day 0 are NULL. */
static gboolean
insert (sqlite3_stmt *statement, const char *columns, ...)
{
  va_list args;
  char day[ASK_SAMPLE_DAY_TEXT];
  int rc = SQLITE_OK;
  gint number;

  va_start (args, columns);
  for (int i = 1; columns[i - 1] != '\0' && rc == SQLITE_OK; i++)
    switch (columns[i - 1])
      {
      case 'i':
        rc = sqlite3_bind_int (statement, i, va_arg (args, gint));
        break;
      case 'n':
        number = va_arg (args, gint);
        rc = number < 0 ? sqlite3_bind_null (statement, i)
                        : sqlite3_bind_int (statement, i, number);
        break;
      case 't':
        rc = sqlite3_bind_text (statement, i, va_arg (args, const char *), -1, SQLITE_TRANSIENT);
        break;
      case 'e':
        rc = sqlite3_bind_double (statement, i, va_arg (args, guint) / 100.0);
        break;
      case 'w':
        rc = sqlite3_bind_double (statement, i, va_arg (args, guint) / 1000.0);
        break;
      case 'd':
        number = va_arg (args, gint);
        rc = number == 0
               ? sqlite3_bind_null (statement, i)
               : sqlite3_bind_text (statement, i, ask_sample_day_format (number, day), -1,
                                    SQLITE_TRANSIENT);
        break;
      default:
        g_assert_not_reached ();
      }
  va_end (args);
  if (rc != SQLITE_OK || sqlite3_step (statement) != SQLITE_DONE)
    return FALSE;
  return sqlite3_reset (statement) == SQLITE_OK;
}

static gboolean
write_customers (const AskSampleCompany *company, sqlite3_stmt *statement)
{
  for (guint i = 0; i < company->customers->len; i++)
    {
      const AskSampleCustomer *row = &g_array_index (company->customers, AskSampleCustomer, i);
      char number[16];

      g_snprintf (number, sizeof number, "%06u", i + 1);
      if (!insert (statement, "itttttt" "id", (gint) i + 1, number, row->name,
                   row->business ? "business" : "private", row->city, row->postcode, row->country,
                   row->newsletter ? 1 : 0, row->since))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_stores (const AskSampleCompany *company, sqlite3_stmt *statement)
{
  for (guint i = 0; i < company->stores->len; i++)
    {
      const AskSampleStore *row = &g_array_index (company->stores, AskSampleStore, i);

      if (!insert (statement, "ittttddi", (gint) i + 1, row->name, row->city, row->postcode,
                   row->country, row->opened, row->closed, (gint) row->area_m2))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_products (const AskSampleCompany *company, sqlite3_stmt *statement)
{
  for (guint i = 0; i < company->products->len; i++)
    {
      const AskSampleProduct *row = &g_array_index (company->products, AskSampleProduct, i);

      if (!insert (statement, "itttteewdd", (gint) i + 1, row->sku, row->name,
                   ask_sample_categories[row->category].name, row->brand, row->list_cents,
                   row->cost_cents, row->weight_g, row->introduced, row->discontinued))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_orders (const AskSampleCompany *company, sqlite3_stmt *statement)
{
  for (guint i = 0; i < company->orders->len; i++)
    {
      const AskSampleOrder *row = &g_array_index (company->orders, AskSampleOrder, i);

      if (!insert (statement, "inntdt", (gint) i + 1, row->customer < 0 ? -1 : row->customer + 1,
                   row->store < 0 ? -1 : row->store + 1, row->store < 0 ? "online" : "store",
                   row->day, order_statuses[row->status]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_lines (const AskSampleCompany *company, sqlite3_stmt *statement)
{
  for (guint i = 0; i < company->lines->len; i++)
    {
      const AskSampleLine *row = &g_array_index (company->lines, AskSampleLine, i);
      const AskSampleOrder *order = &g_array_index (company->orders, AskSampleOrder, row->order);

      if (!insert (statement, "iiiieieidt", (gint) row->order + 1,
                   (gint) (i - order->first_line) + 1, (gint) row->product + 1,
                   (gint) row->quantity, row->unit_cents, (gint) row->discount_percent,
                   row->total_cents, (gint) row->returned_quantity, row->returned,
                   row->returned_quantity > 0 ? ask_sample_return_reasons[row->return_reason]
                                              : NULL))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_rows (const AskSampleCompany *company, sqlite3 *db, const char *path, GError **error)
{
  static const struct
  {
    const char *sql;
    gboolean (*write) (const AskSampleCompany *company, sqlite3_stmt *statement);
  } parts[] = {
    { "INSERT INTO customers VALUES (?,?,?,?,?,?,?,?,?)", write_customers },
    { "INSERT INTO stores VALUES (?,?,?,?,?,?,?,?)", write_stores },
    { "INSERT INTO products VALUES (?,?,?,?,?,?,?,?,?,?)", write_products },
    { "INSERT INTO orders VALUES (?,?,?,?,?,?)", write_orders },
    { "INSERT INTO order_lines VALUES (?,?,?,?,?,?,?,?,?,?)", write_lines },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      sqlite3_stmt *statement = NULL;
      gboolean written;

      if (sqlite3_prepare_v2 (db, parts[i].sql, -1, &statement, NULL) != SQLITE_OK)
        return fail (db, path, error);
      written = parts[i].write (company, statement);
      if (!written)
        fail (db, path, error);
      sqlite3_finalize (statement);
      if (!written)
        return FALSE;
    }
  return TRUE;
}

static gboolean
leave_out (sqlite3 *db, const char *path, guint from_year, GError **error)
{
  g_autofree char *sql
      = g_strdup_printf ("DELETE FROM order_lines WHERE order_id IN (SELECT order_id FROM orders WHERE ordered_on < '%04u-01-01');"
                         "DELETE FROM orders WHERE ordered_on < '%04u-01-01'",
                         from_year, from_year);

  return from_year == 0 || run (db, path, sql, error);
}

static gboolean
write_database (AskSampleCompany *company, sqlite3 *db, const char *path, guint from_year,
                GError **error)
{
  g_autofree char *marks = g_strdup_printf ("PRAGMA application_id = %d; PRAGMA user_version = %u",
                                            APPLICATION_ID, company->seed);

  /* The file is a new one under another name: nothing is lost when the machine stops. */
  return run (db, path,
              "PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA journal_mode = OFF;"
              "PRAGMA synchronous = OFF; PRAGMA auto_vacuum = NONE; BEGIN",
              error)
         && run (db, path, marks, error) && run (db, path, tables, error)
         && write_rows (company, db, path, error)
         && leave_out (db, path, from_year, error) && run (db, path, indexes, error)
         && run (db, path, "COMMIT", error)
         && (from_year == 0 || run (db, path, "VACUUM", error));
}

static gboolean
read_header (const char *path, guint8 header[HEADER_SIZE], GError **error)
{
  FILE *file = g_fopen (path, "rb");
  gsize n_read;

  if (file == NULL)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   "The file “%s” could not be read: %s. Check its name.", path,
                   g_strerror (errno));
      return FALSE;
    }
  n_read = fread (header, 1, HEADER_SIZE, file);
  fclose (file);
  if (n_read < HEADER_SIZE || memcmp (header, "SQLite format 3", 16) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "The file “%s” is no SQLite file. Make one with askdata-sample-data.", path);
      return FALSE;
    }
  return TRUE;
}

static guint32
read_big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

/* SQLite notes its own version in each file that it writes. The format is the same, and the bytes
 * shall be the same too, so the floor's version stands there. */
static gboolean
level_writer_version (const char *path, GError **error)
{
  static const guint8 version[] = { 0x00, 0x2e, 0x63, 0x00 }; /* 3,040,000 */
  FILE *file = g_fopen (path, "r+b");
  gboolean written = FALSE;

  if (file != NULL)
    {
      written = fseek (file, HEADER_WRITER_VERSION, SEEK_SET) == 0
                && fwrite (version, 1, sizeof version, file) == sizeof version;
      written = fclose (file) == 0 && written;
    }
  if (!written)
    g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                 "The sample could not be finished in “%s”: %s.", path, g_strerror (errno));
  return written;
}

/* Another person's file is not ours to replace. */
static gboolean
may_replace (const char *path, GError **error)
{
  guint seed;

  if (!g_file_test (path, G_FILE_TEST_EXISTS)
      || ask_sample_sales_file_read_seed (path, &seed, NULL))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
               "The file “%s” exists and is no sample of ours. Choose another name.", path);
  return FALSE;
}

/**
 * ask_sample_sales_file_write:
 * @company: a company
 * @path: the file; an earlier sample there is replaced, any other file is not
 * @from_year: orders before it are left out; 0 for none
 * @error: (nullable): G_IO_ERROR: EXISTS where another file is in the way, else what went wrong
 *
 * Writes beside @path first and renames, so that a reader never sees half a file. Blocks.
 *
 * Returns: whether it is written
 */
gboolean
ask_sample_sales_file_write (AskSampleCompany *company, const char *path, guint from_year,
                             GError **error)
{
  g_autofree char *partial = g_strconcat (path, ".part", NULL);
  sqlite3 *db = NULL;
  gboolean written;

  g_return_val_if_fail (company != NULL && path != NULL, FALSE);

  if (!may_replace (path, error))
    return FALSE;
  g_unlink (partial);
  if (sqlite3_open_v2 (partial, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
    written = fail (db, path, error);
  else
    written = write_database (company, db, path, from_year, error);
  sqlite3_close (db);

  written = written && level_writer_version (partial, error);
  if (written && g_rename (partial, path) != 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno),
                   "The sample could not be moved to “%s”: %s.", path, g_strerror (errno));
      written = FALSE;
    }
  if (!written)
    g_unlink (partial);
  return written;
}

/**
 * ask_sample_sales_file_read_seed:
 * @path: a file that ask_sample_sales_file_write() wrote
 * @seed: (out): the seed of its company
 * @error: (nullable): G_IO_ERROR: INVALID_DATA where it is another file, else why it can't be read
 *
 * Returns: whether @seed is set
 */
gboolean
ask_sample_sales_file_read_seed (const char *path, guint *seed, GError **error)
{
  guint8 header[HEADER_SIZE];

  if (!read_header (path, header, error))
    return FALSE;
  if (read_big_endian (header + HEADER_APPLICATION_ID) != APPLICATION_ID)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   "The file “%s” is no sample of ours. Make one with askdata-sample-data.", path);
      return FALSE;
    }
  *seed = read_big_endian (header + HEADER_USER_VERSION);
  return TRUE;
}

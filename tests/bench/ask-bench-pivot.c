/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-pivot: a pivot of rows that are here against SQLite's GROUP BY of the same rows in its memory, and a workbook of
 * 100,000 rows and ten columns. The pivot has subtotals of two levels of rows, and a column for each month; SQLite groups once,
 * by all three, and gives no totals. Times are the
 * processor's, the median of nine, in turns.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "table/ask-pivot-table.h"
#include "table/ask-workbook.h"

#define N_TURNS 9

static const char *const kinds[] = { "web", "shop", "phone", "partner" };

/* city, kind, day, revenue, quantity: the same for both. */
typedef struct
{
  char city[16];
  const char *kind;
  char day[16];
  double revenue;
  gint64 quantity;
} Sale;

static Sale
make_sale (guint i)
{
  Sale sale;

  g_snprintf (sale.city, sizeof sale.city, "City %u", i * 31u % 50);
  sale.kind = kinds[i * 7919u % G_N_ELEMENTS (kinds)];
  g_snprintf (sale.day, sizeof sale.day, "2025-%02u-%02u", i % 12 + 1, i % 28 + 1);
  sale.revenue = (i * 7919u % 100000) / 100.0;
  sale.quantity = i % 50;
  return sale;
}

static AskRows *
make_rows (guint n)
{
  AskRows *rows = ask_rows_new ();

  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "kind", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "day", ASK_TYPE_DATE);
  ask_rows_add_column (rows, "revenue", ASK_TYPE_REAL);
  ask_rows_add_column (rows, "quantity", ASK_TYPE_INTEGER);
  for (guint i = 0; i < n; i++)
    {
      Sale sale = make_sale (i);
      AskValue cells[]
        = { ask_value_text (sale.city, -1), ask_value_text (sale.kind, -1), ask_value_text (sale.day, -1),
            ask_value_real (sale.revenue), ask_value_integer (sale.quantity) };

      ask_rows_append (rows, cells);
    }
  return rows;
}

static sqlite3 *
make_database (guint n)
{
  sqlite3 *db;
  sqlite3_stmt *insert;

  g_assert (sqlite3_open (":memory:", &db) == SQLITE_OK);
  g_assert (
    sqlite3_exec (db, "CREATE TABLE sale (city, kind, day, revenue REAL, quantity INTEGER); BEGIN", NULL, NULL, NULL)
    == SQLITE_OK);
  g_assert (sqlite3_prepare_v2 (db, "INSERT INTO sale VALUES (?, ?, ?, ?, ?)", -1, &insert, NULL) == SQLITE_OK);
  for (guint i = 0; i < n; i++)
    {
      Sale sale = make_sale (i);

      sqlite3_bind_text (insert, 1, sale.city, -1, SQLITE_TRANSIENT);
      sqlite3_bind_text (insert, 2, sale.kind, -1, SQLITE_STATIC);
      sqlite3_bind_text (insert, 3, sale.day, -1, SQLITE_TRANSIENT);
      sqlite3_bind_double (insert, 4, sale.revenue);
      sqlite3_bind_int64 (insert, 5, sale.quantity);
      sqlite3_step (insert);
      sqlite3_reset (insert);
    }
  sqlite3_finalize (insert);
  g_assert (sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK);
  return db;
}

/* In microseconds: few machines do nothing else. */
static gint64
processor_time (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC + usage.ru_utime.tv_usec
         + usage.ru_stime.tv_usec;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *times)
{
  qsort (times, N_TURNS, sizeof *times, compare_doubles);
  return times[N_TURNS / 2];
}

/* Memory that the process had at its worst, in MiB. */
static double
peak (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024;
}

static void
measure_pivot (guint n)
{
  g_autoptr (AskRows) rows = make_rows (n);
  g_autoptr (AskPivot) pivot = ask_pivot_new ();
  sqlite3 *db = make_database (n);
  double ours[N_TURNS], theirs[N_TURNS];
  guint n_cells = 0;

  ask_pivot_add_row (pivot, 0, ASK_PIVOT_WHOLE);
  ask_pivot_add_row (pivot, 1, ASK_PIVOT_WHOLE);
  ask_pivot_add_column (pivot, 2, ASK_PIVOT_MONTH);
  ask_pivot_add_value (pivot, 3, ASK_PIVOT_SUM, ASK_PIVOT_OF_NOTHING);
  ask_pivot_add_value (pivot, -1, ASK_PIVOT_COUNT, ASK_PIVOT_OF_NOTHING);
  for (guint i = 0; i < N_TURNS; i++)
    {
      gint64 start = processor_time ();
      g_autoptr (AskPivotTable) table = ask_pivot_table_new (pivot, rows, NULL, NULL);
      sqlite3_stmt *select;

      g_assert (table != NULL);
      ours[i] = (double) (processor_time () - start) / 1000;
      start = processor_time ();
      g_assert (sqlite3_prepare_v2 (db,
                                    "SELECT city, kind, strftime ('%Y-%m', day), sum (revenue), count (*) FROM sale "
                                    "GROUP BY 1, 2, 3",
                                    -1, &select, NULL)
                == SQLITE_OK);
      for (n_cells = 0; sqlite3_step (select) == SQLITE_ROW;)
        n_cells++;
      sqlite3_finalize (select);
      theirs[i] = (double) (processor_time () - start) / 1000;
    }
  printf ("pivot of %u rows, %u cells and their totals: %.0f ms; GROUP BY in SQLite's memory: %.0f ms; ratio %.2f\n", n,
          n_cells, median (ours), median (theirs), median (ours) / median (theirs));
  sqlite3_close (db);
}

static void
measure_workbook (guint n)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autofree char *folder = g_dir_make_tmp ("ask-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "book.xlsx", NULL);
  GStatBuf info;
  double times[N_TURNS], before;

  for (guint c = 0; c < 2; c++)
    {
      static const struct
      {
        const char *name;
        AskType type;
      } columns[] = { { "city", ASK_TYPE_TEXT },
                      { "kind", ASK_TYPE_TEXT },
                      { "day", ASK_TYPE_DATE },
                      { "revenue", ASK_TYPE_REAL },
                      { "quantity", ASK_TYPE_INTEGER } };

      for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
        {
          g_autofree char *name = g_strdup_printf ("%s %u", columns[i].name, c + 1);

          ask_rows_add_column (rows, name, columns[i].type);
          if (columns[i].type == ASK_TYPE_REAL)
            ask_rows_set_sense (rows, ask_rows_get_n_columns (rows) - 1,
                                &(AskSense) { .meaning = ASK_MEANING_MONEY, .unit = "EUR" });
        }
    }
  for (guint i = 0; i < n; i++)
    {
      AskValue cells[10];
      Sale sale = make_sale (i);

      for (guint c = 0; c < 2; c++)
        {
          cells[5 * c] = ask_value_text (sale.city, -1);
          cells[5 * c + 1] = ask_value_text (sale.kind, -1);
          cells[5 * c + 2] = ask_value_text (sale.day, -1);
          cells[5 * c + 3] = ask_value_real (sale.revenue);
          cells[5 * c + 4] = ask_value_integer (sale.quantity);
        }
      ask_rows_append (rows, cells);
    }
  before = peak ();
  for (guint i = 0; i < N_TURNS; i++)
    {
      gint64 start = processor_time ();
      AskWorkbookSheet sheet = { "Sales", rows, 0 };

      g_assert (ask_workbook_write (path, &sheet, 1, NULL, NULL));
      times[i] = (double) (processor_time () - start) / 1000;
    }
  g_stat (path, &info);
  printf ("workbook of %u rows and 10 columns: %.0f ms, %.1f MB; memory beyond the rows: %.1f MiB\n", n, median (times),
          (double) info.st_size / 1e6, peak () - before);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  guint n = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 1000000;

  /* First, so that the pivot's memory is not in its figure. */
  measure_workbook (n / 10);
  measure_pivot (n);
  return 0;
}

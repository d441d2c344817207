/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-grid [ROWS [frames]]: a grid of 1,000,000 rows of eight columns. How long sorting takes, by each kind of column and by
 * two, against SQLite's ORDER BY over the same rows in memory, which have to come in the same order; how long filters and
 * a search take (processor time, since few machines do nothing else); how much memory both hold beside the rows at most and in the end. Then, in a window of 1280 × 900 pixels,
 * how long a frame takes from the frame clock's "before-paint" to its "after-paint" while it scrolls by lines, by pages
 * and to anywhere, and sideways.
 *
 * With "frames", these alone; with "pictures" instead, of rows with one of 500 PNG pictures each, which askdata-picture reads as they
 * come into sight (ASKDATA_LIBEXEC_DIR says where that is). It needs a display (xvfb-run) for the window, and leaves it out without one; it prints, and fails only where the orders
 * differ. ASKDATA_BENCH_LOCALE=de_DE.UTF-8 orders texts as there.
 */
#include "config.h"

#include <adwaita.h>
#include <locale.h>
#include <malloc.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "app/ask-application.h"
#include "app/grid/ask-grid.h"
#include "bench/ask-bench-times.h"
#include "support/ask-test-picture.h"

#define WIDTH 1280
#define HEIGHT 900
#define FRAMES 120
#define RUNS 3

static double
get_own_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static AskRows *
make_rows (guint n)
{
  static const char *const states[] = { "delivered", "returned", "on its way", "lost", "Übergeben" };
  static const AskType types[] = { ASK_TYPE_INTEGER, ASK_TYPE_TEXT,    ASK_TYPE_DATE, ASK_TYPE_REAL,
                                   ASK_TYPE_TEXT,    ASK_TYPE_DECIMAL, ASK_TYPE_TEXT, ASK_TYPE_INTEGER };
  static const char *const names[] = { "order_id", "customer", "day", "amount", "status", "price", "city", "weight" };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  AskRows *rows = ask_rows_new ();
  char customer[32], day[16], price[24], city[24];

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ask_rows_add_column (rows, names[i], types[i]);
  for (guint i = 0; i < n; i++)
    {
      AskValue cells[G_N_ELEMENTS (names)];

      /* Each name is another one, and all begin alike. */
      g_snprintf (customer, sizeof customer, "Customer %06u", (guint) ((guint64) i * 7919 % n));
      g_snprintf (day, sizeof day, "%d-%02d-%02d", g_rand_int_range (random, 2018, 2026),
                  g_rand_int_range (random, 1, 13), g_rand_int_range (random, 1, 29));
      g_snprintf (price, sizeof price, "%d.%02d", g_rand_int_range (random, 0, 100000),
                  g_rand_int_range (random, 0, 100));
      g_snprintf (city, sizeof city, "%c%c%cburg", 'A' + g_rand_int_range (random, 0, 26),
                  'a' + g_rand_int_range (random, 0, 26), 'a' + g_rand_int_range (random, 0, 26));
      cells[0] = ask_value_integer (i + 1);
      cells[1] = ask_value_text (customer, -1);
      cells[2] = ask_value_text (day, -1);
      cells[3] = ask_value_real (g_rand_int_range (random, 100, 5000000) / 100.0);
      cells[4] = ask_value_text (states[g_rand_int_range (random, 0, G_N_ELEMENTS (states))], -1);
      cells[5] = ask_value_text (price, -1);
      cells[6] = ask_value_text (city, -1);
      cells[7] = g_rand_int_range (random, 0, 10) == 0 ? ASK_NULL_INIT
                                                       : ask_value_integer (g_rand_int_range (random, 0, 5000));
      ask_rows_append (rows, cells);
    }
  return rows;
}

static AskRows *
make_pictures (guint n)
{
  GBytes *pictures[500];
  AskRows *rows = ask_rows_new ();
  char name[32];

  ask_rows_add_column (rows, "id", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "photo", ASK_TYPE_BLOB);
  ask_rows_add_column (rows, "name", ASK_TYPE_TEXT);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    pictures[i] = ask_test_picture_png (200 + i, 200, FALSE, i % 7);
  for (guint i = 0; i < n; i++)
    {
      GBytes *picture = pictures[i % G_N_ELEMENTS (pictures)];
      const AskValue cells[]
        = { ask_value_integer (i + 1), ask_value_blob (g_bytes_get_data (picture, NULL), g_bytes_get_size (picture)),
            ask_value_text (name, g_snprintf (name, sizeof name, "Photo %06u", i)) };

      ask_rows_append (rows, cells);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_bytes_unref (pictures[i]);
  return rows;
}

static int
collate (void *data, int length_a, const void *a, int length_b, const void *b)
{
  char one[64], other[64];

  /* Our texts are short; SQLite's have no end. */
  g_strlcpy (one, a, MIN ((gsize) length_a + 1, sizeof one));
  g_strlcpy (other, b, MIN ((gsize) length_b + 1, sizeof other));
  return strcoll (one, other);
}

static void
check_sqlite (sqlite3 *db, int code)
{
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
    g_error ("%s", sqlite3_errmsg (db));
}

static sqlite3 *
fill_sqlite (const AskRows *rows)
{
  sqlite3 *db;
  sqlite3_stmt *insert;

  sqlite3_open (":memory:", &db);
  sqlite3_create_collation (db, "words", SQLITE_UTF8, NULL, collate);
  check_sqlite (db, sqlite3_exec (db, "CREATE TABLE t (c0, c1, c2, c3, c4, c5, c6, c7)", NULL, NULL, NULL));
  check_sqlite (db, sqlite3_prepare_v2 (db, "INSERT INTO t VALUES (?,?,?,?,?,?,?,?)", -1, &insert, NULL));
  sqlite3_exec (db, "BEGIN", NULL, NULL, NULL);
  for (gsize r = 0; r < ask_rows_get_n_rows (rows); r++)
    {
      const AskValue *cells = ask_rows_get_row (rows, r);

      for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
        if (cells[i].kind == ASK_VALUE_INTEGER)
          sqlite3_bind_int64 (insert, (int) i + 1, cells[i].integer);
        else if (cells[i].kind == ASK_VALUE_REAL)
          sqlite3_bind_double (insert, (int) i + 1, cells[i].real);
        else if (cells[i].kind == ASK_VALUE_NULL)
          sqlite3_bind_null (insert, (int) i + 1);
        /* A price as a number: SQLite has no decimals. */
        else if (i == 5)
          sqlite3_bind_double (insert, (int) i + 1, g_ascii_strtod (cells[i].text, NULL));
        else
          sqlite3_bind_text (insert, (int) i + 1, cells[i].text, (int) cells[i].length, SQLITE_STATIC);
      check_sqlite (db, sqlite3_step (insert));
      sqlite3_reset (insert);
    }
  sqlite3_exec (db, "COMMIT", NULL, NULL, NULL);
  sqlite3_finalize (insert);
  return db;
}

/* Returns: milliseconds that SQLite takes; fails where its order is another one than @arrangement's. */
static double
run_sqlite (sqlite3 *db, const char *order, const AskArrangement *arrangement)
{
  g_autofree char *sql = g_strdup_printf ("SELECT rowid FROM t ORDER BY %s, rowid", order);
  sqlite3_stmt *statement;
  double began = get_own_ms ();
  gsize place = 0;

  check_sqlite (db, sqlite3_prepare_v2 (db, sql, -1, &statement, NULL));
  while (sqlite3_step (statement) == SQLITE_ROW)
    if ((gsize) sqlite3_column_int64 (statement, 0) - 1 != ask_arrangement_get_row (arrangement, place++))
      g_error ("ORDER BY %s: another row at %" G_GSIZE_FORMAT, order, place - 1);
  sqlite3_finalize (statement);
  return get_own_ms () - began;
}

static gsize
read_status (const char *name)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL) || (line = strstr (text, name)) == NULL)
    return 0;
  return (gsize) g_ascii_strtoull (line + strlen (name), NULL, 10) * 1024;
}

/* How much higher the resident memory was at most while @wish was carried out, in bytes. */
static gsize
measure_peak (AskRows *rows, const AskTableWish *wish)
{
  g_autoptr (AskArrangement) arrangement = NULL;
  FILE *file = fopen ("/proc/self/clear_refs", "w");
  gsize before;

  malloc_trim (0);
  /* Lets VmHWM begin anew. */
  g_assert_true (file != NULL && fputs ("5", file) >= 0 && fclose (file) == 0);
  before = read_status ("VmRSS:");
  arrangement = ask_arrangement_new (rows, wish, NULL, NULL);
  return read_status ("VmHWM:") - before;
}

static void
measure_sorting (AskRows *rows)
{
  static const struct
  {
    const char *what;
    int columns[2];
    gboolean descending;
    const char *order;
  } cases[] = {
    { "integers", { 7, -1 }, FALSE, "c7 IS NULL, c7" },
    { "reals, descending", { 3, -1 }, TRUE, "c3 IS NULL, c3 DESC" },
    { "decimals", { 5, -1 }, FALSE, "c5 IS NULL, c5" },
    { "days", { 2, -1 }, FALSE, "c2 IS NULL, c2" },
    { "texts of 5 kinds", { 4, -1 }, FALSE, "c4 IS NULL, c4 COLLATE words" },
    { "texts, each another one", { 1, -1 }, FALSE, "c1 IS NULL, c1 COLLATE words" },
    { "texts, then reals", { 6, 3 }, FALSE, "c6 IS NULL, c6 COLLATE words, c3 IS NULL, c3" },
  };
  gsize size = ask_rows_get_size (rows);
  sqlite3 *db = fill_sqlite (rows);

  g_print ("%" G_GSIZE_FORMAT " rows of 8 columns, %.0f MiB; texts by LC_COLLATE=%s\n", ask_rows_get_n_rows (rows),
           (double) size / 1048576, setlocale (LC_COLLATE, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTableWish) wish = ask_table_wish_new ();
      double ours[RUNS], peers[RUNS];
      gsize peak;

      for (guint k = 0; k < 2 && cases[i].columns[k] >= 0; k++)
        ask_table_wish_sort (wish, (guint) cases[i].columns[k], cases[i].descending, TRUE);
      for (guint run = 0; run < RUNS; run++)
        {
          double began = get_own_ms ();
          g_autoptr (AskArrangement) arrangement = ask_arrangement_new (rows, wish, NULL, NULL);

          ours[run] = get_own_ms () - began;
          peers[run] = run_sqlite (db, cases[i].order, arrangement);
        }
      qsort (ours, RUNS, sizeof (double), bench_compare_times);
      qsort (peers, RUNS, sizeof (double), bench_compare_times);
      peak = measure_peak (rows, wish);
      g_print (
        "  sort by %-26s %7.1f ms (%.1f–%.1f) of 1000   SQLite %8.1f ms, %.2f ×   memory at most %.3f × of the rows\n",
        cases[i].what, ours[RUNS / 2], ours[0], ours[RUNS - 1], peers[RUNS / 2], ours[RUNS / 2] / peers[RUNS / 2],
        1 + (double) peak / (double) size);
    }
  sqlite3_close (db);
}

static void
measure_wish (AskRows *rows, const char *what, AskTableWish *wish)
{
  double times[RUNS];
  gsize found = 0, held = 0;

  for (guint run = 0; run < RUNS; run++)
    {
      double began = get_own_ms ();
      g_autoptr (AskArrangement) arrangement = ask_arrangement_new (rows, wish, NULL, NULL);

      times[run] = get_own_ms () - began;
      found = ask_arrangement_get_n_rows (arrangement);
      held = ask_arrangement_get_size (arrangement);
    }
  qsort (times, RUNS, sizeof (double), bench_compare_times);
  g_print ("  %-34s %7.1f ms (%.1f–%.1f)   %" G_GSIZE_FORMAT " rows, which take %.2f MiB\n", what, times[RUNS / 2],
           times[0], times[RUNS - 1], found, (double) held / 1048576);
  ask_table_wish_free (wish);
}

static void
measure_filters (AskRows *rows)
{
  AskTableWish *wish = ask_table_wish_new ();
  AskFilter *filter = ask_filter_new (1, ASK_FILTER_CONTAINS);

  filter->text = g_strdup ("99");
  ask_table_wish_take_filter (wish, filter);
  measure_wish (rows, "filter: a text contains", wish);
  wish = ask_table_wish_new ();
  filter = ask_filter_new (5, ASK_FILTER_NUMBERS);
  ask_filter_read_bounds (filter, "100", "5000");
  ask_table_wish_take_filter (wish, filter);
  measure_wish (rows, "filter: a range of decimals", wish);
  wish = ask_table_wish_new ();
  ask_table_wish_set_search (wish, "burg");
  measure_wish (rows, "search: a word, in all cells", wish);
  wish = ask_table_wish_new ();
  ask_table_wish_set_search (wish, "4321");
  measure_wish (rows, "search: digits, in all cells", wish);
}

typedef struct
{
  GtkAdjustment *down;
  GtkAdjustment *across;
  gint64 began;
  double own_began;
  double wall[FRAMES];
  double own[FRAMES];
  guint n;
  gboolean counting;
} Bench;

static void
before_paint (GdkFrameClock *clock, Bench *self)
{
  self->began = g_get_monotonic_time ();
  self->own_began = get_own_ms ();
}

static void
after_paint (GdkFrameClock *clock, Bench *self)
{
  if (!self->counting || self->n == FRAMES)
    return;
  self->wall[self->n] = (double) (g_get_monotonic_time () - self->began) / 1e3;
  self->own[self->n] = get_own_ms () - self->own_began;
  self->n++;
}

typedef enum
{
  LINES,
  PAGES,
  ANYWHERE,
  SIDEWAYS
} Way;

static void
scroll (Bench *self, Way way)
{
  double value = gtk_adjustment_get_value (self->down);

  if (way == LINES)
    gtk_adjustment_set_value (self->down, value + 50);
  else if (way == PAGES)
    gtk_adjustment_set_value (self->down, value + gtk_adjustment_get_page_size (self->down));
  else if (way == ANYWHERE)
    gtk_adjustment_set_value (self->down, gtk_adjustment_get_upper (self->down) * (self->n * 37 % FRAMES) / FRAMES);
  else
    gtk_adjustment_set_value (self->across, (self->n * 23) % 300);
}

static void
walk (Bench *self, const char *what, Way way)
{
  for (gint64 end = g_get_monotonic_time () + 300000; g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  gtk_adjustment_set_value (self->down, 0);
  self->n = 0;
  self->counting = TRUE;
  while (self->n < FRAMES)
    {
      guint before = self->n;

      scroll (self, way);
      while (self->n == before)
        g_main_context_iteration (NULL, TRUE);
    }
  self->counting = FALSE;
  qsort (self->wall, FRAMES, sizeof (double), bench_compare_times);
  qsort (self->own, FRAMES, sizeof (double), bench_compare_times);
  g_print ("  %-34s median %6.2f ms  p95 %6.2f of 16  max %6.2f   (own time %6.2f  %6.2f  %6.2f)\n", what,
           self->wall[FRAMES / 2], self->wall[FRAMES * 95 / 100], self->wall[FRAMES - 1], self->own[FRAMES / 2],
           self->own[FRAMES * 95 / 100], self->own[FRAMES - 1]);
}

static GtkWidget *
find_scroller (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_SCROLLED_WINDOW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_scroller (child);
  return found;
}

static void
measure_frames (AskRows *rows)
{
  Bench self = { 0 };
  GtkWidget *window = adw_window_new ();
  GtkWidget *grid = ask_grid_new ();
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (find_scroller (grid));
  gsize before = read_status ("VmRSS:");

  ask_grid_set_rows (ASK_GRID (grid), rows);
  adw_window_set_content (ADW_WINDOW (window), grid);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  self.down = gtk_scrolled_window_get_vadjustment (scroller);
  self.across = gtk_scrolled_window_get_hadjustment (scroller);
  g_signal_connect (gtk_widget_get_frame_clock (window), "before-paint", G_CALLBACK (before_paint), &self);
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (after_paint), &self);
  g_print ("frames in a window of %d by %d pixels\n", WIDTH, HEIGHT);
  walk (&self, "scrolled by lines", LINES);
  walk (&self, "by pages", PAGES);
  walk (&self, "to anywhere", ANYWHERE);
  gtk_window_set_default_size (GTK_WINDOW (window), 700, HEIGHT);
  /* Few columns have no side to go to. */
  if (ask_rows_get_n_columns (rows) > 3)
    walk (&self, "sideways", SIDEWAYS);
  g_print ("  the window takes %.1f MiB beside the rows\n", (double) (read_status ("VmRSS:") - before) / 1048576);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_autoptr (AskRows) rows = NULL;
  const char *locale = g_getenv ("ASKDATA_BENCH_LOCALE");
  guint n;

  setlocale (LC_ALL, "C.UTF-8");
  if (locale != NULL && setlocale (LC_ALL, locale) == NULL)
    g_error ("There is no locale %s here.", locale);
  gtk_disable_setlocale ();
  n = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1000000;
  rows = argc > 2 && strcmp (argv[2], "pictures") == 0 ? make_pictures (n) : make_rows (n);
  if (argc < 3)
    {
      measure_sorting (rows);
      measure_filters (rows);
    }
  if (!gtk_init_check ())
    {
      g_print ("There is no display: no frames. Use xvfb-run.\n");
      return 0;
    }
  adw_init ();
  ask_application_register_resources ();
  measure_frames (rows);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can follow while one types, over a made database: the first key after a change of the schema, then each key of some
 * questions, with the workspace opened anew for each as the window does; and each key of some SQL, in which an editor
 * offers names. Processor time: few machines do nothing else. Nothing is asserted.
 *
 * Usage: ask-bench-complete [ENTITIES …], of ten columns each; otherwise 10, 100 and 1000
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ask-bench-times.h"
#include "store/store-fixture.h"
#include "understand/complete/ask-complete.h"
#include "understand/complete/ask-sql-words.h"

static const char *const questions[] = {
  "how many parts 7 per kind of stock 8",
  "average weight of parts 3 where kind is \"kind 5\"",
  "show name and weight of parts 9 sorted by weight",
  "which stock 3 has the most parts 2",
  "top 5 parts 4 by weight",
};

static const char *const statements[] = {
  "SELECT weight, kind, count(*) AS n FROM part_8 WHERE kind = 'kind 5' GROUP BY kind ORDER BY n",
  "WITH late AS (SELECT id, name FROM stock_7) SELECT l.name, p.weight FROM late AS l JOIN part_8 AS p ON p.stock_id = l.id",
  "SELECT s.name, sum(p.weight) FROM stock_7 s JOIN part_8 p ON p.stock_id = s.id WHERE s.id IN (SELECT id FROM stock_9)",
};

/* Of two entities the second has a key to the first, and each leads to the one before. */
static char *
make_sql (guint n)
{
  static const char *const names[] = { "stock", "part" };
  GString *sql = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (sql,
                              "CREATE TABLE %s_%u (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, weight REAL,"
                              "  made_on DATE, colour_%u TEXT, length_%u REAL, batch_%u TEXT, price_%u REAL",
                              names[i % 2], i + 1, i, i, i, i);
      if (i > 0)
        g_string_append_printf (sql, ", %s_id INTEGER REFERENCES %s_%u);", names[(i + 1) % 2], names[(i + 1) % 2], i);
      else
        g_string_append (sql, ", code TEXT);");
      for (guint r = 0; r < 20; r++)
        g_string_append_printf (sql, "INSERT INTO %s_%u (id, name, kind, weight) VALUES (%u, 'row %u', 'kind %u', %u);",
                                names[i % 2], i + 1, r + 1, r, r % 7, r);
    }
  return g_string_free (sql, FALSE);
}

/* In milliseconds. */
static double
get_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

static double
complete (const char *path, const char *text, gsize length, guint *n)
{
  g_autoptr (GError) error = NULL;
  double start = get_time ();
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (GPtrArray) found = NULL;

  if (workspace == NULL || (found = ask_complete (workspace, text, length, 12, &error)) == NULL)
    g_error ("%s", error->message);
  *n += found->len;
  return get_time () - start;
}

/* The editor reads what stands there after each key, whatever its list shows. */
static void
measure_sql (const char *path, guint n_entities)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (AskSchema) schema = workspace != NULL ? ask_workspace_load_schema (workspace, &error) : NULL;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0;

  if (schema == NULL)
    g_error ("%s", error->message);
  for (guint s = 0; s < G_N_ELEMENTS (statements); s++)
    for (gsize at = 1; at <= strlen (statements[s]); at++)
      {
        g_autofree char *typed = g_strndup (statements[s], at);
        double start = get_time ();
        gsize from;
        g_autoptr (GPtrArray) words = ask_sql_words_find (schema, NULL, typed, at, &from);
        double time = get_time () - start;

        n += words->len;
        g_array_append_val (times, time);
      }
  g_array_sort (times, bench_compare_times);
  g_print ("%5u entities, SQL: a key %.2f ms, 95 of 100 within %.2f ms, the longest %.2f ms; %u offers\n", n_entities,
           g_array_index (times, double, times->len / 2), g_array_index (times, double, times->len * 95 / 100),
           g_array_index (times, double, times->len - 1), n);
}

static void
measure (guint n_entities)
{
  g_autofree char *sql = make_sql (n_entities);
  StoreShop *shop = store_shop_new (sql);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0;
  double first;

  measure_sql (shop->fixture->path, n_entities);
  first = complete (shop->fixture->path, "h", 1, &n);

  for (guint q = 0; q < G_N_ELEMENTS (questions); q++)
    for (gsize at = 0; at <= strlen (questions[q]); at++)
      {
        double time = complete (shop->fixture->path, questions[q], at, &n);

        g_array_append_val (times, time);
      }
  g_array_sort (times, bench_compare_times);
  g_print (
    "%5u entities, %6u columns: a key %.1f ms, 95 of 100 within %.1f ms, the longest %.1f ms; the first %.0f ms; "
    "%u offers\n",
    n_entities, n_entities * 10, g_array_index (times, double, times->len / 2),
    g_array_index (times, double, times->len * 95 / 100), g_array_index (times, double, times->len - 1), first, n);
  store_shop_free (shop);
}

int
main (int argc, char **argv)
{
  static const guint sizes[] = { 10, 100, 1000 };

  for (int i = 1; i < argc; i++)
    measure ((guint) MAX (atoi (argv[i]), 10));
  for (guint i = 0; argc == 1 && i < G_N_ELEMENTS (sizes); i++)
    measure (sizes[i]);
  return 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * That ask-bench-chart asks for the rows that a chart of nvBench shows.
 */
#include "config.h"

#include "bench/ask-bench-chart-query.h"

static const struct
{
  const char *name;
  const char *sql;
  const char *binning;
  const char *query; /* NULL: none */
} cases[] = {
  { "as-it-stands", "SELECT a , b FROM t", "", "SELECT a, b FROM t" },
  { "a-group-that-is-selected", "SELECT T1.a , COUNT(*) FROM t AS T1 GROUP BY a ORDER BY a DESC", NULL,
    "SELECT T1.a, COUNT(*) FROM t AS T1  GROUP BY a ORDER BY a DESC" },
  { "a-group-that-is-not", "SELECT a , COUNT(*) FROM t GROUP BY b ,  a", NULL,
    "SELECT a, COUNT(*), b FROM t  GROUP BY b, a" },
  { "a-bin", "SELECT d , COUNT(d) FROM t", "BIN d BY MONTH",
    "SELECT CAST(strftime('%m', d) AS INTEGER) AS d_month, COUNT(d) FROM t GROUP BY CAST(strftime('%m', d) AS INTEGER)" },
  { "a-bin-of-groups", "SELECT d , SUM(x) FROM t GROUP BY c ,  d", "BIN d BY YEAR",
    "SELECT CAST(substr(d, 1, 4) AS INTEGER) AS d_year, SUM(x), c FROM t  GROUP BY CAST(substr(d, 1, 4) AS INTEGER), c" },
  { "inner-selects-stay", "SELECT a , b FROM t WHERE b IN (SELECT b FROM u GROUP BY c) ORDER BY a", NULL,
    "SELECT a, b FROM t WHERE b IN (SELECT b FROM u GROUP BY c)  ORDER BY a" },
  { "a-sum-of-counts", "SELECT y , SUM(count(*)) FROM t GROUP BY y", NULL, "SELECT y, count(*) FROM t  GROUP BY y" },
  { "having", "SELECT a , COUNT(*) FROM t GROUP BY a HAVING COUNT(*) > 2 ORDER BY a", NULL,
    "SELECT a, COUNT(*) FROM t  GROUP BY a HAVING COUNT(*) > 2  ORDER BY a" },
  { "no-select", "DELETE FROM t", NULL, NULL },
};

static void
test_query (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *query = ask_bench_chart_make_query (cases[i].sql, cases[i].binning);

  g_assert_cmpstr (query, ==, cases[i].query);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/bench/chart-query/rows-of-a-chart/%s", cases[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_query);
    }
  return g_test_run ();
}

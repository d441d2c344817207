/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: a query on one SQLite source of 1,000,000 rows, against the sqlite3 library itself. Both
 * open the same file read-only with the same settings and take turns, first one, then the other, so
 * that whatever else the machine does falls on both; what counts is the median of the ratios of
 * neighbours. Both must give the same cells.
 */
#include "config.h"

#include <string.h>

#include "bench/ask-bench-peer.h"
#include "bench/ask-bench.h"
#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

#define ALLOWED 1.05
#define N_PAIRS 15

static const struct
{
  const char *what;
  const char *sql;
} queries[] = {
  { "filter and aggregate",
    "SELECT count(*) AS n, sum(amount) AS total, max(day) AS last FROM orders "
    "WHERE status = 'returned' AND amount > 100" },
  { "group by",
    "SELECT substr(day, 1, 7) AS month, status, count(*) AS n, sum(amount) AS total FROM orders "
    "GROUP BY 1, 2 ORDER BY 1, 2" },
  { "join",
    "SELECT c.city, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id GROUP BY c.city ORDER BY total DESC" },
  { "read all",
    "SELECT order_id, customer_id, day, amount, status FROM orders" },
};

static AskEngine *
open_engine (const char *path, GError **error)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_sqlite_kind, path);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;

  g_ptr_array_add (configs, config);
  source = ask_source_new (config, error);
  if (source == NULL || (found = ask_source_introspect (source, NULL, error)) == NULL)
    return NULL;
  return ask_engine_new (found->schema, configs, error);
}

static gboolean
same_cell (const AskValue *a, const PeerCell *b)
{
  switch (b->type)
    {
    case SQLITE_INTEGER:
      return a->kind == ASK_VALUE_INTEGER && a->integer == b->integer;
    case SQLITE_FLOAT:
      return a->kind == ASK_VALUE_REAL && memcmp (&a->real, &b->real, sizeof a->real) == 0;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
      return a->kind == (b->type == SQLITE_TEXT ? ASK_VALUE_TEXT : ASK_VALUE_BLOB)
             && a->length == (guint32) b->length
             && memcmp (a->text, b->bytes, a->length) == 0;
    default:
      return a->kind == ASK_VALUE_NULL;
    }
}

static gboolean
check_same (const AskRows *rows, const PeerRows *peer, const char *what, GError **error)
{
  gboolean same = ask_rows_get_n_rows (rows) == peer_count (peer)
                  && !ask_rows_get_truncated (rows);

  for (gsize r = 0; same && r < peer_count (peer); r++)
    for (guint c = 0; same && c < ask_rows_get_n_columns (rows); c++)
      same = same_cell (ask_rows_get (rows, r, c), peer_row (peer, r) + c);
  if (!same)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "The engine and sqlite3 gave different rows for “%s”.", what);
  return same;
}

typedef struct
{
  AskEngine *engine;
  sqlite3 *db;
  const char *what;
  const char *sql;
  AskResult *result;
  PeerRows *rows;
} Contest;

static void
forget (Contest *self)
{
  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->rows, peer_free);
}

static gboolean
run_engine (Contest *self, double *ms, GError **error)
{
  gint64 started = g_get_monotonic_time ();

  self->result = ask_engine_query (self->engine, self->sql, NULL, NULL, NULL, error);
  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  return self->result != NULL;
}

static gboolean
run_peer (Contest *self, double *ms, GError **error)
{
  gint64 started = g_get_monotonic_time ();

  self->rows = peer_query (self->db, self->sql, error);
  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  return self->rows != NULL;
}

/* One after the other, who is first changes from pair to pair: the second may find warmer caches,
 * or a machine that has grown hot. What the first one made is freed before the second runs, or its
 * memory would be in the other's way; the last pair's is compared. */
static gboolean
run_pair (Contest *self, gboolean engine_first, double *engine, double *peer, GError **error)
{
  gboolean good;

  if (engine_first)
    {
      good = run_engine (self, engine, error);
      forget (self);
      good = good && run_peer (self, peer, error);
    }
  else
    {
      good = run_peer (self, peer, error);
      forget (self);
      good = good && run_engine (self, engine, error);
    }
  forget (self);
  return good;
}

static gboolean
measure (AskBench *bench, Contest *contest, GError **error)
{
  g_autoptr (GArray) engine = ask_bench_samples_new ();
  g_autoptr (GArray) peer = ask_bench_samples_new ();
  g_autoptr (GArray) ratios = ask_bench_samples_new ();
  g_autofree char *rows = ask_bench_count_rows (bench);
  g_autofree char *what = g_strdup_printf ("%s of SQLite, %s, against sqlite3", rows,
                                           contest->what);
  g_autofree char *note = NULL;
  double a, b;
  gboolean good = run_engine (contest, &a, error) && run_peer (contest, &b, error)
                  && check_same (contest->result->rows, contest->rows, contest->what, error);

  forget (contest);
  for (guint i = 0; good && i < N_PAIRS; i++)
    {
      double ratio;

      if (!run_pair (contest, i % 2 == 0, &a, &b, error))
        return FALSE;
      ratio = a / b;
      g_array_append_val (engine, a);
      g_array_append_val (peer, b);
      g_array_append_val (ratios, ratio);
    }
  if (!good)
    return FALSE;
  note = g_strdup_printf ("%.1f ms against %.1f ms, %d pairs", ask_bench_median (engine),
                          ask_bench_median (peer), N_PAIRS);
  ask_bench_report (bench, what, "×", ratios, ALLOWED, note);
  return TRUE;
}

/** ask_bench_query: measures the figure and adds its lines */
void
ask_bench_query (AskBench *self)
{
  g_autofree char *path = g_build_filename (self->folder, "shop.sqlite", NULL);
  g_autofree char *uri = ask_sqlite_dup_uri (path);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  Contest contest = { 0 };

  if (!ask_bench_make_file (path, self->n_rows, &error)
      || (engine = open_engine (path, &error)) == NULL)
    {
      ask_bench_missing (self, "query", error);
      return;
    }
  /* As the engine opens its own: without mutexes, which makes the peer as fast as it can be. */
  if (sqlite3_open_v2 (uri, &contest.db,
                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL)
      != SQLITE_OK)
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", sqlite3_errmsg (contest.db));
  contest.engine = engine;
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (queries); i++)
    {
      contest.what = queries[i].what;
      contest.sql = queries[i].sql;
      measure (self, &contest, &error);
    }
  if (error != NULL)
    ask_bench_missing (self, "query", error);
  sqlite3_close (contest.db);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: a query that one PostgreSQL server can compute, against libpq which runs the same text there
 * and reads every cell. The peer's text is as a person writes it, not as our printer does, so that
 * what the printer adds (collations, casts) is in our time. Both must give the same rows.
 */
#include "config.h"

#include "bench/ask-bench-servers.h"

#define ALLOWED 1.10
#define N_PAIRS 15

/* @value: (nullable): of the parameter; a fifth of the rows where there is none */
static const struct
{
  const char *what;
  const char *ours;
  const char *theirs;
  const char *value;
} queries[] = {
  { "filter, join and group",
    "SELECT c.city, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE o.status = 'returned' "
    "GROUP BY c.city ORDER BY c.city",
    "SELECT c.city, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE o.status = $1 "
    "GROUP BY c.city ORDER BY c.city",
    "returned" },
  { "a fifth of the rows",
    "SELECT order_id, customer_id, day, amount, status FROM orders WHERE order_id <= %u",
    "SELECT order_id, customer_id, day, amount, status FROM orders WHERE order_id <= $1", NULL },
};

typedef struct
{
  guint query;
  const char *ours;
  const char *value; /* of the parameter of theirs */
  AskEngine *engine;
  PGconn *conn;
  AskResult *result;
  PGresult *rows;
  guint64 sum;
} Push;

static void
forget (gpointer data)
{
  Push *self = data;

  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->rows, PQclear);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Push *self = data;

  self->result = ask_engine_query (self->engine, self->ours, NULL, NULL, NULL, error);
  return self->result != NULL;
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Push *self = data;

  self->rows
    = bench_postgres_query (self->conn, queries[self->query].theirs, 1, &self->value, error);
  if (self->rows == NULL)
    return FALSE;
  self->sum += bench_postgres_read (self->rows);
  return TRUE;
}

static gboolean
measure (AskBench *bench, Push *push, GError **error)
{
  g_autofree char *rows = ask_bench_count_rows (bench);
  g_autofree char *what = g_strdup_printf ("pushed to PostgreSQL, %s of %s, against libpq",
                                           queries[push->query].what, rows);
  gboolean good;

  good = run_ours (push, error) && run_theirs (push, error)
         && bench_same_rows (push->result->rows, push->rows, what, error);
  if (good)
    bench_show (bench, what, push->result);
  forget (push);
  return good
         && ask_bench_contest (bench,
                               &(AskBenchContest) { .what = what,
                                                    .ours = run_ours,
                                                    .theirs = run_theirs,
                                                    .forget = forget,
                                                    .data = push,
                                                    .n_pairs = N_PAIRS,
                                                    .allowed = ALLOWED },
                               error);
}

/** ask_bench_push: measures the figure and adds its lines */
void
ask_bench_push (AskBench *self)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) server = bench_postgres_new (&error);
  g_autoptr (PGconn) conn = server != NULL ? bench_postgres_connect (server, &error) : NULL;
  g_autoptr (AskEngine) engine = NULL;

  if (conn != NULL && bench_fill_orders (conn, self->n_rows, &error)
      && bench_fill_customers (conn, BENCH_CUSTOMERS (self->n_rows), &error))
    {
      g_ptr_array_add (configs, bench_postgres_config (server, "shop"));
      engine = bench_engine_new (configs, &error);
    }
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (queries); i++)
    {
      const char *value = queries[i].value;
      g_autofree char *fifth = g_strdup_printf ("%u", self->n_rows / 5);
      g_auto (GStrv) parts = g_strsplit (queries[i].ours, "%u", 2);
      g_autofree char *sql = g_strjoinv (fifth, parts);
      Push push = { .query = i,
                    .ours = sql,
                    .value = value != NULL ? value : fifth,
                    .engine = engine,
                    .conn = conn };

      measure (self, &push, &error);
    }
  if (error != NULL)
    ask_bench_missing (self, "pushed to PostgreSQL", error);
}

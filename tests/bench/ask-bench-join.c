/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures: a join of a table in PostgreSQL with one on another server, in MariaDB (`federate`) and in
 * PostgreSQL (`shards`), against PostgreSQL with mysql_fdw or postgres_fdw, which runs the same text
 * over its own table and a foreign one. Both must give the same rows.
 */
#include "config.h"

#include "bench/ask-bench-servers.h"

#define ALLOWED 1.0
#define N_PAIRS 9
/* A query of a few milliseconds is told apart from noise by more of them. */
#define N_SHORT_PAIRS 51

/* Each names orders, which are where the peer is, and customers, which are not. */
static const struct
{
  const char *what;
  const char *sql;
  guint n_pairs;
} queries[] = {
  { "selective: 1 customer of 1000, grouped by status",
    "SELECT o.status, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE c.segment = 17 "
    "GROUP BY o.status ORDER BY o.status",
    N_SHORT_PAIRS },
  { "selective: 1 day of 1461, grouped by city",
    "SELECT c.city, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE o.day = '2024-03-05' "
    "GROUP BY c.city ORDER BY c.city",
    N_PAIRS },
  { "unselective: 1 customer of 2 and 4 orders of 5, grouped by status",
    "SELECT o.status, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE c.active = 1 AND o.status <> 'cancelled' "
    "GROUP BY o.status ORDER BY o.status",
    N_PAIRS },
  { "unselective: 4 orders of 5, grouped by city",
    "SELECT c.city, count(*) AS n, sum(o.amount) AS total FROM orders o "
    "JOIN customers c ON c.customer_id = o.customer_id WHERE o.status <> 'cancelled' "
    "GROUP BY c.city ORDER BY c.city",
    N_PAIRS },
};

typedef struct
{
  const char *sql;
  AskEngine *engine;
  PGconn *conn;
  AskResult *result;
  PGresult *rows;
  guint64 sum;
} Join;

static void
forget (gpointer data)
{
  Join *self = data;

  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->rows, PQclear);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Join *self = data;

  self->result = ask_engine_query (self->engine, self->sql, NULL, NULL, NULL, error);
  return self->result != NULL;
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Join *self = data;

  self->rows = bench_postgres_query (self->conn, self->sql, 0, NULL, error);
  if (self->rows == NULL)
    return FALSE;
  self->sum += bench_postgres_read (self->rows);
  return TRUE;
}

/* The peer with more rows a fetch than it has by itself: the median of a few, for the note. */
static gboolean
try_larger (Join *join, const char *wrapper, char **note, GError **error)
{
  g_autoptr (GArray) samples = ask_bench_samples_new ();

  if (!bench_postgres_exec (join->conn, "ALTER SERVER far OPTIONS (ADD fetch_size '10000')", error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    {
      gint64 started = g_get_monotonic_time ();
      double ms;

      if (!run_theirs (join, error))
        return FALSE;
      ms = (double) (g_get_monotonic_time () - started) / 1000;
      forget (join);
      /* The first connects anew. */
      if (i > 0)
        g_array_append_val (samples, ms);
    }
  *note = g_strdup_printf ("%s with fetch_size 10000: %.1f ms", wrapper, ask_bench_median (samples));
  return bench_postgres_exec (join->conn, "ALTER SERVER far OPTIONS (DROP fetch_size)", error);
}

static gboolean
measure (AskBench *bench, Join *join, const char *where, const char *wrapper, const char *query,
         guint n_pairs, GError **error)
{
  g_autofree char *what = g_strdup_printf ("%s, %s, against %s", where, query, wrapper);
  g_autofree char *note = NULL;
  gboolean good = run_ours (join, error) && run_theirs (join, error)
                  && bench_same_rows (join->result->rows, join->rows, what, error);

  if (good)
    bench_show (bench, what, join->result);
  forget (join);
  return good && try_larger (join, wrapper, &note, error)
         && ask_bench_contest (bench,
                               &(AskBenchContest) { .what = what,
                                                    .ours = run_ours,
                                                    .theirs = run_theirs,
                                                    .forget = forget,
                                                    .data = join,
                                                    .n_pairs = n_pairs,
                                                    .allowed = ALLOWED,
                                                    .note = note },
                               error);
}

static void
measure_all (AskBench *bench, Join *join, const char *where, const char *wrapper, GError **error)
{
  for (guint i = 0; *error == NULL && i < G_N_ELEMENTS (queries); i++)
    {
      join->sql = queries[i].sql;
      measure (bench, join, where, wrapper, queries[i].what, queries[i].n_pairs, error);
    }
}

/** ask_bench_federate: measures the figure and adds its lines */
void
ask_bench_federate (AskBench *self)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) here = bench_postgres_new (&error);
  g_autoptr (AskTestMariadb) there = here != NULL ? bench_mariadb_new (&error) : NULL;
  g_autoptr (PGconn) conn = there != NULL ? bench_postgres_connect (here, &error) : NULL;
  g_autoptr (MYSQL) mysql = conn != NULL ? bench_mariadb_connect (there, &error) : NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autofree char *foreign = NULL;

  if (mysql != NULL && bench_postgres_exec (conn, "CREATE EXTENSION mysql_fdw", &error)
      && bench_fill_orders (conn, self->n_rows, &error)
      && bench_fill_mariadb (mysql, BENCH_CUSTOMERS (self->n_rows), 0, &error))
    {
      g_ptr_array_add (configs, bench_postgres_config (here, "sales"));
      g_ptr_array_add (configs, bench_mariadb_config (there, "crm"));
      /* Before the foreign table is there: it would be one more called customers. */
      engine = bench_engine_new (configs, &error);
    }
  if (engine != NULL)
    {
      Join join = { .engine = engine, .conn = conn };

      foreign = g_strdup_printf (
        "CREATE SERVER far FOREIGN DATA WRAPPER mysql_fdw OPTIONS (host '127.0.0.1', port '%u');"
        "CREATE USER MAPPING FOR askdata SERVER far OPTIONS (username 'ask', password '');"
        "CREATE FOREIGN TABLE customers (customer_id int, name varchar(60), city varchar(40),"
        " segment int, active smallint) SERVER far OPTIONS (dbname 'shop', table_name 'customers')",
        ask_test_mariadb_get_port (there));
      if (bench_postgres_exec (conn, foreign, &error))
        measure_all (self, &join, "PostgreSQL with MariaDB", "mysql_fdw", &error);
      forget (&join);
    }
  if (error != NULL)
    ask_bench_missing (self, "PostgreSQL with MariaDB", error);
}

/** ask_bench_shards: measures the figure and adds its lines */
void
ask_bench_shards (AskBench *self)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) here = bench_postgres_new (&error);
  g_autoptr (AskTestPostgres) there = here != NULL ? bench_postgres_new (&error) : NULL;
  g_autoptr (PGconn) conn = there != NULL ? bench_postgres_connect (here, &error) : NULL;
  g_autoptr (PGconn) far = conn != NULL ? bench_postgres_connect (there, &error) : NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autofree char *foreign = NULL;

  if (far != NULL && bench_postgres_exec (conn, "CREATE EXTENSION postgres_fdw", &error)
      && bench_fill_orders (conn, self->n_rows, &error)
      && bench_fill_customers (far, BENCH_CUSTOMERS (self->n_rows), &error))
    {
      g_ptr_array_add (configs, bench_postgres_config (here, "sales"));
      g_ptr_array_add (configs, bench_postgres_config (there, "crm"));
      engine = bench_engine_new (configs, &error);
    }
  if (engine != NULL)
    {
      Join join = { .engine = engine, .conn = conn };

      foreign = g_strdup_printf (
        "CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', dbname 'postgres');"
        "CREATE USER MAPPING FOR askdata SERVER far OPTIONS (user 'askdata');"
        "IMPORT FOREIGN SCHEMA public LIMIT TO (customers) FROM SERVER far INTO public;"
        "ANALYZE customers",
        ask_test_postgres_get_folder (there));
      if (bench_postgres_exec (conn, foreign, &error))
        measure_all (self, &join, "two PostgreSQL servers", "postgres_fdw", &error);
      forget (&join);
    }
  if (error != NULL)
    ask_bench_missing (self, "two PostgreSQL servers", error);
}

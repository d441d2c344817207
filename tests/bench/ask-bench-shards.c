/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of tables that lie on several servers, by hand: one partitioned over two PostgreSQL servers by postgres_fdw,
 * one sharded over two MariaDB servers by Spider, each asked through a third server in front. The peer is the client
 * library, which sends the text that the engine sent to the same front, in a session that plans as the engine's does.
 * What the front does with it is therefore the same for both. Only the result may travel to us, and both must give the
 * same rows: anything else is an error.
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include "bench/ask-bench-servers.h"

#define ALLOWED 1.10
#define N_SHARDS 2
#define N_STORES 1000
#define ROWS_A_TICKET 40
#define TIME_OUT_MS (30 * 60 * 1000)

/* Rows of @sale lie on the shard of their region. */
#define COLUMNS \
  "region int NOT NULL, id int NOT NULL, category int NOT NULL, store_id int NOT NULL, ticket int NOT NULL, " \
  "amount int NOT NULL"

/* The columns of row number %1$s of shard %2$u. There are %3$u tickets. */
#define VALUES "SELECT %2$u, %1$s, (%1$s >> 1) %% 50, (%1$s >> 1) %% 1000 + 1, (%1$s >> 1) %% %3$u, %1$s %% 49901 + 100"

/* @value: (nullable): of the parameter; @n_pairs: fewer of what takes long, which noise moves less */
static const struct
{
  const char *what;
  const char *sql;
  const char *value;
  guint n_pairs;
} queries[] = {
  { "filter", "SELECT id, region, amount FROM sale WHERE ticket = 17 ORDER BY id", "17", 9 },
  { "group",
    "SELECT region, category, count(*) AS n, sum(amount) AS total FROM sale GROUP BY region, category "
    "ORDER BY region, category",
    NULL, 5 },
  { "join with 1,000 rows",
    "SELECT t.city, count(*) AS n, sum(s.amount) AS total FROM sale AS s JOIN store AS t ON t.store_id = s.store_id "
    "GROUP BY t.city ORDER BY t.city",
    NULL, 3 },
};

/* One of @conn and @mysql, and of @rows and @set: the peer's. */
typedef struct
{
  guint query;
  char *sent; /* by the engine */
  AskEngine *engine;
  PGconn *conn;
  MYSQL *mysql;
  AskResult *result;
  PGresult *rows;
  MYSQL_RES *set;
  guint64 sum;
} Shards;

static void
forget (gpointer data)
{
  Shards *self = data;

  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->rows, PQclear);
  g_clear_pointer (&self->set, mysql_free_result);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Shards *self = data;
  AskLimits limits = ASK_LIMITS_DEFAULT;

  limits.deadline_ms = 0;
  self->result = ask_engine_query (self->engine, queries[self->query].sql, &limits, NULL, NULL, error);
  if (self->result == NULL)
    return FALSE;
  if (self->result->remote->len == 1 && self->result->rows_fetched == (gint64) ask_rows_get_n_rows (self->result->rows))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               "“%s” sent %u queries and fetched %" G_GINT64_FORMAT " rows for a result of %zu.",
               queries[self->query].sql, self->result->remote->len, self->result->rows_fetched,
               ask_rows_get_n_rows (self->result->rows));
  return FALSE;
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Shards *self = data;
  const char *value = queries[self->query].value;

  if (self->conn != NULL)
    {
      self->rows = bench_postgres_query (self->conn, self->sent, value != NULL ? 1 : 0, &value, error);
      self->sum += self->rows != NULL ? bench_postgres_read (self->rows) : 0;
      return self->rows != NULL;
    }
  self->set = bench_mariadb_query (self->mysql, self->sent, error);
  self->sum += self->set != NULL ? bench_mariadb_read (self->set) : 0;
  return self->set != NULL;
}

/* What the engine sent. libmariadb takes it with its one value in place, libpq beside it. */
static void
take_sent (Shards *self)
{
  const char *sent = ((AskRemoteQuery *) self->result->remote->pdata[0])->sql;
  g_auto (GStrv) parts = g_strsplit (sent, "?", -1);

  g_free (self->sent);
  self->sent = self->conn != NULL ? g_strdup (sent) : g_strjoinv (queries[self->query].value, parts);
}

static gboolean
measure (AskBench *bench, Shards *shards, const char *where, GError **error)
{
  g_autofree char *rows = ask_bench_count_rows (bench);
  g_autofree char *what = NULL;
  gboolean good;

  if (!run_ours (shards, error))
    return FALSE;
  what = g_strdup_printf ("%s of %s, %s: %zu rows come", rows, where, queries[shards->query].what,
                          ask_rows_get_n_rows (shards->result->rows));
  bench_show (bench, what, shards->result);
  take_sent (shards);
  good = run_theirs (shards, error)
         && (shards->conn != NULL ? bench_same_rows (shards->result->rows, shards->rows, what, error)
                                  : bench_same_set (shards->result->rows, shards->set, what, error));
  forget (shards);
  return good
         && ask_bench_contest (bench,
                               &(AskBenchContest) { .what = what,
                                                    .ours = run_ours,
                                                    .theirs = run_theirs,
                                                    .forget = forget,
                                                    .data = shards,
                                                    .n_pairs = queries[shards->query].n_pairs,
                                                    .allowed = ALLOWED },
                               error);
}

/* @config: (transfer full): of the server in front */
static void
measure_all (AskBench *bench, Shards *shards, AskSourceConfig *config, const char *where, GError **error)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  gboolean good;

  /* A server sends nothing before all rows are joined. */
  config->time_out_ms = TIME_OUT_MS;
  g_ptr_array_add (configs, config);
  shards->engine = bench_engine_new (configs, error);
  good = shards->engine != NULL;
  for (shards->query = 0; good && shards->query < G_N_ELEMENTS (queries); shards->query++)
    good = measure (bench, shards, where, error);
  forget (shards);
  g_clear_pointer (&shards->engine, ask_engine_free);
  g_clear_pointer (&shards->sent, g_free);
}

/* A shard fills itself: nothing of it passes the server in front. */
static gboolean
fill_postgres (AskTestPostgres *server, guint shard, guint n_rows, GError **error)
{
  g_autoptr (PGconn) conn = bench_postgres_connect (server, error);
  g_autofree char *sql = g_strdup_printf ("CREATE TABLE sale (" COLUMNS ", PRIMARY KEY (region, id));"
                                          "INSERT INTO sale " VALUES " FROM generate_series(%2$u + 1, %4$u, 2) AS i;"
                                          "VACUUM ANALYZE sale",
                                          "i", shard, n_rows / ROWS_A_TICKET, n_rows);
  g_auto (GStrv) statements = g_strsplit (sql, ";", -1);
  gboolean good = conn != NULL;

  for (guint i = 0; good && statements[i] != NULL; i++)
    good = bench_postgres_exec (conn, statements[i], error);
  return good;
}

static gboolean
make_postgres_front (PGconn *front, AskTestPostgres *const *shards, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE sale (" COLUMNS ") PARTITION BY LIST (region);"
                                          "CREATE TABLE store (store_id int PRIMARY KEY, city text NOT NULL);");

  g_string_append_printf (sql,
                          "INSERT INTO store SELECT i, 'City ' || lpad((i %% 100)::text, 2, '0')"
                          " FROM generate_series(1, %u) AS i;",
                          N_STORES);
  for (guint i = 0; i < N_SHARDS; i++)
    g_string_append_printf (
      sql,
      "CREATE SERVER shard%1$u FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%2$s', dbname 'postgres',"
      " use_remote_estimate 'true', fetch_size '10000');"
      "CREATE USER MAPPING FOR CURRENT_USER SERVER shard%1$u OPTIONS (user 'askdata');"
      "CREATE FOREIGN TABLE sale%1$u PARTITION OF sale FOR VALUES IN (%1$u) SERVER shard%1$u"
      " OPTIONS (table_name 'sale');",
      i, ask_test_postgres_get_folder (shards[i]));
  g_string_append (sql, "ANALYZE sale; ANALYZE store");
  return bench_postgres_exec (front, sql->str, error);
}

static void
measure_postgres (AskBench *bench)
{
  static const char where[] = "two PostgreSQL servers";
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) front = bench_postgres_new (&error);
  g_autoptr (PGconn) conn = front != NULL ? bench_postgres_connect (front, &error) : NULL;
  AskTestPostgres *servers[N_SHARDS] = { NULL };
  Shards shards = { .conn = conn };
  gboolean good;

  /* The engine's session has these two as well: without them the front plans otherwise. */
  good = conn != NULL && bench_postgres_exec (conn, "CREATE EXTENSION postgres_fdw", &error)
         && bench_postgres_exec (conn, "SET enable_partitionwise_aggregate = on", &error)
         && bench_postgres_exec (conn, "SET enable_partitionwise_join = on", &error);
  for (guint i = 0; good && i < N_SHARDS; i++)
    {
      servers[i] = bench_postgres_new (&error);
      good = servers[i] != NULL && fill_postgres (servers[i], i, bench->n_rows, &error);
    }
  if (good && make_postgres_front (conn, servers, &error))
    measure_all (bench, &shards, bench_postgres_config (front, "front"), where, &error);
  if (error != NULL)
    ask_bench_missing (bench, where, error);
  for (guint i = 0; i < N_SHARDS; i++)
    g_clear_pointer (&servers[i], ask_test_postgres_free);
}

static void
fill_mariadb (AskTestMariadb *server, guint shard, guint n_rows)
{
  g_autofree char *sql = g_strdup_printf ("USE shop; CREATE TABLE sale (" COLUMNS ", PRIMARY KEY (region, id));"
                                          "SET unique_checks = 0, foreign_key_checks = 0;"
                                          "INSERT INTO sale " VALUES " FROM seq_%5$u_to_%4$u_step_2;"
                                          "ANALYZE TABLE sale",
                                          "seq", shard, n_rows / ROWS_A_TICKET, n_rows, shard + 1);

  ask_test_mariadb_exec (server, sql);
}

static void
make_mariadb_front (AskTestMariadb *front, AskTestMariadb *const *shards)
{
  g_autoptr (GString) sql
    = g_string_new ("USE shop; CREATE TABLE sale (" COLUMNS ", PRIMARY KEY (region, id)) "
                    "ENGINE=SPIDER COMMENT='wrapper \"mysql\", table \"sale\"' PARTITION BY LIST (region) (");

  for (guint i = 0; i < N_SHARDS; i++)
    g_string_append_printf (sql,
                            "%sPARTITION p%u VALUES IN (%u) COMMENT = 'host \"127.0.0.1\", port \"%u\", user \"ask\", "
                            "database \"shop\"'",
                            i > 0 ? ", " : "", i, i, ask_test_mariadb_get_port (shards[i]));
  g_string_append_printf (sql,
                          "); CREATE TABLE store (store_id INT PRIMARY KEY, city VARCHAR(40) NOT NULL);"
                          "INSERT INTO store SELECT seq, CONCAT('City ', LPAD(seq %% 100, 2, '0')) FROM seq_1_to_%u;"
                          "ANALYZE TABLE store",
                          N_STORES);
  ask_test_mariadb_exec (front, sql->str);
}

static void
measure_mariadb (AskBench *bench)
{
  static const char where[] = "two MariaDB servers";
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestMariadb) front = bench_mariadb_new (&error);
  g_autoptr (MYSQL) mysql = front != NULL ? bench_mariadb_connect (front, &error) : NULL;
  AskTestMariadb *servers[N_SHARDS] = { NULL };
  Shards shards = { .mysql = mysql };
  gboolean good;

  good = mysql != NULL && bench_mariadb_exec (mysql, "INSTALL SONAME 'ha_spider'", &error)
         && bench_mariadb_exec (mysql, "SET join_cache_level = 8", &error);
  for (guint i = 0; good && i < N_SHARDS; i++)
    {
      servers[i] = bench_mariadb_new (&error);
      good = servers[i] != NULL;
      if (good)
        fill_mariadb (servers[i], i, bench->n_rows);
    }
  if (good)
    {
      make_mariadb_front (front, servers);
      measure_all (bench, &shards, bench_mariadb_config (front, "front"), where, &error);
    }
  if (error != NULL)
    ask_bench_missing (bench, where, error);
  for (guint i = 0; i < N_SHARDS; i++)
    g_clear_pointer (&servers[i], ask_test_mariadb_free);
}

int
main (int argc, char **argv)
{
  int n_rows = 10000000;
  gboolean verbose = FALSE;
  const GOptionEntry entries[]
    = { { "rows", 0, 0, G_OPTION_ARG_INT, &n_rows, "Rows of the table (10000000); for a profile of fewer", "N" },
        { "verbose", 0, 0, G_OPTION_ARG_NONE, &verbose, "Show the plans of what is measured", NULL },
        G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_bench_line_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *machine = NULL;
  g_autofree char *table = NULL;
  AskBench bench = { 0 };

  setlocale (LC_CTYPE, "");
  g_option_context_set_summary (context, "Measures queries on tables that lie on several servers.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("ask-bench-shards: %s\n", error->message);
      return 2;
    }
  if (argc > 1 || n_rows < 20000 || n_rows > 10000000)
    {
      g_printerr ("ask-bench-shards: takes options only, and --rows from 20000 to 10000000.\n");
      return 2;
    }
  machine = ask_bench_describe_machine ();
  bench = (AskBench) { .n_rows = (guint) n_rows, .verbose = verbose, .lines = lines };
  measure_postgres (&bench);
  measure_mariadb (&bench);
  table = ask_bench_print (&bench);
  g_print ("%s\n%s", machine, table);
  return bench.n_missing > 0 ? 1 : 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Starts private servers and fills them by arithmetic on row numbers, so that the same rows lie in
 * each of them, on every machine. Statistics are gathered before anything is measured, and the servers
 * have memory for what they hold: a peer that waits for its disk would look too slow.
 */
#include "config.h"

#include "bench/ask-bench-servers.h"
#include "support/ask-test-kinds.h"

#include <string.h>

/* A number that looks drawn, from a row's number: below 2^32. */
#define PG_HASH "(i * 2654435761::bigint %% 4294967296 / 64)"

/** bench_postgres_new: Returns: (transfer full): a server that writes no log of statements */
AskTestPostgres *
bench_postgres_new (GError **error)
{
  static const AskTestPostgresOptions options
    = { .config = "log_statement = 'none'\nshared_buffers = '512MB'\nmax_wal_size = '4GB'" };
  g_autofree char *reason = NULL;
  AskTestPostgres *server = ask_test_postgres_new (&options, &reason);

  if (server == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, reason);
  return server;
}

/** bench_postgres_connect: Returns: (transfer full): a connection as any client has it */
PGconn *
bench_postgres_connect (AskTestPostgres *server, GError **error)
{
  g_autoptr (PGconn) conn = PQconnectdb (ask_test_postgres_get_uri (server));

  if (PQstatus (conn) == CONNECTION_OK)
    return g_steal_pointer (&conn);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PostgreSQL says: %s", PQerrorMessage (conn));
  return NULL;
}

/**
 * bench_postgres_query:
 * @values: @n_values texts
 *
 * Returns: (transfer full): all rows of it
 */
PGresult *
bench_postgres_query (PGconn *conn, const char *sql, guint n_values, const char *const *values,
                      GError **error)
{
  g_autoptr (PGresult) result
    = PQexecParams (conn, sql, (int) n_values, NULL, values, NULL, NULL, 0);

  if (PQresultStatus (result) == PGRES_TUPLES_OK)
    return g_steal_pointer (&result);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PostgreSQL says: %s (%s)",
               PQerrorMessage (conn), sql);
  return NULL;
}

/** bench_postgres_exec: runs statements that give nothing */
gboolean
bench_postgres_exec (PGconn *conn, const char *sql, GError **error)
{
  g_autoptr (PGresult) result = PQexec (conn, sql);
  ExecStatusType status = PQresultStatus (result);

  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PostgreSQL says: %s", PQerrorMessage (conn));
  return FALSE;
}

/** bench_postgres_read: Returns: something that every cell has a part in */
guint64
bench_postgres_read (const PGresult *result)
{
  int n_rows = PQntuples (result);
  int n_columns = PQnfields (result);
  guint64 sum = 0;

  for (int r = 0; r < n_rows; r++)
    for (int c = 0; c < n_columns; c++)
      if (!PQgetisnull (result, r, c))
        sum += (guint64) PQgetlength (result, r, c) + (guchar) PQgetvalue (result, r, c)[0];
  return sum;
}

/** bench_mariadb_new: Returns: (transfer full): a server at a port of 127.0.0.1 */
AskTestMariadb *
bench_mariadb_new (GError **error)
{
  g_autofree char *reason = NULL;
  AskTestMariadb *server = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);

  if (server == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, reason);
  else
    ask_test_mariadb_exec (server, "SET GLOBAL innodb_buffer_pool_size = 512 << 20;"
                                   "CREATE DATABASE shop CHARACTER SET utf8mb4");
  return server;
}

/** bench_mariadb_connect: Returns: (transfer full): a connection as any client has it */
MYSQL *
bench_mariadb_connect (AskTestMariadb *server, GError **error)
{
  g_autoptr (MYSQL) mysql = mysql_init (NULL);

  if (mysql_real_connect (mysql, "127.0.0.1", "ask", NULL, "shop",
                          ask_test_mariadb_get_port (server), NULL, 0)
      != NULL)
    return g_steal_pointer (&mysql);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "MariaDB says: %s", mysql_error (mysql));
  return NULL;
}

/**
 * bench_mariadb_query:
 *
 * Returns: (transfer full): all rows of it
 */
MYSQL_RES *
bench_mariadb_query (MYSQL *mysql, const char *sql, GError **error)
{
  MYSQL_RES *result = mysql_query (mysql, sql) == 0 ? mysql_store_result (mysql) : NULL;

  if (result == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "MariaDB says: %s (%s)", mysql_error (mysql), sql);
  return result;
}

/** bench_mariadb_exec: runs one statement, whose rows do not matter */
gboolean
bench_mariadb_exec (MYSQL *mysql, const char *sql, GError **error)
{
  if (mysql_query (mysql, sql) == 0)
    {
      mysql_free_result (mysql_store_result (mysql));
      if (mysql_errno (mysql) == 0)
        return TRUE;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "MariaDB says: %s", mysql_error (mysql));
  return FALSE;
}

/** bench_mariadb_read: Returns: something that every cell has a part in */
guint64
bench_mariadb_read (MYSQL_RES *result)
{
  guint n_columns = mysql_num_fields (result);
  guint64 sum = 0;
  MYSQL_ROW row;

  while ((row = mysql_fetch_row (result)) != NULL)
    {
      const unsigned long *lengths = mysql_fetch_lengths (result);

      for (guint c = 0; c < n_columns; c++)
        if (row[c] != NULL)
          sum += lengths[c] + (guchar) row[c][0];
    }
  return sum;
}

/** bench_fill_orders: @n_rows orders, each of one of BENCH_CUSTOMERS() customers */
gboolean
bench_fill_orders (PGconn *conn, guint n_rows, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
    "CREATE TABLE orders (order_id int PRIMARY KEY, customer_id int NOT NULL, day date,"
    " amount int, status text);"
    "INSERT INTO orders SELECT i, i %% %u + 1, date '2022-01-01' + (" PG_HASH " %% 1461)::int,"
    " " PG_HASH " %% 49901 + 100, (ARRAY['open', 'shipped', 'delivered', 'returned', 'cancelled'])"
    "[" PG_HASH " %% 5 + 1] FROM generate_series(1::bigint, %u) i;"
    "CREATE INDEX orders_customer ON orders (customer_id);"
    "ANALYZE orders",
    BENCH_CUSTOMERS (n_rows), n_rows);

  return bench_postgres_exec (conn, sql, error);
}

/** bench_fill_customers: @n_customers of 40 cities and 1000 segments */
gboolean
bench_fill_customers (PGconn *conn, guint n_customers, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
    "CREATE TABLE customers (customer_id int PRIMARY KEY, name varchar(60), city varchar(40),"
    " segment int, active smallint);"
    "INSERT INTO customers SELECT i, 'Customer ' || i, 'City ' || lpad((i * 31 %% 40)::text, 2, '0'),"
    " i %% 1000, i %% 2 FROM generate_series(1, %u) i;"
    "ANALYZE customers",
    n_customers);

  return bench_postgres_exec (conn, sql, error);
}

/** bench_fill_samples: @n_rows with a column of each type that is common */
gboolean
bench_fill_samples (PGconn *conn, guint n_rows, GError **error)
{
  g_autofree char *sql = g_strdup_printf (
    "CREATE TABLE samples (id int PRIMARY KEY, big bigint, ratio double precision, label text,"
    " day date, price numeric(12, 2));"
    "INSERT INTO samples SELECT i, i * 1000003, i / 7.0, 'Sample no. ' || i,"
    " date '2000-01-01' + (i %% 9000)::int, i / 100.0 FROM generate_series(1::bigint, %u) i;"
    "ANALYZE samples",
    n_rows);

  return bench_postgres_exec (conn, sql, error);
}

/** bench_fill_mariadb: the same customers and samples, as many as are told, of each table if any */
gboolean
bench_fill_mariadb (MYSQL *mysql, guint n_customers, guint n_samples, GError **error)
{
  g_autoptr (GPtrArray) statements = g_ptr_array_new_with_free_func (g_free);

  if (n_customers > 0)
    {
      g_ptr_array_add (statements,
                       g_strdup ("CREATE TABLE customers (customer_id INT PRIMARY KEY,"
                                 " name VARCHAR(60), city VARCHAR(40), segment INT,"
                                 " active SMALLINT)"));
      g_ptr_array_add (
        statements,
        g_strdup_printf ("INSERT INTO customers SELECT seq, CONCAT('Customer ', seq),"
                         " CONCAT('City ', LPAD(seq * 31 %% 40, 2, '0')), seq %% 1000, seq %% 2"
                         " FROM seq_1_to_%u",
                         n_customers));
      g_ptr_array_add (statements, g_strdup ("ANALYZE TABLE customers"));
    }
  if (n_samples > 0)
    {
      g_ptr_array_add (statements,
                       g_strdup ("CREATE TABLE samples (id INT PRIMARY KEY, big BIGINT, ratio DOUBLE,"
                                 " label VARCHAR(100), day DATE, price DECIMAL(12, 2))"));
      g_ptr_array_add (
        statements,
        g_strdup_printf ("INSERT INTO samples SELECT seq, seq * 1000003, seq / 7e0,"
                         " CONCAT('Sample no. ', seq), DATE '2000-01-01' + INTERVAL seq %% 9000 DAY,"
                         " seq / 100 FROM seq_1_to_%u",
                         n_samples));
      g_ptr_array_add (statements, g_strdup ("ANALYZE TABLE samples"));
    }
  for (guint i = 0; i < statements->len; i++)
    if (!bench_mariadb_exec (mysql, statements->pdata[i], error))
      return FALSE;
  return TRUE;
}

/** bench_postgres_config: Returns: (transfer full): as a steward registers it */
AskSourceConfig *
bench_postgres_config (AskTestPostgres *server, const char *name)
{
  return ask_source_config_new (name, &ask_postgres_kind, ask_test_postgres_get_uri (server));
}

/** bench_mariadb_config: Returns: (transfer full): as a steward registers it */
AskSourceConfig *
bench_mariadb_config (AskTestMariadb *server, const char *name)
{
  g_autofree char *uri = ask_test_mariadb_dup_uri (server, NULL, "shop", NULL);

  return ask_source_config_new (name, &ask_mysql_kind, uri);
}

/**
 * bench_engine_new:
 * @configs: (element-type AskSourceConfig): whose tables have different names
 *
 * Returns: (transfer full): a session on what they hold now
 */
AskEngine *
bench_engine_new (GPtrArray *configs, GError **error)
{
  g_autoptr (AskSchema) schema = ask_schema_new ();

  for (guint i = 0; i < configs->len; i++)
    {
      AskSourceConfig *config = configs->pdata[i];
      g_autoptr (AskSource) source = ask_source_new (config, error);
      g_autoptr (AskIntrospection) found
        = source != NULL ? ask_source_introspect (source, NULL, error) : NULL;

      if (found == NULL)
        return NULL;
      ask_schema_merge (schema, config->name, found->schema);
    }
  return ask_engine_new (schema, configs, error);
}

/* @text: (nullable): the peer's cell; %NULL for NULL */
static gboolean
is_same (const AskRows *rows, gsize row, guint column, const char *text)
{
  const AskValue *value = ask_rows_get (rows, row, column);
  g_autofree char *ours = value->kind == ASK_VALUE_NULL ? NULL : ask_value_to_text (value);

  return g_strcmp0 (ours, text) == 0;
}

static gboolean
is_as_large (const AskRows *rows, gsize n_rows, guint n_columns)
{
  return ask_rows_get_n_rows (rows) == n_rows && ask_rows_get_n_columns (rows) == n_columns
         && !ask_rows_get_truncated (rows);
}

static gboolean
say_same (gboolean same, const char *what, GError **error)
{
  if (!same)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                 "The engine and its peer gave different rows for “%s”.", what);
  return same;
}

/** bench_same_rows: Returns: whether both are the same, in the same order */
gboolean
bench_same_rows (const AskRows *rows, const PGresult *peer, const char *what, GError **error)
{
  gboolean same = is_as_large (rows, (gsize) PQntuples (peer), (guint) PQnfields (peer));

  for (int r = 0; same && r < PQntuples (peer); r++)
    for (int c = 0; same && c < PQnfields (peer); c++)
      same = is_same (rows, (gsize) r, (guint) c, PQgetisnull (peer, r, c) ? NULL : PQgetvalue (peer, r, c));
  return say_same (same, what, error);
}

/** bench_same_set: Returns: whether both are the same, in the same order */
gboolean
bench_same_set (const AskRows *rows, MYSQL_RES *peer, const char *what, GError **error)
{
  guint n_columns = mysql_num_fields (peer);
  gboolean same = is_as_large (rows, (gsize) mysql_num_rows (peer), n_columns);

  mysql_data_seek (peer, 0);
  for (gsize r = 0; same && r < ask_rows_get_n_rows (rows); r++)
    {
      MYSQL_ROW row = mysql_fetch_row (peer);

      for (guint c = 0; same && c < n_columns; c++)
        same = is_same (rows, r, c, row[c]);
    }
  return say_same (same, what, error);
}

/** bench_show: with --verbose, what ran where */
void
bench_show (AskBench *bench, const char *what, const AskResult *result)
{
  g_autofree char *plan = NULL;

  if (!bench->verbose)
    return;
  plan = result->plan != NULL ? ask_plan_to_text (result->plan) : g_strdup ("(no plan)\n");
  g_printerr ("-- %s: %" G_GSIZE_FORMAT " rows, %.1f ms\n%s", what,
              ask_rows_get_n_rows (result->rows), result->elapsed_ms, plan);
  for (guint i = 0; i < result->remote->len; i++)
    {
      const AskRemoteQuery *query = result->remote->pdata[i];

      g_printerr ("   %s: %s\n", query->source, query->sql);
    }
}

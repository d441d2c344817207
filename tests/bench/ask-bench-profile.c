/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ask-bench-profile [ROWS]: a profile of a table of ten columns that lies in PostgreSQL, and in a SQLite file, against the
 * same aggregates by libpq and by the sqlite3 library: what each column's values are, and how they spread. In turns; the
 * median of three.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "bench/ask-bench-servers.h"
#include "bench/ask-bench-times.h"
#include "explore/ask-profile.h"
#include "support/ask-test-kinds.h"

#define RUNS 3

/* The same columns in both: a key, names, prices, days, codes, few numbers, moments, flags, digits, texts. */
static const char *const columns[] = { "id", "name", "price", "day", "code", "small", "at", "flag", "digits", "note" };

static const char pg_fill[]
  = "CREATE TABLE thing AS SELECT i AS id, 'name ' || (i %% 1000) AS name, i * 1.5::float8 AS price,"
    " DATE '2020-01-01' + i %% 1000 AS day, 'c' || (i %% 50) AS code, i %% 7 AS small,"
    " TIMESTAMP '2021-01-01' + i * INTERVAL '1 minute' AS at, i %% 2 = 0 AS flag, (i %% 5000)::text AS digits,"
    " md5(i::text) AS note FROM generate_series (1, %u) AS i; ALTER TABLE thing ADD PRIMARY KEY (id); ANALYZE thing";

static const char sqlite_fill[]
  = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, price REAL, day DATE, code TEXT, small INTEGER,"
    " at DATETIME, flag BOOLEAN, digits TEXT, note TEXT);"
    "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < %u) INSERT INTO thing SELECT i,"
    " 'name ' || (i %% 1000), i * 1.5, date ('2020-01-01', (i %% 1000) || ' days'), 'c' || (i %% 50), i %% 7,"
    " datetime ('2021-01-01', i || ' minutes'), i %% 2 = 0, CAST (i %% 5000 AS TEXT), hex (i * 2654435761) FROM s;";

/* What a profile asks of each column, as a person would write it. */
static char *
write_peer (guint column, gboolean spread)
{
  const char *name = columns[column];
  gboolean text = column == 1 || column == 4 || column == 8 || column == 9;
  g_autoptr (GString) sql = g_string_new (NULL);

  if (spread)
    {
      g_string_printf (sql, "SELECT %s, count(*) FROM thing GROUP BY %s ORDER BY 2 DESC LIMIT 10", name, name);
      return g_string_free (g_steal_pointer (&sql), FALSE);
    }
  g_string_printf (sql, "SELECT count(*), count(%s), count(DISTINCT %s)", name, name);
  if (column != 7)
    g_string_append_printf (sql, ", min(%s), max(%s)", name, name);
  if (column == 2 || column == 5)
    g_string_append_printf (sql, ", avg(%s)", name);
  if (text)
    g_string_append_printf (
      sql,
      ", count(CASE WHEN trim(%s) = '' THEN 1 END), count(CASE WHEN trim(%s) <> %s THEN 1 END),"
      " count(CASE WHEN trim(%s) < ':' AND replace(replace(replace(replace(replace(replace("
      "replace(replace(replace(replace(trim(%s), '0', ''), '1', ''), '2', ''), '3', ''), '4', ''),"
      " '5', ''), '6', ''), '7', ''), '8', ''), '9', '') IN ('', '.', '-') THEN 1 END)",
      name, name, name, name, name);
  g_string_append (sql, " FROM thing");
  return g_string_free (g_steal_pointer (&sql), FALSE);
}

/* A key, and a text that is all different, have no spread. */
static gboolean
has_spread (guint column)
{
  return column != 0 && column != 9;
}

static gboolean
run_postgres (PGconn *conn, GError **error)
{
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint spread = 0; spread < 2; spread++)
      {
        g_autofree char *sql = write_peer (c, spread > 0);
        g_autoptr (PGresult) result
          = spread == 0 || has_spread (c) ? bench_postgres_query (conn, sql, 0, NULL, error) : NULL;

        if (result == NULL && (spread == 0 || has_spread (c)))
          return FALSE;
      }
  return TRUE;
}

static gboolean
run_sqlite (sqlite3 *db, GError **error)
{
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint spread = 0; spread < 2; spread++)
      {
        g_autofree char *sql = write_peer (c, spread > 0);

        if (spread > 0 && !has_spread (c))
          continue;
        if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
          {
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s", sqlite3_errmsg (db));
            return FALSE;
          }
      }
  return TRUE;
}

static double
median (double *times)
{
  qsort (times, RUNS, sizeof *times, bench_compare_times);
  return times[RUNS / 2];
}

static gboolean
profile (AskSourceConfig *config, GError **error)
{
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskProfile) self = NULL;

  g_ptr_array_add (configs, config);
  engine = bench_engine_new (configs, error);
  self = engine != NULL
           ? ask_profile_run (engine, &(AskProfileRequest) { .entity = "thing", .n_sample = -1 }, NULL, error)
           : NULL;
  for (guint i = 0; self != NULL && i < self->attributes->len; i++)
    {
      AskProfileAttribute *attribute = self->attributes->pdata[i];

      if (attribute->failure != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&attribute->failure));
          return FALSE;
        }
    }
  return self != NULL;
}

/* @conn: (nullable), @db: (nullable): whose aggregates are the peer */
static gboolean
measure (const char *what, AskSourceConfig *config, PGconn *conn, sqlite3 *db, GError **error)
{
  double ours[RUNS], theirs[RUNS];

  for (guint run = 0; run < RUNS; run++)
    {
      gint64 begun = g_get_monotonic_time ();

      if (!profile (config, error))
        return FALSE;
      ours[run] = (double) (g_get_monotonic_time () - begun) / 1e3;
      begun = g_get_monotonic_time ();
      if (!(conn != NULL ? run_postgres (conn, error) : run_sqlite (db, error)))
        return FALSE;
      theirs[run] = (double) (g_get_monotonic_time () - begun) / 1e3;
    }
  g_print ("%-12s profile %8.0f ms   the aggregates alone %8.0f ms   %.2f ×\n", what, median (ours), median (theirs),
           median (ours) / median (theirs));
  return TRUE;
}

static gboolean
measure_postgres (guint n_rows, GError **error)
{
  g_autoptr (AskTestPostgres) server = bench_postgres_new (error);
  g_autoptr (PGconn) conn = server != NULL ? bench_postgres_connect (server, error) : NULL;
  g_autofree char *sql = g_strdup_printf (pg_fill, n_rows);
  AskSourceConfig *config;
  gboolean good;

  if (conn == NULL || !bench_postgres_exec (conn, sql, error))
    return FALSE;
  config = bench_postgres_config (server, "shop");
  good = measure ("PostgreSQL", config, conn, NULL, error);
  ask_source_config_unref (config);
  return good;
}

static gboolean
measure_sqlite (guint n_rows, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("ask-bench-XXXXXX", error);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "thing.sqlite", NULL) : NULL;
  g_autofree char *sql = g_strdup_printf (sqlite_fill, n_rows);
  AskSourceConfig *config;
  sqlite3 *db = NULL;
  gboolean good;

  if (folder == NULL)
    return FALSE;
  good = sqlite3_open (path, &db) == SQLITE_OK && sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;
  config = ask_source_config_new ("shop", &ask_sqlite_kind, path);
  if (good)
    good = measure ("SQLite", config, NULL, db, error);
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s", sqlite3_errmsg (db));
  ask_source_config_unref (config);
  sqlite3_close (db);
  g_unlink (path);
  g_rmdir (folder);
  return good;
}

int
main (int argc, char **argv)
{
  guint n_rows = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 1000000;
  g_autoptr (GError) error = NULL;

  g_print ("%u rows, %u columns\n", n_rows, (guint) G_N_ELEMENTS (columns));
  if (measure_postgres (n_rows, &error) && measure_sqlite (n_rows, &error))
    return 0;
  g_printerr ("ask-bench-profile: %s\n", error->message);
  return 1;
}

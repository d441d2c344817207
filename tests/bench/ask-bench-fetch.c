/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: all rows of a table of a database server, through a source's cursor and through the engine,
 * against the client library alone, which reads every cell in the faster of its two ways. And what
 * memory ten times as many rows take that pass through a cursor.
 */
#include "config.h"

#include "bench/ask-bench-servers.h"

#include <malloc.h>
#include <string.h>

#define ALLOWED_CURSOR 1.5
#define ALLOWED_ENGINE 1.25
#define ALLOWED_MIB 64
#define N_PAIRS 9
#define SQL "SELECT id, big, ratio, label, day, price FROM samples"

typedef struct
{
  guint n_rows;
  AskSource *source;
  AskEngine *engine;
  AskBenchRun peer; /* the faster one */
  PGconn *conn;
  MYSQL *mysql;
  AskResult *result;
  guint64 sum;
} Fetch;

static gboolean
check_count (guint64 found, guint n_rows, GError **error)
{
  if (found == n_rows)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%" G_GUINT64_FORMAT " rows came, not %u",
               found, n_rows);
  return FALSE;
}

static gboolean
read_cursor (AskSource *source, const char *sql, guint n_rows, guint64 *sum, GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, error);
  const AskValue *row;
  guint64 found = 0;
  guint binding;
  guint n_columns = 0;
  AskStep step;

  if (cursor == NULL)
    return FALSE;
  ask_cursor_get_columns (cursor, &n_columns);
  while ((step = ask_cursor_next (cursor, &row, &binding, NULL, error)) == ASK_STEP_ROW)
    {
      for (guint c = 0; c < n_columns; c++)
        *sum += row[c].kind == ASK_VALUE_TEXT ? row[c].length + (guchar) row[c].text[0]
                                              : (guint64) row[c].integer;
      found++;
    }
  return step == ASK_STEP_DONE && check_count (found, n_rows, error);
}

static gboolean
run_cursor (gpointer data, GError **error)
{
  Fetch *self = data;

  return read_cursor (self->source, SQL, self->n_rows, &self->sum, error);
}

static gboolean
run_engine (gpointer data, GError **error)
{
  Fetch *self = data;

  self->result = ask_engine_query (self->engine, SQL, NULL, NULL, NULL, error);
  return self->result != NULL
         && check_count (ask_rows_get_n_rows (self->result->rows), self->n_rows, error);
}

static void
forget (gpointer data)
{
  g_clear_pointer (&((Fetch *) data)->result, ask_result_free);
}

static gboolean
postgres_at_once (gpointer data, GError **error)
{
  Fetch *self = data;
  g_autoptr (PGresult) result = PQexec (self->conn, SQL);

  if (PQresultStatus (result) != PGRES_TUPLES_OK)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PostgreSQL says: %s",
                   PQerrorMessage (self->conn));
      return FALSE;
    }
  self->sum += bench_postgres_read (result);
  return check_count ((guint64) PQntuples (result), self->n_rows, error);
}

static gboolean
postgres_by_row (gpointer data, GError **error)
{
  Fetch *self = data;
  guint64 found = 0;
  PGresult *result;
  gboolean good = PQsendQuery (self->conn, SQL) == 1 && PQsetSingleRowMode (self->conn) == 1;

  while (good && (result = PQgetResult (self->conn)) != NULL)
    {
      ExecStatusType status = PQresultStatus (result);

      good = status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK;
      found += (guint64) PQntuples (result);
      self->sum += bench_postgres_read (result);
      PQclear (result);
    }
  if (good)
    return check_count (found, self->n_rows, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "PostgreSQL says: %s",
               PQerrorMessage (self->conn));
  return FALSE;
}

static gboolean
mariadb_read (Fetch *self, gboolean at_once, GError **error)
{
  MYSQL_RES *result = NULL;
  MYSQL_ROW row;
  guint64 found = 0;
  guint n_columns;

  if (mysql_query (self->mysql, SQL) == 0)
    result = at_once ? mysql_store_result (self->mysql) : mysql_use_result (self->mysql);
  if (result != NULL)
    {
      n_columns = mysql_num_fields (result);
      for (; (row = mysql_fetch_row (result)) != NULL; found++)
        {
          const unsigned long *lengths = mysql_fetch_lengths (result);

          for (guint c = 0; c < n_columns; c++)
            if (row[c] != NULL)
              self->sum += lengths[c] + (guchar) row[c][0];
        }
      mysql_free_result (result);
    }
  if (mysql_errno (self->mysql) == 0)
    return check_count (found, self->n_rows, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "MariaDB says: %s", mysql_error (self->mysql));
  return FALSE;
}

static gboolean
mariadb_at_once (gpointer data, GError **error)
{
  return mariadb_read (data, TRUE, error);
}

static gboolean
mariadb_by_row (gpointer data, GError **error)
{
  return mariadb_read (data, FALSE, error);
}

/* One of the library's two ways. */
typedef struct
{
  AskBenchRun run;
  const char *words;
} FetchPeer;

/* Returns: the faster one, by the best of three turns; NULL with @error */
static const FetchPeer *
choose (Fetch *self, const FetchPeer peers[2], GError **error)
{
  gint64 best[] = { G_MAXINT64, G_MAXINT64 };

  for (guint i = 0; i < 6; i++)
    {
      gint64 started = g_get_monotonic_time ();

      if (!peers[i % 2].run (self, error))
        return NULL;
      best[i % 2] = MIN (best[i % 2], g_get_monotonic_time () - started);
    }
  return best[0] <= best[1] ? &peers[0] : &peers[1];
}

static gboolean
contest (AskBench *bench, Fetch *fetch, const char *server, gboolean engine, const char *note,
         GError **error)
{
  g_autofree char *rows = ask_bench_count_rows (bench);
  g_autofree char *what = g_strdup_printf ("%s of %s through the %s, against the client library",
                                           rows, server, engine ? "engine" : "cursor");

  return ask_bench_contest (bench,
                            &(AskBenchContest) { .what = what,
                                                 .ours = engine ? run_engine : run_cursor,
                                                 .theirs = fetch->peer,
                                                 .forget = forget,
                                                 .data = fetch,
                                                 .n_pairs = N_PAIRS,
                                                 .allowed = engine ? ALLOWED_ENGINE : ALLOWED_CURSOR,
                                                 .note = note },
                            error);
}

/* In KiB; 0 where the kernel does not say. */
static guint64
read_status (const char *field)
{
  g_autofree char *text = NULL;
  const char *found;

  g_file_get_contents ("/proc/self/status", &text, NULL, NULL);
  found = text != NULL ? strstr (text, field) : NULL;
  return found != NULL ? g_ascii_strtoull (found + strlen (field) + 1, NULL, 10) : 0;
}

/* The highest that memory stood above where it was before, while ten times as many rows passed. */
static gboolean
measure_memory (AskBench *bench, Fetch *fetch, const char *server, const char *pattern,
                GError **error)
{
  g_autoptr (GArray) samples = ask_bench_samples_new ();
  guint n_rows = bench->n_rows * 10;
  g_auto (GStrv) parts = g_strsplit (pattern, "%u", 2);
  g_autofree char *sql = g_strdup_printf ("%s%u%s", parts[0], n_rows, parts[1]);
  g_autofree char *what = g_strdup_printf ("memory while %u rows of %s pass through the cursor",
                                           n_rows, server);
  g_autofree char *note = NULL;
  gint64 started = g_get_monotonic_time ();
  guint64 before;
  double mib;

  /* What was freed before must not hide what is taken now. */
  malloc_trim (0);
  /* Sets the highest mark back to where memory is now. */
  if (!g_file_set_contents_full ("/proc/self/clear_refs", "5", 1, G_FILE_SET_CONTENTS_NONE, 0600,
                                 error))
    return FALSE;
  before = read_status ("VmRSS");
  if (!read_cursor (fetch->source, sql, n_rows, &fetch->sum, error))
    return FALSE;
  mib = ((double) read_status ("VmHWM") - (double) before) / 1024;
  g_array_append_val (samples, mib);
  note = g_strdup_printf ("in %.1f s; from %.0f MiB", (double) (g_get_monotonic_time () - started) / 1e6,
                          (double) before / 1024);
  ask_bench_report (bench, what, "MiB", samples, ALLOWED_MIB, note);
  return TRUE;
}

static gboolean
open_both (Fetch *fetch, AskSourceConfig *config, GError **error)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);

  g_ptr_array_add (configs, config);
  fetch->source = ask_source_new (config, error);
  if (fetch->source == NULL)
    return FALSE;
  fetch->engine = bench_engine_new (configs, error);
  return fetch->engine != NULL;
}

static gboolean
measure (AskBench *bench, Fetch *fetch, const char *server, const char *many,
         const FetchPeer peers[2], GError **error)
{
  const FetchPeer *peer;

  /* The memory first: later there would be enough that was freed before. */
  if (!measure_memory (bench, fetch, server, many, error)
      || (peer = choose (fetch, peers, error)) == NULL)
    return FALSE;
  fetch->peer = peer->run;
  if (!contest (bench, fetch, server, FALSE, peer->words, error) || !run_engine (fetch, error))
    return FALSE;
  bench_show (bench, server, fetch->result);
  forget (fetch);
  return contest (bench, fetch, server, TRUE, NULL, error);
}

static void
fetch_postgres (AskBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) server = bench_postgres_new (&error);
  g_autoptr (PGconn) conn = server != NULL ? bench_postgres_connect (server, &error) : NULL;
  static const FetchPeer peers[]
    = { { postgres_at_once, "PQexec is the faster way" },
        { postgres_by_row, "single-row mode is the faster way" } };
  Fetch fetch = { .n_rows = bench->n_rows, .conn = conn };

  if (conn != NULL && bench_fill_samples (conn, bench->n_rows, &error)
      && open_both (&fetch, bench_postgres_config (server, "shop"), &error))
    measure (bench, &fetch, "PostgreSQL",
             "SELECT i AS id, i * 1000003 AS big, i / 7.0::float8 AS ratio, 'Sample no. ' || i,"
             " date '2000-01-01' + (i % 9000)::int, (i / 100.0)::numeric(12, 2)"
             " FROM (SELECT generate_series(1::bigint, %u) AS i) s",
             peers, &error);
  if (error != NULL)
    ask_bench_missing (bench, "rows of PostgreSQL", error);
  forget (&fetch);
  g_clear_pointer (&fetch.engine, ask_engine_free);
  g_clear_object (&fetch.source);
}

static void
fetch_mariadb (AskBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestMariadb) server = bench_mariadb_new (&error);
  g_autoptr (MYSQL) mysql = server != NULL ? bench_mariadb_connect (server, &error) : NULL;
  static const FetchPeer peers[]
    = { { mariadb_at_once, "mysql_store_result is the faster way" },
        { mariadb_by_row, "mysql_use_result is the faster way" } };
  Fetch fetch = { .n_rows = bench->n_rows, .mysql = mysql };

  if (mysql != NULL && bench_fill_mariadb (mysql, 0, bench->n_rows, &error)
      && open_both (&fetch, bench_mariadb_config (server, "shop"), &error))
    measure (bench, &fetch, "MariaDB",
             "SELECT seq AS id, seq * 1000003 AS big, seq / 7e0 AS ratio,"
             " CONCAT('Sample no. ', seq), DATE '2000-01-01' + INTERVAL seq % 9000 DAY,"
             " CAST(seq / 100 AS DECIMAL(12, 2)) FROM seq_1_to_%u",
             peers, &error);
  if (error != NULL)
    ask_bench_missing (bench, "rows of MariaDB", error);
  forget (&fetch);
  g_clear_pointer (&fetch.engine, ask_engine_free);
  g_clear_object (&fetch.source);
}

/** ask_bench_fetch: measures the figure and adds its lines */
void
ask_bench_fetch (AskBench *self)
{
  fetch_postgres (self);
  fetch_mariadb (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: one row by its key, of PostgreSQL and of MariaDB, against the client library with the same text. The
 * statement is planned each time ("first time": its text has a name that no earlier one had), or differs from the
 * last one in its key only ("again"). Both must give the same row.
 *
 * Both sides and the server run on one processor. Client and server take turns here, 20 µs each, and a turn that goes
 * to another processor waits until that one wakes: 5 to 300 µs, by what its sleep was. That would be measured then.
 */
#include "config.h"

#include "bench/ask-bench-servers.h"

#include <sched.h>
#include <string.h>

#define N_PAIRS 31
#define N_TIMES 200
#define ALLOWED_FIRST 1.30
#define ALLOWED_AGAIN 1.15
#define ALLOWED_MARIADB 1.30

/* @runs: of ours and of theirs, each with the next key */
typedef struct
{
  const char *columns;
  const char *table;
  const char *key;
  guint n_rows;
  guint n_times;
  gboolean anew;
  guint runs[2];
  AskEngine *engine;
  PGconn *conn; /* nullable: then it is @mysql */
  MYSQL *mysql;
  AskResult *result;
  char *row; /* theirs */
  guint64 sum;
  const char *note;
} Point;

/* Keys far apart and names, the same ones for both. */
static char *
make_sql (Point *self, guint who)
{
  guint run = self->runs[who]++;
  guint key = (guint) ((guint64) run * 7919 % self->n_rows) + 1;
  guint name = self->anew ? run : 0;

  return g_strdup_printf ("SELECT %s FROM %s AS t%u WHERE t%u.%s = %u", self->columns, self->table, name, name,
                          self->key, key);
}

static void
forget (gpointer data)
{
  Point *self = data;

  g_clear_pointer (&self->result, ask_result_free);
  g_clear_pointer (&self->row, g_free);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Point *self = data;

  for (guint i = 0; i < self->n_times; i++)
    {
      g_autofree char *sql = make_sql (self, 0);

      g_clear_pointer (&self->result, ask_result_free);
      self->result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, error);
      if (self->result == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
ask_postgres (Point *self, const char *sql, GString *row, GError **error)
{
  g_autoptr (PGresult) result = bench_postgres_query (self->conn, sql, 0, NULL, error);

  if (result == NULL)
    return FALSE;
  self->sum += bench_postgres_read (result);
  for (int c = 0; row != NULL && c < PQnfields (result); c++)
    g_string_append_printf (row, "%s|", PQgetvalue (result, 0, c));
  return TRUE;
}

static gboolean
ask_mariadb (Point *self, const char *sql, GString *row, GError **error)
{
  g_autoptr (MYSQL_RES) result = bench_mariadb_query (self->mysql, sql, error);
  MYSQL_ROW cells;

  if (result == NULL)
    return FALSE;
  cells = mysql_fetch_row (result);
  if (cells == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "MariaDB found no row (%s)", sql);
      return FALSE;
    }
  for (guint c = 0; c < mysql_num_fields (result); c++)
    {
      self->sum += (guchar) cells[c][0];
      if (row != NULL)
        g_string_append_printf (row, "%s|", cells[c]);
    }
  return TRUE;
}

static gboolean
ask_theirs (Point *self, GString *row, GError **error)
{
  g_autofree char *sql = make_sql (self, 1);

  return self->conn != NULL ? ask_postgres (self, sql, row, error) : ask_mariadb (self, sql, row, error);
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Point *self = data;

  for (guint i = 0; i < self->n_times; i++)
    if (!ask_theirs (self, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
is_same (Point *self, const char *what, GError **error)
{
  g_autoptr (GString) ours = g_string_new (NULL);
  g_autoptr (GString) theirs = g_string_new (NULL);

  if (!ask_theirs (self, theirs, error))
    return FALSE;
  for (guint c = 0; c < ask_rows_get_n_columns (self->result->rows); c++)
    {
      g_autofree char *cell = ask_value_to_text (ask_rows_get (self->result->rows, 0, c));

      g_string_append_printf (ours, "%s|", cell);
    }
  if (ask_rows_get_n_rows (self->result->rows) == 1 && strcmp (ours->str, theirs->str) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: ours is %s, theirs %s", what, ours->str, theirs->str);
  return FALSE;
}

/* This thread and what it starts from now on, such as a server, stay on the last processor that it may use. @before:
 * (out): which it might. Returns: that one; -1 where it cannot be told to stay */
static int
stay_on_one_processor (cpu_set_t *before)
{
  cpu_set_t one;
  int last = -1;

  if (sched_getaffinity (0, sizeof *before, before) != 0)
    return -1;
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, before))
      last = i;
  if (last < 0)
    return -1;
  CPU_ZERO (&one);
  CPU_SET (last, &one);
  return sched_setaffinity (0, sizeof one, &one) == 0 ? last : -1;
}

static gboolean
measure (AskBench *bench, Point *point, const char *server, gboolean anew, double allowed, GError **error)
{
  g_autofree char *rows = ask_bench_count_rows (bench);
  g_autofree char *what = g_strdup_printf ("one row of %s of %s by its key, %s, against the client library", rows,
                                           server, anew ? "first time" : "again");
  gboolean good;

  point->anew = anew;
  point->n_times = 1;
  good = run_ours (point, error) && is_same (point, what, error);
  if (good)
    bench_show (bench, what, point->result);
  forget (point);
  point->n_times = N_TIMES;
  return good
         && ask_bench_contest (bench,
                               &(AskBenchContest) { .what = what,
                                                    .ours = run_ours,
                                                    .theirs = run_theirs,
                                                    .forget = forget,
                                                    .data = point,
                                                    .n_pairs = N_PAIRS,
                                                    .n_times = N_TIMES,
                                                    .allowed = allowed,
                                                    .note = point->note },
                               error);
}

/* @config: (transfer full) */
static AskEngine *
open_engine (AskSourceConfig *config, GError **error)
{
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);

  g_ptr_array_add (configs, config);
  return bench_engine_new (configs, error);
}

static void
point_postgres (AskBench *bench, const char *note)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestPostgres) server = bench_postgres_new (&error);
  g_autoptr (PGconn) conn = server != NULL ? bench_postgres_connect (server, &error) : NULL;
  g_autoptr (AskEngine) engine = NULL;
  Point point = { .columns = "order_id, customer_id, day, amount, status",
                  .table = "orders",
                  .key = "order_id",
                  .n_rows = bench->n_rows,
                  .conn = conn,
                  .note = note };

  if (conn != NULL && bench_fill_orders (conn, bench->n_rows, &error))
    point.engine = engine = open_engine (bench_postgres_config (server, "shop"), &error);
  if (engine != NULL && measure (bench, &point, "PostgreSQL", TRUE, ALLOWED_FIRST, &error))
    measure (bench, &point, "PostgreSQL", FALSE, ALLOWED_AGAIN, &error);
  if (error != NULL)
    ask_bench_missing (bench, "one row of PostgreSQL by its key", error);
  forget (&point);
}

static void
point_mariadb (AskBench *bench, const char *note)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskTestMariadb) server = bench_mariadb_new (&error);
  g_autoptr (MYSQL) mysql = server != NULL ? bench_mariadb_connect (server, &error) : NULL;
  g_autoptr (AskEngine) engine = NULL;
  Point point = { .columns = "customer_id, name, city, segment, active",
                  .table = "customers",
                  .key = "customer_id",
                  .n_rows = bench->n_rows,
                  .mysql = mysql,
                  .note = note };

  if (mysql != NULL && bench_fill_mariadb (mysql, bench->n_rows, 0, &error))
    point.engine = engine = open_engine (bench_mariadb_config (server, "crm"), &error);
  if (engine != NULL && measure (bench, &point, "MariaDB", TRUE, ALLOWED_MARIADB, &error))
    measure (bench, &point, "MariaDB", FALSE, ALLOWED_MARIADB, &error);
  if (error != NULL)
    ask_bench_missing (bench, "one row of MariaDB by its key", error);
  forget (&point);
}

/** ask_bench_point: measures the figure and adds its lines */
void
ask_bench_point (AskBench *self)
{
  cpu_set_t before;
  int processor = stay_on_one_processor (&before);
  g_autofree char *note
    = processor >= 0 ? g_strdup_printf ("both and the server on processor %d", processor)
                     : g_strdup ("on several processors: what is measured is how long they take to wake");

  point_postgres (self, note);
  point_mariadb (self, note);
  if (processor >= 0)
    sched_setaffinity (0, sizeof before, &before);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of ClickHouse, by hand: a whole query that is pushed, with a join and without, over one server and over a
 * table that lies on three, and a million rows, each against libsoup alone that sends the same statement. The peer of
 * the rows reads the server's own TabSeparated and takes each cell apart, as any client must; that of a query reads the
 * answer's bytes.
 */
#include "config.h"

#include <libsoup/soup.h>
#include <locale.h>
#include <string.h>

#include "bench/ask-bench-servers.h"
#include "support/ask-test-clickhouse.h"

#define N_PAIRS 9
#define N_SHARDS 3
#define MANY "10000000"

/* @cells: the peer takes the rows apart */
typedef struct
{
  const char *what;
  const char *sql;
  gboolean cells;
  double allowed;
} Query;

static const Query queries[] = {
  { "10,000,000 rows of one server, grouped",
    "SELECT product, count(*), sum(amount), avg(ratio) FROM sale_one GROUP BY product", FALSE, 1.10 },
  { "10,000,000 rows of three servers, grouped",
    "SELECT product, count(*), sum(amount), avg(ratio) FROM sale GROUP BY product", FALSE, 1.10 },
  { "the same, filtered", "SELECT region, count(*) FROM sale WHERE id <= 1000000 GROUP BY region", FALSE, 1.10 },
  { "10,000,000 rows of one server, joined with 1,000",
    "SELECT band, count(*), sum(ratio) FROM price JOIN sale_one ON sale_one.amount = price.amount GROUP BY band", FALSE,
    1.10 },
  { "10,000,000 rows of three servers, joined with 1,000",
    "SELECT band, count(*), sum(ratio) FROM sale JOIN price ON sale.amount = price.amount GROUP BY band", FALSE, 1.10 },
  { "1,000,000 rows fetched", "SELECT id, region, amount, ratio, product FROM sale_one WHERE id <= 1000000", TRUE,
    1.50 },
};

typedef struct
{
  const Query *query;
  AskTestClickhouse *server;
  AskEngine *engine;
  SoupSession *soup;
  AskResult *result;
  char *sent; /* what the engine sent, values in place */
  gsize n_taken; /* rows that the peer took apart */
} Clickhouse;

static void
exec (AskTestClickhouse *server, const char *sql)
{
  g_free (ask_test_clickhouse_exec (server, sql));
}

static GBytes *
send_alone (Clickhouse *self, const char *format, GError **error)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/?database=shop&default_format=%s",
                                          ask_test_clickhouse_get_port (self->server), format);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  g_autoptr (GBytes) body = g_bytes_new_static (self->sent, strlen (self->sent));
  g_autoptr (GBytes) bytes = NULL;

  soup_message_set_request_body_from_bytes (message, "text/plain", body);
  bytes = soup_session_send_and_read (self->soup, message, NULL, error);
  if (bytes == NULL || soup_message_get_status (message) == 200)
    return g_steal_pointer (&bytes);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "ClickHouse says: %.*s", (int) g_bytes_get_size (bytes),
               (const char *) g_bytes_get_data (bytes, NULL));
  return NULL;
}

/* Each cell of each row, kept as any client keeps it that shows the rows later. */
static gsize
take_apart (GBytes *bytes)
{
  gsize length;
  const char *at = g_bytes_get_data (bytes, &length);
  const char *end = at + length;
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (AskValue));
  gsize n = 0;

  while (at < end)
    {
      const char *stop = at;
      AskValue value;

      while (*stop != '\t' && *stop != '\n')
        stop++;
      if (cells->len % 5 < 3)
        value = ask_value_integer (g_ascii_strtoll (at, NULL, 10));
      else if (cells->len % 5 == 3)
        value = ask_value_real (g_ascii_strtod (at, NULL));
      else
        value = ask_value_text (at, stop - at);
      g_array_append_val (cells, value);
      n += *stop == '\n';
      at = stop + 1;
    }
  return n;
}

static void
forget (gpointer data)
{
  g_clear_pointer (&((Clickhouse *) data)->result, ask_result_free);
}

static gboolean
run_ours (gpointer data, GError **error)
{
  Clickhouse *self = data;

  self->result = ask_engine_query (self->engine, self->query->sql, NULL, NULL, NULL, error);
  return self->result != NULL;
}

static gboolean
run_theirs (gpointer data, GError **error)
{
  Clickhouse *self = data;
  gboolean cells = self->query->cells;
  g_autoptr (GBytes) bytes = send_alone (self, cells ? "TabSeparated" : "Native", error);

  if (bytes == NULL)
    return FALSE;
  self->n_taken = cells ? take_apart (bytes) : 0;
  return TRUE;
}

/* Returns: whether as many rows came as the result has, and as the peer takes apart */
static gboolean
check_rows (Clickhouse *self, gsize n_rows, gint64 fetched, GError **error)
{
  if (fetched == (gint64) n_rows && (!self->query->cells || self->n_taken == n_rows))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               "“%s” fetched %" G_GINT64_FORMAT " rows for a result of %zu; its peer took %zu apart.", self->query->sql,
               fetched, n_rows, self->n_taken);
  return FALSE;
}

static gboolean
measure (AskBench *bench, Clickhouse *self, GError **error)
{
  g_autofree char *what = NULL;
  g_auto (GStrv) parts = NULL;
  gsize n_rows;
  gint64 fetched;

  if (!run_ours (self, error))
    return FALSE;
  n_rows = ask_rows_get_n_rows (self->result->rows);
  fetched = self->result->rows_fetched;
  /* The one value of these queries. */
  parts = g_strsplit (((AskRemoteQuery *) self->result->remote->pdata[0])->sql, "?", -1);
  g_free (self->sent);
  self->sent = g_strjoinv ("1000000", parts);
  forget (self);
  what = g_strdup_printf ("%s: %zu rows come", self->query->what, n_rows);
  return run_theirs (self, error) && check_rows (self, n_rows, fetched, error)
         && ask_bench_contest (bench,
                               &(AskBenchContest) { .what = what,
                                                    .ours = run_ours,
                                                    .theirs = run_theirs,
                                                    .forget = forget,
                                                    .data = self,
                                                    .n_pairs = N_PAIRS,
                                                    .allowed = self->query->allowed },
                               error);
}

static void
measure_all (AskBench *bench, AskTestClickhouse *server)
{
  g_autofree char *uri = ask_test_clickhouse_dup_uri (server, NULL, "shop");
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (SoupSession) soup = soup_session_new ();
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  Clickhouse self = { .server = server, .soup = soup };

  g_ptr_array_add (configs, ask_source_config_new ("shop", &ask_clickhouse_kind, uri));
  self.engine = engine = bench_engine_new (configs, &error);
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (queries); i++)
    {
      self.query = &queries[i];
      measure (bench, &self, &error);
    }
  if (error != NULL)
    ask_bench_missing (bench, "ClickHouse", error);
  g_free (self.sent);
}

#define COLUMNS "(id Int32, region Int32, amount Int32, ratio Float64, product String)"

int
main (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (GString) places = g_string_new (NULL);
  AskTestClickhouse *shards[N_SHARDS] = { NULL };
  AskTestClickhouse *server;
  g_autofree char *machine = NULL;
  g_autofree char *table = NULL;
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_bench_line_free);
  AskBench bench = { .lines = lines };

  setlocale (LC_CTYPE, "");
  machine = ask_bench_describe_machine ();
  for (guint i = 0; i < N_SHARDS; i++)
    {
      g_autofree char *fill
        = g_strdup_printf ("INSERT INTO shop.sale_here SELECT number + 1, number %% 3, number %% 1000, number / 7, "
                           "concat('p', toString(number %% 100)) FROM (SELECT number FROM system.numbers LIMIT " MANY
                           ") WHERE number %% 3 = %u",
                           i);

      shards[i] = ask_test_clickhouse_new (NULL, NULL, &reason);
      if (shards[i] == NULL)
        g_error ("%s", reason);
      exec (shards[i], "CREATE DATABASE shop");
      exec (shards[i], "CREATE TABLE shop.sale_here " COLUMNS " ENGINE = MergeTree ORDER BY id");
      exec (shards[i], fill);
      g_string_append_printf (places, "%s127.0.0.1:%u", i > 0 ? "," : "", ask_test_clickhouse_get_tcp_port (shards[i]));
    }
  server = ask_test_clickhouse_new (NULL, places->str, &reason);
  exec (server, "CREATE DATABASE shop");
  exec (server, "CREATE TABLE shop.sale " COLUMNS " ENGINE = Distributed(three, shop, sale_here)");
  exec (server, "CREATE TABLE shop.sale_one " COLUMNS " ENGINE = MergeTree ORDER BY id");
  exec (server, "INSERT INTO shop.sale_one SELECT * FROM shop.sale");
  exec (server, "CREATE TABLE shop.price (amount Int32, band String) ENGINE = MergeTree ORDER BY amount");
  exec (server, "INSERT INTO shop.price SELECT number, concat('b', toString(number % 20)) FROM system.numbers "
                "LIMIT 1000");
  measure_all (&bench, server);
  table = ask_bench_print (&bench);
  g_print ("%s\n%s", machine, table);
  ask_test_clickhouse_free (server);
  for (guint i = 0; i < N_SHARDS; i++)
    ask_test_clickhouse_free (shards[i]);
  return bench.n_missing > 0 ? 1 : 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures of ClickHouse, by hand: a whole query that is pushed, with a join and without, over one server and over a
 * table that lies on three, and a million rows, each against libsoup alone that sends the same statement. The peer of the rows reads the server's
 * own TabSeparated and takes each cell apart, as any client must; that of a query reads the answer's bytes.
 */
#include "config.h"

#include <libsoup/soup.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-clickhouse.h"
#include "support/ask-test-kinds.h"

#define N_PAIRS 9
#define N_SHARDS 3
#define MANY "10000000"

typedef struct
{
  AskTestClickhouse *server;
  AskEngine *engine;
  SoupSession *soup;
  char *sent; /* what the engine sent, values in place */
} Bench;

static void
exec (AskTestClickhouse *server, const char *sql)
{
  g_free (ask_test_clickhouse_exec (server, sql));
}

static GBytes *
send_alone (Bench *self, const char *sql, const char *format)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/?database=shop&default_format=%s",
                                          ask_test_clickhouse_get_port (self->server), format);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  g_autoptr (GBytes) body = g_bytes_new (sql, strlen (sql));
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  soup_message_set_request_body_from_bytes (message, "text/plain", body);
  bytes = soup_session_send_and_read (self->soup, message, NULL, &error);
  g_assert_no_error (error);
  if (soup_message_get_status (message) != 200)
    g_error ("%s", (const char *) g_bytes_get_data (bytes, NULL));
  return bytes;
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

static AskEngine *
open_engine (AskTestClickhouse *server)
{
  g_autofree char *uri = ask_test_clickhouse_dup_uri (server, NULL, "shop");
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_clickhouse_kind, uri);
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;
  AskEngine *engine;

  g_ptr_array_add (configs, config);
  source = ask_source_new (config, &error);
  g_assert_true (ask_source_open (source, NULL, &error));
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
  return engine;
}

static gint64
run_engine (Bench *self, const char *sql, gsize *rows, gint64 *fetched)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  gint64 took = g_get_monotonic_time () - start;
  const AskRemoteQuery *remote;

  g_assert_no_error (error);
  remote = result->remote->pdata[0];
  *rows = ask_rows_get_n_rows (result->rows);
  *fetched = remote->rows;
  if (self->sent == NULL)
    {
      g_auto (GStrv) parts = g_strsplit (remote->sql, "?", -1);

      /* The one value of these queries. */
      self->sent = g_strjoinv ("1000000", parts);
    }
  return took;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double *x = a;
  const double *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* The median of pairs, one after the other, so that a busy machine is busy for both. */
static gboolean
measure (Bench *self, const char *name, const char *sql, gboolean rows, double allowed)
{
  double ratios[N_PAIRS];
  gint64 best = G_MAXINT64;
  gint64 best_alone = G_MAXINT64;
  gsize n = 0;
  gint64 fetched = 0;

  g_clear_pointer (&self->sent, g_free);
  run_engine (self, sql, &n, &fetched);
  for (guint i = 0; i < N_PAIRS; i++)
    {
      gint64 engine = run_engine (self, sql, &n, &fetched);
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GBytes) bytes = send_alone (self, self->sent, rows ? "TabSeparated" : "Native");
      gint64 alone;

      if (rows)
        g_assert_cmpuint (take_apart (bytes), ==, n);
      alone = g_get_monotonic_time () - start;
      ratios[i] = (double) engine / (double) alone;
      best = MIN (best, engine);
      best_alone = MIN (best_alone, alone);
    }
  qsort (ratios, N_PAIRS, sizeof *ratios, compare);
  g_print ("%-52s %8.1f ms, alone %8.1f ms, %5.2f x (at most %.2f), %zu rows, %" G_GINT64_FORMAT " fetched\n", name,
           (double) best / 1000, (double) best_alone / 1000, ratios[N_PAIRS / 2], allowed, n, fetched);
  return ratios[N_PAIRS / 2] <= allowed;
}

#define COLUMNS "(id Int32, region Int32, amount Int32, ratio Float64, product String)"

int
main (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (GString) places = g_string_new (NULL);
  AskTestClickhouse *shards[N_SHARDS] = { NULL };
  Bench bench = { .soup = soup_session_new () };
  gboolean good;

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
  bench.server = ask_test_clickhouse_new (NULL, places->str, &reason);
  exec (bench.server, "CREATE DATABASE shop");
  exec (bench.server, "CREATE TABLE shop.sale " COLUMNS " ENGINE = Distributed(three, shop, sale_here)");
  exec (bench.server, "CREATE TABLE shop.sale_one " COLUMNS " ENGINE = MergeTree ORDER BY id");
  exec (bench.server, "INSERT INTO shop.sale_one SELECT * FROM shop.sale");
  exec (bench.server, "CREATE TABLE shop.price (amount Int32, band String) ENGINE = MergeTree ORDER BY amount");
  exec (bench.server, "INSERT INTO shop.price SELECT number, concat('b', toString(number % 20)) FROM system.numbers "
                      "LIMIT 1000");
  bench.engine = open_engine (bench.server);
  good = measure (&bench, "10,000,000 rows of one server, grouped",
                  "SELECT product, count(*), sum(amount), avg(ratio) FROM sale_one GROUP BY product", FALSE, 1.10);
  good = measure (&bench, "10,000,000 rows of three servers, grouped",
                  "SELECT product, count(*), sum(amount), avg(ratio) FROM sale GROUP BY product", FALSE, 1.10)
         && good;
  good = measure (&bench, "the same, filtered", "SELECT region, count(*) FROM sale WHERE id <= 1000000 GROUP BY region",
                  FALSE, 1.10)
         && good;
  good = measure (&bench, "10,000,000 rows of one server, joined with 1,000",
                  "SELECT band, count(*), sum(ratio) FROM price JOIN sale_one ON sale_one.amount = price.amount "
                  "GROUP BY band",
                  FALSE, 1.10)
         && good;
  good = measure (&bench, "10,000,000 rows of three servers, joined with 1,000",
                  "SELECT band, count(*), sum(ratio) FROM sale JOIN price ON sale.amount = price.amount GROUP BY band",
                  FALSE, 1.10)
         && good;
  good = measure (&bench, "1,000,000 rows fetched",
                  "SELECT id, region, amount, ratio, product FROM sale_one WHERE id <= 1000000", TRUE, 1.50)
         && good;
  ask_engine_free (bench.engine);
  ask_test_clickhouse_free (bench.server);
  for (guint i = 0; i < N_SHARDS; i++)
    ask_test_clickhouse_free (shards[i]);
  g_object_unref (bench.soup);
  g_free (bench.sent);
  return good ? 0 : 1;
}

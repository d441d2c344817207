/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same for database servers, real ones: their answers are cut at every place from the greeting to the last row, they
 * fall silent, and they are killed in the middle of a scan. The end is an error that names the source, never fewer rows.
 */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "engine/ask-engine.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-proxy.h"
#include "support/ask-test-kinds.h"

#define ROWS 20000
#define TIME_OUT_MS 700
#define LANES 24

static const char *const queries[] = {
  "SELECT id, t FROM big",
  "SELECT b.id, s.name FROM big b JOIN small s ON s.id = b.id % 7",
  "SELECT id % 5, count(*), sum(id) FROM big GROUP BY id % 5",
};

static const gint64 expected[] = { ROWS, ROWS, 5 };

/* The same through the engine: all of it at the server, rows streamed through SQLite, rows kept and looked up. */
static const char *const engine_queries[] = {
  "SELECT b.id, s.name FROM big b JOIN small s ON s.id = b.id % 7",
  "SELECT printf ('%d', id) FROM big",
  "WITH v (i) AS (VALUES (0), (1), (2)) SELECT b.id FROM v JOIN big b ON b.id = v.i + 0 OR printf ('%d', b.id) = v.i",
};

static const gint64 engine_expected[] = { ROWS, ROWS, 2 };

typedef struct
{
  const AskSourceKind *kind;
  AskTestPostgres *postgres;
  AskTestMariadb *mariadb;
  guint16 port;
} Server;

static gboolean
server_open (Server *self, const AskSourceKind *kind)
{
  g_autofree char *reason = NULL;
  AskTestPostgresOptions options = { .tcp = TRUE };
  g_autofree char *rows = NULL;

  *self = (Server) { .kind = kind };
  if (kind == &ask_postgres_kind)
    self->postgres = ask_test_postgres_new (&options, &reason);
  else
    self->mariadb = ask_test_mariadb_new (ASK_TEST_MARIADB_TCP, &reason);
  if (self->postgres == NULL && self->mariadb == NULL)
    {
      g_test_skip (reason);
      return FALSE;
    }
  if (self->postgres != NULL)
    {
      self->port = (guint16) ask_test_postgres_get_port (self->postgres);
      rows = g_strdup_printf ("CREATE TABLE big AS SELECT i AS id, repeat ('x', i %% 40) AS t "
                              "FROM generate_series (1, %d) i; CREATE TABLE small AS "
                              "SELECT i AS id, 'n' || i AS name FROM generate_series (0, 6) i",
                              ROWS);
      ask_test_postgres_exec (self->postgres, rows);
    }
  else
    {
      self->port = ask_test_mariadb_get_port (self->mariadb);
      rows = g_strdup_printf ("CREATE DATABASE shop; USE shop; CREATE TABLE big AS SELECT seq AS id, "
                              "repeat ('x', seq %% 40) AS t FROM seq_1_to_%d; CREATE TABLE small AS "
                              "SELECT seq AS id, concat ('n', seq) AS name FROM seq_0_to_6",
                              ROWS);
      ask_test_mariadb_exec (self->mariadb, rows);
    }
  return TRUE;
}

static void
server_close (Server *self)
{
  g_clear_pointer (&self->postgres, ask_test_postgres_free);
  g_clear_pointer (&self->mariadb, ask_test_mariadb_free);
}

static void
server_kill (Server *self)
{
  if (self->postgres != NULL)
    ask_test_postgres_kill (self->postgres);
  else
    ask_test_mariadb_kill (self->mariadb);
}

/* The URI of the server, with the proxy's port in the place of its own. */
static char *
dup_uri (Server *self, guint16 port)
{
  g_autofree char *uri = self->postgres != NULL ? ask_test_postgres_dup_uri (self->postgres, "askdata", "postgres", TRUE)
                                                : ask_test_mariadb_dup_uri (self->mariadb, NULL, "shop", NULL);
  g_autofree char *own = g_strdup_printf (":%u", self->port);
  g_autofree char *other = g_strdup_printf (":%u", port);
  GString *text = g_string_new (uri);

  g_assert_cmpuint (g_string_replace (text, own, other, 1), ==, 1);
  return g_string_free (text, FALSE);
}

static AskSourceConfig *
make_config (Server *self, guint16 port)
{
  g_autofree char *uri = dup_uri (self, port);
  AskSourceConfig *config = ask_source_config_new ("shopserver", self->kind, uri);

  config->time_out_ms = TIME_OUT_MS;
  return config;
}

/* Returns: how many rows came, -1 for a failure. After @stop_at rows @on_row is called once. */
static gint64
count_rows (AskSource *source, const char *sql, gint64 stop_at, void (*on_row) (Server *), Server *server,
            GError **error)
{
  g_autoptr (AskCursor) cursor = ask_source_query (source, sql, NULL, 0, NULL, error);
  gint64 n = 0;

  while (cursor != NULL)
    {
      const AskValue *row;

      switch (ask_cursor_next (cursor, &row, NULL, NULL, error))
        {
        case ASK_STEP_ROW:
          if (++n == stop_at)
            on_row (server);
          break;
        case ASK_STEP_DONE:
          return n;
        default:
          return -1;
        }
    }
  return -1;
}

typedef struct
{
  Server *server;
  guint query;
  gboolean engine;
  AskTestFault fault;
  gsize passed;
  char *problem;
} Case;

static AskSchema *
make_schema (void)
{
  AskSchema *schema = ask_schema_new ();
  AskEntity *big = ask_entity_new ("big", "shopserver", "big", ASK_ENTITY_TABLE);
  AskEntity *small = ask_entity_new ("small", "shopserver", "small", ASK_ENTITY_TABLE);

  ask_entity_add_attribute (big, "id", "id", ASK_TYPE_INTEGER)->declared = g_strdup ("bigint");
  ask_entity_add_attribute (big, "t", "t", ASK_TYPE_TEXT)->declared = g_strdup ("text");
  ask_entity_add_attribute (small, "id", "id", ASK_TYPE_INTEGER)->declared = g_strdup ("bigint");
  ask_entity_add_attribute (small, "name", "name", ASK_TYPE_TEXT)->declared = g_strdup ("text");
  ask_schema_add_entity (schema, big);
  ask_schema_add_entity (schema, small);
  return schema;
}

/* Returns: how many rows the engine gave, -1 for a failure */
static gint64
count_engine_rows (AskSourceConfig *config, const char *sql, GError **error)
{
  g_autoptr (AskSchema) schema = make_schema ();
  g_autoptr (GPtrArray) configs = g_ptr_array_new ();
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskResult) result = NULL;

  g_ptr_array_add (configs, config);
  engine = ask_engine_new (schema, configs, error);
  if (engine != NULL)
    result = ask_engine_query (engine, sql, NULL, NULL, NULL, error);
  return result != NULL ? (gint64) ask_rows_get_n_rows (result->rows) : -1;
}

static void
run_case (gpointer data, gpointer user_data)
{
  Case *self = data;
  AskTestProxy *proxy = ask_test_proxy_new (self->server->port);
  AskSourceConfig *config = make_config (self->server, ask_test_proxy_get_port (proxy));
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  gint64 n = -1;
  gboolean spoilt = self->fault.cut_at >= 0 || self->fault.hang_at >= 0;

  g_assert_no_error (error);
  ask_test_proxy_set_fault (proxy, &self->fault);
  if (self->engine)
    n = count_engine_rows (config, engine_queries[self->query], &error);
  else if (ask_source_open (source, NULL, &error))
    n = count_rows (source, queries[self->query], -1, NULL, NULL, &error);
  self->passed = ask_test_proxy_get_passed (proxy);
  if (n >= 0 && n != (self->engine ? engine_expected : expected)[self->query])
    self->problem = g_strdup_printf ("%" G_GINT64_FORMAT " rows, and no error", n);
  /* An answer has some bytes more or fewer from time to time: one that ended before the place was not spoilt. */
  else if (n >= 0 && spoilt && (self->fault.cut_at < 0 || self->passed >= (gsize) self->fault.cut_at))
    self->problem = g_strdup ("it succeeded");
  else if (n < 0 && error == NULL)
    self->problem = g_strdup ("no words");
  else if (n < 0 && (!spoilt || strstr (error->message, "shopserver") == NULL))
    self->problem = g_strdup_printf ("the error names no source: %s", error->message);
  g_clear_object (&source);
  ask_source_config_unref (config);
  ask_test_proxy_free (proxy);
}

static void
run_cases (GArray *cases)
{
  GThreadPool *pool = g_thread_pool_new (run_case, NULL, LANES, FALSE, NULL);
  guint n_bad = 0;

  for (guint i = 0; i < cases->len; i++)
    g_thread_pool_push (pool, &g_array_index (cases, Case, i), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  for (guint i = 0; i < cases->len; i++)
    {
      Case *one = &g_array_index (cases, Case, i);

      if (one->problem != NULL)
        {
          g_test_message ("%s, cut at %" G_GSSIZE_FORMAT ", silent at %" G_GSSIZE_FORMAT ": %s",
                          (one->engine ? engine_queries : queries)[one->query],
                          one->fault.cut_at, one->fault.hang_at, one->problem);
          n_bad++;
        }
      g_free (one->problem);
    }
  g_test_message ("%u cases", cases->len);
  g_assert_cmpuint (n_bad, ==, 0);
}

/* Bytes that a query takes from the first of the greeting to the end of its rows, without what says farewell. */
static gsize
measure (Server *server, guint query, gboolean engine)
{
  Case plain = { server, query, engine, ASK_TEST_FAULT_NONE, 0, NULL };

  run_case (&plain, NULL);
  g_assert_cmpstr (plain.problem, ==, NULL);
  g_assert_cmpuint (plain.passed, >, 0);
  return plain.passed;
}

static void
test_cut (gconstpointer kind)
{
  Server server;
  g_autoptr (GArray) cases = g_array_new (FALSE, FALSE, sizeof (Case));

  if (!server_open (&server, kind))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (queries) + G_N_ELEMENTS (engine_queries); i++)
    {
      gboolean engine = i >= G_N_ELEMENTS (queries);
      guint q = engine ? i - G_N_ELEMENTS (queries) : i;
      gsize total = measure (&server, q, engine);

      for (gsize at = 0; at < total; at += at < 700 ? 23 : MAX (29, total / 30))
        {
          Case one = { &server, q, engine, ASK_TEST_FAULT_NONE, 0, NULL };

          one.fault.cut_at = (gssize) at;
          one.fault.reset = cases->len % 3 == 2;
          g_array_append_val (cases, one);
        }
      for (guint part = 0; part < 4; part++)
        {
          Case one = { &server, q, engine, ASK_TEST_FAULT_NONE, 0, NULL };

          one.fault.hang_at = (gssize) (total * part / 4);
          g_array_append_val (cases, one);
        }
    }
  run_cases (cases);
  server_close (&server);
}

/* The whole server dies with rows on their way. */
static void
test_killed (gconstpointer kind)
{
  static const char all[] = "SELECT a.id, a.t FROM big a CROSS JOIN small";
  static const gint64 places[] = { 1, 1000, ROWS * 3 };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      Server server;
      AskSourceConfig *config;
      g_autoptr (GError) error = NULL;
      g_autoptr (AskSource) source = NULL;
      gint64 n;

      if (!server_open (&server, kind))
        return;
      config = make_config (&server, server.port);
      source = ask_source_new (config, &error);
      g_assert_true (ask_source_open (source, NULL, &error));
      n = count_rows (source, all, places[i], server_kill, &server, &error);
      /* What was already here when it died may be all there was. */
      if (n != ROWS * 7)
        {
          g_assert_cmpint (n, ==, -1);
          g_assert_nonnull (error);
          g_test_message ("%s", error->message);
          g_assert_nonnull (strstr (error->message, "shopserver"));
        }
      g_assert_true (n == -1 || places[i] > ROWS);
      /* And it stays an error, until the server is back. */
      g_clear_error (&error);
      g_assert_cmpint (count_rows (source, all, -1, NULL, NULL, &error), ==, -1);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, "shopserver"));
      g_clear_object (&source);
      ask_source_config_unref (config);
      server_close (&server);
    }
}

int
main (int argc, char **argv)
{
  signal (SIGPIPE, SIG_IGN);
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/faults-servers/a-cut-answer-is-an-error/postgres", &ask_postgres_kind, test_cut);
  g_test_add_data_func ("/engine/faults-servers/a-cut-answer-is-an-error/mariadb", &ask_mysql_kind, test_cut);
  g_test_add_data_func ("/engine/faults-servers/a-killed-server-is-an-error/postgres", &ask_postgres_kind, test_killed);
  g_test_add_data_func ("/engine/faults-servers/a-killed-server-is-an-error/mariadb", &ask_mysql_kind, test_killed);
  return g_test_run ();
}

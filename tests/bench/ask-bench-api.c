/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: 200 keys of a SQLite file joined to an API that takes 50 ms a call, eight in flight. The
 * API is a real HTTP server within this process, on the loopback, reading its rows from SQLite. Each
 * run has a session of its own, so that connecting counts.
 */
#include "config.h"

#include <string.h>

#include "bench/ask-bench.h"
#include "engine/ask-engine.h"
#include "source/ask-sqlite-source.h"
#include "support/ask-test-table.h"

#define N_KEYS 200
#define DELAY_MS 50
#define IN_FLIGHT 8
#define IDEAL_MS ((double) N_KEYS * DELAY_MS / IN_FLIGHT)
#define ALLOWED (1.3 * IDEAL_MS)
#define N_RUNS 7

typedef struct
{
  AskTestTable table;
  AskTestServer *server;
  GPtrArray *configs;
  AskSchema *schema;
} Api;

static gboolean
make_file (const char *path, GError **error)
{
  sqlite3 *db = NULL;
  gboolean good
    = sqlite3_open (path, &db) == SQLITE_OK
      && sqlite3_exec (db,
                       "PRAGMA synchronous = OFF; BEGIN;"
                       "CREATE TABLE keys (key TEXT PRIMARY KEY, name TEXT);"
                       "CREATE TABLE stock (key TEXT, warehouse TEXT, amount INTEGER);"
                       "CREATE INDEX stock_key ON stock (key);"
                       "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                       "WHERE i < " G_STRINGIFY (N_KEYS) ") INSERT INTO keys "
                       "SELECT printf ('K%04d', i), printf ('Key %d', i) FROM n;"
                       "INSERT INTO stock SELECT key, w.column1, length (name) FROM keys, "
                       "(VALUES ('north'), ('south'), ('east')) w;"
                       "COMMIT",
                       NULL, NULL, NULL)
           == SQLITE_OK;

  if (!good)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s", sqlite3_errmsg (db));
  sqlite3_close (db);
  return good;
}

static gboolean
add_keys (Api *self, AskSourceConfig *config, GError **error)
{
  g_autoptr (AskSource) source = ask_source_new (config, error);
  g_autoptr (AskIntrospection) found = NULL;

  if (source == NULL || (found = ask_source_introspect (source, NULL, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < found->schema->entities->len; i++)
    if (strcmp (((AskEntity *) found->schema->entities->pdata[i])->name, "keys") == 0)
      {
        ask_schema_add_entity (self->schema,
                               g_ptr_array_steal_index (found->schema->entities, i));
        return TRUE;
      }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the file has no table keys");
  return FALSE;
}

static gboolean
api_open (Api *self, char *path, gboolean required, GError **error)
{
  static const char *const parameters[] = { "key", NULL };
  AskSourceConfig *config;

  self->table.path = path;
  self->table.delay_ms = DELAY_MS;
  self->server = ask_test_server_new (ask_test_table_handle, &self->table);
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->schema = ask_schema_new ();
  config = ask_source_config_new ("api", ASK_SOURCE_REST, "none");
  config->base_url = ask_test_server_dup_url (self->server, "");
  g_ptr_array_add (self->configs, config);
  config = ask_source_config_new ("file", ASK_SOURCE_SQLITE, path);
  g_ptr_array_add (self->configs, config);
  ask_schema_add_entity (self->schema,
                         ask_test_table_new_entity (&self->table, "api", "stock", parameters,
                                                    required ? "key" : NULL));
  return add_keys (self, config, error);
}

static void
api_close (Api *self)
{
  ask_test_server_free (self->server);
  g_ptr_array_unref (self->configs);
  ask_schema_unref (self->schema);
}

static gboolean
run_once (Api *api, const char *sql, double *ms, guint *calls, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  g_autoptr (AskEngine) engine = ask_engine_new (api->schema, api->configs, error);
  g_autoptr (AskResult) result
    = engine != NULL ? ask_engine_query (engine, sql, NULL, NULL, NULL, error) : NULL;

  if (result == NULL)
    return FALSE;
  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  *calls = result->calls->len;
  if (ask_rows_get_n_rows (result->rows) == 3 * N_KEYS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               "the join gave %" G_GSIZE_FORMAT " rows, not %d",
               ask_rows_get_n_rows (result->rows), 3 * N_KEYS);
  return FALSE;
}

static gboolean
measure (AskBench *bench, Api *api, const char *words, const char *sql, GError **error)
{
  g_autoptr (GArray) samples = ask_bench_samples_new ();
  g_autofree char *what = g_strdup_printf ("%d keys joined to an API of %d ms a call, %s", N_KEYS,
                                           DELAY_MS, words);
  g_autofree char *note = NULL;
  guint calls = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      double ms;

      ask_test_server_forget (api->server);
      if (!run_once (api, sql, &ms, &calls, error))
        return FALSE;
      g_array_append_val (samples, ms);
    }
  /* Where nothing is required, the planner may rather read the whole table with one call. */
  note = g_strdup_printf ("%u %s, %u in flight, %.2f × the ideal %.0f ms", calls,
                          calls == 1 ? "call" : "calls",
                          ask_test_server_get_max_concurrent (api->server),
                          ask_bench_median (samples) / IDEAL_MS, IDEAL_MS);
  ask_bench_report (bench, what, "ms", samples, ALLOWED, note);
  return TRUE;
}

/** ask_bench_api: measures the figure and adds its lines */
void
ask_bench_api (AskBench *self)
{
  static const struct
  {
    gboolean required;
    const char *words;
    const char *sql;
  } variants[] = {
    { TRUE, "required parameter",
      "SELECT k.name, s.warehouse, s.amount FROM keys k JOIN stock s ON s.key = k.key" },
    { FALSE, "optional parameter",
      "SELECT k.name, s.warehouse, s.amount FROM keys k JOIN stock s ON s.key = k.key" },
    { TRUE, "required parameter, IN (SELECT …)",
      "SELECT s.key, s.warehouse, s.amount FROM stock s WHERE s.key IN (SELECT key FROM keys)" },
  };
  g_autofree char *path = g_build_filename (self->folder, "stock.sqlite", NULL);
  g_autoptr (GError) error = NULL;

  make_file (path, &error);
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (variants); i++)
    {
      Api api = { 0 };

      if (api_open (&api, path, variants[i].required, &error))
        measure (self, &api, variants[i].words, variants[i].sql, &error);
      api_close (&api);
    }
  if (error != NULL)
    ask_bench_missing (self, "keys joined to an API", error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figures: keys of a SQLite file joined to an API that takes 50 ms a call, one key a call or a hundred,
 * eight or sixteen calls at a time. The API is a real HTTP server within this process, on the loopback,
 * that makes its rows up, so that little of the time is its own. Each run has a session of its own, so
 * that connecting counts.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "bench/ask-bench-servers.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

#define DELAY_MS 50
#define N_RUNS 7
#define ROWS_PER_KEY 3

/**
 * ApiVariant:
 * @required: no call without a key
 * @max_items: keys that a call takes, 0 for one
 * @times: the ideal that is allowed
 */
typedef struct
{
  const char *words;
  guint n_keys;
  guint lanes;
  gboolean required;
  guint max_items;
  double times;
  const char *sql;
} ApiVariant;

#define JOIN "SELECT k.name, s.warehouse, s.amount FROM keys k JOIN stock s ON s.key = k.key"

static const ApiVariant variants[] = {
  { "required parameter", 200, 8, TRUE, 0, 1.3, JOIN },
  { "optional parameter", 200, 8, FALSE, 0, 1.3, JOIN },
  { "required parameter, IN (SELECT …)", 200, 8, TRUE, 0, 1.3,
    "SELECT s.key, s.warehouse, s.amount FROM stock s WHERE s.key IN (SELECT key FROM keys)" },
  { "required parameter", 1000, 16, TRUE, 0, 1.2, JOIN },
  { "required parameter of up to 100 keys", 1000, 16, TRUE, 100, 1.2, JOIN },
};

typedef struct
{
  const ApiVariant *variant;
  AskTestServer *server;
  GPtrArray *configs;
  AskSchema *schema;
} Api;

/* K0007 has its rows however it is asked for, alone, with others, or with all. */
static void
append_rows (GString *json, const char *key)
{
  static const char *const warehouses[ROWS_PER_KEY] = { "north", "south", "east" };

  for (guint i = 0; i < ROWS_PER_KEY; i++)
    g_string_append_printf (json, "%s{\"key\":\"%s\",\"warehouse\":\"%s\",\"amount\":%u}",
                            json->str[json->len - 1] == '[' ? "" : ",", key, warehouses[i],
                            (guint) atoi (key + 1) % 97 + i);
}

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Api *self = data;
  g_autofree char *value = ask_test_request_dup_param (request, "key");
  g_autoptr (GString) json = g_string_new ("{\"data\":[");

  if (value != NULL)
    {
      g_auto (GStrv) keys = g_strsplit (value, ",", -1);

      for (guint i = 0; keys[i] != NULL; i++)
        append_rows (json, keys[i]);
    }
  else
    for (guint i = 1; i <= self->variant->n_keys; i++)
      {
        char key[16];

        g_snprintf (key, sizeof key, "K%04u", i);
        append_rows (json, key);
      }
  g_string_append (json, "]}");
  reply->delay_ms = DELAY_MS;
  ask_test_reply_set (reply, 200, "application/json", json->str, (gssize) json->len);
}

static AskEntity *
make_entity (const ApiVariant *variant)
{
  AskEntity *entity = ask_entity_new ("stock", "api", "stock", ASK_ENTITY_API);
  AskParameter *parameter;

  ask_entity_add_attribute (entity, "key", "key", ASK_TYPE_TEXT);
  ask_entity_add_attribute (entity, "warehouse", "warehouse", ASK_TYPE_TEXT);
  ask_entity_add_attribute (entity, "amount", "amount", ASK_TYPE_INTEGER);
  entity->operation = ask_operation_new ("/stock");
  entity->operation->rows = g_strdup ("data");
  parameter = ask_operation_add_parameter (entity->operation, "key", ASK_PARAMETER_IN_QUERY, "key",
                                           variant->required);
  parameter->type = ASK_TYPE_TEXT;
  if (variant->max_items > 0)
    {
      parameter->style = ASK_ARRAY_COMMA;
      parameter->max_items = variant->max_items;
    }
  return entity;
}

static gboolean
make_file (const char *path, guint n_keys, GError **error)
{
  sqlite3 *db = NULL;
  g_autofree char *sql
    = g_strdup_printf ("PRAGMA synchronous = OFF; BEGIN;"
                       "CREATE TABLE keys (key TEXT PRIMARY KEY, name TEXT);"
                       "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
                       "WHERE i < %u) INSERT INTO keys "
                       "SELECT printf ('K%%04d', i), printf ('Key %%d', i) FROM n;"
                       "COMMIT",
                       n_keys);
  gboolean good = sqlite3_open (path, &db) == SQLITE_OK
                  && sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK;

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
api_open (Api *self, const ApiVariant *variant, const char *path, GError **error)
{
  AskSourceConfig *config;

  self->variant = variant;
  self->server = ask_test_server_new (answer, self);
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->schema = ask_schema_new ();
  config = ask_source_config_new ("api", &ask_rest_kind, "none");
  config->base_url = ask_test_server_dup_url (self->server, "");
  config->lanes = variant->lanes;
  g_ptr_array_add (self->configs, config);
  config = ask_source_config_new ("file", &ask_sqlite_kind, path);
  g_ptr_array_add (self->configs, config);
  ask_schema_add_entity (self->schema, make_entity (variant));
  return add_keys (self, config, error);
}

static void
api_close (Api *self)
{
  ask_test_server_free (self->server);
  g_ptr_array_unref (self->configs);
  ask_schema_unref (self->schema);
}

static AskResult *
run_once (Api *api, double *ms, GError **error)
{
  gint64 started = g_get_monotonic_time ();
  g_autoptr (AskEngine) engine = ask_engine_new (api->schema, api->configs, error);
  g_autoptr (AskResult) result
    = engine != NULL ? ask_engine_query (engine, api->variant->sql, NULL, NULL, NULL, error) : NULL;
  gsize expected = (gsize) ROWS_PER_KEY * api->variant->n_keys;

  if (result == NULL)
    return NULL;
  *ms = (double) (g_get_monotonic_time () - started) / 1000;
  if (ask_rows_get_n_rows (result->rows) == expected)
    return g_steal_pointer (&result);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
               "the join gave %" G_GSIZE_FORMAT " rows, not %" G_GSIZE_FORMAT,
               ask_rows_get_n_rows (result->rows), expected);
  return NULL;
}

/* As many calls as it takes, as many at a time as may be: nothing but the API's time. */
static double
get_ideal (const ApiVariant *variant)
{
  double calls = (double) variant->n_keys / MAX (variant->max_items, 1);

  return MAX (calls / variant->lanes, 1) * DELAY_MS;
}

static gboolean
measure (AskBench *bench, Api *api, GError **error)
{
  const ApiVariant *variant = api->variant;
  g_autoptr (GArray) samples = ask_bench_samples_new ();
  g_autofree char *what = g_strdup_printf ("%u keys joined to an API of %d ms a call, %s",
                                           variant->n_keys, DELAY_MS, variant->words);
  g_autofree char *note = NULL;
  double ideal = get_ideal (variant);
  guint calls = 0;

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (AskResult) result = NULL;
      double ms;

      ask_test_server_forget (api->server);
      result = run_once (api, &ms, error);
      if (result == NULL)
        return FALSE;
      calls = result->calls->len;
      g_array_append_val (samples, ms);
      if (i == 0)
        bench_show (bench, what, result);
    }
  /* Where nothing is required, the planner may rather read the whole table with one call. */
  note = g_strdup_printf ("%u %s, %u in flight, %.2f × the ideal %.0f ms", calls,
                          calls == 1 ? "call" : "calls",
                          ask_test_server_get_max_concurrent (api->server),
                          ask_bench_median (samples) / ideal, ideal);
  ask_bench_report (bench, what, "ms", samples, variant->times * ideal, note);
  return TRUE;
}

/** ask_bench_api: measures the figure and adds its lines */
void
ask_bench_api (AskBench *self)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (variants); i++)
    {
      g_autofree char *name = g_strdup_printf ("keys-%u.sqlite", i);
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      Api api = { 0 };

      if (!make_file (path, variants[i].n_keys, &error))
        break;
      if (api_open (&api, &variants[i], path, &error))
        measure (self, &api, &error);
      api_close (&api);
    }
  if (error != NULL)
    ask_bench_missing (self, "keys joined to an API", error);
}

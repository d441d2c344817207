/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Figure: rewriting and planning one query, three joins with a subquery and groups, over a schema of
 * 1,000 tables that lie in a PostgreSQL server, in a file and behind an API. No server runs: planning
 * asks nobody. Cold is a new session's first query, with the making of the session; warm is its tenth.
 */
#include "config.h"

#include "bench/ask-bench.h"
#include "engine/ask-engine.h"
#include "source/sqlite/ask-sqlite-source.h"
#include "support/ask-test-kinds.h"

#define N_TABLES 1000
#define ALLOWED_MS 5
#define N_RUNS 31

/* Table i lies in place i % 4: two of four in the server, one in the file, one behind the API. */
static const char *const places[] = { "shop", "shop", "file", "api" };

static const struct
{
  const char *what;
  const char *sql;
} queries[] = {
  { "all in PostgreSQL",
    "SELECT a.name, b.kind, count(*) AS n, sum(c.amount) AS total FROM t400 a "
    "JOIN t401 b ON b.id = a.ref JOIN t404 c ON c.id = b.ref JOIN t405 d ON d.id = c.ref "
    "WHERE a.amount > (SELECT avg(amount) FROM t408) AND d.day >= '2025-01-01' AND b.kind IN ('x', 'y') "
    "GROUP BY a.name, b.kind HAVING count(*) > 1 ORDER BY total DESC" },
  { "in PostgreSQL, a file and an API",
    "SELECT a.name, b.kind, count(*) AS n, sum(c.amount) AS total FROM t400 a "
    "JOIN t401 b ON b.id = a.ref JOIN t402 c ON c.id = b.ref JOIN t403 d ON d.id = c.ref "
    "WHERE a.amount > (SELECT avg(amount) FROM t408) AND d.day >= '2025-01-01' AND b.kind IN ('x', 'y') "
    "GROUP BY a.name, b.kind HAVING count(*) > 1 ORDER BY total DESC" },
};

typedef struct
{
  AskSchema *schema;
  GPtrArray *configs;
} Plan;

static void
add_attribute (AskEntity *entity, const char *name, AskType type, const char *declared, guint key)
{
  AskAttribute *attribute = ask_entity_add_attribute (entity, name, name, type);

  attribute->declared = g_strdup (declared);
  attribute->key = key;
  attribute->nullable = key == 0;
}

static AskEntity *
make_entity (guint number)
{
  const char *place = places[number % G_N_ELEMENTS (places)];
  g_autofree char *name = g_strdup_printf ("t%u", number);
  gboolean api = g_str_equal (place, "api");
  AskEntity *entity
    = ask_entity_new (name, place, name, api ? ASK_ENTITY_API : ASK_ENTITY_TABLE);

  add_attribute (entity, "id", ASK_TYPE_INTEGER, "integer", 1);
  add_attribute (entity, "ref", ASK_TYPE_INTEGER, "integer", 0);
  add_attribute (entity, "name", ASK_TYPE_TEXT, "text", 0);
  add_attribute (entity, "kind", ASK_TYPE_TEXT, "text", 0);
  add_attribute (entity, "day", ASK_TYPE_DATE, "date", 0);
  add_attribute (entity, "amount", ASK_TYPE_INTEGER, "integer", 0);
  add_attribute (entity, "note", ASK_TYPE_TEXT, "text", 0);
  add_attribute (entity, "weight", ASK_TYPE_REAL, "double precision", 0);
  entity->row_estimate = 1000 * (number % 7 + 1);
  if (api)
    {
      g_autofree char *path = g_strconcat ("/", name, NULL);

      entity->operation = ask_operation_new (path);
      ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_QUERY, "id", FALSE)->type
        = ASK_TYPE_INTEGER;
    }
  return entity;
}

static gboolean
make_file (const char *path, GError **error)
{
  g_autoptr (GString) sql = g_string_new ("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;");
  sqlite3 *db = NULL;
  gboolean good;

  for (guint i = 0; i < N_TABLES; i++)
    if (g_str_equal (places[i % G_N_ELEMENTS (places)], "file"))
      g_string_append_printf (sql,
                              "CREATE TABLE t%u (id integer PRIMARY KEY, ref integer, name text,"
                              " kind text, day date, amount integer, note text,"
                              " weight double precision);",
                              i);
  g_string_append (sql, "COMMIT");
  good = sqlite3_open (path, &db) == SQLITE_OK
         && sqlite3_exec (db, sql->str, NULL, NULL, NULL) == SQLITE_OK;
  if (!good)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "SQLite says: %s", sqlite3_errmsg (db));
  sqlite3_close (db);
  return good;
}

static void
plan_open (Plan *self, const char *path)
{
  AskSourceConfig *api = ask_source_config_new ("api", &ask_rest_kind, "none");

  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  self->schema = ask_schema_new ();
  /* Nobody listens at either. */
  api->base_url = g_strdup ("http://127.0.0.1:9/");
  g_ptr_array_add (self->configs, api);
  g_ptr_array_add (self->configs, ask_source_config_new ("shop", &ask_postgres_kind,
                                                         "postgresql://ask@127.0.0.1:9/shop"));
  g_ptr_array_add (self->configs, ask_source_config_new ("file", &ask_sqlite_kind, path));
  for (guint i = 0; i < N_TABLES; i++)
    ask_schema_add_entity (self->schema, make_entity (i));
}

static void
plan_close (Plan *self)
{
  g_ptr_array_unref (self->configs);
  ask_schema_unref (self->schema);
}

static gboolean
measure (AskBench *bench, Plan *plan, const char *where, const char *sql, GError **error)
{
  g_autoptr (GArray) cold = ask_bench_samples_new ();
  g_autoptr (GArray) warm = ask_bench_samples_new ();
  g_autofree char *cold_what = g_strdup_printf ("planning over %u tables, %s, new session", N_TABLES,
                                                where);
  g_autofree char *warm_what = g_strdup_printf ("the same in a session that has planned before");

  for (guint i = 0; i < N_RUNS; i++)
    {
      gint64 started = g_get_monotonic_time ();
      g_autoptr (AskEngine) engine = ask_engine_new (plan->schema, plan->configs, error);
      double ms;

      for (guint n = 1; n <= 10; n++)
        {
          /* No text comes twice, so nothing can be remembered but the schema. */
          g_autofree char *text = g_strdup_printf ("%s LIMIT %u", sql, n);

          if (engine == NULL || !ask_engine_check (engine, text, error))
            return FALSE;
          ms = (double) (g_get_monotonic_time () - started) / 1000;
          if (n == 1)
            g_array_append_val (cold, ms);
          started = g_get_monotonic_time ();
        }
      g_array_append_val (warm, ms);
    }
  ask_bench_report (bench, cold_what, "ms", cold, ALLOWED_MS, NULL);
  ask_bench_report (bench, warm_what, "ms", warm, ALLOWED_MS, NULL);
  return TRUE;
}

/** ask_bench_plan: measures the figure and adds its lines */
void
ask_bench_plan (AskBench *self)
{
  g_autofree char *path = g_build_filename (self->folder, "plan.sqlite", NULL);
  g_autoptr (GError) error = NULL;
  Plan plan = { 0 };

  make_file (path, &error);
  plan_open (&plan, path);
  for (guint i = 0; error == NULL && i < G_N_ELEMENTS (queries); i++)
    measure (self, &plan, queries[i].what, queries[i].sql, &error);
  if (error != NULL)
    ask_bench_missing (self, "planning", error);
  plan_close (&plan);
}

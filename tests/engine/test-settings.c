/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An administrator's settings change no answer. A server gets hostile global, role and database settings, each alone
 * and several drawn at once, and has to say the same of its tables and give the same rows as before, with push-down
 * and without. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <string.h>

#include "base/ask-json.h"
#include "engine/ask-engine.h"
#include "support/ask-test-mariadb.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-kinds.h"

#define ROUNDS 6

/**
 * Hostile:
 * @name: of a setting
 * @values: some that change answers, in SQL, ended by %NULL
 */
typedef struct
{
  const char *name;
  const char *values[4];
} Hostile;

/**
 * Place:
 * @set: sets @name to @value, %NULL for what it was
 */
typedef struct Place
{
  gpointer server;
  char *uri;
  const AskSourceKind *kind;
  const Hostile *hostile;
  guint n_hostile;
  char **before; /* what each was */
  void (*set) (struct Place *self, guint setting, const char *value);
  const char *const *queries;
} Place;

/* Doubles to 12 digits: servers add up in any order, and SQLite since 3.43 keeps what is lost on the way. */
static void
append_value (GString *text, const AskValue *value)
{
  if (value->kind == ASK_VALUE_REAL)
    g_string_append_printf (text, "%.12g", value->real);
  else
    ask_json_append_value (text, value);
}

/* All that a session shows: its schema, and the rows of each query. */
static char *
look (Place *self, gboolean push_down)
{
  AskSourceConfig *config = ask_source_config_new ("shop", self->kind, self->uri);
  g_autoptr (GPtrArray) configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSource) source = ask_source_new (config, &error);
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (JsonNode) schema = NULL;
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *json = NULL;

  g_assert_no_error (error);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_no_error (error);
  /* Statistics are counted now and then. */
  for (guint i = 0; i < found->schema->entities->len; i++)
    ((AskEntity *) found->schema->entities->pdata[i])->row_estimate = -1;
  schema = ask_schema_to_json (found->schema);
  json = json_to_string (schema, TRUE);
  g_string_append (text, json);
  for (guint i = 0; i < found->notes->len; i++)
    g_string_append_printf (text, "\n%s", (char *) found->notes->pdata[i]);
  g_ptr_array_add (configs, config);
  engine = ask_engine_new (found->schema, configs, &error);
  g_assert_no_error (error);
  ask_engine_set_push_down (engine, push_down);
  for (guint q = 0; self->queries[q] != NULL; q++)
    {
      g_autoptr (AskResult) result = ask_engine_query (engine, self->queries[q], NULL, NULL, NULL, &error);

      if (error != NULL)
        g_error ("%s\n%s", self->queries[q], error->message);
      g_string_append_printf (text, "\n%s\n", self->queries[q]);
      for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
        for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
          {
            append_value (text, ask_rows_get (result->rows, r, c));
            g_string_append_c (text, c + 1 < ask_rows_get_n_columns (result->rows) ? '|' : '\n');
          }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
compare (Place *self, const char *expected, gboolean push_down, const char *told)
{
  g_autofree char *seen = look (self, push_down);
  g_auto (GStrv) a = g_strsplit (expected, "\n", -1);
  g_auto (GStrv) b = g_strsplit (seen, "\n", -1);

  for (guint i = 0; a[i] != NULL || b[i] != NULL; i++)
    if (g_strcmp0 (a[i], b[i]) != 0)
      g_error ("%s, push-down %s\n%s\nexpected: %s\nseen: %s", told, push_down ? "on" : "off",
               i > 0 ? a[i - 1] : "", a[i], b[i]);
}

static void
check_place (Place *self)
{
  g_autofree char *expected = look (self, FALSE);

  compare (self, expected, TRUE, "as it comes");
  for (guint i = 0; i < self->n_hostile; i++)
    {
      for (guint v = 0; self->hostile[i].values[v] != NULL; v++)
        {
          g_autofree char *told = g_strdup_printf ("%s = %s", self->hostile[i].name, self->hostile[i].values[v]);

          self->set (self, i, self->hostile[i].values[v]);
          compare (self, expected, TRUE, told);
        }
      self->set (self, i, NULL);
    }
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_autoptr (GString) told = g_string_new ("drawn:");

      for (guint i = 0; i < self->n_hostile; i++)
        {
          const Hostile *hostile = &self->hostile[i];
          guint n = 0;
          const char *value;

          while (hostile->values[n] != NULL)
            n++;
          value = g_test_rand_bit () ? hostile->values[g_test_rand_int_range (0, (gint32) n)] : NULL;
          if (value != NULL)
            g_string_append_printf (told, " %s = %s", hostile->name, value);
          self->set (self, i, value);
        }
      compare (self, expected, round % 2, told->str);
    }
}

static const Hostile mariadb_hostile[] = {
  { "sql_mode",
    { "'PAD_CHAR_TO_FULL_LENGTH,NO_UNSIGNED_SUBTRACTION,ANSI_QUOTES'",
      "'PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE,NO_BACKSLASH_ESCAPES,IGNORE_SPACE,REAL_AS_FLOAT,EMPTY_STRING_IS_NULL'",
      "'ORACLE,ONLY_FULL_GROUP_BY,TIME_ROUND_FRACTIONAL'", NULL } },
  { "sql_select_limit", { "0", "3", NULL } },
  { "max_sort_length", { "8", "64", "8388608", NULL } },
  { "sort_buffer_size", { "1024", NULL } },
  { "group_concat_max_len", { "4", NULL } },
  { "div_precision_increment", { "0", "30", NULL } },
  { "time_zone", { "'+13:00'", "'-05:30'", NULL } },
  { "lc_time_names", { "'de_DE'", NULL } },
  { "default_week_format", { "7", NULL } },
  { "sql_auto_is_null", { "1", NULL } },
  { "max_join_size", { "1", NULL } },
  { "sql_big_selects", { "0", NULL } },
  { "max_recursive_iterations", { "1", NULL } },
  { "standard_compliant_cte", { "0", NULL } },
  { "system_versioning_asof", { "'2020-01-01 00:00:00'", NULL } },
  { "old_mode", { "'ZERO_DATE_TIME_CAST,UTF8_IS_UTF8MB3'", NULL } },
  { "default_regex_flags", { "'EXTENDED,UNGREEDY'", NULL } },
  { "tx_isolation", { "'READ-UNCOMMITTED'", "'SERIALIZABLE'", NULL } },
  { "autocommit", { "0", NULL } },
  { "completion_type", { "1", "2", NULL } },
  { "max_error_count", { "0", NULL } },
  { "sql_quote_show_create", { "0", NULL } },
  { "sql_safe_updates", { "1", NULL } },
  { "character_set_client", { "latin1", "utf8mb3", NULL } },
  { "character_set_results", { "latin1", NULL } },
  { "collation_connection", { "latin1_german2_ci", "utf8mb4_unicode_520_ci", NULL } },
  { "collation_server", { "latin2_czech_cs", NULL } },
  { "optimizer_switch", { "'materialization=off,semijoin=off,derived_merge=off,join_cache_hashed=off'", NULL } },
  { "max_length_for_sort_data", { "4", NULL } },
  { "tmp_memory_table_size", { "0", NULL } },
  { "init_connect",
    { "'SET sql_select_limit = 2, sql_mode = ''ANSI_QUOTES'', timestamp = 1; USE other'",
      "'SET NAMES latin1; SET time_zone = ''+05:00'', div_precision_increment = 1'", NULL } },
};

static const char mariadb_script[]
  = "CREATE DATABASE shop; CREATE DATABASE other; CREATE USER plain@localhost; "
    "GRANT SELECT ON shop.* TO plain@localhost; GRANT SELECT ON other.* TO plain@localhost; "
    "CREATE TABLE other.items (id INT PRIMARY KEY); USE shop; "
    "CREATE TABLE items (id INT PRIMARY KEY, code CHAR(8) NOT NULL, name VARCHAR(40) COLLATE utf8mb4_general_ci, "
    "note LONGTEXT, price DECIMAL(8,3), big DECIMAL(40,12), size INT UNSIGNED, rate DOUBLE, made DATE, "
    "at DATETIME(3), seen TIMESTAMP NULL, doc JSON, raw VARBINARY(9)); "
    "INSERT INTO items SELECT seq, concat('c', seq % 5), concat('Näme ', seq % 7, CASE seq % 3 WHEN 0 THEN ' ' ELSE "
    "'' END), concat(repeat('x', 900), (seq * 7919) % 11), seq * 1.111, seq / 7, seq % 9, seq / 3.0, "
    "'2023-12-25' + INTERVAL seq DAY, '2024-01-01 23:59:58.125' + INTERVAL seq * 37 MINUTE, "
    "from_unixtime(1700000000 + seq * 100000), CASE seq % 4 WHEN 0 THEN NULL ELSE concat('{\"a\": ', seq, '}') END, "
    "char(seq, 0, 255) FROM seq_1_to_150; "
    "CREATE TABLE sales (id INT PRIMARY KEY, item_id INT, qty INT, FOREIGN KEY (item_id) REFERENCES items (id)); "
    "INSERT INTO sales SELECT seq, 1 + seq * 31 % 150, CASE seq % 5 WHEN 0 THEN NULL ELSE seq % 6 END "
    "FROM seq_1_to_40; "
    "CREATE TABLE history (id INT PRIMARY KEY, state VARCHAR(9)) WITH SYSTEM VERSIONING; "
    "INSERT INTO history VALUES (1, 'new'), (2, 'old'); ";

static const char *const mariadb_queries[] = {
  "SELECT * FROM items ORDER BY id",
  "SELECT * FROM sales ORDER BY id",
  "SELECT * FROM history ORDER BY id",
  "SELECT count(*), count(DISTINCT name), count(DISTINCT note) FROM items",
  "SELECT note, id FROM items ORDER BY note, id LIMIT 3",
  "SELECT note FROM items ORDER BY note DESC LIMIT 2",
  "SELECT note, count(*), count(DISTINCT id) FROM items GROUP BY note ORDER BY 1",
  "SELECT length(group_concat(note)), length(group_concat(name, '')) FROM items",
  "SELECT avg(price), sum(price) / 7, avg(size), sum(big), max(big), avg(big) FROM items",
  "SELECT id, price / 3, size / 2, size - 5, rate * 3 FROM items WHERE id < 9 ORDER BY id",
  "SELECT id FROM items WHERE name = 'Näme 3 ' OR name LIKE 'n%4' OR code = 'c1' ORDER BY id LIMIT 20",
  "SELECT id, code || '-' || name, length(code), upper(name) FROM items WHERE NOT id BETWEEN 5 AND 145 ORDER BY id",
  "SELECT id FROM items WHERE name = 'a\\' OR name = 'b''c' OR name = \"code\" ORDER BY id",
  "SELECT strftime('%Y-%m', made), strftime('%W', made), count(*), min(at), max(seen) FROM items GROUP BY 1, 2 ORDER BY 1, 2",
  "SELECT id, at, seen, date(at), strftime('%H', seen) FROM items WHERE at > '2024-01-05' ORDER BY at LIMIT 5",
  "SELECT i.name, sum(s.qty), count(s.id) FROM items i LEFT JOIN sales s ON s.item_id = i.id GROUP BY i.name ORDER BY 1",
  "SELECT a.id, b.id FROM sales a JOIN sales b ON a.qty = b.qty AND a.id < b.id ORDER BY 1, 2",
  "SELECT id FROM items WHERE doc IS NULL ORDER BY id LIMIT 4",
  "SELECT id, row_number() OVER (PARTITION BY note ORDER BY id) AS n FROM items ORDER BY id LIMIT 30",
  "WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 40) SELECT n, i.name FROM up JOIN items i ON i.id = n ORDER BY n",
  "SELECT id FROM items WHERE id IN (SELECT item_id FROM sales) ORDER BY rate DESC",
  "SELECT id FROM items WHERE name = '' OR name IS NULL",
  NULL
};

static void
set_mariadb (Place *self, guint setting, const char *value)
{
  g_autofree char *sql = NULL;

  if (self->before[setting] == NULL)
    {
      g_autofree char *ask = g_strdup_printf ("SELECT @@GLOBAL.%s", self->hostile[setting].name);
      g_autofree char *was = ask_test_mariadb_dup_value (self->server, ask);
      gboolean word = g_ascii_string_to_unsigned (was, 10, 0, G_MAXUINT64, NULL, NULL) || strcmp (was, "DEFAULT") == 0;

      self->before[setting] = g_strdup_printf (word ? "%s" : "'%s'", was);
    }
  sql = g_strdup_printf ("SET GLOBAL %s = %s", self->hostile[setting].name,
                         value != NULL ? value : self->before[setting]);
  ask_test_mariadb_exec (self->server, sql);
}

static void
test_mariadb (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (0, &reason);
  g_auto (GStrv) before = g_new0 (char *, G_N_ELEMENTS (mariadb_hostile) + 1);
  g_autofree char *uri = NULL;
  Place place = { .server = server, .kind = &ask_mysql_kind, .hostile = mariadb_hostile,
                  .n_hostile = G_N_ELEMENTS (mariadb_hostile), .before = before, .set = set_mariadb,
                  .queries = mariadb_queries };

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_mariadb_exec (server, mariadb_script);
  place.uri = uri = ask_test_mariadb_dup_uri (server, "plain", "shop", NULL);
  check_place (&place);
}

/* A setting that the server's command line caps is read back otherwise than it was set. */
static void
test_capped (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestMariadb) server = ask_test_mariadb_new (ASK_TEST_MARIADB_CAPPED, &reason);
  g_autofree char *uri = NULL;
  AskSourceConfig *config;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskIntrospection) found = NULL;
  g_autoptr (GError) error = NULL;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  uri = ask_test_mariadb_dup_uri (server, NULL, NULL, NULL);
  config = ask_source_config_new ("shop", &ask_mysql_kind, uri);
  source = ask_source_new (config, &error);
  g_assert_no_error (error);
  ask_source_config_unref (config);
  found = ask_source_introspect (source, NULL, &error);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER);
  g_assert_nonnull (strstr (error->message, "“shop”"));
  g_assert_nonnull (strstr (error->message, "max_sort_length = 4096 (it keeps 64)"));
  g_assert_nonnull (strstr (error->message, "Ask whoever runs it."));
}

static const Hostile postgres_hostile[] = {
  { "DateStyle", { "'SQL, DMY'", "'German, DMY'", "'Postgres, MDY'", NULL } },
  { "IntervalStyle", { "'postgres_verbose'", "'sql_standard'", NULL } },
  { "TimeZone", { "'America/New_York'", "'Asia/Kathmandu'", NULL } },
  { "extra_float_digits", { "-15", "0", NULL } },
  { "bytea_output", { "'escape'", NULL } },
  { "standard_conforming_strings", { "off", NULL } },
  { "backslash_quote", { "on", NULL } },
  { "transform_null_equals", { "on", NULL } },
  { "array_nulls", { "off", NULL } },
  { "xmlbinary", { "'hex'", NULL } },
  { "xmloption", { "'document'", NULL } },
  { "quote_all_identifiers", { "on", NULL } },
  { "row_security", { "off", NULL } },
  { "gin_fuzzy_search_limit", { "1", NULL } },
  { "client_encoding", { "'LATIN1'", "'SQL_ASCII'", NULL } },
  { "default_transaction_isolation", { "'serializable'", "'read uncommitted'", NULL } },
  { "default_transaction_read_only", { "off", NULL } },
  { "default_transaction_deferrable", { "on", NULL } },
  { "lc_messages", { "'C'", NULL } },
  { "lc_numeric", { "'C'", NULL } },
  { "lc_time", { "'C'", NULL } },
  { "search_path", { "'public', 'evil', 'pg_catalog'", "'evil', 'public'", NULL } },
  { "enable_hashjoin", { "off", NULL } },
  { "enable_seqscan", { "off", NULL } },
  { "plan_cache_mode", { "'force_generic_plan'", NULL } },
  { "synchronize_seqscans", { "on", NULL } },
  { "escape_string_warning", { "on", NULL } },
  { "client_min_messages", { "'debug5'", NULL } },
  { "lock_timeout", { "0", "1", NULL } },
};

/* A role's settings are those of a role that is no superuser; "evil" has functions and operators of the names of
 * the server's own. */
static const char postgres_script[]
  = "CREATE ROLE plain LOGIN; CREATE SCHEMA evil; "
    "CREATE FUNCTION evil.lower(text) RETURNS text LANGUAGE sql AS 'SELECT ''evil''::text'; "
    "CREATE FUNCTION evil.length(text) RETURNS int LANGUAGE sql AS 'SELECT 666'; "
    "CREATE FUNCTION evil.eq(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT true'; "
    "CREATE FUNCTION evil.lt(int8, int8) RETURNS boolean LANGUAGE sql AS 'SELECT true'; "
    "CREATE OPERATOR evil.= (FUNCTION = evil.eq, LEFTARG = text, RIGHTARG = text); "
    "CREATE OPERATOR evil.< (FUNCTION = evil.lt, LEFTARG = int8, RIGHTARG = int8); "
    "CREATE TYPE mood AS ENUM ('sad', 'Glad'); "
    "CREATE TABLE items (id bigint PRIMARY KEY, code char(8) NOT NULL, name text, note text, price numeric(8,3), "
    "big numeric, size int, rate double precision, small real, made date, at timestamp(3), seen timestamptz, "
    "doc jsonb, raw bytea, span interval, words text[], feel mood, page xml); "
    "INSERT INTO items SELECT i, 'c' || i % 5, 'Näme ' || i % 7 || CASE i % 3 WHEN 0 THEN ' ' ELSE '' END, "
    "repeat('x', 900) || (i * 7919) % 11, i * 1.111, i / 7.0, i % 9, i / 3.0, i / 7.0, date '2023-12-25' + i, "
    "timestamp '2024-01-01 23:59:58.125' + i * interval '37 minutes', to_timestamp(1700000000 + i * 100000), "
    "CASE i % 4 WHEN 0 THEN NULL ELSE jsonb_build_object('a', i) END, decode(lpad(to_hex(i), 4, '0') || '00ff5c', "
    "'hex'), make_interval(months => i, secs => i / 8.0), CASE WHEN i % 2 = 0 THEN ARRAY['NULL', NULL, 'a,b'] END, "
    "(CASE i % 2 WHEN 0 THEN 'sad' ELSE 'Glad' END)::mood, '<a/>' FROM generate_series(1, 150) AS i; "
    "CREATE TABLE sales (id int PRIMARY KEY, item_id bigint REFERENCES items, qty int); "
    "INSERT INTO sales SELECT i, 1 + i * 31 % 150, CASE i % 5 WHEN 0 THEN NULL ELSE i % 6 END "
    "FROM generate_series(1, 40) AS i; "
    "CREATE TABLE more_sales () INHERITS (sales); INSERT INTO more_sales VALUES (100, 1, 1); "
    "CREATE VIEW pages AS SELECT id, xmlelement(name a, raw)::text AS page FROM items WHERE id < 5; "
    "CREATE TABLE owned (id int PRIMARY KEY, who text); INSERT INTO owned VALUES (1, 'plain'), (2, 'other'); "
    "ALTER TABLE owned ENABLE ROW LEVEL SECURITY; CREATE POLICY own ON owned USING (who = current_user); "
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO plain; GRANT USAGE ON SCHEMA evil TO plain; ";

static const char *const postgres_queries[] = {
  "SELECT * FROM items ORDER BY id",
  "SELECT * FROM sales ORDER BY id",
  "SELECT * FROM pages ORDER BY id",
  "SELECT * FROM owned ORDER BY id",
  "SELECT count(*), count(DISTINCT name), count(DISTINCT note), max(length(name)), min(lower(name)) FROM items",
  "SELECT note, id FROM items ORDER BY note, id LIMIT 3",
  "SELECT note, count(*) FROM items GROUP BY note ORDER BY 1",
  "SELECT avg(price), sum(price) / 7, avg(size), max(big), sum(rate) FROM items",
  "SELECT id, price / 3, size / 2, size - 5, rate * 3, small FROM items WHERE id < 9 ORDER BY id",
  "SELECT id FROM items WHERE name = 'Näme 3 ' OR lower(name) LIKE 'n%4' OR code = 'c1' ORDER BY id LIMIT 20",
  "SELECT id, code || '-' || name, length(code), upper(name) FROM items WHERE NOT id BETWEEN 5 AND 145 ORDER BY id",
  "SELECT id FROM items WHERE name = 'a\\' OR name = 'b''c' OR name = NULL OR name = 'Näme 1' ORDER BY id",
  "SELECT strftime('%Y-%m', made), count(*), min(at), max(seen) FROM items GROUP BY 1 ORDER BY 1",
  "SELECT id, at, seen, made, span, raw FROM items WHERE at > '2024-01-05' AND made < '2024-03-04' ORDER BY at LIMIT 5",
  "SELECT i.name, sum(s.qty), count(s.id) FROM items i LEFT JOIN sales s ON s.item_id = i.id GROUP BY i.name ORDER BY 1",
  "SELECT a.id, b.id FROM sales a JOIN sales b ON a.qty = b.qty AND a.id < b.id ORDER BY 1, 2",
  "SELECT id, words, feel FROM items WHERE feel = 'Glad' ORDER BY id LIMIT 4",
  "SELECT v.column1, i.id FROM (VALUES ('Näme 1'), (NULL), ('NULL')) AS v LEFT JOIN items i ON i.name = v.column1 ORDER BY 1, 2",
  NULL
};

static void
set_postgres (Place *self, guint setting, const char *value)
{
  /* Of the role for every other one, else of the database: a role's come first. */
  const char *whose = setting % 2 == 0 ? "ROLE plain" : "DATABASE postgres";
  g_autofree char *sql
    = value != NULL ? g_strdup_printf ("ALTER %s SET %s = %s", whose, self->hostile[setting].name, value)
                    : g_strdup_printf ("ALTER %s RESET %s", whose, self->hostile[setting].name);

  ask_test_postgres_exec (self->server, sql);
}

static void
test_postgres (void)
{
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
  g_autofree char *uri = NULL;
  Place place = { .server = server, .kind = &ask_postgres_kind, .hostile = postgres_hostile,
                  .n_hostile = G_N_ELEMENTS (postgres_hostile), .set = set_postgres,
                  .queries = postgres_queries };

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_postgres_exec (server, postgres_script);
  place.uri = uri = ask_test_postgres_dup_uri (server, "plain", "postgres", FALSE);
  check_place (&place);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/settings/mariadb-s-settings-change-no-answer", test_mariadb);
  g_test_add_func ("/engine/settings/a-capped-setting-of-mariadb-s-is-taken", test_capped);
  g_test_add_func ("/engine/settings/postgres-s-settings-change-no-answer", test_postgres);
  return g_test_run ();
}

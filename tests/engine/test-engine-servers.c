/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It does not matter to the answer where a table lives, and whether a server computes: random queries
 * over tables in a file, an API, PostgreSQL and MariaDB give the rows that they give over the plain
 * tables, with push-down and without. MySQL is asked for columns of its tables alone. The seed that
 * g_test prints repeats a failure.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "engine-queries.h"
#include "engine-servers.h"
#include "sql/ask-sql-parser.h"

#define ROUNDS 12
#define CASES 60

static void
explain (const AskResult *result)
{
  g_autofree char *plan = result->plan != NULL ? ask_plan_to_text (result->plan) : NULL;

  if (plan != NULL)
    g_printerr ("%s", plan);
}

static void
keep_step (EngineServers *servers)
{
  const char *sql = "SELECT id, a_id, t FROM d WHERE id % 3 > 0";
  g_autofree char *create = g_strdup_printf ("CREATE TEMP TABLE step AS %s", sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (servers->engine, sql, NULL, "step", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (result->temp_table, ==, "step");
  g_assert_cmpint (sqlite3_exec (servers->plain, create, NULL, NULL, NULL), ==, SQLITE_OK);
}

static guint
compare (EngineServers *servers, const char *sql, const char *expected, gboolean push_down)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GString) got = NULL;
  guint n_parses = ask_sql_count_parses ();

  ask_engine_set_push_down (servers->engine, push_down);
  result = ask_engine_query (servers->engine, sql, NULL, NULL, NULL, &error);
  if (error != NULL)
    g_error ("%s\n%s", sql, error->message);
  /* A statement is read once, whatever becomes of it, or not at all where its plan was kept. */
  g_assert_cmpuint (ask_sql_count_parses () - n_parses, <=, 1);
  got = engine_fixture_rows (result->rows);
  if (strcmp (got->str, expected) != 0)
    {
      explain (result);
      g_error ("%s\npush-down %s, expected:\n%sgot:\n%s", sql, push_down ? "on" : "off", expected,
               got->str);
    }
  return result->plan != NULL && result->remote->len > 0 && result->remote->len < 2
         && result->plan->first != NULL && result->plan->first == result->plan->last;
}

static void
test_same_rows (void)
{
  EngineServers servers;
  guint whole = 0;
  guint n = 0;

  if (!engine_servers_start (&servers))
    return;
  for (int round = 0; round < ROUNDS; round++)
    {
      g_autofree char *tables = engine_queries_make_tables ();
      EnginePlace places[4];

      for (guint i = 0; i < G_N_ELEMENTS (places); i++)
        places[i] = (EnginePlace) (round == 0   ? PLACE_POSTGRES
                                   : round == 1 ? PLACE_MARIADB
                                                : g_test_rand_int_range (0, N_PLACES));
      engine_servers_open (&servers, tables, places);
      keep_step (&servers);
      for (int i = 0; i < CASES; i++)
        {
          g_autofree char *sql
            = i % 2 == 0 ? engine_queries_random () : engine_queries_random_form ();
          g_autoptr (GString) expected = engine_fixture_plain_in (servers.plain, sql);

          g_assert_nonnull (expected);
          whole += compare (&servers, sql, expected->str, TRUE);
          compare (&servers, sql, expected->str, FALSE);
          n++;
        }
      engine_servers_close (&servers);
    }
  g_test_message ("%u queries, %u of them by one query of one server", n, whole);
  g_assert_cmpuint (whole, >, 0);
  engine_servers_stop (&servers);
}

/* How often @what stands in a server's log. */
static guint
count_logged (const char *log, const char *what)
{
  guint n = 0;

  for (; (log = strstr (log, what)) != NULL; log++)
    n++;
  return n;
}

/* A server that a statement asks twice shows it one state of its data; one that it asks once begins no
 * transaction for it, which would be two more messages. */
static void
test_one_state (void)
{
  static const EnginePlace places[]
    = { PLACE_POSTGRES, PLACE_POSTGRES_TOO, PLACE_POSTGRES_TOO, PLACE_FILE };
  static const struct
  {
    const char *sql;
    guint n_queries;
    guint n_begun;
    guint n_exported;
  } cases[] = {
    /* All of it by one query. */
    { "SELECT count(*) FROM a", 1, 0, 0 },
    { "SELECT count(*) FROM b JOIN c ON c.id = b.id", 1, 0, 0 },
    /* One query for what travels, and one where it goes to. */
    { "SELECT count(*) FROM a JOIN b ON b.a_id = a.id WHERE b.id = 3", 2, 0, 0 },
    { "SELECT count(*) FROM a WHERE id IN (SELECT b.a_id FROM b JOIN c ON c.id = b.id)", 2, 0, 0 },
    /* Two that travel from one server. */
    { "SELECT count(*) FROM a JOIN b ON b.a_id = a.id JOIN c ON c.a_id = a.id WHERE b.id < 3 AND c.id < 3",
      3, 1, 1 },
    /* What a CTE names may be read for each that names the CTE. */
    { "WITH s AS (SELECT a_id FROM b WHERE id < 3) SELECT count(*) FROM a JOIN s x ON x.a_id = a.id "
      "JOIN s y ON y.a_id = a.id",
      3, 1, 1 },
  };
  EngineServers servers;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"
                                          "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                                          "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                                          "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);");
  g_autofree char *path = NULL;

  if (!engine_servers_start (&servers))
    return;
  for (guint i = 1; i <= 200; i++)
    g_string_append_printf (sql, "INSERT INTO a VALUES (%u, 'g', %u, 0.5);", i, i % 7);
  for (guint i = 1; i <= 9; i++)
    g_string_append_printf (sql, "INSERT INTO b VALUES (%u, %u, 't'); INSERT INTO c VALUES (%u, %u, 't');",
                            i, i * 3, i, i * 3);
  engine_servers_open (&servers, sql->str, places);
  path = g_build_filename (ask_test_postgres_get_folder (servers.postgres), "log", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) expected = engine_fixture_plain_in (servers.plain, cases[i].sql);
      g_autoptr (AskResult) result = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GString) got = NULL;
      g_autofree char *log = NULL;
      gsize before = 0;

      g_test_message ("%s", cases[i].sql);
      g_assert_true (g_file_get_contents (path, &log, &before, &error));
      g_clear_pointer (&log, g_free);
      result = ask_engine_query (servers.engine, cases[i].sql, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      got = engine_fixture_rows (result->rows);
      g_assert_cmpstr (got->str, ==, expected->str);
      g_assert_cmpuint (result->remote->len, ==, cases[i].n_queries);
      g_assert_true (g_file_get_contents (path, &log, NULL, &error));
      g_assert_cmpuint (count_logged (log + before, "statement: BEGIN"), ==, cases[i].n_begun);
      g_assert_cmpuint (count_logged (log + before, "pg_export_snapshot"), ==, cases[i].n_exported);
    }
  engine_servers_close (&servers);
  engine_servers_stop (&servers);
}

/* Only columns of one table as they are stored, or a number where its rows are counted. */
static void
check_plain (const char *sql)
{
  static const char column[] = "(`\\w+`\\.`\\w+` AS `\\w+`|CAST\\(\\? AS SIGNED\\))";
  g_autofree char *plain
    = g_strdup_printf ("^SELECT %s(, %s)* FROM `\\w+` AS `\\w+`$", column, column);

  if (!g_regex_match_simple (plain, sql, 0, 0))
    g_error ("MySQL was asked for more than columns: %s", sql);
}

static void
test_mysql (void)
{
  static const EnginePlace all[] = { PLACE_FILE, PLACE_API, PLACE_MARIADB };
  EngineServers servers = { 0 };
  g_autofree char *reason = NULL;
  guint n = 0;

  servers.mariadb = ask_test_mariadb_new (ASK_TEST_MARIADB_AS_MYSQL, &reason);
  if (servers.mariadb == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_mariadb_exec (servers.mariadb, "CREATE DATABASE shop");
  for (int round = 0; round < 2; round++)
    {
      g_autofree char *tables = engine_queries_make_tables ();
      EnginePlace places[4];

      for (guint i = 0; i < G_N_ELEMENTS (places); i++)
        places[i] = round == 0 ? PLACE_MARIADB : all[g_test_rand_int_range (0, G_N_ELEMENTS (all))];
      engine_servers_open (&servers, tables, places);
      keep_step (&servers);
      for (int i = 0; i < CASES; i++)
        {
          g_autofree char *sql
            = i % 2 == 0 ? engine_queries_random () : engine_queries_random_form ();
          g_autoptr (GString) expected = engine_fixture_plain_in (servers.plain, sql);
          g_autoptr (AskResult) result = NULL;
          g_autoptr (GString) got = NULL;
          g_autoptr (GError) error = NULL;

          g_assert_nonnull (expected);
          result = ask_engine_query (servers.engine, sql, NULL, NULL, NULL, &error);
          if (error != NULL)
            g_error ("%s\n%s", sql, error->message);
          got = engine_fixture_rows (result->rows);
          g_assert_cmpstr (got->str, ==, expected->str);
          for (guint q = 0; q < result->remote->len; q++)
            check_plain (((AskRemoteQuery *) result->remote->pdata[q])->sql);
          n += result->remote->len;
        }
      engine_servers_close (&servers);
    }
  g_assert_cmpuint (n, >, 0);
  engine_servers_stop (&servers);
}

/* A plan is kept for the same text, and for other numbers where they cannot change it; never for another
 * statement. It is kept once its shape comes again. */
static void
test_kept_plans (void)
{
  static const EnginePlace places[] = { PLACE_POSTGRES, PLACE_MARIADB, PLACE_FILE, PLACE_FILE };
  static const struct
  {
    const char *sql;
    guint n_parses;
  } cases[] = {
    { "SELECT id, n FROM a WHERE id = 3", 1 },
    { "SELECT id, n FROM a WHERE id = 5", 0 },
    { "SELECT id, n FROM a WHERE id = 5", 0 },
    { "SELECT id, n FROM a WHERE id = 999", 0 },
    { "SELECT id, n FROM a WHERE id = 12345678901", 1 },
    { "SELECT id, n FROM a WHERE id = '5'", 1 },
    { "SELECT id, n FROM a WHERE id = 5.0", 1 },
    /* Two of one value: which is which is not known. */
    { "SELECT id FROM a WHERE id > 3 AND n = 3 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE id > 4 AND n = 2 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE id > 10 AND n = 1 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE id > 6 AND n = 6 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE id > 3 AND n = 3 ORDER BY id", 0 },
    /* Numbers that say more than which rows. */
    { "SELECT id, n FROM a WHERE id < 9 ORDER BY 1", 1 },
    { "SELECT id, n FROM a WHERE id < 9 ORDER BY 2, id", 1 },
    { "SELECT id FROM a ORDER BY id LIMIT 3", 1 },
    { "SELECT id FROM a ORDER BY id LIMIT 4", 1 },
    { "SELECT id + 1 AS i FROM a WHERE id = 7", 1 },
    { "SELECT id + 2 AS i FROM a WHERE id = 7", 1 },
    /* Texts beside texts, days beside days. */
    { "SELECT id FROM a WHERE g = 'g' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g = 'h' AND id < 4 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE g = 'g' AND id < 7 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE g = 'gé' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g = 'Käse' AND id < 4 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE g = 'g ' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g = '7' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g = 'it''s' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g = '' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g LIKE 'G' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g LIKE 'H' AND id < 4 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g IN ('g', 'h') AND id < 4 ORDER BY id", 1 },
    { "SELECT id, 'x' AS w FROM a WHERE g = 'g' AND id = 4", 1 },
    { "SELECT id, 'y' AS w FROM a WHERE g = 'g' AND id = 4", 1 },
    { "SELECT id FROM a WHERE id BETWEEN 3 AND 7 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE id BETWEEN 40 AND 44 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE g BETWEEN 'a' AND 'h' AND id < 3 ORDER BY id", 1 },
    { "SELECT id FROM a WHERE g BETWEEN 'h' AND 'z' AND id < 3 ORDER BY id", 0 },
    { "SELECT id FROM a WHERE day = '2024-01-09' ORDER BY id", 1 },
    { "SELECT id FROM a WHERE day = '2024-01-17' ORDER BY id", 0 },
    { "SELECT id FROM a WHERE day BETWEEN '2024-01-09' AND '2024-01-11' ORDER BY id", 1 },
    { "SELECT id FROM a WHERE day BETWEEN '2024-01-20' AND '2024-02-29' ORDER BY id", 0 },
    { "SELECT id FROM a WHERE day BETWEEN '2024-01-20' AND '2024-02-30' ORDER BY id", 1 },
    { "SELECT id FROM b WHERE day >= '2024-02-03' ORDER BY id", 1 },
    { "SELECT id FROM b WHERE day >= '2024-02-07' ORDER BY id", 0 },
    { "SELECT id FROM b WHERE day >= 'February' ORDER BY id", 1 },
    { "SELECT id FROM a WHERE n = 'g'", 1 },
    { "SELECT id FROM a WHERE n = 'h'", 1 },
    { "SELECT id, t FROM b WHERE t = 't' ORDER BY id", 1 },
    { "SELECT id, t FROM b WHERE t = 'u' ORDER BY id", 0 },
    { "SELECT id, t FROM b WHERE t >= '2024-02-29' ORDER BY id", 1 },
    { "SELECT id, t FROM b WHERE t >= '2023-01-31' ORDER BY id", 0 },
    { "SELECT id, t FROM b WHERE t >= '2023-02-29' ORDER BY id", 1 },
    { "SELECT id, t FROM b WHERE id = 3", 1 },
    { "SELECT id, t FROM b WHERE id = 7", 0 },
    /* What is not all a server's is planned each time. */
    { "SELECT a.id FROM a JOIN c ON c.id = a.id WHERE a.id = 3", 1 },
    { "SELECT a.id FROM a JOIN c ON c.id = a.id WHERE a.id = 3", 1 },
  };
  EngineServers servers;
  g_autoptr (GString) sql = g_string_new ("CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL, day DATE);"
                                          "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT, day DATE);"
                                          "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                                          "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);");
  guint before;

  if (!engine_servers_start (&servers))
    return;
  for (guint i = 1; i <= 50; i++)
    g_string_append_printf (sql, "INSERT INTO a VALUES (%u, 'g', %u, 0.5, '2024-01-%02u');", i, i % 7, i % 28 + 1);
  for (guint i = 1; i <= 9; i++)
    g_string_append_printf (sql, "INSERT INTO b VALUES (%u, %u, 't', '2024-02-%02u'); INSERT INTO c VALUES (%u, %u, 't');"
                                 "INSERT INTO d VALUES (%u, %u, 't');",
                            i, i * 3, i, i, i * 3, i, i * 3);
  engine_servers_open (&servers, sql->str, places);
  ask_entity_find_attribute (ask_schema_find_entity (servers.schema, "a"), "n")->meaning = ASK_MEANING_YEAR;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) expected = engine_fixture_plain_in (servers.plain, cases[i].sql);

      before = ask_sql_count_parses ();
      compare (&servers, cases[i].sql, expected->str, TRUE);
      if (ask_sql_count_parses () - before != cases[i].n_parses)
        g_error ("%s was parsed %u times", cases[i].sql, ask_sql_count_parses () - before);
      if (cases[i].n_parses > 0)
        compare (&servers, cases[i].sql, expected->str, TRUE);
    }
  /* What a column is comes with its plan. */
  before = ask_sql_count_parses ();
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (servers.engine, "SELECT max(n) AS a, g AS city FROM a GROUP BY g", NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_sql_count_parses () - before, ==, MIN (i + 1, 2));
      g_assert_cmpint (ask_rows_get_column (result->rows, 0)->sense.meaning, ==, ASK_MEANING_YEAR);
      g_assert_cmpstr (ask_rows_get_column (result->rows, 0)->sense.attribute, ==, "n");
      g_assert_cmpint (ask_rows_get_column (result->rows, 1)->sense.meaning, ==, ASK_MEANING_PLACE);
    }
  /* Many that come once take no kept plan's place; the last of them are known when they come again. */
  compare (&servers, "SELECT id, n FROM a WHERE id = 3", "3|3|\n", TRUE);
  for (guint i = 0; i < 140; i++)
    {
      g_autofree char *once = g_strdup_printf ("SELECT id AS once_%u FROM a WHERE id = 8", i);

      compare (&servers, once, "8|\n", TRUE);
    }
  before = ask_sql_count_parses ();
  compare (&servers, "SELECT id, n FROM a WHERE id = 4", "4|4|\n", TRUE);
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 0);
  for (guint i = 0; i < 3; i++)
    compare (&servers, "SELECT id AS once_139 FROM a WHERE id = 8", "8|\n", TRUE);
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 1);
  for (guint i = 0; i < 3; i++)
    compare (&servers, "SELECT id AS once_0 FROM a WHERE id = 8", "8|\n", TRUE);
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 3);
  /* A step may have taken a name. */
  keep_step (&servers);
  before = ask_sql_count_parses ();
  compare (&servers, "SELECT id, n FROM a WHERE id = 3", "3|3|\n", TRUE);
  g_assert_cmpuint (ask_sql_count_parses () - before, ==, 1);
  engine_servers_close (&servers);
  engine_servers_stop (&servers);
}

static AskResult *
ask (EngineServers *servers, const char *sql, GError **error)
{
  return ask_engine_query (servers->engine, sql, NULL, NULL, NULL, error);
}

/* A numeric (p, s) comes as it lies there and is a real here, without a cast at the server. Once it has more digits
 * than a real keeps, that is told. */
static void
test_numeric (void)
{
  static const char *const only[] = { "priced", NULL };
  EngineServers servers = { 0 };
  AskSourceConfig *config;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (AskResult) altered = NULL;
  g_autoptr (GError) error = NULL;

  if (!engine_servers_start (&servers))
    return;
  ask_test_postgres_exec (servers.postgres, "CREATE TABLE priced (id int PRIMARY KEY, price numeric(12, 2)); "
                                            "INSERT INTO priced VALUES (1, 7.25), (2, NULL), (3, 0.10)");
  config = ask_source_config_new ("shop", &ask_postgres_kind, ask_test_postgres_get_uri (servers.postgres));
  servers.schema = ask_schema_new ();
  servers.configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_ptr_array_add (servers.configs, config);
  source = engine_servers_introspect (&servers, config, only);
  servers.engine = ask_engine_new (servers.schema, servers.configs, &error);
  g_assert_no_error (error);

  result = ask (&servers, "SELECT id, price FROM priced ORDER BY price DESC", &error);
  g_assert_no_error (error);
  g_assert_cmpint (ask_rows_get (result->rows, 0, 1)->kind, ==, ASK_VALUE_REAL);
  g_assert_cmpfloat (ask_rows_get (result->rows, 0, 1)->real, ==, 7.25);
  g_assert_cmpfloat (ask_rows_get (result->rows, 1, 1)->real, ==, 0.1);
  g_assert_cmpint (ask_rows_get (result->rows, 2, 1)->kind, ==, ASK_VALUE_NULL);
  g_assert_null (strstr (((AskRemoteQuery *) result->remote->pdata[0])->sql, "float8"));

  ask_test_postgres_exec (servers.postgres, "ALTER TABLE priced ALTER price TYPE numeric");
  altered = ask (&servers, "SELECT id, price FROM priced ORDER BY price DESC", &error);
  g_assert_null (altered);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "other columns"));

  ask_test_postgres_exec (servers.postgres, "DROP TABLE priced");
  ask_engine_free (servers.engine);
  g_ptr_array_unref (servers.configs);
  ask_schema_unref (servers.schema);
  engine_servers_stop (&servers);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/servers/random-queries-over-servers-give-sqlite-s-rows", test_same_rows);
  g_test_add_func ("/engine/servers/a-statement-sees-one-state-of-a-server", test_one_state);
  g_test_add_func ("/engine/servers/a-kept-plan-is-used-only-for-its-shape", test_kept_plans);
  g_test_add_func ("/engine/servers/a-server-called-mysql-gives-the-same-rows", test_mysql);
  g_test_add_func ("/engine/servers/a-numeric-is-read-as-the-real-that-it-is", test_numeric);
  return g_test_run ();
}

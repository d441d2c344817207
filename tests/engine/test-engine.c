/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The session: names, steps, calls side by side and none twice, limits, refusals, hints.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine-fixture.h"
#include "support/ask-test-kinds.h"

#define TABLES                                                                                     \
  "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"                             \
  "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 100) "                 \
  "INSERT INTO a SELECT i, 'g' || (i % 5), i * 10, i / 4.0 FROM s;"                                \
  "INSERT INTO b SELECT id, id % 10, g FROM a;"                                                    \
  "INSERT INTO c SELECT id, id, '0' || id FROM a;"                                                 \
  "INSERT INTO d SELECT id, id, g FROM a WHERE id <= 40;"

static AskResult *
query (EngineFixture *fixture, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);

  if (error != NULL)
    g_error ("%s\n%s", sql, error->message);
  return result;
}

static char *
first_cell (EngineFixture *fixture, const char *sql)
{
  g_autoptr (AskResult) result = query (fixture, sql);

  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
  return ask_value_to_text (ask_rows_get (result->rows, 0, 0));
}

static void
assert_cell (EngineFixture *fixture, const char *sql, const char *expected)
{
  g_autofree char *cell = first_cell (fixture, sql);

  g_assert_cmpstr (cell, ==, expected);
}

static void
assert_fails (EngineFixture *fixture, const char *sql, GQuark domain, int code, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);

  if (result != NULL)
    g_error ("%s ran", sql);
  g_assert_nonnull (error);
  if (!g_error_matches (error, domain, code) || strstr (error->message, word) == NULL)
    g_error ("%s\n%s %d: %s", sql, g_quark_to_string (error->domain), error->code,
             error->message);
}

static void
test_conditions_go_into_calls (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  {
    g_autoptr (AskResult) result = query (&fixture, "SELECT id FROM a WHERE g = 'g1' AND n = 10");

    g_assert_cmpuint (result->calls->len, ==, 2);
    g_assert_cmpstr (((AskCall *) result->calls->pdata[0])->url, ==, "/a?g=g1&n=10");
    g_assert_cmpstr (((AskCall *) result->calls->pdata[0])->arguments, ==, "g => 'g1', n => 10");
    g_assert_cmpstr (result->executable_sql, ==,
                     "SELECT id FROM a(g => 'g1', n => 10) WHERE g = 'g1' AND n = 10");
    g_assert_cmpint (result->rows_fetched, ==, 1);
    g_assert_cmpuint (result->sources->len, ==, 1);
    g_assert_cmpstr (result->sources->pdata[0], ==, "api");
  }
  {
    g_autoptr (AskResult) result
      = query (&fixture, "SELECT id FROM a WHERE id IN (3, 5, 3, NULL, 4711) ORDER BY id");

    g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 2);
    /* One call a value: the key finds one row, so there is no second page to ask for, and 4711 is
     * told from an end by its empty page. */
    g_assert_cmpuint (result->calls->len, ==, 3);
  }
  {
    g_autoptr (AskResult) result = query (&fixture, "SELECT count(*) FROM c WHERE a_id = NULL");

    g_assert_cmpuint (result->calls->len, ==, 0);
  }
  engine_fixture_close (&fixture);
}

static void
test_join_runs_side_by_side (void)
{
  EngineFixture fixture;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GHashTable) urls = g_hash_table_new (g_str_hash, g_str_equal);

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  ask_test_server_gather (fixture.server, "/c", 5);
  result = query (&fixture, "SELECT d.id, c.t FROM d JOIN c ON c.a_id = d.a_id ORDER BY d.id");
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 40);
  g_assert_cmpuint (result->calls->len, ==, 40);
  for (guint i = 0; i < result->calls->len; i++)
    g_assert_true (g_hash_table_add (urls, ((AskCall *) result->calls->pdata[i])->url));
  g_assert_cmpuint (ask_test_server_get_max_concurrent (fixture.server), <=, 8);
  g_assert_cmpstr (result->executable_sql, ==,
                   "SELECT d.id, c.t FROM d JOIN c(a_id => :a_id) ON c.a_id = d.a_id "
                   "ORDER BY d.id");
  engine_fixture_close (&fixture);
}

static void
test_limit_stops_calls (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  {
    g_autoptr (AskResult) result = query (&fixture, "SELECT id FROM a LIMIT 3");

    g_assert_cmpuint (result->calls->len, ==, 1);
  }
  {
    g_autoptr (AskResult) result
      = query (&fixture, "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id LIMIT 1");

    g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
    /* The first lookahead notes eight keys, each of one full page and one empty one at most. */
    g_assert_cmpuint (result->calls->len, <=, 16);
  }
  engine_fixture_close (&fixture);
}

/* A collation that is nowhere, and compares nothing, is left to SQLite: its keys are found ahead as ever, and a LIMIT
 * is seen. */
static void
test_keys_of_what_is_left_to_sqlite (void)
{
  static const char *const queries[][2] = {
    { "SELECT count(*) FROM d JOIN c ON c.a_id = d.a_id", "SELECT count(*) COLLATE nope FROM d JOIN c ON c.a_id = d.a_id" },
    { "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id LIMIT 1", "SELECT c.t COLLATE nope FROM d JOIN c ON c.a_id = d.a_id LIMIT 1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    for (guint list = 0; list < 2; list++)
      {
        EngineFixture fixture;
        guint n_calls[2];

        engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
        if (list == 1)
          ask_operation_find_parameter_for (ask_schema_find_entity (fixture.schema, "c")->operation, "a_id")->style = ASK_ARRAY_COMMA;
        for (guint q = 0; q < 2; q++)
          {
            g_autoptr (AskResult) result = query (&fixture, queries[i][q]);

            n_calls[q] = result->calls->len;
            g_test_message ("%s: %u calls", queries[i][q], n_calls[q]);
          }
        g_assert_cmpuint (n_calls[0], >, list == 1 ? 0 : 1);
        g_assert_cmpuint (n_calls[1], ==, n_calls[0]);
        engine_fixture_close (&fixture);
      }
}

static void
test_joins_without_a_parameter_fetch_once (void)
{
  EngineFixture fixture;
  g_autoptr (AskResult) result = NULL;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  result = query (&fixture, "SELECT count(*) FROM d JOIN a ON a.x = d.id / 4.0");
  g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==, 40);
  g_assert_cmpuint (result->calls->len, ==, 1);
  engine_fixture_close (&fixture);
}

static void
test_required_parameter (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  assert_fails (&fixture, "SELECT * FROM c", ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_MISSING_PARAMETER,
                "“c” needs a value for “a_id”");
  assert_fails (&fixture, "SELECT * FROM d JOIN c ON c.t = d.t", ASK_ENGINE_ERROR,
                ASK_ENGINE_ERROR_MISSING_PARAMETER, "a_id");
  assert_cell (&fixture, "SELECT t FROM c WHERE a_id = 7", "07");
  /* The planner finds the order: c cannot come first. */
  assert_cell (&fixture, "SELECT count(*) FROM c, d, a WHERE c.a_id = d.a_id AND a.id = d.id", "40");
  assert_cell (&fixture, "SELECT count(*) FROM c WHERE a_id IN (SELECT a_id FROM d WHERE id < 5)",
               "4");
  assert_cell (&fixture, "SELECT (SELECT t FROM c WHERE c.a_id = d.a_id) FROM d WHERE id = 3",
               "03");
  engine_fixture_close (&fixture);
}

static void
test_steps (void)
{
  EngineFixture fixture;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) step = NULL;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  step = ask_engine_query (fixture.engine,
                           "SELECT id, id, '07' AS code, 9223372036854775807 AS big, NULL AS no, "
                           "x FROM a WHERE id IN (1, 2)",
                           NULL, "step_1", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (step->temp_table, ==, "step_1");
  g_assert_cmpstr (ask_rows_get_column (step->rows, 1)->name, ==, "id_2");
  assert_cell (&fixture, "SELECT code FROM step_1 LIMIT 1", "07");
  assert_cell (&fixture, "SELECT typeof(code) || typeof(big) || typeof(no) || typeof(x) || big "
                         "FROM step_1 WHERE id_2 = 1",
               "textintegernullreal9223372036854775807");
  assert_cell (&fixture, "SELECT count(*) FROM step_1 JOIN c ON c.a_id = step_1.id", "2");
  /* A collation that compares nothing is left to SQLite, which asks the API as ever. */
  assert_cell (&fixture, "SELECT count(*) COLLATE nope FROM step_1 JOIN c ON c.a_id = step_1.id", "2");
  /* A later step of the same name takes its place. */
  ask_result_free (step);
  step = ask_engine_query (fixture.engine, "SELECT 5 AS v", NULL, "step_1", NULL, &error);
  g_assert_no_error (error);
  assert_cell (&fixture, "SELECT v FROM step_1", "5");
  engine_fixture_close (&fixture);
}

/* SQLite makes one list of "a = x COLLATE NOCASE OR a = y", and offers it under the list's own
 * collation. What the API finds under that would be too little. */
static void
test_mixed_collations (void)
{
  static const char *const queries[] = {
    "SELECT id FROM a WHERE g = 'x' COLLATE NOCASE OR g = '7'",
    "SELECT id FROM a WHERE 'x' = g COLLATE NOCASE OR g = '7'",
    "SELECT id FROM a WHERE (g = '7' OR g = 'X' COLLATE NOCASE) AND n > 0",
    "SELECT id FROM a WHERE g COLLATE NOCASE IN ('X', 'y') AND (g = 'x' COLLATE NOCASE OR g = 'y')",
    "SELECT a.id, d.id FROM d JOIN a ON d.t = a.g OR a.g = '7'",
    "SELECT a.id, d.id FROM d JOIN a ON (d.t = a.g OR 'Y' = a.g) AND a.n = d.a_id",
  };
  EngineFixture fixture;

  engine_fixture_open (
    &fixture,
    "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"
    "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT COLLATE NOCASE);"
    "INSERT INTO a VALUES (1, 'x', 1, 1), (2, 'X', 2, 2), (3, '7', 3, 3), (4, 'y', 1, 4), (5, 'Y', 2, 5);"
    "INSERT INTO d VALUES (1, 1, 'X'), (2, 2, 'y'), (3, 3, 'z');",
    ASK_PAGING_PAGE);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GString) expected = engine_fixture_plain (&fixture, queries[i]);
      g_autoptr (AskResult) result = query (&fixture, queries[i]);
      g_autoptr (GString) got = engine_fixture_rows (result->rows);

      g_test_message ("%s", queries[i]);
      g_assert_cmpstr (got->str, ==, expected->str);
    }
  engine_fixture_close (&fixture);
}

static void
test_sources (void)
{
  static const struct
  {
    const char *sql;
    const char *sources;
  } cases[] = {
    { "SELECT 1", "" },
    { "SELECT count(*) FROM d", "file" },
    { "SELECT count(*) FROM a", "api" },
    { "SELECT id FROM d WHERE id IN (SELECT id FROM a)", "api file" },
    { "WITH a AS (SELECT 1 AS x) SELECT x FROM a", "" },
    { "SELECT count(*) FROM api.a, file.d", "api file" },
  };
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) result = query (&fixture, cases[i].sql);
      g_autoptr (GString) got = g_string_new (NULL);

      for (guint s = 0; s < result->sources->len; s++)
        g_string_append_printf (got, "%s%s", s > 0 ? " " : "",
                                (char *) result->sources->pdata[s]);
      g_assert_cmpstr (got->str, ==, cases[i].sources);
    }
  engine_fixture_close (&fixture);
}

static void
test_qualified_names (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  assert_cell (&fixture, "SELECT count(*) FROM api.a", "100");
  assert_cell (&fixture, "SELECT count(*) FROM file.d", "40");
  assert_cell (&fixture, "SELECT count(*) FROM file.d AS x JOIN api.a AS y ON y.id = x.id", "40");
  engine_fixture_close (&fixture);
}

/* A file may have got columns since it was read, or a steward may have taken one out; and names may differ. */
static void
test_only_what_the_schema_has (void)
{
  EngineFixture fixture;
  AskAttribute *title;
  AskResult *result;
  g_autoptr (GError) error = NULL;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  g_assert_cmpint (sqlite3_exec (fixture.plain, "ALTER TABLE d ADD COLUMN late TEXT DEFAULT 'late'", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  for (guint renamed = 0; renamed < 2; renamed++)
    {
      static const char *const whole[] = { "SELECT * FROM d", "SELECT * FROM file.d", "SELECT d.* FROM d AS d",
                                           "SELECT * FROM d NATURAL JOIN (SELECT 'other' AS late)" };
      static const char *const late[] = { "SELECT late FROM d", "SELECT late FROM file.d",
                                          "SELECT file.d.late FROM file.d",
                                          "SELECT id FROM d WHERE d.late IS NOT NULL" };

      for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
        {
          result = query (&fixture, whole[i]);
          g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 40);
          g_assert_cmpuint (ask_rows_get_n_columns (result->rows), ==, i == 3 ? 4 : 3);
          ask_result_free (result);
        }
      for (guint i = 0; i < G_N_ELEMENTS (late); i++)
        assert_fails (&fixture, late[i], ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME, "late");
      /* Then all of it under another name. */
      g_clear_pointer (&fixture.engine, ask_engine_free);
      title = ask_entity_find_column (ask_schema_find_entity (fixture.schema, "d"), "t");
      g_free (title->name);
      title->name = g_strdup ("title");
      fixture.engine = ask_engine_new (fixture.schema, fixture.configs, &error);
      g_assert_no_error (error);
    }
  assert_cell (&fixture, "SELECT count(title) FROM file.d", "40");
  assert_cell (&fixture, "SELECT max(file.d.title) FROM file.d", "g4");
  assert_cell (&fixture, "SELECT max(d.title) FROM file.d JOIN api.a USING (id)", "g4");
  assert_cell (&fixture, "SELECT 1 IN (SELECT length(x.title) - 1 FROM file.d AS x)", "1");
  /* The source in front says that no CTE is meant. */
  assert_cell (&fixture, "WITH d AS (SELECT 7 AS seven) SELECT count(*) FROM d, file.d AS x", "40");
  engine_fixture_close (&fixture);
}

static void
test_refusals (void)
{
  static const struct
  {
    const char *sql;
    AskEngineError code;
    const char *word;
  } cases[] = {
    { "", ASK_ENGINE_ERROR_REFUSED, "empty" },
    { " -- nothing\n ;; ", ASK_ENGINE_ERROR_REFUSED, "empty" },
    { "DELETE FROM d", ASK_ENGINE_ERROR_REFUSED, "DELETE" },
    { "INSERT INTO d VALUES (1, 2, 3)", ASK_ENGINE_ERROR_REFUSED, "INSERT" },
    { "UPDATE d SET t = 1", ASK_ENGINE_ERROR_REFUSED, "UPDATE" },
    { "DROP TABLE d", ASK_ENGINE_ERROR_REFUSED, "DROP" },
    { "CREATE TABLE x(y)", ASK_ENGINE_ERROR_REFUSED, "CREATE" },
    { "ATTACH 'x' AS y", ASK_ENGINE_ERROR_REFUSED, "ATTACH" },
    { "PRAGMA query_only", ASK_ENGINE_ERROR_REFUSED, "PRAGMA" },
    { "VACUUM", ASK_ENGINE_ERROR_REFUSED, "VACUUM" },
    { "EXPLAIN SELECT 1", ASK_ENGINE_ERROR_REFUSED, "EXPLAIN" },
    { "BEGIN", ASK_ENGINE_ERROR_REFUSED, "BEGIN" },
    { "SELECT 1; SELECT 2", ASK_ENGINE_ERROR_REFUSED, "one statement" },
    { "SELECT 1; DROP TABLE d", ASK_ENGINE_ERROR_REFUSED, "one statement" },
    { "WITH x AS (SELECT 1) DELETE FROM d", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "WITH x AS (SELECT 1) INSERT INTO d SELECT 1, 2, 3", ASK_ENGINE_ERROR_REFUSED,
      "not allowed" },
    { "SELECT ?1", ASK_ENGINE_ERROR_REFUSED, "parameter" },
    { "SELECT load_extension('x')", ASK_ENGINE_ERROR_REFUSED, "not authorized" },
    { "SELECT writefile('x', 'y')", ASK_ENGINE_ERROR_UNKNOWN_NAME, "writefile" },
    { "SELECT randomblob(8)", ASK_ENGINE_ERROR_REFUSED, "not authorized" },
    { "SELECT zeroblob(1000000000)", ASK_ENGINE_ERROR_REFUSED, "not authorized" },
    { "SELECT sqlite_version()", ASK_ENGINE_ERROR_REFUSED, "not authorized" },
    { "SELECT * FROM sqlite_master", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "SELECT * FROM sqlite_temp_master, d", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "SELECT * FROM file.sqlite_schema, d", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "SELECT * FROM pragma_table_info('d')", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "SELECT * FROM pragma_database_list", ASK_ENGINE_ERROR_REFUSED, "not allowed" },
    { "SELECT * FROM nowhere", ASK_ENGINE_ERROR_UNKNOWN_NAME, "nowhere" },
    { "SELECT nope FROM d", ASK_ENGINE_ERROR_UNKNOWN_NAME, "nope" },
    { "SELECT FROM d", ASK_ENGINE_ERROR_SYNTAX, "found “FROM”" },
    { "SELECT 'open", ASK_ENGINE_ERROR_SYNTAX, "" },
    { "SELECT count(*) FROM d WHERE", ASK_ENGINE_ERROR_SYNTAX, "" },
  };
  static const char *const built_in[]
    = { "SELECT * FROM dbstat", "SELECT * FROM sqlite_dbpage", "SELECT * FROM sqlite_stmt",
        "SELECT * FROM bytecode('SELECT 1')", "SELECT unhex('61-62', '-')" };
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (fixture.engine, cases[i].sql, NULL, NULL, NULL, &error);

      if (result != NULL)
        g_error ("“%s” ran", cases[i].sql);
      if (!g_error_matches (error, ASK_ENGINE_ERROR, cases[i].code)
          || strstr (error->message, cases[i].word) == NULL)
        g_error ("“%s” gave %d: %s", cases[i].sql, error->code, error->message);
    }
  /* What some builds of SQLite have and others don't: however it fails, it fails. */
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_engine_query (fixture.engine, built_in[i], NULL, NULL, NULL, &error));
      g_assert_nonnull (error);
    }
  assert_cell (&fixture, "SELECT count(*) FROM d", "40");
  /* A line of comment and a last semicolon are no second statement. */
  assert_cell (&fixture, "SELECT 1; -- that is all\n", "1");
  assert_cell (&fixture, "/* all */ WITH x(y) AS (VALUES (2)) SELECT y FROM x", "2");
  assert_cell (&fixture, "SELECT value FROM json_each('[3]')", "3");
  assert_cell (&fixture, "SELECT 'Café' REGEXP '^C.f.$'", "1");
  assert_cell (&fixture, "SELECT fold('MÜLLER & Groß ™') || fold(1.5) || fold(-20) || fold(x'41') || typeof(fold(NULL))",
               "muller & gross tm1.5-20null");
  engine_fixture_close (&fixture);
}

/* Each function on the allow-list is found there: a list out of order would hide some. */
static void
test_functions (void)
{
  static const char *const calls[] = {
    "'[1]' -> 0", "'[1]' ->> 0", "abs(1)", "acos(1)", "acosh(1)", "asin(1)", "asinh(1)", "atan(1)",
    "atan2(1, 1)", "atanh(0)", "avg(1)", "ceil(1)", "ceiling(1)", "char(65)", "coalesce(1, 2)",
    "cos(1)", "cosh(1)", "count(*)", "cume_dist() OVER ()", "current_date", "current_time",
    "current_timestamp", "date('now')", "datetime('now')", "degrees(1)", "dense_rank() OVER ()",
    "exp(1)", "first_value(1) OVER ()", "floor(1)", "fold('A')", "format('%d', 1)", "glob('a', 'a')",
    "group_concat('a')", "hex('a')", "ifnull(1, 2)", "iif(1, 2, 3)", "instr('a', 'a')",
    "json('1')", "json_array(1)", "json_array_length('[]')", "json_extract('[1]', '$[0]')",
    "json_group_array(1)", "json_group_object('a', 1)", "json_insert('{}', '$.a', 1)",
    "json_object('a', 1)", "json_patch('{}', '{}')", "json_quote(1)", "json_remove('{}', '$.a')",
    "json_replace('{}', '$.a', 1)", "json_set('{}', '$.a', 1)", "json_type('1')",
    "json_valid('1')", "julianday('now')", "lag(1) OVER ()", "last_value(1) OVER ()",
    "lead(1) OVER ()", "length('a')", "like('a', 'a')", "likelihood(1, 0.5)", "likely(1)", "ln(1)",
    "log(1)", "log10(1)", "log2(1)", "lower('A')", "ltrim('a')", "max(1, 2)", "min(1, 2)",
    "mod(1, 2)", "nth_value(1, 1) OVER ()", "ntile(2) OVER ()", "nullif(1, 2)",
    "percent_rank() OVER ()", "pi()", "pow(1, 2)", "power(1, 2)", "printf('%d', 1)", "quote('a')",
    "radians(1)", "random()", "rank() OVER ()", "regexp('a', 'a')", "replace('a', 'a', 'b')",
    "round(1.5)", "row_number() OVER ()", "rtrim('a')", "sign(1)", "sin(1)", "sinh(1)", "sqrt(1)",
    "strftime('%Y', 'now')", "substr('a', 1)", "substring('a', 1)", "sum(1)", "tan(1)", "tanh(1)",
    "time('now')", "total(1)", "trim('a')", "trunc(1)", "typeof(1)", "unicode('a')",
    "unixepoch('now')", "unlikely(1)", "upper('a')",
  };
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      g_autofree char *sql = g_strconcat ("SELECT ", calls[i], NULL);
      g_autoptr (AskResult) result = query (&fixture, sql);

      g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1);
    }
  engine_fixture_close (&fixture);
}

#define ENDLESS(what)                                                                              \
  "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT " what " FROM s"

static void
test_limits (void)
{
  EngineFixture fixture;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  const char *rows = ENDLESS ("i");
  const char *count = ENDLESS ("count(*)");
  const char *fat = ENDLESS ("printf('%.*c', 100000, 'x')");

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  limits.max_rows = 1000;
  result = ask_engine_query (fixture.engine, rows, &limits, "step_1", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 1000);
  g_assert_true (ask_rows_get_truncated (result->rows));
  g_clear_pointer (&result, ask_result_free);
  result = ask_engine_query (fixture.engine, "SELECT i FROM step_1", &limits, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (ask_rows_get_truncated (result->rows));
  g_clear_pointer (&result, ask_result_free);

  limits.deadline_ms = 200;
  result = ask_engine_query (fixture.engine, count, &limits, NULL, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE);
  g_clear_error (&error);

  limits.deadline_ms = 30000;
  limits.max_rows = 1000000;
  limits.max_bytes = 8 << 20;
  result = ask_engine_query (fixture.engine, fat, &limits, NULL, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  g_clear_error (&error);

  result = ask_engine_query (fixture.engine,
                             "SELECT replace(printf('%.*c', 60000000, 'x'), 'x', 'xxxxxxxx')",
                             &limits, NULL, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  engine_fixture_close (&fixture);
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* The API never answers, and no time-out of its own ends a call: what comes back was ended from here. */
static void
open_silent_api (EngineFixture *fixture)
{
  AskSourceConfig *config;
  GError *error = NULL;

  engine_fixture_open (fixture, TABLES, ASK_PAGING_NONE);
  fixture->table.never = TRUE;
  config = fixture->configs->pdata[0];
  config->time_out_ms = 60 * 60 * 1000;
  ask_engine_free (fixture->engine);
  fixture->engine = ask_engine_new (fixture->schema, fixture->configs, &error);
  g_assert_no_error (error);
}

static void
test_cancel (void)
{
  static const char *const queries[] = {
    "SELECT * FROM a",
    "SELECT d.id, c.t FROM d JOIN c ON c.a_id = d.a_id",
    "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s) SELECT max(i) FROM s",
  };
  EngineFixture fixture;

  open_silent_api (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (fixture.engine, queries[i], NULL, NULL, cancellable, &error);

      g_thread_join (thread);
      g_assert_null (result);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  /* The session goes on. */
  fixture.table.never = FALSE;
  assert_cell (&fixture, "SELECT count(*) FROM a", "100");
  engine_fixture_close (&fixture);
}

static void
test_deadline_while_a_call_hangs (void)
{
  EngineFixture fixture;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;

  open_silent_api (&fixture);
  limits.deadline_ms = 150;
  result = ask_engine_query (fixture.engine, "SELECT * FROM a", &limits, NULL, NULL, &error);
  g_assert_null (result);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_DEADLINE);
  g_assert_cmpuint (ask_test_server_count (fixture.server, NULL), ==, 1);
  engine_fixture_close (&fixture);
}

static void
test_hints (void)
{
  static const struct
  {
    const char *sql;
    const char *hint;
  } cases[] = {
    { "SELECT * FROM dd", "Did you mean “d”" },
    { "SELECT aid FROM c WHERE a_id = 1", "Did you mean “id”" },
    { "SELECT x.a_idd FROM c AS x WHERE a_id = 1", "Did you mean “a_id”" },
    { "SELECT d.g FROM d", "a has it" },
    { "SELECT * FROM c", "c.a_id = " },
    { "SELECT id FROM a JOIN b ON b.a_id = a.id", "Write “a.id” or “b.id”" },
    { "SELECT median(n) FROM a", "median" },
  };
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *hint = NULL;

      g_assert_false (ask_engine_check (fixture.engine, cases[i].sql, &error));
      hint = ask_engine_get_hint (fixture.engine, cases[i].sql, error);
      if (hint == NULL || strstr (hint, cases[i].hint) == NULL)
        g_error ("%s\n%s\n%s", cases[i].sql, error->message, hint);
    }
  engine_fixture_close (&fixture);
}

static void
add_entity (AskSchema *schema, const char *name, const char *source, const char *table,
            const char *attribute, const char *column)
{
  AskEntity *entity = ask_entity_new (name, source, table, ASK_ENTITY_TABLE);

  ask_entity_add_attribute (entity, attribute, column, ASK_TYPE_INTEGER);
  ask_schema_add_entity (schema, entity);
}

/* Twelve files, each with a table of one name; entity names are what tells them apart. */
static void
test_many_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ask-files-XXXXXX", NULL);
  g_autoptr (AskSchema) schema = ask_schema_new ();
  g_autoptr (GPtrArray) configs
    = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) all = NULL;
  GString *union_of_all = g_string_new (NULL);

  for (int i = 0; i < 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("s%d", i);
      g_autofree char *entity = g_strdup_printf ("orders in %d \"€\"", i);
      g_autofree char *sql = g_strdup_printf (
        "CREATE TABLE \"the orders\"(\"select\" INTEGER); "
        "INSERT INTO \"the orders\" VALUES (%d);",
        i);
      char *path = g_build_filename (folder, name, NULL);
      sqlite3 *db;

      g_ptr_array_add (paths, path);
      g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
      sqlite3_close (db);
      g_ptr_array_add (configs, ask_source_config_new (name, &ask_sqlite_kind, path));
      add_entity (schema, entity, name, "the orders", "the 'value'", "select");
      g_string_append_printf (union_of_all, "%sSELECT * FROM \"orders in %d \"\"€\"\"\"",
                              i > 0 ? " UNION ALL " : "", i);
    }
  engine = ask_engine_new (schema, configs, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 24; i++)
    {
      g_autofree char *sql = g_strdup_printf (
        "SELECT sum(\"the 'value'\") FROM (SELECT * FROM \"orders in %d \"\"€\"\"\" "
        "UNION ALL SELECT * FROM [orders in %d \"€\"])",
        i % 12, (i * 5 + 1) % 12);
      g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==,
                       i % 12 + (i * 5 + 1) % 12);
    }
  all = ask_engine_query (engine, union_of_all->str, NULL, NULL, NULL, &error);
  g_assert_null (all);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_LIMIT);
  g_string_free (union_of_all, TRUE);
  for (guint i = 0; i < paths->len; i++)
    g_unlink (paths->pdata[i]);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_vanished_file (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  g_unlink (fixture.path);
  assert_fails (&fixture, "SELECT * FROM d", ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE,
                "“file”");
  engine_fixture_close (&fixture);
}

/* Every way in which a call can go wrong is an error that names source and call, also when it comes
 * in the middle of a join or after rows have been given. */
static void
test_faults (void)
{
  static const struct
  {
    const char *name;
    guint status;
    const char *type;
    const char *body;
    gssize cut_at;
    gboolean never;
    AskSourceError code;
  } faults[] = {
    { "401", 401, "application/json", "{\"error\":\"key\"}", -1, FALSE, ASK_SOURCE_ERROR_DENIED },
    { "404", 404, "text/plain", "no", -1, FALSE, ASK_SOURCE_ERROR_NOT_FOUND },
    { "500", 500, "text/plain", "oh", -1, FALSE, ASK_SOURCE_ERROR_SERVER },
    { "html", 200, "text/html", "<html>", -1, FALSE, ASK_SOURCE_ERROR_MALFORMED },
    { "malformed", 200, "application/json", "{\"data\":[{\"id\":1},]}", -1, FALSE,
      ASK_SOURCE_ERROR_MALFORMED },
    { "truncated", 200, "application/json", "{\"data\":[{\"id\":1}", -1, FALSE,
      ASK_SOURCE_ERROR_MALFORMED },
    { "scalar", 200, "application/json", "{\"data\":7}", -1, FALSE, ASK_SOURCE_ERROR_MALFORMED },
    { "no list", 200, "application/json", "{\"rows\":[]}", -1, FALSE,
      ASK_SOURCE_ERROR_MALFORMED },
    { "empty", 200, "application/json", "", -1, FALSE, ASK_SOURCE_ERROR_MALFORMED },
    { "cut", 200, "application/json", "{\"data\":[{\"id\":1,\"g\":\"x\"},{\"id\":2,\"g\":\"y\"}]}", 30,
      FALSE, ASK_SOURCE_ERROR_CUT },
    { "silence", 200, "application/json", "", -1, TRUE, ASK_SOURCE_ERROR_TIMED_OUT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      EngineFixture fixture;
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autofree char *url = ask_test_server_dup_url (server, "");
      AskTestReply *reply;
      AskSourceConfig *config;

      engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
      config = fixture.configs->pdata[0];
      g_free (config->base_url);
      config->base_url = g_steal_pointer (&url);
      config->time_out_ms = 300;
      for (const char *path = "abc"; *path != '\0'; path++)
        {
          char name[] = { '/', *path, '\0' };

          reply = ask_test_server_add (server, name);
          ask_test_reply_set (reply, faults[i].status, faults[i].type, faults[i].body, -1);
          reply->cut_at = faults[i].cut_at;
          reply->never = faults[i].never;
        }
      g_test_message ("%s", faults[i].name);
      assert_fails (&fixture, "SELECT id FROM a", ASK_SOURCE_ERROR, (int) faults[i].code, "/a");
      assert_fails (&fixture, "SELECT * FROM d LEFT JOIN c ON c.a_id = d.a_id", ASK_SOURCE_ERROR,
                    (int) faults[i].code, "“api”");
      assert_fails (&fixture, "SELECT count(*) FROM a WHERE id IN (1, 2, 3)", ASK_SOURCE_ERROR,
                    (int) faults[i].code, "/a?id=");
      engine_fixture_close (&fixture);
    }
}

/* The last page of several fails: the rows before it are no answer. */
static void
fail_on_third_page (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                    gpointer table)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");

  ask_test_table_handle (server, request, reply, table);
  if (g_strcmp0 (page, "3") == 0)
    reply->cut_at = 20;
}

static void
test_fault_on_a_later_page (void)
{
  EngineFixture fixture;
  AskTestServer *server;
  g_autofree char *url = NULL;
  AskSourceConfig *config;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  server = ask_test_server_new (fail_on_third_page, &fixture.table);
  url = ask_test_server_dup_url (server, "");
  config = fixture.configs->pdata[0];
  g_free (config->base_url);
  config->base_url = g_steal_pointer (&url);
  assert_fails (&fixture, "SELECT * FROM a", ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT, "page=3");
  assert_fails (&fixture, "SELECT count(*) FROM a", ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT,
                "page=3");
  assert_cell (&fixture, "SELECT count(*) FROM (SELECT * FROM a LIMIT 14)", "14");
  engine_fixture_close (&fixture);
  ask_test_server_free (server);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/engine/conditions-go-into-calls", test_conditions_go_into_calls);
  g_test_add_func ("/engine/engine/join-runs-side-by-side", test_join_runs_side_by_side);
  g_test_add_func ("/engine/engine/a-limit-stops-the-calls", test_limit_stops_calls);
  g_test_add_func ("/engine/engine/keys-are-gathered-where-sqlite-runs-a-statement", test_keys_of_what_is_left_to_sqlite);
  g_test_add_func ("/engine/engine/joins-without-a-parameter-fetch-once",
                   test_joins_without_a_parameter_fetch_once);
  g_test_add_func ("/engine/engine/a-required-parameter-is-given-or-named", test_required_parameter);
  g_test_add_func ("/engine/engine/a-step-s-result-can-be-asked-again", test_steps);
  g_test_add_func ("/engine/engine/mixed-collations-lose-no-row", test_mixed_collations);
  g_test_add_func ("/engine/engine/a-result-names-its-sources", test_sources);
  g_test_add_func ("/engine/engine/a-source-s-name-qualifies-its-tables", test_qualified_names);
  g_test_add_func ("/engine/engine/only-what-the-schema-has", test_only_what_the_schema_has);
  g_test_add_func ("/engine/engine/what-is-no-select-is-refused-in-words", test_refusals);
  g_test_add_func ("/engine/engine/every-function-on-the-list-runs", test_functions);
  g_test_add_func ("/engine/engine/each-limit-says-which-it-was", test_limits);
  g_test_add_func ("/engine/engine/a-cancel-ends-a-query-and-not-the-session", test_cancel);
  g_test_add_func ("/engine/engine/a-deadline-ends-a-call-that-hangs",
                   test_deadline_while_a_call_hangs);
  g_test_add_func ("/engine/engine/an-error-comes-with-a-hint", test_hints);
  g_test_add_func ("/engine/engine/twelve-files-with-one-table-name-are-joined", test_many_files);
  g_test_add_func ("/engine/engine/a-file-that-vanished-is-named", test_vanished_file);
  g_test_add_func ("/engine/engine/a-faulty-call-is-an-error-that-names-it", test_faults);
  g_test_add_func ("/engine/engine/a-fault-on-a-later-page-is-an-error", test_fault_on_a_later_page);
  return g_test_run ();
}

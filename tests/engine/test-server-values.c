/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What servers hold and compare otherwise than SQLite: PostgreSQL's texts under collations that take 'a' for 'A',
 * its dates before the year 1 and after 9999, and MariaDB's days of zeros. Drawn statements about them give what SQLite gives, or what the calendar
 * says, or an error; with push-down and without. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <string.h>

#include "engine-servers.h"
#include "support/ask-test-kinds.h"

#define CASES 120
#define ROWS 24

static void
open_session (EngineServers *self, AskSourceConfig *config)
{
  g_autoptr (AskSource) source = NULL;
  g_autoptr (GError) error = NULL;

  self->schema = ask_schema_new ();
  self->configs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_source_config_unref);
  g_ptr_array_add (self->configs, config);
  source = engine_servers_introspect (self, config, NULL);
  self->engine = ask_engine_new (self->schema, self->configs, &error);
  g_assert_no_error (error);
}

static void
close_session (EngineServers *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->schema, ask_schema_unref);
  g_clear_pointer (&self->configs, g_ptr_array_unref);
}

/* Returns: the rows in their order; NULL with @message where there is an error */
static char *
run (EngineServers *self, const char *sql, gboolean push_down, char **message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  GString *text;

  ask_engine_set_push_down (self->engine, push_down);
  result = ask_engine_query (self->engine, sql, NULL, NULL, NULL, &error);
  if (result == NULL)
    {
      *message = g_strdup (error->message);
      return NULL;
    }
  text = g_string_new (NULL);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint c = 0; c < ask_rows_get_n_columns (result->rows); c++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, c));

        g_string_append_printf (text, "%s%s", c > 0 ? "|" : r > 0 ? "\n" : "", cell);
      }
  return g_string_free (text, FALSE);
}

static char *
run_plain (sqlite3 *plain, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  GString *text = g_string_new (NULL);

  if (sqlite3_prepare_v2 (plain, sql, -1, &statement, NULL) != SQLITE_OK)
    g_error ("%s: %s", sql, sqlite3_errmsg (plain));
  for (guint r = 0; sqlite3_step (statement) == SQLITE_ROW; r++)
    for (int c = 0; c < sqlite3_column_count (statement); c++)
      {
        const char *cell = (const char *) sqlite3_column_text (statement, c);

        g_string_append_printf (text, "%s%s", c > 0 ? "|" : r > 0 ? "\n" : "", cell != NULL ? cell : "");
      }
  sqlite3_finalize (statement);
  return g_string_free (text, FALSE);
}

/* The last one is under the database's own collation. */
static const char *const texts[] = { "t", "d", "v", "c", "p" };
static const char *const words[] = { "a", "A", "b", "B", "ä", "Ä", "ae", "AE", "z", "e\xcc\x81", "é", "É", "" };

/* "{a}" and "{b}" stand for columns, "{w}" for a text. */
static const char *const forms[] = {
  "SELECT id FROM words WHERE {a} = {w} ORDER BY id",
  "SELECT id FROM words WHERE {a} <> {w} ORDER BY id",
  "SELECT id FROM words WHERE {a} < {w} OR {b} >= {w} ORDER BY id",
  "SELECT id FROM words WHERE {a} IN ({w}, 'B') ORDER BY id",
  "SELECT id FROM words WHERE {a} IS {b} ORDER BY id",
  "SELECT id FROM words WHERE {a} LIKE {w} || '%' ORDER BY id",
  "SELECT count(*) FROM (SELECT {a} FROM words GROUP BY {a})",
  "SELECT {a}, count(*) FROM words GROUP BY {a} ORDER BY {a}",
  "SELECT DISTINCT {a} FROM words ORDER BY {a}",
  "SELECT count(DISTINCT {a}), min({a}), max({b}) FROM words",
  "SELECT l.id, r.id FROM words AS l JOIN words AS r ON l.{a} = r.{b} ORDER BY l.id, r.id",
  "SELECT count(*) FROM words AS l LEFT JOIN words AS r ON l.{a} = r.{b} AND r.id > 12",
  "SELECT id, rank() OVER (ORDER BY {a}), count(*) OVER (PARTITION BY {b}) FROM words ORDER BY id",
  "SELECT {a} FROM words UNION SELECT {b} FROM words ORDER BY 1",
  "SELECT count(*) FROM (SELECT {a} FROM words INTERSECT SELECT {b} FROM words WHERE id > 9)",
  "SELECT id FROM words WHERE {a} IN (SELECT {b} FROM words WHERE id < 9) ORDER BY id",
  "SELECT id, CASE {a} WHEN {w} THEN 1 WHEN {b} THEN 2 ELSE 3 END FROM words ORDER BY id",
  "SELECT id FROM words WHERE coalesce({a}, {b}) = {w} OR nullif({a}, {b}) IS NULL ORDER BY id",
  "SELECT q.x, count(*) FROM (SELECT {a} AS x, {b} AS y FROM words WHERE id > 2) AS q WHERE q.y > {w} GROUP BY q.x ORDER BY q.x",
  "SELECT id FROM words ORDER BY {a}, {b} DESC, id",
  "SELECT id FROM words WHERE {a} COLLATE NOCASE = {w} ORDER BY id",
  "SELECT id FROM words WHERE {a} || {b} = {w} || {w} OR instr({a}, {w}) > 0 OR replace({a}, {w}, 'x') = 'x' ORDER BY id",
};

static char *
fill_form (const char *form, const char *a, const char *b, const char *word)
{
  GString *sql = g_string_new (form);
  g_autofree char *quoted = g_strdup_printf ("'%s'", word);

  g_string_replace (sql, "{a}", a, 0);
  g_string_replace (sql, "{b}", b, 0);
  g_string_replace (sql, "{w}", quoted, 0);
  return g_string_free (sql, FALSE);
}

static void
test_collations (void)
{
  EngineServers self = { 0 };
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autofree char *icu = NULL;
  g_autofree char *there = NULL;
  g_autofree char *here = NULL;
  guint n_bad = 0;

  if (!engine_servers_start (&self))
    return;
  icu = ask_test_postgres_query (self.postgres, "SELECT count(*) FROM pg_collation WHERE collprovider = 'i'");
  if (strcmp (icu, "0") == 0)
    {
      g_test_skip ("this PostgreSQL has no ICU");
      engine_servers_stop (&self);
      return;
    }
  for (guint i = 1; i <= ROWS; i++)
    {
      g_string_append_printf (rows, "; INSERT INTO words VALUES (%u", i);
      for (guint c = 0; c < G_N_ELEMENTS (texts); c++)
        if (g_test_rand_int_range (0, 9) == 0)
          g_string_append (rows, ", NULL");
        else
          g_string_append_printf (rows, ", '%s'", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      g_string_append_c (rows, ')');
    }
  there = g_strdup_printf (
    "CREATE COLLATION \"No Case\" (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"
    "CREATE COLLATION plain (provider = icu, locale = 'und-u-ks-level1', deterministic = false);"
    "CREATE DOMAIN name_text AS text COLLATE plain; CREATE DOMAIN short_text AS name_text;"
    "CREATE TABLE words (id int PRIMARY KEY, t text COLLATE \"No Case\", d short_text, v varchar(20) COLLATE plain, "
    "c char(5) COLLATE \"No Case\", p text); CREATE INDEX ON words (t)%s",
    rows->str);
  here = g_strdup_printf ("CREATE TABLE words (id INTEGER PRIMARY KEY, t TEXT, d TEXT, v TEXT, c TEXT, p TEXT)%s", rows->str);
  ask_test_postgres_exec (self.postgres, there);
  g_assert_cmpint (sqlite3_open (":memory:", &self.plain), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self.plain, here, NULL, NULL, NULL), ==, SQLITE_OK);
  open_session (&self, ask_source_config_new ("pg", &ask_postgres_kind, ask_test_postgres_get_uri (self.postgres)));
  for (guint i = 0; i < CASES * (g_test_slow () ? 20 : 1) && n_bad < 5; i++)
    {
      /* Each form once, then as it comes. */
      guint form = i < G_N_ELEMENTS (forms) ? i : (guint) g_test_rand_int_range (0, G_N_ELEMENTS (forms));
      g_autofree char *sql = fill_form (forms[form], texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))],
                                        texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))],
                                        words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      g_autofree char *expected = run_plain (self.plain, sql);

      for (int push_down = 0; push_down < 2; push_down++)
        {
          g_autofree char *message = NULL;
          g_autofree char *got = run (&self, sql, push_down, &message);

          if (g_strcmp0 (got, expected) == 0)
            continue;
          g_printerr ("push-down %d: %s\nexpected:\n%s\ngot:\n%s\n\n", push_down, sql, expected, got != NULL ? got : message);
          n_bad++;
        }
    }
  close_session (&self);
  sqlite3_close (self.plain);
  engine_servers_stop (&self);
  g_assert_cmpuint (n_bad, ==, 0);
}

/* In the calendar's order; a row's id is its place. */
static const char *const days[] = { "-infinity",  "4713-01-01 BC", "0044-03-15 BC", "0001-01-01", "0999-12-31", "2024-02-29",
                                    "9999-12-31", "10000-01-01",   "12000-01-01",   "infinity" };

static gboolean
is_outside (guint day)
{
  return strstr (days[day], "BC") != NULL || g_ascii_isdigit (days[day][4]);
}

/* "{d}" stands for a column, "{w}" for a day of the years 1 to 9999. A statement that computes or shows days fails where
 * one lies outside of these. */
static const struct
{
  const char *sql;
  enum
  {
    EQUAL,
    BELOW,
    ABOVE,
    AT_LEAST,
    ALL,
    COMPUTES
  } holds;
} day_forms[] = {
  { "SELECT id FROM {t} WHERE {d} = '{w}' ORDER BY id", EQUAL },
  { "SELECT id FROM {t} WHERE {d} < '{w}' ORDER BY id", BELOW },
  { "SELECT id FROM {t} WHERE {d} > '{w}' ORDER BY id", ABOVE },
  { "SELECT id FROM {t} WHERE {d} BETWEEN '{w}' AND 'infinity' ORDER BY id", AT_LEAST },
  { "SELECT id FROM {t} ORDER BY {d}", ALL },
  { "SELECT l.id FROM {t} AS l JOIN {t} AS r ON l.{d} = r.{d} ORDER BY l.id", ALL },
  { "SELECT min(id) FROM {t} GROUP BY {d} ORDER BY {d}", ALL },
  { "SELECT id FROM (SELECT id, rank() OVER (ORDER BY {d}) AS n FROM {t}) AS q ORDER BY n", ALL },
  { "SELECT {d} FROM {t} ORDER BY id", COMPUTES },
  { "SELECT min({d}), max({d}) FROM {t} WHERE {d} < '1000-01-01' AND {d} > '-infinity'", COMPUTES },
  { "SELECT strftime('%Y', {d}) FROM {t}", COMPUTES },
  { "SELECT date({d}), julianday({d}) FROM {t}", COMPUTES },
  { "SELECT id FROM {t} WHERE substr({d}, 1, 4) = '0044'", COMPUTES },
  { "SELECT id FROM {t} WHERE {d} LIKE '1%'", COMPUTES },
  { "SELECT count(DISTINCT strftime('%m', {d})) FROM {t}", COMPUTES },
};

static void
test_days (void)
{
  static const char *const columns[] = { "d", "s", "z" };
  static const guint inside[] = { 3, 4, 5, 6 };
  EngineServers self = { 0 };
  g_autoptr (GString) rows = g_string_new (NULL);
  guint n_bad = 0;
  guint n_answers = 0;

  if (!engine_servers_start (&self))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (days); i++)
    for (int table = 0; table < 2; table++)
      if (table == 0 || !is_outside (i))
        g_string_append_printf (rows, "INSERT INTO %s VALUES (%u, '%s', '%s', '%s');", table == 0 ? "days" : "orderly", i,
                                days[i], days[i], days[i]);
  ask_test_postgres_exec (self.postgres,
                          "SET timezone = 'UTC'; CREATE TABLE days (id int PRIMARY KEY, d date, s timestamp, z timestamptz); "
                          "CREATE TABLE orderly (id int PRIMARY KEY, d date, s timestamp, z timestamptz)");
  {
    g_autofree char *script = g_strdup_printf ("SET timezone = 'UTC'; %s", rows->str);

    ask_test_postgres_exec (self.postgres, script);
  }
  open_session (&self, ask_source_config_new ("pg", &ask_postgres_kind, ask_test_postgres_get_uri (self.postgres)));
  for (guint i = 0; i < G_N_ELEMENTS (day_forms) * 3 * 2 * 2; i++)
    {
      gboolean push_down = i % 2;
      gboolean orderly = i / 2 % 2;
      const char *column = columns[i / 4 % 3];
      guint form = i / 12;
      guint day = inside[g_test_rand_int_range (0, G_N_ELEMENTS (inside))];
      g_autoptr (GString) sql = g_string_new (day_forms[form].sql);
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autofree char *word = column[0] == 'd'   ? g_strdup (days[day])
                              : column[0] == 's' ? g_strdup_printf ("%s 00:00:00", days[day])
                                                 : g_strdup_printf ("%sT00:00:00Z", days[day]);
      g_autofree char *message = NULL;
      g_autofree char *got = NULL;

      g_string_replace (sql, "{t}", orderly ? "orderly" : "days", 0);
      g_string_replace (sql, "{d}", column, 0);
      g_string_replace (sql, "{w}", word, 0);
      for (guint d = 0; d < G_N_ELEMENTS (days); d++)
        if ((!orderly || !is_outside (d))
            && (day_forms[form].holds == EQUAL      ? d == day
                : day_forms[form].holds == BELOW    ? d < day
                : day_forms[form].holds == ABOVE    ? d > day
                : day_forms[form].holds == AT_LEAST ? d >= day
                                                    : TRUE))
          g_string_append_printf (expected, "%s%u", expected->len > 0 ? "\n" : "", d);
      got = run (&self, sql->str, push_down, &message);
      n_answers += got != NULL && !orderly;
      if (got == NULL ? !orderly && strstr (message, "years 1 to 9999") != NULL
                      : day_forms[form].holds == COMPUTES ? orderly : strcmp (got, expected->str) == 0)
        continue;
      g_printerr ("push-down %d: %s\nexpected:\n%s\ngot:\n%s\n\n", push_down, sql->str,
                  day_forms[form].holds == COMPUTES ? "an error" : expected->str, got != NULL ? got : message);
      n_bad++;
    }
  close_session (&self);
  engine_servers_stop (&self);
  g_assert_cmpuint (n_bad, ==, 0);
  /* What the server compares by itself it answers. */
  g_assert_cmpuint (n_answers, >, 0);
}

/* MariaDB's days without a day: texts like any other, "0000-00-00" before all. */
static void
test_zeros (void)
{
  static const char *const zeros[] = { "0000-00-00", "2024-00-00", "2024-02-00", "2024-02-29", "1999-12-31", "0000-02-28", "0000-03-01" };
  static const char *const queries[] = {
    "SELECT id FROM days WHERE {d} = {w} ORDER BY id",
    "SELECT id FROM days WHERE {d} <> {w} ORDER BY id",
    "SELECT id FROM days WHERE {d} < {w} OR {d} IS NULL ORDER BY id",
    "SELECT id FROM days WHERE {d} BETWEEN '0000-00-00' AND {w} ORDER BY id",
    "SELECT id FROM days WHERE {d} IN ({w}, '0000-00-00') ORDER BY id",
    "SELECT id, {d} FROM days ORDER BY {d}, id",
    "SELECT {d}, count(*) FROM days GROUP BY {d} ORDER BY {d}",
    "SELECT min({d}), max({d}), count(DISTINCT {d}) FROM days",
    "SELECT id, {d} IS NULL, coalesce({d}, 'x') FROM days ORDER BY id",
    "SELECT id FROM days WHERE {d} LIKE '2024%' OR substr({d}, 6, 2) = '00' ORDER BY id",
    "SELECT l.id, r.id FROM days AS l JOIN days AS r ON l.{d} = r.{d} ORDER BY 1, 2",
    "SELECT id, rank() OVER (ORDER BY {d}) FROM days ORDER BY id",
    "SELECT id, strftime('%Y', {d}), date({d}), julianday({d}) FROM days ORDER BY id",
  };
  EngineServers self = { 0 };
  g_autoptr (GString) there = g_string_new (NULL);
  g_autoptr (GString) here = g_string_new (NULL);
  g_autofree char *uri = NULL;
  guint n_bad = 0;

  if (!engine_servers_start (&self))
    return;
  g_string_append (there, "USE shop; SET sql_mode = ''; CREATE TABLE days (id INT PRIMARY KEY, d DATE, s DATETIME)");
  g_string_append (here, "CREATE TABLE days (id INTEGER PRIMARY KEY, d TEXT, s TEXT)");
  for (guint i = 0; i < 2 * G_N_ELEMENTS (zeros); i++)
    {
      const char *zero = zeros[i % G_N_ELEMENTS (zeros)];
      const char *time = strcmp (zero, "0000-00-00") == 0 ? "00:00:00" : "12:00:00";

      g_string_append_printf (there, "; INSERT INTO days VALUES (%u, '%s', '%s %s')", i, zero, zero, time);
      g_string_append_printf (here, "; INSERT INTO days VALUES (%u, '%s', '%s %s')", i, zero, zero, time);
    }
  ask_test_mariadb_exec (self.mariadb, there->str);
  g_assert_cmpint (sqlite3_open (":memory:", &self.plain), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self.plain, here->str, NULL, NULL, NULL), ==, SQLITE_OK);
  uri = ask_test_mariadb_dup_uri (self.mariadb, NULL, "shop", NULL);
  open_session (&self, ask_source_config_new ("maria", &ask_mysql_kind, uri));
  for (guint i = 0; i < G_N_ELEMENTS (queries) * 2 * G_N_ELEMENTS (zeros); i++)
    {
      g_autofree char *word = g_strdup_printf ("'%s'", zeros[i % G_N_ELEMENTS (zeros)]);
      g_autoptr (GString) sql = g_string_new (queries[i / G_N_ELEMENTS (zeros) / 2]);
      g_autofree char *expected = NULL;

      g_string_replace (sql, "{d}", i / G_N_ELEMENTS (zeros) % 2 == 0 ? "d" : "s", 0);
      g_string_replace (sql, "{w}", word, 0);
      expected = run_plain (self.plain, sql->str);
      for (int push_down = 0; push_down < 2; push_down++)
        {
          g_autofree char *message = NULL;
          g_autofree char *got = run (&self, sql->str, push_down, &message);

          if (g_strcmp0 (got, expected) == 0)
            continue;
          g_printerr ("push-down %d: %s\nexpected:\n%s\ngot:\n%s\n\n", push_down, sql->str, expected, got != NULL ? got : message);
          n_bad++;
        }
    }
  close_session (&self);
  sqlite3_close (self.plain);
  engine_servers_stop (&self);
  g_assert_cmpuint (n_bad, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/server-values/a-server-s-collation-changes-no-row", test_collations);
  g_test_add_func ("/engine/server-values/days-that-sqlite-lacks-change-no-row", test_days);
  g_test_add_func ("/engine/server-values/mariadb-s-zero-days-are-texts-like-others", test_zeros);
  return g_test_run ();
}

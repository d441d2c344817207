/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a steward defines means the same wherever the tables lie: random statements over calculated
 * attributes, metrics and query entities give the rows that SQLite gives over views, whether the tables are in
 * a file, an API, PostgreSQL or MariaDB, with push-down and without. The seed that g_test prints repeats a
 * failure.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "engine-servers.h"
#include "support/ask-test-defined.h"

#define CASES 40

static AskType
type_of (char letter)
{
  return letter == 'i' ? ASK_TYPE_INTEGER : letter == 'r' ? ASK_TYPE_REAL : ASK_TYPE_TEXT;
}

/* Before the session is made of it. */
static void
define (AskSchema *schema)
{
  for (guint i = 0; i < ask_test_n_definitions; i++)
    {
      const AskTestDefinition *at = &ask_test_definitions[i];
      AskEntity *entity = ask_schema_find_entity (schema, at->table);

      if (at->kind == 'm')
        ask_entity_add_metric (entity, at->name, at->expression);
      else
        ask_entity_add_attribute (entity, at->name, NULL, type_of (at->type))->expression
          = g_strdup (at->expression);
      ask_entity_find_attribute (entity, "id")->nullable = FALSE;
    }
  for (guint i = 0; i < ask_test_n_queries; i++)
    {
      const AskTestQuery *at = &ask_test_queries[i];
      AskEntity *entity
        = ask_schema_add_entity (schema, ask_entity_new (at->name, "", "", ASK_ENTITY_QUERY));

      entity->query = g_strdup (at->sql);
      for (guint c = 0; at->columns[c] != NULL; c++)
        {
          g_auto (GStrv) names = g_strsplit (at->columns[c], ":", 2);

          ask_entity_add_attribute (entity, names[0], names[1], ASK_TYPE_ANY);
        }
      if (i == 0)
        ask_entity_add_attribute (entity, "ratio", NULL, ASK_TYPE_REAL)->expression
          = g_strdup ("sm / amount");
    }
}

/* Numbers whose sums are the same in whatever order they are added. */
static char *
make_tables (void)
{
  static const char *const texts[] = { "'a'", "'B'", "'b'", "''", "'none'", "'7'", "'é'", "NULL" };
  static const char *const reals[] = { "0.5", "-1.25", "2.0", "3.75", "NULL" };
  static const char *const integers[] = { "0", "1", "2", "3", "-4", "NULL" };
  GString *sql = g_string_new ("CREATE TABLE a (id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"
                               "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE c (id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
                               "CREATE TABLE d (id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);");

#define PICK(list) list[g_test_rand_int_range (0, G_N_ELEMENTS (list))]
  for (int i = 1; i <= 17; i++)
    {
      g_string_append_printf (sql, "INSERT INTO a VALUES (%d, %s, %s, %s);", i, PICK (texts),
                              PICK (integers), PICK (reals));
      g_string_append_printf (sql, "INSERT INTO b VALUES (%d, %d, %s);", i,
                              g_test_rand_int_range (1, 22), PICK (texts));
    }
  return g_string_free (sql, FALSE);
}

static sqlite3 *
open_views (const char *tables)
{
  sqlite3 *views = NULL;

  g_assert_cmpint (sqlite3_open (":memory:", &views), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (views, tables, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (views, ask_test_defined_views, NULL, NULL, NULL), ==, SQLITE_OK);
  return views;
}

static gboolean
compare (AskEngine *engine, const AskTestDefined *statement, const char *expected, gboolean push_down)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GString) got = NULL;

  ask_engine_set_push_down (engine, push_down);
  result = ask_engine_query (engine, statement->ours->str, NULL, NULL, NULL, &error);
  if (error != NULL)
    g_error ("%s\n%s", statement->ours->str, error->message);
  got = engine_fixture_rows (result->rows);
  if (strcmp (got->str, expected) != 0)
    {
      g_autofree char *plan = result->plan != NULL ? ask_plan_to_text (result->plan) : NULL;

      g_error ("%s\nover views: %s\npush-down %s, expected:\n%sgot:\n%s%s", statement->ours->str,
               statement->plain->str, push_down ? "on" : "off", expected, got->str,
               plan != NULL ? plan : "");
    }
  g_assert_cmpstr (result->sql, ==, statement->ours->str);
  return result->plan != NULL && result->remote->len == 1 && result->plan->first != NULL
         && result->plan->first == result->plan->last;
}

static guint
run_places (EngineServers *servers, const EnginePlace *places, guint *whole)
{
  g_autofree char *tables = make_tables ();
  sqlite3 *views = open_views (tables);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  engine_servers_open (servers, tables, places);
  g_clear_pointer (&servers->engine, ask_engine_free);
  define (servers->schema);
  servers->engine = ask_engine_new (servers->schema, servers->configs, &error);
  g_assert_no_error (error);
  for (int i = 0; i < CASES; i++)
    {
      AskTestDefined statement;
      g_autoptr (GString) expected = NULL;

      ask_test_defined_make (&statement);
      expected = engine_fixture_plain_in (views, statement.plain->str);
      if (expected != NULL)
        {
          *whole += compare (servers->engine, &statement, expected->str, TRUE);
          compare (servers->engine, &statement, expected->str, FALSE);
          n++;
        }
      ask_test_defined_clear (&statement);
    }
  engine_servers_close (servers);
  sqlite3_close (views);
  return n;
}

static void
test_places (void)
{
  EngineServers servers;

  if (!engine_servers_start (&servers))
    return;
  for (int first = 0; first < N_PLACES; first++)
    for (int round = 0; round < 2; round++)
      {
        EnginePlace places[4] = { (EnginePlace) first, (EnginePlace) first, PLACE_FILE, PLACE_FILE };
        guint whole = 0;
        guint n;

        if (round == 1)
          places[1] = (EnginePlace) g_test_rand_int_range (0, N_PLACES);
        n = run_places (&servers, places, &whole);
        g_test_message ("%d and %d: %u statements, %u of them by one query of one server", places[0],
                        places[1], n, whole);
        g_assert_cmpuint (n, >, CASES / 2);
        if (round == 0 && (first == PLACE_POSTGRES || first == PLACE_MARIADB))
          g_assert_cmpuint (whole, >, 0);
      }
  engine_servers_stop (&servers);
}

#define FILE_TABLES                                                                              \
  "CREATE TABLE d (id INTEGER PRIMARY KEY NOT NULL, name TEXT, secret TEXT, price REAL, cost REAL);" \
  "INSERT INTO d VALUES (1, 'one', 'x', 10, 4), (2, 'two', 'y', 5, 5.5);"

static char *
run (EngineFixture *fixture, const char *sql)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) rows = NULL;
  GString *text;

  if (result == NULL)
    {
      g_autofree char *hint = ask_engine_get_hint (fixture->engine, sql, error);

      return g_strdup (hint != NULL ? hint : error->message);
    }
  text = g_string_new (NULL);
  for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
    g_string_append_printf (text, "%s|", ask_rows_get_column (result->rows, i)->name);
  rows = engine_fixture_rows (result->rows);
  g_string_append_printf (text, "\n%s", rows->str);
  return g_string_free (text, FALSE);
}

static const struct
{
  const char *sql;
  const char *rows;
} cases[] = {
  { "SELECT * FROM d", "id|name|price|cost|margin|\n1|\"one\"|10.0|4.0|6.0|\n2|\"two\"|5.0|5.5|-0.5|\n" },
  { "SELECT secret, hush FROM d WHERE id = 1", "secret|hush|\n\"x\"|\"X\"|\n" },
  { "SELECT profit, average FROM d", "profit|average|\n5.5|2.75|\n" },
  { "SELECT margin > 0, profit FROM d GROUP BY 1 ORDER BY profit",
    "margin > 0|profit|\n0|-0.5|\n1|6.0|\n" },
  { "SELECT * FROM good", "name|margin|\n\"one\"|6.0|\n" },
  { "SELECT count(*) FROM file.d WHERE margin > 0", "count(*)|\n1|\n" },
  { "SELECT id FROM d WHERE profit > 1",
    "The metric “profit” is computed from many rows, so it cannot be used in WHERE or ON; use "
    "HAVING." },
  { "SELECT proft FROM d", "“proft” is not in d. Did you mean “profit”?" },
  { "SELECT secre FROM d", "“secre” is not in d." },
  { "SELECT * FROM god", "There is no table “god”. Did you mean “good”?" },
  { "SELECT * FROM vil", "There is no table “vil”. There are “d” and “good”." },
  { "SELECT x FROM vault", "x|\n1|\n" },
  { "SELECT broken FROM d",
    "“broken” of “d” cannot be calculated: it names “nobody”, which is nothing of “d”." },
  { "SELECT * FROM circle", "“circle” is made from itself in a circle." },
};

static void
add_query (AskSchema *schema, const char *name, const char *sql, const char *first,
           const char *second)
{
  AskEntity *entity
    = ask_schema_add_entity (schema, ask_entity_new (name, "", "", ASK_ENTITY_QUERY));

  entity->query = g_strdup (sql);
  ask_entity_add_attribute (entity, first, first, ASK_TYPE_ANY);
  if (second != NULL)
    ask_entity_add_attribute (entity, second, second, ASK_TYPE_ANY);
}

static void
test_file (void)
{
  EngineFixture fixture;
  g_autoptr (GError) error = NULL;
  AskEntity *d;
  AskAttribute *attribute;

  engine_fixture_open (&fixture, FILE_TABLES, ASK_PAGING_NONE);
  g_clear_pointer (&fixture.engine, ask_engine_free);
  d = ask_schema_find_entity (fixture.schema, "d");
  ask_entity_find_attribute (d, "secret")->hidden = TRUE;
  ask_entity_add_attribute (d, "margin", NULL, ASK_TYPE_REAL)->expression
    = g_strdup ("price - cost");
  attribute = ask_entity_add_attribute (d, "hush", NULL, ASK_TYPE_TEXT);
  attribute->expression = g_strdup ("upper(secret)");
  attribute->sensitive = TRUE;
  attribute = ask_entity_add_attribute (d, "broken", NULL, ASK_TYPE_TEXT);
  attribute->expression = g_strdup ("nobody + 1");
  attribute->hidden = TRUE;
  ask_entity_add_metric (d, "profit", "sum(margin)");
  ask_entity_add_metric (d, "average", "profit / count(*)");
  add_query (fixture.schema, "good", "SELECT name, margin FROM d WHERE margin > 0", "name",
             "margin");
  add_query (fixture.schema, "vault", "SELECT 1 AS x", "x", NULL);
  add_query (fixture.schema, "circle", "SELECT x FROM circle", "x", NULL);
  ask_schema_find_entity (fixture.schema, "vault")->hidden = TRUE;
  ask_schema_find_entity (fixture.schema, "circle")->hidden = TRUE;
  fixture.engine = ask_engine_new (fixture.schema, fixture.configs, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *got = run (&fixture, cases[i].sql);

      g_assert_cmpstr (got, ==, cases[i].rows);
    }
  engine_fixture_close (&fixture);
}

/* The right side of a LEFT JOIN that can only be asked with its key is asked with it, and what coalesce()
 * would make of a row that is not there stays NULL. */
static void
test_required (void)
{
  EngineFixture fixture;
  g_autoptr (GError) error = NULL;
  g_autofree char *got = NULL;

  engine_fixture_open (&fixture,
                       "CREATE TABLE c (a_id INTEGER, t TEXT); INSERT INTO c VALUES (1, NULL), (2, 'b');"
                       "CREATE TABLE d (id INTEGER PRIMARY KEY NOT NULL);"
                       "INSERT INTO d VALUES (1), (2), (3);",
                       ASK_PAGING_NONE);
  g_clear_pointer (&fixture.engine, ask_engine_free);
  ask_entity_add_attribute (ask_schema_find_entity (fixture.schema, "c"), "label", NULL,
                            ASK_TYPE_TEXT)
    ->expression
    = g_strdup ("coalesce(t, 'none')");
  fixture.engine = ask_engine_new (fixture.schema, fixture.configs, &error);
  g_assert_no_error (error);
  got = run (&fixture, "SELECT id, label FROM d LEFT JOIN c ON a_id = id");
  g_assert_cmpstr (got, ==, "id|label|\n1|\"none\"|\n2|\"b\"|\n3|null|\n");
  engine_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/defined/definitions-over-a-file-are-computed", test_file);
  g_test_add_func ("/engine/defined/a-definition-over-a-required-key-is-asked-with-it", test_required);
  g_test_add_func ("/engine/defined/definitions-mean-the-same-in-every-place", test_places);
  return g_test_run ();
}

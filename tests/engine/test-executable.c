/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the text that people are shown of a statement: each API entity with the arguments of its calls, and
 * nothing else that only has its name.
 */
#include "config.h"

#include "engine-fixture.h"

#include "sql/ask-sql-parser.h"

#define TABLES                                                                                     \
  "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL);"                             \
  "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER);"                                          \
  "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"                                  \
  "INSERT INTO a VALUES (1, 'x', 10, 0.5), (2, 'y', 20, 1.5);"                                     \
  "INSERT INTO b VALUES (1, 1); INSERT INTO c VALUES (1, 1, 'q');"                                 \
  "INSERT INTO d VALUES (1, 1, 'r');"

typedef struct
{
  const char *sql;
  const char *executable;
} Case;

static void
check (EngineFixture *fixture, const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      guint before = ask_sql_count_parses ();
      g_autoptr (AskResult) result
        = ask_engine_query (fixture->engine, cases[i].sql, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (result->executable_sql, ==, cases[i].executable);
      g_assert_cmpuint (ask_sql_count_parses () - before, ==, 1);
    }
}

static void
test_names (void)
{
  static const Case cases[] = {
    { "SELECT n FROM a WHERE g = 'x'", "SELECT n FROM a(g => 'x') WHERE g = 'x'" },
    { "SELECT\n  a.n -- of a, b\nFROM api.\"a\" AS a, d", "SELECT\n  a.n -- of a, b\nFROM api.\"a\"() AS a, d" },
    { "SELECT 1 AS b, a.id FROM d AS c, a", "SELECT 1 AS b, a.id FROM d AS c, a()" },
    { "WITH b AS (SELECT id FROM d) SELECT b.id FROM b, a WHERE a.g = 'y'",
      "WITH b AS (SELECT id FROM d) SELECT b.id FROM b, a(g => 'y') WHERE a.g = 'y'" },
    { "SELECT id FROM d WHERE (id, a_id) IN b", "SELECT id FROM d WHERE (id, a_id) IN b()" },
    { "SELECT id FROM d WHERE NOT ((id, a_id) IN b )", "SELECT id FROM d WHERE NOT ((id, a_id) IN b() )" },
    { "SELECT (SELECT max(n) FROM a) FROM d ORDER BY (SELECT count(*) FROM b)",
      "SELECT (SELECT max(n) FROM a()) FROM d ORDER BY (SELECT count(*) FROM b())" },
  };
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  check (&fixture, cases, G_N_ELEMENTS (cases));
  engine_fixture_close (&fixture);
}

/* With a metric and a query of a steward's. */
static void
open_defined (EngineFixture *fixture)
{
  AskEntity *q;
  g_autoptr (GError) error = NULL;

  engine_fixture_open (fixture, TABLES, ASK_PAGING_PAGE);
  ask_entity_add_metric (ask_schema_find_entity (fixture->schema, "a"), "most", "max(n)");
  q = ask_schema_add_entity (fixture->schema, ask_entity_new ("q", "", "", ASK_ENTITY_QUERY));
  q->query = g_strdup ("SELECT id FROM a WHERE g = 'x'");
  ask_entity_add_attribute (q, "id", "id", ASK_TYPE_INTEGER);
  g_clear_pointer (&fixture->engine, ask_engine_free);
  fixture->engine = ask_engine_new (fixture->schema, fixture->configs, &error);
  g_assert_no_error (error);
  /* The names of a session are read when it is first asked something. */
  g_assert_true (ask_engine_check (fixture->engine, "SELECT 1", NULL));
}

static void
test_definitions (void)
{
  static const Case cases[] = {
    { "SELECT most FROM a WHERE g = 'x'",
      "SELECT max(a.n) AS most FROM a(g => 'x') WHERE g = 'x'" },
    { "SELECT q.id FROM q JOIN d ON d.a_id = q.id",
      "SELECT q.id FROM (SELECT id FROM a(g => 'x') WHERE g = 'x') AS q JOIN d ON d.a_id = q.id" },
    { "SELECT (id, n) IN b AS x, most FROM a", "SELECT (id, n) IN b() AS x, max(a.n) AS most FROM a()" },
  };
  EngineFixture fixture;

  open_defined (&fixture);
  check (&fixture, cases, G_N_ELEMENTS (cases));
  engine_fixture_close (&fixture);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* "a.n", "a" for its rows as such, "!step" for an earlier query's. */
static char *
name_origins (const GPtrArray *origins)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < origins->len; i++)
    {
      const AskOrigin *origin = origins->pdata[i];

      g_ptr_array_add (names, origin->step != NULL        ? g_strconcat ("!", origin->step, NULL)
                              : origin->attribute != NULL ? g_strjoin (".", origin->entity->name, origin->attribute->name, NULL)
                                                          : g_strdup (origin->entity->name));
    }
  g_ptr_array_sort (names, compare);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

static void
test_origins (void)
{
  static const struct
  {
    const char *sql;
    const char *origins;
  } cases[] = {
    { "SELECT 1", "" },
    { "SELECT id FROM d WHERE a_id > 0", "d.a_id d.id" },
    { "SELECT count(*) FROM d", "d" },
    { "SELECT x.id FROM (SELECT id, a_id FROM d) AS x", "d.a_id d.id" },
    { "SELECT most FROM a WHERE g = 'x'", "a.g a.n" },
    { "SELECT id FROM q", "a.g a.id q.id" },
    { "SELECT n FROM step", "!step" },
  };
  EngineFixture fixture;
  g_autoptr (AskResult) step = NULL;
  g_autoptr (GError) error = NULL;

  open_defined (&fixture);
  step = ask_engine_query (fixture.engine, "SELECT 7 AS n", NULL, "step", NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint again = 0; again < 2; again++)
      {
        guint before = ask_sql_count_parses ();
        g_autoptr (AskResult) result = ask_engine_query (fixture.engine, cases[i].sql, NULL, NULL, NULL, &error);
        g_autofree char *names = NULL;

        g_assert_no_error (error);
        names = name_origins (result->origins);
        g_assert_cmpstr (names, ==, cases[i].origins);
        g_assert_cmpuint (ask_sql_count_parses () - before, <=, 1);
      }
  engine_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/executable/only-names-of-tables-get-arguments", test_names);
  g_test_add_func ("/engine/executable/a-definition-is-shown-with-its-calls", test_definitions);
  g_test_add_func ("/engine/executable/what-a-statement-read-is-known-without-reading-it-again", test_origins);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ORDER BY and LIMIT over APIs that can sort, and over those that only say so. Where nobody has said that the order
 * can be trusted the rows are those of plain SQLite whatever the server does; where somebody has, and it is so,
 * they are the same and come with few calls.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"

#define ROWS 500
#define PAGE 50
/* The whole list: its pages, and an empty one at its end. */
#define ALL_CALLS (ROWS / PAGE + 1)

/* n, x, day and moment have one value a row, shuffled; few has eight values, and maybe has NULLs. */
static char *
make_table (void)
{
  return g_strdup_printf (
    "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL, few INTEGER, maybe INTEGER, day DATE,"
    " moment DATETIME, loose DATETIME, name TEXT);"
    "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < %d), s AS (SELECT i, i * 157 %% %d AS k"
    " FROM r) INSERT INTO a SELECT i, CASE i %% 3 WHEN 0 THEN 'x' WHEN 1 THEN 'y' ELSE 'X' END, k - 20, k / 4.0, k / 70,"
    " CASE WHEN k < 5 THEN NULL ELSE k END, date('2023-01-01', k || ' days'),"
    " strftime('%%Y-%%m-%%dT%%H:%%M:%%S', '2023-01-01', (k / 3) || ' hours') || CASE k %% 3 WHEN 0 THEN 'Z' WHEN 1 THEN '.5Z'"
    " ELSE '.25Z' END, strftime('%%Y-%%m-%%dT%%H:%%M:%%S', '2023-01-01', k || ' hours') || CASE k %% 9 WHEN 1 THEN '+01:00' ELSE"
    " 'Z' END, 'name ' || k FROM s;"
    "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);"
    "INSERT INTO b SELECT id, n, g FROM a WHERE id <= 30",
    ROWS, ROWS);
}

static void
open_table (EngineFixture *fixture, const char *sql, guint page, AskTestOrder order, AskPagingKind paging)
{
  AskEntity *a;

  engine_fixture_open (fixture, sql, paging);
  fixture->table.page_size = page;
  fixture->table.sized = TRUE;
  fixture->table.order = order;
  a = ask_schema_find_entity (fixture->schema, "a");
  a->operation->paging.size_parameter = g_strdup ("limit");
  a->operation->paging.size = page;
  a->operation->paging.least = 1;
  for (guint i = 0; i < a->attributes->len; i++)
    {
      AskAttribute *attribute = a->attributes->pdata[i];
      g_autofree char *down = g_strconcat ("-", attribute->name, NULL);

      attribute->nullable = strcmp (attribute->name, "maybe") == 0;
      ask_operation_add_sort (a->operation, attribute->name, "sort", attribute->name, down);
    }
}

static void
open_sorted (EngineFixture *fixture, AskTestOrder order, AskPagingKind paging)
{
  g_autofree char *sql = make_table ();

  open_table (fixture, sql, PAGE, order, paging);
}

static void
trust (EngineFixture *fixture)
{
  static const char *const operations[] = { "GET /a", NULL };
  AskSourceConfig *config = fixture->configs->pdata[0];

  g_strfreev (config->trust_order);
  config->trust_order = g_strdupv ((char **) operations);
}

static AskResult *
run (EngineFixture *fixture, const char *sql)
{
  g_autoptr (GString) expected = engine_fixture_plain (fixture, sql);
  g_autoptr (GError) error = NULL;
  AskResult *result = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);
  g_autoptr (GString) got = NULL;

  if (error != NULL)
    g_error ("%s\n%s", sql, error->message);
  g_assert_nonnull (expected);
  got = engine_fixture_rows (result->rows);
  if (strcmp (got->str, expected->str) != 0)
    {
      for (guint c = 0; c < result->calls->len; c++)
        g_printerr ("%s\n", ((AskCall *) result->calls->pdata[c])->url);
      g_error ("%s\nexpected:\n%sgot:\n%s", sql, expected->str, got->str);
    }
  return result;
}

static gboolean
was_asked (const AskResult *result, const char *needle)
{
  for (guint c = 0; c < result->calls->len; c++)
    if (strstr (((AskCall *) result->calls->pdata[c])->url, needle) != NULL)
      return TRUE;
  return FALSE;
}

static char *
dup_plan (const AskResult *result)
{
  return ask_plan_to_text (result->plan);
}

/* An API that does what it says: one page or few. */
static void
test_sorts_well (void)
{
  static const struct
  {
    const char *sql;
    guint calls; /* at most: beyond three pages the next one is asked for ahead */
    const char *url;
    const char *note;
  } cases[] = {
    { "SELECT n FROM a ORDER BY n LIMIT 5", 1, "sort=n&limit=5",
      "ordered by the API (n, smallest first), stops after 5 rows" },
    { "SELECT n FROM a ORDER BY n DESC LIMIT 1", 1, "sort=-n&limit=1",
      "ordered by the API (n, greatest first), stops after 1 row" },
    { "SELECT n FROM a ORDER BY n LIMIT 30 OFFSET 5", 1, "sort=n&limit=35", "stops after 35 rows" },
    { "SELECT n FROM a ORDER BY n LIMIT 3 OFFSET 100", 4, "sort=n&limit=50", "stops after 103 rows" },
    { "SELECT id, x FROM a ORDER BY x DESC LIMIT 10", 1, "sort=-x", "(x, greatest first)" },
    { "SELECT day FROM a ORDER BY day LIMIT 10", 1, "sort=day", "(day, smallest first)" },
    /* Within a second the rows are sorted here. */
    { "SELECT moment FROM a ORDER BY moment LIMIT 10", 1, "sort=moment&limit=50", "(moment, smallest first)" },
    { "SELECT moment FROM a ORDER BY moment DESC LIMIT 45", 1, "sort=-moment&limit=50", "(moment," },
    { "SELECT n FROM a WHERE g = 'x' ORDER BY n LIMIT 5", 1, "g=x&sort=n&limit=5", "ordered by" },
    { "SELECT * FROM (SELECT n FROM a ORDER BY n DESC LIMIT 5) ORDER BY n", 1, "sort=-n", "ordered by" },
    { "SELECT count(*), max(n) FROM (SELECT n FROM a ORDER BY n LIMIT 7)", 1, "sort=n", "ordered by" },
    { "SELECT a_id FROM b WHERE a_id IN (SELECT n FROM a ORDER BY n LIMIT 50)", 3, "sort=n", "ordered by" },
    /* Rows that equal the last one go over the page's end, and are not to be trusted there. */
    { "SELECT few, n FROM a ORDER BY few, n DESC LIMIT 5", ALL_CALLS + 3, "sort=few", "sorted here" },
    { "SELECT n, id FROM a ORDER BY n, id LIMIT 5", 1, "sort=n&limit=50", "stops after 6 rows" },
    { "SELECT n FROM a ORDER BY n LIMIT 400", 10, "sort=n", "stops after 400 rows" },
    { "SELECT n FROM a ORDER BY n LIMIT 600", ALL_CALLS, "sort=n", "ordered by the API (n, smallest first)\n" },
  };

  for (guint paging = ASK_PAGING_PAGE; paging <= ASK_PAGING_LINK; paging++)
    {
      EngineFixture fixture;

      open_sorted (&fixture, ASK_TEST_ORDER_GOOD, (AskPagingKind) paging);
      trust (&fixture);
      for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
        {
          g_autoptr (AskResult) result = run (&fixture, cases[i].sql);
          g_autofree char *plan = dup_plan (result);

          if (!was_asked (result, cases[i].url))
            g_error ("%s: %s", cases[i].sql, ((AskCall *) result->calls->pdata[0])->url);
          if (result->calls->len > cases[i].calls
              || (cases[i].calls == 2 && result->calls->len != 2))
            g_error ("%s: %u calls", cases[i].sql, result->calls->len);
          if (cases[i].note != NULL && strstr (plan, cases[i].note) == NULL)
            g_error ("%s: %s", cases[i].sql, plan);
        }
      engine_fixture_close (&fixture);
    }
}

static const char *const ordered[]
  = { "SELECT n FROM a ORDER BY n LIMIT 5",          "SELECT n FROM a ORDER BY n DESC LIMIT 1",
      "SELECT id FROM a ORDER BY id LIMIT 3",        "SELECT id FROM a ORDER BY id DESC LIMIT 3",
      "SELECT n FROM a ORDER BY n LIMIT 2 OFFSET 7", "SELECT x FROM a ORDER BY x LIMIT 40",
      "SELECT x FROM a ORDER BY x DESC LIMIT 40",    "SELECT n, id FROM a ORDER BY n, id LIMIT 4" };

/* Nobody has said anything: no order is asked for, and the plan tells what could be said. */
static void
test_not_trusted (void)
{
  for (guint order = ASK_TEST_ORDER_IGNORED; order <= ASK_TEST_ORDER_EMPTY; order++)
    {
      AskPagingKind paging = (AskPagingKind) (ASK_PAGING_PAGE + order % (ASK_PAGING_LINK - ASK_PAGING_PAGE + 1));
      EngineFixture fixture;

      open_sorted (&fixture, (AskTestOrder) order, paging);
      for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
        {
          g_autoptr (AskResult) result = run (&fixture, ordered[i]);
          g_autofree char *plan = dup_plan (result);

          g_assert_false (was_asked (result, "sort="));
          g_assert_cmpuint (result->calls->len, <=, ALL_CALLS + 1);
          if (strstr (plan, "source set api --trust-order 'GET /a'") == NULL)
            g_error ("%u: %s: %s", order, ordered[i], plan);
        }
      engine_fixture_close (&fixture);
    }
}

/* It was trusted by mistake, and that shows in the rows that came: the list is read as a whole. What does not show
 * there is what the steward said. */
static void
test_trusted_by_mistake (void)
{
  static const AskTestOrder orders[]
    = { ASK_TEST_ORDER_IGNORED, ASK_TEST_ORDER_REFUSED, ASK_TEST_ORDER_EMPTY };

  for (guint o = 0; o < G_N_ELEMENTS (orders); o++)
    for (guint paging = ASK_PAGING_PAGE; paging <= ASK_PAGING_LINK; paging++)
      {
        EngineFixture fixture;

        open_sorted (&fixture, orders[o], (AskPagingKind) paging);
        trust (&fixture);
        for (guint i = 0; i < G_N_ELEMENTS (ordered); i++)
          {
            g_autoptr (AskResult) result = NULL;
            g_autofree char *plan = NULL;

            /* One row alone is in any order, and this one gives the ids from the smallest up. */
            if (orders[o] == ASK_TEST_ORDER_IGNORED && (i == 1 || i == 2))
              continue;
            result = run (&fixture, ordered[i]);
            plan = dup_plan (result);
            g_assert_true (was_asked (result, "sort="));
            if (strstr (plan, "the API gave rows out of their order") == NULL)
              g_error ("%u: %s: %s", orders[o], ordered[i], plan);
            g_assert_cmpuint (result->calls->len, <=, ALL_CALLS + 2);
          }
        engine_fixture_close (&fixture);
      }
}

/* What is no number and no date of one form, or may be NULL. */
static void
test_values_without_order (void)
{
  EngineFixture fixture;
  AskEntity *a;

  open_sorted (&fixture, ASK_TEST_ORDER_NULLS_LAST, ASK_PAGING_PAGE);
  trust (&fixture);
  a = ask_schema_find_entity (fixture.schema, "a");
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT maybe FROM a ORDER BY maybe LIMIT 3");

    g_assert_false (was_asked (result, "sort="));
  }
  /* The specification says that it is never NULL, and the greatest are. */
  ask_entity_find_attribute (a, "maybe")->nullable = FALSE;
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT maybe FROM a ORDER BY maybe DESC LIMIT 3");

    g_assert_true (was_asked (result, "sort=-maybe"));
    g_assert_cmpuint (result->calls->len, >=, ALL_CALLS + 1);
  }
  /* Moments with zones: as texts they sort otherwise. */
  fixture.table.order = ASK_TEST_ORDER_GOOD;
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT loose FROM a ORDER BY loose LIMIT 3");

    g_assert_true (was_asked (result, "sort=loose"));
    g_assert_cmpuint (result->calls->len, >=, ALL_CALLS + 1);
  }
  engine_fixture_close (&fixture);
}

/* Rows that are equal and lie otherwise on each page: none comes twice, none is lost. */
static void
test_unstable (void)
{
  EngineFixture fixture;

  for (guint paging = ASK_PAGING_PAGE; paging <= ASK_PAGING_LINK; paging++)
    {
      open_sorted (&fixture, ASK_TEST_ORDER_UNSTABLE, (AskPagingKind) paging);
      trust (&fixture);
      for (guint limit = 1; limit < 120; limit += 17)
        {
          g_autofree char *sql
            = g_strdup_printf ("SELECT count(DISTINCT id), count(*), min(few), max(few) FROM "
                               "(SELECT id, few FROM a ORDER BY few LIMIT %u)", limit);
          g_autoptr (AskResult) result = run (&fixture, sql);

          g_assert_true (was_asked (result, "sort=few"));
        }
      engine_fixture_close (&fixture);
    }
}

/* By few, 1 and 20 lie in this order on the first page of two rows and in the other one on the second: 1 comes twice, 20
 * not at all, and no two equal rows lie at the pages' edge that is seen once the second 1 is left out. */
static void
test_repeated (void)
{
  static const char rows[]
    = "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER, x REAL, few INTEGER);"
      "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER);"
      "INSERT INTO a (id, few) VALUES (2, 0), (1, 1), (20, 1), (3, 2), (4, 3), (5, 4)";

  for (guint paging = ASK_PAGING_PAGE; paging <= ASK_PAGING_LINK; paging++)
    {
      EngineFixture fixture;
      g_autoptr (AskResult) result = NULL;
      g_autofree char *plan = NULL;

      open_table (&fixture, rows, 2, ASK_TEST_ORDER_UNSTABLE, (AskPagingKind) paging);
      trust (&fixture);
      result = run (&fixture, "SELECT count(*), sum(id), max(few) FROM (SELECT id, few FROM a ORDER BY few LIMIT 4)");
      plan = dup_plan (result);
      g_assert_true (was_asked (result, "sort=few"));
      g_assert_nonnull (strstr (plan, "sorted here"));
      engine_fixture_close (&fixture);
    }
}

/* Where SQLite needs all rows, or an order that the API has not. */
static void
test_not_asked (void)
{
  static const char *const queries[] = {
    "SELECT name FROM a ORDER BY name LIMIT 3",
    "SELECT n FROM a ORDER BY n",
    "SELECT n FROM a ORDER BY n LIMIT -1",
    "SELECT n FROM a ORDER BY -n LIMIT 3",
    "SELECT n FROM a ORDER BY n NULLS LAST LIMIT 3",
    "SELECT n FROM a WHERE few = 3 ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE n > 5 ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE g = 'x' OR n = 5 ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE g IN ('x', 'y') ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE length(name) > 6 ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE (n, x) > (5, 1) ORDER BY n LIMIT 3",
    "SELECT n FROM a WHERE g = 'x' AND few = 3 ORDER BY n LIMIT 3",
    "SELECT DISTINCT few FROM a ORDER BY few LIMIT 3",
    "SELECT few, count(*) FROM a GROUP BY few ORDER BY few LIMIT 3",
    "SELECT max(n) FROM a ORDER BY n LIMIT 3",
    "SELECT row_number() OVER (ORDER BY x), n FROM a ORDER BY n LIMIT 3",
    "SELECT a.n, b.id FROM a JOIN b ON b.a_id = a.n ORDER BY a.n LIMIT 3",
    "SELECT a.n, b.id FROM a LEFT JOIN b ON b.a_id = a.n ORDER BY a.n LIMIT 3",
    "SELECT n FROM a UNION ALL SELECT id FROM b ORDER BY n LIMIT 3",
    "SELECT b.id, (SELECT a.n FROM a WHERE a.n = b.a_id ORDER BY a.n LIMIT 1) FROM b",
    "SELECT t FROM b ORDER BY id LIMIT 3",
  };
  EngineFixture fixture;

  open_sorted (&fixture, ASK_TEST_ORDER_GOOD, ASK_PAGING_PAGE);
  trust (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskResult) result = run (&fixture, queries[i]);

      if (was_asked (result, "sort="))
        g_error ("%s", queries[i]);
    }
  engine_fixture_close (&fixture);
}

/* A bound that the call makes, whether it includes its end or not. */
static void
test_bounds (void)
{
  EngineFixture fixture;
  AskEntity *a;

  open_sorted (&fixture, ASK_TEST_ORDER_GOOD, ASK_PAGING_OFFSET);
  trust (&fixture);
  a = ask_schema_find_entity (fixture.schema, "a");
  /* The server knows no such parameter and gives everything: that is not enough rows in small pages. */
  ask_operation_add_parameter (a->operation, "min_x", ASK_PARAMETER_IN_QUERY, "x", FALSE)->use
    = ASK_PARAMETER_AT_LEAST;
  {
    g_autoptr (AskResult) few = run (&fixture, "SELECT x FROM a WHERE x >= 0 ORDER BY x LIMIT 3");
    g_autoptr (AskResult) many = run (&fixture, "SELECT x FROM a WHERE x > 100 ORDER BY x LIMIT 3");
    g_autoptr (AskResult) rows = run (&fixture, "SELECT x FROM a WHERE (x, n) > (0, 5) ORDER BY x LIMIT 3");

    g_assert_cmpuint (few->calls->len, ==, 2);
    g_assert_true (was_asked (few, "min_x=0"));
    g_assert_cmpuint (many->calls->len, >=, ALL_CALLS);
    g_assert_false (was_asked (rows, "sort="));
  }
  /* A server that compares without regard to case. */
  fixture.table.sloppy = TRUE;
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT n FROM a WHERE g = 'x' ORDER BY n LIMIT 100");

    g_assert_true (was_asked (result, "g=x&sort=n"));
  }
  engine_fixture_close (&fixture);
}

/* The way is a parameter of its own; this server does not know it, and sorts up for both. */
static void
test_direction (void)
{
  EngineFixture fixture;
  AskSort *sort;

  open_sorted (&fixture, ASK_TEST_ORDER_GOOD, ASK_PAGING_CURSOR);
  trust (&fixture);
  sort = ask_operation_find_sort (ask_schema_find_entity (fixture.schema, "a")->operation, "n");
  g_free (sort->descending);
  sort->descending = g_strdup (sort->ascending);
  sort->direction = g_strdup ("dir");
  sort->up = g_strdup ("asc");
  sort->down = g_strdup ("desc");
  {
    g_autoptr (AskResult) up = run (&fixture, "SELECT n FROM a ORDER BY n LIMIT 3");
    g_autoptr (AskResult) down = run (&fixture, "SELECT n FROM a ORDER BY n DESC LIMIT 3");

    g_assert_true (was_asked (up, "sort=n&dir=asc&limit=3"));
    g_assert_true (was_asked (down, "sort=n&dir=desc&limit=3"));
    g_assert_cmpuint (up->calls->len, ==, 1);
    g_assert_cmpuint (down->calls->len, >=, ALL_CALLS);
  }
  engine_fixture_close (&fixture);
}

/* What is no fault of the order ends the query as it always did. */
static void
test_too_many_calls (void)
{
  EngineFixture fixture;
  g_autoptr (AskResult) result = NULL;
  g_autoptr (GError) error = NULL;
  AskSourceConfig *config;

  open_sorted (&fixture, ASK_TEST_ORDER_GOOD, ASK_PAGING_PAGE);
  trust (&fixture);
  config = fixture.configs->pdata[0];
  config->max_calls = 1;
  result = ask_engine_query (fixture.engine, "SELECT n FROM a ORDER BY n LIMIT 60", NULL, NULL, NULL, &error);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
  g_assert_null (result);
  engine_fixture_close (&fixture);
}

/* Without ORDER BY: a page of no more rows than are wanted, where there are such pages. */
static void
test_small_page (void)
{
  static const struct
  {
    const char *sql;
    const char *url;
    guint calls;
  } cases[] = {
    { "SELECT count(*) FROM (SELECT * FROM a LIMIT 5)", "/a?limit=5", 1 },
    { "SELECT count(*) FROM (SELECT * FROM a LIMIT 5 OFFSET 3)", "/a?limit=8", 1 },
    { "SELECT count(*) FROM (SELECT n FROM a WHERE g = 'x' LIMIT 4)", "g=x&limit=4", 1 },
    { "SELECT count(*) FROM (SELECT n FROM a LIMIT 60)", "/a?limit=50", 2 },
    { "SELECT count(*) FROM (SELECT n FROM a WHERE few = 3 LIMIT 4)", "/a?limit=50", 0 },
    { "SELECT count(*) FROM (SELECT a.n FROM a JOIN b ON b.a_id = a.n LIMIT 4)", "limit=50", 0 },
  };
  EngineFixture fixture;
  AskPaging *paging;

  open_sorted (&fixture, ASK_TEST_ORDER_GOOD, ASK_PAGING_OFFSET);
  trust (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskResult) result = run (&fixture, cases[i].sql);

      if (!was_asked (result, cases[i].url))
        g_error ("%s: %s", cases[i].sql, ((AskCall *) result->calls->pdata[0])->url);
      if (cases[i].calls > 0)
        g_assert_cmpuint (result->calls->len, ==, cases[i].calls);
    }
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT count(*) FROM (SELECT * FROM a LIMIT 5)");
    g_autofree char *plan = dup_plan (result);

    g_assert_nonnull (strstr (plan, "stops after 5 rows"));
  }
  /* The page's own limits. */
  paging = &ask_schema_find_entity (fixture.schema, "a")->operation->paging;
  paging->least = 10;
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT count(*) FROM (SELECT * FROM a LIMIT 5)");

    g_assert_true (was_asked (result, "/a?limit=10"));
  }
  paging->least = 0;
  {
    g_autoptr (AskResult) result = run (&fixture, "SELECT count(*) FROM (SELECT * FROM a LIMIT 5)");

    g_assert_true (was_asked (result, "/a?limit=50"));
  }
  engine_fixture_close (&fixture);
}

static char *
random_query (void)
{
  static const char *const columns[] = { "id", "n", "x", "few", "maybe", "day", "moment", "loose", "name" };
  static const char *const wheres[]
    = { "", "", "", " WHERE g = 'x'", " WHERE g = 'X'", " WHERE few = 4", " WHERE n > 100", " WHERE id = 77",
        " WHERE g = 'y' AND n = 3", " WHERE g IN ('x', 'y')", " WHERE maybe IS NOT NULL" };
  static const char *const ways[] = { "", " ASC", " DESC", " DESC NULLS LAST" };
  const char *one = columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))];
  const char *two = columns[g_test_rand_int_range (0, G_N_ELEMENTS (columns))];
  const char *way = ways[g_test_rand_int_range (0, G_N_ELEMENTS (ways))];
  const char *where = wheres[g_test_rand_int_range (0, G_N_ELEMENTS (wheres))];
  g_autofree char *limit
    = g_test_rand_int_range (0, 8) == 0
        ? g_strdup ("")
        : g_strdup_printf (" LIMIT %d%s", g_test_rand_int_range (0, g_test_rand_int_range (0, 3) == 0 ? 600 : 30),
                           g_test_rand_int_range (0, 3) == 0 ? " OFFSET 11" : "");

  /* Among rows that are equal any may come, so that what is shown is what is ordered by. */
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      return g_strdup_printf ("SELECT * FROM a%s ORDER BY %s%s, id%s", where, one, way, limit);
    case 1:
      return g_strdup_printf ("SELECT %s, %s FROM a%s ORDER BY %s%s, %s%s", one, two, where, one, way, two, limit);
    case 2:
      return g_strdup_printf ("SELECT id, (SELECT a.%s FROM a%s ORDER BY a.%s%s%s) FROM b", one, where, one, way,
                              limit);
    case 3:
      return g_strdup_printf ("SELECT count(*) FROM (SELECT %s FROM a%s%s)", one, where, limit);
    default:
      return g_strdup_printf ("SELECT %s FROM a%s ORDER BY %s%s%s", one, where, one, way, limit);
    }
}

/* What an API does wrong that shows in the rows that came, or not at all: there it may be trusted, too. */
static gboolean
may_be_trusted (AskTestOrder order)
{
  return order != ASK_TEST_ORDER_IGNORED && order != ASK_TEST_ORDER_TEXT && order != ASK_TEST_ORDER_EACH_PAGE;
}

static void
test_random (gconstpointer order)
{
  gboolean trusted = may_be_trusted ((AskTestOrder) GPOINTER_TO_INT (order));
  guint n_asked = 0;

  for (guint round = 0; round < 4; round++)
    {
      EngineFixture fixture;

      open_sorted (&fixture, (AskTestOrder) GPOINTER_TO_INT (order),
                   (AskPagingKind) (ASK_PAGING_PAGE + round));
      if (trusted)
        trust (&fixture);
      fixture.table.total = g_test_rand_int_range (0, 2) == 0;
      fixture.table.sized = g_test_rand_int_range (0, 2) == 0;
      fixture.table.sloppy = g_test_rand_int_range (0, 2) == 0;
      for (int i = 0; i < 40; i++)
        {
          g_autofree char *sql = random_query ();
          g_autoptr (AskResult) result = run (&fixture, sql);

          n_asked += was_asked (result, "sort=");
        }
      engine_fixture_close (&fixture);
    }
  g_test_message ("%u of 160 queries asked for an order", n_asked);
  g_assert_true (trusted ? n_asked > 5 : n_asked == 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    AskTestOrder order;
  } orders[] = { { "good", ASK_TEST_ORDER_GOOD },
                 { "ignored", ASK_TEST_ORDER_IGNORED },
                 { "nulls-last", ASK_TEST_ORDER_NULLS_LAST },
                 { "text", ASK_TEST_ORDER_TEXT },
                 { "each-page", ASK_TEST_ORDER_EACH_PAGE },
                 { "unstable", ASK_TEST_ORDER_UNSTABLE },
                 { "refused", ASK_TEST_ORDER_REFUSED },
                 { "empty", ASK_TEST_ORDER_EMPTY } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/order/an-order-that-holds-saves-pages", test_sorts_well);
  g_test_add_func ("/engine/order/a-list-is-read-whole-where-nobody-trusts-its-order", test_not_trusted);
  g_test_add_func ("/engine/order/what-is-out-of-order-is-read-whole", test_trusted_by_mistake);
  g_test_add_func ("/engine/order/values-without-an-order-are-sorted-here", test_values_without_order);
  g_test_add_func ("/engine/order/equal-rows-that-move-come-once-each", test_unstable);
  g_test_add_func ("/engine/order/a-row-that-comes-twice-breaks-the-order", test_repeated);
  g_test_add_func ("/engine/order/an-order-that-does-not-help-is-not-asked-for", test_not_asked);
  g_test_add_func ("/engine/order/a-bound-in-the-call-keeps-the-order", test_bounds);
  g_test_add_func ("/engine/order/a-direction-that-is-ignored-costs-no-row", test_direction);
  g_test_add_func ("/engine/order/an-order-does-not-hide-a-spent-budget", test_too_many_calls);
  g_test_add_func ("/engine/order/a-page-is-no-larger-than-what-is-wanted", test_small_page);
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/order/random-rows-are-sqlite-s/", orders[i].name, NULL);

      g_test_add_data_func (path, GINT_TO_POINTER (orders[i].order), test_random);
    }
  return g_test_run ();
}

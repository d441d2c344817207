/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries as steps: what SQL they become, which SQL becomes which steps, and that both ways lead back.
 */
#include "config.h"

#include "explore/ask-build.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "build-draw.h"
#include "build-fixture.h"
#include "explore/ask-build-history.h"
#include "explore/ask-build-rename.h"
#include "sql/ask-sql-parser.h"

static AskBuild *
read_sql (AskSchema *schema, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskBuild *build = ask_build_from_sql (schema, sql, &error);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return build;
}

/* ---- what SQL becomes */

static const struct
{
  const char *sql;
  const char *written; /* nullable: the same */
  const char *kinds; /* letters of the steps */
  gboolean plain;
} queries[] = {
  { "SELECT * FROM shipment", NULL, "e", TRUE },
  { "SELECT * FROM shipment WHERE price > 5 AND state = 'late'", NULL, "eff", TRUE },
  { "SELECT * FROM shipment WHERE price > 5 OR state = 'late' AND weight IS NULL", NULL, "ef", TRUE },
  { "select name from carrier c where c.NAME like '%nord%'", "SELECT name FROM carrier AS c WHERE name LIKE '%nord%'",
    "efc", TRUE },
  { "SELECT name FROM carrier WHERE name LIKE '50\\%%' ESCAPE '\\'", NULL, "efc", TRUE },
  { "SELECT name FROM carrier WHERE name NOT LIKE 'A_b%'", NULL, "efc", TRUE },
  { "SELECT state, count(*) AS n FROM shipment GROUP BY state HAVING count(*) > 3 ORDER BY n DESC LIMIT 5", NULL,
    "egShsl", TRUE },
  { "SELECT count(*), state FROM shipment GROUP BY 2 ORDER BY 1",
    "SELECT count(*), state FROM shipment GROUP BY state ORDER BY count(*)", "egScs", TRUE },
  { "SELECT strftime('%Y-%m', day) AS month, sum(price) AS total FROM shipment GROUP BY month", NULL, "egS", TRUE },
  { "SELECT strftime('%Y', day) || '-Q' || ((CAST(strftime('%m', day) AS INTEGER) + 2) / 3) AS quarter, count(*) FROM "
    "shipment GROUP BY quarter",
    NULL, "egS", TRUE },
  { "SELECT shipment.id, carrier.name FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id", NULL, "ejc",
    TRUE },
  { "SELECT s.id, c.name FROM shipment s, carrier c WHERE s.carrier_id = c.id AND s.price BETWEEN 1 AND 2",
    "SELECT s.id, c.name FROM shipment AS s JOIN carrier AS c ON s.carrier_id = c.id WHERE s.price BETWEEN 1 AND 2",
    "ejfc", TRUE },
  { "SELECT carrier.name FROM carrier LEFT JOIN shipment ON carrier.id = shipment.carrier_id AND shipment.price > 5 "
    "WHERE shipment.id IS NULL",
    NULL, "ejfc", FALSE },
  { "SELECT *, price * weight AS value FROM shipment WHERE value > 10 ORDER BY value", NULL, "eCfs", FALSE },
  { "SELECT DISTINCT state FROM shipment", NULL, "ec", TRUE },
  { "SELECT count(DISTINCT state), revenue FROM shipment", NULL, "eS", TRUE },
  { "SELECT state, revenue FROM shipment GROUP BY state HAVING revenue > 9", NULL, "egSh", TRUE },
  { "SELECT a.name, b.name AS boss FROM employee AS a JOIN employee AS b ON a.boss_id = b.id", NULL, "ejc", TRUE },
  { "SELECT * FROM shipment WHERE day >= date('now', '-30 days') AND day < date('now', '+1 days')", NULL, "ef", TRUE },
  { "SELECT * FROM shipment WHERE state = \"late\"", "SELECT * FROM shipment WHERE state = 'late'", "ef", TRUE },
  { "SELECT * FROM shipment WHERE price > (SELECT avg(price) FROM shipment)", NULL, "ef", FALSE },
  { "SELECT `on time`, count(*) FROM shipment GROUP BY `on time` LIMIT 3 OFFSET 6",
    "SELECT \"on time\", count(*) FROM shipment GROUP BY \"on time\" LIMIT 3 OFFSET 6", "egSl", TRUE },
  { "SELECT max(price) AS state FROM shipment GROUP BY state ORDER BY shipment.state", NULL, "egScs", TRUE },
  { "SELECT * FROM shipment WHERE price IN (1, 2.50, -3) AND weight <> 1.10", NULL, "eff", TRUE },
  { "SELECT sum(price) FROM shipment JOIN customer USING (id)",
    "SELECT sum(shipment.price) FROM shipment JOIN customer ON shipment.id = customer.id", "ejS", TRUE },
};

static void
assert_kinds (const AskBuild *build, const char *kinds)
{
  static const char letters[] = "ejCfgShcsl";
  g_autofree char *found = g_malloc0 (build->steps->len + 1);

  for (guint i = 0; i < build->steps->len; i++)
    found[i] = letters[ask_build_get_step (build, i)->kind];
  g_assert_cmpstr (found, ==, kinds);
}

static void
test_queries (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskBuild) build = read_sql (schema, queries[i].sql);
      g_autofree char *sql = ask_build_to_sql (build, schema);
      g_autoptr (AskBuild) again = read_sql (schema, sql);

      g_assert_cmpstr (sql, ==, queries[i].written != NULL ? queries[i].written : queries[i].sql);
      assert_kinds (build, queries[i].kinds);
      g_assert_true (ask_build_equal (build, again));
      g_assert_cmpint (ask_build_is_plain (build), ==, queries[i].plain);
    }
}

static const struct
{
  const char *sql;
  const char *part;
} refused[] = {
  { "SELECT name FROM carrier UNION SELECT name FROM customer", "UNION" },
  { "WITH late AS (SELECT * FROM shipment) SELECT * FROM carrier JOIN late ON carrier.id = late.id", "WITH late" },
  { "WITH late AS (SELECT * FROM shipment), unread AS (SELECT 1) SELECT * FROM late", "WITH unread" },
  { "WITH late (a, b) AS (SELECT id, price FROM shipment) SELECT * FROM late", "WITH late" },
  { "WITH RECURSIVE late AS (SELECT * FROM shipment) SELECT * FROM late", "WITH late" },
  { "WITH late AS MATERIALIZED (SELECT * FROM shipment) SELECT * FROM late", "WITH late" },
  { "WITH carrier AS (SELECT * FROM shipment) SELECT * FROM carrier", "WITH carrier" },
  { "SELECT * FROM (WITH late AS (SELECT * FROM shipment) SELECT * FROM late)", "WITH late" },
  { "SELECT * FROM carrier, (SELECT name FROM city)", "(SELECT name FROM city)" },
  { "SELECT * FROM (SELECT name FROM carrier UNION SELECT name FROM city)", "UNION" },
  { "SELECT * FROM shipment NATURAL JOIN customer", "customer" },
  { "SELECT * FROM shipment RIGHT JOIN customer ON customer_id = customer.id", "customer" },
  { "SELECT * FROM shipment LIMIT 1 + 1", "1 + 1" },
  { "SELECT 1", "SELECT" },
  { "VALUES (1)", "VALUES" },
};

static void
test_refused (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) unknown = NULL;
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (AskBuild) build = ask_build_from_sql (schema, refused[i].sql, &error);

      g_assert_null (build);
      g_assert_error (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_CANNOT_SHOW);
      g_assert_nonnull (strstr (error->message, refused[i].part));
    }
  unknown = ask_build_from_sql (schema, "SELECT colour FROM shipment", &failure);
  g_assert_null (unknown);
  g_assert_error (failure, ASK_SQL_ERROR, ASK_SQL_ERROR_UNKNOWN_COLUMN);
}

/* ---- what steps become */

static AskBuildStep *
add_step (AskBuild *build, AskBuildKind kind)
{
  g_autoptr (GError) error = NULL;
  AskBuildStep *step = ask_build_step_new (kind);

  g_assert_true (ask_build_insert (build, ask_build_find_place (build, kind), step, &error));
  g_assert_no_error (error);
  return step;
}

static AskBuildCondition *
add_filter (AskBuild *build, const char *name, AskBuildOp op, const char *value)
{
  AskBuildStep *step = add_step (build, ASK_BUILD_FILTER);

  step->condition = ask_build_condition_new (ASK_BUILD_TEST);
  ask_build_term_set (&step->condition->term, &(AskBuildTerm) { .kind = ASK_BUILD_TERM_FIELD,
                                                                .item = (char *) "shipment",
                                                                .name = (char *) name });
  step->condition->op = op;
  if (value != NULL)
    ask_build_condition_add (step->condition, ASK_BUILD_VALUE_TEXT, value);
  return step->condition;
}

static void
assert_sql (const AskBuild *build, AskSchema *schema, const char *expected)
{
  g_autofree char *sql = ask_build_to_sql (build, schema);

  g_assert_cmpstr (sql, ==, expected);
}

static void
test_disabled (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "SHIPMENT");

  add_filter (build, "state", ASK_BUILD_EQUAL, "it's late");
  assert_sql (build, schema, "SELECT * FROM shipment WHERE state = 'it''s late'");
  ask_build_get_step (build, 1)->disabled = TRUE;
  assert_sql (build, schema, "SELECT * FROM shipment");
  /* One without its value says nothing yet. */
  add_filter (build, "price", ASK_BUILD_GREATER, NULL);
  add_step (build, ASK_BUILD_GROUP);
  assert_sql (build, schema, "SELECT * FROM shipment");
}

static void
test_calculated (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
  const AskBuildTerm value = { .kind = ASK_BUILD_TERM_EXPRESSION, .name = (char *) "price * weight" };
  const AskBuildTerm taxed = { .kind = ASK_BUILD_TERM_EXPRESSION, .name = (char *) "value * 1.19" };
  const AskBuildTerm by_name = { .kind = ASK_BUILD_TERM_FIELD, .name = (char *) "taxed" };
  const AskBuildTerm sum = { .kind = ASK_BUILD_TERM_FIELD, .function = ASK_BUILD_SUM, .name = (char *) "taxed" };

  ask_build_step_add (add_step (build, ASK_BUILD_CALCULATE), &value, "value");
  ask_build_step_add (add_step (build, ASK_BUILD_CALCULATE), &taxed, "taxed");
  assert_sql (build, schema, "SELECT *, price * weight AS value, price * weight * 1.19 AS taxed FROM shipment");
  ask_build_step_add (add_step (build, ASK_BUILD_SORT), &by_name, NULL);
  assert_sql (build, schema,
              "SELECT *, price * weight AS value, price * weight * 1.19 AS taxed FROM shipment ORDER BY taxed");
  ask_build_remove (build, 3);
  ask_build_step_add (add_step (build, ASK_BUILD_SUMMARISE), &sum, "total");
  assert_sql (build, schema, "SELECT sum(price * weight * 1.19) AS total FROM shipment");
}

static void
test_spans (void)
{
  static const struct
  {
    AskSpan span;
    const char *sql;
  } spans[] = {
    { { ASK_SPAN_LAST, ASK_SPAN_DAYS, 30 }, "day >= date('now', '-30 days') AND day < date('now', '+1 days')" },
    { { ASK_SPAN_THIS, ASK_SPAN_MONTHS, 1 },
      "day >= date('now', 'start of month') AND day < date('now', 'start of month', '+1 months')" },
    { { ASK_SPAN_PREVIOUS, ASK_SPAN_YEARS, 1 },
      "day >= date('now', 'start of year', '-1 years') AND day < date('now', 'start of year')" },
    { { ASK_SPAN_THIS, ASK_SPAN_WEEKS, 1 },
      "day >= date('now', 'weekday 0', '-6 days') AND day < date('now', 'weekday 0', '-6 days', '+7 days')" },
    { { ASK_SPAN_NEXT, ASK_SPAN_MONTHS, 2 },
      "day >= date('now', '+1 days') AND day < date('now', '+2 months', '+1 days')" },
  };
  g_autoptr (AskSchema) schema = build_fixture_schema ();

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
      g_autofree char *expected = g_strconcat ("SELECT * FROM shipment WHERE ", spans[i].sql, NULL);
      g_autoptr (AskBuild) again = read_sql (schema, expected);

      add_filter (build, "day", ASK_BUILD_WITHIN, NULL)->span = spans[i].span;
      assert_sql (build, schema, expected);
      g_assert_true (ask_build_equal (build, again));
    }
}

static void
test_previews (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build
    = read_sql (schema, "SELECT state, count(*) FROM shipment WHERE price > 1 GROUP BY state LIMIT 3");
  static const char *const expected[] = {
    "SELECT * FROM shipment LIMIT 10",
    "SELECT * FROM shipment WHERE price > 1 LIMIT 10",
    "SELECT state FROM shipment WHERE price > 1 GROUP BY state LIMIT 10",
    "SELECT state, count(*) FROM shipment WHERE price > 1 GROUP BY state LIMIT 10",
    "SELECT state, count(*) FROM shipment WHERE price > 1 GROUP BY state LIMIT 3",
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *sql = ask_build_preview_sql (build, schema, i + 1, 10);

      g_assert_cmpstr (sql, ==, expected[i]);
    }
}

/* Filters, SQL and other columns follow a calculated one; what an attribute or a subquery says is left. */
static void
test_rename (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, "SELECT *, price * 2 AS twice FROM shipment WHERE twice > 3");
  AskBuildStep *step = ask_build_step_new (ASK_BUILD_CALCULATE);
  const AskBuildTerm more = { .kind = ASK_BUILD_TERM_EXPRESSION, .name = (char *) "Twice +  price" };

  ask_build_step_add (step, &more, "more");
  g_assert_true (ask_build_insert (build, 2, step, NULL));
  step = ask_build_step_new (ASK_BUILD_FILTER);
  step->condition = ask_build_condition_new (ASK_BUILD_SQL);
  step->condition->sql = g_strdup ("\"twice\" < (SELECT max(twice) FROM city) OR shipment.twice > 1");
  g_assert_true (ask_build_insert (build, 3, step, NULL));
  ask_build_rename (build, schema, "twice", "two fold");
  ask_text_set (&((AskBuildColumn *) ask_build_get_step (build, 1)->columns->pdata[0])->alias, "two fold");
  g_assert_cmpstr (((AskBuildColumn *) ask_build_get_step (build, 2)->columns->pdata[0])->term.name, ==,
                   "\"two fold\" +  price");
  g_assert_cmpstr (step->condition->sql, ==, "\"two fold\" < (SELECT max(twice) FROM city) OR shipment.twice > 1");
  g_assert_true (ask_build_is_name_taken (build, schema, "TWO FOLD"));
  g_assert_false (ask_build_is_name_taken (build, schema, "twice"));
}

/* What is clicked on is a column of the result. */
static void
test_rename_output (void)
{
  static const struct
  {
    const char *sql;
    guint nth;
    const char *written;
  } renames[] = {
    { "SELECT state, count(*) AS n FROM shipment GROUP BY state HAVING count(*) > 1 ORDER BY n DESC", 1,
      "SELECT state, count(*) AS called FROM shipment GROUP BY state HAVING count(*) > 1 ORDER BY called DESC" },
    { "SELECT state, count(*) AS n FROM shipment GROUP BY state ORDER BY n DESC", 0,
      "SELECT state AS called, count(*) AS n FROM shipment GROUP BY called ORDER BY n DESC" },
    { "SELECT state, price FROM shipment", 1, "SELECT state, price AS called FROM shipment" },
    { "SELECT price * 2 AS twice, state FROM shipment WHERE price * 2 > 3", 0,
      "SELECT price * 2 AS called, state FROM shipment WHERE called > 3" },
  };
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) all = read_sql (schema, "SELECT *, id * 2 AS twice FROM city");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (renames); i++)
    {
      g_autoptr (AskBuild) build = read_sql (schema, renames[i].sql);

      g_assert_true (ask_build_rename_output (build, schema, renames[i].nth, "called", NULL));
      assert_sql (build, schema, renames[i].written);
      g_assert_false (ask_build_rename_output (build, schema, renames[i].nth, "price", &error));
      g_assert_error (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP);
      g_clear_error (&error);
      g_assert_false (ask_build_rename_output (build, schema, 2, "else", &error));
      g_assert_error (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP);
      g_clear_error (&error);
      assert_sql (build, schema, renames[i].written);
    }
  g_assert_true (ask_build_rename_output (all, schema, 2, "land", &error));
  assert_sql (all, schema, "SELECT id, name, country AS land, id * 2 AS twice FROM city");
  g_assert_true (ask_build_rename_output (all, schema, 3, "double", &error));
  assert_sql (all, schema, "SELECT id, name, country AS land, id * 2 AS double FROM city");
}

static void
test_places (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, "SELECT state, count(*) FROM shipment WHERE price > 1 GROUP BY state");
  g_autoptr (GError) error = NULL;

  g_assert_false (ask_build_allows (build, ASK_BUILD_FILTER, 3));
  g_assert_true (ask_build_allows (build, ASK_BUILD_FILTER, 2));
  g_assert_false (ask_build_allows (build, ASK_BUILD_GROUP, 3));
  g_assert_false (ask_build_allows (build, ASK_BUILD_ENTITY, 0));
  g_assert_true (ask_build_allows (build, ASK_BUILD_FILTER_GROUPS, 4));
  g_assert_false (ask_build_insert (build, 4, ask_build_step_new (ASK_BUILD_JOIN), &error));
  g_assert_error (error, ASK_BUILD_ERROR, ASK_BUILD_ERROR_STEP);
  g_assert_false (ask_build_move (build, 1, 2));
  g_assert_false (ask_build_move (build, 1, 0));
  g_assert_false (ask_build_remove (build, 0));
  add_filter (build, "weight", ASK_BUILD_LESS, "9");
  g_assert_true (ask_build_move (build, 2, 1));
  assert_kinds (build, "effgS");
  assert_sql (build, schema, "SELECT state, count(*) FROM shipment WHERE weight < '9' AND price > 1 GROUP BY state");
}

/* ---- both ways, drawn */

static char *
to_text (const AskBuild *build)
{
  g_autoptr (JsonNode) document = ask_build_to_json (build);

  return ask_json_to_string (document, FALSE);
}

static void
test_drawn (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (AskBuild) build = build_draw (schema);
      g_autofree char *sql = ask_build_to_sql (build, schema);
      g_autoptr (AskBuild) again = read_sql (schema, sql);
      g_autofree char *before = to_text (build);
      g_autofree char *after = to_text (again);
      g_autoptr (JsonNode) document = ask_json_parse (before, -1, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskBuild) kept = ask_build_from_json (document, &error);

      if (!ask_build_equal (build, again))
        g_error ("%s\n%s\n%s", sql, before, after);
      g_assert_no_error (error);
      g_assert_true (ask_build_equal (build, kept));
    }
}

/* ---- what is kept */

static void
test_documents (void)
{
  static const char *const broken[] = {
    "[]",
    "{}",
    "{\"version\":2,\"steps\":[]}",
    "{\"version\":1,\"steps\":[]}",
    "{\"version\":1,\"steps\":[{\"kind\":\"dance\"}]}",
    "{\"version\":1,\"steps\":[{\"kind\":\"entity\"}]}",
    "{\"version\":1,\"steps\":[{\"kind\":\"limit\",\"limit\":3}]}",
    ("{\"version\":1,\"steps\":[{\"kind\":\"entity\",\"entity\":\"a\",\"item\":\"a\"},{\"kind\":\"filter\",\"condition\":"
     "{\"kind\":\"test\",\"term\":{\"kind\":\"field\"},\"op\":\"near\"}}]}"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (JsonNode) document = ask_json_parse (broken[i], -1, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskBuild) build = ask_build_from_json (document, &error);

      g_assert_null (build);
      g_assert_cmpint (error->domain, ==, ASK_BUILD_ERROR);
    }
}

static void
test_history (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
  g_autoptr (AskBuild) first = ask_build_copy (build);
  g_autoptr (AskBuildHistory) history = ask_build_history_new (build);

  g_assert_false (ask_build_history_push (history, build, FALSE));
  add_filter (build, "state", ASK_BUILD_EQUAL, "l");
  g_assert_true (ask_build_history_push (history, build, FALSE));
  add_filter (build, "state", ASK_BUILD_EQUAL, "la");
  g_assert_true (ask_build_history_push (history, build, TRUE));
  g_assert_true (ask_build_history_undo (history));
  g_assert_true (ask_build_equal (ask_build_history_get (history), first));
  g_assert_false (ask_build_history_undo (history));
  g_assert_true (ask_build_history_redo (history));
  g_assert_true (ask_build_equal (ask_build_history_get (history), build));
  g_assert_false (ask_build_history_can_redo (history));
  ask_build_history_undo (history);
  ask_build_remove (build, 1);
  g_assert_true (ask_build_history_push (history, build, FALSE));
  g_assert_false (ask_build_history_can_redo (history));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/build/queries-become-steps-and-the-same-queries", test_queries);
  g_test_add_func ("/explore/build/what-no-step-says-is-refused-by-its-part", test_refused);
  g_test_add_func ("/explore/build/disabled-and-open-steps-say-nothing", test_disabled);
  g_test_add_func ("/explore/build/calculated-columns-name-each-other", test_calculated);
  g_test_add_func ("/explore/build/spans-move-on-with-today", test_spans);
  g_test_add_func ("/explore/build/each-step-has-its-preview", test_previews);
  g_test_add_func ("/explore/build/what-says-a-name-follows-it", test_rename);
  g_test_add_func ("/explore/build/a-column-of-the-result-is-renamed", test_rename_output);
  g_test_add_func ("/explore/build/steps-keep-their-places", test_places);
  g_test_add_func ("/explore/build/drawn-steps-come-back-from-sql-and-json", test_drawn);
  g_test_add_func ("/explore/build/broken-documents-are-refused", test_documents);
  g_test_add_func ("/explore/build/undo-leads-back-and-redo-on", test_history);
  return g_test_run ();
}

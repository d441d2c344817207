/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queries that begin with the results of another one: what SQL they become, which SQL becomes them, what their steps may
 * use, where their faults stand, and that names which change reach the stages behind.
 */
#include "config.h"

#include "explore/ask-build-stage.h"

#include <string.h>

#include "base/ask-json.h"
#include "base/ask-text.h"
#include "build-draw.h"
#include "build-fixture.h"
#include "explore/ask-build-check.h"
#include "explore/ask-build-known.h"
#include "explore/ask-build-next.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-rename.h"
#include "understand/explain/ask-explain.h"

#define BUSY "WITH step_1 AS (SELECT customer_id, count(*) AS n FROM shipment GROUP BY customer_id HAVING count(*) > 5) "

static AskBuild *
read_sql (AskSchema *schema, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskBuild *build = ask_build_from_sql (schema, sql, &error);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return build;
}

static void
assert_sql (const AskBuild *build, AskSchema *schema, const char *expected)
{
  g_autofree char *sql = ask_build_to_sql (build, schema);

  g_assert_cmpstr (sql, ==, expected);
}

/* ---- both ways */

static const struct
{
  const char *sql;
  const char *written; /* nullable: the same */
  guint n_stages;
} queries[] = {
  { BUSY "SELECT * FROM step_1", NULL, 2 },
  { BUSY "SELECT n, count(*) AS customers FROM step_1 GROUP BY n ORDER BY n", NULL, 2 },
  { BUSY "SELECT customer.city_id, count(*) AS m FROM step_1 JOIN customer ON step_1.customer_id = customer.id GROUP BY "
         "customer.city_id",
    NULL, 2 },
  { BUSY "SELECT avg(n) AS mean FROM step_1 WHERE n < 100", NULL, 2 },
  { "WITH a AS (SELECT state, customer_id, count(*) AS n FROM shipment GROUP BY state, customer_id), "
    "b AS (SELECT state, max(n) AS most FROM a GROUP BY state) SELECT * FROM b WHERE most > 3 ORDER BY most DESC LIMIT 2",
    NULL, 3 },
  { "WITH a AS (SELECT * FROM shipment ORDER BY price DESC LIMIT 10) SELECT a.state, count(*) FROM a JOIN carrier ON "
    "a.carrier_id = carrier.id GROUP BY a.state",
    NULL, 2 },
  { "with A as (select state, sum(price) as total from shipment group by 1) select x.state from a x where x.total > 3",
    "WITH a AS (SELECT state, sum(price) AS total FROM shipment GROUP BY state) SELECT state FROM a AS x WHERE total > 3",
    2 },
  { "SELECT state, n FROM (SELECT state, count(*) AS n FROM shipment GROUP BY state) WHERE n > 3",
    "WITH step_1 AS (SELECT state, count(*) AS n FROM shipment GROUP BY state) SELECT state, n FROM step_1 WHERE n > 3",
    2 },
  { "SELECT t.n FROM (SELECT count(*) AS n FROM shipment GROUP BY state) AS t LIMIT 3",
    "WITH t AS (SELECT count(*) AS n FROM shipment GROUP BY state) SELECT n FROM t LIMIT 3", 2 },
  { "SELECT shipment.n FROM (SELECT count(*) AS n FROM shipment GROUP BY state) AS shipment",
    "WITH step_1 AS (SELECT count(*) AS n FROM shipment GROUP BY state) SELECT n FROM step_1 AS shipment", 2 },
  { "WITH a AS (SELECT day, sum(price) AS total FROM shipment GROUP BY day) SELECT strftime('%Y-%m', day) AS month, "
    "avg(total) AS mean FROM a GROUP BY month",
    NULL, 2 },
  { BUSY "SELECT * FROM step_1 WHERE n > (SELECT avg(n) FROM step_1)", NULL, 2 },
};

static void
test_queries (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskBuild) build = read_sql (schema, queries[i].sql);
      g_autofree char *sql = ask_build_to_sql (build, schema);
      g_autoptr (AskBuild) again = read_sql (schema, sql);
      g_autoptr (GPtrArray) stages = ask_build_list_stages (build);

      g_assert_cmpstr (sql, ==, queries[i].written != NULL ? queries[i].written : queries[i].sql);
      g_assert_true (ask_build_equal (build, again));
      g_assert_cmpuint (stages->len, ==, queries[i].n_stages);
    }
}

/* ---- by clicks */

static AskBuild *
build_busy (AskSchema *schema)
{
  return read_sql (schema, "SELECT customer_id, count(*) FROM shipment GROUP BY customer_id HAVING count(*) > 5");
}

static void
take_first_path (AskBuild *build, AskSchema *schema, const char *target)
{
  g_autoptr (AskSchema) names = ask_build_dup_names (build, schema);
  g_autoptr (GPtrArray) paths = ask_build_find_paths (build, names, 1, target);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (paths->len, >, 0);
  g_assert_true (ask_build_take_path (build, 1, paths->pdata[0], &error));
  g_assert_no_error (error);
}

/* Customers with more than five shipments, counted by city: the key that was grouped by still leads to customers. */
static void
test_go_on (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) first = build_busy (schema);
  g_autoptr (AskBuild) build = ask_build_go_on (first, schema);
  g_autoptr (AskSchema) names = ask_build_dup_names (build, schema);
  const AskEntity *results = ask_schema_find_entity (names, "step_1");
  const AskBuildTerm city = { .kind = ASK_BUILD_TERM_FIELD, .item = (char *) "customer", .name = (char *) "city_id" };
  const AskBuildTerm rows = { .kind = ASK_BUILD_TERM_ALL, .function = ASK_BUILD_COUNT };
  g_autofree char *words = NULL;

  g_assert_true (ask_build_gives_new_rows (first));
  g_assert_false (ask_build_gives_new_rows (build));
  g_assert_null (ask_schema_find_entity (schema, "step_1"));
  g_assert_cmpuint (results->attributes->len, ==, 2);
  g_assert_cmpint (ask_entity_find_attribute (results, "customer_id")->type, ==, ASK_TYPE_INTEGER);
  g_assert_cmpint (ask_entity_find_attribute (results, "rows_counted")->type, ==, ASK_TYPE_INTEGER);
  take_first_path (build, schema, "customer");
  ask_build_step_add (build_draw_step (build, ASK_BUILD_GROUP), &city, NULL);
  ask_build_step_add (build_draw_step (build, ASK_BUILD_SUMMARISE), &rows, "customers");
  assert_sql (build, schema,
              "WITH step_1 AS (SELECT customer_id, count(*) AS rows_counted FROM shipment GROUP BY customer_id HAVING "
              "count(*) > 5) SELECT customer.city_id, count(*) AS customers FROM step_1 JOIN customer ON "
              "step_1.customer_id = customer.id GROUP BY customer.city_id");
  words = ask_explain_sql (schema, "WITH step_1 AS (SELECT customer_id, count(*) AS n FROM shipment GROUP BY customer_id) "
                                   "SELECT n, count(*) AS m FROM step_1 GROUP BY n",
                           NULL);
  g_assert_nonnull (strstr (words, "number of shipments"));
  g_assert_nonnull (strstr (words, "number of rows"));
}

static gboolean
is_offered (GPtrArray *choices, const char *name)
{
  for (guint i = 0; i < choices->len; i++)
    if (g_strcmp0 (((const AskBuildChoice *) choices->pdata[i])->term.name, name) == 0)
      return TRUE;
  return FALSE;
}

/* What is hidden stays hidden behind a stage, and what nothing is called is not offered. */
static void
test_offers (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) all = read_sql (schema, "WITH s AS (SELECT * FROM customer LIMIT 3) SELECT * FROM s");
  g_autoptr (AskBuild) twice = read_sql (
    schema, "WITH s AS (SELECT shipment.id, carrier.id, price FROM shipment JOIN carrier ON carrier_id = carrier.id) "
            "SELECT * FROM s");
  g_autoptr (AskSchema) of_all = ask_build_dup_names (all, schema);
  g_autoptr (AskSchema) of_twice = ask_build_dup_names (twice, schema);
  g_autoptr (GPtrArray) choices = ask_build_list_choices (all, of_all, ASK_BUILD_FILTER, 1);
  g_autoptr (GPtrArray) others = ask_build_list_choices (twice, of_twice, ASK_BUILD_FILTER, 1);
  const AskBuildTerm credit = { .kind = ASK_BUILD_TERM_FIELD, .item = (char *) "s", .name = (char *) "credit" };
  const AskEntity *owner = NULL;

  g_assert_true (is_offered (choices, "credit"));
  g_assert_false (is_offered (choices, "secret"));
  g_assert_true (is_offered (others, "price"));
  g_assert_false (is_offered (others, "id"));
  g_assert_cmpstr (ask_build_find_origin (all, of_all, &credit, &owner)->name, ==, "credit");
  g_assert_cmpstr (owner->name, ==, "customer");
}

/* Two columns of one name, and one without any, have names of their own before the next stage says them. */
static void
test_names (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) first
    = read_sql (schema, "SELECT shipment.id, carrier.id, price * 2 FROM shipment JOIN carrier ON carrier_id = carrier.id");
  g_autoptr (AskBuild) build = ask_build_go_on (first, schema);
  g_autoptr (AskBuild) third = ask_build_go_on (build, schema);

  assert_sql (build, schema,
              "WITH step_1 AS (SELECT shipment.id, carrier.id AS carrier_id_2, price * 2 AS column_1 FROM "
              "shipment JOIN carrier ON shipment.carrier_id = carrier.id) SELECT * FROM step_1");
  g_assert_cmpstr (ask_build_get_step (third, 0)->entity, ==, "step_2");
}

static AskBuild *
get_stage (AskBuild *build, guint at)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (build);

  return stages->pdata[at];
}

/* A new name reaches the stages behind, as far as they hand it on. */
static void
test_rename (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (
    schema, "WITH a AS (SELECT state, count(*) AS n FROM shipment GROUP BY state), b AS (SELECT * FROM a WHERE n > 1 AND "
            "n + 1 < a.n * 2) SELECT max(n) AS n FROM b WHERE n <> 4");

  g_assert_true (ask_build_rename_output (get_stage (build, 0), schema, 1, "number", NULL));
  ask_build_rename_after (build, get_stage (build, 0), schema, "n", "number");
  assert_sql (build, schema,
              "WITH a AS (SELECT state, count(*) AS number FROM shipment GROUP BY state), b AS (SELECT * FROM a WHERE "
              "number > 1 AND number + 1 < a.number * 2) SELECT max(number) AS n FROM b WHERE number <> 4");
}

/* ---- faults */

static guint
count_level (GPtrArray *problems, AskBuildLevel level, guint stage)
{
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    {
      const AskBuildProblem *problem = problems->pdata[i];

      n += problem->level == level && problem->stage == stage;
    }
  return n;
}

/* A fault stands at its stage, and one of a stage before is not said once more behind it. */
static void
test_faults (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, BUSY "SELECT * FROM step_1 WHERE n > 7");
  g_autoptr (GPtrArray) none = ask_build_check (build, schema);
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) behind = NULL;
  AskBuildStep *filter = ask_build_get_step (build, 1);

  g_assert_cmpuint (count_level (none, ASK_BUILD_FAULT, 0) + count_level (none, ASK_BUILD_FAULT, 1), ==, 0);
  ask_text_set (&filter->condition->term.name, "gone");
  behind = ask_build_check (build, schema);
  g_assert_cmpuint (count_level (behind, ASK_BUILD_FAULT, 1), ==, 1);
  g_assert_cmpuint (((AskBuildProblem *) behind->pdata[0])->step, ==, 1);
  ask_text_set (&((AskBuildColumn *) ask_build_get_step (get_stage (build, 0), 1)->columns->pdata[0])->term.name, "lost");
  before = ask_build_check (build, schema);
  g_assert_cmpuint (count_level (before, ASK_BUILD_FAULT, 0), ==, 1);
  g_assert_cmpuint (count_level (before, ASK_BUILD_FAULT, 1), ==, 0);
}

static void
test_next (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, BUSY "SELECT * FROM step_1");
  g_autoptr (GPtrArray) next = ask_build_list_next (build, schema, NULL, 10);
  gboolean joins = FALSE;

  g_assert_cmpuint (next->len, >, 0);
  for (guint i = 0; i < next->len; i++)
    {
      const AskBuildNext *one = next->pdata[i];
      g_autofree char *sql = ask_build_to_sql (one->build, schema);
      g_autoptr (AskBuild) again = read_sql (schema, sql);

      g_assert_true (g_str_has_prefix (sql, "WITH step_1 AS ("));
      g_assert_true (ask_build_equal (one->build, again));
      joins = joins || g_str_equal (one->words, "Join customer");
    }
  g_assert_true (joins);
}

static void
test_previews (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, BUSY "SELECT n, count(*) AS m FROM step_1 WHERE n > 7 GROUP BY n");
  static const char *const expected[] = {
    BUSY "SELECT * FROM step_1 LIMIT 10",
    BUSY "SELECT * FROM step_1 WHERE n > 7 LIMIT 10",
    BUSY "SELECT n FROM step_1 WHERE n > 7 GROUP BY n LIMIT 10",
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *sql = ask_build_preview_sql (build, schema, i + 1, 10);

      g_assert_cmpstr (sql, ==, expected[i]);
    }
}

static void
test_broken_documents (void)
{
  static const char *const broken[] = {
    "{\"version\":1,\"steps\":[{\"kind\":\"entity\",\"entity\":\"a\",\"item\":\"a\",\"before\":[]}]}",
    "{\"version\":1,\"steps\":[{\"kind\":\"entity\",\"entity\":\"a\",\"item\":\"a\",\"before\":[{\"kind\":\"limit\"}]}]}",
    ("{\"version\":1,\"steps\":[{\"kind\":\"entity\",\"entity\":\"a\",\"item\":\"a\"},{\"kind\":\"limit\",\"limit\":1,"
     "\"before\":[{\"kind\":\"entity\",\"entity\":\"a\",\"item\":\"a\"}]}]}"),
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

/* ---- drawn */

static const AskAttribute *
draw_attribute (const AskEntity *entity)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();

  for (guint i = 0; i < entity->attributes->len; i++)
    if (!((AskAttribute *) entity->attributes->pdata[i])->hidden)
      g_ptr_array_add (shown, entity->attributes->pdata[i]);
  return shown->len > 0 ? shown->pdata[g_test_rand_int_range (0, (gint32) shown->len)] : NULL;
}

static void
add_figure (AskBuild *build, const AskBuildTerm *field)
{
  AskBuildTerm figure = *field;

  figure.function = (AskBuildFunction) g_test_rand_int_range (ASK_BUILD_COUNT, ASK_BUILD_MOST + 1);
  ask_build_step_add (build_draw_step (build, ASK_BUILD_SUMMARISE), &figure, "drawn_figure");
}

/* One stage more, with steps over what the one before gives. */
static AskBuild *
draw_stage (const AskBuild *before, AskSchema *schema)
{
  AskBuild *build = ask_build_go_on (before, schema);
  g_autoptr (AskSchema) names = ask_build_dup_names (build, schema);
  const AskBuildStep *entity = ask_build_get_step (build, 0);
  const AskAttribute *one = draw_attribute (ask_schema_find_entity (names, entity->entity));
  const AskAttribute *other = draw_attribute (ask_schema_find_entity (names, entity->entity));
  AskBuildTerm field = { .kind = ASK_BUILD_TERM_FIELD, .item = entity->item };

  if (one == NULL)
    return build;
  field.name = other->name;
  if (g_test_rand_bit ())
    {
      AskBuildStep *filter = build_draw_step (build, ASK_BUILD_FILTER);

      filter->condition = ask_build_condition_new (ASK_BUILD_TEST);
      ask_build_term_set (&filter->condition->term, &field);
      filter->condition->op = ASK_BUILD_GREATER;
      ask_build_condition_add (filter->condition, ASK_BUILD_VALUE_NUMBER, "3");
    }
  if (g_test_rand_bit ())
    {
      field.name = one->name;
      ask_build_step_add (build_draw_step (build, ASK_BUILD_GROUP), &field, NULL);
      field.name = other->name;
      add_figure (build, &field);
    }
  if (g_test_rand_bit ())
    build_draw_step (build, ASK_BUILD_LIMIT)->limit = g_test_rand_int_range (1, 50);
  return build;
}

static void
test_drawn (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();

  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (AskBuild) build = build_draw (schema);

      for (int stage = g_test_rand_int_range (1, 4); stage > 0; stage--)
        {
          AskBuild *next = draw_stage (build, schema);

          ask_build_free (build);
          build = next;
        }
      {
        g_autofree char *sql = ask_build_to_sql (build, schema);
        g_autoptr (AskBuild) again = read_sql (schema, sql);
        g_autoptr (JsonNode) document = ask_build_to_json (build);
        g_autoptr (AskBuild) kept = ask_build_from_json (document, NULL);
        g_autoptr (AskBuild) copy = ask_build_copy (build);

        if (!ask_build_equal (build, again))
          {
            g_autofree char *other = ask_build_to_sql (again, schema);

            g_error ("%s\n%s", sql, other);
          }
        g_assert_true (ask_build_equal (build, kept));
        g_assert_true (ask_build_equal (build, copy));
        ask_text_set (&ask_build_get_step (get_stage (copy, 0), 0)->item, "else");
        g_assert_false (ask_build_equal (build, copy));
      }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/build-stage/stages-become-sql-and-the-same-stages", test_queries);
  g_test_add_func ("/explore/build-stage/groups-are-joined-and-counted-once-more", test_go_on);
  g_test_add_func ("/explore/build-stage/results-are-offered-but-what-is-hidden", test_offers);
  g_test_add_func ("/explore/build-stage/each-result-has-a-name-of-its-own", test_names);
  g_test_add_func ("/explore/build-stage/a-new-name-reaches-the-stages-behind", test_rename);
  g_test_add_func ("/explore/build-stage/a-fault-stands-at-its-stage-alone", test_faults);
  g_test_add_func ("/explore/build-stage/what-makes-sense-next-goes-on-from-results", test_next);
  g_test_add_func ("/explore/build-stage/each-step-of-a-stage-has-its-preview", test_previews);
  g_test_add_func ("/explore/build-stage/broken-documents-with-stages-are-refused", test_broken_documents);
  g_test_add_func ("/explore/build-stage/drawn-stages-come-back-from-sql-and-json", test_drawn);
  return g_test_run ();
}

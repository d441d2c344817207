/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is offered in the steps of a query, the ways of its joins, and faults at the step that makes them.
 */
#include "config.h"

#include "explore/ask-build-check.h"

#include <string.h>

#include "build-fixture.h"
#include "explore/ask-build-complete.h"
#include "explore/ask-build-offer.h"
#include "explore/ask-build-words.h"

static AskBuild *
read_sql (AskSchema *schema, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskBuild *build = ask_build_from_sql (schema, sql, &error);

  if (error != NULL)
    g_error ("%s: %s", sql, error->message);
  return build;
}

static const AskBuildChoice *
find_choice (GPtrArray *choices, const char *words)
{
  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((AskBuildChoice *) choices->pdata[i])->words, words) == 0)
      return choices->pdata[i];
  return NULL;
}

static void
test_choices (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, "SELECT state, sum(price) AS total FROM shipment JOIN customer ON "
                                                 "shipment.customer_id = customer.id GROUP BY state");
  g_autoptr (GPtrArray) early = ask_build_list_choices (build, schema, ASK_BUILD_FILTER, 1);
  g_autoptr (GPtrArray) filter = ask_build_list_choices (build, schema, ASK_BUILD_FILTER, 2);
  g_autoptr (GPtrArray) sort = ask_build_list_choices (build, schema, ASK_BUILD_SORT, 4);

  g_assert_nonnull (find_choice (early, "price"));
  g_assert_null (find_choice (early, "name"));
  g_assert_nonnull (find_choice (filter, "name"));
  g_assert_nonnull (find_choice (filter, "id of customer"));
  g_assert_null (find_choice (filter, "secret"));
  g_assert_null (find_choice (filter, "revenue"));
  g_assert_cmpint (find_choice (filter, "day")->kind, ==, ASK_DOMAIN_TIME);
  g_assert_nonnull (find_choice (sort, "state"));
  g_assert_nonnull (find_choice (sort, "sum of price"));
  g_assert_nonnull (find_choice (sort, "revenue"));
  g_assert_null (find_choice (sort, "weight"));
  g_assert_true (ask_build_op_suits (ASK_BUILD_WITHIN, ASK_DOMAIN_TIME));
  g_assert_false (ask_build_op_suits (ASK_BUILD_WITHIN, ASK_DOMAIN_TEXT));
}

static void
test_paths (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
  g_autoptr (GArray) targets = ask_build_list_targets (build, schema, 1);
  g_autoptr (GPtrArray) paths = ask_build_find_paths (build, schema, 1, "city");
  g_autofree char *sql = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (g_array_index (targets, AskBuildTarget, 0).entity->name, ==, "carrier");
  g_assert_cmpuint (g_array_index (targets, AskBuildTarget, 0).hops, ==, 1);
  g_assert_cmpuint (paths->len, ==, 2);
  g_assert_cmpstr (((AskBuildPath *) paths->pdata[1])->words, ==,
                   "shipment → customer (customer id = id) → city (city id = id)");
  g_assert_true (ask_build_take_path (build, 1, paths->pdata[1], &error));
  g_assert_no_error (error);
  sql = ask_build_to_sql (build, schema);
  g_assert_cmpstr (sql, ==,
                   "SELECT * FROM shipment JOIN customer ON shipment.customer_id = customer.id JOIN city ON "
                   "customer.city_id = city.id");
}

static void
test_self (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "employee");
  g_autoptr (GPtrArray) paths = ask_build_find_paths (build, schema, 1, "employee");
  g_autofree char *sql = NULL;

  /* Up to the boss, and down to those whose boss one is. */
  g_assert_cmpuint (paths->len, ==, 2);
  ask_build_take_path (build, 1, paths->pdata[0], NULL);
  sql = ask_build_to_sql (build, schema);
  g_assert_cmpstr (sql, ==, "SELECT * FROM employee JOIN employee AS employee_2 ON employee.boss_id = employee_2.id");
}

static void
test_apis (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, "SELECT shipment.id FROM shipment JOIN customer ON "
                                                 "shipment.customer_id = customer.id");
  AskEntity *customer = ask_schema_find_entity (schema, "customer");

  g_assert_false (ask_build_reads_apis (build, schema, 3));
  customer->kind = ASK_ENTITY_API;
  customer->operation = ask_operation_new ("/customers");
  g_assert_true (ask_build_reads_apis (build, schema, 3));
  g_assert_false (ask_build_reads_apis (build, schema, 1));
  ask_build_get_step (build, 1)->disabled = TRUE;
  g_assert_false (ask_build_reads_apis (build, schema, 3));
}

static const AskBuildProblem *
find_problem (GPtrArray *problems, guint step, const char *words)
{
  for (guint i = 0; i < problems->len; i++)
    {
      const AskBuildProblem *problem = problems->pdata[i];

      if (problem->step == step && strstr (problem->words, words) != NULL)
        return problem;
    }
  return NULL;
}

static void
test_fan_out (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build
    = read_sql (schema, "SELECT sum(customer.credit), sum(shipment.price) FROM customer JOIN shipment ON "
                        "customer.id = shipment.customer_id");
  g_autoptr (GPtrArray) problems = ask_build_check (build, schema);
  g_autoptr (AskBuild) good = read_sql (schema, "SELECT state, sum(price) FROM shipment GROUP BY state");
  g_autoptr (GPtrArray) none = ask_build_check (good, schema);

  g_assert_cmpuint (problems->len, >, 0);
  for (guint i = 0; i < problems->len; i++)
    {
      const AskBuildProblem *problem = problems->pdata[i];

      g_assert_cmpint (problem->level, ==, ASK_BUILD_DOUBT);
      g_assert_cmpuint (problem->step, ==, 2);
    }
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_faults (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build
    = read_sql (schema, "SELECT *, price * 2 AS twice FROM shipment JOIN carrier ON "
                        "shipment.carrier_id = carrier.id WHERE carrier.name = 'A' AND price > 'much'");
  AskBuildColumn *calculated = ask_build_get_step (build, 2)->columns->pdata[0];
  g_autoptr (GPtrArray) doubts = ask_build_check (build, schema);
  g_autoptr (GPtrArray) faults = NULL;

  g_assert_nonnull (find_problem (doubts, 4, "“much” is no number"));
  ask_build_get_step (build, 1)->disabled = TRUE;
  g_free (calculated->term.name);
  calculated->term.name = g_strdup ("price *");
  faults = ask_build_check (build, schema);
  g_assert_nonnull (find_problem (faults, 2, "“price *” is no expression"));
  g_assert_cmpint (find_problem (faults, 3, "“carrier” is not joined before this step")->level, ==, ASK_BUILD_FAULT);
}

static void
test_open (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = ask_build_new_for_entity (schema, "shipment");
  g_autoptr (GPtrArray) problems = NULL;

  ask_build_insert (build, 1, ask_build_step_new (ASK_BUILD_FILTER), NULL);
  ask_build_insert (build, 2, ask_build_step_new (ASK_BUILD_GROUP), NULL);
  problems = ask_build_check (build, schema);
  g_assert_cmpuint (problems->len, ==, 2);
  g_assert_cmpint (find_problem (problems, 1, "Say what has to hold")->level, ==, ASK_BUILD_OPEN);
  g_assert_cmpint (find_problem (problems, 2, "Choose at least one column")->level, ==, ASK_BUILD_OPEN);
}

static void
test_completion (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) one = ask_build_new_for_entity (schema, "shipment");
  g_autoptr (AskBuild) two = read_sql (schema, "SELECT shipment.id FROM shipment JOIN customer ON "
                                               "shipment.customer_id = customer.id");
  g_autoptr (GPtrArray) price = ask_build_complete (one, schema, 1, "PRI");
  g_autoptr (GPtrArray) on_time = ask_build_complete (one, schema, 1, "on");
  g_autoptr (GPtrArray) name = ask_build_complete (two, schema, 2, "nam");
  g_autoptr (GPtrArray) round = ask_build_complete (one, schema, 1, "rou");
  g_autoptr (GPtrArray) nothing = ask_build_complete (one, schema, 1, "");

  g_assert_cmpuint (price->len, ==, 1);
  g_assert_cmpstr (((AskBuildWord *) price->pdata[0])->text, ==, "price");
  g_assert_cmpstr (((AskBuildWord *) on_time->pdata[0])->text, ==, "\"on time\"");
  g_assert_cmpstr (((AskBuildWord *) name->pdata[0])->text, ==, "customer.name");
  g_assert_cmpstr (((AskBuildWord *) round->pdata[0])->text, ==, "round(");
  g_assert_cmpuint (nothing->len, ==, 0);
  g_assert_cmpuint (ask_build_find_word ("price * wei", 11), ==, 8);
  g_assert_cmpuint (ask_build_find_word ("price * ", 8), ==, 8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/build-check/offers-what-stands-before-and-is-not-hidden", test_choices);
  g_test_add_func ("/explore/build-check/several-ways-lead-to-an-entity", test_paths);
  g_test_add_func ("/explore/build-check/an-entity-is-joined-with-itself", test_self);
  g_test_add_func ("/explore/build-check/steps-that-read-an-api-are-known", test_apis);
  g_test_add_func ("/explore/build-check/a-sum-that-a-join-multiplies-is-doubted", test_fan_out);
  g_test_add_func ("/explore/build-check/faults-stand-at-their-steps", test_faults);
  g_test_add_func ("/explore/build-check/an-expression-is-completed-by-its-letters", test_completion);
  g_test_add_func ("/explore/build-check/open-steps-say-what-is-missing", test_open);
  return g_test_run ();
}

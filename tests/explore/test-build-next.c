/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is suggested next: which steps make sense for which attributes, and that each of them can run.
 */
#include "config.h"

#include "explore/ask-build-next.h"

#include <string.h>

#include "build-fixture.h"
#include "explore/ask-build-check.h"

#define MAX_NEXT 5

static AskBuild *
read_sql (AskSchema *schema, const char *sql)
{
  g_autoptr (GError) error = NULL;
  AskBuild *build = ask_build_from_sql (schema, sql, &error);

  g_assert_no_error (error);
  return build;
}

static AskBuildKnown *
make_known (void)
{
  AskBuildKnown *known = ask_build_known_new ();
  AskBuildFact *fact = ask_build_known_add (known, "shipment", "state", 3);

  g_ptr_array_add (fact->values, g_strdup ("it's late"));
  g_ptr_array_add (fact->values, g_strdup ("sent"));
  g_ptr_array_add (fact->values, g_strdup ("there"));
  ask_build_known_add (known, "city", "country", 20);
  ask_build_known_add (known, "city", "name", 5000);
  return known;
}

/* What is suggested as lines of words and SQL. */
static char *
suggest (AskSchema *schema, const char *sql, const AskBuildKnown *known)
{
  g_autoptr (AskBuild) build = read_sql (schema, sql);
  g_autoptr (GPtrArray) next = ask_build_list_next (build, schema, known, MAX_NEXT);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < next->len; i++)
    {
      const AskBuildNext *one = next->pdata[i];
      g_autofree char *written = ask_build_to_sql (one->build, schema);
      g_autoptr (GPtrArray) problems = ask_build_check (one->build, schema);

      g_assert_cmpuint (problems->len, ==, 0);
      g_assert_cmpuint (one->step, >, 0);
      g_assert_cmpuint (one->step, <, one->build->steps->len);
      g_string_append_printf (text, "%s: %s\n", one->words, written);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static const struct
{
  const char *sql;
  const char *suggested;
} queries[] = {
  /* Of rows: each kind of step offers its best. */
  { "SELECT * FROM shipment",
    "Count shipments by state: SELECT state, count(*) AS rows_counted FROM shipment GROUP BY state\n"
    "Show revenue by month of day: SELECT strftime('%Y-%m', day) AS month, revenue FROM shipment GROUP BY month\n"
    "Join carrier: SELECT * FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id\n"
    "The 10 with the largest price: SELECT * FROM shipment ORDER BY price DESC LIMIT 10\n"
    "Only where state is “it's late”: SELECT * FROM shipment WHERE state = 'it''s late'\n" },
  /* Nothing in it is to be summed up. */
  { "SELECT * FROM carrier",
    "Join city: SELECT * FROM carrier JOIN city ON carrier.city_id = city.id\n"
    "Count carriers: SELECT count(*) AS rows_counted FROM carrier\n"
    "In the order of name: SELECT * FROM carrier ORDER BY name\n"
    "Join shipment: SELECT * FROM carrier JOIN shipment ON carrier.id = shipment.carrier_id\n" },
  /* What was joined is what one groups by. What all rows have the same of, is not. */
  { "SELECT * FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id WHERE shipment.state = 'sent'",
    "Count rows by carrier: SELECT carrier.name, count(*) AS rows_counted FROM shipment JOIN carrier ON "
    "shipment.carrier_id = carrier.id WHERE shipment.state = 'sent' GROUP BY carrier.name\n"
    "Show revenue by month of day: SELECT strftime('%Y-%m', shipment.day) AS month, shipment.revenue FROM shipment "
    "JOIN carrier ON shipment.carrier_id = carrier.id WHERE shipment.state = 'sent' GROUP BY month\n"
    "Join city: SELECT * FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id JOIN city ON carrier.city_id = "
    "city.id WHERE shipment.state = 'sent'\n"
    "The 10 with the largest price: SELECT * FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id WHERE "
    "shipment.state = 'sent' ORDER BY shipment.price DESC LIMIT 10\n"
    "Only where on time is true: SELECT * FROM shipment JOIN carrier ON shipment.carrier_id = carrier.id WHERE "
    "shipment.state = 'sent' AND shipment.\"on time\" = 1\n" },
  /* Of groups: their order, then one more of each. */
  { "SELECT strftime('%Y-%m', day) AS month, revenue FROM shipment GROUP BY month",
    "In the order of month of day: SELECT strftime('%Y-%m', day) AS month, revenue FROM shipment GROUP BY month ORDER "
    "BY month\n"
    "The 10 with the largest revenue: SELECT strftime('%Y-%m', day) AS month, revenue FROM shipment GROUP BY month "
    "ORDER BY revenue DESC LIMIT 10\n"
    "Also the average price: SELECT strftime('%Y-%m', day) AS month, revenue, avg(price) AS average_of_price FROM "
    "shipment GROUP BY month\n"
    "Also by state: SELECT strftime('%Y-%m', day) AS month, state, revenue FROM shipment GROUP BY month, state\n"
    "Only where state is “it's late”: SELECT strftime('%Y-%m', day) AS month, revenue FROM shipment WHERE state = "
    "'it''s late' GROUP BY month\n" },
};

static void
test_queries (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuildKnown) known = make_known ();

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autofree char *found = suggest (schema, queries[i].sql, known);

      g_assert_cmpstr (found, ==, queries[i].suggested);
    }
}

/* A query with a fault, and one that is not whole. */
static void
test_none (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  g_autoptr (AskBuild) build = read_sql (schema, "SELECT * FROM shipment WHERE price > 5");
  g_autoptr (GPtrArray) open = NULL;
  g_autoptr (GPtrArray) wrong = NULL;
  AskBuildCondition *condition = ask_build_get_step (build, 1)->condition;

  g_ptr_array_set_size (condition->values, 0);
  open = ask_build_list_next (build, schema, NULL, MAX_NEXT);
  g_assert_cmpuint (open->len, ==, 0);
  ask_build_condition_add (condition, ASK_BUILD_VALUE_NUMBER, "5");
  g_free (condition->term.name);
  condition->term.name = g_strdup ("colour");
  wrong = ask_build_list_next (build, schema, NULL, MAX_NEXT);
  g_assert_cmpuint (wrong->len, ==, 0);
}

static void
test_hidden (void)
{
  g_autoptr (AskSchema) schema = build_fixture_schema ();
  AskEntity *shipment = ask_schema_find_entity (schema, "shipment");
  g_autoptr (AskBuildKnown) known = make_known ();
  g_autofree char *found = NULL;

  ask_entity_find_attribute (shipment, "state")->sensitive = TRUE;
  ask_entity_find_attribute (shipment, "price")->hidden = TRUE;
  found = suggest (schema, "SELECT * FROM shipment", known);
  g_assert_null (strstr (found, "state"));
  g_assert_null (strstr (found, "price"));
  g_assert_nonnull (strstr (found, "Count shipments by on time"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explore/build-next/steps-go-with-what-attributes-mean", test_queries);
  g_test_add_func ("/explore/build-next/what-is-wrong-or-open-comes-first", test_none);
  g_test_add_func ("/explore/build-next/what-is-hidden-or-sensitive-is-not-offered", test_hidden);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It does not matter to the answer where a table lives, and whether a server computes: random queries
 * over tables in a file, an API, PostgreSQL and MariaDB give the rows that they give over the plain
 * tables, with push-down and without. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "engine-queries.h"
#include "engine-servers.h"

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

  ask_engine_set_push_down (servers->engine, push_down);
  result = ask_engine_query (servers->engine, sql, NULL, NULL, NULL, &error);
  if (error != NULL)
    g_error ("%s\n%s", sql, error->message);
  got = engine_fixture_rows (result->rows);
  if (strcmp (got->str, expected) != 0)
    {
      explain (result);
      g_error ("%s\npush-down %s, expected:\n%sgot:\n%s", sql, push_down ? "on" : "off", expected,
               got->str);
    }
  return result->plan != NULL && result->remote->len > 0 && result->remote->len < 2
         && result->plan->children->len == 1;
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/servers/same-rows", test_same_rows);
  return g_test_run ();
}

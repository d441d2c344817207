/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It does not matter to the answer where a table lives: random queries over virtual tables give the
 * rows that they give over the plain tables. The seed that g_test prints repeats a failure.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "engine-queries.h"

#define CASES 400

/* Beyond the kinds of paging: numbered pages of which nobody says where they begin. */
#define PAGES_FROM_ZERO 100
#define PAGES_FROM_ONE 101
/* The rows of "c" leave out the one parameter that it must have: one value a call, or several. */
#define OMITTED 102
#define OMITTED_IN_LISTS 103

/* An earlier step's result, which both sides have as a table. */
static void
keep_step (EngineFixture *fixture)
{
  const char *sql = "SELECT id, a_id, t FROM d WHERE id % 3 > 0";
  g_autofree char *create = g_strdup_printf ("CREATE TEMP TABLE step AS %s", sql);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result
    = ask_engine_query (fixture->engine, sql, NULL, "step", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (result->temp_table, ==, "step");
  g_assert_cmpint (sqlite3_exec (fixture->plain, create, NULL, NULL, NULL), ==, SQLITE_OK);
}

static void
test_same_rows (gconstpointer data)
{
  int paging = GPOINTER_TO_INT (data);
  EngineFixture fixture;
  g_autofree char *tables = engine_queries_make_tables ();
  guint n_calls = 0;

  if (paging >= OMITTED)
    {
      engine_fixture_open (&fixture, tables, ASK_PAGING_OFFSET);
      fixture.table.omits = "c.a_id";
      if (paging == OMITTED_IN_LISTS)
        ask_operation_find_parameter_for (ask_schema_find_entity (fixture.schema, "c")->operation, "a_id")->style
          = ASK_ARRAY_COMMA;
    }
  else if (paging >= PAGES_FROM_ZERO)
    engine_fixture_open_silent (&fixture, tables, paging == PAGES_FROM_ZERO);
  else
    engine_fixture_open (&fixture, tables, (AskPagingKind) paging);
  fixture.table.sloppy = TRUE;
  keep_step (&fixture);
  for (int i = 0; i < CASES; i++)
    {
      g_autofree char *sql = i % 2 == 0 ? engine_queries_random () : engine_queries_random_form ();
      g_autoptr (GString) expected = engine_fixture_plain (&fixture, sql);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskResult) result
        = ask_engine_query (fixture.engine, sql, NULL, NULL, NULL, &error);
      g_autoptr (GString) got = NULL;

      g_assert_nonnull (expected);
      if (error != NULL)
        g_error ("%s\n%s", sql, error->message);
      got = engine_fixture_rows (result->rows);
      if (strcmp (got->str, expected->str) != 0)
        {
          for (guint c = 0; c < result->calls->len; c++)
            g_printerr ("%s\n", ((AskCall *) result->calls->pdata[c])->url);
          g_error ("%s\nexpected:\n%sgot:\n%s", sql, expected->str, got->str);
        }
      n_calls += result->calls->len;
    }
  g_test_message ("%d queries, %u calls", CASES, n_calls);
  g_assert_cmpuint (n_calls, >, CASES / 2);
  engine_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/property/whole-lists-give-sqlite-s-rows", GINT_TO_POINTER (ASK_PAGING_NONE),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/numbered-pages-give-sqlite-s-rows", GINT_TO_POINTER (ASK_PAGING_PAGE),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/pages-from-zero-give-sqlite-s-rows", GINT_TO_POINTER (PAGES_FROM_ZERO),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/pages-from-one-give-sqlite-s-rows", GINT_TO_POINTER (PAGES_FROM_ONE),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/offsets-give-sqlite-s-rows", GINT_TO_POINTER (ASK_PAGING_OFFSET),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/cursors-give-sqlite-s-rows", GINT_TO_POINTER (ASK_PAGING_CURSOR),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/links-give-sqlite-s-rows", GINT_TO_POINTER (ASK_PAGING_LINK),
                        test_same_rows);
  g_test_add_data_func ("/engine/property/omitted-keys-are-filled-in", GINT_TO_POINTER (OMITTED), test_same_rows);
  g_test_add_data_func ("/engine/property/omitted-keys-of-list-calls-are-filled-in",
                        GINT_TO_POINTER (OMITTED_IN_LISTS),
                        test_same_rows);
  return g_test_run ();
}

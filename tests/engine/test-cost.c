/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a statement will cost, against what it did cost; and caps, which end a statement and never make its rows fewer.
 */
#include "config.h"

#include <string.h>

#include "engine-fixture.h"
#include "engine/ask-cost.h"

#define TABLES \
  "CREATE TABLE a(id INTEGER PRIMARY KEY, g TEXT, n INTEGER);" \
  "CREATE TABLE b(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);" \
  "CREATE TABLE c(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);" \
  "CREATE TABLE d(id INTEGER PRIMARY KEY, a_id INTEGER, t TEXT);" \
  "WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 60) " \
  "INSERT INTO a SELECT i, 'g' || (i % 5), i * 10 FROM s;" \
  "INSERT INTO b SELECT id, id % 10, g FROM a;" \
  "INSERT INTO c SELECT id, id, '0' || id FROM a;" \
  "INSERT INTO d SELECT id, id % 25, g FROM a WHERE id <= 40;"

/* The only item; NULL where there is none. */
static AskCostItem *
estimate (EngineFixture *fixture, const char *sql, GPtrArray **items)
{
  g_autoptr (GError) error = NULL;

  *items = ask_engine_estimate (fixture->engine, sql, NULL, &error);
  if (*items == NULL)
    g_error ("%s\n%s", sql, error->message);
  g_assert_cmpuint ((*items)->len, <=, 1);
  return (*items)->len > 0 ? (*items)->pdata[0] : NULL;
}

static guint
run (EngineFixture *fixture, const char *sql, gint64 *rows)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);

  if (result == NULL)
    g_error ("%s\n%s", sql, error->message);
  *rows = result->rows_fetched;
  return ask_calls_count_requests (result->calls);
}

static void
assert_holds (const char *sql, const char *what, AskFigure figure, gint64 really)
{
  gboolean holds = figure.kind == ASK_FIGURE_EXACT      ? really == figure.n
                   : figure.kind == ASK_FIGURE_AT_MOST  ? really <= figure.n
                   : figure.kind == ASK_FIGURE_AT_LEAST ? really >= figure.n
                                                        : TRUE;

  if (!holds)
    g_error ("%s\n%s: %s %" G_GINT64_FORMAT ", really %" G_GINT64_FORMAT, sql, what, ask_figure_to_string (figure.kind),
             figure.n, really);
}

/* Nothing is called for an estimate, and what it says holds. Returns: of calls */
static AskFigure
assert_estimate (EngineFixture *fixture, const char *sql)
{
  g_autoptr (GPtrArray) items = NULL;
  const AskCostItem *item;
  AskSpent before;
  AskSpent after;
  gint64 rows;
  guint calls;

  /* The server may still hear of calls that the statement before left behind, where a LIMIT ended it. */
  before = ask_engine_get_spent (fixture->engine, NULL);
  item = estimate (fixture, sql, &items);
  after = ask_engine_get_spent (fixture->engine, NULL);
  if (after.calls != before.calls)
    g_error ("%s\ncalled for its estimate", sql);
  calls = run (fixture, sql, &rows);
  if (item == NULL)
    {
      g_assert_cmpuint (calls, ==, 0);
      return (AskFigure) { ASK_FIGURE_EXACT, 0 };
    }
  assert_holds (sql, "calls", item->calls, calls);
  assert_holds (sql, "rows", item->rows, rows);
  return item->calls;
}

static const struct
{
  const char *sql;
  AskFigureKind kind;
  gint64 n;
} by_key[] = {
  { "SELECT count(*) FROM d", ASK_FIGURE_EXACT, 0 },
  { "SELECT g FROM a WHERE id = 3", ASK_FIGURE_EXACT, 1 },
  { "SELECT g FROM a WHERE id IN (3, 5, 3, NULL, 4711)", ASK_FIGURE_EXACT, 3 },
  { "SELECT t FROM c WHERE a_id = NULL", ASK_FIGURE_EXACT, 0 },
  { "SELECT count(*) FROM a", ASK_FIGURE_EXACT, 1 },
  { "SELECT g FROM a LIMIT 3", ASK_FIGURE_EXACT, 1 },
  /* The keys come from a file, and its conditions are looked at there. */
  { "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id", ASK_FIGURE_EXACT, 25 },
  { "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id WHERE d.t = 'g1'", ASK_FIGURE_EXACT, 5 },
  { "SELECT count(*) FROM c WHERE a_id IN (SELECT id FROM d WHERE id < 8)", ASK_FIGURE_EXACT, 7 },
  { "SELECT d.id, (SELECT max(t) FROM c WHERE c.a_id = d.id) FROM d WHERE d.id > 30", ASK_FIGURE_EXACT, 10 },
  { "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id LIMIT 1", ASK_FIGURE_AT_MOST, 25 },
  /* Keys that an API's rows supply are not known before these come. */
  { "SELECT c.t FROM a JOIN c ON c.a_id = a.id WHERE a.g = 'g1'", ASK_FIGURE_AT_LEAST, 1 },
  { "SELECT c.t FROM c JOIN b ON b.id = c.id WHERE c.a_id = (SELECT max(n) / 10 FROM a WHERE id = 4)",
    ASK_FIGURE_AT_LEAST, 1 },
  /* What waits may not be waited for, where a LIMIT ends it before. */
  { "SELECT c.t FROM a JOIN c ON c.a_id = a.id WHERE a.g = 'g1' LIMIT 1", ASK_FIGURE_AT_LEAST, 1 },
  { "SELECT d.id FROM d JOIN c x ON x.a_id = d.id JOIN c y ON y.a_id = d.id LIMIT 2", ASK_FIGURE_UNKNOWN, 40 },
};

static void
test_calls_by_key_are_known_before_they_are_made (void)
{
  EngineFixture fixture;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (by_key); i++)
    {
      AskFigure calls = assert_estimate (&fixture, by_key[i].sql);

      g_test_message ("%s", by_key[i].sql);
      g_assert_cmpstr (ask_figure_to_string (calls.kind), ==, ask_figure_to_string (by_key[i].kind));
      g_assert_cmpint (calls.n, ==, by_key[i].n);
    }
  engine_fixture_close (&fixture);
}

static const AskPlanNode *
find_node (const AskPlanNode *root, AskPlanKind kind)
{
  const AskPlanNode *node = root->first;

  while (node != NULL && node->kind != kind)
    node = node->next;
  return node;
}

/* What would run where, with what each place is asked for; and what does not run is an error here, too. */
static void
test_a_plan_says_what_each_place_is_asked_for (void)
{
  EngineFixture fixture;
  g_autoptr (AskPlanNode) plan = NULL;
  g_autoptr (AskPlanNode) none = NULL;
  g_autoptr (GPtrArray) requests = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const AskPlanNode *node;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  ask_test_server_forget (fixture.server);
  plan = ask_engine_explain (fixture.engine, "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id", NULL, &error);
  g_assert_no_error (error);
  requests = ask_test_server_dup_requests (fixture.server);
  g_assert_cmpuint (requests->len, ==, 0);
  g_assert_cmpint (plan->kind, ==, ASK_PLAN_LOCAL);
  node = find_node (plan, ASK_PLAN_API);
  g_assert_nonnull (node);
  g_assert_true (ask_plan_node_is_for (node, "c"));
  g_assert_true (node->asked);
  g_assert_cmpint (node->wanted_calls.kind, ==, ASK_FIGURE_EXACT);
  g_assert_cmpint (node->wanted_calls.n, ==, 25);
  g_assert_cmpint (node->calls, ==, -1);
  node = find_node (plan, ASK_PLAN_FILE);
  g_assert_nonnull (node);
  g_assert_false (node->asked);
  text = ask_plan_to_text (plan);
  g_assert_nonnull (strstr (text, "(25 calls, "));

  none = ask_engine_explain (fixture.engine, "SELECT colour FROM c", NULL, &error);
  g_assert_null (none);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME);
  engine_fixture_close (&fixture);
}

static void
note_calls (guint64 calls, gpointer data)
{
  guint64 *last = data;

  g_assert_cmpuint (calls, ==, *last + 1);
  *last = calls;
}

static void
test_each_call_is_told_of (void)
{
  EngineFixture fixture;
  guint64 told = 0;
  gint64 rows;
  guint calls;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_NONE);
  ask_engine_set_called (fixture.engine, note_calls, &told);
  calls = run (&fixture, "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id", &rows);
  g_assert_cmpuint (calls, ==, 25);
  g_assert_cmpuint (told, ==, 25);
  ask_engine_set_called (fixture.engine, NULL, NULL);
  engine_fixture_close (&fixture);
}

static void
test_what_nobody_counted_is_unknown (void)
{
  EngineFixture fixture;
  g_autoptr (GPtrArray) items = NULL;
  const AskCostItem *item;
  AskEntity *a;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  item = estimate (&fixture, "SELECT count(*) FROM a", &items);
  g_assert_nonnull (item);
  g_assert_true (item->api);
  g_assert_cmpint (item->calls.kind, ==, ASK_FIGURE_UNKNOWN);
  g_assert_cmpint (item->rows.kind, ==, ASK_FIGURE_UNKNOWN);
  g_assert_cmpint (item->calls.n, ==, 0);
  g_assert_cmpint (item->most_calls, ==, 10000);

  /* With a count it is about so many pages, and the empty one behind the last. */
  a = ask_schema_find_entity (fixture.schema, "a");
  a->row_estimate = 60;
  a->operation->paging.size = 7;
  g_clear_pointer (&items, g_ptr_array_unref);
  item = estimate (&fixture, "SELECT count(*) FROM a", &items);
  g_assert_cmpint (item->calls.kind, ==, ASK_FIGURE_ABOUT);
  g_assert_cmpint (item->calls.n, ==, 9);
  g_assert_cmpint (item->rows.n, ==, 60);
  engine_fixture_close (&fixture);
}

/* Conditions and joins as they come, over an API with pages and without. */
static char *
draw_sql (void)
{
  static const char *const joins[] = {
    "SELECT * FROM d JOIN c ON c.a_id = d.?",
    "SELECT * FROM d LEFT JOIN c ON c.a_id = d.?",
    "SELECT count(*) FROM d WHERE EXISTS (SELECT 1 FROM c WHERE c.a_id = d.?)",
    "SELECT * FROM d WHERE d.t NOT IN (SELECT t FROM c WHERE c.a_id = d.?)",
    "SELECT * FROM d JOIN b ON b.a_id = d.?",
    "SELECT * FROM d JOIN a ON a.id = d.? JOIN c ON c.a_id = a.id",
    "SELECT * FROM d JOIN a ON a.id = d.?",
    "SELECT d.id FROM d JOIN c x ON x.a_id = d.? JOIN c y ON y.a_id = d.id",
  };
  g_autoptr (GString) sql = g_string_new (NULL);
  const char *join = joins[g_test_rand_int_range (0, G_N_ELEMENTS (joins))];
  gboolean where = strstr (join, "WHERE d") == NULL && strstr (join, "WHERE EXISTS") == NULL;

  g_string_append (sql, join);
  g_string_replace (sql, "?", g_test_rand_bit () ? "id" : "a_id", 0);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      g_string_append_printf (sql, " %s d.id <= %d", where ? "WHERE" : "AND", g_test_rand_int_range (0, 45));
      break;
    case 1:
      g_string_append_printf (sql, " %s d.t = 'g%d'", where ? "WHERE" : "AND", g_test_rand_int_range (0, 6));
      break;
    case 2:
      g_string_append_printf (sql, " %s d.a_id IN (%d, %d)", where ? "WHERE" : "AND", g_test_rand_int_range (0, 30),
                              g_test_rand_int_range (0, 30));
      break;
    default:
      break;
    }
  if (g_test_rand_int_range (0, 3) == 0)
    g_string_append_printf (sql, " LIMIT %d", g_test_rand_int_range (1, 20));
  return g_strdup (sql->str);
}

static void
test_drawn_estimates_hold (void)
{
  static const AskPagingKind pagings[] = { ASK_PAGING_NONE, ASK_PAGING_PAGE, ASK_PAGING_OFFSET };
  guint n = g_test_slow () ? 400 : 40;

  for (guint p = 0; p < G_N_ELEMENTS (pagings); p++)
    {
      EngineFixture fixture;

      engine_fixture_open (&fixture, TABLES, pagings[p]);
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *sql = draw_sql ();

          assert_estimate (&fixture, sql);
        }
      engine_fixture_close (&fixture);
    }
}

static void
assert_capped (EngineFixture *fixture, const char *sql, gboolean rows, guint64 most)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (fixture->engine, sql, NULL, NULL, NULL, &error);
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, most);
  AskCapReached reached;

  g_assert_null (result);
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP);
  g_assert_nonnull (strstr (error->message, count));
  g_assert_nonnull (strstr (error->message, rows ? "rows" : "calls"));
  g_assert_nonnull (strstr (error->message, "Allow more"));
  g_assert_true (ask_engine_get_reached (fixture->engine, &reached));
  g_assert_cmpint (reached.rows, ==, rows);
  g_assert_cmpuint (reached.most, ==, most);
}

static void
test_a_cap_is_an_error_never_fewer_rows (void)
{
  static const char *const queries[] = {
    "SELECT * FROM a",
    "SELECT count(*) FROM a",
    "SELECT c.t FROM d JOIN c ON c.a_id = d.a_id",
    "SELECT d.id, c.t FROM d LEFT JOIN c ON c.a_id = d.a_id",
    "SELECT count(*) FROM d WHERE a_id NOT IN (SELECT id FROM a)",
    "SELECT c.t FROM a JOIN c ON c.a_id = a.id",
  };

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      EngineFixture fixture;
      g_autoptr (GPtrArray) requests = NULL;
      AskSpent spent;
      AskSpent whole;
      gint64 rows;

      engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
      ask_engine_set_caps (fixture.engine, NULL, &(AskCaps) { .calls = 4 });
      assert_capped (&fixture, queries[i], FALSE, 4);
      requests = ask_test_server_dup_requests (fixture.server);
      g_assert_cmpuint (requests->len, <=, 4);
      spent = ask_engine_get_spent (fixture.engine, NULL);
      g_assert_cmpuint (spent.calls, ==, 4);

      /* What was spent stays spent. */
      assert_capped (&fixture, queries[i], FALSE, 4);
      ask_engine_set_caps (fixture.engine, NULL, &(AskCaps) { .rows = spent.rows + 9 });
      assert_capped (&fixture, queries[i], TRUE, spent.rows + 9);
      ask_engine_set_caps (fixture.engine, NULL, NULL);
      ask_engine_set_caps (fixture.engine, "api", &(AskCaps) { .calls = 5 });
      assert_capped (&fixture, queries[i], FALSE, 5);
      ask_engine_set_caps (fixture.engine, "api", NULL);
      spent = ask_engine_get_spent (fixture.engine, "api");
      run (&fixture, queries[i], &rows);
      whole = ask_engine_get_spent (fixture.engine, NULL);
      g_assert_cmpuint (whole.rows, >, spent.rows);

      /* Where the cap is as large as what is needed, nothing is missing. */
      ask_engine_set_caps (fixture.engine, "api",
                           &(AskCaps) { .calls = whole.calls + (whole.calls - spent.calls),
                                        .rows = whole.rows + (whole.rows - spent.rows) });
      run (&fixture, queries[i], &rows);
      engine_fixture_close (&fixture);
    }
}

static void
test_a_cap_is_not_blamed_for_other_failures (void)
{
  EngineFixture fixture;
  g_autoptr (GError) error = NULL;
  AskCapReached reached;

  engine_fixture_open (&fixture, TABLES, ASK_PAGING_PAGE);
  ask_engine_set_caps (fixture.engine, NULL, &(AskCaps) { .calls = 2 });
  assert_capped (&fixture, "SELECT * FROM a", FALSE, 2);
  g_assert_null (ask_engine_query (fixture.engine, "SELECT nobody FROM d", NULL, NULL, NULL, &error));
  g_assert_error (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_UNKNOWN_NAME);
  g_assert_false (ask_engine_get_reached (fixture.engine, &reached));
  engine_fixture_close (&fixture);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/cost/calls-by-key-are-known-before-they-are-made",
                   test_calls_by_key_are_known_before_they_are_made);
  g_test_add_func ("/engine/cost/a-plan-says-what-each-place-is-asked-for",
                   test_a_plan_says_what_each_place_is_asked_for);
  g_test_add_func ("/engine/cost/each-call-is-told-of", test_each_call_is_told_of);
  g_test_add_func ("/engine/cost/what-nobody-counted-is-unknown", test_what_nobody_counted_is_unknown);
  g_test_add_func ("/engine/cost/drawn-estimates-hold", test_drawn_estimates_hold);
  g_test_add_func ("/engine/cost/a-cap-is-an-error-never-fewer-rows", test_a_cap_is_an_error_never_fewer_rows);
  g_test_add_func ("/engine/cost/a-cap-is-not-blamed-for-other-failures", test_a_cap_is_not_blamed_for_other_failures);
  return g_test_run ();
}

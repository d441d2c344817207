/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of the whole way of a question: questions that are none, verified ones, and the model's
 * loop with everything that a model may do wrong, over real HTTP.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "llm/ask-openai.h"
#include "llm/ask-replay.h"

#define CITY_SALES \
  "SELECT sum(s.total) AS sales FROM sale s JOIN store t ON t.id = s.store_id WHERE t.city = 'Paris'"

static void
assert_has (const char *text, const char *part)
{
  if (text == NULL || strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static void
test_question (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autofree char *long_question = g_strnfill (100 * 1024, 'a');
  const char *const questions[] = { "", "   \n\t ", "?!…", long_question };

  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (GError) error = NULL;
      AskAnswer *answer = ask_agent_ask (fixture->workspace, NULL, questions[i], NULL, NULL, &error);
      g_autoptr (GPtrArray) history = NULL;

      g_assert_null (answer);
      g_assert_error (error, ASK_AGENT_ERROR, ASK_AGENT_ERROR_QUESTION);
      assert_has (error->message, i == 3 ? "too long" : "Type a question first");
      history = ask_workspace_list_history (fixture->workspace, 10, NULL);
      g_assert_cmpuint (history->len, ==, 0);
    }
}

static void
test_smalltalk (void)
{
  static const char *const questions[]
    = { "hello", "Hi there!", "help", "What can you do?", "Hello, what can I ask?", "Danke!" };
  static const char *const replies[] = { NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  ask_agent_fixture_verify (fixture, "Sales in Paris", CITY_SALES);
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, questions[i]);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      assert_has (answer->text, "store");
      assert_has (answer->text, "Sales in Paris");
      g_assert_null (answer->rows);
      g_assert_null (answer->sql);
    }
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 0);
}

static void
count_steps (const AskTraceStep *step, gpointer user_data)
{
  guint *highest = user_data;

  g_assert_cmpuint (step->n, <=, *highest + 1);
  *highest = MAX (*highest, step->n);
}

static void
test_verified (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  guint highest = 0;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  options.on_progress = count_steps;
  options.user_data = &highest;
  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Sales in Paris", CITY_SALES);

  g_autoptr (AskAnswer) answer
    = ask_agent_ask (fixture->workspace, NULL, " sales, in PARIS? ", &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->text, ==, "Sales: 30.50");
  g_assert_cmpstr (answer->sql, ==, CITY_SALES);
  g_assert_nonnull (answer->verified);
  g_assert_null (answer->verified_values);
  g_assert_cmpuint (answer->steps->len, ==, highest);
  g_assert_cmpuint (answer->sources->len, ==, 1);
  g_assert_cmpstr (answer->sources->pdata[0], ==, "shop");
  g_assert_cmpint (answer->history_id, >, 0);

  const AskTraceStep *first = answer->steps->pdata[0];
  const AskTraceStep *run = ask_answer_find_step (answer, "sql", 0);

  g_assert_cmpstr (first->title, ==, "Found a verified question");
  g_assert_nonnull (run->rows);
  g_assert_cmpstr (ask_json_get_string (run->fields, "sql"), ==, CITY_SALES);

  /* The history holds the same. */
  g_autoptr (AskHistoryEntry) entry
    = ask_workspace_get_history (fixture->workspace, answer->history_id, &error);
  g_assert_no_error (error);

  g_autoptr (AskAnswer) kept = ask_answer_from_json (entry->answer, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (kept->text, ==, answer->text);
  g_assert_cmpuint (kept->steps->len, ==, answer->steps->len);
}

static void
test_verified_value (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Sales in Paris", CITY_SALES);
  ask_agent_fixture_verify (fixture, "Revenue of 2025",
                            "SELECT sum(total) AS revenue FROM sale WHERE sold_on >= '2025-01-01' "
                            "AND sold_on < '2026-01-01'");

  g_autoptr (AskAnswer) two_words = ask_agent_fixture_ask (fixture, "sales in le havre");
  g_assert_cmpint (two_words->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (two_words->text, ==, "Sales: 100");
  g_assert_cmpstr (two_words->verified_values, ==, "Le Havre instead of Paris");

  g_autoptr (AskAnswer) year = ask_agent_fixture_ask (fixture, "revenue of 2024");
  g_assert_cmpint (year->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (year->text, ==, "Revenue: 10.50");

  g_autoptr (AskAnswer) none = ask_agent_fixture_ask (fixture, "sales in Atlantis");
  g_assert_cmpint (none->status, ==, ASK_STATUS_UNANSWERABLE);
  g_assert_cmpstr (none->text, ==, "There is no city named “Atlantis” in the data.");
  g_assert_cmpuint (none->suggestions->len, >, 0);
  g_assert_null (none->verified);
}

static void
test_clarify (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Best city", "SELECT city FROM store LIMIT 1");
  ask_agent_fixture_verify (fixture, "The best cities", "SELECT city FROM store");
  ask_agent_fixture_verify (fixture, "City of the best sales", "SELECT 1 AS city");

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "bests cities");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_CLARIFY);
  g_assert_cmpuint (answer->suggestions->len, ==, 2);
}

static void
test_no_model (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How groovy is the zeppelin?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
  assert_has (answer->text, "I know store and sale");
  assert_has (answer->text, "I do not know “groovy” and “zeppelin”");
  assert_has (answer->text, "language model");
  g_assert_cmpint (answer->remedy, ==, ASK_REMEDY_MODEL);
  g_assert_null (ask_answer_get_by (answer));

  /* What is suggested can be asked. */
  g_assert_cmpuint (answer->suggestions->len, ==, 2);
  for (guint i = 0; i < answer->suggestions->len; i++)
    {
      g_autoptr (AskAnswer) shown = ask_agent_fixture_ask (fixture, answer->suggestions->pdata[i]);

      g_assert_cmpint (shown->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (shown->n_rows, >, 2);
    }
}

static void
test_outdated_pair (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Profit", "SELECT profit FROM sale");

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "profit?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  assert_has (answer->text, "no longer fits");
}

static void
test_loop (void)
{
  static const char *const replies[] = {
    "Thought: I look what there is.\nAction: list_entities\nAction Input:",
    "Thought: I need the stores and sales.\nAction: describe_entities\nAction Input: store, sale, "
    "stroe",
    "Thought: I need to sum the sales per store.\nAction: query\nAction Input: SELECT store_id, "
    "sum(total) AS revenue FROM sale GROUP BY 1\nObservation: step_1: 99 rows",
    "Thought: Now join the city.\nFinal Answer:\n```sql\nSELECT city, revenue FROM step_1 JOIN store "
    "ON id = store_id ORDER BY revenue DESC;\n```",
    NULL
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Revenue by city");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpstr (answer->text, ==, "Le Havre has the highest revenue: 100.00");
  g_assert_cmpstr (answer->model, ==, "scripted");
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
  g_assert_cmpint (answer->bytes_sent, >, 0);
  assert_has (answer->sql, "WITH step_1 AS (");

  const AskTraceStep *temp = ask_answer_find_step (answer, "temp", 0);
  const AskTraceStep *select = ask_answer_find_step (answer, "select", 1);

  g_assert_cmpstr (temp->title, ==, "Sum the sales per store");
  g_assert_cmpstr (ask_json_get_string (temp->fields, "temp_table"), ==, "step_1");
  g_assert_cmpint (ask_json_get_integer (temp->fields, "n_rows", -1), ==, 3);
  g_assert_nonnull (temp->rows);
  g_assert_cmpstr (select->title, ==, "Chose store, sale");
  g_assert_nonnull (ask_answer_find_step (answer, "sent", 3));

  g_assert_true (ask_test_model_received (fixture->server, "step_1: 3 rows; columns store_id "
                                                           "INTEGER, revenue REAL"));
  g_assert_true (ask_test_model_received (fixture->server, "Did you mean store"));
  g_assert_false (ask_test_model_received (fixture->server, "99 rows"));
  g_assert_false (ask_test_model_received (fixture->server, "Havre"));

  /* What was answered stands on its own. */
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (fixture->workspace, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, answer->sql, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (result->rows), ==, 3);
}

static void
test_both_sources (void)
{
  static const char *const replies[] = {
    "Thought: Shipments per city.\nFinal Answer: SELECT city, count(*) AS shipments FROM store JOIN "
    "shipment ON shipment.store_id = store.id GROUP BY 1 ORDER BY 2 DESC",
    NULL
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_add_api (fixture, "[{\"shipment_id\":1,\"store_id\":2,\"carrier\":\"A\"},"
                                      "{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"B\"},"
                                      "{\"shipment_id\":3,\"store_id\":1,\"carrier\":\"B\"}]");
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Shipments by city");
  const AskTraceStep *step = ask_answer_find_step (answer, "sql", 0);

  g_assert_cmpstr (answer->text, ==, "Lyon has the most shipments: 2, 67 % of all");
  g_assert_cmpuint (answer->sources->len, ==, 2);
  g_assert_cmpuint (answer->api_requests, >, 0);
  g_assert_cmpuint (json_array_get_length (ask_json_get_array (step->fields, "calls")), ==,
                    answer->api_requests);
}

/* The next question finds what the last one fetched; that is no request, and the trace says so. */
static void
test_kept_answers (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  ask_agent_fixture_add_api (fixture, "[{\"shipment_id\":1,\"store_id\":2,\"carrier\":\"A\"}]");
  g_assert_true (ask_workspace_tune_source (fixture->workspace, "logistics",
                                            &(AskSourceTuning) { 60, -1, -1 }, &error));
  g_assert_no_error (error);
  ask_agent_fixture_verify (fixture, "All shipments", "SELECT * FROM shipment");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAnswer) answer = ask_agent_ask (fixture->workspace, NULL, "All shipments", &options, NULL, &error);
      const AskTraceStep *step;
      JsonObject *call;

      g_assert_no_error (error);
      step = ask_answer_find_step (answer, "sql", 0);
      call = ask_json_element_object (ask_json_get_array (step->fields, "calls"), 0);
      g_assert_cmpuint (answer->n_rows, ==, 1);
      g_assert_cmpuint (answer->api_requests, ==, i == 0 ? 1 : 0);
      g_assert_cmpstr (ask_json_get_string (call, "cached"), ==, i == 0 ? NULL : "fresh");
      if (i == 0)
        n = ask_test_server_count (fixture->api, NULL);
    }
  g_assert_cmpuint (ask_test_server_count (fixture->api, NULL), ==, n);
}

static void
test_api_down (void)
{
  static const char *const replies[]
    = { "Action: query\nAction Input: SELECT * FROM shipment", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_api (fixture, "[]");
  ask_agent_fixture_script (fixture, replies);
  g_clear_pointer (&fixture->api, ask_test_server_free);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Shipments");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  assert_has (answer->text, "logistics");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
}

typedef struct
{
  const char *name;
  AskStatus status;
  const char *text; /* part of the answer's */
  const char *kind; /* a step of this kind is in the trace */
  const char *told; /* something that reached the model */
  guint n_chats;
  const char *replies[16];
} LoopCase;

#define FINAL "Final Answer: SELECT count(*) AS stores FROM store"

static const LoopCase loop_cases[] = {
  { "repaired", ASK_STATUS_ANSWERED, "Stores: 3", "sql", "Did you mean “city”", 2,
    { "Action: query\nAction Input: SELECT citty FROM store", FINAL } },
  { "final-repaired", ASK_STATUS_ANSWERED, "Stores: 3", "observation", "no such table", 2,
    { "Final Answer: SELECT * FROM stores_of_old", FINAL } },
  { "five-repairs", ASK_STATUS_FAILED, "6 queries that do not work", "sql", "no such column", 6,
    { "Action: query\nAction Input: SELECT a1 FROM store",
      "Action: query\nAction Input: SELECT a2 FROM store",
      "Action: query\nAction Input: SELECT a3 FROM store",
      "Action: query\nAction Input: SELECT a4 FROM store",
      "Action: query\nAction Input: SELECT a5 FROM store",
      "Action: query\nAction Input: SELECT a6 FROM store", FINAL } },
  { "same-wrong-query", ASK_STATUS_FAILED, "same query again", "guard", "Go another way", 3,
    { "Action: query\nAction Input: SELECT a FROM store",
      "Action: query\nAction Input: SELECT  a\nFROM store ;",
      "Action: query\nAction Input: SELECT a FROM store;", FINAL } },
  { "another-way", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "There are also: sale (shop)", 3,
    { "Action: query\nAction Input: SELECT a FROM store",
      "Action: query\nAction Input: SELECT  a\nFROM store ;", FINAL } },
  { "delete", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "Only a SELECT", 2,
    { "Action: query\nAction Input: DELETE FROM store", FINAL } },
  { "bare-delete", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "Only a SELECT", 2,
    { "DELETE FROM store", FINAL } },
  { "two-statements", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "one statement", 2,
    { "Final Answer: SELECT 1; SELECT 2", FINAL } },
  { "stacked", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "one statement", 2,
    { "Final Answer: SELECT 1; DROP TABLE store; --", FINAL } },
  { "attach", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "Only a SELECT", 2,
    { "Action: query\nAction Input: ATTACH DATABASE 'x.db' AS x", FINAL } },
  { "pragma", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "Only a SELECT", 2,
    { "Action: query\nAction Input: PRAGMA writable_schema = 1", FINAL } },
  { "hidden-delete", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "SELECT", 2,
    { "Action: query\nAction Input: WITH a AS (SELECT 1) DELETE FROM store", FINAL } },
  { "load-extension", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "allowed", 2,
    { "Action: query\nAction Input: SELECT load_extension('x')", FINAL } },
  { "malformed-once", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "could not be read", 2,
    { "The answer is three.", FINAL } },
  { "malformed-twice", ASK_STATUS_FAILED, "did not reply in the form", "guard",
    "could not be read", 2, { "The answer is three.", "Three!", FINAL } },
  { "data-for-an-answer", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "has to be one SELECT", 2,
    { "Final Answer: There are three stores.", FINAL } },
  { "unknown", ASK_STATUS_UNANSWERABLE, "no data about the weather", "answer", NULL, 1,
    { "I don't know: there is no data about the weather." } },
  { "unknown-tool", ASK_STATUS_ANSWERED, "Stores: 3", "guard", "There is no tool browse", 2,
    { "Action: browse\nAction Input: x", FINAL } },
  { "never-done", ASK_STATUS_FAILED, "within 12 steps", "action", "no step left", 12,
    { "Action: list_entities", "Action: list_entities", "Action: list_entities",
      "Action: list_entities", "Action: list_entities", "Action: list_entities",
      "Action: list_entities", "Action: list_entities", "Action: list_entities",
      "Action: list_entities", "Action: list_entities", "Action: list_entities", FINAL } },
  { "no-rows", ASK_STATUS_ANSWERED, "no rows", "temp", "No row fits", 2,
    { "Action: query\nAction Input: SELECT city FROM store WHERE city = 'Xanadu'",
      "Final Answer: SELECT * FROM step_1" } },
};

/* Keeps what was told last of each step. */
static void
note_step (const AskTraceStep *step, gpointer user_data)
{
  GPtrArray *told = user_data;

  if (told->len < step->n)
    g_ptr_array_set_size (told, (int) step->n);
  g_free (told->pdata[step->n - 1]);
  told->pdata[step->n - 1] = g_strconcat (step->kind, ": ", step->title, NULL);
}

static void
test_loop_case (gconstpointer data)
{
  const LoopCase *c = data;
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;

  options.on_progress = note_step;
  options.user_data = told;
  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, c->replies);

  g_autoptr (AskAnswer) answer
    = ask_agent_ask (fixture->workspace, fixture->model, "How many stores are there?", &options, NULL, &error);

  g_assert_no_error (error);
  /* Who follows the question sees the same steps as who reads the answer. */
  g_assert_cmpuint (told->len, ==, answer->steps->len);
  for (guint i = 0; i < told->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];
      g_autofree char *kept = g_strconcat (step->kind, ": ", step->title, NULL);

      g_assert_cmpstr (told->pdata[i], ==, kept);
    }
  g_assert_cmpint (answer->status, ==, c->status);
  assert_has (answer->text, c->text);
  g_assert_nonnull (ask_answer_find_step (answer, c->kind, 0));
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, c->n_chats);
  if (c->told != NULL && !ask_test_model_received (fixture->server, c->told))
    {
      const AskTraceStep *step = ask_answer_find_step (answer, "observation", 0);

      g_error ("“%s” did not reach the model, but “%s”", c->told, step != NULL ? step->detail : "");
    }

  /* Nothing was changed. */
  g_autoptr (AskEngine) engine = ask_workspace_open_engine (fixture->workspace, NULL);
  g_autoptr (AskResult) result
    = ask_engine_query (engine, "SELECT count(*) FROM store", NULL, NULL, NULL, NULL);

  g_assert_cmpint (ask_rows_get (result->rows, 0, 0)->integer, ==, 3);
}

/* A value is written as the data has it before the query runs; the model, which guessed, is not told. */
static void
test_spelling (void)
{
  static const char *const replies[]
    = { "Action: query\nAction Input: SELECT city FROM store WHERE city = 'LYON '", "Final Answer: SELECT * FROM step_1",
        NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  const AskTraceStep *step;

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Is there a store by the river?");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->n_rows, ==, 1);
  assert_has (answer->sql, "city = 'Lyon'");
  step = ask_answer_find_step (answer, "values", 0);
  g_assert_nonnull (step);
  g_assert_cmpstr (step->detail, ==, "“LYON ” is “Lyon” in store.city.");
  g_assert_false (ask_test_model_received (fixture->server, "Lyon"));
}

/* An answer without rows says which condition is to blame, to the model once, which may mean it. */
static void
test_no_row (void)
{
  static const char *const replies[]
    = { "Final Answer: SELECT city FROM store WHERE city = 'Xanadu' AND id > 0",
        "Final Answer: SELECT city FROM store WHERE city = 'Xanadu' AND id > 0", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  const AskTraceStep *step;

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Is there a store in Xanadu?");

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->n_rows, ==, 0);
  step = ask_answer_find_step (answer, "values", 0);
  g_assert_cmpstr (step->detail, ==, "No row of store has “Xanadu” as its city.");
  step = ask_answer_find_step (answer, "values", 1);
  g_assert_nonnull (step);
  assert_has (step->detail, "No row of store has city 'Xanadu'. Without that condition there are 3 rows.");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
  g_assert_true (ask_test_model_received (fixture->server,
                                          "it gives no row. Why: No row fulfils city = 'Xanadu'. Without that there are "
                                          "a few rows."));
}

/* What was put right here is not told back, and with the switch off nothing is. */
static void
test_no_row_told (void)
{
  static const char *const replies[]
    = { "Action: query\nAction Input: SELECT city FROM store WHERE city = 'LYON ' AND id > 7",
        "Final Answer: SELECT city FROM store WHERE city = 'LYON ' AND id > 8", NULL };

  for (guint off = 0; off < 2; off++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskAnswer) answer = NULL;

      ask_agent_fixture_add_shop (fixture);
      ask_agent_fixture_script (fixture, replies);
      if (off)
        g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/diagnosis", "off", NULL));
      answer = ask_agent_fixture_ask (fixture, "Is there a store by the river?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 2);
      g_assert_false (ask_test_model_received (fixture->server, "Lyon"));
      g_assert_true (ask_test_model_received (fixture->server, " Why:") == !off);
      assert_has (ask_answer_find_step (answer, "values", 1)->detail, "id > 7");
    }
}

static void
test_empty_reply (void)
{
  static const char *const replies[] = { "", "", NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How many stores?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
}

static char *
reply_endlessly (const char *last_user, JsonObject *request, gpointer user_data)
{
  return g_strnfill (1024 * 1024, 'x');
}

static void
test_endless_reply (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script_func (fixture, reply_endlessly, NULL);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How many stores?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_cmpuint (strlen (answer->text), <, 1000);
}

static void
test_model_down (void)
{
  static const char *const replies[] = { NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_verify (fixture, "Sales in Paris", CITY_SALES);
  ask_agent_fixture_script (fixture, replies);
  g_clear_pointer (&fixture->server, ask_test_model_free);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How many stores?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_cmpuint (answer->suggestions->len, ==, 1);
  g_assert_cmpint (answer->history_id, >, 0);
}

static void
test_endless_query (void)
{
  static const char *const replies[] = {
    "Action: query\nAction Input: WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
    "SELECT count(*) FROM n",
    "Action: query\nAction Input: WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n) "
    "SELECT count(*) FROM n",
    FINAL, NULL
  };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = { .limits = { .deadline_ms = 200 } };
  g_autoptr (GError) error = NULL;

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_ask (fixture->workspace, fixture->model, "Count", &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  assert_has (answer->text, "took too long");
}

static void
test_budget (void)
{
  static const char *const replies[]
    = { "Action: list_entities", "Action: list_entities", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskAgentOptions options = { .max_tokens = 10, .limits = ASK_LIMITS_DEFAULT };

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);

  g_autoptr (AskAnswer) answer = ask_agent_ask (fixture->workspace, fixture->model, "Count", &options, NULL, NULL);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  assert_has (answer->text, "tokens");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
}

static void
cancel_at_first_reply (const AskTraceStep *step, gpointer cancellable)
{
  if (g_str_equal (step->kind, "thought"))
    g_cancellable_cancel (cancellable);
}

static void
test_cancelled (void)
{
  static const char *const replies[]
    = { "Thought: x\nAction: query\nAction Input: SELECT * FROM store", FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) history = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  options.on_progress = cancel_at_first_reply;
  options.user_data = cancellable;
  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_null (ask_agent_ask (fixture->workspace, fixture->model, "Count stores", &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  history = ask_workspace_list_history (fixture->workspace, 10, NULL);
  g_assert_cmpuint (history->len, ==, 0);
}

static void
test_own_prompt (void)
{
  static const char *const replies[] = { FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "prompt/system",
                                            "Our own words. {{entities}} \xc2\xbb", NULL));

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How many stores?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_true (ask_test_model_received (fixture->server, "Our own words. CREATE TABLE s"));
}

static void
test_broken_prompt (void)
{
  static const char *const replies[] = { FINAL, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script (fixture, replies);
  ask_workspace_set_setting (fixture->workspace, "prompt/system", "Hello {{nobody}}", NULL);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "How many stores?");
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  assert_has (answer->text, "{{nobody}}");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 0);
}

/* Without a server between, to see the conversation as the model gets it. */
static void
test_conversation (void)
{
  static const char *const replies[] = { "Thought: x\nAction: query\nAction Input: SELECT city FROM "
                                         "store\nObservation: made up\nFinal Answer: SELECT 1",
                                         "<think>hm</think>Final Answer: SELECT * FROM step_1",
                                         NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  AskReplay *replay = ask_replay_new (replies);

  ask_agent_fixture_add_shop (fixture);
  fixture->model = ASK_MODEL (replay);
  ask_workspace_set_setting (fixture->workspace, "model/answer-here-first", "off", NULL);

  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (fixture, "Cities?");
  GPtrArray *messages = ask_replay_get_messages (replay, 1);
  const AskMessage *system = messages->pdata[0];
  const AskMessage *question = messages->pdata[1];
  const AskMessage *own = messages->pdata[2];
  const AskMessage *told = messages->pdata[3];

  g_assert_cmpstr (answer->text, ==, "Paris, Lyon and Le Havre");
  g_assert_cmpuint (messages->len, ==, 4);
  g_assert_cmpint (system->role, ==, ASK_ROLE_SYSTEM);
  assert_has (system->text, "CREATE TABLE store (\n");
  g_assert_null (strstr (system->text, "{{"));
  g_assert_true (g_str_has_prefix (question->text, "Question: Cities?"));
  g_assert_cmpint (own->role, ==, ASK_ROLE_ASSISTANT);
  g_assert_cmpstr (own->text, ==, "Thought: x\nAction: query\nAction Input: SELECT city FROM store");
  g_assert_cmpint (told->role, ==, ASK_ROLE_USER);
  g_assert_cmpstr (told->text, ==, "Observation: step_1: 3 rows; columns city TEXT");
}

static void
test_open_model (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = fixture->workspace;

  g_assert_null (ask_agent_open_model (workspace, &error));
  g_assert_no_error (error);
  ask_workspace_set_setting (workspace, "model/url", "http://127.0.0.1:9/v1", NULL);
  g_assert_null (ask_agent_open_model (workspace, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG);
  g_clear_error (&error);
  ask_workspace_set_setting (workspace, "model/name", "llama", NULL);
  ask_workspace_set_setting (workspace, "model/key-env", "ASKDATA_TEST_NO_SUCH_KEY", NULL);
  g_assert_null (ask_agent_open_model (workspace, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_CONFIG);
  assert_has (error->message, "ASKDATA_TEST_NO_SUCH_KEY");
  g_clear_error (&error);
  g_setenv ("ASKDATA_TEST_NO_SUCH_KEY", "secret", TRUE);

  g_autoptr (AskModel) model = ask_agent_open_model (workspace, &error);

  g_unsetenv ("ASKDATA_TEST_NO_SUCH_KEY");
  g_assert_no_error (error);
  g_assert_cmpstr (ask_model_get_name (model), ==, "llama");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/agent/a-value-is-written-as-the-data-has-it", test_spelling);
  g_test_add_func ("/agent/agent/an-answer-without-rows-says-why", test_no_row);
  g_test_add_func ("/agent/agent/why-there-is-no-row-tells-no-value", test_no_row_told);
  g_test_add_func ("/agent/agent/what-is-no-question-is-refused", test_question);
  g_test_add_func ("/agent/agent/smalltalk-is-answered-without-a-model", test_smalltalk);
  g_test_add_func ("/agent/agent/a-verified-question-is-answered-without-a-model", test_verified);
  g_test_add_func ("/agent/agent/a-verified-question-takes-another-value", test_verified_value);
  g_test_add_func ("/agent/agent/of-several-close-questions-one-is-asked-for", test_clarify);
  g_test_add_func ("/agent/agent/without-a-model-the-answer-says-so", test_no_model);
  g_test_add_func ("/agent/agent/an-outdated-pair-is-told", test_outdated_pair);
  g_test_add_func ("/agent/agent/the-loop-looks-asks-and-answers", test_loop);
  g_test_add_func ("/agent/agent/a-question-over-two-sources-is-answered", test_both_sources);
  g_test_add_func ("/agent/agent/a-kept-answer-is-no-request", test_kept_answers);
  g_test_add_func ("/agent/agent/an-api-that-is-down-is-named", test_api_down);
  for (guint i = 0; i < G_N_ELEMENTS (loop_cases); i++)
    {
      g_autofree char *path = g_strconcat ("/agent/agent/the-loop-survives/", loop_cases[i].name, NULL);

      g_test_add_data_func (path, &loop_cases[i], test_loop_case);
    }
  g_test_add_func ("/agent/agent/empty-replies-end-in-words", test_empty_reply);
  g_test_add_func ("/agent/agent/an-endless-reply-ends-in-words", test_endless_reply);
  g_test_add_func ("/agent/agent/a-model-that-is-down-offers-verified-questions", test_model_down);
  g_test_add_func ("/agent/agent/an-endless-query-is-told-to-the-model", test_endless_query);
  g_test_add_func ("/agent/agent/a-spent-budget-ends-the-question", test_budget);
  g_test_add_func ("/agent/agent/a-cancelled-question-says-so", test_cancelled);
  g_test_add_func ("/agent/agent/a-steward-s-own-prompt-is-used", test_own_prompt);
  g_test_add_func ("/agent/agent/a-broken-prompt-is-told", test_broken_prompt);
  g_test_add_func ("/agent/agent/the-model-hears-only-what-really-happened", test_conversation);
  g_test_add_func ("/agent/agent/a-model-opens-once-address-and-name-are-set", test_open_model);
  return g_test_run ();
}

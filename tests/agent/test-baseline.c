/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The agents to be measured against: they work as they were published, and the same guards hold for them.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"

#define SHIPMENTS \
  "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"Alpha\"},{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"Beta\"}]"

static AskAnswer *
ask (AskAgentFixture *fixture, AskAgentKind agent, const char *const *replies)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  options.agent = agent;
  if (replies != NULL)
    ask_agent_fixture_script (fixture, replies);
  answer = ask_agent_ask (fixture->workspace, fixture->model, "How many stores are there?", &options, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", answer->text);
  return answer;
}

static AskAgentFixture *
open_shop (void)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_add_api (fixture, SHIPMENTS);
  return fixture;
}

static void
assert_told (AskAgentFixture *fixture, const char *text)
{
  if (!ask_test_model_received (fixture->server, text))
    g_error ("“%s” did not reach the model.", text);
}

static void
test_pipeline (void)
{
  static const char *const replies[]
    = { "`store`, nothing", "SELECT citty FROM store", "```sql\nSELECT count(*) AS stores FROM store;\n```", NULL };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (AskAnswer) answer = ask (fixture, ASK_AGENT_PIPELINE, replies);

  g_assert_cmpstr (answer->text, ==, "Stores: 3");
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 3);
  assert_told (fixture, "sale(id, store_id, sold_on, total)");
  assert_told (fixture, "CREATE TABLE store");
  g_assert_false (ask_test_model_received (fixture->server, "CREATE TABLE sale"));
  assert_told (fixture, "citty");
}

/* One query and five repairs, then it ends. */
static void
test_pipeline_repairs (void)
{
  static const char *const replies[] = { "store",
                                         "SELECT a1 FROM store",
                                         "no idea",
                                         "SELECT a3 FROM store",
                                         "DELETE FROM store",
                                         "SELECT a5 FROM store",
                                         "SELECT a6 FROM store",
                                         "SELECT count(*) FROM store",
                                         NULL };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (AskAnswer) answer = ask (fixture, ASK_AGENT_PIPELINE, replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "6 queries that do not work"));
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 7);
}

static void
test_plain (void)
{
  static const char *const replies[]
    = { "Thought: look\nAction: sql_query\nAction Input: {\"source\": \"shop\", \"sql\": \"SELECT id FROM store\"}",
        "Action: api_call\nAction Input: ```json\n{\"source\": \"logistics\", \"operation\": \"shipment\", "
        "\"arguments\": {\"store_id\": [1, 2]}}\n```",
        "Thought: I now know the final answer\nFinal Answer: result_2", NULL };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (AskAnswer) answer = ask (fixture, ASK_AGENT_PLAIN, replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (answer->n_rows, ==, 2);
  g_assert_cmpuint (answer->api_requests, >, 0);
  assert_told (fixture, "Database shop:");
  assert_told (fixture, "shipment(store_id integer) gives rows of shipment_id integer");
  assert_told (fixture, "result_1: 3 rows");
  /* No row may be told, so none is. */
  g_assert_false (ask_test_model_received (fixture->server, "Alpha"));
  g_assert_false (ask_test_model_received (fixture->server, "Paris"));
}

/* There is no relational view: a query reaches one source, and what is wrong is said. */
static void
test_plain_apart (void)
{
  static const char *const replies[]
    = { "Action: sql_query\nAction Input: {\"source\": \"shop\", \"sql\": \"SELECT * FROM store JOIN shipment ON 1\"}",
        "Action: sql_query\nAction Input: {\"source\": \"logistics\", \"sql\": \"SELECT 1\"}",
        "Action: api_call\nAction Input: {\"source\": \"logistics\", \"operation\": \"shipment\", \"arguments\": "
        "{\"city\": 1}}",
        "Action: browse\nAction Input: {}",
        "The answer is three.",
        "Final Answer: [[3]]",
        NULL };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (AskAnswer) answer = ask (fixture, ASK_AGENT_PLAIN, replies);

  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 0)->integer, ==, 3);
  assert_told (fixture, "no such table: shipment");
  assert_told (fixture, "There is no database “logistics”.");
  assert_told (fixture, "has no parameter “city”");
  assert_told (fixture, "There is no such tool.");
}

static void
share_all (AskAgentFixture *fixture, gboolean hide)
{
  g_autoptr (AskSchema) loaded = ask_workspace_load_schema (fixture->workspace, NULL);
  g_autoptr (AskSchema) schema = ask_schema_copy (loaded);
  g_autoptr (GError) error = NULL;

  ask_schema_own_source (schema, "shop")->sharing = ASK_SHARING_YES;
  ask_entity_find_attribute (ask_schema_find_entity (schema, "store"), "city")->hidden = hide;
  ask_workspace_save_schema (fixture->workspace, schema, "sharing", &error);
  g_assert_no_error (error);
}

/* The agent of the literature reads rows; this one where a steward says that it may. */
static void
test_plain_shared (void)
{
  static const char *const replies[]
    = { "Action: sql_query\nAction Input: {\"source\": \"shop\", \"sql\": \"SELECT city FROM store ORDER BY id\"}",
        "Final Answer: [[\"Paris\", 1.5], [\"Lyon\", null]]", NULL };
  g_autoptr (AskAgentFixture) fixture = open_shop ();
  g_autoptr (AskAnswer) answer = NULL;

  share_all (fixture, FALSE);
  answer = ask (fixture, ASK_AGENT_PLAIN, replies);
  assert_told (fixture, "Le Havre");
  g_assert_cmpuint (answer->n_rows, ==, 2);
  g_assert_cmpstr (ask_rows_get (answer->rows, 1, 0)->text, ==, "Lyon");
  g_assert_cmpint (ask_rows_get (answer->rows, 1, 1)->kind, ==, ASK_VALUE_NULL);
}

/* What is hidden is not there for them either. */
static void
test_hidden (void)
{
  static const char *const plain[]
    = { "Action: sql_query\nAction Input: {\"source\": \"shop\", \"sql\": \"SELECT city FROM store\"}",
        "Final Answer: I don't know", NULL };
  static const char *const pipeline[]
    = { "store", "SELECT city FROM store", "SELECT count(*) AS stores FROM store", NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAgentFixture) fixture = open_shop ();
      g_autoptr (AskAnswer) answer = NULL;

      share_all (fixture, TRUE);
      answer = ask (fixture, i == 0 ? ASK_AGENT_PLAIN : ASK_AGENT_PIPELINE, i == 0 ? plain : pipeline);
      assert_told (fixture, "There is no “city” that a question may ask about.");
      g_assert_false (ask_test_model_received (fixture->server, "Paris"));
      g_assert_cmpint (answer->status, ==, i == 0 ? ASK_STATUS_UNANSWERABLE : ASK_STATUS_ANSWERED);
    }
}

static void
test_names (void)
{
  static const char *const names[] = { "react", "plain", "pipeline", "baseline" };
  static const AskAgentKind kinds[] = { ASK_AGENT_REACT, ASK_AGENT_PLAIN, ASK_AGENT_PIPELINE, ASK_AGENT_PLAIN };
  AskAgentKind kind;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (ask_agent_kind_from_string (names[i], &kind));
      g_assert_cmpint (kind, ==, kinds[i]);
    }
  g_assert_false (ask_agent_kind_from_string ("Baseline ", &kind));
  g_assert_false (ask_agent_kind_from_string (NULL, &kind));
}

static void
test_no_model (void)
{
  g_autoptr (AskAgentFixture) fixture = open_shop ();

  for (guint i = ASK_AGENT_PLAIN; i <= ASK_AGENT_PIPELINE; i++)
    {
      g_autoptr (AskAnswer) answer = ask (fixture, (AskAgentKind) i, NULL);

      g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
      g_assert_nonnull (strstr (answer->text, "none is set"));
    }
}

/* Whatever they are told, they end with words. */
static void
test_any_reply (void)
{
  static const char *const texts[] = {
    "",
    "Final Answer:",
    "Final Answer: [[]]",
    "Final Answer: [[1],[1,2]]",
    "Final Answer: [{\"a\":1}]",
    "Final Answer: result_9",
    "Action:",
    "Action: sql_query",
    "Action: api_call\nAction Input: {\"source\":7}",
    "Action: api_call\nAction Input: {\"source\":\"logistics\",\"operation\":\"shipment\",\"arguments\":{\"store_id\":{}}}",
    "Action: sql_query\nAction Input: {\"source\":\"shop\",\"sql\":\"DROP TABLE store\"}",
    "Action: sql_query\nAction Input: {\"source\":\"shop\",\"sql\":\"SELECT id FROM store\"}",
    "store, sale",
    "SELECT count(*) FROM store",
    "SELECT 1; SELECT 2"
  };

  for (guint i = 0; i < (g_test_thorough () ? 200u : 10u); i++)
    {
      g_autoptr (AskAgentFixture) fixture = open_shop ();
      g_autoptr (AskAnswer) answer = NULL;
      const char *replies[17] = { NULL };

      for (guint r = 0; r < 16; r++)
        replies[r] = texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))];
      answer = ask (fixture, g_test_rand_bit () ? ASK_AGENT_PLAIN : ASK_AGENT_PIPELINE, replies);
      g_assert_cmpuint (strlen (answer->text), >, 3);
      g_assert_true (answer->status != ASK_STATUS_ANSWERED || answer->rows != NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/baseline/the-pipeline-chooses-writes-and-mends", test_pipeline);
  g_test_add_func ("/agent/baseline/the-pipeline-ends-after-five-repairs", test_pipeline_repairs);
  g_test_add_func ("/agent/baseline/the-plain-agent-asks-and-calls", test_plain);
  g_test_add_func ("/agent/baseline/the-plain-agent-joins-no-sources", test_plain_apart);
  g_test_add_func ("/agent/baseline/the-plain-agent-reads-rows-that-may-be-told", test_plain_shared);
  g_test_add_func ("/agent/baseline/what-is-hidden-is-refused-to-baselines", test_hidden);
  g_test_add_func ("/agent/baseline/each-agent-has-its-names", test_names);
  g_test_add_func ("/agent/baseline/without-a-model-a-baseline-says-so", test_no_model);
  g_test_add_func ("/agent/baseline/any-replies-end-in-words", test_any_reply);
  return g_test_run ();
}

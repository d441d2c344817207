/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions whose SQL asks a model about values: a scripted server plays both, the agent's model and the one that answers about
 * values. What it is told of the functions, what they give, and what never leaves.
 */
#include "config.h"

#include <string.h>

#include "../agent/ask-agent-fixture.h"
#include "base/ask-json.h"
#include "blend/ask-blend-question.h"
#include "store/ask-workspace-functions.h"

typedef struct
{
  AskAgentFixture *base;
  const char *sql; /* what the agent's model writes */
  guint n_told; /* turns whose prompt tells of functions */
  guint n_turns;
  guint n_values;
  const char *const *replies; /* nullable: of its turns */
} Fixture;

/* Whether each value begins with A. */
static char *
answer_values (Fixture *self, const char *last_user)
{
  g_autoptr (JsonNode) values = ask_json_parse (last_user, -1, NULL);
  JsonObject *object = json_node_get_object (values);
  guint n = json_object_get_size (object);
  GString *reply = g_string_new ("{");

  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      const char *value = json_object_get_string_member (object, number);

      g_string_append_printf (reply, "%s\"%u\": %s", i > 1 ? ", " : "", i, value[0] == 'A' ? "true" : "false");
    }
  self->n_values += n;
  return g_string_free (g_string_append_c (reply, '}'), FALSE);
}

static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  Fixture *self = data;
  JsonArray *messages = json_object_get_array_member (request, "messages");
  const char *system = json_object_get_string_member (json_array_get_object_element (messages, 0), "content");

  if (strstr (system, "The question: ") != NULL)
    return answer_values (self, last_user);
  self->n_turns++;
  if (strstr (system, "llm_map(") != NULL)
    {
      self->n_told++;
      g_assert_nonnull (strstr (system, "shop.name"));
      g_assert_null (strstr (system, "shop.secret,"));
      g_assert_nonnull (strstr (system, "- groovy(column): Does it begin with A?"));
    }
  if (self->replies != NULL)
    return g_strdup (self->replies[self->n_turns - 1]);
  /* One try, and no other where it was refused. */
  if (self->n_turns > 1)
    return g_strdup ("Thought: That may not be asked.\nFinal Answer: none");
  return g_strdup_printf ("Thought: The names have to be read.\nFinal Answer: %s", self->sql);
}

static void
fixture_open (Fixture *self, gboolean shared)
{
  static const char sql[]
    = "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT, secret TEXT);"
      "INSERT INTO shop VALUES (1, 'Amber', 'x1'), (2, 'Birch', 'x2'), (3, 'Alder', 'x3'), (4, NULL, 'x4')";
  g_autoptr (AskOwnFunction) function = ask_own_function_new ("groovy", "Does it begin with A?");
  g_autoptr (GError) error = NULL;

  memset (self, 0, sizeof *self);
  self->base = ask_agent_fixture_new ();
  ask_agent_fixture_add_sqlite (self->base, "shops", sql);
  ask_agent_fixture_script_func (self->base, on_chat, self);
  g_assert_true (ask_workspace_set_setting (self->base->workspace, "model/answer-here-first", "off", &error));
  g_assert_no_error (error);
  if (!shared)
    return;
  g_assert_true (ask_workspace_save_function (self->base->workspace, function, &error));
  g_assert_no_error (error);
  ask_agent_fixture_share (self->base, "shop", "name");
}

static AskAnswer *
ask (Fixture *self, const char *sql, char **functions)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  self->sql = sql;
  options.any_cost = TRUE;
  options.max_repairs = 1;
  ask_blend_add_to_question (&options, functions);
  answer = ask_agent_ask (self->base->workspace, self->base->model, "which shops are groovy by their names", &options,
                          NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s: %s", ask_status_to_string (answer->status), answer->text);
  return answer;
}

static void
test_shared (void)
{
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;
  const AskTraceStep *step;

  fixture_open (&self, TRUE);
  answer = ask (&self, "SELECT name FROM shop WHERE llm_map('Begins with A?', name) ORDER BY name", NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_cmpstr (ask_rows_get (answer->rows, 0, 0)->text, ==, "Alder");
  g_assert_cmpstr (ask_rows_get (answer->rows, 1, 0)->text, ==, "Amber");
  g_assert_cmpuint (self.n_told, ==, 1);
  g_assert_cmpuint (self.n_values, ==, 3);
  g_assert_false (ask_test_model_received (self.base->server, "x1"));
  /* How it came about says what was asked. */
  step = ask_answer_find_step (answer, "sql", 0);
  g_assert_nonnull (step);
  g_assert_nonnull (
    strstr (json_object_get_string_member (step->fields, "plan"), "llm_map ('Begins with A?', …): 3 values"));
  ask_agent_fixture_free (self.base);
}

/* What a steward defined. */
static void
test_own (void)
{
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;

  fixture_open (&self, TRUE);
  answer = ask (&self, "SELECT id FROM shop WHERE groovy(name) ORDER BY id", NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_cmpint (ask_rows_get (answer->rows, 1, 0)->integer, ==, 3);
  ask_agent_fixture_free (self.base);
}

/* The model is told nothing of functions, and what it writes all the same is refused here, in words that help. */
static void
test_withheld (void)
{
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;
  gboolean said = FALSE;

  fixture_open (&self, FALSE);
  answer = ask (&self, "SELECT name FROM shop WHERE llm_map('Begins with A?', name)", NULL);
  g_assert_cmpint (answer->status, !=, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (self.n_told, ==, 0);
  g_assert_cmpuint (self.n_values, ==, 0);
  g_assert_false (ask_test_model_received (self.base->server, "Amber"));
  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *step = answer->steps->pdata[i];

      said = said || (step->detail != NULL && strstr (step->detail, "shop.name") != NULL);
    }
  g_assert_true (said);
  ask_agent_fixture_free (self.base);
}

/* What another program computes needs nobody's consent, and no model. */
static void
test_program (void)
{
  char *functions[] = {
    (char
       *) "short=map:sh -c 'while read -r line; do case \"$line\" in *Amber*) echo true;; *) echo false;; esac; done'",
    NULL
  };
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;

  fixture_open (&self, FALSE);
  answer = ask (&self, "SELECT id FROM shop WHERE short('?', name)", functions);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 1);
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 0)->integer, ==, 1);
  ask_agent_fixture_free (self.base);
}

/* What a program was told stands in its answer: so that goes nowhere where it may not go itself. */
static void
test_told (void)
{
  static const char *const replies[]
    = { "Thought: look\nAction: query\nAction Input: SELECT name, first('?', (SELECT secret FROM shop)) AS s FROM shop",
        "Thought: look\nAction: query\nAction Input: SELECT name, pick('?', name, options => 'shop::secret') AS s FROM shop",
        "Thought: look\nAction: query\nAction Input: SELECT name FROM shop LIMIT 1",
        "Thought: look\nAction: query\nAction Input: SELECT llm_map('Begins with A?', s) FROM step_1",
        "Thought: done\nFinal Answer: none" };
  static const char *const queries[] = { "SELECT llm_map('Begins with A?', first('?', (SELECT secret FROM shop))) FROM shop",
                                         "SELECT llm_map('Begins with A?', pick('?', name, options => 'shop::secret')) FROM shop",
                                         "SELECT llm_qa('Begins with A?', (SELECT first('?', (SELECT secret FROM shop))))",
                                         ("SELECT llm_map('Begins with A?', name) FROM shop WHERE name > first('?', "
                                          "(SELECT secret FROM shop))") };
  char *functions[] = { (char *) "first=qa:sh -c 'read -r line; echo \"\\\"A-canary\\\"\"'",
                        (char *) "pick=map:sh -c 'while read -r line; do echo \"\\\"A-canary\\\"\"; done'", NULL };
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;

  fixture_open (&self, TRUE);
  self.replies = replies;
  answer = ask (&self, NULL, functions);
  g_assert_true (ask_test_model_received (self.base->server, "step_2: 4 rows"));
  /* Rows of what is shared are told as before. */
  g_assert_true (ask_test_model_received (self.base->server, "The rows:\\nAmber"));
  self.replies = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (AskAnswer) refused = NULL;

      self.n_turns = 0;
      refused = ask (&self, queries[i], functions);
      g_assert_cmpint (refused->status, !=, ASK_STATUS_ANSWERED);
    }
  g_assert_cmpuint (self.n_values, ==, 0);
  g_assert_false (ask_test_model_received (self.base->server, "canary"));
  ask_agent_fixture_free (self.base);
}

/* A step may leave where all that it was made from may. */
static void
test_steps (void)
{
  static const char *const replies[]
    = { "Thought: look\nAction: query\nAction Input: SELECT name FROM shop",
        "Thought: look\nAction: query\nAction Input: SELECT name AS n FROM step_1",
        "Thought: done\nFinal Answer: SELECT n FROM step_2 WHERE llm_map('Begins with A?', n) ORDER BY n" };
  static const char *const withheld[]
    = { "Thought: look\nAction: query\nAction Input: SELECT name FROM shop WHERE secret > 'x1'",
        "Thought: done\nFinal Answer: SELECT name FROM step_1 WHERE llm_map('Begins with A?', name)",
        "Thought: done\nFinal Answer: none" };
  Fixture self;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (AskAnswer) refused = NULL;

  fixture_open (&self, TRUE);
  self.replies = replies;
  answer = ask (&self, NULL, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_cmpuint (self.n_values, ==, 3);
  self.n_turns = 0;
  self.replies = withheld;
  refused = ask (&self, NULL, NULL);
  g_assert_cmpint (refused->status, !=, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (self.n_values, ==, 3);
  ask_agent_fixture_free (self.base);
}

/* SQL of a person, as the window's cards run it. */
static void
test_written (void)
{
  Fixture self;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  fixture_open (&self, TRUE);
  options.any_cost = TRUE;
  options.sql = "SELECT count(*) AS n FROM shop WHERE llm_map('Begins with A?', name)";
  ask_blend_add_to_question (&options, NULL);
  answer = ask_agent_ask (self.base->workspace, self.base->model, "how many", &options, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%s", answer->text);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (ask_rows_get (answer->rows, 0, 0)->integer, ==, 2);
  ask_agent_fixture_free (self.base);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/question/a-model-may-use-what-may-leave", test_shared);
  g_test_add_func ("/blend/question/a-steward-has-defined-it", test_own);
  g_test_add_func ("/blend/question/without-consent-nothing-is-told-and-nothing-leaves", test_withheld);
  g_test_add_func ("/blend/question/a-program-computes", test_program);
  g_test_add_func ("/blend/question/what-a-program-was-told-stays-here", test_told);
  g_test_add_func ("/blend/question/a-step-may-leave-as-what-it-was-made-from", test_steps);
  g_test_add_func ("/blend/question/a-person-wrote-it", test_written);
  return g_test_run ();
}

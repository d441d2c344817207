/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model put to the test: what is said of one that does well, and of those that do not; and that nothing of the
 * workspace goes out.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-model-check.h"
#include "ask-agent-fixture.h"

#define GOOD                                                                                                         \
  "Thought: join and count\nFinal Answer: SELECT a.name, COUNT(*) AS n FROM author AS a JOIN book AS b ON "            \
  "b.author_id = a.author_id JOIN loan AS l ON l.book_id = b.book_id WHERE l.lent_on >= '2024-01-01' "                 \
  "GROUP BY a.author_id, a.name ORDER BY n DESC"

#define CHAT "/v1/chat/completions"

static AskModelCheck *
check_now (AskAgentFixture *fixture)
{
  g_autoptr (GError) error = NULL;
  AskModelCheck *checked = ask_model_check (fixture->workspace, fixture->model, NULL, &error);

  g_assert_no_error (error);
  return checked;
}

static AskModelCheck *
check (AskAgentFixture *fixture, const char *reply)
{
  const char *replies[] = { reply, NULL };

  ask_agent_fixture_script (fixture, replies);
  return check_now (fixture);
}

/* What a good model says to each task. */
static char *
reply_well (const char *last_user, JsonObject *request, gpointer user_data)
{
  static const char *const says[][2] = {
    { "books of each author", (GOOD) },
    { "titles of all publishers", "Thought: what has it?\nAction: describe_entities\nAction Input: publisher" },
    { "imprint_title TEXT", "Final Answer: SELECT imprint_title FROM publisher ORDER BY imprint_title" },
    { "warm was it in Oslo", "I don't know: there is nothing about the weather." },
    { "Town A", "From the question: Town B has more." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    if (strstr (last_user, says[i][0]) != NULL)
      return g_strdup (says[i][1]);
  return g_strdup ("I don't know: what is asked.");
}

/* @user_data: the field without which it says nothing of use */
static char *
reply_only_with (const char *last_user, JsonObject *request, gpointer user_data)
{
  return json_object_has_member (request, user_data) ? reply_well (last_user, request, NULL)
                                                     : g_strdup ("There are about 7 books.");
}

static AskAgentFixture *
new_with_forms (AskTestModelFunc func, const char *field, AskTestForm json, AskTestForm tools)
{
  AskAgentFixture *fixture = ask_agent_fixture_new ();

  ask_agent_fixture_add_shop (fixture);
  ask_agent_fixture_script_func (fixture, func, (gpointer) field);
  ask_test_model_set_forms (fixture->server, json, tools);
  return fixture;
}

static void
assert_words (const AskModelCheck *checked, const char *part)
{
  g_autofree char *words = ask_model_check_to_words (checked);

  if (strstr (words, part) == NULL)
    g_error ("“%s” is not in “%s”", part, words);
}

static void
test_good (void)
{
  g_autoptr (AskAgentFixture) fixture = new_with_forms (reply_well, NULL, ASK_TEST_FORM_SPOKEN, ASK_TEST_FORM_SPOKEN);
  g_autoptr (AskModelCheck) checked = NULL;

  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/context-length", "8192", NULL));
  checked = check_now (fixture);
  assert_words (checked, "scripted answers.");
  assert_words (checked, "It reads 8,192 tokens.");
  assert_words (checked, "It keeps to the form. Small tasks that it does: plain text: 4 of 4, JSON: 4 of 4, calls of tools: "
                         "4 of 4. It is asked for plain text.");
  /* Four tasks in three forms, one of them in two turns, with the rules of the workspace, and nothing else of it. */
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 15);
  g_assert_true (ask_test_model_received (fixture->server, "Final Answer: the one SELECT"));
  g_assert_true (ask_test_model_received (fixture->server, "CREATE TABLE author"));
  g_assert_true (ask_test_model_received (fixture->server, "\"role\":\"tool\""));
  g_assert_false (ask_test_model_received (fixture->server, "CREATE TABLE store"));
  g_assert_false (ask_test_model_received (fixture->server, "total"));
}

/* Plain text, unless another form is better; what was found counts from the next question on, unless a person says else. */
static void
test_best (void)
{
  static const struct
  {
    const char *field;
    AskTestForm json;
    AskTestForm tools;
    const char *words;
    const char *kept;
    const char *sent; /* with the next question */
  } cases[] = {
    { "tools", ASK_TEST_FORM_SPOKEN, ASK_TEST_FORM_SPOKEN,
      "plain text: 0 of 4, JSON: 0 of 4, calls of tools: 4 of 4. It is asked to call tools.", "tools", "\"tools\":[" },
    { "response_format", ASK_TEST_FORM_SPOKEN, ASK_TEST_FORM_REFUSED,
      "JSON: 4 of 4, calls of tools: not taken by the server. It is asked for JSON.", "json", "\"response_format\":" },
    { "model", ASK_TEST_FORM_REFUSED, ASK_TEST_FORM_REFUSED,
      "plain text: 4 of 4, JSON: not taken by the server, calls of tools: not taken by the server. It is asked for plain "
      "text.", "text", NULL },
    /* Who ignores the field and speaks as ever has done no task in that form. */
    { "model", ASK_TEST_FORM_IGNORED, ASK_TEST_FORM_IGNORED,
      "plain text: 4 of 4, JSON: 0 of 4, calls of tools: 0 of 4. It is asked for plain text.", "text", NULL },
    { "model", ASK_TEST_FORM_SILENT, ASK_TEST_FORM_SILENT, "JSON: not taken by the server", "text", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskAgentFixture) fixture
        = new_with_forms (reply_only_with, cases[i].field, cases[i].json, cases[i].tools);
      g_autoptr (AskModelCheck) checked = check_now (fixture);
      g_autofree char *kept = ask_workspace_get_setting (fixture->workspace, "told/form");
      g_autoptr (AskAnswer) answer = NULL;
      g_autoptr (GPtrArray) requests = NULL;
      const AskTestRequest *last;
      g_autofree char *body = NULL;
      guint n_before = ask_test_server_count (ask_test_model_get_server (fixture->server), CHAT);

      assert_words (checked, cases[i].words);
      g_assert_true (g_str_has_suffix (kept, cases[i].kept));
      answer = ask_agent_fixture_ask (fixture, "Which violin is the dearest?");
      g_assert_cmpint (answer->status, ==, ASK_STATUS_UNANSWERABLE);
      requests = ask_test_server_dup_requests (ask_test_model_get_server (fixture->server));
      last = requests->pdata[requests->len - 1];
      body = g_strndup (g_bytes_get_data (last->body, NULL), g_bytes_get_size (last->body));
      for (guint f = 0; f < 2; f++)
        {
          const char *field = f == 0 ? "\"response_format\":" : "\"tools\":[";

          g_assert_true ((strstr (body, field) != NULL) == (g_strcmp0 (field, cases[i].sent) == 0));
        }
      /* Nothing that was refused is tried again. */
      g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (fixture->server), CHAT), ==, n_before + 1);
    }
}

/* A slow model has one task, and keeps the form that it has. A steward's prompt that says the form is for plain text. */
static void
test_few (void)
{
  static const char *const own = "Say “Final Answer:” and one SELECT.\n{{entities}}";

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAgentFixture) fixture = new_with_forms (reply_well, NULL, ASK_TEST_FORM_SPOKEN, ASK_TEST_FORM_SPOKEN);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskFormMeasure) measure = NULL;

      if (i == 1)
        g_assert_true (ask_prompts_replace (fixture->workspace, "system", own, NULL));
      measure = ask_form_measure (fixture->workspace, fixture->model, i == 0 ? 0 : G_MAXINT64, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (measure->slow, ==, i == 0);
      g_assert_cmpuint (measure->scores[ASK_FORM_TEXT].n_done, ==, i == 0 ? 1 : ASK_FORM_N_TASKS);
      g_assert_false (measure->scores[ASK_FORM_JSON].tried);
      g_assert_false (measure->scores[ASK_FORM_TOOLS].tried);
      g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, i == 0 ? 1 : 5);
    }
}

static void
test_bad (void)
{
  static const char *const rows[][2] = {
    { "Thought: x\nFinal Answer: SELECT nonsense FROM author", "Its query does not run: " },
    { "Thought: x\nFinal Answer: DELETE FROM author", "Its query does not run: " },
    { "Thought: x\nAction: describe_entities\nAction Input: author", "It wanted to look further" },
    { "I don't know: no idea", "It did not see" },
    { "From general knowledge: seven", "It did not see" },
    { "There are about 7 books.", "not in the form" },
    { "", "not in the form" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
      g_autoptr (AskModelCheck) checked = check (fixture, rows[i][0]);

      g_assert_nonnull (checked->measure->scores[ASK_FORM_TEXT].problem);
      assert_words (checked, rows[i][1]);
    }
}

/* What the server tells is kept for the next question. */
static void
test_told (void)
{
  static const char *const replies[] = { GOOD, NULL };
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskModelCheck) checked = NULL;
  g_autofree char *kept = NULL;
  g_autoptr (GError) error = NULL;
  AskTestReply *chat;

  ask_agent_fixture_script (fixture, replies);
  ask_test_server_add_json (ask_test_model_get_server (fixture->server), "/v1/models",
                            "{\"data\":[{\"id\":\"scripted\",\"owned_by\":\"vllm\",\"max_model_len\":4000}]}");
  checked = ask_model_check (fixture->workspace, fixture->model, NULL, &error);
  g_assert_no_error (error);
  assert_words (checked, "scripted answers (vLLM). It reads 4,000 tokens.");
  kept = ask_workspace_get_setting (fixture->workspace, "told/context-length");
  g_assert_cmpstr (kept, ==, "4000");

  /* One that does not answer is an error. */
  chat = ask_test_server_add (ask_test_model_get_server (fixture->server), CHAT);
  ask_test_reply_set (chat, 401, "application/json", "{}", -1);
  g_assert_null (ask_model_check (fixture->workspace, fixture->model, NULL, &error));
  g_assert_error (error, ASK_LLM_ERROR, ASK_LLM_ERROR_DENIED);
}

static GBytes *
write_slowly (guint n, gpointer data)
{
  static const char *const pieces[] = { "Thought: ok\\n", "Final Answer: ", "SELECT name ", "FROM author" };
  g_autofree char *event = NULL;
  gsize length;

  g_usleep (50 * 1000);
  if (n > G_N_ELEMENTS (pieces))
    return NULL;
  event = n < G_N_ELEMENTS (pieces)
            ? g_strdup_printf ("data: {\"choices\":[{\"delta\":{\"content\":\"%s\"}}]}\n\n", pieces[n])
            : g_strdup ("data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":40}}\n\n"
                        "data: [DONE]\n\n");
  length = strlen (event);
  return g_bytes_new_take (g_steal_pointer (&event), length);
}

/* From the first word to the last, as the server counts them: 40 in at least 200 ms. */
static void
test_speed (void)
{
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskModelCheck) checked = NULL;
  g_autoptr (GError) error = NULL;
  AskTestReply *chat;

  ask_agent_fixture_script (fixture, (const char *const[]) { NULL });
  chat = ask_test_server_add (ask_test_model_get_server (fixture->server), CHAT);
  ask_test_reply_set (chat, 200, "text/event-stream", "", 0);
  chat->chunked = TRUE;
  chat->produce = write_slowly;
  checked = ask_model_check (fixture->workspace, fixture->model, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (checked->measure->tokens_per_second, >, 0);
  g_assert_cmpfloat (checked->measure->tokens_per_second, <=, 40 / 0.2);
  assert_words (checked, " tokens a second. It keeps to the form.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/model-check/a-good-model-keeps-to-the-form-and-sees-nothing-of-ours", test_good);
  g_test_add_func ("/agent/model-check/the-best-form-is-found-and-asked-for", test_best);
  g_test_add_func ("/agent/model-check/a-slow-model-and-a-prompt-of-ones-own-have-plain-text", test_few);
  g_test_add_func ("/agent/model-check/what-is-wrong-is-said", test_bad);
  g_test_add_func ("/agent/model-check/what-the-server-tells-is-kept", test_told);
  g_test_add_func ("/agent/model-check/speed-is-told-from-the-first-word", test_speed);
  return g_test_run ();
}

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

static AskModelCheck *
check (AskAgentFixture *fixture, const char *reply)
{
  const char *replies[] = { reply, NULL };
  g_autoptr (GError) error = NULL;
  AskModelCheck *checked;

  ask_agent_fixture_script (fixture, replies);
  /* A millisecond at least, so that a speed can be told. */
  ask_test_model_set_pieces (fixture->server, 4, 64);
  checked = ask_model_check (fixture->workspace, fixture->model, NULL, &error);
  g_assert_no_error (error);
  return checked;
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
  g_autoptr (AskAgentFixture) fixture = ask_agent_fixture_new ();
  g_autoptr (AskModelCheck) checked = NULL;

  ask_agent_fixture_add_shop (fixture);
  g_assert_true (ask_workspace_set_setting (fixture->workspace, "model/context-length", "8192", NULL));
  checked = check (fixture, GOOD);
  g_assert_null (checked->problem);
  assert_words (checked, "scripted answers.");
  assert_words (checked, "It reads 8,192 tokens.");
  assert_words (checked, "It keeps to the form.");
  /* One chat, with the rules of the workspace, and nothing else of it. */
  g_assert_cmpuint (ask_test_model_get_n_chats (fixture->server), ==, 1);
  g_assert_true (ask_test_model_received (fixture->server, "Final Answer: the one SELECT"));
  g_assert_true (ask_test_model_received (fixture->server, "CREATE TABLE author"));
  g_assert_false (ask_test_model_received (fixture->server, "CREATE TABLE store"));
  g_assert_false (ask_test_model_received (fixture->server, "total"));
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

      g_assert_nonnull (checked->problem);
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
  chat = ask_test_server_add (ask_test_model_get_server (fixture->server), "/v1/chat/completions");
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
  chat = ask_test_server_add (ask_test_model_get_server (fixture->server), "/v1/chat/completions");
  ask_test_reply_set (chat, 200, "text/event-stream", "", 0);
  chat->chunked = TRUE;
  chat->produce = write_slowly;
  checked = ask_model_check (fixture->workspace, fixture->model, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (checked->tokens_per_second, >, 0);
  g_assert_cmpfloat (checked->tokens_per_second, <=, 40 / 0.2);
  assert_words (checked, " tokens a second. It keeps to the form.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/model-check/a-good-model-keeps-to-the-form-and-sees-nothing-of-ours", test_good);
  g_test_add_func ("/agent/model-check/what-is-wrong-is-said", test_bad);
  g_test_add_func ("/agent/model-check/what-the-server-tells-is-kept", test_told);
  g_test_add_func ("/agent/model-check/speed-is-told-from-the-first-word", test_speed);
  return g_test_run ();
}

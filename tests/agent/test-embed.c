/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Embeddings of a server find the source of a question that shares no word with it. Names go there once, questions as
 * they are asked, values never; and whatever the server does, the question is answered by words.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "base/ask-text.h"

#define QUESTION "How many clientele are there?"
#define DIMS 512

static const char *const alike[] = { "clientele", "buyer", NULL };
static const char *const no_replies[] = { "Final Answer: unanswerable", "Final Answer: unanswerable",
                                          "Final Answer: unanswerable", NULL };

static AskAgentFixture *
make (void)
{
  AskAgentFixture *self = ask_agent_fixture_new ();

  ask_agent_fixture_add_sqlite (self, "market",
                                "CREATE TABLE buyer (id INTEGER PRIMARY KEY, surname TEXT);"
                                "INSERT INTO buyer VALUES (1, 'cnry_one'), (2, 'cnry_two')");
  ask_agent_fixture_add_sqlite (self, "clinic",
                                "CREATE TABLE patient (id INTEGER PRIMARY KEY, illness TEXT);"
                                "INSERT INTO patient VALUES (1, 'cnry_three')");
  ask_agent_fixture_add_sqlite (self, "library",
                                "CREATE TABLE book (isbn TEXT PRIMARY KEY, title TEXT);"
                                "INSERT INTO book VALUES ('1', 'cnry_four')");
  ask_agent_fixture_script (self, no_replies);
  ask_test_model_set_embeddings (self->server, DIMS, alike);
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/url", ask_test_model_get_url (self->server), NULL));
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/name", "scripted", NULL));
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/answer-here-first", "on", NULL));
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/embeddings", "minilm", NULL));
  return self;
}

static guint
count_calls (AskAgentFixture *self)
{
  return ask_test_server_count (ask_test_model_get_server (self->server), "/v1/embeddings");
}

/* Returns: the text of the route step */
static const char *
get_route (AskAnswer *answer)
{
  const AskTraceStep *step = ask_answer_find_step (answer, "route", 0);

  for (guint i = 0; i < answer->steps->len; i++)
    {
      const AskTraceStep *each = answer->steps->pdata[i];

      g_test_message ("%s: %s", each->kind, each->detail);
    }
  g_assert_nonnull (step);
  return step->detail;
}

static void
test_a_source_that_shares_no_word_is_found (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (self, QUESTION);
  const AskTraceStep *names = ask_answer_find_step (answer, "embed", 0);
  const AskTraceStep *asked = ask_answer_find_step (answer, "embed", 1);

  g_test_message ("%s", get_route (answer));
  g_assert_true (g_str_has_prefix (get_route (answer), "market"));
  g_assert_nonnull (strstr (get_route (answer), "in meaning"));
  g_assert_nonnull (names);
  g_assert_nonnull (asked);
  g_assert_nonnull (strstr (names->detail, "6 sources and entities"));
  g_assert_nonnull (strstr (asked->detail, "127.0.0.1"));
  g_assert_cmpint (answer->bytes_sent, >, 0);
}

static void
test_only_the_source_that_is_wanted_is_asked (void)
{
  static const char *const wanted[] = { "clinic", "library", "nowhere" };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (AskAgentFixture) self = make ();
      g_autoptr (AskAnswer) answer = NULL;
      g_autoptr (GError) error = NULL;
      AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

      ask_agent_fixture_verify (self, "How many buyers are there?", "SELECT count(*) FROM buyer");
      options.only = wanted[i];
      answer = ask_agent_ask (self->workspace, NULL, "How many buyers are there?", &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_null (answer->verified);
      g_assert_cmpstr (answer->only, ==, wanted[i]);
      for (guint s = 0; s < answer->sources->len; s++)
        g_assert_cmpstr (answer->sources->pdata[s], ==, wanted[i]);
      if (i == 2)
        g_assert_nonnull (strstr (answer->text, "no source “nowhere”"));
      else
        g_assert_nonnull (strstr (get_route (answer), wanted[i]));
    }
}

static void
test_without_embeddings_it_is_not_found (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) answer = NULL;

  g_assert_true (ask_workspace_set_setting (self->workspace, "model/embeddings", NULL, NULL));
  answer = ask_agent_fixture_ask (self, QUESTION);
  g_assert_null (strstr (get_route (answer), "market"));
  g_assert_null (ask_answer_find_step (answer, "embed", 0));
  g_assert_cmpuint (count_calls (self), ==, 0);
}

static void
test_names_are_sent_once_and_again_when_they_change (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) first = ask_agent_fixture_ask (self, QUESTION);
  g_autoptr (AskAnswer) second = NULL;
  g_autoptr (AskAnswer) third = NULL;
  g_autoptr (AskSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (first);
  g_assert_cmpuint (count_calls (self), ==, 2);
  second = ask_agent_fixture_ask (self, QUESTION);
  g_assert_cmpuint (count_calls (self), ==, 3);
  g_assert_null (ask_answer_find_step (second, "embed", 1));

  schema = ask_workspace_load_schema (self->workspace, &error);
  g_assert_no_error (error);
  ask_text_set (&ask_schema_own_entity (schema, ask_schema_find_entity (schema, "patient")->id)->description, "A person who is ill");
  ask_workspace_save_schema (self->workspace, schema, "described", &error);
  g_assert_no_error (error);
  third = ask_agent_fixture_ask (self, QUESTION);
  g_assert_cmpuint (count_calls (self), ==, 5);
  g_assert_true (ask_test_model_received (self->server, "A person who is ill"));
  g_assert_nonnull (strstr (ask_answer_find_step (third, "embed", 0)->detail, "1 source or entity"));
}

static void
test_no_value_leaves (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) answer = ask_agent_fixture_ask (self, QUESTION);
  guint n = 0;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (answer);
  g_assert_true (ask_agent_embed_names (self->workspace, &n, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (ask_test_model_received (self->server, "surname"));
  g_assert_false (ask_test_model_received (self->server, "cnry"));
}

static void
test_no_model_is_asked_where_none_may_be (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  answer = ask_agent_ask (self->workspace, NULL, QUESTION, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (answer);
  g_assert_cmpuint (count_calls (self), ==, 0);
}

static void
test_another_model_by_the_same_name_is_noticed (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) first = ask_agent_fixture_ask (self, QUESTION);
  g_autoptr (AskAnswer) second = NULL;
  g_autoptr (AskAnswer) third = NULL;

  g_assert_nonnull (first);
  ask_test_model_set_embeddings (self->server, DIMS / 2, alike);
  second = ask_agent_fixture_ask (self, QUESTION);
  g_assert_nonnull (strstr (ask_answer_find_step (second, "embed", 1)->detail, "256 numbers"));
  third = ask_agent_fixture_ask (self, QUESTION);
  g_assert_true (g_str_has_prefix (get_route (third), "market"));
}

static void
test_another_name_of_the_model_renews_all (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (AskAnswer) first = ask_agent_fixture_ask (self, QUESTION);
  g_autoptr (AskAnswer) second = NULL;

  g_assert_nonnull (first);
  g_assert_true (ask_workspace_set_setting (self->workspace, "model/embeddings", "other", NULL));
  second = ask_agent_fixture_ask (self, QUESTION);
  g_assert_nonnull (strstr (ask_answer_find_step (second, "embed", 0)->detail, "6 sources and entities"));
  g_assert_true (g_str_has_prefix (get_route (second), "market"));
}

static void
test_a_server_that_fails_leaves_it_to_the_words (void)
{
  static const char *const replies[]
    = { "{\"data\":[]}", "{\"data\":[{\"embedding\":[1,2]}]}", "{\"error\":{\"message\":\"out of memory\"}}", "" };

  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      g_autoptr (AskAgentFixture) self = make ();
      g_autoptr (AskAnswer) answer = NULL;
      const AskTraceStep *step;

      ask_test_server_add_json (ask_test_model_get_server (self->server), "/v1/embeddings", replies[i]);
      answer = ask_agent_fixture_ask (self, "How many patients are there by illness?");
      step = ask_answer_find_step (answer, "embed", 0);
      g_assert_nonnull (step);
      g_assert_nonnull (strstr (step->detail, "Words alone find the source."));
      g_assert_true (g_str_has_prefix (get_route (answer), "clinic"));
    }
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (100 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_a_slow_server_can_be_cancelled (void)
{
  g_autoptr (AskAgentFixture) self = make ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  GThread *thread;

  ask_test_server_add (ask_test_model_get_server (self->server), "/v1/embeddings")->never = TRUE;
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  answer = ask_agent_ask (self->workspace, self->model, QUESTION, NULL, cancellable, &error);
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (answer);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/embed/a-source-that-shares-no-word-is-found", test_a_source_that_shares_no_word_is_found);
  g_test_add_func ("/agent/embed/only-the-source-that-is-wanted-is-asked", test_only_the_source_that_is_wanted_is_asked);
  g_test_add_func ("/agent/embed/without-embeddings-it-is-not-found", test_without_embeddings_it_is_not_found);
  g_test_add_func ("/agent/embed/names-are-sent-once-and-again-when-they-change",
                   test_names_are_sent_once_and_again_when_they_change);
  g_test_add_func ("/agent/embed/no-value-leaves", test_no_value_leaves);
  g_test_add_func ("/agent/embed/no-model-is-asked-where-none-may-be", test_no_model_is_asked_where_none_may_be);
  g_test_add_func ("/agent/embed/another-model-by-the-same-name-is-noticed",
                   test_another_model_by_the_same_name_is_noticed);
  g_test_add_func ("/agent/embed/another-name-of-the-model-renews-all", test_another_name_of_the_model_renews_all);
  g_test_add_func ("/agent/embed/a-server-that-fails-leaves-it-to-the-words",
                   test_a_server_that_fails_leaves_it_to_the_words);
  g_test_add_func ("/agent/embed/a-slow-server-can-be-cancelled", test_a_slow_server_can_be_cancelled);

  return g_test_run ();
}

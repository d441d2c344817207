/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gate before what costs: queries of a model and readings made here both pass it, a person agrees, caps or cancels,
 * and nothing of a preview reaches a model.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-preview.h"
#include "ask-agent-fixture.h"

#define JOIN "SELECT city FROM store LEFT JOIN shipment ON shipment.store_id = store.id"
#define ROWS "[{\"shipment_id\":1,\"store_id\":1,\"carrier\":\"Blue\"},{\"shipment_id\":2,\"store_id\":2,\"carrier\":\"Red\"}]"

/**
 * Person:
 * @cap: (nullable): what they cap it by
 * @tight: they cap what leaves by this turn
 * @most: (out): that cap
 * @no: they cancel it
 * @asked: how often they were asked
 * @words: all that they were told
 * @calls: the estimate of the last query
 * @requests: that had reached the API when they were first asked
 */
typedef struct
{
  AskAgentFixture *fixture;
  const AskAgentCaps *cap;
  gboolean tight;
  guint64 most;
  gboolean no;
  guint asked;
  GString *words;
  AskFigure calls;
  gboolean stopped;
  char *sql;
  guint requests;
} Person;

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  Person *person = data;
  g_autofree char *reason = ask_preview_to_reason (preview);
  g_autofree char *lines = ask_preview_to_lines (preview);

  if (person->asked++ == 0 && person->fixture->api != NULL)
    person->requests = ask_test_server_count (person->fixture->api, "/shipment");
  g_string_append_printf (person->words, "%s\n%s\n", reason, lines);
  person->stopped = preview->stopped;
  g_free (person->sql);
  person->sql = g_strdup (preview->sql);
  if (preview->sources->len > 0)
    person->calls = ((AskPreviewSource *) preview->sources->pdata[0])->cost->calls;
  if (person->no)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "no");
      return FALSE;
    }
  if (person->cap != NULL)
    *caps = *person->cap;
  if (person->tight)
    caps->bytes = person->most = (guint64) preview->model->bytes;
  return TRUE;
}

static void
open_person (Person *self, const char *const *replies)
{
  *self = (Person) { .fixture = ask_agent_fixture_new (), .words = g_string_new (NULL) };
  ask_agent_fixture_add_shop (self->fixture);
  ask_agent_fixture_add_api (self->fixture, ROWS);
  ask_test_server_forget (self->fixture->api);
  if (replies != NULL)
    {
      ask_agent_fixture_script (self->fixture, replies);
      g_assert_true (ask_workspace_set_setting (self->fixture->workspace, "model/answer-here-first", "off", NULL));
    }
}

static void
close_person (Person *self)
{
  ask_agent_fixture_free (self->fixture);
  g_string_free (self->words, TRUE);
  g_free (self->sql);
}

static void
set_threshold (Person *self, AskThreshold threshold, const char *text)
{
  g_autoptr (GError) error = NULL;

  ask_workspace_set_threshold (self->fixture->workspace, threshold, threshold <= ASK_THRESHOLD_SECONDS ? "logistics" : NULL,
                               text, &error);
  g_assert_no_error (error);
}

static AskAnswer *
ask (Person *self, const char *question, const AskAgentOptions *how, GError **error)
{
  AskAgentOptions options = *how;

  options.on_preview = on_preview;
  options.user_data = self;
  return ask_agent_ask (self->fixture->workspace, self->fixture->model, question, &options, NULL, error);
}

static void
assert_not_told (Person *self)
{
  g_auto (GStrv) lines = g_strsplit (self->words->str, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0' && ask_test_model_received (self->fixture->server, lines[i]))
      g_error ("“%s” reached the model", lines[i]);
  g_assert_false (ask_test_model_received (self->fixture->server, "cap on calls"));
  g_assert_false (ask_test_model_received (self->fixture->server, "threshold"));
}

static const char *const two_queries[]
  = { "Thought: look\nAction: query\nAction Input: " JOIN, "Thought: x\nFinal Answer: " JOIN " WHERE carrier = 'Blue'",
      NULL };

static void
test_each_query_of_a_model_is_asked_about (void)
{
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  Person person;

  open_person (&person, two_queries);
  set_threshold (&person, ASK_THRESHOLD_CALLS, "2");
  answer = ask (&person, "Which towns?", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  /* Agreeing to one query is no word on the next. */
  g_assert_cmpuint (person.asked, ==, 2);
  g_assert_cmpuint (person.requests, ==, 0);
  g_assert_nonnull (strstr (person.words->str, "This may make more than 2 calls to “logistics”."));
  g_assert_nonnull (strstr (person.words->str, "logistics: 3 calls"));
  g_assert_cmpint (person.calls.kind, ==, ASK_FIGURE_EXACT);
  g_assert_cmpint (2 * person.calls.n, ==, answer->api_requests);
  assert_not_told (&person);
  close_person (&person);
}

static void
test_below_the_threshold_nobody_is_asked (void)
{
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, two_queries);
  set_threshold (&person, ASK_THRESHOLD_CALLS, "6");
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 0);
  close_person (&person);

  /* All queries of a question count together. */
  open_person (&person, two_queries);
  set_threshold (&person, ASK_THRESHOLD_CALLS, "5");
  g_clear_pointer (&answer, ask_answer_free);
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_cmpuint (person.requests, ==, 3);
  close_person (&person);
}

static void
test_cancel_ends_the_question_and_is_not_kept (void)
{
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  Person person;

  open_person (&person, two_queries);
  person.no = TRUE;
  set_threshold (&person, ASK_THRESHOLD_CALLS, "2");
  g_assert_null (ask (&person, "Which towns?", &options, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 0);
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 1);
  entries = ask_workspace_list_history (person.fixture->workspace, 10, NULL);
  g_assert_cmpuint (entries->len, ==, 0);
  assert_not_told (&person);
  close_person (&person);
}

static void
test_a_cap_ends_the_question_and_no_model_gets_round_it (void)
{
  static const AskAgentCaps cap = { .calls = 4 };
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, two_queries);
  person.cap = &cap;
  set_threshold (&person, ASK_THRESHOLD_CALLS, "2");
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "The cap on calls is reached: 4 may be made"));
  g_assert_null (answer->rows);
  /* Once it is capped, it is not asked about again. */
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 4);
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 2);
  assert_not_told (&person);
  close_person (&person);
}

static void
test_a_cap_of_the_caller_s_holds_without_a_question (void)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, two_queries);
  options.caps.calls = 4;
  set_threshold (&person, ASK_THRESHOLD_CALLS, "0");
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_cmpuint (person.asked, ==, 0);
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 4);
  close_person (&person);
}

static void
test_a_reading_made_here_passes_the_same_gate (void)
{
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  Person person;

  open_person (&person, NULL);
  set_threshold (&person, ASK_THRESHOLD_CALLS, "0");
  answer = ask (&person, "How many shipments?", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_cmpuint (person.requests, ==, 0);
  g_assert_nonnull (strstr (person.sql, "shipment"));
  close_person (&person);

  open_person (&person, NULL);
  person.no = TRUE;
  set_threshold (&person, ASK_THRESHOLD_CALLS, "0");
  g_assert_null (ask (&person, "How many shipments?", &options, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 0);
  close_person (&person);
}

static void
test_without_anybody_to_ask_it_is_not_run (void)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, two_queries);
  set_threshold (&person, ASK_THRESHOLD_CALLS, "2");
  answer = ask_agent_ask (person.fixture->workspace, person.fixture->model, "Which towns?", &options, NULL, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "Nobody could be asked"));
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 0);
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 1);
  close_person (&person);

  open_person (&person, two_queries);
  options.any_cost = TRUE;
  set_threshold (&person, ASK_THRESHOLD_CALLS, "2");
  g_clear_pointer (&answer, ask_answer_free);
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 0);
  close_person (&person);
}

/* A cheaper one of several queries is no answer in the place of one that was not to run. */
static void
test_no_other_query_gets_round_the_gate (void)
{
  static const char *const replies[]
    = { "Thought: x\nFinal Answer: " JOIN, "Thought: x\nFinal Answer: SELECT city FROM store", NULL };
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, replies);
  g_assert_true (ask_workspace_set_setting (person.fixture->workspace, "model/candidates", "2", NULL));
  set_threshold (&person, ASK_THRESHOLD_CALLS, "0");
  answer = ask_agent_ask (person.fixture->workspace, person.fixture->model, "Which towns?", &options, NULL, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "Nobody could be asked"));
  g_assert_null (answer->rows);
  close_person (&person);

  open_person (&person, replies);
  g_assert_true (ask_workspace_set_setting (person.fixture->workspace, "model/candidates", "2", NULL));
  options.caps.rows = 1;
  g_clear_pointer (&answer, ask_answer_free);
  answer = ask (&person, "Which towns?", &options, NULL);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "The cap on fetched rows is reached"));
  close_person (&person);
}

static void
test_a_dry_run_reaches_nobody (void)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  Person person;

  open_person (&person, two_queries);
  options.dry = TRUE;
  person.no = TRUE;
  g_assert_null (ask (&person, "Which towns?", &options, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_nonnull (strstr (person.words->str, "bytes leave with the next turn"));
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 0);
  g_assert_cmpuint (ask_test_server_count (person.fixture->api, "/shipment"), ==, 0);
  close_person (&person);
}

/* Without a price nothing can be measured by it, so it would hold nothing. */
static void
test_a_cap_on_the_price_needs_a_price (void)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  Person person;

  open_person (&person, two_queries);
  options.caps.price = 1000;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskAnswer) answer = NULL;

      options.any_cost = i == 1;
      answer = ask (&person, "Which towns?", &options, NULL);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
      g_assert_nonnull (strstr (answer->text, "no price is set to reckon by"));
      g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 0);
    }
  g_assert_true (ask_workspace_set_setting (person.fixture->workspace, "price/prompt", "3", NULL));
  {
    g_autoptr (AskAnswer) answer = ask (&person, "Which towns?", &options, NULL);

    g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  }
  close_person (&person);
}

/* In every form of replies. */
static void
test_what_leaves_is_asked_about_and_never_more_than_its_cap (void)
{
  static const char *const forms[] = { "text", "json", "tools" };
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
    {
      g_autoptr (AskAnswer) answer = NULL;
      Person person;

      open_person (&person, two_queries);
      ask_agent_fixture_set_form (person.fixture, forms[f]);
      person.tight = TRUE;
      set_threshold (&person, ASK_THRESHOLD_BYTES, "100");
      answer = ask (&person, "Which towns?", &options, NULL);
      g_assert_cmpuint (person.asked, ==, 1);
      g_assert_nonnull (strstr (person.words->str, "This sends more than 100 bytes to the model."));
      g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
      g_assert_nonnull (strstr (answer->text, "The cap on bytes for the model is reached"));
      g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 1);
      g_assert_cmpint (answer->bytes_sent, <=, person.most);
      assert_not_told (&person);
      close_person (&person);
    }
}

/* What a server refuses is sent again without that, but not beyond the cap. */
static void
test_what_is_refused_is_sent_again_within_the_cap_alone (void)
{
  const AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  for (guint tight = 0; tight < 2; tight++)
    {
      g_autoptr (AskAnswer) answer = NULL;
      Person person;

      open_person (&person, two_queries);
      ask_agent_fixture_set_form (person.fixture, "json");
      ask_test_model_set_forms (person.fixture->server, ASK_TEST_FORM_REFUSED, ASK_TEST_FORM_REFUSED);
      person.tight = tight;
      set_threshold (&person, ASK_THRESHOLD_BYTES, tight ? "100" : "1000000");
      answer = ask (&person, "Which towns?", &options, NULL);
      g_assert_cmpint (answer->status, ==, tight ? ASK_STATUS_FAILED : ASK_STATUS_ANSWERED);
      if (tight)
        {
          g_assert_nonnull (strstr (answer->text, "would pass the cap on bytes"));
          g_assert_cmpuint (ask_test_server_count (ask_test_model_get_server (person.fixture->server),
                                                   "/v1/chat/completions"), ==, 1);
        }
      close_person (&person);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/spend/each-query-of-a-model-is-asked-about", test_each_query_of_a_model_is_asked_about);
  g_test_add_func ("/agent/spend/below-the-threshold-nobody-is-asked", test_below_the_threshold_nobody_is_asked);
  g_test_add_func ("/agent/spend/cancel-ends-the-question-and-is-not-kept", test_cancel_ends_the_question_and_is_not_kept);
  g_test_add_func ("/agent/spend/a-cap-ends-the-question-and-no-model-gets-round-it",
                   test_a_cap_ends_the_question_and_no_model_gets_round_it);
  g_test_add_func ("/agent/spend/a-cap-of-the-caller-s-holds-without-a-question",
                   test_a_cap_of_the_caller_s_holds_without_a_question);
  g_test_add_func ("/agent/spend/a-reading-made-here-passes-the-same-gate",
                   test_a_reading_made_here_passes_the_same_gate);
  g_test_add_func ("/agent/spend/without-anybody-to-ask-it-is-not-run", test_without_anybody_to_ask_it_is_not_run);
  g_test_add_func ("/agent/spend/no-other-query-gets-round-the-gate", test_no_other_query_gets_round_the_gate);
  g_test_add_func ("/agent/spend/a-cap-on-the-price-needs-a-price", test_a_cap_on_the_price_needs_a_price);
  g_test_add_func ("/agent/spend/a-dry-run-reaches-nobody", test_a_dry_run_reaches_nobody);
  g_test_add_func ("/agent/spend/what-is-refused-is-sent-again-within-the-cap-alone",
                   test_what_is_refused_is_sent_again_within_the_cap_alone);
  g_test_add_func ("/agent/spend/what-leaves-is-asked-about-and-never-more-than-its-cap",
                   test_what_leaves_is_asked_about_and_never_more_than_its_cap);
  return g_test_run ();
}

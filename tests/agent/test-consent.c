/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model asks to see rows: a person sees exactly what would leave and decides, and what they decide holds at once.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-consent-places.h"
#include "ask-agent-fixture.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-thresholds.h"
#include "store/ask-workspace-ledger.h"

#define LOOK "Thought: look\nAction: query\nAction Input: SELECT city FROM store LIMIT 2"
#define SHOW "Thought: I need the names\nAction: show_rows\nAction Input: step_1"
#define FINAL "Thought: done\nFinal Answer: SELECT city FROM store"
#define ROWS "step_1:\nThe rows:\nParis\nLyon"

/**
 * Person:
 * @answer: what they say
 * @asked: how often they were asked
 * @text: what they saw last
 * @places: whose values these are
 * @then: what they say the second time, where it is not @answer
 * @refuses: (nullable): a steward's word on sharing that comes while they look
 */
typedef struct
{
  AskAgentFixture *fixture;
  AskConsentAnswer answer;
  guint asked;
  char *text;
  char *places;
  const char *refuses;
  AskConsentAnswer then;
  gboolean cancelled;
} Person;

static void set_sharing (AskWorkspace *own, const char *sharing);

static gboolean
on_consent (const AskConsent *consent, AskConsentAnswer *answer, GCancellable *cancellable, gpointer data,
            GError **error)
{
  Person *person = data;

  person->asked++;
  g_free (person->text);
  person->text = g_strdup (consent->text);
  g_free (person->places);
  g_assert_cmpuint (consent->attributes->len, >, 0);
  person->places = g_strdup (consent->attributes->pdata[0]);
  if (person->asked == 1)
    g_assert_false (ask_test_model_received (person->fixture->server, "Lyon"));
  if (person->cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "no");
      return FALSE;
    }
  if (person->refuses != NULL)
    set_sharing (person->fixture->workspace, person->refuses);
  *answer = person->asked > 1 && person->then != 0 ? person->then : person->answer;
  return TRUE;
}

static void
open_person (Person *self, AskConsentAnswer answer)
{
  *self = (Person) { .fixture = ask_agent_fixture_new (), .answer = answer };
  ask_agent_fixture_add_shop (self->fixture);
  g_assert_true (ask_workspace_set_setting (self->fixture->workspace, "model/answer-here-first", "off", NULL));
}

static void
close_person (Person *self)
{
  ask_agent_fixture_free (self->fixture);
  g_free (self->text);
  g_free (self->places);
}

static AskAnswer *
ask (Person *self, const char *const *replies, gboolean may_ask)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (GError) error = NULL;
  AskAnswer *answer;

  if (replies != NULL)
    ask_agent_fixture_script (self->fixture, replies);
  options.on_consent = may_ask ? on_consent : NULL;
  options.user_data = self;
  answer = ask_agent_ask (self->fixture->workspace, self->fixture->model, "Which towns sound French?", &options, NULL,
                          &error);
  if (!self->cancelled)
    g_assert_no_error (error);
  return answer;
}

/* By another session, as somebody else would. */
static void
set_sharing (AskWorkspace *own, const char *sharing)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (ask_workspace_get_path (own), &error);
  gint64 version = 0;
  g_autoptr (AskSchema) newest = NULL;
  g_autoptr (AskSchema) draft = NULL;

  g_assert_no_error (error);
  newest = ask_workspace_load_newest_schema (workspace, &version, &error);
  draft = ask_schema_fork (newest);
  ask_schema_edit_set_attribute (draft, ask_schema_find_entity (draft, "store")->id, "city", "sharing", sharing,
                                 &error);
  g_assert_no_error (error);
  ask_schema_edit_set_attribute (draft, ask_schema_find_entity (draft, "store")->id, "id", "sharing", sharing, &error);
  ask_workspace_save_schema_from (workspace, &version, draft, "test", NULL, &error);
  g_assert_no_error (error);
}

static AskSharing
get_sharing (Person *self)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (self->fixture->workspace, NULL);

  return ask_entity_find_attribute (ask_schema_find_entity (schema, "store"), "city")->sharing;
}

/* What the ledger says of @step: its consent, or NULL. */
static char *
find_consent (Person *self, const char *step)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries
    = ask_workspace_list_ledger (self->fixture->workspace, &(AskLedgerFilter) { 0 }, &error);
  char *found = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    {
      const AskLedgerEntry *entry = entries->pdata[i];

      for (guint v = 0; v < entry->values->len && found == NULL; v++)
        if (g_str_equal (((AskLedgerValues *) entry->values->pdata[v])->of, step))
          found = g_strdup (((AskLedgerValues *) entry->values->pdata[v])->consent);
    }
  return found;
}

static const char *const replies[] = { LOOK, SHOW, FINAL, NULL };

static void
test_once_lets_exactly_what_was_seen_leave (void)
{
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *consent = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ONCE);
  answer = ask (&person, replies, TRUE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_cmpstr (person.text, ==, ROWS);
  g_assert_cmpstr (person.places, ==, "shop: store.city");
  g_assert_true (ask_test_model_received (person.fixture->server, "Observation: step_1:\\nThe rows:\\nParis\\nLyon\""));
  /* The row that was not shown stays here. */
  g_assert_false (ask_test_model_received (person.fixture->server, "Le Havre"));
  consent = find_consent (&person, "step_1");
  g_assert_cmpstr (consent, ==, "once");
  g_assert_cmpint (get_sharing (&person), ==, ASK_SHARING_INHERIT);
  close_person (&person);
}

/* The action is there in each form of a reply, and in what holds a reply to that form. */
static void
test_each_form_has_the_action (void)
{
  static const char *const forms[][2] = { { "text", "show_rows\\\\nAction Input: step_" },
                                          { "json", "\"show_rows\"" },
                                          { "tools", "\"name\":\"show_rows\"" } };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (AskAnswer) answer = NULL;
      Person person;

      open_person (&person, ASK_CONSENT_ONCE);
      ask_agent_fixture_script (person.fixture, replies);
      ask_agent_fixture_set_form (person.fixture, forms[i][0]);
      /* A grammar goes to servers that are known to take one. */
      ask_test_server_add_json (ask_test_model_get_server (person.fixture->server), "/v1/models",
                                "{\"data\":[{\"id\":\"m.gguf\",\"owned_by\":\"llamacpp\"}]}");
      answer = ask (&person, NULL, TRUE);
      g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
      g_assert_cmpstr (person.text, ==, ROWS);
      g_assert_true (ask_test_model_received (person.fixture->server, "Lyon"));
      g_assert_true (ask_test_model_received (person.fixture->server, forms[i][1]));
      close_person (&person);
    }
}

static void
test_no_keeps_the_rows_here (void)
{
  static const char *const again[] = { LOOK, SHOW, SHOW, FINAL, NULL };
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_NO);
  answer = ask (&person, again, TRUE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  /* A no is a no until the question ends. */
  g_assert_cmpuint (person.asked, ==, 1);
  g_assert_true (ask_test_model_received (person.fixture->server, "These rows may not be shown."));
  g_assert_false (ask_test_model_received (person.fixture->server, "Paris"));
  g_assert_null (find_consent (&person, "step_1"));
  close_person (&person);
}

static void
test_always_is_what_the_schema_says (void)
{
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *consent = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ALWAYS);
  answer = ask (&person, replies, TRUE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpint (get_sharing (&person), ==, ASK_SHARING_YES);
  g_assert_true (ask_test_model_received (person.fixture->server, "Lyon"));
  consent = find_consent (&person, "step_1");
  g_assert_cmpstr (consent, ==, "yes");
  close_person (&person);
}

static void
test_cancel_ends_the_question (void)
{
  Person person;

  open_person (&person, ASK_CONSENT_NO);
  person.cancelled = TRUE;
  g_assert_null (ask (&person, replies, TRUE));
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 2);
  g_assert_false (ask_test_model_received (person.fixture->server, "Paris"));
  close_person (&person);
}

static void
test_what_a_steward_refused_is_not_asked_about (void)
{
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ONCE);
  set_sharing (person.fixture->workspace, "never");
  answer = ask (&person, replies, TRUE);
  g_assert_cmpuint (person.asked, ==, 0);
  g_assert_false (ask_test_model_received (person.fixture->server, "Paris"));
  close_person (&person);
}

static char *
reply_and_refuse (const char *last, JsonObject *request, gpointer data)
{
  Person *person = data;

  if (strstr (last, "step_1:") == NULL)
    return g_strdup (strstr (last, "may not be shown") != NULL ? FINAL : LOOK);
  set_sharing (person->fixture->workspace, "never");
  return g_strdup (SHOW);
}

/* A steward's no counts from when it is there: before anybody is asked, and before their yes is taken. */
static void
test_a_refusal_holds_at_once (void)
{
  static const AskConsentAnswer answers[] = { ASK_CONSENT_ONCE, ASK_CONSENT_ALWAYS };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (AskAnswer) early = NULL;
      g_autoptr (AskAnswer) late = NULL;
      Person person;

      open_person (&person, answers[i]);
      ask_agent_fixture_script_func (person.fixture, reply_and_refuse, &person);
      early = ask (&person, NULL, TRUE);
      g_assert_cmpuint (person.asked, ==, 0);
      g_assert_false (ask_test_model_received (person.fixture->server, "Lyon"));
      g_assert_cmpint (get_sharing (&person), ==, ASK_SHARING_NEVER);
      close_person (&person);

      open_person (&person, answers[i]);
      person.refuses = "never";
      late = ask (&person, replies, TRUE);
      g_assert_cmpuint (person.asked, ==, 1);
      g_assert_true (ask_test_model_received (person.fixture->server, "These rows may not be shown."));
      g_assert_false (ask_test_model_received (person.fixture->server, "Lyon"));
      g_assert_cmpint (get_sharing (&person), ==, ASK_SHARING_NEVER);
      close_person (&person);
    }
}

static void
test_without_anybody_to_ask_there_is_no_such_tool (void)
{
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ONCE);
  answer = ask (&person, replies, FALSE);
  g_assert_cmpuint (person.asked, ==, 0);
  g_assert_true (ask_test_model_received (person.fixture->server, "There is no tool show_rows."));
  g_assert_false (ask_test_model_received (person.fixture->server, "one action more, show_rows"));
  g_assert_false (ask_test_model_received (person.fixture->server, "Paris"));
  close_person (&person);
}

/* After the rows have left, and before the next turn, somebody takes it back. */
static char *
reply_and_revoke (const char *last, JsonObject *request, gpointer data)
{
  Person *person = data;

  if (strstr (last, "Paris") != NULL)
    {
      set_sharing (person->fixture->workspace, "never");
      return g_strdup ("Thought: more\nAction: query\nAction Input: SELECT count(*) FROM store");
    }
  return g_strdup (strstr (last, "step_1:") != NULL ? SHOW : LOOK);
}

static void
test_taking_it_back_holds_at_once (void)
{
  g_autoptr (AskAnswer) answer = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ALWAYS);
  ask_agent_fixture_script_func (person.fixture, reply_and_revoke, &person);
  answer = ask (&person, NULL, TRUE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_test_message ("%s", answer->text);
  g_assert_nonnull (strstr (answer->text, "may no longer reach the model"));
  /* The turn that held them was the last. */
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 3);
  close_person (&person);

  /* The same with what was shared before the question. */
  open_person (&person, ASK_CONSENT_NO);
  set_sharing (person.fixture->workspace, "yes");
  ask_agent_fixture_script_func (person.fixture, reply_and_revoke, &person);
  g_clear_pointer (&answer, ask_answer_free);
  answer = ask (&person, NULL, FALSE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_test_message ("%s", answer->text);
  g_assert_nonnull (strstr (answer->text, "may no longer reach the model"));
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 2);
  close_person (&person);
}

static void
test_each_source_is_named_once (void)
{
  static const char *const places[]
    = { "shop: store.city", "shop: store.name", "depot: van.plate", "shop: sale.day", "shop2: sale.day", "shop2" };
  g_autoptr (GPtrArray) attributes = g_ptr_array_new ();
  g_autofree char *none = ask_consent_to_places (&(AskConsent) { NULL, attributes, "" });
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_ptr_array_add (attributes, (gpointer) places[i]);
  text = ask_consent_to_places (&(AskConsent) { NULL, attributes, "" });
  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (text, ==,
                   "shop: store.city, store.name, depot: van.plate, shop: sale.day, shop2: sale.day, shop2");
}

/* Rows that were shown once are no others' leave: whoever is asked is told what these are made of. */
static void
test_rows_of_a_step_say_which (void)
{
  static const char *const twice[]
    = { LOOK, SHOW, "Thought: more\nAction: query\nAction Input: SELECT upper(city) AS c FROM step_1",
        "Thought: see\nAction: show_rows\nAction Input: step_2", FINAL, NULL };
  g_autoptr (AskAnswer) answer = NULL;
  g_autofree char *consent = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_ONCE);
  person.then = ASK_CONSENT_ALWAYS;
  answer = ask (&person, twice, TRUE);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_ANSWERED);
  g_assert_cmpuint (person.asked, ==, 2);
  g_assert_cmpstr (person.places, ==, "step_1");
  g_assert_nonnull (strstr (person.text, "LYON"));
  g_assert_true (ask_test_model_received (person.fixture->server, "LYON"));
  /* A step is no place of the schema, which can say nothing of it from now on. */
  consent = find_consent (&person, "step_2");
  g_assert_cmpstr (consent, ==, "once");
  close_person (&person);
}

/* While a person looks at what the next turn costs, a steward takes it back. */
static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  Person *person = data;

  if (++person->asked == 2)
    set_sharing (person->fixture->workspace, "never");
  return TRUE;
}

static void
test_taking_it_back_holds_while_a_person_is_asked (void)
{
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;
  g_autoptr (AskAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  Person person;

  open_person (&person, ASK_CONSENT_NO);
  set_sharing (person.fixture->workspace, "yes");
  ask_workspace_set_threshold (person.fixture->workspace, ASK_THRESHOLD_BYTES, NULL, "100", &error);
  g_assert_no_error (error);
  ask_agent_fixture_script (person.fixture, (const char *const[]) { LOOK, FINAL, NULL });
  options.on_preview = on_preview;
  options.user_data = &person;
  answer = ask_agent_ask (person.fixture->workspace, person.fixture->model, "Which towns sound French?", &options, NULL,
                          &error);
  g_assert_no_error (error);
  g_assert_cmpuint (person.asked, ==, 2);
  g_assert_cmpint (answer->status, ==, ASK_STATUS_FAILED);
  g_assert_nonnull (strstr (answer->text, "may no longer reach the model"));
  /* Example rows had left with the first turn, while they might. */
  g_assert_false (ask_test_model_received (person.fixture->server, "The rows:"));
  g_assert_cmpuint (ask_test_model_get_n_chats (person.fixture->server), ==, 1);
  close_person (&person);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/consent/once-lets-exactly-what-was-seen-leave", test_once_lets_exactly_what_was_seen_leave);
  g_test_add_func ("/agent/consent/each-form-of-a-reply-has-the-action", test_each_form_has_the_action);
  g_test_add_func ("/agent/consent/no-keeps-the-rows-here", test_no_keeps_the_rows_here);
  g_test_add_func ("/agent/consent/always-is-what-the-schema-says", test_always_is_what_the_schema_says);
  g_test_add_func ("/agent/consent/cancel-ends-the-question", test_cancel_ends_the_question);
  g_test_add_func ("/agent/consent/what-a-steward-refused-is-not-asked-about",
                   test_what_a_steward_refused_is_not_asked_about);
  g_test_add_func ("/agent/consent/a-refusal-holds-at-once", test_a_refusal_holds_at_once);
  g_test_add_func ("/agent/consent/without-anybody-to-ask-there-is-no-such-tool",
                   test_without_anybody_to_ask_there_is_no_such_tool);
  g_test_add_func ("/agent/consent/rows-of-a-step-say-which", test_rows_of_a_step_say_which);
  g_test_add_func ("/agent/consent/taking-it-back-holds-at-once", test_taking_it_back_holds_at_once);
  g_test_add_func ("/agent/consent/each-source-is-named-once", test_each_source_is_named_once);
  g_test_add_func ("/agent/consent/taking-it-back-holds-while-a-person-is-asked",
                   test_taking_it_back_holds_while_a_person_is_asked);
  return g_test_run ();
}

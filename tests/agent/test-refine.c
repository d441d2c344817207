/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of choosing tables by their names before the large model's prompt is made: who is asked, what is told, and what
 * comes of a reply that is of no use.
 */
#include "config.h"

#include <string.h>

#include "ask-agent-fixture.h"
#include "llm/ask-prompt.h"

#define FINAL "Thought: ok\nFinal Answer: SELECT maker FROM violin ORDER BY price DESC LIMIT 1"

/* What each model was asked, one after the other, as "NAME\nSYSTEM". */
typedef struct
{
  AskAgentFixture *fixture;
  GPtrArray *asked;
  const char *chosen; /* what is replied where tables are to be chosen */
} Refine;

static char *
reply (const char *last_user, JsonObject *request, gpointer user_data)
{
  Refine *refine = user_data;
  JsonArray *messages = json_object_get_array_member (request, "messages");
  const char *system = json_object_get_string_member (json_array_get_object_element (messages, 0), "content");

  g_ptr_array_add (refine->asked, g_strdup_printf ("%s\n%s", json_object_get_string_member (request, "model"), system));
  if (!g_str_has_prefix (system, "You choose tables"))
    return g_strdup (FINAL);
  return refine->chosen != NULL ? g_strdup (refine->chosen) : NULL;
}

static void
set (Refine *refine, const char *setting, const char *value)
{
  g_assert_true (ask_workspace_set_setting (refine->fixture->workspace, setting, value, NULL));
}

static void
set_up (Refine *refine, gconstpointer n_tables)
{
  g_autoptr (GString) sql
    = g_string_new ("CREATE TABLE violin (violin_id INTEGER PRIMARY KEY, maker TEXT, price REAL);"
                    "CREATE TABLE player (player_id INTEGER PRIMARY KEY, born_in TEXT);"
                    "CREATE TABLE plays (violin_id INTEGER REFERENCES violin, player_id INTEGER REFERENCES player);"
                    "INSERT INTO violin VALUES (1, 'Amati', 3), (2, 'Guarneri', 7);");

  refine->fixture = ask_agent_fixture_new ();
  refine->asked = g_ptr_array_new_with_free_func (g_free);
  ask_agent_fixture_script_func (refine->fixture, reply, refine);
  ask_test_model_set_names (refine->fixture->server, (const char *const[]) { "scripted", "tiny", NULL });
  for (int i = 3; i < GPOINTER_TO_INT (n_tables); i++)
    g_string_append_printf (sql, "CREATE TABLE log_%d (log_id INTEGER PRIMARY KEY, written_on DATE, line TEXT);", i);
  ask_agent_fixture_add_sqlite (refine->fixture, "many", sql->str);
  set (refine, "model/url", ask_test_model_get_url (refine->fixture->server));
  set (refine, "model/context-length", "4000");
  set (refine, "model/answer-here-first", "off");
}

static void
tear_down (Refine *refine, gconstpointer data)
{
  ask_agent_fixture_free (refine->fixture);
  g_ptr_array_unref (refine->asked);
}

static AskAnswer *
ask (Refine *refine)
{
  AskAnswer *answer = ask_agent_fixture_ask (refine->fixture, "Which violin of a player from Lyon is the dearest?");

  if (answer->status != ASK_STATUS_ANSWERED)
    g_error ("%s", answer->text);
  return answer;
}

static void
assert_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in:\n%s", part, text);
}

static void
assert_lacks (const char *text, const char *part)
{
  if (strstr (text, part) != NULL)
    g_error ("“%s” is in:\n%s", part, text);
}

/* A thousand tables, 4,000 tokens. */
static void
test_small (Refine *refine, gconstpointer data)
{
  g_autoptr (AskAnswer) answer = NULL;
  const AskTraceStep *step;

  set (refine, "model/small-name", "tiny");
  refine->chosen = "I think these.\nTables: `Player`, violin, nonsense, violin";
  answer = ask (refine);
  g_assert_cmpuint (refine->asked->len, ==, 2);
  assert_has (refine->asked->pdata[0], "tiny\nYou choose tables");
  assert_has (refine->asked->pdata[0], "\nviolin: has violin_id, maker, price\n");
  assert_has (refine->asked->pdata[1], "scripted\nYou answer questions");
  /* Names, and nothing of what the tables hold. */
  assert_lacks (refine->asked->pdata[0], "Amati");
  assert_lacks (refine->asked->pdata[0], "Guarneri");
  g_assert_cmpuint (ask_prompt_count_tokens (refine->asked->pdata[0]), <, 4000);
  g_assert_cmpuint (ask_prompt_count_tokens (refine->asked->pdata[1]), <, 4000);
  /* In the order of the reply; what joins them comes with them; nothing else does. */
  assert_has (refine->asked->pdata[1], "Tables:\nCREATE TABLE player (");
  assert_has (refine->asked->pdata[1], "CREATE TABLE violin (");
  assert_has (refine->asked->pdata[1], "CREATE TABLE plays (");
  assert_lacks (refine->asked->pdata[1], "log_");
  assert_has (refine->asked->pdata[1], "Further tables: 997 more, which list_entities names");
  step = ask_answer_find_step (answer, "select", 0);
  for (guint i = 1; step != NULL && strstr (step->title, "the question needs") == NULL; i++)
    step = ask_answer_find_step (answer, "select", i);
  g_assert_nonnull (step);
  assert_has (step->detail, "player, violin, plays.");
  /* Both calls are counted. */
  g_assert_cmpint (answer->bytes_sent, >, (gint64) (strlen (refine->asked->pdata[0]) + strlen (refine->asked->pdata[1])));
}

static void
test_large (Refine *refine, gconstpointer data)
{
  g_autoptr (AskAnswer) answer = NULL;

  refine->chosen = "violin";
  answer = ask (refine);
  g_assert_cmpuint (refine->asked->len, ==, 2);
  assert_has (refine->asked->pdata[0], "scripted\nYou choose tables");
  assert_has (refine->asked->pdata[1], "Tables:\nCREATE TABLE violin (");
  assert_lacks (refine->asked->pdata[1], "CREATE TABLE player");
}

/* None of the tables, none that exists, an error: then what was found here is told, as far as it fits. */
static void
test_useless (Refine *refine, gconstpointer data)
{
  static const char *const replies[] = { "Tables: none", "", "Thought: SELECT 1", NULL };

  set (refine, "model/small-name", "tiny");
  for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      g_autoptr (AskAnswer) answer = NULL;
      guint n = refine->asked->len;

      refine->chosen = replies[i];
      answer = ask (refine);
      g_assert_cmpuint (refine->asked->len, >, n + 1);
      assert_has (refine->asked->pdata[refine->asked->len - 1], "CREATE TABLE violin (");
      assert_has (refine->asked->pdata[refine->asked->len - 1], "log_");
    }
}

static void
test_off (Refine *refine, gconstpointer data)
{
  g_autoptr (AskAnswer) answer = NULL;

  set (refine, "model/small-name", "tiny");
  set (refine, "model/select", "off");
  answer = ask (refine);
  g_assert_cmpuint (refine->asked->len, ==, 1);
}

static void
test_fits (Refine *refine, gconstpointer data)
{
  g_autoptr (AskAnswer) answer = NULL;

  set (refine, "model/small-name", "tiny");
  answer = ask (refine);
  g_assert_cmpuint (refine->asked->len, ==, 1);
  assert_has (refine->asked->pdata[0], "scripted\nYou answer questions");
}

/* The small model's server, which is somebody else's, does not get the large one's key. */
static void
test_key (Refine *refine, gconstpointer data)
{
  g_autoptr (AskTestModel) other = ask_test_model_new_func (reply, refine);
  g_autoptr (AskAnswer) answer = NULL;

  g_setenv ("ASKDATA_TEST_LARGE_KEY", "sk-l4rge", TRUE);
  set (refine, "model/key-env", "ASKDATA_TEST_LARGE_KEY");
  set (refine, "model/small-name", "scripted");
  set (refine, "model/small-url", ask_test_model_get_url (other));
  refine->chosen = "Tables: violin";
  answer = ask (refine);
  g_assert_cmpuint (ask_test_model_get_n_chats (other), ==, 1);
  g_assert_false (ask_test_model_received (other, "sk-l4rge"));
}

/* Which values the question's message tells is not said of the turn before it, whose message tells none. */
static void
test_values (Refine *refine, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) loaded = ask_workspace_load_schema (refine->fixture->workspace, &error);
  g_autoptr (AskSchema) schema = ask_schema_copy (loaded);
  AskEntity *violin = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "violin")->id);
  g_autoptr (AskAnswer) answer = NULL;
  const AskTraceStep *chosen;
  const AskTraceStep *written;

  ask_entity_find_attribute (violin, "maker")->sharing = ASK_SHARING_YES;
  g_assert_true (ask_workspace_save_schema (refine->fixture->workspace, schema, "test", &error));
  g_assert_no_error (error);
  refine->chosen = "Tables: violin";
  answer = ask_agent_fixture_ask (refine->fixture, "Which violins have the maker amati?");
  g_assert_cmpuint (refine->asked->len, ==, 2);
  chosen = ask_answer_find_step (answer, "sent", 0);
  written = ask_answer_find_step (answer, "sent", 1);
  assert_has (chosen->detail, "no data.");
  assert_has (written->detail, "values of ");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/agent/refine/a-small-model-chooses-among-a-thousand-tables", Refine, GINT_TO_POINTER (1000), set_up,
              test_small, tear_down);
  g_test_add ("/agent/refine/without-a-small-model-the-large-one-chooses", Refine, GINT_TO_POINTER (80), set_up, test_large,
              tear_down);
  g_test_add ("/agent/refine/a-useless-choice-changes-nothing", Refine, GINT_TO_POINTER (80), set_up, test_useless,
              tear_down);
  g_test_add ("/agent/refine/it-can-be-switched-off", Refine, GINT_TO_POINTER (80), set_up, test_off, tear_down);
  g_test_add ("/agent/refine/where-all-fits-nobody-chooses", Refine, GINT_TO_POINTER (8), set_up, test_fits, tear_down);
  g_test_add ("/agent/refine/another-server-gets-no-key", Refine, GINT_TO_POINTER (80), set_up, test_key, tear_down);
  g_test_add ("/agent/refine/values-are-said-of-the-turn-that-tells-them", Refine, GINT_TO_POINTER (80), set_up, test_values,
              tear_down);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of an answer as JSON: what is written is read back the same, digit by digit, and what is
 * no answer is refused.
 */
#include "config.h"

#include <string.h>

#include "agent/ask-agent.h"
#include "agent/ask-trace-line.h"

static AskAnswer *
make_answer (void)
{
  AskAnswer *answer = ask_answer_new ("Which “carriers” were late?");
  AskRows *rows = ask_rows_new ();
  AskTraceStep *step;

  ask_rows_add_column (rows, "carrier", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "late", ASK_TYPE_INTEGER);
  ask_rows_add_column (rows, "share", ASK_TYPE_REAL);
  ask_rows_read_names (rows);
  for (int i = 0; i < 60; i++)
    {
      AskValue cells[] = { ask_value_text (i == 0 ? "Nord\"fracht\n€" : "B", -1),
                           ask_value_integer (G_MAXINT64 - i),
                           i == 1 ? ASK_NULL_INIT : ask_value_real (i == 2 ? 2.0 : 0.1) };

      ask_rows_append (rows, cells);
    }
  answer->status = ASK_STATUS_ANSWERED;
  g_free (answer->text);
  answer->text = g_strdup ("Nordfracht: 212 late shipments (highest of 60)");
  answer->rows = rows;
  answer->n_rows = 60;
  answer->sql = g_strdup ("SELECT 1");
  answer->executable_sql = g_strdup ("SELECT 1 /* x */");
  answer->verified = g_new0 (AskVerified, 1);
  answer->verified->id = 7;
  answer->verified->question = g_strdup ("late?");
  answer->verified->sql = g_strdup ("SELECT 1");
  answer->verified->verified_at = G_GINT64_CONSTANT (1762128000123456);
  answer->verified->verified_by = g_strdup ("anna");
  answer->verified_values = g_strdup ("Lyon instead of Paris");
  answer->words = g_strdup ("Shown: 1.");
  answer->model = g_strdup ("llama");
  g_ptr_array_add (answer->suggestions, g_strdup ("Best month?"));
  g_ptr_array_add (answer->sources, g_strdup ("sales"));
  step = ask_answer_add_step (answer, "temp", "Late per carrier", NULL);
  step->elapsed_ms = 21.375;
  step->fields = json_object_new ();
  json_object_set_string_member (step->fields, "sql", "SELECT 2");
  json_object_set_int_member (step->fields, "n_rows", 60);
  json_object_set_array_member (step->fields, "calls", json_array_new ());
  step->rows = ask_rows_ref (rows);
  ask_answer_add_step (answer, "answer", "The answer", "It is so.");
  answer->elapsed_ms = 412.5;
  answer->rows_fetched = 300;
  answer->api_requests = 14;
  answer->prompt_tokens = 1900;
  answer->completion_tokens = 80;
  answer->bytes_sent = 7000;
  answer->history_id = 3;
  return answer;
}

static void
test_round_trip (void)
{
  g_autoptr (AskAnswer) answer = make_answer ();
  g_autofree char *json = ask_answer_to_json (answer, NULL, 1000);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) copy = ask_answer_from_json (json, &error);

  g_assert_no_error (error);

  g_autofree char *again = ask_answer_to_json (copy, NULL, 1000);
  const AskTraceStep *step = copy->steps->pdata[0];

  g_assert_cmpstr (again, ==, json);
  g_assert_cmpstr (copy->words, ==, "Shown: 1.");
  g_assert_cmpint (ask_rows_get (copy->rows, 0, 1)->integer, ==, G_MAXINT64);
  g_assert_cmpint (ask_rows_get (copy->rows, 2, 2)->kind, ==, ASK_VALUE_REAL);
  g_assert_cmpint (ask_rows_get (copy->rows, 1, 2)->kind, ==, ASK_VALUE_NULL);
  g_assert_cmpint (copy->verified->verified_at, ==, answer->verified->verified_at);
  g_assert_cmpint (step->started_at, ==, ((AskTraceStep *) answer->steps->pdata[0])->started_at);
  g_assert_cmpuint (ask_rows_get_n_rows (step->rows), ==, 50);
  g_assert_cmpstr (ask_json_get_string (step->fields, "sql"), ==, "SELECT 2");
}

static void
test_shortened (void)
{
  g_autoptr (AskAnswer) answer = make_answer ();
  g_autofree char *json = ask_answer_to_json (answer, NULL, 10);
  g_autoptr (AskAnswer) copy = ask_answer_from_json (json, NULL);
  g_autofree char *again = ask_answer_to_json (copy, NULL, 10);

  g_assert_cmpuint (ask_rows_get_n_rows (copy->rows), ==, 10);
  g_assert_true (ask_rows_get_truncated (copy->rows));
  g_assert_cmpuint (copy->n_rows, ==, 60);
  g_assert_cmpstr (again, ==, json);
}

static void
test_form (void)
{
  g_autoptr (AskAnswer) answer = ask_answer_new ("?");
  g_autoptr (JsonNode) chart = ask_json_parse ("{\"kind\":\"bar\"}", -1, NULL);
  g_autofree char *json = ask_answer_to_json (answer, chart, 10);
  static const char *const members[] = { "question", "status", "answer", "sql", "executable_sql",
                                         "chart", "steps", "stats" };
  g_autoptr (JsonNode) node = ask_json_parse (json, -1, NULL);
  JsonObject *object = json_node_get_object (node);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_assert_true (json_object_has_member (object, members[i]));
  g_assert_cmpstr (ask_json_get_string (ask_json_get_object (object, "chart"), "kind"), ==, "bar");
  g_assert_nonnull (strstr (json, "\"columns\":[],\"rows\":[]"));
}

/* A turn of a model is one line, in which nothing is said twice and no step is lost. */
static void
test_folded (void)
{
  static const struct
  {
    const char *kind;
    const char *title;
    const char *detail;
  } steps[] = {
    { "context", "Looked at the schema", "3 tables" },
    { "sent", "Asked the model", "900 bytes" },
    { "thought", "Count by carrier", "Count by carrier" },
    { "temp", "Count by carrier", NULL },
    { "observation", "What the model was told", "2 rows" },
    { "sent", "Asked the model", "950 bytes" },
    { "thought", "Done", "That is it." },
    { "sql", "Ran the query", NULL },
    { "answer", "The answer", "DHL: 2" },
  };
  static const char *const titles[] = { "Looked at the schema", "Count by carrier", "Ran the query", "The answer" };
  g_autoptr (AskAnswer) answer = ask_answer_new ("?");
  g_autoptr (GPtrArray) lines = NULL;
  const AskTraceLine *turn;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    ask_answer_add_step (answer, steps[i].kind, steps[i].title, steps[i].detail)->elapsed_ms = 1;
  lines = ask_trace_fold (answer);
  g_assert_cmpuint (lines->len, ==, G_N_ELEMENTS (titles));
  for (guint i = 0; i < lines->len; i++)
    {
      const AskTraceLine *line = lines->pdata[i];

      g_assert_cmpstr (line->main->title, ==, titles[i]);
      for (guint s = 0; s < line->steps->len; s++)
        g_assert_true (line->steps->pdata[s] == answer->steps->pdata[n++]);
    }
  g_assert_cmpuint (n, ==, answer->steps->len);
  turn = lines->pdata[1];
  g_assert_cmpfloat (turn->elapsed_ms, ==, 4);
  g_assert_null (ask_trace_line_get_words (turn, turn->steps->pdata[1]));
  g_assert_cmpstr (ask_trace_line_get_words (turn, turn->steps->pdata[3]), ==, "2 rows");
  turn = lines->pdata[2];
  g_assert_cmpstr (ask_trace_line_get_words (turn, turn->steps->pdata[1]), ==, "That is it.");
}

static void
test_refused (void)
{
  static const char *const texts[] = { "", "x", "[]", "{}", "{\"question\":\"x\"}",
                                       "{\"question\":1,\"status\":\"answered\"}",
                                       "{\"question\":\"x\",\"status\":\"maybe\"}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (ask_answer_from_json (texts[i], &error));
      g_assert_nonnull (error);
    }
}

/* Members of other types than they should have are as if they were not there. */
static void
test_odd (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskAnswer) answer = ask_answer_from_json (
    "{\"question\":\"x\",\"status\":\"failed\",\"answer\":{\"text\":1,\"columns\":[1,{}],"
    "\"rows\":[1,[],[1,2,3]]},\"steps\":[1,{\"kind\":2,\"started_at\":\"never\"}],\"stats\":[],"
    "\"suggestions\":[1,\"a\"],\"verified\":\"no\"}",
    &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
  g_assert_cmpuint (answer->steps->len, ==, 1);
  g_assert_cmpuint (answer->suggestions->len, ==, 1);
  g_assert_null (answer->verified);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent/answer/an-answer-reads-back-digit-by-digit", test_round_trip);
  g_test_add_func ("/agent/answer/a-shortened-answer-says-how-many-rows-it-had", test_shortened);
  g_test_add_func ("/agent/answer/an-answer-has-every-member", test_form);
  g_test_add_func ("/agent/answer/what-is-no-answer-is-refused", test_refused);
  g_test_add_func ("/agent/answer/odd-members-count-as-missing", test_odd);
  g_test_add_func ("/agent/answer/a-turn-of-a-model-is-one-line", test_folded);
  return g_test_run ();
}

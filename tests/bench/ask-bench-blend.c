/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What functions of a language model cost in SQL. The model is a server in this process that waits before each answer, as one
 * does that thinks. Three figures: how much longer it takes to plan a statement with a function than one without; many values
 * against the time that the server needs for so many prompts at the least; and the same query with a function that SQLite calls
 * row by row. Nothing is asserted.
 *
 * Usage: ask-bench-blend [VALUES]; otherwise 10,000
 */
#include "config.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "../agent/ask-agent-fixture.h"
#include "ask-bench-times.h"
#include "base/ask-json.h"
#include "blend/ask-blend-model.h"
#include "llm/ask-openai.h"
#include "schema/edit/ask-schema-edit.h"
#include "support/ask-test-server.h"

#define DELAY_MS 50
#define IN_FLIGHT 32
#define BATCH 20
#define ROUNDS 5
#define PLANS 301

typedef struct
{
  AskAgentFixture *base;
  AskTestServer *server;
  AskModel *model;
  AskSpending *spending;
  sqlite3 *plain;
  guint n_requests;
} Bench;

/* Every value begins with A, or does not. */
static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Bench *self = data;
  gsize size;
  const char *bytes = g_bytes_get_data (request->body, &size);
  g_autoptr (JsonNode) body = ask_json_parse (bytes, (gssize) size, NULL);
  JsonArray *messages = json_object_get_array_member (json_node_get_object (body), "messages");
  JsonObject *last = json_array_get_object_element (messages, json_array_get_length (messages) - 1);
  g_autoptr (JsonNode) values = ask_json_parse (json_object_get_string_member (last, "content"), -1, NULL);
  guint n = json_object_get_size (json_node_get_object (values));
  g_autoptr (GString) answers = g_string_new ("{");
  g_autoptr (GString) json = g_string_new ("{\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":"
                                           "{\"role\":\"assistant\",\"content\":");

  for (guint i = 1; i <= n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%u", i);
      const char *value = json_object_get_string_member (json_node_get_object (values), number);

      g_string_append_printf (answers, "%s\"%u\":%s", i > 1 ? "," : "", i, value[0] == 'A' ? "true" : "false");
    }
  g_string_append_c (answers, '}');
  ask_json_append_string (json, answers->str, -1);
  g_string_append (json, "},\"finish_reason\":\"stop\"}]}");
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
  reply->delay_ms = DELAY_MS;
  g_atomic_int_inc (&self->n_requests);
}

static void
share (Bench *self)
{
  gint64 version = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSchema) newest = ask_workspace_load_newest_schema (self->base->workspace, &version, &error);
  g_autoptr (AskSchema) draft = ask_schema_fork (newest);
  const char *id = ask_schema_find_entity (draft, "t")->id;
  static const char *const attributes[] = { "name", "kind" };

  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (!ask_schema_edit_set_attribute (draft, id, attributes[i], "sharing", "yes", &error))
      g_error ("%s", error->message);
  if (!ask_workspace_save_schema_from (self->base->workspace, &version, draft, "bench", NULL, &error))
    g_error ("%s", error->message);
}

/* Two rows for each of @n values, half of them of each kind. */
static void
bench_open (Bench *self, guint n)
{
  g_autofree char *sql = g_strdup_printf (
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, kind TEXT);"
    "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 2 * %u)"
    "INSERT INTO t SELECT i, char (65 + i / 2 %% 26) || ' name ' || (i / 2), CASE i / 2 %% 2 WHEN 0 THEN 'x' ELSE 'y' END FROM n",
    n);
  g_autofree char *url = NULL;
  g_autoptr (GError) error = NULL;

  self->n_requests = 0;
  self->base = ask_agent_fixture_new ();
  ask_agent_fixture_add_sqlite (self->base, "bench", sql);
  share (self);
  self->server = ask_test_server_new (answer, self);
  url = ask_test_server_dup_url (self->server, "/v1");
  self->model = ask_openai_new (&(AskOpenaiOptions) { .url = url, .model = "bench" }, &error);
  g_assert_no_error (error);
  self->spending = ask_spending_new (self->base->workspace, &(AskSpendingRules) { .any_cost = TRUE });
  g_assert_cmpint (sqlite3_open (":memory:", &self->plain), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (self->plain, sql, NULL, NULL, NULL), ==, SQLITE_OK);
}

static void
bench_close (Bench *self)
{
  sqlite3_close (self->plain);
  ask_spending_free (self->spending);
  g_object_unref (self->model);
  ask_test_server_free (self->server);
  ask_agent_fixture_free (self->base);
}

/* Returns: ms. @n: (out): what the query counts; a session of its own, which knows no answers */
static double
run_ours (Bench *self, const char *sql, gint64 *n)
{
  g_autoptr (GError) error = NULL;
  AskBlend *blend = ask_blend_new ();
  gint64 start = g_get_monotonic_time ();
  AskEngine *engine = ask_workspace_open_engine (self->base->workspace, &error);
  g_autoptr (AskResult) result = NULL;
  double ms;

  ask_blend_add_model (blend, &(AskBlendModelOptions) { .workspace = self->base->workspace,
                                                        .model = self->model,
                                                        .spending = self->spending,
                                                        .in_flight = IN_FLIGHT,
                                                        .no_cache = TRUE });
  ask_blend_attach (blend, engine);
  result = ask_spending_query (self->spending, engine, &(AskSpendingQuery) { sql, NULL, NULL }, NULL, &error);
  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  *n = ask_rows_get (result->rows, 0, 0)->integer;
  ms = (double) (g_get_monotonic_time () - start) / 1000;
  ask_engine_free (engine);
  ask_blend_free (blend);
  return ms;
}

/* The function that SQLite calls: a chat for each call. */
static void
ask_row (sqlite3_context *context, int n, sqlite3_value **arguments)
{
  Bench *self = sqlite3_user_data (context);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_message_free);
  g_autoptr (GString) user = g_string_new ("{\"1\":");
  g_autoptr (GError) error = NULL;
  AskReply *reply;

  ask_json_append_string (user, (const char *) sqlite3_value_text (arguments[0]), -1);
  g_string_append_c (user, '}');
  g_ptr_array_add (messages, ask_message_new (ASK_ROLE_USER, user->str));
  reply = ask_model_chat (self->model, &(AskChat) { .messages = messages }, NULL, &error);
  if (reply == NULL)
    g_error ("%s", error->message);
  sqlite3_result_int (context, strstr (reply->text, "true") != NULL);
  ask_reply_free (reply);
}

static double
run_row_by_row (Bench *self, const char *sql, gint64 *n)
{
  gint64 start = g_get_monotonic_time ();
  sqlite3_stmt *statement;

  sqlite3_create_function (self->plain, "ask_row", 1, SQLITE_UTF8, self, ask_row, NULL, NULL);
  g_assert_cmpint (sqlite3_prepare_v2 (self->plain, sql, -1, &statement, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  *n = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static gboolean
know_all (AskBlendFunction *function, const AskBlendQuestion *question, const AskRows *values, AskRows *answers,
          GError **error)
{
  const AskValue yes = ask_value_integer (1);

  for (gsize i = 0; i < ask_rows_get_n_rows (values); i++)
    ask_rows_append (answers, &yes);
  return TRUE;
}

static void
free_function (AskBlendFunction *function)
{
  g_free (function);
}

static double
get_median (GArray *times)
{
  g_array_sort (times, bench_compare_times);
  return g_array_index (times, double, times->len / 2);
}

/* Each text is new, so that no plan is kept. */
static double
plan (Bench *self, AskEngine *engine, const char *condition, guint i)
{
  g_autofree char *sql
    = g_strdup_printf ("SELECT name AS n%u, kind FROM t WHERE id = %u AND kind = 'x' AND %s", i, i, condition);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = ask_engine_query (engine, sql, NULL, NULL, NULL, &error);

  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

static void
measure_planning (void)
{
  static const AskBlendRunner runner = { .map = know_all, .free = free_function };
  g_autoptr (GArray) with = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  AskBlend *blend = ask_blend_new ();
  AskBlendFunction *function = g_new0 (AskBlendFunction, 1);
  AskEngine *engine;
  Bench self;

  bench_open (&self, PLANS);
  engine = ask_workspace_open_engine (self.base->workspace, &error);
  g_assert_no_error (error);
  *function = (AskBlendFunction) { g_strdup ("known"), ASK_BLEND_MAP, &runner };
  ask_blend_add_function (blend, function);
  ask_blend_attach (blend, engine);
  for (guint i = 0; i < PLANS; i++)
    {
      double time = plan (&self, engine, "known ('?', name) = 1", i);

      g_array_append_val (with, time);
      time = plan (&self, engine, "length (name) > 1", i);
      g_array_append_val (without, time);
    }
  g_print ("planning: %.2f ms with a function, %.2f ms without, %.2f ms more (2 allowed)\n", get_median (with),
           get_median (without), get_median (with) - get_median (without));
  ask_engine_free (engine);
  ask_blend_free (blend);
  bench_close (&self);
}

static void
measure_many (guint n)
{
  guint n_prompts = (n + BATCH - 1) / BATCH;
  double ideal = (double) ((n_prompts + IN_FLIGHT - 1) / IN_FLIGHT) * DELAY_MS;
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  Bench self;

  bench_open (&self, n);
  for (guint i = 0; i < ROUNDS; i++)
    {
      gint64 count;
      double time = run_ours (&self, "SELECT count(*) FROM t WHERE llm_map('Begins with A?', name)", &count);

      g_array_append_val (times, time);
    }
  g_print (
    "%u values, %u a prompt, %u prompts at once: %.0f ms, between %.0f and %.0f; the server alone %.0f ms: %.2f times "
    "(1.2 allowed); %u prompts\n",
    n, BATCH, IN_FLIGHT, get_median (times), g_array_index (times, double, 0),
    g_array_index (times, double, times->len - 1), ideal, get_median (times) / ideal, self.n_requests / ROUNDS);
  bench_close (&self);
}

static void
measure_row_by_row (guint n)
{
  Bench self;
  gint64 ours;
  gint64 theirs;
  double our_time;
  double their_time;
  guint n_ours;

  bench_open (&self, n);
  our_time = run_ours (&self, "SELECT count(*) FROM t WHERE llm_map('Begins with A?', name) AND kind = 'x'", &ours);
  n_ours = self.n_requests;
  their_time = run_row_by_row (&self, "SELECT count(*) FROM t WHERE ask_row (name) AND kind = 'x'", &theirs);
  if (ours != theirs)
    g_error ("%" G_GINT64_FORMAT " rows, and %" G_GINT64_FORMAT " row by row", ours, theirs);
  g_print ("%u rows, %u values: %u requests in %.0f ms; row by row %u requests in %.0f ms\n", 2 * n, n, n_ours,
           our_time, self.n_requests - n_ours, their_time);
  bench_close (&self);
}

int
main (int argc, char **argv)
{
  measure_planning ();
  measure_many (argc > 1 ? (guint) MAX (atoi (argv[1]), 1) : 10000);
  measure_row_by_row (200);
  return 0;
}

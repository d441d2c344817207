/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What calls will cost, before they are asked: never less than what then leaves, and nothing leaves for it.
 */
#include "config.h"

#include "model-fixture.h"

#include <string.h>

#include "store/ask-workspace-ledger.h"

static AskPreview *
estimate (ModelFixture *self, const char *sql)
{
  AskPreview *preview = ask_preview_new ();
  g_autoptr (GError) error = NULL;

  preview->sql = g_strdup (sql);
  ask_preview_add_calls (preview, self->base->workspace, self->engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->n_chats, ==, 0);
  return preview;
}

/* What has left for the model, in bytes. */
static gint64
count_sent (ModelFixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = ask_workspace_list_ledger (self->base->workspace, &(AskLedgerFilter) { 0 }, &error);
  gint64 bytes = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < entries->len; i++)
    if (strcmp (((AskLedgerEntry *) entries->pdata[i])->kind, "model") == 0)
      bytes += ((AskLedgerEntry *) entries->pdata[i])->bytes;
  return bytes;
}

typedef struct
{
  const char *sql;
  guint n_calls; /* of functions */
  gint64 n_values;
  gint64 n_requests;
  gboolean exact; /* so many are asked about, and not fewer */
} Case;

static const Case cases[] = {
  { "SELECT llm_map('How many letters has it?', name, return_type => 'int') FROM shop", 1, 60, 3, TRUE },
  { "SELECT id FROM shop WHERE llm_map('Begins with A?', name) AND id < 7", 1, 7, 1, TRUE },
  { "SELECT llm_map('First letter?', name) FROM shop ORDER BY id LIMIT 5", 1, 5, 1, TRUE },
  { "SELECT llm_map('First letter?', name), llm_map('First letter?', name) FROM shop WHERE id < 30", 1, 30, 2, TRUE },
  { "SELECT llm_map('Which town?', name, context => id) FROM shop WHERE id < 3", 1, 3, 1, TRUE },
  { "SELECT llm_map('Which town?', name, batch_size => 1) FROM shop WHERE id < 4", 1, 4, 4, TRUE },
  { "SELECT llm_pick('Which?', name, (SELECT name FROM shop WHERE id < 9)) FROM shop WHERE id < 4", 1, 4, 1, TRUE },
  /* What passes is not known before, and is fewer. */
  { "SELECT llm_map('How many letters has it?', name) FROM shop WHERE llm_map('Begins with A?', name)", 2, 120, 6,
    FALSE },
};

static void
assert_case (const Case *one)
{
  ModelFixture self;
  g_autoptr (AskPreview) preview = NULL;
  g_autoptr (AskResult) result = NULL;
  gint64 n = 0, requests = 0, characters = 0, sent;

  model_fixture_open (&self, MANNER_GOOD);
  preview = estimate (&self, one->sql);
  g_test_message ("%s", one->sql);
  g_assert_cmpuint (preview->calls->len, ==, one->n_calls);
  for (guint i = 0; i < preview->calls->len; i++)
    {
      const AskExternalCost *cost = preview->calls->pdata[i];

      g_assert_cmpint (cost->values.basis, ==, ASK_EXTERNAL_COUNTED);
      g_assert_cmpint (cost->values.n.kind, ==, ASK_FIGURE_AT_MOST);
      g_assert_cmpstr (cost->refused, ==, NULL);
      n += cost->values.n.n;
      requests += cost->requests.n;
      characters += cost->characters.n;
    }
  g_assert_cmpint (n, ==, one->n_values);
  g_assert_cmpint (requests, ==, one->n_requests);
  result = model_fixture_query_well (&self, one->sql);
  sent = count_sent (&self);
  g_assert_cmpint (self.n_values, <=, n);
  g_assert_cmpint (self.n_chats, <=, requests);
  g_assert_cmpint (sent, <=, characters);
  if (one->exact)
    {
      g_assert_cmpint (self.n_values, ==, n);
      g_assert_cmpint (self.n_chats, ==, requests);
      /* A little more is reckoned than leaves, and not much. */
      g_assert_cmpint (characters, <, sent + sent / 2 + 400 * requests);
    }
  model_fixture_close (&self);
}

static void
test_never_less (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_case (&cases[i]);
}

/* What is kept costs nothing, and the estimate says so: of a part, and of all. */
static void
test_kept (void)
{
  ModelFixture self;
  g_autoptr (AskPreview) some = NULL;
  g_autoptr (AskPreview) none = NULL;
  g_autoptr (AskPreview) anew = NULL;
  g_autofree char *lines = NULL;
  const AskExternalCost *cost;

  model_fixture_open (&self, MANNER_GOOD);
  ask_result_free (model_fixture_query_well (
    &self, "SELECT llm_map('How many letters has it?', name, return_type => 'int') FROM shop WHERE id < 45"));
  model_fixture_attach (&self, &(AskBlendModelOptions) { 0 });
  some = estimate (&self, cases[0].sql);
  cost = some->calls->pdata[0];
  g_assert_cmpuint (cost->n_kept, ==, 45);
  g_assert_cmpint (cost->values.n.n, ==, 15);
  g_assert_cmpint (cost->requests.n, ==, 1);
  ask_result_free (model_fixture_query_well (&self, cases[0].sql));
  g_assert_cmpuint (self.n_values, ==, 15);
  g_assert_cmpuint (self.n_chats, ==, 1);
  model_fixture_attach (&self, &(AskBlendModelOptions) { 0 });
  none = estimate (&self, cases[0].sql);
  cost = none->calls->pdata[0];
  g_assert_cmpuint (cost->n_kept, ==, 60);
  g_assert_cmpint (cost->values.n.n, ==, 0);
  g_assert_cmpint (cost->requests.kind, ==, ASK_FIGURE_EXACT);
  g_assert_cmpint (cost->requests.n, ==, 0);
  g_assert_cmpint (cost->characters.n, ==, 0);
  g_assert_cmpint (cost->tokens, ==, 0);
  lines = ask_preview_calls_to_lines (none);
  if (strstr (lines, "0 values (counted), 60 answers more are kept, 0 calls of scripted") == NULL)
    g_error ("it says: %s", lines);
  /* Whoever wants them anew pays for them anew. */
  model_fixture_attach (&self, &(AskBlendModelOptions) { .no_cache = TRUE });
  anew = estimate (&self, cases[0].sql);
  cost = anew->calls->pdata[0];
  g_assert_cmpuint (cost->n_kept, ==, 0);
  g_assert_cmpint (cost->values.n.n, ==, 60);
  model_fixture_close (&self);
}

/* Both sides of a join, and rows of a question. */
static void
test_shapes (void)
{
  ModelFixture self;
  g_autoptr (AskPreview) join = NULL;
  g_autoptr (AskPreview) qa = NULL;
  const AskExternalCost *cost;

  model_fixture_open (&self, MANNER_GOOD);
  g_free (ask_agent_fixture_run_sqlite (self.base, "shops",
                                        "INSERT INTO client VALUES (1, 'A'), (2, 'B'), (3, NULL), (4, 'B')"));
  join = estimate (&self, "SELECT count(*) FROM shop s JOIN client c ON llm_join(s.name, c.label) WHERE s.id < 50");
  cost = join->calls->pdata[0];
  /* NULL is not asked about. */
  g_assert_cmpint (cost->values.n.n, ==, 52);
  g_assert_cmpint (cost->requests.n, ==, 3);
  g_assert_nonnull (strstr (cost->refused, "client.label"));
  qa = estimate (&self, "SELECT llm_qa('Which is longest?', (SELECT name FROM shop WHERE id < 8))");
  cost = qa->calls->pdata[0];
  g_assert_true (cost->rows);
  g_assert_cmpint (cost->values.n.n, ==, 8);
  g_assert_cmpint (cost->requests.n, ==, 1);
  g_assert_null (cost->refused);
  model_fixture_close (&self);
}

/* An API is not called to count. */
static void
test_api_is_not_called (void)
{
  ModelFixture self;
  g_autoptr (AskPreview) preview = NULL;
  const AskExternalCost *cost;
  guint64 calls;

  model_fixture_open (&self, MANNER_GOOD);
  ask_agent_fixture_add_api (self.base, "[]");
  model_fixture_attach (&self, &(AskBlendModelOptions) { 0 });
  preview = estimate (&self, "SELECT shipment_id FROM shipment WHERE llm_map('Begins with A?', carrier)");
  cost = preview->calls->pdata[0];
  g_assert_cmpint (cost->values.basis, !=, ASK_EXTERNAL_COUNTED);
  g_assert_cmpint (cost->values.n.kind, !=, ASK_FIGURE_EXACT);
  g_assert_nonnull (strstr (cost->refused, "shipment.carrier"));
  calls = ask_engine_get_spent (self.engine, "logistics").calls;
  g_assert_cmpuint (calls, ==, 0);
  model_fixture_close (&self);
}

static gboolean
on_preview (const AskPreview *preview, AskAgentCaps *caps, GCancellable *cancellable, gpointer data, GError **error)
{
  g_autofree char *lines = ask_preview_to_lines (preview);
  g_autoptr (JsonNode) json = ask_preview_to_json (preview);
  JsonArray *functions = json_object_get_array_member (json_node_get_object (json), "functions");
  JsonObject *one = json_array_get_object_element (functions, 1);

  g_test_message ("%s", lines);
  g_assert_true (preview->dry);
  g_assert_nonnull (strstr (lines, "llm_map (“Begins with A?”): at most 60 values (counted), at most 3 calls of "));
  g_assert_nonnull (strstr (lines, "price 0.0"));
  g_assert_nonnull (strstr (lines, "here (“Begins with A?”): at most 60 values (counted); they stay on this computer"));
  g_assert_null (strstr (lines, "nothing leaves"));
  g_assert_cmpstr (json_object_get_string_member (one, "function"), ==, "llm_map");
  g_assert_cmpstr (json_object_get_string_member (one, "basis"), ==, "counted");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (one, "values"), "n"), ==, 60);
  *(gboolean *) data = TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "It was not run.");
  return FALSE;
}

/* A dry run says what would leave, and that a program's values do not. */
static void
test_dry_run (void)
{
  ModelFixture self;
  gboolean told = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = NULL;
  AskSpending *dry;

  model_fixture_open (&self, MANNER_GOOD);
  ask_blend_add_function (self.blend, ask_blend_command_new ("here=map:false", &error));
  g_assert_true (ask_workspace_set_setting (self.base->workspace, "price/prompt", "2", &error));
  dry = ask_spending_new (self.base->workspace,
                          &(AskSpendingRules) { .on_preview = on_preview, .user_data = &told, .dry = TRUE });
  result = ask_spending_query (
    dry, self.engine,
    &(AskSpendingQuery) { "SELECT id FROM shop WHERE llm_map('Begins with A?', name) AND here('Begins with A?', name)",
                          NULL, NULL },
    NULL, &error);
  g_assert_null (result);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (told);
  g_assert_cmpuint (self.n_chats, ==, 0);
  ask_spending_free (dry);
  model_fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/estimate/never-less-than-what-leaves", test_never_less);
  g_test_add_func ("/blend/estimate/joins-and-questions", test_shapes);
  g_test_add_func ("/blend/estimate/what-is-kept-costs-nothing", test_kept);
  g_test_add_func ("/blend/estimate/no-api-is-called-to-count", test_api_is_not_called);
  g_test_add_func ("/blend/estimate/a-dry-run-says-what-would-leave", test_dry_run);
  return g_test_run ();
}

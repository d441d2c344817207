/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * llm_search by words, and by words and the vectors of a scripted server over real HTTP: which rows it finds, what leaves, and what
 * the result says where nothing may.
 */
#include "config.h"

#include <string.h>

#include "blend-session.h"

#define DIMS 64

typedef struct
{
  AskAgentFixture *base;
  AskEngine *engine;
  AskBlend *blend;
  AskSpending *spending;
  gboolean kept_only;
} Fixture;

static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  g_assert_not_reached ();
}

static void
attach (Fixture *self)
{
  blend_session_renew (self->base,
                       &(AskBlendModelOptions) { .spending = self->spending, .kept_only = self->kept_only },
                       &self->engine, &self->blend);
}

static void
fixture_open (Fixture *self)
{
  static const char *const alike[] = { "cancellation", "termination", "dog", "hound", NULL };

  memset (self, 0, sizeof *self);
  self->base = ask_agent_fixture_new ();
  ask_agent_fixture_add_sqlite (
    self->base, "papers",
    "CREATE TABLE clause (id INTEGER PRIMARY KEY, paper TEXT, text TEXT);"
    "INSERT INTO clause VALUES (1, 'rent', 'The rent is paid on the first day of the month.'),"
    " (2, 'rent', 'Termination with three months of warning.'),"
    " (3, 'rent', 'Pets: one hound is allowed.'),"
    " (4, 'work', 'The notice period is four weeks. Notice is given in writing.'),"
    " (5, 'work', 'Holidays are thirty days, of which notice is given early; this clause is long and speaks of much else, too.'),"
    " (6, 'work', NULL), (7, 'work', 'The notice period is four weeks. Notice is given in writing.'),"
    " (8, 'work', 'Wages are paid monthly.');");
  ask_agent_fixture_script_func (self->base, on_chat, self);
  ask_test_model_set_embeddings (self->base->server, DIMS, alike);
  self->spending = ask_spending_new (self->base->workspace, &(AskSpendingRules) { .any_cost = TRUE });
  attach (self);
}

static void
set_embeddings (Fixture *self)
{
  AskWorkspace *workspace = self->base->workspace;

  g_assert_true (ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (self->base->server), NULL));
  g_assert_true (ask_workspace_set_setting (workspace, "model/name", "scripted", NULL));
  g_assert_true (ask_workspace_set_setting (workspace, "model/embeddings", "minilm", NULL));
}

static guint
count_requests (Fixture *self)
{
  return ask_test_server_count (ask_test_model_get_server (self->base->server), "/v1/embeddings");
}

static void
fixture_close (Fixture *self)
{
  g_clear_pointer (&self->engine, ask_engine_free);
  g_clear_pointer (&self->blend, ask_blend_free);
  g_clear_pointer (&self->spending, ask_spending_free);
  g_clear_pointer (&self->base, ask_agent_fixture_free);
}

static AskResult *
query (Fixture *self, const char *sql, GError **error)
{
  return ask_spending_query (self->spending, self->engine, &(AskSpendingQuery) { sql, NULL, NULL }, NULL, error);
}

/* @said: (nullable): what its one warning has in it. */
static void
assert_rows (Fixture *self, const char *sql, const char *rows, const char *said)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = query (self, sql, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  if (result == NULL)
    g_error ("%s: %s", sql, error->message);
  for (gsize r = 0; r < ask_rows_get_n_rows (result->rows); r++)
    for (guint i = 0; i < ask_rows_get_n_columns (result->rows); i++)
      {
        g_autofree char *cell = ask_value_to_text (ask_rows_get (result->rows, r, i));

        g_string_append_printf (text, "%s%c", cell, i + 1 < ask_rows_get_n_columns (result->rows) ? '|' : ' ');
      }
  for (guint i = 0; i < result->warnings->len; i++)
    g_test_message ("%s", (const char *) result->warnings->pdata[i]);
  g_assert_cmpstr (text->str, ==, rows);
  g_assert_cmpuint (result->warnings->len, ==, said != NULL ? 1 : 0);
  if (said == NULL)
    return;
  g_test_message ("%s", (const char *) result->warnings->pdata[0]);
  g_assert_nonnull (strstr (result->warnings->pdata[0], said));
}

static void
assert_fails (Fixture *self, const char *sql, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskResult) result = query (self, sql, &error);

  g_assert_null (result);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_BLEND_ERROR, ASK_BLEND_ERROR_CALL);
  g_assert_nonnull (strstr (error->message, words));
}

/* A short text that says the words often goes before a long one that says one once; equal values have one rank; stems count. */
static void
test_words (void)
{
  Fixture self;

  fixture_open (&self);
  assert_rows (
    &self,
    "SELECT id, llm_search('notice periods', text, 5) AS place FROM clause WHERE llm_search('notice periods', text, 5) "
    "ORDER BY place, id",
    "4|1 7|1 5|2 ", NULL);
  assert_rows (&self, "SELECT id FROM clause AS c WHERE {{LLMSearch('notice period', 'c::text', k => 1)}} ORDER BY id",
               "4 7 ", NULL);
  assert_rows (&self, "SELECT id FROM clause ORDER BY llm_search('hounds', text) IS NULL, id LIMIT 1", "3 ", NULL);
  assert_rows (&self, "SELECT count(*) FROM clause WHERE llm_search('zebra', text)", "0 ", NULL);
  g_assert_cmpuint (count_requests (&self), ==, 0);
  fixture_close (&self);
}

/* It searches the rows that it stands beside in FROM; conditions come after. */
static void
test_rows_are_those_of_from (void)
{
  Fixture self;

  fixture_open (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE paper = 'rent' AND llm_search('paid', text, 1)", "", NULL);
  assert_rows (&self,
               "SELECT id FROM (SELECT * FROM clause WHERE paper = 'rent') AS c WHERE llm_search('paid', c.text, 1)",
               "1 ", NULL);
  assert_rows (
    &self, "WITH c AS (SELECT * FROM clause WHERE paper = 'rent') SELECT id FROM c WHERE llm_search('paid', c.text, 1)",
    "1 ", NULL);
  fixture_close (&self);
}

/* What means the same in other words is found, too; each text is sent once, and the second time nothing is. */
static void
test_vectors (void)
{
  Fixture self;
  guint n;

  fixture_open (&self);
  set_embeddings (&self);
  ask_agent_fixture_share (self.base, "clause", "text");
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('cancellation', text, 1)", "2 ", NULL);
  n = count_requests (&self);
  g_assert_cmpuint (n, ==, 1);
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('cancellation', text, 1)", "2 ", NULL);
  g_assert_cmpuint (count_requests (&self), ==, n);
  /* Only what is looked for is new. */
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('dog', text, 1)", "3 ", NULL);
  g_assert_cmpuint (count_requests (&self), ==, n + 1);
  fixture_close (&self);
}

/* Without consent nothing leaves, not even what is looked for; words rank, and the result says why. */
static void
test_nothing_leaves_without_consent (void)
{
  Fixture self;

  fixture_open (&self);
  set_embeddings (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('notice period', text, 1) ORDER BY id", "4 7 ",
               "clause.text");
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('cancellation', text, 1)", "", "clause.text");
  g_assert_cmpuint (count_requests (&self), ==, 0);
  fixture_close (&self);
}

/* A server that fails keeps nobody from rows. */
static void
test_failure (void)
{
  Fixture self;

  fixture_open (&self);
  set_embeddings (&self);
  ask_test_model_set_embeddings (self.base->server, 0, NULL);
  ask_agent_fixture_share (self.base, "clause", "text");
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('notice period', text, 1) ORDER BY id", "4 7 ",
               "makes no embeddings at this address");
  fixture_close (&self);
}

/* What runs unasked sends nothing: vectors that are kept are enough, and where they are not, words rank. */
static void
test_nobody_is_asked (void)
{
  Fixture self;

  fixture_open (&self);
  set_embeddings (&self);
  ask_agent_fixture_share (self.base, "clause", "text");
  self.kept_only = TRUE;
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('notice period', text, 1) ORDER BY id", "4 7 ",
               "vectors of some texts are not kept");
  g_assert_cmpuint (count_requests (&self), ==, 0);
  self.kept_only = FALSE;
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('cancellation', text, 1)", "2 ", NULL);
  self.kept_only = TRUE;
  attach (&self);
  assert_rows (&self, "SELECT id FROM clause WHERE llm_search('cancellation', text, 1)", "2 ", NULL);
  g_assert_cmpuint (count_requests (&self), ==, 1);
  fixture_close (&self);
}

static void
test_wrong_calls (void)
{
  Fixture self;

  fixture_open (&self);
  assert_fails (&self, "SELECT id FROM clause WHERE llm_search('x', text, 0)", "k from 1");
  assert_fails (&self, "SELECT id FROM clause WHERE llm_search('x', upper(text), 3)", "k from 1");
  assert_fails (&self, "SELECT id FROM clause WHERE llm_search(text, 3)", "llm_search");
  fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/search/words-rank-rows", test_words);
  g_test_add_func ("/blend/search/rows-are-those-of-from", test_rows_are_those_of_from);
  g_test_add_func ("/blend/search/other-words-of-like-meaning-are-found", test_vectors);
  g_test_add_func ("/blend/search/nothing-leaves-without-consent", test_nothing_leaves_without_consent);
  g_test_add_func ("/blend/search/a-failing-server-leaves-words", test_failure);
  g_test_add_func ("/blend/search/what-runs-unasked-sends-nothing", test_nobody_is_asked);
  g_test_add_func ("/blend/search/wrong-calls-say-how", test_wrong_calls);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairs of a join, as they are kept: how each was found, and that a person's word wins over the model and is asked of nobody again.
 */
#include "config.h"

#include "model-fixture.h"

#include <string.h>

#include "store/ask-workspace-pairs.h"

#define JOIN "SELECT s.id, c.id FROM shop s JOIN client c ON llm_join(s.name, c.label, 'the same firm') ORDER BY 1, 2"

static const AskPairSides sides = { "shop.name", "client.label", "the same firm" };

/* The model says that the first value belongs to the first choice, and no other to any. */
static char *
on_join (const char *last_user, JsonObject *request, gpointer data)
{
  ModelFixture *self = data;

  self->n_chats++;
  return g_strdup ("{\"1\": [1], \"2\": [], \"3\": []}");
}

static void
open_firms (ModelFixture *self)
{
  model_fixture_open (self, MANNER_GOOD);
  ask_test_model_free (self->base->server);
  g_clear_object (&self->base->model);
  ask_agent_fixture_script_func (self->base, on_join, self);
  ask_agent_fixture_share (self->base, "client", "label");
  g_free (ask_agent_fixture_run_sqlite (
    self->base, "shops",
    "DELETE FROM shop WHERE id > 3;"
    "UPDATE shop SET name = CASE id WHEN 0 THEN 'Miller' WHEN 1 THEN 'ZURICH Bank' WHEN 2 THEN 'IBM' ELSE 'Odd' END;"
    "INSERT INTO client VALUES (10, 'Miller'), (11, 'Bank Zürich'), (12, 'International Business Machines'),"
    " (13, 'Even')"));
  model_fixture_attach (self, &(AskBlendModelOptions) { 0 });
}

static void
assert_rows (ModelFixture *self, const char *sql, const char *wanted, guint n_chats)
{
  g_autoptr (AskResult) result = NULL;
  g_autofree char *lines = NULL;

  /* A session of its own, so that nothing is known but what is kept. */
  model_fixture_attach (self, &(AskBlendModelOptions) { 0 });
  result = model_fixture_query_well (self, sql);
  lines = model_fixture_to_lines (result->rows);
  g_assert_cmpstr (lines, ==, wanted);
  g_assert_cmpuint (self->n_chats, ==, n_chats);
}

/* Returns: the number of the pair with that left value */
static gint64
find_pair (ModelFixture *self, const char *left, AskPairHow how, AskPairVerdict verdict)
{
  g_autoptr (GError) error = NULL;
  gint64 list = ask_workspace_find_pair_list (self->base->workspace, &sides, &error);
  g_autoptr (GPtrArray) pairs = ask_workspace_list_pairs (self->base->workspace, list, &error);

  g_assert_no_error (error);
  g_assert_cmpint (list, >, 0);
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskPair *pair = pairs->pdata[i];

      if (strcmp (pair->left, left) != 0)
        continue;
      g_assert_cmpint (pair->how, ==, how);
      g_assert_cmpint (pair->verdict, ==, verdict);
      return pair->id;
    }
  return 0;
}

static void
correct (ModelFixture *self, gint64 pair, AskPairVerdict verdict)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (pair, >, 0);
  g_assert_true (ask_workspace_correct_pair (self->base->workspace, pair, verdict, &error));
  g_assert_no_error (error);
}

static const char all[] = "1:0|1:10\n1:1|1:11\n1:2|1:12\n";

static void
test_kept (void)
{
  ModelFixture self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) lists = NULL;
  const AskPairList *list;

  open_firms (&self);
  assert_rows (&self, JOIN, all, 1);
  find_pair (&self, "\"Miller\"", ASK_PAIR_EQUAL, ASK_PAIR_OPEN);
  find_pair (&self, "\"ZURICH Bank\"", ASK_PAIR_NEAR, ASK_PAIR_OPEN);
  g_assert_cmpint (find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), >, 0);
  g_assert_cmpint (find_pair (&self, "\"Odd\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), ==, 0);
  lists = ask_workspace_list_pair_lists (self.base->workspace, &error);
  g_assert_cmpuint (lists->len, ==, 1);
  list = lists->pdata[0];
  g_assert_cmpstr (list->model, ==, "scripted");
  g_assert_cmpint (list->n_pairs, ==, 3);
  g_assert_cmpint (list->n_cut, ==, 0);
  /* Through a subquery the values are still the attribute's. */
  assert_rows (&self,
               "SELECT s.id, c.id FROM (SELECT id, name AS n FROM shop WHERE id < 2) s JOIN client c"
               " ON llm_join(s.n, c.label, 'the same firm') ORDER BY 1, 2",
               "1:0|1:10\n1:1|1:11\n", 0);
  g_clear_pointer (&lists, g_ptr_array_unref);
  lists = ask_workspace_list_pair_lists (self.base->workspace, &error);
  g_assert_cmpuint (lists->len, ==, 1);
  /* What was not seen stays. */
  g_assert_cmpint (find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), >, 0);
  model_fixture_close (&self);
}

static void
test_cut (void)
{
  ModelFixture self;

  open_firms (&self);
  assert_rows (&self, JOIN, all, 1);
  correct (&self, find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), ASK_PAIR_CUT);
  correct (&self, find_pair (&self, "\"ZURICH Bank\"", ASK_PAIR_NEAR, ASK_PAIR_OPEN), ASK_PAIR_CUT);
  correct (&self, find_pair (&self, "\"Miller\"", ASK_PAIR_EQUAL, ASK_PAIR_OPEN), ASK_PAIR_CUT);
  /* The one value of which nobody said anything has other choices now, and is asked about with them. */
  assert_rows (&self, JOIN " LIMIT 9 OFFSET 9", "", 1);
  g_assert_cmpint (find_pair (&self, "\"Odd\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), >, 0);
  correct (&self, find_pair (&self, "\"Odd\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), ASK_PAIR_CUT);
  assert_rows (&self, JOIN, "", 0);
  find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_CUT);
  /* A person may think otherwise later. */
  correct (&self, find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_CUT), ASK_PAIR_CONFIRMED);
  assert_rows (&self, JOIN, "1:2|1:12\n", 0);
  model_fixture_close (&self);
}

static void
test_confirmed_and_added (void)
{
  ModelFixture self;
  g_autoptr (GError) error = NULL;
  gint64 list;

  open_firms (&self);
  assert_rows (&self, JOIN, all, 1);
  list = ask_workspace_find_pair_list (self.base->workspace, &sides, &error);
  correct (&self, find_pair (&self, "\"IBM\"", ASK_PAIR_MODEL, ASK_PAIR_OPEN), ASK_PAIR_CONFIRMED);
  g_assert_true (ask_workspace_add_pair (self.base->workspace, list, "\"Odd\"", "\"Even\"", &error));
  g_assert_false (ask_workspace_add_pair (self.base->workspace, list + 1, "\"Odd\"", "\"Even\"", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (ask_workspace_correct_pair (self.base->workspace, 999, ASK_PAIR_CUT, &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
  /* Nobody is asked, whatever is kept of the model's answers. */
  g_assert_true (ask_workspace_set_setting (self.base->workspace, "model/name", "another", NULL));
  assert_rows (&self, JOIN, "1:0|1:10\n1:1|1:11\n1:2|1:12\n1:3|1:13\n", 0);
  find_pair (&self, "\"Odd\"", ASK_PAIR_PERSON, ASK_PAIR_CONFIRMED);
  /* The other way round it is the same. */
  assert_rows (
    &self, "SELECT s.id, c.id FROM client c JOIN shop s ON llm_join(c.label, s.name, 'the same firm') ORDER BY 1, 2",
    "1:0|1:10\n1:1|1:11\n1:2|1:12\n1:3|1:13\n", 0);
  g_assert_true (ask_workspace_remove_pair_list (self.base->workspace, list, NULL));
  assert_rows (&self, JOIN, all, 0);
  model_fixture_close (&self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/blend/pairs/each-is-kept-with-how-it-was-found", test_kept);
  g_test_add_func ("/blend/pairs/what-is-cut-is-asked-no-more", test_cut);
  g_test_add_func ("/blend/pairs/what-is-confirmed-or-added-holds", test_confirmed_and_added);
  return g_test_run ();
}

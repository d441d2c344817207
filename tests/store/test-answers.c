/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model's answers about values: kept over the end of the program, the last one of a key, all or none.
 */
#include "config.h"

#include "store/ask-workspace-answers.h"
#include "store-fixture.h"

static GPtrArray *
make (const char *const *texts)
{
  GPtrArray *array = g_ptr_array_new ();

  for (; *texts != NULL; texts++)
    g_ptr_array_add (array, (gpointer) *texts);
  return array;
}

static void
test_answers_are_found_after_the_workspace_was_closed (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) keys = make ((const char *const[]) { "a", "b", "a", NULL });
  g_autoptr (GPtrArray) answers = make ((const char *const[]) { "1", "null", "\"two\"", NULL });
  g_autoptr (GPtrArray) wanted = make ((const char *const[]) { "b", "c", "a", NULL });
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) gone = NULL;
  g_autofree char *before = ask_workspace_get_state (workspace, NULL);
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_assert_true (ask_workspace_add_model_answers (workspace, keys, answers, &error));
  g_assert_no_error (error);
  after = ask_workspace_get_state (workspace, NULL);
  g_assert_cmpstr (before, ==, after);
  ask_workspace_close (workspace);
  workspace = store_open (fixture->path);
  g_assert_true (ask_workspace_find_model_answers (workspace, wanted, &found, &error));
  g_assert_cmpuint (found->len, ==, 3);
  g_assert_cmpstr (found->pdata[0], ==, "null");
  g_assert_null (found->pdata[1]);
  g_assert_cmpstr (found->pdata[2], ==, "\"two\"");
  g_assert_true (ask_workspace_count_model_answers (workspace, &n, &error));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (ask_workspace_clear_model_answers (workspace, &error));
  g_assert_true (ask_workspace_count_model_answers (workspace, &n, &error));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (ask_workspace_find_model_answers (workspace, wanted, &gone, &error));
  g_assert_null (gone->pdata[0]);
  ask_workspace_close (workspace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/answers/answers-are-found-after-the-workspace-was-closed",
                   test_answers_are_found_after_the_workspace_was_closed);
  return g_test_run ();
}

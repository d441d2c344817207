/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that a steward defined: the newest version counts, none is lost, and what cannot be one is refused in words.
 */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/ask-workspace-functions.h"

static void
test_versions (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (AskOwnFunction) function = ask_own_function_new ("is_team", "Is this a team sport?");
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GError) error = NULL;
  const AskOwnFunction *newest;

  g_ptr_array_add (function->examples, g_strdup ("it's \"so\""));
  g_ptr_array_add (function->examples, g_strdup (""));
  g_assert_true (ask_workspace_save_function (workspace, function, &error));
  g_assert_no_error (error);
  g_free (function->name);
  g_free (function->question);
  function->name = g_strdup ("IS_TEAM");
  function->question = g_strdup ("Do several play it together?");
  function->type = g_strdup ("bool");
  g_assert_true (ask_workspace_save_function (workspace, function, &error));
  ask_workspace_close (workspace);
  workspace = store_open (fixture->path);
  found = ask_workspace_list_functions (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 1);
  newest = found->pdata[0];
  g_assert_cmpstr (newest->name, ==, "is_team");
  g_assert_cmpint (newest->version, ==, 2);
  g_assert_cmpstr (newest->question, ==, "Do several play it together?");
  g_assert_cmpstr (newest->type, ==, "bool");
  g_assert_null (newest->options);
  g_assert_cmpuint (newest->examples->len, ==, 2);
  g_assert_cmpstr (newest->examples->pdata[0], ==, "it's \"so\"");
  g_assert_cmpstr (newest->examples->pdata[1], ==, "");
  g_assert_true (ask_workspace_remove_function (workspace, "Is_Team", &error));
  g_assert_no_error (error);
  none = ask_workspace_list_functions (workspace, &error);
  g_assert_cmpuint (none->len, ==, 0);
  versions = ask_workspace_list_function_versions (workspace, "is_team", &error);
  g_assert_cmpuint (versions->len, ==, 3);
  g_assert_null (((const AskOwnFunction *) versions->pdata[0])->question);
  g_assert_cmpstr (((const AskOwnFunction *) versions->pdata[2])->question, ==, "Is this a team sport?");
  g_assert_false (ask_workspace_remove_function (workspace, "is_team", &error));
  g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_UNKNOWN);
  ask_workspace_close (workspace);
}

static void
test_refused (void)
{
  static const char *const wrong[][2]
    = { { "", "Why?" },       { "1st", "Why?" },     { "is team", "Why?" }, { "f(x)", "Why?" }, { "lower", "Why?" },
        { "LLMMap", "Why?" }, { "_answer", "Why?" }, { "good", "" },        { "good", " \n" } };
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (GPtrArray) functions = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (AskOwnFunction) function = ask_own_function_new (wrong[i][0], wrong[i][1]);
      g_autoptr (GError) error = NULL;

      g_assert_false (ask_workspace_save_function (workspace, function, &error));
      g_assert_error (error, ASK_STORE_ERROR, ASK_STORE_ERROR_INVALID);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
  functions = ask_workspace_list_functions (workspace, NULL);
  g_assert_cmpuint (functions->len, ==, 0);
  ask_workspace_close (workspace);
}

/* What starts a program, or asks another model, comes back as it was; a file of before has neither. */
static void
test_programs (void)
{
  g_autoptr (StoreFixture) fixture = store_fixture_new ();
  AskWorkspace *workspace = store_open (fixture->path);
  g_autoptr (AskOwnFunction) asked = ask_own_function_new ("asked", "Why?");
  g_autoptr (AskOwnFunction) started = ask_own_function_new ("started", "");
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) older = NULL;
  g_autoptr (GError) error = NULL;

  asked->model = g_strdup ("small");
  started->kind = g_strdup ("qa");
  started->command = g_strdup ("sh -c 'echo 1'");
  g_assert_true (ask_workspace_save_function (workspace, asked, &error));
  g_assert_true (ask_workspace_save_function (workspace, started, &error));
  found = ask_workspace_list_functions (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 2);
  g_assert_cmpstr (((AskOwnFunction *) found->pdata[0])->model, ==, "small");
  g_assert_null (((AskOwnFunction *) found->pdata[0])->command);
  g_assert_cmpstr (((AskOwnFunction *) found->pdata[1])->kind, ==, "qa");
  g_assert_cmpstr (((AskOwnFunction *) found->pdata[1])->command, ==, "sh -c 'echo 1'");
  g_assert_cmpstr (((AskOwnFunction *) found->pdata[1])->question, ==, "");
  ask_workspace_close (workspace);
  store_exec (fixture->path, "DELETE FROM function WHERE name = 'started';"
                             "ALTER TABLE function DROP COLUMN model; ALTER TABLE function DROP COLUMN kind;"
                             "ALTER TABLE function DROP COLUMN command; DROP TABLE pair; DROP TABLE pair_list;"
                             "PRAGMA user_version = 19;");
  workspace = store_open (fixture->path);
  older = ask_workspace_list_functions (workspace, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (older->len, ==, 1);
  g_assert_null (((AskOwnFunction *) older->pdata[0])->model);
  ask_workspace_close (workspace);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/store/functions/the-newest-version-counts-and-none-is-lost", test_versions);
  g_test_add_func ("/store/functions/what-cannot-be-one-is-refused", test_refused);
  g_test_add_func ("/store/functions/programs-and-models-are-kept-and-older-files-have-none", test_programs);
  return g_test_run ();
}

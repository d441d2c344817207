/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The canvas with 1,000 entities, as somebody has it who sees nothing: one is found by its name, read, and edited, without a
 * single step of zooming. What became of it is looked up in the workspace.
 */
#include "config.h"

#include "app-outside.h"
#include "app-test.h"

#define TABLES 1000
#define WANTED "freight_735"

/* Topics of 25 tables each, and the wanted one among them. */
static void
add_tables (const char *workspace)
{
  g_autoptr (GString) sql = g_string_new ("BEGIN;");

  for (guint i = 0; i < TABLES; i++)
    g_string_append_printf (sql, "CREATE TABLE %s_%u (id INTEGER PRIMARY KEY, name TEXT, amount REAL, made_on DATE);",
                            i == 735 ? "freight" : (const char *[]){ "bill", "part", "visit", "stock" }[i / 25 % 4], i);
  g_string_append (sql, "COMMIT;");
  app_test_add_database (workspace, "factory", sql->str);
}

static gboolean
is_described (gpointer workspace)
{
  g_autoptr (AskSchema) schema = ask_workspace_load_newest_schema (workspace, NULL, NULL);
  const AskEntity *entity = ask_schema_find_entity (schema, WANTED);

  return entity != NULL && g_strcmp0 (entity->description, "What a lorry brought") == 0;
}

static void
test_outside (void)
{
  AppOutside outside = { 0 };
  g_autofree char *path = NULL;

  if (app_outside_set_up (&outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    {
      g_autoptr (AskWorkspace) workspace = NULL;

      path = app_test_make_workspace (outside.folder);
      add_tables (path);
      workspace = ask_workspace_open (path, NULL);
      app_outside_open (&outside, path, "list item: Sales by city");
      app_outside_key (&outside, "alt+0");
      app_outside_wait_for (&outside, "Schema diagram");
      /* Found by its name, and read as a box of the canvas. */
      app_outside_key (&outside, "ctrl+f");
      app_outside_type (&outside, "735");
      app_outside_wait_for_start (&outside, "label: 1 of 1");
      app_outside_wait_for_start (&outside, "list item: " WANTED ", 4 attributes");
      /* The keyboard is on it, goes into its rows, and comes back. */
      app_outside_key (&outside, "Escape");
      app_outside_key (&outside, "Down");
      app_outside_wait_for_start (&outside, "list item: id, key of " WANTED ", integer");
      app_outside_key (&outside, "Up");
      /* Edited. */
      app_outside_key (&outside, "Return");
      app_outside_focus (&outside, "Tab", "text box: Description");
      app_outside_type (&outside, "What a lorry brought");
      app_outside_key (&outside, "Tab");
      g_assert_true (app_test_wait (is_described, workspace));
      app_outside_check_log (&outside);
    }
  app_outside_tear_down (&outside);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-canvas-outside/one-of-a-thousand-is-found-read-and-edited", test_outside);
  return g_test_run ();
}

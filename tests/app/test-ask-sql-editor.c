/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The editor of SQL under a person's hands: names are offered while typing, and Ctrl+Enter runs what stands there.
 */
#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "app-keys.h"
#include "app-test.h"
#include "app/sql/ask-sql-editor.h"
#include "app/verified/ask-verified-panel.h"
#include "app/verified/ask-verified-view.h"

/* Shows the page of verified questions with a new one, and the keyboard in its SQL. */
static AskVerifiedPanel *
open_new (AppTest *self)
{
  AskVerifiedView *view = ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified"));
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);

  ask_window_show_page (self->window, "verified");
  app_test_wait_for_words (view, "Sales by city");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.add", NULL));
  gtk_widget_grab_focus (app_test_find (GTK_WIDGET (panel), ASK_TYPE_SQL_EDITOR, NULL));
  return panel;
}

static char *
dup_sql (AskVerifiedPanel *panel)
{
  return ask_sql_editor_dup_text (ASK_SQL_EDITOR (app_test_find (GTK_WIDGET (panel), ASK_TYPE_SQL_EDITOR, NULL)));
}

/* Returns: (transfer none) (nullable): the list of names, where it is on the screen */
static GtkWidget *
find_list (AppTest *self)
{
  GtkWidget *found[32];
  guint n = app_test_find_all (GTK_WIDGET (self->window), GTK_TYPE_POPOVER, found, G_N_ELEMENTS (found));

  for (guint i = 0; i < n; i++)
    if (g_str_equal (G_OBJECT_TYPE_NAME (found[i]), "GtkSourceCompletionList") && gtk_widget_get_mapped (found[i]))
      return found[i];
  return NULL;
}

static gboolean
has_list (gpointer data)
{
  GtkWidget *list = find_list (data);

  return list != NULL && gtk_widget_get_width (list) > 0;
}

static gboolean
has_no_list (gpointer data)
{
  return find_list (data) == NULL;
}

/* Typed as a person types. The list is shown with the entity in it, and Down and Enter take it; where none
 * is chosen, Enter is a new line. */
static void
test_completion (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  g_autofree char *sql = NULL;

  if (!app_keys_are_there ())
    return;
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 SELECT");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 country");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 FROM");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 cit");
  g_assert_true (app_test_wait (has_list, self));
  g_assert_nonnull (app_test_find_label (find_list (self), "city"));
  app_test_picture (find_list (self), "sql-editor-list");
  app_keys_run (GTK_WIDGET (self->window), "key Down key Return");
  g_assert_true (app_test_wait (has_no_list, self));
  sql = dup_sql (panel);
  g_assert_cmpstr (sql, ==, "SELECT country FROM city");
}

/* Whatever page is shown next, the list goes with its editor. */
static void
test_list_goes (AppTest *self, gconstpointer data)
{
  open_new (self);
  if (!app_keys_are_there ())
    return;
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 sel");
  g_assert_true (app_test_wait (has_list, self));
  app_keys_run (GTK_WIDGET (self->window), "key alt+1");
  g_assert_true (app_test_wait (has_no_list, self));
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "sql-editor-left"), >, 10);
}

static gboolean
has_run (gpointer data)
{
  return *ask_verified_panel_get_words (data) != '\0';
}

/* With the list open, too. The text stays as it was. */
static void
test_run (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  g_autofree char *sql = NULL;

  if (!app_keys_are_there ())
    return;
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 SELECT");
  app_keys_run (GTK_WIDGET (self->window), "key space key 7 key space type --delay 40 lim");
  g_assert_true (app_test_wait (has_list, self));
  app_keys_run (GTK_WIDGET (self->window), "key ctrl+Return");
  g_assert_true (app_test_wait (has_no_list, self));
  g_assert_true (app_test_wait (has_run, panel));
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "1 row"));
  sql = dup_sql (panel);
  g_assert_cmpstr (sql, ==, "SELECT 7 lim");
}

static AskSqlEditor *
get_editor (AskVerifiedPanel *panel)
{
  return ASK_SQL_EDITOR (app_test_find (GTK_WIDGET (panel), ASK_TYPE_SQL_EDITOR, NULL));
}

/* Behind FROM tables alone are offered, and a column says in which table it is. */
static void
test_offered_by_place (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  g_autofree char *sql = NULL;

  if (!app_keys_are_there ())
    return;
  ask_sql_editor_set_text (get_editor (panel), "SELECT x. FROM sale AS x");
  ask_sql_editor_set_cursor (get_editor (panel), 9);
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 mon");
  g_assert_true (app_test_wait (has_list, self));
  g_assert_nonnull (app_test_find_label (find_list (self), "month"));
  app_keys_run (GTK_WIDGET (self->window), "key Down key Return");
  g_assert_true (app_test_wait (has_no_list, self));
  sql = dup_sql (panel);
  g_assert_cmpstr (sql, ==, "SELECT x.month FROM sale AS x");
}

/* Between the parentheses of a function that was taken, with its arguments below. */
static void
test_function (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  g_autofree char *sql = NULL;

  if (!app_keys_are_there ())
    return;
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 SELECT");
  app_keys_run (GTK_WIDGET (self->window), "key space type --delay 40 subst");
  g_assert_true (app_test_wait (has_list, self));
  app_keys_run (GTK_WIDGET (self->window), "key Down key Return type --delay 40 1,");
  sql = dup_sql (panel);
  g_assert_cmpstr (sql, ==, "SELECT substr(1,)");
  g_assert_cmpstr (ask_sql_editor_get_said (get_editor (panel)), ==, "substr (text, start, length?)");
}

static gboolean
says (gpointer editor)
{
  return *ask_sql_editor_get_said (editor) != '\0';
}

/* What is wrong is said with what was meant, at its place; F8 goes there. What is right is not complained of. */
static void
test_problems (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  AskSqlEditor *editor = get_editor (panel);

  ask_sql_editor_set_text (editor, "SELECT name\nFROM city;\nSELECT moth FROM sale;\nSELECT 1 FROM nowhere");
  ask_sql_editor_set_cursor (editor, 0);
  g_assert_true (app_test_wait (says, editor));
  g_assert_nonnull (strstr (ask_sql_editor_get_said (editor), "month"));
  g_assert_nonnull (strstr (ask_sql_editor_get_said (editor), "moth"));
  ask_sql_editor_next_problem (editor);
  g_assert_cmpint (ask_sql_editor_get_cursor (editor), ==, 30);
  ask_sql_editor_next_problem (editor);
  g_assert_cmpint (ask_sql_editor_get_cursor (editor), ==, 60);
  g_assert_nonnull (strstr (ask_sql_editor_get_said (editor), "nowhere"));
  ask_sql_editor_next_problem (editor);
  g_assert_cmpint (ask_sql_editor_get_cursor (editor), ==, 30);
  app_test_picture (GTK_WIDGET (self->window), "sql-editor-problems");
  ask_sql_editor_set_text (editor, "SELECT name FROM city");
  g_assert_cmpstr (ask_sql_editor_get_said (editor), ==, "");
}

/* Found words are counted and replaced; the layout is one step of undoing. */
static void
test_find (AppTest *self, gconstpointer data)
{
  AskVerifiedPanel *panel = open_new (self);
  AskSqlEditor *editor = get_editor (panel);
  g_autofree char *replaced = NULL;
  g_autofree char *formatted = NULL;
  g_autofree char *undone = NULL;

  if (!app_keys_are_there ())
    return;
  ask_sql_editor_set_text (editor, "select name from city where name = 'x' and name <> 'y' -- mine");
  ask_sql_editor_set_cursor (editor, 0);
  app_keys_run (GTK_WIDGET (self->window), "key ctrl+h sleep 0.3 type --delay 40 name");
  app_test_wait_for_words (editor, "1 of 3");
  app_test_picture (GTK_WIDGET (self->window), "sql-editor-find");
  app_keys_run (GTK_WIDGET (self->window), "key Tab Tab Tab Tab type --delay 40 id");
  g_signal_emit_by_name (gtk_widget_get_ancestor (app_test_find_label (GTK_WIDGET (editor), "Replace All"),
                                                  GTK_TYPE_BUTTON),
                         "clicked");
  replaced = dup_sql (panel);
  g_assert_cmpstr (replaced, ==, "select id from city where id = 'x' and id <> 'y' -- mine");
  app_keys_run (GTK_WIDGET (self->window), "key Escape key ctrl+shift+f");
  formatted = dup_sql (panel);
  g_assert_cmpstr (formatted, ==, "SELECT id\nFROM city\nWHERE id = 'x' AND id <> 'y' -- mine");
  app_keys_run (GTK_WIDGET (self->window), "key ctrl+z");
  undone = dup_sql (panel);
  g_assert_cmpstr (undone, ==, replaced);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-sql-editor/names-are-offered", test_completion, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/the-list-goes-with-its-page", test_list_goes, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/ctrl-enter-runs", test_run, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/what-is-offered-fits-its-place", test_offered_by_place, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/a-function-comes-with-its-arguments", test_function, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/what-is-wrong-is-said-at-its-place", test_problems, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/words-are-found-and-replaced", test_find, APP_TEST_SHOP);
  return g_test_run ();
}

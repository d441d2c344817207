/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The editor of SQL under a person's hands: names are offered while typing, and Ctrl+Enter runs what stands there.
 */
#include "config.h"

#include <gtksourceview/gtksource.h>

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
  app_keys_run (GTK_WIDGET (self->window), "type --delay 40 sal");
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
  app_keys_run (GTK_WIDGET (self->window), "key space key 7 key space type --delay 40 sal");
  g_assert_true (app_test_wait (has_list, self));
  app_keys_run (GTK_WIDGET (self->window), "key ctrl+Return");
  g_assert_true (app_test_wait (has_no_list, self));
  g_assert_true (app_test_wait (has_run, panel));
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "1 row"));
  sql = dup_sql (panel);
  g_assert_cmpstr (sql, ==, "SELECT 7 sal");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-sql-editor/names-are-offered", test_completion, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/the-list-goes-with-its-page", test_list_goes, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-sql-editor/ctrl-enter-runs", test_run, APP_TEST_SHOP);
  return g_test_run ();
}

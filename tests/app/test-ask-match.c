/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * “Match Two Lists” under a display: pairs are found, looked at, cut and confirmed with a switch, and what was said is kept.
 */
#include "config.h"

#include <string.h>

#include "app-form.h"
#include "app-test.h"
#include "app/functions/ask-match-window.h"
#include "support/ask-test-living.h"
#include "support/ask-test-model.h"

static const char firms[]
  = "CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE client (id INTEGER PRIMARY KEY, label TEXT);"
    "INSERT INTO supplier VALUES (1, 'Miller & Sons'), (2, 'ZURICH Bank'), (3, 'IBM'), (4, 'Volkswagen');"
    "INSERT INTO client VALUES (1, 'Miller & Sons'), (2, 'Bank Zürich'), (3, 'International Business Machines'),"
    " (4, 'Volkswagon')";

static char *
on_chat (const char *last_user, JsonObject *request, gpointer data)
{
  guint *n_chats = data;

  *n_chats += 1;
  return g_strdup ("{\"1\": [1]}");
}

static gboolean
is_idle (gpointer window)
{
  return !ask_match_window_is_busy (window);
}

static AskMatchWindow *
open_window (AppTest *app)
{
  AskMatchWindow *window;

  gtk_widget_activate_action (GTK_WIDGET (app->window), "win.match-lists", NULL);
  window = ASK_MATCH_WINDOW (app_test_wait_for_window (ASK_TYPE_MATCH_WINDOW));
  g_assert_true (app_test_wait (is_idle, window));
  ask_match_window_choose (window, "supplier.name", "client.label");
  g_assert_true (app_test_wait (is_idle, window));
  return window;
}

static guint
count (AskMatchWindow *window, AskPairVerdict verdict)
{
  return ask_match_pairs_count (ask_match_window_get_pairs (window), verdict);
}

static void
match (AskMatchWindow *window)
{
  ask_match_window_run (window);
  g_assert_true (app_test_wait (is_idle, window));
}

/* Turns the switch of a row that is seen, as a person does. */
static void
turn (AskMatchWindow *window, guint row)
{
  GtkWidget *found[8];

  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (window), GTK_TYPE_SWITCH, found, G_N_ELEMENTS (found)), >, row);
  gtk_switch_set_active (GTK_SWITCH (found[row]), !gtk_switch_get_active (GTK_SWITCH (found[row])));
  g_assert_true (app_test_wait (is_idle, window));
}

static gboolean
is_item (GObject *object)
{
  return g_str_equal (G_OBJECT_TYPE_NAME (object), "AskMatchItem");
}

static gboolean
has_no_items (gpointer data)
{
  g_autofree char *kept = ask_test_living_describe (0, is_item);

  return kept == NULL;
}

static void
test_match (AppTest *app, gconstpointer data)
{
  guint n_chats = 0;
  AskTestModel *model = ask_test_model_new_func (on_chat, &n_chats);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (app->path, NULL);
  AskMatchWindow *window;

  app_test_add_database (app->path, "firms", firms);
  app_test_share (workspace, "supplier", "name");
  ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (model), NULL);
  ask_workspace_set_setting (workspace, "model/name", "scripted", NULL);
  window = open_window (app);
  app_test_wait_for_words (window, "These lists were not matched yet.");
  /* What may not leave does not. */
  match (window);
  g_assert_nonnull (strstr (ask_match_window_get_said (window), "client.label"));
  g_assert_cmpuint (n_chats, ==, 0);
  app_test_share (workspace, "client", "label");
  match (window);
  g_assert_cmpstr (ask_match_window_get_said (window), ==, "");
  g_assert_cmpuint (n_chats, ==, 1);
  g_assert_cmpuint (count (window, ASK_PAIR_OPEN), ==, 4);
  app_test_wait_for_words (window, "by the model");
  app_test_wait_for_words (window, "4 pairs, 4 not looked at; 0 cut");
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (window), "match"), >, 10);
  turn (window, 0);
  g_assert_cmpuint (count (window, ASK_PAIR_CUT), ==, 1);
  app_test_wait_for_words (window, "3 pairs, 3 not looked at; 1 cut");
  app_form_press (window, "Confirm the Others");
  app_test_wait_for_words (window, "3 pairs, 0 not looked at; 1 cut");
  g_assert_true (app_test_wait (is_idle, window));
  /* Nobody is asked again, and the cut stays. */
  match (window);
  g_assert_cmpuint (n_chats, ==, 1);
  g_assert_cmpuint (count (window, ASK_PAIR_CUT), ==, 1);
  g_assert_cmpuint (count (window, ASK_PAIR_CONFIRMED), ==, 3);
  app_test_looks (GTK_WIDGET (window), "match");
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_MATCH_WINDOW);
  /* It is there again the next time. */
  window = open_window (app);
  g_assert_cmpuint (count (window, ASK_PAIR_CUT), ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_MATCH_WINDOW);
  /* Its rows went with it. */
  g_assert_true (app_test_wait (has_no_items, NULL));
  ask_test_model_free (model);
}

static void
add_pair (AskMatchWindow *window, const char *left, const char *right)
{
  app_form_type (window, "Value of the left list", left);
  app_form_type (window, "Value of the right list", right);
  g_signal_emit_by_name (app_form_find_button (window, "Add Pair"), "clicked");
  g_assert_true (app_test_wait (is_idle, window));
}

/* What nothing found a person adds: before anything was matched, where both lists have the values, and in their types. */
static void
test_added (AppTest *app, gconstpointer data)
{
  AskMatchWindow *window;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (app->path, NULL);
  g_autoptr (GPtrArray) pairs = NULL;
  const AskPair *pair;

  app_test_add_database (app->path, "firms", firms);
  window = open_window (app);
  g_assert_false (gtk_widget_is_sensitive (app_form_find_button (window, "Add Pair")));
  add_pair (window, "IBM", "Nobody");
  g_assert_nonnull (strstr (ask_match_window_get_said (window), "“Nobody” is no value of client.label"));
  g_assert_cmpuint (count (window, ASK_PAIR_CONFIRMED), ==, 0);
  add_pair (window, "IBM", "International Business Machines");
  g_assert_cmpstr (ask_match_window_get_said (window), ==, "");
  g_assert_cmpuint (count (window, ASK_PAIR_CONFIRMED), ==, 1);
  app_test_wait_for_words (window, "added");
  app_test_wait_for_words (window, "1 pair, 0 not looked at; 0 cut");
  g_assert_cmpstr (app_form_get_typed (window, "Value of the left list"), ==, "");
  app_test_picture (GTK_WIDGET (window), "match-added");
  /* A number stays one. */
  ask_match_window_choose (window, "supplier.id", "client.label");
  g_assert_true (app_test_wait (is_idle, window));
  add_pair (window, "4", "Volkswagon");
  g_assert_cmpuint (count (window, ASK_PAIR_CONFIRMED), ==, 1);
  pairs = ask_workspace_list_pairs (
      workspace, ask_workspace_find_pair_list (workspace, &(AskPairSides) { "supplier.id", "client.label", "" }, NULL),
      NULL);
  g_assert_cmpuint (pairs->len, ==, 1);
  pair = pairs->pdata[0];
  g_assert_cmpstr (pair->left, ==, "4");
  g_assert_cmpstr (pair->right, ==, "\"Volkswagon\"");
  g_assert_cmpint (pair->how, ==, ASK_PAIR_PERSON);
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_MATCH_WINDOW);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-match/pairs-are-found-and-corrected", test_match, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-match/a-pair-that-nothing-found-is-added", test_added, APP_TEST_EMPTY);
  return g_test_run ();
}

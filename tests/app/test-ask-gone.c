/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs when its window closes: a job holds its page, so it has to be stopped for the page to go.
 */
#include "config.h"

#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/query/ask-query-view.h"
#include "app/verified/ask-verified-view.h"
#include "store/ask-workspace.h"

#define ENDLESS "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c, sale"

static gboolean
is_gone (gpointer part)
{
  return *(gpointer *) part == NULL;
}

/* Closes the window while a job of @part runs. */
static void
check (AppTest *self, GtkWidget *part)
{
  GtkWidget *weak = NULL;

  g_set_weak_pointer (&weak, part);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_gone, &weak));
  self->window = ask_window_new (NULL, self->path);
}

static gboolean
is_running (gpointer part)
{
  if (ASK_IS_QUERY_PANE (part))
    return g_str_equal (ask_query_pane_get_state (part), "running");
  if (ASK_IS_VERIFIED_VIEW (part))
    return ask_verified_view_is_busy (part);
  return g_str_equal (ask_answer_card_get_state (part), "running");
}

static void
wait_until_it_runs (gpointer part)
{
  g_assert_true (app_test_wait (is_running, part));
  app_test_pause (300);
  g_assert_true (is_running (part));
}

static void
test_answer (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;

  card = ask_ask_view_run (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")), "Endless", ENDLESS);
  wait_until_it_runs (card);
  check (self, GTK_WIDGET (card));
}

static gboolean
has_pane (gpointer view)
{
  return ask_query_view_get_pane (view) != NULL;
}

static void
test_query (AppTest *self, gconstpointer data)
{
  AskQueryView *view;
  AskQueryPane *pane;

  ask_window_show_page (self->window, "sql");
  view = ASK_QUERY_VIEW (ask_window_get_page (self->window, "sql"));
  g_assert_true (app_test_wait (has_pane, view));
  pane = ask_query_view_get_pane (view);
  ask_sql_editor_set_text (ask_query_pane_get_editor (pane), ENDLESS);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (pane), "queries.run", NULL));
  wait_until_it_runs (pane);
  check (self, GTK_WIDGET (pane));
}

static gboolean
has_question (gpointer view)
{
  return app_test_shows (view, "How long is it?");
}

static void
test_verified (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskVerified) pair = NULL;
  GtkWidget *view;

  g_assert_nonnull (workspace);
  pair = ask_workspace_add_verified (workspace, "How long is it?", ENDLESS, NULL);
  g_assert_nonnull (pair);
  ask_window_show_page (self->window, "verified");
  view = ask_window_get_page (self->window, "verified");
  g_assert_true (app_test_wait (has_question, view));
  g_assert_true (gtk_widget_activate_action (view, "verified-list.run-all", NULL));
  wait_until_it_runs (view);
  check (self, view);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-gone/" name, func, APP_TEST_SHOP)
  ADD ("an-answer-is-stopped", test_answer);
  ADD ("a-query-is-stopped", test_query);
  ADD ("verified-questions-are-stopped", test_verified);
#undef ADD
  return g_test_run ();
}

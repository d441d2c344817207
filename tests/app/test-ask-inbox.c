/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Inbox page: what it shows, its number in the list of pages, and that a click settles an item.
 */
#include "config.h"

#include "app-test.h"
#include "app/inbox/ask-inbox-view.h"
#include "store/ask-workspace.h"

#define NARROW 400

static gint64
keep (AskWorkspace *workspace, const char *question, const char *status, const char *answer)
{
  const AskHistoryRecord record = { question, status, NULL, 1, answer };
  g_autoptr (GError) error = NULL;
  gint64 id = ask_workspace_add_history (workspace, &record, &error);

  g_assert_no_error (error);
  return id;
}

/* One of each that a person left behind. */
static void
fill (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (AskEngine) engine = NULL;
  g_autoptr (AskVerifiedRun) run = NULL;
  g_autoptr (AskVerified) pair = NULL;
  gint64 wrong;

  g_assert_no_error (error);
  wrong = keep (workspace, "Sales?", "answered", "{\"sql\":\"SELECT count(*) FROM sale\",\"steps\":[]}");
  g_assert_true (ask_workspace_complain (workspace, wrong, "the sum was meant", &error));
  keep (workspace, "Sales?", "answered", "{\"sql\":\"SELECT sum(amount) AS sales FROM sale\",\"steps\":[]}");
  keep (workspace, "Show the contry", "unanswerable", "{\"steps\":[{\"unknown\":[\"contry\"]}]}");
  keep (workspace, "How large is the churn?", "unanswerable", "{\"steps\":[{\"unknown\":[\"churn\"]}]}");
  pair = ask_workspace_add_verified (workspace, "Weights?", "SELECT weight FROM sale", &error);
  engine = ask_workspace_open_engine (workspace, &error);
  run = ask_workspace_run_verified (workspace, engine, pair->id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (run->status, ==, ASK_VERIFIED_FAILED);
}

static gboolean
is_idle (gpointer view)
{
  return !ask_inbox_view_is_busy (view);
}

static GtkWidget *
show (AppTest *self)
{
  GtkWidget *view;

  ask_window_show_page (self->window, "inbox");
  view = ask_window_get_page (self->window, "inbox");
  g_assert_true (app_test_wait (is_idle, view));
  return view;
}

static void
click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Returns: the row whose title is @title */
static GtkWidget *
find_row (GtkWidget *view, const char *title)
{
  GtkWidget *label = app_test_find_label (view, title);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, ADW_TYPE_PREFERENCES_ROW);
}

static void
test_empty (AppTest *self, gconstpointer data)
{
  GtkWidget *view = show (self);

  g_assert_cmpstr (ask_inbox_view_get_state (ASK_INBOX_VIEW (view)), ==, "empty");
  g_assert_true (app_test_shows (view, "Nothing Wants You"));
  app_test_picture (GTK_WIDGET (self->window), "inbox-empty");
}

static void
test_settled (AppTest *self, gconstpointer data)
{
  GtkWidget *view;
  GtkWidget *pages = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_LIST_BOX, "Pages");
  GtkWidget *entry;

  fill (self->path);
  view = show (self);
  app_test_wait_for_words (pages, "4");
  app_test_picture (GTK_WIDGET (self->window), "inbox");
  g_assert_cmpstr (ask_inbox_view_get_state (ASK_INBOX_VIEW (view)), ==, "full");
  g_assert_true (app_test_shows (view, "Called wrong: the sum was meant"));
  g_assert_true (app_test_shows (view, "Nobody could answer “Show the contry”."));

  /* What was asked next is what was meant. */
  click (app_test_find (find_row (view, "Sales?"), GTK_TYPE_BUTTON, "Verify"));
  app_test_wait_for_words (self->window, "“Sales?” is a verified question");
  app_test_wait_for_no_words (view, "Called wrong: the sum was meant");
  app_test_wait_for_words (pages, "3");

  click (app_test_find (find_row (view, "contry"), GTK_TYPE_BUTTON, "Add Name"));
  app_test_wait_for_no_words (view, "Nobody could answer “Show the contry”.");
  app_test_wait_for_words (pages, "2");

  entry = app_test_find (find_row (view, "churn"), GTK_TYPE_ENTRY, "Write what it means.");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "churn: ");
  gtk_editable_set_text (GTK_EDITABLE (entry), "churn: customers who left");
  click (app_test_find (find_row (view, "churn"), GTK_TYPE_BUTTON, "Add"));
  app_test_wait_for_no_words (view, "Nobody could answer “How large is the churn?”.");
  app_test_wait_for_words (pages, "1");
}

static void
test_dismissed (AppTest *self, gconstpointer data)
{
  GtkWidget *view;

  fill (self->path);
  view = show (self);
  click (app_test_find (find_row (view, "churn"), GTK_TYPE_BUTTON, "Dismiss"));
  app_test_wait_for_words (view, "Dismissed until it happens again");
  app_test_wait_for_no_words (view, "Nobody could answer “How large is the churn?”.");
  app_test_picture (GTK_WIDGET (self->window), "inbox-dismissed");
  click (gtk_widget_get_ancestor (app_test_find_label (view, "Undo"), GTK_TYPE_BUTTON));
  app_test_wait_for_words (view, "Nobody could answer “How large is the churn?”.");
}

/* What somebody types is theirs, whatever else changes; and all fits a narrow window. */
static void
test_typed (AppTest *self, gconstpointer data)
{
  GtkWidget *view;
  GtkWidget *entry;
  int least;

  fill (self->path);
  view = show (self);
  entry = app_test_find (find_row (view, "churn"), GTK_TYPE_ENTRY, "Write what it means.");
  gtk_editable_set_text (GTK_EDITABLE (entry), "churn: half a sen");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.reload", NULL));
  g_assert_true (app_test_wait (is_idle, view));
  entry = app_test_find (find_row (view, "churn"), GTK_TYPE_ENTRY, "Write what it means.");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "churn: half a sen");
  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
  app_test_picture (GTK_WIDGET (self->window), "inbox-narrow");
  gtk_widget_measure (GTK_WIDGET (self->window), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, NARROW);
}

/* What is kept stands before the suggestions, so their places change with each item that goes. */
static void
test_places (AppTest *self, gconstpointer data)
{
  GtkWidget *view;
  GtkWidget *take;
  GtkWidget *row;
  g_autofree char *title = NULL;

  fill (self->path);
  view = show (self);
  click (app_test_find (find_row (view, "churn"), GTK_TYPE_BUTTON, "Dismiss"));
  app_test_wait_for_no_words (view, "Nobody could answer “How large is the churn?”.");
  g_assert_true (app_test_wait (is_idle, view));
  take = app_test_find_label (view, "Take");
  g_assert_nonnull (take);
  row = gtk_widget_get_ancestor (take, ADW_TYPE_PREFERENCES_ROW);
  title = g_strdup (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));
  click (gtk_widget_get_ancestor (take, GTK_TYPE_BUTTON));
  app_test_wait_for_no_words (view, title);
  g_assert_true (app_test_shows (view, "Called wrong: the sum was meant"));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/inbox/an-empty-inbox-says-what-will-come", test_empty, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/inbox/a-click-settles-an-item-and-the-number-follows", test_settled, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/inbox/a-dismissal-can-be-taken-back", test_dismissed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/inbox/what-is-typed-stays-and-a-narrow-window-has-room", test_typed, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/inbox/a-suggestion-is-taken-whatever-went-before-it", test_places, APP_TEST_SHOP);
  return g_test_run ();
}

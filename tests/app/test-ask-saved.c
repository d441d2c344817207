/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers as files in the window: what goes in is said before it is saved; a file opens as a card without its sources, from
 * the menu, the file manager or the command line; one that is none is told.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-saved-query.h"
#include "app/steps/ask-steps-window.h"
#include "app/grid/ask-grid.h"
#include "support/ask-test-model.h"

#define QUESTION "Which city has the most stores?"

static const char *const replies[]
  = { "Thought: count them\nAction: query\nAction Input: SELECT city, store_id FROM store WHERE store_id > 1",
      "Final Answer: SELECT city, count(*) AS n FROM step_1 GROUP BY city", NULL };

typedef struct
{
  AppTest app;
  AskTestModel *model;
  char *file;
} Saved;

static void
set_up (Saved *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;

  self->app.folder = g_dir_make_tmp ("askdata-saved-XXXXXX", NULL);
  self->app.path = g_build_filename (self->app.folder, "stores.askdata", NULL);
  self->file = g_build_filename (self->app.folder, "Stores.askanswer", NULL);
  app_test_add_database (self->app.path, "shop",
                         "CREATE TABLE store (store_id INTEGER PRIMARY KEY, city TEXT);"
                         "INSERT INTO store VALUES (1, 'Nice'), (2, 'Lyon'), (3, 'Lyon'), (4, 'Brest')");
  self->model = ask_test_model_new (replies);
  workspace = ask_workspace_open (self->app.path, &error);
  g_assert_no_error (error);
  g_assert_true (ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (self->model), &error)
                 && ask_workspace_set_setting (workspace, "model/name", "scripted", &error)
                 && ask_workspace_set_setting (workspace, "model/answer-here-first", "off", &error));
  g_assert_no_error (error);
  self->app.window = ask_window_new (NULL, self->app.path);
  gtk_window_set_default_size (GTK_WINDOW (self->app.window), 1100, 820);
  gtk_window_present (GTK_WINDOW (self->app.window));
  app_test_pause (100);
}

static void
tear_down (Saved *self, gconstpointer data)
{
  app_test_tear_down (&self->app, data);
  ask_test_model_free (self->model);
  g_free (self->file);
}

static AskAskView *
get_page (Saved *self)
{
  return ASK_ASK_VIEW (ask_window_get_page (self->app.window, "ask"));
}

static AskAnswerCard *
wait_for (AskAnswerCard *card, const char *state)
{
  g_assert_nonnull (card);
  app_card_wait (card, state);
  return card;
}

/* @data: (inout): the card that was on top; once there is another, that one */
static gboolean
has_other_card (gpointer data)
{
  AskAnswerCard **card = data;
  AskAskView *page = ASK_ASK_VIEW (ask_window_get_page (ASK_WINDOW (app_test_find_toplevel (ASK_TYPE_WINDOW)), "ask"));
  AskAnswerCard *newest = ask_ask_view_get_newest (page);

  if (newest == *card)
    return FALSE;
  *card = newest;
  return TRUE;
}

static AskAnswerCard *
open_file (Saved *self, const char *state)
{
  AskAnswerCard *card = ask_ask_view_get_newest (get_page (self));

  ask_window_open_file (self->app.window, self->file);
  g_assert_true (app_test_wait (has_other_card, &card));
  return wait_for (card, state);
}

static gboolean
can_save (gpointer dialog)
{
  return adw_message_dialog_get_response_enabled (dialog, "save");
}

/* As a person does, up to where a place is asked for. @bodies: ticks that what was sent goes in, too. */
static GtkWidget *
begin_saving (AskAnswerCard *card, gboolean bodies)
{
  GtkWidget *dialog;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.save-answer", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_true (app_test_wait (can_save, dialog));
  if (bodies)
    {
      GtkWidget *check = app_test_find (dialog, GTK_TYPE_CHECK_BUTTON, NULL);

      g_assert_nonnull (check);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      g_assert_false (can_save (dialog));
      g_assert_true (app_test_wait (can_save, dialog));
    }
  return dialog;
}

/* Where to is asked last, and nothing is written before. */
static void
cancel_saving (Saved *self, GtkWidget *dialog)
{
  GtkWidget *chooser;

  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_close (GTK_WINDOW (dialog));
  chooser = app_test_wait_for_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_CANCEL);
  app_test_wait_for_no_window (GTK_TYPE_FILE_CHOOSER_DIALOG);
  g_assert_false (g_file_test (self->file, G_FILE_TEST_EXISTS));
}

static void
finished (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(gpointer *) data = ask_job_finish (source, result, &error);
  g_assert_no_error (error);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* By the jobs of the window, without its file chooser. */
static void
save (Saved *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->app.path, &error);
  g_autoptr (AskHistoryEntry) entry = ask_workspace_get_history (workspace, 1, &error);
  g_autoptr (AskOutcome) outcome = ask_outcome_new (ask_answer_from_json (entry->answer, &error), NULL);
  gpointer bundle = NULL;
  gpointer done = NULL;

  g_assert_no_error (error);
  ask_job_start (ask_jobs_collect_answer (outcome, FALSE), self->app.window, self->app.path, NULL, finished, &bundle);
  g_assert_true (app_test_wait (is_set, &bundle));
  ask_job_start (ask_jobs_save_answer (bundle, self->file), self->app.window, NULL, NULL, finished, &done);
  g_assert_true (app_test_wait (is_set, &done));
}

static AskAnswerCard *
ask (Saved *self)
{
  AskAnswerCard *card = wait_for (ask_ask_view_ask (get_page (self), QUESTION), "answer");

  app_test_pause (100);
  return card;
}

static void
test_said_before (Saved *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self);
  GtkWidget *dialog = begin_saving (card, FALSE);

  g_assert_true (app_test_shows (dialog, "Whoever has it can read all of it."));
  g_assert_true (app_test_shows (dialog, "answer: 2 rows"));
  g_assert_true (app_test_shows (dialog, "step_1: 3 rows"));
  g_assert_true (app_test_shows (dialog, "listed without what stood in them"));
  app_test_picture (dialog, "saved-said");
  cancel_saving (self, dialog);

  dialog = begin_saving (card, TRUE);
  g_assert_true (app_test_shows (dialog, "byte for byte"));
  cancel_saving (self, dialog);
}

static void
test_opens (Saved *self, gconstpointer data)
{
  g_autofree char *shop = g_build_filename (self->app.folder, "shop.db", NULL);
  AskAnswerCard *card = ask (self);
  AskAnswer *answer;
  GtkWidget *window;
  GtkWidget *table;

  save (self);
  /* Nothing of where it was asked is left. */
  gtk_window_destroy (GTK_WINDOW (self->app.window));
  app_test_pause (100);
  g_unlink (shop);
  g_unlink (self->app.path);
  self->app.window = ask_window_new (NULL, self->app.path);
  gtk_window_set_default_size (GTK_WINDOW (self->app.window), 1100, 820);
  gtk_window_present (GTK_WINDOW (self->app.window));
  card = open_file (self, "answer");
  answer = ask_answer_card_get_answer (card);
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, QUESTION);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 2);
  g_assert_true (app_test_shows (card, "opened from Stores.askanswer"));
  app_test_picture (GTK_WIDGET (self->app.window), "saved-card");
  ask_answer_card_show_view (card, "table");
  table = app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL);
  g_assert_nonnull (table);

  /* The rows behind a cell are those of the step. */
  g_signal_emit_by_name (table, "cell-activated", 1, 1);
  window = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  app_test_wait_for_words (window, "2 rows");
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_STEPS_WINDOW);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.steps", NULL));
  window = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  g_assert_true (app_test_shows (window, "Count them"));
  app_test_picture (window, "saved-steps");
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_STEPS_WINDOW);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.query", NULL));
  window = app_test_wait_for_window (ASK_TYPE_SAVED_QUERY);
  g_assert_true (app_test_shows (window, "answer (city, n), step_1 (city, store_id)"));
  gtk_widget_activate_action (window, "query.run", NULL);
  app_test_wait_for_words (window, "2 rows");
  app_test_picture (window, "saved-query");
  gtk_window_close (GTK_WINDOW (window));
  app_test_wait_for_no_window (ASK_TYPE_SAVED_QUERY);

  gtk_window_set_default_size (GTK_WINDOW (self->app.window), 400, 760);
  app_test_pause (200);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->app.window)), <=, 400);
  app_test_picture (GTK_WIDGET (self->app.window), "saved-narrow");
}

/* No question leans on it, nothing is learned from it, and it is gone when the window opens again. */
static void
test_stays_apart (Saved *self, gconstpointer data)
{
  static const char *const never[] = { "card.ask-again", "card.verify", "card.complain", "card.save-answer" };
  AskAnswerCard *card = ask (self);
  const AskAnswer *answer;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *cards = NULL;

  save (self);
  card = open_file (self, "answer");
  answer = ask_answer_card_get_answer (card);
  for (guint i = 0; i < G_N_ELEMENTS (never); i++)
    gtk_widget_activate_action (GTK_WIDGET (card), never[i], NULL);
  app_test_pause (100);
  g_assert_true (ask_answer_card_get_answer (card) == answer);
  g_assert_null (app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG));
  g_assert_false (gtk_editable_get_editable (GTK_EDITABLE (app_test_find (GTK_WIDGET (card), GTK_TYPE_ENTRY, "Question"))));
  g_assert_false (app_test_shows (card, "This Is Right"));
  app_test_pause (200);
  workspace = ask_workspace_open (self->app.path, &error);
  g_assert_no_error (error);
  cards = ask_workspace_get_setting (workspace, "window/cards");
  g_assert_cmpstr (cards, ==, "1");
}

/* A question that is asked before the workspace was looked at keeps neither its own card from being kept nor a file from
 * being opened. */
static void
test_quick (Saved *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self);

  save (self);
  gtk_window_destroy (GTK_WINDOW (self->app.window));
  app_test_wait_for_no_window (ASK_TYPE_WINDOW);
  self->app.window = ask_window_new (NULL, self->app.path);
  ask_ask_view_ask (get_page (self), "how many stores are there?");
  gtk_window_present (GTK_WINDOW (self->app.window));
  card = open_file (self, "answer");
  g_assert_true (app_test_shows (card, "opened from Stores.askanswer"));
}

static void
test_none (Saved *self, gconstpointer data)
{
  AskAnswerCard *card;

  g_assert_true (g_file_set_contents (self->file, "no answer at all, but longer than the head of a file that is one: "
                                                  "a hundred bytes of it are looked at before it is refused", -1, NULL));
  card = open_file (self, "problem");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "is no answer that AskData saved"));
  app_test_picture (GTK_WIDGET (self->app.window), "saved-none");
  /* Trying again reads the file again, and asks nobody. */
  g_assert_true (app_test_shows (card, "Try Again"));
  g_assert_cmpint (g_unlink (self->file), ==, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.ask-again", NULL));
  wait_for (card, "problem");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "The saved answer cannot be opened: "));
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "Stores.askanswer");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) g_test_add ("/app/ask-saved/" name, Saved, NULL, set_up, func, tear_down)
  ADD ("what-goes-in-is-said-before-it-is-saved", test_said_before);
  ADD ("a-file-opens-without-its-sources", test_opens);
  ADD ("a-saved-answer-stays-apart-from-the-workspace", test_stays_apart);
  ADD ("a-quick-question-keeps-no-file-from-opening", test_quick);
  ADD ("what-is-no-answer-is-told-in-a-card", test_none);
#undef ADD
  return g_test_run ();
}

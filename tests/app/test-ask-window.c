/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window as a person uses it: driven by its actions and accessible names, pictures taken.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-card.h"
#include "app-keys.h"
#include "app-test.h"
#include "app/sources/ask-add-source-dialog.h"
#include "app/ask-application.h"
#include "app/ask/ask-ask-view.h"
#include "app/ask/ask-history-view.h"
#include "app/ask-preferences.h"
#include "app/schema/ask-schema-view.h"
#include "app/sources/ask-sources-view.h"
#include "app/steps/ask-steps-window.h"
#include "app/grid/ask-grid.h"
#include "app/schema/ask-versions-dialog.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace.h"
#include "support/ask-test-postgres.h"
#include "support/ask-test-server.h"

static AskAskView *
get_ask_view (AppTest *self)
{
  return ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
}

static AskAnswerCard *
ask (AppTest *self, const char *question)
{
  AskAnswerCard *card;

  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.ask", "s", question));
  card = ask_ask_view_get_newest (get_ask_view (self));
  g_assert_nonnull (card);
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, question);
  return card;
}

static void
test_verified (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "sales by City");
  AskAnswer *answer;
  GtkWidget *table;

  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "Lyon"));
  answer = ask_answer_card_get_answer (card);
  g_assert_cmpuint (ask_rows_get_n_rows (answer->rows), ==, 3);
  g_assert_nonnull (answer->verified);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "answer-chart"), >, 30);

  ask_answer_card_show_view (card, "table");
  table = app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL);
  g_assert_nonnull (table);
  g_assert_true (ask_grid_get_rows (ASK_GRID (table)) == answer->rows);
  g_assert_nonnull (app_test_find (table, GTK_TYPE_WIDGET, answer->question));
  app_test_picture (GTK_WIDGET (self->window), "answer-table");
  ask_answer_card_show_view (card, "sql");
  g_assert_nonnull (app_test_find (GTK_WIDGET (card), GTK_TYPE_TEXT_VIEW, "SQL"));
  app_test_picture (GTK_WIDGET (self->window), "answer-sql");
}

static void
test_number (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "How many sales are there?");

  app_card_wait (card, NULL);
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "360"));
  app_test_picture (GTK_WIDGET (self->window), "answer-number");
}

static void
test_unknown (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Which plumber repaired the groovy dishwasher?");

  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "problem");
  g_assert_cmpint ((int) strlen (ask_answer_card_get_headline (card)), >, 10);
  app_test_picture (GTK_WIDGET (self->window), "answer-unknown");
}

/* Without a source no model could answer either, and none is asked for. */
static void
test_no_source (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "How many sales are there?");

  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "problem");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "Add a source"));
  app_test_wait_for_words (card, "Add a Source");
  g_assert_false (app_test_shows (card, "Set a Language Model"));
  app_test_picture (GTK_WIDGET (self->window), "answer-no-source");
}

static gboolean
is_expanded (GtkWidget *root, const char *title)
{
  GtkWidget *row = gtk_widget_get_ancestor (app_test_find_label (root, title), ADW_TYPE_EXPANDER_ROW);

  return row != NULL && adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row));
}

/* A query that the schema does not fit is nothing that the sources could mend. */
static void
test_removed_entity (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  g_autoptr (GError) error = NULL;
  AskAnswerCard *card;
  GtkWidget *versions;

  g_assert_true (ask_schema_edit_remove_entity (schema, ask_schema_find_entity (schema, "sale")->id, &error));
  g_assert_true (ask_workspace_save_schema (workspace, schema, "Removed sale", &error));
  g_assert_no_error (error);
  card = ask (self, "How many sales are there?");
  app_card_wait (card, NULL);
  g_test_message ("%s", ask_answer_card_get_headline (card));
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "“sale” was removed from the schema"));
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "“Removed sale”"));
  app_test_wait_for_words (card, "See Versions");
  g_assert_false (app_test_shows (card, "See Sources"));
  app_test_picture (GTK_WIDGET (self->window), "answer-removed");
  gtk_widget_activate (
    gtk_widget_get_ancestor (app_test_find_label (GTK_WIDGET (card), "See Versions"), GTK_TYPE_BUTTON));
  versions = app_test_wait_for_window (ASK_TYPE_VERSIONS_DIALOG);
  /* It is open, and so is the one before it, which has what is missing. */
  app_test_wait_for_words (versions, "sale: entity removed");
  g_assert_true (is_expanded (versions, "Removed sale"));
  g_assert_true (is_expanded (versions, "Added source shop"));
  g_assert_cmpuint (app_test_picture (versions, "versions-wanted"), >, 10);
  gtk_window_destroy (GTK_WINDOW (versions));
}

static void
test_long_question (AppTest *self, gconstpointer data)
{
  g_autoptr (GString) question = g_string_new (NULL);
  AskAnswerCard *card;
  gint64 start = g_get_monotonic_time ();

  while (question->len < 100 * 1024)
    g_string_append (question, "and what did we sell in Köln ");
  g_strstrip (question->str);
  /* An entry holds 65,535 characters; the question itself goes on whole. */
  card = ask_ask_view_ask (get_ask_view (self), question->str);
  app_card_wait (card, NULL);
  g_test_message ("100 kB refused in %.0f ms",
                  (double) (g_get_monotonic_time () - start) / 1000.0);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "problem");
  g_assert_cmpint ((int) strlen (ask_answer_card_get_headline (card)), <, 400);
  app_test_picture (GTK_WIDGET (self->window), "answer-long-question");
}

static void
test_cancel (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Count forever");
  gint64 start;

  app_test_pause (300);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "running");
  app_test_picture (GTK_WIDGET (self->window), "answer-running");
  g_assert_nonnull (app_test_find (GTK_WIDGET (self->window), GTK_TYPE_SPINNER, "Working"));
  start = g_get_monotonic_time ();
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (get_ask_view (self)), "ask.cancel", NULL));
  app_card_wait (card, NULL);
  g_test_message ("cancelled in %.1f ms", (double) (g_get_monotonic_time () - start) / 1000.0);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "problem");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "Stopped"));
}

static void
test_asked_again (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Count forever");

  /* The second question takes the card; the first one's end must not. */
  ask_answer_card_ask (card, "Sales by month");
  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 12);
  app_test_pause (200);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
}

static void
test_steps (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by month");
  GtkWidget *steps;

  app_card_wait (card, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.steps", NULL));
  steps = app_test_find_toplevel (ASK_TYPE_STEPS_WINDOW);
  g_assert_nonnull (steps);
  app_test_picture (steps, "steps-1");
  app_keys_check_tab (steps, GTK_LIST_BOX (app_test_find (steps, GTK_TYPE_LIST_BOX, "Steps")));
  ask_steps_window_select (ASK_STEPS_WINDOW (steps), 1);
  g_assert_cmpuint (app_test_picture (steps, "steps-2"), >, 10);
  /* The walk outlives the card's answer. */
  ask_answer_card_ask (card, "Sales by city");
  app_card_wait (card, NULL);
  ask_steps_window_select (ASK_STEPS_WINDOW (steps), 2);
  gtk_window_destroy (GTK_WINDOW (steps));
}

/* A click on a cell, or Enter on a row, shows the rows that the figure is made of. */
static void
test_behind (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "sales by City");
  GtkWidget *table;
  GtkWidget *behind;

  app_card_wait (card, NULL);
  ask_answer_card_show_view (card, "table");
  table = app_test_find (GTK_WIDGET (card), ASK_TYPE_GRID, NULL);
  g_assert_nonnull (table);
  g_signal_emit_by_name (table, "cell-activated", 0, 1);
  behind = app_test_wait_for_window (ASK_TYPE_STEPS_WINDOW);
  g_assert_nonnull (behind);
  app_test_wait_for_words (behind, "Rows behind sales: 34,380");
  app_test_wait_for_words (behind, "Only where: city is Lyon");
  app_test_picture (behind, "behind");
  gtk_window_destroy (GTK_WINDOW (behind));
}

static gboolean
history_is_full (gpointer data)
{
  return g_str_equal (ask_history_view_get_state (data), "full");
}

static void
test_history (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by city");
  GtkWidget *page;
  gint64 id;

  app_card_wait (card, NULL);
  id = ask_answer_card_get_answer (card)->history_id;
  g_assert_cmpint (id, >, 0);
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-page", "s", "history"));
  page = ask_window_get_page (self->window, "history");
  g_assert_true (app_test_wait (history_is_full, page));
  app_test_picture (GTK_WIDGET (self->window), "history");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (self->window), "win.open-answer", "x", id));
  g_assert_true (ask_ask_view_get_newest (get_ask_view (self)) != card);
  card = ask_ask_view_get_newest (get_ask_view (self));
  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_question (card), ==, "Sales by city");
  g_assert_cmpuint (ask_rows_get_n_rows (ask_answer_card_get_answer (card)->rows), ==, 3);
}

static gboolean
has_complaint (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) entries = ask_workspace_list_history (workspace, 1, NULL);
  AskHistoryEntry *entry = entries->pdata[0];

  return g_strcmp0 (entry->complaint, "Returns are missing") == 0;
}

static void
test_complain (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by city");
  GtkWidget *dialog, *entry;

  app_card_wait (card, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.complain", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (dialog);
  entry = app_test_find (dialog, GTK_TYPE_ENTRY, "What is wrong");
  g_assert_nonnull (entry);
  app_test_picture (dialog, "complain");
  g_assert_false (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep"));
  gtk_editable_set_text (GTK_EDITABLE (entry), " ");
  g_assert_false (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "Returns are missing");
  g_assert_true (adw_message_dialog_get_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_assert_true (app_test_wait (has_complaint, self));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
has_result (gpointer data)
{
  return app_test_find_label (data, "127.0.0.1") != NULL;
}

static gboolean
has_bad_dot (gpointer data)
{
  AppTest *self = data;
  GtkWidget *name = app_test_find_label (GTK_WIDGET (self->window), "llama3.1");
  GtkWidget *dot = name != NULL ? gtk_widget_get_prev_sibling (name) : NULL;

  return dot != NULL && gtk_widget_has_css_class (dot, "error") && !gtk_widget_has_css_class (dot, "success");
}

/* Two workspaces are two windows of different names. */
static void
test_titles (AppTest *self, gconstpointer data)
{
  g_autofree char *other = g_build_filename (self->folder, "Lager 2.askdata", NULL);
  AskWindow *window = ask_window_new (NULL, other);

  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (self->window)), ==, "shop – AskData");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Lager 2 – AskData");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_model_not_there (AppTest *self, gconstpointer data)
{
  GtkWidget *preferences
      = ask_preferences_new (ask_window_get_session (self->window), NULL);
  GtkWidget *rows[2] = { NULL, NULL };

  gtk_window_present (GTK_WINDOW (preferences));
  app_test_pause (300);
  app_test_find_all (preferences, ADW_TYPE_ENTRY_ROW, rows, G_N_ELEMENTS (rows));
  g_assert_nonnull (rows[1]);
  gtk_editable_set_text (GTK_EDITABLE (rows[0]), "http://127.0.0.1:1/v1");
  gtk_editable_set_text (GTK_EDITABLE (rows[1]), "llama3.1");
  g_assert_true (gtk_widget_activate_action (preferences, "model.test", NULL));
  g_assert_true (app_test_wait (has_result, preferences));
  app_test_picture (preferences, "preferences-no-server");
  /* The dot beside the model's name knows, also when the window of preferences is gone. The list of models that was asked for
   * meanwhile names the server, too, so the words there say nothing of the test. */
  g_assert_true (app_test_wait (has_bad_dot, self));
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_assert_true (has_bad_dot (self));
  app_test_picture (GTK_WIDGET (self->window), "model-failed");
}

static gboolean
dialog_has_words (gpointer data)
{
  return ask_add_source_dialog_get_words (data) != NULL;
}

static void
test_add_wrong_file (AppTest *self, gconstpointer data)
{
  g_autofree char *letter = g_build_filename (self->folder, "letter.db", NULL);
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  GtkWidget *dialog = ask_sources_view_add (view, "sqlite");

  g_assert_true (g_file_set_contents (letter, "Dear Sir or Madam, this is no database at all.",
                                      -1, NULL));
  ask_add_source_dialog_set (ASK_ADD_SOURCE_DIALOG (dialog), NULL, letter, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.go", NULL));
  g_assert_cmpstr (ask_add_source_dialog_get_state (ASK_ADD_SOURCE_DIALOG (dialog)), ==,
                   "working");
  g_assert_true (app_test_wait (dialog_has_words, dialog));
  g_assert_cmpstr (ask_add_source_dialog_get_state (ASK_ADD_SOURCE_DIALOG (dialog)), ==, "idle");
  g_assert_nonnull (
      strstr (ask_add_source_dialog_get_words (ASK_ADD_SOURCE_DIALOG (dialog)), "letter"));
  app_test_picture (dialog, "add-wrong-file");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
dialog_found (gpointer data)
{
  return g_str_equal (ask_add_source_dialog_get_state (data), "found");
}

static gboolean
sources_are_full (gpointer data)
{
  return g_str_equal (ask_sources_view_get_state (data), "full");
}

static gboolean
sources_are_empty (gpointer data)
{
  return g_str_equal (ask_sources_view_get_state (data), "empty");
}

static void
test_first_source (AppTest *self, gconstpointer data)
{
  g_autofree char *file = g_build_filename (self->folder, "shop.db", NULL);
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  GtkWidget *dialog;

  g_free (app_test_make_workspace (self->folder));
  app_test_picture (GTK_WIDGET (self->window), "ask-empty");
  ask_window_show_page (self->window, "schema");
  app_test_picture (GTK_WIDGET (self->window), "schema-empty");
  ask_window_show_page (self->window, "history");
  app_test_picture (GTK_WIDGET (self->window), "history-empty");
  ask_window_show_page (self->window, "sources");
  g_assert_true (app_test_wait (sources_are_empty, view));
  app_test_picture (GTK_WIDGET (self->window), "sources-empty");
  dialog = ask_sources_view_add (view, "sqlite");
  ask_add_source_dialog_set (ASK_ADD_SOURCE_DIALOG (dialog), NULL, file, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_found, dialog));
  g_assert_cmpstr (ask_add_source_dialog_get_words (ASK_ADD_SOURCE_DIALOG (dialog)), ==,
                   "2 entities found");
  /* Only tested so far: nothing was saved. */
  g_assert_cmpstr (ask_sources_view_get_state (view), ==, "empty");
  app_test_picture (dialog, "add-found");
  g_assert_true (gtk_widget_activate_action (dialog, "dialog.go", NULL));
  g_assert_true (app_test_wait (sources_are_full, view));
  app_test_picture (GTK_WIDGET (self->window), "sources-full");
}

/* An API behind a password: its document says what it asks for, and the dialog asks for that. */
static void
serve_shut (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  if (g_str_equal (request->path, "/openapi.json"))
    ask_test_reply_set (
      reply, 200, "application/json",
      "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels\",\"version\":\"1\"},"
      "\"servers\":[{\"url\":\"/v1\"}],\"security\":[{\"k\":[]}],\"components\":{"
      "\"securitySchemes\":{\"k\":{\"type\":\"oauth2\",\"flows\":{\"clientCredentials\":"
      "{\"tokenUrl\":\"/token\",\"scopes\":{}}}}}},"
      "\"paths\":{\"/parcels\":{\"get\":{\"operationId\":"
      "\"parcels\",\"responses\":{\"200\":{\"description\":\"All\",\"content\":"
      "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
      "\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}}}}}}}",
      -1);
  else if (g_str_equal (request->path, "/token")
           && g_strcmp0 (ask_test_request_get_header (request, "authorization"), "Basic bWU6b3Blbg==") == 0)
    ask_test_reply_set (reply, 200, "application/json", "{\"access_token\":\"t\"}", -1);
  else if (g_strcmp0 (ask_test_request_get_header (request, "authorization"), "Bearer t") == 0)
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1}]", -1);
  else
    ask_test_reply_set (reply, 401, "application/json", "{\"error\":\"invalid_client\"}", -1);
}

static void
test_add_shut_api (AppTest *self, gconstpointer data)
{
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_shut, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  AskAddSourceDialog *dialog;

  g_setenv ("ASK_TEST_OPEN", "open", TRUE);
  g_setenv ("ASK_TEST_SHUT", "shut", TRUE);
  ask_window_show_page (self->window, "sources");
  g_assert_true (app_test_wait (sources_are_empty, view));
  dialog = ASK_ADD_SOURCE_DIALOG (ask_sources_view_add (view, "openapi"));
  ask_add_source_dialog_set (dialog, "parcels", url, NULL, NULL);
  g_assert_false (ask_add_source_dialog_sign_in (dialog, NULL, ""));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_has_words, dialog));
  g_assert_nonnull (strstr (ask_add_source_dialog_get_words (dialog), "answered 401"));
  app_test_picture (GTK_WIDGET (dialog), "add-api-shut");

  g_assert_true (ask_add_source_dialog_sign_in (dialog, "me", "$ASK_TEST_SHUT"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_has_words, dialog));
  g_assert_nonnull (strstr (ask_add_source_dialog_get_words (dialog), "refused the client id or secret"));
  app_test_picture (GTK_WIDGET (dialog), "add-api-refused");

  g_assert_true (ask_add_source_dialog_sign_in (dialog, "me", "$ASK_TEST_OPEN"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_found, dialog));
  app_test_picture (GTK_WIDGET (dialog), "add-api-open");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (sources_are_full, view));
}

/* A database server: wrong first, then found, then added. */
static void
test_add_server (AppTest *self, gconstpointer data)
{
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  g_autofree char *reason = NULL;
  g_autoptr (AskTestPostgres) server = ask_test_postgres_new (NULL, &reason);
  AskAddSourceDialog *dialog;

  if (server == NULL)
    {
      g_test_skip (reason);
      return;
    }
  ask_test_postgres_exec (server, "CREATE TABLE orders (id int PRIMARY KEY, city text);"
                                  "INSERT INTO orders VALUES (1, 'Lyon')");
  ask_window_show_page (self->window, "sources");
  g_assert_true (app_test_wait (sources_are_empty, view));
  dialog = ASK_ADD_SOURCE_DIALOG (ask_sources_view_add (view, "postgres"));
  ask_add_source_dialog_set (dialog, NULL, "postgresql://ana@127.0.0.1:1/shop", NULL, "s3cr3t");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_has_words, dialog));
  g_assert_nonnull (strstr (ask_add_source_dialog_get_words (dialog), "127.0.0.1, port 1"));
  g_assert_null (strstr (ask_add_source_dialog_get_words (dialog), "s3cr3t"));
  app_test_picture (GTK_WIDGET (dialog), "add-server-unreachable");

  ask_add_source_dialog_set (dialog, "shop", ask_test_postgres_get_uri (server), NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_found, dialog));
  g_assert_cmpstr (ask_add_source_dialog_get_words (dialog), ==, "1 entity found");
  app_test_picture (GTK_WIDGET (dialog), "add-server-found");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (sources_are_full, view));
  app_test_picture (GTK_WIDGET (self->window), "sources-server");
}

static void
expand_notes (GtkWidget *widget)
{
  if (GTK_IS_EXPANDER (widget))
    gtk_expander_set_expanded (GTK_EXPANDER (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    expand_notes (child);
}

/* A spreadsheet: found with what there is to know of it, then added. */
static void
test_add_sheet (AppTest *self, gconstpointer data)
{
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  g_autofree char *path = g_build_filename (self->folder, "orders 2024.csv", NULL);
  AskAddSourceDialog *dialog;

  g_assert_true (g_file_set_contents (path, "id;customer;day\n1;Ren\xE9;03/04/2024\n2;Ann;05/06/2024\n", -1,
                                      NULL));
  ask_window_show_page (self->window, "sources");
  g_assert_true (app_test_wait (sources_are_empty, view));
  dialog = ASK_ADD_SOURCE_DIALOG (ask_sources_view_add (view, "sheet"));
  ask_add_source_dialog_set (dialog, NULL, path, NULL, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (dialog_found, dialog));
  g_assert_cmpstr (ask_add_source_dialog_get_words (dialog), ==, "1 entity found");
  expand_notes (GTK_WIDGET (dialog));
  app_test_picture (GTK_WIDGET (dialog), "add-sheet-found");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "dialog.go", NULL));
  g_assert_true (app_test_wait (sources_are_full, view));
  app_test_picture (GTK_WIDGET (self->window), "sources-sheet");
}

static gboolean
schema_is_full (gpointer data)
{
  return g_str_equal (ask_schema_view_get_state (data), "full");
}

static gboolean
schema_is_saved (gpointer data)
{
  return ask_schema_view_is_saved (data);
}

static void
expand_all (GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    expand_all (child);
}

static void
test_schema (AppTest *self, gconstpointer data)
{
  GtkWidget *page;

  ask_window_show_page (self->window, "schema");
  page = ask_window_get_page (self->window, "schema");
  g_assert_true (app_test_wait (schema_is_full, page));
  g_assert_nonnull (app_test_find (page, GTK_TYPE_SEARCH_ENTRY, "Search the schema"));
  /* The first look at it arranges the boxes, and keeps that. */
  g_assert_true (app_test_wait (schema_is_saved, page));
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "schema-full"), >, 20);
  g_assert_true (gtk_widget_activate_action (page, "schema.list", NULL));
  expand_all (page);
  g_assert_nonnull (app_test_find (page, GTK_TYPE_IMAGE, "Key"));
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "schema-list"), >, 20);
}

static void
test_dialogs (AppTest *self, gconstpointer data)
{
  AskSourcesView *view = ASK_SOURCES_VIEW (ask_window_get_page (self->window, "sources"));
  GtkWidget *dialog = ask_sources_view_add (view, "openapi");
  GtkWidget *preferences
      = ask_preferences_new (ask_window_get_session (self->window), NULL);

  g_assert_nonnull (app_test_find (dialog, GTK_TYPE_TEXT_VIEW, "Headers, one a line"));
  g_assert_cmpuint (app_test_picture (dialog, "add-api"), >, 20);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_present (GTK_WINDOW (preferences));
  g_assert_cmpuint (app_test_picture (preferences, "preferences"), >, 20);
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* The same answer dark, twice as large, from right to left, and narrow. */
static void
test_looks (AppTest *self, gconstpointer data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  AskAnswerCard *card = ask (self, "Sales by city");
  int dpi;

  app_card_wait (card, NULL);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "look-dark"), >, 30);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "look-200"), >, 30);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", dpi, NULL);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "look-rtl"), >, 30);
  ask_answer_card_show_view (card, "table");
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "look-rtl-table"), >, 30);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  ask_answer_card_show_view (card, "chart");
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 780);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "look-narrow"), >, 30);
}

static void
test_broken_workspace (AppTest *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "letter.askdata", NULL);
  AskWindow *window;

  g_assert_true (g_file_set_contents (path, "This is no workspace, but a letter to you.", -1,
                                      NULL));
  window = ask_window_new (NULL, path);
  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (500);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (window), "workspace-broken"), >, 10);
  ask_window_show_page (window, "sources");
  app_test_pause (300);
  g_assert_cmpstr (
      ask_sources_view_get_state (ASK_SOURCES_VIEW (ask_window_get_page (window, "sources"))),
      ==, "failed");
  app_test_picture (GTK_WIDGET (window), "sources-failed");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The program itself, whose settings the other tests' windows do not have. */
static void
test_last_page (AppTest *self, gconstpointer data)
{
  static const char *const names[] = { "history", "sources", "schema", "sql", "verified", "inbox", "ask" };
  g_autoptr (AskApplication) application = ask_application_new ();
  g_autoptr (GError) error = NULL;
  GSettings *settings;

  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  g_assert_no_error (error);
  settings = ask_application_get_settings (application);
  g_assert_nonnull (settings);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AskWindow *window = ask_window_new (application, self->path);
      GtkWidget *page = ask_window_get_page (window, names[i]);
      g_autofree char *remembered = NULL;
      AskWindow *next;

      g_assert_nonnull (page);
      ask_window_show_page (window, names[i]);
      remembered = g_settings_get_string (settings, "last-page");
      g_assert_cmpstr (remembered, ==, names[i]);

      next = ask_window_new (application, self->path);
      page = ask_window_get_page (next, names[i]);
      g_assert_true (gtk_widget_get_child_visible (page));
      gtk_window_destroy (GTK_WINDOW (next));
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-window/a-verified-question-is-answered", test_verified, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/an-answer-of-one-number-is-shown-large", test_number, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/without-an-answer-the-card-says-why", test_unknown, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-question-too-long-is-refused-in-words", test_long_question, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-running-question-can-be-stopped", test_cancel, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/the-second-question-takes-the-card", test_asked_again, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/the-steps-say-how-the-answer-came", test_steps, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-cell-shows-the-rows-behind-it", test_behind, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/an-old-answer-is-found-in-history", test_history, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-complaint-is-kept-with-its-question", test_complain, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-model-that-is-not-there-is-told", test_model_not_there, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-wrong-file-is-refused-in-its-dialog", test_add_wrong_file, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-first-source-is-found-then-added", test_first_source, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-window/a-server-is-tested-then-added", test_add_server, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-window/a-shut-api-is-told-then-added-with-its-key", test_add_shut_api, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-window/a-sheet-is-found-then-added", test_add_sheet, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-window/the-schema-is-arranged-once-and-kept", test_schema, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/every-dialog-opens-and-is-drawn", test_dialogs, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/an-answer-looks-right-in-every-theme", test_looks, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/without-a-source-one-is-asked-for", test_no_source, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-window/a-removed-entity-offers-its-version", test_removed_entity, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/each-workspace-names-its-window", test_titles, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/the-last-page-is-shown-again", test_last_page, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-window/a-broken-workspace-is-told", test_broken_workspace, APP_TEST_EMPTY);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A question that costs much: the card asks first, with Run, Run with a Cap and Cancel, and the window goes on meanwhile.
 */
#include "config.h"

#include <string.h>

#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/query/ask-query-view.h"
#include "app/widgets/ask-cost-view.h"
#include "source/ask-source-kinds.h"
#include "source/rest/ask-rest-source.h"
#include "store/ask-thresholds.h"
#include "support/ask-test-model.h"

#define N_GOODS 40
#define PAGE 4
#define QUESTION "How many goods are there?"

typedef struct
{
  AppTest app;
  AskTestServer *server;
} Cost;

static const char document[]
  = "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Shop\",\"version\":\"1\"},\"paths\":{\"/goods\":{\"get\":{"
    "\"operationId\":\"goods\",\"parameters\":[{\"name\":\"page\",\"in\":\"query\",\"schema\":{\"type\":\"integer\","
    "\"default\":1}}],\"responses\":{\"200\":{\"description\":\"All\",\"content\":{\"application/json\":{\"schema\":{"
    "\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"id\"],\"properties\":{\"id\":{\"type\":\"integer\"},"
    "\"name\":{\"type\":\"string\"}}}}}}}}}}}}";

static void
answer_page (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  guint first = page != NULL ? ((guint) g_ascii_strtoull (page, NULL, 10) - 1) * PAGE : 0;
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = first; i < MIN (first + PAGE, N_GOODS); i++)
    g_string_append_printf (json, "%s{\"id\":%u,\"name\":\"n%u\"}", i > first ? "," : "", i + 1, i + 1);
  g_string_append_c (json, ']');
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
}

static void
set_up (Cost *self, gconstpointer above)
{
  g_autofree char *path = NULL;
  g_autofree char *url = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  self->app.folder = g_dir_make_tmp ("askdata-cost-XXXXXX", NULL);
  self->app.path = g_build_filename (self->app.folder, "shop.askdata", NULL);
  path = g_build_filename (self->app.folder, "shop.json", NULL);
  self->server = ask_test_server_new (answer_page, NULL);
  url = ask_test_server_dup_url (self->server, "");
  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  workspace = ask_workspace_open (self->app.path, &error);
  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "shop", path, url }, NULL, NULL, &error);
  g_assert_no_error (error);
  ask_workspace_set_threshold (workspace, ASK_THRESHOLD_CALLS, "shop", above, &error);
  g_assert_no_error (error);
  ask_test_server_forget (self->server);
  self->app.window = ask_window_new (NULL, self->app.path);
  gtk_window_set_default_size (GTK_WINDOW (self->app.window), 1100, 800);
  gtk_window_present (GTK_WINDOW (self->app.window));
  app_test_pause (100);
}

static void
tear_down (Cost *self, gconstpointer above)
{
  if (self->app.window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->app.window));
  app_test_pause (100);
  ask_test_server_free (self->server);
  app_test_remove_folder (self->app.folder);
  g_free (self->app.folder);
  g_free (self->app.path);
}

static guint
count_calls (Cost *self)
{
  return ask_test_server_count (self->server, "/goods");
}

static AskAskView *
get_page (Cost *self)
{
  return ASK_ASK_VIEW (ask_window_get_page (self->app.window, "ask"));
}

static gboolean
is_not_running (gpointer card)
{
  return !g_str_equal (ask_answer_card_get_state (card), "running");
}

static void
wait_for (AskAnswerCard *card, const char *state)
{
  g_assert_true (app_test_wait (is_not_running, card));
  g_test_message ("%s", ask_answer_card_get_headline (card));
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, state);
}

static AskAnswerCard *
ask (Cost *self)
{
  GtkWidget *entry = app_test_find (GTK_WIDGET (get_page (self)), GTK_TYPE_ENTRY, "Your question");
  AskAnswerCard *card;

  gtk_editable_set_text (GTK_EDITABLE (entry), QUESTION);
  g_signal_emit_by_name (entry, "activate");
  card = ask_ask_view_get_newest (get_page (self));
  wait_for (card, "cost");
  return card;
}

static void
click (AskAnswerCard *card, const char *name)
{
  GtkWidget *view = app_test_find (GTK_WIDGET (card), ASK_TYPE_COST_VIEW, NULL);
  GtkWidget *button = app_test_find (view, GTK_TYPE_BUTTON, name);

  g_assert_nonnull (button);
  g_assert_true (gtk_widget_get_mapped (button));
  g_signal_emit_by_name (button, "clicked");
}

static gboolean
tick (gpointer n)
{
  (*(guint *) n)++;
  return G_SOURCE_CONTINUE;
}

static void
test_run (Cost *self, gconstpointer above)
{
  AskAnswerCard *card = ask (self);
  guint n = 0;
  guint clock = g_timeout_add (10, tick, &n);

  g_assert_cmpuint (count_calls (self), ==, 0);
  g_assert_true (app_test_shows (card, "This may make more than 0 calls to “shop”."));
  g_assert_true (app_test_shows (card, "shop: an unknown number of calls"));
  app_test_looks (GTK_WIDGET (self->app.window), "cost");
  /* The window goes on while the job waits. */
  app_test_pause (200);
  g_source_remove (clock);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "cost");
  click (card, "_Run");
  wait_for (card, "answer");
  g_assert_true (app_test_shows (card, "40"));
}

static void
test_stopped (Cost *self, gconstpointer above)
{
  AskAnswerCard *card = ask (self);

  g_assert_cmpuint (count_calls (self), ==, 3);
  g_assert_true (app_test_shows (card, "It has made 3 calls to “shop” and needs more."));
  app_test_looks (GTK_WIDGET (self->app.window), "cost-stopped");
  gtk_window_set_default_size (GTK_WINDOW (self->app.window), 400, 800);
  app_test_pause (200);
  app_test_looks (GTK_WIDGET (self->app.window), "cost-narrow");
  click (card, "_Run");
  wait_for (card, "answer");
  g_assert_true (app_test_shows (card, "40"));
}

static void
test_cap (Cost *self, gconstpointer above)
{
  AskAnswerCard *card = ask (self);
  GtkWidget *view = app_test_find (GTK_WIDGET (card), ASK_TYPE_COST_VIEW, NULL);
  GtkWidget *spin = app_test_find (view, GTK_TYPE_SPIN_BUTTON, "Cap");

  g_assert_nonnull (spin);
  g_assert_cmpfloat (gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin)), ==, 6);
  gtk_editable_set_text (GTK_EDITABLE (spin), "5");
  click (card, "Run with a Ca_p");
  wait_for (card, "problem");
  g_assert_true (app_test_shows (card, "The cap on calls is reached: 5 may be made"));
  g_assert_cmpuint (count_calls (self), ==, 5);
}

static void
test_cancel (Cost *self, gconstpointer above)
{
  AskAnswerCard *card = ask (self);
  guint n = count_calls (self);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card), "card.cancel", NULL));
  g_assert_true (app_test_wait (is_not_running, card));
  app_test_wait_for_words (card, "Stopped. Nothing was changed.");
  g_assert_cmpuint (count_calls (self), ==, n);
}

/* The old question is over, and what it asked with it; the new one asks for itself. */
static void
test_again (Cost *self, gconstpointer above)
{
  AskAnswerCard *card = ask (self);

  ask_answer_card_ask (card, QUESTION);
  wait_for (card, "cost");
  click (card, "_Run");
  wait_for (card, "answer");
  app_test_pause (200);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
}

/* Nobody is left to answer: the job ends by itself, or this test does not. */
static void
test_close (Cost *self, gconstpointer above)
{
  ask (self);
  gtk_window_destroy (GTK_WINDOW (self->app.window));
  self->app.window = NULL;
  app_test_pause (300);
  g_assert_cmpuint (count_calls (self), ==, 0);
}

static const char *const replies[]
  = { "Thought: look\nAction: query\nAction Input: SELECT name FROM goods LIMIT 4",
      "Thought: I need the names\nAction: show_rows\nAction Input: step_1", "Final Answer: SELECT count(*) AS n FROM goods",
      NULL };

static AskTestModel *
set_model (Cost *self, const char *const *script)
{
  AskTestModel *model = ask_test_model_new (script);
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->app.path, NULL);

  ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (model), NULL);
  ask_workspace_set_setting (workspace, "model/name", "scripted", NULL);
  ask_workspace_set_setting (workspace, "model/answer-here-first", "off", NULL);
  return model;
}

/* A model asks to see rows: exactly these are shown, and leave only where a person lets them. */
static void
ask_model (Cost *self, const char *button, gboolean leaves)
{
  g_autoptr (AskTestModel) model = set_model (self, replies);
  AskAnswerCard *card = ask (self);

  g_assert_true (app_test_shows (card, "scripted asks to see these rows, of shop: goods.name"));
  g_assert_true (app_test_shows (card, "step_1:\nThe rows:\nn1\nn2\nn3\nn4"));
  app_test_looks (GTK_WIDGET (self->app.window), "consent");
  g_assert_false (ask_test_model_received (model, "n2"));
  click (card, button);
  wait_for (card, "answer");
  g_assert_cmpint (ask_test_model_received (model, "n2"), ==, leaves);
}

static void
test_consent_once (Cost *self, gconstpointer above)
{
  ask_model (self, "Show This _Once", TRUE);
}

static void
test_consent_no (Cost *self, gconstpointer above)
{
  ask_model (self, "_No", FALSE);
}

static const char *const wide_replies[]
  = { "Thought: look\nAction: query\nAction Input: SELECT id, name, name || ' of a long street in a town by the river' AS "
      "address, name || '.somebody@example.com' AS mail, id AS again FROM goods",
      "Thought: I need them\nAction: show_rows\nAction Input: step_1",
      "Final Answer: SELECT count(*) AS n FROM goods", NULL };

/* However much would leave: what can be answered is seen without looking for it. */
static void
test_consent_wide (Cost *self, gconstpointer above)
{
  static const int widths[] = { 1100, 400 };
  g_autoptr (AskTestModel) model = set_model (self, wide_replies);
  AskAnswerCard *card = ask (self);
  GtkWidget *view = app_test_find (GTK_WIDGET (card), ASK_TYPE_COST_VIEW, NULL);
  GtkWidget *button = app_test_find (view, GTK_TYPE_BUTTON, "_No");
  GtkWidget *window = GTK_WIDGET (self->app.window);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autofree char *picture = g_strdup_printf ("consent-wide-%d", widths[i]);
      graphene_rect_t place;

      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 800);
      app_test_pause (300);
      app_test_picture (window, picture);
      g_assert_true (gtk_widget_compute_bounds (button, window, &place));
      g_assert_cmpfloat (place.origin.y + place.size.height, <=, gtk_widget_get_height (window));
    }
  g_assert_true (app_test_shows (card, "n20.somebody@example.com | 20"));
  click (card, "_No");
  wait_for (card, "answer");
  g_assert_false (ask_test_model_received (model, "n20.somebody"));
}

static gboolean
has_tab (gpointer view)
{
  return ask_query_view_get_n_panes (view) > 0;
}

static gboolean
is_asked (gpointer pane)
{
  return g_str_equal (ask_query_pane_get_state (pane), "cost");
}

static gboolean
is_done (gpointer pane)
{
  return g_str_equal (ask_query_pane_get_state (pane), "result") || g_str_equal (ask_query_pane_get_state (pane), "problem");
}

/* SQL that a person writes passes the same gate: refused it calls nothing, allowed it runs to its end. */
static void
test_written (Cost *self, gconstpointer above)
{
  AskQueryView *view = ASK_QUERY_VIEW (ask_window_get_page (self->app.window, "sql"));
  AskQueryPane *pane;
  GtkWidget *cost;

  ask_window_show_page (self->app.window, "sql");
  g_assert_true (app_test_wait (has_tab, view));
  pane = ask_query_view_get_pane (view);
  ask_sql_editor_put_text (ask_query_pane_get_editor (pane), "SELECT count(*) FROM goods");
  ask_query_pane_run (pane);
  g_assert_true (app_test_wait (is_asked, pane));
  g_assert_cmpuint (count_calls (self), ==, 0);
  app_test_looks (GTK_WIDGET (self->app.window), "cost-query");
  ask_query_pane_stop (pane);
  g_assert_true (app_test_wait (is_done, pane));
  g_assert_cmpstr (ask_query_pane_get_words (pane), ==, "Stopped.");
  g_assert_cmpuint (count_calls (self), ==, 0);
  ask_query_pane_run (pane);
  g_assert_true (app_test_wait (is_asked, pane));
  cost = app_test_find (GTK_WIDGET (pane), ASK_TYPE_COST_VIEW, NULL);
  g_signal_emit_by_name (app_test_find (cost, GTK_TYPE_BUTTON, "_Run"), "clicked");
  g_assert_true (app_test_wait (is_done, pane));
  g_assert_nonnull (strstr (ask_query_pane_get_words (pane), " calls"));
  g_assert_cmpuint (count_calls (self), >, 0);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
#define ADD(path, func, above) g_test_add (path, Cost, above, set_up, func, tear_down)
  ADD ("/app/ask-cost/the-card-asks-first-and-the-window-goes-on", test_run, "0");
  ADD ("/app/ask-cost/what-nobody-knew-is-asked-at-the-threshold", test_stopped, "3");
  ADD ("/app/ask-cost/a-cap-ends-in-its-sentence", test_cap, "3");
  ADD ("/app/ask-cost/cancel-ends-the-wait", test_cancel, "3");
  ADD ("/app/ask-cost/asking-again-ends-the-wait", test_again, "3");
  ADD ("/app/ask-cost/closing-the-window-ends-the-wait", test_close, "0");
  ADD ("/app/ask-cost/sql-that-is-written-passes-the-same-gate", test_written, "0");
  ADD ("/app/ask-cost/rows-that-a-model-asks-for-leave-once", test_consent_once, "never");
  ADD ("/app/ask-cost/rows-that-are-refused-stay-here", test_consent_no, "never");
  ADD ("/app/ask-cost/below-many-rows-the-answers-stay-in-sight", test_consent_wide, "never");
#undef ADD
  return g_test_run ();
}

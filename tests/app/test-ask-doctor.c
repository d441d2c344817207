/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer of an API that speaks of more rows than it holds fails a question until a person says what it means. The
 * failure leads to the operation in the doctor's report; what is said there holds, and can be taken back.
 */
#include "config.h"

#include <string.h>

#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/sources/ask-source-card.h"
#include "app/sources/ask-source-desk.h"
#include "store/ask-workspace.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

#define THINGS                                                                                                        \
  "{\"type\":\"object\",\"properties\":{\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{" \
  "\"id\":{\"type\":\"integer\"},\"name\":{\"type\":\"string\"}}}}}}"
#define GET_THINGS(id)                                                                                                \
  "{\"get\":{\"operationId\":\"" id "\",\"responses\":{\"200\":{\"description\":\"Some\",\"content\":{"               \
  "\"application/json\":{\"schema\":" THINGS "}}}}}}"

/* A page that leads to another one, which the document does not describe. */
static AskTestServer *
serve (AppTest *self)
{
  AskTestServer *server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GError) error = NULL;

  ask_test_server_add_json (server, "/openapi.json",
                            "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Things\",\"version\":\"1\"},\"servers\":[{"
                            "\"url\":\"/v1\"}],\"paths\":{\"/boxes\":" GET_THINGS ("listBoxes") ",\"/things\":" GET_THINGS (
                              "listThings") "}}");
  ask_test_server_add_json (server, "/v1/boxes", "{\"items\":[{\"id\":1,\"name\":\"a\"}]}");
  ask_test_server_add_json (server, "/v1/things",
                            "{\"items\":[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\"}],\"next\":\"/v1/more\"}");
  ask_test_server_add_json (server, "/v1/more", "{\"items\":[{\"id\":3,\"name\":\"c\"}],\"next\":null}");
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "store", url }, NULL, NULL, &error);
  g_assert_no_error (error);
  pair = ask_workspace_add_verified (workspace, "How many things are there?", "SELECT count(*) AS things FROM things",
                                     &error);
  g_assert_no_error (error);
  return server;
}

static AskSourceRecord *
read_record (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) records = ask_workspace_list_sources (workspace, NULL);

  g_assert_cmpuint (records->len, ==, 1);
  return g_ptr_array_steal_index (records, 0);
}

static void
say (AppTest *self, const char *whole, const char *follow)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GError) error = NULL;

  ask_workspace_set_pages (workspace, "store", (const char *[]){ whole, NULL }, (const char *[]){ follow, NULL }, NULL,
                           &error);
  g_assert_no_error (error);
}

static void
assert_answer (AppTest *self, gint64 wanted)
{
  AskAnswerCard *card = app_card_ask (self->window, "How many things are there?", NULL);

  g_test_message ("%s", ask_answer_card_get_headline (card));
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
  g_assert_cmpint (ask_rows_get (ask_answer_card_get_answer (card)->rows, 0, 0)->integer, ==, wanted);
}

static void
press (gpointer root, const char *label)
{
  GtkWidget *words = app_test_find_label (GTK_WIDGET (root), label);
  GtkWidget *button = words != NULL ? gtk_widget_get_ancestor (words, GTK_TYPE_BUTTON) : NULL;

  if (button == NULL)
    g_error ("there is no button “%s”", label);
  gtk_widget_activate (button);
}

/* Returns: (transfer none): the choice of that name; that there is none fails the test */
static GtkCheckButton *
find_choice (GtkWidget *desk, const char *name)
{
  GtkWidget *check = app_test_find (desk, GTK_TYPE_CHECK_BUTTON, name);

  if (check == NULL)
    g_error ("there is no choice “%s”", name);
  return GTK_CHECK_BUTTON (check);
}

typedef struct
{
  AppTest *test;
  GtkWidget *desk;
  const char *name;
  guint whole;
  guint follow;
} Wanted;

static gboolean
is_said (gpointer data)
{
  const Wanted *wanted = data;
  g_autoptr (AskSourceRecord) record = read_record (wanted->test);

  return record->whole->len == wanted->whole && record->follow->len == wanted->follow;
}

static gboolean
shows_choice (gpointer data)
{
  const Wanted *wanted = data;
  GtkWidget *check = app_test_find (wanted->desk, GTK_TYPE_CHECK_BUTTON, wanted->name);

  return check != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (check))
         && !app_test_shows (wanted->desk, "Reading the source…");
}

static gboolean
offers_boxes (gpointer desk)
{
  return app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "GET /boxes: More rows follow") != NULL;
}

static void
choose (AppTest *self, GtkWidget *desk, const char *name, guint whole, guint follow)
{
  Wanted wanted = { self, desk, name, whole, follow };

  gtk_check_button_set_active (find_choice (desk, name), TRUE);
  g_assert_true (app_test_wait (is_said, &wanted));
  g_assert_true (app_test_wait (shows_choice, &wanted));
}

static void
test_from_the_failure (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = serve (self);
  AskAnswerCard *card = app_card_ask (self->window, "How many things are there?", NULL);
  GtkWidget *desk;

  g_test_message ("%s", ask_answer_card_get_headline (card));
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "problem");
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "doctor’s report of “store”"));
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "--whole 'GET /things'"));
  g_assert_nonnull (strstr (ask_answer_card_get_headline (card), "--follow"));
  app_test_wait_for_words (card, "Say What It Means…");
  g_assert_false (app_test_shows (card, "See Sources"));
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "doctor-failure"), >, 10);

  press (card, "Say What It Means…");
  desk = app_test_wait_for_window (ASK_TYPE_SOURCE_DESK);
  app_test_wait_for_words (desk, "What does it mean when an answer speaks of more rows");
  g_assert_true (gtk_check_button_get_active (find_choice (desk, "GET /things: Nobody has said")));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (desk))
                 == GTK_WIDGET (find_choice (desk, "GET /things: Nobody has said")));
  g_assert_cmpuint (app_test_picture (desk, "doctor-rows"), >, 10);

  choose (self, desk, "GET /things: That is all", 1, 0);
  assert_answer (self, 2);
  choose (self, desk, "GET /things: More rows follow", 0, 1);
  assert_answer (self, 3);
  choose (self, desk, "GET /things: Nobody has said", 0, 0);
  g_assert_cmpstr (ask_answer_card_get_state (app_card_ask (self->window, "How many things are there?", NULL)), ==, "problem");
  app_test_looks (desk, "doctor-rows");
  g_assert_cmpuint (ask_test_server_count (server, "/v1/things"), >=, 4);
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* What was said by an operationId is of the same operation; each operation in use has a button. */
static void
test_from_the_report (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = serve (self);
  GtkWidget *desk;

  say (self, "listThings", NULL);
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "store");
  desk = ask_source_card_open (
    ASK_SOURCE_CARD (app_test_find (GTK_WIDGET (self->window), ASK_TYPE_SOURCE_CARD, "store")), "doctor");
  app_test_wait_for_words (desk, "2 of 2 operations can be asked about.");
  g_assert_true (gtk_check_button_get_active (find_choice (desk, "listThings: That is all")));
  g_assert_null (app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "GET /boxes: That is all"));
  assert_answer (self, 2);

  g_assert_true (gtk_widget_activate_action (desk, "desk.show-operation", "s", "GET /things"));
  g_assert_true (gtk_check_button_get_active (find_choice (desk, "listThings: That is all")));
  g_assert_null (app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "GET /things: That is all"));
  press (gtk_widget_get_ancestor (app_test_find_label (desk, "GET /boxes"), ADW_TYPE_ACTION_ROW), "Rows…");
  g_assert_true (app_test_wait (offers_boxes, desk));
  choose (self, desk, "GET /boxes: More rows follow", 1, 1);
  choose (self, desk, "listThings: More rows follow", 0, 2);
  assert_answer (self, 3);
  g_assert_cmpuint (ask_test_server_count (server, "/v1/things"), >=, 2);
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* A source that is gone leads nowhere, and says so. */
static void
test_gone (AppTest *self, gconstpointer data)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-operation", "s", "gone GET /x"));
  app_test_wait_for_words (self->window, "There is no such source any more.");
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-doctor/the-failure-leads-to-the-choice", test_from_the_failure, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-doctor/each-operation-in-use-has-the-choice", test_from_the_report, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-doctor/a-source-that-is-gone-is-told", test_gone, APP_TEST_EMPTY);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window's preferences: models that run on this computer, how they are asked, and what they are told; and that a
 * model on its way is seen.
 */
#include "config.h"

#include <glib/gstdio.h>

#include "app-test.h"
#include "app/ask-preferences.h"
#include "app/jobs/ask-jobs-question.h"
#include "app/widgets/ask-server-models.h"
#include "llm/ask-openai-find.h"
#include "store/ask-workspace-answers.h"
#include "support/ask-test-model.h"

static gboolean
is_ready (gpointer data)
{
  return gtk_widget_get_sensitive (data);
}

static GtkWidget *
open_preferences (AppTest *self)
{
  GtkWidget *preferences = ask_preferences_new (ask_window_get_session (self->window), NULL);
  GtkWidget *here_first;

  gtk_window_present (GTK_WINDOW (preferences));
  here_first = app_test_find (preferences, GTK_TYPE_SWITCH, "Answer here first");
  g_assert_nonnull (here_first);
  g_assert_true (app_test_wait (is_ready, here_first));
  return preferences;
}

typedef struct
{
  AppTest *app;
  const char *key;
  const char *value; /* nullable */
} Kept;

static gboolean
is_kept (gpointer data)
{
  const Kept *wanted = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (wanted->app->path, &error);
  g_autofree char *setting = NULL;

  g_assert_no_error (error);
  setting = ask_workspace_get_setting (workspace, wanted->key);
  return g_strcmp0 (setting, wanted->value) == 0;
}

static GtkWidget *
find_entry (GtkWidget *root, const char *title)
{
  GtkWidget *rows[24] = { NULL };

  app_test_find_all (root, ADW_TYPE_ENTRY_ROW, rows, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows) && rows[i] != NULL; i++)
    if (g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[i])), title))
      return rows[i];
  g_error ("There is no row “%s”", title);
}

/* What the model is told can be switched off, one by one. */
static void
test_told (AppTest *self, gconstpointer data)
{
  static const char *const rows[][2] = { { "What columns are like", "model/facts" },
                                         { "How the question is read here", "model/reading" },
                                         { "Why a query has no rows", "model/diagnosis" } };
  GtkWidget *preferences = open_preferences (self);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *button = app_test_find (preferences, GTK_TYPE_SWITCH, rows[i][0]);

      g_assert_true (gtk_switch_get_active (GTK_SWITCH (button)));
      gtk_switch_set_active (GTK_SWITCH (button), FALSE);
      g_assert_true (app_test_wait (is_kept, &(Kept) { self, rows[i][1], "off" }));
      g_assert_true (app_test_wait (is_ready, button));
    }
  g_assert_true (is_kept (&(Kept) { self, "model/answer-here-first", NULL }));
  gtk_window_destroy (GTK_WINDOW (preferences));
  preferences = open_preferences (self);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_false (gtk_switch_get_active (GTK_SWITCH (app_test_find (preferences, GTK_TYPE_SWITCH, rows[i][0]))));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* Above what one is asked is saved row by row; what is no number is refused in words. */
static void
test_thresholds (AppTest *self, gconstpointer data)
{
  GtkWidget *preferences = open_preferences (self);
  GtkWidget *row = find_entry (preferences, "Calls to an API");

  g_assert_true (app_test_wait (is_ready, row));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "500");
  gtk_editable_set_text (GTK_EDITABLE (row), "25");
  g_signal_emit_by_name (row, "apply");
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "ask-above/calls", "25" }));
  gtk_editable_set_text (GTK_EDITABLE (row), "many");
  g_signal_emit_by_name (row, "apply");
  app_test_wait_for_words (preferences, "“many” is no threshold.");
  g_assert_true (is_kept (&(Kept) { self, "ask-above/calls", "25" }));
  gtk_editable_set_text (GTK_EDITABLE (row), "");
  g_signal_emit_by_name (row, "apply");
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, "ask-above/calls", "never" }));
  app_test_wait_for_no_words (preferences, "“many” is no threshold.");
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* A model that runs here is picked by a click, tested, and kept with how it is to be asked. */
static void
test_found (AppTest *self, gconstpointer data)
{
  static const char *const replies[] = { "Thought: ok\nFinal Answer: SELECT name FROM author", NULL };
  g_autoptr (AskTestModel) model = ask_test_model_new (replies);
  g_autofree char *port = g_strdup_printf ("%u", ask_test_server_get_port (ask_test_model_get_server (model)));
  GtkWidget *preferences;
  GtkWidget *use;
  GtkWidget *form;

  ask_test_server_add_json (ask_test_model_get_server (model), "/v1/models",
                            "{\"data\":[{\"id\":\"a<b>&:7b\",\"owned_by\":\"library\"},{\"id\":\"scripted\"}]}");
  ask_test_server_add_json (ask_test_model_get_server (model), "/api/tags",
                            "{\"models\":[{\"name\":\"scripted\",\"size\":4900000000,\"details\":{\"parameter_size\":"
                            "\"8.0B\",\"quantization_level\":\"Q4_K_M\"}}]}");
  g_setenv (ASK_FIND_PORTS, port, TRUE);
  preferences = open_preferences (self);
  app_test_wait_for_words (preferences, "a<b>&:7b");
  gtk_window_set_default_size (GTK_WINDOW (preferences), 600, 1250);
  app_test_picture (preferences, "here-found-models");
  gtk_window_set_default_size (GTK_WINDOW (preferences), 400, 1250);
  app_test_picture (preferences, "here-found-models-narrow");
  use = gtk_widget_get_ancestor (app_test_find_label (preferences, "scripted"), ADW_TYPE_ACTION_ROW);
  g_signal_emit_by_name (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (use)), "clicked");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_entry (preferences, "Name of the model"))), ==, "scripted");
  g_assert_true (is_kept (&(Kept) { self, "model/name", NULL }));

  gtk_editable_set_text (GTK_EDITABLE (find_entry (preferences, "Tokens it reads")), "many");
  g_assert_true (gtk_widget_activate_action (preferences, "model.test", NULL));
  app_test_wait_for_words (preferences, "How much the model reads is a number of tokens");
  gtk_editable_set_text (GTK_EDITABLE (find_entry (preferences, "Tokens it reads")), "8192");
  gtk_editable_set_text (GTK_EDITABLE (find_entry (preferences, "Small model")), "tiny");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (app_test_find (preferences, GTK_TYPE_SPIN_BUTTON, NULL)), 3);
  form = gtk_widget_get_ancestor (app_test_find_label (preferences, "Form of its replies"), ADW_TYPE_COMBO_ROW);
  adw_combo_row_set_selected (ADW_COMBO_ROW (form), 2);
  g_assert_true (gtk_widget_activate_action (preferences, "model.test", NULL));
  app_test_wait_for_words (preferences, "scripted answers (Ollama). It reads 8,192 tokens.");
  app_test_wait_for_words (preferences, "plain text: 1 of 4");
  app_test_wait_for_words (preferences, "It is asked for JSON.");
  app_test_picture (preferences, "here-tested-model");
  g_assert_true (is_kept (&(Kept) { self, "model/name", "scripted" }));
  g_assert_true (is_kept (&(Kept) { self, "model/context-length", "8192" }));
  g_assert_true (is_kept (&(Kept) { self, "model/small-name", "tiny" }));
  g_assert_true (is_kept (&(Kept) { self, "model/candidates", "3" }));
  g_assert_true (is_kept (&(Kept) { self, "model/form", "json" }));
  gtk_window_destroy (GTK_WINDOW (preferences));
  preferences = open_preferences (self);
  app_test_wait_for_words (preferences, "It is asked for JSON.");
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_setenv (ASK_FIND_PORTS, "", TRUE);
}

static void
type (GtkWidget *root, const char *title, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (find_entry (root, title)), text);
}

static const char *
get_typed (GtkWidget *root, const char *title)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_entry (root, title)));
}

static gboolean
has_reached (AskTestServer *server, const char *text)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);

  for (guint i = 0; i < requests->len; i++)
    {
      const AskTestRequest *request = requests->pdata[i];
      gsize length;
      const char *bytes = g_bytes_get_data (request->raw, &length);

      if (g_strstr_len (bytes, (gssize) length, text) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* One that wants a key, as a hosted service does. */
static void
serve_models (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer key)
{
  const char *header = ask_test_request_get_header (request, "authorization");
  g_autoptr (GString) list = g_string_new ("{\"data\":[");

  if (header == NULL || !g_str_has_suffix (header, key))
    {
      ask_test_reply_set (reply, 401, "application/json", "{\"error\":{\"message\":\"no key\"}}", -1);
      return;
    }
  for (guint i = 0; i < 80; i++)
    g_string_append_printf (list, "%s{\"id\":\"vendor/model-%u<b>&\"}", i > 0 ? "," : "", i);
  g_string_append (list, "]}");
  ask_test_reply_set (reply, 200, "application/json", list->str, -1);
}

/* Whoever types an address types many on the way: none of them learns a key. */
static void
test_typed (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) plain = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) hosted = ask_test_server_new (serve_models, (gpointer) "sk-canary-7");
  g_autofree char *plain_url = ask_test_server_dup_url (plain, "/v1");
  g_autofree char *hosted_url = ask_test_server_dup_url (hosted, "/v1");
  GtkWidget *preferences;
  GtkWidget *row;
  GtkWidget *use;

  ask_test_server_add_json (plain, "/v1/models",
                            "{\"data\":[{\"id\":\"a<b>&:7b\",\"owned_by\":\"library\"},{\"id\":\"small\"}]}");
  ask_test_server_add_json (plain, "/api/tags", "{\"models\":[{\"name\":\"small\",\"size\":4900000000}]}");
  preferences = open_preferences (self);
  gtk_window_set_default_size (GTK_WINDOW (preferences), 600, 900);
  row = app_test_find (preferences, ASK_TYPE_SERVER_MODELS, NULL);
  g_assert_false (gtk_widget_get_visible (row));

  type (preferences, "Address", "localhost:1");
  app_test_wait_for_words (row, "must be a URL that begins with http://");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  app_test_picture (preferences, "here-typed-wrong");
  type (preferences, "Key", "sk-canary-7");
  type (preferences, "Address", plain_url);
  app_test_wait_for_words (row, "Ollama · 2 models");
  g_assert_false (gtk_widget_has_css_class (row, "error"));
  g_assert_true (app_test_shows (row, "a<b>&:7b"));
  app_test_looks (preferences, "here-typed");
  gtk_window_set_default_size (GTK_WINDOW (preferences), 600, 900);
  use = gtk_widget_get_ancestor (app_test_find_label (row, "small"), ADW_TYPE_ACTION_ROW);
  g_signal_emit_by_name (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (use)), "clicked");
  g_assert_cmpstr (get_typed (preferences, "Name of the model"), ==, "small");
  g_assert_true (app_test_shows (row, "a<b>&:7b"));

  type (preferences, "Address", hosted_url);
  app_test_wait_for_words (row, "wants a key, and none is set");
  g_assert_false (app_test_shows (row, "a<b>&:7b"));
  g_assert_false (has_reached (plain, "canary"));
  g_assert_false (has_reached (hosted, "canary"));
  type (preferences, "Name of the model", "");
  g_signal_emit_by_name (find_entry (preferences, "Key"), "entry-activated");
  app_test_wait_for_words (row, "80 models");
  app_test_wait_for_words (row, "50 more: type a part of a name above");
  app_test_picture (preferences, "here-typed-many");
  type (preferences, "Name of the model", "DEL-79");
  app_test_wait_for_words (row, "vendor/model-79<b>&");
  g_assert_false (app_test_shows (row, "vendor/model-7<b>&"));
  g_assert_false (app_test_shows (row, "more: type"));
  g_assert_true (is_kept (&(Kept) { self, "model/url", NULL }));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* The key that is kept goes to the server that it is kept for. Nobody is asked because somebody looks. */
static void
test_kept_key (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) hosted = ask_test_server_new (serve_models, (gpointer) "sk-canary-8");
  g_autofree char *other_url = ask_test_server_dup_url (other, "");
  g_autofree char *hosted_url = ask_test_server_dup_url (hosted, "/v1");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  GtkWidget *preferences;
  GtkWidget *row;

  g_assert_no_error (error);
  g_assert_true (ask_workspace_set_setting (workspace, "model/url", hosted_url, &error)
                 && ask_workspace_set_setting (workspace, "model/key-env", "ASK_TEST_MODEL_KEY", &error));
  g_setenv ("ASK_TEST_MODEL_KEY", "sk-canary-8", TRUE);
  preferences = open_preferences (self);
  row = app_test_find (preferences, ASK_TYPE_SERVER_MODELS, NULL);
  app_test_wait_for_words (row, "The button on the right asks which ones it has");

  type (preferences, "Address", other_url);
  app_test_wait_for_words (row, "lists no models at this address");
  g_assert_false (has_reached (other, "canary"));
  g_assert_cmpuint (ask_test_server_count (hosted, "/v1/models"), ==, 0);
  type (preferences, "Address", hosted_url);
  app_test_wait_for_words (row, "80 models");
  g_assert_cmpuint (ask_test_server_count (hosted, "/v1/models"), ==, 1);
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_unsetenv ("ASK_TEST_MODEL_KEY");
}

static gboolean
has_canary (gpointer server)
{
  return has_reached (server, "canary");
}

static void
save_and_test (GtkWidget *preferences, const char *words)
{
  g_assert_true (gtk_widget_activate_action (preferences, "model.test", NULL));
  app_test_wait_for_words (preferences, words);
}

/* Another address gets no key that was given for the first one; the first one gets it again. */
static void
test_saved_key (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) hosted = ask_test_server_new (NULL, NULL);
  g_autofree char *other_url = ask_test_server_dup_url (other, "/v1");
  g_autofree char *hosted_url = ask_test_server_dup_url (hosted, "/v1");
  GtkWidget *preferences = open_preferences (self);

  ask_test_reply_set (ask_test_server_add (other, "/v1/chat/completions"), 401, "application/json", "{}", -1);
  type (preferences, "Name of the model", "m");
  type (preferences, "Address", hosted_url);
  type (preferences, "Key", "sk-canary-9");
  save_and_test (preferences, "has no chat completions at this address");
  g_assert_true (has_reached (hosted, "sk-canary-9"));

  type (preferences, "Key", "");
  type (preferences, "Address", other_url);
  save_and_test (preferences, "wants a key, and none is set");
  g_assert_cmpuint (ask_test_server_count (other, "/v1/chat/completions"), >, 0);
  g_assert_false (has_reached (other, "canary"));

  ask_test_server_forget (hosted);
  type (preferences, "Address", hosted_url);
  save_and_test (preferences, "has no chat completions at this address");
  g_assert_true (has_reached (hosted, "sk-canary-9"));
  gtk_window_destroy (GTK_WINDOW (preferences));
}

/* The row of the variable still names that of the first server when another one is typed. */
static void
test_saved_variable (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) hosted = ask_test_server_new (NULL, NULL);
  g_autofree char *other_url = ask_test_server_dup_url (other, "/v1");
  g_autofree char *hosted_url = ask_test_server_dup_url (hosted, "/v1");
  GtkWidget *preferences = open_preferences (self);
  GtkWidget *row = app_test_find (preferences, ASK_TYPE_SERVER_MODELS, NULL);

  ask_test_reply_set (ask_test_server_add (other, "/v1/chat/completions"), 401, "application/json", "{}", -1);
  g_setenv ("ASK_TEST_MODEL_KEY", "sk-canary-10", TRUE);
  type (preferences, "Name of the model", "m");
  type (preferences, "Address", hosted_url);
  type (preferences, "Environment variable", "ASK_TEST_MODEL_KEY");
  save_and_test (preferences, "has no chat completions at this address");
  g_assert_true (has_reached (hosted, "sk-canary-10"));

  type (preferences, "Address", other_url);
  ask_server_models_look (ASK_SERVER_MODELS (row));
  app_test_wait_for_words (row, "lists no models at this address");
  g_assert_cmpstr (get_typed (preferences, "Environment variable"), ==, "ASK_TEST_MODEL_KEY");
  save_and_test (preferences, "$ASK_TEST_MODEL_KEY holds the key for another server, and was not sent to this one.");
  g_assert_cmpuint (ask_test_server_count (other, "/v1/chat/completions"), >, 0);
  g_assert_false (has_reached (other, "canary"));
  g_assert_cmpstr (get_typed (preferences, "Environment variable"), ==, "");
  g_assert_true (is_kept (&(Kept) { self, "model/key-env", "" }));
  app_test_picture (preferences, "here-key-of-another-server");

  /* A person who fills it in again means this server. */
  type (preferences, "Environment variable", "ASK_TEST_MODEL_KEY");
  g_assert_true (gtk_widget_activate_action (preferences, "model.test", NULL));
  app_test_wait_for_no_words (preferences, "was not sent to this one");
  g_assert_true (app_test_wait (has_canary, other));
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_unsetenv ("ASK_TEST_MODEL_KEY");
}

/* Answers only when it is let go, as a slow server does. */
static void
serve_late (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer gate)
{
  g_mutex_lock (gate);
  g_mutex_unlock (gate);
  ask_test_reply_set (reply, 200, "application/json", "{\"data\":[{\"id\":\"of-the-first\"}]}", -1);
}

static gboolean
is_asked (gpointer server)
{
  return ask_test_server_count (server, "/v1/models") > 0;
}

/* What the first address says comes after the second one was typed, asked and shown. */
static void
test_late_list (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) first = NULL;
  g_autoptr (AskTestServer) second = ask_test_server_new (NULL, NULL);
  g_autofree char *first_url = NULL;
  g_autofree char *second_url = ask_test_server_dup_url (second, "/v1");
  GtkWidget *preferences = open_preferences (self);
  GtkWidget *row = app_test_find (preferences, ASK_TYPE_SERVER_MODELS, NULL);
  GMutex gate;

  g_mutex_init (&gate);
  g_mutex_lock (&gate);
  first = ask_test_server_new (serve_late, &gate);
  first_url = ask_test_server_dup_url (first, "/v1");
  ask_test_server_add_json (second, "/v1/models", "{\"data\":[{\"id\":\"of-the-second\"}]}");
  type (preferences, "Address", first_url);
  g_assert_true (app_test_wait (is_asked, first));
  type (preferences, "Address", second_url);
  app_test_wait_for_words (row, "of-the-second");
  g_mutex_unlock (&gate);
  /* Another round trip: whatever the first one sent has come by then. */
  ask_server_models_look (ASK_SERVER_MODELS (row));
  app_test_wait_for_words (row, "Looking for models…");
  app_test_wait_for_words (row, "of-the-second");
  g_assert_false (app_test_shows (row, "of-the-first"));
  gtk_window_destroy (GTK_WINDOW (preferences));
  g_clear_pointer (&first, ask_test_server_free);
  g_mutex_clear (&gate);
}

/* Thoughts for longer than a second, which are told of, then a reply. */
static GBytes *
think (guint n, gpointer data)
{
  static const char thought[] = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm. \"}}]}\n\n";
  static const char end[]
    = "data: {\"choices\":[{\"delta\":{\"content\":\"I don't know: no\"}}]}\n\ndata: [DONE]\n\n";

  g_usleep (100 * 1000);
  if (n < 14)
    return g_bytes_new_static (thought, sizeof thought - 1);
  return n == 14 ? g_bytes_new_static (end, sizeof end - 1) : NULL;
}

static guint n_told;

static void
note_step (gpointer target, guint n, const char *kind, const char *title)
{
  if (g_strcmp0 (kind, "sent") == 0 && g_str_has_suffix (title, " characters so far"))
    n_told++;
}

static void
asked (GObject *source, GAsyncResult *result, gpointer done)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskOutcome) outcome = ask_job_finish (source, result, &error);

  g_assert_no_error (error);
  g_assert_nonnull (outcome);
  *(gboolean *) done = TRUE;
}

static gboolean
is_done (gpointer done)
{
  return *(gboolean *) done;
}

/* A model that thinks is seen to do so while it does. */
static void
test_thinking (AppTest *self, gconstpointer data)
{
  static const char *const none[] = { NULL };
  g_autoptr (AskTestModel) model = ask_test_model_new (none);
  AskTestReply *reply = ask_test_server_add (ask_test_model_get_server (model), "/v1/chat/completions");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  gboolean done = FALSE;

  g_assert_no_error (error);
  ask_test_reply_set (reply, 200, "text/event-stream", "", 0);
  reply->chunked = TRUE;
  reply->produce = think;
  g_assert_true (ask_workspace_set_setting (workspace, "model/url", ask_test_model_get_url (model), &error)
                 && ask_workspace_set_setting (workspace, "model/name", "scripted", &error)
                 && ask_workspace_set_setting (workspace, "model/answer-here-first", "off", &error));
  n_told = 0;
  ask_job_start (ask_jobs_ask (self->window, "What is it that nobody ever asked of anything?", NULL,
                               &(AskAskingNews) { note_step, NULL }),
                 self->window, self->path, NULL, asked, &done);
  g_assert_true (app_test_wait (is_done, &done));
  /* When the first thought came, and a second later. */
  g_assert_cmpuint (n_told, >=, 2);
}

static gboolean
shows_count (gpointer preferences)
{
  return app_test_find_label (preferences, "2 answers") != NULL;
}

static gboolean
shows_none (gpointer preferences)
{
  return app_test_find_label (preferences, "0 answers") != NULL;
}

/* What a model answered about values is counted, and forgotten once a person said so. */
static void
test_answers (AppTest *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();
  GtkWidget *preferences;
  GtkWidget *dialog;
  guint n;

  g_assert_no_error (error);
  g_ptr_array_add (answers, (gpointer) "1");
  g_ptr_array_add (answers, (gpointer) "2");
  g_assert_true (ask_workspace_add_model_answers (workspace, answers, answers, &error));
  preferences = open_preferences (self);
  g_assert_true (app_test_wait (shows_count, preferences));
  g_assert_true (gtk_widget_activate_action (app_test_find_label (preferences, "2 answers"), "kept.forget", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_assert_true (ask_workspace_count_model_answers (workspace, &n, &error));
  g_assert_cmpuint (n, ==, 2);
  g_assert_true (gtk_widget_activate_action (app_test_find_label (preferences, "2 answers"), "kept.forget", NULL));
  dialog = app_test_find_toplevel (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (dialog, "preferences-forget-answers");
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "forget");
  g_assert_true (app_test_wait (shows_none, preferences));
  g_assert_true (ask_workspace_count_model_answers (workspace, &n, &error));
  g_assert_cmpuint (n, ==, 0);
  gtk_window_destroy (GTK_WINDOW (preferences));
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("askdata-keys-XXXXXX", NULL);
  g_autofree char *keys = g_build_filename (folder, "keys", NULL);
  int result;

  /* A password store of this program's own, in a file. */
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", keys, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "password", TRUE);
  if (!app_test_init (&argc, &argv))
    return g_rmdir (folder);
#define ADD(name, func) g_test_add ("/app/ask-preferences/" name, AppTest, NULL, app_test_set_up, func, app_test_tear_down)
  ADD ("what-the-model-is-told-is-switched-one-by-one", test_told);
  ADD ("above-what-one-is-asked-is-saved-row-by-row", test_thresholds);
  ADD ("a-model-that-runs-here-is-picked-and-tested", test_found);
  ADD ("a-typed-server-lists-its-models-and-learns-no-key", test_typed);
  ADD ("a-kept-key-goes-to-its-own-server-only", test_kept_key);
  ADD ("a-key-that-is-saved-is-not-sent-to-another-server", test_saved_key);
  ADD ("a-variable-of-one-server-is-not-read-for-another", test_saved_variable);
  ADD ("a-late-list-of-models-does-not-replace-the-present-one", test_late_list);
  ADD ("kept-answers-are-forgotten-once-that-is-said", test_answers);
  ADD ("a-model-that-thinks-is-seen-to-do-so", test_thinking);
#undef ADD
  result = g_test_run ();
  g_unlink (keys);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return result;
}

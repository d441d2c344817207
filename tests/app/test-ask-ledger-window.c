/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window of what left this computer: entries under their days, one in full with its bytes, a search, a file, and
 * deleting what is listed. Ten thousand entries are as few widgets as ten.
 */
#include "config.h"

#include <string.h>

#include "app-form.h"
#include "app-test.h"
#include "app/steps/ask-ledger-detail.h"
#include "app/steps/ask-ledger-window.h"
#include "base/ask-outgoing.h"
#include "store/ask-workspace-ledger.h"

#define NARROW 400
#define BODY "{\"model\":\"scripted\",\"messages\":[{\"role\":\"user\",\"content\":\"How many rows has sale, by country of city?\"}]}"

typedef struct
{
  AskLedgerWindow *window;
  const char *state;
  guint n;
} Wanted;

static gboolean
is_so (gpointer data)
{
  const Wanted *wanted = data;

  return g_strcmp0 (ask_ledger_window_get_state (wanted->window), wanted->state) == 0
         && ask_ledger_window_get_n_rows (wanted->window) == wanted->n;
}

static void
wait_for (AskLedgerWindow *window, const char *state, guint n)
{
  Wanted wanted = { window, state, n };

  if (!app_test_wait (is_so, &wanted))
    g_error ("%s with %u, and not %s with %u", ask_ledger_window_get_state (window),
             ask_ledger_window_get_n_rows (window), state, n);
}

static AskWorkspace *
open_workspace (AppTest *self)
{
  g_autoptr (GError) error = NULL;
  AskWorkspace *workspace = ask_workspace_open (self->path, &error);

  g_assert_no_error (error);
  return workspace;
}

static void
send (const char *kind, const char *host, const char *body)
{
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;

  ask_outgoing_tell (&(AskOutgoing) { .kind = kind,
                                      .host = host,
                                      .method = body != NULL ? "POST" : "GET",
                                      .address = "/v1/chat/completions",
                                      .body = bytes,
                                      .tries = 1,
                                      .status = 200 });
}

/* Two questions of yesterday and today, and a document. */
static void
fill_ledger (AppTest *self)
{
  AskWorkspace *workspace = open_workspace (self);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_ledger_values_free);
  g_autoptr (GError) error = NULL;

  send ("document", "docs.example", NULL);
  ask_workspace_ledger_ask (workspace, "Which carriers were late last year, and by how many days on the average?");
  send ("api", "parcels.example:8443", NULL);
  ask_workspace_ledger_answered (workspace, 1, &error);
  g_assert_no_error (error);
  ask_workspace_close (workspace);
  app_test_exec (self->path, "UPDATE ledger SET at = at - 86400000000");
  workspace = open_workspace (self);
  ask_workspace_ledger_ask (workspace, "How many sales has each country?");
  g_ptr_array_add (values, ask_ledger_values_new ("city.country", 3, "samples"));
  ask_workspace_ledger_values (workspace, values);
  send ("model", "127.0.0.1:11434", BODY);
  ask_workspace_ledger_answered (workspace, 2, &error);
  g_assert_no_error (error);
  ask_workspace_close (workspace);
}

static gboolean
is_narrow (gpointer window)
{
  return gtk_widget_get_width (window) <= NARROW;
}

static void
make_narrow (AskLedgerWindow *window)
{
  gtk_window_set_default_size (GTK_WINDOW (window), NARROW, 700);
  g_assert_true (app_test_wait (is_narrow, window));
  app_test_pause (300);
}

static AskLedgerWindow *
open_ledger (AppTest *self)
{
  GtkWidget *window = ask_ledger_window_new (ask_window_get_session (self->window));

  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (self->window));
  gtk_window_present (GTK_WINDOW (window));
  return ASK_LEDGER_WINDOW (window);
}

static void
search (AskLedgerWindow *window, const char *text)
{
  GtkWidget *entry = app_test_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
assert_shows_text (AskLedgerWindow *window, const char *wanted)
{
  GtkWidget *view = app_test_find (GTK_WIDGET (window), GTK_TYPE_TEXT_VIEW, "What was sent");
  g_autofree char *text = NULL;

  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "text", &text, NULL);
  g_assert_cmpstr (text, ==, wanted);
  g_assert_false (gtk_text_view_get_editable (GTK_TEXT_VIEW (view)));
}

static gboolean
has_bytes (gpointer window)
{
  GtkWidget *view = app_test_find (window, GTK_TYPE_TEXT_VIEW, "What was sent");

  return view != NULL && gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view))) > 0;
}

static void
test_entries_and_bytes (AppTest *self, gconstpointer data)
{
  AskLedgerWindow *window;
  GtkWidget *detail;

  fill_ledger (self);
  window = open_ledger (self);
  wait_for (window, "full", 3);
  /* The entry that is chosen is read by a job. */
  app_test_wait_for_words (window, "city, city.country, sale");
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "Today"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "Yesterday"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "Language model · 127.0.0.1:11434"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "For no question"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "city.country: 3 values, allowed as examples"));
  detail = app_test_find (GTK_WIDGET (window), ASK_TYPE_LEDGER_DETAIL, NULL);
  ask_ledger_detail_show_bytes (ASK_LEDGER_DETAIL (detail));
  g_assert_true (app_test_wait (has_bytes, window));
  assert_shows_text (window, BODY);
  app_test_picture (GTK_WIDGET (window), "ledger");

  /* A call has no body: its address is all. */
  ask_ledger_window_select (window, 1);
  app_test_pause (100);
  detail = app_test_find (GTK_WIDGET (window), ASK_TYPE_LEDGER_DETAIL, NULL);
  ask_ledger_detail_show_bytes (ASK_LEDGER_DETAIL (detail));
  g_assert_true (app_test_wait (has_bytes, window));
  assert_shows_text (window, "/v1/chat/completions");

  make_narrow (window);
  app_test_picture (GTK_WIDGET (window), "ledger-narrow");
  g_signal_emit_by_name (app_test_find (GTK_WIDGET (window), GTK_TYPE_LIST_VIEW, NULL), "activate", 0);
  app_test_pause (500);
  app_test_picture (GTK_WIDGET (window), "ledger-narrow-entry");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, NARROW);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The question begins with the same word as the button. */
static void
press_delete (GtkWidget *dialog)
{
  GtkWidget *buttons[8];
  guint n = app_test_find_all (dialog, GTK_TYPE_BUTTON, buttons, G_N_ELEMENTS (buttons));
  guint i = 0;

  while (i < n && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (buttons[i])), "_Delete") != 0)
    i++;
  g_assert_cmpuint (i, <, n);
  gtk_widget_activate (buttons[i]);
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
}

static void
test_search_and_delete (AppTest *self, gconstpointer data)
{
  AskLedgerWindow *window;
  GtkWidget *dialog;

  fill_ledger (self);
  window = open_ledger (self);
  wait_for (window, "full", 3);
  search (window, "CARRIERS");
  wait_for (window, "full", 1);
  search (window, "no such thing");
  wait_for (window, "nothing", 0);
  search (window, "parcels.example");
  wait_for (window, "full", 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "ledger.delete", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_picture (dialog, "ledger-delete");
  app_form_press (dialog, "Cancel");
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
  wait_for (window, "full", 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "ledger.delete", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  press_delete (dialog);
  wait_for (window, "nothing", 0);
  /* What was not listed is there still. */
  search (window, "");
  wait_for (window, "full", 2);
  ask_ledger_window_select (window, 1);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "ledger.delete-one", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  press_delete (dialog);
  wait_for (window, "full", 1);
  g_assert_null (app_test_find_label (GTK_WIDGET (window), "Document"));

  /* What left meanwhile is not deleted with what is listed. */
  AskWorkspace *workspace = open_workspace (self);

  send ("model", "later.example", "later");
  ask_workspace_close (workspace);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "ledger.delete", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  press_delete (dialog);
  app_test_wait_for_words (window, "later.example");
  wait_for (window, "full", 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_written (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
test_save (AppTest *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "ledger.csv", NULL);
  g_autofree char *text = NULL;
  AskLedgerWindow *window;

  fill_ledger (self);
  window = open_ledger (self);
  wait_for (window, "full", 3);
  ask_ledger_window_save (window, path);
  g_assert_true (app_test_wait (is_written, path));
  app_test_wait_for_words (window, "Saved.");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "id,at,kind,host,"));
  g_assert_nonnull (strstr (text, "city.country: 3 (samples)"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_empty (AppTest *self, gconstpointer data)
{
  AskLedgerWindow *window = open_ledger (self);

  wait_for (window, "empty", 0);
  app_test_pause (300);
  make_narrow (window);
  app_test_picture (GTK_WIDGET (window), "ledger-empty");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_ten_thousand (AppTest *self, gconstpointer data)
{
  static GtkWidget *labels[4096];
  AskLedgerWindow *window;
  AskWorkspace *workspace = open_workspace (self);
  GtkWidget *list;

  ask_workspace_close (workspace);
  app_test_exec (self->path,
                 "INSERT INTO ledger (at, kind, host, method, address, question, bytes, tries, status, names, \"values\","
                 "  kept, stored) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
                 "  SELECT 1790000000000000 + i * 60000000, 'api', 'h' || (i % 7) || '.example', 'GET', '/r?page=' || i,"
                 "  'Question ' || (i / 50), 10, 1, 200, '[\"r\"]', '[]', 0, 0 FROM n");
  window = open_ledger (self);
  wait_for (window, "full", 10000);
  app_test_pause (300);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "10,000 requests"));
  list = app_test_find (GTK_WIDGET (window), GTK_TYPE_LIST_VIEW, NULL);
  g_assert_cmpuint (app_test_find_all (list, GTK_TYPE_LABEL, labels, G_N_ELEMENTS (labels)), <, 2000);
  ask_ledger_window_select (window, 9999);
  app_test_pause (200);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (window), "/r?page=1"));
  search (window, "h3.example");
  wait_for (window, "full", 1429);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ledger/an-entry-shows-its-bytes", test_entries_and_bytes, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ledger/only-what-is-listed-is-deleted", test_search_and_delete, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ledger/what-is-listed-is-saved", test_save, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ledger/an-empty-ledger-says-so", test_empty, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ledger/ten-thousand-entries-are-few-widgets", test_ten_thousand, APP_TEST_SHOP);
  return g_test_run ();
}

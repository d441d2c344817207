/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Closing the window: what was edited is on disk first, and what cannot be saved is asked about.
 */
#include "config.h"

#include <sqlite3.h>

#include "app-test.h"
#include "app/ask-application.h"
#include "app/schema/ask-schema-view.h"
#include "app/verified/ask-verified-view.h"
#include "store/ask-workspace.h"

typedef struct
{
  char *folder;
  char *path;
  AskWindow *window; /* NULL once it is closed */
  GtkWidget *asked;
} Fixture;

static AskSchemaView *
get_view (Fixture *self)
{
  return ASK_SCHEMA_VIEW (ask_window_get_page (self->window, "schema"));
}

static gboolean
is_read (gpointer data)
{
  return ask_schema_view_get_editor (get_view (data)) != NULL && ask_schema_view_is_saved (get_view (data));
}

static gboolean
is_closed (gpointer data)
{
  return ((Fixture *) data)->window == NULL;
}

/* Returns: how many questions are asked; the last of them is kept */
static guint
count_asked (Fixture *self)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  self->asked = NULL;
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        {
          self->asked = window;
          n++;
        }
    }
  return n;
}

static gboolean
is_asked (gpointer data)
{
  return count_asked (data) > 0;
}

/* Presses the button, which also closes the question. */
static void
answer (Fixture *self, const char *label)
{
  GtkWidget *words = app_test_find_label (self->asked, label);

  g_assert_nonnull (words);
  g_signal_emit_by_name (gtk_widget_get_ancestor (words, GTK_TYPE_BUTTON), "clicked");
}

/* Closes the window while it asks: it still asks once. */
static void
close_again (Fixture *self)
{
  GtkWidget *asked = self->asked;

  for (guint i = 0; i < 2; i++)
    {
      gtk_window_close (GTK_WINDOW (self->window));
      app_test_pause (100);
    }
  g_assert_cmpuint (count_asked (self), ==, 1);
  g_assert_true (self->asked == asked);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("askdata-closing-XXXXXX", NULL);
  self->path = app_test_make_workspace (self->folder);
  self->window = ask_window_new (NULL, self->path);
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  gtk_window_present (GTK_WINDOW (self->window));
  ask_window_show_page (self->window, "schema");
  g_assert_true (app_test_wait (is_read, self));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_null (self->window);
  app_test_pause (100);
  app_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static AskEntity *
get_sale (Fixture *self)
{
  return ask_schema_find_entity (ask_schema_editor_get_schema (ask_schema_view_get_editor (get_view (self))), "sale");
}

static void
edit (Fixture *self, const char *description)
{
  AskSchemaEditor *editor = ask_schema_view_get_editor (get_view (self));
  AskSchema *draft = ask_schema_editor_begin (editor);
  AskEntity *entity = ask_schema_own_entity (draft, ask_schema_find_entity (draft, "sale")->id);

  g_free (entity->description);
  entity->description = g_strdup (description);
  g_assert_true (ask_schema_editor_commit (editor, draft, description, NULL));
}

static char *
read_saved (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSchema) schema = NULL;

  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  return g_strdup (ask_schema_find_entity (schema, "sale")->description);
}

/* What another program does to the same entity. */
static void
save_elsewhere (Fixture *self, const char *description)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  g_autoptr (AskSchema) schema = NULL;
  AskEntity *entity;

  g_assert_no_error (error);
  schema = ask_workspace_load_schema (workspace, &error);
  g_assert_no_error (error);
  entity = ask_schema_own_entity (schema, ask_schema_find_entity (schema, "sale")->id);
  g_free (entity->description);
  entity->description = g_strdup (description);
  ask_workspace_save_schema (workspace, schema, "Elsewhere", &error);
  g_assert_no_error (error);
}

static void
test_nothing_to_save (Fixture *self, gconstpointer data)
{
  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_closed, self));
}

static void
test_saved_first (Fixture *self, gconstpointer data)
{
  g_autofree char *saved = NULL;

  edit (self, "Each sale once");
  gtk_window_close (GTK_WINDOW (self->window));
  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_closed, self));
  saved = read_saved (self);
  g_assert_cmpstr (saved, ==, "Each sale once");
}

/* The cursor is still in a field. */
static void
test_half_typed (Fixture *self, gconstpointer data)
{
  GtkWidget *field;
  g_autofree char *saved = NULL;

  ask_canvas_fly_to (ask_schema_view_get_canvas (get_view (self)), get_sale (self)->id, NULL);
  app_test_pause (50);
  field = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_TEXT_VIEW, "Description");
  g_assert_nonnull (field);
  g_assert_true (gtk_widget_grab_focus (field));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), "Half a sentence", -1);
  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_closed, self));
  saved = read_saved (self);
  g_assert_cmpstr (saved, ==, "Half a sentence");
}

static void
test_asked (Fixture *self, gconstpointer data)
{
  g_autofree char *saved = NULL;

  save_elsewhere (self, "Theirs");
  edit (self, "Ours");
  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_asked, self));
  app_test_picture (self->asked, "closing-asked");
  close_again (self);
  answer (self, "Keep Open");
  app_test_pause (50);
  g_assert_nonnull (self->window);
  g_assert_cmpstr (get_sale (self)->description, ==, "Ours");

  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_asked, self));
  answer (self, "Close Without Saving");
  g_assert_true (app_test_wait (is_closed, self));
  saved = read_saved (self);
  g_assert_cmpstr (saved, ==, "Theirs");
}

/* Quit waits as well, and takes along what belongs to no workspace. */
static gboolean
edit_and_quit (gpointer data)
{
  Fixture *self = data;
  GApplication *application = g_application_get_default ();
  GtkWidget *other = adw_window_new ();

  self->window = ASK_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  ask_window_show_page (self->window, "schema");
  g_assert_true (app_test_wait (is_read, self));
  gtk_window_set_application (GTK_WINDOW (other), GTK_APPLICATION (application));
  gtk_window_present (GTK_WINDOW (other));
  edit (self, "Before quitting");
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  return G_SOURCE_REMOVE;
}

static void
test_quit (Fixture *self, gconstpointer data)
{
  g_autoptr (AskApplication) application = ask_application_new ();
  char *arguments[] = { (char *) "askdata", (char *) "--workspace", self->path, NULL };
  g_autofree char *saved = NULL;

  gtk_window_destroy (GTK_WINDOW (self->window));
  g_idle_add_full (G_PRIORITY_LOW, edit_and_quit, self, NULL);
  g_assert_cmpint (g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments) - 1, arguments), ==, 0);
  saved = read_saved (self);
  g_assert_cmpstr (saved, ==, "Before quitting");
}

/* Somebody who writes for a while: until then nothing else is written. */
static gboolean
let_go (gpointer lock)
{
  sqlite3_exec (lock, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close (lock);
  return G_SOURCE_REMOVE;
}

static gboolean
has_pairs (gpointer data)
{
  Fixture *self = data;

  return g_str_equal (ask_verified_view_get_state (
                        ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified"))), "full");
}

static gboolean
remove_and_quit (gpointer data)
{
  Fixture *self = data;
  GApplication *application = g_application_get_default ();
  AskVerifiedPanel *panel;
  sqlite3 *lock = NULL;

  self->window = ASK_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  ask_window_show_page (self->window, "verified");
  g_assert_true (app_test_wait (has_pairs, self));
  panel = ask_verified_view_get_panel (ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified")));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.remove", NULL));
  app_test_wait_for_words (self->window, "Verified question removed");
  g_assert_cmpint (sqlite3_open (self->path, &lock), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (lock, "BEGIN IMMEDIATE", NULL, NULL, NULL), ==, SQLITE_OK);
  g_timeout_add (300, let_go, lock);
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  return G_SOURCE_REMOVE;
}

static guint
count_pairs (Fixture *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (workspace, NULL);

  return pairs->len;
}

/* The Undo goes with the window, so what it could have undone is done, however long that takes. */
static void
test_removal (Fixture *self, gconstpointer data)
{
  g_autoptr (AskApplication) application = ask_application_new ();
  char *arguments[] = { (char *) "askdata", (char *) "--workspace", self->path, NULL };
  guint n = count_pairs (self);

  gtk_window_destroy (GTK_WINDOW (self->window));
  g_idle_add_full (G_PRIORITY_LOW, remove_and_quit, self, NULL);
  g_assert_cmpint (g_application_run (G_APPLICATION (application), G_N_ELEMENTS (arguments) - 1, arguments), ==, 0);
  g_assert_cmpuint (count_pairs (self), ==, n - 1);
}

/* What was written of a verified question is not dropped unasked. */
static void
test_draft (Fixture *self, gconstpointer data)
{
  AskVerifiedPanel *panel;

  ask_window_show_page (self->window, "verified");
  g_assert_true (app_test_wait (has_pairs, self));
  panel = ask_verified_view_get_panel (ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified")));
  ask_verified_panel_set (panel, "Sales by month and day", NULL);
  ask_window_show_page (self->window, "ask");
  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_asked, self));
  app_test_wait_for_words (self->asked, "“Sales by month and day” is not saved");
  g_assert_cmpuint (app_test_picture (self->asked, "closing-draft"), >, 10);
  close_again (self);
  answer (self, "Keep Open");
  app_test_pause (50);
  g_assert_nonnull (self->window);

  gtk_window_close (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_asked, self));
  answer (self, "Close Without Saving");
  g_assert_true (app_test_wait (is_closed, self));
}

#define ADD(path, func) g_test_add ("/app/ask-closing/" path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  ADD ("with-nothing-to-save-it-closes", test_nothing_to_save);
  ADD ("an-edit-is-saved-before-it-closes", test_saved_first);
  ADD ("what-is-half-typed-is-saved", test_half_typed);
  ADD ("a-conflict-is-asked-about-once", test_asked);
  ADD ("quitting-saves-an-edit", test_quit);
  ADD ("a-removal-is-done-before-the-end", test_removal);
  ADD ("a-draft-is-asked-about-once", test_draft);
  return g_test_run ();
}

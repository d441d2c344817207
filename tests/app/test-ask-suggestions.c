/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the Ask page offers while a question is typed.
 */
#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "app-card.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "source/sqlite/ask-sqlite-source.h"

static const char *const music
  = "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);"
    "CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist_id INTEGER REFERENCES artist (id), price REAL);"
    "CREATE TABLE label (id INTEGER PRIMARY KEY, name TEXT, founded INTEGER);"
    "INSERT INTO artist VALUES (1, 'Accept'), (2, 'Scorpions');"
    "INSERT INTO album VALUES (1, 'Restless', 1, 8), (2, 'Blackout', 2, 7);";

static void
set_up (AppTest *self, gconstpointer data)
{
  g_autofree char *db_path = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  sqlite3 *db;

  self->folder = g_dir_make_tmp ("askdata-suggestions-XXXXXX", NULL);
  self->path = g_build_filename (self->folder, "music.askdata", NULL);
  db_path = g_build_filename (self->folder, "music.db", NULL);
  g_assert_cmpint (sqlite3_open (db_path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, music, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, "music", db_path }, NULL, NULL,
                                     &error);
  g_assert_no_error (error);
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (100);
}

static GtkListBoxRow *
find_row (GtkWidget *list, const char *words)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), i)) != NULL; i++)
    if (g_strcmp0 (g_object_get_data (G_OBJECT (row), "ask-question"), words) == 0)
      return row;
  return NULL;
}

/* What the page offers below the entry. */
typedef struct
{
  GtkWidget *page;
  GtkWidget *entry;
  GtkWidget *list;
  const char *words; /* of a row that is waited for */
} Offered;

static void
offered_open (Offered *self, AppTest *test)
{
  self->page = ask_window_get_page (test->window, "ask");
  self->entry = app_test_find (self->page, GTK_TYPE_ENTRY, "Your question");
  self->list = app_test_find (self->entry, GTK_TYPE_LIST_BOX, "What can follow");
  app_test_wait_for_words (self->page, "How many albums are there?");
}

static gboolean
has_row (gpointer data)
{
  Offered *self = data;

  return find_row (self->list, self->words) != NULL;
}

/* As if it was typed: the cursor stands behind it. */
static void
type (Offered *self, const char *text, const char *offered)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
  self->words = offered;
  g_assert_true (app_test_wait (has_row, self));
}

static gboolean
press (Offered *self, guint key)
{
  gboolean used = FALSE;
  GListModel *controllers = gtk_widget_observe_controllers (self->entry);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && !used)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &used);
    }
  g_object_unref (controllers);
  return used;
}

/* What is taken goes on with the question, asks nothing yet, and says what can follow then. */
static void
test_completion (AppTest *self, gconstpointer data)
{
  Offered offered;
  GtkListBoxRow *row;

  offered_open (&offered, self);
  type (&offered, "how many al", "albums");
  g_assert_null (find_row (offered.list, "artists"));
  app_test_picture (app_test_find (offered.entry, GTK_TYPE_POPOVER, NULL), "suggestions");
  g_signal_emit_by_name (offered.list, "row-activated", find_row (offered.list, "albums"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (offered.entry)), ==, "how many albums ");
  g_assert_null (ask_ask_view_get_newest (ASK_ASK_VIEW (offered.page)));
  offered.words = "per";
  g_assert_true (app_test_wait (has_row, &offered));
  row = find_row (offered.list, "per");
  g_assert_true (app_test_shows (row, "one row for each"));
  type (&offered, "tell me of foun", "founded");
}

/* The entry keeps the focus; keys that it does not need itself go through the list. */
static void
test_completion_keys (AppTest *self, gconstpointer data)
{
  Offered offered;
  GtkWidget *popover;
  AskAnswerCard *card;

  offered_open (&offered, self);
  popover = app_test_find (offered.entry, GTK_TYPE_POPOVER, NULL);
  type (&offered, "how many al", "albums");
  g_assert_true (gtk_widget_get_visible (popover));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (self->window)), offered.entry));
  /* Nothing is chosen by itself, so Tab leaves, and Return would ask. */
  g_assert_null (gtk_list_box_get_selected_row (GTK_LIST_BOX (offered.list)));
  g_assert_true (press (&offered, GDK_KEY_Down));
  g_assert_true (gtk_list_box_get_selected_row (GTK_LIST_BOX (offered.list))
                 == find_row (offered.list, "albums"));
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (offered.entry), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT,
                                       find_row (offered.list, "albums"));
  g_assert_true (press (&offered, GDK_KEY_Tab));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (offered.entry)), ==, "how many albums ");
  g_assert_cmpint (gtk_editable_get_position (GTK_EDITABLE (offered.entry)), ==, 16);
  offered.words = "per";
  g_assert_true (app_test_wait (has_row, &offered));
  g_assert_true (press (&offered, GDK_KEY_Down));
  g_assert_true (press (&offered, GDK_KEY_Up));
  g_assert_null (gtk_list_box_get_selected_row (GTK_LIST_BOX (offered.list)));
  g_assert_true (press (&offered, GDK_KEY_Escape));
  g_assert_false (press (&offered, GDK_KEY_Escape));
  g_assert_false (press (&offered, GDK_KEY_Tab));
  /* Return with nothing chosen asks. */
  g_signal_emit_by_name (offered.entry, "activate");
  card = ask_ask_view_get_newest (ASK_ASK_VIEW (offered.page));
  app_card_wait (card, NULL);
  g_assert_cmpstr (ask_answer_card_get_state (card), ==, "answer");
}

static void
test_completion_roles (AppTest *self, gconstpointer data)
{
  Offered offered;

  offered_open (&offered, self);
  type (&offered, "how many al", "albums");
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (offered.list), GTK_ACCESSIBLE_ROLE_LIST_BOX);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (find_row (offered.list, "albums")), GTK_ACCESSIBLE_ROLE_OPTION);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (offered.entry), GTK_ACCESSIBLE_PROPERTY_AUTOCOMPLETE,
                                       GTK_ACCESSIBLE_AUTOCOMPLETE_LIST);
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (offered.entry), GTK_ACCESSIBLE_STATE_EXPANDED, TRUE);
}

/* Only what belongs to the last text is shown, however fast one types; and a window may go while something is on its
 * way. */
static void
test_completion_race (AppTest *self, gconstpointer data)
{
  Offered offered;

  offered_open (&offered, self);
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *text = g_strdup_printf ("how many a%s", i % 2 == 0 ? "l" : "r");

      gtk_editable_set_text (GTK_EDITABLE (offered.entry), text);
      gtk_editable_set_position (GTK_EDITABLE (offered.entry), -1);
      for (guint k = (guint) g_test_rand_int_range (0, 4); k > 0; k--)
        g_main_context_iteration (NULL, FALSE);
    }
  type (&offered, "how many al", "albums");
  g_assert_null (find_row (offered.list, "artists"));
  gtk_editable_set_text (GTK_EDITABLE (offered.entry), "how many ar");
  gtk_editable_set_text (GTK_EDITABLE (offered.entry), "");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  gtk_editable_set_text (GTK_EDITABLE (offered.entry), "how many ar");
}

/* At the smallest width the list opens, closes and goes with the window, and nothing is warned of. */
static void
test_narrow (AppTest *self, gconstpointer data)
{
  Offered offered;

  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 600);
  offered_open (&offered, self);
  type (&offered, "how many al", "albums");
  app_test_pause (200);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, 400);
  app_test_picture (GTK_WIDGET (self->window), "suggestions-narrow");
  g_assert_true (press (&offered, GDK_KEY_Escape));
  type (&offered, "how many ar", "artists");
  g_assert_true (gtk_widget_get_visible (app_test_find (offered.entry, GTK_TYPE_POPOVER, NULL)));
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) g_test_add ("/app/ask-suggestions/" name, AppTest, NULL, set_up, func, app_test_tear_down)
  ADD ("what-can-follow-is-offered-and-taken", test_completion);
  ADD ("keys-go-through-what-is-offered", test_completion_keys);
  ADD ("what-is-offered-is-named-for-all", test_completion_roles);
  ADD ("only-the-last-text-is-completed", test_completion_race);
  ADD ("a-narrow-window-has-room-for-it", test_narrow);
#undef ADD
  return g_test_run ();
}

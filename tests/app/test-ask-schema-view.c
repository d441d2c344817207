/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Schema page over a workspace: what its canvas and its panel do together, and what of it reaches the disk.
 */
#include "config.h"

#include <adwaita.h>

#include "app-form.h"
#include "app-test.h"
#include "app/jobs/ask-jobs-care.h"
#include "app/schema/ask-schema-view.h"
#include "schema/edit/ask-schema-edit.h"
#include "store/ask-workspace.h"
#include "support/ask-test-kinds.h"

typedef struct
{
  char *folder;
  char *path;
  AskSession *session;
  GtkWidget *window;
  AskSchemaView *view;
} Fixture;

static gboolean
is_full (gpointer data)
{
  return g_str_equal (ask_schema_view_get_state (data), "full") && ask_schema_view_is_saved (data);
}

/* Orders that refer to customers, as nobody says but the values. */
static void
make_database (const char *path)
{
  app_test_exec (path, "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);"
                       "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, price REAL);"
                       "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 90)"
                       " INSERT INTO customers SELECT n * 7, 'Customer ' || n FROM c;"
                       "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 400)"
                       " INSERT INTO orders SELECT n, 7 * (1 + n * 13 % 90), n / 8.0 FROM c;");
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = NULL;
  g_autoptr (AskSourceRecord) record = NULL;
  g_autofree char *db = NULL;

  self->folder = g_dir_make_tmp ("ask-schema-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "shop.askdata", NULL);
  db = g_build_filename (self->folder, "shop.db", NULL);
  make_database (db);
  workspace = ask_workspace_open (self->path, &error);
  g_assert_no_error (error);
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_sqlite_kind, "shop", db }, NULL, NULL, &error);
  g_assert_no_error (error);
  self->session = ask_session_new (self->path);
  self->view = ASK_SCHEMA_VIEW (ask_schema_view_new (self->session));
  self->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_default_size (GTK_WINDOW (self->window), 1200, 800);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_present (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_full, self->view));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->window);
  g_clear_object (&self->session);
  app_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->path);
}

static void
act (Fixture *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->view), action, NULL));
}

static AskSchema *
get_schema (Fixture *self)
{
  return ask_schema_editor_get_schema (ask_schema_view_get_editor (self->view));
}

static gboolean
has_offers (gpointer data)
{
  return ask_canvas_get_offers (data)->len > 0;
}

static const AskSuggestion *
find_relationship (AskCanvas *canvas)
{
  GPtrArray *offers = ask_canvas_get_offers (canvas);

  for (guint i = 0; i < offers->len; i++)
    if (((AskSuggestion *) offers->pdata[i])->kind == ASK_SUGGESTION_RELATIONSHIP)
      return offers->pdata[i];
  return NULL;
}

static void
count (guint *n)
{
  ++*n;
}

/* What the values say is offered, shown, taken as an edit that is saved, or dismissed for good. */
static void
test_suggestions (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  GtkWidget *take;
  guint n_changes = 0;

  g_signal_connect_swapped (ask_schema_view_get_editor (self->view), "changed", G_CALLBACK (count), &n_changes);
  act (self, "schema.suggestions");
  g_assert_true (app_test_wait (has_offers, canvas));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), "no part of the schema until you take them"));
  g_assert_nonnull (find_relationship (canvas));
  g_assert_cmpuint (n_changes, ==, 0);
  g_assert_cmpuint (app_test_picture (self->window, "schema-suggestions"), >, 20);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), "orders.customer_id → customers.id"));

  ask_canvas_show_suggestion (canvas, find_relationship (canvas));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), "Suggested Relationship"));
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), "% sure"));
  g_assert_cmpuint (app_test_picture (self->window, "schema-suggestion"), >, 20);
  g_signal_emit_by_name (canvas, "activated");
  take = gtk_root_get_focus (GTK_ROOT (self->window));
  g_assert_true (GTK_IS_BUTTON (take));
  g_signal_emit_by_name (take, "clicked");
  g_assert_cmpuint (get_schema (self)->relationships->len, ==, 1);
  g_assert_null (find_relationship (canvas));
  g_assert_true (app_test_wait (is_full, self->view));
  act (self, "schema.undo");
  g_assert_nonnull (find_relationship (canvas));
  g_assert_true (app_test_wait (is_full, self->view));

  ask_canvas_show_suggestion (canvas, find_relationship (canvas));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.dismiss", NULL));
  g_assert_null (find_relationship (canvas));
  act (self, "schema.suggestions");
  g_assert_cmpuint (ask_canvas_get_offers (canvas)->len, ==, 0);
}

/* An undo takes back what was half typed, and a redo brings it. */
static void
test_undo_typed (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  const AskEntity *entity = ask_schema_find_entity (get_schema (self), "orders");
  g_autofree char *id = g_strdup (entity->id);
  GtkWidget *text;

  ask_canvas_fly_to (canvas, id, NULL);
  text = app_test_find (GTK_WIDGET (self->view), GTK_TYPE_TEXT_VIEW, "Description");
  g_assert_nonnull (text);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "What was ord", -1);
  act (self, "schema.undo");
  g_assert_null (ask_schema_find_id (get_schema (self), id)->description);
  act (self, "schema.redo");
  g_assert_cmpstr (ask_schema_find_id (get_schema (self), id)->description, ==, "What was ord");
  g_assert_true (app_test_wait (is_full, self->view));
}

/* The list is shown while a field of the panel has the keyboard: what was typed there is given, and the list is of that. */
static void
test_list_typed (Fixture *self, gconstpointer data)
{
  static const struct
  {
    GType (*type) (void);
    const char *name;
    const char *typed;
  } fields[] = { { gtk_text_view_get_type, "Description", "What was ordered" },
                 { adw_entry_row_get_type, NULL, "purchases" } };
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  g_autofree char *id = g_strdup (ask_schema_find_entity (get_schema (self), "orders")->id);

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      GtkWidget *field;

      ask_canvas_fly_to (canvas, id, NULL);
      app_test_pause (400);
      field = app_test_find (GTK_WIDGET (self->view), fields[i].type (), fields[i].name);
      g_assert_nonnull (field);
      gtk_widget_grab_focus (field);
      if (GTK_IS_TEXT_VIEW (field))
        gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), fields[i].typed, -1);
      else
        gtk_editable_set_text (GTK_EDITABLE (field), fields[i].typed);
      act (self, "schema.list");
      app_test_pause (600);
      g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), i == 0 ? "orders" : "purchases"));
      act (self, "schema.list");
      app_test_pause (600);
    }
  g_assert_cmpstr (ask_schema_find_id (get_schema (self), id)->description, ==, "What was ordered");
  g_assert_cmpstr (ask_schema_find_id (get_schema (self), id)->name, ==, "purchases");
}

static gboolean
has_found (gpointer data)
{
  return ask_canvas_get_selected (data)->hit != ASK_DIAGRAM_NOTHING;
}

/* The search flies to the entity, and to the attribute that has the word in its name. */
static void
test_search (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  GtkWidget *search = app_test_find (GTK_WIDGET (self->view), GTK_TYPE_SEARCH_ENTRY, "Search the schema");

  gtk_editable_set_text (GTK_EDITABLE (search), "pric");
  g_assert_true (app_test_wait (has_found, canvas));
  g_assert_cmpint (ask_canvas_get_selected (canvas)->hit, ==, ASK_DIAGRAM_ROW);
  g_assert_cmpint (ask_canvas_get_selected (canvas)->attribute, ==, 2);
  gtk_editable_set_text (GTK_EDITABLE (search), "custom");
  app_test_pause (400);
  g_assert_cmpint (ask_canvas_get_selected (canvas)->hit, ==, ASK_DIAGRAM_BOX);
  g_assert_nonnull (app_test_find_label (GTK_WIDGET (self->view), "1 of 2"));
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpint (ask_canvas_get_selected (canvas)->hit, ==, ASK_DIAGRAM_ROW);
}

/* The list says how many it does not show. */
static void
test_long_list (Fixture *self, gconstpointer data)
{
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (ask_schema_view_get_editor (self->view));

  for (guint i = 0; i < 310; i++)
    {
      g_autofree char *name = g_strdup_printf ("table_%u", i);

      ask_entity_add_attribute (ask_schema_add_entity (draft, ask_entity_new (name, "shop", name, ASK_ENTITY_TABLE)),
                                "id", "id", ASK_TYPE_INTEGER);
    }
  act (self, "schema.list");
  ask_schema_editor_replace (ask_schema_view_get_editor (self->view), draft, "Refreshed");
  app_test_wait_for_words (self->view, "12 more");
  g_assert_true (app_test_wait (is_full, self->view));
}

/* Right to left, with text twice as large, and as narrow as it gets. */
static void
test_pictures (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  GtkSettings *settings = gtk_settings_get_default ();
  AskDiagramRect view;
  int dpi;

  act (self, "schema.suggestions");
  g_assert_true (app_test_wait (has_offers, canvas));
  ask_canvas_show_suggestion (canvas, find_relationship (canvas));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_assert_cmpuint (app_test_picture (self->window, "schema-rtl"), >, 20);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  ask_canvas_fly_to (canvas, ((const AskEntity *) get_schema (self)->entities->pdata[0])->id, NULL);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 192 * 1024, NULL);
  g_assert_cmpuint (app_test_picture (self->window, "schema-large-text"), >, 20);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 600, 700);
  app_test_pause (400);
  g_assert_cmpint (gtk_widget_get_width (self->window), <=, 600);
  g_assert_cmpuint (app_test_picture (self->window, "schema-narrow"), >, 20);
  act (self, "schema.panel");
  app_test_pause (400);
  g_assert_cmpuint (app_test_picture (self->window, "schema-narrow-closed"), >, 20);
  view = ask_canvas_get_view (canvas);
  g_assert_cmpfloat (view.width * ask_canvas_get_scale (canvas), >, 400);
}

static char *
get_newest_reason (Fixture *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) versions = ask_workspace_list_schema_versions (workspace, NULL);

  return g_strdup (((const AskSchemaVersion *) versions->pdata[0])->reason);
}

static AskSchema *
load_saved (Fixture *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);

  return ask_workspace_load_schema (workspace, NULL);
}

static void
verify (Fixture *self, const char *question, const char *sql)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerified) pair = ask_workspace_add_verified (workspace, question, sql, &error);

  g_assert_no_error (error);
  g_assert_nonnull (pair);
}

static void
click_label (gpointer root, const char *words)
{
  GtkWidget *label = app_test_find_label (GTK_WIDGET (root), words);

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_activate (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON)));
}

/* What goes with it is said before it is saved. */
static void
test_removal (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  g_autofree char *orders = g_strdup (ask_schema_find_entity (get_schema (self), "orders")->id);
  g_autofree char *reason = NULL;
  g_autoptr (AskSchema) saved = NULL;
  GtkWidget *dialog;

  verify (self, "How many orders are there?", "SELECT count(*) FROM orders");
  ask_canvas_fly_to (canvas, orders, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.remove", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "This breaks “How many orders are there?”.");
  g_assert_true (app_test_shows (dialog, "Removed orders"));
  g_assert_cmpuint (app_test_picture (dialog, "schema-removing"), >, 2);
  saved = load_saved (self);
  g_assert_nonnull (ask_schema_find_entity (saved, "orders"));
  app_form_press (dialog, "Take It Back");
  app_test_wait_for_no_window (ADW_TYPE_MESSAGE_DIALOG);
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_true (app_test_wait (is_full, self->view));
  reason = get_newest_reason (self);
  g_assert_cmpstr (reason, !=, "Removed orders");

  ask_canvas_fly_to (canvas, orders, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.remove", NULL));
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "Take It Back");
  app_form_press (dialog, "Save Anyway");
  app_test_wait_for_words (self->view, "Removed orders. This breaks “How many orders are there?”.");
  g_assert_cmpuint (app_test_picture (self->window, "schema-removed"), >, 20);
  g_assert_true (app_test_wait (is_full, self->view));
  g_free (reason);
  reason = get_newest_reason (self);
  g_assert_cmpstr (reason, ==, "Removed orders");
  click_label (self->view, "Undo");
  app_test_wait_for_no_words (self->view, "Removed orders");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_true (app_test_wait (is_full, self->view));
}

/* What breaks nothing is saved, and its Undo takes back this and nothing that came later. */
static void
test_harmless (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  g_autofree char *orders = g_strdup (ask_schema_find_entity (get_schema (self), "orders")->id);
  const char *title = "Removed orders.net";
  g_autofree char *reason = NULL;
  AskSchema *draft = ask_schema_editor_begin (ask_schema_view_get_editor (self->view));

  g_assert_true (ask_schema_edit_add_calculated (draft, orders, "net", "price / 2", NULL));
  g_assert_true (ask_schema_editor_commit (ask_schema_view_get_editor (self->view), draft, "Added", NULL));
  ask_canvas_fly_to (canvas, orders, "net");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.remove", NULL));
  app_test_wait_for_words (self->view, title);
  g_assert_true (app_test_wait (is_full, self->view));
  reason = get_newest_reason (self);
  g_assert_cmpstr (reason, ==, title);
  click_label (self->view, "Undo");
  app_test_wait_for_no_words (self->view, title);
  g_assert_nonnull (ask_entity_find_attribute (ask_schema_find_entity (get_schema (self), "orders"), "net"));

  /* Another edit, which the button would take back instead: it goes. */
  ask_canvas_fly_to (canvas, orders, "net");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.remove", NULL));
  app_test_wait_for_words (self->view, title);
  ask_canvas_fly_to (canvas, ((const AskEntity *) get_schema (self)->entities->pdata[0])->id, NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.fold", NULL));
  app_test_wait_for_no_words (self->view, title);
  g_assert_true (app_test_wait (is_full, self->view));
}

/* A rename takes along what was verified, says so, and is undone from its toast; the version says both names. */
static void
test_rename (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  g_autofree char *orders = g_strdup (ask_schema_find_entity (get_schema (self), "orders")->id);
  g_autofree char *reason = NULL;
  AskSchema *draft = ask_schema_editor_begin (ask_schema_view_get_editor (self->view));
  GtkWidget *entry;

  /* A figure of its own follows, too. */
  g_assert_true (ask_schema_edit_set_metric (draft, orders, "revenue", "expression", "sum(price)", NULL));
  g_assert_true (ask_schema_editor_commit (ask_schema_view_get_editor (self->view), draft, "Added", NULL));
  verify (self, "How many orders are there?", "SELECT count(*) FROM orders");
  ask_canvas_fly_to (canvas, orders, NULL);
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (self->view), ADW_TYPE_ENTRY_ROW, &entry, 1), ==, 1);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (entry)), ==, "Name");
  gtk_editable_set_text (GTK_EDITABLE (entry), "purchases");
  /* It is given when something else is selected. */
  ask_canvas_fly_to (canvas, ask_schema_find_entity (get_schema (self), "customers")->id, NULL);
  app_test_wait_for_words (self->view, "Renamed orders to purchases. 1 verified question follows.");
  g_assert_true (app_test_wait (is_full, self->view));
  reason = get_newest_reason (self);
  g_assert_cmpstr (reason, ==, "Renamed orders to purchases");
  click_label (self->view, "Undo");
  app_test_wait_for_no_words (self->view, "Renamed orders to purchases");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_true (app_test_wait (is_full, self->view));
}

/* What is typed is given when the page goes, and what the schema refuses is told then: there is nobody left to tell it to. */
static void
test_refused_at_last (Fixture *self, gconstpointer data)
{
  AskSchemaView *weak = NULL;
  GtkWidget *entry;

  ask_canvas_fly_to (ask_schema_view_get_canvas (self->view), ask_schema_find_entity (get_schema (self), "orders")->id,
                     NULL);
  g_assert_cmpuint (app_test_find_all (GTK_WIDGET (self->view), ADW_TYPE_ENTRY_ROW, &entry, 1), ==, 1);
  gtk_editable_set_text (GTK_EDITABLE (entry), "customers");
  g_set_weak_pointer (&weak, self->view);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->window);
  app_test_pause (200);
  g_assert_null (weak);
}

static gboolean
is_renamed (Fixture *self, const char *name)
{
  g_autoptr (AskSchema) saved = load_saved (self);

  return ask_schema_find_entity (saved, name) != NULL;
}

static void
rename_orders (Fixture *self, const char *name)
{
  AskSchemaEditor *editor = ask_schema_view_get_editor (self->view);
  AskSchema *draft = ask_schema_editor_begin (editor);

  g_assert_true (ask_schema_edit_rename_entity (draft, ask_schema_find_entity (draft, "orders")->id, name, NULL));
  g_assert_true (ask_schema_editor_commit (editor, draft, "Renamed orders", NULL));
  g_assert_true (app_test_wait (is_full, self->view));
}

/* Edits wait in the draft; all of them are published as one, after a look at what they break. */
static void
test_draft (Fixture *self, gconstpointer data)
{
  GtkWidget *dialog;
  g_autofree char *reason = NULL;

  verify (self, "How many customers are there?", "SELECT count(*) FROM customers");
  act (self, "draft.start");
  app_test_wait_for_words (self->view, "A draft is open");
  rename_orders (self, "purchases");
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  g_assert_false (is_renamed (self, "purchases"));
  g_assert_cmpuint (app_test_picture (self->window, "schema-draft"), >, 20);
  act (self, "draft.publish");
  dialog = app_test_wait_for_window (ADW_TYPE_MESSAGE_DIALOG);
  app_test_wait_for_words (dialog, "This breaks nothing that was saved.");
  app_test_picture (dialog, "schema-draft-publish");
  app_form_press (dialog, "Publish");
  app_test_wait_for_no_words (self->view, "A draft");
  g_assert_true (is_renamed (self, "purchases"));
  reason = get_newest_reason (self);
  g_assert_cmpstr (reason, ==, "Renamed orders");
}

static void
settled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  g_assert_no_error (error);
  ask_session_changed (data);
}

/* What is taken on the canvas goes to the draft, and so does what is taken on the page of suggestions. */
static void
test_draft_suggestions (Fixture *self, gconstpointer data)
{
  AskCanvas *canvas = ask_schema_view_get_canvas (self->view);
  g_autoptr (AskSchema) published = NULL;

  act (self, "draft.start");
  app_test_wait_for_words (self->view, "A draft is open");
  act (self, "schema.suggestions");
  g_assert_true (app_test_wait (has_offers, canvas));
  ask_canvas_show_suggestion (canvas, find_relationship (canvas));
  ask_canvas_take_suggestion (canvas);
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  act (self, "schema.undo");
  app_test_wait_for_words (self->view, "A draft is open");
  ask_job_start (ask_jobs_settle_suggestion (find_relationship (canvas), TRUE), self->view,
                 ask_session_get_path (self->session), NULL, settled, self->session);
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  g_assert_cmpuint (get_schema (self)->relationships->len, ==, 1);
  published = load_saved (self);
  g_assert_cmpuint (published->relationships->len, ==, 0);
}

static gboolean
is_query_placed (gpointer view)
{
  AskSchema *schema = ask_schema_editor_get_schema (ask_schema_view_get_editor (view));

  return ask_schema_find_entity (schema, "constants")->placed;
}

/* Another window finds a place for a new box, and nobody has edited anything. */
static void
test_draft_placed (Fixture *self, gconstpointer data)
{
  AskSchemaEditor *editor = ask_schema_view_get_editor (self->view);
  AskSchema *draft;
  GtkWidget *view;

  act (self, "draft.start");
  app_test_wait_for_words (self->view, "A draft is open");
  draft = ask_schema_editor_begin (editor);
  g_assert_true (ask_schema_edit_add_query_entity (draft, "constants", "SELECT 1 AS value", NULL));
  g_assert_true (ask_schema_editor_commit (editor, draft, "Added constants", NULL));
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  view = ask_schema_view_new (self->session);
  gtk_window_set_child (GTK_WINDOW (self->window), view);
  self->view = ASK_SCHEMA_VIEW (view);
  g_assert_true (app_test_wait (is_full, view));
  g_assert_true (app_test_wait (is_query_placed, view));
  /* This comes after the place is saved, and counts one. */
  rename_orders (self, "purchases");
  app_test_wait_for_words (view, "A draft with 2 edits is open");
}

/* Once the draft is discarded, the editor's undo and redo lead to nothing of it. */
static void
test_draft_undone (Fixture *self, gconstpointer data)
{
  AskSchemaEditor *editor = ask_schema_view_get_editor (self->view);

  act (self, "draft.start");
  app_test_wait_for_words (self->view, "A draft is open");
  rename_orders (self, "purchases");
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  act (self, "schema.undo");
  app_test_wait_for_words (self->view, "A draft is open");
  act (self, "schema.redo");
  app_test_wait_for_words (self->view, "A draft with 1 edit is open");
  act (self, "draft.discard");
  app_test_wait_for_no_words (self->view, "A draft");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_false (ask_schema_editor_undo (editor));
  g_assert_false (ask_schema_editor_redo (editor));
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  /* What is edited now can be undone again, and only that. */
  rename_orders (self, "receipts");
  act (self, "schema.undo");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_null (ask_schema_editor_get_undo_title (editor));
}

/* What is discarded is gone from the canvas, and its toast brings it back; another window has the same draft. */
static void
test_draft_discarded (Fixture *self, gconstpointer data)
{
  GtkWidget *view;

  act (self, "draft.start");
  app_test_wait_for_words (self->view, "A draft is open");
  rename_orders (self, "purchases");
  view = ask_schema_view_new (self->session);
  gtk_window_set_child (GTK_WINDOW (self->window), view);
  self->view = ASK_SCHEMA_VIEW (view);
  g_assert_true (app_test_wait (is_full, view));
  app_test_wait_for_words (view, "A draft with 1 edit is open");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "purchases"));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 700);
  app_test_picture (self->window, "schema-draft-narrow");
  g_assert_cmpint (gtk_widget_get_width (self->window), <=, 400);
  act (self, "draft.discard");
  app_test_wait_for_words (view, "The draft is discarded");
  app_test_wait_for_no_words (view, "A draft with");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "orders"));
  g_assert_true (is_renamed (self, "orders"));
  click_label (view, "Undo");
  app_test_wait_for_words (view, "A draft with 1 edit is open");
  g_assert_nonnull (ask_schema_find_entity (get_schema (self), "purchases"));
}

#define ADD(name, test) g_test_add ("/app/ask-schema-view/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
  ADD ("a-suggestion-is-taken-or-dismissed-for-good", test_suggestions);
  ADD ("an-undo-takes-back-what-was-half-typed", test_undo_typed);
  ADD ("the-list-comes-while-something-is-typed", test_list_typed);
  ADD ("the-search-flies-to-what-it-finds", test_search);
  ADD ("a-long-list-says-how-many-it-leaves-out", test_long_list);
  ADD ("a-removal-says-first-what-it-breaks", test_removal);
  ADD ("what-breaks-nothing-is-removed-with-an-undo", test_harmless);
  ADD ("a-rename-says-what-follows-it", test_rename);
  ADD ("what-is-refused-when-the-page-goes-harms-nothing", test_refused_at_last);
  ADD ("a-draft-is-published-as-one", test_draft);
  ADD ("a-suggestion-that-is-taken-goes-to-the-draft", test_draft_suggestions);
  ADD ("a-place-for-a-new-box-is-no-edit-of-a-draft", test_draft_placed);
  ADD ("nothing-of-a-discarded-draft-is-undone-or-redone", test_draft_undone);
  ADD ("a-draft-that-was-discarded-comes-back", test_draft_discarded);
  ADD ("the-page-is-drawn-mirrored-large-and-narrow", test_pictures);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steward's pages: what is said of a source, verified questions, the impact test. Driven by their actions
 * under a display of their own.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-keys.h"
#include "app-test.h"
#include "app/schema/ask-impact-window.h"
#include "app/sources/ask-add-source-dialog.h"
#include "app/sources/ask-source-card.h"
#include "app/sources/ask-source-desk.h"
#include "app/sources/ask-sources-view.h"
#include "app/sql/ask-sql-editor.h"
#include "app/grid/ask-grid.h"
#include "app/verified/ask-verified-view.h"
#include "app/schema/ask-versions-dialog.h"
#include "schema/edit/ask-schema-edit.h"
#include "source/ask-source-kinds.h"
#include "support/ask-test-server.h"
#include "support/ask-test-kinds.h"

static void
change_shop (AppTest *self, const char *sql)
{
  g_autofree char *file = g_build_filename (self->folder, "shop.db", NULL);

  app_test_exec (file, sql);
}

static AskSourceCard *
find_card (AppTest *self, const char *name)
{
  return ASK_SOURCE_CARD (app_test_find (GTK_WIDGET (self->window), ASK_TYPE_SOURCE_CARD, name));
}

/* A source that lost a table's column: the badge, what changed, what that breaks, and that it was seen. */
static void
test_drift (AppTest *self, gconstpointer data)
{
  GtkWidget *desk;

  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "no value reaches a model");
  g_assert_false (app_test_shows (self->window, "at the source"));
  change_shop (self, "ALTER TABLE sale DROP COLUMN month; ALTER TABLE sale ADD COLUMN discount REAL");
  gtk_widget_activate_action (GTK_WIDGET (find_card (self, "shop")), "source.refresh", NULL);
  app_test_wait_for_words (self->window, "2 changes at the source · 1 thing no longer fits");
  app_test_picture (GTK_WIDGET (self->window), "pages-sources-drift");

  desk = ask_source_card_open (find_card (self, "shop"), "changes");
  app_test_wait_for_words (desk, "What This Breaks");
  g_assert_nonnull (app_test_find_label (desk, "Sales by month"));
  g_assert_nonnull (app_test_find (desk, GTK_TYPE_IMAGE, "No longer fits"));
  g_assert_cmpuint (app_test_picture (desk, "pages-desk-drift"), >, 10);
  g_assert_true (gtk_widget_activate_action (desk, "desk.seen", NULL));
  app_test_wait_for_no_window (ASK_TYPE_SOURCE_DESK);
  app_test_wait_for_no_words (self->window, "at the source");
}

static gboolean
is_shared (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  AskSchemaSource *source = ask_schema_find_source (schema, "shop");

  return source != NULL && source->sharing == ASK_SHARING_SAMPLES;
}

static void
test_sharing (AppTest *self, gconstpointer data)
{
  GtkWidget *desk, *check;

  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "no value reaches a model");
  desk = ask_source_card_open (find_card (self, "shop"), "sharing");
  app_test_wait_for_words (desk, "May Values Reach");
  check = app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "Never");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  check = app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "Examples only");
  app_test_picture (desk, "pages-desk-sharing");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_true (app_test_wait (is_shared, self));
  app_test_wait_for_words (self->window, "examples may reach a model");
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* Says which sharing holds, and how often one was decided on. */
static AskSharing
read_sharing (AppTest *self, guint *n_decided)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  g_autoptr (GPtrArray) versions = ask_workspace_list_schema_versions (workspace, NULL);
  AskSchemaSource *source = ask_schema_find_source (schema, "shop");

  *n_decided = 0;
  for (guint i = 0; i < versions->len; i++)
    *n_decided += g_str_has_prefix (((const AskSchemaVersion *) versions->pdata[i])->reason, "Decided who may see");
  return source != NULL ? source->sharing : ASK_SHARING_NEVER;
}

static gboolean
is_decided_twice (gpointer data)
{
  guint n = 0;

  read_sharing (data, &n);
  return n == 2;
}

/* Taken back before it is saved: what was chosen last holds, also when the desk is closed meanwhile. */
static void
test_sharing_taken_back (AppTest *self, gconstpointer data)
{
  GtkWidget *desk;
  guint n;

  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "no value reaches a model");
  desk = ask_source_card_open (find_card (self, "shop"), "sharing");
  app_test_wait_for_words (desk, "May Values Reach");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "Yes")), TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (app_test_find (desk, GTK_TYPE_CHECK_BUTTON, "Never")), TRUE);
  gtk_window_destroy (GTK_WINDOW (desk));
  g_assert_true (app_test_wait (is_decided_twice, self));
  g_assert_cmpint (read_sharing (self, &n), ==, ASK_SHARING_NEVER);
  app_test_wait_for_words (self->window, "no value reaches a model");
}

static gboolean
is_related (gpointer data)
{
  AppTest *self = data;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);

  return schema->relationships->len == 2;
}

/* A foreign key that nobody declared is offered, dismissed, offered again, and taken. */
static void
test_suggestions (AppTest *self, gconstpointer data)
{
  GtkWidget *desk, *row;

  change_shop (self, "CREATE TABLE refund (refund_id INTEGER PRIMARY KEY, sale_id INTEGER);"
                     "INSERT INTO refund SELECT id + 1, id FROM sale WHERE id % 3 = 0");
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "2 entities");
  gtk_widget_activate_action (GTK_WIDGET (find_card (self, "shop")), "source.refresh", NULL);
  app_test_wait_for_words (self->window, "3 entities");
  desk = ask_source_card_open (find_card (self, "shop"), "suggestions");
  app_test_wait_for_words (desk, "refund.sale_id → sale.id");
  app_test_picture (desk, "pages-desk-suggestions");
  row = gtk_widget_get_ancestor (app_test_find_label (desk, "refund.sale_id → sale.id"), ADW_TYPE_ACTION_ROW);
  gtk_widget_activate (gtk_widget_get_ancestor (app_test_find_label (row, "Dismiss"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_words (desk, "refund.sale_id → sale.id");
  gtk_widget_activate (gtk_widget_get_ancestor (app_test_find_label (desk, "Show Dismissed"), GTK_TYPE_BUTTON));
  app_test_wait_for_words (desk, "refund.sale_id → sale.id");
  row = gtk_widget_get_ancestor (app_test_find_label (desk, "refund.sale_id → sale.id"), ADW_TYPE_ACTION_ROW);
  gtk_widget_activate (gtk_widget_get_ancestor (app_test_find_label (row, "Take"), GTK_TYPE_BUTTON));
  g_assert_true (app_test_wait (is_related, self));
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* Of more than a page lists, the number of the others is said. */
static void
test_many_suggestions (AppTest *self, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  GtkWidget *desk;

  for (guint i = 0; i < 103; i++)
    g_string_append_printf (sql,
                            "CREATE TABLE refund%u (refund_id INTEGER PRIMARY KEY, sale_id INTEGER);"
                            "INSERT INTO refund%u SELECT id + 1, id FROM sale WHERE id %% 3 = 0;",
                            i, i);
  change_shop (self, sql->str);
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "2 entities");
  gtk_widget_activate_action (GTK_WIDGET (find_card (self, "shop")), "source.refresh", NULL);
  app_test_wait_for_words (self->window, "105 entities");
  desk = ask_source_card_open (find_card (self, "shop"), "suggestions");
  app_test_wait_for_words (desk, "sale_id → sale.id");
  g_assert_true (app_test_shows (desk, " more of this kind"));
  gtk_window_destroy (GTK_WINDOW (desk));
}

/* Returns: (nullable): the operation of the first source whose order is trusted, interned */
static const char *
find_trusted (AskWorkspace *workspace)
{
  g_autoptr (GPtrArray) sources = ask_workspace_list_sources (workspace, NULL);

  for (guint i = 0; i < sources->len; i++)
    {
      const AskSourceRecord *record = sources->pdata[i];

      if (record->trust_order->len > 0)
        return g_intern_string (record->trust_order->pdata[0]);
    }
  return NULL;
}

static void
test_doctor (AppTest *self, gconstpointer data)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *desk;

  ask_test_server_add_json (
    server, "/openapi.json",
    "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Parcels of the North\",\"version\":\"1\"},"
    "\"servers\":[{\"url\":\"/v1\"}],\"paths\":{"
    "\"/parcels\":{\"get\":{\"operationId\":\"parcels\",\"parameters\":[{\"name\":\"sort\",\"in\":\"query\","
    "\"schema\":{\"type\":\"string\",\"enum\":[\"id\",\"-id\"]}}],\"responses\":{\"200\":{\"description\":\"All\",\"content\":"
    "{\"application/json\":{\"schema\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"id\":{\"type\":\"integer\"}}}}}}}}},"
    "\"post\":{\"operationId\":\"send\",\"responses\":{\"201\":{\"description\":\"Sent\"}}}},"
    "\"/label\":{\"get\":{\"operationId\":\"label\",\"responses\":{\"200\":{\"description\":\"A picture\",\"content\":"
    "{\"image/png\":{\"schema\":{\"type\":\"string\",\"format\":\"binary\"}}}}}}}}}");
  ask_test_server_add_json (server, "/v1/parcels", "[{\"id\":1}]");
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "parcels", url },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  ask_session_changed (ask_window_get_session (self->window));
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "1 operation left out");
  app_test_picture (GTK_WIDGET (self->window), "pages-sources-doctor");
  desk = ask_source_card_open (find_card (self, "parcels"), "doctor");
  app_test_wait_for_words (desk, "1 of 3 operations can be asked about.");
  g_assert_nonnull (app_test_find_label (desk, "GET /label"));
  g_assert_nonnull (app_test_find_label (desk, "POST /parcels"));
  app_test_picture (desk, "pages-desk-doctor");
  g_assert_true (gtk_widget_activate_action (desk, "desk.copy", NULL));
  /* Its order can be asked for, and a steward says here whether it can be trusted. */
  gtk_widget_activate (gtk_widget_get_ancestor (app_test_find_label (desk, "Trust Its Order"), GTK_TYPE_BUTTON));
  app_test_wait_for_words (desk, "Distrust Its Order");
  g_assert_cmpstr (find_trusted (workspace), ==, "GET /parcels");
  gtk_widget_activate (gtk_widget_get_ancestor (app_test_find_label (desk, "Distrust Its Order"), GTK_TYPE_BUTTON));
  app_test_wait_for_no_words (desk, "Distrust Its Order");
  g_assert_null (find_trusted (workspace));
  /* A failure is said in full, and by the window once the desk is closed. */
  g_assert_true (gtk_widget_activate_action (desk, "desk.writes", "s", "POST /find?a=<b>&c"));
  app_test_wait_for_words (desk, "Nobody has said of “POST /find?a=<b>&c”");
  g_assert_true (gtk_widget_activate_action (desk, "desk.writes", "s", "POST /other?a=<b>&c"));
  gtk_window_destroy (GTK_WINDOW (desk));
  app_test_wait_for_words (self->window, "Nobody has said of “POST /other?a=<b>&c”");
}

static AskVerifiedView *
open_verified (AppTest *self)
{
  ask_window_show_page (self->window, "verified");
  app_test_wait_for_words (self->window, "Sales by city");
  return ASK_VERIFIED_VIEW (ask_window_get_page (self->window, "verified"));
}

static gboolean
panel_is_idle (gpointer data)
{
  return !ask_verified_panel_is_busy (data);
}

static void
press (AskVerifiedPanel *panel, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), action, NULL));
  g_assert_true (app_test_wait (panel_is_idle, panel));
}

/* It is run, the data change, it is run again, and somebody finds the new result good. */
static void
test_verified_run (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);
  GtkWidget *table;
  AskRows *rows;

  g_assert_cmpstr (ask_verified_view_get_state (view), ==, "full");
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 1);
  app_keys_check_tab (GTK_WIDGET (self->window),
                      GTK_LIST_BOX (app_test_find (GTK_WIDGET (view), GTK_TYPE_LIST_BOX, "Verified questions")));
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "Later runs are compared"));
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "The same as the good result"));

  change_shop (self, "UPDATE sale SET amount = amount + 1 WHERE city = 'Lyon';"
                     "INSERT INTO city VALUES ('Turku', 'Finland'); INSERT INTO sale VALUES (999, 'Turku', "
                     "'2025-01-01', 5)");
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "1 row changed, 1 row is new"));
  app_test_wait_for_words (view, "1 differs");
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "pages-verified-differs"), >, 20);
  table = app_test_find (GTK_WIDGET (panel), ASK_TYPE_GRID, NULL);
  rows = ask_grid_get_rows (ASK_GRID (table));
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2);
  g_assert_cmpstr (ask_rows_get (rows, 0, 0)->text, ==, "changed");
  g_assert_cmpstr (ask_rows_get (rows, 0, 1)->text, ==, "Lyon");
  g_assert_cmpstr (ask_rows_get (rows, 1, 0)->text, ==, "new");
  g_assert_cmpstr (ask_rows_get (rows, 1, 1)->text, ==, "Turku");

  press (panel, "verified.accept");
  app_test_wait_for_words (view, "This is the good result from now on.");
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "The same as the good result"));
}

/* What a job says belongs to the question that it was about, not to one that is looked at meanwhile. */
static void
test_verified_elsewhere (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);

  press (panel, "verified.run");
  change_shop (self, "UPDATE sale SET amount = amount + 1 WHERE city = 'Lyon'");
  press (panel, "verified.run");
  app_test_wait_for_words (view, "1 differs");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.accept", NULL));
  ask_verified_view_select (view, 4);
  g_assert_true (app_test_wait (panel_is_idle, panel));
  g_assert_cmpstr (ask_verified_panel_get_words (panel), ==, "");
  app_test_wait_for_no_words (view, "1 differs");
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 4);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.run", NULL));
  ask_verified_view_select (view, 2);
  g_assert_true (app_test_wait (panel_is_idle, panel));
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 2);
  g_assert_cmpstr (ask_verified_panel_get_words (panel), ==, "");
}

/* Saving runs the SQL, and that takes its time: what is typed meanwhile stays, to be saved next. */
static void
test_verified_typing (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);
  GtkEditable *entry = GTK_EDITABLE (app_test_find (GTK_WIDGET (panel), ADW_TYPE_ENTRY_ROW, NULL));

  ask_verified_panel_set (panel, "Sales of each city", NULL);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.save", NULL));
  ask_verified_panel_set (panel, "Sales of each city, best first", NULL);
  g_assert_true (app_test_wait (panel_is_idle, panel));
  app_test_wait_for_words (view, "Sales of each city");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Sales of each city, best first");
  press (panel, "verified.save");
  app_test_wait_for_words (view, "Sales of each city, best first");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Sales of each city, best first");
  ask_verified_view_select (view, 2);
  ask_verified_view_select (view, 1);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Sales of each city, best first");
}

static gboolean
is_idle (gpointer data)
{
  return !ask_verified_view_is_busy (data);
}

/* One of the four never ends by itself, so the run of all is stopped within it. */
static void
test_verified_run_all (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.run-all", NULL));
  app_test_wait_for_words (view, "3 fine");
  g_assert_true (ask_verified_view_is_busy (view));
  app_test_picture (GTK_WIDGET (self->window), "pages-verified-running");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.stop", NULL));
  g_assert_true (app_test_wait (is_idle, view));
  app_test_wait_for_words (view, "3 fine · 1 not run yet");
  change_shop (self, "DROP TABLE sale");
  press (ask_verified_view_get_panel (view), "verified.run");
  app_test_wait_for_words (view, "1 fails");
  app_test_picture (GTK_WIDGET (self->window), "pages-verified-fails");
}

static guint
count_pairs (AppTest *self)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (GPtrArray) pairs = ask_workspace_list_verified (workspace, NULL);

  return pairs->len;
}

static gboolean
has_three (gpointer data)
{
  return count_pairs (data) == 3;
}

/* SQL that does not run is not saved; edits wait with their question; a removal can be undone. */
static void
test_verified_edit (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);
  AskVerifiedPanel *panel = ask_verified_view_get_panel (view);
  GtkWidget *toast;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.add", NULL));
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 0);
  ask_verified_panel_set (panel, "Cities of France", "SELECT nam FROM city WHERE country = 'France'");
  press (panel, "verified.save");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "Did you mean “name”?"));
  ask_verified_panel_set (panel, NULL, "SELECT name FROM citi");
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "Did you mean “city”?"));
  ask_verified_panel_set (panel, NULL, "SELECT nam FROM city WHERE country = 'France'");
  g_assert_cmpuint (count_pairs (self), ==, 4);
  app_test_picture (GTK_WIDGET (self->window), "pages-verified-new");

  ask_verified_view_select (view, 2);
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 2);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "verified-list.add", NULL));
  ask_verified_panel_set (panel, NULL, "SELECT name FROM city WHERE country = 'France'");
  press (panel, "verified.run");
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "1 row"));
  g_assert_nonnull (strstr (ask_verified_panel_get_words (panel), "Not saved yet"));
  press (panel, "verified.save");
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 5);
  app_test_wait_for_words (gtk_widget_get_first_child (GTK_WIDGET (view)), "Cities of France");

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.remove", NULL));
  app_test_wait_for_no_words (view, "Cities of France");
  toast = app_test_find_label (GTK_WIDGET (view), "Verified question removed");
  g_assert_nonnull (toast);
  app_test_picture (GTK_WIDGET (self->window), "pages-verified-removed");
  toast = app_test_find_label (GTK_WIDGET (view), "Undo");
  gtk_widget_activate (gtk_widget_get_ancestor (toast, GTK_TYPE_BUTTON));
  app_test_wait_for_words (view, "Cities of France");
  g_assert_cmpint (ask_verified_panel_get_id (panel), ==, 5);
  g_assert_cmpuint (count_pairs (self), ==, 5);

  /* Two at once: the first is gone for good, the page's end takes the second. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.remove", NULL));
  ask_verified_view_select (view, 4);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (panel), "verified.remove", NULL));
  app_test_pause (50);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (has_three, self));
  self->window = ask_window_new (NULL, self->path);
}

static gboolean
impact_is_full (gpointer data)
{
  return g_str_equal (ask_impact_window_get_state (data), "full");
}

static gboolean
impact_is_ready (gpointer data)
{
  return g_str_equal (ask_impact_window_get_state (data), "ready");
}

static gboolean
impact_is_single (gpointer data)
{
  return g_str_equal (ask_impact_window_get_state (data), "single");
}

/* One metric gets another expression: one answer differs, both are shown, and nothing is saved. */
static void
test_impact (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSchema) schema = ask_workspace_load_schema (workspace, NULL);
  g_autoptr (AskVerified) pair = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (AskSchema) other = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *window;
  GtkWidget *tables[2] = { NULL, NULL };
  const char *id = ask_schema_find_entity (schema, "sale")->id;

  g_assert_true (ask_workspace_remove_verified (workspace, 4, &error));
  ask_entity_add_metric (ask_schema_own_entity (schema, id), "revenue", "sum(amount)");
  g_assert_true (ask_workspace_save_schema (workspace, schema, "Added revenue", &error));
  g_assert_no_error (error);
  pair = ask_workspace_add_verified (workspace, "Revenue by city",
                                     "SELECT city, revenue FROM sale GROUP BY city ORDER BY city", &error);
  g_assert_no_error (error);
  other = ask_workspace_load_schema (workspace, NULL);
  g_assert_true (ask_schema_edit_set_metric (other, id, "revenue", "expression", "sum(amount) - 10", &error));
  g_assert_no_error (error);
  g_assert_true (ask_workspace_save_schema (workspace, other, "Took the fee off", &error));
  versions = ask_workspace_list_schema_versions (workspace, NULL);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->window), "win.impact-test", NULL));
  window = app_test_find_toplevel (ASK_TYPE_IMPACT_WINDOW);
  g_assert_true (app_test_wait (impact_is_ready, window));
  app_test_picture (window, "pages-impact-ready");
  {
    GtkWidget *rows[2] = { NULL, NULL };

    /* This session made both versions: offered is what it found, and chosen what came in between. */
    g_assert_cmpuint (app_test_find_all (window, ADW_TYPE_COMBO_ROW, rows, 2), ==, 2);
    g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (rows[0])), ==, versions->len - 1);
    adw_combo_row_set_selected (ADW_COMBO_ROW (rows[0]), 1);
  }
  g_assert_true (gtk_widget_activate_action (window, "impact.run", NULL));
  g_assert_true (app_test_wait (impact_is_full, window));
  app_test_wait_for_words (window, "1 answer of 4 changes.");
  app_test_wait_for_words (window, "Another answer");
  app_test_pause (300);
  g_assert_cmpuint (app_test_find_all (window, ASK_TYPE_GRID, tables, 2), ==, 2);
  g_assert_cmpuint (ask_rows_get_n_rows (ask_grid_get_rows (ASK_GRID (tables[0]))), ==, 3);
  g_assert_cmpfloat (ask_rows_get (ask_grid_get_rows (ASK_GRID (tables[0])), 0, 1)->real
                       - ask_rows_get (ask_grid_get_rows (ASK_GRID (tables[1])), 0, 1)->real,
                     ==, 10);
  g_assert_cmpuint (app_test_picture (window, "pages-impact"), >, 20);
  app_test_looks (window, "pages-impact");
  app_keys_check_tab (window, GTK_LIST_BOX (app_test_find (window, GTK_TYPE_LIST_BOX, "Answers")));
  gtk_window_destroy (GTK_WINDOW (window));
  {
    g_autoptr (GPtrArray) now = ask_workspace_list_schema_versions (workspace, NULL);

    g_assert_cmpuint (now->len, ==, versions->len);
  }
}

static void
test_impact_single (AppTest *self, gconstpointer data)
{
  GtkWidget *window = ask_impact_window_new (ask_window_get_session (self->window));

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (app_test_wait (impact_is_single, window));
  app_test_picture (window, "pages-impact-single");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_verified_empty (AppTest *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "new.askdata", NULL);
  AskWindow *window = ask_window_new (NULL, path);

  gtk_window_present (GTK_WINDOW (window));
  ask_window_show_page (window, "verified");
  app_test_wait_for_words (window, "No Verified Questions Yet");
  app_test_picture (GTK_WIDGET (window), "pages-verified-empty");
  gtk_window_destroy (GTK_WINDOW (window));
  app_test_pause (100);
}

/* Before there is a source, each page that needs one offers all kinds, and a press opens the kind's dialog. */
static void
test_without_sources (AppTest *self, gconstpointer data)
{
  static const char *const pages[] = { "schema", "sources" };
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint p = 0; p < G_N_ELEMENTS (pages); p++)
    {
      GtkWidget *page = ask_window_get_page (self->window, pages[p]);
      g_autofree char *picture = g_strdup_printf ("pages-without-sources-%s", pages[p]);
      g_autoptr (GHashTable) keys = g_hash_table_new (NULL, NULL);

      ask_window_show_page (self->window, pages[p]);
      app_test_wait_for_words (page, "ClickHouse");
      g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), picture), >, 10);
      for (guint k = 0; k < n; k++)
        {
          GtkWidget *button = app_test_find (page, GTK_TYPE_BUTTON, kinds[k]->add_title);
          GtkWidget *dialog;

          g_assert_nonnull (button);
          g_assert_true (gtk_widget_get_mapped (button));
          /* Each has a letter of its own. */
          g_assert_true (
            g_hash_table_add (keys, GUINT_TO_POINTER (g_ascii_tolower (strchr (kinds[k]->menu, '_')[1]))));
          g_signal_emit_by_name (button, "clicked");
          dialog = app_test_wait_for_window (ASK_TYPE_ADD_SOURCE_DIALOG);
          g_assert_true (app_test_shows (dialog, kinds[k]->add_title));
          gtk_window_destroy (GTK_WINDOW (dialog));
          app_test_wait_for_no_window (ASK_TYPE_ADD_SOURCE_DIALOG);
          ask_window_show_page (self->window, pages[p]);
        }
      app_test_looks (GTK_WIDGET (self->window), picture);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, 400);
      gtk_window_set_default_size (GTK_WINDOW (self->window), 1000, 700);
    }
}

static void
test_looks (AppTest *self, gconstpointer data)
{
  AskVerifiedView *view = open_verified (self);
  GtkWidget *desk, *dialog;

  press (ask_verified_view_get_panel (view), "verified.run");
  app_test_looks (GTK_WIDGET (self->window), "pages-verified");
  ask_verified_view_select (view, 2);
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "pages-verified-narrow-panel"), >, 10);
  ask_window_show_page (self->window, "sources");
  app_test_wait_for_words (self->window, "no value reaches a model");
  g_assert_cmpuint (app_test_picture (GTK_WIDGET (self->window), "pages-sources-narrow"), >, 10);
  change_shop (self, "ALTER TABLE sale DROP COLUMN month; ALTER TABLE sale ADD COLUMN discount REAL");
  gtk_widget_activate_action (GTK_WIDGET (find_card (self, "shop")), "source.refresh", NULL);
  app_test_wait_for_words (self->window, "2 changes at the source");
  desk = ask_source_card_open (find_card (self, "shop"), "changes");
  app_test_wait_for_words (desk, "What This Breaks");
  app_test_looks (desk, "pages-desk");
  gtk_window_destroy (GTK_WINDOW (desk));
  ask_window_show_page (self->window, "schema");
  app_test_pause (300);
  g_assert_true (gtk_widget_activate_action (ask_window_get_page (self->window, "schema"), "schema.versions", NULL));
  dialog = app_test_wait_for_window (ASK_TYPE_VERSIONS_DIALOG);
  app_test_wait_for_words (dialog, "Added source shop");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (app_test_find (dialog, ADW_TYPE_EXPANDER_ROW, NULL)), TRUE);
  app_test_wait_for_words (dialog, "Bring Back");
  app_test_looks (dialog, "pages-versions");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  APP_TEST_ADD ("/app/ask-pages/drift-is-shown-and-marked-as-seen", test_drift, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/sharing-is-asked-and-kept", test_sharing, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/the-last-choice-of-sharing-holds", test_sharing_taken_back, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/an-undeclared-key-is-offered-and-taken", test_suggestions, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/more-suggestions-than-are-listed", test_many_suggestions, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/the-doctor-says-why-an-operation-is-left-out", test_doctor, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/a-new-result-is-found-good", test_verified_run, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/a-job-s-news-stay-with-its-question", test_verified_elsewhere, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/what-is-typed-while-saving-stays", test_verified_typing, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/a-run-of-all-can-be-stopped", test_verified_run_all, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/sql-that-does-not-run-is-not-saved", test_verified_edit, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/without-sources-each-kind-is-offered", test_without_sources, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-pages/without-verified-questions-the-page-says-so", test_verified_empty, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/the-impact-shows-both-answers-and-saves-nothing", test_impact, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/the-impact-of-one-version-says-so", test_impact_single, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-pages/every-page-looks-right-in-every-theme", test_looks, APP_TEST_SHOP);
  return g_test_run ();
}

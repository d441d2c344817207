/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Scenes of the other pages, and of windows of their own. What is waited for is told by states and never by words, which differ from
 * language to language.
 */
#include "config.h"

#include "looks.h"

#include "app-documents.h"
#include "app-form.h"
#include "app/ask-preferences.h"
#include "app/board/ask-boards-view.h"
#include "app/board/ask-tile-card.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-entity-page.h"
#include "app/functions/ask-functions-window.h"
#include "app/functions/ask-match-window.h"
#include "app/query/ask-query-pane.h"
#include "app/query/ask-query-result.h"
#include "app/query/ask-query-view.h"
#include "app/reader/ask-reader-window.h"
#include "app/schema/ask-schema-view.h"
#include "app/sources/ask-source-card.h"
#include "app/steps/ask-ledger-window.h"
#include "app/verified/ask-verified-view.h"

#define BUILT                                                                                          \
  "SELECT country, count(*) AS customers FROM customers WHERE city IS NOT NULL GROUP BY country "     \
  "ORDER BY customers DESC LIMIT 10"

#define LEASE                                                                                                           \
  "# Lease of the store in Hamburg\n\nAbout the store.\n\n## Notice\n\nThe notice periods are three months, to the end "  \
  "of a quarter.\n\n## Rent\n\nThe rent is due on the third day of a month, without notice.\n\n## Keys\n\nTwo keys.\n"

/* ---- without SQL */

static gboolean
is_browsed (gpointer view)
{
  return g_str_equal (ask_browse_view_get_state (view), "full") && !ask_browse_view_is_busy (view);
}

static GtkWidget *
show_browse_list (Looks *self)
{
  AskBrowseView *view = looks_turn (self, "browse");

  ask_browse_view_focus (view);
  app_test_wait (is_browsed, view);
  return looks_settle (looks_get_window (self));
}

static AskBrowseView *
browse (Looks *self, const char *entity)
{
  AskBrowseView *view;

  g_assert_true (gtk_widget_activate_action (looks_get_window (self), "win.browse", "s", entity));
  view = looks_get_page (self, "browse");
  g_assert_true (app_test_wait (is_browsed, view));
  return view;
}

static GtkWidget *
show_browse (Looks *self)
{
  ask_entity_page_show_row (ASK_ENTITY_PAGE (ask_browse_view_get_page (browse (self, "customers"))), 3);
  app_test_wait (is_browsed, looks_get_page (self, "browse"));
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_profile (Looks *self)
{
  AskBrowseView *view = browse (self, "products");

  gtk_widget_activate_action (ask_browse_view_get_page (view), "browse-page.show", "s", "profile");
  app_test_wait (is_browsed, view);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_build (Looks *self)
{
  g_assert_true (gtk_widget_activate_action (looks_get_window (self), "win.build", "s", BUILT));
  app_test_pause (2500);
  return looks_settle (looks_get_window (self));
}

/* ---- SQL */

static gboolean
has_tab (gpointer view)
{
  return ask_query_view_get_pane (view) != NULL;
}

static gboolean
has_run (gpointer pane)
{
  return !g_str_equal (ask_query_pane_get_state (pane), "running");
}

static AskQueryResult *
run_sql (Looks *self, const char *sql)
{
  AskQueryView *view;
  AskQueryPane *pane;

  g_assert_true (gtk_widget_activate_action (looks_get_window (self), "win.open-sql", "s", sql));
  view = looks_get_page (self, "sql");
  g_assert_true (app_test_wait (has_tab, view));
  pane = ask_query_view_get_pane (view);
  ask_query_pane_run (pane);
  g_assert_true (app_test_wait (has_run, pane));
  return ASK_QUERY_RESULT (app_test_find (GTK_WIDGET (pane), ASK_TYPE_QUERY_RESULT, NULL));
}

static GtkWidget *
show_sql (Looks *self)
{
  run_sql (self, REVENUE_BY_MONTH_AND_CHANNEL);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_sql_plan (Looks *self)
{
  ask_query_result_show_view (run_sql (self, "SELECT w.city, sum(s.on_hand) AS pieces FROM warehouses w\n"
                                             "JOIN stock s ON s.warehouse_id = w.warehouse_id GROUP BY w.city"),
                              "plan");
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_sql_problem (Looks *self)
{
  run_sql (self, "SELECT product_nam FROM products");
  return looks_settle (looks_get_window (self));
}

/* ---- what is kept */

static gboolean
is_listed (gpointer view)
{
  return g_str_equal (ask_verified_view_get_state (view), "full") && !ask_verified_view_is_busy (view);
}

static GtkWidget *
show_verified (Looks *self)
{
  AskVerifiedView *view = looks_turn (self, "verified");

  app_test_wait (is_listed, view);
  ask_verified_view_select (view, 3);
  app_test_pause (600);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_history (Looks *self)
{
  looks_turn (self, "history");
  app_test_pause (800);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_inbox (Looks *self)
{
  looks_turn (self, "inbox");
  app_test_pause (1500);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_boards (Looks *self)
{
  looks_turn (self, "boards");
  app_test_pause (800);
  return looks_settle (looks_get_window (self));
}

static gboolean
has_tiles (gpointer view)
{
  GtkWidget *found[3];

  return app_test_find_all (view, ASK_TYPE_TILE_CARD, found, 3) == 3;
}

static GtkWidget *
show_board (Looks *self)
{
  AskBoardsView *view = looks_turn (self, "boards");

  ask_boards_view_open (view, self->board);
  g_assert_true (app_test_wait (has_tiles, view));
  app_test_pause (800);
  return looks_settle (looks_get_window (self));
}

/* ---- of a steward */

static GtkWidget *
show_sources (Looks *self)
{
  looks_turn (self, "sources");
  app_test_pause (800);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_desk (Looks *self)
{
  GtkWidget *cards[2];

  looks_turn (self, "sources");
  app_test_pause (500);
  g_assert_cmpuint (app_test_find_all (looks_get_page (self, "sources"), ASK_TYPE_SOURCE_CARD, cards, 2), >, 0);
  return looks_settle (ask_source_card_open (ASK_SOURCE_CARD (cards[0]), "sharing"));
}

static GtkWidget *
show_add_server (Looks *self)
{
  return looks_settle (app_form_open (&self->test, "postgres"));
}

static gboolean
is_drawn (gpointer view)
{
  return g_str_equal (ask_schema_view_get_state (view), "full") && ask_schema_view_is_saved (view);
}

static AskSchemaView *
open_schema (Looks *self)
{
  AskSchemaView *view = looks_turn (self, "schema");

  g_assert_true (app_test_wait (is_drawn, view));
  app_test_pause (500);
  return view;
}

static GtkWidget *
show_schema (Looks *self)
{
  ask_canvas_fit (ask_schema_view_get_canvas (open_schema (self)));
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
show_schema_entity (Looks *self)
{
  AskSchemaView *view = open_schema (self);
  AskSchema *schema = ask_schema_editor_get_schema (ask_schema_view_get_editor (view));

  g_assert_true (
    ask_canvas_fly_to (ask_schema_view_get_canvas (view), ask_schema_find_entity (schema, "shipments")->id, NULL));
  app_test_pause (500);
  return looks_settle (looks_get_window (self));
}

static GtkWidget *
present (GtkWidget *window)
{
  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (500);
  return looks_settle (window);
}

static GtkWidget *
show_preferences (Looks *self)
{
  return present (ask_preferences_new (ask_window_get_session (self->test.window), NULL));
}

static GtkWidget *
show_ledger (Looks *self)
{
  return present (ask_ledger_window_new (ask_window_get_session (self->test.window)));
}

static GtkWidget *
show_functions (Looks *self)
{
  looks_act (looks_get_window (self), "win.show-functions");
  return looks_settle (app_test_wait_for_window (ASK_TYPE_FUNCTIONS_WINDOW));
}

static gboolean
is_matched (gpointer window)
{
  return !ask_match_window_is_busy (window);
}

static GtkWidget *
show_match (Looks *self)
{
  AskMatchWindow *window;

  looks_act (looks_get_window (self), "win.match-lists");
  window = ASK_MATCH_WINDOW (app_test_wait_for_window (ASK_TYPE_MATCH_WINDOW));
  g_assert_true (app_test_wait (is_matched, window));
  ask_match_window_choose (window, "carriers.carrier_name", "stores.store_name");
  g_assert_true (app_test_wait (is_matched, window));
  ask_match_window_run (window);
  g_assert_true (app_test_wait (is_matched, window));
  return looks_settle (window);
}

/* ---- documents */

/* Adds a folder with a document and one that cannot be read, unless it is there. */
static void
add_documents (Looks *self)
{
  g_autofree char *folder = cli_path (&self->cli, "papers");

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return;
  app_documents_put (folder, "lease.md", LEASE);
  app_documents_put (folder, "broken.pdf", "%PDF");
  app_documents_put (folder, "picture.png", "");
  app_documents_add (&self->test, folder, "papers");
  app_test_pause (300);
}

static gboolean
is_read (gpointer window)
{
  return !g_str_equal (ask_reader_window_get_state (window), "loading");
}

static GtkWidget *
show_reader (Looks *self)
{
  GtkWidget *window;

  add_documents (self);
  ask_reader_window_open (looks_get_window (self), ask_window_get_session (self->test.window),
                          &(AskReadingWanted) { .source = "papers",
                                                .path = "lease.md",
                                                .number = 2,
                                                .words = "notice" });
  window = app_test_wait_for_window (ASK_TYPE_READER_WINDOW);
  g_assert_true (app_test_wait (is_read, window));
  return looks_settle (window);
}

static GtkWidget *
show_documents_desk (Looks *self)
{
  add_documents (self);
  looks_turn (self, "sources");
  app_test_wait_for_words (looks_get_page (self, "sources"), "papers");
  return looks_settle (ask_source_card_open (app_form_find_card (&self->test, "papers"), "documents"));
}

static GtkWidget *
show_add_documents (Looks *self)
{
  AskAddSourceDialog *dialog = app_form_open (&self->test, "documents");

  app_test_pause (300);
  ask_add_source_dialog_set (dialog, NULL, "column:sales.products.product_name", NULL, NULL);
  return looks_settle (dialog);
}

const LooksScene looks_pages[] = {
  { "browse-list", show_browse_list },
  { "browse", show_browse },
  { "browse-profile", show_profile },
  { "build", show_build },
  { "sql", show_sql },
  { "sql-plan", show_sql_plan },
  { "sql-problem", show_sql_problem },
  { "boards", show_boards },
  { "board", show_board },
  { "history", show_history },
  { "verified", show_verified },
  { "inbox", show_inbox },
  { "sources", show_sources },
  { "sources-desk", show_desk },
  { "sources-server", show_add_server },
  { "schema", show_schema },
  { "schema-entity", show_schema_entity },
  { "preferences", show_preferences },
  { "ledger", show_ledger },
  { "functions", show_functions },
  { "match", show_match },
  /* The last: another source is there from then on. */
  { "sources-documents", show_add_documents },
  { "documents", show_documents_desk },
  { "reader", show_reader },
  { NULL, NULL },
};

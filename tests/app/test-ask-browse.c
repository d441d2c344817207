/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Browse page: entities, their rows a page at a time, what belongs to a row, the way back, profiles.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "app-test.h"
#include "app/explore/ask-browse-view.h"
#include "app/explore/ask-entity-list.h"
#include "app/explore/ask-entity-page.h"
#include "app/explore/ask-filter-button.h"
#include "app/explore/ask-profile-view.h"
#include "app/explore/ask-row-panel.h"
#include "app/grid/ask-grid.h"
#include "store/ask-workspace.h"
#include "support/ask-test-kinds.h"
#include "support/ask-test-server.h"

#define NARROW 400

static gboolean
is_idle (gpointer view)
{
  return g_str_equal (ask_browse_view_get_state (view), "full") && !ask_browse_view_is_busy (view);
}

static AskBrowseView *
show (AppTest *self, const char *entity)
{
  AskBrowseView *view;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", entity);
  view = ASK_BROWSE_VIEW (ask_window_get_page (self->window, "browse"));
  g_assert_true (app_test_wait (is_idle, view));
  return view;
}

static void
wait (AskBrowseView *view)
{
  g_assert_true (app_test_wait (is_idle, view));
}

static AskEntityPage *
get_page (AskBrowseView *view)
{
  return ASK_ENTITY_PAGE (ask_browse_view_get_page (view));
}

static gsize
count_rows (AskBrowseView *view)
{
  return ask_rows_get_n_rows (ask_entity_page_get_rows (get_page (view)));
}

static void
click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* How many labels of @root that are seen have @words in them. */
static guint
count_labels (GtkWidget *root, const char *words)
{
  GtkWidget *labels[400];
  guint n = app_test_find_all (root, GTK_TYPE_LABEL, labels, G_N_ELEMENTS (labels));
  guint found = 0;

  for (guint i = 0; i < n; i++)
    found += gtk_widget_get_mapped (labels[i])
             && strstr (gtk_label_get_text (GTK_LABEL (labels[i])), words) != NULL;
  return found;
}

static void
test_pages (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  AskEntityPage *page = get_page (view);

  g_assert_cmpstr (ask_entity_page_get_state (page), ==, "full");
  g_assert_cmpuint (count_rows (view), ==, 100);
  g_assert_true (app_test_shows (view, "shop · 360 rows · key: id"));
  /* Once, and not by the page as well as by the table. */
  g_assert_cmpuint (count_labels (GTK_WIDGET (view), "first 100 rows"), ==, 1);
  g_assert_cmpuint (count_labels (GTK_WIDGET (view), "100 rows"), ==, 1);
  app_test_picture (GTK_WIDGET (self->window), "browse-rows");
  for (guint i = 0; i < 3; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (page), "browse-page.more", NULL);
      wait (view);
    }
  g_assert_cmpuint (count_rows (view), ==, 360);
  g_assert_false (app_test_shows (view, "first "));
  g_assert_false (gtk_widget_get_mapped (app_test_find (GTK_WIDGET (view), GTK_TYPE_BUTTON, "_Load More")));
}

static void
test_near_the_end (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  GtkWidget *table = app_test_find (GTK_WIDGET (view), ASK_TYPE_GRID, NULL);
  GtkWidget *scroller = app_test_find (table, GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  app_test_pause (100);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  app_test_wait_for_words (view, "first 200 rows");
  /* The eye stays where it was. */
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 0);
}

static void
test_order (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  AskEntityPage *page = get_page (view);
  GtkWidget *table = app_test_find (GTK_WIDGET (view), ASK_TYPE_GRID, NULL);

  /* As two clicks on the head do. */
  gtk_widget_activate_action (table, "grid.sort", "(ubb)", 3, TRUE, FALSE);
  wait (view);
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (page), 0, 0)->integer, ==, 359);
  gtk_widget_activate_action (GTK_WIDGET (page), "browse-page.order", "(sb)", "city", FALSE);
  wait (view);
  g_assert_cmpstr (ask_rows_get (ask_entity_page_get_rows (page), 0, 1)->text, ==, "Köln");
  g_assert_cmpstr (ask_rows_get (ask_entity_page_get_rows (page), 99, 1)->text, ==, "Lyon");
}

static gboolean
is_arranged (gpointer model)
{
  return !ask_grid_model_is_busy (model);
}

static void
take_search (GtkWidget *table, const char *words)
{
  AskGridModel *model = ask_grid_get_model (ASK_GRID (table));
  AskTableWish *wish = ask_table_wish_copy (ask_grid_model_get_wish (model));

  ask_table_wish_set_search (wish, words);
  ask_grid_model_take_wish (model, wish);
  /* Whoever is writing goes on: nothing else is seen meanwhile. */
  g_assert_true (gtk_widget_get_mapped (table));
  g_assert_true (app_test_wait (is_arranged, model));
  g_assert_null (ask_grid_model_get_failure (model));
}

/* What a page has not is found, too: of 3000 rows those that fit, by words, by a filter, and in an order. */
static void
test_wish (AppTest *self, gconstpointer data)
{
  AskGridModel *model;
  AskTableWish *wish;
  AskBrowseView *view;
  AskEntityPage *page;
  AskFilter *filter;
  GtkWidget *table;

  app_test_add_database (self->path, "long",
                         "CREATE TABLE long_sale (id INTEGER PRIMARY KEY, town TEXT);"
                         "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                         "INSERT INTO long_sale SELECT i, iif(i % 10 = 0, 'Köln', 'Oslo') FROM n");
  ask_session_changed (ask_window_get_session (self->window));
  view = show (self, "long_sale");
  page = get_page (view);
  table = app_test_find (GTK_WIDGET (view), ASK_TYPE_GRID, NULL);
  model = ask_grid_get_model (ASK_GRID (table));
  g_assert_cmpuint (count_rows (view), ==, 100);
  take_search (table, "koln");
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 100);
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (page), 99, 0)->integer, ==, 1000);
  g_assert_true (app_test_shows (view, "300 rows"));
  app_test_picture (GTK_WIDGET (self->window), "browse-searched");
  /* Further pages are of the same wish, and a click opens the row that is seen. */
  gtk_widget_activate_action (GTK_WIDGET (page), "browse-page.more", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 200);
  g_assert_cmpint (ask_arrangement_get (ask_grid_model_get_arrangement (model), 199, 0)->integer, ==, 2000);
  wish = ask_table_wish_copy (ask_grid_model_get_wish (model));
  filter = ask_filter_new (0, ASK_FILTER_NUMBERS);
  g_assert_true (ask_filter_read_bounds (filter, "2950", NULL));
  ask_table_wish_take_filter (wish, filter);
  ask_table_wish_sort (wish, 0, TRUE, FALSE);
  ask_grid_model_take_wish (model, wish);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 6);
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (page), 0, 0)->integer, ==, 3000);
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (page), 5, 0)->integer, ==, 2950);
  /* Nothing fits: the grid is there, with what hides its rows. */
  take_search (table, "Nowhere");
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 0);
  g_assert_cmpstr (ask_entity_page_get_state (page), ==, "full");
  app_test_picture (GTK_WIDGET (self->window), "browse-searched-in-vain");
  gtk_widget_activate_action (table, "grid.reset", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 100);
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (page), 0, 0)->integer, ==, 3000);
}

static char *
find_file (AppTest *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

/* What fails leaves what was seen, arranged here, and says why. */
static void
test_wish_fails (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  GtkWidget *table = app_test_find (GTK_WIDGET (view), ASK_TYPE_GRID, NULL);
  AskGridModel *model = ask_grid_get_model (ASK_GRID (table));
  g_autofree char *file = find_file (self, "shop.db");
  g_autofree char *gone = g_strconcat (file, ".gone", NULL);

  g_assert_cmpint (g_rename (file, gone), ==, 0);
  gtk_widget_activate_action (table, "grid.sort", "(ubb)", 0u, TRUE, FALSE);
  g_assert_true (app_test_wait (is_arranged, model));
  wait (view);
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "full");
  g_assert_nonnull (ask_grid_model_get_failure (model));
  app_test_wait_for_words (view, "only of what is here");
  g_assert_cmpint (ask_arrangement_get (ask_grid_model_get_arrangement (model), 0, 0)->integer, ==, 99);
  app_test_picture (GTK_WIDGET (self->window), "browse-wish-failed");
  /* Once it is there again, the same wish is carried out. */
  g_assert_cmpint (g_rename (gone, file), ==, 0);
  gtk_widget_activate_action (table, "grid.sort", "(ubb)", 0u, FALSE, FALSE);
  gtk_widget_activate_action (table, "grid.sort", "(ubb)", 0u, TRUE, FALSE);
  g_assert_true (app_test_wait (is_arranged, model));
  wait (view);
  g_assert_null (ask_grid_model_get_failure (model));
  g_assert_cmpint (ask_rows_get (ask_entity_page_get_rows (get_page (view)), 0, 0)->integer, ==, 359);
  /* A person who does not wait has what was there. */
  gtk_widget_activate_action (table, "grid.sort", "(ubb)", 2u, TRUE, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.cancel", NULL);
  wait (view);
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "full");
  g_assert_false (ask_grid_model_is_busy (model));
  g_assert_cmpuint (count_rows (view), ==, 100);
}

/* As a person does it in the popover. */
static void
add_filter (AskBrowseView *view, guint attribute, guint test, const char *text)
{
  GtkWidget *filter = app_test_find (GTK_WIDGET (view), ASK_TYPE_FILTER_BUTTON, NULL);

  gtk_menu_button_popup (GTK_MENU_BUTTON (app_test_find (filter, GTK_TYPE_MENU_BUTTON, NULL)));
  app_test_pause (200);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (filter, GTK_TYPE_DROP_DOWN, "Attribute")), attribute);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (app_test_find (filter, GTK_TYPE_DROP_DOWN, "Comparison")), test);
  gtk_editable_set_text (GTK_EDITABLE (app_test_find (filter, GTK_TYPE_ENTRY, "Value")), text);
  click (app_test_find (filter, GTK_TYPE_BUTTON, "_Add Filter"));
}

static void
test_filter (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");

  add_filter (view, 3, 4, "many");
  app_test_wait_for_words (view, "“many” is no number, and “amount” has numbers. Write it as 1234.5.");
  app_test_picture (GTK_WIDGET (self->window), "browse-filter");
  add_filter (view, 1, 0, "Porto");
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 90);
  g_assert_true (app_test_shows (view, "shop · 90 rows · key: id"));
  add_filter (view, 3, 4, "1000");
  wait (view);
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "empty");
  g_assert_true (app_test_shows (view, "No row fits the filters."));
  app_test_picture (GTK_WIDGET (self->window), "browse-filtered");
  click (app_test_find (GTK_WIDGET (view), GTK_TYPE_BUTTON, "amount is more than 1000  ×"));
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 90);
}

static void
test_related (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "city");
  GtkWidget *panel;

  g_assert_nonnull (app_test_find (GTK_WIDGET (get_page (view)), GTK_TYPE_WIDGET, "city"));
  ask_entity_page_show_row (get_page (view), 0);
  wait (view);
  panel = app_test_find (GTK_WIDGET (view), ASK_TYPE_ROW_PANEL, NULL);
  g_assert_true (app_test_shows (panel, "sale (city)"));
  g_assert_true (app_test_shows (panel, "90 rows"));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (app_test_find (panel, ADW_TYPE_EXPANDER_ROW, NULL)), TRUE);
  app_test_pause (300);
  app_test_picture (GTK_WIDGET (self->window), "browse-related");
  click (app_test_find (panel, GTK_TYPE_BUTTON, "_Browse These"));
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 90);
  g_assert_true (app_test_shows (view, "city is Köln  ×"));
  app_test_picture (GTK_WIDGET (self->window), "browse-way");
  /* On to the city of one of them, and all the way back. */
  ask_entity_page_show_row (get_page (view), 3);
  wait (view);
  panel = app_test_find (GTK_WIDGET (view), ASK_TYPE_ROW_PANEL, NULL);
  click (app_test_find (panel, GTK_TYPE_BUTTON, "_Browse These"));
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (view), "browse.back", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 90);
  gtk_widget_activate_action (GTK_WIDGET (view), "browse.back", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 3);
}

static void
test_search (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "");
  GtkWidget *list = app_test_find (GTK_WIDGET (view), ASK_TYPE_ENTITY_LIST, NULL);
  GtkWidget *search = app_test_find (list, GTK_TYPE_SEARCH_ENTRY, NULL);

  g_assert_cmpuint (ask_entity_list_get_n_found (ASK_ENTITY_LIST (list)), ==, 2);
  app_test_wait_for_words (view, "Choose an Entity");
  gtk_editable_set_text (GTK_EDITABLE (search), "SAL");
  g_signal_emit_by_name (search, "search-changed");
  g_assert_cmpuint (ask_entity_list_get_n_found (ASK_ENTITY_LIST (list)), ==, 1);
  g_signal_emit_by_name (search, "activate");
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 100);
  gtk_editable_set_text (GTK_EDITABLE (search), "nothing like it");
  g_signal_emit_by_name (search, "search-changed");
  app_test_wait_for_words (list, "Nothing matches these words.");
}

static void
test_empty (AppTest *self, gconstpointer data)
{
  GtkWidget *view;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", "");
  view = ask_window_get_page (self->window, "browse");
  app_test_wait_for_words (view, "Nothing to Browse Yet");
  app_test_picture (GTK_WIDGET (self->window), "browse-empty");
}

static void
test_profile (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  GtkWidget *profile = app_test_find (GTK_WIDGET (view), ASK_TYPE_PROFILE_VIEW, NULL);

  g_assert_cmpuint (ask_profile_view_count_ready (ASK_PROFILE_VIEW (profile)), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "profile");
  wait (view);
  g_assert_cmpuint (ask_profile_view_count_ready (ASK_PROFILE_VIEW (profile)), ==, 4);
  app_test_picture (GTK_WIDGET (self->window), "browse-profile");
  app_test_wait_for_words (profile, "The key tells all rows apart.");
  app_test_wait_for_words (profile, "3 different values · never empty · from Köln to Porto");
  app_test_wait_for_words (profile, "3 of 3 values are found (100 %)");
}

/* What is on its way when a person turns away ends there, and begins again when they come back. */
static void
test_left (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  GtkWidget *profile = app_test_find (GTK_WIDGET (view), ASK_TYPE_PROFILE_VIEW, NULL);

  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "profile");
  g_assert_true (ask_profile_view_is_busy (ASK_PROFILE_VIEW (profile)));
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "rows");
  g_assert_false (ask_profile_view_is_busy (ASK_PROFILE_VIEW (profile)));
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "profile");
  wait (view);
  g_assert_cmpuint (ask_profile_view_count_ready (ASK_PROFILE_VIEW (profile)), >=, 4);
}

static void
test_failing (AppTest *self, gconstpointer data)
{
  AskBrowseView *view;
  g_autofree char *path = g_build_filename (self->folder, "shop.db", NULL);
  g_autofree char *away = g_build_filename (self->folder, "away.db", NULL);

  g_assert_cmpint (g_rename (path, away), ==, 0);
  view = show (self, "sale");
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "failed");
  g_assert_nonnull (app_test_find (GTK_WIDGET (view), GTK_TYPE_BUTTON, "_See Sources"));
  app_test_picture (GTK_WIDGET (self->window), "browse-failed");
  g_assert_cmpint (g_rename (away, path), ==, 0);
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.reload", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 100);
}

static void
test_ask (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  GtkWidget *ask = ask_window_get_page (self->window, "ask");
  GtkWidget *entry = app_test_find (ask, GTK_TYPE_ENTRY, NULL);

  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.ask", NULL);
  g_assert_true (gtk_widget_get_mapped (ask));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "sale ");
}

static void
test_ways_in (AppTest *self, gconstpointer data)
{
  GtkWidget *ask = ask_window_get_page (self->window, "ask");
  GtkWidget *view, *list, *sources, *schema;

  app_test_wait_for_words (ask, "Browse the Data");
  click (app_test_find (ask, GTK_TYPE_BUTTON, "_Browse the Data"));
  view = ask_window_get_page (self->window, "browse");
  g_assert_true (gtk_widget_get_mapped (view));
  wait (ASK_BROWSE_VIEW (view));
  list = app_test_find (view, ASK_TYPE_ENTITY_LIST, NULL);

  ask_window_show_page (self->window, "sources");
  sources = ask_window_get_page (self->window, "sources");
  app_test_wait_for_words (sources, "Browse");
  click (app_test_find (sources, GTK_TYPE_BUTTON, "Browse"));
  g_assert_true (gtk_widget_get_mapped (view));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (app_test_find (list, GTK_TYPE_SEARCH_ENTRY, NULL))), ==,
                   "shop");
  g_assert_cmpuint (ask_entity_list_get_n_found (ASK_ENTITY_LIST (list)), ==, 2);

  ask_window_show_page (self->window, "schema");
  schema = ask_window_get_page (self->window, "schema");
  app_test_wait_for_words (schema, "city");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", "city");
  wait (ASK_BROWSE_VIEW (view));
  g_assert_cmpstr (ask_entity_page_get_browse (get_page (ASK_BROWSE_VIEW (view)))->entity, ==, "city");
}

#define PARAMETER(name, required) \
  "{\"name\":\"" name "\",\"in\":\"query\",\"required\":" required ",\"schema\":{\"type\":\"integer\"}}"
#define PAGE "{\"name\":\"page\",\"in\":\"query\",\"schema\":{\"type\":\"integer\",\"default\":1}}"
#define LIST(id, parameters) \
  "{\"get\":{\"operationId\":\"" id "\",\"parameters\":[" parameters "],\"responses\":{\"200\":{\"description\":" \
  "\"A page\",\"content\":{\"application/json\":{\"schema\":{\"type\":\"object\",\"properties\":{\"items\":{" \
  "\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\"}," \
  "\"shelf\":{\"type\":\"integer\"}}}}}}}}}}}}"

/* 500 things, 50 a page; and those of a shelf that has to be named. @never: a page that is not answered */
typedef struct
{
  AskTestServer *server;
  int never;
} Api;

static void
answer (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Api *api = data;
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  g_autofree char *shelf = ask_test_request_dup_param (request, "shelf");
  int n = page != NULL ? atoi (page) : 1;
  g_autoptr (GString) json = g_string_new ("{\"items\":[");

  if (g_str_equal (request->path, "/openapi.json"))
    {
      ask_test_reply_set (reply, 200, "application/json",
                          "{\"openapi\":\"3.0.3\",\"info\":{\"title\":\"Store\",\"version\":\"1\"},\"servers\":[{"
                          "\"url\":\"/v1\"}],\"paths\":{\"/things\":" LIST ("listThings", PAGE) ",\"/shelf\":" LIST (
                            "listShelf", PARAMETER ("shelf", "true")) "}}",
                          -1);
      return;
    }
  if (n == api->never)
    {
      reply->never = TRUE;
      return;
    }
  for (int i = 0; shelf == NULL && n <= 10 && i < 50; i++)
    g_string_append_printf (json, "%s{\"id\":%d,\"shelf\":%d}", i > 0 ? "," : "", (n - 1) * 50 + i + 1, i % 7);
  if (shelf != NULL)
    g_string_append_printf (json, "{\"id\":1,\"shelf\":%s}", shelf);
  g_string_append (json, "]}");
  ask_test_reply_set (reply, 200, "application/json", json->str, -1);
}

static void
serve (AppTest *self, Api *api)
{
  g_autofree char *url = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (GError) error = NULL;

  api->server = ask_test_server_new (answer, api);
  url = ask_test_server_dup_url (api->server, "/openapi.json");
  record = ask_workspace_add_source (workspace, &(AskNewSource) { &ask_rest_kind, "store", url }, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* What nobody looked at yet may be on its way, as the engine reads ahead. */
static void
assert_no_page_twice (AskTestServer *server)
{
  g_autoptr (GPtrArray) requests = ask_test_server_dup_requests (server);
  g_autoptr (GHashTable) pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < requests->len; i++)
    {
      char *page = ask_test_request_dup_param (requests->pdata[i], "page");

      if (page != NULL)
        g_assert_true (g_hash_table_add (pages, page));
    }
  g_assert_cmpuint (g_hash_table_size (pages), >=, 4);
}

static void
test_api (AppTest *self, gconstpointer data)
{
  Api api = { NULL, 0 };
  AskBrowseView *view;

  serve (self, &api);
  view = show (self, "things");
  g_assert_cmpuint (count_rows (view), ==, 100);
  app_test_picture (GTK_WIDGET (self->window), "browse-api");
  g_assert_true (app_test_shows (view, "store · nobody knows how many rows · 2 calls"));
  app_test_picture (GTK_WIDGET (self->window), "browse-api");
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.more", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 200);
  app_test_wait_for_words (view, "store · nobody knows how many rows · 4 calls");
  assert_no_page_twice (api.server);
  g_clear_pointer (&api.server, ask_test_server_free);
}

static void
test_slow_api (AppTest *self, gconstpointer data)
{
  Api api = { NULL, 3 };
  AskBrowseView *view;

  serve (self, &api);
  view = show (self, "things");
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.more", NULL);
  app_test_pause (100);
  g_assert_true (ask_browse_view_is_busy (view));
  g_assert_true (app_test_shows (get_page (view), "Cancel"));
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.cancel", NULL);
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 100);
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "full");
  g_clear_pointer (&api.server, ask_test_server_free);
}

static void
test_parameter (AppTest *self, gconstpointer data)
{
  Api api = { NULL, 0 };
  AskBrowseView *view;
  GtkWidget *entry;

  serve (self, &api);
  view = show (self, "shelf");
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "parameter");
  g_assert_cmpuint (ask_test_server_count (api.server, "/v1/shelf"), ==, 0);
  app_test_picture (GTK_WIDGET (self->window), "browse-parameter");
  entry = app_test_find (GTK_WIDGET (get_page (view)), GTK_TYPE_ENTRY, "shelf");
  gtk_editable_set_text (GTK_EDITABLE (entry), "upper");
  g_signal_emit_by_name (entry, "activate");
  app_test_wait_for_words (view, "“upper” is no number");
  gtk_editable_set_text (GTK_EDITABLE (entry), "4");
  g_signal_emit_by_name (entry, "activate");
  wait (view);
  g_assert_cmpuint (count_rows (view), ==, 1);
  g_assert_true (app_test_shows (view, "shelf is 4  ×"));
  g_clear_pointer (&api.server, ask_test_server_free);
}

/* Nothing is called for a profile before a person says so. */
static void
test_api_profile (AppTest *self, gconstpointer data)
{
  Api api = { NULL, 0 };
  AskBrowseView *view;
  GtkWidget *profile;

  serve (self, &api);
  view = show (self, "things");
  ask_test_server_forget (api.server);
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "profile");
  app_test_pause (100);
  g_assert_cmpuint (ask_test_server_count (api.server, "/v1/things"), ==, 0);
  profile = app_test_find (GTK_WIDGET (view), ASK_TYPE_PROFILE_VIEW, NULL);
  click (app_test_find (profile, GTK_TYPE_BUTTON, "_Read and Profile"));
  wait (view);
  app_test_wait_for_words (profile, "All rows are looked at.");
  g_assert_cmpuint (ask_test_server_count (api.server, "/v1/things"), ==, 11);
  app_test_wait_for_words (profile, "It took 11 calls.");
  g_clear_pointer (&api.server, ask_test_server_free);
}

static gboolean
is_narrow (gpointer window)
{
  return gtk_widget_get_width (window) <= NARROW;
}

static void
test_narrow (AppTest *self, gconstpointer data)
{
  AskBrowseView *view;

  gtk_window_set_default_size (GTK_WINDOW (self->window), NARROW, 700);
  g_assert_true (app_test_wait (is_narrow, self->window));
  view = show (self, "sale");
  app_test_pause (300);
  app_test_picture (GTK_WIDGET (self->window), "browse-narrow");
  ask_entity_page_show_row (get_page (view), 1);
  wait (view);
  app_test_pause (300);
  app_test_picture (GTK_WIDGET (self->window), "browse-narrow-row");
  gtk_widget_activate_action (GTK_WIDGET (get_page (view)), "browse-page.show", "s", "profile");
  wait (view);
  app_test_pause (300);
  app_test_picture (GTK_WIDGET (self->window), "browse-narrow-profile");
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, NARROW);
  /* Back leads to the list. */
  gtk_widget_activate_action (GTK_WIDGET (view), "browse.back", NULL);
  app_test_pause (500);
  app_test_picture (GTK_WIDGET (self->window), "browse-narrow-list");
}

/* A thousand entities: the list makes widgets for what fits on the screen. */
static void
test_many (AppTest *self, gconstpointer data)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  AskBrowseView *view;
  GtkWidget *list, *labels[600];

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (sql, "CREATE TABLE thing_%04u (id INTEGER PRIMARY KEY);", i);
  app_test_add_database (self->path, "many", sql->str);
  view = show (self, "thing_0999");
  list = app_test_find (GTK_WIDGET (view), ASK_TYPE_ENTITY_LIST, NULL);
  g_assert_cmpuint (ask_entity_list_get_n_found (ASK_ENTITY_LIST (list)), ==, 1002);
  g_assert_cmpuint (app_test_find_all (list, GTK_TYPE_LABEL, labels, G_N_ELEMENTS (labels)), <, 400);
  g_assert_cmpstr (ask_entity_page_get_state (get_page (view)), ==, "empty");
}

static AskGridModel *
get_model (AskBrowseView *view)
{
  return ask_grid_get_model (ASK_GRID (app_test_find (GTK_WIDGET (get_page (view)), ASK_TYPE_GRID, NULL)));
}

/* What a person made of the columns is there again, by way of another entity and of another page. */
static void
test_layout (AppTest *self, gconstpointer data)
{
  AskBrowseView *view = show (self, "sale");
  AskGridModel *model = get_model (view);
  guint n = ask_grid_model_get_n_columns (model);

  ask_grid_model_set_width (model, 1, 222);
  ask_grid_model_set_hidden (model, 2, TRUE);
  ask_grid_model_move (model, 0, 1);
  ask_grid_model_set_n_frozen (model, 1);
  show (self, "city");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-page", "s", "ask");
  show (self, "sale");
  g_assert_true (get_model (view) != model);
  model = get_model (view);
  g_assert_cmpint (ask_grid_model_get_width (model, 1), ==, 222);
  g_assert_true (ask_grid_model_is_hidden (model, 2));
  g_assert_cmpuint (ask_grid_model_get_n_shown (model), ==, n - 1);
  g_assert_cmpuint (ask_grid_model_get_column (model, 1), ==, 0);
  g_assert_cmpuint (ask_grid_model_get_n_frozen (model), ==, 1);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 77;
  APP_TEST_ADD ("/app/ask-browse/rows-come-a-page-at-a-time", test_pages, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/the-next-page-comes-near-the-end", test_near_the_end, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-click-on-a-head-orders-all-rows", test_order, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/filters-and-words-of-the-grid-are-of-all-rows", test_wish, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-wish-that-fails-leaves-what-was-seen", test_wish_fails, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/filters-are-added-and-taken-away", test_filter, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-row-leads-to-what-belongs-to-it-and-back", test_related, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/entities-are-found-by-words", test_search, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/an-empty-workspace-says-what-to-do", test_empty, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-browse/a-profile-fills-attribute-by-attribute", test_profile, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-profile-ends-when-it-is-left", test_left, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-source-that-fails-says-why", test_failing, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-question-begins-from-here", test_ask, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/an-api-is-called-once-a-page", test_api, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-browse/a-slow-api-can-be-cancelled", test_slow_api, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-browse/what-an-api-has-to-be-told-is-asked-for", test_parameter, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-browse/an-api-is-profiled-on-a-click-only", test_api_profile, APP_TEST_EMPTY);
  APP_TEST_ADD ("/app/ask-browse/columns-are-as-they-were-left", test_layout, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/other-pages-lead-to-it", test_ways_in, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-narrow-window-has-all-of-it", test_narrow, APP_TEST_SHOP);
  APP_TEST_ADD ("/app/ask-browse/a-thousand-entities-are-listed-quickly", test_many, APP_TEST_SHOP);
  return g_test_run ();
}

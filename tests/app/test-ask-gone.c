/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What runs when its window closes: a job holds its page, so it has to be stopped for the page to go. And what libraries
 * would keep: editors with line numbers, popovers that are open, groups of preferences.
 */
#include "config.h"

#include <gdk/x11/gdkx.h>
#include <gtksourceview/gtksource.h>

#include "app-card.h"
#include "app-form.h"
#include "app-keys.h"
#include "app-test.h"
#include "app/ask-preferences.h"
#include "app/ask/ask-ask-view.h"
#include "app/explore/ask-entity-page.h"
#include "app/query/ask-query-history.h"
#include "app/query/ask-query-view.h"
#include "app/schema/ask-schema-panel.h"
#include "app/schema/ask-schema-view.h"
#include "app/sources/ask-source-card.h"
#include "app/verified/ask-verified-view.h"
#include "source/ask-source-kinds.h"
#include "store/ask-workspace.h"
#include "support/ask-test-living.h"

#define ENDLESS "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c, sale"

static gboolean
is_gone (gpointer part)
{
  return *(gpointer *) part == NULL;
}

/* Closes the window while a job of @part runs. */
static void
check (AppTest *self, GtkWidget *part)
{
  GtkWidget *weak = NULL;

  g_set_weak_pointer (&weak, part);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_gone, &weak));
  self->window = ask_window_new (NULL, self->path);
}

static gboolean
is_running (gpointer part)
{
  if (ASK_IS_QUERY_PANE (part))
    return g_str_equal (ask_query_pane_get_state (part), "running");
  if (ASK_IS_VERIFIED_VIEW (part))
    return ask_verified_view_is_busy (part);
  return g_str_equal (ask_answer_card_get_state (part), "running");
}

static void
wait_until_it_runs (gpointer part)
{
  g_assert_true (app_test_wait (is_running, part));
  app_test_pause (300);
  g_assert_true (is_running (part));
}

static void
test_answer (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card;

  card = ask_ask_view_run (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask")), "Endless", ENDLESS);
  wait_until_it_runs (card);
  check (self, GTK_WIDGET (card));
}

static gboolean
has_pane (gpointer view)
{
  return ask_query_view_get_pane (view) != NULL;
}

static void
test_query (AppTest *self, gconstpointer data)
{
  AskQueryView *view;
  AskQueryPane *pane;

  ask_window_show_page (self->window, "sql");
  view = ASK_QUERY_VIEW (ask_window_get_page (self->window, "sql"));
  g_assert_true (app_test_wait (has_pane, view));
  pane = ask_query_view_get_pane (view);
  ask_sql_editor_set_text (ask_query_pane_get_editor (pane), ENDLESS);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (pane), "queries.run", NULL));
  wait_until_it_runs (pane);
  check (self, GTK_WIDGET (pane));
}

static gboolean
has_question (gpointer view)
{
  return app_test_shows (view, "How long is it?");
}

static void
test_verified (AppTest *self, gconstpointer data)
{
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskVerified) pair = NULL;
  GtkWidget *view;

  g_assert_nonnull (workspace);
  pair = ask_workspace_add_verified (workspace, "How long is it?", ENDLESS, NULL);
  g_assert_nonnull (pair);
  ask_window_show_page (self->window, "verified");
  view = ask_window_get_page (self->window, "verified");
  g_assert_true (app_test_wait (has_question, view));
  g_assert_true (gtk_widget_activate_action (view, "verified-list.run-all", NULL));
  wait_until_it_runs (view);
  check (self, view);
}

/* @silent: (type gint): whether rows are awaited in vain by now */
static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer silent)
{
  if (g_str_equal (request->path, "/openapi.json"))
    ask_test_reply_set (reply, 200, "application/json", APP_FORM_PARCELS (""), -1);
  else if (g_atomic_int_get ((gint *) silent))
    reply->never = TRUE;
  else
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1}]", -1);
}

static gboolean
is_asked (gpointer server)
{
  return ask_test_server_count (server, "/v1/parcels") > 0;
}

/* Rows of an API that is silent by now. */
static void
test_browsing (AppTest *self, gconstpointer data)
{
  gint silent = FALSE;
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &silent);
  g_autofree char *url = ask_test_server_dup_url (server, "/openapi.json");
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, NULL);
  g_autoptr (AskSourceRecord) record = NULL;
  g_autoptr (AskEntityPage) page = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *view;

  record = ask_workspace_add_source (workspace, &(AskNewSource) { ask_source_kinds_find ("openapi"), "parcels", url },
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  g_atomic_int_set (&silent, TRUE);
  ask_test_server_forget (server);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.browse", "s", "parcels");
  view = ask_window_get_page (self->window, "browse");
  g_assert_true (app_test_wait (is_asked, server));
  page = g_object_ref (ASK_ENTITY_PAGE (app_test_find (view, ASK_TYPE_ENTITY_PAGE, NULL)));
  g_assert_true (ask_entity_page_is_busy (page));
  gtk_window_destroy (GTK_WINDOW (self->window));
  /* At once, and not when the source gives up. */
  g_assert_false (ask_entity_page_is_busy (page));
  self->window = ask_window_new (NULL, self->path);
}

static gboolean
is_drawn (gpointer view)
{
  return g_str_equal (ask_schema_view_get_state (view), "full");
}

/* Values of all sources are compared for suggestions, as long as somebody is there to see them. */
static void
test_suggestions (AppTest *self, gconstpointer data)
{
  g_autoptr (GtkWidget) view = NULL;
  gboolean active = FALSE;

  ask_window_show_page (self->window, "schema");
  view = g_object_ref (ask_window_get_page (self->window, "schema"));
  g_assert_true (app_test_wait (is_drawn, view));
  g_object_set (view, "suggestions", TRUE, NULL);
  g_object_get (view, "suggestions", &active, NULL);
  g_assert_true (active);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_object_get (view, "suggestions", &active, NULL);
  g_assert_false (active);
  self->window = ask_window_new (NULL, self->path);
}

/* GTK may hold what was under the pointer last: the box beside the canvas. */
static void
test_side (AppTest *self, gconstpointer data)
{
  g_autoptr (GtkWidget) held = NULL;
  GtkWidget *view, *canvas = NULL;

  ask_window_show_page (self->window, "schema");
  view = ask_window_get_page (self->window, "schema");
  g_assert_true (app_test_wait (is_drawn, view));
  g_set_weak_pointer (&canvas, GTK_WIDGET (ask_schema_view_get_canvas (ASK_SCHEMA_VIEW (view))));
  held = g_object_ref (gtk_widget_get_parent (app_test_find (view, ASK_TYPE_SCHEMA_PANEL, NULL)));
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_gone, &canvas));
  self->window = ask_window_new (NULL, self->path);
}

#define MAX_PARTS 64

typedef struct
{
  GtkWidget *parts[MAX_PARTS]; /* weak */
  guint n;
} Parts;

static gboolean
are_gone (gpointer data)
{
  const Parts *parts = data;

  for (guint i = 0; i < parts->n; i++)
    if (parts->parts[i] != NULL)
      return FALSE;
  return TRUE;
}

/* Closes @window, whose parts of @type go with it. */
static void
check_parts (GtkWidget *window, GType type)
{
  Parts parts = { 0 };

  parts.n = app_test_find_all (window, type, parts.parts, MAX_PARTS);
  g_assert_cmpuint (parts.n, >, 0);
  for (guint i = 0; i < parts.n; i++)
    g_object_add_weak_pointer (G_OBJECT (parts.parts[i]), (gpointer *) &parts.parts[i]);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (app_test_wait (are_gone, &parts));
}

static gboolean
is_view (GObject *object)
{
  return GTK_SOURCE_IS_VIEW (object);
}

static void
test_editor (AppTest *self, gconstpointer data)
{
  AskQueryView *view;
  AskSqlEditor *editor;
  GtkWidget *view_of_text;
  GtkTextBuffer *buffer = NULL;
  g_autofree char *kept = NULL;

  ask_window_show_page (self->window, "sql");
  view = ASK_QUERY_VIEW (ask_window_get_page (self->window, "sql"));
  g_assert_true (app_test_wait (has_pane, view));
  editor = ask_query_pane_get_editor (ask_query_view_get_pane (view));
  ask_sql_editor_set_text (editor, "SELECT city FROM sale WHERE ");
  ask_sql_editor_set_cursor (editor, 28);
  ask_sql_editor_complete (editor);
  app_test_pause (500);
  view_of_text = app_test_find (GTK_WIDGET (editor), GTK_SOURCE_TYPE_VIEW, NULL);
  g_assert_true (gtk_source_view_get_show_line_numbers (GTK_SOURCE_VIEW (view_of_text)));
  /* What is only disposed of clears weak pointers to the view; the buffer goes when the view is finalized. */
  g_set_weak_pointer (&buffer, gtk_text_view_get_buffer (GTK_TEXT_VIEW (view_of_text)));
  /* A tab of its own was drawn, too. */
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (view), "queries.new", NULL));
  app_test_pause (300);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_true (app_test_wait (is_gone, &buffer));
  kept = ask_test_living_describe (0, is_view);
  g_assert_cmpstr (kept, ==, NULL);
  self->window = ask_window_new (NULL, self->path);
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget);
}

static GtkWidget *
open_history (AppTest *self)
{
  GtkWidget *view, *history, *button;

  ask_window_show_page (self->window, "sql");
  view = ask_window_get_page (self->window, "sql");
  g_assert_true (app_test_wait (has_pane, view));
  history = app_test_find (view, ASK_TYPE_QUERY_HISTORY, NULL);
  g_assert_nonnull (history);
  button = gtk_widget_get_ancestor (history, GTK_TYPE_MENU_BUTTON);
  /* A page that is turned to is mapped with the next frame, and a popover with the one behind that. */
  g_assert_true (app_test_wait (is_mapped, button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  g_assert_true (app_test_wait (is_mapped, history));
  return history;
}

static void
test_popover (AppTest *self, gconstpointer data)
{
  open_history (self);
  check_parts (GTK_WIDGET (self->window), GTK_TYPE_POPOVER);
  self->window = ask_window_new (NULL, self->path);
}

static void
note_told (gpointer told)
{
  *(gboolean *) told = TRUE;
}

/* The popover stands in a part of a window, which is taken out of it. */
static void
test_popover_of_a_part (AppTest *self, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *weak = NULL;

  gtk_popover_set_child (GTK_POPOVER (popover), gtk_entry_new ());
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_box_append (GTK_BOX (box), button);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (app_test_wait (is_mapped, button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  g_assert_true (app_test_wait (is_mapped, popover));
  g_set_weak_pointer (&weak, popover);
  gtk_box_remove (GTK_BOX (box), button);
  g_assert_true (app_test_wait (is_gone, &weak));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A menu that is open, with the keyboard in it, is exchanged for another one, as a tile's is when a board is arranged. */
static void
test_popover_exchanged (AppTest *self, gconstpointer data)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *weak = NULL;

  g_menu_append (menu, "One", "x.y");
  g_menu_append (menu, "Two", "x.y");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_window_set_child (GTK_WINDOW (window), button);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (app_test_wait (is_mapped, button));
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *popover = GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)));

      gtk_menu_button_popup (GTK_MENU_BUTTON (button));
      g_assert_true (app_test_wait (is_mapped, popover));
      app_test_pause (100);
      g_set_weak_pointer (&weak, popover);
      gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
      gtk_widget_grab_focus (button);
      g_assert_true (app_test_wait (is_gone, &weak));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* As the menu of a header bar is, as soon as it hears that it is closed. What stands around it is unmapped all the same. */
static void
test_popover_let_go (AppTest *self, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *before = gtk_button_new_with_label ("before");
  GtkWidget *behind = gtk_button_new_with_label ("behind");
  g_autoptr (GtkWidget) popover = g_object_ref_sink (gtk_popover_new ());
  gboolean told = FALSE;

  /* One that takes the pointer would have GDK look for it in what is gone. */
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_box_append (GTK_BOX (box), before);
  gtk_widget_set_parent (popover, box);
  gtk_box_append (GTK_BOX (box), behind);
  g_signal_connect_swapped (popover, "closed", G_CALLBACK (note_told), &told);
  g_signal_connect (popover, "closed", G_CALLBACK (gtk_widget_unparent), NULL);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (app_test_wait (is_mapped, behind));
  gtk_popover_popup (GTK_POPOVER (popover));
  g_assert_true (app_test_wait (is_mapped, popover));
  gtk_widget_set_visible (box, FALSE);
  g_assert_false (gtk_widget_get_mapped (before));
  g_assert_false (gtk_widget_get_mapped (popover));
  g_assert_false (gtk_widget_get_mapped (behind));
  g_assert_true (told);
  g_assert_null (gtk_widget_get_parent (popover));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The menu that GTK itself shows where no window manager is. */
static void
test_menu_of_a_header_bar (AppTest *self, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *menu = NULL;

  gtk_window_set_titlebar (GTK_WINDOW (window), gtk_header_bar_new ());
  gtk_window_set_default_size (GTK_WINDOW (window), 500, 300);
  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (300);
  if (app_keys_are_there ())
    {
      app_keys_run (window, "getwindowfocus mousemove --window %1 250 40 sleep 0.2 click 3 sleep 0.3");
      g_set_weak_pointer (&menu, app_test_find (window, GTK_TYPE_POPOVER, NULL));
      g_assert_nonnull (menu);
      g_assert_true (gtk_widget_get_mapped (menu));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_true (app_test_wait (is_gone, &menu));
}

/* Each window of pages, once. */
static void
test_preferences (AppTest *self, gconstpointer data)
{
  GtkWidget *window = ask_preferences_new (ask_window_get_session (self->window), NULL);

  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (300);
  check_parts (window, ADW_TYPE_PREFERENCES_GROUP);
}

static gboolean
has_card (gpointer test)
{
  return app_form_find_card (test, "shop") != NULL;
}

static void
test_desk (AppTest *self, gconstpointer data)
{
  GtkWidget *window;

  ask_window_show_page (self->window, "sources");
  g_assert_true (app_test_wait (has_card, self));
  window = ask_source_card_open (app_form_find_card (self, "shop"), NULL);
  app_test_pause (500);
  check_parts (window, ADW_TYPE_PREFERENCES_GROUP);
}

/* No window manager runs here, so that GDK itself moves the window whose header bar is dragged. */
static void
test_dragged (AppTest *self, gconstpointer data)
{
  GtkWidget *other = gtk_window_new ();

  if (!app_keys_are_there ())
    {
      g_test_skip ("xdotool is not installed.");
      gtk_window_destroy (GTK_WINDOW (other));
      return;
    }
  gtk_window_present (GTK_WINDOW (other));
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (300);
  app_keys_run (GTK_WIDGET (self->window), "getwindowfocus mousemove --window %1 300 20 mousedown 1 "
                                           "mousemove_relative 40 40 sleep 0.2 mousemove_relative 10 10");
  gtk_window_destroy (GTK_WINDOW (self->window));
  app_keys_run (other, "mousemove_relative 20 20 sleep 0.2 mouseup 1");
  gtk_window_destroy (GTK_WINDOW (other));
  self->window = ask_window_new (NULL, self->path);
}

/* An error comes when the server is next listened to, while GDK may await another one. */
static void
test_late (AppTest *self, gconstpointer data)
{
  GdkDisplay *display = gdk_display_get_default ();

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  XMoveWindow (gdk_x11_display_get_xdisplay (display), G_MAXUINT32 >> 4, 10, 10);
  gdk_x11_display_error_trap_push (display);
  gdk_display_sync (display);
  g_assert_cmpint (gdk_x11_display_error_trap_pop (display), ==, 0);
  G_GNUC_END_IGNORE_DEPRECATIONS
}

static gboolean
is_menu (GObject *object)
{
  return G_IS_MENU_MODEL (object);
}

static gboolean
has_no_menu (gpointer since)
{
  g_autofree char *kept = ask_test_living_describe (*(guint *) since, is_menu);

  return kept == NULL;
}

/* Sections of menus go with what they were the menus of: a window, an answer's card, a part that is made and let go of. */
static void
test_menus (AppTest *self, gconstpointer data)
{
  g_autofree char *kept = NULL;
  guint since;

  app_card_ask (self->window, "Sales by city", "answer");
  gtk_window_destroy (GTK_WINDOW (self->window));
  if (!app_test_wait (has_no_menu, &self->born))
    {
      kept = ask_test_living_describe (self->born, is_menu);
      g_error ("Menus are kept:\n%s", kept);
    }
  self->window = ask_window_new (NULL, self->path);
  gtk_window_present (GTK_WINDOW (self->window));
  since = ask_test_living_mark ();
  /* Sections within sections, and below a submenu. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GMenu) menu = g_menu_new ();
      g_autoptr (GMenu) outer = g_menu_new ();
      g_autoptr (GMenu) inner = g_menu_new ();
      GtkWidget *popover;

      g_menu_append (inner, "x", NULL);
      g_menu_append_section (outer, NULL, G_MENU_MODEL (inner));
      g_menu_append_section (menu, NULL, G_MENU_MODEL (outer));
      g_menu_append_submenu (menu, "y", G_MENU_MODEL (outer));
      popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
      gtk_widget_set_parent (popover, GTK_WIDGET (self->window));
      gtk_widget_unparent (popover);
    }
  g_assert_true (app_test_wait (has_no_menu, &since));
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-gone/" name, func, APP_TEST_SHOP)
  ADD ("an-answer-is-stopped", test_answer);
  ADD ("a-query-is-stopped", test_query);
  ADD ("verified-questions-are-stopped", test_verified);
  ADD ("rows-that-never-come-are-awaited-no-longer", test_browsing);
  ADD ("suggestions-are-looked-for-no-longer", test_suggestions);
  ADD ("what-stands-beside-the-canvas-keeps-it-not", test_side);
  ADD ("an-editor-with-line-numbers-goes", test_editor);
  ADD ("a-popover-that-is-open-goes", test_popover);
  ADD ("a-popover-goes-with-its-part", test_popover_of_a_part);
  ADD ("a-popover-that-is-let-go-spoils-nothing", test_popover_let_go);
  ADD ("a-menu-that-is-exchanged-goes", test_popover_exchanged);
  ADD ("the-menu-of-a-header-bar-goes", test_menu_of_a_header_bar);
  ADD ("sections-of-menus-go", test_menus);
  ADD ("groups-of-preferences-go", test_preferences);
  ADD ("groups-of-a-source-go", test_desk);
  ADD ("a-window-that-is-dragged-closes", test_dragged);
  ADD ("an-error-that-comes-late-ends-nothing", test_late);
#undef ADD
  return g_test_run ();
}

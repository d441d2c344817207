/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A chart that is worked with: pointed at by pointer and by keys, changed, zoomed and taken back, and found again as it was
 * left. Real motion and real keys go through the X server.
 */
#include "config.h"

#include <gdk/x11/gdkx.h>
#include <math.h>
#include <string.h>

#include "app-card.h"
#include "app-keys.h"
#include "app-test.h"
#include "app/ask/ask-ask-view.h"
#include "app/charts/ask-chart-desk.h"
#include "app/charts/ask-chart-dress.h"
#include "app/charts/ask-chart-panel.h"
#include "app/charts/ask-chart-saver.h"
#include "app/charts/ask-palette-row.h"
#include "chart/ask-chart-places.h"
#include "store/ask-workspace-looks.h"

static AskAnswerCard *
ask (AppTest *self, const char *question)
{
  AskAnswerCard *card = app_card_ask (self->window, question, "answer");

  app_test_pause (100);
  return card;
}

static AskChartDesk *
get_desk (AskAnswerCard *card)
{
  return ASK_CHART_DESK (app_test_find (GTK_WIDGET (card), ASK_TYPE_CHART_DESK, NULL));
}

static gboolean
has_size (gpointer widget)
{
  return gtk_widget_get_width (widget) > 100 && gtk_widget_get_height (widget) > 100;
}

static AskChartDesk *
show (AppTest *self, const char *question)
{
  AskChartDesk *desk = get_desk (ask (self, question));

  g_assert_true (app_test_wait (has_size, ask_chart_desk_get_view (desk)));
  return desk;
}

/* Where a place is in the window, in its pixels. */
static void
find_on_window (AskChartView *view, const AskChartPick *pick, int *x, int *y)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (view)));
  double wx, wy, dx, dy;

  g_assert_true (ask_chart_view_get_middle (view, pick, &wx, &wy));
  g_assert_true (gtk_widget_translate_coordinates (GTK_WIDGET (view), window, wx, wy, &wx, &wy));
  gtk_native_get_surface_transform (GTK_NATIVE (window), &dx, &dy);
  *x = (int) (wx + dx);
  *y = (int) (wy + dy);
}

static gulong
get_xid (AskChartView *view)
{
  gulong xid;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  xid = gdk_x11_surface_get_xid (gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (view))));
  G_GNUC_END_IGNORE_DEPRECATIONS
  return xid;
}

static void
move_to (AskChartView *view, const AskChartPick *pick, const char *more)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (view)));
  g_autofree char *commands = NULL;
  int x, y;

  find_on_window (view, pick, &x, &y);
  commands = g_strdup_printf ("mousemove --window %lu %d %d mousemove_relative 1 0%s%s", get_xid (view), x, y,
                              *more != '\0' ? " " : "", more);
  app_keys_run (window, commands);
}

static AskChartPick
get_hovered (AskChartView *view)
{
  AskChartPick pick = { G_MAXSIZE, -1 };

  return ask_chart_view_get_hovered (view, &pick) ? pick : (AskChartPick) { G_MAXSIZE, -1 };
}

/* The pointer over a bar shows what it is, as a tip and in words. */
static void
test_motion (AppTest *self, gconstpointer data)
{
  AskChartView *view;
  AskChartDesk *desk;
  g_autofree char *words = NULL;

  if (!app_keys_are_there ())
    return;
  desk = show (self, "Sales by city");
  view = ask_chart_desk_get_view (desk);
  move_to (view, &(AskChartPick) { 1, 0 }, "");
  g_assert_cmpuint (get_hovered (view).place, ==, 1);
  words = ask_chart_dup_place_text (ask_chart_desk_get_chart (desk), &(AskChartPick) { 1, 0 });
  g_assert_true (g_str_has_prefix (words, "Porto: sales 1"));
  g_assert_true (app_test_shows (view, "Porto"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  app_test_picture (GTK_WIDGET (self->window), "chart-hover");
  move_to (view, &(AskChartPick) { 2, 0 }, "");
  g_assert_cmpuint (get_hovered (view).place, ==, 2);
}

/* Arrows walk the places, and Enter chooses one. */
static void
test_keys (AppTest *self, gconstpointer data)
{
  AskChartView *view;
  AskChartPick pick;

  if (!app_keys_are_there ())
    return;
  view = ask_chart_desk_get_view (show (self, "Sales by month"));
  gtk_widget_grab_focus (GTK_WIDGET (view));
  /* The pointer of the test before may lie on the chart. */
  app_keys_run (GTK_WIDGET (self->window), "mousemove 1275 895");
  app_keys_run (GTK_WIDGET (self->window), "key Home");
  g_assert_cmpuint (get_hovered (view).place, ==, 0);
  app_keys_run (GTK_WIDGET (self->window), "key Right key Right");
  g_assert_cmpuint (get_hovered (view).place, ==, 2);
  app_keys_run (GTK_WIDGET (self->window), "key End");
  g_assert_cmpuint (get_hovered (view).place, ==, 11);
  app_keys_run (GTK_WIDGET (self->window), "key Home");
  g_assert_cmpuint (get_hovered (view).place, ==, 0);
  app_keys_run (GTK_WIDGET (self->window), "key Return");
  g_assert_true (ask_chart_view_get_selected (view, &pick));
  g_assert_cmpuint (pick.place, ==, 0);
  app_test_wait_for_words (self->window, "Show the rows behind this");
  app_test_picture (GTK_WIDGET (self->window), "chart-menu");
  app_keys_run (GTK_WIDGET (self->window), "key Escape");
}

static gboolean
is_zoomed (gpointer desk)
{
  return ask_chart_look_is_zoomed (ask_chart_desk_get_look (desk));
}

static gboolean
is_whole (gpointer desk)
{
  return !is_zoomed (desk);
}

/* A drag zooms to the months that it covers, and a double click shows all again. */
static void
test_zoom (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk;
  AskChartView *view;
  g_autofree char *commands = NULL;
  AskChartPick first = { 3, -1 }, last = { 7, -1 };
  int x1, x2, y1, y2;

  if (!app_keys_are_there ())
    return;
  desk = show (self, "Sales by month");
  view = ask_chart_desk_get_view (desk);
  find_on_window (view, &first, &x1, &y1);
  find_on_window (view, &last, &x2, &y2);
  commands
    = g_strdup_printf ("mousemove --window %lu %d %d mousedown 1 mousemove_relative 10 0 mousemove --window %lu %d %d "
                       "mousemove_relative 2 0 mouseup 1",
                       get_xid (view), x1 - 4, y1, get_xid (view), x2 + 4, y2);
  app_keys_run (GTK_WIDGET (self->window), commands);
  g_assert_true (app_test_wait (is_zoomed, desk));
  app_test_picture (GTK_WIDGET (self->window), "chart-zoomed");
  g_assert_false (ask_chart_view_get_middle (view, &(AskChartPick) { 1, -1 }, &(double) { 0 }, &(double) { 0 }));
  g_assert_true (ask_chart_view_get_middle (view, &(AskChartPick) { 5, -1 }, &(double) { 0 }, &(double) { 0 }));
  move_to (view, &(AskChartPick) { 5, -1 }, "click --repeat 2 --delay 60 1");
  g_assert_true (app_test_wait (is_whole, desk));
}

/* As a machine that is slow with the first click: the second is long in the queue when it is looked at. */
static void
dawdle (GtkGestureClick *click, int n_press, double x, double y, int *left)
{
  int time = 400;

  g_object_get (gtk_settings_get_default (), "gtk-double-click-time", &time, NULL);
  if ((*left)-- > 0)
    g_usleep ((gulong) (time + 200) * 1000);
}

/* Whether two clicks are one double click, the hand decides, and not how long the window takes for the first. */
static void
test_slow (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk;
  AskChartView *view;
  GtkGesture *click = gtk_gesture_click_new ();
  int left = 1;
  AskChartPick pick;

  if (!app_keys_are_there ())
    {
      g_object_unref (click);
      return;
    }
  desk = show (self, "Sales by month");
  view = ask_chart_desk_get_view (desk);
  ask_chart_view_zoom (view, 2, 8);
  g_assert_true (is_zoomed (desk));
  g_signal_connect (click, "released", G_CALLBACK (dawdle), &left);
  gtk_widget_add_controller (gtk_widget_get_parent (GTK_WIDGET (view)), GTK_EVENT_CONTROLLER (click));
  move_to (view, &(AskChartPick) { 5, -1 }, "click --repeat 2 --delay 60 1");
  g_assert_true (app_test_wait (is_whole, desk));
  g_assert_cmpint (left, <, 0);
  g_assert_false (ask_chart_view_get_selected (view, &pick));
}

static gboolean
is_pie (gpointer desk)
{
  return ask_chart_get_kind (ask_chart_desk_get_chart (desk)) == ASK_CHART_PIE;
}

static gboolean
is_no_pie (gpointer desk)
{
  return !is_pie (desk);
}

static char *
get_kept_look (AppTest *self, gint64 id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->path, &error);
  char *look = NULL;

  g_assert_no_error (error);
  g_assert_true (ask_workspace_get_look (workspace, id, &look, &error));
  return look;
}

typedef struct
{
  AppTest *test;
  gint64 id;
  const char *part; /* NULL: nothing is kept */
} Kept;

static gboolean
is_kept (gpointer data)
{
  const Kept *kept = data;
  g_autofree char *look = get_kept_look (kept->test, kept->id);

  return kept->part == NULL ? look == NULL : look != NULL && strstr (look, kept->part) != NULL;
}

/* What is changed stays with the answer, and is there when it is opened again; Undo takes it back. */
static void
test_kept (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by city");
  AskAskView *page = ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
  gint64 id = ask_answer_card_get_answer (card)->history_id;
  AskChartDesk *desk = get_desk (card);
  g_autoptr (AskChartLook) look = ask_chart_look_new ();

  look->kind = g_strdup ("pie");
  look->title = g_strdup ("Where we sell");
  ask_chart_desk_set_look (desk, look);
  g_assert_true (app_test_wait (is_pie, desk));
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, id, "\"pie\"" }));
  app_test_picture (GTK_WIDGET (self->window), "chart-changed");
  g_signal_emit_by_name (card, "closed");
  card = ask_ask_view_open (page, id);
  app_card_wait (card, NULL);
  app_test_pause (100);
  desk = get_desk (card);
  g_assert_true (is_pie (desk));
  g_assert_cmpstr (ask_chart_get_title (ask_chart_desk_get_chart (desk)), ==, "Where we sell");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.reset", NULL));
  g_assert_true (app_test_wait (is_no_pie, desk));
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, id, NULL }));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.undo", NULL));
  g_assert_true (app_test_wait (is_pie, desk));
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, id, "Where we sell" }));
}

/* The row of a kind, by what it is called. */
static GtkWidget *
find_row (GtkWidget *root, const char *title)
{
  GtkWidget *rows[200];
  guint n = app_test_find_all (root, ADW_TYPE_ACTION_ROW, rows, G_N_ELEMENTS (rows));

  for (guint i = 0; i < n; i++)
    if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (rows[i])), title))
      return rows[i];
  return NULL;
}

static gboolean
has_kinds (gpointer panel)
{
  return find_row (panel, "Pie") != NULL;
}

/* The panel offers what can be drawn, says why other kinds cannot, and draws what is chosen. */
static void
test_panel (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  GtkWidget *change = app_test_find (GTK_WIDGET (desk), GTK_TYPE_MENU_BUTTON, NULL), *panel, *candles;
  GtkWidget *entries[10];

  gtk_menu_button_popup (GTK_MENU_BUTTON (change));
  panel = app_test_find (GTK_WIDGET (desk), ASK_TYPE_CHART_PANEL, NULL);
  g_assert_true (app_test_wait (has_kinds, panel));
  app_test_pause (200);
  app_test_picture (GTK_WIDGET (self->window), "chart-panel");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (app_test_find (panel, GTK_TYPE_SPIN_BUTTON, NULL))), ==,
                   "Automatic");
  candles = find_row (panel, "Candles");
  g_assert_false (gtk_widget_get_sensitive (candles));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (candles)), "open, high, low and close"));
  g_assert_true (gtk_widget_get_sensitive (find_row (panel, "Pie")));
  g_signal_emit_by_name (find_row (panel, "Pie"), "activated");
  g_assert_true (app_test_wait (is_pie, desk));
  g_assert_cmpuint (app_test_find_all (panel, ADW_TYPE_ENTRY_ROW, entries, 10), >=, 5);
  gtk_editable_set_text (GTK_EDITABLE (entries[0]), "A title of ours");
  g_signal_emit_by_name (entries[0], "apply");
  g_assert_cmpstr (ask_chart_get_title (ask_chart_desk_get_chart (desk)), ==, "A title of ours");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (change));
  app_test_pause (100);
}

/* Whether the keyboard is at the row of this name, or at something in it. */
static gboolean
is_at_row (AppTest *self, const char *title)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->window));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, ADW_TYPE_PREFERENCES_ROW) : NULL;

  return row != NULL && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title);
}

static void
go_to_row (AppTest *self, const char *key, const char *title)
{
  g_autofree char *command = g_strdup_printf ("key %s", key);

  for (guint i = 0; i < 30 && !is_at_row (self, title); i++)
    app_keys_run (GTK_WIDGET (self->window), command);
  if (!is_at_row (self, title))
    g_error ("%s never leads to “%s”", key, title);
}

/* What the panel shows comes from a job, after the keyboard was put into it. Its rows are reached all the same. */
static void
test_panel_keys (AppTest *self, gconstpointer data)
{
  static const char *const titles[] = { "Along the axis", "Series", "Order", "Names at most", "Title",
                                        "Title of the value axis", "To", "sales" };
  AskChartDesk *desk = show (self, "Sales by city");
  GtkWidget *change = app_test_find (GTK_WIDGET (desk), GTK_TYPE_MENU_BUTTON, NULL), *panel;

  if (!app_keys_are_there ())
    return;
  gtk_widget_grab_focus (change);
  app_keys_run (GTK_WIDGET (self->window), "key Return");
  panel = app_test_find (GTK_WIDGET (desk), ASK_TYPE_CHART_PANEL, NULL);
  g_assert_true (app_test_wait (has_kinds, panel));
  app_test_pause (100);
  g_assert_true (is_at_row (self, "Kind"));
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    go_to_row (self, "Tab", titles[i]);
  go_to_row (self, "shift+Tab", "Kind");
  app_keys_run (GTK_WIDGET (self->window), "key Return");
  go_to_row (self, "Down", "Pie");
  app_keys_run (GTK_WIDGET (self->window), "key Return");
  g_assert_true (app_test_wait (is_pie, desk));
  app_test_pause (300);
  g_assert_true (is_at_row (self, "Kind"));
  go_to_row (self, "Tab", "Along the axis");
  app_keys_run (GTK_WIDGET (self->window), "key Escape");
  g_assert_false (gtk_widget_get_mapped (panel));
  /* The button has it again. */
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self->window)) != NULL
                 && gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (self->window)), GTK_TYPE_MENU_BUTTON) == change);
}

/* A button for a colour may go while its dialog is there. */
static void
test_color (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  GtkWidget *change = app_test_find (GTK_WIDGET (desk), GTK_TYPE_MENU_BUTTON, NULL), *panel, *color, *dialog;
  GtkScrolledWindow *scroller;

  gtk_menu_button_popup (GTK_MENU_BUTTON (change));
  panel = app_test_find (GTK_WIDGET (desk), ASK_TYPE_CHART_PANEL, NULL);
  g_assert_true (app_test_wait (has_kinds, panel));
  color = app_test_find (panel, GTK_TYPE_BUTTON, "Colour of sales");
  g_assert_nonnull (color);
  scroller = GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (color, GTK_TYPE_SCROLLED_WINDOW));
  app_test_pause (200);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (scroller), G_MAXINT);
  app_test_picture (GTK_WIDGET (gtk_widget_get_native (color)), "chart-colors");
  g_signal_emit_by_name (color, "clicked");
  dialog = app_test_wait_for_window (GTK_TYPE_COLOR_CHOOSER_DIALOG);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  /* Another kind has another list of colours. */
  g_signal_emit_by_name (find_row (panel, "Pie"), "activated");
  g_assert_true (app_test_wait (is_pie, desk));
  app_test_wait_for_no_window (GTK_TYPE_COLOR_CHOOSER_DIALOG);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (change));
  app_test_pause (100);
}

/* Opens the dialog for the first colour of a chart's panel. */
static GtkWidget *
open_color (AskChartDesk *desk, GtkWidget **change)
{
  GtkWidget *panel;

  *change = app_test_find (GTK_WIDGET (desk), GTK_TYPE_MENU_BUTTON, NULL);
  gtk_menu_button_popup (GTK_MENU_BUTTON (*change));
  panel = app_test_find (GTK_WIDGET (desk), ASK_TYPE_CHART_PANEL, NULL);
  g_assert_true (app_test_wait (has_kinds, panel));
  g_signal_emit_by_name (app_test_find (panel, GTK_TYPE_BUTTON, "Colour of sales"), "clicked");
  return app_test_wait_for_window (GTK_TYPE_COLOR_CHOOSER_DIALOG);
}

/* What is chosen is drawn; the list of colours is made anew while its dialog still speaks. */
static void
test_color_chosen (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  GtkWidget *change, *dialog = open_color (desk, &change);
  GdkRGBA color = { 0.2f, 0.4f, 0.6f, 1 };
  GHashTableIter iter;
  gpointer packed = NULL;

  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (dialog), &color);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_OK);
  g_hash_table_iter_init (&iter, ask_chart_desk_get_look (desk)->colors);
  g_assert_true (g_hash_table_iter_next (&iter, NULL, &packed));
  g_assert_cmphex (GPOINTER_TO_UINT (packed), ==, 0x336699);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (change));
  app_test_pause (100);
}

/* The answer may go while a colour is being chosen: its dialog goes with it, and what is chosen then is nothing. */
static void
test_color_forgotten (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by city");
  GtkWidget *change;
  g_autoptr (GtkWidget) dialog = NULL;

  g_assert_true (app_test_wait (has_size, ask_chart_desk_get_view (get_desk (card))));
  dialog = g_object_ref (open_color (get_desk (card), &change));
  g_signal_emit_by_name (card, "closed");
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_OK);
  app_test_wait_for_no_window (GTK_TYPE_COLOR_CHOOSER_DIALOG);
}

/* Two panels may list a series of the same name: the dialog of one is not the other's to close. */
static void
test_color_twice (AppTest *self, gconstpointer data)
{
  AskAnswerCard *first = ask (self, "Sales by city");
  AskChartDesk *desk;
  GtkWidget *changes[2], *dialog;

  g_assert_true (app_test_wait (has_size, ask_chart_desk_get_view (get_desk (first))));
  dialog = open_color (get_desk (first), &changes[0]);
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (changes[0]));
  app_test_pause (100);
  desk = show (self, "Sales by city");
  g_assert_true (desk != get_desk (first));
  dialog = open_color (desk, &changes[1]);
  g_signal_emit_by_name (first, "closed");
  app_test_pause (100);
  g_assert_true (gtk_widget_get_visible (dialog));
  gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
  gtk_menu_button_popdown (GTK_MENU_BUTTON (changes[1]));
  app_test_pause (100);
}

/* A digit is an entry of the legend; pressed again, it is shown again. */
static void
test_legend (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  AskChartView *view = ask_chart_desk_get_view (desk);
  g_autoptr (AskChartLook) look = ask_chart_look_new ();
  g_autofree char *name = NULL;

  if (!app_keys_are_there ())
    return;
  look->kind = g_strdup ("pie");
  ask_chart_desk_set_look (desk, look);
  g_assert_true (app_test_wait (is_pie, desk));
  name = ask_chart_dup_key (ask_chart_desk_get_chart (desk), 1);
  gtk_widget_grab_focus (GTK_WIDGET (view));
  app_keys_run (GTK_WIDGET (self->window), "key 2");
  g_assert_true (ask_chart_look_is_hidden (ask_chart_desk_get_look (desk), name));
  app_test_looks (GTK_WIDGET (self->window), "chart-hidden");
  app_keys_run (GTK_WIDGET (self->window), "key 2");
  g_assert_false (ask_chart_look_is_hidden (ask_chart_desk_get_look (desk), name));
}

static gboolean
file_is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
read_texture (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(GdkTexture **) data = gdk_clipboard_read_texture_finish (GDK_CLIPBOARD (source), result, &error);
  g_assert_no_error (error);
}

static gboolean
is_set (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* The clipboard gets a picture, and a file is as large as was chosen. */
static void
test_out (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  AskChart *chart = ask_chart_desk_get_chart (desk);
  AskAnswer *answer
    = ask_answer_card_get_answer (ask_ask_view_get_newest (ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"))));
  g_autofree char *path = g_build_filename (self->folder, "chart", NULL);
  g_autofree char *named = g_strconcat (path, ".png", NULL);
  g_autofree char *bytes = NULL;
  GdkTexture *texture = NULL;
  GtkWidget *saver, *spins[3];
  gsize length;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.copy", NULL));
  gdk_clipboard_read_texture_async (gtk_widget_get_clipboard (GTK_WIDGET (desk)), NULL, read_texture, &texture);
  g_assert_true (app_test_wait (is_set, &texture));
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 1920);
  g_object_unref (texture);
  saver = ask_chart_saver_new (&(AskChartAsked) { answer->rows, answer->question, answer->wish },
                               ask_chart_get_look (chart), ask_chart_get_title (chart));
  gtk_window_present (GTK_WINDOW (saver));
  app_test_pause (100);
  app_test_picture (saver, "chart-saver");
  g_assert_cmpuint (app_test_find_all (saver, GTK_TYPE_SPIN_BUTTON, spins, 3), ==, 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spins[0]), 400);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spins[1]), 300);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spins[2]), 2);
  ask_chart_saver_save (ASK_CHART_SAVER (saver), path);
  g_assert_true (app_test_wait (file_is_there, named));
  app_test_wait_for_words (saver, "Chart saved");
  g_assert_true (g_file_get_contents (named, &bytes, &length, NULL));
  g_assert_cmpuint ((guint8) bytes[18] * 256u + (guint8) bytes[19], ==, 800);
  g_assert_cmpuint ((guint8) bytes[22] * 256u + (guint8) bytes[23], ==, 600);
  gtk_window_destroy (GTK_WINDOW (saver));
}

static gboolean
is_screen (gpointer found)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (!ASK_IS_WINDOW (window) && app_test_find (window, ASK_TYPE_CHART_DESK, NULL) != NULL)
        {
          *(GtkWidget **) found = window;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_no_screen (gpointer found)
{
  return !is_screen (found);
}

/* On all of the screen the chart works as in the card, and what is changed there is changed here. */
static void
test_screen (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city"), *large;
  g_autoptr (AskChartLook) look = ask_chart_look_new ();
  GtkWidget *screen = NULL;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.fullscreen", NULL));
  g_assert_true (app_test_wait (is_screen, &screen));
  app_test_pause (200);
  app_test_picture (screen, "chart-screen");
  large = ASK_CHART_DESK (app_test_find (screen, ASK_TYPE_CHART_DESK, NULL));
  look->kind = g_strdup ("pie");
  ask_chart_desk_set_look (large, look);
  g_assert_true (app_test_wait (is_pie, desk));
  gtk_window_close (GTK_WINDOW (screen));
  g_assert_true (app_test_wait (is_no_screen, &screen));
}

/* The rows behind a part are shown, as many as the menu says. */
static void
test_rows (AppTest *self, gconstpointer data)
{
  AskChartDesk *desk = show (self, "Sales by city");
  AskChartView *view = ask_chart_desk_get_view (desk);
  GtkWidget *window;

  if (!app_keys_are_there ())
    return;
  move_to (view, &(AskChartPick) { 0, 0 }, "click 1");
  app_test_wait_for_words (self->window, "Show this row");
  app_keys_run (GTK_WIDGET (self->window), "key Escape");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.rows", NULL));
  app_test_pause (200);
  window = app_test_find_toplevel (ADW_TYPE_WINDOW);
  g_assert_nonnull (window);
  g_assert_true (app_test_shows (window, "1 row"));
  g_assert_true (app_test_shows (window, "\"city\" = 'Lyon'"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_by_day (gpointer desk)
{
  return strstr (ask_chart_get_title (ask_chart_desk_get_chart (desk)), "day") != NULL;
}

static gboolean
is_by_month (gpointer desk)
{
  return !is_by_day (desk);
}

/* The days of a month stand where the months stood, and the way back is one key; nothing of it is kept with the answer. */
static void
test_finer (AppTest *self, gconstpointer data)
{
  AskAskView *page = ASK_ASK_VIEW (ask_window_get_page (self->window, "ask"));
  AskAnswerCard *card;
  AskChartDesk *desk;
  AskChartView *view;
  gint64 id;
  guint n_windows = g_list_model_get_n_items (gtk_window_get_toplevels ());
  g_autoptr (AskChartLook) look = ask_chart_look_new ();
  GtkWidget *back;

  if (!app_keys_are_there ())
    return;
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.answer-sql", "s",
                              "SELECT strftime('%Y-%m', month) AS month, sum(amount) AS sales FROM sale GROUP BY 1");
  card = ask_ask_view_get_newest (page);
  app_card_wait (card, "answer");
  app_test_pause (100);
  id = ask_answer_card_get_answer (card)->history_id;
  desk = get_desk (card);
  view = ask_chart_desk_get_view (desk);
  g_assert_true (app_test_wait (has_size, view));
  look->kind = g_strdup ("bar");
  ask_chart_desk_set_look (desk, look);
  g_assert_true (app_test_wait (is_kept, &(Kept) { self, id, "\"bar\"" }));
  move_to (view, &(AskChartPick) { 2, -1 }, "click 1");
  app_test_wait_for_words (self->window, "By day");
  app_keys_run (GTK_WIDGET (self->window), "key Escape");
  gtk_widget_activate_action (GTK_WIDGET (desk), "chart.finer", "u", 2);
  g_assert_true (app_test_wait (is_by_day, desk));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n_windows);
  g_assert_cmpint (ask_chart_get_kind (ask_chart_desk_get_chart (desk)), ==, ASK_CHART_BAR);
  g_assert_true (ask_chart_look_is_zoomed (ask_chart_get_look (ask_chart_desk_get_chart (desk))));
  app_test_looks (GTK_WIDGET (self->window), "chart-finer");
  back = app_test_find (GTK_WIDGET (desk), GTK_TYPE_BUTTON, "Back to the coarser unit of time");
  g_assert_nonnull (back);
  g_assert_true (gtk_widget_get_visible (back));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (desk), "chart.unzoom", NULL));
  g_assert_false (ask_chart_look_is_zoomed (ask_chart_get_look (ask_chart_desk_get_chart (desk))));
  g_assert_true (is_kept (&(Kept) { self, id, "\"bar\"" }));
  gtk_widget_grab_focus (GTK_WIDGET (view));
  app_keys_run (GTK_WIDGET (self->window), "key alt+Left");
  g_assert_true (app_test_wait (is_by_month, desk));
  g_assert_false (gtk_widget_get_visible (back));
  g_assert_false (is_zoomed (desk));
  g_assert_cmpint (ask_chart_get_kind (ask_chart_desk_get_chart (desk)), ==, ASK_CHART_BAR);
}

/* A palette of one's own is written in the preferences; what is none is said. */
static void
test_palette (AppTest *self, gconstpointer data)
{
  GtkWidget *row = g_object_new (ASK_TYPE_PALETTE_ROW, NULL), *list = gtk_list_box_new (), *window = gtk_window_new ();
  GtkWidget *entry = app_test_find (row, ADW_TYPE_ENTRY_ROW, NULL);
  AskChartDesk *desk = show (self, "Sales by city");
  AskChartTheme theme;

  g_assert_nonnull (desk);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  gtk_window_set_child (GTK_WINDOW (window), list);
  gtk_window_present (GTK_WINDOW (window));
  app_test_pause (100);
  gtk_editable_set_text (GTK_EDITABLE (entry), "#0a3d62, tomato");
  g_signal_emit_by_name (entry, "apply");
  g_assert_true (app_test_shows (row, "\"tomato\" is no colour."));
  gtk_editable_set_text (GTK_EDITABLE (entry), "#b71540 #e58e26");
  g_signal_emit_by_name (entry, "apply");
  app_test_pause (100);
  app_test_picture (GTK_WIDGET (self->window), "chart-brand");
  ask_chart_dress_fill (GTK_WIDGET (desk), &theme);
  g_assert_cmphex (theme.series[0], ==, 0xb71540);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_signal_emit_by_name (entry, "apply");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A job keeps the desk, and so the desk has to keep its chart: the card has another answer by then. */
static void
test_forgotten (AppTest *self, gconstpointer data)
{
  AskAnswerCard *card = ask (self, "Sales by city");
  g_autoptr (AskChartDesk) desk = g_object_ref (get_desk (card));
  g_autofree char *title = g_strdup (ask_chart_get_title (ask_chart_desk_get_chart (desk)));
  GtkWidget *change = app_test_find (GTK_WIDGET (desk), GTK_TYPE_MENU_BUTTON, NULL);

  g_assert_nonnull (change);
  g_assert_true (app_test_wait (has_size, ask_chart_desk_get_view (desk)));
  gtk_menu_button_popup (GTK_MENU_BUTTON (change));
  ask_answer_card_ask (card, "Sales by city");
  app_card_wait (card, "answer");
  g_assert_true (get_desk (card) != desk);
  g_assert_cmpstr (ask_chart_get_title (ask_chart_desk_get_chart (desk)), ==, title);
  app_test_pause (100);
  g_assert_cmpint (ask_chart_get_kind (ask_chart_desk_get_chart (desk)), ==, ASK_CHART_BAR);
}

int
main (int argc, char **argv)
{
  if (!app_test_init (&argc, &argv))
    return 0;
#define ADD(name, func) APP_TEST_ADD ("/app/ask-chart-desk/" name, func, APP_TEST_SHOP)
  ADD ("the-pointer-shows-what-a-bar-is", test_motion);
  ADD ("arrows-walk-and-enter-chooses", test_keys);
  ADD ("a-drag-zooms-and-a-double-click-goes-back", test_zoom);
  ADD ("a-slow-window-knows-a-double-click", test_slow);
  ADD ("what-was-changed-is-there-when-opened-again", test_kept);
  ADD ("the-panel-draws-what-is-chosen", test_panel);
  ADD ("the-panel-is-gone-through-by-keys", test_panel_keys);
  ADD ("a-color-may-go-before-its-dialog", test_color);
  ADD ("a-color-that-is-chosen-is-drawn", test_color_chosen);
  ADD ("a-color-s-dialog-goes-with-its-answer", test_color_forgotten);
  ADD ("a-color-s-dialog-is-one-panel-s", test_color_twice);
  ADD ("a-digit-hides-and-shows-a-part", test_legend);
  ADD ("pictures-go-to-clipboard-and-file", test_out);
  ADD ("all-of-the-screen-changes-the-card-too", test_screen);
  ADD ("the-rows-of-a-bar-are-shown", test_rows);
  ADD ("a-finer-unit-stands-in-its-place", test_finer);
  ADD ("a-desk-outlives-its-answer", test_forgotten);
  ADD ("a-palette-of-ones-own-is-looked-at", test_palette);
#undef ADD
  return g_test_run ();
}

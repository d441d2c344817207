/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What people look at all day, as somebody has it who sees nothing: the program is read over the accessibility bus and driven by
 * keys. A board is read, filtered, arranged and run, rows lead to rows, a query is built and one is written, and a chart is
 * walked. What became of the board is looked up in the workspace, too, and what the desktop is told where the desktop hears it.
 */
#include "config.h"

#include "app-boards.h"
#include "app-outside.h"
#include "app-test.h"

/**
 * Fixture:
 * @board: "Daily", of app_boards_make_board()
 * @session: where the desktop would take what the program notifies of
 * @told: what it took, a line each
 */
typedef struct
{
  AppOutside outside;
  AppTest test;
  gint64 board;
  GDBusConnection *session;
  GString *told;
} Fixture;

static AppOutsideNode *
wait_for (Fixture *self, const char *start)
{
  return app_outside_wait_for_start (&self->outside, start);
}

static void
key (Fixture *self, const char *keys)
{
  app_outside_key (&self->outside, keys);
}

static void
do_first (Fixture *self, const char *start)
{
  app_outside_do_first (&self->outside, start);
}

static void
focus (Fixture *self, const char *start)
{
  app_outside_focus (&self->outside, "Tab", start);
}

static void
wait_for_description (Fixture *self, const char *start, const char *part)
{
  app_outside_wait_for_description (&self->outside, start, part);
}

/* ---- browsing and building */

/* An entity is searched for, a row of it is opened, and what belongs to it is read. */
static void
browse (Fixture *self)
{
  key (self, "alt+3");
  wait_for (self, "list item: city");
  key (self, "ctrl+f");
  app_outside_type (&self->outside, "city");
  app_outside_wait_for_none (&self->outside, "list item: sale");
  /* The first that is left. */
  key (self, "Return");
  wait_for (self, "grid cell: Köln");
  focus (self, "grid cell: Köln");
  key (self, "Down Return");
  wait_for (self, "label: Related Rows");
}

/* An entity is chosen, its rows are shown, and they become an answer that is asked on from. */
static void
build (Fixture *self)
{
  key (self, "alt+4");
  wait_for (self, "label: Build a Query");
  key (self, "ctrl+f");
  app_outside_type (&self->outside, "sale");
  key (self, "Return");
  /* Of the sales, and not of the cities that the page before had. */
  wait_for (self, "grid cell: 2025-01-01");
  app_outside_do_after (&self->outside, "label: Build a Query", "button: Ask from Here");
  wait_for (self, "label: How I got this");
}

/* A statement is written and run, and its rows are read. */
static void
write_sql (Fixture *self)
{
  key (self, "alt+5");
  app_outside_wait_for (&self->outside, "Explain");
  app_outside_type (&self->outside, "SELECT name, length(name) FROM city");
  /* The list of names that are offered. */
  key (self, "Escape");
  key (self, "ctrl+Return");
  wait_for (self, "column header: length(name)");
}

/* ---- a chart */

static void
ask (Fixture *self, const char *question)
{
  key (self, "ctrl+l");
  app_outside_type (&self->outside, question);
  key (self, "Return");
}

/* Keys walk from place to place, each is read as text, and Enter leads to its rows. */
static void
walk_places (Fixture *self)
{
  key (self, "alt+1");
  ask (self, "Sales by city");
  focus (self, "image: Bar chart of sales by city");
  key (self, "Home");
  wait_for_description (self, "image: Bar chart of sales by city", "Lyon: sales 34,380");
  key (self, "Right");
  wait_for_description (self, "image: Bar chart of sales by city", "Porto: sales 17,055");
  /* The menu of the place, and the first of what it offers. */
  key (self, "Return");
  key (self, "Down Return");
  app_outside_wait_for (&self->outside, "\"city\" = 'Porto'");
  g_assert_nonnull (app_outside_find (&self->outside, "grid cell: Porto"));
}

/* Parts of a pie are hidden and shown by their numbers in the legend, which is heard. */
static void
hide_parts (Fixture *self)
{
  key (self, "alt+1");
  ask (self, "Sales by city as a pie");
  focus (self, "image: Pie chart");
  key (self, "1");
  app_outside_wait_for (&self->outside, "; hidden: Lyon");
  key (self, "1");
  app_outside_wait_for_none (&self->outside, "; hidden: Lyon");
}

/* What the panel of *Change* offers is reached by Tab. */
static void
walk_panel (Fixture *self)
{
  key (self, "alt+1");
  ask (self, "Sales by city");
  focus (self, "button: Change");
  key (self, "Return");
  wait_for (self, "combo box: Series");
  focus (self, "combo box: Series");
  key (self, "Escape");
}

/* Another kind is chosen among those that can be drawn, and drawn. */
static void
choose_kind (Fixture *self)
{
  key (self, "alt+1");
  ask (self, "Sales by city");
  wait_for (self, "image: Bar chart of sales by city");
  focus (self, "button: Change");
  key (self, "Return");
  focus (self, "list item: Kind");
  key (self, "Return");
  app_outside_focus (&self->outside, "Down", "list item: Donut");
  key (self, "Return");
  wait_for (self, "image: Donut chart of sales by city");
  key (self, "Escape");
}

/* ---- a board */

/* What its tiles gave is read: the words of a chart, and a figure. */
static void
read_board (Fixture *self)
{
  key (self, "alt+1");
  /* Of the start page. */
  do_first (self, "button: Daily");
  wait_for (self, "group: Sales by store");
  wait_for (self, "image: Bar chart of sales by store");
  wait_for (self, "label: 15.50");
}

/* A bar of a tile is what the other tiles show, and a button ends that. */
static void
filter (Fixture *self)
{
  focus (self, "image: Bar chart of sales by store");
  key (self, "Home");
  wait_for_description (self, "image: Bar chart of sales by store", "Lyon: sales 30");
  key (self, "Return");
  do_first (self, "button: Show more than store: Lyon again");
  app_outside_wait_for_none (&self->outside, "button: Show more than store: Lyon again");
}

/* What is offered while one arranges becomes a value of the whole board. */
static void
set_parameter (Fixture *self)
{
  do_first (self, "button: Arrange the tiles");
  do_first (self, "button: + Store: Nice (1 tile)");
  wait_for (self, "combo box: Store");
  app_boards_wait_for_version (&self->test, self->board, 3);
}

/* A tile is moved and sized by arrows, and says where it is. */
static void
arrange (Fixture *self)
{
  g_autoptr (AskBoard) before = app_boards_load (&self->test, self->board);
  g_autoptr (AskBoard) after = NULL;
  const AskTile *was = app_boards_find_tile (before, "Sales by store"), *is;
  g_autofree char *place
    = g_strdup_printf ("Column 1, row %d, %d wide, %d high", was->box.y + 2, was->box.width - 1, was->box.height);

  g_assert_cmpint (was->box.x, ==, 0);
  focus (self, "group: Sales by store");
  key (self, "Down");
  key (self, "shift+Left");
  wait_for_description (self, "group: Sales by store", place);
  app_boards_wait_for_version (&self->test, self->board, 5);
  after = app_boards_load (&self->test, self->board);
  is = app_boards_find_tile (after, "Sales by store");
  g_assert_cmpint (is->box.y, ==, was->box.y + 1);
  g_assert_cmpint (is->box.width, ==, was->box.width - 1);
  do_first (self, "button: Arrange the tiles");
}

/* A tile is dragged by the pointer, a column's width or more to the right. */
static void
drag_tile (Fixture *self)
{
  g_autoptr (AskBoard) before = app_boards_load (&self->test, self->board);
  g_autoptr (AskBoard) after = NULL;
  gint64 version = before->version + 1;

  do_first (self, "button: Arrange the tiles");
  app_outside_drag (&self->outside, "group: Sales by store", 200, 0);
  app_boards_wait_for_version (&self->test, self->board, version);
  after = app_boards_load (&self->test, self->board);
  g_assert_cmpint (app_boards_find_tile (after, "Sales by store")->box.x, >,
                   app_boards_find_tile (before, "Sales by store")->box.x);
  do_first (self, "button: Arrange the tiles");
}

/* Another value of the parameter: the tiles run anew with it. */
static void
choose_value (Fixture *self)
{
  /* Of the drop-down: it has the keyboard, and says what is chosen. */
  focus (self, "button: Store");
  wait_for_description (self, "button: Store", "Nice");
  key (self, "Return");
  /* The first of the list. */
  key (self, "Home Return");
  wait_for_description (self, "button: Store", "Brest");
  app_outside_wait_for_none (&self->outside, "label: 82.50");
  wait_for (self, "label: 12");
}

/* ---- what the desktop is told */

static void
notify (GDBusConnection *session, const char *sender, const char *path, const char *interface, const char *method,
        GVariant *arguments, GDBusMethodInvocation *call, gpointer told)
{
  const char *body;

  g_variant_get_child (arguments, 4, "&s", &body);
  g_string_append_printf (told, "%s\n", body);
  g_dbus_method_invocation_return_value (call, g_variant_new ("(u)", 1));
}

/* Stands in for the desktop's own service. */
static void
listen (Fixture *self)
{
  static const GDBusInterfaceVTable table = { .method_call = notify };
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (
    "<node><interface name='org.freedesktop.Notifications'><method name='Notify'><arg type='s' direction='in'/>"
    "<arg type='u' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>"
    "<arg type='u' direction='out'/></method></interface></node>", &error);

  g_assert_no_error (error);
  self->told = g_string_new (NULL);
  self->session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_register_object (self->session, "/org/freedesktop/Notifications", info->interfaces[0], &table, self->told,
                                     NULL, &error);
  g_assert_no_error (error);
  g_bus_own_name_on_connection (self->session, info->interfaces[0]->name, 0, NULL, NULL, NULL, NULL);
}

/* More than 50 in Nice is news. */
static void
add_threshold (Fixture *self)
{
  g_autoptr (AskWorkspace) workspace = app_boards_open_workspace (&self->test);
  g_autoptr (AskBoard) board = app_boards_load (&self->test, self->board);
  g_autoptr (GError) error = NULL;

  ask_tile_add_threshold (app_boards_find_tile (board, "Sales in Nice"),
                          &(AskTileThreshold) { FALSE, 50, ASK_LEVEL_BAD, TRUE });
  g_assert_true (ask_board_save (board, workspace, "Added a threshold", &error));
}

static gboolean
was_told (gpointer told)
{
  return ((GString *) told)->len > 0;
}

static void
refresh (Fixture *self)
{
  g_autofree char *file = g_build_filename (self->outside.folder, "boards.db", NULL);

  app_test_exec (file, "UPDATE board_sale SET amount = 77 WHERE id = 1");
  do_first (self, "button: Run all tiles");
  wait_for (self, "label: 82.50");
  g_assert_true (app_test_wait (was_told, self->told));
  g_assert_cmpstr (self->told->str, ==, "Sales in Nice: 82.50 is above 50\n");
}

/* A question's answer is put onto the board. */
static void
pin (Fixture *self)
{
  g_autoptr (AskBoard) before = app_boards_load (&self->test, self->board);
  g_autoptr (AskBoard) board = NULL;
  const AskTile *tile;

  key (self, "alt+1");
  ask (self, "Sales by month");
  do_first (self, "button: Pin");
  app_outside_wait_for (&self->outside, "Pin to a Board");
  /* “Daily” is the only board; the card's own button of this name is not in the dialog. */
  app_outside_wait_for (&self->outside, "combo box: Board");
  app_outside_do_after (&self->outside, "combo box: Board", "button: Pin");
  app_outside_wait_for (&self->outside, "Pinned to “Daily”");
  app_boards_wait_for_version (&self->test, self->board, before->version + 1);
  board = app_boards_load (&self->test, self->board);
  tile = board->tiles->pdata[board->tiles->len - 1];
  g_assert_cmpstr (tile->question, ==, "Sales by month");
}

/* One test, since a session has one accessibility bus, and each start of the program costs more than what is done with it. */
static void
test_outside (void)
{
  Fixture self = { 0 };

  if (app_outside_set_up (&self.outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    {
      self.test.folder = self.outside.folder;
      self.test.path = app_test_make_workspace (self.outside.folder);
      self.board = app_boards_make_board (&self.test);
      add_threshold (&self);
      listen (&self);
      app_outside_open (&self.outside, self.test.path, "list item: Sales by city");
      read_board (&self);
      filter (&self);
      set_parameter (&self);
      arrange (&self);
      refresh (&self);
      choose_value (&self);
      drag_tile (&self);
      browse (&self);
      build (&self);
      write_sql (&self);
      hide_parts (&self);
      pin (&self);
      walk_places (&self);
      walk_panel (&self);
      choose_kind (&self);
      app_outside_check_log (&self.outside);
    }
  app_outside_tear_down (&self.outside);
  g_clear_object (&self.session);
  if (self.told != NULL)
    g_string_free (self.told, TRUE);
  g_free (self.test.path);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-outside/what-people-look-at-is-used-without-a-look", test_outside);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as somebody has it who sees nothing: the program is read over the accessibility bus and driven by keys. An answer is
 * pinned, a value of the tiles becomes one of the board, and tiles run again. What became of it is looked up in the workspace,
 * too, as another program does.
 */
#include "config.h"

#include "app-boards.h"
#include "app-outside.h"
#include "app-test.h"

typedef struct
{
  AppOutside outside;
  AppTest test;
  gint64 board;
} Fixture;

static gboolean
set_up (Fixture *self)
{
  if (!app_outside_set_up (&self->outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    return FALSE;
  self->test.folder = self->outside.folder;
  self->test.path = app_test_make_workspace (self->outside.folder);
  self->board = app_boards_make_board (&self->test);
  app_outside_start (&self->outside, NULL, "--workspace", self->test.path, NULL);
  app_outside_wait_for (&self->outside, "list item: Sales by city");
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  app_outside_tear_down (&self->outside);
  g_clear_pointer (&self->test.path, g_free);
}

static void
press (Fixture *self, const char *commands)
{
  app_outside_press (&self->outside, "AskData", commands);
}

static void
do_first (Fixture *self, const char *start)
{
  app_outside_do (&self->outside, app_outside_wait_for_start (&self->outside, start)->says);
}

/* A question's answer is put onto the board by the keys alone. */
static void
pin (Fixture *self)
{
  g_autoptr (AskBoard) board = NULL;
  const AskTile *tile;

  /* Out of the way: what is under the pointer is read, too. */
  press (self, "key alt+1");
  press (self, "mousemove 1279 899 sleep 0.2 key ctrl+l type --delay 10 Sales");
  press (self, "key space type --delay 10 by");
  press (self, "key space type --delay 10 month");
  press (self, "key Return");
  do_first (self, "button: Pin");
  app_outside_wait_for (&self->outside, "Pin to a Board");
  /* “Daily” is the only board; the card's own button of this name is not in the dialog. */
  app_outside_wait_for (&self->outside, "combo box: Board");
  app_outside_do_after (&self->outside, "combo box: Board", "button: Pin");
  app_outside_wait_for (&self->outside, "Pinned to “Daily”");
  app_boards_wait_for_version (&self->test, self->board, 3);
  board = app_boards_load (&self->test, self->board);
  tile = board->tiles->pdata[board->tiles->len - 1];
  g_assert_cmpstr (tile->question, ==, "Sales by month");
}

/* What is offered while one arranges becomes a value of the whole board. */
static void
add_parameter (Fixture *self)
{
  /* Of the start page. */
  do_first (self, "button: Daily");
  app_outside_wait_for_start (&self->outside, "group: Sales by store");
  do_first (self, "button: Arrange the tiles");
  do_first (self, "button: + Store: Nice (1 tile)");
  app_outside_wait_for_start (&self->outside, "combo box: Store");
  app_boards_wait_for_version (&self->test, self->board, 2);
}

static void
refresh (Fixture *self)
{
  g_autofree char *file = g_build_filename (self->outside.folder, "boards.db", NULL);

  app_test_exec (file, "UPDATE board_sale SET amount = 77 WHERE id = 1");
  do_first (self, "button: Run all tiles");
  app_outside_wait_for_start (&self->outside, "label: 82.50");
}

/* One program, since a session has one accessibility bus. */
static void
test_board (void)
{
  Fixture self = { 0 };

  if (set_up (&self))
    {
      add_parameter (&self);
      refresh (&self);
      pin (&self);
      app_outside_check_log (&self.outside);
    }
  tear_down (&self);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-board-outside/a-board-is-filled-and-run-by-keys", test_board);
  return g_test_run ();
}

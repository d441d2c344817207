/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Charts and boards as somebody has them who sees nothing: the program is read over the accessibility bus and driven by keys.
 * What a place of a chart is, is read, and its rows are opened. A board is opened and read.
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

static AppOutsideNode *
wait_for (Fixture *self, const char *start)
{
  return app_outside_wait_for_start (&self->outside, start);
}

static void
press (Fixture *self, const char *title, const char *commands)
{
  app_outside_press (&self->outside, title, commands);
}

/* What a click on the first that begins so does. */
static void
do_first (Fixture *self, const char *start)
{
  app_outside_do (&self->outside, wait_for (self, start)->says);
}

static void
ask (Fixture *self)
{
  /* Out of the way: what is under the pointer is read, too. */
  press (self, "AskData", "mousemove 1279 899 sleep 0.2 key ctrl+l type --delay 10 Sales");
  press (self, "AskData", "key space type --delay 10 by");
  press (self, "AskData", "key space type --delay 10 city");
  press (self, "AskData", "key Return");
  wait_for (self, "image: Bar chart of sales by city");
}

/* A board is opened, and what its tiles gave is read: the words of a chart, and a figure. */
static void
read_board (Fixture *self)
{
  do_first (self, "button: Daily");
  wait_for (self, "group: Sales by store");
  wait_for (self, "image: Bar chart of sales by store");
  wait_for (self, "label: 15.50");
}

/* Keys walk from place to place, each is read as text, and Enter leads to its rows. */
static void
test_places (void)
{
  Fixture self = { 0 };

  if (set_up (&self))
    {
      /* One program, since a session has one accessibility bus. */
      read_board (&self);
      press (&self, "AskData", "key alt+1");
      ask (&self);
      app_outside_focus (&self.outside, "Tab", "image: Bar chart");
      press (&self, "AskData", "key Home");
      app_outside_wait_for_description (&self.outside, "image: Bar chart", "Lyon: sales 34,380");
      press (&self, "AskData", "key Right");
      app_outside_wait_for_description (&self.outside, "image: Bar chart", "Porto: sales 17,055");
      /* The menu of the place, and the first of what it offers. */
      press (&self, "AskData", "key Return");
      press (&self, "AskData", "key Down key Return");
      app_outside_wait_for (&self.outside, "\"city\" = 'Porto'");
      g_assert_nonnull (app_outside_find (&self.outside, "grid cell: Porto"));
      app_outside_check_log (&self.outside);
    }
  tear_down (&self);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-chart-outside/a-board-and-a-chart-are-read-by-keys", test_places);
  return g_test_run ();
}

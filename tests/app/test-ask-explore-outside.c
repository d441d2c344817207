/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Browsing and building as somebody does who sees nothing: the program is read over the accessibility bus and driven by keys. A
 * row leads to the rows that belong to it, a query is put together from steps, and its answer is asked on from.
 */
#include "config.h"

#include "app-outside.h"
#include "app-test.h"

typedef struct
{
  AppOutside outside;
  char *path;
} Fixture;

static gboolean
set_up (Fixture *self)
{
  if (!app_outside_set_up (&self->outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    return FALSE;
  self->path = app_test_make_workspace (self->outside.folder);
  app_outside_start (&self->outside, NULL, "--workspace", self->path, NULL);
  app_outside_wait_for (&self->outside, "list item: Sales by city");
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  app_outside_tear_down (&self->outside);
  g_clear_pointer (&self->path, g_free);
}

static void
press (Fixture *self, const char *commands)
{
  app_outside_press (&self->outside, "AskData", commands);
}

static AppOutsideNode *
wait_for (Fixture *self, const char *start)
{
  return app_outside_wait_for_start (&self->outside, start);
}

/* An entity is searched for, a row of it is opened, and what belongs to it is read. */
static void
browse (Fixture *self)
{
  press (self, "mousemove 1279 899 key alt+3");
  wait_for (self, "list item: city");
  press (self, "key ctrl+f type --delay 10 city");
  app_outside_wait_for_none (&self->outside, "list item: sale");
  /* The first that is left. */
  press (self, "key Return");
  wait_for (self, "grid cell: Köln");
  app_outside_focus (&self->outside, "Tab", "grid cell: Köln");
  press (self, "key Down key Return");
  wait_for (self, "label: Related Rows");
}

/* An entity is chosen, its rows are shown, and they become an answer that is asked on from. */
static void
build (Fixture *self)
{
  press (self, "key alt+4");
  wait_for (self, "label: Build a Query");
  press (self, "key ctrl+f type --delay 10 sale");
  press (self, "key Return");
  /* Of the sales, and not of the cities that the page before had. */
  wait_for (self, "grid cell: 2025-01-01");
  app_outside_do_after (&self->outside, "label: Build a Query", "button: Ask from Here");
  wait_for (self, "label: How I got this");
}

/* One program, since a session has one accessibility bus. */
static void
test_explore (void)
{
  Fixture self = { 0 };

  if (set_up (&self))
    {
      browse (&self);
      build (&self);
      app_outside_check_log (&self.outside);
    }
  tear_down (&self);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-explore-outside/rows-are-followed-and-a-query-is-built-by-keys", test_explore);
  return g_test_run ();
}

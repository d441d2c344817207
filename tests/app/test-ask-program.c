/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program as it is installed, started from outside and driven by the keyboard alone: nothing that a person can
 * reach may make GTK or GLib complain.
 */
#include "config.h"

#include <string.h>

#include "app-outside.h"
#include "app-test.h"
#include "store/ask-workspace-queries.h"

/* What was typed and completed ran, and is kept. */
static void
check_ran (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (path, &error);
  g_autoptr (GPtrArray) runs = NULL;
  const AskQueryRun *run;

  g_assert_no_error (error);
  for (guint i = 0; i < 100; i++)
    {
      g_clear_pointer (&runs, g_ptr_array_unref);
      runs = ask_workspace_list_query_runs (workspace, NULL, 0, &error);
      g_assert_no_error (error);
      if (runs->len > 0)
        break;
      g_usleep (100000);
    }
  g_assert_cmpuint (runs->len, ==, 1);
  run = runs->pdata[0];
  g_assert_cmpstr (run->sql, ==, "SELECT country FROM city");
  g_assert_cmpstr (run->error, ==, NULL);
  g_assert_cmpint (run->n_rows, ==, 3);
}

/* In the window whose title has "AskData" in it. */
static void
press (AppOutside *self, const char *commands)
{
  app_outside_press (self, "AskData", commands);
}

static void
walk (AppOutside *self)
{
  g_autofree char *workspace = app_test_make_workspace (self->folder);

  app_outside_start (self, NULL, "--workspace", workspace, NULL);
  press (self, "sleep 0.5 key ctrl+l type --delay 20 sales");
  press (self, "key space type --delay 20 by");
  press (self, "key space type --delay 20 city");
  press (self, "key Return sleep 1");
  press (self, "key alt+2");
  press (self, "key alt+3");
  press (self, "key alt+0 sleep 0.5 key Tab Tab Down Down Return");
  press (self, "key alt+4");
  press (self, "key alt+7");
  press (self, "key alt+5 sleep 0.5 type --delay 20 SELECT");
  press (self, "key space type --delay 20 country");
  press (self, "key space type --delay 20 FROM");
  press (self, "key space type --delay 40 cit");
  press (self, "key Down key Return sleep 0.2 key ctrl+Return sleep 1");
  check_ran (workspace);
  press (self, "key ctrl+comma");
  app_outside_press (self, "Preferences", "key Tab Tab keydown Escape");
  /* The window is gone before the key is let go. */
  press (self, "keyup Escape key ctrl+question");
  app_outside_press (self, "Shortcuts", "key Tab keydown Escape");
  press (self, "keyup Escape");
  for (guint width = 400; width <= 1000; width += 300)
    {
      g_autofree char *commands = g_strdup_printf (
        "windowsize %u 700 sleep 0.3 key alt+1 key F9 sleep 0.3 key F9 key alt+2 sleep 0.3 key alt+3 sleep 0.3 "
        "key alt+9 sleep 0.5 key alt+0",
        width);

      press (self, commands);
    }
  press (self, "keydown Control_L keydown q");
  g_assert_true (app_outside_end (self));
  app_outside_check_log (self);
}

static void
test_walk (void)
{
  AppOutside outside = { 0 };

  if (app_outside_set_up (&outside, APP_OUTSIDE_PRESSES))
    walk (&outside);
  app_outside_tear_down (&outside);
}

/* xdotool alone would wait for its window for ever. */
static void
test_dead (void)
{
  AppOutside outside = { 0 };

  if (app_outside_set_up (&outside, APP_OUTSIDE_PRESSES))
    {
      g_autoptr (GError) error = NULL;

      app_outside_start (&outside, NULL, "--no-such-option", NULL);
      g_assert_false (app_outside_try_press (&outside, "AskData", "key Return", &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
      /* It tells what the program said. */
      g_assert_nonnull (strstr (error->message, "--no-such-option"));
      g_assert_false (app_outside_end (&outside));
    }
  app_outside_tear_down (&outside);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-program/a-walk-by-keyboard-gives-no-warning", test_walk);
  g_test_add_func ("/app/ask-program/a-program-that-dies-at-its-start-ends-the-wait", test_dead);
  return g_test_run ();
}

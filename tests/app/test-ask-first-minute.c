/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first minute as somebody has it who sees nothing: the program is started on an empty workspace, read over the
 * accessibility bus and driven by the keyboard, until an answer is there.
 */
#include "config.h"

#include "app-outside.h"
#include "app-test.h"

static void
test_first_minute (void)
{
  AppOutside outside = { 0 };

  if (app_outside_set_up (&outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    {
      g_autofree char *workspace = g_build_filename (outside.folder, "first.askdata", NULL);

      app_outside_start (&outside, NULL, "--workspace", workspace, NULL);
      app_outside_wait_for (&outside, "Try the Sample");
      /* From the question over the button that has nothing to ask yet, to the first row. */
      app_outside_press (&outside, "AskData", "sleep 0.2 key Tab Down Up Return");
      app_outside_wait_for (&outside, "Revenue by product category in 2025");
      app_outside_press (&outside, "AskData", "sleep 0.2 key ctrl+l Tab Down Down Return");
      app_outside_wait_for (&outside, "Jackets has the highest revenue");
      /* The window is gone before the keys are let go. */
      app_outside_press (&outside, "AskData", "sleep 0.2 keydown Control_L keydown q");
      g_assert_true (app_outside_end (&outside));
    }
  app_outside_tear_down (&outside);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-first-minute/it-ends-with-an-answer-without-a-look", test_first_minute);
  return g_test_run ();
}

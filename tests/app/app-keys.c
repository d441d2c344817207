/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Real key presses, so that a test goes the whole way from the X server through shortcuts, input method and focus.
 */
#include "config.h"

#include "app-keys.h"

#include <gdk/x11/gdkx.h>

#include "app-test.h"

/** app_keys_are_there: Returns: whether keys can be pressed; if not, the test was marked as skipped */
gboolean
app_keys_are_there (void)
{
  g_autofree char *tool = g_find_program_in_path ("xdotool");

  if (tool == NULL)
    g_test_skip ("xdotool is not installed, so there is no keyboard");
  return tool != NULL;
}

static void
ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_wait_check_finish (G_SUBPROCESS (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

/**
 * app_keys_run:
 * @window: shown; it gets the keyboard
 * @commands: xdotool's: "key ctrl+a type --delay 20 abc"
 *
 * Runs the main loop until the keys are pressed, and a moment longer. xdotool's own text must not have spaces: write
 * "key space" for one.
 */
void
app_keys_run (GtkWidget *window, const char *commands)
{
  g_autofree char *line = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  gboolean over = FALSE;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  line = g_strdup_printf ("xdotool windowfocus --sync %lu %s",
                          gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))), commands);
  G_GNUC_END_IGNORE_DEPRECATIONS
  arguments = g_strsplit (line, " ", -1);
  process = g_subprocess_newv ((const char *const *) arguments, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_check_async (process, NULL, ended, &over);
  g_assert_true (app_test_wait (is_true, &over));
  app_test_pause (200);
}

/**
 * app_keys_check_tab:
 * @window: shown
 * @list: of it, a row of which is chosen by moving there
 *
 * Asserts that Tab goes on behind the list, and that meanwhile no other row is chosen. Skips where there are no keys.
 */
void
app_keys_check_tab (GtkWidget *window, GtkListBox *list)
{
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, 0);
  GtkWidget *focus;

  if (tool == NULL)
    return;
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 1));
  gtk_list_box_select_row (list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  app_keys_run (window, "key Tab");
  focus = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_nonnull (focus);
  g_assert_false (gtk_widget_is_ancestor (focus, GTK_WIDGET (list)));
  g_assert_true (gtk_list_box_get_selected_row (list) == row);
}

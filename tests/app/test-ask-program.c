/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program as it is installed, started from outside and driven by the keyboard alone: nothing that a person can
 * reach may make GTK or GLib complain.
 */
#include "config.h"

#include <string.h>

#include "app-test.h"
#include "store/ask-workspace-queries.h"

typedef struct
{
  char *folder;
  char *workspace;
  char *log; /* what the program says */
  GSubprocess *process;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *program = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "src", "app", "askdata", NULL);
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-program-XXXXXX", NULL);
  self->workspace = app_test_make_workspace (self->folder);
  self->log = g_build_filename (self->folder, "log", NULL);
  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-warnings", TRUE);
  g_subprocess_launcher_set_stderr_file_path (launcher, self->log);
  self->process = g_subprocess_launcher_spawn (launcher, &error, program, "--workspace", self->workspace, NULL);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->process);
  app_test_remove_folder (self->folder);
  g_free (self->folder);
  g_free (self->workspace);
  g_free (self->log);
}

/* Fails the test where the program has complained, with what it said. */
static void
check_log (Fixture *self)
{
  g_autofree char *said = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (self->log, &said, NULL, &error));
  g_assert_no_error (error);
  if (strstr (said, "-WARNING **") != NULL || strstr (said, "-CRITICAL **") != NULL)
    g_error ("the program said: %s", said);
}

/* xdotool, with the keyboard in the window whose title has @title in it, as soon as there is one. */
static void
press (Fixture *self, const char *title, const char *commands)
{
  g_autofree char *line = g_strdup_printf ("search --sync --onlyvisible --name %s windowfocus --sync %s",
                                           title, commands);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (arguments, (gpointer) "xdotool");
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (arguments, words[i]);
  g_ptr_array_add (arguments, NULL);
  process = g_subprocess_newv ((const char *const *) arguments->pdata, G_SUBPROCESS_FLAGS_NONE, &error);
  g_assert_no_error (error);
  if (!g_subprocess_wait_check (process, NULL, &error))
    {
      check_log (self);
      g_error ("%s: %s", line, error->message);
    }
  /* Not one of xdotool's commands: it would type the word behind what is typed. */
  g_usleep (600000);
  check_log (self);
}

/* What was typed and completed ran, and is kept. */
static void
check_ran (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (AskWorkspace) workspace = ask_workspace_open (self->workspace, &error);
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

static void
test_walk (Fixture *self, gconstpointer data)
{
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  g_autoptr (GError) error = NULL;

  if (tool == NULL)
    {
      g_test_skip ("xdotool is not installed, so there is no keyboard");
      return;
    }
  press (self, "AskData", "sleep 0.5 key ctrl+l type --delay 20 sales");
  press (self, "AskData", "key space type --delay 20 by");
  press (self, "AskData", "key space type --delay 20 city");
  press (self, "AskData", "key Return sleep 1");
  press (self, "AskData", "key alt+2");
  press (self, "AskData", "key alt+3");
  press (self, "AskData", "key alt+0 sleep 0.5 key Tab Tab Down Down Return");
  press (self, "AskData", "key alt+4");
  press (self, "AskData", "key alt+7");
  press (self, "AskData", "key alt+5 sleep 0.5 type --delay 20 SELECT");
  press (self, "AskData", "key space type --delay 20 country");
  press (self, "AskData", "key space type --delay 20 FROM");
  press (self, "AskData", "key space type --delay 40 cit");
  press (self, "AskData", "key Down key Return sleep 0.2 key ctrl+Return sleep 1");
  check_ran (self);
  press (self, "AskData", "key ctrl+comma");
  press (self, "Preferences", "key Tab Tab keydown Escape");
  /* The window is gone before the key is let go. */
  press (self, "AskData", "keyup Escape key ctrl+question");
  press (self, "Shortcuts", "key Tab keydown Escape");
  press (self, "AskData", "keyup Escape");
  for (guint width = 400; width <= 1000; width += 300)
    {
      g_autofree char *commands = g_strdup_printf (
        "windowsize %u 700 sleep 0.3 key alt+1 key F9 sleep 0.3 key F9 key alt+2 sleep 0.3 key alt+3 sleep 0.3 "
        "key alt+9 sleep 0.5 key alt+0", width);

      press (self, "AskData", commands);
    }
  press (self, "AskData", "keydown Control_L keydown q");
  g_assert_true (g_subprocess_wait_check (self->process, NULL, &error));
  g_assert_no_error (error);
  check_log (self);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add ("/app/ask-program/a-walk-by-keyboard-gives-no-warning", Fixture, NULL, set_up, test_walk, tear_down);
  return g_test_run ();
}

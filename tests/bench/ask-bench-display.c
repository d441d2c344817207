/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A display of its own: Xvfb, and a session bus that offers nothing. The programs that are measured
 * draw with cairo, in memory, and know nothing of the desktop that ask-bench runs on. Both servers
 * are up before anything is timed, and end with ask-bench.
 */
#include "config.h"

#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

#include "bench/ask-bench.h"

struct _AskBenchDisplay
{
  GSubprocess *xvfb;
  GTestDBus *bus;
  char *name;
  char *folder;
  char *schemas;
};

static void
die_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGTERM);
}

static gboolean
start_xvfb (AskBenchDisplay *self, GError **error)
{
  g_autoptr (GSubprocessLauncher) launcher
    = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                 | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char *number = NULL;

  g_subprocess_launcher_set_child_setup (launcher, die_with_parent, NULL, NULL);
  self->xvfb = g_subprocess_launcher_spawn (launcher, error, "Xvfb", "-displayfd", "1", "-screen",
                                            "0", "1280x1024x24", "-nolisten", "tcp", NULL);
  if (self->xvfb == NULL)
    return FALSE;
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (self->xvfb));
  number = g_data_input_stream_read_line (output, NULL, NULL, error);
  if (number != NULL && g_ascii_isdigit (number[0]))
    {
      self->name = g_strconcat (":", number, NULL);
      return TRUE;
    }
  if (error != NULL && *error == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "Xvfb did not start");
  return FALSE;
}

/**
 * ask_bench_display_new:
 * @error: what is missing
 *
 * Returns: (transfer full): a display that is ready
 */
AskBenchDisplay *
ask_bench_display_new (AskBench *bench, GError **error)
{
  g_autoptr (AskBenchDisplay) self = g_new0 (AskBenchDisplay, 1);
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");

  if (daemon == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no dbus-daemon");
      return NULL;
    }
  if (!start_xvfb (self, error))
    return NULL;
  self->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (self->bus);
  self->folder = g_strdup (bench->folder);
  self->schemas = g_build_filename (bench->build, "data", NULL);
  return g_steal_pointer (&self);
}

/** ask_bench_display_free: ends both servers */
void
ask_bench_display_free (AskBenchDisplay *self)
{
  if (self->bus != NULL)
    {
      g_test_dbus_down (self->bus);
      g_object_unref (self->bus);
    }
  if (self->xvfb != NULL)
    {
      g_subprocess_send_signal (self->xvfb, SIGTERM);
      g_subprocess_wait (self->xvfb, NULL, NULL);
      g_object_unref (self->xvfb);
    }
  g_free (self->name);
  g_free (self->folder);
  g_free (self->schemas);
  g_free (self);
}

/** ask_bench_display_launcher: Returns: (transfer full): starts programs on that display */
GSubprocessLauncher *
ask_bench_display_launcher (AskBenchDisplay *self, GSubprocessFlags flags)
{
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (flags);
  const char *const folders[]
    = { "HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (self->folder, folders[i], NULL);

      g_mkdir_with_parents (folder, 0700);
      g_subprocess_launcher_setenv (launcher, folders[i], folder, TRUE);
    }
  g_subprocess_launcher_set_child_setup (launcher, die_with_parent, NULL, NULL);
  g_subprocess_launcher_setenv (launcher, "DISPLAY", self->name, TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS",
                                g_test_dbus_get_bus_address (self->bus), TRUE);
  g_subprocess_launcher_setenv (launcher, "GDK_BACKEND", "x11", TRUE);
  g_subprocess_launcher_setenv (launcher, "GSK_RENDERER", "cairo", TRUE);
  g_subprocess_launcher_setenv (launcher, "LIBGL_ALWAYS_SOFTWARE", "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "memory", TRUE);
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_SCHEMA_DIR", self->schemas, TRUE);
  return launcher;
}

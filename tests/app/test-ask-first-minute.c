/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first minute as somebody has it who sees nothing: the program is started on an empty workspace, read over the
 * accessibility bus and driven by the keyboard, until an answer is there.
 */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "app-test.h"

#define TRIES 150

/* @bus: the accessibility bus, which @launcher has begun; @seen: (element-type utf8): "role: name" of all that is there */
typedef struct
{
  GDBusConnection *bus;
  GSubprocess *launcher;
  GSubprocess *process;
  GPtrArray *seen;
} Fixture;

static GVariant *
call (Fixture *self, const char *owner, const char *path, const char *method, GVariant *arguments)
{
  g_auto (GStrv) parts = g_strsplit (method, ":", 2);

  return g_dbus_connection_call_sync (self->bus, owner, path, parts[0], parts[1], arguments, NULL,
                                      G_DBUS_CALL_FLAGS_NONE, 5000, NULL, NULL);
}

static void
walk (Fixture *self, const char *owner, const char *path, guint depth)
{
  g_autoptr (GVariant) role = call (self, owner, path, "org.a11y.atspi.Accessible:GetRoleName", NULL);
  g_autoptr (GVariant) name = call (self, owner, path, "org.freedesktop.DBus.Properties:Get",
                                    g_variant_new ("(ss)", "org.a11y.atspi.Accessible", "Name"));
  g_autoptr (GVariant) children = call (self, owner, path, "org.a11y.atspi.Accessible:GetChildren", NULL);
  GVariantIter *iter = NULL;
  const char *child_owner, *child_path;

  if (role != NULL && name != NULL)
    {
      g_autoptr (GVariant) inner = NULL;
      const char *role_name;

      g_variant_get (role, "(&s)", &role_name);
      g_variant_get (name, "(v)", &inner);
      g_ptr_array_add (self->seen, g_strdup_printf ("%s: %s", role_name, g_variant_get_string (inner, NULL)));
    }
  if (children == NULL || depth > 40)
    return;
  g_variant_get (children, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &child_owner, &child_path))
    walk (self, child_owner, child_path, depth + 1);
  g_variant_iter_free (iter);
}

/* The bus, without its words on our standard output, which is TAP. */
static gboolean
start_launcher (Fixture *self)
{
  static const char *const paths[]
    = { "/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (g_file_test (paths[i], G_FILE_TEST_IS_EXECUTABLE))
      self->launcher = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL,
                                         paths[i], "--launch-immediately", NULL);
  return self->launcher != NULL;
}

static gboolean
has_owner (gpointer session)
{
  g_autoptr (GVariant) answer
    = g_dbus_connection_call_sync (session, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                   "GetNameOwner", g_variant_new ("(s)", "org.a11y.Bus"), NULL, G_DBUS_CALL_FLAGS_NONE,
                                   5000, NULL, NULL);

  return answer != NULL;
}

static gboolean
connect_bus (Fixture *self)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, NULL);
  g_autoptr (GVariant) answer = NULL;
  const char *address;

  if (session == NULL || !start_launcher (self) || !app_test_wait (has_owner, session))
    return FALSE;
  answer = g_dbus_connection_call_sync (session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", NULL,
                                        G_VARIANT_TYPE ("(s)"), G_DBUS_CALL_FLAGS_NONE, 5000, NULL, NULL);
  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(&s)", &address);
  self->bus = g_dbus_connection_new_for_address_sync (address,
                                                      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                                                        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                      NULL, NULL, NULL);
  return self->bus != NULL;
}

/* Reads until a name begins so. */
static void
wait_for (Fixture *self, const char *name)
{
  for (guint i = 0; i < TRIES; i++)
    {
      g_ptr_array_set_size (self->seen, 0);
      walk (self, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", 0);
      for (guint s = 0; s < self->seen->len; s++)
        if (strstr (self->seen->pdata[s], name) != NULL)
          return;
      app_test_pause (100);
    }
  for (guint s = 0; s < self->seen->len; s++)
    g_test_message ("%s", (const char *) self->seen->pdata[s]);
  g_error ("nothing is called “%s”", name);
}

/* xdotool, with the keyboard in the window. */
static void
press (const char *keys)
{
  g_autofree char *line
    = g_strdup_printf ("xdotool search --sync --onlyvisible --name AskData windowfocus --sync sleep 0.2 key %s", keys);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_spawn_command_line_sync (line, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
}

static void
test_first_minute (void)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *program = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "src", "app", "askdata", NULL);
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  g_autofree char *folder = g_dir_make_tmp ("askdata-first-XXXXXX", NULL);
  g_autofree char *workspace = g_build_filename (folder, "first.askdata", NULL);
  g_autoptr (GError) error = NULL;
  Fixture self = { 0 };

  if (tool == NULL || !connect_bus (&self))
    {
      g_test_skip ("There is no accessibility bus here, or no xdotool.");
      app_test_remove_folder (folder);
      return;
    }
  self.seen = g_ptr_array_new_with_free_func (g_free);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-warnings", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "NO_AT_BRIDGE");
  self.process = g_subprocess_launcher_spawn (launcher, &error, program, "--workspace", workspace, NULL);
  g_assert_no_error (error);
  wait_for (&self, "Try the Sample");
  /* From the question over the button that has nothing to ask yet, to the first row. */
  press ("Tab Down Up Return");
  wait_for (&self, "Revenue by product category in 2025");
  press ("ctrl+l Tab Down Down Return");
  wait_for (&self, "Jackets has the highest revenue");
  press ("ctrl+q");
  g_assert_true (g_subprocess_wait_check (self.process, NULL, &error));
  g_assert_no_error (error);
  g_clear_object (&self.process);
  /* It ends its bus with itself. */
  g_subprocess_send_signal (self.launcher, SIGTERM);
  g_subprocess_wait (self.launcher, NULL, NULL);
  g_clear_object (&self.launcher);
  g_clear_object (&self.bus);
  g_ptr_array_unref (self.seen);
  app_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-first-minute/it-ends-with-an-answer-without-a-look", test_first_minute);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The grid as assistive technology finds it: another process shows one, and this one reads it over the accessibility bus.
 */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "app-test.h"
#include "app/ask-application.h"
#include "app/grid/ask-grid.h"

#define SHOW "ASK_TEST_SHOW_GRID"
#define TRIES 100

/* What the other process does: it shows a grid until it is ended. */
static int
show_grid (void)
{
  g_autoptr (AskRows) rows = ask_rows_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  GtkWidget *window, *grid;

  adw_init ();
  ask_application_register_resources ();
  ask_rows_add_column (rows, "city", ASK_TYPE_TEXT);
  ask_rows_add_column (rows, "sales", ASK_TYPE_INTEGER);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *city = g_strdup_printf ("City %u", i);
      AskValue cells[] = { ask_value_text (city, -1), ask_value_integer (i * 3) };

      if (i == 1)
        cells[1] = ASK_NULL_INIT;
      ask_rows_append (rows, cells);
    }
  window = adw_window_new ();
  grid = ask_grid_new ();
  ask_grid_set_title (ASK_GRID (grid), "Sales by city");
  ask_grid_set_rows (ASK_GRID (grid), rows);
  gtk_widget_activate_action (grid, "grid.sort", "(ubb)", 1, FALSE, FALSE);
  adw_window_set_content (ADW_WINDOW (window), grid);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_present (GTK_WINDOW (window));
  g_main_loop_run (loop);
  return 0;
}

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
  if (children == NULL || depth > 20)
    return;
  g_variant_get (children, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &child_owner, &child_path))
    walk (self, child_owner, child_path, depth + 1);
  g_variant_iter_free (iter);
}

static gboolean
has_seen (Fixture *self, const char *what)
{
  return g_ptr_array_find_with_equal_func (self->seen, what, g_str_equal, NULL);
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

static void
test_outside (void)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  Fixture self = { 0 };

  if (!connect_bus (&self))
    {
      g_test_skip ("There is no accessibility bus here.");
      return;
    }
  self.seen = g_ptr_array_new_with_free_func (g_free);
  g_subprocess_launcher_setenv (launcher, SHOW, "1", TRUE);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "NO_AT_BRIDGE");
  self.process = g_subprocess_launcher_spawn (launcher, &error, program, NULL);
  g_assert_no_error (error);
  for (guint i = 0; i < TRIES && !has_seen (&self, "grid cell: City 3"); i++)
    {
      app_test_pause (100);
      g_ptr_array_set_size (self.seen, 0);
      walk (&self, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", 0);
    }
  for (guint i = 0; i < self.seen->len; i++)
    g_test_message ("%s", (const char *) self.seen->pdata[i]);
  g_assert_true (has_seen (&self, "grid cell: City 3"));
  g_assert_true (has_seen (&self, "grid cell: 9"));
  g_assert_true (has_seen (&self, "grid: Sales by city"));
  g_assert_true (has_seen (&self, "column header: city"));
  g_assert_true (has_seen (&self, "row header: 4"));
  /* NULL is sorted last: with a million rows, only those on screen are there. */
  g_assert_false (has_seen (&self, "grid cell: no value"));
  g_assert_false (has_seen (&self, "grid cell: City 900"));
  g_subprocess_force_exit (self.process);
  g_subprocess_wait (self.process, NULL, NULL);
  g_clear_object (&self.process);
  /* It ends its bus with itself. */
  g_subprocess_send_signal (self.launcher, SIGTERM);
  g_subprocess_wait (self.launcher, NULL, NULL);
  g_clear_object (&self.launcher);
  g_clear_object (&self.bus);
  g_ptr_array_unref (self.seen);
}

int
main (int argc, char *argv[])
{
  if (g_getenv (SHOW) != NULL)
    return show_grid ();
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-grid/a-screen-reader-finds-its-cells", test_outside);
  return g_test_run ();
}

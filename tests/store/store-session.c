/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Session buses for tests: none, one that is empty, and one with a keyring. Each lives as long as
 * its test and keeps everything in the test's folder; the tester's own keyring is never touched.
 */
#include "config.h"

#include "store-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

/* No service files: nothing is started on this bus that the test did not start. */
static const char bus_config[]
    = "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\""
      " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
      "<busconfig><type>session</type><listen>unix:dir=%s</listen><auth>EXTERNAL</auth>"
      "<policy context=\"default\"><allow send_destination=\"*\" eavesdrop=\"true\"/>"
      "<allow eavesdrop=\"true\"/><allow own=\"*\"/></policy></busconfig>\n";

/* $1: program, $2: test. The keyring warns of what is its own affair, which must not end it. */
static const char with_keyring[]
    = "printf %s password | G_DEBUG= gnome-keyring-daemon --foreground --unlock --components=secrets"
      " >\"$HOME/keyring.log\" 2>&1 & keyring=$!\n"
      "n=0\n"
      "until dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus"
      " org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets 2>&1"
      " | grep -q 'boolean true'; do\n"
      "  n=$((n + 1)); [ $n -lt 100 ] || exit 77; sleep 0.1\n"
      "done\n"
      "\"$1\" -p \"$2\"; result=$?\n"
      "kill $keyring; wait $keyring 2>/dev/null\n"
      "exit $result\n";

static const char bare[] = "\"$1\" -p \"$2\"\n";

/* The bus of whoever runs the tests is not for them. */
void
store_without_session (void)
{
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
  g_unsetenv ("SECRET_BACKEND");
  g_setenv ("XDG_RUNTIME_DIR", "/nonexistent", TRUE);
}

static gboolean
has_programs (const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_find_program_in_path (names[i]);

      if (path != NULL)
        continue;

      g_autofree char *words = g_strdup_printf ("%s is not installed", names[i]);

      g_test_skip (words);
      return FALSE;
    }
  return TRUE;
}

/* Caches, temporary files and what a keyring keeps, at any depth. */
static void
assert_tree_clean (const char *folder, const char *secret)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize length;

      if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
        assert_tree_clean (path, secret);
      else if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (path, &bytes, &length, NULL)
               && memmem (bytes, length, secret, strlen (secret)) != NULL)
        g_error ("%s holds a secret", path);
    }
}

static void
run (StoreFixture *self, const char *script, const char *program, const char *test, const char *secret)
{
  g_autofree char *config_path = store_fixture_file (self, "bus.conf");
  g_autofree char *config = g_strdup_printf (bus_config, self->folder);
  g_autofree char *config_option = g_strconcat ("--config-file=", config_path, NULL);
  g_auto (GStrv) environment = g_get_environ ();
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;
  const char *arguments[] = { "dbus-run-session", config_option, "--",    "sh", "-c",
                              script,             "sh",          program, test, NULL };
  int status;

  g_assert_true (g_file_set_contents (config_path, config, -1, NULL));
  environment = g_environ_setenv (environment, "ASK_TEST_SESSION", self->folder, TRUE);
  environment = g_environ_setenv (environment, "HOME", self->folder, TRUE);
  environment = g_environ_setenv (environment, "XDG_RUNTIME_DIR", self->folder, TRUE);
  environment = g_environ_setenv (environment, "XDG_DATA_HOME", self->folder, TRUE);
  environment = g_environ_setenv (environment, "XDG_CONFIG_HOME", self->folder, TRUE);
  environment = g_environ_setenv (environment, "XDG_CACHE_HOME", self->folder, TRUE);
  environment = g_environ_setenv (environment, "SQLITE_TMPDIR", self->folder, TRUE);
  environment = g_environ_setenv (environment, "G_MESSAGES_DEBUG", "all", TRUE);
  environment = g_environ_unsetenv (environment, "DISPLAY");
  environment = g_environ_unsetenv (environment, "WAYLAND_DISPLAY");
  g_spawn_sync (NULL, (char **) arguments, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                &err, &status, &error);
  g_assert_no_error (error);
  if (g_spawn_check_wait_status (status, &error))
    {
      g_autofree char *passed = g_strdup_printf ("ok 1 %s\n", test);

      if (strstr (out, passed) == NULL)
        g_error ("%s did not run: %s%s", test, out, err);
      if (strstr (out, secret) != NULL || strstr (err, secret) != NULL)
        g_error ("%s wrote a secret to its log", test);
      assert_tree_clean (self->folder, secret);
      return;
    }
  if (g_error_matches (error, G_SPAWN_EXIT_ERROR, 77))
    {
      g_test_skip ("gnome-keyring-daemon did not come up");
      return;
    }
  g_test_message ("%s\n%s", out, err);
  g_assert_no_error (error);
}

/* store_run_in_session: runs @test of @program beside a keyring; @secret must be nowhere then: not in what it wrote
 * with all debug messages, nor in its caches and temporary files */
void
store_run_in_session (StoreFixture *self, const char *program, const char *test, const char *secret)
{
  static const char *const needed[]
      = { "dbus-run-session", "dbus-send", "gnome-keyring-daemon", NULL };

  if (has_programs (needed))
    run (self, with_keyring, program, test, secret);
}

void
store_run_on_bare_bus (StoreFixture *self, const char *program, const char *test, const char *secret)
{
  static const char *const needed[] = { "dbus-run-session", NULL };

  if (has_programs (needed))
    run (self, bare, program, test, secret);
}

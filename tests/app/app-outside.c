/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A program beside the test. Nothing here waits for it without an end: each wait looks whether it is still there.
 */
#include "config.h"

#include "app-outside.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>

#include "app-test.h"

/* Milliseconds between two looks, and how many of them: longer than any slow machine needs. */
#define PAUSE 100
#define TRIES 300
/* A look takes a second itself where the machine is busy; the test has to say what it waits for before it is ended. */
#define MOST_SECONDS 60
/* What keys bring about is there by then, or a complaint about it. */
#define AFTER_KEYS 600
/* Of the keyboard, from one end of the window to the other. */
#define MOST_STOPS 80
/* A word of the title of the program's own. */
#define WINDOW "AskData"
/* ATSPI_STATE_FOCUSED */
#define STATE_FOCUSED (1u << 12)

static void
node_free (AppOutsideNode *node)
{
  g_free (node->says);
  g_free (node->owner);
  g_free (node->path);
  g_free (node);
}

/* ---- the bus */

/* Without its words on our standard output, which is TAP. */
static gboolean
start_launcher (AppOutside *self)
{
  static const char *const paths[]
    = { "/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher" };

  for (guint i = 0; i < G_N_ELEMENTS (paths) && self->launcher == NULL; i++)
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
connect_bus (AppOutside *self)
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

/**
 * app_outside_set_up:
 * @self: zeroed
 * @needs: what the test cannot do without
 *
 * Returns: whether all of it is there; if not, the test was marked as skipped. app_outside_tear_down() is due either way.
 */
gboolean
app_outside_set_up (AppOutside *self, AppOutsideNeeds needs)
{
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("askdata-outside-XXXXXX", &error);
  g_assert_no_error (error);
  self->log = g_build_filename (self->folder, "log", NULL);
  self->seen = g_ptr_array_new_with_free_func ((GDestroyNotify) node_free);
  if ((needs & APP_OUTSIDE_PRESSES) != 0 && tool == NULL)
    g_test_skip ("xdotool is not installed, so there is no keyboard");
  else if ((needs & APP_OUTSIDE_READS) != 0 && !connect_bus (self))
    g_test_skip ("There is no accessibility bus here");
  else
    return TRUE;
  return FALSE;
}

/** app_outside_tear_down: ends what is still there. */
void
app_outside_tear_down (AppOutside *self)
{
  if (self->process != NULL)
    {
      g_subprocess_force_exit (self->process);
      g_subprocess_wait (self->process, NULL, NULL);
    }
  if (self->launcher != NULL)
    {
      /* It ends its bus with itself. */
      g_subprocess_send_signal (self->launcher, SIGTERM);
      g_subprocess_wait (self->launcher, NULL, NULL);
    }
  g_clear_object (&self->process);
  g_clear_object (&self->launcher);
  g_clear_object (&self->bus);
  g_clear_pointer (&self->seen, g_ptr_array_unref);
  app_test_remove_folder (self->folder);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->log, g_free);
}

/* ---- the program */

/**
 * app_outside_start:
 * @program: (nullable): its path; %NULL for the window of this build
 * @...: its arguments, and %NULL at the end
 *
 * Starts a program that a warning of GTK or GLib ends.
 */
void
app_outside_start (AppOutside *self, const char *program, ...)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autofree char *own = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "src", "app", "askdata", NULL);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  va_list list;

  g_ptr_array_add (arguments, (gpointer) (program != NULL ? program : own));
  va_start (list, program);
  for (char *next = va_arg (list, char *); next != NULL; next = va_arg (list, char *))
    g_ptr_array_add (arguments, next);
  va_end (list);
  g_ptr_array_add (arguments, NULL);
  g_subprocess_launcher_setenv (launcher, "G_DEBUG", "fatal-warnings", TRUE);
  if (self->bus != NULL)
    {
      g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "atspi", TRUE);
      g_subprocess_launcher_unsetenv (launcher, "NO_AT_BRIDGE");
    }
  g_subprocess_launcher_set_stderr_file_path (launcher, self->log);
  self->process = g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, &error);
  g_assert_no_error (error);
}

static gboolean
is_gone (gpointer process)
{
  return g_subprocess_get_identifier (process) == NULL;
}

static char *
read_log (AppOutside *self)
{
  char *said = NULL;

  return g_file_get_contents (self->log, &said, NULL, NULL) ? said : g_strdup ("");
}

/** app_outside_open: @workspace: the path of one; @start: the beginning of what is read once it can be used. Starts the window
 * on it. */
void
app_outside_open (AppOutside *self, const char *workspace, const char *start)
{
  app_outside_start (self, NULL, "--workspace", workspace, NULL);
  app_outside_wait_for_start (self, start);
  /* Out of the way: what is under the pointer is read, too. */
  app_outside_press (self, WINDOW, "mousemove 1279 899");
}

/** app_outside_end: waits until the program was ended. Returns: whether it ended well */
gboolean
app_outside_end (AppOutside *self)
{
  gboolean well;

  g_assert_true (app_test_wait (is_gone, self->process));
  g_subprocess_wait (self->process, NULL, NULL);
  well = g_subprocess_get_successful (self->process);
  g_clear_object (&self->process);
  return well;
}

/** app_outside_check_log: fails the test where the program has complained, with what it said. */
void
app_outside_check_log (AppOutside *self)
{
  g_autofree char *said = read_log (self);

  if (strstr (said, "-WARNING **") != NULL || strstr (said, "-CRITICAL **") != NULL)
    g_error ("the program said: %s", said);
}

/* ---- looking */

/**
 * app_outside_call:
 * @node: something of the program
 * @method: "interface:method", without "org.a11y.atspi." unless it begins otherwise
 * @arguments: (nullable) (transfer floating): a tuple
 *
 * Returns: (transfer full) (nullable): what it gave
 */
GVariant *
app_outside_call (AppOutside *self, AppOutsideNode *node, const char *method, GVariant *arguments)
{
  g_auto (GStrv) parts = g_strsplit (method, ":", 2);
  g_autofree char *interface = strchr (parts[0], '.') != NULL ? g_strdup (parts[0])
                                                              : g_strconcat ("org.a11y.atspi.", parts[0], NULL);

  return g_dbus_connection_call_sync (self->bus, node->owner, node->path, interface, parts[1], arguments, NULL,
                                      G_DBUS_CALL_FLAGS_NONE, 5000, NULL, NULL);
}

/** app_outside_find: @says: "role: name". Returns: (transfer none) (nullable): the first of what was read that says so */
AppOutsideNode *
app_outside_find (AppOutside *self, const char *says)
{
  for (guint i = 0; i < self->seen->len; i++)
    {
      AppOutsideNode *node = self->seen->pdata[i];

      if (g_str_equal (node->says, says))
        return node;
    }
  return NULL;
}

/** app_outside_find_start: Returns: (transfer none) (nullable): the first of what was read that begins with @start */
AppOutsideNode *
app_outside_find_start (AppOutside *self, const char *start)
{
  for (guint i = 0; i < self->seen->len; i++)
    {
      AppOutsideNode *node = self->seen->pdata[i];

      if (g_str_has_prefix (node->says, start))
        return node;
    }
  return NULL;
}

static gboolean
has_part (AppOutside *self, const char *part)
{
  for (guint i = 0; i < self->seen->len; i++)
    if (strstr (((AppOutsideNode *) self->seen->pdata[i])->says, part) != NULL)
      return TRUE;
  return FALSE;
}

typedef gboolean (*Condition) (AppOutside *self, const char *what);

static gboolean
has_no_part (AppOutside *self, const char *part)
{
  return self->seen->len > 0 && !has_part (self, part);
}

static gboolean
has_start (AppOutside *self, const char *start)
{
  return app_outside_find_start (self, start) != NULL;
}

/* Reads until @condition holds of @what; that it never does ends the test with all that was read. */
static void
wait_until (AppOutside *self, Condition condition, const char *what, const char *complaint)
{
  g_autofree char *said = NULL;
  gint64 end = g_get_monotonic_time () + MOST_SECONDS * G_USEC_PER_SEC;

  while (g_get_monotonic_time () < end && !is_gone (self->process))
    {
      app_outside_read (self);
      if (condition (self, what))
        return;
      app_test_pause (PAUSE);
    }
  for (guint i = 0; i < self->seen->len; i++)
    g_test_message ("%s", ((AppOutsideNode *) self->seen->pdata[i])->says);
  said = read_log (self);
  g_error ("%s “%s”%s %s", complaint, what, is_gone (self->process) ? ", and the program is gone:" : "", said);
}

/** app_outside_wait_for: reads until something's role or name has @part in it; that it never does fails the test. */
void
app_outside_wait_for (AppOutside *self, const char *part)
{
  wait_until (self, has_part, part, "nothing is called");
}

/** app_outside_wait_for_none: the same until nothing has @part in it any more. */
void
app_outside_wait_for_none (AppOutside *self, const char *part)
{
  wait_until (self, has_no_part, part, "something is still called");
}

/** app_outside_wait_for_start: Returns: (transfer none): the first that begins with @start, as soon as there is one */
AppOutsideNode *
app_outside_wait_for_start (AppOutside *self, const char *start)
{
  wait_until (self, has_start, start, "nothing begins with");
  return app_outside_find_start (self, start);
}

static char *
dup_description (AppOutside *self, const char *start)
{
  AppOutsideNode *node = app_outside_wait_for_start (self, start);
  g_autoptr (GVariant) answer = app_outside_call (self, node, "org.freedesktop.DBus.Properties:Get",
                                                  g_variant_new ("(ss)", "org.a11y.atspi.Accessible", "Description"));
  g_autoptr (GVariant) inner = NULL;

  if (answer == NULL)
    return g_strdup ("");
  g_variant_get (answer, "(v)", &inner);
  return g_variant_dup_string (inner, NULL);
}

/** app_outside_wait_for_description: reads until what begins with @start is described with @part in it. */
void
app_outside_wait_for_description (AppOutside *self, const char *start, const char *part)
{
  g_autofree char *last = NULL;
  gint64 end = g_get_monotonic_time () + MOST_SECONDS * G_USEC_PER_SEC;

  while (g_get_monotonic_time () < end && !is_gone (self->process))
    {
      g_free (last);
      last = dup_description (self, start);
      if (strstr (last, part) != NULL)
        return;
      app_test_pause (PAUSE);
    }
  g_error ("“%s” is described as “%s” and not with “%s”", start, last, part);
}

static void
act (AppOutside *self, AppOutsideNode *node)
{
  g_autoptr (GVariant) done = app_outside_call (self, node, "Action:DoAction", g_variant_new ("(i)", 0));
  gboolean well = FALSE;

  g_assert_nonnull (done);
  g_variant_get (done, "(b)", &well);
  g_assert_true (well);
}

/** app_outside_do: @says: "role: name" of something that was read; does what a click on it does. */
void
app_outside_do (AppOutside *self, const char *says)
{
  AppOutsideNode *node = app_outside_find (self, says);

  g_assert_nonnull (node);
  act (self, node);
}

/** app_outside_do_first: the same with the first that begins with @start, as soon as there is one. */
void
app_outside_do_first (AppOutside *self, const char *start)
{
  act (self, app_outside_wait_for_start (self, start));
}

/**
 * app_outside_do_after:
 * @before: "role: name" of something that is read before it, in the same window or on the same page
 * @says: the same of what is clicked: the first behind @before
 */
void
app_outside_do_after (AppOutside *self, const char *before, const char *says)
{
  gboolean seen = FALSE;

  for (guint i = 0; i < self->seen->len; i++)
    {
      AppOutsideNode *node = self->seen->pdata[i];

      if (seen && g_str_equal (node->says, says))
        {
          act (self, node);
          return;
        }
      seen = seen || g_str_equal (node->says, before);
    }
  g_error ("behind “%s” there is no “%s”", before, says);
}

/* ---- keys */

/**
 * app_outside_try_press:
 * @title: a word of the title of the window that gets the keyboard, as soon as there is one
 * @commands: xdotool's: "key ctrl+a type --delay 20 abc"; its text must not have spaces, write "key space" for one
 *
 * Presses keys. xdotool waits for a window for ever: here it ends with the program.
 *
 * Returns: whether they were pressed
 */
gboolean
app_outside_try_press (AppOutside *self, const char *title, const char *commands, GError **error)
{
  g_autofree char *line
    = g_strdup_printf ("xdotool search --sync --onlyvisible --name %s windowfocus --sync %s", title, commands);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GSubprocess) process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_NONE, error);
  guint n_gone = 0;

  if (process == NULL)
    return FALSE;
  /* Keys may end the program, and xdotool has more of them to let go: it gets some time for that. */
  for (guint i = 0; i < 2 * TRIES && !is_gone (process) && n_gone < TRIES / 10; i++)
    {
      app_test_pause (PAUSE);
      n_gone += is_gone (self->process);
    }
  if (!is_gone (process))
    {
      g_autofree char *said = read_log (self);

      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "%s: %s %s", line,
                   n_gone > 0 ? "the program is gone:" : "there is no such window:", said);
      return FALSE;
    }
  return g_subprocess_wait_check (process, NULL, error);
}

/** app_outside_press: as app_outside_try_press(), and looks at what the program says of it; anything wrong fails the test */
void
app_outside_press (AppOutside *self, const char *title, const char *commands)
{
  g_autoptr (GError) error = NULL;
  gboolean pressed = app_outside_try_press (self, title, commands, &error);

  app_outside_check_log (self);
  if (!pressed)
    g_error ("%s", error->message);
  /* Not one of xdotool's commands: it would type the word behind what is typed. */
  app_test_pause (AFTER_KEYS);
  app_outside_check_log (self);
}

/** app_outside_key: @keys: as xdotool calls them: "ctrl+f", "Tab Down". Presses them in the window. */
void
app_outside_key (AppOutside *self, const char *keys)
{
  g_autofree char *commands = g_strconcat ("key ", keys, NULL);

  app_outside_press (self, WINDOW, commands);
}

/** app_outside_type: @text: letters and spaces. Types it in the window. */
void
app_outside_type (AppOutside *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  /* The rest of a line that types is typed. */
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *commands = g_strconcat (i > 0 ? "key space " : "", "type --delay 10 ", words[i], NULL);

      app_outside_press (self, WINDOW, commands);
    }
}

/* What a person finds without a look. */
static gboolean
has_focus (AppOutside *self, AppOutsideNode *node)
{
  g_autoptr (GVariant) answer = app_outside_call (self, node, "Accessible:GetState", NULL);
  g_autoptr (GVariant) states = NULL;
  guint32 first = 0;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(@au)", &states);
  g_variant_get_child (states, 0, "u", &first);
  return (first & STATE_FOCUSED) != 0;
}

/** app_outside_focus: presses @key, "Tab", until the keyboard is at what begins with @start, which has to come there. */
void
app_outside_focus (AppOutside *self, const char *key, const char *start)
{
  g_autofree char *commands = g_strdup_printf ("key %s", key);
  g_autoptr (GError) error = NULL;
  AppOutsideNode *node = app_outside_wait_for_start (self, start);

  for (guint i = 0; i < MOST_STOPS; i++)
    {
      if (has_focus (self, node))
        return;
      /* Nothing is opened by it that would have to be waited for. */
      app_outside_try_press (self, WINDOW, commands, &error);
      g_assert_no_error (error);
    }
  g_error ("the keyboard never came to “%s”", start);
}

/* ---- the pointer */

/* How far below its upper edge a part is taken hold of: at its title. */
#define GRIP 14

typedef struct
{
  int x;
  int y;
  int width;
  int height;
} Extents;

/* In the coordinates of its window. */
static Extents
read_extents (AppOutside *self, AppOutsideNode *node)
{
  g_autoptr (GVariant) answer = app_outside_call (self, node, "Component:GetExtents", g_variant_new ("(u)", 1));
  Extents at;

  g_assert_nonnull (answer);
  g_variant_get (answer, "((iiii))", &at.x, &at.y, &at.width, &at.height);
  return at;
}

/* Where it is once the page has come to rest. */
static Extents
wait_for_extents (AppOutside *self, AppOutsideNode *node)
{
  Extents at = read_extents (self, node);
  Extents was;

  do
    {
      was = at;
      app_test_pause (AFTER_KEYS);
      at = read_extents (self, node);
    }
  while (memcmp (&was, &at, sizeof at) != 0);
  return at;
}

/** app_outside_drag: takes hold of what begins with @start by its upper left corner, and drags it so many pixels. */
void
app_outside_drag (AppOutside *self, const char *start, int across, int down)
{
  Extents at = wait_for_extents (self, app_outside_wait_for_start (self, start));
  int x = at.x + GRIP;
  int y = at.y + GRIP;
  g_autofree char *commands = NULL;

  g_assert_cmpint (at.width, >, GRIP);
  /* On the way there it moves twice: GTK takes the first for a click's unsteady hand. */
  commands = g_strdup_printf ("mousemove --window %%1 %d %d sleep 0.1 mousedown 1 sleep 0.1 mousemove --window %%1 %d %d "
                              "sleep 0.2 mousemove --window %%1 %d %d sleep 0.3 mouseup 1",
                              x, y, x + across / 2, y + down / 2, x + across, y + down);
  app_outside_press (self, WINDOW, commands);
}

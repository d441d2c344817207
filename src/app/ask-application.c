/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Starts the window on a workspace, keeps the settings, and holds the actions of the application.
 * It owns the GSettings, which are %NULL where the schema is not installed: then nothing is
 * remembered, and everything else works.
 */
#include "config.h"

#include "app/ask-application.h"

#include <glib/gi18n.h>

#include "app/ask-preferences.h"
#include "app/steps/ask-ledger-window.h"
#include "app/ask-window.h"
#include "askdata-resources.h"
#include "store/ask-workspace.h"

struct _AskApplication
{
  AdwApplication parent_instance;
  GSettings *settings;
};

G_DEFINE_FINAL_TYPE (AskApplication, ask_application, ADW_TYPE_APPLICATION)

/**
 * ask_application_register_resources:
 *
 * Makes templates, icons and styles known. Constructors of a static library may be dropped by the
 * linker, so this is called and not left to one. Any number of calls.
 */
void
ask_application_register_resources (void)
{
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      askdata_register_resource ();
      g_once_init_leave (&done, 1);
    }
}

static void
apply_color_scheme (AskApplication *self)
{
  g_autofree char *scheme = g_settings_get_string (self->settings, "color-scheme");
  AdwColorScheme value = ADW_COLOR_SCHEME_DEFAULT;

  if (g_str_equal (scheme, "light"))
    value = ADW_COLOR_SCHEME_FORCE_LIGHT;
  else if (g_str_equal (scheme, "dark"))
    value = ADW_COLOR_SCHEME_FORCE_DARK;
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), value);
}

static void
open_settings (AskApplication *self)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = NULL;

  if (source != NULL)
    schema = g_settings_schema_source_lookup (source, ASK_APP_ID, TRUE);
  if (schema == NULL)
    {
      g_info ("The settings schema %s is not installed; nothing will be remembered.", ASK_APP_ID);
      return;
    }
  self->settings = g_settings_new_full (schema, NULL, NULL);
  g_signal_connect_swapped (self->settings, "changed::color-scheme", G_CALLBACK (apply_color_scheme), self);
  apply_color_scheme (self);
}

/* Closes the main windows, or all others. Closing one may destroy another, so all are held. */
static void
close_windows (AskApplication *self, gboolean main)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (ASK_IS_WINDOW (l->data) == main)
      g_ptr_array_add (windows, g_object_ref (l->data));
  for (guint i = 0; i < windows->len; i++)
    gtk_window_close (windows->pdata[i]);
}

/* g_application_quit() would cut off what a window has yet to save: the program ends with its last window. */
static void
quit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  close_windows (data, TRUE);
}

static void
about (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  adw_show_about_window (gtk_application_get_active_window (GTK_APPLICATION (data)), "application-name", _ ("AskData"),
                         "application-icon", ASK_APP_ID, "developer-name", _ ("The AskData developers"), "version",
                         ASK_VERSION, "license-type", GTK_LICENSE_GPL_3_0, "comments",
                         _ ("Ask your databases and web APIs in plain language, and see "
                            "how every answer came about."),
                         NULL);
}

/* Returns: (nullable): the window in front, or the one that a dialog in front belongs to */
static GtkWindow *
find_parent (AskApplication *self)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));

  if (!ASK_IS_WINDOW (window))
    window = gtk_window_get_transient_for (window);
  return ASK_IS_WINDOW (window) ? window : NULL;
}

static void
present (GtkWidget *window, GtkWindow *parent)
{
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));
}

static void
preferences (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AskApplication *self = ASK_APPLICATION (data);
  GtkWindow *parent = find_parent (self);

  if (parent != NULL)
    present (ask_preferences_new (ask_window_get_session (ASK_WINDOW (parent)), self->settings), parent);
}

static void
ledger (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWindow *parent = find_parent (ASK_APPLICATION (data));

  if (parent != NULL)
    present (ask_ledger_window_new (ask_window_get_session (ASK_WINDOW (parent))), parent);
}

static const GActionEntry actions[] = {
  { .name = "quit", .activate = quit },
  { .name = "about", .activate = about },
  { .name = "preferences", .activate = preferences },
  { .name = "ledger", .activate = ledger },
};

static const struct
{
  const char *action;
  const char *const keys[3];
} accelerators[] = {
  { "app.quit", { "<Control>q" } },
  { "app.preferences", { "<Control>comma" } },
  { "win.focus-question", { "<Control>l" } },
  { "win.new-question", { "<Control>n" } },
  { "win.open-file", { "<Control>o" } },
  { "win.open-workspace", { "<Control><Shift>o" } },
  { "win.new-workspace", { "<Control><Shift>n" } },
  { "win.toggle-sidebar", { "F9" } },
  { "win.show-page('ask')", { "<Alt>1" } },
  { "win.show-page('boards')", { "<Alt>2" } },
  { "win.show-page('browse')", { "<Alt>3" } },
  { "win.show-page('build')", { "<Alt>4" } },
  { "win.show-page('sql')", { "<Alt>5" } },
  { "win.show-page('history')", { "<Alt>6" } },
  { "win.show-page('verified')", { "<Alt>7" } },
  { "win.show-page('inbox')", { "<Alt>8" } },
  { "win.show-page('sources')", { "<Alt>9" } },
  { "win.show-page('schema')", { "<Alt>0" } },
  { "win.find", { "<Control>f" } },
  { "window.close", { "<Control>w" } },
};

static void
ask_application_startup (GApplication *application)
{
  AskApplication *self = ASK_APPLICATION (application);

  G_APPLICATION_CLASS (ask_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (ASK_APP_ID);
  open_settings (self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accelerators[i].action, accelerators[i].keys);
}

static AskWindow *
find_window (AskApplication *self, const char *path)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    if (ASK_IS_WINDOW (l->data) && g_str_equal (ask_session_get_path (ask_window_get_session (l->data)), path))
      return l->data;
  return NULL;
}

/* @given: a path or a URI, from where the command line was given. What lies elsewhere is told as a file that is not there.
 * Returns: (transfer full): a path */
static char *
get_path (GApplicationCommandLine *command_line, const char *given)
{
  g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (command_line, given);
  char *path = g_file_get_path (file);

  return path != NULL ? path : g_strdup (given);
}

static AskWindow *
ensure_window (AskApplication *self, const char *path)
{
  AskWindow *window = find_window (self, path);

  return window != NULL ? window : ask_window_new (self, path);
}

/* A workspace by its name has a window of its own; every other file goes to @window, or to that of the usual
 * workspace. Returns: the window of the last file */
static AskWindow *
open_files (AskApplication *self, GApplicationCommandLine *command_line, AskWindow *window, const char *const *files)
{
  AskWindow *last = window;

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *path = get_path (command_line, files[i]);
      g_autofree char *usual = ask_workspace_get_default_path ();

      if (g_str_has_suffix (path, ".askdata"))
        {
          last = ensure_window (self, path);
          gtk_window_present (GTK_WINDOW (last));
        }
      else
        {
          last = window = window != NULL ? window : ensure_window (self, usual);
          ask_window_open_file (window, path);
        }
    }
  return last;
}

static int
ask_application_command_line (GApplication *application, GApplicationCommandLine *command_line)
{
  AskApplication *self = ASK_APPLICATION (application);
  GVariantDict *options = g_application_command_line_get_options_dict (command_line);
  g_autofree const char **files = NULL;
  const char *given = NULL;
  AskWindow *window = NULL;

  if (g_variant_dict_lookup (options, "workspace", "^&ay", &given))
    {
      g_autofree char *path = get_path (command_line, given);

      window = ensure_window (self, path);
    }
  if (g_variant_dict_lookup (options, G_OPTION_REMAINING, "^a&ay", &files))
    window = open_files (self, command_line, window, files);
  if (window == NULL)
    {
      g_autofree char *usual = ask_workspace_get_default_path ();

      window = ensure_window (self, usual);
    }
  gtk_window_present (GTK_WINDOW (window));
  return 0;
}

static int
ask_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("askdata %s\n", ASK_VERSION);
      return 0;
    }
  return -1;
}

static void
ask_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    {
      g_autofree char *path = ask_workspace_get_default_path ();

      window = GTK_WINDOW (ask_window_new (ASK_APPLICATION (application), path));
    }
  gtk_window_present (window);
}

static void
ask_application_window_removed (GtkApplication *application, GtkWindow *window)
{
  gboolean left = FALSE;

  GTK_APPLICATION_CLASS (ask_application_parent_class)->window_removed (application, window);
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    left = left || ASK_IS_WINDOW (l->data);
  /* Preferences and the like would keep a program alive that nobody can use. */
  if (!left)
    close_windows (ASK_APPLICATION (application), FALSE);
}

static void
ask_application_finalize (GObject *object)
{
  g_clear_object (&ASK_APPLICATION (object)->settings);
  G_OBJECT_CLASS (ask_application_parent_class)->finalize (object);
}

static void
ask_application_class_init (AskApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ask_application_finalize;
  application_class->startup = ask_application_startup;
  application_class->activate = ask_application_activate;
  application_class->command_line = ask_application_command_line;
  application_class->handle_local_options = ask_application_handle_local_options;
  GTK_APPLICATION_CLASS (klass)->window_removed = ask_application_window_removed;
}

static void
ask_application_init (AskApplication *self)
{
  static const GOptionEntry options[]
    = { { "workspace", 'w', G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME, NULL, N_ ("Open this workspace file"),
          N_ ("FILE") },
        { "version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
        { G_OPTION_REMAINING, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_ ("[FILE…]") },
        { NULL } };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
}

/** ask_application_new: Returns: (transfer full): the application, to be run */
AskApplication *
ask_application_new (void)
{
  ask_application_register_resources ();
  return g_object_new (ASK_TYPE_APPLICATION, "application-id", ASK_APP_ID, "flags", G_APPLICATION_HANDLES_COMMAND_LINE,
                       "resource-base-path", "/com/example/AskData", NULL);
}

/** ask_application_get_settings: Returns: (transfer none) (nullable): %NULL where the schema is not
 * installed */
GSettings *
ask_application_get_settings (AskApplication *self)
{
  g_return_val_if_fail (ASK_IS_APPLICATION (self), NULL);
  return self->settings;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A workspace has a window of its own. Those that were open are kept by their paths in the settings, the last one first;
 * one whose file is gone says so when it is asked for, and is forgotten then.
 */
#include "config.h"

#include "app/ask-workspaces.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/ask-window.h"
#include "app/widgets/ask-chooser.h"
#include "store/ask-workspace.h"

#define KEY "recent-workspaces"
#define ENDING ".askdata"
/* More than a person looks through in a menu. */
#define MAX_RECENT 8

static GSettings *
find_settings (GtkWindow *window)
{
  GtkApplication *application = gtk_window_get_application (window);

  return ASK_IS_APPLICATION (application) ? ask_application_get_settings (ASK_APPLICATION (application)) : NULL;
}

static GtkWindow *
find_window (const char *path)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (ASK_IS_WINDOW (l->data) && g_str_equal (ask_session_get_path (ask_window_get_session (l->data)), path))
      return l->data;
  return NULL;
}

/**
 * ask_workspaces_open:
 * @parent: a window of the program
 * @path: of a workspace, there or to be made
 *
 * Shows the workspace in a window of its own, or in the one that has it already.
 */
void
ask_workspaces_open (GtkWindow *parent, const char *path)
{
  GtkApplication *application = gtk_window_get_application (parent);
  GtkWindow *window = find_window (path);

  if (window == NULL)
    window
      = GTK_WINDOW (ask_window_new (ASK_IS_APPLICATION (application) ? ASK_APPLICATION (application) : NULL, path));
  gtk_window_present (window);
}

/* Returns: (transfer full): the kept paths but @path, behind @first where that is not %NULL */
static GStrv
list_others (GSettings *settings, const char *path, const char *first)
{
  g_auto (GStrv) kept = g_settings_get_strv (settings, KEY);
  g_autoptr (GStrvBuilder) others = g_strv_builder_new ();
  guint n = first != NULL ? 1 : 0;

  if (first != NULL)
    g_strv_builder_add (others, first);
  for (guint i = 0; kept[i] != NULL && n < MAX_RECENT; i++)
    if (!g_str_equal (kept[i], path))
      {
        g_strv_builder_add (others, kept[i]);
        n++;
      }
  return g_strv_builder_end (others);
}

/**
 * ask_workspaces_remember:
 * @settings: (nullable): where it is kept; %NULL keeps nothing
 * @path: of a workspace that was opened
 */
void
ask_workspaces_remember (GSettings *settings, const char *path)
{
  g_auto (GStrv) paths = NULL;

  if (settings == NULL || !g_utf8_validate (path, -1, NULL))
    return;
  paths = list_others (settings, path, path);
  g_settings_set_strv (settings, KEY, (const char *const *) paths);
}

static char *
name_workspace (const char *path)
{
  g_autofree char *usual = ask_workspace_get_default_path ();
  char *name = g_filename_display_basename (path);

  if (g_str_equal (path, usual))
    {
      g_free (name);
      /* Translators: the workspace that is there without anybody having chosen one. */
      return g_strdup (_ ("Usual Workspace"));
    }
  if (g_str_has_suffix (name, ENDING))
    name[strlen (name) - strlen (ENDING)] = '\0';
  return name;
}

/**
 * ask_workspaces_fill_menu:
 * @menu: emptied first
 * @settings: (nullable): where they are kept
 * @current: the path of the window's own workspace, which is left out
 *
 * Offers the recent workspaces by name.
 */
void
ask_workspaces_fill_menu (GMenu *menu, GSettings *settings, const char *current)
{
  g_auto (GStrv) paths = settings != NULL ? list_others (settings, current, NULL) : NULL;

  g_menu_remove_all (menu);
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      g_autofree char *name = name_workspace (paths[i]);
      /* In a menu an underscore would be a mnemonic. */
      g_auto (GStrv) parts = g_strsplit (name, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s", paths[i]);
      g_menu_append_item (menu, item);
    }
}

static void
file_chosen (GtkNativeDialog *chooser, int response, GtkWindow *window)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (file != NULL)
    path = g_file_get_path (file);
  if (path != NULL && gtk_file_chooser_get_action (GTK_FILE_CHOOSER (chooser)) == GTK_FILE_CHOOSER_ACTION_SAVE
      && !g_str_has_suffix (path, ENDING))
    {
      char *named = g_strconcat (path, ENDING, NULL);

      g_free (path);
      path = named;
    }
  if (path != NULL)
    ask_workspaces_open (window, path);
  else if (file != NULL)
    ask_session_toast (ask_window_get_session (ASK_WINDOW (window)),
                       _ ("This file is not on this computer. Copy it here first."));
}

static GtkFileChooserNative *
make_chooser (GtkWidget *window, GtkFileChooserAction action, const char *title, const char *accept)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (title, GTK_WINDOW (window), action, accept, _ ("_Cancel"));

  ask_chooser_add_filter (chooser, _ ("Workspaces"), (const char *const[]) { "*.askdata", NULL });
  g_signal_connect_object (chooser, "response", G_CALLBACK (file_chosen), window, 0);
  return chooser;
}

/** ask_workspaces_choose: @widget: the window; @action, @parameter: unused: lets a person choose a workspace to open. */
void
ask_workspaces_choose (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_chooser_show (make_chooser (widget, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("Open Workspace"), _ ("_Open")), widget);
}

/** ask_workspaces_choose_new: @widget: the window; @action, @parameter: unused: lets a person say where a new workspace is
 * made. */
void
ask_workspaces_choose_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkFileChooserNative *chooser
    = make_chooser (widget, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("New Workspace"), _ ("_Create"));

  /* Translators: the suggested name of a new workspace's file. */
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), _ ("New Workspace.askdata"));
  ask_chooser_show (chooser, widget);
}

/* A new file in its place would be an empty workspace that nobody asked for. */
static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWindow) window = data;
  GSettings *settings = find_settings (window);
  g_autofree char *path = g_file_get_path (G_FILE (source));
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  g_autofree char *words = NULL;
  g_auto (GStrv) others = NULL;

  if (info != NULL)
    {
      ask_workspaces_open (window, path);
      return;
    }
  words = g_strdup_printf (_ ("The workspace %s is not there any more"), path);
  ask_session_toast (ask_window_get_session (ASK_WINDOW (window)), words);
  if (settings == NULL)
    return;
  others = list_others (settings, path, NULL);
  g_settings_set_strv (settings, KEY, (const char *const *) others);
}

/** ask_workspaces_open_recent: @widget: the window; @action: unused; @parameter: a path: opens that workspace, or says that it is gone. */
void
ask_workspaces_open_recent (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_string (parameter, NULL));

  g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, G_PRIORITY_DEFAULT, NULL,
                           found, g_object_ref (widget));
}

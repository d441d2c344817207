/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Uses the window as nobody would: presses, types, drags and closes at random, day after day, and looks whether
 * anything complains and whether memory is where it was when the window is closed in the evening.
 *
 * All is drawn from the seed, but what is on screen when an action is drawn depends on the machine, too. With
 * --verbose each action is told before it happens, so that the last line is the one that did it.
 */
#include "config.h"

#include <gdk/x11/gdkx.h>
#include <execinfo.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app-test.h"
#include "night/night-random.h"
#include "support/ask-test-living.h"

/* A person does something every five seconds. */
#define ACTIONS_A_DAY 17280
#define ACTIONS_A_WINDOW 480

/* What bytes in use may have grown by from a quarter of the way to the end: caches of fonts, icons and styles, which what
 * was not seen before still fills. A window that is kept has more. */
#define ALLOWED_GROWTH (8.0 * 1024 * 1024)

#define LEAST_EVENINGS 8

#define MAX_WIDGETS 400

/* Complaints while one action is under way. More come from a loop without end, which would fill the disk of whoever runs this. */
#define MOST_COMPLAINTS 5000

GRand *night_rand;

typedef struct
{
  char *folder;
  char *path;
  AskWindow *window;
  GArray *evenings; /* gsize: bytes in use with no window open */
  GHashTable *complaints; /* char * */
  guint n_done;
  guint n_complaints; /* of the action that is under way */
  int pace; /* milliseconds */
  gboolean verbose;
  gboolean pointer; /* there is xdotool */
} Day;

/* What ends the program, opens another one, or is of the window's frame. */
static const char *const left_alone[] = { "app.quit", "app.about", "window.close", "window.minimize", NULL };

static const char *const words[] = { "sales by city",
                                     "how many sales are there",
                                     "amount",
                                     "Köln",
                                     "2025",
                                     "total sales by month as a pie",
                                     "SELECT * FROM sale",
                                     "SELECT city, count(*) FROM sale GROUP BY 1",
                                     "SELECT 1 FROM nothing",
                                     "x",
                                     "",
                                     "ßäö \"'%_;--",
                                     "/nowhere/at/all.csv",
                                     "average amount per city",
                                     "10",
                                     "-1",
                                     "99999999999999999999" };

static const char *const keys[]
  = { "Tab",    "shift+Tab", "Return",       "space",      "Escape",      "Down",    "Up",
      "Left",   "Right",     "Home",         "End",        "Page_Down",   "Page_Up", "ctrl+f",
      "ctrl+l", "ctrl+z",    "ctrl+shift+z", "ctrl+a",     "ctrl+c",      "Delete",  "F9",
      "F10",    "Menu",      "ctrl+Return",  "shift+Down", "shift+Right", "plus",    "alt+Left" };

static void tell (Day *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
tell (Day *self, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list arguments;

  if (!self->verbose)
    return;
  va_start (arguments, format);
  line = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_print ("%u %s\n", self->n_done, line);
  fflush (stdout);
}

/* Bytes that were allocated and not freed. Resident memory says little: the allocator keeps what was freed. */
static gsize
get_used (void)
{
  struct mallinfo2 info;

  malloc_trim (0);
  info = mallinfo2 ();
  return info.uordblks + info.hblkhd;
}

/* What should be gone in the evening and is not, in lines of TAP's comments. */
static void
tell_kept (guint born)
{
  g_autofree char *kept = app_test_describe_kept (born);
  g_auto (GStrv) lines = g_strsplit (kept != NULL ? kept : "", "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_print ("# kept: %s\n", lines[i]);
  fflush (stdout);
}

static gboolean
is_left_alone (GtkWidget *widget)
{
  const char *action = GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;

  return GTK_IS_LINK_BUTTON (widget) || GTK_IS_WINDOW_CONTROLS (widget)
         || gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) != NULL
         || (action != NULL && g_strv_contains (left_alone, action));
}

/* @types: (array zero-terminated=1). Returns: (transfer none) (nullable): one of the widgets that a person could use */
static GtkWidget *
draw_widget (GtkWidget *root, const GType *types)
{
  GtkWidget *found[MAX_WIDGETS];
  guint n_usable = 0;

  for (; *types != 0; types++)
    {
      GtkWidget *of_type[MAX_WIDGETS];
      guint n = app_test_find_all (root, *types, of_type, MAX_WIDGETS - n_usable);

      for (guint i = 0; i < n; i++)
        if (gtk_widget_get_mapped (of_type[i]) && gtk_widget_is_sensitive (of_type[i]) && !is_left_alone (of_type[i]))
          found[n_usable++] = of_type[i];
    }
  return n_usable > 0 ? found[night_below (n_usable)] : NULL;
}

/* A modal window takes all input; else any of the windows that are shown. */
static GtkWidget *
draw_window (Day *self)
{
  GListModel *toplevels = gtk_window_get_toplevels ();
  guint n = g_list_model_get_n_items (toplevels);
  GtkWidget *shown[64];
  guint n_shown = 0;

  for (guint i = n; i-- > 0 && n_shown < G_N_ELEMENTS (shown);)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (!gtk_widget_get_mapped (window))
        continue;
      if (gtk_window_get_modal (GTK_WINDOW (window)))
        return window;
      shown[n_shown++] = window;
    }
  return n_shown > 0 ? shown[night_below (n_shown)] : GTK_WIDGET (self->window);
}

static void
press (Day *self, GtkWidget *window)
{
  const GType types[] = { GTK_TYPE_BUTTON,       GTK_TYPE_MENU_BUTTON, GTK_TYPE_LIST_BOX_ROW, GTK_TYPE_SWITCH,
                          GTK_TYPE_CHECK_BUTTON, GTK_TYPE_EXPANDER,    GTK_TYPE_DROP_DOWN,    0 };
  GtkWidget *widget = draw_widget (window, types);
  const char *label;

  if (widget == NULL)
    return;
  label = GTK_IS_BUTTON (widget) ? gtk_button_get_label (GTK_BUTTON (widget)) : NULL;
  tell (self, "presses a %s (%s) “%s”", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_name (widget),
        label != NULL ? label : "");
  gtk_widget_activate (widget);
}

static void
type_words (Day *self, GtkWidget *window)
{
  const GType types[] = { GTK_TYPE_TEXT, GTK_TYPE_TEXT_VIEW, 0 };
  GtkWidget *widget = draw_widget (window, types);
  const char *text = NIGHT_PICK (words);

  if (widget == NULL)
    return;
  tell (self, "types “%s” into a %s", text, G_OBJECT_TYPE_NAME (widget));
  gtk_widget_grab_focus (widget);
  if (GTK_IS_TEXT_VIEW (widget))
    {
      if (gtk_text_view_get_editable (GTK_TEXT_VIEW (widget)))
        gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)), text, -1);
    }
  else if (gtk_editable_get_editable (GTK_EDITABLE (widget)))
    {
      gtk_editable_set_text (GTK_EDITABLE (widget), text);
      if (!night_one_in (3))
        g_signal_emit_by_name (widget, "activate");
    }
}

static void
child_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  g_subprocess_wait_finish (G_SUBPROCESS (source), result, NULL);
  *(gboolean *) data = TRUE;
}

/* Real keys and a real pointer. A window that closes meanwhile is no fault. */
static void
use_hands (Day *self, GtkWidget *window)
{
  int width = MAX (gtk_widget_get_width (window), 2), height = MAX (gtk_widget_get_height (window), 2);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  g_autofree char *line = NULL;
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GSubprocess) process = NULL;
  gulong id;
  guint x = night_below ((guint) width), y = night_below ((guint) height);
  gboolean over = FALSE;

  if (!self->pointer || surface == NULL)
    return;
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  id = gdk_x11_surface_get_xid (surface);
  G_GNUC_END_IGNORE_DEPRECATIONS
  switch (night_below (6))
    {
    case 0:
      line = g_strdup_printf ("mousemove --window %lu %u %u mousedown 1 mousemove --window %lu %u %u mouseup 1", id, x,
                              y, id, night_below ((guint) width), night_below ((guint) height));
      break;
    case 1:
      line = g_strdup_printf ("mousemove --window %lu %u %u click %u", id, x, y, 4 + night_below (2));
      break;
    case 2:
      line = g_strdup_printf ("mousemove --window %lu %u %u click %s", id, x, y, night_one_in (3) ? "3" : "1");
      break;
    default:
      line = g_strdup_printf ("windowfocus %lu key %s key %s", id, NIGHT_PICK (keys), NIGHT_PICK (keys));
    }
  tell (self, "%s", line);
  arguments = g_strsplit (line, " ", -1);
  {
    g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_SILENCE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
    g_autoptr (GPtrArray) command = g_ptr_array_new ();

    g_ptr_array_add (command, (gpointer) "xdotool");
    for (guint i = 0; arguments[i] != NULL; i++)
      g_ptr_array_add (command, arguments[i]);
    g_ptr_array_add (command, NULL);
    process = g_subprocess_launcher_spawnv (launcher, (const char *const *) command->pdata, NULL);
  }
  if (process == NULL)
    return;
  g_subprocess_wait_async (process, NULL, child_ended, &over);
  while (!over)
    g_main_context_iteration (NULL, TRUE);
}

static void
turn_to_a_page (Day *self)
{
  const GType types[] = { GTK_TYPE_LIST_BOX_ROW, 0 };
  GtkWidget *sidebar = app_test_find (GTK_WIDGET (self->window), GTK_TYPE_LIST_BOX, "Pages");
  GtkWidget *row = sidebar != NULL ? draw_widget (sidebar, types) : NULL;

  if (row == NULL)
    return;
  tell (self, "turns to page %d", gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
  gtk_list_box_select_row (GTK_LIST_BOX (sidebar), GTK_LIST_BOX_ROW (row));
}

static void
change_looks (Day *self)
{
  static const int sizes[][2] = { { 400, 700 }, { 1120, 780 }, { 1280, 860 }, { 700, 500 }, { 360, 320 } };
  AdwStyleManager *style = adw_style_manager_get_default ();
  guint size = night_below (G_N_ELEMENTS (sizes));

  switch (night_below (4))
    {
    case 0:
      tell (self, "changes between light and dark");
      adw_style_manager_set_color_scheme (style, adw_style_manager_get_dark (style) ? ADW_COLOR_SCHEME_DEFAULT
                                                                                    : ADW_COLOR_SCHEME_FORCE_DARK);
      break;
    case 1:
      tell (self, "changes the size of text");
      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (96 + 48 * night_below (3)) * 1024, NULL);
      break;
    default:
      tell (self, "makes the window %d × %d", sizes[size][0], sizes[size][1]);
      gtk_window_set_default_size (GTK_WINDOW (self->window), sizes[size][0], sizes[size][1]);
    }
}

/* Windows beside the main one do not pile up. */
static void
close_another (Day *self, GtkWidget *window)
{
  if (window == GTK_WIDGET (self->window))
    return;
  tell (self, "closes a %s", G_OBJECT_TYPE_NAME (window));
  gtk_window_close (GTK_WINDOW (window));
}

static void
act (Day *self)
{
  GtkWidget *window = draw_window (self);
  guint what = night_below (100);

  /* A chooser of files shows the disk of whoever runs this. */
  if (GTK_IS_FILE_CHOOSER_DIALOG (window))
    close_another (self, window);
  else if (what < 45)
    press (self, window);
  else if (what < 60)
    type_words (self, window);
  else if (what < 80)
    use_hands (self, window);
  else if (what < 90)
    turn_to_a_page (self);
  else if (what < 92)
    change_looks (self);
  else
    close_another (self, window);
}

static void
open_window (Day *self)
{
  self->window = ask_window_new (NULL, self->path);
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  gtk_window_present (GTK_WINDOW (self->window));
  app_test_pause (300);
}

/* What was copied outlives its window, as it should: a chart is 9 MiB, until something else is copied. */
static void
empty_clipboards (void)
{
  GdkDisplay *display = gdk_display_get_default ();

  gdk_clipboard_set_content (gdk_display_get_clipboard (display), NULL);
  gdk_clipboard_set_content (gdk_display_get_primary_clipboard (display), NULL);
}

static void
close_windows (Day *self)
{
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    g_ptr_array_add (windows, g_list_model_get_item (toplevels, i));
  /* Dialogs before what they belong to, and let go of before it, too: GTK 4.8 does not tell them that it is gone. A chooser
   * of files is a part of its GtkFileChooserNative, which goes with its owner and would destroy it once more. */
  for (guint i = windows->len; i-- > 0;)
    if (windows->pdata[i] != (gpointer) self->window && !GTK_IS_FILE_CHOOSER_DIALOG (windows->pdata[i]))
      gtk_window_destroy (windows->pdata[i]);
  while (windows->len > 0)
    g_ptr_array_remove_index (windows, windows->len - 1);
  if (self->window != NULL)
    gtk_window_destroy (GTK_WINDOW (self->window));
  empty_clipboards ();
  /* Jobs that were under way end. */
  app_test_pause (1500);
}

static void
spend (Day *self, guint n_actions)
{
  for (guint i = 0; i < n_actions; i++)
    {
      if (self->window == NULL)
        open_window (self);
      self->n_complaints = 0;
      act (self);
      app_test_pause ((guint) self->pace);
      self->n_done++;
    }
}

/* Tells what came of it in TAP. Returns: whether memory is where it was and nothing complained */
static gboolean
judge (Day *self)
{
  guint n = self->evenings->len;
  gsize then = g_array_index (self->evenings, gsize, n / 4);
  gsize now = g_array_index (self->evenings, gsize, n - 1);
  gboolean stays = (double) now - (double) then <= ALLOWED_GROWTH;
  gboolean quiet = g_hash_table_size (self->complaints) == 0;

  /* A moment only shows that it runs. */
  if (n < LEAST_EVENINGS)
    {
      g_print ("1..1\nok 1 it ran; that is too short to say more\n");
      return TRUE;
    }
  g_print ("1..2\n# Memory with no window open: %.1f MiB at a quarter of the way, %.1f MiB at the end.\n",
           (double) then / 1048576.0, (double) now / 1048576.0);
  g_print ("%s 1 memory is where it was\n%s 2 nothing complained\n", stays ? "ok" : "not ok", quiet ? "ok" : "not ok");
  return stays && quiet;
}

/* What GTK 4.8 and GDK say of themselves where input comes faster than a person's, or where no window manager is. */
static const char *const known[] = {
  "gdk_monitor_get_geometry: assertion", /* a popover of a window that is on its way out */
  "attempt to allocate GtkPopoverContent", /* no monitor, or its button is scrolled out of sight: no room */
  "unexpected blinking selection", /* a text that is set while it is selected */
  "Broken accounting of active state", /* a window that goes while a button is held in it */
  "gtk_widget_is_ancestor: assertion", /* a notebook's or a stack's page that goes while the pointer is over it */
  "gtk_window_get_focus: assertion",
  "gtk_root_get_focus: assertion",
  "gdk_surface_get_device_position: assertion",
  "_gtk_widget_find_at_coords: assertion",
  "adw_tab_view_close_page: assertion", /* a tab whose button was pressed just before its window went */
};

/* Where the widget is that a message names by its address: the types around it, from the inside out. */
static char *
find_place (const char *message)
{
  const char *address = strstr (message, "0x");
  GString *place = g_string_new (NULL);
  gpointer widget = NULL;

  if (address == NULL || sscanf (address, "%p", &widget) != 1 || widget == NULL)
    return g_string_free (place, FALSE);
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    g_string_append_printf (place, " < %s", G_OBJECT_TYPE_NAME (at));
  return g_string_free (place, FALSE);
}

/* Each complaint is told once, with the action that was under way; none is fatal, so that one night finds them all. */
static void
note_complaint (const char *message, gpointer data)
{
  Day *self = data;
  g_autofree char *place = find_place (message);
  const char *address = strstr (message, " 0x");
  g_autofree char *what
    = g_strdup_printf ("%.*s%s", address != NULL ? (int) (address - message) : (int) strlen (message), message, place);

  if (self->n_complaints++ > MOST_COMPLAINTS)
    {
      void *frames[60];

      g_print ("# action %u never ends: %s\n", self->n_done, what);
      fflush (stdout);
      backtrace_symbols_fd (frames, backtrace (frames, 60), 1);
      abort ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strstr (message, known[i]) != NULL)
      return;
  /* A popover without room. */
  if (strstr (message, "attempt to allocate") != NULL && strstr (place, "GtkPopoverContent") != NULL)
    return;
  if (g_hash_table_add (self->complaints, g_strdup (what)))
    {
      g_print ("# action %u: %s\n", self->n_done, what);
      fflush (stdout);
      if (self->verbose)
        {
          void *frames[60];

          backtrace_symbols_fd (frames, backtrace (frames, 60), 1);
        }
    }
}

int
main (int argc, char *argv[])
{
  int n_actions = ACTIONS_A_DAY;
  gint64 seed = g_get_real_time ();
  Day day = { .pace = 200 };
  GOptionEntry entries[] = {
    { "actions", 0, 0, G_OPTION_ARG_INT, &n_actions, "How many (17280: what a person does in 24 hours)", "N" },
    { "pace", 0, 0, G_OPTION_ARG_INT, &day.pace, "Between two of them, in milliseconds (200)", "MS" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "What all is drawn from", "S" },
    { "verbose", 0, 0, G_OPTION_ARG_NONE, &day.verbose, "Tell each action before it happens", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *tool = g_find_program_in_path ("xdotool");
  gboolean good;

  /* What GLib 2.74 keeps of slices that were freed would count as in use. */
  if (g_getenv ("G_SLICE") == NULL && g_setenv ("G_SLICE", "always-malloc", TRUE))
    execv ("/proc/self/exe", argv);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_actions < 1 || day.pace < 0)
    {
      g_printerr ("ask-night-window: %s\n", error != NULL ? error->message : "there is nothing to do.");
      return 2;
    }
  if (!app_test_init (&argc, &argv))
    return 0;
  day.complaints = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  app_test_collect_complaints (note_complaint, &day);
  night_rand = g_rand_new_with_seed ((guint32) seed);
  day.pointer = tool != NULL;
  day.folder = g_dir_make_tmp ("ask-night-window-XXXXXX", NULL);
  day.path = app_test_make_workspace (day.folder);
  day.evenings = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_print ("# seed %" G_GINT64_FORMAT "\n", seed);
  for (int left = n_actions; left > 0; left -= ACTIONS_A_WINDOW)
    {
      gsize used;
      guint born = ask_test_living_mark ();

      spend (&day, (guint) MIN (left, ACTIONS_A_WINDOW));
      close_windows (&day);
      used = get_used ();
      g_array_append_val (day.evenings, used);
      g_print ("# after %u actions: %.1f MiB\n", day.n_done, (double) used / 1048576.0);
      tell_kept (born);
    }
  good = judge (&day);
  g_hash_table_unref (day.complaints);
  app_test_remove_folder (day.folder);
  g_array_unref (day.evenings);
  g_rand_free (night_rand);
  g_free (day.folder);
  g_free (day.path);
  return good ? 0 : 1;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes pictures of every page, dialog and window, in every look that a person may have set, for somebody to look at: light,
 * dark, high contrast, from right to left, letters twice as large, German; as wide as a laptop, a large screen, a phone.
 * tests/app/looks runs it and puts the pictures together. It checks only that each of them draws.
 */
#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "looks.h"
#include "support/ask-test-locale.h"

#define DPI (96 * 1024)

/* What was built for the largest of these is not cut off in a smaller one: each is taken anew. */
static const struct
{
  const char *name;
  int width;
  int height;
} sizes[] = { { "laptop", 1280, 900 }, { "large", 2560, 1440 }, { "phone", 400, 800 } };

static const char *const names[] = { "light", "dark", "contrast", "rtl", "200", NULL };

/* Nothing else but the desktop's own setting turns it on; the tests' settings are kept in memory. */
static void
set_contrast (gboolean high)
{
  static GSettings *settings;
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = g_settings_schema_source_lookup (source, "org.gnome.desktop.a11y.interface", TRUE);

  if (schema == NULL)
    return;
  if (settings == NULL)
    settings = g_settings_new ("org.gnome.desktop.a11y.interface");
  g_settings_set_boolean (settings, "high-contrast", high);
  app_test_pause (50);
}

static void
set_look (const char *look)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      g_str_equal (look, "dark") ? ADW_COLOR_SCHEME_FORCE_DARK
                                                                 : ADW_COLOR_SCHEME_DEFAULT);
  set_contrast (g_str_equal (look, "contrast"));
  gtk_widget_set_default_direction (g_str_equal (look, "rtl") ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", g_str_equal (look, "200") ? 2 * DPI : DPI, NULL);
}

static gboolean
is_over (gpointer over)
{
  *(gboolean *) over = TRUE;
  return G_SOURCE_REMOVE;
}

/* What does not fit into the size stays larger: that is seen in the picture, and nothing to wait for. */
static void
wait_for_width (GtkWidget *window, int width)
{
  gboolean over = FALSE;
  guint id = g_timeout_add (3000, is_over, &over);

  while (!over && gtk_widget_get_width (window) != width)
    g_main_context_iteration (NULL, TRUE);
  if (!over)
    g_source_remove (id);
  app_test_pause (200);
}

/* A window has a size of its own, which is what one sees at a desk; a phone's is the phone's. */
static void
set_size (Looks *self, GtkWidget *window, guint size)
{
  gboolean own = window != GTK_WIDGET (self->test.window);

  if (own && (!g_str_equal (sizes[size].name, "phone") || ADW_IS_MESSAGE_DIALOG (window)))
    return;
  gtk_window_set_default_size (GTK_WINDOW (window), sizes[size].width, sizes[size].height);
  wait_for_width (window, sizes[size].width);
}

/* In German the words are looked at. Returns: (transfer full) (nullable): the name of a picture that is wanted */
static char *
dup_name (const LooksScene *scene, guint size, guint look, const char *language, const char *only)
{
  char *name = g_strdup_printf ("%s-%s-%s%s", scene->name, sizes[size].name, names[look], language);

  if ((*language != '\0' && look > 0) || (only != NULL && strstr (name, only) == NULL))
    g_clear_pointer (&name, g_free);
  return name;
}

/* Whether a picture of it is wanted: to show it takes a while. */
static gboolean
is_taken (const LooksScene *scene, const char *language, const char *only)
{
  for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
    for (guint look = 0; names[look] != NULL; look++)
      {
        g_autofree char *name = dup_name (scene, size, look, language, only);

        if (name != NULL)
          return TRUE;
      }
  return FALSE;
}

static void
take (Looks *self, const LooksScene *scene, const char *language, const char *only)
{
  GtkWidget *window = scene->show (self);
  gboolean own = window != GTK_WIDGET (self->test.window);

  for (guint size = 0; size < G_N_ELEMENTS (sizes); size++)
    for (guint look = 0; names[look] != NULL; look++)
      {
        g_autofree char *name = dup_name (scene, size, look, language, only);

        /* A window that has its own size has it on a large screen, too. */
        if (name == NULL || (own && g_str_equal (sizes[size].name, "large")))
          continue;
        set_look (names[look]);
        set_size (self, window, size);
        if (app_test_picture (window, name) < 5)
          g_error ("%s is empty", name);
      }
  set_look (names[0]);
  if (own)
    {
      gtk_window_destroy (GTK_WINDOW (window));
      app_test_pause (100);
    }
  else
    set_size (self, window, 0);
}

/* What is under the pointer looks otherwise. */
static void
move_pointer_away (void)
{
  g_autoptr (GSubprocess) process
    = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "xdotool", "mousemove", "2559", "1439", NULL);

  if (process != NULL)
    g_subprocess_wait (process, NULL, NULL);
}

static void
open_window (Looks *self)
{
  move_pointer_away ();
  self->test.window = ask_window_new (NULL, self->test.path);
  gtk_window_set_default_size (GTK_WINDOW (self->test.window), sizes[0].width, sizes[0].height);
  gtk_window_present (GTK_WINDOW (self->test.window));
  app_test_pause (300);
}

/* @patterns: (nullable): "ask-*,board": any of them; %NULL for all */
static gboolean
is_wanted (const char *patterns, const char *name)
{
  g_auto (GStrv) list = g_strsplit (patterns != NULL ? patterns : "*", ",", -1);

  for (guint i = 0; list[i] != NULL; i++)
    if (g_pattern_match_simple (list[i], name))
      return TRUE;
  return FALSE;
}

static void
take_list (Looks *self, const LooksScene *scenes, const char *wanted, const char *language, const char *only)
{
  for (; scenes->name != NULL; scenes++)
    if (is_wanted (wanted, scenes->name) && is_taken (scenes, language, only))
      {
        g_printerr ("%s%s\n", scenes->name, language);
        take (self, scenes, language, only);
      }
}

static void
take_all (Looks *self, const char *wanted, const char *language, const char *only)
{
  open_window (self);
  take_list (self, looks_answers, wanted, language, only);
  take_list (self, looks_pages, wanted, language, only);
  gtk_window_destroy (GTK_WINDOW (self->test.window));
  app_test_pause (300);
}

static void
turn_german (void)
{
  g_autofree char *catalogue = g_test_build_filename (G_TEST_BUILT, "..", "po", NULL);

  g_setenv ("LANGUAGE", "de", TRUE);
  bindtextdomain (GETTEXT_PACKAGE, catalogue);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

static char *scene, *only;

static void
test_english (void)
{
  Looks looks = { 0 };

  looks_set_up (&looks);
  take_all (&looks, scene, "", only);
  looks_tear_down (&looks);
}

static void
test_german (void)
{
  Looks looks = { 0 };
  AskTestLocale locale;

  if (ask_test_locale_set_german (&locale))
    {
      looks_set_up (&looks);
      turn_german ();
      take_all (&looks, scene, "-de", only);
      looks_tear_down (&looks);
      g_unsetenv ("LANGUAGE");
    }
  ask_test_locale_unset (&locale);
}

int
main (int argc, char *argv[])
{
  const GOptionEntry entries[] = {
    { "scene", 0, 0, G_OPTION_ARG_STRING, &scene, "Only scenes of these names, such as “ask-*,board”", "PATTERNS" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Only pictures with this in their name, such as “phone-dark”", "PART" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_ignore_unknown_options (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("ask-looks: %s\n", error->message);
      return 2;
    }
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-looks/every-scene-draws-in-every-look", test_english);
  g_test_add_func ("/app/ask-looks/every-scene-draws-in-german", test_german);
  return g_test_run ();
}

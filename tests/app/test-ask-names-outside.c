/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can be used has a name: on every page, and on a card with an answer, each button, row and entry that is shown is read over
 * the accessibility bus, as a screen reader does, and has to be called by words.
 */
#include "config.h"

#include <string.h>

#include "app-outside.h"
#include "app-test.h"

/* ATSPI_STATE_FOCUSABLE, ATSPI_STATE_SHOWING */
#define STATE_FOCUSABLE (1u << 11)
#define STATE_SHOWING (1u << 25)

/* What somebody presses, chooses or writes into. */
static const char *const roles[] = { "button: ",    "toggle button: ", "list item: ", "check box: ",    "radio button: ", "switch: ",
                                     "combo box: ", "text box: ",      "entry: ",     "search box: ",   "spin button: ",  "tab: ",
                                     "link: ",      "slider: ",    "password text: " };

/* A button of a menu has another one in it, which is what has the keyboard. */
static gboolean
is_used (AppOutside *outside, AppOutsideNode *node)
{
  g_autoptr (GVariant) answer = app_outside_call (outside, node, "Accessible:GetState", NULL);
  g_autoptr (GVariant) states = NULL;
  guint32 first = 0;

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(@au)", &states);
  g_variant_get_child (states, 0, "u", &first);
  return (first & STATE_SHOWING) != 0 && (first & STATE_FOCUSABLE) != 0;
}

/* Where GTK finds no name it gives the type's. */
static gboolean
is_name (const char *name)
{
  return *name != '\0' && *name != '_' && !g_str_has_prefix (name, "Gtk") && !g_str_has_prefix (name, "Adw")
         && !g_str_has_prefix (name, "Ask");
}

/* Adds to @bad what has no name, with what is shown inside it. */
static void
read_page (AppOutside *outside, const char *page, GString *bad)
{
  app_outside_read (outside);
  for (guint i = 0; i < outside->seen->len; i++)
    {
      AppOutsideNode *node = outside->seen->pdata[i];

      for (guint r = 0; r < G_N_ELEMENTS (roles); r++)
        if (g_str_has_prefix (node->says, roles[r]) && !is_name (node->says + strlen (roles[r]))
            && is_used (outside, node))
          {
            AppOutsideNode *next = i + 1 < outside->seen->len ? outside->seen->pdata[i + 1] : NULL;

            g_string_append_printf (bad, "\n%s: “%s” before “%s”", page, node->says, next != NULL ? next->says : "");
          }
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *key;
    const char *shows;
  } pages[] = {
    { "alt+2", "label: No Boards Yet" },  { "alt+3", "label: Choose an Entity" }, { "alt+4", "label: Build a Query" },
    { "alt+5", "Explain" },            { "alt+6", "label: Sales by city" },    { "alt+7", "label: Verified" },
    { "alt+8", "label: Inbox" },          { "alt+9", "label: Database file" },
  };
  AppOutside outside = { 0 };
  g_autoptr (GString) bad = g_string_new (NULL);
  g_autofree char *path = NULL;

  if (app_outside_set_up (&outside, APP_OUTSIDE_READS | APP_OUTSIDE_PRESSES))
    {
      path = app_test_make_workspace (outside.folder);
      app_outside_open (&outside, path, "list item: Sales by city");
      read_page (&outside, "the start page", bad);
      app_outside_key (&outside, "ctrl+l");
      app_outside_type (&outside, "Sales by city");
      app_outside_key (&outside, "Return");
      app_outside_wait_for (&outside, "image: Bar chart of sales by city");
      read_page (&outside, "an answer", bad);
      for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
        {
          app_outside_key (&outside, pages[i].key);
          app_outside_wait_for (&outside, pages[i].shows);
          read_page (&outside, pages[i].key, bad);
        }
      app_outside_check_log (&outside);
      if (bad->len > 0)
        g_error ("these have no name:%s", bad->str);
    }
  app_outside_tear_down (&outside);
}

int
main (int argc, char *argv[])
{
  if (!app_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/app/ask-names-outside/what-can-be-used-has-a-name", test_names);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Three rows, each of which begins: win.try-sample, win.open-file and win.add-source. What can be connected to are the
 * kinds of sources that are no files.
 */
#include "config.h"

#include "app/welcome/ask-welcome.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "source/ask-source-kinds.h"

struct _AskWelcome
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (AskWelcome, ask_welcome, GTK_TYPE_WIDGET)

static GtkWidget *
add_row (GtkListBox *list, const char *icon, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *image = gtk_image_new_from_icon_name (icon);

  g_object_set (image, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  gtk_list_box_append (list, row);
  return row;
}

static void
add_action_row (GtkListBox *list, const char *icon, const char *action, const char *title, const char *subtitle)
{
  GtkWidget *row = add_row (list, icon, title, subtitle);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
}

/* Every kind that has no file to choose. */
static GMenuModel *
make_menu (void)
{
  GMenu *menu = g_menu_new ();
  guint n;
  const AskSourceKind *const *kinds = ask_source_kinds_list (&n);

  for (guint i = 0; i < n; i++)
    if (kinds[i]->nature != ASK_NATURE_FILE)
      {
        g_autoptr (GMenuItem) item = g_menu_item_new (_ (kinds[i]->menu), NULL);

        g_menu_item_set_action_and_target (item, "win.add-source", "s", kinds[i]->word);
        g_menu_append_item (menu, item);
      }
  return G_MENU_MODEL (menu);
}

static void
add_connect_row (GtkListBox *list)
{
  GtkWidget *row = add_row (list, "ask-api-symbolic", _ ("Connect"), _ ("To a database server or a web API"));
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenuModel) menu = make_menu ();

  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Connect"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Connect"), -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
}

static void
ask_welcome_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_welcome_parent_class)->dispose (object);
}

static void
ask_welcome_class_init (AskWelcomeClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_welcome_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_welcome_init (AskWelcome *self)
{
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ways to begin"), -1);
  add_action_row (GTK_LIST_BOX (list), "ask-question-symbolic", "win.try-sample", _ ("Try the Sample"),
                  _ ("Two years of sales of a company that is made up"));
  add_action_row (GTK_LIST_BOX (list), "document-open-symbolic", "win.open-file", _ ("Open a File"),
                  _ ("A database, a spreadsheet or an API’s document; you can also drop it here"));
  add_connect_row (GTK_LIST_BOX (list));
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 520);
  adw_clamp_set_child (ADW_CLAMP (clamp), list);
  gtk_widget_set_parent (clamp, GTK_WIDGET (self));
}

/** ask_welcome_new: Returns: (transfer floating): the rows; their actions are the window's */
GtkWidget *
ask_welcome_new (void)
{
  return g_object_new (ASK_TYPE_WELCOME, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the pages of a source's desk are made of. A page remembers its groups, so that it can be emptied; what else is
 * on it stays.
 */
#include "config.h"

#include "app/widgets/ask-desk-rows.h"

#include <glib/gi18n.h>

/**
 * ask_desk_row_new:
 * @title: plain text, not markup
 * @subtitle: (nullable): likewise
 * @icon: (nullable): in front of the title, with @icon_words for those who do not see it
 * @style: (nullable): a CSS class of the icon: "warning"
 * @icon_words: (nullable): what the icon says; needed where there is one
 *
 * Returns: (transfer floating): an AdwActionRow whose texts wrap
 */
GtkWidget *
ask_desk_row_new (const char *title, const char *subtitle, const char *icon, const char *style, const char *icon_words)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  if (subtitle != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  if (icon != NULL)
    {
      GtkWidget *image = gtk_image_new_from_icon_name (icon);

      if (style != NULL)
        gtk_widget_add_css_class (image, style);
      gtk_widget_set_tooltip_text (image, icon_words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL, icon_words, -1);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
    }
  return row;
}

/**
 * ask_desk_add_button:
 * @row: an AdwActionRow
 * @label: with a mnemonic
 * @tooltip: what it does, in more words
 * @action: its name: "desk.reads"; the caller sets the target
 *
 * Returns: (transfer none): a new button at the end of @row, that does @action
 */
GtkWidget *
ask_desk_add_button (GtkWidget *row, const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}

/* Returns: (transfer none): the groups that were added to @page; it owns them */
static GPtrArray *
get_groups (AdwPreferencesPage *page)
{
  GPtrArray *groups = g_object_get_data (G_OBJECT (page), "ask-groups");

  if (groups == NULL)
    {
      groups = g_ptr_array_new ();
      g_object_set_data_full (G_OBJECT (page), "ask-groups", groups, (GDestroyNotify) g_ptr_array_unref);
    }
  return groups;
}

/**
 * ask_desk_add_group:
 * @page: gets it
 * @title: plain text, not markup
 * @description: (nullable): likewise
 *
 * Returns: (transfer none): a new group at the end of @page, which ask_desk_clear() takes away
 */
AdwPreferencesGroup *
ask_desk_add_group (AdwPreferencesPage *page, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *escaped = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), escaped);
  if (description != NULL)
    {
      g_autofree char *words = g_markup_escape_text (description, -1);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), words);
    }
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  g_ptr_array_add (get_groups (page), group);
  return ADW_PREFERENCES_GROUP (group);
}

/** ask_desk_more_new: Returns: (transfer floating): a row that says that @left more are not shown */
GtkWidget *
ask_desk_more_new (guint left)
{
  g_autofree char *words
    = g_strdup_printf (ngettext ("and %u more of this kind", "and %u more of this kind", left), left);

  return ask_desk_row_new (words, NULL, NULL, NULL, NULL);
}

/**
 * ask_desk_add_more:
 * @group: shows the first %ASK_DESK_MAX_ROWS of its rows
 * @n: how many there are
 *
 * Says at its end how many are not shown, where that is any.
 */
void
ask_desk_add_more (AdwPreferencesGroup *group, guint n)
{
  if (n > ASK_DESK_MAX_ROWS)
    adw_preferences_group_add (group, ask_desk_more_new (n - ASK_DESK_MAX_ROWS));
}

/** ask_desk_clear: takes away what ask_desk_add_group() added to @page */
void
ask_desk_clear (AdwPreferencesPage *page)
{
  GPtrArray *groups = get_groups (page);

  for (guint i = 0; i < groups->len; i++)
    adw_preferences_page_remove (page, groups->pdata[i]);
  g_ptr_array_set_size (groups, 0);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A model in a list: its name, what its server tells of it, and a button that takes it.
 */
#include "config.h"

#include "app/widgets/ask-model-row.h"

#include <glib/gi18n.h>

typedef struct
{
  char *url;
  char *name;
  AskModelRowFunc use;
  gpointer data;
} Choice;

static void
choice_free (gpointer data)
{
  g_free (((Choice *) data)->url);
  g_free (((Choice *) data)->name);
  g_free (data);
}

static void
use_clicked (GtkWidget *button, Choice *choice)
{
  /* The row may go with what is done now. */
  g_autofree char *url = g_strdup (choice->url);
  g_autofree char *name = g_strdup (choice->name);

  choice->use (choice->data, url, name);
}

/**
 * ask_model_row_new:
 * @facts: of the model
 * @url: of its server
 * @use: (scope forever): takes it
 * @data: for @use; it outlives the row
 *
 * Returns: (transfer floating): an AdwActionRow
 */
GtkWidget *
ask_model_row_new (const AskModelFacts *facts, const char *url, AskModelRowFunc use, gpointer data)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Use"));
  g_autofree char *words = ask_model_facts_to_words (facts);
  Choice *choice = g_new0 (Choice, 1);

  *choice = (Choice) { g_strdup (url), g_strdup (facts->name), use, data };
  /* A model's name may hold what would be markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), facts->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Use this model"));
  g_object_set_data_full (G_OBJECT (button), "ask-choice", choice, choice_free);
  g_signal_connect (button, "clicked", G_CALLBACK (use_clicked), choice);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each reading is a button. A click is the card's action "card.read" with the reading's number, from 1. The list runs
 * nothing: previews come with the answer.
 */
#include "config.h"

#include "app/ask/ask-choice-list.h"

#include <glib/gi18n.h>

#include "app/ask/ask-preview-grid.h"
#include "app/widgets/ask-wrapped-label.h"
#include "base/ask-number.h"
#include "understand/interpret/ask-interpret.h"

/* What one sees at a glance. */
#define MAX_PREVIEW_ROWS 3
#define MAX_PREVIEW_COLUMNS 4

struct _AskChoiceList
{
  GtkWidget parent_instance;
  GtkBox *box;
};

G_DEFINE_FINAL_TYPE (AskChoiceList, ask_choice_list, GTK_TYPE_WIDGET)

/* Returns: (transfer full) (nullable): "12 rows"; %NULL where nobody counted */
static char *
describe_count (gint64 n_rows)
{
  g_autofree char *count = ask_number_count ((gsize) MAX (n_rows, 0));

  if (n_rows < 0)
    return NULL;
  if (n_rows >= ASK_READING_MAX_ROWS)
    return g_strdup_printf (_ ("%s rows or more"), count);
  return g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) n_rows), count);
}

static GtkWidget *
new_choice (const AskAnswerChoice *choice, guint n, gboolean numbered, AskRows *preview)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autofree char *words = numbered ? g_strdup_printf ("(%u) %s", n, choice->words) : g_strdup (choice->words);
  g_autofree char *count = describe_count (choice->n_rows);

  gtk_box_append (GTK_BOX (box), ask_wrapped_label_new (words, NULL));
  if (preview != NULL && ask_rows_get_n_rows (preview) > 0)
    gtk_box_append (GTK_BOX (box), ask_preview_grid_new (preview, MAX_PREVIEW_ROWS, MAX_PREVIEW_COLUMNS));
  if (count != NULL)
    gtk_box_append (GTK_BOX (box), ask_preview_cell_new (count, FALSE, "dim-label"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "ask-choice");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "card.read");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", n);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, count != NULL ? count : "", -1);
  return button;
}

/**
 * ask_choice_list_show:
 * @self: the list
 * @answer: whose choices are shown, in the order in which their numbers count; it is not kept
 * @previews: (nullable) (element-type AskRows): one for each choice; an element is %NULL where nothing is known
 *
 * Shows them in place of those before. Where it is known in which rows they differ, these are shown instead of previews.
 */
void
ask_choice_list_show (AskChoiceList *self, const AskAnswer *answer, GPtrArray *previews)
{
  gboolean differ = answer->difference != NULL;
  GtkWidget *child;

  g_return_if_fail (ASK_IS_CHOICE_LIST (self));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_box_remove (self->box, child);
  for (guint i = 0; i < answer->choices->len; i++)
    gtk_box_append (self->box, new_choice (answer->choices->pdata[i], i + 1, differ,
                                           previews != NULL && !differ ? previews->pdata[i] : NULL));
  if (differ)
    gtk_box_append (self->box, ask_preview_difference_new (answer));
}

static void
ask_choice_list_dispose (GObject *object)
{
  AskChoiceList *self = ASK_CHOICE_LIST (object);

  if (self->box != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->box));
  self->box = NULL;
  G_OBJECT_CLASS (ask_choice_list_parent_class)->dispose (object);
}

static void
ask_choice_list_class_init (AskChoiceListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_choice_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_choice_list_init (AskChoiceList *self)
{
  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));
  gtk_widget_set_parent (GTK_WIDGET (self->box), GTK_WIDGET (self));
}

/** ask_choice_list_new: Returns: (transfer floating): the list, empty */
GtkWidget *
ask_choice_list_new (void)
{
  return g_object_new (ASK_TYPE_CHOICE_LIST, NULL);
}

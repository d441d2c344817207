/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drop-downs of a step: the columns that it may be about, and short lists of words.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>

#include "explore/ask-build-words.h"

#define TERMS "ask-terms"

static void
free_term (gpointer data)
{
  ask_build_term_clear (data);
  g_free (data);
}

static void
add_term (GPtrArray *terms, GtkStringList *words, const AskBuildTerm *term, const char *text)
{
  AskBuildTerm *copy = g_new0 (AskBuildTerm, 1);

  ask_build_term_set (copy, term);
  g_ptr_array_add (terms, copy);
  gtk_string_list_append (words, text);
}

static GtkWidget *
new_drop_down (GtkStringList *words, const char *label)
{
  GtkWidget *drop_down
    = gtk_drop_down_new (G_LIST_MODEL (words), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return drop_down;
}

/*
 * ask_build_chooser_new:
 * @place: of the step
 * @chosen: (nullable): what it is about now; it is offered whatever it is
 *
 * Returns: (transfer full): a drop-down of what the step may be about. An aggregate or a part of a time is shown as
 *   what it is of: these have drop-downs of their own; of groups they are columns like others
 */
GtkWidget *
ask_build_chooser_new (const AskBuildPlace *place, const AskBuildTerm *chosen)
{
  AskBuildKind kind = ask_build_place_get_step (place)->kind;
  g_autoptr (GPtrArray) choices = ask_build_list_choices (place->build, place->schema, kind, place->index);
  GPtrArray *terms = g_ptr_array_new_with_free_func (free_term);
  GtkStringList *words = gtk_string_list_new (NULL);
  GtkWidget *drop_down;
  guint at = GTK_INVALID_LIST_POSITION;

  if (kind == ASK_BUILD_SUMMARISE)
    add_term (terms, words, &(AskBuildTerm) { .kind = ASK_BUILD_TERM_ALL }, _ ("rows"));
  for (guint i = 0; i < choices->len; i++)
    {
      const AskBuildChoice *choice = choices->pdata[i];

      add_term (terms, words, &choice->term, choice->words);
    }
  for (guint i = 0; chosen != NULL && i < terms->len && at == GTK_INVALID_LIST_POSITION; i++)
    if (ask_build_term_equal (terms->pdata[i], chosen))
      at = i;
  if (chosen != NULL && at == GTK_INVALID_LIST_POSITION && (chosen->name != NULL || chosen->kind == ASK_BUILD_TERM_ALL))
    {
      g_autofree char *text = ask_build_term_to_words (place->build, place->schema, chosen);

      at = terms->len;
      add_term (terms, words, chosen, text);
    }
  drop_down = new_drop_down (words, _ ("Column"));
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), terms->len > 8);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), at);
  g_object_set_data_full (G_OBJECT (drop_down), TERMS, terms, (GDestroyNotify) g_ptr_array_unref);
  return drop_down;
}

/*
 * ask_build_chooser_get:
 * @term: (inout): gets what is chosen
 *
 * Returns: whether anything is
 */
gboolean
ask_build_chooser_get (GtkWidget *chooser, AskBuildTerm *term)
{
  const GPtrArray *terms = g_object_get_data (G_OBJECT (chooser), TERMS);
  guint at = gtk_drop_down_get_selected (GTK_DROP_DOWN (chooser));

  if (at >= terms->len)
    return FALSE;
  ask_build_term_set (term, terms->pdata[at]);
  return TRUE;
}

/*
 * ask_build_words_new:
 * @words: (array zero-terminated=1): to choose from
 * @chosen: which of them
 * @label: what is chosen, for those who cannot see it
 *
 * Returns: (transfer full): a drop-down
 */
GtkWidget *
ask_build_words_new (const char *const *words, guint chosen, const char *label)
{
  GtkWidget *drop_down = new_drop_down (gtk_string_list_new (words), label);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), chosen);
  return drop_down;
}

/* ask_build_button_new: Returns: (transfer full): a flat button with the icon @icon that is called @words */
GtkWidget *
ask_build_button_new (const char *icon, const char *words)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return button;
}

/*
 * ask_build_offers_new:
 * @owner: an editor; its dispose must unparent what is returned
 * @list: (out) (transfer none): where rows go
 *
 * Returns: (transfer none): what is offered while one types, a popover with @list in it that is not shown
 */
GtkWidget *
ask_build_offers_new (GtkWidget *owner, GtkWidget **list)
{
  GtkWidget *popover = gtk_popover_new ();

  *list = gtk_list_box_new ();
  gtk_widget_add_css_class (*list, "ask-suggestions");
  gtk_popover_set_autohide (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (popover, "ask-suggestions-popover");
  gtk_popover_set_child (GTK_POPOVER (popover), *list);
  gtk_widget_set_parent (popover, owner);
  return popover;
}

/* ask_build_offers_clear: @list: of ask_build_offers_new(), empty from here on */
void
ask_build_offers_clear (GtkWidget *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (list), row);
}

/* ask_build_offers_move: @list: of ask_build_offers_new(); @by: how many rows down, or up: selects another row */
void
ask_build_offers_move (GtkWidget *list, int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (list));
  int at = (row != NULL ? gtk_list_box_row_get_index (row) : -1) + by;

  row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), MAX (at, 0));
  if (row != NULL)
    gtk_list_box_select_row (GTK_LIST_BOX (list), row);
}

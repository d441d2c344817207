/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The cards of the page, a step each: those of the first stage, then those that begin with its results, and so on. Behind
 * a stage that another one reads stands a menu of its own, since that of the page adds to the last stage.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>

#include "explore/ask-build-words.h"

/* ---- menus of steps */

static void
append_kinds (GMenu *menu, const AskBuild *stage, guint at)
{
  static const int kinds[]
    = { ASK_BUILD_JOIN,      ASK_BUILD_CALCULATE,     ASK_BUILD_FILTER,  -ASK_BUILD_FILTER, ASK_BUILD_GROUP,
        ASK_BUILD_SUMMARISE, ASK_BUILD_FILTER_GROUPS, ASK_BUILD_COLUMNS, ASK_BUILD_SORT,    ASK_BUILD_LIMIT };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      AskBuildKind kind = (AskBuildKind) ABS (kinds[i]);
      g_autofree char *target = g_strdup_printf ("build.add-to((uint32 %u, %d))", at, kinds[i]);

      if (ask_build_allows (stage, kind, ask_build_find_place (stage, kind)))
        g_menu_append (menu, kinds[i] < 0 ? _ ("Filter in SQL") : ask_build_kind_to_words (kind), target);
    }
}

/* ask_build_view_fill_menu: the steps that can be added to the last stage, or to that of @button */
void
ask_build_view_fill_menu (GtkMenuButton *button, gpointer view)
{
  AskBuildView *self = view;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) kinds = g_menu_new ();
  g_autoptr (GPtrArray) stages = self->build != NULL ? ask_build_list_stages (self->build) : NULL;
  gpointer own = g_object_get_data (G_OBJECT (button), "ask-stage");
  guint at = own != NULL ? GPOINTER_TO_UINT (own) - 1 : stages != NULL ? stages->len - 1 : 0;

  if (stages != NULL && at < stages->len)
    append_kinds (kinds, stages->pdata[at], at);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (kinds));
  if (stages != NULL && own == NULL)
    {
      g_autoptr (GMenu) more = g_menu_new ();

      g_menu_append (more, _ ("Go On With This Result"), "build.go-on");
      g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
append_menu (AskBuildView *self, guint at)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *content = g_object_new (ADW_TYPE_BUTTON_CONTENT, "icon-name", "list-add-symbolic", "label",
                                     _ ("Step Before the Result"), NULL);

  gtk_menu_button_set_child (GTK_MENU_BUTTON (button), content);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "ask-stage", GUINT_TO_POINTER (at + 1));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), ask_build_view_fill_menu, self, NULL);
  gtk_box_append (self->cards, button);
}

/* ---- cards */

static void
card_changed (AskBuildView *self, gboolean same_edit)
{
  ask_build_view_remember (self, same_edit);
}

/* What is done may take the card away, so its place is read before. */
static void
card_moved (AskBuildView *self, int by, AskBuildCard *card)
{
  const AskBuildPlace place = *ask_build_card_get_place (card);

  ask_build_view_move_step (self, &place, by);
}

static void
card_removed (AskBuildView *self, AskBuildCard *card)
{
  const AskBuildPlace place = *ask_build_card_get_place (card);

  ask_build_view_remove_step (self, &place);
}

static void
append_card (AskBuildView *self, const AskBuildPlace *place, const AskBuildStep *focus)
{
  GtkWidget *card = ask_build_card_new (place);

  g_signal_connect_object (card, "changed", G_CALLBACK (card_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (card, "move", G_CALLBACK (card_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (card, "removed", G_CALLBACK (card_removed), self, G_CONNECT_SWAPPED);
  gtk_box_append (self->cards, card);
  if (ask_build_place_get_step (place) == focus)
    ask_build_card_focus (ASK_BUILD_CARD (card));
}

/* ask_build_view_remove_cards: nothing that borrows from the query is left */
void
ask_build_view_remove_cards (AskBuildView *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->cards))) != NULL)
    gtk_box_remove (self->cards, child);
}

/*
 * ask_build_view_show_cards:
 * @focus: (nullable): the step that gets the focus
 *
 * Makes all cards anew.
 */
void
ask_build_view_show_cards (AskBuildView *self, const AskBuildStep *focus)
{
  g_autoptr (GPtrArray) stages = ask_build_list_stages (self->build);

  ask_build_view_remove_cards (self);
  for (guint s = 0; s < stages->len; s++)
    {
      AskBuild *stage = stages->pdata[s];
      g_autoptr (AskSchema) names = ask_build_dup_names (stage, self->schema);

      for (guint i = 0; i < stage->steps->len; i++)
        append_card (self, &(AskBuildPlace) { self->build, stage, names, self->session, s, i }, focus);
      if (s + 1 < stages->len)
        append_menu (self, s);
    }
}

/*
 * ask_build_view_refresh_cards:
 * @problems: (element-type AskBuildProblem): of all steps
 *
 * Each offers what may be chosen now, says what is wrong with it, and reads its rows anew.
 */
void
ask_build_view_refresh_cards (AskBuildView *self, GPtrArray *problems)
{
  g_autoptr (AskSchema) names = NULL;
  const AskBuild *named = NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      AskBuildCard *card = ASK_IS_BUILD_CARD (child) ? ASK_BUILD_CARD (child) : NULL;
      const AskBuildPlace *place = card != NULL ? ask_build_card_get_place (card) : NULL;

      if (card == NULL)
        continue;
      if (named != place->build)
        {
          g_clear_pointer (&names, ask_schema_unref);
          names = ask_build_dup_names (place->build, self->schema);
          named = place->build;
        }
      ask_build_card_set_names (card, names);
      ask_build_card_refresh (card);
      ask_build_card_set_problems (card, problems);
      if (ask_build_reads_apis (place->build, names, place->index + 1))
        ask_build_card_hide_rows (card);
      else
        ask_build_card_show_rows (card);
    }
}

/* ask_build_view_focus_step: moves the focus to the card of @step */
void
ask_build_view_focus_step (AskBuildView *self, const AskBuildStep *step)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->cards)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (ASK_IS_BUILD_CARD (child)
        && ask_build_place_get_step (ask_build_card_get_place (ASK_BUILD_CARD (child))) == step)
      ask_build_card_focus (ASK_BUILD_CARD (child));
}

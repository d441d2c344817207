/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a join leads: the entities that relationships lead to, the nearest first. Where several ways lead to one, a
 * person chooses which.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

typedef struct
{
  GtkWidget *owner; /* weak */
  AskBuildPlace place;
  AskBuildJoinFunc on_path;
  GtkWidget *window;
  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *back;
  GArray *targets; /* AskBuildTarget */
  GPtrArray *paths; /* nullable: of the entity that was chosen */
} Choice;

static void
free_choice (gpointer data)
{
  Choice *self = data;

  g_clear_weak_pointer (&self->owner);
  g_array_unref (self->targets);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  ask_build_free (self->place.build);
  ask_schema_unref (self->place.schema);
  g_free (self);
}

static void
clear_list (Choice *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
}

static void
add_row (Choice *self, const char *title, const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle != NULL ? subtitle : "");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
show_targets (Choice *self)
{
  clear_list (self);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  for (guint i = 0; i < self->targets->len; i++)
    {
      const AskBuildTarget *target = &g_array_index (self->targets, AskBuildTarget, i);
      g_autofree char *name = ask_text_to_words (target->entity->name);
      g_autofree char *hops
        = target->hops > 1
            ? g_strdup_printf (ngettext ("over %u relationship", "over %u relationships", target->hops), target->hops)
            : g_strdup (target->entity->description);

      add_row (self, name, hops);
    }
  gtk_widget_set_visible (self->back, FALSE);
  gtk_widget_set_visible (self->search, TRUE);
  gtk_widget_grab_focus (self->search);
}

static void
show_paths (Choice *self)
{
  clear_list (self);
  for (guint i = 0; i < self->paths->len; i++)
    add_row (self, ((const AskBuildPath *) self->paths->pdata[i])->words, NULL);
  gtk_widget_set_visible (self->back, TRUE);
  gtk_widget_set_visible (self->search, FALSE);
  gtk_widget_child_focus (self->list, GTK_DIR_TAB_FORWARD);
}

static void
take (Choice *self, const AskBuildPath *path)
{
  if (self->owner != NULL)
    self->on_path (self->owner, path);
  gtk_window_close (GTK_WINDOW (self->window));
}

static void
row_activated (Choice *self, GtkListBoxRow *row)
{
  guint at = (guint) gtk_list_box_row_get_index (row);

  if (self->paths != NULL)
    {
      take (self, self->paths->pdata[at]);
      return;
    }
  self->paths = ask_build_find_paths (self->place.build, self->place.schema, self->place.index,
                                      g_array_index (self->targets, AskBuildTarget, at).entity->name);
  if (self->paths->len == 1)
    take (self, self->paths->pdata[0]);
  else
    show_paths (self);
}

static gboolean
is_shown (GtkListBoxRow *row, gpointer data)
{
  Choice *self = data;
  g_autofree char *typed = ask_text_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  g_autofree char *title = ask_text_fold (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)));

  return self->paths != NULL || strstr (title, typed) != NULL;
}

static void
search_changed (Choice *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static GtkWidget *
new_content (Choice *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->back = ask_build_button_new ("go-previous-symbolic", _ ("Back to the entities"));
  g_signal_connect_swapped (self->back, "clicked", G_CALLBACK (show_targets), self);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->back);
  self->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search entities"),
                                  -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_changed), self);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "boxed-list");
  gtk_widget_set_valign (self->list, GTK_ALIGN_START);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_shown, self, NULL);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list),
                                g_object_new (GTK_TYPE_LABEL, "label", _ ("No relationship leads to such an entity."),
                                              "wrap", TRUE, "margin-top", 18, "margin-bottom", 18, "margin-start", 12,
                                              "margin-end", 12, NULL));
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (row_activated), self);
  gtk_widget_set_margin_start (inner, 12);
  gtk_widget_set_margin_end (inner, 12);
  gtk_widget_set_margin_top (inner, 12);
  gtk_widget_set_margin_bottom (inner, 12);
  gtk_box_append (GTK_BOX (inner), self->search);
  gtk_box_append (GTK_BOX (inner), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), inner);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

static gboolean
escape (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

/*
 * ask_build_join_choose:
 * @owner: who is told, while it lives
 * @place: where the join is to stand
 * @on_path: called with the way that a person chose
 */
void
ask_build_join_choose (GtkWidget *owner, const AskBuildPlace *place, AskBuildJoinFunc on_path)
{
  Choice *self = g_new0 (Choice, 1);
  GtkRoot *root = gtk_widget_get_root (owner);
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_set_weak_pointer (&self->owner, owner);
  /* Its own: the page may read its names anew meanwhile. */
  self->place = *place;
  self->place.build = ask_build_copy (place->build);
  self->place.schema = ask_schema_ref (place->schema);
  self->on_path = on_path;
  self->targets = ask_build_list_targets (place->build, place->schema, place->index);
  self->window = adw_window_new ();
  gtk_window_set_title (GTK_WINDOW (self->window), _ ("Join"));
  gtk_window_set_default_size (GTK_WINDOW (self->window), 400, 480);
  gtk_window_set_modal (GTK_WINDOW (self->window), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self->window), TRUE);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (self->window), GTK_WINDOW (root));
  adw_window_set_content (ADW_WINDOW (self->window), new_content (self));
  g_object_set_data_full (G_OBJECT (self->window), "ask-choice", self, free_choice);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (escape, NULL, NULL)));
  gtk_widget_add_controller (self->window, keys);
  show_targets (self);
  gtk_window_present (GTK_WINDOW (self->window));
}

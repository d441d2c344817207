/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list view, so that a thousand entities cost what fits on the screen. The names of sources are items of it that cannot
 * be chosen. What is searched are names, synonyms and descriptions, folded.
 */
#include "config.h"

#include "app/explore/ask-entity-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-text.h"

/* An item: an entity, or the name of a source over its entities. */
#define ASK_TYPE_ENTITY_ITEM (ask_entity_item_get_type ())
G_DECLARE_FINAL_TYPE (AskEntityItem, ask_entity_item, ASK, ENTITY_ITEM, GObject)

struct _AskEntityItem
{
  GObject parent_instance;
  char *source;
  AskEntity *entity; /* nullable: it is a source */
  char *folded; /* nullable: what is searched */
};

G_DEFINE_FINAL_TYPE (AskEntityItem, ask_entity_item, G_TYPE_OBJECT)

static void
ask_entity_item_finalize (GObject *object)
{
  AskEntityItem *self = ASK_ENTITY_ITEM (object);

  g_free (self->source);
  g_free (self->folded);
  g_clear_pointer (&self->entity, ask_entity_unref);
  G_OBJECT_CLASS (ask_entity_item_parent_class)->finalize (object);
}

static void
ask_entity_item_class_init (AskEntityItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ask_entity_item_finalize;
}

static void
ask_entity_item_init (AskEntityItem *self)
{
}

struct _AskEntityList
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GtkSearchEntry *search;
  GtkListView *view;
  GtkLabel *nothing;
  GPtrArray *entities; /* AskEntityItem, ordered by source and name */
  GListStore *found;
  GtkSingleSelection *selection;
  char *wanted; /* nullable: the entity that is shown */
};

G_DEFINE_FINAL_TYPE (AskEntityList, ask_entity_list, GTK_TYPE_WIDGET)

enum
{
  CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
setup_item (GtkSignalListItemFactory *factory, GtkListItem *list_item, AskEntityList *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "ask-entity");
  gtk_list_item_set_child (list_item, label);
}

static void
bind_item (GtkSignalListItemFactory *factory, GtkListItem *list_item, AskEntityList *self)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  AskEntityItem *item = gtk_list_item_get_item (list_item);
  gboolean head = item->entity == NULL;
  const char *words = head ? item->source : item->entity->name;

  gtk_label_set_text (GTK_LABEL (label), words);
  /* The row is what has the keyboard, and what is read then. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (label)), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  gtk_widget_set_tooltip_text (label, head ? NULL : item->entity->description);
  gtk_list_item_set_selectable (list_item, !head);
  gtk_list_item_set_activatable (list_item, !head);
  if (head)
    gtk_widget_add_css_class (label, "heading");
  else
    gtk_widget_remove_css_class (label, "heading");
}

static gboolean
matches (const AskEntityItem *item, char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (words[i][0] != '\0' && strstr (item->folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static AskEntityItem *
item_new (const char *source, AskEntity *entity)
{
  AskEntityItem *item = g_object_new (ASK_TYPE_ENTITY_ITEM, NULL);

  item->source = g_strdup (source);
  if (entity != NULL)
    {
      g_autoptr (GString) text = g_string_new (entity->name);
      g_autofree char *words = ask_text_to_words (entity->name);

      g_string_append_printf (text, " %s %s %s", words, source, entity->description != NULL ? entity->description : "");
      for (guint i = 0; i < entity->synonyms->len; i++)
        g_string_append_printf (text, " %s", (char *) entity->synonyms->pdata[i]);
      item->entity = ask_entity_ref (entity);
      item->folded = ask_text_fold (text->str);
    }
  return item;
}

static void
find (AskEntityList *self)
{
  g_autofree char *folded = ask_text_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  const char *source = NULL;
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < self->entities->len; i++)
    {
      AskEntityItem *item = self->entities->pdata[i];

      if (!matches (item, words))
        continue;
      if (source == NULL || strcmp (source, item->source) != 0)
        g_ptr_array_add (items, item_new (item->source[0] != '\0' ? item->source : _ ("Queries"), NULL));
      source = item->source;
      if (g_strcmp0 (self->wanted, item->entity->name) == 0)
        selected = items->len;
      g_ptr_array_add (items, g_object_ref (item));
    }
  g_list_store_splice (self->found, 0, g_list_model_get_n_items (G_LIST_MODEL (self->found)), items->pdata, items->len);
  gtk_single_selection_set_selected (self->selection, selected);
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), items->len == 0);
}

static void
activated (AskEntityList *self, guint position)
{
  g_autoptr (AskEntityItem) item = g_list_model_get_item (G_LIST_MODEL (self->found), position);

  if (item != NULL && item->entity != NULL)
    g_signal_emit (self, signals[CHOSEN], 0, item->entity->name);
}

/* Enter in the search opens what was found first. */
static void
search_activated (AskEntityList *self)
{
  for (guint i = 0; i < MIN (2, g_list_model_get_n_items (G_LIST_MODEL (self->found))); i++)
    activated (self, i);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const AskEntityItem *x = *(AskEntityItem *const *) a;
  const AskEntityItem *y = *(AskEntityItem *const *) b;
  int order = strcmp (x->source, y->source);

  return order != 0 ? order : g_ascii_strcasecmp (x->entity->name, y->entity->name);
}

/**
 * ask_entity_list_set_schema:
 * @self: the list
 * @schema: whose entities it shows; hidden ones are not there
 *
 * What is typed in the search, and what is chosen, stay.
 */
void
ask_entity_list_set_schema (AskEntityList *self, AskSchema *schema)
{
  g_return_if_fail (ASK_IS_ENTITY_LIST (self));

  g_ptr_array_set_size (self->entities, 0);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      AskEntity *entity = schema->entities->pdata[i];

      if (!entity->hidden)
        g_ptr_array_add (self->entities, item_new (entity->source, entity));
    }
  g_ptr_array_sort (self->entities, compare);
  find (self);
}

/** ask_entity_list_select: @self: the list. @entity: (nullable): the one that is shown; nothing is emitted for it */
void
ask_entity_list_select (AskEntityList *self, const char *entity)
{
  g_return_if_fail (ASK_IS_ENTITY_LIST (self));

  ask_text_set (&self->wanted, entity);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->found)); i++)
    {
      g_autoptr (AskEntityItem) item = g_list_model_get_item (G_LIST_MODEL (self->found), i);

      if (item->entity != NULL && g_strcmp0 (item->entity->name, entity) == 0)
        {
          gtk_single_selection_set_selected (self->selection, i);
          return;
        }
    }
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
}

/** ask_entity_list_search: @self: the list. @words: what is searched, as if it was typed */
void
ask_entity_list_search (AskEntityList *self, const char *words)
{
  g_return_if_fail (ASK_IS_ENTITY_LIST (self));
  gtk_editable_set_text (GTK_EDITABLE (self->search), words);
  find (self);
}

/** ask_entity_list_focus: @self: the list. Puts the cursor into its search */
void
ask_entity_list_focus (AskEntityList *self)
{
  g_return_if_fail (ASK_IS_ENTITY_LIST (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/** ask_entity_list_get_n_found: Returns: how many entities fit what is searched */
guint
ask_entity_list_get_n_found (AskEntityList *self)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->found)); i++)
    {
      g_autoptr (AskEntityItem) item = g_list_model_get_item (G_LIST_MODEL (self->found), i);

      n += item->entity != NULL;
    }
  return n;
}

static void
ask_entity_list_dispose (GObject *object)
{
  AskEntityList *self = ASK_ENTITY_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->entities, g_ptr_array_unref);
  g_clear_pointer (&self->wanted, g_free);
  G_OBJECT_CLASS (ask_entity_list_parent_class)->dispose (object);
}

static void
ask_entity_list_class_init (AskEntityListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_entity_list_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", ASK_TYPE_ENTITY_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
make_view (AskEntityList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->found = g_list_store_new (ASK_TYPE_ENTITY_ITEM);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->found));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_item), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_item), self);
  self->view = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory));
  gtk_list_view_set_single_click_activate (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Entities"), -1);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activated), self);
}

static void
ask_entity_list_init (AskEntityList *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->entities = g_ptr_array_new_with_free_func (g_object_unref);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->search, "placeholder-text", _ ("Search entities"), "hexpand", TRUE, "width-chars", 8, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Search entities"),
                                  -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (find), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activated), self);
  gtk_widget_add_css_class (bar, "toolbar");
  gtk_box_append (GTK_BOX (bar), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (self->box), bar);
  make_view (self);
  self->nothing = GTK_LABEL (gtk_label_new (_ ("Nothing matches these words.")));
  gtk_widget_set_margin_top (GTK_WIDGET (self->nothing), 24);
  gtk_widget_add_css_class (GTK_WIDGET (self->nothing), "dim-label");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->nothing));
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), FALSE);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is said of the entity, its filters and its order, and what is done with it. All that is read for it ends with it.
 */
#include "config.h"

#include "app/explore/ask-entity-page-private.h"

#include <glib/gi18n.h>

#include "app/explore/ask-entity-words.h"
#include "app/explore/ask-head-order.h"
#include "app/explore/ask-parameter-form.h"
#include "app/explore/ask-profile-view.h"
#include "app/widgets/ask-transient.h"
#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"
#include "explore/ask-reading.h"

G_DEFINE_FINAL_TYPE (AskEntityPage, ask_entity_page, GTK_TYPE_WIDGET)

enum
{
  RELATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- what is said of it */

/* ask_entity_page_show_facts: where its rows lie, how many they are, what they cost */
void
ask_entity_page_show_facts (AskEntityPage *self)
{
  g_autofree char *facts
    = ask_entity_facts_to_words (self->entity, self->pages->len > 0 ? &self->number : NULL, self->n_calls);

  gtk_label_set_text (self->facts, facts);
}

static void
condition_clicked (GtkButton *button, AskEntityPage *self)
{
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-condition"));

  if (at >= self->browse->conditions->len)
    return;
  g_ptr_array_remove_index (self->browse->conditions, at);
  ask_entity_page_load (self);
}

/* ask_entity_page_show_conditions: shows the filters, each with a way to take it away */
void
ask_entity_page_show_conditions (AskEntityPage *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->conditions)) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; i < self->browse->conditions->len; i++)
    {
      const AskBrowseCondition *condition = self->browse->conditions->pdata[i];
      const AskAttribute *attribute = ask_entity_find_attribute (self->entity, condition->attribute);
      g_autofree char *words = ask_browse_condition_to_words (condition);
      /* Of a hidden one that relationships led along nothing is told. */
      g_autofree char *label
        = g_strdup_printf ("%s  ×", attribute != NULL && attribute->hidden ? _ ("related rows") : words);
      g_autofree char *name = g_strdup_printf (_ ("Take this filter away: %s"), words);
      GtkWidget *button = gtk_button_new_with_label (label);

      if (attribute != NULL && attribute->hidden)
        g_clear_pointer (&name, g_free);
      g_object_set_data (G_OBJECT (button), "ask-condition", GUINT_TO_POINTER (i));
      gtk_widget_add_css_class (button, "ask-badge");
      gtk_widget_add_css_class (button, "ask-news");
      gtk_widget_set_tooltip_text (button, name != NULL ? name : _ ("Take this filter away"));
      g_signal_connect (button, "clicked", G_CALLBACK (condition_clicked), self);
      gtk_widget_set_parent (button, self->conditions);
    }
  gtk_widget_set_visible (self->conditions, self->browse->conditions->len > 0);
}

/* ---- the order */

static void
set_order (AskEntityPage *self, const char *attribute, gboolean descending)
{
  g_ptr_array_set_size (self->browse->order, 0);
  ask_browse_add_order (self->browse, attribute, descending);
  ask_entity_page_load (self);
}

/* Where the attribute is shown, its column says the order. Returns: whether it is */
static gboolean
order_grid (AskEntityPage *self, const char *attribute, gboolean descending)
{
  AskGridModel *model = ask_grid_get_model (self->table);
  int column = model != NULL ? ask_rows_find_column (ask_grid_model_get_rows (model), attribute) : -1;
  AskTableWish *wish;

  if (column < 0)
    return FALSE;
  wish = ask_table_wish_copy (ask_grid_model_get_wish (model));
  ask_table_wish_sort (wish, (guint) column, descending, FALSE);
  ask_grid_model_take_wish (model, wish);
  return TRUE;
}

static void
action_order (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);
  const char *attribute;
  gboolean descending;

  g_variant_get (parameter, "(&sb)", &attribute, &descending);
  if (!order_grid (self, attribute, descending))
    set_order (self, attribute, descending);
}

/* What an API has to be told was written. */
static void
action_give (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);
  GtkWidget *form = adw_bin_get_child (self->parameters);

  if (form != NULL && ask_parameter_form_take (form, self->browse))
    ask_entity_page_load (self);
}

static void
action_reload (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_entity_page_load (ASK_ENTITY_PAGE (widget));
}

static void
action_unlimited (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);

  self->unlimited = TRUE;
  ask_entity_page_load (self);
}

static void
action_more (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_entity_page_read_more (ASK_ENTITY_PAGE (widget));
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_entity_page_cancel (ASK_ENTITY_PAGE (widget));
}

static void
action_back (GtkWidget *widget, const char *action, GVariant *parameter)
{
  ask_entity_page_go_back (ASK_ENTITY_PAGE (widget));
}

/* "rows" or "profile" */
static void
action_show (GtkWidget *widget, const char *action, GVariant *parameter)
{
  gtk_stack_set_visible_child_name (ASK_ENTITY_PAGE (widget)->views, g_variant_get_string (parameter, NULL));
}

static void
action_ask (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);

  gtk_widget_activate_action (widget, "win.ask-about", "s", self->browse->entity);
}

/* What is looked at goes along: its filters and its order become steps. */
static void
action_build (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);
  gboolean plain = self->browse->conditions->len + self->browse->order->len == 0 && self->browse->where == NULL;
  g_autofree char *sql = plain ? NULL : ask_browse_to_sql (self->browse, self->schema, NULL);

  gtk_widget_activate_action (widget, "win.build", "s", sql != NULL ? sql : self->browse->entity);
}

static void
filter_added (AskEntityPage *self, const char *name, int test, const char *text)
{
  const AskAttribute *attribute = ask_entity_find_attribute (self->entity, name);
  g_autoptr (GError) error = NULL;

  if (attribute == NULL)
    return;
  if (!ask_browse_add_text (self->browse, attribute, (AskBrowseTest) test, text, &error))
    {
      ask_filter_button_refuse (self->filter, ask_error_get_words (error));
      return;
    }
  ask_filter_button_done (self->filter);
  ask_entity_page_load (self);
}

/* (nullable): what a person wants to see in the grid */
static const AskTableWish *
get_wish (AskEntityPage *self)
{
  AskGridModel *model = ask_grid_get_model (self->table);

  return model != NULL ? ask_grid_model_get_wish (model) : NULL;
}

/**
 * ask_entity_page_show_row:
 * @self: the page
 * @row: of the rows that are here, from 0
 *
 * Opens what belongs to a row beside it.
 */
void
ask_entity_page_show_row (AskEntityPage *self, guint row)
{
  g_autofree char *words = NULL;

  g_return_if_fail (ASK_IS_ENTITY_PAGE (self));
  words = ask_reading_words_of (self->browse, get_wish (self));
  for (guint p = 0; p < self->pages->len; p++)
    {
      AskBrowsePage *page = self->pages->pdata[p];

      if (row >= page->first && row - page->first < ask_rows_get_n_rows (page->rows))
        {
          ask_row_panel_show (self->panel, self->schema, self->entity, page, row - page->first, words);
          adw_flap_set_reveal_flap (self->flap, TRUE);
        }
    }
}

static void
cell_activated (AskEntityPage *self, guint row, guint column)
{
  ask_entity_page_show_row (self, row);
}

static void
panel_related (AskEntityPage *self, AskBrowse *browse)
{
  g_signal_emit (self, signals[RELATED], 0, browse);
}

static void
panel_closed (AskEntityPage *self)
{
  adw_flap_set_reveal_flap (self->flap, FALSE);
}

/** ask_entity_page_get_browse: Returns: (transfer none): what is looked at, with its filters and order */
const AskBrowse *
ask_entity_page_get_browse (AskEntityPage *self)
{
  g_return_val_if_fail (ASK_IS_ENTITY_PAGE (self), NULL);
  return self->browse;
}

/** ask_entity_page_get_state: Returns: (transfer none): "loading", "stopped", "failed", "parameter", "empty" or "full" */
const char *
ask_entity_page_get_state (AskEntityPage *self)
{
  g_return_val_if_fail (ASK_IS_ENTITY_PAGE (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_entity_page_is_busy: Returns: whether rows are read, its own or related ones, or its profile is made */
gboolean
ask_entity_page_is_busy (AskEntityPage *self)
{
  GtkWidget *profile;

  g_return_val_if_fail (ASK_IS_ENTITY_PAGE (self), FALSE);
  profile = adw_bin_get_child (self->profile);
  return self->cancellable != NULL || ask_row_panel_is_busy (self->panel)
         || (profile != NULL && ask_profile_view_is_busy (ASK_PROFILE_VIEW (profile)));
}

/** ask_entity_page_get_rows: Returns: (transfer none) (nullable): the rows of all pages that are here */
AskRows *
ask_entity_page_get_rows (AskEntityPage *self)
{
  g_return_val_if_fail (ASK_IS_ENTITY_PAGE (self), NULL);
  return self->rows;
}

/** ask_entity_page_dup_layout: Returns: (transfer full) (nullable): how a person has its columns shown; %NULL before there are
 * any, and nobody said so */
GVariant *
ask_entity_page_dup_layout (AskEntityPage *self)
{
  AskGridModel *model;

  g_return_val_if_fail (ASK_IS_ENTITY_PAGE (self), NULL);
  model = ask_grid_get_model (self->table);
  if (model != NULL)
    return ask_grid_model_dup_layout (model);
  return self->layout != NULL ? g_variant_ref (self->layout) : NULL;
}

/** ask_entity_page_set_layout: @self: a page whose rows are still read; @layout: (nullable): how its columns were shown before */
void
ask_entity_page_set_layout (AskEntityPage *self, GVariant *layout)
{
  g_return_if_fail (ASK_IS_ENTITY_PAGE (self) && self->layout == NULL);
  self->layout = layout != NULL ? g_variant_ref (layout) : NULL;
}

static void
stop (gpointer page)
{
  ask_entity_page_stop (page);
}

static void
ask_entity_page_dispose (GObject *object)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (object);
  GtkWidget *child;

  ask_entity_page_stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->order_menu);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_entity_page_parent_class)->dispose (object);
}

static void
ask_entity_page_finalize (GObject *object)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (object);

  g_clear_pointer (&self->pages, g_ptr_array_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_clear_pointer (&self->browse, ask_browse_free);
  g_clear_pointer (&self->before, ask_browse_free);
  g_clear_pointer (&self->before_pages, g_ptr_array_unref);
  g_clear_pointer (&self->layout, g_variant_unref);
  g_free (self->given);
  g_clear_pointer (&self->schema, ask_schema_unref);
  G_OBJECT_CLASS (ask_entity_page_parent_class)->finalize (object);
}

static void
ask_entity_page_class_init (AskEntityPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_entity_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_entity_page_finalize;
  signals[RELATED] = g_signal_new ("related", ASK_TYPE_ENTITY_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   1, G_TYPE_POINTER);
  g_type_ensure (ASK_TYPE_FILTER_BUTTON);
  g_type_ensure (ASK_TYPE_PROBLEM_VIEW);
  g_type_ensure (ASK_TYPE_GRID);
  g_type_ensure (ASK_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-entity-page.ui");
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, description);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, facts);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, conditions);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, filter);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, order);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, views);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, flap);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, states);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, problem);
  gtk_widget_class_bind_template_child_full (widget_class, "unlimited", FALSE,
                                             G_STRUCT_OFFSET (AskEntityPage, unlimited_button));
  gtk_widget_class_bind_template_child_full (widget_class, "back", FALSE, G_STRUCT_OFFSET (AskEntityPage, back_button));
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, parameters);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, empty);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, table);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, foot);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, more);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, cancel);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, profile);
  gtk_widget_class_bind_template_callback (widget_class, filter_added);
  gtk_widget_class_bind_template_callback (widget_class, cell_activated);
  gtk_widget_class_install_action (widget_class, "browse-page.reload", NULL, action_reload);
  /* The button of a failure. */
  gtk_widget_class_install_action (widget_class, "card.ask-again", NULL, action_reload);
  gtk_widget_class_install_action (widget_class, "browse-page.give", NULL, action_give);
  gtk_widget_class_install_action (widget_class, "browse-page.unlimited", NULL, action_unlimited);
  gtk_widget_class_install_action (widget_class, "browse-page.more", NULL, action_more);
  gtk_widget_class_install_action (widget_class, "browse-page.cancel", NULL, action_cancel);
  gtk_widget_class_install_action (widget_class, "browse-page.back", NULL, action_back);
  gtk_widget_class_install_action (widget_class, "browse-page.order", "(sb)", action_order);
  gtk_widget_class_install_action (widget_class, "browse-page.ask", NULL, action_ask);
  gtk_widget_class_install_action (widget_class, "browse-page.build", NULL, action_build);
  gtk_widget_class_install_action (widget_class, "browse-page.show", "s", action_show);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_entity_page_init (AskEntityPage *self)
{
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_browse_page_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
  ask_grid_set_clickable (self->table, _ ("Show this row and what belongs to it"));
}

static void
add_parts (AskEntityPage *self)
{
  self->panel = ASK_ROW_PANEL (ask_row_panel_new (self->session));
  g_signal_connect_swapped (self->panel, "related", G_CALLBACK (panel_related), self);
  g_signal_connect_swapped (self->panel, "closed", G_CALLBACK (panel_closed), self);
  adw_flap_set_flap (self->flap, GTK_WIDGET (self->panel));
}

/**
 * ask_entity_page_new:
 * @session: whose workspace it is
 * @schema: that the names are of
 * @browse: what is looked at; copied
 *
 * Returns: (transfer floating): the page, which reads its first rows
 */
GtkWidget *
ask_entity_page_new (AskSession *session, AskSchema *schema, const AskBrowse *browse)
{
  AskEntityPage *self = g_object_new (ASK_TYPE_ENTITY_PAGE, NULL);
  g_autoptr (GError) error = NULL;

  self->session = g_object_ref (session);
  self->schema = ask_schema_ref (schema);
  self->browse = ask_browse_copy (browse);
  self->given = g_strdup (browse->where);
  add_parts (self);
  self->entity = ask_explore_find_entity (schema, browse->entity, &error);
  if (self->entity == NULL)
    {
      ask_entity_page_show_failure (self, error);
      return GTK_WIDGET (self);
    }
  gtk_label_set_text (self->description, self->entity->description);
  gtk_widget_set_visible (GTK_WIDGET (self->description), self->entity->description != NULL);
  ask_filter_button_set_entity (self->filter, self->entity);
  ask_grid_set_title (self->table, self->entity->name);
  self->order_menu = ask_head_order_menu_new (self->entity);
  gtk_menu_button_set_menu_model (self->order, self->order_menu);
  adw_bin_set_child (self->profile, ask_profile_view_new (session, schema, self->entity, NULL));
  ask_entity_page_load (self);
  return GTK_WIDGET (self);
}

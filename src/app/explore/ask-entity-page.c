/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages that came are kept, so that each row has what its relationships need. The next one is read when a person comes
 * near the end; of an API on a click only, since that costs calls.
 */
#include "config.h"

#include "app/explore/ask-entity-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/explore/ask-entity-words.h"
#include "app/explore/ask-filter-button.h"
#include "app/explore/ask-head-order.h"
#include "app/explore/ask-parameter-form.h"
#include "app/explore/ask-profile-view.h"
#include "app/explore/ask-row-panel.h"
#include "app/jobs/ask-jobs-browse.h"
#include "app/widgets/ask-problem-view.h"
#include "app/grid/ask-grid.h"
#include "app/widgets/ask-wrap-box.h"
#include "base/ask-error.h"

struct _AskEntityPage
{
  GtkWidget parent_instance;
  AskSession *session;
  AskSchema *schema;
  const AskEntity *entity; /* nullable: it is not there any more; of @schema */
  AskBrowse *browse;
  GPtrArray *pages; /* AskBrowsePage */
  AskRows *rows; /* nullable: of all pages */
  AskBrowseNumber number;
  guint n_calls;
  gboolean unlimited;
  GCancellable *cancellable; /* nullable: while rows are read */
  AskFeed *feed; /* nullable: of an API, whose rows come as they are wanted */
  GCancellable *feeding; /* nullable: as long as @feed waits */
  GMenuModel *order_menu;

  GtkLabel *description;
  GtkLabel *facts;
  GtkWidget *conditions;
  AskFilterButton *filter;
  GtkMenuButton *order;
  GtkStack *views;
  AdwFlap *flap;
  GtkStack *states;
  AskProblemView *problem;
  GtkWidget *unlimited_button;
  AdwBin *parameters;
  AdwStatusPage *empty;
  AskGrid *table;
  GtkLabel *shown;
  GtkSpinner *spinner;
  GtkWidget *more;
  GtkWidget *cancel;
  AdwBin *profile;
  AskRowPanel *panel;
};

G_DEFINE_FINAL_TYPE (AskEntityPage, ask_entity_page, GTK_TYPE_WIDGET)

enum
{
  RELATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void load (AskEntityPage *self);

static AskBrowsePage *
get_last_page (AskEntityPage *self)
{
  return self->pages->len > 0 ? self->pages->pdata[self->pages->len - 1] : NULL;
}

/* ---- what is said of it */

static void
show_facts (AskEntityPage *self)
{
  g_autofree char *facts
    = ask_entity_facts_to_words (self->entity, self->pages->len > 0 ? &self->number : NULL, self->n_calls);

  gtk_label_set_text (self->facts, facts);
}

static void
show_foot (AskEntityPage *self)
{
  AskBrowsePage *last = get_last_page (self);
  gboolean more = last != NULL && last->more;
  gsize n = self->rows != NULL ? ask_rows_get_n_rows (self->rows) : 0;
  g_autofree char *words = ask_entity_shown_to_words (n, more);

  gtk_label_set_text (self->shown, words);
  gtk_widget_set_visible (self->more, more && self->cancellable == NULL);
  gtk_widget_set_visible (self->cancel, self->cancellable != NULL);
  gtk_spinner_set_spinning (self->spinner, self->cancellable != NULL);
}

static void
condition_clicked (GtkButton *button, AskEntityPage *self)
{
  guint at = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-condition"));

  if (at >= self->browse->conditions->len)
    return;
  g_ptr_array_remove_index (self->browse->conditions, at);
  load (self);
}

static void
show_conditions (AskEntityPage *self)
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
  load (self);
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

/* ---- rows */

static void
show_failure (AskEntityPage *self, const GError *error)
{
  gboolean ours = error->domain == ASK_EXPLORE_ERROR;
  g_autofree char *place = ask_remedy_dup_place (error);

  ask_problem_view_show (self->problem, "dialog-warning-symbolic", "warning", ask_error_get_words (error), NULL, NULL);
  ask_problem_view_set_remedy (self->problem, ours ? ASK_REMEDY_SCHEMA : ask_remedy_find (error), place);
  gtk_widget_set_visible (self->unlimited_button, g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP));
  gtk_stack_set_visible_child_name (self->states, "failed");
}

static AskRows *
join_pages (AskEntityPage *self)
{
  const AskBrowsePage *first = self->pages->pdata[0];
  AskRows *rows = ask_rows_new ();

  for (guint c = 0; c < ask_rows_get_n_columns (first->rows); c++)
    {
      const AskColumn *column = ask_rows_get_column (first->rows, c);

      ask_rows_add_column (rows, column->name, column->type);
      ask_rows_set_sense (rows, c, &column->sense);
    }
  for (guint p = 0; p < self->pages->len; p++)
    {
      const AskBrowsePage *page = self->pages->pdata[p];

      for (gsize r = 0; r < ask_rows_get_n_rows (page->rows); r++)
        ask_rows_append (rows, ask_rows_get_row (page->rows, r));
    }
  return rows;
}

static gboolean
is_ordered (const AskEntityPage *self, const AskRows *rows, const GArray *order)
{
  if (order->len != self->browse->order->len)
    return FALSE;
  for (guint i = 0; i < order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (order, AskOrderKey, i);
      const AskBrowseOrder *now = self->browse->order->pdata[i];

      if (key->descending != now->descending
          || !g_str_equal (ask_rows_get_column (rows, key->column)->name, now->attribute))
        return FALSE;
    }
  return TRUE;
}

/* An order is the source's to make, of all rows; what the grid filters and searches are the rows that are here. */
static gboolean
arrange_wanted (AskGridModel *model, const AskTableWish *wish, AskEntityPage *self)
{
  const AskRows *rows = ask_grid_model_get_rows (model);

  if (is_ordered (self, rows, wish->order) || wish->filters->len > 0 || wish->search != NULL)
    return FALSE;
  g_ptr_array_set_size (self->browse->order, 0);
  for (guint i = 0; i < wish->order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (wish->order, AskOrderKey, i);

      ask_browse_add_order (self->browse, ask_rows_get_column (rows, key->column)->name, key->descending);
    }
  load (self);
  return TRUE;
}

static void
more_wanted (AskGridModel *model, AskEntityPage *self)
{
  AskBrowsePage *last = get_last_page (self);

  /* Calls cost: an API is asked by a person. */
  if (last != NULL && last->more && self->cancellable == NULL && self->entity->kind != ASK_ENTITY_API)
    gtk_widget_activate_action (GTK_WIDGET (self), "browse-page.more", NULL);
}

static void
show_rows (AskEntityPage *self)
{
  AskGridModel *model = ask_grid_get_model (self->table);

  g_clear_pointer (&self->rows, ask_rows_unref);
  self->rows = join_pages (self);
  ask_rows_set_truncated (self->rows, get_last_page (self)->more);
  if (ask_rows_get_n_rows (self->rows) == 0)
    {
      adw_status_page_set_description (self->empty, self->browse->conditions->len > 0 ? _ ("No row fits the filters.")
                                                                                      : _ ("There is nothing in it."));
      gtk_stack_set_visible_child_name (self->states, "empty");
      return;
    }
  if (model != NULL)
    ask_grid_model_extend (model, self->rows);
  else
    {
      ask_grid_set_rows (self->table, self->rows);
      model = ask_grid_get_model (self->table);
      g_signal_connect_object (model, "arrange-wanted", G_CALLBACK (arrange_wanted), self, 0);
      g_signal_connect_object (model, "more-wanted", G_CALLBACK (more_wanted), self, 0);
    }
  gtk_stack_set_visible_child_name (self->states, "full");
}

static void
rows_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskEntityPage *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBrowseRead) read = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_ENTITY_PAGE (source);
  g_clear_object (&self->cancellable);
  if (error != NULL && self->pages->len > 0)
    ask_session_toast (self->session, ask_error_get_words (error));
  else if (error != NULL)
    show_failure (self, error);
  else
    {
      self->n_calls += ask_calls_count_requests (read->page->calls);
      if (self->pages->len == 0 || read->number.count == ASK_BROWSE_EXACT)
        self->number = read->number;
      g_ptr_array_add (self->pages, ask_browse_page_ref (read->page));
      show_rows (self);
    }
  show_facts (self);
  show_foot (self);
}

static void
stop (AskEntityPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_cancellable_cancel (self->feeding);
  g_clear_object (&self->feeding);
  g_clear_pointer (&self->feed, ask_feed_unref);
}

static void
page_came (gpointer target, AskBrowsePage *page)
{
  AskEntityPage *self = target;

  /* Of a feed that was left. */
  if (self->cancellable == NULL || self->cancellable != self->feeding)
    return;
  g_clear_object (&self->cancellable);
  self->n_calls += ask_calls_count_requests (page->calls);
  if (!page->more)
    self->number = (AskBrowseNumber) { ASK_BROWSE_EXACT, (gint64) (page->first + ask_rows_get_n_rows (page->rows)) };
  g_ptr_array_add (self->pages, ask_browse_page_ref (page));
  show_rows (self);
  show_facts (self);
  show_foot (self);
}

static void
feed_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  AskEntityPage *self;
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_ENTITY_PAGE (source);
  stop (self);
  if (error != NULL && self->pages->len > 0)
    ask_session_toast (self->session, ask_error_get_words (error));
  else if (error != NULL)
    show_failure (self, error);
  show_facts (self);
  show_foot (self);
}

/* One statement for all pages, so that no page is called for twice. */
static void
feed_page (AskEntityPage *self, const AskBrowseReading *reading)
{
  if (self->feed != NULL)
    {
      self->cancellable = g_object_ref (self->feeding);
      ask_feed_want (self->feed);
      return;
    }
  self->feed = ask_feed_new ();
  self->feeding = g_cancellable_new ();
  self->cancellable = g_object_ref (self->feeding);
  ask_job_start (ask_jobs_feed (self, reading, self->feed, page_came), self, ask_session_get_path (self->session),
                 self->feeding, feed_ended, NULL);
}

static void
read_page (AskEntityPage *self)
{
  AskBrowseReading reading = { .browse = self->browse,
                               .after = get_last_page (self),
                               .n = ASK_BROWSE_PAGE,
                               .counted = self->pages->len == 0,
                               .unlimited = self->unlimited };

  /* Where a feed was stopped, what it gave is read again on the way to the next page. */
  if (self->entity->kind == ASK_ENTITY_API && (self->feed != NULL || self->pages->len == 0))
    feed_page (self, &reading);
  else
    {
      stop (self);
      self->cancellable = g_cancellable_new ();
      ask_job_start (ask_jobs_browse (&reading), self, ask_session_get_path (self->session), self->cancellable,
                     rows_ready, NULL);
    }
  show_foot (self);
}

/* What an API has to be told was written. */
static void
action_give (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);
  GtkWidget *form = adw_bin_get_child (self->parameters);

  if (form != NULL && ask_parameter_form_take (form, self->browse))
    load (self);
}

/* Begins anew, with the first page. */
static void
load (AskEntityPage *self)
{
  g_autoptr (GPtrArray) missing = NULL;

  stop (self);
  if (self->entity == NULL)
    return;
  missing = ask_browse_list_missing (self->browse, self->entity);
  g_ptr_array_set_size (self->pages, 0);
  self->number = (AskBrowseNumber) { ASK_BROWSE_UNKNOWN, -1 };
  self->n_calls = 0;
  ask_row_panel_clear (self->panel);
  adw_flap_set_reveal_flap (self->flap, FALSE);
  show_conditions (self);
  show_facts (self);
  if (missing->len > 0)
    {
      adw_bin_set_child (self->parameters, ask_parameter_form_new (self->entity, missing));
      gtk_stack_set_visible_child_name (self->states, "parameter");
      return;
    }
  gtk_stack_set_visible_child_name (self->states, "loading");
  read_page (self);
}

static void
action_reload (GtkWidget *widget, const char *action, GVariant *parameter)
{
  load (ASK_ENTITY_PAGE (widget));
}

static void
action_unlimited (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);

  self->unlimited = TRUE;
  load (self);
}

static void
action_more (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);
  AskBrowsePage *last = get_last_page (self);

  if (last != NULL && last->more && self->cancellable == NULL)
    read_page (self);
}

static void
action_cancel (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (widget);

  stop (self);
  if (self->pages->len == 0)
    gtk_stack_set_visible_child_name (self->states, "stopped");
  show_foot (self);
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
  gboolean plain = self->browse->conditions->len + self->browse->order->len == 0;
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
  load (self);
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
  g_return_if_fail (ASK_IS_ENTITY_PAGE (self));
  for (guint p = 0; p < self->pages->len; p++)
    {
      AskBrowsePage *page = self->pages->pdata[p];

      if (row >= page->first && row - page->first < ask_rows_get_n_rows (page->rows))
        {
          ask_row_panel_show (self->panel, self->schema, self->entity, page, row - page->first);
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

static void
ask_entity_page_dispose (GObject *object)
{
  AskEntityPage *self = ASK_ENTITY_PAGE (object);
  GtkWidget *child;

  stop (self);
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
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, parameters);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, empty);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, table);
  gtk_widget_class_bind_template_child (widget_class, AskEntityPage, shown);
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
  add_parts (self);
  self->entity = ask_explore_find_entity (schema, browse->entity, &error);
  if (self->entity == NULL)
    {
      show_failure (self, error);
      return GTK_WIDGET (self);
    }
  gtk_label_set_text (self->description, self->entity->description);
  gtk_widget_set_visible (GTK_WIDGET (self->description), self->entity->description != NULL);
  ask_filter_button_set_entity (self->filter, self->entity);
  self->order_menu = ask_head_order_menu_new (self->entity);
  gtk_menu_button_set_menu_model (self->order, self->order_menu);
  adw_bin_set_child (self->profile, ask_profile_view_new (session, schema, self->entity, NULL));
  load (self);
  return GTK_WIDGET (self);
}

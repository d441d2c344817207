/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pages that came are kept, so that each row has what its relationships need. The next one is read when a person comes
 * near the end; of an API on a click only, since that costs calls. An order, filters and a search of the grid are carried
 * out by the source; what is seen stays until their rows are here.
 */
#include "config.h"

#include "app/explore/ask-entity-page-private.h"

#include <glib/gi18n.h>

#include "app/explore/ask-parameter-form.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "sql/ask-sql-lexer.h"
#include "table/ask-table-query.h"

static void read_page (AskEntityPage *self);

static AskBrowsePage *
get_last_page (AskEntityPage *self)
{
  return self->pages->len > 0 ? self->pages->pdata[self->pages->len - 1] : NULL;
}

/* What is here the table says; below it stands what can be done about the rest. */
static void
show_foot (AskEntityPage *self)
{
  AskBrowsePage *last = get_last_page (self);
  gboolean more = last != NULL && last->more;
  gboolean reading = self->cancellable != NULL;

  gtk_widget_set_visible (self->foot, more || reading);
  gtk_widget_set_visible (self->more, more && !reading);
  gtk_widget_set_visible (self->cancel, reading);
  gtk_spinner_set_spinning (self->spinner, reading);
}

/* ask_entity_page_show_failure: says why there are no rows, and what to do */
void
ask_entity_page_show_failure (AskEntityPage *self, const GError *error)
{
  gboolean ours = error->domain == ASK_EXPLORE_ERROR;
  g_autofree char *place = ask_remedy_dup_place (error);

  ask_problem_view_show (self->problem, "dialog-warning-symbolic", "warning", ask_error_get_words (error), NULL, NULL);
  ask_problem_view_set_remedy (self->problem, ours ? ASK_REMEDY_SCHEMA : ask_remedy_find (error), place);
  gtk_widget_set_visible (self->unlimited_button, g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP));
  gtk_widget_set_visible (self->back_button, self->before != NULL);
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

/* ---- what a person wants of the grid */

/* An order by what no column shows was chosen from the menu: the grid knows nothing of it. */
static gboolean
is_ordered (const AskEntityPage *self, const AskRows *rows, const GArray *order)
{
  const GPtrArray *now = self->browse->order;

  if (order->len == 0 && now->len == 1
      && ask_rows_find_column (rows, ((const AskBrowseOrder *) now->pdata[0])->attribute) < 0)
    return TRUE;
  if (order->len != now->len)
    return FALSE;
  for (guint i = 0; i < order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (order, AskOrderKey, i);
      const AskBrowseOrder *term = now->pdata[i];

      if (key->descending != term->descending
          || !g_str_equal (ask_rows_get_column (rows, key->column)->name, term->attribute))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full) (nullable): what the page was opened with, and what the grid's filters and its search say */
static char *
write_condition (AskEntityPage *self, const AskRows *rows, const AskTableWish *wish, gboolean roughly)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *condition = NULL;

  for (guint i = 0; i < ask_rows_get_n_columns (rows); i++)
    g_ptr_array_add (columns, ask_sql_quote_name_if_needed (ask_rows_get_column (rows, i)->name));
  condition = ask_table_wish_to_condition (wish, rows, columns, roughly);
  if (roughly || self->given == NULL)
    return g_steal_pointer (&condition);
  return condition != NULL ? g_strdup_printf ("(%s) AND %s", self->given, condition) : g_strdup (self->given);
}

static void
forget_before (AskEntityPage *self)
{
  g_clear_pointer (&self->before, ask_browse_free);
  g_clear_pointer (&self->before_pages, g_ptr_array_unref);
}

/* What is seen stays until there is something else to see. Of wishes whose rows never came nothing was seen. */
static void
load_wish (AskEntityPage *self, AskBrowse *browse)
{
  ask_entity_page_stop (self);
  if (self->before == NULL)
    {
      self->before = g_steal_pointer (&self->browse);
      self->before_pages = g_steal_pointer (&self->pages);
      self->before_number = self->number;
      self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_browse_page_unref);
    }
  g_clear_pointer (&self->browse, ask_browse_free);
  self->browse = browse;
  ask_row_panel_clear (self->panel);
  adw_flap_set_reveal_flap (self->flap, FALSE);
  read_page (self);
}

/* Back to what was seen before a wish whose rows did not come. @why: (nullable): in words */
static void
restore (AskEntityPage *self, const char *why)
{
  ask_browse_free (self->browse);
  self->browse = g_steal_pointer (&self->before);
  g_ptr_array_unref (self->pages);
  self->pages = g_steal_pointer (&self->before_pages);
  self->number = self->before_number;
  gtk_stack_set_visible_child_name (self->states, "full");
  ask_grid_model_give_up (ask_grid_get_model (self->table), why);
}

/* An order, filters and a search are the source's to carry out, of all rows, unless all are here as they came. */
static gboolean
arrange_wanted (AskGridModel *model, const AskTableWish *wish, AskEntityPage *self)
{
  const AskRows *rows = ask_grid_model_get_rows (model);
  const AskBrowsePage *last = get_last_page (self);
  g_autofree char *where = write_condition (self, rows, wish, FALSE);
  gboolean ordered = is_ordered (self, rows, wish->order);
  AskBrowse *browse;

  if (ordered && g_strcmp0 (where, self->browse->where) == 0)
    {
      if (self->before == NULL)
        ask_grid_model_take_rows (model, self->rows);
      return TRUE;
    }
  if (last != NULL && !last->more && self->browse->order->len == 0 && g_strcmp0 (self->browse->where, self->given) == 0)
    return FALSE;
  browse = ask_browse_copy (self->browse);
  ask_text_set (&browse->where, where);
  g_free (browse->roughly);
  /* Calls know nothing of such conditions. */
  browse->roughly = self->entity->kind != ASK_ENTITY_API ? write_condition (self, rows, wish, TRUE) : NULL;
  if (!ordered)
    g_ptr_array_set_size (browse->order, 0);
  for (guint i = 0; !ordered && i < wish->order->len; i++)
    {
      const AskOrderKey *key = &g_array_index (wish->order, AskOrderKey, i);

      ask_browse_add_order (browse, ask_rows_get_column (rows, key->column)->name, key->descending);
    }
  load_wish (self, browse);
  return TRUE;
}

static void
more_wanted (AskGridModel *model, AskEntityPage *self)
{
  AskBrowsePage *last = get_last_page (self);

  /* Calls cost: an API is asked by a person. */
  if (last != NULL && last->more && self->cancellable == NULL && self->entity->kind != ASK_ENTITY_API)
    ask_entity_page_read_more (self);
}

static void
show_rows (AskEntityPage *self)
{
  AskGridModel *model = ask_grid_get_model (self->table);
  g_autofree char *sql = NULL;

  forget_before (self);
  g_clear_pointer (&self->rows, ask_rows_unref);
  self->rows = join_pages (self);
  ask_rows_set_truncated (self->rows, get_last_page (self)->more);
  /* What a person filters by in the grid is taken away there. */
  if (ask_rows_get_n_rows (self->rows) == 0 && (model == NULL || g_strcmp0 (self->browse->where, self->given) == 0))
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
      ask_grid_model_set_workspace (model, ask_session_get_path (self->session));
      if (self->layout != NULL)
        ask_grid_model_set_layout (model, self->layout);
      g_signal_connect_object (model, "arrange-wanted", G_CALLBACK (arrange_wanted), self, 0);
      g_signal_connect_object (model, "more-wanted", G_CALLBACK (more_wanted), self, 0);
    }
  sql = ask_browse_to_sql (self->browse, self->schema, NULL);
  ask_grid_set_statement (self->table, sql);
  gtk_stack_set_visible_child_name (self->states, "full");
}

/* What a person may allow is asked for, whatever is seen. */
static void
tell_failure (AskEntityPage *self, const GError *error)
{
  if (self->pages->len > 0)
    ask_session_toast (self->session, ask_error_get_words (error));
  else if (self->before != NULL && !g_error_matches (error, ASK_ENGINE_ERROR, ASK_ENGINE_ERROR_CAP))
    restore (self, ask_error_get_words (error));
  else
    ask_entity_page_show_failure (self, error);
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
  if (error != NULL)
    tell_failure (self, error);
  else
    {
      self->n_calls += ask_calls_count_requests (read->page->calls);
      if (self->pages->len == 0 || read->number.count == ASK_BROWSE_EXACT)
        self->number = read->number;
      g_ptr_array_add (self->pages, ask_browse_page_ref (read->page));
      show_rows (self);
    }
  ask_entity_page_show_facts (self);
  show_foot (self);
}

/* ask_entity_page_stop: reads no more, whatever is on its way */
void
ask_entity_page_stop (AskEntityPage *self)
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
  ask_entity_page_show_facts (self);
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
  ask_entity_page_stop (self);
  if (error != NULL)
    tell_failure (self, error);
  ask_entity_page_show_facts (self);
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
      ask_entity_page_stop (self);
      self->cancellable = g_cancellable_new ();
      ask_job_start (ask_jobs_browse (&reading), self, ask_session_get_path (self->session), self->cancellable,
                     rows_ready, NULL);
    }
  show_foot (self);
}

/* ask_entity_page_load: begins anew, with the first page */
void
ask_entity_page_load (AskEntityPage *self)
{
  g_autoptr (GPtrArray) missing = NULL;

  ask_entity_page_stop (self);
  forget_before (self);
  if (self->entity == NULL)
    return;
  missing = ask_browse_list_missing (self->browse, self->entity);
  g_ptr_array_set_size (self->pages, 0);
  self->number = (AskBrowseNumber) { ASK_BROWSE_UNKNOWN, -1 };
  self->n_calls = 0;
  ask_row_panel_clear (self->panel);
  adw_flap_set_reveal_flap (self->flap, FALSE);
  ask_entity_page_show_conditions (self);
  ask_entity_page_show_facts (self);
  if (missing->len > 0)
    {
      adw_bin_set_child (self->parameters, ask_parameter_form_new (self->entity, missing));
      gtk_stack_set_visible_child_name (self->states, "parameter");
      return;
    }
  gtk_stack_set_visible_child_name (self->states, "loading");
  read_page (self);
}

/* ask_entity_page_read_more: reads the next page, where there is one and nothing else is read */
void
ask_entity_page_read_more (AskEntityPage *self)
{
  AskBrowsePage *last = get_last_page (self);

  if (last != NULL && last->more && self->cancellable == NULL)
    read_page (self);
}

/* ask_entity_page_go_back: shows what was seen before a wish whose rows did not come */
void
ask_entity_page_go_back (AskEntityPage *self)
{
  ask_entity_page_stop (self);
  if (self->before != NULL)
    restore (self, NULL);
  ask_entity_page_show_facts (self);
  show_foot (self);
}

/* ask_entity_page_cancel: a person waits no longer */
void
ask_entity_page_cancel (AskEntityPage *self)
{
  if (self->before != NULL)
    {
      ask_entity_page_go_back (self);
      return;
    }
  ask_entity_page_stop (self);
  if (self->pages->len == 0)
    gtk_stack_set_visible_child_name (self->states, "stopped");
  show_foot (self);
}

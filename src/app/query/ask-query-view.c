/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tabs are read when the page is first shown, and saved a moment after they change and when the page goes. A tab that is
 * closed can be had back with the Undo of its toast, and one after the other with Ctrl+Shift+T.
 */
#include "config.h"

#include "app/query/ask-query-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/query/ask-query-history.h"
#include "base/ask-error.h"

/* Of quiet before tabs are saved, ms. */
#define QUIET 1500

struct _AskQueryView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  AskQueryDesk *desk; /* nullable: until it is read */
  GPtrArray *removed; /* utf8: ids of tabs that were closed since they were last saved */
  GPtrArray *closed; /* Closed: to be had back, the last one first */
  AdwToast *toast; /* nullable: with the Undo of the last one */
  char *opening; /* nullable: SQL that is to be shown once the tabs are there */
  guint saving; /* the source of the next save, or 0 */
  gboolean loading;

  AdwToastOverlay *toasts;
  GtkStack *states;
  AdwStatusPage *failed;
  AdwTabView *tabs;
  AdwTabBar *bar;
  GtkMenuButton *history;
};

G_DEFINE_FINAL_TYPE (AskQueryView, ask_query_view, GTK_TYPE_WIDGET)

/* A tab that was closed, and where it stood. */
typedef struct
{
  AskQueryTab *tab;
  int position;
} Closed;

static void
closed_free (gpointer data)
{
  Closed *self = data;

  g_clear_pointer (&self->tab, ask_query_tab_free);
  g_free (self);
}

static AskQueryPane *
get_pane (AskQueryView *self, int i)
{
  return ASK_QUERY_PANE (adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, i)));
}

/** ask_query_view_get_pane: Returns: (transfer none) (nullable): the tab that is looked at */
AskQueryPane *
ask_query_view_get_pane (AskQueryView *self)
{
  AdwTabPage *page;

  g_return_val_if_fail (ASK_IS_QUERY_VIEW (self), NULL);
  page = adw_tab_view_get_selected_page (self->tabs);
  return page != NULL ? ASK_QUERY_PANE (adw_tab_page_get_child (page)) : NULL;
}

/** ask_query_view_get_n_panes: Returns: how many tabs there are; 0 until they are read */
guint
ask_query_view_get_n_panes (AskQueryView *self)
{
  g_return_val_if_fail (ASK_IS_QUERY_VIEW (self), 0);
  return (guint) adw_tab_view_get_n_pages (self->tabs);
}

static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryView *self = ASK_QUERY_VIEW (source);
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  if (error != NULL && self->session != NULL)
    ask_session_toast (self->session, ask_error_get_words (error));
}

static void
save (AskQueryView *self)
{
  GPtrArray *tabs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_query_tab_free);
  int n = adw_tab_view_get_n_pages (self->tabs);
  AskQueryPane *current = ask_query_view_get_pane (self);
  g_autoptr (AskQueryTab) shown = current != NULL ? ask_query_pane_dup_tab (current) : NULL;

  g_clear_handle_id (&self->saving, g_source_remove);
  for (int i = 0; i < n && i < ASK_QUERY_MAX_TABS; i++)
    g_ptr_array_add (tabs, ask_query_pane_dup_tab (get_pane (self, i)));
  ask_job_start (ask_jobs_save_query_tabs (tabs, g_steal_pointer (&self->removed), shown != NULL ? shown->id : NULL),
                 self, ask_session_get_path (self->session), NULL, saved, NULL);
  self->removed = g_ptr_array_new_with_free_func (g_free);
}

static gboolean
save_now (gpointer data)
{
  AskQueryView *self = data;

  self->saving = 0;
  save (self);
  return G_SOURCE_REMOVE;
}

static void
save_later (AskQueryView *self)
{
  if (self->desk == NULL || self->loading)
    return;
  g_clear_handle_id (&self->saving, g_source_remove);
  self->saving = g_timeout_add (QUIET, save_now, self);
}

static void
update_title (AskQueryView *self, AskQueryPane *pane)
{
  AdwTabPage *page = adw_tab_view_get_page (self->tabs, GTK_WIDGET (pane));
  g_autofree char *title = ask_query_pane_dup_title (pane);

  adw_tab_page_set_title (page, title);
}

static void
pane_changed (AskQueryPane *pane, AskQueryView *self)
{
  update_title (self, pane);
  save_later (self);
}

static AskQueryPane *
add_pane (AskQueryView *self, const AskQueryTab *tab, int position)
{
  GtkWidget *pane = ask_query_pane_new (self->session, tab);

  ask_query_pane_set_desk (ASK_QUERY_PANE (pane), self->desk);
  adw_tab_view_insert (self->tabs, pane, CLAMP (position, 0, adw_tab_view_get_n_pages (self->tabs)));
  update_title (self, ASK_QUERY_PANE (pane));
  g_signal_connect_object (pane, "changed", G_CALLBACK (pane_changed), self, 0);
  return ASK_QUERY_PANE (pane);
}

static AskQueryPane *
add_new (AskQueryView *self, const char *sql)
{
  AskQueryTab tab = { .id = g_uuid_string_random (), .sql = (char *) sql };
  AskQueryPane *pane = add_pane (self, &tab, adw_tab_view_get_n_pages (self->tabs));

  g_free (tab.id);
  adw_tab_view_set_selected_page (self->tabs, adw_tab_view_get_page (self->tabs, GTK_WIDGET (pane)));
  gtk_widget_grab_focus (GTK_WIDGET (pane));
  save_later (self);
  return pane;
}

static gboolean
is_empty (AskQueryPane *pane)
{
  g_autofree char *text = ask_sql_editor_dup_text (ask_query_pane_get_editor (pane));

  return *text == '\0';
}

/* In the tab that is looked at where nothing stands in it, else in a new one. */
static void
open_sql (AskQueryView *self, const char *sql)
{
  AskQueryPane *pane = ask_query_view_get_pane (self);

  if (pane != NULL && is_empty (pane))
    ask_sql_editor_put_text (ask_query_pane_get_editor (pane), sql);
  else
    pane = add_new (self, sql);
  gtk_widget_grab_focus (GTK_WIDGET (pane));
}

/** ask_query_view_open: @sql: shown in a tab of its own; nothing is run */
void
ask_query_view_open (AskQueryView *self, const char *sql)
{
  g_return_if_fail (ASK_IS_QUERY_VIEW (self));
  if (self->desk != NULL)
    open_sql (self, sql);
  else
    {
      g_free (self->opening);
      self->opening = g_strdup (sql);
    }
}

/** ask_query_view_find: shows where one searches in the tab that is looked at. */
void
ask_query_view_find (AskQueryView *self)
{
  AskQueryPane *pane;

  g_return_if_fail (ASK_IS_QUERY_VIEW (self));
  pane = ask_query_view_get_pane (self);
  if (pane != NULL)
    ask_sql_editor_find (ask_query_pane_get_editor (pane), FALSE);
}

/* ---- closing */

static void
reopen (AskQueryView *self)
{
  Closed *closed = self->closed->len > 0 ? g_ptr_array_steal_index (self->closed, self->closed->len - 1) : NULL;
  AskQueryPane *pane;

  if (closed == NULL)
    return;
  for (guint i = self->removed->len; i-- > 0;)
    if (g_str_equal (self->removed->pdata[i], closed->tab->id))
      g_ptr_array_remove_index (self->removed, i);
  pane = add_pane (self, closed->tab, closed->position);
  closed_free (closed);
  adw_tab_view_set_selected_page (self->tabs, adw_tab_view_get_page (self->tabs, GTK_WIDGET (pane)));
  gtk_widget_grab_focus (GTK_WIDGET (pane));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "queries.reopen", self->closed->len > 0);
  save_later (self);
}

/* The Undo of one toast brings the last one back; so there is one toast. */
static void
offer_undo (AskQueryView *self, AskQueryTab *tab, int position)
{
  Closed *closed = g_new0 (Closed, 1);
  AdwToast *toast = adw_toast_new (_ ("Tab closed"));

  closed->tab = tab;
  closed->position = position;
  g_ptr_array_add (self->closed, closed);
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_object (&self->toast, toast);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_action_name (toast, "queries.reopen");
  adw_toast_overlay_add_toast (self->toasts, toast);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "queries.reopen", TRUE);
}

static gboolean
close_page (AdwTabView *tabs, AdwTabPage *page, AskQueryView *self)
{
  AskQueryPane *pane = ASK_QUERY_PANE (adw_tab_page_get_child (page));
  g_autoptr (AskQueryTab) tab = ask_query_pane_dup_tab (pane);

  g_ptr_array_add (self->removed, g_strdup (tab->id));
  if (!is_empty (pane) || tab->title != NULL)
    offer_undo (self, g_steal_pointer (&tab), adw_tab_view_get_page_position (tabs, page));
  ask_query_pane_stop (pane);
  adw_tab_view_close_page_finish (tabs, page, TRUE);
  /* There is always one to write in. */
  if (adw_tab_view_get_n_pages (tabs) == 0)
    add_new (self, "");
  save_later (self);
  return GDK_EVENT_STOP;
}

/* ---- actions */

static void
action_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryView *self = ASK_QUERY_VIEW (widget);

  if (self->desk != NULL && adw_tab_view_get_n_pages (self->tabs) < ASK_QUERY_MAX_TABS)
    add_new (self, "");
}

static void
action_close (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryView *self = ASK_QUERY_VIEW (widget);
  AdwTabPage *page = adw_tab_view_get_selected_page (self->tabs);

  if (page != NULL)
    adw_tab_view_close_page (self->tabs, page);
}

static void
action_reopen (GtkWidget *widget, const char *action, GVariant *parameter)
{
  reopen (ASK_QUERY_VIEW (widget));
}

static void
renamed (AdwMessageDialog *dialog, const char *response, AskQueryPane *pane)
{
  GtkWidget *entry = adw_message_dialog_get_extra_child (dialog);
  g_autofree char *title = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));

  if (g_str_equal (response, "rename"))
    ask_query_pane_set_title (pane, title);
}

static void
action_rename (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryPane *pane = ask_query_view_get_pane (ASK_QUERY_VIEW (widget));
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autoptr (AskQueryTab) tab = NULL;
  GtkWidget *dialog, *entry;

  if (pane == NULL)
    return;
  tab = ask_query_pane_dup_tab (pane);
  entry = gtk_entry_new ();
  dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Rename Tab"), NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), tab->title != NULL ? tab->title : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("As its text begins"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "rename", _ ("_Rename"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "rename", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "rename");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (renamed), pane, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_pane (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskQueryPane *pane = ask_query_view_get_pane (ASK_QUERY_VIEW (widget));
  AskSqlEditor *editor = pane != NULL ? ask_query_pane_get_editor (pane) : NULL;

  if (pane == NULL)
    return;
  if (g_str_equal (action, "queries.run"))
    ask_query_pane_run (pane);
  else if (g_str_equal (action, "queries.explain"))
    ask_query_pane_explain (pane);
  else if (g_str_equal (action, "queries.format"))
    ask_sql_editor_format (editor);
  else if (g_str_equal (action, "queries.find"))
    ask_sql_editor_find (editor, FALSE);
  else if (g_str_equal (action, "queries.replace"))
    ask_sql_editor_find (editor, TRUE);
  else if (g_str_equal (action, "queries.next-problem"))
    ask_sql_editor_next_problem (editor);
  else if (g_str_equal (action, "queries.complete"))
    ask_sql_editor_complete (editor);
}

static void
history_chosen (AskQueryView *self, const char *sql)
{
  if (self->desk != NULL)
    open_sql (self, sql);
}

/* ---- reading */

static void
show_tabs (AskQueryView *self)
{
  int selected = 0;

  self->loading = TRUE;
  for (guint i = 0; i < self->desk->tabs->len; i++)
    {
      const AskQueryTab *tab = self->desk->tabs->pdata[i];

      add_pane (self, tab, (int) i);
      if (g_strcmp0 (tab->id, self->desk->current) == 0)
        selected = (int) i;
    }
  if (self->desk->tabs->len > 0)
    adw_tab_view_set_selected_page (self->tabs, adw_tab_view_get_nth_page (self->tabs, selected));
  self->loading = FALSE;
  if (self->desk->tabs->len == 0)
    add_new (self, "");
}

/* Whoever comes here wants to write, unless they are walking through the list of pages. */
static void
focus (AskQueryView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focused = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !GTK_IS_LIST_BOX_ROW (focused))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
desk_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskQueryDesk) desk = ask_job_finish (source, result, &error);
  gboolean first;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_QUERY_VIEW (source);
  first = self->desk == NULL;
  if (desk == NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      if (first)
        gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  g_clear_pointer (&self->desk, ask_query_desk_free);
  self->desk = g_steal_pointer (&desk);
  gtk_stack_set_visible_child_name (self->states, "full");
  if (first)
    show_tabs (self);
  /* Names and questions may be other ones; what stands in the tabs is theirs. */
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    ask_query_pane_set_desk (get_pane (self, i), self->desk);
  if (self->opening != NULL)
    {
      g_autofree char *sql = g_steal_pointer (&self->opening);

      open_sql (self, sql);
    }
  if (first)
    focus (self);
}

static void
load (AskQueryView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_load_query_desk (), self, ask_session_get_path (self->session), self->cancellable, desk_ready,
                 NULL);
}

static void
ask_query_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_query_view_parent_class)->map (widget);
  focus (ASK_QUERY_VIEW (widget));
}

static void
ask_query_view_unmap (GtkWidget *widget)
{
  AskQueryView *self = ASK_QUERY_VIEW (widget);

  /* Another page is shown, or the window goes. */
  if (self->desk != NULL && self->session != NULL)
    save (self);
  GTK_WIDGET_CLASS (ask_query_view_parent_class)->unmap (widget);
}

static gboolean
ask_query_view_grab_focus (GtkWidget *widget)
{
  AskQueryPane *pane = ask_query_view_get_pane (ASK_QUERY_VIEW (widget));

  return pane != NULL && gtk_widget_grab_focus (GTK_WIDGET (pane));
}

static void
ask_query_view_dispose (GObject *object)
{
  AskQueryView *self = ASK_QUERY_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->saving, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->desk, ask_query_desk_free);
  g_clear_pointer (&self->removed, g_ptr_array_unref);
  g_clear_pointer (&self->closed, g_ptr_array_unref);
  g_clear_object (&self->toast);
  g_clear_pointer (&self->opening, g_free);
  G_OBJECT_CLASS (ask_query_view_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  static const char *const of_pane[] = { "queries.run",     "queries.explain",      "queries.format",  "queries.find",
                                         "queries.replace", "queries.next-problem", "queries.complete" };
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_t, GDK_CONTROL_MASK, "queries.new" },
    { GDK_KEY_t, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "queries.reopen" },
    { GDK_KEY_w, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "queries.close" },
    { GDK_KEY_F2, 0, "queries.rename" },
    { GDK_KEY_e, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "queries.explain" },
    { GDK_KEY_Return, GDK_CONTROL_MASK, "queries.run" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (of_pane); i++)
    gtk_widget_class_install_action (widget_class, of_pane[i], NULL, action_pane);
  gtk_widget_class_install_action (widget_class, "queries.new", NULL, action_new);
  gtk_widget_class_install_action (widget_class, "queries.close", NULL, action_close);
  gtk_widget_class_install_action (widget_class, "queries.reopen", NULL, action_reopen);
  gtk_widget_class_install_action (widget_class, "queries.rename", NULL, action_rename);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers, keys[i].action, NULL);
}

static void
ask_query_view_class_init (AskQueryViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_query_view_dispose;
  widget_class->map = ask_query_view_map;
  widget_class->unmap = ask_query_view_unmap;
  widget_class->grab_focus = ask_query_view_grab_focus;
  install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-query-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, toasts);
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, states);
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, tabs);
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, bar);
  gtk_widget_class_bind_template_child (widget_class, AskQueryView, history);
  gtk_widget_class_bind_template_callback_full (widget_class, "close_page", G_CALLBACK (close_page));
  gtk_widget_class_bind_template_callback_full (widget_class, "save_later", G_CALLBACK (save_later));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_query_view_init (AskQueryView *self)
{
  self->removed = g_ptr_array_new_with_free_func (g_free);
  self->closed = g_ptr_array_new_with_free_func (closed_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Alt and a digit shows a page of the window. */
  adw_tab_view_remove_shortcuts (self->tabs, ADW_TAB_VIEW_SHORTCUT_ALT_DIGITS | ADW_TAB_VIEW_SHORTCUT_ALT_ZERO);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "queries.reopen", FALSE);
}

/** ask_query_view_new: Returns: (transfer floating): the page */
GtkWidget *
ask_query_view_new (AskSession *session)
{
  AskQueryView *self = g_object_new (ASK_TYPE_QUERY_VIEW, NULL);
  GtkWidget *history;

  self->session = g_object_ref (session);
  history = ask_query_history_new (session);
  gtk_menu_button_set_popover (self->history, history);
  g_signal_connect_object (history, "chosen", G_CALLBACK (history_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}

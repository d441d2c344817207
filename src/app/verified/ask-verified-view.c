/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the pairs whenever the session changed. A pair that is removed leaves the list at once and the workspace
 * when the toast with its Undo is gone, or the page is: undoing must bring back its good result too.
 */
#include "config.h"

#include "app/verified/ask-verified-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-verified.h"
#include "app/widgets/ask-format.h"
#include "app/widgets/ask-list-tab.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

struct _AskVerifiedView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GCancellable *running; /* nullable: while all are run */
  AskVerifiedPage *page; /* nullable */
  GPtrArray *words; /* of the search */
  gint64 removing; /* 0 for none */
  AdwToast *toast; /* nullable: with the Undo of @removing */
  gint64 wanted; /* to be selected once it is read; 0 for none */

  AdwToastOverlay *toasts;
  GtkStack *states;
  AdwStatusPage *failed;
  AdwLeaflet *leaflet;
  GtkWidget *list_side;
  GtkWidget *panel_side;
  GtkSearchEntry *search;
  GtkListBox *list;
  GtkLabel *summary;
  GtkProgressBar *progress;
  GtkStack *run_stack;
  AskVerifiedPanel *panel;
};

G_DEFINE_FINAL_TYPE (AskVerifiedView, ask_verified_view, GTK_TYPE_WIDGET)

static AskVerified *
get_row_pair (gpointer row)
{
  return g_object_get_data (row, "ask-pair");
}

static void
show_status (GtkWidget *row)
{
  const AskVerified *pair = get_row_pair (row);
  GtkWidget *icon = g_object_get_data (G_OBJECT (row), "ask-icon");
  const char *name = "ask-dot-symbolic";
  const char *style = "dim-label";
  const char *words = _ ("Not run yet");

  if (pair->run_at != 0)
    switch (pair->run_status)
      {
      case ASK_VERIFIED_SAME:
      case ASK_VERIFIED_NEW:
        name = "emblem-ok-symbolic";
        style = "success";
        words = pair->run_status == ASK_VERIFIED_SAME ? _ ("The same as its good result") : _ ("Runs");
        break;
      case ASK_VERIFIED_DIFFERENT:
        name = "dialog-warning-symbolic";
        style = "warning";
        words = _ ("Differs from its good result");
        break;
      case ASK_VERIFIED_FAILED:
      default:
        name = "dialog-error-symbolic";
        style = "error";
        words = _ ("Does not run");
      }
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), name);
  gtk_widget_set_css_classes (icon, (const char *[]) { style, NULL });
  gtk_widget_set_tooltip_text (icon, pair->run_message != NULL ? pair->run_message : words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static GtkWidget *
new_row (AskVerified *pair)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *icon = gtk_image_new ();
  g_autofree char *day = ask_format_day (pair->verified_at);
  g_autofree char *who
    = pair->verified_by != NULL ? g_strdup_printf (_ ("%s, %s"), pair->verified_by, day) : g_strdup (day);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), pair->question);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), who);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "ask-pair", pair);
  g_object_set_data (G_OBJECT (row), "ask-icon", icon);
  show_status (row);
  return row;
}

static gboolean
is_shown (GtkListBoxRow *row, gpointer data)
{
  AskVerifiedView *self = data;
  const AskVerified *pair = get_row_pair (row);
  g_autofree char *folded = NULL;

  if (pair->id == self->removing)
    return FALSE;
  if (self->words == NULL || self->words->len == 0)
    return TRUE;
  folded = ask_text_fold (pair->question);
  for (guint i = 0; i < self->words->len; i++)
    if (strstr (folded, self->words->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

static GtkListBoxRow *
find_row (AskVerifiedView *self, gint64 id)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (((AskVerified *) get_row_pair (row))->id == id)
      return row;
  return NULL;
}

static void
append_count (GString *text, guint n, const char *words)
{
  if (n > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", words);
}

static void
summarize (AskVerifiedView *self)
{
  guint n[ASK_VERIFIED_FAILED + 1] = { 0 };
  guint n_shown = 0, n_never = 0;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->page->pairs->len; i++)
    {
      const AskVerified *pair = self->page->pairs->pdata[i];

      if (pair->id == self->removing)
        continue;
      n_shown++;
      if (pair->run_at == 0)
        n_never++;
      else
        n[pair->run_status]++;
    }
  {
    guint good = n[ASK_VERIFIED_SAME] + n[ASK_VERIFIED_NEW];
    g_autofree char *fine = g_strdup_printf (ngettext ("%u fine", "%u fine", good), good);
    g_autofree char *other
      = g_strdup_printf (ngettext ("%u differs", "%u differ", n[ASK_VERIFIED_DIFFERENT]), n[ASK_VERIFIED_DIFFERENT]);
    g_autofree char *fails
      = g_strdup_printf (ngettext ("%u fails", "%u fail", n[ASK_VERIFIED_FAILED]), n[ASK_VERIFIED_FAILED]);
    g_autofree char *never = g_strdup_printf (ngettext ("%u not run yet", "%u not run yet", n_never), n_never);

    append_count (text, n[ASK_VERIFIED_FAILED], fails);
    append_count (text, n[ASK_VERIFIED_DIFFERENT], other);
    append_count (text, good, fine);
    append_count (text, n_never, never);
  }
  gtk_label_set_text (self->summary, text->str);
  gtk_stack_set_visible_child_name (self->states,
                                    n_shown > 0 || ask_verified_panel_get_id (self->panel) == 0 ? "full" : "empty");
}

static void
show_side (AskVerifiedView *self, gboolean panel)
{
  adw_leaflet_set_visible_child (self->leaflet, panel ? self->panel_side : self->list_side);
}

static void
row_selected (AskVerifiedView *self, GtkListBoxRow *row)
{
  if (row != NULL)
    ask_verified_panel_show (self->panel, get_row_pair (row));
}

static void
row_activated (AskVerifiedView *self)
{
  show_side (self, TRUE);
}

static void
go_back (AskVerifiedView *self)
{
  show_side (self, FALSE);
}

static void
select_first (AskVerifiedView *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (is_shown (row, self))
      {
        gtk_list_box_select_row (self->list, row);
        return;
      }
}

static void
fill (AskVerifiedView *self)
{
  gint64 id = self->wanted != 0 ? self->wanted : ask_verified_panel_get_id (self->panel);
  GtkListBoxRow *row;
  gboolean writing = id == 0 && gtk_list_box_get_row_at_index (self->list, 0) != NULL;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < self->page->pairs->len; i++)
    gtk_list_box_append (self->list, new_row (self->page->pairs->pdata[i]));
  row = find_row (self, id);
  if (row != NULL)
    gtk_list_box_select_row (self->list, row);
  else if (!writing)
    select_first (self);
  self->wanted = 0;
  gtk_stack_set_visible_child_name (self->states, self->page->pairs->len > 0 ? "full" : "empty");
  summarize (self);
  if (self->page->pairs->len == 0 && !writing)
    gtk_stack_set_visible_child_name (self->states, "empty");
}

static void
pairs_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskVerifiedPage) page = ask_job_finish (source, result, &error);
  AskVerifiedPage *old;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_VERIFIED_VIEW (source);
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  old = g_steal_pointer (&self->page);
  self->page = g_steal_pointer (&page);
  ask_verified_panel_set_schema (self->panel, self->page->schema);
  fill (self);
  /* Only now: the rows that went borrowed from it. */
  g_clear_pointer (&old, ask_verified_page_free);
}

static void
load (AskVerifiedView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_verified (), self, ask_session_get_path (self->session), self->cancellable, pairs_ready,
                 NULL);
}

static void
panel_saved (AskVerifiedView *self, gint64 id)
{
  self->wanted = id;
  ask_session_changed (self->session);
}

static void
panel_ran (AskVerifiedView *self, gint64 id)
{
  load (self);
}

static void
removed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (self->session == NULL)
    return;
  if (!done)
    ask_session_toast (self->session, ask_error_get_words (error));
  ask_session_changed (self->session);
}

/* The toast is gone, so what it could undo is done. */
static void
finish_removal (AskVerifiedView *self)
{
  gint64 id = self->removing;

  self->removing = 0;
  g_clear_object (&self->toast);
  if (id != 0)
    ask_job_start (ask_jobs_remove_verified (id), self, ask_session_get_path (self->session), NULL, removed, NULL);
}

static void
toast_dismissed (AdwToast *toast, AskVerifiedView *self)
{
  if (toast == self->toast && self->session != NULL)
    finish_removal (self);
}

static void
undo_removal (AdwToast *toast, AskVerifiedView *self)
{
  gint64 id = self->removing;

  if (toast != self->toast)
    return;
  self->removing = 0;
  g_clear_object (&self->toast);
  gtk_list_box_invalidate_filter (self->list);
  summarize (self);
  ask_verified_view_select (self, id);
}

static void
panel_remove (AskVerifiedView *self, gint64 id)
{
  g_autoptr (AdwToast) last = g_steal_pointer (&self->toast);
  AdwToast *toast;

  if (self->removing != 0)
    finish_removal (self);
  if (last != NULL)
    adw_toast_dismiss (last);
  self->removing = id;
  toast = adw_toast_new (_ ("Verified question removed"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, 6);
  self->toast = g_object_ref (toast);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_removal), self, 0);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (toast_dismissed), self, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
  gtk_list_box_invalidate_filter (self->list);
  show_side (self, FALSE);
  select_first (self);
  summarize (self);
}

static void
search_changed (AskVerifiedView *self)
{
  g_clear_pointer (&self->words, g_ptr_array_unref);
  self->words = ask_text_words (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  gtk_list_box_invalidate_filter (self->list);
}

static void
action_add (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (widget);

  gtk_list_box_unselect_all (self->list);
  ask_verified_panel_show (self->panel, NULL);
  gtk_stack_set_visible_child_name (self->states, "full");
  show_side (self, TRUE);
  gtk_widget_child_focus (GTK_WIDGET (self->panel), GTK_DIR_TAB_FORWARD);
}

static void
was_run (gpointer target, gint64 id, AskVerifiedStatus status, const char *message, guint n_done, guint n_all)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (target);
  GtkListBoxRow *row = self->session != NULL ? find_row (self, id) : NULL;

  if (row != NULL)
    {
      AskVerified *pair = get_row_pair (row);

      pair->run_at = g_get_real_time ();
      pair->run_status = status;
      g_free (pair->run_message);
      pair->run_message = g_strdup (message);
      show_status (GTK_WIDGET (row));
      summarize (self);
    }
  if (self->session != NULL)
    gtk_progress_bar_set_fraction (self->progress, (double) n_done / MAX (n_all, 1));
}

static void
all_run (GObject *source, GAsyncResult *result, gpointer data)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  g_clear_object (&self->running);
  if (self->session == NULL)
    return;
  gtk_stack_set_visible_child_name (self->run_stack, "idle");
  gtk_widget_set_visible (GTK_WIDGET (self->progress), FALSE);
  if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_session_toast (self->session, ask_error_get_words (error));
  load (self);
}

static void
action_run_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (widget);

  if (self->running != NULL)
    return;
  self->running = g_cancellable_new ();
  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->progress), TRUE);
  gtk_stack_set_visible_child_name (self->run_stack, "working");
  ask_job_start (ask_jobs_run_all (self, was_run), self, ask_session_get_path (self->session), self->running, all_run,
                 NULL);
}

static void
action_stop_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_cancellable_cancel (ASK_VERIFIED_VIEW (widget)->running);
}

/** ask_verified_view_focus: puts the cursor into the search. */
void
ask_verified_view_focus (AskVerifiedView *self)
{
  g_return_if_fail (ASK_IS_VERIFIED_VIEW (self));
  show_side (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/** ask_verified_view_select: shows the pair called @id, now or as soon as it is read. */
void
ask_verified_view_select (AskVerifiedView *self, gint64 id)
{
  GtkListBoxRow *row;

  g_return_if_fail (ASK_IS_VERIFIED_VIEW (self));
  row = find_row (self, id);
  self->wanted = row != NULL ? 0 : id;
  if (row != NULL)
    gtk_list_box_select_row (self->list, row);
  show_side (self, TRUE);
}

/** ask_verified_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_verified_view_get_state (AskVerifiedView *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_verified_view_get_panel: Returns: (transfer none): the panel of what is selected */
AskVerifiedPanel *
ask_verified_view_get_panel (AskVerifiedView *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_VIEW (self), NULL);
  return self->panel;
}

/** ask_verified_view_is_busy: Returns: whether all questions are being run */
gboolean
ask_verified_view_is_busy (AskVerifiedView *self)
{
  g_return_val_if_fail (ASK_IS_VERIFIED_VIEW (self), FALSE);
  return self->running != NULL;
}

/* The window goes, and with it the Undo. That this is disposed of would be too late: a job that is under way may hold the
 * window for longer than the program runs. */
static void
finish_with_window (AskVerifiedView *self)
{
  if (self->session != NULL && self->removing != 0)
    ask_job_start (ask_jobs_remove_verified (self->removing), NULL, ask_session_get_path (self->session), NULL, NULL,
                   NULL);
  self->removing = 0;
}

static void
ask_verified_view_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_verified_view_parent_class)->root (widget);
  g_signal_connect_object (gtk_widget_get_root (widget), "unmap", G_CALLBACK (finish_with_window), widget,
                           G_CONNECT_SWAPPED);
}

static void
stop (gpointer view)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (view);

  g_cancellable_cancel (self->cancellable);
  g_cancellable_cancel (self->running);
}

static void
ask_verified_view_dispose (GObject *object)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (object);
  GtkWidget *child;

  stop (self);
  finish_with_window (self);
  g_clear_object (&self->toast);
  g_clear_object (&self->session);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_verified_view_parent_class)->dispose (object);
}

static void
ask_verified_view_finalize (GObject *object)
{
  AskVerifiedView *self = ASK_VERIFIED_VIEW (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->running);
  g_clear_pointer (&self->page, ask_verified_page_free);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_verified_view_parent_class)->finalize (object);
}

static void
ask_verified_view_class_init (AskVerifiedViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_VERIFIED_PANEL);
  G_OBJECT_CLASS (klass)->dispose = ask_verified_view_dispose;
  widget_class->root = ask_verified_view_root;
  G_OBJECT_CLASS (klass)->finalize = ask_verified_view_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-verified-view.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskVerifiedView, name)
  BIND (toasts);
  BIND (states);
  BIND (failed);
  BIND (leaflet);
  BIND (list_side);
  BIND (panel_side);
  BIND (search);
  BIND (list);
  BIND (summary);
  BIND (progress);
  BIND (run_stack);
  BIND (panel);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, row_selected);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, go_back);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, panel_saved);
  gtk_widget_class_bind_template_callback (widget_class, panel_ran);
  gtk_widget_class_bind_template_callback (widget_class, panel_remove);
  gtk_widget_class_install_action (widget_class, "verified-list.add", NULL, action_add);
  gtk_widget_class_install_action (widget_class, "verified-list.run-all", NULL, action_run_all);
  gtk_widget_class_install_action (widget_class, "verified-list.stop", NULL, action_stop_all);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_verified_view_init (AskVerifiedView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_list_leave_by_tab (self->list);
  ask_transient_init_part (self, stop);
  gtk_list_box_set_filter_func (self->list, is_shown, self, NULL);
}

/** ask_verified_view_new: Returns: (transfer floating): the page, loading */
GtkWidget *
ask_verified_view_new (AskSession *session)
{
  AskVerifiedView *self = g_object_new (ASK_TYPE_VERIFIED_VIEW, NULL);

  self->session = g_object_ref (session);
  ask_verified_panel_set_session (self->panel, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  load (self);
  return GTK_WIDGET (self);
}

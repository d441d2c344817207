/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists earlier questions by conversations, through a job each time the page is shown. It holds their words, not
 * their answers: those are read back one at a time.
 */
#include "config.h"

#include "app/ask/ask-history-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "app/jobs/ask-jobs-cards.h"
#include "app/widgets/ask-format.h"
#include "base/ask-error.h"
#include "base/ask-text.h"
#include "store/ask-workspace-threads.h"

/* More rows than a person scrolls through; the search reaches the same ones. */
#define MAX_ENTRIES 300
/* Of a question that follows another, in pixels. */
#define INDENT 18

struct _AskHistoryView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GPtrArray *threads; /* AskHistoryThread, nullable */

  GtkStack *states;
  AdwStatusPage *failed;
  GtkSearchEntry *search;
  GtkBox *days;
  GtkLabel *nothing;
};

G_DEFINE_FINAL_TYPE (AskHistoryView, ask_history_view, GTK_TYPE_WIDGET)

/* Set in below the question that the conversation began with. */
static void
add_follows (GtkWidget *row, const AskHistoryEntry *first)
{
  GtkWidget *mark = gtk_label_new ("↳");
  /* Translators: the question that a conversation began with. */
  g_autofree char *words = g_strdup_printf (_ ("Goes on from “%s”"), first->question);

  gtk_widget_add_css_class (mark, "dim-label");
  gtk_widget_set_margin_start (mark, INDENT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_tooltip_text (row, words);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), mark);
}

/* @thread: that the entry stands in; @shown: the day that stands above it */
static GtkWidget *
new_entry_row (const AskHistoryThread *thread, const AskHistoryEntry *entry, const char *shown)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *again = gtk_button_new_from_icon_name ("view-refresh-symbolic");
  g_autofree char *time = ask_format_time (entry->asked_at);
  g_autofree char *day = ask_format_near_day (entry->asked_at);
  g_autofree char *when = g_str_equal (day, shown) ? g_strdup (time) : g_strconcat (day, ", ", time, NULL);
  GtkWidget *label = gtk_label_new (when);
  GtkWidget *icon;

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), entry->question);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), entry->headline);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  if (entry != thread->entries->pdata[0])
    add_follows (row, thread->entries->pdata[0]);
  if (entry->complaint != NULL)
    {
      g_autofree char *words = g_strdup_printf (_ ("Said to be wrong: %s"), entry->complaint);

      icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
      gtk_widget_add_css_class (icon, "warning");
      gtk_widget_set_tooltip_text (icon, words);
      gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
    }
  if (g_strcmp0 (entry->status, "answered") != 0)
    {
      GtkWidget *status = gtk_label_new (_ ("not answered"));

      gtk_widget_add_css_class (status, "ask-kind");
      gtk_widget_set_valign (status, GTK_ALIGN_CENTER);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), status);
    }
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_widget_set_valign (again, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (again, "flat");
  gtk_widget_add_css_class (again, "circular");
  gtk_widget_set_tooltip_text (again, _ ("Ask again"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (again), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Ask again"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (again), "win.ask");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (again), "s", entry->question);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), again);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-answer");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "x", entry->id);
  return row;
}

static gboolean
matches (const AskHistoryEntry *entry, GPtrArray *words)
{
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;

  if (words->len == 0)
    return TRUE;
  text = g_strconcat (entry->question, " ", entry->headline != NULL ? entry->headline : "", NULL);
  folded = ask_text_fold (text);
  for (guint i = 0; i < words->len; i++)
    if (strstr (folded, words->pdata[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* A conversation is found by any of its questions. */
static gboolean
thread_matches (const AskHistoryThread *thread, GPtrArray *words)
{
  for (guint i = 0; i < thread->entries->len; i++)
    if (matches (thread->entries->pdata[i], words))
      return TRUE;
  return FALSE;
}

/* A conversation stands under the day of its last question. */
static void
fill (AskHistoryView *self)
{
  g_autoptr (GPtrArray) words = ask_text_words (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  g_autofree char *last_day = NULL;
  GtkWidget *group = NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->days))) != NULL)
    gtk_box_remove (self->days, child);
  for (guint i = 0; self->threads != NULL && i < self->threads->len; i++)
    {
      const AskHistoryThread *thread = self->threads->pdata[i];
      const AskHistoryEntry *last = thread->entries->pdata[thread->entries->len - 1];
      g_autofree char *day = NULL;

      if (!thread_matches (thread, words))
        continue;
      day = ask_format_near_day (last->asked_at);
      if (group == NULL || g_strcmp0 (day, last_day) != 0)
        {
          group = adw_preferences_group_new ();
          adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), day);
          gtk_box_append (self->days, group);
          ask_text_set (&last_day, day);
        }
      for (guint e = 0; e < thread->entries->len; e++)
        adw_preferences_group_add (ADW_PREFERENCES_GROUP (group),
                                   new_entry_row (thread, thread->entries->pdata[e], day));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->nothing), group == NULL);
}

static void
search_changed (AskHistoryView *self)
{
  fill (self);
}

static void
history_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskHistoryView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) threads = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_HISTORY_VIEW (source);
  if (error != NULL)
    {
      g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, text);
      gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  self->threads = g_steal_pointer (&threads);
  fill (self);
  gtk_stack_set_visible_child_name (self->states, self->threads->len > 0 ? "full" : "empty");
}

static void
load (AskHistoryView *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_threads (MAX_ENTRIES), self, ask_session_get_path (self->session), self->cancellable,
                 history_ready, NULL);
}

static void
ask_history_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_history_view_parent_class)->map (widget);
  /* Questions were asked while another page was shown. */
  load (ASK_HISTORY_VIEW (widget));
}

/** ask_history_view_focus: puts the cursor into the search. */
void
ask_history_view_focus (AskHistoryView *self)
{
  g_return_if_fail (ASK_IS_HISTORY_VIEW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

/** ask_history_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_history_view_get_state (AskHistoryView *self)
{
  g_return_val_if_fail (ASK_IS_HISTORY_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

static void
ask_history_view_dispose (GObject *object)
{
  AskHistoryView *self = ASK_HISTORY_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_history_view_parent_class)->dispose (object);
}

static void
ask_history_view_class_init (AskHistoryViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_history_view_dispose;
  widget_class->map = ask_history_view_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-history-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskHistoryView, states);
  gtk_widget_class_bind_template_child (widget_class, AskHistoryView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskHistoryView, search);
  gtk_widget_class_bind_template_child (widget_class, AskHistoryView, days);
  gtk_widget_class_bind_template_child (widget_class, AskHistoryView, nothing);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_history_view_init (AskHistoryView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** ask_history_view_new: Returns: (transfer floating): the page; it loads when it is shown */
GtkWidget *
ask_history_view_new (AskSession *session)
{
  AskHistoryView *self = g_object_new (ASK_TYPE_HISTORY_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads twice: what is kept comes at once, suggestions when they are found. Rows are made anew only where something
 * changed, so that nobody loses what they type.
 */
#include "config.h"

#include "app/inbox/ask-inbox-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/inbox/ask-inbox-row.h"
#include "app/jobs/ask-jobs-inbox.h"
#include "app/widgets/ask-transient.h"
#include "base/ask-error.h"

#define UNDO_SECONDS 8

static const char *const titles[] = {
  [ASK_INBOX_WRONG] = N_ ("Called Wrong"),         [ASK_INBOX_WORD] = N_ ("Not Understood"),
  [ASK_INBOX_QUESTION] = N_ ("Not Answered"),      [ASK_INBOX_VERIFIED] = N_ ("Verified Questions"),
  [ASK_INBOX_DRIFT] = N_ ("Sources That Changed"), [ASK_INBOX_SUGGESTION] = N_ ("Suggestions"),
};

/* A part of the page: what is kept, or suggestions. */
typedef struct
{
  AskInboxPage *page; /* nullable: not read yet */
  char *shown; /* nullable: what the rows say, to see whether that changed */
  GtkBox *box;
} Part;

struct _AskInboxView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  Part kept;
  Part suggested;
  gboolean looking; /* for suggestions */
  guint doing; /* jobs that a click began */

  AdwToastOverlay *toasts;
  GtkStack *states;
  AdwStatusPage *failed;
  GtkBox *kept_box;
  GtkBox *suggested_box;
  GtkWidget *search;
};

G_DEFINE_FINAL_TYPE (AskInboxView, ask_inbox_view, GTK_TYPE_WIDGET)

/* Which items of @page a part shows. */
static gboolean
is_in (const AskInboxItem *item, gboolean suggestions)
{
  return (item->kind == ASK_INBOX_SUGGESTION) == suggestions;
}

static char *
describe (AskInboxPage *page, gboolean suggestions)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < page->items->len; i++)
    {
      const AskInboxItem *item = page->items->pdata[i];

      if (!is_in (item, suggestions))
        continue;
      g_string_append_printf (text, "%s\n%s\n%u\n%" G_GINT64_FORMAT "\n", item->id, item->detail, item->count,
                              item->at);
      for (guint p = 0; p < item->proposals->len; p++)
        g_string_append_printf (text, "%s\n", ((AskInboxProposal *) item->proposals->pdata[p])->words);
    }
  return g_string_free (text, FALSE);
}

/* @page: (transfer full). Rows know their items by their places in the page that they were made of, so rows that stay
 * keep that page: in the new one the same items may have other places. */
static void
fill (AskInboxView *self, gboolean suggestions, AskInboxPage *page)
{
  Part *part = suggestions ? &self->suggested : &self->kept;
  g_autofree char *text = describe (page, suggestions);
  GtkWidget *group = NULL;
  GtkWidget *child;
  int kind = -1;

  if (g_strcmp0 (text, part->shown) == 0)
    {
      ask_inbox_page_unref (page);
      return;
    }
  g_clear_pointer (&part->page, ask_inbox_page_unref);
  part->page = page;
  g_free (part->shown);
  part->shown = g_steal_pointer (&text);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (part->box))) != NULL)
    gtk_box_remove (part->box, child);
  for (guint i = 0; i < part->page->items->len; i++)
    {
      const AskInboxItem *item = part->page->items->pdata[i];

      if (!is_in (item, suggestions))
        continue;
      if (kind != (int) item->kind)
        {
          kind = (int) item->kind;
          group = adw_preferences_group_new ();
          adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ (titles[kind]));
          gtk_box_append (part->box, group);
        }
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), ask_inbox_row_new (part->page, i));
    }
}

static void
update_state (AskInboxView *self)
{
  gboolean any = gtk_widget_get_first_child (GTK_WIDGET (self->kept_box)) != NULL
                 || gtk_widget_get_first_child (GTK_WIDGET (self->suggested_box)) != NULL;

  gtk_widget_set_visible (self->search, self->looking);
  gtk_stack_set_visible_child_name (self->states, any || self->looking ? "full" : "empty");
}

static void
show_failure (AskInboxView *self, const GError *error)
{
  g_autofree char *text = g_markup_escape_text (ask_error_get_words (error), -1);

  adw_status_page_set_description (self->failed, text);
  gtk_stack_set_visible_child_name (self->states, "failed");
}

static void
suggestions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskInboxView *self;
  g_autoptr (GError) error = NULL;
  AskInboxPage *page = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_INBOX_VIEW (source);
  self->looking = FALSE;
  /* What is kept is there all the same. */
  if (error != NULL)
    ask_session_toast (self->session, ask_error_get_words (error));
  else
    fill (self, TRUE, page);
  update_state (self);
}

static void
kept_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskInboxView *self;
  g_autoptr (GError) error = NULL;
  AskInboxPage *page = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_INBOX_VIEW (source);
  if (error != NULL)
    {
      self->looking = FALSE;
      show_failure (self, error);
      return;
    }
  fill (self, FALSE, page);
  update_state (self);
  ask_job_start (ask_jobs_list_inbox (TRUE), self, ask_session_get_path (self->session), self->cancellable,
                 suggestions_ready, NULL);
}

/* Only while it is shown: suggestions read values of the sources. */
static void
load (AskInboxView *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  self->looking = TRUE;
  ask_job_start (ask_jobs_list_inbox (FALSE), self, ask_session_get_path (self->session), self->cancellable, kept_ready,
                 NULL);
}

static void
ask_inbox_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_inbox_view_parent_class)->map (widget);
  load (ASK_INBOX_VIEW (widget));
}

/* What was asked for is done or not; either way the list may be another one. */
static gboolean
end_doing (AskInboxView *self, const GError *error)
{
  self->doing--;
  if (self->session == NULL)
    return FALSE;
  if (error != NULL)
    ask_session_toast (self->session, ask_error_get_words (error));
  ask_session_changed (self->session);
  return TRUE;
}

static void
done (GObject *source, GAsyncResult *result, gpointer data)
{
  AskInboxView *self = ASK_INBOX_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *words = ask_job_finish (source, result, &error);

  if (end_doing (self, error) && words != NULL)
    ask_session_toast (self->session, words);
}

static void
start_doing (AskInboxView *self, Part *part, const AskInboxChoice *choice)
{
  if (part->page == NULL || choice->item >= part->page->items->len)
    return;
  self->doing++;
  ask_job_start (ask_jobs_do_inbox (part->page, choice), self, ask_session_get_path (self->session), NULL, done, NULL);
}

static void
action_do (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskInboxView *self = ASK_INBOX_VIEW (widget);
  AskInboxChoice choice = { 0, 0, NULL, NULL };
  gboolean suggestion;

  g_variant_get (parameter, "(buu)", &suggestion, &choice.item, &choice.proposal);
  start_doing (self, suggestion ? &self->suggested : &self->kept, &choice);
}

static void
action_write (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskInboxView *self = ASK_INBOX_VIEW (widget);
  AskInboxChoice choice;

  g_variant_get (parameter, "(uu&s&s)", &choice.item, &choice.proposal, &choice.source, &choice.text);
  if (*choice.source == '\0')
    choice.source = NULL;
  start_doing (self, &self->kept, &choice);
}

/* A dismissal, which its toast can take back. */
typedef struct
{
  AskInboxPage *page;
  guint item;
} Dismissal;

static void
dismissal_free (gpointer data, GClosure *closure)
{
  Dismissal *self = data;

  ask_inbox_page_unref (self->page);
  g_free (self);
}

static void
taken_back (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  end_doing (ASK_INBOX_VIEW (source), error);
}

static void
undo_dismissal (AdwToast *toast, Dismissal *dismissal)
{
  GtkWidget *view = g_object_get_data (G_OBJECT (toast), "ask-view");
  AskInboxView *self = ASK_INBOX_VIEW (view);

  if (self->session == NULL)
    return;
  self->doing++;
  ask_job_start (ask_jobs_dismiss_inbox (dismissal->page, dismissal->item, FALSE), self,
                 ask_session_get_path (self->session), NULL, taken_back, NULL);
}

static void
dismissed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskInboxView *self = ASK_INBOX_VIEW (source);
  Dismissal *dismissal = data;
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  if (ask_job_finish (source, result, &error) == NULL || self->session == NULL)
    {
      dismissal_free (dismissal, NULL);
      end_doing (self, error);
      return;
    }
  toast = adw_toast_new (_ ("Dismissed until it happens again"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_object_set_data (G_OBJECT (toast), "ask-view", self);
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (undo_dismissal), dismissal, dismissal_free, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
  end_doing (self, NULL);
}

static void
action_dismiss (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskInboxView *self = ASK_INBOX_VIEW (widget);
  Dismissal *dismissal;
  gboolean suggestion;
  Part *part;
  guint item;

  g_variant_get (parameter, "(bu)", &suggestion, &item);
  part = suggestion ? &self->suggested : &self->kept;
  if (part->page == NULL || item >= part->page->items->len)
    return;
  dismissal = g_new0 (Dismissal, 1);
  dismissal->page = ask_inbox_page_ref (part->page);
  dismissal->item = item;
  self->doing++;
  ask_job_start (ask_jobs_dismiss_inbox (part->page, item, TRUE), self, ask_session_get_path (self->session), NULL,
                 dismissed, dismissal);
}

/** ask_inbox_view_get_state: Returns: (transfer none): "loading", "empty", "failed" or "full" */
const char *
ask_inbox_view_get_state (AskInboxView *self)
{
  g_return_val_if_fail (ASK_IS_INBOX_VIEW (self), NULL);
  return gtk_stack_get_visible_child_name (self->states);
}

/** ask_inbox_view_is_busy: Returns: whether it reads, or does what a click asked for */
gboolean
ask_inbox_view_is_busy (AskInboxView *self)
{
  g_return_val_if_fail (ASK_IS_INBOX_VIEW (self), FALSE);
  return self->looking || self->doing > 0;
}

/* What is read holds the page. */
static void
stop (gpointer view)
{
  g_cancellable_cancel (ASK_INBOX_VIEW (view)->cancellable);
}

static void
ask_inbox_view_dispose (GObject *object)
{
  AskInboxView *self = ASK_INBOX_VIEW (object);
  GtkWidget *child;

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_inbox_view_parent_class)->dispose (object);
}

static void
ask_inbox_view_finalize (GObject *object)
{
  AskInboxView *self = ASK_INBOX_VIEW (object);

  g_clear_pointer (&self->kept.page, ask_inbox_page_unref);
  g_clear_pointer (&self->suggested.page, ask_inbox_page_unref);
  g_free (self->kept.shown);
  g_free (self->suggested.shown);
  G_OBJECT_CLASS (ask_inbox_view_parent_class)->finalize (object);
}

static void
ask_inbox_view_class_init (AskInboxViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_inbox_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_inbox_view_finalize;
  widget_class->map = ask_inbox_view_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-inbox-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, toasts);
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, states);
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, kept_box);
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, suggested_box);
  gtk_widget_class_bind_template_child (widget_class, AskInboxView, search);
  gtk_widget_class_install_action (widget_class, "inbox.do", "(buu)", action_do);
  gtk_widget_class_install_action (widget_class, "inbox.write", "(uuss)", action_write);
  gtk_widget_class_install_action (widget_class, "inbox.dismiss", "(bu)", action_dismiss);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_inbox_view_init (AskInboxView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ask_transient_init_part (self, stop);
  self->kept.box = self->kept_box;
  self->suggested.box = self->suggested_box;
}

/** ask_inbox_view_new: Returns: (transfer floating): the page; it loads when it is shown */
GtkWidget *
ask_inbox_view_new (AskSession *session)
{
  AskInboxView *self = g_object_new (ASK_TYPE_INBOX_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

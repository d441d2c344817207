/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks when it is first shown, since that reads values of the source; they are compared on this computer and shown
 * nowhere. What is taken is an edit of the schema.
 */
#include "config.h"

#include "app/schema/ask-suggestions-page.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-care.h"
#include "app/widgets/ask-desk-rows.h"
#include "base/ask-error.h"

/* Rows: the surest ones come first. */
#define MAX_ROWS 100

struct _AskSuggestionsPage
{
  AdwPreferencesPage parent_instance;
  AskSession *session;
  char *source;
  GCancellable *cancellable;
  gboolean asked;
  AdwPreferencesGroup *group;
  GtkWidget *status; /* a row: what is going on, where nothing is offered */
  GtkWidget *spinner;
  GtkWidget *recall;
  guint n_left;
  guint n_more; /* that are not listed */
};

G_DEFINE_FINAL_TYPE (AskSuggestionsPage, ask_suggestions_page, ADW_TYPE_PREFERENCES_PAGE)

static void look (AskSuggestionsPage *self);

static void
show_status (AskSuggestionsPage *self, const char *words, gboolean busy)
{
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->status), words);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_widget_set_visible (self->status, TRUE);
}

static void
settled (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (source);
  g_autoptr (GtkWidget) row = data;
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;
  gboolean listed;

  if (self->session == NULL)
    return;
  if (!done)
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), ask_error_get_words (error));
      gtk_widget_set_sensitive (row, TRUE);
      return;
    }
  /* The list may have been made anew meanwhile, without it. */
  listed = gtk_widget_get_parent (row) != NULL;
  if (listed)
    adw_preferences_group_remove (self->group, row);
  ask_session_changed (self->session);
  if (!listed || --self->n_left > 0)
    return;
  if (self->n_more > 0)
    look (self);
  else
    show_status (self, _ ("Nothing is left to decide."), FALSE);
}

static void
button_clicked (GtkButton *button, AskSuggestionsPage *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), ADW_TYPE_ACTION_ROW);

  gtk_widget_set_sensitive (row, FALSE);
  ask_job_start (ask_jobs_settle_suggestion (g_object_get_data (G_OBJECT (row), "ask-suggestion"),
                                             g_object_get_data (G_OBJECT (button), "ask-take") != NULL),
                 self, ask_session_get_path (self->session), NULL, settled, g_object_ref (row));
}

static void
add_button (AskSuggestionsPage *self, GtkWidget *row, const char *label, const char *tooltip, gboolean take)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  if (take)
    g_object_set_data (G_OBJECT (button), "ask-take", self);
  else
    gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (button_clicked), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
}

static void
suggestions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = ask_job_finish (source, result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  gtk_widget_set_sensitive (self->recall, TRUE);
  if (error != NULL || found->len == 0)
    {
      show_status (self, error != NULL ? ask_error_get_words (error) : _ ("Nothing to suggest: all is said already."),
                   FALSE);
      return;
    }
  gtk_widget_set_visible (self->status, FALSE);
  self->n_left = MIN (found->len, MAX_ROWS);
  for (guint i = 0; i < self->n_left; i++)
    {
      AskSuggestion *suggestion = g_steal_pointer (&found->pdata[i]);
      GtkWidget *row = adw_action_row_new ();
      g_autofree char *title = ask_suggestion_to_text (suggestion);
      /* Translators: how sure a suggestion is, and why. */
      g_autofree char *words
        = g_strdup_printf (_ ("%.0f %% sure. %s"), suggestion->confidence * 100, suggestion->reason);

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
      adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), words);
      g_object_set_data_full (G_OBJECT (row), "ask-suggestion", suggestion, (GDestroyNotify) ask_suggestion_free);
      add_button (self, row, _ ("Take"), _ ("Make it part of the schema"), TRUE);
      add_button (self, row, _ ("Dismiss"), _ ("Do not suggest it again"), FALSE);
      adw_preferences_group_add (self->group, row);
    }
  self->n_more = found->len - self->n_left;
  if (self->n_more > 0)
    adw_preferences_group_add (self->group, ask_desk_more_new (self->n_more));
}

/* Takes the rows away and looks again. */
static void
look (AskSuggestionsPage *self)
{
  GtkWidget *list = gtk_widget_get_parent (self->status);
  GtkWidget *row = gtk_widget_get_first_child (list);

  while (row != NULL)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (row);

      if (row != self->status)
        adw_preferences_group_remove (self->group, row);
      row = next;
    }
  gtk_widget_set_sensitive (self->recall, FALSE);
  show_status (self, _ ("Comparing names, types and values on this computer…"), TRUE);
  ask_job_start (ask_jobs_suggest (self->source), self, ask_session_get_path (self->session), self->cancellable,
                 suggestions_ready, NULL);
}

static void
recalled (GObject *source, GAsyncResult *result, gpointer data)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (source);
  g_autoptr (GError) error = NULL;
  gboolean done = ask_job_finish (source, result, &error) != NULL;

  if (self->session == NULL)
    return;
  if (done)
    look (self);
  else
    {
      gtk_widget_set_sensitive (self->recall, TRUE);
      show_status (self, ask_error_get_words (error), FALSE);
    }
}

static void
action_recall (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (widget);

  if (!gtk_widget_get_sensitive (self->recall))
    return;
  gtk_widget_set_sensitive (self->recall, FALSE);
  ask_job_start (ask_jobs_recall_suggestions (), self, ask_session_get_path (self->session), NULL, recalled, NULL);
}

static void
ask_suggestions_page_map (GtkWidget *widget)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (widget);

  GTK_WIDGET_CLASS (ask_suggestions_page_parent_class)->map (widget);
  if (self->asked)
    return;
  self->asked = TRUE;
  look (self);
}

static void
ask_suggestions_page_dispose (GObject *object)
{
  AskSuggestionsPage *self = ASK_SUGGESTIONS_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_suggestions_page_parent_class)->dispose (object);
}

static void
ask_suggestions_page_finalize (GObject *object)
{
  g_clear_object (&ASK_SUGGESTIONS_PAGE (object)->cancellable);
  g_free (ASK_SUGGESTIONS_PAGE (object)->source);
  G_OBJECT_CLASS (ask_suggestions_page_parent_class)->finalize (object);
}

static void
ask_suggestions_page_class_init (AskSuggestionsPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_suggestions_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_suggestions_page_finalize;
  GTK_WIDGET_CLASS (klass)->map = ask_suggestions_page_map;
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "suggestions.recall", NULL, action_recall);
}

static void
ask_suggestions_page_init (AskSuggestionsPage *self)
{
  self->cancellable = g_cancellable_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("Relationships and Meanings"));
  adw_preferences_group_set_description (self->group,
                                         _ ("The source does not say these. Nothing is changed unless you take it."));
  self->recall = gtk_button_new_with_mnemonic (_ ("Show _Dismissed"));
  gtk_widget_set_valign (self->recall, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->recall, _ ("Suggest again what was dismissed, of all sources"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->recall), "suggestions.recall");
  adw_preferences_group_set_header_suffix (self->group, self->recall);
  self->status = adw_action_row_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->status), FALSE);
  self->spinner = gtk_spinner_new ();
  adw_action_row_add_prefix (ADW_ACTION_ROW (self->status), self->spinner);
  adw_preferences_group_add (self->group, self->status);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), self->group);
}

/** ask_suggestions_page_new: Returns: (transfer floating): the page of the source called @source */
GtkWidget *
ask_suggestions_page_new (AskSession *session, const char *source)
{
  AskSuggestionsPage *self = g_object_new (ASK_TYPE_SUGGESTIONS_PAGE, "name", "suggestions", "title", _ ("Suggestions"),
                                           "icon-name", "ask-question-symbolic", NULL);

  self->session = g_object_ref (session);
  self->source = g_strdup (source);
  return GTK_WIDGET (self);
}

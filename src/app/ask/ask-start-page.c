/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Begins a window without sources, and goes on in one that has some: boards, the newest answers, verified questions, and
 * questions that the data can answer. Boards, answers and suggestions are looked for only while the page is seen. Says
 * "question" with one that was chosen, and whether it is a suggestion.
 */
#include "config.h"

#include "app/ask/ask-start-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/ask/ask-front-boards.h"
#include "app/ask/ask-ideas.h"
#include "app/ask/ask-question-row.h"
#include "app/jobs/ask-jobs-cards.h"
#include "app/widgets/ask-format.h"
#include "store/ask-workspace-threads.h"

#define MAX_EXAMPLES 6
#define MAX_RECENT 5
/* Conversations that are looked through for answers. */
#define MAX_LOOKED 20

struct _AskStartPage
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable; /* (nullable): while answers are looked for */
  GPtrArray *questions; /* char *: verified */
  gboolean has_sources;
  gboolean wants_ideas; /* when it is next looked at */

  AdwStatusPage *status;
  AdwBin *welcome;
  GtkWidget *examples_part;
  GtkListBox *examples;
  GtkWidget *pinned_part;
  GtkListBox *pinned;
  GtkWidget *recent_part;
  GtkListBox *recent;
  AskFrontBoards *boards;
  AskIdeas *ideas;
  GtkWidget *set_model;
  GtkWidget *browse;
  GtkWidget *sample_part;
  GtkActionable *remove_sample;
};

G_DEFINE_FINAL_TYPE (AskStartPage, ask_start_page, GTK_TYPE_WIDGET)

static guint question_signal;

static void
remove_rows (GtkListBox *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (list))) != NULL)
    gtk_list_box_remove (list, row);
}

static void
set_words (AskStartPage *self, const char *icon, const char *title, const char *description)
{
  adw_status_page_set_icon_name (self->status, icon);
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, description);
}

/* Whoever has asked before knows how. */
static void
show_words (AskStartPage *self)
{
  gboolean first = gtk_widget_get_first_child (GTK_WIDGET (self->recent)) == NULL
                   && gtk_widget_get_first_child (GTK_WIDGET (self->pinned)) == NULL
                   && ask_front_boards_is_empty (self->boards);

  if (!self->has_sources)
    set_words (self, "ask-source-symbolic", _ ("Ask Your Own Data"),
               _ ("Begin with the sample, or bring a database, a spreadsheet or a web API."));
  else if (!first)
    set_words (self, NULL, _ ("What Do You Want to Know?"), NULL);
  else if (gtk_widget_get_visible (self->set_model))
    set_words (self, "ask-question-symbolic", _ ("Ask Your First Question"),
               _ ("Write it above as you would say it. Answers are worked out on this computer, without a language "
                  "model."));
  else
    set_words (self, "ask-question-symbolic", _ ("Ask Your First Question"), _ ("Write it above as you would say it."));
}

static gboolean
has_headline (const AskHistoryEntry *entry)
{
  return entry->headline != NULL && *entry->headline != '\0';
}

static GtkWidget *
new_answer (const AskHistoryEntry *entry)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *when = ask_format_near_day (entry->asked_at);
  GtkWidget *label = gtk_label_new (when);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), has_headline (entry) ? entry->headline : entry->question);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), has_headline (entry) ? entry->question : "");
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.open-answer");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "x", entry->id);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, entry->question,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, has_headline (entry) ? entry->headline : "", -1);
  return row;
}

static void look (AskStartPage *self);

static void
taken_off (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  /* The row stands there again, and is no less pinned. */
  if (error != NULL)
    g_info ("Not taken off the page: %s", error->message);
  look (ASK_START_PAGE (source));
}

static void
take_off (GtkButton *button, AskStartPage *self)
{
  const gint64 *id = g_object_get_data (G_OBJECT (button), "id");

  ask_job_start (ask_jobs_pin_answer (*id, FALSE), self, ask_session_get_path (self->session), NULL, taken_off, NULL);
}

static void
add_pinned (AskStartPage *self, const AskHistoryEntry *entry)
{
  GtkWidget *row = new_answer (entry), *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Take it off this page"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Take it off this page"),
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "id", g_memdup2 (&entry->id, sizeof entry->id), g_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (take_off), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  gtk_list_box_append (self->pinned, row);
}

static gboolean
is_pinned (const AskFront *front, gint64 id)
{
  for (guint i = 0; i < front->pinned->len; i++)
    if (((const AskHistoryEntry *) front->pinned->pdata[i])->id == id)
      return TRUE;
  return FALSE;
}

/* The newest answer of each conversation. */
static const AskHistoryEntry *
find_answer (const AskHistoryThread *thread)
{
  for (guint i = thread->entries->len; i > 0; i--)
    {
      const AskHistoryEntry *entry = thread->entries->pdata[i - 1];

      if (g_strcmp0 (entry->status, "answered") == 0 && has_headline (entry))
        return entry;
    }
  return NULL;
}

static void
answers_found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskStartPage *self = ASK_START_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskFront) front = ask_job_finish (source, result, &error);
  guint n = 0;

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  /* History says why it cannot be read. */
  if (front == NULL)
    g_info ("No answers to show: %s", error->message);
  remove_rows (self->pinned);
  remove_rows (self->recent);
  for (guint i = 0; front != NULL && i < front->pinned->len; i++)
    add_pinned (self, front->pinned->pdata[i]);
  for (guint i = 0; front != NULL && i < front->threads->len && n < MAX_RECENT; i++)
    {
      const AskHistoryEntry *entry = find_answer (front->threads->pdata[i]);

      if (entry != NULL && !is_pinned (front, entry->id))
        {
          gtk_list_box_append (self->recent, new_answer (entry));
          n++;
        }
    }
  gtk_widget_set_visible (self->pinned_part, front != NULL && front->pinned->len > 0);
  gtk_widget_set_visible (self->recent_part, n > 0);
  show_words (self);
}

static void
stop (AskStartPage *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Only for a page that shows them. */
static void
look (AskStartPage *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || !self->has_sources)
    return;
  stop (self);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_front (MAX_LOOKED), self, ask_session_get_path (self->session), self->cancellable,
                 answers_found, NULL);
  ask_front_boards_look (self->boards, self->session);
  if (self->wants_ideas)
    ask_ideas_look (self->ideas, self->session, self->questions);
  self->wants_ideas = FALSE;
}

/**
 * ask_start_page_set_overview:
 * @overview: (transfer none): what there is to ask
 *
 * Fills the page, and says what to do first.
 */
void
ask_start_page_set_overview (AskStartPage *self, AskOverview *overview)
{
  guint n;

  g_return_if_fail (ASK_IS_START_PAGE (self) && overview != NULL);
  self->has_sources = overview->n_sources > 0;
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  self->questions = g_ptr_array_new_with_free_func (g_free);
  remove_rows (self->examples);
  ask_ideas_forget (self->ideas);
  n = overview->verified->len;
  for (guint i = 0; i < n; i++)
    {
      const AskVerified *verified = overview->verified->pdata[i];

      g_ptr_array_add (self->questions, g_strdup (verified->question));
      if (i < MAX_EXAMPLES)
        gtk_list_box_append (self->examples, ask_question_row_new (verified->question, ASK_QUESTION_ROW_VERIFIED));
    }
  gtk_widget_set_visible (self->examples_part, self->has_sources && n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->welcome), !self->has_sources);
  gtk_widget_set_visible (self->set_model, self->has_sources && overview->model_name == NULL);
  gtk_widget_set_visible (self->browse, self->has_sources);
  gtk_widget_set_visible (self->pinned_part,
                          self->has_sources && gtk_widget_get_first_child (GTK_WIDGET (self->pinned)) != NULL);
  gtk_widget_set_visible (self->recent_part,
                          self->has_sources && gtk_widget_get_first_child (GTK_WIDGET (self->recent)) != NULL);
  gtk_widget_set_visible (self->sample_part, overview->sample != NULL);
  if (overview->sample != NULL)
    gtk_actionable_set_action_target (self->remove_sample, "s", overview->sample);
  if (!self->has_sources)
    ask_front_boards_forget (self->boards);
  self->wants_ideas = self->has_sources;
  show_words (self);
  look (self);
}

/** ask_start_page_set_problem: @self: says that the workspace cannot be read; why, its page says. */
void
ask_start_page_set_problem (AskStartPage *self)
{
  g_return_if_fail (ASK_IS_START_PAGE (self));
  self->has_sources = FALSE;
  ask_ideas_forget (self->ideas);
  ask_front_boards_forget (self->boards);
  gtk_widget_set_visible (self->examples_part, FALSE);
  gtk_widget_set_visible (self->pinned_part, FALSE);
  gtk_widget_set_visible (self->recent_part, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->welcome), FALSE);
  gtk_widget_set_visible (self->set_model, FALSE);
  gtk_widget_set_visible (self->browse, FALSE);
  gtk_widget_set_visible (self->sample_part, FALSE);
  set_words (self, "dialog-warning-symbolic", _ ("This Workspace Cannot Be Read"), NULL);
}

/** ask_start_page_set_session: @session: whose data is asked about */
void
ask_start_page_set_session (AskStartPage *self, AskSession *session)
{
  g_return_if_fail (ASK_IS_START_PAGE (self));
  g_set_object (&self->session, session);
}

/** ask_start_page_set_welcome: @welcome: (transfer floating): what is shown where there are no sources */
void
ask_start_page_set_welcome (AskStartPage *self, GtkWidget *welcome)
{
  g_return_if_fail (ASK_IS_START_PAGE (self));
  adw_bin_set_child (self->welcome, welcome);
}

static void
row_activated (AskStartPage *self, GtkListBoxRow *row)
{
  g_autofree char *question = g_strdup (g_object_get_data (G_OBJECT (row), "ask-question"));

  g_signal_emit (self, question_signal, 0, question, FALSE);
}

static void
idea_chosen (AskStartPage *self, const char *question)
{
  g_signal_emit (self, question_signal, 0, question, TRUE);
}

static void
ask_start_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ask_start_page_parent_class)->map (widget);
  look (ASK_START_PAGE (widget));
}

static void
ask_start_page_dispose (GObject *object)
{
  AskStartPage *self = ASK_START_PAGE (object);
  GtkWidget *child;

  stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->questions, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_start_page_parent_class)->dispose (object);
}

static void
ask_start_page_class_init (AskStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (ASK_TYPE_FRONT_BOARDS);
  g_type_ensure (ASK_TYPE_IDEAS);
  G_OBJECT_CLASS (klass)->dispose = ask_start_page_dispose;
  widget_class->map = ask_start_page_map;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-start-page.ui");
#define BIND(name) gtk_widget_class_bind_template_child (widget_class, AskStartPage, name)
  BIND (status);
  BIND (welcome);
  BIND (examples_part);
  BIND (examples);
  BIND (pinned_part);
  BIND (pinned);
  BIND (recent_part);
  BIND (recent);
  BIND (boards);
  BIND (ideas);
  BIND (set_model);
  BIND (browse);
  BIND (sample_part);
  BIND (remove_sample);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, idea_chosen);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  question_signal = g_signal_new ("question", ASK_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                  2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
ask_start_page_init (AskStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->boards, "looked", G_CALLBACK (show_words), self, G_CONNECT_SWAPPED);
}

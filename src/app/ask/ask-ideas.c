/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list of questions that are found in the background; it is seen once there are some. Says "question" with the one
 * that was chosen. The first reading of each is known to be what it means.
 */
#include "config.h"

#include "app/ask/ask-ideas.h"

#include <glib/gi18n.h>

#include "app/ask/ask-question-row.h"
#include "app/jobs/ask-jobs-question.h"

#define MAX_IDEAS 5

struct _AskIdeas
{
  GtkWidget parent_instance;
  GtkListBox *list;
  GPtrArray *known; /* (nullable) char *: questions that are offered elsewhere */
  GCancellable *cancellable; /* (nullable): while questions are looked for */
};

G_DEFINE_FINAL_TYPE (AskIdeas, ask_ideas, GTK_TYPE_WIDGET)

static guint question_signal;

static void
stop (AskIdeas *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static gboolean
is_known (AskIdeas *self, const char *question)
{
  return self->known != NULL && g_ptr_array_find_with_equal_func (self->known, question, g_str_equal, NULL);
}

static void
found (GObject *source, GAsyncResult *result, gpointer data)
{
  AskIdeas *self = ASK_IDEAS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) questions = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  /* A page without them is whole; a source that fails says so when it is asked. */
  if (questions == NULL)
    g_info ("No questions to suggest: %s", error->message);
  for (guint i = 0; questions != NULL && i < questions->len; i++)
    if (!is_known (self, questions->pdata[i]))
      gtk_list_box_append (self->list, ask_question_row_new (questions->pdata[i], ASK_QUESTION_ROW_IDEA));
  gtk_widget_set_visible (GTK_WIDGET (self), gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL);
}

/** ask_ideas_forget: @self: empties it, and looks no longer. */
void
ask_ideas_forget (AskIdeas *self)
{
  GtkWidget *row;

  g_return_if_fail (ASK_IS_IDEAS (self));
  stop (self);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * ask_ideas_look:
 * @session: whose data is asked about
 * @known: (nullable) (element-type utf8): questions to leave out
 *
 * Looks for questions anew; it takes a second.
 */
void
ask_ideas_look (AskIdeas *self, AskSession *session, GPtrArray *known)
{
  g_return_if_fail (ASK_IS_IDEAS (self) && session != NULL);
  ask_ideas_forget (self);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  self->known = known != NULL ? g_ptr_array_ref (known) : NULL;
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_suggest_questions (MAX_IDEAS), self, ask_session_get_path (session), self->cancellable, found,
                 NULL);
}

static void
row_activated (AskIdeas *self, GtkListBoxRow *row)
{
  g_autofree char *question = g_strdup (g_object_get_data (G_OBJECT (row), "ask-question"));

  g_signal_emit (self, question_signal, 0, question);
}

static void
ask_ideas_dispose (GObject *object)
{
  GtkWidget *child;

  stop (ASK_IDEAS (object));
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&ASK_IDEAS (object)->known, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_ideas_parent_class)->dispose (object);
}

static void
ask_ideas_class_init (AskIdeasClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_ideas_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  question_signal
    = g_signal_new ("question", ASK_TYPE_IDEAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ask_ideas_init (AskIdeas *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *label = gtk_label_new (_ ("Your data can answer these:"));

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "ask-examples");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Suggested questions"),
                                  -1);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

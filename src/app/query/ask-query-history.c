/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Read each time it opens, and after each letter of the search: the workspace has the runs, and finds them.
 *
 * ::chosen: (sql) a person wants it back.
 */
#include "config.h"

#include "app/query/ask-query-history.h"

#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-query.h"
#include "app/widgets/ask-format.h"
#include "base/ask-error.h"
#include "base/ask-number.h"
#include "base/ask-text.h"

/* More are found by their words. */
#define MAX_SHOWN 200
#define MAX_LENGTH 300

struct _AskQueryHistory
{
  GtkPopover parent_instance;
  AskSession *session;
  GCancellable *cancellable; /* nullable: while it reads */
  GPtrArray *runs; /* nullable AskQueryRun: those that are shown */

  GtkWidget *search;
  GtkListBox *list;
  GtkLabel *words; /* below the list, or in its place */
  GtkWidget *clear;
};

G_DEFINE_FINAL_TYPE (AskQueryHistory, ask_query_history, GTK_TYPE_POPOVER)

static guint chosen_signal;

/* "Today, 14:05 · 1,204 rows · 12 ms", or why it failed */
static char *
describe (const AskQueryRun *run)
{
  g_autofree char *when = ask_format_moment (run->ran_at);
  g_autofree char *elapsed = ask_format_elapsed (run->elapsed_ms);
  g_autofree char *count = ask_number_count ((guint64) MAX (run->n_rows, 0));
  g_autofree char *rows = NULL;

  if (run->error != NULL)
    return g_strdup_printf ("%s · %s", when, run->error);
  rows = run->truncated ? g_strdup_printf (_ ("first %s rows"), count)
                        : g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) run->n_rows), count);
  return g_strdup_printf ("%s · %s · %s", when, rows, elapsed);
}

static GtkWidget *
new_row (const AskQueryRun *run)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *line = ask_text_shorten (run->sql, MAX_LENGTH);
  g_autofree char *facts = describe (run);
  GtkWidget *sql = g_object_new (GTK_TYPE_LABEL, "label", line, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END,
                                 "lines", 2, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
  GtkWidget *words
    = g_object_new (GTK_TYPE_LABEL, "label", facts, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, NULL);

  gtk_widget_add_css_class (sql, "monospace");
  gtk_widget_add_css_class (words, run->error != NULL ? "error" : "dim-label");
  gtk_widget_add_css_class (words, "caption");
  gtk_widget_set_tooltip_text (words, run->error);
  gtk_box_append (GTK_BOX (box), sql);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

static void
fill (AskQueryHistory *self)
{
  gboolean searched = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (guint i = 0; i < self->runs->len; i++)
    gtk_list_box_append (self->list, new_row (self->runs->pdata[i]));
  gtk_label_set_text (self->words, self->runs->len > 0 ? _ ("What is older is found by its words.")
                                   : searched          ? _ ("Nothing that was run has these words.")
                                                       : _ ("What is run is listed here."));
  gtk_widget_set_visible (GTK_WIDGET (self->words), self->runs->len == 0 || self->runs->len == MAX_SHOWN);
  gtk_widget_set_visible (GTK_WIDGET (self->list), self->runs->len > 0);
  gtk_widget_set_sensitive (self->clear, self->runs->len > 0);
}

static void
ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryHistory *self = ASK_QUERY_HISTORY (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = ask_job_finish (source, result, &error);

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  if (runs == NULL)
    {
      gtk_label_set_text (self->words, ask_error_get_words (error));
      gtk_widget_set_visible (GTK_WIDGET (self->words), TRUE);
      return;
    }
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  self->runs = g_steal_pointer (&runs);
  fill (self);
}

static void
load (AskQueryHistory *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  ask_job_start (ask_jobs_list_query_runs (gtk_editable_get_text (GTK_EDITABLE (self->search)), MAX_SHOWN), self,
                 ask_session_get_path (self->session), self->cancellable, ready, NULL);
}

static void
row_activated (AskQueryHistory *self, GtkListBoxRow *row)
{
  int i = gtk_list_box_row_get_index (row);
  g_autofree char *sql = NULL;

  if (self->runs == NULL || i < 0 || (guint) i >= self->runs->len)
    return;
  sql = g_strdup (((const AskQueryRun *) self->runs->pdata[i])->sql);
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, chosen_signal, 0, sql);
}

static void
cleared (GObject *source, GAsyncResult *result, gpointer data)
{
  AskQueryHistory *self = ASK_QUERY_HISTORY (source);
  g_autoptr (GError) error = NULL;

  ask_job_finish (source, result, &error);
  if (self->session == NULL)
    return;
  if (error != NULL)
    ask_session_toast (self->session, ask_error_get_words (error));
  load (self);
}

static void
clear_clicked (AskQueryHistory *self)
{
  ask_job_start (ask_jobs_remove_query_run (0), self, ask_session_get_path (self->session), NULL, cleared, NULL);
}

static void
ask_query_history_show (GtkWidget *widget)
{
  AskQueryHistory *self = ASK_QUERY_HISTORY (widget);

  load (self);
  GTK_WIDGET_CLASS (ask_query_history_parent_class)->show (widget);
  gtk_widget_grab_focus (self->search);
}

static void
ask_query_history_dispose (GObject *object)
{
  AskQueryHistory *self = ASK_QUERY_HISTORY (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ask_query_history_parent_class)->dispose (object);
}

static void
ask_query_history_class_init (AskQueryHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_query_history_dispose;
  GTK_WIDGET_CLASS (klass)->show = ask_query_history_show;
  chosen_signal = g_signal_new ("chosen", ASK_TYPE_QUERY_HISTORY, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
ask_query_history_init (AskQueryHistory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *inner = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search What Was Run"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search What Was Run"), -1);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "ask-suggestions");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What was run"), -1);
  self->words = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "margin-top", 24, "margin-bottom", 24, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->words), "dim-label");
  self->clear = gtk_button_new_with_mnemonic (_ ("_Forget All"));
  gtk_widget_add_css_class (self->clear, "flat");
  gtk_widget_set_tooltip_text (self->clear, _ ("Forget what was run on this page; the history of questions stays"));
  gtk_box_append (GTK_BOX (inner), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (inner), GTK_WIDGET (self->words));
  g_object_set (scroller, "child", inner, "hscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-height", TRUE,
                "max-content-height", 420, "width-request", 340, NULL);
  gtk_box_append (GTK_BOX (box), self->search);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_box_append (GTK_BOX (box), self->clear);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (row_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->clear, "clicked", G_CALLBACK (clear_clicked), self, G_CONNECT_SWAPPED);
}

/** ask_query_history_new: Returns: (transfer floating): the popover; it reads when it opens */
GtkWidget *
ask_query_history_new (AskSession *session)
{
  AskQueryHistory *self = g_object_new (ASK_TYPE_QUERY_HISTORY, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}

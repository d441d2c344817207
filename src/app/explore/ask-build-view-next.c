/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The part of the page that suggests what makes sense next, a button each. What the index of values knows is read once
 * for the entities of a query; until it is there, meanings alone say what attributes are good for.
 */
#include "config.h"

#include "app/explore/ask-build-private.h"

#include "app/jobs/ask-jobs-build.h"

#define MAX_NEXT 5
/* Longer words are cut; the tooltip has them all. */
#define MAX_CHARS 34

static void
next_clicked (AskBuildView *self, GtkButton *button)
{
  const AskBuild *build = g_object_get_data (G_OBJECT (button), "ask-build");
  guint step = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "ask-step"));

  ask_build_view_adopt (self, ask_build_copy (build), TRUE);
  ask_build_view_focus_step (self, ask_build_get_step (self->build, step));
}

static void
add_next (AskBuildView *self, const AskBuildNext *next)
{
  GtkWidget *button = gtk_button_new ();
  /* Without a width words that may be cut are cut whole. */
  int width = (int) MIN (g_utf8_strlen (next->words, -1), MAX_CHARS);
  GtkWidget *label
    = g_object_new (GTK_TYPE_LABEL, "label", next->words, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", width, NULL);

  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_set_tooltip_text (button, next->words);
  gtk_widget_add_css_class (button, "ask-light");
  g_object_set_data_full (G_OBJECT (button), "ask-build", ask_build_copy (next->build),
                          (GDestroyNotify) ask_build_free);
  g_object_set_data (G_OBJECT (button), "ask-step", GUINT_TO_POINTER (next->step));
  g_signal_connect_object (button, "clicked", G_CALLBACK (next_clicked), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (button, GTK_WIDGET (self->next));
}

static void
fill (AskBuildView *self)
{
  g_autoptr (GPtrArray) next = self->as_sql || self->build == NULL
                                 ? NULL
                                 : ask_build_list_next (self->build, self->schema, self->known, MAX_NEXT);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->next))) != NULL)
    gtk_widget_unparent (child);
  for (guint i = 0; next != NULL && i < next->len; i++)
    add_next (self, next->pdata[i]);
  gtk_widget_set_visible (self->next_part, next != NULL && next->len > 0);
}

static void
known_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBuildView *self;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBuildKnown) known = ask_job_finish (source, result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self = ASK_BUILD_VIEW (source);
  g_clear_object (&self->looking);
  /* Without the index meanings go on to say what makes sense; that is no fault of the query. */
  if (self->session == NULL || known == NULL)
    return;
  g_clear_pointer (&self->known, ask_build_known_free);
  self->known = g_steal_pointer (&known);
  fill (self);
}

/* ask_build_view_forget: what the index knows may be something else now */
void
ask_build_view_forget (AskBuildView *self)
{
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_pointer (&self->known, ask_build_known_free);
}

/* ask_build_view_show_next: suggests what makes sense after the query as it is now */
void
ask_build_view_show_next (AskBuildView *self)
{
  fill (self);
  if (self->as_sql || self->build == NULL || ask_build_known_covers (self->known, self->build))
    return;
  ask_build_view_forget (self);
  self->looking = g_cancellable_new ();
  ask_job_start (ask_jobs_know_build (self->schema, self->build), self, ask_session_get_path (self->session),
                 self->looking, known_ready, NULL);
}

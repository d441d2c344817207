/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows progress; it runs nothing itself. Its Cancel is the card's action.
 */
#include "config.h"

#include "app/ask/ask-run-view.h"

#include "app/widgets/ask-format.h"
#include "app/widgets/ask-wrapped-label.h"

/* The steps that are shown; earlier ones move out at the top. */
#define LIVE_STEPS 4

struct _AskRunView
{
  GtkWidget parent_instance;
  gint64 started_at;
  guint clock;

  GtkSpinner *spinner;
  GtkLabel *words;
  GtkLabel *elapsed;
  GtkBox *steps;
};

G_DEFINE_FINAL_TYPE (AskRunView, ask_run_view, GTK_TYPE_WIDGET)

static gboolean
tick (gpointer data)
{
  AskRunView *self = data;
  double elapsed = (double) (g_get_monotonic_time () - self->started_at) / 1000.0;
  g_autofree char *words = ask_format_elapsed (elapsed);

  gtk_label_set_text (self->elapsed, words);
  return G_SOURCE_CONTINUE;
}

/**
 * ask_run_view_start:
 * @words: what is being done
 *
 * Forgets the steps of before and starts the clock.
 */
void
ask_run_view_start (AskRunView *self, const char *words)
{
  GtkWidget *child;

  g_return_if_fail (ASK_IS_RUN_VIEW (self));
  ask_run_view_stop (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->steps))) != NULL)
    gtk_box_remove (self->steps, child);
  gtk_label_set_text (self->words, words);
  gtk_label_set_text (self->elapsed, "");
  gtk_spinner_set_spinning (self->spinner, TRUE);
  self->started_at = g_get_monotonic_time ();
  self->clock = g_timeout_add (500, tick, self);
}

/**
 * ask_run_view_step:
 * @n: the step's number
 * @title: a few plain words
 *
 * A step is told of when it begins and again when it ends; it is one line.
 */
void
ask_run_view_step (AskRunView *self, guint n, const char *title)
{
  GtkWidget *label;
  guint count = 0;

  g_return_if_fail (ASK_IS_RUN_VIEW (self));
  for (label = gtk_widget_get_first_child (GTK_WIDGET (self->steps)); label != NULL;
       label = gtk_widget_get_next_sibling (label))
    {
      count++;
      if (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "ask-n")) == n)
        {
          gtk_label_set_text (GTK_LABEL (label), title);
          return;
        }
    }
  label = ask_wrapped_label_new (title, "dim-label");
  g_object_set_data (G_OBJECT (label), "ask-n", GUINT_TO_POINTER (n));
  gtk_box_append (self->steps, label);
  if (count + 1 > LIVE_STEPS)
    gtk_box_remove (self->steps, gtk_widget_get_first_child (GTK_WIDGET (self->steps)));
}

/** ask_run_view_stop: stops spinner and clock. */
void
ask_run_view_stop (AskRunView *self)
{
  g_return_if_fail (ASK_IS_RUN_VIEW (self));
  gtk_spinner_set_spinning (self->spinner, FALSE);
  g_clear_handle_id (&self->clock, g_source_remove);
}

static void
ask_run_view_dispose (GObject *object)
{
  AskRunView *self = ASK_RUN_VIEW (object);
  GtkWidget *child;

  g_clear_handle_id (&self->clock, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_run_view_parent_class)->dispose (object);
}

static void
ask_run_view_class_init (AskRunViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_run_view_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-run-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskRunView, spinner);
  gtk_widget_class_bind_template_child (widget_class, AskRunView, words);
  gtk_widget_class_bind_template_child (widget_class, AskRunView, elapsed);
  gtk_widget_class_bind_template_child (widget_class, AskRunView, steps);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_run_view_init (AskRunView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

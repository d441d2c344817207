/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a preview and hands the answer to the job that waits for it. Its Cancel is the card's action. It runs nothing
 * itself.
 */
#include "config.h"

#include "app/widgets/ask-cost-view.h"

#define MOST_CAP 1e12

struct _AskCostView
{
  GtkWidget parent_instance;
  AskCostWait *wait; /* nullable: while somebody waits */
  gboolean hides; /* it is only there while somebody waits */

  GtkLabel *reason;
  GtkLabel *lines;
  GtkScrolledWindow *shown; /* scrolls where the rows are many: what is answered stays in sight */
  GtkLabel *rows;
  GtkLabel *words;
  GtkWidget *capping;
  GtkSpinButton *cap;
  GtkLabel *unit;
  GtkWidget *running;
  GtkWidget *consenting;
};

enum
{
  ANSWERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskCostView, ask_cost_view, GTK_TYPE_WIDGET)

/**
 * ask_cost_view_forget:
 * @self: the view
 *
 * Nobody answers any more: that is a no.
 */
void
ask_cost_view_forget (AskCostView *self)
{
  g_return_if_fail (ASK_IS_COST_VIEW (self));
  if (self->wait == NULL)
    return;
  ask_cost_wait_answer (self->wait, ASK_WAIT_NO, 0);
  g_clear_pointer (&self->wait, ask_cost_wait_unref);
  if (self->hides)
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/**
 * ask_cost_view_show:
 * @self: the view
 * @wait: (transfer full): what is asked
 *
 * Asks it, in place of what was asked before.
 */
void
ask_cost_view_show (AskCostView *self, AskCostWait *wait)
{
  g_return_if_fail (ASK_IS_COST_VIEW (self));
  ask_cost_view_forget (self);
  self->wait = wait;
  gtk_label_set_text (self->reason, wait->reason);
  gtk_label_set_text (wait->consent ? self->rows : self->lines, wait->lines);
  gtk_widget_set_visible (GTK_WIDGET (self->lines), !wait->consent);
  gtk_widget_set_visible (GTK_WIDGET (self->shown), wait->consent);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->shown), 0);
  gtk_label_set_text (self->words, wait->words != NULL ? wait->words : "");
  gtk_widget_set_visible (GTK_WIDGET (self->words), wait->words != NULL);
  gtk_widget_set_visible (self->running, !wait->consent);
  gtk_widget_set_visible (self->consenting, wait->consent);
  gtk_widget_set_visible (self->capping, wait->unit != NULL);
  gtk_label_set_text (self->unit, wait->unit != NULL ? wait->unit : "");
  gtk_spin_button_set_range (self->cap, wait->digits > 0 ? 0.0001 : 1, MOST_CAP);
  gtk_spin_button_set_digits (self->cap, wait->digits);
  gtk_spin_button_set_increments (self->cap, wait->cap > 0 ? wait->cap / 10 : 1, wait->cap > 0 ? wait->cap : 1);
  gtk_spin_button_set_value (self->cap, wait->cap);
}

/**
 * ask_cost_view_ask:
 * @self: the view of a dialog, which is not seen while nobody waits
 * @wait: (transfer full): what is asked
 * @wanted: the job that waits is still wanted; else the answer is no
 *
 * Asks it, and goes out of sight once it is answered or forgotten.
 */
void
ask_cost_view_ask (AskCostView *self, AskCostWait *wait, gboolean wanted)
{
  g_return_if_fail (ASK_IS_COST_VIEW (self));
  if (!wanted || ask_cost_wait_is_over (wait))
    {
      ask_cost_wait_answer (wait, ASK_WAIT_NO, 0);
      ask_cost_wait_unref (wait);
      return;
    }
  ask_cost_view_show (self, wait);
  self->hides = TRUE;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

static void
answer (AskCostView *self, AskWaitAnswer said, double cap)
{
  if (self->wait == NULL)
    return;
  ask_cost_wait_answer (self->wait, said, cap);
  g_clear_pointer (&self->wait, ask_cost_wait_unref);
  if (self->hides)
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  g_signal_emit (self, signals[ANSWERED], 0);
}

static void
run_clicked (AskCostView *self)
{
  answer (self, ASK_WAIT_YES, 0);
}

static void
capped_clicked (AskCostView *self)
{
  gtk_spin_button_update (self->cap);
  answer (self, ASK_WAIT_YES, gtk_spin_button_get_value (self->cap));
}

static void
always_clicked (AskCostView *self)
{
  answer (self, ASK_WAIT_ALWAYS, 0);
}

static void
no_clicked (AskCostView *self)
{
  answer (self, ASK_WAIT_NO, 0);
}

static void
ask_cost_view_dispose (GObject *object)
{
  AskCostView *self = ASK_COST_VIEW (object);
  GtkWidget *child;

  ask_cost_view_forget (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_cost_view_parent_class)->dispose (object);
}

static void
ask_cost_view_class_init (AskCostViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_cost_view_dispose;
  signals[ANSWERED]
    = g_signal_new ("answered", ASK_TYPE_COST_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-cost-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskCostView, reason);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, lines);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, shown);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, rows);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, words);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, capping);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, cap);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, unit);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, running);
  gtk_widget_class_bind_template_child (widget_class, AskCostView, consenting);
  gtk_widget_class_bind_template_callback (widget_class, run_clicked);
  gtk_widget_class_bind_template_callback (widget_class, capped_clicked);
  gtk_widget_class_bind_template_callback (widget_class, always_clicked);
  gtk_widget_class_bind_template_callback (widget_class, no_clicked);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ask_cost_view_init (AskCostView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

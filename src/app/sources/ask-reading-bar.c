/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Spins until something is counted; then a bar fills, with the count above it. What a screen reader reads of it is the
 * label and the bar's own value.
 */
#include "config.h"

#include "app/sources/ask-reading-bar.h"

#include <glib/gi18n.h>

#include "base/ask-number.h"

struct _AskReadingBar
{
  GtkWidget parent_instance;
  GtkSpinner *spinner;
  GtkLabel *label;
  GtkProgressBar *bar;
  guint64 all; /* the most that was counted */
};

G_DEFINE_FINAL_TYPE (AskReadingBar, ask_reading_bar, GTK_TYPE_WIDGET)

/** ask_reading_bar_begin: @words: what is done: "Reading the source…". Nothing is counted yet */
void
ask_reading_bar_begin (AskReadingBar *self, const char *words)
{
  g_return_if_fail (ASK_IS_READING_BAR (self));
  gtk_label_set_text (self->label, words);
  gtk_spinner_start (self->spinner);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), FALSE);
  gtk_progress_bar_set_fraction (self->bar, 0);
  self->all = 0;
}

/**
 * ask_reading_bar_tell: @n: documents that are read, of @all. After the last one the index is still being written. A second
 * look at a few that had just been written changes nothing: a count that falls would only puzzle
 */
void
ask_reading_bar_tell (AskReadingBar *self, guint64 n, guint64 all)
{
  g_autofree char *read = ask_number_count (n);
  g_autofree char *whole = ask_number_count (all);
  g_autofree char *words = NULL;

  g_return_if_fail (ASK_IS_READING_BAR (self));
  if (all == 0 || all < self->all)
    return;
  self->all = all;
  if (n < all)
    /* Translators: both are numbers of documents. */
    words = g_strdup_printf (_ ("%s of %s documents read"), read, whole);
  else
    words = g_strdup_printf (ngettext ("%s document read, finishing its index…",
                                       "%s documents read, finishing their index…", (gulong) all),
                             whole);
  gtk_label_set_text (self->label, words);
  gtk_progress_bar_set_fraction (self->bar, (double) n / (double) all);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), TRUE);
}

/** ask_reading_bar_end: nothing is read any more */
void
ask_reading_bar_end (AskReadingBar *self)
{
  g_return_if_fail (ASK_IS_READING_BAR (self));
  gtk_spinner_stop (self->spinner);
}

static void
ask_reading_bar_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (ask_reading_bar_parent_class)->dispose (object);
}

static void
ask_reading_bar_class_init (AskReadingBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_reading_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_reading_bar_init (AskReadingBar *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  self->label = GTK_LABEL (gtk_label_new (NULL));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_label_set_wrap (self->label, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Documents read"), -1);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), FALSE);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->spinner));
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->label));
  gtk_widget_set_halign (line, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), line);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
}

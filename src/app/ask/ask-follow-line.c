/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One line below the entry. It is not there while there is no answer to go on from. Its button is the window's action
 * "win.new-question".
 */
#include "config.h"

#include "app/ask/ask-follow-line.h"

#include <glib/gi18n.h>

struct _AskFollowLine
{
  GtkWidget parent_instance;
  gint64 history_id;
  GtkWidget *box;
  GtkLabel *label;
};

G_DEFINE_FINAL_TYPE (AskFollowLine, ask_follow_line, GTK_TYPE_WIDGET)

/**
 * ask_follow_line_set:
 * @self: the line
 * @question: what the answer was to
 * @history_id: the answer that the next question may go on from
 *
 * Shows it.
 */
void
ask_follow_line_set (AskFollowLine *self, const char *question, gint64 history_id)
{
  g_autofree char *text = NULL;

  g_return_if_fail (ASK_IS_FOLLOW_LINE (self));
  /* Translators: an earlier question; a few words are enough for the next one. */
  text = g_strdup_printf (_ ("Goes on from “%s”"), question);
  self->history_id = history_id;
  gtk_label_set_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
}

/** ask_follow_line_get: Returns: the answer that the next question may go on from; 0 where it begins afresh */
gint64
ask_follow_line_get (AskFollowLine *self)
{
  g_return_val_if_fail (ASK_IS_FOLLOW_LINE (self), 0);
  return self->history_id;
}

/** ask_follow_line_clear: the next question begins afresh. */
void
ask_follow_line_clear (AskFollowLine *self)
{
  g_return_if_fail (ASK_IS_FOLLOW_LINE (self));
  self->history_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
ask_follow_line_dispose (GObject *object)
{
  g_clear_pointer (&ASK_FOLLOW_LINE (object)->box, gtk_widget_unparent);
  G_OBJECT_CLASS (ask_follow_line_parent_class)->dispose (object);
}

static void
ask_follow_line_class_init (AskFollowLineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ask_follow_line_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ask_follow_line_init (AskFollowLine *self)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_New Question"));

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->label, 0);
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "dim-label");
  gtk_widget_set_tooltip_text (
    GTK_WIDGET (self->label),
    _ ("A few words that change this answer are enough: “and by city”, “only 2025”, “as a pie”"));
  gtk_widget_add_css_class (button, "ask-part");
  gtk_widget_set_tooltip_text (button, _ ("The next question has nothing to do with the answers below"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.new-question");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (self->box), button);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

/** ask_follow_line_new: Returns: (transfer floating): the line, not shown yet */
GtkWidget *
ask_follow_line_new (void)
{
  return g_object_new (ASK_TYPE_FOLLOW_LINE, NULL);
}

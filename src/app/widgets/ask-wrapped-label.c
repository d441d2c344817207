/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A label that asks for the width of its whole text, and breaks anywhere where it gets less: a long name never widens
 * the window.
 */
#include "config.h"

#include "app/widgets/ask-wrapped-label.h"

/**
 * ask_wrapped_label_new:
 * @text: (nullable): what it says
 * @style: (nullable): a class of CSS
 *
 * Returns: (transfer floating): the label
 */
GtkWidget *
ask_wrapped_label_new (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_natural_wrap_mode (GTK_LABEL (label), GTK_NATURAL_WRAP_NONE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

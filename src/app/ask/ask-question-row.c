/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is an icon that says where it comes from, and the words.
 */
#include "config.h"

#include "app/ask/ask-question-row.h"

#include <glib/gi18n.h>

static const struct
{
  const char *icon;
  const char *style;
  const char *name;
} row_looks[] = {
  [ASK_QUESTION_ROW_VERIFIED] = { "ask-verified-symbolic", "success", N_ ("Verified") },
  [ASK_QUESTION_ROW_IDEA] = { "ask-question-symbolic", "dim-label", N_ ("Suggested") },
  [ASK_QUESTION_ROW_WORD] = { "ask-schema-symbolic", "dim-label", N_ ("Word of a question") },
};

/**
 * ask_question_row_new:
 * @question: what the row is, and says
 * @kind: where it comes from
 *
 * Returns: (transfer floating): a row; its data "ask-question" is @question
 */
GtkWidget *
ask_question_row_new (const char *question, AskQuestionRowKind kind)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = gtk_image_new_from_icon_name (row_looks[kind].icon);
  GtkWidget *label = gtk_label_new (question);

  gtk_widget_add_css_class (icon, row_looks[kind].style);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (row_looks[kind].name), -1);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, question);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, question, -1);
  g_object_set_data_full (G_OBJECT (row), "ask-question", g_strdup (question), g_free);
  return row;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row is an icon that says where it comes from, and the words.
 */
#include "config.h"

#include "app/ask/ask-question-row.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-wrapped-label.h"

static const struct
{
  const char *icon;
  const char *style;
  const char *name;
  GtkAccessibleRole role;
} row_looks[] = {
  [ASK_QUESTION_ROW_VERIFIED] = { "ask-verified-symbolic", "success", N_ ("Verified"), GTK_ACCESSIBLE_ROLE_LIST_ITEM },
  [ASK_QUESTION_ROW_IDEA] = { "ask-question-symbolic", "dim-label", N_ ("Suggested"), GTK_ACCESSIBLE_ROLE_LIST_ITEM },
  [ASK_QUESTION_ROW_OFFERED] = { "ask-verified-symbolic", "success", N_ ("Verified"), GTK_ACCESSIBLE_ROLE_OPTION },
  [ASK_QUESTION_ROW_WORD]
  = { "ask-schema-symbolic", "dim-label", N_ ("Word of a question"), GTK_ACCESSIBLE_ROLE_OPTION },
  [ASK_QUESTION_ROW_HINT]
  = { "document-edit-symbolic", "dim-label", N_ ("Word of a question"), GTK_ACCESSIBLE_ROLE_OPTION },
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
  GtkWidget *row = g_object_new (GTK_TYPE_LIST_BOX_ROW, "accessible-role", row_looks[kind].role, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *icon = gtk_image_new_from_icon_name (row_looks[kind].icon);
  GtkWidget *label = ask_wrapped_label_new (question, NULL);

  gtk_widget_add_css_class (icon, row_looks[kind].style);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (row_looks[kind].name), -1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, question, -1);
  g_object_set_data_full (G_OBJECT (row), "ask-question", g_strdup (question), g_free);
  return row;
}

/**
 * ask_question_row_set_detail:
 * @row: from ask_question_row_new()
 * @detail: what its words are, in the user's language
 * @shown: there is room for it; it is read aloud in any case
 */
void
ask_question_row_set_detail (GtkWidget *row, const char *detail, gboolean shown)
{
  GtkWidget *label = gtk_label_new (detail);

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_set_visible (label, shown);
  gtk_box_append (GTK_BOX (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row))), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, detail, -1);
}

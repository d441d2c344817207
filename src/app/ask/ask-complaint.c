/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog with a tick for each part of an answer, and a line for words. It keeps nothing: whoever opened it does.
 */
#include "config.h"

#include "app/ask/ask-complaint.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* What people read, and what a program knows it by: see ask_teach_list_parts(). */
static const struct
{
  const char *label;
  const char *name;
} parts[] = {
  { N_ ("What is shown"), "columns" },        { N_ ("What is counted or summed"), "count" },
  { N_ ("Which rows are taken"), "filter" },  { N_ ("What it is grouped by"), "group" },
  { N_ ("The order, or how many"), "order" },
};

/* The data of a dialog. */
typedef struct
{
  GtkCheckButton *checks[G_N_ELEMENTS (parts)];
  GtkEditable *entry;
} Complaint;

static Complaint *
get_complaint (GtkWidget *dialog)
{
  return g_object_get_data (G_OBJECT (dialog), "ask-complaint");
}

/**
 * ask_complaint_dup_words:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): what was written, without blanks around it
 */
char *
ask_complaint_dup_words (GtkWidget *dialog)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (get_complaint (dialog)->entry)));
}

/**
 * ask_complaint_dup_parts:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): the parts that were ticked, with blanks between them
 */
char *
ask_complaint_dup_parts (GtkWidget *dialog)
{
  const Complaint *complaint = get_complaint (dialog);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (complaint->checks[i] != NULL && gtk_check_button_get_active (complaint->checks[i]))
      g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", parts[i].name);
  return g_string_free (names, FALSE);
}

/**
 * ask_complaint_dup_text:
 * @dialog: from ask_complaint_new()
 *
 * Returns: (transfer full): all that was said, in one line for people
 */
char *
ask_complaint_dup_text (GtkWidget *dialog)
{
  const Complaint *complaint = get_complaint (dialog);
  g_autofree char *words = ask_complaint_dup_words (dialog);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (complaint->checks[i] != NULL && gtk_check_button_get_active (complaint->checks[i]))
      g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", _ (parts[i].label));
  if (*words != '\0')
    g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "", words);
  return g_string_free (text, FALSE);
}

/* Without a word and a tick there is nothing to keep. */
static void
changed (GtkWidget *dialog)
{
  g_autofree char *words = ask_complaint_dup_words (dialog);
  g_autofree char *names = ask_complaint_dup_parts (dialog);

  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), "keep", *words != '\0' || *names != '\0');
}

static GtkWidget *
new_checks (GtkWidget *dialog, Complaint *complaint)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (_ (parts[i].label));

      complaint->checks[i] = GTK_CHECK_BUTTON (check);
      g_signal_connect_object (check, "toggled", G_CALLBACK (changed), dialog, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), check);
    }
  return box;
}

/**
 * ask_complaint_new:
 * @parent: (nullable): over which it is shown
 * @has_parts: whether the answer was read from the question, so that a part of that may be wrong
 *
 * Returns: (transfer none): a message dialog, whose response "keep" means that something was said
 */
GtkWidget *
ask_complaint_new (GtkWindow *parent, gboolean has_parts)
{
  const char *text = has_parts
                       ? _ ("The question is not answered so again. The answer and its steps are kept with your words "
                            "for whoever looks after the data.")
                       : _ ("The answer and its steps are kept with your words for whoever looks after the data.");
  GtkWidget *dialog = adw_message_dialog_new (parent, _ ("What is wrong?"), text);
  AdwMessageDialog *self = ADW_MESSAGE_DIALOG (dialog);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *entry = gtk_entry_new ();
  Complaint *complaint = g_new0 (Complaint, 1);

  g_object_set_data_full (G_OBJECT (dialog), "ask-complaint", complaint, g_free);
  complaint->entry = GTK_EDITABLE (entry);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("For example: returns are counted twice"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("What is wrong"), -1);
  if (has_parts)
    gtk_box_append (GTK_BOX (box), new_checks (dialog, complaint));
  gtk_box_append (GTK_BOX (box), entry);
  adw_message_dialog_set_extra_child (self, box);
  adw_message_dialog_add_responses (self, "cancel", _ ("_Cancel"), "keep", _ ("_Keep"), NULL);
  adw_message_dialog_set_response_appearance (self, "keep", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self, "keep");
  adw_message_dialog_set_close_response (self, "cancel");
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed), dialog, G_CONNECT_SWAPPED);
  changed (dialog);
  return dialog;
}

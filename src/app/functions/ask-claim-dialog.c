/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It only asks for a sentence. What is run is a query like any other, in a card of its own: there it is said what would have to
 * be shared, what it costs, and how it came about.
 */
#include "config.h"

#include "app/functions/ask-claim-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "blend/ask-blend-write.h"

/**
 * Claim:
 * @over: the widget that wanted it; weak
 * @from: the rows, as they stand behind FROM
 */
typedef struct
{
  GWeakRef over;
  char *from;
  GtkEditable *sentence;
} Claim;

static void
claim_free (gpointer data, GClosure *closure)
{
  Claim *self = data;

  g_weak_ref_clear (&self->over);
  g_free (self->from);
  g_free (self);
}

static void
responded (AdwMessageDialog *dialog, const char *response, Claim *self)
{
  /* Translators: whether a claim holds; they are values of a column. */
  const AskBlendVerdicts words = { _ ("true"), _ ("false"), _ ("not enough to tell") };
  g_autofree char *claim = g_strstrip (g_strdup (gtk_editable_get_text (self->sentence)));
  g_autofree char *sql = ask_blend_write_claim (self->from, claim, &words);
  g_autoptr (GtkWidget) over = g_weak_ref_get (&self->over);

  if (over != NULL && g_str_equal (response, "check") && *claim != '\0')
    gtk_widget_activate_action (over, "win.ask-sql", "(ss)", claim, sql);
}

static void
typed (GtkEditable *sentence, AdwMessageDialog *dialog)
{
  g_autofree char *claim = g_strstrip (g_strdup (gtk_editable_get_text (sentence)));

  adw_message_dialog_set_response_enabled (dialog, "check", *claim != '\0');
}

/**
 * ask_claim_dialog_present:
 * @over: in the window that the dialog belongs to, and that shows the verdict ("win.ask-sql")
 * @from: the rows, as they stand behind FROM, called "answer"
 *
 * Asks for a sentence, and has it checked.
 */
void
ask_claim_dialog_present (GtkWidget *over, const char *from)
{
  GtkRoot *root = gtk_widget_get_root (over);
  GtkWidget *dialog = adw_message_dialog_new (
    GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Check a Claim"),
    _ ("The model reads the rows of this answer, where they may leave, and says whether they bear the sentence out."));
  GtkWidget *sentence
    = g_object_new (GTK_TYPE_ENTRY, "placeholder-text", _ ("Most sales were in Lyon"), "activates-default", TRUE, NULL);
  Claim *self = g_new0 (Claim, 1);

  g_weak_ref_init (&self->over, over);
  self->from = g_strdup (from);
  self->sentence = GTK_EDITABLE (sentence);
  gtk_accessible_update_property (GTK_ACCESSIBLE (sentence), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Claim"), -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), sentence);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "check", _ ("C_heck"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "check", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "check");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (sentence, "changed", G_CALLBACK (typed), dialog, 0);
  typed (GTK_EDITABLE (sentence), ADW_MESSAGE_DIALOG (dialog));
  g_signal_connect_data (dialog, "response", G_CALLBACK (responded), self, claim_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (sentence);
}

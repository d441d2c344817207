/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a window does before it closes: edits of the schema are saved first, and a person is asked about what cannot be
 * saved and about drafts of verified questions.
 */
#include "config.h"

#include "app/ask-window-private.h"

#include <glib/gi18n.h>

#include "app/verified/ask-verified-view.h"

/** ask_window_stop_waiting: @self: a window: waits no longer for edits to be on disk. */
void
ask_window_stop_waiting (AskWindow *self)
{
  if (self->awaited != NULL)
    g_signal_handlers_disconnect_by_data (self->awaited, self);
  g_clear_object (&self->awaited);
}

static void
edits_saved (AskWindow *self)
{
  ask_window_stop_waiting (self);
  gtk_window_close (GTK_WINDOW (self));
}

static void
unsaved_answered (AdwMessageDialog *dialog, const char *response, AskWindow *self)
{
  g_clear_weak_pointer (&self->asking);
  self->drop_drafts = FALSE;
  if (!g_str_equal (response, "discard"))
    return;
  /* The dialog outlives the window by a moment, and must not ask for it then. */
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_destroy (GTK_WINDOW (self));
}

/* Asks on the page that it is about. */
static void
offer_to_keep (AskWindow *self, GtkWidget *dialog, const char *page)
{
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "keep", _ ("_Keep Open"), "discard",
                                    _ ("_Close Without Saving"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "keep");
  g_set_weak_pointer (&self->asking, dialog);
  ask_window_show_page (self, page);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
edits_failed (AskWindow *self, const char *message, gboolean conflict)
{
  GtkWidget *dialog;

  ask_window_stop_waiting (self);
  if (self->asking != NULL)
    return;
  dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Close without saving?"), NULL);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _ ("The last changes to the schema could not be saved, and are lost when the "
                                     "window closes. %s"),
                                  message);
  g_signal_connect_object (dialog, "response", G_CALLBACK (unsaved_answered), self, 0);
  offer_to_keep (self, dialog, "schema");
}

/* Returns: whether edits are not on disk yet: the window closes when they are, or asks */
static gboolean
wait_for_edits (AskWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "schema");
  AskSchemaSaver *saver = page != NULL ? ask_schema_view_get_saver (ASK_SCHEMA_VIEW (page)) : NULL;

  if (self->awaited != NULL)
    return TRUE;
  /* What is half typed counts: a field gives its text when it loses the focus. */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  if (saver == NULL || ask_schema_saver_is_idle (saver))
    return FALSE;
  self->awaited = g_object_ref (saver);
  g_signal_connect_object (saver, "saved", G_CALLBACK (edits_saved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (saver, "failed", G_CALLBACK (edits_failed), self, G_CONNECT_SWAPPED);
  ask_schema_saver_retry (saver);
  return TRUE;
}

static void
drafts_answered (AdwMessageDialog *dialog, const char *response, AskWindow *self)
{
  g_clear_weak_pointer (&self->asking);
  self->drop_drafts = g_str_equal (response, "discard");
  if (!self->drop_drafts)
    return;
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_close (GTK_WINDOW (self));
}

/* Returns: whether verified questions were edited and not saved, and a person is asked what to do */
static gboolean
ask_about_drafts (AskWindow *self)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, "verified");
  const char *question = NULL;
  guint n = page != NULL
              ? ask_verified_panel_count_drafts (ask_verified_view_get_panel (ASK_VERIFIED_VIEW (page)), &question)
              : 0;
  GtkWidget *dialog;

  if (n == 0 || self->drop_drafts)
    return FALSE;
  dialog = adw_message_dialog_new (GTK_WINDOW (self), _ ("Close without saving?"), NULL);
  if (n == 1 && *question != '\0')
    adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                    _ (
                                      "What you wrote of the verified question “%s” is not saved, and is lost when the "
                                      "window closes."),
                                    question);
  else
    adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                    ngettext ("What you wrote of %u verified question is not saved, and is lost when "
                                              "the window closes.",
                                              "What you wrote of %u verified questions is not saved, and is lost when "
                                              "the window closes.",
                                              n),
                                    n);
  g_signal_connect_object (dialog, "response", G_CALLBACK (drafts_answered), self, 0);
  offer_to_keep (self, dialog, "verified");
  return TRUE;
}

/** ask_window_wait_before_close: @self: a window that is to close. Returns: whether it has to stay: a person is asked, or
 * it closes by itself once the last edits are on disk */
gboolean
ask_window_wait_before_close (AskWindow *self)
{
  if (self->asking != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->asking));
      return TRUE;
    }
  return ask_about_drafts (self) || wait_for_edits (self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The boards are listed first; then the dialog opens, and what a person chose is done by a job. Whoever asked need not live
 * until then.
 */
#include "config.h"

#include "app/board/ask-pin-dialog.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/jobs/ask-jobs-board.h"
#include "base/ask-error.h"

/**
 * Pinning:
 * @over: the widget that wanted it; weak
 * @boards: (element-type AskBoardRecord): to choose from
 *
 * Held by whoever waits: a job, or the dialog.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GWeakRef over;
  AskSession *session;
  AskBoardPin *pin;
  GPtrArray *boards;
  GtkDropDown *choice;
  GtkWidget *name;
} Pinning;

static Pinning *
pinning_ref (Pinning *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
pinning_unref (Pinning *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_weak_ref_clear (&self->over);
  g_object_unref (self->session);
  ask_board_pin_free (self->pin);
  g_clear_pointer (&self->boards, g_ptr_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pinning, pinning_unref)

static void
pinned (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Pinning) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);
  g_autofree char *words = board != NULL ? g_strdup_printf (_ ("Pinned to “%s”"), board->name) : NULL;

  if (board != NULL)
    {
      ask_session_changed (self->session);
      ask_session_toast (self->session, words);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ask_session_toast (self->session, ask_error_get_words (error));
}

static void
chosen (AdwMessageDialog *dialog, const char *response, Pinning *self)
{
  guint at = gtk_drop_down_get_selected (self->choice);
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name))));
  gint64 id = at < self->boards->len ? ((AskBoardRecord *) self->boards->pdata[at])->id : 0;

  if (g_str_equal (response, "pin"))
    ask_job_start (ask_jobs_pin (id, *name != '\0' ? name : _ ("New Board"), self->pin), self->session,
                   ask_session_get_path (self->session), NULL, pinned, pinning_ref (self));
}

/* A name is for a new board. */
static void
selected (Pinning *self)
{
  gtk_widget_set_visible (self->name, gtk_drop_down_get_selected (self->choice) >= self->boards->len);
}

static void
dialog_gone (gpointer data, GClosure *closure)
{
  pinning_unref (data);
}

static GtkWidget *
new_choice (Pinning *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->boards->len; i++)
    gtk_string_list_append (names, ((AskBoardRecord *) self->boards->pdata[i])->name);
  gtk_string_list_append (names, _ ("A new board"));
  self->choice = GTK_DROP_DOWN (
    gtk_drop_down_new (G_LIST_MODEL (names), gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string")));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Board"), -1);
  self->name = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), _ ("Name of a new board"));
  gtk_entry_set_max_length (GTK_ENTRY (self->name), ASK_BOARD_MAX_NAME);
  gtk_entry_set_activates_default (GTK_ENTRY (self->name), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->name), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of a new board"),
                                  -1);
  /* The first board is only named. */
  gtk_widget_set_visible (GTK_WIDGET (self->choice), self->boards->len > 0);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->choice));
  gtk_box_append (GTK_BOX (box), self->name);
  return box;
}

static void
listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Pinning) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GtkWidget) over = g_weak_ref_get (&self->over);
  GtkRoot *root = over != NULL ? gtk_widget_get_root (over) : NULL;
  GtkWidget *dialog;

  self->boards = ask_job_finish (source, result, &error);
  if (self->boards == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        ask_session_toast (self->session, ask_error_get_words (error));
      return;
    }
  if (root == NULL)
    return;
  dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, _ ("Pin to a Board"), NULL);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), new_choice (self));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "pin", _ ("_Pin"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "pin", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "pin");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_swapped (self->choice, "notify::selected", G_CALLBACK (selected), self);
  selected (self);
  g_signal_connect_data (dialog, "response", G_CALLBACK (chosen), pinning_ref (self), dialog_gone, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * ask_pin_dialog_present:
 * @over: in the window that the dialog belongs to
 * @session: of the window; is told that something changed
 * @pin: copied
 *
 * Asks onto which board, and puts it there.
 */
void
ask_pin_dialog_present (GtkWidget *over, AskSession *session, const AskBoardPin *pin)
{
  Pinning *self = g_new0 (Pinning, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_weak_ref_init (&self->over, over);
  self->session = g_object_ref (session);
  self->pin = ask_board_pin_copy (pin);
  ask_job_start (ask_jobs_list_boards (), session, ask_session_get_path (session), NULL, listed, self);
}

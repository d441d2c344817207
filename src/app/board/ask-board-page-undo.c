/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Taking edits back, one after the other, and making them once more. A step back is a version of its own, so that others'
 * changes stay; which versions were steps back is known here, and only while the page lives: the next step back is that of
 * an edit, and not of the step before.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include <glib/gi18n.h>

#define UNDO_SECONDS 8

static void
show_steps (AskBoardPage *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "board.redo", self->undone->len > 0);
}

static void
add_versions (AskBoardPage *self, gint64 until)
{
  /* The first version is no change, and those that are not kept cannot be brought back. */
  gint64 from = MAX (MAX (self->newest + 1, 2), until - ASK_BOARD_MAX_VERSIONS + 2);

  for (gint64 version = from; version <= until; version++)
    g_array_append_val (self->done, version);
  self->newest = MAX (self->newest, until);
}

/** ask_board_page_note_version: @version: that the board has now: after a change, of this window or another one */
void
ask_board_page_note_version (AskBoardPage *self, gint64 version)
{
  if (version <= self->newest)
    return;
  add_versions (self, version);
  g_array_set_size (self->undone, 0);
  show_steps (self);
}

static void
stepped (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);
  gint64 version = self->stepping;

  self->stepping = 0;
  if (self->session == NULL)
    return;
  if (board == NULL)
    {
      g_array_append_val (self->redoing ? self->undone : self->done, version);
      self->steps_wanted = 0;
      ask_board_page_tell_error (self, error);
    }
  else if (board->version > self->newest)
    {
      add_versions (self, board->version - 1);
      self->newest = board->version;
      g_array_append_val (self->redoing ? self->done : self->undone, board->version);
    }
  show_steps (self);
  if (board != NULL)
    ask_board_page_reload (self);
  ask_board_page_step (self, 0);
}

/**
 * ask_board_page_step:
 * @by: how many changes are to be taken back; below 0, how many are to be made once more; 0 goes on with what is wanted
 *
 * What is still being saved is taken back when it is there.
 */
void
ask_board_page_step (AskBoardPage *self, int by)
{
  GArray *from;

  self->steps_wanted += by;
  if (self->session == NULL || self->open == NULL || self->sent != NULL || self->stepping != 0
      || self->steps_wanted == 0)
    return;
  self->redoing = self->steps_wanted < 0;
  from = self->redoing ? self->undone : self->done;
  if (from->len == 0)
    {
      if (!self->redoing)
        ask_board_page_tell (self, _ ("Nothing was changed since the board was made."));
      self->steps_wanted = 0;
      return;
    }
  self->steps_wanted += self->redoing ? 1 : -1;
  self->stepping = g_array_index (from, gint64, from->len - 1);
  g_array_set_size (from, from->len - 1);
  show_steps (self);
  ask_job_start (ask_jobs_undo_board (self->id, self->stepping), self, ask_session_get_path (self->session), NULL,
                 stepped, NULL);
}

static void
action_undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (!ASK_BOARD_PAGE (widget)->wall)
    ask_board_page_step (ASK_BOARD_PAGE (widget), 1);
}

static void
action_redo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  if (!ASK_BOARD_PAGE (widget)->wall)
    ask_board_page_step (ASK_BOARD_PAGE (widget), -1);
}

/* What the toast tells of, also where others saved since. */
static void
undo_told (AskBoardPage *self)
{
  for (guint i = 0; self->undo_version != 0 && i < self->done->len; i++)
    if (g_array_index (self->done, gint64, i) == self->undo_version)
      {
        g_array_remove_index (self->done, i);
        g_array_append_val (self->done, self->undo_version);
        break;
      }
  ask_board_page_step (self, 1);
}

/** ask_board_page_offer_undo: @words: what was just changed; a toast says so, and takes it back */
void
ask_board_page_offer_undo (AskBoardPage *self, const char *words)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);
  AdwToast *toast = adw_toast_new (escaped);

  g_set_weak_pointer (&self->undo_toast, toast);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_told), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/** ask_board_page_install_undo: @widget_class: of the page; gets the actions, and their keys */
void
ask_board_page_install_undo (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "board.undo", NULL, action_undo);
  gtk_widget_class_install_action (widget_class, "board.redo", NULL, action_redo);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "board.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "board.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, GDK_CONTROL_MASK, "board.redo", NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the boards through a job each time the page is shown. A board that is open is a page of its own on the same stack.
 */
#include "config.h"

#include "app/board/ask-boards-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "app/board/ask-board-page.h"
#include "app/jobs/ask-jobs-board.h"
#include "app/widgets/ask-chooser.h"
#include "app/widgets/ask-format.h"
#include "base/ask-error.h"

#define UNDO_SECONDS 8

struct _AskBoardsView
{
  GtkWidget parent_instance;
  AskSession *session;
  GCancellable *cancellable;
  GtkWidget *page; /* nullable: AskBoardPage */

  AdwToastOverlay *toasts;
  GtkStack *states;
  AdwStatusPage *failed;
  GtkListBox *list;
  GtkEntry *name;
};

G_DEFINE_FINAL_TYPE (AskBoardsView, ask_boards_view, GTK_TYPE_WIDGET)

static void list_boards (AskBoardsView *self);

static void
tell_error (AskBoardsView *self, const GError *error)
{
  g_autofree char *escaped = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  escaped = g_markup_escape_text (ask_error_get_words (error), -1);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

/* ---- removing */

static void
brought_back (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (source);
  g_autoptr (GError) error = NULL;

  if (ask_job_finish (source, result, &error) == NULL)
    tell_error (self, error);
  else if (self->session != NULL)
    list_boards (self);
}

static void
undo_removal (AskBoardsView *self, AdwToast *toast)
{
  gint64 *id = g_object_get_data (G_OBJECT (toast), "ask-board");

  if (self->session != NULL)
    ask_job_start (ask_jobs_remove_board (*id, FALSE), self, ask_session_get_path (self->session), NULL, brought_back,
                   NULL);
}

static void
removed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (source);
  g_autofree gint64 *id = data;
  g_autoptr (GError) error = NULL;
  AdwToast *toast;

  if (ask_job_finish (source, result, &error) == NULL)
    {
      tell_error (self, error);
      return;
    }
  if (self->session == NULL)
    return;
  toast = adw_toast_new (_ ("Board removed"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_object_set_data_full (G_OBJECT (toast), "ask-board", g_steal_pointer (&id), g_free);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_removal), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
  list_boards (self);
}

static void
action_remove (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (widget);
  gint64 id = g_variant_get_int64 (parameter);

  ask_job_start (ask_jobs_remove_board (id, TRUE), self, ask_session_get_path (self->session), NULL, removed,
                 g_memdup2 (&id, sizeof id));
}

/* ---- the list */

static GtkWidget *
new_row (const AskBoardRecord *record)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  g_autofree char *tiles = g_strdup_printf (ngettext ("%u tile", "%u tiles", record->n_tiles), record->n_tiles);
  g_autofree char *when = record->run_at != 0 ? ask_format_moment (record->run_at) : g_strdup (_ ("Not run yet"));
  g_autofree char *subtitle = g_strdup_printf (_ ("%s · %s"), tiles, when);
  g_autofree char *says = g_strdup_printf (_ ("Remove “%s”"), record->name);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), record->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "boards.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (remove), "x", record->id);
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_set_tooltip_text (remove, says);
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, says, -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), remove);
  g_object_set_data_full (G_OBJECT (row), "ask-board", g_memdup2 (&record->id, sizeof record->id), g_free);
  return row;
}

static void
listed (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) boards = ask_job_finish (source, result, &error);
  GtkListBoxRow *row;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  if (boards == NULL)
    {
      g_autofree char *words = g_markup_escape_text (ask_error_get_words (error), -1);

      adw_status_page_set_description (self->failed, words);
      if (self->page == NULL)
        gtk_stack_set_visible_child_name (self->states, "failed");
      return;
    }
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < boards->len; i++)
    gtk_list_box_append (self->list, new_row (boards->pdata[i]));
  gtk_widget_set_visible (GTK_WIDGET (self->list), boards->len > 0);
  if (self->page == NULL)
    gtk_stack_set_visible_child_name (self->states, boards->len > 0 ? "list" : "empty");
}

static void
list_boards (AskBoardsView *self)
{
  ask_job_start (ask_jobs_list_boards (), self, ask_session_get_path (self->session), self->cancellable, listed, NULL);
}

/* ---- one board */

static void
close_board (AskBoardsView *self)
{
  GtkWidget *page = g_steal_pointer (&self->page);

  gtk_stack_set_visible_child_name (self->states, "list");
  gtk_stack_remove (self->states, page);
  list_boards (self);
}

/**
 * ask_boards_view_open:
 * @id: of a board
 *
 * Shows a board.
 */
void
ask_boards_view_open (AskBoardsView *self, gint64 id)
{
  if (self->page != NULL && ask_board_page_get_id (ASK_BOARD_PAGE (self->page)) == id)
    {
      ask_board_page_reload (ASK_BOARD_PAGE (self->page));
      return;
    }
  if (self->page != NULL)
    gtk_stack_remove (self->states, self->page);
  self->page = ask_board_page_new (self->session, id, FALSE);
  g_signal_connect_object (self->page, "closed", G_CALLBACK (close_board), self, G_CONNECT_SWAPPED);
  gtk_stack_add_named (self->states, self->page, "board");
  gtk_stack_set_visible_child (self->states, self->page);
}

static void
row_activated (AskBoardsView *self, GtkListBoxRow *row)
{
  ask_boards_view_open (self, *(gint64 *) g_object_get_data (G_OBJECT (row), "ask-board"));
}

/* @name: as it was typed; what is typed since is another board's */
static void
made (GObject *source, GAsyncResult *result, gpointer name)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (source);
  g_autofree char *typed = name;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);

  if (board == NULL)
    tell_error (self, error);
  else if (self->session != NULL)
    {
      if (g_str_equal (gtk_editable_get_text (GTK_EDITABLE (self->name)), typed))
        gtk_editable_set_text (GTK_EDITABLE (self->name), "");
      ask_boards_view_open (self, board->id);
    }
}

static void
action_new (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (widget);
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->name));
  g_autofree char *name = g_strstrip (g_strdup (typed));
  g_autoptr (AskBoard) board = ask_board_new (*name != '\0' ? name : _ ("New Board"));

  ask_job_start (ask_jobs_save_board (board, _ ("Made")), self, ask_session_get_path (self->session), NULL, made,
                 g_strdup (typed));
}

/* ---- files */

static void
unread_answered (AskBoardsView *self, const char *response)
{
  if (g_str_equal (response, "choose") && self->session != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "boards.import", NULL);
}

/* What is wrong, where, and what to do are read, and not only seen for a moment. */
static void
show_unread (AskBoardsView *self, const GError *error)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                              _ ("This Board Cannot Be Opened"), ask_error_get_words (error));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"), "choose",
                                    _ ("Choose _Another File…"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "choose");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
  g_signal_connect_object (dialog, "response", G_CALLBACK (unread_answered), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
taken (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);

  if (self->session == NULL)
    return;
  if (board != NULL)
    ask_boards_view_open (self, board->id);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_unread (self, error);
}

/** ask_boards_view_import: @path: of an .askboard file; takes its board and opens it, or says why it cannot */
void
ask_boards_view_import (AskBoardsView *self, const char *path)
{
  g_return_if_fail (ASK_IS_BOARDS_VIEW (self) && path != NULL);
  ask_job_start (ask_jobs_import_board (path), self, ask_session_get_path (self->session), NULL, taken, NULL);
}

static void
file_chosen (GtkNativeDialog *dialog, int response, AskBoardsView *self)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (response == GTK_RESPONSE_ACCEPT && path != NULL && self->session != NULL)
    ask_boards_view_import (self, path);
}

static void
action_import (GtkWidget *widget, const char *action, GVariant *parameter)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_ ("Open a Board"), GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                   GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"), _ ("_Cancel"));

  g_signal_connect_object (chooser, "response", G_CALLBACK (file_chosen), widget, 0);
  ask_chooser_show (chooser, widget);
}

/* ---- the widget */

static void
ask_boards_view_map (GtkWidget *widget)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (widget);

  GTK_WIDGET_CLASS (ask_boards_view_parent_class)->map (widget);
  if (self->page != NULL)
    ask_board_page_reload (ASK_BOARD_PAGE (self->page));
  list_boards (self);
}

static void
session_changed (AskBoardsView *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    list_boards (self);
}

static void
ask_boards_view_dispose (GObject *object)
{
  AskBoardsView *self = ASK_BOARDS_VIEW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  self->page = NULL;
  if (self->toasts != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->toasts));
  self->toasts = NULL;
  G_OBJECT_CLASS (ask_boards_view_parent_class)->dispose (object);
}

static void
ask_boards_view_finalize (GObject *object)
{
  g_clear_object (&ASK_BOARDS_VIEW (object)->cancellable);
  G_OBJECT_CLASS (ask_boards_view_parent_class)->finalize (object);
}

static void
ask_boards_view_class_init (AskBoardsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ask_boards_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ask_boards_view_finalize;
  widget_class->map = ask_boards_view_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/com/example/AskData/ui/ask-boards-view.ui");
  gtk_widget_class_bind_template_child (widget_class, AskBoardsView, toasts);
  gtk_widget_class_bind_template_child (widget_class, AskBoardsView, states);
  gtk_widget_class_bind_template_child (widget_class, AskBoardsView, failed);
  gtk_widget_class_bind_template_child (widget_class, AskBoardsView, list);
  gtk_widget_class_bind_template_child (widget_class, AskBoardsView, name);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_install_action (widget_class, "boards.new", NULL, action_new);
  gtk_widget_class_install_action (widget_class, "boards.import", NULL, action_import);
  gtk_widget_class_install_action (widget_class, "boards.remove", "x", action_remove);
}

static void
ask_boards_view_init (AskBoardsView *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** ask_boards_view_new: @session: of the window; Returns: (transfer floating): the page of boards */
GtkWidget *
ask_boards_view_new (AskSession *session)
{
  AskBoardsView *self = g_object_new (ASK_TYPE_BOARDS_VIEW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

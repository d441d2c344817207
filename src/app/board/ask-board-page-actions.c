/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is done with a board as a whole: files, versions, a wall.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include <glib/gi18n.h>

#include "app/widgets/ask-chooser.h"
#include "app/widgets/ask-desk-window.h"
#include "base/ask-error.h"

/* Of a chooser: what is written, by its ending. */
/* ---- files */

static void
exported (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left_out = ask_job_finish (source, result, &error);

  if (self->session == NULL)
    return;
  if (left_out == NULL)
    ask_board_page_tell_error (self, error);
  else
    ask_board_page_tell (self, left_out->len > 0 ? left_out->pdata[0] : _ ("Board saved"));
}

static void
place_chosen (gpointer owner, const char *path)
{
  AskBoardPage *self = owner;

  if (self->session == NULL || self->open == NULL)
    return;
  if (path == NULL)
    ask_board_page_tell (self, ask_chooser_get_elsewhere ());
  else
    ask_job_start (ask_jobs_export_board (self->open->board, self->open->results, self->filters, path), self,
                   ask_session_get_path (self->session), NULL, exported, NULL);
}

static void
action_export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  g_autofree char *ending = g_strconcat (".", g_variant_get_string (parameter, NULL), NULL);
  g_autofree char *name = NULL;

  if (self->open == NULL)
    return;
  name = g_strdelimit (g_strdup (self->open->board->name), "/\\:", '-');
  ask_chooser_save (widget, _ ("Save the Board"), name, ending, place_chosen);
}

/* ---- versions */

static void
restored (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);

  if (self->session == NULL)
    return;
  if (board == NULL)
    ask_board_page_tell_error (self, error);
  else
    ask_board_page_reload (self);
}

static void
version_activated (AskBoardPage *self, AdwActionRow *row)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (row));
  gint64 version = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (row), "ask-version"));

  ask_job_start (ask_jobs_restore_board (self->id, version), self, ask_session_get_path (self->session), NULL, restored,
                 NULL);
  gtk_window_close (GTK_WINDOW (window));
}

static GtkWidget *
new_version_row (AskBoardPage *self, const AskBoardVersion *version, gboolean newest)
{
  GtkWidget *row = adw_action_row_new ();
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (version->saved_at / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);
  g_autofree char *when = g_date_time_format (local, "%x %H:%M");
  g_autofree char *subtitle
    = version->author != NULL ? g_strdup_printf (_ ("%s · %s"), when, version->author) : g_strdup (when);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), version->reason);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  if (!newest)
    {
      GtkWidget *icon = gtk_image_new_from_icon_name ("edit-undo-symbolic");

      adw_action_row_add_suffix (ADW_ACTION_ROW (row), icon);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_widget_set_tooltip_text (row, _ ("Bring this version back"));
      g_object_set_data (G_OBJECT (row), "ask-version", GINT_TO_POINTER ((int) version->version));
      g_signal_connect_object (row, "activated", G_CALLBACK (version_activated), self, G_CONNECT_SWAPPED);
    }
  return row;
}

static void
versions_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions = ask_job_finish (source, result, &error);
  GtkWidget *window, *page, *group;
  GtkRoot *root;

  if (self->session == NULL)
    return;
  if (versions == NULL)
    {
      ask_board_page_tell_error (self, error);
      return;
    }
  window = g_object_new (ASK_TYPE_DESK_WINDOW, "title", _ ("Versions"), "modal", TRUE, "default-width", 480,
                         "default-height", 560, NULL);
  page = adw_preferences_page_new ();
  group = adw_preferences_group_new ();
  for (guint i = 0; i < versions->len; i++)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), new_version_row (self, versions->pdata[i], i == 0));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  ask_desk_window_add (ASK_DESK_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  root = gtk_widget_get_root (GTK_WIDGET (self));
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (window));
}

static void
action_versions (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);

  ask_job_start (ask_jobs_list_board_versions (self->id), self, ask_session_get_path (self->session), self->cancellable,
                 versions_ready, NULL);
}

/* ---- a wall */

static gboolean
leave_wall (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return GDK_EVENT_STOP;
}

static void
action_wall (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  GtkWidget *window, *page;
  GtkEventController *keys;

  if (self->open == NULL || self->wall)
    return;
  /* With the values that are set now. */
  page = ask_board_page_new (self->session, self->id, TRUE);
  ASK_BOARD_PAGE (page)->preset = ask_board_copy (self->open->board);
  window = g_object_new (ADW_TYPE_WINDOW, "title", self->open->board->name, "default-width", 1280, "default-height",
                         800, "content", page, NULL);
  keys = gtk_shortcut_controller_new ();
  for (guint i = 0; i < 2; i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (i == 0 ? GDK_KEY_Escape : GDK_KEY_F11, 0),
                        gtk_callback_action_new (leave_wall, NULL, NULL)));
  gtk_widget_add_controller (window, keys);
  gtk_window_fullscreen (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
}

/** ask_board_page_install_actions: the table of what is done with a board as a whole */
void
ask_board_page_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "board.export", "s", action_export);
  gtk_widget_class_install_action (widget_class, "board.versions", NULL, action_versions);
  gtk_widget_class_install_action (widget_class, "board.wall", NULL, action_wall);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F11, 0, "board.wall", NULL);
}

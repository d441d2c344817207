/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits: each is made in memory, shown, and saved as a version. While one is being saved the next ones wait and are saved
 * together. Where somebody else saved meanwhile, the board has both from then on.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"

#define UNDO_SECONDS 8

/* ---- saving */

static void start_saving (AskBoardPage *self, const char *reason);
static void undo (AskBoardPage *self, gint64 version);

/* What was edited meanwhile stands on what was saved, and on what others did. */
static void
saved (GObject *source, GAsyncResult *result, gpointer data)
{
  AskBoardPage *self = ASK_BOARD_PAGE (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskBoard) board = ask_job_finish (source, result, &error);
  g_autoptr (AskBoard) sent = g_steal_pointer (&self->sent);
  g_autofree char *again = g_steal_pointer (&self->dirty);

  if (self->session == NULL || self->open == NULL)
    return;
  if (board == NULL || !ask_board_rebase (self->open->board, sent, board, &error))
    {
      self->undo_wanted = FALSE;
      ask_board_page_tell_error (self, error);
      ask_board_page_reload (self);
      return;
    }
  if (again != NULL)
    {
      start_saving (self, again);
      return;
    }
  self->undo_version = board->version;
  ask_board_page_show (self);
  /* What the tiles of others gave is not here yet. */
  if (board->version > sent->version + 1)
    ask_board_page_look_again (self);
  if (self->undo_wanted)
    undo (self, board->version);
}

static void
start_saving (AskBoardPage *self, const char *reason)
{
  self->sent = ask_board_copy (self->open->board);
  ask_job_start (ask_jobs_save_board (self->sent, reason), self, ask_session_get_path (self->session), NULL, saved,
                 NULL);
}

/** ask_board_page_save: @reason: what changed, in words. Shows the board, and saves it */
void
ask_board_page_save (AskBoardPage *self, const char *reason)
{
  /* From here on Undo would take back this change. */
  if (self->undo_toast != NULL)
    adw_toast_dismiss (self->undo_toast);
  g_clear_weak_pointer (&self->undo_toast);
  self->undo_version = 0;
  ask_board_page_show (self);
  /* What is being read does not have this change. */
  if (self->looking != NULL && self->reloading)
    ask_board_page_look_again (self);
  if (self->sent != NULL)
    ask_text_set (&self->dirty, reason);
  else
    start_saving (self, reason);
}

/** ask_board_page_placed: puts a tile where a person put it */
void
ask_board_page_placed (AskBoardPage *self, const char *id, int x, int y, int width, int height)
{
  if (self->open != NULL && ask_board_place_tile (self->open->board, id, (AskTileBox) { x, y, width, height }))
    ask_board_page_save (self, _ ("Moved tiles"));
}

/* ---- taking back */

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

/* What is still being saved is taken back when it is there. */
static void
undo (AskBoardPage *self, gint64 version)
{
  self->undo_wanted = self->sent != NULL;
  if (self->session == NULL || self->sent != NULL || version <= 0)
    return;
  if (version == 1)
    ask_board_page_tell (self, _ ("Nothing was changed since the board was made."));
  else
    ask_job_start (ask_jobs_undo_board (self->id, version), self, ask_session_get_path (self->session), NULL, restored,
                   NULL);
}

static void
action_undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);

  if (self->open != NULL)
    undo (self, self->open->board->version);
}

static void
undo_removal (AskBoardPage *self)
{
  undo (self, self->undo_version);
}

static void
offer_undo (AskBoardPage *self, const char *words)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);
  AdwToast *toast = adw_toast_new (escaped);

  g_set_weak_pointer (&self->undo_toast, toast);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  adw_toast_set_timeout (toast, UNDO_SECONDS);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_removal), self, G_CONNECT_SWAPPED);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* ---- words that are typed */

/**
 * Typing:
 * @page: weak
 * @tile: (nullable): the id of the tile whose words they are; %NULL for the name of the board
 */
typedef struct
{
  GWeakRef page;
  char *tile;
  GtkWidget *entry;
} Typing;

static void
typing_free (gpointer data, GClosure *closure)
{
  Typing *self = data;

  g_weak_ref_clear (&self->page);
  g_free (self->tile);
  g_free (self);
}

static char *
dup_typed (Typing *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start, end;

  if (GTK_IS_EDITABLE (self->entry))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->entry));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static void
typed (AdwMessageDialog *dialog, const char *response, Typing *typing)
{
  g_autoptr (AskBoardPage) self = g_weak_ref_get (&typing->page);
  g_autofree char *text = dup_typed (typing);
  AskTile *tile;

  if (self == NULL || self->open == NULL || !g_str_equal (response, "save"))
    return;
  if (typing->tile == NULL)
    {
      g_strstrip (text);
      if (*text == '\0' || g_str_equal (text, self->open->board->name))
        return;
      ask_board_set_name (self->open->board, text);
      ask_board_page_save (self, _ ("Renamed the board"));
      return;
    }
  if ((tile = ask_board_find_tile (self->open->board, typing->tile)) == NULL)
    return;
  if (tile->kind == ASK_TILE_ANSWER)
    ask_tile_set_title (tile, text);
  else
    ask_tile_set_text (tile, text);
  ask_board_page_save (self, _ ("Changed the words of a tile"));
}

static GtkWidget *
new_text_view (const char *text)
{
  GtkWidget *view = gtk_text_view_new ();

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
  gtk_widget_set_size_request (view, 320, 120);
  gtk_widget_add_css_class (view, "card");
  return view;
}

static void
type (AskBoardPage *self, const AskTile *tile, const char *heading, const char *text)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, heading, NULL);
  Typing *typing = g_new0 (Typing, 1);

  g_weak_ref_init (&typing->page, self);
  typing->tile = tile != NULL ? g_strdup (tile->id) : NULL;
  typing->entry = tile != NULL && tile->kind == ASK_TILE_TEXT ? new_text_view (text) : gtk_entry_new ();
  if (GTK_IS_EDITABLE (typing->entry))
    {
      gtk_editable_set_text (GTK_EDITABLE (typing->entry), text);
      gtk_entry_set_activates_default (GTK_ENTRY (typing->entry), TRUE);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (typing->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, heading, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), typing->entry);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (typed), typing, typing_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
action_rename (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);

  if (self->open != NULL)
    type (self, NULL, _ ("Name of the Board"), self->open->board->name);
}

static void
edit_words (AskBoardPage *self, const AskTile *tile)
{
  const char *text = tile->kind == ASK_TILE_ANSWER ? tile->title : tile->text;
  g_autofree char *name = ask_tile_get_name (tile);

  if (tile->kind == ASK_TILE_ANSWER)
    type (self, tile, _ ("Title of the Tile"), text != NULL ? text : name);
  else
    type (self, tile, _ ("Words of the Tile"), text != NULL ? text : "");
}

/* ---- tiles */

static void
remove_tile (AskBoardPage *self, const char *id)
{
  AskTile *tile = ask_board_find_tile (self->open->board, id);
  g_autofree char *name = tile != NULL ? ask_tile_get_name (tile) : NULL;
  g_autofree char *words = name != NULL ? g_strdup_printf (_ ("Removed “%s”"), name) : NULL;

  if (name == NULL)
    return;
  ask_board_remove_tile (self->open->board, id);
  ask_board_page_save (self, words);
  offer_undo (self, words);
}

static void
action_tile (GtkWidget *widget, const char *action, GVariant *parameter)
{
  static const char *const views[] = { "chart", "table", "value" };
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  const char *verb, *id;
  AskTile *tile;

  g_variant_get (parameter, "(&s&s)", &verb, &id);
  tile = self->open != NULL ? ask_board_find_tile (self->open->board, id) : NULL;
  if (tile == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    if (g_str_equal (verb, views[i]))
      {
        tile->view = (AskTileView) i;
        ask_board_page_save (self, _ ("Showed a tile in another way"));
        ask_board_page_look_again (self);
        return;
      }
  if (g_str_equal (verb, "refresh"))
    ask_board_page_refresh (self, id);
  else if (g_str_equal (verb, "edit"))
    edit_words (self, tile);
  else if (g_str_equal (verb, "remove"))
    remove_tile (self, id);
}

static void
action_add (GtkWidget *widget, const char *action, GVariant *parameter)
{
  static const char *const kinds[] = { "answer", "text", "heading", "separator" };
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  const char *word = g_variant_get_string (parameter, NULL);
  g_autoptr (GError) error = NULL;
  AskTile *tile = NULL;

  for (guint i = 1; i < G_N_ELEMENTS (kinds) && self->open != NULL; i++)
    if (g_str_equal (word, kinds[i]))
      tile = ask_board_add_tile (self->open->board, (AskTileKind) i, &error);
  if (tile == NULL)
    {
      if (error != NULL)
        ask_board_page_tell_error (self, error);
      return;
    }
  if (tile->kind != ASK_TILE_SEPARATOR)
    ask_tile_set_text (tile, tile->kind == ASK_TILE_HEADING ? _ ("Heading") : _ ("Text"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->edit), TRUE);
  ask_board_page_save (self, _ ("Added a tile"));
  if (tile->kind != ASK_TILE_SEPARATOR)
    edit_words (self, tile);
}

static void
action_close_gaps (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);

  if (self->open == NULL)
    return;
  ask_board_close_gaps (self->open->board);
  ask_board_page_save (self, _ ("Closed gaps"));
}

static void
action_policy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  const char *word = g_variant_get_string (parameter, NULL);
  AskBoard *board = self->open != NULL ? self->open->board : NULL;

  if (board == NULL)
    return;
  /* Otherwise so many minutes. */
  board->every = (guint) MIN (g_ascii_strtoull (word, NULL, 10), ASK_BOARD_MAX_EVERY);
  board->policy = board->every > 0               ? ASK_REFRESH_EVERY
                  : g_str_equal (word, "opened") ? ASK_REFRESH_WHEN_OPENED
                                                 : ASK_REFRESH_BY_HAND;
  ask_board_page_save (self, _ ("Changed when it refreshes"));
}

/** ask_board_page_install_edits: the table of edits */
void
ask_board_page_install_edits (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "board.tile", "(ss)", action_tile);
  gtk_widget_class_install_action (widget_class, "board.add", "s", action_add);
  gtk_widget_class_install_action (widget_class, "board.close-gaps", NULL, action_close_gaps);
  gtk_widget_class_install_action (widget_class, "board.policy", "s", action_policy);
  gtk_widget_class_install_action (widget_class, "board.rename", NULL, action_rename);
  gtk_widget_class_install_action (widget_class, "board.undo", NULL, action_undo);
}

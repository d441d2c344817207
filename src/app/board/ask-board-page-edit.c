/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edits: each is made in memory, shown, and saved as a version. While one is being saved the next ones wait and are saved
 * together. Where somebody else saved meanwhile, the board has both from then on.
 */
#include "config.h"

#include "app/board/ask-board-page-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "app/board/ask-tile-settings.h"
#include "base/ask-error.h"
#include "base/ask-text.h"

/* ---- saving */

static void start_saving (AskBoardPage *self, const char *reason);

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
      self->steps_wanted = 0;
      ask_board_page_tell_error (self, error);
      ask_board_page_reload (self);
      return;
    }
  ask_board_page_note_version (self, board->version);
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
  ask_board_page_step (self, 0);
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

/* ---- words that are typed */

/**
 * Typing:
 * @page: weak
 * @tile: (nullable): the id of the tile whose words they are; %NULL for the name of the board
 * @entry: an entry or a text view; a spin button for the minutes between two refreshes
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

  if (GTK_IS_SPIN_BUTTON (self->entry))
    {
      /* What was typed counts without a press of Enter. */
      gtk_spin_button_update (GTK_SPIN_BUTTON (self->entry));
      return g_strdup_printf ("%d", gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->entry)));
    }

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
  if (GTK_IS_SPIN_BUTTON (typing->entry))
    {
      ask_board_page_set_policy (self, text);
      return;
    }
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

static GtkWidget *
new_entry (const char *text)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  return entry;
}

/* @entry: floating; where it is typed */
static void
type (AskBoardPage *self, const AskTile *tile, const char *heading, GtkWidget *entry)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *dialog = adw_message_dialog_new (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, heading, NULL);
  Typing *typing = g_new0 (Typing, 1);

  g_weak_ref_init (&typing->page, self);
  typing->tile = tile != NULL ? g_strdup (tile->id) : NULL;
  typing->entry = entry;
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
    type (self, NULL, _ ("Name of the Board"), new_entry (self->open->board->name));
}

static void
action_interval (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  GtkWidget *minutes;

  if (self->open == NULL)
    return;
  minutes = gtk_spin_button_new_with_range (1, ASK_BOARD_MAX_EVERY, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (minutes), MAX (self->open->board->every, 1));
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (minutes), TRUE);
  type (self, NULL, _ ("Minutes Between Two Refreshes"), minutes);
}

static void
edit_words (AskBoardPage *self, const AskTile *tile)
{
  const char *text = tile->kind == ASK_TILE_ANSWER ? tile->title : tile->text;
  g_autofree char *name = ask_tile_get_name (tile);

  if (tile->kind == ASK_TILE_ANSWER)
    type (self, tile, _ ("Title of the Tile"), new_entry (text != NULL ? text : name));
  else
    type (self, tile, _ ("Words of the Tile"),
          tile->kind == ASK_TILE_TEXT ? new_text_view (text != NULL ? text : "")
                                      : new_entry (text != NULL ? text : ""));
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
  ask_board_page_offer_undo (self, words);
}

static void
settings_kept (AskBoardPage *self, AskTileSettings *settings)
{
  AskTile *tile
    = self->open != NULL ? ask_board_find_tile (self->open->board, ask_tile_settings_get_id (settings)) : NULL;
  guint minutes = ask_tile_settings_get_minutes (settings);
  g_autofree char *id = NULL;
  g_autofree char *policy = NULL;
  gboolean was_running = self->running != NULL;
  AskTileChange change;

  if (tile == NULL)
    return;
  id = g_strdup (tile->id);
  change = ask_tile_settings_apply (settings, tile);
  if (change != ASK_TILE_CHANGED_NOT)
    ask_board_page_save (self, _ ("Changed the settings of a tile"));
  if (minutes > 0 || self->open->board->policy == ASK_REFRESH_EVERY)
    {
      policy = minutes > 0 ? g_strdup_printf ("%u", minutes) : g_strdup ("hand");
      ask_board_page_set_policy (self, policy);
    }
  /* What runs is the query of before. */
  if (change == ASK_TILE_CHANGED_QUERY && was_running)
    ask_board_page_run_anew (self);
  else if (change != ASK_TILE_CHANGED_NOT)
    ask_board_page_look_again (self);
  self->look_wanted = change != ASK_TILE_CHANGED_NOT && self->running != NULL;
  if (change == ASK_TILE_CHANGED_QUERY && !was_running)
    ask_board_page_refresh (self, id);
}

static void
open_settings (AskBoardPage *self, const AskTile *tile)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  const AskTileResult *result = ask_results_find (self->open->results, tile->id);
  GtkWidget *settings
    = ask_tile_settings_new (self->session, self->open->board, tile, result != NULL ? result->kept->rows : NULL);

  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (settings), GTK_WINDOW (root));
  g_signal_connect_object (settings, "kept", G_CALLBACK (settings_kept), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (settings));
}

static void
action_settings (GtkWidget *widget, const char *action, GVariant *parameter)
{
  AskBoardPage *self = ASK_BOARD_PAGE (widget);
  const char *id = g_variant_get_string (parameter, NULL);
  const AskTile *tile = self->open != NULL ? ask_board_find_tile (self->open->board, id) : NULL;

  if (tile != NULL && tile->kind == ASK_TILE_ANSWER)
    open_settings (self, tile);
}

/* All that a card of an answer has: its chart to be worked with, its steps, its exports. It runs with what is set and clicked. */
static void
open_answer (AskBoardPage *self, const AskTile *tile)
{
  const AskTileResult *result = ask_results_find (self->open->results, tile->id);
  const char *sql = result != NULL && result->kept->sql != NULL ? result->kept->sql : tile->sql;
  g_autofree char *name = ask_tile_get_name (tile);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.ask-sql", "(ss)", tile->question != NULL ? tile->question : name,
                              sql);
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
  /* A wall is looked at. */
  if (tile == NULL || (self->wall && !g_str_equal (verb, "refresh")))
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
  else if (g_str_equal (verb, "open") && tile->kind == ASK_TILE_ANSWER)
    open_answer (self, tile);
  else if (g_str_equal (verb, "ask"))
    ask_board_page_ask (self, id);
  else if (g_str_equal (verb, "settings") && tile->kind == ASK_TILE_ANSWER)
    open_settings (self, tile);
  else if (g_str_equal (verb, "edit") || g_str_equal (verb, "settings"))
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

/** ask_board_page_dup_policy: Returns: (transfer full): "hand", "opened", or after how many minutes the board refreshes */
char *
ask_board_page_dup_policy (AskBoardPage *self)
{
  const AskBoard *board = self->open != NULL ? self->open->board : NULL;

  if (board == NULL || board->policy == ASK_REFRESH_BY_HAND)
    return g_strdup ("hand");
  return board->policy == ASK_REFRESH_WHEN_OPENED ? g_strdup ("opened") : g_strdup_printf ("%u", board->every);
}

/** ask_board_page_set_policy: @word: (nullable): as of ask_board_page_dup_policy(); saved where it is another one */
void
ask_board_page_set_policy (AskBoardPage *self, const char *word)
{
  g_autofree char *was = ask_board_page_dup_policy (self);
  AskBoard *board = self->open != NULL ? self->open->board : NULL;

  if (board == NULL || word == NULL || g_str_equal (was, word))
    return;
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
  gtk_widget_class_install_action (widget_class, "board.tile-settings", "s", action_settings);
  gtk_widget_class_install_action (widget_class, "board.add", "s", action_add);
  gtk_widget_class_install_action (widget_class, "board.close-gaps", NULL, action_close_gaps);
  gtk_widget_class_install_property_action (widget_class, "board.policy", "policy");
  gtk_widget_class_install_action (widget_class, "board.interval", NULL, action_interval);
  gtk_widget_class_install_action (widget_class, "board.rename", NULL, action_rename);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards in the workspace.
 */
#include "config.h"

#include "base/ask-error.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/**
 * ask_board_load:
 * @workspace: where it is
 * @id: its number there
 * @version: which of its versions; 0 for the newest
 * @error: as of ask_workspace_load_board() and ask_board_from_json()
 *
 * Returns: (transfer full): the board
 */
AskBoard *
ask_board_load (AskWorkspace *workspace, gint64 id, gint64 version, GError **error)
{
  g_autoptr (JsonNode) document = ask_workspace_load_board (workspace, id, &version, error);
  AskBoard *self = document != NULL ? ask_board_from_json (document, error) : NULL;

  if (self == NULL)
    return NULL;
  self->id = id;
  self->version = version;
  return self;
}

/* Takes over what is newest, where somebody else saved in the meantime. */
static gboolean
take (AskBoard *self, JsonNode *joined, GError **error)
{
  g_autoptr (AskBoard) now = ask_board_from_json (joined, error);

  if (now == NULL)
    return FALSE;
  ask_board_set_name (self, now->name);
  self->policy = now->policy;
  self->every = now->every;
  self->deadline_s = now->deadline_s;
  g_ptr_array_unref (self->tiles);
  self->tiles = g_steal_pointer (&now->tiles);
  now->tiles = g_ptr_array_new ();
  g_ptr_array_unref (self->parameters);
  self->parameters = g_steal_pointer (&now->parameters);
  now->parameters = g_ptr_array_new ();
  return TRUE;
}

/**
 * ask_board_save:
 * @workspace: where it is, or is to be
 * @reason: what changed, in words: "Pinned “Late shipments”"
 * @error: as of ask_workspace_add_board() and ask_workspace_save_board(): %ASK_STORE_ERROR_CONFLICT where somebody else
 *   changed the same meanwhile, %ASK_STORE_ERROR_EXISTS where another board has the name
 *
 * Saves a version. Where somebody else saved meanwhile, this board has their changes, too, from here on: tiles that were
 * found before the call are gone.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_board_save (AskBoard *self, AskWorkspace *workspace, const char *reason, GError **error)
{
  g_autoptr (JsonNode) document = ask_board_to_json (self);
  g_autoptr (JsonNode) joined = NULL;

  if (self->id == 0)
    {
      self->id = ask_workspace_add_board (workspace, document, reason, error);
      self->version = self->id != 0 ? 1 : 0;
      return self->id != 0;
    }
  return ask_workspace_save_board (workspace, &(AskBoardSave) { self->id, document, reason }, &self->version, &joined,
                                   error)
         && (joined == NULL || take (self, joined, error));
}

/**
 * ask_board_rebase:
 * @self: edited since @sent was copied from it
 * @sent: as it was given to be saved
 * @saved: what was saved: @sent, and what others did meanwhile
 * @error: %ASK_STORE_ERROR_CONFLICT where somebody else changed what was edited since
 *
 * Gives @self what others did, beside its own edits, and the version of @saved: tiles that were found before are gone.
 *
 * Returns: whether it has both
 */
gboolean
ask_board_rebase (AskBoard *self, const AskBoard *sent, const AskBoard *saved, GError **error)
{
  g_autoptr (JsonNode) base = ask_board_to_json (sent);
  g_autoptr (JsonNode) theirs = ask_board_to_json (saved);
  g_autoptr (JsonNode) ours = ask_board_to_json (self);
  g_autoptr (JsonNode) joined = ask_board_join (base, theirs, ours, error);

  if (joined == NULL || !take (self, joined, error))
    return FALSE;
  self->id = saved->id;
  self->version = saved->version;
  return TRUE;
}

/** ask_board_pin_copy: Returns: (transfer full): the same once more, which owns what it names */
AskBoardPin *
ask_board_pin_copy (const AskBoardPin *from)
{
  AskBoardPin *self = g_new0 (AskBoardPin, 1);

  self->title = g_strdup (from->title);
  self->question = g_strdup (from->question);
  self->sql = g_strdup (from->sql);
  self->look = from->look != NULL ? json_node_copy (from->look) : NULL;
  self->view = from->view;
  self->rows = from->rows != NULL ? ask_rows_ref (from->rows) : NULL;
  self->run_at = from->run_at;
  return self;
}

/** ask_board_pin_free: @self: (nullable) (transfer full): of ask_board_pin_copy() */
void
ask_board_pin_free (AskBoardPin *self)
{
  if (self == NULL)
    return;
  g_free ((char *) self->title);
  g_free ((char *) self->question);
  g_free ((char *) self->sql);
  g_clear_pointer (&self->look, json_node_unref);
  g_clear_pointer (&self->rows, ask_rows_unref);
  g_free (self);
}

static gboolean
keep_rows (const AskBoard *self, AskWorkspace *workspace, const AskTile *tile, const AskBoardPin *pin, GError **error)
{
  g_autoptr (AskBoardResult) result = ask_board_result_new (tile->id, tile->sql);

  /* More than a refresh would show is not shown before one either. */
  if (pin->rows == NULL || ask_rows_get_n_rows (pin->rows) > ASK_BOARD_MAX_ROWS_SHOWN)
    return TRUE;
  result->rows = ask_rows_ref (pin->rows);
  result->run_at = pin->run_at;
  return ask_workspace_keep_board_result (workspace, self->id, result, NULL, error);
}

/**
 * ask_board_pin:
 * @workspace: where the board is, or is to be
 * @pin: what goes onto it
 * @error: %ASK_BOARD_ERROR_LIMIT; as of ask_board_save()
 *
 * Adds an answer at the first free place, and saves.
 *
 * Returns: (transfer none): its tile, which shows the rows that it was pinned with; %NULL where nothing was saved
 */
AskTile *
ask_board_pin (AskBoard *self, AskWorkspace *workspace, const AskBoardPin *pin, GError **error)
{
  AskTile *tile = ask_board_add_tile (self, ASK_TILE_ANSWER, error);
  g_autofree char *id = tile != NULL ? g_strdup (tile->id) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *reason = NULL;

  if (tile == NULL)
    return NULL;
  ask_tile_set_sql (tile, pin->sql);
  ask_tile_set_title (tile, pin->title);
  ask_tile_set_question (tile, pin->question);
  ask_tile_set_look (tile, pin->look);
  tile->view = pin->view;
  /* One figure needs less room than a chart. */
  if (pin->view == ASK_VIEW_VALUE)
    ask_board_place_tile (self, id, (AskTileBox) { tile->box.x, tile->box.y, 3, 3 });
  name = ask_tile_get_name (tile);
  /* Translators: why a version of a board was saved; a tile. */
  reason = g_strdup_printf (_ ("Pinned “%s”"), name);
  if (!ask_board_save (self, workspace, reason, error))
    {
      ask_board_remove_tile (self, id);
      return NULL;
    }
  tile = ask_board_find_tile (self, id);
  return keep_rows (self, workspace, tile, pin, error) ? tile : NULL;
}

/**
 * ask_board_restore:
 * @workspace: where it is
 * @version: one of its versions
 * @error: as of ask_board_load() and ask_board_save()
 *
 * Makes an earlier version the newest one, as a version of its own: what came between stays.
 *
 * Returns: whether it is on disk
 */
gboolean
ask_board_restore (AskBoard *self, AskWorkspace *workspace, gint64 version, GError **error)
{
  g_autoptr (JsonNode) document = ask_workspace_load_board (workspace, self->id, &version, error);
  g_autoptr (JsonNode) joined = NULL;
  /* Translators: why a version of a board was saved; a version's number. */
  g_autofree char *reason = g_strdup_printf (_ ("Brought back version %lld"), (long long) version);

  return document != NULL
         && ask_workspace_save_board (workspace, &(AskBoardSave) { self->id, document, reason }, &self->version,
                                      &joined, error)
         && take (self, joined != NULL ? joined : document, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is in the documents of boards, as far as this room reads it: the tiles with SQL, and what they are called after a
 * rename in the schema.
 */
#include "config.h"

#include "store/ask-board-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "schema/edit/ask-schema-edit.h"

/** ask_board_tile_free: @self: (nullable) (transfer full): a tile */
void
ask_board_tile_free (AskBoardTile *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->sql);
  g_free (self);
}

static void
add_tiles (GPtrArray *tiles, const AskBoardRecord *record, JsonNode *document)
{
  JsonArray *list
    = JSON_NODE_HOLDS_OBJECT (document) ? ask_json_get_array (json_node_get_object (document), "tiles") : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *object = ask_json_element_object (list, i);
      const char *sql = object != NULL ? ask_json_get_string (object, "sql") : NULL;
      const char *title = object != NULL ? ask_json_get_string (object, "title") : NULL;
      AskBoardTile *tile;

      if (sql == NULL)
        continue;
      tile = g_new0 (AskBoardTile, 1);
      tile->board = record->id;
      tile->sql = g_strdup (sql);
      tile->name = g_strdup_printf ("%s: %s", record->name, title != NULL ? title : "");
      g_ptr_array_add (tiles, tile);
    }
}

/**
 * ask_workspace_list_board_tiles:
 * @error: %ASK_STORE_ERROR_OPEN; ASK_JSON_ERROR where the file is damaged
 *
 * Returns: (transfer container) (element-type AskBoardTile): tiles with SQL, of all boards
 */
GPtrArray *
ask_workspace_list_board_tiles (AskWorkspace *self, GError **error)
{
  g_autoptr (GPtrArray) boards = NULL;
  g_autoptr (GPtrArray) tiles = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if ((boards = ask_workspace_list_boards (self, error)) == NULL)
    return NULL;
  tiles = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_tile_free);
  for (guint i = 0; i < boards->len; i++)
    {
      const AskBoardRecord *record = boards->pdata[i];
      g_autoptr (JsonNode) document = ask_workspace_read_board_document (self, record->id, record->version, error);

      if (document == NULL)
        return NULL;
      add_tiles (tiles, record, document);
    }
  return g_steal_pointer (&tiles);
}

/* ---- renames */

/* The places of a parameter by the names of @after; @changed: set where one of them has another one */
static void
rename_place (AskSchema *before, AskSchema *after, JsonObject *place, gboolean *changed)
{
  const char *name = ask_json_get_string (place, "entity");
  const char *attribute = ask_json_get_string (place, "attribute");
  const AskEntity *old = name != NULL ? ask_schema_find_entity (before, name) : NULL;
  const AskEntity *new = old != NULL ? ask_schema_find_id (after, old->id) : NULL;
  const AskAttribute *was = new != NULL &&attribute != NULL ? ask_entity_find_attribute (old, attribute) : NULL;
  const AskAttribute *is = was != NULL && was->column != NULL ? ask_entity_find_column (new, was->column) : NULL;

  if (new == NULL || is == NULL || (strcmp (new->name, name) == 0 && strcmp (is->name, attribute) == 0))
    return;
  json_object_set_string_member (place, "entity", new->name);
  json_object_set_string_member (place, "attribute", is->name);
  *changed = TRUE;
}

static void
rename_parameters (AskSchema *before, AskSchema *after, JsonObject *document, gboolean *changed)
{
  JsonArray *parameters = ask_json_get_array (document, "parameters");

  for (guint i = 0; parameters != NULL && i < json_array_get_length (parameters); i++)
    {
      JsonObject *parameter = ask_json_element_object (parameters, i);
      JsonArray *places = parameter != NULL ? ask_json_get_array (parameter, "places") : NULL;

      for (guint p = 0; places != NULL && p < json_array_get_length (places); p++)
        if (ask_json_element_object (places, p) != NULL)
          rename_place (before, after, ask_json_element_object (places, p), changed);
    }
}

/**
 * ask_board_rename_document:
 *
 * Returns: whether anything in @document, which is changed in place, has another name in @after
 */
gboolean
ask_board_rename_document (JsonObject *document, AskSchema *before, AskSchema *after)
{
  JsonArray *tiles = ask_json_get_array (document, "tiles");
  gboolean changed = FALSE;

  for (guint i = 0; tiles != NULL && i < json_array_get_length (tiles); i++)
    {
      JsonObject *tile = ask_json_element_object (tiles, i);
      const char *old = tile != NULL ? ask_json_get_string (tile, "sql") : NULL;
      /* One that cannot follow did not fit before either, or says so in the check. */
      g_autofree char *sql = old != NULL ? ask_schema_rename_in_sql (before, after, old, NULL) : NULL;

      if (sql == NULL || strcmp (sql, old) == 0)
        continue;
      json_object_set_string_member (tile, "sql", sql);
      changed = TRUE;
    }
  rename_parameters (before, after, document, &changed);
  return changed;
}

/*
 * ask_workspace_rename_boards:
 *
 * Inside the caller's transaction: tiles and parameters get the new names, as a version of their board, and so do the
 * queries that kept results belong to.
 */
gboolean
ask_workspace_rename_boards (AskWorkspace *self, AskSchema *before, AskSchema *after, GError **error)
{
  g_autoptr (GPtrArray) boards = ask_workspace_list_boards (self, error);

  if (boards == NULL)
    return FALSE;
  for (guint i = 0; i < boards->len; i++)
    {
      const AskBoardRecord *record = boards->pdata[i];
      g_autoptr (JsonNode) kept = ask_workspace_read_board_document (self, record->id, record->version, error);
      g_autoptr (JsonNode) document = NULL;
      g_autofree char *text = NULL;

      if (kept == NULL)
        return FALSE;
      /* What was read is sealed. */
      document = ask_board_copy_document (kept);
      if (!JSON_NODE_HOLDS_OBJECT (document)
          || !ask_board_rename_document (json_node_get_object (document), before, after))
        continue;
      text = ask_json_to_string (document, FALSE);
      if (!ask_workspace_write_board_version (self, record->id, record->version + 1, text,
                                              _ ("Follows new names in the schema"), error))
        return FALSE;
    }
  return ask_workspace_rename_board_results (self, before, after, error);
}

/** ask_board_copy_document: Returns: (transfer full): a copy of @node, down to its leaves, that can be changed */
JsonNode *
ask_board_copy_document (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObject *object = json_object_new ();
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (object, name, ask_board_copy_document (member));
      return ask_json_take_object (object);
    }
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *from = json_node_get_array (node);
      JsonArray *array = json_array_new ();

      for (guint i = 0; i < json_array_get_length (from); i++)
        json_array_add_element (array, ask_board_copy_document (json_array_get_element (from, i)));
      return ask_json_take_array (array);
    }
  return json_node_copy (node);
}

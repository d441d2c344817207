/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The document: tiles and parameters, and edits of them in memory. Every edit leaves tiles that do not lie on each other.
 */
#include "config.h"

#include <string.h>

#include "base/ask-error.h"
#include "base/ask-text.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/* Of what is given a name by its own words. */
#define MAX_NAME_SHOWN 60

ASK_DEFINE_ERROR ("ask-board-error-quark", ask_board_error)

static void
tile_free (gpointer data)
{
  AskTile *self = data;

  g_free (self->id);
  g_free (self->title);
  g_free (self->text);
  g_free (self->question);
  g_free (self->sql);
  g_clear_pointer (&self->look, json_node_unref);
  g_free (self->figure);
  g_array_unref (self->thresholds);
  g_free (self);
}

/** ask_tile_new: Returns: (transfer full): one that is on no board yet; @id: (nullable): %NULL for a new one */
AskTile *
ask_tile_new (const char *id, AskTileKind kind)
{
  AskTile *self = g_new0 (AskTile, 1);

  /* Drawn, so that two windows that add a tile at once add two. */
  self->id = id != NULL ? g_strdup (id) : g_strdup_printf ("t%08x", g_random_int ());
  self->kind = kind;
  self->thresholds = g_array_new (FALSE, FALSE, sizeof (AskTileThreshold));
  return self;
}

static AskTile *
tile_copy (const AskTile *from)
{
  AskTile *self = ask_tile_new (from->id, from->kind);

  self->box = from->box;
  self->title = g_strdup (from->title);
  self->text = g_strdup (from->text);
  self->question = g_strdup (from->question);
  self->sql = g_strdup (from->sql);
  self->look = from->look != NULL ? json_node_copy (from->look) : NULL;
  self->view = from->view;
  self->deadline_s = from->deadline_s;
  self->figure = g_strdup (from->figure);
  self->compare = from->compare;
  for (guint i = 0; i < from->thresholds->len; i++)
    g_array_append_val (self->thresholds, g_array_index (from->thresholds, AskTileThreshold, i));
  return self;
}

static void
place_free (gpointer data)
{
  AskBoardPlace *place = data;

  g_free (place->entity);
  g_free (place->attribute);
  g_free (place);
}

/** ask_board_parameter_new: Returns: (transfer full): a parameter of @text, on no board yet */
AskBoardParameter *
ask_board_parameter_new (AskBoardParameterKind kind, const char *text)
{
  AskBoardParameter *self = g_new0 (AskBoardParameter, 1);

  self->id = g_strdup_printf ("p%08x", g_random_int ());
  self->kind = kind;
  self->text = g_strdup (text);
  self->places = g_ptr_array_new_with_free_func (place_free);
  return self;
}

/** ask_board_parameter_free: @self: (nullable) (transfer full): a parameter */
void
ask_board_parameter_free (AskBoardParameter *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->title);
  g_free (self->text);
  g_free (self->value);
  g_ptr_array_unref (self->places);
  g_free (self);
}

/** ask_board_parameter_copy: Returns: (transfer full): the same once more, with its id */
AskBoardParameter *
ask_board_parameter_copy (const AskBoardParameter *from)
{
  AskBoardParameter *self = ask_board_parameter_new (from->kind, from->text);

  g_free (self->id);
  self->id = g_strdup (from->id);
  self->title = g_strdup (from->title);
  self->value = g_strdup (from->value);
  self->n_tiles = from->n_tiles;
  for (guint i = 0; i < from->places->len; i++)
    {
      const AskBoardPlace *place = from->places->pdata[i];

      ask_board_parameter_add_place (self, place->entity, place->attribute);
    }
  return self;
}

/** ask_board_parameter_has_place: Returns: whether it is compared with that attribute */
gboolean
ask_board_parameter_has_place (const AskBoardParameter *self, const char *entity, const char *attribute)
{
  for (guint i = 0; i < self->places->len; i++)
    {
      const AskBoardPlace *place = self->places->pdata[i];

      if (g_ascii_strcasecmp (place->entity, entity) == 0 && g_ascii_strcasecmp (place->attribute, attribute) == 0)
        return TRUE;
    }
  return FALSE;
}

/** ask_board_parameter_add_place: adds an attribute that it is compared with, once */
void
ask_board_parameter_add_place (AskBoardParameter *self, const char *entity, const char *attribute)
{
  AskBoardPlace *place;

  if (ask_board_parameter_has_place (self, entity, attribute))
    return;
  place = g_new0 (AskBoardPlace, 1);
  place->entity = g_strdup (entity);
  place->attribute = g_strdup (attribute);
  g_ptr_array_add (self->places, place);
}

/** ask_board_parameter_set_title: @title: what people read */
void
ask_board_parameter_set_title (AskBoardParameter *self, const char *title)
{
  ask_text_set (&self->title, title);
}

/**
 * ask_board_new:
 * @name: for people
 *
 * Returns: (transfer full): an empty board, which is in no workspace
 */
AskBoard *
ask_board_new (const char *name)
{
  AskBoard *self = g_new0 (AskBoard, 1);

  self->name = g_strdup (name);
  self->tiles = g_ptr_array_new_with_free_func (tile_free);
  self->parameters = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_board_parameter_free);
  return self;
}

/** ask_board_copy: Returns: (transfer full): the same once more, for another thread */
AskBoard *
ask_board_copy (const AskBoard *from)
{
  AskBoard *self = ask_board_new (from->name);

  self->id = from->id;
  self->version = from->version;
  self->policy = from->policy;
  self->every = from->every;
  self->deadline_s = from->deadline_s;
  for (guint i = 0; i < from->tiles->len; i++)
    g_ptr_array_add (self->tiles, tile_copy (from->tiles->pdata[i]));
  for (guint i = 0; i < from->parameters->len; i++)
    g_ptr_array_add (self->parameters, ask_board_parameter_copy (from->parameters->pdata[i]));
  return self;
}

/** ask_board_free: @self: (nullable) (transfer full): a board */
void
ask_board_free (AskBoard *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_ptr_array_unref (self->tiles);
  g_ptr_array_unref (self->parameters);
  g_free (self);
}

/* ---- tiles */

static AskTileBox *
get_boxes (const AskBoard *self)
{
  AskTileBox *boxes = g_new (AskTileBox, self->tiles->len + 1);

  for (guint i = 0; i < self->tiles->len; i++)
    boxes[i] = ((AskTile *) self->tiles->pdata[i])->box;
  return boxes;
}

static void
set_boxes (AskBoard *self, const AskTileBox *boxes)
{
  for (guint i = 0; i < self->tiles->len; i++)
    ((AskTile *) self->tiles->pdata[i])->box = boxes[i];
}

/** ask_board_settle: takes tiles apart that lie on each other: two windows may have put them there */
void
ask_board_settle (AskBoard *self)
{
  g_autofree AskTileBox *boxes = get_boxes (self);

  ask_layout_settle (boxes, self->tiles->len);
  set_boxes (self, boxes);
}

/** ask_board_close_gaps: moves all tiles as far up as they can go */
void
ask_board_close_gaps (AskBoard *self)
{
  g_autofree AskTileBox *boxes = get_boxes (self);

  ask_layout_close_gaps (boxes, self->tiles->len);
  set_boxes (self, boxes);
}

/** ask_board_list_in_order: Returns: (transfer container) (element-type AskTile): its tiles in reading order, borrowed */
GPtrArray *
ask_board_list_in_order (const AskBoard *self)
{
  g_autofree AskTileBox *boxes = get_boxes (self);
  g_autofree guint *order = ask_layout_order (boxes, self->tiles->len);
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->tiles->len; i++)
    g_ptr_array_add (list, self->tiles->pdata[order[i]]);
  return list;
}

/** ask_board_find_tile: @id: of a tile; Returns: (transfer none) (nullable): the tile */
AskTile *
ask_board_find_tile (const AskBoard *self, const char *id)
{
  for (guint i = 0; i < self->tiles->len; i++)
    if (strcmp (((AskTile *) self->tiles->pdata[i])->id, id) == 0)
      return self->tiles->pdata[i];
  return NULL;
}

/**
 * ask_board_add_tile:
 * @kind: what it is to be
 * @error: %ASK_BOARD_ERROR_LIMIT
 *
 * Adds a tile at the first free place.
 *
 * Returns: (transfer none): the tile, empty
 */
AskTile *
ask_board_add_tile (AskBoard *self, AskTileKind kind, GError **error)
{
  static const int sizes[][2] = { { 6, 5 }, { 6, 2 }, { ASK_BOARD_COLUMNS, 1 }, { ASK_BOARD_COLUMNS, 1 } };
  g_autofree AskTileBox *boxes = get_boxes (self);
  AskTile *tile;

  if (self->tiles->len >= ASK_BOARD_MAX_TILES)
    {
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_LIMIT,
                     N_ ("The board “%s” has %d tiles, and more do not fit. Remove one, or use another board."),
                     self->name, ASK_BOARD_MAX_TILES);
      return NULL;
    }
  tile = ask_tile_new (NULL, kind);
  tile->box = ask_layout_find_free (boxes, self->tiles->len, sizes[kind][0], sizes[kind][1]);
  g_ptr_array_add (self->tiles, tile);
  return tile;
}

/** ask_board_remove_tile: @id: of a tile; Returns: whether there was one */
gboolean
ask_board_remove_tile (AskBoard *self, const char *id)
{
  AskTile *tile = ask_board_find_tile (self, id);

  return tile != NULL && g_ptr_array_remove (self->tiles, tile);
}

/**
 * ask_board_place_tile:
 * @id: of a tile
 * @box: where it is to lie; taken into the grid
 *
 * Moves or sizes a tile; what lies there moves down.
 *
 * Returns: whether there is one with that id
 */
gboolean
ask_board_place_tile (AskBoard *self, const char *id, AskTileBox box)
{
  g_autofree AskTileBox *boxes = get_boxes (self);
  AskTile *tile = ask_board_find_tile (self, id);
  guint place;

  if (tile == NULL || !g_ptr_array_find (self->tiles, tile, &place))
    return FALSE;
  ask_layout_place (boxes, self->tiles->len, place, box);
  set_boxes (self, boxes);
  return TRUE;
}

/** ask_board_set_name: @name: that the next save gives it */
void
ask_board_set_name (AskBoard *self, const char *name)
{
  ask_text_set (&self->name, name);
}

/** ask_tile_set_sql: Returns: whether @sql is another one than before */
gboolean
ask_tile_set_sql (AskTile *self, const char *sql)
{
  gboolean other = g_strcmp0 (self->sql, sql) != 0;

  ask_text_set (&self->sql, sql);
  return other;
}

static void
set_text (char **field, const char *text)
{
  g_autofree char *valid = text != NULL ? g_utf8_make_valid (text, -1) : NULL;

  /* A character is never cut. */
  if (valid != NULL && strlen (valid) > ASK_BOARD_MAX_TEXT)
    *g_utf8_find_prev_char (valid, valid + ASK_BOARD_MAX_TEXT) = '\0';
  ask_text_set (field, valid);
}

/** ask_tile_set_title: @title: (nullable): above the answer; cut where it is longer than %ASK_BOARD_MAX_TEXT */
void
ask_tile_set_title (AskTile *self, const char *title)
{
  set_text (&self->title, title);
}

/** ask_tile_set_text: @text: (nullable): of a text or heading; cut likewise */
void
ask_tile_set_text (AskTile *self, const char *text)
{
  set_text (&self->text, text);
}

/** ask_tile_set_question: @question: (nullable): what a person asked; cut likewise */
void
ask_tile_set_question (AskTile *self, const char *question)
{
  set_text (&self->question, question);
}

/** ask_tile_set_look: @look: (nullable) (transfer none): what a person changed of the chart */
void
ask_tile_set_look (AskTile *self, JsonNode *look)
{
  g_clear_pointer (&self->look, json_node_unref);
  self->look = look != NULL ? json_node_copy (look) : NULL;
}

/** ask_tile_set_figure: @column: (nullable): the column of its figure; %NULL for the first of numbers */
void
ask_tile_set_figure (AskTile *self, const char *column)
{
  set_text (&self->figure, column);
}

/** ask_tile_add_threshold: @threshold: copied; Returns: whether one more fits; %ASK_BOARD_MAX_THRESHOLDS do */
gboolean
ask_tile_add_threshold (AskTile *self, const AskTileThreshold *threshold)
{
  if (self->thresholds->len >= ASK_BOARD_MAX_THRESHOLDS)
    return FALSE;
  g_array_append_val (self->thresholds, *threshold);
  return TRUE;
}

/**
 * ask_tile_set_thresholds:
 * @thresholds: (element-type AskTileThreshold): copied; those beyond %ASK_BOARD_MAX_THRESHOLDS are left out
 *
 * Returns: whether they are others than before
 */
gboolean
ask_tile_set_thresholds (AskTile *self, const GArray *thresholds)
{
  guint n = MIN (thresholds->len, ASK_BOARD_MAX_THRESHOLDS);
  gboolean other = n != self->thresholds->len;

  for (guint i = 0; !other && i < n; i++)
    {
      const AskTileThreshold *was = &g_array_index (self->thresholds, AskTileThreshold, i);
      const AskTileThreshold *is = &g_array_index (thresholds, AskTileThreshold, i);

      other = was->below != is->below || was->value < is->value || was->value > is->value || was->level != is->level
              || was->notify != is->notify;
    }
  g_array_set_size (self->thresholds, 0);
  for (guint i = 0; i < n; i++)
    ask_tile_add_threshold (self, &g_array_index (thresholds, AskTileThreshold, i));
  return other;
}

/** ask_tile_get_name: Returns: (transfer full): what people call it: its title, question or text, on one line */
char *
ask_tile_get_name (const AskTile *self)
{
  const char *const words[] = { self->title, self->question, self->text, self->sql };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *line = words[i] != NULL ? ask_text_to_line (words[i]) : NULL;

      if (line != NULL && *g_strstrip (line) != '\0')
        return ask_text_shorten (line, MAX_NAME_SHOWN);
    }
  return g_strdup (self->kind == ASK_TILE_SEPARATOR ? _ ("Separator") : _ ("Untitled tile"));
}

/** ask_tile_level_to_string: Returns: (transfer none): @level as "none", "good", "warning" or "bad" */
const char *
ask_tile_level_to_string (AskTileLevel level)
{
  static const char *const words[] = { "none", "good", "warning", "bad" };

  return words[level];
}

/* ---- parameters */

/**
 * ask_board_add_parameter:
 * @suggestion: of ask_board_suggest_parameters()
 * @error: %ASK_BOARD_ERROR_LIMIT
 *
 * Returns: (transfer none): a copy of it, on the board
 */
AskBoardParameter *
ask_board_add_parameter (AskBoard *self, const AskBoardParameter *suggestion, GError **error)
{
  AskBoardParameter *parameter;

  if (self->parameters->len >= ASK_BOARD_MAX_PARAMETERS)
    {
      ask_error_set (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_LIMIT,
                     N_ ("The board “%s” has %d parameters, and more do not fit. Remove one first."), self->name,
                     ASK_BOARD_MAX_PARAMETERS);
      return NULL;
    }
  parameter = ask_board_parameter_copy (suggestion);
  g_ptr_array_add (self->parameters, parameter);
  return parameter;
}

/** ask_board_find_parameter: @name: its id, or its title whatever the case; Returns: (transfer none) (nullable): it */
AskBoardParameter *
ask_board_find_parameter (const AskBoard *self, const char *name)
{
  g_autofree char *folded = ask_text_fold (name);

  for (guint i = 0; i < self->parameters->len; i++)
    {
      AskBoardParameter *parameter = self->parameters->pdata[i];
      g_autofree char *title = parameter->title != NULL ? ask_text_fold (parameter->title) : NULL;

      if (strcmp (parameter->id, name) == 0 || g_strcmp0 (title, folded) == 0)
        return parameter;
    }
  return NULL;
}

/** ask_board_remove_parameter: @id: of a parameter; Returns: whether there was one */
gboolean
ask_board_remove_parameter (AskBoard *self, const char *id)
{
  for (guint i = 0; i < self->parameters->len; i++)
    if (strcmp (((AskBoardParameter *) self->parameters->pdata[i])->id, id) == 0)
      {
        g_ptr_array_remove_index (self->parameters, i);
        return TRUE;
      }
  return FALSE;
}

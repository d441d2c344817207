/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board as JSON, as it stands in the workspace and in files. Boxes are lists, so that two who move a tile at once do not
 * get half of each. Reading trusts nothing: a file may come from anybody.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-error.h"
#include "board/ask-board-private.h"

#include <glib/gi18n.h>

/* Whoever changes what a member means raises it. */
#define FORM 1
/* What is read may have more than can be added: two windows may each have added the last one. */
#define READ_FACTOR 2

static const char *const kind_words[] = { "answer", "text", "heading", "separator" };
static const char *const view_words[] = { "chart", "table", "value" };
static const char *const compare_words[] = { "none", "day", "week", "month", "year", "last" };
static const char *const level_words[] = { "none", "good", "warning", "bad" };
static const char *const policy_words[] = { "by hand", "when opened", "every" };
static const char *const parameter_words[] = { "year", "text", "number" };

/* The place of @word among @n @words; 0 where it is none of them. */
static guint
find_word (const char *word, const char *const *words, guint n)
{
  for (guint i = 0; word != NULL && i < n; i++)
    if (strcmp (words[i], word) == 0)
      return i;
  return 0;
}

#define FIND_WORD(object, member, words) find_word (ask_json_get_string (object, member), words, G_N_ELEMENTS (words))

/* ---- writing */

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
}

static void
set_word (JsonObject *object, const char *member, const char *const *words, guint at)
{
  if (at > 0)
    json_object_set_string_member (object, member, words[at]);
}

static JsonArray *
write_thresholds (const AskTile *tile)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < tile->thresholds->len; i++)
    {
      const AskTileThreshold *threshold = &g_array_index (tile->thresholds, AskTileThreshold, i);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "when", threshold->below ? "below" : "above");
      json_object_set_double_member (object, "value", threshold->value);
      json_object_set_string_member (object, "level", level_words[threshold->level]);
      if (threshold->notify)
        json_object_set_boolean_member (object, "notify", TRUE);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonObject *
write_tile (const AskTile *tile)
{
  JsonObject *object = json_object_new ();
  JsonArray *box = json_array_new ();
  const int cells[] = { tile->box.x, tile->box.y, tile->box.width, tile->box.height };

  for (guint i = 0; i < G_N_ELEMENTS (cells); i++)
    json_array_add_int_element (box, cells[i]);
  json_object_set_string_member (object, "id", tile->id);
  json_object_set_string_member (object, "kind", kind_words[tile->kind]);
  json_object_set_array_member (object, "box", box);
  set_text (object, "title", tile->title);
  set_text (object, "text", tile->text);
  set_text (object, "question", tile->question);
  set_text (object, "sql", tile->sql);
  if (tile->look != NULL)
    json_object_set_member (object, "look", json_node_copy (tile->look));
  set_word (object, "view", view_words, tile->view);
  if (tile->deadline_s > 0)
    json_object_set_int_member (object, "deadline", tile->deadline_s);
  set_text (object, "figure", tile->figure);
  set_word (object, "compare", compare_words, tile->compare);
  if (tile->thresholds->len > 0)
    json_object_set_array_member (object, "thresholds", write_thresholds (tile));
  return object;
}

static JsonObject *
write_parameter (const AskBoardParameter *parameter)
{
  JsonObject *object = json_object_new ();
  JsonArray *places = json_array_new ();

  json_object_set_string_member (object, "id", parameter->id);
  json_object_set_string_member (object, "kind", parameter_words[parameter->kind]);
  set_text (object, "title", parameter->title);
  json_object_set_string_member (object, "default", parameter->text);
  set_text (object, "value", parameter->value);
  for (guint i = 0; i < parameter->places->len; i++)
    {
      const AskBoardPlace *place = parameter->places->pdata[i];
      JsonObject *there = json_object_new ();

      json_object_set_string_member (there, "entity", place->entity);
      json_object_set_string_member (there, "attribute", place->attribute);
      json_array_add_object_element (places, there);
    }
  json_object_set_array_member (object, "places", places);
  return object;
}

/** ask_board_to_json: Returns: (transfer full): all of it but its number in a workspace */
JsonNode *
ask_board_to_json (const AskBoard *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *tiles = json_array_new ();
  JsonArray *parameters = json_array_new ();

  for (guint i = 0; i < self->tiles->len; i++)
    json_array_add_object_element (tiles, write_tile (self->tiles->pdata[i]));
  for (guint i = 0; i < self->parameters->len; i++)
    json_array_add_object_element (parameters, write_parameter (self->parameters->pdata[i]));
  json_object_set_int_member (object, "form", FORM);
  json_object_set_string_member (object, "name", self->name);
  set_word (object, "refresh", policy_words, self->policy);
  if (self->every > 0)
    json_object_set_int_member (object, "every", self->every);
  if (self->deadline_s > 0)
    json_object_set_int_member (object, "deadline", self->deadline_s);
  json_object_set_array_member (object, "tiles", tiles);
  json_object_set_array_member (object, "parameters", parameters);
  return ask_json_take_object (object);
}

/* ---- reading */

static gboolean
set_unfit (GError **error, const char *sentence)
{
  ask_error_set_literal (error, ASK_BOARD_ERROR, ASK_BOARD_ERROR_DOCUMENT, sentence);
  return FALSE;
}

static guint
read_number (JsonObject *object, const char *member, guint most)
{
  return (guint) CLAMP (ask_json_get_integer (object, member, 0), 0, (gint64) most);
}

static int
read_cell (JsonArray *box, guint at, int most)
{
  JsonNode *node = at < json_array_get_length (box) ? json_array_get_element (box, at) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_INT64)
    return 0;
  return (int) CLAMP (json_node_get_int (node), 0, (gint64) most);
}

static gboolean
read_double (JsonObject *object, const char *member, double *number)
{
  JsonNode *node = json_object_get_member (object, member);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || (json_node_get_value_type (node) != G_TYPE_DOUBLE && json_node_get_value_type (node) != G_TYPE_INT64))
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number);
}

static void
read_thresholds (AskTile *tile, JsonArray *array)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);
      AskTileThreshold threshold = { 0 };

      if (object == NULL || !read_double (object, "value", &threshold.value))
        continue;
      threshold.below = g_strcmp0 (ask_json_get_string (object, "when"), "below") == 0;
      threshold.level = (AskTileLevel) FIND_WORD (object, "level", level_words);
      threshold.notify = ask_json_get_boolean (object, "notify", FALSE);
      ask_tile_add_threshold (tile, &threshold);
    }
}

static gboolean
read_tile (AskBoard *self, JsonObject *object, GError **error)
{
  const char *id = object != NULL ? ask_json_get_string (object, "id") : NULL;
  JsonArray *box = object != NULL ? ask_json_get_array (object, "box") : NULL;
  AskTile *tile;

  if (id == NULL || *id == '\0' || strlen (id) > 64 || ask_board_find_tile (self, id) != NULL)
    return set_unfit (error,
                      N_ (
                        "A tile of the board has no id of its own. Take the board from where it was made once more."));
  if (self->tiles->len >= READ_FACTOR * ASK_BOARD_MAX_TILES)
    return set_unfit (
      error, N_ ("The board has more tiles than one may have. Take it from where it was made once more, with fewer."));
  tile = ask_tile_new (id, (AskTileKind) FIND_WORD (object, "kind", kind_words));
  g_ptr_array_add (self->tiles, tile);
  if (box != NULL)
    tile->box = (AskTileBox) { read_cell (box, 0, ASK_BOARD_COLUMNS), read_cell (box, 1, ASK_BOARD_MAX_ROWS),
                               read_cell (box, 2, ASK_BOARD_COLUMNS), read_cell (box, 3, ASK_BOARD_MAX_HEIGHT) };
  ask_tile_set_title (tile, ask_json_get_string (object, "title"));
  ask_tile_set_text (tile, ask_json_get_string (object, "text"));
  ask_tile_set_question (tile, ask_json_get_string (object, "question"));
  ask_tile_set_sql (tile, ask_json_get_string (object, "sql"));
  ask_tile_set_look (tile, json_object_get_member (object, "look"));
  ask_tile_set_figure (tile, ask_json_get_string (object, "figure"));
  tile->view = (AskTileView) FIND_WORD (object, "view", view_words);
  tile->compare = (AskTileCompare) FIND_WORD (object, "compare", compare_words);
  tile->deadline_s = read_number (object, "deadline", 24 * 3600);
  read_thresholds (tile, ask_json_get_array (object, "thresholds"));
  return TRUE;
}

static gboolean
read_parameter (AskBoard *self, JsonObject *object, GError **error)
{
  const char *id = object != NULL ? ask_json_get_string (object, "id") : NULL;
  const char *text = object != NULL ? ask_json_get_string (object, "default") : NULL;
  JsonArray *places = object != NULL ? ask_json_get_array (object, "places") : NULL;
  const char *value;
  AskBoardParameter *parameter;

  if (id == NULL || text == NULL || self->parameters->len >= READ_FACTOR * ASK_BOARD_MAX_PARAMETERS)
    return set_unfit (error,
                      N_ ("A parameter of the board cannot be read. Take the board from where it was made once more."));
  parameter = ask_board_parameter_new ((AskBoardParameterKind) FIND_WORD (object, "kind", parameter_words), text);
  g_ptr_array_add (self->parameters, parameter);
  g_free (parameter->id);
  parameter->id = g_strdup (id);
  ask_board_parameter_set_title (parameter, ask_json_get_string (object, "title"));
  for (guint i = 0; places != NULL && i < json_array_get_length (places); i++)
    {
      JsonObject *place = ask_json_element_object (places, i);
      const char *entity = place != NULL ? ask_json_get_string (place, "entity") : NULL;
      const char *attribute = place != NULL ? ask_json_get_string (place, "attribute") : NULL;

      if (entity != NULL && attribute != NULL)
        ask_board_parameter_add_place (parameter, entity, attribute);
    }
  value = ask_json_get_string (object, "value");
  return value == NULL || ask_board_parameter_set_value (parameter, value, error);
}

/**
 * ask_board_from_json:
 * @document: from ask_board_to_json(), perhaps of another AskData
 * @error: %ASK_BOARD_ERROR_DOCUMENT; %ASK_BOARD_ERROR_VALUE
 *
 * Returns: (transfer full): the board, whose tiles do not lie on each other
 */
AskBoard *
ask_board_from_json (JsonNode *document, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (document) ? json_node_get_object (document) : NULL;
  const char *name = object != NULL ? ask_json_get_string (object, "name") : NULL;
  g_autoptr (AskBoard) self = NULL;
  JsonArray *tiles, *parameters;

  if (name == NULL)
    {
      set_unfit (error, N_ ("This is no board: it has no name. Take it from where it was made once more."));
      return NULL;
    }
  if (ask_json_get_integer (object, "form", FORM) > FORM)
    {
      set_unfit (error, N_ ("A later AskData made this board. Update AskData to open it."));
      return NULL;
    }
  self = ask_board_new (name);
  self->policy = (AskBoardPolicy) FIND_WORD (object, "refresh", policy_words);
  self->every = read_number (object, "every", ASK_BOARD_MAX_EVERY);
  self->deadline_s = read_number (object, "deadline", 24 * 3600);
  tiles = ask_json_get_array (object, "tiles");
  for (guint i = 0; tiles != NULL && i < json_array_get_length (tiles); i++)
    if (!read_tile (self, ask_json_element_object (tiles, i), error))
      return NULL;
  parameters = ask_json_get_array (object, "parameters");
  for (guint i = 0; parameters != NULL && i < json_array_get_length (parameters); i++)
    if (!read_parameter (self, ask_json_element_object (parameters, i), error))
      return NULL;
  ask_board_settle (self);
  return g_steal_pointer (&self);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two who worked on the same version of a board: what they did is joined member by member, tiles and parameters by their
 * ids, and refused where both changed the same. It must never undo what somebody saved.
 */
#include "config.h"

#include "store/ask-workspace-boards.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-json.h"

/* @a and @b: (nullable) */
static gboolean
is_same (JsonNode *a, JsonNode *b)
{
  return a == b || (a != NULL && b != NULL && json_node_equal (a, b));
}

/* Whether @node is (nullable) a list of things with ids. */
static gboolean
is_list (JsonNode *node)
{
  JsonArray *array;

  if (node == NULL)
    return TRUE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *object = ask_json_element_object (array, i);

      if (object == NULL || ask_json_get_string (object, "id") == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer none) (nullable): the element of @list with @id; @list: (nullable) */
static JsonNode *
find_id (JsonNode *list, const char *id)
{
  JsonArray *array = list != NULL ? json_node_get_array (list) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (strcmp (ask_json_get_string (ask_json_element_object (array, i), "id"), id) == 0)
      return json_array_get_element (array, i);
  return NULL;
}

/* What a person calls it: the title or text of a tile, or the member's own word. */
static const char *
name_thing (JsonNode *thing, const char *word)
{
  const char *name = NULL;

  if (thing != NULL && JSON_NODE_HOLDS_OBJECT (thing))
    {
      name = ask_json_get_string (json_node_get_object (thing), "title");
      if (name == NULL || *name == '\0')
        name = ask_json_get_string (json_node_get_object (thing), "text");
    }
  return name != NULL && *name != '\0' ? name : word;
}

/* Where a conflict lies: @name is what people call the innermost thing that has a name. */
typedef struct
{
  JsonNode *base;
  JsonNode *theirs;
  JsonNode *ours;
  const char *name;
} Join;

static gboolean
set_conflict (const char *name, GError **error)
{
  ask_error_set (error, ASK_STORE_ERROR, ASK_STORE_ERROR_CONFLICT,
                 N_ ("“%s” was changed in another window in the meantime, so your change of the board was not saved. "
                     "Make it once more on what is there now."),
                 name);
  return FALSE;
}

static gboolean join (const Join *self, JsonNode **joined, GError **error);

static gboolean
join_list (const Join *self, JsonNode **joined, GError **error)
{
  g_autoptr (JsonArray) array = json_array_new ();
  JsonNode *lists[] = { self->theirs, self->ours };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    {
      JsonArray *list = lists[l] != NULL ? json_node_get_array (lists[l]) : NULL;

      for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
        {
          const char *id = ask_json_get_string (ask_json_element_object (list, i), "id");
          JsonNode *their = find_id (self->theirs, id);
          JsonNode *our = find_id (self->ours, id);
          Join inner = { find_id (self->base, id), their, our, name_thing (our != NULL ? our : their, self->name) };
          JsonNode *made = NULL;

          /* What is in both was joined where theirs was gone through. */
          if (l == 1 && their != NULL)
            continue;
          if (!join (&inner, &made, error))
            return FALSE;
          if (made != NULL)
            json_array_add_element (array, made);
        }
    }
  *joined = json_node_init_array (json_node_alloc (), array);
  return TRUE;
}

static gboolean
join_members (const Join *self, JsonNode **joined, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();
  JsonObject *base = self->base != NULL ? json_node_get_object (self->base) : NULL;
  JsonObject *sides[] = { json_node_get_object (self->theirs), json_node_get_object (self->ours) };

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    {
      JsonObjectIter iter;
      const char *member;

      json_object_iter_init_ordered (&iter, sides[s]);
      while (json_object_iter_next_ordered (&iter, &member, NULL))
        {
          Join inner
            = { base != NULL ? json_object_get_member (base, member) : NULL, json_object_get_member (sides[0], member),
                json_object_get_member (sides[1], member), self->name };
          JsonNode *made = NULL;

          if (s == 1 && inner.theirs != NULL)
            continue;
          if (!join (&inner, &made, error))
            return FALSE;
          if (made != NULL)
            json_object_set_member (object, member, made);
        }
    }
  *joined = json_node_init_object (json_node_alloc (), object);
  return TRUE;
}

/* @joined: (out) (nullable) (transfer full): %NULL where it is gone */
static gboolean
join (const Join *self, JsonNode **joined, GError **error)
{
  JsonNode *base = self->base, *theirs = self->theirs, *ours = self->ours;

  if (is_same (base, ours) || is_same (theirs, ours))
    {
      *joined = theirs != NULL ? json_node_copy (theirs) : NULL;
      return TRUE;
    }
  if (is_same (base, theirs))
    {
      *joined = ours != NULL ? json_node_copy (ours) : NULL;
      return TRUE;
    }
  if (theirs == NULL || ours == NULL)
    return set_conflict (self->name, error);
  if (JSON_NODE_HOLDS_OBJECT (theirs) && JSON_NODE_HOLDS_OBJECT (ours)
      && (base == NULL || JSON_NODE_HOLDS_OBJECT (base)))
    return join_members (self, joined, error);
  if (is_list (base) && is_list (theirs) && is_list (ours))
    return join_list (self, joined, error);
  return set_conflict (self->name, error);
}

/**
 * ask_board_join:
 * @base: the document that both began with
 * @theirs: what somebody else saved
 * @ours: what is to be saved now
 * @error: %ASK_STORE_ERROR_CONFLICT, which names what both changed
 *
 * Returns: (transfer full): a document with what both did
 */
JsonNode *
ask_board_join (JsonNode *base, JsonNode *theirs, JsonNode *ours, GError **error)
{
  Join all = { base, theirs, ours, name_thing (theirs, ask_json_get_string (json_node_get_object (theirs), "name")) };
  JsonNode *joined = NULL;

  return join (&all, &joined, error) ? joined : NULL;
}

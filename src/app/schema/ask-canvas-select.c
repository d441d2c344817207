/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is selected on the canvas, and what of it is found again when the schema becomes another one: entities by
 * their ids, attributes by name, relationships by what they join, suggestions by their keys. It edits nothing.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <string.h>

/** ask_canvas_is_selected: Returns: whether the box of @entity is */
gboolean
ask_canvas_is_selected (AskCanvas *self, guint entity)
{
  for (guint i = 0; i < self->selected->len; i++)
    if (g_array_index (self->selected, guint, i) == entity)
      return TRUE;
  return FALSE;
}

/** ask_canvas_select_only: @target: %ASK_DIAGRAM_NOTHING selects nothing */
void
ask_canvas_select_only (AskCanvas *self, const AskDiagramTarget *target)
{
  g_array_set_size (self->selected, 0);
  self->current = *target;
  if (target->hit == ASK_DIAGRAM_GROUP)
    {
      g_array_unref (self->selected);
      self->selected = ask_diagram_list_group (self->diagram, target->entity);
    }
  else if (target->hit == ASK_DIAGRAM_AREA)
    {
      g_array_unref (self->selected);
      self->selected = ask_diagram_list_area (self->diagram, target->entity);
    }
  else if (target->hit != ASK_DIAGRAM_NOTHING && target->hit != ASK_DIAGRAM_LINE)
    g_array_append_val (self->selected, target->entity);
  if (target->hit == ASK_DIAGRAM_FOLD)
    self->current.hit = ASK_DIAGRAM_BOX;
  ask_canvas_selection_changed (self);
}

/** ask_canvas_toggle: takes the box of @entity into the selection, or out of it */
void
ask_canvas_toggle (AskCanvas *self, guint entity)
{
  for (guint i = 0; i < self->selected->len; i++)
    if (g_array_index (self->selected, guint, i) == entity)
      {
        g_array_remove_index (self->selected, i);
        self->current
          = self->selected->len > 0
              ? (AskDiagramTarget) { ASK_DIAGRAM_BOX, g_array_index (self->selected, guint, self->selected->len - 1),
                                     -1, -1 }
              : (AskDiagramTarget) { 0 };
        ask_canvas_selection_changed (self);
        return;
      }
  g_array_append_val (self->selected, entity);
  self->current = (AskDiagramTarget) { ASK_DIAGRAM_BOX, entity, -1, -1 };
  ask_canvas_selection_changed (self);
}

/**
 * ask_canvas_select:
 * @target: with a row its box is selected, with the name of a source all its boxes
 *
 * Selects this alone and brings it into view.
 */
void
ask_canvas_select (AskCanvas *self, const AskDiagramTarget *target)
{
  g_return_if_fail (ASK_IS_CANVAS (self) && target != NULL);
  ask_canvas_select_only (self, target);
  ask_canvas_reveal (self, target);
}

/** ask_canvas_get_selected: Returns: (transfer none): what the panel is to show: the last that was selected */
const AskDiagramTarget *
ask_canvas_get_selected (AskCanvas *self)
{
  return &self->current;
}

/** ask_canvas_get_n_selected: Returns: how many boxes are selected */
guint
ask_canvas_get_n_selected (AskCanvas *self)
{
  return self->selected->len;
}

/* What was selected, by name, so that it is found again in another version. */
typedef struct
{
  GPtrArray *ids;
  char *id; /* of current; nullable */
  char *row; /* nullable */
  AskRelationship *relationship; /* nullable */
  char *suggestion; /* nullable */
} Kept;

static void
keep_selection (AskCanvas *self, Kept *kept)
{
  AskSchema *schema = ask_diagram_get_schema (self->diagram);

  kept->ids = g_ptr_array_new_with_free_func (g_free);
  if (schema == NULL)
    return;
  for (guint i = 0; i < self->selected->len; i++)
    {
      guint entity = g_array_index (self->selected, guint, i);

      if (entity < schema->entities->len)
        g_ptr_array_add (kept->ids, g_strdup (((AskEntity *) schema->entities->pdata[entity])->id));
    }
  if (self->current.hit == ASK_DIAGRAM_LINE && self->current.relationship >= (int) schema->relationships->len)
    {
      guint offer = (guint) self->current.relationship - schema->relationships->len;

      if (offer < self->offers->len)
        kept->suggestion = g_strdup (((AskSuggestion *) self->offers->pdata[offer])->key);
    }
  else if (self->current.hit == ASK_DIAGRAM_LINE)
    kept->relationship = ask_relationship_ref (schema->relationships->pdata[self->current.relationship]);
  else if (self->current.hit != ASK_DIAGRAM_NOTHING && self->current.entity < schema->entities->len)
    {
      const AskEntity *entity = schema->entities->pdata[self->current.entity];
      guint row = (guint) MAX (0, self->current.attribute);

      kept->id = g_strdup (entity->id);
      if (self->current.hit == ASK_DIAGRAM_ROW && row < entity->attributes->len)
        kept->row = g_strdup (((AskAttribute *) entity->attributes->pdata[row])->name);
    }
}

static void
find_kept (AskCanvas *self, AskSchema *schema, Kept *kept)
{
  int row = self->current.attribute;

  g_array_set_size (self->selected, 0);
  for (guint i = 0; i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (g_ptr_array_find_with_equal_func (kept->ids, entity->id, g_str_equal, NULL))
        g_array_append_val (self->selected, i);
      if (g_strcmp0 (kept->id, entity->id) != 0)
        continue;
      self->current.entity = i;
      if (self->current.hit != ASK_DIAGRAM_ROW)
        continue;
      /* By name; where it was renamed, by its place. */
      for (guint a = 0; kept->row != NULL && a < entity->attributes->len; a++)
        if (g_ascii_strcasecmp (((AskAttribute *) entity->attributes->pdata[a])->name, kept->row) == 0)
          row = (int) a;
      if (row < (int) (entity->attributes->len + entity->metrics->len))
        self->current.attribute = row;
      else
        self->current = (AskDiagramTarget) { ASK_DIAGRAM_BOX, i, -1, -1 };
    }
  for (guint i = 0; kept->relationship != NULL && i < schema->relationships->len; i++)
    if (ask_relationship_joins_same (schema->relationships->pdata[i], kept->relationship))
      {
        self->current.relationship = (int) i;
        return;
      }
  for (guint i = 0; kept->suggestion != NULL && i < self->offered->len; i++)
    if (strcmp (((AskSuggestion *) self->offers->pdata[i])->key, kept->suggestion) == 0)
      {
        self->current.relationship = (int) (schema->relationships->len + i);
        return;
      }
  if (self->current.hit == ASK_DIAGRAM_LINE || (kept->id != NULL && ask_schema_find_id (schema, kept->id) == NULL))
    self->current = (AskDiagramTarget) { 0 };
}

/** ask_canvas_carry_selection: what is selected in the schema of the diagram is from now on in @schema, where what is
 * suggested is found anew */
void
ask_canvas_carry_selection (AskCanvas *self, AskSchema *schema)
{
  Kept kept = { 0 };

  keep_selection (self, &kept);
  ask_canvas_offer (self, schema);
  find_kept (self, schema, &kept);
  g_ptr_array_unref (kept.ids);
  g_free (kept.id);
  g_free (kept.row);
  g_free (kept.suggestion);
  g_clear_pointer (&kept.relationship, ask_relationship_unref);
}

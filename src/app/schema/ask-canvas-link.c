/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drawing a relationship: from a row, along the pointer or the keyboard, to the row that it refers to. Whichever
 * end is a whole key becomes the one that is referred to.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/** ask_canvas_link_begin: @row: where the line starts; nothing happens unless it is an attribute's */
void
ask_canvas_link_begin (AskCanvas *self, const AskDiagramTarget *row)
{
  AskDiagramRect rect;

  if (row->hit != ASK_DIAGRAM_ROW || !ask_diagram_get_row (self->diagram, row->entity, (guint) row->attribute, &rect))
    return;
  self->linking = TRUE;
  self->link_from = *row;
  self->link_target = (AskDiagramTarget) { 0 };
  self->link_x = rect.x + rect.width;
  self->link_y = rect.y + rect.height / 2;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** ask_canvas_link_move: @x, @y: of the pointer, in the widget */
void
ask_canvas_link_move (AskCanvas *self, double x, double y)
{
  AskDiagramTarget target;

  if (!self->linking)
    return;
  ask_canvas_to_plane (self, x, y, &self->link_x, &self->link_y);
  ask_canvas_hit (self, x, y, &target);
  self->link_target = target.hit == ASK_DIAGRAM_ROW ? target : (AskDiagramTarget) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Whether the row alone is its entity's key. */
static gboolean
is_key (AskCanvas *self, const AskDiagramTarget *row)
{
  const AskEntity *entity = ask_canvas_get_entity (self, row->entity);
  guint n = 0;

  if ((guint) row->attribute >= entity->attributes->len)
    return FALSE;
  for (guint i = 0; i < entity->attributes->len; i++)
    n += ((const AskAttribute *) entity->attributes->pdata[i])->key > 0;
  return n == 1 && ((const AskAttribute *) entity->attributes->pdata[row->attribute])->key > 0;
}

static void
relate (AskCanvas *self, const AskDiagramTarget *from, const AskDiagramTarget *to)
{
  const AskEntity *from_entity = ask_canvas_get_entity (self, from->entity);
  const AskEntity *to_entity = ask_canvas_get_entity (self, to->entity);
  g_autoptr (AskSchema) draft = ask_schema_editor_begin (self->editor);
  g_autoptr (GError) error = NULL;
  g_autofree char *title = g_strdup_printf (_ ("Related %s to %s"), from_entity->name, to_entity->name);
  gboolean one = is_key (self, from) && is_key (self, to);

  if (!ask_schema_edit_relate (draft, from_entity->id, ask_canvas_get_attribute (self, from), to_entity->id,
                               ask_canvas_get_attribute (self, to), &error)
      || (one
          && !ask_schema_edit_set_relationship (draft, draft->relationships->len - 1, "cardinality", "one-to-one",
                                                &error)))
    {
      ask_canvas_problem (self, ask_error_get_words (error));
      return;
    }
  if (ask_canvas_commit (self, g_steal_pointer (&draft), title, NULL))
    {
      AskDiagramTarget line = { ASK_DIAGRAM_LINE, 0, -1, (int) ask_canvas_get_schema (self)->relationships->len - 1 };

      ask_canvas_select_only (self, &line);
    }
}

/** ask_canvas_link_end: @row: where it ends; anything but a row ends it without a relationship */
void
ask_canvas_link_end (AskCanvas *self, const AskDiagramTarget *row)
{
  AskDiagramTarget from = self->link_from;

  if (!self->linking)
    return;
  ask_canvas_link_cancel (self);
  if (row->hit != ASK_DIAGRAM_ROW || (row->entity == from.entity && row->attribute == from.attribute))
    return;
  if (is_key (self, &from) && !is_key (self, row))
    relate (self, row, &from);
  else
    relate (self, &from, row);
}

/** ask_canvas_link_cancel: no relationship is being drawn any more */
void
ask_canvas_link_cancel (AskCanvas *self)
{
  self->linking = FALSE;
  self->link_target = (AskDiagramTarget) { 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

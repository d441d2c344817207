/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What assistive technology sees of the canvas: a child widget without a picture of its own for each box in
 * view, with its name, and one for what the keyboard is on, which is the canvas's active descendant. They
 * follow the view when it has come to rest, so that panning costs nothing.
 */
#include "config.h"

#include "app/schema/ask-canvas-private.h"

#include <glib/gi18n.h>

/* Below this size nobody reads a box; then only the selection is told. */
#define READABLE_SCALE 0.3
#define MAX_ITEMS 120
#define REST_MS 150

#define ASK_TYPE_CANVAS_ITEM (ask_canvas_item_get_type ())
G_DECLARE_FINAL_TYPE (AskCanvasItem, ask_canvas_item, ASK, CANVAS_ITEM, GtkWidget)

struct _AskCanvasItem
{
  GtkWidget parent_instance;
  AskDiagramTarget target;
};

G_DEFINE_FINAL_TYPE (AskCanvasItem, ask_canvas_item, GTK_TYPE_WIDGET)

static void
ask_canvas_item_class_init (AskCanvasItemClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
ask_canvas_item_init (AskCanvasItem *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

static char *
describe_row (const AskEntity *entity, guint row)
{
  const AskAttribute *attribute;

  if (row >= entity->attributes->len)
    {
      const AskMetric *metric = entity->metrics->pdata[row - entity->attributes->len];

      /* Translators: a metric and its entity. */
      return g_strdup_printf (_ ("%s, metric of %s"), metric->name, entity->name);
    }
  attribute = entity->attributes->pdata[row];
  if (attribute->key > 0)
    /* Translators: an attribute, its entity, its type. */
    return g_strdup_printf (_ ("%s, key of %s, %s"), attribute->name, entity->name,
                            ask_type_to_string (attribute->type));
  /* Translators: an attribute, its entity, its type. */
  return g_strdup_printf (_ ("%s, attribute of %s, %s"), attribute->name, entity->name,
                          ask_type_to_string (attribute->type));
}

/** ask_canvas_describe: Returns: (transfer full): @target in words */
char *
ask_canvas_describe (AskCanvas *self, const AskDiagramTarget *target)
{
  const AskEntity *entity = ask_canvas_get_entity (self, target->entity);

  const AskSuggestion *suggestion = ask_canvas_get_suggestion (self, target);
  const AskRelationship *line
    = target->hit == ASK_DIAGRAM_LINE ? ask_canvas_get_line (self, target->relationship) : NULL;

  if (line != NULL)
    {
      if (suggestion != NULL)
        /* Translators: entity, entity, how sure it is: "Suggested: orders refers to customers, 92 % sure". */
        return g_strdup_printf (_ ("Suggested: %s refers to %s, %.0f %% sure"), line->from, line->to,
                                suggestion->confidence * 100);
      return line->verb != NULL
               /* Translators: entity, verb, entity: "orders is placed by customers". */
               ? g_strdup_printf (_ ("Relationship: %s %s %s"), line->from, line->verb, line->to)
               : g_strdup_printf (_ ("Relationship: %s refers to %s"), line->from, line->to);
    }
  if (entity == NULL)
    return g_strdup (_ ("Schema diagram"));
  if (target->hit == ASK_DIAGRAM_ROW)
    return describe_row (entity, (guint) target->attribute);
  return entity->kind == ASK_ENTITY_API
           ? g_strdup_printf (g_dngettext (NULL, "%s, web API, %u attribute", "%s, web API, %u attributes",
                                           entity->attributes->len),
                              entity->name, entity->attributes->len)
           : g_strdup_printf (g_dngettext (NULL, "%s, %u attribute", "%s, %u attributes", entity->attributes->len),
                              entity->name, entity->attributes->len);
}

static AskCanvasItem *
add_item (AskCanvas *self, const AskDiagramTarget *target, guint index)
{
  g_autofree char *words = ask_canvas_describe (self, target);
  AskCanvasItem *item;

  if (index < self->items->len)
    item = self->items->pdata[index];
  else
    {
      item = g_object_new (ASK_TYPE_CANVAS_ITEM, NULL);
      gtk_widget_set_parent (GTK_WIDGET (item), GTK_WIDGET (self));
      g_ptr_array_add (self->items, item);
    }
  item->target = *target;
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_SELECTED,
                               (gboolean) (target->hit != ASK_DIAGRAM_LINE
                                           && ask_canvas_is_selected (self, target->entity)),
                               -1);
  return item;
}

static void
truncate_items (AskCanvas *self, guint n)
{
  while (self->items->len > n)
    gtk_widget_unparent (g_ptr_array_steal_index (self->items, self->items->len - 1));
}

static gboolean
update_items (gpointer data)
{
  AskCanvas *self = data;
  AskDiagramRect view = ask_canvas_get_view (self);
  guint n = 0;

  self->items_source = 0;
  if (self->current.hit != ASK_DIAGRAM_NOTHING)
    {
      AskCanvasItem *item = add_item (self, &self->current, n++);
      g_autofree char *words = ask_canvas_describe (self, &self->current);

      gtk_accessible_update_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, item, -1);
      /* For those that do not follow the relation. */
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
    }
  else
    {
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
      gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    }
  if (self->scale >= READABLE_SCALE)
    {
      g_autoptr (GArray) boxes = ask_diagram_find_boxes (self->diagram, &view);
      g_autoptr (GArray) lines = ask_diagram_find_lines (self->diagram, &view);

      for (guint i = 0; i < boxes->len && n < MAX_ITEMS; i++)
        add_item (self, &(AskDiagramTarget) { ASK_DIAGRAM_BOX, g_array_index (boxes, guint, i), -1, -1 }, n++);
      for (guint i = 0; i < lines->len && n < MAX_ITEMS; i++)
        add_item (self, &(AskDiagramTarget) { ASK_DIAGRAM_LINE, 0, -1, (int) g_array_index (lines, guint, i) }, n++);
    }
  truncate_items (self, n);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

/** ask_canvas_queue_items: the view or the selection changed */
void
ask_canvas_queue_items (AskCanvas *self)
{
  g_clear_handle_id (&self->items_source, g_source_remove);
  self->items_source = g_timeout_add (REST_MS, update_items, self);
}

static AskDiagramRect
item_rect (AskCanvas *self, const AskDiagramTarget *target)
{
  AskDiagramRect rect;

  if (target->hit == ASK_DIAGRAM_LINE)
    return ask_diagram_get_line (self->diagram, (guint) target->relationship);
  if (target->hit == ASK_DIAGRAM_ROW
      && ask_diagram_get_row (self->diagram, target->entity, (guint) target->attribute, &rect))
    return rect;
  return ask_diagram_get_box (self->diagram, target->entity);
}

/** ask_canvas_allocate_items: puts each child where its box is seen */
void
ask_canvas_allocate_items (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  for (guint i = 0; i < self->items->len; i++)
    {
      AskCanvasItem *item = self->items->pdata[i];
      AskDiagramRect rect = { 0, 0, 0, 0 };

      /* The schema may have become another one since; the items follow soon. */
      if (schema != NULL && item->target.entity < schema->entities->len
          && item->target.relationship < (int) ask_canvas_count_lines (self))
        rect = item_rect (self, &item->target);
      gtk_widget_measure (GTK_WIDGET (item), GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
      gtk_widget_size_allocate (GTK_WIDGET (item),
                                &(GtkAllocation) { (int) ((rect.x - self->x) * self->scale),
                                                   (int) ((rect.y - self->y) * self->scale),
                                                   MAX (1, (int) (rect.width * self->scale)),
                                                   MAX (1, (int) (rect.height * self->scale)) },
                                -1);
    }
}

/** ask_canvas_clear_items: takes all children away */
void
ask_canvas_clear_items (AskCanvas *self)
{
  g_clear_handle_id (&self->items_source, g_source_remove);
  if (self->items != NULL)
    truncate_items (self, 0);
}

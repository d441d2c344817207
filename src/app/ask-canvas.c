/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widget itself: the view on the plane, a frame, the selection, and what follows when the schema becomes
 * another one. Entities are kept by their place in the schema only between two changes of it; over a change
 * the selection goes by their ids.
 */
#include "config.h"

#include "app/ask-canvas-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Room left around what is fitted, in pixels of the widget. */
#define FIT_MARGIN 32.0
/* How near a line the pointer has to be, in pixels of the widget. */
#define SLACK 6.0
#define FLIGHT_MS 260

enum
{
  VIEW_CHANGED,
  SELECTION_CHANGED,
  ACTIVATED,
  PROBLEM,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (AskCanvas, ask_canvas, GTK_TYPE_WIDGET)

/** ask_canvas_to_plane: from pixels of the widget to the diagram's plane */
void
ask_canvas_to_plane (AskCanvas *self, double x, double y, double *plane_x, double *plane_y)
{
  *plane_x = self->x + x / self->scale;
  *plane_y = self->y + y / self->scale;
}

/** ask_canvas_hit: what lies at a pixel of the widget */
void
ask_canvas_hit (AskCanvas *self, double x, double y, AskDiagramTarget *target)
{
  double plane_x, plane_y;

  ask_canvas_to_plane (self, x, y, &plane_x, &plane_y);
  ask_diagram_hit (self->diagram, plane_x, plane_y, SLACK / self->scale, target);
}

/** ask_canvas_get_schema: Returns: (transfer none) (nullable): what is shown */
AskSchema *
ask_canvas_get_schema (AskCanvas *self)
{
  return self->editor != NULL ? ask_schema_editor_get_schema (self->editor) : NULL;
}

/** ask_canvas_get_entity: Returns: (transfer none) (nullable): the entity at this place of the schema */
AskEntity *
ask_canvas_get_entity (AskCanvas *self, guint entity)
{
  AskSchema *schema = ask_canvas_get_schema (self);

  return schema != NULL && entity < schema->entities->len ? schema->entities->pdata[entity] : NULL;
}

/** ask_canvas_get_attribute: Returns: (transfer none) (nullable): the attribute's or metric's name */
const char *
ask_canvas_get_attribute (AskCanvas *self, const AskDiagramTarget *target)
{
  const AskEntity *entity = ask_canvas_get_entity (self, target->entity);
  guint row = (guint) target->attribute;

  if (entity == NULL || target->attribute < 0)
    return NULL;
  if (row < entity->attributes->len)
    return ((const AskAttribute *) entity->attributes->pdata[row])->name;
  row -= entity->attributes->len;
  return row < entity->metrics->len ? ((const AskMetric *) entity->metrics->pdata[row])->name : NULL;
}

/** ask_canvas_get_diagram: Returns: (transfer none): what is drawn; for the overview and for export */
AskDiagram *
ask_canvas_get_diagram (AskCanvas *self)
{
  return self->diagram;
}

/** ask_canvas_get_scale: Returns: pixels of the widget for one of the plane */
double
ask_canvas_get_scale (AskCanvas *self)
{
  return self->scale;
}

/** ask_canvas_get_view: Returns: the part of the plane that is seen */
AskDiagramRect
ask_canvas_get_view (AskCanvas *self)
{
  return (AskDiagramRect) { self->x, self->y, gtk_widget_get_width (GTK_WIDGET (self)) / self->scale,
                            gtk_widget_get_height (GTK_WIDGET (self)) / self->scale };
}

/** ask_canvas_set_view: @x, @y: the upper left corner, in the plane. Nothing happens where it is there already */
void
ask_canvas_set_view (AskCanvas *self, double x, double y, double scale)
{
  scale = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  if (x == self->x && y == self->y && scale == self->scale)
    return;
  self->x = x;
  self->y = y;
  self->scale = scale;
  ask_canvas_queue_items (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/** ask_canvas_zoom_at: changes the scale so that the point under @x, @y (of the widget) stays there */
void
ask_canvas_zoom_at (AskCanvas *self, double scale, double x, double y)
{
  double plane_x, plane_y;

  scale = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  ask_canvas_stop_flight (self);
  ask_canvas_to_plane (self, x, y, &plane_x, &plane_y);
  ask_canvas_set_view (self, plane_x - x / scale, plane_y - y / scale, scale);
}

/** ask_canvas_zoom: changes the scale around the middle of the view */
void
ask_canvas_zoom (AskCanvas *self, double scale)
{
  ask_canvas_zoom_at (self, scale, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                      gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

/** ask_canvas_scroll_to: @x, @y: the point of the plane that comes to the middle, at once */
void
ask_canvas_scroll_to (AskCanvas *self, double x, double y)
{
  AskDiagramRect view = ask_canvas_get_view (self);

  ask_canvas_stop_flight (self);
  ask_canvas_set_view (self, x - view.width / 2, y - view.height / 2, self->scale);
}

static void
fly (double progress, gpointer data)
{
  AskCanvas *self = data;
  const double *from = self->flight_from;
  const double *to = self->flight_to;
  /* The scale moves evenly to the eye when its logarithm does. */
  double scale = from[2] * pow (to[2] / from[2], progress);
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = from[0] + (to[0] - from[0]) * progress;
  double y = from[1] + (to[1] - from[1]) * progress;

  ask_canvas_set_view (self, x - width / 2 / scale, y - height / 2 / scale, scale);
}

static void
landed (AskCanvas *self)
{
  g_clear_object (&self->flight);
}

/** ask_canvas_stop_flight: the view stays where it is now */
void
ask_canvas_stop_flight (AskCanvas *self)
{
  g_autoptr (AdwAnimation) flight = g_steal_pointer (&self->flight);

  if (flight == NULL)
    return;
  g_signal_handlers_disconnect_by_func (flight, landed, self);
  adw_animation_pause (flight);
}

/* @x, @y: the point of the plane that is to be in the middle. Where the desktop wants no animations, at
 * once. */
static void
fly_to (AskCanvas *self, double x, double y, double scale)
{
  AskDiagramRect view = ask_canvas_get_view (self);

  ask_canvas_stop_flight (self);
  self->flight_from[0] = view.x + view.width / 2;
  self->flight_from[1] = view.y + view.height / 2;
  self->flight_from[2] = self->scale;
  self->flight_to[0] = x;
  self->flight_to[1] = y;
  self->flight_to[2] = CLAMP (scale, ASK_CANVAS_MIN_SCALE, ASK_CANVAS_MAX_SCALE);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      fly (1, self);
      return;
    }
  self->flight = g_object_ref_sink (adw_timed_animation_new (
      GTK_WIDGET (self), 0, 1, FLIGHT_MS, adw_callback_animation_target_new (fly, self, NULL)));
  g_signal_connect_swapped (self->flight, "done", G_CALLBACK (landed), self);
  adw_animation_play (self->flight);
}

static void
fit_rect (AskCanvas *self, const AskDiagramRect *rect, double max_scale)
{
  double width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - 2 * FIT_MARGIN);
  double height = MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - 2 * FIT_MARGIN);
  double scale = MIN (max_scale, MIN (width / MAX (1, rect->width), height / MAX (1, rect->height)));

  fly_to (self, rect->x + rect->width / 2, rect->y + rect->height / 2, scale);
}

/** ask_canvas_fit: shows everything, at 100 % at most */
void
ask_canvas_fit (AskCanvas *self)
{
  AskDiagramRect bounds = ask_diagram_get_bounds (self->diagram);

  fit_rect (self, &bounds, 1.0);
}

static gboolean
target_rect (AskCanvas *self, const AskDiagramTarget *target, AskDiagramRect *rect)
{
  switch (target->hit)
    {
    case ASK_DIAGRAM_BOX:
    case ASK_DIAGRAM_FOLD:
    case ASK_DIAGRAM_GROUP:
      *rect = ask_diagram_get_box (self->diagram, target->entity);
      return TRUE;
    case ASK_DIAGRAM_ROW:
      if (!ask_diagram_get_row (self->diagram, target->entity, (guint) target->attribute, rect))
        *rect = ask_diagram_get_box (self->diagram, target->entity);
      return TRUE;
    case ASK_DIAGRAM_LINE:
      *rect = ask_diagram_get_line (self->diagram, (guint) target->relationship);
      return TRUE;
    default:
      return FALSE;
    }
}

/** ask_canvas_reveal: scrolls no further than needed for @target to be seen */
void
ask_canvas_reveal (AskCanvas *self, const AskDiagramTarget *target)
{
  AskDiagramRect view = ask_canvas_get_view (self);
  double margin = FIT_MARGIN / self->scale;
  AskDiagramRect rect;
  double x = self->x;
  double y = self->y;

  if (!target_rect (self, target, &rect))
    return;
  x = MIN (MAX (x, rect.x + rect.width + margin - view.width), rect.x - margin);
  y = MIN (MAX (y, rect.y + rect.height + margin - view.height), rect.y - margin);
  if (x != self->x || y != self->y)
    fly_to (self, x + view.width / 2, y + view.height / 2, self->scale);
}

/**
 * ask_canvas_fly_to:
 * @id: of an entity
 * @attribute: (nullable): of it
 *
 * Selects it and shows it at a readable size.
 *
 * Returns: whether there is such an entity
 */
gboolean
ask_canvas_fly_to (AskCanvas *self, const char *id, const char *attribute)
{
  AskSchema *schema = ask_canvas_get_schema (self);
  AskDiagramTarget target = { ASK_DIAGRAM_BOX, 0, -1, -1 };
  AskDiagramRect rect;

  g_return_val_if_fail (ASK_IS_CANVAS (self) && id != NULL, FALSE);

  for (guint i = 0; schema != NULL && i < schema->entities->len; i++)
    {
      const AskEntity *entity = schema->entities->pdata[i];

      if (strcmp (entity->id, id) != 0)
        continue;
      target.entity = i;
      for (guint a = 0; attribute != NULL && a < entity->attributes->len; a++)
        if (g_ascii_strcasecmp (((AskAttribute *) entity->attributes->pdata[a])->name, attribute) == 0)
          {
            target.hit = ASK_DIAGRAM_ROW;
            target.attribute = (int) a;
          }
      ask_canvas_select_only (self, &target);
      target_rect (self, &target, &rect);
      fly_to (self, rect.x + rect.width / 2, rect.y + rect.height / 2, CLAMP (self->scale, 0.8, 1.5));
      return TRUE;
    }
  return FALSE;
}

/** ask_canvas_is_selected: Returns: whether the box of @entity is */
gboolean
ask_canvas_is_selected (AskCanvas *self, guint entity)
{
  for (guint i = 0; i < self->selected->len; i++)
    if (g_array_index (self->selected, guint, i) == entity)
      return TRUE;
  return FALSE;
}

/** ask_canvas_selection_changed: tells everybody who shows it */
void
ask_canvas_selection_changed (AskCanvas *self)
{
  ask_canvas_update_actions (self);
  ask_canvas_queue_items (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
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
        self->current = self->selected->len > 0
                          ? (AskDiagramTarget) { ASK_DIAGRAM_BOX,
                                                 g_array_index (self->selected, guint, self->selected->len - 1), -1, -1 }
                          : (AskDiagramTarget) { 0 };
        ask_canvas_selection_changed (self);
        return;
      }
  g_array_append_val (self->selected, entity);
  self->current = (AskDiagramTarget) { ASK_DIAGRAM_BOX, entity, -1, -1 };
  ask_canvas_selection_changed (self);
}

/** ask_canvas_select: selects this alone and brings it into view */
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

/** ask_canvas_problem: tells a person why an edit cannot be made */
void
ask_canvas_problem (AskCanvas *self, const char *message)
{
  g_signal_emit (self, signals[PROBLEM], 0, message);
}

/** ask_canvas_commit: @draft: (transfer full). Returns: whether anything changed */
gboolean
ask_canvas_commit (AskCanvas *self, AskSchema *draft, const char *title, const char *merge_key)
{
  return ask_schema_editor_commit (self->editor, draft, title, merge_key);
}

/** ask_canvas_set_coverage: @per_entity: (nullable): in the schema's order; %NULL paints by source again */
void
ask_canvas_set_coverage (AskCanvas *self, const AskCoverage *per_entity, guint n)
{
  ask_diagram_set_coverage (self->diagram, per_entity, n,
                            per_entity != NULL ? ASK_DIAGRAM_PAINT_COVERAGE : ASK_DIAGRAM_PAINT_SOURCE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/* What was selected, by name, so that it is found again in another version. */
typedef struct
{
  GPtrArray *ids;
  char *id; /* of current; nullable */
  char *row; /* nullable */
  AskRelationship *relationship; /* nullable */
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
  if (self->current.hit == ASK_DIAGRAM_LINE && self->current.relationship < (int) schema->relationships->len)
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
  if (kept->relationship != NULL || (kept->id != NULL && ask_schema_find_id (schema, kept->id) == NULL))
    self->current = (AskDiagramTarget) { 0 };
}

static void
schema_changed (AskCanvas *self)
{
  AskSchema *schema = ask_canvas_get_schema (self);
  Kept kept = { 0 };

  ask_canvas_cancel_drag (self);
  keep_selection (self, &kept);
  self->hovered = (AskDiagramTarget) { 0 };
  ask_diagram_set_schema (self->diagram, schema);
  find_kept (self, schema, &kept);
  g_ptr_array_unref (kept.ids);
  g_free (kept.id);
  g_free (kept.row);
  g_clear_pointer (&kept.relationship, ask_relationship_unref);
  ask_canvas_selection_changed (self);
  g_signal_emit (self, signals[VIEW_CHANGED], 0);
}

/**
 * ask_canvas_set_editor:
 * @editor: (transfer none): what is shown and edited from now on
 *
 * The view is fitted to it once there is a size.
 */
void
ask_canvas_set_editor (AskCanvas *self, AskSchemaEditor *editor)
{
  g_return_if_fail (ASK_IS_CANVAS (self) && ASK_IS_SCHEMA_EDITOR (editor));

  if (self->editor == editor)
    return;
  if (self->editor != NULL)
    g_signal_handlers_disconnect_by_data (self->editor, self);
  g_set_object (&self->editor, editor);
  g_signal_connect_object (editor, "changed", G_CALLBACK (schema_changed), self, G_CONNECT_SWAPPED);
  self->fit_when_sized = TRUE;
  schema_changed (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/** ask_canvas_commit_moves: writes down where boxes lie now, as one edit */
void
ask_canvas_commit_moves (AskCanvas *self, const char *merge_key)
{
  g_autoptr (GArray) moved = ask_diagram_list_moved (self->diagram);
  g_autoptr (AskSchema) draft = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *title = NULL;

  if (moved->len == 0)
    return;
  draft = ask_schema_editor_begin (self->editor);
  for (guint i = 0; i < moved->len; i++)
    {
      guint index = g_array_index (moved, guint, i);
      const AskEntity *entity = ask_canvas_get_entity (self, index);
      AskDiagramRect box = ask_diagram_get_box (self->diagram, index);

      if (!ask_schema_edit_move (draft, entity->id, box.x, box.y, &error))
        {
          ask_canvas_problem (self, error->message);
          return;
        }
    }
  title = moved->len == 1
            ? g_strdup_printf (_("Moved %s"), ask_canvas_get_entity (self, g_array_index (moved, guint, 0))->name)
            : g_strdup_printf (g_dngettext (NULL, "Moved %u box", "Moved %u boxes", moved->len), moved->len);
  ask_canvas_commit (self, g_steal_pointer (&draft), title, merge_key);
}

/** ask_canvas_apply_layout: moves boxes as @layout, which was run, has them: one edit. Then shows everything */
void
ask_canvas_apply_layout (AskCanvas *self, AskDiagramLayout *layout)
{
  g_return_if_fail (ASK_IS_CANVAS (self) && layout != NULL);
  ask_diagram_layout_apply (layout, self->diagram);
  ask_canvas_commit_moves (self, NULL);
  ask_canvas_fit (self);
}

static double
get_font_size (GtkWidget *widget)
{
  const PangoFontDescription *font
    = pango_context_get_font_description (gtk_widget_get_pango_context (widget));
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  if (!pango_font_description_get_size_is_absolute (font))
    size *= (dpi > 0 ? dpi / 1024.0 : 96.0) / 72.0;
  return size > 0 ? size : 13;
}

static void
refresh_theme (AskCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  AdwStyleManager *style = adw_style_manager_get_default ();
  PangoContext *pango = gtk_widget_get_pango_context (widget);
  AskDiagramTheme theme = { 0 };

  theme.dark = adw_style_manager_get_dark (style);
  theme.high_contrast = adw_style_manager_get_high_contrast (style);
  theme.right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  theme.font_size = get_font_size (widget);
  theme.font = pango_font_description_get_family (pango_context_get_font_description (pango));
  ask_diagram_set_theme (self->diagram, &theme);
  self->theme_is_old = FALSE;
}

static void
theme_changed (AskCanvas *self)
{
  self->theme_is_old = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
fill_marks (AskCanvas *self, AskDiagramMarks *marks)
{
  *marks = (AskDiagramMarks) { 0 };
  marks->selected = (const guint *) self->selected->data;
  marks->n_selected = self->selected->len;
  marks->selected_row = self->current;
  marks->hovered = self->hovered;
  if (self->keyboard && gtk_widget_has_focus (GTK_WIDGET (self)))
    marks->focused = self->current;
  marks->linking = self->linking;
  marks->link_from = self->link_from;
  marks->link_x = self->link_x;
  marks->link_y = self->link_y;
  marks->target = self->link_target;
  if (self->drag == ASK_DRAG_BAND)
    marks->band = &self->band;
}

/* The picture to draw this frame into. GTK still holds the one of the frame before, to compare with, and cairo
 * would copy it if it changed; so there are two, in turns. */
static cairo_surface_t *
get_picture (AskCanvas *self, int width, int height)
{
  cairo_surface_t **picture = &self->pictures[self->turn];

  self->turn = !self->turn;
  if (*picture != NULL
      && (cairo_image_surface_get_width (*picture) != width || cairo_image_surface_get_height (*picture) != height))
    g_clear_pointer (picture, cairo_surface_destroy);
  if (*picture == NULL)
    *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  return *picture;
}

/* Drawn into a picture of our own first: a cairo node records each call, which costs more than the drawing, and a
 * texture is copied once more on its way. */
static void
ask_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  AskCanvas *self = ASK_CANVAS (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  int factor = gtk_widget_get_scale_factor (widget);
  AskDiagramRect view = ask_canvas_get_view (self);
  AskDiagramMarks marks;
  cairo_surface_t *picture;
  cairo_t *cr;

  if (width <= 0 || height <= 0)
    return;
  if (self->theme_is_old)
    refresh_theme (self);
  fill_marks (self, &marks);
  picture = get_picture (self, width * factor, height * factor);
  cairo_surface_set_device_scale (picture, 1, 1);
  cr = cairo_create (picture);
  ask_diagram_draw (self->diagram, cr, &view, self->scale * factor, &marks);
  cairo_destroy (cr);

  cairo_surface_set_device_scale (picture, factor, factor);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_set_source_surface (cr, picture, 0, 0);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_paint (cr);
  cairo_destroy (cr);
}

static gboolean
fit_first (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  AskCanvas *self = ASK_CANVAS (widget);
  AskSchema *schema = ask_canvas_get_schema (self);
  AskDiagramRect bounds;

  if (!self->fit_when_sized || schema == NULL || schema->entities->len == 0)
    return G_SOURCE_REMOVE;
  self->fit_when_sized = FALSE;
  if (self->theme_is_old)
    refresh_theme (self);
  bounds = ask_diagram_get_bounds (self->diagram);
  fit_rect (self, &bounds, 1.0);
  if (self->flight != NULL)
    adw_animation_skip (self->flight);
  return G_SOURCE_REMOVE;
}

static void
ask_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  AskCanvas *self = ASK_CANVAS (widget);

  /* Not from here: who hears of it may want another size. */
  if (self->fit_when_sized && width > 1 && height > 1)
    gtk_widget_add_tick_callback (widget, fit_first, NULL, NULL);
  ask_canvas_allocate_items (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
ask_canvas_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline)
{
  *minimum = 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 600;
}

static void
ask_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (ask_canvas_parent_class)->css_changed (widget, change);
  theme_changed (ASK_CANVAS (widget));
}

static void
ask_canvas_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  theme_changed (ASK_CANVAS (widget));
}

static void
ask_canvas_dispose (GObject *object)
{
  AskCanvas *self = ASK_CANVAS (object);

  ask_canvas_stop_flight (self);
  ask_canvas_clear_items (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (ask_canvas_parent_class)->dispose (object);
}

static void
ask_canvas_finalize (GObject *object)
{
  AskCanvas *self = ASK_CANVAS (object);

  g_clear_pointer (&self->diagram, ask_diagram_free);
  g_clear_pointer (&self->pictures[0], cairo_surface_destroy);
  g_clear_pointer (&self->pictures[1], cairo_surface_destroy);
  g_clear_pointer (&self->selected, g_array_unref);
  g_clear_pointer (&self->dragged, g_array_unref);
  g_clear_pointer (&self->band_before, g_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  G_OBJECT_CLASS (ask_canvas_parent_class)->finalize (object);
}

static void
ask_canvas_class_init (AskCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ask_canvas_dispose;
  object_class->finalize = ask_canvas_finalize;
  widget_class->snapshot = ask_canvas_snapshot;
  widget_class->size_allocate = ask_canvas_size_allocate;
  widget_class->measure = ask_canvas_measure;
  widget_class->css_changed = ask_canvas_css_changed;
  widget_class->direction_changed = ask_canvas_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "askcanvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  ask_canvas_install_actions (widget_class);

  /** AskCanvas::view-changed: another part of the plane is seen, or what lies in it changed */
  signals[VIEW_CHANGED] = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 0);
  /** AskCanvas::selection-changed: see ask_canvas_get_selected() */
  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                             NULL, NULL, NULL, G_TYPE_NONE, 0);
  /** AskCanvas::activated: a person wants to edit what is selected: Enter, or a double click on a row */
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 0);
  /** AskCanvas::problem: @message: one sentence: why an edit could not be made */
  signals[PROBLEM] = g_signal_new ("problem", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
focus_changed (AskCanvas *self)
{
  if (!gtk_widget_has_focus (GTK_WIDGET (self)))
    self->space = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ask_canvas_init (AskCanvas *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->diagram = ask_diagram_new ();
  self->scale = 1;
  self->theme_is_old = TRUE;
  self->selected = g_array_new (FALSE, FALSE, sizeof (guint));
  self->dragged = g_array_new (FALSE, FALSE, sizeof (AskDiagramRect));
  self->band_before = g_array_new (FALSE, FALSE, sizeof (guint));
  self->items = g_ptr_array_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Schema diagram"), -1);
  ask_canvas_init_pointer (self);
  ask_canvas_init_keys (self);
  ask_canvas_update_actions (self);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_changed), NULL);
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (theme_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (theme_changed), self, G_CONNECT_SWAPPED);
}

/** ask_canvas_new: Returns: (transfer floating): an empty canvas */
GtkWidget *
ask_canvas_new (void)
{
  return g_object_new (ASK_TYPE_CANVAS, NULL);
}

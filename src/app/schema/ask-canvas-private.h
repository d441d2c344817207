/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the canvas's files share: its state, and the few things that pointer, keyboard and accessibility do to
 * it. Only ask-canvas*.c include it.
 *
 *   ask-canvas.c          the widget: drawing, what the editor says
 *   ask-canvas-view.c     which part of the plane is seen
 *   ask-canvas-select.c   what is selected, through other versions of the schema too
 *   ask-canvas-pointer.c  drags, clicks, scrolling, pinching
 *   ask-canvas-suggest.c  what is suggested, as dashed lines
 *   ask-canvas-actions.c  actions and their keys, the context menu
 *   ask-canvas-area.c     focus, what stands out, and areas
 *   ask-canvas-items.c    what assistive technology sees
 */
#pragma once

#include <adwaita.h>

#include "app/schema/ask-canvas.h"
#include "schema/edit/ask-schema-edit.h"

G_BEGIN_DECLS

/* Below it boxes are no more than coloured areas. */
#define ASK_CANVAS_MIN_SCALE 0.02
#define ASK_CANVAS_MAX_SCALE 4.0

typedef enum
{
  ASK_DRAG_NONE,
  ASK_DRAG_BOXES,
  ASK_DRAG_BAND,
  ASK_DRAG_LINK,
  ASK_DRAG_PAN
} AskCanvasDrag;

struct _AskCanvas
{
  GtkWidget parent_instance;

  AskSchemaEditor *editor; /* nullable */
  AskDiagram *diagram;
  gboolean theme_is_old;
  cairo_surface_t *pictures[2]; /* nullable; see ask_canvas_snapshot() */
  guint turn; /* of @pictures */
  gboolean fit_when_sized; /* until there is a size and something to show */

  /* The view: a point of the plane is at (px - x) * scale. */
  double x;
  double y;
  double scale;
  double text; /* how much larger the desktop wants text than the diagram has it: the scale of 100 % */
  AdwAnimation *flight; /* nullable */
  double flight_from[3];
  double flight_to[3];

  GPtrArray *suggestions; /* AskSuggestion; nullable */
  GPtrArray *offers; /* borrowed of @suggestions: those that fit the schema; relationships first */
  GPtrArray *offered; /* AskRelationship: as the first of @offers */

  GArray *selected; /* guint: entities, in the order of selection */
  AskDiagramTarget current; /* what the panel shows: of the selection's last */
  AskDiagramTarget hovered;
  gboolean keyboard; /* the ring is shown */

  GArray *bright; /* (nullable) guint: entities that stand out */
  guint focus; /* over so many relationships; 0 for none */
  char *joining; /* (nullable): the area that boxes which are moved go into */

  AskCanvasDrag drag;
  double press_x; /* in the widget */
  double press_y;
  double view_x; /* when a pan began */
  double view_y;
  GArray *dragged; /* AskDiagramRect: where the selected boxes were */
  gboolean moved;
  gboolean space; /* held: a drag pans */
  AskDiagramRect band;
  GArray *band_before; /* guint: selected before the band */
  double pointer_x;
  double pointer_y;

  gboolean linking; /* a relationship is being drawn */
  AskDiagramTarget link_from;
  AskDiagramTarget link_target;
  double link_x; /* in the plane */
  double link_y;

  double pinch_scale;
  GtkWidget *menu; /* nullable */
  guint items_source;
  GPtrArray *items; /* GtkWidget */
};

/* ask-canvas.c */
void       ask_canvas_to_plane        (AskCanvas              *self,
                                       double                  x,
                                       double                  y,
                                       double                 *plane_x,
                                       double                 *plane_y);
void       ask_canvas_hit             (AskCanvas              *self,
                                       double                  x,
                                       double                  y,
                                       AskDiagramTarget       *target);
AskSchema *ask_canvas_get_schema      (AskCanvas              *self);
AskEntity *ask_canvas_get_entity      (AskCanvas              *self,
                                       guint                   entity);
const char *ask_canvas_get_attribute  (AskCanvas              *self,
                                       const AskDiagramTarget *target);
void       ask_canvas_view_changed    (AskCanvas              *self);
void       ask_canvas_selection_changed (AskCanvas            *self);
gboolean   ask_canvas_commit          (AskCanvas              *self,
                                       AskSchema              *draft,
                                       const char             *title,
                                       const char             *merge_key);
void       ask_canvas_problem         (AskCanvas              *self,
                                       const char             *message);
void       ask_canvas_commit_moves    (AskCanvas              *self,
                                       const char             *merge_key);
void       ask_canvas_refresh_theme   (AskCanvas              *self);

/* ask-canvas-view.c */
void       ask_canvas_zoom_at         (AskCanvas              *self,
                                       double                  scale,
                                       double                  x,
                                       double                  y);
void       ask_canvas_set_view        (AskCanvas              *self,
                                       double                  x,
                                       double                  y,
                                       double                  scale);
void       ask_canvas_stop_flight     (AskCanvas              *self);
void       ask_canvas_fit_boxes       (AskCanvas              *self,
                                       GArray                 *entities);
void       ask_canvas_reveal          (AskCanvas              *self,
                                       const AskDiagramTarget *target);
gboolean   ask_canvas_fit_first       (GtkWidget              *widget,
                                       GdkFrameClock          *clock,
                                       gpointer                data);

/* ask-canvas-select.c */
gboolean   ask_canvas_is_selected     (AskCanvas              *self,
                                       guint                   entity);
void       ask_canvas_select_only     (AskCanvas              *self,
                                       const AskDiagramTarget *target);
void       ask_canvas_toggle          (AskCanvas              *self,
                                       guint                   entity);
void       ask_canvas_carry_selection (AskCanvas              *self,
                                       AskSchema              *schema);

/* ask-canvas-suggest.c */
guint      ask_canvas_count_lines     (AskCanvas              *self);
const AskRelationship *ask_canvas_get_line (AskCanvas         *self,
                                       int                     line);
void       ask_canvas_offer           (AskCanvas              *self,
                                       AskSchema              *schema);

/* ask-canvas-link.c */
void       ask_canvas_link_begin      (AskCanvas              *self,
                                       const AskDiagramTarget *row);
void       ask_canvas_link_move       (AskCanvas              *self,
                                       double                  x,
                                       double                  y);
void       ask_canvas_link_end        (AskCanvas              *self,
                                       const AskDiagramTarget *row);
void       ask_canvas_link_cancel     (AskCanvas              *self);

/* ask-canvas-pointer.c */
void       ask_canvas_init_pointer    (AskCanvas              *self);
void       ask_canvas_cancel_drag     (AskCanvas              *self);

/* ask-canvas-actions.c */
void       ask_canvas_install_actions (GtkWidgetClass         *widget_class);
void       ask_canvas_init_keys       (AskCanvas              *self);
void       ask_canvas_update_actions  (AskCanvas              *self);
void       ask_canvas_popup           (AskCanvas              *self,
                                       double                  x,
                                       double                  y);

/* ask-canvas-area.c */
void       ask_canvas_drop_boxes      (AskCanvas              *self,
                                       double                  x,
                                       double                  y);
gboolean   ask_canvas_end_focus       (AskCanvas              *self);
void       ask_canvas_add_area_menu   (AskCanvas              *self,
                                       GMenu                  *menu);
void       ask_canvas_install_area_actions (GtkWidgetClass    *widget_class);

/* ask-canvas-items.c */
char      *ask_canvas_describe        (AskCanvas              *self,
                                       const AskDiagramTarget *target);
void       ask_canvas_queue_items     (AskCanvas              *self);
void       ask_canvas_allocate_items  (AskCanvas              *self);
void       ask_canvas_clear_items     (AskCanvas              *self);

G_END_DECLS

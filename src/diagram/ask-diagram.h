/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The abstract schema as a diagram: boxes with rows, lines with crow's feet, in a plane of its own
 * (pixels at 100 %). Geometry, hit-testing and drawing with cairo; no GTK, so that the command line draws
 * the same picture as the window.
 *
 * It follows an AskSchema and holds only geometry and caches; it never edits. Entities are shared between
 * versions of a schema, so ask_diagram_set_schema() keeps what it knows of those whose pointer is the same, and
 * an edit in 2,000 entities costs one box.
 *
 * How a widget uses it:
 *
 *   - "changed" of the editor: ask_diagram_set_schema (), redraw.
 *   - a frame: ask_diagram_draw () into an image surface of the view's size (a cairo node of GSK records every
 *     call first, which costs more than the drawing), with @area the visible part of the plane. It culls and
 *     picks the level of detail by itself; nothing outside @area is looked at.
 *   - a drag: ask_diagram_move_box () for each selected box while the pointer moves; at its end
 *     ask_diagram_list_moved () gives the moves for one edit.
 *   - arranging: ask_diagram_layout_new () here, ask_diagram_layout_run () in a thread, then
 *     ask_diagram_layout_apply () here, and the same ask_diagram_list_moved ().
 *
 * Entities are told by their place in the schema's list, relationships likewise. A row is told by its attribute's
 * place in the entity; metrics count on after the attributes, and suggested relationships after the schema's own.
 *
 * All of it belongs to one thread, but for what ask_diagram_layout_run() says.
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "schema/ask-schema.h"

G_BEGIN_DECLS

#define ASK_DIAGRAM_ERROR (ask_diagram_error_quark ())

/**
 * AskDiagramError:
 * @ASK_DIAGRAM_ERROR_LAYOUT: the layout library gave up
 * @ASK_DIAGRAM_ERROR_FORMAT: the file's ending is none of .png, .svg, .pdf
 * @ASK_DIAGRAM_ERROR_WRITE: the file cannot be written
 * @ASK_DIAGRAM_ERROR_EMPTY: there is nothing to draw
 */
typedef enum
{
  ASK_DIAGRAM_ERROR_LAYOUT,
  ASK_DIAGRAM_ERROR_FORMAT,
  ASK_DIAGRAM_ERROR_WRITE,
  ASK_DIAGRAM_ERROR_EMPTY
} AskDiagramError;

GQuark ask_diagram_error_quark (void);

typedef struct _AskDiagram AskDiagram;
typedef struct _AskDiagramLayout AskDiagramLayout;

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} AskDiagramRect;

typedef enum
{
  ASK_DIAGRAM_NOTHING,
  ASK_DIAGRAM_BOX, /* the title of a box, or a part of it that is no row */
  ASK_DIAGRAM_ROW,
  ASK_DIAGRAM_LINE,
  ASK_DIAGRAM_FOLD, /* the sign that collapses and opens the box */
  ASK_DIAGRAM_GROUP, /* the name of a source above its boxes */
  ASK_DIAGRAM_AREA /* the name of an area, or all of a folded one */
} AskDiagramHit;

/**
 * AskDiagramTarget:
 * @entity: of a box, row or fold; of a line the one that it comes from; of a group or an area its first
 * @attribute: of a row; a metric is the number of attributes and its own place; -1 for none
 * @relationship: of a line; -1 for none
 *
 * All zero is %ASK_DIAGRAM_NOTHING: a target may be initialised with { 0 }.
 */
typedef struct
{
  AskDiagramHit hit;
  guint entity;
  int attribute;
  int relationship;
} AskDiagramTarget;

typedef enum
{
  ASK_DIAGRAM_PAINT_SOURCE,
  ASK_DIAGRAM_PAINT_COVERAGE
} AskDiagramPaint;

/**
 * AskCoverage:
 * @asked: how many questions used the entity
 * @failed: how many of those failed
 * @undescribed: how many of its attributes, and itself, have no description
 */
typedef struct
{
  guint asked;
  guint failed;
  guint undescribed;
} AskCoverage;

/**
 * AskDiagramTheme:
 * @right_to_left: boxes are mirrored inside; they stay where they are
 * @transparent: leave the background to the caller
 * @font_size: in pixels, the text scale included; 0 for 13
 * @font: (nullable): a Pango family; "Sans"
 *
 * All zero is the light theme of exported files.
 */
typedef struct
{
  gboolean dark;
  gboolean high_contrast;
  gboolean right_to_left;
  gboolean transparent;
  double font_size;
  const char *font;
} AskDiagramTheme;

/**
 * AskDiagramMarks:
 * @selected: (array length=n_selected) (nullable): selected entities
 * @selected_row: a row or line of the selection; %ASK_DIAGRAM_NOTHING for none
 * @hovered: what the pointer is on
 * @focused: what the keyboard is on: gets a ring
 * @linking: whether a relationship is being drawn: from @link_from's row to @link_x, @link_y
 * @link_from: a row
 * @link_x, @link_y: in the plane
 * @target: the row that the link would end on
 * @link_refused: @target cannot take it: shown in the colour of errors
 * @band: (nullable): the rubber band, in the plane
 * @bright: (array length=n_bright) (nullable): entities; all others are shown faintly
 *
 * What a frame shows beyond the schema. All zero is nothing.
 */
typedef struct
{
  const guint *selected;
  guint n_selected;
  AskDiagramTarget selected_row;
  AskDiagramTarget hovered;
  AskDiagramTarget focused;
  gboolean linking;
  AskDiagramTarget link_from;
  double link_x;
  double link_y;
  AskDiagramTarget target;
  gboolean link_refused;
  const AskDiagramRect *band;
  const guint *bright;
  guint n_bright;
} AskDiagramMarks;

AskDiagram      *ask_diagram_new           (void);
void             ask_diagram_free          (AskDiagram            *self);
void             ask_diagram_set_schema    (AskDiagram            *self,
                                            AskSchema             *schema);
void             ask_diagram_set_suggested (AskDiagram            *self,
                                            GPtrArray             *relationships);
AskSchema       *ask_diagram_get_schema    (AskDiagram            *self);
void             ask_diagram_set_theme     (AskDiagram            *self,
                                            const AskDiagramTheme *theme);
void             ask_diagram_set_coverage  (AskDiagram            *self,
                                            const AskCoverage     *per_entity,
                                            guint                  n,
                                            AskDiagramPaint        paint);

AskDiagramRect   ask_diagram_get_bounds    (AskDiagram            *self);
AskDiagramRect   ask_diagram_get_box       (AskDiagram            *self,
                                            guint                  entity);
gboolean         ask_diagram_get_row       (AskDiagram            *self,
                                            guint                  entity,
                                            guint                  attribute,
                                            AskDiagramRect        *rect);
AskDiagramRect   ask_diagram_get_line      (AskDiagram            *self,
                                            guint                  relationship);
void             ask_diagram_hit           (AskDiagram            *self,
                                            double                 x,
                                            double                 y,
                                            double                 slack,
                                            AskDiagramTarget      *target);
GArray          *ask_diagram_find_boxes    (AskDiagram            *self,
                                            const AskDiagramRect  *area);
GArray          *ask_diagram_find_lines    (AskDiagram            *self,
                                            const AskDiagramRect  *area);
GArray          *ask_diagram_list_group    (AskDiagram            *self,
                                            guint                  entity);
GArray          *ask_diagram_list_area     (AskDiagram            *self,
                                            guint                  entity);
const char      *ask_diagram_find_area     (AskDiagram            *self,
                                            double                 x,
                                            double                 y,
                                            const char            *except);
GArray          *ask_diagram_list_near     (AskDiagram            *self,
                                            guint                  entity,
                                            guint                  distance);

void             ask_diagram_move_box      (AskDiagram            *self,
                                            guint                  entity,
                                            double                 x,
                                            double                 y);
GArray          *ask_diagram_list_moved    (AskDiagram            *self);
gboolean         ask_diagram_has_unplaced  (AskDiagram            *self);

void             ask_diagram_draw          (AskDiagram            *self,
                                            cairo_t               *cr,
                                            const AskDiagramRect  *area,
                                            double                 scale,
                                            const AskDiagramMarks *marks);
gboolean         ask_diagram_shows_rows    (AskDiagram            *self,
                                            double                 scale);
void             ask_diagram_draw_overview (AskDiagram            *self,
                                            cairo_t               *cr,
                                            double                 width,
                                            double                 height,
                                            const AskDiagramRect  *view);
void             ask_diagram_get_overview  (AskDiagram            *self,
                                            double                 width,
                                            double                 height,
                                            double                *scale,
                                            double                *x,
                                            double                *y);
double           ask_diagram_draw_legend   (AskDiagram            *self,
                                            cairo_t               *cr,
                                            double                 width);

AskDiagramLayout *ask_diagram_layout_new   (AskDiagram            *self,
                                            gboolean               all);
gboolean         ask_diagram_layout_run    (AskDiagramLayout      *self,
                                            GCancellable          *cancellable,
                                            GError               **error);
void             ask_diagram_layout_apply  (AskDiagramLayout      *self,
                                            AskDiagram            *diagram);
void             ask_diagram_layout_free   (AskDiagramLayout      *self);
gboolean         ask_diagram_arrange       (AskDiagram            *self,
                                            gboolean               all,
                                            GCancellable          *cancellable,
                                            GError               **error);

gboolean         ask_diagram_export        (AskDiagram            *self,
                                            const char            *path,
                                            double                 scale,
                                            GCancellable          *cancellable,
                                            GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagram, ask_diagram_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagramLayout, ask_diagram_layout_free)

G_END_DECLS

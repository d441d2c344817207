/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The canvas: the abstract schema as boxes and lines, to be looked at and edited with the pointer or with the
 * keyboard alone. It draws an AskDiagram and edits through an AskSchemaEditor; it never saves.
 */
#pragma once

#include <gtk/gtk.h>

#include "diagram/ask-diagram.h"
#include "schema/infer/ask-infer.h"
#include "schema/edit/ask-schema-editor.h"

G_BEGIN_DECLS

#define ASK_TYPE_CANVAS (ask_canvas_get_type ())
G_DECLARE_FINAL_TYPE (AskCanvas, ask_canvas, ASK, CANVAS, GtkWidget)

GtkWidget             *ask_canvas_new           (void);
void                   ask_canvas_set_editor    (AskCanvas              *self,
                                                 AskSchemaEditor        *editor);
AskDiagram            *ask_canvas_get_diagram   (AskCanvas              *self);

double                 ask_canvas_get_scale     (AskCanvas              *self);
double                 ask_canvas_get_zoom      (AskCanvas              *self);
AskDiagramRect         ask_canvas_get_view      (AskCanvas              *self);
void                   ask_canvas_scroll_to     (AskCanvas              *self,
                                                 double                  x,
                                                 double                  y);
void                   ask_canvas_zoom          (AskCanvas              *self,
                                                 double                  scale);
void                   ask_canvas_fit           (AskCanvas              *self);
gboolean               ask_canvas_fly_to        (AskCanvas              *self,
                                                 const char             *id,
                                                 const char             *attribute);

const AskDiagramTarget *ask_canvas_get_selected (AskCanvas              *self);
guint                  ask_canvas_get_n_selected (AskCanvas             *self);
void                   ask_canvas_select        (AskCanvas              *self,
                                                 const AskDiagramTarget *target);
void                   ask_canvas_set_bright    (AskCanvas              *self,
                                                 GArray                 *entities);
guint                  ask_canvas_get_n_bright  (AskCanvas              *self);
void                   ask_canvas_put_into_area (AskCanvas              *self,
                                                 const char             *area);
void                   ask_canvas_apply_layout  (AskCanvas              *self,
                                                 AskDiagramLayout       *layout);
void                   ask_canvas_set_coverage  (AskCanvas              *self,
                                                 const AskCoverage      *per_entity,
                                                 guint                   n);

void                   ask_canvas_set_suggestions (AskCanvas            *self,
                                                 GPtrArray              *suggestions);
GPtrArray             *ask_canvas_get_offers    (AskCanvas              *self);
const AskSuggestion   *ask_canvas_get_suggestion (AskCanvas             *self,
                                                 const AskDiagramTarget *target);
void                   ask_canvas_show_suggestion (AskCanvas            *self,
                                                 const AskSuggestion    *suggestion);
void                   ask_canvas_take_suggestion (AskCanvas            *self);
void                   ask_canvas_dismiss_suggestion (AskCanvas         *self);
void                   ask_canvas_commit_risky  (AskCanvas              *self,
                                                 AskSchema              *draft,
                                                 const char             *title,
                                                 const char             *about);

G_END_DECLS

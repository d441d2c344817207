/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rectangles by place: a grid over what there is, made anew when something moved. Finding costs what is found, not
 * what there is; making costs one pass. It holds numbers only and owns nothing that it is told of.
 */
#pragma once

#include "diagram/ask-diagram.h"

G_BEGIN_DECLS

typedef struct _AskDiagramIndex AskDiagramIndex;

AskDiagramIndex *ask_diagram_index_new  (void);
void             ask_diagram_index_free (AskDiagramIndex      *self);
void             ask_diagram_index_fill (AskDiagramIndex      *self,
                                         const AskDiagramRect *rects,
                                         guint                 n);
void             ask_diagram_index_find (AskDiagramIndex      *self,
                                         const AskDiagramRect *area,
                                         GArray               *found);
gboolean         ask_diagram_rect_meets (const AskDiagramRect *a,
                                         const AskDiagramRect *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDiagramIndex, ask_diagram_index_free)

G_END_DECLS

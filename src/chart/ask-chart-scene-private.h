/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scene from the inside, for the files of this room that fill it and look into it. All lengths are on paper: mirrored where
 * text runs right to left. Places and series are those that are seen; what goes out is translated.
 *
 *   ask-chart-scene.c         filling it, and finding what is where
 *   ask-chart-scene-walk.c    from place to place, and from a rectangle to a part of the axes
 *   ask-chart-scene-marker.c  drawing over it
 */
#pragma once

#include "chart/ask-chart-scale.h"
#include "chart/ask-chart-scene.h"
#include "chart/ask-chart-shown.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_CHART_SHAPE_BOX,
  ASK_CHART_SHAPE_DOT,
  ASK_CHART_SHAPE_SECTOR
} AskChartShape;

/**
 * AskChartMark:
 * @series: -1 where the mark is all of the place
 * @box: around it; of a sector the box around its whole ring
 * @inner: of a sector: the radius of the hole
 * @from, @to: of a sector: angles as of cairo_arc()
 */
typedef struct
{
  AskChartShape shape;
  int series;
  gsize place;
  AskChartBox box;
  double inner;
  double from;
  double to;
} AskChartMark;

typedef enum
{
  ASK_CHART_AXIS_POSITIONS, /* lines: places where their positions are */
  ASK_CHART_AXIS_SLOTS, /* bars: places in slots of one width */
  ASK_CHART_AXIS_NUMBERS /* dots */
} AskChartAxis;

/**
 * AskChartPlot:
 * @box: without labels
 * @lying: slots go down
 * @panel: the series that is drawn in it alone, or -1
 * @across, @up: scales of numbers
 */
typedef struct
{
  AskChartBox box;
  AskChartAxis axis;
  gboolean lying;
  int panel;
  AskChartScale across;
  AskChartScale up;
} AskChartPlot;

typedef struct
{
  AskChartBox box;
  guint key;
} AskChartKey;

struct _AskChartScene
{
  AskChartShown shown;
  gboolean filled;
  gboolean right_to_left;
  double em;
  double stroke;
  GArray *marks; /* AskChartMark */
  GArray *plots; /* AskChartPlot */
  GArray *keys; /* AskChartKey */
  gsize *order; /* (nullable): dots from the start of the axis to its end */
};

void     ask_chart_scene_begin      (AskChartScene      *self,
                                     AskChart           *chart);
gboolean ask_chart_scene_holds      (AskChartBox         box,
                                     double              x,
                                     double              y);
double   ask_chart_scene_get_across (AskChartScene      *self,
                                     const AskChartPlot *plot,
                                     gsize               place);
gboolean ask_chart_scene_get_point  (AskChartScene      *self,
                                     const AskChartPlot *plot,
                                     guint               series,
                                     gsize               place,
                                     double             *y);
gboolean ask_chart_scene_translate  (AskChartScene      *self,
                                     const AskChartPick *pick,
                                     AskChartPick       *seen);
void     ask_chart_scene_tell       (AskChartScene      *self,
                                     gsize               place,
                                     int                 series,
                                     AskChartPick       *pick);

G_END_DECLS

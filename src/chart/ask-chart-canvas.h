/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sheet to draw on: cairo and Pango behind coordinates that run from the start of the line to its
 * end, so that only this file knows whether a language runs right to left. Lives for one drawing,
 * on one thread; borrows the cairo context and the theme.
 */
#pragma once

#include <pango/pangocairo.h>

#include "chart/ask-chart-scene-private.h"

G_BEGIN_DECLS

typedef enum
{
  ASK_CHART_ANCHOR_START,
  ASK_CHART_ANCHOR_CENTER,
  ASK_CHART_ANCHOR_END
} AskChartAnchor;

/**
 * AskChartSpot:
 * @x: where its anchor stands
 * @y: the top of the line
 * @max_width: longer text ends in an ellipsis; nothing is drawn when not even a letter fits
 *
 * Where a line of text is drawn.
 */
typedef struct
{
  double x;
  double y;
  double max_width;
  AskChartAnchor anchor;
} AskChartSpot;

/**
 * AskChartStyle:
 * @size: in em
 *
 * How text looks.
 */
typedef struct
{
  double size;
  gboolean bold;
  guint32 color;
} AskChartStyle;

typedef struct
{
  cairo_t *cr;
  double width;
  double height;
  const AskChartTheme *theme;
  AskChartScene *scene; /* (nullable): is told what is drawn where */
  PangoLayout *layout;
  double em; /* body text, in units of the cairo context */
  double line; /* the height of a line of body text */
  double stroke; /* as em, for lines and dots: grows with the sheet also where text does not */
  guint pattern; /* what is filled is hatched so, 0 for plain */
} AskChartCanvas;

/* Sizes of text, in em. */
#define ASK_CHART_SMALL 0.92
#define ASK_CHART_BODY 1.0
#define ASK_CHART_TITLE 1.2

void    ask_chart_canvas_init      (AskChartCanvas      *self,
                                    cairo_t             *cr,
                                    double               width,
                                    double               height,
                                    const AskChartTheme *theme);
void    ask_chart_canvas_clear     (AskChartCanvas      *self);
double  ask_chart_canvas_x         (AskChartCanvas      *self,
                                    double               x);
void    ask_chart_canvas_color     (AskChartCanvas      *self,
                                    guint32              color,
                                    double               alpha);
void    ask_chart_canvas_clip      (AskChartCanvas      *self,
                                    AskChartBox          box);
void    ask_chart_canvas_hatch     (AskChartCanvas      *self,
                                    guint                pattern);
void    ask_chart_canvas_fill      (AskChartCanvas      *self);
void    ask_chart_canvas_dash      (AskChartCanvas      *self,
                                    guint                pattern);
void    ask_chart_canvas_rectangle (AskChartCanvas      *self,
                                    AskChartBox          box);
void    ask_chart_canvas_bar       (AskChartCanvas      *self,
                                    AskChartBox          box,
                                    int                  dx,
                                    int                  dy);
void    ask_chart_canvas_rule      (AskChartCanvas      *self,
                                    double               x1,
                                    double               y1,
                                    double               x2,
                                    double               y2,
                                    guint32              color);
void    ask_chart_canvas_mark      (AskChartCanvas      *self,
                                    AskChartBox          box,
                                    int                  series,
                                    gsize                place);
void    ask_chart_canvas_mark_dot  (AskChartCanvas      *self,
                                    AskChartBox          box,
                                    int                  series,
                                    gsize                place);
void    ask_chart_canvas_mark_part (AskChartCanvas      *self,
                                    const AskChartMark  *part);
void    ask_chart_canvas_mark_plot (AskChartCanvas      *self,
                                    AskChartPlot         plot);
void    ask_chart_canvas_mark_key  (AskChartCanvas      *self,
                                    AskChartBox          box,
                                    guint                key);
double  ask_chart_canvas_measure   (AskChartCanvas      *self,
                                    const char          *text,
                                    double               size,
                                    gboolean             bold);
double  ask_chart_canvas_text      (AskChartCanvas      *self,
                                    const char          *text,
                                    AskChartSpot         spot,
                                    AskChartStyle        style);
double  ask_chart_canvas_paragraph (AskChartCanvas      *self,
                                    const char          *text,
                                    AskChartBox          box,
                                    guint                max_lines,
                                    AskChartStyle        style);

G_END_DECLS

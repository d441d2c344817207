/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Charts: a profile of a result, rules that pick the picture and say why, a specification, and its
 * drawing with cairo. It includes no GTK: a widget, a PNG, an SVG and a PDF all call the same code.
 */
#pragma once

#include <cairo.h>

#include "base/ask-json.h"

G_BEGIN_DECLS

#define ASK_CHART_ERROR (ask_chart_error_quark ())

/**
 * AskChartError:
 * @ASK_CHART_ERROR_RULES: the rules file is not what it should be
 * @ASK_CHART_ERROR_FORMAT: the file's ending is none of .png, .svg, .pdf, .vl.json
 * @ASK_CHART_ERROR_WRITE: the file cannot be written
 * @ASK_CHART_ERROR_LOOK: what a person changed of a chart is not what it should be
 * @ASK_CHART_ERROR_PALETTE: a list of colours is none
 * @ASK_CHART_ERROR_ROWS: no condition could name the rows behind a mark
 * @ASK_CHART_ERROR_TREND: a result has no course that could be drawn in a cell
 */
typedef enum
{
  ASK_CHART_ERROR_RULES,
  ASK_CHART_ERROR_FORMAT,
  ASK_CHART_ERROR_WRITE,
  ASK_CHART_ERROR_LOOK,
  ASK_CHART_ERROR_PALETTE,
  ASK_CHART_ERROR_ROWS,
  ASK_CHART_ERROR_TREND
} AskChartError;

GQuark ask_chart_error_quark (void);

typedef enum
{
  ASK_CHART_VALUE, /* one number, large */
  ASK_CHART_TABLE, /* nothing to draw: the rows themselves */
  ASK_CHART_BAR, /* vertical */
  ASK_CHART_BAR_HORIZONTAL,
  ASK_CHART_LINE,
  ASK_CHART_MULTI_LINE,
  ASK_CHART_GROUPED_BAR,
  ASK_CHART_PIE,
  ASK_CHART_SCATTER,
  ASK_CHART_AREA,
  ASK_CHART_STACKED_AREA,
  ASK_CHART_STACKED_BAR,
  ASK_CHART_PERCENT_BAR, /* stacked, each bar is 100 % */
  ASK_CHART_DONUT,
  ASK_CHART_RADAR,
  ASK_CHART_CANDLESTICK,
  ASK_CHART_BOX,
  ASK_CHART_HISTOGRAM,
  ASK_CHART_HEAT_MAP,
  ASK_CHART_COMBINATION, /* bars and a line, each with an axis of its own */
  ASK_CHART_BUBBLE,
  ASK_CHART_FUNNEL,
  ASK_CHART_WATERFALL,
  ASK_CHART_SLOPE,
  ASK_CHART_SMALL_MULTIPLES,
  ASK_CHART_POINT_MAP /* dots where coordinates are */
} AskChartKind;

#define ASK_CHART_N_KINDS (ASK_CHART_POINT_MAP + 1)

/** ASK_CHART_N_COLORS: how many series have colours of their own */
#define ASK_CHART_N_COLORS 8

typedef struct _AskChart AskChart;

/**
 * AskChartTheme:
 *
 * Colours as 0xRRGGBB. ask_chart_theme_light() is what files are drawn with.
 */
typedef struct
{
  guint32 background;
  guint32 text;
  guint32 muted; /* axis labels */
  guint32 grid;
  guint32 series[ASK_CHART_N_COLORS];
  gboolean transparent; /* leave the background to the caller */
  gboolean right_to_left;
  gboolean untitled; /* whoever shows it says above it what it is */
  gboolean patterns; /* series differ by hatching and dashes, too */
  double text_scale; /* 1.0; 2.0 for 200 % text */
  double text_size; /* of body text, in units of the sheet, whatever size that is; 0 where text grows with the sheet */
  const char *font; /* a Pango font description's family, NULL for "Sans" */
} AskChartTheme;

const AskChartTheme *ask_chart_theme_light (void);
const AskChartTheme *ask_chart_theme_dark  (void);

AskChart     *ask_chart_choose       (AskRows             *rows,
                                      const char          *question,
                                      GError             **error);
AskChart     *ask_chart_choose_as    (AskRows             *rows,
                                      const char          *question,
                                      const char          *wish,
                                      GError             **error);
AskChart     *ask_chart_ref          (AskChart            *self);
void          ask_chart_unref        (AskChart            *self);
AskChartKind  ask_chart_get_kind     (AskChart            *self);
const char   *ask_chart_get_title    (AskChart            *self);
const char   *ask_chart_get_reason   (AskChart            *self);
JsonNode     *ask_chart_to_json      (AskChart            *self);
void          ask_chart_draw         (AskChart            *self,
                                      cairo_t             *cr,
                                      double               width,
                                      double               height,
                                      const AskChartTheme *theme);
char         *ask_chart_describe     (AskChart            *self);
gboolean      ask_chart_export       (AskChart            *self,
                                      const char          *path,
                                      double               width,
                                      double               height,
                                      GCancellable        *cancellable,
                                      GError             **error);

/**
 * AskChartPaper:
 * @width: of the sheet, in pixels, or points of 1/72 inch (SVG, PDF); 16 to 16384
 * @height: likewise
 * @scale: how much larger all of it is drawn, text as well: 2 gives a PNG of twice the pixels; 0.1 to 10
 * @transparent: no background
 * @palette: (nullable) (array zero-terminated=1): colours of series instead of the theme's, each as "#rrggbb"
 *
 * What a chart is drawn on.
 */
typedef struct
{
  double width;
  double height;
  double scale;
  gboolean transparent;
  const char *const *palette;
} AskChartPaper;

gboolean         ask_chart_export_on (AskChart             *self,
                                      const char           *path,
                                      const AskChartPaper  *paper,
                                      GCancellable         *cancellable,
                                      GError              **error);
cairo_surface_t *ask_chart_paint     (AskChart             *self,
                                      const AskChartPaper  *paper);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChart, ask_chart_unref)

G_END_DECLS

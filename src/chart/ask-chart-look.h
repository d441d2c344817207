/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a person changed of a chart, as plain data: it goes over what the rules chose. A copy travels as JSON with the
 * answer, and names columns and series, so that it fits the rows when they are read again, or says why it does not.
 */
#pragma once

#include "chart/ask-chart.h"

G_BEGIN_DECLS

/**
 * AskChartOrder:
 * @ASK_CHART_ORDER_RULES: as the rules have it
 * @ASK_CHART_ORDER_LARGEST: by value, the largest first
 * @ASK_CHART_ORDER_SMALLEST: by value, the smallest first
 * @ASK_CHART_ORDER_NAME: by name
 * @ASK_CHART_ORDER_ROWS: as the rows come
 *
 * The order of names on an axis; times and numbers always keep theirs.
 */
typedef enum
{
  ASK_CHART_ORDER_RULES,
  ASK_CHART_ORDER_LARGEST,
  ASK_CHART_ORDER_SMALLEST,
  ASK_CHART_ORDER_NAME,
  ASK_CHART_ORDER_ROWS
} AskChartOrder;

/**
 * AskChartZero:
 *
 * Whether the value axis begins at zero: by the rule for baselines, always, or where the values do.
 */
typedef enum
{
  ASK_CHART_ZERO_RULES,
  ASK_CHART_ZERO_ALWAYS,
  ASK_CHART_ZERO_NEVER
} AskChartZero;

/**
 * AskChartLook:
 * @kind: (nullable): "stacked-bar", as of ask_chart_kind_to_string()
 * @x: (nullable): the column of the x axis
 * @group: (nullable): the column whose values are the series; "" for none
 * @y: (element-type utf8): the columns that are amounts; empty where the rules pick them. Of a scatter plot across and up
 * @most: how many names are drawn, 0 where the rules say how many
 * @title, @x_title, @y_title: (nullable): what stands there instead
 * @colors: (element-type utf8 guint): series, or parts of a pie, to 0xRRGGBB
 * @min, @max: where the value axis begins and ends; NAN for where the values do
 * @hidden: (element-type utf8): series, or parts of a pie, that are not drawn
 * @zoom_x: from and to: days, numbers, or places from 0; NAN for all
 * @zoom_y: likewise of values
 *
 * One of ask_chart_look_new() changes nothing. Kind, columns, order and number of names choose the chart; all else
 * only dresses it: ask_chart_set_look().
 */
typedef struct
{
  char *kind;
  char *x;
  char *group;
  GPtrArray *y;
  AskChartOrder order;
  guint most;
  char *title;
  char *x_title;
  char *y_title;
  GHashTable *colors;
  AskChartZero zero;
  double min;
  double max;
  GPtrArray *hidden;
  double zoom_x[2];
  double zoom_y[2];
} AskChartLook;

/** ASK_CHART_LOOK_MOST: as many names as anybody could want to see */
#define ASK_CHART_LOOK_MOST 200

AskChartLook *ask_chart_look_new        (void);
AskChartLook *ask_chart_look_copy       (const AskChartLook *self);
void          ask_chart_look_free       (AskChartLook       *self);
gboolean      ask_chart_look_is_empty   (const AskChartLook *self);
gboolean      ask_chart_look_equal      (const AskChartLook *a,
                                         const AskChartLook *b);
gboolean      ask_chart_look_chooses    (const AskChartLook *a,
                                         const AskChartLook *b);
gboolean      ask_chart_look_is_hidden  (const AskChartLook *self,
                                         const char         *name);
void          ask_chart_look_set_hidden (AskChartLook       *self,
                                         const char         *name,
                                         gboolean            hidden);
void          ask_chart_look_clear_zoom (AskChartLook       *self);
gboolean      ask_chart_look_is_zoomed  (const AskChartLook *self);
JsonNode     *ask_chart_look_to_json    (const AskChartLook *self);
AskChartLook *ask_chart_look_from_json  (JsonNode           *node,
                                         GError            **error);
char         *ask_chart_look_to_text    (const AskChartLook *self);
AskChartLook *ask_chart_look_from_text  (const char         *text,
                                         GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChartLook, ask_chart_look_free)

AskChart           *ask_chart_choose_with (AskRows            *rows,
                                           const char         *question,
                                           const char         *wish,
                                           const AskChartLook *look,
                                           GError            **error);
const AskChartLook *ask_chart_get_look    (AskChart           *self);
const char         *ask_chart_get_unfit   (AskChart           *self);
void                ask_chart_set_look    (AskChart           *self,
                                           const AskChartLook *look);

/**
 * AskChartChoice:
 * @kind: its word, for a look
 * @name: as people call it
 * @reason: (nullable): why it cannot be drawn of these rows; %NULL where it can
 *
 * A kind of chart that a person may choose.
 */
typedef struct
{
  const char *kind;
  const char *name;
  char *reason;
} AskChartChoice;

GPtrArray  *ask_chart_list_choices (AskChart    *self,
                                    const char  *question,
                                    GError     **error);
const char *ask_chart_name_kind    (AskChartKind kind);

G_END_DECLS

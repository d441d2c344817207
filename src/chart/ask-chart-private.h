/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AskChart from the inside, for this room and its tests: which columns play which part, and the
 * numbers that are drawn. All of it is made once by ask_chart_choose_with() and never changes, but for the dress of its
 * look: titles, colours, what is hidden, and the part that is seen.
 *
 *   ask-chart.c           chooses: parts, facts, rules
 *   ask-chart-facts.c     parts and facts; ask-chart-wish.c: which parts columns may play for a wish
 *   ask-chart-build.c     makes places and series of rows; -dots and -spread: what counts or scatters them
 *   ask-chart-look.c      what a person changed, as data; -apply: over what the rules chose
 *   ask-chart-shown.c     the part of a chart that is seen, as a chart of its own for one drawing
 *   ask-chart-thin.c      a long line as a few points for each pixel
 *   ask-chart-describe.c  says it in words and as JSON; ask-chart-places.c: a place at a time
 *   ask-chart-rows.c      the rows behind a mark, and the condition that selects them
 *   ask-chart-draw.c      draws it, on the sheet of ask-chart-canvas.c; one file each for what looks alike
 *   ask-chart-scene.c     what was drawn where, to point at; -walk: from place to place; -marker: draws over it
 *   ask-chart-export.c    draws it into a file
 */
#pragma once

#include "chart/ask-chart-look.h"
#include "chart/ask-chart-profile.h"

G_BEGIN_DECLS

/* In a series: no row at all, as against NAN, a row whose value is NULL. */
#define ASK_CHART_ABSENT INFINITY

#define ASK_CHART_MAX_BARS 20
#define ASK_CHART_MAX_SERIES 8
#define ASK_CHART_MAX_PANELS 24
#define ASK_CHART_MAX_CELLS 60 /* of a heat map, each way */
#define ASK_CHART_MAX_DOTS 4000

typedef struct _AskChartThin AskChartThin;

typedef struct
{
  char *name;
  guint index; /* its place among all series, from 0, which is that of its colour */
  AskChartThin *thin; /* (nullable): of a long line */
  double *values; /* one for each place of the x axis; never infinite but ASK_CHART_ABSENT */
  gsize *missing; /* (nullable): of a line, how many steps without a row are before each place */
  gsize n_names; /* how many things it stands for: 1, or what "Other" sums up */
  gboolean other; /* the sum of what has no series of its own */
} AskChartSeries;

/**
 * AskChartParts:
 *
 * Columns by the part they play; -1 is none.
 */
typedef struct
{
  int time;
  int time_coarse; /* the year beside a month without one */
  int label;
  int label_extra; /* "first name" beside "last name" */
  int group;
  int measure; /* the main one */
  int latitude;
  int longitude;
} AskChartParts;

struct _AskChart
{
  gatomicrefcount n_refs;
  AskRows *rows;
  AskChartProfile *profile;
  AskChartKind kind;
  AskChartParts parts;
  char *rule;
  char *title;
  char *own_title; /* what it is without a look */
  AskChartLook *look; /* an empty one where nothing was changed */
  char *unfit; /* (nullable): why a part of the look does not fit these rows */
  char *reason;
  GString *notes; /* sentences that follow the reason */
  const char *question; /* (nullable): while it is chosen */
  const char *remark; /* (nullable): of the rules: what would be better than what was wished for, or why that cannot be */
  int axis; /* the column of numbers that became the x axis for a wish, or -1 */
  gboolean kind_named; /* by the question or by a wish */
  gboolean identifiers; /* some are drawn as amounts, because somebody wished it */

  /* What is drawn: n_points places, a value in each series. */
  char *x_label;
  char *y_label;
  int x_column; /* -1 for none */
  int group_column; /* the column whose values are the series, or -1 */
  GArray *y_columns; /* guint */
  gboolean temporal; /* the x axis is time: positions are set */
  AskChartTime unit;
  AskChartFormat format;
  AskChartFormat x_format; /* scatter */
  AskChartFormat format2; /* of the second axis, and of bubbles' sizes */
  const char *y_unit; /* (nullable): what values are in, as "EUR" or "kg"; of several in different units the names say it */
  const char *x_unit; /* likewise, of numbers on the x axis */
  const char *unit2; /* likewise, of the second axis */
  gsize n_points;
  gsize n_names; /* what could have a place: more than n_points where "Other" sums up, or some are left out */
  gsize n_missing; /* steps of time without a row: of lines those of all series, of bars those between places */
  double *positions;
  gsize *slots; /* (nullable): of bars over time, which step each place is, so that missing ones leave room */
  GPtrArray *labels; /* for places that are not times */
  gssize *row_places; /* (nullable): for each row its place, -1 for none */
  gsize *row_series; /* (nullable): for each row its series, where these are the values of a column */
  int other_point; /* the place of "Other", or -1 */
  GPtrArray *series; /* AskChartSeries */

  /* Scatter: dots, each in the colour of its series. */
  gsize n_dots;
  double *xs;
  double *ys;
  guint *dot_series;
  gsize *dot_rows; /* which row a dot is */
  double *sizes; /* (nullable): of bubbles */
  int size_column; /* -1 for none */
};

void   ask_chart_apply_columns (AskChart   *self);
gboolean ask_chart_has_keys    (AskChart   *self);
gboolean ask_chart_has_dots    (AskChart   *self);
void   ask_chart_build         (AskChart   *self,
                                const char *x,
                                const char *by);
void   ask_chart_build_scatter (AskChart   *self,
                                gboolean    by_group,
                                const char *question);
void   ask_chart_build_map     (AskChart   *self);
void   ask_chart_build_bins    (AskChart   *self);
void   ask_chart_build_boxes   (AskChart   *self,
                                const char *x);
void   ask_chart_build_course  (AskChart   *self);
gboolean ask_chart_is_stacked  (AskChart   *self);
gboolean ask_chart_is_line     (AskChart   *self);
gboolean ask_chart_leaves_zero_out (AskChart *self);
char  *ask_chart_dup_x_label   (AskChart   *self,
                                gsize       point);
double ask_chart_get_value     (AskChart   *self,
                                guint       series,
                                gsize       point);
char  *ask_chart_dup_cell      (AskChart   *self,
                                gsize       row,
                                guint       column);

G_END_DECLS

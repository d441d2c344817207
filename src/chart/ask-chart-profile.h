/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a result is made of: for every column its role, range, gaps and distinct values. Read-only
 * over the rows, which must outlive it; no decision about pictures is made here.
 */
#pragma once

#include "base/ask-cell.h"
#include "chart/ask-chart-scale.h"
#include "chart/ask-chart-time.h"

G_BEGIN_DECLS

/**
 * AskChartRole:
 * @ASK_CHART_ROLE_OTHER: bytes, JSON, long text: cannot be drawn
 * @ASK_CHART_ROLE_MEASURE: an amount: may be a height or a length
 * @ASK_CHART_ROLE_TIME: sorts by time
 * @ASK_CHART_ROLE_CATEGORY: names of things
 * @ASK_CHART_ROLE_KEY: names a row, as an identifier, a code or a postcode does; never an amount
 */
typedef enum
{
  ASK_CHART_ROLE_OTHER,
  ASK_CHART_ROLE_MEASURE,
  ASK_CHART_ROLE_TIME,
  ASK_CHART_ROLE_CATEGORY,
  ASK_CHART_ROLE_KEY
} AskChartRole;

typedef struct
{
  char *label; /* its name in words: "order month" */
  char *title; /* as the label, and what its numbers are in: "weight (kg)" */
  const char *unit; /* (nullable): that of its numbers; never "%", which stands beside each of them */
  AskChartRole role;
  AskChartTime time;
  AskChartFormat format;
  AskCellFormat cell; /* how it is written where it is no picture */
  gsize n_nulls;
  gsize n_finite; /* numbers that can be drawn */
  gsize n_infinite;
  gsize n_distinct; /* of what is not NULL; reals are not counted; beyond 32,768 an estimate */
  gboolean unique; /* no value twice, no NULL */
  gboolean integers;
  gboolean fractional; /* some number is not whole */
  gboolean boolean;
  gboolean additive; /* adding its values up means something */
  gboolean written; /* its numbers are texts, and are drawn because somebody wished it */
  gboolean numbered; /* labels that begin with digits: "18 to 25" */
  double min;
  double max;
  double sum;
  guint max_chars; /* of the longest label, at most 200 */
} AskChartColumn;

typedef struct
{
  const AskRows *rows;
  guint n_columns;
  AskChartColumn *columns;
} AskChartProfile;

AskChartProfile *ask_chart_profile_new            (const AskRows         *rows);
void             ask_chart_profile_free           (AskChartProfile       *self);
gboolean         ask_chart_profile_get_position   (const AskChartProfile *self,
                                                   gsize                  row,
                                                   guint                  column,
                                                   double                *position);
gboolean         ask_chart_profile_get_number     (const AskChartProfile *self,
                                                   gsize                  row,
                                                   guint                  column,
                                                   double                *number);
gboolean         ask_chart_profile_read_numbers   (AskChartProfile       *self,
                                                   guint                  column);
gsize            ask_chart_profile_count_distinct (const AskChartProfile *self,
                                                   const int             *columns,
                                                   guint                  n_columns);
char            *ask_chart_profile_dup_label      (const AskChartProfile *self,
                                                   gsize                  row,
                                                   guint                  column);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChartProfile, ask_chart_profile_free)

G_END_DECLS

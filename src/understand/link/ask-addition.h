/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a question asks for beside what sketches can say: one row for each month, only Mondays, what lacks something, shares of a whole,
 * differences to the period before, a steward's metric. Certain words open it. Without these words it is read as "how
 * many orders are there", which is understood as any question is; then it is added to what was understood.
 */
#pragma once

#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/**
 * AskTimePart:
 * @ASK_TIME_WHOLE: all of it
 * @ASK_TIME_YEAR: "2024"
 * @ASK_TIME_QUARTER: "2024-Q3"
 * @ASK_TIME_MONTH: "2024-09"
 * @ASK_TIME_WEEK: "2024-W36"
 * @ASK_TIME_DAY: "2024-09-08"
 * @ASK_TIME_QUARTER_OF_YEAR: 1 to 4
 * @ASK_TIME_MONTH_OF_YEAR: 1 to 12
 * @ASK_TIME_WEEKDAY: 1 to 7 from Monday on; shown by its name
 * @ASK_TIME_HOUR: 0 to 23
 *
 * What of a time is meant.
 */
typedef enum
{
  ASK_TIME_WHOLE,
  ASK_TIME_YEAR,
  ASK_TIME_QUARTER,
  ASK_TIME_MONTH,
  ASK_TIME_WEEK,
  ASK_TIME_DAY,
  ASK_TIME_QUARTER_OF_YEAR,
  ASK_TIME_MONTH_OF_YEAR,
  ASK_TIME_WEEKDAY,
  ASK_TIME_HOUR
} AskTimePart;

/**
 * AskAdditionKind:
 * @ASK_ADDITION_METRIC: a metric in the place of a number of rows
 * @ASK_ADDITION_LACK: only where an attribute has no value, or no row leads there
 * @ASK_ADDITION_HAVE: only where an attribute has a value
 * @ASK_ADDITION_BUT: but not what another value finds
 * @ASK_ADDITION_ELSEWHERE: but not where another entity has the same
 * @ASK_ADDITION_OVERDUE: only what was due before today, and is not done
 * @ASK_ADDITION_LATE: only what was done after it was due
 * @ASK_ADDITION_ONLY: only where a part of a time is a number, or lies between two
 * @ASK_ADDITION_EACH: one row for each part of a time
 * @ASK_ADDITION_MOST: of these only the one with the largest figure
 * @ASK_ADDITION_LEAST: of these only the one with the smallest figure
 * @ASK_ADDITION_CHANGE: the difference to the period before
 * @ASK_ADDITION_GROWTH: the same in percent
 * @ASK_ADDITION_SHARE: in percent of the whole
 *
 * In the order in which they are added.
 */
typedef enum
{
  ASK_ADDITION_METRIC,
  ASK_ADDITION_LACK,
  ASK_ADDITION_HAVE,
  ASK_ADDITION_BUT,
  ASK_ADDITION_ELSEWHERE,
  ASK_ADDITION_OVERDUE,
  ASK_ADDITION_LATE,
  ASK_ADDITION_ONLY,
  ASK_ADDITION_EACH,
  ASK_ADDITION_MOST,
  ASK_ADDITION_LEAST,
  ASK_ADDITION_CHANGE,
  ASK_ADDITION_GROWTH,
  ASK_ADDITION_SHARE
} AskAdditionKind;

/**
 * AskAddition:
 * @first, @last: tokens, @last is one past the end
 * @part: of a time; %ASK_TIME_WHOLE where none is named
 * @from, @to: of %ASK_ADDITION_ONLY: both are meant
 * @metric: of %ASK_ADDITION_METRIC: its place in the domain
 * @attribute: of %ASK_ADDITION_LACK and %ASK_ADDITION_HAVE: of the domain, or -1. Of %ASK_ADDITION_BUT: whose value @value
 *   is; -1 where that is a period. Of %ASK_ADDITION_ELSEWHERE: of the other entity. Of %ASK_ADDITION_OVERDUE and
 *   %ASK_ADDITION_LATE: when something is due
 * @other: of the last two: when it was done; -1 where nothing says so
 * @join: of %ASK_ADDITION_LACK: 0, or the place of the domain's join by which rows lead there, from 1 on
 * @value: (nullable): of %ASK_ADDITION_BUT; belongs to the question
 * @instead: what the question says without it
 */
typedef struct
{
  AskAdditionKind kind;
  guint first;
  guint last;
  AskTimePart part;
  int from;
  int to;
  guint metric;
  int attribute;
  int other;
  guint join;
  const char *value;
  char *instead;
} AskAddition;

GArray *ask_additions_find       (AskQuestion    *question,
                                  const gboolean *about);
char   *ask_additions_rest       (AskQuestion    *question,
                                  GArray         *additions);
guint   ask_addition_find_target (AskQuestion    *question,
                                  guint           first,
                                  guint           subject,
                                  AskAddition    *addition);
gboolean ask_addition_is_condition (AskAdditionKind kind);

#define ask_addition(array, i) (&g_array_index ((array), AskAddition, (i)))

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The ordered rules that pick a picture, read from data/chart-rules.json. Rules are immutable once
 * read and may be used by any thread.
 */
#pragma once

#include "chart/ask-chart-private.h"

G_BEGIN_DECLS

/**
 * AskChartFact:
 *
 * What a rule may ask about. The names in the file are these in lower case with underscores.
 */
typedef enum
{
  ASK_CHART_FACT_ROWS,
  ASK_CHART_FACT_COLUMNS,
  ASK_CHART_FACT_MEASURES,
  ASK_CHART_FACT_TIMES,
  ASK_CHART_FACT_LABELS, /* columns that name things, keys included */
  ASK_CHART_FACT_POINTS, /* different values on the x axis: times if there are any, else labels */
  ASK_CHART_FACT_GROUPS, /* different values of the second dimension, 0 for none */
  ASK_CHART_FACT_VALUES, /* cells of the main measure that can be drawn */
  ASK_CHART_FACT_MISSING, /* NULLs in the main measure */
  ASK_CHART_FACT_CYCLIC, /* 1 for weekdays and months without a year */
  ASK_CHART_FACT_REPEATED, /* 1 when a value on the x axis has several rows */
  ASK_CHART_FACT_REPEATED_IN_GROUP, /* 1 when even x and group together have several rows */
  ASK_CHART_FACT_LISTING, /* 1 when a key names each row and two more columns describe it */
  ASK_CHART_FACT_JOINED_UNIQUE, /* 1 when two name columns together name each row once */
  ASK_CHART_FACT_NEGATIVE,
  ASK_CHART_FACT_ADDITIVE,
  ASK_CHART_FACT_WHOLE, /* 1 when the values are shares that add up to 100 % */
  ASK_CHART_FACT_COMPARABLE, /* 1 when all measures fit one axis */
  ASK_CHART_FACT_LABEL_CHARS,
  ASK_CHART_FACT_VALUE_CHARS, /* of the longest text cell */
  ASK_CHART_FACT_STEPS, /* 1 when the names on the x axis are numbers or follow one another as they are written */
  ASK_CHART_FACT_DISTRIBUTION, /* 1 for many single values: five and more for each name, or thirty without names */
  ASK_CHART_FACT_WHOLE_OVER_TIME, /* 1 when the groups are shares that add up to 100 % at each time */
  ASK_CHART_FACT_DEVIATION, /* 1 when the main measure goes both above and below zero */
  ASK_CHART_FACT_RANKING, /* 1 when the rows are in the order of the main measure, the largest first */
  ASK_CHART_FACT_OPEN_HIGH_LOW_CLOSE, /* 1 when columns are called so, beside a time */
  ASK_CHART_FACT_IDENTIFIERS, /* 1 when identifiers, codes or years are drawn as amounts, because somebody wished it */
  ASK_CHART_FACT_KIND_NAMED, /* 1 when the question, or a wish, names a kind of chart */
  ASK_CHART_FACT_COORDINATES, /* 1 when a column is a latitude and another one a longitude */
  ASK_CHART_FACT_FILLED, /* which part of the pairs of x axis and group has a row, 0 to 1 */
  ASK_CHART_FACT_SERIES, /* columns that have a list of numbers in each row */
  ASK_CHART_N_FACTS
} AskChartFact;

typedef struct
{
  double facts[ASK_CHART_N_FACTS];
  GPtrArray *hints; /* const char *, from the question */
} AskChartFacts;

typedef struct _AskChartRules AskChartRules;

/**
 * AskChartRule:
 * @x: "time", "label", "labels", "measure" or "none"
 * @by: what makes the series: "none", "measures" or "group"
 */
typedef struct
{
  const char *name;
  AskChartKind kind;
  const char *x;
  const char *by;
  const char *reason;
  gboolean hinted; /* its reason already speaks of what was asked for */
} AskChartRule;

/**
 * AskChartWish:
 * @hint: by which it is known
 * @named: a kind was named ("as a pie"); else the question is about something that some kinds show best ("trend")
 * @amounts: how many amounts its kinds take at the least
 * @groups: whether its kinds have groups
 * @course: whether its kinds run along an axis, which may be numbers
 *
 * What a person wants to see.
 */
typedef struct
{
  const char *hint;
  gboolean named;
  JsonArray *kinds;
  guint amounts;
  gboolean groups;
  gboolean course;
} AskChartWish;

AskChartRules *ask_chart_rules_new       (const char           *json,
                                          gssize                length,
                                          GError              **error);
void           ask_chart_rules_free      (AskChartRules        *self);
AskChartRules *ask_chart_rules_get       (GError              **error);
gboolean       ask_chart_rules_find      (AskChartRules        *self,
                                          const AskChartFacts  *facts,
                                          AskChartRule         *found);
const char    *ask_chart_rules_get_lying (AskChartRules        *self,
                                          const AskChartFacts  *facts);
GPtrArray     *ask_chart_rules_get_hints (AskChartRules        *self,
                                          const char           *question,
                                          const char           *wish);
gboolean       ask_chart_rules_get_wish  (AskChartRules        *self,
                                          GPtrArray            *hints,
                                          AskChartWish         *found);
gboolean       ask_chart_wish_is_met     (const AskChartWish   *wish,
                                          const AskChartRule   *rule);
const char    *ask_chart_rules_get_refusal (AskChartRules      *self,
                                          const AskChartFacts  *facts);
const char    *ask_chart_rules_get_advice (AskChartRules       *self,
                                          const AskChartFacts  *facts,
                                          AskChartKind          drawn);
const char    *ask_chart_kind_to_string  (AskChartKind          kind);
gboolean       ask_chart_kind_from_string (const char           *word,
                                          AskChartKind         *kind);
const char    *ask_chart_reason_translate (const char          *reason);
gboolean       ask_chart_reason_is_marked (const char          *reason);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskChartRules, ask_chart_rules_free)

G_END_DECLS

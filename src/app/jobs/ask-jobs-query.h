/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that a person writes, off the main thread: what is wrong with it, what would run where, its rows; tabs and what
 * was run.
 */
#pragma once

#include "app/jobs/ask-cost-wait.h"
#include "app/jobs/ask-job.h"
#include "chart/ask-chart.h"
#include "store/ask-workspace-queries.h"

G_BEGIN_DECLS

/* Rows that are read at first, and those that "Fetch all" reads at most. */
#define ASK_QUERY_FIRST_ROWS 10000
#define ASK_QUERY_ALL_ROWS 1000000

/**
 * AskQueryProblem:
 * @start, @end: where it stands, in characters
 * @warning: it runs, but probably means something else
 * @words: a sentence or two for a person
 */
typedef struct
{
  guint start;
  guint end;
  gboolean warning;
  char *words;
} AskQueryProblem;

void ask_query_problem_free (AskQueryProblem *self);

/**
 * AskQueryDesk:
 * @schema: whose names are offered
 * @verified: (element-type AskVerified)
 * @functions: (element-type AskOwnFunction): what a steward defined
 * @tabs: (element-type AskQueryTab): as they were left
 * @current: (nullable): the id of the one that was looked at
 *
 * What the SQL page begins with.
 */
typedef struct
{
  AskSchema *schema;
  GPtrArray *verified;
  GPtrArray *functions;
  GPtrArray *tabs;
  char *current;
} AskQueryDesk;

void ask_query_desk_free (AskQueryDesk *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQueryDesk, ask_query_desk_free)

/**
 * AskQueryPlan:
 * @root: what would run where
 * @words: (nullable): what the statement asks for, in plain words
 * @cost: what each source will be asked for, a line each
 */
typedef struct
{
  AskPlanNode *root;
  char *words;
  char *cost;
} AskQueryPlan;

void ask_query_plan_free (AskQueryPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQueryPlan, ask_query_plan_free)

/**
 * AskQueryOutcome:
 * @result: its rows, and what ran where
 * @chart: (nullable): what the rules pick for them
 * @empty: (nullable): why there is no row, where that is known
 * @asked: (element-type AskInquiry): what functions of the statement were asked
 */
typedef struct
{
  AskResult *result;
  AskChart *chart;
  char *empty;
  GPtrArray *asked;
} AskQueryOutcome;

void ask_query_outcome_free (AskQueryOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskQueryOutcome, ask_query_outcome_free)

/** AskQueryCallsFunc: @target: as given to ask_jobs_run_query(); @calls: made so far. On the main thread. */
typedef void (*AskQueryCallsFunc) (gpointer target,
                                   guint64  calls);

/**
 * AskQueryAsking:
 * @sql: what is run
 * @written: what is kept in the history: the same with its parameters
 * @max_rows: at most
 * @on_cost: called before what costs much; the job waits
 * @on_calls: (nullable): called while it runs
 */
typedef struct
{
  const char *sql;
  const char *written;
  gsize max_rows;
  AskCostFunc on_cost;
  AskQueryCallsFunc on_calls;
} AskQueryAsking;

AskJob *ask_jobs_check_sql         (const char            *text);
AskJob *ask_jobs_list_parameters   (const char            *sql);
AskJob *ask_jobs_explain_query     (const char            *sql);
AskJob *ask_jobs_run_query         (gpointer               target,
                                    const AskQueryAsking  *asking);
AskJob *ask_jobs_load_query_desk   (void);
AskJob *ask_jobs_save_query_tabs   (GPtrArray             *tabs,
                                    GPtrArray             *removed,
                                    const char            *current);
AskJob *ask_jobs_list_query_runs   (const char            *words,
                                    guint                  max);
AskJob *ask_jobs_remove_query_run  (gint64                 id);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions, off the main thread: ask one, suggest some, list the verified ones, read and mark earlier ones.
 */
#pragma once

#include "agent/ask-agent.h"
#include "app/jobs/ask-cost-wait.h"
#include "app/jobs/ask-job.h"
#include "bundle/ask-bundle.h"

G_BEGIN_DECLS

/**
 * AskOutcome:
 * @answer: what the agent said
 * @chart: (nullable): the picture that the rules chose for its rows
 * @previews: (element-type AskRows): the first rows of each of the answer's choices; an element is %NULL where they lie
 *   elsewhere or take long
 * @saved: (nullable): the file that the answer comes from, which then owns it
 * @file: (nullable): its path
 *
 * Shared by a card and the window that explains it; neither changes it but for the look of the chart, on the main thread.
 */
typedef struct
{
  gatomicrefcount ref_count;
  AskAnswer *answer;
  AskChart *chart;
  GPtrArray *previews;
  AskBundle *saved;
  char *file;
} AskOutcome;

void        ask_outcome_draw  (AskOutcome *self,
                               const char *look);
AskOutcome *ask_outcome_new   (AskAnswer  *answer,
                               AskChart   *chart);
AskOutcome *ask_outcome_ref   (AskOutcome *self);
void        ask_outcome_unref (AskOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOutcome, ask_outcome_unref)

/**
 * AskOverview:
 * @verified: (element-type AskVerified): newest last
 * @sample: (nullable): what the sample is called here; %NULL where it is no source
 * @model_name: (nullable): %NULL where no language model is set
 * @model_host: (nullable): where it runs, "local" for this computer
 *
 * What the window shows before anything is asked.
 */
typedef struct
{
  GPtrArray *verified;
  guint n_sources;
  char *sample;
  char *model_name;
  char *model_host;
} AskOverview;

void ask_overview_free (AskOverview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOverview, ask_overview_free)

/**
 * AskStepFunc:
 * @target: (type GObject): as given to ask_jobs_ask(); still alive
 * @title: a few plain words
 *
 * A step was added to the running question. Called on the main thread.
 */
typedef void (*AskStepFunc) (gpointer target, guint n, const char *kind, const char *title);

/**
 * AskValuesFunc:
 * @target: (type GObject): as given to ask_jobs_ask(); still alive
 * @n_done: of the values
 * @n: that a function of the query asks a model about
 *
 * Called on the main thread.
 */
typedef void (*AskValuesFunc) (gpointer target, gsize n_done, gsize n);

/**
 * AskAskingNews:
 * @on_step: (nullable): called for each step
 * @on_cost: (nullable): called before what costs much, which is an error without it, and where a model asks to see rows,
 *   which it cannot without it; the job waits
 * @on_values: (nullable): called where functions of its SQL ask a model, as answers come
 *
 * Whom a running question tells, on the main thread, while its target lives.
 */
typedef struct
{
  AskStepFunc on_step;
  AskCostFunc on_cost;
  AskValuesFunc on_values;
} AskAskingNews;

/**
 * AskAsking:
 * @reading: as of #AskAgentOptions; below 0 as many, where the program knows what is meant, and nobody chose
 * @follow, @take, @sql, @only: as of #AskAgentOptions
 */
typedef struct
{
  int reading;
  gint64 follow;
  const char *take;
  const char *sql;
  const char *only;
} AskAsking;

AskJob *ask_jobs_ask (gpointer target, const char *question, const AskAsking *how, const AskAskingNews *news);
AskJob *ask_jobs_suggest_questions (guint max);
AskJob *ask_jobs_complete (const char *text, gsize at, guint max);
AskJob *ask_jobs_overview (void);
AskJob *ask_jobs_reopen (gint64 history_id);
AskJob *ask_jobs_find_behind (const char *sql, AskRows *rows, GPtrArray *steps, guint row, guint column);
AskJob *ask_jobs_verify (const char *question, const char *sql);

G_END_DECLS

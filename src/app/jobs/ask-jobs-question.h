/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Questions, off the main thread: ask one, list the verified ones, read and mark earlier ones.
 */
#pragma once

#include "agent/ask-agent.h"
#include "chart/ask-chart.h"

G_BEGIN_DECLS

/**
 * AskOutcome:
 * @answer: what the agent said
 * @chart: (nullable): the picture that the rules chose for its rows
 *
 * Shared by a card and the window that explains it; neither changes it.
 */
typedef struct
{
  gatomicrefcount ref_count;
  AskAnswer *answer;
  AskChart *chart;
} AskOutcome;

AskOutcome *ask_outcome_new   (AskAnswer  *answer,
                               AskChart   *chart);
AskOutcome *ask_outcome_ref   (AskOutcome *self);
void        ask_outcome_unref (AskOutcome *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOutcome, ask_outcome_unref)

/**
 * AskOverview:
 * @verified: (element-type AskVerified): newest last
 * @model_name: (nullable): %NULL where no language model is set
 * @model_host: (nullable): where it runs, "local" for this computer
 *
 * What the window shows before anything is asked.
 */
typedef struct
{
  GPtrArray *verified;
  guint n_sources;
  char *model_name;
  char *model_host;
} AskOverview;

void ask_overview_free (AskOverview *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskOverview, ask_overview_free)

/**
 * AskStepFunc:
 * @target: (type GObject): as given to ask_jobs_ask_async(); still alive
 * @title: a few plain words
 *
 * A step was added to the running question. Called on the main thread.
 */
typedef void (*AskStepFunc) (gpointer    target,
                             guint       n,
                             const char *kind,
                             const char *title);

void         ask_jobs_ask_async           (gpointer             source,
                                           const char          *path,
                                           const char          *question,
                                           AskStepFunc          on_step,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
AskOutcome  *ask_jobs_ask_finish          (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

void         ask_jobs_overview_async      (gpointer             source,
                                           const char          *path,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
AskOverview *ask_jobs_overview_finish     (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

void         ask_jobs_list_history_async  (gpointer             source,
                                           const char          *path,
                                           guint                max,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
GPtrArray   *ask_jobs_list_history_finish (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

void         ask_jobs_reopen_async        (gpointer             source,
                                           const char          *path,
                                           gint64               history_id,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
AskOutcome  *ask_jobs_reopen_finish       (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

void         ask_jobs_complain_async      (gpointer             source,
                                           const char          *path,
                                           gint64               history_id,
                                           const char          *complaint,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
gboolean     ask_jobs_complain_finish     (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

void         ask_jobs_verify_async        (gpointer             source,
                                           const char          *path,
                                           const char          *question,
                                           const char          *sql,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
gboolean     ask_jobs_verify_finish       (gpointer             source,
                                           GAsyncResult        *result,
                                           GError             **error);

G_END_DECLS

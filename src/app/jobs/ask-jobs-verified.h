/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Verified questions, off the main thread: list, save, remove, run, and find a result good.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskVerifiedPage:
 * @pairs: (element-type AskVerified): in the order that they were added
 * @schema: for the completion of SQL
 */
typedef struct
{
  GPtrArray *pairs;
  AskSchema *schema;
} AskVerifiedPage;

void             ask_verified_page_free        (AskVerifiedPage     *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskVerifiedPage, ask_verified_page_free)

/**
 * AskVerifiedTry:
 * @run: compared with the last good result
 * @rows: (nullable): what came; %NULL where it failed
 * @differing: (nullable): of a result that differs, the rows of @rows that the last good one has not, each with a
 *   first column that says whether it is new or changed; %NULL where there are none or nobody can know
 * @before: (nullable): the last good result
 * @before_at: when that was, µs since 1970, UTC
 */
typedef struct
{
  AskVerifiedRun *run;
  AskRows *rows;
  AskRows *differing;
  AskFingerprint *before;
  gint64 before_at;
} AskVerifiedTry;

void             ask_verified_try_free         (AskVerifiedTry      *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskVerifiedTry, ask_verified_try_free)

/**
 * AskVerifiedNews:
 * @target: (type GObject): as given to ask_jobs_run_all(); still alive
 *
 * A question was run. Called on the main thread.
 */
typedef void (*AskVerifiedNews) (gpointer          target,
                                 gint64            id,
                                 AskVerifiedStatus status,
                                 const char       *message,
                                 guint             n_done,
                                 guint             n_all);

AskJob *ask_jobs_list_verified   (void);
AskJob *ask_jobs_save_verified   (gint64 id, const char *question, const char *sql);
AskJob *ask_jobs_remove_verified (gint64 id);
AskJob *ask_jobs_run_verified    (gint64 id, const char *sql);
AskJob *ask_jobs_run_all         (gpointer target, AskVerifiedNews on_news);
AskJob *ask_jobs_accept          (gint64 id, const char *sql, const AskFingerprint *result);

G_END_DECLS

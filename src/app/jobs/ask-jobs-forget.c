/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts or forgets whatever it is pointed at, off the main thread. What that is lives as long as the program.
 */
#include "config.h"

#include "app/jobs/ask-jobs-forget.h"

static gpointer
count_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskForgettable *what = data;
  guint n;

  return what->count (workspace, &n, error) ? g_memdup2 (&n, sizeof n) : NULL;
}

/**
 * ask_jobs_count_forgettable:
 * @what: what is counted; it lives as long as the program
 *
 * Returns: (transfer full): the job; gives a guint: how much there is
 */
AskJob *
ask_jobs_count_forgettable (const AskForgettable *what)
{
  return ask_job_new (count_job, g_free, (gpointer) what, NULL);
}

static gpointer
forget_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskForgettable *what = data;

  return GINT_TO_POINTER (what->forget (workspace, error));
}

/**
 * ask_jobs_forget:
 * @what: what is forgotten, all of it; it lives as long as the program
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_forget (const AskForgettable *what)
{
  return ask_job_new (forget_job, NULL, (gpointer) what, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the desk's Access page and of the doctor's report. What was saved before a later part failed
 * stays saved, as on the command line: the error says what was not done.
 */
#include "config.h"

#include "app/jobs/ask-jobs-change.h"

#include "app/jobs/ask-job.h"

/** ask_source_change_new: Returns: (transfer full): one that changes nothing yet of the source called @name */
AskSourceChange *
ask_source_change_new (const char *name)
{
  AskSourceChange *self = g_new0 (AskSourceChange, 1);

  self->name = g_strdup (name);
  self->lenient = -1;
  self->tuning = ASK_SOURCE_TUNING_UNCHANGED;
  return self;
}

/** ask_source_change_free: frees it; keys are wiped */
void
ask_source_change_free (AskSourceChange *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->shape, g_ptr_array_unref);
  g_free (self->name);
  g_free (self->reads);
  g_free (self->writes);
  g_free (self->whole);
  g_free (self->follow);
  g_free (self->unsaid);
  g_free (self->trust_order);
  g_free (self->distrust_order);
  g_free (self);
}

static gpointer
change_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const AskSourceChange *change = data;
  const char *reads[] = { change->reads, NULL };
  const char *writes[] = { change->writes, NULL };
  const char *whole[] = { change->whole, NULL };
  const char *follow[] = { change->follow, NULL };
  const char *unsaid[] = { change->unsaid, NULL };
  const char *trusted[] = { change->trust_order, NULL };
  const char *distrusted[] = { change->distrust_order, NULL };

  if ((change->keys != NULL && !ask_workspace_set_keys (workspace, change->name, change->keys, cancellable, error))
      || (change->shape != NULL
          && !ask_workspace_set_shape (workspace, change->name, change->shape, NULL, cancellable, error))
      || ((change->reads != NULL || change->writes != NULL)
          && !ask_workspace_set_reads (workspace, change->name, reads, writes, error))
      || ((change->whole != NULL || change->follow != NULL || change->unsaid != NULL)
          && !ask_workspace_set_pages (workspace, change->name, whole, follow, unsaid, error))
      || ((change->trust_order != NULL || change->distrust_order != NULL)
          && !ask_workspace_set_order (workspace, change->name, trusted, distrusted, error))
      || (change->lenient >= 0 && !ask_workspace_set_lenient (workspace, change->name, change->lenient > 0, error))
      || ((change->tuning.cache_s >= 0 || change->tuning.max_calls >= 0 || change->tuning.lanes >= 0)
          && !ask_workspace_tune_source (workspace, change->name, &change->tuning, error))
      || (change->refresh && !ask_workspace_refresh_source (workspace, change->name, NULL, cancellable, error)))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

/** ask_jobs_change_source: @change: (transfer full). Makes it. */
AskJob *
ask_jobs_change_source (AskSourceChange *change)
{
  return ask_job_new (change_job, NULL, change, (GDestroyNotify) ask_source_change_free);
}

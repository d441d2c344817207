/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each is one call of the store.
 */
#include "config.h"

#include "app/jobs/ask-jobs-draft.h"

/** ask_draft_look_free: @self: (nullable) (transfer full): what was seen */
void
ask_draft_look_free (AskDraftLook *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->draft, ask_schema_draft_free);
  g_clear_pointer (&self->breaks, g_ptr_array_unref);
  g_free (self);
}

static gpointer
start_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (ask_workspace_start_draft (workspace, error));
}

/** ask_jobs_start_draft: Returns: (transfer full): the job */
AskJob *
ask_jobs_start_draft (void)
{
  return ask_job_new (start_job, NULL, NULL, NULL);
}

static gpointer
look_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (AskDraftLook) look = g_new0 (AskDraftLook, 1);
  g_autoptr (AskSchema) published = NULL;

  if (!ask_workspace_load_draft (workspace, &look->draft, error))
    return NULL;
  if (look->draft == NULL)
    return g_steal_pointer (&look);
  published = ask_workspace_load_schema (workspace, error);
  look->breaks
    = published != NULL ? ask_workspace_find_breaks (workspace, published, look->draft->schema, error) : NULL;
  return look->breaks != NULL ? g_steal_pointer (&look) : NULL;
}

/** ask_jobs_look_at_draft: Returns: (transfer full): the job; gives AskDraftLook, without a draft where none is open */
AskJob *
ask_jobs_look_at_draft (void)
{
  return ask_job_new (look_job, (GDestroyNotify) ask_draft_look_free, NULL, NULL);
}

static gpointer
publish_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_publish_draft (workspace, error);
}

/** ask_jobs_publish_draft: Returns: (transfer full): the job; gives what the list of versions says */
AskJob *
ask_jobs_publish_draft (void)
{
  return ask_job_new (publish_job, g_free, NULL, NULL);
}

static gpointer
rebase_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (ask_workspace_rebase_draft (workspace, error));
}

/** ask_jobs_rebase_draft: Returns: (transfer full): the job */
AskJob *
ask_jobs_rebase_draft (void)
{
  return ask_job_new (rebase_job, NULL, NULL, NULL);
}

static gpointer
discard_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return GINT_TO_POINTER (ask_workspace_discard_draft (workspace, GPOINTER_TO_INT (data), error));
}

/** ask_jobs_discard_draft: @discard: FALSE brings it back. Returns: (transfer full): the job */
AskJob *
ask_jobs_discard_draft (gboolean discard)
{
  return ask_job_new (discard_job, NULL, GINT_TO_POINTER (discard), NULL);
}

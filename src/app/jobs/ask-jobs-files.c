/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of opening files: what each is, and adding those that need nothing more to be said. One file that
 * is wrong keeps no other one out.
 */
#include "config.h"

#include "app/jobs/ask-jobs-files.h"

#include "store/ask-sample.h"
#include "store/ask-workspace-files.h"

/** ask_opened_file_free: frees it */
void
ask_opened_file_free (AskOpenedFile *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->name);
  g_clear_error (&self->error);
  g_free (self);
}

/* A document says where its rows are and how one signs in: that is for a person to see. A folder may hold very much, so how
 * far its reading is, and what cannot be read, is too. */
static AskOpenedFile *
open_file (AskWorkspace *workspace, const char *path, GCancellable *cancellable)
{
  AskOpenedFile *self = g_new0 (AskOpenedFile, 1);
  g_autoptr (AskSourceRecord) record = NULL;

  self->path = g_strdup (path);
  if (!ask_file_sort_find (path, &self->sort, &self->kind, &self->error) || self->sort != ASK_FILE_SOURCE
      || self->kind->nature != ASK_NATURE_FILE)
    return self;
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      ask_workspace_check_new_file (workspace, path, &self->error);
      return self;
    }
  record = ask_workspace_add_file (workspace, self->kind, path, NULL, cancellable, &self->error);
  if (record != NULL)
    self->name = g_strdup (record->name);
  return self;
}

static gpointer
open_files_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  char **paths = data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_opened_file_free);

  for (guint i = 0; paths[i] != NULL && !g_cancellable_is_cancelled (cancellable); i++)
    g_ptr_array_add (files, open_file (workspace, paths[i], cancellable));
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&files);
}

/**
 * ask_jobs_open_files:
 * @paths: (array zero-terminated=1): absolute paths
 *
 * Finds out what each file is, and adds databases and spreadsheets as sources. Gives (element-type AskOpenedFile)
 * GPtrArray, in the same order.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_open_files (const char *const *paths)
{
  return ask_job_new (open_files_job, (GDestroyNotify) g_ptr_array_unref, g_strdupv ((char **) paths),
                      (GDestroyNotify) g_strfreev);
}

static gpointer
add_sample_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  return ask_workspace_add_sample (workspace, cancellable, error);
}

/** ask_jobs_add_sample: adds the sample with its questions. Gives AskSourceRecord */
AskJob *
ask_jobs_add_sample (void)
{
  return ask_job_new (add_sample_job, (GDestroyNotify) ask_source_record_free, NULL, NULL);
}

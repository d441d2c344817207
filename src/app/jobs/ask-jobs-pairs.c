/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of pairs. Nothing is matched here: a query does that.
 */
#include "config.h"

#include "app/jobs/ask-jobs-pairs.h"

typedef struct
{
  char *left;
  char *right;
  char *criterion;
  GArray *pairs; /* gint64 */
  AskPairVerdict verdict;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->left);
  g_free (self->right);
  g_free (self->criterion);
  g_clear_pointer (&self->pairs, g_array_unref);
  g_free (self);
}

static gpointer
load_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  const AskPairSides sides = { request->left, request->right, request->criterion };
  gint64 list = ask_workspace_find_pair_list (workspace, &sides, error);

  return list >= 0 ? ask_workspace_list_pairs (workspace, list, error) : NULL;
}

/**
 * ask_jobs_load_pairs:
 * @sides: what was matched; copied
 *
 * Returns: (transfer full): the job; gives (element-type AskPair) GPtrArray, of none where these were never matched
 */
AskJob *
ask_jobs_load_pairs (const AskPairSides *sides)
{
  Request *request = g_new0 (Request, 1);

  request->left = g_strdup (sides->left);
  request->right = g_strdup (sides->right);
  request->criterion = g_strdup (sides->criterion);
  return ask_job_new (load_job, (GDestroyNotify) g_ptr_array_unref, request, request_free);
}

static gpointer
correct_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  for (guint i = 0; i < request->pairs->len; i++)
    if (!ask_workspace_correct_pair (workspace, g_array_index (request->pairs, gint64, i), request->verdict, error))
      return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_correct_pairs:
 * @pairs: (array length=n): their numbers; copied
 * @n: how many
 * @verdict: what a person says of each
 *
 * Returns: (transfer full): the job, which keeps that
 */
AskJob *
ask_jobs_correct_pairs (const gint64 *pairs, guint n, AskPairVerdict verdict)
{
  Request *request = g_new0 (Request, 1);

  request->pairs = g_array_sized_new (FALSE, FALSE, sizeof (gint64), n);
  g_array_append_vals (request->pairs, pairs, n);
  request->verdict = verdict;
  return ask_job_new (correct_job, NULL, request, request_free);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the thresholds in the preferences: those for all sources, and the model's.
 */
#include "config.h"

#include "app/jobs/ask-jobs-cost.h"

static gpointer
load_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) thresholds = ask_workspace_load_thresholds (workspace, error);
  GPtrArray *texts;

  if (thresholds == NULL)
    return NULL;
  texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    {
      double above;

      g_ptr_array_add (texts, ask_thresholds_get (thresholds, (AskThreshold) i, NULL, &above)
                                ? g_strdup_printf ("%.15g", above)
                                : g_strdup (""));
    }
  return texts;
}

/** ask_jobs_load_thresholds: gives (element-type utf8) GPtrArray, by #AskThreshold: a number, or "" for never */
AskJob *
ask_jobs_load_thresholds (void)
{
  return ask_job_new (load_job, (GDestroyNotify) g_ptr_array_unref, NULL, NULL);
}

typedef struct
{
  AskThreshold threshold;
  char *text;
} Request;

static void
request_free (gpointer data)
{
  g_free (((Request *) data)->text);
  g_free (data);
}

static gpointer
set_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return GINT_TO_POINTER (ask_workspace_set_threshold (workspace, request->threshold, NULL,
                                                       *request->text != '\0' ? request->text : "never", error));
}

/**
 * ask_jobs_set_threshold:
 * @threshold: of what
 * @text: a number, or "" for never
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_set_threshold (AskThreshold threshold, const char *text)
{
  Request *request = g_new0 (Request, 1);

  request->threshold = threshold;
  request->text = g_strstrip (g_strdup (text));
  return ask_job_new (set_job, NULL, request, request_free);
}

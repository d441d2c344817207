/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The blocking side of the thresholds: those for all sources and the model's, in the preferences, and those of a source,
 * in its desk.
 */
#include "config.h"

#include "app/jobs/ask-jobs-cost.h"

#include <glib/gi18n.h>

#include "base/ask-text.h"

typedef struct
{
  AskThreshold threshold;
  char *source; /* nullable */
  char *text; /* as the workspace takes it */
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->source);
  g_free (self->text);
  g_free (self);
}

static gpointer
load_job (AskWorkspace *workspace, gpointer source, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) thresholds = ask_workspace_load_thresholds (workspace, error);
  GPtrArray *texts;

  if (thresholds == NULL)
    return NULL;
  texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; source != NULL && i < ASK_THRESHOLD_N; i++)
    {
      char *own = ask_workspace_dup_threshold (workspace, (AskThreshold) i, source);

      g_ptr_array_add (texts, own != NULL ? own : g_strdup (""));
    }
  for (guint i = 0; i < ASK_THRESHOLD_N; i++)
    {
      double above;

      g_ptr_array_add (texts, ask_thresholds_get (thresholds, (AskThreshold) i, NULL, &above)
                                ? g_strdup_printf ("%.15g", above)
                                : g_strdup (""));
    }
  return texts;
}

/**
 * ask_jobs_load_thresholds:
 * @source: (nullable): the name of a source
 *
 * Gives (element-type utf8) GPtrArray, by #AskThreshold, of what holds for all: a number, or "" for never. Of a source
 * there stands before these, by #AskThreshold, what was said of it: a number, "never", or "" for nothing.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_load_thresholds (const char *source)
{
  return ask_job_new (load_job, (GDestroyNotify) g_ptr_array_unref, g_strdup (source), g_free);
}

static gpointer
set_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return GINT_TO_POINTER (
    ask_workspace_set_threshold (workspace, request->threshold, request->source, request->text, error));
}

/* Returns: (transfer full): what somebody typed, as the workspace takes it */
static char *
take_typed (const char *source, const char *typed)
{
  char *text = g_strstrip (g_strdup (typed));
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *never = g_utf8_casefold (_ ("never"), -1);
  const char *meant = *text == '\0'                 ? (source != NULL ? "usual" : "never")
                      : g_str_equal (folded, never) ? "never"
                                                    : NULL;

  if (meant != NULL)
    ask_text_set (&text, meant);
  return text;
}

/**
 * ask_jobs_set_threshold:
 * @threshold: of what
 * @source: (nullable): of which source; %NULL for all
 * @text: a number, "never" in the person's language, or "": of a source as for all, and for all never
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_set_threshold (AskThreshold threshold, const char *source, const char *text)
{
  Request *request = g_new0 (Request, 1);

  request->threshold = threshold;
  request->source = g_strdup (source);
  request->text = take_typed (source, text);
  return ask_job_new (set_job, NULL, request, request_free);
}

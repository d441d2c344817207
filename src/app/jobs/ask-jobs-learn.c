/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each writes to the workspace what a person said.
 */
#include "config.h"

#include "app/jobs/ask-jobs-learn.h"

#include "agent/ask-teach.h"
#include "store/ask-workspace-examples.h"

/* What the jobs here are told; @sql is NULL where nothing is to be learned. */
typedef struct
{
  gint64 history_id;
  char *question;
  char *sql;
  char *words;
  char *text; /* a target, or parts */
  char *complaint;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_free (self->question);
  g_free (self->sql);
  g_free (self->words);
  g_free (self->text);
  g_free (self->complaint);
  g_free (self);
}

/* A verified question answers so whatever is learned: that is for whoever vouches for it. The words of a follow-up mean
 * something of one answer only. */
static Request *
request_new (const AskAnswer *answer, const char *words, const char *text)
{
  Request *self = g_new0 (Request, 1);

  self->history_id = answer->history_id;
  self->question = g_strdup (answer->question);
  self->sql = answer->verified == NULL && answer->follows == 0 ? g_strdup (answer->sql) : NULL;
  self->words = g_strdup (words);
  self->text = g_strdup (text);
  return self;
}

static gpointer
choose_link_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  AskTeachLink link = { request->question, request->sql, request->words, request->text };

  return GINT_TO_POINTER (ask_teach_link (workspace, &link, cancellable, error));
}

/**
 * ask_jobs_choose_link:
 * @answer: that is shown
 * @words: of its question
 * @target: (nullable): what they stand for from now on, as of #AskLinkChoice; %NULL forgets what was chosen
 *
 * Keeps it for this workspace, and learns from it.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_choose_link (const AskAnswer *answer, const char *words, const char *target)
{
  return ask_job_new (choose_link_job, NULL, request_new (answer, words, target), request_free);
}

static gpointer
complain_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  if (!ask_workspace_complain (workspace, request->history_id, request->complaint, error))
    return NULL;
  if (request->sql != NULL
      && !ask_teach_wrong (workspace, request->question, request->sql, request->text,
                           *request->words != '\0' ? request->words : NULL, error))
    return NULL;
  return GINT_TO_POINTER (TRUE);
}

/**
 * ask_jobs_complain:
 * @answer: that is wrong; it is in the history
 * @text: what is wrong with it, for the steward
 * @parts: as of ask_teach_wrong()
 * @words: what was meant; perhaps ""
 *
 * Keeps it for the steward, and learns from it.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_complain (const AskAnswer *answer, const char *text, const char *parts, const char *words)
{
  Request *request = request_new (answer, words, parts);

  request->complaint = g_strdup (text);
  return ask_job_new (complain_job, NULL, request, request_free);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each carries out one call of the inbox. A proposal that a person completed is a copy: what the page shows stays.
 */
#include "config.h"

#include "app/jobs/ask-jobs-inbox.h"

#include "blend/ask-blend-question.h"

/* What the jobs here are told. */
typedef struct
{
  AskInboxPage *page;
  guint item;
  guint proposal;
  char *source;
  char *text;
  gboolean yes; /* look for suggestions, too; dismiss */
} Request;

/** ask_inbox_page_ref: Returns: (transfer full): @self */
AskInboxPage *
ask_inbox_page_ref (AskInboxPage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_inbox_page_unref: frees @self with its last reference. */
void
ask_inbox_page_unref (AskInboxPage *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->sources);
  g_free (self);
}

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_pointer (&self->page, ask_inbox_page_unref);
  g_free (self->source);
  g_free (self->text);
  g_free (self);
}

static gpointer
list_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_autoptr (GPtrArray) items = ask_inbox_list (workspace, request->yes, cancellable, error);
  g_autoptr (GPtrArray) records = items != NULL ? ask_workspace_list_sources (workspace, error) : NULL;
  AskInboxPage *page;

  if (records == NULL)
    return NULL;
  page = g_new0 (AskInboxPage, 1);
  g_atomic_ref_count_init (&page->ref_count);
  page->items = g_steal_pointer (&items);
  page->sources = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < records->len; i++)
    g_ptr_array_add (page->sources, g_strdup (((AskSourceRecord *) records->pdata[i])->name));
  return page;
}

/**
 * ask_jobs_list_inbox:
 * @suggestions: whether to look for suggestions, too, which may take long
 *
 * Returns: (transfer full): the job; gives an AskInboxPage
 */
AskJob *
ask_jobs_list_inbox (gboolean suggestions)
{
  Request *request = g_new0 (Request, 1);

  request->yes = suggestions;
  return ask_job_new (list_job, (GDestroyNotify) ask_inbox_page_unref, request, request_free);
}

static gpointer
do_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  const AskInboxItem *item = request->page->items->pdata[request->item];
  const AskInboxProposal *proposal = item->proposals->pdata[request->proposal];
  g_autoptr (AskInboxProposal) own = NULL;
  AskAgentOptions options = ASK_AGENT_OPTIONS_DEFAULT;

  ask_blend_add_kept_to_question (&options);
  if (request->text != NULL)
    {
      own = g_new0 (AskInboxProposal, 1);
      own->action = proposal->action;
      own->question = g_strdup (proposal->question);
      own->source = g_strdup (proposal->source);
      ask_inbox_proposal_complete (own, request->source, request->text);
    }
  return ask_inbox_do (workspace, item, own != NULL ? own : proposal, &options, cancellable, error);
}

/**
 * ask_jobs_do_inbox:
 * @page: that is shown
 * @choice: what a person chose; it is not kept
 *
 * Returns: (transfer full): the job; gives what was done, in words
 */
AskJob *
ask_jobs_do_inbox (AskInboxPage *page, const AskInboxChoice *choice)
{
  Request *request = g_new0 (Request, 1);

  request->page = ask_inbox_page_ref (page);
  request->item = choice->item;
  request->proposal = choice->proposal;
  request->source = g_strdup (choice->source);
  request->text = g_strdup (choice->text);
  return ask_job_new (do_job, g_free, request, request_free);
}

static gpointer
dismiss_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;

  return GINT_TO_POINTER (
    ask_inbox_dismiss (workspace, request->page->items->pdata[request->item], request->yes, error));
}

/**
 * ask_jobs_dismiss_inbox:
 * @page: that is shown
 * @item: its place in @page
 * @dismiss: %FALSE takes it back
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_dismiss_inbox (AskInboxPage *page, guint item, gboolean dismiss)
{
  Request *request = g_new0 (Request, 1);

  request->page = ask_inbox_page_ref (page);
  request->item = item;
  request->yes = dismiss;
  return ask_job_new (dismiss_job, NULL, request, request_free);
}

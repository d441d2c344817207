/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Jobs of the steward's inbox: what wants a person, and what a person does about it.
 */
#pragma once

#include "agent/ask-inbox.h"
#include "app/jobs/ask-job.h"

G_BEGIN_DECLS

/**
 * AskInboxPage:
 * @items: (element-type AskInboxItem): see ask_inbox_list()
 * @sources: (element-type utf8): all that there are
 *
 * What the page shows. Its items never change, so jobs read them, too.
 */
typedef struct
{
  gatomicrefcount ref_count;
  GPtrArray *items;
  GPtrArray *sources;
} AskInboxPage;

/**
 * AskInboxChoice:
 * @item: its place in the page
 * @proposal: its place in the item
 * @source: (nullable): whose statement it is, where a person chose it
 * @text: (nullable): what a person wrote
 *
 * What a person chose to do.
 */
typedef struct
{
  guint item;
  guint proposal;
  const char *source;
  const char *text;
} AskInboxChoice;

AskInboxPage *ask_inbox_page_ref     (AskInboxPage *self);
void          ask_inbox_page_unref   (AskInboxPage *self);

AskJob       *ask_jobs_list_inbox    (gboolean      suggestions);
AskJob       *ask_jobs_do_inbox      (AskInboxPage *page,
                                      const AskInboxChoice *choice);
AskJob       *ask_jobs_dismiss_inbox (AskInboxPage *page,
                                      guint         item,
                                      gboolean      dismiss);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskInboxPage, ask_inbox_page_unref)

G_END_DECLS

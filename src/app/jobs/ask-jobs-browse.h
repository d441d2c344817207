/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looking at entities, off the main thread: pages, the rows that belong to a row, profiles.
 */
#pragma once

#include "app/jobs/ask-job.h"
#include "explore/ask-feed.h"
#include "explore/ask-profile.h"

G_BEGIN_DECLS

/**
 * AskBrowseNumber:
 * @count: how sure @n is
 * @n: rows, -1 where unknown
 */
typedef struct
{
  AskBrowseCount count;
  gint64 n;
} AskBrowseNumber;

/**
 * AskBrowseReading:
 * @after: (nullable): the page before
 * @n: rows at most
 * @counted: how many rows there are is looked for, too
 * @unlimited: it may cost what it costs; otherwise what passes the workspace's thresholds is an error
 */
typedef struct
{
  const AskBrowse *browse;
  AskBrowsePage *after;
  gsize n;
  gboolean counted;
  gboolean unlimited;
} AskBrowseReading;

/** AskBrowseRead: @number: unknown unless it was looked for */
typedef struct
{
  AskBrowsePage *page;
  AskBrowseNumber number;
} AskBrowseRead;

void ask_browse_read_free (AskBrowseRead *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskBrowseRead, ask_browse_read_free)

/**
 * AskProfileNews:
 * @target: (type GObject): as given to ask_jobs_profile(); still alive
 * @profile: so far
 *
 * Something more is known. Called on the main thread.
 */
typedef void (*AskProfileNews) (gpointer target, const AskProfile *profile, AskProfilePart part, guint index);

/**
 * AskFeedNews:
 * @target: (type GObject): as given to ask_jobs_feed(); still alive
 * @page: the next one
 *
 * A page came. Called on the main thread.
 */
typedef void (*AskFeedNews) (gpointer target, AskBrowsePage *page);

AskJob *ask_jobs_feed (gpointer target, const AskBrowseReading *reading, AskFeed *feed, AskFeedNews on_news);
AskJob *ask_jobs_browse (const AskBrowseReading *reading);
AskJob *ask_jobs_count_rows (const AskBrowse *browse);
AskJob *ask_jobs_profile (gpointer target, const char *entity, const char *given, gboolean calls_apis,
                          AskProfileNews on_news);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A page costs what a page costs; where it would cost more than a person is asked about first, such as an order that an
 * API has to be read whole for, it ends with the engine's sentence, and a person may want it all the same.
 */
#include "config.h"

#include "app/jobs/ask-jobs-browse.h"

#include "engine/ask-cost.h"
#include "store/ask-kept-functions.h"
#include "store/ask-thresholds.h"

typedef struct
{
  AskBrowse *browse; /* nullable */
  AskBrowsePage *after; /* nullable */
  gsize n;
  gboolean counted;
  gboolean unlimited;
  char *entity; /* nullable */
  char *given; /* nullable */
  gboolean calls_apis;
  AskJobTarget *target; /* nullable */
  AskProfileNews on_news;
  AskFeed *feed; /* nullable */
  AskFeedNews on_page;
} Request;

static void
request_free (gpointer data)
{
  Request *self = data;

  g_clear_pointer (&self->browse, ask_browse_free);
  g_clear_pointer (&self->after, ask_browse_page_unref);
  g_clear_pointer (&self->target, ask_job_target_unref);
  g_clear_pointer (&self->feed, ask_feed_unref);
  g_free (self->entity);
  g_free (self->given);
  g_free (self);
}

/** ask_browse_read_free: frees @self */
void
ask_browse_read_free (AskBrowseRead *self)
{
  g_clear_pointer (&self->page, ask_browse_page_unref);
  g_free (self);
}

static AskEngine *
open_engine (AskWorkspace *workspace, gboolean unlimited, AskKeptAttachment *functions, GError **error)
{
  g_autoptr (AskEngine) engine = ask_kept_functions_open_engine (workspace, functions, error);
  g_autoptr (GHashTable) thresholds
    = engine != NULL && !unlimited ? ask_workspace_load_thresholds (workspace, error) : NULL;
  AskCaps caps = { 0 };
  double above;

  if (engine == NULL || (!unlimited && thresholds == NULL))
    return NULL;
  if (!unlimited && ask_thresholds_get (thresholds, ASK_THRESHOLD_CALLS, NULL, &above))
    caps.calls = (guint64) MAX (1, above);
  if (!unlimited && ask_thresholds_get (thresholds, ASK_THRESHOLD_ROWS, NULL, &above))
    caps.rows = (guint64) MAX (1, above);
  ask_engine_set_caps (engine, NULL, &caps);
  return g_steal_pointer (&engine);
}

static gpointer
browse_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = open_engine (workspace, request->unlimited, &functions, error);
  g_autoptr (AskBrowseRead) read = g_new0 (AskBrowseRead, 1);

  if (engine == NULL)
    return NULL;
  read->number = (AskBrowseNumber) { ASK_BROWSE_UNKNOWN, -1 };
  read->page = ask_browse_read (request->browse, engine, request->after, request->n, cancellable, error);
  if (read->page == NULL)
    return NULL;
  /* Rows that are all here are counted. */
  if (!read->page->more)
    read->number
      = (AskBrowseNumber) { ASK_BROWSE_EXACT, (gint64) (read->page->first + ask_rows_get_n_rows (read->page->rows)) };
  /* The page is there, whatever becomes of a number beside it. */
  else if (request->counted)
    ask_browse_count (request->browse, engine, &read->number.count, &read->number.n, cancellable, NULL);
  return g_steal_pointer (&read);
}

/**
 * ask_jobs_browse:
 * @reading: what is wanted; copied
 *
 * Reads a page. Gives AskBrowseRead.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_browse (const AskBrowseReading *reading)
{
  Request *request = g_new0 (Request, 1);

  request->browse = ask_browse_copy (reading->browse);
  request->after = reading->after != NULL ? ask_browse_page_ref (reading->after) : NULL;
  request->n = reading->n;
  request->counted = reading->counted;
  request->unlimited = reading->unlimited;
  return ask_job_new (browse_job, (GDestroyNotify) ask_browse_read_free, request, request_free);
}

typedef struct
{
  AskBrowsePage *page;
  AskFeedNews on_page;
} PageNews;

static void
page_news_free (gpointer data)
{
  PageNews *self = data;

  ask_browse_page_unref (self->page);
  g_free (self);
}

static void
deliver_page (gpointer object, gpointer data)
{
  const PageNews *news = data;

  news->on_page (object, news->page);
}

static void
post_page (AskBrowsePage *page, gpointer data)
{
  const Request *request = data;
  PageNews *news = g_new0 (PageNews, 1);

  news->page = ask_browse_page_ref (page);
  news->on_page = request->on_page;
  ask_job_post (request->target, deliver_page, news, page_news_free);
}

static gpointer
feed_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = open_engine (workspace, request->unlimited, &functions, error);

  return GINT_TO_POINTER (engine != NULL
                          && ask_feed_read (&(AskFeedReading) { .browse = request->browse,
                                                                .feed = request->feed,
                                                                .n = request->n,
                                                                .on_page = post_page,
                                                                .data = request },
                                            engine, cancellable, error));
}

/**
 * ask_jobs_feed:
 * @target: (type GObject): who gets the pages, while it lives
 * @reading: what is wanted, from the first row on; copied
 * @feed: by which further pages are wanted
 * @on_news: called on the main thread with each page while @target lives
 *
 * Reads pages as they are wanted, until there are no more rows, or it is cancelled.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_feed (gpointer target, const AskBrowseReading *reading, AskFeed *feed, AskFeedNews on_news)
{
  Request *request = g_new0 (Request, 1);

  request->browse = ask_browse_copy (reading->browse);
  request->n = reading->n;
  request->unlimited = reading->unlimited;
  request->target = ask_job_target_new (target);
  request->feed = ask_feed_ref (feed);
  request->on_page = on_news;
  return ask_job_new (feed_job, NULL, request, request_free);
}

static gpointer
count_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  const Request *request = data;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = open_engine (workspace, FALSE, &functions, error);
  g_autofree AskBrowseNumber *number = g_new0 (AskBrowseNumber, 1);

  if (engine == NULL || !ask_browse_count (request->browse, engine, &number->count, &number->n, cancellable, error))
    return NULL;
  return g_steal_pointer (&number);
}

/**
 * ask_jobs_count_rows:
 * @browse: what is looked at; copied
 *
 * Counts rows where that is cheap. Gives AskBrowseNumber, to be freed with g_free().
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_count_rows (const AskBrowse *browse)
{
  Request *request = g_new0 (Request, 1);

  request->browse = ask_browse_copy (browse);
  return ask_job_new (count_job, g_free, request, request_free);
}

typedef struct
{
  AskProfile *profile;
  AskProfilePart part;
  guint index;
  AskProfileNews on_news;
} News;

static void
news_free (gpointer data)
{
  News *self = data;

  ask_profile_free (self->profile);
  g_free (self);
}

static void
deliver (gpointer object, gpointer data)
{
  const News *news = data;

  news->on_news (object, news->profile, news->part, news->index);
}

static void
on_part (const AskProfile *profile, AskProfilePart part, guint index, gpointer data)
{
  const Request *request = data;
  News *news = g_new0 (News, 1);

  news->profile = ask_profile_copy (profile);
  news->part = part;
  news->index = index;
  news->on_news = request->on_news;
  ask_job_post (request->target, deliver, news, news_free);
}

static gpointer
profile_job (AskWorkspace *workspace, gpointer data, GCancellable *cancellable, GError **error)
{
  Request *request = data;
  g_auto (AskKeptAttachment) functions = NULL;
  g_autoptr (AskEngine) engine = ask_kept_functions_open_engine (workspace, &functions, error);

  if (engine == NULL)
    return NULL;
  return ask_profile_run (engine,
                          &(AskProfileRequest) { .entity = request->entity,
                                                 .given = request->given,
                                                 .calls_apis = request->calls_apis,
                                                 .workspace = workspace,
                                                 .on_part = on_part,
                                                 .data = request },
                          cancellable, error);
}

/**
 * ask_jobs_profile:
 * @target: (type GObject): who is told the news, while it lives
 * @entity: its name
 * @given: (nullable): SQL that holds of the rows
 * @calls_apis: relationships with APIs are looked at, too
 * @on_news: called on the main thread after each piece while @target lives
 *
 * Says what an entity's values are like, piece by piece. Gives AskProfile, with all of them.
 *
 * Returns: (transfer full): the job
 */
AskJob *
ask_jobs_profile (gpointer target, const char *entity, const char *given, gboolean calls_apis, AskProfileNews on_news)
{
  Request *request = g_new0 (Request, 1);

  request->entity = g_strdup (entity);
  request->given = g_strdup (given);
  request->calls_apis = calls_apis;
  request->target = ask_job_target_new (target);
  request->on_news = on_news;
  return ask_job_new (profile_job, (GDestroyNotify) ask_profile_free, request, request_free);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statement stops where the engine pauses. Whoever leaves cancels it, which ends the wait, too.
 */
#include "config.h"

#include "explore/ask-feed.h"

#include "explore/ask-browse-private.h"

struct _AskFeed
{
  gatomicrefcount ref_count;
  GMutex mutex;
  GCond cond;
  guint wanted; /* pages beyond those that were given */
};

/** ask_feed_new: Returns: (transfer full): a feed of which the first page is wanted */
AskFeed *
ask_feed_new (void)
{
  AskFeed *self = g_new0 (AskFeed, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

/** ask_feed_ref: Returns: (transfer full): @self */
AskFeed *
ask_feed_ref (AskFeed *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/** ask_feed_unref: frees @self with the last reference */
void
ask_feed_unref (AskFeed *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/** ask_feed_want: @self: a feed. Asks for one more page */
void
ask_feed_want (AskFeed *self)
{
  g_mutex_lock (&self->mutex);
  self->wanted++;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  AskFeed *self = data;

  g_mutex_lock (&self->mutex);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * Run:
 * @given: rows that pages were made of
 * @n_calls: calls that pages have told of
 */
typedef struct
{
  const AskFeedReading *reading;
  const AskBrowseShape *shape;
  const char *sql;
  GCancellable *cancellable;
  gsize given;
  guint n_calls;
} Run;

static AskCall *
copy_call (const AskCall *call)
{
  AskCall *copy = g_memdup2 (call, sizeof *call);

  copy->source = g_strdup (call->source);
  copy->entity = g_strdup (call->entity);
  copy->url = g_strdup (call->url);
  copy->body = g_strdup (call->body);
  copy->arguments = g_strdup (call->arguments);
  return copy;
}

static void
give (Run *run, const AskRows *rows, GPtrArray *calls, gboolean more)
{
  g_autoptr (AskBrowsePage) page = ask_browse_page_new (run->shape, rows, run->given, run->given);

  page->more = more;
  page->sql = g_strdup (run->sql);
  for (; run->n_calls < calls->len; run->n_calls++)
    g_ptr_array_add (page->calls, copy_call (calls->pdata[run->n_calls]));
  run->given = ask_rows_get_n_rows (rows);
  run->reading->on_page (page, run->reading->data);
}

static gboolean
on_pause (const AskRows *rows, GPtrArray *calls, gpointer data)
{
  Run *run = data;
  AskFeed *feed = run->reading->feed;
  gboolean on;

  give (run, rows, calls, TRUE);
  g_mutex_lock (&feed->mutex);
  while (feed->wanted == 0 && !g_cancellable_is_cancelled (run->cancellable))
    g_cond_wait (&feed->cond, &feed->mutex);
  on = feed->wanted > 0;
  feed->wanted -= on;
  g_mutex_unlock (&feed->mutex);
  return on;
}

/**
 * ask_feed_read:
 * @reading: what is wanted
 * @engine: a session that runs nothing
 * @cancellable: (nullable): ends it within 100 ms, also while it waits
 * @error: %ASK_EXPLORE_ERROR, or as of ask_engine_query()
 *
 * Reads page by page, until there are no more rows. The last page says so; a failure in the middle is an error, and the
 * pages before it were good. Blocks.
 *
 * Returns: whether all rows were read; %FALSE with @error set
 */
gboolean
ask_feed_read (const AskFeedReading *reading, AskEngine *engine, GCancellable *cancellable, GError **error)
{
  AskSchema *schema = ask_engine_get_schema (engine);
  const AskEntity *entity = ask_explore_find_entity (schema, reading->browse->entity, error);
  g_auto (AskBrowseShape) shape = { 0 };
  g_autoptr (GString) sql = g_string_new (NULL);
  g_autoptr (AskResult) result = NULL;
  AskLimits limits = ASK_LIMITS_DEFAULT;
  Run run = { .reading = reading, .shape = &shape, .cancellable = cancellable };
  gulong handler;

  if (entity == NULL || !ask_browse_check_given (reading->browse, entity, error)
      || !ask_browse_shape_init (&shape, reading->browse, schema, FALSE, error))
    return FALSE;
  ask_browse_append_select (&shape, NULL, sql);
  if (!ask_browse_append_where (reading->browse, &shape, NULL, sql, error))
    return FALSE;
  ask_browse_append_order (&shape, sql);
  run.sql = sql->str;
  limits.deadline_ms = 0;
  handler = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), ask_feed_ref (reading->feed),
                                   (GDestroyNotify) ask_feed_unref);
  ask_engine_set_pause (engine, reading->n, on_pause, &run);
  result = ask_engine_query (engine, sql->str, &limits, NULL, cancellable, error);
  ask_engine_set_pause (engine, 1, NULL, NULL);
  g_cancellable_disconnect (cancellable, handler);
  if (result == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  give (&run, result->rows, result->calls, FALSE);
  return TRUE;
}

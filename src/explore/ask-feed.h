/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows of an API as they are wanted: one statement, read in a thread of its own, which waits after each page until
 * somebody wants the next. So no page is called for twice, and none that nobody looks at.
 */
#pragma once

#include "explore/ask-browse.h"

G_BEGIN_DECLS

/** AskFeed: how the reading thread is told what is wanted. Any thread may hold it. */
typedef struct _AskFeed AskFeed;

/**
 * AskFeedFunc:
 * @page: (transfer none): the next one
 * @data: as given
 *
 * Runs in the reading thread.
 */
typedef void (*AskFeedFunc) (AskBrowsePage *page, gpointer data);

AskFeed *ask_feed_new (void);
AskFeed *ask_feed_ref (AskFeed *self);
void ask_feed_unref (AskFeed *self);
void ask_feed_want (AskFeed *self);

/**
 * AskFeedReading:
 * @browse: what is looked at
 * @feed: tells when another page is wanted; the first one is wanted at once
 * @n: rows a page
 * @on_page: gets each page
 * @data: for @on_page
 */
typedef struct
{
  const AskBrowse *browse;
  AskFeed *feed;
  gsize n;
  AskFeedFunc on_page;
  gpointer data;
} AskFeedReading;

gboolean ask_feed_read (const AskFeedReading *reading, AskEngine *engine, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskFeed, ask_feed_unref)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A watcher for each thread, so that calls between who works and who wants to know need not hand it on.
 */
#include "config.h"

#include "base/ask-progress.h"

typedef struct
{
  AskProgressFunc func;
  gpointer data;
} Watcher;

static GPrivate watcher = G_PRIVATE_INIT (g_free);

/**
 * ask_progress_watch:
 * @func: (nullable): told of what this thread does from now on; %NULL ends it
 * @data: for @func
 *
 * A thread has one watcher, the last.
 */
void
ask_progress_watch (AskProgressFunc func, gpointer data)
{
  const Watcher now = { func, data };

  g_private_replace (&watcher, func != NULL ? g_memdup2 (&now, sizeof now) : NULL);
}

/** ask_progress_tell: @n: what is done, of @all. Tells who watches this thread, if anybody does */
void
ask_progress_tell (guint64 n, guint64 all)
{
  const Watcher *self = g_private_get (&watcher);

  if (self != NULL)
    self->func (n, all, self->data);
}

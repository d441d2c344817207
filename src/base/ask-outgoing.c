/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One list of watchers for the process. Each watches the thread that it began on, so a watcher is called on its own
 * thread only and needs no lock of its own.
 */
#include "config.h"

#include "base/ask-outgoing.h"

typedef struct
{
  GThread *thread;
  AskOutgoingFunc func;
  gpointer data;
} Watcher;

static GMutex lock;
static GSList *watchers; /* Watcher, the last one first */

/**
 * ask_outgoing_watch:
 * @func: told of all that this thread sends, until ask_outgoing_unwatch()
 * @data: for @func, and its name
 *
 * Of several watchers of one thread the last one is told.
 */
void
ask_outgoing_watch (AskOutgoingFunc func, gpointer data)
{
  Watcher *self = g_new0 (Watcher, 1);

  self->thread = g_thread_self ();
  self->func = func;
  self->data = data;
  g_mutex_lock (&lock);
  watchers = g_slist_prepend (watchers, self);
  g_mutex_unlock (&lock);
}

/**
 * ask_outgoing_unwatch:
 * @data: as of ask_outgoing_watch(); on any thread
 *
 * Ends the watch, if there is one.
 */
void
ask_outgoing_unwatch (gpointer data)
{
  g_mutex_lock (&lock);
  for (GSList *i = watchers; i != NULL; i = i->next)
    if (((Watcher *) i->data)->data == data)
      {
        g_free (i->data);
        watchers = g_slist_delete_link (watchers, i);
        break;
      }
  g_mutex_unlock (&lock);
}

/* Returns: who watches this thread, if anybody does */
static Watcher
find_watcher (void)
{
  Watcher found = { 0 };

  g_mutex_lock (&lock);
  for (GSList *i = watchers; i != NULL && found.func == NULL; i = i->next)
    if (((Watcher *) i->data)->thread == g_thread_self ())
      found = *(Watcher *) i->data;
  g_mutex_unlock (&lock);
  return found;
}

/** ask_outgoing_is_watched: Returns: whether somebody wants to be told of what this thread sends */
gboolean
ask_outgoing_is_watched (void)
{
  return find_watcher ().func != NULL;
}

/** ask_outgoing_tell: tells who watches this thread, if anybody does, that @outgoing was sent */
void
ask_outgoing_tell (const AskOutgoing *outgoing)
{
  Watcher found = find_watcher ();

  if (found.func != NULL)
    found.func (outgoing, found.data);
}

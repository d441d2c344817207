/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A deadline that cancels: SQLite is stopped by its progress handler, but a call that hangs has to
 * be cancelled from outside. One thread for the whole process keeps the clock. It sleeps until the next
 * deadline that it has seen, also when that has been stopped: most queries end long before theirs, and
 * none of them has to wake it.
 */
#include "config.h"

#include "base/ask-memory.h"
#include "engine/ask-engine-private.h"

/**
 * AskDeadline:
 * @cancellable: (nullable): held; %NULL where it never comes
 * @at: monotonic µs
 * @left: µs, while it is held up
 */
struct _AskDeadline
{
  GCancellable *cancellable;
  gint64 at;
  gint64 left;
};

static GMutex lock;
static GCond changed;
static GPtrArray *deadlines; /* AskDeadline, borrowed; all below under the lock */
static gint64 wakes_at = G_MAXINT64; /* when the thread looks next */

/* Returns: (transfer full): what is due; %NULL where nothing is, with the time of the next one */
static GPtrArray *
take_due (gint64 now, gint64 *next)
{
  GPtrArray *due = NULL;

  *next = G_MAXINT64;
  for (guint i = 0; i < deadlines->len; i++)
    {
      AskDeadline *deadline = deadlines->pdata[i];

      if (deadline->at > now)
        {
          *next = MIN (*next, deadline->at);
          continue;
        }
      if (due == NULL)
        due = g_ptr_array_new_with_free_func (g_object_unref);
      g_ptr_array_add (due, g_object_ref (deadline->cancellable));
      g_ptr_array_remove_index_fast (deadlines, i--);
    }
  return due;
}

static gpointer
keep_clock (gpointer unused)
{
  g_mutex_lock (&lock);
  for (;;)
    {
      GPtrArray *due = take_due (g_get_monotonic_time (), &wakes_at);

      if (due != NULL)
        {
          /* What is connected to it runs here and may take locks of its own. */
          g_mutex_unlock (&lock);
          for (guint i = 0; i < due->len; i++)
            g_cancellable_cancel (due->pdata[i]);
          g_ptr_array_unref (due);
          g_mutex_lock (&lock);
        }
      else if (wakes_at == G_MAXINT64)
        g_cond_wait (&changed, &lock);
      else
        g_cond_wait_until (&changed, &lock, wakes_at);
    }
  return NULL;
}

/**
 * ask_deadline_start:
 * @ms: from now; 0 for never
 *
 * Returns: (transfer full): the deadline; end it with ask_deadline_stop()
 */
AskDeadline *
ask_deadline_start (guint ms, GCancellable *cancellable)
{
  AskDeadline *self = ASK_NEW0 (AskDeadline);

  if (ms == 0)
    return self;
  self->cancellable = g_object_ref (cancellable);
  self->at = g_get_monotonic_time () + (gint64) ms * 1000;
  g_mutex_lock (&lock);
  if (deadlines == NULL)
    {
      deadlines = g_ptr_array_new ();
      g_thread_unref (g_thread_new ("ask-deadline", keep_clock, NULL));
    }
  g_ptr_array_add (deadlines, self);
  if (self->at < wakes_at)
    {
      wakes_at = self->at;
      g_cond_signal (&changed);
    }
  g_mutex_unlock (&lock);
  return self;
}

/** ask_deadline_hold: @self: does not come until ask_deadline_release() */
void
ask_deadline_hold (AskDeadline *self)
{
  g_mutex_lock (&lock);
  self->left = self->at - g_get_monotonic_time ();
  self->at = G_MAXINT64;
  g_mutex_unlock (&lock);
}

/** ask_deadline_release: @self: as much time is left as there was at ask_deadline_hold() */
void
ask_deadline_release (AskDeadline *self)
{
  g_mutex_lock (&lock);
  self->at = g_get_monotonic_time () + self->left;
  if (self->cancellable != NULL && self->at < wakes_at)
    {
      wakes_at = self->at;
      g_cond_signal (&changed);
    }
  g_mutex_unlock (&lock);
}

/** ask_deadline_stop: frees @self; the deadline no longer comes */
void
ask_deadline_stop (AskDeadline *self)
{
  if (self->cancellable != NULL)
    {
      g_mutex_lock (&lock);
      g_ptr_array_remove_fast (deadlines, self);
      g_mutex_unlock (&lock);
      g_object_unref (self->cancellable);
    }
  g_free (self);
}

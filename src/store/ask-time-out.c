/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A time-out as a cancellable. A thread of its own does the waiting, because the callers block and
 * run no main loop. The thread ends with the object.
 */
#include "config.h"

#include "store/ask-time-out.h"

struct _AskTimeOut
{
  GCancellable *cancellable;
  GCancellable *parent; /* nullable */
  gulong handler;
  GThread *thread;
  GMutex mutex; /* guards the rest */
  GCond cond;
  gint64 at;
  gboolean over;
  gboolean expired;
};

static gpointer
wait_for_it (gpointer data)
{
  AskTimeOut *self = data;
  gboolean expired = FALSE;

  g_mutex_lock (&self->mutex);
  while (!self->over && !expired)
    expired = !g_cond_wait_until (&self->cond, &self->mutex, self->at);
  expired = expired && !self->over;
  self->expired = expired;
  g_mutex_unlock (&self->mutex);

  /* Outside the lock: handlers of the cancellable run in here. */
  if (expired)
    g_cancellable_cancel (self->cancellable);
  return NULL;
}

static void
on_parent_cancelled (GCancellable *parent, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

/**
 * ask_time_out_new:
 * @parent: (nullable): when it is cancelled, so is this
 * @milliseconds: from now
 *
 * Returns: (transfer full): free with ask_time_out_free()
 */
AskTimeOut *
ask_time_out_new (GCancellable *parent, guint milliseconds)
{
  AskTimeOut *self = g_new0 (AskTimeOut, 1);

  self->cancellable = g_cancellable_new ();
  self->at = g_get_monotonic_time () + (gint64) milliseconds * 1000;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  if (parent != NULL)
    {
      self->parent = g_object_ref (parent);
      self->handler = g_cancellable_connect (parent, G_CALLBACK (on_parent_cancelled), g_object_ref (self->cancellable),
                                             g_object_unref);
    }
  self->thread = g_thread_new ("ask-time-out", wait_for_it, self);
  return self;
}

/**
 * ask_time_out_free:
 *
 * Ends the wait. The cancellable stays as it is.
 */
void
ask_time_out_free (AskTimeOut *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&self->mutex);
  self->over = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  if (self->parent != NULL)
    g_cancellable_disconnect (self->parent, self->handler);
  g_clear_object (&self->parent);
  g_clear_object (&self->cancellable);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/**
 * ask_time_out_get_cancellable:
 *
 * Returns: (transfer none): what to hand to the calls that must end in time
 */
GCancellable *
ask_time_out_get_cancellable (AskTimeOut *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  return self->cancellable;
}

/**
 * ask_time_out_get_expired:
 *
 * Returns: whether it was the time that cancelled, and not the parent
 */
gboolean
ask_time_out_get_expired (AskTimeOut *self)
{
  gboolean expired;

  g_return_val_if_fail (self != NULL, FALSE);
  g_mutex_lock (&self->mutex);
  expired = self->expired;
  g_mutex_unlock (&self->mutex);
  return expired;
}

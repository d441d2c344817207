/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A deadline that cancels: SQLite is stopped by its progress handler, but a call that hangs has to
 * be cancelled from outside. One thread for the whole process keeps the clock.
 */
#include "config.h"

#include "engine/ask-engine-private.h"

struct _AskDeadline
{
  GSource *source;
};

static gpointer
keep_clock (gpointer loop)
{
  g_main_loop_run (loop);
  return NULL;
}

static GMainContext *
get_clock (void)
{
  static GMainContext *context;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      context = g_main_context_new ();
      g_thread_unref (
        g_thread_new ("ask-deadline", keep_clock, g_main_loop_new (context, FALSE)));
      g_once_init_leave (&once, 1);
    }
  return context;
}

static gboolean
on_deadline (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
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
  AskDeadline *self = g_new0 (AskDeadline, 1);

  if (ms > 0)
    {
      self->source = g_timeout_source_new (ms);
      g_source_set_callback (self->source, on_deadline, g_object_ref (cancellable),
                             g_object_unref);
      g_source_attach (self->source, get_clock ());
    }
  return self;
}

/** ask_deadline_stop: frees @self; the deadline no longer comes */
void
ask_deadline_stop (AskDeadline *self)
{
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_source_unref (self->source);
    }
  g_free (self);
}

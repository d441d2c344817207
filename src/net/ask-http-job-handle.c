/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By what a session, its lanes and its streams hold a job: they put it in line, stop it and let it go on, and look what
 * became of it. None of this sends anything.
 */
#include "config.h"

#include "net/ask-http-job-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"

/**
 * ask_http_job_pop_ready:
 * @http: a session
 *
 * Returns: (transfer none) (nullable): the next job for which there is something to do
 */
AskHttpJob *
ask_http_job_pop_ready (AskHttp *http)
{
  AskHttpJob *self = g_queue_pop_head (&http->ready);

  if (self != NULL)
    self->is_ready = FALSE;
  return self;
}

/**
 * ask_http_job_is_done:
 * @self: a job
 *
 * Returns: whether it has a response or a failure
 */
gboolean
ask_http_job_is_done (AskHttpJob *self)
{
  return self->state == STATE_DONE;
}

/** ask_http_job_was_started: Returns: whether it was sent at least once */
gboolean
ask_http_job_was_started (AskHttpJob *self)
{
  return self->started != 0;
}

/**
 * ask_http_job_get_index:
 * @self: a job
 *
 * Returns: the place of its request
 */
guint
ask_http_job_get_index (AskHttpJob *self)
{
  return self->index;
}

/**
 * ask_http_job_get_origin:
 * @self: a job that can be sent
 *
 * Returns: (transfer none): scheme, host and port of its first URL
 */
const char *
ask_http_job_get_origin (AskHttpJob *self)
{
  return self->origin;
}

/**
 * ask_http_job_set_lane:
 * @self: a job that can be sent
 * @lane: to its host
 *
 * Puts it in line.
 */
void
ask_http_job_set_lane (AskHttpJob *self, AskHttpLane *lane)
{
  self->lane = lane;
  self->is_waiting = TRUE;
  g_queue_push_tail (&lane->waiting, self);
}

G_GNUC_PRINTF (2, 3)
static void
refuse (AskHttpJob *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  ask_error_set_valist (&self->failure, ASK_HTTP_ERROR, ASK_HTTP_ERROR_BUSY, format, arguments);
  va_end (arguments);
}

/**
 * ask_http_job_refuse:
 * @self: a job that was just taken from its lane's queue
 * @wait_ms: how long its host allows no call
 *
 * Ends it unsent.
 */
void
ask_http_job_refuse (AskHttpJob *self, gint64 wait_ms)
{
  gint64 seconds = (wait_ms + 999) / 1000;

  self->is_waiting = FALSE;
  if (seconds < 120)
    refuse (self, N_ ("%s allows no further calls for %u seconds: its rate limit is used up. Try again then."),
            self->origin, (guint) (seconds));
  else if (seconds < 2 * 3600)
    refuse (self, N_ ("%s allows no further calls for %u minutes: its rate limit is used up. Try again then."),
            self->origin, (guint) ((seconds + 59) / 60));
  else if (seconds < 48 * 3600)
    refuse (self, N_ ("%s allows no further calls for %u hours: its rate limit is used up. Try again then."),
            self->origin, (guint) ((seconds + 3599) / 3600));
  else
    refuse (self, N_ ("%s allows no further calls for %u days: its rate limit is used up. Try again then."),
            self->origin, (guint) ((seconds + 86399) / 86400));
  ask_http_job_finish (self);
}

/**
 * ask_http_job_tell:
 * @self: a job that is done
 *
 * Says so to whoever waits for it.
 */
void
ask_http_job_tell (AskHttpJob *self)
{
  if (self->finished != NULL)
    g_queue_push_tail (self->finished, self);
  if (self->is_pulled)
    self->http->news = TRUE;
}

/**
 * ask_http_job_shift_timer:
 * @self: a job
 * @us: for which nobody looked after the session
 *
 * A server is not to blame for what lay unread: its time-out is put off.
 */
void
ask_http_job_shift_timer (AskHttpJob *self, gint64 us)
{
  gint64 ready = g_source_get_ready_time (self->timer);

  if (ready >= 0 && (self->state == STATE_SENDING || self->state == STATE_READING))
    g_source_set_ready_time (self->timer, ready + us);
}

/** ask_http_job_set_pulled: says that its reader may pause it, and bounds what it takes itself */
void
ask_http_job_set_pulled (AskHttpJob *self)
{
  self->is_pulled = TRUE;
}

/** ask_http_job_pause: lets it stop before the next piece of the body */
void
ask_http_job_pause (AskHttpJob *self)
{
  self->is_full = TRUE;
}

/** ask_http_job_resume: lets it go on, if it was stopped */
void
ask_http_job_resume (AskHttpJob *self)
{
  self->is_full = FALSE;
  if (self->state == STATE_PAUSED)
    ask_http_job_make_ready (self);
}

/**
 * ask_http_job_get_failure:
 * @self: a job that is done
 *
 * Returns: (nullable): why there is no whole response
 */
const GError *
ask_http_job_get_failure (AskHttpJob *self)
{
  return self->failure;
}

/**
 * ask_http_job_get_response:
 * @self: a job that is done
 *
 * Returns: (nullable): what came; %NULL where not even a status did
 */
const AskHttpResponse *
ask_http_job_get_response (AskHttpJob *self)
{
  return self->response != NULL && self->response->status != 0 ? self->response : NULL;
}

/**
 * ask_http_job_steal_response:
 * @self: a job that is done
 *
 * Returns: (transfer full): its response
 */
AskHttpResponse *
ask_http_job_steal_response (AskHttpJob *self)
{
  return g_steal_pointer (&self->response);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lanes: one for each host, kept as long as the session, so that what a host said about its limits
 * holds for the next call too. A lane sends nothing itself.
 */
#include "config.h"

#include "net/ask-http-lane.h"

#include "net/ask-http-rate.h"
#include "net/ask-http-retry.h"

/** ask_http_lane_new: Returns: (transfer full): an empty lane to scheme, host and port @origin */
AskHttpLane *
ask_http_lane_new (const char *origin)
{
  AskHttpLane *self = g_new0 (AskHttpLane, 1);

  self->origin = g_strdup (origin);
  g_queue_init (&self->waiting);
  self->remaining = -1;
  return self;
}

/** ask_http_lane_free: frees @self, on which there is nobody any more */
void
ask_http_lane_free (AskHttpLane *self)
{
  g_queue_clear (&self->waiting);
  g_free (self->origin);
  g_free (self);
}

/**
 * ask_http_lane_note:
 * @nth: which call of @self it answers: @n_sent when that went out
 * @status: of an answer whose job is no longer counted in @n_sending
 * @headers: of that answer
 *
 * Takes down what the host allows from now on.
 */
void
ask_http_lane_note (AskHttpLane *self, guint64 nth, guint status, GHashTable *headers)
{
  g_autoptr (GDateTime) date = g_date_time_new_now_utc ();
  gint64 now = g_get_monotonic_time ();
  gint64 remaining, reset_s;

  if (ask_http_rate_read (headers, g_date_time_to_unix (date), &remaining, &reset_s))
    {
      /* Of those that it has not seen yet it will say so when it has. */
      remaining = MAX (0, remaining - (gint64) self->n_sending);
      /* Answers to calls that were on their way together are read in any order: the least of them was the last. */
      if (nth <= self->n_told && self->remaining >= 0 && self->reset > now)
        remaining = MIN (remaining, self->remaining);
      self->remaining = remaining;
      self->n_told = self->n_sent;
      self->reset = now + MIN (reset_s, 366 * 86400) * G_USEC_PER_SEC;
    }
  if (status == 429)
    {
      gint64 after = ask_http_retry_after_ms (g_hash_table_lookup (headers, "retry-after"), date);

      self->hold_until = MAX (self->hold_until, now + MIN (after, 366 * 86400000LL) * 1000);
    }
}

/**
 * ask_http_lane_get_wait_ms:
 *
 * Returns: milliseconds until a further call may be sent, 0 for now
 */
gint64
ask_http_lane_get_wait_ms (AskHttpLane *self)
{
  gint64 now = g_get_monotonic_time ();
  gint64 until = self->hold_until;

  if (self->remaining >= 0 && self->reset <= now)
    self->remaining = -1;
  if (self->remaining == 0)
    until = MAX (until, self->reset);
  return until > now ? (until - now + 999) / 1000 : 0;
}

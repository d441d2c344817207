/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HTTP on libsoup. What the callers see is here: the session, one run of many requests with lanes
 * per host, and the hand-over of what has come. A single request's way is in ask-http-job.c.
 *
 * Everything asynchronous happens in the session's own main context. Callbacks of that context only
 * note what has come; the loop in run_all() acts on it. So a caller's callback is never called from
 * within a dispatch, and may use the session again.
 *
 * Messages name scheme, host and port only: paths and queries may hold keys and data.
 */
#include "config.h"

#include "net/ask-http.h"

#include "base/ask-error.h"
#include "net/ask-http-job.h"
#include "net/ask-http-retry.h"
#include "net/ask-http-stream.h"
#include "net/ask-url.h"

/* How long a call that was cancelled still waits for libsoup to let go. */
#define DRAIN_MS 20
#define FREE_DRAIN_MS 1000

#define DEFAULT_TIME_OUT_MS (30 * 1000)
#define DEFAULT_MAX_TRIES 3
#define DEFAULT_MAX_IN_FLIGHT 8
#define MAX_IN_FLIGHT 64
#define MAX_CONNECTIONS 256
/* Servers, proxies and firewalls forget connections that idle; the hastiest firewalls after a minute. */
#define MAX_AGE_MS (30 * 1000)

ASK_DEFINE_ERROR ("ask-http-error-quark", ask_http_error)

/**
 * ask_http_response_free:
 * @self: (nullable): to free
 */
void
ask_http_response_free (AskHttpResponse *self)
{
  if (self == NULL)
    return;
  g_free (self->reason);
  g_clear_pointer (&self->headers, g_hash_table_unref);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->url);
  g_free (self);
}

/* It only ends the waiting: the loop looks at the lanes itself. */
static gboolean
lane_timer_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  g_source_set_ready_time (source, -1);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs lane_timer_funcs = { .dispatch = lane_timer_dispatch };

/**
 * ask_http_new:
 * @user_agent: (nullable): for the User-Agent header
 *
 * A session for the thread that calls this: 30 s without a byte, three tries, eight requests in
 * flight to one host. Connections are kept and used again. Redirects are followed on the same host
 * only; certificates are verified; there are no cookies.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskHttp) http = ask_http_new ("AskData");
 * AskHttpRequest request = { .url = "https://api.example/carriers" };
 * g_autoptr (AskHttpResponse) response
 *     = ask_http_send (http, &request, NULL, NULL, cancellable, error);
 * ]|
 *
 * Returns: (transfer full): a session
 */
AskHttp *
ask_http_new (const char *user_agent)
{
  AskHttp *self = g_new0 (AskHttp, 1);

  self->context = g_main_context_new ();
  self->time_out_ms = DEFAULT_TIME_OUT_MS;
  self->max_tries = DEFAULT_MAX_TRIES;
  self->max_in_flight = DEFAULT_MAX_IN_FLIGHT;
  self->max_age_ms = MAX_AGE_MS;
  self->lanes = g_hash_table_new (g_str_hash, g_str_equal);
  self->lane_order = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_http_lane_free);
  self->jobs = g_hash_table_new (NULL, NULL);
  g_queue_init (&self->ready);
  self->lane_timer = g_source_new (&lane_timer_funcs, sizeof (GSource));
  g_source_attach (self->lane_timer, self->context);

  /* Libsoup remembers the context that is the thread's default here. Lanes are counted by us, so
   * its own limits only have to be wide enough. Its timer for connections that idle is not for a context that
   * nobody looks after between two calls: when it is overdue, libsoup (3.2 at least) gives the connection to the
   * next request, and the timer closes it under that. The request never ends, or what it reads into is freed
   * memory. So there is no timer, and sweep() does what it was for. */
  g_main_context_push_thread_default (self->context);
  self->session = soup_session_new_with_options ("max-conns", MAX_CONNECTIONS, "max-conns-per-host", MAX_CONNECTIONS,
                                                 "timeout", 0, "idle-timeout", 0, NULL);
  /* Its decoder takes a gzip stream that stops early for a whole one: ours does not. */
  soup_session_remove_feature_by_type (self->session, SOUP_TYPE_CONTENT_DECODER);
  if (user_agent != NULL)
    soup_session_set_user_agent (self->session, user_agent);
  g_main_context_pop_thread_default (self->context);
  return self;
}

static gboolean
note_deadline (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Lets abandoned requests end, so that nothing of theirs lives longer than it must. */
static void
drain (AskHttp *self, guint ms)
{
  gboolean over = FALSE;

  if (self->n_abandoned == 0)
    return;

  g_autoptr (GSource) timer = g_timeout_source_new (ms);

  g_source_set_callback (timer, note_deadline, &over, NULL);
  g_source_attach (timer, self->context);
  while (self->n_abandoned > 0 && !over)
    g_main_context_iteration (self->context, TRUE);
  g_source_destroy (timer);
}

/**
 * ask_http_free:
 * @self: (nullable): to free, on its own thread and with no call under way
 */
void
ask_http_free (AskHttp *self)
{
  if (self == NULL)
    return;

  g_main_context_push_thread_default (self->context);
  /* What was cancelled ends by itself; to cancel it once more may hit libsoup 3.6 where it hurts (see
   * drop_try()). What is left after that is stuck, and closed with its connection. */
  drain (self, FREE_DRAIN_MS);
  soup_session_abort (self->session);
  drain (self, FREE_DRAIN_MS);
  g_clear_object (&self->session);
  /* Connections that were just closed leave a source or two. */
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_pop_thread_default (self->context);
  g_source_destroy (self->lane_timer);
  g_source_unref (self->lane_timer);
  g_main_context_unref (self->context);
  g_warn_if_fail (g_hash_table_size (self->jobs) == 0);
  g_hash_table_unref (self->jobs);
  g_queue_clear (&self->ready);
  g_hash_table_unref (self->lanes);
  g_ptr_array_unref (self->lane_order);
  g_free (self);
}

/**
 * ask_http_set_limits:
 * @self: a session
 * @time_out_ms: without a byte from the server, 0 to leave as it is
 * @max_tries: 0 to leave as it is; 1 never tries again
 * @max_in_flight: requests to one host at a time, 0 to leave as it is, 64 at most
 */
void
ask_http_set_limits (AskHttp *self, guint time_out_ms, guint max_tries, guint max_in_flight)
{
  g_return_if_fail (self != NULL);

  if (time_out_ms > 0)
    self->time_out_ms = time_out_ms;
  if (max_tries > 0)
    self->max_tries = max_tries;
  if (max_in_flight > 0)
    self->max_in_flight = MIN (max_in_flight, MAX_IN_FLIGHT);
}

/**
 * ask_http_enter:
 * @self: a session
 *
 * Begins a call on it. While nobody looked after the session no server is held to its time.
 */
void
ask_http_enter (AskHttp *self)
{
  gint64 away = self->left_at > 0 ? g_get_monotonic_time () - self->left_at : 0;
  GHashTableIter iter;
  gpointer job;

  g_main_context_push_thread_default (self->context);
  g_hash_table_iter_init (&iter, self->jobs);
  while (away > 0 && g_hash_table_iter_next (&iter, &job, NULL))
    ask_http_job_shift_timer (job, away);
  self->left_at = 0;
}

/** ask_http_leave: ends a call on it; what is on its way stays so */
void
ask_http_leave (AskHttp *self)
{
  self->left_at = g_get_monotonic_time ();
  g_main_context_pop_thread_default (self->context);
}

/**
 * ask_http_set_max_age:
 * @ms: how old a connection may be that is used again
 *
 * For tests.
 */
void
ask_http_set_max_age (AskHttp *self, guint ms)
{
  self->max_age_ms = ms;
}

/* Closes connections of which nobody knows whether they still lead anywhere. Only while there is no request: those
 * would be cancelled. A session that never rests keeps its connections warm. */
static void
sweep (AskHttp *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->n_tries > 0 || now - self->swept_at < (gint64) self->max_age_ms * 1000)
    return;
  /* Libsoup has not yet laid aside the connection of the last answer: that is a step of its own. */
  while (g_main_context_iteration (self->context, FALSE))
    ;
  soup_session_abort (self->session);
  self->swept_at = now;
}

/**
 * ask_http_submit:
 * @self: a session
 * @job: a new one of it
 *
 * Puts it in line.
 */
void
ask_http_submit (AskHttp *self, AskHttpJob *job)
{
  const char *origin = ask_http_job_get_origin (job);
  AskHttpLane *lane;

  if (ask_http_job_is_done (job))
    {
      ask_http_job_tell (job);
      return;
    }
  lane = g_hash_table_lookup (self->lanes, origin);
  if (lane == NULL)
    {
      lane = ask_http_lane_new (origin);
      g_hash_table_insert (self->lanes, lane->origin, lane);
      g_ptr_array_add (self->lane_order, lane);
    }
  ask_http_job_set_lane (job, lane);
}

/* Sends what may be sent now, and refuses what would have to wait too long.
 * Returns: whether it refused any, which are done then */
static gboolean
start_waiting (AskHttp *self)
{
  gint64 next = -1;
  gboolean refused = FALSE;

  for (guint i = 0; i < self->lane_order->len; i++)
    {
      AskHttpLane *lane = g_ptr_array_index (self->lane_order, i);

      while (lane->in_flight < self->max_in_flight && !g_queue_is_empty (&lane->waiting))
        {
          gint64 wait_ms = ask_http_lane_get_wait_ms (lane);

          if (wait_ms > 0 && (wait_ms <= ASK_HTTP_MAX_RETRY_AFTER_MS || lane->n_sending > 0))
            {
              /* An answer that is still to come may say that more is allowed. */
              next = next < 0 ? wait_ms : MIN (next, wait_ms);
              break;
            }

          AskHttpJob *job = g_queue_pop_head (&lane->waiting);

          if (wait_ms == 0)
            {
              sweep (self);
              ask_http_job_start (job);
            }
          else
            {
              ask_http_job_refuse (job, wait_ms);
              ask_http_job_tell (job);
              refused = TRUE;
            }
        }
    }
  g_source_set_ready_time (self->lane_timer, next < 0 ? -1 : g_get_monotonic_time () + next * 1000);
  return refused;
}

/* One step: sends, acts on what has come, or waits for it.
 * Returns: whether there was anything to do */
static gboolean
step (AskHttp *self, gboolean may_block)
{
  AskHttpJob *job;

  if (start_waiting (self))
    return TRUE;
  job = ask_http_job_pop_ready (self);
  if (job == NULL)
    return g_main_context_iteration (self->context, may_block);
  ask_http_job_act (job);
  if (ask_http_job_is_done (job))
    ask_http_job_tell (job);
  return TRUE;
}

typedef struct
{
  AskHttp *http;
  AskHttpChunkFunc on_chunk;
  AskHttpDoneFunc on_done;
  gpointer user_data;
} Run;

/* A caller's callback sees the thread as the caller left it. */
static gboolean
deliver_chunk (const char *chunk, gsize length, gpointer data, GError **error)
{
  Run *run = data;
  g_autoptr (GError) local = NULL;

  ask_http_leave (run->http);
  gboolean go_on = run->on_chunk (chunk, length, run->user_data, &local);
  ask_http_enter (run->http);

  if (!go_on && local == NULL)
    local = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The answer was not wanted.");
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return go_on;
}

static gboolean
deliver_done (Run *run, AskHttpJob *job, GError **error)
{
  const AskHttpResponse *response = ask_http_job_get_response (job);
  g_autoptr (GError) local = NULL;

  if (run->on_done == NULL)
    return TRUE;

  ask_http_leave (run->http);
  gboolean go_on
    = run->on_done (ask_http_job_get_index (job), response, ask_http_job_get_failure (job), run->user_data, &local);
  ask_http_enter (run->http);

  if (!go_on && local == NULL)
    local = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "The other answers were not wanted.");
  if (local != NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return go_on;
}

/* The loop looks at the cancellable itself: this only ends its waiting. */
static void
wake_up (GCancellable *cancellable, gpointer context)
{
  g_main_context_wakeup (context);
}

/* Sends all of @jobs and gives them to run->on_done as they end. */
static gboolean
run_all (Run *run, GPtrArray *jobs, GQueue *finished, GCancellable *cancellable, GError **error)
{
  AskHttp *self = run->http;
  gulong waker = 0;
  guint n_left = jobs->len;
  gboolean ok = TRUE;

  /* Not a GCancellableSource: GLib 2.74 leaks one that is cancelled from another thread while it is
   * being destroyed. */
  if (cancellable != NULL)
    waker = g_cancellable_connect (cancellable, G_CALLBACK (wake_up), self->context, NULL);

  for (guint i = 0; i < jobs->len; i++)
    ask_http_submit (self, g_ptr_array_index (jobs, i));

  while (n_left > 0 && ok)
    {
      AskHttpJob *job;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          ok = FALSE;
          break;
        }
      job = g_queue_pop_head (finished);
      if (job == NULL)
        {
          step (self, TRUE);
          continue;
        }
      n_left--;
      ok = deliver_done (run, job, error);
      if (run->on_done != NULL)
        ask_http_job_release (job);
    }

  if (waker != 0)
    g_cancellable_disconnect (cancellable, waker);
  return ok;
}

/**
 * ask_http_wait:
 * @self: a session with at least one stream that is not done
 * @cancellable: (nullable): ends the waiting within 100 ms
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Blocks until something came for a stream, no matter which; all go on meanwhile. Poll all that you
 * have before you wait again.
 *
 * Returns: whether it was not cancelled
 */
gboolean
ask_http_wait (AskHttp *self, GCancellable *cancellable, GError **error)
{
  gulong waker = 0;
  gboolean cancelled = FALSE;

  ask_http_enter (self);
  if (cancellable != NULL)
    waker = g_cancellable_connect (cancellable, G_CALLBACK (wake_up), self->context, NULL);
  while (!self->news && !(cancelled = g_cancellable_set_error_if_cancelled (cancellable, error)))
    step (self, TRUE);
  self->news = FALSE;
  if (waker != 0)
    g_cancellable_disconnect (cancellable, waker);
  ask_http_leave (self);
  return !cancelled;
}

/**
 * ask_http_poke:
 * @self: a session
 *
 * Does what can be done without waiting: sends what is in line, takes what has arrived. For a
 * reader that has enough for now, but will want more soon.
 */
void
ask_http_poke (AskHttp *self)
{
  ask_http_enter (self);
  for (guint i = 0; i < 64 && step (self, FALSE); i++)
    ;
  ask_http_leave (self);
}

/**
 * ask_http_settle:
 * @self: a session
 *
 * Gives what was given up a moment to close its connections. Not needed, but polite.
 */
void
ask_http_settle (AskHttp *self)
{
  ask_http_enter (self);
  drain (self, DRAIN_MS);
  ask_http_leave (self);
}

/**
 * ask_http_send:
 * @self: a session
 * @request: what to send
 * @on_chunk: (nullable): takes a 2xx body as it comes, decompressed, in pieces of at most about
 *   64 KiB; nothing is sent again once it was called
 * @user_data: for @on_chunk
 * @cancellable: (nullable): stops at any point within 100 ms
 * @error: #AskHttpError, %G_IO_ERROR_CANCELLED, or what @on_chunk gave; the message names the host
 *
 * Blocks, on the session's own thread.
 *
 * Returns: (transfer full): the response, whatever its status, or %NULL
 */
AskHttpResponse *
ask_http_send (AskHttp *self, const AskHttpRequest *request, AskHttpChunkFunc on_chunk, gpointer user_data,
               GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && request != NULL, NULL);

  Run run = { self, on_chunk, NULL, user_data };
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_http_job_free);
  GQueue finished = G_QUEUE_INIT;
  AskHttpResponse *response = NULL;

  ask_http_enter (self);
  AskHttpJob *job = ask_http_job_new (self, &finished, 0, request, on_chunk != NULL ? deliver_chunk : NULL, &run);

  g_ptr_array_add (jobs, job);
  if (run_all (&run, jobs, &finished, cancellable, error))
    {
      const GError *failure = ask_http_job_get_failure (job);

      if (failure != NULL)
        g_propagate_error (error, g_error_copy (failure));
      else
        response = ask_http_job_steal_response (job);
    }
  g_ptr_array_set_size (jobs, 0);
  g_queue_clear (&finished);
  drain (self, DRAIN_MS);
  ask_http_leave (self);
  return response;
}

/**
 * ask_http_send_many:
 * @self: a session
 * @batch: what to send
 * @cancellable: (nullable): stops all of them within 100 ms
 * @error: %G_IO_ERROR_CANCELLED, or what the batch's function gave. That one request failed is told to
 *   it and is no failure of the whole.
 *
 * Sends at most as many requests at a time to one host as ask_http_set_limits() says; a request
 * that waits before it is sent again counts, too. Blocks, on the session's own thread.
 *
 * Returns: whether the batch's function was called for every request and never said stop
 */
gboolean
ask_http_send_many (AskHttp *self, const AskHttpBatch *batch, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && batch != NULL && batch->on_done != NULL, FALSE);
  g_return_val_if_fail (batch->requests != NULL || batch->n_requests == 0, FALSE);

  if (batch->n_requests == 0)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  Run run = { self, NULL, batch->on_done, batch->user_data };
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_http_job_free);
  GQueue finished = G_QUEUE_INIT;

  ask_http_enter (self);
  for (guint i = 0; i < batch->n_requests; i++)
    g_ptr_array_add (jobs, ask_http_job_new (self, &finished, i, &batch->requests[i], NULL, NULL));

  gboolean ok = run_all (&run, jobs, &finished, cancellable, error);

  g_ptr_array_set_size (jobs, 0);
  g_queue_clear (&finished);
  drain (self, DRAIN_MS);
  ask_http_leave (self);
  return ok;
}

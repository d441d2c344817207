/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One request on its way: sending, reading, waiting, sending again.
 *
 * A job owns its present try. A try that was given up (time-out, cancellation) is cut from its job
 * and lives until libsoup calls back. Callbacks and the timer only put the job into the ready
 * queue; ask_http_job_act() takes the next step. A body that is not whole is never handed on as one.
 */
#include "config.h"

#include "net/ask-http-job-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/ask-error.h"
#include "base/ask-outgoing.h"
#include "base/ask-secret.h"
#include "net/ask-http-end.h"
#include "net/ask-url.h"

#define READ_SIZE (64 * 1024)
/* A timer that is so late tells of us, not of the server. */
#define LATE_US (500 * 1000)

/* The timer is one source that is set anew for every wait. */
static gboolean
timer_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  return callback (data);
}

static GSourceFuncs timer_funcs = { .dispatch = timer_dispatch };

/**
 * ask_http_job_set_timer:
 * @self: a job
 * @ms: from now; below 0 for never
 *
 * Makes the job ready after that time, unless it is set anew before.
 */
void
ask_http_job_set_timer (AskHttpJob *self, gint64 ms)
{
  self->is_late = FALSE;
  g_source_set_ready_time (self->timer, ms < 0 ? -1 : g_get_monotonic_time () + ms * 1000);
}

/**
 * ask_http_job_get_time_out:
 * @self: a job
 *
 * Returns: milliseconds without a byte after which it fails
 */
guint
ask_http_job_get_time_out (AskHttpJob *self)
{
  return self->request->time_out_ms > 0 ? self->request->time_out_ms : self->http->time_out_ms;
}

static void
try_free (AskHttpTry *try)
{
  g_signal_handlers_disconnect_by_data (try->message, try);
  g_clear_object (&try->stream);
  g_clear_object (&try->message);
  g_clear_object (&try->cancellable);
  g_free (try->buffer);
  g_clear_error (&try->error);
  try->http->n_tries--;
  g_free (try);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHttpTry, try_free)

static void
count_bytes (AskHttpJob *self, AskHttpTry *try)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (try->message);

  if (metrics == NULL || self->response == NULL)
    return;
  self->response->bytes_sent += (gint64) soup_message_metrics_get_request_header_bytes_sent (metrics)
                                + (gint64) soup_message_metrics_get_request_body_bytes_sent (metrics);
  self->response->bytes_received += (gint64) soup_message_metrics_get_response_header_bytes_received (metrics)
                                    + (gint64) soup_message_metrics_get_response_body_bytes_received (metrics);
}

/**
 * ask_http_job_drop_try:
 * @self: a job
 *
 * Ends the present try, whether it is over or not.
 */
void
ask_http_job_drop_try (AskHttpJob *self)
{
  AskHttpTry *try = g_steal_pointer (&self->try);

  if (try == NULL)
    return;
  count_bytes (self, try);
  try->job = NULL;
  /* libsoup 3.6 ends a request twice, and frees it once too often, when it is cancelled between the
   * last byte of the head and the callback. The callback is due by then: it closes the stream. */
  if (!try->is_settled)
    g_cancellable_cancel (try->cancellable);
  /* Libsoup's callback frees what it still holds. */
  if (try->in_flight)
    try->http->n_abandoned++;
  else
    try_free (try);
}

/**
 * ask_http_job_end_sending:
 * @self: a job
 *
 * Its answer has begun, or never will: the server has counted it, as far as it can.
 */
void
ask_http_job_end_sending (AskHttpJob *self)
{
  if (self->is_sending)
    self->lane->n_sending--;
  self->is_sending = FALSE;
}

/**
 * ask_http_job_leave_lane:
 * @self: a job
 *
 * Gives its place to the next, because it is over or because it rests.
 */
void
ask_http_job_leave_lane (AskHttpJob *self)
{
  if (self->in_lane)
    self->lane->in_flight--;
  self->in_lane = FALSE;
}

/**
 * ask_http_job_enter_lane:
 * @self: a job that goes on its way, or on
 *
 * Takes a place. One that goes on after a rest takes it even where all are taken.
 */
void
ask_http_job_enter_lane (AskHttpJob *self)
{
  if (!self->in_lane)
    self->lane->in_flight++;
  self->in_lane = TRUE;
}

/** ask_http_job_make_ready: puts it among the jobs for which there is something to do, once */
void
ask_http_job_make_ready (AskHttpJob *self)
{
  ask_http_job_set_timer (self, -1);
  if (!self->is_ready)
    g_queue_push_tail (&self->http->ready, self);
  self->is_ready = TRUE;
}

static gboolean
on_timer (gpointer data)
{
  AskHttpJob *self = data;
  gint64 late = g_get_monotonic_time () - g_source_get_ready_time (self->timer);

  g_source_set_ready_time (self->timer, -1);
  /* Its callback came in the same round: then there is no wait to be ended. */
  if (self->is_ready)
    return G_SOURCE_CONTINUE;
  if (self->state == STATE_SENDING || self->state == STATE_READING)
    {
      /* The process was stopped, or its thread busy elsewhere: the answer may lie there unread. Once for each wait,
       * so that it ends. */
      if (late > LATE_US && !self->is_late)
        {
          ask_http_job_set_timer (self, MIN (late / 1000, ask_http_job_get_time_out (self)));
          self->is_late = TRUE;
          return G_SOURCE_CONTINUE;
        }
      self->timed_out = TRUE;
      ask_http_job_drop_try (self);
    }
  ask_http_job_make_ready (self);
  return G_SOURCE_CONTINUE;
}

static void
on_progress (AskHttpTry *try)
{
  if (try->job != NULL)
    ask_http_job_set_timer (try->job, ask_http_job_get_time_out (try->job));
}

static void
on_wrote_body_data (SoupMessage *message, guint size, gpointer data)
{
  on_progress (data);
}

static void
on_got_headers (SoupMessage *message, gpointer data)
{
  AskHttpTry *try = data;

  try->is_settled = TRUE;
}

/* A kept connection that turns out to be closed at once: libsoup sends anew, and may do so before it has
 * told itself of the failure. On a second kept connection it would then take the old failure for one of
 * the new try, end the request twice, and free it once too often. To connect takes longer than that. */
static void
on_restarted (SoupMessage *message, gpointer data)
{
  soup_message_add_flags (message, SOUP_MESSAGE_NEW_CONNECTION);
}

static void
on_network_event (SoupMessage *message, GSocketClientEvent event, GIOStream *connection, gpointer data)
{
  /* A server that shakes hands is alive; a name that is looked up is not yet. */
  if (event == G_SOCKET_CLIENT_CONNECTED || event == G_SOCKET_CLIENT_TLS_HANDSHAKED)
    on_progress (data);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AskHttpTry) try = data;

  try->in_flight = FALSE;
  try->is_settled = FALSE;
  try->stream = soup_session_send_finish (SOUP_SESSION (source), result, &try->error);
  if (try->job == NULL)
    {
      try->http->n_abandoned--;
      return;
    }
  ask_http_job_make_ready (try->job);
  g_steal_pointer (&try);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (AskHttpTry) try = data;

  try->in_flight = FALSE;
  try->n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &try->error);
  if (try->job == NULL)
    {
      try->http->n_abandoned--;
      return;
    }
  ask_http_job_make_ready (try->job);
  g_steal_pointer (&try);
}

/**
 * ask_http_job_read_more:
 * @self: a job whose answer has begun
 *
 * Reads the next piece of the body.
 */
void
ask_http_job_read_more (AskHttpJob *self)
{
  AskHttpTry *try = self->try;

  self->state = STATE_READING;
  ask_http_job_set_timer (self, ask_http_job_get_time_out (self));
  self->raw_at = 0;
  try->in_flight = TRUE;
  if (try->buffer == NULL)
    try->buffer = g_malloc (READ_SIZE);
  ask_http_end_mark (try->buffer);
  g_input_stream_read_async (try->stream, try->buffer, READ_SIZE, G_PRIORITY_DEFAULT, try->cancellable, on_read, try);
}

/* Once a job that was sent, when it has ended or was given up. */
static void
tell_outgoing (AskHttpJob *self)
{
  const AskHttpRequest *request = self->request;
  const char *host = self->origin != NULL ? strstr (self->origin, "://") : NULL;
  g_autofree char *masked = NULL;
  AskOutgoing outgoing = {
    .kind = request->kind != NULL ? request->kind : "document",
    .host = host != NULL ? host + strlen ("://") : "",
    .method = request->method != NULL ? request->method : "GET",
    .address = request->shown,
    .about = request->about,
    .names = request->names,
    .body = request->body,
    .is_secret = request->is_secret,
    .problem = self->failure != NULL ? self->failure->message : NULL,
  };

  if (self->is_told || self->response == NULL || self->response->tries == 0)
    return;
  self->is_told = TRUE;
  if (request->shown == NULL)
    {
      const char *path = strchr (strstr (request->url, "://") + strlen ("://"), '/');

      outgoing.address = masked = ask_secret_mask (path != NULL ? path : "/");
    }
  outgoing.tries = self->response->tries;
  outgoing.status = self->response->status;
  ask_outgoing_tell (&outgoing);
}

/**
 * ask_http_job_finish:
 * @self: a job
 *
 * Ends it, with whatever response or failure it has.
 */
void
ask_http_job_finish (AskHttpJob *self)
{
  ask_http_job_set_timer (self, -1);
  /* Nothing is under way when a job ends, save what drop_try() has cut off. */
  ask_http_job_drop_try (self);
  self->state = STATE_DONE;
  ask_http_job_end_sending (self);
  ask_http_job_leave_lane (self);
  if (self->response != NULL)
    self->response->elapsed_ms = (double) (g_get_monotonic_time () - self->started) / 1000.0;
  tell_outgoing (self);
}

static gboolean
check_headers (const AskHttpRequest *request, GError **error)
{
  for (guint i = 0; request->headers != NULL && i + 1 < request->headers->len; i += 2)
    {
      const char *name = g_ptr_array_index (request->headers, i);
      const char *value = g_ptr_array_index (request->headers, i + 1);
      gboolean name_ok = name != NULL && *name != '\0';

      for (const char *c = name; name_ok && *c != '\0'; c++)
        name_ok = g_ascii_isgraph (*c) && strchr ("()<>@,;:\\\"/[]?={}", *c) == NULL;
      if (!name_ok)
        {
          ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                         N_ ("A header's name may have letters, digits and hyphens only."));
          return FALSE;
        }
      if (value == NULL || strpbrk (value, "\r\n") != NULL)
        {
          ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                         N_ ("The value of the header %s has a line break in it, or is not set."), name);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_http_job_new:
 * @http: lives longer than the job
 * @finished: (nullable): where the job goes when it is done
 * @index: of the request among its like
 * @request: lives longer than the job
 * @on_chunk: (nullable): takes a 2xx body
 * @user_data: for @on_chunk
 *
 * Returns: (transfer full): a job; done, with a failure, where the request can't be sent
 */
AskHttpJob *
ask_http_job_new (AskHttp *http, GQueue *finished, guint index, const AskHttpRequest *request,
                  AskHttpChunkFunc on_chunk, gpointer user_data)
{
  AskHttpJob *self = g_new0 (AskHttpJob, 1);

  self->http = http;
  self->finished = finished;
  self->index = index;
  self->request = request;
  self->on_chunk = on_chunk;
  self->user_data = user_data;
  self->method = request->method != NULL ? request->method : "GET";
  self->body = request->body != NULL ? g_bytes_ref (request->body) : NULL;
  self->response = g_new0 (AskHttpResponse, 1);
  self->timer = g_source_new (&timer_funcs, sizeof (GSource));
  g_source_set_callback (self->timer, on_timer, self, NULL);
  g_source_attach (self->timer, http->context);

  self->uri = ask_url_parse (request->url != NULL ? request->url : "", &self->failure);
  if (self->uri != NULL)
    {
      self->origin = ask_url_get_origin (self->uri);
      check_headers (request, &self->failure);
    }
  if (self->failure != NULL)
    ask_http_job_finish (self);
  g_hash_table_add (http->jobs, self);
  return self;
}

/**
 * ask_http_job_free:
 * @self: (nullable): to free; what is under way is given up
 */
void
ask_http_job_free (AskHttpJob *self)
{
  if (self == NULL)
    return;
  ask_http_job_drop_try (self);
  tell_outgoing (self);
  ask_http_job_release (self);
  ask_http_job_end_sending (self);
  ask_http_job_leave_lane (self);
  if (self->is_waiting)
    g_queue_remove (&self->lane->waiting, self);
  if (self->is_ready)
    g_queue_remove (&self->http->ready, self);
  if (self->finished != NULL)
    g_queue_remove (self->finished, self);
  g_hash_table_remove (self->http->jobs, self);
  g_source_destroy (self->timer);
  g_source_unref (self->timer);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_pointer (&self->body, g_bytes_unref);
  g_free (self->origin);
  g_clear_error (&self->failure);
  g_free (self);
}

/**
 * ask_http_job_release:
 * @self: a job that is done
 *
 * Frees what it received.
 */
void
ask_http_job_release (AskHttpJob *self)
{
  g_clear_pointer (&self->response, ask_http_response_free);
  g_clear_pointer (&self->received, g_byte_array_unref);
  g_clear_pointer (&self->decoder, ask_http_decoder_free);
}

/**
 * ask_http_job_start:
 * @self: a job that is not under way
 *
 * Sends the request, for the first time or again.
 */
void
ask_http_job_start (AskHttpJob *self)
{
  AskHttpTry *try = g_new0 (AskHttpTry, 1);
  SoupMessage *message = soup_message_new_from_uri (self->method, self->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  if (self->started == 0)
    self->started = g_get_monotonic_time ();
  self->response->tries++;
  self->response->status = 0;
  self->is_waiting = FALSE;
  ask_http_job_enter_lane (self);
  if (!self->is_sending)
    self->lane->n_sending++;
  self->is_sending = TRUE;
  self->nth = ++self->lane->n_sent;
  if (self->lane->remaining > 0)
    self->lane->remaining--;

  try->http = self->http;
  try->http->n_tries++;
  try->job = self;
  try->message = message;
  try->cancellable = g_cancellable_new ();
  self->try = try;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  /* Callers sign in by headers. Otherwise libsoup reads the body of a 401 into memory, in case that it is sent again,
   * and how it ended cannot be seen any more. */
  soup_message_disable_feature (message, SOUP_TYPE_AUTH_MANAGER);
  soup_message_headers_append (headers, "Accept-Encoding", "gzip");
  for (guint i = 0; self->request->headers != NULL && i + 1 < self->request->headers->len; i += 2)
    soup_message_headers_replace (headers, g_ptr_array_index (self->request->headers, i),
                                  g_ptr_array_index (self->request->headers, i + 1));
  if (self->body != NULL)
    soup_message_set_request_body_from_bytes (message, self->request->content_type, self->body);
  g_signal_connect (message, "wrote-body-data", G_CALLBACK (on_wrote_body_data), try);
  g_signal_connect (message, "got-headers", G_CALLBACK (on_got_headers), try);
  g_signal_connect (message, "restarted", G_CALLBACK (on_restarted), try);
  g_signal_connect (message, "network-event", G_CALLBACK (on_network_event), try);

  self->state = STATE_SENDING;
  ask_http_job_set_timer (self, ask_http_job_get_time_out (self));
  try->in_flight = TRUE;
  soup_session_send_async (self->http->session, message, G_PRIORITY_DEFAULT, try->cancellable, on_sent, try);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One request on its way: sending, reading, waiting, sending again.
 *
 * A job owns its present try. A try that was given up (time-out, cancellation) is cut from its job
 * and lives until libsoup calls back. Callbacks and the timer only put the job into the ready
 * queue; ask_http_job_act() takes the next step. A body that is not whole is never handed on as one.
 */
#include "config.h"

#include "net/ask-http-job.h"

#include <string.h>

#include "net/ask-http-decoder.h"
#include "net/ask-http-end.h"
#include "net/ask-http-retry.h"
#include "net/ask-url.h"

#define READ_SIZE (64 * 1024)
#define MAX_REDIRECTS 5
#define DEFAULT_MAX_BYTES ((gsize) 1024 * 1024 * 1024)

typedef struct
{
  AskHttp *http;
  AskHttpJob *job;     /* NULL once given up */
  gboolean in_flight;  /* libsoup will call back with it */
  gboolean is_settled; /* libsoup has the answer's head, and will call back with it at once */
  SoupMessage *message;
  GCancellable *cancellable;
  GInputStream *stream;
  char *buffer;
  gssize n_read;
  GError *error;
} Try;

typedef enum
{
  STATE_NEW,
  STATE_SENDING,
  STATE_READING,
  STATE_WAITING,
  STATE_DONE
} State;

struct _AskHttpJob
{
  AskHttp *http;
  GQueue *ready;
  guint index;
  const AskHttpRequest *request;
  AskHttpChunkFunc on_chunk;
  gpointer user_data;

  State state;
  GUri *uri;
  char *origin;
  const char *method;
  GBytes *body;

  Try *try;
  GSource *timer;
  gboolean timed_out;
  guint n_redirects;
  gint64 started;

  AskHttpDecoder *decoder;
  GByteArray *received;
  gsize n_received;
  gboolean is_streamed;

  AskHttpResponse *response;
  GError *failure;
};

/* The timer is one source that is set anew for every wait. */
static gboolean
timer_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  g_source_set_ready_time (source, -1);
  return callback (data);
}

static GSourceFuncs timer_funcs = { .dispatch = timer_dispatch };

static void
set_timer (AskHttpJob *self, gint64 ms)
{
  g_source_set_ready_time (self->timer, ms < 0 ? -1 : g_get_monotonic_time () + ms * 1000);
}

static guint
get_time_out (AskHttpJob *self)
{
  return self->request->time_out_ms > 0 ? self->request->time_out_ms : self->http->time_out_ms;
}

static gsize
get_max_bytes (AskHttpJob *self)
{
  gsize limit = self->request->max_bytes > 0 ? self->request->max_bytes : DEFAULT_MAX_BYTES;

  /* GByteArray counts in 32 bits. */
  return MIN (limit, (gsize) G_MAXUINT / 4);
}

static void
try_free (Try *try)
{
  g_signal_handlers_disconnect_by_data (try->message, try);
  g_clear_object (&try->stream);
  g_clear_object (&try->message);
  g_clear_object (&try->cancellable);
  g_free (try->buffer);
  g_clear_error (&try->error);
  g_free (try);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Try, try_free)

static void
count_bytes (AskHttpJob *self, Try *try)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (try->message);

  if (metrics == NULL || self->response == NULL)
    return;
  self->response->bytes_sent += (gint64) soup_message_metrics_get_request_header_bytes_sent (metrics)
                                + (gint64) soup_message_metrics_get_request_body_bytes_sent (metrics);
  self->response->bytes_received
      += (gint64) soup_message_metrics_get_response_header_bytes_received (metrics)
         + (gint64) soup_message_metrics_get_response_body_bytes_received (metrics);
}

/* Ends the present try, whether it is over or not. */
static void
drop_try (AskHttpJob *self)
{
  Try *try = g_steal_pointer (&self->try);

  if (try == NULL)
    return;
  count_bytes (self, try);
  try->job = NULL;
  /* libsoup 3.6 ends a request twice, and frees it once too often, when it is cancelled between the
   * last byte of the head and the callback. The callback is due by then: it closes the stream. */
  if (!try->is_settled)
    g_cancellable_cancel (try->cancellable);
  /* Libsoup's callback frees what it still holds. */
  if (!try->in_flight)
    try_free (try);
}

static void
make_ready (AskHttpJob *self)
{
  set_timer (self, -1);
  g_queue_push_tail (self->ready, self);
}

static gboolean
on_timer (gpointer data)
{
  AskHttpJob *self = data;

  if (self->state == STATE_SENDING || self->state == STATE_READING)
    {
      self->timed_out = TRUE;
      drop_try (self);
    }
  make_ready (self);
  return G_SOURCE_CONTINUE;
}

static void
on_progress (Try *try)
{
  if (try->job != NULL)
    set_timer (try->job, get_time_out (try->job));
}

static void
on_wrote_body_data (SoupMessage *message, guint size, gpointer data)
{
  on_progress (data);
}

static void
on_got_headers (SoupMessage *message, gpointer data)
{
  Try *try = data;

  try->is_settled = TRUE;
}

static void
on_network_event (SoupMessage *message,
                  GSocketClientEvent event,
                  GIOStream *connection,
                  gpointer data)
{
  /* A server that shakes hands is alive; a name that is looked up is not yet. */
  if (event == G_SOCKET_CLIENT_CONNECTED || event == G_SOCKET_CLIENT_TLS_HANDSHAKED)
    on_progress (data);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Try) try = data;

  try->http->n_pending--;
  try->in_flight = FALSE;
  try->is_settled = FALSE;
  try->stream = soup_session_send_finish (SOUP_SESSION (source), result, &try->error);
  if (try->job == NULL)
    return;
  make_ready (try->job);
  g_steal_pointer (&try);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Try) try = data;

  try->http->n_pending--;
  try->in_flight = FALSE;
  try->n_read = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &try->error);
  if (try->job == NULL)
    return;
  make_ready (try->job);
  g_steal_pointer (&try);
}

static void
read_more (AskHttpJob *self)
{
  Try *try = self->try;

  self->state = STATE_READING;
  set_timer (self, get_time_out (self));
  self->http->n_pending++;
  try->in_flight = TRUE;
  if (try->buffer == NULL)
    try->buffer = g_malloc (READ_SIZE);
  ask_http_end_mark (try->buffer);
  g_input_stream_read_async (try->stream, try->buffer, READ_SIZE, G_PRIORITY_DEFAULT,
                             try->cancellable, on_read, try);
}

static void
finish (AskHttpJob *self)
{
  set_timer (self, -1);
  /* Nothing is under way when a job ends, save what drop_try() has cut off. */
  drop_try (self);
  self->state = STATE_DONE;
  if (self->response != NULL)
    self->response->elapsed_ms = (double) (g_get_monotonic_time () - self->started) / 1000.0;
}

G_GNUC_PRINTF (3, 4)
static void
fail (AskHttpJob *self, AskHttpError code, const char *format, ...)
{
  va_list args;
  g_autofree char *words = NULL;

  va_start (args, format);
  words = g_strdup_vprintf (format, args);
  va_end (args);

  g_clear_error (&self->failure);
  self->failure = g_error_new (ASK_HTTP_ERROR, code, "%s %s", self->origin, words);
  finish (self);
}

static void
fail_timed_out (AskHttpJob *self)
{
  guint ms = get_time_out (self);
  g_autofree char *duration = ms % 1000 == 0 ? g_strdup_printf ("%u s", ms / 1000)
                                             : g_strdup_printf ("%u ms", ms);

  if (self->response->status == 0)
    fail (self, ASK_HTTP_ERROR_TIMED_OUT, "did not answer within %s.", duration);
  else
    fail (self, ASK_HTTP_ERROR_TIMED_OUT, "stopped in the middle of its answer: not a byte for %s.",
          duration);
}

static gboolean
is_redirect (guint status)
{
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

static gboolean
is_success (guint status)
{
  return status >= 200 && status < 300;
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
          g_set_error_literal (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                               "A header's name may have letters, digits and hyphens only.");
          return FALSE;
        }
      if (value == NULL || strpbrk (value, "\r\n") != NULL)
        {
          g_set_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                       "The value of the header %s has a line break in it, or is not set.", name);
          return FALSE;
        }
    }
  return TRUE;
}

/**
 * ask_http_job_new:
 * @http: lives longer than the job
 * @ready: where the job goes when there is something to do
 * @index: of the request among its like
 * @request: lives longer than the job
 * @on_chunk: (nullable): takes a 2xx body
 * @user_data: for @on_chunk
 *
 * Returns: (transfer full): a job; done, with a failure, where the request can't be sent
 */
AskHttpJob *
ask_http_job_new (AskHttp *http,
                  GQueue *ready,
                  guint index,
                  const AskHttpRequest *request,
                  AskHttpChunkFunc on_chunk,
                  gpointer user_data)
{
  AskHttpJob *self = g_new0 (AskHttpJob, 1);

  self->http = http;
  self->ready = ready;
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
    finish (self);
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
  drop_try (self);
  ask_http_job_release (self);
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
  Try *try = g_new0 (Try, 1);
  SoupMessage *message = soup_message_new_from_uri (self->method, self->uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  if (self->started == 0)
    self->started = g_get_monotonic_time ();
  self->response->tries++;
  self->response->status = 0;

  try->http = self->http;
  try->job = self;
  try->message = message;
  try->cancellable = g_cancellable_new ();
  self->try = try;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  soup_message_headers_append (headers, "Accept-Encoding", "gzip");
  for (guint i = 0; self->request->headers != NULL && i + 1 < self->request->headers->len; i += 2)
    soup_message_headers_replace (headers, g_ptr_array_index (self->request->headers, i),
                                  g_ptr_array_index (self->request->headers, i + 1));
  if (self->body != NULL)
    soup_message_set_request_body_from_bytes (message, self->request->content_type, self->body);
  g_signal_connect (message, "wrote-body-data", G_CALLBACK (on_wrote_body_data), try);
  g_signal_connect (message, "got-headers", G_CALLBACK (on_got_headers), try);
  g_signal_connect (message, "network-event", G_CALLBACK (on_network_event), try);

  self->state = STATE_SENDING;
  set_timer (self, get_time_out (self));
  self->http->n_pending++;
  try->in_flight = TRUE;
  soup_session_send_async (self->http->session, message, G_PRIORITY_DEFAULT, try->cancellable,
                           on_sent, try);
}

/* Returns: whether another try is due; then the job waits for it. */
static gboolean
wait_for_another_try (AskHttpJob *self, gint64 retry_after_ms)
{
  guint max_tries
      = self->request->max_tries > 0 ? self->request->max_tries : self->http->max_tries;

  if (self->response->tries >= max_tries || retry_after_ms > ASK_HTTP_MAX_RETRY_AFTER_MS)
    return FALSE;
  drop_try (self);
  self->state = STATE_WAITING;
  set_timer (self, ask_http_retry_delay_ms (self->response->tries, retry_after_ms));
  return TRUE;
}

/* No answer came at all. */
static void
handle_no_answer (AskHttpJob *self)
{
  g_autoptr (GError) error = g_steal_pointer (&self->try->error);

  if (error->domain == G_TLS_ERROR)
    {
      if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
        fail (self, ASK_HTTP_ERROR_TLS,
              "could not prove who it is: this machine does not trust its certificate. Nothing was "
              "sent to it.");
      else
        fail (self, ASK_HTTP_ERROR_TLS, "could not make a secure connection: %s.", error->message);
      return;
    }
  if (error->domain == G_RESOLVER_ERROR)
    {
      if (!g_error_matches (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE)
          || !wait_for_another_try (self, -1))
        fail (self, ASK_HTTP_ERROR_UNREACHABLE,
              "was not found: no such host name, or no network. Check the address.");
      return;
    }
  if (wait_for_another_try (self, -1))
    return;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    fail (self, ASK_HTTP_ERROR_UNREACHABLE,
          "refused the connection: nothing listens there. Check the address, or start the server.");
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
           || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    fail (self, ASK_HTTP_ERROR_CUT, "closed the connection before it had answered.");
  else if (error->domain == SOUP_SESSION_ERROR)
    fail (self, ASK_HTTP_ERROR_CUT, "answered with something that is not HTTP.");
  else
    fail (self, ASK_HTTP_ERROR_UNREACHABLE, "could not be reached: %s.", error->message);
}

static void
take_headers (AskHttpJob *self)
{
  SoupMessage *message = self->try->message;
  SoupMessageHeadersIter iter;
  const char *name, *value;
  AskHttpResponse *response = self->response;

  response->status = soup_message_get_status (message);
  g_free (response->reason);
  response->reason = g_strdup (soup_message_get_reason_phrase (message));
  g_free (response->url);
  response->url = g_uri_to_string (self->uri);
  g_clear_pointer (&response->headers, g_hash_table_unref);
  response->headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  soup_message_headers_iter_init (&iter, soup_message_get_response_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      char *key = g_ascii_strdown (name, -1);
      const char *before = g_hash_table_lookup (response->headers, key);

      g_hash_table_replace (response->headers, key,
                            before != NULL ? g_strconcat (before, ", ", value, NULL)
                                           : g_strdup (value));
    }
}

/* Returns: whether the job goes on elsewhere or has failed */
static gboolean
follow_redirect (AskHttpJob *self)
{
  guint status = self->response->status;
  const char *location = g_hash_table_lookup (self->response->headers, "location");
  g_autoptr (GUri) target = NULL;

  if (!is_redirect (status) || location == NULL)
    return FALSE;

  target = g_uri_parse_relative (self->uri, location, SOUP_HTTP_URI_FLAGS, NULL);
  if (target == NULL || g_uri_get_host (target) == NULL)
    {
      fail (self, ASK_HTTP_ERROR_URL, "sends the request on to something that is no URL.");
      return TRUE;
    }
  if (!ask_url_is_safe_hop (self->uri, target))
    {
      g_autofree char *other = ask_url_get_origin (target);

      fail (self, ASK_HTTP_ERROR_URL,
            "sends the request on to %s. AskData does not follow to another host, because keys "
            "would go along. Use the other address itself, if you trust it.",
            other);
      return TRUE;
    }
  if (++self->n_redirects > MAX_REDIRECTS)
    {
      fail (self, ASK_HTTP_ERROR_URL, "sends the request in circles.");
      return TRUE;
    }

  if (status == 303
      || (g_ascii_strcasecmp (self->method, "POST") == 0 && (status == 301 || status == 302)))
    {
      if (g_ascii_strcasecmp (self->method, "HEAD") != 0)
        self->method = "GET";
      g_clear_pointer (&self->body, g_bytes_unref);
    }
  drop_try (self);
  g_uri_unref (self->uri);
  self->uri = g_steal_pointer (&target);
  /* A hop is not a try: it must not eat up the tries that errors have. */
  self->response->tries--;
  ask_http_job_start (self);
  return TRUE;
}

static void
handle_too_large (AskHttpJob *self)
{
  gsize limit = get_max_bytes (self);
  g_autofree char *size = g_format_size (limit);

  fail (self, ASK_HTTP_ERROR_TOO_LARGE, "answers with more than the %s that are allowed here.",
        size);
}

static void
handle_sent (AskHttpJob *self)
{
  if (self->try->stream == NULL)
    {
      handle_no_answer (self);
      return;
    }

  take_headers (self);

  GHashTable *headers = self->response->headers;

  if (ask_http_retry_is_worth_it (self->response->status, self->request->retry_server_errors))
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
      gint64 after
          = ask_http_retry_after_ms (g_hash_table_lookup (headers, "retry-after"), now);

      if (wait_for_another_try (self, after))
        return;
    }
  if (follow_redirect (self))
    return;

  SoupMessageHeaders *soup_headers = soup_message_get_response_headers (self->try->message);

  if (soup_message_headers_get_encoding (soup_headers) == SOUP_ENCODING_CONTENT_LENGTH
      && g_ascii_strcasecmp (self->method, "HEAD") != 0
      && soup_message_headers_get_content_length (soup_headers) > (goffset) get_max_bytes (self))
    {
      handle_too_large (self);
      return;
    }

  self->is_streamed = self->on_chunk != NULL && is_success (self->response->status);
  self->n_received = 0;
  g_clear_pointer (&self->received, g_byte_array_unref);
  self->received = g_byte_array_new ();
  g_clear_pointer (&self->decoder, ask_http_decoder_free);
  self->decoder = ask_http_decoder_new (g_hash_table_lookup (headers, "content-encoding"));
  read_more (self);
}

static void
fail_cut (AskHttpJob *self)
{
  fail (self, ASK_HTTP_ERROR_CUT, "closed the connection in the middle of its answer. Try again.");
}

static void
handle_end (AskHttpJob *self)
{
  g_autoptr (GError) error = NULL;

  if (!ask_http_end_is_whole (self->try->message, self->try->stream, self->try->buffer))
    {
      fail_cut (self);
      return;
    }
  if (!ask_http_decoder_finish (self->decoder, &error))
    {
      fail (self, ASK_HTTP_ERROR_CUT, "did not answer whole: %s.", error->message);
      return;
    }
  if (!self->is_streamed)
    self->response->body = g_byte_array_free_to_bytes (g_steal_pointer (&self->received));
  finish (self);
}

static void
handle_chunk (AskHttpJob *self)
{
  g_autoptr (GError) error = g_steal_pointer (&self->try->error);

  if (error != NULL)
    {
      if (error->domain == G_TLS_ERROR && !g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF))
        fail (self, ASK_HTTP_ERROR_TLS, "broke its secure connection off: %s.", error->message);
      else
        fail_cut (self);
      return;
    }
  if (self->try->n_read == 0)
    {
      handle_end (self);
      return;
    }

  gsize limit = get_max_bytes (self);
  gsize before = self->received->len;

  /* When streaming, what is received is only the present piece. */
  if (!ask_http_decoder_push (self->decoder, self->try->buffer, (gsize) self->try->n_read,
                              self->received,
                              before + (limit - self->n_received), &error))
    {
      fail (self, ASK_HTTP_ERROR_CUT, "did not answer whole: %s.", error->message);
      return;
    }
  self->n_received += self->received->len - before;
  if (self->n_received > limit)
    {
      handle_too_large (self);
      return;
    }

  if (self->is_streamed && self->received->len > 0)
    {
      gboolean go_on = self->on_chunk ((const char *) self->received->data, self->received->len,
                                       self->user_data, &self->failure);

      g_byte_array_set_size (self->received, 0);
      if (!go_on)
        {
          finish (self);
          return;
        }
    }
  read_more (self);
}

/**
 * ask_http_job_act:
 * @self: a job from the ready queue
 *
 * Takes the next step: reads on, waits, sends again, or ends.
 */
void
ask_http_job_act (AskHttpJob *self)
{
  State state = self->state;

  if (state == STATE_DONE)
    return;
  if (self->timed_out)
    {
      fail_timed_out (self);
      return;
    }
  self->state = STATE_NEW;
  switch (state)
    {
    case STATE_SENDING:
      handle_sent (self);
      break;
    case STATE_READING:
      handle_chunk (self);
      break;
    case STATE_WAITING:
      ask_http_job_start (self);
      break;
    case STATE_NEW:
    case STATE_DONE:
    default:
      g_assert_not_reached ();
    }
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
 * ask_http_job_get_ready_queue:
 * @self: a job
 *
 * Returns: (transfer none): the queue that it was made with
 */
GQueue *
ask_http_job_get_ready_queue (AskHttpJob *self)
{
  return self->ready;
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

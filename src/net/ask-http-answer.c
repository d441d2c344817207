/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What to do with what has come of a request: wait and try again, follow, read on, fail in words,
 * or end. A body that is not whole is never handed on as one. A job belongs to the run that made it.
 */
#include "config.h"

#include "net/ask-http-job-private.h"

#include <glib/gi18n.h>

#include "base/ask-error.h"
#include "net/ask-http-end.h"
#include "net/ask-http-retry.h"
#include "net/ask-url.h"

#define MAX_REDIRECTS 5
#define DEFAULT_MAX_BYTES ((gsize) 1024 * 1024 * 1024)
/* Of the words that a server has for its failure. */
#define MAX_REFUSAL ((gsize) 64 * 1024)
/* So many bytes are decoded at a time: gzip makes up to a thousand out of each. */
#define PIECE 4096

static gsize
get_max_bytes (AskHttpJob *self)
{
  gsize limit = self->request->max_bytes > 0 ? self->request->max_bytes : DEFAULT_MAX_BYTES;

  /* What is handed on as it comes needs no memory. */
  if (self->is_streamed)
    return self->is_pulled && self->request->max_bytes == 0 ? G_MAXSIZE / 4 : limit;
  /* GByteArray counts in 32 bits. */
  return MIN (limit, (gsize) G_MAXUINT / 4);
}

G_GNUC_PRINTF (3, 4)
static void
fail (AskHttpJob *self, AskHttpError code, const char *format, ...)
{
  va_list args;

  g_clear_error (&self->failure);
  va_start (args, format);
  ask_error_set_valist (&self->failure, ASK_HTTP_ERROR, (int) code, format, args);
  va_end (args);
  ask_error_prefix (&self->failure, "%s ", self->origin);
  ask_http_job_finish (self);
}

static void
fail_timed_out (AskHttpJob *self)
{
  guint ms = ask_http_job_get_time_out (self);
  g_autofree char *duration = ms % 1000 == 0 ? g_strdup_printf ("%u s", ms / 1000) : g_strdup_printf ("%u ms", ms);

  if (self->response->status == 0)
    fail (self, ASK_HTTP_ERROR_TIMED_OUT, N_ ("did not answer within %s."), duration);
  else
    fail (self, ASK_HTTP_ERROR_TIMED_OUT, N_ ("stopped in the middle of its answer: not a byte for %s."), duration);
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

/* Returns: whether another try is due; then the job waits for it. */
static gboolean
wait_for_another_try (AskHttpJob *self, gint64 retry_after_ms)
{
  guint max_tries = self->request->max_tries > 0 ? self->request->max_tries : self->http->max_tries;

  if (self->response->tries >= max_tries || retry_after_ms > ASK_HTTP_MAX_RETRY_AFTER_MS)
    return FALSE;
  ask_http_job_drop_try (self);
  ask_http_job_end_sending (self);
  self->state = STATE_WAITING;
  ask_http_job_set_timer (self, ask_http_retry_delay_ms (self->response->tries, retry_after_ms));
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
              N_ ("could not prove who it is: this machine does not trust its certificate. Nothing was "
                  "sent to it."));
      else
        fail (self, ASK_HTTP_ERROR_TLS, N_ ("could not make a secure connection: %s."), error->message);
      return;
    }
  if (error->domain == G_RESOLVER_ERROR)
    {
      if (!g_error_matches (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE)
          || !wait_for_another_try (self, -1))
        fail (self, ASK_HTTP_ERROR_UNREACHABLE,
              N_ ("was not found: no such host name, or no network. Check the address."));
      return;
    }
  if (wait_for_another_try (self, -1))
    return;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    fail (self, ASK_HTTP_ERROR_UNREACHABLE,
          N_ ("refused the connection: nothing listens there. Check the address, or start the server."));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
           || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    fail (self, ASK_HTTP_ERROR_CUT, N_ ("closed the connection before it had answered."));
  else if (error->domain == SOUP_SESSION_ERROR)
    fail (self, ASK_HTTP_ERROR_CUT, N_ ("answered with something that is not HTTP."));
  else
    fail (self, ASK_HTTP_ERROR_UNREACHABLE, N_ ("could not be reached: %s."), error->message);
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
                            before != NULL ? g_strconcat (before, ", ", value, NULL) : g_strdup (value));
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
      fail (self, ASK_HTTP_ERROR_URL, N_ ("sends the request on to something that is no URL."));
      return TRUE;
    }
  if (!ask_url_is_safe_hop (self->uri, target))
    {
      g_autofree char *other = ask_url_get_origin (target);

      fail (self, ASK_HTTP_ERROR_URL,
            N_ ("sends the request on to %s. AskData does not follow to another host, because keys "
                "would go along. Use the other address itself, if you trust it."),
            other);
      return TRUE;
    }
  if (self->request->keep_method && (status == 301 || status == 302 || status == 303)
      && g_ascii_strcasecmp (self->method, "GET") != 0)
    {
      fail (self, ASK_HTTP_ERROR_URL,
            N_ ("sends the request on in a way (%u) that leaves out what it asks for. Use the other "
                "address itself."),
            status);
      return TRUE;
    }
  if (++self->n_redirects > MAX_REDIRECTS)
    {
      fail (self, ASK_HTTP_ERROR_URL, N_ ("sends the request in circles."));
      return TRUE;
    }

  if (status == 303 || (g_ascii_strcasecmp (self->method, "POST") == 0 && (status == 301 || status == 302)))
    {
      if (g_ascii_strcasecmp (self->method, "HEAD") != 0)
        self->method = "GET";
      g_clear_pointer (&self->body, g_bytes_unref);
    }
  ask_http_job_drop_try (self);
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

  fail (self, ASK_HTTP_ERROR_TOO_LARGE, N_ ("answers with more than the %s that are allowed here."), size);
}

static void
handle_sent (AskHttpJob *self)
{
  ask_http_job_end_sending (self);
  if (self->try->stream == NULL)
    {
      handle_no_answer (self);
      return;
    }

  take_headers (self);

  GHashTable *headers = self->response->headers;

  ask_http_lane_note (self->lane, self->nth, self->response->status, headers);
  self->is_streamed = self->on_chunk != NULL && is_success (self->response->status);
  if (ask_http_retry_is_worth_it (self->response->status, self->request->retry_server_errors))
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
      gint64 after = ask_http_retry_after_ms (g_hash_table_lookup (headers, "retry-after"), now);

      if (wait_for_another_try (self, after))
        return;
    }
  if (follow_redirect (self))
    return;

  SoupMessageHeaders *soup_headers = soup_message_get_response_headers (self->try->message);

  if (soup_message_headers_get_encoding (soup_headers) == SOUP_ENCODING_CONTENT_LENGTH
      && g_ascii_strcasecmp (self->method, "HEAD") != 0 && (self->is_streamed || !self->is_pulled)
      && soup_message_headers_get_content_length (soup_headers) > (goffset) get_max_bytes (self))
    {
      handle_too_large (self);
      return;
    }

  self->n_received = 0;
  g_clear_pointer (&self->received, g_byte_array_unref);
  self->received = g_byte_array_new ();
  g_clear_pointer (&self->decoder, ask_http_decoder_free);
  self->decoder = ask_http_decoder_new (g_hash_table_lookup (headers, "content-encoding"));
  ask_http_job_read_more (self);
}

static void
fail_cut (AskHttpJob *self)
{
  fail (self, ASK_HTTP_ERROR_CUT, N_ ("closed the connection in the middle of its answer. Try again."));
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
      fail (self, ASK_HTTP_ERROR_CUT, N_ ("did not answer whole: %s."), error->message);
      return;
    }
  if (!self->is_streamed)
    self->response->body = g_byte_array_free_to_bytes (g_steal_pointer (&self->received));
  ask_http_job_finish (self);
}

/* Decodes what was read and hands it on, piece by piece, as long as it is wanted. */
static void
decode (AskHttpJob *self)
{
  gsize n_read = (gsize) self->try->n_read;

  while (self->raw_at < n_read)
    {
      gsize limit = get_max_bytes (self);
      gsize before = self->received->len;
      gsize n = self->is_streamed ? MIN (n_read - self->raw_at, PIECE) : n_read - self->raw_at;
      g_autoptr (GError) error = NULL;

      if (self->is_full)
        {
          ask_http_job_leave_lane (self);
          self->state = STATE_PAUSED;
          return;
        }
      /* When streaming, what is received is only the present piece. */
      if (!ask_http_decoder_push (self->decoder, self->try->buffer + self->raw_at, n, self->received,
                                  before + (limit - self->n_received), &error))
        {
          fail (self, ASK_HTTP_ERROR_CUT, N_ ("did not answer whole: %s."), error->message);
          return;
        }
      self->raw_at += n;
      self->n_received += self->received->len - before;
      if (self->is_pulled && !self->is_streamed && self->n_received > MAX_REFUSAL)
        {
          /* A failure is known by its status; its words may be cut. */
          g_byte_array_set_size (self->received, MAX_REFUSAL);
          self->response->body = g_byte_array_free_to_bytes (g_steal_pointer (&self->received));
          ask_http_job_finish (self);
          return;
        }
      if (self->n_received > limit)
        {
          handle_too_large (self);
          return;
        }
      if (self->is_streamed && self->received->len > 0)
        {
          gboolean go_on = self->on_chunk ((const char *) self->received->data, self->received->len, self->user_data,
                                           &self->failure);

          g_byte_array_set_size (self->received, 0);
          if (!go_on)
            {
              ask_http_job_finish (self);
              return;
            }
        }
    }
  ask_http_job_read_more (self);
}

static void
handle_chunk (AskHttpJob *self)
{
  g_autoptr (GError) error = g_steal_pointer (&self->try->error);

  if (error != NULL)
    {
      if (error->domain == G_TLS_ERROR && !g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF))
        fail (self, ASK_HTTP_ERROR_TLS, N_ ("broke its secure connection off: %s."), error->message);
      else
        fail_cut (self);
      return;
    }
  if (self->try->n_read == 0)
    handle_end (self);
  else
    decode (self);
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
  AskHttpJobState state = self->state;

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
    case STATE_PAUSED:
      ask_http_job_enter_lane (self);
      decode (self);
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

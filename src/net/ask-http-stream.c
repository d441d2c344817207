/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pulled answers, on jobs like every other. A stream owns its job and the bytes that came and were
 * not taken yet; when they are enough, the job pauses until they are.
 */
#include "config.h"

#include "net/ask-http-stream.h"

#include "net/ask-http-job.h"

/* So much may lie there untaken before the server has to wait. */
#define WINDOW (128 * 1024)

struct _AskHttpStream
{
  AskHttp *http;
  AskHttpRequest request;
  char *url;
  AskHttpJob *job;
  GByteArray *buffer;
  GByteArray *given; /* what the last poll gave out */
};

static gboolean
on_chunk (const char *chunk, gsize length, gpointer data, GError **error)
{
  AskHttpStream *self = data;

  g_byte_array_append (self->buffer, (const guint8 *) chunk, (guint) length);
  self->http->news = TRUE;
  if (self->buffer->len >= WINDOW)
    ask_http_job_pause (self->job);
  return TRUE;
}

/**
 * ask_http_stream_new:
 * @http: a session, on its own thread; lives longer than the stream
 * @request: copied as far as needed; its method and content type are static. @max_bytes 0 is no limit
 *   here.
 *
 * Puts the request in line. It is sent when the session is next waited for, with ask_http_wait() or
 * by another call.
 *
 * Returns: (transfer full): a stream
 */
AskHttpStream *
ask_http_stream_new (AskHttp *http, const AskHttpRequest *request)
{
  AskHttpStream *self = g_new0 (AskHttpStream, 1);

  self->http = http;
  self->url = g_strdup (request->url);
  self->request = *request;
  self->request.url = self->url;
  if (request->headers != NULL)
    g_ptr_array_ref (request->headers);
  if (request->body != NULL)
    g_bytes_ref (request->body);
  self->buffer = g_byte_array_new ();
  self->given = g_byte_array_new ();
  self->job = ask_http_job_new (http, NULL, 0, &self->request, on_chunk, self);
  ask_http_job_set_pulled (self->job);
  ask_http_submit (http, self->job);
  return self;
}

/**
 * ask_http_stream_free:
 * @self: (nullable): to free; what is under way is given up. After the last one of several,
 *   ask_http_settle() lets their connections close.
 */
void
ask_http_stream_free (AskHttpStream *self)
{
  if (self == NULL)
    return;
  /* Libsoup wants to be cancelled in its own context. */
  ask_http_enter (self->http);
  ask_http_job_free (self->job);
  ask_http_leave (self->http);
  g_byte_array_unref (self->buffer);
  g_byte_array_unref (self->given);
  g_clear_pointer (&self->request.headers, g_ptr_array_unref);
  g_clear_pointer (&self->request.body, g_bytes_unref);
  g_free (self->url);
  g_free (self);
}

/**
 * ask_http_stream_poll:
 * @bytes: (out): what has come, decompressed; valid until the next poll
 * @length: (out): of @bytes
 *
 * Does not block, and does not move anything: ask_http_wait() does.
 *
 * Returns: what there is
 */
AskHttpStreamState
ask_http_stream_poll (AskHttpStream *self, const char **bytes, gsize *length)
{
  *bytes = NULL;
  *length = 0;
  if (self->buffer->len > 0)
    {
      GByteArray *full = self->buffer;

      /* A single huge piece (gzip) is not kept for ever. */
      if (self->given->len > 2 * WINDOW)
        {
          g_byte_array_unref (self->given);
          self->given = g_byte_array_new ();
        }
      self->buffer = self->given;
      self->given = full;
      g_byte_array_set_size (self->buffer, 0);
      ask_http_job_resume (self->job);
      *bytes = (const char *) full->data;
      *length = full->len;
      return ASK_HTTP_STREAM_DATA;
    }
  if (!ask_http_job_is_done (self->job))
    return ASK_HTTP_STREAM_WAITING;
  return ask_http_job_get_failure (self->job) != NULL ? ASK_HTTP_STREAM_FAILED : ASK_HTTP_STREAM_DONE;
}

/** ask_http_stream_was_sent: Returns: whether it is more than in line */
gboolean
ask_http_stream_was_sent (AskHttpStream *self)
{
  return ask_http_job_was_started (self->job);
}

/**
 * ask_http_stream_get_response:
 *
 * Returns: (transfer none) (nullable): status and headers as soon as the answer has begun, the
 *   figures when it is done. The body is there only where the status is not 2xx, at most 64 KiB.
 */
const AskHttpResponse *
ask_http_stream_get_response (AskHttpStream *self)
{
  return ask_http_job_get_response (self->job);
}

/** ask_http_stream_get_failure: Returns: (transfer none) (nullable): why there is no answer */
const GError *
ask_http_stream_get_failure (AskHttpStream *self)
{
  return ask_http_job_get_failure (self->job);
}

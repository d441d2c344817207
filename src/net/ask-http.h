/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HTTP for everybody above: one session on libsoup 3 with time-outs, retries with back-off,
 * Retry-After, at most so many requests in flight to one host, streamed bodies and server-sent
 * events. It does not know what the bytes mean.
 *
 * A session belongs to the thread that made it. Calls block; they run a private main context, so
 * that a caller with a main loop of its own is not re-entered.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define ASK_HTTP_ERROR (ask_http_error_quark ())

/**
 * AskHttpError:
 * @ASK_HTTP_ERROR_URL: no http or https URL, a header that can't be sent, or a redirect that would
 *   carry keys to another host, or lose a body that is meant to arrive
 * @ASK_HTTP_ERROR_UNREACHABLE: name not found, refused, no route
 * @ASK_HTTP_ERROR_TLS: the server's certificate is not trusted
 * @ASK_HTTP_ERROR_TIMED_OUT: no answer, or no further byte, in time
 * @ASK_HTTP_ERROR_CUT: the connection ended in the middle of an answer, or what came is no HTTP
 * @ASK_HTTP_ERROR_TOO_LARGE: the body is over the limit
 * @ASK_HTTP_ERROR_BUSY: the host has said that it allows no further call for longer than we wait
 */
typedef enum
{
  ASK_HTTP_ERROR_URL,
  ASK_HTTP_ERROR_UNREACHABLE,
  ASK_HTTP_ERROR_TLS,
  ASK_HTTP_ERROR_TIMED_OUT,
  ASK_HTTP_ERROR_CUT,
  ASK_HTTP_ERROR_TOO_LARGE,
  ASK_HTTP_ERROR_BUSY
} AskHttpError;

GQuark ask_http_error_quark (void);

/**
 * AskHttpRequest:
 * @method: "GET" unless told
 * @url: absolute
 * @headers: (element-type utf8): name, value, name, value, …
 * @body: (nullable): with @content_type
 * @time_out_ms: without a byte from the server; 0 for the session's
 * @max_tries: 0 for the session's; tries again on 429, 502, 503, 504 and on a connection that
 *   failed before the first byte of an answer, with back-off and jitter, at least Retry-After
 * @max_bytes: of the body after decompression, 0 for 1 GiB
 * @keep_method: a redirect that would make a GET of it, and lose its body, is an error
 * @retry_server_errors: tries again on 500 and every other 5xx, too: for calls that are known to
 *   change nothing
 * @kind: (nullable): as of #AskOutgoing; "document" unless told
 * @shown: (nullable): path and query without keys; @url with its secrets masked unless told
 * @about, @names: (nullable): as of #AskOutgoing; they live as long as the request
 * @is_secret: @body holds a key
 *
 * Whatever of it was sent is told to ask_outgoing_tell() when it has ended.
 *
 * Leave out with zeroes what does not matter. A Retry-After of more than 30 s is not waited for:
 * the response comes back at once. What a host says about its limits (429 with Retry-After,
 * X-RateLimit-*, RateLimit) holds for all further requests of the session: they wait up to 30 s,
 * and fail with %ASK_HTTP_ERROR_BUSY where it would be longer.
 */
typedef struct
{
  const char *method;
  const char *url;
  GPtrArray *headers;
  GBytes *body;
  const char *content_type;
  guint time_out_ms;
  guint max_tries;
  gsize max_bytes;
  gboolean keep_method;
  gboolean retry_server_errors;
  const char *kind;
  const char *shown;
  const char *about;
  const char *const *names;
  gboolean is_secret;
} AskHttpRequest;

/**
 * AskHttpResponse:
 * @status: 0 where no answer came
 * @reason: (nullable): the status in words
 * @headers: lower-case name → value; values of one name joined by ", "
 * @body: (nullable): the whole body; of a streamed request only where the status was not 2xx
 * @url: where it came from, after redirects on the same host
 * @tries: how often it was sent
 * @bytes_sent: headers and bodies of all tries
 * @bytes_received: headers and bodies of all tries, as they came over the wire
 * @elapsed_ms: with all waiting in between
 *
 * Any status that a server gave is a response, 404 and 500 too: what it means is the caller's to
 * say. An error means that there is no whole response.
 */
typedef struct
{
  guint status;
  char *reason;
  GHashTable *headers;
  GBytes *body;
  char *url;
  guint tries;
  gint64 bytes_sent;
  gint64 bytes_received;
  double elapsed_ms;
} AskHttpResponse;

void ask_http_response_free (AskHttpResponse *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHttpResponse, ask_http_response_free)

/**
 * AskHttpChunkFunc:
 * @chunk: bytes of a 2xx body as they arrive
 * @error: set to stop
 *
 * Returns: whether to go on
 */
typedef gboolean (*AskHttpChunkFunc) (const char *chunk,
                                      gsize       length,
                                      gpointer    user_data,
                                      GError    **error);

typedef struct _AskHttp AskHttp;

AskHttp         *ask_http_new        (const char           *user_agent);
void             ask_http_free       (AskHttp              *self);
void             ask_http_set_limits (AskHttp              *self,
                                      guint                 time_out_ms,
                                      guint                 max_tries,
                                      guint                 max_in_flight);
AskHttpResponse *ask_http_send       (AskHttp              *self,
                                      const AskHttpRequest *request,
                                      AskHttpChunkFunc      on_chunk,
                                      gpointer              user_data,
                                      GCancellable         *cancellable,
                                      GError              **error);

/**
 * AskHttpDoneFunc:
 * @index: which of the requests
 * @response: (transfer none): its answer, with a body; also set beside @error where one came
 * @failure: (nullable): why it failed
 * @error: set to stop all that is still under way
 *
 * Called once a request, in whatever order they end, on the calling thread.
 *
 * Returns: whether to go on
 */
typedef gboolean (*AskHttpDoneFunc) (guint                  index,
                                     const AskHttpResponse *response,
                                     const GError          *failure,
                                     gpointer               user_data,
                                     GError               **error);

/**
 * AskHttpBatch:
 * @requests: (array length=n_requests): what to send
 * @n_requests: how many
 * @on_done: called once a request, as they end; a response is freed after its call
 * @user_data: for @on_done
 *
 * Requests that are under way together.
 */
typedef struct
{
  const AskHttpRequest *requests;
  guint n_requests;
  AskHttpDoneFunc on_done;
  gpointer user_data;
} AskHttpBatch;

gboolean         ask_http_send_many  (AskHttp              *self,
                                      const AskHttpBatch   *batch,
                                      GCancellable         *cancellable,
                                      GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHttp, ask_http_free)

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer that is pulled: the reader takes bytes as they come and as fast as it can, and the
 * server has to wait for it. So an answer of any length passes through little memory.
 *
 * Many streams of one session go on side by side while any one of them is waited for.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskHttpStream) stream = ask_http_stream_new (http, &request);
 *
 * for (;;)
 *   switch (ask_http_stream_poll (stream, &bytes, &length))
 *     {
 *     case ASK_HTTP_STREAM_WAITING:
 *       if (!ask_http_wait (http, cancellable, error))
 *         return FALSE;
 *       break;
 *     case ASK_HTTP_STREAM_DATA:
 *       parse (bytes, length);
 *       break;
 *     case ASK_HTTP_STREAM_DONE:
 *       return check_status (ask_http_stream_get_response (stream), error);
 *     case ASK_HTTP_STREAM_FAILED:
 *       return fail (ask_http_stream_get_failure (stream), error);
 *     }
 * ]|
 */
#pragma once

#include "net/ask-http.h"

G_BEGIN_DECLS

typedef struct _AskHttpStream AskHttpStream;

/**
 * AskHttpStreamState:
 * @ASK_HTTP_STREAM_WAITING: nothing has come since
 * @ASK_HTTP_STREAM_DATA: a piece of a 2xx body
 * @ASK_HTTP_STREAM_DONE: the answer is whole
 * @ASK_HTTP_STREAM_FAILED: there is no whole answer
 */
typedef enum
{
  ASK_HTTP_STREAM_WAITING,
  ASK_HTTP_STREAM_DATA,
  ASK_HTTP_STREAM_DONE,
  ASK_HTTP_STREAM_FAILED
} AskHttpStreamState;

AskHttpStream         *ask_http_stream_new          (AskHttp              *http,
                                                     const AskHttpRequest *request);
void                   ask_http_stream_free         (AskHttpStream        *self);
AskHttpStreamState     ask_http_stream_poll         (AskHttpStream        *self,
                                                     const char          **bytes,
                                                     gsize                *length);
gboolean               ask_http_stream_was_sent     (AskHttpStream        *self);
const AskHttpResponse *ask_http_stream_get_response (AskHttpStream        *self);
const GError          *ask_http_stream_get_failure  (AskHttpStream        *self);

gboolean               ask_http_wait                (AskHttp              *self,
                                                     GCancellable         *cancellable,
                                                     GError              **error);
void                   ask_http_poke                (AskHttp              *self);
void                   ask_http_settle              (AskHttp              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskHttpStream, ask_http_stream_free)

G_END_DECLS

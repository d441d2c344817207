/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One request on its way, with all its tries. Private to the room.
 */
#pragma once

#include <libsoup/soup.h>

#include "net/ask-http.h"

G_BEGIN_DECLS

/* @n_pending counts libsoup's operations that have not called back yet, abandoned ones too. */
struct _AskHttp
{
  SoupSession *session;
  GMainContext *context;
  guint time_out_ms;
  guint max_tries;
  guint max_in_flight;
  guint n_pending;
};

typedef struct _AskHttpJob AskHttpJob;

AskHttpJob            *ask_http_job_new             (AskHttp              *http,
                                                     GQueue               *ready,
                                                     guint                 index,
                                                     const AskHttpRequest *request,
                                                     AskHttpChunkFunc      on_chunk,
                                                     gpointer              user_data);
void                   ask_http_job_free            (AskHttpJob           *self);
void                   ask_http_job_start           (AskHttpJob           *self);
void                   ask_http_job_act             (AskHttpJob           *self);
gboolean               ask_http_job_is_done         (AskHttpJob           *self);
void                   ask_http_job_release         (AskHttpJob           *self);
guint                  ask_http_job_get_index       (AskHttpJob           *self);
const char            *ask_http_job_get_origin      (AskHttpJob           *self);
GQueue                *ask_http_job_get_ready_queue (AskHttpJob           *self);
const GError          *ask_http_job_get_failure     (AskHttpJob           *self);
const AskHttpResponse *ask_http_job_get_response    (AskHttpJob           *self);
AskHttpResponse       *ask_http_job_steal_response  (AskHttpJob           *self);

G_END_DECLS

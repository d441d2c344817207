/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One request on its way, with all its tries. Private to the room.
 */
#pragma once

#include <libsoup/soup.h>

#include "net/ask-http-lane.h"
#include "net/ask-http.h"

G_BEGIN_DECLS

/* @n_tries counts requests that libsoup has, given up ones too; @n_abandoned, of these, operations that were given
 * up and have not called back yet. @swept_at: since when no connection is older, in g_get_monotonic_time(). */
struct _AskHttp
{
  SoupSession *session;
  GMainContext *context;
  guint time_out_ms;
  guint max_tries;
  guint max_in_flight;
  guint n_tries;
  guint n_abandoned;
  guint max_age_ms;
  gint64 swept_at;

  GHashTable *lanes; /* origin → AskHttpLane, as long as the session */
  GPtrArray *lane_order; /* the same, so that the order of starts is the same every time */
  GHashTable *jobs; /* all of them, borrowed */
  GQueue ready; /* jobs for which there is something to do */
  GSource *lane_timer; /* when a lane allows calls again */
  gint64 left_at; /* when the last call on the session returned */
  gboolean news; /* something came for a stream */
};

void                   ask_http_enter               (AskHttp              *self);
void                   ask_http_leave               (AskHttp              *self);
void                   ask_http_set_max_age         (AskHttp              *self,
                                                     guint                 ms);
void                   ask_http_submit              (AskHttp              *self,
                                                     AskHttpJob           *job);

AskHttpJob            *ask_http_job_new             (AskHttp              *http,
                                                     GQueue               *finished,
                                                     guint                 index,
                                                     const AskHttpRequest *request,
                                                     AskHttpChunkFunc      on_chunk,
                                                     gpointer              user_data);
void                   ask_http_job_free            (AskHttpJob           *self);
void                   ask_http_job_start           (AskHttpJob           *self);
AskHttpJob            *ask_http_job_pop_ready       (AskHttp              *http);
void                   ask_http_job_act             (AskHttpJob           *self);
gboolean               ask_http_job_is_done         (AskHttpJob           *self);
gboolean               ask_http_job_was_started     (AskHttpJob           *self);
void                   ask_http_job_release         (AskHttpJob           *self);
guint                  ask_http_job_get_index       (AskHttpJob           *self);
const char            *ask_http_job_get_origin      (AskHttpJob           *self);
void                   ask_http_job_set_lane        (AskHttpJob           *self,
                                                     AskHttpLane          *lane);
void                   ask_http_job_refuse          (AskHttpJob           *self,
                                                     gint64                wait_ms);
void                   ask_http_job_tell            (AskHttpJob           *self);
void                   ask_http_job_shift_timer     (AskHttpJob           *self,
                                                     gint64                us);
void                   ask_http_job_set_pulled      (AskHttpJob           *self);
void                   ask_http_job_pause           (AskHttpJob           *self);
void                   ask_http_job_resume          (AskHttpJob           *self);
const GError          *ask_http_job_get_failure     (AskHttpJob           *self);
const AskHttpResponse *ask_http_job_get_response    (AskHttpJob           *self);
AskHttpResponse       *ask_http_job_steal_response  (AskHttpJob           *self);

G_END_DECLS

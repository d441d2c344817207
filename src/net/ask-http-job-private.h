/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a job is made of, for the two files that it lives in. Nobody else includes this.
 *
 *   ask-http-job.c     sends and reads
 *   ask-http-answer.c  decides what to do with what has come
 */
#pragma once

#include "net/ask-http-decoder.h"
#include "net/ask-http-job.h"

G_BEGIN_DECLS

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
} AskHttpTry;

typedef enum
{
  STATE_NEW,
  STATE_SENDING,
  STATE_READING,
  STATE_PAUSED, /* what came is not wanted yet */
  STATE_WAITING,
  STATE_DONE
} AskHttpJobState;

struct _AskHttpJob
{
  AskHttp *http;
  GQueue *finished; /* nullable */
  guint index;
  const AskHttpRequest *request;
  AskHttpChunkFunc on_chunk;
  gpointer user_data;

  AskHttpJobState state;
  GUri *uri;
  char *origin;
  const char *method;
  GBytes *body;

  AskHttpLane *lane; /* NULL where it can't be sent */
  gboolean is_waiting; /* in the lane's queue */
  gboolean in_lane; /* counted by it */
  guint64 nth; /* which of the lane's calls went out last for it */
  gboolean is_sending; /* counted by it */
  gboolean is_ready; /* in the session's queue */

  AskHttpTry *try;
  GSource *timer;
  gboolean timed_out;
  gboolean is_late; /* the timer was, and has been put off once */
  guint n_redirects;
  gint64 started;
  gboolean is_told; /* that it left */

  AskHttpDecoder *decoder;
  GByteArray *received;
  gsize n_received;
  gsize raw_at; /* how far the try's buffer is decoded */
  gboolean is_streamed;
  gboolean is_pulled; /* by a reader that may want it to pause */
  gboolean is_full; /* it does */

  AskHttpResponse *response;
  GError *failure;
};

void  ask_http_job_set_timer    (AskHttpJob *self,
                                 gint64      ms);
guint ask_http_job_get_time_out (AskHttpJob *self);
void  ask_http_job_drop_try     (AskHttpJob *self);
void  ask_http_job_read_more    (AskHttpJob *self);
void  ask_http_job_end_sending  (AskHttpJob *self);
void  ask_http_job_leave_lane   (AskHttpJob *self);
void  ask_http_job_enter_lane   (AskHttpJob *self);
void  ask_http_job_make_ready   (AskHttpJob *self);
void  ask_http_job_finish       (AskHttpJob *self);

G_END_DECLS

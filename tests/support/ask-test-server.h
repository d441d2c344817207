/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A real HTTP/1.1 server on 127.0.0.1 for tests, that can also misbehave byte by byte: answer late,
 * stall, cut the connection, or say nothing. It listens on a free port, one thread a connection.
 *
 * |[<!-- language="C" -->
 * g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
 * AskTestReply *reply = ask_test_server_add (server, "/stock");
 *
 * ask_test_reply_set (reply, 200, "application/json", "[{\"sku\":\"A\"}]", -1);
 * reply->delay_ms = 50;
 * g_autofree char *url = ask_test_server_dup_url (server, "/stock");
 * ]|
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * AskTestRequest:
 * @query: (nullable): as it came, still encoded
 * @headers: lower-case name → value
 * @raw: every byte of it
 */
typedef struct
{
  char *method;
  char *path;
  char *query;
  GHashTable *headers;
  GBytes *body;
  GBytes *raw;
} AskTestRequest;

/**
 * AskTestProduce:
 * @n: how many pieces came before
 *
 * Returns: (transfer full) (nullable): the next piece of a body, an empty one to cut the connection
 *   there, %NULL after the last
 */
typedef GBytes *(*AskTestProduce) (guint    n,
                                   gpointer data);

/**
 * AskTestReply:
 * @delay_ms: before the first byte
 * @stall_at: bytes of the body that are sent before a pause of @stall_ms; -1 for no pause
 * @stall_ms: the pause's length; %G_MAXUINT for ever
 * @cut_at: bytes of the body (as it goes over the wire) after which the connection is closed, while
 *   the headers promise all of it; -1 for never
 * @cut_headers: close without an answer
 * @never: read the request, then stay silent
 * @chunked: in chunks instead of with a Content-Length
 * @piece: bytes a write, so that they arrive apart; 0 for all at once
 * @piece_ms: between two pieces
 * @close: close the connection after the answer
 * @repeat: send the body over and over, for ever; with @chunked
 * @produce: (nullable): makes the body while it is sent, in chunks, so that it may be longer than
 *   memory
 */
typedef struct
{
  guint status;
  char *content_type;
  GString *headers;
  GBytes *body;
  GBytes *raw;

  guint delay_ms;
  gssize stall_at;
  guint stall_ms;
  gssize cut_at;
  gboolean cut_headers;
  gboolean never;
  gboolean chunked;
  gsize piece;
  guint piece_ms;
  gboolean close;
  gboolean repeat;
  AskTestProduce produce;
  gpointer produce_data;
} AskTestReply;

void ask_test_reply_set        (AskTestReply *self,
                                guint         status,
                                const char   *content_type,
                                const char   *body,
                                gssize        length);
void ask_test_reply_set_raw    (AskTestReply *self,
                                const char   *bytes,
                                gssize        length);
void ask_test_reply_add_header (AskTestReply *self,
                                const char   *name,
                                const char   *value);

GBytes *ask_test_gzip          (const char   *text,
                                gssize        length);

typedef struct _AskTestServer AskTestServer;

/**
 * AskTestHandler:
 * @request: what came
 * @reply: an empty 200 to be filled in
 *
 * Called on the connection's thread; several may run at once.
 */
typedef void (*AskTestHandler) (AskTestServer        *server,
                                const AskTestRequest *request,
                                AskTestReply         *reply,
                                gpointer              user_data);

AskTestServer  *ask_test_server_new         (AskTestHandler handler,
                                             gpointer       user_data);
void            ask_test_server_free        (AskTestServer *self);
guint16         ask_test_server_get_port    (AskTestServer *self);
char           *ask_test_server_dup_url     (AskTestServer *self,
                                             const char    *path);
void            ask_test_server_set_certificate (AskTestServer   *self,
                                                 GTlsCertificate *certificate);
AskTestReply   *ask_test_server_add         (AskTestServer *self,
                                             const char    *path);
AskTestReply   *ask_test_server_add_json    (AskTestServer *self,
                                             const char    *path,
                                             const char    *json);
GPtrArray      *ask_test_server_dup_requests (AskTestServer *self);
guint           ask_test_server_count       (AskTestServer *self,
                                             const char    *path);
guint           ask_test_server_get_max_concurrent (AskTestServer *self);
void            ask_test_server_gather      (AskTestServer *self,
                                             const char    *path,
                                             guint          n);
guint           ask_test_server_get_n_connections  (AskTestServer *self);
void            ask_test_server_forget      (AskTestServer *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskTestServer, ask_test_server_free)

const char *ask_test_request_get_header (const AskTestRequest *self,
                                         const char           *name);
char       *ask_test_request_dup_param  (const AskTestRequest *self,
                                         const char           *name);

G_END_DECLS

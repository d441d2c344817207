/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each way to sign in to an API, right and wrong, on real servers: keys in headers, parameters and
 * cookies, a user's password, and tokens for a client, with an endpoint that is slow, broken or hostile.
 * No secret may be in a message or in the trace.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"
#include "support/ask-test-kinds.h"

#define CANARY "canary-7f3a/9+c"
#define TOKEN "token-canary"
#define CLIENT "ask data:7"

/* An API with a token endpoint of its own. */
typedef struct
{
  AskTestServer *server;
  GMutex lock;
  guint n_tokens; /* given out */
  guint n_asked; /* of the endpoint */
  guint n_calls; /* that carried the newest token */
  guint good_for; /* calls, then the token is refused; 0 for ever */
  guint n_pages;
  gboolean in_body; /* the endpoint does not look at the header */
  gboolean never_content; /* the API refuses every token */
  guint expires_in;
} Api;

static void
answer_error (AskTestReply *reply, guint status, const char *code)
{
  g_autofree char *body
    = g_strdup_printf ("{\"error\":\"%s\",\"error_description\":\"no " CANARY "\"}", code);

  ask_test_reply_set (reply, status, "application/json", body, -1);
}

static void
serve_token (Api *api, const AskTestRequest *request, AskTestReply *reply)
{
  gsize length;
  const char *form = g_bytes_get_data (request->body, &length);
  g_autofree char *body = g_strndup (form != NULL ? form : "", length);
  const char *header = ask_test_request_get_header (request, "authorization");
  g_autofree char *id = g_uri_escape_string (CLIENT, NULL, FALSE);
  g_autofree char *secret = g_uri_escape_string (CANARY, NULL, FALSE);
  g_autofree char *both = g_strconcat (id, ":", secret, NULL);
  g_autofree char *basic = g_base64_encode ((const guchar *) both, strlen (both));
  g_autofree char *wanted = g_strconcat ("Basic ", basic, NULL);
  g_autofree char *in_body
    = g_strdup_printf ("&client_id=%s&client_secret=%s", id, secret);
  g_autofree char *json = NULL;

  api->n_asked++;
  g_assert_cmpstr (request->method, ==, "POST");
  g_assert_true (g_str_has_prefix (body, "grant_type=client_credentials&scope=read%20all"));
  g_assert_cmpstr (ask_test_request_get_header (request, "content-type"), ==,
                   "application/x-www-form-urlencoded");
  if (api->in_body ? !g_str_has_suffix (body, in_body) : g_strcmp0 (header, wanted) != 0)
    {
      answer_error (reply, api->in_body ? 400 : 401, "invalid_client");
      return;
    }
  api->n_tokens++;
  api->n_calls = 0;
  json = g_strdup_printf ("{\"access_token\":\"" TOKEN "-%u\",\"token_type\":\"Bearer\","
                          "\"expires_in\":%u}",
                          api->n_tokens, api->expires_in);
  ask_test_reply_set (reply, 200, "application/json", json, -1);
}

static void
serve_rows (Api *api, const AskTestRequest *request, AskTestReply *reply)
{
  g_autofree char *wanted = g_strdup_printf ("Bearer " TOKEN "-%u", api->n_tokens);
  g_autofree char *page_text = ask_test_request_dup_param (request, "page");
  guint page = page_text != NULL ? (guint) g_ascii_strtoull (page_text, NULL, 10) : 1;
  g_autofree char *json = NULL;

  if (api->never_content || api->n_tokens == 0
      || g_strcmp0 (ask_test_request_get_header (request, "authorization"), wanted) != 0
      || (api->good_for > 0 && api->n_calls >= api->good_for))
    {
      ask_test_reply_set (reply, 401, "application/json", "{}", -1);
      return;
    }
  api->n_calls++;
  json = page <= api->n_pages
           ? g_strdup_printf ("[{\"id\":%u,\"name\":\"a\"},{\"id\":%u,\"name\":\"b\"}]", 2 * page - 1,
                              2 * page)
           : g_strdup ("[]");
  ask_test_reply_set (reply, 200, "application/json", json, -1);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  Api *api = data;

  g_mutex_lock (&api->lock);
  if (strcmp (request->path, "/token") == 0)
    serve_token (api, request, reply);
  else
    serve_rows (api, request, reply);
  g_mutex_unlock (&api->lock);
}

static void
api_open (Api *api)
{
  memset (api, 0, sizeof *api);
  g_mutex_init (&api->lock);
  api->expires_in = 3600;
  api->n_pages = 3;
  api->server = ask_test_server_new (serve, api);
}

static void
api_close (Api *api)
{
  ask_test_server_free (api->server);
  g_mutex_clear (&api->lock);
}

static AskSource *
client_source (AskTestServer *api, AskTestServer *endpoint, const char *secret)
{
  AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, "/nowhere/spec.json");
  g_autofree char *token_url = ask_test_server_dup_url (endpoint, "/token");
  AskSource *source;

  config->base_url = ask_test_server_dup_url (api, "");
  ask_source_config_set_client (config, CLIENT, secret, "read all", token_url);
  source = ask_rest_source_new (config);
  ask_source_config_unref (config);
  return source;
}

static AskEntity *
paged_entity (void)
{
  AskEntity *entity = rest_entity_new ("/things", NULL);

  entity->operation->paging.kind = ASK_PAGING_PAGE;
  entity->operation->paging.parameter = g_strdup ("page");
  entity->operation->paging.first = 1;
  return entity;
}

static void
assert_harmless (const GError *error, GPtrArray *calls)
{
  if (error != NULL)
    {
      g_test_message ("%s", error->message);
      g_assert_null (strstr (error->message, "canary"));
      g_assert_null (strstr (error->message, "Y2FuYXJ5")); /* in base64 */
    }
  for (guint i = 0; calls != NULL && i < calls->len; i++)
    {
      const AskCall *call = calls->pdata[i];

      g_assert_null (strstr (call->url, "canary"));
      g_assert_null (call->body);
      g_assert_cmpstr (call->method, ==, "GET");
    }
}

/* Keys that go with every call. */
typedef enum
{
  IN_HEADER,
  IN_QUERY,
  IN_COOKIE,
  BASIC,
  BEARER
} Way;

static void
serve_way (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Way *way = data;
  g_autofree char *param = ask_test_request_dup_param (request, "key");
  /* "ana" and the password, which holds a colon. */
  g_autofree char *basic = g_base64_encode ((const guchar *) "ana@shop:a:" CANARY,
                                            strlen ("ana@shop:a:" CANARY));
  g_autofree char *basic_header = g_strconcat ("Basic ", basic, NULL);
  const char *authorization = ask_test_request_get_header (request, "authorization");
  gboolean good = FALSE;

  switch (*way)
    {
    case IN_HEADER:
      good = g_strcmp0 (ask_test_request_get_header (request, "x-key"), CANARY) == 0;
      break;
    case IN_QUERY:
      good = g_strcmp0 (param, CANARY) == 0;
      break;
    case IN_COOKIE:
      good = g_strcmp0 (ask_test_request_get_header (request, "cookie"),
                        "sid=" CANARY "; tenant=seven") == 0;
      break;
    case BASIC:
      good = g_strcmp0 (authorization, basic_header) == 0;
      break;
    case BEARER:
    default:
      good = g_strcmp0 (authorization, "Bearer " CANARY) == 0;
      break;
    }
  if (good)
    ask_test_reply_set (reply, 200, "application/json", "[{\"id\":1,\"name\":\"a\"}]", -1);
  else
    {
      /* A server may repeat what it was sent. */
      g_autofree char *echo
        = g_strdup_printf ("HTTP/1.1 401 No %s %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                           param != NULL ? param : "", authorization != NULL ? authorization : "");

      ask_test_reply_set_raw (reply, echo, -1);
    }
}

static void
add_key (AskSourceConfig *config, Way way, const char *secret)
{
  g_autofree char *more = NULL;

  switch (way)
    {
    case IN_HEADER:
      ask_source_config_add_header (config, "X-Key", secret);
      break;
    case IN_QUERY:
      ask_source_config_add_query (config, "key", secret);
      break;
    case IN_COOKIE:
      ask_source_config_add_cookie (config, "sid", secret);
      ask_source_config_add_cookie (config, "tenant", "seven");
      break;
    case BASIC:
      more = g_strconcat ("a:", secret, NULL);
      ask_source_config_add_basic (config, "ana@shop", more);
      break;
    case BEARER:
    default:
      more = g_strconcat ("Bearer ", secret, NULL);
      ask_source_config_add_header (config, "Authorization", more);
      break;
    }
}

static void
test_ways (void)
{
  for (Way way = IN_HEADER; way <= BEARER; way++)
    for (guint wrong = 0; wrong < 2; wrong++)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (serve_way, &way);
        AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, "/nowhere");
        g_autoptr (AskSource) source = NULL;
        g_autoptr (AskEntity) entity = rest_entity_new ("/things", NULL);
        g_autoptr (GPtrArray) calls = rest_calls_new ();
        g_autoptr (GError) error = NULL;
        g_autoptr (AskRows) rows = NULL;

        config->base_url = ask_test_server_dup_url (server, "");
        add_key (config, way, wrong ? CANARY "-wrong" : CANARY);
        source = ask_rest_source_new (config);
        ask_source_config_unref (config);
        rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
        assert_harmless (error, calls);
        if (wrong)
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
        else
          {
            g_assert_no_error (error);
            g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
          }
      }
}

/* The endpoint takes the client in the header, or only in the body; then that is remembered. */
static void
test_client (void)
{
  for (guint in_body = 0; in_body < 2; in_body++)
    {
      Api api;
      g_autoptr (AskEntity) entity = paged_entity ();
      g_autoptr (GError) error = NULL;

      api_open (&api);
      api.in_body = in_body;
      for (guint i = 0; i < 3; i++)
        {
          g_autoptr (AskSource) source = client_source (api.server, api.server, CANARY);
          g_autoptr (GPtrArray) calls = rest_calls_new ();
          g_autoptr (AskRows) rows
            = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);

          g_assert_no_error (error);
          g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 6);
          g_assert_cmpuint (calls->len, ==, 4);
          assert_harmless (NULL, calls);
        }
      /* The next question uses the token of the first. */
      g_assert_cmpuint (api.n_tokens, ==, 1);
      g_assert_cmpuint (api.n_asked, ==, in_body ? 2 : 1);
      api_close (&api);
    }
}

static void
test_client_wrong (void)
{
  for (guint in_body = 0; in_body < 2; in_body++)
    {
      Api api;
      g_autoptr (AskSource) source = NULL;
      g_autoptr (AskEntity) entity = paged_entity ();
      g_autoptr (GPtrArray) calls = rest_calls_new ();
      g_autoptr (GError) error = NULL;

      api_open (&api);
      api.in_body = in_body;
      source = client_source (api.server, api.server, CANARY "-wrong");
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
      assert_harmless (error, calls);
      g_assert_cmpstr (error->message, ==,
                       "Source “shop”: the API's token endpoint refused the client id or secret. "
                       "Correct them in Sources.");
      g_assert_cmpuint (ask_test_server_count (api.server, "/things"), ==, 0);
      g_assert_cmpuint (calls->len, ==, 0);
      api_close (&api);
    }
}

/* The API refuses the token again and again while 100 pages are read: every row comes, once. */
static void
test_expires_in_the_middle (void)
{
  Api api;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskEntity) entity = paged_entity ();
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;

  api_open (&api);
  api.n_pages = 100;
  api.good_for = 30;
  source = client_source (api.server, api.server, CANARY);
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 200);
  for (guint i = 0; i < 200; i++)
    g_assert_cmpint (ask_rows_get_row (rows, i)[0].integer, ==, i + 1);
  g_assert_cmpuint (api.n_tokens, ==, 4);
  assert_harmless (NULL, calls);
  for (guint i = 0; i < calls->len; i++)
    g_assert_cmpuint (((AskCall *) calls->pdata[i])->status, ==, 200);
  api_close (&api);
}

/* Many calls at a time, which are refused at a time: one new token. */
static void
test_lanes (void)
{
  enum { N = 120 };
  Api api;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskEntity) entity = rest_entity_new ("/things/{id}", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  AskValue values[N];

  api_open (&api);
  api.good_for = 50;
  ask_operation_add_parameter (entity->operation, "id", ASK_PARAMETER_IN_PATH, "id", TRUE);
  source = client_source (api.server, api.server, CANARY);
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->lanes = 16;
  for (guint i = 0; i < N; i++)
    values[i] = ask_value_integer (i + 1);
  rows = rest_read (source, entity, 2, (const char *const[]) { "id" }, 1, values, N, NULL, NULL,
                    &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 2 * N);
  g_assert_cmpuint (api.n_tokens, ==, 3);
  g_assert_cmpuint (api.n_asked, ==, 3);
  api_close (&api);
}

/* An API that refuses every token is asked twice, and no more. */
static void
test_never_content (void)
{
  Api api;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskEntity) entity = paged_entity ();
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;

  api_open (&api);
  api.never_content = TRUE;
  source = client_source (api.server, api.server, CANARY);
  g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
  assert_harmless (error, calls);
  g_assert_cmpuint (api.n_tokens, ==, 2);
  g_assert_cmpuint (ask_test_server_count (api.server, "/things"), ==, 2);
  g_assert_cmpuint (calls->len, ==, 1);
  g_assert_cmpuint (((AskCall *) calls->pdata[0])->status, ==, 401);
  api_close (&api);
}

/* An answer that was kept needs no token, and is found again under another one. */
static void
test_cache (void)
{
  Api api;
  g_autoptr (AskSource) source = NULL;
  g_autoptr (AskEntity) entity = paged_entity ();
  g_autoptr (GError) error = NULL;

  api_open (&api);
  api.expires_in = 1; /* 5 s, less a tenth */
  source = client_source (api.server, api.server, CANARY);
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->cache_s = 60;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GPtrArray) calls = rest_calls_new ();
      g_autoptr (AskRows) rows
        = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 6);
      g_assert_cmpuint (ask_calls_count_requests (calls), ==, i == 0 ? 4 : 0);
      if (i == 0)
        {
          guint generation;
          AskRestToken *token = ask_rest_source_get_token (ASK_REST_SOURCE (source));

          g_assert_nonnull (ask_rest_token_get (token, &generation));
          ask_rest_token_refuse (token, generation);
          g_assert_null (ask_rest_token_peek (token));
        }
    }
  g_assert_cmpuint (api.n_tokens, ==, 1);
  api_close (&api);
}

/* What an endpoint may do wrong. */
static const struct
{
  const char *name;
  guint status;
  const char *type;
  const char *body;
  AskSourceError code;
  const char *words;
  guint n_asked;
} faults[] = {
  { "server error", 500, "text/plain", "no " CANARY, ASK_SOURCE_ERROR_SERVER, "answered 500", 3 },
  { "scope", 400, "application/json", "{\"error\":\"invalid_scope\"}", ASK_SOURCE_ERROR_DENIED,
    "scopes. Correct them in Sources", 1 },
  { "grant", 400, "application/json", "{\"error\":\"unsupported_grant_type\"}",
    ASK_SOURCE_ERROR_DENIED, "400 (unsupported_grant_type)", 1 },
  { "own words", 400, "application/json", "{\"error\":\"" CANARY "\"}", ASK_SOURCE_ERROR_DENIED,
    "answered 400 instead", 2 },
  { "not there", 404, "text/html", "<h1>" CANARY "</h1>", ASK_SOURCE_ERROR_NOT_FOUND, "404", 1 },
  { "web page", 200, "text/html", "<html>sign in</html>", ASK_SOURCE_ERROR_MALFORMED,
    "holds no token", 1 },
  { "nothing", 200, "application/json", "", ASK_SOURCE_ERROR_MALFORMED, "holds no token", 1 },
  { "list", 200, "application/json", "[1,2]", ASK_SOURCE_ERROR_MALFORMED, "holds no token", 1 },
  { "number", 200, "application/json", "{\"access_token\":7}", ASK_SOURCE_ERROR_MALFORMED,
    "holds no token", 1 },
  { "empty", 200, "application/json", "{\"access_token\":\"\"}", ASK_SOURCE_ERROR_MALFORMED,
    "holds no token", 1 },
  { "another header", 200, "application/json", "{\"access_token\":\"a\\r\\nX-Evil: 1\"}",
    ASK_SOURCE_ERROR_MALFORMED, "holds no token", 1 },
  { "kind", 200, "application/json", "{\"access_token\":\"canary\",\"token_type\":\"mac\"}",
    ASK_SOURCE_ERROR_MALFORMED, "another kind", 1 },
  { "too many", 429, "text/plain", "", ASK_SOURCE_ERROR_BUSY, "too many calls", 3 },
};

static void
test_endpoint_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      AskTestReply *reply = ask_test_server_add (server, "/token");
      g_autoptr (AskSource) source = client_source (server, server, CANARY);
      g_autoptr (AskEntity) entity = paged_entity ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", faults[i].name);
      ask_test_reply_set (reply, faults[i].status, faults[i].type, faults[i].body, -1);
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
      assert_harmless (error, NULL);
      g_assert_error (error, ASK_SOURCE_ERROR, (int) faults[i].code);
      g_assert_nonnull (strstr (error->message, faults[i].words));
      g_assert_true (g_str_has_prefix (error->message, "Source “shop”: the API's token endpoint "));
      g_assert_cmpuint (ask_test_server_count (server, "/token"), ==, faults[i].n_asked);
      g_assert_cmpuint (ask_test_server_count (server, "/things"), ==, 0);
    }
}

/* Answers that do not end, or come from somewhere else. */
static void
test_endpoint_hostile (void)
{
  static const struct
  {
    const char *words;
    AskSourceError code;
  } cases[] = {
    { "did not answer within", ASK_SOURCE_ERROR_TIMED_OUT },
    { "middle of its answer", ASK_SOURCE_ERROR_TIMED_OUT },
    { "more than the", ASK_SOURCE_ERROR_LIMIT },
    { "in the middle of its answer", ASK_SOURCE_ERROR_CUT },
    { "does not follow to another host", ASK_SOURCE_ERROR_CONFIG },
    { "leaves out what it asks for", ASK_SOURCE_ERROR_CONFIG },
    { "refused the connection", ASK_SOURCE_ERROR_UNREACHABLE },
  };
  g_autofree char *huge = g_strnfill (1 << 20, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
      AskTestReply *reply = ask_test_server_add_json (server, "/token", "{\"access_token\":\"t\"}");
      g_autofree char *elsewhere = ask_test_server_dup_url (other, "/token");
      g_autoptr (AskSource) source = client_source (server, i == 6 ? other : server, CANARY);
      g_autoptr (AskEntity) entity = paged_entity ();
      g_autoptr (GError) error = NULL;

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->time_out_ms = 300;
      if (i == 0)
        reply->never = TRUE;
      else if (i == 1)
        {
          reply->stall_at = 5;
          reply->stall_ms = G_MAXUINT;
        }
      else if (i == 2)
        ask_test_reply_set (reply, 200, "application/json", huge, -1);
      else if (i == 3)
        reply->cut_at = 5;
      else if (i == 4)
        {
          reply->status = 307;
          ask_test_reply_add_header (reply, "Location", elsewhere);
        }
      else if (i == 5)
        {
          reply->status = 302;
          ask_test_reply_add_header (reply, "Location", "/token2");
        }
      else
        g_clear_pointer (&other, ask_test_server_free);
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
      assert_harmless (error, NULL);
      g_assert_error (error, ASK_SOURCE_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
      if (other != NULL)
        g_assert_cmpuint (ask_test_server_count (other, NULL), ==, 0);
    }
}

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (150 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Who cancels does not wait for the endpoint. */
static void
test_cancel (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = client_source (server, server, CANARY);
  g_autoptr (AskEntity) entity = paged_entity ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor
    = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  const AskValue *row;
  GThread *thread;

  /* No answer and no time-out in an hour: what comes back has been cancelled. */
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->time_out_ms = 60 * 60 * 1000;
  ask_test_server_add (server, "/token")->never = TRUE;
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, cancellable, &error), ==, ASK_STEP_FAILED);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_thread_join (thread);
}

/* Where a specification says that tokens come from: the API's own origin, or a person says so. */
static void
test_settle (void)
{
  static const struct
  {
    const char *given;
    const char *found;
    const char *expected;
    const char *words;
  } cases[] = {
    { NULL, "https://api.example/oauth/token", "https://api.example/oauth/token", NULL },
    { "https://id.example/token", "https://api.example/oauth/token", "https://id.example/token",
      NULL },
    { NULL, "https://id.example/token", NULL, "token URL: https://id.example/token" },
    { NULL, "http://api.example/oauth/token", NULL, "another place than the API" },
    { NULL, "file:///etc/passwd", NULL, "no web address" },
    { NULL, NULL, NULL, "does not say where tokens" },
    { "https://id.example/token", NULL, "https://id.example/token", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      AskSourceConfig *config = ask_source_config_new ("shop", &ask_rest_kind, "/nowhere");
      AskIntrospection found = { .token_url = (char *) cases[i].found };
      g_autoptr (GError) error = NULL;
      gboolean good;

      found.scopes = g_ptr_array_new ();
      g_ptr_array_add (found.scopes, (gpointer) "read");
      g_ptr_array_add (found.scopes, (gpointer) "list");
      ask_source_config_set_client (config, "me", CANARY, NULL, cases[i].given);
      good = ask_source_config_settle_client (config, "https://api.example/v1", &found, &error);
      g_assert_cmpint (good, ==, cases[i].words == NULL);
      g_assert_cmpstr (config->client->token_url, ==, cases[i].expected);
      if (!good)
        {
          assert_harmless (error, NULL);
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
          g_assert_nonnull (strstr (error->message, cases[i].words));
        }
      g_assert_cmpstr (config->client->scope, ==, "read list");
      g_ptr_array_unref (found.scopes);
      ask_source_config_unref (config);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-auth/a-key-works-in-header-parameter-and-cookie", test_ways);
  g_test_add_func ("/source/rest-auth/a-client-gets-a-token-and-uses-it", test_client);
  g_test_add_func ("/source/rest-auth/a-wrong-client-is-denied-without-its-secret", test_client_wrong);
  g_test_add_func ("/source/rest-auth/expires-in-the-middle", test_expires_in_the_middle);
  g_test_add_func ("/source/rest-auth/calls-refused-together-fetch-one-token", test_lanes);
  g_test_add_func ("/source/rest-auth/an-api-that-refuses-every-token-is-asked-twice", test_never_content);
  g_test_add_func ("/source/rest-auth/a-kept-answer-needs-no-token", test_cache);
  g_test_add_func ("/source/rest-auth/a-faulty-token-endpoint-is-an-error", test_endpoint_faults);
  g_test_add_func ("/source/rest-auth/a-hostile-token-endpoint-is-an-error", test_endpoint_hostile);
  g_test_add_func ("/source/rest-auth/a-cancel-does-not-wait-for-a-token", test_cancel);
  g_test_add_func ("/source/rest-auth/tokens-come-from-the-api-or-where-a-person-says", test_settle);
  return g_test_run ();
}

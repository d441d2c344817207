/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of a web API as a source where it does not behave. Whatever it does, the scan ends with an
 * error that names source and call, holds no key and no data, and never looks like a short table.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

#define SECRET "s3cr3t-k3y"
#define DATA "Ada Lovelace"

/* One sentence that says who, where and what, and gives nothing away. */
static void
check_message (const GError *error)
{
  g_assert_nonnull (strstr (error->message, "shop"));
  g_assert_nonnull (strstr (error->message, "GET /v1/rows"));
  g_assert_null (strstr (error->message, SECRET));
  g_assert_null (strstr (error->message, "s3cr3t"));
  g_assert_null (strstr (error->message, "Ada"));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static AskSource *
new_source (AskTestServer *server, gboolean patient)
{
  AskSource *source = rest_source_new (server, "Authorization", "Bearer " SECRET);
  AskSourceConfig *config = ask_rest_source_get_config (ASK_REST_SOURCE (source));

  ask_source_config_add_query (config, "api_key", SECRET);
  config->time_out_ms = 300;
  if (!patient)
    ask_http_set_limits (ask_rest_source_get_http (ASK_REST_SOURCE (source)), 300, 1, 8);
  return source;
}

typedef struct
{
  const char *name;
  guint status;
  const char *type;
  const char *body;
  gssize length;
  AskSourceError code;
} Fault;

static const Fault faults[] = {
  { "no-body", 200, "application/json", "", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "white-space", 200, "application/json", " \n", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "no-list", 200, "application/json", "{\"error\":\"" SECRET "\"}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "list-instead", 200, "application/json", "[{\"id\":1}]", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "object-instead", 200, "application/json", "{\"data\":{\"id\":1}}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "text-instead", 200, "application/json", "{\"data\":\"" DATA "\"}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "number-instead", 200, "application/json", "{\"data\":7}", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "scalar", 200, "application/json", "\"" DATA "\"", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "list-of-texts", 200, "application/json", "{\"data\":[\"" DATA "\"]}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "list-of-lists", 200, "application/json", "{\"data\":[[1]]}", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "null-row", 200, "application/json", "{\"data\":[{\"id\":1},null]}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "html", 200, "text/html; charset=utf-8", "<html>" SECRET "</html>", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "html-as-json", 200, "application/json", "<!DOCTYPE html><p>" SECRET, -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "truncated", 200, "application/json", "{\"data\":[{\"id\":1},{\"id\":2}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "truncated-text", 200, "application/json", "{\"data\":[{\"name\":\"" DATA, -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "no-utf-8", 200, "application/json", "{\"data\":[{\"name\":\"Ada\xff\"}]}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "two-documents", 200, "application/json", "{\"data\":[]} {\"data\":[]}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "bare-secret", 200, "application/json", "{\"data\":[{\"id\":" SECRET "}]}", -1,
    ASK_SOURCE_ERROR_MALFORMED },
  { "nul", 200, "application/json", "{\"data\":[]}\0", 12, ASK_SOURCE_ERROR_MALFORMED },
  { "400", 400, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_MALFORMED },
  { "401", 401, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_DENIED },
  { "403", 403, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_DENIED },
  { "404", 404, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_NOT_FOUND },
  { "429", 429, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_BUSY },
  { "500", 500, "text/html", "<html>" SECRET, -1, ASK_SOURCE_ERROR_SERVER },
  { "503", 503, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_SERVER },
  { "302-without-place", 302, "application/json", "{\"data\":[]}", -1, ASK_SOURCE_ERROR_MALFORMED },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = new_source (server, FALSE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;

  ask_test_reply_set (ask_test_server_add (server, "/v1/rows"), fault->status, fault->type,
                      fault->body, fault->length);
  g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) fault->code);
  check_message (error);
  g_assert_cmpuint (calls->len, ==, 1);
  g_assert_cmpuint (((AskCall *) calls->pdata[0])->status, ==, fault->status);
  g_assert_null (strstr (((AskCall *) calls->pdata[0])->url, SECRET));
}

/* The same list of words, sent as the status line's own. */
static void
test_reason (void)
{
  static const char *const reasons[]
    = { "Bad key " SECRET, "Authorization Bearer " SECRET " refused" };

  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = new_source (server, FALSE);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
      g_autofree char *raw = g_strdup_printf ("HTTP/1.1 401 %s\r\nContent-Length: 0\r\n\r\n",
                                              reasons[i]);
      g_autoptr (GError) error = NULL;

      ask_test_reply_set_raw (ask_test_server_add (server, "/v1/rows"), raw, -1);
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_DENIED);
      check_message (error);
    }
}

static void
test_busy_then_good (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = new_source (server, TRUE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = NULL;
  AskTestReply *busy = ask_test_server_add (server, "/v1/rows");

  ask_test_reply_set (busy, 429, "text/plain", "slow down", -1);
  ask_test_reply_add_header (busy, "Retry-After", "1");
  ask_test_server_add_json (server, "/v1/rows", "{\"data\":[{\"id\":1}]}");
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 1);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 2);
  /* A try is no call of its own, but its wait is part of the call. */
  g_assert_cmpuint (calls->len, ==, 1);
  g_assert_cmpfloat (((AskCall *) calls->pdata[0])->elapsed_ms, >=, 900);
}

static void
test_time_out (void)
{
  for (guint stall = 0; stall < 2; stall++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = new_source (server, FALSE);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
      g_autoptr (GPtrArray) calls = rest_calls_new ();
      g_autoptr (GError) error = NULL;
      AskTestReply *reply = ask_test_server_add_json (server, "/v1/rows", "{\"data\":[{\"id\":1}]}");

      reply->never = stall == 0;
      if (stall == 1)
        {
          reply->stall_at = 12;
          reply->stall_ms = G_MAXUINT;
        }
      g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_TIMED_OUT);
      check_message (error);
      g_assert_cmpuint (calls->len, ==, 1);
    }
}

static void
test_refused (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = new_source (server, FALSE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GError) error = NULL;

  /* Its port is free again, and nobody listens there. */
  g_clear_pointer (&server, ask_test_server_free);
  g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_UNREACHABLE);
  check_message (error);
}

static void
test_no_answer (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = new_source (server, FALSE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GError) error = NULL;

  ask_test_server_add (server, "/v1/rows")->cut_headers = TRUE;
  g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
  g_assert_cmpint (error->domain, ==, ASK_SOURCE_ERROR);
  check_message (error);
}

/* The second page ends in mid-body, at every byte of it: the rows of the first may have been given
 * out, but the scan never says that it is done. */
static void
test_cut (void)
{
  static const char second[] = "{\"data\":[{\"id\":3,\"name\":\"x\"},{\"id\":4}],\"total\":4}";
  guint n = 0;

  for (int chunked = 0; chunked < 2; chunked++)
    for (gsize at = 0; at < sizeof second - 1; at += 5)
      {
        g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
        g_autoptr (AskSource) source = new_source (server, FALSE);
        g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
        g_autoptr (GError) error = NULL;
        g_autoptr (AskCursor) cursor = NULL;
        g_autoptr (AskRows) rows = NULL;
        guint before = 0;
        AskTestReply *reply;

        entity->operation->paging.kind = ASK_PAGING_PAGE;
        entity->operation->paging.parameter = g_strdup ("page");
        ask_test_server_add_json (server, "/v1/rows", "{\"data\":[{\"id\":1},{\"id\":2}]}");
        reply = ask_test_server_add_json (server, "/v1/rows", second);
        reply->chunked = chunked;
        reply->cut_at = (gssize) at;
        cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
        g_assert_no_error (error);
        rows = rest_read_all (cursor, 2, NULL, NULL, &before, &error);
        g_assert_null (rows);
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
        check_message (error);
        g_assert_cmpuint (before, ==, 2);
        n++;
      }
  g_test_message ("%u cuts", n);
}

typedef struct
{
  const char *name;
  AskPagingKind kind;
  const char *next;
  const char *pages[3]; /* the last one again and again */
  AskSourceError code;
  guint before; /* rows that may come first */
} Pages;

static const Pages pages[] = {
  { "more-without-pages", ASK_PAGING_NONE, NULL,
    { "{\"data\":[{\"id\":1}],\"has_more\":true}" }, ASK_SOURCE_ERROR_LIMIT, 0 },
  { "total-without-pages", ASK_PAGING_NONE, NULL,
    { "{\"data\":[{\"id\":1}],\"total\":3}" }, ASK_SOURCE_ERROR_CUT, 0 },
  { "total-never-reached", ASK_PAGING_PAGE, NULL,
    { "{\"data\":[{\"id\":1}],\"total\":3}", "{\"data\":[],\"total\":3}" }, ASK_SOURCE_ERROR_CUT,
    1 },
  { "total-in-meta", ASK_PAGING_OFFSET, NULL,
    { "{\"meta\":{\"total\":3},\"data\":[{\"id\":1}]}", "{\"meta\":{\"total\":3},\"data\":[]}" },
    ASK_SOURCE_ERROR_CUT, 1 },
  { "more-but-empty", ASK_PAGING_PAGE, NULL,
    { "{\"data\":[{\"id\":1}],\"has_more\":true}", "{\"data\":[],\"has_more\":true}" },
    ASK_SOURCE_ERROR_CUT, 1 },
  { "more-but-the-same", ASK_PAGING_PAGE, NULL, { "{\"data\":[{\"id\":1}],\"has_more\":true}" },
    ASK_SOURCE_ERROR_CUT, 1 },
  { "circle", ASK_PAGING_CURSOR, "next",
    { "{\"data\":[{\"id\":1}],\"next\":\"a\"}", "{\"data\":[{\"id\":2}],\"next\":\"b\"}",
      "{\"data\":[{\"id\":3}],\"next\":\"a\"}" },
    ASK_SOURCE_ERROR_MALFORMED, 2 },
  { "cursor-to-itself", ASK_PAGING_CURSOR, "next", { "{\"data\":[{\"id\":1}],\"next\":\"a\"}" },
    ASK_SOURCE_ERROR_MALFORMED, 1 },
  { "cursor-gone", ASK_PAGING_CURSOR, "next", { "{\"data\":[{\"id\":1}],\"has_more\":true}" },
    ASK_SOURCE_ERROR_CUT, 0 },
  { "cursor-total", ASK_PAGING_CURSOR, "next",
    { "{\"data\":[{\"id\":1}],\"total\":2,\"next\":null}" }, ASK_SOURCE_ERROR_CUT, 0 },
  { "link-elsewhere", ASK_PAGING_LINK, "next",
    { "{\"data\":[{\"id\":1}],\"next\":\"http://127.0.0.2:9/v1/rows?page=2\"}" },
    ASK_SOURCE_ERROR_MALFORMED, 1 },
  { "link-to-a-file", ASK_PAGING_LINK, "next",
    { "{\"data\":[{\"id\":1}],\"next\":\"file:///etc/passwd\"}" }, ASK_SOURCE_ERROR_MALFORMED, 1 },
  { "link-no-url", ASK_PAGING_LINK, "next",
    { "{\"data\":[{\"id\":1}],\"next\":\"http://[\"}" }, ASK_SOURCE_ERROR_MALFORMED, 1 },
  { "link-protocol-relative", ASK_PAGING_LINK, "next",
    { "{\"data\":[{\"id\":1}],\"next\":\"//example.invalid/v1/rows\"}" },
    ASK_SOURCE_ERROR_MALFORMED, 1 },
  { "second-page-broken", ASK_PAGING_PAGE, NULL,
    { "{\"data\":[{\"id\":1}]}", "{\"data\":[{\"id\":2}" }, ASK_SOURCE_ERROR_MALFORMED, 1 },
};

static void
test_pages (gconstpointer data)
{
  const Pages *fault = data;
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = new_source (server, FALSE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  AskPaging *paging = &entity->operation->paging;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  g_autoptr (AskRows) rows = NULL;
  guint before = 0;

  paging->kind = fault->kind;
  paging->next = g_strdup (fault->next);
  if (fault->kind == ASK_PAGING_PAGE || fault->kind == ASK_PAGING_OFFSET
      || fault->kind == ASK_PAGING_CURSOR)
    paging->parameter = g_strdup ("p");
  for (guint i = 0; i < G_N_ELEMENTS (fault->pages) && fault->pages[i] != NULL; i++)
    ask_test_server_add_json (server, "/v1/rows", fault->pages[i]);
  cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  g_assert_no_error (error);
  rows = rest_read_all (cursor, 2, NULL, NULL, &before, &error);
  g_assert_null (rows);
  g_test_message ("%s", error->message);
  g_assert_error (error, ASK_SOURCE_ERROR, (gint) fault->code);
  check_message (error);
  g_assert_cmpuint (before, ==, fault->before);
}

/* One of many calls fails: the whole scan does. */
static void
serve_one_bad (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
               gpointer user_data)
{
  g_autofree char *colour = ask_test_request_dup_param (request, "colour");

  if (g_strcmp0 (colour, "17") == 0)
    ask_test_reply_set (reply, 500, "text/plain", "boom", -1);
  else
    ask_test_reply_set (reply, 200, "application/json", "{\"data\":[{\"id\":1}]}", -1);
}

static void
test_one_of_many (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_one_bad, NULL);
  g_autoptr (AskSource) source = new_source (server, FALSE);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  const char *const bound[] = { "colour" };
  AskValue values[40];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = ask_value_integer (i);
  rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, TRUE);
  g_assert_null (rest_read (source, entity, 2, bound, 1, values, G_N_ELEMENTS (values), NULL, NULL,
                            &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_SERVER);
  check_message (error);
}

/* A filter is no reason to believe that fewer rows are all: with it, too, they have to be as many as the API
 * says. */
static void
test_total_with_filter (void)
{
  static const AskPagingKind kinds[] = { ASK_PAGING_NONE, ASK_PAGING_PAGE, ASK_PAGING_CURSOR };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = new_source (server, FALSE);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
      const char *const bound[] = { "colour" };
      AskValue value = ask_value_text ("red", -1);
      g_autoptr (GError) error = NULL;

      entity->operation->paging.kind = kinds[k];
      rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, FALSE);
      ask_test_server_add_json (server, "/v1/rows", "{\"data\":[{\"id\":1}],\"total\":9}");
      g_assert_null (rest_read (source, entity, 2, bound, 1, &value, 1, NULL, NULL, &error));
      g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
      check_message (error);
    }
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (100 * 1000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  for (guint n = 1; n <= 20; n += 19)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = new_source (server, TRUE);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const char *const bound[] = { "colour" };
      AskValue values[20];
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = NULL;
      g_autoptr (AskRows) rows = NULL;
      GThread *thread;

      /* No answer and no time-out in an hour: what comes back has been cancelled. */
      ask_rest_source_get_config (ASK_REST_SOURCE (source))->time_out_ms = 60 * 60 * 1000;
      for (guint i = 0; i < n; i++)
        values[i] = ask_value_integer (i);
      rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, TRUE);
      ask_test_server_add (server, "/v1/rows")->never = TRUE;
      cursor = rest_scan (source, entity, 2, bound, 1, values, n, NULL, &error);
      g_assert_no_error (error);
      thread = g_thread_new ("cancel", cancel_soon, cancellable);
      rows = rest_read_all (cursor, 2, NULL, cancellable, NULL, &error);
      g_thread_join (thread);
      g_assert_null (rows);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/source/rest-faults/a-spoilt-answer-is-an-error/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *path = g_strconcat ("/source/rest-faults/a-page-that-contradicts-another-is-an-error/",
                                           pages[i].name, NULL);

      g_test_add_data_func (path, &pages[i], test_pages);
    }
  g_test_add_func ("/source/rest-faults/a-status-line-repeats-no-secret", test_reason);
  g_test_add_func ("/source/rest-faults/a-busy-server-is-asked-again", test_busy_then_good);
  g_test_add_func ("/source/rest-faults/a-silent-server-ends-at-the-time-out", test_time_out);
  g_test_add_func ("/source/rest-faults/a-port-where-nobody-listens-is-told", test_refused);
  g_test_add_func ("/source/rest-faults/a-connection-closed-without-an-answer-is-an-error", test_no_answer);
  g_test_add_func ("/source/rest-faults/a-page-cut-at-any-byte-is-an-error", test_cut);
  g_test_add_func ("/source/rest-faults/one-failing-call-of-many-is-an-error", test_one_of_many);
  g_test_add_func ("/source/rest-faults/fewer-rows-than-the-total-are-an-error-with-a-filter",
                   test_total_with_filter);
  g_test_add_func ("/source/rest-faults/a-cancel-ends-one-call-or-twenty", test_cancel);
  return g_test_run ();
}

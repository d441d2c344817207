/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of answers that are longer than memory may be: every row of them arrives, in little memory,
 * and one that stops in the middle is an error however many rows came before.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"
#include "support/ask-test-memory.h"

#define ROWS_A_PIECE 4096

typedef struct
{
  guint n_pieces;
  gboolean gzip;
  gboolean cut;
  gboolean untold; /* it has no total */
} Body;

static GBytes *
wrap (const Body *body, const char *text, gsize length)
{
  return body->gzip ? ask_test_gzip (text, (gssize) length) : g_bytes_new (text, length);
}

/* {"data":[ rows …, {"id":-1} ],"total":n} */
static GBytes *
produce (guint n, gpointer data)
{
  const Body *body = data;
  g_autoptr (GString) text = g_string_new (n == 0 ? "{\"data\":[" : NULL);

  if (n < body->n_pieces)
    {
      for (guint i = 0; i < ROWS_A_PIECE; i++)
        g_string_append_printf (text, "{\"id\":%u,\"name\":\"row %07u of many\"},",
                                n * ROWS_A_PIECE + i, i);
      return wrap (body, text->str, text->len);
    }
  if (n > body->n_pieces)
    return NULL;
  if (body->cut)
    return g_bytes_new (NULL, 0);
  if (body->untold)
    return wrap (body, "{\"id\":-1}]}", 11);
  g_string_append_printf (text, "{\"id\":-1}],\"total\":%u}", body->n_pieces * ROWS_A_PIECE + 1);
  return wrap (body, text->str, text->len);
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Body *body = data;

  reply->content_type = g_strdup ("application/json");
  if (body->gzip)
    ask_test_reply_add_header (reply, "Content-Encoding", "gzip");
  reply->produce = produce;
  reply->produce_data = data;
}

/* Reads all, keeps nothing. Returns: how many rows came; the last step in @last */
static guint
count_rows (AskCursor *cursor, AskStep *last, GError **error)
{
  const AskValue *row;
  guint n = 0;

  while ((*last = ask_cursor_next (cursor, &row, NULL, NULL, error)) == ASK_STEP_ROW)
    {
      if (row[0].integer != -1)
        g_assert_cmpint (row[0].integer, ==, n);
      n++;
    }
  return n;
}

static guint
scale (void)
{
  const char *mib = g_getenv ("ASKDATA_TEST_BODY_MIB");

  return mib != NULL ? (guint) g_ascii_strtoull (mib, NULL, 10) : 96;
}

static void
test_long (gconstpointer data)
{
  /* A row is 41 to 47 bytes. */
  Body body = { (guint) ((gsize) scale () * 1024 * 1024 / (ROWS_A_PIECE * 45)),
                GPOINTER_TO_INT (data), FALSE, FALSE };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, calls, &error);
  gsize before = ask_test_peak_memory ();
  gint64 started = g_get_monotonic_time ();
  AskStep last;
  guint n;

  g_assert_no_error (error);
  n = count_rows (cursor, &last, &error);
  g_assert_no_error (error);
  g_assert_cmpint (last, ==, ASK_STEP_DONE);
  g_assert_cmpuint (n, ==, body.n_pieces * ROWS_A_PIECE + 1);
  g_test_message ("%u rows of about %u MiB in %.2f s, peak grew by %zu KiB", n, scale (),
                  (double) (g_get_monotonic_time () - started) / G_USEC_PER_SEC,
                  (ask_test_peak_memory () - before) >> 10);
#if !ASK_TEST_SANITIZED
  g_assert_cmpuint (ask_test_peak_memory () - before, <, 32 << 20);
#endif
  g_assert_cmpuint (calls->len, ==, 1);
  g_assert_cmpint (((AskCall *) calls->pdata[0])->rows, ==, n);
}

/* Rows were given out, and then the connection ends: that is no end of rows. */
static void
test_cut (gconstpointer data)
{
  Body body = { 40, GPOINTER_TO_INT (data), TRUE, FALSE };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, calls, &error);
  AskStep last;
  guint n = count_rows (cursor, &last, &error);

  g_assert_cmpint (last, ==, ASK_STEP_FAILED);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CUT);
  g_assert_cmpuint (n, >, ROWS_A_PIECE);
  g_assert_cmpuint (n, <=, 40 * ROWS_A_PIECE);
  /* It is not asked again for what was partly given. */
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
  g_assert_cmpuint (calls->len, ==, 1);
}

/* Whoever stops reading stops the server. */
static void
test_stop (void)
{
  Body body = { G_MAXUINT, FALSE, FALSE, FALSE };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &body);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  AskCursor *cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, calls, &error);
  const AskValue *row;

  for (guint i = 0; i < 100000; i++)
    g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
  g_object_unref (cursor);
  g_assert_cmpuint (calls->len, ==, 1);
}

/* A page that begins like the one before it is held until it is known to be another. */
static void
serve_same_start (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                  gpointer data)
{
  g_autofree char *page = ask_test_request_dup_param (request, "page");
  guint number = page != NULL ? (guint) g_ascii_strtoull (page, NULL, 10) : 1;
  g_autoptr (GString) text = g_string_new ("[");

  /* Beyond the end comes the last page again. */
  number = MIN (number, 3);
  for (guint i = 0; i < 40000; i++)
    g_string_append_printf (text, "%s{\"id\":%u,\"name\":\"a name that is neither short nor long\"}",
                            i > 0 ? "," : "", i < 39999 ? i : 1000000 + number);
  g_string_append_c (text, ']');
  ask_test_reply_set (reply, 200, "application/json", text->str, (gssize) text->len);
}

static void
test_same_start (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_same_start, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  guint n = 0;

  entity->operation->paging.kind = ASK_PAGING_PAGE;
  entity->operation->paging.parameter = g_strdup ("page");
  entity->operation->paging.first = 1;
  cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  while (ask_cursor_next (cursor, &row, NULL, NULL, &error) == ASK_STEP_ROW)
    n++;
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 3 * 40000);
}

/* What bounds memory is the row. */
static GBytes *
produce_huge_row (guint n, gpointer data)
{
  g_autofree char *text = g_malloc (1 << 20);

  if (n == 0)
    return g_bytes_new_static ("[{\"name\":\"", 10);
  memset (text, 'x', 1 << 20);
  return g_bytes_new (text, 1 << 20);
}

static void
serve_huge_row (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
                gpointer data)
{
  reply->content_type = g_strdup ("application/json");
  reply->produce = produce_huge_row;
}

static void
test_huge_row (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_huge_row, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error));
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
  g_test_message ("%s", error->message);
}

/* A page that begins like the last one is held back; one that goes on so for too long is an error. */
static void
test_same_too_long (void)
{
  const Body body = { .n_pieces = 250, .untold = TRUE };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, (gpointer) &body);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", "data");
  g_autoptr (GError) error = NULL;
  g_autoptr (AskCursor) cursor = NULL;
  const AskValue *row;
  AskStep step;
  guint n = 0;

  entity->operation->paging.kind = ASK_PAGING_PAGE;
  entity->operation->paging.parameter = g_strdup ("page");
  entity->operation->paging.first = 1;
  cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
  while ((step = ask_cursor_next (cursor, &row, NULL, NULL, &error)) == ASK_STEP_ROW)
    n++;
  g_assert_cmpint (step, ==, ASK_STEP_FAILED);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "begins like the one before it"));
  g_assert_cmpuint (n, ==, body.n_pieces * ROWS_A_PIECE + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  /* The order matters to the peaks: what needs most comes last. */
  g_test_add_data_func ("/source/rest-stream/rows-longer-than-memory-stream-through",
                        GINT_TO_POINTER (FALSE), test_long);
  g_test_add_data_func ("/source/rest-stream/compressed-rows-longer-than-memory-stream-through",
                        GINT_TO_POINTER (TRUE), test_long);
  g_test_add_data_func ("/source/rest-stream/a-stream-that-is-cut-is-an-error", GINT_TO_POINTER (FALSE), test_cut);
  g_test_add_data_func ("/source/rest-stream/a-compressed-stream-that-is-cut-is-an-error",
                        GINT_TO_POINTER (TRUE), test_cut);
  g_test_add_func ("/source/rest-stream/who-stops-reading-stops-the-server", test_stop);
  g_test_add_func ("/source/rest-stream/pages-that-begin-alike-give-all-rows", test_same_start);
  g_test_add_func ("/source/rest-stream/pages-alike-for-too-long-are-an-error", test_same_too_long);
  g_test_add_func ("/source/rest-stream/a-row-beyond-the-limit-is-an-error", test_huge_row);
  return g_test_run ();
}

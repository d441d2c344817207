/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of what paging costs and where it ends: links that nobody documented, pages side by side,
 * pages that look the same, chains without an end, and the calls that a query may make.
 */
#include "config.h"

#include <string.h>

#include "rest-fixture.h"

typedef struct
{
  guint n_rows;
  guint size;
  gboolean total;
  gboolean more;
  gboolean same; /* all rows are the same */
  guint short_at; /* a page that goes beyond ends there */
  gboolean endless; /* always the first page, and always more */
  guint base; /* the number of the first row */
  guint delay_ms;
  guint gathers; /* so many pages behind the eighth are answered together: first one is asked for ahead, then two, … */
} Api;

static guint
number_of (const AskTestRequest *request, const char *name, guint fallback)
{
  g_autofree char *text = ask_test_request_dup_param (request, name);

  return text != NULL ? (guint) g_ascii_strtoull (text, NULL, 10) : fallback;
}

static void
serve (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  const Api *api = data;
  guint from = number_of (request, "offset", (number_of (request, "page", 1) - 1) * api->size + api->base)
               - api->base;
  g_autoptr (GString) body = g_string_new ("{\"data\":[");
  guint to;

  if (api->endless)
    from = 0;
  from = MIN (from, api->n_rows);
  to = MIN (api->n_rows, from + api->size);
  if (from < api->short_at)
    to = MIN (to, api->short_at);
  for (guint i = from; i < to; i++)
    g_string_append_printf (body, "%s{\"id\":%u}", i > from ? "," : "", api->same ? 7 : i);
  g_string_append (body, "]");
  if (api->total)
    g_string_append_printf (body, ",\"total\":%u", api->n_rows);
  if (api->more)
    g_string_append_printf (body, ",\"has_more\":%s",
                            to < api->n_rows || api->endless ? "true" : "false");
  g_string_append (body, "}");
  reply->delay_ms = api->delay_ms;
  if (api->gathers > 0 && from == 7 * api->size)
    ask_test_server_gather (server, NULL, api->gathers);
  ask_test_reply_set (reply, 200, "application/json", body->str, (gssize) body->len);
}

static AskEntity *
paged_entity_new (AskPagingKind kind)
{
  AskEntity *entity = rest_entity_new ("/v1/rows", "data");
  AskPaging *paging = &entity->operation->paging;

  paging->kind = kind;
  paging->parameter = g_strdup (kind == ASK_PAGING_OFFSET ? "offset" : "page");
  paging->first = 1;
  return entity;
}

/* Pages that are known to exist come side by side; each once, in order, and none beyond. */
static void
test_side_by_side (void)
{
  static const AskPagingKind kinds[] = { ASK_PAGING_PAGE, ASK_PAGING_OFFSET };
  gint64 elapsed[2];

  for (guint k = 0; k < 2; k++)
    for (guint total = 0; total < 2; total++)
      {
        Api api = { .n_rows = 395, .size = 10, .total = total, .delay_ms = 10, .gathers = total ? 3 : 0 };
        g_autoptr (AskTestServer) server = ask_test_server_new (serve, &api);
        g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
        g_autoptr (AskEntity) entity = paged_entity_new (kinds[k]);
        g_autoptr (GPtrArray) calls = rest_calls_new ();
        g_autoptr (GError) error = NULL;
        gint64 started = g_get_monotonic_time ();
        g_autoptr (AskRows) rows
          = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);

        elapsed[total] = g_get_monotonic_time () - started;
        g_assert_no_error (error);
        g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 395);
        for (guint i = 0; i < 395; i++)
          g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, i);
        g_assert_cmpuint (ask_test_server_count (server, NULL), ==, total ? 40 : 41);
        g_assert_cmpuint (calls->len, ==, total ? 40 : 41);
        if (!total)
          g_assert_cmpuint (ask_test_server_get_max_concurrent (server), ==, 1);
        g_assert_cmpuint (ask_test_server_get_max_concurrent (server), <=, 8);
        if (total)
          g_test_message ("40 pages of 10 ms: %.0f ms one by one, %.0f ms side by side",
                          (double) elapsed[0] / 1000, (double) elapsed[1] / 1000);
      }
}

/* After a page that is shorter than the others the next offset is another one than was thought: what was
 * asked for ahead does not fit any more. */
static void
test_short_page (void)
{
  Api api = { .n_rows = 395, .size = 10, .total = TRUE, .short_at = 105 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve, &api);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_OFFSET);
  g_autoptr (GError) error = NULL;
  g_autoptr (AskRows) rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 395);
  for (guint i = 0; i < 395; i++)
    g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, i);
}

/* An API that calls its first row 1 is told so on its first page, and counts from there. */
static void
test_offset_from_one (void)
{
  for (guint total = 0; total < 2; total++)
    {
      Api api = { .n_rows = 300, .size = 10, .total = total, .base = 1 };
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, &api);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_OFFSET);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      ask_operation_add_parameter (entity->operation, "offset", ASK_PARAMETER_IN_QUERY, NULL, TRUE)->fixed
        = g_strdup ("1");
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 300);
      for (guint i = 0; i < 300; i++)
        g_assert_cmpint (ask_rows_get (rows, i, 0)->integer, ==, i);
    }
}

/* Who stops reading has not asked for much more. */
static void
test_stop (void)
{
  for (guint n_pages = 1; n_pages < 12; n_pages++)
    {
      Api api = { .n_rows = 1000, .size = 10, .total = TRUE };
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, &api);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_PAGE);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskCursor) cursor = rest_scan (source, entity, 2, NULL, 0, NULL, 0, NULL, &error);
      const AskValue *row;

      for (guint i = 0; i < 10 * n_pages; i++)
        g_assert_cmpint (ask_cursor_next (cursor, &row, NULL, NULL, &error), ==, ASK_STEP_ROW);
      if (n_pages < 3)
        g_assert_cmpuint (ask_test_server_count (server, NULL), ==, n_pages);
      g_assert_cmpuint (ask_test_server_count (server, NULL), <=, n_pages + 8);
    }
}

/* Two pages that are the same are one where the rows tell that they are, and two where all rows
 * are alike and the server says that there are more. */
static void
test_same_pages (void)
{
  static const struct
  {
    Api api;
    guint n_rows; /* 0 where it has to fail */
  } cases[] = {
    { { .n_rows = 30, .size = 10, .total = TRUE, .same = TRUE }, 30 },
    { { .n_rows = 35, .size = 10, .total = TRUE, .same = TRUE }, 35 },
    { { .n_rows = 30, .size = 10, .more = TRUE, .same = TRUE }, 30 },
    { { .n_rows = 30, .size = 10, .more = TRUE, .endless = TRUE }, 0 },
    { { .n_rows = 30, .size = 10, .more = TRUE, .endless = TRUE, .same = TRUE }, 0 },
    { { .n_rows = 30, .size = 10, .total = TRUE, .endless = TRUE }, 0 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, (gpointer) &cases[c].api);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_PAGE);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);

      g_test_message ("case %u: %s", c, error != NULL ? error->message : "good");
      if (cases[c].n_rows == 0)
        {
          g_assert_null (rows);
          g_assert_cmpint (error->domain, ==, ASK_SOURCE_ERROR);
          g_assert_cmpuint (ask_test_server_count (server, NULL), <, 150);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, cases[c].n_rows);
    }
}

/* A Link header is followed though the specification says nothing of pages, and only at home. */
static void
serve_links (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
             gpointer data)
{
  guint page = number_of (request, "p", 1);
  g_autofree char *body = g_strdup_printf ("[{\"id\":%u}]", page);
  g_autofree char *link = g_strdup_printf ("<%s/v1/rows?p=%u>; rel=\"%s\"", (char *) data, page + 1,
                                           page % 2 == 0 ? "next" : "last next");

  if (page < 4)
    ask_test_reply_add_header (reply, "Link", link);
  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

static void
test_undocumented_link (void)
{
  static const char *const origins[] = { "", "http://127.0.0.2:9" };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_links, (gpointer) origins[i]);
      g_autoptr (AskSource) source = rest_source_new (server, "X-Key", "s3cr3t");
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);

      if (i == 1)
        {
          g_assert_null (rows);
          g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_MALFORMED);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, 4);
    }
}

/* A chain that always names another page ends with the budget, in words. */
static void
serve_endless (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
               gpointer data)
{
  guint cursor = number_of (request, "page", 0);
  g_autofree char *body
    = g_strdup_printf ("{\"data\":[{\"id\":%u}],\"next\":\"%u\"}", cursor, cursor + 1);

  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

static void
test_budget (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_endless, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_CURSOR);
  g_autoptr (GPtrArray) calls = rest_calls_new ();
  g_autoptr (GError) error = NULL;
  AskCall *others;
  AskRows *rows;

  entity->operation->paging.next = g_strdup ("next");
  ask_rest_source_get_config (ASK_REST_SOURCE (source))->max_calls = 25;
  /* Calls to another source, and answers that were kept, cost nothing; one of its own counts. */
  for (guint i = 0; i < 3; i++)
    {
      others = g_new0 (AskCall, 1);
      others->source = g_strdup (i == 0 ? "elsewhere" : "shop");
      others->cached = i == 1 ? ASK_CALL_FRESH : ASK_CALL_NOT_CACHED;
      g_ptr_array_add (calls, others);
    }
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, calls, &error);
  g_assert_null (rows);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "shop"));
  g_assert_nonnull (strstr (error->message, "25 calls"));
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 24);
  g_clear_error (&error);
  /* The next query has a budget of its own. */
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_null (rows);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 49);
}

/* What just fits is no failure. */
static void
test_budget_fits (void)
{
  for (guint max = 4; max < 6; max++)
    {
      Api api = { .n_rows = 45, .size = 10, .total = TRUE };
      g_autoptr (AskTestServer) server = ask_test_server_new (serve, &api);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = paged_entity_new (ASK_PAGING_PAGE);
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->max_calls = max;
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, max);
      if (max == 5)
        g_assert_no_error (error);
      else
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_LIMIT);
    }
}

static void
serve_colour (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply, gpointer data)
{
  g_autofree char *body = g_strdup_printf ("[{\"id\":%u}]", number_of (request, "colour", 0));

  reply->delay_ms = 20;
  ask_test_reply_set (reply, 200, "application/json", body, -1);
}

/* As many calls at a time as the steward says, sixteen at most. */
static void
test_lanes (void)
{
  static const guint lanes[] = { 1, 3, 0, 16, 50 };
  static const guint at_once[] = { 1, 3, 8, 16, 16 };

  for (guint c = 0; c < G_N_ELEMENTS (lanes); c++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (serve_colour, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      const char *const bound[] = { "colour" };
      AskValue values[64];
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;
      gint64 started = g_get_monotonic_time ();

      ask_rest_source_get_config (ASK_REST_SOURCE (source))->lanes = lanes[c];
      rest_add_parameter (entity, "colour", ASK_PARAMETER_IN_QUERY, TRUE);
      ask_test_server_gather (server, NULL, at_once[c]);
      for (guint i = 0; i < G_N_ELEMENTS (values); i++)
        values[i] = ask_value_integer (i);
      rows = rest_read (source, entity, 2, bound, 1, values, G_N_ELEMENTS (values), NULL, NULL,
                        &error);
      g_assert_no_error (error);
      g_assert_cmpuint (ask_rows_get_n_rows (rows), ==, G_N_ELEMENTS (values));
      g_assert_cmpuint (ask_test_server_get_max_concurrent (server), ==, at_once[c]);
      g_test_message ("%u lanes: %.0f ms for 64 calls of 20 ms, ideal %u", at_once[c],
                      (double) (g_get_monotonic_time () - started) / 1000,
                      64 * 20 / at_once[c]);
    }
}

/* A redirect is followed at home; the key does not leave it. */
static void
test_redirect (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskTestServer) other = ask_test_server_new (NULL, NULL);
      g_autoptr (AskSource) source = rest_source_new (server, "X-Key", "s3cr3t");
      g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
      g_autofree char *elsewhere = ask_test_server_dup_url (other, "/v2/rows");
      AskTestReply *reply = ask_test_server_add (server, "/v1/rows");
      g_autoptr (GError) error = NULL;
      g_autoptr (AskRows) rows = NULL;

      reply->status = 307;
      ask_test_reply_add_header (reply, "Location", i == 0 ? "/v2/rows" : elsewhere);
      ask_test_server_add_json (server, "/v2/rows", "[{\"id\":1}]");
      rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
      if (i == 0)
        g_assert_no_error (error);
      else
        g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_CONFIG);
      g_assert_cmpuint (ask_test_server_count (other, NULL), ==, 0);
    }
}

/* Longer than half a minute is not waited for, and the words say how long it would be. */
static void
test_rate_limit (void)
{
  g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
  g_autoptr (AskSource) source = rest_source_new (server, NULL, NULL);
  g_autoptr (AskEntity) entity = rest_entity_new ("/v1/rows", NULL);
  AskTestReply *reply = ask_test_server_add_json (server, "/v1/rows", "[{\"id\":1}]");
  g_autoptr (GError) error = NULL;
  AskRows *rows;

  ask_test_reply_add_header (reply, "X-RateLimit-Remaining", "0");
  ask_test_reply_add_header (reply, "X-RateLimit-Reset", "900");
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  ask_rows_unref (rows);
  rows = rest_read (source, entity, 2, NULL, 0, NULL, 0, NULL, NULL, &error);
  g_assert_null (rows);
  g_assert_error (error, ASK_SOURCE_ERROR, ASK_SOURCE_ERROR_BUSY);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "15 minutes"));
  g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/source/rest-paging/pages-side-by-side-come-once-and-in-order", test_side_by_side);
  g_test_add_func ("/source/rest-paging/after-a-short-page-no-row-is-lost", test_short_page);
  g_test_add_func ("/source/rest-paging/an-offset-from-one-counts-from-there", test_offset_from_one);
  g_test_add_func ("/source/rest-paging/who-stops-reading-asks-for-little-more", test_stop);
  g_test_add_func ("/source/rest-paging/equal-pages-are-one-only-where-rows-tell", test_same_pages);
  g_test_add_func ("/source/rest-paging/an-undocumented-link-is-followed-at-home-only", test_undocumented_link);
  g_test_add_func ("/source/rest-paging/a-query-ends-at-its-budget-of-calls", test_budget);
  g_test_add_func ("/source/rest-paging/what-just-fits-the-budget-is-no-failure", test_budget_fits);
  g_test_add_func ("/source/rest-paging/as-many-calls-at-once-as-the-steward-says", test_lanes);
  g_test_add_func ("/source/rest-paging/a-redirect-is-followed-at-home-only", test_redirect);
  g_test_add_func ("/source/rest-paging/a-limit-of-minutes-is-told-not-waited-for", test_rate_limit);
  return g_test_run ();
}

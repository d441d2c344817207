/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of rate limits: what the headers mean, and that no call goes out before it may.
 */
#include "config.h"

#include <string.h>

#include "net/ask-http-lane.h"
#include "net/ask-http-rate.h"
#include "net/ask-http.h"
#include "support/ask-test-server.h"

#define NOW 1772366400 /* 1 March 2026, 12:00:00 UTC */

static void
test_read (void)
{
  static const struct
  {
    const char *headers[8];
    gint64 remaining; /* -1 where nothing is told */
    gint64 reset_s;
  } rows[] = {
    { { NULL }, -1, 0 },
    { { "x-ratelimit-remaining", "5" }, -1, 0 },
    { { "x-ratelimit-reset", "5" }, -1, 0 },
    { { "x-ratelimit-remaining", "5", "x-ratelimit-reset", "30" }, 5, 30 },
    { { "x-rate-limit-remaining", "0", "x-rate-limit-reset", "30" }, 0, 30 },
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772366460" }, 0, 60 },
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772366460000" }, 0, 60 },
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772366400" }, 0, 0 },
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772000000" }, 0, 0 },
    /* Its clock is an hour behind ours. */
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "1772362860", "date",
        "Sun, 01 Mar 2026 11:00:00 GMT" }, 0, 60 },
    { { "x-ratelimit-remaining", "0", "x-ratelimit-reset", "Sun, 01 Mar 2026 12:00:10 GMT" }, 0, 10 },
    { { "ratelimit-remaining", "7", "ratelimit-reset", "9" }, 7, 9 },
    { { "ratelimit", "limit=100, remaining=50, reset=5" }, 50, 5 },
    { { "ratelimit", "\"default\";r=0;t=30" }, 0, 30 },
    { { "ratelimit", "\"default\";r=50" }, -1, 0 },
    { { "ratelimit", "what?" }, -1, 0 },
    { { "x-ratelimit-remaining", "many", "x-ratelimit-reset", "soon" }, -1, 0 },
    { { "x-ratelimit-remaining", "-1", "x-ratelimit-reset", "5" }, -1, 0 },
    { { "x-ratelimit-remaining", "5, 900;w=3600", "x-ratelimit-reset", "30.5" }, 5, 30 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
      gint64 remaining = -1, reset_s = 0;

      for (guint h = 0; rows[i].headers[h] != NULL; h += 2)
        g_hash_table_insert (headers, (char *) rows[i].headers[h],
                             (char *) rows[i].headers[h + 1]);
      g_test_message ("row %u", i);
      g_assert_cmpint (ask_http_rate_read (headers, NOW, &remaining, &reset_s), ==,
                       rows[i].remaining >= 0);
      if (rows[i].remaining < 0)
        continue;
      g_assert_cmpint (remaining, ==, rows[i].remaining);
      g_assert_cmpint (reset_s, ==, rows[i].reset_s);
    }
}

/* Allows three calls a second, and says so; a call too many is a fault of ours. */
typedef struct
{
  GMutex lock;
  gint64 window; /* when it began */
  guint n;
  guint n_too_many;
} Limiter;

static void
serve_limited (AskTestServer *server, const AskTestRequest *request, AskTestReply *reply,
               gpointer data)
{
  Limiter *limiter = data;
  gint64 now = g_get_monotonic_time ();
  g_autofree char *remaining = NULL;

  g_mutex_lock (&limiter->lock);
  if (now - limiter->window >= G_USEC_PER_SEC)
    {
      limiter->window = now;
      limiter->n = 0;
    }
  limiter->n++;
  limiter->n_too_many += limiter->n > 3;
  remaining = g_strdup_printf ("%u", limiter->n < 3 ? 3 - limiter->n : 0);
  ask_test_reply_add_header (reply, "X-RateLimit-Remaining", remaining);
  ask_test_reply_add_header (reply, "X-RateLimit-Reset", "1");
  ask_test_reply_set (reply, limiter->n > 3 ? 429 : 200, "text/plain", "x", -1);
  g_mutex_unlock (&limiter->lock);
}

static gboolean
count_good (guint index, const AskHttpResponse *response, const GError *failure, gpointer data,
            GError **error)
{
  g_assert_no_error (failure);
  *(guint *) data += response->status == 200;
  return TRUE;
}

static void
test_waits (void)
{
  Limiter limiter = { 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_limited, &limiter);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/x");
  AskHttpRequest requests[8];
  g_autoptr (GError) error = NULL;
  gint64 started = g_get_monotonic_time ();
  guint n_good = 0;

  /* One at a time, since the first answer is what tells of the limit. */
  ask_http_set_limits (http, 0, 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    requests[i] = (AskHttpRequest) { .url = url };
  g_assert_true (ask_http_send_many (http, &(AskHttpBatch) { requests, G_N_ELEMENTS (requests), count_good, &n_good },
                                     NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_good, ==, G_N_ELEMENTS (requests));
  g_assert_cmpuint (limiter.n_too_many, ==, 0);
  g_assert_cmpint (g_get_monotonic_time () - started, >=, 2 * G_USEC_PER_SEC - 100000);
}

/* With many lanes nothing more than what is left goes out at once. */
static void
test_lanes (void)
{
  Limiter limiter = { 0 };
  g_autoptr (AskTestServer) server = ask_test_server_new (serve_limited, &limiter);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autofree char *url = ask_test_server_dup_url (server, "/x");
  AskHttpRequest requests[7];
  g_autoptr (GError) error = NULL;
  guint n_good = 0;

  ask_http_set_limits (http, 0, 1, 8);
  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    requests[i] = (AskHttpRequest) { .url = url };
  g_assert_true (ask_http_send_many (http, &(AskHttpBatch) { requests, 1, count_good, &n_good }, NULL, &error));
  g_assert_true (ask_http_send_many (http, &(AskHttpBatch) { requests + 1, 2, count_good, &n_good }, NULL, &error));
  g_assert_true (ask_http_send_many (http, &(AskHttpBatch) { requests + 3, 3, count_good, &n_good }, NULL, &error));
  g_assert_cmpuint (n_good, ==, 6);
  g_assert_cmpuint (limiter.n_too_many, ==, 0);
}

/* What is on its way when a server counts has to come off what it says is left. */
static void
test_under_way (void)
{
  static const struct
  {
    guint n_sending;
    gint64 remaining; /* of the lane, where the server says 3 */
  } rows[] = { { 0, 3 }, { 2, 1 }, { 3, 0 }, { 5, 0 } };
  g_autoptr (GHashTable) headers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  g_hash_table_insert (headers, g_strdup ("x-ratelimit-remaining"), g_strdup ("3"));
  g_hash_table_insert (headers, g_strdup ("x-ratelimit-reset"), g_strdup ("60"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      AskHttpLane *lane = ask_http_lane_new ("https://api.example");

      lane->n_sending = rows[i].n_sending;
      ask_http_lane_note (lane, 1, 200, headers);
      g_assert_cmpint (lane->remaining, ==, rows[i].remaining);
      g_assert_cmpint (ask_http_lane_get_wait_ms (lane) > 0, ==, rows[i].remaining == 0);
      ask_http_lane_free (lane);
    }
}

/* Of two calls that were on their way together, the answer to the second may be read first. */
static void
test_out_of_order (void)
{
  static const struct
  {
    guint64 nth;
    const char *told;
    gint64 remaining; /* of the lane */
  } rows[] = { { 2, "0", 0 }, { 1, "1", 0 }, { 3, "5", 5 } };
  g_autoptr (GHashTable) headers = g_hash_table_new (g_str_hash, g_str_equal);
  AskHttpLane *lane = ask_http_lane_new ("https://api.example");

  lane->n_sent = 2;
  g_hash_table_insert (headers, (char *) "x-ratelimit-reset", (char *) "60");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      lane->n_sent = MAX (lane->n_sent, rows[i].nth);
      g_hash_table_insert (headers, (char *) "x-ratelimit-remaining", (char *) rows[i].told);
      ask_http_lane_note (lane, rows[i].nth, 200, headers);
      g_assert_cmpint (lane->remaining, ==, rows[i].remaining);
    }
  ask_http_lane_free (lane);
}

/* Longer than half a minute is not waited for: the words say how long. */
static void
test_too_long (void)
{
  static const struct
  {
    guint status;
    const char *headers[4];
    const char *says;
  } rows[] = {
    { 200, { "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "720" }, "12 minutes" },
    { 200, { "RateLimit", "\"d\";r=0;t=90", NULL }, "90 seconds" },
    { 429, { "Retry-After", "7300", NULL }, "3 hours" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (AskTestServer) server = ask_test_server_new (NULL, NULL);
      g_autoptr (AskHttp) http = ask_http_new (NULL);
      g_autofree char *url = ask_test_server_dup_url (server, "/x?key=secret");
      AskHttpRequest request = { .url = url };
      AskTestReply *reply = ask_test_server_add (server, "/x");
      g_autoptr (AskHttpResponse) first = NULL;
      g_autoptr (AskHttpResponse) second = NULL;
      g_autoptr (GError) error = NULL;

      ask_test_reply_set (reply, rows[i].status, "text/plain", "x", -1);
      for (guint h = 0; h < 4 && rows[i].headers[h] != NULL; h += 2)
        ask_test_reply_add_header (reply, rows[i].headers[h], rows[i].headers[h + 1]);
      first = ask_http_send (http, &request, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (first->status, ==, rows[i].status);
      second = ask_http_send (http, &request, NULL, NULL, NULL, &error);
      g_assert_null (second);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_BUSY);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, rows[i].says));
      g_assert_null (strstr (error->message, "secret"));
      g_assert_cmpuint (ask_test_server_count (server, NULL), ==, 1);
    }
}

/* A limit of one host is no other's. */
static void
test_other_host (void)
{
  g_autoptr (AskTestServer) busy = ask_test_server_new (NULL, NULL);
  g_autoptr (AskTestServer) idle = ask_test_server_new (NULL, NULL);
  g_autoptr (AskHttp) http = ask_http_new (NULL);
  g_autofree char *busy_url = ask_test_server_dup_url (busy, "/x");
  g_autofree char *idle_url = ask_test_server_dup_url (idle, "/x");
  AskHttpRequest to_busy = { .url = busy_url };
  AskHttpRequest to_idle = { .url = idle_url };
  g_autoptr (AskHttpResponse) first = NULL;
  g_autoptr (AskHttpResponse) second = NULL;
  AskTestReply *reply = ask_test_server_add_json (busy, "/x", "[]");
  g_autoptr (GError) error = NULL;

  ask_test_reply_add_header (reply, "X-RateLimit-Remaining", "0");
  ask_test_reply_add_header (reply, "X-RateLimit-Reset", "600");
  ask_test_server_add_json (idle, "/x", "[]");
  first = ask_http_send (http, &to_busy, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  second = ask_http_send (http, &to_idle, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (second->status, ==, 200);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/net/http-rate/the-headers-of-a-limit-are-read", test_read);
  g_test_add_func ("/net/http-rate/no-call-goes-out-beyond-the-limit", test_waits);
  g_test_add_func ("/net/http-rate/many-lanes-share-what-is-left", test_lanes);
  g_test_add_func ("/net/http-rate/what-is-under-way-comes-off-what-is-left", test_under_way);
  g_test_add_func ("/net/http-rate/answers-out-of-order-give-back-no-call", test_out_of_order);
  g_test_add_func ("/net/http-rate/more-than-half-a-minute-is-not-waited-for", test_too_long);
  g_test_add_func ("/net/http-rate/a-limit-of-one-host-is-no-other-s", test_other_host);
  return g_test_run ();
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests of URLs and of when to try again: the pure functions of the room.
 */
#include "config.h"

#include "net/ask-http-retry.h"
#include "net/ask-http.h"
#include "net/ask-url.h"

static void
test_parse (void)
{
  static const char *const bad[]
      = { "", "localhost:8080/x", "ftp://host/", "http://", "https:///x", "/only/path",
          "http://host:99999/", "no url at all", "file:///etc/passwd" };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = ask_url_parse (bad[i], &error);

      if (uri != NULL)
        g_test_message ("taken for a URL: %s", bad[i]);
      g_assert_null (uri);
      g_assert_error (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL);
    }
}

static void
test_origin (void)
{
  static const char *const pairs[][2] = {
    { "http://Host.Example/a?key=secret", "http://host.example" },
    { "https://user:pass@h:8443/", "https://h:8443" },
    { "https://h:443/", "https://h" },
    { "http://h:80", "http://h" },
    { "http://[::1]:8080/x", "http://[::1]:8080" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = ask_url_parse (pairs[i][0], &error);

      g_assert_no_error (error);

      g_autofree char *origin = ask_url_get_origin (uri);

      g_assert_cmpstr (origin, ==, pairs[i][1]);
    }
}

static void
test_hops (void)
{
  static const struct
  {
    const char *from;
    const char *to;
    gboolean safe;
  } hops[] = {
    { "http://a/x", "http://a/y", TRUE },
    { "http://a/x", "http://A:80/y", TRUE },
    { "http://a/x", "https://a/x", TRUE },
    { "https://a/x", "http://a/x", FALSE },
    { "http://a/x", "http://b/x", FALSE },
    { "http://a/x", "http://a:81/x", FALSE },
    { "http://a/x", "https://a:8443/x", FALSE },
    { "http://a:8080/x", "https://a:8080/x", FALSE },
    { "http://a/x", "http://a.evil/x", FALSE },
    { "http://[::1]/x", "http://[::2]/x", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (hops); i++)
    {
      g_autoptr (GUri) from = ask_url_parse (hops[i].from, NULL);
      g_autoptr (GUri) to = ask_url_parse (hops[i].to, NULL);

      if (ask_url_is_safe_hop (from, to) != hops[i].safe)
        g_error ("%s → %s", hops[i].from, hops[i].to);
    }
}

static void
test_query (void)
{
  static const char *const rows[][4] = {
    { "http://h/p", "a b", "1&2", "http://h/p?a%20b=1%262" },
    { "http://h/p?", "a", "ü", "http://h/p?a=%C3%BC" },
    { "http://h/p?x=1", "a", "", "http://h/p?x=1&a=" },
    { "http://h/p?x=1&", "a", "+", "http://h/p?x=1&a=%2B" },
    { "http://h/p?x=1#top", "a", "=", "http://h/p?x=1&a=%3D#top" },
    { "http://h/p#a?b", "a", "#", "http://h/p?a=%23#a?b" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *url = ask_url_append_query (rows[i][0], rows[i][1], rows[i][2]);

      g_assert_cmpstr (url, ==, rows[i][3]);
    }
}

static void
test_retry_after (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_utc (2026, 3, 1, 12, 0, 0);
  static const struct
  {
    const char *value;
    gint64 ms;
  } rows[] = {
    { NULL, -1 },
    { "", -1 },
    { "soon", -1 },
    { "-5", -1 },
    { "2", 2000 },
    { " 2 ", 2000 },
    { "0.25", 250 },
    { "2x", -1 },
    { "Sun, 01 Mar 2026 12:00:10 GMT", 10000 },
    { "Sun, 01 Mar 2026 11:00:00 GMT", 0 },
    { "99999999999999999999", 1000000000000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (ask_http_retry_after_ms (rows[i].value, now), ==, rows[i].ms);
}

static void
test_delay (void)
{
  for (guint tries = 1; tries < 100; tries++)
    {
      guint most = tries < 10 ? 200u << (tries - 1) : 10000;
      guint delay = ask_http_retry_delay_ms (tries, -1);

      most = MIN (most, 10000);
      g_assert_cmpuint (delay, <=, most);
      g_assert_cmpuint (delay, >=, most / 2 - 1);
      g_assert_cmpuint (ask_http_retry_delay_ms (tries, 20000), >=, 20000);
    }
}

/* Clients that failed at one moment don't come back at one moment. */
static void
test_jitter (void)
{
  guint least = G_MAXUINT, most = 0, least_after = G_MAXUINT, most_after = 0;

  for (guint i = 0; i < 200; i++)
    {
      guint delay = ask_http_retry_delay_ms (5, -1);
      guint after = ask_http_retry_delay_ms (1, 20000);

      least = MIN (least, delay);
      most = MAX (most, delay);
      least_after = MIN (least_after, after);
      most_after = MAX (most_after, after);
    }
  g_assert_cmpuint (most - least, >, 800);
  g_assert_cmpuint (most_after - least_after, >, 25);
}

static void
test_worth (void)
{
  static const guint always[] = { 429, 502, 503, 504 }, asked[] = { 500, 507, 529 },
                     never[] = { 200, 301, 400, 401, 404, 408, 501, 505, 600 };

  for (gsize i = 0; i < G_N_ELEMENTS (always); i++)
    g_assert_true (ask_http_retry_is_worth_it (always[i], FALSE));
  for (gsize i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_assert_false (ask_http_retry_is_worth_it (asked[i], FALSE));
      g_assert_true (ask_http_retry_is_worth_it (asked[i], TRUE));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (never); i++)
    g_assert_false (ask_http_retry_is_worth_it (never[i], TRUE));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/net/url/what-is-no-address-is-refused", test_parse);
  g_test_add_func ("/net/url/an-origin-holds-no-path-and-no-password", test_origin);
  g_test_add_func ("/net/url/a-redirect-stays-on-its-host-or-becomes-safer", test_hops);
  g_test_add_func ("/net/url/a-parameter-is-added-and-escaped", test_query);
  g_test_add_func ("/net/retry/retry-after-is-read-as-seconds-or-a-date", test_retry_after);
  g_test_add_func ("/net/retry/the-wait-grows-to-ten-seconds", test_delay);
  g_test_add_func ("/net/retry/clients-that-failed-together-come-back-apart", test_jitter);
  g_test_add_func ("/net/retry/only-passing-statuses-are-worth-another-try", test_worth);
  return g_test_run ();
}

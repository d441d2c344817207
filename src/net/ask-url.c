/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * URLs. What is shown to people is only ever the origin (scheme, host, port): a query string or the
 * part before an "@" may hold a key.
 */
#include "config.h"

#include "net/ask-url.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "base/ask-error.h"
#include "net/ask-http.h"

/**
 * ask_url_parse:
 * @url: absolute
 * @error: %ASK_HTTP_ERROR_URL; the message never repeats more of the URL than its beginning
 *
 * Returns: (transfer full): an http or https URL with a host and a path, or %NULL
 */
GUri *
ask_url_parse (const char *url, GError **error)
{
  g_autoptr (GUri) uri = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  if (uri == NULL)
    {
      ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                     N_ ("The address is no URL. It should look like "
                         "https://host.example/path."));
      return NULL;
    }

  const char *scheme = g_uri_get_scheme (uri);
  const char *host = g_uri_get_host (uri);

  if (g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0)
    {
      ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL,
                     N_ ("The address must begin with http:// or https://."));
      return NULL;
    }
  if (host == NULL || *host == '\0')
    {
      ask_error_set (error, ASK_HTTP_ERROR, ASK_HTTP_ERROR_URL, N_ ("The address names no host after %s://."), scheme);
      return NULL;
    }
  return g_steal_pointer (&uri);
}

/**
 * ask_url_get_origin:
 * @uri: http or https
 *
 * Returns: (transfer full): "http://host:port", safe to show: no path, no query, no user
 */
char *
ask_url_get_origin (GUri *uri)
{
  const char *scheme = g_uri_get_scheme (uri);
  const char *host = g_uri_get_host (uri);
  int port = g_uri_get_port (uri);
  gboolean is_ipv6 = host != NULL && strchr (host, ':') != NULL;
  g_autofree char *lower = g_ascii_strdown (host != NULL ? host : "", -1);

  if (port <= 0)
    port = g_strcmp0 (scheme, "https") == 0 ? 443 : 80;
  if ((port == 443 && g_strcmp0 (scheme, "https") == 0) || (port == 80 && g_strcmp0 (scheme, "http") == 0))
    return g_strdup_printf (is_ipv6 ? "%s://[%s]" : "%s://%s", scheme, lower);
  return g_strdup_printf (is_ipv6 ? "%s://[%s]:%d" : "%s://%s:%d", scheme, lower, port);
}

/**
 * ask_url_is_safe_hop:
 * @from: where a request went
 * @to: where its answer points
 *
 * A request carries its keys along, so it may only be sent on to the origin that it was meant for,
 * or to that host's https side.
 *
 * Returns: whether to follow
 */
gboolean
ask_url_is_safe_hop (GUri *from, GUri *to)
{
  g_autofree char *a = ask_url_get_origin (from);
  g_autofree char *b = ask_url_get_origin (to);

  if (g_str_equal (a, b))
    return TRUE;
  /* Default ports are not printed, so this is port 80 to port 443 of one host. */
  return g_str_has_prefix (a, "http://") && g_str_has_prefix (b, "https://")
         && g_str_equal (a + strlen ("http://"), b + strlen ("https://")) && g_uri_get_port (to) != 80
         && strrchr (a, ':') == a + strlen ("http");
}

/**
 * ask_url_escape:
 * @text: UTF-8
 *
 * Returns: (transfer full): @text for one path segment, query name or query value: all but
 *   letters, digits and "-._~" is percent-encoded
 */
char *
ask_url_escape (const char *text)
{
  return g_uri_escape_string (text, NULL, FALSE);
}

/**
 * ask_url_append_query:
 * @url: with or without a query and a fragment
 * @name: not yet encoded
 * @value: not yet encoded
 *
 * Returns: (transfer full): @url with one more query parameter
 */
char *
ask_url_append_query (const char *url, const char *name, const char *value)
{
  g_autofree char *key = ask_url_escape (name);
  g_autofree char *text = ask_url_escape (value);
  const char *fragment = strchr (url, '#');
  gsize length = fragment != NULL ? (gsize) (fragment - url) : strlen (url);
  const char *question = memchr (url, '?', length);
  const char *glue = "?";

  if (question != NULL)
    glue = (question == url + length - 1 || url[length - 1] == '&') ? "" : "&";
  return g_strdup_printf ("%.*s%s%s=%s%s", (int) length, url, glue, key, text, fragment != NULL ? fragment : "");
}

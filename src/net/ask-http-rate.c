/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads rate limits: the X-RateLimit-* headers that everybody writes a little differently, and the
 * RateLimit headers of the drafts that were to unite them. Pure functions; what cannot be
 * understood is no limit, since a server that is asked too often says so itself (429).
 */
#include "config.h"

#include "net/ask-http-rate.h"

#include <libsoup/soup.h>
#include <string.h>

/* From here on a number is a moment and not a duration: some time in 2001. */
#define EPOCH_FLOOR G_GINT64_CONSTANT (1000000000)

/* Returns: -1 where there is no such number */
static gint64
read_number (const char *text)
{
  char *end = NULL;
  gint64 number;

  if (text == NULL)
    return -1;
  while (g_ascii_isspace (*text) || *text == '"')
    text++;
  if (!g_ascii_isdigit (*text))
    return -1;
  number = g_ascii_strtoll (text, &end, 10);
  /* Seconds may have a fraction; a second item ("100, 100;w=60") is about a longer window. */
  return *end == '\0' || strchr (".,; \t\"", *end) != NULL ? number : -1;
}

static const char *
find (GHashTable *headers, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *value = g_hash_table_lookup (headers, names[i]);

      if (value != NULL)
        return value;
    }
  return NULL;
}

/* A member of "limit=100, remaining=5, reset=30", or of "\"default\";r=5;t=30". */
static gint64
read_member (const char *text, const char *name)
{
  g_auto (GStrv) members = g_strsplit_set (text, ",;", -1);

  for (guint i = 0; members[i] != NULL; i++)
    {
      char *member = g_strstrip (members[i]);
      gsize length = strlen (name);

      if (g_ascii_strncasecmp (member, name, length) == 0 && member[length] == '=')
        return read_number (member + length + 1);
    }
  return -1;
}

static gint64
seconds_from (gint64 moment, gint64 now)
{
  return MAX (0, moment - now);
}

/**
 * ask_http_rate_read:
 * @headers: of a response, lower-case name → value
 * @now: in seconds since 1970, where the response has no date of its own
 * @remaining: (out): calls that the server still allows
 * @reset_s: (out): in so many seconds it counts anew
 *
 * Returns: whether both are told
 */
gboolean
ask_http_rate_read (GHashTable *headers, gint64 now, gint64 *remaining, gint64 *reset_s)
{
  static const char *const remainings[]
    = { "x-ratelimit-remaining", "x-rate-limit-remaining", "ratelimit-remaining", NULL };
  static const char *const resets[] = { "x-ratelimit-reset", "x-rate-limit-reset", "ratelimit-reset", NULL };
  const char *both = g_hash_table_lookup (headers, "ratelimit");
  const char *date = g_hash_table_lookup (headers, "date");
  const char *reset = find (headers, resets);
  gint64 number;

  *remaining = read_number (find (headers, remainings));
  number = read_number (reset);
  if (both != NULL && (*remaining < 0 || number < 0))
    {
      *remaining = MAX (read_member (both, "remaining"), read_member (both, "r"));
      number = MAX (read_member (both, "reset"), read_member (both, "t"));
    }
  if (*remaining < 0)
    return FALSE;

  if (date != NULL)
    {
      g_autoptr (GDateTime) sent = soup_date_time_new_from_http_string (date);

      /* Its own clock is the one that its moments are told by. */
      if (sent != NULL)
        now = g_date_time_to_unix (sent);
    }
  if (number >= EPOCH_FLOOR * 1000)
    *reset_s = seconds_from ((number + 999) / 1000, now);
  else if (number >= EPOCH_FLOOR)
    *reset_s = seconds_from (number, now);
  else if (number >= 0)
    *reset_s = number;
  else if (reset != NULL)
    {
      g_autoptr (GDateTime) moment = soup_date_time_new_from_http_string (reset);

      if (moment == NULL)
        return FALSE;
      *reset_s = seconds_from (g_date_time_to_unix (moment), now);
    }
  else
    return FALSE;
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When to try again: which statuses, and after how long. Pure functions.
 */
#include "config.h"

#include "net/ask-http-retry.h"

#include <libsoup/soup.h>
#include <math.h>
#include <string.h>

#define FIRST_DELAY_MS 200
#define MAX_DELAY_MS (10 * 1000)

/**
 * ask_http_retry_is_worth_it:
 * @status: of a response
 * @server_errors: any 5xx that may pass, too
 *
 * Returns: whether the same request may fare better a moment later
 */
gboolean
ask_http_retry_is_worth_it (guint status, gboolean server_errors)
{
  switch (status)
    {
    case 429:
    case 502:
    case 503:
    case 504:
      return TRUE;
    case 501:
    case 505:
      return FALSE;
    default:
      return server_errors && status >= 500 && status < 600;
    }
}

/**
 * ask_http_retry_after_ms:
 * @value: (nullable): of a Retry-After header: seconds, or an HTTP date
 * @now: to hold a date against
 *
 * Returns: milliseconds, never below 0; -1 where nothing is told
 */
gint64
ask_http_retry_after_ms (const char *value, GDateTime *now)
{
  if (value == NULL)
    return -1;
  while (g_ascii_isspace (*value))
    value++;

  if (g_ascii_isdigit (*value))
    {
      char *end = NULL;
      double seconds = g_ascii_strtod (value, &end);

      while (g_ascii_isspace (*end))
        end++;
      if (*end != '\0' || !isfinite (seconds))
        return -1;
      return (gint64) ceil (MIN (seconds, 1e9) * 1000);
    }

  g_autoptr (GDateTime) date = *value != '\0' ? soup_date_time_new_from_http_string (value) : NULL;

  if (date == NULL)
    return -1;
  /* A date has whole seconds, so up to one second is rounded away. */
  return MAX (0, g_date_time_difference (date, now) / 1000);
}

/**
 * ask_http_retry_delay_ms:
 * @tries: how often it was sent, at least 1
 * @retry_after_ms: what the server asks for, or -1
 *
 * Doubles with every try. A random part keeps many clients from coming back at one moment.
 *
 * Returns: milliseconds to wait, never less than @retry_after_ms
 */
guint
ask_http_retry_delay_ms (guint tries, gint64 retry_after_ms)
{
  double delay = FIRST_DELAY_MS * pow (2, MIN (tries, 16) - 1);

  delay = MIN (delay, MAX_DELAY_MS) * g_random_double_range (0.5, 1.0);
  if (retry_after_ms >= 0)
    delay = MAX (delay, (double) retry_after_ms + g_random_double_range (0, 50));
  return (guint) delay;
}

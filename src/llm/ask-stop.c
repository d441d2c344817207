/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stop sequences. Pure functions over UTF-8.
 */
#include "config.h"

#include "llm/ask-stop.h"

#include <string.h>

/**
 * ask_stop_find:
 * @text: a reply
 * @stop: (nullable) (array zero-terminated=1): stop sequences; empty ones do not count
 *
 * Returns: (nullable): where the first of them begins in @text
 */
char *
ask_stop_find (char *text, const char *const *stop)
{
  char *first = NULL;

  for (gsize i = 0; stop != NULL && stop[i] != NULL; i++)
    {
      char *at = *stop[i] != '\0' ? strstr (text, stop[i]) : NULL;

      if (at != NULL && (first == NULL || at < first))
        first = at;
    }
  return first;
}

/**
 * ask_stop_get_safe:
 * @text: a reply that still grows, with no stop sequence in it
 * @length: of @text
 * @stop: (nullable) (array zero-terminated=1): stop sequences
 *
 * Returns: how many bytes of @text can be shown: the rest may be the beginning of a stop sequence
 */
gsize
ask_stop_get_safe (const char *text, gsize length, const char *const *stop)
{
  gsize held = 0;

  for (gsize i = 0; stop != NULL && stop[i] != NULL; i++)
    for (gsize n = MIN (strlen (stop[i]), length); n > held; n--)
      if (memcmp (text + length - n, stop[i], n) == 0)
        held = n;
  return length - held;
}

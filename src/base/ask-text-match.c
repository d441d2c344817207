/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How texts compare beyond being equal.
 */
#include "config.h"

#include "base/ask-text-match.h"

#include <string.h>

/**
 * ask_text_same_digits:
 * @a: a text
 * @b: another
 *
 * Returns: whether they have the same digits in the same order: 101 is no typing error of 102
 */
gboolean
ask_text_same_digits (const char *a, const char *b)
{
  for (;; a++, b++)
    {
      while (*a != '\0' && !g_ascii_isdigit (*a))
        a++;
      while (*b != '\0' && !g_ascii_isdigit (*b))
        b++;
      if (*a != *b)
        return FALSE;
      if (*a == '\0')
        return TRUE;
    }
}

/**
 * ask_text_is_among:
 * @words: with "|" between them, and perhaps around them
 * @word: one without "|"
 *
 * Returns: whether @word is one of @words; the empty word never is
 */
gboolean
ask_text_is_among (const char *words, const char *word)
{
  gsize n = strlen (word);

  for (const char *at = strstr (words, word); n > 0 && at != NULL; at = strstr (at + 1, word))
    if ((at == words || at[-1] == '|') && (at[n] == '|' || at[n] == '\0'))
      return TRUE;
  return FALSE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Other spellings of a value: another case, a plural, an abbreviation, a typing error. Whatever is drawn comes from the
 * generator that is given, so that the same seed gives the same.
 */
#include "config.h"

#include "ask-bench-values-change.h"

#include <string.h>

static gunichar
get_char (const char *text, glong place)
{
  return g_utf8_get_char (g_utf8_offset_to_pointer (text, place));
}

static guint
count_letters (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    n += g_unichar_isalpha (g_utf8_get_char (p));
  return n;
}

static char *
change_case (GRand *rand, const char *text)
{
  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      return g_utf8_strup (text, -1);
    case 1:
      return g_utf8_strdown (text, -1);
    default:
      {
        GString *changed = g_string_new (NULL);

        for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
          {
            gunichar c = g_utf8_get_char (p);

            g_string_append_unichar (changed, g_rand_boolean (rand) ? g_unichar_toupper (c) : g_unichar_tolower (c));
          }
        return g_string_free (changed, FALSE);
      }
    }
}

static char *
change_blanks (GRand *rand, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  if (g_strv_length (words) < 2)
    return g_strdup_printf (g_rand_boolean (rand) ? " %s" : "%s  ", text);
  return g_strjoinv (g_rand_boolean (rand) ? "  " : "-", words);
}

static char *
change_accents (GRand *rand, const char *text)
{
  static const char *const pairs[] = { "aá", "eé", "oö", "uü", "ií", "cç", "nñ" };
  GString *changed = g_string_new (NULL);
  gboolean done = FALSE;

  for (const char *p = text; *p != '\0'; p++)
    {
      const char *with = NULL;

      for (guint i = 0; !done && i < G_N_ELEMENTS (pairs); i++)
        if (*p == pairs[i][0])
          with = pairs[i] + 1;
      if (with != NULL)
        g_string_append (changed, with);
      else
        g_string_append_c (changed, *p);
      done |= with != NULL;
    }
  return g_string_free (changed, FALSE);
}

static char *
change_plural (const char *text)
{
  gsize n = strlen (text);
  char last = n > 0 ? text[n - 1] : '\0';

  if (n < 3 || !g_ascii_isalpha (last))
    return NULL;
  if (last == 'y' && strchr ("aeiou", text[n - 2]) == NULL)
    return g_strdup_printf ("%.*sies", (int) n - 1, text);
  if (last == 's' && text[n - 2] != 's')
    return g_strndup (text, n - 1);
  return g_strconcat (text, strchr ("sxz", last) != NULL || g_str_has_suffix (text, "ch") ? "es" : "s", NULL);
}

static char *
change_order (GRand *rand, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n = g_strv_length (words);
  char *last;

  if (n < 2)
    return NULL;
  last = words[n - 1];
  memmove (words + 1, words, (n - 1) * sizeof *words);
  words[0] = last;
  if (n == 2 && g_rand_boolean (rand))
    return g_strdup_printf ("%s, %s", words[0], words[1]);
  return g_strjoinv (" ", words);
}

static char *
change_to_initials (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  GString *initials = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_unichar_isalpha (g_utf8_get_char (words[i])))
      g_string_append_unichar (initials, g_unichar_toupper (g_utf8_get_char (words[i])));
  if (g_strv_length (words) < 2 || initials->len < 2 || initials->len > 6)
    {
      g_string_free (initials, TRUE);
      return NULL;
    }
  return g_string_free (initials, FALSE);
}

/* The longest word is cut to three or four letters. */
static char *
change_to_short (GRand *rand, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint longest = 0;
  glong keep = g_rand_int_range (rand, 3, 5);
  g_autofree char *head = NULL;

  for (guint i = 1; words[i] != NULL; i++)
    if (strlen (words[i]) > strlen (words[longest]))
      longest = i;
  if (words[0] == NULL || g_utf8_strlen (words[longest], -1) < 6 || count_letters (words[longest]) < 6)
    return NULL;
  head = g_utf8_substring (words[longest], 0, keep);
  g_free (words[longest]);
  words[longest] = g_strconcat (head, ".", NULL);
  return g_strjoinv (" ", words);
}

static char *
change_a_letter (GRand *rand, const char *text)
{
  glong n = g_utf8_strlen (text, -1);
  glong at;
  gunichar drawn = (gunichar) g_rand_int_range (rand, 'a', 'z' + 1);
  GString *changed = g_string_new (NULL);
  gint32 edit = g_rand_int_range (rand, 0, 4);

  do
    at = g_rand_int_range (rand, 0, (gint32) n);
  while (!g_unichar_isalpha (get_char (text, at)));
  if (edit == 3 && (at + 1 == n || !g_unichar_isalpha (get_char (text, at + 1))))
    edit = 0;
  for (glong i = 0; i < n; i++)
    {
      gunichar c = get_char (text, i);

      if (i != at || edit == 1)
        g_string_append_unichar (changed, c);
      if (i != at || edit == 0)
        continue;
      if (edit == 3)
        {
          g_string_append_unichar (changed, get_char (text, ++i));
          g_string_append_unichar (changed, c);
        }
      else
        g_string_append_unichar (changed, drawn);
    }
  return g_string_free (changed, FALSE);
}

/** bench_change: Returns: (transfer full) (nullable): @text as somebody may write it; %NULL where that makes no sense of it */
char *
bench_change (GRand *rand, BenchChange kind, const char *text)
{
  g_autofree char *once = NULL;

  switch (kind)
    {
    case BENCH_CASE:
      return change_case (rand, text);
    case BENCH_BLANKS:
      return change_blanks (rand, text);
    case BENCH_ACCENTS:
      return change_accents (rand, text);
    case BENCH_PLURAL:
      return change_plural (text);
    case BENCH_ORDER:
      return change_order (rand, text);
    case BENCH_INITIALS:
      return change_to_initials (text);
    case BENCH_SHORT:
      return change_to_short (rand, text);
    case BENCH_TYPO:
      return count_letters (text) >= 4 ? change_a_letter (rand, text) : NULL;
    default:
      if (count_letters (text) < 9)
        return NULL;
      once = change_a_letter (rand, text);
      return change_a_letter (rand, once);
    }
}

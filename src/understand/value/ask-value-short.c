/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Abbreviations, by rule: initials of words, words that end early, with a point or as everybody writes them.
 */
#include "config.h"

#include "understand/value/ask-value-short.h"

#include <string.h>

#include "base/ask-text-match.h"
#include "base/ask-text.h"

static gboolean
is_letter (const char *p)
{
  return (guchar) *p < 128 ? g_ascii_isalnum (*p) : g_unichar_isalnum (g_utf8_get_char (p));
}

static gboolean
is_vain (const char *word)
{
  static const char *const vain[] = { "of", "the", "and", "for", "de", "der", "die", "das", "und", "von" };

  for (guint i = 0; i < G_N_ELEMENTS (vain); i++)
    if (strcmp (word, vain[i]) == 0)
      return TRUE;
  return FALSE;
}

/* The initials of @text's words, with those of "of" and its like or without. */
static char *
dup_initials (const char *text, gboolean all)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GString *initials = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    if (all || !is_vain (words->pdata[i]))
      g_string_append_unichar (initials, g_utf8_get_char (words->pdata[i]));
  return g_string_free (initials, FALSE);
}

/**
 * ask_value_are_initials:
 * @code: letters, folded
 * @text: folded
 *
 * Returns: whether @code is what @text's words begin with, one letter each, at least two; "of" and its like may count or not
 */
gboolean
ask_value_are_initials (const char *code, const char *text)
{
  for (guint all = 0; all < 2; all++)
    {
      g_autofree char *initials = dup_initials (text, all);

      if (g_utf8_strlen (initials, -1) >= 2 && strcmp (initials, code) == 0)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_value_is_code:
 * @text: as it was written
 *
 * Returns: whether it is "LA" or "L.A.": two to six capital letters, perhaps with points
 */
gboolean
ask_value_is_code (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_isupper (c))
        n++;
      else if (c != '.' && c != ' ')
        return FALSE;
    }
  return n >= 2 && n <= 6;
}

typedef struct
{
  char *word;
  gboolean dotted;
} ShortWord;

static void
short_word_clear (gpointer data)
{
  g_free (((ShortWord *) data)->word);
}

static GArray *
split_short (const char *folded)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (ShortWord));
  const char *start = NULL;

  g_array_set_clear_func (words, short_word_clear);
  for (const char *p = folded;; p = g_utf8_next_char (p))
    {
      gboolean inside = *p != '\0' && (is_letter (p) || *p == '\'');

      if (inside && start == NULL)
        start = p;
      else if (!inside && start != NULL)
        {
          const ShortWord word = { g_strndup (start, (gsize) (p - start)), *p == '.' };

          g_array_append_val (words, word);
          start = NULL;
        }
      if (*p == '\0')
        return words;
    }
}

/* Whether the letters of @part stand in @whole in this order, the first at its beginning, the last at its end. */
static gboolean
is_contraction (const char *part, const char *whole)
{
  const char *p = part;

  if (*p != *whole || part[strlen (part) - 1] != whole[strlen (whole) - 1])
    return FALSE;
  for (const char *w = whole; *w != '\0' && *p != '\0'; w++)
    p += *p == *w;
  return *p == '\0';
}

/* Words that everybody shortens so, whether with a point or without. */
static gboolean
is_usual (const char *part, const char *whole)
{
  static const char *const usual[][2] = {
    { "dept", "department" }, { "mgmt", "management" },  { "mgr", "manager" },        { "st", "street" },
    { "st", "saint" },        { "ave", "avenue" },       { "blvd", "boulevard" },     { "rd", "road" },
    { "dr", "drive" },        { "dr", "doctor" },        { "intl", "international" }, { "natl", "national" },
    { "govt", "government" }, { "assn", "association" }, { "corp", "corporation" },   { "inc", "incorporated" },
    { "ltd", "limited" },     { "co", "company" },       { "bros", "brothers" },      { "univ", "university" },
    { "inst", "institute" },  { "tech", "technology" },  { "eng", "engineering" },    { "sci", "science" },
    { "mt", "mount" },        { "ft", "fort" },          { "no", "number" },          { "apt", "apartment" },
    { "jan", "january" },     { "feb", "february" },     { "mar", "march" },          { "apr", "april" },
    { "jun", "june" },        { "jul", "july" },         { "aug", "august" },         { "sep", "september" },
    { "sept", "september" },  { "oct", "october" },      { "nov", "november" },       { "dec", "december" },
    { "mon", "monday" },      { "tue", "tuesday" },      { "wed", "wednesday" },      { "thu", "thursday" },
    { "fri", "friday" },      { "sat", "saturday" },     { "sun", "sunday" },         { "jr", "junior" },
    { "sr", "senior" },       { "asst", "assistant" },   { "str", "strasse" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    if (strcmp (part, usual[i][0]) == 0 && strcmp (whole, usual[i][1]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * ask_value_is_shortened:
 * @part: folded, with its points
 * @whole: folded
 * @sure: (out): whether nobody would doubt it
 *
 * Returns: whether the words of @part are those of @whole, some of them shortened
 */
gboolean
ask_value_is_shortened (const char *part, const char *whole, gboolean *sure)
{
  g_autoptr (GArray) shorter = split_short (part);
  g_autoptr (GArray) longer = split_short (whole);
  guint n_short = 0;
  guint n_whole = 0;

  *sure = TRUE;
  if (shorter->len != longer->len)
    return FALSE;
  for (guint i = 0; i < shorter->len; i++)
    {
      const ShortWord *a = &g_array_index (shorter, ShortWord, i);
      const ShortWord *b = &g_array_index (longer, ShortWord, i);
      gsize n = strlen (a->word);

      if (strcmp (a->word, b->word) == 0)
        {
          n_whole += n >= ASK_VALUE_MIN_SHORT && !is_vain (a->word);
          continue;
        }
      n_short++;
      if (is_usual (a->word, b->word) || (a->dotted && n >= 2 && is_contraction (a->word, b->word)))
        continue;
      if (!g_str_has_prefix (b->word, a->word) || (!a->dotted && n < ASK_VALUE_MIN_SHORT)
          || !ask_text_same_digits (a->word, b->word))
        return FALSE;
      *sure = *sure && a->dotted && (n > 1 || shorter->len > 1);
    }
  if (n_short == 0)
    return FALSE;
  /* "J. Smith" has a name to go by; "S. A." has none. */
  *sure = *sure && (shorter->len == 1 || n_whole > 0 || n_short < shorter->len);
  return TRUE;
}

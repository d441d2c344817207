/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of a question with their places. The same rules as ask_text_words(), which knows no places.
 */
#include "config.h"

#include "agent/ask-words.h"

#include <string.h>

#include "base/ask-text.h"

static void
word_clear (gpointer data)
{
  AskWord *word = data;

  g_free (word->folded);
  g_free (word->stem);
}

/* "ten products" are 10 products. "One" is left out: it is more often a pronoun. */
static const struct
{
  const char *word;
  const char *digits;
} numbers[] = {
  { "two", "2" },     { "three", "3" },    { "four", "4" },    { "five", "5" },   { "six", "6" },
  { "seven", "7" },   { "eight", "8" },    { "nine", "9" },    { "ten", "10" },   { "eleven", "11" },
  { "twelve", "12" }, { "fifteen", "15" }, { "twenty", "20" }, { "fifty", "50" }, { "hundred", "100" },
};

/**
 * ask_word_get_digits:
 * @folded: a word as ask_text_fold() gives it
 *
 * Returns: (transfer none) (nullable): "10" for "ten"; %NULL for a word that is not known, and for "one", which is
 *   more often a pronoun
 */
const char *
ask_word_get_digits (const char *folded)
{
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (numbers[i].word, folded) == 0)
      return numbers[i].digits;
  return NULL;
}

static void
add_word (GArray *words, const char *text, gsize start, gsize end)
{
  g_autofree char *raw = g_strndup (text + start, end - start);
  AskWord word = { start, end, ask_text_fold (raw), NULL, FALSE };
  gsize length;

  /* "Lyon's" names Lyon. */
  length = strlen (word.folded);
  if (g_str_has_suffix (word.folded, "'s"))
    word.folded[length - 2] = '\0';
  else if (g_str_has_suffix (word.folded, "’s"))
    word.folded[length - strlen ("’s")] = '\0';
  if (ask_word_get_digits (word.folded) != NULL)
    {
      char *digits = g_strdup (ask_word_get_digits (word.folded));

      g_free (word.folded);
      word.folded = digits;
    }
  word.stem = ask_text_stem (word.folded);
  word.stop = ask_text_is_stop_word (word.folded);
  g_array_append_val (words, word);
}

/**
 * ask_words_split:
 * @text: valid UTF-8
 *
 * As ask_text_words() does, but with the places, since a value has to be cut out as it was
 * written.
 *
 * Returns: (transfer full) (element-type AskWord): the words
 */
GArray *
ask_words_split (const char *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (AskWord));
  const char *start = NULL;
  gunichar before = 0;

  g_array_set_clear_func (words, word_clear);
  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar after = c != 0 ? g_utf8_get_char (g_utf8_next_char (p)) : 0;
      gboolean inside = g_unichar_isalnum (c) || g_unichar_ismark (c);

      if ((c == '.' || c == ',') && start != NULL)
        inside = g_unichar_isdigit (before) && g_unichar_isdigit (after);
      else if ((c == '\'' || c == 0x2019) && start != NULL)
        inside = g_unichar_isalpha (before) && g_unichar_isalpha (after);
      if (c != 0 && inside && start == NULL)
        start = p;
      else if ((c == 0 || !inside) && start != NULL)
        {
          add_word (words, text, (gsize) (start - text), (gsize) (p - text));
          start = NULL;
        }
      if (c == 0)
        break;
      before = c;
    }
  return words;
}

/**
 * ask_words_equal_at:
 * @words: (element-type AskWord): of a text
 * @at: from 0
 * @span: (element-type AskWord): what is looked for
 *
 * Returns: whether the words of @span stand in @words from @at on, the last one in any form
 */
gboolean
ask_words_equal_at (GArray *words, guint at, GArray *span)
{
  if (at + span->len > words->len)
    return FALSE;
  for (guint i = 0; i < span->len; i++)
    {
      const AskWord *a = &g_array_index (words, AskWord, at + i);
      const AskWord *b = &g_array_index (span, AskWord, i);

      if (strcmp (a->folded, b->folded) == 0)
        continue;
      if (i + 1 < span->len || strcmp (a->stem, b->stem) != 0)
        return FALSE;
    }
  return TRUE;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was typed as words, and how they meet words that could stand there: whole, or as their beginning.
 */
#include "config.h"

#include "understand/complete/ask-complete-private.h"

#include <string.h>

#include "base/ask-text.h"

/* Shorter words are nearly as many others. */
#define MIN_TYPO 4
#define LONG_TYPO 8

static void
typed_clear (gpointer data)
{
  AskTyped *self = data;

  g_free (self->surface);
  g_free (self->folded);
  g_free (self->stem);
  g_free (self->german);
}

/* Returns: what ends a text that @c begins; 0 where it is no quotation mark */
static gunichar
get_closing (gunichar c)
{
  switch (c)
    {
    case '"':
    case '\'':
      return c;
    case 0x201c:
      return 0x201d;
    case 0x201e:
      return 0x201c;
    case 0x2018:
    case 0x201a:
      return c == 0x2018 ? 0x2019 : 0x2018;
    default:
      return 0;
    }
}

static gboolean
is_word (gunichar c)
{
  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '_';
}

/* A sign within a number, a day or a time, and the apostrophe of a word. */
static gboolean
joins (gunichar before, gunichar c, gunichar after)
{
  if (c == '.' || c == ',' || c == '-' || c == ':')
    return g_unichar_isdigit (before) && g_unichar_isdigit (after);
  return (c == '\'' || c == 0x2019) && g_unichar_isalpha (before) && g_unichar_isalpha (after);
}

static void
add_typed (GArray *typed, const char *text, gsize start, gsize end)
{
  AskTyped token = { .start = start, .end = end };

  token.surface = g_strndup (text + start, end - start);
  token.folded = ask_text_fold (token.surface);
  token.stem = ask_text_stem (token.folded);
  token.german = ask_text_stem_german (token.folded);
  g_array_append_val (typed, token);
}

static const char *
add_quoted (GArray *typed, const char *text, const char *p, const char *stop)
{
  gunichar closing = get_closing (g_utf8_get_char (p));
  const char *from = g_utf8_next_char (p);
  const char *to = from;
  AskTyped token = { .start = (gsize) (p - text), .quoted = TRUE };

  while (to < stop && g_utf8_get_char (to) != closing)
    to = g_utf8_next_char (to);
  token.open = to >= stop;
  token.surface = g_strndup (from, (gsize) (to - from));
  token.folded = ask_text_fold (token.surface);
  to = token.open ? stop : g_utf8_next_char (to);
  token.end = (gsize) (to - text);
  g_array_append_val (typed, token);
  return to;
}

/* What only ends a sentence says nothing. */
static gboolean
is_end_mark (const char *p, const char *stop)
{
  return strchr ("?!.", *p) != NULL && (p + 1 >= stop || g_ascii_isspace (p[1]) || strchr ("?!.", p[1]) != NULL);
}

/*
 * ask_typed_split:
 * @text: valid UTF-8
 * @length: of what is looked at; a whole character ends there
 *
 * Returns: (transfer full) (element-type AskTyped): its words, numbers, signs and quoted texts
 */
GArray *
ask_typed_split (const char *text, gsize length)
{
  const char *stop = text + length;
  const char *p = text;
  GArray *typed = g_array_new (FALSE, FALSE, sizeof (AskTyped));

  g_array_set_clear_func (typed, typed_clear);
  while (p < stop)
    {
      gunichar c = g_utf8_get_char (p);
      const char *start = p;
      gunichar before = c;

      if (g_unichar_isspace (c) || is_end_mark (p, stop))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      if (get_closing (c) != 0)
        {
          p = add_quoted (typed, text, p, stop);
          continue;
        }
      p = g_utf8_next_char (p);
      while (is_word (c) && p < stop)
        {
          gunichar here = g_utf8_get_char (p);
          const char *next = g_utf8_next_char (p);

          if (!is_word (here) && !(next < stop && joins (before, here, g_utf8_get_char (next))))
            break;
          before = here;
          p = next;
        }
      add_typed (typed, text, (gsize) (start - text), (gsize) (p - text));
    }
  return typed;
}

static gboolean
is_near (const char *typed, const char *word)
{
  glong n = g_utf8_strlen (typed, -1);
  glong of = g_utf8_strlen (word, -1);
  g_autofree char *beginning = NULL;

  /* The first letter is seldom wrong. */
  if (n < MIN_TYPO || of + 1 < n || g_utf8_get_char (typed) != g_utf8_get_char (word))
    return FALSE;
  beginning = g_utf8_substring (word, 0, MIN (n, of));
  return ask_text_edit_distance (typed, beginning) <= (n >= LONG_TYPO ? 2 : 1)
         || ask_text_edit_distance (typed, word) <= (n >= LONG_TYPO ? 2 : 1);
}

/* Whether what is left from @at on is the beginning of @words, or with @all also all of them. */
static gboolean
begins (const AskWalk *walk, guint at, char **words, gboolean all)
{
  guint n = walk->typed->len - at;
  guint i;

  for (i = 0; i < n && words[i] != NULL; i++)
    {
      const AskTyped *typed = ask_typed (walk, at + i);
      gboolean last = i + 1 == n && walk->partial;

      if (typed->quoted)
        return FALSE;
      if (strcmp (typed->folded, words[i]) == 0)
        continue;
      if (!last
          || !(g_str_has_prefix (words[i], typed->folded)
               || (walk->typos && (is_near (typed->folded, words[i]) || is_near (typed->stem, words[i])))))
        return FALSE;
    }
  if (i < n)
    return FALSE;
  /* What stands there already needs no offer. */
  return all || words[i] != NULL || n == 0 || strcmp (ask_typed (walk, at + n - 1)->folded, words[i - 1]) != 0;
}

/*
 * ask_said_begins:
 * @walk: a walk
 * @at: a token, or their number
 * @words: folded
 * @skipped: (nullable): (out): how many of @words are passed over; where %NULL, none may be
 *
 * Returns: whether what was typed from @at on is the beginning of @words, or of those after some
 */
gboolean
ask_said_begins (const AskWalk *walk, guint at, char **words, guint *skipped)
{
  if (skipped != NULL)
    *skipped = 0;
  if (begins (walk, at, words, FALSE))
    return TRUE;
  for (guint i = 1; skipped != NULL && words[i - 1] != NULL && words[i] != NULL && at < walk->typed->len; i++)
    /* Who is done with a word meant no longer name that ends in it. */
    if (begins (walk, at, words + i, walk->partial))
      {
        *skipped = i;
        return TRUE;
      }
  return FALSE;
}

/*
 * ask_words_match:
 * @walk: a walk
 * @at: a token
 * @words: folded
 *
 * Returns: how many tokens are all of @words; 0 where they are not
 */
guint
ask_words_match (const AskWalk *walk, guint at, char **words)
{
  guint n = 0;

  for (; words[n] != NULL; n++)
    if (at + n >= walk->typed->len || ask_typed (walk, at + n)->quoted
        || strcmp (ask_typed (walk, at + n)->folded, words[n]) != 0)
      return 0;
  return n;
}

/*
 * ask_said_match:
 * @walk: a walk
 * @at: a token
 * @said: a name
 * @penalty: (inout): grows with each word that is not as it is written
 *
 * Returns: how many tokens say all of the name; 0 where they do not
 */
guint
ask_said_match (const AskWalk *walk, guint at, const AskSaid *said, guint *penalty)
{
  guint n = 0;
  guint more = said->synonym ? 2 : 0;

  if (at >= walk->typed->len || ask_typed (walk, at)->quoted)
    return 0;
  if (said->raw != NULL && strcmp (ask_typed (walk, at)->folded, said->raw) == 0)
    {
      *penalty += more;
      return 1;
    }
  for (; said->words[n] != NULL; n++)
    {
      const AskTyped *typed;

      if (at + n >= walk->typed->len)
        return 0;
      typed = ask_typed (walk, at + n);
      if (typed->quoted)
        return 0;
      if (strcmp (typed->folded, said->words[n]) == 0)
        continue;
      if (strcmp (typed->stem, said->stems[n]) != 0 && strcmp (typed->german, said->german[n]) != 0)
        return 0;
      more++;
    }
  *penalty += more;
  return n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Text folding, words, stems and distances. Stems are Snowball's (M. Porter), everything else is
 * Unicode as GLib knows it. Nothing here allocates beyond what it returns.
 */
#include "config.h"

#include "base/ask-text.h"

#include <libstemmer.h>
#include <string.h>

static char *
fold_any (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  /* Taken apart on both sides: "™" only has case once it is "TM", and folding may compose. */
  g_autofree char *apart = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL);
  g_autofree char *lower = g_utf8_casefold (apart, -1);
  g_autofree char *split = g_utf8_normalize (lower, -1, G_NORMALIZE_ALL);
  GString *folded = g_string_sized_new (strlen (split));

  for (const char *p = split; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_ismark (c))
        g_string_append_unichar (folded, c);
    }
  return g_string_free (folded, FALSE);
}

/**
 * ask_text_fold:
 * @text: UTF-8; anything else is repaired first
 *
 * Case, accents and compatibility forms folded away: "Müller" and "MULLER" fold to "muller".
 *
 * Returns: (transfer full): the folded text
 */
char *
ask_text_fold (const char *text)
{
  /* Most text is, and of it nothing but case is folded. */
  return g_str_is_ascii (text) ? g_ascii_strdown (text, -1) : fold_any (text);
}

/* A point or comma between digits belongs to the number, an apostrophe between letters to the
 * word ("don't"). */
static gboolean
joins (gunichar before, gunichar c, gunichar after)
{
  if (c == '.' || c == ',')
    return g_unichar_isdigit (before) && g_unichar_isdigit (after);
  if (c == '\'' || c == 0x2019)
    return g_unichar_isalpha (before) && g_unichar_isalpha (after);
  return FALSE;
}

/**
 * ask_text_words:
 * @text: UTF-8
 *
 * Folds and splits at everything that is neither letter nor digit.
 *
 * Returns: (transfer container) (element-type utf8): the words in order
 */
GPtrArray *
ask_text_words (const char *text)
{
  g_autofree char *folded = ask_text_fold (text);
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) word = g_string_new (NULL);
  gunichar before = 0;

  for (const char *p = folded;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar after = c != 0 ? g_utf8_get_char (g_utf8_next_char (p)) : 0;

      if (c != 0 && (g_unichar_isalnum (c) || joins (before, c, after)))
        g_string_append_unichar (word, c == 0x2019 ? '\'' : c);
      else if (word->len > 0)
        {
          g_ptr_array_add (words, g_strdup (word->str));
          g_string_truncate (word, 0);
        }
      if (c == 0)
        break;
      before = c;
    }
  return words;
}

/* Words that carry no condition. What changes a question's meaning ("not", "more", "last", "by",
 * "per", "without", "or") is none of them. Sorted, for bsearch(). */
static const char *const stop_words[] = {
  "a",    "about", "am",     "an",   "and",     "are",  "at",   "be",   "been",  "can",   "das",   "dem",   "den",
  "der",  "des",   "did",    "die",  "display", "do",   "does", "ein",  "eine",  "einen", "einer", "es",    "find",
  "for",  "from",  "get",    "give", "got",     "had",  "has",  "have", "i",     "ich",   "im",    "in",    "is",
  "ist",  "it",    "its",    "know", "let",     "like", "list", "many", "me",    "mir",   "much",  "my",    "of",
  "on",   "our",   "please", "show", "sind",    "tell", "that", "the",  "their", "them",  "there", "these", "they",
  "this", "those", "to",     "und",  "us",      "want", "was",  "we",   "were",  "wir",   "with",  "would", "you",
};

static int
compare_words (const void *key, const void *item)
{
  return strcmp (key, *(const char *const *) item);
}

/**
 * ask_text_is_stop_word:
 * @folded: one word from ask_text_words()
 *
 * Returns: whether a question means the same without it
 */
gboolean
ask_text_is_stop_word (const char *folded)
{
  return bsearch (folded, stop_words, G_N_ELEMENTS (stop_words), sizeof *stop_words, compare_words) != NULL;
}

static void
stemmer_free (gpointer stemmer)
{
  sb_stemmer_delete (stemmer);
}

/* @stemmer: of this thread, made when it is first needed */
static char *
stem (GPrivate *stemmer, const char *language, const char *folded)
{
  struct sb_stemmer *own = g_private_get (stemmer);

  if (own == NULL)
    {
      own = sb_stemmer_new (language, "UTF_8");
      g_private_set (stemmer, own);
    }

  const sb_symbol *stemmed = sb_stemmer_stem (own, (const sb_symbol *) folded, (int) strlen (folded));

  return g_strndup ((const char *) stemmed, (gsize) sb_stemmer_length (own));
}

/**
 * ask_text_stem:
 * @folded: one word from ask_text_words()
 *
 * English word forms are made one ("carriers" and "carrier"). Safe on every thread.
 *
 * Returns: (transfer full): the stem
 */
char *
ask_text_stem (const char *folded)
{
  static GPrivate english = G_PRIVATE_INIT (stemmer_free);

  return stem (&english, "english", folded);
}

/**
 * ask_text_stem_german:
 * @folded: one word from ask_text_words()
 *
 * German word forms are made one ("Kunden" and "Kunde"). Safe on every thread.
 *
 * Returns: (transfer full): the stem
 */
char *
ask_text_stem_german (const char *folded)
{
  static GPrivate german = G_PRIVATE_INIT (stemmer_free);

  return stem (&german, "german", folded);
}

/**
 * ask_text_edit_distance:
 * @a: as of ask_text_fold()
 * @b: likewise
 *
 * Insertions, deletions, substitutions and swaps of neighbours, by characters and without regard
 * to case (optimal string alignment). Texts over 256 characters are only compared for equality.
 *
 * Returns: the number of edits; of such a long text that is not equal, the length of the longer one
 */
guint
ask_text_edit_distance (const char *a, const char *b)
{
  g_autofree char *fa = ask_text_fold (a);
  g_autofree char *fb = ask_text_fold (b);
  glong na, nb;
  g_autofree gunichar *ua = g_utf8_to_ucs4_fast (fa, -1, &na);
  g_autofree gunichar *ub = g_utf8_to_ucs4_fast (fb, -1, &nb);
  guint rows[3][258];

  if (na > 256 || nb > 256)
    return strcmp (fa, fb) == 0 ? 0 : (guint) MAX (na, nb);
  for (glong j = 0; j <= nb; j++)
    rows[0][j] = (guint) j;
  for (glong i = 1; i <= na; i++)
    {
      guint *row = rows[i % 3];
      guint *above = rows[(i - 1) % 3];

      row[0] = (guint) i;
      for (glong j = 1; j <= nb; j++)
        {
          guint best = above[j - 1] + (ua[i - 1] != ub[j - 1]);

          best = MIN (best, above[j] + 1);
          best = MIN (best, row[j - 1] + 1);
          if (i > 1 && j > 1 && ua[i - 1] == ub[j - 2] && ua[i - 2] == ub[j - 1])
            best = MIN (best, rows[(i - 2) % 3][j - 2] + 1);
          row[j] = best;
        }
    }
  return rows[na % 3][nb];
}

/**
 * ask_text_to_words:
 * @identifier: a name such as "orderLine_id"
 *
 * Returns: (transfer full): its words, "order line id"
 */
char *
ask_text_to_words (const char *identifier)
{
  g_autofree char *valid = g_utf8_make_valid (identifier, -1);
  GString *words = g_string_new (NULL);
  gunichar before = 0;

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar after = g_utf8_get_char (g_utf8_next_char (p));
      gboolean boundary = g_unichar_isupper (c)
                          && (g_unichar_islower (before) || (g_unichar_isupper (before) && g_unichar_islower (after)));

      if (!g_unichar_isalnum (c))
        c = ' ';
      if ((boundary || c == ' ') && words->len > 0 && words->str[words->len - 1] != ' ')
        g_string_append_c (words, ' ');
      if (c != ' ')
        g_string_append_unichar (words, g_unichar_tolower (c));
      before = c;
    }
  while (words->len > 0 && words->str[words->len - 1] == ' ')
    g_string_truncate (words, words->len - 1);
  return g_string_free (words, FALSE);
}

/**
 * ask_text_to_several:
 * @words: an English name, "order line"; names of tables are one word as often as many
 *
 * Returns: (transfer full): what many of them are called, "order lines"; @words where it says many already
 */
char *
ask_text_to_several (const char *words)
{
  gsize n = strlen (words);

  if (n < 2 || !g_ascii_isalpha (words[n - 1]) || (words[n - 1] == 's' && words[n - 2] != 's'))
    return g_strdup (words);
  if (words[n - 1] == 'y' && strchr ("aeiou", words[n - 2]) == NULL)
    return g_strdup_printf ("%.*sies", (int) n - 1, words);
  if (strchr ("sxz", words[n - 1]) != NULL || g_str_has_suffix (words, "ch") || g_str_has_suffix (words, "sh"))
    return g_strconcat (words, "es", NULL);
  return g_strconcat (words, "s", NULL);
}

/**
 * ask_text_to_one:
 * @words: an English name, "order lines"
 *
 * Returns: (transfer full): what one of them is called, "order line"
 */
char *
ask_text_to_one (const char *words)
{
  gsize n = strlen (words);

  if (n < 4 || words[n - 1] != 's' || words[n - 2] == 's' || words[n - 2] == 'u' || words[n - 2] == 'i')
    return g_strdup (words);
  if (g_str_has_suffix (words, "ies"))
    return g_strdup_printf ("%.*sy", (int) n - 3, words);
  if (g_str_has_suffix (words, "xes") || g_str_has_suffix (words, "sses") || g_str_has_suffix (words, "ches"))
    return g_strndup (words, n - 2);
  return g_strndup (words, n - 1);
}

/**
 * ask_text_to_line:
 * @text: may come from anywhere
 *
 * Returns: (transfer full): @text repaired, with a space for each control character: one line, which does nothing
 *   to a terminal
 */
char *
ask_text_to_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *line = g_string_sized_new (strlen (valid));

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c))
        g_string_append_c (line, ' ');
      else
        g_string_append_len (line, p, g_utf8_next_char (p) - p);
    }
  return g_string_free (line, FALSE);
}

/**
 * ask_text_shorten:
 * @text: as of ask_text_to_line()
 * @max_chars: at least 2
 *
 * Returns: (transfer full): @text as one line, cut with an ellipsis where it is longer
 */
char *
ask_text_shorten (const char *text, guint max_chars)
{
  g_autofree char *valid = ask_text_to_line (text);

  if (g_utf8_strlen (valid, -1) <= (glong) max_chars)
    return g_steal_pointer (&valid);

  g_autofree char *head = g_utf8_substring (valid, 0, (glong) max_chars - 1);

  return g_strconcat (head, "…", NULL);
}

/**
 * ask_text_set:
 * @field: (inout): freed, and becomes a copy of @text
 * @text: (nullable): may be what @field holds, or a part of it
 */
void
ask_text_set (char **field, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*field);
  *field = copy;
}

/**
 * ask_text_copy_all:
 * @texts: (element-type utf8): left as they are
 *
 * Returns: (transfer full) (element-type utf8): copies of them, in their order
 */
GPtrArray *
ask_text_copy_all (const GPtrArray *texts)
{
  GPtrArray *copy = g_ptr_array_new_full (texts->len, g_free);

  for (guint i = 0; i < texts->len; i++)
    g_ptr_array_add (copy, g_strdup (texts->pdata[i]));
  return copy;
}

/**
 * ask_text_compare:
 * @a: where a text's pointer lies
 * @b: where another one's lies
 *
 * A #GCompareFunc for sorting arrays of texts by their bytes, with g_ptr_array_sort() or qsort().
 *
 * Returns: less than, equal to or greater than 0
 */
int
ask_text_compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * ask_text_hash_no_case:
 * @text: a text, for a GHashTable
 *
 * Returns: the same whatever the case of its ASCII letters
 */
guint
ask_text_hash_no_case (gconstpointer text)
{
  guint hash = 5381;

  for (const char *p = text; *p != '\0'; p++)
    {
      guint c = (guchar) *p;

      hash = hash * 33 + (c - 'A' < 26 ? c + 32 : c);
    }
  return hash;
}

/**
 * ask_text_equal_no_case:
 * @a, @b: texts, for a GHashTable
 *
 * Returns: whether they are the same but for the case of ASCII letters
 */
gboolean
ask_text_equal_no_case (gconstpointer a, gconstpointer b)
{
  const char *p = a;
  const char *q = b;

  /* Most are told apart by their first letters, and most that are the same are written in the same way. */
  return (p[0] | 0x20) == (q[0] | 0x20) && (strcmp (p, q) == 0 || g_ascii_strcasecmp (p, q) == 0);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A text looked for among the values of one attribute. Each value is folded once and carries what is cheap to compare:
 * its letters and digits alone, its initials, which letters it has. So the few values that may be meant are found by a
 * walk over all of them, and only those are looked at closely. An index knows at most some thousands of an attribute,
 * and such a walk takes less time than an index of letters took to read.
 */
#include "config.h"

#include "understand/value/ask-value-match.h"

#include <string.h>

#include "base/ask-text-match.h"
#include "base/ask-text.h"
#include "understand/value/ask-value-short.h"

/* Of values that may be meant. */
#define MAX_MATCHES 5
/* Up to so many letters one edit is allowed, beyond that two; shorter texts are codes. */
#define MAX_ONE_EDIT 7
#define MIN_TYPO 4

/**
 * Entry:
 * @value: as it is stored; the list's
 * @folded: without case, accents and superfluous blanks
 * @letters: a bit for each letter and digit that it has
 * @initials: a bit for each that a word of it begins with
 * @length: characters of @folded
 * @n_words: in it
 */
typedef struct
{
  const char *value;
  const char *folded;
  guint64 letters;
  guint64 initials;
  guint length;
  guint n_words;
} Entry;

/**
 * AskValueList:
 * @values: (element-type utf8)
 * @entries: (element-type Entry): in the order of @values
 * @texts: what entries point at
 * @sayings: fold ("LA") → value, from a steward
 */
struct _AskValueList
{
  GPtrArray *values;
  GArray *entries;
  GStringChunk *texts;
  GHashTable *sayings;
};

/* White space in a row is one blank, none is at the ends. In place. */
static void
squeeze (char *text)
{
  char *to = text;

  for (const char *p = text; *p != '\0';)
    {
      const char *next = g_utf8_next_char (p);

      if ((guchar) *p < 128 ? g_ascii_isspace (*p) : g_unichar_isspace (g_utf8_get_char (p)))
        {
          if (to > text && to[-1] != ' ')
            *to++ = ' ';
          p = next;
        }
      else
        while (p < next)
          *to++ = *p++;
    }
  if (to > text && to[-1] == ' ')
    to--;
  *to = '\0';
}

static char *
fold (const char *text)
{
  char *folded = ask_text_fold (text);

  squeeze (folded);
  return folded;
}

/* Most values are plain, and there are thousands. */
static const char *
fold_into (GStringChunk *texts, const char *value)
{
  g_autofree char *folded = NULL;
  char *copy;

  if (!g_str_is_ascii (value))
    {
      folded = fold (value);
      return g_string_chunk_insert (texts, folded);
    }
  copy = g_string_chunk_insert (texts, value);
  for (char *p = copy; *p != '\0'; p++)
    *p = g_ascii_tolower (*p);
  squeeze (copy);
  return copy;
}

static gboolean
is_letter (const char *p)
{
  return (guchar) *p < 128 ? g_ascii_isalnum (*p) : g_unichar_isalnum (g_utf8_get_char (p));
}

static void
entry_init (Entry *self, const char *value, const char *folded)
{
  gboolean inside = FALSE;

  *self = (Entry) { .value = value, .folded = folded };
  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      guint64 bit = G_GUINT64_CONSTANT (1) << (((guchar) *p < 128 ? (guchar) *p : g_utf8_get_char (p)) & 63);

      self->length++;
      if (!is_letter (p))
        {
          /* "women's" is one word. */
          inside = inside && *p == '\'';
          continue;
        }
      self->letters |= bit;
      if (!inside)
        {
          self->initials |= bit;
          self->n_words++;
        }
      inside = TRUE;
    }
}

/* Letters and digits of a folded text. */
static char *
dup_bare (const char *folded)
{
  GString *bare = g_string_new (NULL);

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    if (is_letter (p))
      g_string_append_len (bare, p, g_utf8_next_char (p) - p);
  return g_string_free (bare, FALSE);
}

/* (nullable): the list's own */
static const char *
find_stored (const AskValueList *self, const char *text)
{
  for (guint i = 0; i < self->values->len; i++)
    if (strcmp (self->values->pdata[i], text) == 0)
      return self->values->pdata[i];
  return NULL;
}

/* "LA = Los Angeles, NY = New York." */
static void
take_saying (AskValueList *self, const char *saying)
{
  g_auto (GStrv) parts = g_strsplit_set (saying, ",;\n", -1);

  for (guint p = 0; parts[p] != NULL; p++)
    {
      g_auto (GStrv) sides = g_strsplit (parts[p], "=", 2);

      if (g_strv_length (sides) != 2)
        continue;
      g_strstrip (sides[0]);
      g_strstrip (sides[1]);
      /* The end of a sentence. */
      if (g_str_has_suffix (sides[1], ".") && find_stored (self, sides[1]) == NULL)
        sides[1][strlen (sides[1]) - 1] = '\0';
      for (guint s = 0; s < 2; s++)
        {
          const char *stored = find_stored (self, sides[s]);

          if (stored != NULL)
            g_hash_table_insert (self->sayings, fold (sides[1 - s]), (gpointer) stored);
        }
    }
}

/**
 * ask_value_list_new:
 * @values: (element-type utf8): distinct, as they are stored
 * @sayings: (nullable) (array zero-terminated=1): what a steward wrote of the attribute: "LA = Los Angeles" in it says
 *   that the one is the other, where one of them is a value
 *
 * Returns: (transfer full): the values, to be looked up
 */
AskValueList *
ask_value_list_new (GPtrArray *values, const char *const *sayings)
{
  AskValueList *self = g_new0 (AskValueList, 1);

  self->values = g_ptr_array_ref (values);
  self->entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), values->len);
  self->texts = g_string_chunk_new (65536);
  self->sayings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < values->len; i++)
    {
      const char *folded = fold_into (self->texts, values->pdata[i]);
      Entry entry;

      entry_init (&entry, values->pdata[i], folded);
      g_array_append_val (self->entries, entry);
    }
  for (guint i = 0; sayings != NULL && sayings[i] != NULL; i++)
    take_saying (self, sayings[i]);
  return self;
}

/**
 * ask_value_list_free:
 * @self: (nullable) (transfer full): values
 */
void
ask_value_list_free (AskValueList *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->sayings);
  g_array_unref (self->entries);
  g_string_chunk_free (self->texts);
  g_ptr_array_unref (self->values);
  g_free (self);
}

/**
 * ask_value_list_has:
 * @text: as it is compared
 * @part: whether a value that it is a part of will do
 * @any_case: whether the case of ASCII letters matters not, as in LIKE
 *
 * Returns: whether a comparison with @text finds a value
 */
gboolean
ask_value_list_has (AskValueList *self, const char *text, gboolean part, gboolean any_case)
{
  gsize length = strlen (text);

  if (find_stored (self, text) != NULL)
    return TRUE;
  for (guint i = 0; any_case && i < self->values->len; i++)
    {
      const char *value = self->values->pdata[i];

      if (!part)
        {
          if (g_ascii_strcasecmp (value, text) == 0)
            return TRUE;
          continue;
        }
      for (const char *p = value; *p != '\0'; p++)
        if (g_ascii_strncasecmp (p, text, length) == 0)
          return TRUE;
    }
  return FALSE;
}

static void
add_match (GPtrArray *matches, const Entry *entry)
{
  if (matches->len < MAX_MATCHES)
    g_ptr_array_add (matches, (gpointer) entry->value);
}

static int
compare_stems (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
dup_stems (const char *text, gboolean sorted)
{
  g_autoptr (GPtrArray) words = ask_text_words (text);
  GPtrArray *stems = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < words->len; i++)
    {
      char *word = words->pdata[i];
      gsize n = strlen (word);

      if (n > 2 && strcmp (word + n - 2, "'s") == 0)
        word[n - 2] = '\0';
      g_ptr_array_add (stems, ask_text_stem (word));
    }
  if (sorted)
    g_ptr_array_sort (stems, compare_stems);
  return stems;
}

/* Stems know no abbreviations: "CCTVs" is "CCTV", too. But "Mrs" is not "Mr". */
static gboolean
is_same_stem (const char *a, const char *b)
{
  gsize n = strlen (a);
  gsize m = strlen (b);

  if (n == m)
    return strcmp (a, b) == 0;
  return n > m ? n == m + 1 && a[m] == 's' && strncmp (a, b, m) == 0 && m >= ASK_VALUE_MIN_SHORT
               : m == n + 1 && b[n] == 's' && strncmp (a, b, n) == 0 && n >= ASK_VALUE_MIN_SHORT;
}

static gboolean
are_equal (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len || a->len == 0)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!is_same_stem (a->pdata[i], b->pdata[i]))
      return FALSE;
  return TRUE;
}

/* @sorted: whether the order of words matters not */
static void
find_forms (AskValueList *self, const Entry *wanted, gboolean sorted, GPtrArray *matches)
{
  g_autoptr (GPtrArray) stems = dup_stems (wanted->folded, sorted);

  if (stems->len == 0 || (sorted && stems->len < 2))
    return;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      g_autoptr (GPtrArray) other = NULL;

      /* A form of a word begins as the word does. */
      if (entry->n_words != wanted->n_words || entry->initials != wanted->initials
          || (!sorted && *entry->folded != *wanted->folded))
        continue;
      other = dup_stems (entry->folded, sorted);
      if (are_equal (stems, other))
        add_match (matches, entry);
    }
}

/* Whether @entry may be what @wanted is short for, or the other way round. @good: nobody would doubt it */
static gboolean
is_abbreviation (const Entry *entry, const Entry *wanted, const char *text, gboolean *good)
{
  *good = TRUE;
  if (entry->n_words >= 2 && wanted->length <= 12 && (wanted->letters & ~entry->initials) == 0)
    {
      g_autofree char *bare = dup_bare (wanted->folded);

      *good = ask_value_is_code (text);
      if (ask_value_are_initials (bare, entry->folded))
        return TRUE;
    }
  *good = TRUE;
  if (wanted->n_words >= 2 && (entry->letters & ~wanted->initials) == 0 && ask_value_is_code (entry->value))
    {
      g_autofree char *bare = dup_bare (entry->folded);

      if (ask_value_are_initials (bare, wanted->folded))
        return TRUE;
    }
  if (entry->n_words == wanted->n_words && entry->initials == wanted->initials && *entry->folded == *wanted->folded)
    return ask_value_is_shortened (wanted->folded, entry->folded, good)
           || ask_value_is_shortened (entry->folded, wanted->folded, good);
  return FALSE;
}

/* @guesses: what it may be short for, but nobody would say so
 * @sure: (out): whether there is one, and nothing to guess */
static void
find_abbreviations (AskValueList *self, const char *text, const Entry *wanted, GPtrArray *matches, GPtrArray *guesses,
                    gboolean *sure)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      gboolean good;

      if (entry->n_words > 0 && is_abbreviation (entry, wanted, text, &good))
        add_match (good ? matches : guesses, entry);
    }
  *sure = matches->len == 1 && guesses->len == 0;
}

static guint
count_letters (const char *text)
{
  guint n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    n += !g_ascii_isdigit (*p) && is_letter (p);
  return n;
}

/* The nearest values. */
static void
find_typos (AskValueList *self, const Entry *wanted, GPtrArray *matches)
{
  guint n = count_letters (wanted->folded);
  guint most = n < MIN_TYPO ? 0 : n <= MAX_ONE_EDIT ? 1 : 2;
  guint best = most + 1;

  for (guint i = 0; most > 0 && i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      guint distance;

      /* One edit brings one letter at most that was not there, and takes one. */
      if (ABS ((int) entry->length - (int) wanted->length) > (int) most
          || (guint) __builtin_popcountll (entry->letters ^ wanted->letters) > 2 * most
          || !ask_text_same_digits (entry->folded, wanted->folded))
        continue;
      distance = ask_text_edit_distance (entry->folded, wanted->folded);
      if (distance < best)
        {
          best = distance;
          g_ptr_array_set_size (matches, 0);
        }
      if (distance == best && best <= most)
        add_match (matches, entry);
    }
}

static void
find_parts (AskValueList *self, const Entry *wanted, GPtrArray *matches)
{
  g_autoptr (GPtrArray) words = ask_text_words (wanted->folded);

  if (count_letters (wanted->folded) < MIN_TYPO)
    return;
  for (guint i = 0; i < self->entries->len && matches->len < MAX_MATCHES; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      g_autoptr (GPtrArray) others = NULL;
      guint n = 0;

      if (entry->length <= wanted->length || (wanted->letters & ~entry->letters) != 0)
        continue;
      others = ask_text_words (entry->folded);
      for (guint w = 0; w < words->len; w++)
        n += g_ptr_array_find_with_equal_func (others, words->pdata[w], g_str_equal, NULL);
      if (n == words->len)
        add_match (matches, entry);
    }
}

/* @bare: whether only letters and digits count */
static void
find_equal (AskValueList *self, const Entry *wanted, gboolean bare, GPtrArray *matches)
{
  g_autofree char *letters = bare ? dup_bare (wanted->folded) : NULL;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->letters != wanted->letters)
        continue;
      if (bare)
        {
          g_autofree char *other = dup_bare (entry->folded);

          if (wanted->letters != 0 && strcmp (other, letters) == 0)
            add_match (matches, entry);
        }
      else if (strcmp (entry->folded, wanted->folded) == 0)
        add_match (matches, entry);
    }
}

/**
 * ask_value_list_match:
 * @text: as somebody wrote it
 * @matches: (element-type utf8): gets the values that may be meant, the nearest first, five at most; they are the
 *   list's
 * @clear: (out): whether there is one, and no doubt
 *
 * The surest way that finds anything is the way.
 *
 * Returns: how the first of @matches is what was written
 */
AskValueWay
ask_value_list_match (AskValueList *self, const char *text, GPtrArray *matches, gboolean *clear)
{
  g_autofree char *folded = NULL;
  gpointer value = NULL;
  Entry wanted;
  g_autoptr (GPtrArray) guesses = g_ptr_array_new ();
  AskValueWay found = ASK_VALUE_NOWHERE;
  gboolean sure = FALSE;

  g_ptr_array_set_size (matches, 0);
  *clear = FALSE;
  if (find_stored (self, text) != NULL)
    {
      g_ptr_array_add (matches, (gpointer) find_stored (self, text));
      *clear = TRUE;
      return ASK_VALUE_STORED;
    }
  folded = fold (text);
  entry_init (&wanted, text, folded);
  value = g_hash_table_lookup (self->sayings, wanted.folded);
  for (AskValueWay way = ASK_VALUE_CASE; way <= ASK_VALUE_PART && matches->len == 0; way++)
    {
      sure = TRUE;
      found = way;
      switch (way)
        {
        case ASK_VALUE_CASE:
          find_equal (self, &wanted, FALSE, matches);
          break;
        case ASK_VALUE_SIGNS:
          find_equal (self, &wanted, TRUE, matches);
          break;
        case ASK_VALUE_SYNONYM:
          if (value != NULL)
            g_ptr_array_add (matches, value);
          break;
        case ASK_VALUE_FORM:
        case ASK_VALUE_ORDER:
          find_forms (self, &wanted, way == ASK_VALUE_ORDER, matches);
          break;
        case ASK_VALUE_ABBREVIATION:
          find_abbreviations (self, text, &wanted, matches, guesses, &sure);
          break;
        case ASK_VALUE_TYPO:
          find_typos (self, &wanted, matches);
          break;
        default:
          find_parts (self, &wanted, matches);
          sure = FALSE;
        }
    }
  /* "Icelan" is a typing error; what nothing else explains may be short for it. */
  if (matches->len == 0 || (found == ASK_VALUE_PART && guesses->len > 0))
    {
      g_ptr_array_set_size (matches, 0);
      found = ASK_VALUE_ABBREVIATION;
      sure = FALSE;
    }
  for (guint i = 0; found == ASK_VALUE_ABBREVIATION && i < guesses->len && matches->len < MAX_MATCHES; i++)
    g_ptr_array_add (matches, guesses->pdata[i]);
  *clear = matches->len == 1 && sure;
  return matches->len > 0 ? found : ASK_VALUE_NOWHERE;
}

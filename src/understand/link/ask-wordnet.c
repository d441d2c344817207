/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * WordNet's files are sorted text: index.noun has a line for each word, with the places of its synsets in
 * data.noun. They are mapped and searched by halves, word by word, so a question pays only for its own
 * words. See wndb(5) for the format.
 */
#include "config.h"

#include "understand/link/ask-wordnet.h"

#include "base/ask-text.h"

#include <string.h>

#define DEFAULT_FOLDER "/usr/share/wordnet"

/* A word stands for its first senses only: the later ones are rare. */
#define N_SENSES 3

/* A thing is a kind of what stands so many levels above it; further up all is an entity. */
#define N_LEVELS 4

/* So many stems are remembered; then all are forgotten, and looked up anew. */
#define CACHE_SIZE 4096

/* An ending is at most so long: "organ" and "organizational". */
#define MAX_ENDING 9

enum
{
  NOUN,
  VERB,
  ADJECTIVE,
  ADVERB,
  N_PARTS
};

static const char *const parts[N_PARTS] = { "noun", "verb", "adj", "adv" };

typedef struct
{
  GMappedFile *file;
  const char *text;
  gsize size;
} Mapped;

static struct
{
  GMutex lock;
  gboolean opened;
  char *folder; /* NULL: DEFAULT_FOLDER */
  Mapped index[N_PARTS];
  Mapped data[N_PARTS];
  GHashTable *synonyms; /* stem → GHashTable */
  GHashTable *pertainyms; /* word → GPtrArray */
} wordnet;

static void
map (Mapped *self, const char *folder, const char *kind, const char *part)
{
  g_autofree char *name = g_strconcat (kind, ".", part, NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  /* No error is looked at: where the file is not installed, its words are not known. */
  self->file = g_mapped_file_new (path, FALSE, NULL);
  self->text = self->file != NULL ? g_mapped_file_get_contents (self->file) : NULL;
  self->size = self->text != NULL ? g_mapped_file_get_length (self->file) : 0;
}

static void
open_files (void)
{
  const char *folder = wordnet.folder != NULL ? wordnet.folder : DEFAULT_FOLDER;

  if (wordnet.opened)
    return;
  wordnet.opened = TRUE;
  wordnet.synonyms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  wordnet.pertainyms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < N_PARTS; i++)
    {
      map (&wordnet.index[i], folder, "index", parts[i]);
      map (&wordnet.data[i], folder, "data", parts[i]);
    }
}

/**
 * ask_wordnet_set_folder:
 * @folder: (nullable): where the files lie instead; %NULL for the system's
 *
 * For tests. Forgets what was looked up.
 */
void
ask_wordnet_set_folder (const char *folder)
{
  g_mutex_lock (&wordnet.lock);
  if (wordnet.opened)
    {
      for (guint i = 0; i < N_PARTS; i++)
        {
          g_clear_pointer (&wordnet.index[i].file, g_mapped_file_unref);
          g_clear_pointer (&wordnet.data[i].file, g_mapped_file_unref);
        }
      g_clear_pointer (&wordnet.synonyms, g_hash_table_unref);
      g_clear_pointer (&wordnet.pertainyms, g_hash_table_unref);
      wordnet.opened = FALSE;
    }
  ask_text_set (&wordnet.folder, folder);
  g_mutex_unlock (&wordnet.lock);
}

/* The line's end, or the file's. */
static gsize
line_end (const Mapped *self, gsize at)
{
  const char *end = memchr (self->text + at, '\n', self->size - at);

  return end != NULL ? (gsize) (end - self->text) : self->size;
}

/* Where the first line begins whose start is not before @prefix. */
static gsize
find_line (const Mapped *self, const char *prefix)
{
  gsize n = strlen (prefix);
  gsize low = 0;
  gsize high = self->size;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      gsize start = middle;

      while (start > low && self->text[start - 1] != '\n')
        start--;

      gsize end = line_end (self, start);
      gsize length = end - start;
      int order = strncmp (self->text + start, prefix, MIN (n, length));

      if (order < 0 || (order == 0 && length < n))
        low = MIN (end + 1, self->size);
      else
        high = start;
    }
  return low;
}

/* One line as its fields; NULL where the line is not one of a word or a synset. */
static char **
split_line (const Mapped *self, gsize at)
{
  if (at >= self->size || self->text[at] == ' ')
    return NULL;

  g_autofree char *line = g_strndup (self->text + at, line_end (self, at) - at);

  return g_strsplit (g_strchomp (line), " ", -1);
}

static char **
find_word (guint part, const char *word)
{
  const Mapped *index = &wordnet.index[part];
  g_autofree char *prefix = g_strconcat (word, " ", NULL);

  if (index->size == 0 || *word == ' ' || *word == '\0')
    return NULL;

  gsize at = find_line (index, prefix);
  gsize n = strlen (prefix);

  if (at + n > index->size || memcmp (index->text + at, prefix, n) != 0)
    return NULL;
  return split_line (index, at);
}

/* The places of a word's synsets, from an index line: word, part, how many, N, N pointers, two counts, places. */
static char **
places_of (char **fields)
{
  guint n = g_strv_length (fields);
  guint64 pointers = n > 3 ? g_ascii_strtoull (fields[3], NULL, 10) : n;

  return pointers + 6 <= n ? fields + 6 + pointers : fields + n;
}

static char **
read_synset (guint part, const char *place)
{
  return split_line (&wordnet.data[part], (gsize) g_ascii_strtoull (place, NULL, 10));
}

/* The words of a synset: place, file, type, N in hexadecimal, N times word and number. Adjectives carry where they may
 * stand, "(p)". */
static GPtrArray *
words_of (char **synset)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  guint length = g_strv_length (synset);
  guint64 n = length > 4 ? g_ascii_strtoull (synset[3], NULL, 16) : 0;

  for (guint64 i = 0; i < n && 4 + 2 * i < length; i++)
    {
      char *word = g_ascii_strdown (synset[4 + 2 * i], -1);
      char *mark = strchr (word, '(');

      if (mark != NULL)
        *mark = '\0';
      g_ptr_array_add (words, word);
    }
  return words;
}

static gboolean
is_first_sense (guint part, const char *word, const char *place)
{
  g_auto (GStrv) fields = find_word (part, word);

  if (fields == NULL)
    return FALSE;

  char **places = places_of (fields);

  for (guint i = 0; i < N_SENSES && places[i] != NULL; i++)
    if (g_str_equal (places[i], place))
      return TRUE;
  return FALSE;
}

/* Adds the stems of all words that mean @fields' word in one of their first senses. */
static void
add_synonyms (GHashTable *found, guint part, char **fields)
{
  for (char **place = places_of (fields); *place != NULL; place++)
    {
      g_auto (GStrv) synset = read_synset (part, *place);

      if (synset == NULL)
        continue;

      g_autoptr (GPtrArray) words = words_of (synset);

      for (guint i = 0; i < words->len; i++)
        {
          const char *word = words->pdata[i];

          if (strchr (word, '_') == NULL && !g_str_equal (word, fields[0]) && is_first_sense (part, word, *place))
            g_hash_table_add (found, ask_text_stem (word));
        }
    }
}

/* Looks at all words of one part of speech that have this stem. The last letter of a stem may be another one in the
 * word ("citi" is of "city", "sensibl" of "sensibility"). */
static void
scan (GHashTable *found, guint part, const char *stem)
{
  const Mapped *index = &wordnet.index[part];
  gsize n = strlen (stem);
  char last = stem[n - 1];
  gboolean bends = n > 2 && (last == 'i' || last == 'e' || last == 'l');
  g_autofree char *prefix = g_strndup (stem, bends ? n - 1 : n);
  gsize length = strlen (prefix);

  for (gsize at = find_line (index, prefix); at < index->size; at = line_end (index, at) + 1)
    {
      const char *line = index->text + at;
      const char *blank;

      if (index->size - at < length || memcmp (line, prefix, length) != 0)
        break;
      blank = memchr (line, ' ', line_end (index, at) - at);
      if (blank == NULL || (gsize) (blank - line) > n + MAX_ENDING
          || memchr (line, '_', (gsize) (blank - line)) != NULL)
        continue;

      g_autofree char *word = g_strndup (line, (gsize) (blank - line));
      g_autofree char *its_stem = ask_text_stem (word);

      if (g_str_equal (its_stem, stem))
        {
          g_auto (GStrv) fields = split_line (index, at);

          if (fields != NULL)
            add_synonyms (found, part, fields);
        }
    }
}

/**
 * ask_wordnet_synonyms:
 * @stem: of a word, as of ask_text_stem()
 *
 * Returns: (transfer container) (element-type utf8): the stems of all words that mean the same in one of their first
 *   three senses; a set, perhaps empty, which is not changed any more
 */
GHashTable *
ask_wordnet_synonyms (const char *stem)
{
  g_mutex_lock (&wordnet.lock);
  open_files ();

  GHashTable *found = g_hash_table_lookup (wordnet.synonyms, stem);

  if (found == NULL)
    {
      found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      if (strlen (stem) > 1 && g_ascii_isalpha (*stem))
        for (guint part = NOUN; part <= ADJECTIVE; part++)
          scan (found, part, stem);
      if (g_hash_table_size (wordnet.synonyms) >= CACHE_SIZE)
        g_hash_table_remove_all (wordnet.synonyms);
      g_hash_table_insert (wordnet.synonyms, g_strdup (stem), found);
    }
  g_hash_table_ref (found);
  g_mutex_unlock (&wordnet.lock);
  return found;
}

/* Pointers follow the words: N, then N times kind, place, part, and from which word to which, as two bytes in
 * hexadecimal. From word 0 is from all of them. */
static void
add_pertainyms (GPtrArray *found, char **synset, const char *word)
{
  g_autoptr (GPtrArray) words = words_of (synset);
  guint length = g_strv_length (synset);
  guint at = 4 + 2 * words->len;
  guint64 n = at < length ? g_ascii_strtoull (synset[at], NULL, 10) : 0;

  for (guint64 i = 0; i < n && at + 4 * i + 4 < length; i++)
    {
      char **pointer = synset + at + 1 + 4 * i;
      g_autofree char *from = g_strndup (pointer[3], 2);
      guint64 source = g_ascii_strtoull (from, NULL, 16);

      if (!g_str_equal (pointer[0], "\\") || !g_str_equal (pointer[2], "n") || source > words->len)
        continue;
      if (source > 0 && !g_str_equal (words->pdata[source - 1], word))
        continue;

      g_auto (GStrv) noun = read_synset (NOUN, pointer[1]);

      if (noun == NULL)
        continue;

      g_autoptr (GPtrArray) names = words_of (noun);

      for (guint k = 0; k < names->len; k++)
        g_ptr_array_add (found, g_strdelimit (g_strdup (names->pdata[k]), "_", ' '));
    }
}

/**
 * ask_wordnet_pertainyms:
 * @folded: one word, as of ask_text_fold()
 *
 * What an adjective is made of: "french" is of "france". A thing may have several names.
 *
 * Returns: (transfer container) (element-type utf8): nouns, perhaps of several words; perhaps none
 */
GPtrArray *
ask_wordnet_pertainyms (const char *folded)
{
  g_mutex_lock (&wordnet.lock);
  open_files ();

  GPtrArray *found = g_hash_table_lookup (wordnet.pertainyms, folded);

  if (found == NULL)
    {
      g_auto (GStrv) fields = find_word (ADJECTIVE, folded);

      found = g_ptr_array_new_with_free_func (g_free);
      for (char **place = fields != NULL ? places_of (fields) : NULL; place != NULL && *place != NULL; place++)
        {
          g_auto (GStrv) synset = read_synset (ADJECTIVE, *place);

          if (synset != NULL)
            add_pertainyms (found, synset, folded);
        }
      if (g_hash_table_size (wordnet.pertainyms) >= CACHE_SIZE)
        g_hash_table_remove_all (wordnet.pertainyms);
      g_hash_table_insert (wordnet.pertainyms, g_strdup (folded), found);
    }
  g_ptr_array_ref (found);
  g_mutex_unlock (&wordnet.lock);
  return found;
}

/* Adds what the synset at @place is a kind of, and what that is, up to @levels. */
static void
add_kinds (GPtrArray *found, const char *place, guint levels)
{
  g_auto (GStrv) synset = read_synset (NOUN, place);
  g_autoptr (GPtrArray) words = synset != NULL ? words_of (synset) : NULL;
  guint length = synset != NULL ? g_strv_length (synset) : 0;
  guint at = words != NULL ? 4 + 2 * words->len : 0;
  guint64 n = at < length ? g_ascii_strtoull (synset[at], NULL, 10) : 0;

  for (guint64 i = 0; i < n && at + 4 * i + 4 < length; i++)
    {
      char **pointer = synset + at + 1 + 4 * i;
      g_auto (GStrv) above = NULL;
      g_autoptr (GPtrArray) names = NULL;

      if (!g_str_equal (pointer[0], "@") || !g_str_equal (pointer[2], "n")
          || (above = read_synset (NOUN, pointer[1])) == NULL)
        continue;
      names = words_of (above);
      for (guint k = 0; k < names->len; k++)
        g_ptr_array_add (found, g_strdelimit (g_strdup (names->pdata[k]), "_", ' '));
      if (levels > 1)
        add_kinds (found, pointer[1], levels - 1);
    }
}

/**
 * ask_wordnet_kinds:
 * @folded: one word, as of ask_text_fold(), or more than one of it
 *
 * What a thing is a kind of: a poodle is a dog, and a dog an animal. Only its most usual sense counts.
 *
 * Returns: (transfer full) (element-type utf8): nouns, the nearest first; perhaps none
 */
GPtrArray *
ask_wordnet_kinds (const char *folded)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *one = ask_text_to_one (folded);

  g_mutex_lock (&wordnet.lock);
  open_files ();

  g_auto (GStrv) fields = find_word (NOUN, folded);

  if (fields == NULL)
    fields = find_word (NOUN, one);
  if (fields != NULL && places_of (fields)[0] != NULL)
    add_kinds (found, places_of (fields)[0], N_LEVELS);
  g_mutex_unlock (&wordnet.lock);
  return found;
}

static gboolean
knows_form (const char *word)
{
  for (guint part = 0; part < N_PARTS; part++)
    {
      g_auto (GStrv) fields = find_word (part, word);

      if (fields != NULL)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_wordnet_knows:
 * @folded: one word, as of ask_text_fold()
 *
 * Returns: whether this is an English word, in one of its regular forms
 */
gboolean
ask_wordnet_knows (const char *folded)
{
  static const char *const endings[][2]
    = { { "", "" },    { "s", "" },    { "es", "" }, { "ies", "y" }, { "ed", "" },  { "ed", "e" },
        { "ing", "" }, { "ing", "e" }, { "er", "" }, { "er", "e" },  { "est", "" }, { "est", "e" } };
  gboolean known = FALSE;

  g_mutex_lock (&wordnet.lock);
  open_files ();
  for (guint i = 0; i < G_N_ELEMENTS (endings) && !known; i++)
    if (g_str_has_suffix (folded, endings[i][0]) && strlen (folded) > strlen (endings[i][0]) + 1)
      {
        g_autofree char *root = g_strndup (folded, strlen (folded) - strlen (endings[i][0]));
        g_autofree char *word = g_strconcat (root, endings[i][1], NULL);

        known = knows_form (word);
      }
  g_mutex_unlock (&wordnet.lock);
  return known;
}

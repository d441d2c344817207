/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What entities that nothing relates are about, as far as their names tell: those that share a word belong together. A word that
 * most of them have tells nothing, and one that only two have may be chance.
 */
#include "config.h"

#include "diagram/ask-diagram-private.h"

#include "base/ask-name.h"

/* Fewer are seen at a glance as they are. */
#define LEAST_NAMES 12
#define LEAST_IN_TOPIC 3

static guint
count_of (GHashTable *counts, const char *word)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, word));
}

static gboolean
is_repeated (char **words, guint at)
{
  for (guint i = 0; i < at; i++)
    if (g_str_equal (words[i], words[at]))
      return TRUE;
  return FALSE;
}

/* A word that tells names apart: no number, and no single letter. */
static gboolean
is_word (const char *word)
{
  return g_utf8_strlen (word, -1) > 1 && !g_ascii_isdigit (word[0]);
}

/* The word of a name that most others have, the first of these; NULL where none is shared by so many that it tells something. */
static const char *
find_topic (GHashTable *counts, char **words, guint most)
{
  const char *topic = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint count = is_word (words[i]) ? count_of (counts, words[i]) : 0;

      if (count >= LEAST_IN_TOPIC && count <= most && (topic == NULL || count > count_of (counts, topic)))
        topic = words[i];
    }
  return topic;
}

/**
 * ask_diagram_list_topics:
 * @names: (array length=n): of entities
 * @n: how many
 *
 * The same names give the same topics.
 *
 * Returns: (transfer full) (array length=n): which topic each belongs to, from 1, in the order of their first names; 0 for none
 */
guint *
ask_diagram_list_topics (const char *const *names, guint n)
{
  g_autoptr (GPtrArray) split = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree const char **found = g_new0 (const char *, n + 1);
  guint *topics = g_new0 (guint, n + 1);

  if (n < LEAST_NAMES)
    return topics;
  for (guint i = 0; i < n; i++)
    {
      char **words = ask_name_split (names[i]);

      g_ptr_array_add (split, words);
      for (guint w = 0; words[w] != NULL; w++)
        if (!is_repeated (words, w))
          g_hash_table_insert (counts, words[w], GUINT_TO_POINTER (count_of (counts, words[w]) + 1));
    }
  for (guint i = 0; i < n; i++)
    {
      found[i] = find_topic (counts, split->pdata[i], n * 3 / 5);
      if (found[i] != NULL)
        g_hash_table_insert (sizes, (char *) found[i], GUINT_TO_POINTER (count_of (sizes, found[i]) + 1));
    }
  for (guint i = 0; i < n; i++)
    {
      /* Others may have gone to larger topics. */
      if (found[i] == NULL || count_of (sizes, found[i]) < LEAST_IN_TOPIC)
        continue;
      if (!g_hash_table_contains (numbers, found[i]))
        g_hash_table_insert (numbers, (char *) found[i], GUINT_TO_POINTER (g_hash_table_size (numbers) + 1));
      topics[i] = count_of (numbers, found[i]);
    }
  return topics;
}

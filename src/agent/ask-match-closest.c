/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which verified questions are closest to one that none of them answers: to suggest, never to answer.
 * It compares words and owns nothing.
 */
#include "config.h"

#include "agent/ask-match.h"

#include <math.h>

#include "agent/ask-match-names.h"
#include "agent/ask-words.h"

typedef struct
{
  const AskVerified *pair;
  double score;
  guint place;
} Ranked;

static int
compare_ranked (const void *a, const void *b)
{
  const Ranked *ra = a;
  const Ranked *rb = b;

  if (ra->score != rb->score)
    return ra->score > rb->score ? -1 : 1;
  return ra->place < rb->place ? -1 : 1;
}

/* @names: (nullable) */
static GHashTable *
collect_stems (const char *text, AskNames *names)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GArray) words = ask_words_split (valid);
  GHashTable *stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < words->len; i++)
    if (!g_array_index (words, AskWord, i).stop)
      g_hash_table_add (stems, g_strdup (g_array_index (words, AskWord, i).stem));
  if (names != NULL)
    ask_names_add_stems (names, words, stems);
  return stems;
}

/**
 * ask_match_closest_pairs:
 * @verified: (element-type AskVerified): the saved pairs
 * @question: what somebody asked
 * @schema: (nullable): as of ask_match_find()
 * @max: no more than these
 *
 * Ranks by shared stems; a stem that few pairs have weighs more.
 *
 * Returns: (transfer container) (element-type AskVerified): pairs of @verified that share a word, the closest one first
 */
GPtrArray *
ask_match_closest_pairs (GPtrArray *verified, const char *question, AskSchema *schema, guint max)
{
  GPtrArray *closest = g_ptr_array_new ();
  g_autoptr (AskNames) names = schema != NULL ? ask_names_new (schema) : NULL;
  g_autoptr (GHashTable) asked = collect_stems (question, names);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) stems = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  g_autofree Ranked *ranked = g_new0 (Ranked, verified->len + 1);
  GHashTableIter iter;
  gpointer stem;

  for (guint i = 0; i < verified->len; i++)
    {
      GHashTable *own = collect_stems (((const AskVerified *) verified->pdata[i])->question, NULL);

      g_ptr_array_add (stems, own);
      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &stem, NULL))
        {
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, stem));

          g_hash_table_insert (counts, g_strdup (stem), GUINT_TO_POINTER (n + 1));
        }
    }
  for (guint i = 0; i < verified->len; i++)
    {
      GHashTable *own = stems->pdata[i];
      double shared = 0, norm = 0;

      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &stem, NULL))
        {
          guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, stem));
          double weight = log (1.0 + (double) verified->len / MAX (n, 1));

          norm += weight * weight;
          if (g_hash_table_contains (asked, stem))
            shared += weight * weight;
        }
      ranked[i] = (Ranked) { verified->pdata[i], norm > 0 ? shared / sqrt (norm) : 0, i };
    }
  qsort (ranked, verified->len, sizeof *ranked, compare_ranked);
  for (guint i = 0; i < MIN (verified->len, max) && ranked[i].score > 0; i++)
    g_ptr_array_add (closest, (gpointer) ranked[i].pair);
  return closest;
}

/**
 * ask_match_closest:
 * @verified: (element-type AskVerified): the saved pairs
 * @question: what somebody asked
 * @schema: (nullable): as of ask_match_find()
 * @max: no more than these
 *
 * Where no pair shares a word, the first ones serve as examples.
 *
 * Returns: (transfer full) (element-type utf8): questions, the closest one first
 */
GPtrArray *
ask_match_closest (GPtrArray *verified, const char *question, AskSchema *schema, guint max)
{
  GPtrArray *closest = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) pairs = ask_match_closest_pairs (verified, question, schema, max);
  GPtrArray *shown = pairs->len > 0 ? pairs : verified;

  for (guint i = 0; i < MIN (shown->len, max); i++)
    g_ptr_array_add (closest, g_strdup (((const AskVerified *) shown->pdata[i])->question));
  return closest;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counted by database, not by question: what one database's people say is no rule. A word that questions about many
 * databases use says little of where to look. A word of names that queries use far more often where the question has
 * a certain other word is what that other word stands for.
 */
#include "config.h"

#include "route-lexicon.h"

#include <math.h>
#include <string.h>

/* Of a pair of words, or of one: in how many databases, and the sum of their shares there. */
typedef struct
{
  guint n;
  double share;
} Count;

static Count *
get_count (GHashTable *counts, const char *key)
{
  Count *count = g_hash_table_lookup (counts, key);

  if (count == NULL)
    {
      count = g_new0 (Count, 1);
      g_hash_table_insert (counts, g_strdup (key), count);
    }
  return count;
}

static GHashTable *
new_counts (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

typedef struct
{
  GHashTable *asked; /* word → Count over databases */
  GHashTable *named; /* name → Count */
  GHashTable *pairs; /* "word name" → Count */
} Counts;

static void
count_source (Counts *self, const RouteSet *set, guint source)
{
  g_autoptr (GHashTable) asked = new_counts ();
  g_autoptr (GHashTable) named = new_counts ();
  g_autoptr (GHashTable) pairs = new_counts ();
  GHashTableIter iter;
  gpointer key, value;
  guint n = 0;

  for (guint q = 0; q < set->questions->len; q++)
    {
      const RouteQuestion *question = route_set_question (set, q);
      g_autoptr (GHashTable) words = NULL;
      g_autoptr (GHashTable) names = NULL;
      GHashTableIter inner;
      gpointer name;

      if (question->source != source)
        continue;
      n++;
      words = route_get_words (question->text, FALSE);
      names = route_get_words (question->query, TRUE);
      g_hash_table_iter_init (&inner, names);
      while (g_hash_table_iter_next (&inner, &name, NULL))
        get_count (named, name)->n++;
      g_hash_table_iter_init (&iter, words);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          get_count (asked, key)->n++;
          g_hash_table_iter_init (&inner, names);
          while (g_hash_table_iter_next (&inner, &name, NULL))
            {
              g_autofree char *pair = g_strconcat (key, " ", name, NULL);

              get_count (pairs, pair)->n++;
            }
        }
    }
  g_hash_table_iter_init (&iter, asked);
  while (g_hash_table_iter_next (&iter, &key, &value))
    get_count (self->asked, key)->n++;
  g_hash_table_iter_init (&iter, named);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Count *count = get_count (self->named, key);

      count->n++;
      count->share += (double) ((Count *) value)->n / n;
    }
  g_hash_table_iter_init (&iter, pairs);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      g_autofree char *word = g_strndup (key, (gsize) (strchr (key, ' ') - (char *) key));
      Count *count = get_count (self->pairs, key);

      count->n++;
      count->share += (double) ((Count *) value)->n / get_count (asked, word)->n;
    }
}

static int
compare_text (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b);
}

static void
learn_weights (AskRouteLexicon *self, const Counts *counts, guint n_sources, GPtrArray *kept)
{
  g_autoptr (GList) words = g_list_sort (g_hash_table_get_keys (counts->asked), compare_text);

  for (GList *l = words; l != NULL; l = l->next)
    {
      double share = (double) get_count (counts->asked, l->data)->n / n_sources;
      double weight = round (100 * (0.02 + 0.98 * log (1 / share) / log (10))) / 100;

      if (share < 0.1)
        continue;
      ask_route_lexicon_weigh (self, l->data, weight);
      if (kept != NULL)
        {
          g_ptr_array_add (kept, g_strdup (l->data));
          g_ptr_array_add (kept, g_strdup_printf ("%.0f", 100 * weight));
        }
    }
}

static void
learn_links (AskRouteLexicon *self, const Counts *counts, guint n_sources, GPtrArray *kept)
{
  g_autoptr (GList) pairs = g_list_sort (g_hash_table_get_keys (counts->pairs), compare_text);

  for (GList *l = pairs; l != NULL; l = l->next)
    {
      g_auto (GStrv) pair = g_strsplit (l->data, " ", 2);
      const Count *both = get_count (counts->pairs, l->data);
      const Count *word = get_count (counts->asked, pair[0]);
      const Count *name = get_count (counts->named, pair[1]);
      double share = both->share / word->n; /* of the queries where it is asked */
      double usual = name->share / n_sources;
      double factor;

      if (both->n < 3 || share < 0.2 || share < 4 * usual || strcmp (pair[0], pair[1]) == 0)
        continue;
      factor = round (100 * MIN (0.8, 0.25 + 0.6 * share)) / 100;
      ask_route_lexicon_link (self, pair[0], pair[1], factor);
      if (kept != NULL)
        {
          g_ptr_array_add (kept, g_strdup (pair[0]));
          g_ptr_array_add (kept, g_strdup (pair[1]));
          g_ptr_array_add (kept, g_strdup_printf ("%.0f", 100 * factor));
        }
    }
}

/* @links, @weights: (nullable) (element-type utf8): what was learned, as text */
AskRouteLexicon *
route_learn_lexicon (const RouteSet *set, const gboolean *sources, GPtrArray *links, GPtrArray *weights)
{
  AskRouteLexicon *self = ask_route_lexicon_new ();
  Counts counts = { new_counts (), new_counts (), new_counts () };
  guint n_sources = 0;

  for (guint i = 0; i < set->sources->len; i++)
    if (sources[i])
      {
        n_sources++;
        count_source (&counts, set, i);
      }
  learn_weights (self, &counts, n_sources, weights);
  learn_links (self, &counts, n_sources, links);
  g_hash_table_unref (counts.asked);
  g_hash_table_unref (counts.named);
  g_hash_table_unref (counts.pairs);
  return self;
}

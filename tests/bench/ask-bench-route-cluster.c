/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Databases of one business, by likeness of their schemas: each is the set of its names' words, a word weighing by how
 * few databases have it. The two likest clusters are joined, by the mean cosine of their databases, until none are
 * alike enough. What stays alone is in no cluster.
 */
#include "config.h"

#include "ask-bench-route.h"

#include <math.h>

/* Clusters less alike than this are not joined, nor those that would be larger than that. */
#define MIN_ALIKE 0.12
#define MAX_CLUSTER 12

/* The weight of each word of a database: its stem → double* */
static GHashTable *
weigh_words (const RouteSource *source, GHashTable *counts, guint n_sources)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint e = 0; e < source->entities->len; e++)
    {
      const AskEntity *entity = source->entities->pdata[e];

      for (guint a = 0; a <= entity->attributes->len; a++)
        {
          const char *name = a > 0 ? ((AskAttribute *) entity->attributes->pdata[a - 1])->name : entity->name;
          g_autoptr (GPtrArray) stems = ask_route_stems (name);

          for (guint i = 0; i < stems->len; i++)
            {
              guint n = counts != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (counts, stems->pdata[i])) : 1;
              double weight = log ((n_sources + 1.0) / MAX (n, 1)) * (a > 0 ? 1 : 2);
              double *before = g_hash_table_lookup (words, stems->pdata[i]);

              if (before == NULL || *before < weight)
                g_hash_table_insert (words, g_strdup (stems->pdata[i]), g_memdup2 (&weight, sizeof weight));
            }
        }
    }
  return words;
}

static double
compare (GHashTable *first, GHashTable *second)
{
  GHashTableIter iter;
  gpointer word, weight;
  double both = 0, squares[2] = { 0 };

  g_hash_table_iter_init (&iter, first);
  while (g_hash_table_iter_next (&iter, &word, &weight))
    {
      const double *other = g_hash_table_lookup (second, word);

      squares[0] += *(double *) weight * *(double *) weight;
      both += other != NULL ? *(double *) weight * *other : 0;
    }
  g_hash_table_iter_init (&iter, second);
  while (g_hash_table_iter_next (&iter, NULL, &weight))
    squares[1] += *(double *) weight * *(double *) weight;
  return both / sqrt (MAX (squares[0] * squares[1], 1e-9));
}

/* The mean likeness of the databases of two clusters; 0 where they would be too large together. */
static double
compare_clusters (const guint *clusters, const double *alike, guint n, guint first, guint second)
{
  double sum = 0;
  guint n_pairs = 0, n_first = 0, n_second = 0;

  for (guint i = 0; i < n; i++)
    {
      n_first += clusters[i] == first;
      n_second += clusters[i] == second;
      for (guint j = 0; j < n && clusters[i] == first; j++)
        if (clusters[j] == second)
          {
            sum += alike[i * n + j];
            n_pairs++;
          }
    }
  return n_pairs == 0 || n_first + n_second > MAX_CLUSTER ? 0 : sum / n_pairs;
}

static gboolean
join_two (guint *clusters, const double *alike, guint n)
{
  double most = MIN_ALIKE;
  guint first = 0, second = 0;

  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n && clusters[i] == i; j++)
      if (clusters[j] == j)
        {
          double one = compare_clusters (clusters, alike, n, i, j);

          if (one > most)
            {
              most = one;
              first = i;
              second = j;
            }
        }
  for (guint i = 0; i < n && first != second; i++)
    if (clusters[i] == second)
      clusters[i] = first;
  return first != second;
}

/* Returns: (transfer full): the cluster of each database, from 0; G_MAXUINT where it is alone */
guint *
bench_route_cluster (const RouteSet *set, guint *n_clusters)
{
  guint n = set->sources->len;
  guint *clusters = g_new (guint, n + 1);
  g_autofree guint *numbers = g_new (guint, n + 1);
  g_autofree double *alike = g_new0 (double, (gsize) n * n + 1);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GHashTable) own = weigh_words (route_set_source (set, i), NULL, n);
      GHashTableIter iter;
      gpointer word;

      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &word, NULL))
        g_hash_table_insert (counts, g_strdup (word),
                             GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, word)) + 1));
      clusters[i] = i;
    }
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (words, weigh_words (route_set_source (set, i), counts, n));
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      alike[i * n + j] = compare (words->pdata[i], words->pdata[j]);
  while (join_two (clusters, alike, n))
    ;
  *n_clusters = 0;
  for (guint i = 0; i < n; i++)
    {
      guint size = 0;

      for (guint j = 0; j < n; j++)
        size += clusters[j] == clusters[i];
      if (clusters[i] == i)
        numbers[i] = size > 1 ? (*n_clusters)++ : G_MAXUINT;
    }
  for (guint i = 0; i < n; i++)
    clusters[i] = numbers[clusters[i]];
  return clusters;
}

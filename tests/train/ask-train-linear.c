/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Softmax regression over hashed features, by AdaGrad in a fixed order: the same examples give the same
 * weights. A row has the length 1, however many features it has.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "train/ask-train.h"

#define RATE 1.0f
/* What is smaller than this part of the largest weight is left out. */
#define LEAST_SHARE 0.06f

typedef struct
{
  GPtrArray *classes;
  GArray *places; /* int: of each example's class, -1 to leave it out */
  float *weights; /* [bucket][class] */
  float *biases;
} Fitted;

static void
fitted_free (Fitted *self)
{
  g_ptr_array_unref (self->classes);
  g_array_unref (self->places);
  g_free (self->weights);
  g_free (self->biases);
  g_free (self);
}

static Fitted *
fitted_new (const TrainHead *head, guint n_examples)
{
  Fitted *self = g_new0 (Fitted, 1);
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name;
  gpointer count;
  gboolean rare = FALSE;

  self->classes = g_ptr_array_new_with_free_func (g_free);
  self->places = g_array_new (FALSE, FALSE, sizeof (int));
  for (guint i = 0; i < n_examples; i++)
    if (head->labels[i] != NULL)
      g_hash_table_insert (counts, (gpointer) head->labels[i],
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, head->labels[i])) + 1));
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &name, &count))
    {
      if (GPOINTER_TO_UINT (count) >= head->least)
        g_ptr_array_add (self->classes, g_strdup (name));
      else
        rare = TRUE;
    }
  if (rare)
    g_ptr_array_add (self->classes, g_strdup ("<rare>"));
  g_ptr_array_sort (self->classes, ask_text_compare);
  for (guint i = 0; i < n_examples; i++)
    {
      int place = -1;

      if (head->labels[i] != NULL)
        {
          guint found;

          if (g_ptr_array_find_with_equal_func (self->classes, head->labels[i], g_str_equal, &found)
              || g_ptr_array_find_with_equal_func (self->classes, "<rare>", g_str_equal, &found))
            place = (int) found;
        }
      g_array_append_val (self->places, place);
    }
  return self;
}

/* Without what fewer than @least examples have: it says nothing of other databases. */
static GPtrArray *
drop_rare (GPtrArray *features, guint least)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autofree guint *counts = g_new0 (guint, ASK_FEATURE_BUCKETS);

  for (guint i = 0; i < features->len; i++)
    {
      const GArray *row = g_ptr_array_index (features, i);

      for (guint f = 0; f < row->len; f++)
        counts[g_array_index (row, guint32, f)]++;
    }
  for (guint i = 0; i < features->len; i++)
    {
      const GArray *row = g_ptr_array_index (features, i);
      GArray *less = g_array_sized_new (FALSE, FALSE, sizeof (guint32), row->len);

      for (guint f = 0; f < row->len; f++)
        if (counts[g_array_index (row, guint32, f)] >= least)
          g_array_append_val (less, g_array_index (row, guint32, f));
      g_ptr_array_add (kept, less);
    }
  return kept;
}

static void
softmax (float *z, guint n)
{
  float most = -INFINITY;
  float sum = 0;

  for (guint c = 0; c < n; c++)
    most = MAX (most, z[c]);
  for (guint c = 0; c < n; c++)
    sum += z[c] = expf (z[c] - most);
  for (guint c = 0; c < n; c++)
    z[c] /= sum;
}

static void
fit (Fitted *self, GPtrArray *features, GPtrArray *all, guint epochs)
{
  guint n = self->classes->len;
  g_autofree float *squares = g_new0 (float, (gsize) ASK_FEATURE_BUCKETS * n);
  g_autofree float *bias_squares = g_new0 (float, n);
  g_autofree float *z = g_new (float, n);
  g_autofree guint *order = g_new (guint, features->len);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  self->weights = g_new0 (float, (gsize) ASK_FEATURE_BUCKETS * n);
  self->biases = g_new0 (float, n);
  for (guint i = 0; i < features->len; i++)
    order[i] = i;
  for (guint epoch = 0; epoch < epochs; epoch++)
    {
      for (guint i = features->len; i > 1; i--)
        {
          guint k = (guint) g_rand_int_range (rand, 0, (gint32) i);
          guint swap = order[i - 1];

          order[i - 1] = order[k];
          order[k] = swap;
        }
      for (guint i = 0; i < features->len; i++)
        {
          const GArray *row = g_ptr_array_index (features, order[i]);
          int place = g_array_index (self->places, int, order[i]);
          /* As long as it is when it is applied. */
          float norm = 1 / sqrtf ((float) MAX (((const GArray *) g_ptr_array_index (all, order[i]))->len, 1));

          if (place < 0)
            continue;
          memcpy (z, self->biases, n * sizeof (float));
          for (guint f = 0; f < row->len; f++)
            {
              const float *w = self->weights + (gsize) g_array_index (row, guint32, f) * n;

              for (guint c = 0; c < n; c++)
                z[c] += norm * w[c];
            }
          softmax (z, n);
          z[place] -= 1;
          for (guint c = 0; c < n; c++)
            {
              bias_squares[c] += z[c] * z[c];
              self->biases[c] -= 0.1f * z[c] / (sqrtf (bias_squares[c]) + 1e-6f);
              z[c] *= norm;
            }
          for (guint f = 0; f < row->len; f++)
            {
              float *w = self->weights + (gsize) g_array_index (row, guint32, f) * n;
              float *s = squares + (gsize) g_array_index (row, guint32, f) * n;

              for (guint c = 0; c < n; c++)
                {
                  s[c] += z[c] * z[c];
                  w[c] -= RATE * z[c] / (sqrtf (s[c]) + 1e-3f);
                }
            }
        }
    }
}

static float
find_most (const Fitted *self)
{
  float most = 1e-6f;

  for (gsize i = 0; i < (gsize) ASK_FEATURE_BUCKETS * self->classes->len; i++)
    most = MAX (most, fabsf (self->weights[i]));
  return most;
}

static GVariant *
pack_head (const TrainHead *head, const Fitted *fitted, float scale)
{
  GVariantBuilder biases;

  g_variant_builder_init (&biases, G_VARIANT_TYPE ("au"));
  for (guint c = 0; c < fitted->classes->len; c++)
    g_variant_builder_add (&biases, "u", train_bits (fitted->biases[c]));
  g_ptr_array_add (fitted->classes, NULL);
  return g_variant_new ("(s^asauu)", head->name, fitted->classes->pdata, &biases, train_bits (scale));
}

/**
 * train_linear:
 * @features: (element-type GArray): one an example
 * @heads: what is decided
 *
 * Returns: (transfer floating): the model, as ask-weights.h says
 */
GVariant *
train_linear (GPtrArray *features, const TrainHead *heads, guint n_heads, guint epochs)
{
  g_autofree Fitted **fitted = g_new0 (Fitted *, n_heads);
  g_autofree float *scales = g_new0 (float, n_heads);
  g_autofree guint *first = g_new0 (guint, n_heads + 1);
  g_autofree guint32 *starts = g_new0 (guint32, ASK_FEATURE_BUCKETS + 1);
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (guint16));
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (gint8));
  g_autoptr (GPtrArray) common = drop_rare (features, 3);
  GVariantBuilder builder;
  GVariant *model;

  for (guint h = 0; h < n_heads; h++)
    {
      fitted[h] = fitted_new (&heads[h], features->len);
      fit (fitted[h], common, features, epochs);
      scales[h] = find_most (fitted[h]) / 127;
      first[h + 1] = first[h] + fitted[h]->classes->len;
    }
  for (guint b = 0; b < ASK_FEATURE_BUCKETS; b++)
    {
      starts[b] = classes->len;
      for (guint h = 0; h < n_heads; h++)
        for (guint c = 0; c < fitted[h]->classes->len; c++)
          {
            float weight = fitted[h]->weights[(gsize) b * fitted[h]->classes->len + c] / scales[h];
            gint8 rounded = (gint8) lrintf (weight);
            guint16 at = (guint16) (first[h] + c);

            if (fabsf (weight) < MAX (0.5f, LEAST_SHARE * 127))
              continue;
            g_array_append_val (classes, at);
            g_array_append_val (weights, rounded);
          }
    }
  starts[ASK_FEATURE_BUCKETS] = classes->len;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a(sasauu)"));
  for (guint h = 0; h < n_heads; h++)
    g_variant_builder_add_value (&builder, pack_head (&heads[h], fitted[h], scales[h]));
  model = g_variant_new ("(a(sasauu)@au@aq@ay)", &builder,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, starts, ASK_FEATURE_BUCKETS + 1, 4),
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, classes->data, classes->len, 2),
                         g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, weights->data, weights->len, 1));
  for (guint h = 0; h < n_heads; h++)
    fitted_free (fitted[h]);
  return model;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fits what words say of candidates: the chance that a right one is chosen among those of its question, by AdaGrad
 * in a fixed order.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "train/ask-train.h"

/* A pair that fewer questions have says nothing of other databases. */
#define LEAST_QUESTIONS 6
#define N_EPOCHS 3
#define RATE 0.1f
/* Added to what a step is divided by, so that a pair that is seldom met is not believed at once. */
#define STEADY 0.1f
/* What is smaller than this part of the largest weight is left out. */
#define LEAST_SHARE 0.03f

typedef struct
{
  float *weights;
  float *squares;
  guint8 *kept; /* buckets that enough questions have */
} Fitted;

static gboolean
has_right (const TrainExample *example)
{
  for (guint c = 0; c < example->n_candidates; c++)
    if (train_is_right (example, c))
      return TRUE;
  return FALSE;
}

/* The buckets that are in enough questions. */
static guint8 *
count_buckets (const GPtrArray *examples)
{
  guint8 *counts = g_new0 (guint8, ASK_HASHED_BUCKETS);
  g_autofree guint *last = g_new0 (guint, ASK_HASHED_BUCKETS);

  for (guint i = 0; i < examples->len; i++)
    {
      const AskWording *wording = ((const TrainExample *) examples->pdata[i])->wording;

      for (guint k = 0; k < wording->buckets->len; k++)
        {
          guint32 bucket = g_array_index (wording->buckets, guint32, k);

          if (last[bucket] != i + 1 && counts[bucket] < 255)
            counts[bucket]++;
          last[bucket] = i + 1;
        }
    }
  for (guint b = 0; b < ASK_HASHED_BUCKETS; b++)
    counts[b] = counts[b] >= LEAST_QUESTIONS;
  return counts;
}

static float
weigh (const Fitted *self, const AskWording *wording, const AskWordingPart *part)
{
  float sum = 0;

  for (guint k = part->first; k < part->first + part->n; k++)
    sum += self->weights[g_array_index (wording->buckets, guint32, k)];
  return sum / sqrtf ((float) part->n);
}

static void
change (Fitted *self, const AskWording *wording, const AskWordingPart *part, float gradient)
{
  gradient /= sqrtf ((float) part->n);
  for (guint k = part->first; k < part->first + part->n; k++)
    {
      guint32 bucket = g_array_index (wording->buckets, guint32, k);

      if (!self->kept[bucket])
        continue;
      self->squares[bucket] += gradient * gradient;
      self->weights[bucket] -= RATE * gradient / (sqrtf (self->squares[bucket]) + STEADY);
    }
}

static void
learn (Fitted *self, const TrainExample *example)
{
  const AskWording *wording = example->wording;
  guint n = example->n_candidates;
  g_autofree float *worths = g_new (float, MAX (wording->parts->len, 1));
  g_autofree float *gradients = g_new0 (float, MAX (wording->parts->len, 1));
  g_autofree double *z = g_new (double, n);
  double most = -INFINITY;
  double sum = 0;
  double right = 1e-9;

  for (guint p = 0; p < wording->parts->len; p++)
    worths[p] = weigh (self, wording, &g_array_index (wording->parts, AskWordingPart, p));
  for (guint c = 0; c < n; c++)
    {
      z[c] = (double) ASK_WORDING_SCORE_SHARE * (double) train_features_of (example, FALSE, c)[0];
      for (guint s = g_array_index (wording->starts, guint, c); s < g_array_index (wording->starts, guint, c + 1); s++)
        z[c] += (double) worths[g_array_index (wording->said, guint, s)];
      most = MAX (most, z[c]);
    }
  for (guint c = 0; c < n; c++)
    sum += z[c] = exp (z[c] - most);
  for (guint c = 0; c < n; c++)
    right += train_is_right (example, c) ? z[c] / sum : 0;
  for (guint c = 0; c < n; c++)
    {
      double p = z[c] / sum;
      float gradient = (float) (p - (train_is_right (example, c) ? p / right : 0));

      for (guint s = g_array_index (wording->starts, guint, c); s < g_array_index (wording->starts, guint, c + 1); s++)
        gradients[g_array_index (wording->said, guint, s)] += gradient;
    }
  for (guint p = 0; p < wording->parts->len; p++)
    if (fabsf (gradients[p]) > 1e-4f)
      change (self, wording, &g_array_index (wording->parts, AskWordingPart, p), gradients[p]);
}

static GVariant *
pack (const Fitted *self)
{
  g_autofree guint32 *bits = g_new0 (guint32, ASK_HASHED_BUCKETS / 32);
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (gint8));
  float most = 1e-6f;

  for (guint b = 0; b < ASK_HASHED_BUCKETS; b++)
    most = MAX (most, fabsf (self->weights[b]));
  for (guint b = 0; b < ASK_HASHED_BUCKETS; b++)
    {
      float weight = self->weights[b] * 127 / most;
      gint8 rounded = (gint8) lrintf (weight);

      if (fabsf (weight) < MAX (0.5f, LEAST_SHARE * 127))
        continue;
      bits[b / 32] |= 1u << (b % 32);
      g_array_append_val (weights, rounded);
    }
  return g_variant_new ("(u@au@ay)", train_bits (most / 127),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, bits, ASK_HASHED_BUCKETS / 32, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, weights->data, weights->len, 1));
}

/** train_wording: puts the part "wording" into @file, from the candidates of all folds but @without */
void
train_wording (TrainSet *set, TrainFile *file, guint without)
{
  g_autoptr (GPtrArray) examples = g_ptr_array_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  Fitted fitted = { NULL };

  for (guint i = 0; i < set->examples->len; i++)
    if (train_learns_from (train_example (set, i)->database, without) && has_right (train_example (set, i)))
      g_ptr_array_add (examples, train_example (set, i));
  fitted.kept = count_buckets (examples);
  fitted.weights = g_new0 (float, ASK_HASHED_BUCKETS);
  fitted.squares = g_new0 (float, ASK_HASHED_BUCKETS);
  for (guint epoch = 0; epoch < N_EPOCHS; epoch++)
    {
      for (guint i = examples->len; i > 1; i--)
        {
          guint k = (guint) g_rand_int_range (rand, 0, (gint32) i);
          gpointer swap = examples->pdata[i - 1];

          examples->pdata[i - 1] = examples->pdata[k];
          examples->pdata[k] = swap;
        }
      for (guint i = 0; i < examples->len; i++)
        learn (&fitted, examples->pdata[i]);
    }
  train_file_put (file, "wording", pack (&fitted));
  g_free (fitted.weights);
  g_free (fitted.squares);
  g_free (fitted.kept);
}

/** train_put_wording: what words say of all candidates, by weights that have not seen their database */
void
train_put_wording (TrainSet *set, TrainFile *const *files)
{
  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *example = train_example (set, i);
      const AskHashed *weights
        = ask_weights_get_hashed (train_file_weights (files[example->database->fold]), "wording");

      ask_wording_put (example->wording, weights, example->features);
      ask_wording_put (example->wording, weights, example->blind);
    }
}

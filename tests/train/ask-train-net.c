/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fits the net that weighs the best candidates beside each other: by steps of Adam with decoupled decay (Loshchilov and
 * Hutter, "Decoupled Weight Decay Regularization", 2019), a rate that rises and falls once (Smith, "Super-Convergence",
 * 2018), and units that are left out at random (Srivastava et al., "Dropout", 2014). The same rows give the same bytes.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "train/ask-train.h"
#include "understand/interpret/ask-rank.h"

#define N_FIRST 64
#define N_SECOND 32
#define N_ROUNDS 12
/* Questions of one step. */
#define N_BATCH 32
#define RATE 3e-3
#define DECAY 0.01
#define LEFT_OUT 0.2f
/* The share of all steps in which the rate rises. */
#define RISING 0.3

/* The weights while they are learned, or their gradients, one after the other. Those of the first layer stand by inputs. */
typedef struct
{
  float *all;
  gsize n;
  float *own;
  float *mean;
  float *first_biases;
  float *second;
  float *second_biases;
  float *last;
  float *linear;
} Numbers;

/* One question: its rows, and their mean behind them. */
typedef struct
{
  float *inputs;
  const float *labels;
  guint n;
} Asked;

typedef struct
{
  AskNetShape shape;
  Numbers weights;
  Numbers gradients;
  float *speeds; /* of each weight */
  float *squares;
  guint step;
  guint n_steps;
  guint64 random;
} Net;

static float *
take (float **at, gsize n)
{
  float *taken = *at;

  *at += n;
  return taken;
}

static void
numbers_init (Numbers *self, const AskNetShape *shape)
{
  gsize n_own = (gsize) shape->n_inputs * shape->n_first;
  gsize n_second = (gsize) shape->n_first * shape->n_second;
  float *at;

  self->n = 2 * n_own + shape->n_first + n_second + 2 * (gsize) shape->n_second + shape->n_inputs + 1;
  self->all = g_new0 (float, self->n);
  at = self->all;
  self->own = take (&at, n_own);
  self->mean = take (&at, n_own);
  self->first_biases = take (&at, shape->n_first);
  self->second = take (&at, n_second);
  self->second_biases = take (&at, shape->n_second);
  self->last = take (&at, shape->n_second);
  self->linear = take (&at, shape->n_inputs + 1);
}

/* A number from 0 to 1, by Marsaglia's xorshift: quick, and the same everywhere. */
static float
draw (Net *self)
{
  self->random ^= self->random << 13;
  self->random ^= self->random >> 7;
  self->random ^= self->random << 17;
  return (float) (self->random >> 40) / (float) (1 << 24);
}

static void
scatter (Net *self, float *numbers, gsize n, guint n_before)
{
  float most = 1 / sqrtf ((float) n_before);

  for (gsize i = 0; i < n; i++)
    numbers[i] = most * (2 * draw (self) - 1);
}

static void
net_init (Net *self, guint n_inputs, guint n_steps)
{
  gsize n_own = (gsize) n_inputs * N_FIRST;

  *self = (Net) { .shape = { n_inputs, N_FIRST, N_SECOND }, .n_steps = n_steps, .random = 0x9E3779B97F4A7C15u };
  numbers_init (&self->weights, &self->shape);
  numbers_init (&self->gradients, &self->shape);
  self->speeds = g_new0 (float, self->weights.n);
  self->squares = g_new0 (float, self->weights.n);
  scatter (self, self->weights.own, 2 * n_own + N_FIRST, n_inputs);
  scatter (self, self->weights.second, N_FIRST * N_SECOND + N_SECOND, N_FIRST);
  scatter (self, self->weights.last, N_SECOND, N_SECOND);
  scatter (self, self->weights.linear, (gsize) n_inputs + 1, n_inputs);
}

static void
net_clear (Net *self)
{
  g_free (self->weights.all);
  g_free (self->gradients.all);
  g_free (self->speeds);
  g_free (self->squares);
}

/* What a row's units say; kept for the way back. */
typedef struct
{
  float first[N_FIRST]; /* 0 where they say nothing, or are left out */
  float second[N_SECOND];
  double score;
} Said;

static void
say (Net *self, const float *row, const float *common, Said *said)
{
  const Numbers *weights = &self->weights;

  memcpy (said->first, common, sizeof said->first);
  said->score = (double) weights->linear[self->shape.n_inputs];
  for (gsize i = 0; i < self->shape.n_inputs; i++)
    {
      const float *own = weights->own + i * N_FIRST;

      for (guint u = 0; u < N_FIRST; u++)
        said->first[u] += row[i] * own[u];
      said->score += (double) (row[i] * weights->linear[i]);
    }
  for (guint u = 0; u < N_FIRST; u++)
    said->first[u] = said->first[u] > 0 && draw (self) >= LEFT_OUT ? said->first[u] / (1 - LEFT_OUT) : 0;
  for (guint s = 0; s < N_SECOND; s++)
    {
      float sum = weights->second_biases[s];

      for (guint u = 0; u < N_FIRST; u++)
        sum += weights->second[s * N_FIRST + u] * said->first[u];
      said->second[s] = MAX (sum, 0);
      said->score += (double) (weights->last[s] * said->second[s]);
    }
}

/* Adds to the gradients what a row's error says; @common: adds what it says of each unit of the first layer. */
static void
blame (Net *self, const float *row, const Said *said, float error, float *common)
{
  const Numbers *weights = &self->weights;
  Numbers *gradients = &self->gradients;
  float first[N_FIRST] = { 0 };

  for (guint s = 0; s < N_SECOND; s++)
    {
      float own = said->second[s] > 0 ? error * weights->last[s] : 0;

      gradients->last[s] += error * said->second[s];
      gradients->second_biases[s] += own;
      for (guint u = 0; own != 0 && u < N_FIRST; u++)
        {
          gradients->second[s * N_FIRST + u] += own * said->first[u];
          first[u] += own * weights->second[s * N_FIRST + u];
        }
    }
  for (guint u = 0; u < N_FIRST; u++)
    {
      first[u] = said->first[u] > 0 ? first[u] / (1 - LEFT_OUT) : 0;
      common[u] += first[u];
    }
  gradients->linear[self->shape.n_inputs] += error;
  for (gsize i = 0; i < self->shape.n_inputs; i++)
    {
      float *own = gradients->own + i * N_FIRST;

      gradients->linear[i] += error * row[i];
      for (guint u = 0; u < N_FIRST; u++)
        own[u] += first[u] * row[i];
    }
}

/* The gradients of the likelihood that a right candidate is chosen, as those of trees that rank. */
static void
learn_question (Net *self, const Asked *asked)
{
  gsize n_inputs = self->shape.n_inputs;
  const float *mean = asked->inputs + asked->n * n_inputs;
  g_autofree Said *said = g_new (Said, asked->n);
  float common[N_FIRST];
  float blamed[N_FIRST] = { 0 };
  double most = -INFINITY;
  double sum = 0;
  double right = 1e-9;

  memcpy (common, self->weights.first_biases, sizeof common);
  for (gsize i = 0; i < n_inputs; i++)
    for (guint u = 0; u < N_FIRST; u++)
      common[u] += mean[i] * self->weights.mean[i * N_FIRST + u];
  for (guint r = 0; r < asked->n; r++)
    {
      say (self, asked->inputs + r * n_inputs, common, &said[r]);
      most = MAX (most, said[r].score);
    }
  for (guint r = 0; r < asked->n; r++)
    sum += exp (said[r].score - most);
  for (guint r = 0; r < asked->n; r++)
    right += exp (said[r].score - most) / sum * (double) asked->labels[r];
  for (guint r = 0; r < asked->n; r++)
    {
      double share = exp (said[r].score - most) / sum;

      blame (self, asked->inputs + r * n_inputs, &said[r],
             (float) ((share - share * (double) asked->labels[r] / right) / N_BATCH), blamed);
    }
  for (guint u = 0; u < N_FIRST; u++)
    self->gradients.first_biases[u] += blamed[u];
  for (gsize i = 0; i < n_inputs; i++)
    for (guint u = 0; u < N_FIRST; u++)
      self->gradients.mean[i * N_FIRST + u] += mean[i] * blamed[u];
}

static double
get_rate (const Net *self)
{
  double done = (double) self->step / self->n_steps;
  double least = done < RISING ? RATE / 25 : 0;
  double share = done < RISING ? done / RISING : (1 - done) / (1 - RISING);

  return least + (RATE - least) * (1 - cos (G_PI * share)) / 2;
}

static void
take_step (Net *self)
{
  float rate = (float) get_rate (self);
  double n = ++self->step;
  float speed = (float) (1 / (1 - pow (0.9, n)));
  float square = (float) (1 / (1 - pow (0.999, n)));

  for (gsize i = 0; i < self->weights.n; i++)
    {
      float gradient = self->gradients.all[i];

      self->speeds[i] = 0.9f * self->speeds[i] + 0.1f * gradient;
      self->squares[i] = 0.999f * self->squares[i] + 0.001f * gradient * gradient;
      self->weights.all[i] -= rate
                              * ((float) DECAY * self->weights.all[i]
                                 + self->speeds[i] * speed / (sqrtf (self->squares[i] * square) + 1e-8f));
    }
  memset (self->gradients.all, 0, self->weights.n * sizeof (float));
}

static void
add_bits (GVariantBuilder *builder, const float *numbers, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_variant_builder_add (builder, "u", train_bits (numbers[i]));
}

/* The weights of the first layer by units, as bytes; @scales: (out): what a byte of each unit is worth. */
static void
add_bytes (GByteArray *bytes, const AskNetShape *shape, const float *weights, float *scales)
{
  for (gsize u = 0; u < shape->n_first; u++)
    {
      float most = 1e-9f;

      for (gsize i = 0; i < shape->n_inputs; i++)
        most = MAX (most, fabsf (weights[i * shape->n_first + u]));
      scales[u] = most / 127;
      for (gsize i = 0; i < shape->n_inputs; i++)
        {
          gint8 byte = (gint8) lrintf (weights[i * shape->n_first + u] / scales[u]);

          g_byte_array_append (bytes, (const guint8 *) &byte, 1);
        }
    }
}

static GVariant *
pack (const Net *self, const float *means, const float *factors)
{
  const AskNetShape *shape = &self->shape;
  const Numbers *weights = &self->weights;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  GVariantBuilder numbers;
  float own_scales[N_FIRST];
  float mean_scales[N_FIRST];

  add_bytes (bytes, shape, weights->own, own_scales);
  add_bytes (bytes, shape, weights->mean, mean_scales);
  g_variant_builder_init (&numbers, G_VARIANT_TYPE ("au"));
  add_bits (&numbers, means, shape->n_inputs);
  add_bits (&numbers, factors, shape->n_inputs);
  add_bits (&numbers, weights->linear, (gsize) shape->n_inputs + 1);
  add_bits (&numbers, weights->first_biases, N_FIRST);
  add_bits (&numbers, own_scales, N_FIRST);
  add_bits (&numbers, mean_scales, N_FIRST);
  add_bits (&numbers, weights->second, N_FIRST * N_SECOND);
  add_bits (&numbers, weights->second_biases, N_SECOND);
  add_bits (&numbers, weights->last, N_SECOND);
  return g_variant_new ("(uuuau@ay)", shape->n_inputs, shape->n_first, shape->n_second, &numbers,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes->data, bytes->len, 1));
}

/* The mean of each input, and one through its deviation. */
static void
measure (const TrainMatrix *matrix, float *means, float *factors)
{
  gsize n_columns = matrix->n_columns;
  gsize n_rows = matrix->labels->len;
  const float *values = (const float *) matrix->values->data;

  for (gsize i = 0; i < n_columns; i++)
    {
      double sum = 0;
      double squares = 0;
      double mean;

      for (gsize r = 0; r < n_rows; r++)
        sum += (double) values[r * n_columns + i];
      mean = sum / (double) MAX (n_rows, 1);
      for (gsize r = 0; r < n_rows; r++)
        squares += ((double) values[r * n_columns + i] - mean) * ((double) values[r * n_columns + i] - mean);
      means[i] = (float) mean;
      factors[i] = (float) (1 / (sqrt (squares / (double) MAX (n_rows, 1)) + 1e-3));
    }
}

static void
shuffle (GRand *rand, guint *order, guint n)
{
  for (guint i = n; i > 1; i--)
    {
      guint k = (guint) g_rand_int_range (rand, 0, (gint32) i);
      guint kept = order[i - 1];

      order[i - 1] = order[k];
      order[k] = kept;
    }
}

/**
 * train_net:
 * @matrix: rows of questions, one group each, in which some row is right
 *
 * Returns: (transfer floating): a net that chooses among the rows of a question, as ask-net.h says
 */
GVariant *
train_net (const TrainMatrix *matrix)
{
  guint n = matrix->groups->len;
  g_autofree Asked *questions = g_new0 (Asked, MAX (n, 1));
  g_autofree guint *order = g_new (guint, MAX (n, 1));
  g_autofree float *means = g_new (float, matrix->n_columns);
  g_autofree float *factors = g_new (float, matrix->n_columns);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  gsize at = 0;
  GVariant *packed;
  Net net;

  net_init (&net, matrix->n_columns, N_ROUNDS * (n / N_BATCH + 1));
  measure (matrix, means, factors);
  for (guint q = 0; q < n; q++)
    {
      guint size = g_array_index (matrix->groups, guint, q);

      order[q] = q;
      questions[q] = (Asked) { g_new (float, ((gsize) size + 1) * matrix->n_columns),
                               (const float *) matrix->labels->data + at, size };
      ask_net_standardize (&net.shape, means, factors, (const float *) matrix->values->data + at * matrix->n_columns, size,
                           questions[q].inputs);
      at += size;
    }
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      shuffle (rand, order, n);
      for (guint q = 0; q < n; q++)
        {
          learn_question (&net, &questions[order[q]]);
          if (q % N_BATCH == N_BATCH - 1 || q == n - 1)
            take_step (&net);
        }
    }
  packed = pack (&net, means, factors);
  for (guint q = 0; q < n; q++)
    g_free (questions[q].inputs);
  net_clear (&net);
  return packed;
}

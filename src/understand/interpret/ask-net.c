/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A net of two layers over the candidates of one question: see ask-net.h.
 */
#include "config.h"

#include "understand/interpret/ask-net.h"

#include <math.h>
#include <string.h>

struct _AskNet
{
  AskNetShape shape;
  float *numbers;
  AskNetNumbers of; /* in numbers */
  /* Of each input the weights of all units, for the row itself and for the mean. */
  float *own;
  float *mean;
};

/**
 * ask_net_count_numbers:
 * @shape: of a net
 *
 * Returns: how many numbers it has beside the weights of the first layer
 */
gsize
ask_net_count_numbers (const AskNetShape *shape)
{
  return 3 * (gsize) shape->n_inputs + 1 + 3 * (gsize) shape->n_first
         + (gsize) shape->n_second * ((gsize) shape->n_first + 2);
}

static const float *
take (const float **at, gsize n)
{
  const float *taken = *at;

  *at += n;
  return taken;
}

/**
 * ask_net_place:
 * @shape: of a net
 * @numbers: ask_net_count_numbers() of them
 * @places: (out caller-allocates): where each kind of them stands
 */
void
ask_net_place (const AskNetShape *shape, const float *numbers, AskNetNumbers *places)
{
  const float *at = numbers;

  places->means = take (&at, shape->n_inputs);
  places->factors = take (&at, shape->n_inputs);
  places->linear = take (&at, (gsize) shape->n_inputs + 1);
  places->first_biases = take (&at, shape->n_first);
  places->own_scales = take (&at, shape->n_first);
  places->mean_scales = take (&at, shape->n_first);
  places->second = take (&at, (gsize) shape->n_second * shape->n_first);
  places->second_biases = take (&at, shape->n_second);
  places->last = take (&at, shape->n_second);
  g_assert ((gsize) (at - numbers) == ask_net_count_numbers (shape));
}

/* The bytes stand by units, the row's before the mean's; they are read by inputs. */
static float *
unpack (const AskNetShape *shape, const gint8 *bytes, const float *scales)
{
  float *weights = g_new (float, (gsize) shape->n_inputs * shape->n_first);

  for (gsize u = 0; u < shape->n_first; u++)
    for (gsize i = 0; i < shape->n_inputs; i++)
      weights[i * shape->n_first + u] = scales[u] * (float) bytes[u * shape->n_inputs + i];
  return weights;
}

static gboolean
is_finite (const float *numbers, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return TRUE;
}

/**
 * ask_net_new:
 * @part: %ASK_WEIGHTS_NET
 *
 * Returns: (transfer full) (nullable): the net; %NULL where its parts do not fit together
 */
AskNet *
ask_net_new (GVariant *part)
{
  AskNetShape shape;
  g_autoptr (GVariant) numbers = NULL;
  g_autoptr (GVariant) bytes = NULL;
  const guint32 *bits;
  const gint8 *weights;
  gsize n_numbers;
  gsize n_bytes;
  AskNet *self;

  g_variant_get (part, "(uuu@au@ay)", &shape.n_inputs, &shape.n_first, &shape.n_second, &numbers, &bytes);
  bits = g_variant_get_fixed_array (numbers, &n_numbers, sizeof (guint32));
  weights = g_variant_get_fixed_array (bytes, &n_bytes, sizeof (gint8));
  if (shape.n_inputs == 0 || shape.n_inputs > G_MAXINT16 || shape.n_first == 0 || shape.n_first > ASK_NET_MAX_UNITS
      || shape.n_second == 0 || shape.n_second > ASK_NET_MAX_UNITS || n_numbers != ask_net_count_numbers (&shape)
      || n_bytes != 2 * (gsize) shape.n_inputs * shape.n_first)
    return NULL;
  self = g_new0 (AskNet, 1);
  self->shape = shape;
  self->numbers = g_memdup2 (bits, n_numbers * sizeof (float));
  ask_net_place (&shape, self->numbers, &self->of);
  self->own = unpack (&shape, weights, self->of.own_scales);
  self->mean = unpack (&shape, weights + n_bytes / 2, self->of.mean_scales);
  if (!is_finite (self->numbers, n_numbers))
    g_clear_pointer (&self, ask_net_free);
  return self;
}

/**
 * ask_net_free:
 * @self: (transfer full) (nullable): a net
 */
void
ask_net_free (AskNet *self)
{
  if (self == NULL)
    return;
  g_free (self->numbers);
  g_free (self->own);
  g_free (self->mean);
  g_free (self);
}

/**
 * ask_net_get_n_inputs:
 * @self: a net
 *
 * Returns: how many numbers it reads of each row
 */
guint
ask_net_get_n_inputs (const AskNet *self)
{
  return self->shape.n_inputs;
}

/**
 * ask_net_standardize:
 * @shape: of the net that reads the rows
 * @means: of each input
 * @factors: of each input, one through its deviation
 * @rows: @n rows as they were measured
 * @n: rows
 * @inputs: (out caller-allocates): (@n + 1) rows: those, and their mean
 */
void
ask_net_standardize (const AskNetShape *shape, const float *means, const float *factors, const float *rows, guint n,
                     float *inputs)
{
  float *mean = inputs + (gsize) n * shape->n_inputs;

  memset (mean, 0, shape->n_inputs * sizeof (float));
  for (gsize r = 0; r < n; r++)
    for (gsize i = 0; i < shape->n_inputs; i++)
      {
        float value = (rows[r * shape->n_inputs + i] - means[i]) * factors[i];

        value = CLAMP (value, -ASK_NET_MOST, ASK_NET_MOST);
        inputs[r * shape->n_inputs + i] = value;
        mean[i] += value / (float) n;
      }
}

/* Adds to each unit what its weights make of one row of inputs. */
static void
add_inputs (const AskNetShape *shape, const float *weights, const float *inputs, float *units)
{
  for (gsize i = 0; i < shape->n_inputs; i++)
    for (gsize u = 0; u < shape->n_first; u++)
      units[u] += inputs[i] * weights[i * shape->n_first + u];
}

/**
 * ask_net_apply:
 * @self: a net
 * @rows: (array): @n rows of ask_net_get_n_inputs() numbers: candidates of one question
 * @n: rows
 * @scores: (out caller-allocates): one for each row; they mean something beside each other only
 */
void
ask_net_apply (const AskNet *self, const float *rows, guint n, float *scores)
{
  const AskNetShape *shape = &self->shape;
  g_autofree float *inputs = g_new (float, ((gsize) n + 1) * shape->n_inputs);
  float common[ASK_NET_MAX_UNITS];

  ask_net_standardize (shape, self->of.means, self->of.factors, rows, n, inputs);
  memcpy (common, self->of.first_biases, shape->n_first * sizeof (float));
  add_inputs (shape, self->mean, inputs + (gsize) n * shape->n_inputs, common);
  for (gsize r = 0; r < n; r++)
    {
      const float *row = inputs + r * shape->n_inputs;
      float units[ASK_NET_MAX_UNITS];

      memcpy (units, common, shape->n_first * sizeof (float));
      add_inputs (shape, self->own, row, units);
      scores[r] = self->of.linear[shape->n_inputs];
      for (gsize i = 0; i < shape->n_inputs; i++)
        scores[r] += self->of.linear[i] * row[i];
      for (gsize s = 0; s < shape->n_second; s++)
        {
          float sum = self->of.second_biases[s];

          for (gsize u = 0; u < shape->n_first; u++)
            sum += self->of.second[s * shape->n_first + u] * MAX (units[u], 0);
          scores[r] += self->of.last[s] * MAX (sum, 0);
        }
    }
}

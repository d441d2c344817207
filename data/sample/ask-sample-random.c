/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random numbers that are the same on every machine. See the header. It must never use the C
 * library's generators or floating point, whose results differ between machines.
 */
#include "config.h"

#include "ask-sample-random.h"

static guint64
splitmix64 (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

static guint64
rotate_left (guint64 x, guint n)
{
  return (x << n) | (x >> (64 - n));
}

static guint64
next (AskSampleRandom *self)
{
  guint64 *s = self->state;
  guint64 result = rotate_left (s[1] * 5, 7) * 9;
  guint64 t = s[1] << 17;

  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate_left (s[3], 45);
  return result;
}

/**
 * ask_sample_random_init:
 * @self: (out caller-allocates): a generator
 * @seed: the company's seed
 * @stream: which part of the company it draws; each part has a stream of its own, so that a change
 *   to one part does not change the others
 */
void
ask_sample_random_init (AskSampleRandom *self, guint64 seed, guint64 stream)
{
  guint64 state = seed;

  state = splitmix64 (&state) ^ (stream * G_GUINT64_CONSTANT (0xd1342543de82ef95));
  for (guint i = 0; i < G_N_ELEMENTS (self->state); i++)
    self->state[i] = splitmix64 (&state);
}

/**
 * ask_sample_random_below:
 * @bound: more than 0
 *
 * Returns: a number from 0 to @bound - 1, evenly spread (to within @bound / 2³²)
 */
guint
ask_sample_random_below (AskSampleRandom *self, guint bound)
{
  g_return_val_if_fail (bound > 0, 0);

  return (guint) (((next (self) >> 32) * (guint64) bound) >> 32);
}

/**
 * ask_sample_random_range:
 * @high: not less than @low
 *
 * Returns: a number from @low to @high, both included
 */
gint
ask_sample_random_range (AskSampleRandom *self, gint low, gint high)
{
  g_return_val_if_fail (low <= high, low);

  return low + (gint) ask_sample_random_below (self, (guint) (high - low) + 1);
}

/**
 * ask_sample_random_chance:
 * @per_mille: how often, in thousandths
 *
 * Returns: whether it happened this time
 */
gboolean
ask_sample_random_chance (AskSampleRandom *self, guint per_mille)
{
  return ask_sample_random_below (self, 1000) < per_mille;
}

/**
 * ask_sample_random_weighted:
 * @weights: (array length=n_weights): at least one is more than 0
 *
 * Returns: an index, each as often as its weight says
 */
guint
ask_sample_random_weighted (AskSampleRandom *self, const guint *weights, guint n_weights)
{
  guint total = 0;
  guint drawn;

  for (guint i = 0; i < n_weights; i++)
    total += weights[i];
  drawn = ask_sample_random_below (self, total);
  for (guint i = 0; i < n_weights; i++)
    {
      if (drawn < weights[i])
        return i;
      drawn -= weights[i];
    }
  g_assert_not_reached ();
}

/**
 * ask_sample_random_shuffle:
 * @items: (array length=n_items): put into an order in which each is as likely as any other
 */
void
ask_sample_random_shuffle (AskSampleRandom *self, guint *items, guint n_items)
{
  for (guint i = n_items; i > 1; i--)
    {
      guint other = ask_sample_random_below (self, i);
      guint kept = items[i - 1];

      items[i - 1] = items[other];
      items[other] = kept;
    }
}

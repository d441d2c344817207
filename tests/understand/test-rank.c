/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ranking: several ways to the same result speak for it together, where results are known.
 */
#include "config.h"

#include <string.h>

#include "understand/interpret/ask-rank.h"

#define N_CANDIDATES 4

static guint32
bits_of (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/* One tree: the feature from 0.5 on gives 1.5, else 1. */
static GVariant *
make_trees (gint16 feature)
{
  const guint32 root = 0;
  const gint16 features[] = { feature, -1, -1 };
  const guint32 values[] = { bits_of (0.5f), bits_of (1), bits_of (1.5f) };
  const guint32 lefts[] = { 1, 0, 0 };

  return g_variant_new ("(@au@an@au@au)", g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, &root, 1, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_INT16, features, 3, 2),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, values, 3, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, lefts, 3, 4));
}

/* A net that says what the feature says, and nothing else. */
static GVariant *
make_net (guint feature)
{
  const AskNetShape shape = { ASK_N_WEIGHED_FEATURES, 1, 1 };
  gsize n_numbers = ask_net_count_numbers (&shape);
  g_autofree guint32 *numbers = g_new0 (guint32, n_numbers);
  g_autofree guint8 *bytes = g_new0 (guint8, 2 * shape.n_inputs);

  for (guint i = 0; i < shape.n_inputs; i++)
    numbers[shape.n_inputs + i] = bits_of (1);
  numbers[2 * shape.n_inputs + feature] = bits_of (1);
  return g_variant_new ("(uuu@au@ay)", shape.n_inputs, shape.n_first, shape.n_second,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, numbers, n_numbers, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, 2 * shape.n_inputs, 1));
}

static AskWeights *
make_weights (const char *const *parts, guint n_parts)
{
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  GVariantBuilder builder;
  AskWeights *weights;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  for (guint i = 0; i < 2 * n_parts; i++)
    {
      const char *name = ask_ranking_part (parts[i / 2], i % 2 == 1);
      GVariant *part;

      if (g_str_equal (parts[i / 2], "net"))
        part = make_net (ASK_N_CANDIDATE_FEATURES);
      else
        part = make_trees (
          g_str_equal (parts[i / 2], "again") ? ASK_N_AGAIN_FEATURES - 2 * ASK_N_ASKED_FEATURES : 0);
      g_variant_builder_add (&builder, "{sv}", name, part);
    }
  all = g_variant_ref_sink (g_variant_builder_end (&builder));
  if (G_BYTE_ORDER == G_BIG_ENDIAN)
    {
      GVariant *swapped = g_variant_byteswap (all);

      g_variant_unref (all);
      all = swapped;
    }
  bytes = g_variant_get_data_as_bytes (all);
  weights = ask_weights_new (bytes, &error);
  g_assert_no_error (error);
  return weights;
}

/* The first candidate is the best by itself; which is it beside three others that give @signatures? */
static guint
find_best (gboolean blind, const guint64 *signatures)
{
  static const char *const parts[] = { "right", "best" };
  g_autoptr (AskWeights) weights = make_weights (parts, G_N_ELEMENTS (parts));
  g_autofree float *features = g_new0 (float, N_CANDIDATES * ASK_N_CANDIDATE_FEATURES);
  g_autoptr (AskRanking) ranking = NULL;

  features[0] = 1;
  ranking = ask_ranking_new (weights, blind, features, signatures, N_CANDIDATES);
  for (guint i = 0; i < N_CANDIDATES; i++)
    g_assert_cmpfloat (ranking->scores[i], <=, ranking->scores[ranking->best]);
  return ranking->best;
}

/* The best of many by @asked: the second look goes by the first thing that words ask for. */
static AskRanking *
rank_again (guint n, const float *features, const guint64 *signatures, const float *asked)
{
  static const char *const parts[] = { "right", "best", "again" };
  g_autoptr (AskWeights) weights = make_weights (parts, G_N_ELEMENTS (parts));
  AskRanking *ranking = ask_ranking_new (weights, FALSE, features, signatures, n);

  ask_ranking_again (ranking, weights, asked);
  return ranking;
}

static void
test_again (void)
{
  enum
  {
    N = 3 * ASK_N_AGAIN
  };
  g_autofree float *features = g_new0 (float, N * ASK_N_CANDIDATE_FEATURES);
  g_autofree float *asked = g_new0 (float, N * ASK_N_ASKED_FEATURES);
  guint64 signatures[N];

  for (guint i = 0; i < N; i++)
    signatures[i] = i + 1;
  /* Those of the middle are looked at again. */
  for (guint i = ASK_N_AGAIN; i < 2 * ASK_N_AGAIN; i++)
    features[(gsize) i * ASK_N_CANDIDATE_FEATURES] = 1;
  for (guint chosen = 0; chosen < N; chosen++)
    {
      g_autoptr (AskRanking) ranking = NULL;
      gboolean middle = chosen >= ASK_N_AGAIN && chosen < 2 * ASK_N_AGAIN;

      asked[(gsize) chosen * ASK_N_ASKED_FEATURES] = 1;
      ranking = rank_again (N, features, signatures, asked);
      asked[(gsize) chosen * ASK_N_ASKED_FEATURES] = 0;
      g_assert_cmpuint (ranking->best, ==, middle ? chosen : ASK_N_AGAIN);
      /* The others stay behind. */
      for (guint i = 0; i < N; i++)
        if (i < ASK_N_AGAIN || i >= 2 * ASK_N_AGAIN)
          g_assert_cmpfloat (ranking->scores[i], <, ranking->scores[ASK_N_AGAIN]);
    }
}

/* A net may take another of the thirty best, and none behind them. */
static void
test_weighed (void)
{
  enum
  {
    N = 3 * ASK_N_WEIGHED
  };
  static const char *const parts[] = { "right", "best", "net" };
  g_autoptr (AskWeights) weights = make_weights (parts, G_N_ELEMENTS (parts));
  g_autofree float *features = g_new0 (float, N * ASK_N_CANDIDATE_FEATURES);
  g_autofree float *asked = g_new0 (float, N * ASK_N_ASKED_FEATURES);
  guint64 signatures[N];

  for (guint i = 0; i < N; i++)
    signatures[i] = i + 1;
  for (guint i = ASK_N_WEIGHED; i < 2 * ASK_N_WEIGHED; i++)
    features[(gsize) i * ASK_N_CANDIDATE_FEATURES] = 1;
  for (guint chosen = 0; chosen < N; chosen++)
    {
      g_autoptr (AskRanking) ranking = ask_ranking_new (weights, FALSE, features, signatures, N);
      gboolean middle = chosen >= ASK_N_WEIGHED && chosen < 2 * ASK_N_WEIGHED;

      asked[(gsize) chosen * ASK_N_ASKED_FEATURES] = 1;
      ask_ranking_weigh (ranking, weights, asked);
      asked[(gsize) chosen * ASK_N_ASKED_FEATURES] = 0;
      g_assert_cmpuint (ranking->best, ==, middle ? chosen : ASK_N_WEIGHED);
      for (guint i = 0; i < N; i++)
        {
          g_assert_cmpfloat (ranking->said[i], ==, i == chosen && middle ? 1 : 0);
          if (i < ASK_N_WEIGHED || i >= 2 * ASK_N_WEIGHED)
            g_assert_cmpfloat (ranking->scores[i], <, ranking->scores[ASK_N_WEIGHED]);
        }
    }
}

static void
test_agreement (void)
{
  g_assert_cmpuint (find_best (FALSE, (guint64[]) { 7, 8, 9, 10 }), ==, 0);
  g_assert_cmpuint (find_best (FALSE, (guint64[]) { 7, 8, 8, 8 }), ==, 1);
  /* It may be one of those that agree. */
  g_assert_cmpuint (find_best (FALSE, (guint64[]) { 8, 8, 7, 7 }), ==, 0);
}

static void
test_failed (void)
{
  g_assert_cmpuint (find_best (FALSE, (guint64[]) { 7, ASK_RANK_FAILED, ASK_RANK_FAILED, ASK_RANK_FAILED }), ==, 0);
}

static void
test_blind (void)
{
  g_assert_cmpuint (find_best (TRUE, (guint64[]) { 7, 8, 8, 8 }), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/rank/ways-to-the-same-result-speak-together", test_agreement);
  g_test_add_func ("/understand/rank/what-failed-does-not-agree", test_failed);
  g_test_add_func ("/understand/rank/what-was-not-run-does-not-agree", test_blind);
  g_test_add_func ("/understand/rank/the-best-are-looked-at-again", test_again);
  g_test_add_func ("/understand/rank/the-best-are-weighed-by-a-net", test_weighed);
  return g_test_run ();
}

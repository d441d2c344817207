/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The net that weighs candidates: what it computes, that it can be learned, and that a damaged one is none.
 */
#include "config.h"

#include <math.h>

#include "train/ask-train.h"

#define N_INPUTS 6
#define N_ROWS 5

static GRand *
make_rand (void)
{
  return g_rand_new_with_seed ((guint32) g_test_rand_int ());
}

static float
draw (GRand *rand)
{
  return (float) g_rand_double_range (rand, -1, 1);
}

/* A net of drawn numbers, and the numbers. */
static GVariant *
make_part (GRand *rand, const AskNetShape *shape, float **numbers, gint8 **bytes)
{
  gsize n_numbers = ask_net_count_numbers (shape);
  gsize n_bytes = 2 * (gsize) shape->n_inputs * shape->n_first;
  g_autofree guint32 *bits = g_new (guint32, n_numbers);

  *numbers = g_new (float, n_numbers);
  *bytes = g_new (gint8, n_bytes);
  for (gsize i = 0; i < n_numbers; i++)
    {
      (*numbers)[i] = draw (rand);
      bits[i] = train_bits ((*numbers)[i]);
    }
  for (gsize i = 0; i < n_bytes; i++)
    (*bytes)[i] = (gint8) g_rand_int_range (rand, -127, 128);
  return g_variant_ref_sink (
    g_variant_new ("(uuu@au@ay)", shape->n_inputs, shape->n_first, shape->n_second,
                   g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, bits, n_numbers, sizeof (guint32)),
                   g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, *bytes, n_bytes, 1)));
}

static double
standardize (const AskNetNumbers *of, const float *row, guint i)
{
  return CLAMP (((double) row[i] - (double) of->means[i]) * (double) of->factors[i], -(double) ASK_NET_MOST,
                (double) ASK_NET_MOST);
}

/* The score of a row as ask-net.h says it, number by number. */
static double
score (const AskNetShape *shape, const AskNetNumbers *of, const gint8 *bytes, const float *rows, guint n, guint r)
{
  guint n_inputs = shape->n_inputs;
  double sum = (double) of->linear[n_inputs];

  for (guint i = 0; i < n_inputs; i++)
    sum += (double) of->linear[i] * standardize (of, rows + r * n_inputs, i);
  for (guint s = 0; s < shape->n_second; s++)
    {
      double second = (double) of->second_biases[s];

      for (guint u = 0; u < shape->n_first; u++)
        {
          double first = (double) of->first_biases[u];

          for (guint i = 0; i < n_inputs; i++)
            {
              const gint8 *mean_bytes = bytes + (gsize) shape->n_first * n_inputs;
              double mean = 0;

              for (guint k = 0; k < n; k++)
                mean += standardize (of, rows + k * n_inputs, i) / n;
              first += (double) of->own_scales[u] * bytes[u * n_inputs + i] * standardize (of, rows + r * n_inputs, i);
              first += (double) of->mean_scales[u] * mean_bytes[u * n_inputs + i] * mean;
            }
          second += (double) of->second[s * shape->n_first + u] * MAX (first, 0);
        }
      sum += (double) of->last[s] * MAX (second, 0);
    }
  return sum;
}

static void
test_applied (void)
{
  g_autoptr (GRand) rand = make_rand ();

  for (guint round = 0; round < 50; round++)
    {
      AskNetShape shape = { (guint) g_rand_int_range (rand, 1, 12), (guint) g_rand_int_range (rand, 1, 9),
                            (guint) g_rand_int_range (rand, 1, 5) };
      guint n = (guint) g_rand_int_range (rand, 1, 7);
      g_autofree float *numbers = NULL;
      g_autofree gint8 *bytes = NULL;
      g_autoptr (GVariant) part = make_part (rand, &shape, &numbers, &bytes);
      g_autoptr (AskNet) net = ask_net_new (part);
      g_autofree float *rows = g_new (float, (gsize) n * shape.n_inputs);
      g_autofree float *scores = g_new (float, n);
      AskNetNumbers of;

      g_assert_nonnull (net);
      g_assert_cmpuint (ask_net_get_n_inputs (net), ==, shape.n_inputs);
      ask_net_place (&shape, numbers, &of);
      /* Some are far away, and are cut off. */
      for (gsize i = 0; i < (gsize) n * shape.n_inputs; i++)
        rows[i] = 8 * draw (rand);
      ask_net_apply (net, rows, n, scores);
      for (guint r = 0; r < n; r++)
        {
          double expected = score (&shape, &of, bytes, rows, n, r);

          g_assert_cmpfloat (fabs ((double) scores[r] - expected), <=, 1e-3 * (1 + fabs (expected)));
        }
    }
}

static void
test_damaged (void)
{
  g_autoptr (GRand) rand = make_rand ();
  const AskNetShape shape = { 3, 2, 2 };
  g_autofree float *numbers = NULL;
  g_autofree gint8 *bytes = NULL;
  g_autoptr (GVariant) part = make_part (rand, &shape, &numbers, &bytes);
  g_autoptr (GVariant) all_numbers = g_variant_get_child_value (part, 3);
  g_autoptr (GVariant) all_bytes = g_variant_get_child_value (part, 4);
  const AskNetShape others[] = { { 0, 2, 2 }, { 3, 0, 2 }, { 3, 2, 0 }, { 4, 2, 2 }, { 3, 3, 2 },
                                 { 3, 2, 3 }, { G_MAXUINT32, 2, 2 }, { 3, G_MAXUINT32, 2 }, { 3, 2, G_MAXUINT32 } };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (GVariant) other
        = g_variant_ref_sink (g_variant_new ("(uuu@au@ay)", others[i].n_inputs, others[i].n_first, others[i].n_second,
                                             all_numbers, all_bytes));

      g_assert_null (ask_net_new (other));
    }
  for (gsize i = 0; i < ask_net_count_numbers (&shape); i++)
    {
      g_autofree guint32 *bits = g_memdup2 (g_variant_get_data (all_numbers), g_variant_get_size (all_numbers));
      g_autoptr (GVariant) other = NULL;

      bits[i] = train_bits (i % 2 == 0 ? NAN : INFINITY);
      other = g_variant_ref_sink (g_variant_new (
        "(uuu@au@ay)", shape.n_inputs, shape.n_first, shape.n_second,
        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, bits, ask_net_count_numbers (&shape), sizeof (guint32)),
        all_bytes));
      g_assert_null (ask_net_new (other));
    }
}

/* A row is right whose first two numbers are on one side: nothing that adds them up tells it. */
static TrainMatrix *
make_questions (GRand *rand, guint n)
{
  TrainMatrix *matrix = train_matrix_new (N_INPUTS);
  const guint n_rows = N_ROWS;

  for (guint q = 0; q < n; q++)
    {
      guint right = (guint) g_rand_int_range (rand, 0, N_ROWS);

      for (guint r = 0; r < N_ROWS; r++)
        {
          float row[N_INPUTS];

          for (guint i = 0; i < N_INPUTS; i++)
            row[i] = 3 * draw (rand);
          row[1] = copysignf (row[1], r == right ? row[0] : -row[0]);
          train_matrix_add (matrix, row, r == right);
        }
      g_array_append_val (matrix->groups, n_rows);
    }
  return matrix;
}

static void
test_learned (void)
{
  g_autoptr (GRand) rand = make_rand ();
  g_autoptr (TrainMatrix) learned = make_questions (rand, 3000);
  g_autoptr (TrainMatrix) asked = make_questions (rand, 500);
  g_autoptr (GVariant) part = g_variant_ref_sink (train_net (learned));
  g_autoptr (GVariant) again = g_variant_ref_sink (train_net (learned));
  g_autoptr (AskNet) net = ask_net_new (part);
  guint right = 0;

  g_assert_true (g_variant_is_of_type (part, G_VARIANT_TYPE (ASK_WEIGHTS_NET)));
  /* The same rows give the same bytes. */
  g_assert_true (g_variant_equal (part, again));
  g_assert_nonnull (net);
  for (guint q = 0; q < asked->groups->len; q++)
    {
      float scores[N_ROWS];
      guint best = 0;

      ask_net_apply (net, (const float *) asked->values->data + (gsize) q * N_ROWS * N_INPUTS, N_ROWS, scores);
      for (guint r = 1; r < N_ROWS; r++)
        if (scores[r] > scores[best])
          best = r;
      right += g_array_index (asked->labels, float, q * N_ROWS + best) > 0;
    }
  g_test_message ("%u of %u", right, asked->groups->len);
  g_assert_cmpuint (right, >, asked->groups->len * 8 / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/net/a-row-is-scored-as-the-net-says", test_applied);
  g_test_add_func ("/understand/net/a-damaged-net-is-none", test_damaged);
  g_test_add_func ("/understand/net/a-net-learns-what-no-sum-tells", test_learned);
  return g_test_run ();
}

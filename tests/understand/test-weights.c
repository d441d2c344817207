/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of weights: what is read is what was written, and what is damaged is refused or left out.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "understand/interpret/ask-weights.h"

static guint32
bits_of (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static guint32
bucket_of (const char *text)
{
  g_autoptr (GArray) features = g_array_new (FALSE, FALSE, sizeof (guint32));

  ask_features_add (features, "%s", text);
  return g_array_index (features, guint32, 0);
}

/* Two heads: "role" of a and b, "size" of x, y and z; the feature "f" speaks for b and z. */
static GVariant *
make_linear (guint32 last_start)
{
  g_autofree guint32 *starts = g_new0 (guint32, ASK_FEATURE_BUCKETS + 1);
  const guint16 classes[] = { 1, 4 };
  const gint8 weights[] = { 100, 50 };
  const char *roles[] = { "a", "b", NULL };
  const char *sizes[] = { "x", "y", "z", NULL };
  const guint32 zeros[3] = { 0, 0, 0 };
  GVariantBuilder heads;

  for (guint32 b = bucket_of ("f") + 1; b <= ASK_FEATURE_BUCKETS; b++)
    starts[b] = 2;
  starts[ASK_FEATURE_BUCKETS] = last_start;
  g_variant_builder_init (&heads, G_VARIANT_TYPE ("a(sasauu)"));
  g_variant_builder_add (&heads, "(s^as@auu)", "role", roles,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, zeros, 2, 4), bits_of (0.02f));
  g_variant_builder_add (&heads, "(s^as@auu)", "size", sizes,
                         g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, zeros, 3, 4), bits_of (0.02f));
  return g_variant_new ("(a(sasauu)@au@aq@ay)", &heads,
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, starts, ASK_FEATURE_BUCKETS + 1, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT16, classes, 2, 2),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, weights, 2, 1));
}

/* One tree: feature 1 below 2.5 gives -1, else feature 0 below 0 gives 3, else 5; and one that is a leaf of 0.5. */
static GVariant *
make_trees (guint32 left)
{
  const guint32 roots[] = { 0, 5 };
  const gint16 features[] = { 1, -1, 0, -1, -1, -1 };
  const guint32 values[] = { bits_of (2.5f), bits_of (-1), bits_of (0), bits_of (3), bits_of (5), bits_of (0.5f) };
  const guint32 lefts[] = { left, 0, 3, 0, 0, 0 };

  return g_variant_new ("(@au@an@au@au)", g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, roots, 2, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_INT16, features, 6, 2),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, values, 6, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, lefts, 6, 4));
}

/* Buckets 3 and 40 have weights, of 2 and -1.5. */
static GVariant *
make_hashed (guint n_weights)
{
  g_autofree guint32 *bits = g_new0 (guint32, ASK_HASHED_BUCKETS / 32);
  const gint8 weights[] = { 4, -3, 1 };

  bits[0] = 1u << 3;
  bits[1] = 1u << 8;
  return g_variant_new ("(u@au@ay)", bits_of (0.5f),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, bits, ASK_HASHED_BUCKETS / 32, 4),
                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, weights, n_weights, 1));
}

static AskWeights *
make_weights (guint32 last_start, guint32 left, guint n_hashed)
{
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  GVariantBuilder builder;
  AskWeights *weights;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "linear", make_linear (last_start));
  g_variant_builder_add (&builder, "{sv}", "trees", make_trees (left));
  g_variant_builder_add (&builder, "{sv}", "hashed", make_hashed (n_hashed));
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

static void
test_linear (void)
{
  g_autoptr (AskWeights) weights = make_weights (2, 1, 2);
  const AskLinear *model = ask_weights_get_linear (weights, "linear");
  g_autoptr (GArray) features = g_array_new (FALSE, FALSE, sizeof (guint32));
  float logs[5];

  g_assert_nonnull (model);
  g_assert_cmpuint (ask_linear_get_n_classes (model), ==, 5);
  g_assert_cmpint (ask_linear_head_find (ask_linear_find_head (model, "size"), "z"), ==, 4);
  g_assert_cmpint (ask_linear_head_find (ask_linear_find_head (model, "size"), "a"), ==, -1);
  ask_linear_apply (model, features, logs);
  g_assert_cmpfloat_with_epsilon (expf (logs[0]), 1.0f / 2, 1e-5f);
  g_assert_cmpfloat_with_epsilon (expf (logs[2]), 1.0f / 3, 1e-5f);
  ask_features_add (features, "f");
  ask_features_finish (features);
  ask_linear_apply (model, features, logs);
  g_assert_cmpfloat_with_epsilon (logs[1] - logs[0], 2, 1e-4f);
  g_assert_cmpfloat_with_epsilon (logs[4] - logs[2], 1, 1e-4f);
  g_assert_cmpfloat_with_epsilon (expf (logs[2]) + expf (logs[3]) + expf (logs[4]), 1, 1e-5f);
}

static void
test_trees (void)
{
  g_autoptr (AskWeights) weights = make_weights (2, 1, 2);
  const AskTrees *trees = ask_weights_get_trees (weights, "trees");

  g_assert_nonnull (trees);
  g_assert_cmpfloat (ask_trees_apply (trees, (float[]) { 0, 2 }), ==, -0.5f);
  g_assert_cmpfloat (ask_trees_apply (trees, (float[]) { -1, 2.5f }), ==, 3.5f);
  g_assert_cmpfloat (ask_trees_apply (trees, (float[]) { 0, 9 }), ==, 5.5f);
}

static void
test_hashed (void)
{
  g_autoptr (AskWeights) weights = make_weights (2, 1, 2);
  const AskHashed *hashed = ask_weights_get_hashed (weights, "hashed");

  g_assert_nonnull (hashed);
  g_assert_cmpfloat (ask_hashed_sum (hashed, (guint32[]) { 3 }, 1), ==, 2);
  g_assert_cmpfloat (ask_hashed_sum (hashed, (guint32[]) { 40, 3, 3 }, 3), ==, 2.5f);
  g_assert_cmpfloat (ask_hashed_sum (hashed, (guint32[]) { 0, 39, ASK_HASHED_BUCKETS - 1 }, 3), ==, 0);
}

/* A damaged part would be read beyond its end, or forever. */
static void
test_damaged (void)
{
  g_autoptr (AskWeights) weights = make_weights (3, 0, 3);
  g_autoptr (GBytes) nonsense = g_bytes_new_static ("0123456789abcdef", 16);
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_weights_get_linear (weights, "linear"));
  g_assert_null (ask_weights_get_trees (weights, "trees"));
  g_assert_null (ask_weights_get_trees (weights, "linear"));
  g_assert_null (ask_weights_get_hashed (weights, "hashed"));
  g_assert_null (ask_weights_get_linear (weights, "other"));
  g_assert_null (ask_weights_new (nonsense, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/understand/weights/heads-give-probabilities-of-their-own", test_linear);
  g_test_add_func ("/understand/weights/trees-lead-to-their-leaves", test_trees);
  g_test_add_func ("/understand/weights/hashed-weights-are-found-by-their-buckets", test_hashed);
  g_test_add_func ("/understand/weights/what-is-damaged-is-not-read", test_damaged);
  return g_test_run ();
}

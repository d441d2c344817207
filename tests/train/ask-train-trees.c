/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boosted trees, grown by xgboost and written as arrays.
 */
#include "config.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>
#include <xgboost/c_api.h>

#include "train/ask-train.h"

#define CHECK(call)                                                                                                    \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    if ((call) != 0)                                                                                                   \
      g_error ("xgboost: %s", XGBGetLastError ());                                                                     \
  }                                                                                                                    \
  G_STMT_END

/* Gradients of the likelihood that a right candidate is chosen, each question counting the same. */
static void
boost_ranks (const TrainMatrix *matrix, BoosterHandle booster, DMatrixHandle data, guint n)
{
  guint n_rows = matrix->labels->len;
  g_autofree float *gradients = g_new (float, n_rows);
  g_autofree float *hessians = g_new (float, n_rows);
  g_autofree double *sums = g_new (double, n_rows);

  for (guint round = 0; round < n; round++)
    {
      bst_ulong length;
      const float *margins;
      guint at = 0;

      CHECK (XGBoosterPredict (booster, data, 1, 0, 1, &length, &margins));
      for (guint i = 0; i < n_rows; i++)
        sums[i] = (double) margins[i] + (matrix->scores->len > 0 ? (double) g_array_index (matrix->scores, float, i) : 0);
      for (guint g = 0; g < matrix->groups->len; g++)
        {
          guint size = g_array_index (matrix->groups, guint, g);
          double most = -INFINITY;
          double sum = 0;
          double right = 1e-9;

          for (guint i = at; i < at + size; i++)
            most = MAX (most, sums[i]);
          for (guint i = at; i < at + size; i++)
            sum += exp (sums[i] - most);
          for (guint i = at; i < at + size; i++)
            right += exp (sums[i] - most) / sum * g_array_index (matrix->labels, float, i);
          for (guint i = at; i < at + size; i++)
            {
              double p = exp (sums[i] - most) / sum;

              gradients[i] = (float) (p - p * g_array_index (matrix->labels, float, i) / right);
              hessians[i] = (float) MAX (p * (1 - p), 1e-3);
            }
          at += size;
        }
      CHECK (XGBoosterBoostOneIter (booster, data, gradients, hessians, n_rows));
    }
}

typedef struct
{
  GArray *roots;
  GArray *features;
  GArray *values;
  GArray *lefts;
} Arrays;

static void
set_node (Arrays *arrays, guint at, int feature, float value, guint left)
{
  g_array_index (arrays->features, gint16, at) = (gint16) feature;
  g_array_index (arrays->values, guint32, at) = train_bits (value);
  g_array_index (arrays->lefts, guint32, at) = left;
}

static guint
reserve (Arrays *arrays, guint n)
{
  guint at = arrays->features->len;

  g_array_set_size (arrays->features, at + n);
  g_array_set_size (arrays->values, at + n);
  g_array_set_size (arrays->lefts, at + n);
  return at;
}

/* The two children of a node stand side by side, behind it. */
static void
add_node (Arrays *arrays, JsonObject *node, guint at)
{
  JsonArray *children;
  gint64 yes;
  guint left;

  if (json_object_has_member (node, "leaf"))
    {
      set_node (arrays, at, -1, (float) json_object_get_double_member (node, "leaf"), 0);
      return;
    }
  children = json_object_get_array_member (node, "children");
  yes = json_object_get_int_member (node, "yes");
  left = reserve (arrays, 2);
  set_node (arrays, at, atoi (json_object_get_string_member (node, "split") + 1),
            (float) json_object_get_double_member (node, "split_condition"), left);
  for (guint i = 0; i < 2; i++)
    {
      JsonObject *child = json_array_get_object_element (children, i);

      add_node (arrays, child, left + (json_object_get_int_member (child, "nodeid") == yes ? 0 : 1));
    }
}

static GVariant *
pack (BoosterHandle booster)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  Arrays arrays;
  bst_ulong n_trees;
  const char **trees;
  GVariant *packed;

  arrays.roots = g_array_new (FALSE, FALSE, sizeof (guint32));
  arrays.features = g_array_new (FALSE, TRUE, sizeof (gint16));
  arrays.values = g_array_new (FALSE, TRUE, sizeof (guint32));
  arrays.lefts = g_array_new (FALSE, TRUE, sizeof (guint32));
  CHECK (XGBoosterDumpModelEx (booster, "", 0, "json", &n_trees, &trees));
  for (bst_ulong t = 0; t < n_trees; t++)
    {
      guint32 root = reserve (&arrays, 1);

      json_parser_load_from_data (parser, trees[t], -1, NULL);
      g_array_append_val (arrays.roots, root);
      add_node (&arrays, json_node_get_object (json_parser_get_root (parser)), root);
    }
  packed = g_variant_new ("(@au@an@au@au)",
                          g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, arrays.roots->data, arrays.roots->len, 4),
                          g_variant_new_fixed_array (G_VARIANT_TYPE_INT16, arrays.features->data,
                                                     arrays.features->len, 2),
                          g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, arrays.values->data, arrays.values->len, 4),
                          g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, arrays.lefts->data, arrays.lefts->len, 4));
  g_array_unref (arrays.roots);
  g_array_unref (arrays.features);
  g_array_unref (arrays.values);
  g_array_unref (arrays.lefts);
  return packed;
}

static void
set_number (BoosterHandle booster, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  CHECK (XGBoosterSetParam (booster, name, g_ascii_dtostr (text, sizeof text, value)));
}

/**
 * train_trees:
 * @matrix: what to learn from
 * @how: how
 *
 * Returns: (transfer floating): the trees, as ask-weights.h says
 */
GVariant *
train_trees (const TrainMatrix *matrix, const TrainTrees *how)
{
  DMatrixHandle data;
  BoosterHandle booster;
  guint n_rows = matrix->labels->len;
  GVariant *packed;

  CHECK (XGDMatrixCreateFromMat ((const float *) matrix->values->data, n_rows, matrix->n_columns, NAN, &data));
  CHECK (XGDMatrixSetFloatInfo (data, "label", (const float *) matrix->labels->data, n_rows));
  if (matrix->weights->len > 0)
    CHECK (XGDMatrixSetFloatInfo (data, "weight", (const float *) matrix->weights->data, n_rows));
  CHECK (XGBoosterCreate (&data, 1, &booster));
  CHECK (XGBoosterSetParam (booster, "tree_method", "hist"));
  CHECK (XGBoosterSetParam (booster, "verbosity", "0"));
  CHECK (XGBoosterSetParam (booster, "nthread", "1"));
  CHECK (XGBoosterSetParam (booster, "seed", "1"));
  CHECK (XGBoosterSetParam (booster, "max_bin", "64"));
  CHECK (XGBoosterSetParam (booster, "objective", how->ranks ? "reg:squarederror" : "binary:logistic"));
  CHECK (XGBoosterSetParam (booster, "base_score", how->ranks ? "0" : "0.5"));
  CHECK (XGBoosterSetParam (booster, "disable_default_eval_metric", "1"));
  set_number (booster, "max_depth", how->depth);
  set_number (booster, "eta", how->rate);
  set_number (booster, "min_child_weight", how->least_weight);
  set_number (booster, "subsample", how->rows);
  set_number (booster, "colsample_bytree", how->columns);
  if (how->ranks)
    boost_ranks (matrix, booster, data, how->n);
  for (guint i = 0; !how->ranks && i < how->n; i++)
    CHECK (XGBoosterUpdateOneIter (booster, (int) i, data));
  packed = pack (booster);
  CHECK (XGBoosterFree (booster));
  CHECK (XGDMatrixFree (data));
  return packed;
}

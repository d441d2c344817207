/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the file of weights. What a part promises is checked once, when the part is first asked for, so
 * that applying it needs no checks.
 */
#include "config.h"

#include "understand/interpret/ask-weights.h"

#include <math.h>
#include <string.h>

struct _AskLinear
{
  GArray *heads;
  guint n_classes;
  const guint32 *starts;
  const guint16 *classes;
  const gint8 *weights;
  GVariant *arrays[3];
};

struct _AskTrees
{
  GVariant *arrays[4];
  const guint32 *roots;
  gsize n_roots;
  const gint16 *features;
  const guint32 *values;
  const guint32 *lefts;
};

struct _AskHashed
{
  GVariant *arrays[2];
  float scale;
  const guint32 *bits;
  const gint8 *weights;
  guint32 *before; /* weights before each word of bits */
};

typedef enum
{
  PART_LINEAR,
  PART_TREES,
  PART_HASHED,
  PART_NET,
  PART_TEXTS,
  PART_PAIRS,
  N_PARTS
} Part;

struct _AskWeights
{
  GMutex lock; /* of the tables */
  GVariant *variant;
  GHashTable *parts[N_PARTS]; /* of each kind by name, as far as they were asked for */
};

static float
float_of (guint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static void
head_clear (gpointer data)
{
  AskLinearHead *head = data;

  g_free (head->name);
  g_strfreev (head->classes);
  g_free (head->biases);
}

static void
linear_free (gpointer data)
{
  AskLinear *self = data;

  g_clear_pointer (&self->heads, g_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (self->arrays); i++)
    g_clear_pointer (&self->arrays[i], g_variant_unref);
  g_free (self);
}

static void
trees_free (gpointer data)
{
  AskTrees *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (self->arrays); i++)
    g_clear_pointer (&self->arrays[i], g_variant_unref);
  g_free (self);
}

static void
hashed_free (gpointer data)
{
  AskHashed *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (self->arrays); i++)
    g_clear_pointer (&self->arrays[i], g_variant_unref);
  g_free (self->before);
  g_free (self);
}

static gconstpointer
get_array (GVariant *variant, gsize child, gsize size, GVariant **array, gsize *n)
{
  *array = g_variant_get_child_value (variant, child);
  return g_variant_get_fixed_array (*array, n, size);
}

static gboolean
linear_read_heads (AskLinear *self, GVariant *variant)
{
  g_autoptr (GVariant) heads = g_variant_get_child_value (variant, 0);
  gsize n_heads = g_variant_n_children (heads);

  self->heads = g_array_new (FALSE, TRUE, sizeof (AskLinearHead));
  g_array_set_clear_func (self->heads, head_clear);
  for (gsize i = 0; i < n_heads; i++)
    {
      g_autoptr (GVariant) biases = NULL;
      AskLinearHead head = { NULL };
      guint32 scale;
      gsize n_biases;
      const guint32 *bits;

      g_variant_get_child (heads, i, "(s^as@auu)", &head.name, &head.classes, &biases, &scale);
      bits = g_variant_get_fixed_array (biases, &n_biases, sizeof (guint32));
      head.first = self->n_classes;
      head.n_classes = g_strv_length (head.classes);
      head.scale = float_of (scale);
      head.biases = g_new (float, MAX (head.n_classes, 1));
      for (guint b = 0; b < MIN (n_biases, head.n_classes); b++)
        head.biases[b] = float_of (bits[b]);
      self->n_classes += head.n_classes;
      g_array_append_val (self->heads, head);
      if (n_biases != head.n_classes || head.n_classes == 0)
        return FALSE;
    }
  return n_heads > 0;
}

static gpointer
linear_new (GVariant *variant)
{
  AskLinear *self = g_new0 (AskLinear, 1);
  gsize n_starts;
  gsize n_classes;
  gsize n_weights;
  gboolean fits = linear_read_heads (self, variant);

  self->starts = get_array (variant, 1, sizeof (guint32), &self->arrays[0], &n_starts);
  self->classes = get_array (variant, 2, sizeof (guint16), &self->arrays[1], &n_classes);
  self->weights = get_array (variant, 3, sizeof (gint8), &self->arrays[2], &n_weights);
  fits = fits && n_starts == ASK_FEATURE_BUCKETS + 1 && n_classes == n_weights
         && self->starts[ASK_FEATURE_BUCKETS] == n_weights;
  for (gsize i = 0; fits && i < ASK_FEATURE_BUCKETS; i++)
    fits = self->starts[i] <= self->starts[i + 1];
  for (gsize i = 0; fits && i < n_classes; i++)
    fits = self->classes[i] < self->n_classes;
  if (!fits)
    g_clear_pointer (&self, linear_free);
  return self;
}

static gpointer
trees_new (GVariant *variant)
{
  AskTrees *self = g_new0 (AskTrees, 1);
  gsize n_features;
  gsize n_values;
  gsize n_lefts;
  gboolean fits;

  self->roots = get_array (variant, 0, sizeof (guint32), &self->arrays[0], &self->n_roots);
  self->features = get_array (variant, 1, sizeof (gint16), &self->arrays[1], &n_features);
  self->values = get_array (variant, 2, sizeof (guint32), &self->arrays[2], &n_values);
  self->lefts = get_array (variant, 3, sizeof (guint32), &self->arrays[3], &n_lefts);
  fits = n_features == n_values && n_values == n_lefts;
  for (gsize i = 0; fits && i < self->n_roots; i++)
    fits = self->roots[i] < n_features;
  /* Children come after their parent: a walk ends. */
  for (gsize i = 0; fits && i < n_features; i++)
    fits = self->features[i] < 0 || (self->lefts[i] > i && (gsize) self->lefts[i] + 1 < n_features);
  if (!fits)
    g_clear_pointer (&self, trees_free);
  return self;
}

static gpointer
hashed_new (GVariant *variant)
{
  AskHashed *self = g_new0 (AskHashed, 1);
  gsize n_words;
  gsize n_weights;
  gsize n = 0;
  guint32 scale;

  g_variant_get_child (variant, 0, "u", &scale);
  self->scale = float_of (scale);
  self->bits = get_array (variant, 1, sizeof (guint32), &self->arrays[0], &n_words);
  self->weights = get_array (variant, 2, sizeof (gint8), &self->arrays[1], &n_weights);
  self->before = g_new (guint32, MAX (n_words, 1));
  for (gsize i = 0; i < n_words; i++)
    {
      self->before[i] = (guint32) n;
      n += (gsize) __builtin_popcount (self->bits[i]);
    }
  if (n_words != ASK_HASHED_BUCKETS / 32 || n != n_weights)
    g_clear_pointer (&self, hashed_free);
  return self;
}

static gpointer
texts_new (GVariant *variant)
{
  return g_variant_dup_strv (variant, NULL);
}

static gpointer
pairs_new (GVariant *variant)
{
  GHashTable *pairs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GVariantIter iter;
  const char *key;
  guint32 bits;

  g_variant_iter_init (&iter, variant);
  while (g_variant_iter_next (&iter, "{&su}", &key, &bits))
    {
      float value = float_of (bits);

      g_hash_table_insert (pairs, g_strdup (key), g_memdup2 (&value, sizeof value));
    }
  return pairs;
}

static gpointer
net_new (GVariant *variant)
{
  return ask_net_new (variant);
}

static void
net_free (gpointer data)
{
  ask_net_free (data);
}

/* How each kind of part is read: %NULL from @read where it is damaged. */
static const struct
{
  const char *type;
  gpointer (*read) (GVariant *variant);
  GDestroyNotify free;
} kinds[N_PARTS] = {
  [PART_LINEAR] = { ASK_WEIGHTS_LINEAR, linear_new, linear_free },
  [PART_TREES] = { ASK_WEIGHTS_TREES, trees_new, trees_free },
  [PART_HASHED] = { ASK_WEIGHTS_HASHED, hashed_new, hashed_free },
  [PART_NET] = { ASK_WEIGHTS_NET, net_new, net_free },
  [PART_TEXTS] = { "as", texts_new, (GDestroyNotify) g_strfreev },
  [PART_PAIRS] = { "a{su}", pairs_new, (GDestroyNotify) g_hash_table_unref },
};

/**
 * ask_weights_new:
 * @bytes: a file of weights
 * @error: %G_IO_ERROR_INVALID_DATA where it is none
 *
 * Returns: (transfer full): the weights
 */
AskWeights *
ask_weights_new (GBytes *bytes, GError **error)
{
  AskWeights *self;
  GVariant *variant;

  g_return_val_if_fail (bytes != NULL, NULL);

  variant = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
  if (G_BYTE_ORDER == G_BIG_ENDIAN)
    {
      GVariant *swapped = g_variant_byteswap (variant);

      g_variant_unref (variant);
      variant = swapped;
    }
  if (!g_variant_is_normal_form (variant))
    {
      g_variant_unref (variant);
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "The file of weights is damaged. Install AskData again.");
      return NULL;
    }
  self = g_new0 (AskWeights, 1);
  g_mutex_init (&self->lock);
  self->variant = variant;
  for (guint i = 0; i < N_PARTS; i++)
    self->parts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kinds[i].free);
  return self;
}

/**
 * ask_weights_free:
 * @self: (transfer full) (nullable): weights from ask_weights_new()
 */
void
ask_weights_free (AskWeights *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_PARTS; i++)
    g_hash_table_unref (self->parts[i]);
  g_variant_unref (self->variant);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static gpointer
get_part (AskWeights *self, Part kind, const char *name)
{
  gpointer part;

  g_mutex_lock (&self->lock);
  part = g_hash_table_lookup (self->parts[kind], name);
  if (part == NULL)
    {
      g_autoptr (GVariant) variant = g_variant_lookup_value (self->variant, name, G_VARIANT_TYPE (kinds[kind].type));

      part = variant != NULL ? kinds[kind].read (variant) : NULL;
      if (part != NULL)
        g_hash_table_insert (self->parts[kind], g_strdup (name), part);
    }
  g_mutex_unlock (&self->lock);
  return part;
}

/**
 * ask_weights_get_linear:
 * @self: the weights
 * @name: of a linear model
 *
 * Returns: (transfer none) (nullable): it; %NULL where there is none
 */
const AskLinear *
ask_weights_get_linear (AskWeights *self, const char *name)
{
  return get_part (self, PART_LINEAR, name);
}

/**
 * ask_weights_get_trees:
 * @self: the weights
 * @name: of boosted trees
 *
 * Returns: (transfer none) (nullable): them; %NULL where there are none
 */
const AskTrees *
ask_weights_get_trees (AskWeights *self, const char *name)
{
  return get_part (self, PART_TREES, name);
}

/**
 * ask_weights_get_hashed:
 * @self: the weights
 * @name: of a table of hashed weights
 *
 * Returns: (transfer none) (nullable): it; %NULL where there is none
 */
const AskHashed *
ask_weights_get_hashed (AskWeights *self, const char *name)
{
  return get_part (self, PART_HASHED, name);
}

/**
 * ask_weights_get_net:
 * @self: the weights
 * @name: of a neural net
 *
 * Returns: (transfer none) (nullable): it; %NULL where there is none
 */
const AskNet *
ask_weights_get_net (AskWeights *self, const char *name)
{
  return get_part (self, PART_NET, name);
}

/**
 * ask_weights_get_texts:
 * @self: the weights
 * @name: of a list of texts
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): the texts
 */
char **
ask_weights_get_texts (AskWeights *self, const char *name)
{
  return get_part (self, PART_TEXTS, name);
}

/**
 * ask_weights_get_pairs:
 * @self: the weights
 * @name: of a table of two words and a number
 *
 * Returns: (transfer none) (nullable) (element-type utf8 float): "from to" → (float *)
 */
GHashTable *
ask_weights_get_pairs (AskWeights *self, const char *name)
{
  return get_part (self, PART_PAIRS, name);
}

/**
 * ask_linear_get_n_classes:
 * @self: a linear model
 *
 * Returns: classes of all heads together
 */
guint
ask_linear_get_n_classes (const AskLinear *self)
{
  return self->n_classes;
}

/**
 * ask_linear_find_head:
 * @self: a linear model
 * @name: what it decides
 *
 * Returns: (transfer none) (nullable): the head
 */
const AskLinearHead *
ask_linear_find_head (const AskLinear *self, const char *name)
{
  for (guint i = 0; i < self->heads->len; i++)
    if (strcmp (g_array_index (self->heads, AskLinearHead, i).name, name) == 0)
      return &g_array_index (self->heads, AskLinearHead, i);
  return NULL;
}

/**
 * ask_linear_head_find:
 * @self: a head
 * @class_name: one of its classes
 *
 * Returns: its place in what ask_linear_apply() writes, or -1
 */
int
ask_linear_head_find (const AskLinearHead *self, const char *class_name)
{
  for (guint i = 0; i < self->n_classes; i++)
    if (strcmp (self->classes[i], class_name) == 0)
      return (int) (self->first + i);
  return -1;
}

/**
 * ask_linear_apply:
 * @self: a linear model
 * @features: (element-type guint32): as ask_features_finish() leaves them
 * @log_probabilities: (out caller-allocates): one a class, log-probabilities within each head
 */
void
ask_linear_apply (const AskLinear *self, GArray *features, float *log_probabilities)
{
  float norm = 1.0f / sqrtf ((float) MAX (features->len, 1));

  memset (log_probabilities, 0, self->n_classes * sizeof (float));
  for (guint i = 0; i < features->len; i++)
    {
      guint32 bucket = g_array_index (features, guint32, i) & (ASK_FEATURE_BUCKETS - 1);

      for (guint32 w = self->starts[bucket]; w < self->starts[bucket + 1]; w++)
        log_probabilities[self->classes[w]] += (float) self->weights[w];
    }
  for (guint h = 0; h < self->heads->len; h++)
    {
      const AskLinearHead *head = &g_array_index (self->heads, AskLinearHead, h);
      float *z = log_probabilities + head->first;
      float most = -INFINITY;
      double sum = 0;

      for (guint c = 0; c < head->n_classes; c++)
        {
          z[c] = z[c] * norm * head->scale + head->biases[c];
          most = MAX (most, z[c]);
        }
      for (guint c = 0; c < head->n_classes; c++)
        sum += exp ((double) (z[c] - most));
      for (guint c = 0; c < head->n_classes; c++)
        z[c] = z[c] - most - (float) log (sum);
    }
}

/**
 * ask_trees_apply:
 * @self: boosted trees
 * @features: as many as they were trained with
 *
 * Returns: the sum of the leaves that @features lead to
 */
float
ask_trees_apply (const AskTrees *self, const float *features)
{
  float sum = 0;

  for (gsize i = 0; i < self->n_roots; i++)
    {
      guint32 node = self->roots[i];

      while (self->features[node] >= 0)
        node = self->lefts[node] + (features[self->features[node]] < float_of (self->values[node]) ? 0 : 1);
      sum += float_of (self->values[node]);
    }
  return sum;
}

/**
 * ask_hashed_sum:
 * @self: hashed weights
 * @buckets: (array length=n): below %ASK_HASHED_BUCKETS
 * @n: of them
 *
 * Returns: the sum of their weights
 */
float
ask_hashed_sum (const AskHashed *self, const guint32 *buckets, guint n)
{
  int sum = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 word = self->bits[buckets[i] / 32];
      guint32 bit = 1u << (buckets[i] % 32);

      if (word & bit)
        sum += self->weights[self->before[buckets[i] / 32] + (guint) __builtin_popcount (word & (bit - 1))];
    }
  return (float) sum * self->scale;
}

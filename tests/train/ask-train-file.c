/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of weights while it is made.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "train/ask-train.h"

struct _TrainFile
{
  GHashTable *parts; /* name → GVariant */
  AskWeights *weights; /* of the parts so far */
  GPtrArray *retired; /* earlier ones, which guesses may still read */
};

TrainFile *
train_file_new (void)
{
  TrainFile *self = g_new0 (TrainFile, 1);

  self->retired = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_weights_free);
  self->parts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
  return self;
}

void
train_file_free (TrainFile *self)
{
  g_clear_pointer (&self->weights, ask_weights_free);
  g_ptr_array_unref (self->retired);
  g_hash_table_unref (self->parts);
  g_free (self);
}

/** train_file_put: takes the place of a part of that name */
void
train_file_put (TrainFile *self, const char *name, GVariant *part)
{
  g_hash_table_insert (self->parts, g_strdup (name), g_variant_ref_sink (part));
  if (self->weights != NULL)
    g_ptr_array_add (self->retired, g_steal_pointer (&self->weights));
}

static GVariant *
pack (TrainFile *self)
{
  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (self->parts, NULL);
  guint n = g_hash_table_size (self->parts);
  GVariantBuilder builder;

  /* In the order of their names, so that the same parts make the same bytes. */
  qsort (names, n, sizeof (char *), ask_text_compare);
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  for (guint i = 0; i < n; i++)
    g_variant_builder_add (&builder, "{sv}", names[i], g_hash_table_lookup (self->parts, names[i]));
  return g_variant_ref_sink (g_variant_builder_end (&builder));
}

/** train_file_weights: Returns: (transfer none): with all parts so far */
AskWeights *
train_file_weights (TrainFile *self)
{
  if (self->weights == NULL)
    {
      g_autoptr (GVariant) all = pack (self);
      g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (all);
      g_autoptr (GError) error = NULL;

      self->weights = ask_weights_new (bytes, &error);
      g_assert_no_error (error);
    }
  return self->weights;
}

gboolean
train_file_save (TrainFile *self, const char *path, GError **error)
{
  g_autoptr (GVariant) all = pack (self);

  return g_file_set_contents (path, g_variant_get_data (all), (gssize) g_variant_get_size (all), error);
}

TrainFile *
train_file_load (const char *path, GError **error)
{
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *contents;
  gsize length;
  TrainFile *self;
  GVariantIter iter;
  const char *name;
  GVariant *part;

  if (!g_file_get_contents (path, &contents, &length, error))
    return NULL;
  bytes = g_bytes_new_take (contents, length);
  all = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARDICT, bytes, FALSE));
  self = train_file_new ();
  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &part))
    {
      train_file_put (self, name, part);
      g_variant_unref (part);
    }
  return self;
}

/** train_files_load: "weights.0" and so on, @n of them; @files: as many that are %NULL */
gboolean
train_files_load (TrainFile **files, guint n, const char *folder, GError **error)
{
  for (guint k = 0; k < n; k++)
    {
      g_autofree char *path = g_strdup_printf ("%s/weights.%u", folder, k);

      files[k] = train_file_load (path, error);
      if (files[k] == NULL)
        return FALSE;
    }
  return TRUE;
}

guint32
train_bits (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

/** train_pairs: Returns: (transfer floating): "from to" → (float *), in the order of the texts */
GVariant *
train_pairs (GHashTable *pairs)
{
  g_autofree char **names = (char **) g_hash_table_get_keys_as_array (pairs, NULL);
  GVariantBuilder builder;

  qsort (names, g_hash_table_size (pairs), sizeof (char *), ask_text_compare);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{su}"));
  for (guint i = 0; i < g_hash_table_size (pairs); i++)
    g_variant_builder_add (&builder, "{su}", names[i],
                           train_bits (*(const float *) g_hash_table_lookup (pairs, names[i])));
  return g_variant_builder_end (&builder);
}

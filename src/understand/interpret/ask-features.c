/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Features of linear models: texts hashed into buckets.
 */
#include "config.h"

#include "understand/interpret/ask-weights.h"

#include <stdlib.h>

/**
 * ask_features_add:
 * @features: (element-type guint32): gets a bucket
 * @format: a feature as text, as of printf()
 * @...: for @format
 */
void
ask_features_add (GArray *features, const char *format, ...)
{
  char text[256];
  guint32 hash = 2166136261u;
  va_list args;

  va_start (args, format);
  g_vsnprintf (text, sizeof text, format, args);
  va_end (args);
  /* FNV-1a, and its upper bits folded into the lower ones. */
  for (const guchar *p = (const guchar *) text; *p != '\0'; p++)
    hash = (hash ^ *p) * 16777619u;
  hash = (hash ^ (hash >> 17)) & (ASK_FEATURE_BUCKETS - 1);
  g_array_append_val (features, hash);
}

static int
compare_buckets (const void *a, const void *b)
{
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

/**
 * ask_features_finish:
 * @features: (element-type guint32): is sorted, each bucket once
 */
void
ask_features_finish (GArray *features)
{
  guint n = 0;

  if (features->len == 0)
    return;
  g_array_sort (features, compare_buckets);
  for (guint i = 1; i < features->len; i++)
    {
      guint32 bucket = g_array_index (features, guint32, i);

      if (bucket != g_array_index (features, guint32, n))
        g_array_index (features, guint32, ++n) = bucket;
    }
  g_array_set_size (features, n + 1);
}

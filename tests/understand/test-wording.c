/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What words say of candidates: each part is paired once, a weight moves only those that have its part, the same
 * words are the same pairs.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "understand/interpret/ask-wording.h"

#include "understand-shop.h"

static const char *const shop_sql
    = "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);"
      "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, amount REAL, placed TEXT);"
      "INSERT INTO customers VALUES (1, 'Ann', 'Lyon', 30), (2, 'Bob', 'Rome', 40);"
      "INSERT INTO orders VALUES (1, 1, 10, '2025-01-02'), (2, 2, 20, '2025-02-03');";

/* Candidates of one question, with what their words are paired with. */
typedef struct
{
  UnderstandShop shop;
  AskQuestion *question;
  AskGuess *guess;
  AskSketchBook *book;
  GPtrArray *candidates;
  AskWording *wording;
  float *features;
} Fixture;

static void
ask (Fixture *self, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) choices = NULL;

  self->question = understand_shop_ask (&self->shop, text);
  self->guess = ask_guess_new (self->question, ask_weights_get_default ());
  ask_guess_all (self->guess);
  self->book = ask_sketch_book_new (ask_weights_get_default (), &error);
  g_assert_no_error (error);
  choices = ask_sketch_book_choose (self->book, self->guess, 40);
  self->candidates = ask_candidates_find (self->guess, choices, 100);
  g_assert_cmpuint (self->candidates->len, >, 10);
  self->features = ask_candidates_features (self->guess, self->candidates, &self->wording);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  understand_shop_open (&self->shop, shop_sql);
  understand_shop_make_domain (&self->shop);
  ask (self, "How many customers older than 35 live in each city?");
}

static void
forget (Fixture *self)
{
  g_clear_pointer (&self->features, g_free);
  g_clear_pointer (&self->wording, ask_wording_free);
  g_clear_pointer (&self->candidates, g_ptr_array_unref);
  g_clear_pointer (&self->book, ask_sketch_book_free);
  g_clear_pointer (&self->guess, ask_guess_free);
  g_clear_pointer (&self->question, ask_question_free);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  forget (self);
  understand_shop_close (&self->shop);
}

/* Weights with one bucket that is worth 10. */
static AskWeights *
make_weights (guint32 bucket)
{
  g_autofree guint32 *bits = g_new0 (guint32, ASK_HASHED_BUCKETS / 32);
  const gint8 ten = 10;
  const float one = 1;
  guint32 scale;
  GVariantBuilder builder;
  g_autoptr (GVariant) all = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  AskWeights *weights;

  memcpy (&scale, &one, sizeof scale);
  bits[bucket / 32] = 1u << (bucket % 32);
  g_variant_builder_init (&builder, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&builder, "{sv}", "wording",
                         g_variant_new ("(u@au@ay)", scale,
                                        g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, bits, ASK_HASHED_BUCKETS / 32, 4),
                                        g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, &ten, 1, 1)));
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

static gboolean
has_part (const AskWording *wording, guint candidate, guint part)
{
  for (guint s = g_array_index (wording->starts, guint, candidate); s < g_array_index (wording->starts, guint, candidate + 1); s++)
    if (g_array_index (wording->said, guint, s) == part)
      return TRUE;
  return FALSE;
}

static float
get_of (const Fixture *self, guint candidate, guint feature)
{
  return self->features[(gsize) (candidate + 1) * ASK_N_CANDIDATE_FEATURES - ASK_N_WORDING_FEATURES + feature];
}

static void
test_parts (Fixture *self, gconstpointer data)
{
  const AskWording *wording = self->wording;
  g_autofree guint *n_with = g_new0 (guint, wording->parts->len);
  guint n_shared = 0;
  guint end = 0;

  g_assert_cmpuint (wording->starts->len, ==, self->candidates->len + 1);
  for (guint p = 0; p < wording->parts->len; p++)
    {
      const AskWordingPart *part = &g_array_index (wording->parts, AskWordingPart, p);

      /* Side by side, and each has at least itself. */
      g_assert_cmpuint (part->first, ==, end);
      g_assert_cmpuint (part->n, >, 0);
      end += part->n;
      for (guint c = 0; c < self->candidates->len; c++)
        n_with[p] += has_part (wording, c, p);
      g_assert_cmpuint (n_with[p], >, 0);
      n_shared += n_with[p] > 1;
    }
  g_assert_cmpuint (end, ==, wording->buckets->len);
  for (guint b = 0; b < wording->buckets->len; b++)
    g_assert_cmpuint (g_array_index (wording->buckets, guint32, b), <, ASK_HASHED_BUCKETS);
  g_assert_cmpuint (n_shared, >, wording->parts->len / 4);
}

/* A bucket that no other part has, of a part that some candidates have. */
static guint
find_telling_part (const Fixture *self, guint32 *bucket)
{
  const AskWording *wording = self->wording;

  for (guint p = 0; p < wording->parts->len; p++)
    {
      const AskWordingPart *part = &g_array_index (wording->parts, AskWordingPart, p);
      guint n_with = 0;
      guint n_there = 0;

      *bucket = g_array_index (wording->buckets, guint32, part->first);
      for (guint b = 0; b < wording->buckets->len; b++)
        n_there += g_array_index (wording->buckets, guint32, b) == *bucket;
      for (guint c = 0; c < self->candidates->len; c++)
        n_with += has_part (wording, c, p);
      if (n_there == 1 && n_with > 0 && n_with < self->candidates->len)
        return p;
    }
  g_assert_not_reached ();
}

static void
test_lifted (Fixture *self, gconstpointer data)
{
  guint32 bucket;
  guint p = find_telling_part (self, &bucket);
  const AskWordingPart *part = &g_array_index (self->wording->parts, AskWordingPart, p);
  g_autoptr (AskWeights) weights = make_weights (bucket);
  double shares = 0;

  ask_wording_put (self->wording, ask_weights_get_hashed (weights, "wording"), self->features);
  for (guint c = 0; c < self->candidates->len; c++)
    {
      gboolean has = has_part (self->wording, c, p);
      guint n = 0;

      /* A candidate may have a part twice: two values that are greater than something. */
      for (guint s = g_array_index (self->wording->starts, guint, c); s < g_array_index (self->wording->starts, guint, c + 1); s++)
        n += g_array_index (self->wording->said, guint, s) == p;
      g_assert_cmpfloat_with_epsilon (get_of (self, c, part->group), (float) n * 10 / sqrtf ((float) part->n), 1e-4f);
      g_assert_cmpfloat_with_epsilon (get_of (self, c, ASK_N_WORDING_GROUPS), get_of (self, c, part->group), 1e-4f);
      g_assert_true (has == (get_of (self, c, ASK_N_WORDING_GROUPS) > 0));
      for (guint k = 0; k < ASK_N_WORDING_GROUPS + 2; k++)
        g_assert_cmpfloat (get_of (self, c, ASK_N_WORDING_GROUPS + 2 + k), <=, 0);
      shares += get_of (self, c, ASK_N_WORDING_FEATURES - 1);
    }
  g_assert_cmpfloat_with_epsilon (shares, 1, 1e-4);
}

/* What training learns must be met again when the question is asked. */
static void
test_renamed (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) before = NULL;

  forget (self);
  ask (self, "Which customers live in Lyon?");
  before = g_array_copy (self->wording->buckets);
  forget (self);
  ask (self, "Which customers live in Lyon?");
  g_assert_cmpmem (before->data, before->len * 4, self->wording->buckets->data, self->wording->buckets->len * 4);
  forget (self);
  ask (self, "Which customers do not live in Lyon?");
  g_assert_false (before->len == self->wording->buckets->len
                  && memcmp (before->data, self->wording->buckets->data, before->len * 4) == 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/understand/wording/parts-of-several-candidates-are-paired-once", Fixture, NULL, set_up, test_parts, tear_down);
  g_test_add ("/understand/wording/a-weight-lifts-the-candidates-that-have-its-part", Fixture, NULL, set_up, test_lifted,
              tear_down);
  g_test_add ("/understand/wording/the-same-words-give-the-same-pairs-and-others-do-not", Fixture, NULL, set_up,
              test_renamed, tear_down);
  return g_test_run ();
}

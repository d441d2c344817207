/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is measured was not learned from: folds are by database, and weights of a fold say what they have seen.
 */
#include "config.h"

#include "train/ask-train.h"

/* A set of @n databases without their files: what decides on folds needs only names. */
static TrainSet *
make_set (guint n)
{
  TrainSet *set = train_set_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("database_%08x", g_test_rand_int ());

      train_set_add_database (set, name);
    }
  train_set_fold (set);
  return set;
}

static gboolean
has (GVariant *names, const char *name)
{
  g_autofree const char **texts = g_variant_get_strv (names, NULL);

  return g_strv_contains (texts, name);
}

static void
check (TrainSet *set)
{
  for (guint k = 0; k <= TRAIN_ALL; k++)
    {
      g_autoptr (GVariant) learned = g_variant_ref_sink (train_list_learned (set, k));
      guint n_measured = 0;

      for (guint i = 0; i < set->databases->len; i++)
        {
          const TrainDatabase *database = g_ptr_array_index (set->databases, i);
          gboolean measured = database->fold == k;

          g_assert_cmpuint (database->fold, <, TRAIN_FOLDS);
          g_assert_true (has (learned, database->name) != measured);
          g_assert_true (train_learns_from (database, k) != measured);
          n_measured += measured;
        }
      if (k < TRAIN_FOLDS && set->databases->len >= TRAIN_FOLDS)
        g_assert_cmpuint (n_measured, >, 0);
      g_assert_cmpuint (g_variant_n_children (learned), ==, set->databases->len - n_measured);
    }
}

static void
test_made (void)
{
  for (guint n = 0; n < 60; n += 7)
    {
      g_autoptr (TrainSet) set = make_set (n);

      check (set);
    }
}

/* No question that is measured is about a database that its weights have seen. */
static void
test_spider (void)
{
  g_autofree char *data = train_data_dup ();
  g_autofree char *path = g_build_filename (data, "spider", "train.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrainSet) set = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("Spider is not here");
      return;
    }
  set = train_set_list (data, G_MAXINT, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (set->examples->len, >, 5000);
  check (set);
  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);

      /* What judges it is chosen by the fold of its database, as the benchmark does. */
      g_assert_false (train_learns_from (example->database, example->database->fold));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/folds/no-fold-learns-from-what-it-measures", test_made);
  g_test_add_func ("/folds/no-question-of-spider-is-measured-by-what-has-seen-it", test_spider);
  return g_test_run ();
}

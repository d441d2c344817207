/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From candidates that were run: the ranker, the second look at the best, the calibrator, and the thresholds of what is shown.
 */
#include "config.h"

#include <math.h>

#include "train/ask-train.h"

/* Candidates of a question that ranking learns from; of those below them every third, right or not, or else it
 * would learn that what is far below is right. */
#define N_LEARNED 40

/** train_ranker: the trees that rank candidates, from all folds but @without; @blind: as if they had not been run */
void
train_ranker (TrainSet *set, TrainFile *file, guint without, gboolean blind)
{
  g_autoptr (TrainMatrix) each = train_matrix_new (ASK_N_CANDIDATE_FEATURES);
  g_autoptr (TrainMatrix) groups = train_matrix_new (ASK_N_CANDIDATE_FEATURES);

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      float weight = 1 / sqrtf ((float) MAX (example->n_candidates, 1));
      gboolean any = FALSE;
      guint n = 0;

      if (!train_learns_from (example->database, without) || example->n_candidates == 0)
        continue;
      for (guint c = 0; c < example->n_candidates; c++)
        any = any || (example->right[c] && (c < N_LEARNED || c % 3 == 0));
      for (guint c = 0; c < example->n_candidates; c++)
        {
          if (c >= N_LEARNED && c % 3 != 0)
            continue;
          train_matrix_add (each, train_features_of (example, blind, c), train_is_right (example, c));
          g_array_append_val (each->weights, weight);
          if (any)
            train_matrix_add (groups, train_features_of (example, blind, c), train_is_right (example, c));
          n += any;
        }
      if (any)
        g_array_append_val (groups->groups, n);
    }
  train_file_put (file, ask_ranking_part ("right", blind),
                  train_trees (each, &(TrainTrees) { blind ? 120 : 180, 6, blind ? 0.15 : 0.1, 5, 0.7, 0.3, FALSE }));
  train_file_put (file, ask_ranking_part ("best", blind),
                  train_trees (groups, &(TrainTrees) { blind ? 250 : 400, 6, blind ? 0.1 : 0.07, 0.5, 0.7, 0.25, TRUE }));
}

/* The best candidates of one question, for those that look at them again; nothing where none of them is right. */
static TrainMatrix *
list_again (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  TrainMatrix *own = train_matrix_new (ASK_N_AGAIN_FEATURES);
  g_autoptr (AskRanking) ranking = train_rank_once (example, files, blind);
  g_autofree float *features = g_new (float, ASK_N_AGAIN * ASK_N_AGAIN_FEATURES);
  guint places[ASK_N_AGAIN];
  guint n = ask_ranking_list_again (ranking, example->asked, places, features);
  gboolean any = FALSE;

  for (guint k = 0; k < n; k++)
    any = any || train_is_right (example, places[k]);
  for (guint k = 0; any && k < n; k++)
    {
      train_matrix_add (own, features + (gsize) k * ASK_N_AGAIN_FEATURES, train_is_right (example, places[k]));
      g_array_append_val (own->scores, ranking->scores[places[k]]);
    }
  return own;
}

/* The rows of all questions that the weights without a fold learn from. */
static TrainMatrix *
gather (TrainSet *set, GPtrArray *all, guint n_columns, guint without)
{
  TrainMatrix *matrix = train_matrix_new (n_columns);

  for (guint i = 0; i < all->len; i++)
    {
      const TrainMatrix *own = all->pdata[i];
      guint n = own->labels->len;

      if (n == 0 || !train_learns_from (train_example (set, i)->database, without))
        continue;
      g_array_append_vals (matrix->values, own->values->data, own->values->len);
      g_array_append_vals (matrix->labels, own->labels->data, n);
      g_array_append_vals (matrix->scores, own->scores->data, own->scores->len);
      g_array_append_val (matrix->groups, n);
    }
  return matrix;
}

/** train_again: the trees of each file that look again at the best candidates, from what was ranked out of fold */
void
train_again (TrainSet *set, TrainFile *const *files, gboolean blind)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) train_matrix_free);

  for (guint i = 0; i < set->examples->len; i++)
    g_ptr_array_add (all, list_again (train_example (set, i), files, blind));
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      g_autoptr (TrainMatrix) matrix = gather (set, all, ASK_N_AGAIN_FEATURES, k);

      train_file_put (files[k], ask_ranking_part ("again", blind),
                      train_trees (matrix, &(TrainTrees) { 120, 4, 0.06, 1, 0.7, 0.3, TRUE }));
    }
}

/* The candidates of one question that a net weighs; nothing where none of them is right. */
static TrainMatrix *
list_weighed (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  TrainMatrix *own = train_matrix_new (ASK_N_WEIGHED_FEATURES);
  g_autoptr (AskRanking) ranking = train_rank_twice (example, files, blind);
  g_autofree float *rows = g_new (float, (gsize) ASK_N_WEIGHED * ASK_N_WEIGHED_FEATURES);
  guint places[ASK_N_WEIGHED];
  guint n = ask_ranking_list_weighed (ranking, example->asked, places, rows);
  gboolean any = FALSE;

  for (guint k = 0; k < n; k++)
    any = any || train_is_right (example, places[k]);
  for (guint k = 0; any && k < n; k++)
    train_matrix_add (own, rows + (gsize) k * ASK_N_WEIGHED_FEATURES, train_is_right (example, places[k]));
  return own;
}

/** train_list_weighed: Returns: (transfer full) (element-type TrainMatrix): of each example, ranked out of fold */
GPtrArray *
train_list_weighed (TrainSet *set, TrainFile *const *files, gboolean blind)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) train_matrix_free);

  for (guint i = 0; i < set->examples->len; i++)
    g_ptr_array_add (all, list_weighed (train_example (set, i), files, blind));
  return all;
}

/** train_weighing: the net that weighs the best candidates; @all: from train_list_weighed() */
void
train_weighing (TrainSet *set, GPtrArray *all, TrainFile *file, guint without, gboolean blind)
{
  g_autoptr (TrainMatrix) matrix = gather (set, all, ASK_N_WEIGHED_FEATURES, without);

  train_file_put (file, ask_ranking_part ("net", blind), train_net (matrix));
}

/** train_calibrator: the calibrator of each file, from what was ranked out of fold */
void
train_calibrator (TrainSet *set, TrainFile *const *files, gboolean blind)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);
  g_autofree float *labels = g_new0 (float, set->examples->len);

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      g_autoptr (AskRanking) ranking = train_rank (example, files, blind);
      float *row = g_new0 (float, ASK_N_CONFIDENCE_FEATURES);

      if (example->n_candidates > 0)
        {
          ask_ranking_get_confidence (ranking, row);
          labels[i] = example->right[ranking->best];
        }
      g_ptr_array_add (rows, row);
    }
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      g_autoptr (TrainMatrix) matrix = train_matrix_new (ASK_N_CONFIDENCE_FEATURES);

      for (guint i = 0; i < set->examples->len; i++)
        if (train_learns_from (train_example (set, i)->database, k) && train_example (set, i)->n_candidates > 0)
          train_matrix_add (matrix, g_ptr_array_index (rows, i), labels[i]);
      train_file_put (files[k], ask_ranking_part ("calibrator", blind),
                      train_trees (matrix, &(TrainTrees) { 320, 3, 0.025, 10, 0.6, 0.2, FALSE }));
    }
}

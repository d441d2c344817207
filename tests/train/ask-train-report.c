/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How good weights are on databases that they have not seen.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "train/ask-train.h"

const char *const train_kinds[] = { "easy", "medium", "hard", "extra", "no form", "all" };

static int
compare_judged (const void *a, const void *b)
{
  const TrainJudged *x = a;
  const TrainJudged *y = b;

  return (x->confidence < y->confidence) - (x->confidence > y->confidence);
}

/* The least confidence at which this share was right, on all folds but @without. */
static double
find_threshold (const TrainJudged *judged, guint n, guint without, double share)
{
  guint seen = 0;
  guint right = 0;
  double threshold = 2;

  for (guint i = 0; i < n; i++)
    {
      if (judged[i].fold == without)
        continue;
      seen++;
      right += judged[i].right;
      if (seen >= 20 && right >= share * seen)
        threshold = judged[i].confidence;
    }
  return threshold;
}

static void
report_precision (TrainJudged *judged, guint n, double share)
{
  guint answered = 0;
  guint right = 0;

  qsort (judged, n, sizeof (TrainJudged), compare_judged);
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    {
      double threshold = find_threshold (judged, n, k, share);

      for (guint i = 0; i < n; i++)
        if (judged[i].fold == k && judged[i].confidence >= threshold)
          {
            answered++;
            right += judged[i].right;
          }
    }
  g_print ("answered at %.0f %% precision (threshold from other folds): %.1f %%, of which right %.1f %%\n", share * 100,
           100.0 * answered / n, answered > 0 ? 100.0 * right / answered : 0);
}

/** train_thresholds: what is shown as the answer, and what is shown as a choice at all; @judged: as of train_judge() */
void
train_thresholds (TrainSet *set, TrainJudged *judged, TrainFile *const *files)
{
  qsort (judged, set->examples->len, sizeof (TrainJudged), compare_judged);
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      float sure = (float) find_threshold (judged, set->examples->len, k, 0.95);
      float worth = 0.3f;

      g_hash_table_insert (table, g_strdup ("sure"), g_memdup2 (&sure, sizeof sure));
      g_hash_table_insert (table, g_strdup ("worth"), g_memdup2 (&worth, sizeof worth));
      train_file_put (files[k], "thresholds", train_pairs (table));
    }
}

/** train_look: how often the best and any candidate is right, in some folds; each question in the scratch folder */
void
train_look (TrainSet *set, TrainFile *const *files, guint n_folds)
{
  g_autofree char *path = g_build_filename (set->scratch, "look.txt", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;
  guint right = 0;
  guint found = 0;
  guint early[4] = { 0 };

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      g_autoptr (AskRanking) ranking = NULL;
      guint place = G_MAXUINT;

      if (example->database->fold >= n_folds)
        continue;
      ranking = train_rank (example, files, FALSE);
      for (guint c = 0; c < example->n_candidates && place == G_MAXUINT; c++)
        if (example->right[c])
          place = c;
      n++;
      found += place != G_MAXUINT;
      right += example->n_candidates > 0 && example->right[ranking->best];
      early[0] += place < 1;
      early[1] += place < 10;
      early[2] += place < 30;
      early[3] += place < 60;
      g_string_append_printf (text, "%s\t%s\t%s\t%s\t%s\n",
                              place == G_MAXUINT                 ? "never"
                              : example->right[ranking->best] ? "right"
                                                              : "below",
                              example->database->name, example->text, example->sql,
                              example->n_candidates > 0 ? example->texts[ranking->best] : "");
    }
  g_print ("%u questions: right %.1f %%, among candidates %.1f %%; before ranking among the first 1, 10, 30, 60: %.1f, "
           "%.1f, %.1f, %.1f %%\n",
           n, 100.0 * right / n, 100.0 * found / n, 100.0 * early[0] / n, 100.0 * early[1] / n, 100.0 * early[2] / n,
           100.0 * early[3] / n);
  g_file_set_contents (path, text->str, -1, NULL);
}

static guint
kind_of (const TrainExample *example)
{
  for (guint k = 0; k < TRAIN_N_KINDS - 1; k++)
    if (g_strcmp0 (example->hardness, train_kinds[k]) == 0)
      return k;
  return TRAIN_N_KINDS - 1;
}

/** train_judge: Returns: (transfer full): one for each example, in their order */
TrainJudged *
train_judge (TrainSet *set, TrainFile *const *files, gboolean blind)
{
  TrainJudged *judged = g_new0 (TrainJudged, MAX (set->examples->len, 1));

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      g_autoptr (AskRanking) ranking = train_rank (example, files, blind);

      judged[i] = (TrainJudged) { .fold = example->database->fold, .kind = kind_of (example), .place = -1, .best = -1 };
      for (guint c = 0; c < example->n_candidates && judged[i].place < 0; c++)
        if (example->right[c])
          judged[i].place = (int) c;
      if (example->n_candidates == 0)
        continue;
      judged[i].best = (int) ranking->best;
      judged[i].right = example->right[ranking->best];
      judged[i].confidence = (double) example->doubts[ranking->best]
                             * ask_ranking_calibrate (ranking, train_file_weights (files[example->database->fold]));
    }
  return judged;
}

/** train_print: right, and found at all, by hardness; how much is answered with thresholds from other folds */
void
train_print (TrainSet *set, const TrainJudged *judged)
{
  g_autofree TrainJudged *sorted = g_memdup2 (judged, set->examples->len * sizeof *judged);
  guint n[TRAIN_N_KINDS + 1] = { 0 };
  guint right[TRAIN_N_KINDS + 1] = { 0 };
  guint found[TRAIN_N_KINDS + 1] = { 0 };
  guint first = 0;

  for (guint i = 0; i < set->examples->len; i++)
    for (guint k = judged[i].kind; k <= TRAIN_N_KINDS; k += MAX (TRAIN_N_KINDS - k, 1))
      {
        n[k]++;
        right[k] += judged[i].right;
        found[k] += judged[i].place >= 0;
        first += k == TRAIN_N_KINDS && judged[i].place == 0;
      }
  g_print ("%8s %6s %8s %8s\n", "", "n", "right", "found");
  for (guint k = 0; k <= TRAIN_N_KINDS; k++)
    g_print ("%8s %6u %7.1f%% %7.1f%%\n", train_kinds[k], n[k], 100.0 * right[k] / MAX (n[k], 1),
             100.0 * found[k] / MAX (n[k], 1));
  g_print ("before ranking: %.1f %%\n", 100.0 * first / MAX (set->examples->len, 1));
  report_precision (sorted, set->examples->len, 0.95);
  report_precision (sorted, set->examples->len, 0.90);
}

/** train_report: how good it is on databases that the weights have not seen; each question into the scratch folder */
void
train_report (TrainSet *set, const TrainJudged *judged, const char *name)
{
  g_autofree char *path = g_build_filename (set->scratch, name, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);

      g_string_append_printf (text, "%s\t%s\t%s\t%.3f\t%s\t%s\t%s\n",
                              judged[i].right        ? "right"
                              : judged[i].place >= 0 ? "below"
                                                     : "never",
                              example->database->name, train_kinds[judged[i].kind], judged[i].confidence, example->text,
                              example->sql, judged[i].best >= 0 ? example->texts[judged[i].best] : "");
    }
  if (!g_file_set_contents (path, text->str, -1, &error))
    g_printerr ("%s\n", error->message);
}

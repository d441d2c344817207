/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates of each question, made by weights that have not seen its database; what came of running them; and
 * which are right. From these the ranker and the calibrator.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "train/ask-train.h"
#include "understand/interpret/ask-rank.h"

#define MAX_SKETCHES 40
/* Candidates of a question that ranking learns from, and all right ones: those far below say little. */
#define N_LEARNED 45
#define GOLD_STEPS 30000000
#define STEPS 250000

static gboolean
is_ordered (const TrainExample *example)
{
  g_autofree char *folded = g_ascii_strdown (example->sql, -1);

  return example->draft != NULL ? example->draft->orders->len > 0 : strstr (folded, "order by") != NULL;
}

static UnderstandRows *
run_without_limit (const TrainExample *example, const AskDraft *draft, guint way, guint64 steps)
{
  g_autoptr (AskDraft) copy = ask_draft_copy (draft);
  g_autofree char *sql = NULL;

  copy->limit = ASK_DRAFT_NO_LIMIT;
  sql = ask_draft_to_sql (copy, example->database->domain, way);
  return sql != NULL ? understand_rows_run (example->database->sqlite, sql, steps, UNDERSTAND_MAX_ROWS, NULL) : NULL;
}

/* The same order with ties in another order is right as well. */
static gboolean
matches_but_for_ties (const TrainExample *example, const AskCandidate *candidate, const UnderstandRows *gold,
                      const UnderstandRows *rows)
{
  const AskDraft *a = candidate->draft;
  const AskDraft *b = example->draft;
  const AskDraftTerm *x;
  const AskDraftTerm *y;
  g_autoptr (UnderstandRows) all_gold = NULL;
  g_autoptr (UnderstandRows) all_rows = NULL;

  if (b == NULL || gold->n_rows != rows->n_rows || a->orders->len == 0 || b->orders->len == 0 || a->second != NULL
      || b->second != NULL || a->descending != b->descending || a->limit != b->limit)
    return FALSE;
  x = &g_array_index (a->orders, AskDraftTerm, 0);
  y = &g_array_index (b->orders, AskDraftTerm, 0);
  if (x->aggregate != y->aggregate || x->attribute != y->attribute)
    return FALSE;
  if (a->limit == ASK_DRAFT_NO_LIMIT)
    return understand_rows_match (gold, rows, FALSE);
  all_gold = run_without_limit (example, b, 0, GOLD_STEPS);
  all_rows = run_without_limit (example, a, candidate->way, STEPS);
  return all_gold != NULL && all_rows != NULL && understand_rows_match (all_gold, all_rows, FALSE);
}

static guint64
hash_row (const UnderstandRows *rows, guint row)
{
  guint64 hash = 1469598103934665603u;

  for (guint c = 0; c < rows->n_columns; c++)
    hash = (hash ^ g_array_index (rows->cells, UnderstandCell, row * rows->n_columns + c).hash) * 1099511628211u;
  return hash;
}

static void
read_result (AskTried *tried, const UnderstandRows *rows)
{
  g_autoptr (GHashTable) distinct = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  tried->known = TRUE;
  tried->ran = TRUE;
  tried->n_rows = rows->n_rows;
  tried->n_columns = rows->n_columns;
  tried->signature = rows->signature == ASK_RANK_FAILED ? 1 : rows->signature;
  for (guint r = 0; r < rows->n_rows; r++)
    {
      guint64 hash = hash_row (rows, r);

      g_hash_table_add (distinct, g_memdup2 (&hash, sizeof hash));
    }
  tried->n_distinct = g_hash_table_size (distinct);
  for (guint c = 0; rows->n_rows > 0 && c < rows->n_columns; c++)
    {
      const UnderstandCell *cell = &g_array_index (rows->cells, UnderstandCell, c);

      if (cell->kind == UNDERSTAND_CELL_NULL)
        tried->first_null = TRUE;
      if (c == 0)
        tried->first_empty = cell->kind == UNDERSTAND_CELL_NULL
                             || (cell->kind == UNDERSTAND_CELL_INTEGER && cell->integer == 0);
    }
}

static void
find_candidates (TrainExample *self, AskSketchBook *book, guint max)
{
  g_autoptr (GArray) choices = ask_sketch_book_choose (book, self->guess, MAX_SKETCHES);
  g_autoptr (GPtrArray) candidates = ask_candidates_find (self->guess, choices, max);
  g_autoptr (UnderstandRows) gold
    = understand_rows_run (self->database->sqlite, self->sql, GOLD_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  gboolean ordered = is_ordered (self);

  self->empty = gold != NULL && gold->n_rows == 0;
  self->n_candidates = candidates->len;
  self->right = g_new0 (gboolean, MAX (candidates->len, 1));
  self->ran = g_new0 (gboolean, MAX (candidates->len, 1));
  self->signatures = g_new0 (guint64, MAX (candidates->len, 1));
  self->texts = g_new0 (char *, MAX (candidates->len, 1));
  for (guint i = 0; i < candidates->len; i++)
    {
      AskCandidate *candidate = g_ptr_array_index (candidates, i);
      g_autoptr (UnderstandRows) rows
        = understand_rows_run (self->database->sqlite, candidate->sql, STEPS, UNDERSTAND_MAX_ROWS, NULL);

      candidate->tried.known = TRUE;
      if (rows != NULL)
        read_result (&candidate->tried, rows);
      self->signatures[i] = candidate->tried.signature;
      self->ran[i] = candidate->tried.ran;
      self->texts[i] = g_strdup (candidate->sql);
      self->right[i] = gold != NULL && rows != NULL
                       && (understand_rows_match (gold, rows, ordered)
                           || (ordered && matches_but_for_ties (self, candidate, gold, rows)));
    }
  self->features = ask_candidates_features (self->guess, candidates);
  for (guint i = 0; i < candidates->len; i++)
    ((AskCandidate *) g_ptr_array_index (candidates, i))->tried = (AskTried) { 0 };
  self->blind = ask_candidates_features (self->guess, candidates);
}

typedef struct
{
  TrainSet *set;
  TrainFile *const *files;
  guint max;
} Work;

static void
work_on (gpointer data, gpointer user_data)
{
  TrainDatabase *database = data;
  Work *work = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (AskSketchBook) book = ask_sketch_book_new (train_file_weights (work->files[database->fold]), &error);

  g_assert_no_error (error);
  for (guint i = 0; i < work->set->examples->len; i++)
    if (train_example (work->set, i)->database == database)
      find_candidates (train_example (work->set, i), book, work->max);
}

/** train_find_candidates: of all questions, two databases at a time */
void
train_find_candidates (TrainSet *set, TrainFile *const *files, guint max)
{
  Work work = { set, files, max };
  GThreadPool *pool = g_thread_pool_new (work_on, &work, 2, FALSE, NULL);

  /* What the threads share is read before they begin. */
  for (guint k = 0; k < TRAIN_FOLDS; k++)
    ask_sketch_book_free (ask_sketch_book_new (train_file_weights (files[k]), NULL));
  for (guint i = 0; i < set->databases->len; i++)
    g_thread_pool_push (pool, g_ptr_array_index (set->databases, i), NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
}

/* Where the right query gives no rows, all that give none look right: only the first counts. */
static gboolean
is_right (const TrainExample *example, guint candidate)
{
  for (guint i = 0; example->empty && i < candidate; i++)
    if (example->right[i])
      return FALSE;
  return example->right[candidate];
}

static const float *
features_of (const TrainExample *example, gboolean blind, guint candidate)
{
  return (blind ? example->blind : example->features) + (gsize) candidate * ASK_N_CANDIDATE_FEATURES;
}

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

      if (example->database->fold == without || example->n_candidates == 0)
        continue;
      for (guint c = 0; c < example->n_candidates; c++)
        any = any || example->right[c];
      for (guint c = 0; c < example->n_candidates; c++)
        {
          if (c >= N_LEARNED && !example->right[c])
            continue;
          train_matrix_add (each, features_of (example, blind, c), is_right (example, c));
          g_array_append_val (each->weights, weight);
          if (any)
            train_matrix_add (groups, features_of (example, blind, c), is_right (example, c));
          n += any;
        }
      if (any)
        g_array_append_val (groups->groups, n);
    }
  train_file_put (file, ask_ranking_part ("right", blind),
                  train_trees (each, &(TrainTrees) { blind ? 120 : 180, 6, blind ? 0.15 : 0.1, 5, 0.7, 0.5, FALSE }));
  train_file_put (file, ask_ranking_part ("best", blind),
                  train_trees (groups, &(TrainTrees) { blind ? 160 : 260, 6, blind ? 0.15 : 0.1, 0.5, 0.7, 0.5, TRUE }));
}

static AskRanking *
rank (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  static const guint64 nothing[1000] = { 0 };

  return ask_ranking_new (train_file_weights (files[example->database->fold]), blind,
                          blind ? example->blind : example->features, blind ? nothing : example->signatures,
                          example->n_candidates);
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
      g_autoptr (AskRanking) ranking = rank (example, files, blind);
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
        if (train_example (set, i)->database->fold != k && train_example (set, i)->n_candidates > 0)
          train_matrix_add (matrix, g_ptr_array_index (rows, i), labels[i]);
      train_file_put (files[k], ask_ranking_part ("calibrator", blind),
                      train_trees (matrix, &(TrainTrees) { 120, 3, 0.08, 10, 0.7, 0.6, FALSE }));
    }
}

typedef struct
{
  double confidence;
  gboolean right;
  guint fold;
} Judged;

static int
compare_judged (const void *a, const void *b)
{
  const Judged *x = a;
  const Judged *y = b;

  return (x->confidence < y->confidence) - (x->confidence > y->confidence);
}

/* The least confidence at which this share was right, on all folds but @without. */
static double
find_threshold (const Judged *judged, guint n, guint without, double share)
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
report_precision (Judged *judged, guint n, double share)
{
  guint answered = 0;
  guint right = 0;

  qsort (judged, n, sizeof (Judged), compare_judged);
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

/* What is shown as the answer, and what is shown as a choice at all. */
static void
put_thresholds (const Judged *judged, guint n, TrainFile *const *files)
{
  for (guint k = 0; k <= TRAIN_FOLDS; k++)
    {
      g_autoptr (GHashTable) table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      float sure = (float) find_threshold (judged, n, k, 0.95);
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
      ranking = rank (example, files, FALSE);
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

/** train_report: how good it is on databases that the weights have not seen */
void
train_report (TrainSet *set, TrainFile *const *files, gboolean blind)
{
  static const char *const kinds[] = { "easy", "medium", "hard", "extra" };
  g_autofree Judged *judged = g_new0 (Judged, set->examples->len);
  g_autofree char *path = g_build_filename (set->scratch, blind ? "report-blind.txt" : "report.txt", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n[5] = { 0 };
  guint right[5] = { 0 };
  guint found[5] = { 0 };
  guint first = 0;

  for (guint i = 0; i < set->examples->len; i++)
    {
      const TrainExample *example = train_example (set, i);
      g_autoptr (AskRanking) ranking = rank (example, files, blind);
      guint kind = 4;
      int place = -1;

      for (guint k = 0; k < 4; k++)
        if (g_strcmp0 (example->hardness, kinds[k]) == 0)
          kind = k;
      for (guint c = 0; c < example->n_candidates && place < 0; c++)
        if (example->right[c])
          place = (int) c;
      judged[i].fold = example->database->fold;
      if (example->n_candidates > 0)
        {
          judged[i].right = example->right[ranking->best];
          judged[i].confidence
            = ask_ranking_calibrate (ranking, train_file_weights (files[example->database->fold]));
        }
      first += place == 0;
      n[kind]++;
      right[kind] += judged[i].right;
      found[kind] += place >= 0;
      g_string_append_printf (text, "%s\t%s\t%s\t%.3f\t%s\t%s\t%s\n", judged[i].right ? "right" : place >= 0 ? "below" : "never",
                              example->database->name, kind < 4 ? kinds[kind] : "no form", judged[i].confidence,
                              example->text, example->sql,
                              example->n_candidates > 0 ? example->texts[ranking->best] : "");
    }
  g_print ("%8s %6s %8s %8s\n", "", "n", "right", "found");
  for (guint k = 0; k < 5; k++)
    g_print ("%8s %6u %7.1f%% %7.1f%%\n", k < 4 ? kinds[k] : "no form", n[k], 100.0 * right[k] / MAX (n[k], 1),
             100.0 * found[k] / MAX (n[k], 1));
  for (guint k = 0; k < 4; k++)
    {
      n[4] += n[k];
      right[4] += right[k];
      found[4] += found[k];
    }
  g_print ("%8s %6u %7.1f%% %7.1f%%   (before ranking: %.1f%%)\n", "all", n[4], 100.0 * right[4] / MAX (n[4], 1),
           100.0 * found[4] / MAX (n[4], 1), 100.0 * first / MAX (n[4], 1));
  g_print ("%s\n", blind ? "(nothing was run)" : "");
  report_precision (judged, set->examples->len, 0.95);
  report_precision (judged, set->examples->len, 0.90);
  g_file_set_contents (path, text->str, -1, NULL);
  if (!blind)
    put_thresholds (judged, set->examples->len, files);
}

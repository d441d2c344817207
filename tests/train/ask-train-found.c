/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Candidates of each question, made by weights that have not seen its database; what came of running them; and
 * which are right.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "sql/ask-sql-parser.h"
#include "train/ask-train.h"
#include "understand/interpret/ask-doubt.h"
#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-prefer.h"
#include "understand/interpret/ask-rank.h"
#include "understand/link/ask-link.h"

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
matches_but_for_ties (const TrainExample *example, const AskDraft *a, guint way, const UnderstandRows *gold,
                      const UnderstandRows *rows)
{
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
  all_rows = run_without_limit (example, a, way, STEPS);
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

/* Whether what was not done within the steps of a trial gives what the right query gives: only what asks the same as that
 * is run to its end. */
static gboolean
matches_in_the_end (const TrainExample *example, const AskCandidate *candidate, const UnderstandRows *gold)
{
  AskDomain *domain = example->database->domain;
  g_autofree char *form = ask_draft_spell_form (candidate->draft, domain, 0);
  g_autofree char *right = example->draft != NULL ? ask_draft_spell_form (example->draft, domain, 0) : NULL;
  g_autoptr (UnderstandRows) rows = NULL;

  if (g_strcmp0 (form, right) != 0)
    return FALSE;
  rows = understand_rows_run (example->database->sqlite, candidate->sql, GOLD_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  return rows != NULL && understand_rows_match (gold, rows, is_ordered (example));
}

/* What came of running it, and whether that is what the right query gives. */
static void
judge (TrainExample *self, AskCandidate *candidate, guint place, const UnderstandRows *gold)
{
  double start = train_get_ms ();
  gboolean ordered = is_ordered (self);
  g_autoptr (UnderstandRows) rows
    = understand_rows_run (self->database->sqlite, candidate->sql, STEPS, UNDERSTAND_MAX_ROWS, NULL);

  candidate->tried.known = TRUE;
  if (rows != NULL)
    read_result (&candidate->tried, rows);
  self->ms += train_get_ms () - start;
  self->signatures[place] = candidate->tried.signature;
  self->ran[place] = candidate->tried.ran;
  self->texts[place] = g_strdup (candidate->sql);
  self->right[place] = gold != NULL && rows != NULL
                       && (understand_rows_match (gold, rows, ordered)
                           || (ordered && matches_but_for_ties (self, candidate->draft, candidate->way, gold, rows)));
  if (gold != NULL && rows == NULL)
    self->right[place] = matches_in_the_end (self, candidate, gold);
}

/** train_is_right_sql: whether a reading gives what the right query gives; @n_rows: (out): how many rows it gives */
gboolean
train_is_right_sql (const TrainExample *example, const char *sql, guint *n_rows)
{
  AskDomain *domain = example->database->domain;
  gboolean ordered = is_ordered (example);
  g_autoptr (UnderstandRows) gold
    = understand_rows_run (example->database->sqlite, example->sql, GOLD_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  g_autoptr (UnderstandRows) rows
    = understand_rows_run (example->database->sqlite, sql, GOLD_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  g_autoptr (AskSqlTree) tree = NULL;
  g_autoptr (AskDraft) draft = NULL;
  guint way;

  *n_rows = rows != NULL ? rows->n_rows : 0;
  if (gold == NULL || rows == NULL)
    return FALSE;
  if (understand_rows_match (gold, rows, ordered))
    return TRUE;
  tree = ordered ? ask_sql_parse (sql, -1, NULL) : NULL;
  draft = tree != NULL ? ask_draft_from_tree (domain, tree, NULL) : NULL;
  return draft != NULL && ask_draft_find_way (draft, domain, tree, &way, NULL)
         && matches_but_for_ties (example, draft, way, gold, rows);
}

/* What it teaches, or how what was learned corrects it. */
static void
learn (TrainExample *self, GPtrArray *candidates, TrainFile *const *files)
{
  g_autoptr (AskRanking) ranking = NULL;

  if (!self->teaches && self->learned == NULL)
    return;
  ranking = train_rank (self, files, FALSE);
  if (self->teaches && self->draft != NULL)
    self->lesson = ask_lesson_new (self->guess, candidates, ranking,
                                   &(AskLessonCase) { self->draft, self->right, NULL, NULL });
  else if (self->learned != NULL)
    self->corrections = ask_learned_correct (self->learned, self->guess, candidates, ranking);
}

/* What the interpreter makes of its candidates beside what was learned. */
static void
prefer (TrainExample *self, GPtrArray *candidates)
{
  g_autoptr (GPtrArray) links = ask_link_list (self->question);

  self->preferred = ask_candidates_prefer (self->guess, candidates);
  self->doubts = g_new (float, MAX (candidates->len, 1));
  for (guint i = 0; i < candidates->len; i++)
    self->doubts[i] = (float) (ask_doubt_candidate (self->guess, candidates->pdata[i])
                               * ask_doubt_words (self->guess, links, NULL));
}

static void
find_candidates (TrainExample *self, AskSketchBook *book, TrainFile *const *files, guint max)
{
  double start = train_get_ms ();
  g_autoptr (GArray) choices = ask_sketch_book_choose (book, self->guess, ASK_SKETCH_CHOICES);
  g_autoptr (GPtrArray) candidates = NULL;
  g_autoptr (UnderstandRows) gold = NULL;

  if (self->learned != NULL)
    ask_learned_add_forms (self->learned, book, self->guess, choices);
  candidates = ask_candidates_find (self->guess, choices, max);
  self->ms += train_get_ms () - start;
  gold = understand_rows_run (self->database->sqlite, self->sql, GOLD_STEPS, UNDERSTAND_MAX_ROWS, NULL);
  self->empty = gold != NULL && gold->n_rows == 0;
  self->n_candidates = candidates->len;
  self->right = g_new0 (gboolean, MAX (candidates->len, 1));
  self->ran = g_new0 (gboolean, MAX (candidates->len, 1));
  self->signatures = g_new0 (guint64, MAX (candidates->len, 1));
  self->texts = g_new0 (char *, MAX (candidates->len, 1));
  for (guint i = 0; i < candidates->len; i++)
    judge (self, g_ptr_array_index (candidates, i), i, gold);
  start = train_get_ms ();
  self->features = ask_candidates_features (self->guess, candidates, &self->wording);
  self->asked = ask_candidates_asked (self->guess, candidates);
  prefer (self, candidates);
  self->ms += train_get_ms () - start;
  learn (self, candidates, files);
  for (guint i = 0; i < candidates->len; i++)
    ((AskCandidate *) g_ptr_array_index (candidates, i))->tried = (AskTried) { 0 };
  self->blind = ask_candidates_features (self->guess, candidates, NULL);
}

/** train_guess_all: guesses what each question asks for, by weights that have not seen its database */
void
train_guess_all (TrainSet *set, TrainFile *const *files)
{
  for (guint i = 0; i < set->examples->len; i++)
    {
      TrainExample *self = train_example (set, i);
      double start = train_get_ms ();

      self->guess = ask_guess_new (self->question, train_file_weights (files[self->database->fold]));
      ask_guess_all (self->guess);
      self->ms += train_get_ms () - start;
    }
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
      find_candidates (train_example (work->set, i), book, work->files, work->max);
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

/** train_is_right: Where the right query gives no rows, all that give none look right: only the first counts. */
gboolean
train_is_right (const TrainExample *example, guint candidate)
{
  for (guint i = 0; example->empty && i < candidate; i++)
    if (example->right[i])
      return FALSE;
  return example->right[candidate];
}

/** train_features_of: Returns: (transfer none): of one candidate; @blind: as if nothing had been run */
const float *
train_features_of (const TrainExample *example, gboolean blind, guint candidate)
{
  return (blind ? example->blind : example->features) + (gsize) candidate * ASK_N_CANDIDATE_FEATURES;
}

/** train_rank_once: Returns: (transfer full): as train_rank() does, but the best are not looked at again */
AskRanking *
train_rank_once (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  static const guint64 nothing[1000] = { 0 };

  return ask_ranking_new (train_file_weights (files[example->database->fold]), blind,
                          blind ? example->blind : example->features, blind ? nothing : example->signatures,
                          example->n_candidates);
}

/** train_rank_twice: Returns: (transfer full): as train_rank() does, but no net weighs the best */
AskRanking *
train_rank_twice (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  AskRanking *ranking = train_rank_once (example, files, blind);

  ask_ranking_again (ranking, train_file_weights (files[example->database->fold]), example->asked);
  return ranking;
}

/** train_rank: Returns: (transfer full): its candidates, ranked by weights that have not seen its database */
AskRanking *
train_rank (const TrainExample *example, TrainFile *const *files, gboolean blind)
{
  AskRanking *ranking = train_rank_twice (example, files, blind);

  ask_ranking_weigh (ranking, train_file_weights (files[example->database->fold]), example->asked);
  if (example->preferred != NULL)
    ask_ranking_correct (ranking, example->preferred);
  if (example->corrections != NULL)
    ask_ranking_correct (ranking, example->corrections);
  return ranking;
}

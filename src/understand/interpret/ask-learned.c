/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fits the correction: for each lesson a softmax over the right candidate and those beside it, whose gradient moves the
 * weights of features and marks, shrunk towards none in each step and bounded as a whole.
 */
#include "config.h"

#include "understand/interpret/ask-learned.h"

#include <math.h>
#include <string.h>

#define ROUNDS 30
#define RATE_FEATURES 0.02
#define RATE_MARKS 0.12
#define SHRINK_FEATURES 0.05
#define SHRINK_MARKS 0.08
#define MAX_NORM 1.5
/* Questions are alike from here on, and then a form is worth so much. */
#define LEAST_LIKENESS 0.6
#define FORM_BONUS 2.0
#define MAX_FORMS 5
/* Two questions say the same from here on, but for values, and then the same query is worth so much. */
#define LEAST_SAME 0.5
#define SAME_BONUS 1.5

typedef struct
{
  char *question;
  AskLesson *lesson;
  AskSketch *form; /* nullable */
  guint *marks[ASK_LESSON_OPTIONS]; /* of each option their places, the first is how many */
} Taken;

struct _AskLearned
{
  gatomicrefcount ref_count;
  GArray *taken;
  double features[ASK_N_CANDIDATE_FEATURES];
  GHashTable *marks; /* mark → its place + 1 */
  GArray *weights; /* double: of each mark */
};

static void
taken_clear (gpointer data)
{
  Taken *taken = data;

  g_free (taken->question);
  ask_lesson_free (taken->lesson);
  g_clear_pointer (&taken->form, ask_sketch_free);
  for (guint i = 0; i < ASK_LESSON_OPTIONS; i++)
    g_free (taken->marks[i]);
}

/** ask_learned_new: Returns: (transfer full): nothing learned yet */
AskLearned *
ask_learned_new (void)
{
  AskLearned *self = g_new0 (AskLearned, 1);

  self->taken = g_array_new (FALSE, FALSE, sizeof (Taken));
  g_array_set_clear_func (self->taken, taken_clear);
  g_atomic_ref_count_init (&self->ref_count);
  self->marks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->weights = g_array_new (FALSE, TRUE, sizeof (double));
  return self;
}

/** ask_learned_ref: Returns: (transfer full): @self, which is fitted */
AskLearned *
ask_learned_ref (AskLearned *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ask_learned_unref:
 * @self: (transfer full) (nullable): what was learned
 */
void
ask_learned_unref (AskLearned *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->taken);
  g_hash_table_unref (self->marks);
  g_array_unref (self->weights);
  g_free (self);
}

/* Returns: (transfer full): how many, and their places */
static guint *
place_marks (AskLearned *self, char **marks)
{
  guint n = g_strv_length (marks);
  guint *places = g_new (guint, n + 1);

  places[0] = n;
  for (guint i = 0; i < n; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->marks, marks[i]));

      if (place == 0)
        {
          place = g_hash_table_size (self->marks) + 1;
          g_hash_table_insert (self->marks, g_strdup (marks[i]), GUINT_TO_POINTER (place));
        }
      places[i + 1] = place - 1;
    }
  return places;
}

/**
 * ask_learned_add:
 * @self: not fitted yet
 * @question: of the example
 * @lesson: (transfer full): what it teaches
 */
void
ask_learned_add (AskLearned *self, const char *question, AskLesson *lesson)
{
  Taken taken = { g_strdup (question), lesson, NULL, { NULL } };

  /* A form of an earlier version that cannot be read is none. */
  if (lesson->form != NULL)
    taken.form = ask_sketch_parse (lesson->form, NULL);
  for (guint i = 0; i < MIN (lesson->options->len, ASK_LESSON_OPTIONS); i++)
    taken.marks[i] = place_marks (self, ((AskLessonOption *) lesson->options->pdata[i])->marks);
  g_array_append_val (self->taken, taken);
}

/* ---- the correction */

/* @marks: how many, and their places */
static double
weigh (const AskLearned *self, const float *features, const guint *marks)
{
  double sum = 0;

  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES; i++)
    sum += self->features[i] * (double) features[i];
  for (guint i = 1; i <= marks[0]; i++)
    sum += g_array_index (self->weights, double, marks[i]);
  return sum;
}

static void
move (AskLearned *self, const float *features, const guint *marks, double by)
{
  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES; i++)
    self->features[i] += RATE_FEATURES * by * (double) features[i];
  for (guint i = 1; i <= marks[0]; i++)
    g_array_index (self->weights, double, marks[i]) += RATE_MARKS * by;
}

static void
learn_from (AskLearned *self, const Taken *taken)
{
  GPtrArray *options = taken->lesson->options;
  double odds[ASK_LESSON_OPTIONS];
  double most = -INFINITY;
  double sum = 0;
  guint n = MIN (options->len, ASK_LESSON_OPTIONS);

  for (guint i = 0; i < n; i++)
    {
      const AskLessonOption *option = options->pdata[i];

      odds[i] = (double) option->base + weigh (self, option->features, taken->marks[i]);
      most = MAX (most, odds[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      odds[i] = exp (odds[i] - most);
      sum += odds[i];
    }
  for (guint i = 0; i < n; i++)
    move (self, ((AskLessonOption *) options->pdata[i])->features, taken->marks[i],
          taken->lesson->weight * ((i == 0) - odds[i] / sum));
}

static void
shrink (AskLearned *self)
{
  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES; i++)
    self->features[i] *= 1 - SHRINK_FEATURES;
  for (guint i = 0; i < self->weights->len; i++)
    g_array_index (self->weights, double, i) *= 1 - SHRINK_MARKS;
}

static void
bound (AskLearned *self)
{
  double norm = 0;

  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES; i++)
    norm += self->features[i] * self->features[i];
  norm = sqrt (norm);
  for (guint i = 0; i < ASK_N_CANDIDATE_FEATURES && norm > MAX_NORM; i++)
    self->features[i] *= MAX_NORM / norm;
}

/**
 * ask_learned_fit:
 * @self: with its lessons
 *
 * Reckons the correction from all lessons, in their order.
 */
void
ask_learned_fit (AskLearned *self)
{
  memset (self->features, 0, sizeof self->features);
  g_array_set_size (self->weights, 0);
  g_array_set_size (self->weights, g_hash_table_size (self->marks));
  for (guint round = 0; round < ROUNDS; round++)
    {
      for (guint i = 0; i < self->taken->len; i++)
        learn_from (self, &g_array_index (self->taken, Taken, i));
      shrink (self);
      bound (self);
    }
}

/* Of marks that no lesson has nothing is known. Returns: (transfer full): how many, and the places of the others */
static guint *
find_marks (const AskLearned *self, char **marks)
{
  guint *places = g_new0 (guint, g_strv_length (marks) + 1);

  for (guint i = 0; marks[i] != NULL; i++)
    {
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->marks, marks[i]));

      if (place > 0)
        places[++places[0]] = place - 1;
    }
  return places;
}

/* How much of two lists of different stems is the same. */
static double
compare_stems (char **a, char **b)
{
  guint same = 0;
  guint n = g_strv_length (a) + g_strv_length (b);

  for (guint i = 0; a[i] != NULL; i++)
    same += g_strv_contains ((const char *const *) b, a[i]);
  return n > 0 ? 2.0 * same / n : 0;
}

/* For each lesson, how much its question says what this one says; NULL where none says the same. */
static double *
find_same (const AskLearned *self, const AskQuestion *question)
{
  g_auto (GStrv) stems = ask_lesson_list_stems (question);
  g_autofree double *same = g_new0 (double, self->taken->len + 1);
  gboolean any = FALSE;

  for (guint i = 0; i < self->taken->len; i++)
    {
      const AskLesson *lesson = g_array_index (self->taken, Taken, i).lesson;
      double likeness = lesson->exact != NULL ? compare_stems (stems, lesson->stems) : 0;

      same[i] = likeness >= LEAST_SAME ? likeness : 0;
      any = any || same[i] > 0;
    }
  return any ? g_steal_pointer (&same) : NULL;
}

static double
find_bonus (const AskLearned *self, const double *same, AskDomain *domain, const AskDraft *draft)
{
  g_autofree char *exact = ask_lesson_exact_form (domain, draft);
  double most = 0;

  for (guint i = 0; i < self->taken->len; i++)
    if (same[i] > most && strcmp (g_array_index (self->taken, Taken, i).lesson->exact, exact) == 0)
      most = same[i];
  return SAME_BONUS * most;
}

/**
 * ask_learned_correct:
 * @self: fitted
 * @guess: of a question
 * @candidates: (element-type AskCandidate): of @guess
 * @ranking: of @candidates, as the weights see it
 *
 * Returns: (transfer full): for ask_ranking_correct(): 0 for the best, at most %ASK_LEARNED_MOST more or less for others
 */
float *
ask_learned_correct (const AskLearned *self, const AskGuess *guess, GPtrArray *candidates, const AskRanking *ranking)
{
  float *corrections = g_new0 (float, MAX (candidates->len, 1));
  g_autofree double *same = find_same (self, guess->question);
  double best;

  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (candidates, i);
      g_auto (GStrv) marks = ask_lesson_list_marks (guess, candidate);
      g_autofree guint *places = find_marks (self, marks);
      float squashed[ASK_N_CANDIDATE_FEATURES];

      ask_lesson_squash (ranking->features + (gsize) i * ASK_N_CANDIDATE_FEATURES, squashed);
      corrections[i] = (float) weigh (self, squashed, places);
      if (same != NULL)
        corrections[i] += (float) find_bonus (self, same, guess->domain, candidate->draft);
    }
  best = candidates->len > 0 ? (double) corrections[ranking->best] : 0;
  for (guint i = 0; i < candidates->len; i++)
    corrections[i] = (float) CLAMP ((double) corrections[i] - best, -ASK_LEARNED_MOST, ASK_LEARNED_MOST);
  return corrections;
}

/* ---- forms */

/* Of two lists of words, how many of one word and of two are the same. */
static double
compare_plain (GPtrArray *a, char **b)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint nb = g_strv_length (b);
  guint same = 0;
  guint n = 0;

  for (guint size = 1; size <= 2; size++)
    {
      for (guint i = 0; i + size <= a->len; i++, n++)
        {
          char *key = g_strconcat (a->pdata[i], size == 2 ? " " : NULL, size == 2 ? a->pdata[i + 1] : NULL, NULL);
          guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

          g_hash_table_insert (counts, key, GUINT_TO_POINTER (count + 1));
        }
      for (guint i = 0; i + size <= nb; i++, n++)
        {
          g_autofree char *key = g_strconcat (b[i], size == 2 ? " " : NULL, size == 2 ? b[i + 1] : NULL, NULL);
          guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key));

          if (count == 0)
            continue;
          same++;
          g_hash_table_insert (counts, g_steal_pointer (&key), GUINT_TO_POINTER (count - 1));
        }
    }
  return n > 0 ? 2.0 * same / n : 0;
}

typedef struct
{
  const AskSketch *form;
  double likeness;
} LikeForm;

static int
compare_forms (const void *a, const void *b)
{
  const LikeForm *x = a;
  const LikeForm *y = b;

  if (x->likeness != y->likeness)
    return x->likeness < y->likeness ? 1 : -1;
  return strcmp (x->form->key, y->form->key);
}

/* The best of each form. */
static void
add_form (GArray *forms, const AskSketch *form, double likeness)
{
  for (guint i = 0; i < forms->len; i++)
    {
      LikeForm *known = &g_array_index (forms, LikeForm, i);

      if (strcmp (known->form->key, form->key) == 0)
        {
          known->likeness = MAX (known->likeness, likeness);
          return;
        }
    }
  g_array_append_val (forms, ((LikeForm) { form, likeness }));
}

/* What a beam can fill. */
static gboolean
is_small (const AskSketch *sketch)
{
  return sketch->slots->len <= ASK_MAX_SLOTS && sketch->values->len <= ASK_MAX_SKETCH_VALUES
         && sketch->extras->len <= ASK_MAX_EXTRAS;
}

/**
 * ask_learned_add_forms:
 * @self: with its lessons; it must outlive @choices
 * @book: that @choices are from
 * @guess: that @choices are of
 * @choices: (element-type AskSketchChoice): gets the forms of examples whose questions are like this one, whatever they
 *   are about
 */
void
ask_learned_add_forms (const AskLearned *self, const AskSketchBook *book, const AskGuess *guess, GArray *choices)
{
  g_autoptr (GArray) forms = g_array_new (FALSE, FALSE, sizeof (LikeForm));

  for (guint i = 0; i < self->taken->len; i++)
    {
      const Taken *taken = &g_array_index (self->taken, Taken, i);
      double likeness = 0;

      if (taken->form != NULL && is_small (taken->form))
        likeness = compare_plain (guess->question->plain, taken->lesson->plain);
      if (likeness >= LEAST_LIKENESS)
        add_form (forms, taken->form, likeness);
    }
  g_array_sort (forms, compare_forms);
  for (guint i = 0; i < MIN (forms->len, MAX_FORMS); i++)
    {
      const LikeForm *form = &g_array_index (forms, LikeForm, i);

      ask_sketch_book_add (book, guess, form->form, (float) (FORM_BONUS * form->likeness), choices);
    }
}

/* ---- words */

/* What one text was taken for in some examples. */
typedef struct
{
  const AskTaughtWords *words;
  const char *question;
  guint n;
  guint n_clear;
} Meaning;

static gboolean
is_same_thing (const AskTaughtWords *a, const AskTaughtWords *b)
{
  return g_strcmp0 (a->entity, b->entity) == 0 && g_strcmp0 (a->attribute, b->attribute) == 0
         && g_strcmp0 (a->value, b->value) == 0;
}

static GArray *
count_meanings (const AskLearned *self)
{
  GArray *meanings = g_array_new (FALSE, TRUE, sizeof (Meaning));

  for (guint i = 0; i < self->taken->len; i++)
    {
      const Taken *taken = &g_array_index (self->taken, Taken, i);

      for (guint w = 0; w < taken->lesson->words->len; w++)
        {
          const AskTaughtWords *words = taken->lesson->words->pdata[w];
          Meaning *meaning = NULL;

          for (guint k = 0; k < meanings->len && meaning == NULL; k++)
            {
              meaning = &g_array_index (meanings, Meaning, k);
              if (strcmp (meaning->words->words, words->words) != 0 || !is_same_thing (meaning->words, words))
                meaning = NULL;
            }
          if (meaning == NULL)
            {
              g_array_append_val (meanings, ((Meaning) { words, taken->question, 0, 0 }));
              meaning = &g_array_index (meanings, Meaning, meanings->len - 1);
            }
          meaning->n++;
          meaning->n_clear += g_array_index (taken->lesson->clear, gboolean, w);
        }
    }
  return meanings;
}

/* One clear example, or two of any kind, and none as good for another thing. */
static gboolean
is_settled (GArray *meanings, const Meaning *meaning)
{
  if (meaning->n_clear == 0 && meaning->n < 2)
    return FALSE;
  for (guint i = 0; i < meanings->len; i++)
    {
      const Meaning *other = &g_array_index (meanings, Meaning, i);

      if (other != meaning && strcmp (other->words->words, meaning->words->words) == 0
          && (other->n_clear > meaning->n_clear || (other->n_clear == meaning->n_clear && other->n >= meaning->n)))
        return FALSE;
    }
  return TRUE;
}

/**
 * ask_learned_list_words:
 * @self: with its lessons
 *
 * Returns: (transfer full) (element-type AskTaughtWords): what words of questions stand for; the texts belong to @self
 */
GPtrArray *
ask_learned_list_words (const AskLearned *self)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) meanings = count_meanings (self);

  for (guint i = 0; i < meanings->len; i++)
    {
      const Meaning *meaning = &g_array_index (meanings, Meaning, i);
      AskTaughtWords *taught;

      if (!is_settled (meanings, meaning))
        continue;
      taught = g_memdup2 (meaning->words, sizeof *taught);
      taught->question = (char *) meaning->question;
      g_ptr_array_add (words, taught);
    }
  return words;
}

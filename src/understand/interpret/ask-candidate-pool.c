/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What candidates are seen against: the words of the question, each other's results, and what of question and
 * schema a candidate uses.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-candidate-private.h"

static const char *const words_count[] = { "count", NULL };
static const char *const words_each[] = { "each", "every", "per", "je", "jede", "jeder", "jedes", "pro", NULL };
static const char *const words_average[] = { "average", "avg", "mean", "durchschnitt", "durchschnittlich", NULL };
static const char *const words_not[]
  = { "not",   "without", "never", "no",    "excluding", "except",  "don't", "didn't", "neither",
      "nicht", "ohne",    "kein",  "keine", "keinen",    "niemals", "nie",   "außer",  NULL };
static const char *const words_both[] = { "both", "beide", NULL };
static const char *const words_or[] = { "or", "oder", NULL };
static const char *const words_and[] = { "and", "und", NULL };
static const char *const words_super[]
  = { "most", "least", "largest",  "smallest", "highest", "lowest",   "biggest",  "maximum", "minimum",  "max",
      "min",  "top",   "longest",  "shortest", "oldest",  "youngest", "greatest", "fewest",  "earliest", "latest",
      "best", "worst", "cheapest", "heaviest", "fastest", "more",     "less",     "fewer",   NULL };
static const char *const words_distinct[] = { "different", "distinct", "unique", "verschiedene", NULL };
static const char *const words_total[] = { "total", "sum", "summe", "gesamt", NULL };
static const char *const words_order[]
  = { "order",        "sort",           "sorted",     "ordered",    "descending", "ascending",
      "alphabetical", "alphabetically", "decreasing", "increasing", "sortiert",   NULL };
static const char *const words_than[] = { "more",  "less",    "than",  "over",   "above",  "below", "least",
                                          "fewer", "greater", "older", "larger", "higher", "als",   NULL };
static const char *const words_extreme[] = { "maximum", "max", "minimum", "min", NULL };
static const char *const words_all[] = { "all", "alle", NULL };
static const char *const words_common[] = { "common", "popular", NULL };
static const char *const words_up[]
  = { "most",    "largest", "highest", "greatest",   "maximum", "longest", "oldest",  "descending", "latest", "best",
      "biggest", "top",     "max",     "decreasing", "recent",  "newest",  "tallest", "heaviest",   NULL };
static const char *const words_down[]
  = { "least",     "smallest", "lowest",       "minimum",        "fewest",          "shortest",      "youngest",
      "ascending", "earliest", "alphabetical", "alphabetically", "alphabetic",      "min",           "worst",
      "first",     "lightest", "increasing",   "cheapest",       "lexicographical", "lexicographic", NULL };

static const char *const words_like[]
  = { "contain", "contains", "containing", "substring", "starts",   "start",     "starting", "begins", "beginning",
      "begin",   "ends",     "ending",     "include",   "includes", "including", "letter",   "prefix", "suffix",
      "word",    "phrase",   "string",     "like",      "enthält",  "enthalten", "beginnt",  "endet",  NULL };
static const char *const words_more[]
  = { "more",   "greater", "above", "over",   "older",  "larger", "higher", "after", "exceed", "exceeds", "exceeding",
      "longer", "heavier", "since", "bigger", "taller", "later",  "mehr",   "über",  "nach",   NULL };
static const char *const words_less[]
  = { "less",    "fewer",   "below",   "under",   "younger", "smaller", "lower", "before", "prior",
      "shorter", "lighter", "earlier", "cheaper", "weniger", "unter",   "vor",   NULL };
static const char *const words_least[] = { "least", "minimum", "mindestens", "wenigstens", NULL };
static const char *const words_between[] = { "between", "from", "range", "zwischen", NULL };
static const char *const words_kinds[]
  = { "kinds", "types", "different", "distinct", "unique", "various", "arten", NULL };
static const char *const words_also[] = { "both", "also", "but", "as", "well", "either", "sowohl", "auch", NULL };

static guint
count_words (const AskQuestion *question, const char *const *words)
{
  guint n = 0;

  for (guint t = 0; t < question->tokens->len; t++)
    n += g_strv_contains (words, ask_question_token (question, t)->folded);
  return n;
}

static gboolean
has_text (const AskQuestion *question, const char *text)
{
  g_autofree char *folded = g_utf8_strdown (question->text, -1);

  return strstr (folded, text) != NULL;
}

static void
read_words (AskCandidatePool *self)
{
  const AskQuestion *question = self->guess->question;
  const char *const *const lists[] = { words_each, words_average, words_not,      words_both,  words_or,
                                       words_and,  words_super,   words_distinct, words_total, words_order };
  const char *const *const asked[ASK_N_OPERATOR_WORDS]
    = { words_like, words_more, words_less, words_least, words_between, words_kinds, words_also };
  guint n = 0;

  self->words[n++] = has_text (question, "how many") || has_text (question, "number of")
                     || has_text (question, "wie viele") || has_text (question, "anzahl")
                     || count_words (question, words_count) > 0;
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    self->words[n++] = count_words (question, lists[i]) > 0;
  self->words[n++] = (float) question->tokens->len;
  self->words[n++] = count_words (question, words_than) > 0;
  self->words[n++] = count_words (question, words_extreme) > 0;
  self->words[n++] = count_words (question, words_all) > 0;
  self->words[n++] = count_words (question, words_common) > 0;
  n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    self->operator_words[n++] = (float) count_words (question, asked[i]);
  self->ups = count_words (question, words_up);
  self->downs = count_words (question, words_down);
}

static void
add_to (GHashTable *table, guint64 signature, double value)
{
  double *sum = g_hash_table_lookup (table, &signature);

  if (sum == NULL)
    {
      sum = g_new0 (double, 1);
      g_hash_table_insert (table, g_memdup2 (&signature, sizeof signature), sum);
    }
  *sum += value;
}

static double
get_of (GHashTable *table, guint64 signature)
{
  const double *sum = g_hash_table_lookup (table, &signature);

  return sum != NULL ? *sum : 0;
}

/*
 * ask_candidate_pool_init:
 * @self: (out caller-allocates): gets what all candidates of a question share
 */
void
ask_candidate_pool_init (AskCandidatePool *self, AskGuess *guess, GPtrArray *candidates)
{
  double total = 0;
  GHashTableIter iter;
  gpointer value;

  memset (self, 0, sizeof *self);
  self->guess = guess;
  self->candidates = candidates;
  self->best = -INFINITY;
  self->best_sketch = -INFINITY;
  self->shares = g_new0 (double, MAX (candidates->len, 1));
  self->mass = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->number = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (candidates, i);

      self->best = MAX (self->best, candidate->score);
      self->best_sketch = MAX (self->best_sketch, candidate->sketch_score);
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (candidates, i);

      self->shares[i] = exp (ask_clip (0.6 * (candidate->score - self->best), -30, 0));
      total += self->shares[i];
    }
  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *candidate = g_ptr_array_index (candidates, i);

      self->shares[i] /= total;
      if (candidate->tried.ran)
        {
          add_to (self->mass, candidate->tried.signature, self->shares[i]);
          add_to (self->number, candidate->tried.signature, 1);
        }
    }
  g_hash_table_iter_init (&iter, self->mass);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    self->most_mass = MAX (self->most_mass, *(double *) value);
  read_words (self);
}

/* ask_candidate_pool_clear: frees what it holds */
void
ask_candidate_pool_clear (AskCandidatePool *self)
{
  g_free (self->shares);
  g_hash_table_unref (self->mass);
  g_hash_table_unref (self->number);
}

static void
cover (gboolean *tokens, const AskNameMatch *match)
{
  for (guint t = match->first; match->met > 0 && t < match->last; t++)
    tokens[t] = TRUE;
}

/*
 * ask_candidate_use_init:
 * @self: (out caller-allocates): gets what one candidate uses of the question and the schema
 */
void
ask_candidate_use_init (AskCandidateUse *self, const AskCandidatePool *pool, const AskCandidate *of)
{
  const AskGuess *guess = pool->guess;
  AskDomain *domain = guess->domain;
  g_autofree guint *needed = g_new (guint, MAX (domain->entities->len, 1));
  g_autoptr (AskDraftPath) path = NULL;
  guint n = 0;

  self->of = of;
  self->attributes = g_new0 (gboolean, domain->attributes->len + 1);
  self->entities = g_new0 (gboolean, domain->entities->len + 1);
  self->joined = g_new0 (gboolean, domain->entities->len + 1);
  self->covered = g_new0 (gboolean, guess->question->tokens->len + 1);
  self->covered_by_entity = g_new0 (gboolean, guess->question->tokens->len + 1);
  for (guint i = 0; i < of->n_attributes; i++)
    {
      guint a = (guint) of->attributes[i];

      self->attributes[a] = TRUE;
      self->entities[ask_domain_attribute (domain, a)->entity] = TRUE;
      cover (self->covered, &g_array_index (guess->question->attributes, AskNameMatch, a));
      if (guess->lexicon_at[a] >= 0 && guess->lexicon[a] > 0.15f)
        self->covered[guess->lexicon_at[a]] = TRUE;
    }
  for (guint i = 0; i < of->n_extras; i++)
    self->entities[of->extras[i]] = TRUE;
  for (guint e = 0; e < domain->entities->len; e++)
    if (self->entities[e])
      {
        needed[n++] = e;
        self->joined[e] = TRUE;
      }
  path = n > 0 ? ask_draft_find_path (domain, needed, n, 0) : NULL;
  self->n_entities = n;
  self->n_joined = path != NULL ? path->entities->len : n;
  self->cost = path != NULL ? path->cost : 9;
  for (guint i = 0; path != NULL && i < path->entities->len; i++)
    self->joined[g_array_index (path->entities, guint, i)] = TRUE;
  for (guint e = 0; e < domain->entities->len; e++)
    if (self->joined[e])
      cover (self->covered_by_entity, &g_array_index (guess->question->entities, AskNameMatch, e));
  for (guint i = 0; i < of->n_mentions; i++)
    {
      const AskMention *mention = ask_question_mention (guess->question, of->mentions[i]);

      for (guint t = mention->first; t < mention->last; t++)
        self->covered[t] = TRUE;
    }
}

/* ask_candidate_use_clear: frees what it holds */
void
ask_candidate_use_clear (AskCandidateUse *self)
{
  g_free (self->attributes);
  g_free (self->entities);
  g_free (self->joined);
  g_free (self->covered);
  g_free (self->covered_by_entity);
}

/*
 * ask_candidate_pool_get_mass:
 *
 * Returns: the share of all candidates, by their scores, that gave this
 */
double
ask_candidate_pool_get_mass (const AskCandidatePool *self, guint64 signature)
{
  return get_of (self->mass, signature);
}

/*
 * ask_candidate_pool_count:
 *
 * Returns: how many candidates gave this
 */
double
ask_candidate_pool_count (const AskCandidatePool *self, guint64 signature)
{
  return get_of (self->number, signature);
}

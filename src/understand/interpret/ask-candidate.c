/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From sketches to candidates: each likely sketch is filled, what makes no sense is left out, and the best
 * are written as SQL.
 */
#include "config.h"

#include "understand/interpret/ask-candidate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-beam.h"
#include "understand/interpret/ask-guess-private.h"
#include "understand/interpret/ask-label.h"

/* How much the choice of the sketch counts beside its filling. */
#define SKETCH_SHARE 0.65
/* Candidates whose other join paths are tried, and what another path costs. */
#define N_WITH_WAYS 24
#define MAX_WAYS 3
#define WAY_COST 1.0

/**
 * ask_candidate_free:
 * @self: (transfer full) (nullable): a candidate
 */
void
ask_candidate_free (AskCandidate *self)
{
  if (self == NULL)
    return;
  ask_draft_free (self->draft);
  g_free (self->sql);
  g_free (self);
}

/* One filling, before it is worth a draft of its own. */
typedef struct
{
  double score;
  guint choice;
  AskBeamState state;
} Filled;

static int
compare_filled (const void *a, const void *b)
{
  const Filled *x = a;
  const Filled *y = b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  if (x->choice != y->choice)
    return x->choice < y->choice ? -1 : 1;
  return memcmp (x->state.attributes, y->state.attributes, sizeof x->state.attributes);
}

static gboolean
is_unused_but_likely (const AskGuess *guess, const AskBeamState *state, guint mention)
{
  const AskMention *of = ask_question_mention (guess->question, mention);

  for (guint i = 0; i < state->n_mentions; i++)
    {
      const AskMention *used = ask_question_mention (guess->question, state->mentions[i]);

      if (state->mentions[i] == mention || (used->first < of->last && of->first < used->last))
        return FALSE;
    }
  return TRUE;
}

/* The filling's worth, less what the question says and the filling does not. */
static double
weigh (const AskGuess *guess, const AskSketch *sketch, const AskBeamState *state)
{
  AskDomain *domain = guess->domain;
  g_autofree gboolean *entities = g_new0 (gboolean, MAX (domain->entities->len, 1));
  g_autofree gboolean *attributes = g_new0 (gboolean, MAX (domain->attributes->len, 1));
  double score = state->score;
  guint n_entities = 0;

  for (guint i = 0; i < sketch->slots->len; i++)
    {
      attributes[state->attributes[i]] = TRUE;
      entities[ask_domain_attribute (domain, state->attributes[i])->entity] = TRUE;
    }
  for (guint i = 0; i < state->n_extras; i++)
    entities[state->extras[i]] = TRUE;
  for (guint e = 0; e < domain->entities->len; e++)
    {
      n_entities += entities[e];
      if (!entities[e])
        score -= 0.35 * ask_clip (guess->entities[e], 0, 4);
    }
  score -= 0.8 * (n_entities > 0 ? n_entities - 1 : 0);
  for (guint m = 0; m < guess->question->mentions->len; m++)
    if (is_unused_but_likely (guess, state, m))
      score += MAX (-3, log (ask_guess_unused (guess, m) + 0.03));
  for (guint a = 0; a < domain->attributes->len; a++)
    if (!attributes[a] && guess->attributes[a][ASK_GUESS_USED] > 0)
      score -= 0.4 * MIN (4, guess->attributes[a][ASK_GUESS_USED]);
  return score;
}

static AskDraft *
make_draft (const AskSketch *sketch, const AskBeamState *state)
{
  g_autoptr (AskFilling) filling = ask_filling_new ();

  for (guint i = 0; i < sketch->slots->len; i++)
    g_array_append_val (filling->attributes, state->attributes[i]);
  for (guint i = 0; i < sketch->values->len; i++)
    {
      AskDraftOperand operand
        = { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, g_strdup (state->values[i]), state->numbers[i], NULL };

      g_array_append_val (filling->values, operand);
    }
  for (guint i = 0; i < state->n_extras; i++)
    {
      int entity = (int) state->extras[i];

      g_array_append_val (filling->entities, entity);
    }
  return ask_sketch_fill (sketch, filling);
}

static gboolean
has_repeated_term (const AskDraft *draft)
{
  for (guint i = 1; i < draft->terms->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const AskDraftTerm *a = &g_array_index (draft->terms, AskDraftTerm, i);
        const AskDraftTerm *b = &g_array_index (draft->terms, AskDraftTerm, k);

        if (a->aggregate == b->aggregate && a->distinct == b->distinct && a->attribute == b->attribute)
          return TRUE;
      }
  return FALSE;
}

static gboolean
sums_texts (const GArray *terms, AskDomain *domain)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (terms, AskDraftTerm, i);

      if ((term->aggregate == ASK_DRAFT_SUM || term->aggregate == ASK_DRAFT_AVG)
          && (term->attribute < 0
              || (!ask_domain_attribute (domain, term->attribute)->numeric
                  && ask_domain_attribute (domain, term->attribute)->kind == ASK_DOMAIN_TIME)))
        return TRUE;
    }
  return FALSE;
}

/* What nobody means: an order of one row, a term twice, the average of dates, a set with itself. */
static gboolean
makes_no_sense (const AskDraft *draft, AskDomain *domain)
{
  gboolean all_aggregates = TRUE;

  if (has_repeated_term (draft) || sums_texts (draft->terms, domain) || sums_texts (draft->orders, domain))
    return TRUE;
  for (guint i = 0; i < draft->terms->len; i++)
    all_aggregates = all_aggregates && g_array_index (draft->terms, AskDraftTerm, i).aggregate != ASK_DRAFT_PLAIN;
  if (draft->groups->len == 0 && draft->orders->len > 0
      && (all_aggregates || g_array_index (draft->orders, AskDraftTerm, 0).aggregate != ASK_DRAFT_PLAIN))
    return TRUE;
  if (draft->set != ASK_DRAFT_NO_SET)
    {
      g_autoptr (AskDraft) first = ask_draft_copy (draft);

      g_clear_pointer (&first->second, ask_draft_free);
      first->set = ASK_DRAFT_NO_SET;
      if (ask_draft_equal (first, draft->second))
        return TRUE;
    }
  return FALSE;
}

static AskCandidate *
candidate_new (const Filled *filled, const AskSketchChoice *choice, guint way)
{
  AskCandidate *self = g_new0 (AskCandidate, 1);

  self->sketch = choice->sketch;
  memcpy (self->parts, choice->parts, sizeof self->parts);
  self->sketch_score = choice->score;
  self->rank = filled->choice;
  self->score = filled->score - WAY_COST * way;
  self->n_attributes = choice->sketch->slots->len;
  self->n_mentions = filled->state.n_mentions;
  self->n_extras = filled->state.n_extras;
  memcpy (self->attributes, filled->state.attributes, sizeof self->attributes);
  memcpy (self->mentions, filled->state.mentions, sizeof self->mentions);
  memcpy (self->extras, filled->state.extras, sizeof self->extras);
  self->way = way;
  return self;
}

/* Adds the candidate that joins by @way, unless its SQL is there; FALSE where there is no such way. */
static gboolean
add_way (AskGuess *guess, GPtrArray *candidates, GHashTable *seen, AskCandidate *made, const AskDraft *draft)
{
  g_autoptr (AskCandidate) candidate = made;

  candidate->sql = ask_draft_to_sql (draft, guess->domain, candidate->way);
  if (candidate->sql == NULL)
    return FALSE;
  if (g_hash_table_contains (seen, candidate->sql))
    return TRUE;
  g_hash_table_add (seen, candidate->sql);
  candidate->draft = ask_draft_copy (draft);
  g_ptr_array_add (candidates, g_steal_pointer (&candidate));
  return TRUE;
}

static int
compare_candidates (const void *a, const void *b)
{
  const AskCandidate *x = *(AskCandidate *const *) a;
  const AskCandidate *y = *(AskCandidate *const *) b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return strcmp (x->sql, y->sql);
}

/**
 * ask_candidates_find:
 * @guess: all guessed
 * @choices: (element-type AskSketchChoice): sketches, the best first
 * @max: no more than these
 *
 * Returns: (transfer full) (element-type AskCandidate): the best first, each SQL once
 */
GPtrArray *
ask_candidates_find (AskGuess *guess, GArray *choices, guint max)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_candidate_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (AskBeam) beam = ask_beam_new (guess);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Filled));
  gboolean keys = ask_label_is_asked (guess->question);
  guint n_drafts = 0;

  for (guint c = 0; c < choices->len; c++)
    {
      const AskSketchChoice *choice = &g_array_index (choices, AskSketchChoice, c);
      g_autoptr (GArray) states = ask_beam_fill (beam, choice->sketch);

      for (guint s = 0; s < states->len; s++)
        {
          AskBeamState *state = &g_array_index (states, AskBeamState, s);
          Filled filled = { .choice = c };

          if (!keys)
            ask_label_show (guess, choice->sketch, state);
          filled.score = SKETCH_SHARE * choice->score + weigh (guess, choice->sketch, state);
          filled.state = *state;
          g_array_append_val (all, filled);
        }
    }
  g_array_sort (all, compare_filled);
  for (guint i = 0; i < all->len && candidates->len < max; i++)
    {
      const Filled *filled = &g_array_index (all, Filled, i);
      const AskSketchChoice *choice = &g_array_index (choices, AskSketchChoice, filled->choice);
      g_autoptr (AskDraft) draft = make_draft (choice->sketch, &filled->state);

      ask_draft_bound_times (draft, guess->domain);
      if (makes_no_sense (draft, guess->domain))
        continue;
      for (guint way = 0; way < (n_drafts < N_WITH_WAYS ? MAX_WAYS : 1) && candidates->len < max; way++)
        if (!add_way (guess, candidates, seen, candidate_new (filled, choice, way), draft))
          break;
      n_drafts++;
    }
  if (candidates->len > 0)
    g_ptr_array_sort (candidates, compare_candidates);
  return candidates;
}

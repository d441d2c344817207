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
#include "understand/interpret/ask-candidate-private.h"
#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-label.h"

/* How much the choice of the sketch counts beside its filling. */
#define SKETCH_SHARE 0.75
/* What each filling of a sketch costs after the one before it, so that other sketches have a chance. */
#define NEXT_FILLING_COST 0.1
/* Candidates whose other join paths are tried, how many paths are looked at and taken, and what another path costs. */
#define N_WITH_WAYS 24
#define N_WAYS_SEEN 8
#define MAX_WAYS 3
#define WAY_COST 1.0
/* What it is worth that the question names the key that a path joins by. */
#define NAMED_KEY 1.5

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

/* What is said to hold "since 2009" holds after it, too: what was filled in as an equality becomes a bound. */
static void
bound_since (const AskGuess *guess, const AskSketch *sketch, const AskBeamState *state, AskDraft *draft)
{
  static const char *const words[] = { "since", "seit", NULL };

  for (guint i = 0; i < sketch->values->len; i++)
    {
      guint first = ask_question_mention (guess->question, state->mentions[i])->first;

      if (first == 0 || state->values[i] == NULL
          || !g_strv_contains (words, ask_question_token (guess->question, first - 1)->folded))
        continue;
      for (guint c = 0; c < draft->conditions->len; c++)
        {
          AskDraftCondition *condition = ask_draft_condition (draft->conditions, c);

          if (condition->left.attribute >= 0 && condition->n_operands == 1
              && condition->operands[0].kind == ASK_DRAFT_VALUE
              && g_strcmp0 (condition->operands[0].text, state->values[i]) == 0
              && ask_domain_attribute (guess->domain, condition->left.attribute)->kind == ASK_DOMAIN_TIME
              && (condition->op == ASK_DRAFT_EQUAL || condition->op == ASK_DRAFT_GREATER))
            condition->op = ASK_DRAFT_GREATER_EQUAL;
        }
    }
}

/* A way to join a draft's entities. @number: see ask_draft_to_sql(); @place: of the way among those that cost the same, where
 * the question's words say nothing. */
typedef struct
{
  guint number;
  guint place;
  double cost;
} Way;

/* What is known of a way before words are asked. */
typedef struct
{
  double cost;
  double named;
  double said;
} Told;

static int
compare_ways (const void *a, const void *b)
{
  const Way *x = a;
  const Way *y = b;

  if (x->cost != y->cost)
    return x->cost < y->cost ? -1 : 1;
  return (int) x->number - (int) y->number;
}

/* How well the question names the keys of a path: "who reported it", where reporters and assignees are both staff. */
static double
name_keys (const AskGuess *guess, const AskDraftPath *path)
{
  double named = 0;

  for (guint i = 0; i < path->joins->len; i++)
    {
      int from = ask_domain_join (guess->domain, g_array_index (path->joins, guint, i))->from;

      named += ask_guess_name_score (&g_array_index (guess->question->attributes, AskNameMatch, from));
    }
  return named;
}

/* Of ways that cost the same the question's words choose the first. Only which way it is changes: places and costs, and with
 * them what ranking sees, are what they were. */
static void
settle_ties (Way *ways, const Told *told, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        const Told *a = &told[ways[i].number];
        const Told *b = &told[ways[k].number];
        guint number = ways[i].number;

        if (a->cost != b->cost || b->named + b->said <= a->named + a->said)
          continue;
        ways[i].number = ways[k].number;
        ways[k].number = number;
      }
}

/* The ways to join what @draft names, the likeliest first; those of queries within it come last. Drafts that name the
 * same entities share them in @known. */
static const Way *
find_ways (const AskGuess *guess, const AskDraft *draft, GHashTable *known)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, guess->domain);
  g_autoptr (GString) key = g_string_new (NULL);
  Way ways[N_WAYS_SEEN + MAX_WAYS];
  Told told[N_WAYS_SEEN];
  Way *found;
  double first = 0;
  guint n = 0;

  for (guint i = 0; i < entities->len; i++)
    g_string_append_printf (key, "%u ", g_array_index (entities, guint, i));
  found = g_hash_table_lookup (known, key->str);
  if (found != NULL)
    return found;
  while (entities->len > 1 && n < N_WAYS_SEEN)
    {
      g_autoptr (AskDraftPath) path
        = ask_draft_find_path (guess->domain, (const guint *) entities->data, entities->len, n);
      double named = path != NULL ? name_keys (guess, path) : 0;

      if (path == NULL)
        break;
      first = n == 0 ? named : first;
      ways[n] = (Way) { n, n, WAY_COST * MIN (n, MAX_WAYS) - NAMED_KEY * (named - first) };
      told[n] = (Told) { path->cost, named, ask_join_words_weigh (guess, path) };
      n++;
    }
  qsort (ways, n, sizeof (Way), compare_ways);
  settle_ties (ways, told, n);
  for (guint i = 0; i < MAX_WAYS; i++, n++)
    ways[n] = (Way) { n, n, WAY_COST * MIN (n, MAX_WAYS) };
  found = g_memdup2 (ways, MAX_WAYS * sizeof (Way));
  g_hash_table_insert (known, g_string_free (g_steal_pointer (&key), FALSE), found);
  return found;
}

static AskCandidate *
candidate_new (const Filled *filled, const AskSketchChoice *choice, const Way *way)
{
  AskCandidate *self = g_new0 (AskCandidate, 1);

  self->sketch = choice->sketch;
  memcpy (self->parts, choice->parts, sizeof self->parts);
  self->sketch_score = choice->score;
  self->rank = filled->choice;
  self->score = filled->score - way->cost;
  self->n_attributes = choice->sketch->slots->len;
  self->n_mentions = filled->state.n_mentions;
  self->n_extras = filled->state.n_extras;
  memcpy (self->attributes, filled->state.attributes, sizeof self->attributes);
  memcpy (self->mentions, filled->state.mentions, sizeof self->mentions);
  memcpy (self->extras, filled->state.extras, sizeof self->extras);
  self->way = way->number;
  self->way_place = way->place;
  return self;
}

/* Adds the candidate that joins by @way, unless one that asks the same is there; FALSE where there is no such way. */
static gboolean
add_way (AskGuess *guess, GPtrArray *candidates, GHashTable *seen, AskCandidate *made, const AskDraft *draft)
{
  g_autoptr (AskCandidate) candidate = made;
  g_autofree char *form = ask_draft_spell_form (draft, guess->domain, candidate->way);

  if (g_hash_table_contains (seen, form))
    return TRUE;
  candidate->sql = ask_draft_to_sql (draft, guess->domain, candidate->way);
  if (candidate->sql == NULL)
    return FALSE;
  g_hash_table_add (seen, g_steal_pointer (&form));
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
 * Returns: (transfer full) (element-type AskCandidate): the best first, each meaning once
 */
GPtrArray *
ask_candidates_find (AskGuess *guess, GArray *choices, guint max)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_candidate_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (AskBeam) beam = ask_beam_new (guess);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Filled));
  gboolean keys = ask_label_is_asked (guess->question);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
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
          filled.score = SKETCH_SHARE * choice->score + weigh (guess, choice->sketch, state) - NEXT_FILLING_COST * s;
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
      const Way *ways;

      bound_since (guess, choice->sketch, &filled->state, draft);
      ask_draft_bound_times (draft, guess->domain);
      if (!ask_draft_has_sense (draft, guess->domain))
        continue;
      ways = find_ways (guess, draft, known);
      for (guint w = 0; w < (n_drafts < N_WITH_WAYS ? MAX_WAYS : 1) && candidates->len < max; w++)
        if (!add_way (guess, candidates, seen, candidate_new (filled, choice, &ways[w]), draft))
          break;
      n_drafts++;
    }
  if (candidates->len > 0)
    g_ptr_array_sort (candidates, compare_candidates);
  return candidates;
}

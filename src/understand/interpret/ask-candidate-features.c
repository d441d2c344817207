/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What ranking reads of each candidate: how well it fits what was guessed, how much of the question it uses,
 * its form, what came of running it, and how many others gave the same.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-wording.h"

/* Features that are told once more as the distance to the best of all candidates. */
static const guint compared[] = { 0,  2,  6,  15, 18, 21, 24, 27, 30, 33, 36, 39, 40, 41, 43,
                                  47, 48, 49, 51, 52, 53, 54, 60, 61, 62, 64, 69, 70, 72, 98 };

static void
put_scores (const AskCandidatePool *pool, guint rank, float **out)
{
  const AskCandidate *of = g_ptr_array_index (pool->candidates, rank);

  ASK_PUT (of->score);
  ASK_PUT (of->score - pool->best);
  ASK_PUT (of->sketch_score);
  ASK_PUT (of->sketch_score - pool->best_sketch);
  ASK_PUT (rank);
  ASK_PUT (of->rank);
  ASK_PUT (pool->shares[rank]);
  for (guint i = 0; i < ASK_N_SKETCH_SCORES; i++)
    ASK_PUT (of->parts[i]);
}

/* Sum, least and number of the log-odds of its attributes in the roles that they play. */
static void
put_roles (const AskCandidatePool *pool, const AskCandidate *of, float **out)
{
  enum
  {
    SEL,
    AGG,
    GROUP,
    ORDER,
    WHERE,
    NESTED_SEL,
    NESTED_WHERE,
    HAVING,
    N_KINDS
  };
  float sums[N_KINDS] = { 0 };
  float least[N_KINDS];
  guint numbers[N_KINDS] = { 0 };

  for (guint i = 0; i < of->n_attributes; i++)
    {
      const AskSketchSlot *slot = &g_array_index (of->sketch->slots, AskSketchSlot, i);
      const float *odds = pool->guess->attributes[of->attributes[i]];
      gboolean nested = *slot->block != '\0';
      int kind = -1;
      float value = odds[ASK_GUESS_WHERE];

      switch (slot->role)
        {
        case ASK_SLOT_SELECT:
          kind = nested ? NESTED_SEL : SEL;
          value = odds[nested ? ASK_GUESS_NESTED_SELECT : ASK_GUESS_SELECT];
          break;
        case ASK_SLOT_AGGREGATE:
          kind = nested ? -1 : AGG;
          value = odds[ASK_GUESS_AGGREGATE];
          break;
        case ASK_SLOT_GROUP:
          kind = nested ? -1 : GROUP;
          value = odds[ASK_GUESS_GROUP];
          break;
        case ASK_SLOT_ORDER:
          kind = nested ? -1 : ORDER;
          value = odds[ASK_GUESS_ORDER];
          break;
        case ASK_SLOT_HAVING:
          kind = nested ? -1 : HAVING;
          value = odds[ASK_GUESS_AGGREGATE];
          break;
        case ASK_SLOT_WHERE:
        case ASK_SLOT_WHERE_QUERY:
        case ASK_SLOT_WHERE_ATTRIBUTE:
        default:
          kind = nested ? NESTED_WHERE : WHERE;
          break;
        }
      if (kind < 0)
        continue;
      least[kind] = numbers[kind] == 0 ? value : MIN (least[kind], value);
      sums[kind] += value;
      numbers[kind]++;
    }
  for (guint k = 0; k < N_KINDS; k++)
    {
      ASK_PUT (sums[k]);
      ASK_PUT (numbers[k] > 0 ? least[k] : 0);
      ASK_PUT (numbers[k]);
    }
}

/* How much of what the question speaks of is in it, and how much is left out. */
static void
put_attributes (const AskCandidatePool *pool, const AskCandidateUse *use, float **out)
{
  const AskGuess *guess = pool->guess;
  float sum = 0;
  float least = 0;
  float left[2] = { -9, -9 };
  float left_select = -9;
  float left_group = -9;
  float left_order = -9;
  gboolean any = FALSE;

  for (guint a = 0; a < guess->domain->attributes->len; a++)
    {
      const float *odds = guess->attributes[a];
      float used = odds[ASK_GUESS_USED];

      if (use->attributes[a])
        {
          sum += used;
          least = any ? MIN (least, used) : used;
          any = TRUE;
          continue;
        }
      if (used > left[0])
        {
          left[1] = left[0];
          left[0] = used;
        }
      else
        left[1] = MAX (left[1], used);
      left_select = MAX (left_select, odds[ASK_GUESS_SELECT]);
      left_group = MAX (left_group, odds[ASK_GUESS_GROUP]);
      left_order = MAX (left_order, odds[ASK_GUESS_ORDER]);
    }
  ASK_PUT (sum);
  ASK_PUT (least);
  ASK_PUT (left[0]);
  ASK_PUT (left[1]);
  ASK_PUT (MAX (0, left[0]) + MAX (0, left[1]));
  ASK_PUT (left_select);
  ASK_PUT (left_group);
  ASK_PUT (left_order);
}

static float
find_pair (const AskGuess *guess, guint mention, int attribute)
{
  for (guint i = 0; i < guess->pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (guess->pairs, AskGuessPair, i);

      if (pair->mention == mention && pair->attribute == attribute)
        return pair->score;
    }
  return -3;
}

static void
put_values (const AskCandidatePool *pool, const AskCandidate *of, float **out)
{
  const AskGuess *guess = pool->guess;
  float sum = 0;
  float least = 0;
  float most = 0;
  guint n = 0;
  double op_sum = 0;
  double op_least = 0;

  for (guint i = 0; i < of->n_mentions; i++)
    {
      const AskSketchValue *value = &g_array_index (of->sketch->values, AskSketchValue, i);
      g_autofree char *name
        = value->place == ASK_SKETCH_LIMIT
            ? g_strdup ("limit")
            : g_strconcat (value->place == ASK_SKETCH_HAVING ? "h:" : "w:", ask_guess_operator_name (value->op), NULL);
      double op = log (ask_guess_operator (guess, of->mentions[i], name) + 1e-3)
                  - log (ask_guess_unused (guess, of->mentions[i]) + 0.02);

      op_sum += op;
      op_least = i == 0 ? op : MIN (op_least, op);
      if (value->place == ASK_SKETCH_WHERE && value->attribute >= 0)
        {
          float score = find_pair (guess, of->mentions[i], of->attributes[value->attribute]);

          sum += score;
          least = n == 0 ? score : MIN (least, score);
          most = n == 0 ? score : MAX (most, score);
          n++;
        }
    }
  ASK_PUT (sum);
  ASK_PUT (least);
  ASK_PUT (most);
  ASK_PUT (n);
  ASK_PUT (op_sum);
  ASK_PUT (op_least);
}

static void
put_mentions (const AskCandidatePool *pool, const AskCandidate *of, float **out)
{
  static const AskMentionKind kinds[] = { ASK_MENTION_STORED, ASK_MENTION_NAME, ASK_MENTION_PART, ASK_MENTION_NUMBER };
  const AskGuess *guess = pool->guess;
  float most = 0;
  float sum = 0;
  guint n = 0;

  for (guint m = 0; m < guess->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (guess->question, m);
      float used = 1 - ask_guess_unused (guess, m);
      gboolean there = FALSE;

      for (guint i = 0; i < of->n_mentions && !there; i++)
        {
          const AskMention *other = ask_question_mention (guess->question, of->mentions[i]);

          there = of->mentions[i] == m || (other->first < mention->last && mention->first < other->last);
        }
      if (there)
        continue;
      most = MAX (most, used);
      sum += used;
      n += used > 0.5f;
    }
  ASK_PUT (most);
  ASK_PUT (sum);
  ASK_PUT (n);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint count = 0;

      for (guint i = 0; i < of->n_mentions; i++)
        count += ask_question_mention (guess->question, of->mentions[i])->kind == kinds[k];
      ASK_PUT (count);
    }
}

static void
put_entities (const AskCandidatePool *pool, const AskCandidateUse *use, float **out)
{
  const AskGuess *guess = pool->guess;
  float sum = 0;
  float least = 9;
  float left = -9;
  float extra = 9;
  guint unnamed = 0;

  for (guint e = 0; e < guess->domain->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (guess->question->entities, AskNameMatch, e);

      if (use->entities[e])
        {
          sum += guess->entities[e];
          least = MIN (least, guess->entities[e]);
        }
      if (use->joined[e])
        unnamed += !(match->met > 0 && match->exact);
      else
        left = MAX (left, guess->entities[e]);
    }
  for (guint i = 0; i < use->of->n_extras; i++)
    extra = MIN (extra, guess->entities[use->of->extras[i]]);
  ASK_PUT (sum);
  ASK_PUT (least);
  ASK_PUT (left);
  ASK_PUT (use->n_entities);
  ASK_PUT (use->n_joined);
  ASK_PUT (use->cost);
  ASK_PUT (use->of->n_extras);
  ASK_PUT (extra);
  ASK_PUT (unnamed);
}

/* Words of the question that nothing in the candidate answers to. */
static void
put_coverage (const AskCandidatePool *pool, const AskCandidateUse *use, float **out)
{
  const AskQuestion *question = pool->guess->question;
  guint attributes = 0;
  guint entities = 0;
  guint marked = 0;
  guint content = 0;

  for (guint t = 0; t < question->tokens->len; t++)
    {
      AskMark mark = g_array_index (question->marks, AskMark, t);
      const AskToken *token = ask_question_token (question, t);
      gboolean open = !use->covered[t] && !use->covered_by_entity[t];

      marked += mark != ASK_MARK_NONE;
      attributes += open && (mark == ASK_MARK_ATTRIBUTE || mark == ASK_MARK_ATTRIBUTE_INSIDE);
      entities += open && (mark == ASK_MARK_ENTITY || mark == ASK_MARK_ENTITY_INSIDE);
      content += open && !token->stop && token->word && !g_ascii_isdigit (*token->surface) && !token->quoted;
    }
  ASK_PUT (attributes);
  ASK_PUT (entities);
  ASK_PUT (marked);
  ASK_PUT (content);
}

static guint
count_aggregates (const GArray *terms, AskDraftAggregate aggregate)
{
  guint n = 0;

  for (guint i = 0; i < terms->len; i++)
    n += g_array_index (terms, AskDraftTerm, i).aggregate == aggregate;
  return n;
}

static void
put_form (const AskDraft *draft, float **out)
{
  gboolean either = FALSE;
  gboolean nested = FALSE;
  gboolean distinct = FALSE;

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (draft->conditions, AskDraftCondition, i);

      either = either || condition->either;
      nested = nested || (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY);
    }
  for (guint i = 0; i < draft->having->len; i++)
    {
      const AskDraftCondition *condition = &g_array_index (draft->having, AskDraftCondition, i);

      nested = nested || (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY);
    }
  for (guint i = 0; i < draft->terms->len; i++)
    distinct = distinct || g_array_index (draft->terms, AskDraftTerm, i).distinct;
  ASK_PUT (draft->terms->len);
  ASK_PUT (draft->distinct);
  ASK_PUT (draft->conditions->len);
  ASK_PUT (either);
  ASK_PUT (draft->groups->len);
  ASK_PUT (draft->having->len);
  ASK_PUT (draft->orders->len);
  ASK_PUT (draft->descending && draft->orders->len > 0);
  ASK_PUT (draft->limit != ASK_DRAFT_NO_LIMIT);
  ASK_PUT (draft->set);
  ASK_PUT (nested);
  ASK_PUT (count_aggregates (draft->terms, ASK_DRAFT_COUNT));
  ASK_PUT (count_aggregates (draft->terms, ASK_DRAFT_MAX) + count_aggregates (draft->terms, ASK_DRAFT_MIN));
  ASK_PUT (count_aggregates (draft->terms, ASK_DRAFT_AVG));
  ASK_PUT (count_aggregates (draft->terms, ASK_DRAFT_SUM));
  ASK_PUT (distinct);
  ASK_PUT (count_aggregates (draft->orders, ASK_DRAFT_COUNT));
}

/* Operators that a question says with words of its own: "without", "containing", "more than", "between". */
typedef struct
{
  guint negative;
  guint like;
  guint more;
  guint less;
  guint between;
  guint equal;
  guint counted; /* compared with a number of rows */
} Operators;

static void
count_operators (const AskDraft *draft, Operators *operators)
{
  const GArray *lists[] = { draft->conditions, draft->having };

  operators->negative += draft->set == ASK_DRAFT_EXCEPT;
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      {
        const AskDraftCondition *condition = &g_array_index (lists[l], AskDraftCondition, i);
        AskDraftOp op = condition->op;

        operators->negative += op == ASK_DRAFT_NOT_EQUAL || op == ASK_DRAFT_NOT_IN || op == ASK_DRAFT_NOT_LIKE;
        operators->like += op == ASK_DRAFT_LIKE || op == ASK_DRAFT_NOT_LIKE;
        operators->more += op == ASK_DRAFT_GREATER || op == ASK_DRAFT_GREATER_EQUAL;
        operators->less += op == ASK_DRAFT_LESS || op == ASK_DRAFT_LESS_EQUAL;
        operators->between += op == ASK_DRAFT_BETWEEN;
        operators->equal += op == ASK_DRAFT_EQUAL;
        operators->counted += condition->left.aggregate == ASK_DRAFT_COUNT;
        if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
          count_operators (condition->operands[0].query, operators);
      }
  if (draft->second != NULL)
    count_operators (draft->second, operators);
}

static void
put_operators (const AskCandidatePool *pool, const AskDraft *draft, float **out)
{
  Operators operators = { 0 };

  count_operators (draft, &operators);
  ASK_PUT (operators.negative);
  ASK_PUT (operators.like);
  ASK_PUT (operators.more);
  ASK_PUT (operators.less);
  ASK_PUT (operators.between);
  ASK_PUT (operators.equal);
  ASK_PUT (operators.counted);
  ASK_PUT (draft->set == ASK_DRAFT_INTERSECT);
  for (guint i = 0; i < ASK_N_OPERATOR_WORDS; i++)
    ASK_PUT (pool->operator_words[i]);
}

static void
put_result (const AskCandidatePool *pool, const AskTried *tried, float **out)
{
  gboolean rows = tried->ran && tried->n_rows > 0;
  double mass = tried->ran ? ask_candidate_pool_get_mass (pool, tried->signature) : 0;

  ASK_PUT (!tried->ran);
  ASK_PUT (tried->ran ? log (1 + (double) tried->n_rows) : -1);
  ASK_PUT (tried->ran && tried->n_rows == 0);
  ASK_PUT (tried->ran && tried->n_rows == 1);
  ASK_PUT (tried->ran && tried->n_rows == 1 && tried->n_columns == 1);
  ASK_PUT (rows && tried->first_empty);
  ASK_PUT (rows ? (double) tried->n_distinct / tried->n_rows : -1);
  ASK_PUT (rows && tried->first_null);
  ASK_PUT (mass);
  ASK_PUT (tried->ran ? ask_candidate_pool_count (pool, tried->signature) / pool->candidates->len : 0);
  ASK_PUT (tried->ran ? pool->most_mass - mass : 1);
}

static gboolean
selects (const AskDraft *draft, int attribute)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (g_array_index (draft->terms, AskDraftTerm, i).attribute == attribute)
      return TRUE;
  return FALSE;
}

static void
put_selected (const AskCandidatePool *pool, const AskDraft *draft, float **out)
{
  AskDomain *domain = pool->guess->domain;
  g_autofree gboolean *entities = g_new0 (gboolean, domain->entities->len + 1);
  int group = draft->groups->len > 0 ? g_array_index (draft->groups, AskDraftTerm, 0).attribute : ASK_DOMAIN_STAR;
  const AskDomainAttribute *grouped = group >= 0 ? ask_domain_attribute (domain, group) : NULL;
  int first = ASK_DOMAIN_STAR;
  guint n_entities = 0;
  guint names = 0;
  guint ids = 0;
  guint exact = 0;
  float least = 2;

  for (guint i = 0; i < draft->terms->len; i++)
    {
      int at = g_array_index (draft->terms, AskDraftTerm, i).attribute;
      const AskDomainAttribute *attribute;
      const AskNameMatch *match;

      if (at < 0)
        continue;
      attribute = ask_domain_attribute (domain, at);
      match = &g_array_index (pool->guess->question->attributes, AskNameMatch, at);
      first = first < 0 ? at : first;
      n_entities += !entities[attribute->entity];
      entities[attribute->entity] = TRUE;
      names += ask_domain_words_have (attribute->stems, "name") || ask_domain_words_have (attribute->stems, "titl");
      ids += ask_domain_words_have (attribute->stems, "id") || attribute->joins;
      exact += match->met > 0 && match->exact;
      least = MIN (least, match->met > 0 ? (float) match->score : 0);
    }
  ASK_PUT (grouped != NULL && selects (draft, group));
  ASK_PUT (grouped != NULL && grouped->key);
  ASK_PUT (grouped != NULL && first >= 0 && grouped->entity == ask_domain_attribute (domain, first)->entity);
  ASK_PUT (n_entities);
  ASK_PUT (names);
  ASK_PUT (ids);
  ASK_PUT (exact);
  ASK_PUT (least);
  ASK_PUT (grouped != NULL && grouped->joins);
  ASK_PUT (grouped != NULL ? ask_guess_distinct_share (domain, (guint) group) : 0);
}

/* Of attributes in one place: whether all are numbers, and how well the worst is named. */
static void
put_numbers (const AskCandidatePool *pool, const GArray *terms, gboolean computed, float **out)
{
  float numeric = 2;
  float named = 2;

  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = &g_array_index (terms, AskDraftTerm, i);
      const AskNameMatch *match;

      if (term->attribute < 0
          || (computed && (term->aggregate == ASK_DRAFT_PLAIN || term->aggregate == ASK_DRAFT_COUNT)))
        continue;
      match = &g_array_index (pool->guess->question->attributes, AskNameMatch, term->attribute);
      numeric = MIN (numeric, (float) ask_domain_attribute (pool->guess->domain, term->attribute)->numeric);
      named = MIN (named, match->met > 0 ? (float) match->score : 0);
    }
  ASK_PUT (numeric);
  ASK_PUT (named);
}

static void
put_conditions (const AskDraft *draft, float **out)
{
  guint distinct = 0;
  guint selected = 0;
  guint ordered = 0;

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      int at = g_array_index (draft->conditions, AskDraftCondition, i).left.attribute;
      gboolean seen = FALSE;

      if (at < 0)
        continue;
      for (guint k = 0; k < i; k++)
        seen = seen || g_array_index (draft->conditions, AskDraftCondition, k).left.attribute == at;
      distinct += !seen;
      selected += selects (draft, at);
      for (guint k = 0; k < draft->orders->len; k++)
        ordered += g_array_index (draft->orders, AskDraftTerm, k).attribute == at;
    }
  ASK_PUT (distinct);
  ASK_PUT (selected);
  ASK_PUT (ordered);
}

/* People name what they want before they name what it is to be like. */
static void
put_places (const AskCandidatePool *pool, const AskCandidate *of, float **out)
{
  const AskQuestion *question = pool->guess->question;
  float n = (float) MAX (question->tokens->len, 1);
  float last = -1;
  float first = 2;
  float value = 2;

  for (guint i = 0; i < of->draft->terms->len; i++)
    {
      int at = g_array_index (of->draft->terms, AskDraftTerm, i).attribute;
      const AskNameMatch *match = at >= 0 ? &g_array_index (question->attributes, AskNameMatch, at) : NULL;

      if (match == NULL || match->met <= 0)
        continue;
      last = MAX (last, (float) match->first / n);
      first = MIN (first, (float) match->first / n);
    }
  for (guint i = 0; i < of->n_mentions; i++)
    value = MIN (value, (float) ask_question_mention (question, of->mentions[i])->first / n);
  ASK_PUT (last);
  ASK_PUT (first);
  ASK_PUT (value);
}

static void
put_question (const AskCandidatePool *pool, const AskCandidate *of, float **out)
{
  const AskDraft *draft = of->draft;
  int sign = (int) pool->ups - (int) pool->downs;

  ASK_PUT (pool->ups);
  ASK_PUT (pool->downs);
  ASK_PUT (draft->orders->len == 0 ? 0 : (draft->descending ? sign : -sign) + 3);
  for (guint i = 0; i < G_N_ELEMENTS (pool->words); i++)
    ASK_PUT (pool->words[i]);
  for (guint i = 0; i < ASK_N_FLAGS; i++)
    ASK_PUT (pool->guess->flags[i]);
  ASK_PUT (pool->candidates->len);
  ASK_PUT (pool->guess->domain->entities->len);
  ASK_PUT (of->way_place);
}

/**
 * ask_candidates_features:
 * @guess: all guessed
 * @candidates: (element-type AskCandidate): of one question, the best first; tried where they could be
 * @wording: (out) (optional) (transfer full): what their words are paired with, for training
 *
 * Returns: (transfer full): %ASK_N_CANDIDATE_FEATURES for each candidate
 */
float *
ask_candidates_features (AskGuess *guess, GPtrArray *candidates, AskWording **wording)
{
  g_autoptr (AskWording) said = NULL;
  float *features = g_new0 (float, (gsize) MAX (candidates->len, 1) * ASK_N_CANDIDATE_FEATURES);
  guint n_own = 0;
  AskCandidatePool pool;

  ask_candidate_pool_init (&pool, guess, candidates);
  said = ask_wording_new (&pool);
  for (guint i = 0; i < candidates->len; i++)
    {
      const AskCandidate *of = g_ptr_array_index (candidates, i);
      float *row = features + (gsize) i * ASK_N_CANDIDATE_FEATURES;
      float *next = row;
      float **out = &next;
      AskCandidateUse use = { NULL };

      ask_candidate_use_init (&use, &pool, of);
      put_scores (&pool, i, out);
      put_roles (&pool, of, out);
      put_attributes (&pool, &use, out);
      put_values (&pool, of, out);
      put_mentions (&pool, of, out);
      put_entities (&pool, &use, out);
      put_coverage (&pool, &use, out);
      put_form (of->draft, out);
      put_result (&pool, &of->tried, out);
      put_selected (&pool, of->draft, out);
      put_numbers (&pool, of->draft->orders, FALSE, out);
      put_numbers (&pool, of->draft->terms, TRUE, out);
      put_conditions (of->draft, out);
      put_places (&pool, of, out);
      put_operators (&pool, of->draft, out);
      put_question (&pool, of, out);
      ask_wording_add (said, &use);
      ask_candidate_use_clear (&use);
      n_own = (guint) (next - row);
      g_assert (n_own + G_N_ELEMENTS (compared) + ASK_N_WORDING_FEATURES == ASK_N_CANDIDATE_FEATURES);
    }
  for (guint k = 0; k < G_N_ELEMENTS (compared); k++)
    {
      float most = -INFINITY;

      for (guint i = 0; i < candidates->len; i++)
        most = MAX (most, features[(gsize) i * ASK_N_CANDIDATE_FEATURES + compared[k]]);
      for (guint i = 0; i < candidates->len; i++)
        features[(gsize) i * ASK_N_CANDIDATE_FEATURES + n_own + k]
          = features[(gsize) i * ASK_N_CANDIDATE_FEATURES + compared[k]] - most;
    }
  ask_wording_finish (said);
  ask_wording_put (said, ask_weights_get_hashed (guess->weights, "wording"), features);
  ask_candidate_pool_clear (&pool);
  if (wording != NULL)
    *wording = g_steal_pointer (&said);
  return features;
}

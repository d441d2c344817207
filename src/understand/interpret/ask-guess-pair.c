/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which attribute a mention is a value of: pairs of the two, as numbers for boosted trees.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-guess-private.h"

/* Attributes that one mention is compared with, at most. */
#define MAX_ATTRIBUTES 10

static int
compare_pairs (const void *a, const void *b)
{
  const AskGuessPair *x = a;
  const AskGuessPair *y = b;

  if (x->score != y->score)
    return x->score < y->score ? 1 : -1;
  return x->attribute - y->attribute;
}

/* Names that no value is called so far may still be one: of any text that the question speaks of. */
static void
add_unlinked (AskGuess *self, guint m, GArray *pairs)
{
  const AskMention *mention = ask_question_mention (self->question, m);
  guint n_linked = pairs->len;

  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);
      gboolean there = ask_domain_attribute (self->domain, a)->numeric;

      for (guint i = 0; !there && i < n_linked; i++)
        there = g_array_index (pairs, AskGuessPair, i).attribute == (int) a;
      if (!there && (match->met > 0 || self->attributes[a][ASK_GUESS_WHERE] > -4))
        {
          AskGuessPair pair = { m, (int) a, mention->literal, 0.1, 0 };

          g_array_append_val (pairs, pair);
        }
    }
}

/**
 * ask_guess_collect_pairs:
 * @self: with its attributes
 *
 * Returns: (transfer full) (element-type AskGuessPair): ten a mention at most, without scores
 */
GArray *
ask_guess_collect_pairs (AskGuess *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (AskGuessPair));

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);
      g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (AskGuessPair));
      double best = 0;

      for (guint l = 0; l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);
          AskGuessPair pair = { m, link->attribute, link->value, link->score, 0 };

          best = MAX (best, link->score);
          g_array_append_val (pairs, pair);
        }
      if (best < 1 && (mention->kind == ASK_MENTION_QUOTED || mention->kind == ASK_MENTION_NAME))
        add_unlinked (self, m, pairs);
      for (guint i = 0; i < pairs->len; i++)
        {
          AskGuessPair *pair = &g_array_index (pairs, AskGuessPair, i);

          pair->score = self->attributes[pair->attribute][ASK_GUESS_WHERE] + 2 * (float) pair->link;
        }
      g_array_sort (pairs, compare_pairs);
      g_array_append_vals (all, pairs->data, MIN (pairs->len, MAX_ATTRIBUTES));
    }
  return all;
}

/* What is known of a mention, whatever attribute it belongs to. */
typedef struct
{
  guint n_exact;
  float best_where;
  float longer; /* how much longer the longest is that overlaps it */
  gboolean all_stop;
  float where;
  float having;
} MentionFacts;

static gboolean
overlaps (const AskMention *a, const AskMention *b)
{
  return a->first < b->last && b->first < a->last;
}

static MentionFacts
survey_mention (AskGuess *self, GArray *pairs, guint m)
{
  const AskMention *mention = ask_question_mention (self->question, m);
  MentionFacts facts = { 0, -INFINITY, 0, TRUE, 0, 0 };
  float longest = 0;

  for (guint l = 0; l < mention->links->len; l++)
    facts.n_exact += g_array_index (mention->links, AskMentionLink, l).score >= 1;
  for (guint i = 0; i < pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (pairs, AskGuessPair, i);

      if (pair->mention == m)
        facts.best_where = MAX (facts.best_where, self->attributes[pair->attribute][ASK_GUESS_WHERE]);
    }
  for (guint o = 0; o < self->question->mentions->len; o++)
    {
      const AskMention *other = ask_question_mention (self->question, o);

      if (o != m && overlaps (mention, other))
        longest = MAX (longest, (float) (other->last - other->first));
    }
  facts.longer = longest - (float) (mention->last - mention->first);
  for (guint t = mention->first; t < mention->last; t++)
    facts.all_stop = facts.all_stop && ask_question_token (self->question, t)->stop;
  for (guint o = 0; o < self->n_operators; o++)
    {
      const char *name = self->operator_head->classes[o];
      float chance = self->operators[m * self->n_operators + o];

      facts.where += *name == 'w' ? chance : 0;
      facts.having += *name == 'h' ? chance : 0;
    }
  return facts;
}

static void
put_attribute (AskGuess *self, const AskGuessPair *pair, const MentionFacts *facts, float **out)
{
  const AskMention *mention = ask_question_mention (self->question, pair->mention);
  const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, pair->attribute);
  const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, pair->attribute);
  const AskNameMatch *entity = &g_array_index (self->question->entities, AskNameMatch, attribute->entity);
  const float *roles = self->attributes[pair->attribute];
  gboolean met = match->met > 0;
  gboolean entity_met = entity->met > 0;

  ASK_PUT (roles[ASK_GUESS_WHERE]);
  ASK_PUT (roles[ASK_GUESS_WHERE] - facts->best_where);
  ASK_PUT (roles[ASK_GUESS_SELECT]);
  ASK_PUT (roles[ASK_GUESS_USED]);
  ASK_PUT (met ? match->score : 0);
  ASK_PUT (met && match->exact);
  ASK_PUT (met ? (float) mention->first - (float) match->last : 40);
  ASK_PUT (met ? (float) match->first - (float) mention->last : 40);
  ASK_PUT (self->lexicon[pair->attribute]);
  ASK_PUT (self->lexicon_at[pair->attribute] >= 0
             ? fabsf ((float) self->lexicon_at[pair->attribute] - (float) mention->first)
             : 40);
  ASK_PUT (entity_met ? entity->score : 0);
  ASK_PUT (entity_met && entity->exact);
  ASK_PUT (entity_met ? (float) mention->first - (float) entity->first : 40);
  ASK_PUT (attribute->kind);
  ASK_PUT (attribute->numeric);
  ASK_PUT (attribute->key);
  ASK_PUT (attribute->foreign);
  ASK_PUT (attribute->n_distinct);
  ASK_PUT (ask_guess_distinct_share (self->domain, (guint) pair->attribute));
}

static void
put_value (AskGuess *self, const AskGuessPair *pair, float **out)
{
  const AskMention *mention = ask_question_mention (self->question, pair->mention);
  const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, pair->attribute);
  gboolean range = attribute->least <= attribute->most;
  float n_words = 1;

  for (const char *p = pair->value; p != NULL && *p != '\0'; p++)
    n_words += *p == ' ';
  ASK_PUT (pair->value != NULL ? (float) (mention->last - mention->first) / n_words : 1);
  ASK_PUT (pair->value != NULL ? (float) g_utf8_strlen (pair->value, -1) : 0);
  if (!mention->has_number)
    {
      for (guint i = 0; i < 5; i++)
        ASK_PUT (-1);
      return;
    }
  ASK_PUT (range && attribute->least <= mention->number && mention->number <= attribute->most);
  ASK_PUT (pair->link >= 1);
  ASK_PUT (mention->number >= 1900 && mention->number <= 2030);
  ASK_PUT (range && attribute->least >= 1900 && attribute->least <= 2030);
  ASK_PUT (range
             ? ask_clip ((mention->number - attribute->least) / (attribute->most - attribute->least + 1e-9), -1e6, 1e6)
             : -1);
}

/**
 * ask_guess_pair_features:
 * @self: with its attributes
 * @pairs: (element-type AskGuessPair): from ask_guess_collect_pairs()
 *
 * Returns: (transfer full): %ASK_N_PAIR_FEATURES for each pair
 */
float *
ask_guess_pair_features (AskGuess *self, GArray *pairs)
{
  float *features = g_new0 (float, (gsize) MAX (pairs->len, 1) * ASK_N_PAIR_FEATURES);
  MentionFacts facts = { 0 };
  guint of = G_MAXUINT;

  for (guint i = 0; i < pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (pairs, AskGuessPair, i);
      const AskMention *mention = ask_question_mention (self->question, pair->mention);
      float *row = features + (gsize) i * ASK_N_PAIR_FEATURES;
      float *next = row;
      float **out = &next;

      if (pair->mention != of)
        facts = survey_mention (self, pairs, of = pair->mention);
      ASK_PUT (mention->kind);
      ASK_PUT (pair->link);
      ASK_PUT (mention->last - mention->first);
      ASK_PUT (facts.n_exact);
      ASK_PUT (mention->links->len);
      ASK_PUT (facts.longer);
      ASK_PUT (facts.all_stop);
      ASK_PUT (ask_question_token (self->question, mention->first)->upper);
      ASK_PUT ((float) mention->first / (float) MAX (self->question->tokens->len, 1));
      ASK_PUT (g_array_index (self->question->marks, AskMark, mention->first) != ASK_MARK_NONE);
      put_attribute (self, pair, &facts, out);
      ASK_PUT (facts.where);
      ASK_PUT (facts.having);
      ASK_PUT (ask_guess_operator (self, pair->mention, "limit"));
      ASK_PUT (ask_guess_unused (self, pair->mention));
      ASK_PUT (ask_guess_operator (self, pair->mention, "w:="));
      ASK_PUT (ask_guess_operator (self, pair->mention, "w:like"));
      put_value (self, pair, out);
      for (guint f = 0; f < 4; f++)
        ASK_PUT (self->flags[f]);
      ASK_PUT (self->question->mentions->len);
      ASK_PUT (self->entities[ask_domain_attribute (self->domain, pair->attribute)->entity]);
      ASK_PUT (ask_question_token (self->question, mention->first)->quoted);
      g_assert (next - row == ASK_N_PAIR_FEATURES);
    }
  return features;
}

/**
 * ask_guess_pairs:
 * @self: with its entities
 *
 * Guesses which attribute each mention is a value of.
 */
void
ask_guess_pairs (AskGuess *self)
{
  const AskTrees *trees = ask_weights_get_trees (self->weights, "pair");
  g_autofree float *features = NULL;

  g_clear_pointer (&self->pairs, g_array_unref);
  self->pairs = ask_guess_collect_pairs (self);
  features = ask_guess_pair_features (self, self->pairs);
  for (guint i = 0; i < self->pairs->len; i++)
    g_array_index (self->pairs, AskGuessPair, i).score
      = ask_trees_apply (trees, features + (gsize) i * ASK_N_PAIR_FEATURES);
}

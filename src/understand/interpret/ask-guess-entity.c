/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which entities FROM has: what is known of each and of its attributes, as numbers for boosted trees.
 */
#include "config.h"

#include <math.h>

#include "understand/interpret/ask-guess-private.h"

/* The best log-odds of @role among an entity's attributes, or among all others'. */
static float
find_best (AskGuess *self, guint entity, AskGuessRole role, gboolean inside)
{
  float best = -9;

  for (guint a = 0; a < self->domain->attributes->len; a++)
    if ((ask_domain_attribute (self->domain, a)->entity == entity) == inside)
      best = MAX (best, self->attributes[a][role]);
  return best;
}

/* How surely a mention is a value of one of its attributes. */
static float
find_link (AskGuess *self, guint entity)
{
  float best = 0;

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);
      float used = 1 - ask_guess_unused (self, m);

      for (guint l = 0; !mention->has_number && l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          if (ask_domain_attribute (self->domain, link->attribute)->entity == entity)
            best = MAX (best, (float) link->score * used);
        }
    }
  return best;
}

static guint
count_joins (AskDomain *domain, guint entity)
{
  guint n = 0;

  for (guint i = 0; i < domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, i);
      guint from = ask_domain_attribute (domain, join->from)->entity;
      guint to = ask_domain_attribute (domain, join->to)->entity;

      n += from != to && (from == entity || to == entity);
    }
  return n;
}

/* Whether all words of @a are among those of @b, which has more. */
static gboolean
is_part (char **a, char **b)
{
  for (guint i = 0; a[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) b, a[i]))
      return FALSE;
  return g_strv_length (a) < g_strv_length (b);
}

static void
put_match (AskGuess *self, guint e, const float *scores, float **out)
{
  const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);
  const AskDomainEntity *entity = ask_domain_entity (self->domain, e);
  guint n_entities = self->domain->entities->len;
  gboolean met = match->met > 0;
  float most = 0;
  guint as_good = 0;
  guint longer = 0;

  for (guint i = 0; i < n_entities; i++)
    {
      most = MAX (most, scores[i]);
      as_good += scores[i] >= scores[e];
      longer += is_part (entity->stems, ask_domain_entity (self->domain, i)->stems);
    }
  ASK_PUT (met ? match->score : 0);
  ASK_PUT (met && match->exact);
  ASK_PUT (met ? match->met : 0);
  ASK_PUT (g_strv_length (entity->stems));
  ASK_PUT (met ? (float) match->first / (float) MAX (self->question->tokens->len, 1) : -1);
  ASK_PUT (most - scores[e]);
  ASK_PUT (as_good);
  ASK_PUT (n_entities);
  ASK_PUT (entity->n_attributes);
  ASK_PUT (find_link (self, e));
  ASK_PUT (count_joins (self->domain, e));
  ASK_PUT (longer);
}

static void
put_attributes (AskGuess *self, guint e, float **out)
{
  const AskDomainEntity *entity = ask_domain_entity (self->domain, e);
  float used = find_best (self, e, ASK_GUESS_USED, TRUE);
  float other = find_best (self, e, ASK_GUESS_USED, FALSE);
  double sum = 0;

  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    sum += 1 / (1 + exp ((double) -self->attributes[a][ASK_GUESS_USED]));
  ASK_PUT (used);
  ASK_PUT (find_best (self, e, ASK_GUESS_SELECT, TRUE));
  ASK_PUT (find_best (self, e, ASK_GUESS_WHERE, TRUE));
  ASK_PUT (sum);
  ASK_PUT (other);
  ASK_PUT (used - other);
  ASK_PUT (entity->n_rows != 0);
}

/**
 * ask_guess_entity_features:
 * @self: with its attributes
 *
 * Returns: (transfer full): %ASK_N_ENTITY_FEATURES for each entity
 */
float *
ask_guess_entity_features (AskGuess *self)
{
  guint n = self->domain->entities->len;
  float *features = g_new0 (float, (gsize) MAX (n, 1) * ASK_N_ENTITY_FEATURES);
  g_autofree float *scores = g_new0 (float, MAX (n, 1));

  for (guint e = 0; e < n; e++)
    scores[e] = ask_guess_name_score (&g_array_index (self->question->entities, AskNameMatch, e));
  for (guint e = 0; e < n; e++)
    {
      float *row = features + (gsize) e * ASK_N_ENTITY_FEATURES;
      float *next = row;
      float **out = &next;

      put_match (self, e, scores, out);
      put_attributes (self, e, out);
      for (guint f = 0; f < ASK_N_FLAGS; f++)
        ASK_PUT (self->flags[f]);
      g_assert (next - row == ASK_N_ENTITY_FEATURES);
    }
  return features;
}

/**
 * ask_guess_entities:
 * @self: with its attributes
 *
 * Guesses which entities FROM has.
 */
void
ask_guess_entities (AskGuess *self)
{
  g_autofree float *features = ask_guess_entity_features (self);
  const AskTrees *trees = ask_weights_get_trees (self->weights, "entity");

  for (guint e = 0; e < self->domain->entities->len; e++)
    self->entities[e] = ask_trees_apply (trees, features + (gsize) e * ASK_N_ENTITY_FEATURES);
}

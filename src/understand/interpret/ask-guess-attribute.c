/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which role each attribute plays: what is known of it and of its name in the question, as numbers for
 * boosted trees.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-guess-private.h"

typedef struct
{
  AskGuess *guess;
  guint n_attributes;
  guint n_entities;
  float *scores; /* of each attribute's name */
  float *sorted; /* the same, the best first */
  float *entity_scores; /* of each entity's name */
  float *entity_best; /* the best of its attributes' */
  float *links; /* how surely a mention is a value of an attribute */
  float *entity_links; /* the best of its attributes' */
  float *spans; /* for each token the best name that covers it */
  GHashTable *named_alike; /* joined stems → GArray of attributes */
  char **joined;
} Survey;

static int
compare_down (const void *a, const void *b)
{
  float x = *(const float *) a;
  float y = *(const float *) b;

  return (x < y) - (x > y);
}

static void
survey_names (Survey *self)
{
  const AskQuestion *question = self->guess->question;

  for (guint a = 0; a < self->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (question->domain, a);
      const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, a);
      GArray *alike;

      self->scores[a] = ask_guess_name_score (match);
      self->entity_best[attribute->entity] = MAX (self->entity_best[attribute->entity], self->scores[a]);
      for (guint t = match->first; match->met > 0 && t < match->last; t++)
        self->spans[t] = MAX (self->spans[t], (float) match->met + (match->exact ? 0.5f : 0));
      self->joined[a] = g_strjoinv (" ", attribute->stems);
      alike = g_hash_table_lookup (self->named_alike, self->joined[a]);
      if (alike == NULL)
        {
          alike = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (self->named_alike, self->joined[a], alike);
        }
      g_array_append_val (alike, a);
    }
  memcpy (self->sorted, self->scores, self->n_attributes * sizeof (float));
  qsort (self->sorted, self->n_attributes, sizeof (float), compare_down);
  for (guint e = 0; e < self->n_entities; e++)
    self->entity_scores[e] = ask_guess_name_score (&g_array_index (question->entities, AskNameMatch, e));
}

static void
survey_links (Survey *self)
{
  const AskQuestion *question = self->guess->question;

  for (guint m = 0; m < question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (question, m);
      float used = 1 - ask_guess_unused (self->guess, m);

      if (mention->has_number)
        continue;
      for (guint l = 0; l < mention->links->len; l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);
          guint entity = ask_domain_attribute (question->domain, link->attribute)->entity;
          float sure = (float) link->score * used;

          self->links[link->attribute] = MAX (self->links[link->attribute], sure);
          self->entity_links[entity] = MAX (self->entity_links[entity], sure);
        }
    }
}

static void
survey_clear (Survey *self)
{
  for (guint a = 0; a < self->n_attributes; a++)
    g_free (self->joined[a]);
  g_free (self->joined);
  g_free (self->scores);
  g_free (self->sorted);
  g_free (self->entity_scores);
  g_free (self->entity_best);
  g_free (self->links);
  g_free (self->entity_links);
  g_free (self->spans);
  g_hash_table_unref (self->named_alike);
}

static void
survey_init (Survey *self, AskGuess *guess)
{
  self->guess = guess;
  self->n_attributes = guess->domain->attributes->len;
  self->n_entities = guess->domain->entities->len;
  self->scores = g_new0 (float, self->n_attributes + 1);
  self->sorted = g_new0 (float, self->n_attributes + 1);
  self->links = g_new0 (float, self->n_attributes + 1);
  self->joined = g_new0 (char *, self->n_attributes + 1);
  self->entity_scores = g_new0 (float, self->n_entities + 1);
  self->entity_best = g_new0 (float, self->n_entities + 1);
  self->entity_links = g_new0 (float, self->n_entities + 1);
  self->spans = g_new0 (float, guess->question->tokens->len + 1);
  self->named_alike = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  survey_names (self);
  survey_links (self);
}

/* How many names fit at least as well, and how many better. */
static void
find_rank (const Survey *self, float score, guint *better, guint *as_good)
{
  *better = 0;
  while (*better < self->n_attributes && self->sorted[*better] > score)
    ++*better;
  *as_good = *better;
  while (*as_good < self->n_attributes && self->sorted[*as_good] >= score)
    ++*as_good;
}

static void
put_match (Survey *self, guint a, float **out)
{
  const AskQuestion *question = self->guess->question;
  const AskDomainAttribute *attribute = ask_domain_attribute (question->domain, a);
  const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, a);
  const AskNameMatch *entity = &g_array_index (question->entities, AskNameMatch, attribute->entity);
  float n = (float) MAX (question->tokens->len, 1);
  float covered = 0;
  float to_entity = 40;
  guint better;
  guint as_good;

  if (match->met <= 0)
    {
      const float none[] = { 0,
                             0,
                             0,
                             (float) g_strv_length (attribute->stems),
                             -1,
                             0,
                             0,
                             (float) self->n_attributes,
                             (float) self->n_attributes,
                             30,
                             40,
                             40 };

      for (guint i = 0; i < G_N_ELEMENTS (none); i++)
        ASK_PUT (none[i]);
      return;
    }
  for (guint t = match->first; t < match->last; t++)
    covered = MAX (covered, self->spans[t]);
  for (guint t = 0; t < question->tokens->len; t++)
    {
      AskMark mark = g_array_index (question->marks, AskMark, t);

      if (mark == ASK_MARK_ENTITY || mark == ASK_MARK_ENTITY_INSIDE)
        to_entity = MIN (to_entity, fabsf ((float) match->first - (float) t));
    }
  find_rank (self, self->scores[a], &better, &as_good);
  ASK_PUT (match->score);
  ASK_PUT (match->exact);
  ASK_PUT (match->met);
  ASK_PUT (match->n_words);
  ASK_PUT (match->first / n);
  ASK_PUT (match->last - match->first);
  ASK_PUT (covered - (float) match->met - (match->exact ? 0.5f : 0));
  ASK_PUT (better);
  ASK_PUT (as_good);
  ASK_PUT (entity->met > 0 ? fabsf ((float) match->first - (float) entity->first) : 30);
  ASK_PUT (entity->met > 0 ? (float) match->first - (float) entity->first : 40);
  ASK_PUT (to_entity);
}

static void
put_entity (Survey *self, const AskDomainAttribute *attribute, float **out)
{
  const AskQuestion *question = self->guess->question;
  const AskNameMatch *entity = &g_array_index (question->entities, AskNameMatch, attribute->entity);
  float score = self->entity_scores[attribute->entity];
  float most = 0;
  float other = 0;

  for (guint e = 0; e < self->n_entities; e++)
    {
      most = MAX (most, self->entity_scores[e]);
      if (e != attribute->entity)
        other = MAX (other, self->entity_scores[e]);
    }
  ASK_PUT (score);
  ASK_PUT (entity->exact);
  ASK_PUT (entity->met > 0 ? (float) entity->first / (float) MAX (question->tokens->len, 1) : -1);
  ASK_PUT (most - score);
  ASK_PUT (self->entity_best[attribute->entity]);
  ASK_PUT (self->n_entities);
  ASK_PUT (score - other);
}

static guint
count_shared (char **a, char **b)
{
  guint n = 0;

  for (guint i = 0; a[i] != NULL; i++)
    n += ask_domain_words_have (b, a[i]);
  return n;
}

static void
put_nature (Survey *self, guint a, float **out)
{
  const AskDomainAttribute *attribute = ask_domain_attribute (self->guess->domain, a);
  const AskDomainEntity *entity = ask_domain_entity (self->guess->domain, attribute->entity);
  GArray *alike = g_hash_table_lookup (self->named_alike, self->joined[a]);
  gboolean named = ask_domain_words_have (attribute->stems, "name") || ask_domain_words_have (attribute->stems, "titl");
  guint n_stems = g_strv_length (attribute->stems);

  ASK_PUT (attribute->kind);
  ASK_PUT (attribute->numeric);
  ASK_PUT (attribute->key);
  ASK_PUT (attribute->foreign);
  ASK_PUT (attribute->joins);
  ASK_PUT (MIN (9, attribute->place));
  ASK_PUT (entity->n_attributes);
  ASK_PUT (ask_guess_distinct_share (self->guess->domain, a));
  ASK_PUT (MIN (5, entity->n_rows));
  ASK_PUT (alike->len);
  ASK_PUT (named);
  ASK_PUT (named && n_stems == 1);
  ASK_PUT (ask_domain_words_have (attribute->stems, "id"));
  ASK_PUT (ask_domain_words_have (attribute->stems, "date") || ask_domain_words_have (attribute->stems, "year")
           || ask_domain_words_have (attribute->stems, "time"));
  ASK_PUT (n_stems);
  ASK_PUT (count_shared (attribute->stems, entity->stems));
}

/* How much better an entity's name fits whose attribute has the same name. */
static float
find_rival (Survey *self, guint a)
{
  GArray *alike = g_hash_table_lookup (self->named_alike, self->joined[a]);
  guint own = ask_domain_attribute (self->guess->domain, a)->entity;
  float most = -1;

  if (alike->len < 2)
    return -2;
  for (guint i = 0; i < alike->len; i++)
    {
      guint other = g_array_index (alike, guint, i);

      if (other != a)
        most = MAX (most, self->entity_scores[ask_domain_attribute (self->guess->domain, other)->entity]);
    }
  return most - self->entity_scores[own];
}

/**
 * ask_guess_attribute_features:
 * @self: with words, context and parts
 *
 * Returns: (transfer full): %ASK_N_ATTRIBUTE_FEATURES for each attribute
 */
float *
ask_guess_attribute_features (AskGuess *self)
{
  guint n = self->domain->attributes->len;
  float *features = g_new0 (float, (gsize) MAX (n, 1) * ASK_N_ATTRIBUTE_FEATURES);
  Survey survey = { NULL };

  survey_init (&survey, self);
  for (guint a = 0; a < n; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);
      float *row = features + (gsize) a * ASK_N_ATTRIBUTE_FEATURES;
      float *next = row;
      float **out = &next;

      put_match (&survey, a, out);
      for (guint r = 0; r < ASK_N_CONTEXT_ROLES; r++)
        ASK_PUT (self->roles[a][r]);
      ASK_PUT (self->lexicon[a]);
      ASK_PUT (self->lexicon_at[a] >= 0 ? (float) self->lexicon_at[a] / (float) MAX (self->question->tokens->len, 1)
                                        : -1);
      put_entity (&survey, attribute, out);
      put_nature (&survey, a, out);
      ASK_PUT (survey.links[a]);
      ASK_PUT (survey.entity_links[attribute->entity]);
      ASK_PUT (survey.sorted[0] - survey.scores[a]);
      for (guint f = 0; f < ASK_N_FLAGS; f++)
        ASK_PUT (self->flags[f]);
      ASK_PUT (find_rival (&survey, a));
      ASK_PUT (attribute->required);
      ASK_PUT (attribute->n_distinct);
      ASK_PUT (attribute->description[0] != NULL);
      ASK_PUT (self->question->mentions->len);
      ASK_PUT (self->question->tokens->len);
      g_assert (next - row == ASK_N_ATTRIBUTE_FEATURES);
    }
  survey_clear (&survey);
  return features;
}

/**
 * ask_guess_attributes:
 * @self: with words, context and parts
 *
 * Guesses each attribute's roles.
 */
void
ask_guess_attributes (AskGuess *self)
{
  g_autofree float *features = ask_guess_attribute_features (self);

  for (guint r = 0; r < ASK_N_GUESS_ROLES; r++)
    {
      g_autofree char *name = g_strconcat ("attribute.", ask_guess_role_name (r), NULL);
      const AskTrees *trees = ask_weights_get_trees (self->weights, name);

      for (guint a = 0; a < self->domain->attributes->len; a++)
        self->attributes[a][r] = ask_trees_apply (trees, features + (gsize) a * ASK_N_ATTRIBUTE_FEATURES);
    }
}

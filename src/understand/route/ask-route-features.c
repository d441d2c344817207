/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The features of a source before a question: which of the question's words it has, where, how many of them one
 * entity has, which values, and how near earlier questions are. Words are bits, so that sets of them are cheap.
 */
#include "config.h"

#include "understand/route/ask-route-sight.h"

#include <math.h>
#include <string.h>

/* How near each earlier question is to words or phrases: the cosine of the two. */
static float *
compare_questions (const AskRouteScene *self, AskRouteField field, GArray *hashes)
{
  const AskRouteIndex *index = self->index;
  float *near = g_new0 (float, index->questions->len + 1);
  double norm = 0;

  for (guint h = 0; h < hashes->len; h++)
    {
      AskRoutePostings found = ask_route_index_find (index, field, g_array_index (hashes, guint64, h));
      double weight = log ((index->questions->len + 1.0) / MAX (found.n, 1));

      norm += weight * weight;
      /* What a third of all questions have tells nothing. */
      for (guint i = 0; i < found.n && found.n <= 3 + index->questions->len / 3; i++)
        near[found.first[i]] += (float) (weight * weight);
    }
  for (guint q = 0; q < index->questions->len; q++)
    if (near[q] > 0)
      {
        const AskRouteEarlier *question = ask_route_index_question (index, q);

        near[q]
          /= (float) sqrt (norm) * (field == ASK_ROUTE_IN_PHRASE ? question->phrase_norm : question->norm) + 1e-6F;
      }
  return near;
}

static float *
compare_words (const AskRouteScene *self)
{
  g_autoptr (GArray) hashes = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint w = 0; w < self->words->len; w++)
    g_array_append_val (hashes, ask_route_scene_word (self, w)->forms[0].hash);
  return compare_questions (self, ASK_ROUTE_IN_QUESTION, hashes);
}

/*
 * ask_route_scene_find_near:
 *
 * Returns: (transfer full): how near the nearest earlier question of each source is, 0 to 1
 */
float *
ask_route_scene_find_near (const AskRouteScene *self)
{
  float *nearest = g_new0 (float, self->index->sources->len + 1);

  if (self->index->questions->len > 0)
    {
      g_autofree float *near = compare_words (self);

      for (guint q = 0; q < self->index->questions->len; q++)
        {
          guint source = ask_route_index_question (self->index, q)->source;

          nearest[source] = MAX (nearest[source], near[q]);
        }
    }
  return nearest;
}

static void
meet (AskRouteSight *sight, guint word, const AskRouteForm *form, guint64 *where)
{
  *where |= ASK_ROUTE_BIT (word);
  sight->factors[word] = MAX (sight->factors[word], form->factor);
  if (form->factor >= 1)
    sight->exact |= ASK_ROUTE_BIT (word);
}

static void
see_form (AskRouteSight *sight, guint w, const AskRouteForm *form, guint id)
{
  const AskRouteSource *source = sight->source;
  AskRoutePostings found;

  if (ask_route_postings_within (form->found[ASK_ROUTE_IN_SOURCE], id, 1).n > 0)
    meet (sight, w, form, &sight->in_source);
  if (ask_route_postings_within (form->found[ASK_ROUTE_IN_ABOUT], id, 1).n > 0)
    meet (sight, w, form, &sight->in_text);
  found = ask_route_postings_within (form->found[ASK_ROUTE_IN_ENTITY], source->first_entity, source->n_entities);
  for (guint i = 0; i < found.n; i++)
    {
      meet (sight, w, form, &sight->in_entity);
      sight->entities[found.first[i] - source->first_entity] |= ASK_ROUTE_BIT (w);
    }
  found = ask_route_postings_within (form->found[ASK_ROUTE_IN_TEXT], source->first_entity, source->n_entities);
  for (guint i = 0; i < found.n; i++)
    {
      meet (sight, w, form, &sight->in_text);
      sight->within[found.first[i] - source->first_entity] |= ASK_ROUTE_BIT (w);
    }
  found
    = ask_route_postings_within (form->found[ASK_ROUTE_IN_ATTRIBUTE], source->first_attribute, source->n_attributes);
  for (guint i = 0; i < found.n; i++)
    {
      meet (sight, w, form, &sight->in_attribute);
      sight->attributes[found.first[i] - source->first_attribute] |= ASK_ROUTE_BIT (w);
    }
  if (form->factor >= 1 && ask_route_postings_within (form->found[ASK_ROUTE_IN_VALUE_WORD], id, 1).n > 0)
    sight->in_value_word |= ASK_ROUTE_BIT (w);
}

/* Whether the question names, beside the value, the attribute or the entity where it stands. */
static gboolean
is_named (const AskRouteSight *sight, const AskRouteSpan *span, AskRoutePostings found)
{
  for (guint i = 0; i < found.n; i++)
    {
      guint attribute = found.first[i];
      guint entity = ask_route_index_attribute (sight->scene->index, attribute)->entity;

      if ((sight->attributes[attribute - sight->source->first_attribute]
           | sight->entities[entity - sight->source->first_entity])
          & ~span->words)
        return TRUE;
    }
  return FALSE;
}

/* Returns: the weight of the values met; @numbers: of those that are numbers */
static double
see_spans (AskRouteSight *sight, double *numbers, float *features)
{
  const AskRouteSource *source = sight->source;
  double values = 0;

  for (guint s = 0; s < sight->scene->spans->len; s++)
    {
      const AskRouteSpan *span = ask_route_scene_span (sight->scene, s);
      AskRoutePostings found = ask_route_postings_within (span->found, source->first_attribute, source->n_attributes);

      if (found.n == 0)
        continue;
      if (span->number)
        *numbers += span->rarity;
      else
        values += span->rarity * (span->n > 1 ? 1.5 : 1);
      sight->in_value |= span->words;
      for (guint i = 0; i < found.n; i++)
        sight->values[found.first[i] - source->first_attribute] |= span->words;
      if (is_named (sight, span, found))
        features[ASK_ROUTE_VALUES_NAMED] += (float) (span->rarity * (span->number ? 0.3 : 1));
    }
  return values;
}

static guint
count_bits (guint64 bits)
{
  return (guint) __builtin_popcountll (bits);
}

/**
 * ask_route_sight_cover:
 * @sight: a source seen from a question
 * @words: bits of words
 *
 * Returns: the share of the question's weight that @words are, each as well as it was met
 */
double
ask_route_sight_cover (const AskRouteSight *sight, guint64 words)
{
  double sum = 0;

  for (guint w = 0; w < sight->scene->words->len; w++)
    if (words & ASK_ROUTE_BIT (w))
      sum += ask_route_scene_word (sight->scene, w)->weight * MAX (sight->factors[w], 0.5F);
  return sum / MAX (sight->scene->total, 0.01);
}

/* The most that one entity has, then what a second and a third add to it. */
static void
measure_entities (AskRouteSight *sight, float *features)
{
  guint64 have = 0;

  for (guint turn = 0; turn < 3; turn++)
    {
      double most = 0;
      guint64 best = 0;
      guint centre = 0;

      for (guint e = 0; e < sight->source->n_entities; e++)
        {
          guint64 more = sight->within[e] & ~have;
          double sum;

          if (more == 0)
            continue;
          sum = ask_route_sight_cover (sight, more) + 0.5 * ask_route_sight_cover (sight, sight->entities[e] & ~have);
          if (sum > most)
            {
              most = sum;
              best = more;
              centre = e;
            }
        }
      if (turn == 0 && most > 0)
        {
          const AskRouteEntity *entity
            = ask_route_index_entity (sight->scene->index, sight->source->first_entity + centre);

          features[ASK_ROUTE_CENTRE_SHARE]
            = (float) entity->n_attributes / (float) MAX (sight->source->n_attributes, 1);
          features[ASK_ROUTE_CENTRE_PLACE] = (float) centre / (float) sight->source->n_entities;
        }
      features[ASK_ROUTE_BEST_ENTITY + turn] = (float) most;
      have |= best;
    }
}

/* Each word of @met stands in a name of @n_words; the name of which the most was met counts for it. */
static void
note_share (float *shares, guint64 met, guint n_words)
{
  float share = MIN (1, (float) count_bits (met) / (float) MAX (n_words, 1));

  for (; met != 0; met &= met - 1)
    {
      guint word = (guint) __builtin_ctzll (met);

      shares[word] = MAX (shares[word], share);
    }
}

static void
complete_words (const AskRouteSight *sight, const float *entities, const float *attributes, float *features)
{
  for (guint w = 0; w < sight->scene->words->len; w++)
    {
      double weight = ask_route_scene_word (sight->scene, w)->weight * MAX (sight->factors[w], 0.5F)
                      / MAX (sight->scene->total, 0.01);

      features[ASK_ROUTE_COMPLETE_ENTITIES] += (float) weight * entities[w];
      features[ASK_ROUTE_COMPLETE_ATTRIBUTES] += (float) weight * attributes[w];
      features[ASK_ROUTE_COMPLETE_NAMES] += (float) weight * MAX (entities[w], attributes[w]);
    }
}

/* The first word that is more than the form of a question. */
static guint
get_first (const AskRouteScene *self)
{
  for (guint w = 0; w < self->words->len; w++)
    if (ask_route_scene_word (self, w)->weight >= 0.25)
      return w;
  return 0;
}

static void
measure_names (AskRouteSight *sight, float *features)
{
  const AskRouteIndex *index = sight->scene->index;
  guint64 full_entities = 0, full_attributes = 0, pairs = 0;
  float entity_shares[ASK_ROUTE_MAX_WORDS] = { 0 }, attribute_shares[ASK_ROUTE_MAX_WORDS] = { 0 };
  double complete = 0;

  for (guint e = 0; e < sight->source->n_entities; e++)
    {
      guint n_words = MAX (ask_route_index_entity (index, sight->source->first_entity + e)->n_words, 1);
      guint64 met = sight->entities[e];

      sight->within[e] |= met;
      if (met == 0)
        continue;
      note_share (entity_shares, met, n_words);
      complete = MAX (complete, ask_route_sight_cover (sight, met) * MIN (1, (double) count_bits (met) / n_words));
      if (count_bits (met) >= n_words)
        full_entities |= met;
      pairs |= met & (met >> 1);
    }
  for (guint a = 0; a < sight->source->n_attributes; a++)
    {
      const AskRouteAttribute *attribute = ask_route_index_attribute (index, sight->source->first_attribute + a);
      guint64 met = sight->attributes[a];

      sight->within[attribute->entity - sight->source->first_entity] |= met | sight->values[a];
      if (met == 0)
        continue;
      note_share (attribute_shares, met, attribute->n_words);
      if (count_bits (met) >= attribute->n_words)
        full_attributes |= met;
      pairs |= met & (met >> 1);
    }
  complete_words (sight, entity_shares, attribute_shares, features);
  features[ASK_ROUTE_FIRST_OF_ENTITY] = entity_shares[get_first (sight->scene)];
  features[ASK_ROUTE_FIRST_OF_ATTRIBUTE] = attribute_shares[get_first (sight->scene)];
  features[ASK_ROUTE_COVER_ENTITY_FULL] = (float) ask_route_sight_cover (sight, full_entities);
  features[ASK_ROUTE_COVER_ATTRIBUTE_FULL] = (float) ask_route_sight_cover (sight, full_attributes);
  features[ASK_ROUTE_PAIRS] = (float) ask_route_sight_cover (sight, pairs);
  features[ASK_ROUTE_COMPLETE_ENTITY] = (float) complete;
}

static double
get_uncovered (const AskRouteScene *scene, guint64 covered)
{
  double most = 0;

  for (guint w = 0; w < scene->words->len; w++)
    if (!(covered & ASK_ROUTE_BIT (w)))
      most = MAX (most, ask_route_scene_word (scene, w)->weight);
  return most;
}

static double
get_bm25 (const AskRouteSight *sight)
{
  double sum = 0;

  for (guint w = 0; w < sight->scene->words->len; w++)
    {
      double tf = 3.0 * !!(sight->in_entity & ASK_ROUTE_BIT (w)) + 1.5 * !!(sight->in_attribute & ASK_ROUTE_BIT (w))
                  + 2.0 * !!(sight->in_source & ASK_ROUTE_BIT (w)) + 1.0 * !!(sight->in_text & ASK_ROUTE_BIT (w))
                  + 2.5 * !!(sight->in_value & ASK_ROUTE_BIT (w)) + 0.7 * !!(sight->in_value_word & ASK_ROUTE_BIT (w));
      double length = 0.7 + 0.3 * sqrt (sight->source->n_attributes / 30.0);

      sum += ask_route_scene_word (sight->scene, w)->weight * tf / (tf + length);
    }
  return sum;
}

static void
measure_literals (const AskRouteSight *sight, guint64 names, float *features)
{
  double plain = 0, literals = 0, plain_met = 0, literals_met = 0;

  for (guint w = 0; w < sight->scene->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (sight->scene, w);

      if (word->literal)
        {
          literals += word->weight;
          literals_met += (sight->in_value | sight->in_value_word) & ASK_ROUTE_BIT (w) ? word->weight : 0;
        }
      else
        {
          plain += word->weight;
          plain_met += names & ASK_ROUTE_BIT (w) ? word->weight * sight->factors[w] : 0;
        }
    }
  features[ASK_ROUTE_COVER_PLAIN] = (float) (plain_met / MAX (plain, 0.01));
  features[ASK_ROUTE_COVER_LITERALS] = (float) (literals_met / MAX (literals, 0.01));
}

static void
measure_candidate (const AskRouteScene *self, AskRouteCandidate *candidate)
{
  const AskRouteSource *source = ask_route_index_source (self->index, candidate->source);
  g_autofree guint64 *entities = g_new0 (guint64, source->n_entities + 1);
  g_autofree guint64 *within = g_new0 (guint64, source->n_entities + 1);
  g_autofree guint64 *attributes = g_new0 (guint64, source->n_attributes + 1);
  g_autofree guint64 *values = g_new0 (guint64, source->n_attributes + 1);
  AskRouteSight sight = { self, source, entities, attributes, values, within, 0, 0, 0, 0, 0, 0, 0, { 0 } };
  float *features = candidate->features;
  guint64 names, plain = 0;
  double numbers = 0;
  guint n_met = 0, first;

  for (guint w = 0; w < self->words->len; w++)
    for (guint f = 0; f < ask_route_scene_word (self, w)->n_forms; f++)
      see_form (&sight, w, &ask_route_scene_word (self, w)->forms[f], candidate->source);
  features[ASK_ROUTE_VALUES] = (float) see_spans (&sight, &numbers, features);
  features[ASK_ROUTE_NUMBERS] = (float) numbers;
  for (guint w = 0; w < self->words->len; w++)
    if ((sight.in_value | sight.in_value_word) & ASK_ROUTE_BIT (w))
      sight.factors[w] = MAX (sight.factors[w], sight.in_value & ASK_ROUTE_BIT (w) ? 1 : 0.7F);
  names = sight.in_source | sight.in_text | sight.in_entity | sight.in_attribute;
  candidate->covered = names | sight.in_value | sight.in_value_word;
  measure_names (&sight, features);
  measure_entities (&sight, features);
  ask_route_sight_see_group (&sight, features);
  ask_route_sight_see_fit (&sight, features);
  features[ASK_ROUTE_COVER_ANY] = (float) ask_route_sight_cover (&sight, candidate->covered);
  features[ASK_ROUTE_COVER_EXACT] = (float) ask_route_sight_cover (&sight, sight.exact | sight.in_value);
  features[ASK_ROUTE_COVER_NAMES] = (float) ask_route_sight_cover (&sight, names);
  features[ASK_ROUTE_COVER_ENTITY] = (float) ask_route_sight_cover (&sight, sight.in_entity);
  features[ASK_ROUTE_COVER_ATTRIBUTE] = (float) ask_route_sight_cover (&sight, sight.in_attribute);
  features[ASK_ROUTE_COVER_SOURCE] = (float) ask_route_sight_cover (&sight, sight.in_source);
  features[ASK_ROUTE_COVER_TEXT] = (float) ask_route_sight_cover (&sight, sight.in_text);
  features[ASK_ROUTE_COVER_VALUE] = (float) ask_route_sight_cover (&sight, sight.in_value);
  features[ASK_ROUTE_COVER_VALUE_WORD] = (float) ask_route_sight_cover (&sight, sight.in_value_word);
  features[ASK_ROUTE_UNCOVERED_MOST] = (float) get_uncovered (self, candidate->covered);
  measure_literals (&sight, names, features);
  first = get_first (self);
  features[ASK_ROUTE_FIRST_WORD] = (candidate->covered >> first) & 1;
  features[ASK_ROUTE_FIRST_ENTITY] = (sight.in_entity >> first) & 1;
  features[ASK_ROUTE_HAS_VALUES] = (float) log (1.0 + source->n_values);
  plain = candidate->covered;
  features[ASK_ROUTE_PLAIN_COVER] = (float) count_bits (plain) / (float) MAX (self->words->len, 1);
  features[ASK_ROUTE_BM25] = (float) get_bm25 (&sight);
  for (guint a = 0; a < source->n_attributes; a++)
    n_met += attributes[a] != 0;
  features[ASK_ROUTE_N_ENTITIES] = (float) source->n_entities;
  features[ASK_ROUTE_SIZE] = (float) log (1.0 + source->n_attributes);
  features[ASK_ROUTE_BREADTH] = (float) n_met / (float) (source->n_attributes + 1);
}

/* Of the weight of the question's words, the most that one earlier question of a source has. */
static void
measure_content (AskRouteScene *self, const guint *places)
{
  g_autofree float *content = g_new0 (float, self->index->questions->len + 1);

  for (guint w = 0; w < self->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (self, w);
      AskRoutePostings found = word->forms[0].found[ASK_ROUTE_IN_QUESTION];

      for (guint i = 0; i < found.n; i++)
        content[found.first[i]] += (float) (word->weight / MAX (self->total, 0.01));
    }
  for (guint q = 0; q < self->index->questions->len; q++)
    {
      guint place = places[ask_route_index_question (self->index, q)->source];

      if (place > 0)
        {
          float *nearest = &ask_route_scene_candidate (self, place - 1)->features[ASK_ROUTE_NEAREST_CONTENT];

          *nearest = MAX (*nearest, content[q]);
        }
    }
}

static void
count_by_candidate (const AskRouteScene *self, AskRoutePostings questions, const guint *places, guint *counts)
{
  memset (counts, 0, ASK_ROUTE_MAX_CANDIDATES * sizeof *counts);
  for (guint i = 0; i < questions.n; i++)
    {
      guint question = questions.first[i];
      guint place = places[ask_route_index_question (self->index, question)->source];

      if (place > 0)
        counts[place - 1]++;
    }
}

/* What earlier questions say of each candidate. */
static void
measure_questions (AskRouteScene *self)
{
  const AskRouteIndex *index = self->index;
  g_autofree float *near = compare_words (self);
  g_autofree float *near_phrases = NULL;
  g_autofree guint *places = g_new0 (guint, index->sources->len + 1); /* 1 + the candidate */
  g_autoptr (GArray) phrases = NULL;
  guint counts[ASK_ROUTE_MAX_CANDIDATES];

  phrases = ask_route_phrases (self->stems);
  near_phrases = compare_questions (self, ASK_ROUTE_IN_PHRASE, phrases);
  for (guint c = 0; c < self->candidates->len; c++)
    places[ask_route_scene_candidate (self, c)->source] = c + 1;
  measure_content (self, places);
  for (guint q = 0; q < index->questions->len; q++)
    {
      guint place = places[ask_route_index_question (index, q)->source];
      float *features;

      if (place == 0 || near_phrases[q] <= 0)
        continue;
      features = ask_route_scene_candidate (self, place - 1)->features;
      features[ASK_ROUTE_NEAR_PHRASES_SUM] += near_phrases[q] * near_phrases[q] * near_phrases[q];
      features[ASK_ROUTE_NEAREST_PHRASES] = MAX (features[ASK_ROUTE_NEAREST_PHRASES], near_phrases[q]);
      features[ASK_ROUTE_NEAR_SUM] += near[q] * near[q] * near[q];
      if (near[q] > features[ASK_ROUTE_NEAREST])
        {
          features[ASK_ROUTE_SECOND_NEAREST] = features[ASK_ROUTE_NEAREST];
          features[ASK_ROUTE_NEAREST] = near[q];
        }
      else
        features[ASK_ROUTE_SECOND_NEAREST] = MAX (features[ASK_ROUTE_SECOND_NEAREST], near[q]);
    }
  for (guint w = 0; w < self->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (self, w);

      count_by_candidate (self, word->forms[0].found[ASK_ROUTE_IN_QUESTION], places, counts);
      for (guint c = 0; c < self->candidates->len; c++)
        ask_route_scene_candidate (self, c)->features[ASK_ROUTE_COVER_QUESTIONS]
          += (float) (counts[c] > 0 ? word->weight / self->total : 0);
    }
  for (guint p = 0; p < phrases->len; p++)
    {
      AskRoutePostings found = ask_route_index_find (index, ASK_ROUTE_IN_PHRASE, g_array_index (phrases, guint64, p));
      double usual = (found.n + 0.5) / (index->questions->len + 1);

      if (found.n == 0)
        continue;
      count_by_candidate (self, found, places, counts);
      for (guint c = 0; c < self->candidates->len; c++)
        {
          AskRouteCandidate *candidate = ask_route_scene_candidate (self, c);
          double n = ask_route_index_source (index, candidate->source)->n_questions;

          /* How much likelier it is in this source's questions than in all. */
          candidate->features[p % 2 == 0 ? ASK_ROUTE_LIKELIHOOD : ASK_ROUTE_PHRASES]
            += (float) log ((counts[c] / usual + 3) / (n + 3));
        }
    }
}

/*
 * ask_route_scene_measure:
 *
 * Fills in the features of each candidate by itself.
 */
void
ask_route_scene_measure (AskRouteScene *self)
{
  for (guint c = 0; c < self->candidates->len; c++)
    measure_candidate (self, ask_route_scene_candidate (self, c));
  if (self->index->questions->len > 0)
    measure_questions (self);
  if (self->like != NULL)
    ask_route_scene_see_like (self);
}

/**
 * ask_route_scene_compare:
 * @self: a scene whose candidates have their own features
 *
 * Fills in how much more or less each candidate has than the best of the others.
 */
void
ask_route_scene_compare (AskRouteScene *self)
{
  guint n_earlier = self->index->questions->len;
  guint n_literals = 0;
  double unknown = 0, most_unknown = 0;

  for (guint w = 0; w < self->words->len; w++)
    {
      const AskRouteWord *word = ask_route_scene_word (self, w);
      double weight = word->weight;

      n_literals += word->literal;
      for (guint c = 0; c < self->candidates->len && weight > 0; c++)
        if (ask_route_scene_candidate (self, c)->covered & ASK_ROUTE_BIT (w))
          weight = 0;
      unknown += weight;
      most_unknown = MAX (most_unknown, weight);
    }
  for (guint f = 0; f < ASK_ROUTE_N_OWN; f++)
    {
      float most = -G_MAXFLOAT, second = -G_MAXFLOAT;

      for (guint c = 0; c < self->candidates->len; c++)
        {
          float value = ask_route_scene_candidate (self, c)->features[f];

          if (value > most)
            {
              second = most;
              most = value;
            }
          else
            second = MAX (second, value);
        }
      for (guint c = 0; c < self->candidates->len; c++)
        {
          float *features = ask_route_scene_candidate (self, c)->features;

          features[ASK_ROUTE_N_OWN + f] = self->candidates->len == 1 ? 0
                                          : features[f] >= most      ? most - second
                                                                     : features[f] - most;
        }
    }
  for (guint c = 0; c < self->candidates->len; c++)
    {
      float *features = ask_route_scene_candidate (self, c)->features + 2 * ASK_ROUTE_N_OWN;

      features[0] = n_earlier > 0;
      features[1] = (float) self->words->len;
      features[2] = (float) self->total;
      features[3] = (float) n_literals;
      features[4] = (float) unknown;
      features[5] = (float) most_unknown;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What each entity is worth for a question: by words of its names, by whole names, and by the values that it holds.
 */
#include "config.h"

#include "understand/select/ask-select-private.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/link/ask-wordnet.h"

#define SYNONYM 0.6
#define LEARNED 0.7
#define BEGINNING 0.5
/* A name all of whose words are met is worth so much more. */
#define WHOLE_ENTITY 1.5
#define WHOLE_ATTRIBUTE 0.6
#define VALUE 1.2
#define PART_OF_VALUE 0.4
#define MAX_SPAN 6
/* Entities whose names are compared whole, of those that have a word of the question. */
#define MAX_CLOSE 400

static double
get_rarity (const AskSelector *self, guint n)
{
  return log ((self->domain->entities->len + 1.0) / MAX (n, 1)) + 0.1;
}

static void
add_word (AskSelectSearch *self, guint token, guint64 hash, double factor)
{
  const GArray *found = g_hash_table_lookup (self->selector->postings, &hash);
  AskSelectWord word = { token, hash, factor, 0 };

  if (found == NULL)
    return;
  word.rarity = get_rarity (self->selector, found->len);
  g_array_append_val (self->words, word);
  g_hash_table_add (self->known, g_memdup2 (&hash, sizeof hash));
}

/* Longer and shorter forms of what no name has as it is: "nation", "nationality". */
static void
add_alike (AskSelectSearch *self, guint token, const char *stem, double factor)
{
  GPtrArray *vocabulary = self->selector->vocabulary;
  guint low = 0;

  for (guint high = vocabulary->len; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (strcmp (vocabulary->pdata[middle], stem) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  for (guint i = low; i < vocabulary->len && i < low + 5 && g_str_has_prefix (vocabulary->pdata[i], stem); i++)
    add_word (self, token, ask_route_hash (vocabulary->pdata[i]), factor);
  for (guint i = low; i > 0 && low - i < 20 && strncmp (vocabulary->pdata[i - 1], stem, 3) == 0; i--)
    if (strlen (vocabulary->pdata[i - 1]) >= 4 && g_str_has_prefix (stem, vocabulary->pdata[i - 1]))
      add_word (self, token, ask_route_hash (vocabulary->pdata[i - 1]), factor);
}

/* All that a stem of the question may stand for. */
static void
add_stem (AskSelectSearch *self, guint token, const char *stem)
{
  const AskRouteLexicon *lexicon = ask_route_model_get_default ()->lexicon;
  const double *weight = g_hash_table_lookup (lexicon->weights, stem);
  const GArray *forms = g_hash_table_lookup (lexicon->forms, stem);
  g_autoptr (GHashTable) synonyms = ask_wordnet_synonyms (stem);
  double factor = weight != NULL ? MAX (*weight, 0.05) : 1;
  guint n_before = self->words->len;
  GHashTableIter iter;
  gpointer synonym;

  add_word (self, token, ask_route_hash (stem), factor);
  for (guint i = 0; forms != NULL && i < forms->len; i++)
    {
      const AskRouteForm *form = &g_array_index (forms, AskRouteForm, i);

      add_word (self, token, form->hash, factor * form->factor * LEARNED);
    }
  if (synonyms != NULL)
    {
      g_hash_table_iter_init (&iter, synonyms);
      while (g_hash_table_iter_next (&iter, &synonym, NULL))
        add_word (self, token, ask_route_hash (synonym), factor * SYNONYM);
    }
  if (self->words->len == n_before && strlen (stem) >= 4)
    add_alike (self, token, stem, factor * BEGINNING);
}

static void
read_words (AskSelectSearch *self)
{
  for (guint k = 0; k < self->question->tokens->len; k++)
    {
      const AskToken *token = ask_question_token (self->question, k);
      g_autofree char *folded = ask_text_fold (token->surface);
      g_autofree char *own = ask_text_stem (folded);

      if (!token->word || token->stop)
        continue;
      add_stem (self, k, token->stem);
      /* A German word was put into English, and may be a name as it is. */
      if (strcmp (own, token->stem) != 0)
        add_stem (self, k, own);
    }
}

/* Gives an entity what a token is worth there, unless another form of it is worth more. */
static void
give (AskSelectSearch *self, guint entity, guint token, double worth)
{
  if (self->turn[entity] != self->n_turns)
    {
      self->turn[entity] = self->n_turns;
      self->met[entity] = 0;
    }
  if (self->scores[entity] == 0 && self->bits[entity] == 0)
    g_array_append_val (self->touched, entity);
  if (worth > self->met[entity])
    {
      self->scores[entity] += worth - self->met[entity];
      self->met[entity] = worth;
    }
  self->bits[entity] |= G_GUINT64_CONSTANT (1) << MIN (token, 63);
}

static void
score_words (AskSelectSearch *self)
{
  guint token = G_MAXUINT;

  for (guint w = 0; w < self->words->len; w++)
    {
      const AskSelectWord *word = &g_array_index (self->words, AskSelectWord, w);
      const GArray *found = g_hash_table_lookup (self->selector->postings, &word->hash);

      if (word->token != token)
        self->n_turns++;
      token = word->token;
      for (guint i = 0; i < found->len; i++)
        {
          const AskSelectPosting *posting = &g_array_index (found, AskSelectPosting, i);

          give (self, posting->entity, token, word->factor * word->rarity * (double) posting->weight);
        }
    }
}

static guint
count_entities (AskDomain *domain, const GArray *values)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < values->len; i++)
    g_hash_table_add (seen,
                      GUINT_TO_POINTER (
                        ask_domain_attribute (domain, g_array_index (values, AskDomainValue, i).attribute)->entity));
  return g_hash_table_size (seen);
}

static void
score_values (AskSelectSearch *self, const GArray *values, guint token, double factor)
{
  double rarity;

  if (values->len == 0)
    return;
  rarity = get_rarity (self->selector, count_entities (self->selector->domain, values));
  self->n_turns++;
  for (guint i = 0; i < values->len; i++)
    {
      int attribute = g_array_index (values, AskDomainValue, i).attribute;

      give (self, ask_domain_attribute (self->selector->domain, attribute)->entity, token, factor * rarity);
    }
}

/* The longest runs of words that are values begin at @k.
 *
 * Returns: whether the workspace could be read; @n is how many tokens are a value, 0 where none are */
static gboolean
find_span (AskSelectSearch *self, guint k, guint *n, GError **error)
{
  const GArray *tokens = self->question->tokens;

  for (*n = MIN (MAX_SPAN, tokens->len - k); *n > 0; (*n)--)
    {
      const AskToken *first = ask_question_token (self->question, k);
      const AskToken *last = ask_question_token (self->question, k + *n - 1);
      g_autofree char *words = g_strndup (self->question->text + first->start, last->end - first->start);
      g_autofree char *key = last->word ? ask_domain_value_key (words) : NULL;
      g_autoptr (GArray) values = NULL;

      if (key == NULL || (*n == 1 && first->stop && !first->upper && !first->quoted))
        continue;
      values = ask_domain_find_values (self->selector->domain, key, error);
      if (values == NULL)
        return FALSE;
      score_values (self, values, k, VALUE);
      if (values->len > 0)
        return TRUE;
    }
  return TRUE;
}

static gboolean
score_spans (AskSelectSearch *self, GError **error)
{
  guint n = 0;

  for (guint k = 0; k < self->question->tokens->len; k += MAX (n, 1))
    {
      const AskToken *token = ask_question_token (self->question, k);
      g_autoptr (GArray) values = NULL;

      n = 0;
      if (!token->word)
        continue;
      if (!find_span (self, k, &n, error))
        return FALSE;
      if (n > 0 || (!token->quoted && !(token->upper && k > 0)))
        continue;
      values = ask_domain_find_word (self->selector->domain, token->stem, error);
      if (values == NULL)
        return FALSE;
      score_values (self, values, k, PART_OF_VALUE);
    }
  return TRUE;
}

/* The rarities of a name's words if all of them are met, else 0. */
static double
weigh_name (AskSelectSearch *self, char **stems)
{
  double sum = 0;

  for (guint i = 0; stems[i] != NULL; i++)
    {
      guint64 hash = ask_route_hash (stems[i]);
      const GArray *found;

      if (!g_hash_table_contains (self->known, &hash))
        return 0;
      found = g_hash_table_lookup (self->selector->postings, &hash);
      sum += get_rarity (self->selector, found->len);
    }
  return sum;
}

static double
weigh_names (AskSelectSearch *self, char **stems, GPtrArray *synonyms)
{
  double best = weigh_name (self, stems);

  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    best = MAX (best, weigh_name (self, synonyms->pdata[i]));
  return best;
}

static int
compare_scores (gconstpointer a, gconstpointer b, gpointer scores)
{
  guint x = *(const guint *) a, y = *(const guint *) b;
  const double *of = scores;

  if (of[x] != of[y])
    return of[x] < of[y] ? 1 : -1;
  return (x > y) - (x < y);
}

static void
score_whole_names (AskSelectSearch *self)
{
  AskDomain *domain = self->selector->domain;

  g_array_sort_with_data (self->touched, compare_scores, self->scores);
  for (guint i = 0; i < self->touched->len && i < MAX_CLOSE; i++)
    {
      guint e = g_array_index (self->touched, guint, i);
      const AskDomainEntity *entity = ask_domain_entity (domain, e);

      self->scores[e] += WHOLE_ENTITY * weigh_names (self, entity->stems, entity->synonyms);
      for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
        {
          const AskDomainAttribute *attribute = ask_domain_attribute (domain, a);

          self->scores[e] += WHOLE_ATTRIBUTE * weigh_names (self, attribute->stems, attribute->synonyms);
        }
    }
  g_array_sort_with_data (self->touched, compare_scores, self->scores);
}

/*
 * ask_select_list_words:
 *
 * Returns: (transfer full) (element-type utf8): words of the question that @entity answers to
 */
GPtrArray *
ask_select_list_words (const AskSelectSearch *self, guint entity)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint k = 0; k < self->question->tokens->len && k < 63; k++)
    if (self->bits[entity] & (G_GUINT64_CONSTANT (1) << k))
      g_ptr_array_add (words, g_strdup (ask_question_token (self->question, k)->surface));
  return words;
}

/*
 * ask_select_score:
 * @self: with its question
 *
 * Gives each entity that has any word of the question its score; those come to stand in @touched, the best first.
 */
gboolean
ask_select_score (AskSelectSearch *self, GError **error)
{
  read_words (self);
  score_words (self);
  if (!score_spans (self, error))
    return FALSE;
  score_whole_names (self);
  return TRUE;
}

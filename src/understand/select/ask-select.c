/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Selecting entities: an inverted index of a domain's words, a score for each entity that has any word of the
 * question, and what lies between the best on the ways that join them.
 */
#include "config.h"

#include "understand/select/ask-select.h"

#include <math.h>
#include <string.h>

#include "base/ask-text.h"
#include "understand/link/ask-wordnet.h"
#include "understand/route/ask-route-model.h"

/* What a word is worth where it stands. */
#define IN_ENTITY 1.0
#define IN_ATTRIBUTE 0.6
#define IN_DESCRIPTION 0.2
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
/* The best, between which ways are looked for, and how long these may be. */
#define MAX_ENDS 8
#define MAX_STEPS 4
/* Of the places this share is for what has words; bridges come next, then the others. */
#define SHARE_OF_WORDS 0.6

typedef struct
{
  guint entity;
  float weight;
} Posting;

struct _AskSelector
{
  AskDomain *domain;
  AskDomain *nothing; /* of no entities: for reading a question */
  GHashTable *postings; /* guint64 of a stem → GArray of Posting, each entity once */
  GPtrArray *vocabulary; /* all stems of names, in order */
  guint *first; /* of each entity, and one more: where its neighbours begin */
  guint *neighbours;
};

/* A stem of the question.
 * @weight: its rarity, times how little questions of all kinds use it */
typedef struct
{
  guint token;
  guint64 hash;
  double factor;
  double rarity;
} Word;

/* A question before the index.
 * @met: for each entity what it has of the word that is looked at; @turn says of which one
 * @touched: (element-type guint): entities that have any */
typedef struct
{
  AskSelector *selector;
  AskQuestion *question;
  GArray *words;
  GHashTable *known; /* guint64: stems of the question, and what they stand for */
  double *scores;
  double *met;
  guint *turn;
  guint n_turns;
  guint64 *bits; /* of each entity, which tokens it answers to */
  GArray *touched;
} Search;

static void
add_posting (AskSelector *self, const char *stem, guint entity, double weight)
{
  guint64 hash = ask_route_hash (stem);
  GArray *here = g_hash_table_lookup (self->postings, &hash);
  Posting *last;

  if (here == NULL)
    {
      here = g_array_new (FALSE, FALSE, sizeof (Posting));
      g_hash_table_insert (self->postings, g_memdup2 (&hash, sizeof hash), here);
      g_ptr_array_add (self->vocabulary, g_strdup (stem));
    }
  /* Entities come one after the other. */
  last = here->len > 0 ? &g_array_index (here, Posting, here->len - 1) : NULL;
  if (last != NULL && last->entity == entity)
    last->weight = MAX (last->weight, (float) weight);
  else
    g_array_append_val (here, ((Posting) { entity, (float) weight }));
}

static void
add_stems (AskSelector *self, char **stems, guint entity, double weight)
{
  for (guint i = 0; stems[i] != NULL; i++)
    add_posting (self, stems[i], entity, weight);
}

static void
add_names (AskSelector *self, char **stems, GPtrArray *synonyms, guint entity, double weight)
{
  add_stems (self, stems, entity, weight);
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    add_stems (self, synonyms->pdata[i], entity, weight);
}

static void
add_entity (AskSelector *self, guint e)
{
  const AskDomainEntity *entity = ask_domain_entity (self->domain, e);

  add_names (self, entity->stems, entity->synonyms, e, IN_ENTITY);
  add_stems (self, entity->description, e, IN_DESCRIPTION);
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, a);

      add_names (self, attribute->stems, attribute->synonyms, e, IN_ATTRIBUTE);
      add_stems (self, attribute->raw_stems, e, IN_ATTRIBUTE);
      add_stems (self, attribute->description, e, IN_DESCRIPTION);
    }
}

static void
get_ends (AskDomain *domain, guint join, guint *from, guint *to)
{
  *from = ask_domain_attribute (domain, ask_domain_join (domain, join)->from)->entity;
  *to = ask_domain_attribute (domain, ask_domain_join (domain, join)->to)->entity;
}

static void
find_neighbours (AskSelector *self)
{
  guint n = self->domain->entities->len;
  g_autofree guint *at = NULL;
  guint from, to;

  self->first = g_new0 (guint, n + 1);
  for (guint i = 0; i < self->domain->joins->len; i++)
    {
      get_ends (self->domain, i, &from, &to);
      self->first[from + 1]++;
      self->first[to + 1]++;
    }
  for (guint e = 0; e < n; e++)
    self->first[e + 1] += self->first[e];
  self->neighbours = g_new (guint, MAX (self->first[n], 1));
  at = g_memdup2 (self->first, (n + 1) * sizeof *at);
  for (guint i = 0; i < self->domain->joins->len; i++)
    {
      get_ends (self->domain, i, &from, &to);
      self->neighbours[at[from]++] = to;
      self->neighbours[at[to]++] = from;
    }
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * ask_selector_new:
 * @domain: of any size, itself not cut from another; the selector holds a reference
 *
 * Returns: (transfer full): an index of the domain's words
 */
AskSelector *
ask_selector_new (AskDomain *domain)
{
  AskSelector *self;

  g_return_val_if_fail (domain != NULL, NULL);

  self = g_new0 (AskSelector, 1);
  self->domain = ask_domain_ref (domain);
  self->nothing = ask_domain_cut (domain, NULL, 0);
  self->postings = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  self->vocabulary = g_ptr_array_new_with_free_func (g_free);
  for (guint e = 0; e < domain->entities->len; e++)
    add_entity (self, e);
  g_ptr_array_sort (self->vocabulary, compare_texts);
  find_neighbours (self);
  return self;
}

/**
 * ask_selector_free:
 * @self: (transfer full) (nullable): a selector
 */
void
ask_selector_free (AskSelector *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->postings);
  g_ptr_array_unref (self->vocabulary);
  g_free (self->first);
  g_free (self->neighbours);
  ask_domain_unref (self->nothing);
  ask_domain_unref (self->domain);
  g_free (self);
}

static double
get_rarity (const AskSelector *self, guint n)
{
  return log ((self->domain->entities->len + 1.0) / MAX (n, 1)) + 0.1;
}

static void
add_word (Search *self, guint token, guint64 hash, double factor)
{
  const GArray *found = g_hash_table_lookup (self->selector->postings, &hash);
  Word word = { token, hash, factor, 0 };

  if (found == NULL)
    return;
  word.rarity = get_rarity (self->selector, found->len);
  g_array_append_val (self->words, word);
  g_hash_table_add (self->known, g_memdup2 (&hash, sizeof hash));
}

/* Longer and shorter forms of what no name has as it is: "nation", "nationality". */
static void
add_alike (Search *self, guint token, const char *stem, double factor)
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
add_stem (Search *self, guint token, const char *stem)
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
read_words (Search *self)
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
give (Search *self, guint entity, guint token, double worth)
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
score_words (Search *self)
{
  guint token = G_MAXUINT;

  for (guint w = 0; w < self->words->len; w++)
    {
      const Word *word = &g_array_index (self->words, Word, w);
      const GArray *found = g_hash_table_lookup (self->selector->postings, &word->hash);

      if (word->token != token)
        self->n_turns++;
      token = word->token;
      for (guint i = 0; i < found->len; i++)
        {
          const Posting *posting = &g_array_index (found, Posting, i);

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
score_values (Search *self, const GArray *values, guint token, double factor)
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
find_span (Search *self, guint k, guint *n, GError **error)
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
score_spans (Search *self, GError **error)
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
weigh_name (Search *self, char **stems)
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
weigh_names (Search *self, char **stems, GPtrArray *synonyms)
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
score_whole_names (Search *self)
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

static GPtrArray *
list_words (const Search *self, guint entity)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint k = 0; k < self->question->tokens->len && k < 63; k++)
    if (self->bits[entity] & (G_GUINT64_CONSTANT (1) << k))
      g_ptr_array_add (words, g_strdup (ask_question_token (self->question, k)->surface));
  return words;
}

/* What is chosen so far: @taken for each entity, @order as they came. */
typedef struct
{
  gboolean *taken;
  GArray *order;
  guint most;
} Choice;

static void
take (Choice *self, guint entity)
{
  if (self->taken[entity] || self->order->len >= self->most)
    return;
  self->taken[entity] = TRUE;
  g_array_append_val (self->order, entity);
}

/* What lies on the shortest ways from @start to other @ends. */
static void
take_bridges (AskSelector *self, guint start, const gboolean *ends, Choice *choice)
{
  g_autoptr (GHashTable) from = g_hash_table_new (NULL, NULL); /* entity → where it was reached from, + 1 */
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (guint));
  guint begin = 0;

  g_array_append_val (reached, start);
  g_hash_table_insert (from, GUINT_TO_POINTER (start), GUINT_TO_POINTER (start + 1));
  for (guint step = 0; step < MAX_STEPS && begin < reached->len && reached->len < 5000; step++)
    for (guint end = reached->len; begin < end; begin++)
      {
        guint entity = g_array_index (reached, guint, begin);

        for (guint i = self->first[entity]; i < self->first[entity + 1]; i++)
          {
            guint next = self->neighbours[i];

            if (g_hash_table_contains (from, GUINT_TO_POINTER (next)))
              continue;
            g_hash_table_insert (from, GUINT_TO_POINTER (next), GUINT_TO_POINTER (entity + 1));
            g_array_append_val (reached, next);
            for (guint at = ends[next] ? entity : start; at != start;
                 at = GPOINTER_TO_UINT (g_hash_table_lookup (from, GUINT_TO_POINTER (at))) - 1)
              take (choice, at);
          }
      }
}

static void
choose (Search *search, Choice *choice)
{
  AskSelector *self = search->selector;
  const GArray *best = search->touched;
  guint n = (guint) (SHARE_OF_WORDS * choice->most);
  g_autofree gboolean *ends = g_new0 (gboolean, MAX (self->domain->entities->len, 1));

  for (guint i = 0; i < best->len && i < MAX_ENDS; i++)
    ends[g_array_index (best, guint, i)] = TRUE;
  for (guint i = 0; i < best->len && i < MAX (n, 1); i++)
    take (choice, g_array_index (best, guint, i));
  for (guint i = 0; i < best->len && i < MAX_ENDS; i++)
    take_bridges (self, g_array_index (best, guint, i), ends, choice);
  /* What the best one joins may be meant without a word. */
  for (guint i = 0; i < best->len && i < 3; i++)
    for (guint k = self->first[g_array_index (best, guint, i)];
         k < self->first[g_array_index (best, guint, i) + 1] && choice->order->len < choice->most - n / 4; k++)
      take (choice, self->neighbours[k]);
  for (guint i = n; i < best->len; i++)
    take (choice, g_array_index (best, guint, i));
  /* A small domain, or a question without any of its words. */
  for (guint e = 0; e < self->domain->entities->len; e++)
    take (choice, e);
}

static void
selected_clear (gpointer data)
{
  g_ptr_array_unref (((AskSelected *) data)->words);
}

/**
 * ask_selector_find:
 * @self: a selector
 * @question: as it was asked
 * @most: how many entities at most
 * @error: of the workspace, where values could not be looked up
 *
 * Returns: (transfer full) (nullable) (element-type AskSelected): those that the question may need, those with words
 *   of it first; %NULL on error
 */
GArray *
ask_selector_find (AskSelector *self, const char *question, guint most, GError **error)
{
  guint n;
  g_autoptr (AskQuestion) read = NULL;
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (Word));
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree double *scores = NULL;
  g_autofree double *met = NULL;
  g_autofree guint *turn = NULL;
  g_autofree guint64 *bits = NULL;
  g_autofree gboolean *taken = NULL;
  GArray *found;

  g_return_val_if_fail (self != NULL && question != NULL, NULL);

  read = ask_question_new (self->nothing, question, error);
  if (read == NULL)
    return NULL;
  n = MAX (self->domain->entities->len, 1);
  scores = g_new0 (double, n);
  met = g_new0 (double, n);
  turn = g_new0 (guint, n);
  bits = g_new0 (guint64, n);
  taken = g_new0 (gboolean, n);
  Search search = { self, read, words, known, scores, met, turn, 0, bits, touched };
  Choice choice = { taken, order, most };

  read_words (&search);
  score_words (&search);
  if (!score_spans (&search, error))
    return NULL;
  score_whole_names (&search);
  choose (&search, &choice);
  found = g_array_new (FALSE, FALSE, sizeof (AskSelected));
  g_array_set_clear_func (found, selected_clear);
  for (guint i = 0; i < order->len; i++)
    {
      guint entity = g_array_index (order, guint, i);

      g_array_append_val (found, ((AskSelected) { entity, scores[entity], list_words (&search, entity) }));
    }
  return found;
}

/**
 * ask_selector_cut:
 * @self: a selector
 * @question: as it was asked
 * @most: how many entities at most
 * @error: as of ask_selector_find()
 *
 * Returns: (transfer full) (nullable): a domain of what ask_selector_find() finds; %NULL on error
 */
AskDomain *
ask_selector_cut (AskSelector *self, const char *question, guint most, GError **error)
{
  g_autoptr (GArray) found = ask_selector_find (self, question, most, error);
  g_autofree guint *entities = NULL;

  if (found == NULL)
    return NULL;
  entities = g_new (guint, MAX (found->len, 1));
  for (guint i = 0; i < found->len; i++)
    entities[i] = g_array_index (found, AskSelected, i).entity;
  return ask_domain_cut (self->domain, entities, found->len);
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where the names of a schema are met in a question, each as well as it can be. A name's word is looked for
 * once, however many names have it.
 */
#include "config.h"

#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"
#include "understand/link/ask-wordnet.h"

#include <string.h>

#define BEGINNING 0.7
#define SYNONYM 0.6
#define TYPO 0.6

/* A word may be met so many tokens beyond as many as the name has words. */
#define SLACK 2

typedef struct
{
  guint token;
  double how;
} Hit;

typedef struct
{
  AskQuestionWork *work;
  AskQuestion *question;
  GHashTable *hits; /* stem → GArray of Hit */
  GPtrArray *synonyms; /* for each token, GHashTable or NULL */
  GHashTable *words; /* stem → GPtrArray of names' words that have it; NULL until a typo is looked for */
  GArray *strange; /* guint: tokens that may be typed wrongly */
} Names;

static gboolean
is_prefix (const char *name, const char *token)
{
  gsize n = strlen (name);
  gsize t = strlen (token);

  if (n < 3 || t < 3)
    return FALSE;
  if (g_str_has_prefix (token, name) && t - n <= 6 && 10 * n >= 4 * t)
    return TRUE;
  return t >= 4 && g_str_has_prefix (name, token);
}

static double
meet (Names *self, const char *stem, guint k)
{
  const AskToken *token = ask_question_token (self->question, k);
  const char *own = self->work->own_stems->pdata[k];
  GHashTable *synonyms = self->synonyms->pdata[k];

  if (g_str_equal (token->stem, stem) || g_strcmp0 (own, stem) == 0)
    return 1;
  if (is_prefix (stem, own != NULL ? own : token->stem))
    return BEGINNING;
  return synonyms != NULL && g_hash_table_contains (synonyms, stem) ? SYNONYM : 0;
}

static void
add_words (Names *self, const char *name)
{
  g_autofree char *apart = ask_text_to_words (name);
  g_autoptr (GPtrArray) words = ask_text_words (apart);

  for (guint i = 0; i < words->len; i++)
    {
      char *stem = ask_text_stem (words->pdata[i]);
      GPtrArray *same = g_hash_table_lookup (self->words, stem);

      if (same == NULL)
        {
          same = g_ptr_array_new_with_free_func (g_free);
          g_hash_table_insert (self->words, stem, same);
        }
      else
        g_free (stem);
      if (!g_ptr_array_find_with_equal_func (same, words->pdata[i], g_str_equal, NULL))
        g_ptr_array_add (same, g_strdup (words->pdata[i]));
    }
}

static void
collect_words (Names *self)
{
  AskDomain *domain = self->question->domain;

  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < domain->attributes->len; i++)
    add_words (self, ask_domain_attribute (domain, i)->name);
  for (guint i = 0; i < domain->entities->len; i++)
    add_words (self, ask_domain_entity (domain, i)->name);
  for (guint i = 0; i < domain->metrics->len; i++)
    add_words (self, ask_domain_metric (domain, i)->name);
}

/* Words that are neither a name's, nor of a dictionary, nor a name of someone. */
static void
find_strange (Names *self)
{
  for (guint k = 0; k < self->question->tokens->len; k++)
    {
      const AskToken *token = ask_question_token (self->question, k);

      if (token->quoted || token->stop || token->upper || self->work->own_stems->pdata[k] != NULL
          || g_utf8_strlen (token->folded, -1) < 5 || strchr (token->folded, '\'') != NULL)
        continue;
      if (!g_unichar_isalpha (g_utf8_get_char (token->folded)) || ask_wordnet_knows (token->folded))
        continue;
      if (self->words == NULL)
        collect_words (self);
      if (!g_hash_table_contains (self->words, token->stem))
        g_array_append_val (self->strange, k);
    }
}

static gboolean
is_near (const char *token, const char *word)
{
  glong t = g_utf8_strlen (token, -1);
  glong w = g_utf8_strlen (word, -1);
  guint far = MIN (t, w) >= 8 ? 2 : 1;

  if (w < 4 || ABS (t - w) > (glong) far)
    return FALSE;
  /* The first letter is seldom wrong, and if it is, not the second. */
  if (*token != *word && token[1] != word[1] && token[0] != word[1])
    return FALSE;
  return ask_text_edit_distance (token, word) <= far;
}

static gboolean
is_typo (Names *self, const char *stem, guint k)
{
  const AskToken *token = ask_question_token (self->question, k);
  GPtrArray *words = g_hash_table_lookup (self->words, stem);

  if (is_near (token->stem, stem))
    return TRUE;
  for (guint i = 0; words != NULL && i < words->len; i++)
    if (is_near (token->folded, words->pdata[i]))
      return TRUE;
  return FALSE;
}

static GArray *
get_hits (Names *self, const char *stem)
{
  GArray *hits = g_hash_table_lookup (self->hits, stem);

  if (hits != NULL)
    return hits;
  hits = g_array_new (FALSE, FALSE, sizeof (Hit));
  for (guint k = 0; k < self->question->tokens->len; k++)
    {
      const AskToken *token = ask_question_token (self->question, k);
      Hit hit = { .token = k };

      /* What was put in to ask names nothing. */
      if (token->quoted || !token->word || (token->stop && *token->surface == '\0'))
        continue;
      hit.how = meet (self, stem, k);
      if (hit.how > 0)
        g_array_append_val (hits, hit);
    }
  for (guint i = 0; hits->len == 0 && i < self->strange->len; i++)
    {
      Hit hit = { .token = g_array_index (self->strange, guint, i), .how = TYPO };

      if (is_typo (self, stem, hit.token))
        g_array_append_val (hits, hit);
    }
  g_hash_table_insert (self->hits, g_strdup (stem), hits);
  return hits;
}

/* By what matches of one name are compared, in this order. */
static int
compare (const AskNameMatch *a, const AskNameMatch *b)
{
  double ka = a->score + 0.3 * a->exact - 0.01 * (a->last - a->first);
  double kb = b->score + 0.3 * b->exact - 0.01 * (b->last - b->first);

  if (a->met <= 0 || b->met <= 0)
    return (a->met > 0) - (b->met > 0);
  if (ka != kb)
    return ka > kb ? 1 : -1;
  if (a->score != b->score)
    return a->score > b->score ? 1 : -1;
  if (a->first != b->first)
    return a->first > b->first ? 1 : -1;
  return (a->met > b->met) - (a->met < b->met);
}

/* How a name of @n words is met by tokens from @start on. */
static AskNameMatch
match_from (const double *rarity, GArray **hits, guint n, guint start)
{
  AskNameMatch match = { .first = G_MAXUINT, .n_words = n };
  double total = 0;
  guint different = 0;
  guint found = 0;
  gboolean whole = TRUE;

  for (guint i = 0; i < n; i++)
    {
      const Hit *best = NULL;

      total += rarity[i];
      if (hits[i] == NULL)
        continue; /* the word a second time */
      different++;
      for (guint h = 0; h < hits[i]->len; h++)
        {
          const Hit *hit = &g_array_index (hits[i], Hit, h);

          if (hit->token >= start && hit->token <= start + n + SLACK && (best == NULL || hit->how > best->how))
            best = hit;
        }
      if (best == NULL)
        continue;
      found++;
      match.score += rarity[i] * best->how;
      match.met += best->how;
      match.first = MIN (match.first, best->token);
      match.last = MAX (match.last, best->token + 1);
      whole = whole && best->how == 1;
    }
  match.score /= total;
  match.exact = whole && found == different && match.last - match.first <= n;
  return match;
}

/* @weigh: by the rarity of its words; else all count the same. */
static AskNameMatch
match_name (Names *self, char **stems, gboolean weigh)
{
  AskNameMatch best = { 0 };
  guint n = g_strv_length (stems);
  g_autofree double *rarity = g_new (double, n + 1);
  g_autofree GArray **hits = g_new0 (GArray *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      gboolean again = FALSE;

      for (guint k = 0; k < i; k++)
        again = again || g_str_equal (stems[k], stems[i]);
      rarity[i] = weigh ? ask_domain_get_rarity (self->question->domain, stems[i]) : 1;
      hits[i] = again ? NULL : get_hits (self, stems[i]);
    }
  for (guint i = 0; i < n; i++)
    for (guint h = 0; hits[i] != NULL && h < hits[i]->len; h++)
      {
        AskNameMatch match = match_from (rarity, hits, n, g_array_index (hits[i], Hit, h).token);

        if (compare (&match, &best) > 0)
          best = match;
      }
  return best;
}

static void
match_synonyms (Names *self, GPtrArray *synonyms, AskNameMatch *best)
{
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    {
      AskNameMatch match = match_name (self, synonyms->pdata[i], FALSE);

      if (compare (&match, best) > 0)
        *best = match;
    }
}

static void
match_all (Names *self)
{
  AskDomain *domain = self->question->domain;

  for (guint i = 0; i < domain->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, i);
      AskNameMatch match = match_name (self, attribute->stems, TRUE);

      if (match.met <= 0)
        match = match_name (self, attribute->raw_stems, FALSE);
      match_synonyms (self, attribute->synonyms, &match);
      g_array_append_val (self->question->attributes, match);
    }
  for (guint i = 0; i < domain->entities->len; i++)
    {
      const AskDomainEntity *entity = ask_domain_entity (domain, i);
      AskNameMatch match = match_name (self, entity->stems, FALSE);

      match_synonyms (self, entity->synonyms, &match);
      g_array_append_val (self->question->entities, match);
    }
  for (guint i = 0; i < domain->metrics->len; i++)
    {
      const AskDomainMetric *metric = ask_domain_metric (domain, i);
      AskNameMatch match = match_name (self, metric->stems, FALSE);

      match_synonyms (self, metric->synonyms, &match);
      g_array_append_val (self->question->metrics, match);
    }
}

typedef struct
{
  char **stems;
  guint n;
  AskMark mark;
  guint order;
} Marked;

/* Long names first; of the same length entities first. */
static int
compare_marked (const void *a, const void *b)
{
  const Marked *x = a;
  const Marked *y = b;

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  if (x->mark != y->mark)
    return x->mark == ASK_MARK_ENTITY ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

static void
add_marked (GArray *names, char **stems, GPtrArray *synonyms, AskMark mark)
{
  Marked name = { stems, g_strv_length (stems), mark, names->len };

  if (name.n > 0)
    g_array_append_val (names, name);
  for (guint i = 0; synonyms != NULL && i < synonyms->len; i++)
    {
      Marked other = { synonyms->pdata[i], g_strv_length (synonyms->pdata[i]), mark, names->len };

      if (other.n > 0)
        g_array_append_val (names, other);
    }
}

static gboolean
stands_at (Names *self, const Marked *name, guint at)
{
  for (guint i = 0; i < name->n; i++)
    {
      const AskToken *token = ask_question_token (self->question, at + i);

      if (token->quoted || g_array_index (self->question->marks, AskMark, at + i) != ASK_MARK_NONE
          || (token->stop && *token->surface == '\0'))
        return FALSE;
      if (!g_str_equal (token->stem, name->stems[i])
          && g_strcmp0 (self->work->own_stems->pdata[at + i], name->stems[i]) != 0)
        return FALSE;
    }
  return TRUE;
}

/* Each place where all words of a name stand as they are. */
static void
mark_names (Names *self)
{
  AskQuestion *question = self->question;
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (Marked));

  for (guint i = 0; i < question->domain->attributes->len; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (question->domain, i);

      add_marked (names, attribute->stems, attribute->synonyms, ASK_MARK_ATTRIBUTE);
    }
  for (guint i = 0; i < question->domain->entities->len; i++)
    {
      const AskDomainEntity *entity = ask_domain_entity (question->domain, i);

      add_marked (names, entity->stems, entity->synonyms, ASK_MARK_ENTITY);
    }
  g_array_sort (names, compare_marked);
  g_array_set_size (question->marks, question->tokens->len);
  for (guint i = 0; i < names->len; i++)
    {
      const Marked *name = &g_array_index (names, Marked, i);
      GArray *first = g_hash_table_lookup (self->hits, name->stems[0]);

      for (guint h = 0; first != NULL && h < first->len; h++)
        {
          guint at = g_array_index (first, Hit, h).token;

          if (at + name->n > question->tokens->len || !stands_at (self, name, at))
            continue;
          for (guint k = 0; k < name->n; k++)
            g_array_index (question->marks, AskMark, at + k) = k == 0 ? name->mark : name->mark + 1;
        }
    }
}

/* A German word that is another form of a name's word gets its stem: "Kunden" of "kunde". */
static void
unify_forms (Names *self)
{
  g_autoptr (GHashTable) forms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer stem, words;

  collect_words (self);
  g_hash_table_iter_init (&iter, self->words);
  while (g_hash_table_iter_next (&iter, &stem, &words))
    for (guint i = 0; i < ((GPtrArray *) words)->len; i++)
      g_hash_table_insert (forms, ask_text_stem_german (g_ptr_array_index ((GPtrArray *) words, i)), stem);
  for (guint k = 0; k < self->question->tokens->len; k++)
    {
      AskToken *token = ask_question_token (self->question, k);
      char **own = (char **) &self->work->own_stems->pdata[k];
      g_autofree char *folded = ask_text_fold (token->surface);
      g_autofree char *form = ask_text_stem_german (folded);
      const char *its_stem = g_hash_table_lookup (forms, form);

      if (its_stem != NULL && !token->quoted && strlen (form) > 2)
        ask_text_set (*own != NULL ? own : &token->stem, its_stem);
    }
}

static void
unref_synonyms (gpointer synonyms)
{
  g_clear_pointer (&synonyms, g_hash_table_unref);
}

/**
 * ask_question_match_names:
 * @work: with its tokens
 *
 * Finds how each name of the domain is met best, and marks where names stand as they are.
 */
void
ask_question_match_names (AskQuestionWork *work)
{
  AskQuestion *question = work->question;
  g_autoptr (GHashTable) hits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GPtrArray) synonyms = g_ptr_array_new_with_free_func (unref_synonyms);
  g_autoptr (GArray) strange = g_array_new (FALSE, FALSE, sizeof (guint));
  Names self = { work, question, hits, synonyms, NULL, strange };

  for (guint k = 0; k < question->tokens->len; k++)
    {
      const AskToken *token = ask_question_token (question, k);
      gboolean asked = token->word && !token->quoted && !token->stop;

      g_ptr_array_add (synonyms, asked ? ask_wordnet_synonyms (token->stem) : NULL);
    }
  if (work->german)
    unify_forms (&self);
  find_strange (&self);
  match_all (&self);
  mark_names (&self);
  g_clear_pointer (&self.words, g_hash_table_unref);
}

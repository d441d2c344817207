/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Selecting entities: an inverted index of a domain's words, and of the entities that have any word of a question the
 * best, with what lies between them on the ways that join them.
 */
#include "config.h"

#include "understand/select/ask-select-private.h"

#include "base/ask-text.h"

/* What a word is worth where it stands. */
#define IN_ENTITY 1.0
#define IN_ATTRIBUTE 0.6
#define IN_DESCRIPTION 0.2
/* The best, between which ways are looked for, and how long these may be. */
#define MAX_ENDS 8
#define MAX_STEPS 4
/* Of the places this share is for what has words; bridges come next, then the others. */
#define SHARE_OF_WORDS 0.6

static void
add_posting (AskSelector *self, const char *stem, guint entity, double weight)
{
  guint64 hash = ask_route_hash (stem);
  GArray *here = g_hash_table_lookup (self->postings, &hash);
  AskSelectPosting *last;

  if (here == NULL)
    {
      here = g_array_new (FALSE, FALSE, sizeof (AskSelectPosting));
      g_hash_table_insert (self->postings, g_memdup2 (&hash, sizeof hash), here);
      g_ptr_array_add (self->vocabulary, g_strdup (stem));
    }
  /* Entities come one after the other. */
  last = here->len > 0 ? &g_array_index (here, AskSelectPosting, here->len - 1) : NULL;
  if (last != NULL && last->entity == entity)
    last->weight = MAX (last->weight, (float) weight);
  else
    g_array_append_val (here, ((AskSelectPosting) { entity, (float) weight }));
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
  g_ptr_array_sort (self->vocabulary, ask_text_compare);
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
choose (AskSelectSearch *search, Choice *choice)
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
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (AskSelectWord));
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
  AskSelectSearch search = { self, read, words, known, scores, met, turn, 0, bits, touched };
  Choice choice = { taken, order, most };

  if (!ask_select_score (&search, error))
    return NULL;
  choose (&search, &choice);
  found = g_array_new (FALSE, FALSE, sizeof (AskSelected));
  g_array_set_clear_func (found, selected_clear);
  for (guint i = 0; i < order->len; i++)
    {
      guint entity = g_array_index (order, guint, i);

      g_array_append_val (found, ((AskSelected) { entity, scores[entity], ask_select_list_words (&search, entity) }));
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

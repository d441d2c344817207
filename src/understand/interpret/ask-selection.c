/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Selecting by log-odds: the likeliest entities, each with the way that joins it to those before, and of these the
 * attributes that join and the likeliest others.
 */
#include "config.h"

#include "understand/interpret/ask-selection.h"

#include <math.h>

/* What is less likely than this is left out, but for the likeliest. */
#define WORTH 0.003
#define AT_LEAST 2

static void
item_clear (gpointer data)
{
  g_free (((AskSelectionItem *) data)->words);
}

static GArray *
items_new (void)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (AskSelectionItem));

  g_array_set_clear_func (items, item_clear);
  return items;
}

static double
get_chance (float odds)
{
  return 1 / (1 + exp ((double) -odds));
}

static char *
dup_words (AskQuestion *question, guint first, guint last)
{
  guint start = ask_question_token (question, first)->start;
  guint end = ask_question_token (question, last - 1)->end;

  return g_strndup (question->text + start, end - start);
}

static char *
dup_match (AskQuestion *question, const AskNameMatch *match)
{
  return match->met > 0 ? dup_words (question, match->first, match->last) : NULL;
}

/* By its name, else by a learned word, else by the likeliest value of it. */
static char *
dup_attribute_words (AskGuess *guess, guint attribute)
{
  const AskNameMatch *match = &g_array_index (guess->question->attributes, AskNameMatch, attribute);
  int at = guess->lexicon_at[attribute];
  const AskGuessPair *best = NULL;

  if (match->met > 0)
    return dup_match (guess->question, match);
  if (at >= 0)
    return dup_words (guess->question, (guint) at, (guint) at + 1);
  for (guint i = 0; guess->pairs != NULL && i < guess->pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (guess->pairs, AskGuessPair, i);

      if (pair->attribute == (int) attribute && (best == NULL || pair->score > best->score))
        best = pair;
    }
  return best != NULL && best->score > 0 ? g_strdup (ask_question_mention (guess->question, best->mention)->literal)
                                         : NULL;
}

/* How likely each attribute is used: by itself, or as what a value belongs to. */
static double *
score_attributes (AskGuess *guess)
{
  guint n = guess->domain->attributes->len;
  double *scores = g_new0 (double, MAX (n, 1));

  for (guint a = 0; a < n; a++)
    scores[a] = get_chance (guess->attributes[a][ASK_GUESS_USED]);
  for (guint i = 0; guess->pairs != NULL && i < guess->pairs->len; i++)
    {
      const AskGuessPair *pair = &g_array_index (guess->pairs, AskGuessPair, i);

      scores[pair->attribute] = MAX (scores[pair->attribute], get_chance (pair->score));
    }
  return scores;
}

/* An entity is needed for itself, or for one of its attributes. */
static double *
score_entities (AskGuess *guess, const double *attributes)
{
  guint n = guess->domain->entities->len;
  double *scores = g_new0 (double, MAX (n, 1));

  for (guint e = 0; e < n; e++)
    {
      const AskDomainEntity *entity = ask_domain_entity (guess->domain, e);

      scores[e] = get_chance (guess->entities[e]);
      for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
        scores[e] = MAX (scores[e], 0.8 * attributes[a]);
    }
  return scores;
}

static int
compare_scores (gconstpointer a, gconstpointer b, gpointer scores)
{
  const double *of = scores;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (of[x] != of[y])
    return of[x] < of[y] ? 1 : -1;
  return (x > y) - (x < y);
}

static guint *
sort_places (guint n, const double *scores)
{
  guint *order = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_scores, (gpointer) scores);
  return order;
}

static gboolean
has (const GArray *places, guint place)
{
  for (guint i = 0; i < places->len; i++)
    if (g_array_index (places, guint, i) == place)
      return TRUE;
  return FALSE;
}

/* Adds an entity with what joins it to the others, unless all that is too much. */
static void
add_entity (AskGuess *guess, GArray *chosen, guint entity, guint most)
{
  g_autoptr (GArray) needed = g_array_copy (chosen);
  g_autoptr (AskDraftPath) path = NULL;

  if (has (chosen, entity))
    return;
  g_array_append_val (needed, entity);
  path = ask_draft_find_path (guess->domain, (const guint *) (gconstpointer) needed->data, needed->len, 0);
  for (guint i = 0; path != NULL && i < path->entities->len; i++)
    if (!has (needed, g_array_index (path->entities, guint, i)))
      g_array_append_val (needed, g_array_index (path->entities, guint, i));
  for (guint i = chosen->len; needed->len <= most && i < needed->len; i++)
    g_array_append_val (chosen, g_array_index (needed, guint, i));
}

static GArray *
choose_entities (AskGuess *guess, const double *scores, guint most)
{
  guint n = guess->domain->entities->len;
  g_autofree guint *order = sort_places (n, scores);
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n && (i < AT_LEAST || scores[order[i]] >= WORTH); i++)
    add_entity (guess, chosen, order[i], most);
  g_array_sort_with_data (chosen, compare_scores, (gpointer) scores);
  return chosen;
}

static void
add_attribute (GArray *chosen, guint attribute, guint most)
{
  if (chosen->len < most && !has (chosen, attribute))
    g_array_append_val (chosen, attribute);
}

/* A third of the places is for what is likely in any case; what joins the entities comes next. */
static GArray *
choose_attributes (AskGuess *guess, const GArray *entities, const double *scores, guint most)
{
  AskDomain *domain = guess->domain;
  guint n = domain->attributes->len;
  g_autofree guint *order = sort_places (n, scores);
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < n && chosen->len < most / 3; i++)
    if (has (entities, ask_domain_attribute (domain, order[i])->entity))
      add_attribute (chosen, order[i], most);
  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);

      if (has (entities, ask_domain_attribute (domain, join->from)->entity)
          && has (entities, ask_domain_attribute (domain, join->to)->entity))
        {
          add_attribute (chosen, (guint) join->from, 3 * most / 4);
          add_attribute (chosen, (guint) join->to, 3 * most / 4);
        }
    }
  for (guint i = 0; i < n; i++)
    if (has (entities, ask_domain_attribute (domain, order[i])->entity))
      add_attribute (chosen, order[i], most);
  g_array_sort_with_data (chosen, compare_scores, (gpointer) scores);
  return chosen;
}

/**
 * ask_selection_new:
 * @guess: with its pairs
 * @max_entities: at most
 * @max_attributes: at most
 *
 * Returns: (transfer full): what the question needs; nothing of an empty domain
 */
AskSelection *
ask_selection_new (AskGuess *guess, guint max_entities, guint max_attributes)
{
  AskSelection *self = g_new0 (AskSelection, 1);
  g_autofree double *attributes = score_attributes (guess);
  g_autofree double *entities = score_entities (guess, attributes);
  g_autoptr (GArray) chosen = choose_entities (guess, entities, max_entities);
  g_autoptr (GArray) columns = choose_attributes (guess, chosen, attributes, max_attributes);

  self->entities = items_new ();
  self->attributes = items_new ();
  for (guint i = 0; i < chosen->len; i++)
    {
      guint place = g_array_index (chosen, guint, i);
      const AskNameMatch *match = &g_array_index (guess->question->entities, AskNameMatch, place);
      AskSelectionItem item = { place, ask_domain_entity (guess->domain, place)->entity, NULL, entities[place],
                                dup_match (guess->question, match) };

      g_array_append_val (self->entities, item);
    }
  for (guint i = 0; i < columns->len; i++)
    {
      guint place = g_array_index (columns, guint, i);
      const AskDomainAttribute *attribute = ask_domain_attribute (guess->domain, place);
      AskSelectionItem item = { place, ask_domain_entity (guess->domain, attribute->entity)->entity,
                                attribute->attribute, attributes[place], dup_attribute_words (guess, place) };

      g_array_append_val (self->attributes, item);
    }
  return self;
}

/**
 * ask_selection_free:
 * @self: (transfer full) (nullable): a selection
 */
void
ask_selection_free (AskSelection *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->entities);
  g_array_unref (self->attributes);
  g_free (self);
}

/**
 * ask_select:
 * @domain: what the question may be about
 * @selector: (nullable): of @domain; needed where it has more than %ASK_SELECT_MAX_ENTITIES entities
 * @question: as it was asked
 * @error: of the workspace, where values could not be looked up
 *
 * Returns: (transfer full) (nullable): at most %ASK_SELECTION_ENTITIES entities and %ASK_SELECTION_ATTRIBUTES
 *   attributes that the question needs, by the weights that ship; %NULL on error
 */
AskSelection *
ask_select (AskDomain *domain, AskSelector *selector, const char *question, GError **error)
{
  g_autoptr (AskDomain) small = NULL;
  g_autoptr (AskQuestion) read = NULL;
  g_autoptr (AskGuess) guess = NULL;

  g_return_val_if_fail (domain != NULL && question != NULL, NULL);

  small = selector != NULL ? ask_selector_cut (selector, question, ASK_SELECT_MAX_ENTITIES, error)
                           : ask_domain_ref (domain);
  read = small != NULL ? ask_question_new (small, question, error) : NULL;
  if (read == NULL)
    return NULL;
  guess = ask_guess_new (read, ask_weights_get_default ());
  ask_guess_all (guess);
  return ask_selection_new (guess, ASK_SELECTION_ENTITIES, ASK_SELECTION_ATTRIBUTES);
}

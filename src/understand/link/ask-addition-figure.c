/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words that ask for a figure that no sketch has: a share of the whole, a steward's metric.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

static const char *const share_ways
  = "percentage|percentages|percent|share|shares|proportion|proportions|fraction|anteil|anteile|prozentsatz|prozentanteil|"
    "prozent|prozentualer";

/* A name of an attribute of what the question is about has this word: there are shares in the data. */
static gboolean
has_word (const AskAdditionReader *self, const char *stem)
{
  AskDomain *domain = self->question->domain;
  gboolean named = FALSE;

  for (guint e = 0; e < domain->entities->len; e++)
    named = named || ask_addition_is_entity_named (self, e);
  for (guint a = 0; a < domain->attributes->len; a++)
    if (ask_domain_words_have (ask_domain_attribute (domain, a)->stems, stem)
        && (!named || ask_addition_is_entity_named (self, ask_domain_attribute (domain, a)->entity)))
      return TRUE;
  return FALSE;
}

/* The words behind "share of" say a figure already: "total sales", a metric, "number of". */
static gboolean
is_figure (const AskAdditionReader *self, guint i)
{
  if (ask_addition_is_one (
        self, i, "total|sum|number|count|amount|overall|gesamt|summe|anzahl|gesamte|gesamten|number of|sum of"))
    return TRUE;
  for (guint m = 0; m < self->question->metrics->len; m++)
    {
      const AskNameMatch *match = &g_array_index (self->question->metrics, AskNameMatch, m);

      if (match->met > 0 && match->exact && match->first <= i && i < match->last)
        return TRUE;
    }
  for (guint a = 0; a < self->question->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (match->met > 0 && match->exact && match->first == i && attribute->kind == ASK_DOMAIN_NUMBER
          && !attribute->key)
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_addition_read_share:
 * @self: a reader
 * @i: a token
 *
 * "what percentage of", "the share of each", "Anteil der", "as a share of the total".
 *
 * Returns: one past what was read, @i where it asks for no share
 */
guint
ask_addition_read_share (AskAdditionReader *self, guint i)
{
  guint first = i;
  guint at = i + 1;
  gboolean suffix;

  if (!ask_addition_is_one (self, i, share_ways) || has_word (self, ask_question_token (self->question, i)->stem))
    return i;
  first = ask_addition_skip_back (self, i, 0, "a|the|in|as|als|percentage");
  suffix = first < i && ask_addition_is_one (self, first, "in|as|als") && first > 0;
  if (suffix)
    {
      at = ask_addition_skip (self, at, "of|the|all|total|whole|sum|von|am|gesamt|gesamtheit|of the|of all");
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_SHARE, first, at, ASK_TIME_WHOLE }, "");
      return at;
    }
  first = ask_addition_skip_back (self, first, 0,
                                  "what|which|is|are|the|show|me|give|how|many|much|wie|viel|viele|hoch|ist|sind|"
                                  "der|den|die|welcher|welchen|welche|was|zeige|of|by|von");
  if (!ask_addition_is_one (self, at, "of|in|der|des|von|am|an|aller|of the|of all"))
    {
      /* "revenue share by city"; an "oppose percentage" is a name */
      if (!ask_addition_is_one (self, at, "by|per|nach|je|pro"))
        return i;
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_SHARE, i, at, ASK_TIME_WHOLE }, "");
      return at;
    }
  at = ask_addition_skip (self, at, "of|in|the|all|der|des|von|am|an|aller|dem|den|of the|of all|our");
  ask_addition_add (self, (AskAddition) { ASK_ADDITION_SHARE, first, at, ASK_TIME_WHOLE },
                    is_figure (self, at)                                                  ? "what is the"
                    : ask_addition_is_one (self, at, "each|every|jeder|jedes|jede|jeden") ? "number of"
                                                                                          : "how many");
  return at;
}

/* The words that were met, once more. */
static gboolean
stands_at (const AskAdditionReader *self, const AskNameMatch *match, guint i)
{
  guint n = match->last - match->first;

  for (guint k = 0; k < n; k++)
    if (i + n > self->typed->len
        || strcmp (ask_question_token (self->question, i + k)->stem,
                   ask_question_token (self->question, match->first + k)->stem)
             != 0)
      return FALSE;
  return TRUE;
}

/* A time that each row has: when a line was sent back is none. */
static gboolean
is_own_date (const AskDomainAttribute *attribute)
{
  return attribute->dated && (!attribute->attribute->nullable || attribute->n_empty == 0);
}

/* Lines of an order have no date, and hardly a question names them: what is asked is read as one of the orders. The
 * entity with dates that @entity leads to; @entity itself where it has dates, or leads to several such. */
static guint
find_dated (const AskDomain *domain, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (domain, entity);
  guint found = entity;

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    if (is_own_date (ask_domain_attribute (domain, a)))
      return entity;
  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);
      const AskDomainEntity *to = ask_domain_entity (domain, ask_domain_attribute (domain, join->to)->entity);
      gboolean dated = FALSE;

      if (ask_domain_attribute (domain, join->from)->entity != entity || join->cost >= 2)
        continue;
      /* What leads on is what was done: an order has a customer, a product may have a date as well. */
      for (guint k = 0; k < domain->joins->len && !dated; k++)
        {
          guint from = ask_domain_attribute (domain, ask_domain_join (domain, k)->from)->entity;

          dated = from == ask_domain_attribute (domain, join->to)->entity;
        }
      for (guint a = to->first; a < to->first + to->n_attributes && dated; a++)
        if (ask_domain_attribute (domain, a)->dated)
          {
            if (found != entity && found != ask_domain_attribute (domain, join->to)->entity)
              return entity;
            found = ask_domain_attribute (domain, join->to)->entity;
          }
    }
  return found;
}

/*
 * ask_addition_read_metric:
 * @self: a reader
 * @i: a token
 *
 * Returns: one past what was read, @i where no metric is named
 */
guint
ask_addition_read_metric (AskAdditionReader *self, guint i)
{
  AskDomain *domain = self->question->domain;

  for (guint m = 0; m < self->question->metrics->len; m++)
    {
      const AskNameMatch *match = &g_array_index (self->question->metrics, AskNameMatch, m);
      const AskDomainMetric *metric = ask_domain_metric (domain, m);
      g_autofree char *words = NULL;
      g_autofree char *instead = NULL;
      guint first;
      guint last = i + match->last - match->first;

      if (match->met <= 0 || !match->exact || !stands_at (self, match, i))
        continue;
      /* An average of a metric is no metric. */
      if (i > 0 && ask_addition_is_one (self, i - 1, "average|mean|avg|durchschnittliche|durchschnittlicher|mittlere"))
        continue;
      first = i > 0 && ask_addition_is_one (self, i - 1, "total|overall|gesamt|gesamte|gesamten|gesamter") ? i - 1 : i;
      words = ask_text_to_words (
        ask_domain_entity (domain, metric->metric != NULL ? metric->entity : find_dated (domain, metric->entity))
          ->name);
      instead = g_strconcat ("number of ", words, NULL);
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_METRIC, first, last, ASK_TIME_WHOLE, 0, 0, m }, instead);
      return last;
    }
  return i;
}

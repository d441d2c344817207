/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Customers who bought tents but not boots", "who ordered in 2024 but not in 2025": of what is found by one value, what is
 * found by the other goes. Both must be values of one attribute, or periods.
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text.h"

#include <string.h>

static const char *const verb_ways
  = "buy|bought|buying|order|ordered|purchase|purchased|have|has|had|sell|sold|rent|rented|visit|visited|use|used|any|"
    "gekauft|bestellt|kauften|bestellten|haben|hatten|gemietet|besucht|wurden|wurde|waren";
static const char *const before_ways
  = "in|on|during|for|from|with|the|a|an|im|in|am|aus|mit|von|fur|der|die|das|den|year|jahr";

static gboolean
is_year (const AskMention *mention)
{
  return mention->kind == ASK_MENTION_NUMBER && mention->number >= 1900 && mention->number <= 2100
         && strlen (mention->literal) == 4;
}

static gboolean
is_period (const AskMention *mention)
{
  return (mention->kind == ASK_MENTION_DATE && mention->links->len > 0) || is_year (mention);
}

static gboolean
is_value (const AskMention *mention)
{
  return mention->kind == ASK_MENTION_STORED || mention->kind == ASK_MENTION_QUOTED;
}

/* The longest value or period that begins at @i. */
static const AskMention *
find_excluded (const AskAdditionReader *self, guint i)
{
  const AskMention *found = NULL;

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->first == i && (is_value (mention) || is_period (mention))
          && (found == NULL || mention->last > found->last))
        found = mention;
    }
  return found;
}

/* The value of @attribute that a mention is as a whole; %NULL where it is none. */
static const char *
find_value (const AskMention *mention, int attribute)
{
  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      if (link->attribute == attribute && link->score >= 0.99 && link->value != NULL)
        return link->value;
    }
  return NULL;
}

/* The only attribute that both a mention before @i and @excluded are values of; -1 where there is none, or several. */
static int
find_shared (const AskAdditionReader *self, guint i, const AskMention *excluded)
{
  int found = -1;

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      for (guint l = 0; l < mention->links->len && mention->last <= i && is_value (mention); l++)
        {
          const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

          if (find_value (mention, link->attribute) == NULL || find_value (excluded, link->attribute) == NULL
              || link->attribute == found)
            continue;
          if (found >= 0)
            return -1;
          found = link->attribute;
        }
    }
  return found;
}

static gboolean
is_met (const AskNameMatch *match, guint last)
{
  return match->met > 0 && match->exact && match->last <= last;
}

/* What the question asks for before @i, where rows of @entity have the same by the same name: the city of suppliers; -1
 * where it is nothing. */
static int
find_same (const AskAdditionReader *self, guint i, guint entity)
{
  AskDomain *domain = self->question->domain;
  const AskDomainEntity *of = ask_domain_entity (domain, entity);
  guint first = G_MAXUINT;
  int found = -1;

  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, a);
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);

      if (attribute->entity == entity || attribute->kind != ASK_DOMAIN_TEXT || !is_met (match, i)
          || match->first >= first)
        continue;
      for (guint b = of->first; b < of->first + of->n_attributes; b++)
        if (g_strv_equal ((const char *const *) attribute->stems,
                          (const char *const *) ask_domain_attribute (domain, b)->stems))
          {
            found = (int) b;
            first = match->first;
          }
    }
  return found;
}

/* It stands before the name of what has it: "cities with customers", not "customers in cities". */
static gboolean
leads_entities (const AskAdditionReader *self, int attribute, guint last)
{
  guint first = g_array_index (self->question->attributes, AskNameMatch, attribute).first;
  gboolean any = FALSE;

  for (guint e = 0; e < self->question->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);

      if (!is_met (match, last))
        continue;
      if (match->first <= first)
        return FALSE;
      any = TRUE;
    }
  return any;
}

/*
 * ask_addition_read_elsewhere:
 * @self: a reader
 * @i: a token
 *
 * "cities with customers but no suppliers", "aber ohne Lieferanten": both have what is asked for, by the same name.
 *
 * Returns: one past what was read, @i where nothing is excluded
 */
guint
ask_addition_read_elsewhere (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_ELSEWHERE, .first = i, .attribute = -1 };
  guint not = ask_addition_skip (self, i + 1, "that|have|has|with|are|there|where|which|also|auch");
  guint at = ask_addition_skip (self, not, "no|not|without|kein|keine|keinen|ohne|nicht");

  if (i == 0 || at == not || !ask_addition_is_one (self, i, "but|and|aber|jedoch|und"))
    return i;
  at = ask_addition_skip (self, at, "of|for|the|any|have|single|our|a|an|von");
  for (guint e = 0; e < self->question->entities->len && addition.attribute < 0; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);

      if (match->met <= 0 || !match->exact || match->first != at)
        continue;
      addition.attribute = find_same (self, i, e);
      addition.last = ask_addition_skip (self, match->last, verb_ways);
    }
  if (addition.attribute < 0 || !leads_entities (self, addition.attribute, i)
      || !ask_addition_is_end (self, addition.last))
    return i;
  ask_addition_add (self, addition, "");
  return addition.last;
}

static gboolean
has_period (const AskAdditionReader *self, guint i)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    if (ask_question_mention (self->question, m)->last <= i && is_period (ask_question_mention (self->question, m)))
      return TRUE;
  return FALSE;
}

/*
 * ask_addition_read_but:
 * @self: a reader
 * @i: a token
 *
 * "but not boots", "but never in 2025", "aber keine Stiefel".
 *
 * Returns: one past what was read, @i where nothing is excluded
 */
guint
ask_addition_read_but (AskAdditionReader *self, guint i)
{
  AskAddition addition = { .kind = ASK_ADDITION_BUT, .first = i, .attribute = -1 };
  guint not = ask_addition_skip (self, i + 1, "did|do|who|that|die|haben");
  guint at = ask_addition_skip (self, not, "not|never|no|didn't|nicht|kein|keine|keinen|nie");
  const AskMention *excluded;

  if (i == 0 || at == not || !ask_addition_is_one (self, i, "but|and|aber|jedoch|und"))
    return i;
  at = ask_addition_skip (self, ask_addition_skip (self, at, verb_ways), before_ways);
  excluded = find_excluded (self, at);
  if (excluded == NULL)
    return i;
  addition.last = ask_addition_skip (self, excluded->last, verb_ways);
  if (!ask_addition_is_end (self, addition.last))
    return i;
  if (is_period (excluded))
    {
      if (!has_period (self, i))
        return i;
      addition.value = excluded->kind == ASK_MENTION_DATE ? g_array_index (excluded->links, AskMentionLink, 0).value
                                                          : excluded->literal;
    }
  else
    {
      addition.attribute = find_shared (self, i, excluded);
      if (addition.attribute < 0)
        return i;
      addition.value = find_value (excluded, addition.attribute);
    }
  ask_addition_add (self, addition, "");
  return addition.last;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which attribute a word usually means where none is named: what is long has a length or a duration, what is cheap has a
 * price. Where an entity has such a one, another that is compared or sorted by is less likely.
 */
#include "config.h"

#include "understand/interpret/ask-prefer-private.h"

#include "understand/interpret/ask-draft-private.h"

/* Words of a question, and stems of the attributes that they are said of. */
typedef struct
{
  const char *words[24];
  const char *stems[24];
} Sense;

static const Sense senses[] = {
  { { "long", "longer", "longest", "short", "shorter", "shortest", "length", "lang", "langer", "langste", "langsten",
      "kurzeste", "kurzesten", "duration", NULL },
    { "length", "durat", "duration", "millisecond", "second", "minut", "minute", "hour", "runtim", "runtime", "distanc",
      "distance", "lang", "lange", "dauer", "ms", "mileag", "km", NULL } },
  { { "expensive", "cheap", "cheaper", "cheapest", "costly", "costliest", "priciest", "euro", "euros", "eur", "dollar",
      "dollars", "usd", "pounds", "€", "$", "£", "pricey", NULL },
    { "price", "preis", "cost", "fee", "rate", "fare", "amount", "total", "kosten", "salari", "gehalt", "betrag",
      "budget", "balanc", "valu", "revenu", "freight", NULL } },
  { { "heavy", "heavier", "heaviest", "lighter", "lightest", "weigh", "weighs", NULL },
    { "weight", "gewicht", "mass", "kg", "gram", "tonnag", NULL } },
  { { "tall", "taller", "tallest", NULL }, { "height", "hoeh", "hohe", "grosse", "elev", NULL } },
  { { "fast", "faster", "fastest", "slow", "slower", "slowest", NULL },
    { "speed", "time", "durat", "second", "millisecond", "mph", "kmh", "geschwindigkeit", "lap", NULL } },
  { { "earn", "earns", "earned", "earning", "paid", NULL },
    { "salari", "wage", "gehalt", "pay", "incom", "lohn", "earn", "paid", "payment", "price", "revenu", "amount",
      "total", "prize", "money", NULL } },
};

static gboolean
has (const AskDomainAttribute *attribute, const char *const *stems)
{
  return ask_domain_words_have_any (attribute->stems, stems) || ask_domain_words_have_any (attribute->raw_stems, stems);
}

static gboolean
is_measure (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_NUMBER && !attribute->key && !attribute->joins;
}

/* A measure of the same entity has the sense, and this one has it not. */
static gboolean
is_other (AskDomain *domain, int attribute, const char *const *stems)
{
  const AskDomainAttribute *of = ask_domain_attribute (domain, attribute);
  const AskDomainEntity *entity = ask_domain_entity (domain, of->entity);

  if (of->kind == ASK_DOMAIN_TIME || has (of, stems))
    return FALSE;
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (is_measure (ask_domain_attribute (domain, a)) && has (ask_domain_attribute (domain, a), stems))
      return TRUE;
  return FALSE;
}

/* What a thing cost its seller, beside what it costs who buys it. */
static gboolean
is_inner_price (AskDomain *domain, int attribute)
{
  static const char *const inner[] = { "cost", "purchas", "wholesal", "standard", "einkauf", "einkaufsprei", NULL };
  static const char *const outer[]
    = { "list", "unit", "sale", "sell", "retail", "price", "msrp", "preis", "verkaufsprei", NULL };
  const AskDomainAttribute *of = ask_domain_attribute (domain, attribute);
  const AskDomainEntity *entity = ask_domain_entity (domain, of->entity);

  if (!has (of, inner))
    return FALSE;
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    {
      const AskDomainAttribute *other = ask_domain_attribute (domain, a);

      if ((int) a != attribute && is_measure (other) && has (other, outer) && !has (other, inner))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_named (const AskQuestion *question, int attribute)
{
  const AskNameMatch *match = &g_array_index (question->attributes, AskNameMatch, attribute);

  return match->met >= 1;
}

/* It stands for a word that usually means another one. */
static gboolean
is_strange (const AskQuestion *question, AskDomain *domain, int attribute)
{
  if (attribute < 0 || is_named (question, attribute))
    return FALSE;
  for (guint s = 0; s < G_N_ELEMENTS (senses); s++)
    if (ask_prefer_has_word (question, senses[s].words)
        && (is_other (domain, attribute, senses[s].stems) || (s == 1 && is_inner_price (domain, attribute))))
      return TRUE;
  return FALSE;
}

/*
 * ask_prefer_count_sense:
 * @question: a question
 * @domain: what it is about
 * @draft: a reading
 *
 * Returns: how many attributes it compares, sorts by or works out that its words hardly mean
 */
guint
ask_prefer_count_sense (const AskQuestion *question, AskDomain *domain, const AskDraft *draft)
{
  guint n = 0;

  for (guint i = 0; i < draft->orders->len; i++)
    {
      const AskDraftTerm *order = ask_draft_term (draft->orders, i);

      n += order->aggregate != ASK_DRAFT_COUNT && order->metric == 0 && is_strange (question, domain, order->attribute);
    }
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);

      n += term->aggregate > ASK_DRAFT_COUNT && term->metric == 0 && is_strange (question, domain, term->attribute);
    }
  for (guint i = 0; i < draft->conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (draft->conditions, i);
      gboolean extreme = condition->n_operands == 1 && condition->operands[0].kind == ASK_DRAFT_QUERY
                         && condition->op <= ASK_DRAFT_GREATER_EQUAL;

      if (condition->left.attribute >= 0 && ask_domain_attribute (domain, condition->left.attribute)->numeric
          && (extreme || (condition->op >= ASK_DRAFT_LESS && condition->op <= ASK_DRAFT_GREATER_EQUAL)))
        n += is_strange (question, domain, condition->left.attribute);
    }
  return n;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a draft says that no word of the question asks for, and what it says the other way round: "less than the average"
 * beside a ">", "for each" without a group, one row of many where nothing is the most of all. Each is a rule of the
 * language, so it needs no database to have been learned from. Where the words say both ways, nothing is preferred.
 */
#include "config.h"

#include "understand/interpret/ask-prefer-private.h"

#include <string.h>

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-label.h"

typedef struct
{
  const AskQuestion *question;
  AskDomain *domain;
} Words;

static gboolean
is_one (const Words *self, guint t, const char *const *words)
{
  return t < self->question->tokens->len && !ask_question_token (self->question, t)->quoted
         && g_strv_contains (words, ask_question_token (self->question, t)->folded);
}

static gboolean
is_met_in (const AskNameMatch *match, guint t)
{
  return match->met > 0 && match->first <= t && t < match->last;
}

/* ---- less and more */

/* "At most" is 1, "at least" is 2. */
static guint
read_bound (const Words *self, guint t)
{
  static const char *const at[] = { "at", NULL };
  static const char *const most[] = { "most", NULL };
  static const char *const least[] = { "least", NULL };

  if (!is_one (self, t, at))
    return 0;
  return is_one (self, t + 1, most) ? 1 : is_one (self, t + 1, least) ? 2 : 0;
}

/* "Less than", "under", "cheaper than" are 1, "more than" is 2; a "not" before them turns them round. */
static guint
read_directions (const Words *self)
{
  static const char *const less[] = { "less",    "fewer",   "lower",    "smaller", "below",   "under", "cheaper",
                                      "shorter", "lighter", "narrower", "slower",  "beneath", NULL };
  static const char *const more[]
    = { "more",    "greater",   "higher", "larger", "bigger",   "above",  "over",   "longer", "heavier",
        "exceeds", "exceeding", "exceed", "taller", "costlier", "faster", "beyond", NULL };
  static const char *const alone[]
    = { "below", "under", "beneath", "above", "over", "beyond", "exceeds", "exceeding", "exceed", NULL };
  static const char *const than[] = { "than", NULL };
  static const char *const not [] = { "no", "not", NULL };
  guint found = 0;

  for (guint t = 0; t < self->question->tokens->len; t++)
    {
      guint way = is_one (self, t, less) ? 1 : is_one (self, t, more) ? 2 : 0;

      found |= read_bound (self, t);
      if (way == 0 || (!is_one (self, t + 1, than) && !is_one (self, t, alone)))
        continue;
      if (t > 0 && is_one (self, t - 1, not ))
        way = 3 - way;
      found |= way;
    }
  return found;
}

/* What is compared with is not a time: a younger person was born later. */
static gboolean
is_against (const Words *self, const AskDraftCondition *condition, guint direction)
{
  int attribute = condition->left.attribute;

  if (attribute >= 0 && condition->left.aggregate != ASK_DRAFT_COUNT
      && ask_domain_attribute (self->domain, attribute)->kind == ASK_DOMAIN_TIME)
    return FALSE;
  if (condition->op == ASK_DRAFT_LESS || condition->op == ASK_DRAFT_LESS_EQUAL)
    return direction == 2;
  return (condition->op == ASK_DRAFT_GREATER || condition->op == ASK_DRAFT_GREATER_EQUAL) && direction == 1;
}

static gboolean
is_turned_round (const Words *self, const AskDraft *draft)
{
  const GArray *lists[] = { draft->conditions, draft->having };
  guint direction = read_directions (self);

  if (direction == 0 || direction == 3)
    return FALSE;
  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      if (is_against (self, ask_draft_condition (lists[l], i), direction))
        return TRUE;
  return FALSE;
}

/* ---- for each */

static const char *const figure_words[]
  = { "number", "total", "average", "avg", "mean", "sum", "many", "much", "maximum", "minimum", "count", NULL };

/* The token of "each" in "number of orders for each country"; 0 where no figure is asked for each of something. */
static guint
find_each (const Words *self)
{
  static const char *const each[] = { "each", "every", "per", NULL };
  static const char *const before[]
    = { "for", "in", "of", "by", "from", "at", "does", "did", "has", "do", "have", NULL };
  gboolean figure = FALSE;

  for (guint t = 0; t < self->question->tokens->len; t++)
    {
      figure = figure || is_one (self, t, figure_words);
      if (figure && t > 0 && is_one (self, t, each) && is_one (self, t - 1, before))
        return t;
    }
  return 0;
}

/* Each group is one row: it is of a key, or of what each row is called by, and nothing else is in FROM. */
static gboolean
groups_ones (const Words *self, const AskDraft *draft)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, self->domain);
  const AskDomainAttribute *group;
  int attribute;

  if (draft->groups->len != 1 || entities->len != 1)
    return FALSE;
  attribute = ask_draft_term (draft->groups, 0)->attribute;
  if (attribute < 0 || ask_draft_term (draft->groups, 0)->part != ASK_TIME_WHOLE)
    return FALSE;
  group = ask_domain_attribute (self->domain, attribute);
  return group->key
         || (ask_label_get (self->domain, group->entity) == attribute && group->n_distinct > 1
             && group->n_distinct >= ask_domain_entity (self->domain, group->entity)->n_rows);
}

/* "The number of people for each department" counts no departments: a row for each of them is one department. */
static gboolean
counts_itself (const Words *self, const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->aggregate == ASK_DRAFT_COUNT && ask_draft_term (draft->terms, i)->metric == 0)
      return groups_ones (self, draft);
  return FALSE;
}

/* "Products of at most 10": of each product there is one, whatever is asked of it. */
static gboolean
compares_ones (const Words *self, const AskDraft *draft)
{
  return draft->having->len > 0 && ask_draft_condition (draft->having, 0)->left.aggregate == ASK_DRAFT_COUNT
         && groups_ones (self, draft);
}

static gboolean
passes_over_each (const Words *self, const AskDraft *draft)
{
  if (find_each (self) == 0 || draft->second != NULL)
    return FALSE;
  return draft->groups->len == 0 || counts_itself (self, draft);
}

/* ---- one of many */

static gboolean
has_most (const Words *self)
{
  static const char *const ends[] = { "most", "least", NULL };
  static const char *const at[] = { "at", NULL };
  static const char *const words[]
    = { "top",     "first",  "last",     "latest", "best",    "worst",    "fewest",  "max",      "min",       "maximum",
        "minimum", "recent", "recently", "bottom", "newest",  "earliest", "soonest", "one",      "single",    "leading",
        "main",    "peak",   "record",   "lead",   "biggest", "highest",  "lowest",  "favorite", "favourite", "popular",
        "common",  "next",   "previous", "final",  "initial", "limit",    "once",    "only",     "any",       NULL };

  if (ask_prefer_has_word (self->question, words))
    return TRUE;
  /* "At most" is a bound. */
  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, ends) && (t == 0 || !is_one (self, t - 1, at)))
      return TRUE;
  for (guint t = 0; t < self->question->tokens->len; t++)
    {
      const char *word = ask_question_token (self->question, t)->folded;

      /* "cheapest", "longest": few other words end so, and these are no harm. */
      if (strlen (word) > 5 && g_str_has_suffix (word, "est"))
        return TRUE;
    }
  for (guint m = 0; m < self->question->mentions->len; m++)
    if (ask_question_mention (self->question, m)->has_number)
      return TRUE;
  return FALSE;
}

static gboolean
is_extreme (const AskDraftCondition *condition)
{
  const AskDraft *query = condition->n_operands == 1 && condition->operands[0].kind == ASK_DRAFT_QUERY
                            ? condition->operands[0].query
                            : NULL;

  return query != NULL && (condition->op == ASK_DRAFT_EQUAL || condition->op == ASK_DRAFT_IN)
         && ((query->terms->len == 1
              && (ask_draft_term (query->terms, 0)->aggregate == ASK_DRAFT_MAX
                  || ask_draft_term (query->terms, 0)->aggregate == ASK_DRAFT_MIN))
             || query->limit != ASK_DRAFT_NO_LIMIT);
}

static gboolean
chooses_one (const Words *self, const AskDraft *draft)
{
  gboolean chooses = draft->limit != ASK_DRAFT_NO_LIMIT;

  for (guint i = 0; i < draft->conditions->len && !chooses; i++)
    chooses = is_extreme (ask_draft_condition (draft->conditions, i));
  return chooses && !has_most (self);
}

/* ---- an order */

static gboolean
has_order (const Words *self)
{
  static const char *const words[] = { "sort",
                                       "sorted",
                                       "ordered",
                                       "ordering",
                                       "alphabetical",
                                       "alphabetically",
                                       "alphabetic",
                                       "ascending",
                                       "descending",
                                       "increasing",
                                       "decreasing",
                                       "rank",
                                       "ranked",
                                       "ranking",
                                       "arrange",
                                       "arranged",
                                       "listed",
                                       "sequence",
                                       "chronological",
                                       "chronologically",
                                       "by",
                                       "lexicographic",
                                       "lexicographical",
                                       "from",
                                       "desc",
                                       "asc",
                                       NULL };
  static const char *const in[] = { "in", "the", NULL };
  static const char *const order[] = { "order", NULL };

  if (ask_prefer_has_word (self->question, words))
    return TRUE;
  for (guint t = 1; t < self->question->tokens->len; t++)
    if (is_one (self, t, order) && is_one (self, t - 1, in))
      return TRUE;
  return FALSE;
}

/* "Orders for each status": nobody wants them by their date. */
static gboolean
sorts (const Words *self, const AskDraft *draft)
{
  return draft->orders->len > 0 && draft->limit == ASK_DRAFT_NO_LIMIT && !has_order (self) && !has_most (self);
}

/* ---- what is shown */

/* "The longest trip" is shown by no attribute that is called "long". */
static gboolean
shows_superlative (const Words *self, const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len && draft->limit == 1; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);
      const AskNameMatch *match
        = term->attribute >= 0 ? &g_array_index (self->question->attributes, AskNameMatch, term->attribute) : NULL;

      if (match != NULL && term->aggregate == ASK_DRAFT_PLAIN && match->met > 0 && match->met < 1
          && match->last == match->first + 1
          && g_str_has_suffix (ask_question_token (self->question, match->first)->folded, "est"))
        return TRUE;
    }
  return FALSE;
}

/* ---- both of one attribute */

/* A client has one country: "clients in France and Germany" are of one or the other. */
static gboolean
wants_both (const Words *self, const AskDraft *draft)
{
  const AskDraftCondition *a, *b;
  const AskDomainAttribute *of;
  const AskDraftTerm *term;

  if (draft->set != ASK_DRAFT_INTERSECT || draft->terms->len != 1 || draft->conditions->len != 1
      || draft->second->conditions->len != 1 || draft->groups->len > 0)
    return FALSE;
  a = ask_draft_condition (draft->conditions, 0);
  b = ask_draft_condition (draft->second->conditions, 0);
  term = ask_draft_term (draft->terms, 0);
  if (a->op != ASK_DRAFT_EQUAL || b->op != ASK_DRAFT_EQUAL || a->left.attribute != b->left.attribute
      || a->left.attribute < 0 || term->attribute < 0)
    return FALSE;
  of = ask_domain_attribute (self->domain, a->left.attribute);
  return ask_domain_attribute (self->domain, term->attribute)->entity == of->entity
         && (ask_domain_attribute (self->domain, term->attribute)->key
             || ask_label_get (self->domain, of->entity) == term->attribute);
}

/* ---- whose value it is */

static gboolean
is_value_of (const AskMention *mention, const AskDraftCondition *condition)
{
  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      if (link->attribute == condition->left.attribute && g_strcmp0 (link->value, condition->operands[0].text) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Something else has this value as a whole, and it is not the entity that is counted. */
static gboolean
has_other_owner (const Words *self, const AskMention *mention, guint entity)
{
  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      if (link->attribute >= 0 && link->score >= 0.99
          && ask_domain_attribute (self->domain, link->attribute)->entity != entity)
        return TRUE;
    }
  return FALSE;
}

/* "How many albums does Iron Maiden have": whoever has albums is no album. */
static gboolean
owns_itself (const Words *self, const AskDraft *draft)
{
  static const char *const does[] = { "does", "do", "did", "has", "have", NULL };
  static const char *const has[]
    = { "have",     "has",    "had",      "own",     "make",     "made",  "write",  "wrote", "release",
        "released", "record", "recorded", "produce", "produced", "place", "placed", "buy",   "bought",
        "sell",     "sold",   "offer",    "run",     "get",      "got",   NULL };

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (draft->conditions, i);
      guint entity;

      if (condition->op != ASK_DRAFT_EQUAL || condition->left.attribute < 0 || condition->n_operands != 1
          || condition->operands[0].kind != ASK_DRAFT_VALUE || condition->operands[0].text == NULL)
        continue;
      entity = ask_domain_attribute (self->domain, condition->left.attribute)->entity;
      for (guint m = 0; m < self->question->mentions->len; m++)
        {
          const AskMention *mention = ask_question_mention (self->question, m);
          const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, entity);

          if (mention->first > 0 && is_one (self, mention->first - 1, does) && is_one (self, mention->last, has)
              && match->met > 0 && match->last < mention->first && is_value_of (mention, condition)
              && has_other_owner (self, mention, entity))
            return TRUE;
        }
    }
  return FALSE;
}

/* "How many seats": a number that is kept, and no number of rows. */
static gboolean
counts_measure (const Words *self, const AskDraft *draft)
{
  static const char *const how[] = { "how", NULL };
  static const char *const many[] = { "many", NULL };
  gboolean measure = FALSE;

  if (!is_one (self, 0, how) || !is_one (self, 1, many) || draft->terms->len != 1
      || ask_draft_term (draft->terms, 0)->aggregate != ASK_DRAFT_COUNT || ask_draft_term (draft->terms, 0)->metric > 0)
    return FALSE;
  for (guint e = 0; e < self->domain->entities->len; e++)
    if (is_met_in (&g_array_index (self->question->entities, AskNameMatch, e), 2))
      return FALSE;
  for (guint a = 0; a < self->domain->attributes->len; a++)
    {
      const AskDomainAttribute *of = ask_domain_attribute (self->domain, a);
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);

      if (match->met <= 0 || !match->exact || match->first != 2)
        continue;
      if (!of->numeric || of->kind != ASK_DOMAIN_NUMBER || of->key || of->joins)
        return FALSE;
      measure = TRUE;
    }
  return measure;
}

/* "Appointments longer than 30 minutes" are no number. */
static gboolean
counts_unasked (const Words *self, const AskDraft *draft)
{
  static const char *const words[] = { "how",     "many",   "number",    "count",      "counts",   "counting", "total",
                                       "totals",  "amount", "sum",       "quantity",   "average",  "numbers",  "size",
                                       "percent", "share",  "frequency", "percentage", "times",    "volume",   "tally",
                                       "much",    "there",  "any",       "number of",  "how many", "count of", NULL };

  return draft->terms->len == 1 && draft->groups->len == 0
         && ask_draft_term (draft->terms, 0)->aggregate == ASK_DRAFT_COUNT
         && ask_draft_term (draft->terms, 0)->metric == 0 && !ask_prefer_has_word (self->question, words);
}

/* ---- groups */

/* A word of the attribute's name that says more than the entity's. */
static gboolean
shares_stem (const Words *self, guint entity, const AskDomainAttribute *group)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);

  for (guint a = of->first; a < of->first + of->n_attributes; a++)
    {
      const AskDomainAttribute *own = ask_domain_attribute (self->domain, a);

      if (own->kind == ASK_DOMAIN_TEXT && !own->key && !own->joins && group->stems[0] != NULL
          && ask_domain_words_have (own->stems, group->stems[0]))
        return TRUE;
    }
  return FALSE;
}

/* "Freight by country": an order has a country of its own, so that of who took the order is not meant. */
static gboolean
groups_elsewhere (const Words *self, const AskDraft *draft)
{
  for (guint i = 0; i < draft->groups->len; i++)
    {
      int attribute = ask_draft_term (draft->groups, i)->attribute;
      const AskDomainAttribute *group = attribute >= 0 ? ask_domain_attribute (self->domain, attribute) : NULL;

      if (group == NULL || group->kind != ASK_DOMAIN_TEXT || group->key || group->joins
          || g_array_index (self->question->entities, AskNameMatch, group->entity).met > 0)
        continue;
      for (guint e = 0; e < self->domain->entities->len; e++)
        {
          const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);

          if (e != group->entity && match->met > 0 && match->exact && shares_stem (self, e, group))
            return TRUE;
        }
      for (guint k = 0; k < draft->terms->len; k++)
        {
          const AskDraftTerm *term = ask_draft_term (draft->terms, k);

          if (term->aggregate != ASK_DRAFT_PLAIN && term->attribute >= 0
              && ask_domain_attribute (self->domain, term->attribute)->entity != group->entity
              && shares_stem (self, ask_domain_attribute (self->domain, term->attribute)->entity, group))
            return TRUE;
        }
    }
  return FALSE;
}

/* "Freight for each shipper" is no group of an attribute that nobody names. */
static gboolean
groups_by_nothing (const Words *self, const AskDraft *draft)
{
  guint each = find_each (self);
  const AskDomainAttribute *group;
  gboolean named = FALSE;
  int attribute;

  if (each == 0 || draft->groups->len != 1)
    return FALSE;
  attribute = ask_draft_term (draft->groups, 0)->attribute;
  group = attribute >= 0 ? ask_domain_attribute (self->domain, attribute) : NULL;
  if (group == NULL || group->key || group->joins || ask_label_get (self->domain, group->entity) == attribute
      || is_met_in (&g_array_index (self->question->attributes, AskNameMatch, attribute), each + 1))
    return FALSE;
  for (guint e = 0; e < self->domain->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);

      named = named || (match->exact && is_met_in (match, each + 1) && e != group->entity);
    }
  return named && g_array_index (self->question->attributes, AskNameMatch, attribute).met < 1;
}

/*
 * ask_prefer_count_words:
 * @question: a question
 * @domain: what it is about
 * @draft: a reading
 *
 * Returns: how many rules of the language speak against it
 */
guint
ask_prefer_count_words (const AskQuestion *question, AskDomain *domain, const AskDraft *draft)
{
  static gboolean (*const rules[]) (const Words *, const AskDraft *)
    = { passes_over_each, chooses_one,       sorts,         shows_superlative, wants_both,    owns_itself,
        groups_elsewhere, groups_by_nothing, compares_ones, counts_measure,    counts_unasked };
  const Words self = { question, domain };
  /* What says the opposite is never meant. */
  guint n = is_turned_round (&self, draft) ? ASK_PREFER_OPPOSITE : 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    n += rules[i](&self, draft);
  return n;
}

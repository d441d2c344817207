/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a question as a figure of groups, word by word. It is one only where nothing is left over: a word that is not
 * understood may change everything.
 */
#include "config.h"

#include "understand/interpret/ask-figure-private.h"

#include <stdlib.h>
#include <string.h>

static const char opening_ways[]
  = "show|list|give|display|me|us|what|is|are|was|were|the|all|find|get|our|please|tell|a|"
    "do|you|calculate|compute|plot|draw|see|can|i|want|need|my";
static const char idle_ways[]
  = "are|is|was|were|there|do|does|did|we|have|has|had|exist|work|works|working|made|placed|"
    "the|our|overall|get|got|they|been|it|come|comes|belong|belongs|live|lives|worked";
static const char each_ways[] = "each|every|per|by";
static const char before_each_ways[] = "for|in|of|from|at|on|across|to|with|grouped|split|broken|down|divided";
static const char most_ways[] = "most|highest|largest|biggest|greatest|top|maximum";
static const char least_ways[] = "least|lowest|fewest|smallest|minimum";
static const char best_ways[] = "best|top|biggest|largest|main|strongest";
static const char worst_ways[] = "worst|weakest|smallest";
static const char last_ways[] = "latest|last|newest|recent";
static const char first_ways[] = "first|earliest|oldest";

typedef AskFigureReader Reader;

static gboolean
is_one (const Reader *self, guint t, const char *ways)
{
  return ask_figure_is_one (self->question, t, ways);
}

static guint
skip (const Reader *self, guint t, const char *ways)
{
  return ask_figure_skip (self->question, t, ways);
}

static guint
get_entity_of (const Reader *self, int attribute)
{
  return ask_domain_attribute (self->question->domain, attribute)->entity;
}

/* ---- which rows */

static guint
add_mention (Reader *self, guint mention, int attribute, AskDraftOp op)
{
  AskFigureAsked *figure = self->figure;

  if (figure->n_mentions == ASK_FIGURE_MAX_VALUES)
    return 0;
  figure->mentions[figure->n_mentions] = mention;
  figure->attributes[figure->n_mentions] = attribute;
  figure->ops[figure->n_mentions++] = op;
  return ask_question_mention (self->question, mention)->last;
}

/* "In 2025", "since March 2024", "before 2020", "last month". */
static guint
read_date (Reader *self, guint t)
{
  guint at = skip (self, t, "in|during|since|from|before|until|after|of|for|on|the|year|starting");
  AskDraftOp op = ASK_DRAFT_EQUAL;
  int date = ask_figure_find_date (self->question, self->figure->fact);

  for (guint i = t; i < at; i++)
    {
      if (is_one (self, i, "since|starting"))
        op = ASK_DRAFT_GREATER_EQUAL;
      if (is_one (self, i, "after"))
        op = ASK_DRAFT_GREATER;
      if (is_one (self, i, "before"))
        op = ASK_DRAFT_LESS;
      if (is_one (self, i, "until"))
        op = ASK_DRAFT_LESS_EQUAL;
    }
  for (guint m = 0; m < self->question->mentions->len && date >= 0; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->first == at && (mention->kind == ASK_MENTION_DATE || (ask_figure_is_year (mention) && at > t)))
        return add_mention (self, m, date, op);
    }
  return 0;
}

static int
find_owner (const AskMention *mention, gconstpointer data)
{
  const Reader *self = data;

  return ask_figure_find_owner (self->question, self->figure->fact, mention);
}

/* "In Germany", "of Anna Schmidt"; the longest value counts. */
static guint
read_value (Reader *self, guint t)
{
  int attribute = -1;
  guint value = ask_figure_find_value (self->question, skip (self, t, "in|from|of|for|with|to|at|by|the"), find_owner,
                                       self, &attribute);

  return value != G_MAXUINT ? add_mention (self, value, attribute, ASK_DRAFT_EQUAL) : 0;
}

/* ---- groups */

static guint
add_group (Reader *self, guint t)
{
  AskFigureAsked *figure = self->figure;
  AskFigureGroup group;
  guint n;

  if (figure->n_groups == ASK_FIGURE_MAX_GROUPS)
    return 0;
  t = skip (self, t, "the|our|each|every");
  n = ask_figure_match_group (self->question, t, figure->fact, &group, &figure->sure);
  if (n == 0)
    return 0;
  figure->groups[figure->n_groups++] = group;
  return t + n;
}

/* "For each country", "by category and year". */
static guint
read_each (Reader *self, guint t)
{
  guint at = skip (self, t, before_each_ways);
  guint last;

  if (!is_one (self, at, each_ways))
    return 0;
  last = add_group (self, at + 1);
  while (last > 0 && is_one (self, last, "and"))
    {
      guint next = add_group (self, skip (self, last + 1, "for|by|per|in"));

      if (next == 0)
        return 0;
      last = next;
    }
  return last;
}

/* "Average number of …", "on average how many …": the number is shared out among its groups. */
static guint
read_average (Reader *self, guint t)
{
  guint at = is_one (self, t, "on|in") ? t + 1 : t;

  if (!is_one (self, at, "average|mean"))
    return t;
  at++;
  while (at < self->question->tokens->len && !ask_question_token (self->question, at)->word)
    at++;
  if (!is_one (self, at, "number of|how many|count of|number|count|how"))
    return t;
  self->figure->averaged = TRUE;
  return at;
}

static gboolean
asks_average (const Reader *self)
{
  gboolean asked = self->figure->averaged;

  for (guint t = 0; t + 1 < self->question->tokens->len; t++)
    asked = asked || (is_one (self, t, "on|in") && is_one (self, t + 1, "average|mean"));
  return asked;
}

/* "A customer" of "how many orders has a customer on average". */
static guint
read_one (Reader *self, guint t)
{
  return is_one (self, t, "a|an|one") && asks_average (self) ? add_group (self, t + 1) : 0;
}

static guint
read_on_average (Reader *self, guint t)
{
  if (!is_one (self, t, "on|in") || !is_one (self, t + 1, "average|mean"))
    return 0;
  self->figure->averaged = TRUE;
  return t + 2;
}

/* Whatever follows a figure; FALSE where a word is left. */
static gboolean
read_rest (Reader *self, guint t)
{
  while (!ask_figure_is_end (self->question, t))
    {
      guint last = read_on_average (self, t);

      if (last == 0)
        last = read_each (self, t);
      if (last == 0)
        last = read_one (self, t);
      if (last == 0)
        last = read_date (self, t);
      if (last == 0)
        last = read_value (self, t);
      if (last == 0)
        last = skip (self, t, idle_ways);
      if (last == t && !ask_question_token (self->question, t)->word)
        last = t + 1;
      if (last <= t)
        return FALSE;
      t = last;
    }
  return TRUE;
}

/* ---- the best of them */

static gboolean
put_revenue (Reader *self)
{
  const AskDomain *domain = self->question->domain;

  for (guint m = 0; m < domain->metrics->len; m++)
    {
      const AskDomainMetric *metric = ask_domain_metric (domain, m);

      if (metric->per < 0 && (metric->metric == NULL || strstr (metric->name, "revenue") != NULL))
        return ask_figure_put_term (self, metric->entity, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR, m + 1);
    }
  return FALSE;
}

/* One row for each of @entity, the most first. @plural: all of them are asked for. */
static gboolean
put_ranked (Reader *self, guint entity, gboolean least, gboolean plural, gint64 limit)
{
  AskFigureAsked *figure = self->figure;

  if (ask_figure_get_distance (self->question->domain, figure->fact, entity) <= 0
      && ask_figure_find_bridge (self->question->domain, figure->fact, entity) < 0)
    return FALSE;
  figure->groups[0] = (AskFigureGroup) { (int) entity, -1 };
  figure->n_groups = 1;
  figure->ranked = TRUE;
  figure->least = least;
  figure->limit = limit > 0 ? limit : plural ? ASK_DRAFT_NO_LIMIT : 1;
  figure->bare = limit == 0 && !plural;
  figure->sure = FALSE;
  return TRUE;
}

/* "Best customers", "top 5 products by revenue", "the 10 best selling products". */
static gboolean
read_best (Reader *self, guint t)
{
  guint entity = 0;
  guint at = is_one (self, t, "who") ? skip (self, t + 1, "is|are|was|were|our|the|my") : t;
  gint64 limit = ask_figure_read_limit (self->question, at, &at);
  gboolean least = is_one (self, at, worst_ways);
  gboolean sold, plural;
  guint n, last;

  if (!least && !is_one (self, at, best_ways)
      && !(is_one (self, at, "most") && is_one (self, at + 1, "valuable|important|sold")))
    return FALSE;
  at += is_one (self, at, "most") && is_one (self, at + 1, "valuable|important") ? 2 : 1;
  limit = limit > 0 ? limit : ask_figure_read_limit (self->question, at, &at);
  while (at < self->question->tokens->len && !ask_question_token (self->question, at)->word)
    at++;
  sold = is_one (self, at, "selling|seller|sellers|sold");
  at += sold;
  n = ask_figure_match_entity (self->question, at, &entity);
  if (n == 0)
    return FALSE;
  plural = ask_figure_is_plural (self->question, at + n - 1);
  at = skip (self, at + n, "we|have|do|are");
  last = at;
  if (is_one (self, at, "by") || (is_one (self, at, "according|in") && is_one (self, at + 1, "to|terms")))
    {
      last = ask_figure_read_term (self, skip (self, at + 1, "to|terms|of|their|the|total"), TRUE);
      if (last == 0)
        return FALSE;
    }
  else if (sold)
    {
      int quantity = ask_figure_find_quantity (self);

      if (quantity < 0)
        return FALSE;
      ask_figure_put_term (self, get_entity_of (self, quantity), ASK_DRAFT_SUM, quantity, 0);
    }
  else if (is_one (self, t, "biggest|largest|smallest|main") || !put_revenue (self))
    return FALSE;
  return put_ranked (self, entity, least, plural, limit) && read_rest (self, last);
}

/* "Sold best", "sell the least": by the pieces of them. */
static guint
read_sold (Reader *self, guint t, gboolean *least)
{
  guint at = skip (self, skip (self, t, "are|were|was|is|have|been|has"), "sold|sell|sells|selling");
  int quantity = ask_figure_find_quantity (self);

  if (at == t || !is_one (self, at - 1, "sold|sell|sells|selling"))
    return 0;
  at = skip (self, at, "the");
  *least = is_one (self, at, "worst|least");
  if ((!*least && !is_one (self, at, "best|most")) || quantity < 0)
    return 0;
  ask_figure_put_term (self, get_entity_of (self, quantity), ASK_DRAFT_SUM, quantity, 0);
  return skip (self, at + 1, "often");
}

/* "Delivered the most orders": one verb, whatever it is, and what is counted. */
static gboolean
read_deeds (Reader *self, guint t, guint entity, gboolean plural)
{
  guint at = skip (self, t + 1, "the");
  gboolean least = is_one (self, at, least_ways);
  guint last = least || is_one (self, at, most_ways) ? ask_figure_read_term (self, at + 1, TRUE) : 0;

  return last > 0 && self->figure->fact != entity && put_ranked (self, entity, least, plural, 0)
         && read_rest (self, last);
}

/* "Which customer spent the most", "customers with the highest revenue". */
static gboolean
read_most (Reader *self, guint t)
{
  guint entity = 0;
  guint at = skip (self, t, "which|who");
  gboolean who = at > t && is_one (self, at - 1, "who");
  guint n = ask_figure_match_entity (self->question, at, &entity);
  gboolean plural;
  gboolean least;
  guint last;

  if (n == 0 || who)
    return FALSE;
  plural = ask_figure_is_plural (self->question, at + n - 1);
  at = skip (self, at + n, "that|who|which");
  last = read_sold (self, at, &least);
  if (last > 0)
    return put_ranked (self, entity, least, plural, 0) && read_rest (self, last);
  if (is_one (self, at, "spent|spend|spends|spending"))
    {
      at = skip (self, at + 1, "the");
      least = is_one (self, at, least_ways);
      if ((!least && !is_one (self, at, most_ways)) || !put_revenue (self))
        return FALSE;
      last = skip (self, at + 1, "money|in|total");
      return put_ranked (self, entity, least, plural, 0) && read_rest (self, last);
    }
  if (!is_one (self, at, "with|has|have|had|makes|make|made|generated|generates|generate|brought|brings"))
    return read_deeds (self, at, entity, plural);
  at = skip (self, at + 1, "in|the");
  least = is_one (self, at, least_ways);
  if (!least && !is_one (self, at, most_ways))
    return FALSE;
  at = skip (self, at + 1, "number|of|total|amount");
  last = ask_figure_read_sold (self, at);
  return last > 0 && put_ranked (self, entity, least, plural, 0) && read_rest (self, last);
}

/* "Staff by number of tickets": a row for each, the most first. */
static gboolean
read_by_number (Reader *self, guint t)
{
  guint entity = 0;
  guint n = ask_figure_match_entity (self->question, t, &entity);
  guint last
    = n > 0 && is_one (self, t + n, "by") ? ask_figure_read_term (self, skip (self, t + n + 1, "their|the"), FALSE) : 0;

  return last > 0 && self->figure->term.aggregate == ASK_DRAFT_COUNT && put_ranked (self, entity, FALSE, TRUE, 0)
         && read_rest (self, last);
}

/* The only entity that rows of @fact lead to directly and that is of people; -1 where there is none, or several. */
static int
find_people (const Reader *self, guint fact)
{
  const AskDomain *domain = self->question->domain;
  int found = -1;

  for (guint e = 0; e < domain->entities->len; e++)
    if (e != fact && ask_figure_get_distance (domain, fact, e) == 1 && ask_figure_is_people (self->question->domain, e))
      {
        if (found >= 0)
          return -1;
        found = (int) e;
      }
  return found;
}

/* "Who has closed the most tickets", "who made the fewest calls". */
static gboolean
read_who (Reader *self, guint t)
{
  guint at = skip (self, t, "who|has|have|had|did|is|was");
  gboolean least;
  int people;
  guint last;

  if (!is_one (self, t, "who"))
    return FALSE;
  /* One verb, whatever it is. */
  if (!is_one (self, at, "the") && !is_one (self, at, most_ways) && !is_one (self, at, least_ways))
    at++;
  at = skip (self, at, "the");
  least = is_one (self, at, least_ways);
  if (!least && !is_one (self, at, most_ways))
    return FALSE;
  last = ask_figure_read_term (self, at + 1, TRUE);
  people = last > 0 ? find_people (self, self->figure->fact) : -1;
  return people >= 0 && put_ranked (self, (guint) people, least, FALSE, 0) && read_rest (self, last);
}

/* "Latest order of each client", "first order of every customer". */
static gboolean
read_latest (Reader *self, guint t)
{
  guint entity = 0;
  guint at = skip (self, t, "most|when|was|did");
  gboolean first = is_one (self, at, first_ways);
  const AskDomainEntity *of;
  int date;
  guint n;

  if (!first && !is_one (self, at, last_ways))
    return FALSE;
  n = ask_figure_match_entity (self->question, at + 1, &entity);
  if (n == 0)
    return FALSE;
  date = ask_figure_find_date (self->question, entity);
  of = ask_domain_entity (self->question->domain, entity);
  if (date < (int) of->first || date >= (int) (of->first + of->n_attributes))
    return FALSE;
  ask_figure_put_term (self, entity, first ? ASK_DRAFT_MIN : ASK_DRAFT_MAX, date, 0);
  return read_rest (self, at + 1 + n) && self->figure->n_groups > 0;
}

/* ---- the total of what lines are of */

/* What the lines of a revenue that nobody defined are lines of, where it has a total of its own; -1 where it has none. */
static int
find_total (const AskDomain *domain, guint product)
{
  static const char *const stems[] = { "total", "amount", "betrag", "gesamtbetrag", "summ", "summe", NULL };
  int per = -1;

  for (guint m = 0; m < domain->metrics->len; m++)
    if (ask_domain_metric (domain, m)->per >= 0 && ask_domain_metric (domain, m)->entity == product)
      per = ask_domain_metric (domain, m)->per;
  for (guint j = 0; j < domain->joins->len && per >= 0; j++)
    if (ask_domain_join (domain, j)->from == per)
      {
        const AskDomainEntity *of
          = ask_domain_entity (domain, ask_domain_attribute (domain, ask_domain_join (domain, j)->to)->entity);

        for (guint a = of->first; a < of->first + of->n_attributes; a++)
          if (ask_domain_attribute (domain, a)->numeric && ask_draft_can_sum (ask_domain_attribute (domain, a))
              && ask_domain_words_have_any (ask_domain_attribute (domain, a)->stems, stems)
              && g_strv_length (ask_domain_attribute (domain, a)->stems) == 1)
            return (int) a;
      }
  return -1;
}

/* Who bought what an invoice says is told by the invoice's total, not by its lines; what was bought only by these. */
static void
take_total (Reader *self)
{
  AskFigureAsked *figure = self->figure;
  AskDomain *domain = self->question->domain;
  const AskDomainMetric *metric = figure->term.metric > 0 ? ask_domain_metric (domain, figure->term.metric - 1) : NULL;
  int total = metric != NULL && metric->metric == NULL && metric->per < 0 ? find_total (domain, metric->entity) : -1;

  for (guint i = 0; i < figure->n_groups && total >= 0; i++)
    if (ask_figure_get_distance (domain, get_entity_of (self, total),
                                 figure->groups[i].entity >= 0 ? (guint) figure->groups[i].entity
                                                               : get_entity_of (self, figure->groups[i].attribute))
        < 0)
      return;
  for (guint i = 0; i < figure->n_mentions && total >= 0; i++)
    if (ask_figure_get_distance (domain, get_entity_of (self, total), get_entity_of (self, figure->attributes[i])) < 0)
      return;
  if (total < 0)
    return;
  figure->sure = FALSE;
  ask_figure_put_term (self, get_entity_of (self, total), ASK_DRAFT_SUM, total, 0);
}

/*
 * ask_figure_read:
 * @question: a question
 * @figure: (out): what it asks for
 *
 * Returns: whether all of it asks for a figure of groups
 */
gboolean
ask_figure_read (const AskQuestion *question, AskFigureAsked *figure)
{
  static gboolean (*const readers[]) (Reader *, guint)
    = { read_best, read_most, read_who, read_by_number, read_latest };
  Reader self = { question, figure };
  guint at = ask_figure_skip (question, 0, opening_ways);
  guint last;

  for (guint r = 0; r < G_N_ELEMENTS (readers); r++)
    {
      *figure = (AskFigureAsked) { .limit = ASK_DRAFT_NO_LIMIT, .sure = TRUE };
      if (readers[r](&self, at))
        {
          take_total (&self);
          return TRUE;
        }
    }
  *figure = (AskFigureAsked) { .limit = ASK_DRAFT_NO_LIMIT, .sure = TRUE };
  at = read_average (&self, at);
  last = ask_figure_read_terms (&self, at);
  if (last == 0 || !read_rest (&self, last) || (figure->averaged && !ask_figure_share_out (&self))
      || (figure->n_groups == 0 && figure->n_more == 0 && figure->term.metric == 0 && figure->term.per == 0))
    return FALSE;
  take_total (&self);
  return TRUE;
}

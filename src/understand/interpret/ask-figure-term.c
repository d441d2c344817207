/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which figures the words of a question ask for: a metric, a number of rows, units sold, a measure; several of them side by
 * side, "number of employees and average salary", "lowest and highest price". All are of one entity's rows in the end.
 */
#include "config.h"

#include "understand/interpret/ask-figure-private.h"

/*
 * ask_figure_put_term:
 * @self: a reader
 * @fact: whose rows are counted, or whose measure it is
 * @aggregate: of the figure
 * @attribute: a measure of @fact, or %ASK_DOMAIN_STAR
 * @metric: 0, or a metric's place, from 1 on
 *
 * Returns: TRUE, so that a reader can end with it
 */
gboolean
ask_figure_put_term (AskFigureReader *self, guint fact, AskDraftAggregate aggregate, int attribute, guint metric)
{
  self->figure->fact = fact;
  self->figure->term = (AskDraftTerm) { .aggregate = aggregate, .attribute = attribute, .metric = metric };
  return TRUE;
}

static guint
get_entity_of (const AskFigureReader *self, int attribute)
{
  return ask_domain_attribute (self->question->domain, attribute)->entity;
}

static guint
read_metric (AskFigureReader *self, guint t)
{
  guint first = ask_figure_skip (self->question, t, "total|overall");
  guint metric = 0;
  guint n = ask_figure_match_metric (self->question, first, &metric);

  if (n == 0)
    return 0;
  ask_figure_put_term (self, ask_domain_metric (self->question->domain, metric)->entity, ASK_DRAFT_COUNT,
                       ASK_DOMAIN_STAR, metric + 1);
  return first + n;
}

/* "Number of orders", "how many orders". */
static guint
read_count (AskFigureReader *self, guint t)
{
  guint entity = 0;
  guint at = t;
  guint n;

  if (ask_figure_is_one (self->question, t, "number of|how many|count of"))
    at = t + 1;
  else if (ask_figure_is_one (self->question, t, "how") && ask_figure_is_one (self->question, t + 1, "many"))
    at = t + 2;
  /* In German no word stands behind it. */
  else if (ask_figure_is_one (self->question, t, "number|count"))
    at = t + 1;
  else
    return 0;
  at = ask_figure_skip (self->question, at, "of|of the|the|our|different|all");
  n = ask_figure_match_entity (self->question, at, &entity);
  return n > 0 && ask_figure_put_term (self, entity, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR, 0) ? at + n : 0;
}

/*
 * ask_figure_find_quantity:
 * @self: a reader
 *
 * Returns: the attribute that has the pieces of what was sold; -1 where nothing has
 */
int
ask_figure_find_quantity (const AskFigureReader *self)
{
  static const char *const stems[] = { "quantiti", "qty", "meng", "menge", "anzahl", "stuckzahl", NULL };
  const AskDomain *domain = self->question->domain;

  for (guint m = 0; m < domain->metrics->len; m++)
    {
      const AskDomainMetric *metric = ask_domain_metric (domain, m);
      const AskDomainEntity *of = ask_domain_entity (domain, metric->entity);

      if (metric->metric != NULL)
        continue;
      if (metric->quantity >= 0)
        return metric->quantity;
      for (guint a = of->first; a < of->first + of->n_attributes; a++)
        if (ask_domain_words_have_any (ask_domain_attribute (domain, a)->stems, stems)
            && ask_draft_can_sum (ask_domain_attribute (domain, a)))
          return (int) a;
    }
  return -1;
}

/* "Units sold", "number of items sold". */
static guint
read_units (AskFigureReader *self, guint t)
{
  guint at = ask_figure_skip (self->question, t, "total|number|of|how|many|number of|how many");
  int quantity;

  if (!ask_figure_is_one (self->question, at, "units|items|pieces|articles|quantity|quantities|unit")
      || !ask_figure_is_one (self->question, at + 1, "sold|ordered|shipped"))
    return 0;
  quantity = ask_figure_find_quantity (self);
  return quantity >= 0 && ask_figure_put_term (self, get_entity_of (self, quantity), ASK_DRAFT_SUM, quantity, 0)
           ? at + 2
           : 0;
}

/*
 * ask_figure_read_sold:
 * @self: a reader; its figure gets the fact and the term
 * @t: a token
 *
 * Returns: one past the words of a metric, or of units sold; 0 where neither stands there
 */
guint
ask_figure_read_sold (AskFigureReader *self, guint t)
{
  guint last = read_metric (self, t);

  return last > 0 ? last : read_units (self, t);
}

static AskDraftAggregate
read_aggregate (const AskFigureReader *self, guint t)
{
  if (ask_figure_is_one (self->question, t, "total|sum|combined|summed"))
    return ASK_DRAFT_SUM;
  if (ask_figure_is_one (self->question, t, "average|avg|mean"))
    return ASK_DRAFT_AVG;
  if (ask_figure_is_one (self->question, t, "highest|maximum|max|largest|longest"))
    return ASK_DRAFT_MAX;
  if (ask_figure_is_one (self->question, t, "lowest|minimum|min|smallest|shortest"))
    return ASK_DRAFT_MIN;
  return ASK_DRAFT_PLAIN;
}

/* "Average freight of orders", "average order freight", "total freight"; @plain: "freight" alone is all of it. */
static guint
read_measure (AskFigureReader *self, guint t, gboolean plain)
{
  AskDraftAggregate aggregate = read_aggregate (self, t);
  guint at = aggregate != ASK_DRAFT_PLAIN ? ask_figure_skip (self->question, t + 1, "of|the|value") : t;
  guint entity = 0;
  guint owner = ask_figure_match_entity (self->question, at, &entity);
  int attribute = -1;
  guint n = 0;

  if (aggregate == ASK_DRAFT_PLAIN && !plain)
    return 0;
  if (owner > 0)
    n = ask_figure_match_measure (self->question, at + owner, (int) entity, &attribute);
  if (n > 0)
    n += owner;
  else
    {
      n = ask_figure_match_measure (self->question, at, -1, &attribute);
      /* "Salary of employees": the entity may also say whose it is. */
      if (n == 0 && ask_figure_is_one (self->question, at + 1, "of|for|by"))
        {
          owner = ask_figure_match_entity (self->question, ask_figure_skip (self->question, at + 2, "the|all|our"),
                                           &entity);
          n = owner > 0 ? ask_figure_match_measure (self->question, at, (int) entity, &attribute) : 0;
        }
    }
  if (n == 0)
    return 0;
  ask_figure_put_term (self, get_entity_of (self, attribute), aggregate != ASK_DRAFT_PLAIN ? aggregate : ASK_DRAFT_SUM,
                       attribute, 0);
  at += n;
  /* "Of orders" says nothing more where these are the orders' own. */
  if (ask_figure_is_one (self->question, at, "of|for"))
    {
      guint of = ask_figure_skip (self->question, at + 1, "the|all|our");
      guint words = ask_figure_match_entity (self->question, of, &entity);

      if (words > 0 && entity == self->figure->fact)
        at = of + words;
    }
  return at;
}

/*
 * ask_figure_read_term:
 * @self: a reader; its figure gets the fact and the term
 * @t: a token
 * @plain: whether a name alone is a figure: "orders" their number, "freight" its sum
 *
 * Returns: one past the figure's words, 0 where none is asked for there
 */
guint
ask_figure_read_term (AskFigureReader *self, guint t, gboolean plain)
{
  guint entity = 0;
  guint last = read_metric (self, t);

  if (last == 0)
    last = read_units (self, t);
  if (last == 0)
    last = read_count (self, t);
  if (last == 0)
    last = read_measure (self, t, plain);
  if (last == 0 && plain)
    {
      guint n = ask_figure_match_entity (self->question, t, &entity);

      last = n > 0 && ask_figure_put_term (self, entity, ASK_DRAFT_COUNT, ASK_DOMAIN_STAR, 0) ? t + n : 0;
    }
  return last;
}

/* ---- several */

static guint
skip_and (const AskFigureReader *self, guint t)
{
  guint at = t;

  while (at < self->question->tokens->len && !ask_question_token (self->question, at)->word)
    at++;
  return ask_figure_skip (self->question, at, "and|plus|as|well");
}

/* "Minimum, maximum and average price": more than one aggregate of the measure that follows them. */
static guint
read_list (AskFigureReader *self, guint t)
{
  AskFigureAsked *figure = self->figure;
  AskDraftAggregate found[ASK_FIGURE_MAX_MORE + 1];
  guint n = 0;
  guint last = 0;

  for (guint at = t; n < G_N_ELEMENTS (found);)
    {
      AskDraftAggregate aggregate = read_aggregate (self, at);

      if (aggregate == ASK_DRAFT_PLAIN)
        break;
      found[n++] = aggregate;
      last = at;
      at = skip_and (self, at + 1);
      at = ask_figure_skip (self->question, at, "the");
    }
  if (n < 2)
    return 0;
  last = read_measure (self, last, FALSE);
  for (guint i = 0; i + 1 < n && last > 0; i++)
    {
      figure->more[i] = figure->term;
      figure->more[i].aggregate = found[i];
      figure->n_more++;
    }
  return last;
}

/* The rows of @fact as something that rows of another entity belong to: each is counted once. */
static gboolean
count_once (const AskFigureReader *self, AskDraftTerm *term, guint fact)
{
  int key = ask_figure_find_key (self->question->domain, fact);

  if (key < 0 || term->aggregate != ASK_DRAFT_COUNT || term->attribute != ASK_DOMAIN_STAR)
    return FALSE;
  *term = (AskDraftTerm) { .aggregate = ASK_DRAFT_COUNT, .distinct = TRUE, .attribute = key };
  return TRUE;
}

/* Both figures are of the rows of one entity, or one can be said of the other's. FALSE where neither is so. */
static gboolean
join_terms (AskFigureReader *self, AskDraftTerm *before, guint fact)
{
  AskFigureAsked *figure = self->figure;
  const AskDomain *domain = self->question->domain;

  if (figure->term.metric > 0 || before->metric > 0)
    return FALSE;
  if (fact == figure->fact)
    return TRUE;
  figure->sure = FALSE;
  if (ask_figure_get_distance (domain, figure->fact, fact) > 0)
    return figure->n_more == 0 && count_once (self, before, fact);
  if (ask_figure_get_distance (domain, fact, figure->fact) <= 0 || !count_once (self, &figure->term, figure->fact))
    return FALSE;
  figure->fact = fact;
  return TRUE;
}

/* A name that several have is the one of @fact, whose figure stands before it. */
static guint
read_next (AskFigureReader *self, guint t, guint fact)
{
  AskDraftAggregate aggregate = read_aggregate (self, t);
  guint last = ask_figure_read_term (self, t, FALSE);
  guint at = ask_figure_skip (self->question, t + 1, "of|the|value");
  int attribute = -1;

  if (last > 0 || aggregate == ASK_DRAFT_PLAIN)
    return last;
  last = ask_figure_match_measure (self->question, at, (int) fact, &attribute);
  return last > 0 && ask_figure_put_term (self, fact, aggregate, attribute, 0) ? at + last : 0;
}

/*
 * ask_figure_read_terms:
 * @self: a reader; its figure gets the fact and the terms
 * @t: a token
 *
 * Returns: one past the words of all figures that stand side by side, 0 where none is asked for there
 */
guint
ask_figure_read_terms (AskFigureReader *self, guint t)
{
  AskFigureAsked *figure = self->figure;
  guint last = read_list (self, t);

  if (last > 0)
    return last;
  last = ask_figure_read_term (self, t, TRUE);
  while (last > 0 && figure->n_more < ASK_FIGURE_MAX_MORE)
    {
      AskDraftTerm before = figure->term;
      guint fact = figure->fact;
      guint end = ask_figure_skip (self->question, last, "do|does|we|have|are|is|there");
      guint at = skip_and (self, end);
      guint next = at > end ? ask_figure_skip (self->question, at, "what|is|are|the|their|its|our|also") : 0;

      next = next > 0 ? read_next (self, next, fact) : 0;
      if (next == 0 || !join_terms (self, &before, fact))
        {
          figure->term = before;
          figure->fact = fact;
          break;
        }
      figure->more[figure->n_more++] = before;
      last = next;
    }
  return last;
}

/*
 * ask_figure_share_out:
 * @self: a reader whose figure is a number of rows, with one group
 *
 * "Orders per customer on average": their number is shared out among the different customers.
 *
 * Returns: FALSE where that cannot be said
 */
gboolean
ask_figure_share_out (AskFigureReader *self)
{
  AskFigureAsked *figure = self->figure;
  AskDomain *domain = self->question->domain;
  const AskFigureGroup *group = &figure->groups[0];
  int per = group->attribute;

  if (figure->n_groups != 1 || figure->n_more > 0 || figure->ranked || figure->term.aggregate != ASK_DRAFT_COUNT
      || figure->term.attribute != ASK_DOMAIN_STAR || figure->term.metric > 0)
    return FALSE;
  if (group->entity >= 0)
    {
      if (ask_figure_get_distance (domain, figure->fact, (guint) group->entity) < 0)
        return FALSE;
      per = ask_figure_find_key (domain, (guint) group->entity);
    }
  /* The key that leads there is as good, and spares a join. */
  for (guint j = 0; j < domain->joins->len && group->entity >= 0 && per >= 0; j++)
    if (ask_domain_join (domain, j)->to == per
        && get_entity_of (self, ask_domain_join (domain, j)->from) == figure->fact
        && ask_domain_join (domain, j)->cost < 2)
      {
        per = ask_domain_join (domain, j)->from;
        break;
      }
  if (per < 0)
    return FALSE;
  figure->term.per = (guint) per + 1;
  figure->n_groups = 0;
  figure->sure = FALSE;
  return TRUE;
}

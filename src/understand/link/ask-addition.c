/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the words that ask for more than sketches can say. A word that is the name of an attribute, or a value, means
 * that and opens nothing: "per year" is a plain question where there is a "year".
 */
#include "config.h"

#include "understand/link/ask-addition-private.h"

#include "base/ask-text-match.h"
#include "base/ask-text.h"

/* How far behind "which month" the word stands that says which one. */
#define MAX_REACH 8

typedef AskAdditionReader Reader;

static void
addition_clear (AskAddition *self)
{
  g_free (self->instead);
}

/*
 * ask_addition_is_one:
 * @self: a reader
 * @i: a token, or none
 * @ways: words, with "|" between them, in either language
 *
 * Returns: whether the token is one of them
 */
gboolean
ask_addition_is_one (const AskAdditionReader *self, guint i, const char *ways)
{
  return i < self->typed->len && !ask_question_token (self->question, i)->quoted
         && (ask_text_is_among (ways, self->typed->pdata[i])
             || ask_text_is_among (ways, ask_question_token (self->question, i)->folded));
}

/*
 * ask_addition_skip:
 * @self: a reader
 * @i: a token, or none
 * @ways: as of ask_addition_is_one()
 *
 * Returns: the first from @i on that is none of them
 */
guint
ask_addition_skip (const AskAdditionReader *self, guint i, const char *ways)
{
  while (ask_addition_is_one (self, i, ways))
    i++;
  return i;
}

/*
 * ask_addition_skip_back:
 * @self: a reader
 * @i: one past a token
 * @least: not before this
 * @ways: as of ask_addition_is_one()
 *
 * Returns: the first of those before @i that are one of them, without a gap
 */
guint
ask_addition_skip_back (const AskAdditionReader *self, guint i, guint least, const char *ways)
{
  while (i > least && ask_addition_is_one (self, i - 1, ways))
    i--;
  return i;
}

/*
 * ask_addition_is_end:
 * @self: a reader
 * @i: a token, or none
 *
 * Returns: whether nothing but signs stands from @i on
 */
gboolean
ask_addition_is_end (const AskAdditionReader *self, guint i)
{
  for (; i < self->question->tokens->len; i++)
    if (ask_question_token (self->question, i)->word)
      return FALSE;
  return TRUE;
}

/*
 * ask_addition_is_named:
 * @self: a reader
 * @first, @last: tokens, @last is one past the end
 *
 * Returns: whether a name of the schema stands there
 */
gboolean
ask_addition_is_named (const AskAdditionReader *self, guint first, guint last)
{
  const GArray *lists[] = { self->question->attributes, self->question->entities };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      {
        const AskNameMatch *match = &g_array_index (lists[l], AskNameMatch, i);

        if (match->met > 0 && match->exact && match->first < last && match->last > first)
          return TRUE;
      }
  return FALSE;
}

static gboolean
is_exact (const GArray *matches, guint i)
{
  const AskNameMatch *match = &g_array_index (matches, AskNameMatch, i);

  return match->met > 0 && match->exact;
}

/*
 * ask_addition_is_entity_named:
 * @self: a reader
 * @entity: of the domain
 *
 * Returns: whether the question is about it, or names it, by its own name, or by one of its metrics' or attributes'
 */
gboolean
ask_addition_is_entity_named (const AskAdditionReader *self, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->question->domain, entity);
  gboolean named = is_exact (self->question->entities, entity) || (self->about != NULL && self->about[entity]);

  for (guint m = 0; m < self->question->metrics->len && !named; m++)
    named = ask_domain_metric (self->question->domain, m)->entity == entity && is_exact (self->question->metrics, m);
  for (guint a = of->first; a < of->first + of->n_attributes && !named; a++)
    named = !ask_domain_attribute (self->question->domain, a)->key && is_exact (self->question->attributes, a);
  return named;
}

/* An entity that the question names has times to take parts of. */
static gboolean
has_dates (const Reader *self)
{
  AskDomain *domain = self->question->domain;

  for (guint a = 0; a < domain->attributes->len; a++)
    if (ask_domain_attribute (domain, a)->dated
        && ask_addition_is_entity_named (self, ask_domain_attribute (domain, a)->entity))
      return TRUE;
  return FALSE;
}

/* An attribute of what the question is about keeps such parts of times by itself: a "release_year", a "month". */
static gboolean
is_kept (const Reader *self, AskTimePart part)
{
  static const char *const stems[] = {
    [ASK_TIME_YEAR] = "year",   [ASK_TIME_QUARTER] = "quarter",
    [ASK_TIME_MONTH] = "month", [ASK_TIME_WEEK] = "week",
    [ASK_TIME_DAY] = "day",     [ASK_TIME_QUARTER_OF_YEAR] = "quarter",
    [ASK_TIME_WEEKDAY] = "day", [ASK_TIME_MONTH_OF_YEAR] = "month",
    [ASK_TIME_HOUR] = "hour",
  };

  for (guint a = 0; a < self->question->domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->question->domain, a);

      if (attribute->kind != ASK_DOMAIN_TIME && ask_domain_words_have (attribute->stems, stems[part])
          && (ask_addition_is_entity_named (self, attribute->entity) || !has_dates (self)))
        return TRUE;
    }
  return FALSE;
}

/* An attribute's name is met there, in part or nearly. */
static gboolean
is_met (const Reader *self, guint i)
{
  for (guint a = 0; a < self->question->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);

      if (match->met > 0 && match->first <= i && i < match->last)
        return TRUE;
    }
  return FALSE;
}

/* They are a stored value, or a date of a year. */
static gboolean
is_value (const Reader *self, guint first, guint last)
{
  for (guint i = 0; i < self->question->mentions->len; i++)
    {
      const AskMention *mention = ask_question_mention (self->question, i);

      if (mention->first < last && mention->last > first && mention->links->len > 0
          && (mention->kind == ASK_MENTION_STORED || mention->kind == ASK_MENTION_DATE
              || mention->kind == ASK_MENTION_QUOTED))
        return TRUE;
    }
  return FALSE;
}

/*
 * ask_addition_add:
 * @self: a reader
 * @addition: without what stands instead
 * @instead: for the rest of the question
 *
 * Keeps what was found.
 */
void
ask_addition_add (AskAdditionReader *self, AskAddition addition, const char *instead)
{
  addition.instead = g_strdup (instead);
  g_array_append_val (self->found, addition);
}

/* ---- units of time */

/* The part that a word names, and where its words end. */
static AskTimePart
read_unit (const Reader *self, guint i, guint *last)
{
  static const struct
  {
    AskTimePart part;
    const char *ways;
  } units[] = {
    { ASK_TIME_YEAR, "year|years|jahr|jahre|jahren|jahres" },
    { ASK_TIME_QUARTER, "quarter|quarters|quartal|quartale|quartalen|quartals" },
    { ASK_TIME_MONTH, "month|months|monat|monate|monaten|monats" },
    { ASK_TIME_WEEKDAY, "weekday|weekdays|wochentag|wochentage|wochentagen" },
    { ASK_TIME_WEEK, "week|weeks|woche|wochen" },
    { ASK_TIME_DAY, "day|days|tag|tage|tagen" },
    { ASK_TIME_HOUR, "hour|hours|stunde|stunden|uhrzeit" },
  };
  guint at = i;

  for (guint u = 0; u < G_N_ELEMENTS (units); u++)
    {
      AskTimePart part = units[u].part;
      guint of;

      if (!ask_addition_is_one (self, i, units[u].ways))
        continue;
      at = i + 1;
      /* "day of the week"; a German compound is two tokens: "Wochen" "tag" */
      of = ask_addition_skip (self, at, "of|the|der|des|of the");
      if (part == ASK_TIME_DAY && of > at && ask_addition_is_one (self, of, "week|woche"))
        part = ASK_TIME_WEEKDAY;
      else if (part == ASK_TIME_MONTH && of > at && ask_addition_is_one (self, of, "year|jahres"))
        part = ASK_TIME_MONTH_OF_YEAR;
      else if (part == ASK_TIME_QUARTER && of > at && ask_addition_is_one (self, of, "year|jahres"))
        part = ASK_TIME_QUARTER_OF_YEAR;
      else if (part == ASK_TIME_HOUR && of > at && ask_addition_is_one (self, of, "day|tages"))
        part = ASK_TIME_HOUR;
      else if (part == ASK_TIME_WEEK && ask_addition_is_one (self, at, "day|days|tag|tage|tagen"))
        {
          part = ASK_TIME_WEEKDAY;
          of = at;
        }
      else
        of = at - 1;
      *last = of + 1;
      return part;
    }
  return ASK_TIME_WHOLE;
}

/* "monthly", "jährlich" */
static AskTimePart
read_adverb (const Reader *self, guint i)
{
  static const struct
  {
    AskTimePart part;
    const char *ways;
  } adverbs[] = {
    { ASK_TIME_YEAR, "yearly|annual|annually|jahrlich|jahrliche|jahrlicher|jahrliches|jahrlichen|jahrweise" },
    { ASK_TIME_QUARTER, "quarterly|quartalsweise|vierteljahrlich" },
    { ASK_TIME_MONTH, "monthly|monatlich|monatliche|monatlicher|monatliches|monatlichen|monatsweise" },
    { ASK_TIME_WEEK, "weekly|wochentlich|wochentliche|wochentlicher|wochentliches|wochenweise" },
    { ASK_TIME_DAY, "daily|taglich|tagliche|taglicher|tagliches|tageweise" },
    { ASK_TIME_HOUR, "hourly|stundlich|stundliche" },
  };

  for (guint u = 0; u < G_N_ELEMENTS (adverbs); u++)
    if (ask_addition_is_one (self, i, adverbs[u].ways))
      return adverbs[u].part;
  return ASK_TIME_WHOLE;
}

/* ---- one row for each */

/* "by month", "per weekday", "for each quarter", "over time", "monthly" */
static guint
read_each (Reader *self, guint i)
{
  guint at = ask_addition_skip (self, i, "for|in|during|on|within|fur|an|am|im");
  guint last = 0;
  guint unit;
  AskTimePart part;

  if (ask_addition_is_one (self, i, "over") && ask_addition_is_one (self, i + 1, "time"))
    {
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_EACH, i, i + 2, ASK_TIME_MONTH }, "");
      return i + 2;
    }
  part = read_adverb (self, i);
  if (part != ASK_TIME_WHOLE)
    {
      if (ask_addition_is_named (self, i, i + 1) || is_value (self, i, i + 1) || is_kept (self, part))
        return i;
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_EACH, i, i + 1, part }, "");
      return i + 1;
    }
  unit = ask_addition_skip (self, at, "grouped|split|broken|down|aggregated|summed|gruppiert|aufgeschlusselt");
  at = ask_addition_skip (self, unit, "by|per|each|every|nach|je|pro|jeden|jedem|jeder|jedes|jede");
  /* "Sorted by year" asks for no group. */
  if (at == unit
      || (i > 0 && ask_addition_is_one (self, i - 1, "sorted|ordered|sort|order|arranged|sortiert|geordnet")
          && !ask_addition_is_named (self, i - 1, i)))
    return i;
  at = ask_addition_skip (self, at, "the|calendar|der|dem|den");
  part = read_unit (self, at, &last);
  if (part == ASK_TIME_WHOLE || ask_addition_is_named (self, at, last) || is_kept (self, part))
    return i;
  ask_addition_add (self, (AskAddition) { ASK_ADDITION_EACH, i, last, part }, "");
  return last;
}

/* "in which month were the most orders", "welcher Wochentag hat die meisten" */
static guint
read_most (Reader *self, guint i)
{
  static const char *const most
    = "most|highest|largest|biggest|best|maximum|greatest|strongest|meisten|meiste|hochsten|grossten";
  static const char *const least = "fewest|least|lowest|smallest|worst|minimum|weakest|wenigsten|niedrigsten|kleinsten";
  static const char *const many = "most|fewest|least|meisten|meiste|wenigsten";
  guint at = ask_addition_skip (self, i, "in|on|at|during|im|an|am");
  guint which = at;
  guint last = 0;
  gboolean count;
  AskTimePart part;

  at = ask_addition_skip (self, at, "which|what|welcher|welchem|welches|welche|welchen|in which|on which");
  if (at == which)
    return i;
  part = read_unit (self, at, &last);
  if (part == ASK_TIME_WHOLE || ask_addition_is_named (self, at, last) || is_kept (self, part))
    return i;
  for (at = last; at < last + MAX_REACH && at < self->typed->len; at++)
    if ((ask_addition_is_one (self, at, most) || ask_addition_is_one (self, at, least))
        && !ask_addition_is_one (self, at + 1, "recent|recently"))
      {
        count = ask_addition_is_one (self, at, many)
                && !ask_addition_is_one (self, at + 1, "number|total|amount|anzahl|number of");
        ask_addition_add (self,
                          (AskAddition) { ask_addition_is_one (self, at, most) ? ASK_ADDITION_MOST : ASK_ADDITION_LEAST,
                                          i, at + 1, part },
                          count ? "how many" : "what is the");
        return at + 1;
      }
  return i;
}

/* ---- only a part of times */

static const char *const month_ways[] = { "january|januar|janner",
                                          "february|februar",
                                          "march|marz",
                                          "april",
                                          "may|mai",
                                          "june|juni",
                                          "july|juli",
                                          "august",
                                          "september",
                                          "october|oktober",
                                          "november",
                                          "december|dezember" };
static const char *const day_ways[]
  = { "monday|mondays|montag|montags|montagen",    "tuesday|tuesdays|dienstag|dienstags|dienstagen",
      "wednesday|wednesdays|mittwoch|mittwochs",   "thursday|thursdays|donnerstag|donnerstags",
      "friday|fridays|freitag|freitags|freitagen", "saturday|saturdays|samstag|samstags|samstagen",
      "sunday|sundays|sonntag|sonntags|sonntagen" };

static int
find_way (const Reader *self, guint i, const char *const *ways, guint n)
{
  for (guint w = 0; w < n; w++)
    if (ask_addition_is_one (self, i, ways[w]))
      return (int) w + 1;
  return 0;
}

/* "first quarter", "Q1", "erstes Quartal"; 0 where there is none */
static int
read_quarter (const Reader *self, guint i, guint *last)
{
  static const char *const which[] = { "first|1st|erste|ersten|erstes", "second|2nd|zweite|zweiten|zweites",
                                       "third|3rd|dritte|dritten|drittes", "fourth|4th|vierte|vierten|viertes" };
  int quarter = find_way (self, i, which, G_N_ELEMENTS (which));

  if (quarter > 0)
    {
      guint at = ask_addition_skip (self, i + 1, "st|nd|rd|th|.");

      *last = at + 1;
      return ask_addition_is_one (self, at, "quarter|quartal|quartals") ? quarter : 0;
    }
  *last = i + 2;
  if (ask_addition_is_one (self, i, "q") && ask_addition_is_one (self, i + 1, "1|2|3|4"))
    return ((const char *) self->typed->pdata[i + 1])[0] - '0';
  *last = i + 1;
  if (ask_addition_is_one (self, i, "q1|q2|q3|q4"))
    return ((const char *) self->typed->pdata[i])[1] - '0';
  return 0;
}

/* "in March", "on Mondays", "am Wochenende", "in the first quarter" */
static guint
read_only (Reader *self, guint i)
{
  guint at = ask_addition_skip (self, i, "in|on|during|at|im|am|an|every|each|jeden|only|nur|the|den");
  guint last = at + 1;
  AskAddition only = { ASK_ADDITION_ONLY, i, 0, ASK_TIME_MONTH_OF_YEAR };
  gboolean plural
    = ask_addition_is_one (self, at,
                           "mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|montags|dienstags|"
                           "mittwochs|donnerstags|freitags|samstags|sonntags");

  gboolean workdays = ask_addition_is_one (self, at, "werktags|wochentags");

  if (at == i && !plural && !workdays)
    return i;
  only.from = only.to = find_way (self, at, month_ways, G_N_ELEMENTS (month_ways));
  if (only.from == 0)
    {
      only.part = ASK_TIME_WEEKDAY;
      only.from = only.to = find_way (self, at, day_ways, G_N_ELEMENTS (day_ways));
    }
  if (only.from == 0 && ask_addition_is_one (self, at, "weekend|weekends|wochenende|wochenenden"))
    {
      only.from = 6;
      only.to = 7;
    }
  if (only.from == 0 && (workdays || ask_addition_is_one (self, at, "weekdays|workdays|werktagen|arbeitstagen"))
      && !ask_addition_is_one (self, at - 1, "each|every|jeden"))
    {
      only.from = 1;
      only.to = 5;
    }
  if (only.from == 0)
    {
      only.part = ASK_TIME_QUARTER_OF_YEAR;
      only.from = only.to = read_quarter (self, at, &last);
    }
  if (only.from == 0 || is_met (self, at) || is_value (self, at, last) || is_kept (self, only.part))
    return i;
  only.last = last;
  ask_addition_add (self, only, "");
  return last;
}

/* ---- against the period before */

/* "last month", "the month before", "the previous year", "Vormonat" */
static AskTimePart
read_before (const Reader *self, guint i, guint *last)
{
  static const struct
  {
    AskTimePart part;
    const char *ways;
  } befores[] = {
    { ASK_TIME_YEAR, "vorjahr|vorjahres" },      { ASK_TIME_QUARTER, "vorquartal|vorquartals" },
    { ASK_TIME_MONTH, "vormonat|vormonats" },    { ASK_TIME_WEEK, "vorwoche" },
    { ASK_TIME_DAY, "vortag|vortages|vortags" },
  };
  guint at = ask_addition_skip (self, i, "to|with|the|of|zum|zur|mit|dem|der|den|das");
  guint unit;
  AskTimePart part;

  for (guint b = 0; b < G_N_ELEMENTS (befores); b++)
    if (ask_addition_is_one (self, at, befores[b].ways))
      {
        *last = at + 1;
        return befores[b].part;
      }
  unit = ask_addition_skip (self, at, "last|previous|prior|preceding|past|letzten|letztem|letzter|vorigen|vorherigen");
  part = read_unit (self, unit, last);
  if (part == ASK_TIME_WHOLE)
    return part;
  if (ask_addition_is_one (self, *last, "before|earlier|davor|zuvor|vorher"))
    (*last)++;
  else if (unit == at)
    return ASK_TIME_WHOLE;
  return part;
}

/* "compared to last month", "gegenüber dem Vorjahr", "month over month", "growth of", "change in" */
static guint
read_compared (Reader *self, guint i)
{
  guint last = i + 1;
  guint other = 0;
  guint at = i + 1;
  AskTimePart part;

  if (ask_addition_is_one (
        self, i, "compared|comparing|versus|vs|relative|against|verglichen|gegenuber|vergleich|difference|change"))
    {
      part = read_before (self, ask_addition_skip (self, at, "."), &last);
      if (part != ASK_TIME_WHOLE)
        {
          ask_addition_add (self,
                            (AskAddition) { ASK_ADDITION_CHANGE, ask_addition_skip_back (self, i, 0, "in|im|as|the|,"),
                                            last, part },
                            "");
          return last;
        }
    }
  part = read_unit (self, i, &last);
  if (part != ASK_TIME_WHOLE && ask_addition_is_one (self, last, "over|on|to")
      && read_unit (self, last + 1, &other) == part)
    {
      gboolean growth = ask_addition_is_one (self, other, "growth");

      ask_addition_add (self,
                        (AskAddition) { growth ? ASK_ADDITION_GROWTH : ASK_ADDITION_CHANGE, i, other + growth, part },
                        "");
      return other + growth;
    }
  if (ask_addition_is_named (self, i, i + 1))
    return i;
  if (ask_addition_is_one (self, i, "growth|wachstum|zuwachs"))
    {
      guint first
        = ask_addition_skip_back (self, i, 0, "what|is|the|show|me|percent|percentage|wie|hoch|ist|das|der|was|are");

      at = ask_addition_skip (self, at, "rate|rates|of|in|the|der|des|des|beim|of the");
      ask_addition_add (self, (AskAddition) { ASK_ADDITION_GROWTH, first, at, ASK_TIME_WHOLE }, "");
      return at;
    }
  return i;
}

static gboolean
has_kind (const GArray *additions, AskAdditionKind kind)
{
  for (guint i = 0; i < additions->len; i++)
    if (ask_addition (additions, i)->kind == kind)
      return TRUE;
  return FALSE;
}

static int
compare_additions (const void *a, const void *b)
{
  return (int) ((const AskAddition *) a)->first - (int) ((const AskAddition *) b)->first;
}

/* The first of those that overlap, or say the same twice; a metric may be named again. */
static void
keep_apart (GArray *additions)
{
  g_array_sort (additions, compare_additions);
  for (guint i = 1; i < additions->len;)
    {
      const AskAddition *it = ask_addition (additions, i);
      gboolean again = it->first < ask_addition (additions, i - 1)->last;

      for (guint k = 0; k < i && !again; k++)
        again = ask_addition (additions, k)->kind == it->kind && it->kind != ASK_ADDITION_LACK
                && it->kind != ASK_ADDITION_HAVE
                && (it->kind != ASK_ADDITION_METRIC || ask_addition (additions, k)->metric != it->metric);
      if (again)
        g_array_remove_index (additions, i);
      else
        i++;
    }
}

/**
 * ask_addition_is_condition:
 * @kind: of an addition
 *
 * Returns: whether it says which rows are meant, by what they have, lack or are late with
 */
gboolean
ask_addition_is_condition (AskAdditionKind kind)
{
  return kind >= ASK_ADDITION_LACK && kind <= ASK_ADDITION_LATE;
}

/*
 * ask_additions_fold:
 * @question: a question
 *
 * Returns: (transfer full) (element-type utf8): each token as it was typed, folded
 */
GPtrArray *
ask_additions_fold (AskQuestion *question)
{
  GPtrArray *typed = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < question->tokens->len; i++)
    g_ptr_array_add (typed, ask_text_fold (ask_question_token (question, i)->surface));
  return typed;
}

/**
 * ask_additions_find:
 * @question: a question
 * @about: (nullable) (array): for each entity of its domain: it is about it though it may not name it
 *
 * Returns: (transfer full) (element-type AskAddition): what its words ask for, by their place, each kind once; mostly
 *   empty
 */
GArray *
ask_additions_find (AskQuestion *question, const gboolean *about)
{
  static guint (*const readers[]) (Reader * self, guint i) = { ask_addition_read_metric,
                                                               read_compared,
                                                               read_most,
                                                               read_each,
                                                               read_only,
                                                               ask_addition_read_share,
                                                               ask_addition_read_elsewhere,
                                                               ask_addition_read_due,
                                                               ask_addition_read_stock,
                                                               ask_addition_read_never,
                                                               ask_addition_read_lack,
                                                               ask_addition_read_done,
                                                               ask_addition_read_have,
                                                               ask_addition_read_but };
  GArray *found = g_array_new (FALSE, TRUE, sizeof (AskAddition));
  g_autoptr (GPtrArray) typed = ask_additions_fold (question);
  Reader self = { question, typed, found, about };

  g_array_set_clear_func (found, (GDestroyNotify) addition_clear);
  for (guint i = 0; i < typed->len;)
    {
      guint last = i;

      for (guint r = 0; r < G_N_ELEMENTS (readers) && last == i; r++)
        last = readers[r](&self, i);
      i = MAX (last, i + 1);
    }
  keep_apart (found);
  /* Which month is the best one says that there is one row for each. */
  if (has_kind (found, ASK_ADDITION_EACH)
      && (has_kind (found, ASK_ADDITION_MOST) || has_kind (found, ASK_ADDITION_LEAST)))
    g_array_set_size (found, 0);
  return found;
}

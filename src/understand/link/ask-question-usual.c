/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Few words, as people type them, become the usual ones of the questions that were learned from: "orders per country" is
 * read as "number of orders for each country". Words are put in without a place in the text, so that what was typed keeps
 * its own. Runs on tokens that are in English already; it must never take away what names something.
 */
#include "config.h"

#include "understand/link/ask-domain-private.h"
#include "understand/link/ask-question-private.h"

#include "base/ask-text.h"

#include <stdlib.h>
#include <string.h>

/* What a name of the schema is for a figure. */
typedef enum
{
  NAME_NONE,
  NAME_ENTITY, /* is counted */
  NAME_GROUP, /* an attribute that rows are grouped by */
  NAME_MEASURE /* an attribute that is summed up */
} Name;

static gboolean
is_one (const AskQuestion *self, guint i, const char *const *words)
{
  return i < self->tokens->len && !ask_question_token (self, i)->quoted
         && g_strv_contains (words, ask_question_token (self, i)->folded);
}

static gboolean
is_word (const AskQuestion *self, guint i, const char *word)
{
  return is_one (self, i, (const char *const[]) { word, NULL });
}

/* How many tokens from @i on are the name; 0 where another word stands there. */
static guint
match_stems (const AskQuestionWork *work, guint i, char *const *stems)
{
  const AskQuestion *self = work->question;
  guint n = 0;

  for (; stems != NULL && stems[n] != NULL; n++)
    {
      const AskToken *token = i + n < self->tokens->len ? ask_question_token (self, i + n) : NULL;

      if (token == NULL || token->quoted
          || (!g_str_equal (token->stem, stems[n]) && g_strcmp0 (work->own_stems->pdata[i + n], stems[n]) != 0))
        return 0;
    }
  return n;
}

static Name
get_kind (const AskDomainAttribute *attribute)
{
  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->key && !attribute->joins
           ? NAME_MEASURE
           : NAME_GROUP;
}

static guint
match_any (const AskQuestionWork *work, guint i, char *const *stems, const GPtrArray *synonyms)
{
  guint n = match_stems (work, i, stems);

  for (guint s = 0; synonyms != NULL && s < synonyms->len; s++)
    n = MAX (n, match_stems (work, i, synonyms->pdata[s]));
  return n;
}

/* The longest name that stands at token @i; of the same length entities first, then what is a group. */
static Name
read_name (const AskQuestionWork *work, guint i, guint *n)
{
  const AskDomain *domain = work->question->domain;
  Name name = NAME_NONE;

  *n = 0;
  for (guint e = 0; e < domain->entities->len; e++)
    {
      const AskDomainEntity *entity = ask_domain_entity (domain, e);
      guint met = match_any (work, i, entity->stems, entity->synonyms);

      if (met > *n)
        {
          *n = met;
          name = NAME_ENTITY;
        }
    }
  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, a);
      guint met
        = MAX (match_any (work, i, attribute->stems, attribute->synonyms), match_stems (work, i, attribute->raw_stems));
      Name kind = get_kind (attribute);

      if (met > *n || (met > 0 && met == *n && name == NAME_MEASURE))
        {
          *n = met;
          name = kind;
        }
    }
  for (guint m = 0; m < domain->metrics->len; m++)
    {
      const AskDomainMetric *metric = ask_domain_metric (domain, m);
      guint met = match_any (work, i, metric->stems, metric->synonyms);

      /* A metric is a figure by itself: nothing is put before it. */
      if (met > 0 && met >= *n)
        {
          *n = met;
          name = NAME_NONE;
        }
    }
  return name;
}

/* ---- each */

/* "Quantity per unit": the word is of a name. */
static gboolean
is_of_name (const AskQuestionWork *work, guint i)
{
  const AskDomain *domain = work->question->domain;

  for (guint a = 0; a < domain->attributes->len; a++)
    {
      char *const *stems = ask_domain_attribute (domain, a)->raw_stems;

      for (guint s = 1; stems[0] != NULL && stems[s] != NULL && s <= i; s++)
        if (g_str_equal (stems[s], ask_question_token (work->question, i)->stem)
            && match_stems (work, i - s, stems) > 0)
          return TRUE;
    }
  return FALSE;
}

/* A number of rows or a measure is asked for before token @end. */
static gboolean
has_figure (const AskQuestion *self, guint end)
{
  static const char *const figures[]
    = { "average", "avg",    "mean",    "total",      "sum",   "number",  "count",   "amount",
        "highest", "lowest", "many",    "much",       "max",   "maximum", "minimum", "min",
        "median",  "most",   "least",   "top",        "best",  "worst",   "largest", "smallest",
        "biggest", "fewest", "percent", "percentage", "share", "how",     NULL };

  for (guint i = 0; i < end; i++)
    if (is_one (self, i, figures))
      return TRUE;
  return FALSE;
}

/* Where what is asked for begins: after "show me the". */
static guint
skip_opening (const AskQuestion *self)
{
  static const char *const words[]
    = { "show", "list", "give", "display", "me",  "us",  "what",   "is",     "are", "was",
        "were", "the",  "all",  "find",    "get", "our", "please", "of the", NULL };
  guint at = 0;

  while (is_one (self, at, words))
    at++;
  return at;
}

/* What is asked for between @from and @to: nothing but names. */
static Name
read_asked (const AskQuestionWork *work, guint from, guint to)
{
  Name first = NAME_NONE;
  guint n;

  for (guint i = from; i < to; i += n)
    {
      Name name = read_name (work, i, &n);

      if (name == NAME_NONE || n == 0)
        return NAME_NONE;
      if (first == NAME_NONE || name == NAME_MEASURE)
        first = name;
    }
  return first;
}

static gboolean
sorts (const AskQuestion *self, guint i)
{
  static const char *const verbs[]
    = { "sort", "sorted", "order", "ordered", "arrange", "arranged", "rank", "ranked", NULL };

  /* "Orders by country" are no order; the verb stands behind what is sorted. */
  return i > 1 && is_one (self, i - 1, verbs);
}

/* "Number of orders by country", "orders by status": each; "albums by AC/DC" and "products by price" are none. */
static gboolean
means_each (const AskQuestionWork *work, guint i)
{
  const AskQuestion *self = work->question;
  guint n;
  guint at = i + 1 + is_word (self, i + 1, "the");
  Name name = read_name (work, at, &n);
  guint from = skip_opening (self);
  Name asked;

  if (i == 0 || sorts (self, i) || (name != NAME_GROUP && name != NAME_ENTITY))
    return FALSE;
  if (has_figure (self, i))
    {
      /* "Top 5 countries by customers" is an order. */
      static const char *const of_rows[] = { "top",    "best",    "worst",    "most",    "least",  "highest",
                                             "lowest", "largest", "smallest", "biggest", "fewest", NULL };

      for (guint k = 0; k < i; k++)
        if (is_one (self, k, of_rows))
          return FALSE;
      return TRUE;
    }
  asked = read_asked (work, from, i);
  return (asked == NAME_ENTITY && name == NAME_GROUP) || asked == NAME_MEASURE;
}

/* "for each"; what was typed stands for the second word. */
static void
put_each (AskQuestionWork *work, guint i)
{
  ask_question_put_word (work, i, "each");
  ask_question_insert_word (work, i, "for");
}

/* "Orders for each country" asks for their number, "freight for each country" for its sum. */
static void
put_figure (AskQuestionWork *work, guint each)
{
  AskQuestion *self = work->question;
  guint from = skip_opening (self);
  Name asked = has_figure (self, each) ? NAME_NONE : read_asked (work, from, each);

  if (asked == NAME_ENTITY)
    {
      ask_question_insert_word (work, from, "of");
      ask_question_insert_word (work, from, "number");
    }
  else if (asked == NAME_MEASURE)
    ask_question_insert_word (work, from, "total");
}

/* "Per month" is no name: what is made of a time is added later. */
static gboolean
is_time (const AskQuestion *self, guint i)
{
  static const char *const units[]
    = { "year", "years", "quarter", "month", "months", "week", "weekday", "day", "hour", NULL };
  guint n = is_word (self, i, "the") || is_word (self, i, "calendar");

  return is_one (self, i + n, units);
}

static void
put_all_each (AskQuestionWork *work)
{
  AskQuestion *self = work->question;

  for (guint i = 1; i < self->tokens->len; i++)
    {
      gboolean per = is_word (self, i, "per");

      if ((!per && !is_word (self, i, "by")) || is_time (self, i + 1) || is_of_name (work, i)
          || (!per && !means_each (work, i)))
        continue;
      put_each (work, i);
      put_figure (work, i);
      break;
    }
}

/* ---- years */

static gboolean
is_year_number (const AskQuestion *self, guint i)
{
  const char *text = i < self->tokens->len ? ask_question_token (self, i)->folded : "";

  return strlen (text) == 4 && strspn (text, "0123456789") == 4 && atoi (text) >= 1900 && atoi (text) <= 2100
         && !ask_question_token (self, i)->quoted;
}

/* Days are stored, and no years by themselves. */
static gboolean
has_days_only (const AskDomain *domain)
{
  static const char *const years[] = { "year", "jahr", NULL };
  gboolean days = FALSE;

  for (guint a = 0; a < domain->attributes->len; a++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (domain, a);

      if (ask_domain_words_have_any (attribute->stems, years)
          || ask_domain_words_have_any (attribute->raw_stems, years))
        return FALSE;
      days = days || (attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric);
    }
  return days;
}

/* "In the year 2024" and "were 2024" become "in 2024". */
static void
put_years (AskQuestionWork *work)
{
  static const char *const before[]
    = { "in", "during", "since", "until", "till", "before", "after", "from",    "between",
        "to", "and",    "of",    "for",   "than", "over",   "under", "above",   "below",
        "is", "to",     "least", "most",  "on",   "around", "about", "exactly", NULL };
  static const char *const signs[] = { "<", ">", "=", "-", ".", ",", NULL };
  AskQuestion *self = work->question;

  if (!has_days_only (self->domain))
    return;
  for (guint i = 1; i < self->tokens->len; i++)
    {
      if (!is_year_number (self, i))
        continue;
      if (is_word (self, i - 1, "year"))
        {
          guint at = i - 1;

          /* The word before "the year" takes its place. */
          while (at > 0 && is_word (self, at - 1, "the"))
            ask_question_put_word (work, --at, "");
          if (at > 0 && is_one (self, at - 1, before))
            {
              g_autofree char *word = g_strdup (ask_question_token (self, at - 1)->folded);

              ask_question_put_word (work, i - 1, word);
              ask_question_put_word (work, at - 1, "");
            }
          else
            ask_question_put_word (work, i - 1, "in");
        }
      else if (!is_one (self, i - 1, before) && !is_one (self, i - 1, signs)
               && (work->german || i + 1 == self->tokens->len || !ask_question_token (self, i + 1)->word)
               && !is_year_number (self, i - 1))
        {
          AskDateReading reading = { 0 };
          gboolean dated = FALSE;

          /* "March 2024" is one date. */
          for (guint k = i > 3 ? i - 3 : 0; k < i && !dated; k++)
            if (ask_question_read_date (work, k, &reading))
              {
                dated = reading.last > i;
                g_free (reading.value);
              }
          if (!dated)
            {
              ask_question_insert_word (work, i, "in");
              i++;
            }
        }
    }
}

/* ---- ages */

static gboolean
has_age (const AskDomain *domain)
{
  for (guint a = 0; a < domain->attributes->len; a++)
    if (ask_domain_words_have (ask_domain_attribute (domain, a)->stems, "age")
        && ask_domain_attribute (domain, a)->kind == ASK_DOMAIN_NUMBER)
      return TRUE;
  return FALSE;
}

static gboolean
has_dates (const AskDomain *domain)
{
  for (guint a = 0; a < domain->attributes->len; a++)
    if (ask_domain_attribute (domain, a)->dated)
      return TRUE;
  return FALSE;
}

/* "Older than 30 days" becomes "before 30 days ago", "newer than a week" "since": what is old was there before. */
static void
put_ages (AskQuestionWork *work)
{
  static const char *const older[] = { "older", NULL };
  static const char *const newer[] = { "newer", "younger", NULL };
  static const char *const units[]
    = { "day", "days", "week", "weeks", "month", "months", "quarter", "quarters", "year", "years", NULL };
  AskQuestion *self = work->question;

  for (guint i = 0; i + 3 < self->tokens->len && has_dates (self->domain); i++)
    {
      gboolean old = is_one (self, i, older);
      guint last = 0;
      double number;

      if ((!old && !is_one (self, i, newer)) || !is_word (self, i + 1, "than")
          || !ask_question_read_number (work, i + 2, &last, &number) || !is_one (self, last, units)
          || is_word (self, last + 1, "ago"))
        continue;
      /* Of people years are an age. */
      if (g_str_has_prefix (ask_question_token (self, last)->folded, "year") && has_age (self->domain))
        continue;
      ask_question_put_word (work, i, old ? "before" : "since");
      ask_question_put_word (work, i + 1, "");
      ask_question_insert_word (work, last + 1, "ago");
      return;
    }
}

/*
 * ask_question_put_usual:
 * @work: with its tokens, in English
 *
 * Puts words in that people leave out, and others in the place of those that few of the learned questions have.
 */
void
ask_question_put_usual (AskQuestionWork *work)
{
  put_years (work);
  put_ages (work);
  put_all_each (work);
}

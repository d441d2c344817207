/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a draft does against plain words of the question: it leaves out what nobody denies, or keeps what is denied, sorts
 * the other way round, loses a number. Such a draft is hardly ever right, whatever was learned: of 5,879 public questions
 * some 170 had such a best draft when the first of these rules were counted, and ten of these were right.
 */
#include "config.h"

#include "understand/interpret/ask-prefer-private.h"

#include <string.h>

#include "understand/interpret/ask-draft-private.h"

typedef struct
{
  const AskQuestion *question;
  AskDomain *domain;
} Contrary;

/* ---- words */

static const char *
get_word (const Contrary *self, guint t)
{
  return t < self->question->tokens->len && !ask_question_token (self->question, t)->quoted
           ? ask_question_token (self->question, t)->folded
           : "";
}

static gboolean
is_one (const Contrary *self, guint t, const char *const *words)
{
  return g_strv_contains (words, get_word (self, t));
}

static gboolean
has_one (const Contrary *self, const char *const *words)
{
  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, words))
      return TRUE;
  return FALSE;
}

/* ---- drafts */

typedef gboolean (*Meets) (const AskDraftCondition *condition);

static gboolean any_condition (const AskDraft *draft, Meets meets);

static gboolean
any_of (const GArray *conditions, Meets meets)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      if (meets (condition))
        return TRUE;
      for (guint o = 0; o < condition->n_operands; o++)
        if (condition->operands[o].query != NULL && any_condition (condition->operands[o].query, meets))
          return TRUE;
    }
  return FALSE;
}

/* Whether some condition, also of a query within, is such a one. */
static gboolean
any_condition (const AskDraft *draft, Meets meets)
{
  return any_of (draft->conditions, meets) || any_of (draft->having, meets)
         || (draft->second != NULL && any_condition (draft->second, meets))
         || (draft->whole != NULL && any_condition (draft->whole, meets));
}

static gboolean
denies (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_NOT_IN || condition->op == ASK_DRAFT_NOT_LIKE
         || condition->op == ASK_DRAFT_NOT_EQUAL || condition->op == ASK_DRAFT_NOT_BETWEEN;
}

/* Not there, nothing, none, "no" where a column says yes or no. */
static gboolean
is_of_nothing (const AskDraftCondition *condition)
{
  static const char *const nothing[] = { "n", "no", "f", "false", "0", "none", "nein", NULL };
  g_autofree char *text = NULL;

  if (condition->op == ASK_DRAFT_IS_NULL || condition->op == ASK_DRAFT_IS_NOT_NULL
      || condition->op == ASK_DRAFT_IS_BLANK)
    return TRUE;
  if (condition->n_operands != 1 || condition->operands[0].kind != ASK_DRAFT_VALUE)
    return FALSE;
  if (condition->operands[0].text == NULL)
    return condition->operands[0].number == 0
           || (condition->op == ASK_DRAFT_LESS && condition->operands[0].number == 1);
  text = g_utf8_casefold (condition->operands[0].text, -1);
  return g_strv_contains (nothing, text) || g_str_has_prefix (text, "no") || g_str_has_prefix (text, "un");
}

static gboolean
is_part (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_LIKE || condition->op == ASK_DRAFT_NOT_LIKE;
}

static gboolean
is_either (const AskDraftCondition *condition)
{
  return condition->either || condition->op == ASK_DRAFT_IN;
}

/* ---- not */

/* "Don't", and "dont" as it is typed. */
static gboolean
is_contracted (const char *word)
{
  static const char *const typed[]
    = { "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "hasnt", "havent", "hadnt", NULL };

  return g_str_has_suffix (word, "n't") || g_str_has_suffix (word, "n’t") || g_strv_contains (typed, word);
}

/* Any word that may turn something round. "All" is without exception. */
static gboolean
may_deny (const Contrary *self)
{
  static const char *const words[]
    = { "not",    "no",       "without", "except",   "excluding", "excluded", "exclude",   "never",      "but",
        "other",  "others",   "nor",     "lack",     "lacks",     "lacking",  "none",      "neither",    "nobody",
        "cannot", "outside",  "rather",  "only",     "always",    "all",      "every",     "instead",    "yet",
        "unless", "apart",    "besides", "beside",   "null",      "empty",    "missing",   "different",  "any",
        "free",   "fail",     "failed",  "absent",   "remain",    "remains",  "remaining", "rest",       "still",
        "out",    "ever",     "else",    "against",  "differ",    "differs",  "differing", "nothing",    "zero",
        "0",      "inactive", "invalid", "disabled", "open",      "pending",  "overdue",   "incomplete", "discontinued",
        NULL };
  static const char *const no_prefix[] = { "under", "unique", "unit", "units", "united", "until", "union", NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    {
      const char *word = get_word (self, t);

      if (g_strv_contains (words, word) || is_contracted (word) || g_str_has_prefix (word, "non")
          || (g_str_has_prefix (word, "un") && !g_strv_contains (no_prefix, word)) || strchr (word, '!') != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
leaves_out (const Contrary *self, const AskDraft *draft)
{
  return (draft->set == ASK_DRAFT_EXCEPT || any_condition (draft, denies)) && !may_deny (self);
}

/* "Not more than 5" denies nothing, and neither does "not only". */
static gboolean
does_deny (const Contrary *self)
{
  static const char *const words[] = { "not", "never", "without", "except", "neither", "nor", "outside", "non", NULL };
  static const char *const after[]
    = { "more",        "less",      "fewer",     "greater",  "over",    "under",  "above",   "below",
        "at",          "exceed",    "exceeding", "later",    "earlier", "older",  "younger", "lower",
        "higher",      "only",      "null",      "a",        "the",     "longer", "yet",     "just",
        "necessarily", "including", "counting",  "distinct", "empty",   NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    if ((is_one (self, t, words) || is_contracted (get_word (self, t))) && !is_one (self, t + 1, after))
      return TRUE;
  return FALSE;
}

static gboolean
keeps_denied (const Contrary *self, const AskDraft *draft)
{
  return does_deny (self) && draft->set != ASK_DRAFT_EXCEPT && !any_condition (draft, denies)
         && !any_condition (draft, is_of_nothing);
}

/* ---- an order */

static gboolean
has_pair (const Contrary *self, const char *const *first, const char *const *last)
{
  static const char *const to[] = { "to", NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, first) && is_one (self, t + 1, to)
        && (is_one (self, t + 2, last) || is_one (self, t + 3, last)))
      return TRUE;
  return FALSE;
}

static gboolean
sorts_backwards (const Contrary *self, const AskDraft *draft)
{
  static const char *const down[] = { "descending", "desc", "reverse", "reversed", "decreasing", NULL };
  static const char *const up[] = { "ascending", "asc", "increasing", NULL };
  static const char *const high[]
    = { "high", "highest", "large", "largest", "big", "biggest", "most", "oldest", "latest", "newest", NULL };
  static const char *const low[]
    = { "low", "lowest", "small", "smallest", "least", "fewest", "youngest", "earliest", "oldest", NULL };
  gboolean falls = has_one (self, down) || has_pair (self, high, low);
  gboolean rises = has_one (self, up) || has_pair (self, low, high);

  return draft->orders->len > 0 && draft->limit == ASK_DRAFT_NO_LIMIT && falls != rises && draft->descending != falls;
}

/* "At most" and "at least" are bounds. */
static gboolean
has_superlative (const Contrary *self, const char *const *words)
{
  static const char *const at[] = { "at", NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, words) && (t == 0 || !is_one (self, t - 1, at)))
      return TRUE;
  return FALSE;
}

/* "The three lowest" beside a DESC. */
static gboolean
takes_other_end (const Contrary *self, const AskDraft *draft)
{
  static const char *const high[] = { "highest",  "largest", "maximum",  "biggest", "longest", "tallest",
                                      "heaviest", "fastest", "greatest", "max",     "most",    NULL };
  static const char *const low[] = { "lowest",   "smallest", "minimum", "fewest", "cheapest", "shortest",
                                     "lightest", "slowest",  "min",     "least",  NULL };

  return draft->orders->len > 0 && draft->limit != ASK_DRAFT_NO_LIMIT && draft->descending
         && has_superlative (self, low) && !has_superlative (self, high);
}

static gboolean
spells_numbers (const Contrary *self, const AskDraft *draft)
{
  static const char *const words[]
    = { "alphabetical", "alphabetically", "alphabetic", "lexicographic", "lexicographical", "lexicographically", NULL };
  const AskDraftTerm *order = draft->orders->len > 0 ? ask_draft_term (draft->orders, 0) : NULL;

  return order != NULL && order->aggregate == ASK_DRAFT_PLAIN && order->attribute >= 0 && has_one (self, words)
         && (ask_domain_attribute (self->domain, order->attribute)->numeric
             || ask_domain_attribute (self->domain, order->attribute)->kind == ASK_DOMAIN_TIME);
}

/* ---- bounds */

static gboolean
is_bound (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_GREATER_EQUAL || condition->op == ASK_DRAFT_LESS_EQUAL
         || condition->op == ASK_DRAFT_BETWEEN || denies (condition);
}

/* Beside a number; "> 1" is "at least two". */
static gboolean
is_beyond (const AskDraftCondition *condition)
{
  return (condition->op == ASK_DRAFT_GREATER || condition->op == ASK_DRAFT_LESS || condition->op == ASK_DRAFT_EQUAL)
         && condition->n_operands == 1 && condition->operands[0].kind == ASK_DRAFT_VALUE
         && condition->operands[0].text == NULL && condition->operands[0].number > 1;
}

/* "At least 5" and "5 or more" have the 5 in them. */
static gboolean
leaves_bound_out (const Contrary *self, const AskDraft *draft)
{
  static const char *const at[] = { "at", NULL };
  static const char *const end[] = { "least", "most", NULL };
  static const char *const or [] = { "or", NULL };
  static const char *const more[] = { "more", "less", "fewer", "above", "greater", "higher", NULL };
  gboolean bound = FALSE;

  for (guint t = 1; t < self->question->tokens->len && !bound; t++)
    bound = (is_one (self, t - 1, at) && is_one (self, t, end)) || (is_one (self, t - 1, or) && is_one (self, t, more));
  return bound && draft->set == ASK_DRAFT_NO_SET && !any_condition (draft, is_bound)
         && any_condition (draft, is_beyond);
}

static gboolean
is_on_one_side (const AskDraftCondition *condition)
{
  return (condition->op >= ASK_DRAFT_LESS && condition->op <= ASK_DRAFT_GREATER_EQUAL) || is_bound (condition);
}

/* "Since May 2025" is more than May. */
static gboolean
takes_day_alone (const Contrary *self, const AskDraft *draft)
{
  static const char *const words[] = { "since", "after", "before", "until", "till", NULL };

  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->kind == ASK_MENTION_DATE && mention->first > 0 && is_one (self, mention->first - 1, words))
        return draft->set == ASK_DRAFT_NO_SET && !any_condition (draft, is_on_one_side);
    }
  return FALSE;
}

/* ---- a part of a word */

static gboolean
is_short_or_quoted (const Contrary *self, guint t)
{
  const AskToken *token;

  /* Quotation marks are tokens. */
  while (t < self->question->tokens->len && !ask_question_token (self->question, t)->word)
    t++;
  token = t < self->question->tokens->len ? ask_question_token (self->question, t) : NULL;
  return token != NULL
         && (token->quoted || g_utf8_strlen (token->surface, -1) == 1 || g_str_has_prefix (token->folded, "letter"));
}

static gboolean
asks_for_part (const Contrary *self)
{
  static const char *const part[] = { "letter", "letters", "substring", "prefix", "suffix", NULL };
  static const char *const edge[] = { "start",     "starts", "starting", "started", "begin", "begins",
                                      "beginning", "end",    "ends",     "ending",  "ended", NULL };
  static const char *const with[] = { "with", "by", NULL };
  static const char *const holds[] = { "contain", "contains", "containing", "contained", NULL };
  static const char *const the[] = { "the", "a", "an", NULL };
  static const char *const what[] = { "word", "letter", "string", "phrase", "substring", "text", NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    {
      guint after = t + 2;

      if (is_one (self, t, part) && is_short_or_quoted (self, t + 1))
        return TRUE;
      if (is_one (self, t, edge) && is_one (self, t + 1, with)
          && (is_short_or_quoted (self, after + is_one (self, after, the))))
        return TRUE;
      if (is_one (self, t, holds)
          && (is_short_or_quoted (self, t + 1) || is_one (self, t + 1 + is_one (self, t + 1, the), what)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
takes_whole (const Contrary *self, const AskDraft *draft)
{
  return asks_for_part (self) && !any_condition (draft, is_part);
}

/* ---- numbers */

static gboolean has_number (const AskDraft *draft, double number);

/* In "after 1970" the year ends on the day before 1971. */
static gboolean
stands_in (double number, const char *text)
{
  g_autofree char *digits = g_strdup_printf ("%.15g", number);
  g_autofree char *after = g_strdup_printf ("%.15g-01-01", number + 1);

  return strstr (text, digits) != NULL || g_str_has_prefix (text, after);
}

static gboolean
compares_with (const GArray *conditions, double number)
{
  for (guint i = 0; i < conditions->len; i++)
    for (guint o = 0; o < ask_draft_condition (conditions, i)->n_operands; o++)
      {
        const AskDraftOperand *operand = &ask_draft_condition (conditions, i)->operands[o];

        if (operand->kind == ASK_DRAFT_VALUE
            && (operand->text != NULL ? stands_in (number, operand->text)
                                      : ABS (operand->number - number) <= 1e-9 * ABS (number)))
          return TRUE;
        if (operand->query != NULL && has_number (operand->query, number))
          return TRUE;
      }
  return FALSE;
}

static gboolean
has_number (const AskDraft *draft, double number)
{
  return ABS ((double) draft->limit - number) < 0.5 || compares_with (draft->conditions, number)
         || compares_with (draft->having, number) || (draft->second != NULL && has_number (draft->second, number))
         || (draft->whole != NULL && has_number (draft->whole, number));
}

/* It is a part of something longer: a day, a name, a quoted text. */
static gboolean
is_in_longer (const Contrary *self, const AskMention *mention)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *other = ask_question_mention (self->question, m);

      if (other != mention && other->first < mention->last && mention->first < other->last
          && (other->kind != ASK_MENTION_NUMBER || other->last - other->first > mention->last - mention->first))
        return TRUE;
    }
  return FALSE;
}

static gboolean
loses_number (const Contrary *self, const AskDraft *draft)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->kind != ASK_MENTION_NUMBER || !mention->has_number || !g_ascii_isdigit (mention->literal[0])
          || strlen (mention->literal) < 2 || is_in_longer (self, mention))
        continue;
      if (!has_number (draft, mention->number))
        return TRUE;
    }
  return FALSE;
}

/* ---- each once, one or the other */

static gboolean
has_aggregate (const AskDraft *draft, AskDraftAggregate aggregate)
{
  const GArray *lists[] = { draft->terms, draft->orders };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      if (ask_draft_term (lists[l], i)->aggregate == aggregate)
        return TRUE;
  return FALSE;
}

static gboolean
repeats (const Contrary *self, const AskDraft *draft)
{
  static const char *const once[] = { "distinct", "unique", NULL };

  if (!has_one (self, once) || draft->distinct || draft->groups->len > 0 || draft->set != ASK_DRAFT_NO_SET)
    return FALSE;
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->distinct)
      return FALSE;
  return !has_aggregate (draft, ASK_DRAFT_MAX) && !has_aggregate (draft, ASK_DRAFT_MIN);
}

/* "2 or more" is no choice. */
static gboolean
offers_choice (const Contrary *self)
{
  static const char *const or [] = { "or", NULL };
  static const char *const either[] = { "either", NULL };
  static const char *const both[] = { "both", NULL };
  static const char *const after[]
    = { "more",  "less",  "fewer",  "greater", "above", "below",   "higher", "lower", "over",
        "under", "equal", "equals", "older",   "after", "younger", "later",  "not",   NULL };

  if (has_one (self, both))
    return FALSE;
  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, either) || (is_one (self, t, or) && !is_one (self, t + 1, after)))
      return TRUE;
  return FALSE;
}

static gboolean
is_equal_text (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_EQUAL && condition->n_operands == 1
         && condition->operands[0].kind == ASK_DRAFT_VALUE && condition->operands[0].text != NULL;
}

static gboolean
wants_all (const Contrary *self, const AskDraft *draft)
{
  if (!offers_choice (self) || draft->set == ASK_DRAFT_UNION)
    return FALSE;
  if (draft->set == ASK_DRAFT_INTERSECT)
    return TRUE;
  return draft->conditions->len > 1 && is_equal_text (ask_draft_condition (draft->conditions, 0))
         && !any_condition (draft, is_either);
}

/* ---- figures */

/* A word that is a part of an attribute's name ("max_speed") asks for no figure. */
static gboolean
is_in_name (const Contrary *self, guint t)
{
  for (guint a = 0; a < self->question->attributes->len; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);

      if (match->met > 0 && match->exact && match->first <= t && t < match->last)
        return TRUE;
    }
  return FALSE;
}

static gboolean
asks_for_figure (const Contrary *self, const char *const *words)
{
  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self, t, words) && !is_in_name (self, t))
      return TRUE;
  return FALSE;
}

/* "The average and the largest" are two. */
static gboolean
lacks_figure (const Contrary *self, const AskDraft *draft)
{
  static const char *const average[] = { "average", "mean", "avg", NULL };
  static const char *const most[] = { "maximum", "max", NULL };
  static const char *const least[] = { "minimum", "min", NULL };
  guint asked = asks_for_figure (self, average) + asks_for_figure (self, most) + asks_for_figure (self, least);
  guint given = has_aggregate (draft, ASK_DRAFT_AVG) + has_aggregate (draft, ASK_DRAFT_MAX)
                + has_aggregate (draft, ASK_DRAFT_MIN) + (draft->orders->len > 0);

  return asked > 1 && given < asked && !any_condition (draft, is_either) && draft->second == NULL
         && draft->having->len == 0 && draft->conditions->len < 2;
}

static gboolean
is_average (const AskDraftCondition *condition)
{
  const AskDraft *query = condition->n_operands == 1 ? condition->operands[0].query : NULL;

  return condition->left.aggregate == ASK_DRAFT_AVG || (query != NULL && has_aggregate (query, ASK_DRAFT_AVG));
}

static gboolean
averages_unasked (const Contrary *self, const AskDraft *draft)
{
  static const char *const words[] = { "average", "averages",  "averaged", "mean",    "means", "avg",
                                       "typical", "typically", "usual",    "usually", "per",   NULL };

  return (has_aggregate (draft, ASK_DRAFT_AVG) || any_condition (draft, is_average)) && !has_one (self, words);
}

/* "How many seats" may be an attribute that is a number. */
static gboolean
counts_nothing (const Contrary *self, const AskDraft *draft)
{
  static const char *const count[] = { "count", NULL };
  static const char *const how[] = { "how", NULL };
  static const char *const many[] = { "many", NULL };

  if (!(is_one (self, 0, how) && is_one (self, 1, many)) && !is_one (self, 0, count))
    return FALSE;
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);

      if (term->aggregate != ASK_DRAFT_PLAIN || term->metric > 0 || term->attribute < 0
          || ask_domain_attribute (self->domain, term->attribute)->numeric)
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_prefer_count_contrary:
 * @question: a question
 * @domain: what it is about
 * @draft: a reading
 *
 * Returns: how often it does what plain words of the question are against
 */
guint
ask_prefer_count_contrary (const AskQuestion *question, AskDomain *domain, const AskDraft *draft)
{
  static gboolean (*const rules[]) (const Contrary *, const AskDraft *)
    = { leaves_out,  keeps_denied, sorts_backwards, takes_other_end, spells_numbers, leaves_bound_out, takes_day_alone,
        takes_whole, loses_number, repeats,         wants_all,       lacks_figure,   averages_unasked, counts_nothing };
  const Contrary self = { question, domain };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    n += rules[i](&self, draft);
  return n;
}

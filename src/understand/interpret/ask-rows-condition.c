/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which rows of an entity are meant: "urgent", "of Blue Harbor", "high or urgent", "issued in March 2024", "over 1500
 * euros", "with satisfaction below 3", "about login".
 */
#include "config.h"

#include "understand/interpret/ask-rows-private.h"

#include "base/ask-text-match.h"
#include "understand/interpret/ask-prefer.h"

#include <string.h>

/* So many letters of a unit are in a name: "min", "hou", "day". */
#define UNIT_LETTERS 3
/* Words of "about …", at most. */
#define MAX_ABOUT 4

static gboolean
is_one (const AskRowsReader *self, guint t, const char *ways)
{
  return ask_figure_is_one (self->question, t, ways);
}

static guint
skip (const AskRowsReader *self, guint t, const char *ways)
{
  return ask_figure_skip (self->question, t, ways);
}

static const AskDomainAttribute *
get_attribute (const AskRowsReader *self, int attribute)
{
  return ask_domain_attribute (self->question->domain, attribute);
}

static const AskDomainEntity *
get_head (const AskRowsReader *self)
{
  return ask_domain_entity (self->question->domain, (guint) self->head);
}

static AskDraftCondition *
add_condition (AskRowsReader *self, int attribute, AskDraftOp op, char *text, double number)
{
  AskDraftCondition condition = { .left = { .attribute = attribute }, .op = op, .n_operands = 1 };

  condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, text, number, NULL };
  g_array_append_val (self->draft->conditions, condition);
  return ask_draft_condition (self->draft->conditions, self->draft->conditions->len - 1);
}

/* ---- which attribute a word is of */

/* "Assigned" of assignee_id, "opened" of opened_at: the verb and the name begin alike, behind words of the head's own name. */
static gboolean
is_verb_of (const AskRowsReader *self, const AskToken *token, const AskDomainAttribute *attribute)
{
  static const struct
  {
    const char *verbs;
    const char *stems;
  } senses[] = {
    { "born", "birth|birthdat|birthdate|birthday|dob" },
    { "hired|joined|employed|started", "hire|start|join|begin|entri|entry|employ|eintritt" },
    { "left|quit|resigned", "end|left|leav|leave|exit|termin|austritt" },
    { "started|starting|began|kicked", "start|begin|begun|kickoff|kick" },
  };
  guint s = 0;

  for (guint i = 0; i < G_N_ELEMENTS (senses); i++)
    for (guint k = 0; ask_text_is_among (senses[i].verbs, token->folded) && attribute->raw_stems[k] != NULL; k++)
      if (ask_text_is_among (senses[i].stems, attribute->raw_stems[k]))
        return TRUE;
  while (attribute->raw_stems[s] != NULL && ask_domain_words_have (get_head (self)->stems, attribute->raw_stems[s]))
    s++;
  return attribute->raw_stems[s] != NULL && !token->quoted
         && ask_domain_words_begin_alike (token->stem, attribute->raw_stems[s]);
}

/* The attribute of the head that the words at @t name, or the verb there is of; none where there are several.
 * @last: (out): one past the words */
static int
find_named (const AskRowsReader *self, guint t, guint *last)
{
  const AskDomainEntity *head = get_head (self);
  int found = ASK_ROWS_NONE;
  guint most = 0;

  *last = t;
  if (t >= self->question->tokens->len)
    return ASK_ROWS_NONE;
  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    {
      const AskNameMatch *match = &g_array_index (self->question->attributes, AskNameMatch, a);
      const AskDomainAttribute *attribute = get_attribute (self, (int) a);
      guint n = match->met > 0 && match->exact && match->first == t ? match->last - t : 0;

      if (n == 0 && is_verb_of (self, ask_question_token (self->question, t), attribute))
        n = 1;
      if (n == 0 || n < most)
        continue;
      found = n == most ? ASK_ROWS_NONE : (int) a;
      most = n;
    }
  if (found != ASK_ROWS_NONE)
    *last = t + most;
  return found;
}

static const char *const money_stems[] = { "amount", "total", "price", "valu",  "value",        "revenu", "cost", "sum",
                                           "betrag", "preis", "summ",  "summe", "gesamtbetrag", "salari", NULL };

static gboolean
is_measure (const AskDomainAttribute *attribute)
{
  static const char *const no_measures[] = { "year", "jahr", "code", "no",      "number",   "zip",  "phone",
                                             "nr",   "lat",  "lon",  "latitud", "longitud", "rank", NULL };

  return attribute->kind == ASK_DOMAIN_NUMBER && attribute->numeric && !attribute->key && !attribute->joins
         && !ask_domain_words_have_any (attribute->raw_stems, no_measures);
}

/*
 * ask_rows_find_measure:
 * @self: a reader that knows its head
 *
 * Returns: what the head's rows are large or small by where nothing says by what: its only number, or its only amount;
 *   %ASK_ROWS_NONE where there is none, or several
 */
int
ask_rows_find_measure (const AskRowsReader *self)
{
  const AskDomainEntity *head = get_head (self);
  int only = ASK_ROWS_NONE;
  int amount = ASK_ROWS_NONE;
  guint n = 0, n_amounts = 0;

  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    {
      const AskDomainAttribute *attribute = get_attribute (self, (int) a);

      if (!is_measure (attribute))
        continue;
      only = (int) a;
      n++;
      if (ask_domain_words_have_any (attribute->stems, money_stems))
        {
          amount = (int) a;
          n_amounts++;
        }
    }
  return n_amounts == 1 ? amount : n == 1 ? only : ASK_ROWS_NONE;
}

/*
 * ask_rows_find_date:
 * @self: a reader that knows its head
 *
 * Returns: the head's own day or moment that is meant where none is named; %ASK_ROWS_NONE where it has none
 */
int
ask_rows_find_date (const AskRowsReader *self)
{
  const AskDomainEntity *head = get_head (self);
  int found = ask_figure_find_date (self->question, (guint) self->head);

  return found >= (int) head->first && found < (int) (head->first + head->n_attributes) ? found : ASK_ROWS_NONE;
}

/* ---- values */

/* The key of the head that leads to rows of @entity, where there is one such way only; none else, and where it is the head. */
static int
find_key_to (const AskRowsReader *self, guint entity)
{
  const AskDomain *domain = self->question->domain;
  int found = ASK_ROWS_NONE;

  for (guint j = 0; j < domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (domain, j);

      if (get_attribute (self, join->from)->entity != (guint) self->head
          || get_attribute (self, join->to)->entity != entity || join->cost >= 2 || entity == (guint) self->head)
        continue;
      if (found != ASK_ROWS_NONE)
        return ASK_ROWS_NONE;
      found = join->from;
    }
  return found;
}

/* "Flights to Berlin": there are two ways from a flight to a city, and nothing here says which. */
static gboolean
has_one_way (const AskRowsReader *self, guint entity)
{
  return ask_figure_get_distance (self->question->domain, (guint) self->head, entity) != 1
         || find_key_to (self, entity) != ASK_ROWS_NONE;
}

/* Of the head, or of what its rows belong to in one way. */
static int
find_owner (const AskMention *mention, gconstpointer data)
{
  const AskRowsReader *self = data;
  int owner = ask_figure_find_owner (self->question, (guint) self->head, mention);

  return owner >= 0 && has_one_way (self, get_attribute (self, owner)->entity) ? owner : ASK_ROWS_NONE;
}

static guint
find_value (const AskRowsReader *self, guint t, int *attribute)
{
  return ask_figure_find_value (self->question, t, find_owner, self, attribute);
}

static const char *
get_value (const AskMention *mention, int attribute)
{
  for (guint l = 0; l < mention->links->len; l++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, l);

      if (link->attribute == attribute && link->value != NULL)
        return link->value;
    }
  return mention->literal;
}

/* "Urgent", "high or urgent", "Spain, France and Poland": values of one attribute. */
static guint
read_values (AskRowsReader *self, guint t)
{
  int attribute = ASK_ROWS_NONE;
  guint value = find_value (self, t, &attribute);
  guint last = 0;
  gboolean either = FALSE;

  while (value != G_MAXUINT)
    {
      const AskMention *mention = ask_question_mention (self->question, value);
      int next = ASK_ROWS_NONE;
      guint at = mention->last;

      add_condition (self, attribute, ASK_DRAFT_EQUAL, g_strdup (get_value (mention, attribute)), 0)->either = either;
      last = at;
      while (at < self->question->tokens->len && !ask_question_token (self->question, at)->word)
        at++;
      at = skip (self, at, "or|and");
      value = at > last ? find_value (self, at, &next) : G_MAXUINT;
      /* "Urgent tickets of France" are two conditions, "high or urgent" is one. */
      if (value != G_MAXUINT && next != attribute)
        break;
      either = TRUE;
    }
  return last;
}

/* How many tokens from @t on name what rows an attribute is of, where these are not the head's. */
static guint
match_owner (const AskRowsReader *self, guint t, int attribute)
{
  guint entity = 0;
  guint n = ask_figure_match_entity (self->question, t, &entity);

  return n > 0 && entity == get_attribute (self, attribute)->entity && (int) entity != self->head ? n : 0;
}

/* "Accounts that Finn Gale manages": the verb is of the key that leads to him. */
static gboolean
is_doing (const AskRowsReader *self, guint t, guint entity)
{
  guint last;
  int attribute = find_named (self, t, &last);

  return attribute != ASK_ROWS_NONE && last == t + 1 && attribute == find_key_to (self, entity);
}

/* "Shipped to France": the verb is of the attribute that has the value. */
static guint
read_deed (AskRowsReader *self, guint t)
{
  guint n = self->draft->conditions->len;
  guint at = skip (self, t + 1, "to|by|from|in|at|through|via|the");
  guint last = at > t + 1 ? read_values (self, at) : 0;

  if (last == 0)
    return 0;
  if (is_verb_of (self, ask_question_token (self->question, t),
                  get_attribute (self, ask_draft_condition (self->draft->conditions, n)->left.attribute)))
    return last;
  g_array_set_size (self->draft->conditions, n);
  return 0;
}

/*
 * ask_rows_read_value:
 * @self: a reader that knows its head; its draft gets the condition
 * @t: a token
 *
 * "of Blue Harbor", "in the Sales team", "high priority", "with priority urgent", "assigned to Cleo Dunn", "status is paid".
 *
 * Returns: one past the words; 0 where no value stands there
 */
guint
ask_rows_read_value (AskRowsReader *self, guint t)
{
  guint at = skip (self, t, "in|from|of|for|with|to|at|by|on|the|whose|where|having|through|via|our");
  guint named = at;
  int attribute = find_named (self, at, &named);
  guint n = self->draft->conditions->len;
  guint last, owner;

  last = read_values (self, at);
  if (last == 0)
    last = read_deed (self, at);
  if (last == 0 && attribute != ASK_ROWS_NONE)
    last = read_values (self, skip (self, named, "is|are|was|=|:|to|by|of|in|with|for|the|from|at|through|via"));
  if (last == 0)
    return 0;
  owner = get_attribute (self, ask_draft_condition (self->draft->conditions, n)->left.attribute)->entity;
  /* "Managed by Ada" is no row that is called Ada. */
  if (attribute != ASK_ROWS_NONE && get_attribute (self, attribute)->joins && attribute != find_key_to (self, owner))
    {
      g_array_set_size (self->draft->conditions, n);
      return 0;
    }
  /* The name may stand behind: "the Sales team", "French companies". A name of something else is not passed over. */
  if (find_named (self, last, &named) == ask_draft_condition (self->draft->conditions, n)->left.attribute)
    last = named;
  else
    last += match_owner (self, last, ask_draft_condition (self->draft->conditions, n)->left.attribute);
  return last + is_doing (self, last, owner);
}

/* ---- dates */

static const AskMention *
find_date (const AskRowsReader *self, guint t, gboolean years)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->first == t && (mention->kind == ASK_MENTION_DATE || (years && ask_figure_is_year (mention))))
        return mention;
    }
  return NULL;
}

/* "Issued in March 2024", "hired after 2018", "since Monday", "last month". */
static guint
read_date (AskRowsReader *self, guint t)
{
  guint named = t;
  int attribute = find_named (self, t, &named);
  guint at = skip (self, named, "in|during|since|from|before|until|after|of|for|on|the|year|starting|within");
  AskDraftOp op = ASK_DRAFT_EQUAL;
  const AskMention *mention = find_date (self, at, at > t || self->question->german);
  char *text = NULL;
  guint last;

  if (attribute == ASK_ROWS_NONE || !get_attribute (self, attribute)->dated)
    {
      if (named > t)
        return 0;
      attribute = ask_rows_find_date (self);
    }
  if (mention == NULL || attribute == ASK_ROWS_NONE)
    return 0;
  for (guint i = named; i < at; i++)
    {
      if (is_one (self, i, "since") || (is_one (self, i, "starting") && is_one (self, i + 1, "from")))
        op = ASK_DRAFT_GREATER_EQUAL;
      else if (is_one (self, i, "after"))
        op = ASK_DRAFT_GREATER;
      else if (is_one (self, i, "before"))
        op = ASK_DRAFT_LESS;
      else if (is_one (self, i, "until"))
        op = ASK_DRAFT_LESS_EQUAL;
    }
  /* A date is the same for whichever time it is compared with. */
  for (guint l = 0; l < mention->links->len && text == NULL; l++)
    if (mention->kind == ASK_MENTION_DATE)
      text = g_strdup (g_array_index (mention->links, AskMentionLink, l).value);
  /* German has the verb last: "die 2023 abgeschlossen wurden". */
  last = mention->last;
  if (named == t)
    {
      int behind = find_named (self, last, &named);

      if (behind != ASK_ROWS_NONE && get_attribute (self, behind)->dated)
        attribute = behind;
      last = behind == attribute ? named : last;
    }
  add_condition (self, attribute, op, text != NULL ? text : g_strdup (mention->literal), 0);
  return last;
}

/*
 * ask_rows_skip_verb:
 * @self: a reader that knows its head
 * @t: a token
 *
 * "Tickets opened", of which "on Saturdays" was taken: the verb says which of the days is meant.
 *
 * Returns: one past a verb of one of the head's days that stands last; 0 where none does
 */
guint
ask_rows_skip_verb (const AskRowsReader *self, guint t)
{
  guint last = t;
  int attribute = find_named (self, t, &last);

  return attribute != ASK_ROWS_NONE && get_attribute (self, attribute)->dated
             && ask_figure_is_end (self->question, last)
           ? last
           : 0;
}

/* ---- bounds */

static guint
read_op (const AskRowsReader *self, guint t, AskDraftOp *op)
{
  static const struct
  {
    const char *words; /* of two, with a blank between them */
    AskDraftOp op;
  } ops[] = {
    { "more than", ASK_DRAFT_GREATER },
    { "less than", ASK_DRAFT_LESS },
    { "fewer than", ASK_DRAFT_LESS },
    { "greater than", ASK_DRAFT_GREATER },
    { "higher than", ASK_DRAFT_GREATER },
    { "lower than", ASK_DRAFT_LESS },
    { "longer than", ASK_DRAFT_GREATER },
    { "shorter than", ASK_DRAFT_LESS },
    { "larger than", ASK_DRAFT_GREATER },
    { "smaller than", ASK_DRAFT_LESS },
    { "at least", ASK_DRAFT_GREATER_EQUAL },
    { "at most", ASK_DRAFT_LESS_EQUAL },
    { "up to", ASK_DRAFT_LESS_EQUAL },
    { "over", ASK_DRAFT_GREATER },
    { "above", ASK_DRAFT_GREATER },
    { "exceeding", ASK_DRAFT_GREATER },
    { "below", ASK_DRAFT_LESS },
    { "under", ASK_DRAFT_LESS },
    { ">", ASK_DRAFT_GREATER },
    { "<", ASK_DRAFT_LESS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    {
      g_auto (GStrv) words = g_strsplit (ops[i].words, " ", 2);
      guint n = g_strv_length (words);

      if (is_one (self, t, words[0]) && (n == 1 || is_one (self, t + 1, words[1])))
        {
          *op = ops[i].op;
          return t + n;
        }
    }
  return 0;
}

static const AskMention *
find_number (const AskRowsReader *self, guint t)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->first == t && mention->kind == ASK_MENTION_NUMBER && mention->has_number)
        return mention;
    }
  return NULL;
}

static gboolean
is_number (const AskRowsReader *self, int attribute)
{
  return attribute != ASK_ROWS_NONE && is_measure (get_attribute (self, attribute));
}

/* The only number of the head whose name begins as the unit at @t does: "minutes" of duration_min. @last: (out): behind it */
static int
find_length (const AskRowsReader *self, guint t, guint *last)
{
  const AskDomainEntity *head = get_head (self);
  int found = ASK_ROWS_NONE;

  *last = t + 1;
  if (!is_one (self, t, "second|seconds|min|minute|minutes|hour|hours|day|days|week|weeks|kilometer|kilometers|meters"))
    return ASK_ROWS_NONE;
  for (guint a = head->first; a < head->first + head->n_attributes; a++)
    for (guint s = 0; is_number (self, (int) a) && get_attribute (self, (int) a)->raw_stems[s] != NULL; s++)
      if (strncmp (get_attribute (self, (int) a)->raw_stems[s], ask_question_token (self->question, t)->folded,
                   UNIT_LETTERS)
          == 0)
        {
          if (found != ASK_ROWS_NONE)
            return ASK_ROWS_NONE;
          found = (int) a;
          break;
        }
  return found;
}

/* "Over 1500 euros", "with satisfaction below 3", "with more than 500 employees", "earning at least 60000". */
static guint
read_bound (AskRowsReader *self, guint t)
{
  static const char unit_ways[] = "euro|euros|eur|dollar|dollars|usd|€|$|£|pounds|gbp";
  guint at = skip (
    self, t,
    "with|whose|where|that|which|cost|costing|costs|charge|charging|worth|an|a|the|having|has|have|earn|earning|earns|of");
  guint named = at;
  int attribute = find_named (self, at, &named);
  AskDraftOp op = ASK_DRAFT_EQUAL;
  guint bound = read_op (self, skip (self, named, "is|are|of|was|were|that"), &op);
  const AskMention *number;
  guint last;

  if (bound == 0)
    return 0;
  bound = skip (self, bound, "€|$|£|eur|usd");
  number = find_number (self, bound);
  if (number == NULL)
    return 0;
  last = skip (self, number->last, unit_ways);
  if (attribute == ASK_ROWS_NONE)
    {
      int length = find_length (self, last, &named);

      attribute = length != ASK_ROWS_NONE ? length : find_named (self, last, &named);
      if (attribute != ASK_ROWS_NONE)
        last = named;
      else if (!is_one (self, t, "longer|shorter"))
        {
          attribute = ask_rows_find_measure (self);
          /* "More than 10 tickets" counts what is named behind it. */
          self->sure = FALSE;
        }
    }
  if (!is_number (self, attribute))
    return 0;
  add_condition (self, attribute, op, NULL, number->number);
  return last;
}

/* ---- a part of a text */

/* The only longer text of the head: a subject, a description. */
static int
find_text (const AskRowsReader *self)
{
  static const char *const stems[]
    = { "subject", "titl",    "title",   "descript", "description", "summari", "text", "comment", "messag", "body",
        "note",    "content", "betreff", "titel",    "beschreib",   "bemerk",  "name", "headlin", NULL };
  const AskDomainEntity *head = get_head (self);

  /* The words are in the order of what is meant first. */
  for (guint s = 0; stems[s] != NULL; s++)
    for (guint a = head->first; a < head->first + head->n_attributes; a++)
      if (get_attribute (self, (int) a)->kind == ASK_DOMAIN_TEXT
          && ask_domain_words_have (get_attribute (self, (int) a)->raw_stems, stems[s]))
        return (int) a;
  return ASK_ROWS_NONE;
}

/* "About login", "mentioning late delivery": to the end of the question. */
static guint
read_about (AskRowsReader *self, guint t)
{
  guint at = skip (self, t, "about|regarding|concerning|mentioning|mention|mentions|containing");
  int attribute = find_text (self);
  guint last = at;
  g_autofree char *part = NULL;

  if (at == t || attribute == ASK_ROWS_NONE)
    return 0;
  at = skip (self, at, "the|a|an|our|their");
  while (last < self->question->tokens->len && ask_question_token (self->question, last)->word)
    last++;
  for (guint i = last; i < self->question->tokens->len; i++)
    if (ask_question_token (self->question, i)->word)
      return 0;
  if (last <= at || last > at + MAX_ABOUT)
    return 0;
  part
    = g_strndup (self->question->text + ask_question_token (self->question, at)->start,
                 ask_question_token (self->question, last - 1)->end - ask_question_token (self->question, at)->start);
  add_condition (self, attribute, ASK_DRAFT_LIKE, g_strconcat ("%", part, "%", NULL), 0);
  return last;
}

/*
 * ask_rows_read_condition:
 * @self: a reader that knows its head; its draft gets the condition
 * @t: a token
 *
 * Returns: one past the words of one condition; 0 where none stands there
 */
guint
ask_rows_read_condition (AskRowsReader *self, guint t)
{
  static guint (*const readers[]) (AskRowsReader *, guint) = { read_date, read_bound, ask_rows_read_value, read_about };
  guint last = 0;

  for (guint r = 0; r < G_N_ELEMENTS (readers) && last == 0; r++)
    last = readers[r](self, t);
  return last;
}

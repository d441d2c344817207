/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is preferred among candidates where the learned questions had nothing to choose: their databases have no views, few
 * entities with several dates, and few dates of birth. Each preference takes the same from a candidate's score as the most
 * that a person's examples may, so that a much likelier candidate stays first. What the question names is never moved.
 */
#include "config.h"

#include "understand/interpret/ask-prefer-private.h"

#include "understand/interpret/ask-draft-private.h"

#define LESS_LIKELY 2.0f

typedef struct
{
  const AskQuestion *question;
  AskDomain *domain;
  gboolean oldest;
  gboolean youngest;
} Prefers;

/*
 * ask_prefer_has_word:
 * @question: a question
 * @words: (array zero-terminated=1): folded, in English
 *
 * Returns: whether it says one of them
 */
gboolean
ask_prefer_has_word (const AskQuestion *question, const char *const *words)
{
  for (guint t = 0; t < question->tokens->len; t++)
    if (g_strv_contains (words, ask_question_token (question, t)->folded))
      return TRUE;
  return FALSE;
}

static gboolean
is_birth (const AskDomainAttribute *attribute)
{
  static const char *const stems[] = { "birth", "birthdat", "birthdate", "birthday", "born", "dob", NULL };

  return attribute->kind == ASK_DOMAIN_TIME
         && (ask_domain_words_have_any (attribute->stems, stems)
             || ask_domain_words_have_any (attribute->raw_stems, stems));
}

/* A stored query that the question does not name, where tables have the same rows. */
static gboolean
is_strange_view (const Prefers *self, guint entity)
{
  const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, entity);

  return ask_domain_entity (self->domain, entity)->entity->kind == ASK_ENTITY_VIEW && !(match->met > 0 && match->exact);
}

static gboolean
shares_word (char *const *a, char *const *b)
{
  for (guint i = 0; a[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) b, a[i]))
      return TRUE;
  return FALSE;
}

/**
 * ask_prefer_is_aside:
 * @attribute: a time
 *
 * Returns: whether its name says that it is of something that comes before or after what a row is of
 */
gboolean
ask_prefer_is_aside (const AskDomainAttribute *attribute)
{
  static const char *const words[]
    = { "birth", "born",   "updat",  "modifi", "chang",  "delet", "end",      "expir",    "due",    "requir",
        "ship",  "cancel", "left",   "close",  "paid",   "pay",   "deliveri", "deliv",    "return", "discontinu",
        "retir", "termin", "resign", "refund", "verifi", "reset", "login",    "synchron", NULL };

  return ask_domain_words_have_any (attribute->stems, words);
}

/* The date that is meant where none is named: the order's own one is its "order date", else the first; -1 where there is
 * nothing to choose. A date of birth is meant by words of age alone. */
static int
find_main_date (const Prefers *self, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);
  int first = -1;
  int plain = -1;
  int own = -1;

  for (guint i = of->first; i < of->first + of->n_attributes; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, i);

      if (attribute->kind != ASK_DOMAIN_TIME || attribute->numeric)
        continue;
      if (is_birth (attribute))
        return self->oldest || self->youngest ? (int) i : -1;
      if (first < 0)
        first = (int) i;
      if (plain < 0 && !ask_prefer_is_aside (attribute))
        plain = (int) i;
      if (own < 0 && shares_word (attribute->stems, of->stems))
        own = (int) i;
    }
  return own >= 0 ? own : plain >= 0 ? plain : first;
}

static gboolean
leads_to (const Prefers *self, guint from, guint to)
{
  for (guint j = 0; j < self->domain->joins->len; j++)
    {
      const AskDomainJoin *join = ask_domain_join (self->domain, j);

      if (join->cost < 2 && ask_domain_attribute (self->domain, join->from)->entity == from
          && ask_domain_attribute (self->domain, join->to)->entity == to)
        return TRUE;
    }
  return FALSE;
}

/* "Orders in 2025": when a line of them was sent back, or a shop was opened, is not asked. Rows that lead to what is named
 * may be what is meant: "customers in 2025" may have bought then. */
static gboolean
is_date_elsewhere (const Prefers *self, const AskDomainAttribute *of)
{
  const AskNameMatch *own = &g_array_index (self->question->entities, AskNameMatch, of->entity);

  if (own->met > 0 && own->exact)
    return FALSE;
  for (guint e = 0; e < self->domain->entities->len; e++)
    if (e != of->entity && g_array_index (self->question->entities, AskNameMatch, e).score > own->score
        && find_main_date (self, e) >= 0 && (ask_prefer_is_aside (of) || !leads_to (self, of->entity, e)))
      return TRUE;
  return FALSE;
}

/* A date by whose name nobody asks, beside the one that is meant. */
static gboolean
is_other_date (const Prefers *self, int attribute)
{
  const AskDomainAttribute *of = attribute >= 0 ? ask_domain_attribute (self->domain, attribute) : NULL;
  const AskNameMatch *match;
  const AskNameMatch *entity;
  int main_date;

  if (of == NULL || of->kind != ASK_DOMAIN_TIME || of->numeric)
    return FALSE;
  match = &g_array_index (self->question->attributes, AskNameMatch, attribute);
  entity = &g_array_index (self->question->entities, AskNameMatch, of->entity);
  main_date = find_main_date (self, of->entity);
  if (match->met <= 0 && is_date_elsewhere (self, of))
    return TRUE;
  return main_date >= 0 && main_date != attribute
         && (match->met <= 0 || (entity->met > 0 && match->first >= entity->first && match->last <= entity->last));
}

static gboolean
has_other_date (const Prefers *self, const AskDraft *draft)
{
  const GArray *lists[] = { draft->orders, draft->groups };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      if (is_other_date (self, ask_draft_term (lists[l], i)->attribute))
        return TRUE;
  for (guint i = 0; i < draft->conditions->len; i++)
    if (is_other_date (self, ask_draft_condition (draft->conditions, i)->left.attribute))
      return TRUE;
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->aggregate > ASK_DRAFT_COUNT
        && is_other_date (self, ask_draft_term (draft->terms, i)->attribute))
      return TRUE;
  return FALSE;
}

/* The oldest is born first. */
static gboolean
is_wrong_way_round (const Prefers *self, const AskDraft *draft)
{
  const AskDraftTerm *order = draft->orders->len > 0 ? ask_draft_term (draft->orders, 0) : NULL;

  if (order == NULL || self->oldest == self->youngest || order->attribute < 0 || order->aggregate != ASK_DRAFT_PLAIN
      || !is_birth (ask_domain_attribute (self->domain, order->attribute)))
    return FALSE;
  return draft->descending == self->oldest;
}

/* "= (SELECT max (birth date) …)": who was born last is the youngest. */
static gboolean
is_wrong_extreme (const Prefers *self, const AskDraft *draft)
{
  for (guint i = 0; i < draft->conditions->len && self->oldest != self->youngest; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (draft->conditions, i);
      const AskDraft *query = condition->n_operands == 1 && condition->operands[0].kind == ASK_DRAFT_QUERY
                                ? condition->operands[0].query
                                : NULL;
      const AskDraftTerm *term = query != NULL && query->terms->len == 1 ? ask_draft_term (query->terms, 0) : NULL;

      if (term != NULL && condition->op == ASK_DRAFT_EQUAL && term->attribute >= 0
          && is_birth (ask_domain_attribute (self->domain, term->attribute))
          && term->aggregate == (self->oldest ? ASK_DRAFT_MAX : ASK_DRAFT_MIN))
        return TRUE;
    }
  return FALSE;
}

/* "Most old", as German has it. */
static gboolean
has_both (const AskQuestion *question, const char *first, const char *second)
{
  for (guint t = 1; t < question->tokens->len; t++)
    if (g_str_equal (ask_question_token (question, t - 1)->folded, first)
        && g_str_equal (ask_question_token (question, t)->folded, second))
      return TRUE;
  return FALSE;
}

static gboolean
uses_view (const Prefers *self, const AskDraft *draft)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, self->domain);

  for (guint i = 0; i < entities->len; i++)
    if (is_strange_view (self, g_array_index (entities, guint, i)))
      return TRUE;
  return draft->second != NULL && uses_view (self, draft->second);
}

/**
 * ask_candidates_prefer:
 * @guess: of a question
 * @candidates: (element-type AskCandidate): ranked
 *
 * Returns: (transfer full) (nullable) (array): for each what its score is changed by; %NULL where nothing is
 */
float *
ask_candidates_prefer (const AskGuess *guess, GPtrArray *candidates)
{
  static const char *const oldest[] = { "oldest", "eldest", NULL };
  static const char *const youngest[] = { "youngest", NULL };
  const Prefers self
    = { guess->question, guess->domain,
        ask_prefer_has_word (guess->question, oldest) || has_both (guess->question, "most", "old"),
        ask_prefer_has_word (guess->question, youngest) || has_both (guess->question, "most", "young") };
  float *changes = g_new0 (float, MAX (candidates->len, 1));
  gboolean any = FALSE;

  for (guint i = 0; i < candidates->len; i++)
    {
      const AskDraft *draft = ((const AskCandidate *) candidates->pdata[i])->draft;
      guint n = uses_view (&self, draft) + has_other_date (&self, draft) + is_wrong_way_round (&self, draft)
                + is_wrong_extreme (&self, draft) + ask_prefer_count_words (guess->question, guess->domain, draft)
                + ask_prefer_count_values (guess->question, guess->domain, draft)
                + ask_prefer_count_sense (guess->question, guess->domain, draft)
                + ASK_PREFER_OPPOSITE * ask_prefer_count_contrary (guess->question, guess->domain, draft);

      changes[i] = -LESS_LIKELY * (float) n;
      any = any || n > 0;
    }
  if (!any)
    g_clear_pointer (&changes, g_free);
  return changes;
}

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is preferred among candidates where the learned questions had nothing to choose: their databases have no views, few
 * entities with several dates, and few dates of birth. Each preference takes the same from a candidate's score as the most
 * that a person's examples may, so that a much likelier candidate stays first. What the question names is never moved.
 */
#include "config.h"

#include "understand/interpret/ask-prefer.h"

#include "understand/interpret/ask-draft-private.h"

#define LESS_LIKELY 2.0f

typedef struct
{
  const AskQuestion *question;
  AskDomain *domain;
  gboolean oldest;
  gboolean youngest;
} Prefers;

static gboolean
has_word (const AskQuestion *question, const char *const *words)
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

/* The date that is meant where none is named: the order's own one is its "order date", else the first; -1 where there is
 * nothing to choose. A date of birth is meant by words of age alone. */
static int
find_main_date (const Prefers *self, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);
  int first = -1;
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
      if (own < 0 && shares_word (attribute->stems, of->stems))
        own = (int) i;
    }
  return own >= 0 ? own : first;
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
    = { guess->question, guess->domain, has_word (guess->question, oldest), has_word (guess->question, youngest) };
  float *changes = g_new0 (float, MAX (candidates->len, 1));
  gboolean any = FALSE;

  for (guint i = 0; i < candidates->len; i++)
    {
      const AskDraft *draft = ((const AskCandidate *) candidates->pdata[i])->draft;
      guint n = uses_view (&self, draft) + has_other_date (&self, draft) + is_wrong_way_round (&self, draft);

      changes[i] = -LESS_LIKELY * (float) n;
      any = any || n > 0;
    }
  if (!any)
    g_clear_pointer (&changes, g_free);
  return changes;
}

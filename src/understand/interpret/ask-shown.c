/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a candidate shows of the rows that a question is about. Ranking decides which rows those are; which attribute tells
 * a person what they are is no guess: who asks for employees wants their names, and whoever has a first and a last name
 * is called by both. It looks at what ranking saw already, so nothing that was learned changes by it. What the question
 * names itself stays.
 */
#include "config.h"

#include "understand/interpret/ask-shown.h"

#include <string.h>

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-figure-private.h"
#include "understand/interpret/ask-label.h"

/* Of names of attributes that say what a row is called. */
static const char *const label_stems[]
  = { "name", "titl", "title", "titel", "bezeichn", "bezeichnung", "label", "firma", "caption", NULL };

typedef struct
{
  const AskQuestion *question;
  AskDomain *domain;
  int head; /* the entity that is asked for, or -1 */
  gboolean bare; /* nothing else is asked */
  gboolean distinct; /* the question asks for different ones */
} Shower;

static gboolean
is_one (const AskQuestion *question, guint t, const char *const *words)
{
  return t < question->tokens->len && g_strv_contains (words, ask_question_token (question, t)->folded);
}

static const AskNameMatch *
get_match (const Shower *self, int attribute)
{
  return &g_array_index (self->question->attributes, AskNameMatch, (guint) attribute);
}

static gboolean
is_entity_named (const Shower *self, guint entity)
{
  const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, entity);

  return match->met > 0 && match->exact;
}

/* What is met of a name is a stored value: "open" of "open tickets" is no "opened on". */
static gboolean
is_value (const Shower *self, const AskNameMatch *match)
{
  for (guint m = 0; m < self->question->mentions->len; m++)
    {
      const AskMention *mention = ask_question_mention (self->question, m);

      if (mention->kind == ASK_MENTION_STORED && mention->first <= match->first && mention->last >= match->last)
        return TRUE;
    }
  return FALSE;
}

/* The question says it: by words that its entity's name has not got. */
static gboolean
is_named (const Shower *self, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, attribute);
  const AskNameMatch *match = get_match (self, attribute);
  const AskNameMatch *entity = &g_array_index (self->question->entities, AskNameMatch, of->entity);

  if (match->met <= 0 || (!match->exact && is_value (self, match)))
    return FALSE;
  return match->exact || entity->met <= 0 || match->first < entity->first || match->last > entity->last;
}

/* A half of a name is asked for by its own word: "name" is no half. */
static gboolean
is_half_named (const Shower *self, int attribute)
{
  const AskNameMatch *match = get_match (self, attribute);

  return match->met > 0 && match->exact;
}

/* The entity that a question is for: "which employees …", "show all orders …", "the 5 oldest customers". */
static int
find_head (const AskQuestion *question)
{
  static const char *const opening[]
    = { "which",  "what",    "show",    "list",     "give",     "find",     "display",  "get",      "me",
        "us",     "all",     "the",     "of",       "are",      "is",       "who",      "were",     "was",
        "tell",   "please",  "our",     "any",      "those",    "every",    "oldest",   "youngest", "newest",
        "latest", "largest", "longest", "shortest", "most",     "smallest", "cheapest", "best",     "expensive",
        "top",    "first",   "last",    "biggest",  "heaviest", "lightest", "in",       "there",    NULL };
  guint t = 0;

  while (t < question->tokens->len
         && (is_one (question, t, opening) || g_array_index (question->value_marks, AskMark, t) == ASK_MARK_NUMBER))
    t++;
  for (guint e = 0; e < question->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (question->entities, AskNameMatch, e);

      if (match->met > 0 && match->exact && match->first == t)
        return (int) e;
    }
  return -1;
}

/* "Show all artists": nothing but the entity. */
static gboolean
is_bare (const AskQuestion *question, int head)
{
  const AskNameMatch *match;
  static const char *const verbs[] = { "show", "list", "display", NULL };

  if (head < 0 || !is_one (question, 0, verbs))
    return FALSE;
  match = &g_array_index (question->entities, AskNameMatch, (guint) head);
  for (guint t = 0; t < question->tokens->len; t++)
    {
      const AskToken *token = ask_question_token (question, t);
      static const char *const idle[]
        = { "show", "list", "display", "me", "us", "all", "the", "our", "please", "of", "", NULL };

      if (token->word && (t < match->first || t >= match->last) && !g_strv_contains (idle, token->folded))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_stem (const AskDomainAttribute *attribute, const char *const *stems)
{
  return ask_domain_words_have_any (attribute->raw_stems, stems);
}

/* The two halves of a person's name. */
static gboolean
find_halves (const Shower *self, guint entity, int *first, int *last)
{
  static const char *const firsts[]
    = { "first", "fname", "firstnam", "firstname", "vornam", "vorname", "given", "forenam", "forename", NULL };
  static const char *const lasts[]
    = { "last", "lname", "lastnam", "lastname", "surnam", "surname", "nachnam", "nachname", "famili", "family", NULL };
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);

  *first = *last = -1;
  for (guint i = of->first; i < of->first + of->n_attributes; i++)
    {
      const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, i);

      if (attribute->kind != ASK_DOMAIN_TEXT || attribute->key || g_strv_length (attribute->raw_stems) > 2)
        continue;
      if (*first < 0 && has_stem (attribute, firsts))
        *first = (int) i;
      else if (*last < 0 && has_stem (attribute, lasts))
        *last = (int) i;
    }
  return *first >= 0 && *last >= 0;
}

/* "Ship name" of an order: its words say whose name it is, and many rows have the same. */
static gboolean
is_of_another (const Shower *self, const AskDomainAttribute *attribute)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, attribute->entity);

  for (guint i = 0; attribute->raw_stems[i] != NULL; i++)
    if (!g_strv_contains (label_stems, attribute->raw_stems[i])
        && !ask_domain_words_have (of->stems, attribute->raw_stems[i]))
      return attribute->n_distinct >= 0 && 2 * attribute->n_distinct < of->n_rows;
  return FALSE;
}

/* The text that names a row: its label, where its name says that it is one; else -1. */
static int
find_label (const Shower *self, guint entity)
{
  int label = ask_label_get (self->domain, entity);
  const AskDomainAttribute *attribute = ask_domain_attribute (self->domain, label);

  return attribute->kind == ASK_DOMAIN_TEXT && !attribute->foreign && has_stem (attribute, label_stems)
             && !is_of_another (self, attribute)
           ? label
           : -1;
}

static gboolean
uses (const AskDraft *draft, int attribute)
{
  const GArray *lists[] = { draft->orders, draft->groups };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint i = 0; i < lists[l]->len; i++)
      if (ask_draft_term (lists[l], i)->attribute == attribute)
        return TRUE;
  for (guint i = 0; i < draft->conditions->len; i++)
    if (ask_draft_condition (draft->conditions, i)->left.attribute == attribute)
      return TRUE;
  return FALSE;
}

/* The entity whose rows a key tells apart, or the one that it leads to; -1 where it is none. */
static int
find_owner (const Shower *self, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, attribute);

  if (of->kind == ASK_DOMAIN_TEXT && has_stem (of, label_stems))
    return -1;
  for (guint i = 0; i < self->domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (self->domain, i);

      if (join->from == attribute && join->to != attribute && ask_domain_attribute (self->domain, join->to)->key
          && is_entity_named (self, ask_domain_attribute (self->domain, join->to)->entity))
        return (int) ask_domain_attribute (self->domain, join->to)->entity;
    }
  return of->key ? (int) of->entity : -1;
}

/* The one term that is shown as it is; -1 where there are none or more. */
static int
find_plain (const AskDraft *draft)
{
  int plain = -1;

  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);

      if (term->aggregate != ASK_DRAFT_PLAIN || term->metric > 0)
        continue;
      if (plain >= 0 || term->part != ASK_TIME_WHOLE || term->attribute < 0)
        return -1;
      plain = (int) i;
    }
  return plain;
}

static gboolean
is_key_of (const Shower *self, int attribute, guint entity)
{
  return find_owner (self, attribute) == (int) entity;
}

/* The entity that groups are of; -1 where they are of something else. */
static int
find_grouped (const Shower *self, const AskDraft *draft)
{
  int owner = draft->groups->len == 1 ? find_owner (self, ask_draft_term (draft->groups, 0)->attribute) : -1;

  return owner >= 0 && is_entity_named (self, (guint) owner) ? owner : -1;
}

static gboolean
is_who (const Shower *self)
{
  static const char *const who[] = { "who", NULL };

  return is_one (self->question, 0, who);
}

/* The attribute is named behind what is asked for, but not at once: "program origins" are origins. */
static gboolean
stands_behind (const Shower *self, int attribute)
{
  const AskNameMatch *head
    = self->head >= 0 ? &g_array_index (self->question->entities, AskNameMatch, (guint) self->head) : NULL;

  return head == NULL || get_match (self, attribute)->first > head->last;
}

/* "Names of customers": not all that is known of them. */
static gboolean
asks_names (const Shower *self)
{
  static const char *const names[] = { "name", "names", "called", NULL };

  for (guint t = 0; t < self->question->tokens->len; t++)
    if (is_one (self->question, t, names))
      return TRUE;
  return FALSE;
}

/* Another text in each row, and none that says what the row is called: an article number. */
static gboolean
tells_apart (const Shower *self, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, attribute);

  return of->kind == ASK_DOMAIN_TEXT && !of->joins && !has_stem (of, label_stems) && of->n_distinct > 1
         && of->n_distinct >= ask_domain_entity (self->domain, of->entity)->n_rows;
}

/* Whose rows are shown instead of @attribute; -1 where it stays. */
static int
find_subject (const Shower *self, const AskDraft *draft, int attribute)
{
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, attribute);
  int owner = find_owner (self, attribute);
  int grouped = find_grouped (self, draft);
  int label = find_label (self, of->entity);
  int first, last;

  if (draft->groups->len > 0)
    {
      if (grouped >= 0 && (owner == grouped || !is_named (self, attribute) || get_match (self, attribute)->met < 1))
        return grouped;
      /* Grouped by what nobody named, of an entity that is. */
      if (ask_draft_term (draft->groups, 0)->attribute == attribute && draft->groups->len == 1
          && is_entity_named (self, of->entity) && !is_named (self, attribute))
        return (int) of->entity;
      return -1;
    }
  if (owner >= 0 && is_entity_named (self, (guint) owner))
    return owner;
  /* Half a name. */
  if (find_halves (self, of->entity, &first, &last) && (attribute == first || attribute == last)
      && !is_half_named (self, attribute))
    return (int) of->entity;
  /* "Which employee has the highest salary": the salary is what is compared, not what is asked for. */
  if (is_named (self, attribute)
      && !((self->head == (int) of->entity || is_who (self)) && uses (draft, attribute)
           && stands_behind (self, attribute)))
    return -1;
  if (self->head == (int) of->entity)
    return self->head;
  if (is_who (self))
    return find_halves (self, of->entity, &first, &last) || label >= 0 ? (int) of->entity : -1;
  /* "Most expensive tent": of no thing that is meant by a value anybody asks for its number. */
  if (label >= 0 && label != attribute && get_match (self, attribute)->met <= 0 && tells_apart (self, attribute))
    return (int) of->entity;
  return label != attribute && is_entity_named (self, of->entity) ? (int) of->entity : -1;
}

static void
insert_term (GArray *terms, guint at, int attribute)
{
  AskDraftTerm term = { .attribute = attribute };

  g_array_insert_val (terms, at, term);
}

/* Groups of rows of one name become groups of rows. */
static void
group_by_key (const Shower *self, AskDraft *draft, int attribute, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);
  int key = -1;
  guint n = 0;

  for (guint i = of->first; i < of->first + of->n_attributes; i++)
    if (ask_domain_attribute (self->domain, i)->key)
      {
        key = (int) i;
        n++;
      }
  for (guint i = 0; n == 1 && i < draft->groups->len; i++)
    if (ask_draft_term (draft->groups, i)->attribute == attribute)
      ask_draft_term (draft->groups, i)->attribute = key;
}

static gboolean
has_entity (const GArray *entities, guint entity)
{
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == entity)
      return TRUE;
  return FALSE;
}

/* What was in FROM for what is shown no more stays there: it says which rows there are. */
static void
keep_entities (const Shower *self, AskDraft *draft, const GArray *before)
{
  g_autoptr (GArray) after = ask_draft_collect_entities (draft, self->domain);

  for (guint i = 0; i < before->len; i++)
    if (!has_entity (after, g_array_index (before, guint, i)))
      {
        int extra = (int) g_array_index (before, guint, i);

        g_array_append_val (draft->extra, extra);
      }
}

/* Whether a row of @entity stands there once only, whatever else is in FROM. */
static gboolean
is_once (const Shower *self, const GArray *entities, guint entity)
{
  for (guint i = 0; i < entities->len; i++)
    if (ask_figure_get_distance (self->domain, entity, g_array_index (entities, guint, i)) < 0)
      return FALSE;
  return TRUE;
}

/* All that is known of the rows, where they have no name. Beside other entities "*" would be theirs, too. */
static gboolean
show_all (const Shower *self, AskDraft *draft, guint entity)
{
  const AskDomainEntity *of = ask_domain_entity (self->domain, entity);
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, self->domain);

  if (draft->terms->len != 1 || draft->groups->len > 0 || draft->set != ASK_DRAFT_NO_SET
      || !has_entity (entities, entity))
    return FALSE;
  draft->distinct = !is_once (self, entities, entity);
  if (entities->len == 1)
    *ask_draft_term (draft->terms, 0) = (AskDraftTerm) { .attribute = ASK_DOMAIN_STAR };
  else
    g_array_set_size (draft->terms, 0);
  for (guint i = of->first; i < of->first + of->n_attributes && entities->len > 1; i++)
    insert_term (draft->terms, draft->terms->len, (int) i);
  keep_entities (self, draft, entities);
  return TRUE;
}

/* "… EXCEPT …" of keys is a condition on the key, so that names can be shown. */
static gboolean
put_except (const Shower *self, AskDraft *draft)
{
  AskDraftCondition condition = { .op = ASK_DRAFT_NOT_IN, .n_operands = 1 };
  const AskDraftTerm *term = ask_draft_term (draft->terms, 0);
  const AskDraftTerm *other;

  if (draft->set != ASK_DRAFT_EXCEPT || draft->terms->len != 1 || draft->second->terms->len != 1
      || draft->groups->len > 0 || draft->limit != ASK_DRAFT_NO_LIMIT || draft->second->set != ASK_DRAFT_NO_SET)
    return FALSE;
  other = ask_draft_term (draft->second->terms, 0);
  if (!ask_draft_term_equal (term, other) || term->attribute < 0 || term->aggregate != ASK_DRAFT_PLAIN
      || !ask_domain_attribute (self->domain, term->attribute)->key)
    return FALSE;
  condition.left = *term;
  condition.operands[0].kind = ASK_DRAFT_QUERY;
  condition.operands[0].slot = -1;
  condition.operands[0].query = g_steal_pointer (&draft->second);
  condition.operands[0].query->distinct = FALSE;
  draft->set = ASK_DRAFT_NO_SET;
  g_array_append_val (draft->conditions, condition);
  return TRUE;
}

/* Returns: whether @draft shows something else now */
static gboolean
show (const Shower *self, AskDraft *draft)
{
  gboolean changed = put_except (self, draft);
  int at = draft->set == ASK_DRAFT_NO_SET ? find_plain (draft) : -1;
  int attribute = at >= 0 ? ask_draft_term (draft->terms, (guint) at)->attribute : -1;
  int entity = attribute >= 0 ? find_subject (self, draft, attribute) : -1;
  int first = -1;
  int last = -1;
  g_autoptr (GArray) before = NULL;

  if (entity < 0)
    return changed;
  before = ask_draft_collect_entities (draft, self->domain);
  if (self->bare && entity == self->head && draft->conditions->len == 0 && draft->orders->len == 0
      && show_all (self, draft, (guint) entity))
    return TRUE;
  if (!find_halves (self, (guint) entity, &first, &last))
    last = find_label (self, (guint) entity);
  if (last < 0)
    return (!is_key_of (self, attribute, (guint) entity) && !is_named (self, attribute)
            && entity == (int) ask_domain_attribute (self->domain, attribute)->entity && draft->limit != 1
            && !asks_names (self) && show_all (self, draft, (guint) entity))
           || changed;
  if (first < 0 && last == attribute && !(draft->distinct && !self->distinct))
    return changed;
  if (draft->groups->len > 0 && !is_key_of (self, attribute, (guint) entity))
    group_by_key (self, draft, attribute, (guint) entity);
  ask_draft_term (draft->terms, (guint) at)->attribute = last;
  if (first >= 0)
    insert_term (draft->terms, (guint) at, first);
  keep_entities (self, draft, before);
  if (draft->distinct && !self->distinct)
    {
      g_autoptr (GArray) entities = ask_draft_collect_entities (draft, self->domain);

      draft->distinct = entities->len > 1;
    }
  return TRUE;
}

/**
 * ask_draft_show_names:
 * @draft: (inout): shows all of the rows of one entity, or something else, which stays
 * @question: it is of
 * @domain: what it is about
 *
 * Shows the rows by their names instead, where they have some.
 */
void
ask_draft_show_names (AskDraft *draft, const AskQuestion *question, AskDomain *domain)
{
  const Shower self = { question, domain, -1, FALSE, FALSE };
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  const AskDraftTerm *term = ask_draft_term (draft->terms, 0);
  int first, last;

  if (draft->terms->len != 1 || term->attribute != ASK_DOMAIN_STAR || term->aggregate != ASK_DRAFT_PLAIN
      || entities->len != 1)
    return;
  if (!find_halves (&self, g_array_index (entities, guint, 0), &first, &last))
    last = find_label (&self, g_array_index (entities, guint, 0));
  if (last < 0)
    return;
  ask_draft_term (draft->terms, 0)->attribute = last;
  if (first >= 0)
    insert_term (draft->terms, 0, first);
}

/**
 * ask_shown_find_names:
 * @domain: a domain
 * @entity: one of its entities
 * @names: (out caller-allocates): two attributes
 *
 * Returns: how many of them say what a row is called: first and last name, one name, or none
 */
guint
ask_shown_find_names (AskDomain *domain, guint entity, int *names)
{
  const Shower self = { NULL, domain, -1, FALSE, FALSE };

  if (find_halves (&self, entity, &names[0], &names[1]))
    return 2;
  names[0] = find_label (&self, entity);
  return names[0] >= 0;
}

/**
 * ask_candidates_show:
 * @guess: of a question
 * @candidates: (inout) (element-type AskCandidate): ranked already; those that show rows by what nobody asked for show
 *   them by their names
 */
void
ask_candidates_show (const AskGuess *guess, GPtrArray *candidates)
{
  static const char *const different[] = { "different", "distinct", "unique", "various", "differ", NULL };
  Shower self = { guess->question, guess->domain, find_head (guess->question), FALSE, FALSE };

  if (ask_label_is_asked (guess->question))
    return;
  self.bare = is_bare (guess->question, self.head);
  for (guint t = 0; t < guess->question->tokens->len; t++)
    self.distinct = self.distinct || is_one (guess->question, t, different);
  for (guint i = 0; i < candidates->len; i++)
    {
      AskCandidate *candidate = candidates->pdata[i];
      g_autoptr (AskDraft) draft = ask_draft_copy (candidate->draft);
      g_autofree char *sql = NULL;

      if (!show (&self, draft))
        continue;
      sql = ask_draft_to_sql (draft, guess->domain, candidate->way);
      if (sql == NULL)
        continue;
      ask_draft_free (candidate->draft);
      candidate->draft = g_steal_pointer (&draft);
      g_free (candidate->sql);
      candidate->sql = g_steal_pointer (&sql);
    }
}

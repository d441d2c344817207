/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Takes readings apart. An alternative is made by changing the draft in the place of the part, so it is a reading like
 * any other; one that could not be joined, or says the same, is left out.
 */
#include "config.h"

#include "understand/interpret/ask-reading-part-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "understand/interpret/ask-follow-private.h"
#include "understand/interpret/ask-interpret-private.h"
#include "understand/interpret/ask-reading-words.h"

/* More than these nobody reads. */
#define MAX_ALTERNATIVES 8
#define MAX_ATTRIBUTES 4
#define MAX_VALUES 5

static void
alternative_free (gpointer data)
{
  AskReadingAlternative *self = data;

  g_free (self->words);
  ask_question_reading_free (self->reading);
  g_free (self);
}

static void
part_free (gpointer data)
{
  AskReadingPart *self = data;

  g_free (self->lead);
  g_free (self->words);
  g_ptr_array_unref (self->alternatives);
  g_free (self);
}

static const AskDraft *
get_draft (const AskPartMaker *self)
{
  return self->reading->draft;
}

/* @words: (transfer full) */
static void
begin_part (AskPartMaker *self, GPtrArray *parts, AskReadingPartKind kind, const char *lead, char *words)
{
  self->part = g_new0 (AskReadingPart, 1);
  self->part->kind = kind;
  self->part->lead = g_strdup (lead);
  self->part->words = words;
  self->part->alternatives = g_ptr_array_new_with_free_func (alternative_free);
  g_hash_table_remove_all (self->seen);
  g_hash_table_add (self->seen, g_strdup (self->reading->sql));
  g_ptr_array_add (parts, self->part);
}

/* Offers @draft for the part. @words: (transfer full); @draft: (transfer full) */
static void
offer (AskPartMaker *self, char *words, AskDraft *draft)
{
  g_autoptr (AskDraft) changed = draft;
  g_autofree char *own = words;
  AskReadingAlternative *alternative;
  AskQuestionReading *reading = NULL;

  if (self->part->alternatives->len < MAX_ALTERNATIVES)
    reading = ask_follow_make_reading (changed, self->reading, NULL);
  if (reading == NULL || !g_hash_table_add (self->seen, g_strdup (reading->sql)))
    {
      ask_question_reading_free (reading);
      return;
    }
  alternative = g_new0 (AskReadingAlternative, 1);
  alternative->words = g_steal_pointer (&own);
  alternative->reading = reading;
  g_ptr_array_add (self->part->alternatives, alternative);
}

/* ---- what is shown */

/* @now in the place of @old, where it is ordered by as well; what was said of an old figure says nothing of a new one. */
static void
offer_term (AskPartMaker *self, AskDraftTerm old, AskDraftTerm now)
{
  AskDraft *draft = ask_draft_copy (get_draft (self));

  ask_follow_exchange (draft->terms, &old, &now);
  ask_follow_exchange (draft->orders, &old, &now);
  for (guint i = draft->having->len; i-- > 0 && old.aggregate != ASK_DRAFT_PLAIN;)
    if (ask_draft_term_equal (&ask_draft_condition (draft->having, i)->left, &old))
      ask_follow_remove_condition (draft->having, i);
  offer (self, ask_reading_name_term (&now, draft, self->domain), draft);
}

static void
offer_attributes (AskPartMaker *self, AskDraftTerm old, AskPartWish wish, guint max)
{
  g_autoptr (GArray) attributes = ask_part_rank_attributes (self, wish, max);

  for (guint i = 0; i < attributes->len; i++)
    {
      AskDraftTerm now = { old.aggregate, old.distinct, g_array_index (attributes, int, i) };

      offer_term (self, old, now);
    }
}

/* Other figures of the same attribute, and the same of other attributes. */
static void
offer_figures (AskPartMaker *self, AskDraftTerm old)
{
  static const AskDraftAggregate all[] = { ASK_DRAFT_SUM, ASK_DRAFT_AVG, ASK_DRAFT_MAX, ASK_DRAFT_MIN };
  const AskDomainAttribute *of = ask_domain_attribute (self->domain, old.attribute);
  gboolean number = of->numeric && !of->key && !of->joins;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (number || (of->kind == ASK_DOMAIN_TIME && all[i] >= ASK_DRAFT_MIN))
      offer_term (self, old, (AskDraftTerm) { all[i], FALSE, old.attribute });
  offer_attributes (self, old, (AskPartWish) { ASK_GUESS_AGGREGATE, old.attribute, old.aggregate != ASK_DRAFT_COUNT },
                    MAX_ATTRIBUTES);
  offer_term (self, old, (AskDraftTerm) { ASK_DRAFT_COUNT, TRUE, old.attribute });
}

/* Instead of counting rows: figures of their numbers, and how many different ones there are. */
static void
offer_instead_of_count (AskPartMaker *self, AskDraftTerm old)
{
  AskPartWish number = { ASK_GUESS_AGGREGATE, ASK_DOMAIN_STAR, TRUE };
  AskPartWish any = { ASK_GUESS_SELECT, ASK_DOMAIN_STAR, FALSE };
  g_autoptr (GArray) numbers = ask_part_rank_attributes (self, number, 2);
  g_autoptr (GArray) others = ask_part_rank_attributes (self, any, 1);

  for (guint i = 0; i < numbers->len; i++)
    {
      offer_term (self, old, (AskDraftTerm) { ASK_DRAFT_SUM, FALSE, g_array_index (numbers, int, i) });
      offer_term (self, old, (AskDraftTerm) { ASK_DRAFT_AVG, FALSE, g_array_index (numbers, int, i) });
    }
  for (guint i = 0; i < others->len; i++)
    offer_term (self, old, (AskDraftTerm) { ASK_DRAFT_COUNT, TRUE, g_array_index (others, int, i) });
}

/* Where nothing but an entity is counted or shown, another one. */
static void
offer_entities (AskPartMaker *self)
{
  g_autoptr (GArray) entities = ask_part_rank_entities (self, MAX_ATTRIBUTES);

  if (get_draft (self)->extra->len != 1)
    return;
  for (guint i = 0; i < entities->len; i++)
    {
      AskDraft *draft = ask_draft_copy (get_draft (self));
      char *words;

      g_array_index (draft->extra, int, 0) = g_array_index (entities, int, i);
      words = ask_reading_is_count (draft)
                ? ask_reading_name_entities (draft, self->domain)
                : ask_reading_name_term (ask_draft_term (draft->terms, draft->terms->len - 1), draft, self->domain);
      offer (self, words, draft);
    }
}

static gboolean
is_group (const AskDraft *draft, const AskDraftTerm *term)
{
  for (guint i = 0; i < draft->groups->len; i++)
    if (ask_draft_term_equal (ask_draft_term (draft->groups, i), term))
      return TRUE;
  return FALSE;
}

static void
offer_without_term (AskPartMaker *self, guint at)
{
  AskDraft *draft;

  if (get_draft (self)->terms->len < 2)
    return;
  draft = ask_draft_copy (get_draft (self));
  g_array_remove_index (draft->terms, at);
  offer (self, g_strdup (_ ("Leave it out")), draft);
}

static void
add_shown (AskPartMaker *self, GPtrArray *parts, guint at)
{
  const AskDraft *draft = get_draft (self);
  AskDraftTerm term = *ask_draft_term (draft->terms, at);
  gboolean count = ask_reading_is_count (draft);
  const char *lead = count ? _ ("Counted:") : draft->distinct ? _ ("Shown, each once:") : _ ("Shown:");

  begin_part (self, parts, ASK_READING_PART_SHOWN, at == 0 ? lead : NULL,
              count ? ask_reading_name_entities (draft, self->domain)
                    : ask_reading_name_term (&term, draft, self->domain));
  /* A group is changed where it says "for each". */
  if (is_group (draft, &term) || draft->second != NULL)
    return;
  if (term.metric != 0)
    offer_instead_of_count (self, term);
  else if (term.attribute == ASK_DOMAIN_STAR && term.aggregate == ASK_DRAFT_COUNT)
    {
      if (draft->groups->len == 0)
        offer_entities (self);
      offer_instead_of_count (self, term);
    }
  else if (term.attribute == ASK_DOMAIN_STAR)
    offer_entities (self);
  else if (term.aggregate != ASK_DRAFT_PLAIN)
    offer_figures (self, term);
  else
    offer_attributes (self, term, (AskPartWish) { ASK_GUESS_SELECT, term.attribute, FALSE }, MAX_ATTRIBUTES + 1);
  offer_without_term (self, at);
}

/* ---- conditions */

/* Which array of a draft, and which of its conditions. */
typedef struct
{
  gboolean having;
  guint at;
} Place;

static GArray *
get_conditions (AskDraft *draft, Place place)
{
  return place.having ? draft->having : draft->conditions;
}

static AskDraftCondition *
get_condition (AskDraft *draft, Place place)
{
  return ask_draft_condition (get_conditions (draft, place), place.at);
}

static void
offer_condition (AskPartMaker *self, Place place, AskDraft *draft)
{
  offer (self, ask_reading_name_condition (get_condition (draft, place), draft, self->domain), draft);
}

static void
offer_op (AskPartMaker *self, Place place, AskDraftOp op)
{
  AskDraft *draft = ask_draft_copy (get_draft (self));

  get_condition (draft, place)->op = op;
  offer_condition (self, place, draft);
}

static void
offer_value (AskPartMaker *self, Place place, int attribute, const char *value)
{
  AskDraft *draft = ask_draft_copy (get_draft (self));
  AskDraftCondition *condition = get_condition (draft, place);

  condition->left.attribute = attribute;
  g_free (condition->operands[0].text);
  condition->operands[0].text = g_strdup (value);
  offer_condition (self, place, draft);
}

static void
offer_left (AskPartMaker *self, Place place, int attribute)
{
  AskDraft *draft = ask_draft_copy (get_draft (self));

  get_condition (draft, place)->left.attribute = attribute;
  offer_condition (self, place, draft);
}

/* What has no value, NULL or an empty text, or the opposite. */
static void
offer_blank (AskPartMaker *self, Place place, gboolean blank)
{
  AskDraft *draft = ask_draft_copy (get_draft (self));
  AskDraftCondition *condition = get_condition (draft, place);

  g_clear_pointer (&condition->operands[0].text, g_free);
  condition->op = blank ? ASK_DRAFT_IS_BLANK : ASK_DRAFT_NOT_EQUAL;
  condition->n_operands = blank ? 0 : 1;
  condition->operands[0]
    = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, blank ? NULL : g_strdup (""), 0, NULL };
  offer_condition (self, place, draft);
}

static gboolean
is_not_blank (const AskDraftCondition *condition)
{
  return condition->op == ASK_DRAFT_NOT_EQUAL && condition->operands[0].kind == ASK_DRAFT_VALUE
         && condition->operands[0].text != NULL && *condition->operands[0].text == '\0';
}

static void
offer_ops (AskPartMaker *self, Place place, const AskDraftCondition *condition)
{
  static const AskDraftOp orders[]
    = { ASK_DRAFT_GREATER_EQUAL, ASK_DRAFT_GREATER, ASK_DRAFT_LESS_EQUAL, ASK_DRAFT_LESS, ASK_DRAFT_EQUAL };
  static const AskDraftOp opposites[][2] = { { ASK_DRAFT_EQUAL, ASK_DRAFT_NOT_EQUAL },
                                             { ASK_DRAFT_LIKE, ASK_DRAFT_NOT_LIKE },
                                             { ASK_DRAFT_BETWEEN, ASK_DRAFT_NOT_BETWEEN },
                                             { ASK_DRAFT_IN, ASK_DRAFT_NOT_IN },
                                             { ASK_DRAFT_IS_NULL, ASK_DRAFT_IS_NOT_NULL } };
  const AskDomainAttribute *left = condition->left.attribute != ASK_DOMAIN_STAR
                                     ? ask_domain_attribute (self->domain, condition->left.attribute)
                                     : NULL;
  gboolean ordered = condition->left.aggregate != ASK_DRAFT_PLAIN || (left != NULL && left->kind != ASK_DOMAIN_TEXT);

  if (condition->op == ASK_DRAFT_IS_BLANK || is_not_blank (condition))
    {
      offer_blank (self, place, condition->op != ASK_DRAFT_IS_BLANK);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (opposites); i++)
    for (guint side = 0; side < 2; side++)
      if (condition->op == opposites[i][side])
        offer_op (self, place, opposites[i][1 - side]);
  if (condition->n_operands != 1 || condition->op > ASK_DRAFT_GREATER_EQUAL || !ordered)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    offer_op (self, place, orders[i]);
}

/* Another value, and what else the same words may be a value of. */
static void
offer_values (AskPartMaker *self, Place place, const AskDraftCondition *condition)
{
  const char *value = condition->operands[0].text;
  g_autoptr (GArray) homes = ask_part_find_homes (self, condition->left.attribute, value);
  g_autoptr (GPtrArray) values = ask_part_rank_values (self, condition->left.attribute, value, MAX_VALUES);

  for (guint i = 0; i < MIN (homes->len, 3); i++)
    {
      const AskDomainValue *home = &g_array_index (homes, AskDomainValue, i);

      offer_value (self, place, home->attribute, home->value);
    }
  for (guint i = 0; i < values->len; i++)
    offer_value (self, place, condition->left.attribute, values->pdata[i]);
}

static void
offer_other_numbers (AskPartMaker *self, Place place, const AskDraftCondition *condition)
{
  AskPartWish wish = { ASK_GUESS_WHERE, condition->left.attribute, TRUE };
  g_autoptr (GArray) attributes = ask_part_rank_attributes (self, wish, MAX_ATTRIBUTES - 1);

  for (guint i = 0; i < attributes->len; i++)
    offer_left (self, place, g_array_index (attributes, int, i));
}

static void
add_condition (AskPartMaker *self, GPtrArray *parts, Place place)
{
  const AskDraftCondition *condition = get_condition (self->reading->draft, place);
  gboolean value = condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_VALUE;
  gboolean plain
    = value && condition->left.aggregate == ASK_DRAFT_PLAIN && condition->left.attribute != ASK_DOMAIN_STAR;
  AskDraft *without;
  const char *lead = place.at > 0   ? (condition->either ? _ ("or") : _ ("and"))
                     : place.having ? _ ("Only groups where:")
                                    : _ ("Only where:");

  begin_part (self, parts, place.having ? ASK_READING_PART_HAVING : ASK_READING_PART_CONDITION, lead,
              ask_reading_name_condition (condition, get_draft (self), self->domain));
  if (get_draft (self)->second != NULL)
    return;
  /* Before all others, as it is never too much. */
  without = ask_draft_copy (get_draft (self));
  ask_follow_remove_condition (get_conditions (without, place), place.at);
  offer (self, g_strdup (_ ("Leave it out")), without);
  if (plain && condition->operands[0].text != NULL && condition->op <= ASK_DRAFT_NOT_EQUAL)
    offer_values (self, place, condition);
  offer_ops (self, place, condition);
  /* A part of a time is no number like others. */
  if (plain && condition->operands[0].text == NULL && condition->left.part == ASK_TIME_WHOLE)
    offer_other_numbers (self, place, condition);
}

/* ---- groups, order, rows */

static void
add_group (AskPartMaker *self, GPtrArray *parts, guint at)
{
  const AskDraft *draft = get_draft (self);
  AskDraftTerm term = *ask_draft_term (draft->groups, at);
  AskPartWish wish = { ASK_GUESS_GROUP, term.attribute, FALSE };
  g_autoptr (GArray) attributes = NULL;
  AskDraft *without;

  begin_part (self, parts, ASK_READING_PART_GROUP, at == 0 ? _ ("For each:") : NULL,
              ask_reading_name_term (&term, draft, self->domain));
  if (draft->second != NULL || term.attribute == ASK_DOMAIN_STAR)
    return;
  attributes = ask_part_rank_attributes (self, wish, MAX_ATTRIBUTES + 2);
  for (guint i = 0; i < attributes->len; i++)
    {
      AskDraft *changed = ask_draft_copy (draft);
      AskDraftTerm now = { ASK_DRAFT_PLAIN, FALSE, g_array_index (attributes, int, i) };

      ask_follow_exchange (changed->terms, &term, &now);
      ask_follow_exchange (changed->groups, &term, &now);
      ask_follow_exchange (changed->orders, &term, &now);
      offer (self, ask_reading_name_term (&now, changed, self->domain), changed);
    }
  without = ask_draft_copy (draft);
  ask_follow_remove_group (without, term.attribute);
  offer (self, g_strdup (_ ("Leave it out")), without);
}

static void
add_order (AskPartMaker *self, GPtrArray *parts)
{
  const AskDraft *draft = get_draft (self);
  AskDraft *changed = ask_draft_copy (draft);

  begin_part (self, parts, ASK_READING_PART_ORDER, draft->descending ? _ ("Largest first:") : _ ("Smallest first:"),
              ask_reading_name_terms (draft->orders, draft, self->domain));
  changed->descending = !draft->descending;
  offer (self, g_strdup (draft->descending ? _ ("Smallest first") : _ ("Largest first")), changed);
  for (guint i = 0; i < draft->terms->len && draft->second == NULL; i++)
    {
      AskDraftTerm term = *ask_draft_term (draft->terms, i);

      if (term.attribute == ASK_DOMAIN_STAR && term.aggregate == ASK_DRAFT_PLAIN)
        continue;
      changed = ask_draft_copy (draft);
      g_array_set_size (changed->orders, 0);
      g_array_append_val (changed->orders, term);
      offer (self, ask_reading_name_term (&term, changed, self->domain), changed);
    }
  changed = ask_draft_copy (draft);
  g_array_set_size (changed->orders, 0);
  changed->descending = FALSE;
  offer (self, g_strdup (_ ("In no order")), changed);
}

static char *
name_limit (gint64 limit)
{
  g_autofree char *n = g_strdup_printf ("%" G_GINT64_FORMAT, limit);

  return limit == ASK_DRAFT_NO_LIMIT
           ? g_strdup (_ ("all rows"))
           : g_strdup_printf (ngettext ("only the first row", "only the first %s rows", (gulong) limit), n);
}

static void
add_limit (AskPartMaker *self, GPtrArray *parts)
{
  static const gint64 limits[] = { 1, 3, 5, 10, 20, 100, ASK_DRAFT_NO_LIMIT };

  begin_part (self, parts, ASK_READING_PART_LIMIT, NULL, name_limit (get_draft (self)->limit));
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      AskDraft *changed = ask_draft_copy (get_draft (self));

      changed->limit = limits[i];
      offer (self, name_limit (limits[i]), changed);
    }
}

static void
add_second (AskPartMaker *self, GPtrArray *parts)
{
  const AskDraft *draft = get_draft (self);

  begin_part (self, parts, ASK_READING_PART_QUERY,
              draft->set == ASK_DRAFT_UNION       ? _ ("Together with:")
              : draft->set == ASK_DRAFT_INTERSECT ? _ ("That are also in:")
                                                  : _ ("Without:"),
              ask_reading_words (draft->second, self->domain));
}

static void
add_parts (AskPartMaker *self, GPtrArray *parts)
{
  const AskDraft *draft = get_draft (self);

  for (guint i = 0; i < draft->terms->len; i++)
    add_shown (self, parts, i);
  for (guint i = 0; i < draft->conditions->len; i++)
    add_condition (self, parts, (Place) { FALSE, i });
  for (guint i = 0; i < draft->groups->len; i++)
    add_group (self, parts, i);
  for (guint i = 0; i < draft->having->len; i++)
    add_condition (self, parts, (Place) { TRUE, i });
  if (draft->orders->len > 0)
    add_order (self, parts);
  if (draft->limit != ASK_DRAFT_NO_LIMIT)
    add_limit (self, parts);
  if (draft->second != NULL)
    add_second (self, parts);
}

/**
 * ask_reading_list_parts:
 * @interpreter: an interpreter
 * @reading: of it, with its draft and domain
 * @text: the question; what it names comes first among the alternatives
 * @error: what the store says
 *
 * Takes @reading apart, in the order in which its words say it. Nothing is run.
 *
 * Returns: (transfer full) (element-type AskReadingPart): its parts
 */
GPtrArray *
ask_reading_list_parts (AskInterpreter *interpreter, const AskQuestionReading *reading, const char *text,
                        GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (part_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (AskQuestion) question = NULL;
  g_autoptr (AskGuess) guess = NULL;
  g_autofree gboolean *near = NULL;
  AskPartMaker self = { .reading = reading, .seen = seen };

  g_return_val_if_fail (interpreter != NULL && reading != NULL && text != NULL, NULL);
  g_return_val_if_fail (reading->draft != NULL && reading->domain != NULL, NULL);

  self.domain = reading->domain;
  question = ask_question_new (reading->domain, text, error);
  if (question == NULL)
    return NULL;
  self.guess = guess = ask_guess_new (question, ask_interpreter_get_weights (interpreter));
  ask_guess_words (guess);
  ask_guess_context (guess);
  ask_guess_parts (guess);
  ask_guess_attributes (guess);
  self.near = near = ask_follow_find_near (reading->draft, reading->domain);
  add_parts (&self, parts);
  if (self.failure != NULL)
    {
      g_propagate_error (error, self.failure);
      return NULL;
    }
  return g_steal_pointer (&parts);
}

/**
 * ask_reading_part_kind_to_string:
 * @kind: a kind
 *
 * Returns: (transfer none): what JSON calls it
 */
const char *
ask_reading_part_kind_to_string (AskReadingPartKind kind)
{
  static const char *const names[] = {
    [ASK_READING_PART_SHOWN] = "shown", [ASK_READING_PART_CONDITION] = "condition",
    [ASK_READING_PART_GROUP] = "group", [ASK_READING_PART_HAVING] = "having",
    [ASK_READING_PART_ORDER] = "order", [ASK_READING_PART_LIMIT] = "limit",
    [ASK_READING_PART_QUERY] = "query",
  };

  return names[kind];
}

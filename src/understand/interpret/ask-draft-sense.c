/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Drafts that are not worth a place among the candidates: those that nobody means, and those that ask the same as
 * another in other words.
 */
#include "config.h"

#include <string.h>

#include "base/ask-text.h"
#include "understand/interpret/ask-draft-private.h"

/* ---- what makes no sense */

static gboolean
has_repeated_term (const AskDraft *draft)
{
  for (guint i = 1; i < draft->terms->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const AskDraftTerm *a = ask_draft_term (draft->terms, i);
        const AskDraftTerm *b = ask_draft_term (draft->terms, k);

        if (a->aggregate == b->aggregate && a->distinct == b->distinct && a->attribute == b->attribute)
          return TRUE;
      }
  return FALSE;
}

/*
 * ask_draft_sums:
 *
 * Returns: whether @term is a sum or an average
 */
gboolean
ask_draft_sums (const AskDraftTerm *term)
{
  return term->aggregate == ASK_DRAFT_SUM || term->aggregate == ASK_DRAFT_AVG;
}

/*
 * ask_draft_can_sum:
 *
 * Nobody sums what only names a thing: keys, dates, and texts, which are known to be texts once their values were seen.
 *
 * Returns: whether sums of @attribute say something
 */
gboolean
ask_draft_can_sum (const AskDomainAttribute *attribute)
{
  return !attribute->key && !attribute->foreign && (attribute->numeric || attribute->kind != ASK_DOMAIN_TIME)
         && !(attribute->kind == ASK_DOMAIN_TEXT && attribute->n_distinct > 0);
}

static gboolean
sums_names (const GArray *terms, AskDomain *domain)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (terms, i);

      if (ask_draft_sums (term)
          && (term->attribute < 0 || !ask_draft_can_sum (ask_domain_attribute (domain, term->attribute))))
        return TRUE;
    }
  return FALSE;
}

/* "Berlin 12": of several rows one name, and a count of them all. The greatest or least brings the row that it is of. */
static gboolean
counts_beside_a_name (const AskDraft *draft)
{
  gboolean plain = FALSE, counted = FALSE;

  for (guint i = 0; i < draft->terms->len; i++)
    {
      AskDraftAggregate aggregate = ask_draft_term (draft->terms, i)->aggregate;

      plain = plain || aggregate == ASK_DRAFT_PLAIN;
      counted = counted || aggregate == ASK_DRAFT_COUNT || aggregate == ASK_DRAFT_SUM || aggregate == ASK_DRAFT_AVG;
    }
  return draft->groups->len == 0 && plain && counted;
}

/* An order of one row. */
static gboolean
orders_one_row (const AskDraft *draft)
{
  gboolean all_aggregates = TRUE;

  for (guint i = 0; i < draft->terms->len; i++)
    all_aggregates = all_aggregates && ask_draft_term (draft->terms, i)->aggregate != ASK_DRAFT_PLAIN;
  return draft->groups->len == 0 && draft->orders->len > 0
         && (all_aggregates || ask_draft_term (draft->orders, 0)->aggregate != ASK_DRAFT_PLAIN);
}

/* "Paris" and "Rome" in one row. */
static gboolean
wants_two_values (const GArray *conditions)
{
  for (guint i = 1; i < conditions->len; i++)
    if (ask_draft_condition (conditions, i)->either)
      return FALSE;
  for (guint i = 1; i < conditions->len; i++)
    for (guint k = 0; k < i; k++)
      {
        const AskDraftCondition *a = ask_draft_condition (conditions, i);
        const AskDraftCondition *b = ask_draft_condition (conditions, k);

        if (a->op == ASK_DRAFT_EQUAL && b->op == ASK_DRAFT_EQUAL && a->left.attribute == b->left.attribute
            && a->left.aggregate == ASK_DRAFT_PLAIN && b->left.aggregate == ASK_DRAFT_PLAIN
            && a->operands[0].kind == ASK_DRAFT_VALUE && b->operands[0].kind == ASK_DRAFT_VALUE
            && (g_strcmp0 (a->operands[0].text, b->operands[0].text) != 0
                || (a->operands[0].text == NULL && a->operands[0].number != b->operands[0].number)))
          return TRUE;
      }
  return FALSE;
}

/* The second side is all of the first, or the first without its conditions: nothing is left, or nothing goes. */
static gboolean
is_vain_set (const AskDraft *draft, AskDomain *domain)
{
  const AskDraft *second = draft->second;
  g_autoptr (GArray) around = NULL;
  g_autoptr (GArray) within = NULL;

  if (second->conditions->len > 0 || second->having->len > 0 || second->terms->len != draft->terms->len)
    return FALSE;
  for (guint i = 0; i < second->terms->len; i++)
    if (ask_draft_term (second->terms, i)->attribute != ask_draft_term (draft->terms, i)->attribute
        || ask_draft_term (second->terms, i)->aggregate != ask_draft_term (draft->terms, i)->aggregate)
      return FALSE;
  around = ask_draft_collect_entities (draft, domain);
  within = ask_draft_collect_entities (second, domain);
  for (guint i = 0; i < within->len; i++)
    {
      gboolean there = FALSE;

      for (guint k = 0; k < around->len; k++)
        there = there || g_array_index (around, guint, k) == g_array_index (within, guint, i);
      if (!there)
        return FALSE;
    }
  return TRUE;
}

static gboolean
leads_to (AskDomain *domain, int from, int to)
{
  for (guint i = 0; i < domain->joins->len; i++)
    if (ask_domain_join (domain, i)->from == from && ask_domain_join (domain, i)->to == to)
      return TRUE;
  return FALSE;
}

/* Both hold the same key. */
static gboolean
hold_the_same (AskDomain *domain, int a, int b)
{
  if (a == b || leads_to (domain, a, b) || leads_to (domain, b, a))
    return TRUE;
  for (guint i = 0; i < domain->joins->len; i++)
    if (ask_domain_join (domain, i)->from == a && leads_to (domain, b, ask_domain_join (domain, i)->to))
      return TRUE;
  return FALSE;
}

/* Names among numbers of rooms. */
static gboolean
seeks_the_unlike (const AskDraftCondition *condition, AskDomain *domain)
{
  const AskDraftTerm *within;

  if ((condition->op != ASK_DRAFT_IN && condition->op != ASK_DRAFT_NOT_IN) || condition->n_operands == 0
      || condition->operands[0].kind != ASK_DRAFT_QUERY || condition->left.attribute < 0)
    return FALSE;
  within = ask_draft_term (condition->operands[0].query->terms, 0);
  return within->attribute >= 0 && within->aggregate == ASK_DRAFT_PLAIN
         && !hold_the_same (domain, condition->left.attribute, within->attribute);
}

static gboolean
have_sense (const GArray *conditions, AskDomain *domain)
{
  if (wants_two_values (conditions))
    return FALSE;
  for (guint i = 0; i < conditions->len; i++)
    {
      const AskDraftCondition *condition = ask_draft_condition (conditions, i);

      if (seeks_the_unlike (condition, domain))
        return FALSE;
      for (guint k = 0; k < condition->n_operands; k++)
        if (condition->operands[k].kind == ASK_DRAFT_QUERY
            && !ask_draft_has_sense (condition->operands[k].query, domain))
          return FALSE;
    }
  return TRUE;
}

/**
 * ask_draft_has_sense:
 * @self: a draft without slots
 * @domain: what it is about
 *
 * Returns: whether somebody may mean it. Nobody means the order of one row, one name beside a count of all, a term twice,
 *   the average of dates, keys or names, two values of one attribute in a row, a set with itself or with all of itself, or
 *   names among keys
 */
gboolean
ask_draft_has_sense (const AskDraft *self, AskDomain *domain)
{
  return !has_repeated_term (self) && !sums_names (self->terms, domain) && !sums_names (self->orders, domain)
         && !orders_one_row (self) && !counts_beside_a_name (self) && have_sense (self->conditions, domain)
         && have_sense (self->having, domain)
         && (self->second == NULL || (!is_vain_set (self, domain) && ask_draft_has_sense (self->second, domain)));
}

/* ---- what asks the same */

typedef struct
{
  AskDomain *domain;
  const GArray *entities; /* of the block; NULL where its keys are not taken for each other */
  GString *text;
} Form;

static void append_block (const Form *around, const AskDraft *draft, const guint *order);

static gboolean
is_in (const GArray *entities, AskDomain *domain, int attribute)
{
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == ask_domain_attribute (domain, attribute)->entity)
      return TRUE;
  return FALSE;
}

/* Whether these two entities have one way to be joined. */
static gboolean
is_only_join (AskDomain *domain, const AskDomainJoin *join)
{
  guint from = ask_domain_attribute (domain, join->from)->entity;
  guint to = ask_domain_attribute (domain, join->to)->entity;

  for (guint i = 0; i < domain->joins->len; i++)
    {
      const AskDomainJoin *other = ask_domain_join (domain, i);
      guint a = ask_domain_attribute (domain, other->from)->entity;
      guint b = ask_domain_attribute (domain, other->to)->entity;

      if (other->group != join->group && ((a == from && b == to) || (a == to && b == from)))
        return FALSE;
    }
  return from != to;
}

/* Where two entities are joined by a key, both of its ends hold the same. */
static int
get_same (const Form *form, int attribute)
{
  for (guint i = 0; form->entities != NULL && attribute >= 0 && i < form->domain->joins->len; i++)
    {
      const AskDomainJoin *join = ask_domain_join (form->domain, i);

      if (join->from == attribute && is_in (form->entities, form->domain, join->to)
          && is_only_join (form->domain, join))
        return join->to;
    }
  return attribute;
}

static void
append_term (const Form *form, const AskDraftTerm *term)
{
  g_string_append_printf (form->text, "%d%s%d,", term->aggregate, term->distinct ? "d" : "",
                          get_same (form, term->attribute));
}

static char *
spell_condition (const Form *around, const AskDraftCondition *condition)
{
  Form form = { around->domain, around->entities, g_string_new (NULL) };

  append_term (&form, &condition->left);
  g_string_append_printf (form.text, "?%d", condition->op);
  for (guint k = 0; k < condition->n_operands; k++)
    {
      const AskDraftOperand *operand = &condition->operands[k];

      g_string_append_c (form.text, ';');
      if (operand->kind == ASK_DRAFT_QUERY)
        append_block (&form, operand->query, NULL);
      else if (operand->kind == ASK_DRAFT_ATTRIBUTE)
        g_string_append_printf (form.text, "a%d", get_same (&form, operand->attribute));
      else if (operand->text != NULL)
        g_string_append_printf (form.text, "%" G_GSIZE_FORMAT ":%s", strlen (operand->text), operand->text);
      else
        g_string_append_printf (form.text, "%.17g", operand->number);
    }
  return g_string_free (form.text, FALSE);
}

/* Conditions that are all joined alike may stand in any order. */
static void
append_conditions (const Form *form, char kind, const GArray *conditions)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  gboolean mixed = FALSE;

  if (conditions->len == 0)
    return;
  for (guint i = 0; i < conditions->len; i++)
    {
      g_ptr_array_add (texts, spell_condition (form, ask_draft_condition (conditions, i)));
      mixed = mixed
              || (i > 1 && ask_draft_condition (conditions, i)->either != ask_draft_condition (conditions, 1)->either);
    }
  if (!mixed)
    g_ptr_array_sort (texts, ask_text_compare);
  g_string_append_c (form->text, kind);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (form->text, "%c%s",
                            conditions->len > 1 && ask_draft_condition (conditions, mixed ? i : 1)->either ? '|' : '&',
                            (const char *) texts->pdata[i]);
}

/* The terms' places, ordered by what they are. */
static guint *
sort_terms (const GArray *terms)
{
  guint *order = g_new (guint, terms->len + 1);

  for (guint i = 0; i < terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (terms, i);
      guint at = i;

      for (; at > 0; at--)
        {
          const AskDraftTerm *before = ask_draft_term (terms, order[at - 1]);

          if (before->aggregate < term->aggregate
              || (before->aggregate == term->aggregate && before->attribute <= term->attribute))
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
  return order;
}

static int
compare_entities (gconstpointer a, gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

/* @order: of the terms: both sides of a set are read in one. */
static void
append_block (const Form *around, const AskDraft *draft, const guint *order)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, around->domain);
  g_autofree guint *terms = order == NULL ? sort_terms (draft->terms) : NULL;
  g_autofree guint *groups = sort_terms (draft->groups);
  Form form = { around->domain, around->entities != NULL ? entities : NULL, around->text };

  if (order == NULL)
    order = terms;
  g_string_append (form.text, draft->distinct ? "(D" : "(S");
  for (guint i = 0; i < draft->terms->len; i++)
    append_term (&form, ask_draft_term (draft->terms, order[i]));
  append_conditions (&form, 'W', draft->conditions);
  g_string_append_c (form.text, 'G');
  for (guint i = 0; i < draft->groups->len; i++)
    append_term (&form, ask_draft_term (draft->groups, groups[i]));
  append_conditions (&form, 'H', draft->having);
  g_string_append_printf (form.text, "O%d", draft->descending && draft->orders->len > 0);
  for (guint i = 0; i < draft->orders->len; i++)
    append_term (&form, ask_draft_term (draft->orders, i));
  g_string_append_printf (form.text, "L%" G_GINT64_FORMAT "F", draft->limit);
  g_array_sort (entities, compare_entities);
  for (guint i = 0; i < entities->len; i++)
    g_string_append_printf (form.text, "%u,", g_array_index (entities, guint, i));
  if (draft->second != NULL)
    {
      g_string_append_printf (form.text, "%d", draft->set);
      append_block (around, draft->second, draft->second->terms->len == draft->terms->len ? order : NULL);
    }
  g_string_append_c (form.text, ')');
}

/**
 * ask_draft_spell_form:
 * @self: a draft without slots
 * @domain: what it is about
 * @way: how it is joined; see ask_draft_to_sql()
 *
 * Returns: (transfer full): a text that is equal for drafts whose rows are the same but for the order of their columns
 */
char *
ask_draft_spell_form (const AskDraft *self, AskDomain *domain, guint way)
{
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
  /* Other ways may lead past the join of two keys. */
  Form form = { domain, way == 0 ? none : NULL, g_string_new (NULL) };

  g_string_append_printf (form.text, "%u", way);
  append_block (&form, self, NULL);
  return g_string_free (form.text, FALSE);
}

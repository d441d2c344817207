/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Who bought tents but not boots": all rows of the draft but those that the same draft finds with the other value. The key
 * of what is shown tells them apart.
 */
#include "config.h"

#include "understand/interpret/ask-draft-add.h"

#include "understand/interpret/ask-draft-private.h"

static gboolean
is_value_of (const AskDraftCondition *condition, AskDraftOp op)
{
  return condition->op == op && !condition->either && condition->left.aggregate == ASK_DRAFT_PLAIN
         && condition->left.part == ASK_TIME_WHOLE && condition->n_operands == 1
         && condition->operands[0].kind == ASK_DRAFT_VALUE && condition->operands[0].text != NULL;
}

static void
put_text (AskDraftCondition *condition, const char *text)
{
  g_free (condition->operands[0].text);
  condition->operands[0].text = g_strdup (text);
}

/* Whether the one condition on it compares with another value now. */
static gboolean
exchange_value (AskDraft *self, const AskAddition *addition)
{
  AskDraftCondition *found = NULL;

  for (guint i = 0; i < self->conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (self->conditions, i);

      if (condition->left.attribute != addition->attribute)
        continue;
      if (found != NULL || !is_value_of (condition, ASK_DRAFT_EQUAL))
        return FALSE;
      found = condition;
    }
  if (found == NULL)
    return FALSE;
  put_text (found, addition->value);
  return TRUE;
}

/* Whether the one time that is compared is another period now. */
static gboolean
exchange_period (AskDraft *self, AskDomain *domain, const char *period)
{
  g_autofree char *first = NULL;
  g_autofree char *after = NULL;
  AskDraftCondition *from = NULL;
  AskDraftCondition *to = NULL;

  for (guint i = 0; i < self->conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (self->conditions, i);
      int attribute = condition->left.attribute;

      if (attribute == ASK_DOMAIN_STAR || !ask_domain_attribute (domain, attribute)->dated)
        continue;
      if (from == NULL && is_value_of (condition, ASK_DRAFT_GREATER_EQUAL))
        from = condition;
      else if (to == NULL && is_value_of (condition, ASK_DRAFT_LESS))
        to = condition;
      else
        return FALSE;
    }
  if (from == NULL || to == NULL || from->left.attribute != to->left.attribute
      || !ask_draft_read_period (period, &first, &after))
    return FALSE;
  put_text (from, first);
  put_text (to, after);
  return TRUE;
}

/* The key of what is shown; -1 where it has none of one attribute. */
static int
find_key (const AskDraft *self, AskDomain *domain)
{
  const AskDomainEntity *entity;
  int key = -1;
  int shown = ASK_DOMAIN_STAR;

  for (guint i = 0; i < self->terms->len && shown == ASK_DOMAIN_STAR; i++)
    shown = ask_draft_term (self->terms, i)->attribute;
  if (shown == ASK_DOMAIN_STAR)
    return -1;
  entity = ask_domain_entity (domain, ask_domain_attribute (domain, shown)->entity);
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (ask_domain_attribute (domain, a)->key)
      {
        if (key >= 0)
          return -1;
        key = (int) a;
      }
  return key;
}

/* What is compared belongs to something else: of its own city nobody has two. */
static gboolean
is_elsewhere (const AskDraft *self, AskDomain *domain, int key)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      int attribute = ask_draft_condition (self->conditions, i)->left.attribute;

      if (attribute != ASK_DOMAIN_STAR
          && ask_domain_attribute (domain, attribute)->entity != ask_domain_attribute (domain, key)->entity)
        return TRUE;
    }
  return FALSE;
}

/**
 * ask_draft_add_elsewhere:
 * @self: (inout): without slots
 * @domain: what it is about
 * @attribute: of another entity
 *
 * Returns: whether the draft leaves out now what @attribute has as well: it shows one of the same name
 */
gboolean
ask_draft_add_elsewhere (AskDraft *self, AskDomain *domain, int attribute)
{
  const AskDomainAttribute *other = ask_domain_attribute (domain, attribute);
  AskDraftCondition condition = { .op = ASK_DRAFT_NOT_IN, .n_operands = 1 };
  AskDraftTerm term = { .attribute = attribute };
  g_autoptr (GArray) entities = ask_draft_collect_entities (self, domain);
  AskDraft *query;
  int shown = self->terms->len == 1 ? ask_draft_term (self->terms, 0)->attribute : ASK_DOMAIN_STAR;

  if (shown < 0 || self->limit != ASK_DRAFT_NO_LIMIT || shown == attribute
      || ask_draft_term (self->terms, 0)->aggregate != ASK_DRAFT_PLAIN
      || !g_strv_equal ((const char *const *) ask_domain_attribute (domain, (guint) shown)->stems,
                        (const char *const *) other->stems))
    return FALSE;
  /* What is said of the other one already is not what is left out. */
  for (guint i = 0; i < entities->len; i++)
    if (g_array_index (entities, guint, i) == other->entity)
      return FALSE;
  self->distinct = self->groups->len == 0;
  query = ask_draft_new ();
  g_array_append_val (query->terms, term);
  condition.left.attribute = shown;
  condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_QUERY, ASK_DOMAIN_STAR, -1, NULL, 0, query };
  g_array_append_val (self->conditions, condition);
  return TRUE;
}

/**
 * ask_draft_add_but:
 * @self: (inout): without slots
 * @domain: what it is about
 * @addition: of %ASK_ADDITION_BUT
 *
 * Returns: whether the draft leaves out now what the other value finds
 */
gboolean
ask_draft_add_but (AskDraft *self, AskDomain *domain, const AskAddition *addition)
{
  AskDraftCondition condition = { .op = ASK_DRAFT_NOT_IN, .n_operands = 1 };
  g_autoptr (AskDraft) query = NULL;
  int key = find_key (self, domain);

  if (key < 0 || self->groups->len + self->having->len > 0 || self->limit != ASK_DRAFT_NO_LIMIT
      || !is_elsewhere (self, domain, key))
    return FALSE;
  query = ask_draft_copy (self);
  g_array_set_size (query->terms, 0);
  g_array_set_size (query->orders, 0);
  query->distinct = FALSE;
  condition.left.attribute = key;
  g_array_append_val (query->terms, condition.left);
  if (!(addition->attribute >= 0 ? exchange_value (query, addition) : exchange_period (query, domain, addition->value)))
    return FALSE;
  condition.operands[0] = (AskDraftOperand) { ASK_DRAFT_QUERY, ASK_DOMAIN_STAR, -1, NULL, 0, g_steal_pointer (&query) };
  g_array_append_val (self->conditions, condition);
  return TRUE;
}

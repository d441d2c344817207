/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One change of a draft: a condition more or another one, a group, an order, a limit, another figure. A change that
 * would say nothing, or that a draft cannot say, is refused.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

static gboolean
is_on (const AskDraftCondition *condition, int attribute)
{
  return condition->left.aggregate == ASK_DRAFT_PLAIN && condition->left.attribute == attribute
         && (condition->n_operands == 0 || condition->operands[0].kind == ASK_DRAFT_VALUE);
}

static int
find_term (const GArray *terms, int attribute)
{
  for (guint i = 0; i < terms->len; i++)
    if (ask_draft_term (terms, i)->aggregate == ASK_DRAFT_PLAIN && ask_draft_term (terms, i)->attribute == attribute)
      return (int) i;
  return -1;
}

/**
 * ask_follow_is_compared:
 * @draft: a draft
 * @attribute: of its domain
 *
 * Returns: whether a condition compares it with a value
 */
gboolean
ask_follow_is_compared (const AskDraft *draft, int attribute)
{
  for (guint i = 0; i < draft->conditions->len; i++)
    if (is_on (ask_draft_condition (draft->conditions, i), attribute))
      return TRUE;
  return FALSE;
}

/**
 * ask_follow_is_used:
 * @draft: a draft
 * @attribute: of its domain
 *
 * Returns: whether it is named anywhere but in queries within it
 */
gboolean
ask_follow_is_used (const AskDraft *draft, int attribute)
{
  const GArray *all[] = { draft->terms, draft->groups, draft->orders };

  for (guint a = 0; a < G_N_ELEMENTS (all); a++)
    for (guint i = 0; i < all[a]->len; i++)
      if (ask_draft_term (all[a], i)->attribute == attribute)
        return TRUE;
  return ask_follow_is_compared (draft, attribute);
}

static AskDraftTerm *
find_figure (const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->aggregate != ASK_DRAFT_PLAIN)
      return ask_draft_term (draft->terms, i);
  return NULL;
}

/**
 * ask_follow_has_figure:
 * @draft: a draft
 *
 * Returns: whether it counts, sums or the like
 */
gboolean
ask_follow_has_figure (const AskDraft *draft)
{
  return find_figure (draft) != NULL;
}

static AskDraftCondition
make_condition (int attribute, AskDraftOp op, const char *text, double number)
{
  AskDraftCondition condition = { .left = { ASK_DRAFT_PLAIN, FALSE, attribute }, .op = op, .n_operands = 1 };

  condition.operands[0]
    = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, g_strdup (text), text != NULL ? 0 : number, NULL };
  condition.operands[1] = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, NULL, 0, NULL };
  return condition;
}

/* AND binds more than OR, and there are no parentheses: the condition joins each part between two ORs. */
static void
add_condition (AskDraft *draft, const AskFollowChange *change, AskDraftOp op, const char *text)
{
  guint at = draft->conditions->len;

  do
    {
      AskDraftCondition condition = make_condition (change->attribute, op, text, change->number);

      g_array_insert_val (draft->conditions, at, condition);
      while (at > 0 && !ask_draft_condition (draft->conditions, at - 1)->either)
        at--;
      at -= at > 0;
    }
  while (at > 0);
}

/**
 * ask_follow_remove_condition:
 * @conditions: (element-type AskDraftCondition)
 * @at: which of them goes
 *
 * What stands beside it in the same part between two ORs stays one part.
 */
void
ask_follow_remove_condition (GArray *conditions, guint at)
{
  gboolean begins = ask_draft_condition (conditions, at)->either;

  g_array_remove_index (conditions, at);
  /* The next one of the same part begins it now. */
  if (begins && at < conditions->len)
    ask_draft_condition (conditions, at)->either = TRUE;
  if (at == 0 && conditions->len > 0)
    ask_draft_condition (conditions, 0)->either = FALSE;
}

static gboolean
remove_conditions (AskDraft *draft, int attribute)
{
  gboolean found = FALSE;

  for (guint i = draft->conditions->len; i-- > 0;)
    if (is_on (ask_draft_condition (draft->conditions, i), attribute))
      {
        ask_follow_remove_condition (draft->conditions, i);
        found = TRUE;
      }
  return found;
}

/* One value for another in its place keeps what stands beside it. */
static gboolean
change_value (AskDraft *draft, const AskFollowChange *change)
{
  AskDraftCondition *only = NULL;
  guint n = 0;

  for (guint i = 0; i < draft->conditions->len; i++)
    if (is_on (ask_draft_condition (draft->conditions, i), change->attribute))
      {
        only = ask_draft_condition (draft->conditions, i);
        n++;
      }
  if (n == 1)
    {
      AskDraftCondition condition = make_condition (change->attribute, change->op, change->text, change->number);

      condition.either = only->either;
      ask_draft_condition_clear (only);
      *only = condition;
      return TRUE;
    }
  remove_conditions (draft, change->attribute);
  add_condition (draft, change, change->op, change->text);
  return TRUE;
}

static gboolean
change_date (AskDraft *draft, const AskFollowChange *change)
{
  remove_conditions (draft, change->attribute);
  switch (change->op)
    {
    case ASK_DRAFT_GREATER:
      add_condition (draft, change, ASK_DRAFT_GREATER_EQUAL, change->end);
      return TRUE;
    case ASK_DRAFT_GREATER_EQUAL:
      add_condition (draft, change, ASK_DRAFT_GREATER_EQUAL, change->text);
      return TRUE;
    case ASK_DRAFT_LESS:
      add_condition (draft, change, ASK_DRAFT_LESS, change->text);
      return TRUE;
    case ASK_DRAFT_LESS_EQUAL:
      add_condition (draft, change, ASK_DRAFT_LESS, change->end);
      return TRUE;
    case ASK_DRAFT_EQUAL:
      add_condition (draft, change, ASK_DRAFT_GREATER_EQUAL, change->text);
      add_condition (draft, change, ASK_DRAFT_LESS, change->end);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
change_having (AskDraft *draft, const AskFollowChange *change)
{
  const AskDraftTerm *figure = find_figure (draft);
  AskDraftCondition condition;

  if (figure == NULL || draft->groups->len == 0)
    return FALSE;
  condition = make_condition (figure->attribute, change->op, NULL, change->number);
  condition.left = *figure;
  g_array_set_size (draft->having, 0);
  g_array_append_val (draft->having, condition);
  return TRUE;
}

/* The part between two ORs that has the old value, once more with the new one. */
static gboolean
change_either (AskDraft *draft, const AskFollowChange *change)
{
  g_autoptr (AskDraft) copy = ask_draft_copy (draft);
  guint first, last;
  guint at = 0;

  while (at < draft->conditions->len && !is_on (ask_draft_condition (draft->conditions, at), change->attribute))
    at++;
  if (at == draft->conditions->len || ask_draft_condition (draft->conditions, at)->op != ASK_DRAFT_EQUAL)
    return FALSE;
  for (first = at; first > 0 && !ask_draft_condition (draft->conditions, first)->either;)
    first--;
  for (last = at + 1; last < draft->conditions->len && !ask_draft_condition (draft->conditions, last)->either;)
    last++;
  for (guint i = first; i < last; i++)
    {
      AskDraftCondition *from = ask_draft_condition (copy->conditions, i);
      AskDraftCondition moved = *from;

      if (i == at)
        moved = make_condition (change->attribute, ASK_DRAFT_EQUAL, change->text, change->number);
      else
        *from = (AskDraftCondition) { 0 };
      moved.either = i == first;
      g_array_append_val (draft->conditions, moved);
    }
  return TRUE;
}

/**
 * ask_follow_remove_group:
 * @draft: (inout): a draft
 * @attribute: that it groups by
 *
 * It is not shown any more either.
 */
void
ask_follow_remove_group (AskDraft *draft, int attribute)
{
  GArray *all[] = { draft->terms, draft->groups, draft->orders };

  for (guint a = 0; a < G_N_ELEMENTS (all); a++)
    for (guint i = all[a]->len; i-- > 0;)
      if (ask_draft_term (all[a], i)->aggregate == ASK_DRAFT_PLAIN
          && ask_draft_term (all[a], i)->attribute == attribute)
        g_array_remove_index (all[a], i);
}

static gboolean
change_sort (AskDraft *draft, int attribute)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, attribute };

  if (ask_follow_has_figure (draft) && find_term (draft->groups, attribute) < 0)
    {
      const AskDraftTerm *figure = find_figure (draft);

      if (figure->attribute != attribute)
        return FALSE;
      term = *figure;
    }
  g_array_set_size (draft->orders, 0);
  g_array_append_val (draft->orders, term);
  draft->descending = FALSE;
  return TRUE;
}

static gboolean
change_group (AskDraft *draft, const AskFollowChange *change)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, change->attribute };
  guint at = 0;

  if (!ask_follow_has_figure (draft))
    return change->kind == ASK_FOLLOW_GROUP_ONLY && change_sort (draft, change->attribute);
  if (find_term (draft->groups, change->attribute) >= 0
      && (change->kind == ASK_FOLLOW_GROUP || draft->groups->len == 1))
    return FALSE;
  while (change->kind == ASK_FOLLOW_GROUP_ONLY && draft->groups->len > 0)
    {
      int old = ask_draft_term (draft->groups, 0)->attribute;

      ask_follow_remove_group (draft, old);
      if (draft->groups->len > 0 && ask_draft_term (draft->groups, 0)->attribute == old)
        return FALSE;
    }
  g_array_append_val (draft->groups, term);
  /* Figures stand last. */
  while (at < draft->terms->len && ask_draft_term (draft->terms, at)->aggregate == ASK_DRAFT_PLAIN)
    at++;
  if (find_term (draft->terms, change->attribute) < 0)
    g_array_insert_val (draft->terms, at, term);
  if (draft->orders->len == 0)
    draft->descending = FALSE;
  return TRUE;
}

static gboolean
may_sum (AskDomain *domain, AskDraftAggregate aggregate, int attribute)
{
  if (aggregate != ASK_DRAFT_SUM && aggregate != ASK_DRAFT_AVG)
    return TRUE;
  return attribute != ASK_DOMAIN_STAR && ask_domain_attribute (domain, attribute)->numeric;
}

/**
 * ask_follow_exchange:
 * @terms: (element-type AskDraftTerm)
 * @old: what goes wherever it stands
 * @now: what comes in its place
 */
void
ask_follow_exchange (GArray *terms, const AskDraftTerm *old, const AskDraftTerm *now)
{
  for (guint i = 0; i < terms->len; i++)
    {
      AskDraftTerm *term = ask_draft_term (terms, i);

      if (ask_draft_term_equal (term, old))
        *term = *now;
    }
}

static gboolean
change_figure (AskDraft *draft, AskDomain *domain, const AskDraftTerm *new)
{
  AskDraftTerm *figure = find_figure (draft);
  AskDraftTerm old;

  if (!may_sum (domain, new->aggregate, new->attribute))
    return FALSE;
  if (figure == NULL)
    {
      /* Rows become one figure about them. */
      if (draft->groups->len > 0)
        return FALSE;
      g_array_set_size (draft->terms, 0);
      g_array_append_val (draft->terms, *new);
      g_array_set_size (draft->orders, 0);
      draft->descending = FALSE;
      draft->limit = ASK_DRAFT_NO_LIMIT;
      draft->distinct = FALSE;
      return TRUE;
    }
  old = *figure;
  ask_follow_exchange (draft->terms, &old, new);
  ask_follow_exchange (draft->orders, &old, new);
  /* What was said of the old figure says nothing of the new one. */
  for (guint i = draft->having->len; i-- > 0;)
    if (ask_draft_condition (draft->having, i)->left.aggregate == old.aggregate)
      ask_follow_remove_condition (draft->having, i);
  return TRUE;
}

static gboolean
change_aggregate (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  AskDraftTerm new = { change->aggregate, FALSE, change->attribute };
  const AskDraftTerm *figure = find_figure (draft);

  if (change->aggregate == ASK_DRAFT_COUNT)
    {
      /* Each once stays each once. */
      if (figure == NULL && draft->distinct && draft->terms->len == 1)
        new = (AskDraftTerm) { ASK_DRAFT_COUNT, TRUE, ask_draft_term (draft->terms, 0)->attribute };
      else
        new.attribute = ASK_DOMAIN_STAR;
    }
  else if (change->attribute == ASK_DOMAIN_STAR)
    {
      if (figure != NULL)
        new.attribute = figure->attribute;
      else if (draft->terms->len == 1)
        new.attribute = ask_draft_term (draft->terms, 0)->attribute;
      if (new.attribute == ASK_DOMAIN_STAR)
        return FALSE;
    }
  return change_figure (draft, domain, &new);
}

static gboolean
change_instead (AskDraft *draft, AskDomain *domain, int attribute)
{
  const AskDraftTerm *figure = find_figure (draft);

  if (figure != NULL)
    {
      AskDraftTerm new = { figure->aggregate, figure->distinct, attribute };

      return figure->attribute != ASK_DOMAIN_STAR && change_figure (draft, domain, &new);
    }
  if (draft->terms->len != 1)
    return FALSE;
  ask_draft_term (draft->terms, 0)->attribute = attribute;
  return TRUE;
}

static gboolean
change_show (AskDraft *draft, int attribute)
{
  AskDraftTerm term = { ASK_DRAFT_PLAIN, FALSE, attribute };

  if (ask_follow_has_figure (draft) || draft->groups->len > 0 || find_term (draft->terms, attribute) >= 0)
    return FALSE;
  /* All of a row is there already. */
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->attribute == ASK_DOMAIN_STAR)
      return FALSE;
  g_array_append_val (draft->terms, term);
  return TRUE;
}

static gboolean
change_drop (AskDraft *draft, const AskFollowChange *change)
{
  if (remove_conditions (draft, change->attribute))
    return TRUE;
  if (find_term (draft->groups, change->attribute) >= 0
      || (find_term (draft->terms, change->attribute) >= 0 && draft->terms->len > 1))
    {
      ask_follow_remove_group (draft, change->attribute);
      return draft->terms->len > 0;
    }
  return FALSE;
}

/* What an order would be of: the figure, or the only number that is shown. */
static gboolean
find_measure (const AskDraft *draft, AskDomain *domain, AskDraftTerm *measure)
{
  const AskDraftTerm *figure = find_figure (draft);
  guint n = 0;

  if (figure != NULL)
    {
      *measure = *figure;
      return draft->groups->len > 0;
    }
  for (guint i = 0; i < draft->terms->len; i++)
    {
      const AskDraftTerm *term = ask_draft_term (draft->terms, i);
      const AskDomainAttribute *of
        = term->attribute != ASK_DOMAIN_STAR ? ask_domain_attribute (domain, term->attribute) : NULL;

      if (of != NULL && of->numeric && !of->key && !of->joins)
        {
          *measure = *term;
          n++;
        }
    }
  return n == 1;
}

static gboolean
change_order (AskDraft *draft, AskDomain *domain, gboolean descending)
{
  AskDraftTerm measure;

  if (draft->orders->len == 0)
    {
      if (draft->second != NULL || !find_measure (draft, domain, &measure))
        return FALSE;
      g_array_append_val (draft->orders, measure);
    }
  draft->descending = descending;
  return TRUE;
}

static gboolean
change_limit (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  if (change->kind == ASK_FOLLOW_TOP && draft->orders->len == 0)
    change_order (draft, domain, TRUE);
  if (change->kind == ASK_FOLLOW_BOTTOM && !change_order (draft, domain, FALSE))
    return FALSE;
  draft->limit = (gint64) change->number;
  return TRUE;
}

/**
 * ask_follow_change:
 * @draft: (inout): a draft, which is spoiled where the change is refused
 * @domain: what it is about
 * @change: what is wished
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_change (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  switch (change->kind)
    {
    case ASK_FOLLOW_LIMIT:
    case ASK_FOLLOW_TOP:
    case ASK_FOLLOW_BOTTOM:
      return change_limit (draft, domain, change);
    case ASK_FOLLOW_TURN:
      return draft->orders->len > 0 && change_order (draft, domain, !draft->descending);
    case ASK_FOLLOW_UP:
    case ASK_FOLLOW_DOWN:
      return change_order (draft, domain, change->kind == ASK_FOLLOW_DOWN);
    default:
      break;
    }
  /* Of two queries nobody can say which one is meant. */
  if (draft->second != NULL)
    return FALSE;
  switch (change->kind)
    {
    case ASK_FOLLOW_VALUE:
      return change_value (draft, change);
    case ASK_FOLLOW_DATE:
      return change_date (draft, change);
    case ASK_FOLLOW_HAVING:
      return change_having (draft, change);
    case ASK_FOLLOW_EITHER:
      return change_either (draft, change);
    case ASK_FOLLOW_GROUP:
    case ASK_FOLLOW_GROUP_ONLY:
      return change_group (draft, change);
    case ASK_FOLLOW_SORT:
      return change_sort (draft, change->attribute);
    case ASK_FOLLOW_AGGREGATE:
      return change_aggregate (draft, domain, change);
    case ASK_FOLLOW_INSTEAD:
      return change_instead (draft, domain, change->attribute);
    case ASK_FOLLOW_SHOW:
      return change_show (draft, change->attribute);
    case ASK_FOLLOW_DROP:
      return change_drop (draft, change);
    case ASK_FOLLOW_DROP_ALL:
      if (draft->conditions->len + draft->having->len == 0)
        return FALSE;
      g_array_set_size (draft->conditions, 0);
      g_array_set_size (draft->having, 0);
      return TRUE;
    default:
      return FALSE;
    }
}

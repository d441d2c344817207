/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Conditions of a draft that a follow-up changes: another value in the place of one, a second one that is right as well,
 * a bound, a time.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

static gboolean
is_on (const AskDraftCondition *condition, int attribute)
{
  return condition->left.aggregate == ASK_DRAFT_PLAIN && condition->left.attribute == attribute
         && condition->left.part == ASK_TIME_WHOLE
         && (condition->n_operands == 0 || condition->operands[0].kind == ASK_DRAFT_VALUE);
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

static AskDraftOperand
make_number (double number)
{
  return (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, NULL, number, NULL };
}

static AskDraftCondition
make_condition (int attribute, AskDraftOp op, const char *text, double number)
{
  AskDraftCondition condition = { .left = { ASK_DRAFT_PLAIN, FALSE, attribute }, .op = op, .n_operands = 1 };

  condition.operands[0]
    = (AskDraftOperand) { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, g_strdup (text), text != NULL ? 0 : number, NULL };
  condition.operands[1] = make_number (0);
  return condition;
}

static AskDraftCondition
make_compared (const AskFollowChange *change)
{
  AskDraftCondition condition = make_condition (change->attribute, change->op, change->text, change->number);

  if (change->op == ASK_DRAFT_BETWEEN)
    {
      condition.n_operands = 2;
      condition.operands[0] = make_number (MIN (change->number, change->to));
      condition.operands[1] = make_number (MAX (change->number, change->to));
    }
  return condition;
}

/* AND binds more than OR, and there are no parentheses: the condition joins each part between two ORs. */
static void
add_condition (AskDraft *draft, AskFollowChange change)
{
  guint at = draft->conditions->len;

  do
    {
      AskDraftCondition condition = make_compared (&change);

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

/*
 * ask_follow_drop_conditions:
 * @draft: (inout): a draft
 * @attribute: of its domain
 *
 * Returns: whether there was one that compares it with a value, or asks whether it lacks
 */
gboolean
ask_follow_drop_conditions (AskDraft *draft, int attribute)
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

/* One value for another in its place keeps what stands beside it. What is excluded is excluded beside what was. */
static gboolean
change_value (AskDraft *draft, const AskFollowChange *change)
{
  AskDraftCondition *only = NULL;
  gboolean excludes = change->op == ASK_DRAFT_NOT_EQUAL;
  guint n = 0;

  for (guint i = 0; i < draft->conditions->len; i++)
    if (is_on (ask_draft_condition (draft->conditions, i), change->attribute))
      {
        only = ask_draft_condition (draft->conditions, i);
        excludes = excludes && only->op == ASK_DRAFT_NOT_EQUAL;
        if (excludes && g_strcmp0 (only->operands[0].text, change->text) == 0)
          return FALSE;
        n++;
      }
  if (change->beside || excludes)
    {
      add_condition (draft, *change);
      return TRUE;
    }
  if (n == 1)
    {
      AskDraftCondition condition = make_compared (change);

      condition.either = only->either;
      ask_draft_condition_clear (only);
      *only = condition;
      return TRUE;
    }
  ask_follow_drop_conditions (draft, change->attribute);
  add_condition (draft, *change);
  return TRUE;
}

static void
add_day (AskDraft *draft, const AskFollowChange *change, AskDraftOp op, const char *day)
{
  AskFollowChange bound = *change;

  bound.op = op;
  bound.text = day;
  add_condition (draft, bound);
}

static gboolean
change_date (AskDraft *draft, const AskFollowChange *change)
{
  if (!change->beside)
    ask_follow_drop_conditions (draft, change->attribute);
  switch (change->op)
    {
    case ASK_DRAFT_GREATER:
      add_day (draft, change, ASK_DRAFT_GREATER_EQUAL, change->end);
      return TRUE;
    case ASK_DRAFT_GREATER_EQUAL:
      add_day (draft, change, ASK_DRAFT_GREATER_EQUAL, change->text);
      return TRUE;
    case ASK_DRAFT_LESS:
      add_day (draft, change, ASK_DRAFT_LESS, change->text);
      return TRUE;
    case ASK_DRAFT_LESS_EQUAL:
      add_day (draft, change, ASK_DRAFT_LESS, change->end);
      return TRUE;
    case ASK_DRAFT_EQUAL:
      add_day (draft, change, ASK_DRAFT_GREATER_EQUAL, change->text);
      add_day (draft, change, ASK_DRAFT_LESS, change->end);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
change_having (AskDraft *draft, const AskFollowChange *change)
{
  const AskDraftTerm *figure = ask_follow_find_figure (draft);
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

static gboolean
change_drop_all (AskDraft *draft)
{
  if (draft->conditions->len + draft->having->len == 0)
    return FALSE;
  g_array_set_size (draft->conditions, 0);
  g_array_set_size (draft->having, 0);
  return TRUE;
}

/*
 * ask_follow_change_condition:
 * @draft: (inout): a draft, which is spoiled where the change is refused
 * @change: of a condition
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_change_condition (AskDraft *draft, const AskFollowChange *change)
{
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
    case ASK_FOLLOW_DROP_ALL:
      return change_drop_all (draft);
    default:
      return FALSE;
    }
}

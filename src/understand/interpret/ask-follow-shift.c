/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The last reading once more: for the period before it ("and the year before?"), and of another entity ("and suppliers?").
 * What cannot be carried over as a whole is refused.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include <stdio.h>
#include <string.h>

/* ---- the period before */

#define DAY_LENGTH 10

static gboolean
read_day (const char *text, GDate *day)
{
  int year, month, number;
  char end;

  if (text == NULL || strlen (text) != DAY_LENGTH || sscanf (text, "%4d-%2d-%2d%c", &year, &month, &number, &end) != 3
      || !g_date_valid_dmy ((GDateDay) number, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_date_clear (day, 1);
  g_date_set_dmy (day, (GDateDay) number, (GDateMonth) month, (GDateYear) year);
  return TRUE;
}

/* @periods: how many, backwards where less than 0 */
static void
move_day (GDate *day, AskTimePart part, int periods)
{
  guint months = part == ASK_TIME_YEAR ? 12 : part == ASK_TIME_QUARTER ? 3 : 1;

  if (periods < 0)
    g_date_subtract_months (day, months * (guint) -periods);
  else
    g_date_add_months (day, months * (guint) periods);
}

static void
put_day (AskDraftOperand *operand, const GDate *day)
{
  g_free (operand->text);
  operand->text
    = g_strdup_printf ("%04d-%02d-%02d", g_date_get_year (day), g_date_get_month (day), g_date_get_day (day));
}

/* The condition on @attribute by @op; %NULL where there is none, or several. */
static AskDraftCondition *
find_bound (const AskDraft *draft, int attribute, AskDraftOp op)
{
  AskDraftCondition *found = NULL;

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (draft->conditions, i);

      if (condition->left.attribute != attribute || condition->left.aggregate != ASK_DRAFT_PLAIN
          || condition->left.part != ASK_TIME_WHOLE || condition->op != op || condition->n_operands != 1
          || condition->operands[0].kind != ASK_DRAFT_VALUE)
        continue;
      if (found != NULL)
        return NULL;
      found = condition;
    }
  return found;
}

/* The time that is compared; ASK_DOMAIN_STAR where there is none, or several. */
static int
find_compared_time (const AskDraft *draft, AskDomain *domain)
{
  int found = ASK_DOMAIN_STAR;

  for (guint i = 0; i < draft->conditions->len; i++)
    {
      int attribute = ask_draft_condition (draft->conditions, i)->left.attribute;

      if (attribute == ASK_DOMAIN_STAR || attribute == found
          || !ask_follow_is_time (ask_domain_attribute (domain, attribute)))
        continue;
      if (found != ASK_DOMAIN_STAR)
        return ASK_DOMAIN_STAR;
      found = attribute;
    }
  return found;
}

/*
 * ask_follow_shift:
 * @draft: (inout): a draft
 * @domain: what it is about
 * @change: of %ASK_FOLLOW_PERIOD
 *
 * The same time of the year before, or the month before: what is compared must be no longer than that.
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_shift (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  int time = find_compared_time (draft, domain);
  AskDraftCondition *year = time != ASK_DOMAIN_STAR ? find_bound (draft, time, ASK_DRAFT_EQUAL) : NULL;
  AskDraftCondition *from = time != ASK_DOMAIN_STAR ? find_bound (draft, time, ASK_DRAFT_GREATER_EQUAL) : NULL;
  AskDraftCondition *to = time != ASK_DOMAIN_STAR ? find_bound (draft, time, ASK_DRAFT_LESS) : NULL;
  GDate first, after, next;

  if (year != NULL && year->operands[0].text == NULL && change->part == ASK_TIME_YEAR)
    {
      year->operands[0].number += change->number;
      return TRUE;
    }
  if (from == NULL || to == NULL || !read_day (from->operands[0].text, &first)
      || !read_day (to->operands[0].text, &after))
    return FALSE;
  next = first;
  move_day (&next, change->part, 1);
  if (g_date_compare (&next, &after) < 0)
    return FALSE;
  move_day (&first, change->part, (int) change->number);
  move_day (&after, change->part, (int) change->number);
  put_day (&from->operands[0], &first);
  put_day (&to->operands[0], &after);
  return TRUE;
}

/* ---- something else */

static int
find_sole_date (AskDomain *domain, const AskDomainEntity *entity)
{
  int found = ASK_DOMAIN_STAR;

  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (ask_domain_attribute (domain, a)->dated)
      {
        if (found != ASK_DOMAIN_STAR)
          return ASK_DOMAIN_STAR;
        found = (int) a;
      }
  return found;
}

/* What @attribute is called in @to: the same name, the only date for the only date, the label for the label. */
static gboolean
carry_attribute (AskDomain *domain, int *attribute, guint to)
{
  const AskDomainAttribute *of = *attribute != ASK_DOMAIN_STAR ? ask_domain_attribute (domain, *attribute) : NULL;
  const AskDomainEntity *entity = ask_domain_entity (domain, to);

  if (of == NULL)
    return TRUE;
  for (guint a = entity->first; a < entity->first + entity->n_attributes; a++)
    if (g_strv_equal ((const char *const *) ask_domain_attribute (domain, a)->raw_stems,
                      (const char *const *) of->raw_stems)
        && ask_domain_attribute (domain, a)->kind == of->kind && !of->key)
      {
        *attribute = (int) a;
        return TRUE;
      }
  if (find_sole_date (domain, ask_domain_entity (domain, of->entity)) == *attribute
      && find_sole_date (domain, entity) != ASK_DOMAIN_STAR)
    *attribute = find_sole_date (domain, entity);
  else if (ask_label_get (domain, of->entity) == *attribute && of->kind == ASK_DOMAIN_TEXT
           && ask_domain_attribute (domain, ask_label_get (domain, to))->kind == ASK_DOMAIN_TEXT)
    *attribute = ask_label_get (domain, to);
  else
    return FALSE;
  return TRUE;
}

static gboolean
carry_terms (AskDomain *domain, GArray *terms, guint to)
{
  for (guint i = 0; i < terms->len; i++)
    if (ask_draft_term (terms, i)->metric > 0 || !carry_attribute (domain, &ask_draft_term (terms, i)->attribute, to))
      return FALSE;
  return TRUE;
}

static gboolean
carry_conditions (AskDomain *domain, GArray *conditions, guint to)
{
  for (guint i = 0; i < conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (conditions, i);

      for (guint o = 0; o < condition->n_operands; o++)
        if (condition->operands[o].kind != ASK_DRAFT_VALUE)
          return FALSE;
      if (condition->left.metric > 0 || !carry_attribute (domain, &condition->left.attribute, to))
        return FALSE;
    }
  return TRUE;
}

/*
 * ask_follow_change_entity:
 * @draft: (inout): a draft, which is spoiled where the change is refused
 * @domain: what it is about
 * @entity: of @domain
 *
 * Asks the same of @entity. The draft must be about one other, and all that it names must be there, too.
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_change_entity (AskDraft *draft, AskDomain *domain, guint entity)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (draft, domain);
  int extra = (int) entity;

  if (draft->second != NULL || draft->whole != NULL || entities->len != 1
      || g_array_index (entities, guint, 0) == entity || !carry_terms (domain, draft->terms, entity)
      || !carry_terms (domain, draft->groups, entity) || !carry_terms (domain, draft->orders, entity)
      || !carry_conditions (domain, draft->conditions, entity) || !carry_conditions (domain, draft->having, entity))
    return FALSE;
  g_array_set_size (draft->extra, 0);
  g_array_append_val (draft->extra, extra);
  return TRUE;
}

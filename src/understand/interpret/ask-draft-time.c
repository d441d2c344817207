/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Days, months and years in conditions. "In May 2010" is no equality: it is all moments from the first of May to
 * the first of June. Written as bounds it is right for days and for moments, and servers and APIs can be asked for it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "understand/interpret/ask-draft-private.h"

/* "2010", "2010-05" or "2010-05-17": its first day, and the day after its last one. */
static gboolean
read_day (const char *text, gsize length, GDate *first, GDate *after)
{
  static const char *const form = "dddd-dd-dd";
  int year;
  int month = 1;
  int day = 1;

  if (length != 4 && length != 7 && length != 10)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (form[i] == 'd' ? !g_ascii_isdigit (text[i]) : text[i] != form[i])
      return FALSE;
  year = atoi (text);
  if (length > 4)
    month = atoi (text + 5);
  if (length > 7)
    day = atoi (text + 8);
  if (!g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_date_clear (first, 1);
  g_date_set_dmy (first, (GDateDay) day, (GDateMonth) month, (GDateYear) year);
  *after = *first;
  if (length == 4)
    g_date_add_years (after, 1);
  else if (length == 7)
    g_date_add_months (after, 1);
  else
    g_date_add_days (after, 1);
  return TRUE;
}

static char *
print_day (const GDate *day)
{
  return g_strdup_printf ("%04d-%02d-%02d", g_date_get_year (day), g_date_get_month (day), g_date_get_day (day));
}

/*
 * ask_draft_read_period:
 * @text: (nullable): a day, a month or a year, as of #AskMentionLink; or two of them with a "/" between
 * @first: (out): its first day
 * @after: (out): the day after its last one
 *
 * Returns: whether it is that; else nothing is written
 */
gboolean
ask_draft_read_period (const char *text, char **first, char **after)
{
  const char *slash = text != NULL ? strchr (text, '/') : NULL;
  const char *last = slash != NULL ? slash + 1 : text;
  GDate from;
  GDate to;
  GDate unused;

  if (text == NULL || !read_day (last, strlen (last), &from, &to)
      || (slash != NULL && !read_day (text, (gsize) (slash - text), &from, &unused)))
    return FALSE;
  *first = print_day (&from);
  *after = print_day (&to);
  return TRUE;
}

static AskDraftCondition
bound_new (const AskDraftCondition *of, AskDraftOp op, char **day, gboolean either)
{
  AskDraftCondition bound = { of->left, op, 1, { { ASK_DRAFT_VALUE, ASK_DOMAIN_STAR, -1, NULL, 0, NULL } }, either };

  bound.operands[0].text = g_steal_pointer (day);
  return bound;
}

/* What takes the place of a condition: one bound or two; 0 where it stays. */
static guint
make_bounds (const AskDraftCondition *condition, AskDraftCondition *bounds)
{
  const AskDraftOperand *first = &condition->operands[0];
  const AskDraftOperand *last = &condition->operands[condition->n_operands > 1 ? 1 : 0];
  g_autofree char *from = NULL;
  g_autofree char *after_from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *after_to = NULL;

  if (condition->n_operands == 0 || first->kind != ASK_DRAFT_VALUE || last->kind != ASK_DRAFT_VALUE
      || !ask_draft_read_period (first->text, &from, &after_from)
      || !ask_draft_read_period (last->text, &to, &after_to))
    return 0;
  switch (condition->op)
    {
    case ASK_DRAFT_EQUAL:
    case ASK_DRAFT_BETWEEN:
      bounds[0] = bound_new (condition, ASK_DRAFT_GREATER_EQUAL, &from, condition->either);
      bounds[1] = bound_new (condition, ASK_DRAFT_LESS, &after_to, FALSE);
      return 2;
    case ASK_DRAFT_GREATER:
      bounds[0] = bound_new (condition, ASK_DRAFT_GREATER_EQUAL, &after_from, condition->either);
      return 1;
    case ASK_DRAFT_GREATER_EQUAL:
      bounds[0] = bound_new (condition, ASK_DRAFT_GREATER_EQUAL, &from, condition->either);
      return 1;
    case ASK_DRAFT_LESS:
      bounds[0] = bound_new (condition, ASK_DRAFT_LESS, &from, condition->either);
      return 1;
    case ASK_DRAFT_LESS_EQUAL:
      bounds[0] = bound_new (condition, ASK_DRAFT_LESS, &after_from, condition->either);
      return 1;
    case ASK_DRAFT_NOT_EQUAL:
    case ASK_DRAFT_NOT_BETWEEN:
    case ASK_DRAFT_LIKE:
    case ASK_DRAFT_NOT_LIKE:
    case ASK_DRAFT_IN:
    case ASK_DRAFT_NOT_IN:
    case ASK_DRAFT_IS_NULL:
    case ASK_DRAFT_IS_NOT_NULL:
    case ASK_DRAFT_IS_BLANK:
    default:
      return 0;
    }
}

/* Whether its values are days or moments, as text. */
static gboolean
is_time (const AskDraftTerm *term, AskDomain *domain)
{
  const AskDomainAttribute *attribute;

  if (term->attribute < 0 || term->aggregate != ASK_DRAFT_PLAIN || term->part != ASK_TIME_WHOLE)
    return FALSE;
  attribute = ask_domain_attribute (domain, term->attribute);
  return attribute->kind == ASK_DOMAIN_TIME && !attribute->numeric;
}

/**
 * ask_draft_bound_times:
 * @self: without slots
 * @domain: what it is about
 *
 * Writes each comparison of a time with a day, a month, a year or a span of days as bounds.
 */
void
ask_draft_bound_times (AskDraft *self, AskDomain *domain)
{
  for (guint i = 0; i < self->conditions->len; i++)
    {
      AskDraftCondition *condition = ask_draft_condition (self->conditions, i);
      AskDraftCondition bounds[2];
      guint n;

      if (condition->n_operands > 0 && condition->operands[0].kind == ASK_DRAFT_QUERY)
        ask_draft_bound_times (condition->operands[0].query, domain);
      n = is_time (&condition->left, domain) ? make_bounds (condition, bounds) : 0;
      if (n == 0)
        continue;
      for (guint o = 0; o < condition->n_operands; o++)
        g_free (condition->operands[o].text);
      *condition = bounds[0];
      if (n > 1)
        g_array_insert_val (self->conditions, ++i, bounds[1]);
    }
  if (self->second != NULL)
    ask_draft_bound_times (self->second, domain);
  if (self->whole != NULL)
    ask_draft_bound_times (self->whole, domain);
}

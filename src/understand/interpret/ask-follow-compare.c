/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clauses of a follow-up that compare: "only Lyon", "not Lyon or Paris", "over 10 and under 30", "2025". What the same
 * text has said of an attribute stays: a second value is right as well, or excluded as well, and a second bound holds
 * beside the first.
 */
#include "config.h"

#include "understand/interpret/ask-draft-add.h"
#include "understand/interpret/ask-follow-private.h"

#include <math.h>
#include <string.h>

static gboolean
is_year (const AskMention *mention)
{
  return mention->has_number && mention->number >= 1000 && mention->number <= 2999
         && mention->number == floor (mention->number) && strlen (mention->literal) == 4;
}

static gboolean
is_one_value (AskDraftOp op)
{
  return op == ASK_DRAFT_EQUAL || op == ASK_DRAFT_BETWEEN;
}

static const AskFollowSaid *
find_said (const AskFollowReader *self, int attribute)
{
  for (guint i = 0; i < self->said->len; i++)
    if (g_array_index (self->said, AskFollowSaid, i).attribute == attribute)
      return &g_array_index (self->said, AskFollowSaid, i);
  return NULL;
}

/* A second bound of the same attribute holds beside the first; of two values, or two times, it can only be one. */
static gboolean
bound (const AskFollowReader *self, AskFollowChange *change)
{
  const AskFollowSaid *said = find_said (self, change->attribute);

  change->beside = said != NULL;
  return said == NULL || (!is_one_value (said->op) && !is_one_value (change->op));
}

static gboolean
compare (AskFollowReader *self, const GArray *changes)
{
  if (changes->len == 0 || !ask_follow_apply (self, changes))
    return FALSE;
  for (guint i = 0; i < changes->len; i++)
    {
      const AskFollowChange *change = &g_array_index (changes, AskFollowChange, i);
      AskFollowSaid said = { change->attribute, change->op };

      g_array_append_val (self->said, said);
    }
  return TRUE;
}

/* What a period of the text is: from its first day to the day after its last one. */
typedef struct
{
  const char *text;
  char *first;
  char *after;
} Period;

static void
period_clear (Period *self)
{
  g_free (self->first);
  g_free (self->after);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Period, period_clear)

static gboolean
read_period (Period *self, const AskMention *mention)
{
  self->text
    = mention->kind == ASK_MENTION_DATE ? g_array_index (mention->links, AskMentionLink, 0).value : mention->literal;
  return ask_draft_read_period (self->text, &self->first, &self->after);
}

/* "and" between two bounds, and the second one. */
static const AskMention *
read_second (AskFollowReader *self)
{
  const AskMention *end;

  ask_follow_skip_fill (self);
  if (ask_follow_match (self, self->at, "|and|und|to|bis|") == 0)
    return NULL;
  self->at++;
  ask_follow_skip_fill (self);
  end = ask_follow_find_mention (self);
  if (end != NULL)
    self->at = end->last;
  return end;
}

/* Those of @entity; where one is called as its rows are, an "order date" of orders, that one alone. */
static GArray *
find_own (const AskFollowReader *self, const GArray *times, guint entity)
{
  GArray *own = g_array_new (FALSE, FALSE, sizeof (int));
  char **stems = ask_domain_entity (self->domain, entity)->stems;
  int called = ASK_DOMAIN_STAR;
  guint n_called = 0;

  for (guint i = 0; i < times->len; i++)
    {
      int time = g_array_index (times, int, i);
      const AskDomainAttribute *of = ask_domain_attribute (self->domain, time);

      if (of->entity != entity)
        continue;
      g_array_append_val (own, time);
      if (ask_domain_words_have_any (of->stems, (const char *const *) stems))
        {
          called = time;
          n_called++;
        }
    }
  if (n_called == 1)
    {
      g_array_set_size (own, 0);
      g_array_append_val (own, called);
    }
  return own;
}

/* Of the times that are as near, those that rows of the last reading have of themselves: an order's day, and not when who
 * took it was born. */
static GArray *
find_times (const AskFollowReader *self, const AskMention *mention)
{
  GArray *found = ask_follow_find_nearest (self, mention, ask_follow_is_time);
  GArray *own;
  int times[ASK_DRAFT_MAX_TIMES];

  if (found->len < 2 || ask_draft_find_times (self->last, self->question, times) == 0)
    return found;
  own = find_own (self, found, ask_domain_attribute (self->domain, times[0])->entity);
  if (own->len == 0)
    {
      g_array_unref (own);
      return found;
    }
  g_array_unref (found);
  return own;
}

/* A date, or a year that an attribute of times or years is compared with. @attributes: that are named, or %NULL */
static gboolean
read_date (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  g_auto (Period) begin = { 0 };
  g_auto (Period) end = { 0 };
  g_autoptr (GArray) found = attributes == NULL ? find_times (self, mention) : NULL;
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  const GArray *of = attributes != NULL ? attributes : found;
  const AskMention *last = mention;

  self->at = mention->last;
  if (op == ASK_DRAFT_BETWEEN)
    {
      last = read_second (self);
      if (last == NULL || (last->kind != ASK_MENTION_DATE && !is_year (last)))
        return FALSE;
    }
  if (!read_period (&begin, mention) || !read_period (&end, last))
    return FALSE;
  for (guint i = 0; i < of->len; i++)
    {
      int attribute = g_array_index (of, int, i);
      gboolean numeric = ask_domain_attribute (self->domain, attribute)->numeric;
      AskFollowChange change = { .kind = ASK_FOLLOW_DATE, .attribute = attribute, .op = op };

      if (!ask_follow_is_time (ask_domain_attribute (self->domain, attribute))
          || (numeric && (op == ASK_DRAFT_BETWEEN || strlen (begin.text) != 4)) || !bound (self, &change))
        continue;
      self->foreign = self->foreign || !ask_follow_is_compared (self->last, attribute);
      if (numeric)
        {
          change.kind = ASK_FOLLOW_VALUE;
          change.number = g_ascii_strtod (begin.text, NULL);
        }
      else
        {
          change.op = op == ASK_DRAFT_BETWEEN ? ASK_DRAFT_EQUAL : op;
          change.text = begin.first;
          change.end = end.after;
        }
      g_array_append_val (changes, change);
    }
  return compare (self, changes);
}

static gboolean
compare_number (AskFollowReader *self, const GArray *attributes, AskFollowChange change)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  for (guint i = 0; i < attributes->len; i++)
    {
      change.attribute = g_array_index (attributes, int, i);
      if (bound (self, &change))
        g_array_append_val (changes, change);
    }
  return compare (self, changes);
}

/* "Amount over 10 and under 30": the number that the text compared last, else that of the last reading. */
static GArray *
find_compared (const AskFollowReader *self)
{
  const AskFollowSaid *said
    = self->said->len > 0 ? &g_array_index (self->said, AskFollowSaid, self->said->len - 1) : NULL;
  GArray *compared;

  if (said == NULL || !ask_domain_attribute (self->domain, said->attribute)->numeric)
    return ask_follow_find_compared (self);
  compared = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (compared, said->attribute);
  return compared;
}

/* @attributes: (nullable): that are named; @op: %ASK_DRAFT_EQUAL where nothing is said */
static gboolean
read_number (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  AskFollowChange change = { .kind = ASK_FOLLOW_VALUE, .op = op, .number = mention->number };
  g_autoptr (GArray) times = ask_follow_find_nearest (self, mention, ask_follow_is_time);
  g_autoptr (GArray) compared = find_compared (self);

  if (is_year (mention)
      && (attributes == NULL
            ? times->len > 0
            : ask_follow_is_time (ask_domain_attribute (self->domain, g_array_index (attributes, int, 0)))))
    return read_date (self, mention, attributes, op);
  self->at = mention->last;
  if (op == ASK_DRAFT_BETWEEN)
    {
      const AskMention *end = read_second (self);

      if (end == NULL || !end->has_number)
        return FALSE;
      change.to = end->number;
    }
  if (attributes != NULL)
    return compare_number (self, attributes, change);
  if (ask_follow_has_figure (self->last) && self->last->groups->len > 0 && op != ASK_DRAFT_EQUAL)
    {
      change.kind = ASK_FOLLOW_HAVING;
      return ask_follow_apply_one (self, change);
    }
  if (compared->len == 1
      && (op != ASK_DRAFT_EQUAL || ask_follow_is_compared (self->last, g_array_index (compared, int, 0))))
    return compare_number (self, compared, change);
  return FALSE;
}

static gboolean
read_value (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  g_autoptr (GArray) nearest = ask_follow_find_nearest (self, mention, NULL);
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  const GArray *of = attributes != NULL ? attributes : nearest;

  self->at = mention->last;
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);
      const AskFollowSaid *said = find_said (self, link->attribute);
      AskFollowChange change
        = { .kind = ASK_FOLLOW_VALUE, .attribute = link->attribute, .op = op, .text = link->value };
      gboolean wanted = FALSE;

      for (guint k = 0; k < of->len; k++)
        wanted = wanted || g_array_index (of, int, k) == link->attribute;
      if (!wanted || link->value == NULL)
        continue;
      /* "Not Lyon or Paris" is neither. */
      if (said != NULL && said->op == ASK_DRAFT_NOT_EQUAL)
        change.op = ASK_DRAFT_NOT_EQUAL;
      else if (said != NULL || (self->adds && ask_follow_is_compared (self->last, link->attribute)))
        change.kind = ASK_FOLLOW_EITHER;
      self->foreign = self->foreign || !ask_follow_is_compared (self->last, link->attribute);
      g_array_append_val (changes, change);
    }
  return compare (self, changes);
}

/*
 * ask_follow_read_mention:
 * @self: (inout): a reader
 * @attributes: (nullable) (element-type int): that are named
 * @op: how the next value, number or date is compared
 *
 * Returns: whether the drafts compare it now
 */
gboolean
ask_follow_read_mention (AskFollowReader *self, const GArray *attributes, AskDraftOp op)
{
  const AskMention *mention;

  ask_follow_skip_fill (self);
  mention = ask_follow_find_mention (self);
  if (mention == NULL)
    return FALSE;
  if (mention->kind == ASK_MENTION_DATE)
    return read_date (self, mention, attributes, op);
  if (mention->has_number)
    return read_number (self, mention, attributes, op);
  return (op == ASK_DRAFT_EQUAL || op == ASK_DRAFT_NOT_EQUAL) && read_value (self, mention, attributes, op);
}

/* The last reading compares it with this value. */
static gboolean
is_in_last (const AskFollowReader *self, const AskMentionLink *link)
{
  for (guint c = 0; c < self->last->conditions->len; c++)
    {
      const AskDraftCondition *condition = ask_draft_condition (self->last->conditions, c);

      if (condition->left.attribute == link->attribute && condition->op == ASK_DRAFT_EQUAL
          && g_strcmp0 (condition->operands[0].text, link->value) == 0)
        return TRUE;
    }
  return FALSE;
}

/* "Without a phone", or "only those without phone": where it lacks. "Without the phone": it is said no more. */
static gboolean
read_without_name (AskFollowReader *self)
{
  gboolean lacks = self->narrows || ask_follow_match (self, self->at, "|a|an|any|ein|eine|einen|einem|einer|") > 0;
  guint at = self->at;

  if (lacks && ask_follow_read_lack (self, ASK_ADDITION_LACK))
    return TRUE;
  self->at = at;
  if (ask_follow_read_named (self, ASK_FOLLOW_DROP))
    return TRUE;
  self->at = at;
  return !lacks && ask_follow_match (self, at, "|the|der|die|das|den|dem|") == 0
         && ask_follow_read_lack (self, ASK_ADDITION_LACK);
}

/*
 * ask_follow_read_without:
 * @self: (inout): a reader, behind "without"
 *
 * "Without Lyon": no condition on it any more where there is one, else all but this. "Without a phone": where it lacks.
 *
 * Returns: whether the drafts say it now
 */
gboolean
ask_follow_read_without (AskFollowReader *self)
{
  guint at = self->at;
  const AskMention *mention;

  ask_follow_skip_fill (self);
  mention = ask_follow_find_mention (self);
  if (mention == NULL || mention->has_number || mention->kind == ASK_MENTION_DATE)
    {
      self->at = at;
      return read_without_name (self);
    }
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);

      if (is_in_last (self, link))
        {
          self->at = mention->last;
          return ask_follow_apply_one (self,
                                       (AskFollowChange) { .kind = ASK_FOLLOW_DROP, .attribute = link->attribute });
        }
    }
  return read_value (self, mention, NULL, ASK_DRAFT_NOT_EQUAL);
}

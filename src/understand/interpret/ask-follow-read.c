/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a follow-up clause by clause, English and German. Each word must be taken by a clause: a text with a word
 * that says something else is no follow-up.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include <math.h>
#include <string.h>

/* A text without a word of following up has no more words than these. */
#define MAX_SHORT 4

static void
skip_fill (AskFollowReader *self)
{
  guint n;

  while (self->at < self->words->len)
    {
      const AskFollowWords *words = ask_follow_find_words (self, self->at, ASK_FOLLOW_WORD_OPEN, &n);

      if (*(const char *) self->words->pdata[self->at] == '\0')
        self->at++;
      else if (words != NULL && words->kind == ASK_FOLLOW_WORD_FILL)
        self->at += n;
      else
        break;
    }
}

/* Each draft becomes one for each of the changes that it can say. */
static gboolean
apply (AskFollowReader *self, const GArray *changes)
{
  g_autoptr (GPtrArray) next = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_draft_free);

  for (guint d = 0; d < self->drafts->len; d++)
    for (guint c = 0; c < changes->len; c++)
      {
        g_autoptr (AskDraft) draft = ask_draft_copy (self->drafts->pdata[d]);

        if (ask_follow_change (draft, self->domain, &g_array_index (changes, AskFollowChange, c)))
          g_ptr_array_add (next, g_steal_pointer (&draft));
      }
  if (next->len == 0 || next->len > ASK_FOLLOW_MAX_DRAFTS)
    return FALSE;
  g_ptr_array_unref (self->drafts);
  self->drafts = g_steal_pointer (&next);
  self->n_changes++;
  return TRUE;
}

static gboolean
apply_one (AskFollowReader *self, AskFollowChange change)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  g_array_append_val (changes, change);
  return apply (self, changes);
}

static gboolean
apply_for_each (AskFollowReader *self, const GArray *attributes, AskFollowChange change)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  for (guint i = 0; i < attributes->len; i++)
    {
      change.attribute = g_array_index (attributes, int, i);
      g_array_append_val (changes, change);
    }
  return apply (self, changes);
}

static gboolean
is_year (const AskMention *mention)
{
  return mention->has_number && mention->number >= 1000 && mention->number <= 2999
         && mention->number == floor (mention->number) && strlen (mention->literal) == 4;
}

/* A date, or a year that an attribute of times or years is compared with. @attributes: that are named, or %NULL */
static gboolean
read_date (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  const AskMention *end = mention;
  g_autofree char *first = NULL;
  g_autofree char *after = NULL;
  g_autofree char *last_first = NULL;
  g_autofree char *last_after = NULL;
  g_autoptr (GArray) found = attributes == NULL ? ask_follow_find_nearest (self, mention, ask_follow_is_time) : NULL;
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  const GArray *of = attributes != NULL ? attributes : found;
  const char *text
    = mention->kind == ASK_MENTION_DATE ? g_array_index (mention->links, AskMentionLink, 0).value : mention->literal;

  self->at = mention->last;
  if (op == ASK_DRAFT_BETWEEN)
    {
      skip_fill (self);
      if (ask_follow_match (self, self->at, "|and|und|to|bis|") == 0)
        return FALSE;
      self->at++;
      skip_fill (self);
      end = ask_follow_find_mention (self);
      if (end == NULL || (end->kind != ASK_MENTION_DATE && !is_year (end)))
        return FALSE;
      self->at = end->last;
    }
  if (!ask_draft_read_period (text, &first, &after)
      || !ask_draft_read_period (end->kind == ASK_MENTION_DATE ? g_array_index (end->links, AskMentionLink, 0).value
                                                               : end->literal,
                                 &last_first, &last_after))
    return FALSE;
  for (guint i = 0; i < of->len; i++)
    {
      int attribute = g_array_index (of, int, i);
      gboolean numeric = ask_domain_attribute (self->domain, attribute)->numeric;

      if (!ask_follow_is_time (ask_domain_attribute (self->domain, attribute))
          || (numeric && (op == ASK_DRAFT_BETWEEN || strlen (text) != 4)))
        continue;
      self->foreign = self->foreign || !ask_follow_is_compared (self->last, attribute);
      if (numeric)
        g_array_append_val (changes, ((AskFollowChange) { .kind = ASK_FOLLOW_VALUE,
                                                          .attribute = attribute,
                                                          .op = op,
                                                          .number = g_ascii_strtod (text, NULL) }));
      else
        g_array_append_val (changes, ((AskFollowChange) { .kind = ASK_FOLLOW_DATE,
                                                          .attribute = attribute,
                                                          .op = op == ASK_DRAFT_BETWEEN ? ASK_DRAFT_EQUAL : op,
                                                          .text = first,
                                                          .end = last_after }));
    }
  return changes->len > 0 && apply (self, changes);
}

/* @attributes: (nullable): that are named; @op: %ASK_DRAFT_EQUAL where nothing is said */
static gboolean
read_number (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  AskFollowChange change = { .kind = ASK_FOLLOW_VALUE, .op = op, .number = mention->number };
  g_autoptr (GArray) times = ask_follow_find_nearest (self, mention, ask_follow_is_time);
  g_autoptr (GArray) compared = ask_follow_find_compared (self);

  if (is_year (mention)
      && (attributes == NULL
            ? times->len > 0
            : ask_follow_is_time (ask_domain_attribute (self->domain, g_array_index (attributes, int, 0)))))
    return read_date (self, mention, attributes, op);
  if (op == ASK_DRAFT_BETWEEN)
    return FALSE;
  self->at = mention->last;
  if (attributes != NULL)
    return apply_for_each (self, attributes, change);
  if (ask_follow_has_figure (self->last) && self->last->groups->len > 0 && op != ASK_DRAFT_EQUAL)
    {
      change.kind = ASK_FOLLOW_HAVING;
      return apply_one (self, change);
    }
  if (compared->len == 1
      && (op != ASK_DRAFT_EQUAL || ask_follow_is_compared (self->last, g_array_index (compared, int, 0))))
    return apply_for_each (self, compared, change);
  return FALSE;
}

static gboolean
read_value (AskFollowReader *self, const AskMention *mention, const GArray *attributes, AskDraftOp op)
{
  g_autoptr (GArray) nearest = ask_follow_find_nearest (self, mention, NULL);
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  self->at = mention->last;
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);
      AskFollowChange change
        = { .kind = ASK_FOLLOW_VALUE, .attribute = link->attribute, .op = op, .text = link->value };
      const GArray *of = attributes != NULL ? attributes : nearest;
      gboolean wanted = FALSE;

      for (guint k = 0; k < of->len; k++)
        wanted = wanted || g_array_index (of, int, k) == link->attribute;
      if (!wanted || link->value == NULL)
        continue;
      if (self->adds && ask_follow_is_compared (self->last, link->attribute))
        change.kind = ASK_FOLLOW_EITHER;
      self->foreign = self->foreign || !ask_follow_is_compared (self->last, link->attribute);
      g_array_append_val (changes, change);
    }
  return changes->len > 0 && apply (self, changes);
}

static gboolean
read_mention (AskFollowReader *self, const GArray *attributes, AskDraftOp op)
{
  const AskMention *mention;

  skip_fill (self);
  mention = ask_follow_find_mention (self);
  if (mention == NULL)
    return FALSE;
  if (mention->kind == ASK_MENTION_DATE)
    return read_date (self, mention, attributes, op);
  if (mention->has_number)
    return read_number (self, mention, attributes, op);
  return (op == ASK_DRAFT_EQUAL || op == ASK_DRAFT_NOT_EQUAL) && read_value (self, mention, attributes, op);
}

/* "price over 100", "the price instead", "and the price" */
static gboolean
read_attribute (AskFollowReader *self)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = ask_follow_find_attributes (self, FALSE, &last);
  const AskFollowWords *words;
  guint n;

  if (attributes->len == 0)
    return FALSE;
  for (guint i = 0; i < attributes->len; i++)
    self->foreign = self->foreign || !ask_follow_is_used (self->last, g_array_index (attributes, int, i));
  self->at = last;
  skip_fill (self);
  words = ask_follow_find_words (self, self->at, ASK_FOLLOW_WORD_COMPARE, &n);
  if (words != NULL && (words->kind == ASK_FOLLOW_WORD_COMPARE || words->kind == ASK_FOLLOW_WORD_BETWEEN))
    {
      self->at += n;
      return read_mention (self, attributes,
                           words->kind == ASK_FOLLOW_WORD_BETWEEN ? ASK_DRAFT_BETWEEN : (AskDraftOp) words->detail);
    }
  if (ask_follow_find_mention (self) != NULL)
    return read_mention (self, attributes, ASK_DRAFT_EQUAL);
  return apply_for_each (self, attributes,
                         (AskFollowChange) { .kind = self->replaces ? ASK_FOLLOW_INSTEAD : ASK_FOLLOW_SHOW });
}

static gboolean
read_named (AskFollowReader *self, AskFollowKind kind)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = NULL;

  skip_fill (self);
  attributes = ask_follow_find_attributes (self, FALSE, &last);
  if (attributes->len == 0)
    return FALSE;
  self->at = last;
  return apply_for_each (self, attributes, (AskFollowChange) { .kind = kind });
}

/* "without Lyon": no condition on it any more where there is one, else all but this */
static gboolean
read_without (AskFollowReader *self)
{
  const AskMention *mention;

  skip_fill (self);
  mention = ask_follow_find_mention (self);
  if (mention == NULL || mention->has_number || mention->kind == ASK_MENTION_DATE)
    return read_named (self, ASK_FOLLOW_DROP);
  for (guint i = 0; i < mention->links->len; i++)
    {
      const AskMentionLink *link = &g_array_index (mention->links, AskMentionLink, i);

      for (guint c = 0; c < self->last->conditions->len; c++)
        {
          const AskDraftCondition *condition = ask_draft_condition (self->last->conditions, c);

          if (condition->left.attribute == link->attribute && condition->n_operands == 1
              && g_strcmp0 (condition->operands[0].text, link->value) == 0)
            {
              self->at = mention->last;
              return apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_DROP, .attribute = link->attribute });
            }
        }
    }
  return read_value (self, mention, NULL, ASK_DRAFT_NOT_EQUAL);
}

static gboolean
read_figure (AskFollowReader *self, AskDraftAggregate aggregate)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = NULL;

  skip_fill (self);
  if (aggregate == ASK_DRAFT_COUNT)
    return apply_one (self, (AskFollowChange) {
                              .kind = ASK_FOLLOW_AGGREGATE, .attribute = ASK_DOMAIN_STAR, .aggregate = aggregate });
  attributes = ask_follow_find_attributes (self, aggregate == ASK_DRAFT_SUM || aggregate == ASK_DRAFT_AVG, &last);
  if (attributes->len == 0)
    {
      int none = ASK_DOMAIN_STAR;

      g_array_append_val (attributes, none);
    }
  else
    self->at = last;
  for (guint i = 0; i < attributes->len; i++)
    {
      int attribute = g_array_index (attributes, int, i);

      self->foreign = self->foreign || (attribute != ASK_DOMAIN_STAR && !ask_follow_is_used (self->last, attribute));
    }
  return apply_for_each (self, attributes, (AskFollowChange) { .kind = ASK_FOLLOW_AGGREGATE, .aggregate = aggregate });
}

/* "top 10"; one row where no number is said. */
static gboolean
read_limit (AskFollowReader *self, AskFollowWordKind kind)
{
  AskFollowChange change = { .number = 1,
                             .kind = kind == ASK_FOLLOW_WORD_FIRST ? ASK_FOLLOW_LIMIT
                                     : kind == ASK_FOLLOW_WORD_TOP ? ASK_FOLLOW_TOP
                                                                   : ASK_FOLLOW_BOTTOM };
  const AskMention *mention = NULL;

  for (guint i = 0; i < self->question->mentions->len && mention == NULL; i++)
    if (ask_question_mention (self->question, i)->first == self->at
        && ask_question_mention (self->question, i)->has_number)
      mention = ask_question_mention (self->question, i);
  if (mention != NULL)
    {
      if (mention->number < 1 || mention->number > 1000000 || mention->number != floor (mention->number))
        return FALSE;
      change.number = mention->number;
      self->at = mention->last;
    }
  return apply_one (self, change);
}

/* "as a pie", "heat map", "als gestapelte Balken" */
static gboolean
read_chart (AskFollowReader *self)
{
  guint n;
  const char *kind = ask_follow_find_chart (self, &n);

  if (kind == NULL)
    return FALSE;
  self->open = self->open || (self->at == 0 && ask_follow_match (self, 0, "|as|als|") > 0);
  self->at += n;
  g_free (self->chart);
  self->chart = g_strdup (kind);
  self->n_changes++;
  return TRUE;
}

static gboolean
read_words (AskFollowReader *self, const AskFollowWords *words, guint n)
{
  guint at = self->at;
  guint longer;

  self->at += n;
  switch (words->kind)
    {
    case ASK_FOLLOW_WORD_OPEN:
    case ASK_FOLLOW_WORD_ADD:
      self->open = self->open || at == 0;
      self->adds
        = words->kind == ASK_FOLLOW_WORD_ADD && ask_follow_match (self, at, "|also|auch|and also|und auch|") == n;
      return TRUE;
    case ASK_FOLLOW_WORD_INSTEAD:
      return TRUE;
    case ASK_FOLLOW_WORD_BY:
      /* "nach 2020" is no group. */
      skip_fill (self);
      if (ask_follow_find_mention (self) != NULL
          && (ask_follow_find_mention (self)->has_number || ask_follow_find_mention (self)->kind == ASK_MENTION_DATE))
        {
          self->at = at;
          words = ask_follow_find_words (self, at, ASK_FOLLOW_WORD_COMPARE, &longer);
          return words != NULL && words->kind == ASK_FOLLOW_WORD_COMPARE && read_words (self, words, longer);
        }
      return read_named (self, self->replaces || !self->open
                                   || ask_follow_match (self, 0, "|and|und|and also|und auch|also|auch|") == 0
                                 ? ASK_FOLLOW_GROUP_ONLY
                                 : ASK_FOLLOW_GROUP);
    case ASK_FOLLOW_WORD_SORT:
      return read_named (self, ASK_FOLLOW_SORT);
    case ASK_FOLLOW_WORD_WITHOUT:
      self->open = self->open || at == 0;
      return read_without (self);
    case ASK_FOLLOW_WORD_NO_CONDITION:
      return apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_DROP_ALL });
    case ASK_FOLLOW_WORD_NO_LIMIT:
      return self->last->limit != ASK_DRAFT_NO_LIMIT
             && apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_LIMIT, .number = ASK_DRAFT_NO_LIMIT });
    case ASK_FOLLOW_WORD_NOT:
      self->open = self->open || at == 0;
      return read_mention (self, NULL, ASK_DRAFT_NOT_EQUAL);
    case ASK_FOLLOW_WORD_OR:
      self->open = self->open || at == 0;
      self->adds = TRUE;
      return read_mention (self, NULL, ASK_DRAFT_EQUAL);
    case ASK_FOLLOW_WORD_FIGURE:
      return read_figure (self, (AskDraftAggregate) words->detail);
    case ASK_FOLLOW_WORD_FIRST:
    case ASK_FOLLOW_WORD_TOP:
    case ASK_FOLLOW_WORD_BOTTOM:
      return read_limit (self, words->kind);
    case ASK_FOLLOW_WORD_TURN:
      return apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_TURN });
    case ASK_FOLLOW_WORD_UP:
    case ASK_FOLLOW_WORD_DOWN:
      return apply_one (self, (AskFollowChange) { .kind = words->kind == ASK_FOLLOW_WORD_UP ? ASK_FOLLOW_UP
                                                                                            : ASK_FOLLOW_DOWN });
    case ASK_FOLLOW_WORD_COMPARE:
      return read_mention (self, NULL, (AskDraftOp) words->detail);
    case ASK_FOLLOW_WORD_BETWEEN:
      return read_mention (self, NULL, ASK_DRAFT_BETWEEN);
    case ASK_FOLLOW_WORD_FILL:
    default:
      return TRUE;
    }
}

/* "die 10 besten" */
static gboolean
read_number_first (AskFollowReader *self, const AskMention *mention)
{
  guint n;
  const AskFollowWords *words;

  if (!mention->has_number)
    return FALSE;
  words = ask_follow_find_words (self, mention->last, ASK_FOLLOW_WORD_FIRST, &n);
  if (words == NULL || words->kind > ASK_FOLLOW_WORD_BOTTOM || !read_limit (self, words->kind))
    return FALSE;
  self->at += n;
  return TRUE;
}

static gboolean
read_clause (AskFollowReader *self)
{
  const AskMention *mention = ask_follow_find_mention (self);
  guint n, last = 0;
  const AskFollowWords *words = ask_follow_find_words (self, self->at, ASK_FOLLOW_WORD_OPEN, &n);

  if (read_chart (self))
    return TRUE;
  /* "last quarter" is a date, and "The Best" a title. */
  if (mention != NULL && (words == NULL || mention->last > self->at + n))
    return read_number_first (self, mention) || read_mention (self, NULL, ASK_DRAFT_EQUAL);
  if (words != NULL && words->kind == ASK_FOLLOW_WORD_FILL)
    {
      g_autoptr (GArray) attributes = ask_follow_find_attributes (self, FALSE, &last);

      if (attributes->len == 0 || last <= self->at)
        return read_words (self, words, n);
    }
  else if (words != NULL)
    return read_words (self, words, n);
  return read_attribute (self);
}

/**
 * ask_follow_read:
 * @question: the follow-up, over the domain of @last
 * @last: what was understood before
 * @chart: (out) (nullable): the kind of chart that is wished: a hint of data/chart-rules.json
 *
 * Returns: (transfer full) (element-type AskDraft): what it may mean; none where it is no follow-up
 */
GPtrArray *
ask_follow_read (AskQuestion *question, const AskDraft *last, char **chart)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree gboolean *near = ask_follow_find_near (last, question->domain);
  AskFollowReader self
    = { .question = question, .domain = question->domain, .last = last, .near = near, .words = words };
  gboolean whole = TRUE;

  self.drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_draft_free);
  g_ptr_array_add (self.drafts, ask_draft_copy (last));
  ask_follow_prepare (&self);
  while (whole && self.at < words->len)
    {
      if (*(const char *) words->pdata[self.at] == '\0' && ask_follow_find_mention (&self) == NULL)
        self.at++;
      else
        whole = read_clause (&self);
    }
  if (!whole || self.n_changes == 0 || (!self.open && (self.foreign || words->len > MAX_SHORT + 1)))
    g_ptr_array_set_size (self.drafts, 0);
  *chart = self.drafts->len > 0 ? g_steal_pointer (&self.chart) : NULL;
  g_free (self.chart);
  return self.drafts;
}

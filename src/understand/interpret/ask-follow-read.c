/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads a follow-up clause by clause, English and German. Each word must be taken by a clause: a text with a word
 * that says something else is no follow-up.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include "understand/interpret/ask-draft-add.h"

#include <math.h>
#include <string.h>

/* A text without a word of following up has no more words than these. */
#define MAX_SHORT 4

/*
 * ask_follow_skip_fill:
 * @self: (inout): a reader; passes over words that say nothing
 */
void
ask_follow_skip_fill (AskFollowReader *self)
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

static gboolean
is_among (const GPtrArray *drafts, const AskDraft *draft)
{
  for (guint i = 0; i < drafts->len; i++)
    if (ask_draft_equal (drafts->pdata[i], draft))
      return TRUE;
  return FALSE;
}

/*
 * ask_follow_apply:
 * @self: (inout): a reader
 * @changes: (element-type AskFollowChange): what the words may mean
 *
 * Each draft becomes one for each of the changes that it can say.
 *
 * Returns: whether some can be said; else nothing has changed
 */
gboolean
ask_follow_apply (AskFollowReader *self, const GArray *changes)
{
  g_autoptr (GPtrArray) next = g_ptr_array_new_with_free_func ((GDestroyNotify) ask_draft_free);

  for (guint d = 0; d < self->drafts->len; d++)
    for (guint c = 0; c < changes->len; c++)
      {
        g_autoptr (AskDraft) draft = ask_draft_copy (self->drafts->pdata[d]);

        if (ask_follow_change (draft, self->domain, &g_array_index (changes, AskFollowChange, c))
            && !is_among (next, draft))
          g_ptr_array_add (next, g_steal_pointer (&draft));
      }
  if (next->len == 0 || next->len > ASK_FOLLOW_MAX_DRAFTS)
    return FALSE;
  g_ptr_array_unref (self->drafts);
  self->drafts = g_steal_pointer (&next);
  self->n_changes++;
  return TRUE;
}

/*
 * ask_follow_apply_one:
 * @self: (inout): a reader
 * @change: what the words mean
 *
 * Returns: as of ask_follow_apply()
 */
gboolean
ask_follow_apply_one (AskFollowReader *self, AskFollowChange change)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  g_array_append_val (changes, change);
  return ask_follow_apply (self, changes);
}

/* The same change of each of the attributes that may be meant. */
static gboolean
apply_for_each (AskFollowReader *self, const GArray *attributes, AskFollowChange change)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  for (guint i = 0; i < attributes->len; i++)
    {
      change.attribute = g_array_index (attributes, int, i);
      g_array_append_val (changes, change);
    }
  return ask_follow_apply (self, changes);
}

/* Nothing but signs from @at on. */
static gboolean
is_end (const AskFollowReader *self, guint at)
{
  while (at < self->words->len && *(const char *) self->words->pdata[at] == '\0')
    at++;
  return at == self->words->len;
}

/* "And suppliers?" after a number of customers, "what about suppliers?" after a list of them. */
static gboolean
read_entity (AskFollowReader *self)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));

  if (self->n_changes > 0
      || (ask_follow_match (self, 0,
                            "|what about|and what about|how about|and how about|same for|the same for|was ist mit|"
                            "und was ist mit|wie ist es mit|dasselbe fur|das gleiche fur|das selbe fur|")
            == 0
          && (!self->open || !ask_follow_has_figure (self->last))))
    return FALSE;
  for (guint e = 0; e < self->domain->entities->len; e++)
    {
      const AskNameMatch *match = &g_array_index (self->question->entities, AskNameMatch, e);

      if (match->met > 0 && match->exact && match->first == self->at && is_end (self, match->last))
        g_array_append_val (changes, ((AskFollowChange) { .kind = ASK_FOLLOW_ENTITY, .entity = e }));
    }
  if (changes->len == 0 || !ask_follow_apply (self, changes))
    return FALSE;
  self->at = self->words->len;
  return TRUE;
}

/* An attribute with nothing said of it is shown as well, or instead, or alone. */
static gboolean
show_attributes (AskFollowReader *self, const GArray *attributes)
{
  AskFollowChange change = { .kind = ASK_FOLLOW_SHOW };

  if (self->replaces)
    change.kind = ASK_FOLLOW_INSTEAD;
  else if (self->narrows && !self->shows && self->n_changes == 0)
    change.kind = ASK_FOLLOW_SHOW_ONLY;
  self->shows = change.kind == ASK_FOLLOW_SHOW_ONLY || self->shows;
  return apply_for_each (self, attributes, change);
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
  /* "Nur die, die ein Telefon haben" */
  if (self->narrows && ask_follow_match (self, last, "|haben|hat|besitzen|") > 0)
    return ask_follow_read_lack (self, ASK_ADDITION_HAVE);
  self->at = last;
  ask_follow_skip_fill (self);
  words = ask_follow_find_words (self, self->at, ASK_FOLLOW_WORD_COMPARE, &n);
  if (words != NULL && (words->kind == ASK_FOLLOW_WORD_COMPARE || words->kind == ASK_FOLLOW_WORD_BETWEEN))
    {
      self->at += n;
      return ask_follow_read_mention (self, attributes,
                                      words->kind == ASK_FOLLOW_WORD_BETWEEN ? ASK_DRAFT_BETWEEN
                                                                             : (AskDraftOp) words->detail);
    }
  if (ask_follow_find_mention (self) != NULL)
    return ask_follow_read_mention (self, attributes, ASK_DRAFT_EQUAL);
  return show_attributes (self, attributes);
}

/*
 * ask_follow_read_named:
 * @self: (inout): a reader
 * @kind: a change of what the next words name
 *
 * Returns: whether they name something that it can be made of
 */
gboolean
ask_follow_read_named (AskFollowReader *self, AskFollowKind kind)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = NULL;

  ask_follow_skip_fill (self);
  attributes = ask_follow_find_attributes (self, FALSE, &last);
  if (attributes->len == 0)
    return FALSE;
  self->at = last;
  return apply_for_each (self, attributes, (AskFollowChange) { .kind = kind });
}

static gboolean
read_figure (AskFollowReader *self, AskDraftAggregate aggregate)
{
  guint last = self->at;
  g_autoptr (GArray) attributes = NULL;

  ask_follow_skip_fill (self);
  if (aggregate == ASK_DRAFT_COUNT)
    return ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_AGGREGATE,
                                                           .attribute = ASK_DOMAIN_STAR,
                                                           .aggregate = aggregate });
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
  return ask_follow_apply_one (self, change);
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

/* Whether the text adds a group to those that there are. */
gboolean
ask_follow_adds_group (const AskFollowReader *self)
{
  return !self->replaces && self->open
         && ask_follow_match (self, 0, "|and|und|and also|und auch|also|auch|plus|add|") > 0;
}

/* "nach 2020" is no group. */
static gboolean
read_by (AskFollowReader *self, guint by)
{
  const AskMention *mention;
  const AskFollowWords *words;
  guint n;

  ask_follow_skip_fill (self);
  mention = ask_follow_find_mention (self);
  if (mention != NULL && (mention->has_number || mention->kind == ASK_MENTION_DATE))
    {
      words = ask_follow_find_words (self, by, ASK_FOLLOW_WORD_COMPARE, &n);
      self->at = by + n;
      return words != NULL && words->kind == ASK_FOLLOW_WORD_COMPARE
             && ask_follow_read_mention (self, NULL, (AskDraftOp) words->detail);
    }
  return ask_follow_read_named (self, ask_follow_adds_group (self) ? ASK_FOLLOW_GROUP : ASK_FOLLOW_GROUP_ONLY);
}

/* "Sorted by name", "sorted by count". */
static gboolean
read_sort (AskFollowReader *self)
{
  guint at = self->at;
  guint n;

  if (ask_follow_read_named (self, ASK_FOLLOW_SORT))
    return TRUE;
  self->at = at;
  ask_follow_skip_fill (self);
  n = ask_follow_match (self, self->at, "|count|number|total|sum|amount|value|anzahl|summe|wert|hohe|menge|");
  self->at += n;
  return n > 0 && ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_SORT_FIGURE });
}

/* "Newest first", by the time that rows of the last reading have. */
static gboolean
read_recent (AskFollowReader *self, gboolean newest)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  int times[ASK_DRAFT_MAX_TIMES];
  guint n = ask_draft_find_times (self->last, self->question, times);

  for (guint i = 0; i < n; i++)
    g_array_append_val (changes, ((AskFollowChange) {
                                   .kind = ASK_FOLLOW_SORT, .attribute = times[i], .number = newest ? 1 : 0 }));
  return n > 0 && ask_follow_apply (self, changes);
}

/* "The year before": of what is compared now, else as a date of its own. */
static gboolean
read_span (AskFollowReader *self, guint first, int part)
{
  const AskFollowChange change
    = { .kind = ASK_FOLLOW_PERIOD, .part = (AskTimePart) ABS (part), .number = part < 0 ? -1 : 1 };

  if (ask_follow_apply_one (self, change))
    return TRUE;
  self->at = first;
  return ask_follow_find_mention (self) != NULL && ask_follow_read_mention (self, NULL, ASK_DRAFT_EQUAL);
}

/* "With a phone", and "only those with phone"; else a word that says nothing. */
static gboolean
read_with (AskFollowReader *self)
{
  guint at = self->at;

  if ((!self->narrows && ask_follow_match (self, at, "|a|an|any|ein|eine|einen|einem|einer|") == 0)
      || !ask_follow_read_lack (self, ASK_ADDITION_HAVE))
    self->at = at;
  return TRUE;
}

/* What changes rows or groups, by words that say so. */
static gboolean
read_words_more (AskFollowReader *self, const AskFollowWords *words, guint at)
{
  switch (words->kind)
    {
    case ASK_FOLLOW_WORD_BY:
      return read_by (self, at);
    case ASK_FOLLOW_WORD_SORT:
      return read_sort (self);
    case ASK_FOLLOW_WORD_NAMES:
      return ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_SORT_NAME });
    case ASK_FOLLOW_WORD_RECENT:
      return read_recent (self, words->detail);
    case ASK_FOLLOW_WORD_SHARE:
      return ask_follow_read_share (self);
    case ASK_FOLLOW_WORD_ALL:
      return ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_ALL })
             || read_figure (self, ASK_DRAFT_SUM);
    case ASK_FOLLOW_WORD_PERIOD:
      return read_span (self, at, words->detail);
    case ASK_FOLLOW_WORD_LACK:
      return ask_follow_read_lack (self, ASK_ADDITION_LACK);
    case ASK_FOLLOW_WORD_HAVE:
      return read_with (self);
    case ASK_FOLLOW_WORD_WITHOUT:
      return ask_follow_read_without (self);
    case ASK_FOLLOW_WORD_NO_CONDITION:
      return ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_DROP_ALL });
    case ASK_FOLLOW_WORD_NO_LIMIT:
      return self->last->limit != ASK_DRAFT_NO_LIMIT
             && ask_follow_apply_one (self,
                                      (AskFollowChange) { .kind = ASK_FOLLOW_LIMIT, .number = ASK_DRAFT_NO_LIMIT });
    case ASK_FOLLOW_WORD_NOT:
      return ask_follow_read_mention (self, NULL, ASK_DRAFT_NOT_EQUAL);
    case ASK_FOLLOW_WORD_OR:
      self->adds = TRUE;
      return ask_follow_read_mention (self, NULL, ASK_DRAFT_EQUAL);
    default:
      return TRUE;
    }
}

/* Questions hardly begin so. */
static gboolean
opens (AskFollowWordKind kind)
{
  switch (kind)
    {
    case ASK_FOLLOW_WORD_OPEN:
    case ASK_FOLLOW_WORD_ADD:
    case ASK_FOLLOW_WORD_SHARE:
    case ASK_FOLLOW_WORD_LACK:
    case ASK_FOLLOW_WORD_HAVE:
    case ASK_FOLLOW_WORD_WITHOUT:
    case ASK_FOLLOW_WORD_NOT:
    case ASK_FOLLOW_WORD_OR:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
read_words (AskFollowReader *self, const AskFollowWords *words, guint n)
{
  guint at = self->at;

  self->at += n;
  self->open = self->open || (at == 0 && opens (words->kind));
  switch (words->kind)
    {
    case ASK_FOLLOW_WORD_OPEN:
    case ASK_FOLLOW_WORD_ADD:
      self->adds = words->kind == ASK_FOLLOW_WORD_ADD
                   && ask_follow_match (self, at, "|also|auch|and also|und auch|add|include|plus|samt|") == n;
      return TRUE;
    case ASK_FOLLOW_WORD_FIGURE:
      return read_figure (self, (AskDraftAggregate) words->detail);
    case ASK_FOLLOW_WORD_FIRST:
    case ASK_FOLLOW_WORD_TOP:
    case ASK_FOLLOW_WORD_BOTTOM:
      return read_limit (self, words->kind);
    case ASK_FOLLOW_WORD_TURN:
      return ask_follow_apply_one (self, (AskFollowChange) { .kind = ASK_FOLLOW_TURN });
    case ASK_FOLLOW_WORD_UP:
    case ASK_FOLLOW_WORD_DOWN:
      return ask_follow_apply_one (self,
                                   (AskFollowChange) { .kind = words->kind == ASK_FOLLOW_WORD_UP ? ASK_FOLLOW_UP
                                                                                                 : ASK_FOLLOW_DOWN });
    case ASK_FOLLOW_WORD_COMPARE:
      return ask_follow_read_mention (self, NULL, (AskDraftOp) words->detail);
    case ASK_FOLLOW_WORD_BETWEEN:
      return ask_follow_read_mention (self, NULL, ASK_DRAFT_BETWEEN);
    default:
      return read_words_more (self, words, at);
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

  guint at = self->at;

  if (read_chart (self) || ask_follow_read_addition (self))
    return TRUE;
  self->at = at;
  if (read_entity (self))
    return TRUE;
  /* "last quarter" is a date, and "The Best" a title. */
  if (mention != NULL && (words == NULL || mention->last > self->at + n))
    return read_number_first (self, mention) || ask_follow_read_mention (self, NULL, ASK_DRAFT_EQUAL);
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
  g_autoptr (GArray) additions = ask_additions_find (question, near);
  g_autoptr (GArray) said = g_array_new (FALSE, FALSE, sizeof (AskFollowSaid));
  AskFollowReader self = { .question = question,
                           .domain = question->domain,
                           .last = last,
                           .near = near,
                           .words = words,
                           .additions = additions,
                           .said = said };
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

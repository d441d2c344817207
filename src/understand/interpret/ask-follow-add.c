/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clauses of a follow-up that ask for what no sketch can say, by the same words as in a question: "by month", "as a
 * share", "growth", "on Mondays", a metric, "without a phone". ask-draft-add.c adds it; here is what has to go before.
 */
#include "config.h"

#include "understand/interpret/ask-follow-private.h"

#include "understand/interpret/ask-draft-add.h"

/* ---- the clause */

static gboolean
needs_time (AskAdditionKind kind)
{
  return kind >= ASK_ADDITION_ONLY && kind <= ASK_ADDITION_GROWTH;
}

/* The time whose parts the groups are; ASK_DOMAIN_STAR where none is. */
static int
find_grouped_time (const AskDraft *draft)
{
  for (guint i = 0; i < draft->groups->len; i++)
    if (ask_draft_term (draft->groups, i)->part != ASK_TIME_WHOLE)
      return ask_draft_term (draft->groups, i)->attribute;
  return ASK_DOMAIN_STAR;
}

static gboolean
apply_addition (AskFollowReader *self, const AskAddition *addition)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  int times[ASK_DRAFT_MAX_TIMES] = { ASK_DOMAIN_STAR };
  guint n = 1;

  if (needs_time (addition->kind))
    times[0] = find_grouped_time (self->last);
  if (needs_time (addition->kind) && times[0] == ASK_DOMAIN_STAR)
    n = ask_draft_find_times (self->last, self->question, times);
  for (guint i = 0; i < n; i++)
    g_array_append_val (changes, ((AskFollowChange) { .kind = ASK_FOLLOW_ADD,
                                                      .attribute = times[i],
                                                      .keeps = ask_follow_adds_group (self),
                                                      .addition = addition,
                                                      .question = self->question }));
  return changes->len > 0 && ask_follow_apply (self, changes);
}

/*
 * ask_follow_read_addition:
 * @self: (inout): a reader
 *
 * Returns: whether the next words ask for an addition, and the drafts say it now
 */
gboolean
ask_follow_read_addition (AskFollowReader *self)
{
  for (guint i = 0; i < self->additions->len; i++)
    {
      const AskAddition *addition = ask_addition (self->additions, i);

      /* What lacks, and what does not, is said of what was asked before, which this text does not name; and "but not" of
       * what it says itself. */
      if (addition->first > self->at || addition->last <= self->at || addition->kind == ASK_ADDITION_LACK
          || addition->kind == ASK_ADDITION_HAVE || addition->kind == ASK_ADDITION_BUT)
        continue;
      self->at = addition->last;
      return apply_addition (self, addition);
    }
  return FALSE;
}

/*
 * ask_follow_read_share:
 * @self: (inout): a reader, behind "as a share"
 *
 * Returns: whether the drafts show shares now
 */
gboolean
ask_follow_read_share (AskFollowReader *self)
{
  const AskAddition share = { .kind = ASK_ADDITION_SHARE };

  self->at += ask_follow_match (self, self->at,
                                "|of total|of the total|of all|of the whole|of the sum|am gesamten|an allen|am ganzen|"
                                "vom ganzen|von allen|von allem|der gesamtheit|an der gesamtheit|");
  return apply_addition (self, &share);
}

/*
 * ask_follow_read_lack:
 * @self: (inout): a reader, behind "without" or "with"
 * @kind: %ASK_ADDITION_LACK or %ASK_ADDITION_HAVE
 *
 * Returns: whether the next words are what rows of the last reading can lack, and the drafts ask for these now
 */
gboolean
ask_follow_read_lack (AskFollowReader *self, AskAdditionKind kind)
{
  g_autoptr (GArray) entities = ask_draft_collect_entities (self->last, self->domain);
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (AskFollowChange));
  g_autoptr (GArray) found = g_array_sized_new (FALSE, TRUE, sizeof (AskAddition), MAX (entities->len, 1));
  guint last = self->at;

  for (guint i = 0; i < entities->len; i++)
    {
      AskAddition addition = { .kind = kind };
      guint end = ask_addition_find_target (self->question, self->at, g_array_index (entities, guint, i), &addition);

      if (end <= self->at || end < last)
        continue;
      last = end;
      g_array_append_val (found, addition);
    }
  for (guint i = 0; i < found->len; i++)
    if (ask_addition (found, i)->last == last)
      g_array_append_val (changes, ((AskFollowChange) { .kind = ASK_FOLLOW_ADD,
                                                        .attribute = ASK_DOMAIN_STAR,
                                                        .addition = ask_addition (found, i),
                                                        .question = self->question }));
  self->at = last;
  return changes->len > 0 && ask_follow_apply (self, changes);
}

/* ---- the draft */

/* Another part of times in the place of the one before; @all: no other group either. */
static void
drop_groups (AskDraft *draft, gboolean all)
{
  GArray *lists[] = { draft->terms, draft->groups, draft->orders };

  for (guint g = draft->groups->len; g-- > 0;)
    {
      const AskDraftTerm group = *ask_draft_term (draft->groups, g);

      if (!all && group.part == ASK_TIME_WHOLE)
        continue;
      for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
        for (guint i = lists[l]->len; i-- > 0;)
          if (ask_draft_term_equal (ask_draft_term (lists[l], i), &group))
            g_array_remove_index (lists[l], i);
      /* What it was called by is shown beside its key. */
      for (guint i = draft->terms->len; i-- > 0;)
        if (all && ask_draft_term (draft->terms, i)->aggregate == ASK_DRAFT_PLAIN
            && ask_draft_term (draft->terms, i)->metric == 0)
          g_array_remove_index (draft->terms, i);
    }
}

/* Only March, where it was only May. */
static void
drop_part (AskDraft *draft, int time, AskTimePart part)
{
  for (guint i = draft->conditions->len; i-- > 0;)
    if (ask_draft_condition (draft->conditions, i)->left.attribute == time
        && ask_draft_condition (draft->conditions, i)->left.part == part)
      ask_follow_remove_condition (draft->conditions, i);
}

static gboolean
has_view (const AskDraft *draft)
{
  for (guint i = 0; i < draft->terms->len; i++)
    if (ask_draft_term (draft->terms, i)->view != ASK_DRAFT_AS_IT_IS)
      return TRUE;
  return draft->whole != NULL;
}

static gboolean
put_metric (AskDraft *draft, AskDomain *domain, guint metric)
{
  const AskDraftTerm term = { .aggregate = ASK_DRAFT_COUNT, .attribute = ASK_DOMAIN_STAR, .metric = metric + 1 };

  return ask_follow_has_figure (draft) && ask_follow_put_figure (draft, domain, &term);
}

/*
 * ask_follow_add:
 * @draft: (inout): a draft, which is spoiled where the change is refused
 * @domain: what it is about
 * @change: of %ASK_FOLLOW_ADD
 *
 * Returns: whether the draft says it now
 */
gboolean
ask_follow_add (AskDraft *draft, AskDomain *domain, const AskFollowChange *change)
{
  const AskAddition *addition = change->addition;
  g_autoptr (GArray) additions = g_array_new (FALSE, FALSE, sizeof (AskAddition));

  switch (addition->kind)
    {
    case ASK_ADDITION_METRIC:
      return put_metric (draft, domain, addition->metric);
    case ASK_ADDITION_LACK:
    case ASK_ADDITION_HAVE:
      return draft->second == NULL && ask_draft_add_lack (draft, domain, addition);
    case ASK_ADDITION_EACH:
      drop_groups (draft, !change->keeps);
      break;
    case ASK_ADDITION_ONLY:
      drop_part (draft, change->attribute, addition->part);
      break;
    case ASK_ADDITION_CHANGE:
    case ASK_ADDITION_GROWTH:
    case ASK_ADDITION_SHARE:
      if (has_view (draft))
        return FALSE;
      break;
    case ASK_ADDITION_MOST:
    case ASK_ADDITION_LEAST:
    default:
      break;
    }
  g_array_append_val (additions, *addition);
  return ask_draft_add (draft, change->question, additions, change->attribute);
}

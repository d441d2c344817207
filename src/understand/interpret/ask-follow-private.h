/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the files of follow-ups work together: the text is read clause by clause, and each clause changes every draft
 * that the text may mean so far. Nobody outside includes this.
 *
 *   ask-follow-words.c    the words, English and German
 *   ask-follow-find.c     what words name, and how near it is to the last reading
 *   ask-follow-read.c     clause by clause
 *   ask-follow-compare.c  clauses that compare: values, numbers, dates
 *   ask-follow-add.c      clauses of what a question asks for by certain words: "by month", "as a share", "without a phone"
 *   ask-follow-chart.c    a kind of chart
 *   ask-follow-condition.c, ask-follow-change.c
 *                         the change of a draft
 *   ask-follow-shift.c    the same for the period before, the same of something else
 *   ask-follow.c          from there to readings that run
 */
#pragma once

#include "understand/interpret/ask-draft-private.h"
#include "understand/interpret/ask-interpret.h"
#include "understand/interpret/ask-label.h"
#include "understand/link/ask-question.h"

G_BEGIN_DECLS

/** ASK_FOLLOW_MAX_DRAFTS: a text that may mean more than these is no follow-up */
#define ASK_FOLLOW_MAX_DRAFTS 4

/**
 * AskFollowKind:
 * @ASK_FOLLOW_VALUE: compares an attribute with a text, or with a number
 * @ASK_FOLLOW_DATE: the same with a time
 * @ASK_FOLLOW_HAVING: compares the figure of each group with a number
 * @ASK_FOLLOW_EITHER: another value is right, too
 * @ASK_FOLLOW_PERIOD: as long before, or after, what is compared now
 * @ASK_FOLLOW_GROUP: one row for each, beside what is grouped by already
 * @ASK_FOLLOW_GROUP_ONLY: one row for each of this only
 * @ASK_FOLLOW_SORT: in the order of this
 * @ASK_FOLLOW_SORT_FIGURE: in the order of what is counted or summed, the largest first
 * @ASK_FOLLOW_SORT_NAME: in the order of what rows are called
 * @ASK_FOLLOW_AGGREGATE: another figure
 * @ASK_FOLLOW_ALL: one figure of all groups
 * @ASK_FOLLOW_ADD: what certain words ask for
 * @ASK_FOLLOW_ENTITY: the same of another entity
 * @ASK_FOLLOW_INSTEAD: the same of another attribute
 * @ASK_FOLLOW_SHOW: this attribute as well
 * @ASK_FOLLOW_SHOW_ONLY: this attribute and no other
 * @ASK_FOLLOW_DROP: no condition on it any more, and no group
 * @ASK_FOLLOW_DROP_ALL: no condition at all
 * @ASK_FOLLOW_LIMIT: so many rows, as they stand
 * @ASK_FOLLOW_TOP: so many rows, the largest first unless there is an order
 * @ASK_FOLLOW_BOTTOM: so many rows, the smallest first
 * @ASK_FOLLOW_TURN: the other way round
 * @ASK_FOLLOW_UP: smallest first
 * @ASK_FOLLOW_DOWN: largest first
 */
typedef enum
{
  ASK_FOLLOW_VALUE,
  ASK_FOLLOW_DATE,
  ASK_FOLLOW_HAVING,
  ASK_FOLLOW_EITHER,
  ASK_FOLLOW_PERIOD,
  ASK_FOLLOW_GROUP,
  ASK_FOLLOW_GROUP_ONLY,
  ASK_FOLLOW_SORT,
  ASK_FOLLOW_SORT_FIGURE,
  ASK_FOLLOW_SORT_NAME,
  ASK_FOLLOW_AGGREGATE,
  ASK_FOLLOW_ALL,
  ASK_FOLLOW_ADD,
  ASK_FOLLOW_ENTITY,
  ASK_FOLLOW_INSTEAD,
  ASK_FOLLOW_SHOW,
  ASK_FOLLOW_SHOW_ONLY,
  ASK_FOLLOW_DROP,
  ASK_FOLLOW_DROP_ALL,
  ASK_FOLLOW_LIMIT,
  ASK_FOLLOW_TOP,
  ASK_FOLLOW_BOTTOM,
  ASK_FOLLOW_TURN,
  ASK_FOLLOW_UP,
  ASK_FOLLOW_DOWN
} AskFollowKind;

/**
 * AskFollowChange:
 * @attribute: of the domain, or %ASK_DOMAIN_STAR where none is named
 * @op: of conditions
 * @text: (nullable): compared with; %NULL for @number. Of a date: its first day
 * @end: of a date: the day after its last one
 * @number: compared with, or the limit; %ASK_DRAFT_NO_LIMIT for all rows. Of a period: -1 before, 1 after. Of
 *   %ASK_FOLLOW_SORT: more than 0 for the largest first
 * @to: the second number of BETWEEN
 * @beside: what is compared already stays, as in "over 10 and under 30"
 * @aggregate: of %ASK_FOLLOW_AGGREGATE
 * @part: of %ASK_FOLLOW_PERIOD: how long it is
 * @entity: of %ASK_FOLLOW_ENTITY
 * @keeps: of %ASK_FOLLOW_ADD: what is grouped by already stays
 * @addition: (nullable): of %ASK_FOLLOW_ADD; its time is @attribute
 * @question: (nullable): that has @addition
 */
typedef struct
{
  AskFollowKind kind;
  int attribute;
  AskDraftOp op;
  const char *text;
  const char *end;
  double number;
  double to;
  gboolean beside;
  AskDraftAggregate aggregate;
  AskTimePart part;
  guint entity;
  gboolean keeps;
  const AskAddition *addition;
  AskQuestion *question;
} AskFollowChange;

/** AskFollowWordKind: what words do */
typedef enum
{
  ASK_FOLLOW_WORD_OPEN, /* a question hardly begins so, and does not end there */
  ASK_FOLLOW_WORD_ADD, /* the same, and adds to what is there */
  ASK_FOLLOW_WORD_INSTEAD,
  ASK_FOLLOW_WORD_BY,
  ASK_FOLLOW_WORD_SORT,
  ASK_FOLLOW_WORD_NAMES,
  ASK_FOLLOW_WORD_RECENT, /* detail: the newest first */
  ASK_FOLLOW_WORD_SHARE,
  ASK_FOLLOW_WORD_ALL,
  ASK_FOLLOW_WORD_PERIOD, /* detail: AskTimePart, less than 0 for the one before */
  ASK_FOLLOW_WORD_LACK,
  ASK_FOLLOW_WORD_HAVE,
  ASK_FOLLOW_WORD_WITHOUT,
  ASK_FOLLOW_WORD_NO_CONDITION,
  ASK_FOLLOW_WORD_NO_LIMIT,
  ASK_FOLLOW_WORD_NOT,
  ASK_FOLLOW_WORD_OR,
  ASK_FOLLOW_WORD_FIGURE, /* detail: AskDraftAggregate */
  ASK_FOLLOW_WORD_FIRST,
  ASK_FOLLOW_WORD_TOP,
  ASK_FOLLOW_WORD_BOTTOM,
  ASK_FOLLOW_WORD_TURN,
  ASK_FOLLOW_WORD_UP,
  ASK_FOLLOW_WORD_DOWN,
  ASK_FOLLOW_WORD_COMPARE, /* detail: AskDraftOp */
  ASK_FOLLOW_WORD_BETWEEN,
  ASK_FOLLOW_WORD_FILL
} AskFollowWordKind;

/** AskFollowWords: @ways: folded, with "|" between and at both ends */
typedef struct
{
  AskFollowWordKind kind;
  int detail;
  const char *ways;
} AskFollowWords;

/** AskFollowSaid: an attribute that the text has compared already, and how */
typedef struct
{
  int attribute;
  AskDraftOp op;
} AskFollowSaid;

/**
 * AskFollowReader:
 * @last: what was understood before
 * @near: for each entity: it is joined in the last reading
 * @words: (element-type utf8): what was typed, folded; "" for signs
 * @at: the word that is read next
 * @drafts: (element-type AskDraft): what the text may mean so far
 * @additions: (element-type AskAddition): what certain words of it ask for
 * @said: (element-type AskFollowSaid)
 * @open: it begins as a question hardly does
 * @narrows: it begins with "only"
 * @shows: it has named what to show, and nothing else
 * @adds: the next value is right, too
 * @replaces: something stands for something else
 * @foreign: it names what the last reading does not
 * @n_changes: that were made; a chart is one
 * @chart: (nullable): a kind of chart
 */
typedef struct
{
  AskQuestion *question;
  AskDomain *domain;
  const AskDraft *last;
  gboolean *near;
  GPtrArray *words;
  guint at;
  GPtrArray *drafts;
  GArray *additions;
  GArray *said;
  gboolean open;
  gboolean narrows;
  gboolean shows;
  gboolean adds;
  gboolean replaces;
  gboolean foreign;
  guint n_changes;
  char *chart;
} AskFollowReader;

/** AskFollowFits: whether an attribute can be what words speak of */
typedef gboolean (*AskFollowFits) (const AskDomainAttribute *attribute);

/* ask-follow.c */
AskQuestionReading   *ask_follow_make_reading     (AskDraft                 *draft,
                                                   const AskQuestionReading *last,
                                                   const char               *chart);

/* ask-follow-condition.c */
void                  ask_follow_remove_condition (GArray                   *conditions,
                                                   guint                     at);
gboolean              ask_follow_drop_conditions  (AskDraft                 *draft,
                                                   int                       attribute);
gboolean              ask_follow_is_compared      (const AskDraft           *draft,
                                                   int                       attribute);
gboolean              ask_follow_change_condition (AskDraft                 *draft,
                                                   const AskFollowChange    *change);

/* ask-follow-change.c */
void                  ask_follow_remove_group     (AskDraft                 *draft,
                                                   int                       attribute);
void                  ask_follow_exchange         (GArray                   *terms,
                                                   const AskDraftTerm       *old,
                                                   const AskDraftTerm       *now);
gboolean              ask_follow_put_figure       (AskDraft                 *draft,
                                                   AskDomain                *domain,
                                                   const AskDraftTerm       *figure);
gboolean              ask_follow_change           (AskDraft                 *draft,
                                                   AskDomain                *domain,
                                                   const AskFollowChange    *change);
gboolean              ask_follow_is_used          (const AskDraft           *draft,
                                                   int                       attribute);
gboolean              ask_follow_has_figure       (const AskDraft           *draft);
AskDraftTerm         *ask_follow_find_figure      (const AskDraft           *draft);

/* ask-follow-shift.c */
gboolean              ask_follow_shift            (AskDraft                 *draft,
                                                   AskDomain                *domain,
                                                   const AskFollowChange    *change);
gboolean              ask_follow_change_entity    (AskDraft                 *draft,
                                                   AskDomain                *domain,
                                                   guint                     entity);

/* ask-follow-words.c */
guint                 ask_follow_match            (const AskFollowReader    *self,
                                                   guint                     at,
                                                   const char               *ways);
const AskFollowWords *ask_follow_find_words       (const AskFollowReader    *self,
                                                   guint                     at,
                                                   AskFollowWordKind         after,
                                                   guint                    *n);

/* ask-follow-find.c */
gboolean             *ask_follow_find_near        (const AskDraft           *draft,
                                                   AskDomain                *domain);
void                  ask_follow_prepare          (AskFollowReader          *self);
GArray               *ask_follow_find_attributes  (const AskFollowReader    *self,
                                                   gboolean                  numeric,
                                                   guint                    *last);
const AskMention     *ask_follow_find_mention     (const AskFollowReader    *self);
gboolean              ask_follow_is_time          (const AskDomainAttribute *attribute);
GArray               *ask_follow_find_nearest     (const AskFollowReader    *self,
                                                   const AskMention         *mention,
                                                   AskFollowFits             fits);
GArray               *ask_follow_find_compared    (const AskFollowReader    *self);

/* ask-follow-chart.c */
const char           *ask_follow_find_chart       (const AskFollowReader    *self,
                                                   guint                    *n);

/* ask-follow-compare.c */
gboolean              ask_follow_read_mention     (AskFollowReader          *self,
                                                   const GArray             *attributes,
                                                   AskDraftOp                op);
gboolean              ask_follow_read_without     (AskFollowReader          *self);

/* ask-follow-add.c */
gboolean              ask_follow_read_addition    (AskFollowReader          *self);
gboolean              ask_follow_read_lack        (AskFollowReader          *self,
                                                   AskAdditionKind           kind);
gboolean              ask_follow_read_share       (AskFollowReader          *self);
gboolean              ask_follow_add              (AskDraft                 *draft,
                                                   AskDomain                *domain,
                                                   const AskFollowChange    *change);

/* ask-follow-read.c */
void                  ask_follow_skip_fill        (AskFollowReader          *self);
gboolean              ask_follow_adds_group       (const AskFollowReader    *self);
gboolean              ask_follow_apply            (AskFollowReader          *self,
                                                   const GArray             *changes);
gboolean              ask_follow_apply_one        (AskFollowReader          *self,
                                                   AskFollowChange           change);
gboolean              ask_follow_read_named       (AskFollowReader          *self,
                                                   AskFollowKind             kind);
GPtrArray            *ask_follow_read             (AskQuestion              *question,
                                                   const AskDraft           *last,
                                                   char                    **chart);

G_END_DECLS

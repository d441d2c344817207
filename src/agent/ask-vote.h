/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Several queries for one question: all run here, their results are compared, and what most of them give is the
 * answer. Self-consistency by execution, as published for text-to-SQL. Private to this room.
 */
#pragma once

#include "agent/ask-disagree.h"

G_BEGIN_DECLS

/**
 * AskVote:
 * @sql: (nullable): the query to answer with, as it was written; %NULL where none of them runs
 * @ran: (nullable): the same with its values put right
 * @result: (nullable): what it gave
 * @here: @sql is the reading of `understand`: it may hold values that nobody typed, so no model is told of it
 * @others: (element-type utf8): of each other result one query that gives it, with its values put right
 * @difference: (nullable): in what these differ, that of @sql first
 * @words: (nullable): how many agree, in the user's language; %NULL where there was nothing to compare
 */
typedef struct
{
  char *sql;
  char *ran;
  AskResult *result;
  gboolean here;
  GPtrArray *others;
  AskDisagreement *difference;
  char *words;
} AskVote;

guint    ask_vote_get_wanted (AskWorkspace *workspace);
AskVote *ask_vote_hold       (AskAgentRun  *run,
                              GPtrArray    *written,
                              GError      **error);
void     ask_vote_offer      (AskAgentRun  *run,
                              AskVote      *vote,
                              GPtrArray    *steps);
void     ask_vote_free       (AskVote      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskVote, ask_vote_free)

G_END_DECLS

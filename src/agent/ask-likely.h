/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins that nobody declared: proved by their values when they are first used, and remembered in the workspace. Private to
 * this room.
 */
#pragma once

#include "agent/ask-run.h"
#include "engine/ask-engine-overlap.h"
#include "sql/ask-sql-ast.h"

G_BEGIN_DECLS

/**
 * AskLikelyJoin:
 * @ends: what may refer to what
 * @known: whether @overlap says anything: what is sensitive is not compared, nor what nobody has asked yet
 * @overlap: how many values of one occur in the other
 */
typedef struct
{
  AskOverlapEnds ends;
  gboolean known;
  AskOverlap overlap;
} AskLikelyJoin;

gboolean   ask_likely_prepare    (AskAgentRun         *run,
                                  GError             **error);
char      *ask_likely_tell       (AskAgentRun         *run,
                                  const char          *entity);
gboolean   ask_likely_check      (AskAgentRun         *run,
                                  const char          *sql,
                                  GError             **error);
gboolean   ask_likely_add_doubts (AskAgentRun         *run,
                                  AskSqlTree          *tree,
                                  GPtrArray           *doubts,
                                  GError             **error);

G_END_DECLS

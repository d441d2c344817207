/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The smallest difference between what several queries give: the few rows in which they disagree. For people alone; no
 * model is told of it. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

/** ASK_DISAGREE_MAX_ROWS: more rows nobody compares */
#define ASK_DISAGREE_MAX_ROWS 5

/**
 * AskDisagreement:
 * @same: all give the same rows, whatever the order of rows and columns
 * @rows: (nullable): rows in which they disagree, %ASK_DISAGREE_MAX_ROWS at most: what they have in common, then a
 *   column for each query, "(1)", "(2)"; %NULL where they have nothing to be compared by, or no row in common
 * @n: all such rows
 */
typedef struct
{
  gboolean same;
  AskRows *rows;
  gsize n;
} AskDisagreement;

AskDisagreement *ask_disagree_find   (GPtrArray        *results);
void             ask_disagree_free   (AskDisagreement  *self);
char            *ask_disagree_digest (const AskRows    *rows);
gboolean         ask_disagree_run    (AskAgentRun      *run,
                                      GPtrArray        *queries,
                                      AskDisagreement **disagreement,
                                      GError          **error);
void             ask_disagree_keep   (AskAgentRun      *run,
                                      AskDisagreement  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskDisagreement, ask_disagree_free)

G_END_DECLS

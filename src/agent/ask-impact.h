/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The impact test: which answers a change of the schema would change, found out before it is
 * published. It runs what people verified, what is on their boards, and asks again what they asked,
 * under both schemas, and saves nothing.
 */
#pragma once

#include "store/ask-workspace.h"

G_BEGIN_DECLS

/**
 * AskImpactKind:
 * @ASK_IMPACT_SAME: the answer stays what it is
 * @ASK_IMPACT_DIFFERENT: there is another answer
 * @ASK_IMPACT_FAILS: there was an answer, and is none any more
 * @ASK_IMPACT_WORKS: there is an answer where there was none
 * @ASK_IMPACT_STILL_FAILS: there is none either way
 */
typedef enum
{
  ASK_IMPACT_SAME,
  ASK_IMPACT_DIFFERENT,
  ASK_IMPACT_FAILS,
  ASK_IMPACT_WORKS,
  ASK_IMPACT_STILL_FAILS
} AskImpactKind;

/**
 * AskImpact:
 * @verified: the id of the verified question; 0 of one that somebody asked, from the history, and of a tile
 * @tile: it is the query of a board's tile, and @question is what that is called: "Sales: Late shipments"
 * @how: (nullable): what differs, why it fails, or which other verified question it finds
 * @sql_before: (nullable): what answers it now; %NULL where nothing does
 * @sql_after: (nullable): what would answer it
 */
typedef struct
{
  gint64 verified;
  gboolean tile;
  char *question;
  AskImpactKind kind;
  char *how;
  char *sql_before;
  char *sql_after;
} AskImpact;

/**
 * AskImpactFunc:
 * @impact: (nullable): what was just found out; %NULL where a question of the history stays as it is
 * @n_done: questions and tiles that were tried
 * @n_all: of so many
 *
 * Called on the thread that runs ask_impact_find().
 */
typedef void (*AskImpactFunc) (const AskImpact *impact,
                               guint            n_done,
                               guint            n_all,
                               gpointer         user_data);

/**
 * AskImpactTrial:
 * @before: the schema that people ask with now, or an earlier version
 * @after: the one that is to be published, or was; need not be saved
 * @on_progress: (nullable): told of each question
 * @user_data: for @on_progress
 *
 * Two schemas that are to be compared by what they answer.
 */
typedef struct
{
  AskSchema *before;
  AskSchema *after;
  AskImpactFunc on_progress;
  gpointer user_data;
} AskImpactTrial;

void        ask_impact_free           (AskImpact     *self);
const char *ask_impact_kind_to_string (AskImpactKind  kind);
GPtrArray  *ask_impact_find           (AskWorkspace  *workspace,
                                       const AskImpactTrial *trial,
                                       GCancellable  *cancellable,
                                       GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskImpact, ask_impact_free)

G_END_DECLS

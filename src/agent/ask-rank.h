/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sources ranked for a question by a model alone, from the schemas of the nearest ones: the published method, to compare
 * `understand`'s ranking with. It tells the model names, types and descriptions, and no value.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/** ASK_RANK_MAX_SOURCES: whose schemas the model is told */
#define ASK_RANK_MAX_SOURCES 10

/**
 * AskRank:
 * @sources: (element-type utf8): the nearest, the most relevant first
 * @n_named: how many of them the model named; the others follow as they were near
 * @host: (nullable): where the model is
 * @bytes_sent: what went there
 */
typedef struct
{
  GPtrArray *sources;
  guint n_named;
  char *host;
  gint64 bytes_sent;
} AskRank;

AskRank *ask_rank_new  (AskWorkspace *workspace,
                        AskModel     *model,
                        const char   *question,
                        GCancellable *cancellable,
                        GError      **error);
void     ask_rank_free (AskRank      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskRank, ask_rank_free)

G_END_DECLS

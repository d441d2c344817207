/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gate that every query of a question goes through, and every turn of a model: what passes a threshold is asked
 * about first, and what passes a cap ends with an error.
 */
#pragma once

#include "agent/ask-preview.h"

G_BEGIN_DECLS

/**
 * AskSpendingRules:
 * @caps: what it may cost at most
 * @on_preview: (nullable): asked before what passes a threshold; without it that is an error
 * @user_data: for @on_preview
 * @any_cost: nobody is asked
 * @dry: @on_preview is told of what comes first, and nothing runs
 * @shows_values: @on_preview is told before a function asks a model about values, whatever it costs
 */
typedef struct
{
  AskAgentCaps caps;
  AskPreviewFunc on_preview;
  gpointer user_data;
  gboolean any_cost;
  gboolean dry;
  gboolean shows_values;
} AskSpendingRules;

/**
 * AskSpendingQuery:
 * @limits: (nullable): as of ask_engine_query()
 * @temp_table: (nullable): likewise
 */
typedef struct
{
  const char *sql;
  const AskLimits *limits;
  const char *temp_table;
} AskSpendingQuery;

/** AskSpendingTally: what has gone to a model so far, and come back; @price: by the prices that are set, of a total only */
typedef struct
{
  gint64 bytes;
  gint64 prompt_tokens;
  gint64 reply_tokens;
  double price;
} AskSpendingTally;

typedef struct _AskSpending AskSpending;

AskSpending *ask_spending_new      (AskWorkspace           *workspace,
                                    const AskSpendingRules *rules);
void         ask_spending_free     (AskSpending            *self);
gboolean     ask_spending_begin    (AskSpending            *self,
                                    AskEngine              *engine,
                                    GError                **error);
gboolean     ask_spending_refused  (const GError           *error);
AskResult   *ask_spending_query    (AskSpending            *self,
                                    AskEngine              *engine,
                                    const AskSpendingQuery *query,
                                    GCancellable           *cancellable,
                                    GError                **error);
gboolean     ask_spending_may_send (AskSpending            *self,
                                    AskModel               *model,
                                    AskChat                *chat,
                                    const AskSpendingTally *spent,
                                    GCancellable           *cancellable,
                                    GError                **error);
gboolean     ask_spending_may_ask  (AskSpending            *self,
                                    AskPreviewModel        *asked,
                                    const AskSpendingTally *spent,
                                    GCancellable           *cancellable,
                                    GError                **error);
gint64       ask_spending_count_bytes (const AskChat       *chat);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AskSpending, ask_spending_free)

G_END_DECLS

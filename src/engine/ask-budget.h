/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a session may spend. Private to the engine.
 */
#pragma once

#include "engine/ask-cost.h"
#include "engine/ask-engine-private.h"

G_BEGIN_DECLS

/**
 * AskBudget:
 * @source: "" for all sources together
 * @calls: to an API
 * @most_rows: 0 for any number
 * @rows: that came
 * @rows_refused: more came than may come
 * @whole: (nullable): that of all together
 */
typedef struct _AskBudget AskBudget;

struct _AskBudget
{
  char *source;
  AskCallBudget calls;
  guint64 most_rows;
  guint64 rows;
  gboolean rows_refused;
  AskBudget *whole;
};

GHashTable      *ask_budgets_new          (void);
AskBudget       *ask_budgets_get          (GHashTable      *budgets,
                                           const char      *source);
void             ask_budgets_begin        (GHashTable      *budgets);
const AskBudget *ask_budgets_find_reached (GHashTable      *budgets);
gboolean         ask_budget_take_row      (AskBudget       *self,
                                           GError         **error);
gboolean         ask_budget_fail          (const AskBudget *self,
                                           GError         **error);

G_END_DECLS

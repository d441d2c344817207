/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model is told about a query: the one place where words about data are made for it.
 * Private to this room.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

/** ASK_OBSERVE_MAX_COUNTED: results of a question whose rows are counted for the model; "What a model can still learn" in
 *  src/agent/README.md reckons with it */
#define ASK_OBSERVE_MAX_COUNTED 4

/**
 * AskCounting:
 * @ASK_COUNTING_EXACT: every row, where the rows may be told
 * @ASK_COUNTING_ROUNDED: up to 20 exactly, above that with two digits
 * @ASK_COUNTING_FEW: none, one or several
 */
typedef enum
{
  ASK_COUNTING_EXACT,
  ASK_COUNTING_ROUNDED,
  ASK_COUNTING_FEW
} AskCounting;

char    *ask_observe_round    (gsize            n);
char    *ask_observe_count    (gsize            n,
                               gboolean         truncated,
                               AskCounting      counting);
char    *ask_observe_columns  (const AskResult *result,
                               guint            max);
char    *ask_observe_result   (const AskResult *result,
                               const char      *name,
                               AskCounting      counting);
char    *ask_observe_failure  (AskEngine       *engine,
                               const char      *sql,
                               const GError    *failure);
gboolean ask_observe_may_help (const GError    *failure);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a model is told about a query: the one place where words about data are made for it.
 * Private to this room.
 */
#pragma once

#include "agent/ask-agent.h"

G_BEGIN_DECLS

char    *ask_observe_result   (const AskResult *result,
                               const char      *name);
char    *ask_observe_failure  (AskEngine       *engine,
                               const char      *sql,
                               const GError    *failure,
                               guint            deadline_ms);
gboolean ask_observe_may_help (const GError    *failure);

G_END_DECLS

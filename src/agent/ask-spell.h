/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of a model's query as the data spells them, and why a query gave no row: for the person who follows the steps.
 * The model is told neither.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

char    *ask_spell_sql     (AskAgentRun  *run,
                            const char   *sql,
                            GError      **error);
gboolean ask_spell_explain (AskAgentRun  *run,
                            const char   *sql,
                            GError      **error);

G_END_DECLS

/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values of a query as the data spells them, which of several is meant, and why a query gave no row: for the person who
 * follows the steps. A model is told none of it.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_spell_correct (AskAgentRun           *run,
                            const char            *sql,
                            AskCorrectedSql      **corrected,
                            GError               **error);
void     ask_spell_tell    (AskAgentRun           *run,
                            const AskCorrectedSql *corrected);
gboolean ask_spell_ask     (AskAgentRun           *run,
                            GError               **error);
char    *ask_spell_sql     (AskAgentRun           *run,
                            const char            *sql,
                            GError               **error);
gboolean ask_spell_after   (AskAgentRun           *run,
                            const char            *sql,
                            const AskResult       *result,
                            AskCorrectedSql      **corrected,
                            GError               **error);

G_END_DECLS

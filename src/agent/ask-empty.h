/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why an answer has no row: told to the person in full, to a model without values and in orders of magnitude.
 * Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_empty_is      (AskRows     *rows);
gboolean ask_empty_explain (AskAgentRun *run,
                            const char  *sql,
                            const char  *written,
                            char       **told,
                            GError     **error);
char    *ask_empty_tell    (const AskCorrectedSql *missing,
                            const char  *written);

G_END_DECLS

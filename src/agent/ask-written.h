/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SQL that a person wrote, as an answer like others. Not for other rooms.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_written_answer (AskAgentRun *run, GError **error);

G_END_DECLS

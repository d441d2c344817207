/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Database selection refinement: where a model cannot read all tables at once, it first names those that the question
 * needs, from their names and descriptions alone. Private to this room.
 */
#pragma once

#include "agent/ask-run.h"

G_BEGIN_DECLS

gboolean ask_refine (AskAgentRun *run,
                     GError     **error);

G_END_DECLS
